/*
** node_values - the clocks and evaluations of a mainline as arrays, for lua/lucena/flat.lua. One call replaces four
** fields of a Node for each ply.
*/
#include "node.h"

/* The arrays, in the order in which they are returned. */
enum { CLOCKS, ELAPSED, EVALS, MATES, ARRAYS };

/* Read a command of the comments after a move into `values`. A value that an earlier command has set stays. */
static void read_command(const lcb_Cursor *cursor, bool *has, double *values) {
  const lc_Command *command = &cursor->command;
  lc_Eval eval;
  if (lc_command_is(cursor->text, command, "clk", 3)) {
    if (!has[CLOCKS]) has[CLOCKS] = lc_clock_read(lcb_operand(cursor), command->operand_size, false, &values[CLOCKS]);
  } else if (lc_command_is(cursor->text, command, "emt", 3)) {
    if (!has[ELAPSED]) has[ELAPSED] = lc_clock_read(lcb_operand(cursor), command->operand_size, true, &values[ELAPSED]);
  } else if (lc_command_is(cursor->text, command, "eval", 4) && !has[EVALS] && !has[MATES] &&
             lc_eval_read(lcb_operand(cursor), command->operand_size, false, &eval)) {
    has[eval.is_mate ? MATES : EVALS] = true;
    values[eval.is_mate ? MATES : EVALS] = eval.is_mate ? eval.mate : eval.pawns;
  }
}

/* Store the values of a ply in the tables from stack index `first` on. */
static void store(lua_State *L, int first, lua_Integer ply, const bool *has, const double *values) {
  for (int i = 0; i < ARRAYS; i++) {
    if (!has[i]) {
      lua_pushvalue(L, 2);
    } else if (i == MATES) {
      lua_pushinteger(L, (lua_Integer)values[i]);
    } else {
      lua_pushnumber(L, values[i]);
    }
    lua_rawseti(L, first + i, ply);
  }
}

/***
Return the values of the commands in the comments of a mainline, as Node.clock, Node.elapsed, Node.eval and Node.mate
return them: arrays by ply, from 1. An array without values is nil.
@function core.line_values
@param game Game
@param missing any the element for a ply without a value
@return number[]? clocks
@return number[]? elapsed
@return number[]? evals
@return integer[]? mates
@usage return require("lucena.core").line_values(chess.game "1. e4 {[%clk 0:01:00]} e5 *", false)[1]  --> 60.0
*/
static int line_values(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  lcb_game_tree(L, game, 1);
  bool is_used[ARRAYS] = {false};
  for (int i = 0; i < ARRAYS; i++) lua_newtable(L);
  lcb_Node node = {.game = game};
  lua_Integer ply = 0;
  while ((node.index = lcb_node_data(&node)->first_child) != LC_NO_NODE) {
    bool has[ARRAYS] = {false};
    double values[ARRAYS];
    lcb_Cursor cursor;
    for (lcb_command_begin(&node, &cursor); lcb_command_next(&node, &cursor, NULL, 0);) {
      read_command(&cursor, has, values);
    }
    store(L, 3, ++ply, has, values);
    for (int i = 0; i < ARRAYS; i++) is_used[i] = is_used[i] || has[i];
  }
  for (int i = 0; i < ARRAYS; i++) {
    if (is_used[i]) continue;
    lua_pushnil(L);
    lua_replace(L, 3 + i);
  }
  return ARRAYS;
}

static const luaL_Reg functions[] = {{"line_values", line_values}, {NULL, NULL}};

void lcb_open_values(lua_State *L) { lcb_functions(L, functions); }
