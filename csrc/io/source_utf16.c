/*
** source_utf16 - see source_utf16.h.
*/
#include "source_utf16.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "source_stage.h"

typedef struct lc_Utf16 {
  lc_Stage stage; /* the first field: take() gets a pointer to it */
  bool is_big;    /* big-endian */
  unsigned first; /* the first half of a surrogate pair whose second half was not read yet, or 0 */
} lc_Utf16;

bool lc_utf16_begins(const unsigned char *head, size_t size, bool *wants_more) {
  static const unsigned char little[] = {0xff, 0xfe}, big[] = {0xfe, 0xff};
  size_t count = size < 2 ? size : 2;
  bool is_little = memcmp(head, little, count) == 0, is_big = memcmp(head, big, count) == 0;
  *wants_more = (is_little && size < 4) || (is_big && size < 2);
  return size >= 2 && (is_big || (is_little && (size < 4 || head[2] != 0 || head[3] != 0)));
}

static bool is_first_half(unsigned unit) { return unit >= 0xd800 && unit < 0xdc00; }
static bool is_second_half(unsigned unit) { return unit >= 0xdc00 && unit < 0xe000; }

/* Convert a code unit. The first half of a surrogate pair waits for the second one. */
static void convert(lc_Utf16 *utf16, unsigned unit) {
  unsigned first = utf16->first;
  utf16->first = 0;
  if (first && is_second_half(unit)) {
    lc_stage_put(&utf16->stage, 0x10000 + ((first - 0xd800) << 10) + (unit - 0xdc00));
    return;
  }
  if (first) lc_stage_put(&utf16->stage, first);
  if (is_first_half(unit)) {
    utf16->first = unit;
  } else {
    lc_stage_put(&utf16->stage, unit);
  }
}

static size_t take(lc_Source *source, lc_Stage *stage, const unsigned char *bytes, size_t size) {
  lc_Utf16 *utf16 = (lc_Utf16 *)stage;
  if (size >= 2) {
    convert(utf16, utf16->is_big ? (unsigned)bytes[0] << 8 | bytes[1] : (unsigned)bytes[1] << 8 | bytes[0]);
    return 2;
  }
  if (!stage->has_ended) return 0;
  if (size > 0 && source->defect == LC_SOURCE_SOUND) source->defect = LC_SOURCE_HALF;
  if (utf16->first) lc_stage_put(stage, utf16->first);
  utf16->first = 0;
  return size;
}

bool lc_utf16_open(lc_Source *source) {
  source->utf16 = calloc(1, sizeof *source->utf16);
  if (!source->utf16) {
    source->error = ENOMEM;
    return false;
  }
  source->utf16->stage.take = take;
  source->utf16->is_big = source->head[0] == 0xfe;
  return true;
}

void lc_utf16_rewind(lc_Source *source) {
  if (!source->utf16) return;
  source->utf16->first = 0;
  lc_stage_rewind(&source->utf16->stage);
}

void lc_utf16_close(lc_Source *source) {
  free(source->utf16);
  source->utf16 = NULL;
}

size_t lc_utf16_read(lc_Source *source, char *buffer, size_t size) {
  return lc_stage_read(source, &source->utf16->stage, buffer, size);
}
