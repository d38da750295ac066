/*
** binding - declarations shared by the files of the binding.
**
** Classes. Every class is a userdata type with methods and properties, such as `p.turn`. A table maps their names to C
** functions; any other name raises an error. All C functions of the classes have the same first upvalues. So a type
** check is one comparison of metatables, and creating a Move or Position needs no access to the registry. Errors. Wrong
** use raises an error that names the argument. Bad data returns nil, message, code: see lcb_fail(). Memory. Lua owns
** it, but for the objects of memory.h. Objects are plain userdata. They are initialised before any call that may raise
** an error.
**
** The files, and the methods in each (scripts/dev/layers.lua has the order of the files):
**   move              Move
**   setup             Setup
**   position          Position: play, pass, parse, san, text, uci, fen, setup, keys
**   position_query    Position and Board: moves, perft, outcome and the like
**   position_pieces   Position and Board: squares, attackers, material and the like
**   bits              core.bits, which is chess.bits: sets of squares as integers
**   board             Board: play, pass, undo, reset, position
**   dialect           Dialect (dialect_build: converts a Lua table to the core's structure)
**   reading_options   core.reading_options: the dialect and the limits for reading games
**   game              Game: properties, check, was_examined; core.game_in, core.ending
**   game_object       creates and checks a Game; the values that belong to it
**   game_loop         Game: mainline, boards, moves, node_at
**   game_tree         computes a Game's mainline and tree when first needed
**   game_dialect      finds the dialect of a game that is not PGN
**   game_tags         Tags
**   game_tag_edit     core.edit_tags, core.tag_places, core.has_same_tags
**   game_edit         Node: add, add_line, remove, promote, demote, make_main; Game: node, strip, setting the result
**   game_copy         Game: copy
**   game_line         core.last_place, core.next_variation, core.line_text
**   game_export       writes a Game in the formats of the core
**   game_text         Game: pgn, movetext, export, codes
**   game_encoding     Game.encoding, chess.to_utf8, chess.from_utf8
**   diagnostic        the diagnostic records of all classes
**   game_diagnostics  Game.diagnostics
**   node_handle       creates and checks a Node
**   node              Node: properties, line, repetitions, outcome
**   node_notes        Node: comments, nags
**   node_command      Node: command, set_command, commands, text
**   list              List
**   node_annotation   Node: clock, eval, marks, arrows and the like
**   query             Program, Run (query_build: converts Lua tables to a Program)
**   reader            Reader (reader_find: finds the next game that passes the filters; reader_open: chess.open, parts)
**   index_class       IndexFile (index_build: IndexBuilder; index_search: finds games)
**   writer            Writer
**   epd               EpdRecord (epd_value: values; epd_edit: set_text, remove; epd_notes: diagnostics)
**   epd_reader        EpdReader
**   lexicon           core.lexicon, core.code_sentence
**   keys              Keys, core.checksum
**   lines             Lines (opening_tree: OpeningTree)
**   cpu               core.cpu: the instruction set in use
**   process, system   Process; folders, files and terminals
**   sandbox, interrupt, syzygy   scripts with limits; Ctrl-C; tablebases, in a module of their own
*/
#ifndef LCB_BINDING_H
#define LCB_BINDING_H

#include <lauxlib.h>
#include <lua.h>

#include "../chess/board.h"
#include "../chess/cpu.h"
#include "../chess/identity.h"
#include "../chess/movegen.h"
#include "../notation/diag.h"
#include "../pgn/start.h"

#define LCB_MOVE "lucena.Move"
#define LCB_SETUP "lucena.Setup"
#define LCB_POSITION "lucena.Position"
#define LCB_BOARD "lucena.Board"
#define LCB_GAME "lucena.Game"
#define LCB_NODE "lucena.Node"
#define LCB_DIAGNOSTIC "lucena.Diagnostic"
#define LCB_LIST "lucena.List"
#define LCB_TAGS "lucena.Tags"
#define LCB_INPUT "lucena.Input"
#define LCB_READER "lucena.Reader"
#define LCB_WRITER "lucena.Writer"
#define LCB_PROGRAM "lucena.Program"
#define LCB_RUN "lucena.Run"
#define LCB_KEYS "lucena.Keys"
#define LCB_LINES "lucena.Lines"
#define LCB_OPENING_TREE "lucena.OpeningTree"
#define LCB_DIALECT "lucena.Dialect"
#define LCB_EPD_RECORD "lucena.EpdRecord"
#define LCB_EPD_READER "lucena.EpdReader"
#define LCB_PROCESS "lucena.Process"
#define LCB_MOVES "lucena.Move by code" /* registry key of the table in upvalue LCB_UP_MOVES */

/* ---- classes ---- */

/* Upvalues of every method, property and metamethod. */
enum {
  LCB_UP_SELF = 1, /* metatable of the function's own class */
  LCB_UP_MOVE,     /* metatable of Move */
  LCB_UP_MOVES,    /* table: code -> Move. There is one userdata per code, so Moves are good table keys */
  LCB_UP_POSITION, /* metatable of Position */
  LCB_UP_GAME,     /* metatable of Game */
  LCB_UP_NODE,     /* metatable of Node */
  LCB_UP_TAGS,     /* metatable of Tags */
  LCB_UP_KNOWN,    /* in functions of Board: the userdata with the newest Board, else nil; see lcb_self_position() */
  LCB_UPVALUES = LCB_UP_KNOWN
};

enum { LCB_LISTS = 6 };

typedef struct lcb_Class {
  const char *name;                   /* registry name, shown in messages */
  const luaL_Reg *methods[LCB_LISTS]; /* lists of functions; unused entries are NULL */
  const luaL_Reg *getters[LCB_LISTS]; /* called as getter(self): push one value, return 1 */
  const luaL_Reg *setters[LCB_LISTS]; /* called as setter(self, name, value); a property without a setter is
                                      ** read-only */
  lua_CFunction newitem;              /* a special __newindex, or NULL */
  lua_CFunction item;                 /* called as item(self, n) for self[n] with an integer n; or NULL */
  lua_CFunction other;                /* called as other(self, name) for self[name] if no field has this name: pushes a
                                      ** value and returns 1, or returns 0; may be NULL */
  const luaL_Reg *metamethods;        /* in addition to __index, __newindex, __name and __metatable */
} lcb_Class;

/* Create or complete a class. Pushes the table of its fields: methods are functions (the Lua files add more),
** properties are numbers, or tables {get, set} if they are written in Lua. Without `set`, they are read-only. */
void lcb_class(lua_State *L, const lcb_Class *class);
/* Put functions that need the upvalues, but are not methods, into the table on top of the stack. */
void lcb_functions(lua_State *L, const luaL_Reg *functions);

/* Put a table `name` of functions into the table on top of the stack. The first argument of each function is an object
** of `class`. Each function has the upvalues of a method. Only Lucena's own commands call these functions. */
void lcb_internals(lua_State *L, const char *class, const char *name, const luaL_Reg *const lists[]);

/* Push function `name` of a Lua module, which is loaded if necessary. */
void lcb_push_function(lua_State *L, const char *module, const char *name);

/* Return argument `arg` as the userdata whose metatable is upvalue `up`. Raises an error for other values. */
void *lcb_check(lua_State *L, int arg, int up);
/* The same as lcb_check(), but returns NULL for other values. */
void *lcb_test(lua_State *L, int arg, int up);
/* Return `self` of a method. A Board begins with its Position, so methods of Position work for both. */
static inline void *lcb_self(lua_State *L) { return lcb_check(L, 1, LCB_UP_SELF); }

/* The newest Board of the Lua state. Its user value has the Board, so the Board is alive as long as its address is
** stored here. */
typedef struct lcb_Known {
  const void *board;
} lcb_Known;
/* Push a userdata that exists once per Lua state, in the registry at `key`. It is created on first use, zeroed, with
** `values` user values. */
void *lcb_push_single(lua_State *L, const void *key, size_t size, int values);
/* Push the userdata of this type, which exists once. */
lcb_Known *lcb_push_known(lua_State *L);
/* Return `self` of a method of Position and Board. Functions of loops call most methods on the newest Board. Comparing
** addresses takes a fifth of the time of comparing metatables. */
static inline void *lcb_self_position(lua_State *L) {
  const lcb_Known *known = lua_touserdata(L, lua_upvalueindex(LCB_UP_KNOWN));
  void *data = lua_touserdata(L, 1);
  return known && data && known->board == data ? data : lcb_self(L);
}

/* ---- objects that a method is using ----
** Methods of readers and of parts of an index keep addresses of their object's memory while they allocate. During such
** a method, `is_used` is true, and finalizers must not use the object. After an error it stays true until the next
** method returns. */

/* Raise an error if a finalizer calls this during a method of the object. */
void lcb_refuse_finalizer(lua_State *L, bool is_used);
static inline void lcb_begin_use(lua_State *L, bool *is_used) {
  if (*is_used) lcb_refuse_finalizer(L, true);
  *is_used = true;
}
static inline int lcb_end_use(bool *is_used, int results) {
  *is_used = false;
  return results;
}

/* ---- values ---- */

lc_Move lcb_check_move(lua_State *L, int arg);
void lcb_push_move(lua_State *L, lc_Move move);
lc_Position *lcb_new_position(lua_State *L); /* pushes a Position with undefined contents */
lc_Setup *lcb_new_setup(lua_State *L);       /* pushes a Setup with undefined contents and no diagnostics */

/* Push a Board at the position `start`, which is copied before memory is allocated. lcb_begin_board() can set the same
** Board to another position. */
lc_Board *lcb_push_board(lua_State *L, const lc_Position *start);
/* Set a Board to a position that is reached after `ply` plies of a game, with no moves to undo. */
void lcb_begin_board(lc_Board *board, const lc_Position *start, unsigned ply);

/* Push an integer as a function's only result, and return 1. */
static inline int lcb_return_count(lua_State *L, uint64_t n) { return lua_pushinteger(L, (lua_Integer)n), 1; }
static inline int lcb_return_boolean(lua_State *L, bool value) { return lua_pushboolean(L, value), 1; }

void lcb_push_square(lua_State *L, unsigned square);
void lcb_push_squares(lua_State *L, lc_Bits squares); /* pushes an array of names, in the order a1 to h8 */
void lcb_push_color(lua_State *L, unsigned color);
void lcb_push_piece(lua_State *L, unsigned code); /* pushes "N" or "n" for a setup code; nil for 0 */
/* Push text made safe for a message. Control characters and characters that change the direction of writing are
** escaped, and the text is cut after 40 bytes with "...". */
void lcb_push_printable(lua_State *L, const char *text, size_t length);
/* Push and return a path for a message, made safe as by lcb_push_printable(). */
const char *lcb_push_path(lua_State *L, const char *path);
/* Push text for use inside a sentence, made safe in the same way. If the end of the text is not visible, as after a
** blank, the text is put in quotation marks. */
void lcb_push_token(lua_State *L, const char *text, size_t length);

/* Conversions that return false for a bad value. */
LC_MUST_USE bool lcb_to_square(lua_State *L, int index, unsigned *out);
LC_MUST_USE bool lcb_to_color(lua_State *L, int index, unsigned *out);
extern const uint8_t lcb_piece_codes[128]; /* letter -> setup code; 0 for no piece */
/* Return a setup code, 0 for a bad value. Inline, because functions of loops call it for each position. */
static inline unsigned lcb_to_piece(lua_State *L, int index) {
  size_t length;
  const char *s = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
  return s && length == 1 && (unsigned char)s[0] < sizeof lcb_piece_codes ? lcb_piece_codes[(unsigned char)s[0]] : 0;
}
/* Conversions that raise an error for a bad value. */
unsigned lcb_check_square(lua_State *L, int arg);
unsigned lcb_check_color(lua_State *L, int arg);
unsigned lcb_check_piece(lua_State *L, int arg);
/* Return a string argument; numbers are not converted. */
const char *lcb_check_text(lua_State *L, int arg, size_t *length);
/* Return an argument that names a file: a string without NUL, at which the system would end the name. */
const char *lcb_check_path(lua_State *L, int arg);

/* ---- option tables ---- */

/* Raise an error unless argument `arg` is absent or a table whose keys are all in `names` (NULL-terminated, at most
** 32). Returns the names that are keys, as a bit mask. */
uint32_t lcb_check_options(lua_State *L, int arg, const char *const names[]);
/* Push an option's value and return true. If the option is absent, push nothing and return false. */
bool lcb_option(lua_State *L, int arg, const char *name);
bool lcb_option_boolean(lua_State *L, int arg, const char *name, bool otherwise);
/* Return the index of an option's value in `values` (NULL-terminated). */
int lcb_option_choice(lua_State *L, int arg, const char *name, const char *const values[],
                      int otherwise);
/* Return the class of a value, such as "lucena.Game", or its type. */
const char *lcb_kind(lua_State *L, int index);
/* Return whether a value is a function or has a metamethod __call. */
bool lcb_is_callable(lua_State *L, int index);
/* Return whether argument `arg` has a method. Raises an error if the field is not callable. An object may also raise
** one for a field that it does not have. */
bool lcb_has_method(lua_State *L, int arg, const char *name);
/* Raise an error about the value of option `name`, which is on top of the stack. */
int lcb_bad_option(lua_State *L, int arg, const char *name, const char *expected);
/* The same, and for an argument, where a number of a range is expected: the message gives the number. */
int lcb_bad_number_option(lua_State *L, int arg, const char *name, const char *expected);
int lcb_bad_number(lua_State *L, int arg, const char *expected);
/* Push the text of a value where a number of a range is expected: the number, or the class of another value. */
void lcb_push_number(lua_State *L, int index);

/* Set a field of the table on top of the stack. */
void lcb_set_string(lua_State *L, const char *key, const char *text, size_t size);
void lcb_set_integer(lua_State *L, const char *key, uint64_t value);

/* ---- lists ---- */

/* A field that is a List: `read` pushes a table with the items of the object at stack index 1; `write` is the setter of
** the whole field, or NULL for a read-only field. `owner` is the class of the object. `changes` checks the object, and
** returns the number of its changes so far: if it differs, the items are read again. If `read` is NULL, the items of
** the List never change. */
typedef struct lcb_ListKind {
  const char *field;
  lua_CFunction read, write;
  const char *owner;
  uint32_t (*changes)(lua_State *L);
} lcb_ListKind;

/* Push the List of the object at stack index 1, and return 1. */
int lcb_push_list(lua_State *L, const lcb_ListKind *kind);
/* In a setter: if the value at stack index 3 is a List, replace it with a table of its items. */
void lcb_plain_list(lua_State *L);
/* Replace the table on top of the stack by a read-only List with its items. No other reference to the table may
** exist. */
void lcb_fix_list(lua_State *L, const lcb_ListKind *kind);

/* ---- failing ---- */

/* Return nil, message, code. The format is that of lua_pushfstring(). */
int lcb_fail(lua_State *L, lc_Code code, const char *format, ...);
/* Push "reason; reason": the texts of lc_Problem bits. */
void lcb_push_problems(lua_State *L, unsigned problems);
/* Return nil, "<where>not a legal position: reason; reason", "invalid_position". */
int lcb_fail_problems(lua_State *L, const char *where, unsigned problems);
/* Return nil, "<column>illegal move Nf6 (move 1, White)", code. If the column is 0, it is not shown. */
int lcb_fail_move(lua_State *L, const lc_Position *p, lc_Code code, const char *token,
                  size_t length, size_t column);
/* Push how a move is written whose spelling is refused, such as "the move is written Nf3" for "nf3", or nil. The token
** ends at `size`, the text at `limit`. Returns the string, or NULL. */
const char *lcb_push_respelling(lua_State *L, const lc_Position *p, const char *token, size_t size, size_t limit);
/* The general form of lcb_fail_move(): `more` is appended after the token, and the right spelling of a refused one if
** the letters of pieces are English. */
int lcb_fail_token(lua_State *L, const lc_Position *p, lc_Code code, const char *token, size_t length, size_t column,
                   const char *more, bool is_english);
/* lcb_fail_move() for a Move for which lc_is_playable() is false. */
int lcb_fail_illegal(lua_State *L, const lc_Position *p, lc_Move move);
/* Raise an error with the expected type and the actual value of `arg`. */
int lcb_expected(lua_State *L, int arg, const char *expected);

/* ---- moves as text ---- */

typedef struct lcb_Tokens {
  const char *text;
  size_t length;
  size_t at;
  const char *token;
  size_t token_length;
} lcb_Tokens;

/* Find the next word that is not a move number; "1.e4" gives "e4". */
LC_MUST_USE bool lcb_next_token(lcb_Tokens *tokens);
/* Return the column of the token, from 1. */
static inline size_t lcb_token_column(const lcb_Tokens *t) {
  return (size_t)(t->token - t->text) + 1;
}

/* ---- positions ---- */

/* Return the lc_Problem bits whose names are in the option `allow`, which is on top of the stack; 0 for nil. Raises an
** error for other names, and for problems that cannot be allowed. */
unsigned lcb_allowed_problems(lua_State *L, int arg);
/* Convert the options `allow` and `strict` at `arg` (keys already checked) to the lc_Problem bits that are errors. */
unsigned lcb_refused_problems(lua_State *L, int arg, bool *strict);
/* Return the variant whose name is on top of the stack, the value of the option `name` at `arg`. Raises an error for
** unknown names. */
lc_Variant lcb_to_variant(lua_State *L, int arg, const char *name);
/* Return the name of an outcome, such as "checkmate"; NULL for LC_OUTCOME_NONE. */
const char *lcb_outcome_name(lc_Outcome outcome);

/* Methods and properties of every type that begins with an lc_Position. */
extern const luaL_Reg lcb_text_methods[];
extern const luaL_Reg lcb_query_methods[];
extern const luaL_Reg lcb_piece_methods[];
extern const luaL_Reg lcb_position_getters[];
int lcb_position_tostring(lua_State *L);

/* ---- instructions ---- */

/* Return the instruction set for hot loops: the machine's best, or a lower one set by LUCENA_CPU. */
lc_Cpu lcb_cpu(void);

/* Return the code of a diagnostic by its name; LC_D_COUNT if there is no such code. */
unsigned lcb_find_code(const char *name);

/* ---- functions that register the classes ---- */

/* Each creates its class and adds its functions to the module table on top of the stack. */
void lcb_open_cpu(lua_State *L);
void lcb_open_move(lua_State *L);
void lcb_open_setup(lua_State *L);
void lcb_open_position(lua_State *L);
void lcb_open_bits(lua_State *L);
void lcb_open_board(lua_State *L);
void lcb_open_dialect(lua_State *L);
void lcb_open_tags(lua_State *L);
void lcb_open_game_tag_edit(lua_State *L);
void lcb_open_game(lua_State *L);
void lcb_open_node(lua_State *L);
void lcb_open_list(lua_State *L);
void lcb_open_line(lua_State *L);
void lcb_open_values(lua_State *L);
void lcb_open_finding(lua_State *L);
void lcb_open_encoding(lua_State *L);
void lcb_open_export(lua_State *L);
void lcb_open_query(lua_State *L);
void lcb_open_lexicon(lua_State *L);
void lcb_open_keys(lua_State *L);
void lcb_open_lines(lua_State *L);
void lcb_open_reader(lua_State *L);
void lcb_open_index(lua_State *L);
void lcb_open_writer(lua_State *L);
void lcb_open_sandbox(lua_State *L);
void lcb_open_epd(lua_State *L);
void lcb_open_epd_reader(lua_State *L);
void lcb_open_input(lua_State *L);
void lcb_open_process(lua_State *L);
void lcb_open_system(lua_State *L);
void lcb_open_interrupt(lua_State *L);

#endif
