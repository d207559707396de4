/* lex.c - bytes as a document, for each lexer. Chunks of any size must give the same
 * tokens, with increasing positions.
 *
 * The first byte selects the lexer: 0 json, 1 xml, 2 xml with attributes, 3 chars, 4
 * words, 5 rules. The second selects the sizes of the chunks. */
#include "tokens.h"

static const char *const lexers[] = {
  "json",
  "xml",
  "xml:attributes",
  "chars",
  "words",
  "rules:\n( \\(\n) \\)\n%pair ( )\nname [a-z]+\ntext \"[^\"]*\"\nnote /\\*(?s:.*?)\\*/\n%skip note\nend ^end$\n"
};

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (size < 2)
    return 0;
  papni_error error;
  papni_lexer *lexer = papni_lexer_new (lexers[bytes[0] % 6], NULL, &error);
  MUST (lexer);
  must_be_same_in_pieces (lexer, bytes + 2, size - 2, bytes[1]);
  papni_lexer_free (lexer);
  return 0;
}
