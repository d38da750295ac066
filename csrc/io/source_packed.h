/*
** source_packed - compressed input: a sequence of members (gzip), frames (zstd) or streams (bzip2).
**
** This file has the common part of all formats: recognising their first bytes, refilling the input, moving from one
** member to the next, and distinguishing truncation, damage and trailing junk. Each format has a decoder for a single
** member, in a file of its own.
** Memory: one block of input, and the memory of the library (zstd: the window of the frame, at most 128 MiB). All of
** it is freed at the end of input.
*/
#ifndef LC_SOURCE_PACKED_H
#define LC_SOURCE_PACKED_H

#include "source.h"

/* ---- decoders ---- */

typedef enum lc_Step {
  LC_STEP_MORE, /* not finished; if it decoded nothing and has consumed all input, it needs more */
  LC_STEP_END,  /* the member is complete; the step may have decoded bytes too */
  LC_STEP_DAMAGED,
  LC_STEP_WINDOW,
  LC_STEP_DICTIONARY, /* the data was compressed with a dictionary */
  LC_STEP_NO_MEMORY
} lc_Step;

/* The input of a decoder, which advances `at`. */
typedef struct lc_Input {
  const unsigned char *bytes;
  size_t at, size;
  bool has_ended; /* no more bytes will come */
} lc_Input;

typedef struct lc_Decoder {
  void *(*open)(void);        /* NULL if memory is short */
  bool (*begin)(void *state); /* prepare for the first or a later member; false if memory is short */
  /* Decode into `out`, which has at least one byte. `made` is set to the number of bytes written, also if the step
  ** fails: the decoder found no error in those bytes. */
  lc_Step (*run)(void *state, lc_Input *in, char *out, size_t size, size_t *made);
  void (*close)(void *state);
} lc_Decoder;

/* The decoders. All fields are NULL if this build lacks the format's library. */
extern const lc_Decoder lc_decoder_gz, lc_decoder_zst, lc_decoder_bz2;

/* ---- streams ---- */

typedef struct lc_Format lc_Format;

/* Return the compression format of input that begins with these bytes, or NULL for plain input. `wants_more` is set
** if more bytes are needed to decide. */
const lc_Format *lc_packed_format(const unsigned char *head, size_t size, bool *wants_more);
/* Return why this build cannot decode the format, or NULL if it can. */
const char *lc_packed_unsupported(const lc_Format *format);
/* Prepare to decode input that begins with source->head. Returns false if memory is short; `error` is set. */
LC_MUST_USE bool lc_packed_open(lc_Source *source, const lc_Format *format);
/* Read as lc_source_read() does. */
size_t lc_packed_read(lc_Source *source, char *buffer, size_t size);
/* Continue decoding at a mark. The file's offset must already be that of the mark. */
void lc_packed_rewind(lc_Source *source, lc_SourceMark mark);
lc_SourceMark lc_packed_mark(const lc_Source *source, uint64_t offset);
const lc_SourceMark *lc_packed_marks(const lc_Source *source, size_t *count);
void lc_packed_close(lc_Source *source);

/* Call read(2), and repeat it if a signal interrupts it. Sets source->error. */
size_t lc_source_fetch(lc_Source *source, void *buffer, size_t size);

#endif
