/* symbol_classes.c - classes of symbols that do the same, such as letters or digits. */
#include "data/alphabet.h"

#include <string.h>

status alphabet_join (papni_alphabet *alphabet, const symbol *members, size_t count, position at, error *e)
{
  for (size_t i = 0; i < count; i++) {
    const letter *l = &alphabet->letters[members[i]];
    if (l->kind != PAPNI_INTERNAL)
      return fail_at (e, PAPNI_INPUT, at, "'%s' is a %s: a class can only have internal symbols", l->name,
                      kind_name ((papni_kind) l->kind));
    if (l->alike)
      return fail_at (e, PAPNI_INPUT, at, "'%s' is in two classes", l->name);
  }
  if (count < 2)
    return PAPNI_OK;
  alphabet->classes++;
  for (size_t i = 0; i < count; i++)
    alphabet->letters[members[i]].alike = (symbol) alphabet->classes;
  return PAPNI_OK;
}

status alphabet_copy_classes (papni_alphabet *to, const papni_alphabet *from, const symbol *order, error *e)
{
  const allocator *a = &from->memory;
  if (!from->classes)
    return PAPNI_OK;
  symbol *number = allocate_zeroed (a, from->classes + 1, sizeof *number); /* old -> new */
  if (!number)
    return no_memory (e);
  for (size_t i = 0; i < from->size; i++) {
    const symbol old = from->letters[order[i]].alike;
    if (old && !number[old])
      number[old] = (symbol) ++to->classes;
    to->letters[i].alike = number[old];
  }
  release (a, number, from->classes + 1, sizeof *number);
  return PAPNI_OK;
}

papni_status papni_alphabet_class (papni_alphabet *alphabet, const char *const *names, size_t count, papni_error *e)
{
  const position nowhere = { NULL, 0, 0 };
  symbol *members = allocate (&alphabet->memory, count, sizeof *members);
  if (!members)
    return no_memory (e);
  status s = PAPNI_OK;
  size_t different = 0;
  for (size_t i = 0; !s && i < count; i++) {
    s = alphabet_intern (alphabet, names[i], strlen (names[i]), nowhere, &members[different], e);
    bool seen = false;
    for (size_t k = 0; k < different; k++)
      seen |= members[k] == members[different];
    different += !seen;
  }
  if (!s)
    s = alphabet_join (alphabet, members, different, nowhere, e);
  release (&alphabet->memory, members, count, sizeof *members);
  return s;
}

size_t papni_alphabet_class_of (const papni_alphabet *alphabet, papni_symbol s)
{
  return alphabet->letters[s].alike;
}
