/*
** keys_memory - see keys_memory.h. The table has the blocks at [1] and on, the entries at [0], and the list of the
** blocks at [-1]. An allocation may run a finalizer that adds strings, so each function looks at the set again after
** it.
*/
#include "keys_memory.h"

#include <time.h>

#include "grow.h"

enum { ENTRIES = 0, LIST = -1 };

void lcb_keys_init(lua_State *L, lcb_KeySet *set, int index, int memory) {
  *set = (lcb_KeySet){.memory = memory};
  set->keys.seed = (uint64_t)(uintptr_t)set * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)time(NULL);
  lua_newtable(L);
  lua_setiuservalue(L, index, memory);
}

/* Enlarge the table of entries. The table of the memory is at stack index `table`. */
static void widen(lua_State *L, lc_Keys *keys, int table) {
  enum { FIRST_ROOM = 1 << 12 };
  uint32_t room = keys->room ? 2 * keys->room : FIRST_ROOM;
  if (room == 0) luaL_error(L, "too many strings to compare");
  lc_KeyEntry *entries = lua_newuserdatauv(L, room * sizeof *entries, 0);
  if (room <= keys->room) {
    lua_pop(L, 1);
    return;
  }
  lc_keys_move(keys, entries, room);
  lua_rawseti(L, table, ENTRIES);
}

/* Enlarge the list of blocks. A list that a finalizer has made meanwhile is in the table already. */
static void grow_list(lua_State *L, lcb_KeySet *set, int table) {
  lua_pushnil(L);
  int list = lua_gettop(L);
  LCB_GROW(L, list, 0, set->keys.blocks, set->keys.block_count, set->list_room, 1)
  if (lua_touserdata(L, list) == (void *)set->keys.blocks) {
    lua_rawseti(L, table, LIST);
  } else {
    lua_pop(L, 1);
  }
}

/* Add a block for a string of `size` bytes. */
static void add_block(lua_State *L, lcb_KeySet *set, int table, size_t size) {
  lc_Keys *keys = &set->keys;
  size_t words = lc_keys_words(size);
  if (keys->block_count == LC_KEY_BLOCKS) luaL_error(L, "too many strings to compare");
  uint64_t *block = lua_newuserdatauv(L, words * sizeof *block, 0);
  if (keys->block_count == set->list_room) {
    lua_pop(L, 1);
    return;
  }
  lua_rawseti(L, table, (lua_Integer)keys->block_count + 1);
  lc_keys_add_block(keys, block, words);
}

char *lcb_keys_draft(lua_State *L, lcb_KeySet *set, int index, size_t size) {
  lc_Keys *keys = &set->keys;
  char *out = NULL;
  lua_getiuservalue(L, index, set->memory);
  int table = lua_gettop(L);
  while (!out) {
    if (lc_keys_is_full(keys)) {
      widen(L, keys, table);
    } else if (keys->block_count == set->list_room) {
      grow_list(L, set, table);
    } else if (!(out = lc_keys_draft(keys, size))) {
      add_block(L, set, table, size);
    }
  }
  lua_pop(L, 1);
  return out;
}
