/*
** fuzz_epd_lines - reads the input as a file of EPD records. The first byte chooses the sizes of the parts that are
** read at a time. These properties must hold:
**   - the lines do not depend on the parts; without their ends, they have all bytes of the file;
**   - a line that a block of a perft collection rejects leaves the block as it was;
**   - the record of a block has room, and ends with the name of the position.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/notation/epd_block.h"
#include "../csrc/notation/epd_lines.h"
#include "fuzz_bytes.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_end(char c) { return c == '\n' || c == '\r'; }

/* Compare the next line in parts of `step` bytes, and drop the bytes read. */
static void check_in_parts(const char *bytes, size_t size, size_t step) {
  lc_EpdLines whole = {0}, parts = {0};
  lc_EpdLine line, same;
  size_t begin = 0, used = 0; /* the buffer begins at byte `begin` of the file */
  while (lc_epd_next_line(&whole, bytes, size, true, &line)) {
    while (!lc_epd_next_line(&parts, bytes + begin, used, begin + used == size, &same)) {
      begin += parts.at;
      used -= parts.at;
      lc_epd_drop_bytes(&parts, parts.at);
      require(begin + used < size);
      used += size - begin - used < step ? size - begin - used : step;
    }
    require(line.begin == begin + same.begin && line.end == begin + same.end);
    for (size_t i = line.begin; i < line.end; i++) require(!is_end(bytes[i]));
    require(line.end == size || is_end(bytes[line.end]));
    require(whole.at == line.end + (line.end < size));
    (void)lc_epd_line_kind(bytes + line.begin, line.end - line.begin);
  }
  require(whole.at == size);
}

/* Add a line to a block. Returns false if the block rejects it. */
static bool add_line(lc_EpdBlock *block, const char *text, size_t size) {
  static lc_EpdBlock before;
  lc_EpdPart part = lc_epd_part(text, size);
  require(part.kind == LC_EPD_PART_NONE || (part.at <= part.end && part.end <= size));
  before = *block;
  if (lc_epd_block_add(block, text, &part)) return true;
  if (before.is_open) {
    require(block->record.size == before.record.size && block->id.size == before.id.size);
    require(memcmp(block->record.bytes, before.record.bytes, before.record.size) == 0);
  }
  require(block->is_open == before.is_open && block->has_fields == before.has_fields);
  return false;
}

static void end_block(lc_EpdBlock *block) {
  bool has_id = block->has_fields && block->id.size > 0;
  size_t size = lc_epd_block_end(block);
  require(size > 0 && size <= sizeof block->record.bytes && !block->record.is_full && !block->is_open);
  if (!has_id) return;
  require(size >= block->id.size);
  require(memcmp(block->record.bytes + size - block->id.size, block->id.bytes, block->id.size) == 0);
}

static void check_blocks(const char *bytes, size_t size) {
  static lc_EpdBlock block;
  lc_EpdLines lines = {0};
  lc_EpdLine line;
  memset(&block, 0, sizeof block);
  while (lc_epd_next_line(&lines, bytes, size, true, &line)) {
    if (add_line(&block, bytes + line.begin, line.end - line.begin) || !block.is_open) continue;
    end_block(&block);
    lc_epd_unread_line(&lines, &line);
  }
  if (block.is_open) end_block(&block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in = {data, size};
  size_t step = 1 + take(&in);
  char *exact = malloc(in.size ? in.size : 1);
  if (!exact) return 0;
  if (in.size) memcpy(exact, in.data, in.size);
  check_in_parts(exact, in.size, step);
  check_blocks(exact, in.size);
  free(exact);
  return 0;
}
