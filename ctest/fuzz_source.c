/*
** fuzz_source - reads the input from a file and from a pipe, plain or compressed. These properties must hold:
**   - reading with buffers of any size, from a file or a pipe, gives the same bytes and the same error at the end;
**   - plain input is unchanged, and UTF-16 keeps its number of code units;
**   - a truncated file gives the beginning of the text of the whole file.
** These are exceptions. If a zstd frame has another length than its header says, libzstd notices this only after the
** last block, and does not return this block. Input that is compressed twice is rejected, but a truncated file may be
** too short to show this. Fewer than four bytes are too short to show UTF-16. If UTF-16 is truncated inside a surrogate
** pair, the output ends with the first half.
*/
#define _GNU_SOURCE /* memfd_create() */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../csrc/io/source.h"
#include "require.h"

enum { MOST = 1 << 20, PIPE_ROOM = 1 << 15, ZSTD_BLOCK = 1 << 17 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Reading {
  size_t size;
  int error;
  lc_SourceDefect defect;
  bool is_plain, is_utf16;
  bool is_whole; /* the input ended before MOST bytes */
  char bytes[MOST];
} Reading;

static void read_all(lc_Source *source, size_t piece, Reading *out) {
  out->size = 0;
  out->is_plain = out->is_utf16 = false;
  out->is_whole = false;
  while (out->size < MOST) {
    size_t room = MOST - out->size, want = piece < room ? piece : room;
    char *exact = malloc(want); /* of exactly this size, so that AddressSanitizer detects writes after the end */
    if (!exact) abort();
    size_t got = lc_source_read(source, exact, want);
    require(got <= want);
    if (out->size == 0) out->is_plain = source->has_looked && !source->packed && source->error == 0;
    out->is_utf16 = source->utf16 != NULL;
    memcpy(out->bytes + out->size, exact, got);
    free(exact);
    out->size += got;
    if (got > 0) continue;
    out->is_whole = true;
    break;
  }
  out->error = source->error;
  out->defect = source->defect;
  if (out->error) require(lc_source_problem(source)[0] != '\0');
}

static void read_file(const uint8_t *data, size_t size, size_t piece, Reading *out) {
  lc_Source source;
  char path[64];
  int fd = memfd_create("fuzz", MFD_CLOEXEC);
  if (fd < 0 || (size > 0 && write(fd, data, size) != (ssize_t)size)) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  bool is_open = lc_source_open(&source, path);
  require(is_open || source.error == ENOTSUP);
  read_all(&source, piece, out);
  lc_source_close(&source);
  lc_source_close(&source);
  close(fd);
}

static void read_pipe(const uint8_t *data, size_t size, size_t piece, Reading *out) {
  lc_Source source;
  int ends[2];
  if (pipe(ends) != 0 || (size > 0 && write(ends[1], data, size) != (ssize_t)size)) abort();
  close(ends[1]);
  lc_source_init(&source);
  source.fd = ends[0];
  source.owned = true;
  read_all(&source, piece, out);
  lc_source_close(&source);
}

static void require_same(const Reading *a, const Reading *b) {
  require(a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0);
  require(a->is_whole == b->is_whole);
  if (a->is_whole) require(a->error == b->error && a->defect == b->defect);
}

/* Check that `part`, read from the first `size` bytes, is the beginning of `whole`, read from all bytes. */
static void require_beginning(const Reading *part, const Reading *whole, const uint8_t *data, size_t size) {
  if (whole->error == ENOTSUP && whole->size == 0) {
    require(part->size < LC_SOURCE_HEAD);
    return;
  }
  if (part->is_utf16 != whole->is_utf16) {
    require(part->size < 4 || whole->size < 4); /* too few bytes to detect the encoding */
    return;
  }
  bool is_zst = size > 4 && (memcmp(data, "\x28\xb5\x2f\xfd", 4) == 0 || memcmp(data + 1, "\x2a\x4d\x18", 3) == 0);
  size_t kept_back = is_zst && whole->defect == LC_SOURCE_DAMAGED ? ZSTD_BLOCK : 0;
  size_t part_size = part->size;
  if (part->is_utf16 && part_size >= 3 && (unsigned char)part->bytes[part_size - 3] == 0xed) part_size -= 3;
  require(part_size <= whole->size + kept_back);
  require(memcmp(part->bytes, whole->bytes, part_size < whole->size ? part_size : whole->size) == 0);
}

/* Check that plain UTF-16 input has kept its number of code units. Four bytes of UTF-8 are two code units. */
static void require_units(const Reading *out, size_t size) {
  size_t units = 0;
  for (size_t i = 0; i < out->size; i++) {
    unsigned char c = (unsigned char)out->bytes[i];
    units += (size_t)((c & 0xc0) != 0x80) + (size_t)(c >= 0xf0);
  }
  require(units == size / 2 && (out->defect == LC_SOURCE_HALF) == (size % 2 == 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const size_t pieces[] = {1, 7, 4096, MOST};
  static Reading whole, again;
  if (size < 2) return 0;
  size_t cut = (data[0] | (size_t)data[1] << 8) % (size - 1), piece = pieces[data[0] % 4];
  data += 2;
  size -= 2;
  read_file(data, size, 1 << 16, &whole);
  if (whole.is_plain && whole.is_utf16 && whole.is_whole) require_units(&whole, size);
  if (whole.is_plain && !whole.is_utf16 && size < MOST)
    require(whole.size == size && memcmp(whole.bytes, data, size) == 0);
  if (piece > 1 || whole.size < 5000) {
    read_file(data, size, piece, &again);
    require_same(&whole, &again);
    if (size <= PIPE_ROOM) read_pipe(data, size, piece, &again);
    if (size <= PIPE_ROOM) require_same(&whole, &again);
  }
  if (cut < size) read_file(data, cut, 1 << 16, &again);
  if (cut < size && cut > LC_SOURCE_HEAD) require_beginning(&again, &whole, data, cut);
  return 0;
}
