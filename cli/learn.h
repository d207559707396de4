/* learn.h - shared by the parts of papni learn. */
#ifndef LEARN_H
#define LEARN_H

#include "oracle.h"
#include "update.h"

typedef struct job
{
  const arguments *arguments;
  input in;
  const char **samples; /* the operands that are not trees */
  size_t sample_count;
  papni_tree *tree; /* of the operands that are; NULL if none is */
  papni_options *options;
  papni_report *report;
  progress progress;
  papni_watch watch;
  double read_seconds;
  double deadline; /* 0: none */
  bool late;       /* the deadline has passed: the model is the best so far */
  bool quiet;
  bool stopped;         /* by Ctrl-C, while asking */
  size_t at_least;      /* words, for a branch of the tree to be kept; 0: no limit */
  const char *append;   /* the file of the tree that the words are added to; NULL: none */
  update update;        /* of that file */
  papni_tree *appended; /* that tree, with the words */
  papni_model *before;  /* the model in the output file, with --append; may be NULL */
} job;

const papni_statistics *counts_of (const job *j);

/* Is this the model that is asked for? */
bool learns (const job *j, const char *model);

/* Is it a machine, which is learned from traces? */
bool learns_machine (const job *j);

/* Is the model learned by description length, for which rejected words are not needed? */
bool learns_by_contexts (const job *j);

/* ---- wrong labels (suspects.c) ---- */

/* May labels be wrong? */
bool expects_noise (const job *j);

/* Before and after the words are read: are these options possible together? */
int begin_suspects (const job *j);
int check_noise (const job *j);

/* Lists the words with two labels, and names --noise; returns the exit code for `error`. */
int complain_labels (const job *j, const papni_error *error);

/* Writes the suspects, if requested. */
int write_suspects (const job *j);

/* ---- trees (learn_tree.c) ---- */

/* Learns from the tree of the samples, merged with the trees among the operands. */
int learn_tree (job *j, papni_model **model);

/* Refuses options that need words, if there are trees. */
int check_tree (const job *j);

/* ---- --append (learn_append.c) ---- */

/* Checks the options. */
int append_begin (job *j);

/* Reads the tree and the model of the last time, if there are any. No other papni changes them
 * until the end of the command. */
int append_read (job *j);

/* Writes the tree with the words; prints on which words the models differ. */
int append_write (job *j);
void append_compare (const job *j, const papni_model *model);

/* ---- what to tell about the words (learn_words.c) ---- */

/* Warns about labels and symbols that cannot be meant. With --strict, fails if an accepted
 * word is not well-matched. */
void report_labels (const job *j);
int report_samples (const job *j);

/* The same for the traces of a machine. */
int report_traces (const job *j);

/* Warns if k-tails merged states that do not agree, so that the model is deterministic. */
void report_ambiguous (const job *j);

/* The same for words that were dropped when a tree was built. */
int report_dropped_before (const job *j, const papni_tree *tree);

/* Declares the classes of a file (classes.c). */
int declare_classes (papni_alphabet *alphabet, const char *path);

/* ---- and about the model (learn_results.c) ---- */

void write_stats (const job *j, FILE *out);
void summarise (const job *j, const papni_model *model, const char *path);

#endif
