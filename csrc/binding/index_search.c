/*
** index_search - finds games in an index: by position, with the moves that they played there (csrc/index/reached.h), by
** player (csrc/index/players.h), and by tests of tags (csrc/index/select.h).
*/
#include <string.h>

#include "../index/games.h"
#include "../index/players.h"
#include "../index/reached.h"
#include "../index/select.h"
#include "grow.h"
#include "index_file.h"
#include "interrupt.h"

/* ---- positions ---- */

#define LCB_INDEX_PLACES "lucena.IndexPlaces"

typedef struct Places {
  lc_Reached core;
  const lcb_Index *index;
  bool is_used; /* a method is running: see lcb_begin_use() */
} Places;

/* Report whether a game of the index at stack index 1 reaches a position. */
static bool is_at(void *state, const lc_Position *position, lc_IndexPlace place) {
  return lcb_index_is_at(state, lua_touserdata(state, 1), 1, position, place);
}

static lc_PlaceTest test_of(lua_State *L) { return (lc_PlaceTest){is_at, L}; }

static const lc_Position *check_position(lua_State *L, int arg) { return luaL_checkudata(L, arg, LCB_POSITION); }

/***
Begin to iterate over the games in which a position occurs.
@function IndexFile:places
@param position Position
@return IndexPlaces?
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_places(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  Places *places = lua_newuserdatauv(L, sizeof *places, 1);
  places->index = it;
  places->is_used = false;
  if (!lc_reached_begin(&it->file, position, LC_INDEX_PLACES, &places->core)) return lcb_index_fail(L, 1, it);
  luaL_setmetatable(L, LCB_INDEX_PLACES);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

/***
Return the next game in which a position occurs, in the order of the file.
@function IndexFile:next_place
@param places IndexPlaces made by the same index
@return integer? number nil at the end, and on failure
@return integer|string|nil ply of the first occurrence; or the error's message
@return Move|string|nil move the next move, or nil if the game ends there; or the error's code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_next_place(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  Places *places = luaL_checkudata(L, 2, LCB_INDEX_PLACES);
  luaL_argcheck(L, places->index == it, 2, "of another index");
  lcb_begin_use(L, &places->is_used);
  bool is_there = lc_reached_next(&places->core, test_of(L), 0);
  lcb_end_use(&places->is_used, 0);
  if (!is_there) return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 0;
  lc_IndexPlace place = places->core.cursor.place;
  lua_pushinteger(L, (lua_Integer)place.game + 1);
  lua_pushinteger(L, place.ply);
  if (place.move == LC_INDEX_NO_MOVE) return 2;
  lcb_push_move(L, place.move);
  return 3;
}

static void push_row(lua_State *L, const lc_IndexMove *row) {
  lua_createtable(L, 0, 8);
  if (row->move != LC_INDEX_NO_MOVE) {
    lcb_push_move(L, row->move);
    lua_setfield(L, -2, "move");
  }
  lcb_set_integer(L, "games", row->games);
  lcb_set_integer(L, "white", row->outcome[0]);
  lcb_set_integer(L, "draw", row->outcome[1]);
  lcb_set_integer(L, "black", row->outcome[2]);
  lcb_set_integer(L, "sum", row->ratings);
  lcb_set_integer(L, "rated", row->rated);
  if (row->year) lcb_set_integer(L, "year", row->year);
}

static uint32_t filter_field(lua_State *L, const char *name) {
  lua_getfield(L, 3, name);
  lua_Integer value = luaL_optinteger(L, -1, 0);
  lua_pop(L, 1);
  return value < 0 ? 0 : value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/***
Count the moves that games played in a position.
@function IndexFile:moves
@param position Position
@param filter? table from, to: dates as year * 10000 + month * 100 + day; elo: the least Elo of a player
@param games? IndexGames count only these games
@return table[]? rows {move, games, white, draw, black, sum and number `rated` of ratings, year}; without `move`: the
  games that end in the position
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_moves(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  lc_MoveFilter filter = {0};
  lua_settop(L, 4);
  if (!lua_isnil(L, 3)) {
    filter.from = filter_field(L, "from");
    filter.to = filter_field(L, "to");
    filter.elo = filter_field(L, "elo");
  }
  if (!lua_isnil(L, 4)) {
    const lcb_Games *games = lcb_games_check(L, 4);
    filter.has_games = true;
    filter.games = games->number;
    filter.game_count = games->count;
  }
  lc_Reached *reached = lua_newuserdatauv(L, sizeof *reached, 0);
  lc_MoveRows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  if (!lc_reached_moves(&it->file, position, &filter, test_of(L), reached, rows)) return lcb_index_fail(L, 1, it);
  lua_createtable(L, (int)rows->count, 0);
  for (uint32_t i = 0; i < rows->count; i++) {
    push_row(L, &rows->row[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/***
Find the games in which a position occurs.
@function IndexFile:reached
@param position Position
@param most integer the maximum number of games to find
@return IndexGames|boolean|nil games false if there are more than `most` games
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_reached(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 3);
  lua_settop(L, 3);
  lc_Reached *reached = lua_newuserdatauv(L, sizeof *reached, 0);
  lc_MoveRows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  uint64_t written = lc_reached_written(&it->file, position, reached, rows);
  if (written > most) return lcb_return_boolean(L, false);
  lcb_Games *games = lcb_games_new(L);
  int at = lua_gettop(L);
  lcb_games_reserve(L, at, (size_t)written);
  if (!lc_reached_begin(&it->file, position, LC_INDEX_PLACES, reached)) return lcb_index_fail(L, 1, it);
  while (lc_reached_next(reached, test_of(L), 0)) {
    if (games->count == most) return lcb_return_boolean(L, false);
    lcb_games_add(L, games, at, reached->last + 1);
  }
  return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 1;
}

/***
Find the games in which a position occurs, and the plies of the first occurrences.
@function IndexFile:find
@param position Position
@return integer[]? numbers sorted
@return integer[]|string plies; or the error's message
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_find(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  lua_settop(L, 2);
  lc_Reached *reached = lua_newuserdatauv(L, sizeof *reached, 0);
  lc_MoveRows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  int room = (int)lc_reached_written(&it->file, position, reached, rows);
  lua_createtable(L, room, 0);
  lua_createtable(L, room, 0);
  if (!lc_reached_begin(&it->file, position, LC_INDEX_PLACES, reached)) return lcb_index_fail(L, 1, it);
  for (lua_Integer i = 1; lc_reached_next(reached, test_of(L), 0); i++) {
    lua_pushinteger(L, (lua_Integer)reached->last + 1);
    lua_rawseti(L, -3, i);
    lua_pushinteger(L, reached->cursor.place.ply);
    lua_rawseti(L, -2, i);
  }
  return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 2;
}

/* ---- players ---- */

/* The names with a word. */
typedef struct Names {
  lc_Players core;
  int at;        /* stack index of `scratch` */
  char *scratch; /* for comparing names */
  size_t room;
} Names;

/* Begin to find names. Leaves values on the stack, which `names` needs. Returns false on failure. */
static bool begin_names(lua_State *L, lcb_Index *it, const char *text, size_t size, bool is_prefix, Names *names) {
  char *folded = lua_newuserdatauv(L, 2 * size + 1, 0);
  lua_pushnil(L);
  *names = (Names){.at = lua_gettop(L)};
  return lc_players_begin(&it->file, text, size, is_prefix, folded, &names->core);
}

/* Find the next name, and push its text. Returns its number; 0 at the end and on failure. The index is at stack index
** 1, the scratch memory at names->at. */
static uint32_t push_name(lua_State *L, lcb_Index *it, Names *names) {
  lc_IndexRange range;
  uint32_t number;
  size_t size;
  while ((number = lc_players_next(&names->core, &range)) > 0) {
    LCB_GROW(L, names->at, 0, names->scratch, 0, names->room, 2 * (size_t)(range.end - range.begin) + 1)
    /* The text is valid until memory is allocated, because a finalizer may use the index. */
    const char *text = lcb_index_get_text(L, it, 1, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, number, &size);
    if (!text) return 0;
    if (!lc_players_agree(&names->core, text, size, names->scratch)) continue;
    lua_pushlstring(L, text, size);
    return number;
  }
  return 0;
}

/***
Find names of players.
@function IndexFile:names
@param text string a name, which agrees with others as in the query `player`; or the beginning of a word
@param is_prefix? boolean `text` is the beginning of a word; at most eight bytes of it are compared
@return table[]? names {number, name, games: number of games}; a name may be there several times
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_names(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  size_t size;
  const char *text = lcb_check_text(L, 2, &size);
  bool is_prefix = lua_toboolean(L, 3);
  lua_settop(L, 3);
  Names names;
  lc_IndexRange range;
  lua_newtable(L);
  if (!begin_names(L, it, text, size, is_prefix, &names)) return lcb_index_fail(L, 1, it);
  for (lua_Integer count = 1;; count++) {
    uint32_t number = push_name(L, it, &names);
    if (number == 0) break;
    if (!lc_index_find_bytes(&it->file, LC_INDEX_PLAYED, LC_INDEX_PLAYED_ENDS, (uint64_t)number - 1, &range)) break;
    lua_createtable(L, 0, 3);
    lua_insert(L, -2);
    lua_setfield(L, -2, "name");
    lcb_set_integer(L, "number", number);
    lcb_set_integer(L, "games", (range.end - range.begin) / 4);
    lua_rawseti(L, 4, count);
  }
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  lua_settop(L, 4);
  return 1;
}

/* Append the games of a name to the set at stack index `at`. Returns false on failure. */
static bool add_played(lua_State *L, Names *names, uint32_t name, unsigned color, lcb_Games *games, int at) {
  lc_IndexRange range;
  if (!lc_players_games(&names->core, name, &range)) return false;
  lcb_games_reserve(L, at, (size_t)(range.end - range.begin) / LC_PLAYED);
  return lc_players_read(&names->core, range, color, games->number, &games->count);
}

/***
Find the games of a player.
@function IndexFile:played
@param name string a name, which agrees with others as in the query `player`
@param color? string "White" or "Black": only games with this color
@return IndexGames?
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_played(lua_State *L) {
  static const char *const colors[] = {"White", "Black", "", NULL};
  lcb_Index *it = lcb_index_check(L);
  size_t size;
  const char *text = lcb_check_text(L, 2, &size);
  unsigned color = (unsigned)luaL_checkoption(L, 3, "", colors);
  lua_settop(L, 3);
  lcb_Games *games = lcb_games_new(L); /* at 4 */
  Names names;
  if (!begin_names(L, it, text, size, false, &names)) return lcb_index_fail(L, 1, it);
  uint32_t number;
  while ((number = push_name(L, it, &names)) > 0) {
    lua_pop(L, 1);
    if (!add_played(L, &names, number, color, games, 4)) break;
  }
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  uint32_t *spare = lua_newuserdatauv(L, games->count * sizeof *spare, 0);
  games->count = lc_games_sort(games->number, spare, games->count);
  lua_settop(L, 4);
  return 1;
}

/* ---- the tests as tables; the table of a test is on top of the stack ---- */

/* Copy a text, unless it is longer than the code of an entry. Returns its size. */
static size_t text_field(lua_State *L, const char *name, char out[LC_ECO_TEXT]) {
  size_t size;
  lua_getfield(L, -1, name);
  const char *text = luaL_optlstring(L, -1, "", &size);
  if (size <= LC_ECO_TEXT) memcpy(out, text, size);
  lua_pop(L, 1);
  return size;
}

static bool is_field(lua_State *L, const char *name, const char *value) {
  lua_getfield(L, -1, name);
  bool is_it = strcmp(luaL_optstring(L, -1, ""), value) == 0;
  lua_pop(L, 1);
  return is_it;
}

static int64_t number_field(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  int64_t number = luaL_optinteger(L, -1, 0);
  lua_pop(L, 1);
  return number;
}

/* Read a test. Returns false if the entries cannot decide it. */
static bool read_test(lua_State *L, lc_EntryTest *out) {
  static const struct { const char *op, *name, *other; lc_EntryTestKind kind; unsigned color;
  } known[] = {
      {"number", "WhiteElo", "", LC_TEST_NUMBER, LC_WHITE},
      {"number", "BlackElo", "", LC_TEST_NUMBER, LC_BLACK},
      {"number", "Date", "", LC_TEST_NUMBER, LC_TEST_YEAR},
      {"date", "Date", "", LC_TEST_DATE, LC_TEST_YEAR},
      {"code", "ECO", "", LC_TEST_CODE, LC_TEST_YEAR},
      {"begins", "ECO", "", LC_TEST_BEGINS, LC_TEST_YEAR},
      {"result", "Result", "", LC_TEST_RESULT, LC_TEST_YEAR},
      {"difference", "WhiteElo", "BlackElo", LC_TEST_DIFFERENCE, LC_WHITE},
      {"difference", "BlackElo", "WhiteElo", LC_TEST_DIFFERENCE, LC_BLACK},
      {"sum", "WhiteElo", "BlackElo", LC_TEST_SUM, LC_WHITE},
      {"sum", "BlackElo", "WhiteElo", LC_TEST_SUM, LC_BLACK},
  };
  luaL_argcheck(L, lua_istable(L, -1), 2, "lists of tests expected");
  *out = (lc_EntryTest){.lo = number_field(L, "lo"), .hi = number_field(L, "hi")};
  out->first_size = text_field(L, "text", out->first);
  out->last_size = text_field(L, "last", out->last);
  /* An entry has the first bytes of the code. */
  if (out->first_size > LC_ECO_TEXT || out->last_size > LC_ECO_TEXT) return false;
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
    if (!is_field(L, "op", known[i].op) || !is_field(L, "name", known[i].name)) continue;
    if (known[i].other[0] && !is_field(L, "other", known[i].other)) continue;
    out->kind = known[i].kind;
    out->color = known[i].color;
    return true;
  }
  return false;
}

/* Read the list of alternatives on top of the stack. It is dropped if the entries cannot decide one of them. */
static void read_alternatives(lua_State *L, lc_EntryTests *tests) {
  luaL_argcheck(L, lua_istable(L, -1), 2, "lists of tests expected");
  unsigned count = (unsigned)lua_rawlen(L, -1);
  bool is_decided = count > 0 && count <= LC_ENTRY_TESTS - tests->count;
  for (unsigned i = 0; i < count && is_decided; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    is_decided = read_test(L, &tests->test[tests->count + i]);
    tests->test[tests->count + i].is_end = i + 1 == count;
    lua_pop(L, 1);
  }
  if (is_decided) tests->count += count;
}

/* Read the lists at stack index 2. Returns false if the entries cannot decide any of them. */
static bool read_tests(lua_State *L, lc_EntryTests *out) {
  out->count = 0;
  luaL_checktype(L, 2, LUA_TTABLE);
  for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, 2); i++) {
    lua_rawgeti(L, 2, i);
    read_alternatives(L, out);
    lua_pop(L, 1);
  }
  return out->count > 0;
}

/***
Find the games that may pass tests of tags: of each list, at least one test.
@function IndexFile:select
@param tests table[][] leaves of a query, with the fields op, name, other, lo, hi, text, last
@param games? IndexGames only these games
@param most? integer the maximum number of games to find
@return IndexGames|boolean|nil games false if there are more than `most` games, or if the index cannot decide the tests
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_select(lua_State *L) {
  enum { SOME = 1 << 13 };
  lcb_Index *it = lcb_index_check(L);
  lua_Integer most = luaL_optinteger(L, 4, LUA_MAXINTEGER);
  const lcb_Games *games = lua_isnoneornil(L, 3) ? NULL : lcb_games_check(L, 3);
  lc_EntryTests tests;
  lc_IndexGame game;
  if (games) lcb_games_check_last(L, games, 3, it);
  lua_settop(L, 3);
  if (!read_tests(L, &tests)) return lcb_return_boolean(L, false);
  lcb_Games *found = lcb_games_new(L); /* at 4 */
  size_t total = games ? games->count : (size_t)it->file.head.games;
  for (size_t i = 0; i < total; i++) {
    if (i % SOME == 0) {
      lcb_stop_if_interrupted(L);
      if (games) lc_index_expect_games(&it->file, games->number + i, total - i < SOME ? total - i : SOME);
    }
    uint32_t number = games ? games->number[i] : (uint32_t)i + 1;
    if (!lc_index_get_game(&it->file, number - 1, &game)) return lcb_index_fail(L, 1, it);
    if (!lc_may_pass(&tests, &game)) continue;
    if ((lua_Integer)found->count == most) return lcb_return_boolean(L, false);
    lcb_games_add(L, found, 4, number);
  }
  return 1;
}

/* ---- the class ---- */

const luaL_Reg lcb_index_searches[] = {{"find", index_find},       {"moves", index_moves},     {"names", index_names},
                                       {"next_place", index_next_place}, {"places", index_places},
                                       {"played", index_played},   {"reached", index_reached}, {"select", index_select},
                                       {NULL, NULL}};

void lcb_open_index_search(lua_State *L) {
  luaL_newmetatable(L, LCB_INDEX_PLACES);
  lua_pop(L, 1);
}
