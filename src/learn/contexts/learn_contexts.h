/* learn_contexts.h - learns an automaton from accepted words by description length. */
#ifndef LEARN_CONTEXTS_LEARN_CONTEXTS_H
#define LEARN_CONTEXTS_LEARN_CONTEXTS_H

#include "data/encode.h"
#include "learn/settings/settings.h"

/* The model is general, or a dfa if the words were encoded without a stack. It may have
 * more states than `options` allow if no smaller one was found. *described, which may be NULL,
 * is the length of its tests and rules. */
papni_model *learn_contexts (const encoded *words, const settings *options, uint64_t *described, error *e);

#endif
