/*
** source_repair - a stage of the stream that repairs pasted text (pasted.h), and the list of its changes.
**
** A change stores its offset in the repaired stream, and the number of bytes removed before it. The offset in the input
** is computed from these two numbers. If reading continues at another offset of the input, the repair starts there as
** at the beginning of the input. Memory: one block of input, and the changes until they are removed from the list.
*/
#ifndef LC_SOURCE_REPAIR_H
#define LC_SOURCE_REPAIR_H

#include "pasted.h"
#include "source.h"

enum { LC_CHANGE_SHOWN = 28 };

typedef struct lc_Change {
  uint64_t at;              /* offset in the repaired stream */
  uint64_t removed_before;  /* bytes that all earlier changes removed; in UTF-16, code units */
  uint32_t removed;         /* bytes or code units that this change removed */
  uint8_t size;             /* bytes in `by`, the replacement */
  uint8_t shown, text_size; /* bytes in `text`, and bytes of the replaced text, at most 255 */
  char text[LC_CHANGE_SHOWN]; /* the beginning of the replaced text */
  char by[LC_PASTED_MOST];
} lc_Change;

/* Repair the input of an open source from which nothing was read. Returns false if memory is short; `error` is set. */
LC_MUST_USE bool lc_source_repair(lc_Source *source);
size_t lc_repair_read(lc_Source *source, char *buffer, size_t size);
void lc_repair_rewind(lc_Source *source);
void lc_repair_close(lc_Source *source);

/* Return the changes in order, without those that lc_repair_forget() removed. */
const lc_Change *lc_repair_changes(const lc_Source *source, size_t *count);
/* Forget the changes that end at `offset` of the repaired stream, or before it. Returns their number. */
size_t lc_repair_forget(lc_Source *source, uint64_t offset);

/* Return the number of bytes or code units that changes removed before `offset` of the repaired stream. With
** `with_those_at`, removals at the offset itself are included. Returns `otherwise` if no change comes before it. */
uint64_t lc_changes_removed(const lc_Change *changes, size_t count, uint64_t offset, bool with_those_at,
                            uint64_t otherwise);

#endif
