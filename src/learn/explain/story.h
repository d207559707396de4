/* story.h - the log of merges.
 *
 * The learner only records its decisions. Afterwards, they are repeated on classes of
 * terms, and for each new red state and each older one, a conflict is found: an
 * accepted and a rejected word that would end in the same state. The nodes of a prefix
 * tree are terms without blocks. */
#ifndef LEARN_EXPLAIN_STORY_H
#define LEARN_EXPLAIN_STORY_H

#include "learn/explain/replay.h"
#include "learn/tree/tree.h"
#include "model/model.h"

typedef struct told_step
{
  term what;    /* the blue state */
  uint32_t red; /* the state that it was merged into, or has become */
  bool promoted;
  size_t first; /* if so, the conflict with red state i is at first + i */
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
  symbol *calls; /* of each module, a call that enters it; PAPNI_NO_SYMBOL: the first module */
  size_t modules;
  journal made; /* the decisions */
  told_step *steps;
  size_t step_count;
  term *reds;
  papni_state *numbers; /* of the red states in the model; PAPNI_NO_STATE: not in the model */
  size_t red_count;
  conflict *pairs; /* NO_TERM: states of different modules, or a merge that no samples rule out */
  size_t pair_count;
  const char *otherwise; /* why such a merge was not made */
};

papni_story *story_new (const allocator *memory, error *e);
void story_free (papni_story *s);

/* The samples; must be taken before they are consumed. */
status story_take_tree (papni_story *s, const papni_tree *t, error *e);
status story_take_terms (papni_story *s, const terms *t, error *e);

/* Fills the story with the decisions of the engine that the model comes from. */
status story_tell (papni_story *s, const engine *g, const papni_model *model, error *e);

/* Writes the word of a term to *word, which grows. */
status story_word (const papni_story *s, term t, symbol **word, size_t *capacity, size_t *length, error *e);

#endif
