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
  node *path; /* path[d]: the node of the first d inputs of the current trace; before there is
                 one, the last node before those of that depth */
} labelling;

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

/* The nodes of a trace that the trace before it, at the offset `last`, has, too. */
static status label_shared (const labelling *l, size_t index, size_t last, size_t *shared, error *e)
{
  const size_t offset = (size_t) l->words->offsets[index];
  const symbol *word = l->traces->inputs->flat + offset, *before = l->traces->inputs->flat + last;
  const uint8_t *outputs = l->traces->outputs + offset, *known = l->traces->outputs + last;
  size_t d = 0;
  for (; word[d] == before[d] && !is_end (word[d]); d++)
    if (outputs[d] != known[d]) {
      const status s = label_node (l, index, d + 1, e);
      if (s)
        return s;
    }
  *shared = d;
  return PAPNI_OK;
}

/* The other nodes of a trace are new. The nodes of each depth come in the order of their
 * numbers. */
static size_t label_new (const labelling *l, size_t offset, size_t shared)
{
  const symbol *word = l->traces->inputs->flat + offset;
  const uint8_t *outputs = l->traces->outputs + offset;
  size_t d = shared;
  for (; !is_end (word[d]); d++)
    l->tree->nodes[++l->path[d + 1]].label = outputs[d];
  return d;
}

static status label_traces (const labelling *l, error *e)
{
  size_t last = 0;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < l->words->size; i++) {
    const size_t offset = (size_t) l->words->offsets[i];
    size_t shared = 0;
    s = i ? label_shared (l, i, last, &shared, e) : PAPNI_OK;
    if (s) /* a contradiction at the start comes first */
      return label_node (l, i, 0, e) ? PAPNI_CONTRADICTION : s;
    const size_t length = label_new (l, offset, shared);
    const unsigned start = l->traces->outputs[offset + length];
    if (start && start != l->tree->nodes->label)
      s = label_node (l, i, 0, e);
    last = offset;
  }
  return s;
}

/* The first node of a depth is the first child of the first node above it that has one. */
static void find_depths (const labelling *l)
{
  const tree_node *nodes = l->tree->nodes;
  node first = 0;
  for (size_t d = 0; d < l->words->longest; d++) {
    first = nodes[first].first; /* a node without children has the first child of the next one */
    l->path[d + 1] = first - 1;
  }
}

papni_tree *tree_of_traces (encoded *words, traces *traces, const settings *options, workers *w, error *e)
{
  papni_tree *t = tree_of_words (words, options, w, e);
  if (!t)
    return NULL;
  labelling l = { t, words, traces, allocate (&t->memory, words->longest + 1, sizeof *l.path) };
  if (l.path) {
    l.path[0] = 0;
    find_depths (&l);
  }
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
