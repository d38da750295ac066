/*
** reader - one game's text -> events: tags, legal moves, comments, NAGs, variations, diagnostics.
**
** A pull parser: the caller asks for the next event, so there are no callbacks, and a Lua error cannot pass through the
** reader. It stores one frame per open variation in the caller's array; LC_EROOM asks for a larger one, and nothing is
** lost. An error has the smallest possible effect. An illegal move ends only its own line: the rest of that line is
** skipped, and reading never resumes at a later token that happens to be legal.
** Move tokens are read by spelling.h, in PGN or in the game's dialect. In a dialect, a repaired spelling is reported
** with the code of its repair.
** Follows: PGN 8.2 and 18. If only the moves of the mainline are needed, replay.h is faster.
*/
#ifndef LC_READER_H
#define LC_READER_H

#include "lexer.h"
#include "spelling.h"
#include "start.h"

enum { LC_MAX_DEPTH = 1000 }; /* the default */

/* One line being read: the mainline or an open variation. */
typedef struct lc_Frame {
  lc_Position before; /* position before its last move: a variation on that move begins here */
  lc_Position now;
  size_t opened_at;     /* offset of its parenthesis */
  size_t unreadable_at; /* where its unreadable tail begins, or SIZE_MAX */
  uint32_t ply;         /* plies from the start of the game to `now` */
  uint32_t node;        /* the node of the position `now`, for building a tree */
  bool has_move;
  bool is_unreadable;   /* the rest of this line cannot be read */
} lc_Frame;

typedef enum lc_EventKind {
  LC_EVENT_END,
  LC_EVENT_TAG,     /* see token.tag */
  LC_EVENT_MOVE,    /* see move, ply; token is its text */
  LC_EVENT_NAG,     /* see value */
  LC_EVENT_COMMENT, /* see token.text; value is 1 between a move number and its move */
  LC_EVENT_ODD,     /* text that changes no move: an escape, <...>, or a NAG that does not exist */
  LC_EVENT_OPEN,    /* a variation on the last move */
  LC_EVENT_CLOSE,
  LC_EVENT_RESULT,  /* value is an lc_Result */
  LC_EVENT_TEXT,    /* the text token at..end was skipped: the unreadable tail of a variation (before its close
                    ** event), or a whole variation; value: LC_TEXT_ bits */
  LC_EVENT_DIAGNOSTIC  /* see code; token is the text concerned */
} lc_EventKind;

enum {
  LC_TEXT_IS_ABOVE = 1, /* the line has no move of its own: the text belongs to the line above */
  LC_TEXT_IS_OPEN = 2   /* the game ended inside the text: its parentheses do not match */
};

/* An event. Fields that the kind does not name are undefined, except `ply` and the offsets of the token. */
typedef struct lc_Event {
  uint8_t kind;
  uint16_t value;
  lc_Move move;
  lc_Code code;
  uint32_t ply; /* plies played before this event on its line */
  lc_Token token;
} lc_Event;

typedef struct lc_Reader {
  lc_Lexer lexer;
  lc_Frame *frames; /* owned by the caller, `room` entries, at least 1; may move between calls */
  uint32_t room, depth;
  uint32_t max_depth;    /* variations nested deeper are skipped and reported; may be set after lc_reader_begin() */
  uint32_t skipped;      /* number of variations open inside skipped text */
  size_t skipped_at;     /* where the outermost of them begins */
  size_t quick_end;      /* PGN's quick reader reads only tokens that end here or later; SIZE_MAX in a dialect */
  size_t delivered_at;   /* offset of the move or NAG just returned */
  size_t rest;           /* where the unreadable tail of the mainline begins, or SIZE_MAX */
  size_t result_at, result_end; /* a result inside a variation that was not reported, or SIZE_MAX */
  int64_t number_shift;  /* difference between the game's move numbers and the position's */
  lc_Code pending;       /* the diagnostic of the move or NAG just returned */
  uint16_t last_result;  /* the last result inside a variation; if the variation is never closed, it is the game's */
  uint8_t pending_glyph; /* a NAG that was glued to the move just returned */
  bool reports_style;    /* report unusual spellings of moves, NAGs and numbers (costs one SAN per move) */
  bool after_number;
  bool after_result;     /* only comments may follow the result */
  bool has_ended;        /* a result that ends games was read: other text after it is a comment */
} lc_Reader;

/* Start reading a game. `dialect` is that of the moves, NULL for PGN. */
void lc_reader_begin(lc_Reader *reader, const char *text, size_t size, const lc_Dialect *dialect, const lc_Start *start,
                     lc_Frame *frames, uint32_t room);
/* Read the next event. Returns LC_OK, or LC_EROOM if `room` frames are not enough: set frames and room to a larger
** array and call again. */
int lc_reader_next(lc_Reader *reader, lc_Event *out);
/* Return the end of the text at `at`, after a result: a comment or the line's end comes next. */
size_t lc_after_result_end(const char *text, size_t size, size_t at);

#endif
