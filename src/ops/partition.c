/* partition.c - the coarsest partition that labelled transitions respect, in n log n.
 *
 * Hopcroft's algorithm, as Valmari and Lehtinen have it for partial automata. There are
 * two partitions: of the states into classes, and of the transitions into cords, each
 * with one label into one class. A new cord splits classes into states with and without
 * a transition of it; a new class splits cords. When a set is split, the smaller part
 * becomes the new set, and only that needs to be processed, so each element is
 * processed at most log n times. */
#include "ops/partition.h"

#include "base/rows.h"

/* Elements sorted by set; the marked ones of a set come first. */
typedef struct sets
{
  size_t size;
  uint32_t *elements, *place; /* in order; and the position of each element */
  uint32_t *set_of;
  uint32_t *first, *end, *marked; /* of a set; marked: the number of marked elements */
  uint32_t *touched;              /* sets with marked elements */
  size_t count, touched_count;
} sets;

typedef struct refiner
{
  allocator memory;
  refinement *refinement;
  sets classes, cords;
  uint32_t *into; /* transitions by target */
  rows into_rows;
  watch *watch;
  error *error;
} refiner;

/* ---- sets ---- */

static bool sets_make_room (const allocator *a, sets *s, size_t size)
{
  uint32_t **const arrays[] = { &s->elements, &s->place, &s->set_of, &s->first, &s->end, &s->marked, &s->touched };
  s->size = size;
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    if (!(*arrays[i] = allocate_zeroed (a, size + 1, sizeof **arrays[i])))
      return false;
  return true;
}

static void sets_release (const allocator *a, sets *s)
{
  uint32_t *const arrays[] = { s->elements, s->place, s->set_of, s->first, s->end, s->marked, s->touched };
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    release (a, arrays[i], s->size + 1, sizeof *arrays[i]);
}

/* Counting sort by set_of, whose numbers are below `count`. Empty sets get no number. */
static void sets_sort (sets *s, uint32_t *counts, size_t count)
{
  for (size_t i = 0; i <= count; i++)
    counts[i] = 0;
  for (size_t i = 0; i < s->size; i++)
    counts[s->set_of[i] + 1]++;
  for (size_t i = 0; i < count; i++)
    counts[i + 1] += counts[i];
  for (size_t i = 0; i < s->size; i++) {
    const uint32_t place = counts[s->set_of[i]]++;
    s->elements[place] = (uint32_t) i;
    s->place[i] = place;
  }
  uint32_t begin = 0; /* counts[i] is now the end of set i */
  for (size_t i = 0; i < count; i++) {
    if (counts[i] == begin)
      continue;
    s->first[s->count] = begin;
    s->end[s->count] = counts[i];
    for (; begin < counts[i]; begin++)
      s->set_of[s->elements[begin]] = (uint32_t) s->count;
    s->count++;
  }
}

static void sets_mark (sets *s, uint32_t element)
{
  const uint32_t set = s->set_of[element], at = s->place[element], to = s->first[set] + s->marked[set];
  if (at < to)
    return;
  const uint32_t other = s->elements[to];
  s->elements[at] = other;
  s->place[other] = at;
  s->elements[to] = element;
  s->place[element] = to;
  if (!s->marked[set]++)
    s->touched[s->touched_count++] = set;
}

/* Splits the sets with marked elements; the smaller part is the new set. */
static void sets_split (sets *s)
{
  while (s->touched_count) {
    const uint32_t set = s->touched[--s->touched_count];
    const uint32_t middle = s->first[set] + s->marked[set];
    const bool marked = middle - s->first[set] <= s->end[set] - middle; /* are the marked ones the smaller part? */
    s->marked[set] = 0;
    if (middle == s->end[set])
      continue;
    const uint32_t new = (uint32_t) s->count++;
    s->first[new] = marked ? s->first[set] : middle;
    s->end[new] = marked ? middle : s->end[set];
    *(marked ? &s->first[set] : &s->end[set]) = middle;
    for (uint32_t i = s->first[new]; i < s->end[new]; i++)
      s->set_of[s->elements[i]] = new;
  }
}

/* ---- refining ---- */

static status refiner_begin (refiner *r)
{
  const refinement *given = r->refinement;
  const allocator *a = &r->memory;
  const size_t sets = given->labels > given->class_count ? given->labels : given->class_count;
  uint32_t *counts = allocate (a, sets + 1, sizeof *counts);
  r->into = allocate (a, given->count, sizeof *r->into);
  const bool room = counts && r->into && rows_init (a, &r->into_rows, given->states)
                    && sets_make_room (a, &r->classes, given->states) && sets_make_room (a, &r->cords, given->count);
  if (room) {
    for (size_t q = 0; q < given->states; q++)
      r->classes.set_of[q] = given->classes[q];
    for (size_t i = 0; i < given->count; i++) {
      r->cords.set_of[i] = given->transitions[i].label;
      rows_count (&r->into_rows, given->transitions[i].head);
    }
    sets_sort (&r->classes, counts, given->class_count);
    sets_sort (&r->cords, counts, given->labels);
    rows_begin (&r->into_rows);
    for (size_t i = 0; i < given->count; i++)
      r->into[rows_place (&r->into_rows, given->transitions[i].head)] = (uint32_t) i;
  }
  release (a, counts, sets + 1, sizeof *counts);
  return room ? PAPNI_OK : no_memory (r->error);
}

static status split_classes (refiner *r, size_t cord)
{
  const sets *c = &r->cords;
  for (uint32_t i = c->first[cord]; i < c->end[cord]; i++)
    sets_mark (&r->classes, r->refinement->transitions[c->elements[i]].tail);
  sets_split (&r->classes);
  return watch_spend (r->watch, c->end[cord] - c->first[cord], r->error);
}

static status split_cords (refiner *r, size_t class)
{
  const sets *c = &r->classes;
  size_t work = 0;
  for (uint32_t i = c->first[class]; i < c->end[class]; i++) {
    const uint32_t q = c->elements[i];
    const size_t first = r->into_rows.first[q], end = r->into_rows.first[q + 1];
    for (size_t k = first; k < end; k++)
      sets_mark (&r->cords, r->into[k]);
    work += 1 + end - first;
  }
  sets_split (&r->cords);
  return watch_spend (r->watch, work, r->error);
}

/* One class may be skipped: its incoming transitions are what remains of the cords. */
static status refine (refiner *r)
{
  status failed = PAPNI_OK;
  for (size_t class = 1, cord = 0; !failed && cord < r->cords.count; cord++) {
    failed = split_classes (r, cord);
    for (; !failed && class < r->classes.count; class ++)
      failed = split_cords (r, class);
  }
  return failed;
}

status partition_refine (refinement *given, const allocator *memory, watch *w, error *e)
{
  refiner r = { .memory = *memory, .refinement = given, .watch = w, .error = e };
  status failed = refiner_begin (&r);
  if (!failed)
    failed = refine (&r);
  if (!failed)
    for (size_t q = 0; q < given->states; q++)
      given->classes[q] = r.classes.set_of[q];
  given->class_count = r.classes.count;
  sets_release (memory, &r.classes);
  sets_release (memory, &r.cords);
  release (memory, r.into, given->count, sizeof *r.into);
  rows_release (memory, &r.into_rows);
  return failed;
}
