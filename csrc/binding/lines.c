/*
** lines - lucena.Lines: stores the first moves of many games in little memory, for lua/lucena/lines.lua.
**
** A line has the first moves of a game after a root position, up to a depth. Games with the same line share one entry
** of a hash table. Its statistics are sums, so lines can be merged in any order. For each line, the most notable game
** is stored. This is the game with the highest sum of both ratings; of several, the first by file and offset. Cost:
** about 2 microseconds per game, of which the replay of 20 plies takes 0.6.
*/
#include "lines.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#include "../pgn/encoding.h"
#include "grow.h"

enum { FIRST_ROOM = 1 << 8, FIRST_FILES = 4, BLOCK = 1 << 14, FEW_MOVES = 512, LONGEST = 1000 };

/* Finalizers of other objects may use a Lines that the garbage collector has closed. */
static lcb_Lines *self(lua_State *L) {
  lcb_Lines *lines = lcb_self(L);
  if (lines->is_closed) luaL_error(L, "the lines are closed");
  return lines;
}

/***
Create an empty collection of lines.
@function core.lines
@param root Position the position at the start of the lines
@param depth integer plies of a line, 1 to 1000
@param only_results? boolean count only games and results: no ratings, years and notable games
@return Lines
@usage require("lucena.core").lines(chess.position(), 10):add(chess.game "1. e4 e5 *")  --> 0
*/
static int lines_new(lua_State *L) {
  const lc_Position *root = lcb_check(L, 1, LCB_UP_POSITION);
  lua_Integer depth = luaL_checkinteger(L, 2);
  luaL_argcheck(L, depth > 0 && depth <= LONGEST, 2, "1 to 1000 plies");
  bool only_results = lua_toboolean(L, 3);
  lcb_Lines *lines = lua_newuserdatauv(L, sizeof *lines, LCB_LINES_VALUES);
  *lines = (lcb_Lines){.root = *root, .depth = (uint32_t)depth, .only_results = only_results,
                       .seed = (uint64_t)(uintptr_t)lines * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)time(NULL)};
  luaL_setmetatable(L, LCB_LINES);
  lua_newtable(L);
  lua_setiuservalue(L, -2, LCB_LINES_NAMES);
  return 1;
}

/* ---- sums ---- */

void lcb_sums_add(lcb_Sums *into, const lcb_Sums *from) {
  into->games += from->games;
  into->drawn += from->drawn;
  for (unsigned color = 0; color < 2; color++) {
    into->ratings[color] += from->ratings[color];
    into->won[color] += from->won[color];
    into->rated[color] += from->rated[color];
    into->halves[color] += from->halves[color];
  }
  if (from->year > into->year) into->year = from->year;
}

/* Compare texts byte by byte, as Lua does in the C locale. */
static int compare(const lcb_LineFile *a, const lcb_LineFile *b) {
  int order = memcmp(a->name, b->name, a->size < b->size ? a->size : b->size);
  return order ? order : (a->size > b->size) - (a->size < b->size);
}

bool lcb_line_is_first(const lcb_Lines *lines, const lcb_Line *a, const lcb_Line *b) {
  if (a->best != b->best) return a->best > b->best;
  if (a->file != b->file) return compare(&lines->files[a->file], &lines->files[b->file]) < 0;
  return (int64_t)a->offset <= (int64_t)b->offset;
}

/* ---- memory ---- */

void *lcb_allocate(lua_State *L, size_t size) {
  void *data;
  lua_Alloc allocate = lua_getallocf(L, &data);
  void *memory = allocate(data, NULL, 0, size);
  if (memory) return memory;
  lua_newuserdatauv(L, size, 0); /* collects garbage, and raises the error if that is not enough */
  lua_pop(L, 1);
  lua_gc(L, LUA_GCCOLLECT, 0);
  memory = allocate(data, NULL, 0, size);
  if (!memory) luaL_error(L, "not enough memory");
  return memory;
}

void lcb_free(lua_State *L, void *memory, size_t size) {
  void *data;
  lua_Alloc allocate = lua_getallocf(L, &data);
  if (memory) allocate(data, memory, size, 0);
}

static int lines_gc(lua_State *L) {
  lcb_Lines *lines = lcb_self(L);
  while (lines->block) {
    lcb_LineBlock *next = lines->block->next;
    lcb_free(L, lines->block, sizeof *lines->block + lines->block->size);
    lines->block = next;
  }
  lcb_free(L, lines->slots, lines->room * sizeof *lines->slots);
  lcb_free(L, lines->files, lines->file_room * sizeof *lines->files);
  lines->slots = NULL;
  lines->files = NULL;
  lines->room = lines->count = lines->file_room = lines->file_count = 0;
  lines->is_closed = true;
  return 0;
}

static uint64_t hash(const lcb_Lines *lines, const lc_Move *moves, size_t plies) {
  uint64_t sum = lines->seed ^ plies;
  for (size_t i = 0; i < plies; i++) {
    sum = (sum ^ moves[i]) * UINT64_C(0x9e3779b97f4a7c15);
    sum ^= sum >> 32;
  }
  return sum;
}

/* Return the slot of a line, or the empty slot for it. The table is never full. */
static lcb_Line **find(const lcb_Lines *lines, const lc_Move *moves, size_t plies) {
  for (size_t at = (size_t)hash(lines, moves, plies);; at++) {
    lcb_Line **slot = &lines->slots[at & (lines->room - 1)];
    if (!*slot || ((*slot)->plies == plies && memcmp((*slot)->moves, moves, plies * sizeof *moves) == 0)) return slot;
  }
}

static void grow_slots(lua_State *L, lcb_Lines *lines) {
  lcb_Lines wider = *lines;
  wider.room = lines->room ? 2 * lines->room : FIRST_ROOM;
  wider.slots = lcb_allocate(L, wider.room * sizeof *wider.slots);
  if (wider.room <= lines->room) { /* a finalizer has added lines */
    lcb_free(L, wider.slots, wider.room * sizeof *wider.slots);
    return;
  }
  memset(wider.slots, 0, wider.room * sizeof *wider.slots);
  for (size_t i = 0; i < lines->room; i++) {
    const lcb_Line *line = lines->slots[i];
    if (line) *find(&wider, line->moves, line->plies) = lines->slots[i];
  }
  lcb_free(L, lines->slots, lines->room * sizeof *lines->slots);
  lines->slots = wider.slots;
  lines->room = wider.room;
}

static void add_block(lua_State *L, lcb_Lines *lines, size_t size) {
  if (size < BLOCK) size = BLOCK;
  lcb_LineBlock *block = lcb_allocate(L, sizeof *block + size);
  *block = (lcb_LineBlock){lines->block, 0, size};
  lines->block = block;
}

/* Make room for one more line and `size` bytes. Allocating memory may run a finalizer that uses this room, so the loop
** repeats until there is enough. */
static void reserve(lua_State *L, lcb_Lines *lines, size_t size) {
  for (;;) {
    if (lines->count >= lines->room / 4 * 3) {
      grow_slots(L, lines);
    } else if (!lines->block || lines->block->size - lines->block->used < size) {
      add_block(L, lines, size);
    } else {
      return;
    }
  }
}

static size_t rounded(size_t size) { return (size + 7) & ~(size_t)7; }

static void *take(lcb_Lines *lines, size_t size) {
  void *memory = lines->block->bytes + lines->block->used;
  lines->block->used += rounded(size);
  return memory;
}

/* Make room for one more file. Allocating memory may run a finalizer that adds files. */
static void grow_files(lua_State *L, lcb_Lines *lines) {
  uint32_t room = lines->file_room ? 2 * lines->file_room : FIRST_FILES;
  lcb_LineFile *files = lcb_allocate(L, room * sizeof *files);
  if (room <= lines->file_room) { /* a finalizer has added files */
    lcb_free(L, files, room * sizeof *files);
    return;
  }
  if (lines->file_count) memcpy(files, lines->files, lines->file_count * sizeof *files);
  lcb_free(L, lines->files, lines->file_room * sizeof *files);
  lines->files = files;
  lines->file_room = room;
}

/* Return the index of a file's name, which is on top of the stack. Pops the name. The Lines is at stack index 1. */
static uint32_t file_index(lua_State *L, lcb_Lines *lines) {
  int name = lua_gettop(L);
  const char *text = lua_tostring(L, name);
  if (lines->file_count > 0 && lines->files[lines->file_count - 1].name == text) { /* the same string as last time */
    lua_settop(L, name - 1);
    return lines->file_count - 1;
  }
  while (lines->file_count == lines->file_room) grow_files(L, lines); /* before a finalizer can add this name */
  lua_getiuservalue(L, 1, LCB_LINES_NAMES);
  lua_pushvalue(L, name);
  if (lua_rawget(L, -2) == LUA_TNUMBER) {
    uint32_t index = (uint32_t)lua_tointeger(L, -1);
    lua_settop(L, name - 1);
    return index;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, name);
  lua_pushinteger(L, (lua_Integer)lines->file_count);
  lua_rawset(L, name + 1);
  lcb_LineFile *file = &lines->files[lines->file_count];
  file->name = lua_tolstring(L, name, &file->size);
  lua_settop(L, name - 1);
  return lines->file_count++;
}

/* ---- lines ---- */

static void set_label(lcb_Lines *lines, lcb_Line *line, const char *label, size_t size) {
  if (size > line->label_room) {
    line->label = take(lines, size);
    line->label_room = (uint32_t)rounded(size);
  }
  if (size) memcpy(line->label, label, size);
  line->label_size = (uint32_t)size;
}

/* Add a line with its sums and its notable game: all fields of `one` but its moves. Memory is reserved. */
static void add(lcb_Lines *lines, const lcb_Line *one, const lc_Move *moves, size_t plies, const char *label,
                size_t size) {
  lcb_Line **slot = find(lines, moves, plies), *line = *slot;
  if (line) {
    lcb_sums_add(&line->sums, &one->sums);
    if (lcb_line_is_first(lines, line, one)) return;
    line->best = one->best;
    line->file = one->file;
    line->offset = one->offset;
  } else {
    line = take(lines, sizeof *line + plies * sizeof *moves);
    *line = *one;
    line->label_room = 0;
    line->plies = (uint16_t)plies;
    if (plies) memcpy(line->moves, moves, plies * sizeof *moves);
    *slot = line;
    lines->count++;
  }
  set_label(lines, line, label, size);
}

static void reserve_line(lua_State *L, lcb_Lines *lines, size_t plies, size_t label) {
  reserve(L, lines, rounded(sizeof(lcb_Line) + plies * sizeof(lc_Move)) + rounded(label));
}

/* Store up to `room` moves of the mainline after the first `before`. Returns their number. The mainline is read to its
** end, because commands report illegal moves anywhere. */
static size_t read_moves(lcb_Mainline *line, size_t before, lc_Move *moves, size_t room) {
  lc_Move some[FEW_MOVES];
  size_t count = 0, plies = 0, found;
  while ((found = lcb_mainline_next(line, some, FEW_MOVES)) > 0) {
    for (size_t i = before > plies ? before - plies : 0; i < found && count < room; i++) moves[count++] = some[i];
    plies += found;
  }
  return count;
}

/* The result of a game, for its sums and its label. */
enum { WHITE_WON, BLACK_WON, DRAWN, NO_RESULT };
static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};

static unsigned result_in(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  unsigned result = 0;
  while (text && result < NO_RESULT && strcmp(text, results[result]) != 0) result++;
  lua_pop(L, 1);
  return text ? result : NO_RESULT;
}

/* Return the result of the Game at stack index 2, as lua/lucena/result.lua finds it. */
static unsigned result_of(lua_State *L, const lcb_Game *game) {
  lcb_push_game_tag(L, game, 2, "Result", 6);
  unsigned result = result_in(L);
  if (result < NO_RESULT) return result;
  lcb_push_function(L, "lucena.result", "of");
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  return result_in(L);
}

static uint16_t rating_of(lua_State *L, const lcb_Game *game, const char *name) {
  size_t size;
  lcb_push_game_tag(L, game, 2, name, 8);
  const char *text = lua_tolstring(L, -1, &size);
  uint16_t rating = text ? lcb_rating(text, size) : 0;
  lua_pop(L, 1);
  return rating;
}

static uint16_t year_of(lua_State *L, const lcb_Game *game) {
  size_t size;
  unsigned year = 0;
  lcb_push_game_tag(L, game, 2, "Date", 4);
  const char *text = lua_tolstring(L, -1, &size);
  for (unsigned i = 0; text && i < 4; i++) {
    if (size < 4 || text[i] < '0' || text[i] > '9') {
      year = 0;
      break;
    }
    year = 10 * year + (unsigned)(text[i] - '0');
  }
  lua_pop(L, 1);
  return (uint16_t)year;
}

/* Set the sums of one game, with only its result. */
static void describe_result(lcb_Line *out, unsigned result) {
  *out = (lcb_Line){.sums = {.games = 1, .drawn = result == DRAWN, .won = {result == WHITE_WON, result == BLACK_WON}}};
}

/* Set the sums of one game. */
static void describe(lua_State *L, const lcb_Game *game, lcb_Line *out, unsigned result) {
  lcb_Sums *sums = &out->sums;
  uint16_t ratings[2] = {rating_of(L, game, "WhiteElo"), rating_of(L, game, "BlackElo")};
  describe_result(out, result);
  sums->year = year_of(L, game);
  out->best = ratings[0] && ratings[1] ? ratings[0] + ratings[1] : 0;
  out->offset = game->origin.offset;
  if (result == NO_RESULT) return;
  for (unsigned color = 0; color < 2; color++) {
    if (!ratings[color]) continue;
    sums->rated[color] = 1;
    sums->ratings[color] = ratings[color];
    sums->halves[color] = sums->drawn + 2 * sums->won[!color];
  }
}

/* Push a player's name in UTF-8. */
static void push_player(lua_State *L, const lcb_Game *game, const char *name) {
  size_t size;
  lcb_push_game_tag(L, game, 2, name, 5);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushliteral(L, "?");
  }
  const char *text = lua_tolstring(L, -1, &size);
  if (lc_is_ascii(text, size)) return;
  lcb_push_function(L, "lucena.format", "to_utf8");
  lua_insert(L, -2);
  lua_call(L, 1, 1);
}

/* Push the label of a game: "White - Black 1-0, 1999". */
static void push_label(lua_State *L, const lcb_Game *game, const lcb_Line *one, unsigned result) {
  int first = lua_gettop(L) + 1;
  push_player(L, game, "White");
  lua_pushliteral(L, " - ");
  push_player(L, game, "Black");
  if (result != NO_RESULT) lua_pushfstring(L, " %s", results[result]);
  if (one->sums.year > 0) lua_pushfstring(L, ", %d", (int)one->sums.year);
  lua_concat(L, lua_gettop(L) - first + 1);
}

/* Push the name of the file of the Game at stack index 2. */
static void push_file(lua_State *L) {
  if (lcb_game_name(L, 2) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_pushliteral(L, "");
}

/* Add the Game at stack index 2 to the Lines at index 1. Returns the results of Lines:add. */
static int add_to(lua_State *L, lcb_Lines *lines) {
  lcb_Game *game = lcb_check_game(L, 2);
  lua_Integer before = luaL_optinteger(L, 3, -1);
  lcb_Mainline line;
  lc_Start start;
  lcb_Line one;
  lc_Move moves[LONGEST];
  lua_settop(L, 2);
  lcb_mainline_begin(L, game, 2, &line, &start);
  if (start.code != LC_D_NONE) return lua_pushnil(L), 1; /* the game has no position */
  if (before < 0) {
    if (!lc_position_equal(&start.position, &lines->root)) return lua_pushnil(L), 1;
    before = 0;
  }
  size_t plies = read_moves(&line, (size_t)before, moves, lines->depth), size = 0;
  lcb_mainline_end(L, game, 2, &line);
  unsigned result = result_of(L, game);
  if (lines->only_results) {
    describe_result(&one, result);
    lua_pushliteral(L, "");
  } else {
    describe(L, game, &one, result);
    push_file(L);
  }
  one.file = file_index(L, lines);
  reserve_line(L, lines, plies, 0);
  const lcb_Line *known = *find(lines, moves, plies);
  const char *label = NULL;
  if (!lines->only_results && (!known || !lcb_line_is_first(lines, known, &one))) {
    push_label(L, game, &one, result);
    label = lua_tolstring(L, -1, &size);
    reserve_line(L, lines, plies, size);
  }
  add(lines, &one, moves, plies, label, size);
  lua_pushinteger(L, before);
  return 1;
}

/***
Add a game.
@function Lines:add
@param game Game
@param before? integer plies of the game that lead to the root
@return integer? before nil if the game does not start from the root; then it is added only if `before` is given
@usage require("lucena.core").lines(chess.position "4k3/8/8/8/8/8/8/4K3 w - -", 10):add(chess.game "1. e4 *")  --> nil
*/
static int lines_add(lua_State *L) { return add_to(L, self(L)); }

enum { AN_ADDERS_LINES = LCB_UPVALUES + 1 }; /* an upvalue */

/* The function of Lines:adder. It has the upvalues of the class. */
static int add_game(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(AN_ADDERS_LINES));
  lua_insert(L, 1);
  add_to(L, self(L));
  lua_pushboolean(L, lua_isnil(L, -1));
  return 1;
}

/***
Return a function that adds a game, as a test of games for the reader: see `game_test` in lua/lucena/run/input.lua.
@function Lines:adder
@return fun(game: Game): boolean whether the game does not start from the root; then it is not added
@usage require("lucena.core").lines(chess.position(), 10):adder()(chess.game "1. e4 e5 *")  --> false
*/
static int lines_adder(lua_State *L) {
  self(L);
  for (int i = 1; i <= LCB_UPVALUES; i++) lua_pushvalue(L, lua_upvalueindex(i));
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, add_game, AN_ADDERS_LINES);
  return 1;
}

/***
Return the number of games.
@function Lines:games
@return integer
@usage require("lucena.core").lines(chess.position(), 10):games()  --> 0
*/
static int lines_games(lua_State *L) {
  const lcb_Lines *lines = self(L);
  uint64_t games = 0;
  for (size_t i = 0; i < lines->room; i++) games += lines->slots[i] ? lines->slots[i]->sums.games : 0;
  return lcb_return_count(L, games);
}

lcb_Line **lcb_push_lines(lua_State *L, const lcb_Lines *lines, size_t *count) {
  lcb_Line **all = NULL;
  size_t room = 0;
  lua_settop(L, 2);
  LCB_GROW(L, 2, 0, all, 0, room, lines->count)
  *count = 0;
  for (size_t i = 0; i < lines->room; i++) {
    if (lines->slots[i]) all[(*count)++] = lines->slots[i];
  }
  return all;
}

/* ---- entries ---- */

/* The bytes of an entry: integers, lowest byte first, then two texts with their sizes before them. put_entry() writes
** the integers, and asserts their sum. */
enum { ENTRY_SIZE = 8 * 4 + 2 * 8 + 2 + 4 + 8, TEXT_SIZE = 4 };

static char *put(char *out, uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; i++, value >>= 8) out[i] = (char)(value & 0xff);
  return out + size;
}

static uint64_t get(const char **at, unsigned size) {
  uint64_t value = 0;
  for (unsigned i = size; i-- > 0;) value = value << 8 | (unsigned char)(*at)[i];
  *at += size;
  return value;
}

static char *put_text(char *out, const char *text, size_t size) {
  out = put(out, size, TEXT_SIZE);
  if (size) memcpy(out, text, size);
  return out + size;
}

static size_t entry_size(const lcb_Lines *lines, const lcb_Line *line) {
  return ENTRY_SIZE + 2 * TEXT_SIZE + lines->files[line->file].size + line->label_size;
}

/* Write an entry. */
static void put_entry(const lcb_Lines *lines, const lcb_Line *line, char *entry) {
  char *at = entry;
  const lcb_Sums *sums = &line->sums;
  const lcb_LineFile *file = &lines->files[line->file];
  at = put(at, sums->games, 4);
  at = put(at, sums->won[0], 4);
  at = put(at, sums->drawn, 4);
  at = put(at, sums->won[1], 4);
  for (unsigned color = 0; color < 2; color++) {
    at = put(at, sums->rated[color], 4);
    at = put(at, sums->ratings[color], 8);
    at = put(at, sums->halves[color], 4);
  }
  at = put(at, sums->year, 2);
  at = put(at, (uint32_t)line->best, 4);
  at = put(at, line->offset, 8);
  assert(at == entry + ENTRY_SIZE);
  at = put_text(at, file->name, file->size);
  put_text(at, line->label, line->label_size);
}

static void push_entry(lua_State *L, const lcb_Lines *lines, const lcb_Line *line) {
  luaL_Buffer b;
  size_t room = 0;
  luaL_buffinit(L, &b);
  while (entry_size(lines, line) > room) { /* a finalizer may replace the notable game, and its label */
    room = entry_size(lines, line);
    luaL_prepbuffsize(&b, room);
  }
  put_entry(lines, line, luaL_buffaddr(&b));
  luaL_pushresultsize(&b, entry_size(lines, line));
}

/***
Return all lines as plain data, for merge() in another process.
@function Lines:entries
@return table<string, string> entries by the moves of the lines, two bytes each
@usage next(require("lucena.core").lines(chess.position(), 10):entries())  --> nil
*/
static int lines_entries(lua_State *L) {
  const lcb_Lines *lines = self(L);
  size_t count;
  lua_settop(L, 1);
  lcb_Line **all = lcb_push_lines(L, lines, &count); /* at 2 */
  lua_createtable(L, 0, (int)count);
  for (size_t i = 0; i < count; i++) {
    lua_pushlstring(L, (const char *)all[i]->moves, all[i]->plies * sizeof *all[i]->moves);
    push_entry(L, lines, all[i]);
    lua_rawset(L, 3);
  }
  return 1;
}

/* Read a text of an entry. */
static bool get_text(const char **at, const char *end, const char **text, size_t *size) {
  if (end - *at < TEXT_SIZE) return false;
  *size = (size_t)get(at, TEXT_SIZE);
  *text = *at;
  if ((size_t)(end - *at) < *size) return false;
  *at += *size;
  return true;
}

static bool read_entry(const char *at, size_t size, lcb_Line *out, lcb_LineFile *file, lcb_LineFile *label) {
  const char *end = at + size;
  if (size < ENTRY_SIZE) return false;
  lcb_Sums *sums = &out->sums;
  sums->games = (uint32_t)get(&at, 4);
  sums->won[0] = (uint32_t)get(&at, 4);
  sums->drawn = (uint32_t)get(&at, 4);
  sums->won[1] = (uint32_t)get(&at, 4);
  for (unsigned color = 0; color < 2; color++) {
    sums->rated[color] = (uint32_t)get(&at, 4);
    sums->ratings[color] = get(&at, 8);
    sums->halves[color] = (uint32_t)get(&at, 4);
  }
  sums->year = (uint16_t)get(&at, 2);
  out->best = (int32_t)(uint32_t)get(&at, 4);
  out->offset = get(&at, 8);
  return get_text(&at, end, &file->name, &file->size) && get_text(&at, end, &label->name, &label->size) && at == end;
}

/***
Add the lines of another collection with the same root and depth.
@function Lines:merge
@param entries table<string, string> made by entries()
@usage require("lucena.core").lines(chess.position(), 10):merge {}
*/
static int lines_merge(lua_State *L) {
  lcb_Lines *lines = self(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lines->has_foreign = true;
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
    lcb_Line one = {0};
    lcb_LineFile file, label;
    lc_Move moves[LONGEST];
    size_t size, bytes;
    bool is_text = lua_type(L, 3) == LUA_TSTRING && lua_type(L, 4) == LUA_TSTRING;
    const char *line = is_text ? lua_tolstring(L, 3, &bytes) : NULL,
               *entry = is_text ? lua_tolstring(L, 4, &size) : NULL;
    if (!is_text || bytes % sizeof *moves != 0 || bytes / sizeof *moves > lines->depth ||
        !read_entry(entry, size, &one, &file, &label)) {
      return luaL_error(L, "not the lines of an opening tree with %d plies", (int)lines->depth);
    }
    memcpy(moves, line, bytes);
    lua_pushlstring(L, file.name, file.size);
    one.file = file_index(L, lines);
    reserve_line(L, lines, bytes / sizeof *moves, label.size);
    add(lines, &one, moves, bytes / sizeof *moves, label.name, label.size);
  }
  return 0;
}

static const luaL_Reg lines_methods[] = {{"add", lines_add},     {"adder", lines_adder}, {"entries", lines_entries},
                                         {"games", lines_games}, {"merge", lines_merge}, {"tree", lcb_lines_tree},
                                         {NULL, NULL}};
static const luaL_Reg lines_functions[] = {{"lines", lines_new}, {NULL, NULL}};

void lcb_open_lines(lua_State *L) {
  static const luaL_Reg metamethods[] = {{"__gc", lines_gc}, {NULL, NULL}};
  static const lcb_Class class = {.name = LCB_LINES, .methods = {lines_methods}, .metamethods = metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Lines");
  lcb_functions(L, lines_functions);
  lcb_open_opening_tree(L);
}
