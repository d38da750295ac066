/*
** mainline - see mainline.h.
*/
#include "mainline.h"

void lcb_game_keep_replay(lua_State *L, lcb_Game *game, int index, const lc_Replay *replay) {
  if (replay->code != LC_D_NONE) {
    lcb_game_replay(L, game, index, NULL);
    return;
  }
  game->plies = replay->plies;
  game->is_replayed = true;
  game->is_undecided = false;
  if (game->result == LC_RESULT_NONE) game->result = (uint8_t)replay->result;
}

void lcb_mainline_begin(lua_State *L, lcb_Game *game, int index, lcb_Mainline *out, lc_Start *start) {
  lcb_game_settle(L, game, index);
  lcb_game_start(game, start);
  out->tree = game->is_edited && game->tree ? &game->tree->game : NULL;
  out->node = 0;
  lc_replay_begin(&out->replay, game->text, game->size, 0, game->tags_end, game->dialect, start);
}

size_t lcb_mainline_next(lcb_Mainline *line, lc_Move *moves, size_t room) {
  size_t count = 0;
  if (!line->tree) {
    uint32_t before = line->replay.plies;
    if (!line->replay.is_over) lc_replay_run(&line->replay, lc_cpu(), moves, room);
    return line->replay.plies - before;
  }
  const lc_GameNode *nodes = line->tree->nodes;
  while (count < room && nodes[line->node].first_child != LC_NO_NODE) {
    line->node = nodes[line->node].first_child;
    moves[count++] = nodes[line->node].move;
  }
  return count;
}

void lcb_mainline_end(lua_State *L, lcb_Game *game, int index, const lcb_Mainline *line) {
  if (!line->tree) lcb_game_keep_replay(L, game, index, &line->replay);
}
