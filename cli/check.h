/* check.h - what checking words and checking documents share. */
#ifndef CHECK_H
#define CHECK_H

#include "cli.h"

enum
{
  MOST_SHOWN = 12 /* symbols that could have come, to a person */
};

typedef struct checker
{
  const papni_model *model;
  papni_run *run;
  bool ahead; /* the run looks ahead */
  translation translation;
  bool json;
  ticker ticker;
  size_t words, rejected;
} checker;

/* How the reason is told: in JSON, and to a person after "read x". */
typedef struct reason
{
  const char *name, *text;
} reason;

extern const reason reasons[]; /* by papni_verdict */

bool could_end (const checker *c);

/* What could have come instead, at most `most` symbols of it. */
void print_expected (const checker *c, size_t most);

/* check_documents.c: a document, a folder, a list, or lines. */
int check_documents (checker *c, input *in, const char *path);

#endif
