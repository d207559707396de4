/* sort.c - words in lexicographic order, for samples far larger than the cache.
 *
 * Each word is one 64-bit number: its offset in the low bits, and in the high
 * ones the next few ranks of the word, packed. A group of words that agree so far
 * fetches its next ranks in one sweep (the only time that the words themselves are
 * looked at), is split by them byte for byte in place (American flag sort), and
 * the groups that still agree go back on the pile. Small groups are compared. */
#include "sort.h"

enum
{
  OFFSET_BITS = 40,
  KEY_BITS = 64 - OFFSET_BITS,
  DIGIT_BITS = 8,
  DIGITS = 1 << DIGIT_BITS,
  SMALL = 12,
  AHEAD = 16 /* how many words ahead memory is asked for */
};

#define OFFSET(entry) ((entry) & (((uint64_t) 1 << OFFSET_BITS) - 1))

/* Words that agree in their first `depth` symbols; the keys hold what follows, and
 * agree in the bits from `shift` up. */
typedef struct group
{
  size_t begin, end, depth;
  unsigned shift;
} group;

typedef struct sorter
{
  uint64_t *entries;
  const symbol *flat, *rank;
  unsigned bits;   /* of a rank */
  unsigned packed; /* ranks in a key */
  group *pile;
  size_t count, capacity;
  allocator memory;
} sorter;

static bool push (sorter *s, group g)
{
  if (g.end - g.begin < 2)
    return true;
  if (!reserve (&s->memory, &s->pile, &s->capacity, s->count + 1, sizeof *s->pile))
    return false;
  s->pile[s->count++] = g;
  return true;
}

/* The next ranks of a word. After its end come zeros. */
static uint64_t key_of (const sorter *s, const symbol *word)
{
  uint64_t key = 0;
  unsigned i = 0;
  for (; i < s->packed; i++) {
    const symbol r = s->rank[word[i]];
    if (!r)
      break;
    key = key << s->bits | r;
  }
  key <<= s->bits * (s->packed - i);
  return key << (64 - s->bits * s->packed);
}

static void fetch_keys (sorter *s, group g)
{
  for (size_t i = g.begin; i < g.end; i++) {
#if defined(__GNUC__)
    if (i + AHEAD < g.end)
      __builtin_prefetch (s->flat + OFFSET (s->entries[i + AHEAD]) + g.depth);
#endif
    const uint64_t offset = OFFSET (s->entries[i]);
    s->entries[i] = key_of (s, s->flat + offset + g.depth) | offset;
  }
}

static bool before (const sorter *s, uint64_t x, uint64_t y, size_t depth)
{
  const symbol *a = s->flat + OFFSET (x) + depth, *b = s->flat + OFFSET (y) + depth;
  while (*a == *b && !is_end (*a))
    a++, b++;
  return s->rank[*a] < s->rank[*b];
}

static void sort_small (sorter *s, group g)
{
#if defined(__GNUC__)
  for (size_t i = g.begin; i < g.end; i++)
    __builtin_prefetch (s->flat + OFFSET (s->entries[i]) + g.depth);
#endif
  for (size_t i = g.begin + 1; i < g.end; i++) {
    const uint64_t entry = s->entries[i];
    size_t k = i;
    for (; k > g.begin && before (s, entry, s->entries[k - 1], g.depth); k--)
      s->entries[k] = s->entries[k - 1];
    s->entries[k] = entry;
  }
}

/* Puts each entry into the bucket of its digit, in place; begin[d] is where bucket d begins. */
static void split (uint64_t *entries, group g, unsigned shift, size_t begin[DIGITS + 1])
{
  size_t next[DIGITS], count[DIGITS] = { 0 };
  for (size_t i = g.begin; i < g.end; i++)
    count[entries[i] >> shift & (DIGITS - 1)]++;
  begin[0] = g.begin;
  for (size_t d = 0; d < DIGITS; d++) {
    next[d] = begin[d];
    begin[d + 1] = begin[d] + count[d];
  }
  for (size_t d = 0; d < DIGITS; d++)
    while (next[d] < begin[d + 1]) {
      uint64_t entry = entries[next[d]];
      for (size_t home; (home = entry >> shift & (DIGITS - 1)) != d;) {
        const uint64_t swap = entries[next[home]];
        entries[next[home]++] = entry;
        entry = swap;
      }
      entries[next[d]++] = entry;
    }
}

/* Do the keys, which are all the same, hold the end of the words? */
static bool ended (const sorter *s, group g)
{
  const uint64_t last = s->entries[g.begin] >> (64 - s->bits * s->packed);
  return !(last & (((uint64_t) 1 << s->bits) - 1));
}

/* False for no memory. */
static bool sort_group (sorter *s, group g)
{
  if (g.end - g.begin <= SMALL) {
    sort_small (s, g);
    return true;
  }
  if (g.shift == OFFSET_BITS) {
    if (ended (s, g))
      return true;
    g.depth += s->packed;
    g.shift = 64;
    fetch_keys (s, g);
  }
  g.shift -= DIGIT_BITS;
  size_t begin[DIGITS + 1];
  split (s->entries, g, g.shift, begin);
  for (size_t d = 0; d < DIGITS; d++)
    if (!push (s, (group){ begin[d], begin[d + 1], g.depth, g.shift }))
      return false;
  return true;
}

status sort_words (uint64_t *offsets, size_t count, const symbol *flat, const symbol *rank, const allocator *a,
                   error *e)
{
  sorter s = { .entries = offsets, .flat = flat, .rank = rank, .memory = *a };
  symbol highest = 1;
  for (size_t i = 0; i < END; i++)
    highest = rank[i] > highest ? rank[i] : highest;
  while (highest >> s.bits)
    s.bits++;
  s.packed = (unsigned) KEY_BITS / s.bits;
  const group all = { 0, count, 0, 64 };
  fetch_keys (&s, all);
  bool room = push (&s, all);
  while (room && s.count)
    room = sort_group (&s, s.pile[--s.count]);
  for (size_t i = 0; i < count; i++)
    offsets[i] = OFFSET (offsets[i]);
  release (a, s.pile, s.capacity, sizeof *s.pile);
  return room ? PAPNI_OK : no_memory (e);
}
