/*
** reading_options - how the games of a file or a text are read: in PGN, in one dialect, or in the one that each game
** turns out to be in; and up to which limits.
**
** One small userdata is shared by all games of a reader. It holds the file's name and the dialect, so that a game keeps
** both alive, and the last guess, so that a file of broken games does not cost a guess each (game_tree.c).
*/
#ifndef LCB_READING_OPTIONS_H
#define LCB_READING_OPTIONS_H

#include "dialect.h"

#define LCB_READING_OPTIONS "lucena.ReadingOptions"

/* Nodes and notes count bytes of text in 32 bits; the game's own and the pool's have as much each. */
enum { LCB_MAX_TREE = 1 << 30 };

/* Limits of a game. More tags and longer texts are still read, with a warning; variations nested deeper are skipped. */
typedef struct lcb_Limits {
  uint32_t comment, nesting, tag, tags; /* bytes of a comment; variations in each other; bytes of a tag's value; tags */
} lcb_Limits;
extern const lcb_Limits lcb_usual_limits;

/* User values of reading options. */
enum {
  LCB_OPTIONS_FILE = 1, /* string: the file's, or nil */
  LCB_OPTIONS_DIALECT,  /* Dialect, or nil for PGN */
  LCB_OPTIONS_GUESS,    /* Dialect: the last one that a broken game was found to be in */
  LCB_OPTIONS_VALUES = LCB_OPTIONS_GUESS
};

typedef struct lcb_ReadingOptions {
  const lc_Dialect *dialect; /* the table of LCB_OPTIONS_DIALECT; NULL: PGN */
  lcb_Limits limits;         /* of its games */
  bool is_auto;              /* each game that does not read as PGN is detected */
  unsigned misses;           /* broken games in a row that no guess was found for */
} lcb_ReadingOptions;

/* Push options for games of the file whose name is at `name` (0: none), read in the dialect at index `dialect`: nil, a
** Dialect, a name or "auto". Raises about argument `arg` if it is none of these or cannot be read in PGN. */
lcb_ReadingOptions *lcb_push_reading_options(lua_State *L, int name, int dialect, int arg);
/* Set the limits that the table at `index` names, {comment =, nesting =, tag =, tags =}; raises about argument `arg` when
** it is no such table. Nil sets none. */
void lcb_read_limits(lua_State *L, int index, int arg, lcb_Limits *out);
/* Push the Dialect whose name is at `index`; raises about argument `arg` if there is none. */
void lcb_push_named_dialect(lua_State *L, int index, int arg);
/* The Dialect that is the value at `index`, a Dialect or a name, pushed; its table, or NULL for PGN. Raises about
** argument `arg` if it is neither, or has functions, which PGN does not support. */
const lc_Dialect *lcb_push_dialect_table(lua_State *L, int index, int arg);

#endif
