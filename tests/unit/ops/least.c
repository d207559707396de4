/* least.c - differences between models, compared with a search through all words. */
#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST = 10, /* words that are tried */
  WORDS = 12    /* that are compared, for each pair */
};

static const papni_model_kind kinds[] = { PAPNI_DFA, PAPNI_VPA, PAPNI_SEVPA, PAPNI_GENERAL };

/* ---- all words, one by one --------------------------------------------------- */

typedef struct search
{
  const papni_model *one, *other;
  size_t symbols;
  papni_symbol word[LONGEST];
  papni_symbol found[WORDS][LONGEST];
  size_t lengths[WORDS];
  bool first[WORDS];
  size_t count;
} search;

/* Can a dfa not accept any more? Then the other model does not matter. */
static bool is_over (const papni_model *model, const slow_run *run)
{
  return run->state == PAPNI_NO_STATE || !papni_model_hopeful (model, run->state);
}

static void try_words (search *s, size_t at, size_t length, slow_run one, slow_run other)
{
  if (s->count == WORDS || (is_over (s->one, &one) && is_over (s->other, &other)))
    return;
  if (at == length) {
    const bool first = slow_accepts (s->one, &one);
    if (first == slow_accepts (s->other, &other))
      return;
    memcpy (s->found[s->count], s->word, length * sizeof *s->word);
    s->lengths[s->count] = length;
    s->first[s->count++] = first;
    return;
  }
  for (papni_symbol a = 0; a < s->symbols; a++) {
    slow_run next_one = one, next_other = other;
    slow_step (s->one, &next_one, a);
    slow_step (s->other, &next_other, a);
    s->word[at] = a;
    try_words (s, at + 1, length, next_one, next_other);
  }
}

static void compare_with_search (const papni_model *one, const papni_model *other)
{
  search s = { .one = one, .other = other, .symbols = papni_alphabet_size (papni_model_alphabet (one)) };
  for (size_t length = 0; length <= LONGEST; length++)
    try_words (&s, 0, length, (slow_run){ 0 }, (slow_run){ 0 });
  papni_error error;
  papni_least *least = papni_least_new (one, other, PAPNI_EITHER, NULL, &error);
  assert_non_null (least);
  for (size_t i = 0; i < WORDS; i++) {
    papni_least_word word;
    bool found;
    expect_ok (papni_least_next (least, LONGEST, &word, &found, &error), &error);
    if (i >= s.count) {
      assert_true (!found || (word.length > LONGEST && !word.symbols));
      break;
    }
    assert_true (found);
    assert_int_equal (word.length, s.lengths[i]);
    assert_memory_equal (word.symbols, s.found[i], s.lengths[i] * sizeof *word.symbols);
    assert_int_equal (word.first, s.first[i]);
    assert_int_equal (word.second, !s.first[i]);
  }
  papni_least_free (least);
}

static bool are_equal (const papni_model *one, const papni_model *other)
{
  papni_error error;
  papni_least_word word;
  bool found;
  papni_least *least = papni_least_new (one, other, PAPNI_EITHER, NULL, &error);
  assert_non_null (least);
  expect_ok (papni_least_next (least, 0, &word, &found, &error), &error);
  papni_least_free (least);
  return !found;
}

/* ---- the tests ----------------------------------------------------------------- */

/* An alphabet of three or four symbols. */
static papni_alphabet *some_alphabet (random_source *source)
{
  const size_t calls = 1 + random_below (source, 2), internals = calls == 2 ? 0 : 1 + random_below (source, 2);
  return models_alphabet (internals, calls, random_below (source, 2));
}

static void random_pairs (void **state)
{
  (void) state;
  random_source source = { 1 };
  for (size_t i = 0; i < test_count (1000); i++) {
    papni_alphabet *alphabet = some_alphabet (&source);
    const size_t density = 40 + random_below (&source, 60);
    draft x = draft_random (&source, kinds[i % 4], alphabet, 1 + random_below (&source, 4), density);
    draft y = i % 3 ? draft_copy (&x)
                    : draft_random (&source, kinds[i / 4 % 4], alphabet, 1 + random_below (&source, 4), density);
    for (size_t k = 0; k < i % 3; k++)
      draft_disturb (&source, &y);
    papni_model *one = draft_model (&x), *other = draft_model (&y);
    compare_with_search (one, other);
    papni_model_free (one);
    papni_model_free (other);
    draft_free (&x);
    draft_free (&y);
    papni_alphabet_free (alphabet);
  }
}

/* The same language with other states. A vpa and a sevpa are also general. */
static void equal_pairs (void **state)
{
  (void) state;
  random_source source = { 2 };
  for (size_t i = 0; i < test_count (1000); i++) {
    papni_alphabet *alphabet = some_alphabet (&source);
    draft x =
        draft_random (&source, kinds[i % 4], alphabet, 1 + random_below (&source, 12), 30 + random_below (&source, 70));
    draft y = draft_copy (&x);
    for (size_t k = random_below (&source, 4); k-- > 0;)
      draft_split (&source, &y);
    for (size_t k = random_below (&source, 3); k-- > 0;)
      draft_add_unreachable (&source, &y);
    draft_rename (&source, &y);
    if (y.kind != PAPNI_DFA && random_below (&source, 2))
      y.kind = PAPNI_GENERAL;
    papni_model *one = draft_model (&x), *other = draft_model (&y);
    assert_true (are_equal (one, other));
    assert_true (are_equal (other, one));
    papni_model_free (one);
    papni_model_free (other);
    draft_free (&x);
    draft_free (&y);
    papni_alphabet_free (alphabet);
  }
}

static void large_models (void **state)
{
  (void) state;
  random_source source = { 3 };
  const size_t states = test_is_small () ? 20 : 200;
  for (size_t i = 0; i < 4; i++) {
    papni_alphabet *alphabet = models_alphabet (2, 2, i % 2);
    draft x = draft_random (&source, kinds[i % 4], alphabet, states, i % 4 > 1 ? 20 : 80);
    draft y = draft_copy (&x);
    draft_rename (&source, &y);
    papni_model *one = draft_model (&x), *other = draft_model (&y);
    assert_true (are_equal (one, other));
    papni_model_free (other);
    draft_free (&y);
    y = draft_random (&source, kinds[(i + 1) % 4], alphabet, states, 80);
    other = draft_model (&y);
    assert_false (are_equal (one, other));
    papni_model_free (one);
    papni_model_free (other);
    draft_free (&x);
    draft_free (&y);
    papni_alphabet_free (alphabet);
  }
}

/* Leaving level i takes two calls of level i - 1: the least word doubles with each
 * level. */
static papni_model *doubling (size_t levels)
{
  papni_alphabet *alphabet = models_alphabet (0, 1, true);
  draft d = { .kind = PAPNI_GENERAL, .alphabet = alphabet, .states = 3 * levels + 1 };
  d.accepting = twin_allocate (d.states, sizeof *d.accepting);
  d.transitions = twin_allocate (4 * levels, sizeof *d.transitions);
  for (papni_state i = 0; i < levels; i++) {
    const papni_state q = 3 * i, inner = 3 * (i + 1), left = i + 1 < levels ? inner + 2 : inner;
    d.transitions[d.count++] = (papni_transition){ q, PAPNI_NO_STATE, inner, 0, PAPNI_NO_SYMBOL };
    d.transitions[d.count++] = (papni_transition){ left, q, q + 1, 1, 0 };
    d.transitions[d.count++] = (papni_transition){ q + 1, PAPNI_NO_STATE, inner, 0, PAPNI_NO_SYMBOL };
    d.transitions[d.count++] = (papni_transition){ left, q + 1, q + 2, 1, 0 };
  }
  d.accepting[2] = true;
  papni_model *model = draft_model (&d);
  draft_free (&d);
  papni_alphabet_free (alphabet);
  return model;
}

static void long_words (void **state)
{
  (void) state;
  for (size_t levels = 1; levels < 100; levels += 3) {
    papni_model *model = doubling (levels);
    papni_error error;
    papni_least_word word;
    bool found;
    papni_least *least = papni_least_new (model, NULL, PAPNI_UNION, NULL, &error);
    assert_non_null (least);
    expect_ok (papni_least_next (least, 5000, &word, &found, &error), &error);
    assert_true (found);
    assert_true (word.length == (levels < 62 ? ((uint64_t) 4 << levels) - 4 : UINT64_MAX));
    if (levels < 10) {
      papni_run *run = papni_run_new (model, &error);
      assert_non_null (word.symbols);
      assert_int_equal (test_run (run, word.symbols, (size_t) word.length), PAPNI_VERDICT_ACCEPT);
      papni_run_free (run);
    } else if (levels > 12)
      assert_null (word.symbols);
    expect_ok (papni_least_next (least, 5000, &word, &found, &error), &error);
    assert_false (found);
    papni_least_free (least);
    papni_model_free (model);
  }
}

/* A symbol that only one model has; a symbol that they declare differently. */
static void other_alphabets (void **state)
{
  (void) state;
  papni_error error;
  papni_alphabet *small = models_alphabet (1, 1, true), *large = models_alphabet (2, 2, true);
  const bool accepting[] = { true };
  const papni_transition loop = { 0, PAPNI_NO_STATE, 0, 0, PAPNI_NO_SYMBOL };
  papni_model *one = papni_model_new (&(papni_parts){ PAPNI_VPA, small, 1, accepting, &loop, 1 }, &error);
  papni_model *other = papni_model_new (&(papni_parts){ PAPNI_SEVPA, large, 1, accepting, &loop, 1 }, &error);
  assert_true (are_equal (one, other));
  papni_model_free (other);
  const papni_transition loops[] = { loop, { 0, PAPNI_NO_STATE, 0, 1, PAPNI_NO_SYMBOL } };
  other = papni_model_new (&(papni_parts){ PAPNI_DFA, large, 1, accepting, loops, 2 }, &error);
  papni_least *least = papni_least_new (one, other, PAPNI_EITHER, NULL, &error);
  papni_least_word word;
  bool found;
  assert_int_equal (papni_alphabet_size (papni_least_alphabet (least)), 6);
  expect_ok (papni_least_next (least, 10, &word, &found, &error), &error);
  assert_true (found && word.length == 1 && word.second && !word.first);
  assert_string_equal (papni_alphabet_name (papni_least_alphabet (least), word.symbols[0]), "b");
  papni_least_free (least);
  papni_model_free (other);
  papni_alphabet *odd = papni_alphabet_new (NULL, &error);
  expect_ok (papni_alphabet_declare (odd, PAPNI_CALL, "a", &error), &error);
  other = papni_model_new (&(papni_parts){ PAPNI_VPA, odd, 1, accepting, NULL, 0 }, &error);
  assert_null (papni_least_new (one, other, PAPNI_EITHER, NULL, &error));
  assert_int_equal (error.code, PAPNI_INPUT);
  papni_model_free (other);
  other = papni_model_new (&(papni_parts){ PAPNI_DFA, odd, 1, accepting, &loop, 1 }, &error); /* a dfa does not care */
  assert_true (are_equal (one, other));
  papni_model_free (other);
  papni_model_free (one);
  papni_alphabet_free (small);
  papni_alphabet_free (large);
  papni_alphabet_free (odd);
}

/* ---- shortest words and covers --------------------------------------------------- */

/* Records the transitions that a word uses. */
static bool note_taken (const papni_model *model, const papni_symbol *word, size_t length, bool *taken)
{
  slow_run run = { 0 };
  bool *now = twin_allocate (papni_model_transitions (model), sizeof *now);
  for (size_t i = 0; i < length; i++) {
    const slow_run before = run;
    slow_step (model, &run, word[i]);
    for (size_t k = 0; run.state != PAPNI_NO_STATE && k < papni_model_transitions (model); k++) {
      const papni_transition t = papni_model_transition (model, k);
      const bool pops = t.popped != PAPNI_NO_SYMBOL;
      now[k] |= t.from == before.state && t.symbol == word[i] && t.to == run.state
                && (!pops
                    || (before.calls[run.depth] == t.popped
                        && (t.caller == PAPNI_NO_STATE || t.caller == before.callers[run.depth])));
    }
  }
  const bool accepted = slow_accepts (model, &run);
  for (size_t k = 0; accepted && k < papni_model_transitions (model); k++)
    taken[k] |= now[k];
  free (now);
  return accepted;
}

/* All words up to a length. */
static void take_all (const papni_model *model, size_t longest, bool *taken)
{
  papni_symbol word[LONGEST] = { 0 };
  const size_t symbols = papni_alphabet_size (papni_model_alphabet (model));
  for (size_t length = 0; length <= longest;) {
    note_taken (model, word, length, taken);
    size_t i = 0;
    while (i < length && ++word[i] == symbols)
      word[i++] = 0;
    length += i == length;
  }
}

static void covering (void **state)
{
  (void) state;
  random_source source = { 4 };
  for (size_t i = 0; i < test_count (200); i++) {
    papni_error error;
    papni_alphabet *alphabet = models_alphabet (1, 1, i % 2), *own = papni_alphabet_new (NULL, &error);
    draft d = draft_random (&source, kinds[i % 4], alphabet, 1 + random_below (&source, 4), 60);
    papni_model *model = draft_model (&d);
    papni_samples *samples = papni_samples_new (own, &error);
    const size_t count = papni_model_transitions (model);
    bool *by_words = twin_allocate (count, sizeof *by_words), *by_all = twin_allocate (count, sizeof *by_all);
    size_t useless;
    expect_ok (papni_cover (model, 15, samples, &useless, NULL, &error), &error);
    papni_cursor cursor = { 0 };
    papni_word word;
    while (papni_samples_next (samples, &cursor, &word)) {
      papni_symbol symbols[RUN_DEPTH];
      for (size_t k = 0; k < word.length; k++)
        symbols[k] = test_symbol (papni_model_alphabet (model), papni_alphabet_name (own, word.symbols[k]));
      assert_true (note_taken (model, symbols, word.length, by_words));
    }
    take_all (model, 8, by_all);
    for (size_t k = 0; k < count; k++)
      assert_true (by_words[k] >= by_all[k]);
    for (size_t k = 0; k < count; k++)
      useless += by_words[k];
    assert_int_equal (useless, count);
    free (by_words);
    free (by_all);
    papni_samples_free (samples);
    papni_alphabet_free (own);
    papni_model_free (model);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
}

static void shortest (void **state)
{
  (void) state;
  papni_error error;
  papni_alphabet *own = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (own, &error);
  papni_model *model = papni_language_model (papni_language_find ("L4"), NULL, &error);
  expect_ok (papni_shortest (model, 4, 1000, samples, NULL, &error), &error);
  static const char *const words[] = { "()", "[]", "(())", "([])" };
  papni_cursor cursor = { 0 };
  papni_word word;
  for (size_t i = 0; i < COUNT (words); i++) {
    assert_true (papni_samples_next (samples, &cursor, &word));
    assert_int_equal (word.length, strlen (words[i]));
    for (size_t k = 0; k < word.length; k++)
      assert_int_equal (*papni_alphabet_name (own, word.symbols[k]), words[i][k]);
  }
  assert_false (papni_samples_next (samples, &cursor, &word));
  papni_model_free (model);
  papni_samples_free (samples);
  papni_alphabet_free (own);
}

static bool not_now (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) context, (void) phase, (void) done, (void) total;
  return false;
}

static void cancelled (void **state)
{
  (void) state;
  papni_model *model = doubling (3);
  papni_error error;
  papni_least_word word;
  bool found;
  const papni_watch watch = { not_now, NULL };
  papni_least *least = papni_least_new (model, NULL, PAPNI_UNION, &watch, &error);
  assert_int_equal (papni_least_next (least, 10, &word, &found, &error), PAPNI_CANCELLED);
  papni_least_free (least);
  papni_model_free (model);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (random_pairs), cmocka_unit_test (equal_pairs),     cmocka_unit_test (large_models),
    cmocka_unit_test (long_words),   cmocka_unit_test (other_alphabets), cmocka_unit_test (cancelled),
    cmocka_unit_test (covering),     cmocka_unit_test (shortest),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
