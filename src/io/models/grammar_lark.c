/* grammar_lark.c - the terminals of a grammar for Lark.
 *
 * Lark takes the first terminal that matches, not the longest. So a terminal looks ahead: it
 * does not match where the scanner could go on to the end of a longer text. Lark also drops
 * terminals that no rule has, so others must not match the texts that those take. */
#include "io/models/writer.h"

#include <string.h>

/* How a terminal may end in some states of the scanner. */
typedef struct lark_end
{
  uint32_t refused; /* part of what must not follow, or NO_PART */
  bool not_last;    /* nor the end of the text: another one takes it there */
  uint32_t first;   /* where its conditions are in the list */
  uint32_t count;   /* pairs: a part that must not follow, unless a character of a set follows that */
} lark_end;

typedef struct lark_terminal
{
  writer *writer;
  const scanner *scanner;
  const allocator *memory;
  size_t terminal;
  list states; /* of the scanner: those in which it ends, then those in which earlier ones end instead */
  size_t own;  /* how many it ends in */
  lark_end *ends;
  list conditions;
  bool *row; /* atoms */
} lark_terminal;

static bool lark_full (lark_terminal *l)
{
  if (!l->writer->failed)
    l->writer->failed = no_memory (l->writer->error);
  return false;
}

/* ---- what must not follow ---- */

/* The scanner from a state on, up to where a longer text has ended whatever follows. */
typedef struct lark_ahead
{
  list states, next;
  map known;
} lark_ahead;

/* Does nothing end in a state if an atom follows? Returns whether anything ends. */
static bool find_condition (const scanner *s, size_t q, bool *row)
{
  const uint32_t *ends = &s->ends[q * (s->atoms + 1)];
  for (size_t c = 0; c < s->atoms; c++)
    row[c] = !ends[c];
  return ends[s->atoms];
}

static bool is_empty_row (const bool *row, size_t atoms)
{
  return !atoms || !memchr (row, true, atoms);
}

/* `refused`: atoms that need not be read first. */
static void find_ahead (lark_terminal *l, lark_ahead *a, uint32_t from, const bool *refused)
{
  const scanner *s = l->scanner;
  bool room = list_add (l->memory, &a->states, from);
  for (size_t i = 0; room && i < a->states.count; i++) {
    const uint32_t q = a->states.items[i];
    const bool stops = i && find_condition (s, q, l->row) && is_empty_row (l->row, s->atoms);
    for (size_t c = 0; room && c < s->atoms; c++) {
      const uint32_t to = s->next[q * s->atoms + c];
      bool fresh = false;
      uint32_t number = NO_PART;
      if (to != SCANNER_STOPS && !stops && (i || !refused[c])) {
        const uint32_t *found = map_enter (l->memory, &a->known, to, (uint32_t) a->states.count, &fresh);
        room = found && (!fresh || list_add (l->memory, &a->states, to));
        number = found ? *found : NO_PART;
      }
      room = room && list_add (l->memory, &a->next, number);
    }
  }
  if (!room)
    lark_full (l);
}

/* The texts that lead to states with the condition of one of them, which are then done. */
static void add_condition (lark_terminal *l, const lark_ahead *a, bool *done, size_t like)
{
  const scanner *s = l->scanner;
  regulars *all = l->writer->regulars;
  const size_t count = a->states.count;
  bool *ends = allocate_zeroed (l->memory, count, sizeof *ends), *own = allocate (l->memory, s->atoms, sizeof *own);
  uint32_t part = NO_PART, unless = NO_PART;
  if (ends && own) {
    find_condition (s, a->states.items[like], own);
    for (size_t i = like; i < count; i++)
      if (!done[i] && find_condition (s, a->states.items[i], l->row) && !memcmp (l->row, own, s->atoms * sizeof *own))
        done[i] = ends[i] = true;
    part = regular_part (all, &(regular){ count, s->atoms, a->next.items, ends });
    unless = is_empty_row (own, s->atoms) ? 0 : regular_set (all, own);
  }
  if (!ends || !own
      || (part && !(list_add (l->memory, &l->conditions, part) && list_add (l->memory, &l->conditions, unless))))
    lark_full (l);
  release (l->memory, ends, count, sizeof *ends);
  release (l->memory, own, s->atoms, sizeof *own);
}

static void find_lark_end (lark_terminal *l, size_t i, bool *refused)
{
  const scanner *s = l->scanner;
  const uint32_t q = l->states.items[i];
  lark_ahead a = { 0 };
  for (size_t c = 0; c < s->atoms; c++)
    refused[c] = i < l->own ? s->ends[q * (s->atoms + 1) + c] != l->terminal + 1 : !s->ends[q * (s->atoms + 1) + c];
  l->ends[i].refused = is_empty_row (refused, s->atoms) ? NO_PART : regular_set (l->writer->regulars, refused);
  l->ends[i].not_last = i < l->own && s->ends[q * (s->atoms + 1) + s->atoms] != l->terminal + 1;
  l->ends[i].first = (uint32_t) l->conditions.count;
  find_ahead (l, &a, q, refused);
  bool *done = allocate_zeroed (l->memory, a.states.count, sizeof *done);
  if (!done)
    lark_full (l);
  for (size_t k = 1; done && k < a.states.count && !l->writer->failed; k++)
    if (!done[k] && find_condition (s, a.states.items[k], l->row))
      add_condition (l, &a, done, k);
  l->ends[i].count = (uint32_t) (l->conditions.count - l->ends[i].first) / 2;
  release (l->memory, done, a.states.count, sizeof *done);
  list_release (l->memory, &a.states);
  list_release (l->memory, &a.next);
  map_release (l->memory, &a.known);
  if (!l->writer->failed)
    l->writer->failed = l->writer->regulars->failed;
}

/* Can only longer texts of the same terminal follow? Then it takes the longest by itself. */
static bool goes_on_alone (lark_terminal *l, uint32_t from)
{
  const scanner *s = l->scanner;
  lark_ahead a = { 0 };
  bool room = list_add (l->memory, &a.states, from), alone = true, fresh = false;
  for (size_t i = 0; room && alone && i < a.states.count; i++) {
    const uint32_t q = a.states.items[i];
    for (size_t c = 0; room && c <= s->atoms; c++) {
      const uint32_t end = s->ends[q * (s->atoms + 1) + c];
      const uint32_t to = c < s->atoms ? s->next[q * s->atoms + c] : SCANNER_STOPS;
      alone &= end == l->terminal + 1 || (i && !end);
      if (to != SCANNER_STOPS && map_enter (l->memory, &a.known, to, 0, &fresh) && fresh)
        room = list_add (l->memory, &a.states, to);
    }
  }
  if (!room)
    lark_full (l);
  list_release (l->memory, &a.states);
  map_release (l->memory, &a.known);
  return alone;
}

/* ---- writing ---- */

static void put_ahead (lark_terminal *l, size_t i)
{
  writer *w = l->writer;
  const lark_end *own = &l->ends[i];
  uint32_t plain = own->refused;
  for (size_t k = 0; k < own->count; k++)
    if (!l->conditions.items[own->first + 2 * k + 1])
      plain = regular_choice (w->regulars, plain, l->conditions.items[own->first + 2 * k]);
  bool any = plain != NO_PART;
  if (own->not_last)
    put (&w->output, any ? "(?!\\Z|" : "(?!\\Z");
  else if (any)
    put (&w->output, "(?!");
  if (any)
    writer_regex (w, plain);
  any |= own->not_last;
  for (size_t k = 0; k < own->count && !w->failed; k++) {
    const uint32_t unless = l->conditions.items[own->first + 2 * k + 1];
    if (!unless)
      continue;
    put (&w->output, any ? "|" : "(?!");
    writer_regex (w, l->conditions.items[own->first + 2 * k]);
    put (&w->output, "(?!");
    writer_regex (w, unless);
    put (&w->output, ")");
    any = true;
  }
  put (&w->output, any ? ")" : "");
}

static bool same_end (const lark_terminal *l, size_t one, size_t other)
{
  const lark_end *x = &l->ends[one], *y = &l->ends[other];
  return x->refused == y->refused && x->not_last == y->not_last && x->count == y->count
         && (!x->count
             || !memcmp (&l->conditions.items[x->first], &l->conditions.items[y->first],
                         (size_t) 2 * x->count * sizeof *l->conditions.items));
}

/* ---- texts that earlier terminals take ---- */

static bool lark_keeps (const writer *w, size_t terminal)
{
  const terminals *t = w->scanner->terminals;
  const symbol own = t->list[terminal].symbol;
  bool kept = t->list[terminal].skipped;
  for (size_t i = 0; i < t->count && !kept; i++)
    kept = w->written[i] && t->list[i].symbol == own;
  return kept;
}

/* Does a terminal that Lark drops end in a state? */
static bool ends_dropped (const lark_terminal *l, uint32_t q)
{
  const size_t columns = l->scanner->atoms + 1;
  const uint32_t *ends = &l->scanner->ends[q * columns];
  for (size_t c = 0; c < columns; c++)
    if (ends[c] && ends[c] != l->terminal + 1 && (!c || ends[c] != ends[c - 1]) && !lark_keeps (l->writer, ends[c] - 1))
      return true;
  return false;
}

/* Adds the states in which only others end. */
static bool add_stolen (lark_terminal *l)
{
  const list *stolen = &l->scanner->stolen_at;
  bool room = true;
  l->own = l->states.count;
  if (!l->own || !lark_keeps (l->writer, l->terminal))
    return true;
  for (size_t i = 0; room && i < stolen->count; i += 2) {
    bool known = stolen->items[i + 1] != l->terminal;
    for (size_t k = 0; k < l->own && !known; k++)
      known = l->states.items[k] == stolen->items[i];
    room = known || list_add (l->memory, &l->states, stolen->items[i]);
  }
  return room;
}

static bool any_dropped (const lark_terminal *l)
{
  bool found = false;
  for (size_t i = l->own; i < l->states.count && !found; i++)
    found = ends_dropped (l, l->states.items[i]);
  return found;
}

/* ---- patterns ---- */

static bool all_same_end (const lark_terminal *l, size_t from)
{
  bool same = true;
  for (size_t i = from; i < l->states.count && same; i++)
    same = same_end (l, 0, i);
  return same;
}

/* The texts that end like those of a state; of a stolen one: those that dropped terminals take. */
static uint32_t part_ending_like (lark_terminal *l, size_t like)
{
  const scanner *s = l->scanner;
  lark_ahead a = { 0 };
  bool *ends = NULL;
  uint32_t number = 1, part = NO_PART;
  bool room = list_add (l->memory, &a.states, SCANNER_START);
  for (size_t i = 0; room && i < a.states.count; i++)
    for (size_t c = 0; room && c < s->atoms; c++) {
      const uint32_t to = s->next[a.states.items[i] * s->atoms + c];
      bool fresh = false;
      const uint32_t *found = to == SCANNER_STOPS ? NULL : map_enter (l->memory, &a.known, to, number, &fresh);
      room = (found || to == SCANNER_STOPS) && (!fresh || list_add (l->memory, &a.states, to))
             && list_add (l->memory, &a.next, found ? *found : NO_PART);
      number += fresh;
    }
  ends = room ? allocate_zeroed (l->memory, a.states.count, sizeof *ends) : NULL;
  for (size_t i = like; ends && i < (like < l->own ? l->own : l->states.count); i++)
    if (like < l->own ? same_end (l, like, i) : ends_dropped (l, l->states.items[i])) {
      const uint32_t *at = map_find (&a.known, l->states.items[i]);
      if (at)
        ends[*at] = true;
    }
  if (ends)
    part = regular_part (l->writer->regulars, &(regular){ a.states.count, s->atoms, a.next.items, ends });
  else
    lark_full (l);
  release (l->memory, ends, a.states.count, sizeof *ends);
  list_release (l->memory, &a.states);
  list_release (l->memory, &a.next);
  map_release (l->memory, &a.known);
  return part;
}

/* The pattern with what it looks ahead for; several, if that depends on how the text ends. */
static void put_lark_pattern (lark_terminal *l)
{
  writer *w = l->writer;
  const uint32_t whole = l->scanner->terminals->list[l->terminal].part;
  const bool same = all_same_end (l, 1);
  bool any = false;
  if (same && any_dropped (l)) {
    const uint32_t dropped = part_ending_like (l, l->own);
    w->failed = w->failed ? w->failed : w->regulars->failed;
    if (w->failed)
      return;
    put (&w->output, "(?!");
    writer_regex (w, dropped);
    put_ahead (l, 0);
    put (&w->output, ")");
  }
  for (size_t i = 0; i < l->own && !w->failed; i++) {
    bool known = false;
    for (size_t k = 0; k < i; k++)
      known |= same_end (l, k, i);
    if (known)
      continue;
    const uint32_t part = same ? whole : part_ending_like (l, i);
    w->failed = w->failed ? w->failed : w->regulars->failed;
    if (w->failed)
      return;
    put (&w->output, any ? "|" : "");
    writer_regex (w, part);
    put_ahead (l, i);
    any = true;
  }
}

/* Is what ends in a state before an atom, or the end, ever the longest match? */
static bool may_be_longest (const scanner *s, uint32_t q, size_t c)
{
  const uint32_t to = c < s->atoms ? s->next[q * s->atoms + c] : SCANNER_STOPS;
  bool longest = to == SCANNER_STOPS;
  for (size_t k = 0; k <= s->atoms && !longest; k++)
    longest = !s->ends[to * (s->atoms + 1) + k];
  return longest;
}

static void put_lark_text (writer *w, size_t terminal)
{
  const scanner *s = w->scanner;
  lark_terminal l = { .writer = w, .scanner = s, .memory = &w->grammar->memory, .terminal = terminal };
  const size_t columns = s->atoms + 1;
  bool alone = true, room = true;
  for (uint32_t q = SCANNER_START; room && q < s->states; q++)
    for (size_t c = 0; c < columns; c++)
      if (s->ends[q * columns + c] == terminal + 1 && may_be_longest (s, q, c)) {
        room = list_add (l.memory, &l.states, q);
        alone &= goes_on_alone (&l, q);
        break;
      }
  room = room && add_stolen (&l);
  const bool stolen = l.states.count > l.own;
  l.row = allocate (l.memory, s->atoms, sizeof *l.row);
  bool *refused = allocate (l.memory, s->atoms, sizeof *refused);
  l.ends = allocate_zeroed (l.memory, l.states.count, sizeof *l.ends);
  if (!room || !l.row || !refused || (l.states.count && !l.ends))
    lark_full (&l);
  for (size_t i = 0; (!alone || stolen) && i < l.states.count && !w->failed; i++)
    find_lark_end (&l, i, refused);
  if (!w->failed && alone && all_same_end (&l, l.own) && !any_dropped (&l))
    writer_regex (w, s->terminals->list[terminal].part);
  else if (!w->failed)
    put_lark_pattern (&l);
  release (l.memory, l.ends, l.states.count, sizeof *l.ends);
  release (l.memory, l.row, s->atoms, sizeof *l.row);
  release (l.memory, refused, s->atoms, sizeof *refused);
  list_release (l.memory, &l.states);
  list_release (l.memory, &l.conditions);
}

/* Do earlier terminals take all its texts? */
static bool never_ends (const scanner *s, size_t terminal)
{
  for (size_t i = SCANNER_START * (s->atoms + 1); i < s->states * (s->atoms + 1); i++)
    if (s->ends[i] == terminal + 1)
      return false;
  return true;
}

void writer_lark_terminal (writer *w, size_t first)
{
  const terminals *t = w->scanner->terminals;
  if (t->list[first].skipped && never_ends (w->scanner, first))
    return; /* it must not match where Lark drops those */
  put (&w->output, w->terminal_names[first]);
  put (&w->output, ".");
  put_number (&w->output, t->count - first);
  put (&w->output, ": /");
  for (size_t i = first; i < t->count; i++)
    if (i == first || (!t->list[i].skipped && !strcmp (t->list[i].name, t->list[first].name))) {
      put (&w->output, i == first ? "" : "|");
      put_lark_text (w, i);
    }
  put (&w->output, "/\n");
  if (t->list[first].skipped) {
    put (&w->output, "%ignore ");
    put (&w->output, w->terminal_names[first]);
    put (&w->output, "\n");
  }
}
