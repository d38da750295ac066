/*
** dialect - lucena.Dialect: a notation as a value, with methods that read and write moves.
**
** The userdata holds the whole table (about 16 KB). dialect_build.c fills it once, and it is never changed.
** Notations that a table cannot describe have hooks, which are Lua functions. lucena.notation.hooks calls the hooks.
** To read a move, it compares the text with the text of each legal move.
*/
#include "../pgn/respell.h"
#include "../pgn/spelling.h"
#include "../notation/codes.h"
#include "../notation/dialect.h"

#include <string.h>

#include "../notation/san.h"
#include "../notation/uci.h"
#include "dialect.h"

static lcb_Dialect *self(lua_State *L) { return lcb_self(L); }

/* ---- functions for other files ---- */

lcb_Dialect *lcb_push_dialect(lua_State *L, int arg) {
  lcb_Dialect *dialect = luaL_testudata(L, arg, LCB_DIALECT);
  if (dialect) {
    lua_pushvalue(L, arg);
    return dialect;
  }
  if (lua_type(L, arg) != LUA_TSTRING && lua_type(L, arg) != LUA_TTABLE) {
    luaL_typeerror(L, arg, "string or " LCB_DIALECT);
    return NULL;
  }
  lcb_push_function(L, "lucena.dialect", "dialect");
  lua_pushvalue(L, arg);
  lua_call(L, 1, 2);
  dialect = luaL_testudata(L, -2, LCB_DIALECT);
  if (!dialect) luaL_argerror(L, arg, lua_tostring(L, -1));
  lua_pop(L, 1);
  return dialect;
}

/* Read one move in a dialect without hooks: with lc_dialect_read(), or as PGN. */
static lc_Code read_move(const lcb_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                         lc_Reading *out) {
  if (!dialect->is_pgn) return lc_dialect_read(&dialect->table, p, text, size, out);
  memset(out, 0, sizeof *out);
  out->code = lc_san_read(p, text, size, &out->move);
  return out->code;
}

/* List the moves that the text may mean. */
static void find_candidates(const lcb_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                            lc_MoveList *out) {
  lc_San san;
  if (!dialect->is_pgn)
    lc_dialect_candidates(&dialect->table, p, text, size, out);
  else if (lc_san_parse(text, size, &san) == LC_D_NONE)
    lc_san_candidates(p, &san, out);
  else
    out->count = 0;
}

void lcb_add_meaning(luaL_Buffer *b, const lc_Dialect *dialect, const lc_Position *p, lc_Move move) {
  char text[LC_DIALECT_TEXT];
  size_t size = dialect ? lc_dialect_write(dialect, p, move, true, text) : lc_san_write(p, move, text);
  luaL_addlstring(b, text, size ? size : lc_uci_write(p, move, text));
}

/* Return nil, the error message of the dialect's functions, and "bad_dialect". */
static int fail_problem(lua_State *L, const lcb_Dialect *dialect) {
  return lcb_fail(L, LC_D_BAD_DIALECT, "%s", lcb_dialect_problem(&dialect->table));
}

/* Whether the pieces have the letters of PGN. */
static bool is_english(const lc_Dialect *d) {
  for (unsigned piece = LC_KNIGHT; d->is_plain && piece <= LC_KING; piece++) {
    if (d->print_size[piece] != 1 || d->print[piece][0] != "PNBRQK"[piece]) return false;
  }
  return d->is_plain;
}

int lcb_fail_reading(lua_State *L, const lcb_Dialect *dialect, const lc_Position *p, lc_Code code, const char *text,
                     size_t size, size_t column) {
  const lc_Position now = *p; /* a finalizer may change the position of a Board */
  lc_MoveList list;
  luaL_Buffer b;
  if (dialect->is_pgn) return lcb_fail_move(L, p, code, text, size, column);
  if (lcb_dialect_problem(&dialect->table)) return fail_problem(L, dialect);
  list.count = 0;
  if (code == LC_D_AMBIGUOUS_MOVE) lc_dialect_candidates(&dialect->table, p, text, size, &list);
  luaL_buffinit(L, &b);
  for (unsigned i = 0; i < list.count; i++) {
    luaL_addstring(&b, i == 0 ? ": " : i + 1 < list.count ? ", " : " or ");
    lcb_add_meaning(&b, &dialect->table, &now, list.moves[i]);
  }
  luaL_pushresult(&b);
  return lcb_fail_token(L, &now, code, text, size, column, lua_tostring(L, -1), is_english(&dialect->table));
}

/* Push the array of the names of repairs, the smallest repair first. For PGN, all tolerances are the same repair,
** san_style. */
static void push_repairs(lua_State *L, uint32_t repairs, bool has_style) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (unsigned bit = 0; bit < LC_REPAIR_COUNT; bit++) {
    if (!(repairs >> bit & 1)) continue;
    lua_pushstring(L, lc_code_name(lc_repair_code(bit)));
    lua_rawseti(L, -2, ++n);
  }
  if (!has_style) return;
  lua_pushstring(L, lc_code_name(LC_D_SAN_STYLE));
  lua_rawseti(L, -2, ++n);
}

/* Call a function of lucena.notation.hooks with the dialect, the position and the value at `last`. */
static int call_hook(lua_State *L, const char *name, int dialect, int position, int last) {
  int top = lua_gettop(L);
  lcb_push_function(L, "lucena.notation.hooks", name);
  lua_pushvalue(L, dialect);
  lua_pushvalue(L, position);
  lua_pushvalue(L, last);
  lua_call(L, 3, LUA_MULTRET);
  return lua_gettop(L) - top;
}

int lcb_dialect_read(lua_State *L, int dialect, int position, int text) {
  const lcb_Dialect *it = lua_touserdata(L, dialect);
  const lc_Position *p = lua_touserdata(L, position);
  size_t size;
  const char *token = lua_tolstring(L, text, &size);
  if (it->has_hooks) return call_hook(L, "read", dialect, position, text);
  lc_Reading reading;
  lc_Code code = read_move(it, p, token, size, &reading);
  if (code != LC_D_NONE) return lcb_fail_reading(L, it, p, code, token, size, 0);
  bool has_style = it->is_pgn && !lc_san_is_canonical(p, reading.move, token, size);
  lcb_push_move(L, reading.move); /* a finalizer may change the position of a Board, so `p` is not used again */
  push_repairs(L, reading.repairs, has_style);
  return 2;
}

/* Return nil, "smith has no text for the move --", "unsayable_move". */
static int fail_unsayable(lua_State *L, int dialect, const lc_Position *p, lc_Move move) {
  char san[LC_SAN_MAX];
  lua_getiuservalue(L, dialect, 1);
  lua_getfield(L, -1, "name");
  lc_san_write(p, move, san);
  return lcb_fail(L, LC_D_UNSAYABLE_MOVE, "%s has no text for the move %s", lua_tostring(L, -1), san);
}

int lcb_dialect_write(lua_State *L, int dialect, int position, int move) {
  const lcb_Dialect *it = lua_touserdata(L, dialect);
  const lc_Position *p = lua_touserdata(L, position);
  lc_Move code = *(const lc_Move *)lua_touserdata(L, move);
  if (!lc_is_playable(p, code)) return lcb_fail_illegal(L, p, code);
  if (it->has_hooks) return call_hook(L, "write", dialect, position, move);
  char text[LC_DIALECT_TEXT];
  size_t size = lc_dialect_write(&it->table, p, code, true, text);
  if (size == 0 && lcb_dialect_problem(&it->table)) return fail_problem(L, it);
  if (size == 0) return fail_unsayable(L, dialect, p, code);
  lua_pushlstring(L, text, size);
  return 1;
}

/* Read one token of a line. Returns 0, or the number of pushed results (nil, message, code). */
static int read_token(lua_State *L, int dialect, const lc_Position *p, const lcb_Tokens *tokens, lc_Move *out) {
  const lcb_Dialect *it = lua_touserdata(L, dialect);
  size_t column = lcb_token_column(tokens);
  lc_Reading reading;
  if (!it->has_hooks) {
    lc_Code code = read_move(it, p, tokens->token, tokens->token_length, &reading);
    *out = reading.move;
    if (code == LC_D_NONE) return 0;
    return lcb_fail_reading(L, it, p, code, tokens->token, tokens->token_length, column);
  }
  int top = lua_gettop(L);
  *lcb_new_position(L) = *p;
  lua_pushlstring(L, tokens->token, tokens->token_length);
  call_hook(L, "read", dialect, top + 1, top + 2);
  const lc_Move *move = lcb_test(L, top + 3, LCB_UP_MOVE);
  if (move) {
    *out = *move;
    lua_settop(L, top);
    return 0;
  }
  lua_settop(L, top + 5); /* nil, message, code */
  lua_pushfstring(L, "moves:%I: %s", (LUAI_UACINT)column, lua_tostring(L, top + 4));
  lua_replace(L, top + 4);
  return 3;
}

const lc_Move *lcb_read_line(lua_State *L, int dialect, const lc_Position *start, int text, size_t *count) {
  lcb_Tokens tokens = {0};
  lc_Position p = *start;
  tokens.text = lua_tolstring(L, text, &tokens.length);
  /* room for the moves: each takes at least two bytes of text, one of them the blank after it */
  lc_Move *moves = lua_newuserdatauv(L, (tokens.length / 2 + 1) * sizeof *moves, 0);
  *count = 0;
  while (lcb_next_token(&tokens)) {
    if (read_token(L, dialect, &p, &tokens, &moves[*count]) > 0) return NULL;
    lc_position_play(&p, moves[(*count)++]);
  }
  if (*count > 0) return moves;
  lcb_fail_token(L, &p, LC_D_BAD_MOVE, tokens.text, tokens.length, 1, "", false);
  return NULL;
}

/* ---- methods ---- */

/* Return argument `arg` as a pointer to its lc_Position. */
static const lc_Position *check_position(lua_State *L, int arg) {
  const lc_Position *p = lcb_test(L, arg, LCB_UP_POSITION);
  if (!p) p = luaL_testudata(L, arg, LCB_BOARD);
  if (!p) luaL_typeerror(L, arg, LCB_POSITION);
  return p;
}

/***
Create a dialect from a flat table, made by lucena.notation.compile. Programs call chess.dialect instead.
@function core.dialect
@param spec table
@return Dialect
*/
static int dialect_new(lua_State *L) {
  lcb_build_dialect(L, 1);
  return 1;
}

/***
Write a legal move in the dialect.
@function Dialect:write
@param position Position|Board
@param move Move
@return string? text
@return string? err if the move is illegal, or the dialect has no text for it
@return string? code illegal_move or unsayable_move
@usage local p = chess.position(); return chess.dialect("french"):write(p, p:parse("Nf3"))  --> Cf3
*/
static int dialect_write(lua_State *L) {
  self(L);
  check_position(L, 2);
  lcb_check_move(L, 3);
  return lcb_dialect_write(L, 1, 2, 3);
}

/***
Read one move. Accepted deviations from the dialect are returned as repairs: the codes of their diagnostics.
@function Dialect:read
@param position Position|Board
@param text string
@return Move? move
@return string[]|string repairs codes, empty for text in the dialect's exact form; or the error message
@return string? code bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
@usage select(2, chess.dialect("french"):read(chess.position(), "cf3"))[1]  --> letter_case
*/
static int dialect_read(lua_State *L) {
  size_t size;
  self(L);
  check_position(L, 2);
  lcb_check_text(L, 3, &size);
  return lcb_dialect_read(L, 1, 2, 3);
}

static void count_repairs(unsigned counts[LC_REPAIR_COUNT], uint32_t repairs) {
  for (unsigned bit = 0; bit < LC_REPAIR_COUNT; bit++) counts[bit] += repairs >> bit & 1;
}

static void push_counts(lua_State *L, const unsigned counts[LC_REPAIR_COUNT]) {
  lua_newtable(L);
  for (unsigned bit = 0; bit < LC_REPAIR_COUNT; bit++) {
    if (counts[bit] == 0) continue;
    lua_pushinteger(L, counts[bit]);
    lua_setfield(L, -2, lc_code_name(lc_repair_code(bit)));
  }
}

/***
Read and play consecutive moves, up to the first text that is not a legal move. This is faster than reading and playing
each move separately, and creates no error messages. Dialects with hooks are not supported.
@function Dialect:replay
@param position Position|Board the position before the first move
@param texts string[]
@return integer count number of moves that were read
@return table<string, integer> repairs number of moves that needed a repair, by its code; empty for "pgn"
@usage chess.dialect("french"):replay(chess.position(), {"e4", "e5", "Cf3", "Nc6"})  --> 3
*/
static int dialect_replay(lua_State *L) {
  const lcb_Dialect *it = self(L);
  lc_Position p = *check_position(L, 2);
  unsigned counts[LC_REPAIR_COUNT] = {0};
  lua_Integer count = 0;
  luaL_checktype(L, 3, LUA_TTABLE);
  luaL_argcheck(L, !it->has_hooks, 1, "dialect with hooks");
  for (;;) {
    size_t size;
    lc_Reading reading;
    if (lua_rawgeti(L, 3, count + 1) != LUA_TSTRING) break;
    const char *text = lua_tolstring(L, -1, &size);
    if (read_move(it, &p, text, size, &reading) != LC_D_NONE) break;
    count_repairs(counts, reading.repairs);
    lc_position_play(&p, reading.move);
    lua_pop(L, 1);
    count++;
  }
  lua_pushinteger(L, count);
  push_counts(L, counts);
  return 2;
}

/***
Return all moves that an ambiguous text can mean. If the text needs repairs, only the moves with the smallest repairs
are returned.
@function Dialect:candidates
@param position Position|Board
@param text string
@return Move[]
@return string[] repairs of the first move
@usage #chess.dialect("french"):candidates(chess.position(), "Ca3")  --> 1
*/
static int dialect_candidates(lua_State *L) {
  const lcb_Dialect *it = self(L);
  const lc_Position *p = check_position(L, 2);
  size_t size;
  const char *text = lcb_check_text(L, 3, &size);
  if (it->has_hooks) return call_hook(L, "candidates", 1, 2, 3);
  lc_MoveList list;
  lc_Reading reading;
  find_candidates(it, p, text, size, &list);
  read_move(it, p, text, size, &reading);
  lua_createtable(L, (int)list.count, 0);
  for (unsigned i = 0; i < list.count; i++) {
    lcb_push_move(L, list.moves[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  push_repairs(L, list.count ? reading.repairs : 0, false);
  return 2;
}

/***
Report whether a text could be a move in some position. Returns nil for a dialect with hooks or functions, because such
a dialect needs a position.
@function Dialect:is_shaped
@param text string
@return boolean?
@usage chess.dialect("french"):is_shaped("Dxh8=C")  --> false
*/
static int dialect_is_shaped(lua_State *L) {
  const lcb_Dialect *it = self(L);
  size_t size;
  lc_San san;
  const char *text = lcb_check_text(L, 2, &size);
  bool is_digits = size > 0;
  for (size_t i = 0; i < size; i++) is_digits = is_digits && text[i] >= '0' && text[i] <= '9';
  if (it->has_hooks || (it->table.calls.find && !is_digits))
    lua_pushnil(L);
  else if (it->table.calls.find)
    lua_pushboolean(L, it->table.has_digit_moves);
  else if (it->is_pgn)
    lua_pushboolean(L, lc_san_parse(text, size, &san) == LC_D_NONE);
  else
    lua_pushboolean(L, lc_dialect_is_shaped(&it->table, text, size));
  return 1;
}

/* ---- properties ---- */

static int push_field(lua_State *L, const char *name) {
  self(L);
  lua_getiuservalue(L, 1, 1);
  lua_getfield(L, -1, name);
  return 1;
}

/***
Name, style and alphabet: "fide:french", "fide", "french".
@field Dialect.name string
@usage chess.dialect("fide:fr").name  --> fide:french
*/
static int dialect_name(lua_State *L) { return push_field(L, "name"); }
/***
The style's name.
@field Dialect.style string
@usage chess.dialect("french").style  --> pgn
*/
static int dialect_style(lua_State *L) { return push_field(L, "style"); }
/***
The alphabet's name.
@field Dialect.alphabet string
@usage chess.dialect("fide:fr").alphabet  --> french
*/
static int dialect_alphabet(lua_State *L) { return push_field(L, "alphabet"); }
/***
Further fields of the dialect's files: title, source, note, example, verified ...
@field Dialect.info table?
@usage type(chess.dialect("french").info)  --> table
*/
static int dialect_info(lua_State *L) { return push_field(L, "info"); }
/***
The Lua functions that read and write a built-in style that tables cannot describe, such as "descriptive"; else nil.
@field Dialect.hooks table?
@usage chess.dialect("french").hooks  --> nil
*/
static int dialect_hooks(lua_State *L) { return push_field(L, "hooks"); }

/***
Whether `hooks` read and write the dialect. Such a dialect cannot be used inside PGN files.
@field Dialect.has_hooks boolean
@usage chess.dialect("french").has_hooks  --> false
*/
static int dialect_has_hooks(lua_State *L) { return lcb_return_boolean(L, self(L)->has_hooks); }

/***
Whether the functions `print` and `read` of a file or a program write and read its moves.
@field Dialect.has_functions boolean
@usage chess.dialect("french").has_functions  --> false
*/
static int dialect_has_functions(lua_State *L) { return lcb_return_boolean(L, self(L)->table.calls.find != NULL); }

/***
Whether the dialect differs from PGN only in its piece letters. Files in such a dialect are read as fast as English
ones.
@field Dialect.is_plain boolean
@usage chess.dialect("french").is_plain  --> true
*/
static int dialect_is_plain(lua_State *L) { return lcb_return_boolean(L, self(L)->table.is_plain); }

static const luaL_Reg dialect_methods[] = {
    {"candidates", dialect_candidates},
    {"is_shaped", dialect_is_shaped},
    {"read", dialect_read},
    {"replay", dialect_replay},
    {"write", dialect_write},
    {NULL, NULL},
};

static const luaL_Reg dialect_getters[] = {
    {"alphabet", dialect_alphabet}, {"has_functions", dialect_has_functions}, {"has_hooks", dialect_has_hooks},
    {"hooks", dialect_hooks},       {"info", dialect_info},                   {"is_plain", dialect_is_plain},
    {"name", dialect_name},         {"style", dialect_style},                 {NULL, NULL},
};

static const luaL_Reg dialect_metamethods[] = {
    {"__tostring", dialect_name},
    {NULL, NULL},
};

/***
Return whether movetext can contain a move in a dialect. It cannot if PGN reads the text as several tokens, or not as
this move.
@function core.is_movetext
@param dialect lucena.Dialect
@param position lucena.Position
@param move lucena.Move a legal move
@return boolean
@usage local p = chess.position()
  return require("lucena.core").is_movetext(chess.dialect "french", p, p:parse "Nf3")  --> true
*/
static int is_movetext(lua_State *L) {
  const lcb_Dialect *it = luaL_checkudata(L, 1, LCB_DIALECT);
  const lc_Position *p = luaL_checkudata(L, 2, LCB_POSITION);
  const lc_Move *move = luaL_checkudata(L, 3, LCB_MOVE);
  char text[LC_DIALECT_TEXT];
  if (!lc_is_playable(p, *move)) return lcb_return_boolean(L, false);
  return lcb_return_boolean(L, lc_spelling_write(&it->table, p, *move, true, text) > 0);
}

/* Push the counts of the repairs of all moves, by code. */
static void push_respell_repairs(lua_State *L, const lc_Respelling *it) {
  push_counts(L, it->repairs);
  if (it->restyled == 0) return;
  lua_pushinteger(L, it->restyled);
  lua_setfield(L, -2, lc_code_name(LC_D_SAN_STYLE));
}

/* Push the kinds of pieces that move in the mainline, such as "NB". */
static void push_pieces(lua_State *L, unsigned pieces) {
  static const char letters[] = "NBRQK";
  char text[sizeof letters];
  size_t size = 0;
  for (unsigned i = 0; letters[i]; i++) {
    if (pieces >> (LC_KNIGHT + i) & 1) text[size++] = letters[i];
  }
  lua_pushlstring(L, text, size);
}

/***
Write the moves of a game's text in another dialect, and copy all other bytes. The output is that of
lucena.notation.walk, but games with unusual text are not read.
@function core.translated
@param text string
@param first integer the first byte of the game
@param last integer its last byte
@param start Position
@param from Dialect
@param to Dialect
@return string? text nil if the game has unusual text, or a move that cannot be read or written
@return integer moves
@return table<string, integer> repairs number of moves that needed a repair, by its code
@return integer plies number of moves of the mainline
@return string pieces the kinds of pieces that move in the mainline, without castling, such as "NB"
@usage local text, from, to = "1. Nf3! {a} *", chess.dialect "pgn", chess.dialect "french"
  return (require("lucena.core").translated(text, 1, #text, chess.position(), from, to))  --> 1. Cf3! {a} *
*/
static int translated(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  luaL_argcheck(L, first >= 1 && first <= last + 1 && (size_t)last <= size, 2, "bytes of the text expected");
  const lc_Position *start = luaL_checkudata(L, 4, LCB_POSITION);
  const lcb_Dialect *from = luaL_checkudata(L, 5, LCB_DIALECT), *to = luaL_checkudata(L, 6, LCB_DIALECT);
  if (from->has_hooks || to->has_hooks || from->table.calls.find || to->table.calls.find) return lua_pushnil(L), 1;
  luaL_Buffer buffer;
  lc_Respelling it = {.from = from->is_pgn ? NULL : &from->table, .to = &to->table};
  size = (size_t)(last - first + 1);
  it.room = lc_respell_room(size, it.to);
  it.out = luaL_buffinitsize(L, &buffer, it.room);
  bool is_done = lc_respell(text + first - 1, size, start, &it);
  luaL_pushresultsize(&buffer, is_done ? it.length : 0);
  if (!is_done) return lua_pushnil(L), 1;
  lua_pushinteger(L, it.moves);
  push_respell_repairs(L, &it);
  lua_pushinteger(L, it.plies);
  push_pieces(L, it.pieces);
  return 5;
}

static const luaL_Reg dialect_functions[] = {
    {"dialect", dialect_new},
    {"is_movetext", is_movetext},
    {"translated", translated},
    {NULL, NULL},
};

void lcb_open_dialect(lua_State *L) {
  static const lcb_Class class = {.name = LCB_DIALECT,
                                  .methods = {dialect_methods},
                                  .getters = {dialect_getters},
                                  .metamethods = dialect_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Dialect");
  lcb_functions(L, dialect_functions);
}
