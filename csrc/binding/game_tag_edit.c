/*
** game_tag_edit - functions for commands that change tags in the text of a game, without changing other bytes.
*/
#include <string.h>

#include "../match/tags.h"
#include "../pgn/text.h"
#include "game.h"

/* Append the place of a tag to the array below the top: name, then the indices of its value and of the tag. */
static void push_place(lua_State *L, const char *text, const lc_Token *token, lua_Integer *count) {
  const lc_Tag *tag = &token->tag;
  size_t places[] = {tag->value + 1, tag->value + tag->value_size, token->at + 1, token->end};
  lua_pushlstring(L, text + tag->name, tag->name_size);
  lua_rawseti(L, -2, ++*count);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    lua_pushinteger(L, (lua_Integer)places[i]);
    lua_rawseti(L, -2, ++*count);
  }
}

/* Report whether a table has the name of a tag as a key. */
static bool has_name(lua_State *L, int names, const char *text, const lc_Tag *tag) {
  lua_pushlstring(L, text + tag->name, tag->name_size);
  bool is_there = lua_rawget(L, names) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

/***
Return the places of the tags in a game's text, so that a tag can be changed without changing other bytes. Malformed
tags are omitted.
@function core.tag_places
@param text string of one game
@param names table the wanted names as keys
@return any[] places for each tag five values: name, first and last byte of the value inside the quotation marks, first
  and last byte of the tag
@return integer at the index after the last tag; without tags, that of the first byte after comments
@return boolean has_tags whether there is a tag, of any name
@usage
local places = require("lucena.core").tag_places('[White "A"]\n\n1. e4 *', { White = true })
return table.concat(places, " ")  --> White 9 9 1 11
*/
static int tag_places(lua_State *L) {
  size_t size, at = 0;
  lua_Integer count = 0;
  const char *text = lcb_check_text(L, 1, &size);
  luaL_checktype(L, 2, LUA_TTABLE);
  lc_Lexer lexer;
  lc_Token token;
  lua_settop(L, 2);
  lua_newtable(L);
  lc_lexer_begin(&lexer, text, size);
  for (lc_lexer_next(&lexer, &token); token.kind == LC_TOKEN_TAG || lc_is_between_tags(&token);
       lc_lexer_next(&lexer, &token)) {
    if (token.kind != LC_TOKEN_TAG || !token.tag.is_good) continue;
    if (has_name(L, 2, text, &token.tag)) push_place(L, text, &token, &count);
    at = token.end;
  }
  lua_pushinteger(L, (lua_Integer)(at > 0 ? at : token.at) + 1);
  lua_pushboolean(L, at > 0);
  return 3;
}

/* Read the next tag of a game's text that has a name. Returns false at the end. */
static bool next_named(const lcb_Game *game, size_t *at, lc_Tag *out) {
  while (lc_tag_next(game->text, game->tags_end, at, out)) {
    if (out->name_size > 0) return true;
  }
  return false;
}

static bool are_same_tags(const char *a, const lc_Tag *x, const char *b, const lc_Tag *y) {
  return x->name_size == y->name_size && x->value_size == y->value_size &&
         memcmp(a + x->name, b + y->name, x->name_size) == 0 && memcmp(a + x->value, b + y->value, x->value_size) == 0;
}

/***
Report whether the texts of two games have the same tags in the same order, except the tags of some names.
@function core.has_same_tags
@param game lucena.Game
@param other lucena.Game
@param except table names as keys
@return boolean
@usage require("lucena.core").has_same_tags(chess.game '[Round "1"] *', chess.game "*", { Round = true })  --> true
*/
static int has_same_tags(lua_State *L) {
  const lcb_Game *a = lcb_check_game(L, 1), *b = lcb_check_game(L, 2);
  luaL_checktype(L, 3, LUA_TTABLE);
  size_t a_at = 0, b_at = 0;
  lc_Tag x, y;
  bool has_x = next_named(a, &a_at, &x), has_y = next_named(b, &b_at, &y), is_same = true;
  while (is_same && (has_x || has_y)) {
    /* Nearly all tags are the same in both texts. Only the others are looked up. */
    bool is_pair = has_x && has_y && are_same_tags(a->text, &x, b->text, &y);
    bool skips_x = is_pair || (has_x && has_name(L, 3, a->text, &x));
    bool skips_y = is_pair || (!skips_x && has_y && has_name(L, 3, b->text, &y));
    is_same = skips_x || skips_y;
    if (skips_x) has_x = next_named(a, &a_at, &x);
    if (skips_y) has_y = next_named(b, &b_at, &y);
  }
  lua_pushboolean(L, is_same);
  return 1;
}

/* ---- changed tags ---- */

enum { MOST_EDITS = 16, MOST_TAGS = 64, MOST_BYTES = 255 };

/* The new value of a tag. A tag without a value is removed. */
typedef struct Edit {
  const char *name, *value;
  size_t name_size, value_size;
  bool is_done;
} Edit;

static bool is_plain_value(const char *value, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)value[i];
    if (c < ' ' || c == '"' || c == '\\' || c == 127) return false;
  }
  return size <= MOST_BYTES;
}

/* Read the edits from the tables at indices 2 and 3. Their strings stay on the stack. Returns the number of edits; 0 if
** one is not plain. */
static size_t read_edits(lua_State *L, Edit *edits) {
  size_t count = (size_t)lua_rawlen(L, 2);
  if (count > MOST_EDITS) return 0;
  luaL_checkstack(L, 2 * MOST_EDITS, NULL);
  for (size_t i = 0; i < count; i++) {
    Edit *edit = &edits[i];
    memset(edit, 0, sizeof *edit);
    if (lua_rawgeti(L, 2, (lua_Integer)i + 1) != LUA_TSTRING) return 0;
    edit->name = lua_tolstring(L, -1, &edit->name_size);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 3) == LUA_TSTRING) edit->value = lua_tolstring(L, -1, &edit->value_size);
    if (edit->value && !is_plain_value(edit->value, edit->value_size)) return 0;
  }
  return count;
}

static Edit *find_edit(Edit *edits, size_t count, const char *text, const lc_Tag *tag) {
  for (size_t i = 0; i < count; i++) {
    if (edits[i].name_size == tag->name_size && memcmp(edits[i].name, text + tag->name, tag->name_size) == 0) {
      return &edits[i];
    }
  }
  return NULL;
}

/* Return the offset after the line end of the last tag; 0 if the tags cannot be changed line by line. */
static size_t editable_end(const lcb_Game *game) {
  size_t at = 0, count = 0, end = game->tags_end;
  lc_Tag tag = {.has_quotes = false}; /* lines read the quick way have no other quotation marks */
  if (!game->has_regular_tags) return 0;
  end += end < game->size && game->text[end] == '\r';
  if (end >= game->size || game->text[end] != '\n') return 0;
  while (lcb_next_regular_tag(game->text, game->tags_end, &at, &tag)) {
    if (!tag.is_good || tag.has_escapes || tag.has_quotes || ++count > MOST_TAGS) return 0;
  }
  return count > 0 ? end + 1 : 0;
}

/* Add the tags that the game does not have. Returns false for Event, which would begin another game. */
static bool add_tags(luaL_Buffer *b, const Edit *edits, size_t count, const char *line_end) {
  for (const Edit *edit = edits; edit < edits + count; edit++) {
    if (edit->is_done || !edit->value) continue;
    if (edit->name_size == 5 && memcmp(edit->name, "Event", 5) == 0) return false;
    luaL_addchar(b, '[');
    luaL_addlstring(b, edit->name, edit->name_size);
    luaL_addstring(b, " \"");
    luaL_addlstring(b, edit->value, edit->value_size);
    luaL_addstring(b, "\"]");
    luaL_addstring(b, line_end);
  }
  return true;
}

/***
Return the text of a game with changed tags. If a tag occurs several times, the first one is changed; a removal removes
all of them. New tags follow the others.
@function core.edit_tags
@param game lucena.Game that was not changed
@param names string[] of the tags to change
@param values table the new value of each name; false to remove the tag
@param line_end string after new tags
@return string? text nil if there are no tags, or if they or the values are not plain: one tag per line, without escapes
@usage
local game = chess.game '[White "A"]\n\n1. e4 *'
return require("lucena.core").edit_tags(game, { "White" }, { White = "B" }, "\n"):match("^[^\n]*")  --> [White "B"]
*/
static int edit_tags(lua_State *L) {
  const lcb_Game *game = lcb_check_game(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  const char *line_end = luaL_checkstring(L, 4);
  lua_settop(L, 4);
  Edit edits[MOST_EDITS];
  size_t count = read_edits(L, edits), end = editable_end(game), at = 0, from = 0, kept = 0;
  if (count == 0 || end == 0) return 0;
  luaL_Buffer b;
  lc_Tag tag;
  luaL_buffinitsize(L, &b, game->size + 256);
  for (size_t begin = 0; lcb_next_regular_tag(game->text, game->tags_end, &at, &tag); begin = at) {
    Edit *edit = find_edit(edits, count, game->text, &tag);
    kept += !edit || edit->value;
    if (!edit || edit->is_done) continue;
    bool is_removed = !edit->value;
    luaL_addlstring(&b, game->text + from, (is_removed ? begin : tag.value) - from);
    luaL_addlstring(&b, edit->value ? edit->value : "", edit->value_size);
    from = !is_removed ? tag.value + tag.value_size : at < game->tags_end ? at : end;
    edit->is_done = !is_removed;
  }
  if (from < end) luaL_addlstring(&b, game->text + from, end - from);
  from = end;
  if (kept == 0 || !add_tags(&b, edits, count, line_end)) return 0;
  luaL_addlstring(&b, game->text + from, game->size - from);
  luaL_pushresult(&b);
  return 1;
}

void lcb_open_game_tag_edit(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"edit_tags", edit_tags}, {"tag_places", tag_places}, {"has_same_tags", has_same_tags}, {NULL, NULL}};
  lcb_functions(L, functions);
}
