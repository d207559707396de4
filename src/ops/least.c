/* least.c - the least words that a combination of two models accepts, in shortlex
 * order.
 *
 * All words of one length are visited in symbol order, depth-first, only along prefixes
 * that can be completed to that length or less, so each prefix leads to a word. Longer
 * completions give the next length. Beyond the lengths explored so far, the summary is
 * extended first. */
#include "ops/rest.h"

/* A symbol to be read. */
typedef struct least_step
{
  uint64_t length; /* of the shortest word with the symbol */
  rest_place at;   /* the place it leads to */
  symbol symbol;
} least_step;

struct papni_least
{
  allocator memory;
  product product;
  summary summary;
  rest rest;
  bool has_rest;
  least_step *steps; /* the next one is last */
  size_t step_count, step_capacity;
  symbol *word;
  size_t word_capacity;
  uint64_t explored, stride; /* all words up to this length are explored; by how much to extend it */
  uint64_t length;           /* of the words being visited */
  uint64_t next_length;      /* the next length found */
  bool walking, over;
};

papni_least *papni_least_new (const papni_model *one, const papni_model *other, papni_operation operation,
                              const papni_watch *watch, papni_error *e)
{
  papni_least *l = allocate_zeroed (&one->memory, 1, sizeof *l);
  if (!l) {
    no_memory (e);
    return NULL;
  }
  l->memory = one->memory;
  l->stride = 1;
  if (!product_begin (&l->product, one, other, operation, false, e)
      && !summary_begin (&l->summary, &l->product, watch, e))
    return l;
  papni_least_free (l);
  return NULL;
}

void papni_least_free (papni_least *l)
{
  if (!l)
    return;
  const allocator a = l->memory;
  if (l->has_rest)
    rest_release (&l->rest);
  if (l->summary.product)
    summary_release (&l->summary);
  product_release (&l->product);
  release (&a, l->steps, l->step_capacity, sizeof *l->steps);
  release (&a, l->word, l->word_capacity, sizeof *l->word);
  release (&a, l, 1, sizeof *l);
}

const papni_alphabet *papni_least_alphabet (const papni_least *l)
{
  return l->product.alphabet;
}

/* ---- walking ---- */

static status least_push (papni_least *l, least_step new, error *e)
{
  if (!reserve (&l->memory, &l->steps, &l->step_capacity, l->step_count + 1, sizeof *l->steps))
    return no_memory (e);
  l->steps[l->step_count++] = new;
  return PAPNI_OK;
}

/* Pushes the symbols that can follow, last one first. */
static status least_go_on (papni_least *l, least_step from, error *e)
{
  status failed = PAPNI_OK;
  for (size_t k = l->product.alphabet->size; !failed && k-- > 0;) {
    least_step to = { .length = from.length + 1, .symbol = (symbol) k };
    uint64_t rest = ENDLESS;
    failed = rest_read (&l->rest, from.at, to.symbol, &to.at, &rest, e);
    const uint64_t total = add_lengths (to.length, rest);
    if (failed || total == ENDLESS)
      continue;
    if (total <= l->length)
      failed = least_push (l, to, e);
    else if (total < l->next_length)
      l->next_length = total;
  }
  return failed;
}

static status start_walk (papni_least *l, error *e)
{
  l->next_length = ENDLESS;
  l->walking = true;
  l->step_count = 0;
  return least_push (l, (least_step){ .at = { 0, l->summary.levels[0].first } }, e);
}

/* Walks to the next word of the length, or to the end. */
static status least_walk (papni_least *l, least_step *found, error *e)
{
  l->walking = false;
  while (l->step_count) {
    const least_step s = l->steps[--l->step_count];
    if (s.length)
      l->word[s.length - 1] = s.symbol;
    const status failed = least_go_on (l, s, e);
    if (failed)
      return failed;
    const papni_state q = l->summary.items[s.at.item].state;
    if (s.length == l->length && product_accepts (&l->product, q, s.at.frame != 0)) {
      *found = s;
      l->walking = true;
      return PAPNI_OK;
    }
  }
  return PAPNI_OK;
}

/* ---- lengths ---- */

static status explore (papni_least *l, uint64_t length, error *e)
{
  if (l->has_rest)
    rest_release (&l->rest);
  l->has_rest = false;
  const status failed = summary_explore (&l->summary, length, false, e);
  if (failed)
    return failed;
  l->explored = summary_complete (&l->summary) ? ENDLESS : length;
  l->has_rest = true;
  return rest_begin (&l->rest, &l->summary, e);
}

/* The length of the first word; sets `over` if there is none. */
static status first_length (papni_least *l, error *e)
{
  const status failed = summary_explore (&l->summary, ENDLESS, true, e);
  if (failed)
    return failed;
  l->over = !l->summary.level_count || l->summary.levels[0].goal == NO_ITEM;
  l->length = summary_goal (&l->summary, 0);
  return PAPNI_OK;
}

/* At the end of a walk: finds the next length, extending the summary if necessary. */
static status lengthen (papni_least *l, error *e)
{
  status failed = PAPNI_OK;
  const uint64_t done = l->length;
  while (!failed && l->next_length > l->explored) {
    failed = explore (l, add_lengths (l->explored, l->stride), e);
    l->stride *= 2;
    if (!failed)
      failed = start_walk (l, e);
    least_step ignored;
    while (!failed && l->walking)
      failed = least_walk (l, &ignored, e);
  }
  l->over = l->next_length == ENDLESS;
  l->length = l->over ? done : l->next_length;
  return failed || l->over ? failed : start_walk (l, e);
}

static void report (const papni_least *l, const least_step *found, papni_least_word *word)
{
  const papni_state q = l->summary.items[found->at.item].state;
  const bool calls_open = found->at.frame != 0;
  *word = (papni_least_word){ .symbols = l->word,
                              .length = l->length,
                              .first = product_side_accepts (&l->product, q, 0, calls_open),
                              .second = product_side_accepts (&l->product, q, 1, calls_open) };
}

papni_status papni_least_next (papni_least *l, uint64_t longest, papni_least_word *word, bool *found, papni_error *e)
{
  status failed = PAPNI_OK;
  least_step last;
  *found = false;
  if (!l->has_rest && !l->over)
    failed = first_length (l, e);
  while (!failed && !l->over) {
    if (l->length > longest) { /* only its length is given */
      *word = (papni_least_word){ .length = l->length };
      *found = l->over = true;
      break;
    }
    if (!reserve (&l->memory, &l->word, &l->word_capacity, (size_t) l->length + 1, sizeof *l->word))
      failed = no_memory (e);
    if (!failed && !l->has_rest) {
      failed = explore (l, l->length, e);
      failed = failed ? failed : start_walk (l, e);
    }
    if (!failed)
      failed = least_walk (l, &last, e);
    if (failed)
      break;
    if (l->walking) {
      report (l, &last, word);
      *found = true;
      break;
    }
    failed = lengthen (l, e);
  }
  return failed;
}
