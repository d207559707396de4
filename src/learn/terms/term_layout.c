/* term_layout.c - where terms are kept, so that those of one word are close together.
 *
 * Most terms belong to one word only. A merge of two states follows such words symbol by
 * symbol, so with many words its time is spent waiting for memory. From the longest word to
 * the shortest, each gets the next numbers for those of its terms that have none. Parts come
 * first, and the numbers do not depend on the order of the words in the samples. */
#include "learn/terms/term_layout.h"

#include <string.h>

/* A term whose parts come first. */
typedef struct placing
{
  const terms *terms;
  term *number; /* of each term; NO_TERM: not yet */
  term *stack;
  term next;
  watch *watch;
} placing;

static bool is_waiting (const placing *p, term t)
{
  return t != NO_TERM && p->number[t] == NO_TERM;
}

/* Gives a term and its parts the next numbers. */
static status place_term (placing *p, term t, error *e)
{
  const term first = p->next;
  size_t depth = 0;
  p->stack[depth++] = t;
  while (depth) {
    const term top = p->stack[depth - 1];
    const shape *s = &p->terms->shapes[top];
    if (is_waiting (p, s->before))
      p->stack[depth++] = s->before;
    else if (is_waiting (p, s->inside))
      p->stack[depth++] = s->inside;
    else {
      p->number[top] = p->next++;
      depth--;
    }
  }
  return watch_spend (p->watch, p->next - first, e);
}

static status place_terms (placing *p, const term *ranked, error *e)
{
  const terms *t = p->terms;
  memset (p->number, 0xff, t->size * sizeof *p->number);
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < t->entries; i++)
    failed = place_term (p, ranked[i], e);
  for (size_t i = t->size; !failed && i-- > t->entries;)
    if (is_waiting (p, ranked[i]))
      failed = place_term (p, ranked[i], e);
  return failed;
}

/* Moves the terms to their new numbers. */
static status move_terms (const placing *p, terms *to, const term *ranked, error *e)
{
  const terms *from = p->terms;
  const term *number = p->number;
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < from->size; i++) {
    const shape *s = &from->shapes[ranked[i]];
    const term n = number[ranked[i]];
    to->rank[n] = (term) i;
    to->shapes[n] = *s;
    if (s->before != NO_TERM)
      to->shapes[n].before = number[s->before];
    if (s->inside != NO_TERM)
      to->shapes[n].inside = number[s->inside];
    if (to->ends)
      to->ends[n] = from->ends[ranked[i]];
    failed = terms_spend (p->watch, i, e);
  }
  return failed;
}

status terms_lay_out (terms *t, const term *ranked, watch *w, error *e)
{
  const allocator *a = &t->memory;
  terms moved = *t;
  placing p = { .terms = t, .watch = w };
  p.number = allocate (a, t->size, sizeof *p.number);
  p.stack = allocate (a, t->size, sizeof *p.stack);
  moved.rank = allocate (a, t->size, sizeof *moved.rank);
  moved.shapes = allocate (a, t->size, sizeof *moved.shapes);
  moved.ends = t->ends ? allocate (a, t->size, sizeof *moved.ends) : NULL;
  moved.capacity = t->size;
  moved.end_capacity = t->ends ? t->size : 0;
  const bool room = p.number && p.stack && moved.rank && moved.shapes && (moved.ends || !t->ends);
  status failed = room ? place_terms (&p, ranked, e) : no_memory (e);
  if (!failed)
    failed = move_terms (&p, &moved, ranked, e);
  release (a, p.number, t->size, sizeof *p.number);
  release (a, p.stack, t->size, sizeof *p.stack);
  terms unused = failed ? moved : *t;
  unused.entry = NULL;
  terms_release (&unused);
  if (!failed)
    *t = moved;
  return failed;
}
