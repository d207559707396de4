/* patterns.h - calls and returns by the form of their names, such as enter_* and exit_*.
 *
 * The star stands for one or more characters, the same on both sides. A name that has the
 * form of both sides belongs to the side with more characters beside the star: in the
 * pattern f* f-end*, f-endx is a return. */
#ifndef DATA_PATTERNS_H
#define DATA_PATTERNS_H

#include "base/base.h"

typedef struct pattern_side
{
  char *text; /* with its star */
  size_t before, after;
} pattern_side;

typedef struct pattern
{
  pattern_side call, ret;
} pattern;

/* Reads the two sides; `at` is for messages. */
status pattern_init (const allocator *a, pattern *p, text_span call, text_span ret, position at, error *e);
void pattern_release (const allocator *a, pattern *p);

/* Is the name a call or a return of this pattern? If so, *partner is the name of the other
 * side, which the caller releases with release_text; NULL if out of memory. */
bool pattern_match (const allocator *a, const pattern *p, text_span name, papni_kind *kind, char **partner);

#endif
