/*
** game_export - see game_export.h.
**
** A game that has only moves is written from its text (rewrite.h). A game with comments or variations, or whose tree
** exists already, is written from its tree. The output has the same bytes in both cases.
*/
#include "game_export.h"

#include <string.h>

#include "../notation/codes.h"
#include "../notation/san.h"
#include "../pgn/encoding.h"
#include "../pgn/rewrite.h"
#include "../pgn/text.h"
#include "dialect.h"
#include "grow.h"

/* ---- options ---- */

/* Parts of the output. Each can be omitted with the option `name = false`, or with the older option `no_name =
** true`. */
enum { COMMENTS, NAGS, VARIATIONS, NUMBERS, RESULTS, CHECKS, PARTS };
static const char *const part_names[PARTS] = {"comments", "nags", "variations", "numbers", "results", "checks"};

/* Names of options. Game:movetext accepts all except the first. Older options begin at index FIRST_OLD. */
enum { FIRST_OLD = 12 };
static const char *const pgn_names[] = {"tags", "width", "comments", "nags", "variations", "numbers", "results",
                                        "checks", "wrap_comments", "braces", "ply_comments", "dialect", "no_comments",
                                        "no_nags", "no_variations", "no_numbers", "no_results", "no_checks", NULL};

/* Set out[part] to whether the part is omitted. The older options are looked up only if the table has any. */
static void read_parts(lua_State *L, int arg, bool has_old, bool out[PARTS]) {
  for (unsigned i = 0; i < PARTS; i++) {
    out[i] = !lcb_option_boolean(L, arg, part_names[i], true) ||
             (has_old && lcb_option_boolean(L, arg, pgn_names[FIRST_OLD + i], false));
  }
}

static void read_write_options(lua_State *L, int arg, bool has_old, lc_WriteOptions *out) {
  static const char *const ply_comments[] = {"none", "fen", "hash", "material", NULL};
  static const char *const braces[] = {"refuse", "replace", NULL};
  if (lcb_option(L, arg, "width")) {
    lua_Integer width = lua_tointeger(L, -1);
    if (!lua_isinteger(L, -1) || width < 0 || width > 65535) lcb_bad_number_option(L, arg, "width", "0 to 65535");
    out->width = (uint32_t)width;
    lua_pop(L, 1);
  }
  bool lacks[PARTS];
  read_parts(L, arg, has_old, lacks);
  out->no_comments = lacks[COMMENTS];
  out->no_nags = lacks[NAGS];
  out->no_variations = lacks[VARIATIONS];
  out->no_numbers = lacks[NUMBERS];
  out->no_results = lacks[RESULTS];
  out->no_checks = lacks[CHECKS];
  out->keep_comments = !lcb_option_boolean(L, arg, "wrap_comments", true);
  out->replace_braces = lcb_option_choice(L, arg, "braces", braces, 0) == 1;
  out->ply_comments = (uint8_t)lcb_option_choice(L, arg, "ply_comments", ply_comments, 0);
}

/* Report whether any word that the dialect writes has letters beyond ASCII. */
static bool has_high_letters(const lc_Dialect *dialect) {
  for (unsigned i = 0; i < LC_WORDS_COUNT; i++) {
    const lc_DialectWord *word = &dialect->words[dialect->lists[i].first];
    if (dialect->lists[i].count > 0 && !lc_is_ascii(dialect->pool + word->at[0], word->size[0])) return true;
  }
  return false;
}

/* Replace the nil on top of the stack by the Dialect for writing. */
static void read_dialect(lua_State *L, int arg, lcb_ExportOptions *out) {
  if (!lcb_option(L, arg, "dialect")) return;
  out->write.dialect = lcb_push_dialect_table(L, -1, arg);
  out->needs_utf8 = out->write.dialect && has_high_letters(out->write.dialect);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* Read the names in the value of the option `tags`, such as {"White", "Black", "*"}, on top of the stack. An array of
** them replaces the table of options, so that they stay alive if the program changes its table. */
static void read_places(lua_State *L, int arg, lcb_ExportOptions *out) {
  size_t count = (size_t)lua_rawlen(L, -1);
  if (count > LCB_OWN_PLACES) lcb_bad_option(L, arg, "tags", "61 names at most");
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lc_TagPlace *place = &out->own_places[i];
    if (lua_rawgeti(L, -2, (lua_Integer)i + 1) != LUA_TSTRING) lcb_bad_option(L, arg, "tags", "an array of names");
    place->name = lua_tolstring(L, -1, &place->name_size);
    bool is_good = strcmp(place->name, "*") == 0 || lcb_is_tag_name(place->name, place->name_size);
    if (!is_good) lcb_bad_option(L, arg, "tags", "an array of names");
    place->otherwise = NULL;
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_replace(L, arg);
  out->places = out->own_places;
  out->place_count = count;
}

static void read_tags_option(lua_State *L, int arg, lcb_ExportOptions *out) {
  static const char *const choices[] = {"all", "roster", "none", NULL};
  static const uint8_t counts[] = {LC_ROSTER + 1, LC_ROSTER, 0};
  out->places = lc_roster;
  out->place_count = LC_ROSTER + 1;
  if (!lcb_option(L, arg, "tags")) return;
  if (lua_istable(L, -1)) {
    read_places(L, arg, out);
    lua_pop(L, 1);
    return;
  }
  lua_pop(L, 1);
  out->place_count = counts[lcb_option_choice(L, arg, "tags", choices, 0)];
}

void lcb_export_options(lua_State *L, int arg, lcb_Format format, lcb_ExportOptions *out) {
  static const char *const list_names[] = {"ep", NULL}, *const no_names[] = {NULL};
  static const char *const ep_modes[] = {"legal", "xfen", "always", NULL};
  out->format = format;
  out->ep = LC_EP_LEGAL;
  out->needs_utf8 = false;
  memset(&out->write, 0, sizeof out->write);
  out->write.is_alone = format == LCB_MOVETEXT;
  out->write.cpu = lcb_cpu();
  out->write.width = 79; /* PGN 8.2.1: fewer than 80 printing characters per line */
  out->places = lc_roster;
  out->place_count = format == LCB_PGN ? LC_ROSTER + 1 : 0;
  lua_pushnil(L);
  if (lua_isnoneornil(L, arg)) return;
  if (format == LCB_PGN || format == LCB_MOVETEXT) {
    unsigned first = format == LCB_PGN ? 0 : 1;
    uint32_t found = lcb_check_options(L, arg, pgn_names + first);
    read_write_options(L, arg, found >> (FIRST_OLD - first) != 0, &out->write);
    read_dialect(L, arg, out);
    if (format == LCB_PGN) read_tags_option(L, arg, out);
    out->write.is_alone = out->place_count == 0;
  } else {
    lcb_check_options(L, arg, format == LCB_UCI ? no_names : list_names);
    out->ep = (lc_EpMode)lcb_option_choice(L, arg, "ep", ep_modes, LC_EP_LEGAL);
  }
}

/* ---- allocating memory ---- */

/* Make room for `size` bytes in all. */
static void need(lua_State *L, lcb_Room *room, size_t size) {
  LCB_GROW(L, room->index, 0, room->bytes, room->used, room->size, size - room->used)
}

/* ---- the tag section ---- */

enum { FEW_TAGS = 48 };

/* The tags to write. The tags point into the game's text, or to strings that a table on the stack keeps alive. */
typedef struct Tags {
  lc_TagLine *lines;
  size_t count, room;
  bool has_fen, has_setup, has_result;
} Tags;

static void add_tag(lua_State *L, Tags *tags, const char *name, size_t name_size, const char *value, size_t value_size,
                    bool is_raw) {
  int block = lua_gettop(L);
  LCB_GROW(L, block, 0, tags->lines, tags->count, tags->room, 1)
  lc_TagLine *line = &tags->lines[tags->count];
  *line = (lc_TagLine){name, value, name_size, value_size, (uint32_t)tags->count, is_raw, false};
  tags->count++;
  if (name_size == 3 && memcmp(name, "FEN", 3) == 0) tags->has_fen = true;
  if (name_size == 5 && memcmp(name, "SetUp", 5) == 0) tags->has_setup = true;
  if (name_size == 6 && memcmp(name, "Result", 6) == 0) tags->has_result = true;
}

static bool is_blank(const char *text, size_t at, size_t end) {
  while (at < end && lc_is_space(text[at])) at++;
  return at == end;
}

/* Add a tag of the text, whose [ is at `at`. If the tag has no name, the whole line is kept. */
static void add_from_text(lua_State *L, const char *text, size_t at, const lc_Tag *tag, Tags *tags) {
  if (text[at] != '[') return; /* an empty line between tags */
  if (tag->name_size == 0) {
    /* A lone bracket is not written, because the next line would be read as part of a tag that begins with it. */
    bool is_alone = is_blank(text, at + 1, tag->end);
    add_tag(L, tags, text + at, 0, is_alone ? "[]" : text + at, is_alone ? 2 : tag->end - at, true);
    return;
  }
  add_tag(L, tags, text + tag->name, tag->name_size, text + tag->value, tag->value_size, true);
}

static void gather_from_text(lua_State *L, const lcb_Game *game, Tags *tags) {
  const char *text = game->text;
  if (game->has_regular_tags) {
    lc_Tag tag;
    for (size_t at = 0, begin = 0; lcb_next_regular_tag(text, game->tags_end, &at, &tag); begin = at) {
      add_from_text(L, text, begin, &tag, tags);
    }
    return;
  }
  lc_Lexer lexer;
  lc_Token token;
  lc_lexer_begin(&lexer, text, game->tags_end);
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (token.kind == LC_TOKEN_TAG) add_from_text(L, text, token.at, &token.tag, tags);
  }
}

/* Add the tags that repeat the name of an earlier tag, unless that name was edited, and the lines without a name. */
static void gather_repeated(lua_State *L, const lcb_Game *game, int index, Tags *tags) {
  lcb_Repeated repeated;
  lc_Token token;
  lcb_repeated_begin(L, game, index, &repeated);
  while (lcb_repeated_next(L, &repeated, &token)) add_from_text(L, game->text, token.at, &token.tag, tags);
  lua_remove(L, -2);
  lua_remove(L, -2);
}

/* Collect the tags of an edited game. A table that is left on the stack keeps their strings alive. */
static void gather_edited(lua_State *L, const lcb_Game *game, int index, Tags *tags) {
  lcb_push_tag_names(L, game, index);
  int names = lua_gettop(L);
  lua_insert(L, names - 1); /* the stack is now: names, block */
  names--;
  lua_newtable(L);
  lua_insert(L, names); /* the stack is now: values, names, block */
  int values = names++;
  size_t at = 0;
  for (lua_Integer i = 1; lua_rawgeti(L, names, i) == LUA_TSTRING; i++) {
    size_t name_size, value_size;
    const char *name = lua_tolstring(L, -1, &name_size);
    lcb_push_next_tag(L, game, index, name, name_size, &at);
    const char *value = lua_tolstring(L, -1, &value_size);
    lua_rawseti(L, values, i);
    lua_pop(L, 1);
    if (value) add_tag(L, tags, name, name_size, value, value_size, false);
  }
  lua_pop(L, 1);
  gather_repeated(L, game, index, tags);
}

static size_t sign_of(const lcb_Game *game, const char **out) {
  size_t length;
  *out = lc_result_text(game->result ? game->result : LC_RESULT_UNKNOWN, &length);
  return length;
}

/* Build the list of tag places from the options. Variant, SetUp and FEN are added if the options omit them, because
** without these tags the moves would be read from another position. */
static size_t places_of(const lcb_ExportOptions *options, const Tags *tags, lc_TagPlace *out) {
  static const lc_TagPlace start[LCB_START_PLACES] = {{"Variant", 7, NULL}, {"SetUp", 5, NULL}, {"FEN", 3, NULL}};
  size_t count = options->place_count;
  memcpy(out, options->places, count * sizeof *out);
  for (size_t i = 0; i < LCB_START_PLACES && tags->has_fen; i++) {
    bool has_place = false;
    for (size_t k = 0; k < options->place_count; k++) {
      has_place = has_place || strcmp(out[k].name, "*") == 0 || strcmp(out[k].name, start[i].name) == 0;
    }
    if (!has_place) out[count++] = start[i];
  }
  return count;
}

static void put_section(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options,
                        lcb_Room *room) {
  lc_TagLine few[FEW_TAGS];
  Tags tags = {.lines = few, .room = FEW_TAGS};
  int top = lua_gettop(L);
  room->used = 0;
  if (options->place_count == 0) return;
  if (game->result == LC_RESULT_NONE) lcb_game_replay(L, game, index, NULL); /* the replay may find the result */
  lua_pushnil(L); /* reserves the stack index for a block of many tags */
  if (game->is_edited) {
    gather_edited(L, game, index, &tags);
  } else {
    gather_from_text(L, game, &tags);
  }
  const char *sign;
  size_t length = sign_of(game, &sign);
  if (!tags.has_result) add_tag(L, &tags, "Result", 6, sign, length, false);
  /* PGN 9.7.1 requires SetUp with FEN; many programs omit it. */
  if (tags.has_fen && !tags.has_setup) add_tag(L, &tags, "SetUp", 5, "1", 1, false);
  lc_TagPlace places[LC_TAG_PLACES];
  size_t place_count = places_of(options, &tags, places);
  need(L, room, game->size + 1024);
  size_t size = lc_write_tag_section(tags.lines, tags.count, places, place_count, room->bytes, room->size);
  if (size > room->size) {
    for (size_t i = 0; i < tags.count; i++) tags.lines[i].is_placed = false;
    need(L, room, size);
    lc_write_tag_section(tags.lines, tags.count, places, place_count, room->bytes, room->size);
  }
  room->used = size;
  lua_settop(L, top);
}

/* ---- movetext ---- */

/* The number of readable bytes after the text of a Game. */
enum { NO_PADDING = 0 };
/* Maximum room, in bytes, for movetext that is rewritten from its text in a dialect. Longer movetext is written from
** the tree, which needs the room that the moves take, and not that of the longest moves. */
enum { LARGE = 1 << 25 };

static void begin_replay(const lcb_Game *game, lc_Start *start, lc_Replay *replay) {
  lcb_game_start(game, start);
  lcb_game_begin_replay(game, start, replay);
}

static bool put_rewritten(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options, lcb_Room *room) {
  lc_Start start;
  lc_Replay replay;
  lc_Writing writing = {0};
  size_t room_needed = lc_rewrite_room(game->size - game->tags_end, options->write.dialect);
  if (game->tree || game->has_variation || !game->has_regular_tags || game->has_open_comment) return false;
  if (options->write.dialect && room_needed > LARGE) return false;
  need(L, room, room->used + room_needed);
  if (game->tree) return false; /* a finalizer may have changed its moves */
  begin_replay(game, &start, &replay);
  if (replay.code != LC_D_NONE) return false;
  writing.out = room->bytes + room->used;
  writing.out_room = room->size - room->used;
  if (!lc_rewrite(&replay, &options->write, game->result, &writing)) return false;
  lcb_game_keep_replay(L, game, index, &replay);
  room->used += writing.length;
  return true;
}

/* Return the unreadable tail with the move number before it, but without the result, which the writer adds. */
static size_t rest_of(const lcb_Game *game, const char **out) {
  *out = NULL;
  if (game->rest == SIZE_MAX) return 0;
  unsigned written = game->written ? game->written : game->result;
  bool has_sign = game->ends_itself || game->result_end < game->size; /* not inside an open variation */
  bool is_sign = has_sign && (game->written || game->tree->game.result == game->result);
  size_t at = lc_number_before(game->text, game->tags_end, game->rest);
  *out = game->text + at;
  return lc_rest_size(game->text, at, lcb_rest_end(game), is_sign ? written : LC_RESULT_NONE);
}

static lc_Code put_tree(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options, lcb_Room *room) {
  lc_Writing writing = {0};
  const char *rest;
  lcb_game_tree(L, game, index);
  need(L, room, room->used + game->size + 512);
  writing.text = game->text;
  writing.size = game->size;
  uint32_t depth = 8; /* of variations */
  lua_pushnil(L);
  int lines = lua_gettop(L);
  for (;;) {
    LCB_GROW(L, lines, 0, writing.lines, 0, writing.room, depth)
    writing.out = room->bytes + room->used;
    writing.out_room = room->size - room->used;
    writing.pool = game->tree->pool; /* set after allocating, which may run a finalizer that moves the pool */
    size_t rest_size = rest_of(game, &rest);
    if (lc_write_movetext(&game->tree->game, &options->write, rest, rest_size, &writing) != LC_EROOM) break;
    if (writing.needs_lines) {
      depth = 2 * writing.room;
    } else {
      need(L, room, room->used + writing.length);
    }
  }
  lua_pop(L, 1);
  room->used += writing.length;
  room->unsayable.before = writing.before;
  room->unsayable.move = writing.move;
  return writing.code;
}

/* ---- positions ---- */

/* Moves that are read at a time. Their positions fit into the first cache of a processor. */
enum { FEW_MOVES = 128 };

/* Write the positions of the mainline. If the replay still has to read the moves, it also computes the positions, so
** the moves are not played again. If the start position is unknown, as with an invalid FEN, no positions are
** written: the game did not start from the initial position. EPD has no field for the checks of Three-check, and no
** name for King of the Hill, so their positions are not written. */
static lc_Code put_records(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options, lcb_Room *room) {
  static const lc_RecordForm forms[] = {
      [LCB_FEN] = LC_RECORD_FEN, [LCB_EPD] = LC_RECORD_EPD, [LCB_UCI] = LC_RECORD_UCI};
  lc_Start start;
  lc_Records records;
  lcb_Mainline line;
  lc_Move moves[FEW_MOVES];
  lc_Position after[FEW_MOVES];
  lcb_mainline_begin(L, game, index, &line, &start);
  if (start.code != LC_D_NONE && options->format != LCB_UCI) return start.code;
  bool has_positions = !line.tree && line.ready == 0 && options->format != LCB_UCI;
  if (has_positions) line.replay.after = after;
  if (options->format == LCB_EPD && start.position.rules != LC_RULES_CHESS) return LC_D_UNSUPPORTED_VARIANT;
  need(L, room, (FEW_MOVES + 2) * LC_RECORD_ROOM);
  lc_records_begin(&records, lcb_cpu(), &start.position, forms[options->format], options->ep, room->bytes);
  for (size_t count; (count = lcb_mainline_next(&line, moves, FEW_MOVES)) > 0;) {
    room->used = records.length;
    size_t wanted = records.length + (count + 1) * LC_RECORD_ROOM;
    if (wanted > room->size) need(L, room, 2 * wanted);
    records.out = room->bytes;
    if (has_positions) {
      lc_records_put(&records, after, count);
    } else {
      lc_records_add(&records, moves, count);
    }
  }
  lc_records_end(&records);
  room->used = records.length;
  lcb_mainline_end(L, game, index, &line);
  return LC_D_NONE;
}

/* ---- the whole game ---- */

/* Write the game in UTF-8, for a dialect with letters beyond ASCII. Such letters must not be mixed with text in
** another encoding. */
static lc_Code export_as_utf8(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options,
                              lcb_Room *room) {
  lc_Encoded encoded;
  lcb_ExportOptions same = *options;
  same.needs_utf8 = false;
  lc_encoding_of(lcb_cpu(), game->text, game->size, &encoded);
  if (encoded.encoding == LC_ASCII || encoded.encoding == LC_UTF8) return lcb_export(L, game, index, &same, room);
  lcb_game_settle(L, game, index);
  /* A copy in UTF-8 is made from the original text, so it would lack the changes of an edited game. */
  lcb_Game *copy = game->is_edited ? NULL : lcb_push_as_utf8(L, game);
  if (!copy) return LC_D_UNENCODABLE;
  lc_Code code = lcb_export(L, copy, lua_gettop(L), &same, room);
  lua_pop(L, 1);
  return code;
}

/* Report whether the options write a Result tag: its own place, or that of all other tags. */
static bool writes_result_tag(const lcb_ExportOptions *options) {
  for (size_t i = 0; i < options->place_count; i++) {
    const lc_TagPlace *place = &options->places[i];
    if (place->name_size == 1 && *place->name == '*') return true;
    if (place->name_size == 6 && memcmp(place->name, "Result", 6) == 0) return true;
  }
  return false;
}

/* Return the result to write if the movetext has no marker of PGN: that of the Result tag. */
static lc_Result tag_result(lua_State *L, const lcb_Game *game, int index, const lcb_ExportOptions *options) {
  size_t size;
  lcb_push_game_tag(L, game, index, "Result", 6);
  const char *text = lua_tolstring(L, -1, &size);
  lc_Result result = text ? lc_result_of(text, size) : LC_RESULT_NONE;
  lua_pop(L, 1);
  return result <= LC_RESULT_UNKNOWN || writes_result_tag(options) ? result : LC_RESULT_NONE;
}

lc_Code lcb_export(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options, lcb_Room *room) {
  luaL_checkstack(L, 12, NULL);
  room->used = 0;
  lcb_ExportOptions own;
  if (game->result == LC_RESULT_NONE || game->result > LC_RESULT_UNKNOWN) {
    own = *options;
    own.write.tag_result = (uint8_t)tag_result(L, game, index, options);
    options = &own;
  }
  if (options->format != LCB_PGN && options->format != LCB_MOVETEXT) {
    return put_records(L, game, index, options, room);
  }
  if (options->needs_utf8) return export_as_utf8(L, game, index, options, room);
  put_section(L, game, index, options, room);
  if (put_rewritten(L, game, index, options, room)) return LC_D_NONE;
  if (game->is_undecided) {
    lcb_game_settle(L, game, index);
    if (put_rewritten(L, game, index, options, room)) return LC_D_NONE;
  }
  return put_tree(L, game, index, options, room);
}

int lcb_fail_export(lua_State *L, lc_Code code, const lcb_Room *room, int dialect) {
  const lc_Position *p = &room->unsayable.before;
  const lcb_Dialect *it = lua_touserdata(L, dialect);
  char san[LC_SAN_MAX], text[LC_DIALECT_TEXT];
  if (code != LC_D_UNSAYABLE_MOVE && code != LC_D_UNENCODABLE) return lcb_fail(L, code, "%s", lc_code_text(code));
  lua_getfield(L, dialect, "name");
  const char *name = lua_tostring(L, -1);
  if (code == LC_D_UNENCODABLE) {
    return lcb_fail(L, code, "the letters of %s are not in the game's encoding, convert it to UTF-8 first", name);
  }
  if (lcb_dialect_problem(&it->table)) return lcb_fail(L, LC_D_BAD_DIALECT, "%s", lcb_dialect_problem(&it->table));
  lc_san_write(p, room->unsayable.move, san);
  const char *side = p->turn ? "Black" : "White";
  int number = (int)p->fullmove_number;
  if (lc_dialect_write(&it->table, p, room->unsayable.move, true, text) == 0)
    return lcb_fail(L, code, "%s has no text for the move %s (move %d, %s)", name, san, number, side);
  size_t digits = strspn(text, "0123456789");
  const char *reading = !it->table.has_digit_moves && digits >= 4 && text[digits] == '\0'
                            ? "would read as a move number, unless the dialect has digit_moves = true"
                            : "would not read as one move";
  return lcb_fail(L, code, "%s writes the move %s as '%s', which a game %s (move %d, %s)", name, san, text, reading,
                  number, side);
}

/* Four formats with names are written in C. lucena.export writes the others, with the code of `lucena convert`. */
lcb_Format lcb_check_format(lua_State *L, int arg) {
  enum { IN_C = 4 };
  static const char *const names[] = {"pgn", "fen", "epd", "uci", "json", "jsonl", "csv", "tsv", "san", NULL};
  const char *name = lua_type(L, arg) == LUA_TSTRING ? lua_tostring(L, arg) : "";
  for (int i = 0; names[i]; i++) {
    if (strcmp(name, names[i]) == 0) return i < IN_C ? (lcb_Format)i : LCB_IN_LUA;
  }
  if (lua_type(L, arg) != LUA_TFUNCTION) luaL_checkstring(L, arg);
  lcb_push_function(L, "lucena.format", "find");
  lua_pushvalue(L, arg);
  lua_call(L, 1, 1);
  if (lua_isnil(L, -1)) {
    lcb_push_function(L, "lucena.format", "unknown");
    lua_pushvalue(L, arg);
    lua_call(L, 1, 1);
    luaL_argerror(L, arg, lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return LCB_IN_LUA;
}
