/* sketch.h - a model of somebody else's while it is read.
 *
 * States have names, and a call may push any name; what that comes to in our terms is
 * found out at the end: a dfa where nothing is pushed, a vpa where a call always pushes
 * the same, otherwise a general model. */
#ifndef IO_IMPORT_SKETCH_H
#define IO_IMPORT_SKETCH_H

#include "io/import/names.h"
#include "model/model.h"

/* What an edge does to the stack. */
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
  papni_alphabet *alphabet; /* the caller's: symbols are entered */
  names states, pushed;
  bool *accepting;
  size_t accepting_capacity;
  sketch_edge *edges;
  size_t count, capacity;
  papni_state start; /* PAPNI_NO_STATE: nobody said */
  position at;       /* for messages */
  error *error;
} sketch;

status sketch_begin (sketch *s, papni_alphabet *alphabet, const char *file, error *e);
void sketch_release (sketch *s);

/* The number of a state, which is entered if it is new; *q is PAPNI_NO_STATE on failure. */
status sketch_state (sketch *s, piece name, papni_state *q);

/* `pushed` is what is pushed or popped. */
status sketch_add (sketch *s, papni_state from, papni_state to, piece symbol, action action, piece pushed);

papni_model *sketch_model (sketch *s);

#endif
