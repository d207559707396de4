/* pairs.c - the symbols of a trace, input/output, from inputs and outputs that a file has
 * apart: two columns, or two lists. */
#include "io/samples/reader.h"

#include <string.h>

/* One symbol; an empty input is that of the start. */
status read_pair_symbol (reader *r, span input, span output, size_t *length)
{
  papni_samples *samples = r->samples;
  const size_t given = (size_t) (input.end - input.begin), result = (size_t) (output.end - output.begin);
  if (!samples_reserve (samples, *length + 1)
      || !reserve (&samples->memory, &r->pair, &r->pair_capacity, given + result + 2, 1))
    return no_memory (r->error);
  if (given)
    memcpy (r->pair, input.begin, given);
  r->pair[given] = '/';
  memcpy (r->pair + given + 1, result ? output.begin : "?", result ? result : 1);
  if (result && memchr (output.begin, '/', result))
    return reader_fail (r, r->line_text, "the output '%s' has a slash, which separates inputs from outputs: replace it",
                        quote (output).text);
  symbol *out = &samples->flat[samples->used + *length];
  const status s = alphabet_intern (samples->alphabet, r->pair, given + 1 + (result ? result : 1),
                                    reader_at (r, r->line_text), out, r->error);
  *length += !s;
  return s;
}

static size_t count_tokens (span text)
{
  size_t count = 0;
  for (span token; next_token (&text, &token);)
    count++;
  return count;
}

status read_pairs (reader *r, span inputs, span outputs, size_t *length)
{
  const size_t given = count_tokens (inputs), results = count_tokens (outputs);
  span input = { inputs.begin, inputs.begin }, output;
  status s = PAPNI_OK;
  if (results != given && results != given + 1)
    return pairs_differ (r, given, results);
  if (results > given) {
    next_token (&outputs, &output);
    s = read_pair_symbol (r, input, output, length);
  }
  while (!s && next_token (&inputs, &input) && next_token (&outputs, &output))
    s = read_pair_symbol (r, input, output, length);
  return s;
}

status pairs_differ (reader *r, size_t inputs, size_t outputs)
{
  return reader_fail (
      r, r->line_text,
      "%zu input%s, but %zu output%s: there must be one for each (? if unknown), and may be one for the "
      "start before them",
      inputs, inputs == 1 ? "" : "s", outputs, outputs == 1 ? "" : "s");
}
