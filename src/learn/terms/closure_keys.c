/* closure_keys.c - what the evidence of a trial depends on, and what a merge changes.
 *
 * A trial reads the classes that it joins, and the table of terms by their parts. Afterwards
 * these classes form groups, each with the name of one of its classes. The number of joins
 * stays the same until a merge
 *
 * - joins one of these classes to another, or gives it a label (with bits, an accepted word);
 * - makes a new entry in the table that the trial would join to another one.
 *
 * The trial has looked up the terms made from the other classes of a group under the name
 * that remains. So the new entry of a class that gave the group its name matters only if the
 * trial has inserted an entry with the same parts and symbol. The new entry of another class
 * is assumed to matter.
 *
 * So there are three kinds of keys: a class that gave its group the name, a class that did
 * not, and an entry, by a hash: entries that share a key only cause needless trials. */
#include "learn/terms/closure.h"

#include <string.h>

static uint32_t unnamed_key (const closure *c, term class)
{
  return (uint32_t) (c->terms->size + class);
}

static uint32_t entry_key (const closure *c, term_parts parts)
{
  return (uint32_t) (2 * c->terms->size + parts_hash (parts) % c->terms->size);
}

/* The classes of the parts of a term that was inserted into the table. */
static term_parts inserted_parts (const classes *k, size_t insertion)
{
  const term_parts then = k->table.slots[k->insertions[insertion].place].parts;
  return (term_parts){ k->of[then.before], class_now (k, then.inside), then.symbol };
}

/* Lists a key, once. */
static bool add_read (closure *c, uint32_t key)
{
  if (c->listed[key] == c->trials)
    return true;
  c->listed[key] = c->trials;
  return list_add (&c->engine.memory, &c->read, key);
}

bool closure_list_read (closure *c)
{
  const classes *k = &c->classes;
  c->read.count = 0;
  if (!++c->trials) { /* numbers wrap around */
    memset (c->listed, 0, closure_key_count (c) * sizeof *c->listed);
    c->trials = 1;
  }
  for (size_t i = 0; i < k->joining_count; i++)
    if (!add_read (c, unnamed_key (c, k->joinings[i].gone)) || !add_read (c, k->of[k->joinings[i].into]))
      return false;
  for (size_t i = 0; i < k->insertion_count; i++)
    if (!add_read (c, entry_key (c, inserted_parts (k, i))))
      return false;
  return true;
}

/* Notes that a class has changed itself. */
static bool note_class (closure *c, term class)
{
  return engine_note_change (&c->engine, class) && engine_note_change (&c->engine, unnamed_key (c, class));
}

static bool note_joining (closure *c, const joining *j)
{
  const state_class *gone = &c->classes.states[j->gone];
  const bool into = (!j->label && c->classes.labels[j->gone]) || (c->tallies.of && c->tallies.of[j->gone].passes)
                    || (c->engine.searching && is_red_class (&j->before) != is_red_class (gone));
  return note_class (c, j->gone) && (!into || note_class (c, j->into));
}

/* Notes that a class is part of a new entry. */
static bool note_part (closure *c, term class)
{
  if (class == NO_TERM)
    return true;
  return c->engine.searching ? note_class (c, class) : engine_note_change (&c->engine, unnamed_key (c, class));
}

bool closure_note_changes (closure *c)
{
  const classes *k = &c->classes;
  for (size_t i = 0; i < k->joining_count; i++)
    if (!note_joining (c, &k->joinings[i]))
      return false;
  for (size_t i = 0; i < k->insertion_count; i++) {
    const term_parts parts = inserted_parts (k, i);
    if (!engine_note_change (&c->engine, entry_key (c, parts)) || !note_part (c, parts.before)
        || !note_part (c, parts.inside))
      return false;
  }
  return true;
}

bool closure_note_promotion (closure *c, term class)
{
  return !c->engine.searching || !c->scored || note_class (c, class);
}
