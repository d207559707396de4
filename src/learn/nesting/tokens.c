/* tokens.c - chooses tokens of several characters that nest.
 *
 * Candidates are taken as long as they do not get in each other's way. The words are read
 * again with these tokens, and their nesting is found as that of any other symbols. Tokens
 * that are not part of it become characters again. What is left must save bits, with those to
 * spell the tokens. */
#include "learn/nesting/tokens.h"

enum
{
  MOST_ROUNDS = 3
};

/* A set of tokens, and what it leads to. */
typedef struct token_trial
{
  token_set found, set;   /* at first, and after some were dropped */
  papni_samples *words;   /* read with the set */
  papni_nesting *nesting; /* of these words */
  double bits;            /* with those to spell the tokens */
} token_trial;

typedef struct token_choice
{
  const papni_samples *samples;
  const papni_watch *watch;
  error *error;
} token_choice;

static void trial_forget (token_trial *t)
{
  papni_nesting_free (t->nesting);
  if (t->words) {
    papni_alphabet *alphabet = t->words->alphabet;
    papni_samples_free (t->words);
    papni_alphabet_free (alphabet);
  }
  t->nesting = NULL;
  t->words = NULL;
}

/* ---- a set without conflicts ---- */

static bool tokens_have (const token_set *set, token t)
{
  for (size_t i = 0; i < set->count; i++)
    if (tokens_equal (set->list[i], t))
      return true;
  return false;
}

/* Adds the candidates that fit, as long as there is room. */
static status set_fill (token_set *set, const repeats *r, const token_candidates *list, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < list->size && set->count < NESTED_TOKENS; i++) {
    const token_candidate *p = &list->items[i];
    token_fit fit;
    if (tokens_have (set, p->call) || tokens_have (set, p->ret))
      continue;
    set->list[set->count] = p->call;
    set->list[set->count + 1] = p->ret;
    set->count += 2;
    s = tokens_fit (set, r, &fit, e);
    if (s || !fit.fits || fit.depth < (p->named ? 1 : 2))
      set->count -= 2;
  }
  return s;
}

/* ---- what nests ---- */

/* Is the token a symbol of a chosen nest? */
static bool trial_uses (const token_trial *t, const papni_alphabet *alphabet, token one)
{
  const papni_nest *n;
  char name[TOKEN_NAME_SIZE];
  const size_t length = put_token (one, alphabet, false, name);
  const symbol s = papni_alphabet_find (t->words->alphabet, name, length);
  for (size_t i = 0; (n = papni_nesting_at (t->nesting, i)); i++)
    for (size_t k = 0; n->state == PAPNI_NEST_CHOSEN && k < n->size; k++)
      if (n->symbols[k] == s)
        return true;
  return false;
}

/* Drops the pairs that are not used. Returns how many. */
static size_t trial_drop (token_trial *t, const papni_alphabet *alphabet)
{
  token_set *set = &t->set;
  size_t kept = 0, dropped = 0;
  for (size_t i = 0; i < set->count; i += 2)
    if (trial_uses (t, alphabet, set->list[i]) || trial_uses (t, alphabet, set->list[i + 1])) {
      set->list[kept++] = set->list[i];
      set->list[kept++] = set->list[i + 1];
    } else
      dropped++;
  set->count = kept;
  return dropped;
}

/* Drops tokens until all are used, or often enough: what is left does no harm. */
static status trial_settle (token_trial *t, const token_choice *c)
{
  size_t dropped = t->set.count;
  for (int round = 0; t->set.count && dropped && round < MOST_ROUNDS; round++) {
    trial_forget (t);
    t->words = tokens_samples (&t->set, c->samples, c->error);
    t->nesting = t->words ? papni_find_nesting (t->words, c->watch, c->error) : NULL;
    if (!t->nesting)
      return c->error->code;
    if (round + 1 < MOST_ROUNDS)
      dropped = trial_drop (t, c->samples->alphabet);
  }
  return PAPNI_OK;
}

/* The bits to spell the tokens. */
static double spelling_bits (const token_set *set, const papni_alphabet *alphabet)
{
  size_t characters = 0;
  unsigned bits = 0;
  for (size_t i = 0; i < set->count; i++)
    characters += set->list[i].length + 1;
  while (alphabet->size >> bits)
    bits++;
  return (double) characters * bits;
}

/* ---- all of it ---- */

static bool nest_has_letter (const papni_nest *n, const papni_alphabet *alphabet)
{
  for (size_t i = 0; i < n->size; i++)
    if (symbol_is_letter (alphabet, n->symbols[i]))
      return true;
  return false;
}

/* Characters that nest by themselves. A nest with letters may be what words look like. */
static void weigh_chosen (const papni_nesting *characters, const papni_alphabet *alphabet, int8_t *weights)
{
  const papni_nest *n;
  for (size_t i = 0; (n = papni_nesting_at (characters, i)); i++)
    if (n->state == PAPNI_NEST_CHOSEN && !nest_has_letter (n, alphabet))
      for (size_t k = 0; k < n->size; k++)
        weights[n->symbols[k]] = (int8_t) (k < n->calls ? 1 : -1);
}

static status trial_fill (token_trial *t, const token_choice *c, const int8_t *weights, bool tolerant)
{
  nesting_words w;
  repeats r = { .words = &w };
  token_candidates list = { .items = NULL };
  status s = nesting_words_init (&w, c->samples, c->watch, c->error);
  nesting_tolerate (&w, tolerant);
  if (!s)
    s = repeats_init (&r, &w, c->error);
  if (!s)
    s = token_pairs_find (&r, weights, &list, c->error);
  if (!s)
    s = set_fill (&t->set, &r, &list, c->error);
  release (&w.memory, list.items, list.capacity, sizeof *list.items);
  repeats_release (&r);
  nesting_words_release (&w);
  return s;
}

/* The words get a lexer, and their calls and returns. */
static status trial_declare (const token_trial *t, const token_choice *c)
{
  papni_alphabet *alphabet = t->words->alphabet;
  char *rules = tokens_rules (&t->set, c->samples, t->words, papni_nesting_lines (t->nesting), c->error);
  status s = rules ? papni_nesting_declare (t->nesting, alphabet, c->error) : c->error->code;
  if (!s)
    s = alphabet_use_lexer (alphabet, rules, c->error);
  release_text (&c->samples->memory, rules);
  return s;
}

static bool same_tokens (const token_set *x, const token_set *y)
{
  bool same = x->count == y->count;
  for (size_t i = 0; same && i < x->count; i++)
    same = tokens_equal (x->list[i], y->list[i]);
  return same;
}

/* Replaces the trial by one that takes fewer bits, if there is one: with tokens that fit in all
 * words, or in nearly all. */
static status trial_improve (token_trial *best, const token_choice *c, const int8_t *weights, bool tolerant)
{
  token_trial t = { .words = NULL };
  status s = trial_fill (&t, c, weights, tolerant);
  if (s || !t.set.count || same_tokens (&t.set, &best->found))
    return s;
  t.found = t.set;
  s = trial_settle (&t, c);
  if (!s && t.set.count)
    t.bits = papni_nesting_bits (t.nesting) + spelling_bits (&t.set, c->samples->alphabet);
  if (!s && t.set.count && t.bits < best->bits) {
    trial_forget (best);
    *best = t;
  } else {
    trial_forget (&t);
    best->found = t.found;
  }
  return s;
}

papni_status papni_find_tokens (const papni_samples *samples, const papni_nesting *characters, const papni_watch *watch,
                                papni_samples **tokens, papni_nesting **nesting, papni_error *e)
{
  error own;
  const size_t letters = samples->alphabet->size;
  const token_choice c = { .samples = samples, .watch = watch, .error = e ? e : &own };
  token_trial t = { .words = NULL, .bits = papni_nesting_bits (characters) };
  int8_t *weights = allocate_zeroed (&samples->memory, letters, sizeof *weights);
  *tokens = NULL;
  *nesting = NULL;
  if (!weights)
    return no_memory (c.error);
  weigh_chosen (characters, samples->alphabet, weights);
  status s = trial_improve (&t, &c, weights, false);
  if (!s)
    s = trial_improve (&t, &c, weights, true);
  release (&samples->memory, weights, letters, sizeof *weights);
  if (!s && t.words)
    s = trial_declare (&t, &c);
  if (s)
    trial_forget (&t);
  *tokens = t.words;
  *nesting = t.nesting;
  return s;
}
