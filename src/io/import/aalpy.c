/* aalpy.c - reads AALpy's DOT: a dfa, or a vpa with labels `a`, `( / push(x)` and `) /
 * pop(x)`. The first line is `digraph NAME {`; then one state or edge per line. */
#include "io/import/import.h"

typedef struct dot
{
  lines lines;
  sketch *sketch;
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
  return failed ? failed : sketch_add (s, p, q, label, action, pushed);
}

static status read_node (dot *d, piece name, piece attributes)
{
  papni_state q = 0;
  static const char *const not_nodes[] = { "__start0", "node", "edge", "graph" };
  for (size_t i = 0; i < sizeof not_nodes / sizeof *not_nodes; i++)
    if (piece_is (name, not_nodes[i]))
      return PAPNI_OK;
  const status failed = sketch_state (d->sketch, name, &q);
  if (!failed)
    d->sketch->accepting[q] = import_aalpy_find (attributes, "doublecircle") != NULL;
  return failed;
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

papni_model *import_aalpy (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet, error *e)
{
  sketch s;
  dot d = { { bytes, bytes + size, bytes, { file, 0, 0 } }, &s };
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
  papni_model *model = failed ? NULL : sketch_model (&s);
  sketch_release (&s);
  return model;
}
