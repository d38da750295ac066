/*
** value - see value.h.
*/
#include "value.h"

#include <string.h>

#include "../pgn/text.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

bool lc_value_fits(const char *pattern, size_t pattern_size, const char *value, size_t size) {
  size_t at = 0, star = SIZE_MAX, again = 0, i = 0;
  while (at < size) {
    bool is_star = i < pattern_size && pattern[i] == '*';
    if (is_star) {
      star = i++;
      again = at;
    } else if (i < pattern_size && (pattern[i] == '?' || lower(pattern[i]) == lower(value[at]))) {
      i++;
      at++;
    } else if (star != SIZE_MAX) {
      /* Let the last star match one more character. The matches of earlier stars never have to change. */
      i = star + 1;
      at = ++again;
    } else {
      return false;
    }
  }
  while (i < pattern_size && pattern[i] == '*') i++;
  return i == pattern_size;
}

/* Read at most `most` digits or question marks, and skip a period after them. Returns the number, or 0 if there is a
** question mark. */
static int64_t part(const char *value, size_t size, size_t *at, unsigned most) {
  int64_t number = 0;
  bool is_known = true;
  unsigned count = 0;
  for (; *at < size && count < most && (lc_is_digit(value[*at]) || value[*at] == '?'); count++, (*at)++) {
    if (value[*at] == '?') is_known = false;
    number = number * 10 + (value[*at] - '0');
  }
  if (*at < size && value[*at] == '.') (*at)++;
  return is_known && count > 0 ? number : 0;
}

bool lc_value_date(const char *value, size_t size, int64_t *out) {
  size_t at = 0;
  int64_t year = part(value, size, &at, 4), month = part(value, size, &at, 2), day = part(value, size, &at, 2);
  *out = year * 10000 + month * 100 + (month > 0 ? day : 0);
  return year > 0;
}

/* Compare year, month and day. Returns -1, 0 or 1. Returns 0 if the compared parts are equal and the next part is
** unknown in one date. */
static int compare_dates(int64_t a, int64_t b) {
  static const int64_t units[] = {10000, 100, 1};
  for (unsigned i = 0; i < 3; i++) {
    int64_t x = a / units[i] % (i ? 100 : 1000000), y = b / units[i] % (i ? 100 : 1000000);
    if (x == 0 || y == 0) return 0;
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

bool lc_date_within(int64_t date, int64_t first, int64_t last) {
  return (first == 0 || compare_dates(date, first) >= 0) && (last == 0 || compare_dates(date, last) <= 0);
}

enum { MOST_SECONDS = 999999999 }; /* as in lua/lucena/time.lua: a larger number is no time control */

/* Read a number of seconds, and store it in thousandths. Returns false if there is no number. */
static bool seconds(const char *value, size_t size, size_t *at, int64_t *out) {
  int64_t whole = 0, rest = 0, unit = 100;
  size_t begin = *at;
  for (; *at < size && lc_is_digit(value[*at]); (*at)++) {
    if (whole <= MOST_SECONDS) whole = whole * 10 + (value[*at] - '0');
  }
  bool is_number = *at > begin && whole <= MOST_SECONDS;
  if (*at < size && value[*at] == '.') {
    for (begin = ++*at; *at < size && lc_is_digit(value[*at]); (*at)++) {
      rest += unit * (value[*at] - '0');
      unit /= 10;
    }
    is_number = is_number && *at > begin;
  }
  *out = whole * 1000 + rest;
  return is_number;
}

/* Read one period of a time control: its time, its increment, and its number of moves (0 for all remaining moves).
** Returns false for any other text. */
static bool period(const char *value, size_t size, size_t *at, int64_t *base, int64_t *more, int64_t *moves) {
  *more = *moves = 0;
  if (*at < size && value[*at] == '*') (*at)++;
  if (!seconds(value, size, at, base)) return false;
  if (*at < size && value[*at] == '/') {
    (*at)++;
    *moves = *base / 1000;
    if (*moves == 0 || !seconds(value, size, at, base)) return false;
  }
  if (*at < size && value[*at] == '+') {
    (*at)++;
    if (!seconds(value, size, at, more)) return false;
  }
  return true;
}

bool lc_value_time(const char *value, size_t size, unsigned moves, int64_t *out) {
  int64_t total = 0, left = moves, base, more, count;
  size_t at = 0;
  while (at < size && lc_is_blank(value[at])) at++;
  while (size > at && lc_is_blank(value[size - 1])) size--;
  for (;;) {
    if (!period(value, size, &at, &base, &more, &count)) return false;
    bool is_last = at == size;
    if (!is_last && value[at++] != ':') return false;
    int64_t times = 1, played = count > 0 && count < left ? count : left;
    /* If the last period has a number of moves, the period repeats. */
    if (is_last && count > 0) {
      times = (left + count - 1) / count;
      played = left;
    }
    if (left > 0) total += base * times + more * played;
    left -= played;
    if (is_last) break;
  }
  *out = total / 1000;
  return true;
}

static int compare_codes(const char *value, size_t size, const char *limit, size_t limit_size) {
  int order = memcmp(value, limit, size < limit_size ? size : limit_size);
  return order == 0 && size < limit_size ? -1 : order;
}

bool lc_code_within(const char *value, size_t size, const char *first, size_t first_size, const char *last,
                    size_t last_size) {
  return size > 0 && compare_codes(value, size, first, first_size) >= 0 &&
         compare_codes(value, size, last, last_size) <= 0;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

uint16_t lc_rating(const char *value, size_t size) {
  size_t at = 0;
  unsigned number = 0;
  while (at < size && is_space(value[at])) at++;
  while (size > at && is_space(value[size - 1])) size--;
  for (; at < size; at++) {
    if (value[at] < '0' || value[at] > '9') return 0;
    number = number * 10 + (unsigned)(value[at] - '0');
    if (number > LC_RATING_MAX) return 0;
  }
  return (uint16_t)number;
}
