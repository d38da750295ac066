/*
** fuzz_index - reads the input as an index file, with correct checksums if its first byte is odd. These properties must
** hold for any bytes:
**   - every loop ends, and nothing is read outside the file;
**   - games, moves and plies are within the limits that the head states;
**   - after a failure, nothing more is read.
** It also reads each line of the input as a game, and builds an index of them, from parts of a few games as bytes:
**   - each game, and each of its positions, is found;
**   - if a byte of a part is changed, the builder rejects it, or writes an index that can be opened;
**   - if a call of the builder's store fails, the builder fails, and frees its memory.
*/
#include "../csrc/index/file.h"
#include "fuzz_bytes.h"
#include "fuzz_store.h"

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

/* ---- building ---- */

enum { GAMES = 24, GAMES_OF_PART = 5, MAX_PLY = 60 };

/* A line of the input: a game with a name. */
typedef struct Game {
  const char *text;
  size_t size;
} Game;

static size_t split(const uint8_t *data, size_t size, Game *out) {
  size_t count = 0;
  for (size_t at = 0; at < size && count < GAMES; count++) {
    const uint8_t *end = memchr(data + at, '\n', size - at);
    size_t length = end ? (size_t)(end - data) - at : size - at;
    out[count] = (Game){(const char *)data + at, length};
    at += length + 1;
  }
  return count;
}

static void begin_replay(const Game *game, lc_Replay *replay, lc_Start *start) {
  lc_start_find(game->text, 0, LC_REPAIRS, start);
  lc_replay_begin(replay, game->text, game->size, 0, 0, NULL, LC_REPAIRS, start);
}

static size_t name_size(const Game *game) { return game->size < 8 ? game->size : 8; }

static bool add_game(const lc_Memory *memory, lc_GamesPart *part, const Game *game, uint64_t offset) {
  lc_IndexGame entry = {.offset = offset, .size = (uint32_t)game->size};
  lc_Replay replay;
  lc_Start start;
  begin_replay(game, &replay, &start);
  size_t size = name_size(game);
  return lc_part_add_name(memory, part, LC_PART_NAMES, game->text, size, &entry.white) &&
         lc_part_add_name(memory, part, LC_PART_EVENTS, game->text, size / 2, &entry.event) &&
         lc_part_add_line(memory, part, lc_cpu(), &replay, &start) &&
         lc_part_add_game(memory, part, &entry, replay.code != LC_D_NONE);
}

/* Hand a part to the builder as bytes. The upper byte of `edit` changes one of them, at the offset in the lower
** bytes. */
static bool send_part(lc_IndexBuilder *it, lc_GamesPart *part, uint32_t edit) {
  lc_PartView view;
  if (!lc_part_view(&it->store->memory, part, &view)) return false;
  size_t size = lc_part_size(&view);
  unsigned char *bytes = malloc(size);
  require(bytes != NULL);
  lc_part_put(&view, bytes);
  bytes[(edit & 0xFFFF) % size] ^= (unsigned char)(edit >> 16);
  bool is_read = lc_part_read(bytes, size, &view);
  require(is_read || edit > UINT16_MAX);
  bool is_added = is_read && lc_build_add(it, &view);
  free(bytes);
  return is_added;
}

static bool add_parts(lc_IndexBuilder *it, lc_GamesPart *part, const Game *games, size_t count, uint32_t edit) {
  const lc_Memory *memory = &it->store->memory;
  for (size_t i = 0; i < count; i++) {
    if (i % GAMES_OF_PART == 0) {
      if (i > 0 && !send_part(it, part, edit)) return false;
      lc_part_clear(memory, part);
      part->before = i;
    }
    if (!add_game(memory, part, &games[i], (uint64_t)(games[i].text - games[0].text))) return false;
  }
  return send_part(it, part, edit);
}

static bool build(Store *store, const Game *games, size_t count, uint32_t flags, uint32_t edit) {
  static lc_IndexBuilder builder;
  static const lc_IndexSource source = {.size = UINT32_MAX}; /* more than any input */
  lc_GamesPart part;
  lc_part_init(&part, LC_INDEX_LEAST_MEMORY, MAX_PLY, 1);
  bool is_built = lc_build_begin(&builder, &store->core, &source, LC_INDEX_LEAST_MEMORY, MAX_PLY, flags, 1) &&
                  add_parts(&builder, &part, games, count, edit) && lc_build_finish(&builder, "", 0);
  lc_build_free(&builder);
  lc_part_free(&store->core.memory, &part);
  return is_built;
}

/* Report whether a position has a place in a game, at this ply or before. */
static bool is_found(lc_IndexFile *file, lc_IndexCursor *cursor, const lc_Position *p, uint32_t game, uint32_t ply) {
  uint64_t hashes[2];
  lc_index_hashes(p, hashes);
  require(lc_index_seek(file, LC_INDEX_PLACES, hashes[0], cursor));
  while (lc_index_match(cursor, LC_INDEX_PLACES, hashes[0], hashes[1])) {
    while (lc_index_next_place(cursor)) {
      if (cursor->place.game == game && cursor->place.ply <= ply) return true;
    }
  }
  return false;
}

static void check_game(lc_IndexFile *file, lc_IndexCursor *cursor, const Game *game, uint32_t number) {
  lc_IndexGame entry;
  lc_IndexRange name;
  lc_Replay replay;
  lc_Start start;
  lc_Move moves[MAX_PLY + 64];
  char bytes[8];
  require(lc_index_get_game(file, number, &entry) && entry.size == game->size);
  require(lc_index_find_bytes(file, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, entry.white - 1, &name));
  require(name.end - name.begin == name_size(game) && lc_index_get(file, name.begin, bytes, name_size(game)));
  require(memcmp(bytes, game->text, name_size(game)) == 0);
  begin_replay(game, &replay, &start);
  lc_replay_run(&replay, lc_cpu(), moves, MAX_PLY + 64);
  lc_Position p = start.position;
  for (uint32_t ply = 0; ply <= replay.plies && ply <= MAX_PLY; ply++) {
    require(is_found(file, cursor, &p, number, ply));
    if (ply < replay.plies) lc_position_play(&p, moves[ply]);
  }
}

static void check_build(const uint8_t *data, size_t size, lc_IndexFile *file, lc_IndexCursor *cursor) {
  Bytes in = {data, size};
  Game games[GAMES];
  Store store;
  uint32_t flags = take(&in) & 1 ? LC_INDEX_IS_FULL : 0;
  uint32_t edit = take(&in) << 16;
  edit |= take(&in) << 8;
  edit |= take(&in);
  bool is_failing = take(&in) & 1;
  size_t failing = take(&in), count = split(in.data, in.size, games);
  if (!is_failing) failing = 0;
  if (count == 0) return;
  store_begin(&store, failing);
  bool is_built = build(&store, games, count, flags, edit);
  bool is_edited = edit > UINT16_MAX;
  require(is_built || is_edited || store.calls >= failing);
  if (is_built) {
    Input input = {.bytes = (const uint8_t *)store.index.bytes, .size = store.index.size};
    *file = (lc_IndexFile){.read = read_page, .state = &input};
    require(lc_index_open(file, input.size));
    read_first(file, cursor);
    require(file->head.games == count || is_edited);
    for (uint32_t i = 0; i < count && !is_edited; i++) check_game(file, cursor, &games[i], i);
  }
  store_end(&store);
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
  check_build(data, size, file, cursor);
  free(cursor);
  free(file);
  return 0;
}
