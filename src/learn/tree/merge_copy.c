/* merge_copy.c - another merger that goes on from where one is. */
#include "learn/tree/merge.h"

void merger_free (front *f)
{
  const allocator a = f->memory;
  merger *m = (merger *) f;
  merger_release (m);
  release (&a, m, 1, sizeof *m);
}

static bool copy_states (merger *m, const merger *from)
{
  const allocator *a = &m->front.memory;
  return copy_items (a, &m->rows, &m->row_capacity, from->rows, m->front.reds * m->width, sizeof *m->rows)
         && copy_items (a, &m->reds, &m->red_capacity, from->reds, m->front.reds, sizeof *m->reds)
         && copy_items (a, &m->blues, &m->blue_capacity, from->blues, m->front.blues, sizeof *m->blues);
}

static bool copy_nodes (merger *m, const merger *from)
{
  const allocator *a = &m->front.memory;
  m->patch_count = from->patch_count;
  m->edge_count = from->edge_count;
  return copy_items (a, &m->nodes, &m->own_nodes, from->nodes, m->front.total + 1, sizeof *m->nodes)
         && copy_items (a, &m->patches, &m->patch_capacity, from->patches, m->patch_count, sizeof *m->patches)
         && copy_items (a, &m->edges, &m->edge_capacity, from->edges, m->edge_count, sizeof *m->edges);
}

/* The signatures are left out: they are made anew. */
front *merger_copy (const front *f, control *control, unsigned threads)
{
  const merger *from = (const merger *) f;
  merger *m = allocate (&f->memory, 1, sizeof *m);
  if (!m)
    return NULL;
  *m = (merger){ .evidence = from->evidence, .focus = from->focus, .width = from->width };
  if (front_copy (&m->front, f, control, threads) && copy_states (m, from) && copy_nodes (m, from) && trials_init (m))
    return &m->front;
  merger_free (&m->front);
  return NULL;
}
