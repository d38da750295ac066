/*
** source_gz - decodes a gzip member (RFC 1952) with zlib, which also checks its header, checksum and length.
*/
#include "source_packed.h"

#ifdef LC_HAS_ZLIB
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

static void *open_gz(void) {
  z_stream *stream = calloc(1, sizeof *stream);
  enum { WINDOW_BITS = 15, GZIP = 16 };
  if (stream && inflateInit2(stream, WINDOW_BITS + GZIP) != Z_OK) {
    free(stream);
    return NULL;
  }
  return stream;
}

static bool begin_gz(void *state) { return inflateReset(state) == Z_OK; }

static lc_Step run_gz(void *state, lc_Input *in, char *out, size_t size, size_t *made) {
  z_stream *stream = state;
  uInt room = size > UINT_MAX ? UINT_MAX : (uInt)size;
  uInt given = (uInt)(in->size - in->at);
  stream->next_in = (z_const Bytef *)(in->bytes + in->at);
  stream->avail_in = given;
  stream->next_out = (Bytef *)out;
  stream->avail_out = room;
  int status = inflate(stream, Z_NO_FLUSH);
  in->at += given - stream->avail_in;
  *made = room - stream->avail_out;
  switch (status) {
    case Z_STREAM_END: return LC_STEP_END;
    case Z_OK:
    case Z_BUF_ERROR: return LC_STEP_MORE;
    case Z_MEM_ERROR: return LC_STEP_NO_MEMORY;
    default: return LC_STEP_DAMAGED;
  }
}

static void close_gz(void *state) {
  inflateEnd(state);
  free(state);
}

const lc_Decoder lc_decoder_gz = {open_gz, begin_gz, run_gz, close_gz};
#else
const lc_Decoder lc_decoder_gz = {NULL, NULL, NULL, NULL};
#endif
