/*
** book - where games come from, a file or a text, and how they are read: in PGN, in one dialect, or in the one that
** each game turns out to be in.
**
** One small userdata is shared by all games of a reader: it holds the file's name and the dialect, so that a game keeps
** both alive, and what was guessed about the games before, so that a file of broken games costs no guess each.
** Detecting and guessing are Lua (lucena.notation.detect, lucena.notation.guess), called only for games that do not
** read as PGN.
*/
#ifndef LCB_BOOK_H
#define LCB_BOOK_H

#include "../notation/dialect.h"
#include "game_box.h"

#define LCB_BOOK "lucena.Book"

/* User values of a book. */
enum {
  LCB_BOOK_NAME = 1, /* string: the file's, or nil */
  LCB_BOOK_DIALECT,  /* Dialect, or nil for PGN */
  LCB_BOOK_GUESS,    /* Dialect: the last one that a broken game was found to be in */
  LCB_BOOK_VALUES = LCB_BOOK_GUESS
};

typedef struct lcb_Book {
  const lc_Dialect *dialect; /* the table of LCB_BOOK_DIALECT; NULL: PGN */
  lcb_Limits limits;         /* of its games */
  bool is_auto;              /* each game that does not read as PGN is detected */
  unsigned misses;           /* broken games in a row that no guess was found for */
} lcb_Book;

/* Push a book for games of the file whose name stands at `name` (0: none), read as `dialect` says: the index of nil, a
** Dialect, a name or "auto"; raises about argument `arg` when it is none or cannot be read in PGN. */
lcb_Book *lcb_push_book(lua_State *L, int name, int dialect, int arg);
/* Set the limits that the table at `index` names, {comment =, nesting =, tag =, tags =}; raises about argument `arg` when
** it is no such table. Nil sets none. */
void lcb_read_limits(lua_State *L, int index, int arg, lcb_Limits *out);
/* Push the name in the Game's book, or nil; returns its type. */
int lcb_game_name(lua_State *L, int index);
/* Push the Dialect that the Game is read in as far as is known, nil for PGN; returns its type. */
int lcb_game_dialect(lua_State *L, const lcb_Game *game, int index);

/* The Dialect that is the value at `index`, a Dialect or a name, pushed; its table, or NULL for PGN. Raises about
** argument `arg` when it is none, or is one of functions, which neither reads nor writes in PGN. */
const lc_Dialect *lcb_push_table(lua_State *L, int index, int arg);

/* A game of an auto book stops as PGN, for reason game->code at game->rest: find the dialect that it is in. True: it is
** to be read in game->dialect. */
bool lcb_game_detect(lua_State *L, lcb_Game *game, int index);
/* For a game that stops as PGN for reason `code`: push the Dialect that it reads in. False, and nothing is pushed: none
** is known. */
bool lcb_push_guess(lua_State *L, const lcb_Game *game, int index, lc_Code code);

#endif
