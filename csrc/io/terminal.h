/*
** terminal - what stands at the standard descriptors.
*/
#ifndef LC_TERMINAL_H
#define LC_TERMINAL_H

#include <stdbool.h>

bool lc_is_terminal(int fd);
/* Whether it is a regular file. */
bool lc_is_regular(int fd);
/* Put something that refuses all reading and writing at each standard descriptor that is closed. Else the next file to
** be opened would stand there, and what is meant for standard output or standard error would be written into it. Let one
** that another program has left not blocking (O_NONBLOCK) block: stdio loses what has to wait for a slow reader. And let
** a file that grows beyond what `ulimit -f` allows be an error of its writing (EFBIG), not the end of the process, which
** would say nothing and leave the file's beginning behind. */
void lc_hold_standard(void);
/* Columns of the terminal at `fd`, or of the one the program was started from; 0 when there is none or it does not say. */
int lc_terminal_columns(int fd);

#endif
