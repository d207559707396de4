/* merge_model.c - the model of a merged tree: its red states and their rows. */
#include "learn/tree/merge.h"

#include "model/assemble.h"

papni_model *merger_model (const engine *g, error *e)
{
  const merger *m = (const merger *) g;
  const papni_tree *t = m->tree;
  if (t->machine)
    return merger_machine (m, e);
  assembly a;
  status s = assembly_begin (&a, &g->memory, t->kind, t->alphabet, g->reds, e);
  for (size_t red = 0; !s && red < g->reds; red++) {
    a.accepting[red] = m->reds[red].label == PAPNI_ACCEPT;
    for (size_t i = 0; !s && i < m->width; i++) {
      const uint32_t to = m->rows[red * m->width + i];
      if (to != NOWHERE && is_red (to))
        s = assembly_add (&a,
                          (transition){ .from = (papni_state) red,
                                        .to = to & ~RED,
                                        .caller = PAPNI_NO_STATE,
                                        .symbol = t->symbols[i].symbol,
                                        .popped = t->symbols[i].popped },
                          e);
    }
  }
  papni_model *model = s ? NULL : assembly_model (&a, e);
  assembly_release (&a);
  return model;
}
