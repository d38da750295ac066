/*
** key_set - see key_set.h. Before each block is a word with its number of words.
*/
#include "key_set.h"

#include <string.h>

#define MOST_ROOM (UINT32_C(1) << 31)

/* Enlarge the table of entries. */
LC_MUST_USE static bool widen(const lc_Memory *memory, lc_Keys *keys) {
  enum { FIRST_ROOM = 1 << 12 };
  uint32_t room = keys->room ? 2 * keys->room : FIRST_ROOM;
  lc_KeyEntry *entries = lc_allocate(memory, room * sizeof *entries), *unused = entries;
  uint32_t unused_room = room;
  if (!entries) return false;
  if (room > keys->room) { /* other code has not enlarged it meanwhile */
    unused = keys->entries;
    unused_room = keys->room;
    lc_keys_move(keys, entries, room);
  }
  lc_free(memory, unused, unused_room * sizeof *entries);
  return true;
}

/* Enlarge the list of blocks. */
LC_MUST_USE static bool grow_list(const lc_Memory *memory, lc_KeySet *set) {
  enum { FIRST_BLOCKS = 8 };
  uint32_t room = set->list_room ? 2 * set->list_room : FIRST_BLOCKS, unused_room = room;
  uint64_t **list = lc_allocate(memory, room * sizeof *list), **unused = list;
  if (!list) return false;
  if (room > set->list_room) {
    unused = set->keys.blocks;
    unused_room = set->list_room;
    if (set->keys.block_count) memcpy(list, unused, set->keys.block_count * sizeof *list);
    set->keys.blocks = list;
    set->list_room = room;
  }
  lc_free(memory, unused, unused_room * sizeof *list);
  return true;
}

static void free_block(const lc_Memory *memory, uint64_t *block) {
  lc_free(memory, block - 1, (size_t)(block[-1] + 1) * sizeof *block);
}

/* Add a block for a string of `size` bytes. The list has room for it. */
LC_MUST_USE static bool add_block(const lc_Memory *memory, lc_KeySet *set, size_t size) {
  size_t words = lc_keys_words(size);
  uint64_t *block = lc_allocate(memory, (words + 1) * sizeof *block);
  if (!block) return false;
  *block++ = words;
  if (set->keys.block_count < set->list_room) {
    lc_keys_add_block(&set->keys, block, words);
  } else { /* other code has used the room meanwhile */
    free_block(memory, block);
  }
  return true;
}

bool lc_key_set_is_full(const lc_KeySet *set) {
  const lc_Keys *keys = &set->keys;
  return keys->block_count == LC_KEY_BLOCKS || (keys->room == MOST_ROOM && lc_keys_is_full(keys));
}

char *lc_key_set_draft(const lc_Memory *memory, lc_KeySet *set, size_t size) {
  lc_Keys *keys = &set->keys;
  for (char *out;;) {
    if (lc_keys_is_full(keys)) {
      if (keys->room == MOST_ROOM || !widen(memory, keys)) return NULL;
    } else if ((out = lc_keys_draft(keys, size))) {
      return out;
    } else if (keys->block_count == set->list_room) {
      if (!grow_list(memory, set)) return NULL;
    } else if (keys->block_count == LC_KEY_BLOCKS || !add_block(memory, set, size)) {
      return NULL;
    }
  }
}

bool lc_key_set_number(const lc_Memory *memory, lc_KeySet *set, const char *text, size_t size, uint32_t *out,
                       bool *is_new) {
  char *to = lc_key_set_draft(memory, set, size);
  if (!to) return false;
  uint32_t next = set->keys.count + 1;
  if (size > 0) memcpy(to, text, size);
  *out = lc_keys_add(&set->keys, size, next);
  *is_new = *out == next;
  return true;
}

void lc_key_set_clear(const lc_Memory *memory, lc_KeySet *set) {
  lc_Keys *keys = &set->keys;
  keys->count = 0;
  if (keys->room > 0) memset(keys->entries, 0, keys->room * sizeof *keys->entries);
  while (keys->block_count > 1) free_block(memory, keys->blocks[--keys->block_count]);
  keys->used = 1;
  if (keys->block_count) keys->block_room = (size_t)keys->blocks[0][-1];
}

void lc_key_set_free(const lc_Memory *memory, lc_KeySet *set) {
  lc_Keys *keys = &set->keys;
  while (keys->block_count > 0) free_block(memory, keys->blocks[--keys->block_count]);
  lc_free(memory, keys->blocks, set->list_room * sizeof *keys->blocks);
  lc_free(memory, keys->entries, keys->room * sizeof *keys->entries);
  *set = lc_key_set(keys->seed);
}
