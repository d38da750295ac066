/*
** lines - see lines.h. The lines are in a hash table, and their memory is in blocks that never move.
*/
#include "lines.h"

#include <assert.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 8, FIRST_FILES = 4, BLOCK = 1 << 14 };

/* ---- sums ---- */

void lc_sums_add(lc_Sums *into, const lc_Sums *from) {
  into->games += from->games;
  into->drawn += from->drawn;
  for (unsigned color = 0; color < 2; color++) {
    into->ratings[color] += from->ratings[color];
    into->won[color] += from->won[color];
    into->rated[color] += from->rated[color];
    into->halves[color] += from->halves[color];
  }
  if (from->year > into->year) into->year = from->year;
}

/* Compare texts byte by byte, as Lua does in the C locale. */
static int compare(const lc_LineText *a, const lc_LineText *b) {
  int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
  return order ? order : (a->size > b->size) - (a->size < b->size);
}

bool lc_line_is_first(const lc_LineSet *lines, const lc_Line *a, const lc_Line *b) {
  if (a->best != b->best) return a->best > b->best;
  if (a->file != b->file) return compare(&lines->files[a->file], &lines->files[b->file]) < 0;
  return (int64_t)a->offset <= (int64_t)b->offset;
}

/* ---- slots and blocks ---- */

void lc_lines_free(const lc_Memory *memory, lc_LineSet *lines) {
  while (lines->block) {
    lc_LineBlock *next = lines->block->next;
    lc_free(memory, lines->block, sizeof *lines->block + lines->block->size);
    lines->block = next;
  }
  lc_free(memory, lines->slots, lines->room * sizeof *lines->slots);
  lc_free(memory, lines->files, lines->file_room * sizeof *lines->files);
  lines->slots = NULL;
  lines->files = NULL;
  lines->room = lines->count = lines->file_room = lines->file_count = 0;
}

static uint64_t hash(const lc_LineSet *lines, const lc_Move *moves, size_t plies) {
  uint64_t sum = lines->seed ^ plies;
  for (size_t i = 0; i < plies; i++) {
    sum = (sum ^ moves[i]) * UINT64_C(0x9e3779b97f4a7c15);
    sum ^= sum >> 32;
  }
  return sum;
}

lc_Line **lc_lines_find(const lc_LineSet *lines, const lc_Move *moves, size_t plies) {
  for (size_t at = (size_t)hash(lines, moves, plies);; at++) {
    lc_Line **slot = &lines->slots[at & (lines->room - 1)];
    if (!*slot || ((*slot)->plies == plies && memcmp((*slot)->moves, moves, plies * sizeof *moves) == 0)) return slot;
  }
}

LC_MUST_USE static bool grow_slots(const lc_Memory *memory, lc_LineSet *lines) {
  lc_LineSet wider = *lines;
  wider.room = lines->room ? 2 * lines->room : FIRST_ROOM;
  wider.slots = lc_allocate(memory, wider.room * sizeof *wider.slots);
  if (!wider.slots) return false;
  if (wider.room <= lines->room) { /* lines were added meanwhile */
    lc_free(memory, wider.slots, wider.room * sizeof *wider.slots);
    return true;
  }
  memset(wider.slots, 0, wider.room * sizeof *wider.slots);
  for (size_t i = 0; i < lines->room; i++) {
    const lc_Line *line = lines->slots[i];
    if (line) *lc_lines_find(&wider, line->moves, line->plies) = lines->slots[i];
  }
  lc_free(memory, lines->slots, lines->room * sizeof *lines->slots);
  lines->slots = wider.slots;
  lines->room = wider.room;
  return true;
}

LC_MUST_USE static bool add_block(const lc_Memory *memory, lc_LineSet *lines, size_t size) {
  if (size < BLOCK) size = BLOCK;
  lc_LineBlock *block = lc_allocate(memory, sizeof *block + size);
  if (!block) return false;
  *block = (lc_LineBlock){lines->block, 0, size};
  lines->block = block;
  return true;
}

/* Make room for one more line and `size` bytes. */
LC_MUST_USE static bool reserve(const lc_Memory *memory, lc_LineSet *lines, size_t size) {
  for (;;) {
    if (lines->count >= lines->room / 4 * 3) {
      if (!grow_slots(memory, lines)) return false;
    } else if (!lines->block || lines->block->size - lines->block->used < size) {
      if (!add_block(memory, lines, size)) return false;
    } else {
      return true;
    }
  }
}

static size_t rounded(size_t size) { return (size + 7) & ~(size_t)7; }

static void *take(lc_LineSet *lines, size_t size) {
  void *memory = lines->block->bytes + lines->block->used;
  lines->block->used += rounded(size);
  return memory;
}

/* ---- files ---- */

bool lc_lines_reserve_file(const lc_Memory *memory, lc_LineSet *lines) {
  while (lines->file_count == lines->file_room) {
    uint32_t room = lines->file_room ? 2 * lines->file_room : FIRST_FILES;
    lc_LineText *files = lc_allocate(memory, room * sizeof *files), *unused = files;
    size_t unused_room = room;
    if (!files) return false;
    if (room > lines->file_room) { /* no files were added meanwhile */
      if (lines->file_count) memcpy(files, lines->files, lines->file_count * sizeof *files);
      unused = lines->files;
      unused_room = lines->file_room;
      lines->files = files;
      lines->file_room = room;
    }
    lc_free(memory, unused, unused_room * sizeof *files);
  }
  return true;
}

uint32_t lc_lines_add_file(lc_LineSet *lines, lc_LineText name) {
  lines->files[lines->file_count] = name;
  return lines->file_count++;
}

/* ---- lines ---- */

static void set_label(lc_LineSet *lines, lc_Line *line, lc_LineText label) {
  if (label.size > line->label_room) {
    line->label = take(lines, label.size);
    line->label_room = (uint32_t)rounded(label.size);
  }
  if (label.size) memcpy(line->label, label.text, label.size);
  line->label_size = (uint32_t)label.size;
}

void lc_lines_add(lc_LineSet *lines, const lc_Line *one, const lc_Move *moves, size_t plies, lc_LineText label) {
  lc_Line **slot = lc_lines_find(lines, moves, plies), *line = *slot;
  if (line) {
    lc_sums_add(&line->sums, &one->sums);
    if (lc_line_is_first(lines, line, one)) return;
    line->best = one->best;
    line->file = one->file;
    line->offset = one->offset;
  } else {
    line = take(lines, sizeof *line + plies * sizeof *moves);
    *line = *one;
    line->label_room = 0;
    line->plies = (uint16_t)plies;
    if (plies) memcpy(line->moves, moves, plies * sizeof *moves);
    *slot = line;
    lines->count++;
  }
  set_label(lines, line, label);
}

bool lc_lines_reserve(const lc_Memory *memory, lc_LineSet *lines, size_t plies, size_t label) {
  return reserve(memory, lines, rounded(sizeof(lc_Line) + plies * sizeof(lc_Move)) + rounded(label));
}

void lc_lines_list(const lc_LineSet *lines, lc_Line **out) {
  for (size_t i = 0; i < lines->room; i++) {
    if (lines->slots[i]) *out++ = lines->slots[i];
  }
}

int lc_lines_order(const void *one, const void *other) {
  const lc_Line *a = *(lc_Line *const *)one, *b = *(lc_Line *const *)other;
  size_t least = a->plies < b->plies ? a->plies : b->plies;
  int order = memcmp(a->moves, b->moves, least * sizeof *a->moves);
  return order ? order : (a->plies > b->plies) - (a->plies < b->plies);
}

/* ---- lines as bytes ---- */

/* Integers, lowest byte first, then two texts with their sizes before them. lc_line_put() writes the integers, and
** asserts their sum. */
enum { ENTRY_SIZE = 8 * 4 + 2 * 8 + 2 + 4 + 8, TEXT_SIZE = 4 };

static char *put(char *out, uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; i++, value >>= 8) out[i] = (char)(value & 0xff);
  return out + size;
}

static uint64_t get(const char **at, unsigned size) {
  uint64_t value = 0;
  for (unsigned i = size; i-- > 0;) value = value << 8 | (unsigned char)(*at)[i];
  *at += size;
  return value;
}

static char *put_text(char *out, const char *text, size_t size) {
  out = put(out, size, TEXT_SIZE);
  if (size) memcpy(out, text, size);
  return out + size;
}

size_t lc_line_size(const lc_LineSet *lines, const lc_Line *line) {
  return ENTRY_SIZE + 2 * TEXT_SIZE + lines->files[line->file].size + line->label_size;
}

void lc_line_put(const lc_LineSet *lines, const lc_Line *line, char *out) {
  char *at = out;
  const lc_Sums *sums = &line->sums;
  const lc_LineText *file = &lines->files[line->file];
  at = put(at, sums->games, 4);
  at = put(at, sums->won[0], 4);
  at = put(at, sums->drawn, 4);
  at = put(at, sums->won[1], 4);
  for (unsigned color = 0; color < 2; color++) {
    at = put(at, sums->rated[color], 4);
    at = put(at, sums->ratings[color], 8);
    at = put(at, sums->halves[color], 4);
  }
  at = put(at, sums->year, 2);
  at = put(at, (uint32_t)line->best, 4);
  at = put(at, line->offset, 8);
  assert(at == out + ENTRY_SIZE);
  at = put_text(at, file->text, file->size);
  put_text(at, line->label, line->label_size);
}

/* Read a text of an entry. */
static bool get_text(const char **at, const char *end, const char **text, size_t *size) {
  if (end - *at < TEXT_SIZE) return false;
  *size = (size_t)get(at, TEXT_SIZE);
  *text = *at;
  if ((size_t)(end - *at) < *size) return false;
  *at += *size;
  return true;
}

bool lc_line_read(const char *bytes, size_t size, lc_Line *out, lc_LineText *file, lc_LineText *label) {
  const char *at = bytes, *end = at + size;
  if (size < ENTRY_SIZE) return false;
  lc_Sums *sums = &out->sums;
  sums->games = (uint32_t)get(&at, 4);
  sums->won[0] = (uint32_t)get(&at, 4);
  sums->drawn = (uint32_t)get(&at, 4);
  sums->won[1] = (uint32_t)get(&at, 4);
  for (unsigned color = 0; color < 2; color++) {
    sums->rated[color] = (uint32_t)get(&at, 4);
    sums->ratings[color] = get(&at, 8);
    sums->halves[color] = (uint32_t)get(&at, 4);
  }
  sums->year = (uint16_t)get(&at, 2);
  out->best = (int32_t)(uint32_t)get(&at, 4);
  out->offset = get(&at, 8);
  return get_text(&at, end, &file->text, &file->size) && get_text(&at, end, &label->text, &label->size) && at == end;
}
