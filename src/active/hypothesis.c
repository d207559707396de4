/* hypothesis.c - states, letters, transitions, and running words over them. */
#include "active/hypothesis.h"

static bool hypothesis_full (hypothesis *h)
{
  h->answers.failed = no_memory (h->answers.e);
  return false;
}

void hypothesis_release (hypothesis *h)
{
  const allocator *m = &h->memory;
  for (size_t q = 0; q < h->count; q++)
    release (m, h->states[q].steps, h->states[q].capacity, sizeof (known_step));
  release (m, h->nodes, h->node_capacity, sizeof *h->nodes);
  release (m, h->states, h->capacity, sizeof *h->states);
  release (m, h->blocks, h->block_capacity, sizeof *h->blocks);
  map_release (m, &h->block_index);
  map_release (m, &h->step_index);
  release (m, h->next, h->next_capacity, sizeof *h->next);
  release (m, h->places, h->place_capacity, sizeof *h->places);
  release (m, h->frames, h->frame_capacity, sizeof *h->frames);
  answers_release (&h->answers);
}

/* ---- letters and steps ---- */

int symbol_class (const hypothesis *h, uint32_t letter)
{
  if (letter >= letters_end (h) || h->alphabet->letters[letter].length != 1)
    return 0;
  const char c = h->alphabet->letters[letter].name[0];
  return c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c >= '0' && c <= '9' ? 3 : 0;
}

static uint64_t block_key (nesting b)
{
  return (uint64_t) b.call << 48 | (uint64_t) b.ret << 32 | b.state;
}

bool block_letter (hypothesis *h, nesting b, uint32_t *letter)
{
  bool fresh;
  uint32_t *index = map_enter (&h->memory, &h->block_index, block_key (b), (uint32_t) h->block_count, &fresh);
  if (!index)
    return hypothesis_full (h);
  if (fresh) {
    if (!reserve (&h->memory, &h->blocks, &h->block_capacity, h->block_count + 1, sizeof *h->blocks))
      return hypothesis_full (h);
    h->blocks[h->block_count++] = b;
  }
  *letter = letters_end (h) + *index;
  return true;
}

/* The letter of a block that a transition has had, or NONE. */
static uint32_t block_find (const hypothesis *h, nesting b)
{
  const uint32_t *index = map_find (&h->block_index, block_key (b));
  return index ? letters_end (h) + *index : NONE;
}

bool draft_letter (hypothesis *h, uint32_t letter)
{
  answers *a = &h->answers;
  if (letter < letters_end (h))
    return draft_symbol (a, (symbol) letter);
  const nesting b = h->blocks[letter - letters_end (h)];
  return draft_symbol (a, b.call) && draft_factor (a, h->states[b.state].access) && draft_symbol (a, b.ret);
}

bool draft_in (hypothesis *h, context c, uint32_t q, uint32_t letter)
{
  answers *a = &h->answers;
  draft_begin (a);
  return draft_factor (a, c.before) && draft_factor (a, h->states[q].access)
         && (letter == NONE || draft_letter (h, letter)) && draft_factor (a, c.after);
}

static uint64_t step_key (uint32_t q, uint32_t letter)
{
  return (uint64_t) q << 32 | letter;
}

known_step *step_find (const hypothesis *h, uint32_t q, uint32_t letter)
{
  const uint32_t *index = map_find (&h->step_index, step_key (q, letter));
  return index ? &h->states[q].steps[*index] : NULL;
}

void step_turn (hypothesis *h, uint32_t q, known_step *s, uint32_t target)
{
  s->target = target;
  if (s->letter < letters_end (h))
    h->next[q * h->alphabet->size + s->letter] = target;
  h->version++;
}

bool step_add (hypothesis *h, uint32_t q, known_step s)
{
  bool fresh;
  known_state *from = &h->states[q];
  if (!reserve (&h->memory, &from->steps, &from->capacity, from->count + 1, sizeof *from->steps)
      || !map_enter (&h->memory, &h->step_index, step_key (q, s.letter), (uint32_t) from->count, &fresh))
    return hypothesis_full (h);
  from->steps[from->count++] = s;
  step_turn (h, q, &from->steps[from->count - 1], s.target);
  return true;
}

/* ---- the tree ---- */

static bool new_leaf (hypothesis *h, uint32_t up, bool side, uint32_t *leaf)
{
  if (!reserve (&h->memory, &h->nodes, &h->node_capacity, h->node_count + 1, sizeof *h->nodes))
    return hypothesis_full (h);
  *leaf = (uint32_t) h->node_count++;
  h->nodes[*leaf] = (asking_node){ .child = { NONE, NONE }, .up = up, .state = NONE, .side = side };
  return true;
}

/* Turns a leaf into an inner node. */
static bool split_leaf (hypothesis *h, uint32_t leaf, context c)
{
  uint32_t no, yes;
  if (!new_leaf (h, leaf, false, &no) || !new_leaf (h, leaf, true, &yes))
    return false;
  asking_node *n = &h->nodes[leaf];
  n->context = c;
  n->child[false] = no;
  n->child[true] = yes;
  n->state = NONE;
  return true;
}

/* A new state whose access word is the draft. */
static bool new_state (hypothesis *h, uint32_t leaf, uint32_t *state)
{
  known_state new = { .leaf = leaf };
  const size_t row = h->alphabet->size;
  if (!draft_keep (&h->answers, &new.access))
    return false;
  if (!reserve (&h->memory, &h->states, &h->capacity, h->count + 1, sizeof *h->states)
      || !reserve (&h->memory, &h->next, &h->next_capacity, (h->count + 1) * row, sizeof *h->next))
    return hypothesis_full (h);
  uint32_t n = leaf;
  while (h->nodes[n].up != 0)
    n = h->nodes[n].up;
  new.accepting = h->nodes[n].side;
  for (size_t i = 0; i < row; i++)
    h->next[h->count * row + i] = NONE;
  *state = (uint32_t) h->count++;
  h->states[*state] = new;
  h->nodes[leaf].state = *state;
  h->version++;
  return true;
}

/* The leaf of the word access(q) letter. */
static bool sift_to_leaf (hypothesis *h, uint32_t q, uint32_t letter, uint32_t *leaf)
{
  uint32_t n = 0;
  while (h->nodes[n].child[0] != NONE) {
    bool right;
    if (!draft_in (h, h->nodes[n].context, q, letter) || !answers_ask (&h->answers, &right))
      return false;
    n = h->nodes[n].child[right];
  }
  *leaf = n;
  return true;
}

bool hypothesis_sift (hypothesis *h, uint32_t q, uint32_t letter, uint32_t *state)
{
  uint32_t leaf;
  if (!sift_to_leaf (h, q, letter, &leaf))
    return false;
  *state = h->nodes[leaf].state;
  return *state != NONE || (draft_in (h, (context){ 0 }, q, letter) && new_state (h, leaf, state));
}

bool hypothesis_begin (hypothesis *h)
{
  uint32_t root, state;
  bool right;
  if (!new_leaf (h, NONE, false, &root) || !split_leaf (h, root, (context){ 0 }))
    return false;
  draft_begin (&h->answers);
  if (!answers_ask (&h->answers, &right))
    return false;
  draft_begin (&h->answers);
  return new_state (h, h->nodes[root].child[right], &state);
}

/* Asks about all transitions into a state in a context; `indices` are the numbers of the answers. */
static bool redirect_pass (hypothesis *h, uint32_t state, context c, uint32_t *indices, size_t *count)
{
  for (uint32_t q = 0; q < h->count; q++)
    for (size_t i = 0; i < h->states[q].count; i++) {
      const known_step *s = &h->states[q].steps[i];
      if (s->target == state && !s->guess
          && (!draft_in (h, c, q, s->letter) || !answers_queue (&h->answers, &indices[(*count)++])))
        return false;
    }
  return answers_flush (&h->answers);
}

/* Redirects the transitions into a state that has been split. */
static bool redirect_steps (hypothesis *h, uint32_t state, uint32_t other, context c, bool answer)
{
  size_t all = 0, count = 0, at = 0;
  for (uint32_t q = 0; q < h->count; q++)
    all += h->states[q].count;
  uint32_t *indices = allocate (&h->memory, all, sizeof *indices);
  if (!indices)
    return hypothesis_full (h);
  const bool ok = redirect_pass (h, state, c, indices, &count);
  for (uint32_t q = 0; ok && q < h->count; q++)
    for (size_t i = 0; i < h->states[q].count; i++) {
      known_step *s = &h->states[q].steps[i];
      if (s->target == state && !s->guess && (h->answers.list[indices[at++]].answer == PAPNI_YES) == answer)
        step_turn (h, q, s, other);
    }
  release (&h->memory, indices, all, sizeof *indices);
  return ok;
}

bool hypothesis_split (hypothesis *h, uint32_t state, uint32_t q, uint32_t letter, context c)
{
  const uint32_t leaf = h->states[state].leaf;
  bool answer;
  uint32_t other;
  if (!draft_in (h, c, q, letter) || !answers_ask (&h->answers, &answer) || !split_leaf (h, leaf, c))
    return false;
  const uint32_t old = h->nodes[leaf].child[!answer], new = h->nodes[leaf].child[answer];
  h->nodes[old].state = state;
  h->states[state].leaf = old;
  return draft_in (h, (context){ 0 }, q, letter) && new_state (h, new, &other)
         && redirect_steps (h, state, other, c, answer);
}

bool living_context (const hypothesis *h, uint32_t state, context *c)
{
  for (uint32_t n = h->states[state].leaf; h->nodes[n].up != NONE; n = h->nodes[n].up)
    if (h->nodes[n].side) {
      *c = h->nodes[h->nodes[n].up].context;
      return true;
    }
  *c = h->states[state].living;
  return h->states[state].lives;
}

/* ---- running words ---- */

static bool push_frame (hypothesis *h, open_call f, uint32_t *index)
{
  if (!reserve (&h->memory, &h->frames, &h->frame_capacity, h->frame_count + 1, sizeof *h->frames))
    return hypothesis_full (h);
  *index = (uint32_t) h->frame_count;
  h->frames[h->frame_count++] = f;
  return true;
}

/* Reads one symbol. The state of *at is NONE if it cannot be read; false: stop. */
static bool trace_symbol (hypothesis *h, configuration *at, symbol s, bool grow)
{
  const papni_kind kind = kind_of (h, s);
  if (kind == PAPNI_CALL) {
    const open_call f = { at->state, at->frame, s };
    at->state = 0;
    return push_frame (h, f, &at->frame);
  }
  uint32_t from = at->state, letter = s;
  if (kind == PAPNI_RETURN) {
    if (at->frame == NONE || !alphabet_pops (h->alphabet, s, h->frames[at->frame].call)) {
      at->state = NONE;
      return true;
    }
    const open_call f = h->frames[at->frame];
    const nesting b = { at->state, f.call, s };
    letter = block_find (h, b);
    if (letter == NONE && grow && !block_letter (h, b, &letter))
      return false;
    from = f.state;
    at->frame = f.below;
  }
  at->state = letter == NONE ? NONE : step_target (h, from, letter);
  if (at->state != NONE || !grow)
    return true;
  return hypothesis_sift (h, from, letter, &at->state) && step_add (h, from, (known_step){ letter, at->state, false });
}

size_t hypothesis_trace (hypothesis *h, uint32_t from, factor word, bool grow)
{
  configuration at = { from, NONE };
  if (!reserve (&h->memory, &h->places, &h->place_capacity, word.length + 1, sizeof *h->places)) {
    hypothesis_full (h);
    return SIZE_MAX;
  }
  h->frame_count = 0;
  h->places[0] = at;
  for (size_t i = 0; i < word.length; i++) {
    if (!trace_symbol (h, &at, h->answers.pool[word.begin + i], grow))
      return SIZE_MAX;
    if (at.state == NONE)
      return i + 1;
    h->places[i + 1] = at;
  }
  return word.length + 1;
}

uint32_t hypothesis_run (hypothesis *h, uint32_t from, const symbol *word, size_t length)
{
  configuration at = { from, NONE };
  h->frame_count = 0;
  for (size_t i = 0; i < length && at.state != NONE; i++)
    if (!trace_symbol (h, &at, word[i], false))
      return NONE;
  return at.frame == NONE ? at.state : NONE;
}

bool hypothesis_accepts (hypothesis *h, const symbol *word, size_t length)
{
  const uint32_t q = hypothesis_run (h, 0, word, length);
  return q != NONE && h->states[q].accepting;
}

bool well_matched (hypothesis *h, const symbol *word, size_t length)
{
  uint32_t top = NONE;
  h->frame_count = 0;
  for (size_t i = 0; i < length; i++) {
    const papni_kind kind = kind_of (h, word[i]);
    if (kind == PAPNI_CALL && !push_frame (h, (open_call){ 0, top, word[i] }, &top))
      return false;
    if (kind != PAPNI_RETURN)
      continue;
    if (top == NONE || !alphabet_pops (h->alphabet, word[i], h->frames[top].call))
      return false;
    top = h->frames[top].below;
  }
  return top == NONE;
}
