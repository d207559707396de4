/* engine.h - the interface of the engines, for RPNI, EDSM and the search.
 *
 * Red states are final. Blue states are reached from red ones by one more symbol (or
 * block), and are yet to be merged with a red state or promoted. What a state is and
 * what a merge implies depends on the engine: there is one for prefix trees (merge.h),
 * a faster one for RPNI if they have few symbols (dense.h), and one for terms (closure.h).
 * States are numbered in the order in which they became red or blue. */
#ifndef LEARN_ENGINE_ENGINE_H
#define LEARN_ENGINE_ENGINE_H

#include "base/list.h"
#include "base/workers.h"
#include "learn/engine/journal.h"
#include "learn/engine/limits.h"
#include "learn/engine/progress.h"
#include "model/model.h"

#define NOWHERE UINT32_MAX

/* Distinguishes red states from blue ones: RED + a red state. */
#define RED 0x80000000u

static inline bool is_red (uint32_t state)
{
  return state & RED;
}

/* The result of a trial. */
typedef struct finding
{
  int64_t evidence;
  bool pays;            /* false: there is no conflict, but the evidence is against it (bits) */
  const uint32_t *read; /* keys that the evidence depends on; valid until the thread's next trial */
  size_t read_count;
  status status; /* out of memory or cancelled */
} finding;

typedef struct engine engine;

enum
{
  COPIED = 16
};

typedef struct engine_operations
{
  /* The smallest shortlex rank of all that was merged into a blue state. */
  uint32_t (*number) (const engine *g, uint32_t blue);

  /* Is it still to be merged or promoted? */
  bool (*is_blue) (const engine *g, uint32_t blue);

  /* Would a merge succeed? Changes nothing. If so, the evidence stays the same until a
   * step changes something in finding->read; if not, it never will. Threads with
   * different numbers may call it at the same time. */
  bool (*try) (engine *g, unsigned thread, uint32_t red, uint32_t blue, finding *finding);

  /* The first red state from `red` on that is not ruled out, or the number of red states; the next
   * call is a merge with it, or the promotion of the blue one. NULL if none is ruled out. */
  uint32_t (*next) (engine *g, uint32_t red, uint32_t blue, status *trouble);

  /* Like try, and does the merge if it succeeds. */
  bool (*merge) (engine *g, uint32_t red, uint32_t blue, finding *finding);

  status (*promote) (engine *g, uint32_t blue, error *e);

  /* The name of a blue state, or RED + a red state, which is the same in every copy:
   * the node or term that it began as. */
  uint32_t (*name) (const engine *g, uint32_t state);

  /* The model of the red states. Remaining blue states are out of focus and omitted. */
  papni_model *(*model) (const engine *g, error *e);

  /* A copy of the current state, with its own progress and no journal. The original
   * must outlive it. NULL if out of memory or cancelled. */
  engine *(*copy) (const engine *g, progress *progress, unsigned threads, error *e);
  void (*free) (engine *g);

  /* The cost so far: trials, the pairs they met, and the size, of which COPIED entries
   * cost as much as one pair. */
  size_t (*work) (const engine *g);
} engine_operations;

/* The common part; it comes first in an engine's own struct. */
struct engine
{
  const engine_operations *ops;
  allocator memory;
  progress *progress;
  unsigned threads;   /* that may try at the same time */
  workers *workers;   /* these threads, once they are started */
  size_t reds, blues; /* red states; blue states, including former ones */
  list changed_at;    /* by key: the last step that changed what evidence depends on */
  list changed;       /* the keys that the last step changed */
  list moved;         /* blue states to which the last step gave a smaller number or an accepted word */
  list gone;          /* blue states that the last step promoted or merged */
  uint32_t promoted;  /* the key of a state that the last step promoted, or NOWHERE: what depended on it */
  list heirs;         /* is the same, and now depends on these keys */
  uint32_t steps;
  size_t merges;
  size_t folded, total; /* progress */
  journal *journal;     /* records the decisions, or NULL */
  limits limits;
  bool searching; /* a copy, whose cost decides how far a search goes */
};

/* ---- for methods ---- */

/* Is this merge excluded? */
bool engine_avoids (const engine *g, uint32_t red, uint32_t blue);

/* Are there more red states than allowed? */
static inline bool engine_is_too_large (const engine *g)
{
  return g->limits.most_reds && g->reds > g->limits.most_reds;
}

/* Are there so many red states that merges need not pay? */
static inline bool engine_is_full (const engine *g)
{
  return g->limits.most_wanted && g->reds >= g->limits.most_wanted;
}

/* Records a decision, if there is a journal; false if out of memory. */
bool engine_note (const engine *g, decision d);

/* Does a merge, which must succeed, or a promotion, and records it. */
status engine_decide (engine *g, decision d, error *e);

/* Repeats decisions of a journal, from `first` to `end` - 1. */
status engine_follow (engine *g, const journal *j, size_t first, size_t end, error *e);

/* Promotes all blue states, and those that become blue by that. */
status engine_promote_all (engine *g, error *e);

/* Reports progress; PAPNI_CANCELLED on cancellation. */
status engine_report (const engine *g, error *e);

/* The error for a trial's status. */
status engine_trouble (const engine *g, status s, error *e);

/* ---- for a search ---- */

/* The names of a red and a blue state, by which a merge is excluded. */
named_merge engine_name_merge (const engine *g, uint32_t red, uint32_t blue);

/* ---- for engines ---- */

/* For making and copying an engine, with the caller of `progress`. */
watch engine_watch (const engine *g, const progress *progress);

/* Copies the common part. False if out of memory. */
bool engine_copy_common (engine *g, const engine *from, progress *progress, unsigned threads);
void engine_release_common (engine *g);

/* Starts the threads, unless they have been started. */
status engine_start_threads (engine *g, error *e);

/* Begin a step; then record its changes. False if out of memory. */
void engine_begin_step (engine *g);
bool engine_add_keys (engine *g, size_t count); /* makes sure that there are this many */
bool engine_note_change (engine *g, uint32_t key);

#endif
