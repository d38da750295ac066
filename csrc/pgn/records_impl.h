/*
** records_impl - the loop that writes positions, compiled once per instruction set. LC_ISA names the variant. The
** caller must have reserved LC_FEN_MAX bytes for each move.
*/
#include "../chess/play_impl.h"
#include "../notation/fen_write_impl.h"
#include "records.h"

LC_INLINE char *put_record(char *at, const lc_Position *p, unsigned form, lc_EpMode ep) {
  at = lc_fen_put_core(at, p, ep, LC_CASTLING_XFEN);
  if (form == LC_RECORD_FEN) at = lc_fen_put_clocks(at, p->halfmove_clock, p->fullmove_number);
  *at++ = '\n';
  return at;
}

void LC_ISA(lc_records_add)(lc_Records *records, const lc_Move *moves, size_t count) {
  char *at = records->out + records->length;
  lc_Position *p = &records->position;
  unsigned form = records->form;
  for (size_t i = 0; i < count; i++) {
    if (moves[i] == LC_NULL_MOVE) {
      lc_position_play(p, moves[i]);
    } else {
      lc_play(p, moves[i]);
    }
    at = put_record(at, p, form, records->ep);
  }
  records->length = (size_t)(at - records->out);
}

void LC_ISA(lc_records_put)(lc_Records *records, const lc_Position *positions, size_t count) {
  char *at = records->out + records->length;
  unsigned form = records->form;
  for (size_t i = 0; i < count; i++) at = put_record(at, &positions[i], form, records->ep);
  records->length = (size_t)(at - records->out);
}
