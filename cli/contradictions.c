/* contradictions.c - lists the words that are both accepted and rejected. */
#include "cli.h"

#include <stdlib.h>

enum
{
  MOST_LISTED = 100
};

int complain_contradictions (const papni_samples *samples, bool stack, const papni_error *error)
{
  papni_error trouble;
  size_t count = 0;
  if (error->code != PAPNI_CONTRADICTION || papni_samples_contradictions (samples, stack, NULL, 0, &count, &trouble)
      || count < 2)
    return complain_error (error);
  papni_contradiction *list = malloc (count * sizeof *list);
  if (!list)
    return complain (EXIT_SYSTEM, "out of memory");
  if (papni_samples_contradictions (samples, stack, list, count, &count, &trouble)) {
    free (list);
    return complain_error (&trouble);
  }
  complain (EXIT_CONTRADICTION, "%zu words are both accepted and rejected: remove one label of each", count);
  for (size_t i = 0; i < count && i < MOST_LISTED; i++) {
    const papni_word *first = &list[i].first, *second = &list[i].second;
    const bool accepted = second->label == PAPNI_ACCEPT;
    fprintf (stderr, "  %s:%zu: %s here, but %s at %s:%zu\n", second->file, second->line,
             accepted ? "accepted" : "rejected", accepted ? "rejected" : "accepted", first->file, first->line);
  }
  if (count > MOST_LISTED)
    fprintf (stderr, "  and %zu more\n", count - MOST_LISTED);
  free (list);
  return EXIT_CONTRADICTION;
}
