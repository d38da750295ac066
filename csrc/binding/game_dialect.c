/*
** game_dialect - see game.h: the dialect of a game that cannot be read as PGN.
**
** Detecting and guessing are written in Lua (lucena.notation.detect, lucena.notation.guess). Most games that cannot be
** read are in English and have an illegal move. is_english() finds them without Lua, in about 20 us, so one such game
** in a file does not load the dialects.
*/
#include <string.h>

#include "game.h"

#include "../notation/codes.h"

/* Bytes of movetext that are used to guess the dialect of a game that cannot be read as PGN. */
enum { GUESS_BYTES = 1 << 16 };
/* Longer games are always detected as a whole, because detection examines no more plies. */
enum { MOST_EXACT = 1200, SOME_MOVES = 256 };
/* The dialects of the games in the first bytes of a file are guessed. Of the later games, fewer and fewer are: half of
** those in the next 64 KiB, a quarter of those in the next 128 KiB. A guess takes as long as a thousand replays. Which
** games are guessed depends on their offsets alone, because a worker that reads a part of a file does not know how many
** games come before it. */
enum { FIRST_BYTES = 1 << 16 };

static bool is_guessed(uint64_t offset) {
  uint64_t step = 1, mixed = offset * 0x9E3779B97F4A7C15u >> 32; /* offsets of games may all have a common factor */
  while (offset / step >= FIRST_BYTES) step *= 2;
  return mixed % step == 0;
}

static bool may_be_foreign(lc_Code code) {
  return code == LC_D_BAD_MOVE || code == LC_D_ILLEGAL_MOVE || code == LC_D_AMBIGUOUS_MOVE || code == LC_D_BAD_TOKEN;
}

static bool is_one_of(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }
static bool is_file(char c) { return c >= 'a' && c <= 'h'; }
static bool is_rank(char c) { return c >= '1' && c <= '8'; }

/* Report whether text[0..size) has the form of a move in SAN (PGN 8.2.3), such as "Nbxd2+!" or "O-O". */
static bool has_form_of_san(const char *text, size_t size) {
  while (size > 0 && is_one_of(text[size - 1], "!?")) size--;
  if (size > 0 && is_one_of(text[size - 1], "+#")) size--;
  if (size > 0 && text[0] == 'O')
    return (size == 3 && !memcmp(text, "O-O", 3)) || (size == 5 && !memcmp(text, "O-O-O", 5));
  if (size > 2 && text[size - 2] == '=' && is_one_of(text[size - 1], "NBRQ")) size -= 2;
  if (size < 2 || !is_file(text[size - 2]) || !is_rank(text[size - 1])) return false;
  const char *end = text + size - 2;
  if (text < end && is_one_of(*text, "NBRQK")) text++;
  if (text < end && is_file(*text)) text++;
  if (text < end && is_rank(*text)) text++;
  if (text < end && *text == 'x') text++;
  return text == end;
}

/* Report whether detection cannot find a dialect because the game is in English: all words of its mainline have the
** form of SAN, some with B and some with N. No other language has both letters. No other style reads these words: a
** style that writes such words for some moves has other words for captures or castling. (A spec compares the result
** with detection.) */
static bool is_english(const lcb_Game *game) {
  enum { BOTH = 1 << LC_KNIGHT | 1 << LC_BISHOP };
  lc_Lexer lexer;
  lc_Token token;
  unsigned pieces = 0, depth = 0;
  lc_lexer_begin(&lexer, game->text, game->size);
  lexer.at = game->tags_end;
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (token.kind == LC_TOKEN_OPEN) depth++;
    if (token.kind == LC_TOKEN_CLOSE && depth > 0) depth--;
    if (depth > 0) continue;
    if (token.kind == LC_TOKEN_JUNK || token.kind == LC_TOKEN_RESERVED || token.kind == LC_TOKEN_SUFFIX) return false;
    if (token.kind != LC_TOKEN_SYMBOL) continue;
    const char *word = game->text + token.at;
    if (!has_form_of_san(word, token.end - token.at)) return false;
    pieces |= *word == 'N' ? 1 << LC_KNIGHT : *word == 'B' ? 1 << LC_BISHOP : 0;
  }
  return pieces == BOTH;
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

/* Skip the text between two moves of the mainline: blanks, numbers, comments in braces, NAGs and variations. */
static const char *skip_to_move(const char *at, const char *end) {
  unsigned depth = 0;
  for (; at < end; at++) {
    if (*at == '{') {
      at = memchr(at, '}', (size_t)(end - at));
      if (!at) return end;
    } else if (*at == '(') {
      depth++;
    } else if (*at == ')' && depth > 0) {
      depth--;
    } else if (depth == 0 && !strchr(" \t\r\n.0123456789$", *at)) {
      break;
    }
  }
  return at;
}

/* Return the end of a move at `at`, if it is spelled exactly as the dialect writes it, except for signs at its end.
** Else return NULL. */
static const char *skip_exact_move(const char *at, const char *end, const lc_Dialect *dialect,
                                   const lc_Position *position, lc_Move move) {
  char text[LC_DIALECT_TEXT];
  size_t size = lc_dialect_write(dialect, position, move, false, text);
  if (size == 0 || (size_t)(end - at) < size || memcmp(at, text, size) != 0) return NULL;
  at += size;
  while (at < end && strchr("+#!?", *at)) at++;
  return at == end || strchr(" \t\r\n{()", *at) ? at : NULL;
}

/* Return which pieces a dialect's letters name in the mainline, as bits 1 << piece. Returns 0 if the dialect does not
** read all moves, or writes some of them otherwise. */
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

/* Remember the Dialect at a stack index, if there is a proof (a string, or nil) at the index `at`. */
static void remember_detected(lua_State *L, int dialect, int at, int options) {
  static const char letters[] = "NBRQK";
  if (lua_type(L, at) != LUA_TSTRING) return;
  unsigned proof = 0;
  for (const char *piece = lua_tostring(L, at); *piece; piece++) {
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
  lua_getfield(L, result, "proof");
  remember_detected(L, dialect, lua_gettop(L), options);
  lua_pushvalue(L, dialect);
}

void lcb_detect_dialect(lua_State *L, lcb_Game *game, int index) {
  int top = lua_gettop(L);
  size_t stopped_at = game->rest;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 12, NULL);
  if (!may_be_foreign(game->code) || is_english(game)) return;
  lcb_game_slot(L, index, LCB_GAME_OPTIONS);
  int options = lua_gettop(L);
  if (!push_last_detected(L, game, options)) push_detected(L, game, options);
  const lcb_Dialect *dialect = lua_touserdata(L, -1);
  if (dialect && !dialect->is_pgn && !game->is_detected) { /* a finalizer may have detected it meanwhile */
    /* Movetext cannot be read in a dialect with hooks. If such a dialect was detected, only the game's diagnostic names
    ** it. */
    lcb_set_game_slot(L, index, LCB_GAME_DIALECT);
    if (!dialect->has_hooks) {
      game->dialect = &dialect->table;
      game->is_detected = true;
      game->foreign_at = stopped_at;
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

/* Call the Lua function that guesses the dialect, and push the Dialect, or nothing. `options` is 0 if there are
** none. */
static bool push_new_guess(lua_State *L, const lcb_Game *game, int options) {
  int top = lua_gettop(L);
  lcb_push_function(L, "lucena.notation.guess", "name");
  if (push_question(L, game, GUESS_BYTES)) {
    lua_call(L, 2, 2);
    if (!lua_isnil(L, top + 1)) {
      lcb_push_named_dialect(L, top + 1, 1);
      /* The guess may skip words that the reader does not skip, so the game is now read in the guessed dialect. */
      const lcb_Dialect *dialect = lua_touserdata(L, top + 3);
      bool is_read = dialect->has_hooks || reads_in(game, &dialect->table);
      if (is_read && options && !dialect->has_hooks) remember_detected(L, top + 3, top + 2, options);
      if (is_read) lua_copy(L, top + 3, top + 1);
      lua_settop(L, is_read ? top + 1 : top);
      return is_read;
    }
  }
  lua_settop(L, top);
  return false;
}

bool lcb_push_guess(lua_State *L, const lcb_Game *game, int index, lc_Code code) {
  luaL_checkstack(L, 10, NULL);
  if (game->dialect || !may_be_foreign(code) || is_english(game)) return false;
  lcb_game_slot(L, index, LCB_GAME_OPTIONS);
  lcb_ReadingOptions *options = lua_touserdata(L, -1);
  int at = lua_gettop(L);
  if (options && options->is_auto) { /* detection has tried the dialects already */
    lua_pop(L, 1);
    if (lcb_game_slot(L, index, LCB_GAME_DIALECT) == LUA_TUSERDATA) return true;
    lua_pop(L, 1);
    return false;
  }
  bool found = is_guessed(game->origin.offset)
               && ((options && push_last_detected(L, game, at)) || push_new_guess(L, game, options ? at : 0));
  lua_remove(L, at);
  return found;
}

