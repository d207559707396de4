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

typedef struct chain_making
{
  chains *chains;
  const papni_samples *samples;
  symbol *numbers;   /* by symbol of the samples; PAPNI_NO_SYMBOL: new */
  symbol start;      /* the symbol that named the start first, or PAPNI_NO_SYMBOL */
  papni_word before; /* that word */
  error *error;
} chain_making;

/* Is the first symbol of a word no symbol, but the output of the start? */
static status chain_begins (chain_making *k, const symbol *word, bool *starts)
{
  const symbol s = *word;
  const char *name = is_end (s) ? "" : k->samples->alphabet->letters[s].name;
  *starts = s == k->start || (*name == '/' && name[1]);
  if (!*starts || s == k->start)
    return PAPNI_OK;
  const papni_word first = samples_word_at (k->samples, (size_t) (word - k->samples->flat));
  k->start = k->start == PAPNI_NO_SYMBOL ? s : k->start;
  return chain_start (k->chains, name + 1, &first, &k->before, k->error);
}

/* Copies a word; its end in *length. */
static status chain_add (chain_making *k, const symbol *word, size_t *length)
{
  papni_samples *to = k->chains->words;
  symbol *out = to->flat + to->used;
  bool starts;
  status s = chain_begins (k, word, &starts);
  size_t i = starts;
  for (; !s && !is_end (word[i]); i++) {
    if (k->numbers[word[i]] == PAPNI_NO_SYMBOL) {
      const papni_word whole = samples_word_at (k->samples, (size_t) (word - k->samples->flat));
      s = chain_symbol (k->chains, &k->samples->alphabet->letters[word[i]], &whole, &k->numbers[word[i]], k->error);
    }
    out[i - starts] = k->numbers[word[i]];
  }
  if (s)
    return s;
  *length = i;
  samples_put_word (to, i - starts, PAPNI_ACCEPT);
  return PAPNI_OK;
}

static status chain_words (chain_making *k)
{
  const papni_samples *samples = k->samples;
  size_t length = 0;
  status s = PAPNI_OK;
  for (size_t at = 0; !s && at < samples->used; at += length + 1) {
    s = chain_add (k, samples->flat + at, &length);
    if (!s && samples->flat[at + length] == END + PAPNI_REJECT) {
      const papni_word word = samples_word_at (samples, at);
      return fail_at (k->error, PAPNI_INPUT, chain_position (&word),
                      "a rejected word: probabilities are learned from words without labels");
    }
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
  chain_making k = { .chains = c, .samples = samples, .numbers = numbers, .start = PAPNI_NO_SYMBOL, .error = e };
  const bool room = c->words && numbers && samples_reserve (c->words, samples->used) /* for all words */
                    && samples_copy_lines (c->words, samples);
  const status s = room ? chain_words (&k) : no_memory (e);
  release (&c->memory, numbers, letters, sizeof *numbers);
  return s;
}

void chains_release (chains *c)
{
  papni_samples_free (c->words);
  papni_alphabet_free (c->alphabet);
}
