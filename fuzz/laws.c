/* laws.c - bytes as two small models, and the laws of operations on them.
 *
 * A minimized model accepts the same words. What is exported is imported again. A
 * difference is found from both sides, and is one. Union and intersection hold what they
 * should. The shortest words and those of a cover are accepted. */
#include "support.h"

#include <string.h>

enum
{
  LETTERS = 6,
  STATES = 4,
  TRANSITIONS = STATES * LETTERS * 2 * (STATES + 1)
};

static const char *const names[LETTERS] = { "a", "b", "(", "[", ")", "]" };

/* ---- models ---- */

static papni_alphabet *alphabet_of (uint8_t how)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  MUST (alphabet);
  for (size_t i = 0; i < LETTERS; i++)
    MUST (!papni_alphabet_declare (alphabet,
                                   i < 2 || how & 1 ? PAPNI_INTERNAL
                                   : i < 4          ? PAPNI_CALL
                                                    : PAPNI_RETURN,
                                   names[i], &error));
  for (size_t i = 2; !(how & 1) && how & 2 && i < 4; i++)
    MUST (!papni_alphabet_pair (alphabet, names[i], names[i + 2], &error));
  return alphabet;
}

typedef struct draft
{
  papni_parts parts;
  bool accepting[STATES];
  papni_transition transitions[TRANSITIONS];
} draft;

/* To the state that the next byte says, or nowhere. */
static void draw_transition (draft *d, feed *f, papni_transition t)
{
  const size_t to = take (f, STATES + 2);
  if (to >= d->parts.states || d->parts.count == TRANSITIONS)
    return;
  t.to = (papni_state) to;
  d->transitions[d->parts.count++] = t;
}

static void draw_return (draft *d, feed *f, papni_transition t)
{
  for (t.popped = 2; t.popped < 4; t.popped++) {
    if (!papni_alphabet_pops (d->parts.alphabet, t.symbol, t.popped))
      continue;
    t.caller = PAPNI_NO_STATE;
    const bool any = d->parts.kind == PAPNI_VPA || (d->parts.kind == PAPNI_GENERAL && take (f, 2));
    for (size_t q = 0; !any && q < d->parts.states; q++) {
      t.caller = (papni_state) q;
      draw_transition (d, f, t);
    }
    if (any)
      draw_transition (d, f, t);
  }
}

static void draw_symbol (draft *d, feed *f, size_t symbol)
{
  papni_transition t = { .symbol = (papni_symbol) symbol, .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE };
  const papni_kind kind = papni_alphabet_kind (d->parts.alphabet, t.symbol);
  const size_t entry = take (f, d->parts.states + 1);
  for (size_t q = 0; q < d->parts.states; q++) {
    t.from = (papni_state) q;
    if (d->parts.kind == PAPNI_SEVPA && kind == PAPNI_CALL) {
      t.to = (papni_state) entry;
      if (entry < d->parts.states)
        d->transitions[d->parts.count++] = t;
    } else if (d->parts.kind != PAPNI_DFA && kind == PAPNI_RETURN)
      draw_return (d, f, t);
    else
      draw_transition (d, f, t);
  }
}

static papni_model *draw_model (feed *f, const papni_alphabet *alphabet, papni_model_kind kind)
{
  papni_error error;
  draft d = { .parts = { .kind = kind, .alphabet = alphabet, .states = 1 + take (f, STATES) } };
  for (size_t q = 0; q < d.parts.states; q++)
    d.accepting[q] = take (f, 2);
  for (size_t s = 0; s < LETTERS; s++)
    draw_symbol (&d, f, s);
  d.parts.accepting = d.accepting;
  d.parts.transitions = d.transitions;
  papni_model *model = papni_model_new (&d.parts, &error);
  MUST (model);
  return model;
}

/* ---- comparing ---- */

typedef struct difference
{
  papni_symbol symbols[64];
  uint64_t length;
  bool found, first, second;
} difference;

static difference difference_of (const papni_model *x, const papni_model *y)
{
  papni_error error;
  papni_least_word word;
  difference d = { .length = 0 };
  papni_least *least = papni_least_new (x, y, PAPNI_EITHER, NULL, &error);
  MUST (least && !papni_least_next (least, sizeof d.symbols / sizeof *d.symbols, &word, &d.found, &error));
  if (d.found) {
    d.length = word.length;
    d.first = word.first;
    d.second = word.second;
    if (word.symbols && word.length)
      memcpy (d.symbols, word.symbols, (size_t) word.length * sizeof *word.symbols);
  }
  papni_least_free (least);
  return d;
}

static void must_be_equal (const papni_model *x, const papni_model *y)
{
  MUST (!difference_of (x, y).found);
}

static bool accepts (const papni_model *model, const papni_symbol *symbols, size_t length)
{
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  MUST (run);
  for (size_t i = 0; i < length; i++)
    MUST (!papni_run_step (run, symbols[i], &error));
  const bool yes = papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
  papni_run_free (run);
  return yes;
}

/* Both models have the same alphabet. */
static void must_differ_alike (const papni_model *x, const papni_model *y)
{
  const difference d = difference_of (x, y), e = difference_of (y, x);
  MUST (d.found == e.found && d.length == e.length && d.first == e.second && d.second == e.first);
  MUST (!memcmp (d.symbols, e.symbols, sizeof d.symbols));
  MUST (!d.found || d.first != d.second);
  if (d.found && d.length <= sizeof d.symbols / sizeof *d.symbols) {
    MUST (accepts (x, d.symbols, (size_t) d.length) == d.first);
    MUST (accepts (y, d.symbols, (size_t) d.length) == d.second);
  }
}

/* ---- laws ---- */

static void must_minimize (const papni_model *model)
{
  papni_error error;
  papni_model *small = papni_minimize (model, NULL, &error);
  MUST (small && papni_model_states (small) <= papni_model_states (model));
  must_be_equal (model, small);
  papni_model *again = papni_minimize (small, NULL, &error);
  MUST (again);
  const text x = written (small, "json"), y = written (again, "json");
  MUST (same_text (x, y));
  text_free (x);
  text_free (y);
  papni_model_free (small);
  papni_model_free (again);
}

static bool ignore (void *context, const char *bytes, size_t size)
{
  (void) context, (void) bytes, (void) size;
  return true;
}

/* The alphabet declares what the format does not. */
static void must_come_back (const papni_model *model, const char *format, uint8_t how)
{
  papni_error error;
  if (papni_model_write (model, format, (papni_writer){ ignore, NULL }, &error)) {
    MUST (error.code == PAPNI_INPUT);
    return;
  }
  const text file = written (model, format);
  papni_alphabet *alphabet =
      papni_model_kind_of (model) == PAPNI_DFA ? papni_alphabet_new (NULL, &error) : alphabet_of (how);
  papni_model *copy = papni_model_import (file.bytes, file.size, "copy", format, alphabet, &error);
  MUST (copy);
  if (papni_model_kind_of (model) == PAPNI_DFA)
    MUST (papni_model_kind_of (copy) == PAPNI_DFA);
  else {
    must_be_equal (model, copy);
    MUST (strcmp (format, "table") || papni_model_states (copy) == papni_model_states (model));
  }
  papni_model_free (copy);
  papni_alphabet_free (alphabet);
  text_free (file);
}

/* (x without y) and (x and y) are x, and neither is what both do not have. */
static void must_combine (const papni_model *x, const papni_model *y)
{
  papni_error error;
  papni_model *without = papni_combine (x, y, PAPNI_DIFFERENCE, NULL, &error);
  papni_model *both = papni_combine (x, y, PAPNI_INTERSECTION, NULL, &error);
  MUST (without && both);
  papni_model *all = papni_combine (without, both, PAPNI_UNION, NULL, &error);
  papni_model *none = papni_combine (without, both, PAPNI_INTERSECTION, NULL, &error);
  MUST (all && none);
  must_be_equal (all, x);
  papni_least *least = papni_least_new (none, NULL, PAPNI_UNION, NULL, &error);
  papni_least_word word;
  bool found = true;
  MUST (least && !papni_least_next (least, 10, &word, &found, &error) && !found);
  papni_least_free (least);
  papni_model_free (without);
  papni_model_free (both);
  papni_model_free (all);
  papni_model_free (none);
}

static void must_show (const papni_model *model)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  papni_run *run = papni_run_new (model, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  MUST (samples && run);
  MUST (!papni_shortest (model, 5, 100, samples, NULL, &error));
  const papni_status covered = papni_cover (model, 100, samples, NULL, NULL, &error);
  MUST (!covered || covered == PAPNI_INPUT);
  while (papni_samples_next (samples, &cursor, &word)) {
    papni_run_restart (run);
    for (size_t i = 0; i < word.length; i++) {
      const char *name = papni_alphabet_name (alphabet, word.symbols[i]);
      MUST (!papni_run_step (run, papni_alphabet_find (papni_model_alphabet (model), name, strlen (name)), &error));
    }
    MUST (papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT);
  }
  papni_run_free (run);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (size < 3)
    return 0;
  feed f = { bytes + 3, bytes + size };
  const uint8_t how = bytes[0];
  papni_alphabet *alphabet = alphabet_of (how);
  papni_model *models[2];
  for (size_t i = 0; i < 2; i++) {
    models[i] = draw_model (&f, alphabet, (papni_model_kind) (bytes[1 + i] % 4));
    must_round_trip (models[i]);
    must_minimize (models[i]);
    must_come_back (models[i], "table", how);
    must_come_back (models[i], "aalpy", how);
    must_show (models[i]);
  }
  must_differ_alike (models[0], models[1]);
  if ((papni_model_kind_of (models[0]) == PAPNI_DFA) == (papni_model_kind_of (models[1]) == PAPNI_DFA))
    must_combine (models[0], models[1]);
  papni_model_free (models[0]);
  papni_model_free (models[1]);
  papni_alphabet_free (alphabet);
  return 0;
}
