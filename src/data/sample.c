/* sample.c - labelled words in one array. */
#include "data/sample.h"

#include <string.h>

papni_samples *papni_samples_new (papni_alphabet *alphabet, papni_error *e)
{
  papni_samples *samples = allocate_zeroed (&alphabet->memory, 1, sizeof *samples);
  if (!samples) {
    no_memory (e);
    return NULL;
  }
  samples->memory = alphabet->memory;
  samples->alphabet = alphabet;
  return samples;
}

void papni_samples_free (papni_samples *samples)
{
  if (!samples)
    return;
  const allocator a = samples->memory;
  release (&a, samples->runs, samples->run_capacity, sizeof *samples->runs);
  release (&a, samples->flat, samples->capacity, sizeof *samples->flat);
  release (&a, samples, 1, sizeof *samples);
}

/* ---- adding ---- */

status samples_end_word (papni_samples *samples, size_t length, papni_label label, const char *file, size_t line,
                         error *e)
{
  const line_run *last = samples->run_count ? &samples->runs[samples->run_count - 1] : NULL;
  const bool follows = last && last->file == file && (!file || last->line + (samples->size - last->word) == line);
  if (!follows) {
    if (!reserve (&samples->memory, &samples->runs, &samples->run_capacity, samples->run_count + 1,
                  sizeof *samples->runs))
      return no_memory (e);
    samples->runs[samples->run_count++] = (line_run){ samples->size, line, file };
  }
  samples_put_word (samples, length, label);
  return PAPNI_OK;
}

bool samples_copy_lines (papni_samples *samples, const papni_samples *from)
{
  const bool room = copy_items (&samples->memory, &samples->runs, &samples->run_capacity, from->runs, from->run_count,
                                sizeof *samples->runs);
  samples->run_count = room ? from->run_count : 0;
  return room;
}

papni_status papni_samples_add (papni_samples *samples, const char *const *symbols, size_t length, papni_label label,
                                papni_error *e)
{
  if (label > PAPNI_ACCEPT)
    return fail (e, PAPNI_USAGE, "invalid label: expected unknown, reject or accept");
  if (!samples_reserve (samples, length))
    return no_memory (e);
  for (size_t i = 0; i < length; i++) {
    const status s = alphabet_intern (samples->alphabet, symbols[i], strlen (symbols[i]), (position){ NULL, 0, 0 },
                                      &samples->flat[samples->used + i], e);
    if (s)
      return s;
  }
  return samples_end_word (samples, length, label, NULL, 0, e);
}

/* ---- adding many ---- */

typedef struct adding
{
  papni_samples *samples;
  const papni_words *words;
  const char *origin; /* from alphabet_file */
  symbol *symbols;    /* of each name; PAPNI_NO_SYMBOL until a word uses it */
} adding;

static uint64_t id_at (const papni_words *words, size_t i)
{
  switch (words->id_bytes) {
  case 1:
    return ((const uint8_t *) words->ids)[i];
  case 2:
    return ((const uint16_t *) words->ids)[i];
  case 4:
    return ((const uint32_t *) words->ids)[i];
  default:
    return ((const uint64_t *) words->ids)[i];
  }
}

static status add_numbered (const adding *a, size_t i, error *e)
{
  const papni_words *words = a->words;
  papni_samples *samples = a->samples;
  const uint64_t from = words->offsets[i], to = words->offsets[i + 1];
  const position at = { a->origin, i + 1, 0 };
  if (from > to || to > words->id_count)
    return fail_at (e, PAPNI_USAGE, at, "the offsets %lld and %lld of this word are out of order or beyond the %zu ids",
                    (long long) from, (long long) to, words->id_count);
  const size_t length = (size_t) (to - from);
  if (!samples_reserve (samples, length))
    return no_memory (e);
  for (size_t j = 0; j < length; j++) {
    const uint64_t id = id_at (words, (size_t) from + j);
    if (id >= words->name_count)
      return fail_at (e, PAPNI_USAGE, at, "symbol %zu of this word has id %lld, but there are only %zu names", j + 1,
                      (long long) id, words->name_count);
    symbol *s = &a->symbols[id];
    const status bad = *s != PAPNI_NO_SYMBOL
                           ? PAPNI_OK
                           : alphabet_intern (samples->alphabet, words->names[id], strlen (words->names[id]), at, s, e);
    if (bad)
      return bad;
    samples->flat[samples->used + j] = *s;
  }
  const papni_label label = !words->accepted ? PAPNI_UNKNOWN : words->accepted[i] ? PAPNI_ACCEPT : PAPNI_REJECT;
  return samples_end_word (samples, length, label, a->origin, a->origin ? i + 1 : 0, e);
}

papni_status papni_samples_add_many (papni_samples *samples, const papni_words *words, papni_error *e)
{
  const size_t bytes = words->id_bytes;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    return fail (e, PAPNI_USAGE, "ids must have 1, 2, 4 or 8 bytes, got %zu", bytes);
  adding a = { .samples = samples, .words = words };
  if (words->origin && !(a.origin = alphabet_file (samples->alphabet, words->origin)))
    return no_memory (e);
  a.symbols = allocate (&samples->memory, words->name_count, sizeof *a.symbols);
  if (!a.symbols)
    return no_memory (e);
  for (size_t i = 0; i < words->name_count; i++)
    a.symbols[i] = PAPNI_NO_SYMBOL;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < words->count; i++)
    s = add_numbered (&a, i, e);
  release (&samples->memory, a.symbols, words->name_count, sizeof *a.symbols);
  return s;
}

/* ---- asking ---- */

papni_status papni_samples_check (const papni_samples *samples, papni_error *e)
{
  const papni_alphabet *alphabet = samples->alphabet;
  if (!alphabet->closed)
    return PAPNI_OK;
  for (size_t i = 0; i < alphabet->size; i++) {
    const letter *l = &alphabet->letters[i];
    if (!l->declared)
      return fail_at (e, PAPNI_INPUT, l->first, "'%s' is not declared: declare it, or declare no internal symbols",
                      l->name);
  }
  return PAPNI_OK;
}

size_t papni_samples_size (const papni_samples *samples)
{
  return samples->size;
}

papni_alphabet *papni_samples_alphabet (const papni_samples *samples)
{
  return samples->alphabet;
}

bool papni_samples_next (const papni_samples *samples, papni_cursor *cursor, papni_word *word)
{
  if (cursor->word >= samples->size)
    return false;
  const symbol *symbols = samples->flat + cursor->offset;
  size_t length = 0;
  while (!is_end (symbols[length]))
    length++;
  if (cursor->run + 1 < samples->run_count && samples->runs[cursor->run + 1].word == cursor->word)
    cursor->run++;
  const line_run *run = &samples->runs[cursor->run];
  *word = (papni_word){ symbols, length, (papni_label) (symbols[length] - END), run->file,
                        run->file ? run->line + (cursor->word - run->word) : 0 };
  cursor->offset += length + 1;
  cursor->word++;
  return true;
}

papni_word samples_word_at (const papni_samples *samples, size_t offset)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word = { 0 };
  while (cursor.offset <= offset && papni_samples_next (samples, &cursor, &word))
    ;
  return word;
}

status samples_contradiction (const papni_samples *samples, size_t one, size_t other, error *e)
{
  const papni_word first = samples_word_at (samples, one < other ? one : other);
  const papni_word second = samples_word_at (samples, one < other ? other : one);
  const position at = { second.file, second.line, second.file ? 1 : 0 };
  const char *is = second.label == PAPNI_ACCEPT ? "accepted" : "rejected";
  const char *was = second.label == PAPNI_ACCEPT ? "rejected" : "accepted";
  if (!first.file)
    return fail_at (e, PAPNI_CONTRADICTION, at, "this word is %s here, but %s before", is, was);
  return fail_at (e, PAPNI_CONTRADICTION, at, "this word is %s here, but %s at %s:%zu: remove one of them", is, was,
                  first.file, first.line);
}
