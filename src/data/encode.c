/* encode.c - Algorithms 1 and 2 of the paper in one pass.
 *
 * A well-matched word becomes a word over the stack-aware alphabet: each return is
 * paired with the call it pops. A word that is not well-matched is dropped, and the
 * caller gets the symbol that broke the match. */
#include "data/encode.h"

#include <stdlib.h>
#include <string.h>

enum
{
  PAIRED_RETURN = PAPNI_RETURN + 1
};

papni_encoder *papni_encoder_new (const papni_alphabet *alphabet, papni_error *e)
{
  const allocator *a = &alphabet->memory;
  papni_encoder *encoder = allocate_zeroed (a, 1, sizeof *encoder);
  uint8_t *kinds = allocate (a, alphabet->size, sizeof *kinds);
  if (!encoder || !kinds) {
    release (a, encoder, 1, sizeof *encoder);
    release (a, kinds, alphabet->size, sizeof *kinds);
    no_memory (e);
    return NULL;
  }
  for (size_t i = 0; i < alphabet->size; i++) {
    const letter *l = &alphabet->letters[i];
    kinds[i] = l->kind == PAPNI_RETURN && l->paired ? PAIRED_RETURN : l->kind;
  }
  encoder->memory = *a;
  encoder->alphabet = alphabet;
  encoder->kinds = kinds;
  encoder->letters = alphabet->size;
  return encoder;
}

void papni_encoder_free (papni_encoder *encoder)
{
  if (!encoder)
    return;
  const allocator a = encoder->memory;
  release (&a, encoder->kinds, encoder->letters, sizeof *encoder->kinds);
  release (&a, encoder->popped, encoder->popped_capacity, sizeof *encoder->popped);
  release (&a, encoder->open, encoder->open_capacity, sizeof *encoder->open);
  release (&a, encoder, 1, sizeof *encoder);
}

/* ---- a word ---- */

static papni_encoding encode_broken (const papni_encoder *encoder, papni_mismatch mismatch, size_t at, symbol open)
{
  return (papni_encoding){ mismatch, at, open, encoder->popped };
}

static papni_encoding encode (papni_encoder *encoder, const symbol *word, size_t length)
{
  const uint8_t *kinds = encoder->kinds;
  symbol *popped = encoder->popped;
  uint32_t *open = encoder->open;
  open[0] = 0;
  for (size_t i = 0; i < length; i++) {
    const symbol s = word[i];
    popped[i] = PAPNI_NO_SYMBOL;
    open[i + 1] = kinds[s] == PAPNI_CALL ? (uint32_t) i + 1 : open[i];
    if (kinds[s] < PAPNI_RETURN)
      continue;
    if (!open[i])
      return encode_broken (encoder, PAPNI_MISMATCH_NO_CALL, i, PAPNI_NO_SYMBOL);
    const size_t call = open[i] - 1;
    if (kinds[s] == PAIRED_RETURN && !alphabet_pops (encoder->alphabet, s, word[call]))
      return encode_broken (encoder, PAPNI_MISMATCH_WRONG_CALL, i, word[call]);
    popped[i] = word[call];
    open[i + 1] = open[call];
  }
  if (open[length])
    return encode_broken (encoder, PAPNI_MISMATCH_OPEN_CALLS, open[length] - 1, word[open[length] - 1]);
  return encode_broken (encoder, PAPNI_MISMATCH_NONE, length, PAPNI_NO_SYMBOL);
}

papni_status papni_encode (papni_encoder *encoder, const papni_symbol *symbols, size_t length, papni_encoding *encoding,
                           papni_error *e)
{
  if (length >= UINT32_MAX)
    return fail (e, PAPNI_INPUT, "word of %zu symbols: the maximum is %u", length, UINT32_MAX - 1);
  if (!reserve (&encoder->memory, &encoder->popped, &encoder->popped_capacity, length, sizeof (symbol))
      || !reserve (&encoder->memory, &encoder->open, &encoder->open_capacity, length + 1, sizeof (uint32_t)))
    return no_memory (e);
  *encoding = encode (encoder, symbols, length);
  return PAPNI_OK;
}

/* ---- the stack-aware alphabet ---- */

static status note_word (encoded *words, const symbol *word, size_t length, const symbol *popped, error *e)
{
  stack_alphabet *stack = &words->stack;
  for (size_t i = 0; i < length; i++) {
    bool fresh;
    if (!popped || popped[i] == PAPNI_NO_SYMBOL)
      stack->plain[word[i]] = 0;
    else if (!map_enter (&words->memory, &stack->pairs, pair_key (word[i], popped[i]), 0, &fresh))
      return no_memory (e);
  }
  return PAPNI_OK;
}

static int compare_numbers (const void *x, const void *y)
{
  return compare (*(const uint64_t *) x, *(const uint64_t *) y);
}

/* Sorts the pairs that occur. Each is one number, made of the ranks of return and call,
 * so that qsort needs no context. */
static void sort_pairs (const map *pairs, const symbol *rank, uint64_t *sorted)
{
  size_t count = 0;
  for (size_t i = 0; i < pairs->capacity; i++)
    if (pairs->entries[i].age == pairs->age)
      sorted[count++] = (uint64_t) rank[pairs->entries[i].key >> 16] << 16 | rank[(symbol) pairs->entries[i].key];
  qsort (sorted, count, sizeof *sorted, compare_numbers);
}

static status number_symbols (encoded *words, error *e)
{
  stack_alphabet *stack = &words->stack;
  const allocator *a = &words->memory;
  const size_t letters = words->samples->alphabet->size, pairs = stack->pairs.count;
  const size_t most = letters + pairs;
  if (most >= END)
    return fail (e, PAPNI_INPUT, "more than %u different pairs of a return and a call: is the alphabet right?", END);
  symbol *rank = allocate (a, letters, sizeof *rank);
  uint64_t *sorted = allocate (a, pairs, sizeof *sorted);
  stack->symbols = allocate (a, most, sizeof *stack->symbols);
  stack->letters = letters;
  if (letters <= TABLE_LETTERS)
    stack->table = allocate_zeroed (a, letters * letters, sizeof *stack->table);
  const bool room = rank && sorted && stack->symbols && (stack->table || letters > TABLE_LETTERS);
  for (size_t i = 0; room && i < letters; i++) {
    rank[words->order[i]] = (symbol) i;
    if (stack->plain[words->order[i]] == PAPNI_NO_SYMBOL)
      continue;
    stack->plain[words->order[i]] = (symbol) stack->size;
    stack->symbols[stack->size++] = (stack_symbol){ words->order[i], PAPNI_NO_SYMBOL };
  }
  if (room)
    sort_pairs (&stack->pairs, rank, sorted);
  for (size_t i = 0; room && i < pairs; i++) {
    const symbol r = words->order[sorted[i] >> 16], c = words->order[sorted[i] & 0xffff];
    *map_find (&stack->pairs, pair_key (r, c)) = (uint32_t) stack->size;
    stack->symbols[stack->size++] = (stack_symbol){ r, c };
  }
  for (size_t i = 0; room && stack->table && i < stack->size; i++) {
    const stack_symbol s = stack->symbols[i];
    stack->table[s.symbol * letters + (s.popped == PAPNI_NO_SYMBOL ? 0 : s.popped)] = (symbol) i;
  }
  release (a, rank, letters, sizeof *rank);
  release (a, sorted, pairs, sizeof *sorted);
  return room ? PAPNI_OK : no_memory (e);
}

/* ---- the fast path ---- */

/* Most words contain only pairs that were seen before. For these, whether the word is
 * well-matched is decided without branching on its symbols: each symbol moves up or
 * down the stack, and is looked up together with what it pops, or with 0. */
typedef struct sieve
{
  allocator memory;
  size_t letters;
  int8_t step[TABLE_LETTERS]; /* 1, -1 or 0 */
  symbol mask[TABLE_LETTERS]; /* of what it pops: all ones, or 0 */
  uint8_t *fresh;             /* symbol * letters + popped: not seen yet? */
  symbol *open;               /* from 1: open calls */
  size_t room;
} sieve;

typedef struct sifted
{
  size_t length;
  bool matched, fresh;
} sifted;

/* False if out of memory. With too many symbols, `fresh` stays NULL. */
static bool sieve_init (sieve *v, const encoded *words)
{
  const papni_samples *samples = words->samples;
  const size_t letters = samples->alphabet->size;
  *v = (sieve){ .memory = words->memory, .letters = letters, .room = samples->longest + 2 };
  if (letters > TABLE_LETTERS || samples->longest >= UINT32_MAX)
    return true;
  v->fresh = allocate (&v->memory, letters * letters, 1);
  v->open = allocate (&v->memory, v->room, sizeof *v->open);
  if (!v->fresh || !v->open)
    return false;
  memset (v->fresh, 1, letters * letters);
  for (size_t i = 0; i < letters; i++) {
    const uint8_t kind = words->encoder->kinds[i];
    v->step[i] = kind == PAPNI_CALL ? 1 : kind < PAPNI_RETURN ? 0 : -1;
    v->mask[i] = kind < PAPNI_RETURN ? 0 : 0xffff;
  }
  return true;
}

static void sieve_release (sieve *v)
{
  release (&v->memory, v->fresh, v->letters * v->letters, 1);
  release (&v->memory, v->open, v->room, sizeof *v->open);
}

static sifted sift (const sieve *v, const symbol *word)
{
  symbol *open = v->open;
  ptrdiff_t depth = 0;
  unsigned fresh = 0;
  size_t i = 0;
  open[0] = 0;
  for (; depth >= 0 && !is_end (word[i]); i++) {
    const symbol s = word[i];
    fresh |= v->fresh[s * v->letters + (open[depth] & v->mask[s])];
    open[depth + 1] = s;
    depth += v->step[s];
  }
  while (!is_end (word[i]))
    i++;
  return (sifted){ i, depth == 0, fresh };
}

/* Marks these symbols as seen. */
static void sieve_note (sieve *v, const symbol *word, size_t length, const symbol *popped)
{
  for (size_t i = 0; v->fresh && i < length; i++)
    v->fresh[word[i] * v->letters + (popped ? popped[i] & v->mask[word[i]] : 0)] = 0;
}

/* ---- a sample ---- */

static status keep_word (encoded *words, const symbol *word, size_t length, error *e)
{
  if (!reserve (&words->memory, &words->offsets, &words->capacity, words->size + 1, sizeof *words->offsets))
    return no_memory (e);
  words->longest = length > words->longest ? length : words->longest;
  words->offsets[words->size++] = (uint64_t) (word - words->samples->flat);
  return PAPNI_OK;
}

/* Keeps a word if it is well-matched, and records its stack-aware symbols. */
static status look_closely (encoded *words, sieve *v, const symbol *word, size_t length, bool *matched, error *e)
{
  papni_encoding encoding;
  status s = papni_encode (words->encoder, word, length, &encoding, e);
  *matched = !s && !encoding.mismatch;
  if (!*matched)
    return s;
  sieve_note (v, word, length, encoding.popped);
  s = note_word (words, word, length, encoding.popped, e);
  return s ? s : keep_word (words, word, length, e);
}

static status encode_look_at (encoded *words, sieve *v, const symbol *word, size_t *length, bool *matched, error *e)
{
  if (!v->fresh) {
    for (*length = 0; !is_end (word[*length]); ++*length)
      ;
    return look_closely (words, v, word, *length, matched, e);
  }
  const sifted found = sift (v, word);
  *length = found.length;
  *matched = found.matched;
  if (!found.matched)
    return PAPNI_OK;
  return found.fresh ? look_closely (words, v, word, *length, matched, e) : keep_word (words, word, *length, e);
}

/* In shortlex order. */
static bool encode_word_before (const symbol *x, const symbol *y, const symbol *rank)
{
  size_t i = 0;
  while (x[i] == y[i] && !is_end (x[i]))
    i++;
  const symbol *one = x + i, *other = y + i;
  while (!is_end (*one) && !is_end (*other))
    one++, other++;
  if (!is_end (*one) || !is_end (*other))
    return !is_end (*other);
  return !is_end (x[i]) && rank[x[i]] < rank[y[i]];
}

/* Keeps the least dropped word of each label, as an example. */
static void note_dropped (encoded *words, size_t offset, papni_label label, const symbol *rank)
{
  const symbol *flat = words->samples->flat;
  if (!label)
    return;
  size_t *least = &words->dropped[label == PAPNI_ACCEPT];
  if (*least == NO_OFFSET || encode_word_before (flat + offset, flat + *least, rank))
    *least = offset;
}

static status look_at_all (encoded *words, sieve *v, const symbol *rank, papni_statistics *statistics, error *e)
{
  const papni_samples *samples = words->samples;
  size_t length = 0;
  bool matched = false;
  for (size_t at = 0; at < samples->used; at += length + 1) {
    const symbol *word = samples->flat + at;
    const status s = encode_look_at (words, v, word, &length, &matched, e);
    if (s)
      return s;
    const papni_label label = (papni_label) (word[length] - END);
    statistics->words++;
    statistics->positive += label == PAPNI_ACCEPT;
    statistics->negative += label == PAPNI_REJECT;
    statistics->dropped_positive += !matched && label == PAPNI_ACCEPT;
    statistics->dropped_negative += !matched && label == PAPNI_REJECT;
    if (!matched)
      note_dropped (words, at, label, rank);
  }
  return PAPNI_OK;
}

static status encode_samples (encoded *words, bool with_stack, papni_statistics *statistics, error *e)
{
  const papni_alphabet *alphabet = words->samples->alphabet;
  if (with_stack && !(words->encoder = papni_encoder_new (alphabet, e)))
    return PAPNI_MEMORY;
  words->order = alphabet_order (alphabet);
  words->stack.plain = allocate (&words->memory, alphabet->size, sizeof (symbol));
  if (!words->order || !words->stack.plain)
    return no_memory (e);
  for (size_t i = 0; i < alphabet->size; i++)
    words->stack.plain[i] = PAPNI_NO_SYMBOL;
  if (!with_stack) {
    const status s = encode_plain (words, statistics, e);
    return s ? s : number_symbols (words, e);
  }
  symbol *rank = allocate (&words->memory, alphabet->size, sizeof *rank);
  if (!rank)
    return no_memory (e);
  for (size_t i = 0; i < alphabet->size; i++)
    rank[words->order[i]] = (symbol) i;
  sieve v;
  status s = sieve_init (&v, words) ? look_at_all (words, &v, rank, statistics, e) : no_memory (e);
  sieve_release (&v);
  release (&words->memory, rank, alphabet->size, sizeof *rank);
  return s ? s : number_symbols (words, e);
}

status encoded_init (encoded *words, const papni_samples *samples, bool with_stack, papni_statistics *statistics,
                     error *e)
{
  *words = (encoded){ .memory = samples->memory, .samples = samples, .dropped = { NO_OFFSET, NO_OFFSET } };
  const status s = encode_samples (words, with_stack, statistics, e);
  if (s)
    encoded_release (words);
  return s;
}

void encoded_release (encoded *words)
{
  const allocator a = words->memory;
  const size_t letters = words->samples->alphabet->size;
  papni_encoder_free (words->encoder);
  release (&a, words->stack.symbols, letters + words->stack.pairs.count, sizeof *words->stack.symbols);
  release (&a, words->stack.plain, letters, sizeof *words->stack.plain);
  release (&a, words->stack.table, letters * letters, sizeof *words->stack.table);
  map_release (&a, &words->stack.pairs);
  release (&a, words->order, letters, sizeof *words->order);
  release (&a, words->offsets, words->capacity, sizeof *words->offsets);
  *words = (encoded){ 0 };
}
