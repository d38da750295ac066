/*
** source_utf16 - see source_utf16.h.
*/
#include "source_utf16.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 15, LONGEST = 6 }; /* LONGEST: a surrogate without its pair, and the character after it */

typedef struct lc_Utf16 {
  bool is_big;            /* big-endian */
  unsigned first;         /* the first half of a surrogate pair whose second half was not read yet, or 0 */
  unsigned waiting_at, waiting_size;
  char waiting[LONGEST];  /* UTF-8 for which the caller's buffer may have no room */
  size_t at, size;        /* of the block: the code units not converted yet */
  unsigned char block[BLOCK];
} lc_Utf16;

bool lc_utf16_begins(const unsigned char *head, size_t size, bool *wants_more) {
  static const unsigned char little[] = {0xff, 0xfe}, big[] = {0xfe, 0xff};
  size_t count = size < 2 ? size : 2;
  bool is_little = memcmp(head, little, count) == 0, is_big = memcmp(head, big, count) == 0;
  *wants_more = (is_little && size < 4) || (is_big && size < 2);
  return size >= 2 && (is_big || (is_little && (size < 4 || head[2] != 0 || head[3] != 0)));
}

bool lc_utf16_open(lc_Source *source) {
  source->utf16 = calloc(1, sizeof *source->utf16);
  if (!source->utf16) {
    source->error = ENOMEM;
    return false;
  }
  source->utf16->is_big = source->head[0] == 0xfe;
  return true;
}

void lc_utf16_rewind(lc_Source *source) {
  lc_Utf16 *utf16 = source->utf16;
  if (utf16) utf16->first = utf16->waiting_at = utf16->waiting_size = 0, utf16->at = utf16->size = 0;
}

void lc_utf16_close(lc_Source *source) {
  free(source->utf16);
  source->utf16 = NULL;
}

/* Append the UTF-8 form of a character, or of half a surrogate pair, to the bytes waiting. */
static void put(lc_Utf16 *utf16, unsigned c) {
  char *out = utf16->waiting + utf16->waiting_size;
  unsigned size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  utf16->waiting_size += size;
  for (unsigned i = size - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
  out[0] = (char)(leads[size] | c);
}

static bool is_first_half(unsigned unit) { return unit >= 0xd800 && unit < 0xdc00; }
static bool is_second_half(unsigned unit) { return unit >= 0xdc00 && unit < 0xe000; }

/* Convert a code unit. Nothing may be waiting. */
static void take(lc_Utf16 *utf16, unsigned unit) {
  unsigned first = utf16->first;
  utf16->waiting_at = utf16->waiting_size = utf16->first = 0;
  if (first && is_second_half(unit)) {
    put(utf16, 0x10000 + ((first - 0xd800) << 10) + (unit - 0xdc00));
    return;
  }
  if (first) put(utf16, first);
  if (is_first_half(unit)) {
    utf16->first = unit;
  } else {
    put(utf16, unit);
  }
}

static unsigned next_unit(lc_Utf16 *utf16) {
  const unsigned char *bytes = utf16->block + utf16->at;
  utf16->at += 2;
  return utf16->is_big ? (unsigned)bytes[0] << 8 | bytes[1] : (unsigned)bytes[1] << 8 | bytes[0];
}

/* Read more input. Returns false if nothing is left to convert. */
static bool fill(lc_Source *source) {
  lc_Utf16 *utf16 = source->utf16;
  size_t left = utf16->size - utf16->at;
  memmove(utf16->block, utf16->block + utf16->at, left);
  size_t got = lc_source_bytes(source, (char *)utf16->block + left, BLOCK - left);
  utf16->at = 0;
  utf16->size = left + got;
  if (got > 0) return true;
  if (source->error) return false;
  if (left > 0 && source->defect == LC_SOURCE_SOUND) source->defect = LC_SOURCE_HALF;
  utf16->size = 0;
  if (!utf16->first) return false;
  utf16->waiting_at = utf16->waiting_size = 0;
  put(utf16, utf16->first);
  utf16->first = 0;
  return true;
}

size_t lc_utf16_read(lc_Source *source, char *buffer, size_t size) {
  lc_Utf16 *utf16 = source->utf16;
  size_t made = 0;
  while (made < size) {
    if (utf16->waiting_at < utf16->waiting_size) {
      buffer[made++] = utf16->waiting[utf16->waiting_at++];
    } else if (utf16->size - utf16->at >= 2) {
      take(utf16, next_unit(utf16));
    } else if (made > 0 || !fill(source)) {
      break;
    }
  }
  return made;
}
