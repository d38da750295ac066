/*
** fuzz_fen - reads the input as a FEN. These properties must hold:
**   - no byte outside the text is read;
**   - a setup that is read and written is read back as the same setup;
**   - a setup without problems becomes a position, and its moves lead to legal positions.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/chess/movegen.h"
#include "../csrc/notation/fen.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_moves(const lc_Position *p) {
  lc_MoveList list;
  lc_legal_moves(p, &list);
  require((list.count != 0) == lc_has_legal_move(p));
  for (unsigned i = 0; i < list.count; i++) {
    lc_Position next = *p;
    lc_Setup setup;
    lc_position_play(&next, list.moves[i]);
    lc_position_to_setup(&next, &setup);
    require(!(lc_setup_problems(&setup) & LC_PROBLEM_OPPOSITE_CHECK));
    require(lc_setup_king(&setup, LC_WHITE) != LC_NO_SQUARE && lc_setup_king(&setup, LC_BLACK) != LC_NO_SQUARE);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size ? size : 1), out[LC_FEN_MAX];
  if (!text) return 0;
  memcpy(text, data, size);
  lc_Setup setup, again;
  lc_FenReport report;
  bool strict = lc_fen_parse(text, size, true, &setup, &report);
  if (lc_fen_parse(text, size, false, &setup, &report)) {
    size_t length = lc_fen_write_setup(&setup, out);
    require(length < LC_FEN_MAX && out[length] == '\0');
    require(lc_fen_parse(out, length, false, &again, &report));
    require(memcmp(setup.board, again.board, sizeof setup.board) == 0 && setup.turn == again.turn);
    (void)lc_setup_repair(&setup);
    if (lc_setup_problems(&setup) == 0) {
      lc_Position p;
      lc_position_from_setup(&setup, &p);
      length = lc_fen_write(lc_cpu(), &p, LC_EP_LEGAL, LC_CASTLING_XFEN, out);
      require(lc_fen_parse(out, length, true, &again, &report));
      check_moves(&p);
    }
  } else {
    require(!strict);
  }
  free(text);
  return 0;
}
