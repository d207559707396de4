/* chains.c - words for Markov chains and decision processes. */
#include "data/chains.h"

#include "data/traces.h"

#include <string.h>

static position chain_position (const papni_word *word)
{
  return (position){ word->file, word->line, word->file ? 1 : 0 };
}

/* The first symbol names the output of the start; `before` is the word that named it first. */
static status chain_start (chains *c, const char *output, const papni_word *word, papni_word *before, error *e)
{
  if (!c->start) {
    c->start = output;
    *before = *word;
  }
  if (!strcmp (c->start, output))
    return PAPNI_OK;
  return fail_at (e, PAPNI_CONTRADICTION, chain_position (word),
                  "the start has the output '%s' here, but '%s' at %s:%zu: all words must begin alike", output,
                  c->start, before->file ? before->file : "an earlier word", before->line);
}

/* Enters a new symbol. */
static status chain_symbol (chains *c, const letter *l, const papni_word *word, symbol *number, error *e)
{
  text_span input, output;
  const bool slash = trace_split (letter_name (l), &input, &output);
  if (c->inputs && (!slash || !input.length || !output.length))
    return fail_at (e, PAPNI_INPUT, chain_position (word),
                    "'%s' is no input with an output: write input/output, or use --model mc for words of outputs alone",
                    l->name);
  return alphabet_intern (c->alphabet, l->name, l->length, (position){ word->file, word->line, 0 }, number, e);
}

static status chain_add (chains *c, const papni_samples *samples, const papni_word *word, symbol *numbers, size_t first,
                         error *e)
{
  papni_samples *to = c->words;
  if (!samples_reserve (to, word->length))
    return no_memory (e);
  for (size_t i = first; i < word->length; i++) {
    const letter *l = &samples->alphabet->letters[word->symbols[i]];
    symbol *number = &numbers[word->symbols[i]];
    const status s = *number == PAPNI_NO_SYMBOL ? chain_symbol (c, l, word, number, e) : PAPNI_OK;
    if (s)
      return s;
    to->flat[to->used + i - first] = *number;
  }
  return samples_end_word (to, word->length - first, PAPNI_ACCEPT, word->file, word->line, e);
}

static status chain_words (chains *c, const papni_samples *samples, symbol *numbers, error *e)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word, before = { 0 };
  status s = PAPNI_OK;
  while (!s && papni_samples_next (samples, &cursor, &word)) {
    const char *name = word.length ? samples->alphabet->letters[*word.symbols].name : "";
    const bool starts = *name == '/' && name[1];
    if (word.label == PAPNI_REJECT)
      return fail_at (e, PAPNI_INPUT, chain_position (&word),
                      "a rejected word: probabilities are learned from words "
                      "without labels");
    if (starts)
      s = chain_start (c, name + 1, &word, &before, e);
    if (!s)
      s = chain_add (c, samples, &word, numbers, starts, e);
  }
  return s;
}

status chains_init (chains *c, const papni_samples *samples, bool inputs, error *e)
{
  const size_t letters = samples->alphabet->size;
  *c = (chains){ .memory = samples->memory, .inputs = inputs };
  c->alphabet = papni_alphabet_new (&samples->memory, e);
  c->words = c->alphabet ? papni_samples_new (c->alphabet, e) : NULL;
  symbol *numbers = allocate (&c->memory, letters, sizeof *numbers);
  for (size_t i = 0; numbers && i < letters; i++)
    numbers[i] = PAPNI_NO_SYMBOL;
  const status s = c->words && numbers ? chain_words (c, samples, numbers, e) : no_memory (e);
  release (&c->memory, numbers, letters, sizeof *numbers);
  return s;
}

void chains_release (chains *c)
{
  papni_samples_free (c->words);
  papni_alphabet_free (c->alphabet);
}
