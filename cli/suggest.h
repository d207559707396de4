/* suggest.h - words whose labels would tell most, for papni suggest and papni learn --ask. */
#ifndef SUGGEST_H
#define SUGGEST_H

#include "cli.h"

typedef struct suggesting
{
  papni_model **models;
  size_t model_count;
  const papni_samples *samples; /* may be NULL */
  size_t most;
  papni_watch watch;
  bool single; /* all models are equivalent: one is compared with changes of it */
} suggesting;

/* Compares models, and those that the settings of --model auto learn from the samples.
 * Returns 130 on Ctrl-C. */
int suggest_words (suggesting *s, papni_suggestions **found);

/* papni learn --ask: asks on the terminal, and adds the answers to the samples (learn_ask.c).
 * *stopped: by Ctrl-C. */
int ask_on_terminal (const arguments *arguments, papni_samples *samples, bool *stopped);

#endif
