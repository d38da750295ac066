#define LC_ISA(name) name##_base
#include "rewrite_impl.h"
#include "text.h"

/* Report whether the text ends with a comment, or with a word after the result. Then the game has more than moves. This
** saves writing all its moves before the comment is met. */
static bool ends_with_note(const lc_Lexer *lexer) {
  size_t end = lexer->size;
  while (end > lexer->at && lc_is_space(lexer->text[end - 1])) end--;
  char last = end > lexer->at ? lexer->text[end - 1] : ' ';
  return last == '}' || (last >= 'a' && last <= 'z');
}

bool lc_rewrite(lc_Replay *replay, const lc_WriteOptions *options, unsigned result, lc_Writing *writing) {
  bool is_foreign = replay->lexer.dialect || options->dialect;
  lc_Rewrite rewrite = {
      .dialect = options->dialect, .no_numbers = options->no_numbers, .no_checks = options->no_checks};
  if (options->ply_comments != LC_PLY_NOTHING || ends_with_note(&replay->lexer)) return false;
  lc_page_begin(&rewrite.page, options->width, writing->out, writing->out_room);
  if (is_foreign) {
    LC_CALL_V3(options->cpu, lc_rewrite_run_foreign, (&rewrite, replay));
  } else {
    LC_CALL_V3(options->cpu, lc_rewrite_run, (&rewrite, replay));
  }
  assert(rewrite.page.length + LC_DIALECT_TEXT <= writing->out_room);
  if (rewrite.is_stuck || replay->has_notes || replay->code != LC_D_NONE) return false;
  if (!options->no_results) {
    size_t length;
    unsigned found = lc_result_to_write(result ? result : replay->result, options->tag_result);
    const char *sign = lc_result_text(found, &length);
    lc_page_ascii_token(&rewrite.page, sign, length);
  }
  lc_page_new_line(&rewrite.page);
  writing->length = rewrite.page.length;
  return true;
}
