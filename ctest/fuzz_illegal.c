/*
** fuzz_illegal - plays pseudo-legal moves, most of which may be illegal, from the initial position or from a random
** one, and reads the game with illegal moves allowed (LC_ILLEGAL). Properties:
**   - pseudo-legal moves include all legal ones, each once; a move is illegal only because of the own king's safety;
**   - no move captures a king, also in irregular positions;
**   - the quick reader of moves plays only legal moves;
**   - replay and reader give the same moves, with each variant of the instruction set; without LC_ILLEGAL, they stop at
**     the first illegal move;
**   - the written tree is read back as the same tree, and is written again with the same bytes.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/chess/perft.h"
#include "../csrc/notation/san.h"
#include "../csrc/notation/san_impl.h"
#include "../csrc/pgn/replay.h"
#include "fuzz_bytes.h"
#include "fuzz_tree.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLIES = 40, TEXT = PLIES * (LC_SAN_MAX + 16) + 64, FRAMES = 8 };

/* ---- start positions ---- */

/* Build a position: two kings, then a piece for each further pair of bytes. The side not to move may be in check.
** Returns false if the position has another problem. */
static bool build_start(Bytes *in, lc_Position *out) {
  lc_Setup setup;
  unsigned first = take(in), kings[2] = {take(in) % 64, take(in) % 64};
  lc_position_start(out);
  if (first % 4 == 0) return true;
  lc_setup_clear(&setup);
  setup.turn = first / 4 % 2;
  for (unsigned n = first / 8; n > 0 && in->size > 1; n--) {
    unsigned code = take(in), square = take(in) % 64;
    setup.board[square] = lc_setup_code(code % 2, code / 2 % LC_KING);
  }
  for (unsigned color = 0; color < 2; color++) setup.board[kings[color]] = lc_setup_code(color, LC_KING);
  setup.castling = LC_BACK_RANKS & (LC_FILE_A | LC_FILE_H);
  setup.ep = (uint8_t)((setup.turn ? 16u : 40u) + first % 8);
  lc_setup_repair(&setup);
  unsigned refused = LC_PROBLEMS_HARD | LC_PROBLEM_PAWN_ON_LAST_RANK | LC_PROBLEM_TOUCHING_KINGS;
  if (lc_setup_problems(&setup) & refused) return false;
  lc_position_from_setup(&setup, out);
  require(lc_position_is_irregular(out) == ((lc_setup_problems(&setup) & LC_PROBLEM_OPPOSITE_CHECK) != 0));
  return true;
}

/* ---- moves ---- */

static bool has_move(const lc_MoveList *list, lc_Move move) {
  unsigned count = 0;
  for (unsigned i = 0; i < list->count; i++) count += list->moves[i] == move;
  require(count < 2);
  return count == 1;
}

static void check_quick(const lc_Position *p, const lc_MoveList *legal, const char *text, size_t size) {
  lc_Position quick = *p;
  char padded[8] = {0};
  uint64_t word;
  if (size > sizeof padded) return;
  memcpy(padded + sizeof padded - size, text, size);
  memcpy(&word, padded, sizeof word);
  unsigned move = lc_san_quick(&quick, word, (unsigned)size);
  require(move == LC_SAN_SLOW || has_move(legal, (lc_Move)move));
}

/* Check that the quick reader captures no king. */
static void check_king(const lc_Position *p, const lc_MoveList *legal) {
  unsigned king = lc_position_king(p, p->turn ^ 1u);
  for (const char *first = "NBRQKabcdefgh"; *first; first++) {
    const char text[] = {*first, 'x', (char)('a' + lc_file(king)), (char)('1' + lc_rank(king))};
    check_quick(p, legal, text, sizeof text);
  }
}

/* Check a move of the list, and write its text. Returns the length. */
static size_t check_move(const lc_Position *p, const lc_MoveList *legal, lc_Move move, char san[LC_SAN_MAX]) {
  lc_Position next = *p;
  lc_Reading reading;
  bool is_legal = has_move(legal, move);
  lc_position_play(&next, move);
  require(lc_is_single(lc_position_of(&next, LC_WHITE, LC_KING)) &&
          lc_is_single(lc_position_of(&next, LC_BLACK, LC_KING)));
  require(!(lc_king_attacks[lc_position_king(&next, LC_WHITE)] & lc_bit(lc_position_king(&next, LC_BLACK))));
  if (is_legal || !lc_move_is_castle(move)) require(lc_position_is_irregular(&next) == !is_legal);
  size_t size = lc_san_write(p, move, san);
  lc_Code code = lc_spelling_read(NULL, LC_ILLEGAL, p, san, size, &reading);
  require((code == LC_D_NONE) == is_legal);
  if (!is_legal) require(lc_spelling_read_illegal(NULL, LC_ILLEGAL, p, san, size, &reading));
  require(reading.move == move);
  check_quick(p, legal, san, size);
  return size;
}

/* A game being written. */
typedef struct Written {
  size_t size;
  unsigned plies, legal_plies; /* all plies, and those before the first illegal move */
  bool has_illegal;
  lc_Move moves[PLIES];
  char text[TEXT];
} Written;

static void put(Written *out, const char *text, size_t size) {
  memcpy(out->text + out->size, text, size);
  out->size += size;
}

/* Play the moves that the input selects, and check all moves of each position. */
static void play_moves(Bytes *in, lc_Position *p, Written *out) {
  while (in->size > 0 && out->plies < PLIES) {
    lc_MoveList legal, list;
    char san[LC_SAN_MAX];
    lc_legal_moves(p, &legal);
    lc_pseudo_legal_moves(p, &list);
    check_king(p, &legal);
    require(lc_has_legal_move(p) == (legal.count > 0) && lc_perft(LC_CPU_BASE, p, 1) == legal.count);
    for (unsigned i = 0; i < legal.count; i++) require(has_move(&list, legal.moves[i]));
    if (list.count == 0) return;
    for (unsigned i = 0; i < list.count; i++) check_move(p, &legal, list.moves[i], san);
    lc_Move move = list.moves[take(in) % list.count];
    size_t size = check_move(p, &legal, move, san);
    out->has_illegal = out->has_illegal || !has_move(&legal, move);
    out->legal_plies += !out->has_illegal;
    out->moves[out->plies++] = move;
    put(out, san, size);
    put(out, " ", 1);
    lc_position_play(p, move);
  }
}

/* ---- games ---- */

static void check_replay(const Written *written, const lc_Start *start, unsigned tolerance, lc_Cpu cpu,
                         const lc_Position *final) {
  lc_Replay replay;
  lc_Move moves[PLIES + 64];
  unsigned plies = tolerance ? written->plies : written->legal_plies;
  lc_replay_begin(&replay, written->text, written->size, 0, 0, NULL, tolerance, start);
  require(lc_replay_run(&replay, cpu, moves, PLIES + 64) == LC_OK && replay.plies == plies);
  require(memcmp(moves, written->moves, plies * sizeof *moves) == 0);
  require((replay.code != LC_D_NONE) == (plies < written->plies));
  if (plies == written->plies) require(memcmp(&replay.position, final, sizeof *final) == 0);
  require(replay.has_notes || !written->has_illegal || !tolerance);
}

static void read_tree(Tree *tree, const char *text, size_t size, const lc_Start *start) {
  static lc_Frame frames[FRAMES];
  lc_Reader reader;
  lc_game_begin(&tree->game, &start->position);
  lc_reader_begin(&reader, text, size, NULL, LC_ILLEGAL, start, frames, FRAMES);
  require(lc_game_read(&tree->game, &reader) == LC_OK);
  tree->text = text;
  tree->size = size;
  tree->rest = NULL;
  tree->rest_size = 0;
  require(tree->game.rest == SIZE_MAX);
}

static void write_tree(const Tree *tree, lc_Writing *writing, char *out) {
  static lc_WriteLine lines[FRAMES];
  lc_WriteOptions options = {.width = 60};
  *writing = (lc_Writing){.text = tree->text, .size = tree->size, .lines = lines, .room = FRAMES, .out = out,
                          .out_room = 2 * TEXT};
  require(lc_write_movetext(&tree->game, &options, NULL, 0, writing) == LC_OK && writing->code == LC_D_NONE);
}

static void check_tree(const Written *written, const lc_Start *start) {
  static char first[2 * TEXT], second[2 * TEXT];
  Tree tree, again;
  lc_Writing writing, rewriting;
  if (tree_open(&tree, TEXT) && tree_open(&again, 2 * TEXT)) {
    read_tree(&tree, written->text, written->size, start);
    uint32_t node = 0;
    for (unsigned ply = 0; ply < written->plies; ply++) {
      node = tree.game.nodes[node].first_child;
      require(node != LC_NO_NODE && tree.game.nodes[node].move == written->moves[ply]);
      if (ply < written->legal_plies) require(!tree.game.nodes[node].is_illegal);
      if (ply == written->legal_plies) require(tree.game.nodes[node].is_illegal);
    }
    require(tree.game.nodes[node].first_child == LC_NO_NODE);
    write_tree(&tree, &writing, first);
    read_tree(&again, first, writing.length, start);
    require_same_trees(&tree, &again, false);
    write_tree(&again, &rewriting, second);
    require(rewriting.length == writing.length && memcmp(first, second, writing.length) == 0);
    tree_close(&again);
  }
  tree_close(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Written written;
  Bytes in = {data, size};
  lc_Start start = {0};
  if (!build_start(&in, &start.position)) return 0;
  lc_Position p = start.position;
  memset(&written, 0, sizeof written);
  play_moves(&in, &p, &written);
  put(&written, "*", 1);
  for (unsigned tolerance = 0; tolerance <= LC_ILLEGAL; tolerance += LC_ILLEGAL) {
    check_replay(&written, &start, tolerance, LC_CPU_BASE, &p);
    check_replay(&written, &start, tolerance, lc_cpu(), &p);
  }
  check_tree(&written, &start);
  return 0;
}
