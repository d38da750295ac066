/*
** dir - lists and creates folders, compares paths, and creates files that only the user may read.
*/
#ifndef LC_DIR_H
#define LC_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/must_use.h"

typedef struct lc_Dir {
  char **names; /* `count` names, sorted by bytes; without "." and ".." */
  size_t count, room;
  int error; /* errno, or 0 */
} lc_Dir;

/* List the names in a folder. Returns false on failure: see `error`. Call lc_dir_release() in either case. */
bool lc_dir_list(lc_Dir *dir, const char *path);
void lc_dir_release(lc_Dir *dir);

/* Report whether the path is a folder. */
bool lc_dir_is(const char *path);

/* Store the size of a file, or -1 if it is not a regular file. The file is not opened. Opening a named pipe would wait
** for its writer, and closing the pipe would leave the writer without a reader. Returns 0 or an errno. */
LC_MUST_USE int lc_file_size(const char *path, int64_t *size);

/* The identity and state of a file, found without reading it. If the file is replaced or changed, at least one field
** changes. The only exception is a change that keeps the size and restores the modification time. */
typedef struct lc_FileIdentity {
  int64_t size;                 /* -1 if it is not a regular file */
  int64_t seconds, nanoseconds; /* modification time */
  uint64_t device, inode;
} lc_FileIdentity;
/* Returns 0 or errno. */
LC_MUST_USE int lc_file_identity(const char *path, lc_FileIdentity *out);
/* Report whether this user may write the file and the file is not read-only. The mode is tested too, because the system
** lets the superuser write read-only files. */
bool lc_file_is_writable(const char *path);
/* Report whether two paths lead to the same regular file, or, if neither exists, to the same name in the same
** folder. */
bool lc_file_is_same(const char *path, const char *other);
/* Create a file that only the user may read and write, if it does not exist; a named pipe is an error. Returns 0 or
** an errno. */
int lc_file_make_private(const char *path);
/* Create a folder and its parent folders; existing ones are accepted. Returns 0 or an errno. */
int lc_dir_make(const char *path);

#endif
