/* twin_terms.c - the definition of learning over terms, put down as it is.
 *
 * A well-matched word has one parse, so a term is no more than a word and the module
 * that it stands in. All that occur in the sample are sorted, and a term is its place
 * in that list; its parts are found by looking for its last block. A state is a class
 * of terms and has the name of the least of them. When two classes become one, every
 * term with a part in the one is held against every term with a part in the other.
 * Every change goes through `put`, which notes what was there before. */
#include "twin.h"

#include <stdlib.h>

/* A word, or a piece of one, in a module: the call that it is nested in, or TWIN_NONE.
 * A symbol stands here for its place in the symbol order. */
typedef struct piece
{
  const int *symbols;
  size_t length;
  int module;
} piece;

typedef struct change
{
  int *slot, old;
} change;

typedef struct terms
{
  const twin_alphabet *alphabet;
  int order[TWIN_MAX_SYMBOLS]; /* the symbols in symbol order */
  bool one_module;
  piece *pieces;
  int count;
  int *before, *inside;           /* what a term is made of, TWIN_NONE where it has none */
  int *last, *popped;             /* its last symbol, and what that pops */
  int *first_use, *next_use;      /* a list for each term; use 2t is as the term t's before, 2t + 1 as its inside */
  int *class;                     /* the least term of its class */
  int *next_member, *last_member; /* a list for each class, which begins with the least */
  int *label, *positive, *red;    /* of each class */
  int *passes, *events;           /* of each class, by accepted words */
  int all_events;
  int *began; /* of each class that is or was blue: its least term when it became so */
  int *work;  /* terms that must join, two by two */
  size_t work_size, work_room;
  change *trail;
  size_t trail_size, trail_room;
} terms;

/* The list, with room for one more. */
static void *grown (void *list, size_t count, size_t *room, size_t size)
{
  if (count < *room)
    return list;
  *room = 2 * *room + 64;
  list = realloc (list, *room * size);
  if (!list)
    abort ();
  return list;
}

/* ---- terms --------------------------------------------------------------- */

static papni_kind kind_of (const terms *t, int place)
{
  return t->alphabet->kinds[t->order[place]];
}

/* Shorter words first, then symbol order, then by module. */
static int piece_order (const void *left, const void *right)
{
  const piece *x = left, *y = right;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  for (size_t i = 0; i < x->length; i++)
    if (x->symbols[i] != y->symbols[i])
      return x->symbols[i] < y->symbols[i] ? -1 : 1;
  return x->module - y->module;
}

/* All well-matched words of the sample, as places of symbols. Returns how many. */
static size_t keep_words (const terms *t, const twin_sample *sample, twin_word *kept)
{
  size_t count = 0;
  for (size_t w = 0; w < sample->count; w++) {
    const twin_word *word = &sample->words[w];
    int *out = twin_allocate (word->length, sizeof *out), open;
    size_t at;
    bool matched = twin_encode (t->alphabet, word->symbols, word->length, out, &at, &open) == PAPNI_MISMATCH_NONE;
    for (size_t i = 0; i < word->length; i++)
      for (out[i] = 0; t->order[out[i]] != word->symbols[i];)
        out[i]++;
    if (matched)
      kept[count++] = (twin_word){ out, word->length, word->label };
    else
      free (out);
  }
  return count;
}

/* Calls `see` for each place in a word, with what stands between the innermost open call and that place. */
static void each_piece (terms *t, const twin_word *word, void (*see) (terms *, piece, papni_label))
{
  size_t *begin = twin_allocate (word->length + 1, sizeof *begin), depth = 0;
  for (size_t i = 0; i <= word->length; i++) {
    int module = depth && !t->one_module ? word->symbols[begin[depth] - 1] : TWIN_NONE;
    see (t, (piece){ word->symbols + begin[depth], i - begin[depth], module }, word->label);
    if (i < word->length && kind_of (t, word->symbols[i]) == PAPNI_CALL)
      begin[++depth] = i + 1;
    else if (i < word->length && kind_of (t, word->symbols[i]) == PAPNI_RETURN)
      depth--;
  }
  free (begin);
}

static void add_piece (terms *t, piece p, papni_label label)
{
  (void) label;
  t->pieces[t->count++] = p;
}

static int term_of (const terms *t, piece p)
{
  if (t->one_module)
    p.module = TWIN_NONE;
  const piece *found = bsearch (&p, t->pieces, (size_t) t->count, sizeof p, piece_order);
  return (int) (found - t->pieces);
}

/* The pieces of all words and the empty word, each once, in order. */
static void list_pieces (terms *t, const twin_word *words, size_t count)
{
  size_t all = 1;
  int used = 1;
  for (size_t w = 0; w < count; w++)
    all += words[w].length + 1;
  t->pieces = twin_allocate (all, sizeof *t->pieces);
  add_piece (t, (piece){ NULL, 0, TWIN_NONE }, PAPNI_UNKNOWN);
  for (size_t w = 0; w < count; w++)
    each_piece (t, &words[w], add_piece);
  qsort (t->pieces, (size_t) t->count, sizeof *t->pieces, piece_order);
  for (int i = 1; i < t->count; i++)
    if (piece_order (&t->pieces[i], &t->pieces[used - 1]) != 0)
      t->pieces[used++] = t->pieces[i];
  t->count = used;
}

/* Finds the parts of a term: what comes before its last symbol or block, and what is nested in that. */
static void take_apart (terms *t, int term)
{
  piece p = t->pieces[term];
  if (p.length == 0)
    return; /* an entry */
  size_t at = p.length - 1;
  t->last[term] = p.symbols[at];
  if (kind_of (t, p.symbols[at]) == PAPNI_RETURN) {
    for (int depth = 1; depth > 0;) {
      papni_kind kind = kind_of (t, p.symbols[--at]);
      depth += (kind == PAPNI_RETURN) - (kind == PAPNI_CALL);
    }
    t->popped[term] = p.symbols[at];
    t->inside[term] = term_of (t, (piece){ p.symbols + at + 1, p.length - at - 2, p.symbols[at] });
  }
  t->before[term] = term_of (t, (piece){ p.symbols, at, p.module });
}

static void add_use (terms *t, int part, int use)
{
  if (part == TWIN_NONE)
    return;
  t->next_use[use] = t->first_use[part];
  t->first_use[part] = use;
}

static void mark_positive (terms *t, piece p, papni_label label)
{
  (void) label;
  t->positive[term_of (t, p)] = true;
}

/* What an accepted word does next after each of its terms. */
static void count_events (terms *t, const twin_word *word)
{
  size_t *begin = twin_allocate (word->length + 1, sizeof *begin), depth = 0;
  for (size_t i = 0; i <= word->length; i++) {
    int module = depth ? word->symbols[begin[depth] - 1] : TWIN_NONE;
    int term = term_of (t, (piece){ word->symbols + begin[depth], i - begin[depth], module });
    int event = 1 << (i < word->length ? word->symbols[i] : TWIN_END);
    t->passes[term]++;
    t->events[term] |= event;
    t->all_events |= event;
    if (i < word->length && kind_of (t, word->symbols[i]) == PAPNI_CALL)
      begin[++depth] = i + 1;
    else if (i < word->length && kind_of (t, word->symbols[i]) == PAPNI_RETURN)
      depth--;
  }
  free (begin);
}

static int *allocate_none (int count)
{
  int *list = twin_allocate ((size_t) count, sizeof *list);
  for (int i = 0; i < count; i++)
    list[i] = TWIN_NONE;
  return list;
}

/* False where a word is both accepted and rejected. */
static bool make_terms (terms *t, const twin_word *words, size_t count, unsigned counting)
{
  bool consistent = true;
  list_pieces (t, words, count);
  int **const arrays[] = { &t->before,   &t->inside, &t->last,        &t->popped,      &t->first_use,
                           &t->next_use, &t->class,  &t->next_member, &t->last_member, &t->began };
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i] = allocate_none (2 * t->count);
  t->label = twin_allocate ((size_t) t->count, sizeof *t->label);
  t->positive = twin_allocate ((size_t) t->count, sizeof *t->positive);
  t->red = twin_allocate ((size_t) t->count, sizeof *t->red);
  t->passes = twin_allocate ((size_t) t->count, sizeof *t->passes);
  t->events = twin_allocate ((size_t) t->count, sizeof *t->events);
  for (int i = 0; i < t->count; i++) {
    take_apart (t, i);
    add_use (t, t->before[i], 2 * i);
    add_use (t, t->inside[i], 2 * i + 1);
    t->class[i] = t->last_member[i] = i;
  }
  for (size_t w = 0; w < count; w++) {
    int *label = &t->label[term_of (t, (piece){ words[w].symbols, words[w].length, TWIN_NONE })];
    if (words[w].label == PAPNI_UNKNOWN)
      continue;
    consistent = consistent && (*label == PAPNI_UNKNOWN || *label == (int) words[w].label);
    *label = (int) words[w].label;
    if (words[w].label == PAPNI_ACCEPT)
      each_piece (t, &words[w], mark_positive);
    if (twin_counts (words, w, counting))
      count_events (t, &words[w]);
  }
  return consistent;
}

static void free_terms (terms *t)
{
  void *const arrays[] = { t->pieces,   t->before, t->inside,      t->last,        t->popped, t->first_use,
                           t->next_use, t->class,  t->next_member, t->last_member, t->label,  t->positive,
                           t->red,      t->work,   t->trail,       t->began,       t->passes, t->events };
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    free (arrays[i]);
}

/* ---- merging ------------------------------------------------------------- */

static void put (terms *t, int *slot, int value)
{
  t->trail = grown (t->trail, t->trail_size, &t->trail_room, sizeof *t->trail);
  t->trail[t->trail_size++] = (change){ slot, *slot };
  *slot = value;
}

static void undo (terms *t)
{
  while (t->trail_size > 0) {
    change last = t->trail[--t->trail_size];
    *last.slot = last.old;
  }
}

static bool same_class (const terms *t, int x, int y)
{
  return x == TWIN_NONE || y == TWIN_NONE ? x == y : t->class[x] == t->class[y];
}

/* Are these two made in the same way of the same states? */
static bool congruent (const terms *t, int x, int y)
{
  return t->last[x] == t->last[y] && t->popped[x] == t->popped[y] && same_class (t, t->before[x], t->before[y])
         && same_class (t, t->inside[x], t->inside[y]);
}

static void push (terms *t, int x, int y)
{
  t->work = grown (t->work, t->work_size + 1, &t->work_room, sizeof *t->work);
  t->work[t->work_size++] = x;
  t->work[t->work_size++] = y;
}

/* The class b becomes part of the class a. What is congruent only now must join next. */
static void join (terms *t, int a, int b)
{
  if (t->label[b] != PAPNI_UNKNOWN)
    put (t, &t->label[a], t->label[b]);
  if (t->positive[b])
    put (t, &t->positive[a], true);
  if (t->red[b])
    put (t, &t->red[a], true);
  if (t->began[a] == TWIN_NONE)
    put (t, &t->began[a], t->began[b]);
  put (t, &t->passes[a], t->passes[a] + t->passes[b]);
  put (t, &t->events[a], t->events[a] | t->events[b]);
  for (int y = b; y != TWIN_NONE; y = t->next_member[y])
    put (t, &t->class[y], a);
  for (int x = a; x != TWIN_NONE; x = t->next_member[x])
    for (int u = t->first_use[x]; u != TWIN_NONE; u = t->next_use[u])
      for (int y = b; y != TWIN_NONE; y = t->next_member[y])
        for (int v = t->first_use[y]; v != TWIN_NONE; v = t->next_use[v])
          if (congruent (t, u / 2, v / 2))
            push (t, u / 2, v / 2);
  put (t, &t->next_member[t->last_member[a]], b);
  put (t, &t->last_member[a], t->last_member[b]);
}

static long bits_of (const terms *t, int class)
{
  return twin_event_bits (t->passes[class], t->events[class], t->all_events);
}

/* The evidence of joining two classes, which agree. Joins them. */
static long join_for (terms *t, int a, int b, unsigned evidence)
{
  bool labelled = t->label[a] != PAPNI_UNKNOWN && t->label[b] != PAPNI_UNKNOWN;
  long before = bits_of (t, a) + bits_of (t, b);
  join (t, a, b);
  return evidence == EVIDENCE_BITS ? before - bits_of (t, a) : evidence == EVIDENCE_STATES || labelled;
}

/* Makes two terms one state, and whatever follows. False on a conflict. */
static bool merge (terms *t, int x, int y, unsigned evidence, long *sum)
{
  *sum = 0;
  t->work_size = 0;
  push (t, x, y);
  while (t->work_size > 0) {
    int a = t->class[t->work[--t->work_size]], b = t->class[t->work[--t->work_size]];
    bool labelled = t->label[a] != PAPNI_UNKNOWN && t->label[b] != PAPNI_UNKNOWN;
    if (a == b)
      continue;
    if ((t->red[a] && t->red[b]) || (labelled && t->label[a] != t->label[b]))
      return false;
    *sum += join_for (t, a < b ? a : b, a < b ? b : a, evidence);
  }
  return true;
}

static bool is_red (const terms *t, int term)
{
  return term == TWIN_NONE || t->red[t->class[term]];
}

/* A state is blue if it is not red, but all that one of its terms is made of is. */
static size_t list_blue (terms *t, unsigned focus, int *list)
{
  bool *blue = twin_allocate ((size_t) t->count, sizeof *blue);
  size_t count = 0;
  for (int i = 0; i < t->count; i++)
    if (!is_red (t, i) && is_red (t, t->before[i]) && is_red (t, t->inside[i]))
      blue[t->class[i]] = true;
  for (int i = 0; i < t->count; i++) {
    if (blue[i] && t->began[i] == TWIN_NONE)
      t->began[i] = i;
    blue[i] = blue[i] && (focus == FOCUS_ALL || t->positive[i]);
  }
  for (int i = 0; i < t->count; i++)
    if (blue[i])
      list[count++] = i;
  free (blue);
  return count;
}

/* Merges or promotes one blue state. False when there is none. */
static bool advance (terms *t, int *red, size_t *red_count, const settings *w, twin_course *course)
{
  const unsigned method = w->method, evidence = w->evidence;
  int *list = twin_allocate ((size_t) t->count, sizeof *list);
  size_t count = list_blue (t, w->focus, list);
  int best_blue = TWIN_NONE, best_red = TWIN_NONE, promoted = TWIN_NONE;
  long most = -1;
  for (size_t i = 0; i < count && promoted == TWIN_NONE && !(method == METHOD_RPNI && most >= 0); i++) {
    bool mergeable = false;
    if (twin_waits (course, t->began[list[i]]))
      continue;
    for (size_t q = 0; q < *red_count && !(method == METHOD_RPNI && mergeable); q++) {
      if (t->pieces[red[q]].module != t->pieces[list[i]].module
          || twin_avoids (course, (twin_decision){ red[q], t->began[list[i]] }))
        continue;
      long found;
      bool works = merge (t, red[q], list[i], evidence, &found);
      undo (t);
      works = works && twin_pays (evidence, found, t->positive[list[i]]);
      mergeable = mergeable || works;
      if (works && found > most) {
        most = found;
        best_blue = list[i];
        best_red = red[q];
      }
    }
    if (!mergeable)
      promoted = list[i];
  }
  if (promoted != TWIN_NONE) {
    t->red[promoted] = true;
    red[(*red_count)++] = t->began[promoted];
    twin_note (course, (twin_decision){ TWIN_NONE, t->began[promoted] });
  } else if (count > 0) {
    twin_note (course, (twin_decision){ best_red, t->began[best_blue] });
    long found;
    merge (t, best_red, best_blue, evidence, &found);
    t->trail_size = 0;
  }
  free (list);
  return count > 0;
}

/* ---- the model ----------------------------------------------------------- */

/* Between classes, and with places of symbols: what red states do. Returns how many there are. */
static size_t list_steps (const terms *t, twin_edge *steps)
{
  size_t count = 0;
  for (int i = 0; i < t->count; i++) {
    if (t->before[i] == TWIN_NONE || !is_red (t, i) || !is_red (t, t->before[i]) || !is_red (t, t->inside[i]))
      continue;
    int before = t->class[t->before[i]], inside = t->inside[i] == TWIN_NONE ? TWIN_NONE : t->class[t->inside[i]];
    twin_edge step = inside == TWIN_NONE ? (twin_edge){ before, t->last[i], TWIN_NONE, TWIN_NONE, t->class[i] }
                                         : (twin_edge){ inside, t->last[i], t->popped[i], before, t->class[i] };
    bool known = false;
    for (size_t k = 0; k < count; k++)
      known = known
              || (steps[k].from == step.from && steps[k].symbol == step.symbol && steps[k].popped == step.popped
                  && steps[k].caller == step.caller);
    if (!known)
      steps[count++] = step;
  }
  return count;
}

static int after (const twin_edge *steps, size_t count, int from, int symbol, int popped, int caller)
{
  for (size_t k = 0; k < count; k++)
    if (steps[k].from == from && steps[k].symbol == symbol && steps[k].popped == popped && steps[k].caller == caller)
      return steps[k].to;
  return TWIN_NONE;
}

/* The state that a call enters, or TWIN_NONE for a call that does not occur. */
static int entry_of (const terms *t, int call)
{
  for (int i = 0; i < t->count && t->pieces[i].length == 0; i++)
    if (t->one_module || t->pieces[i].module == call)
      return t->class[i];
  return TWIN_NONE;
}

/* Adds a transition, and the state that it leads to unless that is there already. */
static void add_edge (twin_model *model, const terms *t, int *states, int from, int symbol, int popped, int caller,
                      int to)
{
  if (to == TWIN_NONE)
    return;
  int q = 0;
  while (q < model->states && states[q] != to)
    q++;
  if (q == model->states)
    states[model->states++] = to;
  model->edges[model->edge_count++] =
      (twin_edge){ from, t->order[symbol], popped == TWIN_NONE ? TWIN_NONE : t->order[popped], caller, q };
}

/* Lists the transitions of all known states, and of those found on the way. */
static void list_edges (twin_model *model, const terms *t, const twin_edge *steps, size_t count, int *states)
{
  model->edge_count = 0;
  for (int q = 0; q < model->states; q++) {
    int callers = model->states;
    for (int a = 0; a < t->alphabet->size; a++)
      if (kind_of (t, a) != PAPNI_RETURN) {
        int to =
            kind_of (t, a) == PAPNI_CALL ? entry_of (t, a) : after (steps, count, states[q], a, TWIN_NONE, TWIN_NONE);
        add_edge (model, t, states, q, a, TWIN_NONE, TWIN_NONE, to);
        callers = model->states;
      } else
        for (int c = 0; c < t->alphabet->size; c++)
          for (int p = 0; kind_of (t, c) == PAPNI_CALL && p < callers; p++)
            add_edge (model, t, states, q, a, c, p, after (steps, count, states[q], a, c, states[p]));
  }
}

/* The states that can be reached, numbered breadth first in symbol order. A return is known only when both of its
 * states are: so it goes round until there is nothing new. */
static void read_model (twin_model *model, const terms *t, size_t red_count)
{
  twin_edge *steps = twin_allocate ((size_t) t->count, sizeof *steps);
  int *states = twin_allocate (red_count, sizeof *states), known;
  size_t count = list_steps (t, steps);
  model->edges = twin_allocate (count + red_count * (size_t) t->alphabet->size, sizeof *model->edges);
  model->states = 1;
  do {
    known = model->states;
    list_edges (model, t, steps, count, states);
  } while (model->states != known);
  model->accepting = twin_allocate ((size_t) model->states, sizeof *model->accepting);
  for (int q = 0; q < model->states; q++)
    model->accepting[q] = t->label[states[q]] == PAPNI_ACCEPT;
  free (steps);
  free (states);
}

twin_model *twin_learn_terms (const twin_sample *sample, const settings *w, twin_course *course)
{
  twin_course own = { 0 };
  course = course ? course : &own;
  terms t = { .alphabet = &sample->alphabet, .one_module = w->modules == MODULES_ONE };
  twin_symbol_order (t.alphabet, t.order);
  twin_word *words = twin_allocate (sample->count, sizeof *words);
  size_t count = keep_words (&t, sample, words);
  twin_model *model = NULL;
  if (make_terms (&t, words, count, w->count)) {
    model = twin_allocate (1, sizeof *model);
    model->kind = PAPNI_SEVPA;
    model->alphabet = sample->alphabet;
    model->tree_nodes = (size_t) t.count;
    int *red = twin_allocate ((size_t) t.count, sizeof *red);
    size_t red_count = 0;
    for (int i = 0; i < t.count && t.pieces[i].length == 0; i++) {
      t.red[i] = true;
      red[red_count++] = i;
    }
    while (advance (&t, red, &red_count, w, course))
      continue;
    model->merges = twin_merges (course);
    course->reds = red_count;
    read_model (model, &t, red_count);
    free (red);
  }
  for (size_t i = 0; i < count; i++)
    free (words[i].symbols);
  free (words);
  free_terms (&t);
  twin_course_free (&own);
  return model;
}
