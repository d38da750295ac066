#include "pages.h"

/* One step of a hash. It is a bijection of the hash for each word, and of the word for each hash, so a change of one
** word always changes the result. */
static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

uint64_t lc_index_hash(const void *bytes, size_t size, uint64_t seed) {
  const unsigned char *text = bytes, *end = text + size;
  uint64_t a = seed, b = ~seed, c = size, d = 1; /* variables, because compilers keep an array in memory */
  for (; end - text >= 32; text += 32) {
    a = mix(a, lc_get64(text));
    b = mix(b, lc_get64(text + 8));
    c = mix(c, lc_get64(text + 16));
    d = mix(d, lc_get64(text + 24));
  }
  if (text < end) {
    unsigned char rest[32] = {0}; /* less than a step of the loop is left */
    size_t left = (size_t)(end - text);
    memcpy(rest, text, left);
    a = mix(a, lc_get64(rest));
    if (left > 8) b = mix(b, lc_get64(rest + 8));
    if (left > 16) c = mix(c, lc_get64(rest + 16));
    if (left > 24) d = mix(d, lc_get64(rest + 24));
  }
  uint64_t hash = mix(mix(mix(a, b), c), d);
  return mix(hash, hash >> 32);
}

void lc_index_seal(unsigned char page[LC_INDEX_PAGE], uint64_t number) {
  lc_put64(page + LC_INDEX_PAYLOAD, lc_index_hash(page, LC_INDEX_PAYLOAD, number));
}

bool lc_index_is_sealed(const unsigned char page[LC_INDEX_PAGE], uint64_t number) {
  return lc_get64(page + LC_INDEX_PAYLOAD) == lc_index_hash(page, LC_INDEX_PAYLOAD, number);
}

static bool end_page(lc_IndexPages *pages) {
  lc_index_seal(pages->page, pages->number);
  pages->number++;
  pages->used = 0;
  return pages->write(pages->state, pages->page);
}

bool lc_index_put(lc_IndexPages *pages, const void *bytes, size_t size) {
  const unsigned char *from = bytes;
  while (size > 0) {
    size_t room = LC_INDEX_PAYLOAD - pages->used, part = size < room ? size : room;
    memcpy(pages->page + pages->used, from, part);
    pages->used += part;
    from += part;
    size -= part;
    if (pages->used == LC_INDEX_PAYLOAD && !end_page(pages)) return false;
  }
  return true;
}

bool lc_index_end_page(lc_IndexPages *pages) {
  if (pages->used == 0) return true;
  memset(pages->page + pages->used, 0, LC_INDEX_PAYLOAD - pages->used);
  return end_page(pages);
}
