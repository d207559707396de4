/* cluster.c - groups values of a feature that are followed by similar events: of all
 * pairs, the one that is cheapest to join is joined, as long as that costs less than
 * naming one more group. */
#include "learn/contexts/event_classes.h"

#include <string.h>

#define CLUSTER_ROWS ((size_t) 2 * CLUSTER_VALUES)

int64_t histogram_bits (const logs *l, const uint32_t *counts, const uint32_t *more, size_t columns)
{
  size_t total = 0, different = 0;
  int64_t each = 0;
  for (size_t i = 0; i < columns; i++) {
    const size_t n = counts[i] + (more ? more[i] : 0);
    total += n;
    different += n > 0;
    each += (int64_t) l->factorial[n];
  }
  return logs_choose (l, columns, different) + (int64_t) l->factorial[total + different - 1]
         - (int64_t) l->factorial[different - 1] - each;
}

static void measure_pair (cluster *g, const logs *l, uint32_t one, uint32_t other)
{
  const int64_t both = histogram_bits (l, g->counts + one * g->columns, g->counts + other * g->columns, g->columns);
  g->apart[one * CLUSTER_ROWS + other] = g->apart[other * CLUSTER_ROWS + one] = both - g->cost[one] - g->cost[other];
}

/* Joins the groups at these positions of `active`, the first before the second. */
static void join_pair (cluster *g, const logs *l, size_t first, size_t second, uint32_t row)
{
  const uint32_t one = g->active[first], other = g->active[second];
  for (size_t i = 0; i < g->columns; i++)
    g->counts[row * g->columns + i] = g->counts[one * g->columns + i] + g->counts[other * g->columns + i];
  g->cost[row] = g->apart[one * CLUSTER_ROWS + other] + g->cost[one] + g->cost[other];
  g->total[row] = g->total[one] + g->total[other];
  g->least[row] = g->least[one] < g->least[other] ? g->least[one] : g->least[other];
  for (size_t v = 0; v < g->values; v++)
    if (g->group[v] == one || g->group[v] == other)
      g->group[v] = row;
  size_t kept = 0;
  for (size_t i = 0; i < g->active_count; i++)
    if (i != first && i != second)
      g->active[kept++] = g->active[i];
  for (size_t i = 0; i < kept; i++)
    measure_pair (g, l, g->active[i], row);
  g->active[kept++] = row;
  g->active_count = kept;
}

static bool join_cheapest (cluster *g, const logs *l, uint32_t row)
{
  size_t first = 0, second = 0;
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < g->active_count; i++)
    for (size_t j = i + 1; j < g->active_count; j++) {
      const int64_t apart = g->apart[g->active[i] * CLUSTER_ROWS + g->active[j]];
      if (apart < least) {
        least = apart;
        first = i;
        second = j;
      }
    }
  const int64_t names = (int64_t) g->values * (int64_t) (l->log[g->active_count] - l->log[g->active_count - 1]);
  if (least > names)
    return false;
  join_pair (g, l, first, second, row);
  return true;
}

static bool group_comes_first (const cluster *g, uint32_t one, uint32_t other)
{
  return g->total[one] != g->total[other] ? g->total[one] > g->total[other] : g->least[one] < g->least[other];
}

void cluster_join (cluster *g, const logs *l)
{
  g->active_count = g->values;
  for (uint32_t v = 0; v < g->values; v++) {
    g->group[v] = g->active[v] = g->least[v] = v;
    g->total[v] = 0;
    for (size_t i = 0; i < g->columns; i++)
      g->total[v] += g->counts[v * g->columns + i];
    g->cost[v] = histogram_bits (l, g->counts + v * g->columns, NULL, g->columns);
    for (uint32_t w = 0; w < v; w++)
      measure_pair (g, l, w, v);
  }
  for (uint32_t row = (uint32_t) g->values; g->active_count > 1 && join_cheapest (g, l, row); row++)
    ;
  g->bits = (int64_t) (g->values * l->log[g->active_count] + l->log[g->values]);
  for (size_t i = 0; i < g->active_count; i++) {
    g->bits += g->cost[g->active[i]];
    for (size_t j = i; j && group_comes_first (g, g->active[j], g->active[j - 1]); j--) {
      const uint32_t swapped = g->active[j];
      g->active[j] = g->active[j - 1];
      g->active[j - 1] = swapped;
    }
  }
}
