/* levels.c - the positions of a level: a whole word, or the inside of a call. */
#include "active/levels.h"

static bool levels_full (levels *l)
{
  l->h->answers.failed = no_memory (l->h->answers.e);
  return false;
}

static bool add_level (levels *l, level_place new)
{
  if (!reserve (&l->h->memory, &l->list, &l->capacity, l->count + 1, sizeof *l->list))
    return levels_full (l);
  l->list[l->count++] = new;
  return true;
}

/* The level that a block makes after q, unless its call and return already have one. */
static bool add_nested (levels *l, uint32_t q, const known_step *s)
{
  hypothesis *h = l->h;
  answers *a = &h->answers;
  const nesting b = h->blocks[s->letter - letters_end (h)];
  context c;
  for (size_t i = 0; i < l->count; i++)
    if (l->list[i].nested && l->list[i].call == b.call && l->list[i].ret == b.ret)
      return true;
  if (!living_context (h, s->target, &c))
    return true;
  level_place new = { .call = b.call, .ret = b.ret, .nested = true };
  draft_begin (a);
  if (!draft_factor (a, c.before) || !draft_factor (a, h->states[q].access) || !draft_symbol (a, b.call)
      || !draft_keep (a, &new.around.before))
    return false;
  draft_begin (a);
  return draft_symbol (a, b.ret) && draft_factor (a, c.after) && draft_keep (a, &new.around.after)
         && add_level (l, new);
}

bool levels_find (levels *l)
{
  hypothesis *h = l->h;
  if (!clusters_find (h, &l->clusters))
    return levels_full (l);
  if (!add_level (l, (level_place){ 0 }))
    return false;
  for (uint32_t q = 0; q < h->count; q++)
    for (size_t i = 0; i < h->states[q].count; i++)
      if (h->states[q].steps[i].letter >= letters_end (h) && !add_nested (l, q, &h->states[q].steps[i]))
        return false;
  return true;
}

void levels_release (levels *l)
{
  clusters_release (l->h, &l->clusters);
  release (&l->h->memory, l->list, l->capacity, sizeof *l->list);
}

bool ends_level (const hypothesis *h, const level_place *l, uint32_t q)
{
  if (!l->nested)
    return h->states[q].accepting;
  for (size_t i = 0; i < h->block_count; i++) {
    const nesting b = h->blocks[i];
    if (b.state != q || b.call != l->call || b.ret != l->ret)
      continue;
    for (uint32_t p = 0; p < h->count; p++)
      if (step_target (h, p, letters_end (h) + (uint32_t) i) != NONE)
        return true;
  }
  return false;
}
