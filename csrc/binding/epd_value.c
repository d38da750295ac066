/*
** epd_value - see epd.h: creates the record of a line, and converts the operands of its operations to values.
*/
#include <assert.h>
#include <string.h>

#include "dialect.h"
#include "epd.h"

/* Return an upper bound of the number of operations in a line. Semicolons are counted, because each operation ends
** with one. Only the last operation may lack its semicolon. */
static uint32_t most_operations(const char *text, size_t size) {
  size_t count = 1, most = size / 2 + 1;
  for (const char *at = text, *end = text + size; (at = memchr(at, ';', (size_t)(end - at))) != NULL; at++) count++;
  return (uint32_t)(count < most ? count : most);
}

lcb_Epd *lcb_push_epd(lua_State *L, const char *text, size_t size, const lcb_Origin *origin, int name, int dialect) {
  dialect = dialect ? lua_absindex(L, dialect) : 0;
  name = name ? lua_absindex(L, name) : 0;
  uint32_t room = most_operations(text, size);
  lcb_Epd *record = lua_newuserdatauv(L, sizeof *record + room * sizeof(lc_EpdOp) + size, LCB_EPD_VALUES);
  char *copy = (char *)(record->ops + room);
  memcpy(copy, text, size);
  int read = lc_epd_read(lcb_cpu(), copy, size, record->ops, room, &record->epd);
  assert(read == LC_OK); /* `room` is large enough */
  (void)read;
  record->origin = *origin;
  record->is_strict = false;
  luaL_setmetatable(L, LCB_EPD_RECORD);
  if (name) {
    lua_pushvalue(L, name);
    lua_setiuservalue(L, -2, LCB_EPD_NAME);
  }
  const lcb_Dialect *spoken = dialect ? lua_touserdata(L, dialect) : NULL;
  if (spoken && !spoken->is_pgn) {
    record->epd.dialect = &spoken->table;
    lua_pushvalue(L, dialect);
    lua_setiuservalue(L, -2, LCB_EPD_DIALECT);
  }
  return record;
}

lc_Epd lcb_hold_epd(lua_State *L, int index) {
  const lcb_Epd *record = lua_touserdata(L, index);
  lua_getiuservalue(L, index, LCB_EPD_EDITED);
  return record->epd;
}

/* ---- values ---- */

static void push_string(lua_State *L, const char *text, size_t size, bool has_escapes) {
  luaL_Buffer b;
  if (!has_escapes) {
    lua_pushlstring(L, text, size);
    return;
  }
  char *out = luaL_buffinitsize(L, &b, size);
  luaL_pushresultsize(&b, lc_epd_unescape(text, size, out));
}

static void push_unchanged(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op) {
  lua_pushlstring(L, epd->text + op->operands, op->end - op->operands);
}

/* Convert a whole number. The text may have a -, but no other sign and no leading zeros, and the number must fit into
** an integer. */
static bool is_integer(const char *text, size_t size, lua_Integer *out) {
  enum { DIGITS = 18 };
  bool is_negative = size > 0 && text[0] == '-';
  lua_Integer value = 0;
  if (size == is_negative || size > DIGITS || (text[is_negative] == '0' && size > 1)) return false;
  for (size_t i = is_negative; i < size; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    value = value * 10 + (text[i] - '0');
  }
  *out = is_negative ? -value : value;
  return true;
}

/* Push one operand of an opcode that has no rules for its operands. */
static void push_operand(lua_State *L, const lc_Epd *epd, const lc_EpdOperand *word) {
  lua_Integer number;
  const char *text = epd->text + word->at;
  if (!word->is_string && is_integer(text, word->end - word->at, &number)) {
    lua_pushinteger(L, number);
  } else {
    push_string(L, text, word->end - word->at, word->has_escapes);
  }
}

static lua_Integer push_operands(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op) {
  lc_EpdOperand word;
  lua_Integer n = 0;
  lua_newtable(L);
  for (uint32_t at = op->operands; lc_epd_operand(epd, op, &at, &word);) {
    push_operand(L, epd, &word);
    lua_rawseti(L, -2, ++n);
  }
  return n;
}

/* Push the value of a private opcode: true, the operand, or an array of operands. */
static void push_other(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op) {
  lua_Integer n = push_operands(L, epd, op);
  if (n > 1) return;
  if (n == 1) lua_rawgeti(L, -1, 1);
  else lua_pushboolean(L, 1);
  lua_remove(L, -2);
}

static void push_moves(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op) {
  lc_EpdMoves moves;
  lc_EpdMove move;
  lua_Integer n = 0;
  lua_newtable(L);
  lc_epd_moves(epd, op, &moves);
  while (lc_epd_next_move(epd, op, &moves, &move)) {
    if (move.code != LC_D_NONE) continue;
    lcb_push_move(L, move.move);
    lua_rawseti(L, -2, ++n);
  }
}

static void push_move(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op) {
  lc_EpdMoves moves;
  lc_EpdMove move;
  lc_epd_moves(epd, op, &moves);
  if (lc_epd_next_move(epd, op, &moves, &move) && move.code == LC_D_NONE) lcb_push_move(L, move.move);
  else push_unchanged(L, epd, op);
}

static void push_pairs(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op) {
  lc_EpdOperand name, value;
  lua_newtable(L);
  for (uint32_t at = op->operands; lc_epd_operand(epd, op, &at, &name);) {
    if (!lc_epd_operand(epd, op, &at, &value)) break; /* not reached: the number of operands is even */
    lua_pushlstring(L, epd->text + name.at, name.end - name.at);
    push_string(L, epd->text + value.at, value.end - value.at, value.has_escapes);
    lua_rawset(L, -3);
  }
}

static void push_numbers(lua_State *L, const int64_t *numbers, const char *const names[]) {
  lua_newtable(L);
  for (unsigned i = 0; names[i]; i++) {
    lua_pushinteger(L, numbers[i]);
    lua_setfield(L, -2, names[i]);
  }
}

void lcb_push_epd_value(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op) {
  static const char *const sides[] = {"white", "black", NULL};
  static const char *const time[] = {"year", "month", "day", "hour", "min", "sec", NULL};
  lc_EpdKind kind = op->opcode ? op->opcode->kind : LC_EPD_OTHER;
  bool has_moves = kind == LC_EPD_SET || kind == LC_EPD_LINE || kind == LC_EPD_MOVE;
  lc_EpdValue value;
  lc_epd_value(epd, op, &value);
  bool is_lost = op->flags & (LC_EPD_BAD_NAME | LC_EPD_OPEN) || (has_moves && epd->error != LC_D_NONE);
  if (is_lost || value.code != LC_D_NONE) {
    push_unchanged(L, epd, op);
    return;
  }
  switch (kind) {
    case LC_EPD_OTHER: push_other(L, epd, op); break;
    case LC_EPD_ANY:
    case LC_EPD_STRINGS: push_operands(L, epd, op); break;
    case LC_EPD_FLAG: lua_pushboolean(L, 1); break;
    case LC_EPD_SET:
    case LC_EPD_LINE: push_moves(L, epd, op); break;
    case LC_EPD_MOVE: push_move(L, epd, op); break;
    case LC_EPD_NUMBER: lua_pushinteger(L, value.numbers[0]); break;
    case LC_EPD_STRING: push_string(L, epd->text + value.at, value.end - value.at, value.has_escapes); break;
    case LC_EPD_WORD: push_unchanged(L, epd, op); break;
    case LC_EPD_PAIRS: push_pairs(L, epd, op); break;
    case LC_EPD_CLOCKS: push_numbers(L, value.numbers, sides); break;
    case LC_EPD_TIME: push_numbers(L, value.numbers, time); break;
  }
}

void lcb_push_epd_ops(lua_State *L, const lc_Epd *epd) {
  lua_createtable(L, (int)(epd->count < INT32_MAX / 2 ? epd->count : 0), 0);
  for (uint32_t i = 0; i < epd->count; i++) {
    const lc_EpdOp *op = &epd->ops[i];
    lc_EpdOperand word;
    lua_Integer n = 0;
    lua_createtable(L, 0, 3);
    lua_pushlstring(L, epd->text + op->at, op->name_size);
    lua_setfield(L, -2, "opcode");
    push_unchanged(L, epd, op);
    lua_setfield(L, -2, "text");
    lua_newtable(L);
    for (uint32_t at = op->operands; lc_epd_operand(epd, op, &at, &word);) {
      push_string(L, epd->text + word.at, word.end - word.at, word.has_escapes);
      lua_rawseti(L, -2, ++n);
    }
    lua_setfield(L, -2, "operands");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}
