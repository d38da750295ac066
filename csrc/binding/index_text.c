/*
** index_text - reads the text of a game through an index, and replays it up to a place.
*/
#include "../io/dir.h"
#include "../io/scratch.h"
#include "index_file.h"

static void reserve_text(lua_State *L, lcb_Index *it, int index, size_t size) {
  if (size <= it->room) return;
  it->text = lua_newuserdatauv(L, 2 * size, 0);
  it->room = 2 * size;
  lua_setiuservalue(L, index, LCB_INDEX_TEXT);
}

bool lcb_index_read_text(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game) {
  if (it->source < 0) {
    lua_getiuservalue(L, index, LCB_INDEX_SOURCE);
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

bool lcb_index_is_at(lua_State *L, lcb_Index *it, int index, const lc_Position *position, lc_IndexPlace place) {
  enum { FEW_MOVES = 64 };
  lc_IndexGame game;
  lc_Scan scan;
  lc_Start start;
  lc_Replay replay;
  lc_Move moves[FEW_MOVES];
  if (!lc_index_get_game(&it->file, place.game, &game) || !lcb_index_read_text(L, it, index, &game)) return false;
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
