/*
** game_copy - Game:copy: creates a separate game with the same text, tags, tree and result.
**
** The arrays are copied unchanged, so nodes keep their ids and offsets into the text stay valid. Allocating memory may
** run finalizers, which may edit the original game. So all memory is allocated first; the copying itself allocates
** nothing. Cost: one pass over the game's text and tree.
*/
#include <string.h>

#include "game.h"
#include "grow.h"

static bool has_room(const lcb_Tree *to, const lcb_Tree *from) {
  const lc_Game *game = &to->game;
  return from->game.node_count <= game->node_room && from->game.note_count <= game->note_room &&
         from->game.checkpoint_count <= game->checkpoint_room && from->pool_size <= to->pool_room;
}

/* Make room in a new tree, at stack index `at`, for the contents of tree `from`, to which a finalizer may add more. */
static void make_room(lua_State *L, int at, lcb_Tree *to, const lcb_Tree *from) {
  lc_Game *game = &to->game;
  while (!has_room(to, from)) {
    LCB_GROW(L, at, LCB_TREE_NODES, game->nodes, 0, game->node_room, from->game.node_count)
    LCB_GROW(L, at, LCB_TREE_NOTES, game->notes, 0, game->note_room, from->game.note_count)
    LCB_GROW(L, at, LCB_TREE_CHECKPOINTS, game->checkpoints, 0, game->checkpoint_room, from->game.checkpoint_count)
    LCB_GROW(L, at, LCB_TREE_POOL, to->pool, 0, to->pool_room, from->pool_size)
  }
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

/* Stack indexes used by game_copy(). */
enum { AT_GAME = 1, AT_COPY, AT_SLOTS, AT_EDITS, AT_TREE };

/* Copy the table on top of the stack to AT_EDITS, and replace it by the copy. */
static void copy_edits(lua_State *L) {
  for (lua_pushnil(L); lua_next(L, -2);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, AT_EDITS);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, AT_EDITS);
}

/* Copy the contents of the Game's slots, except those that a program has stored. */
static void copy_slots(lua_State *L) {
  static const int copied[] = {LCB_GAME_OPTIONS, LCB_GAME_DIALECT, LCB_GAME_EDITS};
  if (lua_getiuservalue(L, AT_GAME, LCB_GAME_SLOTS) != LUA_TTABLE) {
    lua_setiuservalue(L, AT_COPY, LCB_GAME_SLOTS);
    return;
  }
  lua_pop(L, 1);
  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
    if (lcb_game_slot(L, AT_GAME, copied[i]) == LUA_TTABLE) copy_edits(L);
    lua_rawseti(L, AT_SLOTS, copied[i]);
  }
  lua_pushvalue(L, AT_TREE);
  lua_rawseti(L, AT_SLOTS, LCB_GAME_TREE);
  lua_pushvalue(L, AT_SLOTS);
  lua_setiuservalue(L, AT_COPY, LCB_GAME_SLOTS);
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
  lcb_Tree *tree = NULL;
  lua_settop(L, AT_GAME);
  luaL_checkstack(L, 12, NULL);
  lcb_Game *out = lua_newuserdatauv(L, sizeof *out + game->size, LCB_GAME_VALUES);
  lua_createtable(L, LCB_GAME_OPTIONS, 0);
  lua_newtable(L);
  if (game->tree) {
    tree = lua_newuserdatauv(L, sizeof *tree, LCB_TREE_VALUES);
    memset(tree, 0, sizeof *tree);
    make_room(L, AT_TREE, tree, game->tree);
    fill(tree, game->tree);
  } else {
    lua_pushnil(L);
  }
  /* Nothing is allocated from the copy of the tree on, so that all parts are copied from the same state of the game. */
  memcpy(out, game, sizeof *out + game->size);
  out->tree = tree;
  copy_slots(L);
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_GAME));
  lua_setmetatable(L, AT_COPY);
  lua_settop(L, AT_COPY);
  return 1;
}

const luaL_Reg lcb_game_copy_methods[] = {
    {"copy", game_copy},
    {NULL, NULL},
};
