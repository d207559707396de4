/* known_labels.c - rules out most failing merges by the labels of short words.
 *
 * A red state has the labels of the first words in shortlex order, one byte per word, as
 * they were known when it became red. A blue state has a list of those of its words that
 * are labelled. If a word has two different labels, a merge must fail; so a few lookups
 * rule out most pairs, without a trial.
 *
 * Merging only adds labels and children, so these labels stay valid but become
 * incomplete; then a trial decides. */
#include "learn/tree/merge.h"
#include "learn/tree/merge_walk.h"

#include <string.h>

enum
{
  NODES_PER_WORD = 16, /* of the tree */
  FEWEST_WORDS = 64,
  MOST_WORDS = 8191 /* with two symbols, all words of up to twelve */
};

/* Where a word leads from a state. */
typedef struct word_place
{
  node node;
  uint16_t word; /* its shortlex rank */
} word_place;

/* Finds the words that lead to a label from a node, the shortest first; `found` has room for all
 * words. The words that continue word i by one symbol are i * width + 1 and those that
 * follow it. Returns the number of labelled words, at the beginning of `found`. */
static size_t find_labelled (const merger *m, node q, word_place *found)
{
  const size_t words = m->known.count;
  size_t count = 1, labelled = 0;
  found[0] = (word_place){ q, 0 };
  for (size_t i = 0; i < count; i++) {
    const word_place from = found[i];
    const size_t first = from.word * m->width + 1;
    if (first < words)
      for (child c = first_child (m, from.node); c.node != NOWHERE; c = next_child (m, c))
        if (first + c.symbol < words)
          found[count++] = (word_place){ c.node, (uint16_t) (first + c.symbol) };
    /* If labels are outputs, that of the node itself is not one of its words. */
    if (m->nodes[from.node].label && (i || !m->edges_speak))
      found[labelled++] = from;
  }
  return labelled;
}

/* ---- blue states ---- */

/* NULL if out of memory. */
static const known_label *known_list_words (merger *m, uint32_t blue)
{
  const allocator *a = &m->engine.memory;
  blue_labels *b = &m->known.blues[blue];
  word_place *found = allocate (a, m->known.count, sizeof *found);
  const size_t count = found ? find_labelled (m, m->blues[blue].node, found) : 0;
  known_label *words = found ? allocate (a, count, sizeof *words) : NULL;
  for (size_t i = 0; words && i < count; i++)
    words[i] = (known_label){ found[i].word, m->nodes[found[i].node].label };
  if (words)
    *b = (blue_labels){ words, count };
  release (a, found, m->known.count, sizeof *found);
  return words;
}

void known_forget_blue (merger *m, uint32_t blue)
{
  known_labels *w = &m->known;
  if (blue >= w->blue_count)
    return;
  release (&m->engine.memory, w->blues[blue].words, w->blues[blue].count, sizeof *w->blues[blue].words);
  w->blues[blue] = (blue_labels){ NULL, 0 };
}

/* ---- red states ---- */

/* Drops the longer half of the words. */
static void known_shorten (known_labels *w)
{
  const size_t count = (w->count + 1) / 2;
  for (size_t red = 0; red < w->red_count; red++)
    memmove (w->reds + red * count, w->reds + red * w->count, count);
  w->count = count;
}

static bool known_add_red (merger *m, word_place *found)
{
  known_labels *w = &m->known;
  if (!reserve (&m->engine.memory, &w->reds, &w->red_capacity, (w->red_count + 1) * w->count, 1))
    return false;
  uint8_t *labels = w->reds + w->red_count * w->count;
  const size_t count = find_labelled (m, m->reds[w->red_count].node, found);
  memset (labels, PAPNI_UNKNOWN, w->count);
  for (size_t i = 0; i < count; i++)
    labels[found[i].word] = m->nodes[found[i].node].label;
  w->red_count++;
  return true;
}

/* ---- pairs ---- */

void known_begin (merger *m)
{
  const size_t count = m->engine.total / NODES_PER_WORD;
  m->known.count = count < FEWEST_WORDS ? FEWEST_WORDS : count < MOST_WORDS ? count : MOST_WORDS;
}

bool known_update (merger *m)
{
  known_labels *w = &m->known;
  const allocator *a = &m->engine.memory;
  if (!w->count)
    return true;
  while (m->engine.reds * w->count > m->engine.total * sizeof *m->nodes && w->count > FEWEST_WORDS)
    known_shorten (w);
  if (!reserve (a, &w->blues, &w->blue_capacity, m->engine.blues, sizeof *w->blues))
    return false;
  for (; w->blue_count < m->engine.blues; w->blue_count++)
    w->blues[w->blue_count] = (blue_labels){ NULL, 0 };
  if (w->red_count == m->engine.reds)
    return true;
  word_place *found = allocate (a, w->count, sizeof *found);
  bool room = found;
  while (room && w->red_count < m->engine.reds)
    room = known_add_red (m, found);
  release (a, found, w->count, sizeof *found);
  return room;
}

bool known_refuse (merger *m, uint32_t red, uint32_t blue, status *trouble)
{
  const known_labels *w = &m->known;
  if (!w->count)
    return false;
  const blue_labels *b = &w->blues[blue];
  const known_label *words = b->words ? b->words : known_list_words (m, blue);
  if (!words) {
    *trouble = PAPNI_MEMORY;
    return true;
  }
  const uint8_t *labels = w->reds + red * w->count;
  for (size_t i = 0; i < b->count; i++) {
    const known_label x = words[i];
    if (x.word < w->count && labels[x.word] && labels[x.word] != x.label)
      return true;
  }
  return false;
}

void known_release (merger *m)
{
  known_labels *w = &m->known;
  for (size_t i = 0; i < w->blue_count; i++)
    known_forget_blue (m, (uint32_t) i);
  release (&m->engine.memory, w->blues, w->blue_capacity, sizeof *w->blues);
  release (&m->engine.memory, w->reds, w->red_capacity, 1);
}
