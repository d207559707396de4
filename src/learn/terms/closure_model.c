/* closure_model.c - the model of classes of terms: a sevpa with the red states.
 *
 * A term all of whose parts are red is a transition. Its symbol is read in the state of
 * its part `before` or, if it ends a block, in the state of its part `inside`; the
 * caller is then the state of `before`. */
#include "learn/terms/closure.h"

#include "model/assemble.h"

static papni_state red_or_none (const closure *c, term t)
{
  const uint32_t red = t == NO_TERM ? NOWHERE : closure_red (c, t);
  return red == NOWHERE ? PAPNI_NO_STATE : red;
}

/* The transition of a term; false if it has none, or if it is not the representative. */
static bool transition_of (const closure *c, term t, transition *result)
{
  const shape *s = &c->terms->shapes[t];
  const bool block = s->inside != NO_TERM;
  const papni_state to = red_or_none (c, t), before = red_or_none (c, s->before), inside = red_or_none (c, s->inside);
  if (to == PAPNI_NO_STATE || before == PAPNI_NO_STATE || (block && inside == PAPNI_NO_STATE))
    return false;
  const stack_symbol read = c->terms->words->stack.symbols[s->symbol];
  *result = (transition){ .from = block ? inside : before,
                          .to = to,
                          .caller = block ? before : PAPNI_NO_STATE,
                          .symbol = read.symbol,
                          .popped = read.popped };
  return classes_stand_for_all (&c->joiner->classes, t);
}

papni_model *closure_model (const engine *g, error *e)
{
  const closure *c = (const closure *) g;
  const terms *t = c->terms;
  watch w = engine_watch (g, g->progress);
  assembly a;
  status s = assembly_begin (&a, &g->memory, PAPNI_SEVPA, t->words->samples->alphabet, g->reds, e);
  for (uint32_t red = 0; !s && red < g->reds; red++)
    a.accepting[red] = closure_label (c, red) == PAPNI_ACCEPT;
  for (size_t i = 0; !s && i < t->size; i++) {
    transition next;
    if (transition_of (c, (term) i, &next))
      s = assembly_add (&a, next, e);
    if (!s)
      s = terms_spend (&w, i, e);
  }
  for (size_t call = 0; !s && call < t->letters; call++)
    if (t->entry[call] != NO_TERM)
      s = assembly_add (&a,
                        (transition){ .to = closure_red (c, t->entry[call]),
                                      .caller = PAPNI_NO_STATE,
                                      .symbol = (symbol) call,
                                      .popped = PAPNI_NO_SYMBOL },
                        e);
  papni_model *model = s ? NULL : assembly_model (&a, e);
  assembly_release (&a);
  return model;
}
