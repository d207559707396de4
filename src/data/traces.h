/* traces.h - words of inputs with outputs, for machines.
 *
 * A symbol of a trace is named input/output; the last slash separates. An output that is
 * not known is written ? or left out, with its slash. In a trace of a Moore machine, the
 * first symbol may be /output: that of the start. */
#ifndef DATA_TRACES_H
#define DATA_TRACES_H

#include "base/names.h"
#include "data/sample.h"

enum
{
  MOST_OUTPUTS = 254 /* an output is a label of the tree, which has one byte */
};

/* The parts of a name; false if it has no slash, and the input is all of it. */
static inline bool trace_split (text_span name, text_span *input, text_span *output)
{
  size_t slash = name.length;
  while (slash && name.text[slash - 1] != '/')
    slash--;
  *input = (text_span){ name.text, slash ? slash - 1 : name.length };
  *output = (text_span){ name.text + slash, slash ? name.length - slash : 0 };
  return slash;
}

/* Is it written ?, or left out? */
static inline bool output_is_unknown (text_span output)
{
  return !output.length || (output.length == 1 && *output.text == '?');
}

/* The words without their outputs, and the outputs beside them. */
typedef struct traces
{
  allocator memory;
  papni_alphabet *alphabet; /* of the inputs */
  papni_samples *inputs;    /* without labels */
  uint8_t *outputs;         /* for each entry of inputs->flat, 1 + the number of the output, or 0: unknown; at an end
                               mark, the output of the start */
  size_t capacity;
  names names; /* of the outputs */
} traces;

/* Splits the words of samples. PAPNI_INPUT, with file and line, for a symbol that is no
 * input with an output, and for a rejected word. Must be released in any case. */
status traces_init (traces *t, const papni_samples *samples, papni_machine machine, error *e);
void traces_release (traces *t);

/* The name of an output, by its label, which is not 0. */
static inline text_span traces_name (const names *n, unsigned label)
{
  return (text_span){ n->text + n->list[label - 1].begin, n->list[label - 1].length };
}

#endif
