/*
** source_utf16 - input in UTF-16 with a byte order mark, delivered as UTF-8.
**
** The encoding is detected from the first bytes of the (decompressed) input. The mark FF FE 00 00 means UTF-32,
** because no text begins with NUL. The byte order mark is delivered, too, so offsets can be computed from the text
** alone: each code unit has two bytes in the input (lc_utf16_units() in pgn/encoding.h counts them).
** A surrogate without its pair is delivered as the three bytes ED A0 80 to ED BF BF that its number would have in
** UTF-8. These bytes are not valid UTF-8, and the caller reports them. A last byte that is half a code unit is not
** delivered: `defect` is LC_SOURCE_HALF.
** The conversion is a stage of the stream: see source_stage.h.
*/
#ifndef LC_SOURCE_UTF16_H
#define LC_SOURCE_UTF16_H

#include "source.h"

/* Report whether input that begins with these bytes is UTF-16. `wants_more` is set if more bytes are needed to
** decide. */
bool lc_utf16_begins(const unsigned char *head, size_t size, bool *wants_more);
/* Prepare to read UTF-16 input that begins with source->head. Returns false if memory is short; `error` is set. */
LC_MUST_USE bool lc_utf16_open(lc_Source *source);
/* Read as lc_source_read() does. */
size_t lc_utf16_read(lc_Source *source, char *buffer, size_t size);
/* Continue at another offset of the input. */
void lc_utf16_rewind(lc_Source *source);
void lc_utf16_close(lc_Source *source);

#endif
