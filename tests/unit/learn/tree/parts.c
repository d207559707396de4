/* parts.c - trees of parts of a sample: however a sample is divided, and in whatever order
 * and way the parts are merged, the result is the tree of the whole, to the byte, and the
 * models learned from it are those of the samples. */
#include "learn/tree/tree.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MOST_PARTS = 64
};

static page written (const papni_tree *t)
{
  page p = { 0 };
  papni_error error;
  expect_ok (papni_tree_write (t, page_writer (&p), &error), &error);
  return p;
}

static void assert_same (page x, page y)
{
  assert_int_equal (x.size, y.size);
  assert_memory_equal (x.bytes, y.bytes, x.size);
}

/* The words from `begin` to `end`. */
static papni_tree *tree_of (const twin_sample *sample, size_t begin, size_t end, settings options)
{
  twin_sample part = *sample;
  part.words += begin;
  part.count = end - begin;
  papni_samples *samples = test_samples (&part, NULL);
  papni_error error;
  papni_tree *t = test_tree (samples, &options, &error);
  assert_non_null (t);
  test_drop (samples);
  return t;
}

static void shuffle_words (twin_sample *sample, random_source *source)
{
  for (size_t i = sample->count; i > 1; i--) {
    const size_t k = random_below (source, i);
    const twin_word swap = sample->words[i - 1];
    sample->words[i - 1] = sample->words[k];
    sample->words[k] = swap;
  }
}

/* ---- merging ---- */

typedef struct division
{
  page files[MOST_PARTS];
  size_t count;
} division;

static void divide (division *d, const twin_sample *sample, settings options, random_source *source)
{
  size_t begin = 0;
  d->count = 1 + random_below (source, MOST_PARTS);
  for (size_t i = 0; i < d->count; i++) {
    const size_t left = sample->count - begin;
    const size_t end = i + 1 == d->count ? sample->count : begin + random_below (source, 2 * left / (d->count - i) + 1);
    papni_tree *t = tree_of (sample, begin, end < sample->count ? end : sample->count, options);
    d->files[i] = written (t);
    papni_tree_free (t);
    begin = end < sample->count ? end : sample->count;
  }
  for (size_t i = d->count; i > 1; i--) {
    const size_t k = random_below (source, i);
    const page swap = d->files[i - 1];
    d->files[i - 1] = d->files[k];
    d->files[k] = swap;
  }
}

static page merged_at_once (const division *d, unsigned threads, papni_tree_sizes *sizes)
{
  papni_tree_part parts[MOST_PARTS];
  page result = { 0 };
  papni_error error;
  for (size_t i = 0; i < d->count; i++)
    parts[i] = (papni_tree_part){ "part", d->files[i].bytes, d->files[i].size };
  expect_ok (papni_tree_merge_parts (parts, d->count, threads, page_writer (&result), sizes, &error), &error);
  return result;
}

/* Two at a time, in any order. */
static page merged_in_pairs (const division *d, random_source *source)
{
  papni_tree *trees[MOST_PARTS];
  papni_error error;
  for (size_t i = 0; i < d->count; i++) {
    trees[i] = papni_tree_read (d->files[i].bytes, d->files[i].size, "part", NULL, &error);
    assert_non_null (trees[i]);
  }
  for (size_t left = d->count; left > 1; left--) {
    const size_t x = random_below (source, left);
    papni_tree *one = trees[x];
    trees[x] = trees[left - 1];
    const size_t y = random_below (source, left - 1);
    papni_tree *both = papni_tree_merge (one, trees[y], &error);
    assert_non_null (both);
    papni_tree_free (one);
    papni_tree_free (trees[y]);
    trees[y] = both;
  }
  const page result = written (trees[0]);
  papni_tree_free (trees[0]);
  return result;
}

/* ---- learning ---- */

static void same_model (papni_tree *t, const papni_samples *samples, settings options)
{
  papni_error error = { 0 };
  papni_statistics expected, got;
  papni_model *x = test_learn (samples, options, &expected);
  papni_report *report = papni_report_new (NULL, &error);
  papni_options *chosen = settings_options (&options, &samples->memory, &error);
  papni_model *y = papni_tree_learn (t, chosen, NULL, report, &error);
  if (!y)
    fail_msg ("model %u, evidence %u: %s", options.model, options.evidence, error.message);
  got = *papni_report_statistics (report);
  const page one = test_json (x), other = test_json (y);
  assert_same (one, other);
  assert_int_equal (expected.words, got.words);
  assert_int_equal (expected.positive, got.positive);
  if (papni_tree_kind_of (t) == PAPNI_VPA || options.model == PAPNI_DFA) { /* otherwise equal words count once */
    assert_int_equal (expected.dropped_positive, got.dropped_positive);
    assert_int_equal (expected.dropped_negative, got.dropped_negative);
  }
  assert_int_equal (expected.merges, got.merges);
  free (one.bytes);
  free (other.bytes);
  papni_options_free (chosen);
  papni_report_free (report);
  papni_model_free (x);
  papni_model_free (y);
}

static settings by_contexts (unsigned model)
{
  settings s = { .model = model, .method = METHOD_CONTEXTS, .threads = 1 };
  return s;
}

/* All models: from a tree of all words, every one; from a tree of the well-matched words, those
 * with a stack, and every one if no word was dropped. */
static void same_models (papni_tree *t, const papni_samples *samples, bool counts, random_source *source)
{
  const papni_statistics *n = papni_tree_statistics (t);
  const bool all = papni_tree_kind_of (t) == PAPNI_DFA || t->kept == n->words;
  for (size_t i = 0; i < 3; i++) {
    settings options = test_setting ((unsigned) random_below (source, ALL_OPTIONS));
    const bool direct = (options.model == PAPNI_DFA) == (papni_tree_kind_of (t) == PAPNI_DFA);
    options.count = counts && direct && random_below (source, 2) ? COUNT_WORDS : COUNT_DISTINCT;
    if (options.model != PAPNI_DFA || all)
      same_model (t, samples, options);
  }
  same_model (t, samples, by_contexts (MODEL_GENERAL));
  if (all)
    same_model (t, samples, by_contexts (PAPNI_DFA));
}

static void every_division (void **state)
{
  (void) state;
  random_source source = { 41 };
  for (size_t i = 0; i < test_count (200); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 200), 20);
    settings options = test_settings (random_below (&source, 2) ? PAPNI_VPA : PAPNI_DFA);
    options.count = (unsigned) random_below (&source, 2);
    options.threads = 1 + (unsigned) random_below (&source, 3);
    papni_tree *whole = tree_of (sample, 0, sample->count, options);
    const page expected = written (whole);
    papni_samples *samples = test_samples (sample, NULL);
    shuffle_words (sample, &source);
    division d;
    papni_tree_sizes sizes;
    divide (&d, sample, options, &source);
    const page results[] = { merged_at_once (&d, 1 + (unsigned) random_below (&source, 4), &sizes),
                             merged_in_pairs (&d, &source) };
    for (size_t k = 0; k < COUNT (results); k++) {
      assert_same (expected, results[k]);
      free (results[k].bytes);
    }
    assert_int_equal (sizes.nodes, papni_tree_nodes (whole));
    assert_int_equal (sizes.accepted, papni_tree_words (whole, PAPNI_ACCEPT));
    assert_int_equal (sizes.rejected, papni_tree_words (whole, PAPNI_REJECT));
    same_models (whole, samples, options.count == COUNT_WORDS, &source);
    for (size_t k = 0; k < d.count; k++)
      free (d.files[k].bytes);
    free (expected.bytes);
    papni_tree_free (whole);
    test_drop (samples);
    random_sample_free (sample);
  }
}

/* Accepted words alone: the settings are those for samples. */
static void the_same_settings_suit (void **state)
{
  (void) state;
  static const char *const texts[] = { "+ a b\n", "%call (\n%return )\n+ ( a )\n+ a\n", "+ a\n- b\n", "- a\n",
                                       "%call (\n%return )\n+ ( a\n+ a\n" };
  for (size_t i = 0; i < COUNT (texts); i++) {
    papni_samples *samples = test_read (texts[i]);
    papni_error error;
    papni_options *one = papni_options_new (NULL, &error), *other = papni_options_new (NULL, &error);
    const settings s = test_settings (PAPNI_VPA);
    papni_tree *t = test_tree (samples, &s, &error);
    expect_ok (papni_options_suit (one, samples, &error), &error);
    expect_ok (papni_options_suit_tree (other, t, &error), &error);
    assert_string_equal (papni_options_get (one, "model"), papni_options_get (other, "model"));
    assert_string_equal (papni_options_get (one, "method"), papni_options_get (other, "method"));
    papni_tree_free (t);
    papni_options_free (one);
    papni_options_free (other);
    test_drop (samples);
  }
}

/* ---- words with two labels, and words that are dropped ---- */

static papni_tree *gathered (const char *text)
{
  papni_samples *samples = test_read (text);
  papni_error error;
  papni_tree *t = papni_tree_gather (samples, NULL, NULL, NULL, &error);
  assert_non_null (t);
  test_drop (samples);
  return t;
}

static void contradictions_travel (void **state)
{
  (void) state;
#define PAIRED "%call (\n%return )\n"
  papni_tree *one = gathered (PAIRED "+ ( a )\n- ( a )\n+ a\n- b b\n"), *other = gathered (PAIRED "- a\n+ b b\n+ b\n");
  papni_error error;
  papni_tree *both = papni_tree_merge (one, other, &error);
  assert_non_null (both);
  assert_int_equal (papni_tree_contradictions (one), 1);
  assert_int_equal (papni_tree_contradictions (both), 3);
  assert_int_equal (papni_tree_words (both, PAPNI_ACCEPT), 1);
  assert_null (papni_tree_learn (both, NULL, NULL, NULL, &error));
  assert_int_equal (error.code, PAPNI_CONTRADICTION);
  assert_string_equal (error.message, "3 words are both accepted and rejected, such as 'a'");
  assert_null (papni_tree_learn (one, NULL, NULL, NULL, &error));
  assert_string_equal (error.message, "the word '( a )' is both accepted and rejected");
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  papni_contradiction list[3];
  size_t count;
  expect_ok (papni_tree_samples (both, samples, &error), &error);
  assert_int_equal (papni_samples_size (samples), 7);
  expect_ok (papni_samples_contradictions (samples, true, list, COUNT (list), &count, &error), &error);
  assert_int_equal (count, 3);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  papni_tree_free (one);
  papni_tree_free (other);
  papni_tree_free (both);
}

static void the_least_dropped_word_is_the_example (void **state)
{
  (void) state;
  papni_tree *one = gathered (PAIRED "+ ( z z\n+ ( z\n+ a\n"), *other = gathered (PAIRED "+ ( b\n- )\n- )\n+ ( ( (\n");
  papni_error error;
  papni_word word;
  papni_tree *both = papni_tree_merge (one, other, &error);
  assert_true (papni_tree_dropped (both, PAPNI_ACCEPT, &word));
  assert_int_equal (word.length, 2);
  assert_string_equal (papni_alphabet_name (papni_tree_alphabet (both), word.symbols[1]), "b");
  assert_true (papni_tree_dropped (both, PAPNI_REJECT, &word));
  assert_int_equal (word.length, 1);
  assert_false (papni_tree_dropped (one, PAPNI_REJECT, &word));
  assert_int_equal (papni_tree_statistics (both)->dropped_positive, 4);
  assert_int_equal (papni_tree_statistics (both)->dropped_negative, 2);
  settings options = test_settings (PAPNI_DFA);
  assert_null (test_tree_learn (both, &options, &error));
  assert_int_equal (error.code, PAPNI_USAGE);
  papni_tree_free (one);
  papni_tree_free (other);
  papni_tree_free (both);
}

/* ---- pruning ---- */

static bool begins_with (const papni_word *word, const papni_word *with)
{
  return word->length >= with->length
         && (!with->length || !memcmp (word->symbols, with->symbols, with->length * sizeof *with->symbols));
}

/* How many of the words begin with this one. */
static size_t followers (const papni_samples *samples, const papni_word *with)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t count = 0;
  while (papni_samples_next (samples, &cursor, &word))
    count += begins_with (&word, with);
  return count;
}

static const char *name_of (const papni_tree *t, const tree_node *n)
{
  return papni_alphabet_name (t->alphabet, t->symbols[n->symbol].symbol);
}

/* The pruned tree is that of the words that are kept. */
static void pruned_trees (void **state)
{
  (void) state;
  random_source source = { 43 };
  for (size_t i = 0; i < test_count (200); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 100), 8);
    settings options = test_settings (PAPNI_DFA);
    options.count = COUNT_WORDS;
    const size_t least = 1 + random_below (&source, 4);
    papni_tree *whole = tree_of (sample, 0, sample->count, options);
    papni_error error;
    papni_tree *pruned = papni_tree_prune (whole, least, &error);
    assert_non_null (pruned);
    papni_samples *samples = test_samples (sample, NULL);
    twin_sample left = *sample;
    left.words = twin_allocate (sample->count, sizeof *left.words);
    left.count = 0;
    papni_cursor cursor = { 0, 0, 0 };
    papni_word word;
    for (size_t k = 0; papni_samples_next (samples, &cursor, &word); k++)
      if (followers (samples, &word) >= least)
        left.words[left.count++] = sample->words[k];
    papni_tree *expected = tree_of (&left, 0, left.count, options);
    assert_int_equal (papni_tree_nodes (pruned), papni_tree_nodes (expected));
    for (size_t q = 0; q < pruned->size; q++) {
      const tree_node *x = &pruned->nodes[q], *y = &expected->nodes[q];
      assert_int_equal (x->first, y->first);
      assert_int_equal (x->label, y->label);
      assert_int_equal (x->flags, y->flags);
      assert_int_equal (pruned->ends[q], expected->ends[q]);
      assert_int_equal (pruned->others[q], expected->others[q]);
      if (q)
        assert_string_equal (name_of (pruned, x), name_of (expected, y));
    }
    assert_int_equal (papni_tree_statistics (pruned)->pruned, sample->count - left.count);
    assert_int_equal (papni_tree_statistics (pruned)->words, sample->count);
    free (left.words);
    test_drop (samples);
    papni_tree_free (whole);
    papni_tree_free (pruned);
    papni_tree_free (expected);
    random_sample_free (sample);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (every_division),        cmocka_unit_test (the_same_settings_suit),
    cmocka_unit_test (contradictions_travel), cmocka_unit_test (the_least_dropped_word_is_the_example),
    cmocka_unit_test (pruned_trees),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
