/* learn.h - learning with settings as a plain struct. */
#ifndef LEARN_LEARN_H
#define LEARN_LEARN_H

#include "data/sample.h"
#include "learn/report.h"
#include "learn/terms/term.h"
#include "learn/tree/tree.h"

/* With these settings, whose model is not auto. Statistics may be NULL. */
papni_model *learn_samples (const papni_samples *samples, const settings *options, papni_statistics *statistics,
                            error *e);

/* The tree of the samples, for these settings, which name dfa or a model with a stack. */
papni_tree *learn_tree_of (const papni_samples *samples, const settings *options, papni_statistics *counts, error *e);

/* `nodes` as in merger_new. */
papni_model *learn_from_tree (const papni_tree *t, tree_node *nodes, const settings *options, papni_statistics *counts,
                              error *e);

papni_model *learn_from_terms (const terms *t, const settings *options, papni_statistics *counts, error *e);

/* A Markov chain or decision process (learn_chain.c). */
papni_model *learn_chain (const papni_samples *samples, const settings *options, papni_statistics *counts, error *e);

/* Chooses the model for accepted words alone, unless a setting was set. */
status learn_suit (papni_options *options, bool nested, error *e);

/* Chooses classes for characters, unless set. */
status learn_suit_classes (papni_options *options, const papni_alphabet *alphabet, error *e);

/* Is the model as small as it must be? If not, frees it and fails. */
papni_model *learn_small_enough (papni_model *model, const settings *s, error *e);

/* Chooses the settings; the report may be NULL. */
papni_model *learn_auto (const papni_samples *samples, const settings *options, papni_report *report, error *e);

/* With classes of symbols, as the settings say (by_classes.c). */
papni_model *learn_by_classes (const papni_samples *samples, const settings *options, papni_report *report, error *e);

/* With wrong labels, if the settings say so (by_votes.c). */
papni_model *learn_by_votes (const papni_samples *samples, const settings *options, papni_report *report, error *e);

#endif
