/*
** part - see part.h.
*/
#include "part.h"

#include <string.h>

/* Runs of this size fit into the processor's cache, so that sorting is fast. */
enum { MOST_ENTRIES = 1 << 17 };

void lc_part_init(lc_GamesPart *part, size_t memory, uint32_t max_ply, uint64_t seed) {
  size_t limit = memory / (2 * sizeof(lc_IndexEntry));
  memset(part, 0, sizeof *part);
  part->limit = limit < MOST_ENTRIES ? limit : MOST_ENTRIES;
  part->max_ply = max_ply;
  part->names = part->events = lc_key_set(seed);
}

void lc_part_free(const lc_Memory *memory, lc_GamesPart *part) {
  for (unsigned i = 0; i < LC_PART_BUFFERS; i++) {
    lc_free(memory, part->buffer[i].bytes, part->buffer[i].room);
    part->buffer[i] = (lc_PartBuffer){0};
  }
  lc_key_set_free(memory, &part->names);
  lc_key_set_free(memory, &part->events);
}

void lc_part_clear(const lc_Memory *memory, lc_GamesPart *part) {
  for (unsigned i = 0; i < LC_PART_BUFFERS; i++) part->buffer[i].size = 0;
  lc_key_set_clear(memory, &part->names);
  lc_key_set_clear(memory, &part->events);
  part->games = part->flags = 0;
  part->is_sorted = false;
}

/* ---- buffers ---- */

/* Make room for `size` more bytes. */
LC_MUST_USE static bool reserve(const lc_Memory *memory, lc_PartBuffer *buffer, size_t size) {
  enum { LEAST = 1 << 12 };
  if (buffer->room - buffer->size >= size) return true;
  size_t room = buffer->size + (size < LEAST ? LEAST : size) + buffer->room / 2;
  unsigned char *bytes = memory->resize(memory->state, buffer->bytes, buffer->room, room);
  if (!bytes) return false;
  buffer->bytes = bytes;
  buffer->room = room;
  return true;
}

LC_MUST_USE static bool append(const lc_Memory *memory, lc_GamesPart *part, unsigned number, const void *bytes,
                               size_t size) {
  lc_PartBuffer *buffer = &part->buffer[number];
  if (!reserve(memory, buffer, size)) return false;
  if (size > 0) memcpy(buffer->bytes + buffer->size, bytes, size);
  buffer->size += size;
  return true;
}

/* ---- games ---- */

bool lc_part_add_name(const lc_Memory *memory, lc_GamesPart *part, lc_PartSection section, const char *text,
                      size_t size, uint32_t *out) {
  lc_KeySet *names = section == LC_PART_NAMES ? &part->names : &part->events;
  bool is_new;
  if (!lc_key_set_number(memory, names, text, size, out, &is_new)) return false;
  if (!is_new) return true;
  if (!append(memory, part, section, text, size)) return false;
  uint64_t end = part->buffer[section].size;
  return append(memory, part, section + 1, &end, sizeof end);
}

/* Add an entry. There is room for it. */
static inline void add_place(lc_PartBuffer *entries, const lc_Position *p, lc_IndexPlace place) {
  uint64_t hashes[2];
  lc_index_hashes(p, hashes);
  lc_IndexEntry entry = {hashes[0], hashes[1], lc_index_pack(place)};
  memcpy(entries->bytes + entries->size, &entry, sizeof entry);
  entries->size += sizeof entry;
}

bool lc_part_add_line(const lc_Memory *memory, lc_GamesPart *part, lc_Cpu cpu, lc_Replay *replay,
                      const lc_Start *start) {
  enum { SOME_MOVES = 512 };
  lc_PartBuffer *entries = &part->buffer[LC_PART_ENTRIES];
  lc_Move moves[SOME_MOVES];
  lc_Position p = start->position;
  lc_IndexPlace place = {.game = part->games};
  bool is_within = start->code == LC_D_NONE;
  uint32_t ply = 0;
  while (!replay->is_over) {
    uint32_t before = replay->plies;
    int status = lc_replay_run(replay, cpu, moves, SOME_MOVES);
    if (!reserve(memory, entries, (SOME_MOVES + 1) * sizeof(lc_IndexEntry))) return false;
    for (uint32_t i = 0; i < replay->plies - before; i++, ply++) {
      is_within = is_within && ply <= part->max_ply;
      if (!is_within) continue;
      place.ply = (uint16_t)ply;
      place.move = moves[i];
      add_place(entries, &p, place);
      lc_position_play(&p, moves[i]);
    }
    if (status == LC_OK) break;
  }
  if (!reserve(memory, entries, sizeof(lc_IndexEntry))) return false;
  place.ply = (uint16_t)ply;
  place.move = LC_INDEX_NO_MOVE;
  if (is_within && ply <= part->max_ply) add_place(entries, &p, place);
  if (start->code == LC_D_NONE && ply > part->max_ply) part->flags |= LC_INDEX_IS_CUT;
  return true;
}

bool lc_part_add_game(const lc_Memory *memory, lc_GamesPart *part, const lc_IndexGame *game, bool is_unread) {
  unsigned char bytes[LC_INDEX_GAME];
  lc_index_put_game(game, bytes);
  if (!append(memory, part, LC_PART_GAMES, bytes, sizeof bytes)) return false;
  part->games++;
  return !is_unread || append(memory, part, LC_PART_UNREAD, &part->games, sizeof part->games);
}

bool lc_part_view(const lc_Memory *memory, lc_GamesPart *part, lc_PartView *out) {
  lc_PartBuffer *entries = &part->buffer[LC_PART_ENTRIES], *spare = &part->buffer[LC_PART_SPARE];
  if (!part->is_sorted && entries->size > 0) {
    if (!reserve(memory, spare, entries->size)) return false;
    lc_IndexEntry *list = (lc_IndexEntry *)(void *)entries->bytes;
    lc_index_sort(list, (lc_IndexEntry *)(void *)spare->bytes, entries->size / sizeof *list);
    part->is_sorted = true;
  }
  *out = (lc_PartView){.before = part->before, .flags = part->flags};
  for (unsigned i = 0; i < LC_PART_SECTIONS; i++) {
    out->section[i] = (lc_PartBytes){part->buffer[i].bytes, part->buffer[i].size};
  }
  return true;
}

/* ---- parts as bytes ---- */

enum { HEAD = LC_INDEX_MARK + 16 + 8 * LC_PART_SECTIONS };

size_t lc_part_size(const lc_PartView *part) {
  size_t size = HEAD;
  for (unsigned i = 0; i < LC_PART_SECTIONS; i++) size += part->section[i].size;
  return size;
}

void lc_part_put(const lc_PartView *part, unsigned char *out) {
  memset(out, 0, HEAD);
  lc_index_put_mark(out);
  lc_put64(out + LC_INDEX_MARK, part->before);
  lc_put64(out + LC_INDEX_MARK + 8, part->flags);
  unsigned char *at = out + HEAD;
  for (unsigned i = 0; i < LC_PART_SECTIONS; i++) {
    const lc_PartBytes *section = &part->section[i];
    lc_put64(out + LC_INDEX_MARK + 16 + 8 * i, section->size);
    if (section->size > 0) memcpy(at, section->bytes, section->size);
    at += section->size;
  }
}

bool lc_part_read(const unsigned char *bytes, size_t size, lc_PartView *out) {
  if (size < HEAD || lc_index_read_mark(bytes) != LC_INDEX_GOOD) return false;
  const unsigned char *at = bytes + LC_INDEX_MARK;
  *out = (lc_PartView){.before = lc_get64(at), .flags = lc_get32(at + 8)};
  size_t offset = HEAD;
  for (unsigned i = 0; i < LC_PART_SECTIONS; i++) {
    uint64_t section = lc_get64(at + 16 + 8 * i);
    if (section > size - offset) return false;
    out->section[i] = (lc_PartBytes){bytes + offset, (size_t)section};
    offset += (size_t)section;
  }
  return offset == size;
}
