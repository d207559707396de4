/* probe_blocks.c - looks for blocks beyond those that accepted words have shown.
 *
 * Three searches: in which states the inside of a call may end, at two of its callers;
 * after which states a block may occur, where blocks that behave alike represent each
 * other; and calls that no word has shown, around the shortest contents. */
#include "active/probe.h"
#include "active/refine.h"

enum
{
  CALLERS = 2, /* callers at which every end of a call is tried */
  SPOKEN = 2   /* blocks that represent those that behave alike */
};

static bool probe_full (hypothesis *h)
{
  h->answers.failed = no_memory (h->answers.e);
  return false;
}

/* Tries a block, and learns from it if it is accepted. */
static bool try_block (hypothesis *h, uint32_t q, uint32_t letter, const contexts *c)
{
  uint32_t found;
  return probe_letter (h, q, letter, c, &found) && (found == NO_ANSWER || refine_by (h, found));
}

static const nesting *as_block (const hypothesis *h, uint32_t letter)
{
  return letter < letters_end (h) ? NULL : &h->blocks[letter - letters_end (h)];
}

/* ---- ends of a call ---- */

/* The contexts of what a state's blocks with this call lead to. */
static bool after_calls (hypothesis *h, contexts *c, uint32_t q, symbol call)
{
  c->count = 0;
  for (size_t i = 0; i < h->states[q].count; i++) {
    const known_step s = h->states[q].steps[i];
    const nesting *b = as_block (h, s.letter);
    if (b && b->call == call && !contexts_add (h, c, s.target))
      return false;
  }
  return true;
}

static bool probe_ends_at (hypothesis *h, contexts *c, uint32_t caller, nesting b)
{
  for (uint32_t q = 0, count = (uint32_t) h->count; q < count; q++) {
    uint32_t letter;
    b.state = q;
    if (!block_letter (h, b, &letter))
      return false;
    if (step_target (h, caller, letter) == NONE && !try_block (h, caller, letter, c))
      return false;
  }
  return true;
}

static bool calls_here (const hypothesis *h, uint32_t q, symbol call)
{
  for (size_t i = 0; i < h->states[q].count; i++) {
    const nesting *b = as_block (h, h->states[q].steps[i].letter);
    if (b && b->call == call)
      return true;
  }
  return false;
}

/* *known: whether some state has a block with this call. */
static bool probe_ends (hypothesis *h, contexts *c, nesting b, bool *known)
{
  uint32_t callers[CALLERS];
  size_t count = 0;
  for (uint32_t q = 0; q < h->count; q++) {
    if (!calls_here (h, q, b.call))
      continue;
    size_t at = count;
    while (at && h->states[q].access.length < h->states[callers[at - 1]].access.length)
      at--;
    if (count < CALLERS)
      count++;
    for (size_t i = count; i-- > at + 1;)
      callers[i] = callers[i - 1];
    if (at < CALLERS)
      callers[at] = q;
  }
  *known = count > 0;
  for (size_t i = 0; i < count; i++)
    if (!after_calls (h, c, callers[i], b.call) || !probe_ends_at (h, c, callers[i], b))
      return false;
  return true;
}

/* ---- calls that no word has shown ---- */

/* Is this worth trying between a call and a return? */
static bool worth_nesting (const hypothesis *h, uint32_t q, symbol ret)
{
  if (q == 0 || h->states[q].accepting)
    return true;
  for (size_t i = 0; i < h->block_count; i++)
    if (h->blocks[i].state == q && h->blocks[i].ret == ret)
      return true;
  return false;
}

static bool near_contexts (hypothesis *h, contexts *c, uint32_t q)
{
  c->count = 0;
  for (size_t i = 0; i < h->states[q].count; i++)
    if (!contexts_add (h, c, h->states[q].steps[i].target))
      return false;
  return contexts_add (h, c, q);
}

static bool probe_new_call (hypothesis *h, contexts *c, nesting b)
{
  const uint32_t count = (uint32_t) h->count;
  for (uint32_t q = 0; q < count; q++) {
    if (!near_contexts (h, c, q))
      return false;
    for (b.state = 0; b.state < count; b.state++) {
      uint32_t letter, found;
      if (!worth_nesting (h, b.state, b.ret))
        continue;
      if (!block_letter (h, b, &letter) || !probe_letter (h, q, letter, c, &found))
        return false;
      if (found == NO_ANSWER)
        continue;
      if (!refine_by (h, found))
        return false;
      break;
    }
  }
  return true;
}

/* ---- blocks at other states ---- */

/* The first state from q on that has a block, or NONE. */
static uint32_t next_with (const hypothesis *h, uint32_t q, uint32_t letter)
{
  while (q < h->count && step_target (h, q, letter) == NONE)
    q++;
  return q < h->count ? q : NONE;
}

static bool same_block_column (const hypothesis *h, uint32_t one, uint32_t other)
{
  for (uint32_t q = 0; q < h->count; q++)
    if (step_target (h, q, one) != step_target (h, q, other))
      return false;
  return true;
}

/* Blocks with one call that behave alike, shortest content first. */
typedef struct block_group
{
  uint32_t *letters;
  size_t count;
  contexts contexts;
} block_group;

static bool probe_group (hypothesis *h, block_group *g, uint32_t q)
{
  uint32_t target = NONE;
  for (size_t i = 0; target == NONE && i < g->count; i++)
    target = step_target (h, q, g->letters[i]);
  g->contexts.count = 0;
  if (target != NONE) {
    if (!contexts_add (h, &g->contexts, target))
      return false;
  } else {
    if (!near_contexts (h, &g->contexts, q))
      return false;
    for (uint32_t x = 0; (x = next_with (h, x, g->letters[0])) != NONE; x++)
      if (!contexts_add (h, &g->contexts, step_target (h, x, g->letters[0])))
        return false;
  }
  const size_t count = target != NONE || g->count < SPOKEN ? g->count : SPOKEN;
  for (size_t i = 0; i < count; i++)
    if (step_target (h, q, g->letters[i]) == NONE && !try_block (h, q, g->letters[i], &g->contexts))
      return false;
  return true;
}

/* Inserts a letter by the length of its content. */
static void place_letter (const hypothesis *h, block_group *g, uint32_t letter)
{
  const size_t length = h->states[as_block (h, letter)->state].access.length;
  size_t at = g->count++;
  for (; at && h->states[as_block (h, g->letters[at - 1])->state].access.length > length; at--)
    g->letters[at] = g->letters[at - 1];
  g->letters[at] = letter;
}

static bool probe_callers (hypothesis *h)
{
  const size_t blocks = h->block_count;
  block_group g = { .letters = allocate (&h->memory, blocks, sizeof *g.letters) };
  bool *taken = allocate_zeroed (&h->memory, blocks, sizeof *taken);
  bool ok = (g.letters && taken) || probe_full (h);
  for (uint32_t i = 0; ok && i < blocks; i++) {
    const uint32_t first = letters_end (h) + i;
    if (taken[i] || next_with (h, 0, first) == NONE)
      continue;
    g.count = 0;
    for (uint32_t j = i; j < blocks; j++)
      if (!taken[j] && h->blocks[j].call == h->blocks[i].call && same_block_column (h, first, letters_end (h) + j)) {
        taken[j] = true;
        place_letter (h, &g, letters_end (h) + j);
      }
    for (uint32_t q = 0, count = (uint32_t) h->count; ok && q < count; q++)
      ok = probe_group (h, &g, q);
  }
  release (&h->memory, g.letters, blocks, sizeof *g.letters);
  release (&h->memory, taken, blocks, sizeof *taken);
  release (&h->memory, g.contexts.list, g.contexts.capacity, sizeof *g.contexts.list);
  return ok;
}

/* ---- all ---- */

bool probe_blocks (hypothesis *h)
{
  const papni_alphabet *alphabet = h->alphabet;
  contexts c = { 0 };
  bool ok = true, known;
  for (symbol call = 0; call < alphabet->size; call++)
    for (symbol ret = 0; ok && ret < alphabet->size; ret++) {
      const nesting b = { NONE, call, ret };
      if (kind_of (h, call) != PAPNI_CALL || kind_of (h, ret) != PAPNI_RETURN || !alphabet_pops (alphabet, ret, call))
        continue;
      ok = probe_ends (h, &c, b, &known) && (known || probe_new_call (h, &c, b));
    }
  release (&h->memory, c.list, c.capacity, sizeof *c.list);
  return ok && probe_callers (h);
}
