/* dense.h - the engine of RPNI for prefix trees with few symbols. */
#ifndef LEARN_TREE_DENSE_H
#define LEARN_TREE_DENSE_H

#include "learn/engine/engine.h"
#include "learn/tree/tree.h"

/* Is this the engine for a tree and these settings? Otherwise, that of merge.h is. */
bool dense_suits (const papni_tree *t, const settings *options);

/* Begins with the root red. The tree, which does not change, must outlive the engine. There is
 * no try, name, copy or work, and of what a step changes only `moved` is recorded: RPNI needs the
 * others only for a search or a story. */
engine *dense_new (const papni_tree *t, const settings *options, progress *progress, error *e);

#endif
