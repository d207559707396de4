/* tallies.c - what accepted words do next after each term.
 *
 * A term that an accepted word passes shows an event of each of its parts: the symbol
 * that follows the part before, or the call; and the return that follows the part inside.
 * An event is numbered like its symbol; the end of a word comes after all symbols. */
#include "learn/terms/tallies.h"

/* The sets of one event each, made when an event occurs. */
typedef struct singles
{
  event_set *of; /* each event; 0: it does not occur */
  uint64_t *bits;
  size_t count; /* events that occur */
} singles;

static bool tallies_add_event (tallies *t, singles *s, term what, size_t event)
{
  event_sets *sets = &t->sets;
  if (!s->of[event]) {
    s->bits[event / 64] = (uint64_t) 1 << event % 64;
    if (!event_sets_add (sets, s->bits, &s->of[event]))
      return false;
    s->bits[event / 64] = 0;
    s->count++;
  }
  return event_sets_union (sets, t->of[what].events, s->of[event], &t->of[what].events);
}

static bool tallies_add_events (tallies *t, singles *s, const terms *all, term what)
{
  const shape *x = &all->shapes[what];
  if (!x->positive)
    return true;
  if (x->label == PAPNI_ACCEPT && !tallies_add_event (t, s, what, all->letters))
    return false;
  if (x->before == NO_TERM)
    return true;
  const stack_symbol read = all->words->stack.symbols[x->symbol];
  return x->inside == NO_TERM
             ? tallies_add_event (t, s, x->before, read.symbol)
             : tallies_add_event (t, s, x->before, read.popped) && tallies_add_event (t, s, x->inside, read.symbol);
}

/* Whenever a word passes a term, it ends there, or passes a term next of which that one is
 * a part. Parts have smaller numbers. */
static status tallies_fill (tallies *t, singles *s, const terms *all, watch *w, error *e)
{
  status failed = PAPNI_OK;
  for (size_t i = t->size; !failed && i-- > 0;) {
    const shape *x = &all->shapes[i];
    if (x->label == PAPNI_ACCEPT)
      t->of[i].passes += all->ends ? all->ends[i] : 1;
    if (x->before != NO_TERM)
      t->of[x->before].passes += t->of[i].passes;
    if (x->inside != NO_TERM)
      t->of[x->inside].passes += t->of[i].passes;
    failed = tallies_add_events (t, s, all, (term) i) ? terms_spend (w, i, e) : no_memory (e);
  }
  return failed || event_bits_init (&t->bits, &t->memory, s->count) ? failed : no_memory (e);
}

status tallies_init (tallies *t, const terms *all, watch *w, error *e)
{
  const allocator *a = &all->memory;
  const size_t events = all->letters + 1;
  *t = (tallies){ .memory = *a, .size = all->size };
  if (!event_sets_init (&t->sets, a, events))
    return no_memory (e);
  singles s = { .of = allocate_zeroed (a, events, sizeof *s.of) };
  s.bits = allocate_zeroed (a, t->sets.width, sizeof *s.bits);
  t->of = allocate_zeroed (a, t->size, sizeof *t->of);
  const status failed = s.of && s.bits && t->of ? tallies_fill (t, &s, all, w, e) : no_memory (e);
  release (a, s.of, events, sizeof *s.of);
  release (a, s.bits, t->sets.width, sizeof *s.bits);
  return failed;
}

status tallies_copy (tallies *t, const tallies *from, watch *w, error *e)
{
  const allocator *a = &from->memory;
  *t = (tallies){ .memory = from->memory, .size = from->size };
  if (!event_sets_copy (&t->sets, &from->sets) || !event_bits_init (&t->bits, a, from->bits.events))
    return no_memory (e);
  return watched_copy (w, a, &t->of, from->of, t->size * sizeof *t->of, e);
}

void tallies_release (tallies *t)
{
  const allocator *a = &t->memory;
  release (a, t->of, t->size, sizeof *t->of);
  event_sets_release (&t->sets);
  event_bits_release (&t->bits, a);
  release (a, t->old, t->old_capacity, sizeof *t->old);
}
