/*
** game_copy - Game:copy: creates a separate game with the same text, tags, tree and result.
**
** The arrays are copied unchanged, so nodes keep their ids and offsets into the text stay valid. Allocating memory may
** run finalizers, which may edit the original game. So all memory is allocated first; the copying itself allocates
** nothing. Cost: one pass over the game's text and tree.
*/
#include <string.h>

#include "game.h"

/* Create a userdata for `count` elements and store it as user value `value` of the tree at stack index `at`. */
static void *new_block(lua_State *L, int at, int value, size_t count, size_t size) {
  void *block = lua_newuserdatauv(L, count * size + 1, 0);
  lua_setiuservalue(L, at, value);
  return block;
}

/* Make room in a new tree, at stack index `at`, for the contents of tree `from`. Returns false if `from` has grown
** since make_room() was called. */
static bool make_room(lua_State *L, int at, lcb_Tree *to, const lcb_Tree *from) {
  lc_Game *game = &to->game;
  game->node_room = from->game.node_count;
  game->note_room = from->game.note_count;
  game->checkpoint_room = from->game.checkpoint_count;
  to->pool_room = from->pool_size;
  game->nodes = new_block(L, at, LCB_TREE_NODES, game->node_room, sizeof *game->nodes);
  game->notes = new_block(L, at, LCB_TREE_NOTES, game->note_room, sizeof *game->notes);
  game->checkpoints = new_block(L, at, LCB_TREE_CHECKPOINTS, game->checkpoint_room, sizeof *game->checkpoints);
  to->pool = new_block(L, at, LCB_TREE_POOL, to->pool_room, 1);
  return from->game.node_count <= game->node_room && from->game.note_count <= game->note_room &&
         from->game.checkpoint_count <= game->checkpoint_room && from->pool_size <= to->pool_room;
}

static void copy_block(void *to, const void *from, size_t count, size_t size) {
  if (count) memcpy(to, from, count * size);
}

/* Copy the contents of `from` to the new tree. Allocates nothing. */
static void fill(lcb_Tree *to, const lcb_Tree *from) {
  lcb_Tree room = *to;
  *to = *from;
  to->game.nodes = room.game.nodes;
  to->game.notes = room.game.notes;
  to->game.checkpoints = room.game.checkpoints;
  to->pool = room.pool;
  to->game.node_room = room.game.node_room;
  to->game.note_room = room.game.note_room;
  to->game.checkpoint_room = room.game.checkpoint_room;
  to->pool_room = room.pool_room;
  copy_block(to->game.nodes, from->game.nodes, from->game.node_count, sizeof *from->game.nodes);
  copy_block(to->game.notes, from->game.notes, from->game.note_count, sizeof *from->game.notes);
  copy_block(to->game.checkpoints, from->game.checkpoints, from->game.checkpoint_count,
             sizeof *from->game.checkpoints);
  copy_block(to->pool, from->pool, from->pool_size, 1);
}

/* Copy user values from the Game at index 1 to the Game at index 2, except those that belong to its tree. */
static void copy_slots(lua_State *L) {
  if (lcb_game_slot(L, 1, LCB_GAME_OPTIONS) == LUA_TUSERDATA) lua_setiuservalue(L, 2, LCB_GAME_SLOTS);
  lua_settop(L, 3);
  if (lcb_game_slot(L, 1, LCB_GAME_DIALECT) != LUA_TNIL) lcb_set_game_slot(L, 2, LCB_GAME_DIALECT);
  lua_settop(L, 3);
  if (lcb_game_slot(L, 1, LCB_GAME_EDITS) != LUA_TTABLE) return;
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, 4);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, 5);
  }
  lcb_set_game_slot(L, 2, LCB_GAME_EDITS);
}

/***
Return a copy of the game that can be edited without changing this one: text, tags, moves, comments, result, reading
options. Nodes have the same ids. `game.data` is not copied.
@function Game:copy
@return Game
@usage local a = chess.game("1. e4 e5 *"); local b = a:copy(); b.root[1]:remove(); return a.plies - b.plies  --> 2
*/
static int game_copy(lua_State *L) {
  lcb_Game *game = lcb_self(L);
  lua_settop(L, 1);
  luaL_checkstack(L, 12, NULL);
  lcb_Game *out = lua_newuserdatauv(L, sizeof *out + game->size, LCB_GAME_VALUES); /* 2 */
  lcb_Tree *tree = NULL;
  if (game->tree) { /* index 3 */
    tree = lua_newuserdatauv(L, sizeof *tree, LCB_TREE_VALUES);
    memset(tree, 0, sizeof *tree);
    while (!make_room(L, 3, tree, game->tree)) continue;
    fill(tree, game->tree);
  } else {
    lua_pushnil(L);
  }
  memcpy(out, game, sizeof *out + game->size);
  out->tree = NULL;
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_GAME));
  lua_setmetatable(L, 2);
  copy_slots(L);
  lua_settop(L, 3);
  if (tree) lcb_set_game_slot(L, 2, LCB_GAME_TREE);
  out->tree = tree;
  lua_settop(L, 2);
  return 1;
}

const luaL_Reg lcb_game_copy_methods[] = {
    {"copy", game_copy},
    {NULL, NULL},
};
