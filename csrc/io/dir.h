/*
** dir - folders: the names in one, and making one; and a file for the user alone.
*/
#ifndef LC_DIR_H
#define LC_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lc_Dir {
  char **names; /* `count` of them, sorted by their bytes; without "." and ".." */
  size_t count, room;
  int error; /* errno, or 0 */
} lc_Dir;

/* The names in a folder. false: see `error`. Release it in either case. */
bool lc_dir_list(lc_Dir *dir, const char *path);
void lc_dir_release(lc_Dir *dir);

/* Whether there is a folder of that name. */
bool lc_dir_is(const char *path);

/* The bytes of a file, which is not opened: that would wait for who writes a named pipe, and leave him without a reader.
** -1 of what has no size. Returns errno, or 0. */
int lc_file_size(const char *path, int64_t *size);
/* Whether two paths lead to one place for a file: to the same regular file, or to the same name in one folder where
** there is nothing yet. */
bool lc_file_is_same(const char *path, const char *other);
/* Make a file that only the user may read and write, where there is none; a pipe is none. 0, or an errno. */
int lc_file_make_private(const char *path);
/* Make a folder, and those on the way to it; one that is there is good. 0, or an errno. */
int lc_dir_make(const char *path);

#endif
