/*
** index_write - writes the tables of an index from what a builder has collected: see index_builder.h.
*/
#include "../index/group.h"
#include "index_builder.h"

static void begin_part(lcb_IndexBuilder *it, lc_IndexPart part) {
  it->head.part[part].begin = lc_index_offset(&it->pages);
}
static void end_part(lcb_IndexBuilder *it, lc_IndexPart part) { it->head.part[part].end = lc_index_offset(&it->pages); }

/* Write a part that is complete in a temporary file. */
static void copy_part(lcb_IndexBuilder *it, lc_IndexPart part, lc_Scratch *from) {
  enum { BLOCK = 1 << 14 };
  char block[BLOCK];
  begin_part(it, part);
  for (uint64_t at = 0; at < from->size;) {
    size_t size = from->size - at < sizeof block ? (size_t)(from->size - at) : sizeof block;
    if (!lc_scratch_read(from, at, block, size) || !lc_index_put(&it->pages, block, size)) return;
    at += size;
  }
  end_part(it, part);
}

static void write_words(lua_State *L, lcb_IndexBuilder *it) {
  lcb_Merging sorted;
  lc_IndexEntry last = {.where = UINT64_MAX};
  unsigned char bytes[LC_INDEX_WORD];
  begin_part(it, LC_INDEX_WORDS);
  if (!lcb_sorter_end(L, &it->sorters[LCB_SORTER_WORDS], &sorted)) return;
  for (size_t count; (count = lcb_merging_next(L, &sorted)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_IndexEntry entry = sorted.entries[i];
      if (entry.key == last.key && entry.where == last.where) continue; /* the name has the word twice */
      lc_put64(bytes, entry.key);
      lc_put32(bytes + 8, (uint32_t)entry.where);
      lc_index_put(&it->pages, bytes, sizeof bytes);
      last = entry;
    }
  }
  end_part(it, LC_INDEX_WORDS);
}

static void write_played(lua_State *L, lcb_IndexBuilder *it) {
  lcb_Merging sorted;
  uint64_t name = 0, size = 0;
  unsigned char bytes[sizeof(uint32_t)];
  begin_part(it, LC_INDEX_PLAYED);
  if (!lcb_sorter_end(L, &it->sorters[LCB_SORTER_PLAYED], &sorted)) return;
  for (size_t count; (count = lcb_merging_next(L, &sorted)) > 0;) {
    for (size_t i = 0; i < count; i++, size += sizeof bytes) {
      lc_IndexEntry entry = sorted.entries[i];
      for (; name < entry.key >> 32; name++) lc_scratch_append(&it->files[LCB_FILE_PLAYED_ENDS], &size, sizeof size);
      lc_put32(bytes, (uint32_t)entry.where);
      lc_index_put(&it->pages, bytes, sizeof bytes);
    }
  }
  for (; name < it->head.names; name++) lc_scratch_append(&it->files[LCB_FILE_PLAYED_ENDS], &size, sizeof size);
  end_part(it, LC_INDEX_PLAYED);
  copy_part(it, LC_INDEX_PLAYED_ENDS, &it->files[LCB_FILE_PLAYED_ENDS]);
}

static void write_items(lcb_IndexBuilder *it, const lc_IndexGroup *group) {
  if (group->places_size > 0) {
    lc_index_put(&it->pages, group->places_bytes, group->places_size);
    if (group->has_place_fence)
      lc_scratch_append(&it->files[LCB_FILE_PLACE_FENCES], group->place_fence, LC_INDEX_FENCE);
  }
  if (group->moves_size > 0) {
    lc_scratch_append(&it->files[LCB_FILE_MOVES], group->moves_bytes, group->moves_size);
    if (group->has_move_fence) lc_scratch_append(&it->files[LCB_FILE_MOVE_FENCES], group->move_fence, LC_INDEX_FENCE);
  }
}

static void write_places(lua_State *L, lcb_IndexBuilder *it) {
  lcb_Merging sorted;
  lc_IndexGroup *group = lua_newuserdatauv(L, sizeof *group, 0);
  const lc_IndexCount *counts = lc_scratch_map(&it->files[LCB_FILE_COUNTS]);
  begin_part(it, LC_INDEX_PLACES);
  if (it->files[LCB_FILE_COUNTS].error || !lcb_sorter_end(L, &it->sorters[LCB_SORTER_PLACES], &sorted)) return;
  lc_group_begin(group, counts, it->head.flags);
  for (size_t count; (count = lcb_merging_next(L, &sorted)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_group_add(group, &sorted.entries[i]);
      write_items(it, group);
    }
  }
  lc_group_end(group);
  write_items(it, group);
  it->head.positions = group->positions;
  end_part(it, LC_INDEX_PLACES);
}

static void write_head(lcb_IndexBuilder *it) {
  unsigned char page[LC_INDEX_PAGE];
  lc_index_end_page(&it->pages);
  lc_index_put_head(&it->head, page);
  lc_index_seal(page, it->pages.number);
  it->pages.write(it->pages.state, page);
}

void lcb_index_write(lua_State *L, lcb_IndexBuilder *it, const char *marks, size_t marks_size) {
  it->head.part[LC_INDEX_GAMES].begin = LC_INDEX_MARK;
  end_part(it, LC_INDEX_GAMES);
  copy_part(it, LC_INDEX_NAMES, it->names.text);
  copy_part(it, LC_INDEX_NAME_ENDS, it->names.ends);
  copy_part(it, LC_INDEX_EVENTS, it->events.text);
  copy_part(it, LC_INDEX_EVENT_ENDS, it->events.ends);
  write_words(L, it);
  write_played(L, it);
  write_places(L, it);
  copy_part(it, LC_INDEX_PLACE_FENCES, &it->files[LCB_FILE_PLACE_FENCES]);
  copy_part(it, LC_INDEX_MOVES, &it->files[LCB_FILE_MOVES]);
  copy_part(it, LC_INDEX_MOVE_FENCES, &it->files[LCB_FILE_MOVE_FENCES]);
  copy_part(it, LC_INDEX_UNREAD, &it->files[LCB_FILE_UNREAD]);
  begin_part(it, LC_INDEX_MARKS);
  lc_index_put(&it->pages, marks, marks_size);
  end_part(it, LC_INDEX_MARKS);
  write_head(it);
}
