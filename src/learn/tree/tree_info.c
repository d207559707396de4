/* tree_info.c - what a prefix tree contains. */
#include "learn/tree/tree.h"

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
