/*
** epd_edit - changes one operation of a record and keeps all other bytes.
**
** The new line is built and read as a separate record. The new record replaces the old one only if its operation has
** the intended value.
*/
#include <string.h>

#include "epd.h"

#include "../notation/codes.h"

static lcb_Epd *self(lua_State *L) { return lcb_self(L); }

/* Return the offset after an operation's semicolon, or after the operation if it has none. */
static uint32_t end_of(const lc_Epd *epd, const lc_EpdOp *op) {
  uint32_t at = op->end;
  if (op->flags & LC_EPD_UNENDED) return at;
  while (epd->text[at] != ';') at++;
  return at + 1;
}

static bool is_named(const lc_Epd *epd, const lc_EpdOp *op, const char *name, size_t size) {
  return op->name_size == size && memcmp(epd->text + op->at, name, size) == 0;
}

/* Return the offset at which the blanks before an operation begin. */
static uint32_t blanks_before(const lc_Epd *epd, uint32_t at) {
  while (at > 0 && (epd->text[at - 1] == ' ' || epd->text[at - 1] == '\t')) at--;
  return at;
}

typedef struct Edit {
  const char *name, *operands; /* operands: NULL to remove the operation */
  size_t name_size, operands_size;
} Edit;

static void add_operation(luaL_Buffer *b, const Edit *edit) {
  luaL_addlstring(b, edit->name, edit->name_size);
  if (edit->operands_size > 0) luaL_addchar(b, ' ');
  luaL_addlstring(b, edit->operands, edit->operands_size);
}

/* Push the edited line. The first operation of this name is replaced. If there is none, the operation is added at the
** end. Further operations of this name are removed. */
static void push_line(lua_State *L, const lc_Epd *epd, const Edit *edit) {
  luaL_Buffer b;
  uint32_t copied = 0;
  bool is_done = edit->operands == NULL;
  luaL_buffinit(L, &b);
  for (uint32_t i = 0; i < epd->count; i++) {
    const lc_EpdOp *op = &epd->ops[i];
    if (!is_named(epd, op, edit->name, edit->name_size)) continue;
    uint32_t begin = is_done ? blanks_before(epd, op->at) : op->at;
    luaL_addlstring(&b, epd->text + copied, begin - copied);
    copied = is_done ? end_of(epd, op) : op->end;
    if (!is_done) add_operation(&b, edit);
    is_done = true;
  }
  luaL_addlstring(&b, epd->text + copied, epd->size - copied);
  if (!is_done) {
    if (epd->count > 0 && epd->ops[epd->count - 1].flags & LC_EPD_UNENDED) luaL_addchar(&b, ';');
    luaL_addchar(&b, ' ');
    add_operation(&b, edit);
    luaL_addchar(&b, ';');
  }
  luaL_pushresult(&b);
}

/* Make the record on top of the stack the current contents of the record at stack index 1. They were made of `old`. */
static void take_over(lua_State *L, lcb_Epd *record, const lc_Epd *old, const lcb_Epd *new) {
  if (record->epd.text != old->text) luaL_error(L, "a finalizer has edited the record");
  record->epd = new->epd;
  lua_setiuservalue(L, 1, LCB_EPD_EDITED);
}

static lcb_Epd *push_copy(lua_State *L, const lcb_Epd *record, const char *text, size_t size) {
  lua_getiuservalue(L, 1, LCB_EPD_NAME);
  lua_getiuservalue(L, 1, LCB_EPD_DIALECT);
  lcb_Epd *new = lcb_push_epd(L, text, size, &record->origin, -2, -1);
  lua_replace(L, -3);
  lua_pop(L, 1);
  return new;
}

/* Push the contents to edit, which are those of the record in `now`. A line of FEN ends with two counters. A counter
** that the new operation would contradict is first changed into an operation. */
static const lc_Epd *push_without_counters(lua_State *L, const lcb_Epd *record, const lc_Epd *now, const Edit *edit) {
  bool is_clock = edit->name_size == 4 && (memcmp(edit->name, "hmvc", 4) == 0 || memcmp(edit->name, "fmvn", 4) == 0);
  if (!is_clock || now->clocks[0] == LC_EPD_NOWHERE) return now;
  size_t size;
  const char *text = luaL_tolstring(L, 1, &size);
  return &push_copy(L, record, text, size)->epd;
}

/* Report whether a diagnostic compares two operations. Such diagnostics are ignored: a program that changes both
** operations can change only one at a time. */
static bool is_of_two(lc_Code code) {
  return code == LC_D_CLOCK_MISMATCH || code == LC_D_OPPOSED_OPERATIONS || code == LC_D_MISSING_OPERATION;
}

/* Check operation `index` of the record on top of the stack. Returns 0 if the operation is valid; otherwise pushes
** nil, message, code. */
static int check(lua_State *L, const lcb_Epd *record, uint32_t index) {
  lc_EpdNote notes[LCB_EPD_NOTES];
  const lc_Epd *epd = &record->epd;
  uint32_t count = lc_epd_examine(epd, false, notes, LCB_EPD_NOTES);
  for (uint32_t i = 0; i < count && i < LCB_EPD_NOTES; i++) {
    if (notes[i].op != index || is_of_two(notes[i].code)) continue;
    lcb_push_token(L, epd->text + notes[i].at, notes[i].end - notes[i].at);
    return lcb_fail(L, notes[i].code, "%s %s", lc_code_text(notes[i].code), lua_tostring(L, -1));
  }
  return 0;
}

static int fail_unwritable(lua_State *L, const Edit *edit) {
  lcb_push_token(L, edit->operands, edit->operands_size);
  return lcb_fail(L, LC_D_UNWRITABLE_OPERAND, "%s %s", lc_code_text(LC_D_UNWRITABLE_OPERAND), lua_tostring(L, -1));
}

/* Return the number of operations that have the name of the edit. */
static uint32_t count_named(const lc_Epd *epd, const Edit *edit) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < epd->count; i++) count += is_named(epd, &epd->ops[i], edit->name, edit->name_size);
  return count;
}

static void check_opcode(lua_State *L, int arg, Edit *edit) {
  edit->name = lcb_check_text(L, arg, &edit->name_size);
  if (!lc_epd_is_opcode(edit->name, edit->name_size)) lcb_expected(L, arg, "opcode");
}

/***
Set the operands of an operation, or add the operation. The operands are written as in a record: `record:set_text("bm",
"Nf3 d4")`. Duplicate operations of that name are removed. All other bytes of the line stay. EpdRecord:set takes a
value instead of a text.
@function EpdRecord:set_text
@param opcode string
@param operands string
@return any? value as returned by EpdRecord:get
@return string? err
@return string? code unwritable_operand (a line end, NUL, or a semicolon outside a string), or the error in the
operands; then nothing was changed
@usage local r = chess.epd("4k3/8/8/8/8/8/8/4K2R w K -"); r:set_text("bm", "O-O")
  return r.text  --> 4k3/8/8/8/8/8/8/4K2R w K - bm O-O;
*/
static int record_set_text(lua_State *L) {
  lcb_Epd *record = self(L);
  Edit edit;
  check_opcode(L, 2, &edit);
  edit.operands = lcb_check_text(L, 3, &edit.operands_size);
  lua_settop(L, 3);
  for (size_t i = 0; i < edit.operands_size; i++)
    if (edit.operands[i] == '\0' || edit.operands[i] == '\n' || edit.operands[i] == '\r')
      return fail_unwritable(L, &edit);
  const lc_Epd now = lcb_hold_epd(L, 1), *old = push_without_counters(L, record, &now, &edit);
  push_line(L, old, &edit);
  size_t size;
  const char *text = lua_tolstring(L, -1, &size);
  if (size > LC_EPD_SIZE_MAX) return fail_unwritable(L, &edit);
  const lcb_Epd *new = push_copy(L, record, text, size);
  uint32_t named = count_named(old, &edit), found = lc_epd_find(&new->epd, edit.name, edit.name_size);
  bool is_whole = new->epd.count == old->count + 1 - named && count_named(&new->epd, &edit) == 1;
  if (found != LC_EPD_NOWHERE) {
    int failed = check(L, new, found);
    if (failed) return failed;
  }
  if (!is_whole) return fail_unwritable(L, &edit);
  take_over(L, record, &now, new);
  const lc_Epd edited = lcb_hold_epd(L, 1);
  lcb_push_epd_value(L, &edited, &edited.ops[found]);
  return 1;
}

/***
Remove all operations with a name.
@function EpdRecord:remove
@param opcode string
@return boolean whether the record had such an operation
@usage local r = chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;"); r:remove("bm")
  return r.text  --> 4k3/8/8/8/8/8/8/4K2R w K -
*/
static int record_remove(lua_State *L) {
  lcb_Epd *record = self(L);
  Edit edit = {0};
  check_opcode(L, 2, &edit);
  lua_settop(L, 2);
  const lc_Epd now = lcb_hold_epd(L, 1), *old = push_without_counters(L, record, &now, &edit);
  bool is_there = count_named(old, &edit) > 0;
  if (is_there) {
    size_t size;
    push_line(L, old, &edit);
    const char *text = lua_tolstring(L, -1, &size);
    const lcb_Epd *new = push_copy(L, record, text, size);
    take_over(L, record, &now, new);
  }
  lua_pushboolean(L, is_there);
  return 1;
}

const luaL_Reg lcb_epd_edit_methods[] = {{"remove", record_remove}, {"set_text", record_set_text}, {NULL, NULL}};
