/* groups.c - pairs whose names look as if they belong together, as brackets, tags, and
 * enter_f and exit_f do. Pairs of one form are chosen together. */
#include "learn/nesting/nesting.h"

#include "data/alike.h"

#include <stdio.h>
#include <string.h>

static nest *nest_of_pair (const nest_list *list, symbol call, symbol ret)
{
  for (size_t i = 0; i < list->size; i++) {
    nest *n = &list->items[i];
    if (n->size == 2 && n->symbols[0] == call && n->symbols[1] == ret)
      return n;
  }
  return NULL;
}

static status group_pair (const nesting_words *w, nest_list *list, symbol call, const alike *a, error *e)
{
  const symbol ret = papni_alphabet_find (w->samples->alphabet, a->partner, strlen (a->partner));
  if (ret == PAPNI_NO_SYMBOL || !w->occurs[ret])
    return PAPNI_OK;
  if (!nest_of_pair (list, call, ret)) { /* rare symbols are not listed yet, nor all that broken words have */
    const status s = nest_add (list, w, (symbol[]){ call, ret }, 1, 2, e);
    if (s)
      return s;
  }
  nest *n = nest_of_pair (list, call, ret);
  if (!n || n->pattern)
    return PAPNI_OK;
  char forms[2 * sizeof a->call_form];
  snprintf (forms, sizeof forms, "%s%s%s", a->call_form, *a->call_form ? "\t" : "", a->ret_form);
  n->pattern = copy_text (&w->memory, forms, strlen (forms));
  return n->pattern ? PAPNI_OK : no_memory (e);
}

status nesting_groups (const nesting_words *w, nest_list *list, error *e)
{
  const papni_alphabet *alphabet = w->samples->alphabet;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < alphabet->size; i++) {
    const symbol call = w->order[i];
    alike a;
    for (size_t k = 0; !s && w->occurs[call] && k < ALIKE_FORMS; k++)
      if (alike_as_call (alphabet->letters[call].name, k, &a))
        s = group_pair (w, list, call, &a, e);
  }
  return s;
}
