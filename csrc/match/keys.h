/*
** keys - a set of byte strings, each with the number of its first occurrence: finds equal games.
**
** A hash finds a candidate, and the bytes are compared: equal hashes alone never make strings equal. The table is one
** array (open addressing, eight bytes per entry, at most three quarters full); the strings are stored in sequence in
** blocks that never move. All memory is the caller's.
** Cost: 11 to 21 bytes of table per string, 8 and the string itself; a lookup is one pass over its bytes and mostly one
** cache miss.
*/
#ifndef LC_KEYS_H
#define LC_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words of an ordinary block: where in its block a string begins fits in 17 bits, and there are 2^15 blocks. */
enum { LC_KEY_BLOCK = 1 << 17, LC_KEY_BLOCKS = 1 << 15 };

typedef struct lc_KeyEntry {
  uint32_t hash, place; /* of the string: block and word; 0: a free entry */
} lc_KeyEntry;

typedef struct lc_Keys {
  lc_KeyEntry *entries; /* `room` of them, a power of two */
  uint64_t **blocks;
  uint32_t room, count, block_count;
  size_t used, block_room; /* words of the last block */
  uint64_t seed;           /* any number: nobody can make files whose strings all meet in one place */
} lc_Keys;

/* Whether one string more needs a larger table first. */
static inline bool lc_keys_is_full(const lc_Keys *keys) { return keys->count >= keys->room / 4 * 3; }
/* Go over to a table of `room` (a power of two, above the old one) entries, which need not be cleared. */
void lc_keys_move(lc_Keys *keys, lc_KeyEntry *entries, uint32_t room);
/* Words that a block for a string of `size` bytes needs. */
size_t lc_keys_words(size_t size);
/* Append a block of `room` words: `blocks` has room. */
void lc_keys_add_block(lc_Keys *keys, uint64_t *block, size_t room);
/* Where the next string is to be written, up to `size` bytes, aligned to eight; NULL: a block is needed first. */
char *lc_keys_draft(lc_Keys *keys, size_t size);
/* The string of `size` bytes written there: the number that it came with first, which is `number` (and the string is
** kept) when it is new. The table is not full. */
uint32_t lc_keys_add(lc_Keys *keys, size_t size, uint32_t number);

#endif
