/* flexfringe.c - reads FlexFringe's JSON: nodes with counts of the labels that end in
 * them, and edges with names. A state accepts if most words that end in it have label
 * 1. */
#include "io/import/import.h"
#include "io/jansson.h"

#include <stdlib.h>

static piece piece_of (const json_t *text)
{
  const char *begin = json_string_value (text);
  return (piece){ begin, begin + json_string_length (text) };
}

/* An id is a number in a node and a string in an edge. */
static bool is_id (const json_t *id)
{
  return json_is_integer (id) || json_is_string (id);
}

static status import_flexfringe_read_state (sketch *s, const json_t *id, papni_state *q)
{
  char text[32];
  if (json_is_string (id))
    return sketch_state (s, piece_of (id), q);
  const int length = snprintf (text, sizeof text, "%lld", (long long) json_integer_value (id));
  return sketch_state (s, (piece){ text, text + length }, q);
}

static status import_flexfringe_bad (const sketch *s, const char *what, size_t index, const char *why)
{
  return fail_at (s->error, PAPNI_INPUT, (position){ s->at.file, 0, 0 }, "%s %zu: %s", what, index + 1, why);
}

/* Do most words that end here have label 1? */
static bool is_accepting (const json_t *node, const json_t *types)
{
  const char *key;
  json_t *count;
  double accepted = 0, others = 0;
  json_t *counts = json_object_get (json_object_get (node, "data"), "final_counts");
  json_object_foreach (counts, key, count)
  {
    const json_t *type = json_array_get (types, strtoul (key, NULL, 10));
    const char *label = json_is_string (type) ? json_string_value (type) : key;
    *(strcmp (label, "1") ? &others : &accepted) += json_number_value (count);
  }
  return accepted > others;
}

static status read_nodes (sketch *s, const json_t *nodes, const json_t *types)
{
  for (size_t i = 0; i < json_array_size (nodes); i++) {
    const json_t *node = json_array_get (nodes, i), *id = json_object_get (node, "id");
    const size_t states = s->states.count;
    papni_state q = 0;
    if (!is_id (id))
      return import_flexfringe_bad (s, "node", i, "no id");
    const status failed = import_flexfringe_read_state (s, id, &q);
    if (failed)
      return failed;
    if (s->states.count == states)
      return import_flexfringe_bad (s, "node", i, "an earlier node has the same id");
    s->accepting[q] = is_accepting (node, types);
    const json_t *source = json_object_get (node, "source");
    if (s->start == PAPNI_NO_STATE || (json_is_integer (source) && json_integer_value (source) < 0))
      s->start = q;
  }
  return PAPNI_OK;
}

static status read_edges (sketch *s, const json_t *edges)
{
  for (size_t i = 0; i < json_array_size (edges); i++) {
    const json_t *edge = json_array_get (edges, i), *name = json_object_get (edge, "name");
    const json_t *source = json_object_get (edge, "source"), *target = json_object_get (edge, "target");
    const size_t states = s->states.count;
    papni_state p = 0, q = 0;
    if (!json_is_string (name) || !source || !target)
      return import_flexfringe_bad (s, "edge", i, "expected source, target and name");
    if (!is_id (source) || !is_id (target))
      return import_flexfringe_bad (s, "edge", i, "source and target must be ids of nodes: numbers or strings");
    status failed = import_flexfringe_read_state (s, source, &p);
    if (!failed)
      failed = import_flexfringe_read_state (s, target, &q);
    if (!failed && s->states.count > states)
      return import_flexfringe_bad (s, "edge", i, "its source or target is not a node");
    if (!failed)
      failed = sketch_add (s, p, q, piece_of (name), KEEPS, (piece){ 0 });
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

static papni_model *read_graph (sketch *s, const json_t *root)
{
  const json_t *nodes = json_object_get (root, "nodes"), *edges = json_object_get (root, "edges");
  if (!json_is_array (nodes) || !json_is_array (edges)) {
    fail_at (s->error, PAPNI_INPUT, (position){ s->at.file, 0, 0 },
             "not FlexFringe's JSON: \"nodes\" or \"edges\" is missing");
    return NULL;
  }
  if (read_nodes (s, nodes, json_object_get (root, "types")) || read_edges (s, edges))
    return NULL;
  return sketch_model (s);
}

papni_model *import_flexfringe (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet, error *e)
{
  sketch s;
  json_error_t wrong = { 0 };
  papni_model *model = NULL;
  json_t *root = json_loadb (bytes, size, 0, &wrong);
  const status failed = sketch_begin (&s, alphabet, file, e);
  if (!failed && root)
    model = read_graph (&s, root);
  else if (!failed && json_lacks_memory (&wrong, bytes, size))
    no_memory (e);
  else if (!failed)
    fail_at (e, PAPNI_INPUT,
             (position){ file, wrong.line > 0 ? (size_t) wrong.line : 1, wrong.column > 0 ? (size_t) wrong.column : 1 },
             "not FlexFringe's JSON: %s", json_complaint (&wrong));
  sketch_release (&s);
  json_decref (root);
  return model;
}
