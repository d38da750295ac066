#include "dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_bytes(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool add(lc_Dir *dir, const char *name) {
  if (dir->count == dir->room) {
    size_t room = dir->room ? 2 * dir->room : 32;
    char **names = realloc(dir->names, room * sizeof *names);
    if (!names) return false;
    dir->names = names;
    dir->room = room;
  }
  size_t size = strlen(name) + 1;
  char *own = malloc(size);
  if (!own) return false;
  memcpy(own, name, size);
  dir->names[dir->count++] = own;
  return true;
}

bool lc_dir_list(lc_Dir *dir, const char *path) {
  memset(dir, 0, sizeof *dir);
  DIR *stream = opendir(path);
  if (!stream) {
    dir->error = errno;
    return false;
  }
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(stream);
    if (!entry) {
      dir->error = errno;
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (!add(dir, entry->d_name)) {
      dir->error = ENOMEM;
      break;
    }
  }
  closedir(stream);
  if (dir->count > 0) qsort(dir->names, dir->count, sizeof *dir->names, by_bytes);
  return dir->error == 0;
}

void lc_dir_release(lc_Dir *dir) {
  for (size_t i = 0; i < dir->count; i++) free(dir->names[i]);
  free(dir->names);
  memset(dir, 0, sizeof *dir);
}

bool lc_dir_is(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int lc_file_size(const char *path, int64_t *size) {
  struct stat status;
  if (stat(path, &status) != 0) return errno;
  *size = S_ISREG(status.st_mode) ? (int64_t)status.st_size : -1;
  return 0;
}

int lc_file_identity(const char *path, lc_FileIdentity *out) {
  struct stat status;
  if (stat(path, &status) != 0) return errno;
  memset(out, 0, sizeof *out);
  out->size = S_ISREG(status.st_mode) ? (int64_t)status.st_size : -1;
  out->seconds = (int64_t)status.st_mtim.tv_sec;
  out->nanoseconds = (int64_t)status.st_mtim.tv_nsec;
  out->device = (uint64_t)status.st_dev;
  out->inode = (uint64_t)status.st_ino;
  return 0;
}

bool lc_file_is_writable(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && (status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) && access(path, W_OK) == 0;
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool look_at_folder(const char *path, struct stat *status) {
  char folder[PATH_MAX];
  size_t size = (size_t)(last_part(path) - path);
  if (size + 2 > sizeof folder) return false; /* the system would reject this path too */
  memcpy(folder, path, size);
  memcpy(folder + size, ".", 2);
  return stat(folder, status) == 0;
}

bool lc_file_is_same(const char *path, const char *other) {
  struct stat one, two;
  bool is_there = stat(path, &one) == 0;
  if (is_there != (stat(other, &two) == 0)) return false;
  if (is_there && !S_ISREG(one.st_mode)) return false;
  if (!is_there && strcmp(last_part(path), last_part(other)) != 0) return false;
  if (!is_there && !(look_at_folder(path, &one) && look_at_folder(other, &two))) return false;
  return one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

int lc_file_make_private(const char *path) {
  struct stat status;
  /* O_NONBLOCK: opening a named pipe must not wait for a reader. Without a reader, open() fails with ENXIO; for a pipe
  ** that has a reader, the code below returns the same error. */
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0600);
  if (fd < 0) return errno;
  bool is_pipe = fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
  if (close(fd) != 0) return errno;
  return is_pipe ? ENXIO : 0;
}

static int make_one(const char *path) {
  struct stat status;
  if (mkdir(path, 0777) == 0) return 0;
  int error = errno;
  if (stat(path, &status) != 0) return error;
  return S_ISDIR(status.st_mode) ? 0 : error == EEXIST ? ENOTDIR : error;
}

int lc_dir_make(const char *path) {
  size_t size = strlen(path);
  char *part = malloc(size + 1);
  if (!part) return ENOMEM;
  memcpy(part, path, size + 1);
  int error = size == 0 ? ENOENT : 0;
  for (size_t i = 1; i < size && error == 0; i++) {
    if (part[i] != '/' || part[i - 1] == '/') continue;
    part[i] = '\0';
    error = make_one(part);
    part[i] = '/';
  }
  if (error == 0) error = make_one(part);
  free(part);
  return error;
}
