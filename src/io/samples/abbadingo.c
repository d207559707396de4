/* abbadingo.c - the format of the Abbadingo competition: a header with the numbers of
 * words and symbols, then `label length symbol...` for each word. FlexFringe writes the
 * number of attributes of a symbol after the number of symbols, `2:0`. */
#include "io/samples/reader.h"

#include <string.h>

static bool read_number (span text, size_t *number)
{
  *number = 0;
  for (const char *c = text.begin; c < text.end; c++) {
    if (*c < '0' || *c > '9' || *number > SIZE_MAX / 16)
      return false;
    *number = 10 * *number + (size_t) (*c - '0');
  }
  return text.begin < text.end;
}

static status read_header (reader *r, size_t *words, size_t *symbols)
{
  span line = { r->next, r->next }, first, second, rest;
  while (next_line (r, &line) && trim (line).begin == trim (line).end)
    ;
  const bool two = next_token (&line, &first) && next_token (&line, &second) && !next_token (&line, &rest);
  const char *colon = two ? memchr (second.begin, ':', (size_t) (second.end - second.begin)) : NULL;
  size_t attributes = 0;
  if (two && read_number (first, words) && read_number ((span){ second.begin, colon ? colon : second.end }, symbols)
      && (!colon || read_number ((span){ colon + 1, second.end }, &attributes))) {
    if (!attributes)
      return PAPNI_OK;
    return reader_fail (
        r, colon + 1, "symbols with attributes cannot be read: write the words without them, with the header %zu %zu:0",
        *words, *symbols);
  }
  return reader_fail (r, r->line_text, "the first line must be the numbers of words and of symbols");
}

/* The symbols that the file uses. */
typedef struct used
{
  uint64_t bits[0x10000 / 64];
  size_t count;
} used;

static void note (used *u, const symbol *word, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    const uint64_t bit = (uint64_t) 1 << word[i] % 64;
    u->count += !(u->bits[word[i] / 64] & bit);
    u->bits[word[i] / 64] |= bit;
  }
}

static status read_word (reader *r, span line, used *u)
{
  span label_text, length_text;
  size_t wanted, length = 0;
  papni_label label = PAPNI_UNKNOWN;
  next_token (&line, &label_text);
  if (!span_is (label_text, "-1") && (span_is (label_text, "-") || !read_label (r, label_text, &label)))
    return reader_fail (r, label_text.begin, "'%s' is not a label: expected 1, 0, or -1 for unknown",
                        quote (label_text).text);
  next_token (&line, &length_text);
  if (!read_number (length_text, &wanted))
    return reader_fail (r, length_text.begin, "expected the length of the word, a number");
  const status s = read_tokens (r, line, &length);
  if (s)
    return s;
  if (length != wanted)
    return reader_fail (r, length_text.begin, "the word has %zu symbols, but its length is given as %zu", length,
                        wanted);
  note (u, r->samples->flat + r->samples->used, length);
  return samples_end_word (r->samples, length, label, r->file, r->line, r->error);
}

status read_abbadingo (reader *r)
{
  size_t words = 0, symbols = 0;
  status s = read_header (r, &words, &symbols);
  const size_t header = r->line, before = r->samples->size;
  used u = { .count = 0 };
  for (span line; !s && next_line (r, &line);)
    if (trim (line).begin < trim (line).end)
      s = read_word (r, line, &u);
  if (s)
    return s;
  const size_t found = r->samples->size - before;
  const position at = { r->file, header, 1 };
  if (found != words)
    return fail_at (r->error, PAPNI_INPUT, at, "the file has %zu word%s, but the header says %zu", found,
                    found == 1 ? "" : "s", words);
  if (u.count > symbols)
    return fail_at (r->error, PAPNI_INPUT, at, "the file has %zu symbol%s, but the header says %zu", u.count,
                    u.count == 1 ? "" : "s", symbols);
  return PAPNI_OK;
}
