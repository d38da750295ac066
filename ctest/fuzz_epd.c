/*
** fuzz_epd - reads the input as an EPD record. These properties must hold:
**   - nothing outside the record is read or written;
**   - the offsets of operations are in the text, in ascending order;
**   - the canonical line has the same position and the same number of operations, and is written again with the same
**     bytes;
**   - lc_fen_quick() gives the same position as lc_fen_parse().
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/chess/identity.h"
#include "../csrc/notation/codes.h"
#include "../csrc/notation/epd.h"
#include "require.h"

enum { ROOM = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_spans(const lc_Epd *epd) {
  uint32_t before = 0;
  for (uint32_t i = 0; i < epd->count; i++) {
    const lc_EpdOp *op = &epd->ops[i];
    require(op->at >= before && op->name_size > 0 && op->operands >= op->at + op->name_size);
    require(op->end >= op->operands && op->end <= epd->size && op->order < epd->count);
    before = op->end;
  }
}

static void check_quick(lc_Cpu cpu, const char *text, size_t size) {
  lc_Position quick, slow;
  lc_Setup setup;
  lc_FenReport report;
  size_t end = lc_fen_quick(cpu, text, size, &quick), base_end = lc_fen_quick(LC_CPU_BASE, text, size, &slow);
  require(end == base_end);
  if (end == 0) return;
  require(end <= size && lc_fen_parse(text, end, false, &setup, &report));
  require(report.fields == 4 && report.note_count == 1 && report.notes[0].code == LC_D_FEN_FIELDS);
  require(lc_setup_problems(&setup) == 0);
  lc_position_from_setup(&setup, &slow);
  require(memcmp(&quick, &slow, sizeof quick) == 0);
}

/* Write the canonical line into memory of exactly its size. */
static char *write_exactly(const lc_Epd *epd, size_t *size) {
  static const lc_EpdForm form = {.ep = LC_EP_LEGAL};
  char one;
  *size = lc_epd_write(epd, &form, &one, 0);
  char *out = malloc(*size ? *size : 1);
  if (out) require(lc_epd_write(epd, &form, out, *size) == *size);
  return out;
}

static void check_canonical(const lc_Epd *epd, lc_EpdOp *room) {
  size_t size, again_size;
  lc_Epd again;
  char *line = write_exactly(epd, &size);
  if (!line) return;
  int result = lc_epd_read(lc_cpu(), line, size, room, ROOM, &again);
  if (result == LC_OK && epd->error == LC_D_NONE) {
    require(again.error == LC_D_NONE && lc_position_equal(&epd->position, &again.position));
    require(epd->position.halfmove_clock == again.position.halfmove_clock);
    require(epd->position.fullmove_number == again.position.fullmove_number);
    unsigned counters = epd->clocks[0] == LC_EPD_NOWHERE ? 0 : 2;
    require(again.count >= epd->count && again.count <= epd->count + counters);
    char *line_again = write_exactly(&again, &again_size);
    require(!line_again || (size == again_size && memcmp(line, line_again, size) == 0));
    free(line_again);
  }
  free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lc_EpdOp ops[ROOM], more[ROOM];
  lc_EpdNote notes[8];
  lc_Epd epd;
  char *text = malloc(size ? size : 1);
  if (!text) return 0;
  memcpy(text, data, size);
  check_quick(LC_CPU_BASE, text, size);
  check_quick(lc_cpu(), text, size);
  if (lc_epd_read(lc_cpu(), text, size, ops, ROOM, &epd) == LC_OK) {
    check_spans(&epd);
    uint32_t all = lc_epd_examine(&epd, true, notes, 8), grave = lc_epd_examine(&epd, false, notes, 8);
    require(grave <= all);
    for (uint32_t i = 0; i < grave && i < 8; i++) require(notes[i].at <= notes[i].end && notes[i].end <= size);
    check_canonical(&epd, more);
  }
  free(text);
  return 0;
}
