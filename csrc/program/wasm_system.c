/*
** wasm_system - functions that emscripten's C library lacks. Programs cannot be started.
*/
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>

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

/* libbz2 without stdio calls this if it has found an error in itself. */
void bz_internal_error(int code);
void bz_internal_error(int code) {
  (void)code;
  abort();
}
