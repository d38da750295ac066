/*
** source_stage - see source_stage.h.
*/
#include "source_stage.h"

#include <string.h>

void lc_stage_rewind(lc_Stage *stage) {
  stage->at = stage->size = 0;
  stage->waiting_at = stage->waiting_size = 0;
  stage->has_ended = false;
}

void lc_stage_put(lc_Stage *stage, unsigned c) {
  char *out = stage->waiting + stage->waiting_size;
  unsigned size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  stage->waiting_size += size;
  for (unsigned i = size - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
  out[0] = (char)(leads[size] | c);
}

/* Read more input. Returns false after its end, and on failure. */
static bool fill(lc_Source *source, lc_Stage *stage) {
  if (stage->has_ended) return false;
  size_t left = stage->size - stage->at;
  memmove(stage->block, stage->block + stage->at, left);
  size_t got = lc_source_bytes(source, (char *)stage->block + left, LC_STAGE_BLOCK - left);
  stage->at = 0;
  stage->size = left + got;
  stage->has_ended = got == 0 && !source->error;
  return got > 0 || stage->has_ended;
}

size_t lc_stage_read(lc_Source *source, lc_Stage *stage, char *buffer, size_t size) {
  size_t made = 0;
  while (made < size) {
    if (stage->waiting_at < stage->waiting_size) {
      buffer[made++] = stage->waiting[stage->waiting_at++];
      continue;
    }
    stage->waiting_at = stage->waiting_size = 0;
    size_t taken = stage->take(source, stage, stage->block + stage->at, stage->size - stage->at);
    stage->at += taken;
    if (taken == 0 && stage->waiting_size == 0 && (made > 0 || !fill(source, stage))) break;
  }
  return made;
}
