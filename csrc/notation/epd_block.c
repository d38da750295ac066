/*
** epd_block - see epd_block.h.
*/
#include "epd_block.h"

#include <string.h>

/* Longest position and name that begin or continue a block, in bytes. Longer ones are no part of a perft collection. */
enum { FIELDS_MAX = 256, ID_MAX = 200 };

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
static bool is_count(const char *line, lc_EpdPart *part) {
  part->middle = skip_digits(line, part->at, part->end);
  size_t second = skip_blanks(line, part->middle, part->end);
  return part->middle > part->at && second > part->middle && second < part->end &&
         skip_digits(line, second, part->end) == part->end;
}

lc_EpdPart lc_epd_part(const char *line, size_t size) {
  static const struct { const char *word; size_t size; lc_EpdPartKind kind; } words[] = {
      {"id", 2, LC_EPD_PART_ID}, {"epd", 3, LC_EPD_PART_FIELDS}, {"perft", 5, LC_EPD_PART_COUNT}};
  lc_EpdPart part = {.kind = LC_EPD_PART_NONE};
  if (size < 4 || !memchr("iep", line[0], 3)) return part;
  while (size > 0 && (is_blank(line[size - 1]) || line[size - 1] == '\0')) size--;
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    if (size <= words[i].size || memcmp(line, words[i].word, words[i].size) != 0 || !is_blank(line[words[i].size]))
      continue;
    part.at = skip_blanks(line, words[i].size, size);
    part.end = size;
    part.kind = words[i].kind;
    if (part.kind == LC_EPD_PART_COUNT && !is_count(line, &part)) part.kind = LC_EPD_PART_NONE;
  }
  return part;
}

/* Report whether a line of this kind and size may come next. */
static bool fits_kind(const lc_EpdBlock *block, const lc_EpdPart *part) {
  size_t size = part->end - part->at;
  switch (part->kind) {
    case LC_EPD_PART_ID: return !block->is_open && size <= ID_MAX;
    case LC_EPD_PART_FIELDS: return !block->has_fields && size <= FIELDS_MAX;
    case LC_EPD_PART_COUNT: return block->has_fields;
    case LC_EPD_PART_NONE: return false;
  }
  lc_unreachable();
}

/* ---- texts ---- */

static void put(lc_EpdText *out, const char *text, size_t size) {
  out->is_full = out->is_full || size > sizeof out->bytes - out->size;
  if (out->is_full) return;
  memcpy(out->bytes + out->size, text, size);
  out->size += size;
}

static void put_string(lc_EpdText *out, const char *text, size_t size) {
  put(out, "\"", 1);
  for (size_t i = 0; i < size; i++) {
    if (text[i] == '"' || text[i] == '\\') put(out, "\\", 1);
    put(out, &text[i], 1);
  }
  put(out, "\"", 1);
}

/* Write the name of the position as an EPD operation. */
static void put_id(lc_EpdText *out, const char *line, const lc_EpdPart *part) {
  put(out, " id ", 4);
  put_string(out, line + part->at, part->end - part->at);
  put(out, ";", 1);
}

static void put_count(lc_EpdText *out, const char *line, const lc_EpdPart *part) {
  size_t second = skip_blanks(line, part->middle, part->end);
  put(out, " D", 2);
  put(out, line + part->at, part->middle - part->at);
  put(out, " ", 1);
  put(out, line + second, part->end - second);
  put(out, ";", 1);
}

/* ---- blocks ---- */

/* Add a line to the texts. Until an `epd` line follows, an `id` line is the record. */
static void add(lc_EpdBlock *block, const char *line, const lc_EpdPart *part) {
  if (!block->is_open) block->record.size = block->id.size = 0;
  if (part->kind == LC_EPD_PART_ID) {
    put_id(&block->id, line, part);
    put(&block->record, line, part->end);
  } else if (part->kind == LC_EPD_PART_FIELDS) {
    block->record.size = 0;
    put(&block->record, line + part->at, part->end - part->at);
  } else {
    put_count(&block->record, line, part);
  }
}

/* Report whether the texts of the lines have room, and at the end of the block the name after them. */
static bool has_room(const lc_EpdBlock *block) {
  return !block->record.is_full && !block->id.is_full &&
         block->id.size <= sizeof block->record.bytes - block->record.size;
}

bool lc_epd_block_add(lc_EpdBlock *block, const char *line, const lc_EpdPart *part) {
  size_t before = block->record.size;
  if (!fits_kind(block, part)) return false;
  add(block, line, part);
  if (!has_room(block)) {
    block->record.size = before;
    block->record.is_full = block->id.is_full = false;
    return false;
  }
  block->is_open = true;
  block->has_fields = block->has_fields || part->kind == LC_EPD_PART_FIELDS;
  return true;
}

size_t lc_epd_block_end(lc_EpdBlock *block) {
  if (block->has_fields) put(&block->record, block->id.bytes, block->id.size);
  block->is_open = block->has_fields = false;
  return block->record.size;
}
