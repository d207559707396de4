/* encode.c - Algorithms 1 and 2 of the paper in one pass.
 *
 * A well-matched word becomes a word over the stack-aware alphabet: each return
 * is taken together with the call that it pops. A word that is not well-matched
 * is dropped, and the caller learns at which symbol it went wrong. */
#include "encode.h"

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

static papni_encoding broken (const papni_encoder *encoder, papni_mismatch mismatch, size_t at, symbol open)
{
  return (papni_encoding){ mismatch, at, open, encoder->popped };
}

static papni_encoding encode (papni_encoder *encoder, const symbol *word, size_t from, size_t length)
{
  const uint8_t *kinds = encoder->kinds;
  symbol *popped = encoder->popped;
  uint32_t *open = encoder->open;
  open[0] = 0;
  for (size_t i = from; i < length; i++) {
    const symbol s = word[i];
    popped[i] = PAPNI_NO_SYMBOL;
    open[i + 1] = kinds[s] == PAPNI_CALL ? (uint32_t) i + 1 : open[i];
    if (kinds[s] < PAPNI_RETURN)
      continue;
    if (!open[i])
      return broken (encoder, PAPNI_NOTHING_TO_POP, i, PAPNI_NO_SYMBOL);
    const size_t call = open[i] - 1;
    if (kinds[s] == PAIRED_RETURN && !alphabet_pops (encoder->alphabet, s, word[call]))
      return broken (encoder, PAPNI_NOT_A_PAIR, i, word[call]);
    popped[i] = word[call];
    open[i + 1] = open[call];
  }
  if (open[length])
    return broken (encoder, PAPNI_LEFT_OPEN, open[length] - 1, word[open[length] - 1]);
  return broken (encoder, PAPNI_MATCHED, length, PAPNI_NO_SYMBOL);
}

status encode_from (papni_encoder *encoder, const symbol *word, size_t from, size_t length, papni_encoding *encoding,
                    error *e)
{
  if (length >= UINT32_MAX)
    return fail (e, PAPNI_INPUT, "a word of %zu symbols is too long: at most %u", length, UINT32_MAX - 1);
  if (!reserve (&encoder->memory, &encoder->popped, &encoder->popped_capacity, length, sizeof (symbol))
      || !reserve (&encoder->memory, &encoder->open, &encoder->open_capacity, length + 1, sizeof (uint32_t)))
    return no_memory (e);
  *encoding = encode (encoder, word, from, length);
  return PAPNI_OK;
}

papni_status papni_encode (papni_encoder *encoder, const papni_symbol *symbols, size_t length, papni_encoding *encoding,
                           papni_error *e)
{
  return encode_from (encoder, symbols, 0, length, encoding, e);
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
  const uint64_t a = *(const uint64_t *) x, b = *(const uint64_t *) y;
  return (a > b) - (a < b);
}

/* Sorts the pairs that occur: each as the places of return and call in the symbol
 * order, in one number, so that qsort needs to know nothing. */
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
    return fail (e, PAPNI_INPUT, "more than %u pairs of a return and a call occur: is the alphabet right?", END);
  symbol *rank = allocate (a, letters, sizeof *rank);
  uint64_t *sorted = allocate (a, pairs, sizeof *sorted);
  stack->symbols = allocate (a, most, sizeof *stack->symbols);
  const bool room = rank && sorted && stack->symbols;
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
  release (a, rank, letters, sizeof *rank);
  release (a, sorted, pairs, sizeof *sorted);
  return room ? PAPNI_OK : no_memory (e);
}

/* ---- a sample ---- */

static status keep_word (encoded *words, const papni_word *word, papni_statistics *statistics, error *e)
{
  papni_encoding encoding = { .mismatch = PAPNI_MATCHED };
  if (words->encoder) {
    const status s = papni_encode (words->encoder, word->symbols, word->length, &encoding, e);
    if (s)
      return s;
  }
  statistics->words++;
  statistics->positive += word->label == PAPNI_ACCEPT;
  statistics->negative += word->label == PAPNI_REJECT;
  if (encoding.mismatch) {
    statistics->dropped_positive += word->label == PAPNI_ACCEPT;
    statistics->dropped_negative += word->label == PAPNI_REJECT;
    return PAPNI_OK;
  }
  if (!reserve (&words->memory, &words->offsets, &words->capacity, words->size + 1, sizeof *words->offsets))
    return no_memory (e);
  words->longest = word->length > words->longest ? word->length : words->longest;
  words->offsets[words->size++] = (uint64_t) (word->symbols - words->samples->flat);
  return note_word (words, word->symbols, word->length, encoding.popped, e);
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
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (papni_samples_next (words->samples, &cursor, &word)) {
    const status s = keep_word (words, &word, statistics, e);
    if (s)
      return s;
  }
  return number_symbols (words, e);
}

status encoded_init (encoded *words, const papni_samples *samples, bool with_stack, papni_statistics *statistics,
                     error *e)
{
  *words = (encoded){ .memory = samples->memory, .samples = samples };
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
  map_release (&a, &words->stack.pairs);
  release (&a, words->order, letters, sizeof *words->order);
  release (&a, words->offsets, words->capacity, sizeof *words->offsets);
  *words = (encoded){ 0 };
}
