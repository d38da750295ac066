/*
** source - input: a file, a pipe, standard input, or bytes that the caller supplies; plain, or compressed as .gz, .zst
** or .bz2; in an encoding based on bytes, or in UTF-16.
**
** read(2) reads plain input into the caller's buffer. Reading is as fast as mapping the file and works on pipes. If a
** file shrinks while it is read, the input ends and a defect is reported; a mapped file would raise a signal.
** Interrupted and short reads are repeated; errors are stored as errno.
** Compressed input is recognised by its first bytes, never by its name, and decoded into the caller's buffer piece by
** piece (source_packed.h). Damaged data is not a system error: all bytes that can be decoded are returned. Then the
** input ends, and `defect` names the problem. Input that is compressed twice is rejected.
** UTF-16 with a byte order mark is delivered as UTF-8 (source_utf16.h).
*/
#ifndef LC_SOURCE_H
#define LC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/must_use.h"

/* The reason why the decoded bytes ended before the end of the data. */
typedef enum lc_SourceDefect {
  LC_SOURCE_SOUND,
  LC_SOURCE_TRUNCATED, /* the input ended inside a compressed member */
  LC_SOURCE_DAMAGED,   /* the data cannot be decoded, or a checksum is wrong */
  LC_SOURCE_SHRUNK,    /* the file has become shorter since it was opened */
  LC_SOURCE_JUNK,      /* other bytes follow the last member; all members were decoded */
  LC_SOURCE_WINDOW,    /* decoding needs more memory than LC_SOURCE_WINDOW_LOG allows */
  LC_SOURCE_HALF       /* UTF-16 that ends inside a code unit */
} lc_SourceDefect;

/* The beginning of a member of compressed input: its offsets in the file and in the decoded stream. */
typedef struct lc_SourceMark {
  uint64_t packed, offset;
} lc_SourceMark;

/* Bytes that the caller supplies. */
typedef struct lc_Supply {
  /* Copy up to `size` bytes to `buffer`. Returns their number, 0 at the end of input. On failure, set `problem` to a
  ** sentence that stays valid until the source is closed, and return 0. */
  size_t (*read)(void *state, void *buffer, size_t size, const char **problem);
  void *state;
} lc_Supply;

enum { LC_SOURCE_WINDOW_LOG = 27 }; /* 128 MiB, the default limit of `zstd -d` */
enum { LC_SOURCE_HEAD = 10 };       /* number of bytes that identify the format */

typedef struct lc_Source {
  int fd;                  /* -1 if closed, or if `supply` provides the bytes */
  lc_Supply supply;        /* read is NULL for other input */
  const char *problem;     /* the message if `supply` failed (`error` is then EIO); else NULL */
  int error;               /* errno of the failure, or 0 */
  const char *unsupported; /* with error ENOTSUP: the feature that this build cannot decode; else NULL */
  lc_SourceDefect defect;
  struct lc_Packed *packed; /* NULL for plain input */
  struct lc_Utf16 *utf16;   /* NULL if the input is not UTF-16, and before the first read of a pipe */
  bool is_file;             /* a regular file that was opened by its path */
  off_t file_size;          /* size of such a file when it was opened */
  bool owned;               /* false for standard input, which is not closed */
  bool has_looked;          /* the first bytes of the content are in `head` */
  bool has_ended;           /* the input has no bytes after those in `head` */
  bool (*is_stopped)(void); /* called before each wait, and after a signal has ended a wait: if it returns true, the
                            ** call fails with EINTR; may be NULL */
  unsigned char head_at, head_size;
  unsigned char head[LC_SOURCE_HEAD];
} lc_Source;

/* Set a source to the valid state "closed". */
void lc_source_init(lc_Source *source);
/* Open a closed source. `path` "-" is standard input. Set the field is_stopped before this call: opening a named pipe
** waits for a writer, and is_stopped can end this wait. The first bytes of a file are read here. The first
** lc_source_read() reads the first bytes of a pipe, because they may come late. Returns false on failure: see error and
** unsupported. */
LC_MUST_USE bool lc_source_open(lc_Source *source, const char *path);
/* Open a closed source that reads from a supply. Nothing is read yet. */
void lc_source_open_supply(lc_Source *source, lc_Supply supply);
static inline bool lc_source_is_open(const lc_Source *source) { return source->fd >= 0 || source->supply.read; }
/* Continue reading at `offset`. Only a plain file has offsets; for other input this returns false and sets error. For
** UTF-16, offsets are those of the input before the conversion. */
LC_MUST_USE bool lc_source_seek(lc_Source *source, uint64_t offset);
/* Continue reading at `offset` of the decoded stream. Decoding starts at `mark`, which must not be after it and is
** not verified. Returns false and sets error if the file is not compressed or cannot be decoded that far. */
LC_MUST_USE bool lc_source_seek_packed(lc_Source *source, lc_SourceMark mark, uint64_t offset);
/* Return the last known mark that is not after `offset`, or the beginning. For the members read so far, at most one
** mark per MiB is stored. */
lc_SourceMark lc_source_mark(const lc_Source *source, uint64_t offset);
/* Return the marks stored so far, sorted, and their number. */
const lc_SourceMark *lc_source_marks(const lc_Source *source, size_t *count);
/* Read up to `size` decoded and converted bytes. Returns 0 at the end of input (see defect) or on failure (error is
** set). */
size_t lc_source_read(lc_Source *source, char *buffer, size_t size);
/* Close the source. A second call has no effect. */
void lc_source_close(lc_Source *source);
/* Return a sentence for `error`, `unsupported` or `problem`. */
const char *lc_source_problem(const lc_Source *source);

#endif
