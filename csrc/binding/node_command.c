/*
** node_command - reads and sets commands in the comments after a move, such as [%clk 0:01:52], without interpreting
** them.
**
** Nothing is cached: each access searches the comments, which are short. If a command occurs twice, the first valid one
** counts. Setting the command removes all others of its name. node_annotation handles the well-known commands.
*/
#include <string.h>

#include "../pgn/text.h"
#include "node.h"

static lcb_Node *self(lua_State *L) { return lcb_check_node(L, 1); }

/* ---- finding ---- */

void lcb_command_begin(const lcb_Node *node, lcb_Cursor *cursor) {
  *cursor = (lcb_Cursor){.note = lcb_comment_from(node, lcb_node_data(node)->first_note)};
}

bool lcb_command_next(const lcb_Node *node, lcb_Cursor *cursor, const char *name, size_t name_size) {
  while (cursor->note != LC_NO_NODE) {
    const lc_GameNote *note = &node->game->tree->game.notes[cursor->note];
    cursor->text = lcb_note_text(node->game, note);
    if (cursor->at < note->size && lc_command_next(cursor->text, note->size, cursor->at, &cursor->command)) {
      cursor->at = cursor->command.end;
      if (!name || lc_command_is(cursor->text, &cursor->command, name, name_size)) return true;
    } else {
      cursor->note = lcb_comment_from(node, note->next);
      cursor->at = 0;
    }
  }
  return false;
}

void lcb_push_commands(lua_State *L, lcb_Commands *out) {
  lcb_push_texts(L, LC_NOTE_AFTER);
  *out = (lcb_Commands){.texts = lua_gettop(L)};
}

bool lcb_commands_next(lua_State *L, lcb_Commands *it, const char *name, size_t name_size) {
  for (;;) {
    while (it->text && lc_command_next(it->text, it->size, it->at, &it->command)) {
      it->at = it->command.end;
      if (!name || lc_command_is(it->text, &it->command, name, name_size)) return true;
    }
    bool has_more = lua_rawgeti(L, it->texts, ++it->number) == LUA_TSTRING;
    if (has_more) it->text = lua_tolstring(L, -1, &it->size);
    it->at = 0;
    lua_pop(L, 1); /* the array keeps the text */
    if (!has_more) return false;
  }
}

/* ---- setting ---- */

static bool is_blank(const char *text, size_t size) {
  size_t at = 0;
  while (at < size && lc_is_space(text[at])) at++;
  return at == size;
}

/* Make the text that was written to the room of the pool the text of a comment; a blank text removes the comment. */
static void keep_comment(const lcb_Node *node, uint32_t note, size_t size) {
  lc_Game *tree = &node->game->tree->game;
  char *text = lcb_game_text_room(node->game);
  size = lc_comment_text(text, size, text);
  if (is_blank(text, size)) {
    lc_game_remove_note(tree, node->index, note);
  } else {
    lc_game_set_note(tree, note, lcb_game_keep(node->game, size), (uint32_t)size);
  }
  node->game->is_edited = true;
}

/* Replace the first command of a name by `with`, unless that is NULL, and remove the others. Returns whether `with` was
** used. */
static bool replace_command(const lcb_Node *node, const char *name, size_t name_size, const char *with,
                            size_t with_size) {
  lc_Game *tree = &node->game->tree->game;
  lcb_Cursor cursor;
  bool is_used = false;
  for (lcb_command_begin(node, &cursor); lcb_command_next(node, &cursor, name, name_size);) {
    uint32_t note = cursor.note, following = tree->notes[note].next;
    const char *text = is_used ? NULL : with;
    size_t size = lc_command_replace(cursor.text, tree->notes[note].size, name, name_size, text, with_size,
                                     lcb_game_text_room(node->game));
    keep_comment(node, note, size);
    is_used = with != NULL;
    cursor = (lcb_Cursor){.note = lcb_comment_from(node, following)};
  }
  return is_used;
}

/* Add a command to the first comment, or as a comment if there is none. */
static void add_command(const lcb_Node *node, const char *with, size_t with_size) {
  lc_Game *tree = &node->game->tree->game;
  uint32_t first = lcb_comment_from(node, lcb_node_data(node)->first_note);
  if (first == LC_NO_NODE) {
    uint32_t at = lcb_game_keep_text(node->game, with, with_size);
    lcb_game_put_note(node->game, node->index, LC_NOTE_AFTER, at, (uint32_t)with_size);
    node->game->is_edited = true;
    return;
  }
  const lc_GameNote *note = &tree->notes[first];
  keep_comment(node, first, lc_command_insert(lcb_note_text(node->game, note), note->size, with, with_size,
                                              lcb_game_text_room(node->game)));
}

/* Make room for all comments of the Node at stack index 1 with another command of `size` bytes. */
static void reserve_comments(lua_State *L, size_t size) {
  lcb_Game *game = self(L)->game;
  size_t room = 0, needed;
  lua_getiuservalue(L, 1, 1);
  while ((needed = lcb_comments_size(self(L)) + size + 1) > room) { /* a finalizer may change the comments */
    lcb_game_reserve_notes(L, game, -1, 1, needed);
    room = needed;
  }
  lua_pop(L, 1);
}

/* Set a command of the Node (argument 1). It replaces all commands of that name. The text of the whole command is on
** top of the stack, or nil to remove it. */
static void set_command(lua_State *L, const char *name, size_t name_size) {
  size_t with_size = 0;
  const char *with = lua_isnil(L, -1) ? NULL : lua_tolstring(L, -1, &with_size);
  reserve_comments(L, with_size); /* nothing is allocated after it */
  const lcb_Node *node = self(L);
  if (!replace_command(node, name, name_size, with, with_size) && with) add_command(node, with, with_size);
}

int lcb_set_operand(lua_State *L, const char *name, const char *operand, size_t size) {
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  luaL_addstring(&b, "[%");
  luaL_addstring(&b, name);
  if (size) luaL_addchar(&b, ' ');
  luaL_addlstring(&b, operand, size);
  luaL_addchar(&b, ']');
  luaL_pushresult(&b);
  set_command(L, name, strlen(name));
  return 0;
}

void lcb_unset_command(lua_State *L, const char *name) {
  lua_pushnil(L);
  set_command(L, name, strlen(name));
}

/* ---- any command ---- */

static int read_commands(lua_State *L) {
  lcb_Commands it;
  lua_Integer n = 0;
  lua_newtable(L);
  int list = lua_gettop(L);
  for (lcb_push_commands(L, &it); lcb_commands_next(L, &it, NULL, 0);) {
    lua_createtable(L, 0, 2);
    lua_pushlstring(L, it.text + it.command.name, it.command.name_size);
    lua_setfield(L, -2, "name");
    lua_pushlstring(L, it.text + it.command.operand, it.command.operand_size);
    lua_setfield(L, -2, "operand");
    lua_rawseti(L, list, ++n);
  }
  lua_settop(L, list);
  return 1;
}

/***
All commands in the comments after the move, in the order of the text.
@field Node.commands {name: string, operand: string}[]
@usage chess.game("1. e4 {[%clk 0:01:52] fast [%foo a,b]} *").root[1].commands[2].operand  --> a,b
*/
static int get_commands(lua_State *L) {
  static const lcb_ListKind kind = {"commands", read_commands, NULL, LCB_NODE, lcb_note_changes};
  return lcb_push_list(L, &kind);
}

/***
Return the operand of the first command with a name, or nil.
@function Node:command
@param name string
@return string? operand
@usage chess.game("1. e4 {[%foo a,b]} *").root[1]:command("foo")  --> a,b
*/
static int node_command(lua_State *L) {
  const lcb_Node *node = self(L);
  size_t size;
  const char *name = lcb_check_text(L, 2, &size);
  lcb_Cursor cursor;
  lcb_command_begin(node, &cursor);
  if (lcb_command_next(node, &cursor, name, size)) {
    lua_pushlstring(L, lcb_operand(&cursor), cursor.command.operand_size);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/***
Set a command in the comments, in place of those with the same name; nil removes it. A new command is inserted after
the other commands, or before the words of the comment.
@function Node:set_command
@param name string letters, digits and _
@param operand? string
@usage local n = chess.game("1. e4 {best} *").root[1]; n:set_command("foo", "1"); return n.comment  --> [%foo 1] best
*/
static int node_set_command(lua_State *L) {
  size_t name_size, size;
  lc_Command command;
  self(L);
  lua_settop(L, 3);
  const char *name = lcb_check_text(L, 2, &name_size), *operand = "";
  if (!lua_isnil(L, 3)) operand = lcb_check_text(L, 3, &size);
  lua_pushfstring(L, "[%%%s%s%s]", name, *operand ? " " : "", operand);
  const char *text = lua_tolstring(L, 4, &size);
  bool is_one = lc_command_next(text, size, 0, &command) && command.name_size == name_size;
  luaL_argcheck(L, is_one, 2, "letters, digits and _ expected");
  luaL_argcheck(L, command.end == size && command.operand_size == lua_rawlen(L, 3), 3,
                "this cannot stand in a command");
  if (lua_isnil(L, 3)) lua_settop(L, 3);
  set_command(L, name, name_size);
  return 0;
}

/***
The comments after the move as text for readers: without commands and the blanks around them, with one blank between
comments; nil if nothing is left. A malformed command is part of the text. Assignable: the new text replaces the old
text, and the commands are kept before it, in one comment; nil removes the text.
@field Node.remark string?
@usage chess.game("1. e4 { [%clk 0:01:52] A classic. } *").root[1].remark  --> A classic.
*/
/***
The older name of `remark`.
@field Node.text string?
@usage chess.game("1. e4 {best} *").root[1].text  --> best
*/
static int get_remark(lua_State *L) {
  luaL_Buffer b;
  char *out = lcb_comments_room(L, &b);
  size_t n = 0;
  const lcb_Node *node = self(L);
  const lc_GameNote *notes = node->game->tree->game.notes;
  for (uint32_t i = lcb_node_data(node)->first_note; (i = lcb_comment_from(node, i)) != LC_NO_NODE; i = notes[i].next) {
    char *words = out + n + (n > 0); /* after a blank */
    size_t size = lc_command_strip(lcb_note_text(node->game, &notes[i]), notes[i].size, words);
    if (size == 0) continue;
    if (n > 0) out[n++] = ' ';
    n += lc_comment_text(words, size, words);
  }
  luaL_pushresultsize(&b, n);
  if (n == 0) lua_pushnil(L);
  return 1;
}

/* Push the valid commands in the comments after the move, separated by blanks. */
static void push_valid(lua_State *L) {
  lcb_Commands it;
  luaL_Buffer b;
  lcb_push_commands(L, &it);
  luaL_buffinit(L, &b);
  while (lcb_commands_next(L, &it, NULL, 0)) {
    if (!lc_command_is_good(it.text, &it.command)) continue;
    if (luaL_bufflen(&b) > 0) luaL_addchar(&b, ' ');
    luaL_addlstring(&b, it.text + it.command.at, it.command.end - it.command.at);
  }
  luaL_pushresult(&b);
  lua_remove(L, it.texts);
}

static int set_remark(lua_State *L) {
  self(L);
  if (!lua_isnil(L, 3) && lua_type(L, 3) != LUA_TSTRING) lcb_bad_note(L, "string or nil");
  lcb_refuse_nul(L);
  push_valid(L);
  bool has_commands = lua_rawlen(L, 4) > 0, has_words = !lua_isnil(L, 3) && lua_rawlen(L, 3) > 0;
  lua_pushstring(L, has_commands && has_words ? " " : "");
  lua_pushvalue(L, has_words ? 3 : 5);
  if (!has_words && !has_commands)
    lua_pushnil(L);
  else
    lua_concat(L, 3);
  lua_replace(L, 3);
  lua_settop(L, 3);
  return lcb_assign_comment(L);
}

const luaL_Reg lcb_command_setters[] = {
    {"remark", set_remark},
    {NULL, NULL},
};

const luaL_Reg lcb_command_methods[] = {
    {"command", node_command},
    {"set_command", node_set_command},
    {NULL, NULL},
};

const luaL_Reg lcb_command_getters[] = {
    {"commands", get_commands},
    {"remark", get_remark},
    {"text", get_remark},
    {NULL, NULL},
};
