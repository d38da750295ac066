#include "san.h"
#include "codes.h"
#include "lexicon.h"

#include "san_write_impl.h"

#include <string.h>

static const char PIECE_LETTERS[] = "PNBRQK";

/* The part of the token that is still unread. The token is read backwards from its end. */
typedef struct Rest {
  const char *text;
  size_t length;
} Rest;

static bool ends_with(Rest *rest, const char *suffix) {
  size_t n = strlen(suffix);
  if (rest->length < n || memcmp(rest->text + rest->length - n, suffix, n) != 0) return false;
  rest->length -= n;
  return true;
}

static bool is_all(const Rest *rest, const char *text) {
  return rest->length == strlen(text) && memcmp(rest->text, text, rest->length) == 0;
}

/* Return the last unread byte, or 0 if all bytes have been read. */
static char last_byte(const Rest *rest) { return rest->length ? rest->text[rest->length - 1] : '\0'; }

static unsigned piece_of(char letter) {
  const char *found = letter ? strchr(PIECE_LETTERS, letter) : NULL;
  return found ? (unsigned)(found - PIECE_LETTERS) : LC_NO_PIECE;
}

/* Read !! ?? !? ?! ! or ? (PGN 8.2.3.8) and store its NAG. Longer signs are tried first. */
static void take_glyph(Rest *rest, lc_San *out) {
  static const char *const glyphs[] = {"!!", "??", "!?", "?!", "!", "?"};
  static const uint8_t nags[] = {3, 4, 5, 6, 1, 2};
  for (unsigned i = 0; i < 6; i++) {
    if (ends_with(rest, glyphs[i])) {
      out->glyph = nags[i];
      out->flags |= LC_SAN_GLYPH;
      return;
    }
  }
}

static void take_check(Rest *rest, lc_San *out) {
  if (ends_with(rest, "++")) { /* mate on lichess and in old programs, double check in print */
    out->flags |= LC_SAN_MATE | LC_SAN_STYLE;
  } else if (ends_with(rest, "#")) {
    out->flags |= LC_SAN_MATE;
  } else if (ends_with(rest, "+")) {
    out->flags |= LC_SAN_CHECK;
  }
}

static void take_en_passant(Rest *rest, lc_San *out) {
  static const char *const marks[] = {
#define LC_SUFFIX(kind, text, place) LC_TAKEN_##kind(text)
#define LC_TAKEN_EP(text) text,
#define LC_TAKEN_CHECK(text)
#define LC_TAKEN_MATE(text)
#include "suffixes.def"
  };
  for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (rest->length > strlen(marks[i]) && ends_with(rest, marks[i])) {
      out->flags |= LC_SAN_STYLE;
      return;
    }
  }
}

/* Read a promotion: "=Q", "Q" (FIDE), "/Q" (DOS programs) or "(Q)" (ChessBase's print style). */
static bool take_promotion(Rest *rest, lc_San *out) {
  bool closed = ends_with(rest, ")");
  unsigned piece = piece_of(last_byte(rest));
  if (piece == LC_NO_PIECE) return !closed;
  if (piece == LC_PAWN || piece == LC_KING) return false;
  out->promotion = (uint8_t)piece;
  rest->length--;
  if (closed) {
    out->flags |= LC_SAN_STYLE;
    return ends_with(rest, "(");
  }
  if (!ends_with(rest, "=")) {
    out->flags |= LC_SAN_STYLE;
    ends_with(rest, "/");
  }
  return true;
}

static bool take_square(Rest *rest, lc_San *out) {
  if (rest->length < 2) return false;
  unsigned file = (unsigned)rest->text[rest->length - 2] - 'a';
  unsigned rank = (unsigned)rest->text[rest->length - 1] - '1';
  if (file > 7 || rank > 7) return false;
  out->to = (uint8_t)(rank * 8 + file);
  rest->length -= 2;
  return true;
}

/* Read the text before the destination, from right to left: the capture sign, the origin, and the piece letter. */
static bool take_mover(Rest *rest, lc_San *out) {
  if (ends_with(rest, "x")) {
    out->flags |= LC_SAN_CAPTURE;
  } else if (ends_with(rest, ":")) {
    out->flags |= LC_SAN_CAPTURE | LC_SAN_STYLE;
  } else if (ends_with(rest, "-")) {
    out->flags |= LC_SAN_STYLE;
  }
  unsigned digit = (unsigned)last_byte(rest) - '1';
  if (digit < 8) {
    out->rank = (uint8_t)digit;
    rest->length--;
  }
  unsigned letter = (unsigned)last_byte(rest) - 'a';
  if (letter < 8) {
    out->file = (uint8_t)letter;
    rest->length--;
  }
  if (rest->length == 0) {
    /* Two squares without a piece letter (e2e4, g1f3) move any piece. A rank without a file (2e4) has no meaning. */
    if (out->rank < 8 && out->file == 8) return false;
    if (out->rank < 8) {
      out->piece = LC_NO_PIECE;
      out->flags |= LC_SAN_STYLE;
    }
    return true;
  }
  unsigned piece = piece_of(last_byte(rest));
  if (rest->length != 1 || piece == LC_NO_PIECE) return false;
  out->piece = (uint8_t)piece;
  if (piece == LC_PAWN || (out->file < 8 && out->rank < 8 && piece != LC_QUEEN)) out->flags |= LC_SAN_STYLE;
  return true;
}

static bool is_castle(const Rest *rest, lc_San *out) {
  const lc_CastlingSpelling *found = lc_castling_find(rest->text, rest->length);
  if (!found || found->use == LC_CASTLING_REPAIRED) return false;
  out->kind = found->is_long ? LC_SAN_CASTLE_LONG : LC_SAN_CASTLE_SHORT;
  if (found->use != LC_CASTLING_WRITTEN) out->flags |= LC_SAN_STYLE;
  out->piece = LC_KING;
  return true;
}

const lc_NullSpelling *lc_null_spelling(size_t i) {
  static const lc_NullSpelling forms[] = {
#define LC_NULL(text, is_sign) {text, is_sign},
#include "signs.def"
  };
  return i < sizeof forms / sizeof forms[0] ? &forms[i] : NULL;
}

static bool is_null(const Rest *rest, lc_San *out) {
  const lc_NullSpelling *form;
  for (unsigned i = 0; (form = lc_null_spelling(i)) != NULL; i++) {
    if (is_all(rest, form->text)) {
      out->kind = LC_SAN_NULL;
      out->piece = LC_KING;
      if (i > 0) out->flags |= LC_SAN_STYLE;
      return true;
    }
  }
  return false;
}

lc_Code lc_san_parse(const char *text, size_t length, lc_San *out) {
  Rest rest = {text, length};
  memset(out, 0, sizeof *out);
  out->file = out->rank = 8;
  take_glyph(&rest, out);
  if (is_null(&rest, out)) return LC_D_NONE;
  take_check(&rest, out);
  if (is_castle(&rest, out)) return LC_D_NONE;
  take_en_passant(&rest, out);
  if (out->flags & LC_SAN_STYLE) take_check(&rest, out); /* "exd6+ep" */
  if (!take_promotion(&rest, out) || !take_square(&rest, out) || !take_mover(&rest, out)) return LC_D_BAD_MOVE;
  if (out->promotion && out->piece != LC_PAWN && out->piece != LC_NO_PIECE) return LC_D_BAD_MOVE;
  return LC_D_NONE;
}

/* Report whether the syntax can mean this legal move. A missing promotion piece matches all promotions. */
static bool fits(const lc_Position *p, const lc_San *san, lc_Move move) {
  unsigned from = lc_move_from(move);
  if (lc_move_is_castle(move)) {
    bool king_side = lc_move_to(move) > from;
    if (san->kind == LC_SAN_CASTLE_SHORT) return king_side;
    if (san->kind == LC_SAN_CASTLE_LONG) return !king_side;
    /* e1g1, e1h1 (onto the rook) and Ke1g1 mean castling. Kg1 does not mean castling, but a step of the king. */
    bool is_onto_rook = lc_move_to(move) == san->to;
    return san->kind == LC_SAN_NORMAL && (san->piece == LC_NO_PIECE || san->piece == LC_KING) &&
           san->file == lc_file(from) && san->rank == lc_rank(from) &&
           (is_onto_rook || (!p->chess960 && lc_move_king_to(move) == san->to));
  }
  if (san->kind != LC_SAN_NORMAL || lc_move_to(move) != san->to) return false;
  if (san->piece != LC_NO_PIECE && !lc_has(p->sets[san->piece], from)) return false;
  if (san->file < 8 && san->file != lc_file(from)) return false;
  if (san->rank < 8 && san->rank != lc_rank(from)) return false;
  /* A pawn capture must have the pawn's file (PGN 8.2.3.3): "d5" never means exd5. */
  if (lc_has(p->sets[LC_PAWN], from) && san->file == 8 && lc_file(from) != lc_file(san->to)) return false;
  return san->promotion == 0 || san->promotion == lc_move_promotion(move);
}

/* Keep the moves of the list that match the syntax. */
static void keep_fitting(const lc_Position *p, const lc_San *san, lc_MoveList *list) {
  unsigned count = 0;
  for (unsigned i = 0; i < list->count; i++) {
    if (fits(p, san, list->moves[i])) list->moves[count++] = list->moves[i];
  }
  list->count = count;
}

void lc_san_candidates(const lc_Position *p, const lc_San *san, lc_MoveList *out) {
  lc_legal_moves(p, out);
  keep_fitting(p, san, out);
}

bool lc_san_resolve_illegal(const lc_Position *p, const lc_San *san, lc_Move *out) {
  lc_MoveList found;
  lc_pseudo_legal_moves(p, &found);
  keep_fitting(p, san, &found);
  if (found.count != 1) return false;
  *out = found.moves[0];
  return san->promotion || !lc_move_promotion(*out);
}

lc_Code lc_san_resolve(const lc_Position *p, const lc_San *san, lc_Move *out) {
  lc_MoveList found;
  if (san->kind == LC_SAN_NULL) {
    *out = LC_NULL_MOVE;
    if (lc_position_checkers(p)) return LC_D_ILLEGAL_MOVE;
    return lc_may_move(p) ? LC_D_NONE : LC_D_GAME_OVER;
  }
  lc_san_candidates(p, san, &found);
  if (found.count == 0) return lc_may_move(p) ? LC_D_ILLEGAL_MOVE : LC_D_GAME_OVER;
  *out = found.moves[0];
  if (!san->promotion && lc_move_promotion(*out)) return LC_D_MISSING_PROMOTION;
  return found.count == 1 ? LC_D_NONE : LC_D_AMBIGUOUS_MOVE;
}

lc_Code lc_san_read(const lc_Position *p, const char *text, size_t length, lc_Move *out) {
  lc_San san;
  lc_Code code = lc_san_parse(text, length, &san);
  return code != LC_D_NONE ? code : lc_san_resolve(p, &san, out);
}

size_t lc_san_write(const lc_Position *p, lc_Move move, char out[LC_SAN_MAX]) {
  lc_Position next = *p;
  size_t n = lc_san_store(lc_san_word(&next, move, true), out);
  out[n] = '\0';
  return n;
}

bool lc_san_is_canonical(const lc_Position *p, lc_Move move, const char *text, size_t length) {
  char san[LC_SAN_MAX];
  size_t n = lc_san_write(p, move, san);
  while (length > 0 && (text[length - 1] == '!' || text[length - 1] == '?')) length--;
  return n == length && memcmp(san, text, n) == 0;
}
