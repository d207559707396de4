/* merge_copy.c - copies a merger in its current state. */
#include "learn/tree/merge_tally.h"

static bool copy_states (merger *m, const merger *from)
{
  const allocator *a = &m->engine.memory;
  return copy_items (a, &m->rows, &m->row_capacity, from->rows, m->engine.reds * m->width, sizeof *m->rows)
         && (!m->edges_speak
             || copy_items (a, &m->row_outputs, &m->output_capacity, from->row_outputs, m->engine.reds * m->width, 1))
         && copy_items (a, &m->reds, &m->red_capacity, from->reds, m->engine.reds, sizeof *m->reds)
         && copy_items (a, &m->blues, &m->blue_capacity, from->blues, m->engine.blues, sizeof *m->blues);
}

static bool copy_nodes (merger *m, const merger *from)
{
  const allocator *a = &m->engine.memory;
  m->patch_count = from->patch_count;
  m->edge_count = from->edge_count;
  return copy_items (a, &m->nodes, &m->own_nodes, from->nodes, m->engine.total + 1, sizeof *m->nodes)
         && copy_items (a, &m->patches, &m->patch_capacity, from->patches, m->patch_count, sizeof *m->patches)
         && copy_items (a, &m->edges, &m->edge_capacity, from->edges, m->edge_count, sizeof *m->edges);
}

/* Signatures are not copied but recomputed. */
engine *merger_copy (const engine *g, progress *progress, unsigned threads, error *e)
{
  const merger *from = (const merger *) g;
  merger *m = allocate (&g->memory, 1, sizeof *m);
  if (!m) {
    no_memory (e);
    return NULL;
  }
  *m = (merger){ .tree = from->tree,
                 .evidence = from->evidence,
                 .focus = from->focus,
                 .edges_speak = from->edges_speak,
                 .failed = NOWHERE,
                 .width = from->width };
  if (engine_copy_common (&m->engine, g, progress, threads) && copy_states (m, from) && copy_nodes (m, from)
      && trials_init (m) && (!from->tally || merge_tally_copy (m, from)))
    return &m->engine;
  merger_free (&m->engine);
  no_memory (e);
  return NULL;
}
