/* words.c - counts the accepted words of each length. */
#include "ops/words.h"

#include "base/watch.h"

#include <math.h>

static bool is_kind (const papni_model *model, symbol s, papni_kind kind)
{
  return model->kind == PAPNI_DFA ? kind == PAPNI_INTERNAL : model->alphabet->letters[s].kind == kind;
}

/* ---- making ---- */

/* Half of the bits of a symbol, and the maximum length that stays in range with it. */
static size_t choose_shift (papni_counter *w)
{
  int bits = 1;
  while (((size_t) 1 << bits) < w->model->alphabet->size)
    bits++;
  w->shift = bits / 2;
  w->step_scale = ldexp (1, -w->shift);
  w->pair_scale = ldexp (1, -2 * w->shift);
  return 1000 / (size_t) (bits - w->shift);
}

static status find_origins (papni_counter *w, error *e)
{
  const papni_model *model = w->model;
  w->origin_of = allocate (&w->memory, model->states, sizeof *w->origin_of);
  w->origins = allocate (&w->memory, model->states, sizeof *w->origins);
  if (!w->origin_of || !w->origins)
    return no_memory (e);
  for (size_t q = 0; q < model->states; q++)
    w->origin_of[q] = NONE;
  for (size_t i = 0; i <= model->count; i++) {
    const transition *t = i ? &model->transitions[i - 1] : NULL;
    const papni_state q = t ? t->to : 0;
    if ((!t || is_kind (model, t->symbol, PAPNI_CALL)) && w->origin_of[q] == NONE) {
      w->origin_of[q] = (uint32_t) w->origin_count;
      w->origins[w->origin_count++] = q;
    }
  }
  return PAPNI_OK;
}

/* The call transitions, by target. */
static status find_pushes (papni_counter *w, error *e)
{
  const papni_model *model = w->model;
  w->pushes = allocate (&w->memory, model->count, sizeof *w->pushes);
  if (!rows_init (&w->memory, &w->by_origin, w->origin_count) || !w->pushes)
    return no_memory (e);
  for (size_t i = 0; i < model->count; i++)
    if (is_kind (model, model->transitions[i].symbol, PAPNI_CALL))
      rows_count (&w->by_origin, w->origin_of[model->transitions[i].to]);
  rows_begin (&w->by_origin);
  for (size_t i = 0; i < model->count; i++)
    if (is_kind (model, model->transitions[i].symbol, PAPNI_CALL))
      w->pushes[rows_place (&w->by_origin, w->origin_of[model->transitions[i].to])] = i;
  return PAPNI_OK;
}

static status find_steps (papni_counter *w, error *e)
{
  const papni_model *model = w->model;
  w->steps = allocate (&w->memory, model->count, sizeof *w->steps);
  if (!rows_init (&w->memory, &w->into, model->states) || !w->steps)
    return no_memory (e);
  for (size_t i = 0; i < model->count; i++)
    if (is_kind (model, model->transitions[i].symbol, PAPNI_INTERNAL))
      rows_count (&w->into, model->transitions[i].to);
  rows_begin (&w->into);
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    if (is_kind (model, t->symbol, PAPNI_INTERNAL))
      w->steps[rows_place (&w->into, t->to)] = (step){ t->from, t->symbol };
  }
  return PAPNI_OK;
}

/* The block from one state to another, created if necessary; NONE if out of memory. */
static uint32_t block_between (papni_counter *w, papni_state from, papni_state to)
{
  const allocator *a = &w->memory;
  bool fresh;
  const uint32_t *known = map_enter (a, &w->block_of, (uint64_t) from << 32 | to, (uint32_t) w->block_count, &fresh);
  if (!known || !fresh)
    return known ? *known : NONE;
  if (!reserve (a, &w->blocks, &w->block_capacity, w->block_count + 1, sizeof *w->blocks))
    return NONE;
  w->blocks[w->block_count] = (block){ from, to, NONE, w->first_block[to] };
  w->first_block[to] = (uint32_t) w->block_count;
  return (uint32_t) w->block_count++;
}

static status words_add_way (papni_counter *w, papni_state from, papni_state to, word_way how, error *e)
{
  const uint32_t b = block_between (w, from, to);
  if (b == NONE || !reserve (&w->memory, &w->ways, &w->way_capacity, w->way_count + 1, sizeof *w->ways))
    return no_memory (e);
  how.next = w->blocks[b].ways;
  w->ways[w->way_count] = how;
  w->blocks[b].ways = (uint32_t) w->way_count++;
  return PAPNI_OK;
}

/* `inner` is reachable from an origin: adds all blocks around it. */
static status add_blocks (papni_counter *w, uint32_t origin, papni_state inner, error *e)
{
  const papni_model *model = w->model;
  status s = PAPNI_OK;
  for (size_t r = model->first[inner]; r < model->first[inner + 1]; r++) {
    const transition *pop = &model->transitions[r];
    if (!is_kind (model, pop->symbol, PAPNI_RETURN))
      continue;
    for (size_t i = w->by_origin.first[origin]; !s && i < w->by_origin.first[origin + 1]; i++) {
      const transition *push = &model->transitions[w->pushes[i]];
      if (push->symbol == pop->popped && (pop->caller == PAPNI_NO_STATE || pop->caller == push->from))
        s = words_add_way (w, push->from, pop->to, (word_way){ origin, inner, push->symbol, pop->symbol, NONE }, e);
    }
  }
  return s;
}

/* ---- counting ---- */

/* The counts under construction, with those of all origins contiguous, so that they are
 * added together. A block found at length n has no shorter words. */
typedef struct words_table
{
  double *words;   /* [length][state][origin] */
  bool *any;       /* [length][state]: does any origin have words? */
  bool *reached;   /* [state][origin] */
  double **blocks; /* [length][block] */
  size_t *known;   /* [length]: the number of blocks */
  watch watch;
} words_table;

static double *words_row_of (const papni_counter *w, const words_table *t, size_t length, papni_state q)
{
  return t->words + (length * w->model->states + q) * w->origin_count;
}

/* Finds the states that words of this length reach for the first time. */
static status find_blocks (papni_counter *w, words_table *t, size_t length, error *e)
{
  status s = PAPNI_OK;
  for (size_t q = 0; q < w->model->states; q++)
    for (size_t o = 0; !s && o < w->origin_count; o++) {
      bool *reached = &t->reached[q * w->origin_count + o];
      if (!*reached && words_row_of (w, t, length, (papni_state) q)[o] > 0) {
        *reached = true;
        s = add_blocks (w, (uint32_t) o, (papni_state) q, e);
        if (!s)
          s = watch_spend (&t->watch, w->by_origin.first[o + 1] - w->by_origin.first[o], e);
      }
    }
  return s;
}

/* Blocks of length n. */
static status count_blocks (papni_counter *w, words_table *t, size_t n, error *e)
{
  status s = find_blocks (w, t, n - 2, e);
  double *counts = s ? NULL : allocate (&w->memory, w->block_count, sizeof *counts);
  if (!counts)
    return s ? s : no_memory (e);
  t->blocks[n] = counts;
  t->known[n] = w->block_count;
  for (size_t b = 0; b < w->block_count; b++) {
    double sum = 0;
    for (uint32_t i = w->blocks[b].ways; i != NONE; i = w->ways[i].next)
      sum += words_row_of (w, t, n - 2, w->ways[i].inner)[w->ways[i].origin];
    counts[b] = sum * w->pair_scale;
  }
  return watch_spend (&t->watch, w->way_count, e);
}

/* Words of length n that end in a block of length k. */
static void count_ends (const papni_counter *w, const words_table *t, size_t n, size_t k)
{
  for (size_t b = 0; b < t->known[k]; b++) {
    const double last = t->blocks[k][b];
    if (!(last > 0) || !t->any[(n - k) * w->model->states + w->blocks[b].from])
      continue;
    const double *before = words_row_of (w, t, n - k, w->blocks[b].from);
    double *sums = words_row_of (w, t, n, w->blocks[b].to);
    for (size_t o = 0; o < w->origin_count; o++) {
      const double product = before[o] * last;
      sums[o] += product;
    }
  }
}

/* Words of length n; all shorter ones are done. */
static status count_words (const papni_counter *w, words_table *t, size_t n, error *e)
{
  const size_t states = w->model->states;
  status s = PAPNI_OK;
  for (size_t q = 0; q < states; q++) {
    double *sums = words_row_of (w, t, n, (papni_state) q);
    for (size_t i = w->into.first[q]; i < w->into.first[q + 1]; i++) {
      const double *before = words_row_of (w, t, n - 1, w->steps[i].from);
      for (size_t o = 0; o < w->origin_count; o++)
        sums[o] += before[o];
    }
    for (size_t o = 0; o < w->origin_count; o++)
      sums[o] *= w->step_scale;
  }
  for (size_t k = 2; !s && k <= n; k++) {
    count_ends (w, t, n, k);
    s = watch_spend (&t->watch, 1 + t->known[k] * w->origin_count, e);
  }
  for (size_t q = 0; q < states; q++)
    for (size_t o = 0; o < w->origin_count; o++)
      t->any[n * states + q] |= words_row_of (w, t, n, (papni_state) q)[o] > 0;
  return s;
}

/* Transposes the table for drawing: all lengths contiguous. */
static status words_keep (papni_counter *w, words_table *t, error *e)
{
  w->block_counts = allocate_zeroed (&w->memory, w->block_count * (w->longest + 1), sizeof *w->block_counts);
  if (!w->block_counts)
    return no_memory (e);
  status s = PAPNI_OK;
  for (size_t n = 0; !s && n <= w->longest; n++) {
    for (size_t q = 0; q < w->model->states; q++)
      for (size_t o = 0; o < w->origin_count; o++)
        counts_of (w, o, (papni_state) q)[n] = words_row_of (w, t, n, (papni_state) q)[o];
    for (size_t b = 0; b < t->known[n]; b++)
      counts_of_block (w, b)[n] = t->blocks[n][b];
    s = watch_spend (&t->watch, w->model->states * w->origin_count + t->known[n], e);
  }
  return s;
}

static status words_fill_table (papni_counter *w, words_table *t, error *e)
{
  const size_t states = w->model->states, lengths = w->longest + 1;
  t->watch.total = lengths;
  t->words = allocate_zeroed (&w->memory, lengths * states * w->origin_count, sizeof *t->words);
  t->any = allocate_zeroed (&w->memory, lengths * states, sizeof *t->any);
  t->reached = allocate_zeroed (&w->memory, states * w->origin_count, sizeof *t->reached);
  t->blocks = allocate_zeroed (&w->memory, lengths, sizeof *t->blocks);
  t->known = allocate_zeroed (&w->memory, lengths, sizeof *t->known);
  if (!t->words || !t->any || !t->reached || !t->blocks || !t->known)
    return no_memory (e);
  for (size_t o = 0; o < w->origin_count; o++) {
    words_row_of (w, t, 0, w->origins[o])[o] = 1;
    t->any[w->origins[o]] = true;
  }
  status s = PAPNI_OK;
  for (size_t n = 1; !s && n < lengths; n++) {
    t->watch.done = n;
    if (n > 1)
      s = count_blocks (w, t, n, e);
    if (!s)
      s = count_words (w, t, n, e);
    if (!s)
      s = watch_spend (&t->watch, states * w->origin_count, e);
  }
  return s ? s : words_keep (w, t, e);
}

static status count_all (papni_counter *w, const papni_watch *watch, error *e)
{
  words_table t = { .watch = watch_begin (watch, PAPNI_PHASE_COUNTING) };
  const allocator *a = &w->memory;
  const size_t states = w->model->states, lengths = w->longest + 1;
  const status s = words_fill_table (w, &t, e);
  for (size_t n = 0; t.blocks && t.known && n < lengths; n++)
    release (a, t.blocks[n], t.known[n], sizeof **t.blocks);
  release (a, t.words, lengths * states * w->origin_count, sizeof *t.words);
  release (a, t.any, lengths * states, sizeof *t.any);
  release (a, t.reached, states * w->origin_count, sizeof *t.reached);
  release (a, t.blocks, lengths, sizeof *t.blocks);
  release (a, t.known, lengths, sizeof *t.known);
  return s;
}

static status words_fill (papni_counter *w, size_t longest, const papni_watch *watch, error *e)
{
  const size_t states = w->model->states, most = choose_shift (w);
  if (longest > most)
    return fail (e, PAPNI_USAGE, "words over %zu symbols can be counted up to length %zu, not %zu",
                 w->model->alphabet->size, most, longest);
  w->longest = longest;
  status s = find_origins (w, e);
  if (!s)
    s = find_pushes (w, e);
  if (!s)
    s = find_steps (w, e);
  if (s)
    return s;
  w->counts = allocate_zeroed (&w->memory, w->origin_count * states * (longest + 1), sizeof *w->counts);
  w->first_block = allocate (&w->memory, states, sizeof *w->first_block);
  w->tasks = allocate (&w->memory, longest + 1, sizeof *w->tasks);
  if (!w->counts || !w->first_block || !w->tasks)
    return no_memory (e);
  for (size_t q = 0; q < states; q++)
    w->first_block[q] = NONE;
  return count_all (w, watch, e);
}

papni_counter *papni_counter_new (const papni_model *model, size_t max_length, const papni_watch *watch, papni_error *e)
{
  papni_counter *w = allocate_zeroed (&model->memory, 1, sizeof *w);
  if (!w) {
    no_memory (e);
    return NULL;
  }
  w->memory = model->memory;
  w->model = model;
  if (!words_fill (w, max_length, watch, e))
    return w;
  papni_counter_free (w);
  return NULL;
}

void papni_counter_free (papni_counter *w)
{
  if (!w)
    return;
  const allocator a = w->memory;
  const size_t states = w->model->states;
  release (&a, w->origin_of, states, sizeof *w->origin_of);
  release (&a, w->origins, states, sizeof *w->origins);
  release (&a, w->counts, w->origin_count * states * (w->longest + 1), sizeof *w->counts);
  release (&a, w->pushes, w->model->count, sizeof *w->pushes);
  rows_release (&a, &w->by_origin);
  release (&a, w->steps, w->model->count, sizeof *w->steps);
  rows_release (&a, &w->into);
  release (&a, w->blocks, w->block_capacity, sizeof *w->blocks);
  release (&a, w->first_block, states, sizeof *w->first_block);
  map_release (&a, &w->block_of);
  release (&a, w->ways, w->way_capacity, sizeof *w->ways);
  release (&a, w->block_counts, w->block_count * (w->longest + 1), sizeof *w->block_counts);
  release (&a, w->tasks, w->longest + 1, sizeof *w->tasks);
  release (&a, w, 1, sizeof *w);
}

double scaled_count (const papni_counter *w, size_t length)
{
  double sum = 0;
  for (size_t q = 0; q < w->model->states; q++)
    if (w->model->accepting[q])
      sum += counts_of (w, 0, (papni_state) q)[length];
  return sum;
}

double papni_counter_count (const papni_counter *w, size_t length)
{
  return length > w->longest ? 0 : ldexp (scaled_count (w, length), w->shift * (int) length);
}
