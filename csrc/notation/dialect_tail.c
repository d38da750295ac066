/*
** dialect_tail - parses the elements of a move after its destination: capture sign, captured piece, promotion, e.p.,
** sign of check. At the end of the token, it stores the complete reading.
**
** The elements are accepted in any order, as people write them. An element out of order needs a repair. Besides the
** dialect's own signs, common signs are accepted as repairs.
*/
#include "dialect_words_impl.h"
#include "lexicon.h"

/* Elements after the destination, in their usual order. */
enum { CAPTURE_SIGN = 1, CAPTURED_PIECE = 2, PROMOTION = 4, EP_MARK = 8, CHECK_SIGN = 16 };

/* ---- the end of a token ---- */

/* Report whether the first letter of a token that was converted to lower case may be a file. It may be a file in tokens
** of one or two squares: "E2E4", "E4". A capital letter before another file is a piece, perhaps in another language:
** "Bxc3" and "Cb4" are never pawn moves. */
static bool may_be_file(const lc_Parser *ps, const lc_Syntax *s) {
  bool has_file = s->file != LC_NOT_GIVEN, has_rank = s->rank != LC_NOT_GIVEN;
  if (has_file && has_rank && s->sign != LC_SIGN_CAPTURE) return true;
  return ps->begins_file || (!has_file && !ps->begins_piece);
}

/* Report whether the origin is as complete as the dialect requires. */
static bool has_enough_origin(const lc_Dialect *d, const lc_Syntax *s) {
  bool may_be_pawn = s->pieces & 1u << LC_PAWN, may_be_piece = s->pieces != 1u << LC_PAWN;
  if (s->kind != LC_SYNTAX_MOVE || (s->file != LC_NOT_GIVEN && s->rank != LC_NOT_GIVEN)) return true;
  if (may_be_pawn && d->pawn_origin != LC_ORIGIN_ALWAYS) return true;
  if (may_be_piece && d->origin != LC_ORIGIN_ALWAYS) return true;
  return d->has_letters && d->tolerates & LC_REPAIR_WRONG_ORIGIN;
}

/* Store a complete reading. It is dropped if it needs repairs that the dialect does not tolerate, or if its elements
** contradict one another. */
static void emit(lc_Parser *ps, const lc_Syntax *s) {
  uint32_t repairs = s->repairs | ps->repairs;
  if (repairs & ~ps->d->tolerates || !has_enough_origin(ps->d, s)) return;
  bool has_origin = s->file != LC_NOT_GIVEN && s->rank != LC_NOT_GIVEN;
  if (s->repairs & LC_REPAIR_COORDINATES && !has_origin) return;
  bool is_half = s->kind == LC_SYNTAX_MOVE && s->to_rank == LC_NOT_GIVEN;
  if (is_half && (s->file == LC_NOT_GIVEN || s->rank != LC_NOT_GIVEN)) return;
  if (s->becomes && !(s->pieces & 1u << LC_PAWN)) return;
  if (ps->form == LC_FORM_LOWER && s->kind == LC_SYNTAX_MOVE && !s->is_named && !may_be_file(ps, s)) return;
  if (ps->out->count == LC_SYNTAX_MOST) {
    ps->out->is_incomplete = true;
    return;
  }
  ps->out->items[ps->out->count] = *s;
  ps->out->items[ps->out->count++].repairs = repairs;
}

/* ---- after the destination ---- */

/* The signs that are read directly after a move in any dialect. */
#define LC_GLUED_ANY(text) text,
#define LC_GLUED_BOTH(text) text,
#define LC_GLUED_GLUED(text) text,
#define LC_GLUED_APART(text)
#define LC_GLUED_TEXT(text)
#define LC_GLUED_CHECK(text, place) LC_GLUED_##place(text)
#define LC_GLUED_MATE(text, place) LC_GLUED_##place(text)
#define LC_GLUED_EP(text, place)
static const char *const glued_checks[] = {
#define LC_SUFFIX(kind, text, place) LC_GLUED_##kind(text, place)
#include "suffixes.def"
};
#undef LC_GLUED_CHECK
#undef LC_GLUED_MATE
#undef LC_GLUED_EP
#define LC_GLUED_CHECK(text, place)
#define LC_GLUED_MATE(text, place)
#define LC_GLUED_EP(text, place) LC_GLUED_##place(text)
static const char *const glued_eps[] = {
#define LC_SUFFIX(kind, text, place) LC_GLUED_##kind(text, place)
#include "suffixes.def"
};

/* Continue after `element`. If an element that usually comes after it was parsed before it, `element` is out of order
** and needs the repair `late`. */
static void after(lc_Parser *ps, lc_Syntax s, unsigned element, uint32_t late, size_t at) {
  if (s.last > element) s.repairs |= late;
  s.last = (uint8_t)(s.last | element);
  lc_dialect_parse_tail(ps, s, at);
}

/* Parse a capture sign after the destination. The sign is the dialect's sign if the dialect writes it after the
** destination, else the colon of old German books. */
static void parse_capture_sign(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (s.last & CAPTURE_SIGN || s.sign == LC_SIGN_CAPTURE) return;
  bool is_place = ps->d->capture_place == LC_PLACE_AFTER;
  s.sign = LC_SIGN_CAPTURE;
  s.has_capture_word = is_place;
  for (unsigned i = 0; is_place && i < ps->d->lists[LC_WORDS_CAPTURE].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_CAPTURE, i, at);
    if (n) after(ps, s, CAPTURE_SIGN, LC_REPAIR_CAPTURE_SIGN, at + n);
  }
  if (!lc_is_at(ps, at, ":", 1) || (is_place && lc_is_own(ps, LC_WORDS_CAPTURE, ":", 1))) return;
  s.has_capture_word = false;
  s.repairs |= LC_REPAIR_CAPTURE_SIGN;
  after(ps, s, CAPTURE_SIGN, LC_REPAIR_CAPTURE_SIGN, at + 1);
}

void lc_dialect_parse_victim(lc_Parser *ps, lc_Syntax s, size_t at, lc_Parse *next) {
  for (unsigned victim = 0; victim < 12; victim++) {
    if (ps->color == victim / 6) continue; /* a side cannot capture its own pieces */
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_VICTIM + victim].count; i++) {
      size_t n = lc_word_at(ps, LC_WORDS_VICTIM + victim, i, at);
      lc_Syntax named = s;
      named.victims = (uint8_t)(1u << victim % 6);
      if (n) next(ps, named, at + n);
    }
  }
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_EP_VICTIM].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_EP_VICTIM, i, at);
    lc_Syntax named = s;
    named.victims = 1u << LC_PAWN;
    named.takes_ep = true;
    if (n) next(ps, named, at + n);
  }
}

static void after_victim(lc_Parser *ps, lc_Syntax s, size_t at) {
  after(ps, s, CAPTURED_PIECE, LC_REPAIR_CAPTURE_SIGN, at);
}

static void parse_victim_after(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (s.last & CAPTURED_PIECE) return;
  if (ps->d->victim_place == LC_PLACE_AFTER) lc_dialect_parse_victim(ps, s, at, after_victim);
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SHORT_MARK + side].count; i++) {
      size_t n = lc_word_at(ps, LC_WORDS_SHORT_MARK + side, i, at);
      lc_Syntax marked = s;
      marked.mark = (uint8_t)(side ? LC_SYNTAX_LONG : LC_SYNTAX_SHORT);
      if (n) after(ps, marked, CAPTURED_PIECE, LC_REPAIR_CASTLING_SIGN, at + n);
    }
  }
}

/* Continue after the promotion piece. The sign before the piece has the index `sign` in its list, and the sign after
** the piece must have the same index. */
static void close_promotion(lc_Parser *ps, lc_Syntax s, unsigned sign, size_t at) {
  unsigned count = ps->d->lists[LC_WORDS_CLOSE].count, i = sign < count ? sign : count - 1;
  size_t n = lc_word_at(ps, LC_WORDS_CLOSE, i, at);
  bool is_empty = ps->d->words[ps->d->lists[LC_WORDS_CLOSE].first + i].size[ps->form] == 0;
  if (n || is_empty) after(ps, s, PROMOTION, LC_REPAIR_PROMOTION_SIGN, at + n);
}

/* Parse the promotion piece at `at`. If `close` is NULL, the piece comes after the dialect's sign with the index
** `sign`. Otherwise the piece comes after a common sign, and the text `close` must come after the piece. */
static void parse_promotion_piece(lc_Parser *ps, lc_Syntax s, unsigned sign, const char *close, size_t at) {
  unsigned glyph = lc_glyph_at(ps, at);
  for (unsigned kind = 0; kind < 12; kind++) {
    unsigned piece = kind % 6, list = LC_WORDS_PROMOTION + kind, count = ps->d->lists[list].count;
    lc_Syntax named = s;
    named.becomes = (uint8_t)(1u << piece);
    if (ps->color == (kind / 6 ^ 1) || piece == LC_PAWN || piece == LC_KING) continue;
    for (unsigned i = 0; i <= count; i++) {
      size_t n = i < count ? lc_word_at(ps, list, i, at) : glyph == piece ? 3 : 0;
      if (n == 0 || (i == count && lc_is_own(ps, list, ps->text + at, 3))) continue;
      if (i == count) named.repairs |= LC_REPAIR_PIECE_GLYPH;
      if (close == NULL)
        close_promotion(ps, named, sign, at + n);
      else if (lc_is_at(ps, at + n, close, strlen(close)))
        after(ps, named, PROMOTION, LC_REPAIR_PROMOTION_SIGN, at + n + strlen(close));
    }
  }
}

static void parse_promotion(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (s.last & PROMOTION || !(s.pieces & 1u << LC_PAWN)) return;
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SIGN].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_SIGN, i, at);
    bool is_empty = ps->d->words[ps->d->lists[LC_WORDS_SIGN].first + i].size[ps->form] == 0;
    if (n || is_empty) parse_promotion_piece(ps, s, i, NULL, at + n);
  }
  s.repairs |= LC_REPAIR_PROMOTION_SIGN;
  for (unsigned i = 0; i < LC_PROMOTIONS; i++) {
    const char *before = lc_promotions[i].before;
    size_t n = strlen(before);
    if (!lc_is_own(ps, LC_WORDS_SIGN, before, n) && lc_is_at(ps, at, before, n))
      parse_promotion_piece(ps, s, 0, lc_promotions[i].after, at + n);
  }
}

static void parse_ep_mark(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (s.last & EP_MARK || !(s.pieces & 1u << LC_PAWN)) return;
  s.has_ep = true;
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_EP].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_EP, i, at);
    if (n) after(ps, s, EP_MARK, LC_REPAIR_EP_MARK, at + n);
  }
  s.repairs |= LC_REPAIR_EP_MARK;
  for (unsigned i = 0; i < sizeof glued_eps / sizeof glued_eps[0]; i++) {
    size_t n = lc_foreign_at(ps, LC_WORDS_EP, glued_eps[i], at);
    if (n) after(ps, s, EP_MARK, LC_REPAIR_EP_MARK, at + n);
  }
}

static void parse_check(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (s.last & CHECK_SIGN) return;
  for (unsigned list = LC_WORDS_CHECK; list <= LC_WORDS_DOUBLE; list++) {
    for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
      size_t n = lc_word_at(ps, list, i, at);
      lc_Syntax marked = s;
      marked.check = (uint8_t)(1u << (list - LC_WORDS_CHECK));
      if (n) after(ps, marked, CHECK_SIGN, LC_REPAIR_CHECK_SIGN, at + n);
    }
  }
  s.check = LC_SAYS_FOREIGN;
  s.repairs |= LC_REPAIR_CHECK_SIGN;
  for (unsigned i = 0; i < sizeof glued_checks / sizeof glued_checks[0]; i++) {
    const char *sign = glued_checks[i];
    size_t n = lc_text_at(ps, at, sign);
    if (n && !lc_is_own(ps, LC_WORDS_CHECK, sign, n) && !lc_is_own(ps, LC_WORDS_MATE, sign, n) &&
        !lc_is_own(ps, LC_WORDS_DOUBLE, sign, n))
      after(ps, s, CHECK_SIGN, LC_REPAIR_CHECK_SIGN, at + n);
  }
}

void lc_dialect_parse_tail(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (!lc_parser_step(ps)) return;
  if (at == ps->size) {
    emit(ps, &s);
    return;
  }
  if (s.kind == LC_SYNTAX_MOVE) {
    parse_capture_sign(ps, s, at);
    parse_victim_after(ps, s, at);
    parse_promotion(ps, s, at);
    parse_ep_mark(ps, s, at);
  }
  parse_check(ps, s, at);
}

