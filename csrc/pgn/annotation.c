#include "annotation.h"

#include "text.h"

#include <string.h>

static bool is_name(char c) { return lc_is_letter(c) || lc_is_digit(c) || c == '_'; }

static size_t skip_space(const char *text, size_t size, size_t at) {
  while (at < size && lc_is_space(text[at])) at++;
  return at;
}

/* ---- commands ---- */

/* Return the offset of the bracket that closes an operand. Returns SIZE_MAX if another command begins before that
** bracket. */
static size_t operand_end(const char *text, size_t size, size_t at) {
  bool may_quote = true; /* a quotation mark may open a quoted operand here */
  for (; at < size && text[at] != ']'; at++) {
    char c = text[at];
    if (c == '[' && at + 1 < size && text[at + 1] == '%') return SIZE_MAX;
    if (c == '"' && may_quote) {
      const char *close = memchr(text + at + 1, '"', size - at - 1);
      if (close) at = (size_t)(close - text);
    }
    may_quote = c == ',' || lc_is_space(c);
  }
  return at < size ? at : SIZE_MAX;
}

/* Read the command that begins with the bracket at text[at]. */
static bool read_command(const char *text, size_t size, size_t at, lc_Command *out) {
  size_t name = at + 2, end = name;
  if (name >= size || text[at + 1] != '%') return false;
  while (end < size && is_name(text[end])) end++;
  if (end == name || end == size) return false;
  if (text[end] != ']' && !lc_is_space(text[end])) return false;
  out->at = at;
  out->name = name;
  out->name_size = end - name;
  out->operand = skip_space(text, size, end);
  size_t close = operand_end(text, size, out->operand);
  if (close == SIZE_MAX) return false;
  out->end = close + 1;
  while (close > out->operand && lc_is_space(text[close - 1])) close--;
  out->operand_size = close - out->operand;
  return true;
}

bool lc_command_next(const char *text, size_t size, size_t at, lc_Command *out) {
  while (at < size) {
    const char *open = memchr(text + at, '[', size - at);
    if (!open) return false;
    at = (size_t)(open - text);
    if (read_command(text, size, at, out)) return true;
    at++;
  }
  return false;
}

bool lc_command_is(const char *text, const lc_Command *command, const char *name, size_t name_size) {
  return command->name_size == name_size && memcmp(text + command->name, name, name_size) == 0;
}

static bool is_clock(const char *text, size_t size) {
  double seconds;
  return lc_clock_read(text, size, false, &seconds);
}

static bool is_duration(const char *text, size_t size) {
  double seconds;
  return lc_clock_read(text, size, true, &seconds);
}

static bool is_eval(const char *text, size_t size) {
  lc_Eval eval;
  return lc_eval_read(text, size, false, &eval);
}

static bool are_marks(const char *text, size_t size, bool is_arrow) {
  size_t at = 0;
  lc_Mark mark;
  int status;
  do {
    status = lc_mark_next(text, size, &at, is_arrow, &mark);
  } while (status > 0);
  return status == 0;
}

static bool are_squares(const char *text, size_t size) { return are_marks(text, size, false); }
static bool are_arrows(const char *text, size_t size) { return are_marks(text, size, true); }

static bool is_profile(const char *text, size_t size) {
  size_t at = 0;
  int32_t first, last, value;
  int64_t count = 0;
  if (lc_number_next(text, size, &at, &first) <= 0 || lc_number_next(text, size, &at, &last) <= 0) return false;
  int status;
  while ((status = lc_number_next(text, size, &at, &value)) > 0) count++;
  return status == 0 && first >= 0 && count == (int64_t)last - first + 1;
}

bool lc_command_is_good(const char *text, const lc_Command *command) {
  static const struct {
    char name[5]; /* at most "eval" */
    bool (*is_good)(const char *, size_t);
  } known[] = {{"clk", is_clock}, {"emt", is_duration}, {"egt", is_duration}, {"mct", is_clock},
               {"eval", is_eval}, {"csl", are_squares}, {"cal", are_arrows},  {"evp", is_profile}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!lc_command_is(text, command, known[i].name, strlen(known[i].name))) continue;
    return known[i].is_good(text + command->operand, command->operand_size);
  }
  return true;
}

size_t lc_command_strip(const char *text, size_t size, char *out) {
  size_t n = 0, at = skip_space(text, size, 0);
  lc_Command command;
  while (at < size) {
    bool found = lc_command_next(text, size, at, &command);
    size_t end = found ? command.at : size;
    memcpy(out + n, text + at, end - at);
    n += end - at;
    at = end;
    if (!found) break;
    if (lc_command_is_good(text, &command)) {
      at = command.end;
      if (n == 0 || lc_is_space(out[n - 1])) at = skip_space(text, size, at);
    } else {
      memcpy(out + n, text + at, command.end - at);
      n += command.end - at;
      at = command.end;
    }
  }
  while (n > 0 && lc_is_space(out[n - 1])) n--;
  return n;
}

static size_t append(char *out, size_t n, const char *text, size_t size) {
  if (size) memcpy(out + n, text, size);
  return n + size;
}

size_t lc_command_replace(const char *text, size_t size, const char *name, size_t name_size, const char *with,
                          size_t with_size, char *out) {
  size_t n = 0, at = 0;
  lc_Command command;
  for (size_t from = 0; lc_command_next(text, size, from, &command); from = command.end) {
    if (!lc_command_is(text, &command, name, name_size)) continue;
    n = append(out, n, text + at, command.at - at);
    at = command.end;
    if (with) {
      n = append(out, n, with, with_size);
      with = NULL;
      continue;
    }
    bool is_last = at == size; /* at the end of the comment, the blanks before the command are removed too */
    while (is_last && n > 0 && lc_is_space(out[n - 1])) n--;
    bool has_blank = n == 0 || lc_is_space(out[n - 1]);
    while (has_blank && at < size && lc_is_space(text[at])) at++;
  }
  return append(out, n, text + at, size - at);
}

size_t lc_command_insert(const char *text, size_t size, const char *with, size_t with_size, char *out) {
  size_t at = 0, n;
  lc_Command command;
  while (lc_command_next(text, size, at, &command)) at = command.end;
  n = append(out, 0, text, at);
  if (at > 0) out[n++] = ' ';
  n = append(out, n, with, with_size);
  if (at == 0 && size > 0 && !lc_is_space(text[0])) out[n++] = ' ';
  return append(out, n, text + at, size - at);
}

/* ---- numbers ---- */

/* Read an integer. Returns false if there is no digit, or if the value is above `most`. */
static bool read_digits(const char *text, size_t size, size_t *at, int64_t most, int64_t *out) {
  size_t begin = *at;
  *out = 0;
  for (; *at < size && lc_is_digit(text[*at]); ++*at) {
    *out = 10 * *out + (text[*at] - '0');
    if (*out > most) return false;
  }
  return *at > begin;
}

/* Read the fraction of a decimal number whose integer part is `whole`. Returns false for a point without digits after
** it. The result is the quotient of two integers, and a double represents both exactly. So the result is the double
** nearest to the number in the text; Lua reads the same value. */
static bool read_fraction(const char *text, size_t size, size_t *at, int64_t whole, double *out) {
  static const int64_t most = 100000000000000; /* one more digit could exceed 2^53 */
  int64_t value = whole, scale = 1;
  bool has_point = *at < size && text[*at] == '.';
  size_t begin = has_point ? ++*at : *at;
  for (; has_point && *at < size && lc_is_digit(text[*at]); ++*at) {
    if (value > most || scale > most) continue;
    value = 10 * value + (text[*at] - '0');
    scale *= 10;
  }
  *out = (double)value / (double)scale;
  return !has_point || *at > begin;
}

static bool read_sign(const char *text, size_t size, size_t *at) {
  bool is_negative = *at < size && text[*at] == '-';
  if (*at < size && (text[*at] == '-' || text[*at] == '+')) ++*at;
  return is_negative;
}

static size_t write_digits(uint64_t value, unsigned least, char *out) {
  char digits[LC_DIGITS_64]; /* `least` is at most 2 */
  size_t count = 0, n = 0;
  do {
    digits[count++] = (char)('0' + value % 10);
    value /= 10;
  } while (value || count < least);
  while (count) out[n++] = digits[--count];
  return n;
}

/* ---- clocks ---- */

enum { MOST_SECONDS = 1000000000 };

bool lc_clock_read(const char *text, size_t size, bool bare_seconds, double *out) {
  size_t at = 0;
  int64_t part[3];
  unsigned count = 0;
  if (!read_digits(text, size, &at, MOST_SECONDS, &part[count++])) return false;
  while (count < 3 && at < size && text[at] == ':') {
    size_t begin = ++at;
    if (!read_digits(text, size, &at, 59, &part[count++]) || at - begin > 2) return false;
  }
  if (count != 3 && !(bare_seconds && count == 1)) return false; /* "1:30" may mean minutes or hours */
  int64_t seconds = count == 1 ? part[0] : 3600 * part[0] + 60 * part[1] + part[2];
  return read_fraction(text, size, &at, seconds, out) && at == size;
}

size_t lc_clock_write(uint64_t milliseconds, char *out) {
  uint64_t seconds = milliseconds / 1000, fraction = milliseconds % 1000;
  size_t n = write_digits(seconds / 3600, 1, out);
  out[n++] = ':';
  n += write_digits(seconds / 60 % 60, 2, out + n);
  out[n++] = ':';
  n += write_digits(seconds % 60, 2, out + n);
  if (fraction == 0) return n;
  out[n++] = '.';
  n += write_digits(fraction, 3, out + n);
  while (out[n - 1] == '0') n--;
  return n;
}

/* ---- evaluations ---- */

static bool read_depth(const char *text, size_t size, size_t *at, int32_t *out) {
  int64_t depth;
  *out = -1;
  if (*at == size) return true;
  if (text[*at] != ',') return false;
  *at = skip_space(text, size, *at + 1);
  if (!read_digits(text, size, at, 100000, &depth)) return false;
  *out = (int32_t)depth;
  return *at == size;
}

bool lc_eval_read(const char *text, size_t size, bool centipawns, lc_Eval *out) {
  size_t at = 0;
  int64_t whole = 0;
  out->is_mate = size > 0 && text[0] == '#';
  if (out->is_mate) at++;
  bool is_negative = read_sign(text, size, &at);
  size_t begin = at;
  bool has_digits = read_digits(text, size, &at, MOST_SECONDS, &whole);
  if (!has_digits && (at > begin || out->is_mate)) return false;
  size_t point = at;
  out->pawns = (double)whole;
  if (!out->is_mate && !read_fraction(text, size, &at, whole, &out->pawns)) return false;
  if (!has_digits && at == point) return false;
  /* "-0,5" may have a decimal comma, or a depth after it */
  if (!out->is_mate && is_negative && whole == 0 && at == point && at < size && text[at] == ',') return false;
  if (centipawns && at == point) out->pawns /= 100;
  if (is_negative && out->pawns > 0) out->pawns = -out->pawns;
  out->mate = (int32_t)(is_negative ? -whole : whole);
  return read_depth(text, size, &at, &out->depth);
}

size_t lc_eval_write(int64_t thousandths, char *out) {
  size_t n = 0;
  uint64_t size = thousandths < 0 ? (uint64_t)-thousandths : (uint64_t)thousandths;
  if (thousandths < 0) out[n++] = '-';
  n += write_digits(size / 1000, 1, out + n);
  out[n++] = '.';
  n += write_digits(size % 1000, 3, out + n);
  return out[n - 1] == '0' ? n - 1 : n;
}

/* ---- lists ---- */

/* Skip the comma before the next item of a list. Also returns true at the end of the list. Returns false if other text
** follows. */
static bool pass_comma(const char *text, size_t size, size_t *at) {
  *at = skip_space(text, size, *at);
  if (*at == size) return true;
  if (text[*at] != ',') return false;
  *at = skip_space(text, size, *at + 1);
  return *at < size;
}

static bool read_square(const char *text, size_t size, size_t at, uint8_t *out) {
  if (at + 2 > size || text[at] < 'a' || text[at] > 'h' || text[at + 1] < '1' || text[at + 1] > '8') return false;
  *out = (uint8_t)((text[at] - 'a') + 8 * (text[at + 1] - '1'));
  return true;
}

int lc_mark_next(const char *text, size_t size, size_t *at, bool is_arrow, lc_Mark *out) {
  if (*at >= size) return 0;
  out->color = text[*at];
  if (!lc_mark_color(out->color) || !read_square(text, size, *at + 1, &out->from)) return -1;
  out->to = out->from;
  if (is_arrow && !read_square(text, size, *at + 3, &out->to)) return -1;
  *at += is_arrow ? 5 : 3;
  return pass_comma(text, size, at) ? 1 : -1;
}

static const struct {
  char letter;
  char name[8]; /* at most "magenta" */
} colors[] = {{'R', "red"},    {'G', "green"}, {'Y', "yellow"},  {'B', "blue"},
              {'O', "orange"}, {'C', "cyan"},  {'M', "magenta"}, {'P', "purple"}};

const char *lc_mark_color(char letter) {
  for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
    if (colors[i].letter == letter) return colors[i].name;
  }
  return NULL;
}

char lc_mark_letter(const char *name, size_t size) {
  for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
    if (strlen(colors[i].name) == size && memcmp(colors[i].name, name, size) == 0) return colors[i].letter;
  }
  return 0;
}

int lc_number_next(const char *text, size_t size, size_t *at, int32_t *out) {
  int64_t value;
  if (*at >= size) return 0;
  bool is_negative = read_sign(text, size, at);
  if (!read_digits(text, size, at, INT32_MAX, &value)) return -1;
  *out = (int32_t)(is_negative ? -value : value);
  return pass_comma(text, size, at) ? 1 : -1;
}
