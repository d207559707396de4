/* context.c - the features of positions, and what follows them in the accepted words. */
#include "learn/contexts/context.h"

#include "data/distinct.h"

#include <string.h>

enum
{
  MOST_SYMBOLS_SINCE = 64, /* with more, "seen since y" is used only for the beginning */
  MOST_SYMBOLS_SEEN = 1024 /* with more, there are no one-bit features */
};

/* ---- features ---- */

void context_begin (const context_table *c, uint32_t *out)
{
  memset (out, 0, contexts_width (c) * sizeof *out);
  for (size_t f = 0; f < FEATURE_BITS; f++)
    out[f] = VALUE_START;
  out[FEATURE_INNER_LAST] = out[FEATURE_INNER_FIRST] = VALUE_NONE;
}

void context_push (const context_table *c, const uint32_t *v, uint32_t symbol, uint32_t *out)
{
  memcpy (out, v, FEATURE_BITS * sizeof *out);
  out[FEATURE_LAST] = symbol + 1;
  out[FEATURE_LAST_2] = v[FEATURE_LAST];
  out[FEATURE_LAST_3] = v[FEATURE_LAST_2];
  if (v[FEATURE_FIRST] == VALUE_START)
    out[FEATURE_FIRST] = symbol + 1;
  out[FEATURE_INNER_LAST] = out[FEATURE_INNER_FIRST] = VALUE_NONE;
  const uint32_t *set = c->set + symbol * c->since_words, *clear = c->clear + symbol * c->since_words;
  for (size_t i = 0; i < c->since_words; i++)
    out[FEATURE_BITS + i] = (v[FEATURE_BITS + i] | set[i]) & ~clear[i];
  memset (out + FEATURE_BITS + c->since_words, 0, c->inner_words * sizeof *out);
}

void context_enter (const context_table *c, const uint32_t *v, uint32_t call, uint32_t *out)
{
  context_begin (c, out);
  out[FEATURE_CALL] = call + 1;
  out[FEATURE_BEFORE] = v[FEATURE_LAST];
  out[FEATURE_BEFORE_2] = v[FEATURE_LAST_2];
  out[FEATURE_OUTER] = v[FEATURE_LAST] != VALUE_START ? v[FEATURE_LAST] : v[FEATURE_OUTER];
}

void context_leave (const context_table *c, const uint32_t *caller, uint32_t block, const uint32_t *inside,
                    uint32_t *out)
{
  context_push (c, caller, block, out);
  out[FEATURE_INNER_LAST] = inside[FEATURE_LAST];
  out[FEATURE_INNER_FIRST] = inside[FEATURE_FIRST];
  for (size_t x = 0; c->inner_words && x < c->symbols; x++) /* seen since the beginning */
    if (is_set (inside + FEATURE_BITS, x))
      out[FEATURE_BITS + c->since_words + x / 32] |= 1u << (x % 32);
}

/* ---- numbers ---- */

/* Chooses the accepted words, each once. */
static status choose_words (context_table *c, error *e)
{
  const encoded *words = c->words;
  c->offsets = allocate (&c->memory, words->size, sizeof *c->offsets);
  if (!c->offsets)
    return no_memory (e);
  if (words->size)
    memcpy (c->offsets, words->offsets, words->size * sizeof *c->offsets);
  c->word_count = words->size;
  return distinct_words (words->samples, PAPNI_ACCEPT, c->offsets, &c->word_count, e);
}

/* Marks the symbols and blocks that occur in the chosen words. */
static status mark_symbols (context_table *c, error *e)
{
  const encoded *words = c->words;
  list open = { 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < c->word_count; i++)
    for (const symbol *at = words->samples->flat + c->offsets[i]; !s && !is_end (*at); at++) {
      const papni_kind kind = contexts_kind (c, *at);
      c->event[*at] = 1;
      if (kind == PAPNI_RETURN && open.count) /* the words are well-matched */
        c->block[stack_number (&words->stack, *at, (symbol) open.items[--open.count])] = 1;
      if (kind != PAPNI_RETURN)
        c->plain[*at] = 1;
      if (kind == PAPNI_CALL && !list_add (&c->memory, &open, *at))
        s = no_memory (e);
    }
  list_release (&c->memory, &open);
  return s;
}

/* Numbers what is marked: internal symbols, calls and blocks; internal symbols, calls,
 * returns and the end. The order is that of the alphabet. */
static status number_all (context_table *c, error *e)
{
  const size_t letters = c->words->samples->alphabet->size;
  const symbol *order = c->words->order;
  c->letter = allocate (&c->memory, letters + 1, sizeof *c->letter);
  c->stack_of = allocate (&c->memory, letters + 1 + c->words->stack.size, sizeof *c->stack_of);
  if (!c->letter || !c->stack_of)
    return no_memory (e);
  c->symbols = 1;
  for (size_t i = 0; i < letters; i++) {
    const symbol s = order[i];
    if (c->plain[s])
      c->plain[s] = (uint32_t) c->symbols++;
    if (c->event[s]) {
      c->letter[c->events] = s;
      c->event[s] = (uint32_t) c->events++;
    }
  }
  for (size_t i = 0; i < c->words->stack.size; i++)
    if (c->block[i]) {
      c->stack_of[c->symbols] = (uint32_t) i;
      c->block[i] = (uint32_t) c->symbols++;
    }
  c->letter[c->events++] = PAPNI_NO_SYMBOL;
  return PAPNI_OK;
}

static void set_bit (uint32_t *bits, size_t i)
{
  bits[i / 32] |= 1u << (i % 32);
}

/* The effect of each symbol on "seen since": it was seen since every other y, and
 * nothing was seen since it. */
static status prepare_bits (context_table *c, error *e)
{
  const size_t n = c->symbols;
  c->since_rows = n > MOST_SYMBOLS_SEEN ? 0 : n > MOST_SYMBOLS_SINCE ? 1 : n;
  c->since_words = (c->since_rows * n + 31) / 32;
  c->inner_words = c->since_rows ? (n + 31) / 32 : 0;
  c->set = allocate_zeroed (&c->memory, n * c->since_words, sizeof *c->set);
  c->clear = allocate_zeroed (&c->memory, n * c->since_words, sizeof *c->clear);
  if (!c->set || !c->clear)
    return no_memory (e);
  for (size_t a = 1; a < n && c->since_rows; a++)
    for (size_t y = 0; y < n; y++) {
      if (y != a && y < c->since_rows)
        set_bit (c->set + a * c->since_words, y * n + a);
      if (a < c->since_rows)
        set_bit (c->clear + a * c->since_words, a * n + y);
    }
  return PAPNI_OK;
}

/* ---- counting ---- */

typedef struct counter
{
  context_table *c;
  map pairs;       /* context << 32 | event -> count */
  list open;       /* contexts of open calls, and the calls */
  uint32_t *v, *w; /* room for contexts */
} counter;

static status count_event (counter *n, uint32_t context, uint32_t event, error *e)
{
  bool fresh;
  uint32_t *count = map_enter (&n->c->memory, &n->pairs, (uint64_t) context << 32 | event, 0, &fresh);
  if (!count)
    return no_memory (e);
  ++*count;
  return PAPNI_OK;
}

/* The context after a symbol. */
static status count_step (counter *n, symbol s, uint32_t *at, error *e)
{
  context_table *c = n->c;
  const papni_kind kind = contexts_kind (c, s);
  memcpy (n->v, records_at (&c->all, *at), contexts_width (c) * sizeof *n->v);
  if (kind == PAPNI_CALL) {
    if (!list_add (&c->memory, &n->open, *at) || !list_add (&c->memory, &n->open, s))
      return no_memory (e);
    context_enter (c, n->v, c->plain[s], n->w);
  } else if (kind == PAPNI_RETURN) {
    const symbol call = (symbol) n->open.items[--n->open.count];
    const uint32_t *caller = records_at (&c->all, n->open.items[--n->open.count]);
    context_leave (c, caller, c->block[stack_number (&c->words->stack, s, call)], n->v, n->w);
  } else
    context_push (c, n->v, c->plain[s], n->w);
  return records_enter (&c->memory, &c->all, n->w, at) ? PAPNI_OK : no_memory (e);
}

static status context_count_words (counter *n, const papni_watch *caller, error *e)
{
  context_table *c = n->c;
  watch w = watch_begin (caller, PAPNI_PHASE_TREE);
  uint32_t start;
  context_begin (c, n->w);
  status s = records_enter (&c->memory, &c->all, n->w, &start) ? PAPNI_OK : no_memory (e);
  w.total = c->word_count;
  for (size_t i = 0; !s && i < c->word_count; i++) {
    const symbol *word = c->words->samples->flat + c->offsets[i];
    uint32_t at = start;
    size_t length = 0;
    for (; !s && !is_end (word[length]); length++) {
      s = count_event (n, at, c->event[word[length]], e);
      if (!s)
        s = count_step (n, word[length], &at, e);
    }
    if (!s)
      s = count_event (n, at, (uint32_t) c->events - 1, e);
    w.done = i;
    if (!s)
      s = watch_spend (&w, 8 * length, e);
  }
  return s;
}

static int by_event (const void *x, const void *y)
{
  return compare (((const event_count *) x)->event, ((const event_count *) y)->event);
}

/* Fills the table of logarithms up to all counts, and the number of all tests. */
static status list_counts (context_table *c, const map *pairs, error *e)
{
  if (!rows_init (&c->memory, &c->follow, c->all.count))
    return no_memory (e);
  c->counts = allocate (&c->memory, pairs->count, sizeof *c->counts);
  if (!c->counts)
    return no_memory (e);
  c->count_total = pairs->count;
  for (size_t i = 0; i < pairs->capacity; i++)
    if (pairs->entries[i].age == pairs->age)
      rows_count (&c->follow, (size_t) (pairs->entries[i].key >> 32));
  rows_begin (&c->follow);
  size_t visits = 0;
  for (size_t i = 0; i < pairs->capacity; i++)
    if (pairs->entries[i].age == pairs->age) {
      const map_entry *p = &pairs->entries[i];
      c->counts[rows_place (&c->follow, (size_t) (p->key >> 32))] = (event_count){ (uint32_t) p->key, p->value };
      visits += p->value;
    }
  for (size_t i = 0; i < c->all.count; i++)
    sort_items (c->counts + c->follow.first[i], c->follow.first[i + 1] - c->follow.first[i], sizeof *c->counts,
                by_event);
  const size_t literals = FEATURE_BITS * (c->symbols + 1) + 2 * c->symbols * (c->since_rows + 1);
  const size_t most = visits + c->events;
  return logs_fill (&c->memory, &c->logs, most > literals ? most : literals) ? PAPNI_OK : no_memory (e);
}

/* A test chooses from the features with many values, and the one-bit features that are
 * set anywhere. */
static status count_features (context_table *c, error *e)
{
  const size_t words = c->since_words + c->inner_words;
  uint32_t *any = allocate_zeroed (&c->memory, words, sizeof *any);
  if (!any)
    return no_memory (e);
  for (size_t i = 0; i < c->all.count; i++)
    for (size_t j = 0; j < words; j++)
      any[j] |= records_at (&c->all, i)[FEATURE_BITS + j];
  c->features = FEATURE_BITS;
  for (size_t j = 0; j < 32 * words; j++)
    c->features += is_set (any, j);
  release (&c->memory, any, words, sizeof *any);
  return PAPNI_OK;
}

static status context_count_all (context_table *c, const papni_watch *watch, error *e)
{
  c->all.width = contexts_width (c);
  counter n = { .c = c,
                .v = allocate (&c->memory, c->all.width, sizeof *n.v),
                .w = allocate (&c->memory, c->all.width, sizeof *n.w) };
  status s = n.v && n.w ? context_count_words (&n, watch, e) : no_memory (e);
  if (!s)
    s = list_counts (c, &n.pairs, e);
  map_release (&c->memory, &n.pairs);
  list_release (&c->memory, &n.open);
  release (&c->memory, n.v, c->all.width, sizeof *n.v);
  release (&c->memory, n.w, c->all.width, sizeof *n.w);
  return s ? s : count_features (c, e);
}

status contexts_init (context_table *c, const encoded *words, const papni_watch *watch, error *e)
{
  const size_t letters = words->samples->alphabet->size;
  *c = (context_table){ .memory = words->memory, .words = words };
  c->plain = allocate_zeroed (&c->memory, letters, sizeof *c->plain);
  c->event = allocate_zeroed (&c->memory, letters, sizeof *c->event);
  c->block = allocate_zeroed (&c->memory, words->stack.size, sizeof *c->block);
  status s = c->plain && c->event && c->block ? choose_words (c, e) : no_memory (e);
  if (!s)
    s = mark_symbols (c, e);
  if (!s)
    s = number_all (c, e);
  if (!s)
    s = prepare_bits (c, e);
  if (!s)
    s = context_count_all (c, watch, e);
  if (s)
    contexts_release (c);
  return s;
}

void contexts_release (context_table *c)
{
  const allocator a = c->memory;
  const size_t letters = c->words->samples->alphabet->size;
  release (&a, c->plain, letters, sizeof *c->plain);
  release (&a, c->event, letters, sizeof *c->event);
  release (&a, c->block, c->words->stack.size, sizeof *c->block);
  release (&a, c->letter, letters + 1, sizeof *c->letter);
  release (&a, c->stack_of, letters + 1 + c->words->stack.size, sizeof *c->stack_of);
  release (&a, c->offsets, c->words->size, sizeof *c->offsets);
  release (&a, c->set, c->symbols * c->since_words, sizeof *c->set);
  release (&a, c->clear, c->symbols * c->since_words, sizeof *c->clear);
  records_release (&a, &c->all);
  if (c->follow.first)
    rows_release (&a, &c->follow);
  release (&a, c->counts, c->count_total, sizeof *c->counts);
  logs_release (&a, &c->logs);
}
