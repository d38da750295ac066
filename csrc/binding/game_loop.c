/*
** game_loop - loops over the mainline of a game: Game:mainline, Game:boards and Game:moves; Game:node_at.
**
** A flat game, that is, one without variations and errors, needs no tree for a loop. A replay gives its moves, and its
** tree would have the node after n plies at index n. So its Nodes are made without a tree. The first use of such a Node
** builds the tree: see lcb_check_node(). From then on, a loop follows the tree, which the program may have changed.
** For all other games, the tree is built before the loop.
** Cost per ply of a flat game: the replay, 15 ns for the Board or the Move, 55 ns for a Node.
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

/* Positions that replay() has stored: after[i] is the position after i + 1 plies. Storing a position takes an eighth of
** the instructions of playing its move again. A Lua state has one array, which belongs to the loop that was started
** last. Older loops play the moves again, and so do loops over games with more plies. */
enum { AHEAD = 256 };

typedef struct Ahead {
  const void *owner; /* the Loop, or NULL */
  uint32_t count;
  lc_Position after[AHEAD];
} Ahead;

/* Push the array of the Lua state. */
static Ahead *push_ahead(lua_State *L) {
  static const char key; /* its address is the key in the registry */
  return lcb_push_single(L, &key, sizeof(Ahead), 0);
}

/* Replay the game at stack index 1. Store its moves unless `moves` is NULL, and its first positions unless `ahead` is
** NULL. Sets `is_flat`, and returns whether the game is flat. */
static bool replay(lua_State *L, lcb_Game *game, lc_Position *first, lc_Move *moves, Ahead *ahead) {
  lc_Start start;
  lc_Replay it;
  size_t room = room_for(game);
  lcb_game_start(game, &start);
  if (start.code != LC_D_NONE || start.repair_count) return false;
  *first = start.position;
  lcb_game_begin_replay(game, &start, &it);
  if (ahead) {
    it.after = ahead->after;
    lc_replay_run(&it, lcb_cpu(), moves, room < AHEAD ? room : AHEAD);
    it.after = NULL;
    ahead->count = it.plies;
  }
  while (!it.is_over && room - it.plies >= 64) {
    lc_replay_run(&it, lcb_cpu(), moves ? moves + it.plies : NULL, room - it.plies);
  }
  if (!it.is_over || it.code != LC_D_NONE || it.is_odd || it.skipped_count > 0) return false;
  lcb_game_keep_replay(L, game, 1, &it);
  return game->is_flat = true;
}

/* As replay(), and detect the dialect of a game that is not PGN. */
static bool replay_decided(lua_State *L, lcb_Game *game, lc_Position *first, lc_Move *moves, Ahead *ahead) {
  bool is_flat = replay(L, game, first, moves, ahead);
  if (is_flat || !game->is_undecided) return is_flat;
  lcb_game_settle(L, game, 1);
  return game->is_detected && replay(L, game, first, moves, ahead);
}

/* Make the nodes of the Game at stack index 1 known: it is flat, or it has a tree. */
static void prepare(lua_State *L, lcb_Game *game) {
  lc_Position first;
  bool is_flat = may_be_flat(game) && (game->is_flat || replay_decided(L, game, &first, NULL, NULL));
  if (!is_flat) lcb_game_tree(L, game, 1);
}

/* Return the node of the mainline after `ply` plies, or LC_NO_NODE. */
static uint32_t node_at(const lcb_Game *game, lua_Integer ply) {
  if (ply < 0) return LC_NO_NODE;
  if (game->is_flat && !(game->tree && game->tree->is_changed)) return ply <= game->plies ? (uint32_t)ply : LC_NO_NODE;
  const lc_GameNode *nodes = game->tree->game.nodes;
  uint32_t node = 0;
  for (; ply > 0 && node != LC_NO_NODE; ply--) node = nodes[node].first_child;
  return node;
}

/***
Return the node of the mainline after a number of plies: the root for 0; nil if the mainline is shorter.
@function Game:node_at
@param ply integer as in Node.ply, and in the loops over `boards()` and `moves()`
@return Node?
@usage chess.game("1. e4 (1. d4) e5 *"):node_at(2).san  --> e5
*/
static int game_node_at(lua_State *L) {
  lcb_Game *game = self(L);
  lua_Integer ply = luaL_checkinteger(L, 2);
  prepare(L, game);
  uint32_t node = node_at(game, ply);
  if (node == LC_NO_NODE) return lua_pushnil(L), 1;
  lcb_push_node(L, game, 1, node);
  return 1;
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
  lua_settop(L, 1);
  prepare(L, game);
  lua_pushvalue(L, lua_upvalueindex(LCB_UPVALUES + 1));
  lua_pushvalue(L, 1);
  return 2;
}

/* ---- boards and moves ---- */

/* Upvalues of next_board(). It has no others, so that it is made quickly. */
enum { UP_BOARDS = 1, UP_BOARDS_BOARD, UP_BOARDS_GAME, UP_BOARDS_AHEAD };
/* Upvalues of next_move(), after those that all functions have. */
enum { UP_MOVES = LCB_UPVALUES + 1, UP_MOVES_GAME };

typedef struct Loop {
  lcb_Game *game;
  uint32_t node;   /* the node of the last step, or LC_NO_NODE after the last one */
  uint32_t plies;  /* in a loop over boards of a flat game: `position` is the position after this number of plies */
  lc_Board *board;
  const Ahead *ahead;
  lc_Position position;
  lc_Move moves[]; /* the moves of a flat game */
} Loop;

/* Go to the next node of the tree. Returns false after the last one. */
static bool step_in_tree(lua_State *L, Loop *loop) {
  const lc_GameNode *nodes = loop->game->tree->game.nodes;
  if (loop->node == LC_NO_NODE) return false;
  if (nodes[loop->node].is_removed) luaL_error(L, "the loop removed its current node");
  loop->node = nodes[loop->node].first_child;
  return loop->node != LC_NO_NODE;
}

/* Go to the next node of a game without a tree. Returns false after the last one. */
static inline bool step_flat(Loop *loop) {
  if (loop->node >= loop->game->plies) { /* also if it is LC_NO_NODE */
    loop->node = LC_NO_NODE;
    return false;
  }
  loop->node++;
  return true;
}

/* Return the position of a flat game after `ply` plies. */
static const lc_Position *flat_position(Loop *loop, uint32_t ply) {
  if (loop->ahead->owner == loop && ply <= loop->ahead->count) return &loop->ahead->after[ply - 1];
  while (loop->plies < ply) lc_position_play(&loop->position, loop->moves[loop->plies++]);
  return &loop->position;
}

static int next_board(lua_State *L) {
  Loop *loop = lua_touserdata(L, lua_upvalueindex(UP_BOARDS));
  uint32_t ply;
  if (loop->game->tree) {
    if (!step_in_tree(L, loop)) return lua_pushnil(L), 1;
    ply = loop->game->tree->game.nodes[loop->node].ply;
    lc_Position now;
    lcb_game_position(loop->game, loop->node, &now);
    lcb_begin_board(loop->board, &now, ply);
  } else {
    if (!step_flat(loop)) return lua_pushnil(L), 1;
    ply = loop->node;
    lcb_begin_board(loop->board, flat_position(loop, ply), ply);
  }
  lua_pushvalue(L, lua_upvalueindex(UP_BOARDS_BOARD));
  lua_pushinteger(L, ply);
  return 2;
}

static int next_move(lua_State *L) {
  Loop *loop = lua_touserdata(L, lua_upvalueindex(UP_MOVES));
  uint32_t ply;
  lc_Move move;
  if (loop->game->tree) {
    if (!step_in_tree(L, loop)) return lua_pushnil(L), 1;
    const lc_GameNode *node = &loop->game->tree->game.nodes[loop->node];
    ply = node->ply;
    move = node->move;
  } else {
    if (!step_flat(loop)) return lua_pushnil(L), 1;
    ply = loop->node;
    move = loop->moves[ply - 1];
  }
  lcb_push_move(L, move);
  lua_pushinteger(L, ply);
  return 2;
}

/* Push a Loop over the mainline of the Game at stack index 1, before its first step. `ahead` may be NULL. */
static Loop *push_loop(lua_State *L, lcb_Game *game, Ahead *ahead) {
  enum { USUAL = 1024 }; /* moves of a text of 1800 bytes */
  lc_Position first;
  lc_Move usual[USUAL], *moves = usual;
  if (may_be_flat(game) && room_for(game) > USUAL) moves = lua_newuserdatauv(L, room_for(game) * sizeof *moves, 0);
  if (ahead) ahead->owner = usual; /* allocating memory may run a finalizer with a loop, which takes the array */
  bool is_flat = may_be_flat(game) && replay_decided(L, game, &first, moves, ahead);
  if (!is_flat) lcb_game_tree(L, game, 1);
  size_t count = is_flat ? game->plies : 0;
  Loop *loop = lua_newuserdatauv(L, sizeof *loop + count * sizeof *moves, 0);
  loop->game = game;
  loop->node = loop->plies = 0;
  loop->ahead = ahead;
  if (ahead && ahead->owner == usual) ahead->owner = loop;
  if (count > 0) {
    loop->position = first;
    memcpy(loop->moves, moves, count * sizeof *moves);
  }
  return loop;
}

/***
Replay the mainline on one Board, which is reused for every move. The loop may play, undo or reset on the Board, because
each step sets it up again. `game:node_at(ply)` is the Node of a step.
@function Game:boards
@return fun(): Board, integer iterator the Board after the move, and the number of plies since the start
@usage for board, ply in chess.game("1. e4 e5 *"):boards() do print(ply, board:fen()) end
@usage local n = 0; for b in chess.game("1. e4 e5 *"):boards() do n = n + b:count("p") end; return n  --> 16
*/
static int game_boards(lua_State *L) {
  lcb_Game *game = self(L);
  lc_Start start;
  lua_settop(L, 1);
  Ahead *ahead = push_ahead(L);
  Loop *loop = push_loop(L, game, ahead);
  lcb_game_start(game, &start);
  loop->board = lcb_push_board(L, &start.position);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, next_board, UP_BOARDS_AHEAD);
  return 1;
}

/***
Iterate over the moves of the mainline, without Boards and Nodes.
@function Game:moves
@return fun(): Move, integer iterator the Move, and its ply: 1 for the first move
@usage for move, ply in chess.game("1. e4 e5 *"):moves() do print(ply, move) end
@usage local n = 0; for m in chess.game("1. e4 e5 *"):moves() do n = n + (m.to == "e5" and 1 or 0) end; return n  --> 1
*/
static int game_moves(lua_State *L) {
  lcb_Game *game = self(L);
  lua_settop(L, 1);
  push_loop(L, game, NULL);
  int loop = lua_gettop(L);
  for (int i = 1; i <= LCB_UPVALUES; i++) lua_pushvalue(L, lua_upvalueindex(i));
  lua_pushvalue(L, loop);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, next_move, UP_MOVES_GAME);
  return 1;
}

const luaL_Reg lcb_loop_methods[] = {
    {"boards", game_boards}, {"moves", game_moves}, {"node_at", game_node_at}, {NULL, NULL}};

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
