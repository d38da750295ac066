/*
** opening_tree - lucena.OpeningTree: the tree of the positions that lines lead to, for lua/lucena/opening/tree.lua, and
** opening books made of it.
*/
#include <stdlib.h>

#include "../opening/book.h"
#include "grow.h"
#include "lines.h"

/* User value of an OpeningTree: its Lines. */
enum { TREE_LINES = 1, TREE_VALUES = TREE_LINES };

typedef struct Tree {
  const lcb_Lines *lines;
  lc_OpeningTree core;
} Tree;

/* Finalizers of other objects may use a tree whose memory was freed. */
static Tree *self(lua_State *L) {
  Tree *tree = lcb_self(L);
  if (tree->lines->is_closed) luaL_error(L, "the lines are closed");
  return tree;
}

lc_Line **lcb_push_lines(lua_State *L, const lcb_Lines *lines, size_t *count) {
  lc_Line **list = NULL;
  size_t room = 0;
  lua_settop(L, 2);
  LCB_GROW(L, 2, 0, list, 0, room, lines->all.count)
  lc_lines_list(&lines->all, list);
  *count = lines->all.count;
  return list;
}

/***
Create the tree of the positions of all lines. Lines that are added later are not in it.
@function Lines:tree
@param min integer omit positions with fewer games
@return OpeningTree
@usage require("lucena.core").lines(chess.position(), 10):tree(1):count()  --> 0
*/
int lcb_lines_tree(lua_State *L) {
  const lcb_Lines *lines = lcb_check_lines(L);
  lua_Integer min = luaL_checkinteger(L, 2);
  size_t count;
  lc_Line **sorted = lcb_push_lines(L, lines, &count); /* at 2 */
  if (count) qsort(sorted, count, sizeof *sorted, lc_lines_order);
  Tree *tree = lua_newuserdatauv(L, sizeof *tree, TREE_VALUES); /* at 3 */
  *tree = (Tree){.lines = lines};
  luaL_setmetatable(L, LCB_OPENING_TREE);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 3, TREE_LINES);
  lc_Memory memory = lcb_memory(L);
  switch (lc_tree_make(&memory, &lines->all, sorted, count, min < 1 ? 1 : (uint64_t)min, &tree->core)) {
    case LC_TREE_OK: break;
    case LC_TREE_NO_MEMORY: return lcb_no_memory(L);
    case LC_TREE_TOO_LARGE: return luaL_error(L, "the opening tree is too large");
    case LC_TREE_ILLEGAL_MOVE: return luaL_error(L, "a line has an illegal move");
  }
  return 1;
}

static int tree_gc(lua_State *L) {
  Tree *tree = lcb_self(L);
  lc_Memory memory = lcb_memory(L);
  lc_tree_free(&memory, &tree->core);
  return 0;
}

/* ---- reading ---- */

static const lc_Vertex *check_vertex(lua_State *L, const lc_OpeningTree *tree, int arg) {
  lua_Integer at = luaL_checkinteger(L, arg);
  luaL_argcheck(L, at > 0 && at <= (lua_Integer)tree->vertex_count, arg, "no vertex");
  return &tree->vertices[at - 1];
}

/* Push statistics: {games, white, draw, black, ... (lucena.lines.FIELDS), year =, notable =}. */
static void push_stats(lua_State *L, const lc_Stats *stats) {
  const lc_Sums *sums = &stats->sums;
  const uint64_t values[] = {sums->games, sums->won[0], sums->drawn, sums->won[1], sums->rated[0], sums->ratings[0],
                             sums->halves[0], sums->rated[1], sums->ratings[1], sums->halves[1]};
  int count = sizeof values / sizeof *values;
  lua_createtable(L, count, 2);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, (lua_Integer)values[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushinteger(L, sums->year);
  lua_setfield(L, -2, "year");
  if (!stats->notable) return;
  lua_pushlstring(L, stats->notable->label_size ? stats->notable->label : "", stats->notable->label_size);
  lua_setfield(L, -2, "notable");
}

/***
Return the number of vertices.
@function OpeningTree:count
@return integer
@usage require("lucena.core").lines(chess.position(), 10):tree(1):count()  --> 0
*/
static int tree_count(lua_State *L) { return lcb_return_count(L, self(L)->core.vertex_count); }

/***
Return the vertex of a position.
@function OpeningTree:find
@param position Position
@return integer? vertex 1 to count(); nil if the position has too few games
@usage require("lucena.core").lines(chess.position(), 10):tree(1):find(chess.position())  --> nil
*/
static int tree_find(lua_State *L) {
  const lc_OpeningTree *tree = &self(L)->core;
  uint32_t at = lc_tree_find(tree, lcb_check(L, 2, LCB_UP_POSITION));
  if (at == LC_NOWHERE) return lua_pushnil(L), 1;
  return lcb_return_count(L, (uint64_t)at + 1);
}

/***
Return the position and the statistics of a vertex.
@function OpeningTree:vertex
@param vertex integer
@return Position
@return table stats
@usage local lines = require("lucena.core").lines(chess.position(), 10); lines:add(chess.game "1. e4 *")
  return select(2, lines:tree(1):vertex(1))[1]  --> 1
*/
static int tree_vertex(lua_State *L) {
  const lc_Vertex *vertex = check_vertex(L, &self(L)->core, 2);
  *lcb_new_position(L) = vertex->position;
  push_stats(L, &vertex->stats);
  return 2;
}

/***
Return the moves from a vertex, in no particular order.
@function OpeningTree:moves
@param vertex integer
@return table[] moves {move, code, stats, place = the vertex after the move, or nil}
@usage local lines = require("lucena.core").lines(chess.position(), 10); lines:add(chess.game "1. e4 *")
  return tostring(lines:tree(1):moves(1)[1].move)  --> e2e4
*/
static int tree_moves(lua_State *L) {
  const lc_OpeningTree *tree = &self(L)->core;
  const lc_Vertex *vertex = check_vertex(L, tree, 2);
  lua_newtable(L);
  lua_Integer count = 0;
  for (uint32_t at = vertex->edges; at != LC_NOWHERE; at = tree->edges[at].next) {
    const lc_Edge *edge = &tree->edges[at];
    lc_Position after = vertex->position;
    lc_position_play(&after, edge->move);
    uint32_t place = lc_tree_find(tree, &after);
    lua_createtable(L, 0, 4);
    lcb_push_move(L, edge->move);
    lua_setfield(L, -2, "move");
    lua_pushinteger(L, edge->move);
    lua_setfield(L, -2, "code");
    push_stats(L, &edge->stats);
    lua_setfield(L, -2, "stats");
    if (place != LC_NOWHERE) {
      lua_pushinteger(L, (lua_Integer)place + 1);
      lua_setfield(L, -2, "place");
    }
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

/* ---- books ---- */

/* Push the table of a move of a book, or nothing if it is omitted. */
static bool push_book_move(lua_State *L, const lc_Edge *edge, unsigned turn, uint32_t min) {
  const lc_Sums *sums = &edge->stats.sums;
  lc_BookMove move;
  if (!lc_book_move(edge, turn, min, &move)) return false;
  const struct {
    const char *name;
    uint64_t value;
  } fields[] = {{"raw", move.raw}, {"weight", move.weight}, {"learn", 0}, {"games", sums->games},
                {"won", sums->won[turn]}, {"drawn", sums->drawn}, {"lost", sums->won[!turn]}};
  lua_createtable(L, 0, sizeof fields / sizeof *fields);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    lua_pushinteger(L, (lua_Integer)fields[i].value);
    lua_setfield(L, -2, fields[i].name);
  }
  return true;
}

/* Upvalues of an iterator over a book, after those of the class: the tree, the sorted keys, the number of keys that
** were used, and the least number of games. */
enum { BOOK_TREE = LCB_UPVALUES + 1, BOOK_KEYS, BOOK_AT, BOOK_MIN, BOOK_UPVALUES = BOOK_MIN };

/* Return the tree of an iterator. After the tree was closed, it has no vertices. */
static const lc_OpeningTree *book_tree(lua_State *L) {
  const Tree *tree = lua_touserdata(L, lua_upvalueindex(BOOK_TREE));
  return &tree->core;
}

static int next_book_place(lua_State *L) {
  const lc_OpeningTree *tree = book_tree(L);
  const lc_BookKey *keys = lua_touserdata(L, lua_upvalueindex(BOOK_KEYS));
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(BOOK_AT)), count = 0;
  uint32_t min = (uint32_t)lua_tointeger(L, lua_upvalueindex(BOOK_MIN));
  while (at < (lua_Integer)tree->vertex_count && !lc_book_has(tree, keys[at].vertex, min)) at++;
  lua_pushinteger(L, at + 1);
  lua_replace(L, lua_upvalueindex(BOOK_AT)); /* before a finalizer can call this function */
  if (at >= (lua_Integer)tree->vertex_count) return 0;
  const lc_Vertex *vertex = &tree->vertices[keys[at].vertex];
  lua_settop(L, 0);
  lua_createtable(L, 0, 3);
  lua_pushinteger(L, (lua_Integer)keys[at].key);
  lua_setfield(L, 1, "key");
  *lcb_new_position(L) = vertex->position;
  lua_setfield(L, 1, "position");
  lua_newtable(L);
  for (uint32_t edge = vertex->edges; edge != LC_NOWHERE; edge = tree->edges[edge].next) {
    if (push_book_move(L, &tree->edges[edge], vertex->position.turn, min)) lua_rawseti(L, 2, ++count);
  }
  lua_setfield(L, 1, "moves");
  return 1;
}

static int next_polyglot_text(lua_State *L) {
  char text[LC_BOOK_TEXT];
  const lc_OpeningTree *tree = book_tree(L);
  const lc_BookKey *keys = lua_touserdata(L, lua_upvalueindex(BOOK_KEYS));
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(BOOK_AT));
  uint32_t min = (uint32_t)lua_tointeger(L, lua_upvalueindex(BOOK_MIN));
  size_t count = 0;
  while (count == 0 && at < (lua_Integer)tree->vertex_count) count = lc_book_text(tree, &keys[at++], min, text);
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(BOOK_AT));
  if (count == 0) return 0;
  lua_pushlstring(L, text, count * LC_POLYGLOT_ENTRY);
  lua_pushinteger(L, (lua_Integer)count);
  return 2;
}

/* Return an iterator over the vertices of the OpeningTree at index 1 by key; the least number of games is at index
** 2. */
static int push_book(lua_State *L, lua_CFunction next) {
  const lc_OpeningTree *tree = &self(L)->core;
  lua_Integer min = luaL_checkinteger(L, 2);
  lua_settop(L, 1);
  for (int i = 1; i <= LCB_UPVALUES; i++) lua_pushvalue(L, lua_upvalueindex(i));
  lua_pushvalue(L, 1);
  lc_BookKey *keys = lua_newuserdatauv(L, ((size_t)tree->vertex_count + 1) * sizeof *keys, 0);
  lc_book_keys(tree, keys);
  qsort(keys, tree->vertex_count, sizeof *keys, lc_book_order);
  lua_pushinteger(L, 0);
  lua_pushinteger(L, min < 1 ? 1 : min < UINT32_MAX ? min : UINT32_MAX);
  lua_pushcclosure(L, next, BOOK_UPVALUES);
  return 1;
}

/***
Iterate over the positions of an opening book with their moves, sorted by key. The moves are not sorted.
@function OpeningTree:book
@param min integer omit moves of fewer games
@return function iterator of {key, position, moves}
@usage require("lucena.core").lines(chess.position(), 10):tree(1):book(1)()  --> nil
*/
static int tree_book(lua_State *L) { return push_book(L, next_book_place); }

/***
Iterate over the same places as texts of a Polyglot book.
@function OpeningTree:polyglot
@param min integer omit moves of fewer games
@return function iterator of text, number of moves
@usage require("lucena.core").lines(chess.position(), 10):tree(1):polyglot(1)()  --> nil
*/
static int tree_polyglot(lua_State *L) { return push_book(L, next_polyglot_text); }

void lcb_open_opening_tree(lua_State *L) {
  static const luaL_Reg methods[] = {{"book", tree_book}, {"count", tree_count}, {"find", tree_find},
                                     {"moves", tree_moves}, {"polyglot", tree_polyglot}, {"vertex", tree_vertex},
                                     {NULL, NULL}};
  static const luaL_Reg metamethods[] = {{"__gc", tree_gc}, {NULL, NULL}};
  static const lcb_Class class = {.name = LCB_OPENING_TREE, .methods = {methods}, .metamethods = metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "OpeningTree");
}
