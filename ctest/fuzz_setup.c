/*
** fuzz_setup - changes a setup as an editor of positions does. The input is the sequence of edits. These properties
** must hold:
**   - a repair removes the problems that it reports, and a second repair finds no problem;
**   - a setup without problems becomes a position, and the position and its FEN give the same setup and the same
**     keys;
**   - of all 65536 lc_Move values, lc_is_legal() accepts exactly the listed legal moves;
**   - all legal moves fit into the list, and their number is the same after the colours are exchanged;
**   - a legal move leads to a position without hard problems. If this position is set up again, it has the same keys.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/chess/identity.h"
#include "../csrc/chess/perft.h"
#include "../csrc/notation/fen.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_same_setup(const lc_Setup *a, const lc_Setup *b) {
  return memcmp(a->board, b->board, sizeof a->board) == 0 && a->castling == b->castling && a->turn == b->turn &&
         a->ep == b->ep && a->halfmove_clock == b->halfmove_clock && a->fullmove_number == b->fullmove_number;
}

static void require_same(const lc_Position *a, const lc_Position *b) {
  require(lc_position_equal(a, b) && lc_position_key(a) == lc_position_key(b));
  require(lc_position_polyglot_key(a) == lc_position_polyglot_key(b));
}

/* ---- edits ---- */

enum { EDIT = 3 }; /* bytes */

static void edit_castling(lc_Setup *setup, const uint8_t bytes[EDIT]) {
  static const char letters[] = "-KQkqABCDEFGHabcdefgh";
  char text[] = {letters[bytes[1] % 21], letters[bytes[2] % 21]};
  const lc_Setup before = *setup;
  bool is_read = lc_fen_read_castling(text, text[1] == '-' ? 1 : 2, setup);
  require(is_read || memcmp(setup, &before, sizeof before) == 0);
}

/* Make one edit, as a program can do with chess.setup. */
static void edit(lc_Setup *setup, const uint8_t bytes[EDIT]) {
  unsigned square = bytes[1] & 63, code = bytes[2] & 15;
  switch (bytes[0] % 11) {
    case 0: setup->turn = bytes[1] & 1; break;
    case 1: setup->ep = bytes[1] & 64 ? LC_NO_SQUARE : (uint8_t)((square & 7) + (square & 8 ? 16 : 40)); break;
    case 2: edit_castling(setup, bytes); break;
    case 3: setup->chess960 = bytes[1] & 1; break;
    case 4: setup->halfmove_clock = (uint32_t)bytes[1] << 8 | bytes[2]; break;
    case 5: setup->fullmove_number = ((uint32_t)bytes[1] << 8 | bytes[2]) + 1; break;
    case 6: lc_setup_start(setup); break;
    default:
      if ((code & 7) > 6) code = 0;
      setup->board[square] = (uint8_t)(code & 7 ? code : 0);
  }
  if (setup->fullmove_number > UINT16_MAX) setup->fullmove_number = UINT16_MAX;
}

/* ---- properties ---- */

static void check_repair(lc_Setup *setup) {
  unsigned before = lc_setup_problems(setup), cured = lc_setup_repair(setup), after = lc_setup_problems(setup);
  require((cured & ~(unsigned)(LC_PROBLEM_BAD_CASTLING | LC_PROBLEM_BAD_EP)) == 0 && (cured & ~before) == 0);
  require(!(after & (LC_PROBLEM_BAD_CASTLING | LC_PROBLEM_BAD_EP)));
  require(lc_setup_repair(setup) == 0);
}

static void check_text(const lc_Setup *setup) {
  char out[LC_FEN_MAX], again[LC_FEN_MAX];
  lc_Setup read;
  lc_FenReport report;
  size_t length = lc_fen_write_setup(setup, out);
  require(length < LC_FEN_MAX && lc_fen_parse(out, length, false, &read, &report));
  require(memcmp(setup->board, read.board, sizeof read.board) == 0 && setup->turn == read.turn);
  require(setup->halfmove_clock == read.halfmove_clock && setup->fullmove_number == read.fullmove_number);
  if (lc_setup_problems(setup) == 0) require(is_same_setup(setup, &read));
  if (lc_setup_problems(setup) == 0) require(lc_fen_write_setup(&read, again) == length && strcmp(out, again) == 0);
}

static void check_modes(const lc_Position *p) {
  static const lc_CastlingMode castlings[] = {LC_CASTLING_XFEN, LC_CASTLING_SHREDDER};
  for (unsigned i = 0; i < 6; i++) {
    char out[LC_FEN_MAX];
    lc_Setup setup;
    lc_FenReport report;
    lc_Position read;
    size_t length = lc_fen_write(lc_cpu(), p, (lc_EpMode)(i / 2), castlings[i % 2], out);
    require(lc_fen_parse(out, length, true, &setup, &report) && lc_setup_problems(&setup) == 0);
    lc_position_from_setup(&setup, &read);
    require(lc_position_equal(p, &read) && lc_position_key(p) == lc_position_key(&read));
  }
}

/* Check a part of the 65536 lc_Move values. `part` differs between inputs, so that all values are tested. */
static void check_codes(const lc_Position *p, const lc_MoveList *list, unsigned part) {
  static uint8_t is_listed[1 << 16];
  for (unsigned i = 0; i < list->count; i++) is_listed[list->moves[i]] = 1;
  for (unsigned code = part % 16; code < 1 << 16; code += 16) {
    if (code != LC_NULL_MOVE) require(lc_is_legal(p, (lc_Move)code) == is_listed[code]);
  }
  for (unsigned i = 0; i < list->count; i++) {
    require(lc_is_legal(p, list->moves[i]));
    is_listed[list->moves[i]] = 0;
  }
}

static void check_mirrored(const lc_Setup *setup, unsigned count) {
  lc_Setup mirrored = *setup;
  lc_Position p;
  lc_MoveList list;
  mirrored.castling = 0;
  for (unsigned square = 0; square < 64; square++) {
    uint8_t code = setup->board[square];
    mirrored.board[square ^ 56] = code ? code ^ 8 : 0;
    if (lc_has(setup->castling, square)) mirrored.castling |= lc_bit(square ^ 56);
  }
  mirrored.turn = setup->turn ^ 1;
  if (setup->ep != LC_NO_SQUARE) mirrored.ep = setup->ep ^ 56;
  require(lc_setup_problems(&mirrored) == 0);
  lc_position_from_setup(&mirrored, &p);
  lc_legal_moves(&p, &list);
  require(list.count == count);
}

static void check_play(const lc_Position *p, lc_Move move) {
  lc_Position next = *p, afresh;
  lc_Setup setup;
  bool gives_check = lc_gives_check(p, move);
  lc_position_play(&next, move);
  lc_position_to_setup(&next, &setup);
  unsigned checked = (LC_PROBLEMS_HARD | LC_PROBLEM_OPPOSITE_CHECK | LC_PROBLEM_PAWN_ON_LAST_RANK |
                      LC_PROBLEM_TOUCHING_KINGS) & ~(unsigned)LC_PROBLEM_BAD_EP;
  require(!(lc_setup_problems(&setup) & checked));
  require(gives_check == (lc_position_checkers(&next) != 0));
  if (lc_setup_problems(&setup) & LC_PROBLEM_BAD_EP) return;
  lc_position_from_setup(&setup, &afresh);
  require_same(&next, &afresh);
}

static void check_position(const lc_Setup *setup, unsigned part) {
  lc_Position p;
  lc_Setup back;
  lc_MoveList list;
  lc_position_from_setup(setup, &p);
  lc_position_to_setup(&p, &back);
  require(is_same_setup(setup, &back));
  check_modes(&p);
  lc_legal_moves(&p, &list);
  require(lc_has_legal_move(&p) == (list.count > 0) && lc_perft(LC_CPU_BASE, &p, 1) == list.count);
  check_codes(&p, &list, part);
  check_mirrored(setup, list.count);
  for (unsigned i = 0; i < list.count; i++) check_play(&p, list.moves[i]);
}

/* Check that all moves fit into the list even if there are too many pieces. perft(1) counts the moves without a
** list. */
static void check_crowd(const lc_Setup *setup) {
  lc_Position p;
  lc_MoveList list;
  lc_position_from_setup(setup, &p);
  lc_legal_moves(&p, &list);
  require(list.count <= LC_MAX_MOVES && lc_perft(LC_CPU_BASE, &p, 1) == list.count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lc_Setup setup;
  lc_setup_start(&setup);
  if (size > 0 && data[0] & 1) lc_setup_clear(&setup);
  for (size_t at = 1; at + EDIT <= size; at += EDIT) {
    edit(&setup, data + at);
    lc_Setup repaired = setup;
    check_text(&setup);
    check_repair(&repaired);
    check_text(&repaired);
    /* Only the position after the last edit is checked. Shorter inputs check the earlier positions. */
    bool is_last = at + 2 * EDIT > size;
    if (is_last && lc_setup_problems(&repaired) == 0) check_position(&repaired, (unsigned)size);
    if (is_last && !(lc_setup_problems(&repaired) & LC_PROBLEMS_HARD)) check_crowd(&repaired);
  }
  return 0;
}
