#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void lc_source_init(lc_Source *source) {
  source->fd = -1;
  source->error = 0;
  source->owned = false;
}

bool lc_source_open(lc_Source *source, const char *path) {
  lc_source_init(source);
  if (strcmp(path, "-") == 0) {
    source->fd = STDIN_FILENO;
    return true;
  }
  do {
    source->fd = open(path, O_RDONLY | O_CLOEXEC);
  } while (source->fd < 0 && errno == EINTR);
  source->owned = source->fd >= 0;
  struct stat status;
  if (source->fd >= 0 && fstat(source->fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    lc_source_close(source);
    errno = EISDIR;
  }
  if (source->fd < 0) source->error = errno;
  return source->fd >= 0;
}

size_t lc_source_read(lc_Source *source, char *buffer, size_t size) {
  if (source->fd < 0) return 0;
  for (;;) {
    ssize_t got = read(source->fd, buffer, size);
    if (got >= 0) return (size_t)got;
    if (errno == EINTR) continue;
    source->error = errno;
    return 0;
  }
}

void lc_source_close(lc_Source *source) {
  if (source->fd >= 0 && source->owned) close(source->fd);
  source->fd = -1;
}
