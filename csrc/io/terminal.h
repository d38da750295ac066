/*
** terminal - the standard descriptors: closed ones, non-blocking ones, the width of the terminal.
*/
#ifndef LC_TERMINAL_H
#define LC_TERMINAL_H

#include <stdbool.h>

bool lc_is_terminal(int fd);
/* Whether it is a regular file. */
bool lc_is_regular(int fd);
/* Open a descriptor that refuses reading and writing in place of each closed standard descriptor. Otherwise the next file
** opened would get its number, and standard output or standard error would be written into it. Make descriptors block
** that another program left non-blocking (O_NONBLOCK): stdio loses text that must wait for a slow reader. And let a file
** that exceeds `ulimit -f` be a write error (EFBIG), not the end of the process without a message. */
void lc_hold_standard(void);
/* Columns of the terminal at `fd`, or of the one the program was started from; 0 if there is none or its width is unknown. */
int lc_terminal_columns(int fd);

#endif
