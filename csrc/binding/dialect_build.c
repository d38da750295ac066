/*
** dialect_build - converts the flat table of a dialect (from lucena.notation.compile) to an lc_Dialect.
**
** Every field is checked here, because any Lua code can call core.dialect(). An error names the field. A list of
** words is an array of strings or one string; moves are written with the first word.
*/
#include <string.h>

#include "dialect.h"

/* The table to read, at stack index `table`, and the dialect that is built from it. */
typedef struct Spec {
  lua_State *L;
  int table;
  lc_Dialect *d;
} Spec;

static int fail(const Spec *spec, const char *field, const char *what) {
  lua_State *L = spec->L;
  size_t length;
  lua_getfield(L, spec->table, "name");
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (name)
    lcb_push_printable(L, name, length);
  else
    lua_pushliteral(L, "?");
  return luaL_error(L, "dialect %s: %s: %s", lua_tostring(L, -1), field, what);
}

/* ---- words ---- */

static void add_text(const Spec *spec, const char *field, unsigned list, const char *word, size_t size) {
  if (!lc_dialect_add(spec->d, list, word, size)) fail(spec, field, "there are too many words");
}

static void add_word(const Spec *spec, const char *field, unsigned list, int index) {
  size_t size;
  if (lua_type(spec->L, index) != LUA_TSTRING) fail(spec, field, "a string or an array of strings expected");
  const char *word = lua_tolstring(spec->L, index, &size);
  if (size > LC_DIALECT_WORD) fail(spec, field, "a word is longer than 64 bytes");
  add_text(spec, field, list, word, size);
}

/* Add the words on top of the stack to a list, and pop them. */
static void add_words(const Spec *spec, const char *field, unsigned list) {
  lua_State *L = spec->L;
  if (lua_istable(L, -1)) {
    lua_Integer count = luaL_len(L, -1);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_geti(L, -1, i);
      add_word(spec, field, list, -1);
      lua_pop(L, 1);
    }
  } else {
    add_word(spec, field, list, -1);
  }
  lua_pop(L, 1);
}

/* Push field `name` of the table at `index` and return true; or push nothing and return false if it is nil. */
static bool get(const Spec *spec, int index, const char *name) {
  if (lua_getfield(spec->L, index, name) != LUA_TNIL) return true;
  lua_pop(spec->L, 1);
  return false;
}

/* Read a list from a field. If the field is missing, the list has only the word `otherwise`, or is empty if
** `otherwise` is NULL. */
static void read_list(const Spec *spec, int index, const char *field, unsigned list, const char *otherwise) {
  if (get(spec, index, field))
    add_words(spec, field, list);
  else if (otherwise)
    add_text(spec, field, list, otherwise, strlen(otherwise));
}

static void want_table(const Spec *spec, const char *field) {
  if (!lua_istable(spec->L, -1)) fail(spec, field, "table expected");
}

/* Add words by piece letter, {K = {"R"}, ...}, from the table on top of the stack. */
static void add_pieces(const Spec *spec, const char *field, unsigned first) {
  static const char *const names[] = {"P", "N", "B", "R", "Q", "K"};
  want_table(spec, field);
  for (unsigned piece = 0; piece < 6; piece++) {
    if (get(spec, lua_gettop(spec->L), names[piece])) add_words(spec, field, first + piece);
  }
}

/* Read the words of both colours from {white = , black = } in field `pieces`. */
static void read_pieces(const Spec *spec, unsigned first) {
  static const char *const colors[] = {"white", "black"};
  if (!get(spec, spec->table, "pieces")) return;
  want_table(spec, "pieces");
  for (unsigned color = 0; color < 2; color++) {
    if (!get(spec, lua_gettop(spec->L), colors[color])) fail(spec, "pieces", "white and black are wanted");
    add_pieces(spec, "pieces", first + 6 * color);
    lua_pop(spec->L, 1);
  }
  lua_pop(spec->L, 1);
}

/* Read the words of captured pieces or of promotions. These words come from a separate field, the same for both
** colours. If this field is missing, the words come from `pieces`. */
static void read_other_pieces(const Spec *spec, int index, const char *field, unsigned first) {
  if (index == 0 || !get(spec, index, field)) {
    read_pieces(spec, first);
    return;
  }
  add_pieces(spec, field, first);
  add_pieces(spec, field, first + 6);
  lua_pop(spec->L, 1);
}

/* Read the words of the eight files or ranks from `field`. If the field is missing, the words are eight consecutive
** letters or digits, of which `from` is the first. */
static void read_lines(const Spec *spec, const char *field, unsigned first, char from) {
  lua_State *L = spec->L;
  bool given = get(spec, spec->table, field);
  if (given) {
    want_table(spec, field);
    if (luaL_len(L, -1) != 8) fail(spec, field, "eight are expected");
  }
  for (unsigned i = 0; i < 8; i++) {
    char word = (char)(from + (char)i);
    if (!given) {
      add_text(spec, field, first + i, &word, 1);
      continue;
    }
    lua_geti(L, -1, (lua_Integer)i + 1);
    add_words(spec, field, first + i);
  }
  if (given) lua_pop(L, 1);
}

static void read_squares(const Spec *spec) {
  lua_State *L = spec->L;
  if (!get(spec, spec->table, "squares")) {
    read_lines(spec, "files", LC_WORDS_FILE, 'a');
    read_lines(spec, "ranks", LC_WORDS_RANK, '1');
    return;
  }
  want_table(spec, "squares");
  for (unsigned square = 0; square < 64; square++) {
    lcb_push_square(L, square);
    if (lua_gettable(L, -2) == LUA_TNIL) fail(spec, "squares", "a square has no name");
    add_words(spec, "squares", LC_WORDS_SQUARE + square);
  }
  lua_pop(L, 1);
}

/* ---- choices ---- */

static uint8_t read_choice(const Spec *spec, const char *field, const char *const values[], uint8_t otherwise) {
  lua_State *L = spec->L;
  if (!get(spec, spec->table, field)) return otherwise;
  const char *value = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  for (uint8_t i = 0; values[i]; i++) {
    if (strcmp(values[i], value) != 0) continue;
    lua_pop(L, 1);
    return i;
  }
  lua_pushliteral(L, "");
  for (unsigned i = 0; values[i]; i++) {
    lua_pushfstring(L, "%s%s%s", lua_tostring(L, -1), i == 0 ? "" : values[i + 1] ? ", " : " or ", values[i]);
    lua_remove(L, -2);
  }
  return (uint8_t)fail(spec, field, lua_pushfstring(L, "%s expected", lua_tostring(L, -1)));
}

static bool read_flag(const Spec *spec, int index, const char *field, bool otherwise) {
  if (!get(spec, index, field)) return otherwise;
  if (!lua_isboolean(spec->L, -1)) fail(spec, field, "true or false expected");
  bool value = lua_toboolean(spec->L, -1);
  lua_pop(spec->L, 1);
  return value;
}

static void read_optional(const Spec *spec) {
  if (!get(spec, spec->table, "optional")) return;
  want_table(spec, "optional");
  int at = lua_gettop(spec->L);
  bool capture = read_flag(spec, at, "capture", false);
  unsigned bits = read_flag(spec, at, "check", false) ? LC_OPTIONAL_CHECK : 0;
  if (capture) bits |= LC_OPTIONAL_CAPTURE;
  if (read_flag(spec, at, "capture_pawn", capture)) bits |= LC_OPTIONAL_PAWN_CAPTURE;
  if (read_flag(spec, at, "ep", false)) bits |= LC_OPTIONAL_EP;
  spec->d->optional = (uint8_t)bits;
  lua_pop(spec->L, 1);
}

/* Return the bit of the repair named on top of the stack. */
static uint32_t repair_bit(const Spec *spec) {
  const char *name = lua_type(spec->L, -1) == LUA_TSTRING ? lua_tostring(spec->L, -1) : "";
  for (unsigned bit = 0; bit < LC_REPAIR_COUNT; bit++) {
    if (strcmp(name, lc_code_name(lc_repair_code(bit))) == 0) return UINT32_C(1) << bit;
  }
  fail(spec, "tolerances", "names of repairs expected");
  return 0;
}

static void read_tolerances(const Spec *spec) {
  lua_State *L = spec->L;
  if (!get(spec, spec->table, "tolerances")) return;
  want_table(spec, "tolerances");
  spec->d->tolerates = 0;
  lua_Integer count = luaL_len(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_geti(L, -1, i);
    spec->d->tolerates |= repair_bit(spec);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Read the order of the parts: an array that has the name of each part once. */
static void read_order(const Spec *spec) {
  static const char *const names[LC_PARTS] = {"piece", "origin", "sign", "square"};
  lua_State *L = spec->L;
  unsigned seen = 0;
  if (!get(spec, spec->table, "order")) return;
  want_table(spec, "order");
  for (unsigned i = 0; i < LC_PARTS; i++) {
    const char *name = lua_geti(L, -1, (lua_Integer)i + 1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    for (uint8_t part = 0; part < LC_PARTS; part++) {
      if (strcmp(name, names[part]) != 0) continue;
      spec->d->order[i] = part;
      seen |= 1u << part;
    }
    lua_pop(L, 1);
  }
  if (seen != (1u << LC_PARTS) - 1) fail(spec, "order", "piece, origin, sign and square are expected, each once");
  lua_pop(L, 1);
}

static void read_choices(const Spec *spec) {
  static const char *const origins[] = {"minimal", "always", "never", "wing", NULL};
  static const char *const captures[] = {"square", "files", NULL};
  static const char *const pawn_origins[] = {"capture", "always", "never", NULL};
  static const char *const places[] = {"before", "after", "none", NULL};
  static const char *const castles[] = {"words", "king", "rook", NULL};
  lc_Dialect *d = spec->d;
  d->origin = read_choice(spec, "origin", origins, LC_ORIGIN_MINIMAL);
  d->pawn_origin = read_choice(spec, "pawn_origin", pawn_origins, LC_ORIGIN_MINIMAL);
  d->capture_place = read_choice(spec, "capture_place", places, LC_PLACE_BEFORE);
  d->victim_place = read_choice(spec, "victim", places, LC_PLACE_NONE);
  d->castle = read_choice(spec, "castle", castles, LC_CASTLE_WORDS);
  d->has_letters = read_flag(spec, spec->table, "letters", true);
  d->has_digit_moves = read_flag(spec, spec->table, "digit_moves", false);
  d->is_own = read_flag(spec, spec->table, "own", false);
  d->has_short_captures = read_choice(spec, "pawn_capture", captures, 0) == 1;
  read_order(spec);
}

/* ---- the whole dialect ---- */

static void read_promotion(const Spec *spec) {
  bool given = get(spec, spec->table, "promotion");
  if (given) want_table(spec, "promotion");
  int at = given ? lua_gettop(spec->L) : spec->table;
  read_other_pieces(spec, given ? at : 0, "letters", LC_WORDS_PROMOTION);
  read_list(spec, at, given ? "signs" : "", LC_WORDS_SIGN, "=");
  read_list(spec, at, given ? "close" : "", LC_WORDS_CLOSE, "");
  if (given) lua_pop(spec->L, 1);
}

static void read_marks(const Spec *spec) {
  if (!get(spec, spec->table, "castle_marks")) return;
  want_table(spec, "castle_marks");
  int at = lua_gettop(spec->L);
  read_list(spec, at, "short", LC_WORDS_SHORT_MARK, NULL);
  read_list(spec, at, "long", LC_WORDS_LONG_MARK, NULL);
  lua_pop(spec->L, 1);
}

static void read_wings(const Spec *spec) {
  if (!get(spec, spec->table, "wings")) return;
  want_table(spec, "wings");
  int at = lua_gettop(spec->L);
  read_list(spec, at, "queen", LC_WORDS_WING, NULL);
  read_list(spec, at, "king", LC_WORDS_WING + 1, NULL);
  spec->d->has_wing_always = read_flag(spec, at, "always", false);
  lua_pop(spec->L, 1);
}

static void read_signs(const Spec *spec) {
  static const struct {
    const char *field;
    uint8_t list;
    const char *otherwise;
  } lists[] = {{"quiet", LC_WORDS_QUIET, ""},      {"capture", LC_WORDS_CAPTURE, "x"},
               {"ep", LC_WORDS_EP, ""},            {"ep_victim", LC_WORDS_EP_VICTIM, NULL},
               {"short", LC_WORDS_SHORT, "O-O"},   {"long", LC_WORDS_LONG, "O-O-O"},
               {"check", LC_WORDS_CHECK, "+"},     {"mate", LC_WORDS_MATE, "#"},
               {"double", LC_WORDS_DOUBLE, NULL},  {"null", LC_WORDS_NULL, NULL},
               {"origin_open", LC_WORDS_OPEN, NULL}, {"origin_close", LC_WORDS_SHUT, NULL}};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    read_list(spec, spec->table, lists[i].field, lists[i].list, lists[i].otherwise);
}

/* Raise an error for an unknown field. Without the error, a misspelled field would change the notation unnoticed. */
static void check_fields(const Spec *spec) {
  static const char *const fields[] = {
      "name", "style", "alphabet", "info", "hooks", "pieces", "letters", "files", "ranks", "squares", "origin",
      "pawn_origin", "origin_open", "origin_close", "quiet", "capture", "capture_place", "victim", "victims",
      "promotion", "ep", "ep_victim", "castle", "short", "long", "castle_marks", "check", "mate", "double",
      "optional", "null", "digit_moves", "tolerances", "own", "order", "pawn_capture", "wings", "separator",
      "functions", "code", "remembers", NULL};
  lua_State *L = spec->L;
  for (lua_pushnil(L); lua_next(L, spec->table); lua_pop(L, 1)) {
    bool known = false;
    for (unsigned i = 0; fields[i] && lua_type(L, -2) == LUA_TSTRING && !known; i++)
      known = strcmp(fields[i], lua_tostring(L, -2)) == 0;
    if (known) continue;
    size_t length;
    const char *key = luaL_tolstring(L, -2, &length);
    lcb_push_printable(L, key, length);
    fail(spec, lua_tostring(L, -1), "there is no such field");
  }
}

static void build_table(const Spec *spec) {
  read_choices(spec);
  read_optional(spec);
  read_tolerances(spec);
  if (spec->d->has_letters) read_pieces(spec, LC_WORDS_PIECE);
  if (spec->d->victim_place != LC_PLACE_NONE) read_other_pieces(spec, spec->table, "victims", LC_WORDS_VICTIM);
  read_squares(spec);
  read_promotion(spec);
  read_signs(spec);
  read_marks(spec);
  read_wings(spec);
  read_list(spec, spec->table, "separator", LC_WORDS_JOIN, NULL);
  const char *fault = lc_dialect_finish(spec->d);
  if (!fault) return;
  lua_getfield(spec->L, spec->table, "name");
  luaL_error(spec->L, "dialect %s: %s", lua_tostring(spec->L, -1), fault);
}

/* Store names, info and hooks as the user value of the Dialect on top of the stack. */
static void keep_fields(lua_State *L, int arg) {
  static const char *const kept[] = {"name", "style", "alphabet", "info", "hooks"};
  lua_createtable(L, 0, 5);
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
    lua_getfield(L, arg, kept[i]);
    lua_setfield(L, -2, kept[i]);
  }
  lua_setiuservalue(L, -2, 1);
}

/* Dialects are built in a block that has room for the largest one, 35 KB, and then moved to a block of their own, of
** mostly 15 KB. Detection builds a hundred dialects, so the large block is kept in the registry and used again. */
static const char draft_key;
enum { DRAFT_VALUES = 3 };

/* Push the block, and remove it from the registry, so that a metamethod of the table may build another dialect. */
static lcb_Dialect *push_draft(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &draft_key) != LUA_TUSERDATA) {
    lua_pop(L, 1);
    return lua_newuserdatauv(L, sizeof(lcb_Dialect), DRAFT_VALUES);
  }
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &draft_key);
  return lua_touserdata(L, -1);
}

/* Replace the block on top of the stack by a copy of the size that is needed, and store it in the registry. */
static lcb_Dialect *move_draft(lua_State *L, const lcb_Dialect *draft) {
  int top = lua_gettop(L);
  size_t size = offsetof(lcb_Dialect, table) + lc_dialect_size(&draft->table);
  lcb_Dialect *dialect = lua_newuserdatauv(L, size, DRAFT_VALUES);
  memcpy(dialect, draft, size);
  for (int value = 1; value <= DRAFT_VALUES; value++) {
    lua_getiuservalue(L, top, value);
    lua_setiuservalue(L, top + 1, value);
    lua_pushnil(L);
    lua_setiuservalue(L, top, value);
  }
  lua_pushvalue(L, top);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &draft_key);
  lua_remove(L, top);
  return dialect;
}

void lcb_give_memo(lua_State *L, int at) {
  at = lua_absindex(L, at);
  lcb_Dialect *dialect = lua_touserdata(L, at);
  if (dialect->has_hooks || dialect->table.is_plain || dialect->table.memo) return;
  size_t size = lc_dialect_memo_size();
  void *memo = memset(lua_newuserdatauv(L, size, 0), 0, size);
  lua_setiuservalue(L, at, 3);
  dialect->table.memo = memo;
}

lcb_Dialect *lcb_build_dialect(lua_State *L, int arg) {
  luaL_checktype(L, arg, LUA_TTABLE);
  luaL_checkstack(L, 30, NULL);
  lcb_Dialect *dialect = push_draft(L);
  int top = lua_gettop(L);
  Spec spec = {L, arg, &dialect->table};
  lc_dialect_begin(spec.d);
  dialect->has_hooks = dialect->is_pgn = false;
  check_fields(&spec);
  static const char *const names[] = {"name", "style", "alphabet"};
  for (size_t i = 0; i < 3; i++) {
    bool is_text = lua_getfield(L, arg, names[i]) == LUA_TSTRING;
    if (!is_text && (i == 0 || !lua_isnil(L, -1))) fail(&spec, names[i], "string expected");
  }
  lua_settop(L, top);
  if (get(&spec, arg, "functions")) {
    lcb_push_dialect_call(L, -1, &dialect->table.calls);
    lua_setiuservalue(L, top, 2);
    lua_settop(L, top);
  }
  dialect->has_hooks = get(&spec, arg, "hooks");
  if (dialect->has_hooks) want_table(&spec, "hooks");
  if (!dialect->has_hooks) build_table(&spec);
  if (read_flag(&spec, arg, "remembers", true)) lcb_give_memo(L, top);
  if (lua_getfield(L, arg, "name") != LUA_TSTRING) fail(&spec, "name", "string expected"); /* it has changed */
  dialect->is_pgn = strcmp(lua_tostring(L, -1), "pgn") == 0;
  lua_settop(L, top);
  keep_fields(L, arg);
  dialect = move_draft(L, dialect);
  luaL_setmetatable(L, LCB_DIALECT);
  return dialect;
}
