/* story.c - the log of merges. */
#include "learn/explain/story.h"

#include "learn/explain/replay.h"

#include <string.h>

papni_story *story_new (const allocator *memory, error *e)
{
  const allocator a = *memory;
  papni_story *s = allocate_zeroed (&a, 1, sizeof *s);
  if (s)
    s->memory = a;
  else
    no_memory (e);
  return s;
}

/* Clears the story for reuse. */
static void forget (papni_story *s)
{
  const allocator a = s->memory;
  papni_alphabet_free (s->alphabet);
  release (&a, s->symbols, s->symbol_count, sizeof *s->symbols);
  release (&a, s->shapes, s->size, sizeof *s->shapes);
  release (&a, s->calls, s->modules, sizeof *s->calls);
  journal_release (&a, &s->made);
  release (&a, s->steps, s->step_count, sizeof *s->steps);
  release (&a, s->reds, s->red_count, sizeof *s->reds);
  release (&a, s->numbers, s->red_count, sizeof *s->numbers);
  release (&a, s->pairs, s->pair_count, sizeof *s->pairs);
  *s = (papni_story){ .memory = a };
}

void story_free (papni_story *s)
{
  if (!s)
    return;
  const allocator a = s->memory;
  forget (s);
  release (&a, s, 1, sizeof *s);
}

/* ---- the samples ---- */

static status begin (papni_story *s, const papni_alphabet *alphabet, const stack_symbol *symbols, size_t symbol_count,
                     size_t size, error *e)
{
  forget (s);
  symbol *same = allocate (&s->memory, alphabet->size, sizeof *same);
  for (size_t i = 0; same && i < alphabet->size; i++)
    same[i] = (symbol) i;
  s->alphabet = same ? alphabet_copy (alphabet, same, e) : NULL;
  release (&s->memory, same, alphabet->size, sizeof *same);
  s->symbols = allocate (&s->memory, symbol_count, sizeof *s->symbols);
  s->shapes = allocate (&s->memory, size, sizeof *s->shapes);
  s->symbol_count = symbol_count;
  s->size = size;
  if (!s->alphabet || !s->symbols || !s->shapes)
    return no_memory (e);
  memcpy (s->symbols, symbols, symbol_count * sizeof *symbols);
  return PAPNI_OK;
}

status story_take_tree (papni_story *s, const papni_tree *t, error *e)
{
  const status failed = begin (s, t->alphabet, t->symbols, t->symbol_count, t->size, e);
  if (failed)
    return failed;
  s->kind = t->kind;
  s->shapes[0] = (shape){ .before = NO_TERM, .inside = NO_TERM, .label = t->nodes[0].label };
  for (size_t q = 0; q < t->size; q++)
    for (node child = t->nodes[q].first; child < t->nodes[q + 1].first; child++)
      s->shapes[child] = (shape){
        .before = (term) q, .inside = NO_TERM, .symbol = t->nodes[child].symbol, .label = t->nodes[child].label
      };
  return PAPNI_OK;
}

/* The story tells short words first, so it numbers terms in order. */
static term story_number (const terms *t, term what)
{
  return what == NO_TERM ? what : t->rank[what];
}

status story_take_terms (papni_story *s, const terms *t, error *e)
{
  const encoded *words = t->words;
  const status failed = begin (s, words->samples->alphabet, words->stack.symbols, words->stack.size, t->size, e);
  if (failed)
    return failed;
  s->kind = PAPNI_SEVPA;
  for (size_t i = 0; i < t->size; i++) {
    shape own = t->shapes[i];
    own.before = story_number (t, own.before);
    own.inside = story_number (t, own.inside);
    s->shapes[t->rank[i]] = own;
  }
  s->calls = allocate (&s->memory, t->entries, sizeof *s->calls);
  if (!s->calls)
    return no_memory (e);
  s->modules = t->entries;
  for (size_t i = 0; i < s->modules; i++)
    s->calls[i] = PAPNI_NO_SYMBOL;
  for (size_t c = t->letters; c-- > 0;)
    if (t->entry[c] != NO_TERM && t->entry[c])
      s->calls[t->entry[c]] = (symbol) c;
  return PAPNI_OK;
}

/* ---- repeating the steps ---- */

static status forbid (papni_story *s, replay *r, const told_step *step, error *e)
{
  status failed = PAPNI_OK;
  for (uint32_t red = 0; !failed && red < step->red; red++) {
    conflict *pair = &s->pairs[step->first + red];
    *pair = (conflict){ NO_TERM, NO_TERM };
    if (s->shapes[s->reds[red]].module == s->shapes[step->what].module)
      failed = replay_conflict (r, s->reds[red], step->what, pair, e);
  }
  return failed;
}

static status tell_steps (papni_story *s, replay *r, progress *p, error *e)
{
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < s->step_count; i++) {
    const told_step *step = &s->steps[i];
    failed = progress_report (p, PAPNI_PHASE_MERGING, i, s->step_count, e);
    if (!failed)
      failed = step->promoted ? forbid (s, r, step, e) : replay_merge (r, s->reds[step->red], step->what, e);
  }
  return failed;
}

/* ---- the states' numbers in the model ---- */

/* The number of a symbol in the model. */
static symbol story_translate (const papni_story *s, const papni_model *model, symbol own)
{
  if (own == PAPNI_NO_SYMBOL)
    return own;
  return papni_alphabet_find (model->alphabet, s->alphabet->letters[own].name, s->alphabet->letters[own].length);
}

/* The state of a term in the model, if the states of its parts are known. */
static papni_state story_state_of (const papni_story *s, const papni_model *model, const papni_state *states, term t)
{
  const shape *x = &s->shapes[t];
  if (x->before == NO_TERM) {
    const symbol call = t ? story_translate (s, model, s->calls[t]) : PAPNI_NO_SYMBOL;
    return call == PAPNI_NO_SYMBOL ? 0 : model_entry (model, call);
  }
  const stack_symbol read = s->symbols[x->symbol];
  const symbol name = story_translate (s, model, read.symbol), popped = story_translate (s, model, read.popped);
  const papni_state before = states[x->before], at = x->inside == NO_TERM ? before : states[x->inside];
  if (before == PAPNI_NO_STATE || at == PAPNI_NO_STATE)
    return PAPNI_NO_STATE;
  const transition *found = model_find (model, at, name, popped, x->inside == NO_TERM ? PAPNI_NO_STATE : before);
  return found ? found->to : PAPNI_NO_STATE;
}

static status find_numbers (papni_story *s, const papni_model *model, error *e)
{
  papni_state *states = allocate (&s->memory, s->size, sizeof *states);
  if (!states)
    return no_memory (e);
  for (size_t i = 0; i < s->size; i++) /* parts come first */
    states[i] = story_state_of (s, model, states, (term) i);
  for (size_t i = 0; i < s->red_count; i++)
    s->numbers[i] = states[s->reds[i]];
  release (&s->memory, states, s->size, sizeof *states);
  return PAPNI_OK;
}

/* ---- filling the story ---- */

/* Lists the steps, with space for the conflicts of new states. */
static status story_list_steps (papni_story *s, const engine *g, error *e)
{
  const size_t steps = s->made.count;
  s->red_count = g->reds;
  s->reds = allocate (&s->memory, s->red_count, sizeof *s->reds);
  s->numbers = allocate (&s->memory, s->red_count, sizeof *s->numbers);
  s->steps = allocate (&s->memory, steps, sizeof *s->steps);
  s->step_count = steps;
  if (!s->reds || !s->numbers || !s->steps)
    return no_memory (e);
  for (uint32_t red = 0; red < s->red_count; red++)
    s->reds[red] = g->ops->name (g, RED | red);
  size_t promotions = 0, pairs = 0;
  for (size_t i = 0; i < steps; i++)
    promotions += s->made.items[i].red == PROMOTED;
  for (size_t i = 0, red = s->red_count - promotions; i < steps; i++) {
    const decision d = s->made.items[i];
    const bool promoted = d.red == PROMOTED;
    s->steps[i] = (told_step){
      .what = g->ops->name (g, d.blue), .red = promoted ? (uint32_t) red : d.red, .promoted = promoted, .first = pairs
    };
    pairs += promoted ? red++ : 0;
  }
  s->pairs = allocate (&s->memory, pairs, sizeof *s->pairs);
  s->pair_count = pairs;
  return s->pairs ? PAPNI_OK : no_memory (e);
}

status story_tell (papni_story *s, const engine *g, const papni_model *model, error *e)
{
  replay r = { .memory = s->memory };
  watch w = engine_watch (g, g->progress);
  status failed = story_list_steps (s, g, e);
  if (!failed)
    failed = replay_begin (&r, &s->memory, s->shapes, s->size, &w, e);
  if (!failed)
    failed = tell_steps (s, &r, g->progress, e);
  replay_release (&r);
  return failed ? failed : find_numbers (s, model, e);
}

/* ---- words ---- */

/* A term whose word is still to be written, or the call before one. */
typedef struct story_piece
{
  term term; /* NO_TERM: the call */
  symbol call;
} story_piece;

status story_word (const papni_story *s, term t, symbol **word, size_t *capacity, size_t *length, error *e)
{
  story_piece *pieces = NULL;
  size_t count = 0, room = 0;
  *length = 0;
  bool enough = reserve (&s->memory, &pieces, &room, 1, sizeof *pieces);
  if (enough)
    pieces[count++] = (story_piece){ t, 0 };
  while (enough && count) { /* from end to beginning */
    const story_piece p = pieces[--count];
    const shape *x = p.term == NO_TERM ? NULL : &s->shapes[p.term];
    enough = reserve (&s->memory, word, capacity, *length + 1, sizeof **word)
             && reserve (&s->memory, &pieces, &room, count + 3, sizeof *pieces);
    if (!enough || (x && x->before == NO_TERM))
      continue;
    (*word)[(*length)++] = x ? s->symbols[x->symbol].symbol : p.call;
    if (x)
      pieces[count++] = (story_piece){ x->before, 0 };
    if (x && x->inside != NO_TERM) {
      pieces[count++] = (story_piece){ NO_TERM, s->symbols[x->symbol].popped };
      pieces[count++] = (story_piece){ x->inside, 0 };
    }
  }
  for (size_t i = 0; i < *length / 2; i++) {
    const symbol swap = (*word)[i];
    (*word)[i] = (*word)[*length - 1 - i];
    (*word)[*length - 1 - i] = swap;
  }
  release (&s->memory, pieces, room, sizeof *pieces);
  return enough ? PAPNI_OK : no_memory (e);
}
