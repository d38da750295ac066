/*
** query - lucena.Program and lucena.Run: queries as lua/lucena/query.lua uses them. Lua functions that a query holds
** are called behind a question with which the core has stopped, and it goes on with the answer: those of a position from here,
** as often as there are positions, the others from Lua.
*/
#include "query_box.h"

#include <string.h>

#include "../match/fold.h"

static lcb_Run *self_run(lua_State *L) { return lcb_self(L); }

lcb_Run *lcb_push_run(lua_State *L, int program) {
  program = lua_absindex(L, program);
  const lc_Query *query = lua_touserdata(L, program);
  lcb_Run *run = lua_newuserdatauv(L, sizeof *run, LCB_RUN_VALUES);
  memset(run, 0, sizeof *run);
  luaL_setmetatable(L, LCB_RUN);
  void *block = lua_newuserdatauv(L, lc_query_room(query) + 1, 0);
  lua_setiuservalue(L, -2, LCB_RUN_BLOCK);
  lua_pushvalue(L, program);
  lua_setiuservalue(L, -2, LCB_RUN_PROGRAM);
  lc_query_prepare(&run->run, query, lc_cpu(), block);
  return run;
}

void lcb_run_reserve(lua_State *L, lcb_Run *run, int index, const lc_QueryGame *game) {
  size_t room = 4 * game->tags_end + 4096;
  index = lua_absindex(L, index);
  run->run.scratch = lua_newuserdatauv(L, room, 0);
  run->scratch_room = room;
  lua_setiuservalue(L, index, LCB_RUN_SCRATCH);
}

void lcb_query_game(const lcb_Game *game, lc_QueryGame *out) {
  *out = (lc_QueryGame){.text = game->text, .size = game->size, .tags_end = game->tags_end, .dialect = game->dialect,
                        .result = game->result, .is_plain = game->has_plain_tags, .has_setup = game->has_setup,
                        .has_variation = game->has_variation};
}

void lcb_run_begin(lcb_Run *run, const lc_QueryGame *game) { lc_query_begin(&run->run, game); }

/* The history is full: the positions since the last capture or pawn's move. */
void lcb_run_grow(lua_State *L, lcb_Run *run, int index) {
  lc_QueryRun *it = &run->run;
  uint32_t room = it->history_room ? 2 * it->history_room : 160;
  index = lua_absindex(L, index);
  lc_Position *history = lua_newuserdatauv(L, room * sizeof *history, 0);
  if (it->history_count) memcpy(history, it->history, it->history_count * sizeof *history);
  it->history = history;
  it->history_room = room;
  lua_setiuservalue(L, index, LCB_RUN_HISTORY);
}

/* true, ply, question; false; or question, Run. The Run is at stack index `index`. */
static int push_answer(lua_State *L, lcb_Run *run, int index) {
  index = lua_absindex(L, index);
  lc_QueryAnswer answer;
  while ((answer = lc_query_step(&run->run, true)) == LC_QUERY_MORE) lcb_run_grow(L, run, index);
  if (answer == LC_QUERY_ASKS) {
    lua_pushinteger(L, (lua_Integer)run->run.question);
    lua_pushvalue(L, index);
    return 2;
  }
  lua_pushboolean(L, answer == LC_QUERY_YES);
  if (answer == LC_QUERY_NO) return 1;
  uint32_t question, ply = lc_query_place(&run->run, &question);
  lua_pushinteger(L, ply);
  if (question == UINT32_MAX) return 2;
  lua_pushinteger(L, question);
  return 3;
}

/***
Ask a game.
@function Program:run
@param game Game as it was read: what was changed since is not seen
@return boolean|integer answer or the number of a question that Lua is to answer
@return integer|Run|nil ply of the mainline at which everything asked for had happened; with a question, the run
@return integer? question whose answer gave this ply, if it was one
@usage chess.query.checkmate(chess.game("1. f3 e5 2. g4 Qh4# *"))  --> true
*/
static int program_run(lua_State *L) {
  lcb_self(L);
  lcb_Game *game = lcb_check_game(L, 2);
  lua_settop(L, 2);
  lcb_game_settle(L, game, 2);
  lcb_Run *run = lcb_push_run(L, 1);
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, 3, LCB_RUN_GAME);
  lc_QueryGame it;
  lcb_query_game(game, &it);
  if (!lcb_run_has_room(run, &it)) lcb_run_reserve(L, run, 3, &it);
  lcb_run_begin(run, &it);
  return push_answer(L, run, 3);
}

/***
Go on after a question.
@function Run:answer
@param answer boolean
@param ply? integer of the mainline where it is true, when the question is about the game
@return boolean|integer answer as of Program:run()
@return integer|Run|nil ply
@return integer? question
@usage chess.query.where(function(g) return g.plies == 0 end)(chess.game("*"))  --> true
*/
static int run_answer(lua_State *L) {
  lcb_Run *run = self_run(L);
  luaL_checktype(L, 2, LUA_TBOOLEAN);
  lua_Integer ply = luaL_optinteger(L, 3, 0);
  luaL_argcheck(L, ply >= 0 && ply <= UINT32_MAX, 3, "no ply");
  lc_query_answer(&run->run, lua_toboolean(L, 2), (uint32_t)ply);
  return push_answer(L, run, 1);
}

/***
The position that the question is about.
@function Run:position
@return Position? position nil when it is about the game
@usage chess.query.at(function(b) return b.turn == "black" end)(chess.game("1. e4 *"))  --> true
*/
static int run_position(lua_State *L) {
  const lcb_Run *run = self_run(L);
  if (run->run.asks_position) {
    *lcb_new_position(L) = run->run.replay.position;
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/***
Plies of the mainline that were played up to the position that the question is about.
@function Run:ply
@return integer ply
@usage chess.query.eval(2)(chess.game("1. e4 {[%eval 2.5]} *"))  --> true
*/
static int run_ply(lua_State *L) {
  const lcb_Run *run = self_run(L);
  lua_pushinteger(L, run->run.asks_position ? run->run.replay.plies : 0);
  return 1;
}

/***
A player's name, folded as csrc/match/fold.h says.
@function core.fold_name
@param name string
@return string? folded nil when there is no word in it
@return integer first the first byte of the folded surname
@usage require("lucena.core").fold_name("Jørgensen, Bent")  --> jorgensen, bent
*/
static int fold_name(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  luaL_Buffer b;
  char *folded = luaL_buffinitsize(L, &b, 2 * size + 1);
  size_t length = lc_fold(text, size, folded);
  lc_Name name;
  lc_name_split(folded, length, &name);
  unsigned char first = name.count > 0 ? (unsigned char)name.word[0][0] : 0;
  luaL_pushresultsize(&b, length);
  if (name.count == 0) return lua_pushnil(L), 1;
  lua_pushinteger(L, first);
  return 2;
}

static const luaL_Reg program_methods[] = {{"run", program_run}, {NULL, NULL}};
static const luaL_Reg run_methods[] = {
    {"answer", run_answer}, {"ply", run_ply}, {"position", run_position}, {NULL, NULL}};
static const luaL_Reg functions[] = {{"fold_name", fold_name}, {"program", lcb_build_program}, {NULL, NULL}};

void lcb_open_query(lua_State *L) {
  static const lcb_Class program = {.name = LCB_PROGRAM, .methods = {program_methods}};
  static const lcb_Class run = {.name = LCB_RUN, .methods = {run_methods}};
  lcb_class(L, &program);
  lua_pop(L, 1);
  lcb_class(L, &run);
  lua_pop(L, 1);
  lcb_functions(L, functions);
}
