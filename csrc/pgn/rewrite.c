#define LC_ISA(name) name##_base
#include "rewrite_impl.h"

bool lc_rewrite(lc_Replay *replay, const lc_WriteOptions *options, unsigned result, lc_Writing *writing) {
  bool is_foreign = replay->lexer.dialect || options->dialect;
  lc_Rewrite rewrite = {
      .dialect = options->dialect, .no_numbers = options->no_numbers, .no_checks = options->no_checks};
  if (options->ply_comments != LC_PLY_NOTHING) return false;
  lc_page_begin(&rewrite.page, options->width, writing->out, writing->out_room);
  if (is_foreign) {
    LC_CALL(options->cpu, lc_rewrite_run_foreign, (&rewrite, replay));
  } else {
    LC_CALL(options->cpu, lc_rewrite_run, (&rewrite, replay));
  }
  if (rewrite.is_stuck || replay->has_notes || replay->code != LC_D_NONE) return false;
  if (!options->no_results) {
    size_t length;
    unsigned found = result ? result : replay->result;
    const char *sign = lc_result_text(found ? found : LC_RESULT_UNKNOWN, &length);
    lc_page_token(&rewrite.page, sign, length);
  }
  lc_page_new_line(&rewrite.page);
  writing->length = rewrite.page.length;
  return true;
}
