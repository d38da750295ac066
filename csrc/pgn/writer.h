/*
** writer - a game's tree -> movetext in export format.
**
** Follows: PGN 8.2 (numbers, canonical SAN, NAGs as $n, comments, variations), lines of at most `width` bytes
** with one blank between tokens. Move numbers come before every White move, and before a Black move
** that follows a comment or variation or begins a line. The tag section and the blank lines around are the
** caller's. Comments are broken between lines at blanks, never so that a line begins with % or [; one that
** holds a closing brace is written as a ; comment if it has no line end, else refused, unless the brace may be
** replaced. CRLF and CR in comments become LF. In a dialect only the moves differ from PGN; a width counts
** bytes.
** Writes into the caller's room: LC_EROOM asks for more and the whole is written again.
*/
#ifndef LC_WRITER_H
#define LC_WRITER_H

#include "game.h"

/* The position's value in a comment after every move. */
typedef enum lc_PlyComment {
  LC_PLY_NOTHING,
  LC_PLY_FEN,
  LC_PLY_HASH,    /* lc_position_key() in 16 hexadecimal digits */
  LC_PLY_MATERIAL /* White's pieces less Black's: "material +2" (P 1, N 3, B 3, R 5, Q 9) */
} lc_PlyComment;

typedef struct lc_WriteOptions {
  uint32_t width;       /* 0: one line */
  bool no_comments, no_nags, no_variations, no_numbers, no_results;
  bool no_checks;       /* omit + and # */
  bool keep_comments;   /* never break a line inside a comment */
  bool replace_braces;  /* a } in a comment becomes a ) */
  uint8_t ply_comments; /* lc_PlyComment */
  lc_Cpu cpu;
  const lc_Dialect *dialect; /* of the moves, NULL for PGN */
} lc_WriteOptions;

/* One line on its way to the page. */
typedef struct lc_WriteLine {
  lc_Position before, now; /* around its last move */
  uint32_t node;           /* its last move */
  uint32_t variation;      /* the last variation on that move already written, or LC_NO_NODE */
} lc_WriteLine;

typedef struct lc_Writing {
  const char *text, *pool; /* what notes point into: the game's text and, from `size` on, the pool */
  size_t size;
  lc_WriteLine *lines;     /* one for each open variation and one for the mainline */
  uint32_t room;
  char *out;
  size_t out_room;
  size_t length;           /* written; or, after LC_EROOM with too little of `out`, needed */
  bool needs_lines;        /* LC_EROOM was about lines */
  lc_Code code;            /* LC_D_UNWRITABLE_COMMENT, LC_D_UNSAYABLE_MOVE, or LC_D_NONE */
  lc_Position before;      /* of the move that the dialect cannot say */
  lc_Move move;
} lc_Writing;

/* Movetext followed by the result sign and a line end. The rest (may be empty) is the unreadable tail of
** the mainline, copied before the result, or written as a comment if moves were added after it. LC_OK, or LC_EROOM. */
int lc_write_movetext(const lc_Game *game, const lc_WriteOptions *options, const char *rest_text, size_t rest_size,
                      lc_Writing *writing);

#endif
