/*
** reader - reads one game's text as a sequence of events: tags, legal moves, comments, NAGs, variations, diagnostics.
**
** The reader is a pull parser: the caller asks for the next event. So the reader calls no function of the caller, and
** no Lua error can leave it by a jump. The caller's array has one frame per open variation. If it is full, the reader
** returns LC_EROOM, and the caller calls again with a larger array. An error has the smallest possible effect: an
** illegal move ends only its own variation or the mainline. The rest of that variation is skipped, even if a later
** token happens to be legal. If the tolerance includes LC_SKIPS, text that cannot change the game (skip.h) is skipped
** and ends no variation. The functions of spelling.h read move tokens, in PGN or in the game's dialect. In a dialect,
** each repair has a diagnostic of its own.
** Follows: PGN 8.2 and 18. If only the moves of the mainline are needed, replay.h is faster.
*/
#ifndef LC_READER_H
#define LC_READER_H

#include "lexer.h"
#include "recover.h"
#include "spelling.h"
#include "start.h"

enum { LC_MAX_DEPTH = 1000 }; /* default limit of nested variations */
#define LC_ANY_SHIFT INT64_MAX /* no move number was read yet, so any move number is correct */

/* A frame: the mainline or an open variation. The comments below call both a line. */
typedef struct lc_Frame {
  lc_Position before; /* position before the line's last move; a variation on that move begins here */
  lc_Position now;
  int64_t number_shift; /* difference between the line's move numbers and the position's, or LC_ANY_SHIFT */
  size_t opened_at;     /* offset of the line's opening parenthesis */
  size_t unreadable_at; /* offset at which the unreadable tail begins, or SIZE_MAX */
  uint32_t ply;         /* plies from the start of the game to `now` */
  uint32_t node;        /* the node of the last move, if a tree is built */
  bool has_move;
  bool is_unreadable;   /* the rest of this line cannot be read */
} lc_Frame;

typedef enum lc_EventKind {
  LC_EVENT_END,
  LC_EVENT_TAG,     /* see token.tag */
  LC_EVENT_MOVE,    /* see move, ply; token is its text; value is 1 if the move is illegal (LC_ILLEGAL) */
  LC_EVENT_NAG,     /* value is the NAG */
  LC_EVENT_COMMENT, /* see token.text; value is 1 if the comment is between a move number and its move */
  LC_EVENT_ODD,     /* text that changes no move: an escape, <...>, a tag inside a text line, a NAG above 255, a VALUE
                    ** of skip.def */
  LC_EVENT_OPEN,    /* a variation on the last move */
  LC_EVENT_CLOSE,
  LC_EVENT_RESULT,  /* value is an lc_Result */
  LC_EVENT_TEXT,    /* token.at..token.end is unreadable text: the tail of a variation (before LC_EVENT_CLOSE), or a
                    ** whole variation, or a line of these (lc_comment_part()); value: LC_TEXT_ bits */
  LC_EVENT_DIAGNOSTIC  /* see code; token is the text with the problem */
} lc_EventKind;

enum {
  LC_TEXT_IS_ABOVE = 1, /* the line has no moves, so the text belongs to the line around it */
  LC_TEXT_IS_OPEN = 2   /* the game ended inside the text, which has unclosed parentheses */
};

/* An event. `ply` and the token's offsets are always set; other fields are set only if the comment of the kind names
** them. */
typedef struct lc_Event {
  uint8_t kind;
  uint16_t value;
  lc_Move move;
  lc_Code code;
  uint32_t ply; /* plies from the start of the game before this event */
  lc_Token token;
} lc_Event;

typedef struct lc_Reader {
  lc_Lexer lexer;
  lc_Frame *frames; /* owned by the caller: `room` entries, at least 1; the caller may move them between calls */
  uint32_t room, depth;
  uint32_t max_depth;    /* variations nested deeper are skipped and reported; may be set after lc_reader_begin() */
  uint32_t skipped;      /* number of open variations inside skipped text */
  size_t skipped_at;     /* offset at which the outermost of them begins */
  size_t quick_end;      /* the quick reader reads only tokens that end at or after this offset, because it needs eight
                         ** bytes before their end; SIZE_MAX in a dialect */
  size_t delivered_at;   /* offset of the move or NAG just returned */
  size_t rest;           /* offset at which the unreadable tail of the mainline begins, or SIZE_MAX */
  size_t result_at, result_end; /* offsets of a result inside a variation that is not reported yet; SIZE_MAX: none */
  size_t half_at, half_end; /* offsets of the last result in the mainline that ends no game, such as 1/2 */
  size_t tail_at;        /* unreadable text at the end of the game that is not returned yet; SIZE_MAX: none */
  lc_Code pending;       /* the diagnostic of the move or NAG just returned */
  uint16_t last_result;  /* last result inside a variation; it is the game's result if the variation is never closed */
  uint8_t pending_glyph; /* the NAG of the ! or ? after the move just returned */
  bool reports_numbers;  /* report wrong move numbers */
  bool reports_style;    /* report unusual spellings of moves and NAGs (costs one SAN per move) */
  bool after_number;
  bool after_result;     /* only comments may follow the result */
  bool tail_is_above;    /* the text at tail_at is LC_TEXT_IS_ABOVE */
  bool has_ended;        /* a result that ends the game was read, so text after it is a comment */
} lc_Reader;

/* Start reading a game. `dialect` is the dialect of the moves, or NULL for PGN. See lexer.h for `tolerance`. */
void lc_reader_begin(lc_Reader *reader, const char *text, size_t size, const lc_Dialect *dialect, unsigned tolerance,
                     const lc_Start *start, lc_Frame *frames, uint32_t room);
/* Read the next event. Returns LC_OK, or LC_EROOM if `room` frames are not enough. After LC_EROOM, set `frames` and
** `room` to a larger array and call again. */
LC_MUST_USE int lc_reader_next(lc_Reader *reader, lc_Event *out);
/* Return the end of the text that begins at `at` after a result. The text ends before a comment or a line end. */
size_t lc_after_result_end(const char *text, size_t size, size_t at);

#endif
