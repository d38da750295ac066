/*
** lexer - the text of ONE game -> tokens.
**
** Works on a complete span found by lc_scan_next(), so there is no refilling and offsets are those of the game's
** text. Nothing is copied: a token is two offsets and a kind. White space, % lines (PGN 6) and a byte
** order mark are skipped. Accepts beyond PGN 7: bytes above 127 in symbols (figurines and other
** alphabets are for the reader to refuse, whole), / ~ @ in symbols (1/2-1/2, null moves), e.p. and (Q) glued
** to a move, runs of ! and ? as words of their own (old programs), the Informant's signs (glyph.h), 1/2 and the sign for one
** half. After moves, separate marks of en passant and of check (suffix.h).
**
** A game in a dialect has other words for its moves, and so other ends of tokens: piece letters of any alphabet in
** "e8(D)" and before signs, squares that are numbers (ICCF), its own marks. Games begin and end where they do in PGN.
*/
#ifndef LC_LEXER_H
#define LC_LEXER_H

#include "suffix.h"
#include "scan.h"

typedef enum lc_TokenKind {
  LC_TOKEN_END,
  LC_TOKEN_TAG,     /* tag holds the parts */
  LC_TOKEN_SYMBOL,  /* a move, or something else made of letters and signs */
  LC_TOKEN_SUFFIX,    /* of the move before, standing apart from it; value is an lc_Suffix */
  LC_TOKEN_NUMBER,  /* a move number with its periods, or periods alone */
  LC_TOKEN_NAG,     /* value; LC_TOKEN_BAD_NAG when there is no number or it is above 255 */
  LC_TOKEN_BAD_NAG,
  LC_TOKEN_COMMENT, /* { } or ; with the text between */
  LC_TOKEN_OPEN,
  LC_TOKEN_CLOSE,
  LC_TOKEN_RESULT,  /* value is an lc_Result */
  LC_TOKEN_RESERVED, /* <...> */
  LC_TOKEN_JUNK     /* one run of bytes that can begin nothing */
} lc_TokenKind;

enum {
  LC_TOKEN_UNCLOSED = 1 << 0,  /* a comment without its brace */
  LC_TOKEN_LINE = 1 << 1,      /* a ; comment */
  LC_TOKEN_STYLE = 1 << 2      /* a result written 1/2 or with the sign for one half; a NAG written as a sign; a
                               ** mark that the notation would not set so */
};

typedef struct lc_Token {
  uint8_t kind, flags;
  uint16_t value;
  size_t at, end;           /* the whole token */
  size_t text, text_size;   /* a comment's text */
  lc_Tag tag;
} lc_Token;

typedef struct lc_Lexer {
  const char *text;
  size_t size, at;
  const lc_Dialect *dialect; /* that the moves are written in; NULL, as lc_lexer_begin() leaves it: PGN's */
  bool in_tags; /* no movetext yet: a [ begins a tag */
} lc_Lexer;

void lc_lexer_begin(lc_Lexer *lexer, const char *text, size_t size);
/* The next token; every call but the last consumes at least one byte. */
void lc_lexer_next(lc_Lexer *lexer, lc_Token *out);

/* A tag's value with \" and \\ resolved (PGN 7), into `out` of at least tag->value_size bytes; its length. */
size_t lc_tag_unescape(const char *text, const lc_Tag *tag, char *out);

/* A comment's text with CRLF and lone CR as LF, into `out` of at least `size` bytes, which may be
** the text itself; its length. */
size_t lc_comment_text(const char *text, size_t size, char *out);

#endif
