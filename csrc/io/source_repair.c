/*
** source_repair - see source_repair.h.
*/
#include "source_repair.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "pasted.h"
#include "source_utf16.h"
#include "source_stage.h"

typedef struct lc_Repair {
  lc_Stage stage; /* the first field: take() gets a pointer to it */
  lc_Pasted state;
  uint64_t written, removed; /* number of bytes in the repaired stream; number of bytes or code units removed */
  lc_Change *changes;
  size_t count, room;
} lc_Repair;

/* Return the number of bytes, or for a UTF-16 input the number of code units. */
static size_t units_of(const lc_Source *source, const char *text, size_t size) {
  size_t units = 0;
  if (!source->utf16) return size;
  for (size_t i = 0; i < size; i++) {
    units += ((unsigned char)text[i] & 0xc0) != 0x80;
    units += (unsigned char)text[i] >= 0xf0;
  }
  return units;
}

static bool add_change(lc_Source *source, lc_Repair *repair, const char *text, const lc_Piece *piece) {
  if (repair->count == repair->room) {
    size_t room = repair->room ? 2 * repair->room : 64;
    lc_Change *changes = realloc(repair->changes, room * sizeof *changes);
    if (!changes) {
      source->error = ENOMEM;
      return false;
    }
    repair->changes = changes;
    repair->room = room;
  }
  lc_Change *change = &repair->changes[repair->count++];
  memset(change, 0, sizeof *change);
  change->at = repair->written;
  change->removed_before = repair->removed;
  change->removed = (uint32_t)(units_of(source, text, piece->size) - units_of(source, piece->out, piece->made));
  change->size = (uint8_t)piece->made;
  change->text_size = (uint8_t)(piece->size < 255 ? piece->size : 255);
  change->shown = (uint8_t)(piece->size < LC_CHANGE_SHOWN ? piece->size : LC_CHANGE_SHOWN);
  memcpy(change->text, text, change->shown);
  memcpy(change->by, piece->out, piece->made);
  repair->removed += change->removed;
  return true;
}

static size_t take(lc_Source *source, lc_Stage *stage, const unsigned char *bytes, size_t size) {
  lc_Repair *repair = (lc_Repair *)stage;
  lc_Piece piece;
  if (size == 0) return 0;
  lc_pasted_next(&repair->state, (const char *)bytes, size, stage->has_ended, &piece);
  if (piece.size == 0) return 0;
  if (piece.is_changed && !add_change(source, repair, (const char *)bytes, &piece)) return 0;
  _Static_assert(sizeof piece.out <= sizeof stage->waiting, "a replacement can wait");
  memcpy(stage->waiting, piece.out, piece.made);
  stage->waiting_size = piece.made;
  repair->written += piece.made;
  return piece.size;
}

static size_t pull(lc_Source *source, char *buffer, size_t size) {
  return source->utf16 ? lc_utf16_read(source, buffer, size) : lc_source_bytes(source, buffer, size);
}

bool lc_source_repair(lc_Source *source) {
  source->repair = calloc(1, sizeof *source->repair);
  if (!source->repair) {
    source->error = ENOMEM;
    return false;
  }
  source->repair->stage.take = take;
  source->repair->stage.pull = pull;
  source->repair->state.begins_line = true;
  return true;
}

void lc_repair_rewind(lc_Source *source) {
  lc_Repair *repair = source->repair;
  if (!repair) return;
  lc_stage_rewind(&repair->stage);
  memset(&repair->state, 0, sizeof repair->state);
  repair->written = repair->removed = repair->count = 0;
}

void lc_repair_close(lc_Source *source) {
  if (source->repair) free(source->repair->changes);
  free(source->repair);
  source->repair = NULL;
}

size_t lc_repair_read(lc_Source *source, char *buffer, size_t size) {
  return lc_stage_read(source, &source->repair->stage, buffer, size);
}

const lc_Change *lc_repair_changes(const lc_Source *source, size_t *count) {
  *count = source->repair ? source->repair->count : 0;
  return *count ? source->repair->changes : NULL;
}

/* Return the number of changes that begin before `offset`; with `with_those_at`, the number of changes that end at
** `offset` or before it. The list is sorted, so these are its first changes. */
static size_t changes_before(const lc_Change *changes, size_t count, uint64_t offset, bool with_those_at) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    uint64_t end = changes[middle].at + changes[middle].size;
    bool is_before = with_those_at ? end <= offset : changes[middle].at < offset;
    if (is_before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

size_t lc_repair_forget(lc_Source *source, uint64_t offset) {
  lc_Repair *repair = source->repair;
  size_t gone = changes_before(repair->changes, repair->count, offset, true);
  repair->count -= gone;
  if (gone > 0) memmove(repair->changes, repair->changes + gone, repair->count * sizeof *repair->changes);
  return gone;
}

uint64_t lc_changes_removed(const lc_Change *changes, size_t count, uint64_t offset, bool with_those_at,
                            uint64_t otherwise) {
  size_t n = changes_before(changes, count, offset, with_those_at);
  return n == 0 ? otherwise : changes[n - 1].removed_before + changes[n - 1].removed;
}
