/*
** index_select - finds the games whose entry in an index may pass tests of tags.
**
** An entry has the numbers, dates and codes that queries see (index_game.c), but not the text of the tags. If an entry
** cannot decide a test, the game may pass: the games found are a superset.
** Cost: 15 ns per game; the entries of 3 million games are 168 MB.
*/
#include <string.h>

#include "../match/value.h"
#include "index_file.h"
#include "interrupt.h"

enum { ECO_TEXT = sizeof(((lc_IndexGame *)0)->eco), NO_COLOR = 2 };

typedef struct Test {
  enum { NUMBER, DATE, CODE, BEGINS, RESULT, DIFFERENCE, SUM } op;
  unsigned color;   /* of the Elo; NO_COLOR: the year of the Date tag */
  int64_t lo, hi;
  char first[ECO_TEXT], last[ECO_TEXT]; /* of CODE and BEGINS */
  size_t first_size, last_size;
  bool is_end;      /* the last one of its alternatives */
} Test;

/* A game may pass if it may pass one of the alternatives of each list. */
enum { TESTS = 64 };
typedef struct Tests {
  unsigned count;
  Test test[TESTS];
} Tests;

static bool is_within(const Test *test, int64_t number) { return number >= test->lo && number <= test->hi; }

/* Report whether an Elo of an entry is the number of the tag. The lowest and the highest number stand for others,
** too. */
static bool is_exact(uint16_t elo) { return elo > 0 && elo < LC_INDEX_NO_NUMBER - 1; }

static bool may_be_elo(const Test *test, uint16_t elo) {
  if (elo == LC_INDEX_NO_NUMBER) return false;
  return is_exact(elo) ? is_within(test, elo) : elo == 0 ? test->lo <= 0 : test->hi >= elo;
}

/* Report whether the number at the beginning of a Date tag may be in the range. A year below 1000 may have zeros before
** more digits, and a later year may have more digits after it. */
static bool may_be_year(const Test *test, const lc_IndexGame *game) {
  enum { LEAST = 1000, LONGER = 10000 };
  return game->year < LEAST || is_within(test, game->year) || test->hi >= LONGER;
}

static bool may_be_two(const Test *test, const lc_IndexGame *game, int sign) {
  if (game->elo[0] == LC_INDEX_NO_NUMBER || game->elo[1] == LC_INDEX_NO_NUMBER) return false;
  if (!is_exact(game->elo[0]) || !is_exact(game->elo[1])) return true;
  int first = game->elo[test->color], second = game->elo[!test->color];
  return is_within(test, first + sign * second);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool may_begin(const Test *test, const char *eco, size_t size) {
  for (size_t i = 0; i < test->first_size && i < ECO_TEXT; i++) {
    if (i >= size || lower(eco[i]) != lower(test->first[i])) return false;
  }
  return true;
}

static size_t eco_size(const lc_IndexGame *game) {
  const char *end = memchr(game->eco, 0, ECO_TEXT);
  return end ? (size_t)(end - game->eco) : ECO_TEXT;
}

static bool may_pass(const Test *test, const lc_IndexGame *game) {
  switch (test->op) {
    case NUMBER: return test->color == NO_COLOR ? may_be_year(test, game) : may_be_elo(test, game->elo[test->color]);
    case DATE: return game->date > 0 && lc_date_within(game->date, test->lo, test->hi);
    case CODE:
      return lc_code_within(game->eco, eco_size(game), test->first, test->first_size, test->last, test->last_size);
    case BEGINS: return may_begin(test, game->eco, eco_size(game));
    case RESULT: return game->sign == test->lo;
    case DIFFERENCE: return may_be_two(test, game, -1);
    case SUM: return may_be_two(test, game, 1);
  }
  lc_unreachable();
}

static bool may_pass_all(const Tests *tests, const lc_IndexGame *game) {
  bool may = false;
  for (unsigned i = 0; i < tests->count; i++) {
    may = may || may_pass(&tests->test[i], game);
    if (!tests->test[i].is_end) continue;
    if (!may) return false;
    may = false;
  }
  return true;
}

/* ---- the tests as tables; the table of a test is on top of the stack ---- */

/* Copy a text, unless it is longer than the code of an entry. Returns its size. */
static size_t text_field(lua_State *L, const char *name, char out[ECO_TEXT]) {
  size_t size;
  lua_getfield(L, -1, name);
  const char *text = luaL_optlstring(L, -1, "", &size);
  if (size <= ECO_TEXT) memcpy(out, text, size);
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
static bool read_test(lua_State *L, Test *out) {
  static const struct { const char *op, *name, *other; unsigned kind, color;
  } known[] = {
      {"number", "WhiteElo", "", NUMBER, LC_WHITE},
      {"number", "BlackElo", "", NUMBER, LC_BLACK},
      {"number", "Date", "", NUMBER, NO_COLOR},
      {"date", "Date", "", DATE, NO_COLOR},
      {"code", "ECO", "", CODE, NO_COLOR},
      {"begins", "ECO", "", BEGINS, NO_COLOR},
      {"result", "Result", "", RESULT, NO_COLOR},
      {"difference", "WhiteElo", "BlackElo", DIFFERENCE, LC_WHITE},
      {"difference", "BlackElo", "WhiteElo", DIFFERENCE, LC_BLACK},
      {"sum", "WhiteElo", "BlackElo", SUM, LC_WHITE},
      {"sum", "BlackElo", "WhiteElo", SUM, LC_BLACK},
  };
  luaL_argcheck(L, lua_istable(L, -1), 2, "lists of tests expected");
  *out = (Test){.lo = number_field(L, "lo"), .hi = number_field(L, "hi")};
  out->first_size = text_field(L, "text", out->first);
  out->last_size = text_field(L, "last", out->last);
  /* An entry has the first bytes of the code. */
  if (out->first_size > ECO_TEXT || out->last_size > ECO_TEXT) return false;
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
    if (!is_field(L, "op", known[i].op) || !is_field(L, "name", known[i].name)) continue;
    if (known[i].other[0] && !is_field(L, "other", known[i].other)) continue;
    out->op = known[i].kind;
    out->color = known[i].color;
    return true;
  }
  return false;
}

/* Read the list of alternatives on top of the stack. It is dropped if the entries cannot decide one of them. */
static void read_alternatives(lua_State *L, Tests *tests) {
  luaL_argcheck(L, lua_istable(L, -1), 2, "lists of tests expected");
  unsigned count = (unsigned)lua_rawlen(L, -1);
  bool is_decided = count > 0 && count <= TESTS - tests->count;
  for (unsigned i = 0; i < count && is_decided; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    is_decided = read_test(L, &tests->test[tests->count + i]);
    tests->test[tests->count + i].is_end = i + 1 == count;
    lua_pop(L, 1);
  }
  if (is_decided) tests->count += count;
}

/* Read the lists at stack index 2. Returns false if the entries cannot decide any of them. */
static bool read_tests(lua_State *L, Tests *out) {
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
  Tests tests;
  lc_IndexGame game;
  if (games) lcb_games_check_last(L, games, 3, it);
  lua_settop(L, 3);
  if (!read_tests(L, &tests)) return lcb_return_boolean(L, false);
  lcb_Games *found = lcb_games_new(L); /* at 4 */
  size_t total = games ? games->count : (size_t)it->file.head.games;
  for (size_t i = 0; i < total; i++) {
    if (i % SOME == 0) {
      lcb_stop_if_interrupted(L);
      if (games) lcb_index_expect_entries(it, games, i, total - i < SOME ? total : i + SOME);
    }
    uint32_t number = games ? games->number[i] : (uint32_t)i + 1;
    if (!lc_index_get_game(&it->file, number - 1, &game)) return lcb_index_fail(L, 1, it);
    if (!may_pass_all(&tests, &game)) continue;
    if ((lua_Integer)found->count == most) return lcb_return_boolean(L, false);
    lcb_games_add(L, found, 4, number);
  }
  return 1;
}

const luaL_Reg lcb_index_selects[] = {{"select", index_select}, {NULL, NULL}};
