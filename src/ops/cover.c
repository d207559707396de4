/* cover.c - the shortest words of a model, and words that cover every transition.
 *
 * The least word that uses a transition is the least word of a model with twice the
 * states: the second half is entered when the transition is used, and only that half
 * accepts. A call keeps its half on the stack, but its return stays in the current
 * half. */
#include "data/sample.h"
#include "model/model.h"
#include "ops/trim.h"

/* ---- adding words ---- */

static status cover_declare_symbols (const papni_model *model, papni_alphabet *to, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < model->alphabet->size; i++) {
    const letter *l = &model->alphabet->letters[i];
    if (l->kind != PAPNI_INTERNAL)
      s = alphabet_declare (to, l->kind, l->name, l->length, (position){ 0 }, e);
  }
  return s ? s : alphabet_add_pairs (to, model->alphabet, e);
}

/* Adds an accepted word of the model. */
static status cover_add_word (const papni_model *model, const papni_least_word *word, papni_samples *samples, error *e)
{
  const size_t length = (size_t) word->length;
  const char **names = allocate (&model->memory, length, sizeof *names);
  if (!names)
    return no_memory (e);
  for (size_t i = 0; i < length; i++)
    names[i] = model->alphabet->letters[word->symbols[i]].name;
  const status s = papni_samples_add (samples, names, length, PAPNI_ACCEPT, e);
  release (&model->memory, names, length, sizeof *names);
  return s;
}

papni_status papni_shortest (const papni_model *model, size_t count, uint64_t longest, papni_samples *samples,
                             const papni_watch *caller, papni_error *e)
{
  bool found = true;
  status s = cover_declare_symbols (model, samples->alphabet, e);
  papni_least *least = s ? NULL : papni_least_new (model, NULL, PAPNI_UNION, caller, e);
  if (!least)
    return s ? s : PAPNI_MEMORY;
  for (size_t i = 0; !s && found && i < count; i++) {
    papni_least_word word;
    s = papni_least_next (least, longest, &word, &found, e);
    if (!s && found && !word.symbols)
      break; /* too long, like all that follow */
    if (!s && found)
      s = cover_add_word (model, &word, samples, e);
  }
  papni_least_free (least);
  return s;
}

/* ---- a transition ---- */

/* Adds a copy of a transition for one half of the source states, and each half of the
 * callers. */
static status add_copies (assembly *a, const papni_model *model, const transition *t, bool taken, bool half, error *e)
{
  const papni_state offset = (papni_state) model->states;
  transition copy = *t;
  copy.from = t->from + (half ? offset : 0);
  copy.to = t->to + (half || taken ? offset : 0);
  const status s = assembly_add (a, copy, e);
  if (s || t->caller == PAPNI_NO_STATE)
    return s;
  copy.caller = t->caller + offset;
  return assembly_add (a, copy, e);
}

/* The model of the words that use a transition. */
static papni_model *taking (const papni_model *model, const transition *wanted, error *e)
{
  assembly a;
  const papni_model_kind kind = model->kind == PAPNI_SEVPA ? PAPNI_GENERAL : model->kind;
  status s = assembly_begin (&a, &model->memory, kind, model->alphabet, 2 * model->states, e);
  for (size_t q = 0; !s && q < model->states; q++)
    a.accepting[model->states + q] = model->accepting[q];
  for (size_t i = 0; !s && i < 2 * model->count; i++) {
    const transition *t = &model->transitions[i / 2];
    s = add_copies (&a, model, t, t == wanted, i % 2, e);
  }
  papni_model *result = s ? NULL : assembly_model (&a, e);
  assembly_release (&a);
  return result;
}

/* ---- all transitions ---- */

typedef struct coverer
{
  const papni_model *model;
  const papni_watch *caller;
  bool *taken; /* by transition */
  struct
  {
    papni_state caller;
    symbol call;
  } * stack;
  size_t capacity;
} coverer;

/* Runs an accepted word and records the transitions it uses. */
static status note_taken (coverer *c, const papni_least_word *word, error *e)
{
  const papni_model *model = c->model;
  papni_state q = 0;
  size_t depth = 0;
  if (!reserve (&model->memory, &c->stack, &c->capacity, (size_t) word->length + 1, sizeof *c->stack))
    return no_memory (e);
  for (size_t i = 0; i < word->length; i++) {
    const symbol s = word->symbols[i];
    const papni_kind kind = model->kind == PAPNI_DFA ? PAPNI_INTERNAL : model->alphabet->letters[s].kind;
    symbol popped = PAPNI_NO_SYMBOL;
    papni_state caller = PAPNI_NO_STATE;
    if (kind == PAPNI_RETURN) {
      popped = c->stack[--depth].call;
      caller = c->stack[depth].caller;
    }
    const transition *t = model_find (model, q, s, popped, caller);
    if (kind == PAPNI_CALL) {
      c->stack[depth].call = s;
      c->stack[depth++].caller = q;
    }
    c->taken[t - model->transitions] = true;
    q = t->to;
  }
  return PAPNI_OK;
}

static status cover_transition (coverer *c, size_t index, uint64_t longest, papni_samples *samples, error *e)
{
  papni_least_word word;
  bool found = false;
  papni_model *through = taking (c->model, &c->model->transitions[index], e);
  papni_least *least = through ? papni_least_new (through, NULL, PAPNI_UNION, c->caller, e) : NULL;
  status s = least ? papni_least_next (least, longest, &word, &found, e) : PAPNI_MEMORY;
  if (!s && found && !word.symbols)
    s = fail (e, PAPNI_INPUT, "a transition from state %u is used by no word of up to %llu symbols",
              (unsigned) c->model->transitions[index].from, (unsigned long long) longest);
  else if (!s && found) {
    s = cover_add_word (c->model, &word, samples, e);
    s = s ? s : note_taken (c, &word, e);
  }
  papni_least_free (least);
  papni_model_free (through);
  return s;
}

/* Skips transitions that no accepted word uses. */
static status skip_useless (coverer *c, size_t *useless, error *e)
{
  trimmed t;
  watch w = watch_begin (c->caller, PAPNI_PHASE_COMPARING);
  status s = trim_model (c->model, true, &w, &t, e);
  for (size_t i = 0; !s && i < c->model->count; i++)
    c->taken[i] = true;
  for (size_t i = 0; !s && i < t.parts.count; i++) {
    const transition *own = &t.parts.transitions[i];
    c->taken[model_find (c->model, own->from, own->symbol, own->popped, own->caller) - c->model->transitions] = false;
  }
  if (!s && useless)
    *useless = c->model->count - t.parts.count;
  trim_release (&t);
  return s;
}

papni_status papni_cover (const papni_model *model, uint64_t longest, papni_samples *samples, size_t *useless,
                          const papni_watch *caller, papni_error *e)
{
  coverer c = { .model = model, .caller = caller, .taken = allocate (&model->memory, model->count, sizeof *c.taken) };
  if (!c.taken)
    return no_memory (e);
  status s = cover_declare_symbols (model, samples->alphabet, e);
  if (!s)
    s = skip_useless (&c, useless, e);
  for (size_t i = 0; !s && i < model->count; i++) {
    s = watch_report (caller, PAPNI_PHASE_COMPARING, i, model->count, e);
    if (!s && !c.taken[i])
      s = cover_transition (&c, i, longest, samples, e);
  }
  release (&model->memory, c.taken, model->count, sizeof *c.taken);
  release (&model->memory, c.stack, c.capacity, sizeof *c.stack);
  return s;
}
