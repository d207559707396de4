/* grammar_hubs.c - the insides of calls, without left recursion and by the state that they lead to.
 *
 * The states that an entry leads to form strongly connected components. In each one, a state is
 * the hub, and without it, the rest has smaller components, with hubs of their own, and so on. A rule
 * t E Q derives what leads from the entry E to the state Q. If Q is the hub of a component, this
 * is what leads into the component, and from there to Q within it (r). If Q is no hub, it is what
 * leads to the states before Q, and an edge. Components that come earlier and hubs of components around it
 * are all that t can begin with, so that there is no left recursion. An edge is written once for each component that
 * its target is in, so the size is at most the number of edges by the greatest depth of components, the cycle rank. */
#include "io/models/grammar_large.h"

typedef struct eliminator
{
  large *large;
  size_t base;           /* of the entry's tables */
  uint32_t *marks, mark; /* by state: the component that is looked at */
  uint32_t *index, *low; /* by state: see Tarjan */
  uint32_t *degree;      /* by state: edges within the component that lead to it */
  size_t *incoming;      /* by state: edges that lead to it */
  list waiting;          /* components: first place, number of states */
  list path;             /* states, each with its next edge */
  list open, found;      /* states */
  size_t total;          /* alternatives */
} eliminator;

static bool hub_holds (const large *l, size_t base, papni_state hub, papni_state q)
{
  return l->place[base + q] - l->place[base + hub] < l->size[base + hub];
}

/* ---- bodies ---- */

static void hubs_to (large *l, uint32_t entry, papni_state q)
{
  const size_t base = entry * l->model->states;
  const uint32_t hub = l->size[base + q], count = hub ? hub : 1;
  for (uint32_t i = 0; i < count && !l->grammar->failed; i++) {
    const papni_state u = l->order[base + l->place[base + q] + i];
    if (u == l->entries[entry]) {
      if (hub)
        body_rule (l, RIGHT_LOOP, (uint32_t) base + q, u);
      body_end_alternative (l);
    }
    for (size_t k = l->in_rows.first[u]; k < l->in_rows.first[u + 1]; k++) {
      const level_edge *e = &l->edges[l->in_edges[k]];
      if (!l->reached[base + e->from] || (hub && hub_holds (l, base, q, e->from)))
        continue;
      body_rule (l, RIGHT_TO, entry, e->from);
      right_edge (l, e);
      if (hub)
        body_rule (l, RIGHT_LOOP, (uint32_t) base + q, u);
      body_end_alternative (l);
    }
  }
}

static void hubs_loop (large *l, uint32_t hub, papni_state u)
{
  const papni_state own = hub % (uint32_t) l->model->states;
  if (u == own)
    body_end_alternative (l);
  for (size_t i = l->out_rows.first[u]; i < l->out_rows.first[u + 1] && !l->grammar->failed; i++)
    if (hub_holds (l, hub - own, own, l->edges[i].to)) {
      right_edge (l, &l->edges[i]);
      body_rule (l, RIGHT_LOOP, hub, l->edges[i].to);
      body_end_alternative (l);
    }
}

static void hubs_inside (large *l, uint32_t entry, uint32_t exits)
{
  size_t count;
  const uint32_t *pairs = exits_pairs (l->grammar, exits, &count);
  for (size_t i = 0; i < count; i++)
    if (l->reached[entry * l->model->states + pairs[2 * i]]) {
      if (l->forms[entry] == BY_HUB)
        body_rule (l, RIGHT_TO, entry, pairs[2 * i]);
      else
        body_rule (l, RIGHT_EXIT, EXITS_STATE + pairs[2 * i], l->entries[entry]);
      body_symbol (l, (symbol) pairs[2 * i + 1]);
      body_end_alternative (l);
    }
}

void hubs_body (large *l, large_rule r)
{
  if (r.kind == RIGHT_INSIDE)
    hubs_inside (l, r.one, r.other);
  else if (r.kind == RIGHT_TO)
    hubs_to (l, r.one, r.other);
  else
    hubs_loop (l, r.one, r.other);
}

/* ---- components ---- */

static void eliminator_add (eliminator *s, list *to, uint32_t item)
{
  if (!list_add (&s->large->model->memory, to, item))
    large_fail (s->large);
}

static void mark_states (eliminator *s, size_t first, size_t count)
{
  s->mark++;
  for (size_t i = first; i < first + count; i++) {
    const papni_state q = s->large->order[s->base + i];
    s->marks[q] = s->mark;
    s->index[q] = 0;
    s->degree[q] = 0;
  }
}

static void visit_state (eliminator *s, uint32_t *next, papni_state q)
{
  s->index[q] = s->low[q] = ++*next;
  eliminator_add (s, &s->open, q);
  eliminator_add (s, &s->path, q);
  eliminator_add (s, &s->path, (uint32_t) s->large->out_rows.first[q]);
}

/* Ends the visit of a state. If it is the first of a component, that one is complete. */
static void leave_state (eliminator *s, papni_state q)
{
  const size_t before = s->found.count;
  if (s->path.count) {
    const papni_state parent = s->path.items[s->path.count - 2];
    if (s->low[q] < s->low[parent])
      s->low[parent] = s->low[q];
  }
  if (s->low[q] != s->index[q])
    return;
  for (papni_state last = PAPNI_NO_STATE; last != q && !s->large->grammar->failed;) {
    last = s->open.items[--s->open.count];
    s->marks[last] = 0;
    eliminator_add (s, &s->found, last);
  }
  eliminator_add (s, &s->waiting, (uint32_t) before);
  eliminator_add (s, &s->waiting, (uint32_t) (s->found.count - before));
}

/* Tarjan's algorithm, from one of the marked states. */
static void find_inner_components (eliminator *s, uint32_t *next, papni_state start)
{
  const large *l = s->large;
  visit_state (s, next, start);
  while (s->path.count && !l->grammar->failed) {
    uint32_t *top = &s->path.items[s->path.count - 2];
    const papni_state q = top[0];
    if (top[1] == l->out_rows.first[q + 1]) {
      s->path.count -= 2;
      leave_state (s, q);
      continue;
    }
    const papni_state to = l->edges[top[1]++].to;
    if (s->marks[to] != s->mark)
      continue;
    if (!s->index[to])
      visit_state (s, next, to);
    else if (s->index[to] < s->low[q])
      s->low[q] = s->index[to];
  }
}

/* Divides states into components, which wait. */
static void separate_states (eliminator *s, size_t first, size_t count)
{
  large *l = s->large;
  const size_t before = s->waiting.count;
  uint32_t next = 0;
  mark_states (s, first, count);
  s->found.count = 0;
  for (size_t i = first; i < first + count && !l->grammar->failed; i++)
    if (s->marks[l->order[s->base + i]] == s->mark && !s->index[l->order[s->base + i]])
      find_inner_components (s, &next, l->order[s->base + i]);
  if (l->grammar->failed)
    return;
  for (size_t i = 0; i < count; i++)
    l->order[s->base + first + i] = s->found.items[i];
  for (size_t i = before; i < s->waiting.count; i += 2)
    s->waiting.items[i] += (uint32_t) first;
}

/* The state with the most ways through it. */
static size_t choose_hub (eliminator *s, size_t first, size_t count, bool *loops)
{
  const large *l = s->large;
  const papni_state *states = &l->order[s->base + first];
  size_t best = 0, most = 0, work = 0;
  mark_states (s, first, count);
  for (size_t i = 0; i < count; i++)
    for (size_t k = l->out_rows.first[states[i]]; k < l->out_rows.first[states[i] + 1]; k++, work++)
      if (s->marks[l->edges[k].to] == s->mark)
        s->degree[l->edges[k].to]++;
  for (size_t i = 0; i < count; i++) {
    size_t out = 0;
    for (size_t k = l->out_rows.first[states[i]]; k < l->out_rows.first[states[i] + 1]; k++)
      out += s->marks[l->edges[k].to] == s->mark;
    const size_t ways = out * s->degree[states[i]];
    if (ways > most || (ways == most && states[i] < states[best])) {
      best = i;
      most = ways;
    }
  }
  *loops = most;
  grammar_spend (l->grammar, 1 + 2 * work);
  return best;
}

static void divide_by_hub (eliminator *s, size_t first, size_t count)
{
  large *l = s->large;
  papni_state *states = &l->order[s->base + first];
  bool loops;
  const size_t best = choose_hub (s, first, count, &loops);
  const papni_state hub = states[best];
  states[best] = states[0];
  states[0] = hub;
  l->place[s->base + hub] = (uint32_t) first;
  l->size[s->base + hub] = loops ? (uint32_t) count : 0;
  for (size_t i = 0; i < count; i++)
    s->total += s->incoming[states[i]];
  if (count > 1)
    separate_states (s, first + 1, count - 1);
}

/* ---- forms ---- */

/* The states and edges of an entry, and how many of the states have returns. */
static void survey (eliminator *s, uint32_t entry, size_t *edges, size_t *ends)
{
  large *l = s->large;
  const papni_model *m = l->model;
  *edges = *ends = 0;
  s->base = entry * m->states;
  for (papni_state q = 0; q < m->states; q++) {
    if (!l->reached[s->base + q])
      continue;
    *edges += l->out_rows.first[q + 1] - l->out_rows.first[q];
    *ends += m->first[q + 1] > m->first[q] && m->transitions[m->first[q + 1] - 1].popped != PAPNI_NO_SYMBOL;
  }
}

/* Finds the hubs of an entry, unless they take that many alternatives. */
static void find_hubs (eliminator *s, uint32_t entry, size_t most)
{
  large *l = s->large;
  size_t count = 0;
  s->base = entry * l->model->states;
  for (papni_state q = 0; q < l->model->states; q++) {
    if (!l->reached[s->base + q])
      continue;
    l->order[s->base + count++] = q;
    s->incoming[q] = 0;
    for (size_t i = l->in_rows.first[q]; i < l->in_rows.first[q + 1]; i++)
      s->incoming[q] += l->reached[s->base + l->edges[l->in_edges[i]].from];
  }
  s->total = s->waiting.count = 0;
  separate_states (s, 0, count);
  while (s->waiting.count && !l->grammar->failed && s->total < most) {
    const uint32_t *next = &s->waiting.items[s->waiting.count -= 2];
    divide_by_hub (s, next[0], next[1]);
  }
  if (!s->waiting.count && s->total < most)
    l->forms[entry] = BY_HUB;
}

/* In a vpa, all entries share what leads to a state. */
static void choose_form_of_vpa (large *l)
{
  size_t most = 0, ends = 0;
  const papni_model *m = l->model;
  for (uint32_t e = 0; e < l->entry_count; e++)
    most = l->exit_counts[e] > most ? l->exit_counts[e] : most;
  for (papni_state q = 0; q < m->states; q++)
    ends += m->first[q + 1] > m->first[q] && m->transitions[m->first[q + 1] - 1].popped != PAPNI_NO_SYMBOL;
  for (uint32_t e = 0; e < l->entry_count; e++)
    l->forms[e] = ends < most ? BY_STATE : BY_EXITS;
}

static void choose_forms (eliminator *s)
{
  large *l = s->large;
  size_t total = 0, edges, ends;
  for (uint32_t e = 0; e < l->entry_count; e++) {
    survey (s, e, &edges, &ends);
    const size_t exits = l->exit_counts[e];
    l->forms[e] = ends < exits ? BY_STATE : BY_EXITS;
    total += edges * (ends < exits ? ends : exits);
  }
  if (l->begins == SYMBOLS_FIRST || total < l->very_large)
    return;
  for (uint32_t e = 0; e < l->entry_count && !l->grammar->failed; e++) {
    survey (s, e, &edges, &ends);
    const size_t exits = l->exit_counts[e] < ends ? l->exit_counts[e] : ends;
    if (exits > 1)
      find_hubs (s, e, edges * exits);
  }
}

/* ---- making ---- */

bool hubs_begin (large *l)
{
  const allocator *a = &l->model->memory;
  const bool vpa = l->model->kind == PAPNI_VPA;
  const size_t states = vpa ? 1 : l->model->states, all = vpa ? 1 : l->entry_count * states;
  l->forms = allocate_zeroed (a, l->entry_count, sizeof *l->forms);
  l->hub_room = all;
  l->place = allocate_zeroed (a, all, sizeof *l->place);
  l->size = allocate_zeroed (a, all, sizeof *l->size);
  l->order = allocate_zeroed (a, all, sizeof *l->order);
  eliminator s = { .large = l,
                   .marks = allocate_zeroed (a, states, sizeof *s.marks),
                   .index = allocate_zeroed (a, states, sizeof *s.index),
                   .low = allocate_zeroed (a, states, sizeof *s.low),
                   .degree = allocate_zeroed (a, states, sizeof *s.degree),
                   .incoming = allocate_zeroed (a, states, sizeof *s.incoming) };
  if (!l->forms || !l->place || !l->size || !l->order || !s.marks || !s.index || !s.low || !s.degree || !s.incoming)
    large_fail (l);
  else if (vpa)
    choose_form_of_vpa (l);
  else
    choose_forms (&s);
  release (a, s.marks, states, sizeof *s.marks);
  release (a, s.index, states, sizeof *s.index);
  release (a, s.low, states, sizeof *s.low);
  release (a, s.degree, states, sizeof *s.degree);
  release (a, s.incoming, states, sizeof *s.incoming);
  list_release (a, &s.waiting);
  list_release (a, &s.path);
  list_release (a, &s.open);
  list_release (a, &s.found);
  return !l->grammar->failed;
}

void hubs_release (large *l)
{
  const allocator *a = &l->model->memory;
  release (a, l->forms, l->entry_count, sizeof *l->forms);
  release (a, l->place, l->hub_room, sizeof *l->place);
  release (a, l->size, l->hub_room, sizeof *l->size);
  release (a, l->order, l->hub_room, sizeof *l->order);
}
