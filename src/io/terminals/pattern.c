/* pattern.c - sets and trees of patterns. */
#include "io/terminals/pattern.h"

bool patterns_begin (patterns *p, const allocator *a)
{
  *p = (patterns){ .memory = *a };
  return pattern_part (p, PART_EMPTY, 0, 0) != NO_PART;
}

void patterns_release (patterns *p)
{
  release (&p->memory, p->parts, p->capacity, sizeof *p->parts);
  release (&p->memory, p->ranges, p->range_capacity, sizeof *p->ranges);
  *p = (patterns){ .memory = p->memory };
}

uint32_t pattern_part (patterns *p, part_kind kind, uint32_t one, uint32_t other)
{
  if (one == NO_PART || other == NO_PART)
    return NO_PART;
  if (kind == PART_SEQUENCE && !one)
    return other;
  if (kind == PART_SEQUENCE && !other)
    return one;
  if (p->count >= NO_PART || !reserve (&p->memory, &p->parts, &p->capacity, p->count + 1, sizeof *p->parts))
    return NO_PART;
  p->parts[p->count] = (part){ kind, one, other };
  return (uint32_t) p->count++;
}

uint32_t pattern_literal (patterns *p, const char *text, size_t length)
{
  uint32_t whole = 0, c = 0;
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_character (text + i, length - i, &c);
    if (!size)
      size = 1, c = (unsigned char) text[i];
    const size_t first = p->range_count;
    const uint32_t set = pattern_range (p, c, c) ? pattern_set (p, first, false) : NO_PART;
    whole = pattern_part (p, PART_SEQUENCE, whole, set);
  }
  return whole;
}

/* ---- sets ---- */

bool pattern_range (patterns *p, uint32_t from, uint32_t to)
{
  if (!reserve (&p->memory, &p->ranges, &p->range_capacity, p->range_count + 1, sizeof *p->ranges))
    return false;
  p->ranges[p->range_count++] = (character_range){ from, to };
  return true;
}

static int by_from (const void *left, const void *right)
{
  const character_range *x = left, *y = right;
  return compare (x->from, y->from);
}

/* Sorts the ranges from `first` on and joins those that touch. */
static void join_ranges (patterns *p, size_t first)
{
  size_t kept = first;
  if (p->range_count > first)
    sort_items (p->ranges + first, p->range_count - first, sizeof *p->ranges, by_from);
  for (size_t i = first; i < p->range_count; i++) {
    const character_range next = p->ranges[i];
    if (kept > first && next.from <= p->ranges[kept - 1].to + 1) {
      if (next.to > p->ranges[kept - 1].to)
        p->ranges[kept - 1].to = next.to;
    } else
      p->ranges[kept++] = next;
  }
  p->range_count = kept;
}

uint32_t pattern_set (patterns *p, size_t first, bool negated)
{
  join_ranges (p, first);
  if (negated) { /* what is between the ranges, after them */
    const size_t end = p->range_count;
    uint32_t from = 0;
    for (size_t i = first; i < end; i++) {
      const character_range r = p->ranges[i];
      if (r.from > from && !pattern_range (p, from, r.from - 1))
        return NO_PART;
      from = r.to + 1;
    }
    if (from <= LAST_CHARACTER && !pattern_range (p, from, LAST_CHARACTER))
      return NO_PART;
    for (size_t i = end; i < p->range_count; i++)
      p->ranges[first + i - end] = p->ranges[i];
    p->range_count -= end - first;
  }
  return pattern_part (p, PART_SET, (uint32_t) first, (uint32_t) (p->range_count - first));
}

bool set_has (const patterns *p, uint32_t set, uint32_t character)
{
  const part *s = &p->parts[set];
  for (size_t i = s->one; s->kind == PART_SET && i < (size_t) s->one + s->other; i++)
    if (character >= p->ranges[i].from && character <= p->ranges[i].to)
      return true;
  return false;
}

bool sets_meet (const patterns *p, uint32_t one, uint32_t other)
{
  const part *x = &p->parts[one], *y = &p->parts[other];
  if (x->kind != PART_SET || y->kind != PART_SET)
    return false;
  for (size_t i = x->one; i < (size_t) x->one + x->other; i++)
    for (size_t k = y->one; k < (size_t) y->one + y->other; k++)
      if (p->ranges[i].from <= p->ranges[k].to && p->ranges[k].from <= p->ranges[i].to)
        return true;
  return false;
}
