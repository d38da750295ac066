/*
** board - lucena.Board: a position that is changed in place, with undo. For loops in which one object per ply would
** be too slow.
**
** A Board has all methods and properties of a Position. The undo stack is a userdata in user value 1 (grow.h). Methods
** make room in it before they look at the position, because a finalizer that runs meanwhile may play moves.
*/
#include "../chess/board.h"

#include <string.h>

#include "../notation/codes.h"
#include "../notation/san.h"
#include "dialect.h"
#include "grow.h"

typedef struct Box {
  lc_Board board; /* must be first: see lcb_self() */
  lc_Position *stack;
  unsigned room;
  unsigned before; /* plies of the game before `start`; 0 except in a Board that a query passes to a function */
} Box;

static Box *self(lua_State *L) { return lcb_self_position(L); }

/* Make room for more plies; the Box is at stack index 1. reserve() is called before the first move is played, so a
** memory error never leaves a sequence of moves half played. */
static void reserve(lua_State *L, Box *box, size_t plies) {
  LCB_GROW(L, 1, 1, box->stack, box->board.ply, box->room, plies)
}

/* Play a move. reserve() has made room. */
static void play(Box *box, lc_Move move) {
  lc_board_play(&box->board, box->stack, box->room, move);
}

/* Return the Position at argument `arg`, or the initial position. */
static lc_Position check_start(lua_State *L, int arg) {
  lc_Position p;
  if (lua_isnoneornil(L, arg))
    lc_position_start(&p);
  else
    p = *(const lc_Position *)lcb_check(L, arg, LCB_UP_POSITION);
  return p;
}

lc_Board *lcb_push_board(lua_State *L, const lc_Position *start) {
  Box *box = lua_newuserdatauv(L, sizeof *box, 1);
  lc_board_start(&box->board, start);
  box->stack = NULL;
  box->room = 0;
  box->before = 0;
  luaL_getmetatable(L, LCB_BOARD);
  lua_setmetatable(L, -2);
  lcb_Known *known = lcb_push_known(L);
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, 1);
  known->board = box;
  lua_pop(L, 1);
  return &box->board;
}

void lcb_begin_board(lc_Board *board, const lc_Position *start, unsigned ply) {
  Box *box = (Box *)board;
  lc_board_start(board, start);
  box->before = ply;
}

/***
Create a board on which moves can be played and taken back.
@function chess.board
@param start? Position|string the start, a Position or a FEN; default the initial position
@return Board? board
@return string? err for a FEN that chess.position does not read
@return string? code a code of chess.position
@usage local b = chess.board(); b:play("e4"); b:undo(); return b.ply  --> 0
@usage chess.board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"):squares("P")[1]  --> e2
*/
static int board_new(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) {
    lua_settop(L, 1);
    lcb_push_function(L, "lucena.core", "position");
    lua_insert(L, 1);
    lua_call(L, 1, 3);
    if (lua_isnil(L, 1)) return 3;
  }
  lc_Position start = check_start(L, 1);
  lcb_push_board(L, &start);
  return 1;
}

/***
Start again from a position, with no moves to take back.
@function Board:reset
@param position? Position default the initial position
@usage local b = chess.board(); b:play("e4"); b:reset(); return b.turn  --> white
*/
static int board_reset(lua_State *L) {
  Box *box = self(L);
  lc_Position start = check_start(L, 2);
  lcb_begin_board(&box->board, &start, 0);
  return 0;
}

static int play_text(lua_State *L, Box *box) {
  lcb_Tokens tokens = {0};
  lc_Code code = LC_D_NONE;
  lc_Move move = LC_NULL_MOVE;
  tokens.text = lua_tolstring(L, 2, &tokens.length);
  reserve(L, box, tokens.length / 2 + 1); /* a move and a blank have at least two bytes */
  unsigned before = box->board.ply; /* a finalizer that ran in reserve() may have changed the Board */
  while (code == LC_D_NONE && lcb_next_token(&tokens)) {
    code = lc_san_read(&box->board.now, tokens.token, tokens.token_length, &move);
    if (code == LC_D_NONE) play(box, move);
  }
  if (code == LC_D_NONE && box->board.ply > before) {
    lcb_push_move(L, move);
    return 1;
  }
  lc_Position p = box->board.now;
  while (box->board.ply > before) lc_board_undo(&box->board, box->stack);
  if (code == LC_D_NONE) return lcb_fail_move(L, &p, LC_D_BAD_MOVE, tokens.text, tokens.length, 1);
  return lcb_fail_move(L, &p, code, tokens.token, tokens.token_length, lcb_token_column(&tokens));
}

/* Play legal moves that were read from the position `start`. Raises an error if the Board is no longer at this
** position, because a function of the dialect or a finalizer has changed it. */
static void play_all(lua_State *L, Box *box, const lc_Position *start, const lc_Move *moves, size_t count) {
  reserve(L, box, count);
  if (memcmp(start, &box->board.now, sizeof *start) != 0) luaL_error(L, "the Board was changed while moves were read");
  for (size_t i = 0; i < count; i++) play(box, moves[i]);
}

/* Play a text in a notation other than PGN. */
static int play_line(lua_State *L, Box *box) {
  size_t count;
  lc_Position start = box->board.now;
  lcb_push_dialect(L, 3);
  const lc_Move *moves = lcb_read_line(L, lua_gettop(L), &start, 2, &count);
  if (!moves) return 3;
  play_all(L, box, &start, moves, count);
  lcb_push_move(L, moves[count - 1]);
  return 1;
}

/* Play the moves of an array. */
static int play_array(lua_State *L, Box *box) {
  size_t count = lcb_count_items(L);
  lc_Position start = box->board.now;
  lc_Move *moves = lua_newuserdatauv(L, (count + 1) * sizeof *moves, 0);
  lc_Position *p = lcb_new_position(L);
  int position = lua_gettop(L);
  *p = start;
  for (size_t i = 0; i < count; i++) {
    int failed = lcb_read_item(L, position, (lua_Integer)i + 1, &moves[i]);
    if (failed) return failed;
    lc_position_play(p, moves[i]);
  }
  play_all(L, box, &start, moves, count);
  if (count == 0) return 0;
  lcb_push_move(L, moves[count - 1]);
  return 1;
}

/***
Play one move or several, as for Position:play(). If one of them cannot be played, none is played.
@function Board:play
@param moves string|Move|(string|Move)[]
@param dialect? string|Dialect the notation of the string, as a name or a Dialect; default "pgn"
@return Move? move the last move; nothing is returned for an empty array
@return string? err
@return string? code bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
@usage tostring(chess.board():play("e4 e5"))  --> e7e5
*/
static int board_play(lua_State *L) {
  Box *box = self(L);
  lua_settop(L, 3);
  if (lua_type(L, 2) == LUA_TSTRING) return lua_isnil(L, 3) ? play_text(L, box) : play_line(L, box);
  if (lua_type(L, 2) == LUA_TTABLE) return play_array(L, box);
  const lc_Move *move = lcb_test(L, 2, LCB_UP_MOVE);
  if (!move) return lcb_expected(L, 2, "string, " LCB_MOVE " or array of moves");
  reserve(L, box, 1);
  if (!lc_is_playable(&box->board.now, *move)) return lcb_fail_illegal(L, &box->board.now, *move);
  play(box, *move);
  lua_settop(L, 2);
  return 1;
}

/***
Pass the turn: play a null move, which is not possible in check.
@function Board:pass
@return Move? move the null move
@return string? err
@return string? code illegal_move
@usage local b = chess.board(); b:pass(); return b.turn  --> black
*/
static int board_pass(lua_State *L) {
  Box *box = self(L);
  reserve(L, box, 1);
  if (!lc_is_playable(&box->board.now, LC_NULL_MOVE)) return lcb_fail_illegal(L, &box->board.now, LC_NULL_MOVE);
  play(box, LC_NULL_MOVE);
  lcb_push_move(L, LC_NULL_MOVE);
  return 1;
}

/***
Take back the last move.
@function Board:undo
@return boolean false if there is none
@usage chess.board():undo()  --> false
*/
static int board_undo(lua_State *L) {
  Box *box = self(L);
  lua_pushboolean(L, lc_board_undo(&box->board, box->stack));
  return 1;
}

/***
Return the current position as a value that does not change.
@function Board:position
@return Position
@usage chess.board():position() == chess.position()  --> true
*/
static int board_position(lua_State *L) {
  const Box *box = self(L);
  *lcb_new_position(L) = box->board.now;
  return 1;
}

/***
Number of moves played and not taken back. In a Board that a query passes to a function, the earlier moves of the game
count too, but undo() does not take them back.
@field Board.ply integer
@usage chess.board().ply  --> 0
*/
static int board_ply(lua_State *L) {
  const Box *box = self(L);
  lua_pushinteger(L, (lua_Integer)box->before + box->board.ply);
  return 1;
}

static const luaL_Reg board_methods[] = {
    {"pass", board_pass},
    {"play", board_play},
    {"position", board_position},
    {"reset", board_reset},
    {"undo", board_undo},
    {NULL, NULL},
};

static const luaL_Reg board_getters[] = {
    {"ply", board_ply},
    {NULL, NULL},
};

static const luaL_Reg board_metamethods[] = {
    {"__tostring", lcb_position_tostring},
    {NULL, NULL},
};

static const luaL_Reg board_functions[] = {
    {"board", board_new},
    {NULL, NULL},
};

void lcb_open_board(lua_State *L) {
  static const lcb_Class class = {.name = LCB_BOARD,
                                  .methods = {board_methods, lcb_text_methods, lcb_query_methods, lcb_piece_methods},
                                  .getters = {board_getters, lcb_position_getters},
                                  .metamethods = board_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Board");
  lcb_functions(L, board_functions);
}
