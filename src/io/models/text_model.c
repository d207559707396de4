/* text_model.c - see text_model.h.
 *
 * A state of the new model is a state and the group of the last symbol. Symbols that the
 * same symbols must be kept apart from are one group. */
#include "io/models/text_model.h"

#include "model/assemble.h"

#include <string.h>

typedef enum distance
{
  MAY_TOUCH,
  NEEDS_BLANK,
  CANNOT_FOLLOW
} distance;

typedef struct text_maker
{
  const papni_model *model;
  const scanner *scanner;
  size_t size;        /* of the alphabet */
  uint8_t *distances; /* of two symbols */
  uint32_t *group;    /* of a symbol */
  symbol *example;    /* of a group, from 1; group 0: the beginning */
  size_t groups;
  bool *has_text;     /* symbols */
  symbol *with_blank; /* of a symbol: the other one, or PAPNI_NO_SYMBOL */
  papni_alphabet *alphabet;
  assembly parts;
  error *error;
} text_maker;

/* ---- distances ---- */

/* Does a terminal go on with a first character of another? `all`: with every one. */
static bool goes_on (const scanner *s, size_t one, size_t other, bool all)
{
  bool some = false, every = true;
  for (size_t c = 0; c < s->atoms; c++)
    if (s->first[other * s->atoms + c]) {
      some |= s->extends[one * s->atoms + c];
      every &= s->extends[one * s->atoms + c];
    }
  return all ? every : some;
}

static distance distance_of (const scanner *s, size_t one, size_t other)
{
  if (!goes_on (s, one, other, false))
    return MAY_TOUCH;
  for (size_t i = 0; i < s->terminals->count; i++)
    if (s->terminals->list[i].skipped && !goes_on (s, one, i, true))
      return NEEDS_BLANK;
  return CANNOT_FOLLOW;
}

static void find_distances (text_maker *m)
{
  const terminals *t = m->scanner->terminals;
  for (size_t i = 0; i < t->count; i++) {
    if (t->list[i].symbol == PAPNI_NO_SYMBOL)
      continue;
    m->has_text[t->list[i].symbol] = true;
    for (size_t k = 0; k < t->count; k++) {
      if (t->list[k].symbol == PAPNI_NO_SYMBOL)
        continue;
      uint8_t *known = &m->distances[t->list[i].symbol * m->size + t->list[k].symbol];
      const distance found = distance_of (m->scanner, i, k);
      if (found > *known)
        *known = (uint8_t) found;
    }
  }
}

static void find_groups (text_maker *m, bool apart)
{
  m->groups = 1;
  for (size_t i = 0; i < m->size; i++) {
    const uint8_t *own = &m->distances[i * m->size];
    bool touches = true;
    for (size_t k = 0; k < m->size; k++)
      touches &= own[k] == MAY_TOUCH;
    m->group[i] = 0;
    if (touches || !apart)
      continue;
    uint32_t g = 1;
    while (g < m->groups && memcmp (own, &m->distances[m->example[g] * m->size], m->size) != 0)
      g++;
    if (g == m->groups)
      m->example[m->groups++] = (symbol) i;
    m->group[i] = g;
  }
}

/* ---- the model ---- */

static distance before (const text_maker *m, uint32_t group, symbol next)
{
  return group ? (distance) m->distances[m->example[group] * m->size + next] : MAY_TOUCH;
}

static bool add_blank_symbols (text_maker *m)
{
  const papni_alphabet *from = m->model->alphabet;
  const size_t longest = 1 << 16;
  char *name = allocate (&from->memory, longest, 1);
  status s = name ? PAPNI_OK : no_memory (m->error);
  for (size_t i = 0; !s && i < m->size; i++) {
    bool needed = false;
    m->with_blank[i] = PAPNI_NO_SYMBOL;
    for (uint32_t g = 1; g < m->groups; g++)
      needed |= before (m, g, (symbol) i) == NEEDS_BLANK;
    if (!needed || from->letters[i].length + 2 > longest)
      continue;
    name[0] = ' ';
    memcpy (name + 1, from->letters[i].name, from->letters[i].length);
    s = alphabet_declare (m->alphabet, model_symbol_kind (m->model, (symbol) i), name, from->letters[i].length + 1,
                          (position){ NULL, 0, 0 }, m->error);
    if (!s)
      m->with_blank[i] = papni_alphabet_find (m->alphabet, name, from->letters[i].length + 1);
  }
  release (&from->memory, name, longest, 1);
  return !s;
}

/* Pairs hold with and without blanks. */
static bool add_blank_pairs (text_maker *m)
{
  status s = PAPNI_OK;
  for (size_t i = 0; i < m->model->count; i++) {
    const transition *t = &m->model->transitions[i];
    if (t->popped == PAPNI_NO_SYMBOL || !m->model->alphabet->letters[t->symbol].paired)
      continue;
    const symbol calls[] = { t->popped, m->with_blank[t->popped] };
    const symbol returns[] = { t->symbol, m->with_blank[t->symbol] };
    for (int k = 1; !s && k < 4; k++) {
      const symbol call = calls[k & 1], ret = returns[k >> 1];
      if (call != PAPNI_NO_SYMBOL && ret != PAPNI_NO_SYMBOL)
        s = alphabet_pair (m->alphabet, letter_name (&m->alphabet->letters[call]),
                           letter_name (&m->alphabet->letters[ret]), (position){ NULL, 0, 0 }, m->error);
    }
  }
  return !s;
}

/* One transition for each group before it, and for a return also for the names and the group of its call. */
static bool add_variants (text_maker *m, const transition *t)
{
  const uint32_t groups = (uint32_t) m->groups;
  status s = PAPNI_OK;
  for (uint32_t g = 0; !s && g < groups; g++) {
    const distance gap = before (m, g, t->symbol);
    transition own = *t;
    own.from = t->from * groups + g;
    own.to = t->to * groups + m->group[t->symbol];
    if (gap == CANNOT_FOLLOW)
      continue;
    if (gap == NEEDS_BLANK)
      own.symbol = m->with_blank[t->symbol];
    if (t->popped == PAPNI_NO_SYMBOL) {
      s = assembly_add (&m->parts, own, m->error);
      continue;
    }
    for (uint32_t k = 0; !s && k < (t->caller == PAPNI_NO_STATE ? 1 : groups); k++)
      for (int blank = 0; !s && blank < 2; blank++) {
        own.caller = t->caller == PAPNI_NO_STATE ? PAPNI_NO_STATE : t->caller * groups + k;
        own.popped = blank ? m->with_blank[t->popped] : t->popped;
        if (own.popped != PAPNI_NO_SYMBOL)
          s = assembly_add (&m->parts, own, m->error);
      }
  }
  return !s;
}

static papni_model *make_text_model (text_maker *m)
{
  const papni_model *from = m->model;
  const papni_model_kind kind = from->kind == PAPNI_SEVPA && m->groups > 1 ? PAPNI_GENERAL : from->kind;
  if (!add_blank_symbols (m) || !add_blank_pairs (m)
      || assembly_begin (&m->parts, &from->memory, kind, m->alphabet, from->states * m->groups, m->error))
    return NULL;
  for (size_t q = 0; q < from->states * m->groups; q++)
    m->parts.accepting[q] = from->accepting[q / m->groups];
  for (size_t i = 0; i < from->count; i++) {
    const transition *t = &from->transitions[i];
    if (m->has_text[t->symbol] && (t->popped == PAPNI_NO_SYMBOL || m->has_text[t->popped]) && !add_variants (m, t))
      return NULL;
  }
  return assembly_model (&m->parts, m->error);
}

papni_model *text_model (const papni_model *model, const scanner *s, bool apart, error *e)
{
  const allocator *a = &model->memory;
  const size_t size = model->alphabet->size, room = size + 1;
  symbol *order = alphabet_order (model->alphabet);
  text_maker m = { .model = model,
                   .scanner = s,
                   .size = size,
                   .distances = allocate_zeroed (a, size * room, sizeof *m.distances),
                   .group = allocate_zeroed (a, room, sizeof *m.group),
                   .example = allocate_zeroed (a, room, sizeof *m.example),
                   .has_text = allocate_zeroed (a, room, sizeof *m.has_text),
                   .with_blank = allocate_zeroed (a, room, sizeof *m.with_blank),
                   .alphabet = order ? alphabet_copy (model->alphabet, order, e) : NULL,
                   .parts = { .memory = *a },
                   .error = e };
  papni_model *result = NULL;
  if (!m.distances || !m.group || !m.example || !m.has_text || !m.with_blank || !order)
    no_memory (e);
  else if (m.alphabet) {
    find_distances (&m);
    find_groups (&m, apart);
    result = make_text_model (&m);
  }
  release (a, order, size, sizeof *order);
  release (a, m.distances, size * room, sizeof *m.distances);
  release (a, m.group, room, sizeof *m.group);
  release (a, m.example, room, sizeof *m.example);
  release (a, m.has_text, room, sizeof *m.has_text);
  release (a, m.with_blank, room, sizeof *m.with_blank);
  papni_alphabet_free (m.alphabet);
  assembly_release (&m.parts);
  return result;
}
