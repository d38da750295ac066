/*
** dialect_read - finds the legal move that a token means. The token's readings are compared with the legal moves, and
** the reading with the slightest repairs is chosen.
*/
#include <string.h>

#include "dialect_memo.h"
#include "codes.h"
#include "san.h"
#include "san_write_impl.h"

/* The rung of each repair, by bit number. The rungs are:
**   1  signs that do not affect the move
**   2  captures
**   3  letter case, which can turn a bishop into a file
**   4  unusual disambiguation
**   5  another way to write a move
**   6  contradictory information
** If a token has a reading with a lower rung, readings with higher rungs are ignored. */
static const struct {
  uint8_t rung;
  lc_Code code;
} repairs_by_bit[LC_REPAIR_COUNT] = {
    {1, LC_D_UNICODE_SIGN}, {1, LC_D_PIECE_GLYPH},  {1, LC_D_CASTLING_SIGN}, {1, LC_D_PROMOTION_SIGN},
    {1, LC_D_EP_MARK},      {1, LC_D_CHECK_SIGN},   {2, LC_D_CAPTURE_SIGN},  {3, LC_D_LETTER_CASE},
    {4, LC_D_SEPARATOR},    {4, LC_D_SUPERFLUOUS_ORIGIN}, {5, LC_D_PAWN_LETTER}, {5, LC_D_COORDINATES},
    {5, LC_D_SHORT_CAPTURE}, {6, LC_D_WRONG_ORIGIN}, {6, LC_D_QUEEN_ASSUMED},
};
enum { NO_RUNG = 7 };

lc_Code lc_repair_code(unsigned bit) { return repairs_by_bit[bit].code; }

static unsigned gravest(uint32_t repairs) { return 31u - (unsigned)__builtin_clz(repairs); }

lc_Code lc_repairs_code(uint32_t repairs) { return repairs ? lc_repair_code(gravest(repairs)) : LC_D_NONE; }

unsigned lc_repairs_rung(uint32_t repairs) { return repairs ? repairs_by_bit[gravest(repairs)].rung : 0; }

/* ---- comparing one reading with one move ---- */

/* Facts about a legal move, for comparison with a reading. */
typedef struct Facts {
  lc_Move move;
  uint8_t piece, victim; /* victim: captured piece, or LC_NO_PIECE */
  uint8_t victim_color;
  bool is_ep;
  bool has_file, has_rank; /* SAN needs the file or rank of the origin */
  uint8_t check;           /* LC_SAYS_CHECK, LC_SAYS_DOUBLE, LC_SAYS_MATE or 0 */
} Facts;

static Facts facts_of(const lc_Position *p, lc_Move move) {
  unsigned color;
  lc_Position next = *p;
  Facts f = {.move = move, .victim = LC_NO_PIECE, .victim_color = (uint8_t)(p->turn ^ 1)};
  f.piece = (uint8_t)lc_position_piece_at(p, lc_move_from(move), &color);
  lc_SanWord san = lc_san_word(&next, move, true);
  unsigned last = (unsigned)(san.bytes >> (san.bits - 8)) & 255;
  bool is_check = last == '+' || last == '#';
  if (is_check) f.check = lc_is_many(lc_position_checkers(&next)) ? LC_SAYS_DOUBLE : LC_SAYS_CHECK;
  if (last == '#') f.check = LC_SAYS_MATE;
  if (lc_move_is_castle(move)) return f;
  if (lc_position_is_capture(p, move)) {
    f.victim = (uint8_t)lc_position_piece_at(p, lc_move_to(move), &color);
    f.is_ep = f.victim == LC_NO_PIECE;
    if (f.is_ep) f.victim = LC_PAWN;
  }
  if (f.piece == LC_PAWN) {
    f.has_file = f.victim != LC_NO_PIECE;
    return f;
  }
  unsigned size = san.bits / 8 - is_check - (f.victim != LC_NO_PIECE) - 3; /* 3 is for the piece letter and the
                                                                           ** destination */
  for (unsigned i = 1; i <= size; i++) {
    unsigned sign = (unsigned)(san.bytes >> (8 * i)) & 255;
    if (sign >= 'a') f.has_file = true;
    if (sign < 'a') f.has_rank = true;
  }
  return f;
}

static uint32_t check_repairs(const lc_Dialect *d, const Facts *f, const lc_Syntax *s) {
  unsigned wanted = f->check;
  if (wanted == LC_SAYS_DOUBLE && d->lists[LC_WORDS_DOUBLE].count == 0) wanted = LC_SAYS_CHECK;
  if (s->check) return s->check & wanted ? 0 : LC_REPAIR_CHECK_SIGN;
  if (wanted == 0 || d->optional & LC_OPTIONAL_CHECK) return 0;
  unsigned list = wanted == LC_SAYS_MATE ? LC_WORDS_MATE : wanted == LC_SAYS_CHECK ? LC_WORDS_CHECK : LC_WORDS_DOUBLE;
  return d->lists[list].count == 0 || lc_dialect_has_empty(d, list) ? 0 : LC_REPAIR_CHECK_SIGN;
}

/* Return the repairs for the capture sign, the captured piece and the "e.p." of a token. */
static uint32_t capture_repairs(const lc_Dialect *d, const Facts *f, const lc_Syntax *s) {
  uint32_t repairs = 0;
  unsigned optional = f->piece == LC_PAWN ? LC_OPTIONAL_PAWN_CAPTURE : LC_OPTIONAL_CAPTURE;
  bool may_lack = s->sign == LC_SIGN_NONE && d->optional & optional;
  if (!s->has_capture_word && !may_lack) repairs |= LC_REPAIR_CAPTURE_SIGN;
  bool is_named = d->victim_place == LC_PLACE_NONE || s->victims ||
                  lc_dialect_has_empty(d, LC_WORDS_VICTIM + 6u * f->victim_color + f->victim);
  bool has_own = f->is_ep && d->lists[LC_WORDS_EP_VICTIM].count > 0;
  if (!is_named || has_own != s->takes_ep) repairs |= LC_REPAIR_CAPTURE_SIGN;
  if (s->has_ep != f->is_ep && !s->takes_ep) {
    bool may_be_silent = d->optional & LC_OPTIONAL_EP || d->lists[LC_WORDS_EP].count == 0 ||
                         lc_dialect_has_empty(d, LC_WORDS_EP);
    if (s->has_ep || !may_be_silent) repairs |= LC_REPAIR_EP_MARK;
  }
  return repairs;
}

static uint32_t quiet_repairs(const lc_Syntax *s) {
  uint32_t repairs = s->has_ep ? LC_REPAIR_EP_MARK : 0;
  bool has_origin = s->file != LC_NOT_GIVEN && s->rank != LC_NOT_GIVEN;
  if (s->sign == LC_SIGN_CAPTURE) return repairs | LC_REPAIR_CAPTURE_SIGN;
  if (s->sign == LC_SIGN_QUIET ? !has_origin || !s->has_quiet_word : has_origin && !s->has_quiet_word)
    repairs |= LC_REPAIR_SEPARATOR;
  return repairs;
}

/* Return the repairs for a token whose origin differs from the origin that the dialect writes. */
static uint32_t origin_repairs(const lc_Dialect *d, const Facts *f, const lc_Syntax *s) {
  bool has_file = s->file != LC_NOT_GIVEN, has_rank = s->rank != LC_NOT_GIVEN;
  unsigned style = f->piece == LC_PAWN ? d->pawn_origin : d->origin;
  if (style == LC_ORIGIN_ALWAYS) return has_file && has_rank ? 0 : LC_REPAIR_WRONG_ORIGIN;
  /* such a dialect writes an origin only if the move is ambiguous without it: see lc_dialect_write() */
  if (style == LC_ORIGIN_NEVER || style == LC_ORIGIN_WING) return 0;
  /* If pieces have the same letter, the dialect may write more of the origin than SAN does. */
  if (s->repairs & LC_REPAIR_COORDINATES || d->may_collide) return 0;
  bool is_bare = f->piece == LC_PAWN && has_file && has_rank && !s->is_named && s->sign == LC_SIGN_NONE;
  if (is_bare && d->has_letters && !d->has_squares) return LC_REPAIR_COORDINATES;
  bool is_same = has_file == f->has_file && has_rank == f->has_rank;
  if (d->has_squares) is_same = has_file == (f->has_file || f->has_rank);
  bool may_need_all = d->is_own && !d->is_plain && has_file && has_rank; /* lc_dialect_write() may write such a text */
  return is_same || may_need_all || !(has_file || has_rank) ? 0 : LC_REPAIR_SUPERFLUOUS_ORIGIN;
}

/* Report whether a reading means this castling move. The token may be a word for castling, or a king's move to the
** king's new square or onto the rook. */
static bool fits_castle(const lc_Dialect *d, const lc_Position *p, const lc_Syntax *s, lc_Move move,
                        uint32_t *repairs) {
  unsigned from = lc_move_from(move), to = (unsigned)s->to_rank * 8 + s->to_file;
  unsigned side = lc_move_to(move) > from ? LC_SYNTAX_SHORT : LC_SYNTAX_LONG;
  if (s->kind != LC_SYNTAX_MOVE) return s->kind == side;
  if (!(s->pieces & 1u << LC_KING) || s->file != lc_file(from) || s->rank != lc_rank(from)) return false;
  if (s->to_rank == LC_NOT_GIVEN || s->victims || s->becomes || (s->mark && s->mark != side)) return false;
  bool onto_rook = to == lc_move_to(move);
  /* In Chess960, a king's move to its castling square may be an ordinary king move. */
  if (!onto_rook && (p->chess960 || to != lc_move_king_to(move))) return false;
  bool wants_rook = d->castle == LC_CASTLE_ROOK || (d->castle == LC_CASTLE_KING && p->chess960);
  bool is_own = d->castle != LC_CASTLE_WORDS && onto_rook == wants_rook;
  if (d->lists[LC_WORDS_SHORT_MARK].count > 0 && !s->mark) is_own = false;
  if (!is_own && !(s->repairs & LC_REPAIR_COORDINATES)) *repairs |= LC_REPAIR_CASTLING_SIGN;
  if (s->sign == LC_SIGN_CAPTURE) *repairs |= LC_REPAIR_CAPTURE_SIGN;
  else if (!s->has_quiet_word) *repairs |= LC_REPAIR_SEPARATOR;
  return true;
}

/* Report whether origin, destination and piece are those of the move. */
static bool fits_squares(const lc_Position *p, const lc_Syntax *s, lc_Move move, uint32_t *repairs) {
  unsigned from = lc_move_from(move), to = lc_move_to(move), color;
  if (s->kind != LC_SYNTAX_MOVE || s->mark || s->to_file != lc_file(to)) return false;
  if (s->to_rank != LC_NOT_GIVEN && s->to_rank != lc_rank(to)) return false;
  unsigned piece = lc_position_piece_at(p, from, &color);
  if (!(s->pieces & 1u << piece)) return false;
  if (s->wing && (s->wing == 2) != (lc_file(from) >= 4)) return false;
  bool is_here = (s->file == LC_NOT_GIVEN || s->file == lc_file(from)) &&
                 (s->rank == LC_NOT_GIVEN || s->rank == lc_rank(from));
  if (is_here) return true;
  *repairs |= LC_REPAIR_WRONG_ORIGIN;
  return s->is_named && piece != LC_PAWN;
}

/* Report whether a reading has the file and the promotion piece that this pawn move requires. `*lacks` is set if only
** the promotion piece is missing. */
static bool fits_pawn(const lc_Dialect *d, const Facts *f, const lc_Syntax *s, uint32_t *repairs, bool *lacks) {
  unsigned becomes = lc_move_promotion(f->move);
  bool takes = f->victim != LC_NO_PIECE;
  if (s->to_rank == LC_NOT_GIVEN && !takes) return false;
  /* "d5" never means exd5, but "xd5" may. */
  if (takes && s->file == LC_NOT_GIVEN && d->pawn_origin != LC_ORIGIN_NEVER) {
    if (s->sign != LC_SIGN_CAPTURE) return false;
    *repairs |= LC_REPAIR_SHORT_CAPTURE;
  }
  if (!becomes) return !s->becomes;
  if (s->becomes) return s->becomes & 1u << becomes;
  *repairs |= LC_REPAIR_QUEEN_ASSUMED;
  *lacks = true;
  return becomes == LC_QUEEN;
}

/* Report whether a reading can mean `move`. `*repairs` is set to the necessary repairs. */
static bool fits(const lc_Dialect *d, const lc_Position *p, const lc_Syntax *s, lc_Move move, uint32_t *repairs,
                 bool *lacks_promotion) {
  *repairs = s->repairs;
  bool lacks = false;
  if (lc_move_is_castle(move)) {
    if (!fits_castle(d, p, s, move, repairs)) return false;
    Facts f = facts_of(p, move);
    *repairs |= check_repairs(d, &f, s);
    return !(*repairs & ~d->tolerates);
  }
  if (!fits_squares(p, s, move, repairs) || *repairs & ~d->tolerates) return false;
  Facts f = facts_of(p, move);
  if (s->victims && (f.victim == LC_NO_PIECE || !(s->victims & 1u << f.victim) || (s->takes_ep && !f.is_ep)))
    return false;
  if (f.piece == LC_PAWN ? !fits_pawn(d, &f, s, repairs, &lacks) && !lacks : s->becomes != 0) return false;
  *repairs |= check_repairs(d, &f, s);
  if (!(*repairs & LC_REPAIR_WRONG_ORIGIN)) *repairs |= origin_repairs(d, &f, s);
  *repairs |= f.victim != LC_NO_PIECE ? capture_repairs(d, &f, s) : quiet_repairs(s);
  bool is_allowed = !(*repairs & ~d->tolerates & ~(uint32_t)LC_REPAIR_QUEEN_ASSUMED);
  if (lacks && is_allowed) *lacks_promotion = true;
  return !(*repairs & ~d->tolerates) && !(lacks && lc_move_promotion(move) != LC_QUEEN);
}

/* ---- comparing all readings with all moves ---- */

typedef struct Finding {
  unsigned rung;         /* NO_RUNG: nothing matches */
  uint32_t repairs;      /* repairs of the first move */
  bool lacks_promotion;  /* a move would match if a promotion piece were given */
  lc_MoveList moves;
} Finding;

/* Of two sets of repairs for the same move, report whether `a` is slighter: it has a lower rung, or the same rung and
** fewer repairs. */
static bool is_lighter(uint32_t a, uint32_t b) {
  unsigned x = lc_repairs_rung(a), y = lc_repairs_rung(b);
  return x != y ? x < y : lc_count(a) < lc_count(b);
}

/* Find the legal moves, or with `is_pseudo` the pseudo-legal moves, that match a syntax of the list. */
static void find(const lc_Dialect *d, const lc_Position *p, bool is_pseudo, const lc_SyntaxList *list, Finding *out) {
  lc_MoveList legal;
  memset(out, 0, offsetof(Finding, moves));
  out->rung = NO_RUNG;
  out->moves.count = 0;
  if (list->count == 0) return;
  (is_pseudo ? lc_pseudo_legal_moves : lc_legal_moves)(p, &legal);
  for (unsigned i = 0; i < legal.count; i++) {
    uint32_t lightest = 0, repairs;
    bool found = false;
    for (unsigned k = 0; k < list->count; k++) {
      const lc_Syntax *s = &list->items[k];
      bool is_far = s->kind == LC_SYNTAX_MOVE && !lc_move_is_castle(legal.moves[i]) &&
                    s->to_file != lc_file(lc_move_to(legal.moves[i]));
      if (is_far || !fits(d, p, s, legal.moves[i], &repairs, &out->lacks_promotion)) continue;
      if (!found || is_lighter(repairs, lightest)) lightest = repairs;
      found = true;
    }
    unsigned rung = lc_repairs_rung(lightest);
    if (!found || rung > out->rung) continue;
    if (rung < out->rung) {
      out->rung = rung;
      out->repairs = lightest;
      out->moves.count = 0;
    }
    out->moves.moves[out->moves.count++] = legal.moves[i];
  }
}

static const lc_Syntax *null_in(const lc_SyntaxList *list) {
  for (unsigned i = 0; i < list->count; i++) {
    if (list->items[i].kind == LC_SYNTAX_NULL) return &list->items[i];
  }
  return NULL;
}

static lc_Code null_code(const lc_Position *p) {
  if (lc_position_checkers(p)) return LC_D_ILLEGAL_MOVE;
  return lc_may_move(p) ? LC_D_NONE : LC_D_GAME_OVER;
}

/* Remove the blanks around a token. */
static void trim(const char **text, size_t *size) {
  while (*size > 0 && strchr(" \t\r\n", (*text)[*size - 1]) && (*text)[*size - 1]) --*size;
  for (; *size > 0 && strchr(" \t\r\n", **text) && **text; ++*text) --*size;
}

/* ---- whole searches ---- */

/* Find the readings with the lowest rung. The written form is tried first: if it matches without repairs, no folded
** form can be better. */
static void search(const lc_Dialect *d, const lc_Position *p, bool is_pseudo, const char *text, size_t size,
                   lc_SyntaxList *list, Finding *found) {
  trim(&text, &size);
  list->count = 0;
  list->is_incomplete = false;
  list->glyph = 0;
  lc_dialect_parse(d, p->turn, LC_FORM_WRITTEN, text, size, list);
  find(d, p, is_pseudo, list, found);
  if (found->rung == 0 && !list->is_incomplete) return;
  unsigned as_written = list->count;
  lc_dialect_parse(d, p->turn, LC_FORM_FOLDED, text, size, list);
  lc_dialect_parse(d, p->turn, LC_FORM_LOWER, text, size, list);
  if (list->count > as_written) find(d, p, is_pseudo, list, found);
}

/* ---- dialects of functions ---- */

/* List the moves that a text may mean. If it means none, try it again without the ! and ? at its end. */
static void find_called(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_MoveList *out,
                        uint8_t *glyph) {
  trim(&text, &size);
  *glyph = 0;
  out->count = 0;
  if (size == 0 || size >= LC_DIALECT_TEXT) return;
  if (size == 2 && memcmp(text, "--", 2) == 0) {
    if (null_code(p) == LC_D_NONE) out->moves[out->count++] = LC_NULL_MOVE;
    return;
  }
  d->calls.find(d->calls.context, p, text, size, out);
  if (out->count > 0) return;
  *glyph = lc_dialect_strip_suffix(text, &size);
  if (*glyph && size > 0) d->calls.find(d->calls.context, p, text, size, out);
}

static lc_Code read_called(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_Reading *out) {
  lc_MoveList list;
  find_called(d, p, text, size, &list, &out->glyph);
  out->repairs = 0;
  out->move = list.count > 0 ? list.moves[0] : LC_NULL_MOVE;
  out->code = list.count > 1 ? LC_D_AMBIGUOUS_MOVE : list.count == 1 ? LC_D_NONE : LC_D_BAD_MOVE;
  return out->code;
}

/* ---- whole moves ---- */

lc_Code lc_dialect_read(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_Reading *out) {
  if (d->calls.find) return read_called(d, p, text, size, out);
  trim(&text, &size);
  if (d->memo && !p->rules && !lc_kings_touch(p) && lc_memo_read(d, p, text, size, out)) return LC_D_NONE;
  lc_SyntaxList list;
  Finding found;
  search(d, p, false, text, size, &list, &found);
  const lc_Syntax *null = null_in(&list);
  out->move = LC_NULL_MOVE;
  out->repairs = 0;
  out->glyph = list.glyph;
  if (list.is_incomplete || list.count == 0) {
    out->code = LC_D_BAD_MOVE;
  } else if (null) {
    out->code = null_code(p);
    out->repairs = null->repairs;
  } else if (found.moves.count > 0) {
    out->code = found.moves.count == 1 ? LC_D_NONE : LC_D_AMBIGUOUS_MOVE;
    out->move = found.moves.moves[0];
    out->repairs = found.repairs;
    if (d->memo && out->code == LC_D_NONE) lc_memo_learn(d, p, text, size, &list, out);
  } else if (found.lacks_promotion) {
    out->code = LC_D_MISSING_PROMOTION;
  } else {
    out->code = lc_may_move(p) ? LC_D_ILLEGAL_MOVE : LC_D_GAME_OVER;
  }
  return out->code;
}

bool lc_dialect_read_illegal(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size,
                             lc_Reading *out) {
  lc_SyntaxList list;
  Finding found;
  if (d->calls.find) return false;
  search(d, p, true, text, size, &list, &found);
  if (list.is_incomplete || null_in(&list) || found.moves.count != 1) return false;
  *out = (lc_Reading){.move = found.moves.moves[0], .repairs = found.repairs, .glyph = list.glyph};
  return true;
}

void lc_dialect_candidates(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size,
                           lc_MoveList *out) {
  lc_SyntaxList list;
  Finding found;
  if (d->calls.find) {
    find_called(d, p, text, size, out, &list.glyph);
    return;
  }
  search(d, p, false, text, size, &list, &found);
  out->count = 0;
  if (list.is_incomplete) return;
  if (null_in(&list)) {
    if (null_code(p) == LC_D_NONE) out->moves[out->count++] = LC_NULL_MOVE;
    return;
  }
  *out = found.moves;
}

bool lc_dialect_is_shaped(const lc_Dialect *d, const char *text, size_t size) {
  lc_SyntaxList list = {.count = 0};
  trim(&text, &size);
  if (d->calls.find) return size > 0 && size < LC_DIALECT_TEXT;
  for (unsigned form = 0; form < LC_FORMS && list.count == 0; form++) lc_dialect_parse(d, 2, form, text, size, &list);
  return list.count > 0; /* one reading is enough, so the list may be incomplete */
}
