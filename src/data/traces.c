/* traces.c - splits words into inputs and outputs. Each symbol is split once. */
#include "data/traces.h"

#include <string.h>

/* What a symbol of the samples means. */
typedef struct trace_part
{
  bool known;
  symbol input; /* PAPNI_NO_SYMBOL: /output */
  uint8_t output;
} trace_part;

typedef struct splitting
{
  traces *traces;
  const papni_samples *samples;
  papni_machine machine;
  trace_part *parts; /* by symbol */
  bool any;          /* output is known */
  error *error;
} splitting;

static position trace_position (const papni_word *word)
{
  return (position){ word->file, word->line, word->file ? 1 : 0 };
}

static status trace_fail (const splitting *p, const papni_word *word, size_t at, const char *what)
{
  return fail_at (p->error, PAPNI_INPUT, trace_position (word), "symbol %zu of this word, '%s', %s", at + 1,
                  p->samples->alphabet->letters[word->symbols[at]].name, what);
}

static status trace_output (const splitting *p, text_span output, uint8_t *number)
{
  traces *t = p->traces;
  const uint32_t found = names_enter (&t->memory, &t->names, (piece){ output.text, output.text + output.length });
  if (found == NO_NAME)
    return no_memory (p->error);
  if (found >= MOST_OUTPUTS)
    return fail (p->error, PAPNI_INPUT, "more than %d different outputs: group them, for instance numbers by size",
                 (int) MOST_OUTPUTS);
  *number = (uint8_t) (found + 1);
  return PAPNI_OK;
}

/* Declares an input, with the kind of the symbol that has this name. */
static status trace_input (const splitting *p, text_span input, position at, symbol *number)
{
  papni_alphabet *inputs = p->traces->alphabet;
  const papni_alphabet *all = p->samples->alphabet;
  const symbol same = papni_alphabet_find (all, input.text, input.length);
  const papni_kind kind = same == PAPNI_NO_SYMBOL ? PAPNI_INTERNAL : (papni_kind) all->letters[same].kind;
  const status s = kind == PAPNI_INTERNAL
                       ? PAPNI_OK
                       : alphabet_declare (inputs, kind, input.text, input.length, (position){ NULL, 0, 0 }, p->error);
  return s ? s : alphabet_intern (inputs, input.text, input.length, at, number, p->error);
}

static status split_symbol (splitting *p, const papni_word *word, size_t at)
{
  const symbol s = word->symbols[at];
  trace_part *part = &p->parts[s];
  text_span input, output;
  const bool slash = trace_split (letter_name (&p->samples->alphabet->letters[s]), &input, &output);
  *part = (trace_part){ .input = PAPNI_NO_SYMBOL };
  if (slash && !output.length)
    return trace_fail (p, word, at, "has no output after the slash: write input/output, or input/? if it is unknown");
  if (!input.length && p->machine == PAPNI_MEALY)
    return trace_fail (p, word, at, "has no input before the slash: write input/output");
  status failed = slash && !output_is_unknown (output) ? trace_output (p, output, &part->output) : PAPNI_OK;
  if (!failed && input.length)
    failed = trace_input (p, input, trace_position (word), &part->input);
  p->any |= part->output != 0;
  part->known = !failed;
  return failed;
}

static status split_word (splitting *p, const papni_word *word)
{
  traces *t = p->traces;
  papni_samples *inputs = t->inputs;
  uint8_t start = 0;
  size_t length = 0;
  if (word->label == PAPNI_REJECT)
    return fail_at (p->error, PAPNI_INPUT, trace_position (word),
                    "a rejected word: a machine is learned from traces without labels");
  if (!samples_reserve (inputs, word->length)
      || !reserve (&t->memory, &t->outputs, &t->capacity, inputs->used + word->length + 1, sizeof *t->outputs))
    return no_memory (p->error);
  for (size_t i = 0; i < word->length; i++) {
    const trace_part *part = &p->parts[word->symbols[i]];
    const status s = part->known ? PAPNI_OK : split_symbol (p, word, i);
    if (s)
      return s;
    if (part->input != PAPNI_NO_SYMBOL) {
      t->outputs[inputs->used + length] = part->output;
      inputs->flat[inputs->used + length++] = part->input;
    } else if (i)
      return trace_fail (p, word, i, "has no input: only the first may, for the output of the start");
    else
      start = part->output;
  }
  t->outputs[inputs->used + length] = start;
  return samples_end_word (inputs, length, PAPNI_UNKNOWN, word->file, word->line, p->error);
}

static status split_words (splitting *p)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  status s = PAPNI_OK;
  papni_word first = { 0 };
  while (!s && papni_samples_next (p->samples, &cursor, &word)) {
    first = cursor.word == 1 ? word : first;
    s = split_word (p, &word);
  }
  if (!s && !p->any)
    s = fail_at (p->error, PAPNI_INPUT, trace_position (&first),
                 "no symbol has an output: write each as input/output, as in coin/tea");
  return s;
}

status traces_init (traces *t, const papni_samples *samples, papni_machine machine, error *e)
{
  const size_t letters = samples->alphabet->size;
  *t = (traces){ .memory = samples->memory };
  t->alphabet = papni_alphabet_new (&samples->memory, e);
  t->inputs = t->alphabet ? papni_samples_new (t->alphabet, e) : NULL;
  splitting p = { .traces = t, .samples = samples, .machine = machine, .error = e };
  p.parts = t->inputs ? allocate_zeroed (&t->memory, letters, sizeof *p.parts) : NULL;
  status s = p.parts ? split_words (&p) : no_memory (e);
  release (&t->memory, p.parts, letters, sizeof *p.parts);
  return s ? s : alphabet_add_pairs (t->alphabet, samples->alphabet, e);
}

void traces_release (traces *t)
{
  papni_samples_free (t->inputs);
  papni_alphabet_free (t->alphabet);
  release (&t->memory, t->outputs, t->capacity, sizeof *t->outputs);
  names_release (&t->memory, &t->names);
}
