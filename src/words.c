/* words.c - how many words of a length a model accepts, and one of them at random.
 *
 * A well-matched word that leads from one state to another ends in an internal
 * symbol, or in a block: a call, a well-matched word, and the return that pops the
 * call. So the numbers of words of length n from an origin (the start, or a state
 * that a call leads to) to every state follow from those of shorter ones, and the
 * same sums, taken apart again, draw a word from its end to its beginning.
 *
 * Counts outgrow every integer type, so they are doubles, and those of words of
 * length n are kept times 2^(-shift n), with half an alphabet's worth of bits for
 * `shift`: then neither the largest nor the smallest of the lengths that are let in
 * leaves the range of a double. The factors are powers of two and all terms are
 * positive: counts below 2^53 are exact, and each sum adds at most one half-unit in
 * the last place a term, in all less than 10^-12 of the count. */
#include "model.h"
#include "random.h"

#include <math.h>

#define NONE UINT32_MAX

/* What can stand at the end: an internal symbol that leads from `from`. */
typedef struct step
{
  papni_state from;
  symbol symbol;
} step;

/* One way to make a block: this call, these states around the inner word, this return. */
typedef struct way
{
  uint32_t origin;   /* of the inner word */
  papni_state inner; /* where it ends */
  symbol call, ret;
  uint32_t next; /* way of the same block, or NONE */
} way;

/* All blocks that lead from one state to another. */
typedef struct block
{
  papni_state from;
  uint32_t ways;  /* the first */
  uint32_t next;  /* block to the same state, or NONE */
  uint32_t least; /* length of one */
} block;

/* Part of a word that is still to be drawn: from an origin to a state. */
typedef struct task
{
  size_t place, length;
  uint32_t origin;
  papni_state to;
} task;

struct papni_counter
{
  allocator memory;
  const papni_model *model;
  size_t longest;
  int shift;
  double step_scale, pair_scale; /* 2^-shift and its square */
  uint32_t *origin_of;           /* state -> origin, or NONE */
  papni_state *origins;
  size_t origin_count;
  double *counts;  /* [origin][state][length] */
  uint32_t *least; /* [origin][state]: the length of the shortest word, or NONE */
  size_t *pushes;  /* call transitions; those to an origin stand from first_push on */
  size_t *first_push;
  step *steps; /* those into q stand from first_step[q] up to first_step[q + 1] */
  size_t *first_step;
  block *blocks;
  size_t block_count, block_capacity;
  uint32_t *first_block; /* into each state, or NONE */
  map block_of;          /* from << 32 | to */
  way *ways;
  size_t way_count, way_capacity;
  double *block_counts; /* [block][length] */
  size_t block_counts_capacity;
  task *tasks;
};

static bool is_kind (const papni_model *model, symbol s, papni_kind kind)
{
  return model->kind == PAPNI_DFA ? kind == PAPNI_INTERNAL : model->alphabet->letters[s].kind == kind;
}

static double *counts_of (const papni_counter *w, size_t origin, papni_state q)
{
  return w->counts + (origin * w->model->states + q) * (w->longest + 1);
}

static double *counts_of_block (const papni_counter *w, size_t index)
{
  return w->block_counts + index * (w->longest + 1);
}

/* ---- making ---- */

/* Half of the bits of a symbol, and the longest words that stay in range with it. */
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

/* The call transitions, by where they lead to. */
static status find_pushes (papni_counter *w, error *e)
{
  const papni_model *model = w->model;
  w->pushes = allocate (&w->memory, model->count, sizeof *w->pushes);
  w->first_push = allocate_zeroed (&w->memory, w->origin_count + 2, sizeof *w->first_push);
  if (!w->pushes || !w->first_push)
    return no_memory (e);
  size_t *next = w->first_push + 1; /* becomes first_push by being filled */
  for (size_t i = 0; i < model->count; i++)
    if (is_kind (model, model->transitions[i].symbol, PAPNI_CALL))
      next[w->origin_of[model->transitions[i].to] + 1]++;
  for (size_t o = 0; o < w->origin_count; o++)
    next[o + 1] += next[o];
  for (size_t i = 0; i < model->count; i++)
    if (is_kind (model, model->transitions[i].symbol, PAPNI_CALL))
      w->pushes[next[w->origin_of[model->transitions[i].to]]++] = i;
  return PAPNI_OK;
}

static status find_steps (papni_counter *w, error *e)
{
  const papni_model *model = w->model;
  w->steps = allocate (&w->memory, model->count, sizeof *w->steps);
  w->first_step = allocate_zeroed (&w->memory, model->states + 2, sizeof *w->first_step);
  if (!w->steps || !w->first_step)
    return no_memory (e);
  size_t *next = w->first_step + 1; /* becomes first_step by being filled */
  for (size_t i = 0; i < model->count; i++)
    if (is_kind (model, model->transitions[i].symbol, PAPNI_INTERNAL))
      next[model->transitions[i].to + 1]++;
  for (size_t q = 0; q < model->states; q++)
    next[q + 1] += next[q];
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    if (is_kind (model, t->symbol, PAPNI_INTERNAL))
      w->steps[next[t->to]++] = (step){ t->from, t->symbol };
  }
  return PAPNI_OK;
}

/* The block from one state to another, made if it is new; NONE for no memory. */
static uint32_t block_between (papni_counter *w, papni_state from, papni_state to, uint32_t length)
{
  const allocator *a = &w->memory;
  bool fresh;
  const uint32_t *known = map_enter (a, &w->block_of, (uint64_t) from << 32 | to, (uint32_t) w->block_count, &fresh);
  if (!known || !fresh)
    return known ? *known : NONE;
  const size_t row = w->longest + 1;
  if (!reserve (a, &w->blocks, &w->block_capacity, w->block_count + 1, sizeof *w->blocks)
      || !reserve (a, &w->block_counts, &w->block_counts_capacity, (w->block_count + 1) * row, sizeof (double)))
    return NONE;
  for (size_t n = 0; n < row; n++)
    w->block_counts[w->block_count * row + n] = 0;
  w->blocks[w->block_count] = (block){ from, NONE, w->first_block[to], length };
  w->first_block[to] = (uint32_t) w->block_count;
  return (uint32_t) w->block_count++;
}

static status add_way (papni_counter *w, papni_state from, papni_state to, way how, uint32_t length, error *e)
{
  const uint32_t b = block_between (w, from, to, length);
  if (b == NONE || !reserve (&w->memory, &w->ways, &w->way_capacity, w->way_count + 1, sizeof *w->ways))
    return no_memory (e);
  how.next = w->blocks[b].ways;
  w->ways[w->way_count] = how;
  w->blocks[b].ways = (uint32_t) w->way_count++;
  return PAPNI_OK;
}

/* `inner` can be reached from an origin: all blocks around that, which have this length. */
static status add_blocks (papni_counter *w, uint32_t origin, papni_state inner, uint32_t length, error *e)
{
  const papni_model *model = w->model;
  status s = PAPNI_OK;
  for (size_t r = model->first[inner]; r < model->first[inner + 1]; r++) {
    const transition *pop = &model->transitions[r];
    if (!is_kind (model, pop->symbol, PAPNI_RETURN))
      continue;
    for (size_t i = w->first_push[origin]; !s && i < w->first_push[origin + 1]; i++) {
      const transition *push = &model->transitions[w->pushes[i]];
      if (push->symbol == pop->popped && (pop->caller == PAPNI_NO_STATE || pop->caller == push->from))
        s = add_way (w, push->from, pop->to, (way){ origin, inner, push->symbol, pop->symbol, NONE }, length, e);
    }
  }
  return s;
}

/* ---- counting ---- */

/* Words of length n from an origin to q. */
static double count_words (const papni_counter *w, size_t origin, papni_state q, size_t n)
{
  double sum = 0;
  for (size_t i = w->first_step[q]; i < w->first_step[q + 1]; i++)
    sum += counts_of (w, origin, w->steps[i].from)[n - 1];
  sum *= w->step_scale;
  for (uint32_t b = w->first_block[q]; b != NONE; b = w->blocks[b].next) {
    const size_t shortest = w->least[origin * w->model->states + w->blocks[b].from];
    const double *before = counts_of (w, origin, w->blocks[b].from), *last = counts_of_block (w, b);
    for (size_t k = w->blocks[b].least; k + shortest <= n; k++) {
      const double product = before[n - k] * last[k];
      sum += product;
    }
  }
  return sum;
}

static double count_ways (const papni_counter *w, uint32_t b, size_t n)
{
  double sum = 0;
  for (uint32_t i = w->blocks[b].ways; i != NONE; i = w->ways[i].next)
    sum += counts_of (w, w->ways[i].origin, w->ways[i].inner)[n - 2];
  return sum * w->pair_scale;
}

/* Everything of length n; all that is shorter is done. */
static status count_length (papni_counter *w, size_t n, error *e)
{
  const size_t states = w->model->states, pairs = w->origin_count * states;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && n > 1 && i < pairs; i++)
    if (w->least[i] == n - 2)
      s = add_blocks (w, (uint32_t) (i / states), (papni_state) (i % states), (uint32_t) n, e);
  for (size_t b = 0; !s && b < w->block_count; b++)
    counts_of_block (w, b)[n] = count_ways (w, (uint32_t) b, n);
  for (size_t i = 0; !s && i < pairs; i++) {
    const double count = count_words (w, i / states, (papni_state) (i % states), n);
    counts_of (w, i / states, (papni_state) (i % states))[n] = count;
    if (count > 0 && w->least[i] == NONE)
      w->least[i] = (uint32_t) n;
  }
  return s;
}

static status count_all (papni_counter *w, error *e)
{
  const size_t states = w->model->states;
  for (size_t i = 0; i < w->origin_count * states; i++)
    w->least[i] = NONE;
  for (size_t o = 0; o < w->origin_count; o++) {
    counts_of (w, o, w->origins[o])[0] = 1;
    w->least[o * states + w->origins[o]] = 0;
  }
  status s = PAPNI_OK;
  for (size_t n = 1; !s && n <= w->longest; n++)
    s = count_length (w, n, e);
  return s;
}

static status fill (papni_counter *w, size_t longest, error *e)
{
  const size_t states = w->model->states, most = choose_shift (w);
  if (longest > most)
    return fail (e, PAPNI_USAGE, "words over %zu symbols can be counted up to a length of %zu, not %zu",
                 w->model->alphabet->size, most, longest);
  w->longest = longest;
  status s = find_origins (w, e);
  if (!s)
    s = find_pushes (w, e);
  if (!s)
    s = find_steps (w, e);
  if (s)
    return s;
  w->least = allocate (&w->memory, w->origin_count * states, sizeof *w->least);
  w->counts = allocate_zeroed (&w->memory, w->origin_count * states * (longest + 1), sizeof *w->counts);
  w->first_block = allocate (&w->memory, states, sizeof *w->first_block);
  w->tasks = allocate (&w->memory, longest + 1, sizeof *w->tasks);
  if (!w->least || !w->counts || !w->first_block || !w->tasks)
    return no_memory (e);
  for (size_t q = 0; q < states; q++)
    w->first_block[q] = NONE;
  return count_all (w, e);
}

papni_counter *papni_counter_new (const papni_model *model, size_t max_length, papni_error *e)
{
  papni_counter *w = allocate_zeroed (&model->memory, 1, sizeof *w);
  if (!w) {
    no_memory (e);
    return NULL;
  }
  w->memory = model->memory;
  w->model = model;
  if (!fill (w, max_length, e))
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
  release (&a, w->least, w->origin_count * states, sizeof *w->least);
  release (&a, w->pushes, w->model->count, sizeof *w->pushes);
  release (&a, w->first_push, w->origin_count + 2, sizeof *w->first_push);
  release (&a, w->steps, w->model->count, sizeof *w->steps);
  release (&a, w->first_step, states + 2, sizeof *w->first_step);
  release (&a, w->blocks, w->block_capacity, sizeof *w->blocks);
  release (&a, w->first_block, states, sizeof *w->first_block);
  map_release (&a, &w->block_of);
  release (&a, w->ways, w->way_capacity, sizeof *w->ways);
  release (&a, w->block_counts, w->block_counts_capacity, sizeof *w->block_counts);
  release (&a, w->tasks, w->longest + 1, sizeof *w->tasks);
  release (&a, w, 1, sizeof *w);
}

static double scaled_count (const papni_counter *w, size_t length)
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

/* ---- drawing ---- */

/* A point below the sum of some counts of words of a length. Where the counts are
 * exact, so is the choice that it makes. */
static double draw_point (const papni_counter *w, double sum, size_t length, papni_random *random)
{
  const int bits = w->shift * (int) length;
  const double whole = ldexp (sum, bits);
  if (whole <= 0x1p53)
    return ldexp ((double) random_below (random, (uint64_t) whole), -bits);
  return sum * random_part (random);
}

/* Draws the block's call and return, and leaves what is between them as a task. */
static void draw_block (const papni_counter *w, uint32_t b, size_t place, size_t length, papni_random *random,
                        symbol *symbols, task *inner)
{
  double point = draw_point (w, counts_of_block (w, b)[length], length, random);
  uint32_t chosen = NONE;
  for (uint32_t i = w->blocks[b].ways; i != NONE && point >= 0; i = w->ways[i].next) {
    const double weight = counts_of (w, w->ways[i].origin, w->ways[i].inner)[length - 2] * w->pair_scale;
    point -= weight;
    if (weight > 0)
      chosen = i;
  }
  const way *how = &w->ways[chosen];
  symbols[place] = how->call;
  symbols[place + length - 1] = how->ret;
  *inner = (task){ place + 1, length - 2, how->origin, how->inner };
}

/* Takes an internal symbol or a block off the end of the task. A block leaves an
 * inner task and gives true. */
static bool draw_end (const papni_counter *w, task *t, papni_random *random, symbol *symbols, task *inner)
{
  const size_t n = t->length;
  double point = draw_point (w, counts_of (w, t->origin, t->to)[n], n, random);
  size_t last_step = 0, last_length = 0;
  uint32_t last_block = NONE;
  for (size_t i = w->first_step[t->to]; point >= 0 && i < w->first_step[t->to + 1]; i++) {
    const double weight = counts_of (w, t->origin, w->steps[i].from)[n - 1] * w->step_scale;
    point -= weight;
    if (weight > 0)
      last_step = i;
  }
  for (uint32_t b = w->first_block[t->to]; point >= 0 && b != NONE; b = w->blocks[b].next) {
    const double *before = counts_of (w, t->origin, w->blocks[b].from), *block = counts_of_block (w, b);
    for (size_t k = 2; point >= 0 && k <= n; k++) {
      const double weight = before[n - k] * block[k];
      point -= weight;
      if (weight > 0) {
        last_block = b;
        last_length = k;
      }
    }
  }
  if (last_block == NONE) {
    symbols[t->place + n - 1] = w->steps[last_step].symbol;
    t->to = w->steps[last_step].from;
    t->length--;
    return false;
  }
  t->length -= last_length;
  t->to = w->blocks[last_block].from;
  draw_block (w, last_block, t->place + t->length, last_length, random, symbols, inner);
  return true;
}

papni_status papni_counter_draw (papni_counter *w, size_t length, papni_random *random, papni_symbol *symbols,
                                 papni_error *e)
{
  const double sum = length <= w->longest ? scaled_count (w, length) : 0;
  if (!(sum > 0))
    return fail (e, PAPNI_USAGE, "the model accepts no word of length %zu, or they were not counted", length);
  double point = draw_point (w, sum, length, random);
  papni_state end = 0;
  for (size_t q = 0; point >= 0 && q < w->model->states; q++)
    if (w->model->accepting[q] && counts_of (w, 0, (papni_state) q)[length] > 0) {
      point -= counts_of (w, 0, (papni_state) q)[length];
      end = (papni_state) q;
    }
  size_t open = 0;
  w->tasks[open++] = (task){ 0, length, 0, end };
  while (open) {
    task *t = &w->tasks[open - 1];
    if (!t->length)
      open--;
    else
      open += draw_end (w, t, random, symbols, t + 1);
  }
  return PAPNI_OK;
}
