/* minimise.c - minimized models compared with all smaller ones; combinations compared
 * with all words, and their laws. */
#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

static const papni_model_kind kinds[] = { PAPNI_DFA, PAPNI_VPA, PAPNI_SEVPA, PAPNI_GENERAL };

static bool is_empty (const papni_model *one, const papni_model *other, papni_operation operation)
{
  papni_error error;
  papni_least_word word;
  bool found;
  papni_least *least = papni_least_new (one, other, operation, NULL, &error);
  assert_non_null (least);
  expect_ok (papni_least_next (least, 0, &word, &found, &error), &error);
  papni_least_free (least);
  return !found;
}

static bool are_equal (const papni_model *one, const papni_model *other)
{
  return is_empty (one, other, PAPNI_EITHER);
}

static papni_model *smallest (const papni_model *model)
{
  papni_error error = { 0 };
  papni_model *result = papni_minimize (model, NULL, &error);
  if (!result)
    fail_msg ("not minimised: %s", error.message);
  return result;
}

static papni_model *combined (const papni_model *one, const papni_model *other, papni_operation operation)
{
  papni_error error = { 0 };
  papni_model *result = papni_combine (one, other, operation, NULL, &error);
  if (!result)
    fail_msg ("not combined: %s", error.message);
  return result;
}

static papni_model *random_model (random_source *source, papni_model_kind kind, papni_alphabet *alphabet, size_t most)
{
  draft d = draft_random (source, kind, alphabet, 1 + random_below (source, most), 40 + random_below (source, 60));
  papni_model *model = draft_model (&d);
  draft_free (&d);
  return model;
}

/* ---- minimising ---------------------------------------------------------------- */

static void same_bytes (const papni_model *one, const papni_model *other)
{
  page x = test_json (one), y = test_json (other);
  assert_string_equal (x.bytes, y.bytes);
  free (x.bytes);
  free (y.bytes);
}

/* The language stays the same, a second time changes nothing, and added states are
 * removed. */
static void keeps_language (void **state)
{
  (void) state;
  random_source source = { 11 };
  for (size_t i = 0; i < test_count (800); i++) {
    papni_alphabet *alphabet = models_alphabet (random_below (&source, 3), 1 + i / 4 % 2, i % 3);
    draft x =
        draft_random (&source, kinds[i % 4], alphabet, 1 + random_below (&source, 8), 30 + random_below (&source, 70));
    papni_model *model = draft_model (&x);
    papni_model *least = smallest (model), *again = smallest (least);
    assert_int_equal (papni_model_kind_of (least), kinds[i % 4]);
    assert_true (papni_model_states (least) <= papni_model_states (model));
    assert_true (are_equal (model, least));
    same_bytes (least, again);
    for (size_t k = random_below (&source, 3); k-- > 0;)
      draft_split (&source, &x);
    draft_add_unreachable (&source, &x);
    draft_rename (&source, &x);
    papni_model *larger = draft_model (&x), *back = smallest (larger);
    assert_true (are_equal (larger, back));
    if (kinds[i % 4] == PAPNI_DFA) /* the others may lose a transition of one twin */
      same_bytes (least, back);
    papni_model_free (model);
    papni_model_free (least);
    papni_model_free (again);
    papni_model_free (larger);
    papni_model_free (back);
    draft_free (&x);
    papni_alphabet_free (alphabet);
  }
}

/* An automaton over a plain alphabet: for a model, the stack-aware one. Letters are a,
 * (, and each return with each call. */
enum
{
  MOST_STATES = 4,
  MOST_LETTERS = 4,
  NOWHERE = MOST_STATES
};

typedef struct automaton
{
  size_t states, letters;
  bool accepting[MOST_STATES];
  uint8_t to[MOST_STATES][MOST_LETTERS];
} automaton;

/* Letter numbers for an alphabet of one call: the symbol's own number. */
static automaton stack_aware (const papni_model *model)
{
  automaton a = { .states = papni_model_states (model), .letters = papni_alphabet_size (papni_model_alphabet (model)) };
  memset (a.to, NOWHERE, sizeof a.to);
  for (size_t q = 0; q < a.states; q++)
    a.accepting[q] = papni_model_accepting (model, (papni_state) q);
  for (size_t i = 0; i < papni_model_transitions (model); i++) {
    const papni_transition t = papni_model_transition (model, i);
    a.to[t.from][t.symbol] = (uint8_t) t.to;
  }
  return a;
}

/* Do they accept the same words? Pairs of states, from the start. */
static bool same_words (const automaton *x, const automaton *y)
{
  bool seen[MOST_STATES + 1][MOST_STATES + 1] = { { false } };
  uint8_t work[(MOST_STATES + 1) * (MOST_STATES + 1)][2] = { { 0, 0 } };
  size_t count = 1;
  seen[0][0] = true;
  while (count) {
    const uint8_t p = work[count - 1][0], q = work[--count][1];
    if ((p != NOWHERE && x->accepting[p]) != (q != NOWHERE && y->accepting[q]))
      return false;
    for (size_t a = 0; a < x->letters; a++) {
      const uint8_t next_p = p == NOWHERE ? NOWHERE : x->to[p][a], next_q = q == NOWHERE ? NOWHERE : y->to[q][a];
      if (seen[next_p][next_q])
        continue;
      seen[next_p][next_q] = true;
      work[count][0] = next_p;
      work[count++][1] = next_q;
    }
  }
  return true;
}

/* Enumerates all automata with this many states; false after the last. */
static bool next_automaton (automaton *a)
{
  for (size_t q = 0; q < a->states; q++) {
    a->accepting[q] = !a->accepting[q];
    if (a->accepting[q])
      return true;
    for (size_t s = 0; s < a->letters; s++) {
      a->to[q][s] = a->to[q][s] == NOWHERE ? 0 : a->to[q][s] + 1u == a->states ? NOWHERE : (uint8_t) (a->to[q][s] + 1);
      if (a->to[q][s] != NOWHERE)
        return true;
    }
  }
  return false;
}

/* No automaton with fewer states accepts the same stack-aware words. */
static void none_is_smaller (void **state)
{
  (void) state;
  random_source source = { 12 };
  size_t tried[MOST_STATES + 1] = { 0 };
  for (size_t i = 0; i < test_count (400); i++) {
    papni_alphabet *alphabet = models_alphabet (1 + i % 2 * (i % 4 == 1), 1, true);
    papni_model *model = random_model (&source, kinds[i % 2], alphabet, 5), *least = smallest (model);
    const size_t states = papni_model_states (least), letters = papni_alphabet_size (alphabet);
    const bool few = states <= (letters == 3 ? MOST_STATES : MOST_STATES - 1);
    if (few && tried[states]++ < (states == MOST_STATES ? (test_is_small () ? 0 : 3) : 100)) {
      const automaton a = stack_aware (least);
      for (size_t fewer = 1; fewer < states; fewer++) {
        automaton b = { .states = fewer, .letters = a.letters };
        memset (b.to, NOWHERE, sizeof b.to);
        do
          assert_false (same_words (&a, &b));
        while (next_automaton (&b));
      }
    }
    papni_model_free (model);
    papni_model_free (least);
    papni_alphabet_free (alphabet);
  }
  assert_true (test_is_small () || (tried[2] > 10 && tried[3] > 10 && tried[4] > 2));
}

/* Enumerates all sevpas over a, ( and ) with these states outside and inside calls. */
typedef struct modules
{
  size_t outside, inside;
  uint8_t digits[64];
} modules;

static bool next_modules (modules *m, const uint8_t *bases, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (++m->digits[i] < bases[i])
      return true;
    m->digits[i] = 0;
  }
  return false;
}

static void no_sevpa_is_smaller_than (const papni_model *least, papni_alphabet *alphabet, size_t outside, size_t inside)
{
  modules m = { .outside = outside, .inside = inside };
  const size_t states = outside + inside;
  papni_transition places[64];
  uint8_t bases[64];
  size_t count = 0, first[64];
  for (size_t q = 0; q < states; q++) { /* 0: none; else a state of the same module */
    places[count] = (papni_transition){ (papni_state) q, PAPNI_NO_STATE, 0, 0, PAPNI_NO_SYMBOL };
    first[count] = q < outside ? 0 : outside;
    bases[count++] = (uint8_t) (1 + (q < outside ? outside : inside));
  }
  for (size_t q = outside; q < states; q++)
    for (size_t caller = 0; caller < states; caller++) {
      places[count] = (papni_transition){ (papni_state) q, (papni_state) caller, 0, 2, 1 };
      first[count] = caller < outside ? 0 : outside;
      bases[count++] = (uint8_t) (1 + (caller < outside ? outside : inside));
    }
  const size_t transitions = count;
  for (size_t q = 0; q < outside; q++)
    bases[count++] = 2;
  do {
    draft d = { .kind = PAPNI_SEVPA, .alphabet = alphabet, .states = states };
    papni_transition list[128];
    bool accepting[8] = { false };
    d.transitions = list;
    d.accepting = accepting;
    for (size_t i = 0; i < transitions; i++)
      if (m.digits[i]) {
        list[d.count] = places[i];
        list[d.count++].to = (papni_state) (first[i] + m.digits[i] - 1);
      }
    for (size_t q = 0; inside && q < states; q++)
      list[d.count++] =
          (papni_transition){ (papni_state) q, PAPNI_NO_STATE, (papni_state) outside, 1, PAPNI_NO_SYMBOL };
    for (size_t q = 0; q < outside; q++)
      accepting[q] = m.digits[transitions + q];
    papni_model *model = draft_model (&d);
    assert_false (are_equal (least, model));
    papni_model_free (model);
  } while (next_modules (&m, bases, count));
}

/* A sevpa in which no state is both outside and inside calls. */
static papni_model *random_modules (random_source *source, papni_alphabet *alphabet)
{
  draft d = { .kind = PAPNI_SEVPA, .alphabet = alphabet, .states = 4 };
  papni_transition list[64];
  bool accepting[4] = { random_below (source, 2), random_below (source, 2), false, false };
  d.transitions = list;
  d.accepting = accepting;
  for (papni_state q = 0; q < 4; q++) {
    const papni_state module = q & 2u;
    list[d.count++] = (papni_transition){ q, PAPNI_NO_STATE, 2, 1, PAPNI_NO_SYMBOL };
    if (random_below (source, 3))
      list[d.count++] =
          (papni_transition){ q, PAPNI_NO_STATE, module + (papni_state) random_below (source, 2), 0, PAPNI_NO_SYMBOL };
    for (papni_state caller = 0; module && caller < 4; caller++)
      if (random_below (source, 3))
        list[d.count++] = (papni_transition){ q, caller, (caller & 2u) + (papni_state) random_below (source, 2), 2, 1 };
  }
  return draft_model (&d);
}

/* If each state is in one module, the minimal sevpa is unique. */
static void one_smallest_sevpa (void **state)
{
  (void) state;
  random_source source = { 16 };
  papni_alphabet *alphabet = models_alphabet (1, 1, true);
  for (size_t i = 0; i < test_count (400); i++) {
    papni_model *model = random_modules (&source, alphabet), *least = smallest (model);
    draft d = draft_of (model, alphabet);
    for (size_t k = 0; k < i % 4; k++)
      draft_split (&source, &d);
    draft_rename (&source, &d);
    papni_model *larger = draft_model (&d), *back = smallest (larger);
    same_bytes (least, back);
    papni_model_free (model);
    papni_model_free (least);
    papni_model_free (larger);
    papni_model_free (back);
    draft_free (&d);
  }
  papni_alphabet_free (alphabet);
}

static void no_sevpa_is_smaller (void **state)
{
  (void) state;
  random_source source = { 13 };
  papni_alphabet *alphabet = models_alphabet (1, 1, true);
  size_t tried = 0;
  for (size_t i = 0; i < test_count (300); i++) {
    papni_model *model = random_modules (&source, alphabet), *least = smallest (model);
    const size_t states = papni_model_states (least);
    if (states == 3 || (states == 4 && ++tried <= 2)) {
      no_sevpa_is_smaller_than (least, alphabet, 1, 0);
      no_sevpa_is_smaller_than (least, alphabet, 1, 1);
    }
    if (states == 3)
      no_sevpa_is_smaller_than (least, alphabet, 2, 0);
    if (states == 4 && tried <= 2 && !test_is_small ()) {
      no_sevpa_is_smaller_than (least, alphabet, 2, 1);
      no_sevpa_is_smaller_than (least, alphabet, 1, 2);
    }
    papni_model_free (model);
    papni_model_free (least);
  }
  assert_true (tried >= 2 || test_is_small ());
  papni_alphabet_free (alphabet);
}

/* The built-in languages are minimal. The states: */
static const struct
{
  const char *name;
  size_t states;
} sizes[] = {
  { "L1", 2 },    /* before the first b, and after it */
  { "L2", 2 },    /* the same */
  { "L3", 4 },    /* going in: before a, before b; going out: before c, before d */
  { "L4", 2 },    /* nothing read, which rejects; something read */
  { "L6", 2 },    /* the same */
  { "L8", 2 },    /* the same */
  { "L9", 2 },    /* opening, closing */
  { "L10", 2 },   /* nothing read, something read */
  { "L11", 2 },   /* the same */
  { "L12", 4 },   /* the same, and two places inside of abc */
  { "odd", 3 },   /* opening: an even and an odd number; closing */
  { "even", 3 },  /* nothing read; between two that open together; else */
  { "arith", 2 }, /* a sum is wanted, a sum has been read */
  { "json", 10 }, /* value, in arrays: begin, value, comma; in objects: begin, key, colon, value, comma; and the end */
  { "xml2", 4 },  /* before and behind the element, inside of <a>, inside of <b> */
  { "root", 3 },  /* before, inside, behind */
  { "restore", 5 }, /* nothing read, after a, after b, a wanted, b wanted */
};

static void languages (void **state)
{
  (void) state;
  papni_error error;
  for (size_t i = 0; i < COUNT (sizes); i++) {
    papni_model *model = papni_language_model (papni_language_find (sizes[i].name), NULL, &error);
    assert_non_null (model);
    papni_model *least = smallest (model);
    assert_int_equal (papni_model_states (least), sizes[i].states);
    assert_true (are_equal (model, least));
    papni_model_free (model);
    papni_model_free (least);
  }
}

/* ---- combining ------------------------------------------------------------------- */

static bool combine (papni_operation operation, bool one, bool other)
{
  switch (operation) {
  case PAPNI_UNION:
    return one || other;
  case PAPNI_INTERSECTION:
    return one && other;
  case PAPNI_DIFFERENCE:
    return one && !other;
  case PAPNI_EITHER:
    return one != other;
  default:
    return !one;
  }
}

static bool is_matched (const papni_alphabet *alphabet, const papni_symbol *word, size_t length)
{
  papni_symbol stack[RUN_DEPTH];
  size_t depth = 0;
  for (size_t i = 0; i < length; i++) {
    const papni_kind kind = papni_alphabet_kind (alphabet, word[i]);
    if (kind == PAPNI_CALL)
      stack[depth++] = word[i];
    else if (kind == PAPNI_RETURN && (!depth || !papni_alphabet_pops (alphabet, word[i], stack[--depth])))
      return false;
  }
  return !depth;
}

/* All words up to a length, against the definition. */
static void right_words (const papni_model *one, const papni_model *other, const papni_model *result,
                         papni_operation operation)
{
  enum
  {
    LONGEST = 6
  };
  const papni_alphabet *alphabet = papni_model_alphabet (one);
  const size_t symbols = papni_alphabet_size (alphabet);
  const bool stack = papni_model_kind_of (result) != PAPNI_DFA;
  papni_symbol word[LONGEST] = { 0 };
  for (size_t length = 0; length <= LONGEST;) {
    const bool expected =
        (!stack || is_matched (alphabet, word, length))
        && combine (operation, slow_accepts_word (one, word, length), other && slow_accepts_word (other, word, length));
    assert_int_equal (slow_accepts_word (result, word, length), expected);
    size_t i = 0;
    while (i < length && ++word[i] == symbols)
      word[i++] = 0;
    length += i == length;
  }
}

static void operations (void **state)
{
  (void) state;
  random_source source = { 14 };
  for (size_t i = 0; i < test_count (400); i++) {
    papni_alphabet *alphabet = models_alphabet (1, 1 + i % 5 / 4, i % 3);
    papni_model *one = random_model (&source, kinds[i % 4], alphabet, 4);
    papni_model *other = random_model (&source, kinds[i / 4 % 4], alphabet, 4);
    for (papni_operation operation = PAPNI_UNION; operation <= PAPNI_COMPLEMENT; operation++) {
      papni_model *second = operation == PAPNI_COMPLEMENT ? NULL : other;
      papni_model *result = combined (one, second, operation), *least = smallest (result);
      right_words (one, second, result, operation);
      right_words (one, second, least, operation);
      if (!second || kinds[i % 4] == kinds[i / 4 % 4])
        assert_int_equal (papni_model_kind_of (result), kinds[i % 4]);
      papni_model_free (result);
      papni_model_free (least);
    }
    papni_model_free (one);
    papni_model_free (other);
    papni_alphabet_free (alphabet);
  }
}

static papni_model *freed (papni_model *keep, papni_model *one, papni_model *other)
{
  papni_model_free (one);
  papni_model_free (other);
  return keep;
}

static void assert_equal (papni_model *one, papni_model *other)
{
  assert_true (are_equal (one, other));
  freed (NULL, one, other);
}

static papni_model * not(papni_model * model)
{
  return freed (combined (model, NULL, PAPNI_COMPLEMENT), model, NULL);
}

static void laws (void **state)
{
  (void) state;
  random_source source = { 15 };
  for (size_t i = 0; i < test_count (400); i++) {
    papni_alphabet *alphabet = models_alphabet (1 + i % 2, 1 + i / 2 % 2, i % 3);
    papni_model *a = random_model (&source, kinds[i % 4], alphabet, 6);
    papni_model *b = random_model (&source, kinds[i / 4 % 4], alphabet, 6);
    if (papni_model_kind_of (a)
        == papni_model_kind_of (b)) { /* a dfa's complement has words that are not well-matched */
      papni_model *x = not(combined (a, NULL, PAPNI_UNION)), *y = not(combined (b, NULL, PAPNI_UNION));
      assert_equal (not(combined (a, b, PAPNI_UNION)), combined (x, y, PAPNI_INTERSECTION));
      assert_equal (not(combined (a, b, PAPNI_INTERSECTION)), combined (x, y, PAPNI_UNION));
      assert_equal (combined (a, b, PAPNI_DIFFERENCE), combined (a, y, PAPNI_INTERSECTION));
      freed (NULL, x, y);
    }
    assert_equal (not(not(combined (a, NULL, PAPNI_UNION))), combined (a, NULL, PAPNI_UNION));
    papni_model *both = combined (a, b, PAPNI_INTERSECTION), *only = combined (a, b, PAPNI_DIFFERENCE);
    papni_model *others = combined (b, a, PAPNI_DIFFERENCE);
    assert_equal (combined (a, b, PAPNI_EITHER), combined (only, others, PAPNI_UNION));
    papni_model_free (others);
    const bool mixed = (papni_model_kind_of (a) == PAPNI_DFA) != (papni_model_kind_of (b) == PAPNI_DFA);
    if (!mixed) { /* A - B is empty just if A is within B */
      assert_int_equal (is_empty (only, NULL, PAPNI_UNION), are_equal (both, a));
      assert_int_equal (is_empty (only, NULL, PAPNI_UNION), is_empty (a, b, PAPNI_DIFFERENCE));
    }
    assert_true (is_empty (both, a, PAPNI_DIFFERENCE) && is_empty (only, b, PAPNI_INTERSECTION));
    freed (NULL, both, only);
    freed (NULL, a, b);
    papni_alphabet_free (alphabet);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (keeps_language),
    cmocka_unit_test (none_is_smaller),
    cmocka_unit_test (no_sevpa_is_smaller),
    cmocka_unit_test (one_smallest_sevpa),
    cmocka_unit_test (languages),
    cmocka_unit_test (operations),
    cmocka_unit_test (laws),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
