/* noisy_words.h - the different words of samples whose labels may be wrong.
 *
 * A word may occur with both labels: its label is the one that it has more often. Words are
 * numbered in shortlex order, so nothing depends on the order of the samples. */
#ifndef LEARN_NOISE_NOISY_WORDS_H
#define LEARN_NOISE_NOISY_WORDS_H

#include "data/sample.h"

typedef struct noisy_word
{
  size_t length;
  size_t times[3];         /* how often it has each papni_label */
  papni_word places[3];    /* where it first has it */
  papni_label label;       /* PAPNI_UNKNOWN if it has both equally often */
  uint64_t hash;           /* for random choices */
  uint32_t accepts, votes; /* models learned without it, and those of them that accept it */
  uint64_t extra;          /* bits that a model takes more if it is right about it; 0: not computed */
} noisy_word;

typedef struct noisy_words
{
  allocator memory;
  const papni_samples *samples;
  noisy_word *words;
  size_t count;
  uint32_t *of; /* the word of each sample; WITHOUT_LABEL: it has no label */
} noisy_words;

#define WITHOUT_LABEL UINT32_MAX

/* Must be released in any case. */
status noisy_words_init (noisy_words *n, const papni_samples *samples, const papni_watch *caller, error *e);
void noisy_words_release (noisy_words *n);

/* The samples whose words are chosen and have the label of their word; also those without a
 * label, if wanted. NULL if out of memory or cancelled. */
papni_samples *noisy_words_choose (const noisy_words *n, const bool *chosen, bool unlabelled, const papni_watch *caller,
                                   error *e);

/* Wrong labels are found by what other words say: fails unless there are words of both labels. */
status noisy_words_check (const noisy_words *n, error *e);

/* Which words does a model accept? */
status noisy_words_judge (const noisy_words *n, const papni_model *model, bool *accepted, const papni_watch *caller,
                          error *e);

/* How many models say that this label is wrong? */
static inline uint32_t noisy_word_against (const noisy_word *w, papni_label label)
{
  return label == PAPNI_ACCEPT ? w->votes - w->accepts : w->accepts;
}

/* Compares what shares of the votes on two words are against them. */
static inline int noisy_word_order (const noisy_word *x, uint32_t x_against, const noisy_word *y, uint32_t y_against)
{
  return compare ((uint64_t) x_against * (y->votes ? y->votes : 1), (uint64_t) y_against * (x->votes ? x->votes : 1));
}

/* Is the word in this half of a random split? The two halves of a split are one number, even,
 * and the next. */
static inline bool noisy_word_in_half (const noisy_word *w, size_t round, size_t half)
{
  const uint64_t bits = mix (mix (w->hash + (round + 1) * 0x9e3779b97f4a7c15u));
  return (bits >> (16 + half / 2) & 1) == half % 2;
}

#endif
