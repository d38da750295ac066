/*
** index_select - finds the games whose entry in an index may pass a test of a tag.
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
  const char *first, *last; /* of CODE and BEGINS */
  size_t first_size, last_size;
} Test;

static bool is_within(const Test *test, int64_t number) { return number >= test->lo && number <= test->hi; }

/* Report whether an Elo of an entry is the number of the tag. The lowest and the highest number stand for others, too. */
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

static bool may_pass(const Test *test, const lc_IndexGame *game) {
  const char *end = memchr(game->eco, 0, ECO_TEXT);
  size_t size = end ? (size_t)(end - game->eco) : ECO_TEXT;
  switch (test->op) {
    case NUMBER: return test->color == NO_COLOR ? may_be_year(test, game) : may_be_elo(test, game->elo[test->color]);
    case DATE: return game->date > 0 && lc_date_within(game->date, test->lo, test->hi);
    case CODE: return lc_code_within(game->eco, size, test->first, test->first_size, test->last, test->last_size);
    case BEGINS: return may_begin(test, game->eco, size);
    case RESULT: return game->sign == test->lo;
    case DIFFERENCE: return may_be_two(test, game, -1);
    case SUM: return may_be_two(test, game, 1);
  }
  lc_unreachable();
}

/* ---- the test as a table ---- */

static const char *text_field(lua_State *L, const char *name, size_t *size) {
  lua_getfield(L, 2, name); /* stays on the stack, because the test has a pointer */
  return luaL_optlstring(L, -1, "", size);
}

static bool is_field(lua_State *L, const char *name, const char *value) {
  size_t size;
  return strcmp(text_field(L, name, &size), value) == 0;
}

static int64_t number_field(lua_State *L, const char *name) {
  lua_getfield(L, 2, name);
  return luaL_optinteger(L, -1, 0);
}

/* Read the test at stack index 2. Returns false if the entries cannot decide it. */
static bool read_test(lua_State *L, Test *out) {
  static const struct { const char *op, *name, *other; unsigned kind, color; } known[] = {
      {"number", "WhiteElo", "", NUMBER, LC_WHITE}, {"number", "BlackElo", "", NUMBER, LC_BLACK},
      {"number", "Date", "", NUMBER, NO_COLOR}, {"date", "Date", "", DATE, NO_COLOR},
      {"code", "ECO", "", CODE, NO_COLOR}, {"begins", "ECO", "", BEGINS, NO_COLOR},
      {"result", "Result", "", RESULT, NO_COLOR},
      {"difference", "WhiteElo", "BlackElo", DIFFERENCE, LC_WHITE}, {"difference", "BlackElo", "WhiteElo", DIFFERENCE, LC_BLACK},
      {"sum", "WhiteElo", "BlackElo", SUM, LC_WHITE}, {"sum", "BlackElo", "WhiteElo", SUM, LC_BLACK},
  };
  luaL_checktype(L, 2, LUA_TTABLE);
  *out = (Test){.lo = number_field(L, "lo"), .hi = number_field(L, "hi")};
  out->first = text_field(L, "text", &out->first_size);
  out->last = text_field(L, "last", &out->last_size);
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

/* Append a game to the array on top of the stack, if it may pass. Returns false on failure. */
static bool select_game(lua_State *L, lcb_Index *it, const Test *test, uint64_t number, lua_Integer *count) {
  lc_IndexGame game;
  if (!lc_index_get_game(&it->file, number, &game)) return false;
  if (!may_pass(test, &game)) return true;
  lua_pushinteger(L, (lua_Integer)number + 1);
  lua_rawseti(L, -2, ++*count);
  return true;
}

/***
Find the games that may pass a test of a tag.
@function IndexFile:select
@param test table a leaf of a query, with the fields op, name, other, lo, hi, text, last
@param games? integer[] only these games
@param most? integer the maximum number of games to find
@return integer[]|boolean|nil numbers sorted as `games`; false if there are more than `most` games, or if the index
  cannot decide the test
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_select(lua_State *L) {
  enum { SOME = 1 << 16 };
  lcb_Index *it = lcb_index_check(L);
  lua_Integer most = luaL_optinteger(L, 4, LUA_MAXINTEGER), count = 0;
  bool has_list = !lua_isnoneornil(L, 3);
  Test test;
  if (has_list) luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  luaL_checkstack(L, 64, NULL);
  if (!read_test(L, &test)) return lcb_return_boolean(L, false);
  uint64_t total = has_list ? (uint64_t)lua_rawlen(L, 3) : it->file.head.games;
  lua_newtable(L);
  for (uint64_t i = 0; i < total && count <= most; i++) {
    uint64_t number = i;
    if (has_list) {
      lua_rawgeti(L, 3, (lua_Integer)i + 1);
      lua_Integer listed = lua_tointeger(L, -1);
      lua_pop(L, 1);
      luaL_argcheck(L, listed > 0 && (uint64_t)listed <= it->file.head.games, 3, "the number of a game");
      number = (uint64_t)listed - 1;
    }
    if (!select_game(L, it, &test, number, &count)) return lcb_index_fail(L, 1, it);
    if (i % SOME == SOME - 1) lcb_stop_if_interrupted(L);
  }
  return count > most ? lcb_return_boolean(L, false) : 1;
}

const luaL_Reg lcb_index_selects[] = {{"select", index_select}, {NULL, NULL}};
