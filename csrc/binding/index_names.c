/*
** index_names - see index_names.h. A table of the owner has the memory: the blocks at [1] and on, the entries at [0], and
** the list of the blocks at [-1].
*/
#include "index_names.h"

#include <string.h>

void lcb_names_init(lua_State *L, lcb_Names *names, int index, int blocks) {
  *names = (lcb_Names){.blocks = blocks};
  names->keys.seed = (uint64_t)(uintptr_t)names * UINT64_C(0x9e3779b97f4a7c15);
  lua_newtable(L);
  lua_setiuservalue(L, index, blocks);
}

void lcb_names_clear(lcb_Names *names) {
  lc_Keys *keys = &names->keys;
  keys->count = 0;
  if (keys->room > 0) memset(keys->entries, 0, keys->room * sizeof *keys->entries);
  if (keys->block_count == 0) return;
  keys->block_count = 1;
  keys->block_room = LC_KEY_BLOCK; /* no block is smaller */
  keys->used = 1;
}

/* Make room for one more name of `size` bytes. */
static char *draft(lua_State *L, lcb_Names *names, int index, size_t size) {
  enum { FIRST_ROOM = 1 << 12 };
  lc_Keys *keys = &names->keys;
  char *out;
  lua_getiuservalue(L, index, names->blocks);
  while (lc_keys_is_full(keys)) {
    uint32_t room = keys->room ? 2 * keys->room : FIRST_ROOM;
    if (room == 0) luaL_error(L, "too many names");
    lc_keys_move(keys, lua_newuserdatauv(L, room * sizeof *keys->entries, 0), room);
    lua_rawseti(L, -2, 0);
  }
  while (!(out = lc_keys_draft(keys, size))) {
    if (keys->block_count == LC_KEY_BLOCKS) luaL_error(L, "too many names");
    if (keys->block_count == names->block_room) {
      uint32_t room = names->block_room ? 2 * names->block_room : 16;
      uint64_t **list = lua_newuserdatauv(L, room * sizeof *list, 0);
      if (keys->block_count) memcpy(list, keys->blocks, keys->block_count * sizeof *list);
      keys->blocks = list;
      names->block_room = room;
      lua_rawseti(L, -2, -1);
    }
    size_t words = lc_keys_words(size);
    uint64_t *block = lua_newuserdatauv(L, words * sizeof *block, 0);
    lua_rawseti(L, -2, (lua_Integer)keys->block_count + 1);
    lc_keys_add_block(keys, block, words);
  }
  lua_pop(L, 1);
  return out;
}

uint32_t lcb_names_number(lua_State *L, lcb_Names *names, int index, const char *text, size_t size, bool *is_new) {
  uint32_t next = names->keys.count + 1;
  memcpy(draft(L, names, index, size), text, size);
  uint32_t number = lc_keys_add(&names->keys, size, next);
  *is_new = number == next;
  return number;
}
