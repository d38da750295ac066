/*
** area - memory that a process shares with its children, in slots of equal size, for texts that are too long for pipes.
**
** The memory has no name, so that nothing is left of it when the processes have ended, however they ended. Its pages are
** allocated when they are first written to, and kept until the area is closed. So a slot may be much larger than the
** usual text. Children inherit the memory as a descriptor: see lc_process_start(). The parent can only read it.
** Systems may lack such memory, or limit it. Then lc_area_create() fails, and texts go through pipes.
*/
#ifndef LC_AREA_H
#define LC_AREA_H

#include <stdbool.h>
#include <stddef.h>

enum { LC_SLOT_SIZE = 1 << 24 }; /* bytes of a slot */

typedef struct lc_Area {
  char *bytes; /* NULL if closed */
  size_t slots;
  int fd;   /* close-on-exec; -1 in a child */
  int heir; /* the number of the descriptor in children. Here it is taken, so that no inherited file has this number */
} lc_Area;

/* Set an area to the valid state "closed". */
void lc_area_init(lc_Area *area);
/* Create an area. Returns false on failure: see errno. */
bool lc_area_create(lc_Area *area, size_t slots);
/* Open, in a child, the area with this descriptor, which is closed. Returns false on failure: see errno. */
bool lc_area_inherit(lc_Area *area, size_t slots, int descriptor);
static inline char *lc_area_slot(const lc_Area *area, size_t slot) { return area->bytes + slot * LC_SLOT_SIZE; }
/* Close the area. The memory exists until all processes have closed it. A second call has no effect. */
void lc_area_close(lc_Area *area);

#endif
