/*
** sink - bytes out: a file that appears whole or not at all, or a stream.
**
** A regular file is written under a temporary name beside it; lc_sink_publish() makes it durable (fsync) and
** gives it its name (rename), so that a crash, a full disk or a script's error leaves the old file as it was.
** A killed process leaves its temporary file; the next one that writes there sweeps it away (leftover.h).
** Standard output, pipes and devices are streams, written directly; so is what a descriptor of this process has
** open (/dev/stdout, /dev/fd/N), even a regular file: its opener expects the bytes there, not under its name.
** The first failure is kept and every later call fails too, so that checking the last call is enough.
*/
#ifndef LC_SINK_H
#define LC_SINK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lc_Sink {
  int fd;         /* -1: closed */
  int error;      /* errno of the first failure, or 0 */
  char *name;     /* the file to replace, links resolved; NULL for streams */
  char *temporary;
  char *buffer;
  size_t used;
  bool owned;
  bool is_stream; /* nothing to publish: bytes go where they belong at once */
} lc_Sink;

/* A sink that is valid and closed. */
void lc_sink_init(lc_Sink *sink);
/* `path` "-" is standard output. With `follow`, a symbolic link leads to the file that is replaced; without, the link
** itself is replaced. false: see `error`; nothing was created. */
bool lc_sink_open(lc_Sink *sink, const char *path, bool follow);
bool lc_sink_write(lc_Sink *sink, const char *bytes, size_t size);
bool lc_sink_flush(lc_Sink *sink);
/* Flush, make durable, rename, close. On failure the old file stays. */
bool lc_sink_publish(lc_Sink *sink);
/* Close and remove the temporary file; for a stream, the text still in the buffer is dropped. May be called on a closed
** sink. */
void lc_sink_discard(lc_Sink *sink);

#endif
