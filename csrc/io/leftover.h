/*
** leftover - temporary files of sinks whose process was killed.
**
** A sink's temporary file is called .lucena-PID-N and is locked (flock) as long as it is written. One that belongs to
** no process here and has no lock was left behind. The lock is asked for, too, because a folder may be shared with
** other systems or containers, which have processes of their own.
*/
#ifndef LC_LEFTOVER_H
#define LC_LEFTOVER_H

/* Mark the file that is open at `fd` as being written. Where files cannot be locked, nothing is swept either. */
void lc_leftover_hold(int fd);
/* Remove what was left behind in the folder that `path` names a file of. What cannot be removed stays. Cost: the
** folder is listed. */
void lc_leftover_sweep(const char *path);

#endif
