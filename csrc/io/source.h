/*
** source - bytes in: a file, a pipe, standard input.
**
** Plain read(2) into the caller's buffer: as fast as mapping the file, works on pipes, and a file that shrinks
** meanwhile is an end, not a signal. Interrupted and short reads are retried; errors are kept as errno.
*/
#ifndef LC_SOURCE_H
#define LC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lc_Source {
  int fd;     /* -1: closed */
  int error;  /* errno of the failure, or 0 */
  bool owned; /* standard input is not closed */
} lc_Source;

/* A source that is valid and closed. */
void lc_source_init(lc_Source *source);
/* `path` "-" is standard input. false: error says why. */
bool lc_source_open(lc_Source *source, const char *path);
/* Up to `size` bytes; 0 at the end of input or on failure (then error is set). */
size_t lc_source_read(lc_Source *source, char *buffer, size_t size);
/* May be called twice. */
void lc_source_close(lc_Source *source);

#endif
