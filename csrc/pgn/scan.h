/*
** scan - where games begin and end, decided by bytes alone.
**
** A game is: white space, then any of tags, comments and % lines, then movetext. It ends
**   - after a delimited 1-0, 0-1, 1/2-1/2 or * at variation depth 0, outside comments and % lines;
**   - before a line that begins a tag once movetext has begun, at any depth;
**   - before a tag named Event that follows a blank line, when there are tags and no movetext yet (two
**     headers in a row: a game without moves or result, as databases of forfeits write);
**   - at the end of input.
** Legality and dialect do not matter, so that skipping and reading always agree.
**
** With `salvages`, a comment counts as never closed when a tag section begins in it (a line [Event "..., or any tag line
** after a blank line) and after that, before any closing brace, the input ends or another brace opens. The game then
** ends before that tag section. A comment that is closed first is a comment, whatever its text.
**
** Text that begins neither a tag, a comment nor anything like a move is stray: it ends where the next
** tag line begins. The state is resumable at any byte, so that the window may be of any size.
*/
#ifndef LC_SCAN_H
#define LC_SCAN_H

#include "../chess/bits.h"
#include "../chess/cpu.h"

typedef enum lc_ScanPhase {
  LC_SCAN_START,    /* nothing but white space yet */
  LC_SCAN_TAGS,     /* in the tag section; comments may have been seen */
  LC_SCAN_MOVETEXT,
  LC_SCAN_COMMENT,      /* inside { }, on the way back to `back` */
  LC_SCAN_LINE_COMMENT, /* inside ; or %, on the way back to `back` */
  LC_SCAN_STRAY
} lc_ScanPhase;

typedef enum lc_Result { LC_RESULT_NONE, LC_RESULT_WHITE, LC_RESULT_BLACK, LC_RESULT_DRAW, LC_RESULT_UNKNOWN } lc_Result;

/* Where the first lines of a regular tag section begin, counted from the game's first byte, so that finding a tag looks at
** one byte a line. */
enum { LC_TAG_LINES = 16 };
typedef struct lc_TagLines {
  uint16_t count; /* others may follow */
  uint16_t at[LC_TAG_LINES];
} lc_TagLines;

/* One game on the way. Offsets count from the buffer handed to lc_scan_next(). */
typedef struct lc_Scan {
  size_t begin;      /* first byte of the span (after white space) */
  size_t at;         /* everything before is decided */
  size_t tags_end;   /* after the last tag */
  size_t comment;    /* the brace of the last comment */
  size_t split;      /* salvaging: where the first tag section inside the open comment begins, or 0 */
  uint32_t tags;     /* tags seen */
  uint32_t depth;    /* open variations */
  uint8_t phase, back;
  uint8_t result;    /* lc_Result that ended the game */
  bool has_setup;    /* a tag named FEN, Variant or SetUp: the game may not start from the initial position */
  bool has_open_comment; /* input ended inside { } */
  bool has_variation;    /* a parenthesis outside comments */
  bool has_regular_tags; /* a tag a line (LF or CRLF), nothing between: found line by line */
  bool has_content;  /* a tag or movetext: a game, not just a comment */
  bool blank_line;   /* since the last tag */
  bool salvages;     /* set by the caller, after lc_scan_begin() */
  bool cannot_wait;  /* set by the caller: no more bytes can be held, so an open comment ends at its tag section */
  uint8_t line_ends; /* in the white space just before `at`, counted up to 2 */
  lc_TagLines lines; /* meant where has_regular_tags */
} lc_Scan;

typedef enum lc_ScanEnd {
  LC_SCAN_GAME, /* bytes begin..at are a game */
  LC_SCAN_TEXT, /* bytes begin..at are stray text (or comments that belong to no game) */
  LC_SCAN_MORE, /* the buffer ended first: call again with more bytes after the same ones */
  LC_SCAN_EMPTY /* only white space up to the end of input */
} lc_ScanEnd;

/* Results, deep comments and tag beginnings look back and ahead this many bytes at most. */
enum { LC_SCAN_LOOK = 320 };

/* Prepare for a game that starts at `from` or later. */
void lc_scan_begin(lc_Scan *scan, size_t from);
/* Scan to the game's end. `is_last` says that no bytes follow the buffer. When a span ends, `at` is its end
** (without the white space after it). Resume after LC_SCAN_MORE with the same bytes at the same offsets,
** or after lc_scan_forget(). */
lc_ScanEnd lc_scan_next(lc_Scan *scan, lc_Cpu cpu, const char *bytes, size_t size, bool is_last);
/* A tag fills the whole buffer and does not end: skip its line. */
void lc_scan_give_up(lc_Scan *scan);
/* For games larger than any buffer: the first `count` (<= at - LC_SCAN_LOOK) bytes were dropped. */
void lc_scan_forget(lc_Scan *scan, size_t count);

/* A tag: name and value are offsets; the value still holds its escapes. */
typedef struct lc_Tag {
  size_t name, name_size, value, value_size;
  size_t end;        /* after the closing bracket */
  bool is_good;      /* false: malformed, `end` is where its line ends, and there may be no name */
  bool has_escapes;  /* the value contains a backslash before a quote or backslash */
  bool has_quotes;   /* it contains a quote that is not escaped */
} lc_Tag;

/* Read the tag whose [ is at bytes[at]. false: the buffer ends before the tag does and `is_last` is not set. */
bool lc_tag_read(const char *bytes, size_t size, size_t at, bool is_last, lc_Tag *out);
/* Whether a line that begins at `at` begins a tag: blanks, [, name, blanks and a quotation mark. */
bool lc_tag_begins(const char *bytes, size_t size, size_t at);
/* In a comment's text: the first line from `from` on that begins a tag section; SIZE_MAX: none. */
size_t lc_section_find(const char *text, size_t size, size_t from);
/* The result sign whose hyphen or star is at bytes[at], delimited on both sides, else LC_RESULT_NONE;
** `end` is set to the byte after it. */
lc_Result lc_result_at(const char *bytes, size_t size, size_t at, size_t *end);

/* "1-0", "0-1", "1/2-1/2" or "*", and "" for LC_RESULT_NONE. */
const char *lc_result_text(unsigned result, size_t *length);

/* What a plain game has none of. */
enum {
  LC_TRAIT_CONTROL = 1, /* a control character that is no white space */
  LC_TRAIT_HIGH = 2,    /* a byte above 127 */
  LC_TRAIT_BRACKET = 4  /* a line end, then [ or a blank or a byte order mark: a tag may begin there */
};
/* Which of them a piece of text has; the third one is looked for on request. Cost: 64 bytes at a time. */
unsigned lc_text_traits(lc_Cpu cpu, const char *bytes, size_t size, bool with_brackets);

/* The first control character other than white space, DEL included; `size` if there is none. */
size_t lc_find_control(lc_Cpu cpu, const char *bytes, size_t size);

/* Line ends in a piece of text: LF, CRLF and lone CR each count once. `before_cr` says whether the byte before
** the piece was a CR, so that a CRLF cut in two counts once; updated for the next piece. */
size_t lc_count_lines(lc_Cpu cpu, const char *bytes, size_t size, bool *before_cr);

#endif
