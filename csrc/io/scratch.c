/* pread() is an X/Open function */
#define _XOPEN_SOURCE 700
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16 };

void lc_scratch_init(lc_Scratch *scratch) { *scratch = (lc_Scratch){.fd = -1}; }

static bool fail(lc_Scratch *scratch) {
  if (scratch->error == 0) scratch->error = errno ? errno : EIO;
  return false;
}

/* Create ".lucena-PID-N" and remove its name. The name is that of a sink's temporary file: if the process is killed
** between the two calls, the file is found as a leftover. */
static int create_unnamed(const char *path) {
  const char *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash - path) + 1 : 0, room = folder + 64;
  char *name = malloc(room);
  int fd = -1;
  if (!name) return -1;
  for (unsigned n = 0; fd < 0 && n < 1000; n++) {
    snprintf(name, room, "%.*s.lucena-%ld-%u", (int)folder, path, (long)getpid(), n);
    fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno != EEXIST && errno != EINTR) break;
  }
  if (fd >= 0) unlink(name);
  free(name);
  return fd;
}

bool lc_scratch_open(lc_Scratch *scratch, const char *path) {
  lc_scratch_init(scratch);
  scratch->buffer = malloc(BUFFER);
  if (!scratch->buffer) return fail(scratch);
  errno = 0;
  scratch->fd = create_unnamed(path);
  return scratch->fd >= 0 || fail(scratch);
}

static bool write_all(lc_Scratch *scratch, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(scratch->fd, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return fail(scratch);
    bytes += wrote;
    size -= (size_t)wrote;
  }
  return true;
}

static bool flush(lc_Scratch *scratch) {
  size_t size = scratch->used;
  scratch->used = 0;
  return write_all(scratch, scratch->buffer, size);
}

bool lc_scratch_append(lc_Scratch *scratch, const void *bytes, size_t size) {
  if (scratch->error) return false;
  scratch->size += size;
  if (size > BUFFER - scratch->used && !flush(scratch)) return false;
  if (size >= BUFFER) return write_all(scratch, bytes, size);
  memcpy(scratch->buffer + scratch->used, bytes, size);
  scratch->used += size;
  return true;
}

bool lc_scratch_read(lc_Scratch *scratch, uint64_t offset, void *out, size_t size) {
  if (scratch->error || (scratch->used > 0 && !flush(scratch))) return false;
  errno = lc_file_read(scratch->fd, offset, out, size);
  return errno == 0 || fail(scratch);
}

const void *lc_scratch_map(lc_Scratch *scratch) {
  if (scratch->map || scratch->size == 0 || scratch->error || !flush(scratch)) return scratch->map;
  void *map = mmap(NULL, (size_t)scratch->size, PROT_READ, MAP_SHARED, scratch->fd, 0);
  if (map == MAP_FAILED) {
    fail(scratch);
  } else {
    scratch->map = map;
  }
  return scratch->map;
}

void lc_scratch_close(lc_Scratch *scratch) {
  if (scratch->map) munmap(scratch->map, (size_t)scratch->size);
  if (scratch->fd >= 0) close(scratch->fd);
  free(scratch->buffer);
  int error = scratch->error;
  lc_scratch_init(scratch);
  scratch->error = error;
}

int lc_file_open(const char *path) {
  struct stat status;
  /* Opening a named pipe would wait for its writer. */
  if (stat(path, &status) != 0) return -1;
  if (!S_ISREG(status.st_mode)) {
    errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    return -1;
  }
  int fd;
  do fd = open(path, O_RDONLY | O_CLOEXEC);
  while (fd < 0 && errno == EINTR);
  return fd;
}

int lc_file_read(int fd, uint64_t offset, void *out, size_t size) {
  char *to = out;
  while (size > 0) {
    ssize_t got = pread(fd, to, size, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return EIO;
    to += got;
    offset += (uint64_t)got;
    size -= (size_t)got;
  }
  return 0;
}

void lc_file_expect(int fd, uint64_t offset, uint64_t size) {
#ifdef POSIX_FADV_WILLNEED
  (void)posix_fadvise(fd, (off_t)offset, (off_t)size, POSIX_FADV_WILLNEED);
#else
  (void)fd, (void)offset, (void)size;
#endif
}

void lc_file_close(int fd) {
  if (fd >= 0) close(fd);
}
