/*
** node_handle - see game.h: creates and checks Nodes. A Node is the userdata for one node of a game. It is created when
** a program first asks for the node, and never twice at the same time, so Nodes can be compared and be table keys.
*/
#include "game.h"

/* Push the table of the Nodes of the Game at stack index `index`. It has one entry per Node, with weak
** values: the node's index + 1 -> Node. */
static void push_nodes(lua_State *L, int index) {
  enum { FEW = 2 };
  if (lua_getiuservalue(L, index, LCB_GAME_NODES) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, FEW, 0);
  static const char key; /* its address is the key of the metatable in the registry */
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
  }
  lua_setmetatable(L, -2);
  if (lua_getiuservalue(L, index, LCB_GAME_NODES) == LUA_TTABLE) { /* a finalizer has already created the table */
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, LCB_GAME_NODES);
}

/* Push the Node if it exists. Returns whether it does. */
static bool push_listed(lua_State *L, const lcb_Game *game, int nodes, uint32_t node) {
  if (node >= game->listed) return false;
  if (lua_rawgeti(L, nodes, (lua_Integer)node + 1) == LUA_TUSERDATA) return true;
  lua_pop(L, 1);
  return false;
}

/* Push a Node. The Game is at stack index `index`, the table of its Nodes at `nodes`. */
static void push_node_in(lua_State *L, lcb_Game *game, int index, int nodes, uint32_t node) {
  if (push_listed(L, game, nodes, node)) return;
  lcb_Node *handle = lua_newuserdatauv(L, sizeof *handle, 1);
  handle->index = node;
  handle->game = game;
  lua_pushvalue(L, index);
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_NODE));
  lua_setmetatable(L, -2);
  if (push_listed(L, game, nodes, node)) { /* a finalizer has already created the Node */
    lua_remove(L, -2);
    return;
  }
  lua_pushvalue(L, -1);
  lua_rawseti(L, nodes, (lua_Integer)node + 1);
  if (node >= game->listed) game->listed = node + 1;
}

void lcb_push_node(lua_State *L, lcb_Game *game, int index, uint32_t node) {
  index = lua_absindex(L, index);
  luaL_checkstack(L, 6, NULL);
  push_nodes(L, index);
  int nodes = lua_gettop(L);
  push_node_in(L, game, index, nodes, node);
  lua_remove(L, nodes);
}

void lcb_push_node_beside(lua_State *L, int index, uint32_t node) {
  lcb_Game *game = ((lcb_Node *)lua_touserdata(L, index))->game;
  lua_getiuservalue(L, index, 1);
  int at = lua_gettop(L);
  lua_getiuservalue(L, at, LCB_GAME_NODES);
  push_node_in(L, game, at, at + 1, node);
  lua_replace(L, at);
  lua_settop(L, at);
}

lcb_Node *lcb_check_listed_node(lua_State *L, int arg) {
  lcb_Node *node = lcb_check(L, arg, LCB_UP_NODE);
  const lcb_Tree *tree = node->game->tree;
  if (tree && tree->game.nodes[node->index].is_removed) luaL_error(L, "node was removed");
  return node;
}

lcb_Node *lcb_check_node(lua_State *L, int arg) {
  lcb_Node *node = lcb_check_listed_node(L, arg);
  lcb_node_tree(L, arg, node);
  return node;
}

void lcb_grow_tree(lua_State *L, int index, lcb_Node *node) {
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  lua_getiuservalue(L, index, 1);
  lcb_game_tree(L, node->game, -1);
  lua_pop(L, 1);
}
