/* regular_parts.c - parts of regular expressions, each made once and as simple as is easy. */
#include "base/list.h"
#include "io/terminals/regular.h"

#include <string.h>

void regulars_release (regulars *l)
{
  map_release (&l->patterns->memory, &l->known);
}

static uint32_t regular_full (regulars *l)
{
  if (!l->failed)
    l->failed = no_memory (l->error);
  return NO_PART;
}

static part part_of (const regulars *l, uint32_t p)
{
  return p == NO_PART ? (part){ PART_EMPTY, 0, 0 } : l->patterns->parts[p]; /* NO_PART: out of memory */
}

static bool same_part (const patterns *p, const part *one, const part *other)
{
  if (one->kind != other->kind || one->other != other->other)
    return false;
  return one->kind != PART_SET ? one->one == other->one
                               : !memcmp (&p->ranges[one->one], &p->ranges[other->one], one->other * sizeof *p->ranges);
}

/* The first part like the last one, which is then taken back. */
static uint32_t known_part (regulars *l, uint32_t last)
{
  patterns *p = l->patterns;
  if (last == NO_PART)
    return regular_full (l);
  const part *own = &p->parts[last];
  uint64_t hash = own->kind == PART_SET
                      ? hash_bytes ((const char *) &p->ranges[own->one], own->other * sizeof *p->ranges)
                      : (uint64_t) own->one * 0x9e3779b97f4a7c15u ^ ((uint64_t) own->other << 8 | (uint64_t) own->kind);
  for (bool fresh = false;; hash++) {
    const uint32_t *found = map_enter (&p->memory, &l->known, hash, last, &fresh);
    if (!found)
      return regular_full (l);
    if (fresh)
      return last;
    if (same_part (p, own, &p->parts[*found])) {
      const uint32_t first = *found;
      if (own->kind == PART_SET)
        p->range_count = own->one;
      p->count = last;
      return first;
    }
  }
}

static uint32_t make_part (regulars *l, part_kind kind, uint32_t one, uint32_t other)
{
  return l->failed || one == NO_PART || other == NO_PART ? NO_PART
                                                         : known_part (l, pattern_part (l->patterns, kind, one, other));
}

uint32_t regular_set (regulars *l, const bool *atoms)
{
  patterns *p = l->patterns;
  const scanner *s = l->scanner;
  const size_t first = p->range_count;
  bool room = true;
  for (size_t c = 0; room && c < s->atoms; c++)
    if (atoms[c])
      room = pattern_range (p, s->bounds[c], s->bounds[c + 1] - 1);
  return room && !l->failed ? known_part (l, pattern_set (p, first, false)) : regular_full (l);
}

static uint32_t join_sets (regulars *l, uint32_t one, uint32_t other)
{
  patterns *p = l->patterns;
  const size_t first = p->range_count;
  const uint32_t both[] = { one, other };
  bool room = true;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; room && i < p->parts[both[k]].other; i++) {
      const character_range r = p->ranges[p->parts[both[k]].one + i];
      room = pattern_range (p, r.from, r.to);
    }
  return room && !l->failed ? known_part (l, pattern_set (p, first, false)) : regular_full (l);
}

static uint32_t optional_part (regulars *l, uint32_t one)
{
  const part p = part_of (l, one);
  if (!one || p.kind == PART_REPEAT || (p.kind == PART_CHOICE && !p.other))
    return one;
  return p.kind == PART_PLUS ? make_part (l, PART_REPEAT, p.one, 0) : make_part (l, PART_CHOICE, one, 0);
}

/* Without looking for what both have in common. */
static uint32_t plain_choice (regulars *l, uint32_t one, uint32_t other)
{
  const part x = part_of (l, one), y = part_of (l, other);
  if (one == other)
    return one;
  if (!one || !other)
    return optional_part (l, one ? one : other);
  if (x.kind == PART_SET && y.kind == PART_SET)
    return join_sets (l, one, other);
  return make_part (l, PART_CHOICE, one, other);
}

/* x y | x z is x (y | z), and y x | z x is (y | z) x. NO_PART: they have nothing in common. */
static uint32_t factored (regulars *l, uint32_t one, uint32_t other)
{
  const part x = part_of (l, one), y = part_of (l, other);
  const bool both = x.kind == PART_SEQUENCE && y.kind == PART_SEQUENCE;
  if (both && x.one == y.one)
    return regular_sequence (l, x.one, plain_choice (l, x.other, y.other));
  if (both && x.other == y.other)
    return regular_sequence (l, plain_choice (l, x.one, y.one), x.other);
  if (y.kind == PART_SEQUENCE && y.one == one)
    return regular_sequence (l, one, optional_part (l, y.other));
  if (x.kind == PART_SEQUENCE && x.one == other)
    return regular_sequence (l, other, optional_part (l, x.other));
  if (y.kind == PART_SEQUENCE && y.other == one)
    return regular_sequence (l, optional_part (l, y.one), one);
  if (x.kind == PART_SEQUENCE && x.other == other)
    return regular_sequence (l, optional_part (l, x.one), other);
  return NO_PART;
}

uint32_t regular_choice (regulars *l, uint32_t one, uint32_t other)
{
  if (one == NO_PART || other == NO_PART || l->failed)
    return one == NO_PART ? other : one;
  const part x = part_of (l, one), y = part_of (l, other);
  if (one && other && x.kind == PART_CHOICE && !x.other)
    return optional_part (l, plain_choice (l, x.one, other));
  if (one && other && y.kind == PART_CHOICE && !y.other)
    return optional_part (l, plain_choice (l, one, y.one));
  const uint32_t common = one && other && one != other ? factored (l, one, other) : NO_PART;
  if (common != NO_PART)
    return common;
  if (x.kind == PART_CHOICE && part_of (l, x.one).kind == PART_SET && y.kind == PART_SET)
    return plain_choice (l, join_sets (l, x.one, other), x.other);
  return y.kind == PART_SET && x.kind != PART_SET ? plain_choice (l, other, one) : plain_choice (l, one, other);
}

/* Two parts, the second of which is not a sequence. */
static uint32_t append_part (regulars *l, uint32_t one, uint32_t other)
{
  const part x = part_of (l, one), y = part_of (l, other);
  if (!one || !other)
    return one ? one : other;
  if (y.kind == PART_REPEAT && y.one == one)
    return make_part (l, PART_PLUS, one, 0);
  if (x.kind == PART_REPEAT && x.one == other)
    return make_part (l, PART_PLUS, other, 0);
  if (x.kind == PART_SEQUENCE && y.kind == PART_REPEAT && y.one == x.other)
    return make_part (l, PART_SEQUENCE, x.one, make_part (l, PART_PLUS, x.other, 0));
  return make_part (l, PART_SEQUENCE, one, other);
}

/* A sequence has its parts on the left, as that of a literal. */
uint32_t regular_sequence (regulars *l, uint32_t one, uint32_t other)
{
  const allocator *a = &l->patterns->memory;
  if (one == NO_PART || other == NO_PART)
    return NO_PART;
  list open = { 0 };
  bool room = true;
  for (; room && other && part_of (l, other).kind == PART_SEQUENCE; other = part_of (l, other).one)
    room = list_add (a, &open, part_of (l, other).other);
  one = append_part (l, one, other);
  while (room && !l->failed && open.count)
    one = append_part (l, one, open.items[--open.count]);
  list_release (a, &open);
  return room && !l->failed ? one : regular_full (l);
}

uint32_t regular_repeat (regulars *l, uint32_t one)
{
  if (one == NO_PART || !one)
    return 0;
  const part p = part_of (l, one);
  if (p.kind == PART_REPEAT)
    return one;
  return make_part (l, PART_REPEAT, p.kind == PART_PLUS || (p.kind == PART_CHOICE && !p.other) ? p.one : one, 0);
}
