/*
** pty - runs a command on a new terminal, and sends and expects texts there as a script states. For
** spec.support.pty.
**
** pty COLUMNS ROWS COMMAND ARGUMENT... <SCRIPT
** The lines of the script are "send TEXT", "expect TEXT", "resize COLUMNS ROWS" and "insist TEXT TEXT". In TEXT, a
** byte may be written as \xHH. `expect` waits until the command has written TEXT. `insist` sends its second text
** repeatedly until the command has written its first text. Before each repetition, it sends Ctrl-C. The output of pty
** is all that the command wrote.
** Exit status: that of the command; 124 if an expected text or the end of the command did not come in time, 125 without
** a terminal.
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

enum { TIMEOUT = 30000, FIRST_WAIT = 250, TRIES = 12, DOUBLINGS = 6 }; /* milliseconds, milliseconds, counts */
enum { CAPACITY = 1 << 20, FAILED = 124, NO_TERMINAL = 125 };

static int master;
static pid_t child;
static char seen[CAPACITY];
static size_t size, at; /* number of bytes read, and of bytes that were already matched by `expect` */

static void fail(const char *what, const char *text) {
  fprintf(stderr, "pty: %s '%s' after:\n%.*s\n", what, text, (int)(size - at), seen + at);
  kill(child, SIGKILL);
  exit(FAILED);
}

static int wait_for_output(int timeout) {
  struct pollfd wait = {.fd = master, .events = POLLIN};
  return poll(&wait, 1, timeout);
}

/* Read available output, waiting for it; returns 0 at its end. Removes matched bytes when the buffer is half full. */
static size_t take(const char *what, const char *text) {
  if (wait_for_output(TIMEOUT) <= 0) fail(what, text);
  if (size > CAPACITY / 2) {
    size -= at;
    memmove(seen, seen + at, size);
    at = 0;
  }
  ssize_t got = read(master, seen + size, CAPACITY - size);
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

/* Replace each \xHH by its byte, in place. Returns the new length. */
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
    /* Ctrl-C interrupts a slow answer. So each waiting time is twice as long as the previous one, up to a maximum. */
    int wait = FIRST_WAIT << (i < DOUBLINGS ? i : DOUBLINGS);
    send_text(sent, length);
    int has = has_come(text, wanted);
    while (!has && wait_for_output(wait) > 0) {
      if (take("waited for", text) == 0) fail("ended without", text);
      has = has_come(text, wanted);
    }
    if (has) return;
    send_text("\3", 1);
  }
  fail("got no answer with", text);
}

static void run_line(char *line) {
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
    run_line(line);
  }
  while (take("waited for the end", "") > 0) continue;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
