/*
** epd_value - the opcodes of the standard and the values of their operands.
**
** Sources: PGN standard 16.2 and Edwards' EPD text of 1995. The opcode acd is older and is in neither text. If the two
** texts give different ranges (ce), the wider range is used.
*/
#include <string.h>

#include "epd.h"
#include "codes.h"
#include "uci.h"

/* ---- opcodes ---- */

/* Sorted in ASCII order. */
static const lc_EpdOpcode opcodes[] = {
    {"acd", LC_EPD_NUMBER, LC_EPD_NO_ROLE, 1, 0, INT64_MAX},
    {"acn", LC_EPD_NUMBER, LC_EPD_NO_ROLE, 1, 0, INT64_MAX},
    {"acs", LC_EPD_NUMBER, LC_EPD_NO_ROLE, 1, 0, INT64_MAX},
    {"am", LC_EPD_SET, LC_EPD_AM, 0, 0, 0},
    {"bm", LC_EPD_SET, LC_EPD_BM, 0, 0, 0},
    {"c0", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c1", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c2", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c3", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c4", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c5", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c6", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c7", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c8", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"c9", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"cc", LC_EPD_CLOCKS, LC_EPD_NO_ROLE, 2, 0, 0},
    {"ce", LC_EPD_NUMBER, LC_EPD_CE, 1, -32768, 32767},
    {"dm", LC_EPD_NUMBER, LC_EPD_DM, 1, 1, INT64_MAX},
    {"draw_accept", LC_EPD_FLAG, LC_EPD_ACCEPT, 0, 0, 0},
    {"draw_claim", LC_EPD_FLAG, LC_EPD_CLAIM, 0, 0, 0},
    {"draw_offer", LC_EPD_FLAG, LC_EPD_OFFER, 0, 0, 0},
    {"draw_reject", LC_EPD_FLAG, LC_EPD_REJECT, 0, 0, 0},
    {"eco", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"fmvn", LC_EPD_NUMBER, LC_EPD_NO_ROLE, 1, 1, UINT16_MAX}, /* the same range as the counters of a FEN */
    {"hmvc", LC_EPD_NUMBER, LC_EPD_NO_ROLE, 1, 0, UINT16_MAX},
    {"id", LC_EPD_STRING, LC_EPD_NO_ROLE, 1, 0, 0},
    {"nic", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"noop", LC_EPD_ANY, LC_EPD_NO_ROLE, 0, 0, 0},
    {"pm", LC_EPD_MOVE, LC_EPD_PM, 1, 0, 0},
    {"ptp", LC_EPD_PAIRS, LC_EPD_NO_ROLE, 0, 0, 0},
    {"pv", LC_EPD_LINE, LC_EPD_PV, 0, 0, 0},
    {"rc", LC_EPD_NUMBER, LC_EPD_NO_ROLE, 1, 1, INT64_MAX},
    {"refcom", LC_EPD_WORD, LC_EPD_NO_ROLE, 1, 0, 0},
    {"refreq", LC_EPD_WORD, LC_EPD_NO_ROLE, 1, 0, 0},
    {"resign", LC_EPD_FLAG, LC_EPD_RESIGN, 0, 0, 0},
    {"sm", LC_EPD_MOVE, LC_EPD_SM, 1, 0, 0},
    {"sv", LC_EPD_LINE, LC_EPD_NO_ROLE, 0, 0, 0},
    {"tcgs", LC_EPD_NUMBER, LC_EPD_NO_ROLE, 1, 0, INT64_MAX},
    {"tcri", LC_EPD_STRINGS, LC_EPD_NO_ROLE, 2, 0, 0},
    {"tcsi", LC_EPD_STRINGS, LC_EPD_NO_ROLE, 2, 0, 0},
    {"ts", LC_EPD_TIME, LC_EPD_NO_ROLE, 2, 0, 0},
    {"v0", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v1", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v2", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v3", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v4", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v5", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v6", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v7", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v8", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
    {"v9", LC_EPD_STRING, LC_EPD_NO_ROLE, 0, 0, 0},
};

/* Compare `name` with the text. Returns a negative value if `name` sorts before the text, zero if both are equal, else
** a positive value. */
static int compare(const char *name, const char *text, size_t size) {
  int order = strncmp(name, text, size);
  return order ? order : name[size] != '\0';
}

const lc_EpdOpcode *lc_epd_opcode(const char *name, size_t size) {
  size_t low = 0, high = sizeof opcodes / sizeof *opcodes;
  if (size < 2 || size > LC_EPD_NAME_MAX || memchr(name, '\0', size)) return NULL;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = compare(opcodes[middle].name, name, size);
    if (order == 0) return &opcodes[middle];
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

/* ---- moves ---- */

/* Read a move as SAN or, if it is not SAN, as UCI. */
static lc_Code read_pgn(const lc_Position *p, const char *text, size_t size, lc_Move *out) {
  lc_Code code = lc_san_read(p, text, size, out);
  bool may_be_uci = code == LC_D_BAD_MOVE || code == LC_D_ILLEGAL_MOVE;
  return may_be_uci && lc_uci_read(p, text, size, out) == LC_D_NONE ? LC_D_NONE : code;
}

/* Read the words text[at] to text[end - 1] as one move. */
static void read_words(const lc_Epd *epd, const lc_Position *p, uint32_t at, uint32_t end, lc_EpdMove *out) {
  lc_Reading reading;
  out->at = at;
  out->end = end;
  if (!epd->dialect) {
    out->code = read_pgn(p, epd->text + at, end - at, &out->move);
    return;
  }
  out->code = lc_dialect_read(epd->dialect, p, epd->text + at, end - at, &reading);
  out->move = reading.move;
  if (out->code == LC_D_NONE) out->style = lc_repairs_code(reading.repairs);
}

/* Try to read two words as one move. They are one move if only the two words together are a legal move, or if the
** second word adds no information to the move (e.p., ch). */
static bool read_two_words(const lc_Epd *epd, const lc_Position *p, const lc_EpdOperand *next, lc_EpdMove *one) {
  lc_EpdMove two = {.code = LC_D_NONE};
  if (!epd->dialect || next->is_string) return false;
  read_words(epd, p, one->at, next->end, &two);
  if (two.code != LC_D_NONE || (one->code == LC_D_NONE && one->move != two.move)) return false;
  *one = two;
  return true;
}

static bool is_sign(const lc_Epd *epd, const lc_EpdOperand *word) {
  for (uint32_t i = word->at; i < word->end; i++)
    if (!memchr("+#!?", epd->text[i], 4)) return false;
  return !word->is_string;
}

void lc_epd_moves(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *out) {
  memset(out, 0, sizeof *out);
  out->before = epd->position;
  out->at = op->operands;
  out->is_line = op->opcode && op->opcode->kind == LC_EPD_LINE;
}

/* Read the next word of moves, up to a comma. Commas between moves have no meaning. `*comma` is the offset after the
** last one before or after the word, or 0. Without a move after it, a comma is a word. */
static bool next_word(const lc_Epd *epd, const lc_EpdOp *op, uint32_t *at, lc_EpdOperand *word, uint32_t *comma) {
  lc_EpdOperand read;
  *comma = 0;
  while (lc_epd_operand(epd, op, at, &read)) {
    *word = read;
    const char *found = read.is_string ? NULL : memchr(epd->text + read.at, ',', read.end - read.at);
    if (!found) return true;
    *at = *comma = (uint32_t)(found - epd->text) + 1;
    word->end = *comma - 1 > read.at ? *comma - 1 : *comma;
    if (*comma - 1 > read.at) return true;
  }
  return *comma > 0;
}

bool lc_epd_next_move(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *moves, lc_EpdMove *out) {
  lc_EpdOperand word, next;
  uint32_t comma;
  if (moves->has_ended || !next_word(epd, op, &moves->at, &word, &comma)) return false;
  if (moves->is_line && moves->has_last) lc_position_play(&moves->before, moves->last);
  *out = (lc_EpdMove){.code = LC_D_BAD_MOVE, .at = word.at, .end = word.end};
  bool is_move = !word.is_string || epd->dialect;
  if (is_move) read_words(epd, &moves->before, word.at, word.end, out);
  uint32_t after = moves->at;
  if (comma && out->code == LC_D_NONE) {
    out->style = LC_D_SKIPPED_TEXT;
    if (comma > out->end) out->end = comma;
  } else if (lc_epd_operand(epd, op, &after, &next)) {
    bool is_loose = is_sign(epd, &next);
    if (is_loose) {
      out->style = LC_D_LOOSE_SIGN;
      out->end = next.end;
    }
    if (is_loose || (!word.is_string && read_two_words(epd, &moves->before, &next, out))) moves->at = after;
  }
  moves->has_ended = moves->is_line && out->code != LC_D_NONE;
  moves->last = out->move;
  moves->has_last = true;
  return true;
}

/* ---- numbers, clocks, times ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Read a number. Returns LC_D_NONE, LC_D_BAD_OPERAND or LC_D_OPERAND_RANGE. */
static lc_Code read_number(const char *text, size_t size, const lc_EpdOpcode *opcode, lc_EpdValue *out) {
  bool is_negative = size > 0 && text[0] == '-', has_sign = is_negative || (size > 0 && text[0] == '+');
  uint64_t value = 0, limit = (uint64_t)INT64_MAX + is_negative;
  if (size == has_sign) return LC_D_BAD_OPERAND;
  for (size_t i = has_sign; i < size; i++)
    if (!is_digit(text[i])) return LC_D_BAD_OPERAND;
  for (size_t i = has_sign; i < size; i++) {
    unsigned digit = (unsigned)(text[i] - '0');
    if (value > (limit - digit) / 10) return LC_D_OPERAND_RANGE;
    value = value * 10 + digit;
  }
  out->numbers[0] = is_negative ? (int64_t)(0 - value) : (int64_t)value;
  if (out->numbers[0] < opcode->low || out->numbers[0] > opcode->high) return LC_D_OPERAND_RANGE;
  bool has_zeros = size > has_sign + 1u && text[has_sign] == '0';
  if (has_zeros || (has_sign && !is_negative) || (is_negative && value == 0)) out->style = LC_D_OPERAND_STYLE;
  return LC_D_NONE;
}

/* Read at least `least` and at most `most` digits at *at as a number. Returns -1 if there are too few digits. */
static int64_t read_digits(const char *text, size_t size, size_t *at, size_t least, size_t most) {
  int64_t value = 0;
  size_t begin = *at;
  while (*at < size && *at - begin < most && is_digit(text[*at])) value = value * 10 + (text[(*at)++] - '0');
  return *at - begin < least ? -1 : value;
}

static bool take(const char *text, size_t size, size_t *at, char wanted) {
  bool found = *at < size && text[*at] == wanted;
  *at += found;
  return found;
}

/* Read ddd:hh:mm:ss as seconds. Days may be omitted, and hours may have one digit. */
static bool read_clock(const char *text, size_t size, int64_t *out, bool *is_usual) {
  int64_t parts[4] = {0};
  size_t at = 0, count = 0;
  do {
    parts[count] = read_digits(text, size, &at, 1, 3);
    if (parts[count++] < 0) return false;
  } while (count < 4 && take(text, size, &at, ':'));
  if (at != size || count < 3) return false;
  int64_t days = count == 4 ? parts[0] : 0, *rest = parts + (count - 3);
  if (rest[0] > 23 || rest[1] > 59 || rest[2] > 59) return false;
  *out = ((days * 24 + rest[0]) * 60 + rest[1]) * 60 + rest[2];
  *is_usual = *is_usual && size == 12; /* the standard form ddd:hh:mm:ss has 12 characters */
  return true;
}

static bool is_date(const int64_t *n) {
  static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (n[0] < 0 || n[1] < 1 || n[1] > 12 || n[2] < 1) return false;
  bool is_leap = n[0] % 4 == 0 && (n[0] % 100 != 0 || n[0] % 400 == 0);
  return n[2] <= days[n[1] - 1] + (n[1] == 2 && is_leap);
}

/* Read three numbers with the character `mark` between them. */
static bool read_three(const char *text, size_t size, size_t first, char mark, int64_t *out) {
  size_t at = 0;
  out[0] = read_digits(text, size, &at, first, first);
  for (unsigned i = 1; i < 3; i++) {
    if (!take(text, size, &at, mark)) return false;
    out[i] = read_digits(text, size, &at, 2, 2);
  }
  return at == size && out[0] >= 0 && out[1] >= 0 && out[2] >= 0;
}

/* ---- values ---- */

typedef struct Reading {
  const lc_Epd *epd;
  const lc_EpdOp *op;
  lc_EpdValue *out;
  uint32_t at;
} Reading;

static bool next(Reading *r, lc_EpdOperand *word) { return lc_epd_operand(r->epd, r->op, &r->at, word); }

static void refuse(Reading *r, lc_Code code, const lc_EpdOperand *word) {
  r->out->code = code;
  r->out->at = word->at;
  r->out->end = word->end;
}

/* Report too few or too many operands. The diagnostic is for the whole operation. */
static void miscount(Reading *r) {
  r->out->code = LC_D_OPERAND_COUNT;
  r->out->at = r->op->at;
  r->out->end = r->op->end;
}

static void end_here(Reading *r) {
  lc_EpdOperand word;
  if (r->out->code == LC_D_NONE && next(r, &word)) miscount(r);
}

static void read_a_number(Reading *r) {
  lc_EpdOperand word;
  if (!next(r, &word)) {
    miscount(r);
    return;
  }
  lc_Code code = LC_D_BAD_OPERAND;
  if (!word.is_string) code = read_number(r->epd->text + word.at, word.end - word.at, r->op->opcode, r->out);
  refuse(r, code, &word);
  end_here(r);
}

/* Accept words without quotation marks as one string, including the blanks between them. */
static void read_a_string(Reading *r) {
  lc_EpdOperand word;
  if (!next(r, &word)) {
    r->out->is_empty = true;
    if (r->op->opcode->least > 0) miscount(r);
    return;
  }
  refuse(r, LC_D_NONE, &word);
  r->out->has_escapes = word.has_escapes;
  if (word.is_string) {
    end_here(r);
  } else {
    r->out->end = r->op->end;
    r->out->style = LC_D_UNQUOTED_STRING;
  }
}

static void read_strings(Reading *r) {
  lc_EpdOperand word;
  for (unsigned i = 0; i < 2; i++) {
    if (!next(r, &word)) {
      miscount(r);
      return;
    }
    if (word.is_string || r->out->style != LC_D_NONE) continue;
    refuse(r, LC_D_NONE, &word);
    r->out->style = LC_D_UNQUOTED_STRING;
  }
  end_here(r);
}

static void read_pairs(Reading *r) {
  lc_EpdOperand word;
  uint32_t count = 0;
  for (; next(r, &word); count++) {
    if (word.is_string == (count % 2 == 1)) continue;
    refuse(r, LC_D_BAD_OPERAND, &word);
    return;
  }
  if (count % 2) miscount(r);
}

static void read_word(Reading *r) {
  static const char *const words[] = {"conclude", "disconnect", "execute", "fault", "inform",
                                      "reply", "reset", "respond", "sign_off", "sign_on"};
  lc_EpdOperand word;
  if (!next(r, &word)) {
    miscount(r);
    return;
  }
  refuse(r, LC_D_BAD_OPERAND, &word);
  for (unsigned i = 0; i < sizeof words / sizeof *words && !word.is_string; i++) {
    bool same =
        strlen(words[i]) == word.end - word.at && memcmp(words[i], r->epd->text + word.at, word.end - word.at) == 0;
    if (same) r->out->code = LC_D_NONE;
  }
  end_here(r);
}

static void read_clocks(Reading *r) {
  lc_EpdOperand word;
  bool is_usual = true;
  for (unsigned i = 0; i < 2; i++) {
    if (!next(r, &word)) {
      miscount(r);
      return;
    }
    const char *text = r->epd->text + word.at;
    if (word.is_string || !read_clock(text, word.end - word.at, &r->out->numbers[i], &is_usual)) {
      refuse(r, LC_D_BAD_OPERAND, &word);
      return;
    }
    if (is_usual || r->out->style != LC_D_NONE) continue;
    refuse(r, LC_D_NONE, &word);
    r->out->style = LC_D_OPERAND_STYLE;
  }
  end_here(r);
}

static void read_time(Reading *r) {
  lc_EpdOperand word;
  for (unsigned i = 0; i < 2; i++) {
    if (!next(r, &word)) {
      miscount(r);
      return;
    }
    const char *text = r->epd->text + word.at;
    int64_t *n = r->out->numbers + 3 * i;
    bool is_good = !word.is_string && read_three(text, word.end - word.at, i ? 2 : 4, i ? ':' : '.', n);
    is_good = is_good && (i ? n[0] < 24 && n[1] < 60 && n[2] < 60 : is_date(n));
    if (!is_good) {
      refuse(r, LC_D_BAD_OPERAND, &word);
      return;
    }
  }
  end_here(r);
}

/* Check that there is only one move. lc_epd_next_move() checks whether the move is legal. */
static void count_moves(Reading *r) {
  lc_EpdMoves moves;
  lc_EpdMove move;
  if (r->epd->error != LC_D_NONE) return;
  lc_epd_moves(r->epd, r->op, &moves);
  if (!lc_epd_next_move(r->epd, r->op, &moves, &move)) {
    miscount(r);
  } else {
    r->at = moves.at;
    end_here(r);
  }
}

void lc_epd_value(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdValue *out) {
  Reading r = {.epd = epd, .op = op, .out = out, .at = op->operands};
  memset(out, 0, sizeof *out);
  switch (op->opcode ? op->opcode->kind : LC_EPD_OTHER) {
    case LC_EPD_OTHER:
    case LC_EPD_ANY:
    case LC_EPD_SET:
    case LC_EPD_LINE: break;
    case LC_EPD_FLAG: end_here(&r); break;
    case LC_EPD_MOVE: count_moves(&r); break;
    case LC_EPD_NUMBER: read_a_number(&r); break;
    case LC_EPD_STRING: read_a_string(&r); break;
    case LC_EPD_STRINGS: read_strings(&r); break;
    case LC_EPD_PAIRS: read_pairs(&r); break;
    case LC_EPD_WORD: read_word(&r); break;
    case LC_EPD_CLOCKS: read_clocks(&r); break;
    case LC_EPD_TIME: read_time(&r); break;
  }
}

size_t lc_epd_unescape(const char *text, size_t size, char *out) {
  size_t n = 0;
  for (size_t i = 0; i < size; i++) {
    bool escapes = text[i] == '\\' && i + 1 < size && (text[i + 1] == '"' || text[i + 1] == '\\');
    i += escapes;
    out[n++] = text[i];
  }
  return n;
}
