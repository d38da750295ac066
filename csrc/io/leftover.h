/*
** leftover - temporary files of sinks whose process was killed.
**
** A sink's temporary file is named .lucena-PID-N and is locked (flock) while it is written. A file without a lock whose
** process does not exist is a leftover. The lock matters because a folder may be shared with other systems or containers,
** which have processes of their own.
*/
#ifndef LC_LEFTOVER_H
#define LC_LEFTOVER_H

/* Mark the file that is open at `fd` as being written. Where files cannot be locked, nothing is swept either. */
void lc_leftover_hold(int fd);
/* Remove the leftovers in the folder of the file `path`. Files that cannot be removed stay. Cost: the folder is listed. */
void lc_leftover_sweep(const char *path);

#endif
