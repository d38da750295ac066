/*
** epd_examine - what there is to say about a record.
*/
#include <string.h>

#include "epd.h"

typedef struct List {
  const lc_Epd *epd;
  bool style;
  lc_EpdNote *notes;
  uint32_t room, count;
} List;

static void add(List *list, lc_Code code, uint32_t at, uint32_t end, uint32_t op) {
  if (!list->style && lc_code_severity(code) == LC_REPAIR) return;
  if (list->count < list->room) list->notes[list->count] = (lc_EpdNote){code, at, end, op};
  list->count++;
}

static void add_at(List *list, lc_Code code, uint32_t at, uint32_t end) { add(list, code, at, end, LC_EPD_NOWHERE); }

static void add_fields(List *list) {
  const lc_Epd *epd = list->epd;
  const lc_FenReport *fen = &epd->fen;
  if (epd->error != LC_D_NONE) {
    bool is_token = epd->error != LC_D_INVALID_POSITION;
    uint32_t end = epd->error_at;
    while (is_token && end < epd->size && epd->text[end] != ' ' && epd->text[end] != '\t' && epd->text[end] != ';') end++;
    add_at(list, epd->error, epd->error_at, end);
  }
  for (unsigned i = 0; i < fen->note_count; i++) {
    uint32_t at = epd->begin + fen->notes[i].column - 1;
    if (fen->notes[i].code != LC_D_FEN_FIELDS) add_at(list, fen->notes[i].code, at, at); /* four are all there are */
  }
  if (epd->begin > 0) add_at(list, LC_D_FEN_SPACES, 0, 0);
  if (epd->error == LC_D_NONE && epd->problems & LC_PROBLEM_BAD_CASTLING) {
    uint32_t at = epd->begin + fen->columns[2] - 1;
    add_at(list, LC_D_CASTLING_DROPPED, at, at);
  }
  if (epd->error == LC_D_NONE && epd->problems & LC_PROBLEM_BAD_EP) {
    uint32_t at = epd->begin + fen->columns[3] - 1;
    add_at(list, LC_D_EP_DROPPED, at, at);
  }
}

static void add_counters(List *list) {
  const lc_Epd *epd = list->epd;
  const uint32_t *at = epd->clocks, *end = epd->clocks_end;
  if (at[0] == LC_EPD_NOWHERE) return;
  add_at(list, LC_D_FEN_IN_EPD, at[0], at[1] == LC_EPD_NOWHERE ? end[0] : end[1]);
  if (epd->is_glued) add_at(list, LC_D_GLUED_FIELDS, at[0] - 1, end[0]);
  if (at[1] == LC_EPD_NOWHERE) {
    add_at(list, LC_D_FEN_FIELDS, end[0], end[0]);
  } else {
    uint32_t digit = at[1];
    while (digit < end[1] && epd->text[digit] == '0') digit++;
    if (digit == end[1]) add_at(list, LC_D_FEN_MOVE_NUMBER, at[1], end[1]);
  }
  if (epd->mismatch == LC_EPD_NOWHERE) return;
  const lc_EpdOp *op = &epd->ops[epd->mismatch];
  add(list, LC_D_CLOCK_MISMATCH, op->at, op->end, epd->mismatch);
}

/* Semicolons and blanks between operations. */
static void add_separators(List *list) {
  const lc_Epd *epd = list->epd;
  const lc_EpdOp *last = epd->count ? &epd->ops[epd->count - 1] : NULL;
  bool is_open = last && last->flags & LC_EPD_OPEN, is_unended = last && last->flags & LC_EPD_UNENDED && !is_open;
  if (epd->has_leading && is_unended) {
    add_at(list, LC_D_LEADING_SEMICOLONS, epd->empty, epd->empty + 1);
    return;
  }
  if (epd->empty != LC_EPD_NOWHERE) add_at(list, LC_D_EMPTY_OPERATION, epd->empty, epd->empty + 1);
  if (is_unended) add_at(list, LC_D_MISSING_SEMICOLON, epd->size, epd->size);
  if (epd->odd_space != LC_EPD_NOWHERE) add_at(list, LC_D_EPD_SPACES, epd->odd_space, epd->odd_space);
}

static void add_moves(List *list, uint32_t index) {
  const lc_Epd *epd = list->epd;
  const lc_EpdOp *op = &epd->ops[index];
  lc_EpdMoves moves;
  lc_EpdMove move;
  lc_epd_moves(epd, op, &moves);
  while (lc_epd_next_move(epd, op, &moves, &move)) {
    if (move.code != LC_D_NONE) add(list, move.code, move.at, move.end, index);
    else if (move.has_loose_sign) add(list, LC_D_LOOSE_SIGN, move.at, move.end, index);
    else if (list->style && !lc_san_is_canonical(&moves.before, move.move, epd->text + move.at, move.end - move.at))
      add(list, LC_D_SAN_STYLE, move.at, move.end, index);
  }
}

static void add_operation(List *list, uint32_t index) {
  const lc_Epd *epd = list->epd;
  const lc_EpdOp *op = &epd->ops[index];
  lc_EpdValue value;
  if (op->flags & LC_EPD_BAD_NAME) add(list, LC_D_BAD_OPCODE, op->at, op->at + op->name_size, index);
  if (op->flags & LC_EPD_DUPLICATE) add(list, LC_D_DUPLICATE_OPCODE, op->at, op->at + op->name_size, index);
  if (op->flags & LC_EPD_OPEN) {
    add(list, LC_D_UNTERMINATED_STRING, op->operands, op->end, index);
    return;
  }
  if (!op->opcode) return;
  lc_EpdKind kind = op->opcode->kind;
  bool has_moves = kind == LC_EPD_SET || kind == LC_EPD_LINE || kind == LC_EPD_MOVE;
  if (has_moves && epd->error == LC_D_NONE) add_moves(list, index);
  lc_epd_value(epd, op, &value);
  if (value.code != LC_D_NONE) add(list, value.code, value.at, value.end, index);
  else if (value.style != LC_D_NONE) add(list, value.style, value.at, value.end, index);
}

/* Whether one of eight bytes may be a control character; every byte below 32 and 127 is. */
static bool may_be_control(const char *text) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
  uint64_t bytes, is_del;
  memcpy(&bytes, text, 8);
  is_del = bytes ^ (ones * 0x7f);
  return (((bytes - ones * ' ') & ~bytes) | ((is_del - ones) & ~is_del)) & high;
}

/* PGN 4 and 16.2: printing characters and blanks. */
static void add_control(List *list) {
  const lc_Epd *epd = list->epd;
  const char *text = epd->text;
  const char *nul = memchr(text + epd->size, '\0', epd->given - epd->size);
  if (nul) add_at(list, LC_D_TRAILING_NUL, (uint32_t)(nul - text), (uint32_t)(nul - text) + 1);
  for (uint32_t i = 0; i < epd->size; i++) {
    while (epd->size - i > 8 && !may_be_control(text + i)) i += 8;
    unsigned char c = (unsigned char)text[i];
    if ((c >= ' ' && c != 0x7f) || c == '\t') continue;
    add_at(list, LC_D_CONTROL_CHARACTER, i, i + 1);
    return;
  }
}

uint32_t lc_epd_examine(const lc_Epd *epd, bool style, lc_EpdNote *notes, uint32_t room) {
  List list = {.epd = epd, .style = style, .notes = notes, .room = room};
  add_fields(&list);
  add_counters(&list);
  add_separators(&list);
  for (uint32_t i = 0; i < epd->count; i++) add_operation(&list, i);
  add_control(&list);
  return list.count;
}
