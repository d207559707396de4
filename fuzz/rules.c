/* rules.c - bytes as rules for a lexer, and as a document for it.
 *
 * The first byte selects the sizes of the document's chunks. Then come the rules, and after a
 * zero byte the document. */
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

/* "rules:", a newline, and the text. */
static papni_lexer *make_own (const uint8_t *rules, size_t size, papni_error *error)
{
  static const char before[] = "rules:\n";
  char *name = malloc (sizeof before + size);
  MUST (name);
  memcpy (name, before, sizeof before - 1);
  memcpy (name + sizeof before - 1, rules, size);
  name[sizeof before - 1 + size] = 0;
  papni_lexer *lexer = papni_lexer_new (name, NULL, error);
  free (name);
  return lexer;
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (!size)
    return 0;
  const uint8_t how = *bytes++;
  const uint8_t *end = memchr (bytes, 0, --size);
  const size_t length = end ? (size_t) (end - bytes) : size;
  papni_error error;
  papni_lexer *lexer = make_own (bytes, length, &error);
  must_explain (lexer ? PAPNI_OK : error.code, &error, bytes, length);
  if (lexer && end)
    must_be_same_in_pieces (lexer, end + 1, size - length - 1, how);
  papni_lexer_free (lexer);
  return 0;
}
