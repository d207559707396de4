/* known_labels.c - rules out most failing merges by the labels of short words.
 *
 * A red state has a row: the labels of the first words in shortlex order, one byte per word. A
 * blue state has a list: those of these words that have a label. If a word has one label in
 * the row and another in the list, the merge must fail. So a few lookups rule out most pairs,
 * without a trial.
 *
 * The row is made of the list that the state had when it was blue. If it had none, the row is
 * made when it is needed.
 *
 * Merging only adds labels and children. So rows and lists stay valid, but become incomplete.
 * What they do not rule out, a trial decides. */
#include "learn/tree/merge.h"
#include "learn/tree/merge_walk.h"

#include <string.h>

enum
{
  NODES_PER_WORD = 16, /* of the tree */
  NODES_PER_WORD_RPNI = 32,
  FEWEST_WORDS = 64,
  MOST_WORDS = 8191,  /* with two symbols, all words of up to twelve */
  MOST_LABELLED = 256 /* of a state; more cost more than they save */
};

/* The children that merging has added to a node. */
static size_t known_find_added (const merger *m, const patch *p, size_t first, size_t words, word_place *found)
{
  size_t count = 0;
  for (uint32_t i = p->edges, end = i + p->count; i < end; i++)
    if (first + m->edges[i].symbol < words)
      found[count++] = (word_place){ m->edges[i].child, (uint16_t) (first + m->edges[i].symbol) };
  return count;
}

/* The words that continue word i by one symbol are i * width + 1 and those that follow it. */
size_t known_find (const merger *m, node q, size_t words, word_place *found)
{
  const tree_node *const nodes = m->nodes;
  const size_t width = m->width;
  size_t count = 1, labelled = 0;
  found[0] = (word_place){ q, 0 };
  for (size_t i = 0; i < count && labelled < MOST_LABELLED; i++) {
    const word_place from = found[i];
    const size_t first = from.word * width + 1;
    if (first < words) {
      const node end = own_children (m, from.node + 1);
      for (node c = own_children (m, from.node); c < end && first + nodes[c].symbol < words; c++)
        found[count++] = (word_place){ c, (uint16_t) (first + nodes[c].symbol) };
      if (nodes[from.node].flags & NODE_PATCHED)
        count += known_find_added (m, &m->patches[nodes[from.node].first], first, words, found + count);
    }
    /* If labels are outputs, that of the node itself is not one of its words. */
    if (nodes[from.node].label && (i || !m->edges_speak))
      found[labelled++] = from;
  }
  return labelled;
}

/* ---- blue states ---- */

/* Lists the labelled words of a node. NULL if out of memory. */
static const known_label *known_list_words (const merger *m, node q, blue_labels *b)
{
  const allocator *a = &m->engine.memory;
  word_place *found = allocate (a, m->known.count, sizeof *found);
  const size_t count = found ? known_find (m, q, m->known.count, found) : 0;
  known_label *words = found ? allocate (a, count, sizeof *words) : NULL;
  for (size_t i = 0; words && i < count; i++)
    words[i] = (known_label){ found[i].word, m->nodes[found[i].node].label };
  if (words)
    *b = (blue_labels){ words, count };
  release (a, found, m->known.count, sizeof *found);
  return words;
}

static const known_label *words_of_blue (merger *m, uint32_t blue)
{
  blue_labels *b = &m->known.blues[blue];
  return b->words ? b->words : known_list_words (m, m->blues[blue].node, b);
}

static void known_forget (const merger *m, blue_labels *b)
{
  release (&m->engine.memory, b->words, b->count, sizeof *b->words);
  *b = (blue_labels){ NULL, 0 };
}

void known_forget_blue (merger *m, uint32_t blue)
{
  if (blue < m->known.blue_count)
    known_forget (m, &m->known.blues[blue]);
}

bool known_add_blues (merger *m)
{
  known_labels *w = &m->known;
  if (!w->count)
    return true;
  if (!reserve (&m->engine.memory, &w->blues, &w->blue_capacity, m->engine.blues, sizeof *w->blues))
    return false;
  for (; w->blue_count < m->engine.blues; w->blue_count++)
    w->blues[w->blue_count] = (blue_labels){ NULL, 0 };
  return true;
}

/* ---- red states ---- */

/* Drops the longer half of the words. */
static void known_shorten (known_labels *w)
{
  const size_t count = (w->count + 1) / 2;
  for (size_t row = 0; row < w->row_count; row++)
    memmove (w->rows + row * count, w->rows + row * w->count, count);
  w->count = count;
}

/* Gives the labels of listed words to a red state. */
static bool known_add_row (merger *m, uint32_t red, const blue_labels *b)
{
  known_labels *w = &m->known;
  while ((w->row_count + 1) * w->count > m->engine.total * sizeof *m->nodes && w->count > FEWEST_WORDS)
    known_shorten (w);
  if (!reserve (&m->engine.memory, &w->rows, &w->row_capacity, (w->row_count + 1) * w->count, 1))
    return false;
  w->row_of[red] = (uint32_t) w->row_count++;
  uint8_t *labels = w->rows + w->row_of[red] * w->count;
  memset (labels, PAPNI_UNKNOWN, w->count);
  for (size_t i = 0; i < b->count; i++)
    if (b->words[i].word < w->count)
      labels[b->words[i].word] = b->words[i].label;
  return true;
}

/* A new red state has the words of the blue one that it was, if they are listed. */
static bool known_add_red (merger *m, const blue_labels *b)
{
  known_labels *w = &m->known;
  const uint32_t red = (uint32_t) w->red_count;
  if (!reserve (&m->engine.memory, &w->row_of, &w->red_capacity, red + 1, sizeof *w->row_of))
    return false;
  w->row_of[red] = NOWHERE;
  w->red_count++;
  return !b->words || known_add_row (m, red, b);
}

bool known_list_red (merger *m, uint32_t red)
{
  const known_labels *w = &m->known;
  blue_labels words = { NULL, 0 };
  if (!w->count || w->row_of[red] != NOWHERE)
    return true;
  const bool room = known_list_words (m, m->reds[red].node, &words) && known_add_row (m, red, &words);
  known_forget (m, &words);
  return room;
}

bool known_promote (merger *m, uint32_t blue)
{
  known_labels *w = &m->known;
  if (!w->count)
    return true;
  const bool room = known_add_red (m, &w->blues[blue]);
  known_forget_blue (m, blue);
  return room && known_add_blues (m);
}

/* ---- pairs ---- */

bool known_begin (merger *m, bool rpni)
{
  known_labels *w = &m->known;
  const size_t count = m->engine.total / (rpni ? NODES_PER_WORD_RPNI : NODES_PER_WORD);
  w->count = count < FEWEST_WORDS ? FEWEST_WORDS : count < MOST_WORDS ? count : MOST_WORDS;
  blue_labels root = { NULL, 0 };
  const bool room = known_list_words (m, 0, &root) && known_add_red (m, &root) && known_add_blues (m);
  known_forget (m, &root);
  return room;
}

bool known_refuse (merger *m, uint32_t red, uint32_t blue, status *trouble)
{
  const known_labels *w = &m->known;
  if (!w->count || w->row_of[red] == NOWHERE)
    return false;
  const blue_labels *b = &w->blues[blue];
  const known_label *words = words_of_blue (m, blue);
  if (!words) {
    *trouble = PAPNI_MEMORY;
    return true;
  }
  const uint8_t *labels = w->rows + w->row_of[red] * w->count;
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
  release (&m->engine.memory, w->rows, w->row_capacity, 1);
  release (&m->engine.memory, w->row_of, w->red_capacity, sizeof *w->row_of);
}
