/* story.h - why a model has the states that it has.
 *
 * The learner only notes what it did: which blue state it merged into which red one,
 * which it made red. Afterwards the steps are done once more with a plain structure,
 * classes of terms, and for each new red state it is found out what keeps it apart
 * from each older one: a right word and a wrong one that would end in the same state.
 * The nodes of a prefix tree are terms without blocks. */
#ifndef LEARN_EXPLAIN_STORY_H
#define LEARN_EXPLAIN_STORY_H

#include "learn/explain/replay.h"
#include "learn/tree/tree.h"
#include "model/model.h"

typedef struct told_step
{
  term what;    /* the blue state */
  uint32_t red; /* it was merged into, or has become */
  bool promoted;
  size_t first; /* if so, what forbids red state i stands at first + i */
} told_step;

struct papni_story
{
  allocator memory;
  papni_model_kind kind;
  papni_alphabet *alphabet;
  stack_symbol *symbols; /* the stack-aware alphabet */
  size_t symbol_count;
  shape *shapes;
  size_t size;
  symbol *calls; /* of each module a call that enters it; PAPNI_NO_SYMBOL: the first */
  size_t modules;
  journal made; /* the decisions */
  told_step *steps;
  size_t step_count;
  term *reds;
  papni_state *numbers; /* of the red states in the model; PAPNI_NO_STATE: not there */
  size_t red_count;
  conflict *pairs; /* NO_TERM: states of different modules, or a merge that a search left out */
  size_t pair_count;
};

papni_story *story_new (const allocator *memory, error *e);
void story_free (papni_story *s);

/* What is learned from; to be taken before it is used up. */
status story_take_tree (papni_story *s, const papni_tree *t, error *e);
status story_take_terms (papni_story *s, const terms *t, error *e);

/* Tells the decisions of the engine that the model was read off. */
status story_tell (papni_story *s, const engine *g, const papni_model *model, error *e);

/* Writes the word of a term to *word, which grows. */
status story_word (const papni_story *s, term t, symbol **word, size_t *capacity, size_t *length, error *e);

#endif
