/*
** query - lucena.Program and lucena.Run: compiled queries, for lua/lucena/query.lua. When the core needs the result of
** a Lua function, it stops with a question, and later continues with the answer. If the function takes a position or
** values of tags, this file calls it. lua/lucena/query.lua calls all other functions.
*/
#include "query.h"

#include <string.h>

#include "../match/fold.h"
#include "../notation/folding.h"
#include "grow.h"

static lcb_Run *self_run(lua_State *L) { return lcb_self(L); }

lcb_Run *lcb_push_run(lua_State *L, int program) {
  program = lua_absindex(L, program);
  const lc_Query *query = lua_touserdata(L, program);
  lcb_Run *run = lua_newuserdatauv(L, sizeof *run, LCB_RUN_VALUES);
  memset(run, 0, sizeof *run);
  luaL_setmetatable(L, LCB_RUN);
  run->calls = lua_getiuservalue(L, program, LCB_PROGRAM_FUNCTIONS) != LUA_TNIL && query->asks == LC_ASKS_TAGS;
  run->sole = run->calls ? lc_query_sole_question(query) : NULL;
  lua_setiuservalue(L, -2, LCB_RUN_FUNCTIONS);
  void *block = lua_newuserdatauv(L, lc_query_room(query) + 1, 0);
  lua_setiuservalue(L, -2, LCB_RUN_BLOCK);
  lua_pushvalue(L, program);
  lua_setiuservalue(L, -2, LCB_RUN_PROGRAM);
  lc_query_prepare(&run->run, query, lcb_cpu(), block);
  return run;
}

void lcb_run_reserve(lua_State *L, lcb_Run *run, int index, const lc_QueryGame *game) {
  index = lua_absindex(L, index);
  LCB_GROW(L, index, LCB_RUN_SCRATCH, run->run.scratch, 0, run->scratch_room, 3 * game->tags_end + 4096)
}

void lcb_query_game(const lcb_Game *game, lc_QueryGame *out) {
  *out = (lc_QueryGame){.text = game->text,
                        .size = game->size,
                        .tags_end = game->tags_end,
                        .lines = &game->lines,
                        .dialect = game->dialect,
                        .tolerance = game->tolerance,
                        .result = game->result,
                        .is_regular = game->has_regular_tags,
                        .has_setup = game->has_setup,
                        .has_variation = game->has_variation};
}

void lcb_run_begin(lcb_Run *run, const lc_QueryGame *game) {
  run->ahead.is_used = false;
  lc_query_begin(&run->run, game);
}

/* Enlarge the array `history`, which has the positions since the last capture or pawn move. */
void lcb_run_grow(lua_State *L, lcb_Run *run, int index) {
  enum { MORE = 160 };
  lc_QueryRun *it = &run->run;
  index = lua_absindex(L, index);
  LCB_GROW(L, index, LCB_RUN_HISTORY, it->history, it->history_count, it->history_room, MORE)
}

int lcb_push_asked_tags(lua_State *L, const lc_Query *query, const lc_QueryLeaf *leaf, const lc_TagSection *section) {
  enum { FEW = 4 };
  uint32_t count = leaf->moves;
  lc_Tag tag;
  if (count > FEW) luaL_checkstack(L, (int)count + LUA_MINSTACK, NULL);
  for (uint32_t i = 0; i < count; i++) {
    if (lc_query_asked_tag(query, leaf, i, section, &tag)) {
      lcb_push_tag_value(L, section->text, &tag);
    } else {
      lua_pushnil(L);
    }
  }
  return (int)count;
}

/* ---- questions ---- */

/* Stack indexes used by run() and answer(). AT_FUNCTION has the function that answers the current question. AT_BOARD
** has nil until a function needs a Board. */
enum { AT_RUN = 1, AT_FUNCTIONS, AT_FUNCTION, AT_BOARD };

/* A query such as at(f) asks a function at every position. Leaving and entering lc_query_step() for each position would
** take longer than reading the move and calling the function. So positions are read into an array, and one loop calls
** the function with them. If the function matches early in a game, most of these positions are read in vain. So in the
** next game, reading ahead begins only at ply LCB_EARLY. */
static void begin_ahead(lcb_Run *run) {
  lcb_Ahead *ahead = &run->ahead;
  ahead->is_used = run->run.replay.plies >= ahead->from && lc_query_may_read_ahead(&run->run, &ahead->match);
  if (!ahead->is_used) return;
  ahead->now[0] = run->run.replay.position;
  ahead->ply = run->run.replay.plies;
  ahead->at = ahead->from = 0;
  ahead->count = 1;
}

/* Go to the next position. Returns false at the end of the mainline. */
static inline bool play_ahead(lcb_Run *run) {
  lcb_Ahead *ahead = &run->ahead;
  ahead->ply++;
  if (++ahead->at < ahead->count) return true;
  ahead->at = 0;
  ahead->count = (uint32_t)lc_query_read_ahead(&run->run, ahead->moves, ahead->now, LCB_AHEAD);
  return ahead->count > 0;
}

/* Use an answer. */
static inline void take_answer(lcb_Run *run, bool answer, uint32_t ply) {
  lcb_Ahead *ahead = &run->ahead;
  if (!ahead->is_used) {
    lc_query_answer(&run->run, answer, ply);
  } else if (answer == ahead->match) {
    lc_query_match_at(&run->run, ahead->ply);
    ahead->is_used = false;
    if (ahead->ply < LCB_EARLY) ahead->from = LCB_EARLY;
  } else {
    ahead->is_used = play_ahead(run);
  }
}

/* Put the function that answers the current question into AT_FUNCTION. Returns false if lua/lucena/query.lua must
** answer it. */
static bool find_function(lua_State *L, lcb_Run *run) {
  const lc_QueryRun *it = &run->run;
  if (!(it->asks_position || it->asks_tags) || lua_isnil(L, AT_FUNCTIONS)) return false;
  run->takes_bits = it->asks_position && lc_query_steps(it->query)[it->asked_step].count == LC_ASK_BITS;
  bool is_found = lua_rawgeti(L, AT_FUNCTIONS, (lua_Integer)run->run.question + 1) == LUA_TFUNCTION;
  lua_replace(L, AT_FUNCTION);
  return is_found;
}

/* Push the Board. It is created for the first question, and reset for each further question, because functions may
** play moves on it. */
static void push_board(lua_State *L, lcb_Run *run, const lc_Position *now, uint32_t ply) {
  if (!run->board) {
    lc_Board *board = lcb_push_board(L, now);
    lua_copy(L, -1, AT_BOARD);
    lua_setiuservalue(L, AT_RUN, LCB_RUN_BOARD);
    run->board = board;
  }
  lcb_begin_board(run->board, now, ply);
  lua_pushvalue(L, AT_BOARD);
}

static void push_bits(lua_State *L, const lc_Position *now) {
  for (unsigned set = 0; set < LC_BY_COLOR + 2; set++) lua_pushinteger(L, (lua_Integer)now->sets[set]);
}

/* Push the current values of the tags that the question is about. Returns their number. */
static int push_tags(lua_State *L, const lcb_Run *run) {
  const lc_Query *query = run->run.query;
  const lc_QueryLeaf *leaf = lc_query_asked_leaf(&run->run);
  lc_TagSection section = lc_query_section(&run->run.game);
  if (!run->tags) return lcb_push_asked_tags(L, query, leaf, &section);
  luaL_checkstack(L, (int)leaf->moves + LUA_MINSTACK, NULL);
  lua_getiuservalue(L, AT_RUN, LCB_RUN_TAGS);
  int game = lua_gettop(L);
  for (uint32_t i = 0; i < leaf->moves; i++) {
    const lc_QueryName *name = lc_query_asked_name(query, leaf, i);
    lcb_push_game_tag(L, run->tags, game, lc_query_pool(query) + name->text, name->size);
  }
  lua_remove(L, game);
  return (int)leaf->moves;
}

/* Push the function and its arguments. Returns their number. */
static int push_call(lua_State *L, lcb_Run *run) {
  const lcb_Ahead *ahead = &run->ahead;
  const lc_Position *now = ahead->is_used ? &ahead->now[ahead->at] : &run->run.replay.position;
  uint32_t ply = ahead->is_used ? ahead->ply : run->run.replay.plies;
  lua_pushvalue(L, AT_FUNCTION);
  if (run->run.asks_tags) return push_tags(L, run);
  if (run->takes_bits) {
    push_bits(L, now);
  } else {
    push_board(L, run, now, ply);
  }
  lua_pushinteger(L, (lua_Integer)ply);
  return run->takes_bits ? LC_BY_COLOR + 3 : 2;
}

bool lcb_is_answer(lua_State *L, int at) {
  int type = lua_type(L, at);
  if (type == LUA_TNUMBER) return lua_tonumber(L, at) != 0;
  return type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TSTRING;
}

/* Use the value on top of the stack as the answer. Returns false if the value is not a valid answer. */
static inline bool take_value(lua_State *L, lcb_Run *run) {
  if (!lcb_is_answer(L, -1)) return false;
  take_answer(run, lua_toboolean(L, -1), 0);
  lua_settop(L, AT_BOARD);
  return true;
}

/* Lua must test the value on top of the stack. Returns the number of the question, the Run and this value. */
static int push_question(lua_State *L, lcb_Run *run) {
  run->is_waiting = true;
  lua_pushinteger(L, (lua_Integer)run->run.question);
  lua_insert(L, -2);
  lua_pushvalue(L, AT_RUN);
  lua_insert(L, -2);
  return 3;
}

/* Store a Run that has ended in its Program, which uses it for the next game. Release the Run's games. */
static void keep_run(lua_State *L) {
  lua_pushnil(L);
  lua_setiuservalue(L, AT_RUN, LCB_RUN_GAME);
  lua_pushnil(L);
  lua_setiuservalue(L, AT_RUN, LCB_RUN_TAGS);
  lua_getiuservalue(L, AT_RUN, LCB_RUN_PROGRAM);
  lua_pushvalue(L, AT_RUN);
  lua_setiuservalue(L, -2, LCB_PROGRAM_RUN);
  lua_pop(L, 1);
}

/* Push the Run that the Program at index 1 has stored, and remove it from there. If there is none, push a new one. */
static lcb_Run *push_idle_run(lua_State *L) {
  if (lua_getiuservalue(L, 1, LCB_PROGRAM_RUN) != LUA_TUSERDATA) {
    lua_pop(L, 1);
    return lcb_push_run(L, 1);
  }
  lua_pushnil(L);
  lua_setiuservalue(L, 1, LCB_PROGRAM_RUN);
  return lua_touserdata(L, -1);
}

/* If the game matches: push the ply of the match position. If the answer to a question gave this ply, also push the
** number of the question. */
static int push_place(lua_State *L, lcb_Run *run) {
  uint32_t question, ply = lc_query_place(&run->run, &question);
  lua_pushinteger(L, ply);
  if (question == UINT32_MAX) return 2;
  lua_pushinteger(L, question);
  return 3;
}

static int go_on(lua_State *L);

/* Continue the run. Called when a Lua function that has yielded returns. */
static int after_function(lua_State *L, int status, lua_KContext context) {
  lcb_Run *run = lua_touserdata(L, AT_RUN);
  (void)status, (void)context;
  return take_value(L, run) ? go_on(L) : push_question(L, run);
}

/* If the moves of the game stopped the query, detect its dialect. Then begin again in this dialect. Returns false if
** there is none. */
static bool begins_again(lua_State *L, lcb_Run *run) {
  if (run->run.replay.code == LC_D_NONE) return false;
  lua_getiuservalue(L, AT_RUN, LCB_RUN_GAME);
  lcb_Game *game = lua_touserdata(L, -1);
  bool can_detect = game && game->is_undecided;
  if (can_detect) lcb_game_settle(L, game, lua_gettop(L));
  bool is_detected = can_detect && game->is_detected;
  if (is_detected) {
    lc_QueryGame it;
    lcb_query_game(game, &it);
    run->ahead.is_used = false;
    lc_query_begin_again(&run->run, &it);
  }
  lua_pop(L, 1);
  return is_detected;
}

/* Run the program to its end or to a question for a function. Returns 0 for such a question, else the number of
** results: `true, ply, question`, or `false`, or `question, Run, nil` if Lua must answer. */
static int step(lua_State *L, lcb_Run *run) {
  lc_QueryAnswer answer;
  while ((answer = lc_query_step(&run->run, true)) == LC_QUERY_MORE) lcb_run_grow(L, run, AT_RUN);
  if (answer == LC_QUERY_ASKS && find_function(L, run)) {
    begin_ahead(run);
    return 0;
  }
  if (answer == LC_QUERY_ASKS) return lua_pushnil(L), push_question(L, run);
  if (begins_again(L, run)) return step(L, run);
  keep_run(L);
  lua_pushboolean(L, answer == LC_QUERY_YES);
  return answer == LC_QUERY_NO ? 1 : push_place(L, run);
}

/* Continue the run. Returns the same as step(), or `question, Run, value` if Lua has to check the function's value. */
static int go_on(lua_State *L) {
  lcb_Run *run = lua_touserdata(L, AT_RUN);
  for (;;) {
    int results = run->ahead.is_used ? 0 : step(L, run);
    if (results) return results;
    lua_callk(L, push_call(L, run), 1, 0, after_function);
    if (!take_value(L, run)) return push_question(L, run);
  }
}

/***
Test a game.
@function Program:run
@param game Game its original text is tested, without later changes
@param tags? Game functions of values of tags get those of this Game; default: those of the text
@return boolean|integer answer or the number of a question for Lua
@return integer|Run|nil ply of the match position; with a question, the run
@return any value with a question, a function's value that is neither a boolean nor nil; else the number of the
  question whose answer gave the ply, if there was one
@usage chess.query.checkmate(chess.game("1. f3 e5 2. g4 Qh4# *"))  --> true
*/
static int program_run(lua_State *L) {
  lcb_self(L);
  lcb_Game *game = lcb_check_game(L, 2);
  const lcb_Game *tags = lua_isnoneornil(L, 3) ? NULL : lcb_check_game(L, 3);
  lua_settop(L, 3);
  lcb_Run *run = push_idle_run(L);
  lua_replace(L, AT_RUN);
  run->tags = tags;
  lua_setiuservalue(L, AT_RUN, LCB_RUN_TAGS);
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, AT_RUN, LCB_RUN_GAME);
  lc_QueryGame it;
  lcb_query_game(game, &it);
  if (!lcb_run_has_room(run, &it)) lcb_run_reserve(L, run, AT_RUN, &it);
  run->run.replay.code = LC_D_NONE; /* clear the result for the previous game */
  lcb_run_begin(run, &it);
  lua_getiuservalue(L, AT_RUN, LCB_RUN_FUNCTIONS);
  lua_replace(L, AT_FUNCTIONS);
  lua_pushnil(L);
  lua_getiuservalue(L, AT_RUN, LCB_RUN_BOARD);
  return go_on(L);
}

/***
Continue after a question.
@function Run:answer
@param answer boolean
@param ply? integer ply of the mainline at which it is true, if the question is about the game
@return boolean|integer answer see Program:run()
@return integer|Run|nil ply
@return any value
@usage chess.query.where(function(g) return g.plies == 0 end)(chess.game("*"))  --> true
*/
static int run_answer(lua_State *L) {
  lcb_Run *run = self_run(L);
  luaL_checktype(L, 2, LUA_TBOOLEAN);
  luaL_argcheck(L, run->is_waiting, 1, "the run has no question");
  lua_Integer ply = luaL_optinteger(L, 3, 0);
  luaL_argcheck(L, ply >= 0 && ply <= UINT32_MAX, 3, "no ply");
  run->is_waiting = false;
  take_answer(run, lua_toboolean(L, 2), (uint32_t)ply);
  lua_settop(L, AT_RUN);
  lua_getiuservalue(L, AT_RUN, LCB_RUN_FUNCTIONS);
  lua_pushnil(L);
  lua_getiuservalue(L, AT_RUN, LCB_RUN_BOARD);
  if (run->ahead.is_used) find_function(L, run);
  return go_on(L);
}

/***
Return the ply of the position that the question is about.
@function Run:ply
@return integer ply
@usage chess.query.eval(2)(chess.game("1. e4 {[%eval 2.5]} *"))  --> true
*/
static int run_ply(lua_State *L) {
  const lcb_Run *run = self_run(L);
  lua_pushinteger(L, run->run.asks_position ? run->run.replay.plies : 0);
  return 1;
}

/* Push the folded form of the name at stack index 1, and the first byte of its surname; nil if it has no word. */
static int push_folded(lua_State *L, size_t (*fold)(const char *, size_t, char *)) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  luaL_Buffer b;
  char *folded = luaL_buffinitsize(L, &b, 2 * size + 1);
  size_t length = fold(text, size, folded);
  lc_Name name;
  lc_name_split(folded, length, &name);
  unsigned char first = name.count > 0 ? (unsigned char)name.word[0][0] : 0;
  luaL_pushresultsize(&b, length);
  if (name.count == 0) return lua_pushnil(L), 1;
  lua_pushinteger(L, first);
  return 2;
}

/***
Return a player's name without case and accents (csrc/match/fold.h).
@function chess.fold_name
@param name string
@return string? folded nil if the name has no word
@return integer first the first byte of the folded surname
@usage chess.fold_name("Jørgensen, Bent")  --> jorgensen, bent
*/
static int fold_name(lua_State *L) { return push_folded(L, lc_fold); }

/***
Return a player's name in the form that queries compare: as chess.fold_name, with a blank between initials.
@function core.query_name
@param name string
@return string? folded nil if the name has no word
@return integer first the first byte of the folded surname
@usage require("lucena.core").query_name("Fischer,RJ")  --> fischer,r j
*/
static int query_name(lua_State *L) { return push_folded(L, lc_fold_name); }

/***
Return whether a name agrees with a wanted name, by the rules of the query `player` (csrc/match/fold.h).
@function chess.name_agrees
@param wanted string
@param name string
@return boolean
@usage chess.name_agrees("Fischer, Robert James", "Fischer,RJ")  --> true
*/
static int name_agrees(lua_State *L) {
  size_t size, other_size;
  const char *text = lcb_check_text(L, 1, &size);
  const char *other = lcb_check_text(L, 2, &other_size);
  char *folded = lua_newuserdatauv(L, 2 * size + 1, 0);
  char *scratch = lua_newuserdatauv(L, 2 * other_size + 1, 0);
  lc_Name wanted;
  lc_name_split(folded, lc_fold_name(text, size, folded), &wanted);
  lua_pushboolean(L, lc_name_agrees(&wanted, other, other_size, scratch));
  return 1;
}

/***
Return a text in lower case, for the alphabets of csrc/notation/folding.h.
@function core.fold_case
@param text string
@return string
@usage require("lucena.core").fold_case("ÉTUDE")  --> étude
*/
static int fold_case(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  luaL_Buffer b;
  char *lower = luaL_buffinitsize(L, &b, size);
  luaL_pushresultsize(&b, lc_folding_lower(text, size, lower));
  return 1;
}

static const luaL_Reg program_methods[] = {
    {"instructions", lcb_program_instructions}, {"run", program_run}, {NULL, NULL}};
static const luaL_Reg run_methods[] = {
    {"answer", run_answer}, {"ply", run_ply}, {NULL, NULL}};
static const luaL_Reg functions[] = {
    {"fold_case", fold_case}, {"fold_name", fold_name}, {"name_agrees", name_agrees},
    {"program", lcb_build_program}, {"query_instructions", lcb_query_instructions}, {"query_name", query_name},
    {NULL, NULL}};

void lcb_open_query(lua_State *L) {
  static const lcb_Class program = {.name = LCB_PROGRAM, .methods = {program_methods}};
  static const lcb_Class run = {.name = LCB_RUN, .methods = {run_methods}};
  lcb_class(L, &program);
  lua_pop(L, 1);
  lcb_class(L, &run);
  lua_pop(L, 1);
  lcb_functions(L, functions);
}
