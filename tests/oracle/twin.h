/* twin.h - slow, simple twins of the encoder, the learners and the run.
 *
 * They follow the definitions with the simplest data: sorted prefixes, child arrays,
 * folding in place with an undo log, and every step recomputed. The fast code must give
 * the same results. The program exits if it is out of memory. */
#ifndef TWIN_H
#define TWIN_H

#include "learn/settings/settings.h" /* the values of settings */

#define TWIN_MAX_SYMBOLS 16
#define TWIN_NONE (-1)

/* A symbol is a number below `size`. A return without pairs pops any call. */
typedef struct twin_alphabet
{
  int size;
  const char *names[TWIN_MAX_SYMBOLS];
  papni_kind kinds[TWIN_MAX_SYMBOLS];
  bool pairs[TWIN_MAX_SYMBOLS][TWIN_MAX_SYMBOLS]; /* [return][call] */
} twin_alphabet;

typedef struct twin_word
{
  int *symbols;
  size_t length;
  papni_label label;
} twin_word;

typedef struct twin_sample
{
  twin_alphabet alphabet;
  twin_word *words;
  size_t count;
} twin_sample;

/* `popped` is TWIN_NONE unless a return pops it; `caller` is the state in which that
 * call was made, TWIN_NONE if it does not matter (dfa, vpa). */
typedef struct twin_edge
{
  int from, symbol, popped, caller, to;
} twin_edge;

/* Edges are ordered by from, symbol, popped (in symbol order), caller. */
typedef struct twin_model
{
  papni_model_kind kind;
  twin_alphabet alphabet;
  int states;
  bool *accepting;
  twin_edge *edges;
  size_t edge_count;
  size_t tree_nodes, merges;
} twin_model;

/* Allocates zeroed memory; never returns NULL. */
void *twin_allocate (size_t count, size_t size);

/* Internal symbols, then calls, then returns, each by name. */
void twin_symbol_order (const twin_alphabet *alphabet, int *order);

/* Can this return pop this call? */
bool twin_pops (const twin_alphabet *alphabet, int ret, int call);

/* Writes what each symbol pops to popped[0 .. *at - 1]; the rest is as in papni_encoding. */
papni_mismatch twin_encode (const twin_alphabet *alphabet, const int *word, size_t length, int *popped, size_t *at,
                            int *open);

/* A blue state was merged into a red one, or promoted (red is TWIN_NONE). States are
 * named by the node or term that they began as. */
typedef struct twin_decision
{
  int red, blue;
} twin_decision;

/* The decisions that learning must make first, the merges it must not make afterwards,
 * and the decisions it made. All zeros: no restrictions. */
typedef struct twin_course
{
  const twin_decision *given;
  size_t given_count;
  twin_decision *avoided, *made;
  size_t avoided_count, made_count;
  size_t reds;
} twin_course;

void twin_course_free (twin_course *course);

/* Must this state wait, or is its merge excluded? */
bool twin_waits (const twin_course *course, int blue);
bool twin_avoids (const twin_course *course, twin_decision d);
void twin_note (twin_course *course, twin_decision d);
size_t twin_merges (const twin_course *course);

/* A dfa or a vpa, with a prefix tree. NULL if a word is both accepted and rejected. */
twin_model *twin_learn (const twin_sample *sample, const settings *w, twin_course *course);

/* A sevpa, with terms. */
twin_model *twin_learn_terms (const twin_sample *sample, const settings *w, twin_course *course);

/* For evidence in bits. An event is a symbol, or TWIN_END; a set of events has a bit for
 * each. */
#define TWIN_END TWIN_MAX_SYMBOLS

/* What a state takes that accepted words pass so often, with some of all events. */
long twin_event_bits (int passes, int events, int all_events);

/* Does this word count, or is it one of the sample's earlier words once more? */
bool twin_counts (const twin_word *words, size_t index, unsigned count);

/* May a merge with this evidence be made? */
bool twin_pays (unsigned evidence, long found, bool positive);

/* The result of a search that starts from scratch for every neighbour, one after the
 * other. With `course`, the decisions of that automaton and the merges that it
 * excludes. */
twin_model *twin_search (const twin_sample *sample, const settings *w, twin_course *course);
void twin_model_free (twin_model *model);

/* The text of a table: states, accepting states, targets of a sevpa's calls, one
 * transition per line. To be freed with free. */
char *twin_table (const twin_model *model);

/* A symbol may be TWIN_NONE: not in the alphabet. *position is the number of symbols read. */
papni_verdict twin_run (const twin_model *model, const int *word, size_t length, size_t *position);

#endif
