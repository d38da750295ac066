/*
** source_zst - decodes a zstd frame (RFC 8878), or skips a skippable one, with libzstd.
**
** A failing call does not report how many bytes it wrote before the failure, and these bytes would be lost. So each
** step makes two calls. The first call has no room for output. It decodes a block into the library's own buffer, which
** is empty because the block before was already copied from it. This call may fail. The second call copies the block
** from the library's buffer. It has no input and cannot fail.
*/
#include "source_packed.h"

#ifdef LC_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

static void close_zst(void *state) { ZSTD_freeDStream(state); }

static void *open_zst(void) {
  ZSTD_DStream *stream = ZSTD_createDStream();
  if (stream && !ZSTD_isError(ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, LC_SOURCE_WINDOW_LOG))) return stream;
  ZSTD_freeDStream(stream);
  return NULL;
}

static bool begin_zst(void *state) { return !ZSTD_isError(ZSTD_DCtx_reset(state, ZSTD_reset_session_only)); }

static lc_Step step_of_error(size_t result) {
  switch ((int)ZSTD_getErrorCode(result)) { /* an enum of the library, which may get more values */
    case ZSTD_error_frameParameter_windowTooLarge: return LC_STEP_WINDOW;
    case ZSTD_error_dictionary_wrong: return LC_STEP_DICTIONARY;
    case ZSTD_error_memory_allocation: return LC_STEP_NO_MEMORY;
    default: return LC_STEP_DAMAGED;
  }
}

static lc_Step run_zst(void *state, lc_Input *in, char *out, size_t size, size_t *made) {
  ZSTD_inBuffer bytes = {in->bytes, in->size, in->at}, nothing = {in->bytes, 0, 0};
  ZSTD_outBuffer nowhere = {out, 0, 0}, room = {out, size, 0};
  size_t result = ZSTD_decompressStream(state, &nowhere, &bytes);
  in->at = bytes.pos;
  if (ZSTD_isError(result)) return step_of_error(result);
  if (result == 0) return LC_STEP_END; /* the library reports this only after all output was copied out */
  result = ZSTD_decompressStream(state, &room, &nothing);
  *made = room.pos;
  return ZSTD_isError(result) ? step_of_error(result) : LC_STEP_MORE;
}

const lc_Decoder lc_decoder_zst = {open_zst, begin_zst, run_zst, close_zst};
#else
const lc_Decoder lc_decoder_zst = {NULL, NULL, NULL, NULL};
#endif
