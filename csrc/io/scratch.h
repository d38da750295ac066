/*
** scratch - files that are read at any offset, and temporary files without a name.
**
** A temporary file is created in the folder of an output file, because /tmp may be small or in memory, and loses its
** name at once. So the system removes it when the process ends, for whatever reason. Its bytes are appended through a
** buffer. Reading a file that has become shorter fails with EIO; a mapped file would raise a signal.
*/
#ifndef LC_SCRATCH_H
#define LC_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/must_use.h"

typedef struct lc_Scratch {
  int fd;    /* -1 if closed */
  int error; /* errno of the first failure, or 0 */
  uint64_t size; /* bytes, including those in the buffer */
  size_t used;   /* bytes in the buffer */
  char *buffer;
  void *map;     /* NULL if not mapped */
} lc_Scratch;

/* Set a temporary file to the valid state "closed". */
void lc_scratch_init(lc_Scratch *scratch);
/* Create an empty temporary file in the folder of `path`. Returns false on failure: see `error`. */
bool lc_scratch_open(lc_Scratch *scratch, const char *path);
bool lc_scratch_append(lc_Scratch *scratch, const void *bytes, size_t size);
/* Read bytes that were appended. Returns false on failure. */
LC_MUST_USE bool lc_scratch_read(lc_Scratch *scratch, uint64_t offset, void *out, size_t size);
/* Map all bytes into memory, for reading until lc_scratch_close(); nothing may be appended any more. No other process
** can make the file shorter, because it has no name. Returns NULL if the file is empty, and on failure: see `error`. */
const void *lc_scratch_map(lc_Scratch *scratch);
/* Close the file; it no longer exists. A second call has no effect. */
void lc_scratch_close(lc_Scratch *scratch);

/* Open a regular file for reading at any offset. Returns a descriptor, or -1: see errno. */
LC_MUST_USE int lc_file_open(const char *path);
/* Read exactly `size` bytes. Returns 0 or an errno; EIO if the file is shorter. */
LC_MUST_USE int lc_file_read(int fd, uint64_t offset, void *out, size_t size);
/* Begin to read bytes into the system's cache without waiting for them, where systems can do this. */
void lc_file_expect(int fd, uint64_t offset, uint64_t size);
void lc_file_close(int fd);

#endif
