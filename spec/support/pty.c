/*
** pty - runs a command on a terminal of its own, and types and reads there as a script says: for spec.support.pty.
**
** pty COLUMNS ROWS COMMAND ARGUMENT... <SCRIPT
** Lines of the script: "send TEXT", "expect TEXT", "resize COLUMNS ROWS", "insist TEXT TEXT"; in TEXT bytes may be
** written \xHH. `expect` waits until TEXT was read, and goes on behind it; `insist` sends the second text until the
** first was read, with Ctrl-C before it from the second time on. The output is all that was read.
** Exit status: the command's; 124 when it did not say or end as expected, 125 when there is no terminal.
*/
#define _XOPEN_SOURCE 700
#include <poll.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 30000, MOMENT = 250, TRIES = 12, LONGER = 6, ROOM = 1 << 20, FAILED = 124, NO_TERMINAL = 125 };

static int master;
static pid_t child;
static char seen[ROOM];
static size_t size, at; /* what was read, and up to where it was expected */

static void fail(const char *what, const char *text) {
  fprintf(stderr, "pty: %s '%s' behind:\n%.*s\n", what, text, (int)(size - at), seen + at);
  kill(child, SIGKILL);
  exit(FAILED);
}

static int wait_for_output(int patience) {
  struct pollfd wait = {.fd = master, .events = POLLIN};
  return poll(&wait, 1, patience);
}

/* Read what is there, waiting for it; 0 at the end. What was expected and came is let go. */
static size_t take(const char *what, const char *text) {
  if (wait_for_output(PATIENCE) <= 0) fail(what, text);
  if (size > ROOM / 2) {
    size -= at;
    memmove(seen, seen + at, size);
    at = 0;
  }
  ssize_t got = read(master, seen + size, ROOM - size);
  if (got <= 0) return 0;
  fwrite(seen + size, 1, (size_t)got, stdout);
  size += (size_t)got;
  return (size_t)got;
}

static int has_come(const char *text, size_t length) {
  for (; at + length <= size; at++) {
    if (memcmp(seen + at, text, length) != 0) continue;
    at += length;
    return 1;
  }
  return 0;
}

static void expect(const char *text, size_t length) {
  while (!has_come(text, length))
    if (take("waited for", text) == 0) fail("ended without", text);
}

static void send_text(const char *text, size_t length) {
  if (write(master, text, length) != (ssize_t)length) fail("could not send", text);
}

/* \xHH to the byte, in place; the length. */
static size_t unescape(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++) {
    unsigned byte;
    if (from[0] == '\\' && from[1] == 'x' && sscanf(from + 2, "%2x", &byte) == 1) {
      *to++ = (char)byte;
      from += 3;
    } else {
      *to++ = *from;
    }
  }
  *to = '\0';
  return (size_t)(to - text);
}

static void resize(const char *columns, const char *rows) {
  struct winsize window = {.ws_col = (unsigned short)atoi(columns), .ws_row = (unsigned short)atoi(rows)};
  ioctl(master, TIOCSWINSZ, &window);
}

static void insist(char *text) {
  char *sent = strchr(text, ' ');
  if (!sent) return;
  *sent++ = '\0';
  size_t wanted = unescape(text), length = unescape(sent);
  for (int i = 0; i < TRIES; i++) {
    /* An answer that needs longer than a moment would be given up each time: so each moment is twice the last. */
    int moment = MOMENT << (i < LONGER ? i : LONGER);
    send_text(sent, length);
    int has = has_come(text, wanted);
    while (!has && wait_for_output(moment) > 0) {
      if (take("insisted on", text) == 0) fail("ended without", text);
      has = has_come(text, wanted);
    }
    if (has) return;
    send_text("\3", 1);
  }
  fail("insisted in vain on", text);
}

static void obey(char *line) {
  char *text = strchr(line, ' ');
  if (!text) return;
  *text++ = '\0';
  if (strcmp(line, "resize") == 0) {
    char *rows = strchr(text, ' ');
    resize(text, rows ? rows : "24");
    return;
  }
  if (strcmp(line, "insist") == 0) {
    insist(text);
    return;
  }
  size_t length = unescape(text);
  if (strcmp(line, "expect") == 0) {
    expect(text, length);
  } else {
    send_text(text, length);
  }
}

static void start(char **command) {
  int terminal;
  setsid();
  if ((terminal = open(ptsname(master), O_RDWR)) < 0) _exit(NO_TERMINAL);
  for (int fd = 0; fd < 3; fd++) dup2(terminal, fd);
  close(terminal);
  close(master);
  execvp(command[0], command);
  _exit(127);
}

int main(int argc, char **argv) {
  static char line[1 << 16];
  int status;
  if (argc < 4) return 2;
  master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return NO_TERMINAL;
  resize(argv[1], argv[2]);
  child = fork();
  if (child < 0) return NO_TERMINAL;
  if (child == 0) start(argv + 3);
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    obey(line);
  }
  while (take("waited for the end", "") > 0) continue;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
