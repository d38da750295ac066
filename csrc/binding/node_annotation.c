/*
** node_annotation - the values of well-known commands inside comments, as fields of lucena.Node: clocks,
** evaluations, marks; and the clocks and evaluations of a mainline as arrays, for lua/lucena/flat.lua.
**
** Reading follows csrc/pgn/annotation.h; new values are always written in the same form.
*/
#include "../pgn/move_values.h"
#include "node.h"

static lcb_Node *self(lua_State *L) { return lcb_check_node(L, 1); }

/* If the value to set is nil, remove the command and return true. */
static bool is_unset(lua_State *L, const char *name) {
  if (!lua_isnil(L, 3)) return false;
  lcb_unset_command(L, name);
  return true;
}

/* ---- clocks ---- */

/* Read the clock, the time and the evaluation of a Node's comments. */
static lc_MoveValues values_of(const lcb_Node *node) {
  const lc_Game *tree = &node->game->tree->game;
  const lc_GameNode *data = lcb_node_data(node);
  lc_MoveValues values = {0};
  for (uint32_t i = lcb_comment_from(node, data->first_note); i != LC_NO_NODE;) {
    const lc_GameNote *note = &tree->notes[i];
    unsigned mover = tree->start.turn ^ ((data->ply - 1u) & 1u);
    lc_move_values_read(lcb_note_text(node->game, note), note->size, mover, &values);
    i = lcb_comment_from(node, note->next);
  }
  return values;
}

/* Push a number of seconds or of pawns if `is_there` is true, else nil. */
static int push_number(lua_State *L, bool is_there, double value) {
  if (is_there) {
    lua_pushnumber(L, value);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

static int push_clock(lua_State *L, const char *name, bool plain) {
  const lcb_Node *node = self(L);
  lcb_Cursor cursor;
  double seconds;
  for (lcb_command_begin(node, &cursor); lcb_command_next(node, &cursor, name, 3);) {
    if (!lc_clock_read(lcb_operand(&cursor), cursor.command.operand_size, plain, &seconds)) continue;
    lua_pushnumber(L, seconds);
    return 1;
  }
  lua_pushnil(L);
  return 1;
}

static int set_clock(lua_State *L, const char *name) {
  char text[LC_CLOCK_MAX];
  self(L);
  if (is_unset(L, name)) return 0;
  lua_Number seconds = lua_tonumber(L, 3);
  bool is_good = lua_type(L, 3) == LUA_TNUMBER && seconds >= 0 && seconds < 1e9;
  if (!is_good) return lcb_bad_number_note(L, "seconds (a number from 0 to 10^9) or nil");
  return lcb_set_operand(L, name, text, lc_clock_write((uint64_t)(seconds * 1000 + 0.5), text));
}

/***
Seconds left on the clock after the move ([%clk], or `tl` in the comments of engine matches); nil if not given.
Assignable; nil removes the command.
@field Node.clock number?
@usage chess.game("1. e4 {[%clk 0:01:52.5]} *").root[1].clock  --> 112.5
*/
static int get_clock(lua_State *L) {
  lc_MoveValues values = values_of(self(L));
  return push_number(L, values.has_clock, values.clock);
}

static int set_clk(lua_State *L) { return set_clock(L, "clk"); }

/***
Seconds spent on the move ([%emt], or the time in a comment of an engine match); nil if not given. Assignable.
@field Node.elapsed number?
@usage chess.game("1. e4 {[%emt 0:00:12]} *").root[1].elapsed  --> 12.0
@usage chess.game("1. e4 {+0.32/12 1.5s} *").root[1].elapsed  --> 1.5
*/
static int get_elapsed(lua_State *L) {
  lc_MoveValues values = values_of(self(L));
  return push_number(L, values.has_elapsed, values.elapsed);
}

static int set_emt(lua_State *L) { return set_clock(L, "emt"); }

/***
Seconds that the player has spent on the game so far ([%egt]); nil if not given. Assignable.
@field Node.elapsed_game number?
@usage chess.game("1. e4 {[%egt 0:10:00]} *").root[1].elapsed_game  --> 600.0
*/
static int get_elapsed_game(lua_State *L) { return push_clock(L, "egt", true); }
static int set_egt(lua_State *L) { return set_clock(L, "egt"); }

/***
The time shown by a mechanical clock ([%mct]), in seconds after twelve; nil if not given. Assignable.
@field Node.mechanical_clock number?
@usage chess.game("1. e4 {[%mct 01:00:00]} *").root[1].mechanical_clock  --> 3600.0
*/
static int get_mechanical_clock(lua_State *L) { return push_clock(L, "mct", false); }
static int set_mct(lua_State *L) { return set_clock(L, "mct"); }

/* ---- evaluations ---- */

/* Push `value` if `is_there` is true, else nil. */
static int push_count(lua_State *L, bool is_there, int32_t value) {
  if (is_there) {
    lua_pushinteger(L, value);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/***
The evaluation in pawns from White's point of view ([%eval], or the score in a comment of an engine match); nil if
there is none, or if it is a mate. Assignable; nil removes the command.
@field Node.eval number?
@usage chess.game("1. e4 {[%eval 0.25,20]} *").root[1].eval  --> 0.25
@usage chess.game("1. e4 e5 {+0.32/12 1.5s} *").root[1][1].eval  --> -0.32
*/
static int get_eval(lua_State *L) {
  lc_MoveValues values = values_of(self(L));
  return push_number(L, values.has_eval && !values.eval.is_mate, values.eval.pawns);
}

static int set_eval(lua_State *L) {
  char text[LC_EVAL_MAX];
  self(L);
  if (is_unset(L, "eval")) return 0;
  lua_Number pawns = lua_tonumber(L, 3);
  bool is_good = lua_type(L, 3) == LUA_TNUMBER && pawns > -1e9 && pawns < 1e9;
  if (!is_good) return lcb_bad_number_note(L, "pawns (a finite number) or nil");
  int64_t thousandths = (int64_t)(pawns * 1000 + (pawns < 0 ? -0.5 : 0.5));
  return lcb_set_operand(L, "eval", text, lc_eval_write(thousandths, text));
}

/***
Moves to mate ([%eval #-3]), negative if Black mates; nil without an evaluation, or if it is not a mate. Assignable;
nil removes the command.
@field Node.mate integer?
@usage chess.game("1. e4 {[%eval #-3]} *").root[1].mate  --> -3
*/
static int get_mate(lua_State *L) {
  lc_MoveValues values = values_of(self(L));
  return push_count(L, values.has_eval && values.eval.is_mate, values.eval.mate);
}

static int set_mate(lua_State *L) {
  self(L);
  if (is_unset(L, "eval")) return 0;
  lua_Integer mate = lua_tointeger(L, 3);
  if (!lua_isinteger(L, 3) || mate < -100000 || mate > 100000) {
    return lcb_bad_number_note(L, "integer from -100000 to 100000 or nil");
  }
  size_t size;
  const char *text = lua_pushfstring(L, "#%I", (LUAI_UACINT)mate);
  lua_tolstring(L, -1, &size);
  return lcb_set_operand(L, "eval", text, size);
}

/***
The evaluation as a Score: pawns or a mate, with `of(color)`, `<` and tostring. nil without one. Assignable: a Score,
or an argument of chess.score(); nil removes the command.
@field Node.score Score?
@usage chess.game("1. e4 {[%eval #-3]} *").root[1].score.mate  --> black
*/
static int get_score(lua_State *L) {
  if (!values_of(self(L)).has_eval) return lua_pushnil(L), 1;
  lcb_push_function(L, "lucena.score", "of_node");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int set_score(lua_State *L) {
  self(L);
  lcb_push_function(L, "lucena.score", "set_node");
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_call(L, 2, 1);
  if (!lua_toboolean(L, -1)) return lcb_bad_note(L, "score (not a bound) or nil");
  return 0;
}

/***
The depth of the evaluation in plies; nil if not given.
@field Node.eval_depth integer?
@usage chess.game("1. e4 {[%eval 0.25,20]} *").root[1].eval_depth  --> 20
*/
static int get_eval_depth(lua_State *L) {
  lc_MoveValues values = values_of(self(L));
  return push_count(L, values.has_eval && values.eval.depth >= 0, values.eval.depth);
}

/* Read the first valid command again, as ChessBase writes it. */
static void read_centipawns(const lcb_Node *node, lc_MoveValues *values) {
  lcb_Cursor cursor;
  for (lcb_command_begin(node, &cursor); lcb_command_next(node, &cursor, "eval", 4);) {
    if (lc_eval_read(lcb_operand(&cursor), cursor.command.operand_size, true, &values->eval)) return;
  }
}

/***
Return the evaluation with all its values. ChessBase writes centipawns where others write pawns, and the text does not
show which unit is meant. With `centipawns`, a number without a point is in centipawns.
@function Node:evaluation
@param opts? {centipawns?: boolean}
@return number? pawns from White's point of view
@return integer? mate
@return integer? depth
@usage chess.game("1. e4 {[%eval 14,24]} *").root[1]:evaluation{centipawns = true}  --> 0.14
*/
static int node_evaluation(lua_State *L) {
  static const char *const names[] = {"centipawns", NULL};
  const lcb_Node *node = self(L);
  lcb_check_options(L, 2, names);
  lc_MoveValues values = values_of(node);
  if (lcb_option_boolean(L, 2, "centipawns", false)) read_centipawns(node, &values);
  const lc_Eval *eval = &values.eval;
  push_number(L, values.has_eval && !eval->is_mate, eval->pawns);
  push_count(L, values.has_eval && eval->is_mate, eval->mate);
  push_count(L, values.has_eval && eval->depth >= 0, eval->depth);
  return 3;
}

/***
ChessBase's profile of a game ([%evp], on the root): an array of evaluations in centipawns from White's point of view,
one for each ply. Field `first` of the array is the ply of the first evaluation (0: before the first move). nil if
there is no profile.
@field Node.profile table?
@usage chess.game("{[%evp 0,2,19,38,-30]} 1. e4 e5 *").root.profile[3]  --> -30
*/
static int get_profile(lua_State *L) {
  const lcb_Node *node = self(L);
  lcb_Cursor cursor;
  for (lcb_command_begin(node, &cursor); lcb_command_next(node, &cursor, "evp", 3);) {
    if (!lc_command_is_good(cursor.text, &cursor.command)) continue;
    size_t size, at = 0;
    int32_t first, last, value;
    lua_pushlstring(L, lcb_operand(&cursor), cursor.command.operand_size);
    const char *text = lua_tolstring(L, -1, &size);
    if (lc_number_next(text, size, &at, &first) <= 0 || lc_number_next(text, size, &at, &last) <= 0) break;
    lua_newtable(L);
    lua_pushinteger(L, first);
    lua_setfield(L, -2, "first");
    for (lua_Integer n = 1; lc_number_next(text, size, &at, &value) > 0; n++) {
      lua_pushinteger(L, value);
      lua_rawseti(L, -2, n);
    }
    return 1;
  }
  lua_pushnil(L);
  return 1;
}

/* ---- marks ---- */

/* Add the marks of one command to the array at index 2, which has `n` elements. Returns the new number of elements. */
static lua_Integer add_list(lua_State *L, int list, const char *text, size_t size, bool is_arrow, lua_Integer n) {
  size_t at = 0;
  lc_Mark mark;
  while (lc_mark_next(text, size, &at, is_arrow, &mark) > 0) {
    lua_createtable(L, 0, 3);
    lua_pushstring(L, lc_mark_color(mark.color));
    lua_setfield(L, -2, "color");
    lcb_push_square(L, mark.from);
    lua_setfield(L, -2, is_arrow ? "from" : "square");
    if (is_arrow) {
      lcb_push_square(L, mark.to);
      lua_setfield(L, -2, "to");
    }
    lua_rawseti(L, list, ++n);
  }
  return n;
}

/* Push the array of all marks of one kind. */
static int push_marks(lua_State *L, const char *name, bool is_arrow) {
  lcb_Commands it;
  lua_Integer n = 0;
  lua_newtable(L);
  int list = lua_gettop(L);
  for (lcb_push_commands(L, &it); lcb_commands_next(L, &it, name, 3);) {
    if (!lc_command_is_good(it.text, &it.command)) continue;
    n = add_list(L, list, it.text + it.command.operand, it.command.operand_size, is_arrow, n);
  }
  lua_settop(L, list);
  return 1;
}

/* Append field `name` of the table on top of the stack to the command's text; the field must be a square. */
static void add_square(lua_State *L, luaL_Buffer *b, int item, const char *name) {
  unsigned square;
  lua_getfield(L, item, name);
  if (!lcb_to_square(L, -1, &square)) {
    luaL_error(L, LCB_NODE " field '%s': '%s' is no square", lua_tostring(L, 2), name);
  }
  lua_pop(L, 1);
  luaL_addchar(b, (char)('a' + lc_file(square)));
  luaL_addchar(b, (char)('1' + lc_rank(square)));
}

static void add_color(lua_State *L, luaL_Buffer *b, int item) {
  size_t size = 0;
  lua_getfield(L, item, "color");
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &size) : NULL;
  char letter = lua_isnil(L, -1) ? 'G' : name ? lc_mark_letter(name, size) : 0;
  if (!letter) luaL_error(L, LCB_NODE " field '%s': 'color' is no known colour", lua_tostring(L, 2));
  lua_pop(L, 1);
  luaL_addchar(b, letter);
}

static int set_marks(lua_State *L, const char *name, bool is_arrow) {
  self(L);
  if (is_unset(L, name)) return 0;
  lcb_plain_list(L);
  if (!lua_istable(L, 3)) return lcb_bad_note(L, "array of tables or nil");
  lua_Integer count = (lua_Integer)lua_rawlen(L, 3);
  lua_createtable(L, (int)(count < 64 ? count : 64), 0); /* index 4: one text per item */
  for (lua_Integer i = 1; i <= count; i++) {
    luaL_Buffer b;
    if (lua_rawgeti(L, 3, i) != LUA_TTABLE) {
      return luaL_error(L, LCB_NODE " field '%s[%I]': table expected, got %s", lua_tostring(L, 2), (LUAI_UACINT)i,
                        lcb_kind(L, -1));
    }
    int item = lua_gettop(L);
    luaL_buffinit(L, &b);
    if (i > 1) luaL_addchar(&b, ',');
    add_color(L, &b, item);
    add_square(L, &b, item, is_arrow ? "from" : "square");
    if (is_arrow) add_square(L, &b, item, "to");
    luaL_pushresult(&b);
    lua_rawseti(L, 4, i);
    lua_settop(L, 4);
  }
  luaL_Buffer all;
  luaL_buffinit(L, &all);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 4, i);
    luaL_addvalue(&all);
  }
  luaL_pushresult(&all);
  size_t size;
  const char *text = lua_tolstring(L, 5, &size);
  if (size) return lcb_set_operand(L, name, text, size);
  lcb_unset_command(L, name);
  return 0;
}

static int read_csl(lua_State *L) { return push_marks(L, "csl", false); }
static int set_csl(lua_State *L) { return set_marks(L, "csl", false); }
static int read_cal(lua_State *L) { return push_marks(L, "cal", true); }
static int set_cal(lua_State *L) { return set_marks(L, "cal", true); }

/***
Coloured squares ([%csl Ge4,Rd5]): an array of {color, square}; colours are red, green, yellow, blue, and orange, cyan,
magenta, purple. Assignable (default colour: green); nil and the empty array remove the command.
@field Node.marks table
@usage chess.game("1. e4 {[%csl Re4]} *").root[1].marks[1].color  --> red
*/
static int get_marks(lua_State *L) {
  static const lcb_ListKind kind = {"marks", read_csl, set_csl, LCB_NODE, lcb_note_changes};
  return lcb_push_list(L, &kind);
}

/***
Arrows ([%cal Ge2e4]): an array of {color, from, to}. Assignable, like `marks`.
@field Node.arrows table
@usage chess.game("1. e4 {[%cal Ge2e4]} *").root[1].arrows[1].to  --> e4
*/
static int get_arrows(lua_State *L) {
  static const lcb_ListKind kind = {"arrows", read_cal, set_cal, LCB_NODE, lcb_note_changes};
  return lcb_push_list(L, &kind);
}

const luaL_Reg lcb_annotation_methods[] = {
    {"evaluation", node_evaluation},
    {NULL, NULL},
};

const luaL_Reg lcb_annotation_getters[] = {
    {"arrows", get_arrows},
    {"clock", get_clock},
    {"elapsed", get_elapsed},
    {"elapsed_game", get_elapsed_game},
    {"eval", get_eval},
    {"eval_depth", get_eval_depth},
    {"marks", get_marks},
    {"mate", get_mate},
    {"mechanical_clock", get_mechanical_clock},
    {"profile", get_profile},
    {"score", get_score},
    {NULL, NULL},
};

const luaL_Reg lcb_annotation_setters[] = {
    {"arrows", set_cal},   {"clock", set_clk}, {"elapsed", set_emt},
    {"elapsed_game", set_egt}, {"eval", set_eval}, {"marks", set_csl},
    {"mate", set_mate},    {"mechanical_clock", set_mct},
    {"score", set_score},
    {NULL, NULL},
};

/* ---- the values of a mainline ---- */

/* The arrays, in the order in which they are returned. */
enum { CLOCKS, ELAPSED, EVALS, MATES, ARRAYS };

/* Store the values of a ply in the tables from stack index `first` on. */
static void store(lua_State *L, int first, lua_Integer ply, const lc_MoveValues *values, bool *is_used) {
  const lc_Eval *eval = &values->eval;
  const bool has[ARRAYS] = {values->has_clock, values->has_elapsed, values->has_eval && !eval->is_mate,
                            values->has_eval && eval->is_mate};
  const double numbers[] = {values->clock, values->elapsed, eval->pawns}; /* without the mates, which are integers */
  for (int i = 0; i < ARRAYS; i++) {
    is_used[i] = is_used[i] || has[i];
    if (!has[i]) {
      lua_pushvalue(L, 2);
    } else if (i == MATES) {
      lua_pushinteger(L, eval->mate);
    } else {
      lua_pushnumber(L, numbers[i]);
    }
    lua_rawseti(L, first + i, ply);
  }
}

/***
Return the values in the comments of a mainline, as Node.clock, Node.elapsed, Node.eval and Node.mate
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
    lc_MoveValues values = values_of(&node);
    store(L, 3, ++ply, &values, is_used);
  }
  for (int i = 0; i < ARRAYS; i++) {
    if (is_used[i]) continue;
    lua_pushnil(L);
    lua_replace(L, 3 + i);
  }
  return ARRAYS;
}

static const luaL_Reg value_functions[] = {{"line_values", line_values}, {NULL, NULL}};

void lcb_open_values(lua_State *L) { lcb_functions(L, value_functions); }
