/*
** epd - lucena.EpdRecord: one line of EPD as a value.
*/
#include <string.h>

#include "dialect.h"

#include "../notation/codes.h"
#include "epd.h"

static lcb_Epd *self(lua_State *L) { return lcb_self(L); }

static lc_Epd hold_self(lua_State *L) {
  self(L);
  return lcb_hold_epd(L, 1);
}

/***
Return the value of an operation, or nil if the record does not have it.
  `bm am`: an array of Moves; `pv sv`: an array of consecutive Moves; `pm sm`: a Move.
  `acd acn acs ce dm fmvn hmvc rc tcgs`: an integer. `id c0`-`c9 v0`-`v9 eco nic`: a string.
  `draw_...`, `resign`: true. `cc`: {white = seconds, black = seconds}.
  `ts`: {year, month, day, hour, min, sec} in UTC. `ptp`: a table from tag to value. `tcri tcsi noop`: an array.
  Any other opcode: true (no operands), a string or an integer (one operand), or an array (several operands). If an
operation cannot be read, its value is the text of its operands. A move that cannot be read is omitted; in `pv` and
`sv`, the moves after it are omitted too. `record.bm` is the same as `record:get("bm")`, for standard opcodes and for
private opcodes, which begin with a capital.
@function EpdRecord:get
@param opcode string
@return any value
@usage chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; Ae \"mine\";"):get("Ae")  --> mine
*/
static int record_get(lua_State *L) {
  const lc_Epd epd = hold_self(L);
  size_t size;
  const char *name = lcb_check_text(L, 2, &size);
  uint32_t found = lc_epd_find(&epd, name, size);
  if (found == LC_EPD_NOWHERE) lua_pushnil(L);
  else lcb_push_epd_value(L, &epd, &epd.ops[found]);
  return 1;
}

/* Handles record.bm and record.Private. */
static int record_other(lua_State *L) {
  size_t size;
  const char *name = lua_tolstring(L, 2, &size);
  bool is_private = size > 0 && name[0] >= 'A' && name[0] <= 'Z' && lc_epd_is_opcode(name, size);
  return is_private || lc_epd_opcode(name, size) ? record_get(L) : 0;
}

/***
A read-only list of all operations, with duplicates, in the order of the text. Each is a table {opcode, operands,
text}. `operands` is an array of strings without quotation marks; `text` has the operands as written.
@field EpdRecord.ops table[]
@usage chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";").ops[2].opcode  --> id
*/
static int get_ops(lua_State *L) {
  static const lcb_ListKind kind = {.field = "ops", .owner = LCB_EPD_RECORD};
  const lc_Epd now = hold_self(L);
  lcb_push_epd_ops(L, &now);
  lcb_fix_list(L, &kind);
  return 1;
}

/***
The position, with the values of `hmvc` and `fmvn`; nil if the four fields are invalid (see `diagnostics`).
@field EpdRecord.position Position?
@usage chess.epd("4k3/8/8/8/8/8/8/4K2R w K - hmvc 3;").position.halfmove_clock  --> 3
*/
static int get_position(lua_State *L) {
  const lcb_Epd *record = self(L);
  if (record->epd.error == LC_D_NONE) *lcb_new_position(L) = record->epd.position;
  else lua_pushnil(L);
  return 1;
}

/***
The original line, without its line end.
@field EpdRecord.text string
@usage chess.epd("4k3/8/8/8/8/8/8/4K2R w K -  bm O-O").text  --> 4k3/8/8/8/8/8/8/4K2R w K -  bm O-O
*/
static int get_text(lua_State *L) {
  const lc_Epd *epd = &self(L)->epd;
  lua_pushlstring(L, epd->text, epd->given);
  return 1;
}

/***
The record's number in its file, from 1.
@field EpdRecord.number integer
@usage chess.epd("4k3/8/8/8/8/8/8/4K3 w - -").number  --> 1
*/
static int get_number(lua_State *L) { return lcb_return_count(L, self(L)->origin.number); }

/***
The line of the file that holds the record, from 1.
@field EpdRecord.line integer
@usage chess.epd("4k3/8/8/8/8/8/8/4K3 w - -").line  --> 1
*/
static int get_line(lua_State *L) { return lcb_return_count(L, self(L)->origin.line); }

/***
Offset of the record's first byte in the decompressed stream, from 0.
@field EpdRecord.offset integer
@usage chess.epd("4k3/8/8/8/8/8/8/4K3 w - -").offset  --> 0
*/
static int get_offset(lua_State *L) { return lcb_return_count(L, self(L)->origin.offset); }

/***
The name of the notation in which the moves are read.
@field EpdRecord.dialect string
@usage chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm Tg1;", {dialect = "french"}).dialect  --> french
*/
static int get_dialect(lua_State *L) {
  if (lua_getiuservalue(L, 1, LCB_EPD_DIALECT) == LUA_TNIL) lua_pushliteral(L, "pgn");
  else lua_getfield(L, -1, "name");
  return 1;
}

/***
A read-only list of all diagnostics of the record, including repairs. The field `total` of the list is the number of
diagnostics found.
@field EpdRecord.diagnostics Diagnostic[]
@usage chess.epd("4k3/8/8/8/8/8/8/4K3 w - - bm Ke3;").diagnostics[1].code  --> illegal_move
*/
static int get_diagnostics(lua_State *L) {
  const lcb_Epd *record = self(L);
  const lc_Epd epd = hold_self(L);
  uint32_t total;
  lua_getiuservalue(L, 1, LCB_EPD_NAME);
  lua_newtable(L);
  lcb_add_epd_notes(L, &epd, &record->origin, record->is_strict, true, lua_tostring(L, -2), lua_gettop(L), 0, &total);
  lua_pushinteger(L, total);
  lua_setfield(L, -2, "total");
  static const lcb_ListKind kind = {.field = "diagnostics", .owner = LCB_EPD_RECORD};
  lcb_fix_list(L, &kind);
  return 1;
}

/* ---- writing ---- */

static int push_canonical(lua_State *L, const lc_Epd *epd, const lc_EpdForm *form) {
  enum { USUAL = 1024 };
  char usual[USUAL];
  luaL_Buffer b;
  size_t size = lc_epd_write(epd, form, usual, USUAL);
  if (size <= USUAL) {
    lua_pushlstring(L, usual, size);
    return 1;
  }
  char *out = luaL_buffinitsize(L, &b, size);
  luaL_pushresultsize(&b, lc_epd_write(epd, form, out, size));
  return 1;
}

const lc_Dialect *lcb_push_epd_dialect(lua_State *L, int arg) {
  if (!lcb_option(L, arg, "dialect")) {
    lua_pushnil(L);
    return NULL;
  }
  const lc_Dialect *dialect = lcb_push_dialect_table(L, -1, arg);
  lua_remove(L, -2);
  return dialect;
}

void lcb_push_epd_form(lua_State *L, int arg, lc_EpdForm *out) {
  static const char *const names[] = {"castling", "dialect", "ep", NULL};
  static const char *const eps[] = {"legal", "xfen", "always", NULL};
  static const char *const castlings[] = {"xfen", "shredder", NULL};
  lcb_check_options(L, arg, names);
  out->ep = (lc_EpMode)lcb_option_choice(L, arg, "ep", eps, LC_EP_LEGAL);
  out->castling = (lc_CastlingMode)lcb_option_choice(L, arg, "castling", castlings, LC_CASTLING_XFEN);
  out->dialect = lcb_push_epd_dialect(L, arg);
}

/***
Return the record in canonical form, as tostring() does: one space between words, operations in ASCII order, moves as
SAN, the moves of `bm` and `am` in ASCII order, strings in quotation marks. Unreadable text is kept unchanged. Source:
PGN standard 16.2; EPD text of 1995, 7.1.
@function EpdRecord:epd
@param opts? {ep?: string, castling?: string, dialect?: string|Dialect} `ep` and `castling`: see Position:fen;
`dialect`: the notation of the moves, "uci" or any that tables describe
@return string
@usage chess.epd("4k3/8/8/8/8/8/8/4K2R w K - id  x ;bm e1g1"):epd()  --> 4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "x";
*/
static int record_epd(lua_State *L) {
  lc_EpdForm form;
  self(L);
  lua_settop(L, 2);
  lcb_push_epd_form(L, 2, &form);
  const lc_Epd epd = hold_self(L);
  return push_canonical(L, &epd, &form);
}

static const lc_EpdForm usual_form = {.ep = LC_EP_LEGAL, .castling = LC_CASTLING_XFEN};

static int record_tostring(lua_State *L) {
  const lc_Epd epd = hold_self(L);
  return push_canonical(L, &epd, &usual_form);
}

/* Compare two records: they are equal if their canonical lines are equal. */
static int record_eq(lua_State *L) {
  if (!lcb_test(L, 1, LCB_UP_SELF) || !lcb_test(L, 2, LCB_UP_SELF)) return lcb_return_boolean(L, false);
  const lc_Epd a = lcb_hold_epd(L, 1), b = lcb_hold_epd(L, 2);
  push_canonical(L, &a, &usual_form);
  push_canonical(L, &b, &usual_form);
  return lcb_return_boolean(L, lua_rawequal(L, -1, -2));
}

/* ---- the class ---- */

/***
Return the kind of an opcode's operands: "moves", "line", "move", "number", "string", "strings", "pairs", "word",
"clocks", "time", "flag", "any"; nil for private and unknown opcodes.
@function chess.epd_kind
@param opcode string
@return string? kind
@usage chess.epd_kind("bm")  --> moves
*/
static int epd_kind(lua_State *L) {
  static const char *const names[] = {
      [LC_EPD_ANY] = "any", [LC_EPD_FLAG] = "flag", [LC_EPD_SET] = "moves", [LC_EPD_LINE] = "line",
      [LC_EPD_MOVE] = "move", [LC_EPD_NUMBER] = "number", [LC_EPD_STRING] = "string", [LC_EPD_STRINGS] = "strings",
      [LC_EPD_PAIRS] = "pairs", [LC_EPD_WORD] = "word", [LC_EPD_CLOCKS] = "clocks", [LC_EPD_TIME] = "time"};
  size_t size;
  const char *name = lcb_check_text(L, 1, &size);
  const lc_EpdOpcode *opcode = lc_epd_opcode(name, size);
  if (opcode) lua_pushstring(L, names[opcode->kind]);
  else lua_pushnil(L);
  return 1;
}

/* Return nil, message, code for the first error in the array of diagnostics on top of the stack. In strict mode,
** every diagnostic has the severity error. */
static int fail_first(lua_State *L) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    lua_getfield(L, -1, "severity");
    bool is_error = strcmp(lua_tostring(L, -1), lc_severity_name(LC_ERROR)) == 0;
    lua_pop(L, 1);
    if (is_error) break;
    lua_pop(L, 1);
  }
  luaL_pushfail(L);
  lua_getfield(L, -2, "text");
  lua_getfield(L, -3, "code");
  return 3;
}

/***
Read one record from a line of EPD, with or without its line end. A line of FEN is accepted too. An invalid operation
does not affect the other operations. It is reported in record.diagnostics. Source: PGN standard 16.2, EPD text of
1995.
@function chess.epd
@param line string
@param opts? {strict?: boolean, dialect?: string|Dialect} strict: any diagnostic is an error; dialect: the notation of
the moves, default PGN
@return EpdRecord? record
@return string? err `epd:1:COL: problem`; COL counts bytes from 1
@return string? code for the position: epd_fields, invalid_position or a code of chess.position; else more_records;
with `strict`, any code of EPD
@usage tostring(chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;").bm[1])  --> e1g1
*/
static int epd_new(lua_State *L) {
  static const char *const names[] = {"dialect", "strict", NULL};
  lcb_Origin origin = {.number = 1, .line = 1, .column = 1};
  size_t size, begin = 0;
  const char *text = lcb_check_text(L, 1, &size);
  lcb_check_options(L, 2, names);
  lua_settop(L, 2);
  bool is_strict = lcb_option_boolean(L, 2, "strict", false);
  lcb_push_epd_dialect(L, 2); /* index 3 */
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) begin = 3;
  if (size > begin && text[size - 1] == '\n') size--;
  if (size > begin && text[size - 1] == '\r') size--;
  if (size > LC_EPD_SIZE_MAX)
    return lcb_fail(L, LC_D_RECORD_TOO_LARGE, "epd:1:1: %s", lc_code_text(LC_D_RECORD_TOO_LARGE));
  if (memchr(text + begin, '\n', size - begin) || memchr(text + begin, '\r', size - begin))
    return lcb_fail(L, LC_D_MORE_RECORDS, "epd:1:1: %s", lc_code_text(LC_D_MORE_RECORDS));
  origin.offset = begin;
  origin.column = begin + 1;
  lcb_Epd *record = lcb_push_epd(L, text + begin, size - begin, &origin, 0, 3);
  record->is_strict = is_strict;
  if (record->epd.error == LC_D_NONE && !is_strict) return 1;
  uint32_t total;
  lua_newtable(L);
  lcb_add_epd_notes(L, &record->epd, &origin, is_strict, true, NULL, lua_gettop(L), 0, &total);
  if (total > 0) return fail_first(L);
  lua_pop(L, 1);
  return 1;
}

static const luaL_Reg record_methods[] = {{"epd", record_epd}, {"get", record_get}, {NULL, NULL}};

static const luaL_Reg record_getters[] = {
    {"diagnostics", get_diagnostics}, {"dialect", get_dialect}, {"line", get_line}, {"number", get_number},
    {"offset", get_offset}, {"ops", get_ops}, {"position", get_position}, {"text", get_text}, {NULL, NULL},
};

static const luaL_Reg record_metamethods[] = {{"__eq", record_eq}, {"__tostring", record_tostring}, {NULL, NULL}};

static const luaL_Reg functions[] = {{"epd", epd_new}, {"epd_kind", epd_kind}, {NULL, NULL}};

void lcb_open_epd(lua_State *L) {
  static const lcb_Class class = {.name = LCB_EPD_RECORD,
                                  .methods = {record_methods, lcb_epd_edit_methods},
                                  .getters = {record_getters},
                                  .other = record_other,
                                  .metamethods = record_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "EpdRecord");
  lcb_functions(L, functions);
}
