#include "games.h"

#include <string.h>

size_t lc_games_find(const uint32_t *list, size_t count, uint32_t least) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (list[middle] < least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

size_t lc_games_union(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count, uint32_t *out) {
  const uint32_t *a_end = a + a_count, *b_end = b + b_count;
  size_t count = 0;
  while (a < a_end && b < b_end) {
    uint32_t left = *a, right = *b;
    out[count++] = left < right ? left : right;
    a += left <= right;
    b += right <= left;
  }
  while (a < a_end) out[count++] = *a++;
  while (b < b_end) out[count++] = *b++;
  return count;
}

size_t lc_games_common(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count, uint32_t *out) {
  if (a_count > b_count) return lc_games_common(b, b_count, a, a_count, out);
  size_t count = 0;
  for (size_t i = 0; i < a_count && b_count > 0; i++) {
    size_t step = 1;
    while (step < b_count && b[step] < a[i]) step *= 2;
    size_t skipped = lc_games_find(b, step < b_count ? step + 1 : b_count, a[i]);
    b += skipped;
    b_count -= skipped;
    if (b_count > 0 && *b == a[i]) out[count++] = a[i];
  }
  return count;
}

/* Return the end of the sorted piece that begins at `begin`. */
static size_t piece_end(const uint32_t *list, size_t begin, size_t count) {
  size_t end = begin + 1;
  while (end < count && list[end - 1] < list[end]) end++;
  return end < count ? end : count;
}

size_t lc_games_sort(uint32_t *list, uint32_t *spare, size_t count) {
  uint32_t *from = list, *to = spare;
  while (piece_end(from, 0, count) < count) {
    size_t written = 0;
    for (size_t begin = 0; begin < count;) {
      size_t middle = piece_end(from, begin, count), end = middle < count ? piece_end(from, middle, count) : middle;
      written += lc_games_union(from + begin, middle - begin, from + middle, end - middle, to + written);
      begin = end;
    }
    count = written;
    uint32_t *other = from;
    from = to;
    to = other;
  }
  if (from != list && count > 0) memcpy(list, from, count * sizeof *list);
  return count;
}
