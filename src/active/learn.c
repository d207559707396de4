/* learn.c - learns a model with queries.
 *
 * Starts with the seeds; then symbols, blocks and pieces are probed until nothing
 * changes; then the approximate equivalence test, first with few words until it finds
 * nothing, then with all requested. Every counterexample changes the hypothesis, and
 * probing starts again. */
#include "active/check.h"
#include "active/complete.h"
#include "active/probe.h"
#include "active/refine.h"
#include "base/random.h"
#include "data/sample.h"
#include "model/assemble.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum
{
  FEW_CHECKS = 60 /* agreeing words for the first tests */
};

/* ---- seeds ---- */

typedef struct seed
{
  symbol *word;
  size_t length;
  papni_label label;
} seed;

typedef struct seeds
{
  const hypothesis *h;
  symbol *symbols; /* of all words, in symbol order */
  size_t used;
  seed *list;
  size_t count, size;
} seeds;

static int compare_seeds (const void *left, const void *right)
{
  const seed *x = left, *y = right;
  int order = compare (x->length, y->length);
  for (size_t i = 0; !order && i < x->length; i++)
    order = compare (x->word[i], y->word[i]);
  return order ? order : compare (x->label, y->label);
}

/* The well-matched words of the samples, shortest first. */
static bool seeds_begin (seeds *s, hypothesis *h, const papni_samples *samples, const symbol *inside)
{
  papni_cursor cursor = { 0 };
  papni_word word;
  *s = (seeds){ .h = h, .size = samples->size, .used = samples->used };
  s->symbols = allocate (&h->memory, s->used, sizeof *s->symbols);
  s->list = allocate (&h->memory, s->size, sizeof *s->list);
  if (!s->symbols || !s->list)
    return false;
  symbol *end = s->symbols;
  while (papni_samples_next (samples, &cursor, &word)) {
    const seed new = { end, word.length, word.label };
    for (size_t i = 0; i < word.length; i++)
      *end++ = inside[word.symbols[i]];
    if (well_matched (h, new.word, new.length))
      s->list[s->count++] = new;
    else
      h->answers.report->dropped++;
  }
  if (s->count)
    qsort (s->list, s->count, sizeof *s->list, compare_seeds);
  return true;
}

static void seeds_release (seeds *s)
{
  release (&s->h->memory, s->symbols, s->used, sizeof *s->symbols);
  release (&s->h->memory, s->list, s->size, sizeof *s->list);
}

static bool draft_seed (hypothesis *h, const seed *s)
{
  draft_begin (&h->answers);
  return draft_symbols (&h->answers, s->word, s->length);
}

/* Labels are answers; the other seeds are asked. */
static bool learn_seeds (hypothesis *h, const seeds *s)
{
  answers *a = &h->answers;
  a->purpose = PAPNI_ASK_SEEDS;
  for (size_t i = 0; i < s->count; i++) {
    uint32_t index;
    const papni_label label = s->list[i].label;
    if (!draft_seed (h, &s->list[i])
        || !(label ? answers_enter (a, label == PAPNI_ACCEPT ? PAPNI_YES : PAPNI_NO) : answers_queue (a, &index)))
      return false;
  }
  if (!answers_flush (a) || !hypothesis_begin (h))
    return false;
  for (size_t i = 0; i < s->count; i++) {
    const uint32_t index = answers_find (a, s->list[i].word, s->list[i].length);
    if (a->list[index].answer == PAPNI_YES && !refine_by (h, index))
      return false;
  }
  return settle (h);
}

/* ---- the model ---- */

static bool has_calls (const papni_alphabet *alphabet)
{
  for (size_t i = 0; i < alphabet->size; i++)
    if (alphabet->letters[i].kind != PAPNI_INTERNAL)
      return true;
  return false;
}

static status add_known_step (assembly *a, const hypothesis *h, uint32_t q, const known_step *s, error *e)
{
  transition t = { .from = q, .caller = PAPNI_NO_STATE, .to = s->target, .popped = PAPNI_NO_SYMBOL };
  if (s->letter < letters_end (h))
    t.symbol = (symbol) s->letter;
  else {
    const nesting b = h->blocks[s->letter - letters_end (h)];
    t.from = b.state;
    t.caller = q;
    t.symbol = b.ret;
    t.popped = b.call;
  }
  return assembly_add (a, t, e);
}

/* Calls lead to the start from every state. */
static status add_calls (assembly *a, const hypothesis *h, uint32_t q, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < h->alphabet->size; i++)
    if (h->alphabet->letters[i].kind == PAPNI_CALL)
      s = assembly_add (a, (transition){ q, PAPNI_NO_STATE, 0, (symbol) i, PAPNI_NO_SYMBOL }, e);
  return s;
}

/* An interim model has the states of the hypothesis, all of which are reachable, under
 * their own numbers: numbering them takes longer than all else in a round. */
static papni_model *hypothesis_model (const hypothesis *h, bool interim, error *e)
{
  assembly a;
  const papni_model_kind kind = has_calls (h->alphabet) ? PAPNI_SEVPA : PAPNI_DFA;
  status s = assembly_begin (&a, &h->memory, kind, h->alphabet, h->count, e);
  for (uint32_t q = 0; !s && q < h->count; q++) {
    a.accepting[q] = h->states[q].accepting;
    s = add_calls (&a, h, q, e);
    for (size_t i = 0; !s && i < h->states[q].count; i++)
      s = add_known_step (&a, h, q, &h->states[q].steps[i], e);
  }
  const papni_parts parts = { kind, h->alphabet, h->count, a.accepting, a.transitions, a.count };
  papni_model *model = s ? NULL : interim ? papni_model_new (&parts, e) : assembly_model (&a, e);
  assembly_release (&a);
  return model;
}

/* ---- the phases ---- */

static bool probe_all (hypothesis *h)
{
  static const struct
  {
    papni_purpose purpose;
    bool (*probe) (hypothesis *h);
  } phases[] = { { PAPNI_ASK_SYMBOLS, probe_symbols }, { PAPNI_ASK_BLOCKS, probe_blocks },
                 { PAPNI_ASK_PIECES, probe_pieces },   { PAPNI_ASK_PIECES, probe_levels },
                 { PAPNI_ASK_STEPS, probe_steps },     { PAPNI_ASK_STEPS, probe_followers } };
  size_t version;
  do {
    version = h->version;
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
      h->answers.purpose = phases[i].purpose;
      if (!phases[i].probe (h) || !settle (h))
        return false;
    }
  } while (version != h->version);
  return true;
}

/* Checks and refines until nothing is found, or an accepted word shows something new. */
static bool check_all (drawer *d, size_t agree, bool *wrong)
{
  hypothesis *h = d->h;
  h->answers.purpose = PAPNI_ASK_CHECK;
  *wrong = false;
  while (true) {
    uint32_t found;
    if (!check_words (d, agree, &found))
      return false;
    if (found == NO_ANSWER)
      return true;
    *wrong = true;
    if (!refine_by (h, found) || !settle (h))
      return false;
    if (h->answers.list[found].answer == PAPNI_YES)
      return true;
  }
}

/* Refines by the words of an equivalence oracle, until it has none. */
static bool learn_equivalence (hypothesis *h, const symbol *inside)
{
  answers *a = &h->answers;
  a->purpose = PAPNI_ASK_CHECK;
  while (true) {
    papni_question word = { 0 };
    bool found = false;
    uint32_t index;
    if (!complete_steps (h))
      return false;
    papni_model *model = hypothesis_model (h, true, a->e);
    a->failed = model ? a->how->equivalence (a->how->context, model, &word, &found, a->e) : PAPNI_MEMORY;
    papni_model_free (model);
    if (a->failed || !found)
      return !a->failed;
    draft_begin (a);
    for (size_t i = 0; i < word.length; i++)
      if (!draft_symbol (a, inside[word.symbols[i]]))
        return false;
    const size_t version = h->version;
    if (!well_matched (h, a->draft, a->draft_length) || !answers_queue (a, &index) || !answers_flush (a)
        || !refine_by (h, index))
      return false;
    if (version == h->version) { /* the model was right, or no model can be */
      a->failed = fail (a->e, PAPNI_INPUT, "the equivalence oracle found a word that the model judges correctly");
      return false;
    }
  }
}

static bool learn_by_asking (hypothesis *h, const seeds *s, const symbol *inside)
{
  if (h->answers.how->equivalence)
    return learn_seeds (h, s) && learn_equivalence (h, inside);
  drawer d = { .h = h, .random = papni_random_begin (h->answers.how->seed) };
  const size_t agree = h->answers.how->agree, few = agree < FEW_CHECKS ? agree : FEW_CHECKS;
  bool ok = learn_seeds (h, s), wrong = true, done = false;
  while (ok && !done) {
    const size_t wanted = wrong ? few : agree;
    ok = probe_all (h) && check_all (&d, wanted, &wrong);
    done = ok && !wrong && wanted == agree;
  }
  drawer_release (&d);
  return done;
}

/* ---- all ---- */

static void count_guesses (hypothesis *h, papni_asked *report)
{
  for (size_t q = 0; q < h->count; q++)
    for (size_t i = 0; i < h->states[q].count; i++) {
      report->transitions++;
      report->guesses += h->states[q].steps[i].guess;
    }
  report->states = h->count;
}

static papni_model *learn_in_order (const papni_samples *samples, hypothesis *h, const symbol *order, symbol *inside)
{
  seeds s = { .h = h };
  error *e = h->answers.e;
  papni_asked *report = h->answers.report;
  for (size_t i = 0; i < h->alphabet->size; i++)
    inside[order[i]] = (symbol) i;
  if (seeds_begin (&s, h, samples, inside))
    report->complete = learn_by_asking (h, &s, inside);
  else
    h->answers.failed = no_memory (e);
  seeds_release (&s);
  if (h->answers.failed && h->answers.failed != PAPNI_CANCELLED)
    return NULL;
  if (!h->count) {
    fail (e, PAPNI_CANCELLED, "cancelled before the first answer");
    return NULL;
  }
  h->answers.failed = PAPNI_OK;
  report->disagreements = count_disagreements (h);
  count_guesses (h, report);
  return hypothesis_model (h, false, e);
}

/* With all fields of this version. */
static papni_model *learn_asking (const papni_samples *samples, const papni_asking *how, papni_asked *report, error *e)
{
  const allocator *memory = &samples->memory;
  const size_t size = samples->alphabet->size;
  symbol *order = alphabet_order (samples->alphabet), *inside = allocate (memory, size, sizeof *inside);
  papni_alphabet *alphabet = order ? alphabet_copy (samples->alphabet, order, e) : NULL;
  papni_model *model = NULL;
  if (alphabet && inside) {
    hypothesis h = { .memory = *memory,
                     .alphabet = alphabet,
                     .answers = { .memory = *memory,
                                  .how = how,
                                  .report = report,
                                  .e = e,
                                  .outside = order,
                                  .random = papni_random_begin (how->seed + 1) } };
    model = learn_in_order (samples, &h, order, inside);
    hypothesis_release (&h);
  } else
    no_memory (e);
  papni_alphabet_free (alphabet);
  release (memory, order, size, sizeof *order);
  release (memory, inside, size, sizeof *inside);
  return model;
}

papni_model *papni_learn_oracle (const papni_samples *samples, const papni_asking *how, papni_asked *report,
                                 papni_error *e)
{
  papni_asking all = { 0 };
  papni_asked asked = { 0 };
  if (how->size < offsetof (papni_asking, watch)) {
    fail (e, PAPNI_USAGE, "papni_asking: the size is not set: begin with papni_default_asking");
    return NULL;
  }
  memcpy (&all, how, how->size < sizeof all ? how->size : sizeof all);
  papni_model *model = learn_asking (samples, &all, &asked, e);
  if (report)
    memcpy (report, &asked, how->report_size < sizeof asked ? how->report_size : sizeof asked);
  return model;
}
