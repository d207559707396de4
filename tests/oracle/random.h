/* random.h - seeded samples: the paper's 13 languages, and random words.
 *
 * The same seed gives the same samples on every machine. A label never depends on how a
 * word was made: each language has its own recogniser. */
#ifndef RANDOM_H
#define RANDOM_H

#include "twin.h"

typedef struct random_source
{
  uint64_t state;
} random_source;

uint64_t random_bits (random_source *source);

/* A number below bound, which is not 0. */
size_t random_below (random_source *source, size_t bound);

/* The languages: L1 L2 L3 L4 L6 L8 L9 L10 L11 L12 odd even arith. */
#define LANGUAGES 13

const char *language_name (int language);
bool language_accepts (int language, const twin_alphabet *alphabet, const int *word, size_t length);

/* Words of a language of up to about max_length symbols (at most 200): derivations,
 * uniform words, well-matched words, and derivations with a mistake, all labelled by
 * the recogniser. With `paired`, closing symbols pop only their own opening symbols, if
 * the language has such pairs. */
twin_sample *random_language_sample (random_source *source, int language, size_t words, size_t max_length, bool paired);

/* Words over some calls, returns and internal symbols, labelled by a random function. */
twin_sample *random_chaos_sample (random_source *source, size_t words, size_t max_length);

/* Words over two internal symbols, labelled by a random automaton. */
twin_sample *random_regular_sample (random_source *source, size_t words, size_t max_length, int states);

/* One of all these kinds; `index` chooses which, in turn. */
twin_sample *random_sample (random_source *source, size_t index, size_t words, size_t max_length);

/* A word over the alphabet, well-matched half of the time. To be freed with free. */
int *random_word (random_source *source, const twin_alphabet *alphabet, size_t max_length, size_t *length);

void random_shuffle (random_source *source, twin_sample *sample);
void random_sample_free (twin_sample *sample);

#endif
