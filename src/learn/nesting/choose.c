/* choose.c - chooses nests that save bits.
 *
 * Small nests come before large ones, and wide ones before narrow ones: of `{ "id" ... }`,
 * the braces rather than "id" and the brace. First the pairs of one form together, if they
 * nest; then nests that are nested in themselves; then those around the chosen ones. A nest
 * that is never nested is left to the automaton, which needs no stack for it. Nests must
 * not share symbols or cross.
 *
 * All this is done with the nests that every accepted word is well-matched with, then with
 * those that a few words break, too. These words are written out, which takes bits; so the
 * choice with fewer bits is the better one. */
#include "learn/nesting/score.h"

#include <string.h>

enum
{
  MOST_TRIALS = 400 /* models to learn */
};

typedef struct choice
{
  const nesting_words *words;
  nest_list *list;
  scorer scorer;
  const nest **chosen; /* with room for all */
  size_t count;
  uint64_t flat, best;
  size_t missed; /* accepted words that the chosen ones break */
  bool tolerant; /* may accepted words be broken? */
  bool refused;  /* was something left out that breaks a few? */
  error *error;
} choice;

static int compare_nests (const void *x, const void *y)
{
  const nest *a = x, *b = y;
  if (a->size != b->size)
    return compare (a->size, b->size);
  if (a->span != b->span)
    return compare (b->span, a->span);
  if (a->calls != b->calls)
    return compare (a->calls, b->calls);
  int order = 0;
  for (size_t i = 0; !order && i < a->size; i++)
    order = strcmp (a->alphabet->letters[a->symbols[i]].name, b->alphabet->letters[b->symbols[i]].name);
  return order;
}

static bool nests_share (const nest *a, const nest *b)
{
  for (size_t i = 0; i < a->size; i++)
    for (size_t j = 0; j < b->size; j++)
      if (a->symbols[i] == b->symbols[j])
        return true;
  return false;
}

/* Does it share a symbol with a chosen nest, or with a smaller one that was tried and saves
 * no bits? */
static bool choice_shares (const choice *c, const nest *n)
{
  for (size_t i = 0; i < c->list->size; i++) {
    const nest *other = &c->list->items[i];
    const bool counts =
        other->state == PAPNI_NEST_CHOSEN || (other->state == PAPNI_NEST_SAVES_NOTHING && other->size < n->size);
    if (other != n && counts && nests_share (n, other))
      return true;
  }
  return false;
}

/* Tries the chosen nests and those added after them. Keeps these if they save bits. */
static status choice_try (choice *c, size_t added, size_t missed, bool *saves)
{
  uint64_t bits;
  *saves = false;
  const status s = scorer_bits (&c->scorer, c->chosen, c->count + added, &bits, c->error);
  if (s)
    return s;
  *saves = bits < c->best;
  for (size_t i = c->count; i < c->count + added; i++) {
    nest *n = &c->list->items[c->chosen[i] - c->list->items];
    n->bits = bits;
    n->state = *saves ? PAPNI_NEST_CHOSEN : PAPNI_NEST_SAVES_NOTHING;
  }
  if (*saves) {
    c->count += added;
    c->best = bits;
    c->missed = missed;
  }
  return PAPNI_OK;
}

/* ---- pairs of one form ---- */

/* Is nothing broken, or little enough? */
static bool choice_allows (choice *c, size_t missed)
{
  const bool few = missed <= c->words->tolerated;
  c->refused |= missed && few && !c->tolerant;
  return !missed || (few && c->tolerant);
}

static status choice_try_group (choice *c, size_t first)
{
  const char *form = c->list->items[first].pattern;
  size_t added = 0;
  together t;
  bool ignored;
  for (size_t i = first; i < c->list->size; i++) {
    const nest *n = &c->list->items[i];
    if (!n->pattern || strcmp (n->pattern, form) != 0 || !choice_allows (c, n->missed) || choice_shares (c, n))
      continue;
    bool shares = false;
    for (size_t k = 0; k < added; k++)
      shares |= nests_share (n, c->chosen[c->count + k]);
    if (!shares)
      c->chosen[c->count + added++] = n;
  }
  if (added < 2)
    return PAPNI_OK;
  const status s = nests_together (c->words, c->chosen, c->count + added, &t, c->error);
  return s || t.depth < 2 || !choice_allows (c, t.missed) ? s : choice_try (c, added, t.missed, &ignored);
}

static status choice_groups (choice *c)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < c->list->size; i++) {
    const char *form = c->list->items[i].pattern;
    bool seen = !form;
    for (size_t k = 0; !seen && k < i; k++)
      seen = c->list->items[k].pattern && !strcmp (c->list->items[k].pattern, form);
    if (!seen)
      s = choice_try_group (c, i);
  }
  for (size_t i = 0; i < c->list->size; i++) /* each may still save bits by itself */
    if (c->list->items[i].state == PAPNI_NEST_SAVES_NOTHING)
      c->list->items[i].state = PAPNI_NEST_FLAT;
  return s;
}

/* ---- one by one ---- */

/* Should this one be tried now? Then t->missed words are broken. A nest that is not inside
 * itself, nor has names that say it, must not break any more words: it saves bits too easily. */
static status choice_considers (choice *c, nest *n, bool around, together *t, bool *considers)
{
  *considers = false;
  if (n->state == PAPNI_NEST_CHOSEN || !choice_allows (c, n->missed))
    return PAPNI_OK;
  status s = PAPNI_OK;
  bool nested = n->depth > 1;
  if (!nested && around)
    s = nest_encloses (c->words, n, c->chosen, c->count, &nested, c->error);
  if (s || !nested)
    return s;
  if (choice_shares (c, n)) {
    n->state = PAPNI_NEST_SHARES;
    return PAPNI_OK;
  }
  c->chosen[c->count] = n;
  s = nests_together (c->words, c->chosen, c->count + 1, t, c->error);
  *considers = !s && choice_allows (c, t->missed) && (n->depth > 1 || n->pattern || t->missed == c->missed);
  if (!s && !*considers)
    n->state = PAPNI_NEST_CROSSES;
  return s;
}

/* Goes through the nests until none saves bits. */
static status choice_sweep (choice *c, bool around)
{
  status s = PAPNI_OK;
  bool again = c->list->size && (!around || c->count);
  while (!s && again) {
    again = false;
    for (size_t i = 0; !s && i < c->list->size; i++) {
      bool considers, saves;
      together t;
      s = choice_considers (c, &c->list->items[i], around, &t, &considers);
      if (!s && considers && c->scorer.tried < MOST_TRIALS) {
        s = choice_try (c, 1, t.missed, &saves);
        again |= saves;
      }
    }
  }
  return s;
}

/* What is not chosen says what is in its way. */
static void choice_explain (const choice *c)
{
  for (size_t i = 0; i < c->list->size; i++) {
    nest *n = &c->list->items[i];
    if (n->state == PAPNI_NEST_FLAT && n->depth > 1)
      n->state = PAPNI_NEST_UNTRIED;
  }
}

/* Chooses from the beginning. */
static status choice_make (choice *c)
{
  c->count = c->missed = 0;
  c->best = c->flat;
  for (size_t i = 0; i < c->list->size; i++) {
    c->list->items[i].state = PAPNI_NEST_FLAT;
    c->list->items[i].bits = 0;
  }
  status s = choice_groups (c);
  if (!s)
    s = choice_sweep (c, false);
  if (!s)
    s = choice_sweep (c, true);
  choice_explain (c);
  return s;
}

/* What was found out about a nest. */
typedef struct nest_verdict
{
  uint64_t bits;
  papni_nest_state state;
} nest_verdict;

/* Chooses again, with nests that break a few words. What was found before stays if this takes
 * no fewer bits. */
static status choice_make_tolerant (choice *c, nest_verdict *before)
{
  const uint64_t best = c->best;
  for (size_t i = 0; i < c->list->size; i++)
    before[i] = (nest_verdict){ c->list->items[i].bits, c->list->items[i].state };
  c->tolerant = true;
  c->scorer.tried = 0;
  const status s = choice_make (c);
  if (s || c->best < best)
    return s;
  for (size_t i = 0; i < c->list->size; i++) {
    nest *n = &c->list->items[i];
    if (n->missed) {
      n->state = n->state == PAPNI_NEST_CHOSEN ? PAPNI_NEST_SAVES_NOTHING : n->state;
      continue;
    }
    n->bits = before[i].bits;
    n->state = before[i].state;
  }
  c->best = best;
  return PAPNI_OK;
}

status nesting_choose (const nesting_words *w, nest_list *list, const papni_watch *watch, uint64_t *flat,
                       uint64_t *best, error *e)
{
  choice c = { .words = w, .list = list, .error = e };
  status s = scorer_init (&c.scorer, w, watch, e);
  c.chosen = allocate (&w->memory, list->size + 1, sizeof (const nest *));
  nest_verdict *before = allocate (&w->memory, list->size, sizeof *before);
  if (!s && (!c.chosen || !before))
    s = no_memory (e);
  if (list->size)
    sort_items (list->items, list->size, sizeof *list->items, compare_nests);
  for (size_t i = 0; i < list->size; i++)
    c.scorer.named += list->items[i].pattern != NULL;
  if (!s)
    s = scorer_bits (&c.scorer, c.chosen, 0, &c.flat, e);
  if (!s)
    s = choice_make (&c);
  if (!s && c.refused)
    s = choice_make_tolerant (&c, before);
  *flat = c.flat;
  *best = c.best;
  release (&w->memory, c.chosen, list->size + 1, sizeof (const nest *));
  release (&w->memory, before, list->size, sizeof *before);
  scorer_release (&c.scorer);
  return s;
}
