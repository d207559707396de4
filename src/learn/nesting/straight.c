/* straight.c - how nests lie in the accepted words together. */
#include "learn/nesting/nesting.h"

typedef struct owners
{
  int32_t *of;
  uint32_t *stack; /* nests of open calls */
} owners;

void nests_own (const nest *const *nests, size_t count, int32_t *owners)
{
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < nests[i]->size; k++)
      owners[nests[i]->symbols[k]] = k < nests[i]->calls ? (int32_t) i + 1 : -(int32_t) i - 1;
}

size_t nests_own_chosen (const nest_list *list, int32_t *owners)
{
  size_t chosen = 0;
  for (size_t i = 0; i < list->size; i++) {
    const nest *n = &list->items[i];
    if (n->state != PAPNI_NEST_CHOSEN)
      continue;
    chosen++;
    for (size_t k = 0; k < n->size; k++)
      owners[n->symbols[k]] = k < n->calls ? (int32_t) chosen : -(int32_t) chosen;
  }
  return chosen;
}

bool word_is_straight (const symbol *word, const int32_t *owners, uint32_t *stack, size_t *depth)
{
  size_t open = 0;
  *depth = 0;
  for (; !is_end (*word); word++) {
    const int32_t owner = owners[*word];
    if (owner > 0)
      stack[open++] = (uint32_t) owner;
    else if (owner < 0 && (!open || stack[--open] != (uint32_t) -owner))
      return false;
    *depth = open > *depth ? open : *depth;
  }
  return !open;
}

static status owners_init (owners *o, const nesting_words *w, const nest *const *nests, size_t count, error *e)
{
  o->of = allocate_zeroed (&w->memory, w->samples->alphabet->size, sizeof *o->of);
  o->stack = allocate (&w->memory, w->samples->longest, sizeof *o->stack);
  if (!o->of || !o->stack)
    return no_memory (e);
  nests_own (nests, count, o->of);
  return PAPNI_OK;
}

static void owners_release (owners *o, const nesting_words *w)
{
  release (&w->memory, o->of, w->samples->alphabet->size, sizeof *o->of);
  release (&w->memory, o->stack, w->samples->longest, sizeof *o->stack);
}

status nests_together (const nesting_words *w, const nest *const *nests, size_t count, together *t, error *e)
{
  owners o;
  const status s = owners_init (&o, w, nests, count, e);
  *t = (together){ 0, 0 };
  for (size_t i = 0; !s && t->missed <= w->tolerated && i < w->right_count; i++) {
    size_t depth;
    if (!word_is_straight (w->samples->flat + w->right[i], o.of, o.stack, &depth))
      t->missed++;
    else
      t->depth = depth > t->depth ? depth : t->depth;
  }
  owners_release (&o, w);
  return s;
}

status nest_encloses (const nesting_words *w, const nest *n, const nest *const *nests, size_t count, bool *encloses,
                      error *e)
{
  owners o;
  const status s = owners_init (&o, w, nests, count, e);
  *encloses = false;
  for (size_t k = 0; !s && k < n->size; k++)
    o.of[n->symbols[k]] = k < n->calls ? INT32_MAX : INT32_MIN;
  for (size_t i = 0; !s && !*encloses && i < w->right_count; i++) {
    size_t depth = 0;
    for (const symbol *at = w->samples->flat + w->right[i]; !*encloses && !is_end (*at); at++) {
      const int32_t owner = o.of[*at];
      *encloses = depth && owner > 0 && owner < INT32_MAX;
      depth += owner == INT32_MAX;
      depth -= depth && owner == INT32_MIN;
    }
  }
  owners_release (&o, w);
  return s;
}
