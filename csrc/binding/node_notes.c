/*
** node_notes - comments and NAGs of a lucena.Node.
**
** Any text can be set, except for a single text with a NUL; the writer later checks whether PGN can store it. Lists may
** hold a NUL, so that comments of a game that was read can be copied. Texts are stored in the game's pool.
** Memory is allocated first, so that a failure changes nothing.
*/
#include <string.h>

#include "node.h"

static lcb_Node *self(lua_State *L) { return lcb_check_node(L, 1); }

static lc_Game *tree_of(const lcb_Node *node) { return &node->game->tree->game; }

static const char *text_of(const lcb_Node *node, const lc_GameNote *note) { return lcb_note_text(node->game, note); }

/* ---- reading ---- */

/* Return the size of all texts of a kind, with `more` bytes for each. */
static size_t texts_size(const lcb_Node *node, lc_NoteKind kind, size_t more) {
  const lc_GameNote *notes = tree_of(node)->notes;
  size_t size = 0;
  for (uint32_t i = lcb_node_data(node)->first_note; i != LC_NO_NODE; i = notes[i].next) {
    if (notes[i].kind == kind) size += notes[i].size + more;
  }
  return size;
}

/* Make room in a new buffer for the texts of a kind of the Node at stack index 1. */
static char *texts_room(lua_State *L, luaL_Buffer *b, lc_NoteKind kind, size_t more) {
  size_t room = 0, size;
  luaL_buffinit(L, b);
  while ((size = texts_size(self(L), kind, more)) > room) {
    luaL_prepbuffsize(b, size);
    room = size;
  }
  return luaL_buffaddr(b);
}

size_t lcb_comments_size(const lcb_Node *node) { return texts_size(node, LC_NOTE_AFTER, 0); }
char *lcb_comments_room(lua_State *L, luaL_Buffer *b) { return texts_room(L, b, LC_NOTE_AFTER, 1); }

/* Copy the texts of a kind, each after its size. Returns the number of texts. */
static lua_Integer copy_notes(const lcb_Node *node, lc_NoteKind kind, char *out) {
  const lc_GameNote *notes = tree_of(node)->notes;
  lua_Integer count = 0;
  for (uint32_t i = lcb_node_data(node)->first_note; i != LC_NO_NODE; i = notes[i].next) {
    if (notes[i].kind != kind) continue;
    size_t size = lc_comment_text(text_of(node, &notes[i]), notes[i].size, out + sizeof size);
    memcpy(out, &size, sizeof size);
    out += sizeof size + size;
    count++;
  }
  return count;
}

void lcb_push_texts(lua_State *L, lc_NoteKind kind) {
  luaL_Buffer b;
  size_t size;
  lua_newtable(L);
  int list = lua_gettop(L);
  const char *at = texts_room(L, &b, kind, sizeof size);
  lua_Integer count = copy_notes(self(L), kind, luaL_buffaddr(&b));
  for (lua_Integer i = 1; i <= count; i++, at += size) {
    memcpy(&size, at, sizeof size);
    at += sizeof size;
    lua_pushlstring(L, at, size);
    lua_rawseti(L, list, i);
  }
  luaL_pushresult(&b);
  lua_pop(L, 1);
}

static int push_notes(lua_State *L, lc_NoteKind kind) {
  lcb_push_texts(L, kind);
  return 1;
}

uint32_t lcb_note_changes(lua_State *L) { return tree_of(self(L))->note_changes; }

static int read_nags(lua_State *L) {
  lua_Integer n = 0;
  lua_newtable(L);
  const lcb_Node *node = self(L);
  const lc_GameNote *notes = tree_of(node)->notes; /* nothing is allocated while they are read */
  for (uint32_t i = lcb_node_data(node)->first_note; i != LC_NO_NODE; i = notes[i].next) {
    if (notes[i].kind != LC_NOTE_NAG) continue;
    lua_pushinteger(L, notes[i].at);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int read_comments(lua_State *L) { return push_notes(L, LC_NOTE_AFTER); }
static int read_comments_before(lua_State *L) { return push_notes(L, LC_NOTE_BEFORE); }
static int read_odd(lua_State *L) { return push_notes(L, LC_NOTE_ODD); }
static int read_unread(lua_State *L) { return push_notes(L, LC_NOTE_TEXT); }

static int set_comments(lua_State *L);
static int set_comments_before(lua_State *L);
static int set_nags(lua_State *L);

/***
Comments after the move (for the root: before the game), each as written between its braces, with LF as line end.
Assignable: an array of strings, or nil for none.
@field Node.comments string[] empty without comments
@usage chess.game("1. e4 {a} {b} *").root[1].comments[2]  --> b
*/
static int get_comments(lua_State *L) {
  static const lcb_ListKind kind = {"comments", read_comments, set_comments, LCB_NODE, lcb_note_changes};
  return lcb_push_list(L, &kind);
}

/***
Comments before the move: between its number and the move, at the start of a variation, or after a variation of the
previous move. Assignable, like `comments`; the root cannot have any.
@field Node.comments_before string[]
@usage chess.game("1. {a} e4 *").root[1].comments_before[1]  --> a
*/
static int get_comments_before(lua_State *L) {
  static const lcb_ListKind kind = {"comments_before", read_comments_before, set_comments_before, LCB_NODE,
                                    lcb_note_changes};
  return lcb_push_list(L, &kind);
}

/***
Unreadable text after the move, as written: the tail of a variation from its first bad move on, or a whole variation.
(For the mainline, see `game.rest`.)
@field Node.unread string[] nearly always empty
@usage chess.game("1. e4 (1. d4 Ke3 c5) *").root[2].unread[1]  --> Ke3 c5
*/
static int get_unread(lua_State *L) {
  static const lcb_ListKind kind = {"unread", read_unread, NULL, LCB_NODE, lcb_note_changes};
  return lcb_push_list(L, &kind);
}

/***
Other text after the move, as written: `<...>`, a NAG that does not exist ("$300"), a text line that begins with %.
@field Node.notes string[] nearly always empty
@usage chess.game("1. e4 <best> e5 *").root[1].notes[1]  --> <best>
*/
static int get_notes(lua_State *L) {
  static const lcb_ListKind kind = {"notes", read_odd, NULL, LCB_NODE, lcb_note_changes};
  return lcb_push_list(L, &kind);
}

/***
All comments after the move as one text, with one blank between them; nil without comments. Assigning a text replaces
all comments; nil removes them.
@field Node.comment string?
@usage chess.game("1. e4 {a} {b} *").root[1].comment  --> a b
*/
static int get_comment(lua_State *L) {
  luaL_Buffer b;
  char *out = lcb_comments_room(L, &b);
  size_t n = 0;
  const lcb_Node *node = self(L);
  const lc_GameNote *notes = tree_of(node)->notes;
  uint32_t first = lcb_comment_from(node, lcb_node_data(node)->first_note);
  for (uint32_t i = first; i != LC_NO_NODE; i = lcb_comment_from(node, notes[i].next)) {
    if (i != first) out[n++] = ' ';
    n += lc_comment_text(text_of(node, &notes[i]), notes[i].size, out + n);
  }
  luaL_pushresultsize(&b, n);
  if (first == LC_NO_NODE) lua_pushnil(L);
  return 1;
}

/***
The NAGs of the move as numbers, in the order of the text, including ! and ? directly after the move. Assignable: an
array of integers from 0 to 255, or nil for none.
@field Node.nags integer[] 0..255
@usage chess.game("1. e4! $14 *").root[1].nags[2]  --> 14
*/
static int get_nags(lua_State *L) {
  static const lcb_ListKind kind = {"nags", read_nags, set_nags, LCB_NODE, lcb_note_changes};
  return lcb_push_list(L, &kind);
}

/* ---- setting ---- */

int lcb_bad_note(lua_State *L, const char *expected) {
  return luaL_error(L, LCB_NODE " field '%s': %s expected, got %s", lua_tostring(L, 2), expected, lcb_kind(L, 3));
}

int lcb_bad_number_note(lua_State *L, const char *expected) {
  lcb_push_number(L, 3);
  return luaL_error(L, LCB_NODE " field '%s': %s expected, got %s", lua_tostring(L, 2), expected, lua_tostring(L, -1));
}

/* Push a copy of the array of strings at index 3, so that no other code can change it. Returns its length, and
** stores the size of all texts in `out`. */
static lua_Integer copy_texts(lua_State *L, size_t *out) {
  lua_Integer count = lua_isnil(L, 3) ? 0 : (lua_Integer)lua_rawlen(L, 3);
  *out = 0;
  lua_newtable(L);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, 3, i) != LUA_TSTRING) {
      luaL_error(L, LCB_NODE " field '%s': item %d is no string", lua_tostring(L, 2), (int)i);
    }
    *out += lua_rawlen(L, -1);
    lua_rawseti(L, -2, i);
  }
  return count;
}

static int set_texts(lua_State *L, lc_NoteKind kind) {
  const lcb_Node *node = self(L);
  size_t size;
  lcb_plain_list(L);
  if (!lua_isnil(L, 3) && !lua_istable(L, 3)) lcb_bad_note(L, "array of strings or nil");
  lua_Integer count = copy_texts(L, &size); /* index 4 */
  if (kind == LC_NOTE_BEFORE && node->index == 0 && count > 0) luaL_error(L, "the root has nothing before it");
  lua_getiuservalue(L, 1, 1); /* index 5 */
  luaL_argcheck(L, count < LCB_MAX_TREE, 3, "too many");
  lcb_game_reserve_notes(L, node->game, 5, (uint32_t)count, size);
  self(L); /* raises an error if a finalizer has removed the Node */
  lc_game_clear_notes(tree_of(node), node->index, kind);
  for (lua_Integer i = 1; i <= count; i++) {
    size_t length;
    lua_rawgeti(L, 4, i);
    const char *text = lua_tolstring(L, -1, &length);
    uint32_t at = lcb_game_keep_text(node->game, text, length);
    lcb_game_put_note(node->game, node->index, kind, at, (uint32_t)length);
    lua_pop(L, 1);
  }
  node->game->is_edited = true;
  return 0;
}

static int set_comments(lua_State *L) { return set_texts(L, LC_NOTE_AFTER); }
static int set_comments_before(lua_State *L) { return set_texts(L, LC_NOTE_BEFORE); }

void lcb_refuse_nul(lua_State *L) {
  size_t size;
  const char *text = lua_type(L, 3) == LUA_TSTRING ? lua_tolstring(L, 3, &size) : NULL;
  if (text && memchr(text, '\0', size)) {
    luaL_error(L, LCB_NODE " field '%s': a comment cannot hold a NUL", lua_tostring(L, 2));
  }
}

static int set_comment(lua_State *L) {
  self(L);
  lcb_refuse_nul(L);
  return lcb_assign_comment(L);
}

int lcb_assign_comment(lua_State *L) {
  if (!lua_isnil(L, 3)) {
    if (lua_type(L, 3) != LUA_TSTRING) lcb_bad_note(L, "string or nil");
    lua_createtable(L, 1, 0);
    lua_insert(L, 3);
    lua_rawseti(L, 3, 1);
  }
  return set_texts(L, LC_NOTE_AFTER);
}

static bool is_nag(lua_State *L, int index, uint32_t *out) {
  lua_Integer value = lua_tointeger(L, index);
  *out = (uint32_t)value;
  return lua_isinteger(L, index) && value >= 0 && value <= 255;
}

/* Replace the sign of a NAG at `arg`, such as "!" or "$14", by its number. */
static void read_sign(lua_State *L, int arg) {
  lcb_push_function(L, "lucena.nag", "nag");
  lua_pushvalue(L, arg);
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) luaL_argerror(L, arg, lua_tostring(L, -1));
  lua_getfield(L, -2, "number");
  lua_replace(L, arg);
  lua_pop(L, 2);
}

static uint32_t check_nag(lua_State *L, int arg) {
  uint32_t nag;
  if (lua_type(L, arg) == LUA_TSTRING) read_sign(L, arg);
  if (lua_type(L, arg) == LUA_TNUMBER && !is_nag(L, arg, &nag)) lcb_bad_number(L, arg, "0 to 255");
  if (!is_nag(L, arg, &nag)) lcb_expected(L, arg, "integer from 0 to 255, or a sign");
  return nag;
}

static int set_nags(lua_State *L) {
  const lcb_Node *node = self(L);
  lcb_plain_list(L);
  if (!lua_isnil(L, 3) && !lua_istable(L, 3)) lcb_bad_note(L, "array of integers or nil");
  lua_Integer count = lua_isnil(L, 3) ? 0 : (lua_Integer)lua_rawlen(L, 3);
  luaL_argcheck(L, count < LCB_MAX_TREE, 3, "too many");
  uint8_t *nags = lua_newuserdatauv(L, (size_t)count + 1, 0);
  for (lua_Integer i = 0; i < count; i++) {
    uint32_t nag;
    lua_rawgeti(L, 3, i + 1);
    if (!is_nag(L, -1, &nag)) luaL_error(L, LCB_NODE " field 'nags': item %d is no integer from 0 to 255", (int)i + 1);
    nags[i] = (uint8_t)nag;
    lua_pop(L, 1);
  }
  lua_getiuservalue(L, 1, 1);
  lcb_game_reserve_notes(L, node->game, -1, (uint32_t)count, 0);
  self(L); /* raises an error if a finalizer has removed the Node */
  lc_game_clear_notes(tree_of(node), node->index, LC_NOTE_NAG);
  for (lua_Integer i = 0; i < count; i++) lcb_game_put_note(node->game, node->index, LC_NOTE_NAG, nags[i], 0);
  node->game->is_edited = true;
  return 0;
}

/* Return the node's note with this NAG, or LC_NO_NODE. */
static uint32_t find_nag(const lcb_Node *node, uint32_t nag) {
  const lc_GameNote *notes = tree_of(node)->notes;
  uint32_t i = lcb_node_data(node)->first_note;
  while (i != LC_NO_NODE && (notes[i].kind != LC_NOTE_NAG || notes[i].at != nag)) i = notes[i].next;
  return i;
}

/***
Add a NAG after the existing ones.
@function Node:add_nag
@param nag integer|string 0..255, or a sign as for chess.nag
@return boolean false if the move has it already
@usage local n = chess.game("1. e4 *").root[1]; n:add_nag(1); return n.nags[1]  --> 1
@usage local n = chess.game("1. e4 *").root[1]; n:add_nag("!?"); return n.nags[1]  --> 5
*/
static int node_add_nag(lua_State *L) {
  const lcb_Node *node = self(L);
  uint32_t nag = check_nag(L, 2);
  lua_getiuservalue(L, 1, 1);
  lcb_game_reserve_notes(L, node->game, -1, 1, 0);
  self(L); /* raises an error if a finalizer has removed the Node */
  bool is_new = find_nag(node, nag) == LC_NO_NODE;
  if (is_new) {
    lcb_game_put_note(node->game, node->index, LC_NOTE_NAG, nag, 0);
    node->game->is_edited = true;
  }
  lua_pushboolean(L, is_new);
  return 1;
}

/***
Remove all occurrences of a NAG.
@function Node:remove_nag
@param nag integer|string 0..255, or a sign as for chess.nag
@return boolean false if the move does not have it
@usage chess.game("1. e4! *").root[1]:remove_nag(1)  --> true
*/
static int node_remove_nag(lua_State *L) {
  const lcb_Node *node = self(L);
  uint32_t nag = check_nag(L, 2), note;
  bool any = false;
  while ((note = find_nag(node, nag)) != LC_NO_NODE) {
    lc_game_remove_note(tree_of(node), node->index, note);
    any = node->game->is_edited = true;
  }
  lua_pushboolean(L, any);
  return 1;
}

const luaL_Reg lcb_note_methods[] = {
    {"add_nag", node_add_nag},
    {"remove_nag", node_remove_nag},
    {NULL, NULL},
};

const luaL_Reg lcb_note_getters[] = {
    {"comment", get_comment}, {"comments", get_comments}, {"comments_before", get_comments_before},
    {"nags", get_nags},       {"notes", get_notes},       {"unread", get_unread}, {NULL, NULL},
};

const luaL_Reg lcb_note_setters[] = {
    {"comment", set_comment},
    {"comments", set_comments},
    {"comments_before", set_comments_before},
    {"nags", set_nags},
    {NULL, NULL},
};
