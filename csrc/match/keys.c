/*
** keys - see keys.h. A stored string consists of a 64-bit word with its number and size, and then its bytes, padded
** with zeros.
*/
#include "keys.h"

#include <string.h>

enum { HEAD = 1, PLACE_BITS = 17 };

static size_t words_of(size_t size) { return (size + 7) / 8; }

static uint32_t hash_of(const uint64_t *words, size_t count, uint64_t hash) {
  for (size_t i = 0; i < count; i++) {
    hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return (uint32_t)(hash >> 32);
}

void lc_keys_move(lc_Keys *keys, lc_KeyEntry *entries, uint32_t room) {
  memset(entries, 0, room * sizeof *entries);
  for (uint32_t i = 0; i < keys->room; i++) {
    if (!keys->entries[i].place) continue;
    uint32_t at = keys->entries[i].hash & (room - 1);
    while (entries[at].place) at = (at + 1) & (room - 1);
    entries[at] = keys->entries[i];
  }
  keys->entries = entries;
  keys->room = room;
}

size_t lc_keys_words(size_t size) {
  size_t words = 1 + HEAD + words_of(size);
  return words > LC_KEY_BLOCK ? words : LC_KEY_BLOCK;
}

void lc_keys_add_block(lc_Keys *keys, uint64_t *block, size_t room) {
  keys->blocks[keys->block_count++] = block;
  keys->block_room = room;
  keys->used = 1; /* word 0 is unused, because place 0 means a free entry */
}

char *lc_keys_draft(lc_Keys *keys, size_t size) {
  if (!keys->block_count || keys->used >= LC_KEY_BLOCK) return NULL;
  if (keys->block_room - keys->used < HEAD + words_of(size)) return NULL;
  return (char *)(keys->blocks[keys->block_count - 1] + keys->used + HEAD);
}

static bool is_same(const lc_Keys *keys, uint32_t place, const uint64_t *string, size_t words) {
  const uint64_t *other = keys->blocks[place >> PLACE_BITS] + (place & (LC_KEY_BLOCK - 1));
  return other[0] >> 32 == string[0] >> 32 && memcmp(other + HEAD, string + HEAD, words * sizeof *string) == 0;
}

uint32_t lc_keys_add(lc_Keys *keys, size_t size, uint32_t number) {
  uint64_t *string = keys->blocks[keys->block_count - 1] + keys->used;
  size_t words = words_of(size);
  string[0] = (uint64_t)size << 32 | number;
  memset((char *)(string + HEAD) + size, 0, words * 8 - size);
  uint32_t hash = hash_of(string + HEAD, words, keys->seed ^ size), at = hash & (keys->room - 1);
  for (; keys->entries[at].place; at = (at + 1) & (keys->room - 1)) {
    const lc_KeyEntry *entry = &keys->entries[at];
    if (entry->hash != hash || !is_same(keys, entry->place, string, words)) continue;
    return (uint32_t)keys->blocks[entry->place >> PLACE_BITS][entry->place & (LC_KEY_BLOCK - 1)];
  }
  uint32_t place = (keys->block_count - 1) << PLACE_BITS | (uint32_t)keys->used;
  keys->entries[at] = (lc_KeyEntry){.hash = hash, .place = place};
  keys->count++;
  keys->used += HEAD + words;
  return number;
}
