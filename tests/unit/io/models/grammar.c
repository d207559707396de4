/* grammar.c - grammars of random models: every rule that is named is there, and the words
 * that they derive are those that the model accepts. */
#include "io/models/grammar.h"

#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST = 6,
  MOST_PARTS = 1 << 14
};

/* ---- deriving, by the definition --------------------------------------------- */

typedef struct parse
{
  const grammar *grammar;
  const papni_symbol *word;
  size_t length;
} parse;

/* A set of positions: those that a part can lead to from the positions of another set. */
typedef unsigned positions;

static positions match (const parse *p, uint32_t what, positions from)
{
  const part own = p->grammar->parts[what];
  positions to = 0;
  if (!from)
    return 0;
  switch (own.kind) {
  case PART_EMPTY:
    return from;
  case PART_SYMBOL:
    for (size_t i = 0; i < p->length; i++)
      if (from >> i & 1 && p->word[i] == own.one)
        to |= 2u << i;
    return to;
  case PART_RULE:
    assert_true (p->grammar->rules[own.one].kept);
    return match (p, p->grammar->rules[own.one].body, from);
  case PART_SEQUENCE:
    return match (p, own.other, match (p, own.one, from));
  case PART_CHOICE:
    return match (p, own.one, from) | match (p, own.other, from);
  default:
    if (own.kind == PART_PLUS)
      from = match (p, own.one, from);
    for (to = from; (from = match (p, own.one, from) & ~to);)
      to |= from;
    return to;
  }
}

static bool derives (const grammar *g, const papni_symbol *word, size_t length)
{
  const parse p = { g, word, length };
  return g->rules[0].productive && match (&p, g->rules[0].body, 1) >> length & 1;
}

/* ---- all words ---------------------------------------------------------------- */

/* Counts up through the words of a length; false after the last. */
static bool next_word (papni_symbol *word, size_t length, size_t symbols)
{
  for (size_t i = length; i-- > 0;) {
    if (++word[i] < symbols)
      return true;
    word[i] = 0;
  }
  return false;
}

static void compare_words (const grammar *g, const papni_model *model, size_t longest)
{
  for (size_t length = 0; length <= longest; length++) {
    papni_symbol word[LONGEST] = { 0 };
    do
      assert_int_equal (derives (g, word, length), slow_accepts_word (model, word, length));
    while (next_word (word, length, model->alphabet->size));
  }
}

/* Every rule that is kept has a name of its own, and what it names is kept. */
static void check_rules (const grammar *g)
{
  for (uint32_t r = 0; r < g->count; r++) {
    char name[GRAMMAR_NAME], other[GRAMMAR_NAME];
    if (!g->rules[r].kept)
      continue;
    grammar_name (g, r, name);
    for (uint32_t k = 0; k < r; k++)
      if (g->rules[k].kept) {
        grammar_name (g, k, other);
        assert_string_not_equal (name, other);
      }
    uint32_t work[MOST_PARTS];
    size_t count = 0;
    for (work[count++] = g->rules[r].body; count;) {
      const part *p = &g->parts[work[--count]];
      assert_true (count + 2 < MOST_PARTS);
      assert_true (p->kind != PART_RULE || g->rules[p->one].kept);
      if (p->kind >= PART_SEQUENCE)
        work[count++] = p->one;
      if (p->kind == PART_SEQUENCE || p->kind == PART_CHOICE)
        work[count++] = p->other;
    }
  }
}

static void same_words (void **state)
{
  (void) state;
  random_source source = { 31 };
  size_t rules = 0, inlined = 0;
  for (size_t i = 0; i < test_count (1500); i++) {
    papni_alphabet *alphabet = models_alphabet (random_below (&source, 3), i % 4 ? 1 : 0, i % 3);
    draft d = draft_random (&source, (papni_model_kind) (i % 4), alphabet, 1 + random_below (&source, 9),
                            20 + random_below (&source, 80));
    papni_model *model = draft_model (&d);
    papni_error error;
    papni_model *least = papni_minimize (model, NULL, &error);
    assert_non_null (least);
    grammar g;
    expect_ok (grammar_begin (&g, least, (grammar_options){ 0 }, NULL, &error), &error);
    check_rules (&g);
    compare_words (&g, model, LONGEST - (papni_alphabet_size (alphabet) > 3));
    for (size_t r = 0; r < g.count; r++)
      *(g.rules[r].kept ? &rules : &inlined) += 1;
    grammar_release (&g);
    papni_model_free (least);
    papni_model_free (model);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
  assert_true (test_is_small () || (rules > 500 && inlined > 500));
}

/* A rule that is the inside of a call in another rule, which is inlined first, stays. */
static void nested_rules_stay (void **state)
{
  (void) state;
  static const char text[] =
      "{\"format\":\"papni-model\",\"version\":1,\"model\":\"vpa\",\"alphabet\":{\"internal\":[\"a\"],"
      "\"call\":[\"(\"],\"return\":[\")\"],\"pairs\":[]},\"states\":4,\"accept\":[0,2],\"transitions\":[[0,"
      "\"a\",1],[1,\"a\",2],[1,\"(\",2],[2,\"a\",3],[2,\"(\",3],[2,\")\",\"(\",3],[3,\"a\",2],[3,\")\","
      "\"(\",2]]}";
  papni_error error = { 0 };
  papni_model *model = papni_model_read (text, sizeof text - 1, "model", NULL, &error);
  if (!model)
    fail_msg ("%s", error.message);
  grammar g;
  expect_ok (grammar_begin (&g, model, (grammar_options){ 0 }, NULL, &error), &error);
  check_rules (&g);
  compare_words (&g, model, LONGEST);
  grammar_release (&g);
  papni_model_free (model);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (same_words), cmocka_unit_test (nested_rules_stay) };
  return cmocka_run_group_tests_name ("grammar", tests, NULL, NULL);
}
