/*
** game_dialect - see game.h: the dialect of a game that cannot be read as PGN.
**
** Detection is written in Lua (lucena.notation.detect; its `game_with_errors` has the rule by which a dialect replaces
** PGN). Most games that cannot be read are in English and have an illegal move or a mistyped one. stays_pgn() finds
** them without Lua, in about 20 us, so such games do not load the dialects.
*/
#include <string.h>

#include "game.h"

#include "../notation/codes.h"
#include "../notation/lexicon.h"

/* Bytes of movetext that are compared with an earlier detection, as in lucena.notation.detect. */
enum { MOST_BYTES = 1 << 16 };
/* Longer games are always detected as a whole, because detection examines no more plies. */
enum { MOST_EXACT = 1200, SOME_MOVES = 256 };

static bool may_be_foreign(lc_Code code) {
  return code == LC_D_BAD_MOVE || code == LC_D_ILLEGAL_MOVE || code == LC_D_AMBIGUOUS_MOVE || code == LC_D_BAD_TOKEN;
}

static bool is_one_of(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }
static bool is_file(char c) { return c >= 'a' && c <= 'h'; }
static bool is_rank(char c) { return c >= '1' && c <= '8'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

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

/* Report whether a word is a move in digits (ICCF). */
static bool is_in_digits(const char *text, size_t size) {
  return size >= 4 && is_rank(text[0]) && is_rank(text[1]) && is_rank(text[2]) && is_rank(text[3]);
}

/* Report whether a word has a letter or sign that PGN lacks, or a piece after a sign ("P-K4", "Nb1xPc3"). */
static bool has_foreign_form(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (!is_one_of(text[i], LC_PGN_CHARACTERS)) return true;
    if (i > 0 && is_one_of(text[i - 1], "x-") && is_one_of(text[i], "PNBRQK")) return true;
  }
  return false;
}

/* Report whether a word begins with a letter that no English notation has. */
static bool has_foreign_letter(const char *text, size_t size) {
  return size > 0 && is_letter(*text) && !is_one_of(*text, LC_PGN_LETTERS);
}

/* Evidence of a game's language in its mainline. */
typedef struct Signs {
  const char *letters; /* letters that a dialect must read, from "NBRQK" */
  unsigned pieces;
  unsigned foreign; /* number of words with a letter or sign that PGN lacks */
} Signs;

/* Examine the words of the mainline, which cannot be read as PGN from the offset `rest` on. Pieces are those of the
** words that a dialect must read to replace PGN. They are complete only if `wants_pieces` is set. The words after the
** second foreign one make no difference, except by their pieces. */
static void find_signs(const lcb_Game *game, size_t rest, bool wants_pieces, Signs *out) {
  lc_Lexer lexer;
  lc_Token token;
  unsigned depth = 0, beyond = 0;
  lc_lexer_begin(&lexer, game->text, game->size);
  lexer.at = game->tags_end;
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (token.kind == LC_TOKEN_OPEN) depth++;
    if (token.kind == LC_TOKEN_CLOSE && depth > 0) depth--;
    if (depth > 0) continue;
    const char *word = game->text + token.at;
    size_t size = token.end - token.at;
    bool is_text = token.kind == LC_TOKEN_SYMBOL || token.kind == LC_TOKEN_JUNK || token.kind == LC_TOKEN_RESERVED;
    out->foreign += is_text && has_foreign_form(word, size);
    if (out->foreign >= 2 && (!wants_pieces || beyond > LC_FOREIGN_PLIES)) return;
    if (token.kind != LC_TOKEN_SYMBOL) continue;
    beyond += token.at >= rest;
    if (beyond <= LC_FOREIGN_PLIES && has_form_of_san(word, size)) {
      out->pieces |= is_one_of(*word, out->letters) ? 1u << (strchr(out->letters, *word) - out->letters) : 0;
    }
  }
}

/* Report whether no dialect can replace PGN. Either fewer than two words have letters or signs that PGN lacks. Or the
** words that the dialect must read have the letters of an English game, which has knights N and one of B, Q and K; no
** other language has both. (A spec compares the result with detection.) */
static bool stays_pgn(const lcb_Game *game, size_t rest) {
  enum { N = 1, BQK = 2 | 4 | 8 };
  Signs signs = {.letters = "NBQK"};
  const char *word = game->text + rest;
  size_t left = game->size - rest;
  bool is_foreign = has_foreign_letter(word, left);
  find_signs(game, rest, is_foreign, &signs);
  if (signs.foreign < 2) return !is_in_digits(word, left);
  return signs.pieces & N && signs.pieces & BQK && is_foreign;
}

/* Push the arguments for detecting a dialect: the movetext, the start position, and the number of plies that PGN reads.
** If the start is unknown, push nothing and return false. */
static bool push_question(lua_State *L, const lcb_Game *game, uint32_t plies) {
  lc_Start start;
  lcb_game_start(game, &start);
  if (start.code != LC_D_NONE) return false;
  lua_pushlstring(L, game->text + game->tags_end, game->size - game->tags_end);
  *lcb_new_position(L) = start.position;
  lua_pushinteger(L, plies);
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
  if (start.code != LC_D_NONE || end - at > MOST_BYTES) return 0;
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

/* Push the dialect detected for an earlier game with these options, if detection would give it for this game, too.
** `options` is 0 for a game without options. */
static bool push_last_detected(lua_State *L, const lcb_Game *game, int options) {
  unsigned proof = options ? ((const lcb_ReadingOptions *)lua_touserdata(L, options))->proof : 0;
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
  if (!options || lua_type(L, at) != LUA_TSTRING) return;
  unsigned proof = 0;
  for (const char *piece = lua_tostring(L, at); *piece; piece++) {
    proof |= 1u << (LC_KNIGHT + (unsigned)(strchr(letters, *piece) - letters));
  }
  ((lcb_ReadingOptions *)lua_touserdata(L, options))->proof = (uint8_t)proof;
  lua_pushvalue(L, dialect);
  lua_setiuservalue(L, options, LCB_OPTIONS_DETECTED);
}

/* Call the Lua function that detects the dialect of a game, and push the Dialect, or nil. */
static void push_new_detected(lua_State *L, const lcb_Game *game, int options, uint32_t plies) {
  lcb_push_function(L, "lucena.notation.detect", "game_with_errors");
  if (!push_question(L, game, plies)) {
    lua_pushnil(L);
    return;
  }
  lua_call(L, 3, 1);
  if (lua_isnil(L, -1)) return;
  int result = lua_gettop(L);
  lua_getfield(L, result, "name");
  lcb_push_named_dialect(L, -1, 1);
  int dialect = lua_gettop(L);
  lua_getfield(L, result, "proof");
  remember_detected(L, dialect, lua_gettop(L), options);
  lua_pushvalue(L, dialect);
}

/* Push the Dialect of a game that cannot be read as PGN, and return it. It is on top of further values. Returns NULL if
** there is none. */
static const lcb_Dialect *push_detected(lua_State *L, const lcb_Game *game, int index, const lcb_Failure *at) {
  if (!may_be_foreign(at->code) || at->rest >= game->size || stays_pgn(game, at->rest)) return NULL;
  int options = lcb_game_slot(L, index, LCB_GAME_OPTIONS) == LUA_TUSERDATA ? lua_gettop(L) : 0;
  if (!push_last_detected(L, game, options)) push_new_detected(L, game, options, at->plies);
  const lcb_Dialect *dialect = lua_touserdata(L, -1);
  return dialect && !dialect->is_pgn ? dialect : NULL;
}

/* Count the game, whose Dialect is on top of the stack, in its reading options. */
static void count_detected(lua_State *L, const lcb_Game *game, int index) {
  int top = lua_gettop(L);
  lcb_game_slot(L, index, LCB_GAME_OPTIONS);
  lcb_ReadingOptions *options = lua_touserdata(L, -1); /* NULL for nil */
  if (options && game->origin.number > options->counted) {
    options->counted = game->origin.number;
    if (lua_getiuservalue(L, top + 1, LCB_OPTIONS_COUNTS) == LUA_TNIL) {
      lua_newtable(L);
      lua_copy(L, -1, top + 2);
      lua_setiuservalue(L, top + 1, LCB_OPTIONS_COUNTS);
    }
    lua_getfield(L, top, "name");
    lua_pushvalue(L, -1);
    lua_rawget(L, top + 2);
    lua_pushinteger(L, lua_tointeger(L, -1) + 1);
    lua_replace(L, -2);
    lua_rawset(L, top + 2);
  }
  lua_settop(L, top);
}

void lcb_detect_dialect(lua_State *L, lcb_Game *game, int index) {
  int top = lua_gettop(L);
  lcb_Failure at = {.code = game->code, .rest = game->rest, .plies = game->plies};
  index = lua_absindex(L, index);
  luaL_checkstack(L, 12, NULL);
  const lcb_Dialect *dialect = push_detected(L, game, index, &at);
  if (dialect && !game->is_detected) { /* a finalizer may have detected it meanwhile */
    /* Movetext cannot be read in a dialect with hooks. If such a dialect was detected, only the game's diagnostic names
    ** it. */
    if (!dialect->has_hooks) count_detected(L, game, index);
    lcb_set_game_slot(L, index, LCB_GAME_DIALECT);
    if (!dialect->has_hooks) {
      game->dialect = &dialect->table;
      game->is_detected = true;
      game->foreign_at = at.rest;
    }
  }
  lua_settop(L, top);
}

bool lcb_push_other_dialect(lua_State *L, const lcb_Game *game, int index, const lcb_Failure *at) {
  int top = lua_gettop(L);
  luaL_checkstack(L, 12, NULL);
  if (game->dialect) return false;
  bool is_found = lcb_game_slot(L, index, LCB_GAME_DIALECT) == LUA_TUSERDATA; /* detected, but it has functions */
  if (!is_found && lcb_game_slot(L, index, LCB_GAME_OPTIONS) == LUA_TUSERDATA) {
    const lcb_ReadingOptions *options = lua_touserdata(L, -1);
    is_found = !options->is_auto && push_detected(L, game, index, at) != NULL;
  }
  if (is_found) lua_copy(L, -1, top + 1);
  lua_settop(L, is_found ? top + 1 : top);
  return is_found;
}
