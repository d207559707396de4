/* dense.c - RPNI merges one pair of states at a time, so it can do so in place.
 *
 * A node has an entry for each symbol, so two nodes meet without a branch that depends on data:
 * in small trees, mispredicted branches would take half of the time. Nodes are kept as they were
 * before another one was folded into them, so that a merge that fails can be undone.
 *
 * Nodes have signatures, and get the words of what is folded into them. So a conflict shows a few
 * levels above the labels. Pairs meet breadth-first, to find it after fewer of them. */
#include "learn/tree/dense.h"

#include "learn/tree/dense_node.h"
#include "model/assemble.h"

enum
{
  DENSE_NODES = 1 << 19,        /* at most: in larger trees, memory is slower than branches */
  DENSE_DEPTH = 1 << 7,         /* at most: in deep trees, labels are too far from the signatures */
  DENSE_BATCH = 1 << 10,        /* pairs that there is room for */
  DENSE_REPORT_EVERY = 1 << 16, /* pairs */
};

typedef struct dense_blue
{
  uint32_t node, parent; /* the red node that leads here, by `symbol` */
  symbol symbol;
} dense_blue;

typedef struct dense
{
  engine engine; /* must be first */
  const papni_tree *tree;
  size_t width;     /* the number of entries for symbols */
  size_t node_size; /* in bytes */
  char *nodes;
  uint32_t *states; /* by node: its number among the red or blue states, if it is one */
  uint32_t *reds;   /* nodes */
  size_t red_capacity;
  dense_blue *blues; /* including former ones */
  size_t blue_capacity;
  dense_pair *pairs; /* of the last merge, in the order in which they met */
  size_t pair_count, pair_capacity;
  char *kept; /* for each pair, the node `into` as it was */
  size_t kept_capacity;
  size_t unreported; /* pairs */
  bool all;          /* states that no accepted word passes are merged, too */
} dense;

static inline dense_node *dense_at (const dense *d, uint32_t q)
{
  return dense_node_in (d->nodes, q, d->node_size);
}

/* ---- colours ---- */

static status dense_add_blue (dense *d, uint32_t parent, symbol s, uint32_t q, error *e)
{
  const uint32_t blue = (uint32_t) d->engine.blues;
  if (!reserve (&d->engine.memory, &d->blues, &d->blue_capacity, blue + 1, sizeof *d->blues))
    return no_memory (e);
  d->engine.blues++;
  d->blues[blue] = (dense_blue){ q, parent, s };
  d->states[q] = blue;
  dense_at (d, q)->flags |= DENSE_BLUE;
  return PAPNI_OK;
}

/* Makes a node red, and its children blue. */
static status dense_add_red (dense *d, uint32_t q, error *e)
{
  const uint32_t red = (uint32_t) d->engine.reds;
  dense_node *n = dense_at (d, q);
  if (!reserve (&d->engine.memory, &d->reds, &d->red_capacity, red + 1, sizeof *d->reds))
    return no_memory (e);
  d->engine.reds++;
  d->engine.folded++;
  d->reds[red] = q;
  d->states[q] = red;
  n->flags = (n->flags & DENSE_POSITIVE) | DENSE_RED;
  n->number = 0;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < d->width; i++)
    if (n->children[i])
      s = dense_add_blue (d, q, (symbol) i, n->children[i], e);
  return s;
}

static uint32_t dense_number (const engine *g, uint32_t blue)
{
  const dense *d = (const dense *) g;
  return dense_at (d, d->blues[blue].node)->number;
}

static bool dense_is_blue (const engine *g, uint32_t blue)
{
  const dense *d = (const dense *) g;
  const uint32_t flags = dense_at (d, d->blues[blue].node)->flags;
  return flags & DENSE_BLUE && (d->all || flags & DENSE_POSITIVE);
}

static status dense_promote (engine *g, uint32_t blue, error *e)
{
  dense *d = (dense *) g;
  engine_begin_step (g);
  return dense_add_red (d, d->blues[blue].node, e);
}

/* ---- folding ---- */

/* Room for a batch: for the pairs that follow, and for the nodes as they were. */
static bool dense_make_room (dense *d, size_t done, size_t count)
{
  const allocator *a = &d->engine.memory;
  return reserve (a, &d->pairs, &d->pair_capacity, count + DENSE_BATCH * d->width, sizeof *d->pairs)
         && reserve (a, &d->kept, &d->kept_capacity, done + DENSE_BATCH, d->node_size);
}

/* After so many pairs. */
static status dense_report (dense *d, size_t pairs)
{
  d->unreported += pairs;
  if (d->unreported < DENSE_REPORT_EVERY)
    return PAPNI_OK;
  d->unreported = 0;
  return engine_report (&d->engine, NULL);
}

/* Folds a pair, and those that follow from it. False on a conflict. */
static ALWAYS_INLINE bool dense_fold_all (dense *d, dense_pair first, const size_t width, status *trouble)
{
  const size_t size = dense_size (width);
  char *const nodes = d->nodes;
  size_t done = 0, count = 1;
  uint64_t conflict = 0;
  d->pair_count = 0;
  while (done < count && !conflict && !*trouble) {
    if (!dense_make_room (d, done, count)) {
      *trouble = PAPNI_MEMORY;
      return false;
    }
    d->pairs[0] = first;
    dense_pair *const pairs = d->pairs;
    char *const kept = d->kept;
    const size_t begin = done;
    for (; done < count && done < begin + DENSE_BATCH && !conflict; done++) {
      const dense_pair p = pairs[done];
      dense_node *const into = dense_node_in (nodes, p.into, size);
      memcpy (kept + done * size, into, size);
      count += dense_fold (into, dense_node_in (nodes, p.from, size), pairs + count, width);
      conflict = into->known.words[REJECTED] & into->known.words[ACCEPTED];
    }
    d->pair_count = done;
    *trouble = dense_report (d, done - begin);
  }
  return !conflict && !*trouble;
}

static bool dense_try (dense *d, dense_pair first, status *trouble)
{
  return d->width == DENSE_FEW ? dense_fold_all (d, first, DENSE_FEW, trouble)
                               : dense_fold_all (d, first, DENSE_MANY, trouble);
}

static ALWAYS_INLINE void dense_undo_all (dense *d, const size_t size)
{
  for (size_t i = d->pair_count; i-- > 0;)
    memcpy (dense_node_in (d->nodes, d->pairs[i].into, size), d->kept + i * size, size);
}

static void dense_undo (dense *d)
{
  if (d->width == DENSE_FEW)
    dense_undo_all (d, dense_size (DENSE_FEW));
  else
    dense_undo_all (d, dense_size (DENSE_MANY));
}

/* What a pair that met means for the colours: a new child of a red node is blue, and a blue node may have
 * a smaller number or an accepted word now. */
static status dense_settle (dense *d, dense_pair p, const dense_node *was, error *e)
{
  const dense_node *from = dense_at (d, p.from);
  engine *g = &d->engine;
  status s = PAPNI_OK;
  if (was->flags & DENSE_BLUE) {
    const bool moved = from->number < was->number || from->flags & ~was->flags & DENSE_POSITIVE;
    return !moved || list_add (&g->memory, &g->moved, d->states[p.into]) ? PAPNI_OK : no_memory (e);
  }
  for (size_t i = 0; !s && i < d->width; i++)
    if (!was->children[i] && from->children[i])
      s = dense_add_blue (d, p.into, (symbol) i, from->children[i], e);
  return s;
}

static status dense_commit (dense *d, uint32_t blue, error *e)
{
  status s = PAPNI_OK;
  engine_begin_step (&d->engine);
  d->engine.merges++;
  d->engine.folded += d->pair_count;
  dense_at (d, d->blues[blue].node)->flags &= ~(uint32_t) DENSE_BLUE;
  for (size_t i = 0; !s && i < d->pair_count; i++) {
    const dense_node *was = dense_node_in (d->kept, i, d->node_size);
    if (was->flags & (DENSE_RED | DENSE_BLUE))
      s = dense_settle (d, d->pairs[i], was, e);
  }
  return s;
}

static bool dense_merge (engine *g, uint32_t red, uint32_t blue, finding *found)
{
  dense *d = (dense *) g;
  const dense_blue b = d->blues[blue];
  uint32_t *edge = &dense_at (d, b.parent)->children[b.symbol];
  *found = (finding){ .pays = true, .status = PAPNI_OK };
  *edge = d->reds[red];
  if (dense_try (d, (dense_pair){ d->reds[red], b.node }, &found->status)) {
    found->status = dense_commit (d, blue, NULL);
    return true;
  }
  dense_undo (d);
  *edge = b.node;
  return false;
}

/* ---- ruling out merges ---- */

static uint32_t dense_next (engine *g, uint32_t red, uint32_t blue, status *trouble)
{
  dense *d = (dense *) g;
  const signature own = dense_at (d, d->blues[blue].node)->known;
  *trouble = PAPNI_OK;
  for (; red < g->reds; red++) {
    dense_node *n = dense_at (d, d->reds[red]);
    if (signatures_differ (&own, &n->known))
      continue;
    if (d->width == DENSE_FEW) /* what is known of the next states by now */
      dense_extend (&n->known, d->nodes, n->children, DENSE_FEW);
    else
      dense_extend (&n->known, d->nodes, n->children, DENSE_MANY);
    if (!signatures_differ (&own, &n->known))
      break;
  }
  return red;
}

/* ---- the model ---- */

static papni_model *dense_model (const engine *g, error *e)
{
  const dense *d = (const dense *) g;
  const papni_tree *t = d->tree;
  assembly a;
  status s = assembly_begin (&a, &g->memory, t->kind, t->alphabet, g->reds, e);
  for (size_t red = 0; !s && red < g->reds; red++) {
    const dense_node *n = dense_at (d, d->reds[red]);
    a.accepting[red] = n->known.words[ACCEPTED] & 1;
    for (size_t i = 0; !s && i < d->width; i++) {
      const uint32_t to = n->children[i];
      if (dense_at (d, to)->flags & DENSE_RED)
        s = assembly_add (&a,
                          (transition){ .from = (papni_state) red,
                                        .to = d->states[to],
                                        .caller = PAPNI_NO_STATE,
                                        .symbol = t->symbols[i].symbol,
                                        .popped = t->symbols[i].popped },
                          e);
    }
  }
  papni_model *model = s ? NULL : assembly_model (&a, e);
  assembly_release (&a);
  return model;
}

/* ---- beginning and end ---- */

static void dense_free (engine *g)
{
  dense *d = (dense *) g;
  const allocator a = g->memory;
  release (&a, d->nodes, g->total + 1, d->node_size);
  release (&a, d->states, g->total + 1, sizeof *d->states);
  release (&a, d->reds, d->red_capacity, sizeof *d->reds);
  release (&a, d->blues, d->blue_capacity, sizeof *d->blues);
  release (&a, d->pairs, d->pair_capacity, sizeof *d->pairs);
  release (&a, d->kept, d->kept_capacity, d->node_size);
  engine_release_common (g);
  release (&a, d, 1, sizeof *d);
}

static const engine_operations dense_engine = { .number = dense_number,
                                                .is_blue = dense_is_blue,
                                                .next = dense_next,
                                                .merge = dense_merge,
                                                .promote = dense_promote,
                                                .model = dense_model,
                                                .free = dense_free };

/* The first children of the first node of a level are where the next level begins. */
static bool dense_is_deep (const papni_tree *t)
{
  size_t levels = 0;
  for (size_t q = 0; q < t->size && levels <= DENSE_DEPTH; levels++)
    q = t->nodes[q].first;
  return levels > DENSE_DEPTH;
}

bool dense_suits (const papni_tree *t, const settings *options)
{
  return options->method == METHOD_RPNI && options->evidence != EVIDENCE_BITS && !options->search && !options->story
         && !t->machine && t->symbol_count >= DENSE_FEW && t->symbol_count <= DENSE_MANY && t->size <= DENSE_NODES
         && !dense_is_deep (t);
}

engine *dense_new (const papni_tree *t, const settings *options, progress *progress, error *e)
{
  dense *d = allocate (&t->memory, 1, sizeof *d);
  if (!d) {
    no_memory (e);
    return NULL;
  }
  const size_t width = t->symbol_count <= DENSE_FEW ? DENSE_FEW : DENSE_MANY;
  *d = (dense){ .engine = { .ops = &dense_engine,
                            .memory = t->memory,
                            .progress = progress,
                            .threads = 1,
                            .promoted = NOWHERE,
                            .total = t->size },
                .tree = t,
                .width = width,
                .node_size = dense_size (width),
                .all = options->focus == FOCUS_ALL };
  d->nodes = allocate (&t->memory, t->size + 1, d->node_size);
  d->states = allocate (&t->memory, t->size + 1, sizeof *d->states);
  status s = d->nodes && d->states ? PAPNI_OK : no_memory (e);
  if (!s && d->width == DENSE_FEW)
    dense_copy_nodes (t, d->nodes, DENSE_FEW);
  else if (!s)
    dense_copy_nodes (t, d->nodes, DENSE_MANY);
  if (!s)
    s = dense_add_red (d, 1, e);
  if (!s)
    return &d->engine;
  dense_free (&d->engine);
  return NULL;
}
