/* total.h - the length of words written down with a model, and of the model itself.
 *
 * In each state, which events are possible (symbols, the end of the word), and for each
 * passage, which of them it was; the targets of transitions other than returns. A word that
 * the model rejects is written out. docs/definitions.md has the formula. */
#ifndef MODEL_TOTAL_H
#define MODEL_TOTAL_H

#include "data/sample.h"
#include "model/model.h"

/* Words of samples, by their offsets. */
typedef struct word_list
{
  const papni_samples *samples;
  const uint64_t *offsets;
  size_t count;
  const papni_watch *watch; /* asked while they run; may be NULL */
} word_list;

/* The length of a model, and of the words written down with it. */
typedef struct total_length
{
  uint64_t model, words;
} total_length;

status total_lengths (const papni_model *model, const word_list *words, total_length *length, error *e);

/* Their sum, with 16 bits behind the point. The alphabets of model and samples have the same names. */
status total_bits (const papni_model *model, const word_list *words, uint64_t *bits, error *e);

/* The lengths if symbols stand for classes: members[s] is the number of members of the model's symbol
 * s. Which member it is each time is part of the bits. */
status total_lengths_of_classes (const papni_model *model, const word_list *words, const uint32_t *members,
                                 total_length *length, error *e);

/* How many of the words the model accepts. */
status total_accepted (const papni_model *model, const word_list *words, size_t *count, error *e);

/* The same for rejected words, and the bits of writing these out. */
status total_exceptions (const papni_model *model, const word_list *words, uint64_t *bits, size_t *count, error *e);

#endif
