/*
** fen - Forsyth-Edwards Notation: reads and writes an lc_Setup or lc_Position as one text line.
**
** Follows: PGN standard 16.1; X-FEN (K and Q mean the outermost rook, a file letter means another rook); Shredder-FEN
** (always file letters). Three-check adds one field, the number of checks: `+0+2` after the move number is the checks
** that White and Black have given (lichess); `3+1` before the half-move clock is those that they still must give
** (python-chess, Fairy-Stockfish, PyChess). Both are read, the first is written. A FEN with this field is one of
** Three-check. King of the Hill has no field.
** These deviations are also accepted, each with a diagnostic; strict reading rejects them:
**   - 1 to 5 fields; missing fields are read as in `w - - 0 1` (many sites and all EPD files omit the counters);
**   - several blanks between fields, or blanks at the beginning and end (copied text);
**   - castling letters in any order or twice (hand-made files);
**   - adjacent digits such as 44 (old DOS programs);
**   - move number 0 (some engines);
**   - an en passant square on a rank that no pawn passes, which is dropped (chess sites that name the pawn's square);
**   - counters that are not numbers of 0 to 65535, such as -1, -, ? or x, which are read as 0 and 1;
**   - semicolons at the end (lines copied from EPD files).
** These errors are never accepted: a rank without exactly 8 squares, unknown letters or signs, words as counters, other
** text after the sixth field.
** Cost: one pass, without memory allocation.
*/
#ifndef LC_FEN_H
#define LC_FEN_H

#include "../chess/checks.h"
#include "../chess/cpu.h"
#include "diag.h"

enum {
  LC_FEN_MAX = 128, /* maximum size of a FEN or of the four fields of an EPD, NUL included */
  LC_CASTLING_MAX = 24, /* maximum size of the castling field of a Setup, NUL included */
  LC_FEN_NOTES = 8  /* maximum number of notes for one FEN */
};

/* How the en passant field is written. */
typedef enum lc_EpMode {
  LC_EP_LEGAL,  /* only if an en passant capture is legal (default; as lichess and python-chess write it) */
  LC_EP_XFEN,   /* if an enemy pawn attacks the square, pinned or not (X-FEN) */
  LC_EP_ALWAYS  /* always after a double step (PGN 16.1, EPD) */
} lc_EpMode;

/* How the castling field is written. */
typedef enum lc_CastlingMode {
  LC_CASTLING_XFEN,    /* KQkq for the outermost rooks, file letters for others (default) */
  LC_CASTLING_SHREDDER /* always file letters: HAha */
} lc_CastlingMode;

/* The diagnostics of one FEN. `error` is LC_D_NONE or the reason for the rejection. Columns are counted in bytes, from
** 1. */
typedef struct lc_FenReport {
  lc_Code error;
  unsigned column;
  unsigned note_count; /* number of tolerances that were needed; the notes are in the order of the text */
  struct { lc_Code code; unsigned column; } notes[LC_FEN_NOTES];
  unsigned fields;     /* number of fields found, 1..6 */
  unsigned columns[6]; /* column at which each field begins */
  unsigned checks;     /* column of the field of Three-check, or 0 */
} lc_FenReport;

/* Read a FEN into a setup. With `strict`, each tolerance is an error. On an error, returns false and sets
** report->error; `out` is then undefined. The setup may be illegal: call lc_setup_problems(). out->chess960 is set if a
** file letter was needed, or if king and rooks are not on their standard squares. If the field has only the letters K
** and Q, chess960 is set only if all its rights are then possible. If a right is impossible, the FEN is read as
** standard chess with wrong rights. A blank is a space, tab, CR or LF. Fields must be separated by one space; other
** blanks are a tolerance. */
LC_MUST_USE bool lc_fen_parse(const char *text, size_t length, bool strict, lc_Setup *out, lc_FenReport *report);

/* Read the first four fields of an ordinary FEN or EPD quickly. Returns the number of bytes read. Returns 0 if the FEN
** is not ordinary; lc_fen_parse() must then read it. A FEN with an en passant square, a check, promoted pieces, a
** tolerance or any error is not ordinary. The position has no problems and no notes; its counters are 0 and 1. Cost: a
** tenth of lc_fen_parse(). */
size_t lc_fen_quick(lc_Cpu cpu, const char *text, size_t length, lc_Position *out);
/* Read all six fields of an ordinary FEN. Returns false if the FEN is not ordinary or a counter is not in canonical
** form. */
LC_MUST_USE bool lc_fen_quick_line(lc_Cpu cpu, const char *text, size_t length, lc_Position *out);
/* Write the first four fields, which are the same in FEN and EPD, without NUL. Returns the length. */
size_t lc_fen_core(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]);

LC_VARIANTS(size_t, lc_fen_quick, (const char *text, size_t length, lc_Position *out));
LC_VARIANTS(size_t, lc_fen_core,
            (const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]));

/* Write a position with all six fields, in Three-check seven. Returns the length; a NUL is added but not counted. */
size_t lc_fen_write(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]);
/* Write a Setup, legal or not, with all six fields. The en passant square and the castling rooks are written
** unchanged. */
size_t lc_fen_write_setup(const lc_Setup *setup, char out[LC_FEN_MAX]);

/* Write only the castling field, or "-" without rights. A NUL is added but not counted. */
size_t lc_fen_write_castling(const lc_Position *p, lc_CastlingMode mode, char out[LC_CASTLING_MAX]);
size_t lc_fen_write_setup_castling(const lc_Setup *setup, char out[LC_CASTLING_MAX]);
/* Read a castling field and set castling and chess960 of a setup. The board must be complete. Letters may be in any
** order. If the text is not a castling field, returns false and changes nothing. */
LC_MUST_USE bool lc_fen_read_castling(const char *text, size_t length, lc_Setup *setup);

#endif
