/* closure_blues.c - which classes of terms are blue, and their numbers.
 *
 * The numbers are kept apart from the classes: threads read them while others try. */
#include "learn/terms/closure.h"

bool closure_find_blues (closure *c)
{
  const allocator *a = &c->engine.memory;
  for (size_t i = 0; i < c->turned.count; i++) {
    const term t = c->turned.items[i];
    for (uint32_t k = c->classes.members[t].uses; k < c->classes.members[t + 1].uses; k++) {
      const use *u = &c->classes.uses[k];
      state_class *class = &c->classes.states[c->classes.of[u->whole]];
      if (class->colour != NOWHERE || (u->other != NO_TERM && closure_red (c, u->other) == NOWHERE))
        continue;
      class->colour = (uint32_t) c->engine.blues++;
      if (!list_add (a, &c->blues, u->whole))
        return false;
    }
  }
  return true;
}

static uint32_t number_of (const closure *c, uint32_t blue)
{
  const state_class *s = &c->classes.states[c->classes.of[c->blues.items[blue]]];
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
  for (size_t i = 0; i < c->classes.joining_count; i++) {
    const uint32_t x = c->classes.joinings[i].before.colour, y = c->classes.states[c->classes.joinings[i].gone].colour;
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
