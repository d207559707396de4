/* generate.c - labelled words for the benchmark, the same on every machine for
 * the same seed.
 *
 *   abbadingo  words of a random binary DFA, as in the Abbadingo competition
 *   l12        words of L12 and words that are almost in it, none twice
 *   growth     the same with repetition: a smaller sample is the start of a larger
 *   ingest     as many words as one likes, half of them well-matched
 *   model      a chain, or a random dfa, vpa or sevpa, as papni's table: nine in ten of
 *              all transitions, two internal symbols and two pairs, a third accepting
 *
 * Well-matched words are drawn uniformly among those of a length: they are
 * counted by length and by the calls that are open, and a number below the count
 * of a whole word then says at each place what comes next. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  SHORTEST = 4,
  LONGEST = 50,
  HELD_BACK = 2000, /* held-out words */
  MAX_STATES = 4096
};

__extension__ typedef unsigned __int128 wide;

static _Noreturn void fail (const char *message)
{
  fprintf (stderr, "generate: %s\n", message);
  exit (1);
}

static void *allocate (size_t count, size_t size)
{
  void *block = calloc (count, size);
  if (!block)
    fail ("out of memory");
  return block;
}

/* ---- random numbers: xoshiro256**, seeded by splitmix64 ---- */

typedef struct source
{
  uint64_t state[4];
} source;

static source source_of (uint64_t seed)
{
  source s;
  for (size_t i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    s.state[i] = z ^ (z >> 31);
  }
  return s;
}

static uint64_t rotate (uint64_t x, int by)
{
  return (x << by) | (x >> (64 - by));
}

static uint64_t draw (source *s)
{
  uint64_t *x = s->state;
  const uint64_t result = rotate (x[1] * 5, 7) * 9, shifted = x[1] << 17;
  x[2] ^= x[0];
  x[3] ^= x[1];
  x[1] ^= x[2];
  x[0] ^= x[3];
  x[2] ^= shifted;
  x[3] = rotate (x[3], 45);
  return result;
}

/* Uniform below `bound`: draws as many bits as the bound has until they fit. */
static uint64_t below (source *s, uint64_t bound)
{
  uint64_t mask = bound - 1, number;
  for (int by = 1; by < 64; by *= 2)
    mask |= mask >> by;
  do
    number = draw (s) & mask;
  while (number >= bound);
  return number;
}

static wide wide_below (source *s, wide bound)
{
  wide mask = bound - 1, number;
  for (int by = 1; by < 128; by *= 2)
    mask |= mask >> by;
  do {
    number = (wide) draw (s) << 64;
    number = (number | draw (s)) & mask;
  } while (number >= bound);
  return number;
}

/* ---- output ---- */

typedef struct writer
{
  FILE *file;
  size_t used;
  char bytes[1 << 16];
} writer;

static writer *writer_open (const char *path)
{
  writer *w = allocate (1, sizeof *w);
  w->file = strcmp (path, "-") == 0 ? stdout : fopen (path, "wb");
  if (!w->file)
    fail (strerror (errno));
  return w;
}

/* Reserves this many bytes. */
static void flush (writer *w, size_t room)
{
  if (sizeof w->bytes - w->used >= room)
    return;
  if (fwrite (w->bytes, 1, w->used, w->file) != w->used)
    fail (strerror (errno));
  w->used = 0;
}

static void put_text (writer *w, const char *text)
{
  const size_t length = strlen (text);
  flush (w, length);
  memcpy (w->bytes + w->used, text, length);
  w->used += length;
}

static void writer_close (writer *w)
{
  flush (w, sizeof w->bytes);
  if (fclose (w->file) != 0)
    fail (strerror (errno));
  free (w);
}

/* ---- words over ( ) a b c d ---- */

typedef struct word
{
  uint8_t length;
  bool accepted;
  char symbols[LONGEST];
} word;

static const char symbols[] = "()abcd";
static const char alphabet[] = "%call (\n%return )\n";

static void put_word (writer *w, const word *v)
{
  flush (w, 2 * LONGEST + 2);
  char *to = w->bytes + w->used;
  *to++ = v->accepted ? '+' : '-';
  for (size_t i = 0; i < v->length; i++) {
    *to++ = ' ';
    *to++ = v->symbols[i];
  }
  *to++ = '\n';
  w->used = (size_t) (to - w->bytes);
}

static uint8_t draw_length (source *s)
{
  return (uint8_t) (SHORTEST + below (s, LONGEST - SHORTEST + 1));
}

static void draw_uniform (source *s, word *v)
{
  v->length = draw_length (s);
  for (size_t i = 0; i < v->length; i++)
    v->symbols[i] = symbols[below (s, 6)];
}

/* Dyck words with blocks between the brackets. */
typedef struct language
{
  const char *const *blocks; /* terminated by NULL */
  wide count[LONGEST + 2][LONGEST + 1];
  /* count[open][left]: how many ways there are to go on when `open` calls are open and
   * `left` symbols are left. */
} language;

static const char *const single_blocks[] = { "a", "b", "c", "d", NULL };
static const char *const l12_blocks[] = { "abc", "d", NULL };

static wide ways (const language *l, size_t open, size_t left, const char *block)
{
  const size_t length = strlen (block);
  return length <= left ? l->count[open][left - length] : 0;
}

static language *language_new (const char *const *blocks)
{
  language *l = allocate (1, sizeof *l);
  l->blocks = blocks;
  l->count[0][0] = 1;
  for (size_t left = 1; left <= LONGEST; left++)
    for (size_t open = 0; open + left <= LONGEST; open++) {
      wide sum = l->count[open + 1][left - 1];
      if (open)
        sum += l->count[open - 1][left - 1];
      for (const char *const *block = blocks; *block; block++)
        sum += ways (l, open, left, *block);
      l->count[open][left] = sum;
    }
  return l;
}

/* The word of this length with this number. */
static void pick (const language *l, word *v, size_t length, wide number)
{
  size_t open = 0, at = 0;
  v->length = (uint8_t) length;
  while (at < length) {
    const size_t left = length - at;
    const char *const *block = l->blocks;
    for (; *block && number >= ways (l, open, left, *block); block++)
      number -= ways (l, open, left, *block);
    if (*block)
      for (const char *c = *block; *c; c++)
        v->symbols[at++] = *c;
    else if (number < l->count[open + 1][left - 1]) {
      v->symbols[at++] = '(';
      open++;
    } else {
      number -= l->count[open + 1][left - 1];
      v->symbols[at++] = ')';
      open--;
    }
  }
}

static void draw_matched (source *s, const language *l, word *v)
{
  const size_t length = draw_length (s);
  pick (l, v, length, wide_below (s, l->count[0][length]));
}

/* Inserts, removes or replaces a symbol. */
static bool edit (source *s, word *v)
{
  const uint64_t kind = below (s, 3);
  const size_t at = below (s, kind == 0 ? v->length + 1U : v->length);
  const char symbol = symbols[below (s, 6)];
  if (kind == 0) {
    if (v->length == LONGEST)
      return false;
    memmove (v->symbols + at + 1, v->symbols + at, v->length++ - at);
  }
  if (kind == 1)
    memmove (v->symbols + at, v->symbols + at + 1, --v->length - at);
  else
    v->symbols[at] = symbol;
  return v->length >= SHORTEST;
}

/* ---- L12: brackets, and abc and d between them ---- */

static bool in_l12 (const word *v)
{
  size_t open = 0;
  char expected = 0; /* the next symbol inside abc */
  for (size_t i = 0; i < v->length; i++) {
    const char c = v->symbols[i];
    if (expected || c == 'b' || c == 'c') {
      if (c != expected)
        return false;
      expected = c == 'b' ? 'c' : 0;
    } else if (c == 'a')
      expected = 'b';
    else if (c == '(')
      open++;
    else if (c == ')' && open-- == 0)
      return false;
  }
  return !expected && !open && v->length;
}

typedef struct l12
{
  source source;
  language *accepted, *matched;
} l12;

/* The words in turn: accepted, then a rejected one of three kinds. */
static void draw_l12 (l12 *g, size_t turn, word *v)
{
  v->accepted = turn % 2 == 0;
  if (v->accepted) {
    draw_matched (&g->source, g->accepted, v);
    return;
  }
  bool valid;
  do {
    valid = true;
    if (turn / 2 % 3 == 0)
      draw_uniform (&g->source, v);
    else if (turn / 2 % 3 == 1)
      draw_matched (&g->source, g->matched, v);
    else {
      draw_matched (&g->source, g->accepted, v);
      valid = edit (&g->source, v);
    }
  } while (!valid || in_l12 (v));
}

static l12 l12_new (uint64_t seed)
{
  return (l12){ source_of (seed), language_new (l12_blocks), language_new (single_blocks) };
}

static void l12_release (l12 *g)
{
  free (g->accepted);
  free (g->matched);
}

static void growth (size_t words, uint64_t seed, const char *path)
{
  l12 g = l12_new (seed);
  writer *w = writer_open (path);
  put_text (w, alphabet);
  for (size_t i = 0; i < words; i++) {
    word v;
    draw_l12 (&g, i, &v);
    put_word (w, &v);
  }
  writer_close (w);
  l12_release (&g);
}

/* Words that are all different, found by hash. */
typedef struct pool
{
  word *words;
  uint32_t *slots; /* 0, or a word's place counted from 1 */
  size_t count, mask;
} pool;

static bool pool_add (pool *p, const word *v)
{
  uint64_t hash = v->length;
  for (size_t i = 0; i < v->length; i++)
    hash = (hash ^ (uint8_t) v->symbols[i]) * 0x100000001b3U;
  size_t slot = (hash ^ (hash >> 32)) & p->mask;
  for (; p->slots[slot]; slot = (slot + 1) & p->mask) {
    const word *other = &p->words[p->slots[slot] - 1];
    if (other->length == v->length && memcmp (other->symbols, v->symbols, v->length) == 0)
      return false;
  }
  p->words[p->count++] = *v;
  p->slots[slot] = (uint32_t) p->count;
  return true;
}

static void shuffle (source *s, word *words, size_t count)
{
  for (size_t i = count; i > 1; i--) {
    const size_t other = below (s, i);
    const word kept = words[i - 1];
    words[i - 1] = words[other];
    words[other] = kept;
  }
}

static void write_words (const char *path, const word *words, size_t count)
{
  writer *w = writer_open (path);
  put_text (w, alphabet);
  for (size_t i = 0; i < count; i++)
    put_word (w, &words[i]);
  writer_close (w);
}

static void l12_words (size_t words, uint64_t seed, const char *training, const char *held_back)
{
  const size_t count = words + HELD_BACK;
  size_t slots = 1;
  while (slots < 2 * count)
    slots *= 2;
  l12 g = l12_new (seed);
  pool p = { allocate (count, sizeof *p.words), allocate (slots, sizeof *p.slots), 0, slots - 1 };
  while (p.count < count) {
    word v;
    draw_l12 (&g, p.count, &v);
    pool_add (&p, &v);
  }
  /* Short words run out: without this, the held-out words would be longer. */
  shuffle (&g.source, p.words, count);
  write_words (training, p.words, words);
  write_words (held_back, p.words + words, HELD_BACK);
  free (p.words);
  free (p.slots);
  l12_release (&g);
}

/* ---- ingest: every second word well-matched; none is accepted, so that there is nothing to merge ---- */

static void ingest (size_t words, uint64_t seed, const char *path)
{
  source s = source_of (seed);
  language *l = language_new (single_blocks);
  writer *w = writer_open (path);
  put_text (w, alphabet);
  for (size_t i = 0; i < words; i++) {
    word v;
    if (i % 2)
      draw_uniform (&s, &v);
    else
      draw_matched (&s, l, &v);
    v.accepted = false;
    put_word (w, &v);
  }
  writer_close (w);
  free (l);
}

/* ---- Abbadingo: a random DFA, and binary words that are all different ---- */

typedef struct dfa
{
  size_t states, depth; /* reachable from state 0, and the depth of the DFA */
  uint16_t next[MAX_STATES][2];
  bool accepts[MAX_STATES];
} dfa;

static void draw_dfa (source *s, size_t nodes, dfa *d)
{
  static uint16_t queue[MAX_STATES], distance[MAX_STATES];
  bool reached[MAX_STATES] = { true };
  for (size_t i = 0; i < nodes; i++) {
    d->next[i][0] = (uint16_t) below (s, nodes);
    d->next[i][1] = (uint16_t) below (s, nodes);
    d->accepts[i] = below (s, 2);
  }
  size_t count = 1;
  queue[0] = distance[0] = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t symbol = 0; symbol < 2; symbol++) {
      const uint16_t to = d->next[queue[i]][symbol];
      if (!reached[to]) {
        reached[to] = true;
        distance[to] = (uint16_t) (distance[queue[i]] + 1);
        queue[count++] = to;
      }
    }
  d->states = count;
  d->depth = distance[queue[count - 1]];
}

static void write_binary (const char *path, const dfa *d, const uint32_t *words, size_t count)
{
  writer *w = writer_open (path);
  char text[64];
  snprintf (text, sizeof text, "%zu 2\n", count);
  put_text (w, text);
  for (size_t i = 0; i < count; i++) {
    int length = 0; /* the bits below the highest one are the word */
    while (words[i] >> length > 1)
      length++;
    size_t state = 0;
    for (int bit = length; bit-- > 0;)
      state = d->next[state][words[i] >> bit & 1];
    snprintf (text, sizeof text, "%d %d", d->accepts[state], length);
    put_text (w, text);
    for (int bit = length; bit-- > 0;)
      put_text (w, words[i] >> bit & 1 ? " 1" : " 0");
    put_text (w, "\n");
  }
  writer_close (w);
}

static void abbadingo (size_t states, size_t words, uint64_t seed, const char *training, const char *held_back)
{
  size_t log = 0;
  while ((size_t) 1 << log < states)
    log++;
  const uint32_t bound = (uint32_t) 1 << (2 * log + 4); /* lengths 0 to 2 log + 3 */
  const size_t count = words + HELD_BACK;
  if (states < 8 || 5 * states / 4 > MAX_STATES || count > bound / 2)
    fail ("abbadingo: 8 to 3276 states, and at most half of the words that there are");

  source s = source_of (seed);
  dfa *d = allocate (1, sizeof *d);
  do
    draw_dfa (&s, 5 * states / 4, d);
  while (d->depth != 2 * log - 2 || d->states < states - states / 32 || d->states > states + states / 32);
  fprintf (stderr, "%zu states, depth %zu\n", d->states, d->depth);

  bool *taken = allocate (bound, sizeof *taken);
  uint32_t *drawn = allocate (count, sizeof *drawn);
  for (size_t i = 0; i < count;) {
    const uint32_t number = 1 + (uint32_t) below (&s, bound - 1);
    if (!taken[number])
      drawn[i++] = number;
    taken[number] = true;
  }
  write_binary (training, d, drawn, words);
  write_binary (held_back, d, drawn + words, HELD_BACK);
  free (d);
  free (taken);
  free (drawn);
}

/* ---- models ---- */

typedef struct modeller
{
  FILE *file;
  source source;
  uint64_t states;
} modeller;

/* The rest of a line, in nine cases of ten. */
static void put_transition (modeller *m, uint64_t from, const char *what)
{
  const uint64_t to = below (&m->source, m->states);
  if (below (&m->source, 10))
    fprintf (m->file, "%llu %s %llu\n", (unsigned long long) from, what, (unsigned long long) to);
}

static void put_returns (modeller *m, uint64_t from, bool named)
{
  static const char *const returns[] = { ")", "]" }, *const calls[] = { "(", "[" };
  char what[64];
  for (size_t i = 0; i < 2; i++)
    for (uint64_t caller = 0; caller < (named ? m->states : 1); caller++) {
      if (named)
        snprintf (what, sizeof what, "%s pop %llu %s", returns[i], (unsigned long long) caller, calls[i]);
      else
        snprintf (what, sizeof what, "%s pop %s", returns[i], calls[i]);
      put_transition (m, from, what);
    }
}

static void put_random_model (modeller *m, const char *kind)
{
  const bool vpa = strcmp (kind, "vpa") == 0, sevpa = strcmp (kind, "sevpa") == 0;
  fputs ("accept 0", m->file);
  for (uint64_t q = 1; q < m->states; q++)
    if (!below (&m->source, 3))
      fprintf (m->file, " %llu", (unsigned long long) q);
  fputc ('\n', m->file);
  for (size_t i = 0; sevpa && i < 2; i++)
    fprintf (m->file, "enter %s %llu\n", i ? "[" : "(", (unsigned long long) below (&m->source, m->states));
  for (uint64_t q = 0; q < m->states; q++) {
    put_transition (m, q, "a");
    put_transition (m, q, "b");
    if (vpa) {
      put_transition (m, q, "(");
      put_transition (m, q, "[");
    }
    if (vpa || sevpa)
      put_returns (m, q, sevpa);
  }
}

static void put_model (const char *kind, uint64_t states, uint64_t seed, const char *path)
{
  modeller m = { strcmp (path, "-") == 0 ? stdout : fopen (path, "wb"), source_of (seed), states };
  if (!m.file)
    fail ("cannot write the model");
  fprintf (m.file, "states %llu\n", (unsigned long long) states);
  if (strcmp (kind, "chain") == 0) {
    fprintf (m.file, "accept %llu\n", (unsigned long long) states - 1);
    for (uint64_t q = 0; q + 1 < states; q++)
      fprintf (m.file, "%llu a %llu\n", (unsigned long long) q, (unsigned long long) q + 1);
  } else
    put_random_model (&m, kind);
  if (fclose (m.file))
    fail ("cannot write the model");
}

/* ---- the command ---- */

static uint64_t number (const char *text)
{
  char *end;
  errno = 0;
  const unsigned long long value = strtoull (text, &end, 10);
  if (errno || *end || end == text)
    fail ("a number is expected");
  return value;
}

int main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp (what, "abbadingo") == 0 && argc == 7)
    abbadingo (number (argv[2]), number (argv[3]), number (argv[4]), argv[5], argv[6]);
  else if (strcmp (what, "l12") == 0 && argc == 6)
    l12_words (number (argv[2]), number (argv[3]), argv[4], argv[5]);
  else if (strcmp (what, "growth") == 0 && argc == 5)
    growth (number (argv[2]), number (argv[3]), argv[4]);
  else if (strcmp (what, "ingest") == 0 && argc == 5)
    ingest (number (argv[2]), number (argv[3]), argv[4]);
  else if (strcmp (what, "model") == 0 && argc == 6)
    put_model (argv[2], number (argv[3]), number (argv[4]), argv[5]);
  else {
    fputs ("usage: generate abbadingo STATES WORDS SEED TRAINING HELD-BACK\n"
           "       generate l12 WORDS SEED TRAINING HELD-BACK\n"
           "       generate growth WORDS SEED FILE\n"
           "       generate ingest WORDS SEED FILE\n"
           "       generate model chain|dfa|vpa|sevpa STATES SEED FILE\n",
           stderr);
    return 2;
  }
  return 0;
}
