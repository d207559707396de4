/* score.h - the total bits of words that are learned with some nests. */
#ifndef LEARN_NESTING_SCORE_H
#define LEARN_NESTING_SCORE_H

#include "base/logs.h"
#include "learn/nesting/nesting.h"

enum
{
  SCORED_WORDS = 1000,  /* at most, of each label */
  SCORED_SYMBOLS = 100, /* with more of them, fewer words: learning takes time */
  LEAST_SCORED = 100,
  NAMED_BITS = 16 /* for a pair that looks nested and is left out */
};

typedef struct scorer
{
  const nesting_words *words;
  papni_alphabet *alphabet; /* of its own, whose kinds change with each score */
  papni_samples *samples;
  symbol *own;     /* symbol of the words -> of this alphabet, or PAPNI_NO_SYMBOL */
  int32_t *owners; /* of the symbols of this alphabet */
  uint64_t *right, *wrong;
  size_t right_count, wrong_count, capacity;
  size_t most;    /* words of each label */
  size_t symbols; /* of the accepted words, without rare ones */
  size_t named;   /* pairs whose names look nested */
  logs logs;
  papni_watch watch;
  size_t tried;
} scorer;

/* Copies the words. Must be released in any case. */
status scorer_init (scorer *s, const nesting_words *words, const papni_watch *watch, error *e);
void scorer_release (scorer *s);

/* The bits of what is learned with these nests: of the model, of the accepted words, of
 * rejected words that it accepts, of the declarations, and of names that mislead. */
status scorer_bits (scorer *s, const nest *const *nests, size_t count, uint64_t *bits, error *e);

#endif
