/*
** game_line - lines of moves of a game: the mainline move by move, the last mainline position that is in a table (for
** lua/lucena/eco.lua), and any line as the text of a separate game.
**
** A line has the moves from the game's start to a variation, and the moves of the variation to its end. Its text has
** the tags of the game and the moves of the line in SAN with their comments and NAGs, but no variations. So it can be
** queried like a game. Moves are written again in SAN, so the dialect of the game does not matter.
** Writing a line costs about 50 ns per move. last_place() costs 300 ns per ply, mostly for the key. A Board in Lua
** would need 2 us per ply.
*/
#include <assert.h>
#include <string.h>

#include "../chess/identity.h"
#include "../notation/san.h"
#include "game.h"

/* ---- the mainline ---- */

void lcb_game_keep_replay(lua_State *L, lcb_Game *game, int index, const lc_Replay *replay) {
  if (replay->code != LC_D_NONE) {
    lcb_game_replay(L, game, index, NULL);
    return;
  }
  game->plies = replay->plies;
  game->is_replayed = true;
  game->is_undecided = false;
  if (game->result == LC_RESULT_NONE) game->result = (uint8_t)replay->result;
}

static void begin_replay(const lcb_Game *game, lcb_Mainline *out, const lc_Start *start) {
  out->ready = out->taken = 0;
  lcb_game_begin_replay(game, start, &out->replay);
}

/* Read the moves as PGN in advance. Returns false if they are too many or cannot be read. */
static bool reads_as_pgn(lcb_Mainline *out) {
  lc_replay_run(&out->replay, lcb_cpu(), out->moves, LCB_READY_MOVES);
  out->ready = out->replay.plies;
  return out->replay.is_over && out->replay.code == LC_D_NONE;
}

void lcb_mainline_begin(lua_State *L, lcb_Game *game, int index, lcb_Mainline *out, lc_Start *start) {
  lcb_game_start(game, start);
  out->node = 0;
  begin_replay(game, out, start);
  if (game->is_undecided && !reads_as_pgn(out)) {
    lcb_game_settle(L, game, index);
    begin_replay(game, out, start);
  }
  out->tree = game->is_edited && game->tree ? &game->tree->game : NULL;
}

/* Return the moves that were read in advance. */
static size_t take_ready(lcb_Mainline *line, lc_Move *moves, size_t room) {
  size_t left = line->ready - line->taken, count = left < room ? left : room;
  memcpy(moves, line->moves + line->taken, count * sizeof *moves);
  line->taken += (uint32_t)count;
  return count;
}

size_t lcb_mainline_next(lcb_Mainline *line, lc_Move *moves, size_t room) {
  size_t count = 0;
  if (!line->tree) {
    uint32_t before = line->replay.plies;
    if (line->ready > 0) return take_ready(line, moves, room);
    if (!line->replay.is_over) lc_replay_run(&line->replay, lcb_cpu(), moves, room);
    return line->replay.plies - before;
  }
  const lc_GameNode *nodes = line->tree->nodes;
  while (count < room && nodes[line->node].first_child != LC_NO_NODE) {
    line->node = nodes[line->node].first_child;
    moves[count++] = nodes[line->node].move;
  }
  return count;
}

void lcb_mainline_end(lua_State *L, lcb_Game *game, int index, const lcb_Mainline *line) {
  if (!line->tree) lcb_game_keep_replay(L, game, index, &line->replay);
}

/* ---- the last known position ---- */

enum { FEW_MOVES = 256 };

typedef struct Place {
  lc_Position position;
  lua_Integer ply; /* -1 if not found */
} Place;

/* Report whether the table at stack index 2 has a value for the position's key. */
static bool is_in(lua_State *L, const lc_Position *p) {
  bool is_there = lua_rawgeti(L, 2, (lua_Integer)lc_position_key(p)) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

static void look(lua_State *L, const lc_Position *p, lua_Integer ply, lua_Integer before, Place *out) {
  if (ply >= before || !is_in(L, p)) return;
  out->position = *p;
  out->ply = ply;
}

/***
Find the last position of the mainline whose key is in a table.
@function core.last_place
@param game Game
@param by_key table [Position.key] = any value
@param before? integer search only lower plies
@return integer? ply 0 is the start of the game; nil if not found
@return Position? position
@usage local e4 = chess.position():play "e4"
  return (require("lucena.core").last_place(chess.game "1. e4 e5 *", {[e4.key] = true}))  --> 1
*/
static int last_place(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer before = luaL_optinteger(L, 3, LUA_MAXINTEGER);
  lua_settop(L, 2);
  lc_Start start;
  lcb_Mainline line;
  lc_Move moves[FEW_MOVES];
  Place found = {.ply = -1};
  lua_Integer ply = 0;
  lcb_mainline_begin(L, game, 1, &line, &start);
  if (start.code != LC_D_NONE) return lua_pushnil(L), 1;
  lc_Position p = start.position;
  look(L, &p, ply, before, &found);
  for (size_t count; (count = lcb_mainline_next(&line, moves, FEW_MOVES)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_position_play(&p, moves[i]);
      look(L, &p, ++ply, before, &found);
    }
  }
  lcb_mainline_end(L, game, 1, &line);
  if (found.ply < 0) return lua_pushnil(L), 1;
  lua_pushinteger(L, found.ply);
  *lcb_new_position(L) = found.position;
  return 2;
}

enum { FEW_PLIES = 16 };

/***
Find the first position of the mainline that equals a position, and the move played there. The moves after it are not
replayed. The cost is reading the moves up to the position, and 20 ns per ply.
@function core.first_place
@param game Game
@param position Position
@return integer? ply nil if the mainline does not reach the position
@return Move? move nil if the mainline ends there
@usage local e4 = chess.position():play "e4"
  return select(2, require("lucena.core").first_place(chess.game "1. e4 e5 *", e4))  --> e7e5
*/
static int first_place(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  const lc_Position *position = luaL_checkudata(L, 2, LCB_POSITION);
  lc_Position sought = *position;
  lc_Start start;
  lcb_Mainline line;
  lc_Move moves[FEW_PLIES];
  lua_Integer ply = 0;
  lua_settop(L, 1);
  lcb_mainline_begin(L, game, 1, &line, &start);
  lc_Position p = start.position;
  bool is_found = start.code == LC_D_NONE && lc_position_equal(&p, &sought);
  for (size_t count; (count = lcb_mainline_next(&line, moves, FEW_PLIES)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      if (is_found) return lua_pushinteger(L, ply), lcb_push_move(L, moves[i]), 2;
      lc_position_play(&p, moves[i]);
      ply++;
      is_found = lc_position_equal(&p, &sought);
    }
  }
  lcb_mainline_end(L, game, 1, &line);
  if (!is_found) return lua_pushnil(L), 1;
  return lua_pushinteger(L, ply), 1;
}

/* ---- finding variations ---- */

/* Report whether a node begins a variation, that is, is not its parent's main continuation. */
static bool is_variation(const lc_Game *tree, uint32_t i) {
  const lc_GameNode *node = &tree->nodes[i];
  return !node->is_removed && tree->nodes[node->parent].first_child != i;
}

/***
Return the first node of the next variation.
@function core.next_variation
@param game Game
@param after? Node of that game; default: find the first variation
@return Node? node nil after the last one
@usage require("lucena.core").next_variation(chess.game("1. e4 (1. d4) *")).san  --> d4
*/
static int next_variation(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  const lcb_Node *after = lua_isnoneornil(L, 2) ? NULL : lcb_check_node(L, 2);
  luaL_argcheck(L, !after || after->game == game, 2, "the Node is of another game");
  lcb_game_tree(L, game, 1);
  const lc_Game *tree = &game->tree->game;
  uint32_t i = after ? after->index + 1 : 1;
  while (i < tree->node_count && !is_variation(tree, i)) i++;
  if (i < tree->node_count) {
    lcb_push_node(L, game, 1, i);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/* ---- a line as text ---- */

typedef struct Line {
  const lcb_Game *game;
  const lc_Game *tree;
  uint32_t last, count; /* the last node of the line; number of its moves */
  char *out;
  size_t size, room;
} Line;

/* Sizes around the texts of a line, in bytes: a number, three periods and a blank; braces and a blank; `$`, a number
** and a blank; a blank. */
enum { AROUND_NUMBER = LC_DIGITS_32 + 4, AROUND_COMMENT = 3, AROUND_NAG = LC_DIGITS_32 + 2, AROUND_MOVE = 1 };

/* Return an upper bound of the bytes that a node needs for its move number, move and notes. */
static size_t bytes_of(const Line *line, uint32_t i) {
  size_t bytes = AROUND_NUMBER + LC_SAN_MAX + AROUND_MOVE + LC_ILLEGAL_MARK_SIZE + AROUND_COMMENT;
  for (uint32_t n = line->tree->nodes[i].first_note; n != LC_NO_NODE; n = line->tree->notes[n].next) {
    const lc_GameNote *note = &line->tree->notes[n];
    bytes += note->kind == LC_NOTE_NAG ? AROUND_NAG : note->size + AROUND_COMMENT;
  }
  return bytes;
}

/* Find the end of the line. Returns an upper bound of the bytes that its text needs. */
static size_t measure(Line *line, uint32_t node) {
  const lc_GameNode *nodes = line->tree->nodes;
  size_t bytes = line->game->tags_end + sizeof "\n\n" + LC_RESULT_MAX;
  while (nodes[node].first_child != LC_NO_NODE) node = nodes[node].first_child;
  line->last = node;
  line->count = nodes[node].ply;
  for (; node != 0; node = nodes[node].parent) bytes += bytes_of(line, node);
  return bytes + bytes_of(line, 0);
}

/* Append a text. measure() has counted it. */
static void put(Line *line, const char *text, size_t size) {
  assert(size <= line->room - line->size);
  memcpy(line->out + line->size, text, size);
  line->size += size;
}

static void put_number(Line *line, uint32_t number) {
  char digits[LC_DIGITS_32];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  put(line, digits + at, sizeof digits - at);
}

/* Write a comment. If it contains a closing brace, it was read from a ; comment, so it is written as a ; comment. */
static void put_comment(Line *line, const char *text, size_t size) {
  bool has_brace = memchr(text, '}', size) != NULL;
  put(line, has_brace ? ";" : "{", 1);
  put(line, text, size);
  put(line, has_brace ? "\n" : "} ", has_brace ? 1 : 2);
}

/* Write the notes of one kind. Returns false if the node has none. */
static bool put_notes(Line *line, uint32_t i, lc_NoteKind kind) {
  bool is_any = false;
  for (uint32_t n = line->tree->nodes[i].first_note; n != LC_NO_NODE; n = line->tree->notes[n].next) {
    const lc_GameNote *note = &line->tree->notes[n];
    if (note->kind != kind) continue;
    is_any = true;
    if (kind != LC_NOTE_NAG) {
      put_comment(line, lcb_note_text(line->game, note), note->size);
      continue;
    }
    put(line, "$", 1);
    put_number(line, note->at);
    put(line, " ", 1);
  }
  return is_any;
}

/* Write a move with its notes. The move number is always written, so that comments before the move stay before it. */
static void put_move(Line *line, uint32_t i, lc_Position *p) {
  lc_Move move = line->tree->nodes[i].move;
  put_number(line, p->fullmove_number);
  put(line, p->turn == LC_WHITE ? ". " : "... ", p->turn == LC_WHITE ? 2 : 4);
  put_notes(line, i, LC_NOTE_BEFORE);
  char san[LC_SAN_MAX];
  put(line, san, lc_san_write(p, move, san));
  put(line, " ", 1);
  put_notes(line, i, LC_NOTE_NAG);
  if (line->tree->nodes[i].is_illegal) put_comment(line, LC_ILLEGAL_MARK, LC_ILLEGAL_MARK_SIZE);
  put_notes(line, i, LC_NOTE_AFTER);
  lc_position_play(p, move);
}

static void put_line(Line *line, uint32_t *path) {
  lc_Position p = line->tree->start;
  size_t length;
  const char *result = lc_result_text(line->tree->result, &length);
  put(line, line->game->text, line->game->tags_end);
  put(line, "\n\n", 2);
  put_notes(line, 0, LC_NOTE_AFTER);
  for (uint32_t i = line->last, at = line->count; i != 0; i = line->tree->nodes[i].parent) path[--at] = i;
  for (uint32_t i = 0; i < line->count; i++) put_move(line, path[i], &p);
  put(line, result, length);
}

/***
Return the line through a node as the text of a game: the moves to the node, then the main continuation.
@function core.line_text
@param node Node
@return string text in export notation; the tags are copied from the game's text
@usage require("lucena.core").line_text(chess.game("1. e4 (1. d4 d5) *").root[2])
*/
static int line_text(lua_State *L) {
  const lcb_Node *node = lcb_check_node(L, 1);
  Line line = {.game = node->game, .tree = &node->game->tree->game};
  size_t room = 0, needed;
  char *block = NULL;
  /* A finalizer may change the game while memory is allocated. */
  while ((needed = measure(&line, node->index) + sizeof(uint32_t) * line.count) > room) {
    lua_settop(L, 1);
    room = 2 * needed;
    block = lua_newuserdatauv(L, room, 0);
  }
  line.out = block + sizeof(uint32_t) * line.count;
  line.room = room - sizeof(uint32_t) * line.count;
  put_line(&line, (uint32_t *)(void *)block);
  lua_pushlstring(L, line.out, line.size);
  return 1;
}

static const luaL_Reg functions[] = {
    {"first_place", first_place}, {"last_place", last_place}, {"line_text", line_text},
    {"next_variation", next_variation}, {NULL, NULL}};

void lcb_open_line(lua_State *L) { lcb_functions(L, functions); }
