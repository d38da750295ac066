/*
** wasm_system - functions that emscripten's C library lacks, or that fail there. Programs cannot be started.
*/
#define _DEFAULT_SOURCE /* getentropy() */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int posix_spawnp(pid_t *restrict pid, const char *restrict file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                 char *const environment[restrict]) {
  (void)pid;
  (void)file;
  (void)actions;
  (void)attributes;
  (void)argv;
  (void)environment;
  return ENOSYS;
}

/* In wasm_library.js. */
double lucena_host_processor_time(void);

/* The library's clock() counts the time that passes, also while the process waits. */
clock_t clock(void) { return (clock_t)lucena_host_processor_time(); }

/* Fill in the six letters of a temporary file's name. The library's function takes them from the clock, which advances
** once in a millisecond. Until then it repeats one name, and mkstemp() soon fails. */
char *__randname(char *letters);
char *__randname(char *letters) {
  enum { COUNT = 6 };
  unsigned char bytes[COUNT];
  if (getentropy(bytes, sizeof bytes) != 0) return letters;
  for (int i = 0; i < COUNT; i++) letters[i] = "ABCDEFGHIJKLMNOPabcdefghijklmnop"[bytes[i] & 31];
  return letters;
}

/* libbz2 without stdio calls this if it has found an error in itself. */
void bz_internal_error(int code);
void bz_internal_error(int code) {
  (void)code;
  abort();
}
