/* tokens.c - finds the calls and returns of texts, by pumping.
 *
 * If u x z y v is a seed, u x x z y y v and u x x x z y y y v are accepted, and different
 * numbers of x and y are rejected, then x contains a call and y its return. x and y are
 * searched at the boundaries of runs of letters, runs of digits and single other characters
 * in short seeds, and at every character in very short ones.
 *
 * All accepted texts must be well-matched, which decides the call in x and the return in y.
 * Single characters are preferred to runs, runs to anything else, short ones to long ones.
 * If a character also occurs in something that does not nest (> in ->), two characters
 * together become a token that is neither. */
#include "active/tokens.h"
#include "active/tokens_choose.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum
{
  PUMP_TRIES = 2,        /* per x and y that look alike */
  PUMP_TRIES_LETTERS = 8 /* the same, character by character */
};

typedef struct pump_candidate
{
  pumping p;
  bool out;
} pump_candidate;

typedef struct token_finder
{
  const token_search *search;
  answers *a;
  token_chooser chooser;
  factor *seeds; /* in the order in which they are searched */
  size_t *bounds;
  size_t bound_capacity;
  map tried;  /* how often, by the shapes of x and y */
  map common; /* runs by hash: the number of seeds */
  pump_candidate *list;
  size_t count, capacity;
  bool letters; /* character by character */
} token_finder;

static bool finder_full (token_finder *f)
{
  f->a->failed = no_memory (f->a->e);
  return false;
}

/* ---- runs ---- */

static uint8_t class_at (const token_finder *f, factor text, size_t i)
{
  return f->search->classes[f->a->pool[text.begin + i]];
}

static bool begins_run (const token_finder *f, factor text, size_t i)
{
  return !i || !class_at (f, text, i) || class_at (f, text, i) != class_at (f, text, i - 1);
}

static size_t run_end (const token_finder *f, factor text, size_t i)
{
  do
    i++;
  while (i < text.length && !begins_run (f, text, i));
  return i;
}

static size_t count_runs (const token_finder *f, factor text)
{
  size_t count = 0;
  for (size_t i = 0; i < text.length; i = run_end (f, text, i))
    count++;
  return count;
}

static uint64_t hash_part (const token_finder *f, factor text)
{
  return hash_symbols (word_of (f->a, text), text.length);
}

static factor cut_text (factor text, size_t begin, size_t end)
{
  return (factor){ text.begin + begin, end - begin };
}

/* The number of seeds in which each run occurs: value << 1 | 1 marks those of the
 * current seed. */
static bool count_common (token_finder *f)
{
  for (size_t s = 0; s < f->search->seed_count; s++) {
    const factor w = f->seeds[s];
    for (size_t i = 0, end; i < w.length; i = end) {
      bool fresh;
      end = run_end (f, w, i);
      const uint64_t hash = hash_part (f, cut_text (w, i, end));
      uint32_t *last = map_enter (&f->a->memory, &f->common, mix (hash) ^ 1, UINT32_MAX, &fresh);
      if (!last)
        return finder_full (f);
      if (*last == (uint32_t) s)
        continue;
      *last = (uint32_t) s;
      uint32_t *count = map_enter (&f->a->memory, &f->common, hash, 0, &fresh);
      if (!count)
        return finder_full (f);
      ++*count;
    }
  }
  return true;
}

static bool is_common (const token_finder *f, factor run)
{
  const size_t tenth = f->search->seed_count / 10, least = tenth > 2 ? tenth : 2;
  const uint32_t *count = map_find (&f->common, hash_part (f, run));
  return count && *count >= least;
}

/* The shape of a text: its runs, in which uncommon letters and digits count as any
 * letters and digits. */
static uint64_t looks (const token_finder *f, factor text)
{
  uint64_t hash = 7;
  for (size_t i = 0, end; i < text.length; i = end) {
    end = run_end (f, text, i);
    const factor run = cut_text (text, i, end);
    const uint8_t class = class_at (f, text, i);
    hash = mix (hash * 31 + (class && !is_common (f, run) ? class : hash_part (f, run)));
  }
  return hash;
}

/* ---- pumping ---- */

/* Queues u x^i z y^j v. */
static bool queue_pumped (token_finder *f, const pumping *p, size_t i, size_t j, uint32_t *index)
{
  answers *a = f->a;
  draft_begin (a);
  bool ok = draft_factor (a, p->u);
  for (; ok && i; i--)
    ok = draft_factor (a, p->x);
  ok = ok && draft_factor (a, p->z);
  for (; ok && j; j--)
    ok = draft_factor (a, p->y);
  return ok && draft_factor (a, p->v) && answers_queue (a, index);
}

/* Asks this for all remaining candidates, and removes those with another answer. */
static bool ask_candidates (token_finder *f, size_t i, size_t j, bool wanted)
{
  uint32_t index;
  for (int asking = 1; asking >= 0; asking--) {
    for (size_t k = 0; k < f->count; k++) {
      pump_candidate *c = &f->list[k];
      if (c->out)
        continue;
      if (!queue_pumped (f, &c->p, i, j, &index))
        return false;
      if (!asking)
        c->out = (f->a->list[index].answer == PAPNI_YES) != wanted;
    }
    if (!answers_flush (f->a))
      return false;
  }
  return true;
}

static bool test_candidates (token_finder *f)
{
  static const struct
  {
    uint8_t x, y;
    bool right;
  } tests[] = { { 2, 1, false }, { 1, 2, false }, { 2, 2, true }, { 3, 3, true }, { 3, 1, false }, { 1, 3, false } };
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (!ask_candidates (f, tests[i].x, tests[i].y, tests[i].right))
      return false;
  for (size_t k = 0; k < f->count; k++) {
    const pumping *p = &f->list[k].p;
    if (f->list[k].out || !chooser_balanced (&f->chooser, p->x) || !chooser_balanced (&f->chooser, p->y))
      continue;
    if (!chooser_add (&f->chooser, p))
      return finder_full (f);
  }
  f->count = 0;
  return true;
}

static bool add_candidate (token_finder *f, pumping p)
{
  bool fresh;
  if (!chooser_balanced (&f->chooser, p.y) || !chooser_balanced (&f->chooser, p.z))
    return true;
  const uint64_t key = mix (looks (f, p.x)) * 31 + looks (f, p.y);
  uint32_t *tries = map_enter (&f->a->memory, &f->tried, key + f->letters, 0, &fresh);
  if (!tries || !reserve (&f->a->memory, &f->list, &f->capacity, f->count + 1, sizeof *f->list))
    return finder_full (f);
  if (*tries >= (f->letters ? PUMP_TRIES_LETTERS : PUMP_TRIES))
    return true;
  ++*tries;
  f->list[f->count++] = (pump_candidate){ p, false };
  return true;
}

/* All x and y with this many pieces together. */
static bool search_total (token_finder *f, factor w, size_t pieces, size_t total)
{
  const size_t *b = f->bounds;
  for (size_t x = 1; x < total; x++)
    for (size_t i = 0; i + total <= pieces; i++) {
      pumping p = { .u = cut_text (w, 0, b[i]), .x = cut_text (w, b[i], b[i + x]) };
      if (!chooser_balanced (&f->chooser, p.x))
        continue;
      for (size_t j = i + x; j + (total - x) <= pieces; j++) {
        p.z = cut_text (w, b[i + x], b[j]);
        p.y = cut_text (w, b[j], b[j + total - x]);
        p.v = cut_text (w, b[j + total - x], w.length);
        if (!add_candidate (f, p))
          return false;
      }
    }
  return test_candidates (f);
}

static bool search_seed (token_finder *f, factor w, size_t most)
{
  size_t pieces = 0;
  if (!reserve (&f->a->memory, &f->bounds, &f->bound_capacity, w.length + 1, sizeof *f->bounds))
    return finder_full (f);
  for (size_t i = 0; i <= w.length; i++)
    if (f->letters || i == w.length || begins_run (f, w, i))
      f->bounds[pieces++] = i;
  pieces--;
  for (size_t total = 2; total <= most && total <= pieces; total++)
    if (!search_total (f, w, pieces, total))
      return false;
  return true;
}

/* ---- which seeds ---- */

/* Does it show a character or a common run that fewer than two earlier seeds show? */
static bool shows_something (token_finder *f, map *seen, factor w, bool mark)
{
  bool something = false, fresh;
  for (size_t i = 0, end; i < w.length; i = end) {
    end = run_end (f, w, i);
    const factor run = cut_text (w, i, end);
    if (class_at (f, w, i) && !is_common (f, run))
      continue;
    uint32_t *count = map_enter (&f->a->memory, seen, hash_part (f, run), 0, &fresh);
    if (!count)
      return finder_full (f);
    something = something || *count < 2;
    *count += mark && *count < 2;
  }
  return something;
}

static bool search_all (token_finder *f)
{
  enum
  {
    FEW_LETTERS = 8,
    FEW_RUNS = 12,
    MOST_RUNS = 40,
    MOST_PIECES = 14
  };
  map seen = { 0 };
  f->letters = true;
  for (size_t s = 0; s < f->search->seed_count; s++)
    if (f->seeds[s].length <= FEW_LETTERS && !search_seed (f, f->seeds[s], 4))
      return false;
  f->letters = false;
  bool ok = true;
  for (size_t s = 0; ok && s < f->search->seed_count; s++) {
    const factor w = f->seeds[s];
    const size_t count = count_runs (f, w);
    const bool chosen = count < FEW_RUNS || (count <= MOST_RUNS && shows_something (f, &seen, w, false));
    if (!chosen)
      continue;
    shows_something (f, &seen, w, true);
    ok = !f->a->failed && search_seed (f, w, MOST_PIECES);
  }
  map_release (&f->a->memory, &seen);
  return ok;
}

typedef struct ordered_seed
{
  factor text;
  size_t runs, index;
} ordered_seed;

static int by_runs (const void *left, const void *right)
{
  const ordered_seed *x = left, *y = right;
  const int order = compare (x->runs, y->runs), length = compare (x->text.length, y->text.length);
  return order ? order : length ? length : compare (x->index, y->index);
}

/* Short seeds first. */
static bool order_seeds (token_finder *f)
{
  const size_t count = f->search->seed_count;
  ordered_seed *order = allocate (&f->a->memory, count, sizeof *order);
  f->seeds = allocate (&f->a->memory, count, sizeof *f->seeds);
  const bool ok = order && f->seeds;
  for (size_t i = 0; ok && i < count; i++)
    order[i] = (ordered_seed){ f->search->seeds[i], count_runs (f, f->search->seeds[i]), i };
  if (ok && count)
    qsort (order, count, sizeof *order, by_runs);
  for (size_t i = 0; ok && i < count; i++)
    f->seeds[i] = order[i].text;
  release (&f->a->memory, order, count, sizeof *order);
  return ok || finder_full (f);
}

bool tokens_find (const token_search *search, token_list *tokens)
{
  token_finder f = { .search = search,
                     .a = search->answers,
                     .chooser = { .search = search, .answers = search->answers } };
  const bool ok =
      order_seeds (&f) && count_common (&f) && search_all (&f) && (chooser_check (&f.chooser) || finder_full (&f));
  *tokens = f.chooser.tokens;
  release (&f.a->memory, f.seeds, search->seed_count, sizeof *f.seeds);
  release (&f.a->memory, f.bounds, f.bound_capacity, sizeof *f.bounds);
  release (&f.a->memory, f.list, f.capacity, sizeof *f.list);
  map_release (&f.a->memory, &f.tried);
  map_release (&f.a->memory, &f.common);
  chooser_release (&f.chooser);
  return ok;
}
