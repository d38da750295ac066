/*
** keys - a set of byte strings, to find duplicate games. Each string has the number of the game in which it came first.
**
** A hash table finds the strings with the same hash. Then their bytes are compared, so two different strings with the
** same hash are both stored. The table is one array (open addressing, eight bytes per entry, at most three quarters
** full). The strings are stored in blocks that never move. The caller provides all memory.
** Cost: 11 to 21 bytes of the table per string, 8 more bytes, and the string itself. A lookup takes one pass over the
** string and usually one cache miss.
*/
#ifndef LC_KEYS_H
#define LC_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Number of 64-bit words in an ordinary block, and the maximum number of blocks. The index of a string's first word in
** its block fits into 17 bits. */
enum { LC_KEY_BLOCK = 1 << 17, LC_KEY_BLOCKS = 1 << 15 };

typedef struct lc_KeyEntry {
  uint32_t hash, place; /* place: block and first word of the string; 0 for a free entry */
} lc_KeyEntry;

typedef struct lc_Keys {
  lc_KeyEntry *entries; /* `room` entries, a power of two */
  uint64_t **blocks;
  uint32_t room, count, block_count;
  size_t used, block_room; /* words used and words in the last block */
  uint64_t seed;           /* random, so that nobody can make a file whose strings all have the same hash */
} lc_Keys;

/* Report whether the table must be enlarged before another string is added. */
static inline bool lc_keys_is_full(const lc_Keys *keys) { return keys->count >= keys->room / 4 * 3; }
/* Move all entries to a larger table of `room` entries (a power of two). The new table need not be cleared. */
void lc_keys_move(lc_Keys *keys, lc_KeyEntry *entries, uint32_t room);
/* Return the number of words that a block for a string of `size` bytes needs. */
size_t lc_keys_words(size_t size);
/* Append a block of `room` words. `blocks` must have a free element. */
void lc_keys_add_block(lc_Keys *keys, uint64_t *block, size_t room);
/* Return the address at which the caller writes the next string of `size` bytes. The address is a multiple of eight.
** Returns NULL if a block must be added first. */
char *lc_keys_draft(lc_Keys *keys, size_t size);
/* Add the string of `size` bytes at the address that lc_keys_draft() returned. A new string gets `number`. Returns the
** number that the string had when it came first. The table must not be full. */
uint32_t lc_keys_add(lc_Keys *keys, size_t size, uint32_t number);

#endif
