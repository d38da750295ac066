/* memfd_create() is not in POSIX */
#define _GNU_SOURCE
#include "area.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

void lc_area_init(lc_Area *area) { *area = (lc_Area){.fd = -1, .heir = -1}; }

static void shut(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

/* Create memory without a name. Returns a descriptor, or -1. */
static int create_unnamed(void) {
#if defined(MFD_CLOEXEC) && !defined(__EMSCRIPTEN__) /* there, only the declaration exists */
  return memfd_create("lucena", MFD_CLOEXEC);
#else
  errno = ENOSYS;
  return -1;
#endif
}

/* Return the maximum number of slots. They take up to a quarter of the addresses that a process may use (ulimit -v), so
** that enough is left for everything else. */
static size_t most_slots(void) {
  size_t most = SIZE_MAX;
#ifdef RLIMIT_AS
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < most) most = (size_t)limit.rlim_cur;
#endif
  return most / 4 / LC_SLOT_SIZE;
}

static bool map(lc_Area *area, size_t slots, int fd, int protection) {
  errno = ENOMEM;
  if (slots > most_slots()) return false;
  void *bytes = mmap(NULL, slots * LC_SLOT_SIZE, protection, MAP_SHARED, fd, 0);
  if (bytes == MAP_FAILED) return false;
  area->bytes = bytes;
  area->slots = slots;
  return true;
}

bool lc_area_create(lc_Area *area, size_t slots) {
  lc_area_init(area);
  area->fd = create_unnamed();
  if (area->fd < 0) return false;
  area->heir = fcntl(area->fd, F_DUPFD_CLOEXEC, 3);
  bool done = area->heir >= 0 && ftruncate(area->fd, (off_t)slots * LC_SLOT_SIZE) == 0;
  if (done && map(area, slots, area->fd, PROT_READ)) return true;
  int error = errno;
  lc_area_close(area);
  errno = error;
  return false;
}

/* The size is compared, because access to a mapping beyond the end of its file would end the process. */
bool lc_area_inherit(lc_Area *area, size_t slots, int descriptor) {
  struct stat status;
  lc_area_init(area);
  if (fstat(descriptor, &status) != 0) return false;
  errno = EINVAL;
  bool fits = (uint64_t)status.st_size / LC_SLOT_SIZE >= slots;
  bool done = fits && map(area, slots, descriptor, PROT_READ | PROT_WRITE);
  if (done) close(descriptor);
  return done;
}

void lc_area_close(lc_Area *area) {
  if (area->bytes) munmap(area->bytes, area->slots * LC_SLOT_SIZE);
  shut(&area->fd);
  shut(&area->heir);
  lc_area_init(area);
}
