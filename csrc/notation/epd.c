/*
** epd - reads a record: fields, position and operations; see epd.h. epd_value.c reads operands, epd_examine.c finds
** diagnostics, and epd_write.c writes records.
*/
#include "epd.h"
#include "codes.h"

#include <assert.h>
#include <string.h>

/* ---- words ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static uint32_t skip_blanks(const lc_Epd *epd, uint32_t at) {
  while (at < epd->size && is_blank(epd->text[at])) at++;
  return at;
}

static uint32_t word_end(const lc_Epd *epd, uint32_t at) {
  while (at < epd->size && !is_blank(epd->text[at]) && epd->text[at] != ';') at++;
  return at;
}

/* Return the offset after the closing quotation mark of a string that begins at `at`, or the end of the record. */
static uint32_t read_string(const lc_Epd *epd, uint32_t at, lc_EpdOperand *out) {
  out->is_string = true;
  out->at = ++at;
  for (; at < epd->size && epd->text[at] != '"'; at++) {
    bool escapes =
        epd->text[at] == '\\' && at + 1 < epd->size && (epd->text[at + 1] == '"' || epd->text[at + 1] == '\\');
    out->has_escapes |= escapes;
    at += escapes;
  }
  out->end = at;
  out->is_closed = at < epd->size;
  return at + out->is_closed;
}

/* Read the word or string that begins at `at`. Returns the offset after it. */
static uint32_t read_operand(const lc_Epd *epd, uint32_t at, lc_EpdOperand *out) {
  memset(out, 0, sizeof *out);
  if (epd->text[at] == '"') return read_string(epd, at, out);
  out->at = at;
  out->is_closed = true;
  return out->end = word_end(epd, at);
}

bool lc_epd_operand(const lc_Epd *epd, const lc_EpdOp *op, uint32_t *at, lc_EpdOperand *out) {
  uint32_t begin = skip_blanks(epd, *at);
  if (begin >= op->end) return false;
  *at = read_operand(epd, begin, out);
  return true;
}

/* ---- fields ---- */

static bool is_number(const lc_Epd *epd, uint32_t at, uint32_t end) {
  for (uint32_t i = at; i < end; i++)
    if (!is_digit(epd->text[i])) return false;
  return end > at;
}

static bool fail(lc_Epd *epd, lc_Code code, uint32_t at) {
  if (epd->error == LC_D_NONE) {
    epd->error = code;
    epd->error_at = at;
  }
  return false;
}

/* Find the four fields. Sets `at` to their end and `last` to the beginning of the last field. */
static bool find_four(lc_Epd *epd, uint32_t *at, uint32_t *last) {
  for (unsigned i = 0; i < 4; i++) {
    *last = skip_blanks(epd, *at);
    *at = word_end(epd, *last);
    if (*at > *last) continue;
    epd->fields_end = epd->size;
    return fail(epd, LC_D_EPD_FIELDS, *last);
  }
  return true;
}

/* Find the end of the four fields and the counters after them. If the quick reader accepts the record, the position is
** set, too. */
static bool find_fields(lc_Epd *epd) {
  uint32_t at = skip_blanks(epd, 0), begin = at;
  epd->begin = at;
  uint32_t size = (uint32_t)lc_fen_quick(epd->cpu, epd->text + at, epd->size - at, &epd->position);
  epd->is_ordinary = size > 0;
  if (size > 0) {
    at += size;
    begin = at - 1;
  } else {
    memset(&epd->position, 0, sizeof epd->position);
    if (!find_four(epd, &at, &begin)) return false;
  }
  epd->fields_end = at;
  unsigned counters = 0;
  uint32_t next = skip_blanks(epd, at), next_end = word_end(epd, next);
  if (next == next_end) return true;
  if (epd->text[begin] == '-' && is_number(epd, begin + 1, at) && is_number(epd, next, next_end)) {
    epd->is_glued = true;
    epd->fields_end = begin + 1;
    epd->clocks[counters] = begin + 1;
    epd->clocks_end[counters++] = at;
  }
  for (; counters < 2 && is_number(epd, next, next_end); counters++) {
    epd->clocks[counters] = next;
    epd->clocks_end[counters] = next_end;
    next = skip_blanks(epd, next_end);
    next_end = word_end(epd, next);
  }
  return true;
}

/* Read a counter of a FEN. Returns `otherwise` if the record has no such counter. */
static uint32_t read_counter(lc_Epd *epd, unsigned which, uint32_t otherwise) {
  uint32_t value = 0;
  if (epd->clocks[which] == LC_EPD_NOWHERE) return otherwise;
  for (uint32_t i = epd->clocks[which]; i < epd->clocks_end[which]; i++) {
    value = value * 10 + (uint32_t)(epd->text[i] - '0');
    if (value > UINT16_MAX) {
      fail(epd, LC_D_BAD_CLOCK, epd->clocks[which]);
      return otherwise;
    }
  }
  return value;
}

static void read_position(lc_Epd *epd) {
  lc_Setup setup;
  if (epd->is_ordinary) {
    uint32_t number = read_counter(epd, 1, 1);
    epd->position.halfmove_clock = read_counter(epd, 0, 0);
    epd->position.fullmove_number = number ? number : 1;
    return;
  }
  if (!lc_fen_parse(epd->text + epd->begin, epd->fields_end - epd->begin, false, &setup, &epd->fen)) {
    fail(epd, epd->fen.error, epd->begin + epd->fen.column - 1);
    return;
  }
  setup.halfmove_clock = read_counter(epd, 0, 0);
  setup.fullmove_number = read_counter(epd, 1, 1);
  if (setup.fullmove_number == 0) setup.fullmove_number = 1;
  unsigned problems = lc_setup_problems(&setup);
  epd->problems = problems ? lc_setup_repair(&setup) : 0;
  problems &= ~(epd->problems | (unsigned)LC_PROBLEM_IMPOSSIBLE_CHECK);
  if (problems & ~(unsigned)LC_PROBLEMS_UNREACHABLE) {
    epd->problems = problems & ~(unsigned)LC_PROBLEMS_UNREACHABLE;
    fail(epd, LC_D_INVALID_POSITION, epd->begin);
    return;
  }
  epd->problems |= problems;
  if (epd->error == LC_D_NONE) lc_position_from_setup(&setup, &epd->position);
}

/* ---- operations ---- */

bool lc_epd_is_opcode(const char *name, size_t size) {
  if (size == 0 || size > LC_EPD_NAME_MAX || !is_letter(name[0])) return false;
  for (size_t i = 1; i < size; i++)
    if (!is_letter(name[i]) && !is_digit(name[i]) && name[i] != '_') return false;
  return true;
}

/* Store irregular blanks between `from` and `to`. If `wanted` is true, there must be exactly one space; otherwise there
** must be no blank. */
static void see_blanks(lc_Epd *epd, uint32_t from, uint32_t to, bool wanted) {
  bool is_good = to - from == wanted && (!wanted || epd->text[from] == ' ');
  if (!is_good && epd->odd_space == LC_EPD_NOWHERE) epd->odd_space = from;
}

/* Read the operation whose opcode begins at `at`. Returns the offset after its semicolon. */
static uint32_t read_operation(lc_Epd *epd, uint32_t at, lc_EpdOp *op) {
  lc_EpdOperand word;
  memset(op, 0, sizeof *op);
  op->at = at;
  at = read_operand(epd, at, &word);
  op->name_size = at - op->at;
  op->operands = op->end = at;
  bool is_open = !word.is_closed;
  for (;;) {
    uint32_t next = skip_blanks(epd, at);
    bool is_last = next >= epd->size || epd->text[next] == ';';
    see_blanks(epd, at, next, !is_last);
    if (is_last) {
      at = next;
      break;
    }
    if (op->end == op->at + op->name_size) op->operands = next;
    op->end = at = read_operand(epd, next, &word);
    is_open = !word.is_closed;
  }
  op->opcode = lc_epd_opcode(epd->text + op->at, op->name_size);
  if (!op->opcode && !lc_epd_is_opcode(epd->text + op->at, op->name_size)) op->flags |= LC_EPD_BAD_NAME;
  if (is_open) op->flags |= LC_EPD_OPEN;
  if (at < epd->size) return at + 1;
  op->flags |= LC_EPD_UNENDED;
  return at;
}

static int read_operations(lc_Epd *epd, uint32_t at) {
  bool is_first = true;
  for (;; is_first = false) {
    uint32_t begin = skip_blanks(epd, at);
    if (begin >= epd->size) return LC_OK;
    if (epd->text[begin] == ';') {
      if (is_first) epd->has_leading = true;
      if (epd->empty == LC_EPD_NOWHERE) epd->empty = begin;
      at = begin + 1;
      continue;
    }
    if (!epd->has_leading) see_blanks(epd, at, begin, true);
    if (epd->count == epd->room) return LC_EROOM;
    at = read_operation(epd, begin, &epd->ops[epd->count]);
    epd->count++;
  }
}

/* ---- sorting operations ---- */

static int compare_names(const lc_Epd *epd, const lc_EpdOp *a, const lc_EpdOp *b) {
  uint32_t size = a->name_size < b->name_size ? a->name_size : b->name_size;
  int order = memcmp(epd->text + a->at, epd->text + b->at, size);
  return order ? order : (a->name_size > b->name_size) - (a->name_size < b->name_size);
}

/* Return the rank of an operation for sorting. An unclosed string must be last, since all text after it would belong to
** the string. Text without an opcode comes just before it. */
static unsigned rank_of(const lc_EpdOp *op) { return op->flags & LC_EPD_OPEN ? 2 : (op->flags & LC_EPD_BAD_NAME) != 0; }

static bool comes_before(const lc_Epd *epd, uint32_t a, uint32_t b) {
  const lc_EpdOp *x = &epd->ops[a], *y = &epd->ops[b];
  if (rank_of(x) != rank_of(y)) return rank_of(x) < rank_of(y);
  int order = compare_names(epd, x, y);
  return order ? order < 0 : a < b;
}

/* Sort with Shell's algorithm, which is short. It is fast enough even for a hostile record with a million
** operations. */
static void sort_operations(lc_Epd *epd) {
  uint32_t gap = 1, n = epd->count;
  lc_EpdOp *ops = epd->ops;
  for (uint32_t i = 0; i < n; i++) ops[i].order = i;
  while (gap < n / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (uint32_t i = gap; i < n; i++) {
      uint32_t moved = ops[i].order, j = i;
      for (; j >= gap && comes_before(epd, moved, ops[j - gap].order); j -= gap) ops[j].order = ops[j - gap].order;
      ops[j].order = moved;
    }
  }
  for (uint32_t i = 1; i < n; i++) {
    lc_EpdOp *op = &ops[ops[i].order];
    if (compare_names(epd, &ops[ops[i - 1].order], op) == 0) op->flags |= LC_EPD_DUPLICATE;
  }
}

uint32_t lc_epd_find(const lc_Epd *epd, const char *name, size_t size) {
  for (uint32_t i = 0; i < epd->count; i++) {
    const lc_EpdOp *op = &epd->ops[i];
    if (op->name_size == size && memcmp(epd->text + op->at, name, size) == 0) return i;
  }
  return LC_EPD_NOWHERE;
}

/* ---- the whole record ---- */

/* Replace a counter by the value of an operation. */
static void apply_clock(lc_Epd *epd, const char *name, unsigned which, uint32_t *clock) {
  uint32_t found = lc_epd_find(epd, name, 4);
  lc_EpdValue value;
  if (found == LC_EPD_NOWHERE) return;
  lc_epd_value(epd, &epd->ops[found], &value);
  if (value.code != LC_D_NONE) return;
  uint32_t said = (uint32_t)value.numbers[0];
  if (epd->clocks[which] != LC_EPD_NOWHERE && said != *clock) epd->mismatch = found;
  epd->is_said[which] = true;
  *clock = said;
}

int lc_epd_read(lc_Cpu cpu, const char *text, size_t size, lc_EpdOp *ops, uint32_t room, lc_Epd *out) {
  assert(size <= LC_EPD_SIZE_MAX);
  memset(out, 0, offsetof(lc_Epd, position));
  out->fen.note_count = 0;
  out->cpu = cpu;
  out->given = (uint32_t)size;
  while (size > 0 && (is_blank(text[size - 1]) || text[size - 1] == '\0')) size--;
  out->text = text;
  out->size = (uint32_t)size;
  out->ops = ops;
  out->room = room;
  out->odd_space = out->empty = out->mismatch = LC_EPD_NOWHERE;
  out->clocks[0] = out->clocks[1] = LC_EPD_NOWHERE;
  if (!find_fields(out)) return LC_OK;
  uint32_t end = out->fields_end;
  for (unsigned i = 0; i < 2; i++)
    if (out->clocks[i] != LC_EPD_NOWHERE) end = out->clocks_end[i];
  int result = read_operations(out, end);
  if (result != LC_OK) return result;
  sort_operations(out);
  read_position(out);
  /* Blanks at the end of the record are irregular, too. */
  if (out->odd_space == LC_EPD_NOWHERE && size < out->given && is_blank(text[size])) out->odd_space = out->size;
  if (out->error != LC_D_NONE) return LC_OK;
  apply_clock(out, "hmvc", 0, &out->position.halfmove_clock);
  apply_clock(out, "fmvn", 1, &out->position.fullmove_number);
  return LC_OK;
}
