/* engine.h - an automaton in the making, as RPNI, EDSM and the search see it.
 *
 * Red states are final; blue ones can be reached from red ones by one more symbol
 * (or block), and are yet to be merged with a red state or to become red. What a
 * state is, how two merge and what follows from that is the engine's affair: there
 * is one for prefix trees (merge.h) and one for terms (closure.h). States have
 * numbers in the order in which they became red, or blue. */
#ifndef LEARN_ENGINE_ENGINE_H
#define LEARN_ENGINE_ENGINE_H

#include "base/list.h"
#include "learn/engine/journal.h"
#include "learn/engine/limits.h"
#include "learn/engine/progress.h"
#include "model/model.h"

#define NOWHERE UINT32_MAX

/* Beside blue states, RED + a red state. */
#define RED 0x80000000u

static inline bool is_red (uint32_t state)
{
  return state & RED;
}

/* What a trial of a merge has found out. */
typedef struct finding
{
  size_t evidence;
  const uint32_t *read; /* keys of what the evidence depends on; valid until the thread's next trial */
  size_t read_count;
  status status; /* no memory, cancelled */
} finding;

typedef struct engine engine;

enum
{
  COPIED = 16
};

typedef struct engine_operations
{
  /* The smallest shortlex place of all that was merged into a blue state. */
  uint32_t (*number) (const engine *g, uint32_t blue);

  /* Is it still to be merged or promoted? */
  bool (*is_blue) (const engine *g, uint32_t blue);

  /* Would merging work? Changes nothing. If it works, the evidence stays the same
   * until a step changes something in finding->read; if not, it never will. Threads
   * with different numbers may ask at once. */
  bool (*try) (engine *g, unsigned thread, uint32_t red, uint32_t blue, finding *finding);

  /* As try, and does it if it works. */
  bool (*merge) (engine *g, uint32_t red, uint32_t blue, finding *finding);

  status (*promote) (engine *g, uint32_t blue, error *e);

  /* What a blue state, or RED + a red one, is called wherever it appears: the node or
   * term that it began as. */
  uint32_t (*name) (const engine *g, uint32_t state);

  /* The model of the red states. What is blue is left out: it is out of focus. */
  papni_model *(*model) (const engine *g, error *e);

  /* Another one as it is now, with a progress of its own and no journal. The first one must
   * outlive it. NULL for no memory. */
  engine *(*copy) (const engine *g, progress *progress, unsigned threads);
  void (*free) (engine *g);

  /* What it has cost so far: its trials, what these looked at, and that there is so much
   * of it, of which COPIED entries cost as much as a look. */
  size_t (*work) (const engine *g);
} engine_operations;

/* The part that is the same for all; it comes first in an engine's own struct. */
struct engine
{
  const engine_operations *ops;
  allocator memory;
  progress *progress;
  unsigned threads;   /* that may try at once */
  size_t reds, blues; /* how many; of blue ones, all that ever were */
  list changed_at;    /* by key: the last step that changed what evidence depends on, as the engine counts it */
  list changed;       /* the keys of what the last step has changed */
  list moved;         /* blue states to which the last step gave a smaller number or an accepted word */
  list gone;          /* blue states that the last step made red, or part of another */
  uint32_t steps;
  size_t merges;
  size_t folded, total; /* how far it is */
  journal *journal;     /* where decisions are noted, or NULL */
  limits limits;
};

/* ---- for methods ---- */

/* May this merge not be tried? */
bool engine_avoids (const engine *g, uint32_t red, uint32_t blue);

/* Are there more red states than are wanted? */
static inline bool engine_is_too_large (const engine *g)
{
  return g->limits.most_reds && g->reds > g->limits.most_reds;
}

/* Notes a decision, where there is a journal; false for no memory. */
bool engine_note (const engine *g, decision d);

/* Merges, which must work, or promotes, and notes it. */
status engine_decide (engine *g, decision d, error *e);

/* Makes decisions of a journal again, from `first` up to `end`. */
status engine_follow (engine *g, const journal *j, size_t first, size_t end, error *e);

/* PAPNI_CANCELLED if the progress says so. */
status engine_report (const engine *g, error *e);

/* What a trial's status means as an error. */
status engine_trouble (const engine *g, status s, error *e);

/* ---- for a search ---- */

/* This merge is not to be made; false for no memory. */
bool engine_avoid (engine *g, uint32_t red, uint32_t blue);

/* ---- for engines ---- */

/* The common part of a copy. False for no memory. */
bool engine_copy_common (engine *g, const engine *from, progress *progress, unsigned threads);
void engine_release_common (engine *g);

/* A step begins; what it does to states is then noted. False for no memory. */
void engine_begin_step (engine *g);
bool engine_add_keys (engine *g, size_t count); /* so that there are so many */
bool engine_note_change (engine *g, uint32_t key);

#endif
