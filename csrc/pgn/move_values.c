#include "move_values.h"

#include <string.h>

#include "../chess/position.h"
#include "text.h"

/* The part of a comment that has not been read. */
typedef struct Rest {
  const char *at, *end;
} Rest;

static bool is_at(const Rest *rest, char c) { return rest->at < rest->end && *rest->at == c; }

static void skip_space(Rest *rest) {
  while (rest->at < rest->end && lc_is_space(*rest->at)) rest->at++;
}

static bool skip(Rest *rest, char c) {
  if (!is_at(rest, c)) return false;
  rest->at++;
  return true;
}

/* ---- numbers ---- */

enum { MOST = 1000000000 };

/* Read digits as a number of at most 10^9. */
static bool read_integer(Rest *rest, int64_t *out) {
  const char *begin = rest->at;
  int64_t value = 0;
  while (rest->at < rest->end && lc_is_digit(*rest->at) && value <= MOST) value = 10 * value + (*rest->at++ - '0');
  *out = value;
  return rest->at > begin && value <= MOST;
}

/* Read a number with a fraction after a point or a comma. Without `may_be_whole`, the fraction is required. */
static bool read_decimal(Rest *rest, bool may_be_whole, double *out) {
  int64_t whole, value, scale = 1;
  if (!read_integer(rest, &whole)) return false;
  value = whole;
  const char *point = rest->at;
  bool has_point = rest->at + 1 < rest->end && (*point == '.' || *point == ',') && lc_is_digit(point[1]);
  if (has_point) rest->at++;
  for (; has_point && rest->at < rest->end && lc_is_digit(*rest->at); rest->at++) {
    if (scale > 10000) continue; /* a hundred thousandth of a pawn or of a second is enough */
    value = 10 * value + (*rest->at - '0');
    scale *= 10;
  }
  *out = (double)value / (double)scale;
  return has_point || may_be_whole;
}

/* Read an evaluation: +0.32, -1,5 or +M5. Turn it to White's side if it is Black's. */
static bool read_score(Rest *rest, bool is_of_black, lc_Eval *out) {
  bool is_negative = is_at(rest, '-');
  if (is_negative || is_at(rest, '+')) rest->at++;
  bool is_against_white = is_negative != is_of_black;
  *out = (lc_Eval){.depth = -1, .is_mate = skip(rest, 'M')};
  if (!out->is_mate) {
    if (!read_decimal(rest, false, &out->pawns)) return false;
    if (is_against_white && out->pawns > 0) out->pawns = -out->pawns;
    return true;
  }
  int64_t plies;
  if (!read_integer(rest, &plies) || plies > 100000) return false;
  int32_t moves = (int32_t)(plies / 2); /* the move has been played, so one ply fewer is left */
  out->mate = is_against_white ? -moves : moves;
  return true;
}

/* ---- score/depth time ---- */

/* Skip the move that an engine expected, in brackets. */
static bool skip_expected(Rest *rest) {
  if (!skip(rest, '(')) return true;
  while (rest->at < rest->end && lc_is_symbol(*rest->at)) rest->at++;
  if (!skip(rest, ')')) return false;
  skip_space(rest);
  return true;
}

/* Read a time: 1.5s, 3, 1500ms or 0:01:05. */
static bool read_time(Rest *rest, double *seconds) {
  const char *begin = rest->at;
  while (rest->at < rest->end && (lc_is_digit(*rest->at) || *rest->at == '.' || *rest->at == ':')) rest->at++;
  if (lc_clock_read(begin, (size_t)(rest->at - begin), false, seconds)) return true;
  rest->at = begin;
  if (!read_decimal(rest, true, seconds)) return false;
  if (rest->end - rest->at >= 2 && memcmp(rest->at, "ms", 2) == 0) {
    rest->at += 2;
    *seconds /= 1000;
  } else {
    skip(rest, 's');
  }
  return true;
}

static bool read_scored(Rest rest, unsigned mover, lc_MoveValues *out) {
  int64_t depth;
  if (!skip_expected(&rest) || !read_score(&rest, mover == LC_BLACK, &out->eval) || !skip(&rest, '/') ||
      !read_integer(&rest, &depth) || depth > 100000) {
    return false;
  }
  out->eval.depth = (int32_t)depth;
  out->has_eval = true;
  skip_space(&rest);
  if (rest.at == rest.end || *rest.at == ',') return true;
  out->has_elapsed = read_time(&rest, &out->elapsed);
  return out->has_elapsed && (rest.at == rest.end || *rest.at == ',' || lc_is_space(*rest.at));
}

/* ---- name=value, name=value ---- */

typedef enum Field { DEPTH, ELAPSED, CLOCK, WHITE, MOVER, OTHER } Field;

static Field field_of(const char *name, size_t size) {
#define LC_MATCH_FIELD(text, value, meaning) \
  if (size == sizeof text - 1 && memcmp(name, text, sizeof text - 1) == 0) return value;
#include "match_comment.def"
  return OTHER;
}

/* Read the value of a field. Values of other forms, such as wv=null, are no values. */
static void read_field(Field field, Rest value, unsigned mover, int32_t *depth, lc_MoveValues *out) {
  int64_t number = 0;
  lc_Eval eval;
  if (field == WHITE || field == MOVER) {
    if (!read_score(&value, field == MOVER && mover == LC_BLACK, &eval) || value.at != value.end) return;
    out->eval = eval;
    out->has_eval = true;
  } else if (!read_integer(&value, &number) || value.at != value.end) {
    return;
  } else if (field == DEPTH) {
    if (number <= 100000) *depth = (int32_t)number;
  } else if (field == ELAPSED) {
    out->elapsed = (double)number / 1000;
    out->has_elapsed = true;
  } else {
    out->clock = (double)number / 1000;
    out->has_clock = true;
  }
}

static bool begins_field(Rest rest) {
  const char *name = rest.at;
  while (rest.at < rest.end && lc_is_letter(*rest.at)) rest.at++;
  return is_at(&rest, '=') && field_of(name, (size_t)(rest.at - name)) != OTHER;
}

/* Read fields. All parts of the comment must be fields. */
static bool read_fields(Rest rest, unsigned mover, lc_MoveValues *out) {
  int32_t depth = -1;
  while (rest.at < rest.end) {
    const char *name = rest.at;
    const char *comma = memchr(name, ',', (size_t)(rest.end - name));
    const char *end = comma ? comma : rest.end;
    const char *sign = memchr(name, '=', (size_t)(end - name));
    if (!sign) return false;
    Field field = field_of(name, (size_t)(sign - name));
    if (field != OTHER) read_field(field, (Rest){sign + 1, end}, mover, &depth, out);
    rest.at = comma ? comma + 1 : end;
    skip_space(&rest);
  }
  out->eval.depth = depth;
  return true;
}

/* ---- comments ---- */

/* Read a comment that is written in one of the forms as a whole. */
static bool read_match_comment(const char *text, size_t size, unsigned mover, lc_MoveValues *out) {
  Rest rest = {text, text + size};
  skip_space(&rest);
  while (rest.end > rest.at && lc_is_space(rest.end[-1])) rest.end--;
  if (rest.at == rest.end) return false;
  return begins_field(rest) ? read_fields(rest, mover, out) : read_scored(rest, mover, out);
}

/* Read the commands of a comment. Returns whether it has any. */
static bool read_commands(const char *text, size_t size, lc_MoveValues *values) {
  lc_Command command;
  size_t at = 0;
  for (; lc_command_next(text, size, at, &command); at = command.end) {
    const char *operand = text + command.operand;
    if (!values->has_clock && lc_command_is(text, &command, "clk", 3)) {
      values->has_clock = lc_clock_read(operand, command.operand_size, false, &values->clock);
    } else if (!values->has_elapsed && lc_command_is(text, &command, "emt", 3)) {
      values->has_elapsed = lc_clock_read(operand, command.operand_size, true, &values->elapsed);
    } else if (!values->has_eval && lc_command_is(text, &command, "eval", 4)) {
      values->has_eval = lc_eval_read(operand, command.operand_size, false, &values->eval);
    }
  }
  return at > 0;
}

void lc_move_values_read(const char *text, size_t size, unsigned mover, lc_MoveValues *values) {
  lc_MoveValues match = {0};
  if (read_commands(text, size, values) || !read_match_comment(text, size, mover, &match)) return;
  if (!values->has_clock && match.has_clock) values->clock = match.clock;
  if (!values->has_elapsed && match.has_elapsed) values->elapsed = match.elapsed;
  if (!values->has_eval && match.has_eval) values->eval = match.eval;
  values->has_clock |= match.has_clock;
  values->has_elapsed |= match.has_elapsed;
  values->has_eval |= match.has_eval;
}
