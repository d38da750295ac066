/*
** binding - what the files of the binding share.
**
** Classes. Every class is a userdata type with methods, properties (`p.turn`: C functions found by
** name in a table) and an error for any other name. All its C functions get the same first upvalues,
** so that a type check is one comparison of metatables and a Move or Position is made without asking
** the registry.
** Errors. Wrong use raises, naming the argument; bad data returns nil, message, code: lcb_fail().
** Memory. Lua owns every byte: plain userdata, filled before anything can raise.
**
** Where the methods of a class are; scripts/dev/layers.lua has the order of the files:
**   move              Move
**   setup             Setup
**   position          Position: play, pass, parse, san, text, uci, fen, setup, keys
**   position_query    Position and Board: moves, perft, squares, attackers, outcome and the like
**   board             Board: play, undo, reset, position
**   dialect           Dialect (dialect_build: from a table to the core's)
**   reading_options   core.reading_options: the dialect and the limits that games are read with
**   game              Game: properties, check, mainline, was_examined; core.game_in, core.ending
**   game_tree         Game on first touch: its dialect, mainline and tree
**   game_tags         Tags
**   game_edit         Node: add, add_line, remove, promote, demote, make_main; Game: node, strip, setting the result
**   game_line         core.last_place, core.next_variation, core.line_text
**   game_export       Game: pgn, movetext, export, codes
**   game_encoding     Game.encoding, chess.to_utf8, chess.from_utf8
**   game_diagnostics  Game.diagnostics, and the records of all other classes
**   node              Node: properties, line, repetitions, outcome
**   node_notes        Node: comments, nags
**   node_command      Node: command, set_command, commands, text
**   node_annotation   Node: clock, eval, marks, arrows and the like
**   query             Program, Run (query_build: from tables to a Program)
**   reader            Reader (reader_find: the next game, and whether it passes; reader_open: chess.open, parts)
**   writer            Writer
**   epd               EpdRecord (epd_edit: set_text, remove; epd_notes: diagnostics)
**   epd_reader        EpdReader (epd_block: the lines of a perft collection)
**   code              core.code_sentence
**   keys              Keys, core.checksum
**   cpu               core.cpu: the level of instructions in use
**   process, system   Process; folders, files and terminals
**   sandbox, interrupt, syzygy   scripts with limits; Ctrl-C; tablebases, which are a module of their own
*/
#ifndef LCB_BINDING_H
#define LCB_BINDING_H

#include <lauxlib.h>
#include <lua.h>

#include "../chess/board.h"
#include "../chess/cpu.h"
#include "../chess/identity.h"
#include "../notation/diag.h"

#define LCB_MOVE "lucena.Move"
#define LCB_SETUP "lucena.Setup"
#define LCB_POSITION "lucena.Position"
#define LCB_BOARD "lucena.Board"
#define LCB_GAME "lucena.Game"
#define LCB_NODE "lucena.Node"
#define LCB_TAGS "lucena.Tags"
#define LCB_READER "lucena.Reader"
#define LCB_WRITER "lucena.Writer"
#define LCB_PROGRAM "lucena.Program"
#define LCB_RUN "lucena.Run"
#define LCB_KEYS "lucena.Keys"
#define LCB_DIALECT "lucena.Dialect"
#define LCB_EPD_RECORD "lucena.EpdRecord"
#define LCB_EPD_READER "lucena.EpdReader"
#define LCB_PROCESS "lucena.Process"
#define LCB_MOVES "lucena.Move by code" /* registry table of upvalue LCB_UP_MOVES */

/* ---- classes ---- */

/* Upvalues of every method, property and metamethod. */
enum {
  LCB_UP_SELF = 1, /* metatable of the class itself */
  LCB_UP_MOVE,     /* metatable of Move */
  LCB_UP_MOVES,    /* code -> Move, weak values: one userdata a code, a good table key */
  LCB_UP_POSITION, /* metatable of Position */
  LCB_UP_GAME,     /* metatable of Game */
  LCB_UP_NODE,     /* metatable of Node */
  LCB_UP_TAGS,     /* metatable of Tags */
  LCB_UPVALUES = LCB_UP_TAGS
};

enum { LCB_LISTS = 6 };

typedef struct lcb_Class {
  const char *name;                   /* registry name, shown in messages */
  const luaL_Reg *methods[LCB_LISTS]; /* lists of functions, the rest NULL */
  const luaL_Reg *getters[LCB_LISTS]; /* called as getter(self): push one value, return 1 */
  const luaL_Reg *setters[LCB_LISTS]; /* called as setter(self, name, value); what has none is read-only */
  lua_CFunction item;                 /* what self[n] is for an integer n, called as item(self, n); or NULL */
  lua_CFunction other;                /* what self[name] is for a string that names no field, called as other(self, name);
                                      ** it returns 0 when there is no such thing; or NULL */
  const luaL_Reg *metamethods;        /* besides __index, __newindex, __name and __metatable */
} lcb_Class;

/* Make or complete the class; pushes the table of its fields: methods (to which Lua files add theirs) as functions,
** properties as numbers. */
void lcb_class(lua_State *L, const lcb_Class *class);
/* Put functions that need the upvalues, but are no methods, into the table on top of the stack. */
void lcb_functions(lua_State *L, const luaL_Reg *functions);

/* Push function `name` of a module of Lua's, which is loaded when it was not. */
void lcb_push_function(lua_State *L, const char *module, const char *name);

/* Argument `arg` as the userdata whose metatable is upvalue `up`; raises for other values. */
void *lcb_check(lua_State *L, int arg, int up);
/* The same, NULL for other values. */
void *lcb_test(lua_State *L, int arg, int up);
/* self. A Board's begins with its Position, so a Position's method serves both. */
static inline void *lcb_self(lua_State *L) { return lcb_check(L, 1, LCB_UP_SELF); }

/* ---- values ---- */

lc_Move lcb_check_move(lua_State *L, int arg);
void lcb_push_move(lua_State *L, lc_Move move);
lc_Position *lcb_new_position(lua_State *L); /* pushed, contents undefined */
lc_Setup *lcb_new_setup(lua_State *L);       /* pushed, contents undefined, no diagnostics */

/* Push a Board; it may be begun again in place. `start` is read before anything else. */
lc_Board *lcb_push_board(lua_State *L, const lc_Position *start);
/* Begin a Board again, at a position that `ply` plies of a game led to. */
void lcb_begin_board(lc_Board *board, const lc_Position *start, unsigned ply);

/* Push the one result of a function, and return 1. */
static inline int lcb_return_count(lua_State *L, uint64_t n) { return lua_pushinteger(L, (lua_Integer)n), 1; }
static inline int lcb_return_boolean(lua_State *L, bool value) { return lua_pushboolean(L, value), 1; }

void lcb_push_square(lua_State *L, unsigned square);
void lcb_push_squares(lua_State *L, lc_Bits squares); /* array of names, a1 to h8 */
void lcb_push_color(lua_State *L, unsigned color);
void lcb_push_piece(lua_State *L, unsigned code); /* setup code -> "N" or "n"; 0 -> nil */
/* Text made safe for a message: control characters and those that turn the direction escaped, at most 40 bytes and "...". */
void lcb_push_printable(lua_State *L, const char *text, size_t length);
/* Push the path of a message, as lcb_push_printable() has it, and give it. */
const char *lcb_push_path(lua_State *L, const char *path);
/* The same for running text: in quotes when a reader could not see where it ends. */
void lcb_push_token(lua_State *L, const char *text, size_t length);

/* Readings that do not raise. */
bool lcb_to_square(lua_State *L, int index, unsigned *out);
bool lcb_to_color(lua_State *L, int index, unsigned *out);
bool lcb_to_piece(lua_State *L, int index, unsigned *out); /* setup code */
/* Readings that do. */
unsigned lcb_check_square(lua_State *L, int arg);
unsigned lcb_check_color(lua_State *L, int arg);
unsigned lcb_check_piece(lua_State *L, int arg);
/* A string; a number is not taken for one. */
const char *lcb_check_text(lua_State *L, int arg, size_t *length);

/* ---- option tables ---- */

/* Argument `arg` is absent or a table with no keys but `names` (NULL-terminated), or it raises. */
void lcb_check_options(lua_State *L, int arg, const char *const names[]);
/* Push an option's value: true; or push nothing when it is not given: false. */
bool lcb_option(lua_State *L, int arg, const char *name);
bool lcb_option_boolean(lua_State *L, int arg, const char *name, bool otherwise);
/* Index into `values` (NULL-terminated). */
int lcb_option_choice(lua_State *L, int arg, const char *name, const char *const values[],
                      int otherwise);
/* Raise for option `name`, whose value is on top of the stack. */
int lcb_bad_option(lua_State *L, int arg, const char *name, const char *expected);

/* ---- failing ---- */

/* nil, message, code. The format is lua_pushfstring's. */
int lcb_fail(lua_State *L, lc_Code code, const char *format, ...);
/* nil, "<where>not a legal position: reason; reason", "invalid_position". */
int lcb_fail_problems(lua_State *L, const char *where, unsigned problems);
/* nil, "<column>illegal move Nf6 (move 1, White)", code. Column 0: none is named. */
int lcb_fail_move(lua_State *L, const lc_Position *p, lc_Code code, const char *token,
                  size_t length, size_t column);
/* The general form: `more` is appended after the token. */
int lcb_fail_token(lua_State *L, const lc_Position *p, lc_Code code, const char *token, size_t length, size_t column,
                   const char *more);
/* lcb_fail_move() for a Move that lcb_is_playable() refuses. */
int lcb_fail_illegal(lua_State *L, const lc_Position *p, lc_Move move);
/* Legal, or the null move out of check. */
bool lcb_is_playable(const lc_Position *p, lc_Move move);
/* Raise naming what was expected at `arg` and what is there. */
int lcb_expected(lua_State *L, int arg, const char *expected);

/* ---- moves as text ---- */

typedef struct lcb_Tokens {
  const char *text;
  size_t length;
  size_t at;
  const char *token;
  size_t token_length;
} lcb_Tokens;

/* The next word that is no move number; "1.e4" gives "e4". */
bool lcb_next_token(lcb_Tokens *tokens);
/* Column of the token, from 1. */
static inline size_t lcb_token_column(const lcb_Tokens *t) {
  return (size_t)(t->token - t->text) + 1;
}

/* ---- positions ---- */

/* Options `allow` and `strict` at `arg` (keys already checked) -> lc_Problem bits that refuse. */
unsigned lcb_refused_problems(lua_State *L, int arg, bool *strict);

/* Methods and properties of everything that begins with an lc_Position. */
extern const luaL_Reg lcb_text_methods[];
extern const luaL_Reg lcb_query_methods[];
extern const luaL_Reg lcb_position_getters[];
int lcb_position_tostring(lua_State *L);

/* ---- instructions ---- */

/* The level that hot loops run at: the machine's, or what LUCENA_CPU lowers it to. */
lc_Cpu lcb_cpu(void);

/* ---- the files ---- */

/* Each makes its class and adds to the module table on top of the stack. */
void lcb_open_cpu(lua_State *L);
void lcb_open_move(lua_State *L);
void lcb_open_setup(lua_State *L);
void lcb_open_position(lua_State *L);
void lcb_open_board(lua_State *L);
void lcb_open_dialect(lua_State *L);
void lcb_open_tags(lua_State *L);
void lcb_open_game(lua_State *L);
void lcb_open_node(lua_State *L);
void lcb_open_line(lua_State *L);
void lcb_open_encoding(lua_State *L);
void lcb_open_query(lua_State *L);
void lcb_open_code(lua_State *L);
void lcb_open_keys(lua_State *L);
void lcb_open_reader(lua_State *L);
void lcb_open_writer(lua_State *L);
void lcb_open_sandbox(lua_State *L);
void lcb_open_epd(lua_State *L);
void lcb_open_epd_reader(lua_State *L);
void lcb_open_process(lua_State *L);
void lcb_open_system(lua_State *L);
void lcb_open_interrupt(lua_State *L);

#endif
