/* dense.c - the engine for few symbols makes the same merges as the one for all trees, and a merge that
 * fails changes nothing. */
#include "learn/tree/dense.h" /* before cmocka, which has a macro `fail` */
#include "learn/methods/methods.h"
#include "learn/tree/merge.h"

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* One engine of each kind, for the same tree. */
typedef struct twins
{
  papni_tree *tree;
  progress progress;
  engine *dense, *general;
} twins;

static settings rpni_settings (papni_model_kind model, unsigned focus)
{
  settings s = test_settings (model);
  s.method = METHOD_RPNI;
  s.focus = focus;
  return s;
}

static void twins_init (twins *t, papni_tree *tree, const settings *options)
{
  papni_error error;
  *t = (twins){ .tree = tree };
  t->dense = dense_new (t->tree, options, &t->progress, &error);
  t->general = merger_new (t->tree, NULL, options, &t->progress, &error);
  assert_non_null (t->dense);
  assert_non_null (t->general);
}

static void twins_release (twins *t)
{
  t->dense->ops->free (t->dense);
  t->general->ops->free (t->general);
}

static int order_numbers (const void *x, const void *y)
{
  return compare (*(const uint32_t *) x, *(const uint32_t *) y);
}

/* The numbers of all blue states, in order. Blue states that one step adds may be in another order. */
static size_t blue_numbers (const engine *g, uint32_t *numbers)
{
  size_t count = 0;
  for (uint32_t b = 0; b < g->blues; b++)
    if (g->ops->is_blue (g, b))
      numbers[count++] = g->ops->number (g, b);
  qsort (numbers, count, sizeof *numbers, order_numbers);
  return count;
}

static void expect_same (const twins *t)
{
  const size_t most = t->dense->blues + t->general->blues + 1;
  uint32_t *one = calloc (most, sizeof *one), *other = calloc (most, sizeof *other);
  assert_true (one && other);
  const size_t count = blue_numbers (t->dense, one);
  assert_int_equal (t->dense->reds, t->general->reds);
  assert_int_equal (count, blue_numbers (t->general, other));
  assert_memory_equal (one, other, count * sizeof *one);
  free (one);
  free (other);
}

static uint32_t blue_with (const engine *g, uint32_t number)
{
  uint32_t b = 0;
  while (!g->ops->is_blue (g, b) || g->ops->number (g, b) != number)
    b++;
  return b;
}

/* Tries to merge a blue state into each red one in turn, then promotes it. Merges that signatures rule out
 * fail, and those that fail change nothing. */
static bool settle (twins *t, uint32_t number, size_t *failed)
{
  const uint32_t mine = blue_with (t->dense, number), other = blue_with (t->general, number);
  status trouble = PAPNI_OK;
  for (uint32_t red = 0; red < t->dense->reds; red++) {
    finding found;
    const bool ruled_out = t->dense->ops->next (t->dense, red, mine, &trouble) != red;
    const bool works = t->general->ops->merge (t->general, red, other, &found);
    assert_int_equal (t->dense->ops->merge (t->dense, red, mine, &found), works);
    assert_false (works && ruled_out);
    expect_same (t);
    if (works)
      return true;
    ++*failed;
  }
  papni_error error;
  expect_ok (t->dense->ops->promote (t->dense, mine, &error), &error);
  expect_ok (t->general->ops->promote (t->general, other, &error), &error);
  return false;
}

static void expect_same_model (const twins *t)
{
  papni_error error;
  papni_model *one = t->dense->ops->model (t->dense, &error), *other = t->general->ops->model (t->general, &error);
  assert_non_null (one);
  assert_non_null (other);
  page x = test_json (one), y = test_json (other);
  assert_string_equal (x.bytes, y.bytes);
  free (x.bytes);
  free (y.bytes);
  papni_model_free (one);
  papni_model_free (other);
}

/* In the order of RPNI, or any other. */
static size_t walk_both (twins *t, random_source *source, bool in_order, size_t *failed)
{
  uint32_t numbers[4096];
  size_t merged = 0;
  expect_same (t);
  for (size_t count; (count = blue_numbers (t->dense, numbers));) {
    merged += settle (t, numbers[in_order ? 0 : random_below (source, count)], failed);
    expect_same (t);
    assert_true (t->dense->blues < COUNT (numbers));
  }
  assert_int_equal (t->dense->merges, merged);
  assert_int_equal (t->dense->folded, t->general->folded);
  expect_same_model (t);
  return merged;
}

static void engines_agree (void **state)
{
  (void) state;
  random_source source = { 11 };
  size_t merged = 0, failed = 0, few = 0, many = 0;
  for (size_t i = 0; i < test_count (1200); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 60), 8);
    papni_samples *samples = test_samples (sample, NULL);
    const papni_model_kind model = random_below (&source, 2) ? PAPNI_VPA : PAPNI_DFA;
    const settings options = rpni_settings (model, random_below (&source, 2) ? FOCUS_ALL : FOCUS_POSITIVE);
    papni_error error;
    papni_tree *tree = test_tree (samples, &options, &error);
    assert_non_null (tree);
    if (dense_suits (tree, &options)) {
      twins t;
      few += tree->symbol_count <= 2;
      many += tree->symbol_count > 2;
      twins_init (&t, tree, &options);
      merged += walk_both (&t, &source, random_below (&source, 2), &failed);
      twins_release (&t);
    }
    papni_tree_free (tree);
    test_drop (samples);
    random_sample_free (sample);
  }
  assert_true (merged && failed && few && many);
}

/* Thousands of pairs meet, so there is more than one batch, and reports are made. */
static bool count_reports (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) phase;
  assert_true (done <= total);
  ++*(size_t *) context;
  return true;
}

/* An accepted word of even length, and a rejected one of odd length. */
static papni_samples *long_words (size_t length)
{
  char *text = malloc (4 * length + 64), *at = text;
  assert_non_null (text);
  for (size_t word = 0; word < 2; word++) {
    *at++ = word ? '-' : '+';
    for (size_t i = 0; i < length - word; i++, at += 2)
      memcpy (at, " a", 2);
    *at++ = '\n';
  }
  *at = 0;
  papni_samples *samples = test_read (text);
  free (text);
  return samples;
}

/* RPNI with this engine, which would be left to the other one. */
static papni_model *learn_long_words (papni_watch watch, papni_error *error)
{
  papni_samples *samples = long_words (400000);
  const settings options = rpni_settings (PAPNI_DFA, FOCUS_ALL);
  progress p = { .watch = watch };
  papni_tree *tree = test_tree (samples, &options, error);
  assert_non_null (tree);
  assert_false (dense_suits (tree, &options));
  engine *g = dense_new (tree, &options, &p, error);
  assert_non_null (g);
  papni_model *model = rpni (g, error) ? NULL : g->ops->model (g, error);
  g->ops->free (g);
  papni_tree_free (tree);
  test_drop (samples);
  return model;
}

static void long_words_are_folded (void **state)
{
  (void) state;
  size_t reports = 0;
  papni_error error;
  papni_model *model = learn_long_words ((papni_watch){ .progress = count_reports, .context = &reports }, &error);
  assert_non_null (model);
  assert_int_equal (papni_model_states (model), 2); /* words of even length */
  assert_true (reports > 5);
  papni_model_free (model);
}

static bool cancel_at (void *context, papni_phase phase, size_t done, size_t total)
{
  size_t *left = context;
  (void) phase;
  (void) total;
  return !done || --*left;
}

static void folding_can_be_cancelled (void **state)
{
  (void) state;
  size_t left = 4;
  papni_error error;
  assert_null (learn_long_words ((papni_watch){ .progress = cancel_at, .context = &left }, &error));
  assert_int_equal (error.code, PAPNI_CANCELLED);
}

/* What the engine cannot do, or not faster, is left to the other one. */
static void others_are_refused (void **state)
{
  (void) state;
  papni_error error;
  const char *const trees[] = { "+ a b\n- a c d\n", "+ a\n- a a\n", "+ a b c d e\n- a\n" };
  const settings options = rpni_settings (PAPNI_DFA, FOCUS_ALL);
  for (size_t i = 0; i < COUNT (trees); i++) {
    papni_samples *samples = test_read (trees[i]);
    papni_tree *t = test_tree (samples, &options, &error);
    assert_non_null (t);
    assert_int_equal (dense_suits (t, &options), !i);
    papni_tree_free (t);
    test_drop (samples);
  }
}

static void other_settings_are_refused (void **state)
{
  (void) state;
  papni_error error;
  papni_samples *samples = test_read ("+ a b\n- a c d\n");
  const settings options = rpni_settings (PAPNI_DFA, FOCUS_ALL);
  settings others[] = { options, options, options, options };
  papni_tree *t = test_tree (samples, &options, &error);
  assert_non_null (t);
  others[0].method = METHOD_EDSM;
  others[1].evidence = EVIDENCE_BITS;
  others[2].search = 1;
  others[3].story = (struct papni_story *) t; /* anything */
  for (size_t i = 0; i < COUNT (others); i++)
    assert_false (dense_suits (t, &others[i]));
  const size_t size = t->size;
  t->machine = PAPNI_MOORE;
  assert_false (dense_suits (t, &options));
  t->machine = PAPNI_ACCEPTOR;
  t->size = MAX_NODES;
  assert_false (dense_suits (t, &options));
  t->size = size;
  assert_true (dense_suits (t, &options));
  papni_tree_free (t);
  test_drop (samples);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (engines_agree),
    cmocka_unit_test (long_words_are_folded),
    cmocka_unit_test (folding_can_be_cancelled),
    cmocka_unit_test (others_are_refused),
    cmocka_unit_test (other_settings_are_refused),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
