/* grammar_large.c - large grammars, of random models: they derive the words that the model
 * accepts, and the one without left recursion has none. */
#include "io/models/grammar_large.h"

#include "oracle/models.h"
#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST = 8
};

/* The bodies of all rules, which the grammar makes one at a time. */
typedef struct bodies
{
  part *parts;
  size_t count;
  uint32_t *of; /* by rule */
  size_t rules;
  unsigned *ends; /* by rule and position: the set of positions that the rule leads to */
  bool *nullable;
} bodies;

static bodies all_bodies (grammar *g)
{
  bodies b = { .rules = g->count, .of = calloc (g->count, sizeof *b.of) };
  for (uint32_t r = 0; r < g->count; r++) {
    const uint32_t body = grammar_body (g, r);
    assert_true (body != NO_PART && body < g->part_count);
    b.parts = realloc (b.parts, (b.count + g->part_count) * sizeof *b.parts);
    for (size_t i = 0; i < g->part_count; i++) {
      part own = g->parts[i];
      if (own.kind == PART_SEQUENCE || own.kind == PART_CHOICE) {
        own.one += (uint32_t) b.count;
        own.other += (uint32_t) b.count;
      }
      assert_true (own.kind != PART_RULE || own.one < g->count);
      b.parts[b.count + i] = own;
    }
    b.of[r] = (uint32_t) b.count + body;
    b.count += g->part_count;
  }
  b.ends = calloc (b.rules * (LONGEST + 1), sizeof *b.ends);
  b.nullable = calloc (b.rules, sizeof *b.nullable);
  return b;
}

static void free_bodies (bodies *b)
{
  free (b->parts);
  free (b->of);
  free (b->ends);
  free (b->nullable);
}

/* ---- deriving, by the definition --------------------------------------------- */

typedef struct parse
{
  bodies *bodies;
  const papni_symbol *word;
  size_t length;
} parse;

static unsigned match (const parse *p, uint32_t what, unsigned from)
{
  const part own = p->bodies->parts[what];
  unsigned to = 0;
  for (size_t i = 0; i <= p->length; i++) {
    if (!(from >> i & 1))
      continue;
    if (own.kind == PART_EMPTY)
      to |= 1u << i;
    else if (own.kind == PART_SYMBOL && i < p->length && p->word[i] == own.one)
      to |= 2u << i;
    else if (own.kind == PART_RULE)
      to |= p->bodies->ends[own.one * (LONGEST + 1) + i];
  }
  if (own.kind == PART_SEQUENCE)
    return match (p, own.other, match (p, own.one, from));
  return own.kind == PART_CHOICE ? match (p, own.one, from) | match (p, own.other, from) : to;
}

static bool derives (bodies *b, const papni_symbol *word, size_t length)
{
  const parse p = { b, word, length };
  memset (b->ends, 0, b->rules * (LONGEST + 1) * sizeof *b->ends);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t r = 0; r < b->rules; r++)
      for (size_t i = 0; i <= length; i++) {
        unsigned *own = &b->ends[r * (LONGEST + 1) + i];
        const unsigned found = match (&p, b->of[r], 1u << i);
        changed |= found != *own;
        *own = found;
      }
  }
  return b->ends[0] >> length & 1;
}

static void compare_word (bodies *b, const papni_model *model, const papni_symbol *word, size_t length)
{
  assert_int_equal (derives (b, word, length), slow_accepts_word (model, word, length));
}

/* All words of up to three symbols, and some longer ones. */
static void compare_words (bodies *b, const papni_model *model, random_source *source)
{
  const size_t symbols = model->alphabet->size;
  papni_symbol word[LONGEST];
  for (size_t length = 0, all = 1; symbols && length <= 3; length++, all *= symbols)
    for (size_t i = 0; i < all; i++) {
      for (size_t k = 0, rest = i; k < length; k++, rest /= symbols)
        word[k] = (papni_symbol) (rest % symbols);
      compare_word (b, model, word, length);
    }
  for (size_t i = 0; symbols && i < 30; i++) {
    const size_t length = 4 + i % (LONGEST - 3);
    for (size_t k = 0; k < length; k++)
      word[k] = (papni_symbol) random_below (source, symbols);
    compare_word (b, model, word, length);
  }
}

/* ---- left recursion ------------------------------------------------------------ */

static bool is_nullable (const bodies *b, uint32_t what)
{
  const part own = b->parts[what];
  return own.kind == PART_EMPTY || (own.kind == PART_RULE && b->nullable[own.one])
         || (own.kind == PART_SEQUENCE && is_nullable (b, own.one) && is_nullable (b, own.other))
         || (own.kind == PART_CHOICE && (is_nullable (b, own.one) || is_nullable (b, own.other)));
}

/* The rank of a rule is above those of all rules that it can begin with. */
static size_t rank_of (const bodies *b, const size_t *ranks, uint32_t what)
{
  const part own = b->parts[what];
  if (own.kind == PART_RULE)
    return ranks[own.one] + 1;
  if (own.kind != PART_SEQUENCE && own.kind != PART_CHOICE)
    return 0;
  const size_t one = rank_of (b, ranks, own.one);
  const size_t other = own.kind == PART_CHOICE || is_nullable (b, own.one) ? rank_of (b, ranks, own.other) : 0;
  return one > other ? one : other;
}

static bool is_left_recursive (bodies *b)
{
  size_t *ranks = calloc (b->rules, sizeof *ranks), highest = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t r = 0; r < b->rules; r++)
      if (!b->nullable[r] && is_nullable (b, b->of[r]))
        changed = b->nullable[r] = true;
  }
  for (bool changed = true; changed && highest <= b->rules;) {
    changed = false;
    for (uint32_t r = 0; r < b->rules; r++) {
      const size_t rank = rank_of (b, ranks, b->of[r]);
      changed |= rank != ranks[r];
      ranks[r] = rank;
      highest = rank > highest ? rank : highest;
    }
  }
  free (ranks);
  return highest > b->rules;
}

/* ---- random models -------------------------------------------------------------- */

static papni_model *least_model (random_source *source, size_t i, papni_alphabet *alphabet)
{
  draft d = draft_random (source, (papni_model_kind) (i % 4), alphabet, 1 + random_below (source, 9),
                          20 + random_below (source, 80));
  papni_model *model = draft_model (&d);
  papni_error error;
  papni_model *least = papni_minimize (model, NULL, &error);
  assert_non_null (least);
  papni_model_free (model);
  draft_free (&d);
  return least;
}

/* ---- counting ------------------------------------------------------------------ */

static size_t count_alternatives (const grammar *g, uint32_t what)
{
  const part *p = &g->parts[what];
  size_t count = 1;
  for (; p->kind == PART_CHOICE; p = &g->parts[p->one]) /* they hang to the left, but for the empty one */
    if (g->parts[p->one].kind == PART_EMPTY)
      return 1 + count_alternatives (g, p->other);
    else
      count++;
  return count;
}

/* The alternatives of all bodies, made one by one. */
static size_t slow_total (grammar *g)
{
  size_t count = 0;
  for (uint32_t r = 0; r < g->count; r++)
    count += count_alternatives (g, grammar_body (g, r));
  return count;
}

/* ---- joins apart ---------------------------------------------------------------- */

enum
{
  ALTERNATIVE = 4 * GRAMMAR_NAME
};

typedef struct texts
{
  char (*list)[ALTERNATIVE];
  size_t count;
} texts;

static void add_text (texts *t, const char *text)
{
  t->list = realloc (t->list, (t->count + 1) * sizeof *t->list);
  assert_true (strlen (text) < ALTERNATIVE);
  strcpy (t->list[t->count++], text);
}

static void add_part_text (const grammar *g, uint32_t what, char text[ALTERNATIVE])
{
  const part own = g->parts[what];
  char name[GRAMMAR_NAME] = "";
  if (own.kind == PART_SEQUENCE) {
    add_part_text (g, own.one, text);
    add_part_text (g, own.other, text);
    return;
  }
  if (own.kind == PART_RULE)
    grammar_name (g, own.one, name);
  else if (own.kind == PART_SYMBOL)
    snprintf (name, sizeof name, "%u", (unsigned) own.one);
  assert_true (strlen (text) + strlen (name) + 2 < ALTERNATIVE);
  strcat (text, *text ? " " : "");
  strcat (text, name);
}

static void add_body_texts (texts *t, const grammar *g, uint32_t what)
{
  const part own = g->parts[what];
  char text[ALTERNATIVE] = "";
  if (own.kind == PART_CHOICE) {
    add_body_texts (t, g, own.one);
    add_body_texts (t, g, own.other);
    return;
  }
  add_part_text (g, what, text);
  add_text (t, text);
}

static int by_text (const void *one, const void *other)
{
  return strcmp (one, other);
}

/* A body without its joins, and these, are the whole body. Returns how many joins are apart. */
static size_t compare_joins (grammar *g)
{
  size_t joins = 0;
  for (uint32_t r = 0; r < g->count; r++) {
    texts whole = { 0 }, apart = { 0 };
    g->joins_apart = false;
    add_body_texts (&whole, g, grammar_body (g, r));
    assert_int_equal (large_joins (g->large_form), 0);
    g->joins_apart = true;
    const uint32_t body = grammar_body (g, r);
    const size_t count = large_joins (g->large_form);
    if (body || !count)
      add_body_texts (&apart, g, body);
    for (size_t i = 0; i < count; i++) {
      char text[JOIN_TEXT];
      text[large_join_text (g->large_form, i, &(join_form){ "", " ", "", '_' }, text)] = 0;
      add_text (&apart, text);
    }
    assert_int_equal (whole.count, apart.count);
    qsort (whole.list, whole.count, sizeof *whole.list, by_text);
    qsort (apart.list, apart.count, sizeof *apart.list, by_text);
    for (size_t i = 0; i < whole.count; i++)
      assert_string_equal (whole.list[i], apart.list[i]);
    free (whole.list);
    free (apart.list);
    joins += count;
  }
  g->joins_apart = false;
  return joins;
}

/* What was seen in all models. */
typedef struct seen_forms
{
  size_t recursive, hubs, joins;
} seen_forms;

static void check_form (const papni_model *model, rule_beginning begins, random_source *source, seen_forms *seen)
{
  grammar g;
  papni_error error;
  const status failed = grammar_begin (&g, model, (grammar_options){ .begins = begins, .most = 1 }, NULL, &error);
  if (failed)
    assert_string_equal (error.message, "the model accepts no word, so it has no grammar");
  if (failed || !g.large_form) {
    grammar_release (&g);
    return;
  }
  bodies all = all_bodies (&g);
  for (uint32_t r = 0; r < g.count; r++) {
    char name[GRAMMAR_NAME];
    grammar_name (&g, r, name);
    seen->hubs += *name == 'r';
  }
  compare_words (&all, model, source);
  const bool found = is_left_recursive (&all);
  assert_true (begins == LEFT_RECURSION || !found);
  seen->recursive += found;
  assert_int_equal (g.large_form->total, slow_total (&g));
  seen->joins += compare_joins (&g);
  for (uint32_t r = 0; begins == LEFT_RECURSION && r < g.count; r++)
    assert_int_equal (all.nullable[r], large_is_nullable (g.large_form, r));
  free_bodies (&all);
  grammar_release (&g);
}

static void same_words (void **state)
{
  (void) state;
  random_source source = { 37 };
  seen_forms seen = { 0 };
  for (size_t i = 0; i < test_count (200); i++) {
    papni_alphabet *alphabet = models_alphabet (random_below (&source, 3), i % 4 ? 1 + i / 4 % 2 : 0, i % 3);
    papni_model *model = least_model (&source, i, alphabet);
    for (rule_beginning begins = SYMBOLS_FIRST; begins <= LEFT_RECURSION; begins++)
      check_form (model, begins, &source, &seen);
    papni_model_free (model);
    papni_alphabet_free (alphabet);
  }
  assert_true (test_is_small () || (seen.hubs > 100 && seen.recursive > 50 && seen.joins > 500));
}

/* ---- growth --------------------------------------------------------------------- */

static size_t size_of (const papni_model *model, rule_beginning begins)
{
  grammar g;
  papni_error error;
  size_t count = 0;
  const status failed = grammar_begin (&g, model, (grammar_options){ .begins = begins, .most = 1 }, NULL, &error);
  if (!failed) /* it may accept no word */
    count = slow_total (&g);
  grammar_release (&g);
  return count;
}

/* Alternatives of a sevpa with all transitions: one for each transition with left recursion, and without it
 * one for each and each component around its target, of which there are as many as states. */
static void sizes (void **state)
{
  (void) state;
  random_source source = { 5 };
  papni_alphabet *alphabet = models_alphabet (2, 1, 1);
  size_t largest = 0;
  for (size_t states = 4; states <= 64; states *= 2) {
    draft d = draft_random (&source, PAPNI_SEVPA, alphabet, states, 100);
    papni_model *model = draft_model (&d);
    const size_t left = size_of (model, LEFT_RECURSION), right = size_of (model, RULES_FIRST);
    assert_true (left <= 2 * model->count + states + 1);
    assert_true (right <= states * model->count);
    largest = right > largest ? right : largest;
    papni_model_free (model);
    draft_free (&d);
  }
  assert_true (largest > 1000);
  papni_alphabet_free (alphabet);
}

/* ---- a vpa with all transitions -------------------------------------------------- */

static papni_model *whole_vpa (papni_alphabet *alphabet, size_t states)
{
  random_source source = { 11 };
  draft d = draft_random (&source, PAPNI_VPA, alphabet, states, 100);
  papni_model *model = draft_model (&d);
  draft_free (&d);
  return model;
}

/* Its alternatives are cubic; a few join rules that the start does not lead to. */
static void counted (void **state)
{
  (void) state;
  papni_alphabet *alphabet = models_alphabet (1, 1, 1);
  papni_model *model = whole_vpa (alphabet, 300);
  grammar g;
  papni_error error;
  const grammar_options how = { .begins = LEFT_RECURSION, .most = 1 };
  assert_int_equal (grammar_begin (&g, model, how, NULL, &error), PAPNI_OK);
  const large *l = g.large_form;
  const size_t others = (l->entry_count + l->pair_count) * model->count + model->states;
  size_t joins = 0;
  for (uint32_t e = 0; e < l->entry_count; e++)
    for (uint32_t k = 0; k < l->pair_count; k++)
      for (size_t q = 0; l->opened[e * l->pair_count + k] && q < 300; q++)
        joins += l->closed[k * 300 + q];
  assert_true (joins > 4000000 && l->total > joins / 10 * 9 && l->total <= joins + others);
  grammar_release (&g);
  papni_model_free (model);
  papni_alphabet_free (alphabet);
}

static void refused (void **state)
{
  (void) state;
  papni_alphabet *alphabet = models_alphabet (1, 1, 1);
  papni_model *model = whole_vpa (alphabet, 20);
  for (rule_beginning begins = SYMBOLS_FIRST; begins <= LEFT_RECURSION; begins++) {
    grammar g;
    papni_error error;
    grammar_options how = { .begins = begins, .most = 1 };
    assert_int_equal (grammar_begin (&g, model, how, NULL, &error), PAPNI_OK);
    how.most_rules = g.count;
    grammar_release (&g);
    assert_int_equal (grammar_begin (&g, model, how, NULL, &error), PAPNI_OK);
    how.most_rules--;
    grammar_release (&g);
    assert_int_equal (grammar_begin (&g, model, how, NULL, &error), PAPNI_INPUT);
    assert_non_null (strstr (error.message, " rules: learn with --model sevpa"));
    grammar_release (&g);
  }
  papni_model_free (model);
  papni_alphabet_free (alphabet);
}

/* While a large grammar is written, how much of it has been written is known. */
typedef struct seen_progress
{
  size_t reports, last;
} seen_progress;

static bool see_progress (void *context, papni_phase phase, size_t done, size_t total)
{
  seen_progress *seen = context;
  if (phase == PAPNI_PHASE_GENERATING && total) {
    assert_true (done >= seen->last && done <= total);
    seen->last = done;
    seen->reports++;
  }
  return true;
}

static bool discard (void *context, const char *bytes, size_t size)
{
  (void) context;
  return bytes && size;
}

/* Exports a model whose grammars are large, in each form. */
static void export_large (void (*try) (const papni_model *model, const char *form))
{
  static const char *const forms[] = { "ebnf", "gbnf", "tree-sitter", "fuzzingbook" };
  papni_alphabet *alphabet = models_alphabet (1, 1, 1);
  papni_model *model = whole_vpa (alphabet, 80);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    try (model, forms[i]);
  papni_model_free (model);
  papni_alphabet_free (alphabet);
}

static void report_progress (const papni_model *model, const char *form)
{
  seen_progress seen = { 0 };
  papni_error error;
  assert_int_equal (papni_model_export (model, form, PAPNI_TERMINALS_NAMES, (papni_writer){ discard, NULL },
                                        &(papni_watch){ see_progress, &seen }, &error),
                    PAPNI_OK);
  assert_true (seen.reports > 10 && seen.last > 1 << 15 && seen.last < 1 << 16);
}

static void progress (void **state)
{
  (void) state;
  export_large (report_progress);
}

/* Nothing more is made once the output has failed. If a signal that cancels made it fail, that is the reason. */
static bool write_none (void *context, const char *bytes, size_t size)
{
  size_t *calls = context;
  ++*calls;
  return !bytes || !size;
}

static bool goes_on_until_written (void *context, papni_phase phase, size_t done, size_t total)
{
  const size_t *calls = context;
  (void) phase;
  (void) done;
  (void) total;
  return *calls < 2;
}

static void fail_to_write (const papni_model *model, const char *form)
{
  seen_progress seen = { 0 };
  papni_error error;
  size_t calls = 0;
  const papni_writer writer = { write_none, &calls };
  assert_int_equal (
      papni_model_export (model, form, PAPNI_TERMINALS_NAMES, writer, &(papni_watch){ see_progress, &seen }, &error),
      PAPNI_SYSTEM);
  assert_true (calls == 1 && seen.reports < 3);
  assert_int_equal (papni_model_export (model, form, PAPNI_TERMINALS_NAMES, writer,
                                        &(papni_watch){ goes_on_until_written, &calls }, &error),
                    PAPNI_CANCELLED);
  assert_int_equal (error.code, PAPNI_CANCELLED);
}

static void full (void **state)
{
  (void) state;
  export_large (fail_to_write);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (same_words), cmocka_unit_test (sizes),
                                      cmocka_unit_test (counted),    cmocka_unit_test (refused),
                                      cmocka_unit_test (progress),   cmocka_unit_test (full) };
  return cmocka_run_group_tests_name ("large grammars", tests, NULL, NULL);
}
