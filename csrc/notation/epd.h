/*
** epd - Extended Position Description: reads and writes one text line with four fields of a position, and operations.
**
** Reading stores offsets into the caller's text. Text is not copied, and operands are read only when the caller asks
** for them. Operations are stored in the order of the text. An index has their ASCII order, in which they are written
** in canonical form. In this order, equal opcodes are next to each other.
** Follows: Edwards, PGN standard of 1994, 16.2, and his EPD text of 1995 (cc, ptp, ref..., sv, tc..., ts); Strings have
** \" and \\ as in PGN 7, since neither text defines how to write a quotation mark. These deviations are also accepted,
** each with a diagnostic of diag.def:
**   fen_in_epd            two counters after the fields (Kaufman's suite, opening files of engine testers)
**   glued_fields          "- -1 12", e.p. field and first counter in one word (Kaufman's suite)
**   leading_semicolons    ";D1 20 ;D2 400", semicolons as separators (perft suites, Bratko-Kopec, Nolot)
**   empty_operation, missing_semicolon, epd_spaces   files that were typed by hand, cut or converted; tabs
**   unquoted_string       id BK.01, id Position 1 (Bratko-Kopec, Nolot): the words become one string
**   loose_sign            Qd1 + (Bratko-Kopec, Kaufman)
**   skipped_text          bm Qd1, Qd2 (scidCommunity): commas between moves
**   san_style             moves as engines write them (g1f3 e7e8q), and all tolerances of san.h
**   operand_style         +25, 007, h:mm:ss for a clock
**   opposed_operations, missing_operation, repeated_move   contradictions between operations; reported, never changed
**   trailing_nul          NUL at the end of each line (circulating copies of Bratko-Kopec, Kaufman and Nolot)
** Moves may be in any dialect, except dialects of functions; dialect.h lists the tolerances. Two words are read as one
** move if they belong together (exd6 e.p., B-Kt5 ch). Such a move is written in quotation marks. The four fields are
** read as in fen.h. Unreadable text in an operation is an error or a warning for that operation only. The text is kept
** and written unchanged. Moves are never guessed.
** Cost: linear, except for sorting n operations, which takes at most n^1.5 steps. No memory is allocated.
*/
#ifndef LC_EPD_H
#define LC_EPD_H

#include "dialect.h"
#include "fen.h"
#include "san.h"

enum {
  LC_EPD_NAME_MAX = 15,          /* longest opcode, in bytes */
  LC_EPD_SIZE_MAX = INT32_MAX,   /* longest record, in bytes */
  LC_EPD_NUMBERS = 6,
};
#define LC_EPD_NOWHERE UINT32_MAX /* no offset, no operation */

/* The kinds of operands that an opcode takes. */
typedef enum lc_EpdKind {
  LC_EPD_OTHER,   /* any operands, for a private or unknown opcode */
  LC_EPD_ANY,     /* any operands, for the opcode noop */
  LC_EPD_FLAG,    /* no operands */
  LC_EPD_SET,     /* moves of the position, in any order */
  LC_EPD_LINE,    /* consecutive moves */
  LC_EPD_MOVE,    /* one move */
  LC_EPD_NUMBER,
  LC_EPD_STRING,  /* one string; for some opcodes, the string may be missing */
  LC_EPD_STRINGS, /* two strings */
  LC_EPD_PAIRS,   /* pairs of a tag name and a string */
  LC_EPD_WORD,    /* one of the words that refcom and refreq define */
  LC_EPD_CLOCKS,  /* two times, ddd:hh:mm:ss */
  LC_EPD_TIME     /* date and time in UTC: YYYY.MM.DD HH:MM:SS */
} lc_EpdKind;

/* Opcodes for which the standard has rules about other operations of the record. */
typedef enum lc_EpdRole {
  LC_EPD_NO_ROLE,
  LC_EPD_AM, LC_EPD_BM, LC_EPD_CE, LC_EPD_DM, LC_EPD_PM, LC_EPD_PV, LC_EPD_RESIGN, LC_EPD_SM,
  LC_EPD_ACCEPT, LC_EPD_CLAIM, LC_EPD_OFFER, LC_EPD_REJECT, /* draw_... */
  LC_EPD_ROLES
} lc_EpdRole;

/* An opcode of the standard. */
typedef struct lc_EpdOpcode {
  const char *name;
  lc_EpdKind kind;
  lc_EpdRole role;
  unsigned least;    /* LC_EPD_STRING: 1 if a string is required */
  int64_t low, high; /* LC_EPD_NUMBER: the range */
} lc_EpdOpcode;

/* Return the standard opcode of this name, or NULL. */
const lc_EpdOpcode *lc_epd_opcode(const char *name, size_t size);
/* Report whether the name is an opcode: a letter, then up to 14 letters, digits and underscores. */
bool lc_epd_is_opcode(const char *name, size_t size);

enum {
  LC_EPD_BAD_NAME = 1 << 0,
  LC_EPD_DUPLICATE = 1 << 1, /* an earlier operation has the same opcode */
  LC_EPD_OPEN = 1 << 2,      /* the operation ends with a string that is never closed */
  LC_EPD_UNENDED = 1 << 3    /* the operation has no semicolon */
};

/* One operation. All offsets are in the record's text. */
typedef struct lc_EpdOp {
  uint32_t at, name_size;     /* the opcode */
  uint32_t operands, end;     /* offsets of the first operand and of the end of the last operand */
  uint32_t order;             /* ops[i].order is the index in `ops` of the i-th operation in ASCII order */
  uint8_t flags;
  const lc_EpdOpcode *opcode; /* NULL for a private, unknown or malformed opcode */
} lc_EpdOp;

typedef struct lc_Epd {
  const char *text; /* owned by the caller */
  uint32_t size;    /* size without blanks and NULs at the end */
  uint32_t given;   /* size with blanks and NULs at the end */
  uint32_t begin, fields_end; /* offsets at which the four fields begin and end */
  uint32_t clocks[2], clocks_end[2]; /* offsets of a FEN's counters after the fields, or LC_EPD_NOWHERE */
  uint32_t odd_space, empty;  /* offsets of the first irregular blank and the first empty operation */
  uint32_t mismatch;          /* index of an operation that contradicts a counter */
  bool is_glued, has_leading; /* has_leading: a semicolon comes before the first operation */
  bool is_ordinary;           /* the quick reader read the fields */
  bool is_said[2];            /* an operation (hmvc or fmvn) gives the counter's value */
  lc_Code error;    /* the reason why the record has no position, or LC_D_NONE */
  uint32_t error_at;
  unsigned problems; /* lc_Problem bits: with an error, the reasons for the rejection; without an error, the repaired
                     ** problems */
  lc_EpdOp *ops;     /* owned by the caller */
  uint32_t room, count;
  lc_Cpu cpu;
  const lc_Dialect *dialect; /* dialect of the moves, or NULL for PGN; must be set before moves are read */
  lc_Position position; /* includes the values of the counters */
  lc_FenReport fen;     /* columns are counted from `begin` */
} lc_Epd;

/* Read a text line without its line end, of at most LC_EPD_SIZE_MAX bytes. Returns LC_EROOM if there are more than
** `room` operations. Any text is accepted as a record. If out->error is LC_D_NONE, the record has a position. */
LC_MUST_USE int lc_epd_read(lc_Cpu cpu, const char *text, size_t size, lc_EpdOp *ops, uint32_t room, lc_Epd *out);
/* Return the index of the first operation with this opcode, or LC_EPD_NOWHERE. */
uint32_t lc_epd_find(const lc_Epd *epd, const char *name, size_t size);

/* ---- operands ---- */

typedef struct lc_EpdOperand {
  uint32_t at, end; /* offsets; those of a string exclude the quotation marks */
  bool is_string, is_closed, has_escapes;
} lc_EpdOperand;

/* Read the operand at *at and move *at to the end of the operand. *at must be op->operands at first. Returns false
** after the last operand. */
LC_MUST_USE bool lc_epd_operand(const lc_Epd *epd, const lc_EpdOp *op, uint32_t *at, lc_EpdOperand *out);


/* Iterator over the moves of LC_EPD_SET, LC_EPD_LINE or LC_EPD_MOVE. */
typedef struct lc_EpdMoves {
  lc_Position before; /* the position before the last move read */
  uint32_t at;
  lc_Move last;
  bool is_line, has_last, has_ended;
} lc_EpdMoves;

typedef struct lc_EpdMove {
  lc_Code code; /* LC_D_NONE, or the reason why this is not a move; an LC_EPD_LINE ends there */
  lc_Move move;
  uint32_t at, end;
  lc_Code style; /* LC_D_NONE, or the diagnostic of an unusual spelling */
} lc_EpdMove;

/* Start reading moves. The record must have a position. */
void lc_epd_moves(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *out);
LC_MUST_USE bool lc_epd_next_move(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *moves, lc_EpdMove *out);

/* The value of operands of any other kind. */
typedef struct lc_EpdValue {
  lc_Code code;     /* LC_D_NONE, or the reason why the opcode cannot have these operands */
  lc_Code style;    /* the tolerance that was needed, or LC_D_NONE */
  uint32_t at, end; /* the text with the problem of `code` or `style`; for a string, its content */
  bool has_escapes; /* the string has escapes */
  bool is_empty;    /* LC_EPD_STRING without a string */
  int64_t numbers[LC_EPD_NUMBERS]; /* the number; seconds of White and Black; year, month, day, hour, minute, second */
} lc_EpdValue;

void lc_epd_value(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdValue *out);
/* Resolve \" and \\ in a string. `out` has room for `size` bytes. Returns the length. */
size_t lc_epd_unescape(const char *text, size_t size, char *out);

/* ---- diagnostics ---- */

typedef struct lc_EpdNote {
  lc_Code code;
  uint32_t at, end;
  uint32_t op;    /* index of the operation, or LC_EPD_NOWHERE */
  uint32_t other; /* index of the operation that contradicts `op`, or LC_EPD_NOWHERE */
} lc_EpdNote;

/* Find all diagnostics of a record, in any order. Stores the first `room` of them and returns the total number. Without
** `style`, repairs are omitted, and the spelling of moves, which takes most of the time, is not checked. */
uint32_t lc_epd_examine(const lc_Epd *epd, bool style, lc_EpdNote *notes, uint32_t room);

/* ---- writing ---- */

/* Options for writing a record. */
typedef struct lc_EpdForm {
  lc_EpMode ep;
  lc_CastlingMode castling;
  const lc_Dialect *dialect; /* dialect of the moves; NULL for PGN */
} lc_EpdForm;

/* Write the canonical text line, without line end. Words are separated by one space, and operations are in ASCII order.
** Moves are written as SAN or in the dialect. The moves of a set are in ASCII order. Unreadable text is kept. Text
** without an opcode, or with an unclosed string, comes last. Counters of a FEN are written as hmvc and fmvn. Returns
** the length; if it is more than `room`, `out` is truncated. */
size_t lc_epd_write(const lc_Epd *epd, const lc_EpdForm *form, char *out, size_t room);

#endif
