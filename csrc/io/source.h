/*
** source - bytes in: a file, a pipe, standard input; plain, or compressed as .gz, .zst or .bz2.
**
** Plain input is read(2) into the caller's buffer: as fast as mapping the file, works on pipes, and a file that
** shrinks meanwhile is an end, with a word, not a signal. Interrupted and short reads are retried; errors are kept as errno.
** Compressed input is known by its first bytes, never by its name, and decoded into the caller's buffer piece by
** piece (source_packed.h). What is wrong with compressed data is no failure of the system: every byte that could be
** decoded comes first, then the end of input, and `defect` names the problem. What is compressed twice is refused.
*/
#ifndef LC_SOURCE_H
#define LC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Why the decoded bytes ended where they did. */
typedef enum lc_SourceDefect {
  LC_SOURCE_SOUND,
  LC_SOURCE_TRUNCATED, /* the input ended inside a member */
  LC_SOURCE_DAMAGED,   /* it cannot be decoded, or a checksum is wrong */
  LC_SOURCE_SHRUNK,    /* the file has become shorter than it was when it was opened */
  LC_SOURCE_JUNK,      /* other bytes follow the last member; all members were decoded */
  LC_SOURCE_WINDOW     /* decoding needs more memory than LC_SOURCE_WINDOW_LOG allows */
} lc_SourceDefect;

/* Where a member of compressed input begins: in the file, and in the decoded stream. */
typedef struct lc_SourceMark {
  uint64_t packed, offset;
} lc_SourceMark;

enum { LC_SOURCE_WINDOW_LOG = 27 }; /* 128 MiB: what `zstd -d` takes unasked */
enum { LC_SOURCE_HEAD = 10 };       /* bytes that show the format */

typedef struct lc_Source {
  int fd;                  /* -1: closed */
  int error;               /* errno of the failure, or 0 */
  const char *unsupported; /* with error ENOTSUP: what this build cannot decode; else NULL */
  lc_SourceDefect defect;
  struct lc_Packed *packed; /* NULL: plain */
  bool is_file;             /* a regular file that was opened by its path */
  off_t file_size;          /* of such a file, when it was opened */
  bool owned;               /* standard input is not closed */
  bool has_looked;          /* at the first bytes, which wait in `head`: of plain input, or as decoded */
  bool has_ended;           /* there were no more of them */
  bool (*is_stopped)(void); /* asked before a wait and when a signal ends it: true fails with EINTR. NULL: go on */
  unsigned char head_at, head_size;
  unsigned char head[LC_SOURCE_HEAD];
} lc_Source;

/* A source that is valid and closed. */
void lc_source_init(lc_Source *source);
/* Of a source that is closed; is_stopped stays, for a named pipe that nobody writes to is opened by waiting.
** `path` "-" is standard input. A file's first bytes are looked at here, those of a pipe, which may be long in coming,
** by the first read. false: error and unsupported say why. */
bool lc_source_open(lc_Source *source, const char *path);
/* The next byte read is that at `offset`. false, and error is set, where that cannot be: only a file that is not
** compressed has places. */
bool lc_source_seek(lc_Source *source, uint64_t offset);
/* The next byte read is that at `offset` of the decoded stream: decoding begins at `mark`, which is not after it. The
** mark is not verified. false, and error is set: the file is not compressed, or cannot be read so far. */
bool lc_source_seek_packed(lc_Source *source, lc_SourceMark mark, uint64_t offset);
/* The last known mark that is not after `offset`: of the members read so far, some are kept (one per MiB). Without one, the
** beginning. */
lc_SourceMark lc_source_mark(const lc_Source *source, uint64_t offset);
/* Up to `size` bytes, decoded; 0 at the end of input (see defect) or on failure (then error is set). */
size_t lc_source_read(lc_Source *source, char *buffer, size_t size);
/* May be called twice. */
void lc_source_close(lc_Source *source);
/* What `error` and `unsupported` mean. */
const char *lc_source_problem(const lc_Source *source);

#endif
