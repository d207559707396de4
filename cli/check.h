/* check.h - shared by checking words and checking documents. */
#ifndef CHECK_H
#define CHECK_H

#include "cli.h"

enum
{
  MOST_SHOWN = 12 /* expected symbols, in a message */
};

typedef struct checker
{
  const papni_model *model;
  const papni_alphabet *alphabet; /* of the words */
  papni_run *run;
  bool ahead; /* the run has look-ahead, or needs none */
  translation translation;
  bool json;
  ticker ticker;
  size_t words, rejected;
  double unusual; /* a step of so many bits is reported; 0: none */
  size_t unusual_words;
} checker;

/* The reason in JSON, and in the message. */
typedef struct reason
{
  const char *name, *text;
} reason;

extern const reason reasons[]; /* by papni_verdict */

bool could_end (const checker *c);

/* Prints the expected symbols, at most `most` of them. */
void print_expected (const checker *c, size_t most);

/* Runs a word. The first rejected word turns look-ahead on, so that a word is rejected at
 * its first wrong symbol. */
int judge_word (checker *c, const papni_alphabet *alphabet, const papni_word *word, papni_verdict *verdict);

/* Prints why the word that was just run is rejected. */
void print_reject (const checker *c, const papni_alphabet *alphabet, const papni_word *word);

/* The first unusual step of an accepted word: the place in the word, from 1, the name of the
 * symbol (NULL: the end), and its bits; 0: none. */
typedef struct unusual
{
  size_t position;
  const char *symbol;
  double bits;
} unusual;

/* "unusual at 3: , takes 9.7 bits", and the same as members of a JSON object. */
void print_unusual (const unusual *u);
void print_unusual_json (const unusual *u);

/* ---- machines with outputs (machine.c) ---- */

/* The model's symbol for a symbol of the words. For a machine, an input without an output stands
 * for the one with the output that it has here. */
papni_symbol symbol_to_read (const checker *c, papni_symbol s);

/* Does a trace begin with the output of the machine's start, which is no step? */
bool begins_with_start (const papni_model *model, const papni_alphabet *alphabet, const papni_word *word);

/* Runs an accepted word again, and prints its outputs. */
int print_outputs (const checker *c, const papni_word *word);

/* Prints how many outputs of traces are those of the machine. */
int eval_machine (const input *in, const papni_model *model, bool errors, bool json);

/* Checks a document, a folder, a list, or lines (check_documents.c). */
int check_documents (checker *c, input *in, const char *path);

#endif
