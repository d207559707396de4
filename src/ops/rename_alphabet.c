/* rename_alphabet.c - an alphabet with other names.
 *
 * A symbol keeps its kind. A return that several returns are renamed to is paired if
 * all of them are, with all of their calls. */
#include "ops/rename.h"

#include <string.h>

static const char *new_name (const papni_alphabet *from, const char *const *names, size_t k)
{
  return names[k] ? names[k] : from->letters[k].name;
}

static status rename_symbols (const papni_alphabet *from, const char *const *names, papni_alphabet *to, error *e)
{
  status s = PAPNI_OK;
  for (size_t k = 0; !s && k < from->size; k++) {
    const char *name = new_name (from, names, k);
    const letter *own = &from->letters[k];
    const symbol known = papni_alphabet_find (to, name, strlen (name));
    if (known == PAPNI_NO_SYMBOL)
      s = alphabet_declare (to, own->kind, name, strlen (name), (position){ 0 }, e);
    else if (to->letters[known].kind != own->kind)
      s = fail (e, PAPNI_INPUT, "'%s' cannot be both %s and %s", name, kind_name (to->letters[known].kind),
                kind_name (own->kind));
  }
  return s;
}

/* Does a symbol with this new name pop any call? */
static bool renamed_pops_any (const papni_alphabet *from, const char *const *names, const char *name)
{
  for (size_t k = 0; k < from->size; k++)
    if (!from->letters[k].paired && !strcmp (new_name (from, names, k), name))
      return true;
  return false;
}

static status rename_pairs (const papni_alphabet *from, const char *const *names, papni_alphabet *to, error *e)
{
  status s = PAPNI_OK;
  for (size_t k = 0; k < from->size; k++) {
    const char *ret = new_name (from, names, k);
    if (!from->letters[k].paired || renamed_pops_any (from, names, ret))
      continue;
    for (size_t c = 0; !s && c < from->size; c++)
      if (from->letters[c].kind == PAPNI_CALL && alphabet_pops (from, (symbol) k, (symbol) c)) {
        const char *call = new_name (from, names, c);
        s = alphabet_pair (to, (text_span){ call, strlen (call) }, (text_span){ ret, strlen (ret) }, (position){ 0 },
                           e);
      }
  }
  return s;
}

papni_alphabet *rename_alphabet (const papni_alphabet *from, const char *const *names, error *e)
{
  papni_alphabet *made = papni_alphabet_new (&from->memory, e), *renamed = NULL;
  if (!made)
    return NULL;
  status s = rename_symbols (from, names, made, e);
  if (!s)
    s = rename_pairs (from, names, made, e);
  symbol *order = s ? NULL : alphabet_order (made);
  if (order)
    renamed = alphabet_copy (made, order, e);
  else if (!s)
    no_memory (e);
  release (&from->memory, order, made->size, sizeof *order);
  papni_alphabet_free (made);
  return renamed;
}
