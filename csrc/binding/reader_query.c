/*
** reader_query - tests the game that a Reader has found: its tests of tags, then its query.
**
** If all Lua functions of the query take values of tags, the reader calls them itself, so that no Game is made. Such a
** function may yield: then the continuation of the reader's method calls lcb_reader_goes_on(). The function may also
** use the reader. During the call, the reader is in the state that it has after the game. So after an error, it
** continues with the next game, and if it has moved on, the function gets an error.
*/
#include <string.h>

#include "reader.h"

/* Report whether a tag's value, with escapes resolved, passes the test. */
static bool value_passes(lua_State *L, const lc_TagTest *test, const char *text, const lc_Tag *tag) {
  if (!tag->has_escapes) return lc_tag_passes(test, text + tag->value, tag->value_size);
  lcb_push_tag_value(L, text, tag);
  size_t size;
  const char *value = lua_tolstring(L, -1, &size);
  bool passes = lc_tag_passes(test, value, size);
  lua_pop(L, 1);
  return passes;
}

static bool passes_tests(lua_State *L, const lcb_Reader *reader) {
  lc_TagSection tags = lcb_section(reader);
  lc_Tag tag;
  for (unsigned i = 0; i < reader->tests; i++) {
    const lc_TagTest *test = &reader->test[i];
    if (!lc_tag_find(&tags, test->name, test->name_size, &tag)) return false;
    if (!value_passes(L, test, tags.text, &tag)) return false;
  }
  return true;
}

static void describe(const lcb_Reader *reader, lc_QueryGame *out) {
  const lc_Scan *scan = &reader->scan;
  *out = (lc_QueryGame){.text = reader->window.bytes + scan->begin,
                        .size = scan->at - scan->begin,
                        .padding = reader->window.room + LCB_PADDING - scan->at,
                        .tags_end = lcb_tags_size(scan),
                        .dialect = reader->dialect,
                        .tolerance = reader->tolerance,
                        .result = scan->result,
                        .lines = &scan->lines,
                        .is_regular = scan->has_regular_tags,
                        .has_setup = scan->has_setup,
                        .has_variation = scan->has_variation};
}

/* ---- functions of values of tags ---- */

static const lc_QueryLeaf *asked_leaf(const lcb_Run *run) {
  return run->sole ? run->sole : lc_query_asked_leaf(&run->run);
}

/* Call the function that answers the question of a leaf. Its value is then on top of the stack, and below it the number
** of the game. */
static void call(lua_State *L, lcb_Reader *reader, lua_KFunction after, lua_KContext context) {
  const lcb_Run *run = reader->query;
  const lc_QueryLeaf *leaf = asked_leaf(run);
  lc_TagSection section = lcb_section(reader);
  lua_pushinteger(L, (lua_Integer)reader->games);
  lua_getiuservalue(L, 1, LCB_READER_FUNCTIONS);
  if (!run->sole) {
    lua_rawgeti(L, -1, (lua_Integer)leaf->lo + 1);
    lua_replace(L, -2);
  }
  int arguments = lcb_push_asked_tags(L, run->run.query, leaf, &section);
  reader->state = LCB_NEEDS_SPAN;
  lua_callk(L, arguments, 1, context, after);
}

/* Raise an error about the value on top of the stack, which a function has returned. */
static void refuse_value(lua_State *L, const lcb_Run *run) {
  lcb_push_function(L, "lucena.query", "refuse");
  lua_getiuservalue(L, 1, LCB_READER_QUERY);
  lua_getiuservalue(L, -1, LCB_RUN_FUNCTIONS);
  lua_replace(L, -2);
  lua_pushinteger(L, (lua_Integer)asked_leaf(run)->lo + 1);
  lua_pushvalue(L, -4);
  lua_call(L, 3, 0);
}

/* Return the answer of a function, and pop what call() has pushed. */
static bool pop_answer(lua_State *L, lcb_Reader *reader) {
  if (reader->state != LCB_NEEDS_SPAN || lua_tointeger(L, -2) != (lua_Integer)reader->games) {
    luaL_error(L, "the function of a query has used the reader that runs the query");
  }
  if (!lcb_is_answer(L, -1)) refuse_value(L, reader->query);
  bool answer = lua_toboolean(L, -1);
  reader->state = LCB_HAS_GAME;
  lua_pop(L, 2);
  return answer;
}

/* ---- the query ---- */

static void grow(lua_State *L, lcb_Run *run) {
  lua_getiuservalue(L, 1, LCB_READER_QUERY);
  lcb_run_grow(L, run, -1);
  lua_pop(L, 1);
}

/* Run the query again on a Game that was made of the game in the window, in its detected dialect. */
static bool asks_game(lua_State *L, lcb_Run *run, const lcb_Game *game) {
  lc_QueryGame it;
  lc_QueryAnswer answer;
  lcb_query_game(game, &it);
  run->ahead.is_used = false;
  lc_query_begin_again(&run->run, &it);
  while ((answer = lc_query_step(&run->run, false)) == LC_QUERY_MORE) grow(L, run);
  return answer != LC_QUERY_NO;
}

/* Return the answer of a query that has run. If dialects are detected per game and the game cannot be read as PGN,
** detect its dialect and run the query again in this dialect. */
static bool concludes(lua_State *L, lcb_Reader *reader, bool answer) {
  if (!lcb_reader_met_errors(reader)) return answer;
  lcb_Game *game = lcb_reader_push_game(L, reader);
  if (game->is_undecided) {
    lcb_game_replay(L, game, lua_gettop(L), NULL);
    if (game->is_detected) answer = asks_game(L, reader->query, game);
  }
  lua_pop(L, 1);
  return answer;
}

static bool run_on(lua_State *L, lcb_Reader *reader, lua_KFunction after, lua_KContext context) {
  lcb_Run *run = reader->query;
  for (;;) {
    lc_QueryAnswer answer = lc_query_step(&run->run, run->calls);
    if (answer == LC_QUERY_MORE) {
      grow(L, run);
    } else if (answer == LC_QUERY_ASKS && run->calls) {
      call(L, reader, after, context);
      lc_query_answer(&run->run, pop_answer(L, reader), 0);
    } else {
      return concludes(L, reader, answer != LC_QUERY_NO);
    }
  }
}

bool lcb_reader_passes(lua_State *L, lcb_Reader *reader, lua_KFunction after, lua_KContext context) {
  lc_QueryGame game;
  lcb_Run *run = reader->query;
  if (run) run->run.replay.code = LC_D_NONE; /* clear the result for the previous game */
  if (reader->tests > 0 && !passes_tests(L, reader)) return false;
  if (!run) return true;
  if (run->sole) {
    call(L, reader, after, context);
    return pop_answer(L, reader);
  }
  describe(reader, &game);
  if (!lcb_run_has_room(run, &game)) {
    lua_getiuservalue(L, 1, LCB_READER_QUERY);
    lcb_run_reserve(L, run, -1, &game);
    lua_pop(L, 1);
  }
  lcb_run_begin(run, &game);
  return run_on(L, reader, after, context);
}

bool lcb_reader_goes_on(lua_State *L, lcb_Reader *reader, lua_KFunction after, lua_KContext context) {
  bool answer = pop_answer(L, reader);
  if (reader->query->sole) return answer;
  lc_query_answer(&reader->query->run, answer, 0);
  return run_on(L, reader, after, context);
}

bool lcb_reader_met_errors(const lcb_Reader *reader) {
  return reader->query && (reader->query->run.replay.code != LC_D_NONE || reader->scan.has_open_comment);
}
