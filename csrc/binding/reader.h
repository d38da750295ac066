/*
** reader - lucena.Reader from the inside: finding the next game.
*/
#ifndef LCB_READER_H
#define LCB_READER_H

#include "../match/tags.h"
#include "query.h"
#include "window.h"

/* User values of a Reader, after those of its window. */
enum { LCB_READER_TESTS = LCB_WINDOW_VALUES + 1, LCB_READER_OPTIONS, LCB_READER_QUERY, LCB_READER_VALUES = LCB_READER_QUERY };

enum { LCB_MAX_TESTS = 16 };

/* Where a call that was left by an error (no memory, say) goes on. */
typedef enum lcb_ReaderState {
  LCB_NEEDS_SPAN, /* the span before is done with */
  LCB_SEARCHING,
  LCB_HAS_GAME,   /* scan.begin..scan.at in the window is a game, not yet delivered */
  LCB_AT_END
} lcb_ReaderState;

typedef struct lcb_Reader {
  lcb_Window window;
  lc_Scan scan;
  const lc_Dialect *dialect; /* that games are read in, kept by the options; NULL: PGN, or each is detected */
  const lcb_Limits *limits; /* the options' */
  size_t kept;          /* window offset after the previous game: the gap begins there */
  size_t gap, gap_size; /* of the game just delivered */
  uint64_t games, passed, examined, plies, errors;
  lcb_Origin oversize, brace; /* of a game too large to hold, and of the comment it ends in */
  lcb_ReaderState state;
  uint64_t last; /* this part of the input ends after the game with this number; 0: no limit */
  lcb_Origin cut; /* where the last skipped game ends, and its number */
  uint64_t odd_variants; /* games of variants that are not supported */
  bool wants_check, is_strict, selects, salvages, is_oversize, is_sniffed;
  bool waits_for_parts; /* diagnostics of the end of input wait for the readers of the parts */
  bool owes_failure; /* of input: not yet reported by pass() */
  bool has_stray_tag; /* in what was dropped of a text that is no game and too large to hold */
  bool has_hole; /* a game too large to keep is before the one just found */
  unsigned tests;
  lc_TagTest test[LCB_MAX_TESTS];
  lcb_Run *query; /* NULL: none */
} lcb_Reader;

/* Find the next game of the Reader at stack index 1: state LCB_HAS_GAME, or LCB_AT_END (also after a failure
** of input: window.source.error), or LCB_NEEDS_SPAN after the last game of its part. */
void lcb_reader_find(lua_State *L, lcb_Reader *reader);
/* Bytes of the game's tag section; none when its movetext comes first. */
static inline size_t lcb_tags_size(const lc_Scan *scan) {
  return scan->tags_end > scan->begin ? scan->tags_end - scan->begin : 0;
}
/* The tags of the game found. */
static inline lc_TagSection lcb_section(const lcb_Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  return (lc_TagSection){.text = reader->window.bytes + scan->begin, .size = lcb_tags_size(scan),
                         .is_regular = scan->has_regular_tags, .lines = &scan->lines};
}
/* Its methods and properties. */
extern const luaL_Reg lcb_part_methods[];
extern const luaL_Reg lcb_part_getters[];
/* Once, after the last game: report the number of games of unsupported variants, and why the input ended. */
void lcb_reader_report_end(lua_State *L, lcb_Reader *reader);
/* Replay the game in the window. True: a full reading would have nothing to say about it. */
bool lcb_reader_is_clean(const lcb_Reader *reader, lc_Replay *replay);
/* Whether the game in the window passes the query, or may: what hangs on Lua functions is left to the caller. */
bool lcb_reader_asks(lua_State *L, const lcb_Reader *reader);
/* The same of the game in the window that a Game was made of, in the dialect that it was found to be in. */
bool lcb_reader_asks_game(lua_State *L, const lcb_Reader *reader, const lcb_Game *game);
/* chess.open. */
int lcb_reader_open(lua_State *L);
/* Whether asking it came to moves that cannot be played. */
bool lcb_reader_met_errors(const lcb_Reader *reader);

/* Records that a game may give rise to. */
enum { LCB_MAX_GAME_DIAGNOSTICS = 100 };

#endif
