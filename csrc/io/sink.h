/*
** sink - output: a file that appears complete or not at all, a stream, functions of the caller (a drain), or memory.
**
** A regular file is written under a temporary name in the same folder. lc_sink_publish() makes it durable (fsync) and
** gives it its name (rename), so a crash, a full disk or a script's error leaves the old file as it was. A killed
** process leaves its temporary file; the next process that writes to the same folder removes it (leftover.h).
** Standard output, pipes and devices are streams, which are written directly. Open descriptors of this process
** (/dev/stdout, /dev/fd/N) are streams, too, even if they are regular files: the program that opened such a file
** expects the bytes in the open file, not in a new file of that name.
** A drain gets each text at once. There is no buffer, so no text is lost if the sink is never closed.
** Memory keeps the text in the buffer, which grows, until lc_sink_forget().
** The first failure is stored, and every later call fails too, so checking the last call is enough.
*/
#ifndef LC_SINK_H
#define LC_SINK_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/must_use.h"

/* Functions of the caller that take the bytes; `state` is passed to each. The functions return false on failure. */
typedef struct lc_Drain {
  bool (*write)(void *state, const char *bytes, size_t size);
  bool (*flush)(void *state);
  void *state;
} lc_Drain;

typedef struct lc_Sink {
  int fd;         /* -1 if closed, or if a drain takes the bytes */
  lc_Drain drain; /* write is NULL for files and streams */
  int error;      /* errno of the first failure, or 0 */
  char *name;     /* the file to replace, with links resolved; NULL for streams */
  char *temporary;
  char *buffer;
  size_t used;
  size_t room; /* size of the buffer of memory */
  bool owned;
  bool is_memory;
  bool is_stream; /* bytes are written directly to their destination, so lc_sink_publish() has nothing to rename */
} lc_Sink;

/* Set a sink to the valid state "closed". */
void lc_sink_init(lc_Sink *sink);
/* Open a sink. `path` "-" is standard output. With `follow`, a symbolic link is followed and its target is replaced;
** without, the link itself is replaced. Returns false on failure: see `error`; then nothing was created. */
LC_MUST_USE bool lc_sink_open(lc_Sink *sink, const char *path, bool follow);
/* Open a sink that writes to a drain. */
void lc_sink_open_drain(lc_Sink *sink, lc_Drain drain);
/* Open a sink that keeps the text: `used` bytes at `buffer`. */
void lc_sink_open_memory(lc_Sink *sink);
/* Forget the text in memory; its room is used again. */
static inline void lc_sink_forget(lc_Sink *sink) { sink->used = 0; }
static inline bool lc_sink_is_open(const lc_Sink *sink) {
  return sink->fd >= 0 || sink->drain.write || sink->is_memory;
}
bool lc_sink_write(lc_Sink *sink, const char *bytes, size_t size);
bool lc_sink_flush(lc_Sink *sink);
/* Flush, make durable, rename, close. On failure the old file stays. */
LC_MUST_USE bool lc_sink_publish(lc_Sink *sink);
/* Close and remove the temporary file. For a stream, drop the bytes still in the buffer. May be called on a closed
** sink. */
void lc_sink_discard(lc_Sink *sink);

#endif
