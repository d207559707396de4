/* front.h - the red and blue states of an automaton in the making, as RPNI and
 * EDSM see them.
 *
 * Red states are final; blue ones can be reached from red ones by one more symbol
 * (or block), and are yet to be merged with a red state or to become red. What a
 * state is, how two merge and what follows from that is the engine's affair: there
 * is one for prefix trees (merge.h) and one for terms (closure.h). States have
 * numbers in the order in which they became red, or blue. */
#ifndef LEARN_FRONT_FRONT_H
#define LEARN_FRONT_FRONT_H

#include "base/base.h"

#include <stdatomic.h>

#define NOWHERE UINT32_MAX

/* Beside blue states, RED + a red state. */
#define RED 0x80000000u

static inline bool is_red (uint32_t state)
{
  return state & RED;
}

/* Some states. */
typedef struct list
{
  uint32_t *items;
  size_t count, capacity;
} list;

static inline bool list_add (const allocator *a, list *l, uint32_t item)
{
  if (l->count == l->capacity && !reserve (a, &l->items, &l->capacity, l->count + 1, sizeof *l->items))
    return false;
  l->items[l->count++] = item;
  return true;
}

static inline bool list_copy (const allocator *a, list *l, const list *from)
{
  if (!copy_items (a, &l->items, &l->capacity, from->items, from->count, sizeof *l->items))
    return false;
  l->count = from->count;
  return true;
}

static inline void list_release (const allocator *a, list *l)
{
  release (a, l->items, l->capacity, sizeof *l->items);
}

/* Asked now and then whether to go on. */
typedef struct control
{
  papni_progress progress;
  void *context;
  atomic_bool cancelled;
} control;

/* What a trial of a merge has found out. */
typedef struct finding
{
  size_t evidence;
  const uint32_t *read; /* keys of what the evidence depends on; valid until the thread's next trial */
  size_t read_count;
  status status; /* no memory, cancelled */
} finding;

typedef struct front front;

enum
{
  COPIED = 16
};

typedef struct engine
{
  /* The smallest shortlex place of all that was merged into a blue state. */
  uint32_t (*number) (const front *f, uint32_t blue);

  /* Is it still to be merged or promoted? */
  bool (*is_blue) (const front *f, uint32_t blue);

  /* Would merging work? Changes nothing. If it works, the evidence stays the same
   * until a step changes something in finding->read; if not, it never will. Threads
   * with different numbers may ask at once. */
  bool (*try) (front *f, unsigned thread, uint32_t red, uint32_t blue, finding *finding);

  /* As try, and does it if it works. */
  bool (*merge) (front *f, uint32_t red, uint32_t blue, finding *finding);

  status (*promote) (front *f, uint32_t blue, error *e);

  /* What a blue state, or RED + a red one, is called wherever it appears: the node or
   * term that it began as. */
  uint32_t (*name) (const front *f, uint32_t state);

  /* Another one as it is now, with a control and no log of its own. The first one must
   * outlive it. NULL for no memory. */
  front *(*copy) (const front *f, control *control, unsigned threads);
  void (*free) (front *f);

  /* What it has cost so far: its trials, what these looked at, and that there is so much
   * of it, of which COPIED entries cost as much as a look. */
  size_t (*work) (const front *f);
} engine;

struct front
{
  const engine *engine;
  allocator memory;
  control *control;
  unsigned threads;   /* that may try at once */
  size_t reds, blues; /* how many; of blue ones, all that ever were */
  list changed_at;    /* by key: the last step that changed what evidence depends on, as the engine counts it */
  list changed;       /* the keys of what the last step has changed */
  list moved;         /* blue states to which the last step gave a smaller number or an accepted word */
  list gone;          /* blue states that the last step made red, or part of another */
  uint32_t steps;
  size_t merges;
  list *log;            /* where what is done is noted, a red state (NOWHERE: promoted) and a blue one; NULL: nowhere */
  size_t folded, total; /* how far it is */
  list detours;         /* merges that are not to be made: the names of a red and a blue state each */
  size_t most_reds;     /* a method may stop as soon as there are more; 0: it may not */
};

static inline size_t red_count (const front *f)
{
  return f->reds;
}

static inline size_t blue_count (const front *f)
{
  return f->blues;
}

/* The books of a copy. False for no memory. */
bool front_copy (front *f, const front *from, control *control, unsigned threads);
void front_release (front *f);

/* For engines. A step begins; what it does to states is then noted. False for no memory. */
void front_begin_step (front *f);
bool front_add_keys (front *f, size_t count); /* so that there are so many */
bool front_note_change (front *f, uint32_t key);

/* This merge is not to be made; false for no memory. */
bool front_avoid (front *f, uint32_t red, uint32_t blue);
bool front_avoids (const front *f, uint32_t red, uint32_t blue);

/* Are there more red states than are wanted? */
static inline bool front_is_too_large (const front *f)
{
  return f->most_reds && f->reds > f->most_reds;
}

/* Notes that a blue state was merged into a red one, or (NOWHERE) promoted. */
bool front_log (const front *f, uint32_t red, uint32_t blue);

/* Merges, which must work, or promotes, and notes it. */
status front_decide (front *f, uint32_t red, uint32_t blue, error *e);

/* Does decisions of a log again. */
status front_follow (front *f, const list *log, size_t first, size_t end, error *e);

/* Asks the progress callback; PAPNI_CANCELLED if it says so. */
status front_report (const front *f, error *e);

/* What a trial's status means as an error. */
status front_trouble (const front *f, status s, error *e);

#endif
