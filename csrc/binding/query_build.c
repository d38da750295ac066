/*
** query_build - core.program: converts the tables of lua/lucena/query/plan.lua to one flat lc_Query.
**
** All input is checked here. Indexes of nodes, leaves, steps and names must be inside their arrays. A node or step may
** only refer to later ones. So even a program from wrong tables always ends, and reads only inside its block. The block
** is a userdata at stack index BLOCK. It grows by doubling.
*/
#include <string.h>

#include "grow.h"
#include "query.h"

enum { SPEC = 1, FUNCTIONS, BLOCK, MOST = LC_QUERY_MOST, DEEPEST = 200 };
enum { MOST_KINDS = LC_ALL_KINDS | LC_EMPTY_SQUARES | LC_MOVER };

typedef struct Build {
  char *bytes;
  size_t used, room;
  lc_Query head;
} Build;

/* ---- the block ---- */

/* Append `size` zero bytes to the block, aligned by eight. Returns their offset. */
static uint32_t add(lua_State *L, Build *b, size_t size) {
  size_t at = b->used, needed = at + ((size + 7) & ~(size_t)7);
  if (needed > UINT32_MAX / 2) luaL_error(L, "query is too large");
  LCB_GROW(L, BLOCK, 0, b->bytes, at, b->room, needed - at)
  memset(b->bytes + at, 0, needed - at);
  b->used = needed;
  return (uint32_t)at;
}

/* Append data to the pool. Returns its offset from the beginning of the pool. */
static uint32_t add_pool(lua_State *L, Build *b, const void *data, size_t size) {
  uint32_t at = add(L, b, size);
  memcpy(b->bytes + at, data, size);
  return at - b->head.pool;
}

static void add_word(lua_State *L, Build *b, uint64_t word) { add_pool(L, b, &word, sizeof word); }

/* ---- fields of the table on top of the stack ---- */

static lua_Integer integer_of(lua_State *L, const char *name, lua_Integer otherwise) {
  int is_integer = 1;
  lua_Integer value = lua_getfield(L, -1, name) == LUA_TNIL ? otherwise : lua_tointegerx(L, -1, &is_integer);
  if (!is_integer) luaL_error(L, "'%s' is not an integer", name);
  lua_pop(L, 1);
  return value;
}

static lua_Integer number_of(lua_State *L, const char *name, lua_Integer least, lua_Integer most) {
  lua_Integer value = integer_of(L, name, 0);
  if (value < least || value > most) luaL_error(L, "'%s' is out of range", name);
  return value;
}

static uint32_t index_of(lua_State *L, const char *name, uint32_t count) {
  lua_Integer value = integer_of(L, name, 0);
  if (value < 0 || (value != 0 && value >= count)) luaL_error(L, "'%s' is out of range", name);
  return (uint32_t)value;
}

/* Return the index of the structure whose name is in field `name`. There are `count` structures of `size` bytes;
** each begins with a pointer to its name. */
static uint32_t choice_of(lua_State *L, const char *name, const void *named, size_t size, uint32_t count) {
  lua_getfield(L, -1, name);
  const char *value = lua_tostring(L, -1);
  for (uint32_t i = 0; value && i < count; i++) {
    const char *const *at = (const char *const *)(const void *)((const char *)named + i * size);
    if (strcmp(value, *at) != 0) continue;
    lua_pop(L, 1);
    return i;
  }
  return (uint32_t)luaL_error(L, "'%s': there is no %s", name, value ? value : "value");
}

/* Append the text in field `name` to the pool, and store its size in `size`. Returns its offset. */
static uint32_t text_of(lua_State *L, Build *b, const char *name, uint32_t *size) {
  size_t length = 0;
  uint32_t at = 0;
  if (lua_getfield(L, -1, name) == LUA_TSTRING) {
    const char *text = lua_tolstring(L, -1, &length);
    if (length > MOST) luaL_error(L, "'%s' is too long", name);
    at = add_pool(L, b, text, length);
  }
  lua_pop(L, 1);
  *size = (uint32_t)length;
  return at;
}

/* Push the field `name`, an array, of the query's description. Returns its length. */
static uint32_t push_list(lua_State *L, const char *name) {
  if (lua_getfield(L, SPEC, name) != LUA_TTABLE) luaL_error(L, "'%s' is not a table", name);
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count > MOST) luaL_error(L, "query is too large");
  return (uint32_t)count;
}

/* The same for an array that must have its former length, for which there is room. A metamethod or a finalizer may have
** changed it. */
static uint32_t push_same_list(lua_State *L, const char *name, uint32_t count) {
  if (push_list(L, name) != count) luaL_error(L, "'%s' has changed", name);
  return count;
}

/* ---- nodes and names ---- */

static uint32_t count_of(lua_State *L, const char *name) {
  uint32_t count = push_list(L, name);
  lua_pop(L, 1);
  return count;
}

static void read_node(lua_State *L, const Build *b, uint32_t i, lc_QueryNode *out) {
  static const char *const kinds[] = {"and", "or", "not", "leaf"};
  out->kind = choice_of(L, "kind", kinds, sizeof *kinds, 4);
  out->count = out->kind == LC_QUERY_LEAF ? 0 : (uint32_t)number_of(L, "count", out->kind == LC_QUERY_NOT, MOST);
  if (out->kind == LC_QUERY_LEAF) {
    out->first = index_of(L, "first", b->head.leaf_count);
    if (b->head.leaf_count == 0) luaL_error(L, "there are no leaves");
  } else {
    out->first = index_of(L, "first", b->head.node_count);
    bool is_forward = out->count == 0 || (out->first > i && out->first + out->count <= b->head.node_count);
    if (!is_forward) luaL_error(L, "a node's children come after it");
  }
}

/* Check the depth of the tree, because evaluating it is recursive. */
static void check_depth(lua_State *L, const Build *b) {
  const lc_QueryNode *nodes = (const lc_QueryNode *)(const void *)(b->bytes + b->head.nodes);
  uint32_t count = b->head.node_count;
  uint8_t *depths = lua_newuserdatauv(L, count, 0);
  memset(depths, 0, count);
  for (uint32_t i = 0; i < count; i++) {
    if (depths[i] == DEEPEST) luaL_error(L, "query is nested too deeply");
    for (uint32_t j = 0; nodes[i].kind != LC_QUERY_LEAF && j < nodes[i].count; j++) {
      uint8_t *depth = &depths[nodes[i].first + j];
      if (*depth <= depths[i]) *depth = (uint8_t)(depths[i] + 1);
    }
  }
  lua_pop(L, 1);
}

static void read_nodes(lua_State *L, Build *b) {
  uint32_t count = push_same_list(L, "nodes", b->head.node_count);
  if (count == 0) luaL_error(L, "there are no nodes");
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    read_node(L, b, i, (lc_QueryNode *)(void *)(b->bytes + b->head.nodes) + i);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  check_depth(L, b);
}

static void read_names(lua_State *L, Build *b) {
  uint32_t count = push_same_list(L, "names", b->head.name_count);
  for (uint32_t i = 0; i < count; i++) {
    size_t size = 0;
    lua_rawgeti(L, -1, i + 1);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &size) : NULL;
    if (!name || !lcb_is_tag_name(name, size)) luaL_error(L, "a tag's name is letters, digits and _, at most 255");
    lc_QueryName it = {.text = add_pool(L, b, name, size), .size = (uint32_t)size};
    memcpy(b->bytes + b->head.names + i * sizeof it, &it, sizeof it);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* ---- leaves ---- */

/* Push an array from the leaf's table, with at most `most` elements. Returns its length. */
static uint32_t push_array(lua_State *L, const char *name, uint32_t most) {
  if (lua_getfield(L, -1, name) != LUA_TTABLE) luaL_error(L, "'%s' is not a table", name);
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count > most) luaL_error(L, "'%s' is too long", name);
  return (uint32_t)count;
}

enum { INDEXES_MOST = LC_ASK_TAGS_MOST };

/* Append the indexes in an array of the leaf's table, each below `limit`, to the pool. */
static void read_indexes(lua_State *L, Build *b, const char *name, uint32_t limit, lc_QueryLeaf *out) {
  uint32_t indexes[INDEXES_MOST];
  out->moves = push_array(L, name, INDEXES_MOST);
  for (uint32_t i = 0; i < out->moves; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    lua_Integer index = lua_tointeger(L, -1);
    if (index < 0 || index >= limit) luaL_error(L, "'%s' is out of range", name);
    indexes[i] = (uint32_t)index;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  out->entry = add_pool(L, b, indexes, out->moves * sizeof *indexes);
}

/* Read the steps of a line's moves. */
static void read_entries(lua_State *L, Build *b, lc_QueryLeaf *out) {
  read_indexes(L, b, "entries", b->head.step_count, out);
  if (out->moves == 0) luaL_error(L, "a line has a move");
  out->room = b->head.mask_count;
  if (out->op == LC_LEAF_ANY_ORDER) b->head.mask_count += out->moves;
}

/* Return field `name` of the table on top of the stack. It must be the index of a step. */
static uint32_t step_of(lua_State *L, const Build *b) {
  uint32_t entry = index_of(L, "entry", b->head.step_count);
  if (b->head.step_count == 0) luaL_error(L, "there are no steps");
  return entry;
}

/* Append the successors of each state to the pool. States that do not exist are removed from the sets. */
static void read_follow(lua_State *L, Build *b, uint32_t states) {
  uint64_t all = states == LC_SEQUENCE_MOST ? UINT64_MAX : (UINT64_C(1) << states) - 1;
  if (push_array(L, "follow", LC_SEQUENCE_MOST) != states) luaL_error(L, "'follow' has a set for each state");
  for (uint32_t i = 0; i < states; i++) {
    lua_rawgeti(L, -1, i + 1);
    add_word(L, b, (uint64_t)lua_tointeger(L, -1) & all);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Read a sequence: the number of states, the sets of first and last states, the successors of each, and an array of
** tests {entry =, states =}. */
static void read_sequence(lua_State *L, Build *b, lc_QueryLeaf *out) {
  lc_Sequence head = {.states = (uint32_t)number_of(L, "states", 1, LC_SEQUENCE_MOST)};
  uint64_t all = head.states == LC_SEQUENCE_MOST ? UINT64_MAX : (UINT64_C(1) << head.states) - 1;
  head.anchors = (uint32_t)number_of(L, "anchors", 0, 2 * LC_SEQUENCE_LAST_PLACE - 1);
  head.first = (uint64_t)integer_of(L, "first_states", 0) & all;
  head.last = (uint64_t)integer_of(L, "last_states", 0) & all;
  head.tests = push_array(L, "tests", LC_SEQUENCE_MOST);
  lua_pop(L, 1);
  out->entry = add_pool(L, b, &head, sizeof head);
  read_follow(L, b, head.states);
  push_array(L, "tests", LC_SEQUENCE_MOST);
  for (uint32_t i = 0; i < head.tests; i++) {
    lc_SequenceTest test = {0};
    lua_rawgeti(L, -1, i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    test.entry = step_of(L, b);
    test.states = (uint64_t)integer_of(L, "states", 0) & all;
    add_pool(L, b, &test, sizeof test);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  out->room = b->head.mask_count;
  b->head.mask_count += LC_SEQUENCE_ROOM + head.states;
}

/* Read a piece to follow: `homes`, `kinds`, `taken` = 1, `any_order` = 1, and an array of parts {entry =, squares
** =}. */
static void read_followed(lua_State *L, Build *b, lc_QueryLeaf *out) {
  lc_Follow head = {.kinds = (uint32_t)number_of(L, "kinds", 0, (1 << LC_KINDS) - 1),
                    .is_taken = (uint32_t)number_of(L, "taken", 0, 1),
                    .is_any_order = (uint32_t)number_of(L, "any_order", 0, 1),
                    .has_start = (uint32_t)number_of(L, "start", 0, 1),
                    .homes = (uint64_t)integer_of(L, "homes", 0)};
  head.parts = push_array(L, "parts", LC_FOLLOW_MOST);
  out->entry = add_pool(L, b, &head, sizeof head);
  for (uint32_t i = 0; i < head.parts; i++) {
    lc_FollowPart part = {0};
    lua_rawgeti(L, -1, i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    part.entry = step_of(L, b);
    part.squares = (uint64_t)integer_of(L, "squares", 0);
    part.start = (uint64_t)integer_of(L, "start", 0);
    add_pool(L, b, &part, sizeof part);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  out->room = b->head.mask_count;
  b->head.mask_count += head.parts + 1;
  b->head.needs |= LC_NEEDS_BEFORE | LC_NEEDS_HOMES;
}

/* Read the names of the tags whose values a function gets. */
static void read_tags(lua_State *L, Build *b, lc_QueryLeaf *out) {
  read_indexes(L, b, "tags", b->head.name_count, out);
}

static bool is_question(const lc_QueryLeaf *leaf) { return leaf->op == LC_LEAF_ASK || leaf->op == LC_LEAF_ASK_TAGS; }

static void read_leaf(lua_State *L, Build *b, lc_QueryLeaf *out) {
  memset(out, 0, sizeof *out);
  out->op = choice_of(L, "op", lc_leaf_info, sizeof *lc_leaf_info, lc_leaf_count);
  out->name = index_of(L, "name", b->head.name_count);
  out->other = index_of(L, "other", b->head.name_count);
  if (lc_leaf_info[out->op].stage == LC_LEAF_TAGS && out->op != LC_LEAF_ANY_TAG && b->head.name_count == 0)
    luaL_error(L, "there are no names");
  out->text = text_of(L, b, "text", &out->text_size);
  out->last = text_of(L, b, "last", &out->last_size);
  out->moves = (uint32_t)number_of(L, "moves", 0, MOST);
  out->lo = integer_of(L, "lo", INT64_MIN);
  out->hi = integer_of(L, "hi", INT64_MAX);
  if (out->op == LC_LEAF_EVER || out->op == LC_LEAF_HELD || out->op == LC_LEAF_AT_END) {
    out->entry = index_of(L, "entry", b->head.step_count);
    if (b->head.step_count == 0) luaL_error(L, "there are no steps");
  }
  if (out->op == LC_LEAF_RESULT && (out->lo < 0 || out->lo >= LC_RESULT_COUNT)) luaL_error(L, "'lo' is out of range");
  if (is_question(out) && (out->lo < 0 || out->lo > MOST)) luaL_error(L, "'lo' is out of range");
  if (is_question(out)) b->head.asks |= out->op == LC_LEAF_ASK ? LC_ASKS_OTHERS : LC_ASKS_TAGS;
  if (out->op == LC_LEAF_HELD && (out->lo < 1 || out->lo > MOST)) luaL_error(L, "'lo' is out of range");
  if (out->op == LC_LEAF_LINE || out->op == LC_LEAF_ANY_ORDER) read_entries(L, b, out);
  if (out->op == LC_LEAF_SEQUENCE) read_sequence(L, b, out);
  if (out->op == LC_LEAF_FOLLOW) read_followed(L, b, out);
  if (out->op == LC_LEAF_ASK_TAGS) read_tags(L, b, out);
}

static void read_leaves(lua_State *L, Build *b) {
  uint32_t count = push_same_list(L, "leaves", b->head.leaf_count);
  for (uint32_t i = 0; i < count; i++) {
    lc_QueryLeaf leaf;
    lua_rawgeti(L, -1, i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    read_leaf(L, b, &leaf);
    memcpy(b->bytes + b->head.leaves + i * sizeof leaf, &leaf, sizeof leaf);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* ---- steps ---- */

/* Read the balances of a step: an array of arrays {12 weights, least, most}. */
static void read_balances(lua_State *L, Build *b, lc_QueryStep *step) {
  if (lua_getfield(L, -1, "balances") != LUA_TTABLE) luaL_error(L, "'balances' is not a table");
  lua_Unsigned count = lua_rawlen(L, -1);
  step->count = (uint32_t)count;
  step->data = (uint32_t)(b->used - b->head.pool);
  for (lua_Unsigned i = 0; i < count; i++) {
    lc_Balance balance;
    int numbers[LC_KINDS + 2];
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    for (int n = 0; n < LC_KINDS + 2; n++) {
      lua_rawgeti(L, -1, n + 1);
      lua_Integer value = lua_tointeger(L, -1);
      lua_Integer most = n < LC_KINDS ? INT8_MAX : INT16_MAX;
      numbers[n] = (int)(value > most ? most : value < -most ? -most : value);
      lua_pop(L, 1);
    }
    for (int n = 0; n < LC_KINDS; n++) balance.weight[n] = (int8_t)numbers[n];
    balance.least = (int16_t)numbers[LC_KINDS];
    balance.most = (int16_t)numbers[LC_KINDS + 1];
    add_pool(L, b, &balance, sizeof balance);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Read a block of a pattern: an array {first, second, squares, first, ...}. */
static void read_block(lua_State *L, Build *b) {
  luaL_checktype(L, -1, LUA_TTABLE);
  lua_Unsigned count = lua_rawlen(L, -1) / 3;
  add_word(L, b, count);
  for (lua_Unsigned i = 0; i < count; i++) {
    lua_Integer numbers[3];
    for (int n = 0; n < 3; n++) {
      lua_rawgeti(L, -1, (lua_Integer)(3 * i) + n + 1);
      numbers[n] = lua_tointeger(L, -1);
      lua_pop(L, 1);
    }
    lc_PatternSet set = {.first = (uint32_t)numbers[0], .second = (uint32_t)numbers[1], .squares = (lc_Bits)numbers[2]};
    if (set.first > 8 || set.second > 7) luaL_error(L, "'groups' is out of range");
    add_pool(L, b, &set, sizeof set);
  }
}

/* Read the groups of a pattern: an array of groups, each an array of blocks. */
static void read_groups(lua_State *L, Build *b, lc_QueryStep *step) {
  if (lua_getfield(L, -1, "groups") != LUA_TTABLE) luaL_error(L, "'groups' is not a table");
  step->count = (uint32_t)lua_rawlen(L, -1);
  step->data = (uint32_t)(b->used - b->head.pool);
  for (uint32_t group = 1; group <= step->count; group++) {
    lua_rawgeti(L, -1, group);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Unsigned blocks = lua_rawlen(L, -1);
    add_word(L, b, blocks);
    for (lua_Unsigned i = 1; i <= blocks; i++) {
      lua_rawgeti(L, -1, (lua_Integer)i);
      read_block(L, b);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void read_position(lua_State *L, Build *b, lc_QueryStep *step) {
  lua_getfield(L, -1, "position");
  const lc_Position *position = luaL_checkudata(L, -1, LCB_POSITION);
  step->data = add_pool(L, b, position, sizeof *position);
  lua_pop(L, 1);
}

/* Read the cells of a shifted pattern: an array {offset, kinds, offset, ...}. */
static void read_cells(lua_State *L, Build *b, lc_QueryStep *step) {
  if (lua_getfield(L, -1, "cells") != LUA_TTABLE) luaL_error(L, "'cells' is not a table");
  step->count = (uint32_t)lua_rawlen(L, -1) / 2;
  step->data = (uint32_t)(b->used - b->head.pool);
  for (uint32_t i = 0; i < step->count; i++) {
    lua_rawgeti(L, -1, 2 * i + 1);
    lua_rawgeti(L, -2, 2 * i + 2);
    lua_Integer offset = lua_tointeger(L, -2), kinds = lua_tointeger(L, -1);
    if (offset < -63 || offset > 63 || kinds < 0 || kinds >> (LC_KINDS + 1)) luaL_error(L, "'cells' is out of range");
    lc_Cell cell = {.offset = (int32_t)offset, .kinds = (uint32_t)kinds};
    lua_pop(L, 2);
    add_pool(L, b, &cell, sizeof cell);
  }
  lua_pop(L, 1);
}

/* Read the further sets of kinds of STEP_ATTACKS: an array. */
static void read_groups_of_kinds(lua_State *L, Build *b, lc_QueryStep *step) {
  uint32_t sets[LC_ATTACKS_LEAST];
  uint32_t count = push_array(L, "also", LC_ATTACKS_LEAST - 1);
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    lua_Integer kinds = lua_tointeger(L, -1);
    if (kinds < 0 || kinds > MOST_KINDS) luaL_error(L, "'also' is out of range");
    sets[i] = (uint32_t)kinds;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  step->count = step->count / LC_ATTACKS_LEAST * LC_ATTACKS_LEAST + count;
  step->data = add_pool(L, b, sets, count * sizeof *sets);
}

/* Read the moves of lines: a string of pairs of 64-bit integers. */
static void read_line_moves(lua_State *L, Build *b, lc_QueryStep *step) {
  size_t size = 0;
  if (lua_getfield(L, -1, "moves") != LUA_TSTRING) luaL_error(L, "'moves' is not a string");
  const char *moves = lua_tolstring(L, -1, &size);
  if (size / sizeof(lc_LineMove) > MOST) luaL_error(L, "query is too large");
  step->count = (uint32_t)(size / sizeof(lc_LineMove));
  step->data = add_pool(L, b, moves, step->count * sizeof(lc_LineMove));
  lua_pop(L, 1);
}

static void read_sacrifice(lua_State *L, Build *b, lc_QueryStep *step) {
  lc_Sacrifice it = {.on = step->a, .kinds = step->kinds, .color = step->color, .is_exchange = step->others & 1};
  it.is_any = step->others >> 1 & 1;
  it.points = step->lo;
  it.plies = (uint32_t)number_of(L, "plies", 1, MOST);
  step->data = add_pool(L, b, &it, sizeof it);
}

static uint16_t target_of(lua_State *L, const char *name, uint32_t at, uint32_t count) {
  lua_Integer target = integer_of(L, name, LC_STEP_NO);
  if (target == LC_STEP_YES || target == LC_STEP_NO) return (uint16_t)target;
  if (target <= at || target >= count) luaL_error(L, "'%s': steps lead forward", name);
  return (uint16_t)target;
}

/* Return the first step of the test of STEP_INSTEAD. It must be a later step, so that no step can call itself, directly
** or through other steps. */
static uint32_t inner_step_of(lua_State *L, uint32_t at, uint32_t count) {
  lua_Integer entry = integer_of(L, "entry", 0);
  if (entry <= at || entry >= count) luaL_error(L, "'entry': steps lead forward");
  return (uint32_t)entry;
}

static void read_step(lua_State *L, Build *b, uint32_t at, lc_QueryStep *out) {
  memset(out, 0, sizeof *out);
  out->op = (uint16_t)choice_of(L, "op", lc_step_info, sizeof *lc_step_info, lc_step_count);
  out->yes = target_of(L, "yes", at, b->head.step_count);
  out->no = target_of(L, "no", at, b->head.step_count);
  out->color = (uint8_t)number_of(L, "color", 0, 1);
  out->is_needed = number_of(L, "needed", 0, 1) != 0;
  out->kinds = (uint16_t)number_of(L, "kinds", 0, MOST_KINDS);
  out->others = (uint16_t)number_of(L, "others", 0, MOST_KINDS);
  out->lo = (int32_t)number_of(L, "lo", INT32_MIN, INT32_MAX);
  out->hi = (int32_t)number_of(L, "hi", INT32_MIN, INT32_MAX);
  out->count = (uint32_t)number_of(L, "count", 0, MOST);
  out->a = (uint64_t)integer_of(L, "a", 0);
  out->b = (uint64_t)integer_of(L, "b", 0);
  if (out->op == LC_STEP_MATERIAL) read_balances(L, b, out);
  if (out->op == LC_STEP_PATTERN) read_groups(L, b, out);
  if (out->op == LC_STEP_ATTACKS) read_groups_of_kinds(L, b, out);
  if (out->op == LC_STEP_EXACT) read_position(L, b, out);
  if ((lc_step_info[out->op].needs & LC_NEEDS_NOTES) && out->count > LC_SIDE_MOVER)
    luaL_error(L, "'count' is out of range");
  if (out->op == LC_STEP_SHIFTED) read_cells(L, b, out);
  if (out->op == LC_STEP_SACRIFICE) read_sacrifice(L, b, out);
  if (out->op == LC_STEP_MOTIF && (out->count > LC_MOTIF_SMOTHERED_MATE || out->lo < 0 || out->lo >= LC_AHEAD_MOST))
    luaL_error(L, "'count' or 'lo' is out of range");
  if (out->op == LC_STEP_DEVIATES) read_line_moves(L, b, out);
  if (out->op == LC_STEP_INSTEAD) out->data = inner_step_of(L, at, b->head.step_count);
  if (out->op == LC_STEP_ASK) b->head.asks |= LC_ASKS_OTHERS;
  if (out->op == LC_STEP_ASK && out->lo < 0) luaL_error(L, "'lo' is out of range");
  if (out->op == LC_STEP_ASK && out->count > LC_ASK_BITS) luaL_error(L, "'count' is out of range");
  b->head.needs |= lc_step_info[out->op].needs;
}

static void read_steps(lua_State *L, Build *b) {
  uint32_t count = push_same_list(L, "steps", b->head.step_count);
  for (uint32_t i = 0; i < count; i++) {
    lc_QueryStep step;
    lua_rawgeti(L, -1, i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    read_step(L, b, i, &step);
    memcpy(b->bytes + b->head.steps + i * sizeof step, &step, sizeof step);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* ---- the whole program ---- */

static void lay_out(lua_State *L, Build *b) {
  lc_Query *head = &b->head;
  head->node_count = count_of(L, "nodes");
  head->leaf_count = count_of(L, "leaves");
  head->step_count = count_of(L, "steps");
  head->name_count = count_of(L, "names");
  if (head->step_count > LC_MAX_STEPS) luaL_error(L, "query is too large");
  add(L, b, sizeof *head);
  head->nodes = add(L, b, head->node_count * sizeof(lc_QueryNode));
  head->leaves = add(L, b, head->leaf_count * sizeof(lc_QueryLeaf));
  head->steps = add(L, b, head->step_count * sizeof(lc_QueryStep));
  head->names = add(L, b, head->name_count * sizeof(lc_QueryName));
  head->pool = (uint32_t)b->used;
}

/***
Build a compiled query from its description; chess.query calls this.
@function core.program
@param spec table nodes, leaves, steps, names: arrays of tables with the fields of csrc/match/query.h; indexes count
from 0
@param functions? table number of question (from 1) -> the function that the core calls, with a Board or with sets of
squares or values of tags; the other questions are for Lua
@return Program
@usage local nodes, leaves = {{kind = "leaf", first = 0}}, {{op = "variation"}}
  return require("lucena.core").program {nodes = nodes, leaves = leaves, steps = {}, names = {}}
*/
int lcb_build_program(lua_State *L) {
  Build b = {0};
  luaL_checktype(L, SPEC, LUA_TTABLE);
  if (!lua_isnoneornil(L, FUNCTIONS)) luaL_checktype(L, FUNCTIONS, LUA_TTABLE);
  lua_settop(L, FUNCTIONS);
  lua_pushnil(L); /* BLOCK */
  luaL_checkstack(L, 20, NULL);
  lay_out(L, &b);
  read_names(L, &b);
  read_steps(L, &b);
  read_leaves(L, &b);
  read_nodes(L, &b);
  b.head.pool_size = (uint32_t)(b.used - b.head.pool);
  b.head.size = (uint32_t)b.used;
  void *query = lua_newuserdatauv(L, b.used, LCB_PROGRAM_VALUES);
  memcpy(query, b.bytes, b.used);
  memcpy(query, &b.head, sizeof b.head);
  lua_pushvalue(L, FUNCTIONS);
  lua_setiuservalue(L, -2, LCB_PROGRAM_FUNCTIONS);
  luaL_setmetatable(L, LCB_PROGRAM);
  return 1;
}
