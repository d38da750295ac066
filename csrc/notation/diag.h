/*
** diag - names, severities and sentences of all diagnostics.
**
** codes.h has the codes as an enum, for the files that report them. For each code, diag.def has the name for Lua, the
** severity and an English sentence. Names are API and never change. A name is the enumerator in lower case without the
** prefix: LC_D_ILLEGAL_MOVE is "illegal_move".
*/
#ifndef LC_DIAG_H
#define LC_DIAG_H

#include "../chess/setup.h"

typedef enum lc_Severity { LC_ERROR, LC_WARNING, LC_REPAIR } lc_Severity;

/* A code of codes.h, or LC_D_NONE when there is nothing to report. */
typedef uint16_t lc_Code;
enum { LC_D_NONE = 0 };

const char *lc_code_name(lc_Code code);
lc_Severity lc_code_severity(lc_Code code);
/* Return "error", "warning" or "repair". */
const char *lc_severity_name(lc_Severity severity);
/* Return the sentence of a code, in lower case and without a full stop: "illegal move". */
const char *lc_code_text(lc_Code code);

/* Return the name of an lc_Problem bit, for example "no_white_king". `bit` is the bit's number,
** 0..LC_PROBLEM_COUNT-1. */
const char *lc_problem_name(unsigned bit);
/* Return the sentence of an lc_Problem bit, for example "White has no king". */
const char *lc_problem_text(unsigned bit);

#endif
