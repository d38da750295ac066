/*
** reader - the structure of lucena.Reader, and functions that find the next game.
*/
#ifndef LCB_READER_H
#define LCB_READER_H

#include "../match/tags.h"
#include "query.h"
#include "window.h"

/* User values of a Reader, after those of its window. LCB_READER_FUNCTIONS has the functions that the reader calls: the
** table of core.program(), or the function of a sole question. */
enum {
  LCB_READER_TESTS = LCB_WINDOW_VALUES + 1,
  LCB_READER_OPTIONS,
  LCB_READER_QUERY,
  LCB_READER_FUNCTIONS,
  LCB_READER_VALUES = LCB_READER_FUNCTIONS
};

enum { LCB_MAX_TESTS = 16 };

/* The state of the Reader. If an error, such as a lack of memory, ends a call early, the next call continues from this
** state. */
typedef enum lcb_ReaderState {
  LCB_NEEDS_SPAN, /* the last game or text found has been handled; find the next one */
  LCB_SEARCHING,
  LCB_HAS_GAME,   /* scan.begin..scan.at in the window is a game that was not returned yet */
  LCB_AT_END
} lcb_ReaderState;

/* Signs that a text outside games contains a game. */
enum {
  LCB_SIGN_TAG = 1,      /* a tag of the seven tag roster: [Event "x"] */
  LCB_SIGN_BARE_TAG = 2, /* such a tag without brackets, at the beginning of a line: Event "x" */
  LCB_SIGN_MOVES = 4     /* a numbered move, at the beginning of a line: 1. e4 */
};

typedef struct lcb_Reader {
  lcb_Window window;
  lc_Scan scan;
  const lc_Dialect *dialect; /* dialect of the games, kept alive by the options; NULL for PGN or detection per game */
  const lcb_Limits *limits; /* the limits of the options */
  uint8_t tolerance;    /* tolerance of the first reading of a game: see lexer.h */
  size_t kept;          /* window offset at which the bytes after the previous game begin */
  size_t gap, gap_size; /* the bytes between the previous game and the game just returned */
  uint64_t games, passed, examined, plies, errors;
  lcb_Origin oversize, brace; /* where a game too large for the window begins, and where its unclosed comment begins */
  lcb_ReaderState state;
  uint64_t last; /* the reader stops after the game with this number; 0: no limit */
  lcb_Origin cut; /* the end of the last skipped game, with the number of that game */
  uint64_t odd_variants; /* number of games of unsupported variants */
  bool wants_check, is_strict, selects, salvages, is_oversize, is_sniffed;
  /* other readers read parts of the input; report the end of input only after they have finished */
  bool waits_for_parts;
  bool restarts_at_end; /* the text of a part ends where movetext began again with move 1 */
  bool owes_failure; /* a reading failure that core.parts.skip() has not reported yet */
  uint8_t signs; /* LCB_SIGN_ bits of dropped bytes: part of a large text outside games */
  bool has_hole; /* the game before the current one was too large for the window, and was skipped */
  unsigned tests;
  lc_TagTest test[LCB_MAX_TESTS];
  lcb_Run *query; /* NULL if there is no query */
} lcb_Reader;

/* Find the next game of the Reader at stack index 1. Afterwards, the state is LCB_HAS_GAME if there is a game,
** LCB_NEEDS_SPAN if the previous game was game `last`, else LCB_AT_END (also after a reading failure:
** window.source.error). */
void lcb_reader_find(lua_State *L, lcb_Reader *reader);
/* Push a Game made of the game found. */
lcb_Game *lcb_reader_push_game(lua_State *L, lcb_Reader *reader);
/* Add the errors of the game found to the reader's list, for a game that is not returned to the caller. */
void lcb_reader_report_errors(lua_State *L, lcb_Reader *reader);
/* Return the number of bytes of the game's tag section; 0 if the game begins with movetext. */
static inline size_t lcb_tags_size(const lc_Scan *scan) {
  return scan->tags_end > scan->begin ? scan->tags_end - scan->begin : 0;
}
/* Return the tag section of the game found. */
static inline lc_TagSection lcb_section(const lcb_Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  return (lc_TagSection){.text = reader->window.bytes + scan->begin, .size = lcb_tags_size(scan),
                         .is_regular = scan->has_regular_tags, .lines = &scan->lines};
}
/* Methods and properties of Reader in reader_open.c. */
extern const luaL_Reg lcb_part_functions[]; /* of core.parts */
/* Called once, after the last game: report the number of games of unsupported variants, and why the input ended. */
void lcb_reader_report_end(lua_State *L, lcb_Reader *reader);
/* Find the start of the game in the window, and begin to replay its mainline. */
void lcb_reader_begin_replay(const lcb_Reader *reader, lc_Start *start, lc_Replay *out);
/* Replay the game in the window. Returns true if a full reading would report nothing but the skipped text in
** replay->skipped. If the scan already shows that it would report more, no move is replayed (replay->is_over is
** false). */
bool lcb_reader_is_usual(const lcb_Reader *reader, lc_Replay *replay);
/* Report whether the game in the window passes the tests of tags and the query. If the query depends on Lua functions
** that take a Game or a position, report whether the game may pass: the caller must then call these functions.
** Functions of values of tags are called. If one of them yields, `after` must call lcb_reader_goes_on(), with the
** function's value on top of the stack. */
bool lcb_reader_passes(lua_State *L, lcb_Reader *reader, lua_KFunction after, lua_KContext context);
bool lcb_reader_goes_on(lua_State *L, lcb_Reader *reader, lua_KFunction after, lua_KContext context);
/* Implements chess.open. */
int lcb_reader_open(lua_State *L);
/* Report whether the query stopped because a move of the game cannot be played. */
bool lcb_reader_met_errors(const lcb_Reader *reader);

/* The largest number of diagnostic records for one game. */
enum { LCB_MAX_GAME_DIAGNOSTICS = 100 };

#endif
