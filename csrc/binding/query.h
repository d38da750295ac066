/*
** query - lucena.Program, a compiled query, and lucena.Run, the state of testing one game.
*/
#ifndef LCB_QUERY_H
#define LCB_QUERY_H

#include "../match/query.h"
#include "game.h"

/* User values of a Program: a Run that is not in use, or nil; and the functions of core.program(), or nil. */
enum { LCB_PROGRAM_RUN = 1, LCB_PROGRAM_FUNCTIONS, LCB_PROGRAM_VALUES = LCB_PROGRAM_FUNCTIONS };
/* User values of a Run. */
enum { LCB_RUN_PROGRAM = 1, LCB_RUN_GAME, LCB_RUN_BLOCK, LCB_RUN_SCRATCH, LCB_RUN_HISTORY,
       LCB_RUN_FUNCTIONS, LCB_RUN_BOARD, LCB_RUN_TAGS, LCB_RUN_VALUES = LCB_RUN_TAGS };

/* The positions of LCB_AHEAD moves fit into the first cache of a processor. */
enum { LCB_AHEAD = 128, LCB_EARLY = 24 };

/* Positions that were read ahead, for a query that asks one function at every position. */
typedef struct lcb_Ahead {
  bool is_used, match; /* match: the answer that ends the test */
  uint32_t from; /* the ply at which reading ahead begins: 0 or LCB_EARLY */
  uint32_t ply, at, count;
  lc_Position now[LCB_AHEAD]; /* now[at]: the position that the function is asked about */
  lc_Move moves[LCB_AHEAD];
} lcb_Ahead;

typedef struct lcb_Run {
  lc_QueryRun run;
  size_t scratch_room;
  lc_Board *board; /* user value LCB_RUN_BOARD, or NULL */
  /* user value LCB_RUN_TAGS: the Game whose tags functions get, or NULL for the tags of the text */
  const lcb_Game *tags;
  bool calls; /* all questions are about values of tags, so that a reader calls the functions */
  const lc_QueryLeaf *sole; /* the only test, if it is such a question, else NULL */
  bool is_waiting; /* Lua must answer the current question */
  bool takes_bits; /* the arguments of the current question's function are sets of squares */
  lcb_Ahead ahead;
} lcb_Run;

/* Describe a Game for a run. */
void lcb_query_game(const lcb_Game *game, lc_QueryGame *out);
/* Push a Run of the Program at `program`. */
lcb_Run *lcb_push_run(lua_State *L, int program);
/* Prepare the Run for a game, whose text must not move. The scratch buffer must be large enough: lcb_run_has_room(). */
void lcb_run_begin(lcb_Run *run, const lc_QueryGame *game);
/* Report whether the scratch buffer is large enough for a game. The buffer has room for a tag's value with escapes
** resolved, and for the folded form of the value. */
static inline bool lcb_run_has_room(const lcb_Run *run, const lc_QueryGame *game) {
  return 3 * game->tags_end <= run->scratch_room;
}
/* Push the values of the tags that a question is about, as Game.tags returns them. Returns their number. */
int lcb_push_asked_tags(lua_State *L, const lc_Query *query, const lc_QueryLeaf *leaf, const lc_TagSection *section);
/* Report whether a value that a function of the user returned is an answer: true, false or nil, or a text or a number,
** which are true as in Lua. 0 is no answer, because it is often the number of things found. `truth` of
** lua/lucena/argument.lua is the same rule. */
bool lcb_is_answer(lua_State *L, int at);
/* Enlarge the scratch buffer; the Run is at stack index `index`. */
void lcb_run_reserve(lua_State *L, lcb_Run *run, int index, const lc_QueryGame *game);
void lcb_run_grow(lua_State *L, lcb_Run *run, int index);
/* core.program: builds a Program from its description in tables. */
int lcb_build_program(lua_State *L);
/* Program:instructions() and core.query_instructions(): return instructions as tables. */
int lcb_program_instructions(lua_State *L);
int lcb_query_instructions(lua_State *L);

#endif
