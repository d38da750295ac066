/*
** game_tree - see game.h: creates a Game, and computes its dialect, mainline and tree when first needed.
*/
#include <string.h>

#include "game.h"

#include "../notation/codes.h"

/* Bytes of movetext that are used to guess the dialect of a game that cannot be read as PGN. */
enum { GUESS_BYTES = 1 << 16 };
/* Longer games are always detected as a whole, because detection examines no more plies. */
enum { MOST_EXACT = 1200, SOME_MOVES = 256 };
/* Guessing stops after this number of consecutive games that cannot be read as PGN and whose dialect could not be
** guessed. The following games would probably fail in the same way, and a guess takes as long as a thousand replays.
** Guessing starts again when a game can be read in the last guessed dialect. */
enum { MOST_MISSES = 8 };

lcb_Game *lcb_push_game(lua_State *L, const lc_Scan *scan, const char *bytes, const lcb_Origin *origin, int options) {
  size_t size = scan->at - scan->begin;
  if (options) options = lua_absindex(L, options);
  lcb_Game *game = lua_newuserdatauv(L, sizeof *game + size, 2);
  memset(game, 0, sizeof *game);
  game->origin = *origin;
  game->size = size;
  game->tags_end = scan->tags_end > scan->begin ? scan->tags_end - scan->begin : 0;
  game->result = scan->result;
  game->has_setup = scan->has_setup;
  game->has_regular_tags = scan->has_regular_tags;
  game->has_open_comment = scan->has_open_comment;
  game->ends_itself = scan->result != LC_RESULT_NONE && !scan->has_open_comment;
  game->result_end = scan->result != LC_RESULT_NONE ? scan->result_end - scan->begin : size;
  game->has_variation = scan->has_variation;
  game->is_restarted = scan->restarts;
  game->rest = SIZE_MAX;
  game->lines = scan->lines;
  game->limits = &lcb_usual_limits;
  game->tolerance = LC_SKIPS | LC_REPAIRS;
  memcpy(game->text, bytes + scan->begin, size);
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_GAME));
  lua_setmetatable(L, -2);
  if (options) {
    const lcb_ReadingOptions *from = lua_touserdata(L, options);
    lua_pushvalue(L, options);
    lua_setiuservalue(L, -2, 1);
    game->dialect = from->dialect;
    game->limits = &from->limits;
    game->tolerance = from->tolerance;
    game->is_undecided = from->is_auto;
  }
  return game;
}

lcb_Game *lcb_check_game(lua_State *L, int arg) { return lcb_check(L, arg, LCB_UP_GAME); }

/* ---- parts of a Game that are computed when first needed ---- */

void lcb_game_start(const lcb_Game *game, lc_Start *out) {
  lc_start_find(game->text, game->has_setup ? game->tags_end : 0, game->tolerance, out);
}

/* Return the offset at which the movetext of a game with an unknown start position begins; SIZE_MAX if the movetext
** has nothing but a result. */
static size_t unplayable(const lcb_Game *game) {
  lc_Lexer lexer;
  lc_Token token;
  lc_lexer_begin(&lexer, game->text, game->size);
  do {
    lc_lexer_next(&lexer, &token);
  } while (token.kind == LC_TOKEN_TAG || lc_is_between_tags(&token));
  return token.kind == LC_TOKEN_END || token.kind == LC_TOKEN_RESULT ? SIZE_MAX : token.at;
}

int lcb_game_slot(lua_State *L, int index, int slot) {
  int type = lua_getiuservalue(L, index, 1);
  if (type != LUA_TTABLE) {
    if (slot == LCB_GAME_OPTIONS) return type;
    lua_pop(L, 1);
    lua_pushnil(L);
    return LUA_TNIL;
  }
  type = lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
  return type;
}

/* Push the table of the Game's slots. Create it, unless a finalizer has just created it. */
static void push_slots(lua_State *L, int index) {
  if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, LCB_GAME_OPTIONS, 0);
  if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) {
    lua_remove(L, -2);
    return;
  }
  lua_rawseti(L, -2, LCB_GAME_OPTIONS);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, 1);
}

void lcb_set_game_slot(lua_State *L, int index, int slot) {
  push_slots(L, lua_absindex(L, index));
  lua_insert(L, -2);
  lua_rawseti(L, -2, slot);
  lua_pop(L, 1);
}

void lcb_fill_game_slot(lua_State *L, int index, int slot) {
  push_slots(L, lua_absindex(L, index));
  if (lua_rawgeti(L, -1, slot) == LUA_TNIL) {
    lua_pushvalue(L, -3);
    lua_rawseti(L, -3, slot);
    lua_pop(L, 2);
  } else {
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
}

/* Push a user value of the Game's reading options, or nil. Returns its type. */
static int push_option(lua_State *L, int index, int value) {
  int type = LUA_TNIL;
  if (lcb_game_slot(L, index, LCB_GAME_OPTIONS) == LUA_TUSERDATA) {
    type = lua_getiuservalue(L, -1, value);
    lua_remove(L, -2);
  }
  return type;
}

int lcb_game_name(lua_State *L, int index) { return push_option(L, index, LCB_OPTIONS_FILE); }

int lcb_game_dialect(lua_State *L, const lcb_Game *game, int index) {
  index = lua_absindex(L, index);
  if (!game->dialect) {
    lua_pushnil(L);
    return LUA_TNIL;
  }
  int type = lcb_game_slot(L, index, LCB_GAME_DIALECT);
  if (type != LUA_TNIL) return type;
  lua_pop(L, 1);
  return push_option(L, index, LCB_OPTIONS_DIALECT);
}

/* ---- the dialect of a game ----
** Detecting and guessing are written in Lua (lucena.notation.detect, lucena.notation.guess). They are called only
** for games that cannot be read as PGN. */

static bool may_be_foreign(lc_Code code) {
  return code == LC_D_BAD_MOVE || code == LC_D_ILLEGAL_MOVE || code == LC_D_AMBIGUOUS_MOVE || code == LC_D_BAD_TOKEN;
}

/* Push the arguments for detecting a dialect: the movetext (at most `most` bytes) and the start position. If the
** start is unknown, push nothing and return false. */
static bool push_question(lua_State *L, const lcb_Game *game, size_t most) {
  lc_Start start;
  lcb_game_start(game, &start);
  if (start.code != LC_D_NONE) return false;
  size_t size = game->size - game->tags_end;
  lua_pushlstring(L, game->text + game->tags_end, size < most ? size : most);
  *lcb_new_position(L) = start.position;
  return true;
}

/* Skip what may stand between moves: blanks, numbers, comments in braces and NAGs. */
static const char *skip_to_move(const char *at, const char *end) {
  while (at < end) {
    if (*at == '{') {
      const char *close = memchr(at, '}', (size_t)(end - at));
      if (!close) return end;
      at = close;
    } else if (!strchr(" \t\r\n.0123456789$", *at)) {
      break;
    }
    at++;
  }
  return at;
}

/* Return the end of a move at `at`, if it is spelled exactly as the dialect writes it, except for signs at its end. Else
** return NULL. */
static const char *skip_exact_move(const char *at, const char *end, const lc_Dialect *dialect, const lc_Position *position,
                                   lc_Move move) {
  char text[LC_DIALECT_TEXT];
  size_t size = lc_dialect_write(dialect, position, move, false, text);
  if (size == 0 || (size_t)(end - at) < size || memcmp(at, text, size) != 0) return NULL;
  at += size;
  while (at < end && strchr("+#!?", *at)) at++;
  return at == end || strchr(" \t\r\n{", *at) ? at : NULL;
}

/* Return which pieces a dialect's letters name in the mainline, as bits 1 << piece. Returns 0 if the dialect does not
** read all moves, or writes some of them otherwise; also if variations come between the moves. */
static unsigned pieces_named(const lcb_Game *game, const lc_Dialect *dialect) {
  lc_Start start;
  lc_Replay replay;
  unsigned pieces = 0;
  const char *at = game->text + game->tags_end, *end = game->text + game->size;
  lcb_game_start(game, &start);
  if (start.code != LC_D_NONE || end - at > GUESS_BYTES) return 0;
  lc_Position position = start.position;
  lc_replay_begin(&replay, game->text, game->size, 0, game->tags_end, dialect, 0, &start);
  for (int status = LC_EROOM; status == LC_EROOM;) {
    lc_Move moves[SOME_MOVES];
    uint32_t first = replay.plies;
    status = lc_replay_run(&replay, lcb_cpu(), moves, SOME_MOVES);
    for (uint32_t i = 0; i < replay.plies - first; i++) {
      at = skip_exact_move(skip_to_move(at, end), end, dialect, &position, moves[i]);
      if (!at) return 0;
      unsigned color, piece = lc_position_piece_at(&position, lc_move_from(moves[i]), &color);
      if (!lc_move_is_castle(moves[i])) pieces |= 1u << piece;
      lc_position_play(&position, moves[i]);
    }
  }
  return replay.code == LC_D_NONE && replay.plies <= MOST_EXACT ? pieces : 0;
}

/* Push the dialect detected for an earlier game with these options, if detection would give it for this game, too. */
static bool push_last_detected(lua_State *L, const lcb_Game *game, int options) {
  unsigned proof = ((const lcb_ReadingOptions *)lua_touserdata(L, options))->proof;
  if (proof == 0) return false;
  lua_getiuservalue(L, options, LCB_OPTIONS_DETECTED);
  const lcb_Dialect *dialect = lua_touserdata(L, -1);
  if ((pieces_named(game, &dialect->table) & proof) == proof) return true;
  lua_pop(L, 1);
  return false;
}

/* Remember the Dialect at a stack index, with the proof in the table at the index `result`, if it has one. */
static void remember_detected(lua_State *L, int dialect, int result, int options) {
  static const char letters[] = "NBRQK";
  if (lua_getfield(L, result, "proof") != LUA_TSTRING) return;
  unsigned proof = 0;
  for (const char *piece = lua_tostring(L, -1); *piece; piece++) {
    proof |= 1u << (LC_KNIGHT + (unsigned)(strchr(letters, *piece) - letters));
  }
  ((lcb_ReadingOptions *)lua_touserdata(L, options))->proof = (uint8_t)proof;
  lua_pushvalue(L, dialect);
  lua_setiuservalue(L, options, LCB_OPTIONS_DETECTED);
}

/* Call the Lua function that detects the dialect of a game, and push the Dialect, or nil. */
static void push_detected(lua_State *L, const lcb_Game *game, int options) {
  lcb_push_function(L, "lucena.notation.detect", "game_with_errors");
  if (!push_question(L, game, SIZE_MAX)) {
    lua_pushnil(L);
    return;
  }
  lua_call(L, 2, 1);
  if (lua_isnil(L, -1)) return;
  int result = lua_gettop(L);
  lua_getfield(L, result, "name");
  lcb_push_named_dialect(L, -1, 1);
  int dialect = lua_gettop(L);
  remember_detected(L, dialect, result, options);
  lua_pushvalue(L, dialect);
}

/* Detect the dialect of a game that cannot be read as PGN; game->code and game->rest give the reason and the place. If
** a dialect is found, the game must now be read in game->dialect. */
static void detect(lua_State *L, lcb_Game *game, int index) {
  int top = lua_gettop(L);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 12, NULL);
  if (!may_be_foreign(game->code)) return;
  lcb_game_slot(L, index, LCB_GAME_OPTIONS);
  int options = lua_gettop(L);
  if (!push_last_detected(L, game, options)) push_detected(L, game, options);
  const lcb_Dialect *dialect = lua_touserdata(L, -1);
  if (dialect && !dialect->is_pgn) {
    /* Movetext cannot be read in a dialect with hooks. If such a dialect was detected, only the game's diagnostic names
    ** it. */
    lcb_set_game_slot(L, index, LCB_GAME_DIALECT);
    if (!dialect->has_hooks) {
      game->dialect = &dialect->table;
      game->is_detected = true;
      game->foreign_at = game->rest;
    }
  }
  lua_settop(L, top);
}

static bool reads_in(const lcb_Game *game, const lc_Dialect *dialect) {
  lc_Start start;
  lc_Replay replay;
  lcb_game_start(game, &start);
  lc_replay_begin(&replay, game->text, game->size, 0, game->tags_end, dialect,
                  game->tolerance & ~(unsigned)LC_ILLEGAL, &start);
  lc_replay_run(&replay, lcb_cpu(), NULL, 0);
  return replay.code == LC_D_NONE;
}

/* Push the last dialect guessed with these options, if the game can be read in it. Only dialects without hooks are
** stored, so the Dialect has a table. */
static bool push_last_guess(lua_State *L, const lcb_Game *game, int options) {
  if (lua_getiuservalue(L, options, LCB_OPTIONS_GUESS) != LUA_TNIL) {
    const lcb_Dialect *dialect = lua_touserdata(L, -1);
    if (reads_in(game, &dialect->table)) return true;
  }
  lua_pop(L, 1);
  return false;
}

/* Call the Lua function that guesses the dialect, and push the Dialect. */
static bool push_new_guess(lua_State *L, const lcb_Game *game) {
  lcb_push_function(L, "lucena.notation.guess", "name");
  if (!push_question(L, game, GUESS_BYTES)) {
    lua_pop(L, 1);
    return false;
  }
  lua_call(L, 2, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lcb_push_named_dialect(L, -1, 1);
  lua_remove(L, -2);
  /* The guess may skip words that the reader does not skip, so the game is now read in the guessed dialect. */
  const lcb_Dialect *dialect = lua_touserdata(L, -1);
  if (dialect->has_hooks || reads_in(game, &dialect->table)) return true;
  lua_pop(L, 1);
  return false;
}

bool lcb_push_guess(lua_State *L, const lcb_Game *game, int index, lc_Code code) {
  luaL_checkstack(L, 10, NULL);
  if (game->dialect || !may_be_foreign(code)) return false;
  lcb_game_slot(L, index, LCB_GAME_OPTIONS);
  lcb_ReadingOptions *options = lua_touserdata(L, -1);
  int at = lua_gettop(L);
  if (options && options->is_auto) { /* detection has tried the dialects already */
    lua_pop(L, 1);
    if (lcb_game_slot(L, index, LCB_GAME_DIALECT) == LUA_TUSERDATA) return true;
    lua_pop(L, 1);
    return false;
  }
  bool found = options && push_last_guess(L, game, at);
  if (!found && (!options || options->misses < MOST_MISSES)) {
    found = push_new_guess(L, game);
    const lcb_Dialect *dialect = lua_touserdata(L, -1);
    if (found && options && !dialect->has_hooks) {
      lua_pushvalue(L, -1);
      lua_setiuservalue(L, at, LCB_OPTIONS_GUESS);
    }
  }
  if (options) options->misses = found ? 0 : options->misses + 1;
  lua_remove(L, at);
  return found;
}

/* ---- the mainline ---- */

/* Play the mainline of an edited tree. */
static void follow_tree(lcb_Game *game, lc_Position *final) {
  const lc_Game *tree = &game->tree->game;
  uint32_t last = 0;
  while (tree->nodes[last].first_child != LC_NO_NODE) last = tree->nodes[last].first_child;
  game->plies = tree->nodes[last].ply;
  if (final) lc_game_position(tree, last, final);
}

/* Play the mainline of the text in the game's current dialect. */
static void play(lcb_Game *game, lc_Position *final) {
  lc_Start start;
  lc_Replay replay;
  lcb_game_start(game, &start);
  lc_replay_begin(&replay, game->text, game->size, 0, game->tags_end, game->dialect, lcb_tolerance(game), &start);
  lc_replay_run(&replay, lcb_cpu(), NULL, 0);
  game->plies = replay.plies;
  game->code = replay.code;
  game->rest = SIZE_MAX;
  if (replay.code != LC_D_NONE) game->rest = start.code != LC_D_NONE ? unplayable(game) : replay.at;
  if (game->result == LC_RESULT_NONE) game->result = (uint8_t)replay.result;
  if (final) *final = replay.position;
}

void lcb_game_replay(lua_State *L, lcb_Game *game, int index, lc_Position *final) {
  if (game->tree && game->tree->is_changed) {
    follow_tree(game, final);
    return;
  }
  if (game->is_replayed && !final) return;
  play(game, final);
  bool is_stuck = game->is_undecided && game->code != LC_D_NONE;
  if (is_stuck) detect(L, game, index);
  game->is_undecided = false;
  if (is_stuck && (game->is_detected || game->tolerance & ~(unsigned)LC_SKIPS)) play(game, final);
  game->is_replayed = true;
}

void lcb_game_settle(lua_State *L, lcb_Game *game, int index) {
  if (game->is_undecided) lcb_game_replay(L, game, index, NULL);
}

void lcb_game_change(lcb_Game *game) {
  if (game->result == LC_RESULT_NONE && !game->is_replayed) { /* the game is still read from its text */
    play(game, NULL); /* the dialect of a game with a tree is already known */
    game->is_replayed = true;
  }
  game->tree->is_changed = game->is_edited = true;
}

/* Grow by half, and at least by the number required. */
static uint32_t grown(uint32_t count, uint32_t room, uint32_t more) { return count + more + room / 2; }

/* Make room in the tree whose userdata is at stack index `at`. Allocating memory may run finalizers that edit this
** game, so the arrays are copied after the allocation. */
static void reserve(lua_State *L, lc_Game *tree, int at, uint32_t nodes, uint32_t notes) {
  while (tree->node_count + nodes > tree->node_room) {
    uint32_t room = grown(tree->node_count, tree->node_room, nodes);
    lc_GameNode *block = lua_newuserdatauv(L, room * sizeof *block, 0);
    if (tree->node_count > room) {
      lua_pop(L, 1);
      continue;
    }
    if (tree->node_count) memcpy(block, tree->nodes, tree->node_count * sizeof *block);
    tree->nodes = block;
    tree->node_room = room;
    lua_setiuservalue(L, at, LCB_TREE_NODES);
  }
  while (tree->note_count + notes > tree->note_room) {
    uint32_t room = grown(tree->note_count, tree->note_room, notes);
    lc_GameNote *block = lua_newuserdatauv(L, room * sizeof *block, 0);
    if (tree->note_count > room) {
      lua_pop(L, 1);
      continue;
    }
    if (tree->note_count) memcpy(block, tree->notes, tree->note_count * sizeof *block);
    tree->notes = block;
    tree->note_room = room;
    lua_setiuservalue(L, at, LCB_TREE_NOTES);
  }
  while (tree->checkpoint_count + 1 > tree->checkpoint_room) {
    uint32_t room = grown(tree->checkpoint_count, tree->checkpoint_room, 4);
    lc_Position *block = lua_newuserdatauv(L, room * sizeof *block, 0);
    if (tree->checkpoint_count > room) {
      lua_pop(L, 1);
      continue;
    }
    if (tree->checkpoint_count) memcpy(block, tree->checkpoints, tree->checkpoint_count * sizeof *block);
    tree->checkpoints = block;
    tree->checkpoint_room = room;
    lua_setiuservalue(L, at, LCB_TREE_CHECKPOINTS);
  }
}

void lcb_game_reserve(lua_State *L, lcb_Game *game, int index, uint32_t nodes, uint32_t notes) {
  lcb_game_slot(L, index, LCB_GAME_TREE);
  reserve(L, &game->tree->game, lua_gettop(L), nodes, notes);
  lua_pop(L, 1);
}

/* Return the number of pool bytes that comments still use. */
static size_t used_text(const lcb_Game *game) {
  const lc_Game *tree = &game->tree->game;
  size_t used = 0;
  for (uint32_t i = 0; i != LC_NO_NODE; i = lc_game_next(tree, i, 0)) {
    for (uint32_t n = tree->nodes[i].first_note; n != LC_NO_NODE; n = tree->notes[n].next) {
      const lc_GameNote *note = &tree->notes[n];
      if (note->kind != LC_NOTE_NAG && note->at + note->size > game->size) used += note->size;
    }
  }
  return used;
}

/* Copy the used texts to a new pool. */
static void move_text(lcb_Game *game, char *to) {
  lc_Game *tree = &game->tree->game;
  size_t size = 0;
  for (uint32_t i = 0; i != LC_NO_NODE; i = lc_game_next(tree, i, 0)) {
    for (uint32_t n = tree->nodes[i].first_note; n != LC_NO_NODE; n = tree->notes[n].next) {
      lc_GameNote *note = &tree->notes[n];
      if (note->kind == LC_NOTE_NAG || note->at + note->size <= game->size) continue;
      memcpy(to + size, lcb_note_text(game, note), note->size);
      note->at = (uint32_t)(game->size + size);
      size += note->size;
    }
  }
  game->tree->pool = to;
  game->tree->pool_size = size;
}

static void reserve_text(lua_State *L, lcb_Game *game, int index, size_t size) {
  lcb_Tree *tree = game->tree;
  size_t used = used_text(game);
  if (size > LCB_MAX_TREE || used + size > LCB_MAX_TREE) {
    luaL_error(L, "comments are too large (%d MiB at most)", LCB_MAX_TREE >> 20);
  }
  /* used_text() and move_text() visit all nodes. To call them seldom, add more room to a tree with more nodes. */
  size_t room = used + size + used / 2 + tree->game.node_count + 256;
  char *pool = lua_newuserdatauv(L, room, 0);
  if (used_text(game) <= room) {
    move_text(game, pool);
    tree->pool_room = room;
    lcb_game_slot(L, index, LCB_GAME_TREE);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, LCB_TREE_POOL);
  }
  lua_pop(L, 1);
}

void lcb_game_reserve_notes(lua_State *L, lcb_Game *game, int index, uint32_t count, size_t size) {
  const lcb_Tree *tree = game->tree;
  index = lua_absindex(L, index);
  for (;;) {
    if (tree->game.note_count + count > tree->game.note_room) {
      lcb_game_reserve(L, game, index, 0, count);
    } else if (tree->pool_room - tree->pool_size < size) {
      reserve_text(L, game, index, size);
    } else {
      return;
    }
  }
}

uint32_t lcb_game_keep_text(lcb_Game *game, const char *text, size_t size) {
  lcb_Tree *tree = game->tree;
  size_t at = tree->pool_size;
  if (size) memcpy(tree->pool + at, text, size);
  tree->pool_size += size;
  return (uint32_t)(game->size + at);
}

static void read_tree(lua_State *L, lc_Game *tree, int at, lc_Reader *reader) {
  while (lc_game_read(tree, reader) == LC_EROOM) {
    reserve(L, tree, at, 16, 16);
    if (reader->depth + 1 < reader->room) continue;
    uint32_t room = 2 * reader->room;
    lc_Frame *frames = lua_newuserdatauv(L, room * sizeof *frames, 0);
    memcpy(frames, reader->frames, reader->room * sizeof *frames);
    reader->frames = frames;
    reader->room = room;
    lua_replace(L, -2);
  }
}

/* Push the tree of the text. The caller attaches it to the Game, so that no finalizer and no code after a memory error
** can use an incomplete tree. */
static lcb_Tree *push_tree(lua_State *L, lcb_Game *game, int index) {
  enum { FRAMES = 8 };
  lc_Start start;
  lc_Reader reader;
  lcb_Tree *out = lua_newuserdatauv(L, sizeof *out, LCB_TREE_VALUES);
  int at = lua_gettop(L);
  memset(out, 0, sizeof *out);
  out->known_node = LC_NO_NODE;
  /* In nearly all files, a move takes at least five bytes of text. */
  reserve(L, &out->game, at, (uint32_t)((game->size - game->tags_end) / 5 + 2), 4);
  lcb_game_settle(L, game, index);
  lcb_game_start(game, &start);
  lc_game_begin(&out->game, &start.position);
  lc_Frame *frames = lua_newuserdatauv(L, FRAMES * sizeof *frames, 0);
  lc_reader_begin(&reader, game->text, game->size, game->dialect, lcb_tolerance(game), &start, frames, FRAMES);
  reader.max_depth = game->limits->nesting;
  if (game->has_regular_tags) reader.lexer.at = game->tags_end; /* nothing between regular tags belongs to the tree */
  read_tree(L, &out->game, at, &reader);
  lua_pop(L, 1);
  return out;
}

void lcb_game_tree(lua_State *L, lcb_Game *game, int index) {
  if (game->tree) return;
  index = lua_absindex(L, index);
  if (game->size > LCB_MAX_TREE) luaL_error(L, "game is too large for a tree (%d MiB at most)", LCB_MAX_TREE >> 20);
  lcb_Tree *tree = push_tree(L, game, index);
  lcb_fill_game_slot(L, index, LCB_GAME_TREE);
  lua_pop(L, 1);
  if (game->tree) return; /* a finalizer has created it meanwhile */
  if (game->result) tree->game.result = game->result; /* the result at the end, not one between the moves */
  game->rest = tree->game.rest;
  game->tree = tree;
}

const lc_Position *lcb_game_position(lcb_Game *game, uint32_t node) {
  lcb_Tree *tree = game->tree;
  if (tree->known_node == node) return &tree->known;
  const lc_GameNode *it = &tree->game.nodes[node];
  if (node != 0 && it->parent == tree->known_node) {
    lc_position_play(&tree->known, it->move);
  } else {
    lc_game_position(&tree->game, node, &tree->known);
  }
  tree->known_node = node;
  return &tree->known;
}
