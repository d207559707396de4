/* scanner.c - makes the automaton of the terminals, by subsets.
 *
 * A subset is a list in which what PCRE2 would try first comes first. So it can be seen
 * whether PCRE2 might prefer a shorter match to a longer one, which a grammar cannot
 * express. */
#include "io/terminals/scanner.h"

#include <string.h>

enum
{
  MOST_SCANNER_STATES = 1 << 13,
  MOST_PLACES = 1 << 20
};

/* A place in a pattern: before a set, before one or two other places, or at the end. */
typedef struct pattern_place
{
  uint32_t set;        /* part, or 0 */
  uint32_t one, other; /* places, or NO_PART */
  uint32_t owner;      /* terminal */
} pattern_place;

typedef struct scanner_maker
{
  scanner *scanner;
  const patterns *patterns;
  pattern_place *places;
  size_t count, capacity;
  uint32_t *marks; /* of a place: the last list that it was added to */
  uint32_t mark;
  list work, here;
  list lists;   /* of a state: the number of its places, then the places */
  list offsets; /* of a state: where its list begins */
  list starts;
  map known; /* hash of a list: its state */
  error *error;
  status failed;
} scanner_maker;

static bool scanner_full (scanner_maker *m)
{
  m->failed = no_memory (m->error);
  return false;
}

/* ---- places ---- */

static uint32_t add_place (scanner_maker *m, uint32_t owner)
{
  if (!m->failed && m->count == MOST_PLACES)
    m->failed = fail (m->error, PAPNI_INPUT, "the lexer's patterns are too large for a grammar: use --terminals names");
  if (m->failed || !reserve (&m->patterns->memory, &m->places, &m->capacity, m->count + 1, sizeof *m->places)) {
    if (!m->failed)
      scanner_full (m);
    return 0;
  }
  m->places[m->count] = (pattern_place){ 0, NO_PART, NO_PART, owner };
  return (uint32_t) m->count++;
}

static void push_three (scanner_maker *m, uint32_t what, uint32_t from, uint32_t to)
{
  const allocator *a = &m->patterns->memory;
  if (!m->failed && !(list_add (a, &m->work, what) && list_add (a, &m->work, from) && list_add (a, &m->work, to)))
    scanner_full (m);
}

static void connect (scanner_maker *m, uint32_t from, uint32_t one, uint32_t other)
{
  m->places[from].one = one;
  m->places[from].other = other;
}

/* Puts the pattern's places between two. */
static void place_part (scanner_maker *m, const part *p, uint32_t from, uint32_t to)
{
  const uint32_t owner = m->places[from].owner;
  const uint32_t one = p->kind >= PART_SEQUENCE ? add_place (m, owner) : 0;
  const uint32_t other = p->kind == PART_CHOICE || p->kind >= PART_REPEAT ? add_place (m, owner) : 0;
  if (m->failed)
    return;
  switch (p->kind) {
  case PART_SET:
    m->places[from].set = (uint32_t) (p - m->patterns->parts);
    m->places[from].one = to;
    break;
  case PART_SEQUENCE:
    push_three (m, p->one, from, one);
    push_three (m, p->other, one, to);
    break;
  case PART_CHOICE:
    connect (m, from, one, other);
    push_three (m, p->one, one, to);
    push_three (m, p->other, other, to);
    break;
  case PART_REPEAT:
    connect (m, from, other, NO_PART);
    connect (m, other, one, to);
    push_three (m, p->one, one, other);
    break;
  case PART_PLUS:
    connect (m, from, one, NO_PART);
    connect (m, other, one, to);
    push_three (m, p->one, one, other);
    break;
  default:
    connect (m, from, to, NO_PART);
  }
}

static void place_terminals (scanner_maker *m)
{
  const terminals *t = m->scanner->terminals;
  for (uint32_t i = 0; !m->failed && i < t->count; i++) {
    const uint32_t from = add_place (m, i), to = add_place (m, i);
    if (m->failed || !list_add (&m->patterns->memory, &m->starts, from)) {
      scanner_full (m);
      return;
    }
    push_three (m, t->list[i].part, from, to);
    while (!m->failed && m->work.count) {
      const uint32_t *top = &m->work.items[m->work.count -= 3];
      place_part (m, &m->patterns->parts[top[0]], top[1], top[2]);
    }
  }
}

/* ---- atoms ---- */

static int by_value (const void *left, const void *right)
{
  return compare (*(const uint32_t *) left, *(const uint32_t *) right);
}

static void find_atoms (scanner_maker *m)
{
  scanner *s = m->scanner;
  const patterns *p = m->patterns;
  const size_t room = 2 * p->range_count + 3;
  if (!reserve (&p->memory, &s->bounds, &s->bound_capacity, room, sizeof *s->bounds)) {
    scanner_full (m);
    return;
  }
  size_t count = 0;
  s->bounds[count++] = 0;
  s->bounds[count++] = 0x80;
  s->bounds[count++] = LAST_CHARACTER + 1;
  for (size_t i = 0; i < p->range_count; i++) {
    s->bounds[count++] = p->ranges[i].from;
    s->bounds[count++] = p->ranges[i].to + 1;
  }
  s->atoms = sort_unique (s->bounds, count, sizeof *s->bounds, by_value) - 1;
}

size_t scanner_atom (const scanner *s, uint32_t character)
{
  size_t low = 0, high = s->atoms;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    *(s->bounds[middle] <= character ? &low : &high) = middle;
  }
  return low;
}

/* ---- subsets ---- */

/* Adds a place and those that it leads to without reading, in PCRE2's order. */
static void add_closure (scanner_maker *m, uint32_t from)
{
  const allocator *a = &m->patterns->memory;
  bool room = list_add (a, &m->work, from);
  while (room && m->work.count) {
    const uint32_t at = m->work.items[--m->work.count];
    const pattern_place *p = &m->places[at];
    if (m->marks[at] == m->mark)
      continue;
    m->marks[at] = m->mark;
    if (p->set || p->one == NO_PART)
      room = list_add (a, &m->here, at);
    else
      room = (p->other == NO_PART || list_add (a, &m->work, p->other)) && list_add (a, &m->work, p->one);
  }
  m->work.count = 0;
  if (!room)
    scanner_full (m);
}

/* The terminal of which PCRE2 prefers a match here to a longer one, or NULL. */
static const char *find_inexact (const scanner_maker *m)
{
  uint32_t ended = NO_PART;
  for (size_t i = 0; i < m->here.count; i++) {
    const pattern_place *p = &m->places[m->here.items[i]];
    if (!p->set)
      ended = p->owner;
    else if (p->owner == ended)
      return m->scanner->terminals->list[ended].name;
  }
  return NULL;
}

static bool is_list_of (const scanner_maker *m, uint32_t state)
{
  const uint32_t *own = &m->lists.items[m->offsets.items[state - SCANNER_START]];
  return own[0] == m->here.count && !memcmp (own + 1, m->here.items, m->here.count * sizeof *own);
}

/* Makes a state of the list in `here`. */
static void add_scanner_state (scanner_maker *m)
{
  scanner *s = m->scanner;
  const allocator *a = &m->patterns->memory;
  const char *inexact = find_inexact (m);
  if (s->states == MOST_SCANNER_STATES)
    m->failed = fail (m->error, PAPNI_INPUT, "the lexer's patterns are too large for a grammar: use --terminals names");
  else if (inexact)
    m->failed = fail (m->error, PAPNI_INPUT,
                      "the lexer's rule %s may prefer a shorter match to a longer one, which a grammar cannot: put the "
                      "longer alternative first, or use --terminals names",
                      inexact);
  bool room = list_add (a, &m->offsets, (uint32_t) m->lists.count) && list_add (a, &m->lists, (uint32_t) m->here.count);
  for (size_t i = 0; room && i < m->here.count; i++)
    room = list_add (a, &m->lists, m->here.items[i]);
  s->states++;
  if (!room)
    scanner_full (m);
}

/* The state of the list in `here`. */
static uint32_t state_of_list (scanner_maker *m)
{
  bool fresh = false;
  if (!m->here.count)
    return SCANNER_STOPS;
  uint64_t hash = hash_bytes ((const char *) m->here.items, m->here.count * sizeof *m->here.items);
  for (;; hash++) {
    const uint32_t own = (uint32_t) m->scanner->states;
    const uint32_t *state = map_enter (&m->patterns->memory, &m->known, hash, own, &fresh);
    if (!state)
      return scanner_full (m), SCANNER_STOPS;
    if (fresh)
      add_scanner_state (m);
    if (fresh || is_list_of (m, *state))
      return *state;
  }
}

static bool reserve_rows (scanner_maker *m)
{
  scanner *s = m->scanner;
  const allocator *a = &m->patterns->memory;
  return (reserve (a, &s->next, &s->next_capacity, s->states * s->atoms, sizeof *s->next)
          && reserve (a, &s->ends, &s->ends_capacity, s->states * (s->atoms + 1), sizeof *s->ends))
         || scanner_full (m);
}

/* Which terminal ends in a state, if an atom or the end follows. */
static void fill_ends (scanner_maker *m, size_t q, const uint32_t *places, size_t count)
{
  scanner *s = m->scanner;
  for (size_t c = 0; c <= s->atoms; c++) {
    uint32_t *end = &s->ends[q * (s->atoms + 1) + c];
    *end = 0;
    for (size_t i = 0; i < count; i++) {
      const pattern_place *p = &m->places[places[i]];
      const uint32_t bar = s->terminals->list[p->owner].bar;
      if (p->set || (c < s->atoms && bar && set_has (m->patterns, bar, s->bounds[c])))
        continue;
      s->stolen[p->owner] |= *end && *end != p->owner + 1;
      *end = *end ? *end : p->owner + 1;
    }
  }
}

static void find_stolen (scanner_maker *m, size_t q, const uint32_t *places, size_t count)
{
  scanner *s = m->scanner;
  const allocator *a = &m->patterns->memory;
  const uint32_t end = s->ends[q * (s->atoms + 1) + s->atoms];
  for (size_t i = 0; i < count && !m->failed; i++) {
    const pattern_place *p = &m->places[places[i]];
    if (!p->set && end != p->owner + 1
        && !(list_add (a, &s->stolen_at, (uint32_t) q) && list_add (a, &s->stolen_at, p->owner)))
      scanner_full (m);
  }
}

static void fill_state (scanner_maker *m, size_t q, size_t at)
{
  scanner *s = m->scanner;
  const size_t count = m->lists.items ? m->lists.items[at] : 0;
  fill_ends (m, q, &m->lists.items[at + 1], count);
  find_stolen (m, q, &m->lists.items[at + 1], count);
  for (size_t c = 0; !m->failed && c < s->atoms; c++) {
    m->here.count = 0;
    m->mark++;
    for (size_t i = 0; !m->failed && i < count; i++) {
      const pattern_place *p = &m->places[m->lists.items[at + 1 + i]];
      if (!p->set || !set_has (m->patterns, p->set, s->bounds[c]))
        continue;
      if (q == SCANNER_START)
        s->first[p->owner * s->atoms + c] = true;
      add_closure (m, p->one);
    }
    const uint32_t to = m->failed ? 0 : state_of_list (m);
    if (m->failed || !reserve_rows (m))
      return;
    s->next[q * s->atoms + c] = to;
  }
}

static void find_states (scanner_maker *m)
{
  scanner *s = m->scanner;
  s->states = SCANNER_START;
  m->mark++;
  for (size_t i = 0; !m->failed && i < m->starts.count; i++)
    add_closure (m, m->starts.items[i]);
  if (!m->failed)
    state_of_list (m);
  if (m->failed || !reserve_rows (m))
    return;
  memset (s->next, 0, s->atoms * sizeof *s->next);
  memset (s->ends, 0, (s->atoms + 1) * sizeof *s->ends);
  for (size_t q = SCANNER_START, at = 0; !m->failed && q < s->states; q++) {
    fill_state (m, q, at);
    at += 1 + (m->lists.items ? m->lists.items[at] : 0);
  }
}

/* ---- making ---- */

static void scanner_make (scanner_maker *m)
{
  scanner *s = m->scanner;
  const allocator *a = &m->patterns->memory;
  place_terminals (m);
  if (!m->failed)
    find_atoms (m);
  if (m->failed)
    return;
  const size_t cells = s->terminals->count * s->atoms;
  m->marks = allocate_zeroed (a, m->count, sizeof *m->marks);
  s->first = allocate_zeroed (a, cells, sizeof *s->first);
  s->stolen = allocate_zeroed (a, s->terminals->count, sizeof *s->stolen);
  if (!m->marks || !s->stolen || !s->first) {
    scanner_full (m);
    return;
  }
  find_states (m);
}

status scanner_begin (scanner *s, const terminals *t, error *e)
{
  *s = (scanner){ .terminals = t };
  scanner_maker m = { .scanner = s, .patterns = &t->patterns, .error = e };
  scanner_make (&m);
  const allocator *a = &t->patterns.memory;
  release (a, m.places, m.capacity, sizeof *m.places);
  release (a, m.marks, m.count, sizeof *m.marks);
  list_release (a, &m.work);
  list_release (a, &m.here);
  list_release (a, &m.lists);
  list_release (a, &m.offsets);
  list_release (a, &m.starts);
  map_release (a, &m.known);
  return m.failed;
}

void scanner_release (scanner *s)
{
  const allocator *a = &s->terminals->patterns.memory;
  const size_t cells = s->terminals->count * s->atoms;
  release (a, s->bounds, s->bound_capacity, sizeof *s->bounds);
  release (a, s->next, s->next_capacity, sizeof *s->next);
  release (a, s->ends, s->ends_capacity, sizeof *s->ends);
  release (a, s->stolen, s->terminals->count, sizeof *s->stolen);
  list_release (a, &s->stolen_at);
  release (a, s->first, cells, sizeof *s->first);
}
