/*
** fuzz_san - plays random legal moves, then reads the rest of the input as a move in SAN. These properties must hold:
**   - the quick reader never gives another move than lc_san_read();
**   - a move that is read is legal;
**   - every legal move is written as text that is read back as the same move.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/notation/san.h"
#include "../csrc/notation/san_impl.h"
#include "../csrc/notation/uci.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_quick(const lc_Position *p, const char *text, size_t size) {
  lc_Position quick = *p, full = *p;
  char padded[16] = {0};
  uint64_t word;
  lc_Move move = LC_NULL_MOVE;
  if (size == 0 || size > 8) return;
  memcpy(padded + 8 - size, text, size);
  memcpy(&word, padded, 8);
  unsigned got = lc_san_quick(&quick, word, (unsigned)size);
  if (got == LC_SAN_SLOW) {
    require(memcmp(&quick, p, sizeof quick) == 0);
    return;
  }
  require(lc_san_read(p, text, size, &move) == LC_D_NONE && move == got);
  lc_position_play(&full, move);
  require(memcmp(&quick, &full, sizeof quick) == 0);
}

static void check_all_moves(const lc_Position *p, const lc_MoveList *list) {
  for (unsigned i = 0; i < list->count; i++) {
    char san[LC_SAN_MAX], uci[LC_UCI_MAX];
    lc_Move move = LC_NULL_MOVE;
    size_t length = lc_san_write(p, list->moves[i], san);
    require(lc_san_read(p, san, length, &move) == LC_D_NONE && move == list->moves[i]);
    check_quick(p, san, length);
    length = lc_uci_write(p, list->moves[i], uci);
    require(lc_uci_read(p, uci, length, &move) == LC_D_NONE && move == list->moves[i]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lc_Position p;
  lc_MoveList list;
  lc_Move move = LC_NULL_MOVE;
  if (size < 2) return 0;
  size_t plies = data[0] % 64;
  if (plies + 1 > size) plies = size - 1;
  lc_position_start(&p);
  for (size_t i = 0; i < plies; i++) {
    lc_legal_moves(&p, &list);
    if (list.count == 0) break;
    lc_position_play(&p, list.moves[data[1 + i] % list.count]);
  }
  lc_legal_moves(&p, &list);
  check_all_moves(&p, &list);
  size_t length = size - 1 - plies;
  char *text = malloc(length ? length : 1);
  if (!text) return 0;
  memcpy(text, data + 1 + plies, length);
  if (lc_san_read(&p, text, length, &move) == LC_D_NONE) require(move == LC_NULL_MOVE || lc_is_legal(&p, move));
  if (lc_uci_read(&p, text, length, &move) == LC_D_NONE) require(move == LC_NULL_MOVE || lc_is_legal(&p, move));
  check_quick(&p, text, length);
  free(text);
  return 0;
}
