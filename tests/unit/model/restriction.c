/* restriction.c - what an automaton whose stack keeps call symbols alone cannot tell
 * apart, and one whose stack keeps the state of the call as well can.
 *
 * Let it have fewer than n states, and let all of 1 to n divide m. Then (^n and (^(n+m)
 * lead to the same state, and so do )^n and )^(n+m) from anywhere. So these two words,
 * of which only the second has one outermost pair, are both accepted or both not:
 *
 *     (^n )^n (^n )^n        (^(n+m) )^n (^n )^(n+m)
 *
 * and likewise two words of which only the second is JSON. */
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST = 4096
};

typedef struct text
{
  papni_symbol symbols[LONGEST];
  size_t length;
} text;

static void append (text *t, const papni_model *model, const char *name, size_t times)
{
  const papni_symbol s = test_symbol (papni_model_alphabet (model), name);
  for (size_t i = 0; i < times; i++)
    t->symbols[t->length++] = s;
}

/* Two values, one after the other, in brackets that are open `before`; the first of
 * them is `deeper` by that much, and what follows it stands inside of it. */
static text brackets (const papni_model *model, const char *open, const char *close, size_t n, size_t deeper,
                      const char *const *before, const char *between, const char *after)
{
  text t = { .length = 0 };
  for (; before && *before; before++)
    append (&t, model, *before, 1);
  append (&t, model, open, n + deeper);
  append (&t, model, close, n);
  if (between)
    append (&t, model, between, 1);
  append (&t, model, open, n);
  append (&t, model, close, n + deeper);
  if (after)
    append (&t, model, after, 1);
  return t;
}

static bool accepts (const papni_model *model, const text *t)
{
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  const bool accepted = test_run (run, t->symbols, t->length) == PAPNI_VERDICT_ACCEPT;
  papni_run_free (run);
  return accepted;
}

/* A number that all of 1 to n divide. */
static size_t multiple (size_t n)
{
  size_t m = 1;
  for (size_t i = 2; i <= n; i++) {
    size_t a = m, b = i;
    while (b) {
      const size_t rest = a % b;
      a = b;
      b = rest;
    }
    m = m / a * i;
  }
  return m;
}

static papni_model *language (const char *name)
{
  papni_error error;
  papni_model *model = papni_language_model (papni_language_find (name), NULL, &error);
  assert_non_null (model);
  return model;
}

/* ---- one outermost pair ------------------------------------------------------- */

static text root_word (const papni_model *model, size_t n, size_t deeper)
{
  return brackets (model, "(", ")", n, deeper, NULL, NULL, NULL);
}

/* The automaton of this number with three states: where ( and ) lead to from each (to
 * nowhere, for 3), and which accept. */
static papni_model *numbered (const papni_alphabet *alphabet, unsigned number)
{
  papni_error error;
  papni_transition transitions[6];
  bool accepting[3];
  size_t count = 0;
  for (papni_state q = 0; q < 3; q++, number /= 32) {
    const papni_state call = number % 4, ret = number / 4 % 4;
    accepting[q] = number / 16 % 2;
    if (call < 3)
      transitions[count++] = (papni_transition){ q, PAPNI_NO_STATE, call, 0, PAPNI_NO_SYMBOL };
    if (ret < 3)
      transitions[count++] = (papni_transition){ q, PAPNI_NO_STATE, ret, 1, 0 };
  }
  papni_model *model =
      papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, 3, accepting, transitions, count }, &error);
  assert_non_null (model);
  return model;
}

/* Every automaton of three states, to which comes one that is nowhere. */
static void one_outermost_pair (void **state)
{
  (void) state;
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  expect_ok (papni_alphabet_pair (alphabet, "(", ")", &error), &error);
  const size_t n = 5, m = multiple (n);
  for (unsigned number = 0; number < 32768; number += test_is_small () ? 97 : 1) {
    papni_model *model = numbered (alphabet, number);
    const text two = root_word (model, n, 0), one = root_word (model, n, m);
    if (accepts (model, &two) != accepts (model, &one))
      fail_msg ("automaton %u tells them apart", number);
    papni_model_free (model);
  }
  papni_alphabet_free (alphabet);
  papni_model *root = language ("root");
  const text two = root_word (root, n, 0), one = root_word (root, n, m);
  assert_false (accepts (root, &two));
  assert_true (accepts (root, &one));
  papni_model_free (root);
}

/* ---- JSON ------------------------------------------------------------------------ */

static text json_word (const papni_model *model, size_t n, size_t deeper)
{
  static const char *const object[] = { "{", "string", ":", NULL };
  return brackets (model, "[", "]", n, deeper, object, ",", "}");
}

/* A vpa over the symbols of JSON, at random. */
static papni_model *random_vpa (const papni_alphabet *alphabet, random_source *source, size_t states)
{
  papni_error error;
  const size_t size = papni_alphabet_size (alphabet);
  papni_transition transitions[256];
  bool accepting[8];
  size_t count = 0;
  for (papni_state q = 0; q < states; q++) {
    accepting[q] = random_below (source, 2);
    for (size_t s = 0; s < size; s++)
      for (size_t c = 0; c < size; c++) {
        const papni_symbol symbol = (papni_symbol) s, call = (papni_symbol) c;
        const bool pops = papni_alphabet_kind (alphabet, symbol) == PAPNI_RETURN;
        const bool fits =
            pops ? papni_alphabet_kind (alphabet, call) == PAPNI_CALL && papni_alphabet_pops (alphabet, symbol, call)
                 : c == 0;
        if (fits)
          transitions[count++] = (papni_transition){ q, PAPNI_NO_STATE, (papni_state) random_below (source, states),
                                                     symbol, pops ? call : PAPNI_NO_SYMBOL };
      }
  }
  papni_model *model =
      papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, states, accepting, transitions, count }, &error);
  assert_non_null (model);
  return model;
}

static void expect_the_same (const papni_model *model)
{
  const size_t n = papni_model_states (model) + 2, m = multiple (n);
  const text wrong = json_word (model, n, 0), right = json_word (model, n, m);
  assert_int_equal (accepts (model, &wrong), accepts (model, &right));
}

static void json (void **state)
{
  (void) state;
  papni_model *truth = language ("json");
  random_source source = { 11 };
  for (size_t i = 0; i < test_count (20000); i++) {
    papni_model *model = random_vpa (papni_model_alphabet (truth), &source, 1 + random_below (&source, 5));
    expect_the_same (model);
    papni_model_free (model);
  }
  const text wrong = json_word (truth, 5, 0), right = json_word (truth, 5, 60);
  assert_false (accepts (truth, &wrong));
  assert_true (accepts (truth, &right));
  papni_model_free (truth);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (one_outermost_pair), cmocka_unit_test (json) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
