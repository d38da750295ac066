/*
** memory - the memory that a function of the core needs for an object that grows. The caller provides it.
**
** While it allocates, the caller may run other code that uses the same object, as Lua's garbage collector does. So a
** function looks at the object again after each allocation. If there is no memory, the object is unchanged.
*/
#ifndef LC_MEMORY_H
#define LC_MEMORY_H

#include <stddef.h>

#include "must_use.h"

typedef struct lc_Memory {
  /* Return `size` bytes for `block`, which has `old` bytes, with the same contents; NULL if there is no memory, and
  ** then the block stays. If `block` is NULL, the bytes are new. If `size` is 0, free the block and return NULL. */
  void *(*resize)(void *state, void *block, size_t old, size_t size);
  void *state;
} lc_Memory;

LC_MUST_USE static inline void *lc_allocate(const lc_Memory *memory, size_t size) {
  return memory->resize(memory->state, NULL, 0, size);
}

static inline void lc_free(const lc_Memory *memory, void *block, size_t size) {
  if (block) memory->resize(memory->state, block, size, 0);
}

#endif
