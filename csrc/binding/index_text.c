/*
** index_text - reads texts of an index, and the text of a game, which is replayed up to a place.
*/
#include "../io/dir.h"
#include "../io/scratch.h"
#include "index_file.h"

void lcb_index_reserve(lua_State *L, lcb_Index *it, int index, size_t size) {
  if (size <= it->room) return;
  it->text = lua_newuserdatauv(L, 2 * size, 0);
  it->room = 2 * size;
  lua_setiuservalue(L, index, LCB_INDEX_TEXT);
}

const char *lcb_index_get_text(lua_State *L, lcb_Index *it, int index, lc_IndexPart part, lc_IndexPart ends, uint32_t number, size_t *size) {
  lc_IndexRange range;
  if (!lc_index_find_bytes(&it->file, part, ends, (uint64_t)number - 1, &range)) return NULL;
  *size = (size_t)(range.end - range.begin);
  lcb_index_reserve(L, it, index, *size);
  return lc_index_get(&it->file, range.begin, it->text, *size) ? it->text : NULL;
}

bool lcb_index_open_source(lua_State *L, lcb_Index *it, int index) {
  if (it->source < 0) {
    lua_getiuservalue(L, index, LCB_INDEX_SOURCE);
    it->source = lc_file_open(lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  if (it->source < 0) it->is_stale = true;
  return it->source >= 0;
}

bool lcb_index_read_text(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game) {
  if (!lcb_index_open_source(L, it, index)) return false;
  if (game->size > it->file.head.source.size) {
    it->is_stale = true;
    return false;
  }
  lcb_index_reserve(L, it, index, game->size + LCB_PADDING);
  bool is_read = lc_file_read(it->source, game->offset, it->text, game->size) == 0;
  it->is_stale = !is_read || (uint32_t)lc_index_hash(it->text, game->size, 0) != game->sum;
  return !it->is_stale;
}

/* A replay of a game's mainline, one ply at a time. */
enum { SOME_MOVES = 64 };
typedef struct Walk {
  lc_Start start;
  lc_Replay replay;
  lc_Position position;
  uint32_t ply, next, count; /* `next` and `count`: of the moves that were read */
  lc_Move moves[SOME_MOVES];
} Walk;

/* Begin at the first position of a game. Returns false on failure, and if the game has no legal first position. */
static bool begin_walk(lua_State *L, lcb_Index *it, int index, uint64_t number, Walk *out) {
  lc_IndexGame game;
  lc_Scan scan;
  if (!lc_index_get_game(&it->file, number, &game) || !lcb_index_read_text(L, it, index, &game)) return false;
  lc_scan_begin(&scan, 0);
  lc_scan_next(&scan, lcb_cpu(), it->text, game.size, true);
  lc_start_find(it->text, scan.has_setup ? lcb_tags_size(&scan) : 0, LC_SKIPS | LC_REPAIRS, &out->start);
  lc_replay_begin(&out->replay, it->text, game.size, LCB_PADDING, lcb_tags_size(&scan), NULL, LC_SKIPS | LC_REPAIRS, &out->start);
  out->position = out->start.position;
  out->ply = out->next = out->count = 0;
  return out->start.code == LC_D_NONE;
}

/* Play the next move. Returns false if there is none. */
static bool play_move(Walk *it) {
  if (it->next == it->count) {
    uint32_t before = it->replay.plies;
    if (it->replay.is_over) return false;
    lc_replay_run(&it->replay, lcb_cpu(), it->moves, SOME_MOVES);
    it->next = 0;
    it->count = it->replay.plies - before;
    if (it->count == 0) return false;
  }
  lc_position_play(&it->position, it->moves[it->next++]);
  it->ply++;
  return true;
}

bool lcb_index_is_at(lua_State *L, lcb_Index *it, int index, const lc_Position *position, lc_IndexPlace place) {
  Walk walk;
  if (!begin_walk(L, it, index, place.game, &walk)) return false;
  while (walk.ply < place.ply && play_move(&walk)) {}
  return walk.ply == place.ply && lc_position_equal(&walk.position, position);
}
