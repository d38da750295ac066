/* POSIX got a function for the size (tcgetwinsize) only in 2024; every system has this ioctl. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#elif defined(__linux__) || defined(__EMSCRIPTEN__)
#define _DEFAULT_SOURCE
#else
#undef _POSIX_C_SOURCE
#endif
#include "terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

bool lc_is_terminal(int fd) { return isatty(fd) == 1; }

bool lc_is_regular(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

void lc_hold_standard(void) {
  for (int fd = 0; fd < 3; fd++) {
    int flags = fcntl(fd, F_GETFL);
    if (flags >= 0) {
      /* on a non-blocking descriptor, stdio would lose output that is not accepted at once */
      if (flags & O_NONBLOCK) (void)fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
      continue;
    }
    /* open() takes the lowest free number, which is `fd`. The descriptor is opened only for the wrong direction
    ** (reading or writing), so that using it still fails with EBADF. */
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) break;
  }
  signal(SIGXFSZ, SIG_IGN);
}

/* The reserve is of the process, as the limit is. The root folder can always be opened. */
static int spare = -1;

void lc_hold_spare(bool is_held) {
  if (is_held && spare < 0) {
    spare = open("/", O_RDONLY | O_CLOEXEC);
  } else if (!is_held && spare >= 0) {
    close(spare);
    spare = -1;
  }
}

static int columns_of(int fd) {
  struct winsize size = {0};
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int lc_terminal_columns(int fd) {
  int columns = columns_of(fd);
  if (columns > 0) return columns;
  int terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return 0;
  columns = columns_of(terminal);
  close(terminal);
  return columns;
}
