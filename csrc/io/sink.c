/* realpath() is an X/Open function. */
#define _XOPEN_SOURCE 700
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
  lc_sink_init(sink);
  sink->error = error;
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

/* ".NAME.tmp-PID" in the same folder, so that rename() stays within one file system. */
static char *temporary_name(const char *name) {
  const char *slash = strrchr(name, '/');
  size_t folder = slash ? (size_t)(slash - name) + 1 : 0, room = strlen(name) + 40;
  char *out = malloc(room);
  if (out) snprintf(out, room, "%.*s.%s.tmp-%ld", (int)folder, name, name + folder, (long)getpid());
  return out;
}

static bool open_regular(lc_Sink *sink, const char *path, const struct stat *old) {
  char *resolved = old ? realpath(path, NULL) : NULL;
  sink->name = resolved ? resolved : copy(path, strlen(path));
  sink->temporary = sink->name ? temporary_name(sink->name) : NULL;
  if (!sink->temporary) return fail(sink);
  unlink(sink->temporary); /* left by a killed process that had this number */
  sink->fd = open(sink->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (sink->fd < 0) return fail(sink);
  if (old) (void)fchmod(sink->fd, old->st_mode & 07777);
  return true;
}

bool lc_sink_open(lc_Sink *sink, const char *path) {
  struct stat status;
  lc_sink_init(sink);
  sink->buffer = malloc(BUFFER_SIZE);
  if (!sink->buffer) return fail(sink);
  errno = 0;
  if (strcmp(path, "-") == 0) {
    sink->fd = STDOUT_FILENO;
    return true;
  }
  sink->owned = true;
  bool exists = stat(path, &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail(sink);
  } else if (exists && !S_ISREG(status.st_mode)) {
    sink->fd = open(path, O_WRONLY | O_CLOEXEC);
    if (sink->fd < 0) fail(sink);
  } else {
    open_regular(sink, path, exists ? &status : NULL);
  }
  if (sink->fd >= 0) return true;
  release(sink);
  return false;
}

static bool write_all(lc_Sink *sink, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(sink->fd, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return fail(sink);
    bytes += wrote;
    size -= (size_t)wrote;
  }
  return true;
}

bool lc_sink_flush(lc_Sink *sink) {
  if (sink->error) return false;
  size_t size = sink->used;
  sink->used = 0;
  return size == 0 || write_all(sink, sink->buffer, size);
}

bool lc_sink_write(lc_Sink *sink, const char *bytes, size_t size) {
  if (sink->error || sink->fd < 0) return fail(sink);
  if (size > BUFFER_SIZE - sink->used) {
    if (!lc_sink_flush(sink)) return false;
    if (size >= BUFFER_SIZE) return write_all(sink, bytes, size);
  }
  memcpy(sink->buffer + sink->used, bytes, size);
  sink->used += size;
  return true;
}

/* The new name itself must survive a crash. */
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

bool lc_sink_publish(lc_Sink *sink) {
  if (sink->fd < 0) return sink->error == 0;
  bool good = lc_sink_flush(sink);
  if (good && sink->name) good = fsync(sink->fd) == 0 || fail(sink);
  if (sink->owned) {
    good = (close(sink->fd) == 0 || fail(sink)) && good;
    sink->fd = -1;
  }
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
