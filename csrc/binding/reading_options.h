/*
** reading_options - options for reading the games of a file or a text: the dialect (PGN, one dialect, or a dialect
** detected for each game) and the limits.
**
** All games of a reader share one small userdata. It has the file's name and the dialect, which stay alive as long as
** one of the games. It also has the last dialect detected, so that a file in this dialect does not need a detection for
** each game (game_dialect.c).
*/
#ifndef LCB_READING_OPTIONS_H
#define LCB_READING_OPTIONS_H

#include "dialect.h"

#define LCB_READING_OPTIONS "lucena.ReadingOptions"

/* The largest size, in bytes, of a game's text and of its pool. Nodes and notes have 32-bit offsets into both. */
enum { LCB_MAX_TREE = 1 << 30 };

/* Limits of a game. Tags and texts beyond the limits are still read, with a warning. Variations nested deeper are
** skipped. */
typedef struct lcb_Limits {
  /* bytes of a comment, depth of nested variations, bytes of a tag's value, number of tags */
  uint32_t comment, nesting, tag, tags;
} lcb_Limits;
extern const lcb_Limits lcb_usual_limits;

/* User values of reading options. */
enum {
  LCB_OPTIONS_FILE = 1, /* string: the file's name, or nil */
  LCB_OPTIONS_DIALECT,  /* Dialect, or nil for detection */
  LCB_OPTIONS_DETECTED, /* the Dialect that was last detected, if `proof` is not 0 */
  LCB_OPTIONS_COUNTS,   /* table: for each name of a dialect, the number of games detected; nil: none */
  LCB_OPTIONS_VALUES = LCB_OPTIONS_COUNTS
};

typedef struct lcb_ReadingOptions {
  const lc_Dialect *dialect; /* the table of LCB_OPTIONS_DIALECT; NULL for PGN */
  lcb_Limits limits;         /* limits of the games */
  uint8_t tolerance;         /* tolerances of lexer.h; without LC_SKIPS and LC_REPAIRS if the option `skip` is false */
  uint8_t proof;             /* bit 1 << piece: if these pieces move, and each move is spelled exactly, detection gives
                             ** LCB_OPTIONS_DETECTED */
  uint64_t counted;          /* number of the last game in the counts: a game may be read twice */
  bool is_auto;              /* the dialect of each game that cannot be read as PGN is detected */
} lcb_ReadingOptions;

/* Push options for the games of a file. `name` is the stack index of the file's name (0: none). `dialect` is the
** stack index of their dialect: a Dialect, a name, "auto" or nil, which means "auto". Raises an error about argument
** `arg` for other values, and for dialects that PGN files cannot use. */
lcb_ReadingOptions *lcb_push_reading_options(lua_State *L, int name, int dialect, int arg);
/* Skip and repair nothing. `has_dialect`: the caller has named the dialect, or "auto". Otherwise it is PGN, because a
** game in another notation is a repair. */
void lcb_forbid_repairs(lcb_ReadingOptions *options, bool has_dialect);
/* Set the limits that the table {comment =, nesting =, tag =, tags =} at `index` names; nil sets none. Raises an
** error about argument `arg` for other values. */
void lcb_read_limits(lua_State *L, int index, int arg, lcb_Limits *out);
/* Push the Dialect whose name is at `index`. Raises an error about argument `arg` if there is none. */
void lcb_push_named_dialect(lua_State *L, int index, int arg);
/* Push the Dialect given by the value at `index`, a Dialect or a name. Returns its table, or NULL for PGN. Raises an
** error about argument `arg` for other values, and for dialects with functions, which PGN files cannot use. */
const lc_Dialect *lcb_push_dialect_table(lua_State *L, int index, int arg);

#endif
