/*
** game_diagnostics - trouble as Lua tables, one shape for all: law and catalogue are in notation/diag.h.
**
** A record is {code, severity, file, line, column, offset, game, ply, token, fen, message, text}: column counts
** bytes from 1, offset from 0, both of the decompressed stream; `text` is the whole line to print.
*/
#include <string.h>

#include "../notation/fen.h"
#include "game_box.h"

/* More of one game are counted (field `total` of the array), not kept. */
enum { MAX_RECORDS = 100, TOKEN_SHOWN = 40 };

static void set_string(lua_State *L, const char *key, const char *text, size_t size) {
  lua_pushlstring(L, text, size);
  lua_setfield(L, -2, key);
}

static void set_integer(lua_State *L, const char *key, uint64_t value) {
  lua_pushinteger(L, (lua_Integer)value);
  lua_setfield(L, -2, key);
}

/* message and text of the record on top; the message so far is on top of it. */
static void set_message(lua_State *L, const char *name, uint64_t line, uint64_t column) {
  lua_pushfstring(L, "%s:%I:%I: %s", name ? name : "game", (LUAI_UACINT)line, (LUAI_UACINT)column, lua_tostring(L, -1));
  lua_setfield(L, -3, "text");
  lua_setfield(L, -2, "message");
}

static void begin_record(lua_State *L, lc_Code code, bool is_strict) {
  lua_createtable(L, 0, 12);
  const char *severity = is_strict ? "error" : lc_severity_name(lc_code_severity(code));
  set_string(L, "code", lc_code_name(code), strlen(lc_code_name(code)));
  set_string(L, "severity", severity, strlen(severity));
}

void lcb_push_diagnostic(lua_State *L, lc_Code code, const char *name, uint64_t line, uint64_t column,
                         uint64_t offset, const char *token, size_t token_size) {
  begin_record(L, code, false);
  if (name) set_string(L, "file", name, strlen(name));
  set_integer(L, "line", line);
  set_integer(L, "column", column);
  set_integer(L, "offset", offset);
  if (token_size) {
    set_string(L, "token", token, token_size < TOKEN_SHOWN ? token_size : TOKEN_SHOWN);
    lcb_push_token(L, token, token_size);
    lua_pushfstring(L, "%s %s", lc_code_text(code), lua_tostring(L, -1));
    lua_remove(L, -2);
  } else {
    lua_pushstring(L, lc_code_text(code));
  }
  set_message(L, name, line, column);
}

/* Line and column of an offset in the game's text. */
static void place(const lcb_Game *game, size_t at, uint64_t *line, uint64_t *column) {
  bool before_cr = false;
  *line = game->origin.line + lc_count_lines(lc_cpu(), game->text, at, &before_cr);
  size_t begin = at;
  while (begin > 0 && game->text[begin - 1] != '\n' && game->text[begin - 1] != '\r') begin--;
  *column = at - begin + (begin == 0 ? game->origin.column : 1);
}

typedef struct Trouble {
  lc_Code code;
  size_t at, end;
  const lc_Position *before; /* the position a move was meant for, or NULL */
  uint32_t ply;
  const char *detail;        /* said behind the sentence, or NULL */
} Trouble;

static void push_message(lua_State *L, const lcb_Game *game, const Trouble *trouble) {
  lua_pushstring(L, lc_code_text(trouble->code));
  if (trouble->end > trouble->at) {
    lcb_push_token(L, game->text + trouble->at, trouble->end - trouble->at);
    lua_pushfstring(L, "%s %s", lua_tostring(L, -2), lua_tostring(L, -1));
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
  if (trouble->before) {
    lua_pushfstring(L, "%s (move %d, %s)", lua_tostring(L, -1), (int)trouble->before->fullmove_number,
                    trouble->before->turn ? "Black" : "White");
    lua_remove(L, -2);
  }
  if (trouble->detail) {
    lua_pushfstring(L, "%s: %s", lua_tostring(L, -1), trouble->detail);
    lua_remove(L, -2);
  }
}

static void push_record(lua_State *L, const lcb_Game *game, const char *name, const Trouble *trouble) {
  uint64_t line, column;
  char fen[LC_FEN_MAX];
  place(game, trouble->at, &line, &column);
  begin_record(L, trouble->code, game->is_strict);
  if (name) set_string(L, "file", name, strlen(name));
  set_integer(L, "line", line);
  set_integer(L, "column", column);
  set_integer(L, "offset", game->origin.offset + trouble->at);
  set_integer(L, "game", game->origin.number);
  if (trouble->end > trouble->at) {
    size_t size = trouble->end - trouble->at;
    set_string(L, "token", game->text + trouble->at, size < TOKEN_SHOWN ? size : TOKEN_SHOWN);
  }
  if (trouble->before) {
    set_integer(L, "ply", trouble->ply);
    set_string(L, "fen", fen, lc_fen_write(trouble->before, LC_EP_LEGAL, LC_CASTLING_XFEN, fen));
  }
  push_message(L, game, trouble);
  set_message(L, name, line, column);
}

/* The list being made: an array at stack index `list`. */
typedef struct List {
  lua_State *L;
  const lcb_Game *game;
  const char *name;
  int list;
  unsigned count, errors;
} List;

static void add(List *list, const Trouble *trouble) {
  lua_State *L = list->L;
  if (list->game->is_strict || lc_code_severity(trouble->code) == LC_ERROR) list->errors++;
  if (list->count++ >= MAX_RECORDS) return;
  push_record(L, list->game, list->name, trouble);
  lua_rawseti(L, list->list, (lua_Integer)list->count);
}

static void add_at(List *list, lc_Code code, size_t at, size_t end, const char *detail) {
  Trouble trouble = {.code = code, .at = at, .end = end, .detail = detail};
  add(list, &trouble);
}

/* Why the game cannot start where it says. */
static void add_start(List *list, const lc_Start *start) {
  lua_State *L = list->L;
  if (start->repaired != LC_D_NONE) add_at(list, start->repaired, start->at, start->end, NULL);
  if (start->code == LC_D_NONE) return;
  const char *detail = NULL;
  if (start->code == LC_D_INVALID_POSITION) {
    lcb_fail_problems(L, "", start->problems);
    lua_pop(L, 1);
    detail = strchr(lua_tostring(L, -1), ':');
    if (detail) detail += 2;
  }
  add_at(list, start->code, start->at, start->end, detail);
  lua_settop(L, list->list);
}

static void add_control(List *list) {
  const lcb_Game *game = list->game;
  size_t at = lc_find_control(lc_cpu(), game->text, game->size);
  if (at < game->size) add_at(list, LC_D_CONTROL_CHARACTER, at, at + 1, NULL);
}

/* The Result tag against the movetext's end. */
static void add_result(List *list, unsigned result, size_t result_at) {
  const lcb_Game *game = list->game;
  lc_Tag tag;
  if (result == LC_RESULT_NONE) {
    add_at(list, LC_D_NO_RESULT, game->size, game->size, NULL);
    return;
  }
  if (!lcb_find_tag(game->text, game->tags_end, game->has_plain_tags, "Result", 6, &tag)) return;
  size_t n;
  const char *sign = lc_result_text(result, &n);
  if (tag.value_size == n && memcmp(game->text + tag.value, sign, n) == 0) return;
  lua_State *L = list->L;
  lcb_push_token(L, game->text + tag.value, tag.value_size);
  const char *detail = lua_pushfstring(L, "the tag says %s, the moves end with %s", lua_tostring(L, -1), sign);
  add_at(list, LC_D_RESULT_MISMATCH, result_at, result_at, detail);
  lua_settop(L, list->list);
}

/* Moves that an ambiguous one may mean: "Nd3f4 or Nd5f4". */
static const char *push_candidates(lua_State *L, const lc_Position *p, const char *token, size_t size) {
  lc_San san;
  lc_MoveList found;
  luaL_Buffer b;
  lc_san_parse(token, size, &san);
  lc_san_candidates(p, &san, &found);
  luaL_buffinit(L, &b);
  for (unsigned i = 0; i < found.count; i++) {
    char text[LC_SAN_MAX];
    if (i > 0) luaL_addstring(&b, " or ");
    luaL_addlstring(&b, text, lc_san_write(p, found.moves[i], text));
  }
  luaL_pushresult(&b);
  return lua_tostring(L, -1);
}

static void add_event(List *list, const lc_Reader *reader, const lc_Event *event) {
  const lcb_Game *game = list->game;
  Trouble trouble = {.code = event->code, .at = event->token.at, .end = event->token.end, .ply = event->ply};
  const lc_Frame *line = &reader->frames[reader->depth];
  if (event->code <= LC_D_GAME_OVER || event->code == LC_D_BAD_TOKEN) trouble.before = &line->now;
  if (event->code == LC_D_SAN_STYLE && line->has_move) trouble.before = &line->before;
  if (event->code == LC_D_AMBIGUOUS_MOVE) {
    trouble.detail = push_candidates(list->L, &line->now, game->text + trouble.at, trouble.end - trouble.at);
  }
  if (event->code == LC_D_GAME_OVER) {
    trouble.detail = lc_position_checkers(&line->now) ? "it is checkmate" : "it is stalemate";
  }
  add(list, &trouble);
  lua_settop(list->L, list->list);
}

static void read_all(List *list, lc_Reader *reader) {
  lua_State *L = list->L;
  lc_Event event;
  unsigned result = LC_RESULT_NONE;
  size_t result_at = list->game->size;
  for (;;) {
    if (lc_reader_next(reader, &event) == LC_EROOM) {
      /* list->list + 1: the frames. The old ones are copied before they are let go. */
      uint32_t room = 2 * reader->room;
      lc_Frame *frames = lua_newuserdatauv(L, room * sizeof *frames, 0);
      memcpy(frames, reader->frames, reader->room * sizeof *frames);
      reader->frames = frames;
      reader->room = room;
      lua_replace(L, list->list - 1);
      continue;
    }
    if (event.kind == LC_EVENT_END) break;
    if (event.kind == LC_EVENT_TROUBLE) add_event(list, reader, &event);
    if (event.kind == LC_EVENT_TAG && !event.token.tag.is_good) {
      add_at(list, LC_D_BAD_TAG, event.token.at, event.token.end, NULL);
    }
    if (event.kind == LC_EVENT_COMMENT && event.token.flags & LC_TOKEN_UNCLOSED) {
      add_at(list, LC_D_UNCLOSED_COMMENT, event.token.at, event.token.at + 1, NULL);
    }
    if (event.kind == LC_EVENT_RESULT) {
      result = event.value;
      result_at = event.token.at;
      if (event.token.flags & LC_TOKEN_STYLE) add_at(list, LC_D_RESULT_STYLE, event.token.at, event.token.end, NULL);
    }
  }
  add_result(list, result, result_at);
}

unsigned lcb_push_diagnostics(lua_State *L, const lcb_Game *game, int index, bool style) {
  enum { FRAMES = 8 };
  lc_Start start;
  lc_Reader reader;
  luaL_checkstack(L, 20, NULL);
  lcb_game_slot(L, index, LCB_GAME_NAME);
  const char *name = lua_tostring(L, -1);
  lc_Frame *frames = lua_newuserdatauv(L, FRAMES * sizeof *frames, 0);
  lua_newtable(L);
  List list = {.L = L, .game = game, .name = name, .list = lua_gettop(L)};
  lcb_game_start(game, &start);
  add_start(&list, &start);
  lc_reader_begin(&reader, game->text, game->size, &start, frames, FRAMES);
  reader.wants_style = style;
  read_all(&list, &reader);
  add_control(&list);
  set_integer(L, "total", list.count);
  lua_replace(L, list.list - 2);
  lua_pop(L, 1);
  return list.errors;
}
