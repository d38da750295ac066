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

/* Each call searches the text again, because finalizers may change the game between two calls. */
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

bool lcb_push_command(lua_State *L, const lcb_Node *node, lcb_Cursor *cursor, const char *name, size_t name_size) {
  size_t size;
  if (!lcb_command_next(node, cursor, name, name_size)) return false;
  lcb_push_lines(L, cursor->text + cursor->command.at, cursor->command.end - cursor->command.at);
  cursor->text = lua_tolstring(L, -1, &size);
  return lc_command_next(cursor->text, size, 0, &cursor->command);
}

/* ---- setting ---- */

/* Push a copy of the comment at index `comment` without the commands called `name` and the blanks around them. If
** `with` is not 0, the text at index `with` replaces the first of these commands. Returns whether `with` was used. */
static bool push_replaced(lua_State *L, int comment, const char *name, size_t name_size, int with) {
  size_t size, with_size = 0, n = 0, at = 0;
  const char *text = lua_tolstring(L, comment, &size), *new_text = with ? lua_tolstring(L, with, &with_size) : NULL;
  luaL_Buffer b;
  lc_Command command;
  char *out = luaL_buffinitsize(L, &b, size + with_size + 1);
  for (size_t from = 0; lc_command_next(text, size, from, &command); from = command.end) {
    if (!lc_command_is(text, &command, name, name_size)) continue;
    memcpy(out + n, text + at, command.at - at);
    n += command.at - at;
    at = command.end;
    if (new_text) {
      memcpy(out + n, new_text, with_size);
      n += with_size;
      new_text = NULL;
      continue;
    }
    bool is_last = at == size; /* at the end of the comment, the blanks before the command are removed too */
    while (is_last && n > 0 && lc_is_space(out[n - 1])) n--;
    bool has_blank = n == 0 || lc_is_space(out[n - 1]);
    while (has_blank && at < size && lc_is_space(text[at])) at++;
  }
  memcpy(out + n, text + at, size - at);
  luaL_pushresultsize(&b, n + size - at);
  return with && !new_text;
}

/* Push a copy of the comment at index `comment` with the command at index `with` inserted after its last command.
** If the comment has no command, the new command is inserted before the words. */
static void push_inserted(lua_State *L, int comment, int with) {
  size_t size, at = 0;
  const char *text = lua_tolstring(L, comment, &size);
  lc_Command command;
  while (lc_command_next(text, size, at, &command)) at = command.end;
  bool is_first = at == 0;
  int top = lua_gettop(L);
  lua_pushlstring(L, text, at);
  if (!is_first) lua_pushliteral(L, " ");
  lua_pushvalue(L, with);
  if (is_first && size > 0 && !lc_is_space(text[0])) lua_pushliteral(L, " ");
  lua_pushlstring(L, text + at, size - at);
  lua_concat(L, lua_gettop(L) - top);
}

static bool is_blank(lua_State *L, int index) {
  size_t size, at = 0;
  const char *text = lua_tolstring(L, index, &size);
  while (at < size && lc_is_space(text[at])) at++;
  return at == size;
}

/* Set a command of the Node (argument 1). It replaces all commands of that name. The text of the whole command is on
** top of the stack, or nil to remove it. */
static void set_command(lua_State *L, const char *name, size_t name_size) {
  const lcb_Node *node = self(L);
  int with = lua_gettop(L);
  bool is_set = lua_isnil(L, with);
  lcb_Cursor cursor;
  lcb_command_begin(node, &cursor);
  while (lcb_command_next(node, &cursor, name, name_size)) {
    uint32_t note = cursor.note, following = node->game->tree->game.notes[note].next;
    lcb_push_comment(L, node, note);
    is_set = push_replaced(L, with + 1, name, name_size, is_set ? 0 : with) || is_set;
    if (is_blank(L, with + 2)) {
      lua_pushnil(L);
      lua_replace(L, with + 2);
    }
    lcb_set_comment(L, note, with + 2);
    lua_settop(L, with);
    cursor = (lcb_Cursor){.note = lcb_comment_from(node, following)};
  }
  if (is_set) return;
  lcb_command_begin(node, &cursor);
  if (cursor.note == LC_NO_NODE) {
    lcb_set_comment(L, LC_NO_NODE, with);
  } else {
    lcb_push_comment(L, node, cursor.note);
    push_inserted(L, with + 1, with);
    lcb_set_comment(L, cursor.note, -1);
  }
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
  const lcb_Node *node = self(L);
  lua_Integer n = 0;
  lua_newtable(L);
  int list = lua_gettop(L);
  lcb_Cursor cursor;
  for (lcb_command_begin(node, &cursor); lcb_push_command(L, node, &cursor, NULL, 0);) {
    lua_createtable(L, 0, 2);
    lua_pushlstring(L, cursor.text + cursor.command.name, cursor.command.name_size);
    lua_setfield(L, -2, "name");
    lua_pushlstring(L, lcb_operand(&cursor), cursor.command.operand_size);
    lua_setfield(L, -2, "operand");
    lua_rawseti(L, list, ++n);
    lua_settop(L, list);
  }
  return 1;
}

/***
All commands in the comments after the move, in the order of the text.
@field Node.commands {name: string, operand: string}[]
@usage chess.game("1. e4 {[%clk 0:01:52] fast [%foo a,b]} *").root[1].commands[2].operand  --> a,b
*/
static int get_commands(lua_State *L) {
  static const lcb_ListKind kind = {"commands", read_commands, NULL, LCB_NODE};
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
  luaL_argcheck(L, command.end == size && command.operand_size == lua_rawlen(L, 3), 3, "this cannot stand in a command");
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
  const lcb_Node *node = self(L);
  lua_settop(L, 1);
  lua_pushliteral(L, "");
  uint32_t note = lcb_comment_from(node, lcb_node_data(node)->first_note);
  for (; note != LC_NO_NODE; note = lcb_comment_from(node, node->game->tree->game.notes[note].next)) {
    luaL_Buffer b;
    size_t size;
    lcb_push_comment(L, node, note);
    const char *text = lua_tolstring(L, 3, &size);
    char *out = luaL_buffinitsize(L, &b, size + 1);
    luaL_pushresultsize(&b, lc_command_strip(text, size, out));
    lua_remove(L, 3);
    if (lua_rawlen(L, 2) > 0 && lua_rawlen(L, 3) > 0) {
      lua_pushliteral(L, " ");
      lua_insert(L, 3);
    }
    lua_concat(L, lua_gettop(L) - 1);
  }
  if (lua_rawlen(L, 2) == 0) lua_pushnil(L);
  return 1;
}

/* Push the valid commands in the comments after the move, separated by blanks. */
static void push_commands(lua_State *L, const lcb_Node *node) {
  lua_pushliteral(L, "");
  int all = lua_gettop(L);
  lcb_Cursor cursor;
  for (lcb_command_begin(node, &cursor); lcb_push_command(L, node, &cursor, NULL, 0); lua_settop(L, all)) {
    const lc_Command *command = &cursor.command;
    if (!lc_command_is_good(cursor.text, command)) continue;
    lua_pushvalue(L, all);
    lua_pushstring(L, lua_rawlen(L, all) > 0 ? " " : "");
    lua_pushlstring(L, cursor.text + command->at, command->end - command->at);
    lua_concat(L, 3);
    lua_replace(L, all);
  }
}

static int set_remark(lua_State *L) {
  const lcb_Node *node = self(L);
  if (!lua_isnil(L, 3) && lua_type(L, 3) != LUA_TSTRING) lcb_bad_note(L, "string or nil");
  push_commands(L, node);
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
