/* straight.c - how nests lie in the accepted words together. */
#include "learn/nesting/nesting.h"

typedef struct owners
{
  int32_t *of;     /* symbol -> 1 + its nest for a call, the same negative for a return, or 0 */
  uint32_t *stack; /* nests of open calls */
} owners;

static status owners_init (owners *o, const nesting_words *w, const nest *const *nests, size_t count, error *e)
{
  o->of = allocate_zeroed (&w->memory, w->samples->alphabet->size, sizeof *o->of);
  o->stack = allocate (&w->memory, w->samples->longest, sizeof *o->stack);
  if (!o->of || !o->stack)
    return no_memory (e);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < nests[i]->size; k++)
      o->of[nests[i]->symbols[k]] = k < nests[i]->calls ? (int32_t) i + 1 : -(int32_t) i - 1;
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
  *t = (together){ .straight = !s };
  for (size_t i = 0; t->straight && i < w->right_count; i++) {
    size_t depth = 0;
    for (const symbol *at = w->samples->flat + w->right[i]; t->straight && !is_end (*at); at++) {
      const int32_t owner = o.of[*at];
      if (owner > 0)
        o.stack[depth++] = (uint32_t) owner;
      else if (owner < 0)
        t->straight = depth && o.stack[--depth] == (uint32_t) -owner;
      t->depth = depth > t->depth ? depth : t->depth;
    }
    t->straight = t->straight && !depth;
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
      depth -= owner == INT32_MIN;
    }
  }
  owners_release (&o, w);
  return s;
}
