/*
** fuzz_store - the memory and the temporary files of an index, in memory. A call whose number is chosen fails, and all
** later ones, too.
*/
#ifndef FUZZ_STORE_H
#define FUZZ_STORE_H

#include <stdlib.h>
#include <string.h>

#include "../csrc/index/build.h"
#include "require.h"

typedef struct Text {
  char *bytes;
  size_t size;
} Text;

typedef struct Store {
  Text files[LC_INDEX_FILES];
  Text index;
  size_t blocks; /* number of blocks of memory in use */
  size_t calls, failing; /* failing: the number of the first call that fails; 0: none */
  lc_IndexStore core;
} Store;

static bool store_fails(Store *store) { return ++store->calls >= store->failing && store->failing > 0; }

static void *store_resize(void *state, void *block, size_t old, size_t size) {
  Store *store = state;
  if (size == 0) {
    store->blocks -= block != NULL;
    free(block);
    return NULL;
  }
  if (store_fails(store)) return NULL;
  char *out = malloc(size);
  require(out != NULL);
  if (block) memcpy(out, block, old < size ? old : size);
  free(block);
  store->blocks += block == NULL;
  return out;
}

static bool text_append(Text *text, const void *bytes, size_t size) {
  char *wider = realloc(text->bytes, text->size + size + 1);
  require(wider != NULL);
  text->bytes = wider;
  if (size > 0) memcpy(wider + text->size, bytes, size);
  text->size += size;
  return true;
}

static bool store_append(void *state, unsigned file, const void *bytes, size_t size) {
  Store *store = state;
  require(file < LC_INDEX_FILES);
  return !store_fails(store) && text_append(&store->files[file], bytes, size);
}

static bool store_read(void *state, unsigned file, uint64_t offset, void *out, size_t size) {
  Store *store = state;
  const Text *text = &store->files[file];
  if (store_fails(store)) return false;
  require(offset <= text->size && size <= text->size - offset);
  if (size > 0) memcpy(out, text->bytes + offset, size);
  return true;
}

static const void *store_map(void *state, unsigned file) {
  Store *store = state;
  require(store->files[file].size > 0);
  return store_fails(store) ? NULL : store->files[file].bytes;
}

static void store_clear(void *state, unsigned file) {
  Store *store = state;
  free(store->files[file].bytes);
  store->files[file] = (Text){0};
}

static bool store_write(void *state, const unsigned char page[LC_INDEX_PAGE]) {
  Store *store = state;
  return !store_fails(store) && text_append(&store->index, page, LC_INDEX_PAGE);
}

static bool store_is_stopped(void *state) { return store_fails(state); }

static void store_begin(Store *store, size_t failing) {
  memset(store, 0, sizeof *store);
  store->failing = failing;
  store->core = (lc_IndexStore){.memory = {store_resize, store}, .append = store_append, .read = store_read,
                                .map = store_map, .clear = store_clear, .write = store_write,
                                .is_stopped = store_is_stopped, .state = store};
}

/* Free everything. All memory must have been freed. */
static void store_end(Store *store) {
  require(store->blocks == 0);
  for (unsigned i = 0; i < LC_INDEX_FILES; i++) free(store->files[i].bytes);
  free(store->index.bytes);
}

#endif
