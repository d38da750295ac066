/*
** game_tags - lucena.Tags: reads tags, as in `g.tags.White`, and stores changed tags.
**
** No table of tags is built: a tag is searched in the text each time, because most programs read only one or two of
** about ten tags. If several tags have the same name, the first one counts.
*/
#include <string.h>

#include "../match/tags.h"
#include "../pgn/text.h"
#include "game.h"

typedef struct Tags {
  lcb_Game *game; /* kept alive by user value 1 */
} Tags;

bool lcb_next_regular_tag(const char *text, size_t tags_end, size_t *at, lc_Tag *out) {
  if (tags_end - *at < 3) return false;
  const char *end = memchr(text + *at, '\n', tags_end - *at);
  size_t line_end = end ? (size_t)(end - text) : tags_end;
  size_t name_size = 0;
  while (*at + 1 + name_size < line_end && lc_is_symbol(text[*at + 1 + name_size])) name_size++;
  if (name_size == 0 || !lc_tag_read_regular(text, *at, line_end, name_size, out)) {
    lc_tag_read(text, tags_end, *at, true, out);
  }
  *at = end ? line_end + 1 : tags_end;
  return true;
}

bool lcb_find_tag(const lcb_Game *game, const char *name, size_t name_size, lc_Tag *out) {
  lc_TagSection tags = {.text = game->text, .size = game->tags_end, .is_regular = game->has_regular_tags,
                         .lines = &game->lines};
  return lc_tag_may_be_name(name, name_size) && lc_tag_find(&tags, name, name_size, out);
}

void lcb_push_tag_value(lua_State *L, const char *text, const lc_Tag *tag) {
  if (!tag->has_escapes) {
    lua_pushlstring(L, text + tag->value, tag->value_size);
    return;
  }
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, tag->value_size + 1);
  luaL_pushresultsize(&b, lc_tag_unescape(text, tag, out));
}

/* Push the edited value of a tag: a string, false if the tag was removed, nil if it was not changed. */
static int push_edit(lua_State *L, int index, const char *name, size_t name_size) {
  if (lcb_game_slot(L, index, LCB_GAME_EDITS) != LUA_TTABLE) return LUA_TNIL;
  lua_pushlstring(L, name, name_size);
  int type = lua_rawget(L, -2);
  lua_remove(L, -2);
  return type;
}

/* Find a tag from *at on, and move *at to the end of the tag. Callers search for names in the order of the text, so
** each tag is read once. */
static bool find_tag_from(const lcb_Game *game, size_t *at, const char *name, size_t name_size, lc_Tag *out) {
  lc_Lexer lexer;
  lc_Token token;
  lc_lexer_begin(&lexer, game->text, game->tags_end);
  lexer.at = *at;
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (token.kind != LC_TOKEN_TAG || token.tag.name_size != name_size) continue;
    if (memcmp(game->text + token.tag.name, name, name_size) != 0) continue;
    *out = token.tag;
    *at = token.end;
    return true;
  }
  return false;
}

/* Push a tag's value, or nil. The search starts at *at, or at the beginning if `at` is NULL. */
static void push_tag(lua_State *L, const lcb_Game *game, int index, const char *name, size_t name_size, size_t *at) {
  lc_Tag tag;
  if (game->is_edited) {
    int type = push_edit(L, index, name, name_size);
    if (type == LUA_TSTRING) return;
    lua_pop(L, 1);
    if (type == LUA_TBOOLEAN) {
      lua_pushnil(L);
      return;
    }
  }
  bool is_there = at ? find_tag_from(game, at, name, name_size, &tag) : lcb_find_tag(game, name, name_size, &tag);
  if (is_there) {
    lcb_push_tag_value(L, game->text, &tag);
  } else {
    lua_pushnil(L);
  }
}

void lcb_push_game_tag(lua_State *L, const lcb_Game *game, int index, const char *name, size_t name_size) {
  push_tag(L, game, lua_absindex(L, index), name, name_size, NULL);
}

void lcb_push_next_tag(lua_State *L, const lcb_Game *game, int index, const char *name, size_t name_size, size_t *at) {
  push_tag(L, game, lua_absindex(L, index), name, name_size, at);
}

static lcb_Game *check_tags(lua_State *L) {
  const Tags *tags = lcb_check(L, 1, LCB_UP_SELF);
  return tags->game;
}

static int tags_index(lua_State *L) {
  const lcb_Game *game = check_tags(L);
  size_t size;
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "a tag's name is a string, got %s", lcb_kind(L, 2));
  const char *name = lua_tolstring(L, 2, &size);
  lua_getiuservalue(L, 1, 1);
  lcb_push_game_tag(L, game, -1, name, size);
  return 1;
}

bool lcb_is_tag_name(const char *name, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)name[i];
    bool good = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    if (!good) return false;
  }
  return size > 0 && size <= 255;
}

/* Check a value that is assigned to a tag: PGN must be able to store it as a string token. */
static void check_value(lua_State *L) {
  size_t size;
  if (lua_isnil(L, 3)) return;
  if (lua_type(L, 3) == LUA_TNUMBER) { /* 3.0 is written as "3" */
    int is_whole;
    lua_Integer whole = lua_tointegerx(L, 3, &is_whole);
    if (is_whole) lua_pushinteger(L, whole), lua_replace(L, 3);
    lua_tostring(L, 3);
  }
  if (lua_type(L, 3) != LUA_TSTRING) luaL_error(L, "a tag's value is a string or a number, got %s", lcb_kind(L, 3));
  const char *value = lua_tolstring(L, 3, &size);
  if (memchr(value, '\n', size) || memchr(value, '\r', size) || memchr(value, '\0', size)) {
    luaL_error(L, "a tag's value cannot hold a line end or a NUL");
  }
}

void lcb_set_game_tag(lua_State *L, lcb_Game *game, int index, int name_index) {
  size_t size;
  lc_Tag tag;
  const char *name = lua_tolstring(L, name_index, &size);
  int edits = lua_gettop(L) + 1;
  if (lcb_game_slot(L, index, LCB_GAME_EDITS) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lcb_fill_game_slot(L, index, LCB_GAME_EDITS);
  }
  lua_pushvalue(L, name_index);
  bool is_new = lua_rawget(L, edits) == LUA_TNIL &&
                !lcb_find_tag(game, name, size, &tag);
  if (is_new) {
    lua_pushvalue(L, name_index);
    lua_rawseti(L, edits, (lua_Integer)lua_rawlen(L, edits) + 1);
  }
  lua_pushvalue(L, name_index);
  if (lua_isnil(L, edits - 1)) {
    lua_pushboolean(L, 0);
  } else {
    lua_pushvalue(L, edits - 1);
  }
  lua_rawset(L, edits);
  lua_settop(L, edits - 2);
  game->is_edited = true;
}

/* Reject a change of the FEN tag, because the moves belong to the start position that was read. */
static void check_start(lua_State *L, const lcb_Game *game) {
  lua_getiuservalue(L, 1, 1);
  lcb_push_game_tag(L, game, -1, "FEN", 3);
  if (!lua_rawequal(L, -1, 3)) {
    luaL_error(L, "the start of a game cannot be changed (another game has another: chess.game '[FEN \"...\"] *')");
  }
  lua_pop(L, 2);
}

/* Implements game.tags.Name = value. The value is not stored in the text, but in a table; nil removes the tag. */
static int tags_newindex(lua_State *L) {
  lcb_Game *game = check_tags(L);
  size_t size;
  lua_settop(L, 3);
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "a tag's name is a string, got %s", lcb_kind(L, 2));
  const char *name = lua_tolstring(L, 2, &size);
  if (!lcb_is_tag_name(name, size))
    return luaL_error(L, "'%s' is no tag name (letters, digits and _, at most 255)", name);
  check_value(L);
  if (strcmp(name, "FEN") == 0) check_start(L, game);
  lua_getiuservalue(L, 1, 1);
  lua_insert(L, 3);
  lcb_set_game_tag(L, game, 3, 2);
  return 0;
}

void lcb_repeated_begin(lua_State *L, const lcb_Game *game, int index, lcb_Repeated *out) {
  out->game = game;
  lc_lexer_begin(&out->lexer, game->text, game->tags_end);
  lua_newtable(L);
  lcb_game_slot(L, index, LCB_GAME_EDITS);
  lua_rotate(L, -3, 2);
  out->seen = lua_gettop(L) - 2;
  out->edits = out->seen + 1;
}

/* Report whether the name on top of the stack was seen before, and record it. */
static bool is_seen(lua_State *L, int seen) {
  lua_pushvalue(L, -1);
  bool is_new = lua_rawget(L, seen) == LUA_TNIL;
  lua_pop(L, 1);
  if (!is_new) return true;
  lua_pushvalue(L, -1);
  lua_pushboolean(L, 1);
  lua_rawset(L, seen);
  return false;
}

static bool is_edited(lua_State *L, int edits) {
  if (!lua_istable(L, edits)) return false;
  lua_pushvalue(L, -1);
  bool is_there = lua_rawget(L, edits) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

bool lcb_repeated_next(lua_State *L, lcb_Repeated *repeated, lc_Token *out) {
  for (;;) {
    lc_lexer_next(&repeated->lexer, out);
    if (out->kind == LC_TOKEN_END) return false;
    if (out->kind != LC_TOKEN_TAG) continue;
    if (out->tag.name_size == 0) return true;
    lua_pushlstring(L, repeated->game->text + out->tag.name, out->tag.name_size);
    bool is_wanted = is_seen(L, repeated->seen) && !is_edited(L, repeated->edits);
    lua_pop(L, 1);
    if (is_wanted) return true;
  }
}

/***
A read-only list of the tags that repeat the name of an earlier tag, as {name, value}, and of the lines in brackets
that have no name, as {"", line}. Game.tags has only the first tag of each name. When the game is written, this list
follows the tags of Game.tags. Setting or removing a tag removes the duplicates of its name.
@field Game.duplicate_tags string[][] nearly always empty
@usage chess.game('[White "A"]\n[White "B"]\n\n1. e4 *').duplicate_tags[1][2]  --> B
*/
int lcb_game_get_duplicate_tags(lua_State *L) {
  const lcb_Game *game = lcb_self(L);
  lcb_Repeated repeated;
  lc_Token token;
  lua_settop(L, 1);
  lua_newtable(L);
  lcb_repeated_begin(L, game, 1, &repeated);
  for (lua_Integer n = 1; lcb_repeated_next(L, &repeated, &token); n++) {
    const lc_Tag *tag = &token.tag;
    lua_createtable(L, 2, 0);
    lua_pushlstring(L, game->text + tag->name, tag->name_size);
    lua_rawseti(L, -2, 1);
    if (tag->name_size > 0) {
      lcb_push_tag_value(L, game->text, tag);
    } else {
      lua_pushlstring(L, game->text + token.at, token.end - token.at);
    }
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, n);
  }
  static const lcb_ListKind kind = {.field = "duplicate_tags", .owner = LCB_GAME};
  lcb_fix_list(L, &kind);
  return 1;
}

void lcb_push_tag_names(lua_State *L, const lcb_Game *game, int index) {
  lc_Lexer lexer;
  lc_Token token;
  lua_Integer n = 0;
  lua_newtable(L);
  lua_newtable(L); /* the names seen so far */
  int names = lua_gettop(L) - 1, seen = names + 1;
  lc_lexer_begin(&lexer, game->text, game->tags_end);
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (token.kind != LC_TOKEN_TAG || token.tag.name_size == 0) continue;
    lua_pushlstring(L, game->text + token.tag.name, token.tag.name_size);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, seen) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, seen);
      lua_pushvalue(L, -2);
      lua_rawseti(L, names, ++n);
    }
    lua_settop(L, seen);
  }
  if (lcb_game_slot(L, index, LCB_GAME_EDITS) == LUA_TTABLE) {
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TSTRING; i++) lua_rawseti(L, names, ++n);
  }
  lua_settop(L, names);
}

/* Upvalues of the iterator: Game, names, index, offset in the text. */
static int next_tag(lua_State *L) {
  const lcb_Game *game = lua_touserdata(L, lua_upvalueindex(1));
  for (;;) {
    lua_settop(L, 0);
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(3)) + 1;
    lua_pushinteger(L, i);
    lua_replace(L, lua_upvalueindex(3));
    if (lua_rawgeti(L, lua_upvalueindex(2), i) != LUA_TSTRING) return 0;
    size_t size, at = (size_t)lua_tointeger(L, lua_upvalueindex(4));
    const char *name = lua_tolstring(L, 1, &size);
    lua_pushvalue(L, lua_upvalueindex(1));
    push_tag(L, game, 2, name, size, &at);
    lua_pushinteger(L, (lua_Integer)at);
    lua_replace(L, lua_upvalueindex(4));
    if (lua_isnil(L, 3)) continue;
    lua_replace(L, 2);
    lua_settop(L, 2);
    return 2;
  }
}

static int tags_pairs(lua_State *L) {
  const lcb_Game *game = check_tags(L);
  lua_getiuservalue(L, 1, 1);
  lcb_push_tag_names(L, game, lua_gettop(L));
  lua_pushinteger(L, 0);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_tag, 4);
  return 1;
}

static int tags_tostring(lua_State *L) {
  const lcb_Game *game = check_tags(L);
  lua_getiuservalue(L, 1, 1);
  lcb_push_tag_names(L, game, 2);
  lua_pushfstring(L, LCB_TAGS ": %d", (int)lua_rawlen(L, -1));
  return 1;
}

static const luaL_Reg tags_metamethods[] = {
    {"__index", tags_index},
    {"__newindex", tags_newindex},
    {"__pairs", tags_pairs},
    {"__tostring", tags_tostring},
    {NULL, NULL},
};

/* The class Tags has no methods, so that any name can be the name of a tag. */
void lcb_open_tags(lua_State *L) {
  luaL_newmetatable(L, LCB_TAGS);
  for (const luaL_Reg *f = tags_metamethods; f->name; f++) {
    luaL_newmetatable(L, LCB_TAGS);
    lua_pushcclosure(L, f->func, LCB_UP_SELF);
    lua_setfield(L, -2, f->name);
  }
  lua_pushliteral(L, LCB_TAGS);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

/***
The tags of a game, by name. Reading gives the value with its escapes resolved, or nil; assigning changes the game (nil
removes the tag); pairs() returns the tags in the order of the text.
@field Game.tags Tags
@usage chess.game('[White "Lucena, Luis"]\n\n*').tags.White  --> Lucena, Luis
*/
int lcb_game_get_tags(lua_State *L) {
  lcb_Game *game = lcb_self(L);
  if (lua_getiuservalue(L, 1, LCB_GAME_TAGS) == LUA_TUSERDATA) return 1;
  Tags *tags = lua_newuserdatauv(L, sizeof *tags, 1);
  tags->game = game;
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_TAGS));
  lua_setmetatable(L, -2);
  if (lua_getiuservalue(L, 1, LCB_GAME_TAGS) == LUA_TUSERDATA) return 1; /* a finalizer has made it meanwhile */
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, 1, LCB_GAME_TAGS);
  return 1;
}
