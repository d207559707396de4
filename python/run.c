/* run.c - runs many words for Python, using only the public header.
 *
 * Each function processes a range, so that Python can handle signals between two calls. */
#include <papni.h>
#include <string.h>

/* Runs the words from `first` to `last` - 1; accepted[i] is for word i. symbols[id] is
 * the model's symbol, PAPNI_NO_SYMBOL if it has none. */
papni_status papni_python_run_words (papni_run *run, const papni_words *words, const papni_symbol *symbols,
                                     size_t first, size_t last, bool *accepted, papni_error *error);

/* Runs up to `most` words; counts[label] is for rejected words, counts[3 + label] for
 * accepted words. */
papni_status papni_python_run_samples (papni_run *run, const papni_samples *samples, const papni_symbol *symbols,
                                       papni_cursor *cursor, size_t most, size_t *counts, papni_error *error);

/* Runs one word from where the run is, up to the first symbol that cannot be read. */
papni_status papni_python_run_word (papni_run *run, const papni_symbol *symbols, size_t length, papni_error *error);

/* Counts the occurrences of each id; ids without a name are ignored. */
void papni_python_count_ids (const papni_words *words, size_t *counts);

/* Does a word use a call or a return? */
bool papni_python_uses_stack (const papni_samples *samples);

/* ---- inside ---- */

static uint64_t id_at (const papni_words *words, uint64_t i)
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

static papni_status bad_word (size_t place, const char *message, papni_error *error)
{
  *error = (papni_error){ .code = PAPNI_USAGE, .line = place + 1, .file = "words" };
  strcpy (error->message, message);
  return PAPNI_USAGE;
}

papni_status papni_python_run_words (papni_run *run, const papni_words *words, const papni_symbol *symbols,
                                     size_t first, size_t last, bool *accepted, papni_error *error)
{
  for (size_t i = first; i < last; i++) {
    const uint64_t from = words->offsets[i], to = words->offsets[i + 1];
    if (from > to || to > words->id_count)
      return bad_word (i, "the offsets of this word are out of order or beyond the ids", error);
    papni_run_restart (run);
    for (uint64_t j = from; j < to; j++) {
      const uint64_t id = id_at (words, j);
      if (id >= words->name_count)
        return bad_word (i, "this word has an id without a symbol", error);
      const papni_status status = papni_run_step (run, symbols[id], error);
      if (status)
        return status;
    }
    accepted[i] = papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
  }
  return PAPNI_OK;
}

papni_status papni_python_run_samples (papni_run *run, const papni_samples *samples, const papni_symbol *symbols,
                                       papni_cursor *cursor, size_t most, size_t *counts, papni_error *error)
{
  papni_word word;
  for (size_t i = 0; i < most && papni_samples_next (samples, cursor, &word); i++) {
    papni_run_restart (run);
    for (size_t j = 0; j < word.length; j++) {
      const papni_status status = papni_run_step (run, symbols[word.symbols[j]], error);
      if (status)
        return status;
    }
    counts[word.label + (papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT ? 3 : 0)]++;
  }
  return PAPNI_OK;
}

papni_status papni_python_run_word (papni_run *run, const papni_symbol *symbols, size_t length, papni_error *error)
{
  papni_status status = PAPNI_OK;
  for (size_t i = 0; !status && i < length && papni_run_position (run) == i; i++)
    status = papni_run_step (run, symbols[i], error);
  return status;
}

void papni_python_count_ids (const papni_words *words, size_t *counts)
{
  for (size_t i = 0; i < words->id_count; i++) {
    const uint64_t id = id_at (words, i);
    if (id < words->name_count)
      counts[id]++;
  }
}

bool papni_python_uses_stack (const papni_samples *samples)
{
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (papni_samples_next (samples, &cursor, &word))
    for (size_t j = 0; j < word.length; j++)
      if (papni_alphabet_kind (alphabet, word.symbols[j]) != PAPNI_INTERNAL)
        return true;
  return false;
}
