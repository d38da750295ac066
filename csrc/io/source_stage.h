/*
** source_stage - the part of source_utf16.h that handles blocks of a stream.
**
** A stage reads blocks of input and converts one construct at a time. The result waits until the caller's buffer has
** room, so a buffer of one byte is enough. If a construct may continue after the block, more input is read first.
** Memory: one block of input.
*/
#ifndef LC_SOURCE_STAGE_H
#define LC_SOURCE_STAGE_H

#include "source.h"

enum { LC_STAGE_BLOCK = 1 << 15, LC_STAGE_WAITING = 8 };

typedef struct lc_Stage {
  /* Convert the first construct of `bytes`, and set `waiting` and `waiting_size`. Returns the number of bytes taken;
  ** 0 if more input is needed. With has_ended, no more input exists. */
  size_t (*take)(lc_Source *source, struct lc_Stage *stage, const unsigned char *bytes, size_t size);
  bool has_ended;
  unsigned waiting_at, waiting_size;
  char waiting[LC_STAGE_WAITING];
  size_t at, size; /* the unconverted bytes of the block */
  unsigned char block[LC_STAGE_BLOCK];
} lc_Stage;

/* Read up to `size` converted bytes. */
size_t lc_stage_read(lc_Source *source, lc_Stage *stage, char *buffer, size_t size);
/* Forget the input that was read. */
void lc_stage_rewind(lc_Stage *stage);
/* Append the UTF-8 form of a character, or of half a surrogate pair, to the bytes waiting. */
void lc_stage_put(lc_Stage *stage, unsigned c);

/* Read the bytes of the input, decompressed but not converted. */
size_t lc_source_bytes(lc_Source *source, char *buffer, size_t size);

#endif
