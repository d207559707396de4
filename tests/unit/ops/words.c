/* words.c - the built-in languages compared with recognisers; counts and draws compared
 * with all words. */
#include "oracle/recognise.h"
#include "oracle/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST = 12,
  MOST = 600000 /* words looked at, for a length of a language */
};

static papni_model *language (const char *name)
{
  papni_error error;
  papni_model *model = papni_language_model (papni_language_find (name), NULL, &error);
  assert_non_null (model);
  return model;
}

static papni_counter *words_of (const papni_model *model, size_t longest)
{
  papni_error error;
  papni_counter *words = papni_counter_new (model, longest, NULL, &error);
  if (!words)
    fail_msg ("%s", error.message);
  return words;
}

/* ---- all words of a length --------------------------------------------------- */

/* Enumerates all words over the symbols of a recogniser, like counting with the symbols
 * as digits. */
typedef struct odometer
{
  size_t length, digits[LONGEST];
  char text[LONGEST + 1];
} odometer;

static odometer odometer_begin (const recogniser *r, size_t length)
{
  odometer o = { .length = length };
  memset (o.text, r->symbols[0], length);
  return o;
}

static bool odometer_next (odometer *o, const recogniser *r)
{
  const size_t size = strlen (r->symbols);
  for (size_t i = o->length; i-- > 0;) {
    o->digits[i] = (o->digits[i] + 1) % size;
    o->text[i] = r->symbols[o->digits[i]];
    if (o->digits[i])
      return true;
  }
  return false;
}

static bool runs (papni_run *run, const odometer *o)
{
  papni_symbol symbols[LONGEST];
  for (size_t i = 0; i < o->length; i++)
    symbols[i] = (papni_symbol) o->digits[i];
  return test_run (run, symbols, o->length) == PAPNI_VERDICT_ACCEPT;
}

static size_t limit (const recogniser *r)
{
  const double most = test_is_small () ? MOST / 100 : MOST;
  size_t length = LONGEST;
  while (pow ((double) strlen (r->symbols), (double) length) > most)
    length--;
  return length;
}

/* Each automaton agrees with its recogniser, and the counts are right. */
static void languages_and_counts (void **state)
{
  (void) state;
  papni_error error;
  assert_int_equal (papni_language_count (), RECOGNISERS);
  for (size_t k = 0; k < RECOGNISERS; k++) {
    const recogniser *r = &recognisers[k];
    assert_string_equal (papni_language_name (k), r->name);
    assert_true (strlen (papni_language_about (k)) > 10);
    papni_model *model = language (r->name);
    assert_int_equal (papni_model_kind_of (model), k < 13 ? PAPNI_VPA : PAPNI_SEVPA);
    assert_int_equal (papni_alphabet_size (papni_model_alphabet (model)), strlen (r->symbols));
    papni_run *run = papni_run_new (model, &error);
    papni_counter *words = words_of (model, LONGEST);
    for (size_t length = 0; length <= limit (r); length++) {
      odometer o = odometer_begin (r, length);
      size_t count = 0;
      do {
        const bool accepted = r->accepts (o.text, length);
        if (runs (run, &o) != accepted)
          fail_msg ("%s: the automaton is wrong about '%s'", r->name, o.text);
        count += accepted;
      } while (odometer_next (&o, r));
      if (papni_counter_count (words, length) != (double) count)
        fail_msg ("%s: %zu words of length %zu, counted %g", r->name, count, length,
                  papni_counter_count (words, length));
    }
    papni_counter_free (words);
    papni_run_free (run);
    papni_model_free (model);
  }
  assert_int_equal (papni_language_find ("L5"), RECOGNISERS);
  assert_null (papni_language_model (RECOGNISERS, NULL, &error));
  assert_int_equal (error.code, PAPNI_USAGE);
}

/* ---- counts by formula --------------------------------------------------------- */

static double choose (size_t n, size_t k)
{
  double result = 1;
  for (size_t i = 1; i <= k; i++)
    result = result * (double) (n - k + i) / (double) i;
  return floor (result + 0.5);
}

/* Words of n symbols with k kinds of brackets and i internal symbols: positions,
 * nesting and symbols. */
static double brackets (size_t n, double k, double i)
{
  double sum = 0;
  for (size_t pairs = 0; 2 * pairs <= n; pairs++) {
    const double shapes = choose (2 * pairs, pairs) / (double) (pairs + 1);
    sum += choose (n, 2 * pairs) * shapes * pow (k, (double) pairs) * pow (i, (double) (n - 2 * pairs));
  }
  return sum;
}

static void counts_by_formula (void **state)
{
  (void) state;
  static const struct
  {
    const char *name;
    double kinds, internal;
  } cases[] = { { "L4", 2, 0 }, { "L6", 3, 0 }, { "L8", 4, 0 }, { "L10", 1, 3 }, { "L11", 2, 3 } };
  for (size_t k = 0; k < COUNT (cases); k++) {
    papni_model *model = language (cases[k].name);
    papni_counter *words = words_of (model, 300);
    for (size_t n = 1; n <= LONGEST; n++)
      assert_true (papni_counter_count (words, n) == brackets (n, cases[k].kinds, cases[k].internal));
    for (size_t n = LONGEST; n <= 200; n += 2) { /* beyond 128 bits, in floating point on both sides */
      const double expected = brackets (n, cases[k].kinds, cases[k].internal);
      assert_true (fabs (papni_counter_count (words, n) / expected - 1) < 1e-12);
    }
    papni_counter_free (words);
    papni_model_free (model);
  }
}

/* values[n]: JSON values of n tokens; the lists are what stands between brackets. */
static void counts_of_json (void **state)
{
  (void) state;
  enum
  {
    MOST_TOKENS = 24
  };
  double values[MOST_TOKENS + 1] = { 0 }, arrays[MOST_TOKENS + 1] = { 0 }, objects[MOST_TOKENS + 1] = { 0 };
  papni_model *model = language ("json");
  papni_counter *words = words_of (model, MOST_TOKENS);
  for (size_t n = 1; n <= MOST_TOKENS; n++) {
    values[n] = (n == 1 ? 5 : 0) + (n == 2 ? 2 : 0) + (n > 2 ? arrays[n - 2] + objects[n - 2] : 0);
    arrays[n] = values[n];
    objects[n] = n > 2 ? values[n - 2] : 0; /* string : value */
    for (size_t k = 1; k + 1 < n; k++) {    /* , and the rest */
      arrays[n] += values[k] * arrays[n - k - 1];
      objects[n] += (k > 2 ? values[k - 2] : 0) * objects[n - k - 1];
    }
    assert_true (papni_counter_count (words, n) == values[n]);
  }
  papni_counter_free (words);
  papni_model_free (model);
}

/* A model without calls, and one that looks at callers or not, by the symbol. */
static void other_kinds (void **state)
{
  (void) state;
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  const papni_state any = PAPNI_NO_STATE;
  const papni_symbol none = PAPNI_NO_SYMBOL;
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "x", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "(", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, ")", &error), &error);
  static const papni_model_kind kinds[] = { PAPNI_DFA, PAPNI_GENERAL };
  const papni_transition regular[] = { { 0, any, 1, 0, none },
                                       { 1, any, 0, 0, none },
                                       { 0, any, 0, 1, none },
                                       { 1, any, 0, 1, none },
                                       { 1, any, 1, 2, none } };
  const papni_transition general[] = { { 0, any, 1, 0, none }, { 1, any, 0, 0, none }, { 0, any, 0, 1, none },
                                       { 1, any, 0, 1, none }, { 0, 1, 0, 2, 1 },      { 1, any, 1, 2, 1 } };
  const recogniser r = { "", "x()", "(", ")", false, NULL };
  for (size_t k = 0; k < 2; k++) {
    papni_model *model =
        papni_model_new (&(papni_parts){ kinds[k], alphabet, 2, (bool[]){ true, false }, k ? general : regular,
                                         k ? COUNT (general) : COUNT (regular) },
                         &error);
    assert_non_null (model);
    papni_run *run = papni_run_new (model, &error);
    papni_counter *words = words_of (model, 9);
    for (size_t length = 0; length <= 9; length++) {
      odometer o = odometer_begin (&r, length);
      size_t count = 0;
      do
        count += runs (run, &o);
      while (odometer_next (&o, &r));
      assert_true (papni_counter_count (words, length) == (double) count);
    }
    assert_true (papni_counter_count (words, 10) == 0);
    papni_counter_free (words);
    assert_null (papni_counter_new (model, 1001, NULL, &error));
    assert_int_equal (error.code, PAPNI_USAGE);
    papni_run_free (run);
    papni_model_free (model);
  }
  papni_alphabet_free (alphabet);
}

/* ---- draws ---------------------------------------------------------------------- */

/* The rank of a word among all words of its length. */
static size_t place_of (const papni_word *word, size_t size)
{
  size_t place = 0;
  for (size_t i = 0; i < word->length; i++)
    place = place * size + word->symbols[i];
  return place;
}

/* Draws words of one length with replacement and compares the frequencies: chi squared
 * stays within five standard deviations. */
static void expect_uniform (const papni_model *model, size_t length, bool accepted, papni_run *run)
{
  papni_error error;
  const size_t size = papni_alphabet_size (papni_model_alphabet (model)),
               all = (size_t) pow ((double) size, (double) length);
  size_t *seen = calloc (all, sizeof *seen);
  papni_counter *words = words_of (model, length);
  const double count = papni_counter_count (words, length), kinds = accepted ? count : (double) all - count;
  const size_t draws = (size_t) (kinds * 40);
  papni_generation how = { .least = length, .most = length, .seed = 7, .replace = true, .uniform = 1 };
  *(accepted ? &how.positive : &how.negative) = draws;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  expect_ok (papni_generate (model, &how, samples, NULL, &error), &error);
  assert_int_equal (papni_samples_size (samples), draws);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (papni_samples_next (samples, &cursor, &word)) {
    assert_int_equal (word.length, length);
    assert_int_equal (word.label, accepted ? PAPNI_ACCEPT : PAPNI_REJECT);
    if ((test_run (run, word.symbols, length) == PAPNI_VERDICT_ACCEPT) != accepted)
      fail_msg ("a label is wrong");
    seen[place_of (&word, size)]++;
  }
  double chi_squared = (kinds - (double) all) * 40; /* words of the other label never occur */
  for (size_t i = 0; i < all; i++)
    chi_squared += ((double) seen[i] - 40) * ((double) seen[i] - 40) / 40;
  const double expected = kinds - 1, deviation = sqrt (2 * expected);
  if (fabs (chi_squared - expected) > 5 * deviation)
    fail_msg ("length %zu: chi squared is %g, and should be about %g", length, chi_squared, expected);
  test_drop (samples);
  papni_counter_free (words);
  free (seen);
}

static void draws_are_uniform (void **state)
{
  (void) state;
  static const struct
  {
    const char *name;
    size_t length;
  } cases[] = { { "L2", 6 },   { "L4", 8 },    { "L6", 6 },     { "L9", 10 },   { "L10", 7 },
                { "L11", 5 },  { "L12", 7 },   { "even", 12 },  { "arith", 9 }, { "json", 5 },
                { "xml2", 8 }, { "root", 12 }, { "restore", 9 } };
  papni_error error;
  for (size_t k = 0; k < COUNT (cases); k++) {
    papni_model *model = language (cases[k].name);
    papni_run *run = papni_run_new (model, &error);
    expect_uniform (model, cases[k].length, true, run);
    const double size = (double) papni_alphabet_size (papni_model_alphabet (model));
    expect_uniform (model, (size_t) (log (3000) / log (size)), false, run);
    papni_run_free (run);
    papni_model_free (model);
  }
}

/* Long words are words of the language, too. */
static void draws_are_words (void **state)
{
  (void) state;
  papni_error error;
  papni_random random = papni_random_begin (3);
  papni_symbol symbols[300];
  for (size_t k = 0; k < RECOGNISERS; k++) {
    papni_model *model = language (recognisers[k].name);
    papni_run *run = papni_run_new (model, &error);
    papni_counter *words = words_of (model, 300);
    size_t drawn = 0;
    for (size_t length = 1; length <= 300; length += 7) {
      if (!(papni_counter_count (words, length) > 0)) {
        assert_int_equal (papni_counter_draw (words, length, &random, symbols, &error), PAPNI_USAGE);
        continue;
      }
      expect_ok (papni_counter_draw (words, length, &random, symbols, &error), &error);
      assert_int_equal (test_run (run, symbols, length), PAPNI_VERDICT_ACCEPT);
      drawn++;
    }
    assert_true (drawn > 5);
    papni_counter_free (words);
    papni_run_free (run);
    papni_model_free (model);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (languages_and_counts), cmocka_unit_test (counts_by_formula), cmocka_unit_test (counts_of_json),
    cmocka_unit_test (other_kinds),          cmocka_unit_test (draws_are_uniform), cmocka_unit_test (draws_are_words),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
