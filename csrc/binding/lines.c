/*
** lines - lucena.Lines: collects the first moves of many games, for lua/lucena/lines.lua.
**
** A line has the first moves of a game after a root position, up to a depth. Games with the same line share one entry
** of a hash table. Its statistics are sums, so lines can be merged in any order. For each line, the most notable game
** is stored. This is the game with the highest sum of both ratings; of several, the first by file and offset. Cost:
** about 2 microseconds per game, of which the replay of 20 plies takes 0.6.
*/
#include "lines.h"

#include <string.h>
#include <time.h>

#include "../match/value.h"
#include "../pgn/encoding.h"
#include "grow.h"

enum { FEW_MOVES = 512 };

static lcb_Lines *self(lua_State *L) { return lcb_check_lines(L); }

/* Make room for one more line and a label of this size. */
static void reserve(lua_State *L, lcb_Lines *lines, size_t plies, size_t label) {
  lc_Memory memory = lcb_memory(L);
  if (!lc_lines_reserve(&memory, &lines->all, plies, label)) lcb_no_memory(L);
}

/* Return the index of a file's name, which is on top of the stack. Pops the name. The Lines is at stack index 1. */
static uint32_t file_of(lua_State *L, lc_LineSet *lines) {
  int name = lua_gettop(L);
  lc_Memory memory = lcb_memory(L);
  lc_LineText file = {lua_tostring(L, name), lua_rawlen(L, name)};
  if (lines->file_count > 0 && lines->files[lines->file_count - 1].text == file.text) { /* the string of last time */
    lua_settop(L, name - 1);
    return lines->file_count - 1;
  }
  if (!lc_lines_reserve_file(&memory, lines)) lcb_no_memory(L); /* before a finalizer can add this name */
  lua_getiuservalue(L, 1, LCB_LINES_NAMES);
  lua_pushvalue(L, name);
  bool is_known = lua_rawget(L, -2) == LUA_TNUMBER;
  uint32_t index = is_known ? (uint32_t)lua_tointeger(L, -1) : lines->file_count;
  lua_pop(L, 1);
  if (!is_known) {
    lua_pushvalue(L, name);
    lua_pushinteger(L, (lua_Integer)index);
    lua_rawset(L, name + 1);
    lc_lines_add_file(lines, file);
  }
  lua_settop(L, name - 1);
  return index;
}

/***
Create an empty collection of lines.
@function core.lines
@param root Position the position at the start of the lines
@param depth integer plies of a line, 1 to 1000
@param only_results? boolean count only games and results: no ratings, years and notable games
@return Lines
@usage require("lucena.core").lines(chess.position(), 10):add(chess.game "1. e4 e5 *")  --> 0
*/
static int lines_new(lua_State *L) {
  const lc_Position *root = lcb_check(L, 1, LCB_UP_POSITION);
  lua_Integer depth = luaL_checkinteger(L, 2);
  if (depth < 1 || depth > LC_LINE_LONGEST) lcb_bad_number(L, 2, "number of plies from 1 to 1000");
  bool only_results = lua_toboolean(L, 3);
  lcb_Lines *lines = lua_newuserdatauv(L, sizeof *lines, LCB_LINES_VALUES);
  uint64_t seed = (uint64_t)(uintptr_t)lines * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)time(NULL);
  *lines = (lcb_Lines){.all = {.root = *root, .depth = (uint32_t)depth, .seed = seed}, .only_results = only_results};
  luaL_setmetatable(L, LCB_LINES);
  lua_newtable(L);
  lua_setiuservalue(L, -2, LCB_LINES_NAMES);
  return 1;
}

static int lines_gc(lua_State *L) {
  lcb_Lines *lines = lcb_self(L);
  lc_Memory memory = lcb_memory(L);
  lc_lines_free(&memory, &lines->all);
  lines->is_closed = true;
  return 0;
}

/* Store up to `room` moves of the mainline after the first `before`. Returns their number. The mainline is read to its
** end, because commands report illegal moves anywhere. */
static size_t read_moves(lcb_Mainline *line, size_t before, lc_Move *moves, size_t room) {
  lc_Move some[FEW_MOVES];
  size_t count = 0, plies = 0, found;
  while ((found = lcb_mainline_next(line, some, FEW_MOVES)) > 0) {
    for (size_t i = before > plies ? before - plies : 0; i < found && count < room; i++) moves[count++] = some[i];
    plies += found;
  }
  return count;
}

/* The result of a game, for its sums and its label. */
enum { WHITE_WON, BLACK_WON, DRAWN, NO_RESULT };
static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};

static unsigned result_in(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  unsigned result = 0;
  while (text && result < NO_RESULT && strcmp(text, results[result]) != 0) result++;
  lua_pop(L, 1);
  return text ? result : NO_RESULT;
}

/* Return the result of the Game at stack index 2, as lua/lucena/result.lua finds it. */
static unsigned result_of(lua_State *L, const lcb_Game *game) {
  lcb_push_game_tag(L, game, 2, "Result", 6);
  unsigned result = result_in(L);
  if (result < NO_RESULT) return result;
  lcb_push_function(L, "lucena.result", "of");
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  return result_in(L);
}

static uint16_t rating_of(lua_State *L, const lcb_Game *game, const char *name) {
  size_t size;
  lcb_push_game_tag(L, game, 2, name, 8);
  const char *text = lua_tolstring(L, -1, &size);
  uint16_t rating = text ? lc_rating(text, size) : 0;
  lua_pop(L, 1);
  return rating;
}

static uint16_t year_of(lua_State *L, const lcb_Game *game) {
  size_t size;
  unsigned year = 0;
  lcb_push_game_tag(L, game, 2, "Date", 4);
  const char *text = lua_tolstring(L, -1, &size);
  for (unsigned i = 0; text && i < 4; i++) {
    if (size < 4 || text[i] < '0' || text[i] > '9') {
      year = 0;
      break;
    }
    year = 10 * year + (unsigned)(text[i] - '0');
  }
  lua_pop(L, 1);
  return (uint16_t)year;
}

/* Set the sums of one game, with only its result. */
static void describe_result(lc_Line *out, unsigned result) {
  *out = (lc_Line){.sums = {.games = 1, .drawn = result == DRAWN, .won = {result == WHITE_WON, result == BLACK_WON}}};
}

/* Set the sums of one game. */
static void describe(lua_State *L, const lcb_Game *game, lc_Line *out, unsigned result) {
  lc_Sums *sums = &out->sums;
  uint16_t ratings[2] = {rating_of(L, game, "WhiteElo"), rating_of(L, game, "BlackElo")};
  describe_result(out, result);
  sums->year = year_of(L, game);
  out->best = ratings[0] && ratings[1] ? ratings[0] + ratings[1] : 0;
  out->offset = game->origin.offset;
  if (result == NO_RESULT) return;
  for (unsigned color = 0; color < 2; color++) {
    if (!ratings[color]) continue;
    sums->rated[color] = 1;
    sums->ratings[color] = ratings[color];
    sums->halves[color] = sums->drawn + 2 * sums->won[!color];
  }
}

/* Push a player's name in UTF-8. */
static void push_player(lua_State *L, const lcb_Game *game, const char *name) {
  size_t size;
  lcb_push_game_tag(L, game, 2, name, 5);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushliteral(L, "?");
  }
  const char *text = lua_tolstring(L, -1, &size);
  if (lc_is_ascii(text, size)) return;
  lcb_push_function(L, "lucena.format", "to_utf8");
  lua_insert(L, -2);
  lua_call(L, 1, 1);
}

/* Push the label of a game: "White - Black 1-0, 1999". */
static void push_label(lua_State *L, const lcb_Game *game, const lc_Line *one, unsigned result) {
  int first = lua_gettop(L) + 1;
  push_player(L, game, "White");
  lua_pushliteral(L, " - ");
  push_player(L, game, "Black");
  if (result != NO_RESULT) lua_pushfstring(L, " %s", results[result]);
  if (one->sums.year > 0) lua_pushfstring(L, ", %d", (int)one->sums.year);
  lua_concat(L, lua_gettop(L) - first + 1);
}

/* Push the name of the file of the Game at stack index 2. */
static void push_file(lua_State *L) {
  if (lcb_game_name(L, 2) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_pushliteral(L, "");
}

/* Add the Game at stack index 2 to the Lines at index 1. Returns the results of Lines:add. */
static int add_to(lua_State *L, lcb_Lines *lines) {
  lcb_Game *game = lcb_check_game(L, 2);
  lua_Integer before = luaL_optinteger(L, 3, -1);
  lcb_Mainline line;
  lc_Start start;
  lc_Line one;
  lc_Move moves[LC_LINE_LONGEST];
  lua_settop(L, 2);
  lcb_mainline_begin(L, game, 2, &line, &start);
  if (start.code != LC_D_NONE) return lua_pushnil(L), 1; /* the game has no position */
  if (before < 0) {
    if (!lc_position_equal(&start.position, &lines->all.root)) return lua_pushnil(L), 1;
    before = 0;
  }
  size_t plies = read_moves(&line, (size_t)before, moves, lines->all.depth);
  lcb_mainline_end(L, game, 2, &line);
  unsigned result = result_of(L, game);
  if (lines->only_results) {
    describe_result(&one, result);
    lua_pushliteral(L, "");
  } else {
    describe(L, game, &one, result);
    push_file(L);
  }
  one.file = file_of(L, &lines->all);
  reserve(L, lines, plies, 0);
  const lc_Line *known = *lc_lines_find(&lines->all, moves, plies);
  lc_LineText label = {0};
  if (!lines->only_results && (!known || !lc_line_is_first(&lines->all, known, &one))) {
    push_label(L, game, &one, result);
    label.text = lua_tolstring(L, -1, &label.size);
    reserve(L, lines, plies, label.size);
  }
  lc_lines_add(&lines->all, &one, moves, plies, label);
  lua_pushinteger(L, before);
  return 1;
}

/***
Add a game.
@function Lines:add
@param game Game
@param before? integer plies of the game that lead to the root
@return integer? before nil if the game does not start from the root; then it is added only if `before` is given
@usage require("lucena.core").lines(chess.position "4k3/8/8/8/8/8/8/4K3 w - -", 10):add(chess.game "1. e4 *")  --> nil
*/
static int lines_add(lua_State *L) { return add_to(L, self(L)); }

enum { AN_ADDERS_LINES = LCB_UPVALUES + 1 }; /* an upvalue */

/* The function of Lines:adder. It has the upvalues of the class. */
static int add_game(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(AN_ADDERS_LINES));
  lua_insert(L, 1);
  add_to(L, self(L));
  lua_pushboolean(L, lua_isnil(L, -1));
  return 1;
}

/***
Return a function that adds a game, as a test of games for the reader: see `game_test` in lua/lucena/run/input.lua.
@function Lines:adder
@return fun(game: Game): boolean whether the game does not start from the root; then it is not added
@usage require("lucena.core").lines(chess.position(), 10):adder()(chess.game "1. e4 e5 *")  --> false
*/
static int lines_adder(lua_State *L) {
  self(L);
  for (int i = 1; i <= LCB_UPVALUES; i++) lua_pushvalue(L, lua_upvalueindex(i));
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, add_game, AN_ADDERS_LINES);
  return 1;
}

/***
Return the number of games.
@function Lines:games
@return integer
@usage require("lucena.core").lines(chess.position(), 10):games()  --> 0
*/
static int lines_games(lua_State *L) {
  const lc_LineSet *lines = &self(L)->all;
  uint64_t games = 0;
  for (size_t i = 0; i < lines->room; i++) games += lines->slots[i] ? lines->slots[i]->sums.games : 0;
  return lcb_return_count(L, games);
}

/* ---- entries ---- */

static void push_entry(lua_State *L, const lc_LineSet *lines, const lc_Line *line) {
  luaL_Buffer b;
  size_t room = 0;
  luaL_buffinit(L, &b);
  while (lc_line_size(lines, line) > room) { /* a finalizer may replace the notable game, and its label */
    room = lc_line_size(lines, line);
    luaL_prepbuffsize(&b, room);
  }
  lc_line_put(lines, line, luaL_buffaddr(&b));
  luaL_pushresultsize(&b, lc_line_size(lines, line));
}

/***
Return all lines as plain data, for merge() in another process.
@function Lines:entries
@return table<string, string> entries by the moves of the lines, two bytes each
@usage next(require("lucena.core").lines(chess.position(), 10):entries())  --> nil
*/
static int lines_entries(lua_State *L) {
  const lcb_Lines *lines = self(L);
  size_t count;
  lua_settop(L, 1);
  lc_Line **all = lcb_push_lines(L, lines, &count); /* at 2 */
  lua_createtable(L, 0, (int)count);
  for (size_t i = 0; i < count; i++) {
    lua_pushlstring(L, (const char *)all[i]->moves, all[i]->plies * sizeof *all[i]->moves);
    push_entry(L, &lines->all, all[i]);
    lua_rawset(L, 3);
  }
  return 1;
}

/***
Add the lines of another collection with the same root and depth.
@function Lines:merge
@param entries table<string, string> made by entries()
@usage require("lucena.core").lines(chess.position(), 10):merge {}
*/
static int lines_merge(lua_State *L) {
  lcb_Lines *lines = self(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lines->all.has_foreign = true;
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
    lc_Line one = {0};
    lc_LineText file, label;
    lc_Move moves[LC_LINE_LONGEST];
    size_t size, bytes;
    bool is_text = lua_type(L, 3) == LUA_TSTRING && lua_type(L, 4) == LUA_TSTRING;
    const char *line = is_text ? lua_tolstring(L, 3, &bytes) : NULL,
               *entry = is_text ? lua_tolstring(L, 4, &size) : NULL;
    if (!is_text || bytes % sizeof *moves != 0 || bytes / sizeof *moves > lines->all.depth ||
        !lc_line_read(entry, size, &one, &file, &label)) {
      return luaL_error(L, "not the lines of an opening tree with %d plies", (int)lines->all.depth);
    }
    memcpy(moves, line, bytes);
    lua_pushlstring(L, file.text, file.size);
    one.file = file_of(L, &lines->all);
    reserve(L, lines, bytes / sizeof *moves, label.size);
    lc_lines_add(&lines->all, &one, moves, bytes / sizeof *moves, label);
  }
  return 0;
}

static const luaL_Reg lines_methods[] = {{"add", lines_add},     {"adder", lines_adder}, {"entries", lines_entries},
                                         {"games", lines_games}, {"merge", lines_merge}, {"tree", lcb_lines_tree},
                                         {NULL, NULL}};
static const luaL_Reg lines_functions[] = {{"lines", lines_new}, {NULL, NULL}};

void lcb_open_lines(lua_State *L) {
  static const luaL_Reg metamethods[] = {{"__gc", lines_gc}, {NULL, NULL}};
  static const lcb_Class class = {.name = LCB_LINES, .methods = {lines_methods}, .metamethods = metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Lines");
  lcb_functions(L, lines_functions);
  lcb_open_opening_tree(L);
}
