/* traces.c - splits words into inputs and outputs. Each symbol is split once. */
#include "data/traces.h"

#include <string.h>

/* What a symbol of the samples means. */
typedef struct trace_part
{
  symbol input;   /* PAPNI_NO_SYMBOL: /output, or not known yet */
  uint8_t output; /* 1 + its number; 0: unknown */
  bool known;
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

/* The slow path: a new symbol, or one that is not allowed here. */
static status split_closely (splitting *p, const symbol *symbols, size_t at)
{
  const trace_part *part = &p->parts[symbols[at]];
  const papni_word word = samples_word_at (p->samples, (size_t) (symbols - p->samples->flat));
  const status s = part->known ? PAPNI_OK : split_symbol (p, &word, at);
  if (s || part->input != PAPNI_NO_SYMBOL || !at)
    return s;
  return trace_fail (p, &word, at, "has no input: only the first may, for the output of the start");
}

/* Splits a word; its end in *end. */
static status split_word (splitting *p, const symbol *symbols, size_t *end)
{
  papni_samples *inputs = p->traces->inputs;
  uint8_t *outputs = p->traces->outputs + inputs->used;
  symbol *to = inputs->flat + inputs->used;
  const trace_part *parts = p->parts;
  uint8_t start = 0;
  size_t length = 0, i = 0;
  for (; !is_end (symbols[i]); i++) {
    trace_part part = parts[symbols[i]];
    if (part.input == PAPNI_NO_SYMBOL) {
      const status s = part.known && !i ? PAPNI_OK : split_closely (p, symbols, i);
      if (s)
        return s;
      part = parts[symbols[i]];
      if (part.input == PAPNI_NO_SYMBOL) {
        start = part.output;
        continue;
      }
    }
    outputs[length] = part.output;
    to[length++] = part.input;
  }
  outputs[length] = start;
  samples_put_word (inputs, length, PAPNI_UNKNOWN);
  *end = i;
  return PAPNI_OK;
}

static status split_words (splitting *p)
{
  traces *t = p->traces;
  const papni_samples *samples = p->samples;
  const bool room = samples_reserve (t->inputs, samples->used) /* for all words */
                    && samples_copy_lines (t->inputs, samples)
                    && reserve (&t->memory, &t->outputs, &t->capacity, samples->used + 1, sizeof *t->outputs);
  status s = room ? PAPNI_OK : no_memory (p->error);
  size_t length = 0;
  for (size_t at = 0; !s && at < samples->used; at += length + 1) {
    s = split_word (p, samples->flat + at, &length);
    if (!s && samples->flat[at + length] == END + PAPNI_REJECT) {
      const papni_word word = samples_word_at (samples, at);
      return fail_at (p->error, PAPNI_INPUT, trace_position (&word),
                      "a rejected word: a machine is learned from traces without labels");
    }
  }
  if (!s && !p->any) {
    const papni_word first = samples_word_at (samples, 0);
    s = fail_at (p->error, PAPNI_INPUT, trace_position (&first),
                 "no symbol has an output: write each as input/output, as in coin/tea");
  }
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
  for (size_t i = 0; p.parts && i < letters; i++)
    p.parts[i].input = PAPNI_NO_SYMBOL;
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
