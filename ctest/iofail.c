/*
** iofail - a library for LD_PRELOAD that makes a call of input or output fail, as with a damaged disk.
**
** Only calls for files inside the working folder and for the descriptors 0 and 1 can fail, so the interpreter can load
** its modules. The calls inside stdio cannot be replaced. So fopen() returns a custom stream (fopencookie() of glibc)
** that uses the replaced calls. In child processes, no call fails.
**
**   IOFAIL_AT   number of the call that fails, counted from 1; 0: no call fails
**   IOFAIL_HOW  EIO, EINTR: this call fails; DEAD: this call and all later calls fail with EIO; ENOSPC: this call and
**               all later calls that need space on the disk fail; SHORT: from this call on, reads and writes
**               transfer at most 3 bytes
**   IOFAIL_LOG  file to which each call writes a line: the call's name, "stdio" or "direct", and the file's name
**
** Build: cc -shared -fPIC -o iofail.so ctest/iofail.c -ldl. Used by scripts/dev/iofail.lua.
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 1024, NAME = 256, FEW = 3 };

typedef enum { IN_OPEN, IN_CREATE, IN_READ, IN_WRITE, IN_FSYNC, IN_RENAME, IN_CLOSE, IN_MKDIR } Call;
static const char *const CALLS[] = {"open", "create", "read", "write", "fsync", "rename", "close", "mkdir"};

static struct {
  int (*open)(const char *, int, ...);
  ssize_t (*read)(int, void *, size_t);
  ssize_t (*write)(int, const void *, size_t);
  int (*fsync)(int);
  int (*rename)(const char *, const char *);
  int (*close)(int);
  int (*mkdir)(const char *, mode_t);
  FILE *(*fopen)(const char *, const char *);
} real;

static char folder[4096];
static char names[FILES][NAME]; /* name of the file at each descriptor; empty for files whose calls cannot fail */
static long calls, fail_at;
static char how[16];
static int log_fd = -1;

/* Return the name of a file inside the working folder, or NULL. Names like "./NAME" are not counted, because Lua
** uses them to look for modules. */
static const char *watched(const char *path) {
  if (strcmp(path, ".") == 0) return "(folder)";
  if (path[0] != '/') return strncmp(path, "./", 2) != 0 ? path : NULL;
  size_t size = strlen(folder);
  if (size == 0 || strncmp(path, folder, size) != 0 || path[size] != '/') return NULL;
  return path[size + 1] ? path + size + 1 : "(folder)";
}

static const char *name_of(int fd) { return fd >= 0 && fd < FILES ? names[fd] : ""; }

static void forget(int fd) {
  if (fd >= 0 && fd < FILES) names[fd][0] = '\0';
}

static void remember(int fd, const char *path) {
  if (fd < 0 || fd >= FILES) return;
  snprintf(names[fd], NAME, "%s", path);
}

/* Count a call. Returns the errno with which the call must fail, or 0. `size` is reduced for a short read or write. */
static int count(Call call, const char *name, bool is_stdio, size_t *size) {
  char line[2 * NAME];
  calls++;
  if (log_fd >= 0) {
    int used = snprintf(line, sizeof line, "%s %s %s\n", CALLS[call], is_stdio ? "stdio" : "direct", name);
    if (real.write(log_fd, line, (size_t)used) != used) abort();
  }
  if (fail_at == 0 || calls < fail_at) return 0;
  bool moves = call == IN_READ || call == IN_WRITE;
  bool wants_room = call == IN_WRITE || call == IN_CREATE || call == IN_MKDIR || call == IN_FSYNC;
  if (strcmp(how, "SHORT") == 0 && moves && size && *size > FEW) *size = FEW;
  if (strcmp(how, "ENOSPC") == 0 && (wants_room || calls == fail_at)) return ENOSPC;
  if (strcmp(how, "DEAD") == 0) return EIO;
  if (calls > fail_at) return 0;
  return strcmp(how, "EIO") == 0 ? EIO : strcmp(how, "EINTR") == 0 ? EINTR : 0;
}

static bool fails(Call call, const char *name, bool is_stdio, size_t *size) {
  int error = count(call, name, is_stdio, size);
  if (error) errno = error;
  return error != 0;
}

static void find(void) {
  if (real.close) return;
  *(void **)&real.open = dlsym(RTLD_NEXT, "open");
  *(void **)&real.read = dlsym(RTLD_NEXT, "read");
  *(void **)&real.write = dlsym(RTLD_NEXT, "write");
  *(void **)&real.fsync = dlsym(RTLD_NEXT, "fsync");
  *(void **)&real.rename = dlsym(RTLD_NEXT, "rename");
  *(void **)&real.mkdir = dlsym(RTLD_NEXT, "mkdir");
  *(void **)&real.fopen = dlsym(RTLD_NEXT, "fopen");
  *(void **)&real.close = dlsym(RTLD_NEXT, "close");
}

/* ---- system calls ---- */

static int open_file(const char *path, int flags, mode_t mode, bool is_stdio) {
  find();
  const char *name = watched(path);
  if (!name) return real.open(path, flags, mode);
  if (fails(flags & O_CREAT ? IN_CREATE : IN_OPEN, name, is_stdio, NULL)) return -1;
  int fd = real.open(path, flags, mode);
  remember(fd, name);
  return fd;
}

static ssize_t read_file(int fd, void *buffer, size_t size, bool is_stdio) {
  find();
  if (*name_of(fd) && fails(IN_READ, name_of(fd), is_stdio, &size)) return -1;
  return real.read(fd, buffer, size);
}

static ssize_t write_file(int fd, const void *bytes, size_t size, bool is_stdio) {
  find();
  if (*name_of(fd) && fails(IN_WRITE, name_of(fd), is_stdio, &size)) return -1;
  return real.write(fd, bytes, size);
}

/* Close a file. Even if the call fails, the file is closed, as on Linux. */
static int close_file(int fd, bool is_stdio) {
  char name[NAME];
  find();
  snprintf(name, sizeof name, "%s", name_of(fd));
  forget(fd);
  int done = real.close(fd);
  if (*name && fails(IN_CLOSE, name, is_stdio, NULL)) return -1;
  return done;
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  return open_file(path, flags, mode, false);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

ssize_t read(int fd, void *buffer, size_t size) { return read_file(fd, buffer, size, false); }
ssize_t write(int fd, const void *bytes, size_t size) { return write_file(fd, bytes, size, false); }
int close(int fd) { return close_file(fd, false); }

int fsync(int fd) {
  find();
  return *name_of(fd) && fails(IN_FSYNC, name_of(fd), false, NULL) ? -1 : real.fsync(fd);
}

int rename(const char *from, const char *to) {
  find();
  return watched(to) && fails(IN_RENAME, watched(to), false, NULL) ? -1 : real.rename(from, to);
}

int mkdir(const char *path, mode_t mode) {
  find();
  return watched(path) && fails(IN_MKDIR, watched(path), false, NULL) ? -1 : real.mkdir(path, mode);
}

/* ---- stdio ---- */

static ssize_t cookie_read(void *cookie, char *buffer, size_t size) {
  return read_file((int)(long)cookie, buffer, size, true);
}

/* Write to a cookie stream. After a short count, write the rest, as stdio itself does. */
static ssize_t cookie_write(void *cookie, const char *bytes, size_t size) {
  size_t done = 0;
  while (done < size) {
    ssize_t wrote = write_file((int)(long)cookie, bytes + done, size - done, true);
    if (wrote <= 0) return (ssize_t)done;
    done += (size_t)wrote;
  }
  return (ssize_t)done;
}

static int cookie_seek(void *cookie, off64_t *offset, int whence) {
  off64_t at = lseek64((int)(long)cookie, *offset, whence);
  if (at < 0) return -1;
  *offset = at;
  return 0;
}

static int cookie_close(void *cookie) { return close_file((int)(long)cookie, true); }

static FILE *wrap(int fd, const char *mode) {
  cookie_io_functions_t functions = {cookie_read, cookie_write, cookie_seek, cookie_close};
  return fopencookie((void *)(long)fd, mode, functions);
}

FILE *fopen(const char *path, const char *mode) {
  find();
  if (!watched(path)) return real.fopen(path, mode);
  int flags = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  if (*mode != 'r') flags |= O_CREAT | (*mode == 'w' ? O_TRUNC : O_APPEND);
  int fd = open_file(path, flags, 0666, true);
  return fd < 0 ? NULL : wrap(fd, mode);
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("IOFAIL_AT"), *log = getenv("IOFAIL_LOG"), *kind = getenv("IOFAIL_HOW");
  find();
  if (!at) return;
  if (!getcwd(folder, sizeof folder)) abort();
  fail_at = strtol(at, NULL, 10);
  snprintf(how, sizeof how, "%s", kind ? kind : "");
  if (log) log_fd = fcntl(real.open(log, O_WRONLY | O_CREAT | O_APPEND, 0666), F_DUPFD_CLOEXEC, 100);
  unsetenv("IOFAIL_AT");
  remember(STDIN_FILENO, "stdin");
  remember(STDOUT_FILENO, "stdout");
  stdin = wrap(STDIN_FILENO, "r");
  stdout = wrap(STDOUT_FILENO, "w");
}
