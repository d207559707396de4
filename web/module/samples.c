/* samples.c - alphabets, samples and documents, and the nesting that is found in them. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* {"symbols": [[name, kind]...], "lexer": name} */
papni_status web_alphabet (web *w, const papni_alphabet *alphabet)
{
  const size_t size = papni_alphabet_size (alphabet);
  web_begin (w);
  web_print (w, "{\"symbols\":[");
  for (size_t i = 0; i < size; i++) {
    web_print (w, i ? ",[" : "[");
    web_print_string (w, papni_alphabet_name (alphabet, (papni_symbol) i));
    web_print (w, ",%d]", (int) papni_alphabet_kind (alphabet, (papni_symbol) i));
  }
  web_print (w, "],\"lexer\":");
  web_print_string (w, papni_alphabet_lexer (alphabet));
  web_print (w, "}");
  return web_end (w, PAPNI_OK);
}

/* `lexer` may be NULL; a format that is not known is "auto". */
papni_status web_read (web *w, papni_samples *samples, const char *bytes, size_t size, const char *format,
                       papni_lexer *lexer)
{
  static const char *const names[] = { [PAPNI_FORMAT_TOKENS] = "tokens",
                                       [PAPNI_FORMAT_CHARS] = "chars",
                                       [PAPNI_FORMAT_ABBADINGO] = "abbadingo",
                                       [PAPNI_FORMAT_CSV] = "csv" };
  papni_reading reading = { .format = PAPNI_FORMAT_AUTO, .lexer = lexer };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i] && !strcmp (names[i], format))
      reading.format = (papni_format) i;
  web_begin (w);
  return papni_samples_read (samples, bytes, size, "words", &reading, &w->error);
}

papni_status web_add_document (web *w, papni_samples *samples, papni_lexer *lexer, const char *bytes, size_t size,
                               int label)
{
  web_begin (w);
  const papni_status status = papni_lexer_bytes (lexer, bytes, size, "words", 1, &w->error);
  return status ? status : papni_samples_add_document (samples, lexer, (papni_label) label, &w->error);
}

/* [[label, line, [symbol...]]...] */
papni_status web_words (web *w, const papni_samples *samples)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  web_begin (w);
  web_print (w, "[");
  for (bool first = true; papni_samples_next (samples, &cursor, &word); first = false) {
    web_print (w, first ? "[%d,%zu," : ",[%d,%zu,", (int) word.label, word.line);
    web_print_symbols (w, word.symbols, word.length);
    web_print (w, "]");
  }
  web_print (w, "]");
  return web_end (w, PAPNI_OK);
}

/* [[name, kind, partner, problem, line, column]...], the last one for the document's end */
papni_status web_tokens (web *w, papni_lexer *lexer, const char *bytes, size_t size)
{
  papni_token token = { .name = "" };
  web_begin (w);
  papni_status status = papni_lexer_bytes (lexer, bytes, size, "words", 1, &w->error);
  web_print (w, "[");
  for (bool first = true; !status && token.name; first = false) {
    status = papni_lexer_next (lexer, &token, &w->error);
    if (status)
      break;
    web_print (w, first ? "[" : ",[");
    web_print_string (w, token.name);
    web_print (w, ",%d,", (int) token.kind);
    web_print_string (w, token.partner);
    web_print (w, ",");
    web_print_string (w, token.problem);
    web_print (w, ",%zu,%zu]", token.line, token.column);
  }
  web_print (w, "]");
  return web_end (w, status);
}

/* [[word, at, mismatch]...]: the words that are not well-matched, and the symbol where */
papni_status web_mismatches (web *w, const papni_samples *samples)
{
  static const char *const names[] = { [PAPNI_MISMATCH_NO_CALL] = "no call",
                                       [PAPNI_MISMATCH_WRONG_CALL] = "wrong call",
                                       [PAPNI_MISMATCH_OPEN_CALLS] = "open calls" };
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  web_begin (w);
  papni_encoder *encoder = papni_encoder_new (papni_samples_alphabet (samples), &w->error);
  papni_status status = encoder ? PAPNI_OK : w->error.code;
  const char *separator = "";
  web_print (w, "[");
  for (size_t i = 0; !status && papni_samples_next (samples, &cursor, &word); i++) {
    status = papni_encode (encoder, word.symbols, word.length, &encoding, &w->error);
    if (status || encoding.mismatch == PAPNI_MISMATCH_NONE)
      continue;
    web_print (w, "%s[%zu,%zu,\"%s\"]", separator, i, encoding.at, names[encoding.mismatch]);
    separator = ",";
  }
  web_print (w, "]");
  papni_encoder_free (encoder);
  return web_end (w, status);
}

/* The names of the symbols of a kind; for a return, [name, [call that it pops...]]. */
static void print_kind (web *w, const papni_alphabet *alphabet, papni_kind kind)
{
  const size_t size = papni_alphabet_size (alphabet);
  const char *separator = "";
  web_print (w, "[");
  for (size_t i = 0; i < size; i++) {
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) != kind)
      continue;
    web_print (w, kind == PAPNI_RETURN ? "%s[" : "%s", separator);
    web_print_string (w, papni_alphabet_name (alphabet, (papni_symbol) i));
    separator = ",";
    if (kind != PAPNI_RETURN)
      continue;
    const char *before = "";
    web_print (w, ",[");
    for (size_t c = 0; c < size; c++)
      if (papni_alphabet_kind (alphabet, (papni_symbol) c) == PAPNI_CALL
          && papni_alphabet_pops (alphabet, (papni_symbol) i, (papni_symbol) c)) {
        web_print (w, "%s", before);
        web_print_string (w, papni_alphabet_name (alphabet, (papni_symbol) c));
        before = ",";
      }
    web_print (w, "]]");
  }
  web_print (w, "]");
}

/* Adds the symbols of one alphabet to another, as a word of unknown label does. */
static papni_status copy_symbols (const papni_alphabet *from, papni_alphabet *to, papni_error *error)
{
  const size_t size = papni_alphabet_size (from);
  const char **names = malloc ((size + 1) * sizeof *names);
  papni_samples *samples = names ? papni_samples_new (to, error) : NULL;
  papni_status status = samples ? PAPNI_OK : names ? error->code : PAPNI_MEMORY;
  for (size_t i = 0; names && i < size; i++)
    names[i] = papni_alphabet_name (from, (papni_symbol) i);
  if (!status)
    status = papni_samples_add (samples, names, size, PAPNI_UNKNOWN, error);
  papni_samples_free (samples);
  free (names);
  return status;
}

/* {"lines": what declares it in a file, "flatBits": ..., "bits": ..., "calls": [name...],
 * "returns": [[name, [call that it pops...]]...]} */
papni_status web_nesting (web *w, const papni_samples *samples)
{
  web_begin (w);
  papni_nesting *found = papni_find_nesting (samples, &web_watch, &w->error);
  papni_alphabet *alphabet = found ? papni_alphabet_new (NULL, &w->error) : NULL;
  papni_status status = alphabet ? papni_nesting_declare (found, alphabet, &w->error) : w->error.code;
  if (!status)
    status = copy_symbols (papni_samples_alphabet (samples), alphabet, &w->error);
  if (!status) {
    web_print (w, "{\"lines\":");
    web_print_string (w, papni_nesting_lines (found));
    web_print (w, ",\"flatBits\":%.2f,\"bits\":%.2f,\"calls\":", papni_nesting_flat_bits (found),
               papni_nesting_bits (found));
    print_kind (w, alphabet, PAPNI_CALL);
    web_print (w, ",\"returns\":");
    print_kind (w, alphabet, PAPNI_RETURN);
    web_print (w, "}");
  }
  papni_alphabet_free (alphabet);
  papni_nesting_free (found);
  return web_end (w, status);
}
