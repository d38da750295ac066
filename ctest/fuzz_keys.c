/*
** fuzz_keys - adds parts of the input to a set of keys, and to an array. These properties must hold:
**   - both give the same number to equal strings;
**   - two different strings with the same hash are distinguished;
**   - nothing is read or written outside the blocks, which are only as large as needed.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/match/keys.h"
#include "require.h"

enum { MOST = 512, LONGEST = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Known {
  uint8_t bytes[LONGEST];
  size_t size;
} Known;

static uint32_t add(lc_Keys *keys, const void *bytes, size_t size, uint32_t number) {
  if (lc_keys_is_full(keys)) {
    uint32_t room = keys->room ? 2 * keys->room : 4;
    lc_KeyEntry *old = keys->entries;
    lc_keys_move(keys, malloc(room * sizeof *old), room);
    free(old);
  }
  char *out = lc_keys_draft(keys, size);
  if (!out) {
    /* The blocks are so short that most strings need a new one. */
    size_t words = 4 + (size + 7) / 8;
    lc_keys_add_block(keys, malloc(words * sizeof(uint64_t)), words);
    out = lc_keys_draft(keys, size);
  }
  require(out != NULL);
  if (size) memcpy(out, bytes, size);
  return lc_keys_add(keys, size, number);
}

static uint32_t find(const Known *known, uint32_t count, const Known *it) {
  for (uint32_t i = 0; i < count; i++) {
    if (known[i].size == it->size && memcmp(known[i].bytes, it->bytes, it->size) == 0) return i;
  }
  return count;
}

/* Return the hash of the first word, with the seed 0. check_collision() then chooses second words such that two strings
** have the same hash. */
static uint64_t after(uint64_t word) {
  uint64_t hash = (16 ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

static void check_collision(const uint8_t *data) {
  uint64_t one[2], other[2], *blocks[1], block[16];
  lc_KeyEntry entries[4];
  lc_Keys keys = {.blocks = blocks};
  memcpy(one, data, sizeof one);
  other[0] = one[0] + 1;
  other[1] = one[1] ^ after(one[0]) ^ after(other[0]);
  lc_keys_move(&keys, entries, 4);
  lc_keys_add_block(&keys, block, 16);
  require(add(&keys, one, sizeof one, 1) == 1 && add(&keys, other, sizeof other, 2) == 2);
  uint32_t any = 0, sum = 0;
  for (int i = 0; i < 4; i++) any |= entries[i].hash, sum += entries[i].hash;
  require(sum == 2 * any); /* the two hashes are equal */
  require(add(&keys, one, sizeof one, 3) == 1 && add(&keys, other, sizeof other, 4) == 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Known known[MOST];
  uint64_t *blocks[MOST];
  lc_Keys keys = {.blocks = blocks, .seed = size};
  uint32_t count = 0;
  if (size >= 16) check_collision(data);
  for (size_t at = 0; at < size && count < MOST; count++) {
    Known *it = &known[count];
    it->size = data[at++] % LONGEST;
    if (it->size > size - at) it->size = size - at;
    memcpy(it->bytes, data + at, it->size);
    at += it->size;
    require(add(&keys, it->bytes, it->size, count) == find(known, count, it));
  }
  for (uint32_t i = 0; i < keys.block_count; i++) free(blocks[i]);
  free(keys.entries);
  return 0;
}
