/* tree_outputs.c - the prefix tree of traces: the label of a node is the output of the
 * input that leads to it (and of the state, in a Moore machine).
 *
 * The nodes are those of the inputs alone. Then each trace follows its path, from where it
 * leaves the path of the trace before it in sorted order, and labels it. */
#include "learn/tree/tree.h"

#include <stdio.h>

typedef struct labelling
{
  papni_tree *tree;
  const encoded *words;
  const traces *traces;
  node *path; /* path[d]: the node of the first d inputs of the current trace */
} labelling;

static node child_on (const papni_tree *t, node q, symbol s)
{
  node low = t->nodes[q].first, high = t->nodes[q + 1].first;
  while (high - low > 1) {
    const node middle = low + (high - low) / 2;
    if (t->nodes[middle].symbol <= s)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Is the output after the first `depth` inputs of the trace at an offset another one? */
static unsigned output_at (const labelling *l, size_t offset, size_t depth)
{
  const papni_samples *inputs = l->traces->inputs;
  size_t at = offset + depth - 1;
  if (!depth)
    for (at = offset; !is_end (inputs->flat[at]);)
      at++;
  return l->traces->outputs[at];
}

/* Two traces have different outputs after the same inputs: this one, and an earlier one. */
static status tree_contradiction (const labelling *l, size_t index, size_t depth, error *e)
{
  const papni_samples *inputs = l->traces->inputs;
  const size_t one = (size_t) l->words->offsets[index];
  size_t other = one;
  for (size_t i = index; i-- > 0 && other == one;) {
    const size_t offset = (size_t) l->words->offsets[i];
    const unsigned output = output_at (l, offset, depth);
    if (output && output != output_at (l, one, depth))
      other = offset;
  }
  const papni_word first = samples_word_at (inputs, one < other ? one : other);
  const papni_word second = samples_word_at (inputs, one < other ? other : one);
  const text_span is = traces_name (&l->traces->names, output_at (l, one < other ? other : one, depth));
  const text_span was = traces_name (&l->traces->names, output_at (l, one < other ? one : other, depth));
  char place[600] = "before";
  if (first.file)
    snprintf (place, sizeof place, "at %s:%zu", first.file, first.line);
  return fail_at (e, PAPNI_CONTRADICTION, (position){ second.file, second.line, second.file ? 1 : 0 },
                  "after %zu input%s the output is '%.*s' here, but '%.*s' after the same inputs %s: remove one of "
                  "them, or distinguish the inputs",
                  depth, depth == 1 ? "" : "s", (int) is.length, is.text, (int) was.length, was.text, place);
}

static status label_node (const labelling *l, size_t index, size_t depth, error *e)
{
  tree_node *n = &l->tree->nodes[l->path[depth]];
  const unsigned output = output_at (l, (size_t) l->words->offsets[index], depth);
  if (output && n->label && n->label != output)
    return tree_contradiction (l, index, depth, e);
  n->label = output ? (uint8_t) output : n->label;
  return PAPNI_OK;
}

static status label_trace (const labelling *l, size_t index, size_t shared, error *e)
{
  const symbol *word = l->traces->inputs->flat + l->words->offsets[index];
  status s = label_node (l, index, 0, e);
  for (size_t d = 0; !s && !is_end (word[d]); d++) {
    if (d >= shared)
      l->path[d + 1] = child_on (l->tree, l->path[d], l->words->stack.plain[word[d]]);
    s = label_node (l, index, d + 1, e);
  }
  return s;
}

static status label_traces (const labelling *l, error *e)
{
  const symbol *last = NULL;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < l->words->size; i++) {
    const symbol *word = l->traces->inputs->flat + l->words->offsets[i];
    size_t shared = 0;
    while (last && last[shared] == word[shared] && !is_end (word[shared]))
      shared++;
    s = label_trace (l, i, shared, e);
    last = word;
  }
  return s;
}

papni_tree *tree_of_traces (encoded *words, traces *traces, const settings *options, workers *w, error *e)
{
  papni_tree *t = tree_of_words (words, options, w, e);
  if (!t)
    return NULL;
  labelling l = { t, words, traces, allocate (&t->memory, words->longest + 1, sizeof *l.path) };
  if (l.path)
    l.path[0] = 0;
  const status s = l.path ? label_traces (&l, e) : no_memory (e);
  release (&t->memory, l.path, words->longest + 1, sizeof *l.path);
  t->machine = options->model == MODEL_MOORE ? PAPNI_MOORE : PAPNI_MEALY;
  t->outputs = traces->names;
  traces->names = (names){ 0 };
  if (!s)
    return t;
  papni_tree_free (t);
  return NULL;
}
