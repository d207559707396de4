/* complete.c - finds all transitions to known states.
 *
 * The words of all missing transitions descend the discrimination tree together, so that
 * there is one batch of questions for each level. A transition whose leaf is empty stays
 * unknown. */
#include "active/complete.h"

/* A missing transition, and the node that its word has reached. */
typedef struct missing_step
{
  uint32_t q, letter, node;
  uint32_t answer; /* to the question of this level */
} missing_step;

typedef struct missing_steps
{
  missing_step *list;
  size_t count, capacity;
} missing_steps;

/* A state whose words are wrong in every context of the tree is presumed dead. */
static bool seems_dead (const hypothesis *h, uint32_t q)
{
  context c;
  return q && !living_context (h, q, &c);
}

static bool add_missing (hypothesis *h, missing_steps *m, uint32_t q, uint32_t letter)
{
  if (step_target (h, q, letter) != NONE)
    return true;
  if (!reserve (&h->memory, &m->list, &m->capacity, m->count + 1, sizeof *m->list)) {
    h->answers.failed = no_memory (h->answers.e);
    return false;
  }
  m->list[m->count++] = (missing_step){ q, letter, 0, NO_ANSWER };
  return true;
}

/* The blocks of one call. */
static bool add_missing_blocks (hypothesis *h, missing_steps *m, uint32_t q, symbol call, const bool *dead)
{
  const papni_alphabet *alphabet = h->alphabet;
  for (symbol ret = 0; ret < alphabet->size; ret++)
    for (uint32_t x = 0; kind_of (h, ret) == PAPNI_RETURN && x < h->count; x++) {
      uint32_t letter;
      if (alphabet_pops (alphabet, ret, call) && !dead[x]
          && (!block_letter (h, (nesting){ x, call, ret }, &letter) || !add_missing (h, m, q, letter)))
        return false;
    }
  return true;
}

static bool find_missing (hypothesis *h, missing_steps *m, bool *dead)
{
  for (uint32_t q = 0; q < h->count; q++)
    dead[q] = seems_dead (h, q);
  for (uint32_t q = 0; q < h->count; q++)
    for (symbol s = 0; s < h->alphabet->size && !dead[q]; s++) {
      if (kind_of (h, s) == PAPNI_INTERNAL && !add_missing (h, m, q, s))
        return false;
      if (kind_of (h, s) == PAPNI_CALL && !add_missing_blocks (h, m, q, s, dead))
        return false;
    }
  return true;
}

/* All words that are not at a leaf go down one level; *moved: any. */
static bool sift_level (hypothesis *h, missing_steps *m, bool *moved)
{
  answers *a = &h->answers;
  *moved = false;
  for (size_t i = 0; i < m->count; i++) {
    missing_step *s = &m->list[i];
    const asking_node *n = &h->nodes[s->node];
    if (n->child[0] == NONE)
      continue;
    if (!draft_in (h, n->context, s->q, s->letter) || !answers_queue (a, &s->answer))
      return false;
    *moved = true;
  }
  if (!answers_flush (a))
    return false;
  for (size_t i = 0; i < m->count; i++) {
    missing_step *s = &m->list[i];
    const asking_node *n = &h->nodes[s->node];
    if (n->child[0] != NONE)
      s->node = n->child[a->list[s->answer].answer == PAPNI_YES];
  }
  return true;
}

bool complete_steps (hypothesis *h)
{
  missing_steps m = { 0 };
  const size_t count = h->count;
  bool *dead = allocate (&h->memory, count, sizeof *dead);
  bool ok = dead, moved = true;
  if (!dead)
    h->answers.failed = no_memory (h->answers.e);
  ok = ok && find_missing (h, &m, dead);
  while (ok && moved)
    ok = sift_level (h, &m, &moved);
  for (size_t i = 0; ok && i < m.count; i++) {
    const missing_step *s = &m.list[i];
    const uint32_t state = h->nodes[s->node].state;
    ok = state == NONE || step_add (h, s->q, (known_step){ s->letter, state, false });
  }
  release (&h->memory, dead, count, sizeof *dead);
  release (&h->memory, m.list, m.capacity, sizeof *m.list);
  return ok;
}
