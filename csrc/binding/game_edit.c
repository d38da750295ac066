/*
** game_edit - what changes a lucena.Game as a whole: its result, and its notes and variations stripped.
*/
#include "../pgn/annotation.h"
#include "game_box.h"

static lcb_Game *self(lua_State *L) { return lcb_self(L); }

/* The result that argument 3 names, or LC_RESULT_NONE. */
static unsigned to_result(lua_State *L) {
  for (unsigned result = LC_RESULT_WHITE; result <= LC_RESULT_UNKNOWN; result++) {
    size_t length;
    const char *sign = lc_result_text(result, &length);
    lua_pushlstring(L, sign, length);
    bool is_it = lua_rawequal(L, 3, -1);
    lua_pop(L, 1);
    if (is_it) return result;
  }
  return LC_RESULT_NONE;
}

static int set_result(lua_State *L) {
  lcb_Game *game = self(L);
  unsigned result = to_result(L);
  if (result == LC_RESULT_NONE) {
    size_t length;
    const char *given = luaL_tolstring(L, 3, &length);
    lcb_push_printable(L, given, length);
    return luaL_error(L, LCB_GAME " field 'result': 1-0, 0-1, 1/2-1/2 or * expected, got '%s'", lua_tostring(L, -1));
  }
  if (game->result == LC_RESULT_NONE) lcb_game_replay(L, game, 1, NULL);
  lua_pushliteral(L, "Result");
  lua_pushvalue(L, 3);
  lcb_set_game_tag(L, game, 1, 4);
  if (!game->written) game->written = game->result;
  game->result = (uint8_t)result;
  if (game->tree) game->tree->game.result = result;
  return 0;
}

/***
How many nodes the tree has had so far, the root and removed ones included: ids go from 0 to one less.
@field Game.node_count integer
@usage chess.game("1. e4 (1. d4) *").node_count  --> 3
*/
static int get_node_count(lua_State *L) {
  lcb_Game *game = self(L);
  lcb_game_tree(L, game, 1);
  lua_pushinteger(L, game->tree->game.node_count);
  return 1;
}

/***
The node with an id, or nil when there is none or it was removed.
@function Game:node
@param id integer
@return Node?
@usage chess.game("1. e4 (1. d4) *"):node(2).san  --> d4
*/
static int game_node(lua_State *L) {
  lcb_Game *game = self(L);
  lua_Integer id = luaL_checkinteger(L, 2);
  lcb_game_tree(L, game, 1);
  const lc_Game *tree = &game->tree->game;
  if (id < 0 || id >= (lua_Integer)tree->node_count || tree->nodes[id].is_removed) {
    lua_pushnil(L);
  } else {
    lcb_push_node(L, game, 1, (uint32_t)id);
  }
  return 1;
}

/* ---- stripping ---- */

/* Take the commands out of one comment; whether there were any. The Game is at index 1. */
static bool strip_comment(lua_State *L, lcb_Game *game, uint32_t node, uint32_t index) {
  lc_Game *tree = &game->tree->game;
  const lc_GameNote *note = &tree->notes[index];
  lc_Command command;
  if (!lc_command_next(lcb_note_text(game, note), note->size, 0, &command)) return false;
  uint32_t room = note->size;
  char *out = lua_newuserdatauv(L, room, 0);
  lcb_game_reserve_notes(L, game, 1, 0, room);
  note = &tree->notes[index];
  if (note->size > room) return false; /* changed by a finalizer */
  size_t size = lc_command_strip(lcb_note_text(game, note), note->size, out);
  bool any = size < note->size;
  if (any && size == 0) {
    lc_game_remove_note(tree, node, index);
  } else if (any) {
    tree->notes[index].at = lcb_game_keep_text(game, out, size);
    tree->notes[index].size = (uint32_t)size;
  }
  lua_pop(L, 1);
  return any;
}

static bool strip_commands(lua_State *L, lcb_Game *game, uint32_t node) {
  const lc_Game *tree = &game->tree->game;
  bool any = false;
  for (uint32_t i = tree->nodes[node].first_note, next; i != LC_NO_NODE; i = next) {
    next = tree->notes[i].next;
    bool is_comment = tree->notes[i].kind == LC_NOTE_AFTER || tree->notes[i].kind == LC_NOTE_BEFORE;
    if (is_comment && strip_comment(L, game, node, i)) any = true;
  }
  return any;
}

/***
Take things out of the whole game: without options all comments, NAGs and variations, else what is named.
@function Game:strip
@param opts? table comments, nags, variations (what of them cannot be understood too), commands ([%clk ...] and the
like inside comments, whose words stay)
@return boolean false when there was nothing to take out
@usage local g = chess.game("1. e4! {best} (1. d4) *"); g:strip{variations = true}; return #g.root  --> 1
*/
static int game_strip(lua_State *L) {
  static const char *const names[] = {"commands", "comments", "nags", "variations", NULL};
  lcb_Game *game = self(L);
  lua_settop(L, 2);
  lcb_check_options(L, 2, names);
  bool all = lua_isnil(L, 2);
  bool commands = lcb_option_boolean(L, 2, "commands", false), comments = lcb_option_boolean(L, 2, "comments", all);
  bool nags = lcb_option_boolean(L, 2, "nags", all), variations = lcb_option_boolean(L, 2, "variations", all);
  lcb_game_tree(L, game, 1);
  lc_Game *tree = &game->tree->game;
  bool any = false;
  if (variations && lc_game_prune(tree, 0)) {
    lcb_game_change(game);
    any = true;
  }
  for (uint32_t i = 0; i != LC_NO_NODE; i = lc_game_next(tree, i, 0)) {
    if (variations && lc_game_clear_notes(tree, i, LC_NOTE_TEXT)) any = true;
    if (nags && lc_game_clear_notes(tree, i, LC_NOTE_NAG)) any = true;
    if (comments && lc_game_clear_notes(tree, i, LC_NOTE_AFTER)) any = true;
    if (comments && lc_game_clear_notes(tree, i, LC_NOTE_BEFORE)) any = true;
    if (commands && !comments && strip_commands(L, game, i)) any = true;
  }
  if (any) game->is_edited = true;
  lua_pushboolean(L, any);
  return 1;
}

const luaL_Reg lcb_game_edit_methods[] = {
    {"node", game_node},
    {"strip", game_strip},
    {NULL, NULL},
};

const luaL_Reg lcb_game_edit_getters[] = {
    {"node_count", get_node_count},
    {NULL, NULL},
};

const luaL_Reg lcb_game_setters[] = {
    {"result", set_result},
    {NULL, NULL},
};
