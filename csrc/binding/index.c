/*
** index - what the files of the index share: checks and failures of an lcb_Index, and the identity of a file of games.
*/
#include "index_file.h"

#include <errno.h>

#include "../io/dir.h"
#include "../io/scratch.h"
#include "../io/source.h"
#include "../notation/codes.h"

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
