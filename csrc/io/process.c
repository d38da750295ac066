/* F_SETPIPE_SZ is of Linux */
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ; /* POSIX requires the program to declare it */

void lc_process_init(lc_Process *process) {
  memset(process, 0, sizeof *process);
  process->in = process->out = -1;
}

static void shut(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

/* ---- starting ---- */

/* Make a pipe. Both ends are close-on-exec. Their numbers are above 2, because the child's ends are then copied to the
** standard descriptors. */
static bool make_pipe(int ends[2]) {
  int low[2];
  ends[0] = ends[1] = -1;
  if (pipe(low) != 0) return false;
  for (int i = 0; i < 2; i++) {
    ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 3);
  }
  int error = errno;
  close(low[0]);
  close(low[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return true;
  shut(&ends[0]);
  shut(&ends[1]);
  errno = error;
  return false;
}

/* Start the child with no signal blocked, with the default actions for SIGPIPE and SIGXFSZ, whatever the parent
** uses, and in a process group of its own. */
static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGXFSZ);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &usual);
  if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
  if (error) return error;
  return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

/* Start the child. Returns an errno. */
static int spawn(lc_Process *process, char *const argv[], int child_in, int child_out) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    error = set_attributes(&attributes);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, child_in, STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, child_out, STDOUT_FILENO);
    if (!error) error = posix_spawnp(&process->pid, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  if (error) process->pid = 0;
  return error;
}

static bool unblock(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

/* Let the child write up to 1 MiB that has not been read yet: then a worker with a long answer need not wait for this
** process. If that is not possible, the pipe keeps its size, usually 64 KiB. */
static void widen(int fd) {
#ifdef F_SETPIPE_SZ
  (void)fcntl(fd, F_SETPIPE_SZ, 1 << 20);
#else
  (void)fd;
#endif
}

bool lc_process_start(lc_Process *process, char *const argv[]) {
  int in[2], out[2] = {-1, -1};
  lc_process_init(process);
  bool done = make_pipe(in) && make_pipe(out) && unblock(in[1]) && unblock(out[0]);
  if (done) widen(out[0]);
  process->error = done ? spawn(process, argv, in[0], out[1]) : errno;
  shut(&in[0]);
  shut(&out[1]);
  process->in = in[1];
  process->out = out[0];
  if (process->error == 0) return true;
  shut(&process->in);
  shut(&process->out);
  return false;
}

/* ---- waiting ---- */

long long lc_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Return the milliseconds left until `deadline`. LC_FOREVER means that there is no deadline; no real deadline has this
** value. */
static int left_until(long long deadline) {
  if (deadline == LC_FOREVER) return LC_FOREVER;
  long long left = deadline - lc_milliseconds();
  return left < 0 ? 0 : (int)left;
}

static long long deadline_in(int milliseconds) {
  return milliseconds < 0 ? LC_FOREVER : lc_milliseconds() + milliseconds;
}

/* Wait until `fd` is ready. Returns false when the time is over, or when a signal came, which the caller may have to
** handle. */
static bool is_ready(int fd, short events, int milliseconds) {
  struct pollfd item = {.fd = fd, .events = events};
  return milliseconds != 0 && poll(&item, 1, milliseconds) > 0;
}

enum { FEW = 64 };

bool lc_process_poll(lc_PollItem *items, size_t count, int milliseconds) {
  struct pollfd few[2 * FEW], *list = few;
  if (count == 0 && milliseconds < 0) return false; /* there is nothing to wait for, so the wait would never end */
  if (count > FEW) list = malloc(2 * count * sizeof *list);
  if (!list) return false;
  for (size_t i = 0; i < count; i++) { /* poll() ignores descriptors of -1 */
    list[2 * i] = (struct pollfd){.fd = items[i].reads ? items[i].process->out : -1, .events = POLLIN};
    list[2 * i + 1] = (struct pollfd){.fd = items[i].writes ? items[i].process->in : -1, .events = POLLOUT};
  }
  bool done = poll(list, (nfds_t)(2 * count), milliseconds) > 0;
  for (size_t i = 0; i < count; i++) {
    items[i].reads = done && list[2 * i].revents != 0;
    items[i].writes = done && list[2 * i + 1].revents != 0;
  }
  if (list != few) free(list);
  return done;
}

/* ---- reading ---- */

/* Call read(2) once, as soon as there is something to read, but not after the deadline. */
static lc_Flow fetch(lc_Process *process, char *buffer, size_t size, long long deadline, size_t *count) {
  *count = 0;
  if (process->out < 0) return LC_FLOW_CLOSED;
  for (;;) {
    ssize_t got = read(process->out, buffer, size);
    if (got > 0) {
      *count = (size_t)got;
      return LC_FLOW_DONE;
    }
    if (got == 0) return LC_FLOW_CLOSED;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
      process->error = errno;
      return LC_FLOW_FAILED;
    }
    if (!is_ready(process->out, POLLIN, left_until(deadline))) return LC_FLOW_WAITS;
  }
}

lc_Flow lc_process_read(lc_Process *process, char *buffer, size_t size, int milliseconds, size_t *count) {
  size_t waiting = process->held_used - process->held_at;
  if (waiting == 0) return fetch(process, buffer, size, deadline_in(milliseconds), count);
  *count = waiting < size ? waiting : size;
  memcpy(buffer, process->held + process->held_at, *count);
  process->held_at += *count;
  return LC_FLOW_DONE;
}

/* Make room after the buffered bytes. */
static bool make_room(lc_Process *process) {
  size_t waiting = process->held_used - process->held_at;
  if (process->held_at > 0) memmove(process->held, process->held + process->held_at, waiting);
  process->held_at = 0;
  process->held_used = waiting;
  if (waiting < process->held_room) return true;
  size_t room = process->held_room ? 2 * process->held_room : 4096;
  char *held = room <= LC_PROCESS_LINE ? realloc(process->held, room) : NULL;
  process->error = held ? 0 : room > LC_PROCESS_LINE ? EMSGSIZE : ENOMEM;
  if (!held) return false;
  process->held = held;
  process->held_room = room;
  return true;
}

/* Return the line of `size` bytes at the start of the buffer, and skip `ending` more bytes. */
static lc_Flow hand_out(lc_Process *process, size_t size, size_t ending, const char **line, size_t *out) {
  *line = process->held + process->held_at;
  process->held_at += size + ending;
  *out = size > 0 && ending > 0 && (*line)[size - 1] == '\r' ? size - 1 : size;
  return LC_FLOW_DONE;
}

lc_Flow lc_process_read_line(lc_Process *process, int milliseconds, const char **line, size_t *size) {
  long long deadline = deadline_in(milliseconds);
  size_t looked_at = 0, got;
  for (;;) {
    size_t waiting = process->held_used - process->held_at;
    const char *begin = process->held + process->held_at;
    const char *end = waiting > looked_at ? memchr(begin + looked_at, '\n', waiting - looked_at) : NULL;
    if (end) return hand_out(process, (size_t)(end - begin), 1, line, size);
    looked_at = waiting;
    if (!make_room(process)) return LC_FLOW_FAILED;
    lc_Flow flow = fetch(process, process->held + waiting, process->held_room - waiting, deadline, &got);
    if (flow == LC_FLOW_CLOSED && waiting > 0) return hand_out(process, waiting, 0, line, size);
    if (flow != LC_FLOW_DONE) return flow;
    process->held_used += got;
  }
}

/* ---- writing ---- */

/* Call write(2) without raising SIGPIPE when the reader has closed the pipe. SIGPIPE is blocked during the call. If
** this write caused a SIGPIPE, the pending signal is removed. */
static ssize_t write_quietly(int fd, const char *bytes, size_t size) {
  sigset_t pipes, before, pending;
  int ignored;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipes, &before);
  ssize_t wrote = write(fd, bytes, size);
  int error = errno;
  if (wrote < 0 && error == EPIPE && !was_pending) {
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE) == 1) sigwait(&pipes, &ignored);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return wrote;
}

lc_Flow lc_process_write(lc_Process *process, const char *bytes, size_t size, int milliseconds, size_t *count) {
  long long deadline = deadline_in(milliseconds);
  *count = 0;
  if (process->in < 0) return LC_FLOW_CLOSED;
  while (*count < size) {
    ssize_t wrote = write_quietly(process->in, bytes + *count, size - *count);
    if (wrote >= 0) {
      *count += (size_t)wrote;
    } else if (errno == EPIPE) {
      return LC_FLOW_CLOSED;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!is_ready(process->in, POLLOUT, left_until(deadline))) return LC_FLOW_WAITS;
    } else if (errno != EINTR) {
      process->error = errno;
      return LC_FLOW_FAILED;
    }
  }
  return LC_FLOW_DONE;
}

void lc_process_close_input(lc_Process *process) { shut(&process->in); }

unsigned lc_processors(void) {
#ifdef _SC_NPROCESSORS_ONLN
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (unsigned)count : 1;
#else
  return 1;
#endif
}

/* ---- ending ---- */

static bool reap(lc_Process *process, int options) {
  int status;
  pid_t found;
  if (process->pid == 0 || process->end != LC_PROCESS_RUNS) return true;
  do {
    found = waitpid(process->pid, &status, options);
  } while (found < 0 && errno == EINTR);
  if (found == 0) return false;
  /* If somebody else has reaped the child (SIGCHLD ignored), it has ended, but its exit status is unknown. */
  process->end = found > 0 && WIFSIGNALED(status) ? LC_PROCESS_KILLED : LC_PROCESS_EXITED;
  process->code = found < 0 ? -1 : WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return true;
}

void lc_process_kill(lc_Process *process, int signal_number) {
  if (process->pid != 0 && process->end == LC_PROCESS_RUNS) kill(process->pid, signal_number);
}

/* POSIX has no waitpid() with a time limit, so it is called repeatedly, at growing intervals. */
bool lc_process_wait(lc_Process *process, int milliseconds) {
  enum { MOST = 20 };
  if (milliseconds < 0) return reap(process, 0);
  long long deadline = deadline_in(milliseconds);
  for (int pause = 1; !reap(process, WNOHANG); pause = pause < MOST ? 2 * pause : MOST) {
    int left = left_until(deadline);
    if (left == 0) return false;
    struct timespec time = {.tv_nsec = 1000000L * (left < pause ? left : pause)};
    nanosleep(&time, NULL);
  }
  return true;
}

/* Kill the whole group, because the child may be a script that has started the engine as another process. While the
** group's leader has not been reaped, no other group can have its number. */
static void kill_group(const lc_Process *process) {
  if (process->pid == 0 || process->end != LC_PROCESS_RUNS) return;
  if (kill(-process->pid, SIGKILL) != 0) kill(process->pid, SIGKILL);
}

void lc_process_release(lc_Process *process) {
  shut(&process->in);
  shut(&process->out);
  kill_group(process);
  reap(process, 0);
  free(process->held);
  process->held = NULL;
  process->held_at = process->held_used = process->held_room = 0;
}
