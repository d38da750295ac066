/*
** source_bz2 - a bzip2 stream, by libbz2. The library has no way to use a state again: each stream makes its own.
*/
#include "source_packed.h"

#ifdef LC_HAS_BZ2
#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void *open_bz2(void) { return calloc(1, sizeof(bz_stream)); }

static void end_stream(bz_stream *stream) {
  if (stream->state) BZ2_bzDecompressEnd(stream);
  memset(stream, 0, sizeof *stream);
}

static bool begin_bz2(void *state) {
  end_stream(state);
  return BZ2_bzDecompressInit(state, 0, 0) == BZ_OK;
}

static lc_Step run_bz2(void *state, lc_Input *in, char *out, size_t size, size_t *made) {
  bz_stream *stream = state;
  unsigned room = size > UINT_MAX ? UINT_MAX : (unsigned)size;
  unsigned given = (unsigned)(in->size - in->at);
  stream->next_in = (char *)(in->bytes + in->at); /* only read from */
  stream->avail_in = given;
  stream->next_out = out;
  stream->avail_out = room;
  int status = BZ2_bzDecompress(stream);
  in->at += given - stream->avail_in;
  *made = room - stream->avail_out;
  switch (status) {
    case BZ_STREAM_END: return LC_STEP_END;
    case BZ_OK: return LC_STEP_MORE;
    case BZ_MEM_ERROR: return LC_STEP_NO_MEMORY;
    default: return LC_STEP_DAMAGED;
  }
}

static void close_bz2(void *state) {
  end_stream(state);
  free(state);
}

const lc_Decoder lc_decoder_bz2 = {open_bz2, begin_bz2, run_bz2, close_bz2};
#else
const lc_Decoder lc_decoder_bz2 = {NULL, NULL, NULL, NULL};
#endif
