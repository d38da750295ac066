/*
** text - tests of bytes that the scanner, the lexer and the writer share. They do not depend on the locale.
*/
#ifndef LC_TEXT_H
#define LC_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool lc_is_blank(char c) { return c == ' ' || c == '\t'; }
static inline bool lc_is_line_end(char c) { return c == '\n' || c == '\r'; }
static inline bool lc_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline bool lc_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool lc_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Report whether a symbol of PGN may contain this byte after its first byte (PGN 7). Tag names may contain the same
** bytes. */
static inline bool lc_is_symbol(char c) {
  return lc_is_letter(c) || lc_is_digit(c) || c == '_' || c == '+' || c == '#' || c == '=' || c == ':' || c == '-';
}

/* Return the size of the first part of unreadable text that becomes comments. No comment can contain both a closing
** brace and a line end. If the text has both, the part is its first line. */
static inline size_t lc_comment_part(const char *text, size_t size) {
  size_t end = 0;
  if (!memchr(text, '}', size)) return size;
  while (end < size && !lc_is_line_end(text[end])) end++;
  return end;
}

#endif
