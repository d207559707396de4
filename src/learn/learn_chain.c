/* learn_chain.c - Markov chains and decision processes by ALERGIA: the dfa of the merged tree,
 * in which words may end in every state, with the counts of the tree. */
#include "learn/learn.h"

#include "data/chains.h"
#include "model/counts.h"

#include <string.h>

/* ---- counting ---- */

/* How often the words of a tree take each transition of a model that has all of them, and end
 * in each state. */
typedef struct chain_counting
{
  const papni_tree *tree;
  const papni_model *model;
  uint32_t *moves;   /* state * symbols of the tree + symbol -> transition */
  papni_state *at;   /* by node */
  uint64_t *passes;  /* by node: words */
  uint64_t *ends;    /* by state */
  uint64_t *taken;   /* by transition */
  size_t move_count; /* entries of `moves` */
} chain_counting;

static bool chain_counting_begin (chain_counting *c, const papni_tree *t, const papni_model *model)
{
  const allocator *a = &t->memory;
  *c = (chain_counting){ .tree = t, .model = model, .move_count = model->states * t->symbol_count };
  c->moves = allocate_zeroed (a, c->move_count, sizeof *c->moves);
  c->at = allocate_zeroed (a, t->size, sizeof *c->at);
  c->passes = allocate (a, t->size, sizeof *c->passes);
  c->ends = allocate_zeroed (a, model->states, sizeof *c->ends);
  c->taken = allocate_zeroed (a, model->count, sizeof *c->taken);
  return c->moves && c->at && c->passes && c->ends && c->taken;
}

static void chain_counting_release (const chain_counting *c)
{
  const allocator *a = &c->tree->memory;
  release (a, c->moves, c->move_count, sizeof *c->moves);
  release (a, c->at, c->tree->size, sizeof *c->at);
  release (a, c->passes, c->tree->size, sizeof *c->passes);
  release (a, c->ends, c->model->states, sizeof *c->ends);
  release (a, c->taken, c->model->count, sizeof *c->taken);
}

/* Symbols of the model and of the tree have the same names. */
static void chain_moves (const chain_counting *c)
{
  const papni_tree *t = c->tree;
  const papni_model *m = c->model;
  for (size_t s = 0; s < t->symbol_count; s++) {
    const letter *l = &t->alphabet->letters[t->symbols[s].symbol];
    const symbol same = papni_alphabet_find (m->alphabet, l->name, l->length);
    for (size_t i = 0; i < m->count; i++)
      if (m->transitions[i].symbol == same)
        c->moves[m->transitions[i].from * t->symbol_count + s] = (uint32_t) i;
  }
}

/* The tree leads to its nodes breadth-first, so that the state of a node is known before those
 * of its children. */
static void chain_count (const chain_counting *c)
{
  const papni_tree *t = c->tree;
  for (size_t q = t->size; q-- > 0;) {
    c->passes[q] = t->ends[q];
    for (node child = t->nodes[q].first; child < t->nodes[q + 1].first; child++)
      c->passes[q] += c->passes[child];
  }
  for (size_t q = 0; q < t->size; q++) {
    const uint32_t *moves = c->moves + c->at[q] * t->symbol_count;
    c->ends[c->at[q]] += t->ends[q];
    for (node child = t->nodes[q].first; child < t->nodes[q + 1].first; child++) {
      const uint32_t move = moves[t->nodes[child].symbol];
      c->taken[move] += c->passes[child];
      c->at[child] = c->model->transitions[move].to;
    }
  }
}

static status chain_take_counts (papni_model *model, const papni_tree *t, error *e)
{
  chain_counting c;
  status s = chain_counting_begin (&c, t, model) ? PAPNI_OK : no_memory (e);
  if (!s) {
    chain_moves (&c);
    chain_count (&c);
    s = model_take_counts (model, c.ends, c.taken, e);
  }
  chain_counting_release (&c);
  return s;
}

/* ---- learning ---- */

/* Frees the dfa, which may be NULL. */
static papni_model *chain_of (papni_model *dfa, const papni_tree *t, const settings *options, error *e)
{
  static const papni_machine machines[] = { PAPNI_MC, PAPNI_MDP, PAPNI_SMM };
  bool *all = dfa ? allocate (&t->memory, dfa->states, sizeof *all) : NULL;
  papni_model *model = NULL;
  if (all) {
    memset (all, true, dfa->states * sizeof *all);
    const papni_parts parts = { dfa->kind, dfa->alphabet, dfa->states, all, dfa->transitions, dfa->count };
    model = papni_machine_new (&parts, machines[options->model - MODEL_MC], t->start, e);
  } else if (dfa)
    no_memory (e);
  if (model && chain_take_counts (model, t, e)) {
    papni_model_free (model);
    model = NULL;
  }
  release (&t->memory, all, dfa ? dfa->states : 0, sizeof *all);
  papni_model_free (dfa);
  return model;
}

papni_model *learn_chain (const papni_samples *samples, const settings *options, papni_statistics *counts, error *e)
{
  chains c;
  papni_model *model = NULL;
  settings counting = *options;
  counting.count = COUNT_WORDS;
  counting.model = PAPNI_DFA;
  papni_tree *t =
      chains_init (&c, samples, options->model != MODEL_MC, e) ? NULL : learn_tree_of (c.words, &counting, counts, e);
  chains_release (&c);
  if (t) {
    t->start = c.start; /* of the samples' alphabet */
    t->start_length = c.start ? strlen (c.start) : 0;
    model = chain_of (learn_from_tree (t, NULL, options, counts, e), t, options, e);
  }
  papni_tree_free (t);
  return model;
}
