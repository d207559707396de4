/* tree_info.c - a prefix tree as an object, and what it contains. */
#include "learn/tree/tree.h"

papni_tree *tree_new (const allocator *a, papni_model_kind kind, papni_alphabet *alphabet, size_t symbol_count,
                      error *e)
{
  papni_tree *t = alphabet ? allocate_zeroed (a, 1, sizeof *t) : NULL;
  stack_symbol *symbols = allocate (a, symbol_count, sizeof *symbols);
  if (!t || !symbols) {
    release (a, t, 1, sizeof *t);
    release (a, symbols, symbol_count, sizeof *symbols);
    papni_alphabet_free (alphabet);
    no_memory (e);
    return NULL;
  }
  t->memory = *a;
  t->kind = kind;
  t->alphabet = alphabet;
  t->symbols = symbols;
  t->symbol_count = symbol_count;
  return t;
}

void papni_tree_free (papni_tree *t)
{
  if (!t)
    return;
  const allocator a = t->memory;
  papni_alphabet_free (t->alphabet);
  names_release (&a, &t->outputs);
  release (&a, t->symbols, t->symbol_count, sizeof *t->symbols);
  release (&a, t->nodes, t->size + 1, sizeof *t->nodes);
  release (&a, t->ends, t->size, sizeof *t->ends);
  release (&a, t->others, t->size, sizeof *t->others);
  for (size_t i = 0; i < 2; i++)
    release (&a, t->dropped[i].symbols, t->dropped[i].length, sizeof (symbol));
  release (&a, t, 1, sizeof *t);
}

status tree_allocate_nodes (papni_tree *t, bool counts, error *e)
{
  t->nodes = allocate (&t->memory, t->size + 1, sizeof *t->nodes);
  t->ends = counts ? allocate (&t->memory, t->size, sizeof *t->ends) : NULL;
  t->others = counts ? allocate (&t->memory, t->size, sizeof *t->others) : NULL;
  return t->nodes && (!counts || (t->ends && t->others)) ? PAPNI_OK : no_memory (e);
}

void tree_finish (papni_tree *t)
{
  tree_node *nodes = t->nodes;
  for (size_t q = t->size; q-- > 0;) {
    bool positive = nodes[q].label & PAPNI_ACCEPT;
    for (node c = nodes[q].first; c < nodes[q + 1].first; c++)
      positive |= nodes[c].flags & NODE_POSITIVE;
    nodes[q].flags = positive ? NODE_POSITIVE : 0;
  }
  t->statistics.tree_nodes = t->size;
  t->statistics.tree_bytes = (t->size + 1) * sizeof *t->nodes;
}

papni_model_kind papni_tree_kind_of (const papni_tree *t)
{
  return t->kind;
}

const papni_alphabet *papni_tree_alphabet (const papni_tree *t)
{
  return t->alphabet;
}

size_t papni_tree_nodes (const papni_tree *t)
{
  return t->size;
}

size_t papni_tree_words (const papni_tree *t, papni_label label)
{
  size_t count = 0;
  for (size_t q = 0; q < t->size; q++)
    count += t->nodes[q].label == label;
  return count;
}

size_t papni_tree_contradictions (const papni_tree *t)
{
  return papni_tree_words (t, (papni_label) BOTH_LABELS);
}

bool papni_tree_counts (const papni_tree *t)
{
  return t->ends;
}

const papni_statistics *papni_tree_statistics (const papni_tree *t)
{
  return &t->statistics;
}

bool papni_tree_dropped (const papni_tree *t, papni_label label, papni_word *example)
{
  const tree_word *word = &t->dropped[label == PAPNI_ACCEPT];
  *example = (papni_word){ .symbols = word->symbols, .length = word->length, .label = label };
  return label && word->exists;
}
