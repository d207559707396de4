/* sample.c - labelled words, one behind the other in one array. */
#include "sample.h"

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
  samples->used += length;
  samples->flat[samples->used++] = (symbol) (END + label);
  samples->size++;
  return PAPNI_OK;
}

papni_status papni_samples_add (papni_samples *samples, const char *const *symbols, size_t length, papni_label label,
                                papni_error *e)
{
  if (label > PAPNI_ACCEPT)
    return fail (e, PAPNI_USAGE, "a label is unknown, reject or accept");
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

/* ---- asking ---- */

papni_status papni_samples_check (const papni_samples *samples, papni_error *e)
{
  const papni_alphabet *alphabet = samples->alphabet;
  if (!alphabet->closed)
    return PAPNI_OK;
  for (size_t i = 0; i < alphabet->size; i++) {
    const letter *l = &alphabet->letters[i];
    if (!l->declared)
      return fail_at (e, PAPNI_INPUT, l->first,
                      "'%s' is none of the symbols that were declared: declare it, or declare no internal symbols",
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
