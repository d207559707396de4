/* alphabets.c - warns about symbols that one of two models lacks or declares
 * differently. */
#include "cli.h"

#include <string.h>

typedef enum concern
{
  LACKS,
  DIFFERS /* only possible with a dfa, which has no stack */
} concern;

static bool is_concerned (const papni_alphabet *own, const papni_alphabet *other, papni_symbol s, concern what)
{
  const char *name = papni_alphabet_name (other, s);
  const papni_symbol found = papni_alphabet_find (own, name, strlen (name));
  if (what == LACKS || found == PAPNI_NO_SYMBOL)
    return what == LACKS && found == PAPNI_NO_SYMBOL;
  return papni_alphabet_kind (own, found) != papni_alphabet_kind (other, s);
}

/* Lists the symbols that one model lacks or declares differently; false if there are
 * none. */
static bool print_concerned (const char *const names[2], papni_model *const models[2], int which, concern what)
{
  enum
  {
    SHOWN = 8
  };
  const papni_alphabet *own = papni_model_alphabet (models[which]), *other = papni_model_alphabet (models[!which]);
  size_t count = 0;
  for (size_t i = 0; i < papni_alphabet_size (other); i++) {
    if (!is_concerned (own, other, (papni_symbol) i, what) || ++count > SHOWN)
      continue;
    if (count == 1)
      fprintf (stderr, "papni: %s %s:", shown (names[which]),
               what == LACKS ? "lacks the symbols" : "is a dfa that declares these symbols differently");
    fputc (' ', stderr);
    print_name (stderr, papni_alphabet_name (other, (papni_symbol) i));
  }
  if (count > SHOWN)
    fprintf (stderr, " ... (%zu more)", count - SHOWN);
  return count;
}

void compare_alphabets (const char *const names[2], papni_model *const models[2])
{
  for (int i = 0; i < 2; i++) {
    if (print_concerned (names, models, i, LACKS))
      fputs ("; it rejects every word that contains one of them\n", stderr);
    if (papni_model_kind_of (models[i]) == PAPNI_DFA && papni_model_kind_of (models[!i]) != PAPNI_DFA
        && print_concerned (names, models, i, DIFFERS))
      fprintf (stderr, "; the declarations of %s are used\n", shown (names[!i]));
  }
}
