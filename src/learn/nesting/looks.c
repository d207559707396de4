/* looks.c - names that look as if they nest, for warnings. */
#include "learn/nesting/nesting.h"

#include "data/alike.h"

#include <stdio.h>
#include <string.h>

/* Words that nest where both occur, but that may also be ordinary events. */
static const char *const bare[][2] = {
  { "open", "close" }, { "enter", "exit" }, { "enter", "leave" }, { "push", "pop" },   { "call", "return" },
  { "Begin", "End" },  { "OPEN", "CLOSE" }, { "ENTER", "EXIT" },  { "Open", "Close" }, { "PUSH", "POP" },
};

static bool looks_flat (const papni_alphabet *alphabet)
{
  for (size_t i = 0; i < alphabet->size; i++)
    if (alphabet->letters[i].kind != PAPNI_INTERNAL)
      return false;
  return true;
}

/* The return of a call of form k, or PAPNI_NO_SYMBOL. */
static symbol looks_partner (const papni_alphabet *alphabet, size_t call, size_t k, alike *a)
{
  return alike_as_call (alphabet->letters[call].name, k, a)
             ? papni_alphabet_find (alphabet, a->partner, strlen (a->partner))
             : PAPNI_NO_SYMBOL;
}

static bool looks_bare (const papni_alphabet *alphabet, papni_symbol *call, papni_symbol *ret)
{
  for (size_t k = 0; k < sizeof bare / sizeof *bare; k++) {
    *call = papni_alphabet_find (alphabet, bare[k][0], strlen (bare[k][0]));
    *ret = papni_alphabet_find (alphabet, bare[k][1], strlen (bare[k][1]));
    if (*call != PAPNI_NO_SYMBOL && *ret != PAPNI_NO_SYMBOL)
      return true;
  }
  return false;
}

bool papni_looks_nested (const papni_samples *samples, papni_symbol *call, papni_symbol *ret)
{
  const papni_alphabet *alphabet = samples->alphabet;
  alike a;
  if (!looks_flat (alphabet))
    return false;
  for (size_t k = 0; k < ALIKE_FORMS; k++)
    for (size_t i = 0; i < alphabet->size; i++) {
      *call = (symbol) i;
      *ret = looks_partner (alphabet, i, k, &a);
      if (*ret != PAPNI_NO_SYMBOL)
        return true;
    }
  return looks_bare (alphabet, call, ret);
}

bool papni_looks_like_pattern (const papni_samples *samples, char pattern[PAPNI_PATTERN_SIZE])
{
  const papni_alphabet *alphabet = samples->alphabet;
  alike a;
  for (size_t k = 0; looks_flat (alphabet) && k < ALIKE_FORMS; k++) {
    size_t count = 0;
    for (size_t i = 0; i < alphabet->size && count < 2; i++)
      if (looks_partner (alphabet, i, k, &a) != PAPNI_NO_SYMBOL) {
        snprintf (pattern, PAPNI_PATTERN_SIZE, "%s %s", a.call_form, a.ret_form);
        count++;
      }
    if (count)
      return count > 1 && pattern[0] != ' ' && !strchr (a.call_form, ' ');
  }
  return false;
}
