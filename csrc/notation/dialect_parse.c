/*
** dialect_parse - finds all readings of a token in a dialect, without regard to the position.
**
** A move consists of piece, origin, sign, captured piece and destination, in the dialect's order, and then of the
** elements that dialect_tail.c reads. The parser tries each word of each element and backtracks if the rest does not
** fit. This is needed because one word may be the beginning of another, as with the king and the knight in Russian.
** Besides the dialect's own words, the parser accepts common words as repairs.
** Limits: a token has at most 255 bytes, and few words of an element fit at one offset. In a real dialect, a token
** takes a few dozen steps and has at most a dozen readings. Only alphabets made for that purpose ("a", "aa", "aaa" for
** every piece) reach LC_PARSER_STEPS or LC_SYNTAX_MOST. Such a token is rejected.
*/
#include "dialect_words_impl.h"
#include "folding.h"

/* ---- the order of parts ---- */

static lc_Parse parse_piece, parse_origin, parse_sign, parse_destination;

/* Parse the next part in the dialect's order. After the last part, parse the elements after the destination. */
static void parse_next(lc_Parser *ps, lc_Syntax s, size_t at) {
  static lc_Parse *const parts[LC_PARTS] = {parse_piece, parse_origin, parse_sign, parse_destination};
  if (s.part == LC_PARTS) {
    lc_dialect_parse_tail(ps, s, at);
    return;
  }
  lc_Parse *part = parts[ps->d->order[s.part++]];
  part(ps, s, at);
}

static bool has_read(const lc_Parser *ps, const lc_Syntax *s, unsigned part) {
  for (unsigned i = 0; i < s->part; i++) {
    if (ps->d->order[i] == part) return true;
  }
  return false;
}

/* ---- squares ---- */

/* If the word with index `word` of the file (or rank) `i` is at offset `at`, return its length, else 0. An index one
** higher than that of the last word means the Cyrillic letter that looks like the file's letter. `is_inside` is set for
** the second half of a square. */
static size_t line_at(const lc_Parser *ps, unsigned first, unsigned i, unsigned word, bool is_inside, size_t at) {
  static const char *const lookalikes[] = {"\xd0\xb0", NULL, "\xd1\x81", NULL, "\xd0\xb5", NULL, NULL, NULL};
  unsigned list = first + i;
  if (word < ps->d->lists[list].count)
    return is_inside ? lc_bare_word_at(ps, &ps->d->words[ps->d->lists[list].first + word], at)
                     : lc_word_at(ps, list, word, at);
  if (first != LC_WORDS_FILE || ps->form == LC_FORM_WRITTEN || !lookalikes[i]) return 0;
  const lc_DialectWord *own = &ps->d->words[ps->d->lists[list].first];
  bool is_letter = own->size[LC_FORM_LOWER] == 1 && ps->d->pool[own->at[LC_FORM_LOWER]] == (char)('a' + i);
  return is_letter && lc_is_at(ps, at, lookalikes[i], 2) ? 2 : 0;
}

/* Return the set of files (or ranks) whose words may be at `at`. Only the first byte is compared. */
static unsigned lines_at(const lc_Parser *ps, unsigned first, bool is_inside, size_t at) {
  if (!is_inside && lc_join_of(ps->d)) return 255;
  if (at == ps->size) return 0;
  return ps->d->lines[first == LC_WORDS_RANK][ps->form][(unsigned char)ps->text[at]];
}

/* Parse "exd": a pawn capture that names only the destination file. */
static void parse_half(lc_Parser *ps, lc_Syntax s, size_t at) {
  bool is_own = ps->d->has_short_captures, has_file = s.file != LC_NOT_GIVEN && s.rank == LC_NOT_GIVEN;
  bool is_pawn = s.pieces == 1u << LC_PAWN || (is_own && s.pieces & 1u << LC_PAWN);
  if (!is_pawn || (!has_file && has_read(ps, &s, LC_PART_ORIGIN))) return;
  s.pieces = 1u << LC_PAWN;
  s.to_rank = LC_NOT_GIVEN;
  if (!is_own) s.repairs |= LC_REPAIR_SHORT_CAPTURE;
  parse_next(ps, s, at);
}

static void parse_destination(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (!lc_parser_step(ps)) return;
  for (unsigned square = 0; ps->d->has_squares && square < 64; square++) {
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SQUARE + square].count; i++) {
      size_t n = lc_word_at(ps, LC_WORDS_SQUARE + square, i, at);
      s.to_file = (uint8_t)lc_file(square);
      s.to_rank = (uint8_t)lc_rank(square);
      if (n) parse_next(ps, s, at + n);
    }
  }
  if (ps->d->has_squares) return;
  for (unsigned files = lines_at(ps, LC_WORDS_FILE, false, at); files; files &= files - 1) {
    unsigned file = lc_first(files);
    for (unsigned i = 0; i <= ps->d->lists[LC_WORDS_FILE + file].count; i++) {
      size_t n = line_at(ps, LC_WORDS_FILE, file, i, false, at);
      if (n == 0) continue;
      s.to_file = (uint8_t)file;
      parse_half(ps, s, at + n);
      for (unsigned ranks = lines_at(ps, LC_WORDS_RANK, true, at + n); ranks; ranks &= ranks - 1) {
        unsigned rank = lc_first(ranks);
        for (unsigned j = 0; j < ps->d->lists[LC_WORDS_RANK + rank].count; j++) {
          size_t more = line_at(ps, LC_WORDS_RANK, rank, j, true, at + n);
          s.to_rank = (uint8_t)rank;
          if (more) parse_next(ps, s, at + n + more);
        }
      }
    }
  }
}

/* ---- between the squares ---- */

static void parse_victim_before(lc_Parser *ps, lc_Syntax s, size_t at) {
  bool may_take = s.sign != LC_SIGN_QUIET || ps->d->capture_place != LC_PLACE_BEFORE;
  if (ps->d->victim_place == LC_PLACE_BEFORE && may_take)
    lc_dialect_parse_victim(ps, s, at, parse_next);
  parse_next(ps, s, at);
}

static void parse_sign(lc_Parser *ps, lc_Syntax s, size_t at) {
  /* the last four are Cyrillic and Greek letters that look like x or X */
  static const char *const captures[] = {"x", ":", "\xd1\x85", "\xd0\xa5", "\xcf\x87", "\xce\xa7"};
  const lc_Dialect *d = ps->d;
  if (!lc_parser_step(ps)) return;
  lc_Syntax other = s;
  s.has_quiet_word = lc_dialect_has_empty(d, LC_WORDS_QUIET);
  s.has_capture_word = d->capture_place == LC_PLACE_NONE || lc_dialect_has_empty(d, LC_WORDS_CAPTURE);
  parse_victim_before(ps, s, at);
  for (unsigned i = 0; i < d->lists[LC_WORDS_QUIET].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_QUIET, i, at);
    other.sign = LC_SIGN_QUIET;
    other.has_quiet_word = true;
    if (n) parse_victim_before(ps, other, at + n);
  }
  other.sign = LC_SIGN_CAPTURE;
  other.has_quiet_word = false;
  for (unsigned i = 0; i < d->lists[LC_WORDS_CAPTURE].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_CAPTURE, i, at);
    other.has_capture_word = d->capture_place == LC_PLACE_BEFORE;
    if (n) parse_victim_before(ps, other, at + n);
  }
  bool has_x = d->capture_place == LC_PLACE_BEFORE && lc_is_own(ps, LC_WORDS_CAPTURE, "x", 1);
  for (unsigned i = 0; i < (ps->form == LC_FORM_WRITTEN ? 2 : 6); i++) {
    size_t n = lc_foreign_at(ps, LC_WORDS_CAPTURE, captures[i], at);
    /* if the dialect writes x, a letter that looks like x needs only one repair: it is replaced by x */
    other.has_capture_word = i >= 2 && has_x;
    if (n) parse_victim_before(ps, other, at + n);
  }
  size_t dash = lc_foreign_at(ps, LC_WORDS_QUIET, "-", at);
  other.has_capture_word = false;
  other.sign = LC_SIGN_QUIET;
  if (dash) parse_victim_before(ps, other, at + dash);
}

/* ---- piece and origin ---- */

/* Continue after an origin. If the dialect has a closing bracket, parse it here. */
static void after_origin(lc_Parser *ps, lc_Syntax s, size_t at) {
  if (ps->d->lists[LC_WORDS_SHUT].count == 0 || lc_dialect_has_empty(ps->d, LC_WORDS_SHUT)) parse_next(ps, s, at);
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SHUT].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_SHUT, i, at);
    if (n) parse_next(ps, s, at + n);
  }
}

/* Parse the rank of an origin if `s` already has the file. Otherwise parse a file, a rank or both. */
static void parse_origin_line(lc_Parser *ps, lc_Syntax s, unsigned first, size_t at) {
  bool is_inside = s.file != LC_NOT_GIVEN;
  if (!lc_parser_step(ps)) return;
  for (unsigned lines = lines_at(ps, first, is_inside, at); lines; lines &= lines - 1) {
    unsigned line = lc_first(lines);
    for (unsigned i = 0; i <= ps->d->lists[first + line].count; i++) {
      size_t n = line_at(ps, first, line, i, is_inside, at);
      if (n == 0) continue;
      lc_Syntax said = s;
      *(first == LC_WORDS_FILE ? &said.file : &said.rank) = (uint8_t)line;
      after_origin(ps, said, at + n);
      if (first == LC_WORDS_FILE) parse_origin_line(ps, said, LC_WORDS_RANK, at + n);
    }
  }
}

static void parse_origin_at(lc_Parser *ps, lc_Syntax s, size_t at) {
  for (unsigned square = 0; ps->d->has_squares && square < 64; square++) {
    for (unsigned i = 0; i < ps->d->lists[LC_WORDS_SQUARE + square].count; i++) {
      size_t n = lc_word_at(ps, LC_WORDS_SQUARE + square, i, at);
      s.file = (uint8_t)lc_file(square);
      s.rank = (uint8_t)lc_rank(square);
      if (n) after_origin(ps, s, at + n);
    }
  }
  if (ps->d->has_squares) return;
  parse_origin_line(ps, s, LC_WORDS_FILE, at);
  parse_origin_line(ps, s, LC_WORDS_RANK, at);
}

static void parse_origin(lc_Parser *ps, lc_Syntax s, size_t at) {
  parse_next(ps, s, at);
  if (ps->d->lists[LC_WORDS_OPEN].count == 0 || lc_dialect_has_empty(ps->d, LC_WORDS_OPEN)) parse_origin_at(ps, s, at);
  for (unsigned i = 0; i < ps->d->lists[LC_WORDS_OPEN].count; i++) {
    size_t n = lc_word_at(ps, LC_WORDS_OPEN, i, at);
    if (n) parse_origin_at(ps, s, at + n);
  }
}

/* Parse a piece with the words of one colour. */
static void parse_named(lc_Parser *ps, lc_Syntax s, unsigned color, size_t at) {
  const lc_Dialect *d = ps->d;
  s.is_named = true;
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    unsigned list = LC_WORDS_PIECE + 6 * color + piece;
    lc_Syntax named = s;
    named.pieces &= (uint8_t)(1u << piece);
    if (!named.pieces) continue;
    /* The token has a pawn letter, but the dialect writes none. */
    if (d->words[d->lists[list].first].size[0] == 0) named.repairs |= LC_REPAIR_PAWN_LETTER;
    for (unsigned i = 0; i < d->lists[list].count; i++) {
      size_t n = lc_word_at(ps, list, i, at);
      if (n) parse_next(ps, named, at + n);
    }
    if (lc_glyph_at(ps, at) != piece || lc_is_own(ps, list, ps->text + at, 3)) continue;
    named.repairs |= LC_REPAIR_PIECE_GLYPH;
    parse_next(ps, named, at + 3);
  }
}

/* Parse the wing of the origin and then the piece. */
static void parse_winged(lc_Parser *ps, lc_Syntax s, unsigned color, size_t at) {
  for (unsigned wing = 0; wing < 2; wing++) {
    unsigned list = LC_WORDS_WING + wing;
    s.wing = (uint8_t)(1 + wing);
    for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
      size_t n = lc_word_at(ps, list, i, at);
      if (n) parse_named(ps, s, color, at + n);
    }
  }
}

static void parse_piece(lc_Parser *ps, lc_Syntax s, size_t at) {
  const lc_Dialect *d = ps->d;
  if (!lc_parser_step(ps)) return;
  if (!d->has_letters) {
    parse_next(ps, s, at);
    return;
  }
  for (unsigned color = 0; color < 2; color++) {
    if (ps->color == (color ^ 1)) continue;
    lc_Syntax pawn = s;
    pawn.pieces &= 1u << LC_PAWN;
    if (d->words[d->lists[LC_WORDS_PIECE + 6 * color].first].size[0] > 0) pawn.repairs |= LC_REPAIR_PAWN_LETTER;
    if (pawn.pieces) parse_next(ps, pawn, at);
    parse_named(ps, s, color, at);
    parse_winged(ps, s, color, at);
  }
  s.pieces &= (uint8_t)~(1u << LC_PAWN);
  s.repairs |= LC_REPAIR_COORDINATES;
  if (s.pieces && !d->has_squares && (has_read(ps, &s, LC_PART_ORIGIN) || lines_at(ps, LC_WORDS_FILE, false, at)))
    parse_next(ps, s, at);
}

static void parse_move(lc_Parser *ps) {
  lc_Syntax s = {.file = LC_NOT_GIVEN, .rank = LC_NOT_GIVEN, .pieces = LC_EVERY_PIECE};
  parse_next(ps, s, 0);
}

/* ---- whole tokens ---- */

/* Return the length of a ring at `at`, or 0. A ring is one of the characters with which castling is written: O, 0, o,
** Cyrillic or Greek O, or theta. */
static size_t ring_at(const lc_Parser *ps, size_t at) {
  static const char *const rings[] = {"O",        "0",        "o",        "\xd0\x9e",
                                      "\xd0\xbe", "\xce\x9f", "\xce\xbf", "\xce\xb8"};
  for (unsigned i = 0; i < sizeof rings / sizeof rings[0]; i++) {
    size_t n = lc_text_at(ps, at, rings[i]);
    if (n) return n;
  }
  return 0;
}

/* Parse castling as two or three rings, with or without dashes between them. */
static void parse_rings(lc_Parser *ps, lc_Syntax s) {
  size_t at = ring_at(ps, 0);
  s.repairs |= LC_REPAIR_CASTLING_SIGN;
  for (unsigned rings = 1; at > 0 && rings < 3; rings++) {
    size_t dash = lc_is_at(ps, at, "-", 1), ring = ring_at(ps, at + dash);
    if (ring == 0) return;
    at += dash + ring;
    s.kind = rings == 1 ? LC_SYNTAX_SHORT : LC_SYNTAX_LONG;
    lc_dialect_parse_tail(ps, s, at);
  }
}

static void parse_whole(lc_Parser *ps) {
  static const uint8_t lists[] = {LC_WORDS_SHORT, LC_WORDS_LONG, LC_WORDS_NULL};
  static const uint8_t kinds[] = {LC_SYNTAX_SHORT, LC_SYNTAX_LONG, LC_SYNTAX_NULL};
  for (unsigned k = 0; k < 3; k++) {
    lc_Syntax s = {.kind = kinds[k]};
    for (unsigned i = 0; i < ps->d->lists[lists[k]].count; i++) {
      size_t n = lc_word_at(ps, lists[k], i, 0);
      if (n && (k < 2 || n == ps->size)) lc_dialect_parse_tail(ps, s, n);
    }
  }
  lc_Syntax s = {0};
  parse_rings(ps, s);
}

uint8_t lc_dialect_strip_suffix(const char *text, size_t *size) {
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

/* Report whether the text begins with a word of one of `count` lists, from `first` on. */
static bool begins_with(const lc_Parser *ps, unsigned first, unsigned count) {
  for (unsigned list = first; list < first + count; list++) {
    for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
      if (lc_word_at(ps, list, i, 0)) return true;
    }
  }
  return false;
}

void lc_dialect_parse(const lc_Dialect *d, unsigned color, unsigned form, const char *text, size_t size,
                      lc_SyntaxList *out) {
  char folded[LC_DIALECT_TEXT], lower[LC_DIALECT_TEXT];
  static const uint32_t needed[LC_FORMS] = {0, LC_REPAIR_UNICODE_SIGN, LC_REPAIR_LETTER_CASE};
  if (size == 0 || size >= LC_DIALECT_TEXT || (d->tolerates & needed[form]) != needed[form]) return;
  lc_Parser ps = {.d = d, .text = text, .size = size, .form = form, .color = color, .out = out};
  if (form != LC_FORM_WRITTEN) {
    ps.text = folded;
    ps.size = lc_folding_signs(text, size, folded);
    bool is_folded = ps.size != size || memcmp(folded, text, size) != 0;
    if (form == LC_FORM_FOLDED || is_folded) ps.repairs |= LC_REPAIR_UNICODE_SIGN;
  }
  if (form == LC_FORM_LOWER) {
    ps.form = LC_FORM_FOLDED;
    ps.begins_piece = begins_with(&ps, LC_WORDS_PIECE + LC_KNIGHT, 5) ||
                      begins_with(&ps, LC_WORDS_PIECE + 6 + LC_KNIGHT, 5);
    ps.begins_file = begins_with(&ps, LC_WORDS_FILE, 8);
    ps.form = form;
    ps.size = lc_folding_lower(folded, ps.size, lower);
    ps.text = lower;
    ps.repairs |= LC_REPAIR_LETTER_CASE;
  }
  uint8_t glyph = d->has_glyphs ? 0 : lc_dialect_strip_suffix(ps.text, &ps.size);
  if (glyph) out->glyph = glyph;
  parse_whole(&ps);
  parse_move(&ps);
}
