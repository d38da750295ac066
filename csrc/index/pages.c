#include "pages.h"

/* One step of a hash. It is a bijection of the hash for each word, and of the word for each hash, so a change of one
** word always changes the result. */
static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

uint64_t lc_index_hash(const void *bytes, size_t size, uint64_t seed) {
  enum { LANES = 4, STEP = 8 * LANES };
  const unsigned char *text = bytes;
  uint64_t lane[LANES] = {seed, ~seed, size, 1};
  size_t at = 0;
  for (; at + STEP <= size; at += STEP) {
    for (unsigned i = 0; i < LANES; i++) lane[i] = mix(lane[i], lc_get64(text + at + 8 * i));
  }
  for (unsigned i = 0; at < size; at += 8, i++) {
    unsigned char rest[8] = {0};
    memcpy(rest, text + at, size - at < 8 ? size - at : 8);
    lane[i] = mix(lane[i], lc_get64(rest));
  }
  uint64_t hash = lane[0];
  for (unsigned i = 1; i < LANES; i++) hash = mix(hash, lane[i]);
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
