/* text_model.c - see text_model.h.
 *
 * A state of the new model is a state and a set of pending matches (munch.h). Only those that
 * can be reached are made, if returns could be read in any state before them. */
#include "io/models/text_model.h"

#include "model/assemble.h"

#include <string.h>

enum
{
  MOST_TEXT_STATES = 1 << 22
};

/* A transition between new states; what it pops is the same for all callers. */
typedef struct text_step
{
  uint32_t transition;
  papni_state from, to;
  symbol symbol;
} text_step;

typedef struct text_maker
{
  const papni_model *model;
  munch *munch; /* or NULL */
  texts *texts;
  allocator memory;
  rows from; /* transitions by state */
  uint32_t *by_from;
  bool *has_text;    /* symbols */
  list states, sets; /* of the new states */
  map known;         /* state << 32 | set: the new one */
  list blanks;       /* by set: the first of the blanks after it, or NO_PART */
  text_step *steps;
  size_t count, capacity;
  assembly parts;
  error *error;
  status failed;
} text_maker;

static bool text_full (text_maker *m)
{
  if (!m->failed)
    m->failed = no_memory (m->error);
  return false;
}

/* ---- symbols ---- */

/* A symbol that is written in another way, with one more space before its name than the last one. */
static symbol new_symbol (text_maker *m, text_symbol own)
{
  papni_alphabet *alphabet = m->texts->alphabet;
  const letter *from = &m->model->alphabet->letters[own.from];
  size_t spaces = 1;
  for (size_t i = 0; i < m->texts->count; i++)
    spaces += i >= m->model->alphabet->size && m->texts->symbols[i].from == own.from;
  char *name = allocate (&m->memory, from->length + spaces, 1);
  if (!name || !reserve (&m->memory, &m->texts->symbols, &m->texts->capacity, m->texts->count + 1, sizeof own))
    text_full (m);
  symbol result = PAPNI_NO_SYMBOL;
  if (!m->failed) {
    memset (name, ' ', spaces);
    memcpy (name + spaces, from->name, from->length);
    m->failed = alphabet_declare (alphabet, model_symbol_kind (m->model, own.from), name, from->length + spaces,
                                  (position){ NULL, 0, 0 }, m->error);
  }
  if (!m->failed) {
    result = papni_alphabet_find (alphabet, name, from->length + spaces);
    m->texts->symbols[m->texts->count++] = own;
  }
  release (&m->memory, name, from->length + spaces, 1);
  return result;
}

static symbol text_symbol_of (text_maker *m, text_symbol own)
{
  texts *t = m->texts;
  const bool usual = own.form != BLANKS_MUST_NOT && own.blank == t->blank && !own.whole;
  t->usual &= usual;
  t->required |= own.form == BLANKS_MUST;
  if (usual && own.form == BLANKS_MAY && !own.part)
    return own.from;
  for (size_t i = m->model->alphabet->size; i < t->count; i++) {
    const text_symbol *other = &t->symbols[i];
    if (other->from == own.from && other->part == own.part && other->blank == own.blank && other->form == own.form
        && other->whole == own.whole)
      return (symbol) i;
  }
  return new_symbol (m, own);
}

/* ---- states ---- */

static papni_state text_state_of (text_maker *m, papni_state q, uint32_t set)
{
  bool fresh = false;
  const uint32_t *found =
      map_enter (&m->memory, &m->known, (uint64_t) q << 32 | set, (uint32_t) m->states.count, &fresh);
  if (!found || (fresh && !(list_add (&m->memory, &m->states, q) && list_add (&m->memory, &m->sets, set))))
    return text_full (m), 0;
  if (m->states.count > MOST_TEXT_STATES && !m->failed)
    m->failed =
        fail (m->error, PAPNI_INPUT, "the lexer's patterns overlap too much for a grammar: use --terminals names");
  return *found;
}

/* The blanks that may follow a set. */
static uint32_t blank_after (text_maker *m, uint32_t set)
{
  while (m->blanks.count <= set)
    if (!list_add (&m->memory, &m->blanks, NO_PART))
      return text_full (m), 0;
  if (m->blanks.items[set] == NO_PART) {
    const uint32_t found = munch_blank (m->munch, set);
    m->failed = m->failed ? m->failed : m->munch->regulars.failed;
    m->blanks.items[set] = found;
  }
  return m->blanks.items[set];
}

static void add_text_step (text_maker *m, uint32_t t, papni_state from, text_symbol own, uint32_t set)
{
  const symbol s = m->failed ? 0 : text_symbol_of (m, own);
  const papni_state to = m->failed ? 0 : text_state_of (m, m->model->transitions[t].to, set);
  for (size_t i = m->count; i && m->steps[i - 1].transition == t && m->steps[i - 1].from == from; i--)
    if (m->steps[i - 1].symbol == s && m->steps[i - 1].to == to)
      return;
  if (!m->failed && !reserve (&m->memory, &m->steps, &m->capacity, m->count + 1, sizeof *m->steps))
    text_full (m);
  if (!m->failed)
    m->steps[m->count++] = (text_step){ t, from, to, s };
}

static bool has_outcome (text_maker *m, uint32_t set, symbol s, text_outcome o)
{
  text_outcome other;
  for (size_t i = 0; munch_outcome (m->munch, set, s, i, &other); i++)
    if (other.set == o.set && other.part == o.part)
      return true;
  return false;
}

/* Skipped texts after a set that a symbol may follow, although not any may. NO_PART: there are none. */
static uint32_t tied_before (text_maker *m, uint32_t set, symbol s, text_outcome o)
{
  uint32_t whole = NO_PART;
  text_outcome tied;
  for (size_t i = 0; munch_tied (m->munch, set, i, &tied); i++)
    if (has_outcome (m, tied.set, s, o))
      whole = regular_choice (&m->munch->regulars, whole, tied.part);
  return whole;
}

/* How texts of a symbol can follow a set: with blanks, without them, or both. */
static text_symbol text_after (text_maker *m, uint32_t set, symbol s, text_outcome o)
{
  regulars *l = &m->munch->regulars;
  const uint32_t usual = m->texts->blank, found = blank_after (m, set);
  const uint32_t blank = !found && munch_absorbs (m->munch, set) ? usual : found;
  const bool direct = has_outcome (m, set, s, o), behind = has_outcome (m, NOTHING_PENDING, s, o);
  const uint32_t first = tied_before (m, set, s, o);
  const uint32_t later = found ? tied_before (m, NOTHING_PENDING, s, o) : NO_PART;
  if (first != NO_PART || later != NO_PART) {
    const uint32_t last = behind ? regular_choice (l, later, 0) : later;
    const uint32_t blanks = found ? regular_sequence (l, munch_blanks (m->munch, found, usual), last) : NO_PART;
    return (text_symbol){ s, o.part, regular_choice (l, blanks, first), direct ? BLANKS_MAY : BLANKS_MUST, true };
  }
  if (!direct)
    return (text_symbol){ s, o.part, blank, BLANKS_MUST, false };
  const bool may = !usual || (blank && behind);
  return (text_symbol){ s, o.part, may ? blank : 0, may ? BLANKS_MAY : BLANKS_MUST_NOT, false };
}

/* Steps with the outcomes after `behind`, which is the set, or the one after skipped texts. */
static void add_steps_behind (text_maker *m, uint32_t t, papni_state from, uint32_t set, uint32_t behind)
{
  const symbol s = m->model->transitions[t].symbol;
  text_outcome o;
  for (size_t i = 0; !m->failed && munch_outcome (m->munch, behind, s, i, &o); i++)
    add_text_step (m, t, from, text_after (m, set, s, o), o.set);
  m->failed = m->failed ? m->failed : m->munch->regulars.failed;
}

static void add_text_steps (text_maker *m, uint32_t t, papni_state from, uint32_t set)
{
  text_outcome tied;
  if (!m->munch) {
    add_text_step (m, t, from, (text_symbol){ m->model->transitions[t].symbol, 0, 0, BLANKS_MAY, false }, set);
    return;
  }
  const bool blanks = blank_after (m, set);
  add_steps_behind (m, t, from, set, set);
  if (blanks)
    add_steps_behind (m, t, from, set, NOTHING_PENDING);
  for (size_t i = 0; !m->failed && munch_tied (m->munch, set, i, &tied); i++)
    add_steps_behind (m, t, from, set, tied.set);
  for (size_t i = 0; !m->failed && blanks && munch_tied (m->munch, NOTHING_PENDING, i, &tied); i++)
    add_steps_behind (m, t, from, set, tied.set);
  m->failed = m->failed ? m->failed : m->munch->regulars.failed;
}

static void find_text_states (text_maker *m)
{
  const papni_model *from = m->model;
  text_state_of (m, 0, NOTHING_PENDING);
  for (size_t i = 0; i < m->states.count && !m->failed; i++) {
    const papni_state q = m->states.items[i];
    for (size_t k = m->from.first[q]; k < m->from.first[q + 1] && !m->failed; k++) {
      const transition *t = &from->transitions[m->by_from[k]];
      if (m->has_text[t->symbol] && (t->popped == PAPNI_NO_SYMBOL || m->has_text[t->popped]))
        add_text_steps (m, m->by_from[k], (papni_state) i, m->sets.items[i]);
    }
  }
}

/* ---- the model ---- */

/* Pairs hold however their symbols are written. */
static void add_text_pairs (text_maker *m)
{
  const papni_alphabet *alphabet = m->model->alphabet;
  const texts *t = m->texts;
  for (size_t i = 0; i < m->model->count; i++) {
    const transition *own = &m->model->transitions[i];
    if (own->popped == PAPNI_NO_SYMBOL || !alphabet->letters[own->symbol].paired)
      continue;
    for (size_t c = 0; c < t->count; c++)
      for (size_t r = 0; r < t->count && t->symbols[c].from == own->popped && !m->failed; r++)
        if (t->symbols[r].from == own->symbol && (c >= alphabet->size || r >= alphabet->size))
          m->failed = alphabet_pair (t->alphabet, letter_name (&t->alphabet->letters[c]),
                                     letter_name (&t->alphabet->letters[r]), (position){ NULL, 0, 0 }, m->error);
  }
}

static void add_text_transition (text_maker *m, const text_step *step)
{
  const transition *t = &m->model->transitions[step->transition];
  const texts *all = m->texts;
  transition own = *t;
  own.from = step->from;
  own.to = step->to;
  own.symbol = step->symbol;
  if (t->popped == PAPNI_NO_SYMBOL) {
    m->failed = assembly_add (&m->parts, own, m->error);
    return;
  }
  for (size_t c = 0; c < all->count && !m->failed; c++) {
    if (all->symbols[c].from != t->popped)
      continue;
    own.popped = (symbol) c;
    if (t->caller == PAPNI_NO_STATE)
      m->failed = assembly_add (&m->parts, own, m->error);
    for (size_t i = 0; t->caller != PAPNI_NO_STATE && i < m->states.count && !m->failed; i++)
      if (m->states.items[i] == t->caller) {
        own.caller = (papni_state) i;
        m->failed = assembly_add (&m->parts, own, m->error);
      }
  }
}

static void make_text_model (text_maker *m)
{
  const papni_model *from = m->model;
  bool several = false;
  for (size_t i = 0; i < m->sets.count; i++)
    several |= m->sets.items[i] != NOTHING_PENDING;
  const papni_model_kind kind = from->kind == PAPNI_SEVPA && several ? PAPNI_GENERAL : from->kind;
  add_text_pairs (m);
  if (!m->failed)
    m->failed = assembly_begin (&m->parts, &m->memory, kind, m->texts->alphabet, m->states.count, m->error);
  for (size_t i = 0; i < m->states.count && !m->failed; i++)
    m->parts.accepting[i] = from->accepting[m->states.items[i]];
  for (size_t i = 0; i < m->count && !m->failed; i++)
    add_text_transition (m, &m->steps[i]);
  m->texts->model = m->failed ? NULL : assembly_model (&m->parts, m->error);
  if (!m->failed && !m->texts->model)
    m->failed = m->error->code;
}

/* ---- making ---- */

/* The symbols as they are, and the transitions by state. */
static void text_begin (text_maker *m, const scanner *s)
{
  const papni_model *from = m->model;
  const size_t size = from->alphabet->size;
  texts *t = m->texts;
  symbol *order = alphabet_order (from->alphabet);
  t->alphabet = order ? alphabet_copy (from->alphabet, order, m->error) : NULL;
  release (&m->memory, order, size, sizeof *order);
  m->has_text = allocate_zeroed (&m->memory, size, sizeof *m->has_text);
  m->by_from = allocate (&m->memory, from->count + 1, sizeof *m->by_from);
  if (!t->alphabet || !m->has_text || !m->by_from || !rows_init (&m->memory, &m->from, from->states)
      || !reserve (&m->memory, &t->symbols, &t->capacity, size, sizeof *t->symbols)) {
    text_full (m);
    return;
  }
  for (size_t i = 0; i < from->count; i++)
    rows_count (&m->from, from->transitions[i].from);
  rows_begin (&m->from);
  for (size_t i = 0; i < from->count; i++)
    m->by_from[rows_place (&m->from, from->transitions[i].from)] = (uint32_t) i;
  for (size_t i = 0; i < s->terminals->count; i++)
    if (s->terminals->list[i].symbol != PAPNI_NO_SYMBOL)
      m->has_text[s->terminals->list[i].symbol] = true;
  if (m->munch) {
    t->blank = munch_blank (m->munch, NOTHING_PENDING);
    t->last = munch_last (m->munch);
    m->failed = m->munch->regulars.failed;
  }
  for (; t->count < size; t->count++)
    t->symbols[t->count] = (text_symbol){ (symbol) t->count, 0, t->blank, BLANKS_MAY, false };
}

status texts_begin (texts *t, const papni_model *model, const scanner *s, munch *m, error *e)
{
  *t = (texts){ .usual = true };
  text_maker own = { .model = model, .munch = m, .texts = t, .memory = model->memory, .error = e };
  own.parts.memory = model->memory;
  text_begin (&own, s);
  if (!own.failed)
    find_text_states (&own);
  if (!own.failed)
    make_text_model (&own);
  release (&own.memory, own.has_text, model->alphabet->size, sizeof *own.has_text);
  release (&own.memory, own.by_from, model->count + 1, sizeof *own.by_from);
  rows_release (&own.memory, &own.from);
  list_release (&own.memory, &own.states);
  list_release (&own.memory, &own.sets);
  list_release (&own.memory, &own.blanks);
  map_release (&own.memory, &own.known);
  release (&own.memory, own.steps, own.capacity, sizeof *own.steps);
  assembly_release (&own.parts);
  return own.failed;
}

void texts_release (texts *t)
{
  if (t->alphabet)
    release (&t->alphabet->memory, t->symbols, t->capacity, sizeof *t->symbols);
  papni_model_free (t->model);
  papni_alphabet_free (t->alphabet);
}
