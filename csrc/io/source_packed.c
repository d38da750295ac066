#include "source_packed.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 17 };

/* ---- formats ---- */

struct lc_Format {
  const lc_Decoder *decoder; /* NULL if the format is known but cannot be decoded */
  const char *unsupported;   /* the message if there is no decoder */
};

static const lc_Format gz = {&lc_decoder_gz, "this build has no zlib (install zlib1g-dev and build again)"};
static const lc_Format zst = {&lc_decoder_zst, "this build has no zstd (install libzstd-dev and build again)"};
static const lc_Format bz2 = {&lc_decoder_bz2, "this build has no bzip2 (install libbz2-dev and build again)"};
static const lc_Format zip = {NULL, "zip archives are not read (unzip -p ARCHIVE | lucena ...)"};
static const lc_Format xz = {NULL, "xz is not read (xz -dc FILE | lucena ...)"};
static const lc_Format seven = {NULL, "7z archives are not read (7z e -so ARCHIVE | lucena ...)"};

/* The first bytes of each format. Each byte lies between those of `low` and `high`. The signs are long enough to
** distinguish compressed data from text. After a member, the first `again` bytes are enough to recognise the next
** member; if the rest of the sign does not match, the data is damaged. */
static const struct Sign {
  const lc_Format *format;
  unsigned char size, again;
  const char *low, *high;
} signs[] = {
    {&gz, 3, 2, "\x1f\x8b\x08", "\x1f\x8b\x08"},
    {&zst, 4, 4, "\x28\xb5\x2f\xfd", "\x28\xb5\x2f\xfd"},
    {&zst, 4, 4, "\x50\x2a\x4d\x18", "\x5f\x2a\x4d\x18"}, /* skippable frame */
    {&bz2, 10, 4, "BZh1\x31\x41\x59\x26\x53\x59", "BZh9\x31\x41\x59\x26\x53\x59"},
    {&bz2, 10, 4, "BZh1\x17\x72\x45\x38\x50\x90", "BZh9\x17\x72\x45\x38\x50\x90"}, /* an empty stream */
    {&zip, 4, 4, "PK\x03\x04", "PK\x03\x04"},
    {&xz, 6, 6, "\xfd\x37zXZ\x00", "\xfd\x37zXZ\x00"},
    {&seven, 6, 6, "7z\xbc\xaf\x27\x1c", "7z\xbc\xaf\x27\x1c"},
};

enum { SIGNS = sizeof signs / sizeof signs[0] };

/* Return how many of the first `wanted` bytes of the sign agree with the `size` bytes. */
static size_t agree(const struct Sign *sign, size_t wanted, const unsigned char *bytes, size_t size) {
  size_t n = 0;
  while (n < size && n < wanted && bytes[n] >= (unsigned char)sign->low[n] &&
         bytes[n] <= (unsigned char)sign->high[n]) {
    n++;
  }
  return n;
}

const lc_Format *lc_packed_format(const unsigned char *head, size_t size, bool *wants_more) {
  *wants_more = false;
  for (size_t i = 0; i < SIGNS; i++) {
    size_t count = agree(&signs[i], signs[i].size, head, size);
    if (count == signs[i].size) {
      *wants_more = false;
      return signs[i].format;
    }
    *wants_more = *wants_more || count == size;
  }
  return NULL;
}

const char *lc_packed_unsupported(const lc_Format *format) {
  return format->decoder && format->decoder->open ? NULL : format->unsupported;
}

/* ---- streams ---- */

typedef struct lc_Packed {
  const lc_Format *format;
  void *state; /* the decoder's state */
  lc_Input in;
  bool in_member, is_moving; /* is_moving: the decoder has consumed bytes of the member */
  uint64_t taken, made;      /* bytes of the file before block[0]; bytes decoded so far */
  lc_SourceMark *marks;      /* sorted by offset */
  size_t mark_count, mark_room;
  unsigned char block[BLOCK];
} lc_Packed;

bool lc_packed_open(lc_Source *source, const lc_Format *format) {
  lc_Packed *packed = malloc(sizeof *packed);
  void *state = packed ? format->decoder->open() : NULL;
  if (!state) {
    free(packed);
    source->error = ENOMEM;
    return false;
  }
  packed->format = format;
  packed->state = state;
  packed->in = (lc_Input){packed->block, 0, source->head_size, false};
  packed->in_member = packed->is_moving = false;
  packed->taken = packed->made = 0;
  packed->marks = NULL;
  packed->mark_count = packed->mark_room = 0;
  memcpy(packed->block, source->head, source->head_size);
  source->packed = packed;
  return true;
}

static void release(lc_Packed *packed) {
  if (packed->state) packed->format->decoder->close(packed->state);
  packed->state = NULL;
}

void lc_packed_close(lc_Source *source) {
  if (!source->packed) return;
  release(source->packed);
  free(source->packed->marks);
  free(source->packed);
  source->packed = NULL;
}

/* Read more bytes after the remaining bytes. Returns false at the end of input or on failure. */
static bool fill(lc_Source *source) {
  lc_Packed *packed = source->packed;
  size_t left = packed->in.size - packed->in.at;
  memmove(packed->block, packed->block + packed->in.at, left);
  size_t got = packed->in.has_ended ? 0 : lc_source_fetch(source, packed->block + left, BLOCK - left);
  packed->taken += packed->in.at;
  packed->in.at = 0;
  packed->in.size = left + got;
  packed->in.has_ended = got == 0;
  return got > 0;
}

/* ---- marks ---- */

enum { MARK_EVERY = 1 << 20, FIRST_MARKS = 64 };

/* Store a mark for the member that begins here. An index stores the marks, so none may be missing. */
static bool mark_member(lc_Packed *packed) {
  size_t count = packed->mark_count;
  if (count > 0 && packed->made - packed->marks[count - 1].offset < MARK_EVERY) return true;
  if (count == packed->mark_room) {
    size_t room = count ? 2 * count : FIRST_MARKS;
    lc_SourceMark *marks = realloc(packed->marks, room * sizeof *marks);
    if (!marks) return false;
    packed->marks = marks;
    packed->mark_room = room;
  }
  packed->marks[packed->mark_count++] = (lc_SourceMark){packed->taken + packed->in.at, packed->made};
  return true;
}

lc_SourceMark lc_packed_mark(const lc_Source *source, uint64_t offset) {
  const lc_Packed *packed = source->packed;
  size_t low = 0, high = packed->mark_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (packed->marks[middle].offset <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 ? packed->marks[low - 1] : (lc_SourceMark){0, 0};
}

const lc_SourceMark *lc_packed_marks(const lc_Source *source, size_t *count) {
  *count = source->packed->mark_count;
  return source->packed->marks;
}

void lc_packed_rewind(lc_Source *source, lc_SourceMark mark) {
  lc_Packed *packed = source->packed;
  packed->in.at = packed->in.size = 0;
  packed->in_member = packed->is_moving = packed->in.has_ended = false;
  packed->taken = mark.packed;
  packed->made = mark.offset;
}

/* ---- refilling and decoding ---- */

/* The meaning of the next bytes. NEXT_UNCLEAR: they may be the beginning of a sign. */
typedef enum Next { NEXT_MEMBER, NEXT_OTHER, NEXT_UNCLEAR } Next;

static Next look_ahead(const lc_Packed *packed) {
  const lc_Input *in = &packed->in;
  Next next = NEXT_OTHER;
  for (size_t i = 0; i < SIGNS; i++) {
    if (signs[i].format != packed->format) continue;
    size_t count = agree(&signs[i], signs[i].again, in->bytes + in->at, in->size - in->at);
    if (count == signs[i].again) return NEXT_MEMBER;
    if (count == in->size - in->at) next = NEXT_UNCLEAR;
  }
  return next;
}

/* Between members, skip NUL bytes, which pad the last member to a tape block. Returns true if another member
** begins. */
static bool find_member(lc_Source *source) {
  lc_Packed *packed = source->packed;
  lc_Input *in = &packed->in;
  for (;;) {
    while (in->at < in->size && in->bytes[in->at] == 0) in->at++;
    Next next = look_ahead(packed);
    if (next == NEXT_MEMBER) {
      packed->in_member = mark_member(packed) && packed->format->decoder->begin(packed->state);
      packed->is_moving = false;
      if (!packed->in_member) source->error = ENOMEM;
      return packed->in_member;
    }
    if (next == NEXT_OTHER) {
      source->defect = LC_SOURCE_JUNK;
      return false;
    }
    if (fill(source)) continue;
    if (!source->error && in->size > 0) source->defect = LC_SOURCE_TRUNCATED;
    return false;
  }
}

/* Store the problem of a step after which decoding cannot continue. */
static void fail(lc_Source *source, lc_Step step) {
  switch (step) {
    case LC_STEP_WINDOW: source->defect = LC_SOURCE_WINDOW; break;
    case LC_STEP_NO_MEMORY: source->error = ENOMEM; break;
    case LC_STEP_DICTIONARY:
      source->error = ENOTSUP;
      source->unsupported = "it needs a zstd dictionary (zstd -D DICTIONARY -dc FILE | lucena ...)";
      break;
    case LC_STEP_MORE: /* MORE and END are failures only if the decoder made no progress */
    case LC_STEP_END:
    case LC_STEP_DAMAGED: source->defect = LC_SOURCE_DAMAGED; break;
  }
}

/* Do one step inside a member. Returns the number of bytes decoded. `goes_on` is cleared after the last byte that
** can be decoded. */
static size_t advance(lc_Source *source, char *buffer, size_t size, bool *goes_on) {
  lc_Packed *packed = source->packed;
  lc_Input *in = &packed->in;
  size_t before = in->at, made = 0;
  lc_Step step = packed->format->decoder->run(packed->state, in, buffer, size, &made);
  bool moves = in->at != before;
  packed->is_moving = packed->is_moving || moves;
  if (step == LC_STEP_END && packed->is_moving) {
    packed->in_member = false;
  } else if (step == LC_STEP_MORE && made == 0 && in->at == in->size) {
    /* At the end of input, the decoder runs once more, because it may still have decoded bytes. */
    *goes_on = !in->has_ended && (fill(source) || !source->error);
    if (!*goes_on && !source->error) source->defect = LC_SOURCE_TRUNCATED;
  } else if (step != LC_STEP_MORE || (made == 0 && !moves)) { /* no progress means damage, too */
    *goes_on = false;
    fail(source, step);
  }
  return made;
}

size_t lc_packed_read(lc_Source *source, char *buffer, size_t size) {
  lc_Packed *packed = source->packed;
  size_t made = 0;
  bool goes_on = packed->state != NULL && size > 0;
  if (!goes_on) return 0;
  while (made == 0 && goes_on) {
    if (packed->in_member) {
      made = advance(source, buffer, size, &goes_on);
    } else {
      goes_on = find_member(source);
    }
  }
  if (!goes_on) release(packed);
  packed->made += made;
  return made;
}
