/*
** epd_notes - creates the diagnostics of a record, with the same fields as all diagnostics.
**
** Field `record`, the record's number in its file, replaces `game`. Diagnostics of an operation include its opcode.
*/
#include <string.h>

#include "dialect.h"

#include "../notation/codes.h"
#include "epd.h"

typedef struct Notes {
  const lc_Epd *epd;
  const lcb_Origin *origin;
  const char *name;
  bool is_strict;
} Notes;

/* Sort diagnostics in the order of the text. */
static void sort(lc_EpdNote *notes, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    lc_EpdNote moved = notes[i];
    uint32_t j = i;
    for (; j > 0 && notes[j - 1].at > moved.at; j--) notes[j] = notes[j - 1];
    notes[j] = moved;
  }
}

/* Find the position in which the operation's move with this text is played. Returns false if there is none. */
static bool find_position(const Notes *notes, const lc_EpdNote *note, lc_Position *out) {
  const lc_Epd *epd = notes->epd;
  lc_EpdMoves moves;
  lc_EpdMove move;
  if (note->op == LC_EPD_NOWHERE || note->code > LC_D_GAME_OVER) return false;
  lc_epd_moves(epd, &epd->ops[note->op], &moves);
  while (lc_epd_next_move(epd, &epd->ops[note->op], &moves, &move)) {
    if (move.at != note->at) continue;
    *out = moves.before;
    return true;
  }
  return false;
}

/* Push the candidates of an ambiguous move, as in " N3f4 or N5f4", or "". */
static void push_candidates(lua_State *L, const lc_Epd *epd, const lc_Position *p, const char *token, size_t size) {
  lc_San san;
  lc_MoveList found = {.count = 0};
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  if (epd->dialect) lc_dialect_candidates(epd->dialect, p, token, size, &found);
  else if (lc_san_parse(token, size, &san) == LC_D_NONE) lc_san_candidates(p, &san, &found);
  for (unsigned i = 0; i < found.count; i++) {
    luaL_addstring(&b, i == 0 ? ", it may be " : " or ");
    lcb_add_meaning(&b, epd->dialect, p, found.moves[i]);
  }
  luaL_pushresult(&b);
}

/* Push which operations contradict one another: "in bm and in am" for a move, "and draw_accept" for an operation. */
static void push_two(lua_State *L, const lc_Epd *epd, const lc_EpdNote *note) {
  const lc_EpdOp *op = &epd->ops[note->op], *other = &epd->ops[note->other];
  bool is_whole = note->at == op->at;
  lcb_push_token(L, epd->text + op->at, op->name_size);
  lcb_push_token(L, epd->text + other->at, other->name_size);
  if (is_whole) lua_pushfstring(L, "and %s", lua_tostring(L, -1));
  else lua_pushfstring(L, "in %s and in %s", lua_tostring(L, -2), lua_tostring(L, -1));
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* Push the operation that a word such as #5 among the moves is meant as, or "". */
static void push_mate_hint(lua_State *L, const char *token, size_t size) {
  size_t digits = 1;
  while (digits < size && token[digits] >= '0' && token[digits] <= '9') digits++;
  bool is_mate = size > 1 && token[0] == '#' && digits == size;
  lua_pushstring(L, "");
  if (!is_mate) return;
  lua_pop(L, 1);
  lua_pushlstring(L, token + 1, size - 1);
  lua_pushfstring(L, " (mate in %s moves is written dm %s)", lua_tostring(L, -1), lua_tostring(L, -1));
  lua_remove(L, -2);
}

/* Push the text that follows the diagnostic's sentence, or nil. */
static void push_detail(lua_State *L, const Notes *notes, const lc_EpdNote *note, const lc_Position *before) {
  const lc_Epd *epd = notes->epd;
  if (note->code == LC_D_INVALID_POSITION) {
    lcb_push_problems(L, epd->problems);
    return;
  }
  if (note->code == LC_D_UNREACHABLE_POSITION) {
    lcb_push_problems(L, epd->problems & LC_PROBLEMS_UNREACHABLE);
    return;
  }
  if (note->other != LC_EPD_NOWHERE) {
    push_two(L, epd, note);
    return;
  }
  bool is_opcode = note->op != LC_EPD_NOWHERE && note->at == epd->ops[note->op].at;
  if (note->op == LC_EPD_NOWHERE || is_opcode) {
    lua_pushnil(L);
    return;
  }
  lcb_push_token(L, epd->text + epd->ops[note->op].at, epd->ops[note->op].name_size);
  bool is_kept = note->code == LC_D_BAD_OPERAND || note->code == LC_D_OPERAND_RANGE;
  if (note->code == LC_D_AMBIGUOUS_MOVE && before)
    push_candidates(L, epd, before, epd->text + note->at, note->end - note->at);
  else if (note->code == LC_D_BAD_MOVE) push_mate_hint(L, epd->text + note->at, note->end - note->at);
  else lua_pushstring(L, is_kept ? ", kept as text" : "");
  lua_pushfstring(L, "in %s%s", lua_tostring(L, -2), lua_tostring(L, -1));
  lua_replace(L, -3);
  lua_pop(L, 1);
}

static void push_note(lua_State *L, const Notes *notes, const lc_EpdNote *note) {
  const lcb_Origin *origin = notes->origin;
  lc_Position before;
  bool has_position = find_position(notes, note, &before);
  push_detail(L, notes, note, has_position ? &before : NULL);
  lcb_Remark remark = {.code = note->code, .token = notes->epd->text + note->at, .token_size = note->end - note->at,
                       .detail = lua_tostring(L, -1)};
  remark.place = *origin;
  lcb_advance(&remark.place, notes->epd->text, 0, note->at);
  lcb_push_remark(L, &remark, notes->name ? notes->name : "epd");
  lua_remove(L, -2);
  if (!notes->name) {
    lua_pushnil(L);
    lua_setfield(L, -2, "file");
  }
  lua_pushinteger(L, (lua_Integer)origin->number);
  lua_setfield(L, -2, "record");
  if (notes->is_strict) {
    lua_pushstring(L, lc_severity_name(LC_ERROR));
    lua_setfield(L, -2, "severity");
  }
  if (has_position) {
    char fen[LC_FEN_MAX];
    lua_pushlstring(L, fen, lc_fen_write(lcb_cpu(), &before, LC_EP_LEGAL, LC_CASTLING_XFEN, fen));
    lua_setfield(L, -2, "fen");
  }
}

unsigned lcb_add_epd_notes(lua_State *L, const lc_Epd *epd, const lcb_Origin *origin, bool is_strict, bool style,
                           const char *name, int list, lua_Integer count, uint32_t *total) {
  lc_EpdNote found[LCB_EPD_NOTES];
  Notes notes = {.epd = epd, .origin = origin, .name = name, .is_strict = is_strict};
  unsigned errors = 0;
  luaL_checkstack(L, 20, NULL);
  *total = lc_epd_examine(epd, style || is_strict, found, LCB_EPD_NOTES);
  uint32_t kept = *total < LCB_EPD_NOTES ? *total : LCB_EPD_NOTES;
  sort(found, kept);
  for (uint32_t i = 0; i < kept; i++) {
    if (list) {
      push_note(L, &notes, &found[i]);
      lua_rawseti(L, list, count + i + 1);
    }
    errors += is_strict || lc_code_severity(found[i].code) == LC_ERROR;
  }
  return errors;
}
