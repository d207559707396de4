/* probe.c - tries symbols in states where no accepted word has shown them.
 *
 * Whether a symbol can follow a state is asked in likely contexts: those of the states
 * that other symbols lead to from there, that this symbol leads to from elsewhere, and
 * of the state itself. Of a cluster, three members are asked on behalf of all. If one
 * works, each of the others is asked once, in the context of its target, and gets the
 * same target: a guess, until a word contradicts it. */
#include "active/probe.h"
#include "active/refine.h"

#include <string.h>

enum
{
  ASKED = 3 /* members of a cluster that are asked on behalf of all */
};

/* ---- clusters ---- */

static bool same_column (const hypothesis *h, symbol one, symbol other)
{
  const size_t row = h->alphabet->size;
  for (size_t q = 0; q < h->count; q++)
    if (h->next[q * row + one] != h->next[q * row + other])
      return false;
  return true;
}

bool clusters_find (const hypothesis *h, clusters *c)
{
  const size_t size = h->alphabet->size;
  *c = (clusters){ .size = size };
  c->symbols = allocate (&h->memory, size, sizeof *c->symbols);
  c->ends = allocate (&h->memory, size, sizeof *c->ends);
  bool *taken = allocate_zeroed (&h->memory, size, sizeof *taken);
  const bool ok = c->symbols && c->ends && taken;
  size_t used = 0;
  for (symbol s = 0; ok && s < size && kind_of (h, s) == PAPNI_INTERNAL; s++) {
    const int class = symbol_class (h, s);
    if (taken[s])
      continue;
    c->symbols[used++] = s;
    for (symbol t = s + 1; class && t < size && kind_of (h, t) == PAPNI_INTERNAL; t++)
      if (!taken[t] && symbol_class (h, t) == class && same_column (h, s, t)) {
        taken[t] = true;
        c->symbols[used++] = t;
      }
    c->ends[c->count++] = used;
  }
  release (&h->memory, taken, size, sizeof *taken);
  if (!ok)
    clusters_release (h, c);
  return ok;
}

void clusters_release (const hypothesis *h, clusters *c)
{
  release (&h->memory, c->symbols, c->size, sizeof *c->symbols);
  release (&h->memory, c->ends, c->size, sizeof *c->ends);
  *c = (clusters){ 0 };
}

/* ---- contexts ---- */

static bool same_factor (const answers *a, factor x, factor y)
{
  return x.length == y.length
         && (x.begin == y.begin || !memcmp (word_of (a, x), word_of (a, y), x.length * sizeof (symbol)));
}

bool contexts_add (hypothesis *h, contexts *c, uint32_t state)
{
  context new;
  if (!living_context (h, state, &new))
    return true;
  for (size_t i = 0; i < c->count; i++)
    if (same_factor (&h->answers, c->list[i].before, new.before)
        && same_factor (&h->answers, c->list[i].after, new.after))
      return true;
  if (!reserve (&h->memory, &c->list, &c->capacity, c->count + 1, sizeof *c->list)) {
    h->answers.failed = no_memory (h->answers.e);
    return false;
  }
  c->list[c->count++] = new;
  return true;
}

bool probe_letter (hypothesis *h, uint32_t q, uint32_t letter, const contexts *c, uint32_t *found)
{
  answers *a = &h->answers;
  *found = NO_ANSWER;
  for (size_t i = 0; i < c->count; i++) {
    uint32_t index;
    if (!draft_in (h, c->list[i], q, letter) || !answers_queue (a, &index))
      return false;
  }
  if (!answers_flush (a))
    return false;
  for (size_t i = 0; *found == NO_ANSWER && i < c->count; i++) {
    uint32_t index;
    if (!draft_in (h, c->list[i], q, letter) || !answers_queue (a, &index))
      return false;
    if (a->list[index].answer == PAPNI_YES)
      *found = index;
  }
  return true;
}

/* ---- symbols ---- */

/* A cluster at a state. */
typedef struct probing
{
  const symbol *members;
  size_t count;
  contexts contexts;
} probing;

/* Contexts of the members' targets, of what follows q, and of q itself. */
static bool likely_contexts (hypothesis *h, probing *p, uint32_t q)
{
  const size_t row = h->alphabet->size;
  p->contexts.count = 0;
  for (size_t i = 0; i < h->states[q].count; i++)
    if (!contexts_add (h, &p->contexts, h->states[q].steps[i].target))
      return false;
  for (size_t x = 0; x < h->count; x++)
    for (size_t i = 0; i < p->count; i++) {
      const uint32_t target = h->next[x * row + p->members[i]];
      if (target != NONE && !contexts_add (h, &p->contexts, target))
        return false;
    }
  return contexts_add (h, &p->contexts, q);
}

/* Probes the other members of a cluster, one of which leads from q to a target. */
static bool probe_others (hypothesis *h, const probing *p, uint32_t q, uint32_t target)
{
  answers *a = &h->answers;
  context c;
  if (!living_context (h, target, &c))
    return true;
  for (int asking = 1; asking >= 0; asking--) {
    for (size_t i = 0; i < p->count; i++) {
      uint32_t index;
      if (step_target (h, q, p->members[i]) != NONE)
        continue;
      if (!draft_in (h, c, q, p->members[i]) || !answers_queue (a, &index))
        return false;
      if (!asking && a->list[index].answer == PAPNI_YES
          && !step_add (h, q, (known_step){ p->members[i], target, true }))
        return false;
    }
    if (!answers_flush (a))
      return false;
  }
  return true;
}

static bool probe_cluster (hypothesis *h, probing *p, uint32_t q)
{
  for (size_t i = 0; i < p->count; i++) {
    const uint32_t target = step_target (h, q, p->members[i]);
    if (target != NONE)
      return probe_others (h, p, q, target);
  }
  if (!likely_contexts (h, p, q))
    return false;
  const factor access = h->states[q].access;
  const uint64_t start = hash_symbols (word_of (&h->answers, access), access.length);
  const size_t asked = p->count < ASKED ? p->count : ASKED, apart = p->count / asked;
  for (size_t i = 0; i < asked; i++) {
    const symbol s = p->members[(mix (start) + i * apart) % p->count];
    uint32_t found;
    if (!probe_letter (h, q, s, &p->contexts, &found))
      return false;
    if (found == NO_ANSWER)
      continue;
    if (!refine_by (h, found))
      return false;
    const uint32_t target = step_target (h, q, s);
    return target == NONE || probe_others (h, p, q, target);
  }
  return true;
}

bool probe_symbols (hypothesis *h)
{
  clusters c;
  probing p = { 0 };
  bool ok = clusters_find (h, &c);
  if (!ok)
    h->answers.failed = no_memory (h->answers.e);
  for (size_t i = 0; ok && i < c.count; i++) {
    const size_t begin = i ? c.ends[i - 1] : 0;
    p.members = c.symbols + begin;
    p.count = c.ends[i] - begin;
    for (uint32_t q = 0, count = (uint32_t) h->count; ok && q < count; q++)
      ok = probe_cluster (h, &p, q);
  }
  clusters_release (h, &c);
  release (&h->memory, p.contexts.list, p.contexts.capacity, sizeof *p.contexts.list);
  return ok;
}
