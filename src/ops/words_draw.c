/* words_draw.c - draws a word of a given length, from its end to its beginning. */
#include "base/random.h"
#include "ops/words.h"

#include <math.h>

/* A random point below the sum of some counts of a length. If the counts are exact, so
 * is the choice. */
static double draw_point (const papni_counter *w, double sum, size_t length, papni_random *random)
{
  const int bits = w->shift * (int) length;
  const double whole = ldexp (sum, bits);
  if (whole <= 0x1p53)
    return ldexp ((double) random_below (random, (uint64_t) whole), -bits);
  return sum * random_part (random);
}

/* Draws the call and return of a block, and leaves the inside as a task. */
static void draw_block (const papni_counter *w, uint32_t b, papni_random *random, symbol *symbols, draw_task *inner)
{
  const size_t place = inner->place, length = inner->length;
  double point = draw_point (w, counts_of_block (w, b)[length], length, random);
  uint32_t chosen = NONE;
  for (uint32_t i = w->blocks[b].ways; i != NONE && point >= 0; i = w->ways[i].next) {
    const double weight = counts_of (w, w->ways[i].origin, w->ways[i].inner)[length - 2] * w->pair_scale;
    point -= weight;
    if (weight > 0)
      chosen = i;
  }
  const word_way *how = &w->ways[chosen];
  symbols[place] = how->call;
  symbols[place + length - 1] = how->ret;
  *inner = (draw_task){ place + 1, length - 2, how->origin, how->inner };
}

/* Takes an internal symbol or a block off the end of the task. A block leaves an
 * inner task and gives true. */
static bool draw_end (const papni_counter *w, draw_task *t, papni_random *random, symbol *symbols, draw_task *inner)
{
  const size_t n = t->length;
  double point = draw_point (w, counts_of (w, t->origin, t->to)[n], n, random);
  size_t last_step = 0, last_length = 0;
  uint32_t last_block = NONE;
  for (size_t i = w->into.first[t->to]; point >= 0 && i < w->into.first[t->to + 1]; i++) {
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
  *inner = (draw_task){ .place = t->place + t->length, .length = last_length };
  draw_block (w, last_block, random, symbols, inner);
  return true;
}

papni_status papni_counter_draw (papni_counter *w, size_t length, papni_random *random, papni_symbol *symbols,
                                 papni_error *e)
{
  const double sum = length <= w->longest ? scaled_count (w, length) : 0;
  if (!(sum > 0))
    return fail (e, PAPNI_USAGE, "the model accepts no word of length %zu, or words of that length were not counted",
                 length);
  double point = draw_point (w, sum, length, random);
  papni_state end = 0;
  for (size_t q = 0; point >= 0 && q < w->model->states; q++)
    if (w->model->accepting[q] && counts_of (w, 0, (papni_state) q)[length] > 0) {
      point -= counts_of (w, 0, (papni_state) q)[length];
      end = (papni_state) q;
    }
  size_t open = 0;
  w->tasks[open++] = (draw_task){ 0, length, 0, end };
  while (open) {
    draw_task *t = &w->tasks[open - 1];
    if (!t->length)
      open--;
    else
      open += draw_end (w, t, random, symbols, t + 1);
  }
  return PAPNI_OK;
}
