/* rename.c - renames the symbols of a model.
 *
 * If no two symbols get the same name, only the alphabet changes. Otherwise a renamed
 * word may stand for several words, and the resulting nondeterministic automaton is
 * determinized with the construction of Alur and Madhusudan: a state is a set of pairs
 * of a state in which the open call began (or the start) and a current state. Reachable
 * sets are computed level by level: the sets that occur between a call and its return,
 * with the calls that lead there. */
#include "ops/rename.h"
#include "base/watch.h"
#include "model/assemble.h"
#include "ops/compact.h"

#include <string.h>

#define NONE UINT32_MAX

/* begin << 32 | now; sorted, without duplicates. */
typedef uint64_t pair;

typedef struct subset
{
  size_t first, count; /* of the pairs */
  uint32_t next;       /* with the same hash */
  uint32_t items;      /* of the level that begins with this set; NONE: no call leads here */
  uint32_t callers;
} subset;

/* A set that is reachable in a level. */
typedef struct reached
{
  uint32_t level, set, next;
} reached;

/* A call made in a set of a level, which leads to another level. */
typedef struct origin
{
  uint32_t level, set, next;
  symbol call;
} origin;

typedef struct renaming
{
  allocator memory;
  const papni_model *model;
  papni_alphabet *alphabet; /* the new one, in symbol order */
  symbol *image;            /* by the model's symbols */
  size_t image_count;
  pair *pairs, *draft; /* of all sets; of the set under construction */
  size_t pair_count, pair_capacity, draft_count, draft_capacity;
  subset *sets;
  size_t set_count, set_capacity;
  map hashes, known; /* hash to set; level and set to item */
  reached *items;
  size_t item_count, item_capacity;
  origin *origins;
  size_t origin_count, origin_capacity;
  transition *links; /* between sets */
  size_t link_count, link_capacity;
  watch watch;
  error *error;
} renaming;

/* The model's symbols in the new alphabet. */
static status make_image (renaming *r, const char *const *names)
{
  r->alphabet = rename_alphabet (r->model->alphabet, names, r->error);
  if (!r->alphabet)
    return PAPNI_INPUT; /* or out of memory: see the error */
  r->image_count = r->model->alphabet->size;
  r->image = allocate (&r->memory, r->image_count, sizeof *r->image);
  for (size_t k = 0; r->image && k < r->image_count; k++) {
    const char *name = names[k] ? names[k] : r->model->alphabet->letters[k].name;
    r->image[k] = papni_alphabet_find (r->alphabet, name, strlen (name));
  }
  return r->image ? PAPNI_OK : no_memory (r->error);
}

/* ---- sets ---- */

static status draft_add (renaming *r, papni_state begin, papni_state now)
{
  if (!reserve (&r->memory, &r->draft, &r->draft_capacity, r->draft_count + 1, sizeof *r->draft))
    return no_memory (r->error);
  r->draft[r->draft_count++] = (pair) begin << 32 | now;
  return PAPNI_OK;
}

static int compare_pairs (const void *left, const void *right)
{
  return compare (*(const pair *) left, *(const pair *) right);
}

/* Adds the draft as a new set; `next` has the same hash. */
static status set_add (renaming *r, uint32_t next, uint32_t *result)
{
  if (!reserve (&r->memory, &r->sets, &r->set_capacity, r->set_count + 1, sizeof *r->sets)
      || !reserve (&r->memory, &r->pairs, &r->pair_capacity, r->pair_count + r->draft_count, sizeof *r->pairs))
    return no_memory (r->error);
  if (r->set_count == NONE)
    return fail (r->error, PAPNI_INPUT, "the renamed model has too many states");
  memcpy (r->pairs + r->pair_count, r->draft, r->draft_count * sizeof *r->draft);
  *result = (uint32_t) r->set_count;
  r->sets[r->set_count++] = (subset){ r->pair_count, r->draft_count, next, NONE, NONE };
  r->pair_count += r->draft_count;
  return PAPNI_OK;
}

static bool is_draft (const renaming *r, uint32_t set)
{
  const subset *s = &r->sets[set];
  return s->count == r->draft_count && !memcmp (r->pairs + s->first, r->draft, s->count * sizeof *r->draft);
}

/* The number of the set in the draft, which is consumed; NONE for the empty set. */
static status set_find (renaming *r, uint32_t *result)
{
  status s = PAPNI_OK;
  bool fresh;
  *result = NONE;
  if (!r->draft_count)
    return PAPNI_OK;
  r->draft_count = sort_unique (r->draft, r->draft_count, sizeof *r->draft, compare_pairs);
  const uint64_t hash = hash_bytes ((const char *) r->draft, r->draft_count * sizeof *r->draft);
  uint32_t *at = map_enter (&r->memory, &r->hashes, hash, NONE, &fresh);
  if (!at)
    return no_memory (r->error);
  uint32_t i = *at;
  while (i != NONE && !is_draft (r, i))
    i = r->sets[i].next;
  if (i == NONE) {
    s = set_add (r, *at, &i);
    if (!s)
      *at = i;
  }
  *result = i;
  r->draft_count = 0;
  return s;
}

/* ---- levels ---- */

static status item_add (renaming *r, uint32_t level, uint32_t set)
{
  bool fresh;
  if (!map_enter (&r->memory, &r->known, (uint64_t) level << 32 | set, 0, &fresh))
    return no_memory (r->error);
  if (!fresh)
    return PAPNI_OK;
  if (!reserve (&r->memory, &r->items, &r->item_capacity, r->item_count + 1, sizeof *r->items))
    return no_memory (r->error);
  r->items[r->item_count] = (reached){ level, set, r->sets[level].items };
  r->sets[level].items = (uint32_t) r->item_count++;
  return PAPNI_OK;
}

static status link_add (renaming *r, transition t)
{
  if (!reserve (&r->memory, &r->links, &r->link_capacity, r->link_count + 1, sizeof t))
    return no_memory (r->error);
  r->links[r->link_count++] = t;
  return PAPNI_OK;
}

/* The target of a symbol that pops nothing. */
static papni_state next_state (const papni_model *model, papni_state q, symbol k)
{
  const transition *t = model_find (model, q, k, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  return t ? t->to : PAPNI_NO_STATE;
}

/* The same for a set; after a call, the pairs begin at the current states. */
static status rename_step (renaming *r, uint32_t set, symbol s, bool call, uint32_t *to)
{
  const subset from = r->sets[set];
  status failed = PAPNI_OK;
  for (size_t i = 0; i < from.count; i++)
    for (size_t k = 0; !failed && k < r->image_count; k++) {
      const pair p = r->pairs[from.first + i];
      const papni_state q = r->image[k] != s ? PAPNI_NO_STATE : next_state (r->model, (papni_state) p, (symbol) k);
      if (q != PAPNI_NO_STATE)
        failed = draft_add (r, call ? q : (papni_state) (p >> 32), q);
    }
  if (!failed)
    failed = watch_spend (&r->watch, from.count * r->image_count, r->error);
  return failed ? failed : set_find (r, to);
}

/* The result of a return for a call made in state q, given the set inside. */
static status close_pairs (renaming *r, const subset *inside, pair before, symbol ret, symbol called)
{
  const papni_state q = (papni_state) before;
  status failed = PAPNI_OK;
  for (size_t c = 0; c < r->image_count; c++) {
    const papni_state begin = r->image[c] != called ? PAPNI_NO_STATE : next_state (r->model, q, (symbol) c);
    for (size_t i = 0; begin != PAPNI_NO_STATE && i < inside->count; i++) {
      const pair p = r->pairs[inside->first + i];
      for (size_t k = 0; p >> 32 == begin && !failed && k < r->image_count; k++) {
        const transition *t =
            r->image[k] == ret ? model_find (r->model, (papni_state) p, (symbol) k, (symbol) c, q) : NULL;
        if (t)
          failed = draft_add (r, (papni_state) (before >> 32), t->to);
      }
    }
  }
  return failed;
}

/* Adds all returns from a set of a level to where a call that led to the level was
 * made. */
static status add_returns (renaming *r, const origin *o, uint32_t set)
{
  const subset outside = r->sets[o->set], inside = r->sets[set];
  status failed = PAPNI_OK;
  for (size_t s = 0; !failed && s < r->alphabet->size; s++) {
    uint32_t to = NONE;
    if (r->alphabet->letters[s].kind != PAPNI_RETURN)
      continue;
    failed = watch_spend (&r->watch, outside.count * inside.count * r->image_count, r->error);
    for (size_t i = 0; !failed && i < outside.count; i++)
      failed = close_pairs (r, &inside, r->pairs[outside.first + i], (symbol) s, o->call);
    if (!failed)
      failed = set_find (r, &to);
    if (failed || to == NONE)
      continue;
    failed =
        link_add (r, (transition){ .from = set, .symbol = (symbol) s, .popped = o->call, .caller = o->set, .to = to });
    if (!failed)
      failed = item_add (r, o->level, to);
  }
  return failed;
}

/* Adds a call made in a set of a level. Handles the items up to `i`; later items find
 * their calls themselves. */
static status add_call (renaming *r, uint32_t i, symbol call, uint32_t to)
{
  const origin o = { r->items[i].level, r->items[i].set, r->sets[to].callers, call };
  if (!reserve (&r->memory, &r->origins, &r->origin_capacity, r->origin_count + 1, sizeof o))
    return no_memory (r->error);
  r->origins[r->origin_count] = o;
  r->sets[to].callers = (uint32_t) r->origin_count++;
  status failed = item_add (r, to, to);
  for (uint32_t k = r->sets[to].items; !failed && k != NONE; k = r->items[k].next)
    if (k < i)
      failed = add_returns (r, &o, r->items[k].set);
  return failed;
}

static status add_item (renaming *r, uint32_t i)
{
  const reached at = r->items[i];
  const bool stack = r->model->kind != PAPNI_DFA;
  status failed = PAPNI_OK;
  for (size_t s = 0; !failed && s < r->alphabet->size; s++) {
    const papni_kind kind = stack ? (papni_kind) r->alphabet->letters[s].kind : PAPNI_INTERNAL;
    uint32_t to = NONE;
    if (kind != PAPNI_RETURN)
      failed = rename_step (r, at.set, (symbol) s, kind == PAPNI_CALL, &to);
    if (failed || to == NONE)
      continue;
    failed = link_add (
        r, (transition){
               .from = at.set, .symbol = (symbol) s, .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE, .to = to });
    if (!failed)
      failed = kind == PAPNI_CALL ? add_call (r, i, (symbol) s, to) : item_add (r, at.level, to);
  }
  for (uint32_t k = r->sets[at.level].callers; !failed && k != NONE; k = r->origins[k].next) {
    const origin o = r->origins[k];
    failed = add_returns (r, &o, at.set);
  }
  return failed;
}

static status rename_explore (renaming *r)
{
  uint32_t start;
  status failed = draft_add (r, 0, 0);
  if (!failed)
    failed = set_find (r, &start);
  if (!failed)
    failed = item_add (r, start, start);
  for (size_t i = 0; !failed && i < r->item_count; i++)
    failed = add_item (r, (uint32_t) i);
  return failed;
}

/* ---- the model ---- */

/* In the outermost level, the pairs begin at the start. */
static bool rename_accepts (const renaming *r, const subset *s)
{
  for (size_t i = 0; i < s->count; i++) {
    const pair p = r->pairs[s->first + i];
    if (p >> 32 == 0 && r->model->accepting[(papni_state) p])
      return true;
  }
  return false;
}

static papni_model *of_sets (renaming *r)
{
  const papni_model_kind kind = r->model->kind == PAPNI_DFA ? PAPNI_DFA : PAPNI_GENERAL;
  papni_model *model = NULL;
  assembly a;
  status failed = rename_explore (r);
  if (failed)
    return NULL;
  failed = assembly_begin (&a, &r->memory, kind, r->alphabet, r->set_count, r->error);
  for (size_t i = 0; !failed && i < r->set_count; i++)
    a.accepting[i] = rename_accepts (r, &r->sets[i]);
  for (size_t i = 0; !failed && i < r->link_count; i++)
    failed = assembly_add (&a, r->links[i], r->error);
  if (!failed)
    model = assembly_model (&a, r->error);
  assembly_release (&a);
  return model && kind == PAPNI_GENERAL ? compact_callers (model, &r->watch, r->error) : model;
}

/* All names are different: only the alphabet changes. */
static papni_model *of_states (renaming *r)
{
  const papni_model *old = r->model;
  papni_model *model = NULL;
  assembly a;
  status failed = assembly_begin (&a, &r->memory, old->kind, r->alphabet, old->states, r->error);
  if (!failed)
    memcpy (a.accepting, old->accepting, old->states * sizeof *a.accepting);
  for (size_t i = 0; !failed && i < old->count; i++) {
    transition t = old->transitions[i];
    t.symbol = r->image[t.symbol];
    t.popped = t.popped == PAPNI_NO_SYMBOL ? t.popped : r->image[t.popped];
    failed = assembly_add (&a, t, r->error);
  }
  if (!failed)
    model = assembly_model (&a, r->error);
  assembly_release (&a);
  return model;
}

static void renaming_release (renaming *r)
{
  const allocator *a = &r->memory;
  release (a, r->image, r->image_count, sizeof *r->image);
  release (a, r->pairs, r->pair_capacity, sizeof *r->pairs);
  release (a, r->draft, r->draft_capacity, sizeof *r->draft);
  release (a, r->sets, r->set_capacity, sizeof *r->sets);
  release (a, r->items, r->item_capacity, sizeof *r->items);
  release (a, r->origins, r->origin_capacity, sizeof *r->origins);
  release (a, r->links, r->link_capacity, sizeof *r->links);
  map_release (a, &r->hashes);
  map_release (a, &r->known);
  papni_alphabet_free (r->alphabet);
}

papni_model *papni_rename (const papni_model *model, const char *const *names, const papni_watch *caller,
                           papni_error *e)
{
  renaming r = { .memory = model->memory, .model = model, .error = e };
  r.watch = watch_begin (caller, PAPNI_PHASE_COMPARING);
  papni_model *renamed = NULL;
  if (!make_image (&r, names))
    renamed = r.alphabet->size == model->alphabet->size ? of_states (&r) : of_sets (&r);
  renaming_release (&r);
  return renamed;
}
