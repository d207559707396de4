/* merge.c - the engine from inside: a trial, failed or not, leaves every array as
 * it was; what it foretells is what the merge does; and what failed stays failed. */
#include "merge.h" /* before cmocka, which has a macro `fail` */

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

/* Field by field: what lies between the fields means nothing. */
static snapshot take (const merger *m)
{
  snapshot s = { 0 };
  const size_t counts[] = { m->red_count, m->blue_count, m->patch_count, m->edge_count,
                            m->steps,     m->merges,     m->folded,      m->moved_count };
  add (&s, counts, COUNT (counts), sizeof *counts);
  add (&s, m->nodes, m->size + 1, sizeof *m->nodes);
  add (&s, m->rows, m->red_count * m->width, sizeof *m->rows);
  for (size_t i = 0; i < m->red_count; i++) {
    const uint32_t fields[] = { m->reds[i].node, m->reds[i].changed, m->reds[i].label };
    add (&s, fields, COUNT (fields), sizeof *fields);
  }
  for (size_t i = 0; i < m->blue_count; i++) {
    const uint32_t fields[] = { m->blues[i].node, m->blues[i].parent, m->blues[i].symbol, m->blues[i].changed };
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

/* Pairs that failed: of a red and a blue state. */
typedef struct failures
{
  uint32_t red[4096], blue[4096];
  size_t count;
} failures;

static bool has_failed (const failures *f, uint32_t red, uint32_t blue)
{
  for (size_t i = 0; i < f->count; i++)
    if (f->red[i] == red && f->blue[i] == blue)
      return true;
  return false;
}

/* Tries all pairs; returns one that works, if there is any. */
static bool try_all (const merger *m, trial *t, signatures *known, failures *f, random_source *source, uint32_t *red,
                     uint32_t *blue, size_t *evidence)
{
  size_t working = 0;
  const snapshot before = take (m);
  assert_true (signatures_update (known, m));
  for (uint32_t b = 0; b < m->blue_count; b++)
    for (uint32_t r = 0; merger_is_blue (m, b) && r < m->red_count; r++) {
      const bool works = trial_merge (t, r, b);
      assert_false (works && signatures_differ (known->reds[r], signature_of_blue (m, b)));
      assert_int_equal (t->status, PAPNI_OK);
      assert_false (works && has_failed (f, r, b));
      if (!works && f->count < COUNT (f->red)) {
        f->red[f->count] = r;
        f->blue[f->count++] = b;
      }
      if (works && !random_below (source, ++working)) {
        *red = r;
        *blue = b;
        *evidence = t->evidence;
      }
    }
  const snapshot after = take (m);
  assert_int_equal (before.size, after.size);
  assert_memory_equal (before.bytes, after.bytes, before.size);
  free (before.bytes);
  free (after.bytes);
  return working;
}

static bool any_blue (const merger *m, uint32_t *blue)
{
  for (*blue = 0; *blue < m->blue_count; ++*blue)
    if (merger_is_blue (m, *blue))
      return true;
  return false;
}

/* Takes random steps until no state is blue. */
static void walk (merger *m, random_source *source)
{
  trial t;
  signatures known = { 0 };
  failures *f = twin_allocate (1, sizeof *f);
  papni_error error;
  uint32_t red, blue;
  size_t evidence;
  trial_init (&t, m, true, true);
  while (any_blue (m, &blue)) {
    const bool works = try_all (m, &t, &known, f, source, &red, &blue, &evidence);
    const size_t folded = m->folded;
    if (works && random_below (source, 4)) {
      assert_true (trial_merge (&t, red, blue));
      expect_ok (merger_merge (m, &t, &error), &error);
      if (m->evidence == PAPNI_STATES) /* every pair that met is a node that is gone */
        assert_int_equal (m->folded - folded, evidence);
    } else {
      any_blue (m, &blue);
      expect_ok (merger_promote (m, blue, &error), &error);
    }
  }
  if (m->focus == PAPNI_ALL)
    assert_int_equal (m->folded, m->size);
  signatures_release (&known, m);
  trial_release (&t);
  free (f);
}

static void trials_leave_no_trace (void **state)
{
  (void) state;
  random_source source = { 5 };
  for (size_t i = 0; i < test_count (300); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 25), 8);
    papni_samples *samples = test_samples (sample, NULL);
    const papni_options options = test_options ((unsigned) random_below (&source, ALL_OPTIONS));
    papni_statistics statistics = { 0 };
    papni_error error;
    control c = { .progress = NULL };
    encoded words;
    merger m;
    expect_ok (encoded_init (&words, samples, options.model == PAPNI_VPA, &statistics, &error), &error);
    papni_tree *t = tree_of_words (&words, &error);
    assert_non_null (t);
    expect_ok (merger_init (&m, t, &options, &c, &error), &error);
    walk (&m, &source);
    merger_release (&m);
    papni_tree_free (t);
    encoded_release (&words);
    test_drop (samples);
    random_sample_free (sample);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (trials_leave_no_trace) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
