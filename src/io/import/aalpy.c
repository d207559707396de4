/* aalpy.c - reads AALpy's and AutomataLib's DOT: a dfa, or a vpa with labels `a`, `( / push(x)` and `) /
 * pop(x)`, or a machine. The first line is `digraph NAME {`; then one state or edge per line.
 *
 * In a Moore machine, the label of a state is `s0|output`, and states come before edges. In a Mealy machine,
 * the label of every edge is `input/output` or `input / output`, and no state is a double circle. */
#include "data/traces.h"
#include "io/import/import.h"

typedef struct dot
{
  lines lines;
  sketch *sketch;
  piece *outputs; /* of states, in a Moore machine; `begin` is NULL: unknown */
  size_t output_capacity;
  char *name; /* room for input/output */
  size_t name_capacity;
  size_t outputs_found, plain_edges, output_edges;
  size_t edges, probable_edges; /* all, and those with a probability: .5 or input:.5 */
  bool fraction;                /* one of them has a point or a colon */
  bool accepts;                 /* a state is a double circle */
} dot;

static status import_aalpy_bad (dot *d, const char *byte, const char *what)
{
  return fail_at (d->sketch->error, PAPNI_INPUT, import_at (&d->lines, byte), "%s", what);
}

static piece trim_piece (piece p)
{
  while (p.begin < p.end && (*p.begin == ' ' || *p.begin == '\t'))
    p.begin++;
  while (p.end > p.begin && (p.end[-1] == ' ' || p.end[-1] == '\t' || p.end[-1] == ';'))
    p.end--;
  if (p.end - p.begin >= 2 && *p.begin == '"' && p.end[-1] == '"')
    p = (piece){ p.begin + 1, p.end - 1 };
  return p;
}

static const char *import_aalpy_find (piece p, const char *text)
{
  const size_t length = strlen (text);
  for (const char *at = p.begin; (size_t) (p.end - at) >= length; at++)
    if (!memcmp (at, text, length))
      return at;
  return NULL;
}

/* The value of label=, without quotes; empty if there is none. */
static piece label_of (piece attributes)
{
  const char *at = import_aalpy_find (attributes, "label=");
  if (!at)
    return (piece){ attributes.end, attributes.end };
  piece label = { at + strlen ("label="), attributes.end };
  if (label.begin < label.end && *label.begin == '"') {
    const char *end = memchr (label.begin + 1, '"', (size_t) (label.end - label.begin - 1));
    return (piece){ label.begin + 1, end ? end : label.end };
  }
  for (const char *c = label.begin; c < label.end; c++)
    if (strchr (" ,;]", *c))
      label.end = c;
  return label;
}

/* `( / push(x)`: splits the label into the symbol and what is pushed or popped. */
static action action_of (piece *label, piece *pushed)
{
  const char *slash = import_aalpy_find (*label, " / ");
  if (!slash)
    return KEEPS;
  piece what = { slash + 3, label->end };
  const bool push = (size_t) (what.end - what.begin) > 5 && !memcmp (what.begin, "push(", 5);
  const bool pop = (size_t) (what.end - what.begin) > 4 && !memcmp (what.begin, "pop(", 4);
  if ((!push && !pop) || what.end[-1] != ')')
    return KEEPS;
  *pushed = (piece){ what.begin + (push ? 5 : 4), what.end - 1 };
  label->end = slash;
  return push ? PUSHES : POPS;
}

/* Joins an input and an output, which is ? if it is unknown. */
static status join_output (dot *d, piece input, piece output, piece *joined)
{
  const bool unknown = !output.begin || piece_is (output, "None") || piece_is (output, "null");
  const size_t first = (size_t) (input.end - input.begin), second = unknown ? 1 : (size_t) (output.end - output.begin);
  if (!reserve (&d->sketch->memory, &d->name, &d->name_capacity, first + 1 + second, 1))
    return no_memory (d->sketch->error);
  memcpy (d->name, input.begin, first);
  d->name[first] = '/';
  memcpy (d->name + first + 1, unknown ? "?" : output.begin, second);
  *joined = (piece){ d->name, d->name + first + 1 + second };
  return PAPNI_OK;
}

/* The label of an edge to q in a machine, as input/output. */
static status machine_label (dot *d, papni_state q, piece *label)
{
  text_span input, output;
  if (d->outputs_found)
    return join_output (d, *label, d->outputs[q], label);
  const bool slash = trace_split ((text_span){ label->begin, (size_t) (label->end - label->begin) }, &input, &output);
  const piece one = trim_piece ((piece){ input.text, input.text + input.length });
  const piece other = trim_piece ((piece){ output.text, output.text + output.length });
  const bool both = slash && one.begin < one.end && other.begin < other.end;
  d->output_edges += both;
  d->plain_edges += !both;
  return both && !d->accepts ? join_output (d, one, other, label) : PAPNI_OK;
}

/* Counts the edges whose labels are, or end in, a probability. */
static void note_probability (dot *d, piece label)
{
  const char *number = label.end;
  bool point = false, digit = false;
  while (number > label.begin && ((number[-1] >= '0' && number[-1] <= '9') || (number[-1] == '.' && !point))) {
    point |= number[-1] == '.';
    digit |= number[-1] != '.';
    number--;
  }
  const bool colon = number > label.begin && number[-1] == ':';
  const bool small = digit && (*number == '0' || *number == '.' || (*number == '1' && (!point || number[1] == '.')));
  d->edges++;
  d->probable_edges += small && (colon || number == label.begin);
  d->fraction |= small && (point || colon);
}

static status read_edge (dot *d, piece from, piece to, piece attributes)
{
  sketch *s = d->sketch;
  piece label = label_of (attributes), pushed = { 0 };
  papni_state p, q = 0;
  if (piece_is (from, "__start0"))
    return sketch_state (s, to, &s->start);
  const action action = action_of (&label, &pushed);
  if (label.begin == label.end)
    return import_aalpy_bad (d, from.begin, "the edge has no label");
  status failed = sketch_state (s, from, &p);
  if (!failed)
    failed = sketch_state (s, to, &q);
  if (!failed && d->outputs_found && q >= d->outputs_found)
    failed = import_aalpy_bad (d, from.begin, "an edge to a state that has no output yet: states must come first");
  note_probability (d, label);
  if (!failed && action == KEEPS)
    failed = machine_label (d, q, &label);
  return failed ? failed : sketch_add (s, p, q, label, action, pushed);
}

/* The first byte of an output that is not UTF-8 or a control character, or its end. */
static const char *bad_byte (piece output)
{
  uint32_t c = 0;
  for (size_t size; output.begin < output.end; output.begin += size) {
    size = utf8_character (output.begin, (size_t) (output.end - output.begin), &c);
    if (!size || c < 0x20 || (c >= 0x7f && c < 0xa0))
      break;
  }
  return output.begin;
}

/* The output of a state of a Moore machine, after the bar in its label. */
static status read_output (dot *d, papni_state q, piece attributes)
{
  const piece label = label_of (attributes);
  const char *bar = memchr (label.begin, '|', (size_t) (label.end - label.begin));
  if (!bar || !import_aalpy_find (attributes, "record"))
    return PAPNI_OK;
  if (q != d->outputs_found)
    return import_aalpy_bad (d, label.begin, "all states of a Moore machine must have an output");
  if (!reserve (&d->sketch->memory, &d->outputs, &d->output_capacity, (size_t) q + 1, sizeof *d->outputs))
    return no_memory (d->sketch->error);
  const piece output = trim_piece ((piece){ bar + 1, label.end });
  if (bad_byte (output) != output.end)
    return import_aalpy_bad (d, bad_byte (output), "an output must be UTF-8, without control characters");
  d->outputs[d->outputs_found++] = output;
  return PAPNI_OK;
}

static status read_node (dot *d, piece name, piece attributes)
{
  papni_state q = 0;
  static const char *const not_nodes[] = { "__start0", "node", "edge", "graph" };
  for (size_t i = 0; i < sizeof not_nodes / sizeof *not_nodes; i++)
    if (piece_is (name, not_nodes[i]))
      return PAPNI_OK;
  const status failed = sketch_state (d->sketch, name, &q);
  if (failed)
    return failed;
  d->sketch->accepting[q] = import_aalpy_find (attributes, "doublecircle") != NULL;
  d->accepts |= d->sketch->accepting[q];
  return read_output (d, q, attributes);
}

static status import_aalpy_read_line (dot *d, piece line)
{
  const char *bracket = memchr (line.begin, '[', (size_t) (line.end - line.begin));
  const piece names = { line.begin, bracket ? bracket : line.end }, attributes = { names.end, line.end };
  const char *arrow = import_aalpy_find (names, "->");
  d->sketch->at = import_at (&d->lines, line.begin);
  if (arrow)
    return read_edge (d, trim_piece ((piece){ names.begin, arrow }), trim_piece ((piece){ arrow + 2, names.end }),
                      attributes);
  return bracket ? read_node (d, trim_piece (names), attributes) : PAPNI_OK;
}

/* What was read, as a model; a machine accepts its traces. */
static papni_model *dot_model (dot *d)
{
  sketch *s = d->sketch;
  const bool moore = d->outputs_found, mealy = d->output_edges && !d->plain_edges && !d->accepts;
  char *start = NULL;
  if (d->fraction && d->probable_edges == d->edges && !d->accepts) {
    fail_at (s->error, PAPNI_INPUT, (position){ s->at.file, 0, 0 },
             "a model with probabilities, which papni keeps as counts, but DOT has none: learn it from words, with "
             "--model mc, mdp or smm");
    return NULL;
  }
  for (size_t q = 0; (moore || mealy) && q < s->states.count; q++)
    s->accepting[q] = true;
  if (moore && s->start < d->outputs_found && !piece_is (d->outputs[s->start], "None")) {
    const piece output = d->outputs[s->start];
    start = copy_text (&s->memory, output.begin, (size_t) (output.end - output.begin));
    if (!start) {
      no_memory (s->error);
      return NULL;
    }
  }
  papni_model *model = sketch_model (s);
  if (model && (moore || mealy) && model_become_machine (model, moore ? PAPNI_MOORE : PAPNI_MEALY, start, s->error)) {
    papni_model_free (model);
    model = NULL;
  }
  release_text (&s->memory, start);
  return model;
}

papni_model *import_aalpy (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet, error *e)
{
  sketch s;
  dot d = { .lines = { bytes, bytes + size, bytes, { file, 0, 0 } }, .sketch = &s };
  piece line;
  status failed = sketch_begin (&s, alphabet, file, e);
  bool begun = false; /* the line with digraph was read: later ones may contain it as a symbol */
  while (!failed && import_line (&d.lines, &line)) {
    if (begun)
      failed = import_aalpy_read_line (&d, line);
    else if (import_aalpy_find (line, "digraph"))
      begun = true;
    else if (line.begin < line.end)
      failed = import_aalpy_bad (&d, line.begin, "not AALpy's DOT: expected 'digraph'");
  }
  papni_model *model = failed ? NULL : dot_model (&d);
  release (&s.memory, d.outputs, d.output_capacity, sizeof *d.outputs);
  release (&s.memory, d.name, d.name_capacity, 1);
  sketch_release (&s);
  return model;
}
