/*
** fen - Forsyth-Edwards Notation: one line of text <-> lc_Setup, and lc_Position -> text.
**
** Follows: PGN standard 16.1; X-FEN (K and Q mean the outermost rook, a file letter any other);
** Shredder-FEN (always file letters). Accepts beyond it, each with a diagnostic code: 1 to 5 fields
** (missing ones read `w - - 0 1`; many sites and all EPD files leave the clocks out), several blanks
** between fields and around the line (copied text), castling letters in any order or twice (hand-made
** files), adjacent digits such as 44 (old DOS programs), fullmove 0 (some engines).
** Strict reading refuses all of these. Never accepts: a rank that is not 8 wide, unknown letters, signs or
** numbers out of 0..65535, text after the sixth field. Cost: one pass; no allocation.
*/
#ifndef LC_FEN_H
#define LC_FEN_H

#include "../chess/checks.h"
#include "../chess/cpu.h"
#include "diag.h"

enum {
  LC_FEN_MAX = 128, /* room that any FEN or EPD core needs, NUL included */
  LC_CASTLING_MAX = 24, /* room for the castling field of any Setup, NUL included */
  LC_FEN_NOTES = 8  /* the most repairs one line can need */
};

/* How the en-passant field is printed. */
typedef enum lc_EpMode {
  LC_EP_LEGAL,  /* only when a legal e.p. capture exists (default; what lichess and python-chess write) */
  LC_EP_XFEN,   /* if an enemy pawn is beside it, pinned or not (X-FEN) */
  LC_EP_ALWAYS  /* after every double step (PGN 16.1, EPD) */
} lc_EpMode;

/* How the castling field is printed. */
typedef enum lc_CastlingMode {
  LC_CASTLING_XFEN,    /* KQkq where it is the outermost rook, else file letters (default) */
  LC_CASTLING_SHREDDER /* always file letters: HAha */
} lc_CastlingMode;

/* The diagnostics of one line: `error` is LC_D_NONE or the code that refused it; column counts bytes from 1. */
typedef struct lc_FenReport {
  lc_Code error;
  unsigned column;
  unsigned note_count; /* tolerances used, in order of appearance */
  struct { lc_Code code; unsigned column; } notes[LC_FEN_NOTES];
  unsigned fields;     /* fields found, 1..6 */
  unsigned columns[6]; /* where each field found begins */
} lc_FenReport;

/* Text -> Setup. `strict` refuses every tolerance. false: see report->error; out is undefined.
** The setup may be illegal: ask lc_setup_problems(). chess960 is set when a file letter was needed or the
** rooks and king are not on their standard squares. K and Q alone are taken as Chess960 only when every
** right of the field then makes sense: one that does not shows a standard FEN with wrong rights.
** A blank is a space, tab, CR or LF; anything but one space between two fields is a tolerance. */
bool lc_fen_parse(const char *text, size_t length, bool strict, lc_Setup *out, lc_FenReport *report);

/* The quick way for the first four fields of an ordinary line: bytes read, or 0 when the line is not ordinary (an e.p.
** square, a check, promoted pieces, a tolerance, any fault) and lc_fen_parse() must decide. What is read has no problem and
** gives no note. Clocks are 0 and 1. Cost: a tenth of the long way's. */
size_t lc_fen_quick(lc_Cpu cpu, const char *text, size_t length, lc_Position *out);
/* The same for a line of all six, its counters as they are written here. */
bool lc_fen_quick_line(lc_Cpu cpu, const char *text, size_t length, lc_Position *out);
/* The first four fields, which FEN and EPD share, without NUL; returns the length. */
size_t lc_fen_core(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]);

LC_VARIANTS(size_t, lc_fen_quick, (const char *text, size_t length, lc_Position *out));
LC_VARIANTS(size_t, lc_fen_core,
            (const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]));

/* Position -> text with all six fields; returns the length written (NUL added, not counted). */
size_t lc_fen_write(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]);
/* The same for a Setup, legal or not; en passant square and castling rooks are written as given. */
size_t lc_fen_write_setup(const lc_Setup *setup, char out[LC_FEN_MAX]);

/* The castling field alone, "-" when there are no rights; NUL added, not counted. */
size_t lc_fen_write_castling(const lc_Position *p, lc_CastlingMode mode, char out[LC_CASTLING_MAX]);
size_t lc_fen_write_setup_castling(const lc_Setup *setup, char out[LC_CASTLING_MAX]);
/* Sets castling and chess960 of a setup whose board is made. Any order; false (nothing changed) when the
** text is no castling field. */
bool lc_fen_read_castling(const char *text, size_t length, lc_Setup *setup);

#endif
