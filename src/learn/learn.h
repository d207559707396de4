/* learn.h - the two ways from words to a model: over a prefix tree, over terms. */
#ifndef LEARN_LEARN_H
#define LEARN_LEARN_H

#include "data/sample.h"
#include "model/model.h"

/* Tells the progress callback that a phase begins; PAPNI_CANCELLED if it says so. */
status begin_phase (const papni_options *o, papni_phase phase, size_t total, error *e);

/* A sevpa. */
papni_model *learn_terms (const papni_samples *samples, const papni_options *options, papni_statistics *statistics,
                          error *e);

#endif
