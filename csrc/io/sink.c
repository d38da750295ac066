/* realpath() is an X/Open function */
#define _XOPEN_SOURCE 700
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leftover.h"

enum { BUFFER_SIZE = 1 << 16 };

void lc_sink_init(lc_Sink *sink) {
  memset(sink, 0, sizeof *sink);
  sink->fd = -1;
}

static void release(lc_Sink *sink) {
  if (sink->fd >= 0 && sink->owned) close(sink->fd);
  free(sink->name);
  free(sink->temporary);
  free(sink->buffer);
  int error = sink->error;
  bool is_stream = sink->is_stream;
  lc_sink_init(sink);
  sink->error = error;
  sink->is_stream = is_stream;
}

static bool fail(lc_Sink *sink) {
  if (sink->error == 0) sink->error = errno ? errno : EIO;
  return false;
}

static char *copy(const char *text, size_t size) {
  char *out = malloc(size + 1);
  if (!out) return NULL;
  memcpy(out, text, size);
  out[size] = '\0';
  return out;
}

/* Create ".lucena-PID-N" in the folder of `name`, so that rename() stays within one file system. N is the first free
** number: two sinks may be writing to one name, and a killed process with the same PID may have left its file. The
** name is short, because the file's own name may have the maximal length. The temporary file has no permissions that
** the replaced file lacks. */
static bool create_temporary(lc_Sink *sink, const char *name, mode_t mode) {
  const char *slash = strrchr(name, '/');
  size_t folder = slash ? (size_t)(slash - name) + 1 : 0, room = folder + 64;
  sink->temporary = malloc(room);
  if (!sink->temporary) return false;
  for (unsigned n = 0; sink->fd < 0 && n < 1000; n++) {
    snprintf(sink->temporary, room, "%.*s.lucena-%ld-%u", (int)folder, name, (long)getpid(), n);
    sink->fd = open(sink->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (sink->fd < 0 && errno != EEXIST && errno != EINTR) break;
  }
  if (sink->fd >= 0) lc_leftover_hold(sink->fd);
  return sink->fd >= 0;
}

/* Return the target of a symbolic link whose file does not exist, since realpath() does not resolve such links.
** Returns NULL on failure: see errno. */
static char *follow_dangling(const char *path) {
  enum { LINKS = 40 }; /* the same limit as in Linux */
  char to[PATH_MAX];
  char *name = copy(path, strlen(path));
  for (int n = 0; name && n < LINKS; n++) {
    ssize_t size = readlink(name, to, sizeof to);
    if (size < 0 && (errno == EINVAL || errno == ENOENT)) return name; /* not a link, or nothing there */
    if (size == sizeof to) errno = ENAMETOOLONG;
    if (size < 0 || size == sizeof to) {
      free(name);
      return NULL;
    }
    const char *slash = to[0] == '/' ? NULL : strrchr(name, '/');
    size_t folder = slash ? (size_t)(slash - name) + 1 : 0;
    char *next = malloc(folder + (size_t)size + 1);
    if (next) {
      memcpy(next, name, folder);
      memcpy(next + folder, to, (size_t)size);
      next[folder + (size_t)size] = '\0';
    }
    free(name);
    name = next;
  }
  if (name) errno = ELOOP;
  free(name);
  return NULL;
}

static bool open_regular(lc_Sink *sink, const char *path, const struct stat *old, bool follow) {
  /* Resolve the name: otherwise, a symbolic link would be replaced instead of its target. */
  sink->name = old ? realpath(path, NULL) : follow ? follow_dangling(path) : copy(path, strlen(path));
  if (!sink->name || !create_temporary(sink, sink->name, old ? old->st_mode & 0666 : 0666)) return fail(sink);
  if (old) (void)fchmod(sink->fd, old->st_mode & 07777);
  return true;
}

/* Return the descriptor that a path names (/dev/stdout, /dev/stderr, /dev/fd/N, /proc/self/fd/N), else -1. */
static int descriptor_of(const char *path) {
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
  if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    size_t size = strlen(folders[i]);
    if (strncmp(path, folders[i], size) != 0) continue;
    const char *digits = path + size;
    size_t count = strspn(digits, "0123456789");
    if (count > 0 && count < 10 && digits[count] == '\0') return (int)strtol(digits, NULL, 10);
  }
  return -1;
}

/* Duplicate the descriptor. Both share the offset at which the next byte is written. */
static bool open_descriptor(lc_Sink *sink, int number) {
  sink->is_stream = true;
  sink->fd = fcntl(number, F_DUPFD_CLOEXEC, 0);
  return sink->fd >= 0 || fail(sink);
}

bool lc_sink_open(lc_Sink *sink, const char *path, bool follow) {
  struct stat status;
  lc_sink_init(sink);
  sink->buffer = malloc(BUFFER_SIZE);
  if (!sink->buffer) return fail(sink);
  errno = 0;
  if (strcmp(path, "-") == 0) {
    sink->fd = STDOUT_FILENO;
    sink->is_stream = true;
    return true;
  }
  sink->owned = true;
  int number = follow ? descriptor_of(path) : -1;
  bool exists = number < 0 && (follow ? stat : lstat)(path, &status) == 0;
  if (exists && S_ISLNK(status.st_mode)) exists = false;
  if (number >= 0) {
    open_descriptor(sink, number);
  } else if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail(sink);
  } else if (exists && !S_ISREG(status.st_mode)) {
    sink->is_stream = true;
    do {
      sink->fd = open(path, O_WRONLY | O_CLOEXEC);
    } while (sink->fd < 0 && errno == EINTR);
    if (sink->fd < 0) fail(sink);
  } else {
    open_regular(sink, path, exists ? &status : NULL, follow);
  }
  if (sink->fd >= 0) return true;
  release(sink);
  return false;
}

void lc_sink_open_drain(lc_Sink *sink, lc_Drain drain) {
  lc_sink_init(sink);
  sink->drain = drain;
  sink->is_stream = true;
}

void lc_sink_open_memory(lc_Sink *sink) {
  lc_sink_init(sink);
  sink->is_memory = sink->is_stream = true;
}

/* Grow the buffer so that `size` more bytes fit. Its size at least doubles. */
static bool grow(lc_Sink *sink, size_t size) {
  size_t room = sink->room > BUFFER_SIZE ? sink->room : BUFFER_SIZE;
  while (room - sink->used < size && room <= SIZE_MAX / 2) room *= 2;
  char *buffer = room - sink->used < size ? NULL : realloc(sink->buffer, room);
  errno = ENOMEM;
  if (!buffer) return fail(sink);
  sink->buffer = buffer;
  sink->room = room;
  return true;
}

/* Store the failure of a drain. The drain may have closed the sink. */
static bool fail_drain(lc_Sink *sink) {
  errno = EIO;
  return fail(sink);
}

/* Wait until a full pipe can be written to. Only pipes that another program has made non-blocking need this. */
static bool wait_for_room(int fd) {
  struct pollfd item = {.fd = fd, .events = POLLOUT};
  return poll(&item, 1, -1) > 0 || errno == EINTR;
}

static bool write_all(lc_Sink *sink, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(sink->fd, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && errno == EAGAIN && wait_for_room(sink->fd)) continue;
    if (wrote < 0) return fail(sink);
    bytes += wrote;
    size -= (size_t)wrote;
  }
  return true;
}

bool lc_sink_flush(lc_Sink *sink) {
  if (sink->error) return false;
  if (sink->drain.write) return sink->drain.flush(sink->drain.state) || fail_drain(sink);
  if (sink->is_memory) return true;
  size_t size = sink->used;
  sink->used = 0;
  return size == 0 || write_all(sink, sink->buffer, size);
}

bool lc_sink_write(lc_Sink *sink, const char *bytes, size_t size) {
  if (sink->error || !lc_sink_is_open(sink)) return fail(sink);
  if (sink->drain.write) return sink->drain.write(sink->drain.state, bytes, size) || fail_drain(sink);
  if (size == 0) return true; /* memory may have no buffer yet */
  if (sink->is_memory) {
    if (size > sink->room - sink->used && !grow(sink, size)) return false;
  } else if (size > BUFFER_SIZE - sink->used) {
    if (!lc_sink_flush(sink)) return false;
    if (size >= BUFFER_SIZE) return write_all(sink, bytes, size);
  }
  if (size > 0) memcpy(sink->buffer + sink->used, bytes, size); /* without bytes, there may be no buffer */
  sink->used += size;
  return true;
}

/* The folder is synchronised too, so that the new name survives a crash. */
static void sync_folder(const char *name) {
  const char *slash = strrchr(name, '/');
  char *folder = slash ? copy(name, (size_t)(slash - name) + 1) : copy(".", 1);
  if (!folder) return;
  int fd = open(folder, O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    (void)fsync(fd);
    close(fd);
  }
  free(folder);
}

/* Synchronise the file. An interrupted fsync() is repeated. */
static bool sync_file(lc_Sink *sink) {
  while (fsync(sink->fd) != 0) {
    if (errno != EINTR) return fail(sink);
  }
  return true;
}

/* Close the file. A close() that a signal interrupts has still closed the file on Linux and most other systems, and
** all bytes were written before. */
static bool close_file(lc_Sink *sink) {
  bool good = close(sink->fd) == 0 || errno == EINTR;
  sink->fd = -1;
  return good || fail(sink);
}

bool lc_sink_publish(lc_Sink *sink) {
  if (!lc_sink_is_open(sink)) return sink->error == 0;
  bool good = lc_sink_flush(sink);
  if (good && sink->name) good = sync_file(sink);
  if (sink->owned) good = close_file(sink) && good;
  if (good && sink->name) {
    good = rename(sink->temporary, sink->name) == 0 || fail(sink);
    if (good) sync_folder(sink->name);
  }
  if (!good && sink->temporary) unlink(sink->temporary);
  release(sink);
  return good;
}

void lc_sink_discard(lc_Sink *sink) {
  if (sink->temporary) unlink(sink->temporary);
  release(sink);
}
