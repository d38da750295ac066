/*
** reader - one game's text -> events: tags, moves with meaning, comments, NAGs, variations, diagnostics.
**
** A pull parser: the caller asks for the next event, so no callback and no Lua error ever crosses it. It
** keeps one frame per open variation, in the caller's room (LC_EROOM asks for more; nothing is lost). An
** error has the smallest effect: a move that is not legal ends its own line only; the rest of that line is
** skipped, never resumed at a later token that happens to be legal.
** Tokens of moves are read as spelling.h reads them, in PGN or in the game's dialect; in a dialect, repaired spellings
** are reported by what was repaired.
** Follows: PGN 8.2 and 18. For the moves of the mainline alone, replay.h is faster.
*/
#ifndef LC_READER_H
#define LC_READER_H

#include "lexer.h"
#include "spelling.h"
#include "start.h"

enum { LC_MAX_DEPTH = 1000 }; /* the default */

/* One line being read: the mainline or an open variation. */
typedef struct lc_Frame {
  lc_Position before; /* before its last move: where a variation on that move begins */
  lc_Position now;
  size_t opened_at;     /* offset of its parenthesis */
  size_t unreadable_at; /* where its unreadable tail begins, or SIZE_MAX */
  uint32_t ply;         /* plies from the start of the game to `now` */
  uint32_t node;        /* for building a tree: the node that `now` belongs to */
  bool has_move;
  bool is_unreadable;   /* the rest of this line cannot be understood */
} lc_Frame;

typedef enum lc_EventKind {
  LC_EVENT_END,
  LC_EVENT_TAG,     /* token.tag */
  LC_EVENT_MOVE,    /* move, ply; token is its text */
  LC_EVENT_NAG,     /* value */
  LC_EVENT_COMMENT, /* token.text; value 1: between a move number and its move */
  LC_EVENT_OPEN,    /* a variation on the last move */
  LC_EVENT_CLOSE,
  LC_EVENT_RESULT,  /* value is an lc_Result */
  LC_EVENT_TEXT,    /* token at..end was skipped: the unreadable tail of a variation, before its close, or a
                    ** whole variation; value: LC_TEXT_... */
  LC_EVENT_DIAGNOSTIC  /* code; token is what it is about */
} lc_EventKind;

enum {
  LC_TEXT_IS_ABOVE = 1, /* the line has no move of its own: the text belongs to the line above */
  LC_TEXT_IS_OPEN = 2   /* the game ended inside it: its parentheses do not match */
};

/* What its kind does not name is undefined, but `ply` and where the token begins and ends. */
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
  lc_Frame *frames; /* the caller's, `room` long, at least 1; may move between calls */
  uint32_t room, depth;
  uint32_t max_depth;    /* variations nested deeper are skipped and reported; may be set after the beginning */
  uint32_t skipped;      /* variations open inside skipped text */
  size_t skipped_at;     /* where the outermost of them begins */
  size_t quick_end;      /* tokens that end here or later are read as PGN's ordinary ones; SIZE_MAX in a dialect */
  size_t delivered_at;   /* the move or NAG just delivered */
  size_t rest;           /* where the unreadable tail of the mainline begins, or SIZE_MAX */
  size_t result_at, result_end; /* a result inside a variation that was not reported, or SIZE_MAX */
  int64_t number_shift;  /* how far the game's move numbers are from the position's */
  lc_Code pending;       /* the diagnostic of the move or NAG just delivered */
  uint16_t last_result;  /* the last result inside a variation: the game's when the variation is never closed */
  uint8_t pending_glyph; /* a NAG that was glued to the move just delivered */
  bool reports_style;    /* report unusual spellings of moves, NAGs and numbers (costs a SAN a move) */
  bool after_number;
  bool after_result;     /* nothing but comments may follow the result */
} lc_Reader;

/* `dialect` is that of the moves, NULL for PGN. */
void lc_reader_begin(lc_Reader *reader, const char *text, size_t size, const lc_Dialect *dialect, const lc_Start *start,
                     lc_Frame *frames, uint32_t room);
/* LC_OK, or LC_EROOM when `room` frames are not enough: give more (setting frames and room) and call again. */
int lc_reader_next(lc_Reader *reader, lc_Event *out);

#endif
