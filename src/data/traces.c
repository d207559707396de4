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

/* Declares the input of a symbol, with the kind of the symbol that has its name, or else of the
 * symbol itself. */
static status trace_input (const splitting *p, symbol whole, text_span input, position at, symbol *number)
{
  papni_alphabet *inputs = p->traces->alphabet;
  const papni_alphabet *all = p->samples->alphabet;
  const symbol same = papni_alphabet_find (all, input.text, input.length);
  const papni_kind own = same == PAPNI_NO_SYMBOL ? PAPNI_INTERNAL : (papni_kind) all->letters[same].kind;
  const papni_kind kind = own == PAPNI_INTERNAL ? (papni_kind) all->letters[whole].kind : own;
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
    failed = trace_input (p, s, input, trace_position (word), &part->input);
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

/* Calls and returns may be declared by the forms of their names: those of inputs. */
static status trace_patterns (const splitting *p)
{
  const papni_alphabet *all = p->samples->alphabet;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < all->pattern_count; i++)
    s = papni_alphabet_pattern (p->traces->alphabet, all->patterns[i].call.text, all->patterns[i].ret.text, p->error);
  return s;
}

/* The input that a declared symbol stands for: itself, unless it is a symbol of words. */
static text_span declared_input (const splitting *p, symbol s)
{
  const symbol input = p->parts[s].known ? p->parts[s].input : PAPNI_NO_SYMBOL;
  return letter_name (input == PAPNI_NO_SYMBOL ? &p->samples->alphabet->letters[s]
                                               : &p->traces->alphabet->letters[input]);
}

static status trace_pairs (const splitting *p)
{
  const map *pairs = &p->samples->alphabet->pairs;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < pairs->capacity; i++)
    if (pairs->entries[i].age == pairs->age)
      s = alphabet_pair (p->traces->alphabet, declared_input (p, (symbol) (pairs->entries[i].key & 0xffff)),
                         declared_input (p, (symbol) (pairs->entries[i].key >> 16)), (position){ NULL, 0, 0 },
                         p->error);
  return s;
}

static status traces_split (traces *t, const papni_samples *samples, papni_machine machine, error *e)
{
  const size_t letters = samples->alphabet->size;
  splitting p = { .traces = t, .samples = samples, .machine = machine, .error = e };
  p.parts = allocate_zeroed (&t->memory, letters, sizeof *p.parts);
  for (size_t i = 0; p.parts && i < letters; i++)
    p.parts[i].input = PAPNI_NO_SYMBOL;
  status s = p.parts ? trace_patterns (&p) : no_memory (e);
  if (!s)
    s = split_words (&p);
  if (!s)
    s = trace_pairs (&p);
  release (&t->memory, p.parts, letters, sizeof *p.parts);
  return s;
}

status traces_init (traces *t, const papni_samples *samples, papni_machine machine, error *e)
{
  *t = (traces){ .memory = samples->memory };
  t->alphabet = papni_alphabet_new (&samples->memory, e);
  t->inputs = t->alphabet ? papni_samples_new (t->alphabet, e) : NULL;
  return t->inputs ? traces_split (t, samples, machine, e) : PAPNI_MEMORY;
}

papni_status papni_samples_inputs (const papni_samples *samples, papni_samples *inputs, papni_error *e)
{
  traces t = { .memory = inputs->memory, .alphabet = inputs->alphabet, .inputs = inputs };
  if (inputs->size)
    return fail (e, PAPNI_USAGE, "the samples for the inputs of traces must be empty");
  const status s = traces_split (&t, samples, PAPNI_MOORE, e);
  t.alphabet = NULL;
  t.inputs = NULL;
  traces_release (&t);
  return s;
}

void traces_release (traces *t)
{
  papni_samples_free (t->inputs);
  papni_alphabet_free (t->alphabet);
  release (&t->memory, t->outputs, t->capacity, sizeof *t->outputs);
  names_release (&t->memory, &t->names);
}
