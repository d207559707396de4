/* parts.c - nests that a few broken words hide.
 *
 * One word in which a bracket is missing spoils the relation between the numbers of symbols,
 * so the nest is not found in the words as a whole. The words are divided into parts, at least
 * one of which has no broken word unless there are many: nests are looked for in each part,
 * and kept if nearly all words are well-matched with them. If there are few words, the parts
 * are all words but one. */
#include "learn/nesting/nesting.h"

#include <string.h>

enum
{
  PARTS = 16,
  PART_WORDS = 24 /* of a part, at least */
};

typedef struct part_word
{
  uint64_t key, offset;
} part_word;

static int compare_part_words (const void *x, const void *y)
{
  return compare (((const part_word *) x)->key, ((const part_word *) y)->key);
}

/* The accepted words in an order that does not depend on that of the file. */
static part_word *parts_sort (const nesting_words *w, error *e)
{
  part_word *all = allocate (&w->memory, w->right_count, sizeof *all);
  watch asked = nesting_watch (w);
  status s = all ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < w->right_count; i++) {
    all[i].offset = w->right[i];
    s = nesting_word_key (w->samples, w->right[i], &all[i].key, &asked, e);
  }
  if (s) {
    release (&w->memory, all, w->right_count, sizeof *all);
    return NULL;
  }
  if (w->right_count)
    sort_items (all, w->right_count, sizeof *all, compare_part_words);
  return all;
}

/* Fills a part: every `parts`-th word, or all words but one if `parts` is 0. */
static void part_fill (nesting_words *part, const part_word *all, size_t parts, size_t number)
{
  const size_t count = part->whole->right_count;
  part->right_count = 0;
  for (size_t i = 0; i < count; i++)
    if (parts ? i % parts == number : i != number)
      part->right[part->right_count++] = all[i].offset;
}

status nesting_parts (const nesting_words *w, nest_list *list, const papni_watch *watch, error *e)
{
  const size_t few = w->right_count / PART_WORDS, parts = few > PARTS ? PARTS : few;
  const size_t letters = w->samples->alphabet->size, rounds = parts > 1 ? parts : w->right_count;
  const bool whole = list->more;
  nesting_words part = *w;
  part_word *all = parts_sort (w, e);
  part.right = allocate (&w->memory, w->right_count, sizeof *part.right);
  part.occurs = allocate (&w->memory, letters, sizeof *part.occurs);
  status s = !all ? e->code : part.right && part.occurs ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < rounds; i++) {
    part_fill (&part, all, parts > 1 ? parts : 0, i);
    s = nesting_count_words (&part, e);
    if (!s)
      s = nesting_relations (&part, list, watch, e);
  }
  list->more = whole;
  release (&w->memory, all, w->right_count, sizeof *all);
  release (&w->memory, part.right, w->right_count, sizeof *part.right);
  release (&w->memory, part.occurs, letters, sizeof *part.occurs);
  return s;
}
