/*
** diag - the one catalogue of trouble.
**
** Every code the library can report stands once in diag.def with its severity and an English sentence;
** the enum below, the names Lua sees and the documentation come from it. Codes are API: never renamed.
** A code's name is the enum's in lower case: LC_D_ILLEGAL_MOVE is "illegal_move".
*/
#ifndef LC_DIAG_H
#define LC_DIAG_H

#include "../chess/setup.h"

typedef enum lc_Severity { LC_ERROR, LC_WARNING, LC_REPAIR } lc_Severity;

typedef enum lc_Code {
#define LC_DIAG(upper, lower, severity, text) LC_D_##upper,
#include "diag.def"
#undef LC_DIAG
  LC_D_COUNT
} lc_Code;

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
