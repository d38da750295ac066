/*
** epd - Extended Position Description: one line of text -> four fields, a position and operations; and back.
**
** Reading stores offsets into the caller's text: nothing is copied, and operations are interpreted on demand.
** Operations stay in the order of the text. A second index gives their ASCII order, which canonical writing uses and
** which puts equal opcodes next to each other.
** Follows: Edwards, PGN standard of 1994, 16.2, and his EPD text of 1995 (cc, ptp, ref..., sv, tc..., ts); strings have
** \" and \\ as in PGN 7, since neither text defines how to write a quotation mark. Also accepts, each with a code of
** diag.def:
**   fen_in_epd            two counters after the fields (Kaufman's suite, opening files of engine testers)
**   glued_fields          "- -1 12", e.p. field and first counter in one word (Kaufman's suite)
**   leading_semicolons    ";D1 20 ;D2 400", semicolons as separators (perft suites, Bratko-Kopec, Nolot)
**   empty_operation, missing_semicolon, epd_spaces   typed by hand, cut or converted files; tabs
**   unquoted_string       id BK.01, id Position 1 (Bratko-Kopec, Nolot): the words are the string
**   loose_sign            Qd1 + (Bratko-Kopec, Kaufman)
**   san_style             moves as engines write them, g1f3 e7e8q, and all that san.h tolerates
**   operand_style         +25, 007, h:mm:ss for a clock
**   opposed_operations, missing_operation, repeated_move   contradictions between operations; reported, never changed
**   trailing_nul          NUL at the end of each line (circulating copies of Bratko-Kopec, Kaufman and Nolot)
** Moves may be in any dialect that tables describe; dialect.h lists the tolerances. Two words are read as one move
** if they belong to one move (exd6 e.p., B-Kt5 ch); such a move is written in quotation marks. The four fields are
** read as fen.h describes. Text that cannot be read is an error or a warning of its operation only; it is kept and
** written unchanged. Moves are never guessed.
** Cost: linear, except for sorting the operations, n^1.5 at worst; no allocation.
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
  LC_EPD_OTHER,   /* of a private or unknown opcode: anything */
  LC_EPD_ANY,     /* any operands: noop */
  LC_EPD_FLAG,    /* no operands */
  LC_EPD_SET,     /* moves of the position, in any order */
  LC_EPD_LINE,    /* consecutive moves */
  LC_EPD_MOVE,    /* one move */
  LC_EPD_NUMBER,
  LC_EPD_STRING,  /* one string, or for some opcodes none */
  LC_EPD_STRINGS, /* two strings */
  LC_EPD_PAIRS,   /* names of tags, each followed by a string */
  LC_EPD_WORD,    /* one of the words of refcom and refreq */
  LC_EPD_CLOCKS,  /* two times, ddd:hh:mm:ss */
  LC_EPD_TIME     /* date and time in UTC: YYYY.MM.DD HH:MM:SS */
} lc_EpdKind;

/* Opcodes for which the standard has rules that concern other operations too. */
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
  LC_EPD_OPEN = 1 << 2,      /* ends in a string that is never closed */
  LC_EPD_UNENDED = 1 << 3    /* has no semicolon */
};

/* One operation; all offsets are into the record's text. */
typedef struct lc_EpdOp {
  uint32_t at, name_size;     /* the opcode */
  uint32_t operands, end;     /* from the first operand to the end of the last */
  uint32_t order;             /* index: ops[i].order is the number of the i-th operation in ASCII order */
  uint8_t flags;
  const lc_EpdOpcode *opcode; /* NULL if the opcode is private, unknown or malformed */
} lc_EpdOp;

typedef struct lc_Epd {
  const char *text; /* owned by the caller */
  uint32_t size;    /* without blanks and NULs at the end */
  uint32_t given;   /* with them */
  uint32_t begin, fields_end; /* where the four fields begin and end */
  uint32_t clocks[2], clocks_end[2]; /* offsets of a FEN's counters after the fields, or LC_EPD_NOWHERE */
  uint32_t odd_space, empty;  /* offsets of the first irregular blank and the first empty operation */
  uint32_t mismatch;          /* number of an operation that contradicts a counter */
  bool is_glued, has_leading; /* has_leading: a semicolon comes before the first operation */
  bool is_ordinary;           /* the quick reader read the fields */
  bool is_said[2];            /* an operation (hmvc, fmvn) replaces or corrects the counter */
  lc_Code error;    /* the reason why there is no position, or LC_D_NONE */
  uint32_t error_at;
  unsigned problems; /* problems of the setup: the reasons for rejecting it or, without an error, the problems
                     ** repaired */
  lc_EpdOp *ops;     /* owned by the caller */
  uint32_t room, count;
  lc_Cpu cpu;
  const lc_Dialect *dialect; /* dialect of the moves, NULL for PGN; set it before reading moves */
  lc_Position position; /* includes the values of the counters */
  lc_FenReport fen;     /* columns count from `begin` */
} lc_Epd;

/* Read a line without its line end, of at most LC_EPD_SIZE_MAX bytes. Returns LC_EROOM if it has more than `room`
** operations. Any text is accepted as a record; `error` tells whether it has a position. */
int lc_epd_read(lc_Cpu cpu, const char *text, size_t size, lc_EpdOp *ops, uint32_t room, lc_Epd *out);
/* Return the number of the first operation with this opcode, or LC_EPD_NOWHERE. */
uint32_t lc_epd_find(const lc_Epd *epd, const char *name, size_t size);

/* ---- operands ---- */

typedef struct lc_EpdOperand {
  uint32_t at, end; /* offsets; a string's exclude the quotation marks */
  bool is_string, is_closed, has_escapes;
} lc_EpdOperand;

/* Read the operand at *at and move *at past it. Start with op->operands. Returns false after the last operand. */
bool lc_epd_operand(const lc_Epd *epd, const lc_EpdOp *op, uint32_t *at, lc_EpdOperand *out);


/* Iterator over the moves of LC_EPD_SET, LC_EPD_LINE or LC_EPD_MOVE. */
typedef struct lc_EpdMoves {
  lc_Position before; /* the position before the last move read */
  uint32_t at;
  lc_Move last;
  bool is_line, has_last, has_ended;
} lc_EpdMoves;

typedef struct lc_EpdMove {
  lc_Code code; /* LC_D_NONE, or the reason why this is not a move; a line ends there */
  lc_Move move;
  uint32_t at, end;
  lc_Code style; /* LC_D_NONE, or the tolerance that the spelling needed, where reading found one */
} lc_EpdMove;

/* Start reading moves. The record must have a position. */
void lc_epd_moves(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *out);
bool lc_epd_next_move(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *moves, lc_EpdMove *out);

/* Value of the operands of all other kinds. */
typedef struct lc_EpdValue {
  lc_Code code;     /* LC_D_NONE, or the reason why the operands do not suit the opcode */
  lc_Code style;    /* the tolerance used, or LC_D_NONE */
  uint32_t at, end; /* the text that either code concerns; for a string, its content */
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
  uint32_t op;    /* the operation concerned, or LC_EPD_NOWHERE */
  uint32_t other; /* the operation that it contradicts, or LC_EPD_NOWHERE */
} lc_EpdNote;

/* Find all diagnostics of a record, in any order. The first `room` are stored; the number of all is returned.
** Without `style`, repairs are omitted and the spelling of moves is not checked, which is the expensive part. */
uint32_t lc_epd_examine(const lc_Epd *epd, bool style, lc_EpdNote *notes, uint32_t room);

/* ---- writing ---- */

/* Options for writing a record. */
typedef struct lc_EpdForm {
  lc_EpMode ep;
  lc_CastlingMode castling;
  const lc_Dialect *dialect; /* dialect of the moves; NULL for PGN */
} lc_EpdForm;

/* Write the canonical line, without line end. One space separates words, operations are in ASCII order, and the
** moves are SAN, those of a set in ASCII order. Text that cannot be read is kept. Text without an opcode, or with an
** unclosed string, comes last. Counters of a FEN are written as hmvc and fmvn. Returns the length; if that is more
** than `room`, `out` is truncated. */
size_t lc_epd_write(const lc_Epd *epd, const lc_EpdForm *form, char *out, size_t room);

#endif
