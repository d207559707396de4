/* learn_contexts.h - learns an automaton from accepted words by description length. */
#ifndef LEARN_CONTEXTS_LEARN_CONTEXTS_H
#define LEARN_CONTEXTS_LEARN_CONTEXTS_H

#include "data/encode.h"

/* The model is general, or a dfa if the words were encoded without a stack. *bits is
 * its description length. Rejected words that it accepts are listed in it, and counted. */
papni_model *learn_contexts (const encoded *words, const papni_watch *watch, uint64_t *bits, error *e);

#endif
