/* engines.c - the internals of both engines: a trial leaves every array unchanged,
 * predicts what the merge does, and failures are permanent. */
#include "learn/learn.h" /* before cmocka, which has a macro `fail` */
#include "learn/terms/closure.h"
#include "learn/terms/term_layout.h"
#include "learn/tree/merge.h"

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* A copy of everything that merging can change. */
typedef struct snapshot
{
  unsigned char *bytes;
  size_t size;
} snapshot;

static void add (snapshot *s, const void *array, size_t count, size_t item)
{
  s->bytes = realloc (s->bytes, s->size + count * item + 1);
  assert_non_null (s->bytes);
  if (count)
    memcpy (s->bytes + s->size, array, count * item);
  s->size += count * item;
}

static void add_list (snapshot *s, list l)
{
  add (s, &l.count, 1, sizeof l.count);
  add (s, l.items, l.count, sizeof *l.items);
}

static void add_common (snapshot *s, const engine *g)
{
  const size_t counts[] = { g->steps, g->merges, g->folded, g->reds, g->blues };
  add (s, counts, COUNT (counts), sizeof *counts);
  add_list (s, g->changed_at);
  add_list (s, g->changed);
  add_list (s, g->moved);
  add_list (s, g->gone);
}

/* Field by field: padding is undefined. */
static snapshot take_merger (const engine *g)
{
  const merger *m = (const merger *) g;
  snapshot s = { 0 };
  const size_t counts[] = { m->patch_count, m->edge_count };
  add_common (&s, g);
  add (&s, counts, COUNT (counts), sizeof *counts);
  add (&s, m->nodes, g->total + 1, sizeof *m->nodes);
  add (&s, m->rows, g->reds * m->width, sizeof *m->rows);
  for (size_t i = 0; i < g->reds; i++) {
    const uint32_t fields[] = { m->reds[i].node, m->reds[i].label };
    add (&s, fields, COUNT (fields), sizeof *fields);
  }
  for (size_t i = 0; i < g->blues; i++) {
    const uint32_t fields[] = { m->blues[i].node, m->blues[i].parent, m->blues[i].symbol };
    add (&s, fields, COUNT (fields), sizeof *fields);
  }
  for (size_t i = 0; i < m->patch_count; i++) {
    const patch *p = &m->patches[i];
    const uint32_t fields[] = { p->first, p->least, p->edges, p->count, p->room };
    add (&s, fields, COUNT (fields), sizeof *fields);
    for (size_t k = 0; k < p->count; k++) {
      const uint32_t edge[] = { m->edges[p->edges + k].child, m->edges[p->edges + k].symbol };
      add (&s, edge, COUNT (edge), sizeof *edge);
    }
  }
  return s;
}

/* The table as a set: growing it moves its entries. */
static snapshot take_closure (const engine *g)
{
  const closure *c = (const closure *) g;
  snapshot s = { 0 };
  add_common (&s, g);
  add_list (&s, c->reds);
  add_list (&s, c->blues);
  add (&s, c->joiner->classes.of, g->total, sizeof *c->joiner->classes.of);
  for (size_t i = 0; i < g->total; i++)
    add (&s, &c->joiner->classes.members[i].next, 1, sizeof c->joiner->classes.members[i].next);
  for (size_t i = 0; i < g->total; i++) {
    const state_class *x = &c->joiner->classes.states[i];
    const uint32_t fields[] = { x->least, x->colour, x->weight, c->joiner->classes.labels[i], x->positive };
    add (&s, fields, COUNT (fields), sizeof *fields);
  }
  const size_t counts[] = { c->joiner->classes.table.count, c->joiner->classes.joining_count,
                            c->joiner->classes.insertion_count };
  add (&s, counts, COUNT (counts), sizeof *counts);
  uint64_t sum = 0;
  for (size_t i = 0; i < c->joiner->classes.table.capacity; i++)
    if (c->joiner->classes.table.slots[i].term != NO_TERM)
      sum += mix ((uint64_t) parts_hash (c->joiner->classes.table.slots[i].parts) << 32
                  | c->joiner->classes.table.slots[i].term);
  add (&s, &sum, 1, sizeof sum);
  return s;
}

/* Pairs that failed: of a red and a blue state. */
typedef struct failures
{
  uint32_t red[4096], blue[4096];
  size_t count;
  bool pairs; /* evidence is a number of pairs */
} failures;

static bool has_failed (const failures *g, uint32_t red, uint32_t blue)
{
  for (size_t i = 0; i < g->count; i++)
    if (g->red[i] == red && g->blue[i] == blue)
      return true;
  return false;
}

typedef snapshot (*taker) (const engine *g);

/* Tries all pairs; returns one that works, if any. */
static bool try_all (engine *g, taker take, failures *failed, random_source *source, uint32_t *red, uint32_t *blue,
                     int64_t *evidence)
{
  size_t working = 0, tries = 0, met = 0;
  const size_t work = g->ops->work (g);
  const snapshot before = take (g);
  for (uint32_t b = 0; b < g->blues; b++)
    for (uint32_t r = 0; g->ops->is_blue (g, b) && r < g->reds; r++) {
      finding found;
      const bool works = g->ops->try (g, 0, r, b, &found);
      tries++;
      met += works && failed->pairs ? (size_t) found.evidence : 0;
      assert_int_equal (found.status, PAPNI_OK);
      assert_false (works && has_failed (failed, r, b));
      if (!works && failed->count < COUNT (failed->red)) {
        failed->red[failed->count] = r;
        failed->blue[failed->count++] = b;
      }
      if (works && found.pays && !random_below (source, ++working)) {
        *red = r;
        *blue = b;
        *evidence = found.evidence;
      }
    }
  if (take == take_closure) /* a trial costs one, and each pair that it joins */
    assert_true (g->ops->work (g) >= work + tries + met);
  else
    assert_true (g->ops->work (g) >= work);
  const snapshot after = take (g);
  assert_int_equal (before.size, after.size);
  assert_memory_equal (before.bytes, after.bytes, before.size);
  free (before.bytes);
  free (after.bytes);
  return working;
}

static bool any_blue (const engine *g, uint32_t *blue)
{
  for (*blue = 0; *blue < g->blues; ++*blue)
    if (g->ops->is_blue (g, *blue))
      return true;
  return false;
}

/* A failing merge leaves everything unchanged, too. */
static void expect_failure (engine *g, taker take, const failures *failed, random_source *source)
{
  if (!failed->count)
    return;
  const size_t i = random_below (source, failed->count);
  if (!g->ops->is_blue (g, failed->blue[i]))
    return;
  finding found;
  const snapshot before = take (g);
  assert_false (g->ops->merge (g, failed->red[i], failed->blue[i], &found));
  const snapshot after = take (g);
  assert_int_equal (before.size, after.size);
  assert_memory_equal (before.bytes, after.bytes, before.size);
  free (before.bytes);
  free (after.bytes);
}

/* Red states stay red: no merge joins two of them, even if nothing else prevents it. A state that could have been
 * merged may be red here, as in a search that excludes a merge. */
static void expect_reds_apart (const engine *g)
{
  for (uint32_t x = 0; x < g->reds; x++)
    for (uint32_t y = 0; y < x; y++)
      assert_true (g->ops->name (g, RED | x) != g->ops->name (g, RED | y));
}

static void expect_closure_apart (const engine *g)
{
  const closure *c = (const closure *) g;
  for (uint32_t x = 0; x < g->reds; x++)
    assert_int_equal (closure_red (c, c->reds.items[x]), x);
}

/* Red states stay red: no merge joins two of them, even if nothing else prevents it. A state that could have been
 * merged may be red here, as in a search that excludes a merge. */
static void walk (engine *g, taker take, const settings *options, random_source *source)
{
  failures *failed = twin_allocate (1, sizeof *failed);
  failed->pairs = options->evidence != EVIDENCE_BITS;
  papni_error error;
  uint32_t red, blue;
  int64_t evidence;
  while (any_blue (g, &blue)) {
    const bool works = try_all (g, take, failed, source, &red, &blue, &evidence);
    const size_t folded = g->folded;
    expect_failure (g, take, failed, source);
    if (works && random_below (source, 4)) {
      finding found;
      assert_true (g->ops->merge (g, red, blue, &found));
      assert_int_equal (found.status, PAPNI_OK);
      assert_int_equal (found.evidence, evidence);
      assert_false (g->ops->is_blue (g, blue));
      if (options->evidence == EVIDENCE_STATES) /* every pair that met is a state that is gone */
        assert_int_equal (g->folded - folded, evidence);
    } else {
      any_blue (g, &blue);
      expect_ok (g->ops->promote (g, blue, &error), &error);
    }
    expect_reds_apart (g);
    if (options->model == PAPNI_SEVPA)
      expect_closure_apart (g);
  }
  if (options->focus == FOCUS_ALL)
    assert_int_equal (g->folded, g->total);
  free (failed);
}

static void walk_tree (encoded *words, const settings *options, random_source *source)
{
  papni_error error;
  progress p = { .cancelled = false };
  workers *w = workers_new (&words->memory, 1, &error);
  papni_tree *t = tree_of_words (words, options, w, &error);
  workers_free (w);
  assert_non_null (t);
  engine *g = merger_new (t, t->nodes, options, &p, &error);
  assert_non_null (g);
  assert_int_equal (g->ops->work (g), (t->size + (t->symbol_count ? t->symbol_count : 1)) / 16); /* its size */
  walk (g, take_merger, options, source);
  g->ops->free (g);
  papni_tree_free (t);
}

static void walk_terms (encoded *words, const settings *options, random_source *source)
{
  papni_error error;
  progress p = { .cancelled = false };
  terms t;
  expect_ok (terms_init (&t, words, options, &error), &error);
  engine *g = closure_new (&t, options, &p, &error);
  assert_non_null (g);
  assert_int_equal (g->ops->work (g), t.size / 16); /* its size */
  walk (g, take_closure, options, source);
  g->ops->free (g);
  terms_release (&t);
}

static void trials_leave_no_trace (void **state)
{
  (void) state;
  random_source source = { 5 };
  for (size_t i = 0; i < test_count (600); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 25), 8);
    papni_samples *samples = test_samples (sample, NULL);
    const settings options = test_setting ((unsigned) random_below (&source, ALL_OPTIONS));
    papni_statistics statistics = { 0 };
    papni_error error;
    encoded words;
    expect_ok (encoded_init (&words, samples, options.model != PAPNI_DFA, &statistics, &error), &error);
    if (options.model == PAPNI_SEVPA)
      walk_terms (&words, &options, &source);
    else
      walk_tree (&words, &options, &source);
    encoded_release (&words);
    test_drop (samples);
    random_sample_free (sample);
  }
}

/* ---- several threads ---- */

enum
{
  CREW = 4
};

/* One engine alone, and one with threads that this test runs, in a random order. */
typedef struct company
{
  engine *alone, *shared;
  random_source *source;
  bool ready[CREW]; /* this thread takes part in the round */
} company;

static void gather (company *y)
{
  y->ready[0] = true;
  for (unsigned i = 1; i < CREW; i++) /* some are late */
    y->ready[i] = random_below (y->source, 2) && closure_follow (((closure *) y->shared)->crew, i);
}

static unsigned any_ready (company *y)
{
  unsigned thread;
  do
    thread = (unsigned) random_below (y->source, CREW);
  while (!y->ready[thread]);
  return thread;
}

/* Every thread finds what one finds alone. */
static void expect_same_trials (company *y)
{
  for (uint32_t b = 0; b < y->alone->blues; b++)
    for (uint32_t r = 0; y->alone->ops->is_blue (y->alone, b) && r < y->alone->reds; r++) {
      finding one, other;
      const bool works = y->alone->ops->try (y->alone, 0, r, b, &one);
      assert_int_equal (y->shared->ops->try (y->shared, any_ready (y), r, b, &other), works);
      if (works)
        assert_true (one.evidence == other.evidence && one.pays == other.pays && one.read_count == other.read_count);
    }
}

/* The first red state that works, whoever tries which. */
static uint32_t first_of_crew (company *y, uint32_t blue)
{
  closure_round round = { (closure *) y->shared, 0, blue, (uint32_t) y->shared->reds };
  status trouble = PAPNI_OK;
  for (size_t i = 0; i < y->shared->reds; i++)
    closure_try_next (&round, i, any_ready (y));
  closure_end_round (&round, &trouble);
  assert_int_equal (trouble, PAPNI_OK);
  return round.works;
}

static bool merge_first (engine *g, uint32_t blue, uint32_t *red)
{
  finding found;
  for (*red = 0; *red < g->reds; ++*red)
    if (g->ops->merge (g, *red, blue, &found))
      return true;
  return false;
}

static void expect_same_state (const company *y)
{
  const snapshot one = take_closure (y->alone), other = take_closure (y->shared);
  assert_int_equal (one.size, other.size);
  assert_memory_equal (one.bytes, other.bytes, one.size);
  free (one.bytes);
  free (other.bytes);
}

static void walk_together (company *y, bool scored)
{
  uint32_t red, blue;
  while (any_blue (y->alone, &blue)) {
    finding found;
    papni_error error;
    gather (y);
    if (scored)
      expect_same_trials (y);
    const uint32_t first = scored ? 0 : first_of_crew (y, blue);
    const bool merged = merge_first (y->alone, blue, &red);
    assert_true (scored || red == first);
    if (merged)
      assert_true (y->shared->ops->merge (y->shared, red, blue, &found));
    else {
      expect_ok (y->alone->ops->promote (y->alone, blue, &error), &error);
      expect_ok (y->shared->ops->promote (y->shared, blue, &error), &error);
    }
    expect_same_state (y);
  }
}

static void threads_agree (void **state)
{
  (void) state;
  random_source source = { 8 };
  for (size_t i = 0; i < test_count (300); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 25), 8);
    papni_samples *samples = test_samples (sample, NULL);
    settings options = test_setting ((unsigned) random_below (&source, ALL_OPTIONS));
    papni_statistics statistics = { 0 };
    progress p = { .cancelled = false };
    papni_error error;
    encoded words;
    terms t;
    options.model = PAPNI_SEVPA;
    expect_ok (encoded_init (&words, samples, true, &statistics, &error), &error);
    expect_ok (terms_init (&t, &words, &options, &error), &error);
    company y = { closure_new (&t, &options, &p, &error), closure_new (&t, &options, &p, &error), &source, { false } };
    assert_true (y.alone && y.shared);
    expect_ok (closure_add_crew ((closure *) y.shared, &options, CREW, &error), &error);
    walk_together (&y, options.method == METHOD_EDSM);
    y.alone->ops->free (y.alone);
    y.shared->ops->free (y.shared);
    terms_release (&t);
    encoded_release (&words);
    test_drop (samples);
    random_sample_free (sample);
  }
}

/* Numbers of trials come again after 2^32; what a trial has read is the same. */
static void trials_are_numbered_anew (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("%call (\n%return )\n+ ( )\n+ ( ( ) )\n- ( ) ( )\n");
  settings options = test_settings (PAPNI_SEVPA);
  options.method = METHOD_EDSM; /* RPNI keeps no evidence */
  papni_statistics statistics = { 0 };
  progress p = { .cancelled = false };
  papni_error error;
  encoded words;
  terms t;
  size_t working = 0;
  expect_ok (encoded_init (&words, samples, true, &statistics, &error), &error);
  expect_ok (terms_init (&t, &words, &options, &error), &error);
  engine *g = closure_new (&t, &options, &p, &error);
  assert_non_null (g);
  closure *c = (closure *) g;
  for (uint32_t b = 0; b < g->blues; b++)
    for (uint32_t r = 0; r < g->reds; r++) {
      finding found, again;
      if (!g->ops->try (g, 0, r, b, &found))
        continue;
      working++;
      c->joiner->trials = UINT32_MAX;
      for (size_t i = 0; i < joiner_key_count (c->joiner); i++)
        c->joiner->listed[i] = 1;
      assert_true (g->ops->try (g, 0, r, b, &again));
      assert_int_equal (again.read_count, found.read_count);
      for (size_t i = 0; i < joiner_key_count (c->joiner); i++) /* no mark that a later trial could take for its own */
        assert_true (c->joiner->listed[i] <= c->joiner->trials);
    }
  assert_true (working);
  g->ops->free (g);
  terms_release (&t);
  encoded_release (&words);
  test_drop (samples);
}

/* Merges each of these blue states into the first red one that it can be merged into. Returns the number of merges. */
static size_t merge_blues (engine *g, uint32_t first, uint32_t end)
{
  size_t merged = 0;
  for (uint32_t b = first; b < end; b++)
    for (uint32_t r = 0; g->ops->is_blue (g, b) && r < g->reds; r++) {
      finding found;
      merged += g->ops->merge (g, r, b, &found);
    }
  return merged;
}

/* What the labels of short words rule out fails on trial: if they were listed before a state became red, or after other
 * states were merged, and also after the longer half of the words was dropped to save memory. */
static void refusals_are_right (void **state)
{
  (void) state;
  random_source source = { 11 };
  twin_sample *sample = random_chaos_sample (&source, 1000, 14);
  papni_samples *samples = test_samples (sample, NULL);
  const settings options = test_settings (PAPNI_DFA);
  papni_statistics statistics = { 0 };
  papni_error error;
  progress p = { .cancelled = false };
  papni_tree *t = learn_tree_of (samples, &options, &statistics, &error);
  assert_non_null (t);
  engine *g = merger_new (t, t->nodes, &options, &p, &error);
  assert_non_null (g);
  merger *m = (merger *) g;
  const size_t words = m->known.count;
  size_t refused = 0;
  for (uint32_t b = 0; b < 200; b++) {
    status trouble = PAPNI_OK;
    if (b % 2)
      known_refuse (m, 0, b, &trouble); /* lists its words */
    expect_ok (trouble, &error);
    expect_ok (g->ops->promote (g, b, &error), &error);
    assert_int_equal (m->known.row_of[g->reds - 1] != NOWHERE, b % 2);
  }
  assert_true (merge_blues (g, 200, (uint32_t) g->blues));
  for (uint32_t r = 0; r < g->reds; r++)
    assert_true (known_list_red (m, r));
  assert_true (m->known.count < words);
  for (uint32_t b = 0; b < g->blues; b++)
    for (uint32_t r = 0; g->ops->is_blue (g, b) && r < g->reds; r++) {
      status trouble = PAPNI_OK;
      const bool refuses = known_refuse (m, r, b, &trouble);
      assert_int_equal (trouble, PAPNI_OK);
      assert_false (refuses && trial_merge (&m->trials[0], r, b));
      refused += refuses;
    }
  assert_true (refused);
  g->ops->free (g);
  papni_tree_free (t);
  test_drop (samples);
  random_sample_free (sample);
}

/* ---- cancellation ---- */

enum
{
  LONG_WORDS = 16 /* all binary words of this length: 2^17 - 1 terms, twice the stride of a watch */
};

/* Cancels at its n-th call; 0: never. */
typedef struct patience
{
  size_t calls, most;
} patience;

static bool is_patient (void *context, papni_phase phase, size_t done, size_t total)
{
  patience *p = context;
  (void) phase, (void) done, (void) total;
  return ++p->calls != p->most;
}

typedef struct large_terms
{
  terms terms;
  term *ranked;
  settings options;
  engine *engine;
} large_terms;

static status lay_out_again (large_terms *l, const papni_watch *caller, papni_error *e)
{
  watch w = watch_begin (caller, PAPNI_PHASE_TREE);
  return terms_lay_out (&l->terms, l->ranked, &w, e);
}

static status make_engine (large_terms *l, const papni_watch *caller, papni_error *e)
{
  progress p = { .watch = *caller };
  engine *g = closure_new (&l->terms, &l->options, &p, e);
  if (g)
    g->ops->free (g);
  return g ? PAPNI_OK : e->code;
}

static status copy_engine (large_terms *l, const papni_watch *caller, papni_error *e)
{
  progress p = { .watch = *caller };
  engine *g = l->engine->ops->copy (l->engine, &p, 1, e);
  if (g)
    g->ops->free (g);
  return g ? PAPNI_OK : e->code;
}

static status make_model (large_terms *l, const papni_watch *caller, papni_error *e)
{
  progress p = { .watch = *caller }, *own = l->engine->progress;
  l->engine->progress = &p;
  papni_model *model = l->engine->ops->model (l->engine, e);
  l->engine->progress = own;
  papni_model_free (model);
  return model ? PAPNI_OK : e->code;
}

/* Asks at least so many times; each answer may be no, and the next time it works. */
static void expect_questions (large_terms *l, status (*work) (large_terms *, const papni_watch *, papni_error *),
                              size_t least)
{
  papni_error error;
  patience all = { 0 };
  expect_ok (work (l, &(papni_watch){ is_patient, &all }, &error), &error);
  assert_true (all.calls >= least);
  for (size_t n = 1; n <= all.calls; n++) {
    patience some = { .most = n };
    assert_int_equal (work (l, &(papni_watch){ is_patient, &some }, &error), PAPNI_CANCELLED);
    assert_int_equal (some.calls, n);
  }
}

static papni_samples *long_words (void)
{
  const size_t line = 2 + 2 * LONG_WORDS, count = (size_t) 1 << LONG_WORDS;
  char *text = twin_allocate (count * line + 1, 1);
  for (size_t i = 0; i < count; i++) {
    char *at = text + i * line;
    *at++ = '+';
    for (size_t bit = 0; bit < LONG_WORDS; bit++) {
      *at++ = ' ';
      *at++ = i >> bit & 1 ? 'b' : 'a';
    }
    *at = '\n';
  }
  papni_samples *samples = test_read (text);
  free (text);
  return samples;
}

static void large_terms_can_be_cancelled (void **state)
{
  (void) state;
  papni_samples *samples = long_words ();
  large_terms l = { .options = test_settings (PAPNI_SEVPA) };
  papni_statistics statistics = { 0 };
  progress p = { .cancelled = false };
  papni_error error;
  encoded words;
  l.options.evidence = EVIDENCE_BITS;
  expect_ok (encoded_init (&words, samples, true, &statistics, &error), &error);
  expect_ok (terms_init (&l.terms, &words, &l.options, &error), &error);
  assert_int_equal (l.terms.size, ((size_t) 2 << LONG_WORDS) - 1);
  l.ranked = twin_allocate (l.terms.size, sizeof *l.ranked);
  for (size_t i = 0; i < l.terms.size; i++)
    l.ranked[l.terms.rank[i]] = (term) i;
  expect_questions (&l, lay_out_again, 3); /* placing and moving */
  for (size_t i = 0; i < l.terms.size; i++)
    assert_int_equal (l.ranked[l.terms.rank[i]], i);
  expect_questions (&l, make_engine, 11); /* six passes */
  l.engine = closure_new (&l.terms, &l.options, &p, &error);
  assert_non_null (l.engine);
  expect_questions (&l, copy_engine, 15); /* 61 bytes a term and more */
  expect_questions (&l, make_model, 1);
  l.engine->ops->free (l.engine);
  free (l.ranked);
  terms_release (&l.terms);
  encoded_release (&words);
  test_drop (samples);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (trials_leave_no_trace), cmocka_unit_test (threads_agree),
                                      cmocka_unit_test (trials_are_numbered_anew),
                                      cmocka_unit_test (refusals_are_right),
                                      cmocka_unit_test (large_terms_can_be_cancelled) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
