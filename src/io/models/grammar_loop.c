/* grammar_loop.c - writes a loop the way one would: (a b)* a as a (b a)*, and a a* as a+. */
#include "io/models/grammar.h"

enum
{
  MOST_ITEMS = 64 /* of sequences that are compared */
};

/* Lists the items of a sequence; returns their number, or MOST_ITEMS + 1 if there are more. */
static size_t list_items (const grammar *g, uint32_t what, uint32_t items[MOST_ITEMS])
{
  uint32_t work[MOST_ITEMS + 1];
  size_t waiting = 0, count = 0;
  work[waiting++] = what;
  while (waiting) {
    const uint32_t at = work[--waiting];
    const part *p = &g->parts[at];
    if (p->kind == PART_EMPTY)
      continue;
    if (count == MOST_ITEMS || waiting + 2 > MOST_ITEMS)
      return MOST_ITEMS + 1;
    if (p->kind == PART_SEQUENCE) {
      work[waiting++] = p->other;
      work[waiting++] = p->one;
    } else
      items[count++] = at;
  }
  return count;
}

static bool same_item (const grammar *g, uint32_t one, uint32_t other)
{
  const part *x = &g->parts[one], *y = &g->parts[other];
  return one == other || (x->kind == y->kind && (x->kind == PART_SYMBOL || x->kind == PART_RULE) && x->one == y->one);
}

uint32_t grammar_plus (grammar *g, uint32_t one, uint32_t other)
{
  const part first = g->parts[one], loop = g->parts[other];
  const uint32_t last = first.kind == PART_SEQUENCE ? first.other : one;
  if (loop.kind != PART_REPEAT || !same_item (g, last, loop.one))
    return NO_RULE;
  const uint32_t plus = grammar_part (g, PART_PLUS, loop.one, 0);
  return first.kind == PART_SEQUENCE ? grammar_part (g, PART_SEQUENCE, first.one, plus) : plus;
}

uint32_t grammar_loop (grammar *g, uint32_t loop, uint32_t then)
{
  uint32_t all[MOST_ITEMS], last[MOST_ITEMS];
  const size_t count = list_items (g, loop, all), ending = list_items (g, then, last);
  bool rotates = ending && count <= MOST_ITEMS && ending < count;
  for (size_t i = 0; rotates && i < ending; i++)
    rotates = same_item (g, all[i], last[i]);
  if (!rotates)
    return grammar_part (g, PART_SEQUENCE, grammar_part (g, PART_REPEAT, loop, 0), then);
  uint32_t between = 0;
  for (size_t i = ending; i < count; i++)
    between = grammar_part (g, PART_SEQUENCE, between, all[i]);
  for (size_t i = 0; i < ending; i++) { /* copies: a part is used once */
    const part own = g->parts[last[i]];
    between = grammar_part (g, PART_SEQUENCE, between, grammar_part (g, own.kind, own.one, own.other));
  }
  return grammar_part (g, PART_SEQUENCE, then, grammar_part (g, PART_REPEAT, between, 0));
}
