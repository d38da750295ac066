/*
** scan - finds where games begin and end. Only the bytes decide, never the legality of moves.
**
** A game begins with tags, comments and % lines in any order, possibly after white space. The movetext follows. The
** game ends
**   - after a 1-0, 0-1, 1/2-1/2 or * between separators at variation depth 0, outside comments and % lines. The
**     comments up to the next blank line belong to the game. Words after the result on its text line belong to it, too,
**     if they do not begin a game;
**   - in movetext at any depth, before a text line that begins a tag;
**   - if there are tags but no movetext yet, before a tag that begins another section (boundary.h). Some databases
**     write games without moves and result for forfeits;
**   - in movetext at depth 0, before the number of a first move ("1." without another period) after a blank line.
**     Some collections have neither tags nor results;
**   - at the end of input.
** If movetext has no tags and its first move number is not 1, it is a fragment. A fragment ends like a game but is not
** counted as a game. The end does not depend on the dialect, so it is the same whether the game is read or skipped.
**
** With `salvages`, the scanner also ends a comment that was never closed. A comment counts as never closed if both
** conditions hold. First, it contains the beginning of a tag section: a text line [Event "..., or any tag line after a
** blank line. Second, after that text line, an opening brace or the end of the input comes before any closing brace.
** The game then ends before the tag section. Any other comment is an ordinary comment.
**
** Stray text does not begin with a tag, a comment or text that looks like a move. It ends before the next tag line, and
** after a game also before a line that begins with "1. e4" and has no words but moves. (Before the first game, such a
** line may be in prose, which `lucena read` reads.) The words [pgn] and [/pgn] that
** forums write around a game are stray text, too.
** Scanning can resume at any byte, so the buffer may have any size.
*/
#ifndef LC_SCAN_H
#define LC_SCAN_H

#include "../chess/bits.h"
#include "../chess/cpu.h"
#include "boundary.h"

typedef enum lc_ScanPhase {
  LC_SCAN_START,    /* nothing but white space yet */
  LC_SCAN_TAGS,     /* in the tag section; comments may have been seen */
  LC_SCAN_MOVETEXT,
  LC_SCAN_GAP,      /* in white space of the movetext that may have a blank line */
  LC_SCAN_AFTER,    /* the result has been found; comments may follow */
  LC_SCAN_COMMENT,      /* inside { }; `back` is the phase after it */
  LC_SCAN_LINE_COMMENT, /* inside ; or %; `back` is the phase after it */
  LC_SCAN_STRAY
} lc_ScanPhase;

/* Offsets of the first text lines of a regular tag section, counted from the game's first byte. A search for a tag then
** examines one byte per text line. */
enum { LC_TAG_LINES = 16 };
typedef struct lc_TagLines {
  uint16_t count; /* number of lines stored; more may follow */
  uint16_t at[LC_TAG_LINES];
} lc_TagLines;

/* The state of scanning one game. Offsets count from the buffer passed to lc_scan_next(). */
typedef struct lc_Scan {
  size_t begin;      /* first byte of the game (after white space) */
  size_t at;         /* everything before this offset has been scanned */
  size_t tags_end;   /* offset after the last tag */
  size_t comment;    /* offset of the last comment's opening brace */
  size_t ended;      /* phase AFTER: offset after the result and the text that belongs to the game */
  size_t result_end; /* offset after the result, if one ended the game */
  size_t split;      /* with salvages: offset of the first tag section inside the open comment, or 0 */
  uint32_t tags;     /* number of tags */
  uint32_t depth;    /* number of open variations */
  uint8_t phase, back;
  uint8_t result;    /* the lc_Result that ended the game, or LC_RESULT_NONE */
  bool has_setup;    /* the game has a tag named FEN, Variant or SetUp, so it may start from another position */
  bool has_open_comment; /* the input ended inside { } */
  bool has_variation;    /* the game has a parenthesis outside comments */
  bool has_regular_tags; /* one tag per line (LF or CRLF) and nothing between them: tags can be found line by line */
  bool has_content;  /* there is a tag or movetext, so this is a game and not only a comment */
  bool on_result_line; /* phase AFTER: no line end has come after the result yet */
  bool in_word;      /* phase AFTER: the word at the end of the buffer may go on, so the next byte begins no word */
  bool blank_line;   /* a blank line came after the last tag */
  bool is_fragment;  /* the game has no tags, and its first move number is not 1 */
  bool may_restart;  /* the movetext begins with text that looks like moves */
  bool restarts;     /* the game ends because the movetext begins again with move 1 */
  bool has_gap;      /* there is a blank line inside the movetext */
  bool salvages;     /* set by the caller, after lc_scan_begin() */
  bool follows_game; /* set by the caller: a game came before, so moves without tags may end stray text */
  bool cannot_wait;  /* set by the caller: the buffer cannot grow, so an open comment ends before its tag section */
  uint8_t line_ends; /* line ends in the white space just before `at`, counted up to 2 */
  lc_TagLines lines; /* valid if has_regular_tags */
} lc_Scan;

typedef enum lc_ScanEnd {
  LC_SCAN_GAME, /* bytes begin..at are a game */
  LC_SCAN_TEXT, /* bytes begin..at are stray text, a fragment, or comments that belong to no game */
  LC_SCAN_MORE, /* the game may continue after the buffer: call again with a longer buffer that begins with the same
                ** bytes */
  LC_SCAN_EMPTY /* only white space up to the end of input */
} lc_ScanEnd;

/* Prepare for a game that starts at `from` or later. */
void lc_scan_begin(lc_Scan *scan, size_t from);
/* Scan to the game's end. `is_last` means that no bytes follow the buffer. When a game ends, `at` is the end of the
** game, without the white space after the game. After LC_SCAN_MORE, the bytes must keep their offsets in the next call,
** except after lc_scan_forget(). */
lc_ScanEnd lc_scan_next(lc_Scan *scan, lc_Cpu cpu, const char *bytes, size_t size, bool is_last);
/* Skip the line of a tag that fills the whole buffer without an end. */
void lc_scan_give_up(lc_Scan *scan);
/* Adjust the offsets after the caller has dropped the first `count` bytes (at most `at` - LC_SCAN_LOOK). Needed for
** games that are larger than the buffer. */
void lc_scan_forget(lc_Scan *scan, size_t count);

/* A tag. Name and value are offsets; escapes in the value are not resolved. */
typedef struct lc_Tag {
  size_t name, name_size, value, value_size;
  size_t end;        /* offset after the closing bracket; for a malformed tag, the end of its line or the first moves */
  bool is_good;      /* false for a malformed tag, which may have no name */
  bool has_escapes;  /* the value contains a backslash before a quotation mark or a backslash */
  bool has_quotes;   /* the value contains an unescaped quotation mark */
} lc_Tag;

/* Read the tag whose [ is at bytes[at]. Returns false if the buffer ends inside the tag and `is_last` is false. */
bool lc_tag_read(const char *bytes, size_t size, size_t at, bool is_last, lc_Tag *out);

/* Features that need extra work. Most games have none of them. */
enum {
  LC_TRAIT_CONTROL = 1, /* a control character that is not white space */
  LC_TRAIT_HIGH = 2,    /* a byte above 127 */
  LC_TRAIT_BRACKET = 4  /* a line end followed by [, a blank or a byte order mark: a tag may begin there */
};
/* Return the LC_TRAIT_ bits of a text. LC_TRAIT_BRACKET is tested only with `with_brackets`. Cost: one step per 64
** bytes. */
unsigned lc_text_traits(lc_Cpu cpu, const char *bytes, size_t size, bool with_brackets);

/* Return the offset of the first control character other than white space, DEL included, or `size`. */
size_t lc_find_control(lc_Cpu cpu, const char *bytes, size_t size);

/* Count the line ends in a buffer: LF, CRLF and lone CR each count once. `before_cr` tells whether the previous buffer
** ended with a CR, so that a CRLF across two buffers counts once. `before_cr` is updated for the next buffer. */
size_t lc_count_lines(lc_Cpu cpu, const char *bytes, size_t size, bool *before_cr);

#endif
