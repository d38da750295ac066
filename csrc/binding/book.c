/*
** book - see book.h.
*/
#include "book.h"

#include <string.h>

#include "dialect_box.h"

/* Of the movetext of a broken game; what does not show in so much is not looked for. */
enum { GUESS_BYTES = 1 << 16 };
/* Broken games in a row that nothing was guessed of: the next are as broken, and a guess costs a thousand replays. It
** is made again once a game reads in the dialect that was guessed last. */
enum { MOST_MISSES = 8 };

/* Push the Dialect whose name stands at `index`. */
static void push_named(lua_State *L, int index, int arg) {
  index = lua_absindex(L, index);
  lcb_push_function(L, "lucena.dialect", "find");
  lua_pushvalue(L, index);
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) luaL_argerror(L, arg, lua_pushfstring(L, "option 'dialect': %s", lua_tostring(L, -1)));
  lua_pop(L, 1);
}

/* ---- books ---- */

const lc_Dialect *lcb_push_table(lua_State *L, int index, int arg) {
  if (lua_type(L, index) == LUA_TSTRING) {
    push_named(L, index, arg);
  } else {
    lua_pushvalue(L, index);
  }
  const lcb_Dialect *dialect = luaL_testudata(L, -1, LCB_DIALECT);
  if (!dialect) {
    lcb_bad_option(L, arg, "dialect", "a dialect's name or a " LCB_DIALECT);
    return NULL;
  }
  if (dialect->has_hooks) {
    lua_getfield(L, -1, "name");
    luaL_argerror(L, arg, lua_pushfstring(L, "option 'dialect': '%s' is spelled by functions, which only "
                                          "chess.translate (lucena translate) reads and writes", lua_tostring(L, -1)));
  }
  return dialect->is_pgn ? NULL : &dialect->table;
}

lcb_Book *lcb_push_book(lua_State *L, int name, int dialect, int arg) {
  dialect = lua_absindex(L, dialect);
  if (name) name = lua_absindex(L, name);
  lcb_Book *book = lua_newuserdatauv(L, sizeof *book, LCB_BOOK_VALUES);
  memset(book, 0, sizeof *book);
  book->limits = lcb_usual_limits;
  luaL_newmetatable(L, LCB_BOOK);
  lua_setmetatable(L, -2);
  if (name) {
    lua_pushvalue(L, name);
    lua_setiuservalue(L, -2, LCB_BOOK_NAME);
  }
  if (lua_isnil(L, dialect)) return book;
  lua_pushliteral(L, "auto");
  book->is_auto = lua_rawequal(L, -1, dialect);
  lua_pop(L, 1);
  if (book->is_auto) return book;
  const lc_Dialect *table = lcb_push_table(L, dialect, arg);
  lua_setiuservalue(L, -2, LCB_BOOK_DIALECT);
  book->dialect = table;
  return book;
}

/* The limit that the key below the top of the stack names; NULL: there is none. */
static uint32_t *limit_named(lua_State *L, lcb_Limits *limits) {
  static const char *const names[] = {"comment", "nesting", "tag", "tags"};
  uint32_t *const places[] = {&limits->comment, &limits->nesting, &limits->tag, &limits->tags};
  for (unsigned i = 0; i < 4; i++) {
    if (lua_type(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -2), names[i]) == 0) return places[i];
  }
  return NULL;
}

void lcb_read_limits(lua_State *L, int index, int arg, lcb_Limits *out) {
  if (lua_isnil(L, index)) return;
  if (!lua_istable(L, index)) {
    lua_pushvalue(L, index);
    lcb_bad_option(L, arg, "limits", "a table {comment =, nesting =, tag =, tags =}");
  }
  index = lua_absindex(L, index);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    uint32_t *limit = limit_named(L, out);
    if (!limit) {
      lua_pop(L, 1);
      lcb_bad_option(L, arg, "limits", "comment, nesting, tag or tags");
      return;
    }
    int is_integer;
    lua_Integer value = lua_tointegerx(L, -1, &is_integer);
    if (lua_type(L, -1) != LUA_TNUMBER || !is_integer || value < 0 || value > LCB_MAX_TREE) {
      const char *name = lua_pushfstring(L, "limits.%s", lua_tostring(L, -2));
      lua_pushvalue(L, -2);
      lcb_bad_option(L, arg, name, "integer from 0 to 1073741824");
    }
    *limit = (uint32_t)value;
  }
}

/* Push a user value of the Game's book, or nil; its type. */
static int push_book_value(lua_State *L, int index, int value) {
  int type = LUA_TNIL;
  if (lcb_game_slot(L, index, LCB_GAME_BOOK) == LUA_TUSERDATA) {
    type = lua_getiuservalue(L, -1, value);
    lua_remove(L, -2);
  }
  return type;
}

int lcb_game_name(lua_State *L, int index) { return push_book_value(L, index, LCB_BOOK_NAME); }

int lcb_game_dialect(lua_State *L, const lcb_Game *game, int index) {
  index = lua_absindex(L, index);
  if (!game->dialect) {
    lua_pushnil(L);
    return LUA_TNIL;
  }
  int type = lcb_game_slot(L, index, LCB_GAME_DIALECT);
  if (type != LUA_TNIL) return type;
  lua_pop(L, 1);
  return push_book_value(L, index, LCB_BOOK_DIALECT);
}

/* ---- what a game is in ---- */

static bool may_be_foreign(lc_Code code) {
  return code == LC_D_BAD_MOVE || code == LC_D_ILLEGAL_MOVE || code == LC_D_AMBIGUOUS_MOVE || code == LC_D_BAD_TOKEN;
}

/* Push the movetext, `most` bytes of it at most, and the start; false, nothing pushed: the start is unknown. */
static bool push_question(lua_State *L, const lcb_Game *game, size_t most) {
  lc_Start start;
  lcb_game_start(game, &start);
  if (start.code != LC_D_NONE) return false;
  size_t size = game->size - game->tags_end;
  lua_pushlstring(L, game->text + game->tags_end, size < most ? size : most);
  *lcb_new_position(L) = start.position;
  return true;
}

bool lcb_game_detect(lua_State *L, lcb_Game *game, int index) {
  int top = lua_gettop(L);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 10, NULL);
  if (!may_be_foreign(game->code)) return false;
  lcb_push_function(L, "lucena.notation.detect", "game");
  if (push_question(L, game, SIZE_MAX)) {
    lua_call(L, 2, 1);
    if (lua_istable(L, -1)) {
      lua_getfield(L, -1, "name");
      push_named(L, -1, 1);
      const lcb_Dialect *dialect = lua_touserdata(L, -1);
      /* One of hooks reads no movetext, but is what the game's diagnostic names. */
      if (!dialect->is_pgn) lcb_set_game_slot(L, index, LCB_GAME_DIALECT);
      if (!dialect->has_hooks && !dialect->is_pgn) {
        game->dialect = &dialect->table;
        game->is_detected = true;
        game->foreign_at = game->rest;
        game->rest = SIZE_MAX;
      }
    }
  }
  lua_settop(L, top);
  return game->is_detected;
}

static bool reads_in(const lcb_Game *game, const lc_Dialect *dialect) {
  lc_Start start;
  lc_Replay replay;
  lcb_game_start(game, &start);
  lc_replay_begin(&replay, game->text, game->size, 0, game->tags_end, dialect, &start);
  lc_replay_run(&replay, lc_cpu(), NULL, 0);
  return replay.code == LC_D_NONE;
}

/* Push the last dialect guessed of the book, when the game reads in it. It is one of tables. */
static bool push_last_guess(lua_State *L, const lcb_Game *game, int book) {
  if (lua_getiuservalue(L, book, LCB_BOOK_GUESS) != LUA_TNIL) {
    const lcb_Dialect *dialect = lua_touserdata(L, -1);
    if (reads_in(game, &dialect->table)) return true;
  }
  lua_pop(L, 1);
  return false;
}

/* Ask Lua; push the Dialect. */
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
  push_named(L, -1, 1);
  lua_remove(L, -2);
  /* The guess passes over words that the reader would not: what is promised is tried. */
  const lcb_Dialect *dialect = lua_touserdata(L, -1);
  if (dialect->has_hooks || reads_in(game, &dialect->table)) return true;
  lua_pop(L, 1);
  return false;
}

bool lcb_push_guess(lua_State *L, const lcb_Game *game, int index, lc_Code code) {
  luaL_checkstack(L, 10, NULL);
  if (game->dialect || !may_be_foreign(code)) return false;
  lcb_game_slot(L, index, LCB_GAME_BOOK);
  lcb_Book *book = lua_touserdata(L, -1);
  int at = lua_gettop(L);
  if (book && book->is_auto) { /* it was looked for already */
    lua_pop(L, 1);
    if (lcb_game_slot(L, index, LCB_GAME_DIALECT) == LUA_TUSERDATA) return true;
    lua_pop(L, 1);
    return false;
  }
  bool found = book && push_last_guess(L, game, at);
  if (!found && (!book || book->misses < MOST_MISSES)) {
    found = push_new_guess(L, game);
    const lcb_Dialect *dialect = lua_touserdata(L, -1);
    if (found && book && !dialect->has_hooks) {
      lua_pushvalue(L, -1);
      lua_setiuservalue(L, at, LCB_BOOK_GUESS);
    }
  }
  if (book) book->misses = found ? 0 : book->misses + 1;
  lua_remove(L, at);
  return found;
}
