/*
** source - see source.h.
*/
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source_packed.h"
#include "source_utf16.h"
#include "source_stage.h"

void lc_source_init(lc_Source *source) {
  memset(source, 0, sizeof *source);
  source->fd = -1;
}

static bool refuse(lc_Source *source, int error, const char *unsupported) {
  lc_source_close(source);
  source->error = error;
  source->unsupported = unsupported;
  return false;
}

/* Wait for bytes or the end of input. Returns false if stopped. read() would wait as well, but it would not notice a
** Ctrl-C that comes after the test for a stop and before read(). pselect() accepts signals only while it waits, so it
** notices each Ctrl-C. */
static bool wait_for_bytes(const lc_Source *source) {
  sigset_t interrupt, before;
  fd_set input;
  if (source->is_file || !source->is_stopped || source->fd >= FD_SETSIZE) return true;
  FD_ZERO(&input);
  FD_SET(source->fd, &input);
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  pthread_sigmask(SIG_BLOCK, &interrupt, &before);
  bool is_stopped = source->is_stopped();
  while (!is_stopped && pselect(source->fd + 1, &input, NULL, NULL, NULL, &before) < 0 && errno == EINTR) {
    is_stopped = source->is_stopped();
    FD_SET(source->fd, &input);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return !is_stopped;
}

/* At the end of a file, check whether it has become shorter: a program that rewrites a file in place truncates it
** first. */
static void look_back(lc_Source *source) {
  off_t here = source->is_file ? lseek(source->fd, 0, SEEK_CUR) : -1;
  if (here >= 0 && here < source->file_size) source->defect = LC_SOURCE_SHRUNK;
}

static size_t fetch_supplied(lc_Source *source, void *buffer, size_t size) {
  size_t got = source->supply.read(source->supply.state, buffer, size, &source->problem);
  if (source->problem) source->error = EIO;
  return got;
}

size_t lc_source_fetch(lc_Source *source, void *buffer, size_t size) {
  if (source->supply.read) return fetch_supplied(source, buffer, size);
  for (;;) {
    if (!wait_for_bytes(source)) {
      source->error = EINTR;
      return 0;
    }
    ssize_t got = read(source->fd, buffer, size);
    if (got == 0) look_back(source);
    if (got >= 0) return (size_t)got;
    if (errno == EINTR && !(source->is_stopped && source->is_stopped())) continue;
    source->error = errno;
    return 0;
  }
}

/* Detect the encoding of input that begins with `head`, and prepare for it. */
static bool look_at_text(lc_Source *source) {
  bool wants_more;
  return !lc_utf16_begins(source->head, source->head_size, &wants_more) || lc_utf16_open(source);
}

/* Recognise compressed input by its first bytes. `wants_more` is set if more bytes are needed to detect its format or
** encoding. */
static const lc_Format *format_of(const lc_Source *source, bool *wants_more) {
  bool is_unclear;
  lc_utf16_begins(source->head, source->head_size, &is_unclear);
  const lc_Format *format = lc_packed_format(source->head, source->head_size, wants_more);
  *wants_more = *wants_more || is_unclear;
  return format;
}

/* Read the first bytes of the content into `head`, decoded if the input is compressed. Input that is compressed
** twice is rejected: its content would be read as one game of meaningless bytes. */
static bool look_inside(lc_Source *source) {
  bool wants_more = true, is_packed = false;
  size_t got = 1;
  source->head_size = 0;
  while (wants_more && got > 0 && !is_packed) {
    char *room = (char *)source->head + source->head_size;
    got = lc_packed_read(source, room, LC_SOURCE_HEAD - (size_t)source->head_size);
    source->head_size = (unsigned char)(source->head_size + got);
    is_packed = format_of(source, &wants_more) != NULL;
  }
  if (!is_packed) return look_at_text(source);
  lc_packed_close(source);
  source->head_size = 0;
  source->error = ENOTSUP;
  source->unsupported = "it is compressed twice (decompress it once, and give lucena what comes out)";
  return false;
}

/* Read enough bytes to detect the format, and prepare for it. A reading failure is not reported as a format
** problem. */
static bool look(lc_Source *source) {
  const lc_Format *format = NULL;
  bool wants_more = true;
  source->has_looked = true;
  while (wants_more) {
    size_t got = lc_source_fetch(source, source->head + source->head_size, LC_SOURCE_HEAD - (size_t)source->head_size);
    source->head_size = (unsigned char)(source->head_size + got);
    format = format_of(source, &wants_more);
    source->has_ended = got == 0;
    if (source->has_ended) break;
  }
  if (!format) return look_at_text(source);
  const char *unsupported = lc_packed_unsupported(format);
  if (unsupported) {
    source->error = ENOTSUP;
    source->unsupported = unsupported;
    return false;
  }
  return lc_packed_open(source, format) && look_inside(source);
}

bool lc_source_open(lc_Source *source, const char *path) {
  bool (*is_stopped)(void) = source->is_stopped;
  lc_source_init(source);
  source->is_stopped = is_stopped;
  if (strcmp(path, "-") == 0) {
    source->fd = STDIN_FILENO;
    return true;
  }
  do {
    source->fd = open(path, O_RDONLY | O_CLOEXEC);
  } while (source->fd < 0 && errno == EINTR && !(source->is_stopped && source->is_stopped()));
  source->error = source->fd < 0 ? errno : 0;
  source->owned = source->fd >= 0;
  struct stat status;
  if (source->fd < 0 || fstat(source->fd, &status) != 0) return source->fd >= 0;
  if (S_ISDIR(status.st_mode)) return refuse(source, EISDIR, NULL);
  source->is_file = S_ISREG(status.st_mode);
  source->file_size = status.st_size;
  if (source->is_file && !look(source)) return refuse(source, source->error, source->unsupported);
  return true;
}

void lc_source_open_supply(lc_Source *source, lc_Supply supply) {
  lc_source_init(source);
  source->supply = supply;
}

bool lc_source_seek(lc_Source *source, uint64_t offset) {
  bool has_places = source->is_file && !source->packed && offset <= INT64_MAX;
  if (has_places && lseek(source->fd, (off_t)offset, SEEK_SET) >= 0) {
    source->head_at = source->head_size = 0;
    source->has_ended = false;
    lc_utf16_rewind(source);
    return true;
  }
  source->error = has_places ? errno : ESPIPE;
  return false;
}

bool lc_source_seek_packed(lc_Source *source, lc_SourceMark mark, uint64_t offset) {
  bool has_places = source->is_file && source->packed && mark.packed <= INT64_MAX && mark.offset <= offset;
  if (!has_places || lseek(source->fd, (off_t)mark.packed, SEEK_SET) < 0) {
    source->error = has_places ? errno : ESPIPE;
    return false;
  }
  lc_packed_rewind(source, mark);
  lc_utf16_rewind(source);
  source->head_at = source->head_size = 0;
  enum { BLOCK = 1 << 12 };
  char passed[BLOCK];
  uint64_t left = offset - mark.offset;
  while (left > 0) {
    size_t got = lc_packed_read(source, passed, left < sizeof passed ? (size_t)left : sizeof passed);
    if (got == 0) {
      if (source->error == 0) source->error = ESPIPE;
      return false;
    }
    left -= got;
  }
  return true;
}

const lc_SourceMark *lc_source_marks(const lc_Source *source, size_t *count) {
  *count = 0;
  return source->packed ? lc_packed_marks(source, count) : NULL;
}

lc_SourceMark lc_source_mark(const lc_Source *source, uint64_t offset) {
  return source->packed ? lc_packed_mark(source, offset) : (lc_SourceMark){0, 0};
}

size_t lc_source_bytes(lc_Source *source, char *buffer, size_t size) {
  size_t waiting = (size_t)source->head_size - source->head_at;
  if (waiting == 0 && source->packed) return lc_packed_read(source, buffer, size);
  if (waiting == 0) return source->has_ended || source->unsupported ? 0 : lc_source_fetch(source, buffer, size);
  size_t count = waiting < size ? waiting : size;
  memcpy(buffer, source->head + source->head_at, count);
  source->head_at = (unsigned char)(source->head_at + count);
  return count;
}

size_t lc_source_read(lc_Source *source, char *buffer, size_t size) {
  if (!lc_source_is_open(source) || (!source->has_looked && !look(source))) return 0;
  return source->utf16 ? lc_utf16_read(source, buffer, size) : lc_source_bytes(source, buffer, size);
}

void lc_source_close(lc_Source *source) {
  lc_packed_close(source);
  lc_utf16_close(source);
  if (source->fd >= 0 && source->owned) close(source->fd);
  source->fd = -1;
  source->supply.read = NULL;
}

const char *lc_source_problem(const lc_Source *source) {
  if (source->problem) return source->problem;
  return source->unsupported ? source->unsupported : strerror(source->error);
}
