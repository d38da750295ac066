/*
** index - lucena.IndexFile: reads an index, for lua/lucena/index.lua.
**
** Pages are read with pread, never mapped: if another program makes the file shorter, reading fails. With a mapped
** file, the process would get a signal. A position that occurs once has only 48 bits of its key in the index, so its
** game is read and replayed up to the place. Positions that occur more often have 128 bits; their first place is
** replayed, too, and each move counted must be legal. If a page is damaged, or a game's text has another checksum, the
** functions return nil, message, code.
*/
#include "index.h"

#include <errno.h>
#include <string.h>

#include "../chess/movegen.h"
#include "../index/file.h"
#include "../io/dir.h"
#include "../io/scratch.h"
#include "../match/fold.h"
#include "../match/value.h"
#include "../notation/codes.h"

#define LCB_INDEX_FILE "lucena.IndexFile"
#define LCB_INDEX_PLACES "lucena.IndexPlaces"

/* User values: the paths of the index and of the games, and the memory of `text`. */
enum { PATH = 1, SOURCE, TEXT, VALUES = TEXT };

typedef struct Index {
  lc_IndexFile file;
  int fd, source;   /* descriptors; source is -1 if the games are not read */
  char *text;       /* for the text of a game */
  size_t room;
  bool is_stale;    /* the text of a game was not the one that was indexed */
  bool has_collision;
} Index;

static Index *self(lua_State *L) { return luaL_checkudata(L, 1, LCB_INDEX_FILE); }

static Index *check_open(lua_State *L) {
  Index *it = self(L);
  if (it->fd < 0) luaL_error(L, "the index is closed");
  return it;
}

static void close_index(Index *it) {
  lc_file_close(it->fd);
  lc_file_close(it->source);
  it->fd = it->source = -1;
}

/* Return nil, message, code. */
static int fail_index(lua_State *L, int index, lc_Code code) {
  lua_getiuservalue(L, index, PATH);
  return lcb_fail(L, code, "%s: %s", lcb_push_path(L, lua_tostring(L, -1)), lc_code_text(code));
}

/* Return nil, message, code for the problem of the index at `index`. */
static int fail(lua_State *L, int index, const Index *it) {
  if (it->is_stale) return fail_index(L, index, LC_D_STALE_INDEX);
  if (it->has_collision) return fail_index(L, index, LC_D_DAMAGED_INDEX);
  switch (it->file.problem) {
    case LC_INDEX_UNREADABLE: return fail_index(L, index, LC_D_CANNOT_READ);
    case LC_INDEX_IS_FOREIGN: return fail_index(L, index, LC_D_NOT_INDEX);
    case LC_INDEX_IS_NEWER:
    case LC_INDEX_IS_OLDER: return fail_index(L, index, LC_D_OTHER_INDEX);
    case LC_INDEX_SOUND:
    case LC_INDEX_DAMAGED: break;
  }
  return fail_index(L, index, LC_D_DAMAGED_INDEX);
}

static bool has_failed(const Index *it) { return it->file.problem != LC_INDEX_SOUND || it->is_stale || it->has_collision; }

/* ---- the identity of the file of games ---- */

int lcb_index_source(const char *path, lc_IndexSource *out) {
  lc_FileIdentity identity;
  unsigned char block[LC_INDEX_BLOCK];
  int error = lc_file_identity(path, &identity);
  if (error || identity.size < 0) return error ? error : EINVAL;
  int fd = lc_file_open(path);
  if (fd < 0) return errno;
  uint64_t size = (uint64_t)identity.size, blocks = (size + LC_INDEX_BLOCK - 1) / LC_INDEX_BLOCK, sample = size;
  uint64_t count = blocks < LC_INDEX_BLOCKS ? blocks : LC_INDEX_BLOCKS;
  for (uint64_t i = 0; i < count && !error; i++) {
    uint64_t number = count > 1 ? i * (blocks - 1) / (count - 1) : 0, at = number * LC_INDEX_BLOCK;
    size_t part = size - at < LC_INDEX_BLOCK ? (size_t)(size - at) : LC_INDEX_BLOCK;
    error = lc_file_read(fd, at, block, part);
    if (!error) sample = lc_index_hash(block, part, sample);
  }
  lc_file_close(fd);
  *out = (lc_IndexSource){size, (uint64_t)identity.seconds, (uint64_t)identity.nanoseconds, sample};
  return error;
}

/***
Return the identity of a file of games: its size, the time of its last change, and a checksum of 64 blocks.
@function core.index_source
@param path string
@return string? identity
@return string? err
@return string? code
@usage return select(3, require("lucena.core").index_source("csrc"))  --> cannot_read
*/
static int index_source(lua_State *L) {
  size_t size;
  const char *path = lcb_check_text(L, 1, &size);
  luaL_argcheck(L, strlen(path) == size, 1, "path holds a NUL");
  lc_IndexSource source;
  int error = lcb_index_source(path, &source);
  if (error) {
    lc_Code code = error == ENOENT ? LC_D_CANNOT_OPEN : LC_D_CANNOT_READ;
    const char *name = lcb_push_path(L, path);
    return lcb_fail(L, code, "%s: %s: %s", name, lc_code_text(code), strerror(error));
  }
  lua_pushlstring(L, (const char *)&source, sizeof source);
  return 1;
}

/***
Return the two hashes that identify a position in an index.
@function core.index_hashes
@param position Position
@return integer key the same as Position.key
@return integer check
@usage local p = chess.position()
  return require("lucena.core").index_hashes(p) == p.key  --> true
*/
static int index_hashes(lua_State *L) {
  uint64_t hashes[2];
  lc_index_hashes(luaL_checkudata(L, 1, LCB_POSITION), hashes);
  lua_pushinteger(L, (lua_Integer)hashes[0]);
  lua_pushinteger(L, (lua_Integer)hashes[1]);
  return 2;
}

/* ---- opening ---- */

static bool read_page(void *state, uint64_t number, unsigned char page[LC_INDEX_PAGE]) {
  const Index *it = state;
  return lc_file_read(it->fd, number * LC_INDEX_PAGE, page, LC_INDEX_PAGE) == 0;
}

/***
Open an index. The file of games is opened only when a game is read.
@function core.open_index
@param path string the index
@param source string the file of games
@return IndexFile? index
@return string? err
@return string? code cannot_open cannot_read not_index other_index damaged_index
@usage return select(3, require("lucena.core").open_index("README.md", "README.md"))  --> not_index
*/
static int open_index(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  luaL_checkstring(L, 2);
  lua_settop(L, 2);
  Index *it = lua_newuserdatauv(L, sizeof *it, VALUES);
  memset(it, 0, sizeof *it);
  it->fd = it->source = -1;
  luaL_setmetatable(L, LCB_INDEX_FILE);
  for (int i = 1; i <= 2; i++) {
    lua_pushvalue(L, i);
    lua_setiuservalue(L, 3, i);
  }
  int64_t size = 0;
  it->fd = lc_file_open(path);
  int error = it->fd < 0 ? errno : lc_file_size(path, &size);
  if (error) {
    close_index(it);
    const char *name = lcb_push_path(L, path);
    return lcb_fail(L, LC_D_CANNOT_OPEN, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_OPEN), strerror(error));
  }
  it->file.read = read_page;
  it->file.state = it;
  if (lc_index_open(&it->file, (uint64_t)size)) return 1;
  int results = fail(L, 3, it);
  close_index(it);
  return results;
}

/***
Close the index.
@function IndexFile:close
@usage -- lua/lucena/index.lua calls this function
*/
static int index_close(lua_State *L) {
  close_index(self(L));
  return 0;
}

static void set_number(lua_State *L, const char *name, uint64_t value) {
  lua_pushinteger(L, (lua_Integer)value);
  lua_setfield(L, -2, name);
}

/***
Return what the index has.
@function IndexFile:info
@return table info source: the identity of the file of games; games, places, positions, players, events, max_ply, is_cut,
  is_full, has_stray, pages; part: sizes of the parts in bytes
@usage -- lua/lucena/index.lua calls this function
*/
static int index_info(lua_State *L) {
  static const char *const parts[LC_INDEX_PARTS] = {
      "games", "names", "name_ends", "events", "event_ends", "words", "played", "played_ends", "places",
      "place_fences", "moves", "move_fences", "unread"};
  const Index *it = check_open(L);
  const lc_IndexHead *head = &it->file.head;
  lua_createtable(L, 0, 12);
  lua_pushlstring(L, (const char *)&head->source, sizeof head->source);
  lua_setfield(L, -2, "source");
  set_number(L, "games", head->games);
  set_number(L, "places", head->places);
  set_number(L, "positions", head->positions);
  set_number(L, "players", head->names);
  set_number(L, "events", head->events);
  set_number(L, "max_ply", head->max_ply);
  set_number(L, "pages", it->file.pages);
  lua_pushboolean(L, head->flags & LC_INDEX_IS_CUT);
  lua_setfield(L, -2, "is_cut");
  lua_pushboolean(L, head->flags & LC_INDEX_IS_FULL);
  lua_setfield(L, -2, "is_full");
  lua_pushboolean(L, head->flags & LC_INDEX_HAS_STRAY);
  lua_setfield(L, -2, "has_stray");
  lua_createtable(L, 0, LC_INDEX_PARTS);
  for (unsigned i = 0; i < LC_INDEX_PARTS; i++) set_number(L, parts[i], head->part[i].end - head->part[i].begin);
  lua_setfield(L, -2, "part");
  return 1;
}

/***
Compare the checksums of pages.
@function IndexFile:verify
@param first integer the number of the first page, from 0
@param count integer
@return boolean? true
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_verify(lua_State *L) {
  Index *it = check_open(L);
  uint64_t first = (uint64_t)luaL_checkinteger(L, 2), count = (uint64_t)luaL_checkinteger(L, 3);
  unsigned char page[LC_INDEX_PAGE];
  for (uint64_t i = first; i < first + count && i < it->file.pages; i++) {
    if (!lc_index_check_page(&it->file, i, page)) return fail(L, 1, it);
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* ---- reading a game ---- */

static void reserve_text(lua_State *L, Index *it, int index, size_t size) {
  if (size <= it->room) return;
  it->text = lua_newuserdatauv(L, 2 * size, 0);
  it->room = 2 * size;
  lua_setiuservalue(L, index, TEXT);
}

/* Read the text of a game. Returns false on failure. */
static bool read_text(lua_State *L, Index *it, int index, const lc_IndexGame *game) {
  if (it->source < 0) {
    lua_getiuservalue(L, index, SOURCE);
    it->source = lc_file_open(lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  if (game->size > it->file.head.source.size || it->source < 0) {
    it->is_stale = true;
    return false;
  }
  reserve_text(L, it, index, game->size + LCB_PADDING);
  bool is_read = lc_file_read(it->source, game->offset, it->text, game->size) == 0;
  it->is_stale = !is_read || (uint32_t)lc_index_hash(it->text, game->size, 0) != game->sum;
  return !it->is_stale;
}

/* Report whether the position is at a place. Returns false on failure, too. */
static bool is_at(lua_State *L, Index *it, int index, const lc_Position *position, lc_IndexPlace place) {
  enum { FEW_MOVES = 64 };
  lc_IndexGame game;
  lc_Scan scan;
  lc_Start start;
  lc_Replay replay;
  lc_Move moves[FEW_MOVES];
  if (!lc_index_get_game(&it->file, place.game, &game) || !read_text(L, it, index, &game)) return false;
  lc_scan_begin(&scan, 0);
  lc_scan_next(&scan, lcb_cpu(), it->text, game.size, true);
  lc_start_find(it->text, scan.has_setup ? lcb_tags_size(&scan) : 0, LC_SKIPS | LC_REPAIRS, &start);
  lc_replay_begin(&replay, it->text, game.size, LCB_PADDING, lcb_tags_size(&scan), NULL, LC_SKIPS | LC_REPAIRS, &start);
  lc_Position p = start.position;
  uint32_t ply = 0;
  while (ply < place.ply && !replay.is_over) {
    uint32_t before = replay.plies;
    lc_replay_run(&replay, lcb_cpu(), moves, FEW_MOVES);
    for (uint32_t i = 0; i < replay.plies - before && ply < place.ply; i++, ply++) lc_position_play(&p, moves[i]);
    if (replay.plies == before) break;
  }
  return ply == place.ply && start.code == LC_D_NONE && lc_position_equal(&p, position);
}

/* ---- positions ---- */

typedef struct Filter {
  uint32_t from, to; /* dates as in lc_IndexGame; 0: no limit */
  uint32_t elo;      /* the least Elo of at least one player; 0: any */
} Filter;

/* The places of a position. */
typedef struct Places {
  lc_IndexCursor cursor;
  Index *index;
  lc_Position position;
  uint64_t hashes[2];
  lc_IndexPart table;
  bool is_within;  /* an item of the position is being read */
  bool has_item, has_last;
  uint32_t last;   /* the last game returned */
} Places;

static void begin_places(Index *it, const lc_Position *position, lc_IndexPart table, Places *out) {
  out->index = it;
  out->position = *position;
  out->table = table;
  out->is_within = out->has_item = out->has_last = false;
  lc_index_hashes(position, out->hashes);
  lc_index_seek(&it->file, table, out->hashes[0], &out->cursor);
}

/* Find the first place of the next item of the position. `index` is the stack index of the index. */
static bool next_item(lua_State *L, Places *it, int index) {
  while (lc_index_match(&it->cursor, it->table, it->hashes[0], it->hashes[1])) {
    if (!lc_index_next_place(&it->cursor)) return false;
    /* Without a check, the item may be of another position. With one, the first item is compared, to find a collision
    ** of all 128 bits. In a full index, games cannot be read. */
    bool is_compared = !(it->index->file.head.flags & LC_INDEX_IS_FULL) && (!it->cursor.has_check || !it->has_item);
    bool is_same = !is_compared || is_at(L, it->index, index, &it->position, it->cursor.place);
    if (has_failed(it->index)) return false;
    if (!is_same && it->cursor.has_check) it->index->has_collision = true;
    if (is_same || it->cursor.has_check) {
      it->has_item = true;
      return is_same;
    }
  }
  return false;
}

/* Find the next game, with its first occurrence of the position. Returns false at the end and on failure. */
static bool next_game(lua_State *L, Places *it, int index) {
  for (;;) {
    if (it->is_within && !lc_index_next_place(&it->cursor)) it->is_within = false;
    if (has_failed(it->index)) return false;
    if (!it->is_within && !next_item(L, it, index)) return false;
    it->is_within = true;
    if (it->has_last && it->cursor.place.game == it->last) continue;
    it->has_last = true;
    it->last = it->cursor.place.game;
    return true;
  }
}

static const lc_Position *check_position(lua_State *L, int arg) { return luaL_checkudata(L, arg, LCB_POSITION); }

/***
Begin to iterate over the games in which a position occurs.
@function IndexFile:places
@param position Position
@return IndexPlaces
@usage -- lua/lucena/index.lua calls this function
*/
static int index_places(lua_State *L) {
  Index *it = check_open(L);
  const lc_Position *position = check_position(L, 2);
  Places *places = lua_newuserdatauv(L, sizeof *places, 1);
  begin_places(it, position, LC_INDEX_PLACES, places);
  luaL_setmetatable(L, LCB_INDEX_PLACES);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

/***
Return the next game in which a position occurs, in the order of the file.
@function IndexFile:next_place
@param places IndexPlaces made by the same index
@return integer? number nil at the end, and on failure
@return integer|string|nil ply of the first occurrence; or the error's message
@return Move|string|nil move the next move, or nil if the game ends there; or the error's code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_next_place(lua_State *L) {
  Index *it = check_open(L);
  Places *places = luaL_checkudata(L, 2, LCB_INDEX_PLACES);
  luaL_argcheck(L, places->index == it, 2, "of another index");
  if (!next_game(L, places, 1)) return has_failed(it) ? fail(L, 1, it) : 0;
  lua_pushinteger(L, (lua_Integer)places->last + 1);
  lua_pushinteger(L, places->cursor.place.ply);
  if (places->cursor.place.move == LC_INDEX_NO_MOVE) return 2;
  lcb_push_move(L, places->cursor.place.move);
  return 3;
}

/* ---- moves ---- */

typedef struct Rows {
  uint32_t count;
  lc_IndexMove row[LC_MAX_MOVES + 2];
} Rows;

/* Return the row of a move; NULL if there are more moves than a position can have. */
static lc_IndexMove *row_of(Rows *rows, uint16_t move) {
  for (uint32_t i = 0; i < rows->count; i++) {
    if (rows->row[i].move == move) return &rows->row[i];
  }
  if (rows->count == LC_MAX_MOVES + 2) return NULL;
  rows->row[rows->count] = (lc_IndexMove){.move = move};
  return &rows->row[rows->count++];
}

static bool passes(const Filter *filter, const lc_IndexGame *game) {
  if (filter->elo > 0) {
    bool is_strong = false;
    for (unsigned i = 0; i < 2; i++) is_strong |= game->elo[i] != LC_INDEX_NO_NUMBER && game->elo[i] >= filter->elo;
    if (!is_strong) return false;
  }
  return (filter->from == 0 && filter->to == 0) || (game->date > 0 && lc_date_within(game->date, filter->from, filter->to));
}

/* Count a game if it passes. Returns false on failure. */
static bool count_game(Index *it, const Filter *filter, lc_IndexPlace place, Rows *rows) {
  lc_IndexGame game;
  if (!lc_index_get_game(&it->file, place.game, &game)) return false;
  if (!passes(filter, &game)) return true;
  lc_IndexMove *row = row_of(rows, place.move);
  lc_IndexCount count = lc_index_count_of(&game);
  if (!row) return !(it->has_collision = true);
  lc_index_count(row, &count);
  return true;
}

/* Find the statistics that were written. Returns false if there are none, and on failure. */
static bool find_rows(Index *it, const lc_Position *position, Places *places, Rows *rows) {
  lc_IndexMove row;
  begin_places(it, position, LC_INDEX_MOVES, places);
  if (!lc_index_match(&places->cursor, LC_INDEX_MOVES, places->hashes[0], places->hashes[1])) return false;
  while (lc_index_next_move(&places->cursor, &row)) {
    lc_IndexMove *to = row_of(rows, row.move);
    if (!to) return !(it->has_collision = true);
    *to = row;
  }
  return !has_failed(it);
}

static bool are_legal(const lc_Position *position, const Rows *rows) {
  for (uint32_t i = 0; i < rows->count; i++) {
    lc_Move move = rows->row[i].move;
    if (move != LC_INDEX_NO_MOVE && move != LC_NULL_MOVE && !lc_is_legal(position, move)) return false;
  }
  return true;
}

static void push_row(lua_State *L, const lc_IndexMove *row) {
  lua_createtable(L, 0, 8);
  if (row->move != LC_INDEX_NO_MOVE) {
    lcb_push_move(L, row->move);
    lua_setfield(L, -2, "move");
  }
  set_number(L, "games", row->games);
  set_number(L, "white", row->outcome[0]);
  set_number(L, "draw", row->outcome[1]);
  set_number(L, "black", row->outcome[2]);
  set_number(L, "sum", row->ratings);
  set_number(L, "rated", row->rated);
  if (row->year) set_number(L, "year", row->year);
}

/* Count the games of the array at stack index 4 that have the position. Both lists are sorted. */
static bool count_listed(lua_State *L, Index *it, const Filter *filter, Places *places, Rows *rows) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, 4);
  for (lua_Integer i = 1; i <= count;) {
    lua_rawgeti(L, 4, i);
    lua_Integer wanted = lua_tointeger(L, -1) - 1;
    lua_pop(L, 1);
    if (!places->has_last || places->last < wanted) {
      if (!next_game(L, places, 1)) return !has_failed(it);
    } else {
      if (places->last == wanted && !count_game(it, filter, places->cursor.place, rows)) return false;
      i++;
    }
  }
  return true;
}

static bool count_all(lua_State *L, Index *it, const Filter *filter, Places *places, Rows *rows) {
  while (next_game(L, places, 1)) {
    if (!count_game(it, filter, places->cursor.place, rows)) return false;
  }
  return !has_failed(it);
}

static uint32_t filter_field(lua_State *L, const char *name) {
  lua_getfield(L, 3, name);
  lua_Integer value = luaL_optinteger(L, -1, 0);
  lua_pop(L, 1);
  return value < 0 ? 0 : value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/***
Count the moves that games played in a position.
@function IndexFile:moves
@param position Position
@param filter? table from, to: dates as year * 10000 + month * 100 + day; elo: the least Elo of a player
@param games? integer[] count only these games; sorted numbers, each once
@return table[]? rows {move, games, white, draw, black, sum and number `rated` of ratings, year}; without `move`: the games
  that end in the position
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_moves(lua_State *L) {
  Index *it = check_open(L);
  const lc_Position *position = check_position(L, 2);
  Filter filter = {0};
  lua_settop(L, 4);
  if (!lua_isnil(L, 3)) filter = (Filter){.from = filter_field(L, "from"), .to = filter_field(L, "to"), .elo = filter_field(L, "elo")};
  bool is_plain = !filter.from && !filter.to && !filter.elo && lua_isnil(L, 4);
  Places *places = lua_newuserdatauv(L, sizeof *places, 0);
  Rows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  rows->count = 0;
  if (!is_plain || !find_rows(it, position, places, rows)) {
    rows->count = 0;
    begin_places(it, position, LC_INDEX_PLACES, places);
    bool is_counted = lua_isnil(L, 4) ? count_all(L, it, &filter, places, rows) : count_listed(L, it, &filter, places, rows);
    if (!is_counted) return fail(L, 1, it);
  }
  if (!are_legal(position, rows)) it->has_collision = true;
  if (has_failed(it)) return fail(L, 1, it);
  lua_createtable(L, (int)rows->count, 0);
  for (uint32_t i = 0; i < rows->count; i++) {
    push_row(L, &rows->row[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* ---- games and players ---- */

/* Push item `number` of a part, from 1; nothing for 0. Returns false on failure. */
static bool set_text(lua_State *L, Index *it, const char *field, lc_IndexPart part, lc_IndexPart ends, uint32_t number) {
  lc_IndexRange range;
  luaL_Buffer b;
  if (number == 0) return true;
  if (!lc_index_find_bytes(&it->file, part, ends, number - 1, &range)) return false;
  size_t size = (size_t)(range.end - range.begin);
  char *out = luaL_buffinitsize(L, &b, size);
  bool is_read = lc_index_get(&it->file, range.begin, out, size);
  luaL_pushresultsize(&b, is_read ? size : 0);
  lua_setfield(L, -2, field);
  return is_read;
}

static void set_date(lua_State *L, uint32_t date) {
  char text[11] = "????.??.??";
  if (date == 0) return;
  uint32_t parts[3] = {date / 10000, date / 100 % 100, date % 100};
  static const unsigned at[3] = {3, 6, 9};
  for (unsigned i = 0; i < 3; i++) {
    for (unsigned digit = 0; parts[i] > 0 && digit < (i ? 2 : 4); digit++) {
      text[at[i] - digit] = (char)('0' + parts[i] % 10);
      parts[i] /= 10;
      if (parts[i] == 0) {
        for (digit++; digit < (i ? 2 : 4); digit++) text[at[i] - digit] = '0';
      }
    }
  }
  lua_pushlstring(L, text, 10);
  lua_setfield(L, -2, "date");
}

/***
Return the entry of a game.
@function IndexFile:game
@param number integer from 1
@return table? entry number, offset, size, line, column, plies; and white, black, event, white_elo, black_elo, date, eco,
  result, as far as the game has them
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_game(lua_State *L) {
  Index *it = check_open(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  lc_IndexGame game;
  size_t size;
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.games, 2, "the number of a game");
  if (!lc_index_get_game(&it->file, (uint64_t)number - 1, &game)) return fail(L, 1, it);
  lua_createtable(L, 0, 16);
  set_number(L, "number", (uint64_t)number);
  set_number(L, "offset", game.offset);
  set_number(L, "size", game.size);
  set_number(L, "line", game.line);
  set_number(L, "column", game.column);
  set_number(L, "plies", game.plies);
  if (game.rating[0]) set_number(L, "white_elo", game.rating[0]);
  if (game.rating[1]) set_number(L, "black_elo", game.rating[1]);
  set_date(L, game.date);
  if (game.sign) {
    const char *sign = lc_result_text(game.sign <= LC_RESULT_UNKNOWN ? game.sign : LC_RESULT_NONE, &size);
    lua_pushlstring(L, sign, size);
    lua_setfield(L, -2, "result");
  }
  if (game.eco[0]) {
    const char *end = memchr(game.eco, 0, sizeof game.eco);
    lua_pushlstring(L, game.eco, end ? (size_t)(end - game.eco) : sizeof game.eco);
    lua_setfield(L, -2, "eco");
  }
  bool is_read = set_text(L, it, "white", LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, game.white) &&
                 set_text(L, it, "black", LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, game.black) &&
                 set_text(L, it, "event", LC_INDEX_EVENTS, LC_INDEX_EVENT_ENDS, game.event);
  return is_read ? 1 : fail(L, 1, it);
}

/***
Report whether a text is that of a game.
@function IndexFile:is_text
@param number integer
@param text string
@return boolean? is_same
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_is_text(lua_State *L) {
  Index *it = check_open(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  size_t size;
  const char *text = lcb_check_text(L, 3, &size);
  lc_IndexGame game;
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.games, 2, "the number of a game");
  if (!lc_index_get_game(&it->file, (uint64_t)number - 1, &game)) return fail(L, 1, it);
  return lcb_return_boolean(L, size == game.size && (uint32_t)lc_index_hash(text, size, 0) == game.sum);
}

/***
Read the text of a game, and compare its checksum.
@function IndexFile:has_text
@param number integer
@return boolean? true
@return string? err
@return string? code stale_index if the text is not the one that was indexed
@usage -- lua/lucena/index.lua calls this function
*/
static int index_has_text(lua_State *L) {
  Index *it = check_open(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  lc_IndexGame game;
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.games, 2, "the number of a game");
  if (!lc_index_get_game(&it->file, (uint64_t)number - 1, &game) || !read_text(L, it, 1, &game)) return fail(L, 1, it);
  lua_pushboolean(L, 1);
  return 1;
}

/***
Return the games whose mainline has an error.
@function IndexFile:unread
@return integer[]? numbers sorted
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_unread(lua_State *L) {
  Index *it = check_open(L);
  lc_IndexRange range = it->file.head.part[LC_INDEX_UNREAD];
  unsigned char bytes[4];
  lua_newtable(L);
  for (lua_Integer i = 1; range.begin < range.end; i++, range.begin += sizeof bytes) {
    if (!lc_index_get(&it->file, range.begin, bytes, sizeof bytes)) return fail(L, 1, it);
    uint32_t number = lc_get32(bytes);
    if (number == 0 || number > it->file.head.games) return fail_index(L, 1, LC_D_DAMAGED_INDEX);
    lua_pushinteger(L, (lua_Integer)number);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

/* Add a name to the list at stack index 5, unless it is there. The list has the names {number, text} at 1..n. */
static bool add_name(lua_State *L, Index *it, uint32_t number) {
  lua_createtable(L, 0, 2);
  set_number(L, "number", number);
  bool is_read = set_text(L, it, "name", LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, number);
  lua_rawseti(L, 5, (lua_Integer)lua_rawlen(L, 5) + 1);
  return is_read;
}

/* Report whether the last name of the list agrees with the wanted name. */
static bool agrees(lua_State *L, const lc_Name *wanted) {
  size_t size;
  lua_rawgeti(L, 5, (lua_Integer)lua_rawlen(L, 5));
  lua_getfield(L, -1, "name");
  const char *text = lua_tolstring(L, -1, &size);
  bool does = text && lc_name_agrees(wanted, text, size, lua_newuserdatauv(L, 2 * size + 1, 0));
  lua_settop(L, 5);
  return does;
}

/***
Find names of players.
@function IndexFile:names
@param text string a name, which agrees with others as in the query `player`; or the beginning of a word
@param is_prefix? boolean `text` is the beginning of a word; at most eight bytes of it are compared
@return table[]? names {number, name}
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_names(lua_State *L) {
  Index *it = check_open(L);
  size_t size;
  const char *text = lcb_check_text(L, 2, &size);
  bool is_prefix = lua_toboolean(L, 3);
  lua_settop(L, 3);
  char *folded = lua_newuserdatauv(L, 2 * size + 1, 0);
  lua_newtable(L);
  lc_Name wanted;
  lc_IndexRange range;
  lc_IndexWord word;
  lc_name_split(folded, lc_fold(text, size, folded), &wanted);
  if (wanted.count == 0) return 1;
  uint64_t first = lc_index_word(wanted.word[0], wanted.size[0]), last = first;
  if (is_prefix && wanted.size[0] < 8) last |= ~UINT64_C(0) >> 8 * wanted.size[0];
  if (!lc_index_find_words(&it->file, first, last, &range)) return fail(L, 1, it);
  for (uint64_t i = range.begin; i < range.end; i++) {
    if (!lc_index_get_word(&it->file, i, &word) || !add_name(L, it, word.name)) return fail(L, 1, it);
    if (is_prefix || agrees(L, &wanted)) continue;
    lua_pushnil(L);
    lua_rawseti(L, 5, (lua_Integer)lua_rawlen(L, 5));
  }
  return 1;
}

/***
Return the games of a player.
@function IndexFile:played
@param number integer of a name
@return integer[]? games number * 2, plus one if the player has Black; sorted
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_played(lua_State *L) {
  Index *it = check_open(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  lc_IndexRange range;
  unsigned char bytes[4];
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.names, 2, "the number of a name");
  if (!lc_index_find_bytes(&it->file, LC_INDEX_PLAYED, LC_INDEX_PLAYED_ENDS, (uint64_t)number - 1, &range)) return fail(L, 1, it);
  lua_newtable(L);
  lua_Integer count = 0;
  for (uint64_t at = range.begin; at + sizeof bytes <= range.end; at += sizeof bytes) {
    if (!lc_index_get(&it->file, at, bytes, sizeof bytes)) return fail(L, 1, it);
    lua_pushinteger(L, (lua_Integer)lc_get32(bytes) + 2);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

static const luaL_Reg index_methods[] = {
    {"close", index_close}, {"game", index_game},     {"info", index_info},     {"is_text", index_is_text},
    {"moves", index_moves}, {"names", index_names},   {"next_place", index_next_place}, {"places", index_places},
    {"played", index_played}, {"unread", index_unread}, {"has_text", index_has_text}, {"verify", index_verify}, {NULL, NULL},
};
static const luaL_Reg index_metamethods[] = {{"__close", index_close}, {"__gc", index_close}, {NULL, NULL}};

void lcb_open_index(lua_State *L) {
  static const lcb_Class class = {.name = LCB_INDEX_FILE, .methods = {index_methods}, .metamethods = index_metamethods};
  static const luaL_Reg functions[] = {
      {"index_hashes", index_hashes}, {"index_source", index_source}, {"open_index", open_index}, {NULL, NULL}};
  lcb_class(L, &class);
  lua_setfield(L, -2, "IndexFile");
  luaL_newmetatable(L, LCB_INDEX_PLACES);
  lua_pop(L, 1);
  lcb_functions(L, functions);
  lcb_open_index_build(L);
}
