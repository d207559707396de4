/* twin_learn.c - red-blue learning with a prefix tree, straight from its definition.
 *
 * A letter is a symbol with the call it pops; letters are numbered in symbol order, so
 * words of letters compare like words of numbers. A node of the prefix tree is the
 * index of its word in the sorted list of all prefixes. Every change of the tree goes
 * through `put`, which logs the old value. */
#include "twin.h"

#include <stdlib.h>

typedef struct letter
{
  int symbol, popped;
} letter;

/* A word of letters, or the first `length` of them. */
typedef struct prefix
{
  const int *letters;
  size_t length;
  papni_label label;
} prefix;

typedef struct change
{
  int *slot, old;
} change;

/* Two nodes that fold into one. */
typedef struct pair
{
  int into, from;
} pair;

typedef struct tree
{
  size_t nodes, letters;
  int *child;    /* [node][letter], TWIN_NONE where there is none */
  int *label;    /* a papni_label */
  int *positive; /* does an accepted word pass here? */
  int *passes;   /* of accepted words, by node */
  int *events;   /* that follow in these */
  int all_events;
  int *least; /* the smallest number among the nodes merged into this one */
  pair *work; /* room for fold */
  change *trail;
  size_t trail_size, trail_room;
} tree;

/* A child of a red node that is not red itself. */
typedef struct blue
{
  int node, least, *slot;
} blue;

/* All possible letters, in symbol order. Returns their number. */
static size_t list_letters (const twin_alphabet *alphabet, papni_model_kind kind, letter *letters)
{
  int order[TWIN_MAX_SYMBOLS];
  size_t count = 0;
  twin_symbol_order (alphabet, order);
  for (int a = 0; a < alphabet->size; a++) {
    bool pops = kind == PAPNI_VPA && alphabet->kinds[order[a]] == PAPNI_RETURN;
    if (!pops)
      letters[count++] = (letter){ order[a], TWIN_NONE };
    for (int c = 0; pops && c < alphabet->size; c++)
      if (twin_pops (alphabet, order[a], order[c]))
        letters[count++] = (letter){ order[a], order[c] };
  }
  return count;
}

/* ---- prefix tree --------------------------------------------------------- */

static int shortlex (const void *left, const void *right)
{
  const prefix *a = left, *b = right;
  if (a->length != b->length)
    return a->length < b->length ? -1 : 1;
  for (size_t i = 0; i < a->length; i++)
    if (a->letters[i] != b->letters[i])
      return a->letters[i] < b->letters[i] ? -1 : 1;
  return 0;
}

/* The samples as words of letters, without those that are not well-matched. Returns
 * their number. */
static size_t encode_sample (const twin_sample *sample, papni_model_kind kind, const letter *letters, prefix *words)
{
  size_t count = 0;
  for (size_t w = 0; w < sample->count; w++) {
    const twin_word *word = &sample->words[w];
    int *popped = twin_allocate (word->length, sizeof *popped), *out = twin_allocate (word->length, sizeof *out);
    int open;
    size_t at;
    bool kept =
        kind == PAPNI_DFA
        || twin_encode (&sample->alphabet, word->symbols, word->length, popped, &at, &open) == PAPNI_MISMATCH_NONE;
    for (size_t i = 0; kept && i < word->length; i++) {
      int pops = kind == PAPNI_DFA ? TWIN_NONE : popped[i];
      while (letters[out[i]].symbol != word->symbols[i] || letters[out[i]].popped != pops)
        out[i]++;
    }
    if (kept)
      words[count++] = (prefix){ out, word->length, word->label };
    else
      free (out);
    free (popped);
  }
  return count;
}

/* All prefixes of the words, without duplicates, in shortlex order. */
static prefix *list_prefixes (const prefix *words, size_t count, size_t *size)
{
  size_t all = 1, used = 0;
  for (size_t w = 0; w < count; w++)
    all += words[w].length + 1;
  prefix *list = twin_allocate (all, sizeof *list);
  list[used++] = (prefix){ NULL, 0, PAPNI_UNKNOWN };
  for (size_t w = 0; w < count; w++)
    for (size_t i = 0; i <= words[w].length; i++)
      list[used++] = (prefix){ words[w].letters, i, PAPNI_UNKNOWN };
  qsort (list, used, sizeof *list, shortlex);
  *size = 1;
  for (size_t i = 1; i < used; i++)
    if (shortlex (&list[i], &list[*size - 1]) != 0)
      list[(*size)++] = list[i];
  return list;
}

static int node_of (const prefix *list, size_t size, const int *letters, size_t length)
{
  prefix key = { letters, length, PAPNI_UNKNOWN };
  const prefix *found = bsearch (&key, list, size, sizeof *list, shortlex);
  return (int) (found - list);
}

static int *child_slot (tree *t, int node, size_t a)
{
  return &t->child[(size_t) node * t->letters + a];
}

/* False where a word is both accepted and rejected. */
static bool build_tree (tree *t, const prefix *words, size_t count, size_t letters)
{
  prefix *list = list_prefixes (words, count, &t->nodes);
  bool consistent = true;
  t->letters = letters;
  t->child = twin_allocate (t->nodes * letters, sizeof *t->child);
  t->label = twin_allocate (t->nodes, sizeof *t->label);
  t->positive = twin_allocate (t->nodes, sizeof *t->positive);
  t->passes = twin_allocate (t->nodes, sizeof *t->passes);
  t->events = twin_allocate (t->nodes, sizeof *t->events);
  t->least = twin_allocate (t->nodes, sizeof *t->least);
  t->work = twin_allocate (t->nodes, sizeof *t->work);
  for (size_t i = 0; i < t->nodes * letters; i++)
    t->child[i] = TWIN_NONE;
  for (size_t n = 0; n < t->nodes; n++) {
    t->least[n] = (int) n;
    if (n > 0) {
      int parent = node_of (list, t->nodes, list[n].letters, list[n].length - 1);
      *child_slot (t, parent, (size_t) list[n].letters[list[n].length - 1]) = (int) n;
    }
  }
  for (size_t w = 0; w < count; w++) {
    int end = node_of (list, t->nodes, words[w].letters, words[w].length), label = (int) words[w].label;
    if (label != PAPNI_UNKNOWN && t->label[end] != PAPNI_UNKNOWN && t->label[end] != label)
      consistent = false;
    if (label != PAPNI_UNKNOWN)
      t->label[end] = label;
    for (size_t i = 0; label == PAPNI_ACCEPT && i <= words[w].length; i++)
      t->positive[node_of (list, t->nodes, words[w].letters, i)] = true;
  }
  free (list);
  return consistent;
}

/* What accepted words do next at each node. */
static void count_events (tree *t, const prefix *words, size_t count, const letter *letters, unsigned counting)
{
  bool *counted = twin_allocate (t->nodes, sizeof *counted); /* a word that ends here was */
  for (size_t w = 0; w < count; w++) {
    int end = 0, node = 0;
    for (size_t i = 0; i < words[w].length; i++)
      end = *child_slot (t, end, (size_t) words[w].letters[i]);
    if (words[w].label != PAPNI_ACCEPT || (counting == COUNT_DISTINCT && counted[end]))
      continue;
    counted[end] = true;
    for (size_t i = 0; i <= words[w].length; i++) {
      int event = 1 << (i < words[w].length ? letters[words[w].letters[i]].symbol : TWIN_END);
      t->passes[node]++;
      t->events[node] |= event;
      t->all_events |= event;
      if (i < words[w].length)
        node = *child_slot (t, node, (size_t) words[w].letters[i]);
    }
  }
  free (counted);
}

static void free_tree (tree *t)
{
  free (t->child);
  free (t->label);
  free (t->positive);
  free (t->passes);
  free (t->events);
  free (t->least);
  free (t->work);
  free (t->trail);
}

/* ---- merging ------------------------------------------------------------- */

static void put (tree *t, int *slot, int value)
{
  if (t->trail_size == t->trail_room) {
    t->trail_room = 2 * t->trail_room + 64;
    t->trail = realloc (t->trail, t->trail_room * sizeof *t->trail);
    if (!t->trail)
      abort ();
  }
  t->trail[t->trail_size++] = (change){ slot, *slot };
  *slot = value;
}

static void undo (tree *t)
{
  while (t->trail_size > 0) {
    change last = t->trail[--t->trail_size];
    *last.slot = last.old;
  }
}

static long bits_of (const tree *t, int node)
{
  return twin_event_bits (t->passes[node], t->events[node], t->all_events);
}

/* Folds the node b into r: labels, numbers, and the children that r does not have. Adds
 * the evidence of this pair. False on a conflict. */
static bool fold_node (tree *t, int r, int b, unsigned evidence, long *sum)
{
  bool labelled = t->label[b] != PAPNI_UNKNOWN, agrees = labelled && t->label[r] == t->label[b];
  if (labelled && t->label[r] != PAPNI_UNKNOWN && !agrees)
    return false;
  if (labelled)
    put (t, &t->label[r], t->label[b]);
  if (t->positive[b])
    put (t, &t->positive[r], true);
  if (t->least[b] < t->least[r])
    put (t, &t->least[r], t->least[b]);
  long before = evidence == EVIDENCE_BITS ? bits_of (t, r) + bits_of (t, b) : 0;
  put (t, &t->passes[r], t->passes[r] + t->passes[b]);
  put (t, &t->events[r], t->events[r] | t->events[b]);
  for (size_t a = 0; a < t->letters; a++)
    if (*child_slot (t, b, a) != TWIN_NONE && *child_slot (t, r, a) == TWIN_NONE)
      put (t, child_slot (t, r, a), *child_slot (t, b, a));
  *sum += evidence == EVIDENCE_BITS ? before - bits_of (t, r) : evidence == EVIDENCE_STATES || agrees;
  return true;
}

/* Folds the tree at b into r. False on a conflict. */
static bool fold (tree *t, int r, int b, unsigned evidence, long *sum)
{
  size_t count = 0;
  *sum = 0;
  t->work[count++] = (pair){ r, b };
  while (count > 0) {
    pair p = t->work[--count];
    for (size_t a = 0; a < t->letters; a++) {
      int into = *child_slot (t, p.into, a), from = *child_slot (t, p.from, a);
      if (into != TWIN_NONE && from != TWIN_NONE)
        t->work[count++] = (pair){ into, from };
    }
    if (!fold_node (t, p.into, p.from, evidence, sum))
      return false;
  }
  return true;
}

/* Redirects the blue node's parent to r and folds. */
static bool merge (tree *t, blue b, int r, unsigned evidence, long *sum)
{
  put (t, b.slot, r);
  return fold (t, r, b.node, evidence, sum);
}

/* The blue nodes by number. Returns how many. */
static size_t list_blue (tree *t, const int *red, size_t red_count, unsigned focus, blue *list)
{
  size_t count = 0;
  for (size_t q = 0; q < red_count; q++)
    for (size_t a = 0; a < t->letters; a++) {
      int *slot = child_slot (t, red[q], a);
      bool is_blue = *slot != TWIN_NONE && (focus == FOCUS_ALL || t->positive[*slot]);
      for (size_t i = 0; i < red_count; i++)
        is_blue = is_blue && *slot != red[i];
      if (!is_blue)
        continue;
      blue b = { *slot, t->least[*slot], slot };
      size_t i = count++;
      for (; i > 0 && b.least < list[i - 1].least; i--)
        list[i] = list[i - 1];
      list[i] = b;
    }
  return count;
}

/* Merges or promotes one blue node. False when there is none. */
static bool advance (tree *t, int *red, size_t *red_count, const settings *w, twin_course *course)
{
  const unsigned method = w->method, evidence = w->evidence;
  blue *list = twin_allocate (*red_count * t->letters, sizeof *list), best = { 0 };
  size_t count = list_blue (t, red, *red_count, w->focus, list);
  int best_red = TWIN_NONE, promoted = TWIN_NONE;
  long most = -1;
  for (size_t i = 0; i < count && promoted == TWIN_NONE && !(method == METHOD_RPNI && most >= 0); i++) {
    bool mergeable = false;
    if (twin_waits (course, list[i].node))
      continue;
    for (size_t q = 0; q < *red_count && !(method == METHOD_RPNI && mergeable); q++) {
      if (twin_avoids (course, (twin_decision){ red[q], list[i].node }))
        continue;
      long found;
      bool works = merge (t, list[i], red[q], evidence, &found);
      undo (t);
      works = works && twin_pays (evidence, found, t->positive[list[i].node]);
      mergeable = mergeable || works;
      if (works && found > most) {
        most = found;
        best = list[i];
        best_red = red[q];
      }
    }
    if (!mergeable)
      promoted = list[i].node;
  }
  if (promoted != TWIN_NONE) {
    red[(*red_count)++] = promoted;
    twin_note (course, (twin_decision){ TWIN_NONE, promoted });
  } else if (count > 0) {
    long found;
    merge (t, best, best_red, evidence, &found);
    t->trail_size = 0;
    twin_note (course, (twin_decision){ best_red, best.node });
  }
  free (list);
  return count > 0;
}

/* ---- learning ------------------------------------------------------------ */

/* The red nodes, numbered breadth first in symbol order. */
static void read_model (twin_model *model, tree *t, const int *red, size_t red_count, const letter *letters)
{
  int *number = twin_allocate (t->nodes, sizeof *number), *queue = twin_allocate (red_count, sizeof *queue);
  for (size_t n = 0; n < t->nodes; n++)
    number[n] = TWIN_NONE;
  model->accepting = twin_allocate (red_count, sizeof *model->accepting);
  model->edges = twin_allocate (red_count * t->letters, sizeof *model->edges);
  number[0] = 0;
  model->states = 1;
  for (int q = 0; q < model->states; q++) {
    model->accepting[q] = t->label[queue[q]] == PAPNI_ACCEPT;
    for (size_t a = 0; a < t->letters; a++) {
      int to = *child_slot (t, queue[q], a);
      bool is_red = false;
      for (size_t i = 0; i < red_count; i++)
        is_red = is_red || red[i] == to;
      if (!is_red)
        continue;
      if (number[to] == TWIN_NONE) {
        number[to] = model->states;
        queue[model->states++] = to;
      }
      model->edges[model->edge_count++] = (twin_edge){ q, letters[a].symbol, letters[a].popped, TWIN_NONE, number[to] };
    }
  }
  free (number);
  free (queue);
}

twin_model *twin_learn (const twin_sample *sample, const settings *w, twin_course *course)
{
  const papni_model_kind kind = (papni_model_kind) w->model;
  twin_course own = { 0 };
  course = course ? course : &own;
  letter letters[TWIN_MAX_SYMBOLS * (TWIN_MAX_SYMBOLS + 1)];
  size_t letter_count = list_letters (&sample->alphabet, kind, letters);
  prefix *words = twin_allocate (sample->count, sizeof *words);
  size_t count = encode_sample (sample, kind, letters, words);
  twin_model *model = NULL;
  tree t = { 0 };
  if (build_tree (&t, words, count, letter_count)) {
    model = twin_allocate (1, sizeof *model);
    model->kind = kind;
    model->alphabet = sample->alphabet;
    model->tree_nodes = t.nodes;
    int *red = twin_allocate (t.nodes, sizeof *red);
    count_events (&t, words, count, letters, w->count);
    size_t red_count = 1;
    while (advance (&t, red, &red_count, w, course))
      continue;
    model->merges = twin_merges (course);
    course->reds = red_count;
    read_model (model, &t, red, red_count, letters);
    free (red);
  }
  for (size_t i = 0; i < count; i++)
    free ((void *) words[i].letters);
  free (words);
  free_tree (&t);
  twin_course_free (&own);
  return model;
}
