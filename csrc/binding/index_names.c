/*
** index_names - see index_names.h.
*/
#include "index_names.h"

#include <string.h>

void lcb_names_clear(lcb_KeySet *names) {
  lc_Keys *keys = &names->keys;
  keys->count = 0;
  if (keys->room > 0) memset(keys->entries, 0, keys->room * sizeof *keys->entries);
  if (keys->block_count == 0) return;
  keys->block_count = 1;
  keys->block_room = LC_KEY_BLOCK; /* no block is smaller */
  keys->used = 1;
}

uint32_t lcb_names_number(lua_State *L, lcb_KeySet *names, int index, const char *text, size_t size, bool *is_new) {
  char *to = lcb_keys_draft(L, names, index, size);
  uint32_t next = names->keys.count + 1;
  memcpy(to, text, size);
  uint32_t number = lc_keys_add(&names->keys, size, next);
  *is_new = number == next;
  return number;
}
