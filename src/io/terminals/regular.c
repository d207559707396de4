/* regular.c - the regular expression of an automaton: equivalent states are joined, and then
 * eliminated one by one, those with the fewest ways through them first. */
#include "io/terminals/regular.h"

#include <string.h>

enum
{
  MOST_LANGUAGE_STATES = 1 << 9,
  MOST_WRITTEN = 1 << 16 /* parts of an expression, as often as they are written */
};

typedef struct regular_eliminator
{
  regulars *regulars;
  const regular *of;
  uint32_t *class; /* by state: the first equivalent one */
  uint32_t *edges; /* parts between the states and a last one, the end; NO_PART: none */
  size_t size;
} regular_eliminator;

static status too_large (regulars *l)
{
  if (!l->failed)
    l->failed =
        fail (l->error, PAPNI_INPUT, "the lexer's patterns overlap too much for a grammar: use --terminals names");
  return l->failed;
}

/* ---- equivalent states ---- */

static uint32_t class_after (const regular_eliminator *m, size_t q, size_t c)
{
  const uint32_t to = m->of->next[q * m->of->atoms + c];
  return to == NO_PART ? NO_PART : m->class[to];
}

/* Do two states of a class lead to the same classes? */
static bool states_alike (const regular_eliminator *m, size_t one, size_t other, const uint32_t *class)
{
  for (size_t c = 0; c < m->of->atoms; c++) {
    const uint32_t x = m->of->next[one * m->of->atoms + c], y = m->of->next[other * m->of->atoms + c];
    if ((x == NO_PART ? NO_PART : class[x]) != (y == NO_PART ? NO_PART : class[y]))
      return false;
  }
  return true;
}

/* Moore's refinement, from two classes on. The start stays apart. `fresh` has room for all states. */
static void join_equivalent (regular_eliminator *m, uint32_t *fresh)
{
  const size_t states = m->of->states;
  uint32_t first[2] = { NO_PART, NO_PART };
  for (size_t q = 1; q < states; q++) {
    uint32_t *own = &first[m->of->ends[q]];
    *own = *own == NO_PART ? (uint32_t) q : *own;
    fresh[q] = *own;
  }
  fresh[0] = 0;
  memcpy (m->class, fresh, states * sizeof *fresh);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t q = 0; q < states; q++) {
      fresh[q] = m->class[q];
      if (m->class[q] == q)
        continue;
      size_t k = m->class[q]; /* the first of the class that is like it */
      while (k < q && !(m->class[k] == m->class[q] && states_alike (m, k, q, m->class)))
        k++;
      fresh[q] = (uint32_t) k;
      changed |= fresh[q] != m->class[q];
    }
    memcpy (m->class, fresh, states * sizeof *fresh);
  }
}

/* ---- elimination ---- */

static uint32_t *elimination_edge (const regular_eliminator *m, size_t from, size_t to)
{
  return &m->edges[from * m->size + to];
}

static void elimination_add_edges (regular_eliminator *m, size_t q, bool *row)
{
  const regular *of = m->of;
  const size_t end = of->states;
  if (of->ends[q])
    *elimination_edge (m, q, end) = 0;
  for (size_t c = 0; c < of->atoms && !m->regulars->failed; c++) {
    const uint32_t to = class_after (m, q, c);
    if (to == NO_PART || *elimination_edge (m, q, to) != NO_PART)
      continue;
    for (size_t k = 0; k < of->atoms; k++)
      row[k] = class_after (m, q, k) == to;
    *elimination_edge (m, q, to) = regular_set (m->regulars, row);
  }
}

/* The number of ways through a state; SIZE_MAX: it is gone. */
static size_t ways_through (const regular_eliminator *m, size_t q)
{
  size_t in = 0, out = 0;
  for (size_t k = 0; k < m->size; k++)
    if (k != q) {
      in += *elimination_edge (m, k, q) != NO_PART;
      out += *elimination_edge (m, q, k) != NO_PART;
    }
  return in && out ? in * out : SIZE_MAX;
}

static void eliminate_state (regular_eliminator *m, size_t q)
{
  regulars *l = m->regulars;
  const uint32_t loop = regular_repeat (l, *elimination_edge (m, q, q));
  for (size_t i = 0; i < m->size && !l->failed; i++) {
    if (i == q || *elimination_edge (m, i, q) == NO_PART)
      continue;
    const uint32_t into = regular_sequence (l, *elimination_edge (m, i, q), loop);
    for (size_t k = 0; k < m->size && !l->failed; k++)
      if (k != q && *elimination_edge (m, q, k) != NO_PART)
        *elimination_edge (m, i, k) =
            regular_choice (l, *elimination_edge (m, i, k), regular_sequence (l, into, *elimination_edge (m, q, k)));
  }
  for (size_t k = 0; k < m->size; k++)
    *elimination_edge (m, k, q) = *elimination_edge (m, q, k) = NO_PART;
}

static void eliminate_states (regular_eliminator *m)
{
  for (;;) {
    size_t best = 0, least = SIZE_MAX;
    for (size_t q = m->of->states; --q;) {
      const size_t ways = ways_through (m, q);
      if (ways < least)
        least = ways, best = q;
    }
    if (!best || m->regulars->failed)
      return;
    eliminate_state (m, best);
  }
}

/* How many parts are written for one: shared parts are written several times. */
static void check_size (regular_eliminator *m, uint32_t result)
{
  const patterns *p = m->regulars->patterns;
  uint32_t *sizes = allocate (&p->memory, (size_t) result + 1, sizeof *sizes);
  if (!sizes) {
    m->regulars->failed = no_memory (m->regulars->error);
    return;
  }
  for (uint32_t i = 0; i <= result; i++) {
    const part *own = &p->parts[i];
    uint32_t size = 1;
    if (own->kind >= PART_SEQUENCE && own->one < i)
      size += sizes[own->one];
    if ((own->kind == PART_SEQUENCE || own->kind == PART_CHOICE) && own->other < i)
      size += sizes[own->other];
    sizes[i] = size < MOST_WRITTEN ? size : MOST_WRITTEN;
  }
  if (sizes[result] == MOST_WRITTEN)
    too_large (m->regulars);
  release (&p->memory, sizes, (size_t) result + 1, sizeof *sizes);
}

static uint32_t eliminate (regular_eliminator *m, uint32_t *fresh, bool *row)
{
  regulars *l = m->regulars;
  join_equivalent (m, fresh);
  memset (m->edges, 0xff, m->size * m->size * sizeof *m->edges);
  for (size_t q = 0; q < m->of->states && !l->failed; q++)
    if (m->class[q] == q)
      elimination_add_edges (m, q, row);
  eliminate_states (m);
  const uint32_t result = *elimination_edge (m, 0, m->of->states);
  if (!l->failed && result != NO_PART)
    check_size (m, result);
  return l->failed ? NO_PART : result == NO_PART ? 0 : result;
}

static uint32_t regular_of_useful (regulars *l, const regular *of)
{
  const allocator *a = &l->patterns->memory;
  if (of->states > MOST_LANGUAGE_STATES)
    return too_large (l), NO_PART;
  regular_eliminator m = { .regulars = l, .of = of, .size = of->states + 1 };
  m.class = allocate (a, of->states, sizeof *m.class);
  m.edges = allocate (a, m.size * m.size, sizeof *m.edges);
  uint32_t *fresh = allocate (a, of->states, sizeof *fresh);
  bool *row = allocate (a, of->atoms, sizeof *row);
  uint32_t result = NO_PART;
  if (m.class && m.edges && fresh && row)
    result = eliminate (&m, fresh, row);
  else
    l->failed = no_memory (l->error);
  release (a, m.class, of->states, sizeof *m.class);
  release (a, m.edges, m.size * m.size, sizeof *m.edges);
  release (a, fresh, of->states, sizeof *fresh);
  release (a, row, of->atoms, sizeof *row);
  return result;
}

/* ---- useful states ---- */

/* Numbers the states that lead to an end, the others are NO_PART. Returns how many there are. */
static size_t number_useful (const regular *of, uint32_t *number)
{
  size_t count = 0;
  for (size_t q = 0; q < of->states; q++)
    number[q] = of->ends[q] ? 0 : NO_PART;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t q = of->states; q--;)
      for (size_t c = 0; number[q] == NO_PART && c < of->atoms; c++) {
        const uint32_t to = of->next[q * of->atoms + c];
        if (to != NO_PART && number[to] != NO_PART)
          changed = true, number[q] = 0;
      }
  }
  for (size_t q = 0; q < of->states; q++)
    if (number[q] != NO_PART)
      number[q] = (uint32_t) count++;
  return count;
}

uint32_t regular_part (regulars *l, const regular *of)
{
  const allocator *a = &l->patterns->memory;
  uint32_t *number = allocate (a, of->states, sizeof *number);
  const size_t count = number ? number_useful (of, number) : 0, cells = count * of->atoms;
  uint32_t *next = allocate (a, cells, sizeof *next), result = 0;
  bool *ends = allocate (a, count, sizeof *ends);
  if (!number || (count && (!next || !ends))) {
    l->failed = no_memory (l->error);
    result = NO_PART;
  } else if (number[0] != NO_PART) {
    for (size_t q = 0; q < of->states; q++) {
      if (number[q] == NO_PART)
        continue;
      ends[number[q]] = of->ends[q];
      for (size_t c = 0; c < of->atoms; c++) {
        const uint32_t to = of->next[q * of->atoms + c];
        next[number[q] * of->atoms + c] = to == NO_PART ? NO_PART : number[to];
      }
    }
    result = regular_of_useful (l, &(regular){ count, of->atoms, next, ends });
  }
  release (a, number, of->states, sizeof *number);
  release (a, next, cells, sizeof *next);
  release (a, ends, count, sizeof *ends);
  return result;
}
