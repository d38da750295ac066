/*
** diag - the catalogue of diagnostics.
**
** codes.h has the codes as an enum, for the files that report them; diag.def the name that Lua sees, the severity and an
** English sentence of each. Names are API: never renamed. A name is the enumerator's in lower case: LC_D_ILLEGAL_MOVE
** is "illegal_move".
*/
#ifndef LC_DIAG_H
#define LC_DIAG_H

#include "../chess/setup.h"

typedef enum lc_Severity { LC_ERROR, LC_WARNING, LC_REPAIR } lc_Severity;

/* One of codes.h, or LC_D_NONE: nothing to report. */
typedef uint16_t lc_Code;
enum { LC_D_NONE = 0 };

const char *lc_code_name(lc_Code code);
lc_Severity lc_code_severity(lc_Code code);
/* "error", "warning" or "repair". */
const char *lc_severity_name(lc_Severity severity);
/* What happened, lower case, no full stop: "illegal move". */
const char *lc_code_text(lc_Code code);

/* The name of one lc_Problem bit (by number 0..LC_PROBLEM_COUNT-1), as in "no_white_king". */
const char *lc_problem_name(unsigned bit);
/* The same as a sentence: "White has no king". */
const char *lc_problem_text(unsigned bit);

#endif
