/*
** terminal - makes the standard descriptors safe to use, holds one in reserve, and finds the width of the terminal.
*/
#ifndef LC_TERMINAL_H
#define LC_TERMINAL_H

#include <stdbool.h>

bool lc_is_terminal(int fd);
/* Report whether the descriptor is a regular file. */
bool lc_is_regular(int fd);
/* Make the standard descriptors safe to use.
**   - Replace each closed descriptor by a descriptor that fails on use. Otherwise the next file opened would get its
**     number, and standard output or standard error would be written into that file.
**   - Clear the flag O_NONBLOCK, which another program may have left set. With this flag, stdio loses text that must
**     wait for a slow reader.
**   - If a file exceeds `ulimit -f`, report a write error (EFBIG) instead of ending the process without a message. */
void lc_hold_standard(void);
/* Hold one descriptor of the process in reserve, or give it back. A program that has reached its limit of descriptors
** (`ulimit -n`) gives it back for the moment in which it must open a file of its own, to report the error. */
void lc_hold_spare(bool is_held);
/* Return the columns of the terminal at `fd`, or else of the terminal from which the program was started; 0 if there
** is none or its width is unknown. */
int lc_terminal_columns(int fd);

#endif
