#define LC_ISA(name) name##_base
#include "rewrite_impl.h"

typedef void Run(lc_Rewrite *rewrite, lc_Replay *replay);

static Run *choose(lc_Cpu cpu, bool is_foreign) {
#if defined(__x86_64__)
  if (cpu == LC_CPU_V4) return is_foreign ? lc_rewrite_run_foreign_v4 : lc_rewrite_run_v4;
  if (cpu == LC_CPU_V3) return is_foreign ? lc_rewrite_run_foreign_v3 : lc_rewrite_run_v3;
#endif
  (void)cpu;
  return is_foreign ? lc_rewrite_run_foreign_base : lc_rewrite_run_base;
}

bool lc_rewrite(lc_Replay *replay, lc_Cpu cpu, const lc_WriteOptions *options, unsigned result,
                    lc_Writing *writing) {
  lc_Rewrite rewrite = {.dialect = options->dialect, .no_numbers = options->no_numbers, .no_checks = options->no_checks};
  if (options->ply_comments != LC_PLY_NOTHING) return false;
  lc_page_begin(&rewrite.page, options->width, writing->out, writing->out_room);
  choose(cpu, replay->lexer.dialect || options->dialect)(&rewrite, replay);
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
