/*
** diagnostic - diagnostics as Lua tables, with the same fields for all classes (see notation/diag.h), and their places
** in a text.
**
** A record is {code, severity, file, line, column, offset, size, game, ply, token, fen, message, text}. Columns count
** bytes (in UTF-16: code units) from 1, and offsets count bytes from 0. Both refer to the decompressed stream. `text`
** is the whole line to print.
*/
#ifndef LCB_DIAGNOSTIC_H
#define LCB_DIAGNOSTIC_H

#include "binding.h"

/* The place of a game, or of other text that a diagnostic is about. */
typedef struct lcb_Origin {
  uint64_t number; /* the game's number in its file, from 1 */
  uint64_t offset; /* offset of the first byte in the (decompressed) stream, from 0 */
  uint64_t line;   /* line of the first byte, from 1 */
  uint64_t column; /* column of the first byte, from 1 */
  bool is_utf16;   /* the stream is in UTF-16: columns count its code units, and offsets two bytes for each */
} lcb_Origin;

/* Move a place in a text forward from `from` to `to`. */
void lcb_advance(lcb_Origin *place, const char *text, size_t from, size_t to);

/* Give the table on top of the stack the metatable of diagnostics, which has the name of the type and __tostring. */
void lcb_make_diagnostic(lua_State *L);
/* Push a record with a code and its severity; with is_strict, the severity is "error". */
void lcb_begin_record(lua_State *L, lc_Code code, bool is_strict);
/* Append a detail, which may be NULL, to the message on top of the stack. */
void lcb_add_detail(lua_State *L, const char *detail);
/* Set the fields message and text of a record, and pop the message. On top of the stack is the message without its
** place, and below it the record. `name` is the file's name, or NULL. */
void lcb_set_message(lua_State *L, const char *name, uint64_t line, uint64_t column);

/* The largest number of bytes in the field `token`. */
enum { LCB_TOKEN_SHOWN = 40 };

/* A diagnostic about bytes outside games. `detail` (may be NULL) is appended to the sentence. */
typedef struct lcb_Remark {
  lc_Code code;
  lcb_Origin place;
  const char *token, *detail;
  size_t token_size;
  size_t size; /* bytes of the whole text, if it is longer than the token; or 0 */
} lcb_Remark;
/* Push the remark as a diagnostic record. `name` is the file's name, or NULL. */
void lcb_push_remark(lua_State *L, const lcb_Remark *remark, const char *name);

#endif
