/*
** lines_store - see lines.h: the memory of a Lines, with a hash table of its lines.
**
** The garbage collector neither frees nor counts this memory. An allocation may run a finalizer that adds lines. So
** each function that makes room checks the room again after an allocation.
*/
#include <string.h>

#include "grow.h"
#include "lines.h"

enum { FIRST_ROOM = 1 << 8, FIRST_FILES = 4, BLOCK = 1 << 14 };

/* ---- sums ---- */

void lcb_sums_add(lcb_Sums *into, const lcb_Sums *from) {
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
static int compare(const lcb_LineFile *a, const lcb_LineFile *b) {
  int order = memcmp(a->name, b->name, a->size < b->size ? a->size : b->size);
  return order ? order : (a->size > b->size) - (a->size < b->size);
}

bool lcb_line_is_first(const lcb_Lines *lines, const lcb_Line *a, const lcb_Line *b) {
  if (a->best != b->best) return a->best > b->best;
  if (a->file != b->file) return compare(&lines->files[a->file], &lines->files[b->file]) < 0;
  return (int64_t)a->offset <= (int64_t)b->offset;
}

/* ---- memory ---- */

void *lcb_allocate(lua_State *L, size_t size) {
  void *data;
  lua_Alloc allocate = lua_getallocf(L, &data);
  void *memory = allocate(data, NULL, 0, size);
  if (memory) return memory;
  lua_newuserdatauv(L, size, 0); /* collects garbage, and raises the error if that is not enough */
  lua_pop(L, 1);
  lua_gc(L, LUA_GCCOLLECT, 0);
  memory = allocate(data, NULL, 0, size);
  if (!memory) luaL_error(L, "not enough memory");
  return memory;
}

void lcb_free(lua_State *L, void *memory, size_t size) {
  void *data;
  lua_Alloc allocate = lua_getallocf(L, &data);
  if (memory) allocate(data, memory, size, 0);
}

void lcb_lines_free(lua_State *L, lcb_Lines *lines) {
  while (lines->block) {
    lcb_LineBlock *next = lines->block->next;
    lcb_free(L, lines->block, sizeof *lines->block + lines->block->size);
    lines->block = next;
  }
  lcb_free(L, lines->slots, lines->room * sizeof *lines->slots);
  lcb_free(L, lines->files, lines->file_room * sizeof *lines->files);
  lines->slots = NULL;
  lines->files = NULL;
  lines->room = lines->count = lines->file_room = lines->file_count = 0;
  lines->is_closed = true;
}

/* ---- slots and blocks ---- */

static uint64_t hash(const lcb_Lines *lines, const lc_Move *moves, size_t plies) {
  uint64_t sum = lines->seed ^ plies;
  for (size_t i = 0; i < plies; i++) {
    sum = (sum ^ moves[i]) * UINT64_C(0x9e3779b97f4a7c15);
    sum ^= sum >> 32;
  }
  return sum;
}

lcb_Line **lcb_lines_find(const lcb_Lines *lines, const lc_Move *moves, size_t plies) {
  for (size_t at = (size_t)hash(lines, moves, plies);; at++) {
    lcb_Line **slot = &lines->slots[at & (lines->room - 1)];
    if (!*slot || ((*slot)->plies == plies && memcmp((*slot)->moves, moves, plies * sizeof *moves) == 0)) return slot;
  }
}

static void grow_slots(lua_State *L, lcb_Lines *lines) {
  lcb_Lines wider = *lines;
  wider.room = lines->room ? 2 * lines->room : FIRST_ROOM;
  wider.slots = lcb_allocate(L, wider.room * sizeof *wider.slots);
  if (wider.room <= lines->room) { /* a finalizer has added lines */
    lcb_free(L, wider.slots, wider.room * sizeof *wider.slots);
    return;
  }
  memset(wider.slots, 0, wider.room * sizeof *wider.slots);
  for (size_t i = 0; i < lines->room; i++) {
    const lcb_Line *line = lines->slots[i];
    if (line) *lcb_lines_find(&wider, line->moves, line->plies) = lines->slots[i];
  }
  lcb_free(L, lines->slots, lines->room * sizeof *lines->slots);
  lines->slots = wider.slots;
  lines->room = wider.room;
}

static void add_block(lua_State *L, lcb_Lines *lines, size_t size) {
  if (size < BLOCK) size = BLOCK;
  lcb_LineBlock *block = lcb_allocate(L, sizeof *block + size);
  *block = (lcb_LineBlock){lines->block, 0, size};
  lines->block = block;
}

/* Make room for one more line and `size` bytes. Allocating memory may run a finalizer that uses this room, so the loop
** repeats until there is enough. */
static void reserve(lua_State *L, lcb_Lines *lines, size_t size) {
  for (;;) {
    if (lines->count >= lines->room / 4 * 3) {
      grow_slots(L, lines);
    } else if (!lines->block || lines->block->size - lines->block->used < size) {
      add_block(L, lines, size);
    } else {
      return;
    }
  }
}

static size_t rounded(size_t size) { return (size + 7) & ~(size_t)7; }

static void *take(lcb_Lines *lines, size_t size) {
  void *memory = lines->block->bytes + lines->block->used;
  lines->block->used += rounded(size);
  return memory;
}

/* Make room for one more file. Allocating memory may run a finalizer that adds files. */
static void grow_files(lua_State *L, lcb_Lines *lines) {
  uint32_t room = lines->file_room ? 2 * lines->file_room : FIRST_FILES;
  lcb_LineFile *files = lcb_allocate(L, room * sizeof *files);
  if (room <= lines->file_room) { /* a finalizer has added files */
    lcb_free(L, files, room * sizeof *files);
    return;
  }
  if (lines->file_count) memcpy(files, lines->files, lines->file_count * sizeof *files);
  lcb_free(L, lines->files, lines->file_room * sizeof *files);
  lines->files = files;
  lines->file_room = room;
}

uint32_t lcb_lines_file(lua_State *L, lcb_Lines *lines) {
  int name = lua_gettop(L);
  const char *text = lua_tostring(L, name);
  if (lines->file_count > 0 && lines->files[lines->file_count - 1].name == text) { /* the same string as last time */
    lua_settop(L, name - 1);
    return lines->file_count - 1;
  }
  while (lines->file_count == lines->file_room) grow_files(L, lines); /* before a finalizer can add this name */
  lua_getiuservalue(L, 1, LCB_LINES_NAMES);
  lua_pushvalue(L, name);
  if (lua_rawget(L, -2) == LUA_TNUMBER) {
    uint32_t index = (uint32_t)lua_tointeger(L, -1);
    lua_settop(L, name - 1);
    return index;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, name);
  lua_pushinteger(L, (lua_Integer)lines->file_count);
  lua_rawset(L, name + 1);
  lcb_LineFile *file = &lines->files[lines->file_count];
  file->name = lua_tolstring(L, name, &file->size);
  lua_settop(L, name - 1);
  return lines->file_count++;
}

/* ---- lines ---- */

static void set_label(lcb_Lines *lines, lcb_Line *line, const char *label, size_t size) {
  if (size > line->label_room) {
    line->label = take(lines, size);
    line->label_room = (uint32_t)rounded(size);
  }
  if (size) memcpy(line->label, label, size);
  line->label_size = (uint32_t)size;
}

void lcb_lines_add(lcb_Lines *lines, const lcb_Line *one, const lc_Move *moves, size_t plies, const char *label,
                size_t size) {
  lcb_Line **slot = lcb_lines_find(lines, moves, plies), *line = *slot;
  if (line) {
    lcb_sums_add(&line->sums, &one->sums);
    if (lcb_line_is_first(lines, line, one)) return;
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
  set_label(lines, line, label, size);
}

void lcb_lines_reserve(lua_State *L, lcb_Lines *lines, size_t plies, size_t label) {
  reserve(L, lines, rounded(sizeof(lcb_Line) + plies * sizeof(lc_Move)) + rounded(label));
}

lcb_Line **lcb_push_lines(lua_State *L, const lcb_Lines *lines, size_t *count) {
  lcb_Line **all = NULL;
  size_t room = 0;
  lua_settop(L, 2);
  LCB_GROW(L, 2, 0, all, 0, room, lines->count)
  *count = 0;
  for (size_t i = 0; i < lines->room; i++) {
    if (lines->slots[i]) all[(*count)++] = lines->slots[i];
  }
  return all;
}
