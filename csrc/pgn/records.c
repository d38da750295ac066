#define LC_ISA(name) name##_base
#include "records_impl.h"

#include "../chess/identity.h"
#include "../notation/uci.h"

static void put_uci(lc_Records *records, const lc_Move *moves, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (records->length > 0) records->out[records->length++] = ' ';
    records->length += lc_uci_write(&records->position, moves[i], records->out + records->length);
    lc_position_play(&records->position, moves[i]);
  }
}

/* Write a position of any variant. In Three-check, a FEN has one more field. */
static char *put_any(char *at, const lc_Position *p, unsigned form, lc_EpMode ep) {
  at = put_record(at, p, form, ep);
  if (form != LC_RECORD_FEN || lc_rules_kind(p->rules) != LC_RULES_THREE_CHECK) return at;
  at = lc_fen_put_checks(at - 1, p->rules);
  *at++ = '\n';
  return at;
}

/* Write positions of variants (rules.h). */
static void put_by_rules(lc_Records *records, const lc_Move *moves, size_t count) {
  char *at = records->out + records->length;
  for (size_t i = 0; i < count; i++) {
    lc_position_play(&records->position, moves[i]);
    at = put_any(at, &records->position, records->form, records->ep);
  }
  records->length = (size_t)(at - records->out);
}

void lc_records_add(lc_Records *records, const lc_Move *moves, size_t count) {
  if (records->form == LC_RECORD_UCI) {
    put_uci(records, moves, count);
  } else if (records->position.rules != LC_RULES_CHESS) {
    put_by_rules(records, moves, count);
  } else {
    LC_CALL(records->cpu, lc_records_add, (records, moves, count));
  }
}

void lc_records_put(lc_Records *records, const lc_Position *positions, size_t count) {
  if (records->position.rules == LC_RULES_CHESS) {
    LC_CALL(records->cpu, lc_records_put, (records, positions, count));
    return;
  }
  char *at = records->out + records->length;
  for (size_t i = 0; i < count; i++) at = put_any(at, &positions[i], records->form, records->ep);
  records->length = (size_t)(at - records->out);
}

void lc_records_begin(lc_Records *records, lc_Cpu cpu, const lc_Position *start, lc_RecordForm form, lc_EpMode ep,
                      char *out) {
  records->cpu = cpu;
  records->position = *start;
  records->form = (uint8_t)form;
  records->ep = ep;
  records->out = out;
  records->length = 0;
  if (form != LC_RECORD_UCI) {
    records->length = (size_t)(put_any(out, start, form, ep) - out);
    return;
  }
  lc_Position initial;
  lc_position_start(&initial);
  if (lc_position_equal(start, &initial) && start->fullmove_number == 1) return;
  memcpy(out, "fen ", 4);
  records->length = 4 + lc_fen_write(cpu, start, ep, LC_CASTLING_XFEN, out + 4);
  memcpy(out + records->length, " moves", 6);
  records->length += 6;
}

void lc_records_end(lc_Records *records) {
  if (records->form == LC_RECORD_UCI) records->out[records->length++] = '\n';
}
