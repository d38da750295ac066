/*
** source_packed - compressed input: a sequence of members (gzip), frames (zstd) or streams (bzip2).
**
** What the formats have in common is here: their first bytes, reading on, the way from one member to the next, and
** telling truncation, damage and trailing junk apart. A decoder knows one member of one format, in a file of its own.
** Memory: one block of input, and what the library needs (zstd: the window of the frame, at most 128 MiB); all of it
** is given back at the end of input.
*/
#ifndef LC_SOURCE_PACKED_H
#define LC_SOURCE_PACKED_H

#include "source.h"

/* ---- decoders ---- */

typedef enum lc_Step {
  LC_STEP_MORE, /* goes on; wants input when it made nothing and has none left */
  LC_STEP_END,  /* the member is complete; bytes may have been made */
  LC_STEP_DAMAGED,
  LC_STEP_WINDOW,
  LC_STEP_DICTIONARY, /* it was compressed with a dictionary */
  LC_STEP_NO_MEMORY
} lc_Step;

/* Bytes to take from: the decoder moves `at`. */
typedef struct lc_Input {
  const unsigned char *bytes;
  size_t at, size;
  bool has_ended; /* no more of them will come */
} lc_Input;

typedef struct lc_Decoder {
  void *(*open)(void);        /* NULL: no memory */
  bool (*begin)(void *state); /* ready for a member, after another or none; false: no memory */
  /* Decode into `out`, at least one byte large; `made` is set to the bytes written, also when the step fails: they
  ** are good as far as the decoder can tell. */
  lc_Step (*run)(void *state, lc_Input *in, char *out, size_t size, size_t *made);
  void (*close)(void *state);
} lc_Decoder;

/* NULL members where the build has no such library. */
extern const lc_Decoder lc_decoder_gz, lc_decoder_zst, lc_decoder_bz2;

/* ---- streams ---- */

typedef struct lc_Format lc_Format;

/* The compression of input that begins with these bytes; NULL: plain. `wants_more` is set if more bytes are needed. */
const lc_Format *lc_packed_format(const unsigned char *head, size_t size, bool *wants_more);
/* Why it cannot be decoded here; NULL: it can. */
const char *lc_packed_unsupported(const lc_Format *format);
/* Prepare to decode input that begins with source->head. false: out of memory, see `error`. */
bool lc_packed_open(lc_Source *source, const lc_Format *format);
/* As lc_source_read(). */
size_t lc_packed_read(lc_Source *source, char *buffer, size_t size);
/* Decode from a mark on; the file is there already. */
void lc_packed_rewind(lc_Source *source, lc_SourceMark mark);
lc_SourceMark lc_packed_mark(const lc_Source *source, uint64_t offset);
void lc_packed_close(lc_Source *source);

/* read(2), taken up again when a signal interrupts it; sets source->error. */
size_t lc_source_fetch(lc_Source *source, void *buffer, size_t size);

#endif
