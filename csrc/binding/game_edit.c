/*
** game_edit - changes a game's tree: lucena.Node adds, removes and reorders moves; lucena.Game sets the result and
** strips notes and variations.
*/
#include <assert.h>

#include "../notation/codes.h"
#include "../pgn/annotation.h"
#include "../pgn/spelling.h"
#include "../pgn/suffix.h"
#include "dialect.h"
#include "game.h"

static lcb_Node *check_node(lua_State *L) { return lcb_check_node(L, 1); }
static lc_Game *tree_of(const lcb_Node *node) { return &node->game->tree->game; }

/* Return the Node at argument 1, which must not be the root. */
static lcb_Node *check_move(lua_State *L) {
  lcb_Node *node = check_node(L);
  luaL_argcheck(L, node->index != 0, 1, "the root is no move");
  return node;
}

/* ---- adding ---- */

/* A move to add, and the NAG for the marks after it, as in "e4!?". */
typedef struct Step {
  lc_Move move;
  uint8_t nag; /* 0 for a move without marks */
} Step;

/* Read a move in the game's own notation. */
static lc_Code read_text(const lcb_Game *game, const lc_Position *p, const char *text, size_t size, Step *out) {
  lc_Reading reading;
  lc_Code code = lc_spelling_read(game->dialect, game->tolerance, p, text, size, &reading);
  *out = (Step){reading.move, (uint8_t)reading.glyph};
  return code == LC_D_BAD_TOKEN ? LC_D_BAD_MOVE : code;
}

/* Read the move at stack index `index`, a text or a Move. Stores LC_D_NONE or an error in `code`. Returns false for any
** other value. */
static bool read_move(lua_State *L, const lcb_Game *game, int index, const lc_Position *p, lc_Code *code,
                      Step *out) {
  if (lua_type(L, index) == LUA_TSTRING) {
    size_t size;
    const char *text = lua_tolstring(L, index, &size);
    *code = read_text(game, p, text, size, out);
    return true;
  }
  const lc_Move *given = lcb_test(L, index, LCB_UP_MOVE);
  if (!given) return false;
  *out = (Step){*given, 0};
  *code = lc_is_playable(p, *given) ? LC_D_NONE : LC_D_ILLEGAL_MOVE;
  return true;
}

/* Return nil, message, code for a text that is not a move; the Node is at stack index 1. */
static int fail_text(lua_State *L, const lcb_Game *game, const lc_Position *p, lc_Code code, const char *text,
                     size_t size, size_t column) {
  if (!game->dialect) return lcb_fail_move(L, p, code, text, size, column);
  lua_getiuservalue(L, 1, 1);
  lcb_game_dialect(L, game, lua_gettop(L));
  return lcb_fail_reading(L, lua_touserdata(L, -1), p, code, text, size, column);
}

/* Return nil, message, code for an error that read_move() found. */
static int fail_move(lua_State *L, const lcb_Game *game, int index, const lc_Position *p, lc_Code code) {
  const lc_Move *given = lcb_test(L, index, LCB_UP_MOVE);
  if (given) return lcb_fail_illegal(L, p, *given);
  size_t size;
  const char *text = lua_tolstring(L, index, &size);
  return fail_text(L, game, p, code, text, size, 0);
}

/* Add a NAG to a node that lacks it. There is room for it. */
static void add_nag(lcb_Game *game, uint32_t at, unsigned nag) {
  lc_Game *tree = &game->tree->game;
  for (uint32_t i = tree->nodes[at].first_note; i != LC_NO_NODE; i = tree->notes[i].next) {
    if (tree->notes[i].kind == LC_NOTE_NAG && tree->notes[i].at == nag) return;
  }
  lcb_game_put_note(game, at, LC_NOTE_NAG, nag, 0);
  game->is_edited = true;
}

/* Return the child of a node with a move, which is added if there is none. There is room for it. */
static uint32_t add_move(lcb_Game *game, uint32_t at, const lc_Position *p, lc_Move move) {
  lc_Game *tree = &game->tree->game;
  uint32_t child = lc_game_child(tree, at, move);
  if (child != LC_NO_NODE) return child;
  lcb_game_change(game);
  int added = lc_game_add(tree, at, p, move, &child);
  assert(added == LC_OK);
  (void)added;
  return child;
}

static uint32_t count_nags(const Step *moves, size_t count) {
  uint32_t nags = 0;
  for (size_t i = 0; i < count; i++) nags += moves[i].nag != 0;
  return nags;
}

/* Add consecutive legal moves, and push the Node of the last one. Room is made for all of them first: a finalizer that
** runs meanwhile may remove the Node. */
static int add_moves(lua_State *L, const Step *moves, size_t count) {
  const lcb_Node *node = check_node(L);
  lcb_Game *game = node->game;
  lua_getiuservalue(L, 1, 1);
  lcb_game_reserve(L, game, lua_gettop(L), (uint32_t)count, count_nags(moves, count));
  uint32_t at = check_node(L)->index;
  lc_Position p;
  lcb_game_position(game, at, &p);
  for (size_t i = 0; i < count; i++) {
    at = add_move(game, at, &p, moves[i].move);
    if (moves[i].nag) add_nag(game, at, moves[i].nag);
    lc_position_play(&p, moves[i].move);
  }
  lcb_push_node(L, game, lua_gettop(L), at);
  return 1;
}

static int fail_without_position(lua_State *L) {
  return lcb_fail(L, LC_D_INVALID_POSITION, "the game has no start position");
}

/***
Add a move after this node: as the main continuation if there is none yet, else as a variation. If the move exists
already, its node is returned. Marks such as `!?` after the move become its NAG.
@function Node:add
@param move string|Move in the notation of the game (SAN, or that of Game.dialect), or a Move
@return Node? node
@return string? err
@return string? code bad_move, illegal_move, ambiguous_move, missing_promotion, game_over; invalid_position if the game
has no start position
@usage chess.game("1. e4 *").root[1]:add("e5!").nags[1]  --> 1
*/
static int node_add(lua_State *L) {
  const lcb_Node *node = check_node(L);
  lc_Position p;
  lc_Code code;
  Step step;
  lcb_game_position(node->game, node->index, &p);
  if (!read_move(L, node->game, 2, &p, &code, &step)) return lcb_expected(L, 2, "string or " LCB_MOVE);
  if (!lcb_node_has_position(node->game, node->index)) return fail_without_position(L);
  if (code != LC_D_NONE) return fail_move(L, node->game, 2, &p, code);
  return add_moves(L, &step, 1);
}

/* Report whether a word belongs to the move before it, as in FIDE's "exd6 e.p."; true only in dialects. */
static bool is_suffix(const lc_Dialect *dialect, const char *text, size_t size) {
  size_t length;
  bool is_own;
  return dialect && lc_suffix_at(dialect, text, size, 0, &length, &is_own) != LC_SUFFIX_NONE && length == size;
}

static int add_text(lua_State *L, const lcb_Node *node) {
  lcb_Tokens tokens = {0};
  tokens.text = lua_tolstring(L, 2, &tokens.length);
  luaL_argcheck(L, tokens.length < LCB_MAX_TREE, 2, "too many moves");
  /* A move takes at least two bytes: the shortest moves (castling or passing in some dialects) have one byte, and a
  ** blank follows. */
  Step *moves = lua_newuserdatauv(L, (tokens.length / 2 + 1) * sizeof *moves, 0);
  size_t count = 0;
  lc_Position p;
  lcb_game_position(node->game, node->index, &p);
  while (lcb_next_token(&tokens)) {
    if (count > 0 && is_suffix(node->game->dialect, tokens.token, tokens.token_length)) continue;
    lc_Code code = read_text(node->game, &p, tokens.token, tokens.token_length, &moves[count]);
    if (code != LC_D_NONE) {
      return fail_text(L, node->game, &p, code, tokens.token, tokens.token_length, lcb_token_column(&tokens));
    }
    lc_position_play(&p, moves[count++].move);
  }
  return add_moves(L, moves, count);
}

static int add_array(lua_State *L, const lcb_Node *node) {
  size_t count = lcb_count_items(L);
  luaL_argcheck(L, count < LCB_MAX_TREE, 2, "too many moves");
  Step *moves = lua_newuserdatauv(L, (count + 1) * sizeof *moves, 0);
  lc_Position p;
  lcb_game_position(node->game, node->index, &p);
  for (size_t i = 0; i < count; i++) {
    lc_Code code;
    lua_rawgeti(L, 2, (lua_Integer)i + 1);
    if (!read_move(L, node->game, -1, &p, &code, &moves[i])) {
      return luaL_argerror(L, 2, lua_pushfstring(L, "item %d: string or " LCB_MOVE " expected, got %s", (int)i + 1,
                                                 lcb_kind(L, -1)));
    }
    if (code != LC_D_NONE) {
      fail_move(L, node->game, lua_gettop(L), &p, code);
      lua_pushnil(L);
      lua_pushfstring(L, "move %d: %s", (int)i + 1, lua_tostring(L, -3));
      lua_pushstring(L, lc_code_name(code));
      return 3;
    }
    lc_position_play(&p, moves[i].move);
    lua_pop(L, 1);
  }
  return add_moves(L, moves, count);
}

/***
Add consecutive moves, each as with `add`. If one of them is illegal, none is added.
@function Node:add_line
@param moves string|table moves separated by blanks, move numbers allowed; or an array of texts and Moves
@return Node? node of the last move
@return string? err `moves:COL: illegal move ...`; for an array, `move N: illegal move ...`
@return string? code bad_move, illegal_move, ambiguous_move, missing_promotion, game_over; invalid_position if the game
has no start position
@usage chess.game("1. e4 *").root[1]:add_line("1... e5 2. Nf3").ply  --> 3
*/
static int node_add_line(lua_State *L) {
  const lcb_Node *node = check_node(L);
  lua_settop(L, 2);
  if (!lcb_node_has_position(node->game, node->index)) return fail_without_position(L);
  if (lua_type(L, 2) == LUA_TSTRING) return add_text(L, node);
  if (lua_type(L, 2) == LUA_TTABLE) return add_array(L, node);
  return lcb_expected(L, 2, "string or array of moves");
}

/* ---- removing ---- */

/***
Remove this move and all moves after it from the game. Using a removed node raises an error.
@function Node:remove
@usage local g = chess.game("1. e4 e5 *"); g.root[1][1]:remove(); return g:movetext():sub(1, -2)  --> 1. e4 *
*/
static int node_remove(lua_State *L) {
  const lcb_Node *node = check_move(L);
  lcb_game_change(node->game);
  lc_game_remove(tree_of(node), node->index);
  return 0;
}

/***
Remove all variations after this node; only its main continuation is left.
@function Node:remove_variations
@return boolean false if there were none
@usage local g = chess.game("1. e4 (1. d4) e5 (1... c5) *"); g.root:remove_variations(); return #g.root  --> 1
*/
static int node_remove_variations(lua_State *L) {
  const lcb_Node *node = check_node(L);
  bool any = lc_game_prune(tree_of(node), node->index);
  if (any) lcb_game_change(node->game);
  lua_pushboolean(L, any);
  return 1;
}

/* ---- reordering ---- */

/* Change the order of siblings. Returns whether anything changed. */
static int reorder(lua_State *L, bool (*change)(lc_Game *, uint32_t)) {
  const lcb_Node *node = check_move(L);
  bool done = change(tree_of(node), node->index);
  if (done) lcb_game_change(node->game);
  lua_pushboolean(L, done);
  return 1;
}

/***
Swap this variation with the one before it; the first variation becomes the main continuation.
@function Node:promote
@return boolean false if it is the main continuation already
@usage local g = chess.game("1. e4 (1. d4) *"); g.root[2]:promote(); return g.root[1].san  --> d4
*/
static int node_promote(lua_State *L) { return reorder(L, lc_game_promote); }

/***
Swap this variation with the one after it. If this is the main continuation, the first variation takes its place.
@function Node:demote
@return boolean false if it is the last variation already
@usage local g = chess.game("1. e4 (1. d4) *"); g.root[1]:demote(); return g.root[1].san  --> d4
*/
static int node_demote(lua_State *L) { return reorder(L, lc_game_demote); }

/***
Make the line through this move the mainline of the game: the moves to it, this move, and its main continuation.
@function Node:make_main
@return boolean false if it is in the mainline already
@usage local g = chess.game("1. e4 (1. d4 d5 (1... f5)) *"); g.root[2][2]:make_main(); return g.final.turn  --> white
*/
static int node_make_main(lua_State *L) { return reorder(L, lc_game_make_main); }

const luaL_Reg lcb_edit_methods[] = {
    {"add", node_add},
    {"add_line", node_add_line},
    {"demote", node_demote},
    {"make_main", node_make_main},
    {"promote", node_promote},
    {"remove", node_remove},
    {"remove_variations", node_remove_variations},
    {NULL, NULL},
};

/* ---- the game as a whole ---- */

static lcb_Game *check_game(lua_State *L) { return lcb_self(L); }

/* Return the result named by argument 3 in any spelling, or NULL. */
static const lc_ResultSpelling *to_result(lua_State *L) {
  size_t size;
  const char *text = lua_type(L, 3) == LUA_TSTRING ? lua_tolstring(L, 3, &size) : NULL;
  return text ? lc_result_find(text, size) : NULL;
}

/* Push the value of the Result tag. The tag alone tells a forfeit from a game that was played. */
static void push_result_tag(lua_State *L, const lc_ResultSpelling *spelling) {
  size_t length;
  const char *text = lc_result_text(spelling->result, &length);
  lua_pushstring(L, spelling->is_forfeit ? spelling->text : text);
}

static int set_result(lua_State *L) {
  lcb_Game *game = check_game(L);
  const lc_ResultSpelling *result = to_result(L);
  if (!result) {
    size_t length;
    const char *given = lua_isstring(L, 3) ? lua_tolstring(L, 3, &length) : NULL;
    const char *quote = given ? "'" : "";
    if (given)
      lcb_push_printable(L, given, length);
    else
      lua_pushstring(L, lcb_kind(L, 3));
    return luaL_error(L, LCB_GAME " field 'result': 1-0, 0-1, 1/2-1/2 or * expected, got %s%s%s", quote,
                      lua_tostring(L, -1), quote);
  }
  if (game->result == LC_RESULT_NONE) lcb_game_replay(L, game, 1, NULL);
  lua_pushliteral(L, "Result");
  push_result_tag(L, result);
  lcb_set_game_tag(L, game, 1, 4);
  if (!game->written) game->written = game->result;
  game->result = result->result;
  if (game->tree) game->tree->game.result = result->result;
  return 0;
}

/***
Number of node ids given so far: those of the root and of all moves, also removed ones. Ids count from 0. `Game:nodes`
iterates over the nodes that are left.
@field Game.node_count integer
@usage chess.game("1. e4 (1. d4) *").node_count  --> 3
*/
static int get_node_count(lua_State *L) {
  lcb_Game *game = check_game(L);
  lcb_game_tree(L, game, 1);
  lua_pushinteger(L, game->tree->game.node_count);
  return 1;
}

/***
Return the node with an id, or nil if it does not exist or was removed.
@function Game:node
@param id integer
@return Node?
@usage chess.game("1. e4 (1. d4) *"):node(2).san  --> d4
*/
static int game_node(lua_State *L) {
  lcb_Game *game = check_game(L);
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

static bool has_commands(const lcb_Game *game, const lc_GameNote *note) {
  lc_Command command;
  return (note->kind == LC_NOTE_AFTER || note->kind == LC_NOTE_BEFORE) &&
         lc_command_next(lcb_note_text(game, note), note->size, 0, &command);
}

/* Return the size of all comments with commands. */
static size_t size_with_commands(const lcb_Game *game) {
  const lc_Game *tree = &game->tree->game;
  size_t size = 0;
  for (uint32_t i = 0; i != LC_NO_NODE; i = lc_game_next(tree, i, 0)) {
    for (uint32_t n = tree->nodes[i].first_note; n != LC_NO_NODE; n = tree->notes[n].next) {
      if (has_commands(game, &tree->notes[n])) size += tree->notes[n].size;
    }
  }
  return size;
}

/* Make room for all comments without their commands. A finalizer that runs meanwhile may add comments. */
static void reserve_stripped(lua_State *L, lcb_Game *game) {
  size_t room;
  do {
    room = size_with_commands(game);
    lcb_game_reserve_notes(L, game, 1, 0, room);
  } while (size_with_commands(game) > room);
}

/* Remove the commands from one comment. Returns whether it had any. */
static bool strip_comment(lcb_Game *game, uint32_t node, uint32_t index) {
  lc_Game *tree = &game->tree->game;
  const lc_GameNote *note = &tree->notes[index];
  if (!has_commands(game, note)) return false;
  size_t size = lc_command_strip(lcb_note_text(game, note), note->size, lcb_game_text_room(game));
  if (size == note->size) return false;
  if (size == 0) {
    lc_game_remove_note(tree, node, index);
  } else {
    lc_game_set_note(tree, index, lcb_game_keep(game, size), (uint32_t)size);
  }
  return true;
}

static bool strip_commands(lcb_Game *game, uint32_t node) {
  const lc_Game *tree = &game->tree->game;
  bool any = false;
  for (uint32_t i = tree->nodes[node].first_note, next; i != LC_NO_NODE; i = next) {
    next = tree->notes[i].next;
    if (strip_comment(game, node, i)) any = true;
  }
  return any;
}

/* Convert the names of Game:strip at index 2 and above to a table {name = true} at index 2. */
static void names_to_table(lua_State *L) {
  int last = lua_gettop(L);
  lua_createtable(L, 0, last - 1);
  for (int i = 2; i <= last; i++) {
    if (lua_type(L, i) != LUA_TSTRING) lcb_expected(L, i, "string");
    lua_pushvalue(L, i);
    lua_pushboolean(L, true);
    lua_settable(L, -3);
  }
  lua_replace(L, 2);
}

/***
Remove annotations from the whole game: without arguments all comments, NAGs and variations, with arguments only the
named ones.
@function Game:strip
@param ... string "comments"; "nags"; "variations", including unreadable ones; "commands": [%clk ...] and the like
inside comments, whose words stay. A table {comments = true, ...} is accepted, too
@return boolean false if there was nothing to remove
@usage local g = chess.game("1. e4! {best} (1. d4) *"); g:strip "variations"; return #g.root  --> 1
*/
static int game_strip(lua_State *L) {
  static const char *const names[] = {"commands", "comments", "nags", "variations", NULL};
  lcb_Game *game = check_game(L);
  if (lua_type(L, 2) == LUA_TSTRING) names_to_table(L);
  lua_settop(L, 2);
  lcb_check_options(L, 2, names);
  bool all = lua_isnil(L, 2);
  bool commands = lcb_option_boolean(L, 2, "commands", false), comments = lcb_option_boolean(L, 2, "comments", all);
  bool nags = lcb_option_boolean(L, 2, "nags", all), variations = lcb_option_boolean(L, 2, "variations", all);
  lcb_game_tree(L, game, 1);
  if (commands && !comments) reserve_stripped(L, game); /* nothing is allocated after it */
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
    if (comments && lc_game_clear_notes(tree, i, LC_NOTE_ODD)) any = true;
    if (commands && !comments && strip_commands(game, i)) any = true;
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
