/*
** epd - Extended Position Description: one line of text -> four fields, a position and operations; and back.
**
** A record is read into offsets of the caller's text: nothing is copied, and operations are interpreted on
** demand. Operations stay in the order of the text; each knows its successor in ASCII order, which is
** that of canonical writing and shows opcodes that occur twice.
** Follows: Edwards, PGN standard of 1994, 16.2, and his EPD text of 1995 (cc, ptp, ref..., sv, tc..., ts); \" and \\ in
** strings as in PGN 7, since neither text says how to write a quotation mark.
** Accepts beyond it, each with a code of diag.def:
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
** Moves may be in any dialect that tables describe; dialect.h lists the tolerances. A move of two words (exd6 e.p.,
** B-Kt5 ch) is one where the words together are one; it is written in quotation marks.
** The four fields are read as fen.h does. Unreadable text is an error, or a warning, of that operation alone:
** it is kept and written unchanged. Moves are never guessed.
** Cost: linear, but for the order of operations, n^1.5 at worst; no allocation.
*/
#ifndef LC_EPD_H
#define LC_EPD_H

#include "dialect.h"
#include "fen.h"
#include "san.h"

enum {
  LC_EPD_NAME_MAX = 15,          /* bytes of an opcode */
  LC_EPD_SIZE_MAX = INT32_MAX,   /* bytes of a record */
  LC_EPD_NUMBERS = 6,
};
#define LC_EPD_NOWHERE UINT32_MAX /* no offset, no operation */

/* What an opcode's operands are. */
typedef enum lc_EpdKind {
  LC_EPD_OTHER,   /* of a private or unknown opcode: anything */
  LC_EPD_ANY,     /* anything: noop */
  LC_EPD_FLAG,    /* nothing */
  LC_EPD_SET,     /* moves of the position, in any order */
  LC_EPD_LINE,    /* consecutive moves */
  LC_EPD_MOVE,    /* one move */
  LC_EPD_NUMBER,
  LC_EPD_STRING,  /* one, or for some opcodes none */
  LC_EPD_STRINGS, /* two */
  LC_EPD_PAIRS,   /* names of tags, each with a string */
  LC_EPD_WORD,    /* one of the referee's words */
  LC_EPD_CLOCKS,  /* two of ddd:hh:mm:ss */
  LC_EPD_TIME     /* YYYY.MM.DD HH:MM:SS, of UTC */
} lc_EpdKind;

/* Opcodes about which the texts have rules beyond their operands. */
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
  unsigned least;    /* LC_EPD_STRING: whether there must be one */
  int64_t low, high; /* LC_EPD_NUMBER: the range */
} lc_EpdOpcode;

/* NULL when the standard has no such opcode. */
const lc_EpdOpcode *lc_epd_opcode(const char *name, size_t size);
/* A letter, then up to 14 letters, digits and _. */
bool lc_epd_is_opcode(const char *name, size_t size);

enum {
  LC_EPD_BAD_NAME = 1 << 0,
  LC_EPD_DUPLICATE = 1 << 1, /* one of its name comes before */
  LC_EPD_OPEN = 1 << 2,      /* ends in a string that is never closed */
  LC_EPD_UNENDED = 1 << 3    /* no semicolon */
};

/* One operation; offsets into the record's text. */
typedef struct lc_EpdOp {
  uint32_t at, name_size;     /* the opcode */
  uint32_t operands, end;     /* from the first operand to the end of the last */
  uint32_t order;             /* ops[i].order is the operation at place i of ASCII order */
  uint8_t flags;
  const lc_EpdOpcode *opcode; /* NULL: private, unknown or bad */
} lc_EpdOp;

typedef struct lc_Epd {
  const char *text; /* the caller's */
  uint32_t size;    /* without blanks and NULs at its end */
  uint32_t given;   /* with them */
  uint32_t begin, fields_end; /* of the four fields */
  uint32_t clocks[2], clocks_end[2]; /* counters of a FEN after them, or LC_EPD_NOWHERE */
  uint32_t odd_space, empty;  /* the first blank, the first empty operation that are not as they should be */
  uint32_t mismatch;          /* an operation that contradicts a counter */
  bool is_glued, has_leading; /* a semicolon comes before the first operation */
  bool is_ordinary;           /* the fields were read the quick way */
  bool is_said[2];            /* an operation has the value of the counter, or a better one */
  lc_Code error;    /* why there is no position, or LC_D_NONE */
  uint32_t error_at;
  unsigned problems; /* of the setup: those that refused it or, without an error, those that were repaired */
  lc_EpdOp *ops;     /* the caller's */
  uint32_t room, count;
  lc_Cpu cpu;
  const lc_Dialect *dialect; /* of the moves, NULL: PGN; set it before reading moves */
  lc_Position position; /* clocks applied */
  lc_FenReport fen;     /* columns count from `begin` */
} lc_Epd;

/* Read a line without its line end; at most LC_EPD_SIZE_MAX bytes. LC_EROOM when `room` operations are too few.
** Whatever it holds is a record; error says whether it has a position. */
int lc_epd_read(lc_Cpu cpu, const char *text, size_t size, lc_EpdOp *ops, uint32_t room, lc_Epd *out);
/* The first operation of a name, LC_EPD_NOWHERE: none. */
uint32_t lc_epd_find(const lc_Epd *epd, const char *name, size_t size);

/* ---- operands ---- */

typedef struct lc_EpdOperand {
  uint32_t at, end; /* of a string without its quotation marks */
  bool is_string, is_closed, has_escapes;
} lc_EpdOperand;

/* The operand at *at (first op->operands), and *at moved after it; false after the last one. */
bool lc_epd_operand(const lc_Epd *epd, const lc_EpdOp *op, uint32_t *at, lc_EpdOperand *out);


/* Going through the moves of LC_EPD_SET, LC_EPD_LINE or LC_EPD_MOVE. */
typedef struct lc_EpdMoves {
  lc_Position before; /* the position in which the last one was read */
  uint32_t at;
  lc_Move last;
  bool is_line, has_last, has_ended;
} lc_EpdMoves;

typedef struct lc_EpdMove {
  lc_Code code; /* LC_D_NONE, or why it is no move; a line ends there */
  lc_Move move;
  uint32_t at, end;
  lc_Code style; /* LC_D_NONE, or the tolerance that the spelling needs and that reading showed */
} lc_EpdMove;

/* Only where the record has a position. */
void lc_epd_moves(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *out);
bool lc_epd_next_move(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdMoves *moves, lc_EpdMove *out);

/* What the operands of all other kinds say. */
typedef struct lc_EpdValue {
  lc_Code code;     /* LC_D_NONE, or why they are not what the opcode takes */
  lc_Code style;    /* the tolerance used, or LC_D_NONE */
  uint32_t at, end; /* what either is about; of a string its text */
  bool has_escapes; /* of a string */
  bool is_empty;    /* LC_EPD_STRING without one */
  int64_t numbers[LC_EPD_NUMBERS]; /* the number; seconds of White and Black; year, month, day, hour, minute, second */
} lc_EpdValue;

void lc_epd_value(const lc_Epd *epd, const lc_EpdOp *op, lc_EpdValue *out);
/* Resolve \" and \\; returns the length. `out` has room for the `size` bytes. */
size_t lc_epd_unescape(const char *text, size_t size, char *out);

/* ---- diagnostics ---- */

typedef struct lc_EpdNote {
  lc_Code code;
  uint32_t at, end;
  uint32_t op;    /* the operation it is about, or LC_EPD_NOWHERE */
  uint32_t other; /* the one that it contradicts, or LC_EPD_NOWHERE */
} lc_EpdNote;

/* All diagnostics of a record, in any order; `room` notes are stored, all are counted. Without
** `style`, repairs are omitted (and the spelling of moves is not checked, which is the expensive part). */
uint32_t lc_epd_examine(const lc_Epd *epd, bool style, lc_EpdNote *notes, uint32_t room);

/* ---- writing ---- */

/* How a record is written. */
typedef struct lc_EpdForm {
  lc_EpMode ep;
  lc_CastlingMode castling;
  const lc_Dialect *dialect; /* of its moves; NULL: PGN */
} lc_EpdForm;

/* The canonical line, without line end: one space between words, operations in ASCII order, moves as SAN and those of a
** set in ASCII order. Unreadable text is kept; text without an opcode, or with a string that is never closed,
** comes last; counters of a FEN are written as hmvc and fmvn. Returns the length; if that is more than `room`,
** `out` is truncated. */
size_t lc_epd_write(const lc_Epd *epd, const lc_EpdForm *form, char *out, size_t room);

#endif
