/*
** fuzz_index - reads the input as an index file, with correct checksums if its first byte is odd. These properties must
** hold for any bytes:
**   - every loop ends, and nothing is read outside the file;
**   - games, moves and plies are within the limits that the head states;
**   - after a failure, nothing more is read.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/index/file.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input {
  const uint8_t *bytes;
  size_t size;
  bool is_sealed;
} Input;

static bool read_page(void *state, uint64_t number, unsigned char page[LC_INDEX_PAGE]) {
  const Input *input = state;
  if (number >= input->size / LC_INDEX_PAGE) return false;
  memcpy(page, input->bytes + number * LC_INDEX_PAGE, LC_INDEX_PAGE);
  if (input->is_sealed) lc_index_seal(page, number);
  return true;
}

static void read_places(lc_IndexFile *file, lc_IndexCursor *cursor, uint64_t key, uint64_t check) {
  if (!lc_index_seek(file, LC_INDEX_PLACES, key, cursor)) return;
  while (lc_index_match(cursor, LC_INDEX_PLACES, key, check)) {
    while (lc_index_next_place(cursor)) require(cursor->place.game < file->head.games);
  }
}

/* Read the places in the games from `game` on. Skipping goes forward. */
static void skip_places(lc_IndexFile *file, lc_IndexCursor *cursor, uint64_t key, uint64_t check, uint32_t game) {
  if (!lc_index_seek(file, LC_INDEX_PLACES, key, cursor)) return;
  while (lc_index_match(cursor, LC_INDEX_PLACES, key, check)) {
    uint64_t before = cursor->offset;
    if (lc_index_skip_places(cursor, game)) require(cursor->offset > before && cursor->left == 0);
    while (lc_index_next_place_from(cursor, game)) require(cursor->place.game >= game);
  }
}

static void read_moves(lc_IndexFile *file, lc_IndexCursor *cursor, uint64_t key, uint64_t check) {
  lc_IndexMove row;
  if (!lc_index_seek(file, LC_INDEX_MOVES, key, cursor)) return;
  while (lc_index_match(cursor, LC_INDEX_MOVES, key, check)) {
    while (lc_index_next_move(cursor, &row)) require(row.games <= file->head.games);
  }
}

/* Read the first item of a table, and then all items of its position. */
static void read_first(lc_IndexFile *file, lc_IndexCursor *cursor) {
  if (!lc_index_seek(file, LC_INDEX_PLACES, 0, cursor) || !lc_index_next_places(cursor)) return;
  uint64_t key = cursor->prefix << LC_INDEX_LOW_BITS | cursor->key, check = cursor->check;
  read_places(file, cursor, key, check);
  skip_places(file, cursor, key, check, 1);
  read_moves(file, cursor, key, check);
}

static void read_names(lc_IndexFile *file, uint64_t start) {
  lc_IndexRange range;
  lc_IndexWord word;
  char bytes[64];
  if (!lc_index_find_words(file, start, start | 0xFFFFFFFF, &range)) return;
  for (uint64_t i = range.begin; i < range.end && lc_index_get_word(file, i, &word); i++) {
    lc_IndexRange name;
    if (!lc_index_find_bytes(file, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, (uint64_t)word.name - 1, &name)) return;
    require(name.begin <= name.end && name.end <= file->head.part[LC_INDEX_NAMES].end);
    size_t size = name.end - name.begin < sizeof bytes ? (size_t)(name.end - name.begin) : sizeof bytes;
    if (!lc_index_get(file, name.begin, bytes, size)) return;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lc_IndexGame game;
  if (size < 18) return 0;
  Input input = {.bytes = data + 17, .size = size - 17, .is_sealed = data[0] & 1};
  uint64_t key = lc_get64(data + 1), check = lc_get64(data + 9);
  lc_IndexFile *file = calloc(1, sizeof *file);
  lc_IndexCursor *cursor = malloc(sizeof *cursor);
  require(file && cursor);
  file->read = read_page;
  file->state = &input;
  if (lc_index_open(file, input.size)) {
    read_first(file, cursor);
    read_places(file, cursor, key, check);
    skip_places(file, cursor, key, check, (uint32_t)check);
    read_moves(file, cursor, key, check);
    for (uint64_t i = 0; i < file->head.games && i < 4 && lc_index_get_game(file, i, &game); i++) continue;
    read_names(file, key);
    lc_IndexMark mark;
    require(lc_index_find_mark(file, check, &mark) || file->problem != LC_INDEX_SOUND);
  }
  require(file->problem == LC_INDEX_SOUND || !lc_index_get_game(file, 0, &game));
  free(cursor);
  free(file);
  return 0;
}
