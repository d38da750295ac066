/*
** index_select - finds the games whose entry in an index may pass tests of tags (csrc/index/select.h).
*/
#include <string.h>

#include "../index/select.h"
#include "index_file.h"
#include "interrupt.h"

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

const luaL_Reg lcb_index_selects[] = {{"select", index_select}, {NULL, NULL}};
