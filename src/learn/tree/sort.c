/* sort.c - sorts words lexicographically, for samples far larger than the cache.
 *
 * Each word is one 64-bit number: its offset in the low bits, and above it as many of
 * the word's next ranks as fit. A group of words that agree so far loads its next ranks
 * in one pass (the only time that the words themselves are read), is split by them byte
 * by byte in place (American flag sort), and the groups that still agree are pushed
 * back on the stack. Small groups use insertion sort. All words with the same first
 * byte are sorted by one thread. */
#include "learn/tree/sort.h"

#include <stdatomic.h>
#include <string.h>

enum
{
  DIGIT_BITS = 8,
  SORT_DIGITS = 1 << DIGIT_BITS,
  SMALL = 32,
  FEW_WORDS = 1 << 16, /* which fit into the cache twice */
  SORT_AHEAD = 16,     /* prefetch distance, in words */
  PIECES = 64          /* of the first pass, shared by threads */
};

/* Words that agree in their first `depth` symbols; their keys hold what follows, and
 * agree in the bits from `shift` up. */
typedef struct sort_key_group
{
  size_t begin, end, depth;
  unsigned shift;
} sort_key_group;

typedef struct sort_sorter
{
  uint64_t *entries;
  const symbol *flat, *rank;
  unsigned offset_bits; /* of an entry; the key is above it */
  unsigned bits;        /* of a rank */
  unsigned packed;      /* ranks in a key */
  bool measures;        /* all ranks of each word fit into its key */
  sort_key_group *pile;
  size_t count, capacity;
  allocator memory;
} sort_sorter;

static inline uint64_t offset_of (const sort_sorter *s, uint64_t entry)
{
  return entry & (((uint64_t) 1 << s->offset_bits) - 1);
}

static bool sort_push (sort_sorter *s, sort_key_group g)
{
  if (g.end - g.begin < 2)
    return true;
  if (!reserve (&s->memory, &s->pile, &s->capacity, s->count + 1, sizeof *s->pile))
    return false;
  s->pile[s->count++] = g;
  return true;
}

/* The next ranks of a word, padded with zeros. */
static inline uint64_t sort_key_of (const sort_sorter *s, const symbol *word)
{
  const symbol *const rank = s->rank;
  const unsigned bits = s->bits, packed = s->packed;
  uint64_t key = 0;
  unsigned i = 0;
  if (s->measures)
    for (; !is_end (word[i]); i++)
      key = key << bits | rank[word[i]];
  else
    for (; i < packed && !is_end (word[i]); i++)
      key = key << bits | rank[word[i]];
  key <<= bits * (packed - i);
  return key << (64 - bits * packed);
}

static void fetch_keys (sort_sorter *s, sort_key_group g)
{
  for (size_t i = g.begin; i < g.end; i++) {
    if (i + SORT_AHEAD < g.end)
      prefetch (s->flat + offset_of (s, s->entries[i + SORT_AHEAD]) + g.depth);
    const uint64_t offset = offset_of (s, s->entries[i]);
    s->entries[i] = sort_key_of (s, s->flat + offset + g.depth) | offset;
  }
}

/* Does the key hold the end of its word? */
static inline bool has_end (const sort_sorter *s, uint64_t entry)
{
  return !(entry >> (64 - s->bits * s->packed) & (((uint64_t) 1 << s->bits) - 1));
}

static inline unsigned sort_rank (const sort_sorter *s, symbol a)
{
  return is_end (a) ? 0 : s->rank[a];
}

/* If the keys are equal, compares the words. */
static bool sort_word_before (const sort_sorter *s, uint64_t x, uint64_t y, size_t depth)
{
  if (s->measures || has_end (s, x))
    return false;
  const symbol *a = s->flat + offset_of (s, x) + depth + s->packed, *b = s->flat + offset_of (s, y) + depth + s->packed;
  while (*a == *b && !is_end (*a))
    a++, b++;
  return sort_rank (s, *a) < sort_rank (s, *b);
}

static inline bool sort_before (const sort_sorter *s, uint64_t x, uint64_t y, size_t depth)
{
  const uint64_t key = x >> s->offset_bits, other = y >> s->offset_bits;
  return key != other ? key < other : sort_word_before (s, x, y, depth);
}

static void sort_small (sort_sorter *s, sort_key_group g)
{
  for (size_t i = g.begin + 1; i < g.end; i++) {
    const uint64_t entry = s->entries[i];
    size_t k = i;
    for (; k > g.begin && sort_before (s, entry, s->entries[k - 1], g.depth); k--)
      s->entries[k] = s->entries[k - 1];
    s->entries[k] = entry;
  }
}

/* The entries by a digit: those with digit d are from begin[d] to end[d] - 1, if there are
 * any. Most groups are small, so that most digits do not occur. */
typedef struct buckets
{
  size_t begin[SORT_DIGITS], end[SORT_DIGITS];
  uint64_t used[SORT_DIGITS / 64]; /* a bit for each digit that occurs */
} buckets;

static inline unsigned lowest_bit (uint64_t bits)
{
#if defined(__GNUC__)
  return (unsigned) __builtin_ctzll (bits);
#else
  unsigned i = 0;
  while (!(bits >> i & 1))
    i++;
  return i;
#endif
}

/* The first digit from d on that occurs, or SORT_DIGITS. */
static inline size_t next_digit (const buckets *b, size_t d)
{
  uint64_t bits = d < SORT_DIGITS ? b->used[d / 64] >> d % 64 << d % 64 : 0;
  size_t i = d / 64;
  while (!bits && ++i < SORT_DIGITS / 64)
    bits = b->used[i];
  return bits ? 64 * i + lowest_bit (bits) : SORT_DIGITS;
}

/* Moves each entry into the bucket of its digit, in place. */
static void split (uint64_t *entries, sort_key_group g, unsigned shift, buckets *b)
{
  size_t next[SORT_DIGITS], sum = g.begin;
  memset (b->end, 0, sizeof b->end); /* first, their numbers */
  memset (b->used, 0, sizeof b->used);
  for (size_t i = g.begin; i < g.end; i++) {
    const unsigned d = entries[i] >> shift & (SORT_DIGITS - 1);
    b->end[d]++;
    b->used[d / 64] |= (uint64_t) 1 << d % 64;
  }
  for (size_t d = next_digit (b, 0); d < SORT_DIGITS; d = next_digit (b, d + 1)) {
    b->begin[d] = next[d] = sum;
    b->end[d] = sum += b->end[d];
  }
  for (size_t d = next_digit (b, 0); d < SORT_DIGITS; d = next_digit (b, d + 1))
    while (next[d] < b->end[d]) {
      uint64_t entry = entries[next[d]];
      for (size_t home; (home = entry >> shift & (SORT_DIGITS - 1)) != d;) {
        const uint64_t swap = entries[next[home]];
        entries[next[home]++] = entry;
        entry = swap;
      }
      entries[next[d]++] = entry;
    }
}

/* False if out of memory. */
static bool sort_group (sort_sorter *s, sort_key_group g)
{
  if (g.end - g.begin <= SMALL) {
    sort_small (s, g);
    return true;
  }
  if (g.shift == s->offset_bits) {
    if (s->measures || has_end (s, s->entries[g.begin]))
      return true;
    g.depth += s->packed;
    g.shift = 64;
    fetch_keys (s, g);
  }
  g.shift -= DIGIT_BITS;
  buckets b;
  split (s->entries, g, g.shift, &b);
  for (size_t d = next_digit (&b, 0); d < SORT_DIGITS; d = next_digit (&b, d + 1))
    if (!sort_push (s, (sort_key_group){ b.begin[d], b.end[d], g.depth, g.shift }))
      return false;
  return true;
}

/* ---- measuring ---- */

static inline unsigned leading_zeros (uint64_t bits)
{
#if defined(__GNUC__)
  return (unsigned) __builtin_clzll (bits);
#else
  unsigned i = 0;
  while (!(bits << i >> 63))
    i++;
  return i;
#endif
}

/* In a sorted bucket, replaces keys by what they say about their words. `before` has the digit of
 * the bucket before it, and the key of the last word there differs in that digit. */
static void sort_measure (const sort_sorter *s, size_t begin, size_t end, uint64_t before)
{
  const unsigned reciprocal = (1u << 16) / s->bits + 1; /* bits / s->bits, for up to 64 + s->bits */
  for (size_t i = begin; i < end; i++) {
    const uint64_t offset = offset_of (s, s->entries[i]), key = s->entries[i] ^ offset, differ = key ^ before;
    const unsigned used = key ? 64 - lowest_bit (key) : 0;
    const uint64_t length = (used + s->bits - 1) * reciprocal >> 16;
    const uint64_t shared = differ ? leading_zeros (differ) * reciprocal >> 16 : length;
    s->entries[i] = length << 56 | shared << 48 | offset;
    before = key;
  }
}

static void sort_strip (const sort_sorter *s, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++)
    s->entries[i] = offset_of (s, s->entries[i]);
}

/* ---- threads ---- */

typedef struct shared
{
  const sort_sorter *sorter;
  size_t count;
  buckets buckets; /* by the first byte of a key */
  atomic_bool no_memory;
} shared;

static void fetch_piece (void *context, size_t index, unsigned thread)
{
  const shared *all = context;
  sort_sorter s = *all->sorter;
  (void) thread;
  fetch_keys (&s, (sort_key_group){ all->count * index / PIECES, all->count * (index + 1) / PIECES, 0, 64 });
}

/* The last digit before d that occurs, or 0: then the first word, if it is empty, has no other
 * before it, and shares nothing. */
static uint64_t last_before (const buckets *b, size_t d)
{
  while (d-- > 0)
    if (b->used[d / 64] >> d % 64 & 1)
      return d;
  return 0;
}

static void sort_bucket (void *context, size_t index, unsigned thread)
{
  shared *all = context;
  sort_sorter s = *all->sorter;
  (void) thread;
  if (next_digit (&all->buckets, index) != index)
    return;
  const size_t begin = all->buckets.begin[index], end = all->buckets.end[index];
  bool room = sort_push (&s, (sort_key_group){ begin, end, 0, 64 - DIGIT_BITS });
  while (room && s.count)
    room = sort_group (&s, s.pile[--s.count]);
  if (s.measures)
    sort_measure (&s, begin, end, last_before (&all->buckets, index) << (64 - DIGIT_BITS));
  else
    sort_strip (&s, begin, end);
  if (!room)
    atomic_store (&all->no_memory, true);
  release (&s.memory, s.pile, s.capacity, sizeof *s.pile);
}

/* ---- few short words ---- */

/* Moves the entries to `to`, in order of a digit. Those with equal digits stay in order. */
static void sort_move (const uint64_t *from, uint64_t *to, size_t count, unsigned shift)
{
  uint32_t next[SORT_DIGITS] = { 0 }, sum = 0;
  for (size_t i = 0; i < count; i++)
    next[from[i] >> shift & (SORT_DIGITS - 1)]++;
  for (size_t d = 0; d < SORT_DIGITS; d++) {
    const uint32_t here = next[d];
    next[d] = sum;
    sum += here;
  }
  for (size_t i = 0; i < count; i++)
    to[next[from[i] >> shift & (SORT_DIGITS - 1)]++] = from[i];
}

/* Sorts by the last digit of the keys that occurs, then by the one before it, and so on: no branch depends on
 * the words. False if out of memory. */
static bool sort_few (const sort_sorter *s, const unsorted *words)
{
  const size_t count = words->count;
  const unsigned used = s->bits * (unsigned) words->longest;
  uint64_t *other = allocate (&s->memory, count, sizeof *other), *from = s->entries, *to = other;
  if (!other)
    return false;
  for (unsigned shift = (64 - used) / DIGIT_BITS * DIGIT_BITS; shift < 64; shift += DIGIT_BITS) {
    sort_move (from, to, count, shift);
    uint64_t *swap = from;
    from = to;
    to = swap;
  }
  if (from != s->entries)
    memcpy (s->entries, from, count * sizeof *from);
  release (&s->memory, other, count, sizeof *other);
  sort_measure (s, 0, count, 0);
  return true;
}

/* Offsets take whole bytes, so that the digits of a key are its own. */
static void choose_bits (sort_sorter *s, const unsorted *words)
{
  while (words->letters >> s->bits)
    s->bits++;
  s->bits += !s->bits;
  while ((uint64_t) words->used >> s->offset_bits)
    s->offset_bits += DIGIT_BITS;
  s->packed = (64 - s->offset_bits) / s->bits;
  s->measures = words->longest <= s->packed && s->offset_bits <= 48;
}

status sort_words (const unsorted *words, workers *w, const allocator *a, bool *measured, error *e)
{
  sort_sorter s = { .entries = words->offsets, .flat = words->flat, .rank = words->rank, .memory = *a };
  shared all = { .sorter = &s, .count = words->count };
  choose_bits (&s, words);
  workers_do (w, PIECES, fetch_piece, &all);
  *measured = s.measures;
  if (s.measures && words->count <= FEW_WORDS)
    return sort_few (&s, words) ? PAPNI_OK : no_memory (e);
  split (s.entries, (sort_key_group){ 0, words->count, 0, 64 }, 64 - DIGIT_BITS, &all.buckets);
  workers_do (w, SORT_DIGITS, sort_bucket, &all);
  return atomic_load (&all.no_memory) ? no_memory (e) : PAPNI_OK;
}

status sort_encoded (encoded *words, workers *w, bool *measured, error *e)
{
  const papni_samples *samples = words->samples;
  const size_t letters = samples->alphabet->size;
  symbol *rank = allocate (&words->memory, letters, sizeof *rank);
  if (!rank)
    return no_memory (e);
  for (size_t i = 0; i < letters; i++)
    rank[words->order[i]] = (symbol) (i + 1);
  const unsorted all = { words->offsets, words->size, samples->flat, samples->used, rank, letters, words->longest };
  const status s = sort_words (&all, w, &words->memory, measured, e);
  release (&words->memory, rank, letters, sizeof *rank);
  return s;
}
