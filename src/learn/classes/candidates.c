/* candidates.c - classes of symbols by their neighbours, by description length.
 *
 * Words are written down class by class: for each class, a histogram of the classes that follow it,
 * and the order in which they do; and for each class, which of its members it is each time. Joining
 * two classes makes histograms shorter, and the order longer if they have different neighbours. The
 * two that save the most bits are joined, as long as any save bits. */
#include "learn/classes/candidates.h"

#include "base/logs.h"

enum
{
  MOST_ROWS = 1024, /* symbols; with more, there are no classes */
  MOST_JOINED = 128 /* symbols that may be joined: the most frequent */
};

typedef struct class_rows
{
  allocator memory;
  const papni_samples *samples;
  symbol *order; /* rank -> symbol, of those that occur */
  uint16_t *rank;
  size_t ranks;     /* symbols that occur; the rank after them is the start as a row, the end as a column */
  uint32_t *counts; /* row * (ranks + 1) + column */
  size_t *total;    /* of a row: what follows */
  int64_t *used;    /* of a row: different columns */
  int64_t *sum;     /* of a row: logarithms of factorials */
  int64_t *shares;  /* of a class: logarithms of factorials of how often its members occur */
  uint16_t *active; /* rows of classes that may be joined */
  size_t active_count;
  uint16_t *joined; /* rank -> row of its class */
  bool *dead;       /* rows that were joined to others */
  uint32_t *members;
  size_t columns; /* classes that are left, with the end */
  logs logs;
} class_rows;

static int64_t factorial (const class_rows *n, uint64_t x)
{
  return (int64_t) n->logs.factorial[x];
}

/* The bits of a histogram and of an order: which of `columns` occur, how often, and when. A row that
 * uses more columns has none: it stands for a row whose columns are still to be joined. */
static int64_t row_bits (const class_rows *n, size_t total, int64_t used, int64_t sum, size_t columns)
{
  if (!total || (size_t) used > columns)
    return 0;
  return logs_choose (&n->logs, columns, (size_t) used) + logs_choose (&n->logs, total - 1, (size_t) used - 1)
         + factorial (n, total) - sum;
}

static int64_t bits_of_row (const class_rows *n, size_t row, size_t columns)
{
  return row_bits (n, n->total[row], n->used[row], n->sum[row], columns);
}

/* ---- counting ---- */

static status rank_symbols (class_rows *n, const uint64_t *offsets, size_t count, error *e)
{
  const papni_alphabet *alphabet = n->samples->alphabet;
  symbol *all = alphabet_order (alphabet);
  bool *seen = allocate_zeroed (&n->memory, alphabet->size, sizeof *seen);
  n->order = allocate (&n->memory, alphabet->size, sizeof *n->order);
  n->rank = allocate_zeroed (&n->memory, alphabet->size, sizeof *n->rank);
  const bool room = all && seen && n->order && n->rank;
  for (size_t i = 0; room && i < count; i++)
    for (const symbol *s = n->samples->flat + offsets[i]; !is_end (*s); s++)
      seen[*s] = true;
  for (size_t i = 0; room && i < alphabet->size; i++)
    if (seen[all[i]]) {
      n->rank[all[i]] = (uint16_t) n->ranks;
      n->order[n->ranks++] = all[i];
    }
  release (&alphabet->memory, all, alphabet->size, sizeof *all);
  release (&n->memory, seen, alphabet->size, sizeof *seen);
  return room ? PAPNI_OK : no_memory (e);
}

static status neighbours_allocate (class_rows *n, error *e)
{
  const allocator *a = &n->memory;
  const size_t rows = n->ranks + 1;
  n->counts = allocate_zeroed (a, rows * rows, sizeof *n->counts);
  n->total = allocate_zeroed (a, rows, sizeof *n->total);
  n->used = allocate_zeroed (a, rows, sizeof *n->used);
  n->sum = allocate_zeroed (a, rows, sizeof *n->sum);
  n->shares = allocate_zeroed (a, rows, sizeof *n->shares);
  n->active = allocate_zeroed (a, rows, sizeof *n->active);
  n->joined = allocate_zeroed (a, rows, sizeof *n->joined);
  n->dead = allocate_zeroed (a, rows, sizeof *n->dead);
  n->members = allocate_zeroed (a, rows, sizeof *n->members);
  n->columns = rows;
  const bool room =
      n->counts && n->total && n->used && n->sum && n->shares && n->active && n->joined && n->dead && n->members;
  return room ? PAPNI_OK : no_memory (e);
}

static status count_neighbours (class_rows *n, const uint64_t *offsets, size_t count, error *e)
{
  const size_t rows = n->ranks + 1;
  size_t most = rows + 1;
  for (size_t i = 0; i < count; i++) {
    size_t last = n->ranks;
    const symbol *s = n->samples->flat + offsets[i];
    for (; !is_end (*s); s++) {
      n->counts[last * rows + n->rank[*s]]++;
      last = n->rank[*s];
    }
    n->counts[last * rows + n->ranks]++;
  }
  for (size_t r = 0; r < rows; r++) {
    for (size_t c = 0; c < rows; c++)
      n->total[r] += n->counts[r * rows + c];
    most += n->total[r];
    n->joined[r] = (uint16_t) r;
    n->members[r] = 1;
  }
  if (!logs_fill (&n->memory, &n->logs, most))
    return no_memory (e);
  for (size_t r = 0; r < rows; r++)
    n->shares[r] = factorial (n, n->total[r]);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < rows; c++) {
      n->used[r] += n->counts[r * rows + c] > 0;
      n->sum[r] += factorial (n, n->counts[r * rows + c]);
    }
  return PAPNI_OK;
}

/* The internal symbols that occur, or the most frequent ones of them: a symbol is followed by
 * something as often as it occurs. */
static void choose_active (class_rows *n)
{
  for (size_t r = 0; r < n->ranks; r++) {
    size_t above = 0;
    if (n->samples->alphabet->letters[n->order[r]].kind != PAPNI_INTERNAL)
      continue;
    for (size_t q = 0; q < n->ranks; q++)
      above += n->samples->alphabet->letters[n->order[q]].kind == PAPNI_INTERNAL
               && (n->total[q] > n->total[r] || (n->total[q] == n->total[r] && q < r));
    if (above < MOST_JOINED)
      n->active[n->active_count++] = (uint16_t) r;
  }
}

/* ---- joining ---- */

/* The change of the bits of other rows if columns x and y are joined, and of those if one column
 * fewer exists; `small` are their bits then. */
static int64_t column_change (const class_rows *n, size_t x, size_t y, const int64_t *small)
{
  const size_t rows = n->ranks + 1;
  int64_t change = 0;
  for (size_t r = 0; r < rows; r++) {
    const uint32_t a = n->counts[r * rows + x], b = n->counts[r * rows + y];
    if (!a || !b || n->dead[r] || r == x || r == y)
      continue;
    const int64_t sum = n->sum[r] - factorial (n, a) - factorial (n, b) + factorial (n, (uint64_t) a + b);
    change += row_bits (n, n->total[r], n->used[r] - 1, sum, n->columns - 1) - small[r];
  }
  return change;
}

/* The bits of the row that x and y make together. */
static int64_t joined_bits (const class_rows *n, size_t x, size_t y)
{
  const size_t rows = n->ranks + 1;
  const uint32_t *p = n->counts + x * rows, *q = n->counts + y * rows;
  int64_t used = 0, sum = 0;
  for (size_t c = 0; c < rows; c++) {
    const uint64_t both = (uint64_t) p[c] + q[c];
    if (!both || c == x || c == y)
      continue;
    used++;
    sum += factorial (n, both);
  }
  const uint64_t own = (uint64_t) p[x] + p[y] + q[x] + q[y];
  return row_bits (n, n->total[x] + n->total[y], used + (own > 0), sum + factorial (n, own), n->columns - 1);
}

/* The bits of which member it is each time. */
static int64_t member_bits (const class_rows *n, size_t total, uint32_t members, int64_t shares)
{
  return logs_choose (&n->logs, total - 1, members - 1) + factorial (n, total) - shares;
}

static int64_t pair_change (const class_rows *n, size_t x, size_t y, const int64_t *small)
{
  const size_t total = n->total[x] + n->total[y];
  return column_change (n, x, y, small) + joined_bits (n, x, y) - small[x] - small[y]
         + member_bits (n, total, n->members[x] + n->members[y], n->shares[x] + n->shares[y])
         - member_bits (n, n->total[x], n->members[x], n->shares[x])
         - member_bits (n, n->total[y], n->members[y], n->shares[y]);
}

/* Joins y to x. */
static void class_rows_join (class_rows *n, size_t x, size_t y)
{
  const size_t rows = n->ranks + 1;
  for (size_t c = 0; c < rows; c++)
    n->counts[x * rows + c] += n->counts[y * rows + c];
  n->dead[y] = true;
  n->columns--;
  n->total[x] += n->total[y];
  n->members[x] += n->members[y];
  n->shares[x] += n->shares[y];
  for (size_t r = 0; r < rows; r++) {
    n->counts[r * rows + x] += n->counts[r * rows + y];
    n->counts[r * rows + y] = 0;
    if (n->joined[r] == y)
      n->joined[r] = (uint16_t) x;
    n->used[r] = n->sum[r] = 0;
    for (size_t c = 0; !n->dead[r] && c < rows; c++) {
      n->used[r] += n->counts[r * rows + c] > 0;
      n->sum[r] += factorial (n, n->counts[r * rows + c]);
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < n->active_count; i++)
    if (n->active[i] != y)
      n->active[kept++] = n->active[i];
  n->active_count = kept;
}

/* Joins the two classes that save the most bits; *done if none saves any. */
static status class_rows_join_best (class_rows *n, int64_t *small, watch *w, bool *done, error *e)
{
  int64_t base = 0, best = 0;
  size_t x = 0, y = 0;
  for (size_t r = 0; r <= n->ranks; r++) {
    small[r] = n->dead[r] ? 0 : bits_of_row (n, r, n->columns - 1);
    base += n->dead[r] ? 0 : small[r] - bits_of_row (n, r, n->columns);
  }
  for (size_t i = 0; i < n->active_count; i++) {
    for (size_t k = i + 1; k < n->active_count; k++) {
      const int64_t change = base + pair_change (n, n->active[i], n->active[k], small);
      if (change < best) {
        best = change;
        x = n->active[i];
        y = n->active[k];
      }
    }
    const status s = watch_spend (w, n->active_count * n->ranks, e);
    if (s)
      return s;
  }
  *done = best >= 0;
  if (!*done)
    class_rows_join (n, x, y);
  return PAPNI_OK;
}

static status class_rows_join_all (class_rows *n, watch *w, error *e)
{
  int64_t *small = allocate (&n->memory, n->ranks + 1, sizeof *small);
  status s = small ? PAPNI_OK : no_memory (e);
  for (bool done = false; !s && !done && n->active_count > 1;)
    s = class_rows_join_best (n, small, w, &done, e);
  release (&n->memory, small, n->ranks + 1, sizeof *small);
  return s;
}

static void neighbours_release (class_rows *n)
{
  const allocator *a = &n->memory;
  const size_t rows = n->ranks + 1, letters = n->samples->alphabet->size;
  release (a, n->order, letters, sizeof *n->order);
  release (a, n->rank, letters, sizeof *n->rank);
  release (a, n->counts, rows * rows, sizeof *n->counts);
  release (a, n->total, rows, sizeof *n->total);
  release (a, n->used, rows, sizeof *n->used);
  release (a, n->sum, rows, sizeof *n->sum);
  release (a, n->shares, rows, sizeof *n->shares);
  release (a, n->active, rows, sizeof *n->active);
  release (a, n->joined, rows, sizeof *n->joined);
  release (a, n->dead, rows, sizeof *n->dead);
  release (a, n->members, rows, sizeof *n->members);
  logs_release (a, &n->logs);
}

status find_candidates (const papni_samples *samples, const uint64_t *offsets, size_t count, watch *w, symbol *of,
                        error *e)
{
  class_rows n = { .memory = samples->memory, .samples = samples };
  for (size_t i = 0; i < samples->alphabet->size; i++)
    of[i] = (symbol) i;
  status s = rank_symbols (&n, offsets, count, e);
  if (!s && n.ranks && n.ranks <= MOST_ROWS) {
    s = neighbours_allocate (&n, e);
    if (!s)
      s = count_neighbours (&n, offsets, count, e);
    if (!s) {
      choose_active (&n);
      s = class_rows_join_all (&n, w, e);
    }
    for (size_t r = 0; !s && r < n.ranks; r++)
      of[n.order[r]] = n.order[n.joined[r]];
  }
  neighbours_release (&n);
  return s;
}
