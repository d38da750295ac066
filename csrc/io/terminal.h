/*
** terminal - what stands at the standard descriptors.
*/
#ifndef LC_TERMINAL_H
#define LC_TERMINAL_H

#include <stdbool.h>

bool lc_is_terminal(int fd);
/* Whether it is a regular file. */
bool lc_is_regular(int fd);
/* Columns of the terminal at `fd`, or of the one the program was started from; 0 when there is none or it does not say. */
int lc_terminal_columns(int fd);

#endif
