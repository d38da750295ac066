/*
** dialect - moves in any notation that data can describe: text <-> lc_Move, for a style crossed with an alphabet.
**
** An lc_Dialect is one flat block without pointers: lists of words (what the knight is called, what is written for
** mate), a few choices of layout, and tables for the quick way. It is filled by lc_dialect_begin(), lc_dialect_add()
** and lc_dialect_finish(), copied by assignment and never changed afterwards. Every word is kept three times: as it is
** written, folded (folding.h), and folded in lower case, since a token is compared in these three ways.
** Reading is syntax, then meaning: a small backtracking parser yields every reading of the token, and each is compared
** with the legal moves; the differences of a match are a set of repairs. Repairs have ranks (rungs); the lowest rung
** with a matching move wins, and two moves on it are ambiguous. An exact reading always beats repaired ones: `bxc3` is
** the pawn's. A move is never guessed.
** Cost: writing is that of SAN; reading goes through the legal moves (dialect_impl.h is the quick way for dialects that
** differ from PGN in their piece letters alone).
** Sources: FIDE Laws, appendix C (2009, 2023); PGN standard 8.2.3; each repair below has its own.
*/
#ifndef LC_DIALECT_H
#define LC_DIALECT_H

#include "../chess/movegen.h"
#include "diag.h"

enum {
  LC_DIALECT_TEXT = 64, /* room that any move's text needs, NUL included; longer tokens are no moves */
  LC_DIALECT_WORDS = 640,
  LC_DIALECT_POOL = 6144,
  LC_DIALECT_WORD = 24, /* the longest word, in bytes */
  LC_DIALECT_STARTS = 32
};

/* The repairs of a reading, as bits, from the smallest to the largest; lc_repair_code() gives the diagnostic. The rung of
** each is in dialect_read.c. */
enum {
  LC_REPAIR_UNICODE_SIGN = 1 << 0,        /* word processors: dashes, full-width signs, blanks within */
  LC_REPAIR_PIECE_GLYPH = 1 << 1,         /* chess programs' clipboards: a figurine for the letter */
  LC_REPAIR_CASTLING_SIGN = 1 << 2,       /* zeros, small o, letters of other alphabets; the king's squares */
  LC_REPAIR_PROMOTION_SIGN = 1 << 3,      /* FIDE a8Q, old programs a8/Q, ChessBase a8(Q) */
  LC_REPAIR_EP_MARK = 1 << 4,             /* books: e.p. where the dialect writes none, or the other way round */
  LC_REPAIR_CHECK_SIGN = 1 << 5,          /* hand-typed games leave + out; books write a dagger or ch */
  LC_REPAIR_CAPTURE_SIGN = 1 << 6,        /* phones and book print leave x out; others write : or the times sign */
  LC_REPAIR_LETTER_CASE = 1 << 7,         /* typed in haste: nf3, E2E4 */
  LC_REPAIR_SEPARATOR = 1 << 8,           /* Ng1-f3 and Ng1f3 for each other: chess servers and books */
  LC_REPAIR_SUPERFLUOUS_ORIGIN = 1 << 9,  /* programs that always write where a piece comes from */
  LC_REPAIR_PAWN_LETTER = 1 << 10,        /* beginners' books: Pe4 */
  LC_REPAIR_COORDINATES = 1 << 11,        /* engines' logs in the midst of a score: g1f3, e2e4, e1g1 */
  LC_REPAIR_SHORT_CAPTURE = 1 << 12,      /* score sheets: ed, exd, xd5 */
  LC_REPAIR_WRONG_ORIGIN = 1 << 13,       /* slips: the piece is not there, or the dialect requires the square */
  LC_REPAIR_QUEEN_ASSUMED = 1 << 14,      /* score sheets: a8, and a queen appears */
  LC_REPAIR_COUNT = 15,
  /* all but those that change the meaning */
  LC_REPAIRS_USUAL = LC_REPAIR_WRONG_ORIGIN - 1
};
lc_Code lc_repair_code(unsigned bit);         /* of bit number 0..LC_REPAIR_COUNT-1 */
lc_Code lc_repairs_code(uint32_t repairs);    /* of the gravest of them; LC_D_NONE for 0 */
unsigned lc_repairs_rung(uint32_t repairs);   /* 0 exact .. 6, that of the gravest */

/* The lists of words. The first word of a list is printed ("" prints nothing), all are read. */
enum {
  LC_WORDS_PIECE = 0,     /* + 6 * color + LC_PAWN..LC_KING */
  LC_WORDS_VICTIM = 12,   /* + 6 * its color + piece: what is taken */
  LC_WORDS_PROMOTION = 24, /* + 6 * color + piece: what a pawn becomes */
  LC_WORDS_FILE = 36,     /* + 0..7 */
  LC_WORDS_RANK = 44,     /* + 0..7 */
  LC_WORDS_SQUARE = 52,   /* + 0..63; when there are any, files and ranks are not used */
  LC_WORDS_QUIET = 116,   /* between origin and destination */
  LC_WORDS_CAPTURE,
  LC_WORDS_SIGN,          /* before the promotion piece */
  LC_WORDS_CLOSE,         /* after it */
  LC_WORDS_EP,
  LC_WORDS_EP_VICTIM,     /* in the victim's place when it is taken en passant */
  LC_WORDS_SHORT,         /* castling towards the h file */
  LC_WORDS_LONG,
  LC_WORDS_SHORT_MARK,    /* after castling that is written as a king's move */
  LC_WORDS_LONG_MARK,
  LC_WORDS_CHECK,
  LC_WORDS_MATE,
  LC_WORDS_DOUBLE,        /* double check; without words it is a check */
  LC_WORDS_NULL,
  LC_WORDS_OPEN,          /* around the origin */
  LC_WORDS_SHUT,
  LC_WORDS_COUNT
};

typedef enum lc_OriginStyle { LC_ORIGIN_MINIMAL, LC_ORIGIN_ALWAYS, LC_ORIGIN_NEVER } lc_OriginStyle;
/* LC_ORIGIN_MINIMAL of pawns: the file, when it takes. */
typedef enum lc_Place { LC_PLACE_BEFORE, LC_PLACE_AFTER, LC_PLACE_NONE } lc_Place;
/* Castling as a word, as the king's move (king takes rook in Chess960), or always as king takes rook. */
typedef enum lc_CastleStyle { LC_CASTLE_WORDS, LC_CASTLE_KING, LC_CASTLE_ROOK } lc_CastleStyle;

/* What may be omitted without a repair. */
enum {
  LC_OPTIONAL_CHECK = 1 << 0,
  LC_OPTIONAL_CAPTURE = 1 << 1,      /* of pieces */
  LC_OPTIONAL_PAWN_CAPTURE = 1 << 2, /* of pawns */
  LC_OPTIONAL_EP = 1 << 3
};

typedef struct lc_DialectWord {
  uint16_t at[3]; /* in the pool: as written, folded, folded in lower case */
  uint8_t size[3];
} lc_DialectWord;

typedef struct lc_DialectList {
  uint16_t first, count;
} lc_DialectList;

/* A piece's spelling at the beginning of a token, for dialect_impl.h. */
typedef struct lc_DialectStart {
  uint64_t bytes, mask; /* the first byte lowest */
  uint8_t size, letter; /* English letter */
} lc_DialectStart;

typedef struct lc_Dialect {
  /* set by the caller, between begin and finish */
  uint32_t tolerates;    /* repairs that are allowed */
  uint8_t origin;        /* lc_OriginStyle, of pieces */
  uint8_t pawn_origin;   /* of pawns */
  uint8_t capture_place; /* lc_Place */
  uint8_t victim_place;  /* lc_Place: the piece taken is named */
  uint8_t castle;        /* lc_CastleStyle */
  uint8_t optional;      /* LC_OPTIONAL_ bits */
  bool has_letters;      /* pieces are named at all */
  bool has_digit_moves;  /* a move can look like a number: ICCF 5254 */
  bool is_own;           /* a user's, that nobody has tried: what is written is read back, see lc_dialect_write() */
  /* concluded by lc_dialect_finish() */
  bool is_plain;         /* PGN's layout, only piece letters differ: see dialect_impl.h */
  bool has_squares;      /* squares are words of their own */
  bool may_collide;      /* two pieces' texts can be the same: origins are chosen by reading back */
  bool has_glyphs;       /* words with ! or ? in them: these are no annotation marks then */
  uint8_t lines[2][3][256]; /* files, then ranks, that can begin with a byte in each form: sets of bits */
  uint8_t start_count;
  uint8_t starts[256];                        /* by first byte: LC_START_ or an English letter */
  lc_DialectStart spellings[LC_DIALECT_STARTS]; /* longest first */
  char print[6][8];                           /* of a plain dialect, by piece */
  uint8_t print_size[6];
  uint16_t word_count, pool_size;
  lc_DialectList lists[LC_WORDS_COUNT];
  lc_DialectWord words[LC_DIALECT_WORDS];
  char pool[LC_DIALECT_POOL + 8]; /* so that eight bytes can be copied from anywhere */
} lc_Dialect;

/* ---- filling ---- */

/* Empty, with the choices of PGN. */
void lc_dialect_begin(lc_Dialect *out);
/* Add a word to a list. Lists are filled in the order of their numbers. false: no room, or the word is too long. */
bool lc_dialect_add(lc_Dialect *d, unsigned list, const char *word, size_t size);
/* Check and complete. What is wrong as a sentence without a full stop, or NULL: the dialect is ready. */
const char *lc_dialect_finish(lc_Dialect *d);

/* ---- reading ---- */

typedef struct lc_Reading {
  lc_Move move;     /* the one; of several, the first */
  lc_Code code;     /* NONE BAD_MOVE ILLEGAL_MOVE AMBIGUOUS_MOVE MISSING_PROMOTION GAME_OVER */
  uint32_t repairs; /* LC_REPAIR_ bits that the reading needed; 0: spelled as the dialect allows */
  uint8_t glyph;    /* NAG 1..6 of trailing ! ?, or 0 */
} lc_Reading;

/* One token, which may hold blanks ("exd6 e.p."). Returns out->code. */
lc_Code lc_dialect_read(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_Reading *out);
/* The moves on the lowest rung that fits, in the order of lc_legal_moves(): what "ambiguous" is about. */
void lc_dialect_candidates(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_MoveList *out);
/* Whether the text has the shape of a move, in some position. */
bool lc_dialect_is_shaped(const lc_Dialect *d, const char *text, size_t size);

/* ---- writing ---- */

/* A legal move (or the null move) with its NUL; `marks`: with signs of check and mate. The length; 0: the dialect
** cannot say it. Where texts can be those of several moves (may_collide, is_own), each is read back; when it is not the
** move, the whole origin is written, and when that is not either, the dialect cannot say it. */
size_t lc_dialect_write(const lc_Dialect *d, const lc_Position *p, lc_Move move, bool marks,
                        char out[LC_DIALECT_TEXT]);
/* Whether `text`, without ! ?, is exactly what lc_dialect_write() gives with marks. */
bool lc_dialect_is_canonical(const lc_Dialect *d, const lc_Position *p, lc_Move move, const char *text, size_t size);

#endif
