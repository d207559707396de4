/* sketch.h - a model in another format while it is read.
 *
 * States have names, and a call may push any name. The kind is determined at the end: a
 * dfa if nothing is pushed, a vpa if each call always pushes the same name, otherwise a
 * general model. */
#ifndef IO_IMPORT_SKETCH_H
#define IO_IMPORT_SKETCH_H

#include "base/names.h"
#include "model/model.h"

/* The effect of an edge on the stack. */
typedef enum action
{
  KEEPS,
  PUSHES,
  POPS
} action;

typedef struct sketch_edge
{
  papni_state from, to;
  symbol symbol;
  uint32_t stack; /* the name that is pushed or popped */
  action action;
} sketch_edge;

typedef struct sketch
{
  allocator memory;
  papni_alphabet *alphabet; /* the caller's; symbols are inserted */
  names states, pushed;
  bool *accepting;
  size_t accepting_capacity;
  sketch_edge *edges;
  size_t count, capacity;
  papni_state start; /* PAPNI_NO_STATE: not given */
  position at;       /* for messages */
  error *error;
} sketch;

status sketch_begin (sketch *s, papni_alphabet *alphabet, const char *file, error *e);
void sketch_release (sketch *s);

/* The number of a state, which is inserted if it is new; *q is PAPNI_NO_STATE on
 * failure. */
status sketch_state (sketch *s, piece name, papni_state *q);

/* `pushed` is the name that is pushed or popped. */
status sketch_add (sketch *s, papni_state from, papni_state to, piece symbol, action action, piece pushed);

papni_model *sketch_model (sketch *s);

#endif
