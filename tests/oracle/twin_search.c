/* twin_search.c - the search, straight from its definition.
 *
 * Each neighbour starts from scratch, with the decisions up to the excluded merge. No
 * neighbour is abandoned, and there is no budget. */
#include "twin.h"

#include <stdlib.h>

enum
{
  AT_ONCE = 8 /* neighbours are visited before the smallest of them counts */
};

/* ---- courses ------------------------------------------------------------- */

static void *one_more (void *list, size_t count, size_t size)
{
  list = realloc (list, (count + 1) * size);
  if (!list)
    abort ();
  return list;
}

void twin_course_free (twin_course *course)
{
  free (course->avoided);
  free (course->made);
}

bool twin_waits (const twin_course *course, int blue)
{
  return course->made_count < course->given_count && course->given[course->made_count].blue != blue;
}

bool twin_avoids (const twin_course *course, twin_decision d)
{
  if (course->made_count < course->given_count)
    return course->given[course->made_count].red != d.red;
  for (size_t i = 0; i < course->avoided_count; i++)
    if (course->avoided[i].red == d.red && course->avoided[i].blue == d.blue)
      return true;
  return false;
}

void twin_note (twin_course *course, twin_decision d)
{
  course->made = one_more (course->made, course->made_count, sizeof d);
  course->made[course->made_count++] = d;
}

size_t twin_merges (const twin_course *course)
{
  size_t merges = 0;
  for (size_t i = 0; i < course->made_count; i++)
    merges += course->made[i].red != TWIN_NONE;
  return merges;
}

static void avoid (twin_course *course, twin_decision d)
{
  course->avoided = one_more (course->avoided, course->avoided_count, sizeof d);
  course->avoided[course->avoided_count++] = d;
}

/* ---- the search ---------------------------------------------------------- */

static twin_model *learn (const twin_sample *sample, const settings *w, twin_course *course)
{
  return w->model == PAPNI_SEVPA ? twin_learn_terms (sample, w, course) : twin_learn (sample, w, course);
}

/* Without the merge of a decision, and without all merges excluded before. */
static twin_course neighbour (const twin_sample *sample, const settings *w, const twin_course *here, size_t at)
{
  twin_course next = { .given = here->made, .given_count = at };
  for (size_t i = 0; i < here->avoided_count; i++)
    avoid (&next, here->avoided[i]);
  avoid (&next, here->made[at]);
  twin_model_free (learn (sample, w, &next));
  return next;
}

static bool is_smaller (const twin_course *x, const twin_course *y)
{
  return x->reds < y->reds || (x->reds == y->reds && x->made_count < y->made_count);
}

twin_model *twin_search (const twin_sample *sample, const settings *w, twin_course *course)
{
  twin_course here = { 0 };
  twin_model_free (learn (sample, w, &here));
  for (size_t first = 0, looked = 0; looked < here.made_count;) {
    twin_course best = { 0 };
    size_t at = first;
    for (; at < first + AT_ONCE && at < here.made_count; at++) {
      if (here.made[at].red == TWIN_NONE)
        continue;
      twin_course next = neighbour (sample, w, &here, at), *worse = &next;
      if (is_smaller (&next, best.made ? &best : &here)) {
        const twin_course swap = best;
        best = next;
        next = swap;
      }
      twin_course_free (worse);
    }
    if (best.made) {
      twin_course_free (&here);
      here = best;
      looked = 0;
    } else {
      looked += at - first;
      first = at < here.made_count ? at : 0;
    }
  }
  *course = here;
  twin_course again = { .given = here.made, .given_count = here.made_count };
  twin_model *model = learn (sample, w, &again);
  twin_course_free (&again);
  return model;
}
