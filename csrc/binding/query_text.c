/*
** query_text - tables for Lua that describe the instructions in steps.def, and the instructions of one program.
**
** lucena.query.plan needs the costs and stages. The Lua files that build queries need the numbers used in steps.
** Query:program() prints the instructions.
*/
#include "query.h"

static void set_integer(lua_State *L, const char *name, int64_t value) {
  lua_pushinteger(L, (lua_Integer)value);
  lua_setfield(L, -2, name);
}

static void set_string(lua_State *L, const char *name, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

/* ---- a program ---- */

static void push_node(lua_State *L, const lc_Query *query, uint32_t i) {
  static const char *const kinds[] = {"and", "or", "not", "leaf"};
  const lc_QueryNode *node = &lc_query_nodes(query)[i];
  lua_createtable(L, 0, 3);
  set_string(L, "kind", kinds[node->kind]);
  set_integer(L, "first", node->first);
  set_integer(L, "count", node->count);
}

static void push_name(lua_State *L, const lc_Query *query, const lc_QueryName *name) {
  lua_pushlstring(L, lc_query_pool(query) + name->text, name->size);
}

/* Push the names of the tags of a question, separated by blanks. */
static void push_tags(lua_State *L, const lc_Query *query, const lc_QueryLeaf *leaf) {
  lua_pushliteral(L, "");
  for (uint32_t i = 0; i < leaf->moves; i++) {
    lua_pushstring(L, i > 0 ? " " : "");
    push_name(L, query, lc_query_asked_name(query, leaf, i));
    lua_concat(L, 3);
  }
}

static void push_leaf(lua_State *L, const lc_Query *query, uint32_t i) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(query)[i];
  const lc_LeafInfo *info = &lc_leaf_info[leaf->op];
  const char *pool = lc_query_pool(query);
  lua_createtable(L, 0, 8);
  set_string(L, "op", info->name);
  if (leaf->op == LC_LEAF_ASK_TAGS) {
    push_tags(L, query, leaf);
    lua_setfield(L, -2, "name");
  } else if (info->stage == LC_LEAF_TAGS && leaf->op != LC_LEAF_ANY_TAG) {
    push_name(L, query, (const lc_QueryName *)(const void *)((const char *)query + query->names) + leaf->name);
    lua_setfield(L, -2, "name");
  }
  if (leaf->text_size > 0) {
    lua_pushlstring(L, pool + leaf->text, leaf->text_size);
    lua_setfield(L, -2, "text");
  }
  if (leaf->op == LC_LEAF_EVER || leaf->op == LC_LEAF_HELD || leaf->op == LC_LEAF_AT_END) {
    set_integer(L, "entry", leaf->entry);
  }
  if (leaf->lo != INT64_MIN) set_integer(L, "lo", leaf->lo);
  if (leaf->hi != INT64_MAX) set_integer(L, "hi", leaf->hi);
}

static void push_step(lua_State *L, const lc_Query *query, uint32_t i) {
  const lc_QueryStep *step = &lc_query_steps(query)[i];
  lua_createtable(L, 0, 11);
  set_string(L, "op", lc_step_info[step->op].name);
  set_integer(L, "yes", step->yes);
  set_integer(L, "no", step->no);
  set_integer(L, "color", step->color);
  set_integer(L, "kinds", step->kinds);
  set_integer(L, "others", step->others);
  set_integer(L, "count", step->count);
  set_integer(L, "lo", step->lo);
  set_integer(L, "hi", step->hi);
  set_integer(L, "a", (int64_t)step->a);
  set_integer(L, "b", (int64_t)step->b);
  if (step->op == LC_STEP_INSTEAD) set_integer(L, "entry", step->data);
}

static void set_list(lua_State *L, const char *name, const lc_Query *query, uint32_t count,
                     void (*push)(lua_State *, const lc_Query *, uint32_t)) {
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 0; i < count; i++) {
    push(L, query, i);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, name);
}

/***
Return the instructions of a program; Query:program() prints them.
@function Program:instructions
@return table nodes, leaves, steps: arrays of tables with the fields of csrc/match/query.h; numbers in them count from 0
@usage #(require("lucena.query").compiled(chess.query.check)):instructions().steps  --> 1
*/
int lcb_program_instructions(lua_State *L) {
  const lc_Query *query = luaL_checkudata(L, 1, LCB_PROGRAM);
  lua_createtable(L, 0, 3);
  set_list(L, "nodes", query, query->node_count, push_node);
  set_list(L, "leaves", query, query->leaf_count, push_leaf);
  set_list(L, "steps", query, query->step_count, push_step);
  return 1;
}

/* ---- steps.def ---- */

/***
Return the contents of csrc/match/steps.def, by name: the relative cost of each step, the stage of each leaf (1 tags, 2
text, 3 moves, 4 Lua), and the numbers used in steps and leaves.
@function core.query_instructions
@return table steps, leaves, codes
@usage require("lucena.core").query_instructions().steps.stalemate  --> 20
*/
int lcb_query_instructions(lua_State *L) {
  static const struct {
    const char *name;
    lua_Integer value;
  } codes[] = {
#define LC_QUERY_CODE(NAME, value) {#NAME, value},
#include "../match/steps.def"
  };
  lua_createtable(L, 0, 3);
  lua_createtable(L, 0, (int)lc_step_count);
  for (uint32_t i = 0; i < lc_step_count; i++) set_integer(L, lc_step_info[i].name, lc_step_info[i].cost);
  lua_setfield(L, -2, "steps");
  lua_createtable(L, 0, (int)lc_leaf_count);
  for (uint32_t i = 0; i < lc_leaf_count; i++) set_integer(L, lc_leaf_info[i].name, lc_leaf_info[i].stage);
  lua_setfield(L, -2, "leaves");
  lua_createtable(L, 0, (int)(sizeof codes / sizeof *codes));
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) set_integer(L, codes[i].name, codes[i].value);
  lua_setfield(L, -2, "codes");
  return 1;
}
