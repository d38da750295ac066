/*
** game_loop - loops over the mainline of a game: Game:mainline and Game:boards.
**
** A flat game, that is, one without variations and errors, needs no tree for a loop. A replay gives its moves, and its
** tree would have the node after n plies at index n. So its Nodes are made without a tree. The first use of such a Node
** builds the tree: see lcb_check_node(). From then on, a loop follows the tree, which the program may have changed.
** For all other games, the tree is built before the loop.
** Cost per ply of a flat game: the replay, 20 ns for the Board, 55 ns for the Node.
*/
#include <string.h>

#include "game_export.h"

static lcb_Game *self(lua_State *L) { return lcb_self(L); }

/* ---- flat games ---- */

/* Report whether the scan of the text allows the game to be flat. */
static bool may_be_flat(const lcb_Game *game) {
  if (game->tree || game->size > LCB_MAX_TREE) return false;
  return game->has_regular_tags && !game->has_variation && !game->has_open_comment && game->result != LC_RESULT_NONE;
}

/* Return the number of moves that replay() may store: a move and the blank after it have two bytes at least. */
static size_t room_for(const lcb_Game *game) { return (game->size - game->tags_end) / 2 + 128; }

/* Replay the game at stack index 1, and store its moves unless `moves` is NULL. Sets `is_flat`, and returns whether the
** game is flat. */
static bool replay(lua_State *L, lcb_Game *game, lc_Position *first, lc_Move *moves) {
  lc_Start start;
  lc_Replay it;
  size_t room = room_for(game);
  lcb_game_start(game, &start);
  if (start.code != LC_D_NONE || start.repaired != LC_D_NONE) return false;
  *first = start.position;
  lc_replay_begin(&it, game->text, game->size, 0, game->tags_end, game->dialect, lcb_tolerance(game), &start);
  while (!it.is_over && room - it.plies >= 64) {
    lc_replay_run(&it, lcb_cpu(), moves ? moves + it.plies : NULL, room - it.plies);
  }
  if (!it.is_over || it.code != LC_D_NONE || it.is_odd || it.skipped_count > 0) return false;
  lcb_game_keep_replay(L, game, 1, &it);
  return game->is_flat = true;
}

/* ---- mainline ---- */

/* The iterator function. A `for` loop calls it with the values that mainline() returned, but a program may call it with
** any values. */
static int next_mainline(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  uint32_t node = 0, next;
  if (!game->is_flat) lcb_game_tree(L, game, 1);
  if (!lua_isnil(L, 2)) {
    const lcb_Node *last = lcb_check_listed_node(L, 2);
    luaL_argcheck(L, last->game == game, 2, "node of another game");
    node = last->index;
  }
  if (game->tree) {
    next = game->tree->game.nodes[node].first_child;
  } else {
    next = node < game->plies ? node + 1 : LC_NO_NODE;
  }
  if (next == LC_NO_NODE) {
    lua_pushnil(L);
  } else {
    lcb_push_node(L, game, 1, next);
  }
  return 1;
}

/***
Iterate over the nodes of the mainline, without the root.
@function Game:mainline
@return fun(): Node iterator
@usage for node in chess.game("1. e4 e5 *"):mainline() do print(node.san) end
@usage local n = 0; for node in chess.game("1. e4 e5 *"):mainline() do n = n + node.ply end; return n  --> 3
*/
static int game_mainline(lua_State *L) {
  lcb_Game *game = self(L);
  lc_Position first;
  lua_settop(L, 1);
  lcb_game_settle(L, game, 1);
  bool is_flat = may_be_flat(game) && (game->is_flat || replay(L, game, &first, NULL));
  if (!is_flat) lcb_game_tree(L, game, 1);
  lua_pushvalue(L, lua_upvalueindex(LCB_UPVALUES + 1));
  lua_pushvalue(L, 1);
  return 2;
}

/* ---- boards ---- */

/* Plies for which the table of Nodes has room from the start; longer games are rare. */
enum { MANY = 1000 };

/* Upvalues of next_board(), after those that all functions have. */
enum { UP_LOOP = LCB_UPVALUES + 1, UP_LOOP_GAME, UP_LOOP_NODES, UP_LOOP_BOARD };

typedef struct Loop {
  lcb_Game *game;
  lc_Board *board;
  uint32_t node;   /* the node of the last step, or LC_NO_NODE after the last one */
  lc_Position next; /* the position after the next move, as long as the game has no tree */
  lc_Move moves[]; /* the moves of a flat game */
} Loop;

/* Return the node after the last one, and set the Board to its position. */
static uint32_t step(lua_State *L, Loop *loop) {
  lcb_Game *game = loop->game;
  uint32_t node = loop->node, next;
  if (node == LC_NO_NODE) return node;
  if (game->tree) {
    const lc_GameNode *nodes = game->tree->game.nodes;
    if (nodes[node].is_removed) luaL_error(L, "the loop removed its current node");
    next = nodes[node].first_child;
    if (next != LC_NO_NODE) lcb_begin_board(loop->board, lcb_game_position(game, next), nodes[next].ply);
    return next;
  }
  if (node == game->plies) return LC_NO_NODE;
  lcb_begin_board(loop->board, &loop->next, node + 1);
  /* Playing now is faster than playing just before the position is copied: a copy has to wait for recent changes of
  ** single bytes. */
  if (node + 1 < game->plies) lc_position_play(&loop->next, loop->moves[node + 1]);
  return node + 1;
}

static int next_board(lua_State *L) {
  Loop *loop = lua_touserdata(L, lua_upvalueindex(UP_LOOP));
  loop->node = step(L, loop);
  if (loop->node == LC_NO_NODE) return lua_pushnil(L), 1;
  lua_pushvalue(L, lua_upvalueindex(UP_LOOP_BOARD));
  lcb_push_node_in(L, loop->game, lua_upvalueindex(UP_LOOP_GAME), lua_upvalueindex(UP_LOOP_NODES), loop->node);
  return 2;
}

/***
Replay the mainline on one Board, which is reused for every move. The loop may play, undo or reset on the Board, because
each step sets it up again.
@function Game:boards
@return fun(): Board, Node iterator the Board after the move, and the Node
@usage for board, node in chess.game("1. e4 e5 *"):boards() do print(node.san, board:fen()) end
@usage local n = 0; for b in chess.game("1. e4 e5 *"):boards() do n = n + b:count("p") end; return n  --> 16
*/
static int game_boards(lua_State *L) {
  enum { USUAL = 1024 }; /* moves of a text of 1800 bytes */
  lcb_Game *game = self(L);
  lc_Position first;
  lc_Move usual[USUAL], *moves = usual;
  lua_settop(L, 1);
  lcb_game_settle(L, game, 1);
  if (may_be_flat(game) && room_for(game) > USUAL) moves = lua_newuserdatauv(L, room_for(game) * sizeof *moves, 0);
  bool is_flat = may_be_flat(game) && replay(L, game, &first, moves);
  if (!is_flat) lcb_game_tree(L, game, 1);
  size_t count = is_flat ? game->plies : 0;
  for (int i = 1; i <= LCB_UPVALUES; i++) lua_pushvalue(L, lua_upvalueindex(i));
  Loop *loop = lua_newuserdatauv(L, sizeof *loop + count * sizeof *moves, 0);
  loop->game = game;
  loop->node = 0;
  memcpy(loop->moves, moves, count * sizeof *moves);
  if (count > 0) {
    loop->next = first;
    lc_position_play(&loop->next, moves[0]);
  }
  lua_pushvalue(L, 1);
  lcb_push_nodes(L, 1, count < MANY ? (int)count + 1 : 0);
  lc_Start start;
  lcb_game_start(game, &start);
  loop->board = lcb_push_board(L, &start.position);
  lua_pushcclosure(L, next_board, UP_LOOP_BOARD);
  return 1;
}

const luaL_Reg lcb_loop_methods[] = {{"boards", game_boards}, {NULL, NULL}};

/* mainline() returns the same iterator function each time. The function is stored in an additional upvalue. */
void lcb_add_mainline(lua_State *L) {
  static const luaL_Reg iterator[] = {{"iterator", next_mainline}, {NULL, NULL}};
  int methods = lua_gettop(L);
  lua_newtable(L);
  lcb_functions(L, iterator);
  lua_getfield(L, methods, "boards"); /* any method has the upvalues that mainline() needs */
  for (int i = 1; i <= LCB_UPVALUES; i++) lua_getupvalue(L, methods + 2, i);
  lua_getfield(L, methods + 1, "iterator");
  lua_pushcclosure(L, game_mainline, LCB_UPVALUES + 1);
  lua_setfield(L, methods, "mainline");
  lua_settop(L, methods);
}
