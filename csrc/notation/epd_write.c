/*
** epd_write - writes the canonical text line of a record.
**
** Follows: EPD text of 1995, 7.1, and PGN 16.2.3. Only the moves of a set are sorted. Other operands keep their order,
** because the order of a private opcode's operands may have a meaning.
*/
#include <string.h>

#include "epd.h"
#include "uci.h"

typedef struct Out {
  char *bytes;
  size_t room, used; /* `used` also counts bytes that did not fit */
} Out;

static void put(Out *out, const char *text, size_t size) {
  if (out->used < out->room) {
    size_t free = out->room - out->used;
    memcpy(out->bytes + out->used, text, size < free ? size : free);
  }
  out->used += size;
}

static void put_char(Out *out, char c) { put(out, &c, 1); }

static void put_number(Out *out, int64_t number) {
  char digits[LC_DIGITS_64];
  size_t n = sizeof digits;
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  do {
    digits[--n] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (number < 0) put_char(out, '-');
  put(out, digits + n, sizeof digits - n);
}

/* Write a number with `digits` digits, padded with zeros. */
static void put_digits(Out *out, int64_t number, unsigned digits) {
  char text[LC_DIGITS_64];
  for (unsigned i = digits; i-- > 0; number /= 10) text[i] = (char)('0' + number % 10);
  put(out, text, digits);
}

/* Write a string in quotation marks. With `has_escapes`, the escapes of the source are resolved first. */
static void put_string(Out *out, const char *text, size_t size, bool has_escapes) {
  put_char(out, '"');
  for (size_t i = 0; i < size; i++) {
    bool escapes = has_escapes && text[i] == '\\' && i + 1 < size && (text[i + 1] == '"' || text[i + 1] == '\\');
    i += escapes;
    if (text[i] == '"' || text[i] == '\\') put_char(out, '\\');
    put_char(out, text[i]);
  }
  put_char(out, '"');
}

/* ---- moves ---- */

/* Store the SAN of a move in an integer. The order of such integers is the ASCII order of the moves. */
static uint64_t san_number(const lc_Position *p, lc_Move move) {
  char text[LC_SAN_MAX] = {0};
  uint64_t number = 0;
  lc_san_write(p, move, text);
  for (unsigned i = 0; i < 8; i++) number = number << 8 | (unsigned char)text[i];
  return number;
}

static void put_san_number(Out *out, uint64_t number) {
  char text[1 + sizeof number] = {' '};
  size_t n = 1;
  for (; n < sizeof text && (number >> 56) != 0; number <<= 8) text[n++] = (char)(number >> 56);
  put(out, text, n);
}

/* Report whether all moves of an operation can be read, and count the moves. */
static bool are_good(const lc_Epd *epd, const lc_EpdOp *op, uint32_t *count) {
  lc_EpdMoves moves;
  lc_EpdMove move;
  lc_epd_moves(epd, op, &moves);
  for (*count = 0; lc_epd_next_move(epd, op, &moves, &move); ++*count)
    if (move.code != LC_D_NONE) return false;
  return true;
}

/* The text of a move in a dialect. */
typedef struct MoveText {
  char text[LC_DIALECT_TEXT];
  size_t size;
} MoveText;

/* Write a move in the dialect. A move that the dialect cannot write is written in UCI, because the piece letters of SAN
** could be letters of the dialect. */
static void write_move(MoveText *out, const lc_Position *p, lc_Move move, const lc_Dialect *dialect) {
  out->size = dialect ? lc_dialect_write(dialect, p, move, true, out->text) : lc_san_write(p, move, out->text);
  if (out->size == 0) out->size = lc_uci_write(p, move, out->text);
}

/* Write the text of a move. A move of several words (exd6 e.p.) is written in quotation marks, so that it is one
** operand. */
static void put_move_text(Out *out, const MoveText *move) {
  bool is_word = true;
  for (size_t i = 0; i < move->size; i++) is_word = is_word && !memchr(" \t;\"", move->text[i], 4);
  put_char(out, ' ');
  if (is_word) put(out, move->text, move->size);
  else put_string(out, move->text, move->size, false);
}

static bool sorts_after(const MoveText *a, const MoveText *b) {
  int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
  return order > 0 || (order == 0 && a->size > b->size);
}

/* Write a set of moves in a dialect, sorted by bytes. */
static void put_text_set(Out *out, const lc_Epd *epd, const lc_EpdOp *op, const lc_EpdForm *form, uint32_t count) {
  MoveText texts[LC_MAX_MOVES], text;
  uint16_t sorted[LC_MAX_MOVES];
  lc_EpdMoves moves;
  lc_EpdMove move;
  uint32_t n = 0;
  lc_epd_moves(epd, op, &moves);
  while (lc_epd_next_move(epd, op, &moves, &move)) {
    write_move(&text, &moves.before, move.move, form->dialect);
    if (count > LC_MAX_MOVES) {
      put_move_text(out, &text);
      continue;
    }
    texts[n] = text;
    uint32_t i = n;
    for (; i > 0 && sorts_after(&texts[sorted[i - 1]], &text); i--) sorted[i] = sorted[i - 1];
    sorted[i] = (uint16_t)n++;
  }
  for (uint32_t i = 0; i < n; i++) put_move_text(out, &texts[sorted[i]]);
}

static void put_set(Out *out, const lc_Epd *epd, const lc_EpdOp *op, uint32_t count) {
  uint64_t sorted[LC_MAX_MOVES];
  lc_EpdMoves moves;
  lc_EpdMove move;
  uint32_t n = 0;
  lc_epd_moves(epd, op, &moves);
  while (lc_epd_next_move(epd, op, &moves, &move)) {
    uint64_t number = san_number(&moves.before, move.move);
    if (count > LC_MAX_MOVES) { /* a set of more than LC_MAX_MOVES moves has duplicates; all moves are kept, unsorted */
      put_san_number(out, number);
      continue;
    }
    uint32_t i = n++;
    for (; i > 0 && sorted[i - 1] > number; i--) sorted[i] = sorted[i - 1];
    sorted[i] = number;
  }
  for (uint32_t i = 0; i < n; i++) put_san_number(out, sorted[i]);
}

static void put_line(Out *out, const lc_Epd *epd, const lc_EpdOp *op, const lc_EpdForm *form) {
  MoveText text;
  lc_EpdMoves moves;
  lc_EpdMove move;
  lc_epd_moves(epd, op, &moves);
  while (lc_epd_next_move(epd, op, &moves, &move)) {
    write_move(&text, &moves.before, move.move, form->dialect);
    put_move_text(out, &text);
  }
}

/* ---- operations ---- */

static void put_unchanged(Out *out, const lc_Epd *epd, const lc_EpdOp *op) {
  if (op->end > op->operands) {
    put_char(out, ' ');
    put(out, epd->text + op->operands, op->end - op->operands);
  }
}

static void put_raw(Out *out, const lc_Epd *epd, uint32_t at, uint32_t end) {
  while (at < end && (epd->text[at] == ' ' || epd->text[at] == '\t')) at++;
  if (at == end) return;
  put_char(out, ' ');
  put(out, epd->text + at, end - at);
}

/* Write operands in another notation than that of the record, although some of them are not moves. A move that is not
** translated could mean another move in the new notation (Rd1 is a king move in French). So moves are translated, and
** other operands are written unchanged. */
static void put_around_bad(Out *out, const lc_Epd *epd, const lc_EpdOp *op, const lc_EpdForm *form) {
  lc_EpdMoves moves;
  lc_EpdMove move;
  MoveText text;
  lc_epd_moves(epd, op, &moves);
  uint32_t from = moves.at;
  for (; lc_epd_next_move(epd, op, &moves, &move); from = moves.at) {
    if (move.code != LC_D_NONE) {
      put_raw(out, epd, from, moves.at);
      continue;
    }
    write_move(&text, &moves.before, move.move, form->dialect);
    put_move_text(out, &text);
  }
  put_raw(out, epd, from, op->end);
}

static void put_words(Out *out, const lc_Epd *epd, const lc_EpdOp *op, bool quotes_all) {
  lc_EpdOperand word;
  for (uint32_t at = op->operands; lc_epd_operand(epd, op, &at, &word);) {
    const char *text = epd->text + word.at;
    put_char(out, ' ');
    if (word.is_string || quotes_all) put_string(out, text, word.end - word.at, word.has_escapes);
    else put(out, text, word.end - word.at);
  }
}

static void put_clocks(Out *out, const lc_EpdValue *value) {
  for (unsigned i = 0; i < 2; i++) {
    int64_t seconds = value->numbers[i];
    put_char(out, ' ');
    put_digits(out, seconds / 86400, 3);
    put_char(out, ':');
    put_digits(out, seconds / 3600 % 24, 2);
    put_char(out, ':');
    put_digits(out, seconds / 60 % 60, 2);
    put_char(out, ':');
    put_digits(out, seconds % 60, 2);
  }
}

static void put_operands(Out *out, const lc_Epd *epd, const lc_EpdOp *op, const lc_EpdForm *form) {
  lc_EpdKind kind = op->opcode ? op->opcode->kind : LC_EPD_OTHER;
  bool has_moves = kind == LC_EPD_SET || kind == LC_EPD_LINE || kind == LC_EPD_MOVE;
  lc_EpdValue value;
  uint32_t count = 0;
  lc_epd_value(epd, op, &value);
  bool is_good = !(op->flags & (LC_EPD_BAD_NAME | LC_EPD_OPEN)) && value.code == LC_D_NONE;
  if (has_moves) is_good = is_good && epd->error == LC_D_NONE && are_good(epd, op, &count);
  bool is_other = has_moves && form->dialect != epd->dialect && epd->error == LC_D_NONE && !(op->flags & LC_EPD_OPEN);
  if (!is_good) {
    if (is_other) put_around_bad(out, epd, op, form);
    else put_unchanged(out, epd, op);
    return;
  }
  switch (kind) {
    case LC_EPD_SET:
      if (form->dialect) put_text_set(out, epd, op, form, count);
      else put_set(out, epd, op, count);
      break;
    case LC_EPD_LINE:
    case LC_EPD_MOVE: put_line(out, epd, op, form); break;
    case LC_EPD_CLOCKS: put_clocks(out, &value); break;
    case LC_EPD_NUMBER:
      put_char(out, ' ');
      put_number(out, value.numbers[0]);
      break;
    case LC_EPD_STRING:
      if (value.is_empty) break;
      put_char(out, ' ');
      put_string(out, epd->text + value.at, value.end - value.at, value.has_escapes);
      break;
    case LC_EPD_STRINGS: put_words(out, epd, op, true); break;
    case LC_EPD_OTHER:
    case LC_EPD_ANY:
    case LC_EPD_FLAG:
    case LC_EPD_PAIRS:
    case LC_EPD_WORD:
    case LC_EPD_TIME: put_words(out, epd, op, false); break;
  }
}

/* A counter of a FEN that has no operation of the same meaning. It is written as an operation at its place in ASCII
** order. */
typedef struct Counter {
  const char *name;
  uint32_t value;
  bool is_due;
} Counter;

static void put_counters(Out *out, Counter *counters, const char *before, size_t size) {
  for (unsigned i = 0; i < 2; i++) {
    Counter *c = &counters[i];
    if (!c->is_due) continue;
    int order = before ? memcmp(c->name, before, size < 4 ? size : 4) : -1;
    if (order > 0 || (order == 0 && size < 4)) continue;
    c->is_due = false;
    put_char(out, ' ');
    put(out, c->name, 4);
    put_char(out, ' ');
    put_number(out, c->value);
    put_char(out, ';');
  }
}

/* Report whether an operation's name is a number. At the beginning, such an operation would be read as a counter. */
static bool is_like_counter(const lc_Epd *epd, const lc_EpdOp *op) {
  for (uint32_t i = 0; i < op->name_size; i++)
    if (epd->text[op->at + i] < '0' || epd->text[op->at + i] > '9') return false;
  return true;
}

/* Write the four fields. With `counters_stay`, the counters of a FEN are written unchanged after the fields. This is
** needed if the record has no position, or if hmvc or fmvn cannot be read. */
static void put_fields(Out *out, const lc_Epd *epd, const lc_EpdForm *form, bool counters_stay) {
  char fields[LC_FEN_MAX];
  if (epd->error == LC_D_NONE) {
    put(out, fields, lc_fen_core(epd->cpu, &epd->position, form->ep, form->castling, fields));
  } else {
    put(out, epd->text + epd->begin, epd->fields_end - epd->begin);
  }
  for (unsigned i = 0; i < 2 && counters_stay && epd->clocks[i] != LC_EPD_NOWHERE; i++) {
    put_char(out, ' ');
    put(out, epd->text + epd->clocks[i], epd->clocks_end[i] - epd->clocks[i]);
  }
}

static bool is_in_the_way(const lc_Epd *epd, const char *name, unsigned which) {
  return !epd->is_said[which] && lc_epd_find(epd, name, 4) != LC_EPD_NOWHERE;
}

size_t lc_epd_write(const lc_Epd *epd, const lc_EpdForm *form, char *bytes, size_t room) {
  Out out = {.bytes = bytes, .room = room};
  Counter counters[2] = {{"fmvn", epd->position.fullmove_number, false}, {"hmvc", epd->position.halfmove_clock, false}};
  bool stay = epd->error != LC_D_NONE || is_in_the_way(epd, "hmvc", 0) || is_in_the_way(epd, "fmvn", 1);
  if (!stay && epd->clocks[0] != LC_EPD_NOWHERE) {
    counters[0].is_due = !epd->is_said[1];
    counters[1].is_due = !epd->is_said[0];
  }
  put_fields(&out, epd, form, stay);
  for (uint32_t i = 0; i < epd->count; i++) {
    const lc_EpdOp *op = &epd->ops[epd->ops[i].order];
    bool is_open = op->flags & LC_EPD_OPEN, is_last = op->flags & (LC_EPD_OPEN | LC_EPD_BAD_NAME);
    size_t before = out.used;
    put_counters(&out, counters, is_last ? NULL : epd->text + op->at, op->name_size);
    if (i == 0 && out.used == before && is_like_counter(epd, op)) put(&out, " ;", 2);
    put_char(&out, ' ');
    put(&out, epd->text + op->at, op->name_size);
    put_operands(&out, epd, op, form);
    if (!is_open) put_char(&out, ';');
  }
  put_counters(&out, counters, NULL, 0);
  return out.used;
}
