/* useful.h - which parts of a model lead to acceptance, given the stack.
 *
 * In a level, a place is useful if it leads to acceptance, or to a return into a useful
 * place of the surrounding level. A level has ways out: which calls its returns pop, of
 * which callers, and where they lead. A way out is open if it leads to a useful place
 * in a level with such a call. Levels are walked forwards, and then backwards from what
 * is open, until no more ways out open. */
#ifndef OPS_USEFUL_H
#define OPS_USEFUL_H

#include "ops/reach.h"

#define NO_PLACE UINT32_MAX

/* Returns of a level that pop a call and lead to one place. */
typedef struct way_out
{
  uint32_t level, caller, to; /* caller: its place, or NO_PLACE for any */
  symbol call;
  bool open;
} way_out;

/* Returns of a place, for any caller, that pop a call and lead to one place. */
typedef struct port
{
  uint32_t place, to;
  symbol call;
} port;

/* A place of a level with a return that depends on a caller. */
typedef struct named_exit
{
  uint32_t place, out; /* out: the way out */
} named_exit;

typedef struct useful
{
  reach reach;
  way_out *outs; /* by level; then by call, caller and `to` */
  size_t out_count, out_capacity;
  size_t *first_out;
  port *ports; /* by place; then by call and `to` */
  size_t port_count;
  rows port_rows;
  named_exit *exits; /* by level */
  size_t exit_count, exit_capacity;
  size_t *first_exit;
  bool *accepting;  /* places */
  uint32_t *marked; /* places, by the walk of this number */
  uint32_t *work;
  size_t work_count;
  bool *waiting;   /* levels */
  uint32_t *queue; /* a ring */
  size_t head, queued;
} useful;

/* Must be released in any case. */
status useful_find (useful *u, const papni_model *model, watch *w, error *e);
void useful_release (useful *u);

/* Walks a level (see reach.h) and marks its useful places. */
status useful_walk (useful *u, uint32_t level);

static inline bool useful_place (const useful *u, uint32_t place)
{
  return u->marked[place] == u->reach.walk;
}

/* Does a return of a port lead to a useful place, in a level that contains the port? */
bool useful_port (const useful *u, uint32_t level, const port *p);

/* The same for a return with a caller, in the level that this caller's call enters. */
bool useful_named (const useful *u, uint32_t level, const transition *t);

/* Does a call lead to a useful place in the level that was walked last, by a return for any caller? */
bool useful_call (const useful *u, const reach_call *c);

/* The port of a return for any caller; NULL if it leads nowhere. */
port *useful_port_of (const useful *u, const transition *t);

#endif
