/* nesting.c - the candidates are those of a slow twin, which tries every way to declare the
 * symbols; what is chosen does not depend on the order of words; which names look alike. */
#include "learn/nesting/nesting.h"

#include "data/alike.h"
#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MOST_LETTERS = 6,
  MOST_WORDS = 40,
  MOST_LENGTH = 24
};

typedef struct words
{
  char text[MOST_WORDS][MOST_LENGTH + 1]; /* of letters a, b, c ... */
  size_t count, letters;
} words;

/* ---- the slow twin ---- */

/* Are calls and returns equally many in every word? If `matched`, also in the right order? */
static bool is_balanced (const words *w, const int *weight, bool matched)
{
  for (size_t i = 0; i < w->count; i++) {
    int depth = 0;
    for (const char *c = w->text[i]; *c && (depth >= 0 || !matched); c++)
      depth += weight[*c - 'a'];
    if (depth)
      return false;
  }
  return true;
}

static size_t words_with (const words *w, char letter)
{
  size_t count = 0;
  for (size_t i = 0; i < w->count; i++) {
    bool known = false;
    for (size_t k = 0; k < i; k++)
      known |= !strcmp (w->text[k], w->text[i]);
    count += !known && strchr (w->text[i], letter);
  }
  return count;
}

enum
{
  BALANCED = 1,
  MATCHED = 2
};

/* The ways to declare the letters, each a number of base 3, and what they are. */
static uint8_t *twin_nests (const words *w, size_t *ways)
{
  *ways = 1;
  for (size_t i = 0; i < w->letters; i++)
    *ways *= 3;
  uint8_t *found = calloc (*ways, sizeof *found);
  for (size_t way = 1; way < *ways; way++) {
    int weight[MOST_LETTERS] = { 0 };
    size_t rest = way;
    bool frequent = true;
    for (size_t i = 0; i < w->letters; i++, rest /= 3) {
      weight[i] = rest % 3 == 2 ? -1 : (int) (rest % 3);
      frequent &= !weight[i] || words_with (w, (char) ('a' + i)) >= LEAST_WORDS;
    }
    if (frequent && is_balanced (w, weight, false))
      found[way] = is_balanced (w, weight, true) ? MATCHED : BALANCED;
  }
  return found;
}

/* Is every declared letter of `small` declared alike in `large`? */
static bool is_within (size_t small, size_t large, size_t letters)
{
  for (size_t i = 0; i < letters; i++, small /= 3, large /= 3)
    if (small % 3 && small % 3 != large % 3)
      return false;
  return true;
}

/* Is it well-matched, and no part of it balanced? */
static bool is_nest (const uint8_t *found, size_t way, size_t ways, size_t letters)
{
  for (size_t other = 1; found[way] == MATCHED && other < ways; other++)
    if (other != way && found[other] && is_within (other, way, letters))
      return false;
  return found[way] == MATCHED;
}

/* ---- comparing ---- */

static papni_samples *samples_of (const words *w, papni_alphabet *alphabet)
{
  papni_error error = { 0 };
  papni_samples *samples = papni_samples_new (alphabet, &error);
  for (size_t i = 0; i < w->count; i++) {
    const char *symbols[MOST_LENGTH];
    static const char *const names[MOST_LETTERS] = { "a", "b", "c", "d", "e", "f" };
    const size_t length = strlen (w->text[i]);
    for (size_t k = 0; k < length; k++)
      symbols[k] = names[w->text[i][k] - 'a'];
    expect_ok (papni_samples_add (samples, symbols, length, PAPNI_ACCEPT, &error), &error);
  }
  return samples;
}

static size_t way_of (const nest *n)
{
  size_t way = 0;
  for (size_t k = 0; k < n->size; k++) {
    size_t place = 1;
    for (char c = 'a'; c < *n->alphabet->letters[n->symbols[k]].name; c++)
      place *= 3;
    way += place * (k < n->calls ? 1 : 2);
  }
  return way;
}

static size_t compare_nests_of (const words *w)
{
  papni_error error = { 0 };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = samples_of (w, alphabet);
  nesting_words n;
  nest_list list = { 0 };
  size_t ways, expected = 0;
  expect_ok (nesting_words_init (&n, samples, NULL, &error), &error);
  expect_ok (nesting_relations (&n, &list, NULL, &error), &error);
  uint8_t *found = twin_nests (w, &ways);
  for (size_t i = 0; i < list.size; i++)
    assert_true (is_nest (found, way_of (&list.items[i]), ways, w->letters));
  for (size_t way = 1; way < ways; way++)
    expected += is_nest (found, way, ways, w->letters);
  assert_int_equal (list.size, expected);
  assert_false (list.more);
  nest_list_release (&n.memory, &list);
  nesting_words_release (&n);
  free (found);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return expected;
}

/* ---- random words ---- */

/* A word in which these letters nest, with others between. */
static void nested_word (random_source *source, const int *weight, size_t letters, char *out)
{
  size_t length = 0, want = random_below (source, MOST_LENGTH / 2);
  int depth = 0;
  while (length < MOST_LENGTH && (length < want || depth)) {
    const size_t letter = random_below (source, letters);
    const bool must_close = (int) (MOST_LENGTH - length) <= depth + 1 || length >= want;
    if (must_close && depth ? weight[letter] >= 0 : depth + weight[letter] < 0) {
      bool closes = false;
      for (size_t i = 0; i < letters; i++)
        closes |= weight[i] < 0;
      if (must_close && !closes)
        break;
      continue;
    }
    depth += weight[letter];
    out[length++] = (char) ('a' + letter);
  }
  out[depth ? 0 : length] = 0;
}

static void random_words (random_source *source, words *w)
{
  int weight[MOST_LETTERS];
  w->letters = 2 + random_below (source, MOST_LETTERS - 1);
  w->count = 1 + random_below (source, MOST_WORDS);
  for (size_t i = 0; i < w->letters; i++)
    weight[i] = (int) random_below (source, 3) - 1;
  weight[0] = 1;
  weight[1] = -1;
  const size_t block = random_below (source, 3); /* letters that always come together make more candidates */
  for (size_t i = 0; i < w->count; i++) {
    nested_word (source, weight, w->letters, w->text[i]);
    for (char *c = w->text[i]; block && (c = strchr (c, 'c')) && strlen (w->text[i]) < MOST_LENGTH; c += 2) {
      memmove (c + 1, c, strlen (c) + 1);
      c[1] = (char) (w->letters > 3 ? 'd' : 'c');
    }
  }
}

static void candidates (void **state)
{
  (void) state;
  random_source source = { 15 };
  size_t total = 0;
  words *w = calloc (1, sizeof *w);
  for (size_t i = 0; i < test_count (2000); i++) {
    random_words (&source, w);
    total += compare_nests_of (w);
  }
  free (w);
  assert_true (total > test_count (500));
}

static void by_hand (void **state)
{
  (void) state;
  static const struct
  {
    const char *words[8];
    size_t letters, nests;
  } cases[] = {
    { { "ab", "aabb", "aaabbb" }, 2, 1 },
    { { "ab", "abab", "ababab" }, 2, 1 },
    { { "acb", "ab", "aacbb" }, 3, 1 }, /* c is not in it */
    { { "ac", "bd", "aacc", "abcd", "abdc" }, 4, 2 },
    { { "abcd", "ababcdcd" }, 4, 6 },
    { { "ab", "ac", "aabc" }, 3, 1 }, /* two returns for one call */
    { { "ab", "a" }, 2, 0 },
    { { "ab", "ba" }, 2, 0 },
    { { "", "" }, 2, 0 },
    { { "ab" }, 2, 0 }, /* one word is not enough */
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    words w = { .letters = cases[i].letters };
    for (; w.count < 8 && cases[i].words[w.count]; w.count++)
      memcpy (w.text[w.count], cases[i].words[w.count], strlen (cases[i].words[w.count]) + 1);
    assert_int_equal (compare_nests_of (&w), cases[i].nests);
  }
}

/* ---- the choice ---- */

static papni_nesting *find (papni_samples *samples)
{
  papni_error error = { 0 };
  papni_nesting *found = papni_find_nesting (samples, NULL, &error);
  expect_ok (error.code, &error);
  assert_non_null (found);
  return found;
}

static void same_for_any_order (void **state)
{
  (void) state;
  random_source source = { 4 };
  for (int language = 0; language < LANGUAGES; language++) {
    twin_sample *sample = random_language_sample (&source, language, 200, 16, false);
    papni_samples *one = test_samples (sample, NULL);
    random_shuffle (&source, sample);
    papni_samples *other = test_samples (sample, NULL);
    papni_nesting *first = find (one), *second = find (other);
    assert_string_equal (papni_nesting_lines (first), papni_nesting_lines (second));
    assert_true (papni_nesting_bits (first) == papni_nesting_bits (second));
    const papni_nest *n, *m;
    for (size_t i = 0; (n = papni_nesting_at (first, i)); i++) {
      m = papni_nesting_at (second, i);
      assert_non_null (m);
      assert_true (n->bits == m->bits && n->state == m->state && n->size == m->size && n->broken == m->broken);
    }
    papni_nesting_free (first);
    papni_nesting_free (second);
    test_drop (one);
    test_drop (other);
    random_sample_free (sample);
  }
}

static void expect_lines (const char *text, const char *lines)
{
  papni_samples *samples = test_read (text);
  papni_nesting *found = find (samples);
  assert_string_equal (papni_nesting_lines (found), lines);
  test_drop (samples);
  papni_nesting_free (found);
}

static void lines (void **state)
{
  (void) state;
  expect_lines ("+ a b\n+ a a b b\n+ a a a b b b\n+ a a a a b b b b\n", "%pair a b\n");
  expect_lines ("+ a b\n+ a b a b\n+ a b a b a b\n+ a b a b a b a b\n", "");
  expect_lines ("-\n- a\n", "");
  expect_lines ("+ enter_f enter_g exit_g exit_f\n+ enter_g exit_g\n+ enter_f enter_h exit_h exit_f\n"
                "+ enter_g enter_h exit_h exit_g enter_f exit_f\n+ enter_f enter_h exit_h enter_g exit_g exit_f\n"
                "+ enter_f enter_g enter_h exit_h exit_g exit_f\n+ enter_h exit_h enter_h exit_h\n"
                "+ enter_h enter_f enter_g exit_g enter_g exit_g exit_f exit_h\n+ enter_f enter_f exit_f exit_f\n"
                "+ enter_g enter_f enter_h enter_g exit_g exit_h exit_f enter_h exit_h exit_g\n",
                "%pattern enter_* exit_*\n");
}

static void declaring (void **state)
{
  (void) state;
  papni_error error = { 0 };
  papni_samples *samples = test_read ("+ a c\n+ a a d d\n+ b b d c\n+ b d\n+ b c\n+ a d\n+ a b a c d d\n+ b a c c\n");
  papni_nesting *found = find (samples);
  papni_alphabet *alphabet = papni_samples_alphabet (samples);
  assert_string_equal (papni_nesting_lines (found), "%call a b\n%return c d\n");
  expect_ok (papni_nesting_declare (found, alphabet, &error), &error);
  assert_int_equal (papni_alphabet_kind (alphabet, test_symbol (alphabet, "b")), PAPNI_CALL);
  assert_int_equal (papni_alphabet_kind (alphabet, test_symbol (alphabet, "c")), PAPNI_RETURN);
  assert_true (papni_nesting_bits (found) < papni_nesting_flat_bits (found));
  papni_nesting_free (found);
  test_drop (samples);
}

static bool stop (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) phase;
  (void) done;
  (void) total;
  return --*(size_t *) context;
}

static void cancelling (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("+ ( )\n+ ( ( ) )\n+ ( ( ( ) ) )\n+ ( ) ( )\n");
  for (size_t i = 1;; i++) {
    size_t left = i;
    papni_error error = { 0 };
    papni_nesting *found = papni_find_nesting (samples, &(papni_watch){ stop, &left }, &error);
    papni_nesting_free (found);
    if (found)
      break;
    assert_int_equal (error.code, PAPNI_CANCELLED);
  }
  test_drop (samples);
}

enum
{
  LONG_WORD = 20000, /* brackets */
  LONG_WORDS = 12    /* all words together have more than three strides of a watch */
};

/* Every pass over many symbols asks. */
static void cancelling_passes (void **state)
{
  (void) state;
  const size_t most = (size_t) LONG_WORDS * (2 * LONG_WORD + 10 * LONG_WORDS);
  char *text = twin_allocate (most, 1), *at = text;
  for (size_t i = 0; i < LONG_WORDS; i++) {
    *at++ = '+';
    for (size_t k = 0; k < LONG_WORD / 2 + i; k++)
      at += sprintf (at, " (");
    for (size_t k = 0; k < LONG_WORD / 2 + i; k++)
      at += sprintf (at, " )");
    *at++ = '\n';
  }
  papni_samples *samples = test_read (text);
  free (text);
  nesting_words w;
  for (size_t i = 1;; i++) { /* in the first passes */
    size_t left = i;
    papni_error error = { 0 };
    nest_list list = { .items = NULL };
    papni_watch watch = { stop, &left };
    status s = nesting_words_init (&w, samples, &watch, &error);
    if (!s)
      s = nesting_relations (&w, &list, NULL, &error);
    nest_list_release (&samples->memory, &list);
    nesting_words_release (&w);
    if (!s) {
      assert_true (i > 8); /* one, then counting, the keys, and a nest that all words have */
      break;
    }
    assert_int_equal (error.code, PAPNI_CANCELLED);
  }
  test_drop (samples);
}

/* ---- names ---- */

static void expect_partner (const char *name, const char *partner, const char *forms)
{
  alike a;
  bool found = false;
  for (size_t k = 0; k < ALIKE_FORMS; k++)
    if (alike_as_call (name, k, &a) && partner && !strcmp (a.partner, partner)) {
      char both[500];
      snprintf (both, sizeof both, "%s %s", a.call_form, a.ret_form);
      assert_string_equal (both, forms);
      found = true;
    } else
      assert_true (partner || !alike_as_call (name, k, &a));
  assert_true (found || !partner);
}

static void names (void **state)
{
  (void) state;
  expect_partner ("(", ")", " ");
  expect_partner ("<a>", "</a>", "<*> </*>");
  expect_partner ("enter_f", "exit_f", "enter_* exit_*");
  expect_partner ("enter_f", "leave_f", "enter_* leave_*");
  expect_partner ("ENTER f", "EXIT f", "ENTER * EXIT *");
  expect_partner ("EnterFoo", "ExitFoo", "Enter* Exit*");
  expect_partner ("foo.begin", "foo.end", "*.begin *.end");
  expect_partner ("call:f", "ret:f", "call:* ret:*");
  expect_partner ("<<", ">>", " ");
  expect_partner (")", NULL, NULL);
  expect_partner ("</a>", NULL, NULL);
  expect_partner ("<a/>", NULL, NULL);
  expect_partner ("enter", NULL, NULL);
  expect_partner ("enter_", NULL, NULL);
  expect_partner ("entering", NULL, NULL);
  expect_partner ("restart", NULL, NULL);
  expect_partner ("", NULL, NULL);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (by_hand),
    cmocka_unit_test (candidates),
    cmocka_unit_test (same_for_any_order),
    cmocka_unit_test (lines),
    cmocka_unit_test (declaring),
    cmocka_unit_test (cancelling),
    cmocka_unit_test (cancelling_passes),
    cmocka_unit_test (names),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
