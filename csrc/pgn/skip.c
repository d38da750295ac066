/*
** skip - see skip.h.
*/
#include "skip.h"

#include <string.h>

#include "boundary.h"
#include "text.h"

/* The words of suffixes.def for check and mate that PGN has as separate words. */
#define LC_SKIP_ANY(kind, text) LC_SKIP_ANY_##kind(text)
#define LC_SKIP_ANY_CHECK(text) LC_SKIP(is_alone, text, SIGN)
#define LC_SKIP_ANY_MATE(text) LC_SKIP(is_alone, text, SIGN)
#define LC_SKIP_ANY_EP(text) /* a suffix of its own: suffix.h */
#define LC_SKIP_BOTH(kind, text)
#define LC_SKIP_APART(kind, text)
#define LC_SKIP_GLUED(kind, text)
#define LC_SKIP_TEXT(kind, text)

/* The text, and the offset at which the functions examine it. */
typedef struct Place {
  const char *text;
  size_t size, at;
  bool has_digit_moves;
} Place;

static char byte_at(const Place *place, size_t at) { return at < place->size ? place->text[at] : ' '; }

/* Report whether a word ends before `at`. A word does not end before an opening parenthesis, ! or ?, which may belong
** to a move. */
static bool ends_word(const Place *place, size_t at) {
  char c = byte_at(place, at);
  return lc_is_space(c) || (c != '\0' && strchr("){};],", c));
}

static size_t begins(const Place *place, const char *text) {
  size_t n = strlen(text);
  return place->size - place->at >= n && memcmp(place->text + place->at, text, n) == 0 ? n : 0;
}

/* Match `text` as a whole word. */
static size_t is_alone(const Place *place, const char *text) {
  size_t n = begins(place, text);
  return n > 0 && (ends_word(place, place->at + n) || byte_at(place, place->at + n) == '.') ? n : 0;
}

/* Match a sign that is not doubled: || is a NAG, and ||| is none. */
static size_t is_single(const Place *place, const char *text) {
  size_t n = begins(place, text);
  char before = place->at > 0 ? place->text[place->at - 1] : ' ';
  return before == text[0] || byte_at(place, place->at + n) == text[0] ? 0 : n;
}

/* Match the dash `text` before a blank, or between a move number and its move, as in "1.-e4". */
static size_t is_loose(const Place *place, const char *text) {
  size_t n = begins(place, text);
  char before = place->at > 0 ? place->text[place->at - 1] : ' ', after = byte_at(place, place->at + n);
  bool is_before_move = lc_is_letter(after) || after == '0' || (unsigned char)after >= 0x80;
  return n > 0 && (lc_is_space(after) || (before == '.' && is_before_move)) ? n : 0;
}

/* Match an HTML character reference: &quot; &#39; &#x2014; */
static size_t is_entity(const Place *place, const char *text) {
  if (!begins(place, text)) return 0;
  size_t name = place->at + 1 + (byte_at(place, place->at + 1) == '#'), end = name;
  size_t limit = name + LC_LONGEST_REFERENCE;
  while (end < limit && (lc_is_letter(byte_at(place, end)) || lc_is_digit(byte_at(place, end)))) end++;
  return end > name && byte_at(place, end) == ';' ? end + 1 - place->at : 0;
}

static size_t is_command(const Place *place, const char *text) {
  enum { LONGEST = 255 };
  size_t end = place->at + 2;
  if (!begins(place, text) || !lc_is_letter(byte_at(place, end))) return 0;
  size_t limit = place->size - place->at > LONGEST ? place->at + LONGEST : place->size;
  while (end < limit && !strchr("[]{}();\r\n", place->text[end])) end++;
  if (end == limit || place->text[end] != ']' || lc_has_result(place->text, place->size, place->at, end)) return 0;
  return end + 1 - place->at;
}

/* Return the offset after the digits at `at`, but skip at most `most` digits. */
static size_t digits_end(const Place *place, size_t at, size_t most) {
  size_t end = at;
  while (end - at < most && lc_is_digit(byte_at(place, end))) end++;
  return end;
}

/* Report whether digits after a move number may be a move, as in "1.5254" (ICCF) and "1.0000" (UCI). */
static bool is_digit_move(const Place *place, size_t at, size_t end) {
  bool is_null = true, are_squares = true;
  if (end - at != 4 && end - at != 5) return false;
  for (size_t i = at; i < at + 4; i++) {
    is_null = is_null && place->text[i] == '0';
    are_squares = are_squares && place->text[i] >= '1' && place->text[i] <= '8';
  }
  return is_null || are_squares;
}

/* Return the offset after an evaluation in pawns such as "0.31" or "12.5", or `at` if there is none. */
static size_t decimal_end(const Place *place, size_t at) {
  size_t point = digits_end(place, at, 3);
  if (point == at || byte_at(place, point) != '.') return at;
  size_t end = digits_end(place, point + 1, place->size);
  return end > point + 1 && !is_digit_move(place, point + 1, end) ? end : at;
}

/* Return the offset after a time such as "0:10" or "1:02:03", or `at` if there is none. */
static size_t time_end(const Place *place, size_t at) {
  size_t end = digits_end(place, at, 3);
  for (unsigned parts = 0; parts < 2 && end > at && byte_at(place, end) == ':'; parts++) {
    size_t next = digits_end(place, end + 1, 2);
    if (next != end + 3) return at;
    end = next;
  }
  return end > at + 3 ? end : at;
}

/* Return the offset after a date such as "2026.01.31" or "31.1.2026", or `at` if there is none. */
static size_t date_end(const Place *place, size_t at) {
  size_t end = at;
  for (unsigned parts = 0; parts < 3; parts++) {
    size_t begin = end + (parts > 0);
    if (parts > 0 && byte_at(place, end) != '.') return at;
    end = digits_end(place, begin, 4);
    if (end == begin) return at;
  }
  return end;
}

/* Return the offset after a sign and a number, such as "+12", "-3", "#5", "+M3" or "-#2". Returns `at` if there are
** none. */
static size_t signed_end(const Place *place, size_t at) {
  char sign = byte_at(place, at);
  size_t begin = at + (sign == '+' || sign == '-');
  if (byte_at(place, begin) == '#' || (begin > at && byte_at(place, begin) == 'M')) begin++;
  if (begin == at) return at;
  if (byte_at(place, at) == '#' && byte_at(place, begin) == '-') begin++;
  size_t end = digits_end(place, begin, 4);
  return end > begin ? end : at;
}

/* Return the offset after a value and an optional search depth, as in "+0.31/12". Returns `at` if there is no value. */
static size_t value_end(const Place *place, size_t at) {
  char sign = byte_at(place, at);
  bool is_signed = sign == '+' || sign == '-';
  size_t end = time_end(place, at);
  if (end == at) end = date_end(place, at);
  if (end > at) return end;
  end = decimal_end(place, at + is_signed);
  if (end == at + is_signed) end = signed_end(place, at);
  if (end == at || byte_at(place, end) != '/') return end;
  size_t depth = digits_end(place, end + 1, 3);
  bool is_half = place->text[end - 1] == '1' && depth == end + 2 && place->text[end + 1] == '2';
  return depth > end + 1 && !is_half ? depth : at; /* 1/2 is always a result */
}

/* The lexer splits "0.31/12" and "2026.01.31" after each point. If the text at `at` is a later part of such a number or
** date, return the offset of its beginning, else `at`. */
static size_t number_begin(const Place *place, size_t at) {
  size_t begin = at;
  while (begin > 1 && place->text[begin - 1] == '.' && lc_is_digit(place->text[begin - 2])) {
    size_t point = --begin;
    while (begin > 0 && point - begin < 4 && lc_is_digit(place->text[begin - 1])) begin--;
  }
  char before = begin > 0 ? place->text[begin - 1] : ' ';
  return lc_is_space(before) || strchr("(){};].,", before) ? begin : at;
}

static size_t is_value(const Place *place, const char *text) {
  (void)text;
  size_t first = number_begin(place, place->at);
  if (place->has_digit_moves) return 0;
  bool is_enclosed = byte_at(place, first) == '[';
  size_t begin = first + is_enclosed, end = value_end(place, begin);
  if (end == begin) return 0;
  if (is_enclosed) return byte_at(place, end) == ']' ? end + 1 - place->at : 0;
  size_t period = byte_at(place, end) == '.' ? end + 1 : end; /* a period may end the sentence */
  return (ends_word(place, end) || ends_word(place, period)) && end > place->at ? end - place->at : 0;
}

size_t lc_skip_at(const char *text, size_t size, size_t at, bool has_digit_moves, bool *is_value_out) {
  enum { SIGN, VALUE };
  static const struct {
    size_t (*form)(const Place *place, const char *text);
    const char *text;
    bool is_value;
  } rows[] = {
#define LC_SKIP(form, text, kind) {form, text, (kind) == VALUE},
#include "skip.def"
#undef LC_SKIP
  };
  const Place place = {text, size, at, has_digit_moves};
  for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    size_t length = rows[i].form(&place, rows[i].text);
    *is_value_out = rows[i].is_value;
    if (length > 0) return length;
  }
  return 0;
}

bool lc_skip_marks(const char *text, size_t size, size_t at) {
  size_t end = at;
  while (end < size && (text[end] == '!' || text[end] == '?')) end++;
  return end == at + 3 && text[at + 1] == text[at] && text[at + 2] == text[at];
}
