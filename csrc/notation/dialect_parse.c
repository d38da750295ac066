/*
** dialect_parse - every way in which a token can be read in a dialect, before any position is asked.
**
** A move is piece, origin, sign, victim, destination, and behind it in any order capture sign, victim, promotion, mark
** of en passant, sign of check. Each element is tried with each of its words and the parser goes back on failure: words
** may be the beginning of one another (Russian king and knight). Besides the dialect's own words, those that are in use
** everywhere are taken, each as the repair that stands beside it.
** Bounds: a token has at most 63 bytes, an element few words that fit at one place; a token of a real dialect takes some
** tens of steps and gives at most a dozen readings. MOST_STEPS and LC_SYNTAX_MOST cut only what an alphabet made for it
** can cause ("a", "aa", "aaa" for every piece), and a cut token is refused rather than read by half.
*/
#include <string.h>

#include "dialect_syntax.h"
#include "folding.h"

enum { MOST_STEPS = 8192 };

typedef struct Parser {
  const lc_Dialect *d;
  const char *text;
  size_t size;
  unsigned form;
  unsigned color;    /* 2: both */
  unsigned steps;
  uint32_t repairs;  /* that the form itself is */
  bool begins_piece; /* as written, the token begins like a piece */
  bool begins_file;  /* and like a file */
  lc_SyntaxList *out;
} Parser;

/* Elements behind the destination, in the order in which they are printed. */
enum { TAKES = 1, VICTIM = 2, BECOMES = 4, PASSING = 8, CHECKS = 16 };

static void parse_tail(Parser *ps, lc_Syntax s, size_t at);

/* ---- words ---- */

static bool is_at(const Parser *ps, size_t at, const char *word, size_t size) {
  return ps->size - at >= size && (size == 0 || (ps->text[at] == *word && memcmp(ps->text + at, word, size) == 0));
}

/* The length of a text that stands at `at`, or 0. */
static size_t text_at(const Parser *ps, size_t at, const char *word) {
  size_t n = 0;
  while (word[n] && at + n < ps->size && word[n] == ps->text[at + n]) n++;
  return word[n] ? 0 : n;
}

/* Whether word number `i` of a list is not empty and stands at `at`; its length. */
static size_t word_at(const Parser *ps, unsigned list, unsigned i, size_t at) {
  const lc_DialectWord *word = &ps->d->words[ps->d->lists[list].first + i];
  size_t size = word->size[ps->form];
  return is_at(ps, at, ps->d->pool + word->at[ps->form], size) ? size : 0;
}

static bool has_empty(const lc_Dialect *d, unsigned list) {
  for (unsigned i = 0; i < d->lists[list].count; i++) {
    if (d->words[d->lists[list].first + i].size[0] == 0) return true;
  }
  return false;
}

/* Whether the bytes are a word of the list in this form. */
static bool is_own(const Parser *ps, unsigned list, const char *text, size_t size) {
  for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
    const lc_DialectWord *word = &ps->d->words[ps->d->lists[list].first + i];
    if (word->size[ps->form] == size && memcmp(ps->d->pool + word->at[ps->form], text, size) == 0) return true;
  }
  return false;
}

/* Length of a word that is in use everywhere, when it stands at `at` and the dialect does not have it in the list. */
static size_t foreign_at(const Parser *ps, unsigned list, const char *word, size_t at) {
  size_t size = text_at(ps, at, word);
  return size && !is_own(ps, list, word, size) ? size : 0;
}

/* The piece of a chess symbol U+2654..265F at `at`, which takes three bytes; LC_NO_PIECE. */
static unsigned glyph_at(const Parser *ps, size_t at) {
  static const uint8_t pieces[] = {LC_KING, LC_QUEEN, LC_ROOK, LC_BISHOP, LC_KNIGHT, LC_PAWN};
  if (!is_at(ps, at, "\xe2\x99", 2) || ps->size - at < 3) return LC_NO_PIECE;
  unsigned last = (unsigned char)ps->text[at + 2] - 0x94u;
  return last < 12 ? pieces[last % 6] : LC_NO_PIECE;
}

/* ---- the end ---- */

/* Whether the token's first letter may be a file though it was perhaps not written as one. Two squares and a single one
** may: "E2E4", "E4". A capital before another file is a piece, if only in another language: "Bxc3" is never the pawn's,
** nor is "Cb4". */
static bool may_be_file(const Parser *ps, const lc_Syntax *s) {
  bool has_file = s->file != LC_NOT_SAID, has_rank = s->rank != LC_NOT_SAID;
  if (has_file && has_rank && s->sign != LC_SIGN_CAPTURE) return true;
  return ps->begins_file || (!has_file && !ps->begins_piece);
}

/* Whether so much of the origin is said as the dialect must say. */
static bool has_enough_origin(const lc_Dialect *d, const lc_Syntax *s) {
  bool may_be_pawn = s->pieces & 1u << LC_PAWN, may_be_piece = s->pieces != 1u << LC_PAWN;
  if (s->kind != LC_SYNTAX_MOVE || (s->file != LC_NOT_SAID && s->rank != LC_NOT_SAID)) return true;
  if ((may_be_pawn && d->pawn_origin != LC_ORIGIN_ALWAYS) || (may_be_piece && d->origin != LC_ORIGIN_ALWAYS)) return true;
  return d->has_letters && d->tolerates & LC_REPAIR_WRONG_ORIGIN;
}

static void emit(Parser *ps, const lc_Syntax *s) {
  uint32_t repairs = s->repairs | ps->repairs;
  if (repairs & ~ps->d->tolerates || !has_enough_origin(ps->d, s)) return;
  bool has_origin = s->file != LC_NOT_SAID && s->rank != LC_NOT_SAID;
  if (s->repairs & LC_REPAIR_COORDINATES && !has_origin) return;
  if (s->becomes && !(s->pieces & 1u << LC_PAWN)) return;
  if (ps->form == LC_FORM_LOWER && s->kind == LC_SYNTAX_MOVE && !s->is_named && !may_be_file(ps, s)) return;
  if (ps->out->count == LC_SYNTAX_MOST) {
    ps->out->is_cut = true;
    return;
  }
  ps->out->items[ps->out->count] = *s;
  ps->out->items[ps->out->count++].repairs = repairs;
}

static bool take_step(Parser *ps) {
  if (++ps->steps > MOST_STEPS) ps->out->is_cut = true;
  return !ps->out->is_cut;
}

/* ---- behind the destination ---- */

/* Go on behind an element; one that stands before its place is the repair `late`. */
static void after(Parser *ps, lc_Syntax s, unsigned element, uint32_t late, size_t at) {
  if (s.last > element) s.repairs |= late;
  s.last = (uint8_t)(s.last | element);
  parse_tail(ps, s, at);
}

/* A capture sign behind the square: the dialect's own where it stands there, else the colon of old German books. */
static void parse_takes(Parser *ps, lc_Syntax s, size_t at) {
  if (s.last & TAKES || s.sign == LC_SIGN_CAPTURE) return;
  bool is_place = ps->d->capture_place == LC_PLACE_AFTER;
  s.sign = LC_SIGN_CAPTURE;
  s.has_capture_word = is_place;
  for (unsigned i = 0; is_place && i < ps->d->lists[LC_WORDS_CAPTURE].count; i++) {
    size_t n = word_at(ps, LC_WORDS_CAPTURE, i, at);
    if (n) after(ps, s, TAKES, LC_REPAIR_CAPTURE_SIGN, at + n);
  }
  if (!is_at(ps, at, ":", 1) || (is_place && is_own(ps, LC_WORDS_CAPTURE, ":", 1))) return;
  s.has_capture_word = false;
  s.repairs |= LC_REPAIR_CAPTURE_SIGN;
  after(ps, s, TAKES, LC_REPAIR_CAPTURE_SIGN, at + 1);
}

/* What is taken, at `at`: calls `next` behind each word that says it. */
static void each_victim(Parser *ps, lc_Syntax s, size_t at, void (*next)(Parser *, lc_Syntax, size_t)) {
  for (unsigned victim = 0; victim < 12; victim++) {
    if (ps->color == victim / 6) continue; /* nobody takes his own */
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_VICTIM + victim].count; i++) {
      size_t n = word_at(ps, LC_WORDS_VICTIM + victim, i, at);
      lc_Syntax named = s;
      named.victims = (uint8_t)(1u << victim % 6);
      if (n) next(ps, named, at + n);
    }
  }
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_EP_VICTIM].count; i++) {
    size_t n = word_at(ps, LC_WORDS_EP_VICTIM, i, at);
    lc_Syntax named = s;
    named.victims = 1u << LC_PAWN;
    named.takes_ep = true;
    if (n) next(ps, named, at + n);
  }
}

static void after_victim(Parser *ps, lc_Syntax s, size_t at) { after(ps, s, VICTIM, LC_REPAIR_CAPTURE_SIGN, at); }

static void parse_victim_behind(Parser *ps, lc_Syntax s, size_t at) {
  if (s.last & VICTIM) return;
  if (ps->d->victim_place == LC_PLACE_AFTER) each_victim(ps, s, at, after_victim);
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SHORT_MARK + side].count; i++) {
      size_t n = word_at(ps, LC_WORDS_SHORT_MARK + side, i, at);
      lc_Syntax marked = s;
      marked.mark = (uint8_t)(side ? LC_SYNTAX_LONG : LC_SYNTAX_SHORT);
      if (n) after(ps, marked, VICTIM, LC_REPAIR_CASTLING_SIGN, at + n);
    }
  }
}

/* Behind the promotion piece: the sign number `sign` of the dialect is closed by its fellow. */
static void close_promotion(Parser *ps, lc_Syntax s, unsigned sign, size_t at) {
  unsigned count = ps->d->lists[LC_WORDS_CLOSE].count, i = sign < count ? sign : count - 1;
  size_t n = word_at(ps, LC_WORDS_CLOSE, i, at);
  bool is_empty = ps->d->words[ps->d->lists[LC_WORDS_CLOSE].first + i].size[ps->form] == 0;
  if (n || is_empty) after(ps, s, BECOMES, LC_REPAIR_PROMOTION_SIGN, at + n);
}

/* The promotion piece, at `at`, behind the dialect's sign `sign`, or behind another with `close` to end it. */
static void parse_becomes(Parser *ps, lc_Syntax s, unsigned sign, const char *close, size_t at) {
  unsigned glyph = glyph_at(ps, at);
  for (unsigned man = 0; man < 12; man++) {
    unsigned piece = man % 6, list = LC_WORDS_PROMOTION + man, count = ps->d->lists[list].count;
    lc_Syntax named = s;
    named.becomes = (uint8_t)(1u << piece);
    if (ps->color == (man / 6 ^ 1) || piece == LC_PAWN || piece == LC_KING) continue;
    for (unsigned i = 0; i <= count; i++) {
      size_t n = i < count ? word_at(ps, list, i, at) : glyph == piece ? 3 : 0;
      if (n == 0 || (i == count && is_own(ps, list, ps->text + at, 3))) continue;
      if (i == count) named.repairs |= LC_REPAIR_PIECE_GLYPH;
      if (close == NULL)
        close_promotion(ps, named, sign, at + n);
      else if (is_at(ps, at + n, close, strlen(close)))
        after(ps, named, BECOMES, LC_REPAIR_PROMOTION_SIGN, at + n + strlen(close));
    }
  }
}

static void parse_promotion(Parser *ps, lc_Syntax s, size_t at) {
  static const char *const foreign[][2] = {{"=", ""}, {"", ""}, {"(", ")"}, {"/", ""}, {"=(", ")"}, {":", ""}};
  if (s.last & BECOMES || !(s.pieces & 1u << LC_PAWN)) return;
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SIGN].count; i++) {
    size_t n = word_at(ps, LC_WORDS_SIGN, i, at);
    bool is_empty = ps->d->words[ps->d->lists[LC_WORDS_SIGN].first + i].size[ps->form] == 0;
    if (n || is_empty) parse_becomes(ps, s, i, NULL, at + n);
  }
  s.repairs |= LC_REPAIR_PROMOTION_SIGN;
  for (unsigned i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
    size_t n = strlen(foreign[i][0]);
    if (!is_own(ps, LC_WORDS_SIGN, foreign[i][0], n) && is_at(ps, at, foreign[i][0], n))
      parse_becomes(ps, s, 0, foreign[i][1], at + n);
  }
}

static void parse_passing(Parser *ps, lc_Syntax s, size_t at) {
  static const char *const foreign[] = {"e.p.", "e.p", "ep.", "ep", "(ep)", "(e.p.)"};
  if (s.last & PASSING || !(s.pieces & 1u << LC_PAWN)) return;
  s.has_ep = true;
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_EP].count; i++) {
    size_t n = word_at(ps, LC_WORDS_EP, i, at);
    if (n) after(ps, s, PASSING, LC_REPAIR_EP_MARK, at + n);
  }
  s.repairs |= LC_REPAIR_EP_MARK;
  for (unsigned i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
    size_t n = foreign_at(ps, LC_WORDS_EP, foreign[i], at);
    if (n) after(ps, s, PASSING, LC_REPAIR_EP_MARK, at + n);
  }
}

static void parse_check(Parser *ps, lc_Syntax s, size_t at) {
  static const char *const foreign[] = {"+", "#", "++", "\xe2\x80\xa0", "\xe2\x80\xa1", "\xe2\x89\xa0", "ch", "ch.",
                                        "mate", "matt", "mat", "disch", "dblch", "dis.ch.", "dbl.ch."};
  if (s.last & CHECKS) return;
  for (unsigned list = LC_WORDS_CHECK; list <= LC_WORDS_DOUBLE; list++) {
    for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
      size_t n = word_at(ps, list, i, at);
      lc_Syntax said = s;
      said.check = (uint8_t)(1u << (list - LC_WORDS_CHECK));
      if (n) after(ps, said, CHECKS, LC_REPAIR_CHECK_SIGN, at + n);
    }
  }
  s.check = LC_SAYS_FOREIGN;
  s.repairs |= LC_REPAIR_CHECK_SIGN;
  for (unsigned i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
    size_t n = text_at(ps, at, foreign[i]);
    if (n && !is_own(ps, LC_WORDS_CHECK, foreign[i], n) &&
        !is_own(ps, LC_WORDS_MATE, foreign[i], n) && !is_own(ps, LC_WORDS_DOUBLE, foreign[i], n))
      after(ps, s, CHECKS, LC_REPAIR_CHECK_SIGN, at + n);
  }
}

static void parse_tail(Parser *ps, lc_Syntax s, size_t at) {
  if (!take_step(ps)) return;
  if (at == ps->size) {
    emit(ps, &s);
    return;
  }
  if (s.kind == LC_SYNTAX_MOVE) {
    parse_takes(ps, s, at);
    parse_victim_behind(ps, s, at);
    parse_promotion(ps, s, at);
    parse_passing(ps, s, at);
  }
  parse_check(ps, s, at);
}

/* ---- squares ---- */

/* The length of file (or rank) number `i`, word number `word`, at `at`; word numbers go beyond the list for letters
** that look like the file's: files typed on a Cyrillic keyboard. 0: it does not stand there. */
static size_t line_at(const Parser *ps, unsigned first, unsigned i, unsigned word, size_t at) {
  static const char *const lookalikes[] = {"\xd0\xb0", NULL, "\xd1\x81", NULL, "\xd0\xb5", NULL, NULL, NULL};
  unsigned list = first + i;
  if (word < ps->d->lists[list].count) return word_at(ps, list, word, at);
  if (first != LC_WORDS_FILE || ps->form == LC_FORM_WRITTEN || !lookalikes[i]) return 0;
  const lc_DialectWord *own = &ps->d->words[ps->d->lists[list].first];
  bool is_letter = own->size[LC_FORM_LOWER] == 1 && ps->d->pool[own->at[LC_FORM_LOWER]] == (char)('a' + i);
  return is_letter && is_at(ps, at, lookalikes[i], 2) ? 2 : 0;
}

/* The files (or ranks) whose words begin with the byte at `at`, as a set. */
static unsigned lines_at(const Parser *ps, unsigned first, size_t at) {
  if (at == ps->size) return 0;
  return ps->d->lines[first == LC_WORDS_RANK][ps->form][(unsigned char)ps->text[at]];
}

/* "exd": a pawn's capture that ends with the file. */
static void parse_half(Parser *ps, lc_Syntax s, size_t at) {
  if (s.pieces != 1u << LC_PAWN || s.file == LC_NOT_SAID || s.rank != LC_NOT_SAID) return;
  s.to_rank = LC_NOT_SAID;
  s.repairs |= LC_REPAIR_SHORT_CAPTURE;
  parse_tail(ps, s, at);
}

static void parse_destination(Parser *ps, lc_Syntax s, size_t at) {
  if (!take_step(ps)) return;
  for (unsigned square = 0; ps->d->has_squares && square < 64; square++) {
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SQUARE + square].count; i++) {
      size_t n = word_at(ps, LC_WORDS_SQUARE + square, i, at);
      s.to_file = (uint8_t)lc_file(square);
      s.to_rank = (uint8_t)lc_rank(square);
      if (n) parse_tail(ps, s, at + n);
    }
  }
  for (unsigned files = lines_at(ps, LC_WORDS_FILE, at); files; files &= files - 1) {
    unsigned file = lc_first(files);
    for (unsigned i = 0; i <= ps->d->lists[LC_WORDS_FILE + file].count; i++) {
      size_t n = line_at(ps, LC_WORDS_FILE, file, i, at);
      if (n == 0) continue;
      s.to_file = (uint8_t)file;
      parse_half(ps, s, at + n);
      for (unsigned ranks = lines_at(ps, LC_WORDS_RANK, at + n); ranks; ranks &= ranks - 1) {
        unsigned rank = lc_first(ranks);
        for (unsigned j = 0; j < ps->d->lists[LC_WORDS_RANK + rank].count; j++) {
          size_t more = line_at(ps, LC_WORDS_RANK, rank, j, at + n);
          s.to_rank = (uint8_t)rank;
          if (more) parse_tail(ps, s, at + n + more);
        }
      }
    }
  }
}

/* ---- between the squares ---- */

static void parse_victim_before(Parser *ps, lc_Syntax s, size_t at) {
  bool may_take = s.sign != LC_SIGN_QUIET || ps->d->capture_place != LC_PLACE_BEFORE;
  if (ps->d->victim_place == LC_PLACE_BEFORE && may_take)
    each_victim(ps, s, at, parse_destination);
  parse_destination(ps, s, at);
}

static void parse_sign(Parser *ps, lc_Syntax s, size_t at) {
  /* the last four: a Cyrillic or Greek letter for x */
  static const char *const captures[] = {"x", ":", "\xd1\x85", "\xd0\xa5", "\xcf\x87", "\xce\xa7"};
  const lc_Dialect *d = ps->d;
  if (!take_step(ps)) return;
  lc_Syntax other = s;
  s.has_quiet_word = has_empty(d, LC_WORDS_QUIET);
  s.has_capture_word = d->capture_place == LC_PLACE_NONE || has_empty(d, LC_WORDS_CAPTURE);
  parse_victim_before(ps, s, at);
  for (unsigned i = 0; i < d->lists[LC_WORDS_QUIET].count; i++) {
    size_t n = word_at(ps, LC_WORDS_QUIET, i, at);
    other.sign = LC_SIGN_QUIET;
    other.has_quiet_word = true;
    if (n) parse_victim_before(ps, other, at + n);
  }
  other.sign = LC_SIGN_CAPTURE;
  other.has_quiet_word = false;
  for (unsigned i = 0; i < d->lists[LC_WORDS_CAPTURE].count; i++) {
    size_t n = word_at(ps, LC_WORDS_CAPTURE, i, at);
    other.has_capture_word = d->capture_place == LC_PLACE_BEFORE;
    if (n) parse_victim_before(ps, other, at + n);
  }
  other.has_capture_word = false;
  for (unsigned i = 0; i < (ps->form == LC_FORM_WRITTEN ? 2 : 6); i++) {
    size_t n = foreign_at(ps, LC_WORDS_CAPTURE, captures[i], at);
    if (n) parse_victim_before(ps, other, at + n);
  }
  size_t dash = foreign_at(ps, LC_WORDS_QUIET, "-", at);
  other.sign = LC_SIGN_QUIET;
  if (dash) parse_victim_before(ps, other, at + dash);
}

/* ---- piece and origin ---- */

/* Behind an origin: its closing bracket, when the dialect has one. */
static void after_origin(Parser *ps, lc_Syntax s, size_t at) {
  if (ps->d->lists[LC_WORDS_SHUT].count == 0 || has_empty(ps->d, LC_WORDS_SHUT)) parse_sign(ps, s, at);
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SHUT].count; i++) {
    size_t n = word_at(ps, LC_WORDS_SHUT, i, at);
    if (n) parse_sign(ps, s, at + n);
  }
}

/* An origin's rank, when `s` has its file; else any part of it. */
static void parse_origin_line(Parser *ps, lc_Syntax s, unsigned first, size_t at) {
  if (!take_step(ps)) return;
  for (unsigned lines = lines_at(ps, first, at); lines; lines &= lines - 1) {
    unsigned line = lc_first(lines);
    for (unsigned i = 0; i <= ps->d->lists[first + line].count; i++) {
      size_t n = line_at(ps, first, line, i, at);
      if (n == 0) continue;
      lc_Syntax said = s;
      *(first == LC_WORDS_FILE ? &said.file : &said.rank) = (uint8_t)line;
      after_origin(ps, said, at + n);
      if (first == LC_WORDS_FILE) parse_origin_line(ps, said, LC_WORDS_RANK, at + n);
    }
  }
}

static void parse_origin_at(Parser *ps, lc_Syntax s, size_t at) {
  for (unsigned square = 0; ps->d->has_squares && square < 64; square++) {
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SQUARE + square].count; i++) {
      size_t n = word_at(ps, LC_WORDS_SQUARE + square, i, at);
      s.file = (uint8_t)lc_file(square);
      s.rank = (uint8_t)lc_rank(square);
      if (n) after_origin(ps, s, at + n);
    }
  }
  if (ps->d->has_squares) return;
  parse_origin_line(ps, s, LC_WORDS_FILE, at);
  parse_origin_line(ps, s, LC_WORDS_RANK, at);
}

static void parse_origin(Parser *ps, lc_Syntax s, size_t at) {
  parse_sign(ps, s, at);
  if (ps->d->lists[LC_WORDS_OPEN].count == 0 || has_empty(ps->d, LC_WORDS_OPEN)) parse_origin_at(ps, s, at);
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_OPEN].count; i++) {
    size_t n = word_at(ps, LC_WORDS_OPEN, i, at);
    if (n) parse_origin_at(ps, s, at + n);
  }
}

/* The pieces that one side's letters name. */
static void parse_named(Parser *ps, lc_Syntax s, unsigned color) {
  const lc_Dialect *d = ps->d;
  s.is_named = true;
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    unsigned list = LC_WORDS_PIECE + 6 * color + piece;
    lc_Syntax named = s;
    named.pieces = (uint8_t)(1u << piece);
    /* Pawns that are printed without a letter. */
    if (d->words[d->lists[list].first].size[0] == 0) named.repairs |= LC_REPAIR_PAWN_LETTER;
    for (unsigned i = 0; i < d->lists[list].count; i++) {
      size_t n = word_at(ps, list, i, 0);
      if (n) parse_origin(ps, named, n);
    }
    if (glyph_at(ps, 0) != piece || is_own(ps, list, ps->text, 3)) continue;
    named.repairs |= LC_REPAIR_PIECE_GLYPH;
    parse_origin(ps, named, 3);
  }
}

static void parse_move(Parser *ps) {
  const lc_Dialect *d = ps->d;
  lc_Syntax s = {.file = LC_NOT_SAID, .rank = LC_NOT_SAID, .pieces = LC_EVERY_PIECE};
  if (!d->has_letters) {
    parse_origin(ps, s, 0);
    return;
  }
  for (unsigned color = 0; color < 2; color++) {
    if (ps->color == (color ^ 1)) continue;
    lc_Syntax pawn = s;
    pawn.pieces = 1u << LC_PAWN;
    if (d->words[d->lists[LC_WORDS_PIECE + 6 * color].first].size[0] > 0) pawn.repairs |= LC_REPAIR_PAWN_LETTER;
    parse_origin(ps, pawn, 0);
    parse_named(ps, s, color);
  }
  s.pieces &= (uint8_t)~(1u << LC_PAWN);
  s.repairs |= LC_REPAIR_COORDINATES;
  if (!d->has_squares) parse_origin_line(ps, s, LC_WORDS_FILE, 0);
}

/* ---- whole tokens ---- */

/* Length of one of the rings that people castle with: O 0 o, Cyrillic and Greek O, theta. */
static size_t ring_at(const Parser *ps, size_t at) {
  static const char *const rings[] = {"O",        "0",        "o",        "\xd0\x9e",
                                      "\xd0\xbe", "\xce\x9f", "\xce\xbf", "\xce\xb8"};
  for (unsigned i = 0; i < sizeof rings / sizeof rings[0]; i++) {
    size_t n = text_at(ps, at, rings[i]);
    if (n) return n;
  }
  return 0;
}

/* Two or three rings, with or without dashes between them. */
static void parse_rings(Parser *ps, lc_Syntax s) {
  size_t at = ring_at(ps, 0);
  s.repairs |= LC_REPAIR_CASTLING_SIGN;
  for (unsigned rings = 1; at > 0 && rings < 3; rings++) {
    size_t dash = is_at(ps, at, "-", 1), ring = ring_at(ps, at + dash);
    if (ring == 0) return;
    at += dash + ring;
    s.kind = rings == 1 ? LC_SYNTAX_SHORT : LC_SYNTAX_LONG;
    parse_tail(ps, s, at);
  }
}

static void parse_whole(Parser *ps) {
  static const uint8_t lists[] = {LC_WORDS_SHORT, LC_WORDS_LONG, LC_WORDS_NULL};
  static const uint8_t kinds[] = {LC_SYNTAX_SHORT, LC_SYNTAX_LONG, LC_SYNTAX_NULL};
  for (unsigned k = 0; k < 3; k++) {
    lc_Syntax s = {.kind = kinds[k]};
    for (unsigned i = 0; i < ps->d->lists[lists[k]].count; i++) {
      size_t n = word_at(ps, lists[k], i, 0);
      if (n && (k < 2 || n == ps->size)) parse_tail(ps, s, n);
    }
  }
  lc_Syntax s = {0};
  parse_rings(ps, s);
}

/* PGN 8.2.3.8: the six suffix annotations, cut off; the NAG. */
static uint8_t cut_glyph(const char *text, size_t *size) {
  static const char *const glyphs[] = {"!!", "??", "!?", "?!", "!", "?"};
  static const uint8_t nags[] = {3, 4, 5, 6, 1, 2};
  for (unsigned i = 0; i < 6; i++) {
    size_t n = strlen(glyphs[i]);
    if (*size < n || memcmp(text + *size - n, glyphs[i], n) != 0) continue;
    *size -= n;
    return nags[i];
  }
  return 0;
}

/* Whether the text begins with a word of the lists `first` and on. */
static bool begins_with(const Parser *ps, unsigned first, unsigned count) {
  for (unsigned list = first; list < first + count; list++) {
    for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
      if (word_at(ps, list, i, 0)) return true;
    }
  }
  return false;
}

void lc_dialect_parse(const lc_Dialect *d, unsigned color, unsigned form, const char *text, size_t size,
                      lc_SyntaxList *out) {
  char folded[LC_DIALECT_TEXT], lower[LC_DIALECT_TEXT];
  if (size == 0 || size >= LC_DIALECT_TEXT) return;
  Parser ps = {.d = d, .text = text, .size = size, .form = form, .color = color, .out = out};
  if (form != LC_FORM_WRITTEN) {
    ps.text = folded;
    ps.size = lc_folding_signs(text, size, folded);
    bool is_folded = ps.size != size || memcmp(folded, text, size) != 0;
    if (form == LC_FORM_FOLDED || is_folded) ps.repairs |= LC_REPAIR_UNICODE_SIGN;
  }
  if (form == LC_FORM_LOWER) {
    ps.form = LC_FORM_FOLDED;
    ps.begins_piece = begins_with(&ps, LC_WORDS_PIECE + LC_KNIGHT, 5) || begins_with(&ps, LC_WORDS_PIECE + 6 + LC_KNIGHT, 5);
    ps.begins_file = begins_with(&ps, LC_WORDS_FILE, 8);
    ps.form = form;
    ps.size = lc_folding_lower(folded, ps.size, lower);
    ps.text = lower;
    ps.repairs |= LC_REPAIR_LETTER_CASE;
  }
  uint8_t glyph = d->has_glyphs ? 0 : cut_glyph(ps.text, &ps.size);
  if (glyph) out->glyph = glyph;
  parse_whole(&ps);
  parse_move(&ps);
}
