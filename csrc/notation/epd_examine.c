/*
** epd_examine - finds the diagnostics of a record.
*/
#include <string.h>

#include "epd.h"
#include "codes.h"

typedef struct List {
  const lc_Epd *epd;
  bool style;
  lc_EpdNote *notes;
  uint32_t room, count;
} List;

static void add_note(List *list, lc_EpdNote note) {
  if (!list->style && lc_code_severity(note.code) == LC_REPAIR) return;
  if (list->count < list->room) list->notes[list->count] = note;
  list->count++;
}

static void add(List *list, lc_Code code, uint32_t at, uint32_t end, uint32_t op) {
  add_note(list, (lc_EpdNote){code, at, end, op, LC_EPD_NOWHERE});
}

static void add_at(List *list, lc_Code code, uint32_t at, uint32_t end) { add(list, code, at, end, LC_EPD_NOWHERE); }

static void add_fields(List *list) {
  const lc_Epd *epd = list->epd;
  const lc_FenReport *fen = &epd->fen;
  if (epd->error != LC_D_NONE) {
    bool is_token = epd->error != LC_D_INVALID_POSITION;
    uint32_t end = epd->error_at;
    while (is_token && end < epd->size && epd->text[end] != ' ' && epd->text[end] != '\t' && epd->text[end] != ';')
      end++;
    add_at(list, epd->error, epd->error_at, end);
  }
  for (unsigned i = 0; i < fen->note_count; i++) {
    uint32_t at = epd->begin + fen->notes[i].column - 1;
    /* an EPD has only four fields, so missing FEN fields are not reported */
    if (fen->notes[i].code != LC_D_FEN_FIELDS) add_at(list, fen->notes[i].code, at, at);
  }
  if (epd->begin > 0) add_at(list, LC_D_FEN_SPACES, 0, 0);
  if (epd->error == LC_D_NONE && epd->problems & LC_PROBLEMS_UNREACHABLE)
    add_at(list, LC_D_UNREACHABLE_POSITION, epd->begin, epd->begin);
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

/* Check semicolons and the blanks between operations. */
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

/* Report whether a move is in canonical form. The move must have been read without a tolerance. */
static bool is_canonical(const lc_Epd *epd, const lc_Position *before, const lc_EpdMove *move) {
  return epd->dialect || lc_san_is_canonical(before, move->move, epd->text + move->at, move->end - move->at);
}

static void add_moves(List *list, uint32_t index) {
  const lc_Epd *epd = list->epd;
  const lc_EpdOp *op = &epd->ops[index];
  lc_EpdMoves moves;
  lc_EpdMove move;
  lc_epd_moves(epd, op, &moves);
  while (lc_epd_next_move(epd, op, &moves, &move)) {
    if (move.code != LC_D_NONE) add(list, move.code, move.at, move.end, index);
    else if (move.style != LC_D_NONE) add(list, move.style, move.at, move.end, index);
    else if (list->style && !is_canonical(epd, &moves.before, &move))
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

/* ---- rules between operations ---- */

/* The index of the first operation of each role. */
typedef struct Roles {
  uint32_t op[LC_EPD_ROLES];
} Roles;

static void oppose(List *list, const Roles *roles, lc_EpdRole role, lc_EpdRole other) {
  const lc_Epd *epd = list->epd;
  uint32_t op = roles->op[role], with = roles->op[other];
  if (op == LC_EPD_NOWHERE || with == LC_EPD_NOWHERE) return;
  add_note(list, (lc_EpdNote){LC_D_OPPOSED_OPERATIONS, epd->ops[op].at, epd->ops[op].end, op, with});
}

/* Collect the readable moves of a set, without duplicates. Returns their number. */
static uint32_t gather(List *list, uint32_t index, lc_EpdMove out[LC_MAX_MOVES]) {
  const lc_EpdOp *op = &list->epd->ops[index];
  uint32_t count = 0;
  lc_EpdMoves moves;
  lc_epd_moves(list->epd, op, &moves);
  while (count < LC_MAX_MOVES && lc_epd_next_move(list->epd, op, &moves, &out[count])) {
    uint32_t i = 0;
    if (out[count].code != LC_D_NONE) continue;
    while (i < count && out[i].move != out[count].move) i++;
    if (i < count) add(list, LC_D_REPEATED_MOVE, out[count].at, out[count].end, index);
    else count++;
  }
  return count;
}

/* Report moves that are in both the best moves (bm) and the moves to avoid (am). */
static void add_sets(List *list, const Roles *roles) {
  lc_EpdMove best[LC_MAX_MOVES], avoid[LC_MAX_MOVES];
  uint32_t bm = roles->op[LC_EPD_BM], am = roles->op[LC_EPD_AM];
  uint32_t best_count = bm == LC_EPD_NOWHERE ? 0 : gather(list, bm, best);
  uint32_t avoid_count = am == LC_EPD_NOWHERE ? 0 : gather(list, am, avoid);
  for (uint32_t i = 0; i < best_count; i++)
    for (uint32_t j = 0; j < avoid_count; j++)
      if (best[i].move == avoid[j].move)
        add_note(list, (lc_EpdNote){LC_D_OPPOSED_OPERATIONS, best[i].at, best[i].end, bm, am});
}

/* Report a predicted move (pm) that is not the first move of the predicted line (pv). */
static void add_prediction(List *list, const Roles *roles) {
  lc_EpdMove first[2];
  uint32_t ops[2] = {roles->op[LC_EPD_PM], roles->op[LC_EPD_PV]};
  for (unsigned i = 0; i < 2; i++) {
    lc_EpdMoves moves;
    if (ops[i] == LC_EPD_NOWHERE) return;
    lc_epd_moves(list->epd, &list->epd->ops[ops[i]], &moves);
    if (!lc_epd_next_move(list->epd, &list->epd->ops[ops[i]], &moves, &first[i]) || first[i].code != LC_D_NONE) return;
  }
  if (first[0].move != first[1].move) oppose(list, roles, LC_EPD_PM, LC_EPD_PV);
}

/* Compare the operations ce and dm. A ce above 32000 or below -32000 means mate and gives the number of plies. The
** value of dm is the number of moves in which the side to move mates. */
static void add_mate(List *list, const Roles *roles) {
  enum { MATE = 32767, LOWEST = 32000 };
  lc_EpdValue score, mate;
  if (roles->op[LC_EPD_CE] == LC_EPD_NOWHERE || roles->op[LC_EPD_DM] == LC_EPD_NOWHERE) return;
  lc_epd_value(list->epd, &list->epd->ops[roles->op[LC_EPD_CE]], &score);
  lc_epd_value(list->epd, &list->epd->ops[roles->op[LC_EPD_DM]], &mate);
  if (score.code != LC_D_NONE || mate.code != LC_D_NONE) return;
  int64_t ce = score.numbers[0];
  bool fits = ce >= -LOWEST && (ce <= LOWEST || (MATE - ce + 1) / 2 == mate.numbers[0]);
  if (!fits) oppose(list, roles, LC_EPD_DM, LC_EPD_CE);
}

/* Find operations that contradict one another by the rules of PGN 16.2.5 and the EPD text of 1995. */
static void add_rules(List *list) {
  const lc_Epd *epd = list->epd;
  Roles roles;
  memset(&roles, 0xff, sizeof roles); /* sets every entry to LC_EPD_NOWHERE */
  for (uint32_t i = epd->count; i-- > 0;) {
    if (epd->ops[i].opcode) roles.op[epd->ops[i].opcode->role] = i;
  }
  oppose(list, &roles, LC_EPD_REJECT, LC_EPD_ACCEPT);
  oppose(list, &roles, LC_EPD_OFFER, LC_EPD_CLAIM);
  for (lc_EpdRole role = LC_EPD_ACCEPT; role <= LC_EPD_REJECT; role++) oppose(list, &roles, LC_EPD_RESIGN, role);
  for (lc_EpdRole role = LC_EPD_CLAIM; role <= LC_EPD_OFFER; role++) {
    uint32_t op = roles.op[role];
    bool is_alone = op != LC_EPD_NOWHERE && roles.op[LC_EPD_SM] == LC_EPD_NOWHERE;
    if (is_alone) add(list, LC_D_MISSING_OPERATION, epd->ops[op].at, epd->ops[op].end, op);
  }
  add_mate(list, &roles);
  if (epd->error != LC_D_NONE) return;
  add_prediction(list, &roles);
  if (list->style || (roles.op[LC_EPD_BM] != LC_EPD_NOWHERE && roles.op[LC_EPD_AM] != LC_EPD_NOWHERE))
    add_sets(list, &roles);
}

/* ---- the whole record ---- */

/* Report whether any of eight bytes may be a control character. Returns true if a byte is below 32 or is 127. May also
** return true for other bytes. */
static bool may_be_control(const char *text) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
  uint64_t bytes, is_del;
  memcpy(&bytes, text, 8);
  is_del = bytes ^ (ones * 0x7f);
  return (((bytes - ones * ' ') & ~bytes) | ((is_del - ones) & ~is_del)) & high;
}

/* Report control characters. PGN 4 and 16.2 allow only printing characters and blanks. */
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
  if (epd->count > 0) add_rules(&list);
  add_control(&list);
  return list.count;
}
