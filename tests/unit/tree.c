/* tree.c - the prefix tree: numbered in shortlex order, children side by side,
 * labels and flags where they belong. Each node's word is spelled out and looked
 * for in the sample. */
#include "tree.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* The words of all nodes, spelled out from the root. */
typedef struct spelled
{
  symbol *symbols;
  size_t length;
} spelled;

static spelled *spell (const tree *t)
{
  spelled *words = twin_allocate (t->size, sizeof *words);
  for (size_t q = 0; q < t->size; q++)
    for (node c = t->nodes[q].first; c < t->nodes[q + 1].first; c++) {
      assert_true (c > q && c < t->size);
      words[c].length = words[q].length + 1;
      words[c].symbols = twin_allocate (words[c].length, sizeof (symbol));
      memcpy (words[c].symbols, words[q].symbols ? words[q].symbols : words[c].symbols,
              words[q].length * sizeof (symbol));
      words[c].symbols[words[c].length - 1] = t->nodes[c].symbol;
    }
  return words;
}

static int shortlex (const spelled *x, const spelled *y)
{
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  for (size_t i = 0; i < x->length; i++)
    if (x->symbols[i] != y->symbols[i])
      return x->symbols[i] < y->symbols[i] ? -1 : 1;
  return 0;
}

/* Walks a word of the sample: its end has its label, and an accepted word marks its way. */
static void find_word (const tree *t, const encoded *words, const papni_word *word)
{
  papni_encoding encoding = { .popped = NULL };
  papni_error error;
  if (words->encoder)
    expect_ok (papni_encode (words->encoder, word->symbols, word->length, &encoding, &error), &error);
  if (encoding.mismatch)
    return;
  node q = 0;
  for (size_t i = 0; i < word->length; i++) {
    const symbol popped = encoding.popped ? encoding.popped[i] : PAPNI_NO_SYMBOL;
    const symbol s = stack_number (&words->stack, word->symbols[i], popped);
    node c = t->nodes[q].first;
    while (c < t->nodes[q + 1].first && t->nodes[c].symbol != s)
      c++;
    assert_true (c < t->nodes[q + 1].first);
    assert_true (word->label != PAPNI_ACCEPT || t->nodes[q].flags & NODE_POSITIVE);
    q = c;
  }
  assert_true (!word->label || t->nodes[q].label == word->label);
}

/* Every node leads to a labelled one or to a leaf, so none is there without a word. */
static void no_idle_nodes (const tree *t)
{
  bool *needed = twin_allocate (t->size, sizeof *needed), *positive = twin_allocate (t->size, sizeof *positive);
  for (size_t q = t->size; q-- > 0;) {
    const bool leaf = t->nodes[q].first == t->nodes[q + 1].first;
    needed[q] = leaf || t->nodes[q].label;
    positive[q] = t->nodes[q].label == PAPNI_ACCEPT;
    for (node c = t->nodes[q].first; c < t->nodes[q + 1].first; c++) {
      needed[q] |= needed[c];
      positive[q] |= positive[c];
    }
    assert_true (needed[q]);
    assert_int_equal (positive[q], !!(t->nodes[q].flags & NODE_POSITIVE));
  }
  free (needed);
  free (positive);
}

static void check (const twin_sample *sample, bool with_stack)
{
  papni_samples *samples = test_samples (sample, NULL);
  papni_statistics statistics = { 0 };
  papni_error error;
  encoded words;
  tree t;
  expect_ok (encoded_init (&words, samples, with_stack, &statistics, &error), &error);
  expect_ok (tree_init (&t, &words, &error), &error);
  spelled *nodes = spell (&t);
  for (size_t q = 1; q < t.size; q++)
    assert_true (shortlex (&nodes[q - 1], &nodes[q]) < 0);
  for (size_t q = 1; q < t.size; q++)
    free (nodes[q].symbols);
  free (nodes);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (papni_samples_next (samples, &cursor, &word))
    find_word (&t, &words, &word);
  no_idle_nodes (&t);
  tree_release (&t);
  encoded_release (&words);
  test_drop (samples);
}

static void random_samples (void **state)
{
  (void) state;
  random_source source = { 11 };
  for (size_t i = 0; i < test_count (400); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 200), 20);
    check (sample, true);
    check (sample, false);
    random_sample_free (sample);
  }
}

/* No words at all, the empty word alone, and one that is deep. */
static void odd_samples (void **state)
{
  (void) state;
  static int deep[5000];
  twin_word words[] = { { NULL, 0, PAPNI_ACCEPT }, { deep, COUNT (deep), PAPNI_REJECT }, { deep, 10, PAPNI_UNKNOWN } };
  twin_sample sample = { .alphabet = { .size = 1, .names = { "a" } }, .words = words };
  for (sample.count = 0; sample.count <= COUNT (words); sample.count++)
    check (&sample, true);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (random_samples), cmocka_unit_test (odd_samples) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
