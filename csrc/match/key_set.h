/*
** key_set - a set of byte strings (keys.h) with its memory.
**
** Other code may add strings to the set while memory is allocated.
*/
#ifndef LC_KEY_SET_H
#define LC_KEY_SET_H

#include "../base/memory.h"
#include "keys.h"

typedef struct lc_KeySet {
  lc_Keys keys;
  uint32_t list_room; /* number of block pointers for which there is memory */
} lc_KeySet;

/* Begin an empty set. `seed` is random: see lc_Keys. */
static inline lc_KeySet lc_key_set(uint64_t seed) { return (lc_KeySet){.keys.seed = seed}; }
void lc_key_set_free(const lc_Memory *memory, lc_KeySet *set);
/* Return the address for the next string, of up to `size` bytes: see lc_keys_draft(). There is room for it in the table
** until memory is allocated again. Returns NULL if there is no memory, or if the set is full. */
LC_MUST_USE char *lc_key_set_draft(const lc_Memory *memory, lc_KeySet *set, size_t size);
/* Report whether the set has as many strings as it can have. */
bool lc_key_set_is_full(const lc_KeySet *set);
/* Set `out` to the number of a string, from 1, in the order in which the strings came. *is_new: it came for the first
** time. Returns false if there is no memory, or if the set is full. */
LC_MUST_USE bool lc_key_set_number(const lc_Memory *memory, lc_KeySet *set, const char *text, size_t size,
                                   uint32_t *out, bool *is_new);
/* Forget all strings, and keep some of the memory. */
void lc_key_set_clear(const lc_Memory *memory, lc_KeySet *set);

#endif
