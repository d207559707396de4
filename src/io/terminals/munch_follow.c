/* munch_follow.c - how texts can follow others: the scanner and the pending matches read the
 * same text, side by side. */
#include "io/terminals/munch.h"

#include <string.h>

/* States of the scanner and sets of pending matches, as one automaton. */
typedef struct side_by_side
{
  munch *munch;
  const allocator *memory;
  uint32_t subject;
  list states, sets, next; /* next: by number and atom, or NO_PART */
  map known;
  list ended;    /* by number: the set after a text that ends here, or NO_PART */
  bool complete; /* some texts complete a longer match */
} side_by_side;

static bool side_full (side_by_side *p)
{
  return munch_full (p->munch);
}

/* Marks the states that can lead to an end of the subject. */
static void find_reaching (munch *m, uint32_t subject)
{
  const allocator *a = &m->regulars.patterns->memory;
  list open = { 0 };
  bool room = true;
  m->call++;
  for (size_t i = m->end_rows.first[subject]; room && i < m->end_rows.first[subject + 1]; i++)
    room = list_add (a, &open, m->end_states[i]);
  while (room && open.count) {
    const uint32_t q = open.items[--open.count];
    if (m->reaches[q] == m->call)
      continue;
    m->reaches[q] = m->call;
    for (size_t i = m->back_rows.first[q]; room && i < m->back_rows.first[q + 1]; i++)
      room = m->reaches[m->back[i]] == m->call || list_add (a, &open, m->back[i]);
  }
  list_release (a, &open);
  if (!room)
    munch_full (m);
}

void munch_note_skipped (munch *m, uint32_t subject)
{
  const scanner *s = m->scanner;
  find_reaching (m, subject);
  for (size_t q = SCANNER_START; q < s->states; q++)
    for (size_t c = 0; c < s->atoms && m->reaches[q] == m->call; c++)
      m->skipped[c] |= m->reaches[s->next[q * s->atoms + c]] == m->call;
}

static bool subject_ends_in (const munch *m, uint32_t subject, uint32_t state)
{
  for (size_t i = m->end_rows.first[subject]; i < m->end_rows.first[subject + 1]; i++)
    if (m->end_states[i] == state)
      return true;
  return false;
}

/* The number of a state and a set. */
static uint32_t side_number (side_by_side *p, uint32_t state, uint32_t set)
{
  bool fresh = false;
  const uint32_t *found =
      map_enter (p->memory, &p->known, (uint64_t) state << 32 | set, (uint32_t) p->states.count, &fresh);
  if (!found || (fresh && !(list_add (p->memory, &p->states, state) && list_add (p->memory, &p->sets, set))))
    return side_full (p), NO_PART;
  return *found;
}

static void read_on (side_by_side *p, size_t i)
{
  munch *m = p->munch;
  const scanner *s = m->scanner;
  const uint32_t state = p->states.items[i], set = p->sets.items[i];
  for (size_t c = 0; c < s->atoms && !m->regulars.failed; c++) {
    const uint32_t to = s->next[state * s->atoms + c];
    uint32_t number = NO_PART;
    if (to != SCANNER_STOPS && m->reaches[to] == m->call) {
      const uint32_t after = munch_step (m, set, c);
      p->complete |= after == NO_PART;
      number = after == NO_PART ? NO_PART : side_number (p, to, after);
    }
    if (!list_add (p->memory, &p->next, number))
      side_full (p);
  }
  const bool ends = i && !m->regulars.failed && subject_ends_in (m, p->subject, state);
  if (!list_add (p->memory, &p->ended, ends ? munch_set_after (m, set, state, p->subject) : NO_PART))
    side_full (p);
}

static bool add_outcome (munch *m, text_outcome o)
{
  if (!reserve (&m->regulars.patterns->memory, &m->outcomes, &m->outcome_capacity, m->outcome_count + 1,
                sizeof *m->outcomes))
    return munch_full (m);
  m->outcomes[m->outcome_count++] = o;
  return true;
}

static bool is_stolen (const munch *m, uint32_t subject)
{
  for (size_t i = 0; i < m->scanner->terminals->count; i++)
    if (m->subject[i] == subject && m->scanner->stolen[i])
      return true;
  return false;
}

/* The texts after which the same matches are pending. */
static uint32_t part_with (side_by_side *p, uint32_t set)
{
  munch *m = p->munch;
  const size_t count = p->states.count;
  bool *ends = allocate (p->memory, count, sizeof *ends);
  if (!ends)
    return side_full (p), 0;
  for (size_t i = 0; i < count; i++)
    ends[i] = p->ended.items[i] == set;
  const regular own = { count, m->scanner->atoms, p->next.items, ends };
  const uint32_t result = regular_part (&m->regulars, &own);
  release (p->memory, ends, count, sizeof *ends);
  return result;
}

enum
{
  ABSORBS_UNKNOWN,
  ABSORBS,
  ABSORBS_NOT
};

/* Do skipped characters lead from texts with this set to others with it? */
static void note_absorbing (side_by_side *p, uint32_t set)
{
  munch *m = p->munch;
  const size_t atoms = m->scanner->atoms;
  bool all = true;
  for (size_t i = 0; i < p->ended.count; i++)
    for (size_t c = 0; c < atoms && p->ended.items[i] == set; c++) {
      const uint32_t to = p->next.items[i * atoms + c];
      all &= !m->skipped[c] || (to != NO_PART && p->ended.items[to] == set);
    }
  while (m->absorbing.count <= set)
    if (!list_add (p->memory, &m->absorbing, ABSORBS_UNKNOWN)) {
      side_full (p);
      return;
    }
  uint32_t *known = &m->absorbing.items[set];
  *known = all && *known != ABSORBS_NOT ? ABSORBS : ABSORBS_NOT;
}

bool munch_absorbs (munch *m, uint32_t set)
{
  return set < m->absorbing.count && m->absorbing.items[set] == ABSORBS;
}

/* One text_outcome for each set. */
static void note_outcomes (side_by_side *p, text_outcomes *own)
{
  munch *m = p->munch;
  own->first = (uint32_t) m->outcome_count;
  for (size_t i = 1; i < p->ended.count && !m->regulars.failed; i++) {
    bool known = p->ended.items[i] == NO_PART;
    for (size_t k = own->first; k < m->outcome_count; k++)
      known |= m->outcomes[k].set == p->ended.items[i];
    if (!known && add_outcome (m, (text_outcome){ p->ended.items[i], 0 }))
      note_absorbing (p, p->ended.items[i]);
  }
  own->count = (uint32_t) (m->outcome_count - own->first);
  if (own->count == 1 && !p->complete && !is_stolen (m, p->subject))
    return;
  for (size_t k = own->first; k < m->outcome_count && !m->regulars.failed; k++)
    m->outcomes[k].part = part_with (p, m->outcomes[k].set);
}

static void find_outcomes (munch *m, uint32_t set, uint32_t subject, text_outcomes *own)
{
  side_by_side p = { .munch = m, .memory = &m->regulars.patterns->memory, .subject = subject };
  find_reaching (m, subject);
  if (!list_add (p.memory, &p.states, SCANNER_START) || !list_add (p.memory, &p.sets, set))
    side_full (&p);
  for (size_t i = 0; i < p.states.count && !m->regulars.failed; i++)
    read_on (&p, i);
  if (!m->regulars.failed)
    note_outcomes (&p, own);
  list_release (p.memory, &p.states);
  list_release (p.memory, &p.sets);
  list_release (p.memory, &p.next);
  list_release (p.memory, &p.ended);
  map_release (p.memory, &p.known);
}

static const text_outcome *munch_follow (munch *m, uint32_t set, uint32_t subject, size_t *count)
{
  const allocator *a = &m->regulars.patterns->memory;
  bool fresh = false;
  const uint64_t key = (uint64_t) set << 32 | subject;
  *count = 0;
  const uint32_t *found = map_enter (a, &m->known_follows, key, (uint32_t) m->follow_count, &fresh);
  const uint32_t at = found ? *found : 0;
  if (!found || (fresh && !reserve (a, &m->followed, &m->follow_capacity, m->follow_count + 1, sizeof *m->followed)))
    munch_full (m);
  if (m->regulars.failed)
    return NULL;
  if (fresh) {
    text_outcomes own = { 0, 0 };
    m->follow_count++;
    find_outcomes (m, set, subject, &own);
    m->followed[at] = own;
  }
  *count = m->regulars.failed ? 0 : m->followed[at].count;
  return *count ? &m->outcomes[m->followed[at].first] : NULL;
}

bool munch_outcome (munch *m, uint32_t set, uint32_t subject, size_t i, text_outcome *own)
{
  size_t count;
  const text_outcome *all = munch_follow (m, set, subject, &count);
  if (!all || i >= count)
    return false;
  *own = all[i];
  return true;
}

/* ---- blanks ---- */

static uint32_t part_of_outcome (const munch *m, const text_outcome *o, size_t terminal)
{
  return o->part ? o->part : m->scanner->terminals->list[terminal].part;
}

/* Do pending matches affect what a symbol can begin with? */
static bool affects_symbols (munch *m, uint32_t set)
{
  const scanner *s = m->scanner;
  for (size_t c = 0; c < s->atoms; c++) {
    bool begins = false;
    for (size_t i = 0; !begins && i < s->terminals->count; i++)
      begins = s->terminals->list[i].symbol != PAPNI_NO_SYMBOL && s->first[i * s->atoms + c];
    if (begins && munch_step (m, set, c) != NOTHING_PENDING)
      return true;
  }
  return false;
}

enum
{
  TIED_UNKNOWN,
  TIED,
  TIED_NOT
};

static bool is_tied (munch *m, uint32_t set)
{
  while (m->tied.count <= set)
    if (!list_add (&m->regulars.patterns->memory, &m->tied, TIED_UNKNOWN))
      return munch_full (m);
  if (m->tied.items[set] == TIED_UNKNOWN)
    m->tied.items[set] = affects_symbols (m, set) ? TIED : TIED_NOT;
  return m->tied.items[set] == TIED;
}

/* A tied text, or several if they can follow each other. */
static uint32_t tied_part (munch *m, const text_outcome *o, size_t terminal)
{
  const uint32_t once = part_of_outcome (m, o, terminal);
  text_outcome again;
  for (size_t k = 0; munch_outcome (m, o->set, m->subject[terminal], k, &again); k++)
    if (again.set == o->set && again.part == o->part)
      return regular_sequence (&m->regulars, once, regular_repeat (&m->regulars, once));
  return once;
}

bool munch_tied (munch *m, uint32_t set, size_t i, text_outcome *own)
{
  const terminals *t = m->scanner->terminals;
  text_outcome o;
  for (size_t k = 0; k < t->count; k++)
    for (size_t n = 0; t->list[k].skipped && munch_outcome (m, set, m->subject[k], n, &o); n++)
      if (is_tied (m, o.set) && !i--) {
        *own = (text_outcome){ o.set, tied_part (m, &o, k) };
        return !m->regulars.failed;
      }
  return false;
}

/* Skipped texts that may follow, and after which any symbol may. */
static uint32_t untied_part (munch *m, uint32_t set)
{
  const terminals *t = m->scanner->terminals;
  uint32_t whole = NO_PART;
  text_outcome own;
  for (size_t i = 0; i < t->count; i++)
    for (size_t k = 0; t->list[i].skipped && munch_outcome (m, set, m->subject[i], k, &own); k++)
      if (!is_tied (m, own.set))
        whole = regular_choice (&m->regulars, whole, part_of_outcome (m, &own, i));
  return whole;
}

uint32_t munch_blank (munch *m, uint32_t set)
{
  uint32_t whole = untied_part (m, set);
  text_outcome own;
  for (size_t i = 0; munch_tied (m, set, i, &own); i++)
    whole = regular_choice (&m->regulars, whole, regular_sequence (&m->regulars, own.part, untied_part (m, own.set)));
  return whole == NO_PART ? 0 : whole;
}

uint32_t munch_blanks (munch *m, uint32_t first, uint32_t others)
{
  const bool several = first == others && m->regulars.patterns->parts[first].kind == PART_PLUS;
  return several ? first : regular_sequence (&m->regulars, first, regular_repeat (&m->regulars, others));
}

uint32_t munch_last (munch *m)
{
  uint32_t whole = NO_PART;
  text_outcome own;
  for (size_t i = 0; munch_tied (m, NOTHING_PENDING, i, &own); i++)
    whole = regular_choice (&m->regulars, whole, own.part);
  return whole == NO_PART ? 0 : whole;
}
