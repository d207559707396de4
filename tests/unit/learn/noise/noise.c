/* noise.c - wrong labels: the different words beside a slow twin, bits, halves; what is learned does not
 * depend on order and threads; cancelling, ending early, memory. */
#include "learn/noise/label_bits.h"
#include "learn/noise/noisy_words.h"

#include "oracle/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- samples --------------------------------------------------------------- */

/* Words of a language, some with the wrong label, some twice, some with both labels. */
static papni_samples *noisy_samples (random_source *source, int language, size_t words, const papni_allocator *a)
{
  papni_error error;
  twin_sample *sample = random_language_sample (source, language, words, 12, true);
  for (size_t i = 0; i < sample->count; i++)
    if (!random_below (source, 10))
      sample->words[i].label = sample->words[i].label == PAPNI_ACCEPT ? PAPNI_REJECT : PAPNI_ACCEPT;
  papni_samples *samples = test_samples (sample, a);
  for (size_t i = 0; i < sample->count; i++) {
    const char *names[64];
    const twin_word *w = &sample->words[i];
    for (size_t k = 0; k < w->length; k++)
      names[k] = sample->alphabet.names[w->symbols[k]];
    for (size_t times = random_below (source, 8) ? 0 : 1 + random_below (source, 2); times; times--)
      expect_ok (papni_samples_add (samples, names, w->length, (papni_label) random_below (source, 3), &error), &error);
  }
  random_sample_free (sample);
  return samples;
}

static bool same_word (const papni_word *x, const papni_word *y)
{
  return x->length == y->length && (!x->length || !memcmp (x->symbols, y->symbols, x->length * sizeof *x->symbols));
}

/* ---- words ------------------------------------------------------------------ */

/* Counts the labels of a word by comparing it with all others. */
static void count_labels (const papni_samples *samples, const papni_word *word, size_t times[3])
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word other;
  memset (times, 0, 3 * sizeof *times);
  while (papni_samples_next (samples, &cursor, &other))
    times[other.label] += other.label != PAPNI_UNKNOWN && same_word (word, &other);
}

static void different_words (void **state)
{
  (void) state;
  random_source source = { 7 };
  for (int language = 0; language < LANGUAGES; language++) {
    papni_samples *samples = noisy_samples (&source, language, test_count (200), NULL);
    papni_error error;
    papni_cursor cursor = { 0, 0, 0 };
    papni_word word;
    noisy_words n;
    size_t known = 0;
    expect_ok (noisy_words_init (&n, samples, NULL, &error), &error);
    for (size_t i = 0; papni_samples_next (samples, &cursor, &word); i++) {
      size_t times[3];
      assert_int_equal (n.of[i] == WITHOUT_LABEL, word.label == PAPNI_UNKNOWN);
      if (word.label == PAPNI_UNKNOWN)
        continue;
      const noisy_word *w = &n.words[n.of[i]];
      count_labels (samples, &word, times);
      assert_memory_equal (w->times, times, sizeof times);
      assert_true (same_word (&word, &w->places[word.label]));
      const bool accepted = times[PAPNI_ACCEPT] > times[PAPNI_REJECT],
                 both = times[PAPNI_ACCEPT] == times[PAPNI_REJECT];
      assert_int_equal (w->label, both ? PAPNI_UNKNOWN : accepted ? PAPNI_ACCEPT : PAPNI_REJECT);
      known += w->places[word.label].symbols == word.symbols && (word.label == PAPNI_ACCEPT || !times[PAPNI_ACCEPT]);
    }
    assert_int_equal (known, n.count); /* each once */
    for (size_t i = 1; i < n.count; i++)
      assert_true (n.words[i - 1].length <= n.words[i].length);
    noisy_words_release (&n);
    test_drop (samples);
  }
}

/* Both halves of each split have words, and each word is in one of them. */
static void halves (void **state)
{
  (void) state;
  enum
  {
    WORDS = 400
  };
  for (size_t round = 0; round < 12; round++)
    for (size_t half = 0; half < 16; half += 2) {
      size_t first = 0;
      for (symbol i = 0; i < WORDS; i++) {
        const noisy_word w = { .hash = hash_symbols (&i, 1) };
        assert_int_not_equal (noisy_word_in_half (&w, round, half), noisy_word_in_half (&w, round, half + 1));
        first += noisy_word_in_half (&w, round, half);
      }
      assert_in_range (first, WORDS / 3, 2 * WORDS / 3);
    }
}

/* ---- bits -------------------------------------------------------------------- */

static double choose (double n, double k)
{
  return (lgamma (n + 1) - lgamma (k + 1) - lgamma (n - k + 1)) / log (2);
}

static void bits (void **state)
{
  (void) state;
  const allocator libc = allocator_or_libc (NULL);
  logs l = { 0 };
  assert_true (logs_fill (&libc, &l, 1001));
  for (size_t k = 0; k <= 1000; k += 37) {
    const double estimated = (double) label_exception_bits (&l, 1000, k, NOISE_AUTO) / (double) ONE_BIT;
    const double given = (double) label_exception_bits (&l, 1000, k, NOISE_ONE / 20) / (double) ONE_BIT;
    assert_true (fabs (estimated - choose (1000, (double) k) - log2 (1001)) < .1);
    assert_true (fabs (given - (double) k * log2 (19)) < .1);
  }
  logs_release (&libc, &l);
  papni_error error;
  papni_model *json = papni_language_model (papni_language_find ("json"), NULL, &error);
  double expected = (double) papni_model_states (json), state_bits = log2 ((double) papni_model_states (json));
  const double read = log2 ((double) papni_alphabet_size (papni_model_alphabet (json)));
  for (size_t i = 0; i < json->count; i++) {
    const papni_transition *t = &json->transitions[i];
    if (t->popped != PAPNI_NO_SYMBOL)
      expected += 2 * state_bits + read;
    else if (papni_alphabet_kind (json->alphabet, t->symbol) == PAPNI_INTERNAL)
      expected += state_bits + read;
  }
  expected += 2 * state_bits; /* two calls */
  assert_true (fabs ((double) label_model_bits (json) / (double) ONE_BIT - expected) < .1);
  papni_model_free (json);
}

/* ---- learning ----------------------------------------------------------------- */

typedef struct lesson
{
  page model, suspects;
} lesson;

static lesson learn (const papni_samples *samples, const char *model, const char *threads)
{
  papni_error error;
  papni_options *options = papni_options_new (NULL, &error);
  papni_report *report = papni_report_new (NULL, &error);
  expect_ok (papni_options_set (options, "model", model, &error), &error);
  expect_ok (papni_options_set (options, "noise", "auto", &error), &error);
  expect_ok (papni_options_set (options, "threads", threads, &error), &error);
  papni_model *learned = papni_learn (samples, options, NULL, report, &error);
  expect_ok (learned ? PAPNI_OK : error.code, &error);
  lesson l = { .model = test_json (learned) };
  papni_run *run = papni_run_new (learned, &error);
  for (size_t i = 0; i < papni_report_suspects (report); i++) {
    const papni_suspect *s = papni_report_suspect (report, i);
    page_print (&l.suspects, "%d %zu %zu %zu %f %s:", (int) s->word.label, s->times, s->against, s->votes, s->bits,
                s->reason);
    papni_run_restart (run);
    for (size_t k = 0; k < s->word.length; k++) {
      const char *name = papni_alphabet_name (papni_samples_alphabet (samples), s->word.symbols[k]);
      page_print (&l.suspects, " %s", name);
      expect_ok (papni_run_step (run, papni_alphabet_find (learned->alphabet, name, strlen (name)), &error), &error);
    }
    page_print (&l.suspects, "\n");
    assert_int_not_equal (papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT, s->word.label == PAPNI_ACCEPT);
  }
  assert_null (papni_report_suspect (report, papni_report_suspects (report)));
  assert_int_equal (papni_report_statistics (report)->suspects, papni_report_suspects (report));
  assert_int_equal (papni_report_statistics (report)->words, papni_samples_size (samples));
  papni_run_free (run);
  papni_model_free (learned);
  papni_report_free (report);
  papni_options_free (options);
  return l;
}

/* The same words in another order, with symbols that are numbered otherwise. */
static papni_samples *reversed (const papni_samples *samples)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  const papni_alphabet *from = samples->alphabet;
  for (size_t i = from->size; i-- > 0;)
    if (from->letters[i].kind != PAPNI_INTERNAL)
      expect_ok (papni_alphabet_declare (alphabet, from->letters[i].kind, from->letters[i].name, &error), &error);
  for (size_t c = 0; c < from->size; c++)
    for (size_t r = 0; r < from->size; r++)
      if (from->letters[c].kind == PAPNI_CALL && from->letters[r].kind == PAPNI_RETURN
          && papni_alphabet_pops (from, (symbol) r, (symbol) c))
        expect_ok (papni_alphabet_pair (alphabet, from->letters[c].name, from->letters[r].name, &error), &error);
  papni_samples *other = papni_samples_new (alphabet, &error);
  for (size_t i = papni_samples_size (samples); i-- > 0;) {
    papni_cursor cursor = { 0, 0, 0 };
    papni_word word;
    const char *names[64];
    for (size_t k = 0; k <= i; k++)
      papni_samples_next (samples, &cursor, &word);
    for (size_t k = 0; k < word.length; k++)
      names[k] = from->letters[word.symbols[k]].name;
    expect_ok (papni_samples_add (other, names, word.length, word.label, &error), &error);
  }
  return other;
}

static void order_and_threads (void **state)
{
  (void) state;
  random_source source = { 11 };
  static const char *const models[] = { "dfa", "vpa", "sevpa" };
  for (int i = 0; i < (test_is_small () ? 1 : 6); i++) {
    papni_samples *samples = noisy_samples (&source, 2 * i, 100, NULL), *other = reversed (samples);
    lesson one = learn (samples, models[i % 3], "1"), three = learn (samples, models[i % 3], "3");
    lesson turned = learn (other, models[i % 3], "1");
    assert_string_equal (one.model.bytes, three.model.bytes);
    assert_string_equal (one.model.bytes, turned.model.bytes);
    assert_int_equal (one.suspects.size, three.suspects.size);
    if (one.suspects.size) {
      assert_string_equal (one.suspects.bytes, three.suspects.bytes);
      assert_string_equal (one.suspects.bytes, turned.suspects.bytes);
    }
    free (one.model.bytes);
    free (one.suspects.bytes);
    free (three.model.bytes);
    free (three.suspects.bytes);
    free (turned.model.bytes);
    free (turned.suspects.bytes);
    test_drop (samples);
    test_drop (other);
  }
}

/* ---- the end ------------------------------------------------------------------- */

static bool refuse_to_vote (void *context, papni_phase phase, size_t done, size_t total)
{
  bool *asked = context;
  assert_true (done <= total || !total);
  *asked = *asked || phase == PAPNI_PHASE_VOTING;
  return !*asked;
}

static bool at_once (void *context)
{
  (void) context;
  return true;
}

static void ending (void **state)
{
  (void) state;
  random_source source = { 5 };
  papni_error error;
  bool asked = false;
  const papni_watch watch = { refuse_to_vote, &asked };
  papni_samples *samples = noisy_samples (&source, 3, 60, NULL);
  papni_options *options = papni_options_new (NULL, &error);
  expect_ok (papni_options_set (options, "noise", ".1", &error), &error);
  expect_ok (papni_options_set (options, "threads", "1", &error), &error);
  assert_null (papni_learn (samples, options, &watch, NULL, &error));
  assert_int_equal (error.code, PAPNI_CANCELLED);
  assert_true (asked);
  papni_options_until (options, at_once, NULL);
  papni_model *model = papni_learn (samples, options, NULL, NULL, NULL);
  assert_non_null (model);
  papni_model_free (model);
  papni_options_free (options);
  test_drop (samples);
}

/* Says no at the n-th time it is asked. */
static bool refuse_in_turn (void *context, papni_phase phase, size_t done, size_t total)
{
  size_t *left = context;
  (void) phase, (void) done, (void) total;
  return *left && --*left;
}

enum
{
  MANY = 9000, /* more than what is sorted at a time, and than the work between two questions */
  DIGITS = 14
};

/* All numbers below MANY as binary words, in no order, every third twice. */
static papni_samples *many_words (void)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  for (size_t i = 0; i < MANY; i++) {
    const size_t number = i * 7919 % MANY;
    const char *names[DIGITS];
    for (size_t k = 0; k < DIGITS; k++)
      names[k] = number >> (DIGITS - 1 - k) & 1 ? "b" : "a";
    for (size_t times = i % 3 ? 1 : 2; times; times--)
      expect_ok (papni_samples_add (samples, names, DIGITS, number % 2 ? PAPNI_ACCEPT : PAPNI_REJECT, &error), &error);
  }
  return samples;
}

/* Word k is the number k. */
static void expect_sorted (const noisy_words *n)
{
  assert_int_equal (n->count, MANY);
  const symbol b = test_symbol (papni_samples_alphabet (n->samples), "b");
  for (size_t i = 0; i < MANY; i++) {
    const papni_word *word = &n->words[i].places[i % 2 ? PAPNI_ACCEPT : PAPNI_REJECT];
    size_t number = 0;
    for (size_t k = 0; k < DIGITS; k++)
      number = 2 * number + (word->symbols[k] == b);
    assert_int_equal (number, i);
  }
}

/* Passes over many words ask on the way, and can be cancelled each time. */
static void passes (void **state)
{
  (void) state;
  papni_error error;
  papni_samples *samples = many_words ();
  papni_model *model = papni_language_model (0, NULL, &error);
  bool *flags = calloc (2 * MANY, sizeof *flags);
  assert_true (model && flags);
  memset (flags, true, MANY);
  size_t cancelled[3] = { 0 };
  for (size_t pass = 0; pass < 3; pass++)
    for (bool done = false; !done;) {
      size_t left = cancelled[pass] + 1;
      const papni_watch watch = { refuse_in_turn, &left };
      noisy_words n;
      papni_status s = noisy_words_init (&n, samples, pass == 0 ? &watch : NULL, &error);
      papni_samples *part = pass == 1 ? noisy_words_choose (&n, flags, false, &watch, &error) : NULL;
      if (pass == 1)
        s = part ? PAPNI_OK : error.code;
      if (pass == 2)
        s = noisy_words_judge (&n, model, flags + MANY, &watch, &error);
      assert_true (!s || s == PAPNI_CANCELLED);
      done = !s;
      cancelled[pass] += !done;
      if (done)
        expect_sorted (&n);
      papni_samples_free (part);
      noisy_words_release (&n);
    }
  assert_true (cancelled[0] > 12); /* listing, sorting, merging twice, taking */
  assert_int_equal (cancelled[1], 2);
  assert_int_equal (cancelled[2], 2);
  free (flags);
  papni_model_free (model);
  test_drop (samples);
}

/* ---- memory -------------------------------------------------------------------- */

/* Some allocations fail in turn; with many tasks, all of them would take long. */
static void memory (void **state)
{
  (void) state;
  bool failed = true;
  for (size_t n = 1; failed; n += 1 + n / (test_is_small () ? 2 : 12)) {
    random_source source = { 5 };
    ledger l = { 0 };
    const papni_allocator a = ledger_allocator (&l);
    papni_error error = { 0 };
    papni_samples *samples = noisy_samples (&source, 3, 30, &a);
    papni_options *options = papni_options_new (NULL, &error);
    papni_report *report = papni_report_new (&a, &error);
    expect_ok (papni_options_set (options, "noise", "auto", &error), &error);
    expect_ok (papni_options_set (options, "threads", n % 2 ? "1" : "3", &error), &error);
    l.fail_at = l.calls + n;
    papni_model *model = papni_learn (samples, options, NULL, report, &error);
    failed = l.failed;
    assert_int_equal (model == NULL, failed);
    if (failed)
      assert_int_equal (error.code, PAPNI_MEMORY);
    papni_model_free (model);
    papni_report_free (report);
    papni_options_free (options);
    test_drop (samples);
    assert_int_equal (l.blocks, 0);
    assert_false (l.wrong);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (different_words),
    cmocka_unit_test (halves),
    cmocka_unit_test (bits),
    cmocka_unit_test (order_and_threads),
    cmocka_unit_test (ending),
    cmocka_unit_test (passes),
    cmocka_unit_test (memory),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
