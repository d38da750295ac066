/*
** reader_query - a query asked of the game in the window, before any Game is made.
*/
#include "reader_box.h"

/* Whether the game passes, or may. */
static bool asks(lua_State *L, lcb_Run *run, const lc_QueryGame *game) {
  if (!lcb_run_has_room(run, game)) {
    lua_getiuservalue(L, 1, LCB_READER_QUERY);
    lcb_run_reserve(L, run, -1, game);
    lua_pop(L, 1);
  }
  lcb_run_begin(run, game);
  for (;;) {
    lc_QueryAnswer answer = lc_query_step(&run->run, false);
    if (answer != LC_QUERY_MORE) return answer != LC_QUERY_NO;
    lua_getiuservalue(L, 1, LCB_READER_QUERY);
    lcb_run_grow(L, run, -1);
    lua_pop(L, 1);
  }
}

bool lcb_reader_asks(lua_State *L, const lcb_Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  lc_QueryGame game = {.text = reader->window.bytes + scan->begin, .size = scan->at - scan->begin,
                       .slack = reader->window.room + LCB_SLACK - scan->at, .tags_end = lcb_tags_size(scan),
                       .dialect = reader->dialect, .result = scan->result, .lines = &scan->lines, .is_plain = scan->has_plain_tags,
                       .has_setup = scan->has_setup, .has_variation = scan->has_variation};
  return asks(L, reader->query, &game);
}

bool lcb_reader_asks_game(lua_State *L, const lcb_Reader *reader, const lcb_Game *game) {
  lc_QueryGame it;
  lcb_query_game(game, &it);
  return asks(L, reader->query, &it);
}

bool lcb_reader_met_errors(const lcb_Reader *reader) {
  return reader->query && (reader->query->run.replay.code != LC_D_NONE || reader->scan.has_open_comment);
}
