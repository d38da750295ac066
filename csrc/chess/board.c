/*
** board - see board.h.
*/
#include "board.h"

int lc_board_play(lc_Board *board, lc_Position *stack, unsigned room, lc_Move move) {
  if (board->ply >= room) return LC_EROOM;
  stack[board->ply++] = board->now;
  lc_position_play(&board->now, move);
  return LC_OK;
}

bool lc_board_undo(lc_Board *board, const lc_Position *stack) {
  if (board->ply == 0) return false;
  board->now = stack[--board->ply];
  return true;
}
