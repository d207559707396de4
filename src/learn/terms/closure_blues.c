/* closure_blues.c - which classes of terms are blue, and their numbers.
 *
 * The numbers are kept apart from the classes: threads read them while others try. */
#include "learn/terms/closure.h"

bool closure_take_blues (closure *c)
{
  const list *found = &c->joiner->found;
  for (size_t i = 0; i < found->count; i++)
    if (!list_add (&c->engine.memory, &c->blues, found->items[i]))
      return false;
  c->engine.blues = c->blues.count;
  return true;
}

static uint32_t number_of (const closure *c, uint32_t blue)
{
  const classes *k = &c->joiner->classes;
  const state_class *s = &k->states[k->of[c->blues.items[blue]]];
  return s->colour == blue && (s->positive || c->focus == FOCUS_ALL) ? s->least : NO_TERM;
}

bool closure_number_blues (closure *c)
{
  const engine *g = &c->engine;
  for (size_t i = 0; i < g->moved.count; i++)
    c->numbers.items[g->moved.items[i]] = number_of (c, g->moved.items[i]);
  for (size_t i = 0; i < g->gone.count; i++)
    c->numbers.items[g->gone.items[i]] = number_of (c, g->gone.items[i]);
  while (c->numbers.count < g->blues)
    if (!list_add (&g->memory, &c->numbers, number_of (c, (uint32_t) c->numbers.count)))
      return false;
  return true;
}

bool closure_note_blues (closure *c)
{
  engine *g = &c->engine;
  const classes *k = &c->joiner->classes;
  for (size_t i = 0; i < k->joining_count; i++) {
    const uint32_t x = k->joinings[i].before.colour, y = k->states[k->joinings[i].gone].colour;
    const uint32_t mixed = mix_colours (x, y);
    if (mixed == NOWHERE)
      continue;
    if ((x != NOWHERE && x != mixed && !list_add (&g->memory, &g->gone, x))
        || (y != NOWHERE && y != mixed && !list_add (&g->memory, &g->gone, y))
        || (!is_red (mixed) && !list_add (&g->memory, &g->moved, mixed)))
      return false;
  }
  return true;
}
