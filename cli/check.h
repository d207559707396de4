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
  papni_run *run;
  bool ahead; /* the run has look-ahead */
  translation translation;
  bool json;
  ticker ticker;
  size_t words, rejected;
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

/* Checks a document, a folder, a list, or lines (check_documents.c). */
int check_documents (checker *c, input *in, const char *path);

#endif
