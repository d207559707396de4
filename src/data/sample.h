/* sample.h - labelled words in one array.
 *
 * Each word is followed by an end mark that holds its label. The line numbers of words
 * are stored as runs: as long as every line holds a word, one run covers all of them. */
#ifndef DATA_SAMPLE_H
#define DATA_SAMPLE_H

#include "data/alphabet.h"

/* An end mark is END + label; all symbols are smaller. */
#define END ((symbol) 0xfff0)

static inline bool is_end (symbol s)
{
  return s >= END;
}

typedef struct line_run
{
  size_t word, line; /* this word is on this line, the next word on the next line, and so on */
  const char *file;  /* from alphabet_file */
} line_run;

struct papni_samples
{
  allocator memory;
  papni_alphabet *alphabet;
  symbol *flat;
  size_t used, capacity;
  size_t size;    /* words */
  size_t longest; /* length of a word */
  line_run *runs;
  size_t run_count, run_capacity;
};

/* Reserves space for a word of `length` symbols at samples->flat + samples->used; false
 * if out of memory. */
static inline bool samples_reserve (papni_samples *samples, size_t length)
{
  return reserve (&samples->memory, &samples->flat, &samples->capacity, samples->used + length + 1, sizeof (symbol));
}

/* Ends the word of `length` symbols that was written there. */
status samples_end_word (papni_samples *samples, size_t length, papni_label label, const char *file, size_t line,
                         error *e);

/* The same, for a word that has the same number as one of other samples, whose lines
 * samples_copy_lines copies. */
static inline void samples_put_word (papni_samples *samples, size_t length, papni_label label)
{
  samples->longest = length > samples->longest ? length : samples->longest;
  samples->used += length;
  samples->flat[samples->used++] = (symbol) (END + label);
  samples->size++;
}

/* For new samples, without lines. False if out of memory. */
bool samples_copy_lines (papni_samples *samples, const papni_samples *from);

/* The word that begins at an offset of `flat`, with its file and line. */
papni_word samples_word_at (const papni_samples *samples, size_t offset);

/* Reports that the words at these offsets are equal but labelled differently. */
status samples_contradiction (const papni_samples *samples, size_t one, size_t other, error *e);

#endif
