/*
** fen - Forsyth-Edwards Notation: one line of text <-> lc_Setup, and lc_Position -> text.
**
** Follows: PGN standard 16.1; X-FEN (K and Q mean the outermost rook, a file letter any other); Shredder-FEN (always
** file letters).
** Also accepts, each with a diagnostic code; strict reading rejects all of these:
**   - 1 to 5 fields; missing ones read `w - - 0 1` (many sites and all EPD files omit the counters);
**   - several blanks between fields and around the line (copied text);
**   - castling letters in any order or twice (hand-made files);
**   - adjacent digits such as 44 (old DOS programs);
**   - fullmove 0 (some engines).
** Never accepts: a rank that is not 8 wide, unknown letters, signs or numbers out of 0..65535, text after the sixth
** field.
** Cost: one pass; no allocation.
*/
#ifndef LC_FEN_H
#define LC_FEN_H

#include "../chess/checks.h"
#include "../chess/cpu.h"
#include "diag.h"

enum {
  LC_FEN_MAX = 128, /* room that any FEN or EPD core needs, NUL included */
  LC_CASTLING_MAX = 24, /* room for the castling field of any Setup, NUL included */
  LC_FEN_NOTES = 8  /* the largest number of repairs in one line */
};

/* How the en passant field is written. */
typedef enum lc_EpMode {
  LC_EP_LEGAL,  /* only if an en passant capture is legal (default; as lichess and python-chess write it) */
  LC_EP_XFEN,   /* if an enemy pawn attacks the square, pinned or not (X-FEN) */
  LC_EP_ALWAYS  /* after every double step (PGN 16.1, EPD) */
} lc_EpMode;

/* How the castling field is written. */
typedef enum lc_CastlingMode {
  LC_CASTLING_XFEN,    /* KQkq for the outermost rook, else file letters (default) */
  LC_CASTLING_SHREDDER /* always file letters: HAha */
} lc_CastlingMode;

/* The diagnostics of one line. `error` is LC_D_NONE or the reason for rejecting the line; columns count bytes from
** 1. */
typedef struct lc_FenReport {
  lc_Code error;
  unsigned column;
  unsigned note_count; /* number of tolerances used; notes are in the order of the text */
  struct { lc_Code code; unsigned column; } notes[LC_FEN_NOTES];
  unsigned fields;     /* fields found, 1..6 */
  unsigned columns[6]; /* column at which each field begins */
} lc_FenReport;

/* Parse text into a setup. `strict` rejects every tolerance. Returns false on an error: see report->error; `out` is
** undefined. The setup may be illegal: call lc_setup_problems(). chess960 is set if a file letter was needed, or if
** king and rooks are not on their standard squares. K and Q alone imply Chess960 only if then every right of the
** field is possible; an impossible right shows a standard FEN with wrong rights. A blank is a space, tab, CR or LF.
** Anything but one space between two fields is a tolerance. */
bool lc_fen_parse(const char *text, size_t length, bool strict, lc_Setup *out, lc_FenReport *report);

/* Read the first four fields of an ordinary line the quick way. Returns the number of bytes read, or 0 if the line
** is not ordinary and lc_fen_parse() must read it. A line with an en passant square, a check, promoted pieces, a
** tolerance or any error is not ordinary. A position read here has no problems and no notes; its counters are 0 and
** 1. Cost: a tenth of lc_fen_parse(). */
size_t lc_fen_quick(lc_Cpu cpu, const char *text, size_t length, lc_Position *out);
/* The same for a line of six fields. Returns false unless its counters are in canonical form. */
bool lc_fen_quick_line(lc_Cpu cpu, const char *text, size_t length, lc_Position *out);
/* Write the first four fields, which FEN and EPD share, without NUL. Returns the length. */
size_t lc_fen_core(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]);

LC_VARIANTS(size_t, lc_fen_quick, (const char *text, size_t length, lc_Position *out));
LC_VARIANTS(size_t, lc_fen_core,
            (const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]));

/* Write a position with all six fields. Returns the length; a NUL is added but not counted. */
size_t lc_fen_write(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]);
/* The same for a Setup, legal or not. The en passant square and the castling rooks are written as given. */
size_t lc_fen_write_setup(const lc_Setup *setup, char out[LC_FEN_MAX]);

/* Write the castling field alone, "-" without rights. A NUL is added but not counted. */
size_t lc_fen_write_castling(const lc_Position *p, lc_CastlingMode mode, char out[LC_CASTLING_MAX]);
size_t lc_fen_write_setup_castling(const lc_Setup *setup, char out[LC_CASTLING_MAX]);
/* Set castling and chess960 of a setup whose board is complete. Letters may be in any order. Returns false, with
** nothing changed, if the text is not a castling field. */
bool lc_fen_read_castling(const char *text, size_t length, lc_Setup *setup);

#endif
