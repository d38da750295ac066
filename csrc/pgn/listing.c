#define LC_ISA(name) name##_base
#include "listing_impl.h"

#include "../chess/identity.h"
#include "../notation/uci.h"

static void put_uci(lc_Listing *listing, const lc_Move *moves, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (listing->length > 0) listing->out[listing->length++] = ' ';
    listing->length += lc_uci_write(&listing->position, moves[i], listing->out + listing->length);
    lc_position_play(&listing->position, moves[i]);
  }
}

void lc_list_moves(lc_Listing *listing, lc_Cpu cpu, const lc_Move *moves, size_t count) {
  if (listing->form == LC_LIST_UCI) {
    put_uci(listing, moves, count);
    return;
  }
#if defined(__x86_64__)
  if (cpu == LC_CPU_V4) {
    lc_list_moves_v4(listing, moves, count);
    return;
  }
  if (cpu == LC_CPU_V3) {
    lc_list_moves_v3(listing, moves, count);
    return;
  }
#endif
  (void)cpu;
  lc_list_moves_base(listing, moves, count);
}

void lc_list_begin(lc_Listing *listing, const lc_Position *start, lc_ListForm form, lc_EpMode ep, char *out) {
  listing->position = *start;
  listing->form = (uint8_t)form;
  listing->ep = ep;
  listing->out = out;
  listing->length = 0;
  if (form != LC_LIST_UCI) {
    listing->length = (size_t)(put_record(out, start, form, ep) - out);
    return;
  }
  lc_Position initial;
  lc_position_start(&initial);
  if (lc_position_equal(start, &initial) && start->fullmove_number == 1) return;
  memcpy(out, "fen ", 4);
  listing->length = 4 + lc_fen_write(start, ep, LC_CASTLING_XFEN, out + 4);
  memcpy(out + listing->length, " moves", 6);
  listing->length += 6;
}

void lc_list_end(lc_Listing *listing) {
  if (listing->form == LC_LIST_UCI) listing->out[listing->length++] = '\n';
}
