/* classes.h - classes of terms: congruence closure with exact undo.
 *
 * If two terms are in one class, so are the terms that differ only in these parts. When
 * two classes are joined, the terms of the smaller one get the name of the other, so
 * the class of a term is one lookup. The terms made from them now have new parts, and
 * are looked up in the table of terms by the classes of their parts; a term that is
 * already there must be joined next. The order, and where to stop, is up to the user:
 * the engine (closure.h) detects conflicts as early as possible, the story (replay.h)
 * finds the least words that conflict.
 *
 * The terms of a class form a ring; swapping the successors of one term of each ring
 * joins two rings, and swapping them again separates them. Undo costs what was touched. */
#ifndef LEARN_TERMS_CLASSES_H
#define LEARN_TERMS_CLASSES_H

#include "learn/engine/engine.h"
#include "learn/terms/term.h"

/* A class, stored at its name, which is one of its terms. */
typedef struct state_class
{
  term least;      /* the smallest rank of its terms */
  uint32_t colour; /* RED + a red state, or a blue state, or NOWHERE */
  uint32_t weight; /* the number of its terms and their uses */
  bool positive;   /* an accepted word passes it */
} state_class;

/* For undo: the class `gone` joined the class `into`, which was `before`. */
typedef struct joining
{
  term into, gone;
  state_class before;
  uint8_t label; /* before */
} joining;

/* For undo: a term was inserted into the table here. */
typedef struct insertion
{
  size_t place;
  term_slot slot;
} insertion;

/* A term, as the use of one of its parts. */
typedef struct use
{
  term whole, other; /* the other part; NO_TERM: none */
  symbol symbol;
  bool inside; /* the part is inside; otherwise before */
} use;

/* A term as the member of a class. */
typedef struct member
{
  term next;     /* of the same class, cyclically */
  uint32_t uses; /* the first of its uses; the next member's come after them */
} member;

typedef struct classes
{
  allocator memory;
  const shape *shapes;
  size_t size;
  term *of;            /* the class of each term */
  state_class *states; /* of each class */
  uint8_t *labels;     /* of each class, apart from the rest: most lookups read nothing else */
  member *members;     /* all terms, and the end of the uses */
  use *uses;           /* of each term: the largest first */
  term_table table;    /* the terms by the classes of their parts */
  joining *joinings;   /* since the last classes_keep, like the insertions */
  size_t joining_count, joining_capacity;
  insertion *insertions;
  size_t insertion_count, insertion_capacity;
  bool is_copy; /* the uses belong to another */
} classes;

/* Each term is a class of its own, without a colour. `rank` is that of each term (NULL: its
 * number). The memory must be set; must be released in any case. */
status classes_init (classes *c, const shape *shapes, const term *rank, size_t size, watch *w, error *e);

/* A copy with nothing to undo. The original must outlive it. */
status classes_copy (classes *c, const classes *from, watch *w, error *e);
void classes_release (classes *c);

/* Makes all joins since the last call permanent, or undoes them. */
static inline void classes_keep (classes *c)
{
  c->joining_count = c->insertion_count = 0;
}

void classes_undo (classes *c);

static inline bool is_red_class (const state_class *s)
{
  return s->colour != NOWHERE && is_red (s->colour);
}

/* May these two be joined? Not if an accepted class meets a rejected one. Two red
 * classes never meet: all parts of a red class's terms are red, and all terms of
 * another class have the same parts. So two red classes could only meet after two
 * others had, and a merge begins with a red and a blue class. */
static inline bool classes_agree (const classes *c, term x, term y)
{
  return !c->labels[x] || !c->labels[y] || c->labels[x] == c->labels[y];
}

/* Of two colours, red wins, then blue. */
static inline uint32_t mix_colours (uint32_t x, uint32_t y)
{
  if (x == NOWHERE || y == NOWHERE)
    return x == NOWHERE ? y : x;
  return is_red (y) ? y : x;
}

/* Joins two classes that agree; then the uses of all terms of `gone` must be looked up.
 * These are the terms from ring[into] to `gone`. False if out of memory. */
static inline bool classes_unite (classes *c, term into, term gone);

/* Looks up a term by the classes of its parts. If there is a term with the same parts, which
 * it must join, it is *same; otherwise the term is inserted into the table, and *same is
 * NO_TERM. False if out of memory. */
static inline bool classes_look_up (classes *c, term t, term_parts parts, term *same);

/* The classes of the parts of a term that is a use of a term of this class. */
static inline term_parts classes_parts_of_use (const classes *c, const use *u, term class);

/* Is this the representative of all terms whose parts are in the same classes? */
bool classes_stand_for_all (const classes *c, term t);

/* ---- inlined for speed ---- */

static inline void classes_exchange_next (classes *c, term x, term y)
{
  const term next = c->members[x].next;
  c->members[x].next = c->members[y].next;
  c->members[y].next = next;
}

static inline bool classes_unite (classes *c, term into, term gone)
{
  state_class *x = &c->states[into];
  const state_class *y = &c->states[gone];
  if (c->joining_count == c->joining_capacity
      && !reserve (&c->memory, &c->joinings, &c->joining_capacity, c->joining_count + 1, sizeof *c->joinings))
    return false;
  c->joinings[c->joining_count++] = (joining){ into, gone, *x, c->labels[into] };
  c->labels[into] |= c->labels[gone]; /* they agree */
  *x = (state_class){ .least = x->least < y->least ? x->least : y->least,
                      .colour = mix_colours (x->colour, y->colour),
                      .weight = x->weight + y->weight,
                      .positive = x->positive || y->positive };
  classes_exchange_next (c, into, gone);
  for (term t = c->members[into].next;; t = c->members[t].next) {
    c->of[t] = into;
    if (t == gone)
      return true;
  }
}

/* The class of a term or, later, of its class. */
static inline term class_now (const classes *c, term t)
{
  return t == NO_TERM ? t : c->of[t];
}

static inline term_parts classes_parts (const classes *c, term t)
{
  const shape *s = &c->shapes[t];
  return (term_parts){ c->of[s->before], class_now (c, s->inside), s->symbol };
}

static inline term_parts classes_parts_of_use (const classes *c, const use *u, term class)
{
  const term other = class_now (c, u->other);
  return (term_parts){ u->inside ? other : class, u->inside ? class : other, u->symbol };
}

bool classes_grow (classes *c);

static inline bool classes_look_up (classes *c, term t, term_parts parts, term *same)
{
  term_table *table = &c->table;
  if (table->count == table->most && !classes_grow (c))
    return false;
  const size_t place = term_table_place (table, parts);
  *same = table->slots[place].term;
  if (*same != NO_TERM)
    return true;
  if (c->insertion_count == c->insertion_capacity
      && !reserve (&c->memory, &c->insertions, &c->insertion_capacity, c->insertion_count + 1, sizeof *c->insertions))
    return false;
  c->insertions[c->insertion_count++].place = place;
  table->slots[place] = (term_slot){ t, parts };
  table->count++;
  return true;
}

#endif
