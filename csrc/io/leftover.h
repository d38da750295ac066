/*
** leftover - removes temporary files of sinks whose process was killed.
**
** A sink's temporary file is named .lucena-PID-N and is locked (flock) while it is written. A file without a lock whose
** process does not exist is a leftover. The lock is needed because the folder may be shared with other systems or
** containers, which have their own process numbers.
*/
#ifndef LC_LEFTOVER_H
#define LC_LEFTOVER_H

/* Lock the file that is open at `fd` while it is written. On a file system without locks, lc_leftover_sweep()
** removes nothing. */
void lc_leftover_hold(int fd);
/* Remove the leftovers in the folder of the file `path`. Files that cannot be removed stay. Cost: one listing of the
** folder. */
void lc_leftover_sweep(const char *path);

#endif
