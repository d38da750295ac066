/*
** source_bz2 - decodes a bzip2 stream with libbz2. The library cannot reuse a decoder's state, so each stream creates
** a new decoder.
** If a block is damaged, libbz2 loses the bytes that it has just decoded. The number of lost bytes depends on the size
** of the output buffer. So libbz2 always gets a buffer of the same size, independent of the caller's buffer. The
** decoded bytes are copied to the caller's buffer when libbz2's buffer is full or the stream ends.
** Cost: one copy of all bytes, which is little compared with decoding.
*/
#include "source_packed.h"

#ifdef LC_HAS_BZ2
#include <bzlib.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 10 };

typedef struct State {
  bz_stream stream;
  unsigned at, count; /* number of bytes passed on, and decoded */
  bool is_full;       /* the decoded bytes may be passed on */
  lc_Step next;       /* the result to return after these bytes */
  char bytes[ROOM];
} State;

static void *open_bz2(void) { return calloc(1, sizeof(State)); }

static void end_stream(State *state) {
  if (state->stream.state) BZ2_bzDecompressEnd(&state->stream);
  memset(&state->stream, 0, sizeof state->stream);
  state->at = state->count = 0;
  state->is_full = false;
  state->next = LC_STEP_MORE;
}

static bool begin_bz2(void *state) {
  end_stream(state);
  return BZ2_bzDecompressInit(&((State *)state)->stream, 0, 0) == BZ_OK;
}

static lc_Step step_of(int status) {
  switch (status) {
    case BZ_STREAM_END: return LC_STEP_END;
    case BZ_OK: return LC_STEP_MORE;
    case BZ_MEM_ERROR: return LC_STEP_NO_MEMORY;
    default: return LC_STEP_DAMAGED;
  }
}

/* Decode until the buffer is full, the stream ends, or there is no more input. */
static void decode(State *state, lc_Input *in) {
  bz_stream *stream = &state->stream;
  unsigned given = (unsigned)(in->size - in->at), count = state->count;
  stream->next_in = (char *)(in->bytes + in->at); /* the library does not write to these bytes */
  stream->avail_in = given;
  stream->next_out = state->bytes + count;
  stream->avail_out = ROOM - count;
  state->next = step_of(BZ2_bzDecompress(stream));
  in->at += given - stream->avail_in;
  state->count = ROOM - stream->avail_out;
  bool is_last = in->has_ended && state->count == count;
  state->is_full = state->count == ROOM || state->next != LC_STEP_MORE || is_last;
}

static lc_Step run_bz2(void *opaque, lc_Input *in, char *out, size_t size, size_t *made) {
  State *state = opaque;
  *made = 0;
  if (!state->is_full) decode(state, in);
  if (!state->is_full) return LC_STEP_MORE;
  unsigned left = state->count - state->at;
  *made = left < size ? left : size;
  memcpy(out, state->bytes + state->at, *made);
  state->at += (unsigned)*made;
  if (state->at < state->count) return LC_STEP_MORE;
  if (state->next == LC_STEP_MORE) {
    state->at = state->count = 0;
    state->is_full = false;
  }
  return state->next;
}

static void close_bz2(void *state) {
  end_stream(state);
  free(state);
}

const lc_Decoder lc_decoder_bz2 = {open_bz2, begin_bz2, run_bz2, close_bz2};
#else
const lc_Decoder lc_decoder_bz2 = {NULL, NULL, NULL, NULL};
#endif
