/*
** fen_quick - chooses the variant of the quick functions, and reads a FEN with six fields.
*/
#define LC_ISA(name) name##_base
#include "fen_quick_impl.h"

size_t lc_fen_quick(lc_Cpu cpu, const char *text, size_t length, lc_Position *out) {
  return LC_CALL(cpu, lc_fen_quick, (text, length, out));
}

size_t lc_fen_core(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]) {
  return LC_CALL(cpu, lc_fen_core, (p, ep, castling, out));
}

/* Read a blank and a counter in canonical form, such as " 17", at *at. Moves *at to the end of the counter. */
static bool read_counter(const char *text, size_t length, size_t *at, uint32_t *out) {
  size_t begin = *at + 1, end = begin;
  uint32_t value = 0;
  if (*at >= length || text[*at] != ' ') return false;
  for (; end < length && end - begin < 6 && text[end] >= '0' && text[end] <= '9'; end++) {
    value = value * 10 + (uint32_t)(text[end] - '0');
  }
  if (end == begin || value > UINT16_MAX || (text[begin] == '0' && end - begin > 1)) return false;
  *out = value;
  *at = end;
  return true;
}

bool lc_fen_quick_line(lc_Cpu cpu, const char *text, size_t length, lc_Position *out) {
  size_t at = lc_fen_quick(cpu, text, length, out);
  return at > 0 && read_counter(text, length, &at, &out->halfmove_clock) &&
         read_counter(text, length, &at, &out->fullmove_number) && at == length && out->fullmove_number > 0;
}
