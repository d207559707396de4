/* bits.c - the length of a model in bits, in integer arithmetic, so that it is the same
 * on every machine. */
#include "model/bits.h"

#include "base/logs.h"

/* The bits to select k of n. */
static uint64_t selection (uint64_t n, uint64_t k)
{
  uint64_t sum = 0;
  for (uint64_t i = 1; i <= k; i++)
    sum += log_of (n - k + i) - log_of (i);
  return sum;
}

/* ---- modules of a sevpa ---- */

typedef struct parts
{
  papni_state *module; /* of a state: the entry of its module */
  size_t *size;        /* of an entry: the number of states of its module */
} parts;

/* Propagates modules along transitions until all states have one. */
static void bits_spread (const papni_model *m, papni_state *module)
{
  bool again = true;
  while (again) {
    again = false;
    for (size_t i = 0; i < m->count; i++) {
      const transition *t = &m->transitions[i];
      const papni_state from = module[t->caller == PAPNI_NO_STATE ? t->from : t->caller];
      if (model_enters (m, t) || from == PAPNI_NO_STATE || module[t->to] != PAPNI_NO_STATE)
        continue;
      module[t->to] = from;
      again = true;
    }
  }
}

static void bits_find_modules (const papni_model *m, const parts *p)
{
  for (size_t q = 0; q < m->states; q++)
    p->module[q] = m->kind == PAPNI_SEVPA ? PAPNI_NO_STATE : 0;
  p->module[0] = 0;
  for (size_t i = 0; i < m->count; i++)
    if (model_enters (m, &m->transitions[i]))
      p->module[m->transitions[i].to] = m->transitions[i].to;
  bits_spread (m, p->module);
  for (size_t q = 0; q < m->states; q++)
    if (p->module[q] != PAPNI_NO_STATE)
      p->size[p->module[q]]++;
}

/* ---- possible transitions ---- */

/* The number of possible pairs of a caller and a state in which the inside of a call
 * ends. */
static uint64_t possible_ends (const papni_model *m, const parts *p, symbol call)
{
  if (m->kind != PAPNI_SEVPA)
    return m->states;
  const papni_state entry = model_entry (m, call);
  return entry == PAPNI_NO_STATE ? 0 : (uint64_t) p->size[entry] * m->states;
}

/* The number of possible returns, for each call that each return can pop. */
static uint64_t possible_returns (const papni_model *m, const parts *p)
{
  const papni_alphabet *a = m->alphabet;
  uint64_t ends = 0, sum = 0;
  for (size_t c = 0; c < a->size; c++)
    if (a->letters[c].kind == PAPNI_CALL)
      ends += possible_ends (m, p, (symbol) c);
  for (size_t r = 0; r < a->size; r++)
    if (a->letters[r].kind == PAPNI_RETURN && !a->letters[r].paired)
      sum += ends;
  for (size_t i = 0; i < a->pairs.capacity; i++)
    if (a->pairs.entries[i].age == a->pairs.age)
      sum += possible_ends (m, p, (symbol) a->pairs.entries[i].key); /* return << 16 | call */
  return sum;
}

static uint64_t possible_others (const papni_model *m)
{
  uint64_t symbols = 0;
  for (size_t s = 0; s < m->alphabet->size; s++) {
    const uint8_t kind = m->alphabet->letters[s].kind;
    symbols += m->kind == PAPNI_DFA || kind == PAPNI_INTERNAL || (kind == PAPNI_CALL && m->kind == PAPNI_VPA);
  }
  return symbols * m->states;
}

status model_bits (const papni_model *m, uint64_t *bits, error *e)
{
  const parts p = { allocate (&m->memory, m->states, sizeof *p.module),
                    allocate_zeroed (&m->memory, m->states, sizeof *p.size) };
  uint64_t returns = 0, others = 0, targets = 0;
  if (p.module && p.size) {
    bits_find_modules (m, &p);
    for (size_t i = 0; i < m->count; i++) {
      const transition *t = &m->transitions[i];
      const bool pops = t->popped != PAPNI_NO_SYMBOL;
      if (model_enters (m, t))
        continue;
      returns += pops;
      others += !pops;
      targets += log_of (p.size[p.module[t->to]]);
    }
    *bits = selection (possible_others (m), others) + selection (possible_returns (m, &p), returns) + targets;
  }
  release (&m->memory, p.module, m->states, sizeof *p.module);
  release (&m->memory, p.size, m->states, sizeof *p.size);
  return p.module && p.size ? PAPNI_OK : no_memory (e);
}
