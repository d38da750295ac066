/*
** writer - writes the tree of a game as movetext in export format.
**
** Follows: PGN 8.2 (move numbers, canonical SAN, NAGs as $n, comments, variations). Text lines have at most `width`
** characters, with one blank between tokens. Every White move has a move number. A Black move has a number if it is the
** first move of the mainline or of a variation, or follows a comment or variation. The caller writes the tag section
** and the blank lines around the movetext.
** Comments are broken into text lines at blanks, but not before % or [. A comment that contains a closing brace is
** written as a ; comment if it has no line end. With a line end, such a comment is rejected, except with the option
** replace_braces. CRLF and CR in comments become LF. In a dialect, only the moves differ from PGN.
** Output is written into the caller's buffer. If the buffer is too small, the function returns LC_EROOM. The caller
** then calls again with a larger buffer, and everything is written again.
*/
#ifndef LC_WRITER_H
#define LC_WRITER_H

#include "game.h"

/* Information about the position, in a comment after every move. */
typedef enum lc_PlyComment {
  LC_PLY_NOTHING,
  LC_PLY_FEN,
  LC_PLY_HASH,    /* lc_position_key() as 16 hexadecimal digits */
  LC_PLY_MATERIAL /* White's pieces minus Black's: "material +2" (P 1, N 3, B 3, R 5, Q 9) */
} lc_PlyComment;

typedef struct lc_WriteOptions {
  uint32_t width;       /* characters per line; 0: one line */
  bool no_comments, no_nags, no_variations, no_numbers, no_results;
  bool no_checks;       /* omit + and # */
  bool keep_comments;   /* never break a line inside a comment */
  bool is_alone;        /* the output has no tags, so only a move or a move number begins the game (scan.h) */
  bool replace_braces;  /* a } in a comment becomes a ) */
  uint8_t ply_comments; /* lc_PlyComment */
  uint8_t tag_result;   /* lc_Result of the Result tag that is written; 0 if unknown */
  lc_Cpu cpu;
  const lc_Dialect *dialect; /* dialect of the moves; NULL for PGN */
} lc_WriteOptions;

/* Return the result to write at the end of the movetext: `result`, or that of the Result tag (PGN 8.2.6), or *. A
** result without a marker in PGN, such as 0-0, is only readable with a Result tag; without this tag, * is written. */
unsigned lc_result_to_write(unsigned result, unsigned tag_result);

/* The mainline or a variation that is being written ("line" below). */
typedef struct lc_WriteLine {
  lc_Position before, now; /* positions before and after the line's last move */
  uint32_t node;           /* the line's last move */
  uint32_t variation;      /* the last variation on that move that was written, or LC_NO_NODE */
} lc_WriteLine;

typedef struct lc_Writing {
  const char *text, *pool; /* the game's text and the pool (game.h), to which the offsets of notes refer */
  size_t size;
  lc_WriteLine *lines;     /* one entry for the mainline and one for each open variation */
  uint32_t room;
  char *out;
  size_t out_room;
  size_t length;           /* number of bytes written; if `out` was too small, number of bytes needed */
  bool needs_lines;        /* LC_EROOM was caused by `lines` */
  lc_Code code;            /* LC_D_UNWRITABLE_COMMENT, LC_D_UNSAYABLE_MOVE, or LC_D_NONE */
  lc_Position before;      /* position before the move that the dialect cannot write */
  lc_Move move;
} lc_Writing;

/* Write movetext, the result and a line end. `rest_text` is the unreadable tail of the mainline, and may be empty. The
** tail is copied before the result, or written as a comment if moves were added. Returns LC_OK or LC_EROOM. */
LC_MUST_USE int lc_write_movetext(const lc_Game *game, const lc_WriteOptions *options, const char *rest_text,
                                  size_t rest_size, lc_Writing *writing);

/* Write a note (Node.notes) or other unreadable text of `size` bytes, at least one, as lc_write_movetext() writes it at
** the start of a text line. For programs that make movetext without a tree. writing->length is set as by
** lc_write_movetext(). */
void lc_write_unread(const char *text, size_t size, bool is_note, lc_Writing *writing);

/* Return the length of the unreadable tail text[at..end). A result at its end, and the blanks before the result, are
** not counted, because lc_write_movetext() writes the result. */
size_t lc_rest_size(const char *text, size_t at, size_t end, unsigned result);

#endif
