/* joiner_keys.c - what the evidence of a trial depends on, and what a merge changes.
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
#include "learn/terms/joiner.h"

#include <string.h>

enum
{
  READ_AHEAD = 16 /* prefetch distance */
};

static uint32_t unnamed_key (const joiner *j, term class)
{
  return (uint32_t) (j->terms->size + class);
}

static uint32_t entry_key (const joiner *j, term_parts parts)
{
  return (uint32_t) (2 * j->terms->size + parts_hash (parts) % j->terms->size);
}

/* The classes of the parts of a term that was inserted into the table. */
static term_parts inserted_parts (const classes *k, size_t insertion)
{
  const term_parts then = k->table.slots[k->insertions[insertion].place].parts;
  return (term_parts){ k->of[then.before], class_now (k, then.inside), then.symbol };
}

/* Lists a key, once. */
static bool add_read (joiner *j, uint32_t key)
{
  if (j->listed[key] == j->trials)
    return true;
  j->listed[key] = j->trials;
  return list_add (&j->classes.memory, &j->read, key);
}

/* Lists the keys of the classes that the trial has joined. */
static bool joiner_read_classes (joiner *j)
{
  const classes *k = &j->classes;
  for (size_t i = 0; i < k->joining_count; i++) {
    if (i + READ_AHEAD < k->joining_count) {
      prefetch (&j->listed[unnamed_key (j, k->joinings[i + READ_AHEAD].gone)]);
      prefetch (&k->of[k->joinings[i + READ_AHEAD].into]);
    }
    if (!add_read (j, unnamed_key (j, k->joinings[i].gone)) || !add_read (j, k->of[k->joinings[i].into]))
      return false;
  }
  return true;
}

/* Lists the keys of its entries, some time after they are known. */
static bool joiner_read_entries (joiner *j)
{
  const size_t count = j->classes.insertion_count;
  uint32_t keys[READ_AHEAD];
  for (size_t i = 0; i < count + READ_AHEAD; i++) {
    uint32_t *key = &keys[i % READ_AHEAD];
    if (i >= READ_AHEAD && !add_read (j, *key))
      return false;
    if (i < count) {
      *key = entry_key (j, inserted_parts (&j->classes, i));
      prefetch (&j->listed[*key]);
    }
  }
  return true;
}

bool joiner_list_read (joiner *j)
{
  j->read.count = 0;
  if (!++j->trials) { /* numbers wrap around */
    memset (j->listed, 0, joiner_key_count (j) * sizeof *j->listed);
    j->trials = 1;
  }
  return joiner_read_classes (j) && joiner_read_entries (j);
}

/* Notes that a class has changed itself. */
static bool note_class (const joiner *j, engine *g, term class)
{
  return engine_note_change (g, class) && engine_note_change (g, unnamed_key (j, class));
}

static bool note_joining (const joiner *j, engine *g, const joining *x)
{
  const state_class *gone = &j->classes.states[x->gone];
  const bool into = (!x->label && j->classes.labels[x->gone]) || (j->tallies.of && j->tallies.of[x->gone].passes)
                    || (g->searching && is_red_class (&x->before) != is_red_class (gone));
  return note_class (j, g, x->gone) && (!into || note_class (j, g, x->into));
}

/* Notes that a class is part of a new entry. */
static bool note_part (const joiner *j, engine *g, term class)
{
  if (class == NO_TERM)
    return true;
  return g->searching ? note_class (j, g, class) : engine_note_change (g, unnamed_key (j, class));
}

bool joiner_note_changes (const joiner *j, engine *g)
{
  const classes *k = &j->classes;
  for (size_t i = 0; i < k->joining_count; i++)
    if (!note_joining (j, g, &k->joinings[i]))
      return false;
  for (size_t i = 0; i < k->insertion_count; i++) {
    const term_parts parts = inserted_parts (k, i);
    if (!engine_note_change (g, entry_key (j, parts)) || !note_part (j, g, parts.before)
        || !note_part (j, g, parts.inside))
      return false;
  }
  return true;
}

bool joiner_note_promotion (const joiner *j, engine *g, term class)
{
  return !g->searching || !j->scored || note_class (j, g, class);
}
