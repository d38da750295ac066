/*
** game_diagnostics - the diagnostics of a game's text, found by reading it once more: Game.diagnostics, Game:check.
*/
#include <string.h>

#include "../chess/checks.h"
#include "../chess/movegen.h"
#include "../notation/codes.h"
#include "../notation/fen.h"
#include "../notation/san.h"
#include "../pgn/encoding.h"
#include "../pgn/text.h"
#include "dialect.h"
#include "game.h"
#include "grow.h"

/* A game has at most MAX_RECORDS records; further diagnostics are only counted, in field `total` of the array. */
enum { MAX_RECORDS = 100 };

static void push_message(lua_State *L, const lcb_Game *game, const lcb_Finding *finding) {
  lua_pushstring(L, lc_code_text(finding->code));
  if (finding->end > finding->at) {
    lcb_push_token(L, game->text + finding->at, finding->end - finding->at);
    lua_pushfstring(L, "%s %s", lua_tostring(L, -2), lua_tostring(L, -1));
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
  if (finding->before) {
    lua_pushfstring(L, "%s (move %d, %s)", lua_tostring(L, -1), (int)finding->before->fullmove_number,
                    finding->before->turn ? "Black" : "White");
    lua_remove(L, -2);
  }
  lcb_add_detail(L, finding->detail);
}

static void push_record(lua_State *L, const lcb_Game *game, const char *name, const lcb_Finding *finding) {
  char fen[LC_FEN_MAX];
  lcb_Origin place = game->origin;
  lcb_advance(&place, game->text, 0, finding->at);
  lcb_begin_record(L, finding->code, game->is_strict);
  if (name) lcb_set_string(L, "file", name, strlen(name));
  lcb_set_integer(L, "line", place.line);
  lcb_set_integer(L, "column", place.column);
  lcb_set_integer(L, "offset", place.offset);
  lcb_set_integer(L, "game", game->origin.number);
  if (finding->end > finding->at) {
    size_t size = finding->end - finding->at;
    lcb_set_string(L, "token", game->text + finding->at, size < LCB_TOKEN_SHOWN ? size : LCB_TOKEN_SHOWN);
    lcb_set_integer(L, "size", size);
  }
  if (finding->before) {
    lcb_set_integer(L, "ply", finding->ply);
    lcb_set_string(L, "fen", fen, lc_fen_write(lcb_cpu(), finding->before, LC_EP_LEGAL, LC_CASTLING_XFEN, fen));
  }
  push_message(L, game, finding);
  lcb_set_message(L, name, place.line, place.column);
}

void lcb_push_finding(lua_State *L, lcb_Game *game, int index, const lcb_Finding *finding) {
  index = lua_absindex(L, index);
  lcb_game_name(L, index);
  push_record(L, game, lua_tostring(L, -1), finding);
  lua_remove(L, -2);
}

/* The list being built: an array at stack index `list`. The table of the tag names seen so far is at `list` - 2. */
typedef struct List {
  lua_State *L;
  const lcb_Game *game;
  int index;
  const char *name;
  int list;
  unsigned count, errors, tags;
  unsigned unread;  /* number of the record about unreadable text whose end is not known yet, or 0 */
  size_t unread_at; /* the beginning of this text */
  bool has_moves, has_numbers; /* both are about the part of the mainline that has been read */
  bool has_short_fen; /* the FEN has no castling field */
} List;

static void add(List *list, const lcb_Finding *finding) {
  lua_State *L = list->L;
  if (list->game->is_strict || lc_code_severity(finding->code) == LC_ERROR) list->errors++;
  if (list->count++ >= MAX_RECORDS) return;
  push_record(L, list->game, list->name, finding);
  lua_rawseti(L, list->list, (lua_Integer)list->count);
}

static void add_at(List *list, lc_Code code, size_t at, size_t end, const char *detail) {
  lcb_Finding finding = {.code = code, .at = at, .end = end, .detail = detail};
  add(list, &finding);
}

/* If the token at `at` ends its mainline or variation, its record, the last one, covers all text that becomes
** unreadable, and not only the token. */
static void begin_unread(List *list, const lc_Reader *reader, size_t at) {
  const lc_Frame *line = &reader->frames[reader->depth];
  if (line->unreadable_at != at && reader->skipped == 0) return;
  list->unread = list->count <= MAX_RECORDS ? list->count : 0;
  list->unread_at = at;
}

/* The unreadable text ends at `end`, or before the white space that ends there. */
static void end_unread(List *list, size_t end) {
  lua_State *L = list->L;
  if (list->unread == 0) return;
  while (end > list->unread_at && lc_is_space(list->game->text[end - 1])) end--;
  lua_rawgeti(L, list->list, list->unread);
  if (end > list->unread_at) lcb_set_integer(L, "size", end - list->unread_at);
  lua_pop(L, 1);
  list->unread = 0;
}

/* Return the text on the fields that a FEN lacks. */
static const char *missing_fields(const lc_Start *start) {
  return start->fields == 1 ? "it is read as w - - 0 1, without castling rights"
                            : "it is read as - - 0 1, without castling rights";
}

/* Push the text that follows the sentence of a repair or an error of the start position, or nil. */
static const char *push_start_detail(lua_State *L, const lc_Start *start, lc_Code code) {
  if (code == LC_D_INVALID_POSITION || code == LC_D_UNREACHABLE_POSITION) lcb_push_problems(L, start->problems);
  else lua_pushstring(L, code == LC_D_FEN_FIELDS ? missing_fields(start) : NULL);
  return lua_tostring(L, -1);
}

/* Add the diagnostics of the start position. */
static void add_start(List *list, const lc_Start *start) {
  lua_State *L = list->L;
  if (start->setup_end) add_at(list, LC_D_SETUP_MISMATCH, start->setup_at, start->setup_end, NULL);
  for (unsigned i = 0; i < start->repair_count; i++) {
    bool is_short = start->repairs[i] == LC_D_FEN_FIELDS;
    list->has_short_fen = list->has_short_fen || is_short;
    add_at(list, start->repairs[i], start->at, start->end, push_start_detail(L, start, start->repairs[i]));
    lua_settop(L, list->list);
  }
  if (start->code == LC_D_NONE) return;
  add_at(list, start->code, start->at, start->end, push_start_detail(L, start, start->code));
  lua_settop(L, list->list);
}

static void add_control(List *list) {
  const lcb_Game *game = list->game;
  size_t at = lc_find_control(lcb_cpu(), game->text, game->size);
  if (at < game->size) add_at(list, LC_D_CONTROL_CHARACTER, at, at + 1, NULL);
}

static void add_encoding(List *list) {
  const lcb_Game *game = list->game;
  lc_Encoded encoded;
  lc_encoding_of(lcb_cpu(), game->text, game->size, &encoded);
  if (!encoded.is_mixed) return;
  bool is_utf8 = encoded.end > encoded.at + 1;
  const char *detail = is_utf8 ? "this is UTF-8, other bytes of the game are not" : "no character has this byte";
  add_at(list, LC_D_MIXED_ENCODING, encoded.at, encoded.end, detail);
}

/* Report that a game exceeds a limit which the user can set. */
static void add_beyond(List *list, lc_Code code, const char *name, uint32_t limit, size_t at, size_t end) {
  lua_State *L = list->L;
  const char *detail = lua_pushfstring(L, "the limit is %d; --allow %s=N sets it (limits = {%s = N} in Lua)",
                                       (int)limit, name, name);
  add_at(list, code, at, end, detail);
  lua_settop(L, list->list);
}

/* Check whether the tag's name has occurred before. Each name is reported only once. */
static void add_duplicate(List *list, const lc_Token *token) {
  lua_State *L = list->L;
  int seen = list->list - 2;
  lua_pushlstring(L, list->game->text + token->tag.name, token->tag.name_size);
  lua_pushvalue(L, -1);
  int type = lua_rawget(L, seen); /* nil for a new name, true after the first tag, false once it is reported */
  bool is_second = type == LUA_TBOOLEAN && lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (type == LUA_TNIL || is_second) {
    lua_pushboolean(L, type == LUA_TNIL);
    lua_rawset(L, seen);
  }
  lua_settop(L, list->list);
  if (is_second) add_at(list, LC_D_DUPLICATE_TAG, token->at, token->end, NULL);
}

/* Report a malformed tag, with the spelling that is meant if it is clear. */
static void add_bad_tag(List *list, const lc_Token *token) {
  lua_State *L = list->L;
  const char *text = list->game->text + token->at;
  const char *detail = token->tag.is_good ? "a quotation mark in it has no backslash" : NULL;
  size_t end = 1, size = token->end - token->at;
  while (end < size && lc_is_digit(text[end])) end++;
  if (!detail && end > 1 && end + 1 == size && text[end] == ']') {
    lua_pushlstring(L, text + 1, end - 1);
    detail = lua_pushfstring(L, "a move number is written %s.", lua_tostring(L, -1));
  }
  add_at(list, LC_D_BAD_TAG, token->at, token->end, detail);
  lua_settop(L, list->list);
}

static void add_tag(List *list, const lc_Token *token) {
  const lc_Tag *tag = &token->tag;
  if (!tag->is_good || tag->has_quotes) add_bad_tag(list, token);
  const lcb_Limits *limits = list->game->limits;
  if (tag->value_size > limits->tag) {
    add_beyond(list, LC_D_TAG_TOO_LONG, "tag", limits->tag, token->at, token->end);
  }
  if (list->tags++ == limits->tags) {
    add_beyond(list, LC_D_TOO_MANY_TAGS, "tags", limits->tags, token->at, token->end);
  }
  /* A damaged game may have a million tag names. A table of them would need several times as much memory as the
  ** game. */
  bool is_among_many = list->tags > limits->tags && list->tags > lcb_usual_limits.tags;
  if (tag->name_size > 0 && !is_among_many) add_duplicate(list, token);
}

/* Count the tag sections in text[from..size). */
static int count_sections(const char *text, size_t size, size_t from) {
  int sections = 0;
  for (size_t at = lc_section_find(text, size, from); at != SIZE_MAX; sections++) {
    do {
      while (at < size && !lc_is_line_end(text[at])) at++;
      while (at < size && lc_is_space(text[at])) at++;
    } while (at < size && text[at] == '[' && lc_tag_begins(text, size, at));
    at = at < size ? lc_section_find(text, size, at) : SIZE_MAX;
  }
  return sections;
}

/* Report a comment that extends to the end of the game's text. The diagnostic has the size of the comment and the
** number of games that the comment seems to contain. */
static void add_open_comment(List *list, const lc_Token *token) {
  lua_State *L = list->L;
  const lcb_Game *game = list->game;
  int sections = count_sections(game->text, game->size, token->text);
  const char *detail = lua_pushfstring(L, "it takes in the last %I bytes", (LUAI_UACINT)(game->size - token->at));
  if (sections > 0) {
    detail = lua_pushfstring(L, "%s, %d tag section%s among them, which salvage (filter --salvage) reads", detail,
                             sections, sections == 1 ? "" : "s");
  }
  add_at(list, LC_D_UNCLOSED_COMMENT, token->at, token->at + 1, detail);
  lua_settop(L, list->list);
}

/* Report a closed comment that contains a tag section. If another opening brace follows the section, the closing brace
** belongs to it. */
static void add_section(List *list, const lc_Token *token, size_t section) {
  const char *text = list->game->text;
  size_t end = token->text + token->text_size;
  if (memchr(text + section, '{', end - section)) {
    lua_State *L = list->L;
    const char *detail = lua_pushfstring(L, "it takes in %I bytes with a tag section and another brace in them, which "
                                         "salvage (filter --salvage) reads", (LUAI_UACINT)(end - token->at));
    add_at(list, LC_D_UNCLOSED_COMMENT, token->at, token->at + 1, detail);
    lua_settop(L, list->list);
  } else {
    add_at(list, LC_D_COMMENT_HAS_TAGS, token->at, token->at + 1, NULL);
  }
}

static void add_comment(List *list, const lc_Token *token) {
  const lcb_Game *game = list->game;
  if (token->flags & LC_TOKEN_UNCLOSED) {
    add_open_comment(list, token);
  } else if (!(token->flags & LC_TOKEN_LINE)) {
    size_t section = lc_section_find(game->text, token->text + token->text_size, token->text);
    if (section != SIZE_MAX) add_section(list, token, section);
  }
  if (token->text_size > game->limits->comment) {
    add_beyond(list, LC_D_COMMENT_TOO_LONG, "comment", game->limits->comment, token->at, token->at + 1);
  }
}

/* Report a game whose last word is castling in a spelling that is also a result: "0-0" is a loss for both players. */
static void add_castling(List *list, const lc_Token *move) {
  const char *text = list->game->text + move->at;
  size_t size = move->end - move->at;
  const lc_ResultSpelling *found = size > 0 ? lc_result_word(text, size) : NULL;
  if (!found || strlen(found->text) != size) return;
  lua_State *L = list->L;
  const char *detail = lua_pushfstring(L, "a Result tag \"%s\" makes it the result", found->text);
  add_at(list, LC_D_CASTLING_OR_RESULT, move->at, move->end, detail);
  lua_settop(L, list->list);
}

/* Compare the Result tag with the result of the movetext. */
static void add_result(List *list, unsigned result, size_t result_at) {
  const lcb_Game *game = list->game;
  lc_Tag tag;
  if (result == LC_RESULT_NONE) {
    add_at(list, game->is_restarted ? LC_D_RESTARTED_MOVETEXT : LC_D_NO_RESULT, game->size, game->size, NULL);
    return;
  }
  if (!lcb_find_tag(game, "Result", 6, &tag)) return;
  size_t n;
  const char *sign = lc_result_text(result, &n);
  if (tag.value_size == n && memcmp(game->text + tag.value, sign, n) == 0) return;
  if (lc_result_of(game->text + tag.value, tag.value_size) == (lc_Result)result) {
    add_at(list, LC_D_RESULT_STYLE, tag.value, tag.value + tag.value_size, NULL);
    return;
  }
  lua_State *L = list->L;
  lcb_push_token(L, game->text + tag.value, tag.value_size);
  const char *detail = lua_pushfstring(L, "the tag says %s, the moves end with %s", lua_tostring(L, -1), sign);
  add_at(list, LC_D_RESULT_MISMATCH, result_at, result_at, detail);
  lua_settop(L, list->list);
}

/* Return how a game has ended by the rules of its variant (rules.h). */
static const char *end_of_variant(const lc_Position *p, unsigned winner) {
  if (lc_rules_kind(p->rules) == LC_RULES_THREE_CHECK)
    return winner == LC_WHITE ? "White has given three checks" : "Black has given three checks";
  return winner == LC_WHITE ? "White's king is in the center" : "Black's king is in the center";
}

const char *lcb_contradiction(const lc_Position *p, unsigned result) {
  if (result != LC_RESULT_WHITE && result != LC_RESULT_BLACK && result != LC_RESULT_DRAW) return NULL;
  unsigned winner = lc_rules_are_over(p) ? lc_rules_winner(p) : LC_NO_COLOR;
  if (winner != LC_NO_COLOR) {
    return result == (winner == LC_WHITE ? LC_RESULT_WHITE : LC_RESULT_BLACK) ? NULL : end_of_variant(p, winner);
  }
  if (lc_has_legal_move(p)) return NULL;
  if (!lc_position_checkers(p)) return result == LC_RESULT_DRAW ? NULL : "it is stalemate";
  if (result == (p->turn == LC_WHITE ? LC_RESULT_BLACK : LC_RESULT_WHITE)) return NULL;
  return p->turn == LC_WHITE ? "White is checkmated" : "Black is checkmated";
}

/* Compare the result of the movetext with the last position of a mainline that was read to its end. */
static void add_contradiction(List *list, const lc_Reader *reader, unsigned result, size_t at, size_t end) {
  if (reader->rest != SIZE_MAX) return;
  const char *detail = lcb_contradiction(&reader->frames[0].now, result);
  if (detail) add_at(list, LC_D_IMPOSSIBLE_RESULT, at, end, detail);
}

/* If the mainline cannot be read as PGN, but can be read in another dialect, report that dialect. */
static void add_other(List *list, const lc_Event *event) {
  lua_State *L = list->L;
  lcb_Failure at = {.code = event->code, .rest = event->token.at, .plies = event->ply};
  if (!lcb_push_other_dialect(L, list->game, list->index, &at)) return;
  const lcb_Dialect *dialect = lua_touserdata(L, -1);
  lua_getfield(L, -1, "name");
  const char *name = lua_tostring(L, -1);
  const char *format = dialect->has_hooks ? "%s; lucena translate --from %s reads it"
                                          : "%s; read it with --dialect %s (dialect = \"%s\" in Lua)";
  const char *detail = lua_pushfstring(L, format, name, name, name);
  add_at(list, LC_D_OTHER_DIALECT, event->token.at, event->token.at, detail);
  lua_settop(L, list->list);
}

/* Report whether a diagnostic concerns the spelling of the move just read. */
static bool is_about_move(lc_Code code) {
  return lc_code_severity(code) == LC_REPAIR && code != LC_D_NAG_STYLE && code != LC_D_MOVE_NUMBER;
}

/* Report whether a move cannot be played because the FEN has no castling field. */
static bool lacks_right(const List *list, const lc_Event *event) {
  lc_San san;
  const char *text = list->game->text + event->token.at;
  return list->has_short_fen && event->code == LC_D_ILLEGAL_MOVE &&
         lc_san_parse(text, event->token.end - event->token.at, &san) == LC_D_NONE &&
         (san.kind == LC_SAN_CASTLE_SHORT || san.kind == LC_SAN_CASTLE_LONG);
}

static void add_event(List *list, const lc_Reader *reader, const lc_Event *event) {
  const lcb_Game *game = list->game;
  if (event->code == LC_D_NESTING_TOO_DEEP) {
    add_beyond(list, event->code, "nesting", reader->max_depth, event->token.at, event->token.end);
    begin_unread(list, reader, event->token.at);
    return;
  }
  lcb_Finding finding = {.code = event->code, .at = event->token.at, .end = event->token.end, .ply = event->ply};
  const lc_Frame *line = &reader->frames[reader->depth];
  if (event->code <= LC_D_GAME_OVER || event->code == LC_D_BAD_TOKEN) finding.before = &line->now;
  if (event->code == LC_D_MOVE_NUMBER) finding.before = &line->now;
  bool is_about_last = is_about_move(event->code) || event->code == LC_D_PLAYED_ILLEGAL_MOVE;
  if (is_about_last && line->has_move) finding.before = &line->before;
  if (event->code == LC_D_AMBIGUOUS_MOVE) {
    finding.detail = lcb_push_candidates(list->L, game, &line->now, &event->token);
  }
  if (lacks_right(list, event)) finding.detail = "the FEN has no castling field, so it gives no right to castle";
  if (event->code == LC_D_BAD_MOVE) finding.detail = lcb_dialect_problem(game->dialect);
  bool may_be_meant = event->code == LC_D_BAD_MOVE || event->code == LC_D_MISSING_PROMOTION;
  if (may_be_meant && !finding.detail && !game->dialect) {
    finding.detail = lcb_push_spelling(list->L, game, &line->now, &event->token);
  }
  if (event->code == LC_D_BAD_TOKEN && finding.end - finding.at > LC_MAX_TOKEN) {
    finding.detail = "a word of movetext has 255 bytes at most";
  }
  if (event->code == LC_D_GAME_OVER) {
    finding.detail = lc_rules_are_over(&line->now)      ? end_of_variant(&line->now, lc_rules_winner(&line->now))
                     : lc_position_checkers(&line->now) ? "it is checkmate"
                                                        : "it is stalemate";
  }
  add(list, &finding);
  lua_settop(list->L, list->list);
  begin_unread(list, reader, event->token.at);
  if (reader->depth == 0 && reader->rest == event->token.at) add_other(list, event);
}

/* Count the line ends in the white space before `at`, and set `at` to the beginning of this white space. */
static unsigned line_ends_before(const char *text, size_t *at) {
  unsigned ends = 0;
  for (; *at > 0 && lc_is_space(text[*at - 1]); --*at) {
    bool is_half = text[*at - 1] == '\r' && text[*at] == '\n';
    ends += lc_is_line_end(text[*at - 1]) && !is_half;
  }
  return ends;
}

/* Report whether a move number, with or without periods, ends before `at`. */
static bool is_after_number(const char *text, size_t at) {
  size_t from = at;
  while (from > 0 && lc_is_digit(text[from - 1])) from--;
  if (from == at) return at > 0 && text[at - 1] == '.';
  return from == 0 || lc_is_space(text[from - 1]);
}

/* Report a blank line between two moves of a mainline without move numbers. The moves after it may be another game, but
** nothing in the text shows this. */
static void add_gap(List *list, const lc_Event *event) {
  const char *text = list->game->text;
  size_t at = event->token.at;
  unsigned ends = line_ends_before(text, &at);
  bool is_numbered = is_after_number(text, at);
  if (!list->has_moves) list->has_numbers = is_numbered;
  bool is_between = list->has_moves && !is_numbered && at > 0 && text[at - 1] != '}' && text[at - 1] != ')';
  list->has_moves = true;
  if (ends < 2 || list->has_numbers || !is_between) return;
  add_at(list, LC_D_POSSIBLE_NEW_GAME, event->token.at, event->token.end, NULL);
}

/* Report whether an event is a move of the mainline, readable or not. */
static bool is_main_move(const lc_Reader *reader, const lc_Event *event) {
  if (reader->depth > 0) return false;
  if (event->kind == LC_EVENT_MOVE) return true;
  return event->kind == LC_EVENT_DIAGNOSTIC && event->code <= LC_D_GAME_OVER && reader->rest == event->token.at;
}

/* Report comments in unreadable text that are never closed or contain tag sections, because they may contain games. */
static void add_unreadable(List *list, size_t from, size_t to) {
  lc_Lexer lexer;
  lc_Token token;
  lc_lexer_begin(&lexer, list->game->text, to);
  lexer.at = from;
  lexer.in_tags = false;
  while (lc_lexer_next(&lexer, &token), token.kind != LC_TOKEN_END) {
    if (token.kind == LC_TOKEN_COMMENT) add_comment(list, &token);
  }
}

/* Report the detected dialect, at the place where reading as PGN stopped. */
static void add_detected(List *list) {
  lua_State *L = list->L;
  lcb_game_dialect(L, list->game, list->index);
  lua_getfield(L, -1, "name");
  add_at(list, LC_D_DIALECT_DETECTED, list->game->foreign_at, list->game->foreign_at, lua_tostring(L, -1));
  lua_settop(L, list->list);
}

/* Report the unread fields of the JSON from which the game was read. */
static void add_fields(List *list) {
  lua_State *L = list->L;
  if (lcb_game_slot(L, list->index, LCB_GAME_FIELDS) == LUA_TTABLE) {
    lua_getfield(L, -1, "total");
    unsigned total = (unsigned)lua_tointeger(L, -1);
    lua_pop(L, 1);
    for (lua_Integer i = 1; i <= MAX_RECORDS && lua_rawgeti(L, -1, i) != LUA_TNIL; i++) lua_rawseti(L, list->list, i);
    list->count += total;
    list->errors += total;
  }
  lua_settop(L, list->list);
}

static void read_all(List *list, lc_Reader *reader) {
  lua_State *L = list->L;
  lc_Event event;
  unsigned result = LC_RESULT_NONE;
  size_t result_at = list->game->size, result_end = result_at;
  lc_Token last_move = {0};
  for (;;) {
    if (lc_reader_next(reader, &event) == LC_EROOM) {
      LCB_GROW(L, list->list - 1, 0, reader->frames, reader->depth + 1, reader->room, 1)
      continue;
    }
    if (event.kind == LC_EVENT_END) break;
    if (is_main_move(reader, &event)) add_gap(list, &event);
    if (event.kind == LC_EVENT_DIAGNOSTIC) add_event(list, reader, &event);
    if (event.kind == LC_EVENT_TEXT) {
      bool is_open = event.value & LC_TEXT_IS_OPEN; /* the unreadable text ends with the game */
      /* without the closing parenthesis */
      if (!is_open) end_unread(list, event.token.end - (event.value == LC_TEXT_IS_ABOVE));
      add_unreadable(list, event.token.at, event.token.end);
    }
    if (event.kind == LC_EVENT_MOVE && reader->depth == 0) last_move = event.token;
    if (event.kind == LC_EVENT_TAG) add_tag(list, &event.token);
    if (event.kind == LC_EVENT_COMMENT) add_comment(list, &event.token);
    if (event.kind == LC_EVENT_RESULT) {
      result = event.value;
      result_at = event.token.at;
      result_end = event.token.end;
      if (reader->has_ended) end_unread(list, result_at);
      if (event.token.flags & LC_TOKEN_STYLE) add_at(list, LC_D_RESULT_STYLE, event.token.at, event.token.end, NULL);
    }
  }
  end_unread(list, list->game->size);
  if (reader->rest != SIZE_MAX) add_unreadable(list, reader->rest, result_at);
  add_result(list, result, result_at);
  if (result == LC_RESULT_NONE && reader->rest == SIZE_MAX) add_castling(list, &last_move);
  add_contradiction(list, reader, result, result_at, result_end);
}

/* Store the length of the mainline in the Game, as a replay does. If the mainline stops early, or the scan found no
** result, only a replay knows all that it stores. */
static void keep_mainline(lcb_Game *game, const lc_Reader *reader, const lc_Start *start) {
  bool is_whole = start->code == LC_D_NONE && reader->rest == SIZE_MAX && game->result != LC_RESULT_NONE;
  if (!is_whole || game->is_replayed || game->is_edited) return;
  game->plies = reader->frames[0].ply;
  game->is_replayed = true;
  game->is_undecided = false;
}

void lcb_push_skipped(lua_State *L, const lcb_Game *game, int index, const lc_Replay *replay) {
  index = lua_absindex(L, index);
  lcb_game_name(L, index);
  const char *name = lua_tostring(L, -1);
  lua_newtable(L);
  List list = {.L = L, .game = game, .index = index, .name = name, .list = lua_gettop(L)};
  for (uint32_t i = 0; i < replay->skipped_count; i++) {
    const lc_Skipped *it = &replay->skipped[i];
    add_at(&list, it->code, it->at, it->end, NULL);
  }
  lcb_set_integer(L, "total", list.count);
  lua_remove(L, -2);
}

unsigned lcb_push_diagnostics(lua_State *L, lcb_Game *game, int index, bool style) {
  enum { FRAMES = 8 };
  lc_Start start;
  lc_Reader reader;
  luaL_checkstack(L, 20, NULL);
  index = lua_absindex(L, index);
  lcb_game_settle(L, game, index);
  lcb_game_name(L, index);
  const char *name = lua_tostring(L, -1);
  lua_newtable(L);
  lc_Frame *frames = lua_newuserdatauv(L, FRAMES * sizeof *frames, 0);
  lua_newtable(L);
  List list = {.L = L, .game = game, .index = index, .name = name, .list = lua_gettop(L)};
  add_fields(&list);
  lcb_game_start(game, &start);
  add_start(&list, &start);
  if (game->is_detected) add_detected(&list);
  lc_reader_begin(&reader, game->text, game->size, game->dialect, game->tolerance, &start, frames, FRAMES);
  reader.reports_numbers = true;
  reader.reports_style = style || game->is_strict;
  reader.max_depth = game->limits->nesting;
  read_all(&list, &reader);
  keep_mainline(game, &reader, &start);
  add_control(&list);
  add_encoding(&list);
  lcb_set_integer(L, "total", list.count);
  lua_replace(L, list.list - 3);
  lua_settop(L, list.list - 3);
  return list.errors;
}
