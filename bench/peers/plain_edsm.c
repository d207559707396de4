/* plain_edsm.c - EDSM as plainly as it can be written: a yardstick for the benchmark.
 *
 * A table of children per node, an undo log, and a set of the pairs that have failed; the
 * other pairs are scored again at every step. Speaks the protocol of the drivers:
 *
 *     plain_edsm dfa-edsm TRAINING HELD-BACK      (files in the format of Abbadingo) */
#define _DEFAULT_SOURCE /* clock_gettime */
#include "driver.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum
{
  RUNS = 3
};

typedef struct words
{
  size_t count, width;
  int *labels;
  size_t *first; /* count + 1 */
  uint32_t *symbols;
} words;

/* A change of a child, or of a label, for undo. */
typedef struct change
{
  uint32_t *child, child_before;
  int8_t *label;
} change;

typedef struct automaton
{
  size_t width;
  uint32_t nodes, reds;
  uint32_t *children;
  int8_t *labels; /* -1: unknown */
  bool *is_red;
  uint32_t *red;    /* red states */
  uint64_t *failed; /* a bit for each node and red state, `sets` words per node that was blue */
  uint32_t *set_of; /* of a node; NONE: no pair has failed */
  uint32_t sets, set_width;
  change *log;
  size_t changes, room;
  uint32_t *stack;
} automaton;

static _Noreturn void fail (const char *message)
{
  fprintf (stderr, "plain_edsm: %s\n", message);
  exit (1);
}

static void *sized (void *block, size_t count, size_t item)
{
  block = realloc (block, (count ? count : 1) * item);
  if (!block)
    fail ("out of memory");
  return block;
}

static words read_words (const char *path)
{
  FILE *file = fopen (path, "r");
  words w = { 0 };
  size_t used = 0, room = 0;
  if (!file || fscanf (file, "%zu %zu", &w.count, &w.width) != 2)
    fail ("cannot read the words");
  w.labels = sized (NULL, w.count, sizeof *w.labels);
  w.first = sized (NULL, w.count + 1, sizeof *w.first);
  for (size_t i = 0; i < w.count; i++) {
    size_t length;
    if (fscanf (file, "%d %zu", &w.labels[i], &length) != 2)
      fail ("not in the format of Abbadingo");
    if (used + length > room)
      w.symbols = sized (w.symbols, room = 2 * (used + length), sizeof *w.symbols);
    w.first[i] = used;
    for (size_t k = 0; k < length; k++)
      if (fscanf (file, "%u", &w.symbols[used++]) != 1 || w.symbols[used - 1] >= w.width)
        fail ("not in the format of Abbadingo");
  }
  w.first[w.count] = used;
  fclose (file);
  return w;
}

/* ---- the prefix tree ---- */

static uint32_t add_node (automaton *a, uint32_t *room)
{
  if (a->nodes == *room) {
    *room = *room ? 2 * *room : 1024;
    a->children = sized (a->children, *room * a->width, sizeof *a->children);
    a->labels = sized (a->labels, *room, sizeof *a->labels);
  }
  for (size_t s = 0; s < a->width; s++)
    a->children[a->nodes * a->width + s] = NONE;
  a->labels[a->nodes] = -1;
  return a->nodes++;
}

static automaton tree_of (const words *w)
{
  automaton a = { .width = w->width };
  uint32_t room = 0;
  add_node (&a, &room);
  for (size_t i = 0; i < w->count; i++) {
    uint32_t q = 0;
    for (size_t k = w->first[i]; k < w->first[i + 1]; k++) {
      const size_t at = q * a.width + w->symbols[k];
      if (a.children[at] == NONE) {
        const uint32_t child = add_node (&a, &room);
        a.children[at] = child;
      }
      q = a.children[at];
    }
    a.labels[q] = (int8_t) (w->labels[i] == 1);
  }
  a.is_red = calloc (a.nodes, sizeof *a.is_red);
  a.set_of = sized (NULL, a.nodes, sizeof *a.set_of);
  memset (a.set_of, 0xff, a.nodes * sizeof *a.set_of);
  a.red = sized (NULL, a.nodes, sizeof *a.red);
  a.stack = sized (NULL, 2 * (size_t) a.nodes + 2, sizeof *a.stack);
  if (!a.is_red)
    fail ("out of memory");
  return a;
}

static void automaton_free (automaton *a)
{
  free (a->children);
  free (a->labels);
  free (a->is_red);
  free (a->red);
  free (a->failed);
  free (a->set_of);
  free (a->log);
  free (a->stack);
}

/* ---- merging ---- */

static void note (automaton *a, change c)
{
  if (a->changes == a->room)
    a->log = sized (a->log, a->room = a->room ? 2 * a->room : 1024, sizeof *a->log);
  a->log[a->changes++] = c;
}

static void set_child (automaton *a, uint32_t q, size_t s, uint32_t child)
{
  uint32_t *at = &a->children[q * a->width + s];
  note (a, (change){ .child = at, .child_before = *at });
  *at = child;
}

static void undo (automaton *a)
{
  while (a->changes) {
    const change c = a->log[--a->changes];
    if (c.child)
      *c.child = c.child_before;
    else
      *c.label = -1;
  }
}

/* Folds the tree at `blue` into `red`. Returns the number of equal labels, -1 on a conflict. */
static long fold (automaton *a, uint32_t red, uint32_t blue)
{
  long score = 0;
  size_t height = 0;
  a->stack[height++] = red;
  a->stack[height++] = blue;
  while (height) {
    const uint32_t b = a->stack[--height], r = a->stack[--height];
    if (a->labels[b] >= 0 && a->labels[r] < 0) {
      note (a, (change){ .label = &a->labels[r] });
      a->labels[r] = a->labels[b];
    } else if (a->labels[b] >= 0) {
      if (a->labels[r] != a->labels[b])
        return -1;
      score++;
    }
    for (size_t s = 0; s < a->width; s++) {
      const uint32_t from = a->children[b * a->width + s], to = a->children[r * a->width + s];
      if (from != NONE && to == NONE)
        set_child (a, r, s, from);
      else if (from != NONE) {
        a->stack[height++] = to;
        a->stack[height++] = from;
      }
    }
  }
  return score;
}

/* The bits of a blue state: which red states it cannot be merged with. */
static uint64_t *failed_of (automaton *a, uint32_t blue)
{
  if (a->set_of[blue] == NONE) {
    a->failed = sized (a->failed, (a->sets + 1) * (size_t) a->set_width, sizeof *a->failed);
    memset (a->failed + a->sets * (size_t) a->set_width, 0, a->set_width * sizeof *a->failed);
    a->set_of[blue] = a->sets++;
  }
  return a->failed + a->set_of[blue] * (size_t) a->set_width;
}

/* Makes room for a bit per red state in all sets. */
static void widen (automaton *a)
{
  const uint32_t width = 2 * a->set_width + 1;
  uint64_t *sets = calloc (a->sets * (size_t) width + 1, sizeof *sets);
  if (!sets)
    fail ("out of memory");
  for (size_t i = 0; i < a->sets; i++)
    memcpy (sets + i * width, a->failed + i * a->set_width, a->set_width * sizeof *sets);
  free (a->failed);
  a->failed = sets;
  a->set_width = width;
}

static void promote (automaton *a, uint32_t q)
{
  a->is_red[q] = true;
  a->red[a->reds++] = q;
  if (a->reds > 64 * (size_t) a->set_width)
    widen (a);
}

typedef struct choice
{
  long score;
  uint32_t parent, red;
  size_t symbol;
} choice;

/* Tries a blue state with all red ones. False if none works. */
static bool try_all (automaton *a, uint32_t parent, size_t s, choice *best)
{
  const uint32_t blue = a->children[parent * a->width + s];
  uint64_t *failed = failed_of (a, blue);
  bool any = false;
  for (uint32_t i = 0; i < a->reds; i++) {
    if (failed[i / 64] >> i % 64 & 1)
      continue;
    set_child (a, parent, s, a->red[i]);
    const long score = fold (a, a->red[i], blue);
    undo (a);
    if (score < 0)
      failed[i / 64] |= (uint64_t) 1 << i % 64;
    else
      any = true;
    if (score > best->score)
      *best = (choice){ score, parent, a->red[i], s };
  }
  return any;
}

/* One step; false if there is no blue state left. */
static bool step (automaton *a)
{
  choice best = { .score = -1 };
  for (uint32_t i = 0; i < a->reds; i++)
    for (size_t s = 0; s < a->width; s++) {
      const uint32_t blue = a->children[a->red[i] * a->width + s];
      if (blue == NONE || a->is_red[blue] || try_all (a, a->red[i], s, &best))
        continue;
      promote (a, blue);
      return true;
    }
  if (best.score < 0)
    return false;
  const uint32_t blue = a->children[best.parent * a->width + best.symbol];
  a->children[best.parent * a->width + best.symbol] = best.red;
  fold (a, best.red, blue);
  a->changes = 0;
  return true;
}

/* ---- the driver ---- */

static bool accepts (const automaton *a, const words *w, size_t i)
{
  uint32_t q = 0;
  for (size_t k = w->first[i]; q != NONE && k < w->first[i + 1]; k++)
    q = a->children[q * a->width + w->symbols[k]];
  return q != NONE && a->labels[q] == 1;
}

static void words_free (words *w)
{
  free (w->labels);
  free (w->first);
  free (w->symbols);
}

int main (int count, char **arguments)
{
  if (count != 4 || strcmp (arguments[1], "dfa-edsm") != 0)
    fail ("usage: plain_edsm dfa-edsm TRAINING HELD-BACK");
  words training = read_words (arguments[2]), held_back = read_words (arguments[3]);
  size_t counts[2][2] = { { 0 } }; /* by verdict and label */
  puts ("{\"event\": \"ready\"}");
  fflush (stdout);
  for (int run = 0; run < RUNS; run++) {
    const double begin = now ();
    automaton a = tree_of (&training);
    promote (&a, 0);
    while (step (&a))
      ;
    printf ("{\"event\": \"learned\", \"seconds\": %.6f, \"states\": %u, \"peak_rss_bytes\": %ld}\n", now () - begin,
            a.reds, peak_memory ());
    fflush (stdout);
    for (size_t i = 0; !run && i < held_back.count; i++)
      counts[accepts (&a, &held_back, i)][held_back.labels[i] == 1]++;
    automaton_free (&a);
  }
  printf ("{\"event\": \"done\", \"tp\": %zu, \"fp\": %zu, \"fn\": %zu, \"tn\": %zu}\n", counts[1][1], counts[1][0],
          counts[0][1], counts[0][0]);
  words_free (&training);
  words_free (&held_back);
  return 0;
}
