/* score.c - the total bits of words that are learned with some nests.
 *
 * Rare symbols say little about nesting, but take many bits: words that have one are left
 * out if the others are at least half of all, otherwise all rare symbols count as one. */
#include "learn/nesting/score.h"

#include "data/encode.h"
#include "learn/contexts/learn_contexts.h"
#include "model/total.h"

#include <string.h>

/* ---- the words ---- */

typedef struct scored_word
{
  uint64_t key, offset;
} scored_word;

static int compare_scored (const void *x, const void *y)
{
  return compare (((const scored_word *) x)->key, ((const scored_word *) y)->key);
}

static bool scorer_is_rare (const nesting_words *w, symbol s)
{
  return w->occurs[s] < LEAST_WORDS;
}

static bool scorer_has_rare (const nesting_words *w, uint64_t offset)
{
  for (const symbol *s = w->samples->flat + offset; !is_end (*s); s++)
    if (scorer_is_rare (w, *s))
      return true;
  return false;
}

/* Own symbols, in the order of the words' alphabet; the rare ones are one. */
static status scorer_name_symbols (scorer *s, bool *rare, error *e)
{
  const papni_alphabet *from = s->words->samples->alphabet;
  symbol rest = PAPNI_NO_SYMBOL;
  status failed = PAPNI_OK;
  *rare = false;
  for (size_t i = 0; !failed && i < from->size; i++) {
    const symbol old = s->words->order[i];
    const bool counts = s->words->occurs[old], is_rare = counts && scorer_is_rare (s->words, old);
    const letter *l = &from->letters[old];
    if (is_rare && rest != PAPNI_NO_SYMBOL)
      s->own[old] = rest;
    else
      failed = alphabet_intern (s->alphabet, l->name, l->length, (position){ NULL, 0, 0 }, &s->own[old], e);
    if (is_rare)
      rest = s->own[old];
    s->symbols += counts && !is_rare;
    *rare |= is_rare;
  }
  return failed;
}

static status scorer_add (scorer *s, uint64_t offset, papni_label label, error *e)
{
  const symbol *word = s->words->samples->flat + offset;
  size_t length = 0;
  while (!is_end (word[length]))
    length++;
  if (!samples_reserve (s->samples, length))
    return no_memory (e);
  (label == PAPNI_ACCEPT ? s->right : s->wrong)[label == PAPNI_ACCEPT ? s->right_count++ : s->wrong_count++] =
      s->samples->used;
  for (size_t i = 0; i < length; i++)
    s->samples->flat[s->samples->used + i] = s->own[word[i]];
  return samples_end_word (s->samples, length, label, NULL, 0, e);
}

/* Adds words of a label, those without rare symbols if `clean`; some of them if there are
 * many, which do not depend on their order. */
static status scorer_add_words (scorer *s, papni_label label, bool clean, error *e)
{
  const nesting_words *w = s->words;
  const uint64_t *from = label == PAPNI_ACCEPT ? w->right : w->wrong;
  const size_t count = label == PAPNI_ACCEPT ? w->right_count : w->wrong_count;
  scored_word *all = allocate (&w->memory, count, sizeof *all);
  size_t kept = 0;
  watch asked = nesting_watch (w);
  status failed = all ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !failed && i < count; i++)
    if (!clean || !scorer_has_rare (w, from[i])) {
      scored_word *word = &all[kept++];
      *word = (scored_word){ i, from[i] };
      if (count > s->most)
        failed = nesting_word_key (w->samples, from[i], &word->key, &asked, e);
    }
  if (!failed && kept > s->most) {
    sort_items (all, kept, sizeof *all, compare_scored);
    kept = s->most;
  }
  for (size_t i = 0; !failed && i < kept; i++)
    failed = scorer_add (s, all[i].offset, label, e);
  release (&w->memory, all, count, sizeof *all);
  return failed;
}

status scorer_init (scorer *s, const nesting_words *words, const papni_watch *watch, error *e)
{
  const allocator *a = &words->memory;
  const size_t letters = words->samples->alphabet->size;
  *s = (scorer){ .words = words, .capacity = SCORED_WORDS };
  if (watch)
    s->watch = *watch;
  s->alphabet = papni_alphabet_new (a, e);
  s->samples = s->alphabet ? papni_samples_new (s->alphabet, e) : NULL;
  s->own = allocate (a, letters, sizeof *s->own);
  s->owners = allocate (a, letters, sizeof *s->owners);
  s->right = allocate (a, s->capacity, sizeof *s->right);
  s->wrong = allocate (a, s->capacity, sizeof *s->wrong);
  if (!s->samples || !s->own || !s->owners || !s->right || !s->wrong || !logs_fill (a, &s->logs, letters + 1))
    return no_memory (e);
  bool rare;
  size_t clean = 0;
  status failed = scorer_name_symbols (s, &rare, e);
  s->most = SCORED_WORDS;
  for (int i = 0; i < 3 && s->symbols > SCORED_SYMBOLS; i++)
    s->most = s->most * SCORED_SYMBOLS / s->symbols;
  s->most = s->most > LEAST_SCORED ? s->most : LEAST_SCORED;
  for (size_t i = 0; !failed && rare && i < words->right_count; i++)
    clean += !scorer_has_rare (words, words->right[i]);
  if (!failed)
    failed = scorer_add_words (s, PAPNI_ACCEPT, rare && 2 * clean >= words->right_count, e);
  return failed ? failed : scorer_add_words (s, PAPNI_REJECT, false, e);
}

void scorer_release (scorer *s)
{
  const allocator *a = &s->words->memory;
  papni_samples_free (s->samples);
  papni_alphabet_free (s->alphabet);
  release (a, s->own, s->words->samples->alphabet->size, sizeof *s->own);
  release (a, s->owners, s->words->samples->alphabet->size, sizeof *s->owners);
  release (a, s->right, s->capacity, sizeof *s->right);
  release (a, s->wrong, s->capacity, sizeof *s->wrong);
  logs_release (a, &s->logs);
}

/* ---- the alphabet ---- */

/* Each return pops the calls that it pops in the accepted words that are straight. The
 * others are not well-matched then, and are written out. */
static bool scorer_pair_word (scorer *s, const symbol *word, uint32_t *stack)
{
  size_t depth;
  bool room = true, fresh;
  const bool straight = word_is_straight (word, s->owners, stack, &depth);
  depth = 0;
  for (; room && !is_end (*word); word++) {
    const int32_t owner = s->owners[*word];
    s->alphabet->letters[*word].paired |= owner < 0;
    if (straight && owner > 0)
      stack[depth++] = *word;
    else if (straight && owner < 0)
      room =
          map_enter (&s->alphabet->memory, &s->alphabet->pairs, pair_key (*word, (symbol) stack[--depth]), 0, &fresh);
  }
  return room;
}

static status scorer_pair (scorer *s, error *e)
{
  uint32_t *stack = allocate (&s->alphabet->memory, s->samples->longest, sizeof *stack);
  if (!stack)
    return no_memory (e);
  bool room = true;
  for (size_t i = 0; room && i < s->right_count; i++)
    room = scorer_pair_word (s, s->samples->flat + s->right[i], stack);
  release (&s->alphabet->memory, stack, s->samples->longest, sizeof *stack);
  return room ? PAPNI_OK : no_memory (e);
}

static status scorer_declare (scorer *s, const nest *const *nests, size_t count, error *e)
{
  for (size_t i = 0; i < s->alphabet->size; i++) {
    s->alphabet->letters[i].kind = PAPNI_INTERNAL;
    s->alphabet->letters[i].paired = false;
    s->owners[i] = 0;
  }
  map_clear (&s->alphabet->pairs);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < nests[i]->size; k++) {
      const symbol own = s->own[nests[i]->symbols[k]];
      const bool call = k < nests[i]->calls;
      if (scorer_is_rare (s->words, nests[i]->symbols[k]))
        continue;
      s->alphabet->letters[own].kind = call ? PAPNI_CALL : PAPNI_RETURN;
      s->owners[own] = call ? (int32_t) i + 1 : -(int32_t) i - 1;
    }
  return count ? scorer_pair (s, e) : PAPNI_OK;
}

/* The bits to say which symbols call and return; for names that look nested, to say that
 * they are not. */
static uint64_t declaration_bits (const scorer *s, const nest *const *nests, size_t count)
{
  size_t size = 0, named = 0;
  for (size_t i = 0; i < count; i++) {
    named += nests[i]->pattern != NULL;
    for (size_t k = 0; !nests[i]->pattern && k < nests[i]->size; k++)
      size += !scorer_is_rare (s->words, nests[i]->symbols[k]);
  }
  return (uint64_t) logs_choose (&s->logs, s->symbols, size)
         + (size + NAMED_BITS * (s->named - named)) * (uint64_t) ONE_BIT;
}

/* ---- learning ---- */

status scorer_bits (scorer *s, const nest *const *nests, size_t count, uint64_t *bits, error *e)
{
  encoded words;
  papni_statistics counts = { 0 };
  uint64_t exceptions = 0;
  size_t accepted;
  status failed = watch_report (&s->watch, PAPNI_PHASE_TRYING, s->tried++, 0, e);
  if (!failed)
    failed = scorer_declare (s, nests, count, e);
  if (!failed)
    failed = encoded_init (&words, s->samples, count > 0, &counts, e);
  if (failed)
    return failed;
  papni_model *model = learn_contexts (&words, &(settings){ .watch = s->watch }, NULL, e);
  encoded_release (&words);
  if (!model)
    return e->code;
  const word_list right = { s->samples, s->right, s->right_count, &s->watch };
  const word_list wrong = { s->samples, s->wrong, s->wrong_count, &s->watch };
  failed = total_bits (model, &right, bits, e);
  if (!failed)
    failed = total_exceptions (model, &wrong, &exceptions, &accepted, e);
  papni_model_free (model);
  *bits += exceptions + declaration_bits (s, nests, count);
  return failed;
}
