/*
** leaf - tests that run before any move is played: the tags and the text of a game.
**
** Values of tags are compared in the game's text. Values with escapes are first resolved in the run's scratch buffer.
** An annotation contains at least one of certain bytes, such as {. Only a text with such a byte is split into tokens.
*/
#include "query.h"

#include <string.h>

#include "../pgn/lexer.h"
#include "../pgn/move_values.h"
#include "fold.h"
#include "tags.h"
#include "value.h"

/* ---- tags ---- */

typedef struct Value {
  const char *text;
  size_t size;
} Value;

static const lc_QueryName *name_of(const lc_Query *query, uint32_t name) {
  return (const lc_QueryName *)(const void *)((const char *)query + query->names) + name;
}

static bool find_tag(const lc_Query *query, const lc_QueryName *it, const lc_TagSection *section, lc_Tag *out) {
  return lc_tag_find(section, lc_query_pool(query) + it->text, it->size, out);
}

/* Find the value of a tag, with escapes resolved. */
static bool find_value(const lc_QueryRun *run, uint32_t name, char *scratch, Value *out) {
  const lc_QueryGame *game = &run->game;
  lc_TagSection section = lc_query_section(game);
  lc_Tag tag;
  if (!find_tag(run->query, name_of(run->query, name), &section, &tag)) return false;
  out->text = game->text + tag.value;
  out->size = tag.value_size;
  if (tag.has_escapes) {
    out->size = lc_tag_unescape(game->text, &tag, scratch);
    out->text = scratch;
  }
  return true;
}

const lc_QueryName *lc_query_asked_name(const lc_Query *query, const lc_QueryLeaf *leaf, uint32_t number) {
  const uint32_t *names = (const uint32_t *)(const void *)(lc_query_pool(query) + leaf->entry);
  return name_of(query, names[number]);
}

bool lc_query_asked_tag(const lc_Query *query, const lc_QueryLeaf *leaf, uint32_t number, const lc_TagSection *section,
                        lc_Tag *out) {
  return find_tag(query, lc_query_asked_name(query, leaf, number), section, out);
}

static bool number_of(const Value *value, int64_t *out) {
  return value->size > 0 && lc_tag_number(value->text, value->size, out);
}

/* Test the number of the tag plus `sign` times the number of the tag leaf->other. A rating of 0 is none. */
static bool test_two_numbers(const lc_QueryRun *run, const lc_QueryLeaf *leaf, int64_t first, int sign) {
  Value value;
  int64_t second;
  if (!find_value(run, leaf->other, run->scratch, &value) || !number_of(&value, &second)) return false;
  if (first <= 0 || second <= 0) return false;
  return lc_leaf_takes(leaf, first + sign * second);
}

static bool test_code(const lc_QueryRun *run, const lc_QueryLeaf *leaf, const Value *value) {
  const char *pool = lc_query_pool(run->query);
  return lc_code_within(value->text, value->size, pool + leaf->text, leaf->text_size, pool + leaf->last,
                        leaf->last_size);
}

static bool test_name(const lc_QueryRun *run, const lc_QueryLeaf *leaf, const Value *value) {
  const char *text = lc_query_pool(run->query) + leaf->text;
  lc_Name asked;
  if (!lc_name_may_begin((char)leaf->lo, value->text, value->size)) return false;
  lc_name_split(text, leaf->text_size, &asked);
  /* A resolved value is in the first half of the scratch buffer, because it is not longer than the tag section. */
  return lc_name_agrees(&asked, value->text, value->size, run->scratch + run->game.tags_end);
}

static bool test_result(const lc_QueryLeaf *leaf, const Value *value) {
  return lc_result_of(value->text, value->size) == (lc_Result)leaf->lo;
}

/* Compare a value with the leaf's text. The comparison is the same as for the option -t. */
static bool test_text(const lc_QueryRun *run, const lc_QueryLeaf *leaf, const Value *value, lc_TagOp op) {
  lc_TagTest test = {.op = op, .value = lc_query_pool(run->query) + leaf->text, .value_size = leaf->text_size};
  return lc_tag_passes(&test, value->text, value->size);
}

static bool test_any_tag(const lc_QueryRun *run, const lc_QueryLeaf *leaf) {
  const lc_QueryGame *game = &run->game;
  const char *pattern = lc_query_pool(run->query) + leaf->text;
  lc_Tag tag;
  for (size_t at = 0; lc_tag_next(game->text, game->tags_end, &at, &tag);) {
    size_t size = tag.value_size;
    const char *value = game->text + tag.value;
    if (tag.has_escapes) {
      size = lc_tag_unescape(game->text, &tag, run->scratch);
      value = run->scratch;
    }
    if (lc_value_fits(pattern, leaf->text_size, value, size)) return true;
  }
  return false;
}

bool lc_query_tag(const lc_QueryRun *run, const lc_QueryLeaf *leaf) {
  const char *pool = lc_query_pool(run->query);
  Value value;
  int64_t number;
  bool is_there = leaf->op != LC_LEAF_ANY_TAG && find_value(run, leaf->name, run->scratch, &value);
  switch ((lc_LeafOp)leaf->op) {
#define LC_LEAF(NAME, name, stage) case LC_LEAF_##NAME: lc_unreachable();
#define LC_LEAF_SECTION(NAME, name, holds) case LC_LEAF_##NAME: return holds;
#define LC_LEAF_TAG(NAME, name, missing, holds) case LC_LEAF_##NAME: return is_there ? (holds) : (missing);
#include "steps.def"
  }
  lc_unreachable();
}

/* ---- the text ---- */

/* Report whether the text may have annotations: the movetext has a byte that comments, NAGs or variations contain, or
** there may be a comment between the tags. */
static bool may_be_annotated(const lc_QueryGame *game) {
  static const bool signs[256] = {['{'] = 1, [';'] = 1, ['$'] = 1, ['('] = 1, ['!'] = 1, ['?'] = 1};
  if (memchr(game->text, '{', game->tags_end) || memchr(game->text, ';', game->tags_end)) return true;
  for (size_t i = game->tags_end; i < game->size; i++) {
    if (signs[(unsigned char)game->text[i]] || (unsigned char)game->text[i] >= 0x80) return true;
  }
  return false;
}

/* Report whether a token is a move with ! or ? directly after it, in any notation. */
static bool has_glyph(const char *text, const lc_Token *token) {
  char last = text[token->end - 1];
  return token->kind == LC_TOKEN_SYMBOL && (last == '!' || last == '?');
}

static bool is_annotation(const char *text, const lc_Token *token) {
  return token->kind == LC_TOKEN_COMMENT || token->kind == LC_TOKEN_NAG || token->kind == LC_TOKEN_OPEN ||
         has_glyph(text, token);
}

static bool is_comment_with(const char *text, const lc_Token *token, const lc_TagTest *test) {
  return token->kind == LC_TOKEN_COMMENT && lc_tag_passes(test, text + token->text, token->text_size);
}

/* Report whether the text has an annotation. If `leaf` is not NULL, only a comment that contains the leaf's text
** counts. */
static bool has_annotation(const lc_QueryRun *run, const lc_QueryLeaf *leaf) {
  const lc_QueryGame *game = &run->game;
  lc_TagTest test = {.op = LC_TAG_HAS};
  lc_Lexer lexer;
  lc_Token token;
  if (!may_be_annotated(game)) return false;
  if (leaf) {
    test.value = lc_query_pool(run->query) + leaf->text;
    test.value_size = leaf->text_size;
  }
  lc_lexer_begin(&lexer, game->text, game->size);
  lexer.dialect = game->dialect;
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (leaf ? is_comment_with(game->text, &token, &test) : is_annotation(game->text, &token)) return true;
  }
  return false;
}

bool lc_query_has_values(const lc_QueryGame *game, int64_t asked) {
  lc_Lexer lexer;
  lc_Token token;
  if (!may_be_annotated(game)) return false;
  lc_lexer_begin(&lexer, game->text, game->size);
  lexer.dialect = game->dialect;
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (token.kind != LC_TOKEN_COMMENT) continue;
    lc_MoveValues values = {0};
    lc_move_values_read(game->text + token.text, token.text_size, LC_WHITE, &values);
    int64_t has = (values.has_clock ? LC_HAS_CLOCK : 0) | (values.has_elapsed ? LC_HAS_ELAPSED : 0) |
                  (values.has_eval ? LC_HAS_EVAL : 0);
    if (has & asked) return true;
  }
  return false;
}

bool lc_query_text(const lc_QueryRun *run, const lc_QueryLeaf *leaf) {
  switch ((lc_LeafOp)leaf->op) {
#define LC_LEAF(NAME, name, stage) case LC_LEAF_##NAME: lc_unreachable();
#define LC_LEAF_TEXT(NAME, name, holds) case LC_LEAF_##NAME: return holds;
#include "steps.def"
  }
  lc_unreachable();
}
