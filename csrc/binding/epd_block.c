/*
** epd_block - see epd_block.h.
*/
#include "epd_block.h"

#include <string.h>

#include "../chess/bits.h"

/* AROUND: number of characters around a count (` D`, a blank, `;`), or around a name (`id ""`) */
enum { FIELDS_MAX = 256, ID_MAX = 200, AROUND = 8 };

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t skip_blanks(const char *line, size_t at, size_t end) {
  while (at < end && is_blank(line[at])) at++;
  return at;
}

static size_t skip_digits(const char *line, size_t at, size_t end) {
  while (at < end && is_digit(line[at])) at++;
  return at;
}

/* Report whether a line has only a depth and a number, as in "1 48". */
static bool is_count(const char *line, lcb_EpdPart *part) {
  part->middle = skip_digits(line, part->at, part->end);
  size_t second = skip_blanks(line, part->middle, part->end);
  return part->middle > part->at && second > part->middle && second < part->end &&
         skip_digits(line, second, part->end) == part->end;
}

lcb_EpdPart lcb_epd_part(const char *line, size_t size) {
  static const struct { const char *word; size_t size; lcb_EpdPartKind kind; } words[] = {
      {"id", 2, LCB_EPD_PART_ID}, {"epd", 3, LCB_EPD_PART_FIELDS}, {"perft", 5, LCB_EPD_PART_COUNT}};
  lcb_EpdPart part = {.kind = LCB_EPD_PART_NONE};
  if (size < 4 || !memchr("iep", line[0], 3)) return part;
  while (size > 0 && (is_blank(line[size - 1]) || line[size - 1] == '\0')) size--;
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    if (size <= words[i].size || memcmp(line, words[i].word, words[i].size) != 0 || !is_blank(line[words[i].size])) continue;
    part.at = skip_blanks(line, words[i].size, size);
    part.end = size;
    part.kind = words[i].kind;
    if (part.kind == LCB_EPD_PART_COUNT && !is_count(line, &part)) part.kind = LCB_EPD_PART_NONE;
  }
  return part;
}

bool lcb_epd_block_takes(const lcb_EpdBlock *block, const lcb_EpdPart *part) {
  size_t size = part->end - part->at;
  switch (part->kind) {
    case LCB_EPD_PART_ID: return !block->is_open && size <= ID_MAX;
    case LCB_EPD_PART_FIELDS: return !block->has_fields && size <= FIELDS_MAX;
    case LCB_EPD_PART_COUNT: return block->has_fields && block->size + size + AROUND + sizeof block->id <= sizeof block->text;
    case LCB_EPD_PART_NONE: return false;
  }
  lc_unreachable();
}

static void put(lcb_EpdBlock *block, const char *text, size_t size) {
  memcpy(block->text + block->size, text, size);
  block->size += size;
}

/* Store the name of the position as an EPD operation. Until an `epd` line follows, this `id` line is the record's
** text. */
static void add_id(lcb_EpdBlock *block, const char *line, const lcb_EpdPart *part) {
  static const char begin[] = " id \"";
  size_t n = sizeof begin - 1;
  memcpy(block->id, begin, n);
  for (size_t i = part->at; i < part->end; i++) {
    if (line[i] == '"' || line[i] == '\\') block->id[n++] = '\\';
    block->id[n++] = line[i];
  }
  memcpy(block->id + n, "\";", 2);
  block->id_size = n + 2;
  put(block, line, part->end);
}

void lcb_epd_block_add(lcb_EpdBlock *block, const char *line, const lcb_EpdPart *part) {
  if (!block->is_open) block->size = block->id_size = 0;
  block->is_open = true;
  if (part->kind == LCB_EPD_PART_ID) {
    add_id(block, line, part);
  } else if (part->kind == LCB_EPD_PART_FIELDS) {
    block->size = 0;
    block->has_fields = true;
    put(block, line + part->at, part->end - part->at);
  } else {
    put(block, " D", 2);
    put(block, line + part->at, part->middle - part->at);
    put(block, " ", 1);
    size_t second = skip_blanks(line, part->middle, part->end);
    put(block, line + second, part->end - second);
    put(block, ";", 1);
  }
}

size_t lcb_epd_block_end(lcb_EpdBlock *block) {
  if (block->has_fields) put(block, block->id, block->id_size);
  block->is_open = block->has_fields = false;
  return block->size;
}
