/*
** dialect - lucena.Dialect for the other files of the binding: functions that read and write moves in a dialect.
*/
#ifndef LCB_DIALECT_H
#define LCB_DIALECT_H

#include "../notation/dialect.h"
#include "binding.h"

/* User values: 1. a table {name, style, alphabet, info, hooks}; 2. an lcb_DialectCall or nil; 3. the memory of the
** lc_DialectMemo or nil. */
typedef struct lcb_Dialect {
  bool has_hooks;   /* Lua functions read and write moves: see lucena.notation.hooks */
  bool is_pgn;      /* the default notation: san.h reads it, with the tolerances listed there */
  lc_Dialect table; /* unused in a dialect with hooks; memory ends after the used part of its pool */
} lcb_Dialect;

/* Functions of a dialect file (dialect_call.c). */
typedef struct lcb_DialectCall lcb_DialectCall;

/* Push a new lcb_DialectCall that uses the sandbox at index `box`, and set `calls` to it. */
lcb_DialectCall *lcb_push_dialect_call(lua_State *L, int box, lc_DialectCalls *calls);
/* Return the first error of the dialect's functions. Returns NULL if there was no error, or if the dialect has no
** functions. `dialect` may be NULL. */
const char *lcb_dialect_problem(const lc_Dialect *dialect);

/* Push the Dialect at argument `arg`, which is a Dialect or its name. Raises an error for other values and unknown
** names. The pointer is valid until the userdata is released. */
lcb_Dialect *lcb_push_dialect(lua_State *L, int arg);

/* Push a new Dialect built from the table at `arg`. Raises an error if the table is not valid. */
lcb_Dialect *lcb_build_dialect(lua_State *L, int arg);

/* Give the Dialect at index `at` the cache of dialect_memo.c, of 5 MB, if it can use one and has none. Dialects of
** users have it from the beginning. Built-in dialects get it when a file is read in them, because detection creates
** many. */
void lcb_give_memo(lua_State *L, int at);

/* Append one of the moves that an ambiguous text may mean: in the dialect (NULL: SAN), or as UCI if the dialect
** cannot write it. */
void lcb_add_meaning(luaL_Buffer *b, const lc_Dialect *dialect, const lc_Position *p, lc_Move move);
/* The same as lcb_fail_move(), for a text that was read in a dialect without hooks. */
int lcb_fail_reading(lua_State *L, const lcb_Dialect *dialect, const lc_Position *p, lc_Code code, const char *text,
                     size_t size, size_t column);

/* Read `text` (at stack index `text`) in the Dialect at index `dialect`, for the Position or Board at index
** `position`. Pushes the Move and an array of repairs; or nil, message, code. Returns the number of pushed values. */
int lcb_dialect_read(lua_State *L, int dialect, int position, int text);
/* Write the Move at index `move`. Pushes the text; or nil, message, code. Returns the number of pushed values. */
int lcb_dialect_write(lua_State *L, int dialect, int position, int move);

/* Read the consecutive moves of the text at index `text` from `start`, in the Dialect at index `dialect`. Pushes a
** userdata with the moves and returns a pointer to them and their number. On an error, pushes nil, message, code and
** returns NULL. */
const lc_Move *lcb_read_line(lua_State *L, int dialect, const lc_Position *start, int text, size_t *count);

/* Return the length of the array at index 2. Raises an error for a table without items that has names, such as
** {from = "e2", to = "e4"}. */
size_t lcb_count_items(lua_State *L);
/* Read item `n` of the array at index 2: a Move, or a text in the Dialect of argument 3, "pgn" by default. `position`
** is the index of the Position in which it is played. Returns 0, or the number of pushed results: nil, message, code.
** Raises an error for other items. */
int lcb_read_item(lua_State *L, int position, lua_Integer n, lc_Move *move);

#endif
