/* grammar_right_vpa.c - large grammars of a vpa, without left recursion.
 *
 * No return depends on the caller. So callers share what follows a call: a rule a K X derives
 * the inside of the pair K, its return, and all that can follow up to one of the returns X. */
#include "io/models/grammar_large.h"

#include <string.h>

static bool count_exits (large *l, uint32_t pair)
{
  grammar *g = l->grammar;
  const call_pair own = l->pairs[pair];
  size_t count;
  const comeback *back = exits_comebacks (g, own.caller, own.call, &count);
  for (size_t i = 0; i < count && !g->failed; i++) {
    bool fresh = false;
    if (!l->closed[pair * l->model->states + back[i].to])
      continue;
    bits_set (&l->closing, back[i].to, pair);
    if (!map_enter (&g->memory, &l->exits_used, (uint64_t) own.entry << 32 | back[i].exits, 0, &fresh))
      return large_fail (l);
    l->exit_counts[own.entry] += fresh;
  }
  return grammar_spend (g, 1 + count);
}

bool right_vpa_begin (large *l)
{
  const allocator *a = &l->model->memory;
  bool room = bits_init (a, &l->closing, l->model->states, l->pair_count + 1);
  l->seen = room ? allocate_zeroed (a, l->closing.words, sizeof *l->seen) : NULL;
  if (!l->seen)
    return large_fail (l);
  for (uint32_t k = 0; k < l->pair_count && room; k++)
    room = count_exits (l, k);
  return room;
}

void right_vpa_release (large *l)
{
  const allocator *a = &l->model->memory;
  release (a, l->seen, l->closing.words, sizeof *l->seen);
  bits_release (a, &l->closing);
}

/* The states and pairs that lead to a state. */
void right_vpa_can (large *l, bool *can, papni_state q)
{
  const papni_model *m = l->model;
  const uint64_t *closing = bits_row (&l->closing, q);
  for (size_t i = l->into_rows.first[q]; i < l->into_rows.first[q + 1]; i++) {
    const transition *t = &m->transitions[l->into[i]];
    if (model_symbol_kind (m, t->symbol) == PAPNI_INTERNAL)
      can_reach (l, can, t->from);
  }
  for (size_t i = 0; i < l->closing.words; i++) {
    uint64_t fresh = closing[i] & ~l->seen[i];
    l->seen[i] |= fresh;
    for (; fresh; fresh &= fresh - 1) {
      const size_t k = 64 * i + bits_lowest (fresh);
      can[m->states + k] = true;
      for (size_t c = l->call_rows.first[k]; c < l->call_rows.first[k + 1]; c++)
        can_reach (l, can, m->transitions[l->calls[c]].from);
    }
  }
  grammar_spend (l->grammar, 1 + l->closing.words);
}

/* The symbols that lead from a state, and its calls, each once. */
void right_vpa_steps (large *l, uint32_t exits, papni_state p)
{
  const papni_model *m = l->model;
  const bool *can = can_exit (l, exits);
  for (size_t i = m->first[p]; can && i < m->first[p + 1] && !l->grammar->failed; i++) {
    const transition *t = &m->transitions[i];
    const papni_kind kind = model_symbol_kind (m, t->symbol);
    const bool call = kind == PAPNI_CALL;
    if (call ? !can[m->states + l->pair_of[i]] : kind != PAPNI_INTERNAL || !can[t->to])
      continue;
    body_symbol (l, t->symbol);
    if (call)
      body_rule (l, RIGHT_AFTER, l->pair_of[i], exits);
    else
      body_rule (l, RIGHT_EXIT, exits, t->to);
    body_end_alternative (l);
  }
}

void right_vpa_after (large *l, uint32_t pair, uint32_t exits)
{
  const call_pair own = l->pairs[pair];
  const bool *can = can_exit (l, exits);
  size_t count = 0;
  const comeback *back = can ? exits_comebacks (l->grammar, own.caller, own.call, &count) : NULL;
  for (size_t i = 0; i < count && !l->grammar->failed; i++)
    if (can[back[i].to] && l->closed[pair * l->model->states + back[i].to])
      body_join (l, right_inside (l, own.entry, back[i].exits), (large_rule){ RIGHT_EXIT, exits, back[i].to });
}
