/*
** store - the memory and the temporary files of an index that is being written. The caller provides both.
**
** The first failure is stored in `fault`, and every later call fails, too, so checking the last call is enough.
*/
#ifndef LC_INDEX_STORE_H
#define LC_INDEX_STORE_H

#include "../base/memory.h"
#include "pages.h"

typedef enum lc_IndexFault {
  LC_INDEX_NO_FAULT,
  LC_INDEX_FILE_FAILED, /* a function of the store returned false; it knows why */
  LC_INDEX_NO_MEMORY,
  LC_INDEX_IS_STOPPED,
  LC_INDEX_BAD_PART,    /* the bytes of a part are damaged, or the part is of games before the last one */
  LC_INDEX_TOO_MANY_GAMES
} lc_IndexFault;

/* Temporary files have numbers. A file is empty until bytes are appended. */
typedef struct lc_IndexStore {
  lc_Memory memory;
  bool (*append)(void *state, unsigned file, const void *bytes, size_t size);
  /* Read bytes that were appended. */
  bool (*read)(void *state, unsigned file, uint64_t offset, void *out, size_t size);
  /* Return all bytes of a file that is not empty, to which nothing is appended any more. NULL: failure. */
  const void *(*map)(void *state, unsigned file);
  /* Remove the bytes of a file. */
  void (*clear)(void *state, unsigned file);
  /* Append a page to the index. */
  bool (*write)(void *state, const unsigned char page[LC_INDEX_PAGE]);
  /* Report whether to stop. Called every few milliseconds. */
  bool (*is_stopped)(void *state);
  void *state;
  lc_IndexFault fault;
} lc_IndexStore;

/* Store the first failure. Returns false. */
static inline bool lc_store_fail(lc_IndexStore *store, lc_IndexFault fault) {
  if (store->fault == LC_INDEX_NO_FAULT) store->fault = fault;
  return false;
}

static inline bool lc_store_append(lc_IndexStore *store, unsigned file, const void *bytes, size_t size) {
  if (store->fault != LC_INDEX_NO_FAULT) return false;
  return store->append(store->state, file, bytes, size) || lc_store_fail(store, LC_INDEX_FILE_FAILED);
}

LC_MUST_USE static inline bool lc_store_read(lc_IndexStore *store, unsigned file, uint64_t offset, void *out,
                                             size_t size) {
  if (store->fault != LC_INDEX_NO_FAULT) return false;
  return store->read(store->state, file, offset, out, size) || lc_store_fail(store, LC_INDEX_FILE_FAILED);
}

/* Allocate memory. Returns NULL after a failure. */
LC_MUST_USE static inline void *lc_store_allocate(lc_IndexStore *store, size_t size) {
  void *block = store->fault == LC_INDEX_NO_FAULT ? lc_allocate(&store->memory, size) : NULL;
  if (!block) lc_store_fail(store, LC_INDEX_NO_MEMORY);
  return block;
}

#endif
