/*
** index - what the files of the index share: checks and failures of an lcb_Index, the identity of a file of games,
** texts of an index, and the text of a game, which is replayed up to a place.
*/
#include <errno.h>

#include "../io/dir.h"
#include "../io/scratch.h"
#include "../io/source.h"
#include "../notation/codes.h"
#include "game.h"
#include "grow.h"
#include "index_file.h"

lcb_Index *lcb_index_check(lua_State *L) {
  lcb_Index *it = luaL_checkudata(L, 1, LCB_INDEX_FILE);
  if (it->fd < 0) luaL_error(L, "the index is closed");
  return it;
}

int lcb_index_fail_with(lua_State *L, int index, lc_Code code) {
  lua_getiuservalue(L, index, LCB_INDEX_PATH);
  return lcb_fail(L, code, "%s: %s", lcb_push_path(L, lua_tostring(L, -1)), lc_code_text(code));
}

int lcb_index_fail(lua_State *L, int index, const lcb_Index *it) {
  if (it->file.is_stale) return lcb_index_fail_with(L, index, LC_D_STALE_INDEX);
  if (it->file.has_collision) return lcb_index_fail_with(L, index, LC_D_DAMAGED_INDEX);
  switch (it->file.problem) {
    case LC_INDEX_UNREADABLE: return lcb_index_fail_with(L, index, LC_D_CANNOT_READ);
    case LC_INDEX_IS_FOREIGN: return lcb_index_fail_with(L, index, LC_D_NOT_INDEX);
    case LC_INDEX_IS_NEWER:
    case LC_INDEX_IS_OLDER: return lcb_index_fail_with(L, index, LC_D_OTHER_INDEX);
    case LC_INDEX_SOUND:
    case LC_INDEX_DAMAGED: break;
  }
  return lcb_index_fail_with(L, index, LC_D_DAMAGED_INDEX);
}

bool lcb_index_has_failed(const lcb_Index *it) {
  return it->file.problem != LC_INDEX_SOUND || it->file.is_stale || it->file.has_collision;
}

/* ---- the identity of the file of games ---- */

/* Return the offset of block `i` of `count` that are compared. The file has `blocks` blocks. */
static uint64_t block_at(uint64_t i, uint64_t count, uint64_t blocks) {
  return (count > 1 ? i * (blocks - 1) / (count - 1) : 0) * LC_INDEX_BLOCK;
}

int lcb_index_source(const char *path, lc_IndexSource *out) {
  lc_FileIdentity identity;
  unsigned char block[LC_INDEX_BLOCK];
  int error = lc_file_identity(path, &identity);
  if (error || identity.size < 0) return error ? error : EINVAL;
  int fd = lc_file_open(path);
  if (fd < 0) return errno;
  uint64_t size = (uint64_t)identity.size, blocks = (size + LC_INDEX_BLOCK - 1) / LC_INDEX_BLOCK, sample = size;
  uint64_t count = blocks < LC_INDEX_BLOCKS ? blocks : LC_INDEX_BLOCKS;
  for (uint64_t i = 0; i < count; i++) lc_file_expect(fd, block_at(i, count, blocks), LC_INDEX_BLOCK);
  for (uint64_t i = 0; i < count && !error; i++) {
    uint64_t at = block_at(i, count, blocks);
    size_t part = size - at < LC_INDEX_BLOCK ? (size_t)(size - at) : LC_INDEX_BLOCK;
    error = lc_file_read(fd, at, block, part);
    if (!error) sample = lc_index_hash(block, part, sample);
  }
  lc_file_close(fd);
  *out = (lc_IndexSource){size, (uint64_t)identity.seconds, (uint64_t)identity.nanoseconds, sample};
  return error;
}

void lcb_index_push_marks(lua_State *L, const lc_Source *source) {
  size_t count;
  const lc_SourceMark *marks = lc_source_marks(source, &count);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (size_t i = 0; i < count; i++) {
    unsigned char bytes[LC_INDEX_MARK_BYTES];
    lc_put64(bytes, marks[i].packed);
    lc_put64(bytes + 8, marks[i].offset);
    luaL_addlstring(&b, (const char *)bytes, sizeof bytes);
  }
  luaL_pushresult(&b);
}

/* ---- texts ---- */

void lcb_index_reserve(lua_State *L, lcb_Index *it, int index, size_t size) {
  LCB_GROW(L, index, LCB_INDEX_TEXT, it->text, 0, it->room, size)
}

const char *lcb_index_get_text(lua_State *L, lcb_Index *it, int index, lc_IndexPart part, lc_IndexPart ends,
                               uint32_t number, size_t *size) {
  lc_IndexRange range;
  if (!lc_index_find_bytes(&it->file, part, ends, (uint64_t)number - 1, &range)) return NULL;
  *size = (size_t)(range.end - range.begin);
  lcb_index_reserve(L, it, index, *size);
  return lc_index_get(&it->file, range.begin, it->text, *size) ? it->text : NULL;
}

/* Open the file of games, if it is not open. */
static bool open_source(lua_State *L, lcb_Index *it, int index) {
  if (it->source >= 0) return true;
  lua_getiuservalue(L, index, LCB_INDEX_SOURCE);
  it->source = lc_file_open(lua_tostring(L, -1));
  lua_pop(L, 1);
  return it->source >= 0;
}

static bool is_packed(const lcb_Index *it) { return it->file.head.flags & LC_INDEX_IS_FULL; }

bool lcb_index_expect_text(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game) {
  if (is_packed(it)) return true;
  if (!open_source(L, it, index)) return !(it->file.is_stale = true);
  lc_file_expect(it->source, game->offset, game->size);
  return true;
}

/* ---- compressed games ---- */

/* Read exactly `size` decoded bytes into `text`. */
static bool read_decoded(lcb_Index *it, size_t size) {
  size_t got = 1, done = 0;
  while (done < size && (got = lc_source_read(&it->packed, it->text + done, size - done)) > 0) done += got;
  it->packed_at += done;
  return done == size;
}

/* Move to a byte of the decompressed stream: forward from the byte after the last game, or from a mark. */
static bool seek_decoded(lua_State *L, lcb_Index *it, int index, uint64_t offset) {
  lc_IndexMark mark;
  if (!lc_index_find_mark(&it->file, offset, &mark)) return false;
  bool is_ahead = lc_source_is_open(&it->packed) && it->packed_at <= offset && it->packed_at >= mark.offset;
  if (!lc_source_is_open(&it->packed)) {
    lua_getiuservalue(L, index, LCB_INDEX_SOURCE);
    bool is_open = lc_source_open(&it->packed, lua_tostring(L, -1));
    lua_pop(L, 1);
    if (!is_open) return false;
  }
  if (!is_ahead) {
    it->packed_at = offset;
    return lc_source_seek_packed(&it->packed, (lc_SourceMark){mark.packed, mark.offset}, offset);
  }
  while (it->packed_at < offset) {
    uint64_t left = offset - it->packed_at;
    if (!read_decoded(it, left < it->room ? (size_t)left : it->room)) return false;
  }
  return true;
}

/* Read the text of a compressed game. After a failure, the source must be opened again, because it has no decoder. */
static bool read_packed(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game) {
  if (seek_decoded(L, it, index, game->offset) && read_decoded(it, game->size)) return true;
  bool is_short = it->packed.error == ENOMEM;
  lc_source_close(&it->packed);
  if (is_short) luaL_error(L, "not enough memory");
  return false;
}

bool lcb_index_read_text(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game) {
  enum { MOST = 1 << 25 }; /* bytes; games of more than half of it are not indexed (reader_open.c) */
  bool is_plain = !is_packed(it);
  if (game->size > MOST || (is_plain && !open_source(L, it, index))) return !(it->file.is_stale = true);
  lcb_index_reserve(L, it, index, game->size + LCB_PADDING);
  bool is_read =
      is_plain ? lc_file_read(it->source, game->offset, it->text, game->size) == 0 : read_packed(L, it, index, game);
  if (it->file.problem != LC_INDEX_SOUND) return false;
  it->file.is_stale = !is_read || (uint32_t)lc_index_hash(it->text, game->size, 0) != game->sum;
  return !it->file.is_stale;
}

/* A replay of a game's mainline, one ply at a time. */
enum { SOME_MOVES = 64 };
typedef struct Walk {
  lc_Scan scan;
  lc_Start start;
  lc_Replay replay;
  lc_Position position;
  uint32_t ply, next, count; /* `next` and `count`: of the moves that were read */
  lc_Move moves[SOME_MOVES];
} Walk;

/* Begin at the first position, after the replay has begun. */
static bool begin_walk(Walk *out) {
  out->position = out->start.position;
  out->ply = out->next = out->count = 0;
  return out->start.code == LC_D_NONE;
}

/* Begin to read a game as PGN. Returns false on failure, and if the game has no legal first position. */
static bool begin_in_pgn(lua_State *L, lcb_Index *it, int index, uint64_t number, Walk *out) {
  lc_IndexGame game;
  lc_Scan *scan = &out->scan;
  if (!lc_index_get_game(&it->file, number, &game) || !lcb_index_read_text(L, it, index, &game)) return false;
  lc_scan_begin(scan, 0);
  lc_scan_next(scan, lcb_cpu(), it->text, game.size, true);
  lc_start_find(it->text, scan->has_setup ? lcb_tags_size(scan) : 0, LC_SKIPS | LC_REPAIRS, &out->start);
  lc_replay_begin(&out->replay, it->text, game.size, LCB_PADDING, lcb_tags_size(scan), NULL, LC_SKIPS | LC_REPAIRS,
                  &out->start);
  return begin_walk(out);
}

/* Push the same game, and begin to read it in its detected dialect. Returns false if it has none. */
static bool begin_in_dialect(lua_State *L, const lcb_Index *it, Walk *out) {
  lcb_Origin origin = {.number = 1, .line = 1, .column = 1};
  lcb_Game *game = lcb_push_game(L, &out->scan, it->text, &origin, 0);
  lcb_game_replay(L, game, lua_gettop(L), NULL);
  lcb_game_start(game, &out->start);
  lcb_game_begin_replay(game, &out->start, &out->replay);
  return game->is_detected && begin_walk(out);
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

static bool reaches(Walk *walk, const lc_Position *position, uint32_t ply) {
  while (walk->ply < ply && play_move(walk)) {}
  return walk->ply == ply && lc_position_equal(&walk->position, position);
}

bool lcb_index_is_at(lua_State *L, lcb_Index *it, int index, const lc_Position *position, lc_IndexPlace place) {
  int top = lua_gettop(L);
  Walk walk;
  if (!begin_in_pgn(L, it, index, place.game, &walk)) return false;
  bool is_at = reaches(&walk, position, place.ply)
               || (begin_in_dialect(L, it, &walk) && reaches(&walk, position, place.ply));
  lua_settop(L, top);
  return is_at;
}
