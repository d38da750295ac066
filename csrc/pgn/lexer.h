/*
** lexer - splits the text of one game into tokens.
**
** The input is a complete game that lc_scan_next() found, so the lexer never needs more bytes. The lexer copies
** nothing: a token has a kind and two offsets in the game's text. White space and byte order marks are skipped.
** Also accepts, beyond PGN 7:
**   - bytes above 127 in symbols: the reader rejects figurines and letters of other alphabets as whole tokens;
**   - / ~ @ in symbols (1/2-1/2, null moves);
**   - e.p. and (Q) directly after a move;
**   - runs of ! and ? as separate words (old programs);
**   - the Informant's signs (glyph.h), 1/2, and the sign for one half;
**   - <> and --- as null moves, if a period comes before it or a move number after it;
**   - 00 and 000 without a period as castling (castling.def), not as move numbers;
**   - separate words for en passant and check after moves (suffix.h).
**
** In a dialect, moves are written with other letters and words, so tokens may end at other bytes. Letters of any
** alphabet may name pieces, in "e8(D)" and before signs. Squares may be numbers (ICCF). The lexer then also reads the
** dialect's words for check and en passant. Games begin and end at the same bytes as in PGN.
*/
#ifndef LC_LEXER_H
#define LC_LEXER_H

#include "skip.h"
#include "suffix.h"
#include "scan.h"

typedef enum lc_TokenKind {
  LC_TOKEN_END,
  LC_TOKEN_TAG,     /* `tag` has the name and the value */
  LC_TOKEN_SYMBOL,  /* a move, or other text of letters and signs */
  LC_TOKEN_SUFFIX,    /* a separate word that belongs to the move before it; value is an lc_Suffix */
  LC_TOKEN_NUMBER,  /* a move number with its periods, or periods alone */
  LC_TOKEN_NAG,     /* value is the number of the NAG, at most 255; any other NAG is an LC_TOKEN_BAD_NAG */
  LC_TOKEN_BAD_NAG,
  LC_TOKEN_COMMENT, /* { } or ; comment with its text */
  LC_TOKEN_OPEN,
  LC_TOKEN_CLOSE,
  LC_TOKEN_OFFER,   /* "(=)", the offer of a draw */
  LC_TOKEN_RESULT,  /* value is an lc_Result */
  LC_TOKEN_RESERVED, /* <...> */
  LC_TOKEN_INNER_TAG, /* a tag inside a line of movetext */
  LC_TOKEN_ESCAPE,   /* a line that begins with % (PGN 6), without its end */
  LC_TOKEN_JUNK     /* a run of bytes that cannot begin a token */
} lc_TokenKind;

enum {
  LC_TOKEN_UNCLOSED = 1 << 0,  /* the comment has no closing brace */
  LC_TOKEN_LINE = 1 << 1,      /* a ; comment */
  LC_TOKEN_STYLE = 1 << 2      /* a result written as 1/2 or with the sign for one half; a NAG written as a sign; a
                               ** suffix in an unusual form */
};

typedef struct lc_Token {
  uint8_t kind, flags;
  uint16_t value;
  size_t at, end;           /* of the whole token */
  size_t text, text_size;   /* a comment's text */
  lc_Tag tag;
} lc_Token;

/* Bits of the tolerance. Strict reading has none of them. */
enum {
  LC_SKIPS = 1 << 0,   /* skip text that cannot change a game: skip.h */
  LC_REPAIRS = 1 << 1, /* read moves in the spellings of notation/repairs.h, and wide blanks as blanks */
  LC_ILLEGAL = 1 << 2, /* play an illegal move that has one pseudo-legal meaning; only if the user asks for it */
  /* start positions that the user allows: a pawn on rank 1 or 8, the side not to move in check, kings side by side */
  LC_ALLOW_PAWNS = 1 << 3,
  LC_ALLOW_CHECK = 1 << 4,
  LC_ALLOW_KINGS = 1 << 5,
  LC_ALLOWS = LC_ALLOW_PAWNS | LC_ALLOW_CHECK | LC_ALLOW_KINGS
};

typedef struct lc_Lexer {
  const char *text;
  size_t size, at;
  size_t wide_blank; /* offset of the first wide blank (see LC_REPAIRS) before the last token, or SIZE_MAX */
  const lc_Dialect *dialect; /* dialect of the moves; NULL for PGN. lc_lexer_begin() sets it to NULL */
  uint8_t tolerance; /* bits of the enumeration above; 0 for strict reading. lc_lexer_begin() sets it to 0 */
  bool in_tags; /* movetext has not begun, so a [ begins a tag */
} lc_Lexer;

void lc_lexer_begin(lc_Lexer *lexer, const char *text, size_t size);
/* Read the next token. Until the end of the text, each call consumes at least one byte. */
void lc_lexer_next(lc_Lexer *lexer, lc_Token *out);

/* Return the length of the text at `at` that cannot change a game (skip.h), or 0. */
size_t lc_lexer_skip(const lc_Lexer *lexer, size_t at, bool *is_value);

/* Report whether the game's text has only comments and escapes from `at` on. */
bool lc_lexer_is_last(const lc_Lexer *lexer, size_t at);
/* Report whether the game's Result tag has this lc_Result, in any spelling. */
bool lc_lexer_has_result_tag(const lc_Lexer *lexer, unsigned result);

/* Return the value of the move number at text[at..end); -1 if it has only periods. */
int64_t lc_number_value(const char *text, size_t at, size_t end);

/* Return the offset of the move number that is directly before the token at `at`: "12.", "12", "12. ...". Returns `at`
** if there is none after `from`. */
size_t lc_number_before(const char *text, size_t from, size_t at);

/* Report whether a token may be between tags: a comment or an escape. */
static inline bool lc_is_between_tags(const lc_Token *token) {
  return token->kind == LC_TOKEN_COMMENT || token->kind == LC_TOKEN_ESCAPE;
}

/* Copy a tag's value with \" and \\ resolved (PGN 7). `out` has room for tag->value_size bytes. Returns its length. */
size_t lc_tag_unescape(const char *text, const lc_Tag *tag, char *out);

/* Copy a comment's text, and replace each CRLF and lone CR by LF. `out` has room for `size` bytes and may be the text
** itself. Returns the length. */
size_t lc_comment_text(const char *text, size_t size, char *out);

#endif
