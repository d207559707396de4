/* story.c - the log of merges, compared with a simple implementation. */
#include "learn/explain/story.h"
#include "oracle/support.h"

#include <stdlib.h>

/* ---- classes, the slow way -------------------------------------------------- */

typedef struct partition
{
  const papni_story *story;
  term *of;
} partition;

static void rename_class (partition *c, term from, term to)
{
  for (size_t i = 0; i < c->story->size; i++)
    if (c->of[i] == from)
      c->of[i] = to;
}

/* Joins two terms, and then all terms that differ only in these parts. */
static void unite (partition *c, term one, term other)
{
  const shape *shapes = c->story->shapes;
  rename_class (c, c->of[one], c->of[other]);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < c->story->size; i++)
      for (size_t k = 0; k < i; k++) {
        const shape *x = &shapes[i], *y = &shapes[k];
        if (c->of[i] == c->of[k] || x->before == NO_TERM || y->before == NO_TERM || x->symbol != y->symbol
            || c->of[x->before] != c->of[y->before] || (x->inside == NO_TERM) != (y->inside == NO_TERM)
            || (x->inside != NO_TERM && c->of[x->inside] != c->of[y->inside]))
          continue;
        rename_class (c, c->of[i], c->of[k]);
        changed = true;
      }
  }
}

static bool is_torn (const partition *c)
{
  for (size_t i = 0; i < c->story->size; i++)
    for (size_t k = 0; k < i; k++)
      if (c->of[i] == c->of[k] && c->story->shapes[i].label && c->story->shapes[k].label
          && c->story->shapes[i].label != c->story->shapes[k].label)
        return true;
  return false;
}

static partition copy_partition (const partition *c)
{
  partition copy = { c->story, twin_allocate (c->story->size, sizeof *copy.of) };
  for (size_t i = 0; i < c->story->size; i++)
    copy.of[i] = c->of ? c->of[i] : (term) i;
  return copy;
}

/* The listed words are the least ones. */
static void expect_least (const partition *c, term t)
{
  for (term i = 0; i < t; i++)
    assert_false (c->of[i] == c->of[t] && c->story->shapes[i].label == c->story->shapes[t].label);
}

/* ---- the tests ---------------------------------------------------------------- */

static size_t forbidden, left_out;

static void check_promotion (const partition *now, const told_step *step)
{
  const papni_story *s = now->story;
  for (uint32_t red = 0; red < step->red; red++) {
    const conflict *pair = &s->pairs[step->first + red];
    if (s->shapes[s->reds[red]].module != s->shapes[step->what].module) {
      assert_int_equal (pair->accepted, NO_TERM);
      continue;
    }
    partition then = copy_partition (now);
    unite (&then, s->reds[red], step->what);
    if (pair->accepted == NO_TERM) { /* it could have been, but a search has left it out */
      assert_int_equal (pair->rejected, NO_TERM);
      assert_false (is_torn (&then));
      left_out++;
    } else {
      assert_int_equal (s->shapes[pair->accepted].label, PAPNI_ACCEPT);
      assert_int_equal (s->shapes[pair->rejected].label, PAPNI_REJECT);
      assert_true (now->of[pair->accepted] != now->of[pair->rejected]);
      assert_true (then.of[pair->accepted] == then.of[pair->rejected]);
      expect_least (now, pair->accepted);
      expect_least (now, pair->rejected);
      forbidden++;
    }
    free (then.of);
  }
}

static void check_story (const papni_story *s)
{
  partition now = copy_partition (&(partition){ s, NULL });
  for (size_t i = 0; i < s->step_count; i++) {
    const told_step *step = &s->steps[i];
    if (step->promoted) {
      assert_int_equal (s->reds[step->red], step->what);
      check_promotion (&now, step);
    } else
      unite (&now, s->reds[step->red], step->what);
    assert_false (is_torn (&now));
  }
  free (now.of);
}

static void check_sample (const papni_samples *samples, settings options)
{
  papni_error error;
  const allocator libc = allocator_or_libc (NULL);
  papni_story *story = story_new (&libc, &error);
  assert_non_null (story);
  papni_model *plain = test_learn (samples, options, NULL);
  options.story = story;
  papni_model *model = test_learn (samples, options, NULL);
  page x = test_json (plain), y = test_json (model), told = { 0 };
  assert_string_equal (x.bytes, y.bytes); /* telling changes nothing */
  check_story (story);
  expect_ok (papni_story_write (story, page_writer (&told), &error), &error);
  assert_true (told.size > 0);
  free (x.bytes);
  free (y.bytes);
  free (told.bytes);
  papni_model_free (plain);
  papni_model_free (model);
  story_free (story);
}

static void stories (void **state)
{
  (void) state;
  random_source source = { 21 };
  for (size_t i = 0; i < test_count (100); i++) {
    twin_sample *sample = random_sample (&source, i, 14, 7);
    papni_samples *samples = test_samples (sample, NULL);
    settings options = test_setting ((unsigned) i % ALL_OPTIONS);
    options.search = i >= test_count (100) / 2;
    const size_t before = left_out;
    const bool may_leave_out = options.search || options.evidence == EVIDENCE_BITS; /* merges that save no bits */
    check_sample (samples, options);
    settings modules = test_settings (PAPNI_SEVPA);
    modules.method = options.method;
    modules.search = options.search;
    modules.evidence = options.evidence;
    modules.focus = options.focus;
    modules.modules = i % 2 ? MODULES_ONE : MODULES_CALL;
    check_sample (samples, modules);
    assert_true (may_leave_out || left_out == before);
    test_drop (samples);
    random_sample_free (sample);
  }
  assert_true (forbidden > test_count (100));
  assert_true (left_out || test_is_small ());
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (stories) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
