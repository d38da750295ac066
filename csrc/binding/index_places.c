/*
** index_places - the places of a position in an index, and the moves that games played there.
**
** A position that occurs once has only 48 bits of its key in the index, so its game is read and replayed up to the
** place. Positions that occur more often have 128 bits. Each place of a position with few places is replayed, too, and
** the first place of any other. So a collision of all 128 bits is detected there. Each move counted must be legal. If
** more than LC_INDEX_REPLAYS games are replayed for a position, the index is damaged.
**
** To count the games of a player in a position of many games, the items between these games are skipped: an item has up
** to 512 places and begins at a fence.
** Cost: 3 ns per place, 4 us per game replayed.
*/
#include "../chess/movegen.h"
#include "../match/value.h"
#include "index_file.h"

#define LCB_INDEX_PLACES "lucena.IndexPlaces"

typedef struct Filter {
  uint32_t from, to; /* dates as in lc_IndexGame; 0: no limit */
  uint32_t elo;      /* the least Elo of at least one player; 0: any */
} Filter;

/* The places of a position. */
typedef struct Places {
  lc_IndexCursor cursor;
  lcb_Index *index;
  lc_Position position;
  uint64_t hashes[2];
  lc_IndexPart table;
  bool is_within;  /* an item of the position is being read */
  bool is_each_compared; /* each place of this item is replayed */
  bool has_item, has_last;
  bool is_used;    /* a method is running: see lcb_begin_use() */
  uint32_t last;   /* the last game returned */
  uint32_t replays; /* number of games replayed */
} Places;

/* Set `out` before the first place of a position. Returns false on failure. */
LC_MUST_USE static bool begin_places(lcb_Index *it, const lc_Position *position, lc_IndexPart table, Places *out) {
  out->index = it;
  out->position = *position;
  out->table = table;
  out->is_within = out->is_each_compared = out->has_item = out->has_last = out->is_used = false;
  out->replays = 0;
  lc_index_hashes(position, out->hashes);
  return lc_index_seek(&it->file, table, out->hashes[0], &out->cursor);
}

/* Report whether a game reaches the position at the cursor's place. `index` is the stack index of the index. */
static bool is_at_place(lua_State *L, Places *it, int index) {
  if (++it->replays <= LC_INDEX_REPLAYS) return lcb_index_is_at(L, it->index, index, &it->position, it->cursor.place);
  it->index->file.problem = LC_INDEX_DAMAGED;
  return false;
}

/* Find the first place of the next item of the position. `index` is the stack index of the index. */
static bool next_item(lua_State *L, Places *it, int index) {
  while (lc_index_match(&it->cursor, it->table, it->hashes[0], it->hashes[1])) {
    bool is_full = it->index->file.head.flags & LC_INDEX_IS_FULL;
    it->is_each_compared = !is_full && it->cursor.has_check && it->cursor.left <= LC_INDEX_COMPARED;
    if (!lc_index_next_place(&it->cursor)) return false;
    /* Without a check, the item may be of another position. With one, the first item is compared, to find a collision
    ** of all 128 bits. In a full index, games cannot be read. */
    bool is_compared = !is_full && (!it->cursor.has_check || !it->has_item);
    bool is_same = !is_compared || is_at_place(L, it, index);
    if (lcb_index_has_failed(it->index)) return false;
    if (!is_same && it->cursor.has_check) it->index->has_collision = true;
    if (is_same || it->cursor.has_check) {
      it->has_item = true;
      return is_same;
    }
  }
  return false;
}

/* Find the next place of the item, in game `least` or a later one. Returns false at its end and on failure. */
static bool next_place(lua_State *L, Places *it, int index, uint32_t least) {
  if (!it->is_each_compared) return lc_index_next_place_from(&it->cursor, least);
  if (!lc_index_next_place(&it->cursor)) return false;
  if (is_at_place(L, it, index)) return true;
  it->index->has_collision = !lcb_index_has_failed(it->index);
  return false;
}

/* Find the next game, `least` or a later one, with its first occurrence of the position. Returns false at the end and
** on failure. */
static bool next_game(lua_State *L, Places *it, int index, uint32_t least) {
  enum { FAR = 512 }; /* a skip takes the time of reading 20 places */
  for (;;) {
    bool is_far = it->is_within && it->has_last && least > it->last && least - it->last > FAR;
    if (is_far && lc_index_skip_places(&it->cursor, least)) it->is_within = false;
    if (it->is_within && !next_place(L, it, index, least)) it->is_within = false;
    if (lcb_index_has_failed(it->index)) return false;
    if (!it->is_within && !next_item(L, it, index)) return false;
    it->is_within = true;
    /* the places of a position are in the order of the games; callers rely on it */
    if (it->has_last && it->cursor.place.game < it->last) return !(it->index->has_collision = true);
    bool is_same = it->has_last && it->cursor.place.game == it->last;
    it->has_last = true;
    it->last = it->cursor.place.game;
    if (!is_same && it->last >= least) return true;
  }
}

static const lc_Position *check_position(lua_State *L, int arg) { return luaL_checkudata(L, arg, LCB_POSITION); }

/***
Begin to iterate over the games in which a position occurs.
@function IndexFile:places
@param position Position
@return IndexPlaces?
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_places(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  Places *places = lua_newuserdatauv(L, sizeof *places, 1);
  if (!begin_places(it, position, LC_INDEX_PLACES, places)) return lcb_index_fail(L, 1, it);
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
  lcb_Index *it = lcb_index_check(L);
  Places *places = luaL_checkudata(L, 2, LCB_INDEX_PLACES);
  luaL_argcheck(L, places->index == it, 2, "of another index");
  lcb_begin_use(L, &places->is_used);
  bool is_there = next_game(L, places, 1, 0);
  lcb_end_use(&places->is_used, 0);
  if (!is_there) return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 0;
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
  return (filter->from == 0 && filter->to == 0) ||
         (game->date > 0 && lc_date_within(game->date, filter->from, filter->to));
}

/* Count a game if it passes. Returns false on failure. */
static bool count_game(lcb_Index *it, const Filter *filter, lc_IndexPlace place, Rows *rows) {
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
static bool find_rows(lcb_Index *it, const lc_Position *position, Places *places, Rows *rows) {
  lc_IndexMove row;
  if (!begin_places(it, position, LC_INDEX_MOVES, places)) return false;
  if (!lc_index_match(&places->cursor, LC_INDEX_MOVES, places->hashes[0], places->hashes[1])) return false;
  while (lc_index_next_move(&places->cursor, &row)) {
    lc_IndexMove *to = row_of(rows, row.move);
    if (!to) return !(it->has_collision = true);
    *to = row;
  }
  return !lcb_index_has_failed(it);
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
  lcb_set_integer(L, "games", row->games);
  lcb_set_integer(L, "white", row->outcome[0]);
  lcb_set_integer(L, "draw", row->outcome[1]);
  lcb_set_integer(L, "black", row->outcome[2]);
  lcb_set_integer(L, "sum", row->ratings);
  lcb_set_integer(L, "rated", row->rated);
  if (row->year) lcb_set_integer(L, "year", row->year);
}

/* Count the games of the set that have the position. */
static bool count_listed(lua_State *L, lcb_Index *it, const Filter *filter, const lcb_Games *games, Places *places,
                         Rows *rows) {
  for (size_t i = 0; i < games->count; i++) {
    uint32_t wanted = games->number[i] - 1;
    bool is_there = places->has_last && places->last >= wanted;
    if (!is_there && !next_game(L, places, 1, wanted)) return !lcb_index_has_failed(it);
    if (places->last == wanted && !count_game(it, filter, places->cursor.place, rows)) return false;
  }
  return true;
}

static bool count_all(lua_State *L, lcb_Index *it, const Filter *filter, Places *places, Rows *rows) {
  while (next_game(L, places, 1, 0)) {
    if (!count_game(it, filter, places->cursor.place, rows)) return false;
  }
  return !lcb_index_has_failed(it);
}

/* Count the games with the position that pass, or of these only the games of the set. `rows` has the statistics of the
** position, if they were written. Returns false on failure. */
static bool count_games(lua_State *L, lcb_Index *it, const Filter *filter, const lcb_Games *games, Places *places,
                        Rows *rows) {
  lc_Position position = places->position;
  if (games && rows->count > 0) lcb_index_expect_entries(it, games, 0, games->count);
  rows->count = 0;
  if (!begin_places(it, &position, LC_INDEX_PLACES, places)) return false;
  return games ? count_listed(L, it, filter, games, places, rows) : count_all(L, it, filter, places, rows);
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
@param games? IndexGames count only these games
@return table[]? rows {move, games, white, draw, black, sum and number `rated` of ratings, year}; without `move`: the
  games that end in the position
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_moves(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  Filter filter = {0};
  lua_settop(L, 4);
  if (!lua_isnil(L, 3))
    filter = (Filter){.from = filter_field(L, "from"), .to = filter_field(L, "to"), .elo = filter_field(L, "elo")};
  const lcb_Games *games = lua_isnil(L, 4) ? NULL : lcb_games_check(L, 4);
  bool is_plain = !filter.from && !filter.to && !filter.elo && !games;
  Places *places = lua_newuserdatauv(L, sizeof *places, 0);
  Rows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  rows->count = 0;
  bool has_rows = find_rows(it, position, places, rows);
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  if (!(is_plain && has_rows) && !count_games(L, it, &filter, games, places, rows)) return lcb_index_fail(L, 1, it);
  if (!are_legal(position, rows)) it->has_collision = true;
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  lua_createtable(L, (int)rows->count, 0);
  for (uint32_t i = 0; i < rows->count; i++) {
    push_row(L, &rows->row[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* ---- all games of a position ---- */

/* Return the number of games that reached the position, if it was written, or 0. */
static uint64_t written_count(lcb_Index *it, const lc_Position *position, Places *places, Rows *rows) {
  uint64_t games = 0;
  rows->count = 0;
  find_rows(it, position, places, rows);
  for (uint32_t i = 0; i < rows->count; i++) games += rows->row[i].games;
  return games < it->file.head.games ? games : it->file.head.games;
}

/***
Find the games in which a position occurs.
@function IndexFile:reached
@param position Position
@param most integer the maximum number of games to find
@return IndexGames|boolean|nil games false if there are more than `most` games
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_reached(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 3);
  lua_settop(L, 3);
  Places *places = lua_newuserdatauv(L, sizeof *places, 0);
  Rows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  uint64_t written = written_count(it, position, places, rows);
  if (written > most) return lcb_return_boolean(L, false);
  lcb_Games *games = lcb_games_new(L);
  int at = lua_gettop(L);
  lcb_games_reserve(L, at, (size_t)written);
  if (!begin_places(it, position, LC_INDEX_PLACES, places)) return lcb_index_fail(L, 1, it);
  while (next_game(L, places, 1, 0)) {
    if (games->count == most) return lcb_return_boolean(L, false);
    lcb_games_add(L, games, at, places->last + 1);
  }
  return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 1;
}

/***
Find the games in which a position occurs, and the plies of the first occurrences.
@function IndexFile:find
@param position Position
@return integer[]? numbers sorted
@return integer[]|string plies; or the error's message
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_find(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  lua_settop(L, 2);
  Places *places = lua_newuserdatauv(L, sizeof *places, 0);
  Rows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  int room = (int)written_count(it, position, places, rows);
  lua_createtable(L, room, 0);
  lua_createtable(L, room, 0);
  if (!begin_places(it, position, LC_INDEX_PLACES, places)) return lcb_index_fail(L, 1, it);
  for (lua_Integer i = 1; next_game(L, places, 1, 0); i++) {
    lua_pushinteger(L, (lua_Integer)places->last + 1);
    lua_rawseti(L, -3, i);
    lua_pushinteger(L, places->cursor.place.ply);
    lua_rawseti(L, -2, i);
  }
  return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 2;
}

const luaL_Reg lcb_index_places[] = {{"find", index_find}, {"moves", index_moves}, {"next_place", index_next_place},
                                     {"places", index_places}, {"reached", index_reached}, {NULL, NULL}};

void lcb_open_index_places(lua_State *L) {
  luaL_newmetatable(L, LCB_INDEX_PLACES);
  lua_pop(L, 1);
}
