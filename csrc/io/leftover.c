/* flock() is in no standard, but exists on every system. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#elif defined(__linux__) || defined(__EMSCRIPTEN__)
#define _DEFAULT_SOURCE
#else
#undef _POSIX_C_SOURCE
#endif
#include "leftover.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "dir.h"

void lc_leftover_hold(int fd) { (void)flock(fd, LOCK_EX | LOCK_NB); }

/* Report whether the name is ".lucena-PID-N" and no such process exists. */
static bool is_orphan(const char *name) {
  static const char prefix[] = ".lucena-";
  size_t size = sizeof prefix - 1;
  if (strncmp(name, prefix, size) != 0) return false;
  const char *pid = name + size;
  size_t digits = strspn(pid, "0123456789");
  if (digits == 0 || digits > 9 || pid[digits] != '-') return false;
  const char *number = pid + digits + 1;
  size_t last = strspn(number, "0123456789");
  if (last == 0 || last > 9 || number[last] != '\0') return false;
  long process = strtol(pid, NULL, 10);
  return process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

static void remove_unlocked(const char *path) {
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) (void)unlink(path);
  close(fd);
}

void lc_leftover_sweep(const char *path) {
  const char *slash = strrchr(path, '/');
  size_t size = slash ? (size_t)(slash - path) + 1 : 0;
  enum { NAME = 64 }; /* longer than any name of a temporary file */
  char *folder = malloc(size + NAME);
  if (!folder) return;
  memcpy(folder, path, size);
  snprintf(folder + size, NAME, ".");
  lc_Dir dir;
  (void)lc_dir_list(&dir, folder);
  for (size_t i = 0; i < dir.count; i++) {
    if (!is_orphan(dir.names[i])) continue;
    snprintf(folder + size, NAME, "%s", dir.names[i]);
    remove_unlocked(folder);
  }
  lc_dir_release(&dir);
  free(folder);
}
