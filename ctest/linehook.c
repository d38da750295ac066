/*
** linehook - records which lines of lua/lucena a Lua process runs, for `make coverage`.
**
** LUA_INIT_5_4 loads this module. The hook is written in C, because a hook in Lua makes the specs twenty times slower.
** When the process exits, the module writes "FILE LINE" lines to a new file in the folder $LUCENA_COVERAGE. A process
** that is killed writes no file.
*/
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>

enum { FILES = 4096, LINES = 4096 };

/* An entry of the hash table (open addressing). The key is the address of the source's name. The name is compared, too,
** because Lua may reuse an address. */
typedef struct File {
  const char *key;
  char *source;
  unsigned char *seen; /* a byte per line; NULL for files outside lua/lucena */
} File;

static File files[FILES];

static File *find(const char *source) {
  size_t at = ((size_t)source >> 4) % FILES;
  for (size_t n = 0; n < FILES; n++, at = (at + 1) % FILES) {
    File *file = &files[at];
    if (file->key == source && strcmp(file->source, source) == 0) return file;
    if (file->key) continue;
    const char *name = strstr(source, "lua/lucena/");
    file->key = source;
    file->source = strdup(source);
    if (*source == '@' && name) file->seen = calloc(LINES, 1);
    return file;
  }
  return NULL;
}

static void hook(lua_State *L, lua_Debug *ar) {
  lua_getinfo(L, "S", ar);
  File *file = find(ar->source);
  if (file && file->seen && ar->currentline > 0 && ar->currentline < LINES) file->seen[ar->currentline] = 1;
}

static void finish(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%ld", getenv("LUCENA_COVERAGE"), (long)getpid());
  FILE *out = fopen(path, "a");
  for (size_t i = 0; out && i < FILES; i++) {
    if (!files[i].seen) continue;
    const char *name = strstr(files[i].source, "lua/lucena/") + strlen("lua/");
    for (int line = 1; line < LINES; line++) {
      if (files[i].seen[line]) fprintf(out, "%s %d\n", name, line);
    }
  }
  if (out) fclose(out);
}

__attribute__((visibility("default"))) int luaopen_linehook(lua_State *L);
int luaopen_linehook(lua_State *L) {
  if (getenv("LUCENA_COVERAGE")) {
    lua_sethook(L, hook, LUA_MASKLINE, 0); /* coroutines that are created later inherit the hook */
    atexit(finish);
  }
  return 0;
}
