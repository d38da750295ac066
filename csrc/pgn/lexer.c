#include "lexer.h"

#include "../notation/lexicon.h"
#include "glyph.h"
#include "text.h"

#include <string.h>

static const char RULE[] = "---"; /* a null move only beside a move number */

/* Report whether a byte may continue a symbol of movetext. The set is larger than PGN's: see lexer.h. */
static bool is_word(char c) { return lc_is_symbol(c) || (unsigned char)c >= 0x80 || c == '/' || c == '~' || c == '@'; }

static char peek(const lc_Lexer *lexer, size_t at) { return at < lexer->size ? lexer->text[at] : '\0'; }

static bool matches(const lc_Lexer *lexer, size_t at, const char *text) {
  size_t n = strlen(text);
  return lexer->size - at >= n && memcmp(lexer->text + at, text, n) == 0;
}

/* Return the length of the sign of a move number at `at`, or 0. */
static size_t number_sign(const lc_Lexer *lexer, size_t at) {
  return lc_number_sign(lexer->text + at, lexer->size - at);
}

/* Return the length of a non-ASCII blank at `at`, or 0: a no-break space or, with LC_REPAIRS, also a blank of another
** width (U+2000 to U+200B, U+202F and U+3000). */
static size_t wide_blank(const lc_Lexer *lexer, size_t at) {
  if ((unsigned char)peek(lexer, at) < 0x80) return 0;
  if (matches(lexer, at, "\xc2\xa0")) return 2;
  if (!(lexer->tolerance & LC_REPAIRS)) return 0;
  unsigned third = (unsigned char)peek(lexer, at + 2);
  bool is_general = matches(lexer, at, "\xe2\x80") && ((third >= 0x80 && third <= 0x8b) || third == 0xaf);
  return is_general || matches(lexer, at, "\xe3\x80\x80") ? 3 : 0;
}

void lc_lexer_begin(lc_Lexer *lexer, const char *text, size_t size) {
  lexer->text = text;
  lexer->size = size;
  lexer->at = 0;
  lexer->wide_blank = SIZE_MAX;
  lexer->dialect = NULL;
  lexer->tolerance = 0;
  lexer->in_tags = true;
}

static size_t line_end(const lc_Lexer *lexer, size_t at) {
  while (at < lexer->size && !lc_is_line_end(lexer->text[at])) at++;
  return at;
}

/* Skip white space, wide blanks and byte order marks. */
static void skip_blank(lc_Lexer *lexer) {
  lexer->wide_blank = SIZE_MAX;
  for (;;) {
    size_t at = lexer->at;
    char c = peek(lexer, at);
    size_t wide = wide_blank(lexer, at);
    if (at >= lexer->size) return;
    if (lc_is_space(c)) {
      lexer->at++;
    } else if (matches(lexer, at, "\xef\xbb\xbf")) {
      lexer->at += 3;
    } else if (wide > 0) {
      lexer->in_tags = false; /* web pages have no-break spaces before moves, so movetext begins here, as in the
                              ** scanner */
      if (wide > 2 && lexer->wide_blank == SIZE_MAX) lexer->wide_blank = at;
      lexer->at += wide;
    } else {
      return;
    }
  }
}

static bool begins_line(const lc_Lexer *lexer) { return lexer->at == 0 || lc_is_line_end(lexer->text[lexer->at - 1]); }

static void read_comment(lc_Lexer *lexer, lc_Token *out) {
  size_t at = lexer->at + 1;
  out->kind = LC_TOKEN_COMMENT;
  out->text = at;
  if (lexer->text[lexer->at] == ';') {
    out->flags = LC_TOKEN_LINE;
    lexer->at = line_end(lexer, at);
    out->text_size = lexer->at - at;
    return;
  }
  const char *close = memchr(lexer->text + at, '}', lexer->size - at);
  size_t end = close ? (size_t)(close - lexer->text) : lexer->size;
  if (!close) out->flags = LC_TOKEN_UNCLOSED;
  out->text_size = end - at;
  lexer->at = close ? end + 1 : end;
}

/* Report whether a result begins at `at`. In "$1-0", the 1 belongs to the result that ends the game, not to a NAG. */
static bool is_result_sign(const lc_Lexer *lexer, size_t at) {
  size_t end;
  size_t hyphen = peek(lexer, at + 1) == '/' ? at + 3 : at + 1; /* the hyphen of 1/2-1/2, or of 1-0 and 0-1 */
  if (peek(lexer, hyphen) != '-') return false;
  return lc_result_at(lexer->text, lexer->size, hyphen, &end) != LC_RESULT_NONE;
}

static void read_nag(lc_Lexer *lexer, lc_Token *out) {
  size_t at = lexer->at + 1, value = 0;
  if (is_result_sign(lexer, at)) {
    out->kind = LC_TOKEN_BAD_NAG;
    lexer->at = at;
    return;
  }
  for (; lc_is_digit(peek(lexer, at)); at++) {
    if (value <= 255) value = value * 10 + (size_t)(lexer->text[at] - '0');
  }
  if (at == lexer->at + 1 && peek(lexer, at) == '-') {
    for (at++; lc_is_digit(peek(lexer, at));) at++; /* read "$-1" as one malformed NAG */
    value = 256;
  }
  out->kind = at > lexer->at + 1 && value <= 255 ? LC_TOKEN_NAG : LC_TOKEN_BAD_NAG;
  out->value = (uint16_t)(value <= 255 ? value : 0);
  lexer->at = at;
}

/* Read a separate run of ! and ?. ! ? !! ?? !? ?! mean the NAGs $1 to $6; longer runs have no meaning. */
static void read_mark(lc_Lexer *lexer, lc_Token *out) {
  size_t at = lexer->at;
  while (peek(lexer, at) == '!' || peek(lexer, at) == '?') at++;
  out->value = (uint16_t)lc_glyph_mark(lexer->text + lexer->at, at - lexer->at);
  out->kind = out->value ? LC_TOKEN_NAG : LC_TOKEN_BAD_NAG;
  lexer->at = at;
}

/* Report whether the dialect itself has such a move: its word for castling may be N or ~. A dialect with functions may
** have any text as a move, so signs stay signs there. */
static bool is_own_move(const lc_Dialect *dialect, const char *text, size_t size) {
  return dialect && !dialect->calls.find && lc_dialect_is_shaped(dialect, text, size);
}

/* Read a separate sign of the Informant (glyph.h). */
static bool read_glyph(lc_Lexer *lexer, lc_Token *out) {
  unsigned nag;
  size_t length = lc_glyph_at(lexer->text, lexer->size, lexer->at, &nag);
  if (length == 0 || is_own_move(lexer->dialect, lexer->text + lexer->at, length)) return false;
  out->kind = LC_TOKEN_NAG;
  out->flags = LC_TOKEN_STYLE;
  out->value = (uint16_t)nag;
  lexer->at += length;
  return true;
}

static bool is_high(char c) { return (unsigned char)c >= 0x80; }

/* Return the length of a promotion in parentheses. The piece has one letter; in a dialect, it may have several: "(Dm)"
** is Albanian. */
static size_t promotion_length(const lc_Lexer *lexer, size_t at) {
  enum { LONGEST = 8 };
  size_t end = at + 1, longest = lexer->dialect ? LONGEST : 1;
  if (peek(lexer, at) != '(') return 0;
  while (end - at <= longest && (lc_is_letter(peek(lexer, end)) || (lexer->dialect && is_high(peek(lexer, end)))))
    end++;
  return end > at + 1 && peek(lexer, end) == ')' ? end + 1 - at : 0;
}

/* Report whether a result begins at `at`, inside a word. The scanner ends the game at such a result. For the scanner,
** bytes above 127, ~ and @ are separators, but words may contain them. */
static bool is_result_inside(const lc_Lexer *lexer, size_t at) {
  return !lc_is_symbol(lexer->text[at - 1]) && lc_is_digit(lexer->text[at]) && is_result_sign(lexer, at);
}

/* Return the end of a move symbol. (Q), e.p. and one or two characters ! or ? belong to the symbol if no blank comes
** before them. Signs and longer runs of ! and ? are separate tokens. */
static size_t symbol_end(const lc_Lexer *lexer, size_t at) {
  size_t begin = at;
  while (at < lexer->size && is_word(lexer->text[at]) && !wide_blank(lexer, at)) {
    at++;
    if (at < lexer->size && is_result_inside(lexer, at)) return at;
  }
  size_t sign = lc_glyph_glued(lexer->text, begin, at, lexer->dialect != NULL);
  if (sign < at) return sign;
  at += promotion_length(lexer, at);
  if (matches(lexer, at, "(ep)")) at += 4;
  /* For the scanner, the p of "e.p1-0" belongs to the word after it, so there is no result. */
  bool is_ep = at > begin && lexer->text[at - 1] == 'e' && matches(lexer, at, ".p");
  if (is_ep && !lc_is_digit(peek(lexer, at + 2))) {
    at += 2;
    if (peek(lexer, at) == '.') at++;
  } else if (at - begin >= 2 && memcmp(lexer->text + at - 2, "ep", 2) == 0 && peek(lexer, at) == '.') {
    at++;
  }
  size_t marks = at;
  while (peek(lexer, at) == '!' || peek(lexer, at) == '?') at++;
  return at - marks <= 2 ? at : marks;
}

static bool has_digit_moves(const lc_Lexer *lexer) { return lexer->dialect && lexer->dialect->has_digit_moves; }

/* Report whether digits look like an ICCF move: two squares, and for a promotion a digit from 1 to 4. */
static bool is_digit_move(const char *text, size_t size) {
  if (size < 4 || size > 5) return false;
  for (size_t i = 0; i < 4; i++) {
    if (text[i] < '1' || text[i] > '8') return false;
  }
  return size == 4 || (text[4] >= '1' && text[4] <= '4');
}

/* Read a move number: digits, then periods or a byte that cannot be in a symbol. "1.e4" is two tokens. */
static bool read_number(lc_Lexer *lexer, lc_Token *out) {
  size_t at = lexer->at;
  while (lc_is_digit(peek(lexer, at))) at++;
  bool is_number = at >= lexer->size || !is_word(lexer->text[at]) || number_sign(lexer, at) ||
                   wide_blank(lexer, at);
  if (at - lexer->at == 4 && matches(lexer, lexer->at, "0000")) is_number = false; /* UCI's null move */
  /* Four digits without a period, such as "5254", are a move in ICCF notation. In other notations, they become an
  ** unreadable move. If they were skipped as move numbers, whole ICCF games would be lost without a diagnostic. */
  size_t size = at - lexer->at;
  if (peek(lexer, at) != '.') {
    if (has_digit_moves(lexer) ? size >= 4 : is_digit_move(lexer->text + lexer->at, size)) is_number = false;
    bool may_castle = lexer->text[lexer->at] == '0';
    if (may_castle && lc_castling_find(lexer->text + lexer->at, size)) is_number = false; /* 00 and 000 */
  }
  if (!is_number) return false;
  while (peek(lexer, at) == '.') at++;
  out->kind = LC_TOKEN_NUMBER;
  lexer->at = at;
  return true;
}

static void found_result(lc_Lexer *lexer, lc_Token *out, unsigned result, unsigned flags, size_t length) {
  out->kind = LC_TOKEN_RESULT;
  out->value = (uint16_t)result;
  out->flags = (uint8_t)flags;
  lexer->at += length;
}

bool lc_lexer_is_last(const lc_Lexer *lexer, size_t at) {
  lc_Lexer rest = *lexer;
  lc_Token token;
  for (rest.at = at; skip_blank(&rest), rest.at < rest.size;) {
    char c = rest.text[rest.at];
    if (c == '%' && begins_line(&rest)) {
      rest.at = line_end(&rest, rest.at);
    } else if (c == '{' || c == ';') {
      read_comment(&rest, &token);
    } else {
      return false;
    }
  }
  return true;
}

bool lc_lexer_has_result_tag(const lc_Lexer *lexer, unsigned result) {
  lc_Lexer tags;
  lc_Token token;
  lc_lexer_begin(&tags, lexer->text, lexer->size);
  for (skip_blank(&tags); tags.at < tags.size && strchr("[{;%", tags.text[tags.at]); skip_blank(&tags)) {
    lc_lexer_next(&tags, &token);
    if (token.kind != LC_TOKEN_TAG && !lc_is_between_tags(&token)) break;
    bool is_result = token.kind == LC_TOKEN_TAG && token.tag.name_size == 6 &&
                     memcmp(tags.text + token.tag.name, "Result", 6) == 0;
    if (is_result) return lc_result_of(tags.text + token.tag.value, token.tag.value_size) == (lc_Result)result;
  }
  return false;
}

/* Read a result that other text may look like, such as 0-0 and +/-. It must be the last word of the game, and mean the
** same as the Result tag. In variations, there are no such results. */
static bool read_tagged(lc_Lexer *lexer, lc_Token *out) {
  size_t length;
  if (!lc_result_may_begin(lexer->text[lexer->at])) return false;
  const lc_ResultSpelling *found = lc_result_begin(lexer->text + lexer->at, lexer->size - lexer->at, &length);
  if (!found || found->use != LC_RESULT_TAGGED || !lc_lexer_is_last(lexer, lexer->at + length)) return false;
  if (!lc_lexer_has_result_tag(lexer, found->result)) return false;
  found_result(lexer, out, found->result, LC_TOKEN_STYLE, length);
  return true;
}

static bool read_result(lc_Lexer *lexer, lc_Token *out) {
  const char *text = lexer->text + lexer->at;
  if (!lc_result_may_begin(*text)) return false;
  const lc_ResultSpelling *found = lc_result_word(text, lexer->size - lexer->at);
  if (!found || found->use > LC_RESULT_WORD) return read_tagged(lexer, out);
  size_t end = symbol_end(lexer, lexer->at), length = strlen(found->text);
  bool is_quoted = peek(lexer, end) == '"' || (lexer->at > 0 && lexer->text[lexer->at - 1] == '"');
  /* The scanner ends a game after such a result, even in "1-0\xfc". So the token must end after the result, too. */
  bool ends_game = found->use == LC_RESULT_MARKER && is_result_sign(lexer, lexer->at);
  if (!ends_game && (is_quoted || end - lexer->at != length)) return false;
  found_result(lexer, out, found->result, found->use == LC_RESULT_MARKER ? 0 : LC_TOKEN_STYLE, length);
  return true;
}

size_t lc_lexer_skip(const lc_Lexer *lexer, size_t at, bool *is_value) {
  return lc_skip_at(lexer->text, lexer->size, at, has_digit_moves(lexer), is_value);
}

/* Read bytes that cannot begin any other token. A text of skip.def becomes one token. Any other token ends at white
** space or before a byte that can begin a token. */
static void read_junk(lc_Lexer *lexer, lc_Token *out) {
  bool is_value;
  size_t skipped = lc_lexer_skip(lexer, lexer->at, &is_value);
  out->kind = LC_TOKEN_JUNK;
  lexer->at += skipped;
  if (skipped > 0) return;
  do {
    lexer->at++;
  } while (lexer->at < lexer->size && !lc_is_space(lexer->text[lexer->at]) && !is_word(lexer->text[lexer->at]) &&
           !strchr("{;()$*.[!?", lexer->text[lexer->at]));
}

/* Report whether the <> or --- that ends at `end` is a null move: after a period, or before a move number. */
static bool is_null_move(const lc_Lexer *lexer, size_t end) {
  size_t before = lexer->at, after = end;
  while (before > 0 && lc_is_space(lexer->text[before - 1])) before--;
  while (lc_is_space(peek(lexer, after))) after++;
  size_t digits = after;
  while (lc_is_digit(peek(lexer, after))) after++;
  bool is_before_number = after > digits && peek(lexer, after) == '.' && lc_is_space(peek(lexer, end));
  return is_before_number || (before > 0 && lexer->text[before - 1] == '.');
}

/* PGN 7 reserves < and > for future use. Text in angle brackets is one token. */
static bool read_reserved(lc_Lexer *lexer, lc_Token *out) {
  size_t at = lexer->at + 1;
  while (at < lexer->size && !strchr("<>(){};\"\r\n", lexer->text[at])) at++;
  if (peek(lexer, at) != '>' || lc_has_result(lexer->text, lexer->size, lexer->at, at)) return false;
  bool is_empty = at == lexer->at + 1;
  out->kind = is_empty && is_null_move(lexer, at + 1) ? LC_TOKEN_SYMBOL : LC_TOKEN_RESERVED;
  lexer->at = at + 1;
  return true;
}

/* Read a tag inside a line of movetext. (At the start of a line, a tag would begin the next game.) The tag must not
** contain braces, parentheses, semicolons or results: the scanner does not see this tag, and gives them their usual
** meaning. */
static bool read_inner_tag(lc_Lexer *lexer, lc_Token *out) {
  lc_Tag tag;
  if (!lc_tag_begins(lexer->text, lexer->size, lexer->at)) return false;
  lc_tag_read(lexer->text, lexer->size, lexer->at, true, &tag);
  if (!tag.is_good) return false;
  for (size_t at = lexer->at; at < tag.end; at++) {
    if (strchr("{};()", lexer->text[at])) return false;
  }
  if (lc_has_result(lexer->text, lexer->size, lexer->at, tag.end)) return false;
  out->kind = LC_TOKEN_INNER_TAG;
  lexer->at = tag.end;
  return true;
}

static void read_star(lc_Lexer *lexer, lc_Token *out) {
  size_t end;
  if (lc_result_at(lexer->text, lexer->size, lexer->at, &end) == LC_RESULT_NONE) {
    read_junk(lexer, out); /* "e4*": printed books use the star as an ornament */
    return;
  }
  out->kind = LC_TOKEN_RESULT;
  out->value = LC_RESULT_UNKNOWN;
  lexer->at = end;
}

/* Read the offer of a draw, or the parenthesis that opens a variation. */
static void read_open(lc_Lexer *lexer, lc_Token *out) {
  size_t offer = lc_offer_at(lexer->text, lexer->size, lexer->at);
  out->kind = offer ? LC_TOKEN_OFFER : LC_TOKEN_OPEN;
  lexer->at += offer ? offer : 1;
}

/* Read a suffix that follows its move after a blank. In PGN, the suffix must be a whole symbol. */
static bool read_apart(lc_Lexer *lexer, lc_Token *out) {
  size_t end = lexer->dialect ? lexer->size : symbol_end(lexer, lexer->at), length;
  bool is_own;
  lc_Suffix kind = lc_suffix_at(lexer->dialect, lexer->text, end, lexer->at, &length, &is_own);
  if (kind == LC_SUFFIX_NONE) return false;
  out->kind = LC_TOKEN_SUFFIX;
  out->value = (uint16_t)kind;
  if (!is_own) out->flags = LC_TOKEN_STYLE;
  lexer->at += length;
  return true;
}

static void read_word(lc_Lexer *lexer, lc_Token *out) {
  char c = lexer->text[lexer->at];
  if (lc_is_digit(c) && read_number(lexer, out)) return;
  size_t sign = number_sign(lexer, lexer->at);
  if (sign > 0) { /* the ellipsis of typeset texts: "1.… e5" */
    out->kind = LC_TOKEN_NUMBER;
    lexer->at += sign;
    return;
  }
  if (!is_word(c)) {
    read_junk(lexer, out);
    return;
  }
  if (read_result(lexer, out) || read_apart(lexer, out)) return;
  size_t end = symbol_end(lexer, lexer->at);
  bool is_rule = c == '-' && end - lexer->at == 3 && matches(lexer, lexer->at, RULE) && !is_null_move(lexer, end);
  out->kind = is_rule ? LC_TOKEN_JUNK : LC_TOKEN_SYMBOL;
  lexer->at = end;
}

void lc_lexer_next(lc_Lexer *lexer, lc_Token *out) {
  skip_blank(lexer);
  memset(out, 0, sizeof *out);
  out->at = lexer->at;
  char c = peek(lexer, lexer->at);
  if (lexer->at >= lexer->size) {
    out->kind = LC_TOKEN_END;
  } else if (c == '{' || (c == ';' && !lc_ends_reference(lexer->text, 0, lexer->at))) {
    read_comment(lexer, out);
  } else if (c == '%' && begins_line(lexer)) {
    out->kind = LC_TOKEN_ESCAPE;
    lexer->at = line_end(lexer, lexer->at);
  } else if (c == '[' && lexer->in_tags) {
    lc_tag_read(lexer->text, lexer->size, lexer->at, true, &out->tag);
    out->kind = LC_TOKEN_TAG;
    lexer->at = out->tag.end;
  } else {
    lexer->in_tags = false;
    char next = peek(lexer, lexer->at + 1);
    if (lc_glyph_may_begin(c, next) && (read_tagged(lexer, out) || read_glyph(lexer, out))) {
      out->end = lexer->at;
      return;
    }
    switch (c) {
      case '(': read_open(lexer, out); break;
      case ')': out->kind = LC_TOKEN_CLOSE, lexer->at++; break;
      case '$': read_nag(lexer, out); break;
      case '!':
      case '?': read_mark(lexer, out); break;
      case '*': read_star(lexer, out); break;
      case '.':
        while (peek(lexer, lexer->at) == '.') lexer->at++;
        out->kind = LC_TOKEN_NUMBER;
        break;
      case '<':
      case '[':
        if (c == '<' ? read_reserved(lexer, out) : read_inner_tag(lexer, out)) break;
        /* fall through */
      default: read_word(lexer, out);
    }
  }
  out->end = lexer->at;
}

int64_t lc_number_value(const char *text, size_t at, size_t end) {
  int64_t value = 0;
  if (!lc_is_digit(text[at])) return -1;
  for (; at < end && lc_is_digit(text[at]) && value < INT32_MAX; at++) value = value * 10 + (text[at] - '0');
  return value;
}

/* Report whether the text line that ends at `end` has a comment that begins with ;, or an escape (%). */
static bool may_be_comment(const char *text, size_t from, size_t end) {
  for (; end > from && text[end - 1] != '\n'; end--) {
    if (text[end - 1] == ';' || text[end - 1] == '%') return true;
  }
  return false;
}

/* Return the beginning of the periods of a number that end at `at`: "...", or ". ..." with blanks inside. */
static size_t periods_before(const char *text, size_t from, size_t at) {
  size_t first = at, next = at;
  for (;;) {
    while (next > from && text[next - 1] == '.') first = --next;
    while (next > from && lc_is_blank(text[next - 1])) next--;
    if (first == at || next == from || text[next - 1] != '.') return first;
  }
}

size_t lc_number_before(const char *text, size_t from, size_t at) {
  enum { LONGEST = 3 }; /* digits of a number without periods: four are a move in ICCF notation */
  size_t end = at, first;
  while (end > from && lc_is_space(text[end - 1])) end--;
  if (memchr(text + end, '\n', at - end) && may_be_comment(text, from, end)) return at;
  size_t digits = periods_before(text, from, end), periods = digits;
  while (periods < end && digits > from && lc_is_blank(text[digits - 1])) digits--;
  for (first = digits; first > from && lc_is_digit(text[first - 1]); first--) continue;
  bool is_whole = first == from || lc_is_space(text[first - 1]) || memchr("(){}", text[first - 1], 4);
  bool is_bare = periods == end && (digits - first > LONGEST || text[first] == '0');
  return first < digits && is_whole && !is_bare ? first : at;
}

size_t lc_comment_text(const char *text, size_t size, char *out) {
  size_t n = 0;
  if (size == 0 || !memchr(text, '\r', size)) {
    if (size && out != text) memcpy(out, text, size);
    return size;
  }
  for (size_t i = 0; i < size; i++) {
    bool is_half = text[i] == '\r' && i + 1 < size && text[i + 1] == '\n';
    if (!is_half) out[n++] = text[i] == '\r' ? '\n' : text[i];
  }
  return n;
}

size_t lc_tag_unescape(const char *text, const lc_Tag *tag, char *out) {
  size_t n = 0;
  for (size_t i = 0; i < tag->value_size; i++) {
    char c = text[tag->value + i];
    if (c == '\\' && i + 1 < tag->value_size) {
      char next = text[tag->value + i + 1];
      if (next == '"' || next == '\\') {
        c = next;
        i++;
      }
    }
    out[n++] = c;
  }
  return n;
}
