/* words.h - bytes as a small set of labelled words.
 *
 * Each byte is a symbol, or ends a word as accepted or rejected. A word that contradicts
 * an earlier one is skipped. */
#ifndef WORDS_H
#define WORDS_H

#include "support.h"

enum
{
  SYMBOLS = 6, /* a b ( [ ) ] */
  LENGTH = 120 /* total length of all words */
};

typedef struct words
{
  uint8_t symbols[LENGTH];
  size_t begin[LENGTH], end[LENGTH];
  papni_label label[LENGTH];
  size_t count;
} words;

void read_words (words *w, const uint8_t *bytes, size_t size);

/* The alphabet that a byte selects (bit 0: with calls and returns, bit 1: paired). */
papni_alphabet *make_alphabet (uint8_t how);

papni_samples *make_samples (papni_alphabet *alphabet); /* empty */
void add_word (papni_samples *samples, const words *w, size_t i);

#endif
