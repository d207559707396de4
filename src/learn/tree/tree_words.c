/* tree_words.c - the words of a prefix tree, spelled out.
 *
 * A tree has the words of its samples, each once, so what cannot be learned from a tree
 * directly is learned from them. The tree is walked depth-first; the path is the word. */
#include "learn/tree/tree.h"

#include <string.h>

typedef struct speller
{
  const papni_tree *tree;
  symbol *path;
  node *at; /* the node at each depth */
  size_t depth, room, at_room;
} speller;

/* Begins with the root. */
static bool speller_begin (speller *s, const papni_tree *t)
{
  *s = (speller){ .tree = t };
  if (!reserve (&t->memory, &s->at, &s->at_room, 1, sizeof *s->at))
    return false;
  s->at[0] = 0;
  return true;
}

static void speller_release (speller *s)
{
  release (&s->tree->memory, s->path, s->room, sizeof *s->path);
  release (&s->tree->memory, s->at, s->at_room, sizeof *s->at);
}

/* The next node in depth-first order. *end after the last; false if out of memory. */
static bool speller_next (speller *s, bool *end)
{
  const papni_tree *t = s->tree;
  const tree_node *nodes = t->nodes;
  node q = s->at[s->depth], next = nodes[q].first;
  *end = false;
  if (next < nodes[q + 1].first) {
    s->depth++;
    if (!reserve (&t->memory, &s->at, &s->at_room, s->depth + 1, sizeof *s->at)
        || !reserve (&t->memory, &s->path, &s->room, s->depth, sizeof *s->path))
      return false;
  } else {
    while (s->depth && s->at[s->depth] + 1 == nodes[s->at[s->depth - 1] + 1].first)
      s->depth--;
    *end = !s->depth;
    if (*end)
      return true;
    next = s->at[s->depth] + 1;
  }
  s->at[s->depth] = next;
  s->path[s->depth - 1] = t->symbols[nodes[next].symbol].symbol;
  return true;
}

/* ---- samples ---- */

typedef struct unfolding
{
  papni_samples *samples;
  uint32_t *times; /* of each word; NULL: not counted */
  size_t room;
} unfolding;

static status add_word (unfolding *u, const speller *s, papni_label label, error *e)
{
  papni_samples *samples = u->samples;
  const uint32_t *ends = s->tree->ends;
  if (!samples_reserve (samples, s->depth)
      || (u->times && !reserve (&samples->memory, &u->times, &u->room, samples->size + 1, sizeof *u->times)))
    return no_memory (e);
  if (u->times)
    u->times[samples->size] = ends[s->at[s->depth]];
  if (s->depth)
    memcpy (samples->flat + samples->used, s->path, s->depth * sizeof *s->path);
  return samples_end_word (samples, s->depth, label, NULL, 0, e);
}

/* A word with both labels is there twice. */
static status add_node_words (unfolding *u, const speller *s, error *e)
{
  const node q = s->at[s->depth];
  const tree_node *n = &s->tree->nodes[q];
  const bool leaf = n->first == n[1].first;
  status failed = PAPNI_OK;
  if (n->label & PAPNI_ACCEPT)
    failed = add_word (u, s, PAPNI_ACCEPT, e);
  if (!failed && n->label & PAPNI_REJECT)
    failed = add_word (u, s, PAPNI_REJECT, e);
  if (!failed && !n->label && leaf && s->tree->kept)
    failed = add_word (u, s, PAPNI_UNKNOWN, e);
  return failed;
}

static status unfold (unfolding *u, const papni_tree *t, error *e)
{
  speller s;
  bool end = false;
  status failed = speller_begin (&s, t) ? PAPNI_OK : no_memory (e);
  while (!failed && !end) {
    failed = add_node_words (u, &s, e);
    if (!failed && !speller_next (&s, &end))
      failed = no_memory (e);
  }
  speller_release (&s);
  return failed;
}

papni_samples *tree_words (const papni_tree *t, uint32_t **times, error *e)
{
  const allocator *a = &t->memory;
  unfolding u = { .samples = papni_samples_new (t->alphabet, e) };
  if (times)
    *times = NULL;
  if (!u.samples)
    return NULL;
  status failed = PAPNI_OK;
  if (times && t->ends && !reserve (a, &u.times, &u.room, 1, sizeof *u.times))
    failed = no_memory (e);
  if (!failed)
    failed = unfold (&u, t, e);
  if (!failed && times && u.times) { /* as many as there are words */
    *times = allocate (a, u.samples->size, sizeof **times);
    if (!*times)
      failed = no_memory (e);
    else if (u.samples->size)
      memcpy (*times, u.times, u.samples->size * sizeof **times);
  }
  release (a, u.times, u.room, sizeof *u.times);
  if (!failed)
    return u.samples;
  papni_samples_free (u.samples);
  return NULL;
}

papni_status papni_tree_samples (const papni_tree *t, papni_samples *samples, papni_error *e)
{
  papni_error own;
  e = e ? e : &own;
  papni_samples *words = tree_words (t, NULL, e);
  if (!words)
    return e->code;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  const char **names = allocate (&t->memory, words->longest, sizeof *names);
  status failed = names ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !failed && i < t->alphabet->size; i++)
    if (t->alphabet->letters[i].kind != PAPNI_INTERNAL)
      failed =
          papni_alphabet_declare (samples->alphabet, t->alphabet->letters[i].kind, t->alphabet->letters[i].name, e);
  if (!failed)
    failed = alphabet_add_pairs (samples->alphabet, t->alphabet, e);
  while (!failed && papni_samples_next (words, &cursor, &word)) {
    for (size_t i = 0; i < word.length; i++)
      names[i] = t->alphabet->letters[word.symbols[i]].name;
    failed = papni_samples_add (samples, names, word.length, word.label, e);
  }
  release (&t->memory, names, words->longest, sizeof *names);
  papni_samples_free (words);
  return failed;
}

/* ---- words with two labels ---- */

/* The symbols of a word, as far as they fit. */
static void spell_word (const papni_tree *t, const symbol *word, size_t length, char *text, size_t size)
{
  static const char more[] = "...";
  size_t used = 0;
  text[0] = 0;
  for (size_t i = 0; i < length; i++) {
    const letter *l = &t->alphabet->letters[word[i]];
    const bool fits = used + l->length + 1 + sizeof more < size;
    const char *name = fits ? l->name : more;
    const size_t count = fits ? l->length : sizeof more - 1;
    if (used)
      text[used++] = ' ';
    memcpy (text + used, name, count);
    text[used += count] = 0;
    if (!fits)
      return;
  }
}

/* The symbols on the path to a node. */
static status spell_node (const papni_tree *t, node q, char *text, size_t size, error *e)
{
  symbol *word = NULL;
  size_t length = 0, room = 0;
  while (q) {
    node low = 0, high = q; /* its parent: the last node whose children begin at or before it */
    while (high - low > 1) {
      const node middle = low + (high - low) / 2;
      if (t->nodes[middle].first <= q)
        low = middle;
      else
        high = middle;
    }
    if (!reserve (&t->memory, &word, &room, length + 1, sizeof *word)) {
      release (&t->memory, word, room, sizeof *word);
      return no_memory (e);
    }
    word[length++] = t->symbols[t->nodes[q].symbol].symbol;
    q = low;
  }
  for (size_t i = 0; i < length / 2; i++) {
    const symbol swap = word[i];
    word[i] = word[length - 1 - i];
    word[length - 1 - i] = swap;
  }
  spell_word (t, word, length, text, size);
  release (&t->memory, word, room, sizeof *word);
  return PAPNI_OK;
}

status tree_check_labels (const papni_tree *t, error *e)
{
  char word[200];
  const size_t count = t->one_label ? 0 : papni_tree_contradictions (t);
  node q = 0;
  if (!count)
    return PAPNI_OK;
  while (t->nodes[q].label != BOTH_LABELS)
    q++;
  const status s = spell_node (t, q, word, sizeof word, e);
  if (s)
    return s;
  if (count == 1)
    return fail (e, PAPNI_CONTRADICTION, "the word '%s' is both accepted and rejected", word);
  return fail (e, PAPNI_CONTRADICTION, "%zu words are both accepted and rejected, such as '%s'", count, word);
}
