#include "boundary.h"

#include "../notation/lexicon.h"
#include "text.h"

#include <string.h>

/* Maximum number of bytes that are read to decide whether a game without tags begins. */
enum { SHOWN = 48 };

/* Maximum number of blanks before a game on one line, and of bytes of the game that are read. Their sum is less than
** LC_SCAN_LOOK by the length of a move, so that no word is cut and the answer does not depend on the blanks. */
enum { LONGEST_INDENT = 64, LINE_SHOWN = 240 };

static char byte_at(const char *bytes, size_t size, size_t at) { return at < size ? bytes[at] : ' '; }

static bool is_bom(const char *bytes, size_t size, size_t at) {
  return size - at >= 3 && memcmp(bytes + at, "\xef\xbb\xbf", 3) == 0;
}

bool lc_tag_begins(const char *bytes, size_t size, size_t at) {
  size_t limit = size - at > LC_SCAN_LOOK ? at + LC_SCAN_LOOK : size;
  if (is_bom(bytes, size, at)) at += 3; /* concatenated files have byte order marks inside */
  while (at < limit && lc_is_blank(bytes[at])) at++;
  if (at == limit || bytes[at] != '[') return false;
  for (at++; at < limit && lc_is_blank(bytes[at]);) at++;
  size_t name = at;
  while (at < limit && lc_is_symbol(bytes[at])) at++;
  if (at == name) return false;
  while (at < limit && lc_is_blank(bytes[at])) at++;
  return at < limit && bytes[at] == '"';
}

/* ---- results ---- */

/* Report whether a byte separates a result from other text. A quotation mark is no separator: in HTML and mail, a tag
** may be inside a line, and a result in quotation marks is then the value of this tag. */
static bool delimits(char c) { return !lc_is_symbol(c) && c != '/' && c != '"'; }

/* Report whether only blanks follow on the text line. */
static bool ends_line(const char *bytes, size_t size, size_t at) {
  while (at < size && lc_is_blank(bytes[at])) at++;
  return at == size || lc_is_line_end(bytes[at]);
}

/* Report whether "1." and a letter are at `at`: the first move of another game. */
static bool begins_first_move(const char *bytes, size_t size, size_t at) {
  if (!lc_begins_again(bytes, size, at)) return false;
  size_t limit = size - at > SHOWN ? at + SHOWN : size;
  for (at += 2; at < limit && lc_is_space(bytes[at]);) at++;
  return at < limit && (lc_is_letter(bytes[at]) || (unsigned char)bytes[at] >= 0x80);
}

/* Report whether text directly after a result ends it: a separator, or another game's first move. */
static bool ends_result(const char *bytes, size_t size, size_t at) {
  return delimits(byte_at(bytes, size, at)) || begins_first_move(bytes, size, at);
}

/* Report whether digits and a period are at `at`. */
static bool is_number(const char *bytes, size_t size, size_t at) {
  size_t end = at;
  while (end < size && end - at < SHOWN && lc_is_digit(bytes[end])) end++;
  return end > at && byte_at(bytes, size, end) == '.';
}

/* Report whether a star at `at` is the result. PGN 7: it terminates itself. In printed books, a star directly after a
** move is an ornament, so it counts only at the end of a line and before the first move of another game. After a
** separator, it also counts before a move number. */
static bool is_star_result(const char *bytes, size_t size, size_t at) {
  bool is_apart = (at == 0 || delimits(bytes[at - 1])) &&
                  (delimits(byte_at(bytes, size, at + 1)) || is_number(bytes, size, at + 1));
  return is_apart || ends_line(bytes, size, at + 1) || begins_first_move(bytes, size, at + 1);
}

lc_Result lc_result_at(const char *bytes, size_t size, size_t at, size_t *end) {
  if (bytes[at] == '*') {
    *end = at + 1;
    return is_star_result(bytes, size, at) ? LC_RESULT_UNKNOWN : LC_RESULT_NONE;
  }
  char digit = at > 0 ? bytes[at - 1] : ' ';
  size_t half = digit == '2' ? 3 : 1; /* the length of 1/2, of 1 and of 0 */
  if (digit < '0' || digit > '2' || at < half || size - at <= half) return LC_RESULT_NONE;
  if (at > half && !delimits(bytes[at - half - 1])) return LC_RESULT_NONE;
  *end = at + half + 1;
  lc_Result result = lc_result_marker(bytes + at - half, half + 1 + half);
  return result != LC_RESULT_NONE && ends_result(bytes, size, *end) ? result : LC_RESULT_NONE;
}

bool lc_has_result(const char *bytes, size_t size, size_t from, size_t to) {
  size_t end;
  for (size_t at = from; at < to; at++) {
    bool is_sign = bytes[at] == '*' || bytes[at] == '-';
    if (is_sign && lc_result_at(bytes, size, at, &end) != LC_RESULT_NONE) return true;
  }
  return false;
}

/* ---- comments ---- */

bool lc_ends_reference(const char *bytes, size_t begin, size_t at) {
  size_t name = at, limit = at - begin > LC_LONGEST_REFERENCE ? at - LC_LONGEST_REFERENCE : begin;
  while (name > limit && (lc_is_letter(bytes[name - 1]) || lc_is_digit(bytes[name - 1]))) name--;
  if (name == at) return false;
  if (name > begin && bytes[name - 1] == '#') name--;
  return name > begin && bytes[name - 1] == '&';
}

/* ---- movetext ---- */

/* Report whether the word at `at` looks like a move: at most nine bytes that contain a digit from 1 to 8, or
** castling. */
static bool is_like_move(const char *bytes, size_t size, size_t at) {
  size_t end = at;
  bool has_digit = false;
  for (; end < size && end - at < 10 && (lc_is_symbol(bytes[end]) || (unsigned char)bytes[end] >= 0x80); end++) {
    has_digit = has_digit || (bytes[end] >= '1' && bytes[end] <= '8');
  }
  if (end - at >= 10) return false;
  return has_digit || (end - at >= 3 && memcmp(bytes + at, "O-O", 3) == 0);
}

/* Report whether the word at `at` is a numeric move (ICCF): two squares, and perhaps a digit for a promotion piece. */
static bool is_digit_move(const char *bytes, size_t size, size_t at) {
  size_t end = at;
  while (end < size && end - at < 5 && bytes[end] >= '1' && bytes[end] <= '8') end++;
  return end - at >= 4 && !lc_is_symbol(byte_at(bytes, size, end));
}

/* Report whether the word at `at` begins with a single 0 or 1 and a hyphen or a slash: a result, or castling written
** with zeros. */
static bool is_result_or_castling(const char *bytes, size_t size, size_t at) {
  if (size - at < 3 || (bytes[at] != '0' && bytes[at] != '1')) return false;
  return (bytes[at + 1] == '-' || bytes[at + 1] == '/') && lc_is_digit(bytes[at + 2]);
}

/* Report whether the digits at `at` begin movetext: periods or a move follow them, or they belong to a result, castling
** or a move of digits. Text lines that are not movetext may begin with digits, too: "4th Open", "1994 Linares",
** "2023-05-06". */
static bool is_like_number(const char *bytes, size_t size, size_t at) {
  if (is_result_or_castling(bytes, size, at) || is_digit_move(bytes, size, at)) return true;
  size_t limit = size - at > SHOWN - 12 ? at + SHOWN - 12 : size;
  while (at < limit && lc_is_digit(bytes[at])) at++;
  if (at < limit && memchr("),:\\", bytes[at], 4)) at++; /* "1) e4", "1, e4" and "1\. e4", from posts and mails */
  while (at < limit && lc_is_blank(bytes[at])) at++;
  if (at == limit) return false;
  if (lc_number_sign(bytes + at, size - at) > 0) return true;
  if (lc_is_digit(bytes[at])) return is_digit_move(bytes, size, at) || is_result_or_castling(bytes, size, at);
  bool is_word = lc_is_letter(bytes[at]) || (unsigned char)bytes[at] >= 0x80;
  return is_word && is_like_move(bytes, size, at);
}

/* Report whether NAGs begin at `at`, and the first move of a game after them: "$1 1. e4". */
static bool is_first_nag(const char *bytes, size_t size, size_t at) {
  size_t limit = size - at > SHOWN / 2 ? at + SHOWN / 2 : size;
  while (at < limit && bytes[at] == '$') {
    size_t digits = ++at;
    while (at < limit && lc_is_digit(bytes[at])) at++;
    if (at == digits || at == limit || !lc_is_space(bytes[at])) return false;
    while (at < limit && lc_is_space(bytes[at])) at++;
  }
  return at < limit && begins_first_move(bytes, size, at);
}

bool lc_begins_movetext(const char *bytes, size_t size, size_t at) {
  if (bytes[at] == '*' || bytes[at] == '(' || bytes[at] == '-') return true;
  if (lc_is_digit(bytes[at])) return is_like_number(bytes, size, at);
  if (bytes[at] == '$') return is_first_nag(bytes, size, at);
  return (unsigned char)bytes[at] < 0xfe && is_like_move(bytes, size, at); /* FE or FF begins a file in UTF-16 */
}

bool lc_begins_fragment(const char *bytes, size_t size, size_t at) {
  size_t end = at;
  while (end < size && lc_is_digit(bytes[end])) end++;
  bool is_number = end > at && (byte_at(bytes, size, end) == '.' || lc_is_blank(byte_at(bytes, size, end)));
  if (!is_number || is_digit_move(bytes, size, at)) return false;
  while (at < end && bytes[at] == '0') at++;
  return end - at != 1 || bytes[at] != '1';
}

bool lc_begins_again(const char *bytes, size_t size, size_t at) {
  if (size - at < 2 || bytes[at] != '1' || bytes[at + 1] != '.') return false;
  char next = byte_at(bytes, size, at + 2);
  return next != '.' && !lc_is_digit(next);
}

bool lc_line_begins_game(const char *bytes, size_t size, size_t at) {
  size_t indent = at, limit = size - at > LC_SCAN_LOOK ? at + LC_SCAN_LOOK : size;
  while (at < limit && lc_is_blank(bytes[at])) at++;
  if (at == limit || at - indent > LONGEST_INDENT || !begins_first_move(bytes, limit, at)) return false;
  size_t end = limit - at > LINE_SHOWN ? at + LINE_SHOWN : limit;
  for (at += 2; lc_is_space(bytes[at]);) at++;
  if (!is_like_move(bytes, limit, at)) return false;
  for (; at < end && !lc_is_line_end(bytes[at]) && !memchr("*({;", bytes[at], 4); at++) {
    bool begins_word = lc_is_letter(bytes[at]) && !lc_is_symbol(bytes[at - 1]);
    if (begins_word && !is_like_move(bytes, limit, at)) return false;
  }
  return true;
}

/* Report whether the word at `at`, after a result on the same line, is another result. Such a word does not begin a
** game. */
static bool repeats_result(const char *bytes, size_t size, size_t at) {
  static const uint8_t signs[] = {0, 1, 3}; /* offset of the star or the hyphen */
  size_t end;
  for (unsigned i = 0; i < 3; i++) {
    size_t sign = at + signs[i];
    if (sign >= size || bytes[sign] != (i == 0 ? '*' : '-')) continue;
    if (lc_result_at(bytes + at, size - at, sign - at, &end) != LC_RESULT_NONE) return true;
  }
  return false;
}

bool lc_begins_after_result(const char *bytes, size_t size, size_t at) {
  if (is_bom(bytes, size, at)) return true;
  if (bytes[at] == '[') return true; /* a tag, or text that contains a tag */
  if (repeats_result(bytes, size, at)) return false;
  return lc_begins_movetext(bytes, size, at);
}

/* ---- sections ---- */

/* Report whether the tag at `at` has the given name. `name` and `length` include the opening bracket. */
static bool is_same_name(const char *bytes, size_t size, size_t at, const char *name, size_t length) {
  return size - at > length && memcmp(bytes + at, name, length) == 0 && !lc_is_symbol(bytes[at + length]);
}

/* Return the offset of the line before the line at `at`. The line at `at` must not be the section's first. */
static size_t line_before(const char *bytes, size_t begin, size_t at) {
  while (at > begin && lc_is_space(bytes[at - 1])) at--;
  while (at > begin && !lc_is_line_end(bytes[at - 1])) at--;
  return at;
}

/* Report whether one of the lines from `from` to `at` begins with the name of the tag at `at`. Only the first COMPARED
** bytes are searched, to limit the cost of long sections. */
static bool has_name(const char *bytes, size_t from, size_t at, size_t length) {
  enum { COMPARED = 2048 };
  size_t begin = from, limit = at - from > COMPARED ? from + COMPARED : at;
  while (from < limit) {
    const char *bracket = memchr(bytes + from, '[', limit - from);
    if (!bracket) return false;
    from = (size_t)(bracket - bytes);
    bool begins_line = from == begin || lc_is_line_end(bytes[from - 1]);
    if (begins_line && is_same_name(bytes, at, from, bytes + at, length)) return true;
    from++;
  }
  return false;
}

/* Return the length of the tag's bracket and name, or 0 if there is no name, or it is longer than the bytes that may be
** examined. */
static size_t name_length(const char *bytes, size_t size, size_t at) {
  size_t end = at + 1, limit = size - at > LC_SCAN_LOOK ? at + LC_SCAN_LOOK : size;
  while (end < limit && lc_is_symbol(bytes[end])) end++;
  return end > at + 1 && end - at < LC_SCAN_LOOK ? end - at : 0;
}

static bool is_event(const char *bytes, size_t at, size_t length) {
  return length == 6 && memcmp(bytes + at, "[Event", 6) == 0;
}

bool lc_repeats_tag(const char *bytes, size_t size, size_t begin, size_t at, uint32_t tags) {
  size_t length = name_length(bytes, size, at);
  if (length == 0 || tags < 2 || !lc_is_line_end(bytes[at - 1])) return false;
  if (is_same_name(bytes, size, line_before(bytes, begin, at), bytes + at, length)) return false;
  if (is_event(bytes, at, length)) return has_name(bytes, begin, at, length);
  return is_same_name(bytes, size, begin, bytes + at, length);
}

bool lc_begins_section(const char *bytes, size_t size, size_t begin, size_t at) {
  size_t length = name_length(bytes, size, at);
  return length > 0 && (is_event(bytes, at, length) || has_name(bytes, begin, at, length));
}

bool lc_section_begins(const char *bytes, size_t size, size_t at, unsigned line_ends) {
  if (line_ends == 0 || !lc_tag_begins(bytes, size, at)) return false;
  if (is_bom(bytes, size, at)) at += 3;
  return line_ends > 1 || (size - at > 7 && memcmp(bytes + at, "[Event ", 7) == 0);
}

/* Count the line ends in the white space before `at`, up to 2. */
static unsigned line_ends_before(const char *text, size_t from, size_t at) {
  unsigned line_ends = 0;
  while (at > from && line_ends < 2 && (lc_is_blank(text[at - 1]) || lc_is_line_end(text[at - 1]))) {
    at--;
    line_ends += lc_is_line_end(text[at]);
    if (text[at] == '\n' && at > from && text[at - 1] == '\r') at--;
  }
  return line_ends;
}

size_t lc_section_find(const char *text, size_t size, size_t from) {
  const char *bracket = from < size ? memchr(text + from, '[', size - from) : NULL;
  while (bracket) {
    size_t at = (size_t)(bracket - text), begin = at;
    while (begin > from && lc_is_blank(text[begin - 1])) begin--;
    begin = begin - from >= 3 && is_bom(text, size, begin - 3) ? begin - 3 : at;
    if (lc_section_begins(text, size, begin, line_ends_before(text, from, begin))) return begin;
    bracket = memchr(bracket + 1, '[', size - at - 1);
  }
  return SIZE_MAX;
}

size_t lc_forum_bracket_end(const char *bytes, size_t size, size_t at) {
  if (at >= size || bytes[at] != '[') return 0;
  size_t name = at + 1 + (byte_at(bytes, size, at + 1) == '/');
  size_t limit = size - at > LC_SCAN_LOOK ? at + LC_SCAN_LOOK : size;
  if (name + 4 > limit || (strncmp(bytes + name, "pgn", 3) != 0 && strncmp(bytes + name, "PGN", 3) != 0)) return 0;
  if (bytes[name + 3] != ']' && (!lc_is_blank(bytes[name + 3]) || lc_tag_begins(bytes, size, at))) return 0;
  size_t end = name + 3;
  while (end < limit && bytes[end] != ']' && !lc_is_line_end(bytes[end])) end++;
  return end < limit && bytes[end] == ']' ? end + 1 : 0;
}
