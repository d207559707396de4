/* run.c - loops over words that would be slow in Python, using only the public header.
 *
 * A function that may take long processes a range, so that Python can handle signals
 * between two calls. */
#include <Python.h>
#include <math.h>
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

/* Adds up the bits of up to `most` accepted words in sums[3]; sums[0] counts the words, sums[1] those
 * that the model rejects, sums[2] the symbols and ends of the others. */
papni_status papni_python_score (papni_run *run, const papni_samples *samples, const papni_symbol *symbols,
                                 papni_cursor *cursor, size_t most, double *sums, papni_error *error);

/* The bits of the symbols of a word, and of its end. */
papni_status papni_python_bits (papni_run *run, const papni_symbol *symbols, size_t length, double *bits,
                                papni_error *error);

/* The bits of each word, per symbol; its end counts as one. Infinity if the model rejects it.
 * Otherwise like papni_python_run_words. */
papni_status papni_python_score_words (papni_run *run, const papni_words *words, const papni_symbol *symbols,
                                       size_t first, size_t last, double *bits, papni_error *error);

/* Counts the occurrences of each id; ids without a name are ignored. */
void papni_python_count_ids (const papni_words *words, size_t *counts);

/* Numbers the symbols of words: `words` is a Python list of lists and tuples, `table` a dict
 * from symbols to numbers, to which new symbols are added. Writes at most `room` numbers and
 * returns how many; -1 if Python has to do it, because of other types or too many symbols. */
ptrdiff_t papni_python_number (void *words, void *table, uint16_t *numbers, size_t room);

/* Words over the stack-aware alphabet. kinds[id] is a papni_kind, slots[id] the place of a call
 * among the calls, or of a return among the returns. A return becomes the number
 * name_count + slot of the return * calls + slot of the call it pops. */
typedef struct papni_python_stack
{
  const uint8_t *kinds;
  const uint32_t *slots;
  size_t calls;
  uint32_t *open;    /* with room for the longest word */
  uint32_t *ids;     /* with room for all ids */
  uint64_t *offsets; /* with room for one more than the words */
  uint8_t *accepted; /* with room for the words */
} papni_python_stack;

/* Returns the number of words that are well-matched; the others are left out. The ids must be
 * valid. */
size_t papni_python_encode (const papni_words *words, const papni_python_stack *stack);

/* Does a word use a call or a return? */
bool papni_python_uses_stack (const papni_samples *samples);

/* Appends the words of questions to a Python list, as tuples of objects of the list `symbols`.
 * False if there is not enough memory. */
bool papni_python_words (const papni_question *questions, size_t count, void *symbols, void *words);

/* Reads answers from a Python list: true, false or None. False if Python has to do it, because
 * there are more or fewer than `count`, or one raises an exception when asked whether it is true. */
bool papni_python_answers (void *list, papni_answer *answers, size_t count);

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

papni_status papni_python_bits (papni_run *run, const papni_symbol *symbols, size_t length, double *bits,
                                papni_error *error)
{
  papni_status status = PAPNI_OK;
  double last = 0;
  papni_run_restart (run);
  for (size_t i = 0; !status && i <= length; i++) {
    if (last < (double) INFINITY)
      last = i < length ? papni_run_bits (run, symbols[i]) : papni_run_end_bits (run);
    bits[i] = last;
    if (i < length)
      status = papni_run_step (run, symbols[i], error);
  }
  return status;
}

papni_status papni_python_score_words (papni_run *run, const papni_words *words, const papni_symbol *symbols,
                                       size_t first, size_t last, double *bits, papni_error *error)
{
  for (size_t i = first; i < last; i++) {
    const uint64_t from = words->offsets[i], to = words->offsets[i + 1];
    if (from > to || to > words->id_count)
      return bad_word (i, "the offsets of this word are out of order or beyond the ids", error);
    bits[i] = 0;
    papni_run_restart (run);
    for (uint64_t j = from; j < to; j++) {
      const uint64_t id = id_at (words, j);
      if (id >= words->name_count)
        return bad_word (i, "this word has an id without a symbol", error);
      if (bits[i] < (double) INFINITY)
        bits[i] += papni_run_bits (run, symbols[id]);
      const papni_status status = papni_run_step (run, symbols[id], error);
      if (status)
        return status;
    }
    if (bits[i] < (double) INFINITY)
      bits[i] = (bits[i] + papni_run_end_bits (run)) / (double) (to - from + 1);
    if (papni_run_verdict (run) != PAPNI_VERDICT_ACCEPT)
      bits[i] = (double) INFINITY;
  }
  return PAPNI_OK;
}

papni_status papni_python_score (papni_run *run, const papni_samples *samples, const papni_symbol *symbols,
                                 papni_cursor *cursor, size_t most, double *sums, papni_error *error)
{
  papni_word word;
  for (size_t i = 0; i < most && papni_samples_next (samples, cursor, &word); i++) {
    double bits = 0;
    if (word.label != PAPNI_ACCEPT)
      continue;
    papni_run_restart (run);
    for (size_t j = 0; j < word.length; j++) {
      bits += papni_run_bits (run, symbols[word.symbols[j]]);
      const papni_status status = papni_run_step (run, symbols[word.symbols[j]], error);
      if (status)
        return status;
    }
    bits += papni_run_end_bits (run);
    const bool rejected = papni_run_verdict (run) != PAPNI_VERDICT_ACCEPT;
    sums[0]++;
    sums[1] += rejected;
    sums[2] += rejected ? 0 : (double) (word.length + 1);
    sums[3] += rejected ? 0 : bits;
  }
  return PAPNI_OK;
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

/* ---- numbering ---- */

enum
{
  CACHED = 4096,
  PROBES = 4
};

/* Symbols that were met lately, by address. The words keep them alive, unless other code runs in
 * between: so it is used only until a symbol is met whose hash may call Python. */
typedef struct cache
{
  bool off;
  PyObject *keys[CACHED];
  uint16_t numbers[CACHED];
} cache;

static bool is_plain (PyObject *symbol)
{
  return PyUnicode_CheckExact (symbol) || PyLong_CheckExact (symbol) || PyBytes_CheckExact (symbol);
}

static size_t place_of (const PyObject *symbol)
{
  return (size_t) (((uint64_t) (uintptr_t) symbol >> 4) * UINT64_C (0x9e3779b97f4a7c15) >> 52);
}

/* The number of a symbol in the table, to which it may be added; -1 on failure. */
static long number_of (PyObject *table, PyObject *symbol)
{
  PyObject *known = PyDict_GetItemWithError (table, symbol);
  if (known)
    return PyLong_AsLong (known);
  if (PyErr_Occurred ())
    return -1;
  const long number = (long) PyDict_Size (table);
  PyObject *object = PyLong_FromLong (number);
  const bool added = object && !PyDict_SetItem (table, symbol, object);
  Py_XDECREF (object);
  return added ? number : -1;
}

static long number_cached (cache *c, PyObject *table, PyObject *symbol)
{
  const size_t first = place_of (symbol);
  for (size_t i = 0; !c->off && i < PROBES; i++)
    if (c->keys[(first + i) % CACHED] == symbol)
      return c->numbers[(first + i) % CACHED];
  c->off = c->off || !is_plain (symbol);
  const long number = number_of (table, symbol);
  for (size_t i = 0; !c->off && number >= 0 && number <= UINT16_MAX && i < PROBES; i++) {
    const size_t place = (first + i) % CACHED;
    if (c->keys[place] && i + 1 < PROBES)
      continue;
    c->keys[place] = symbol;
    c->numbers[place] = (uint16_t) number;
    break;
  }
  return number;
}

/* Numbers one word; returns how many symbols it has, or -1. */
static ptrdiff_t number_word (cache *c, PyObject *table, PyObject *word, uint16_t *numbers, size_t room)
{
  const bool list = PyList_CheckExact (word);
  if (!list && !PyTuple_CheckExact (word))
    return -1;
  const ptrdiff_t length = list ? PyList_Size (word) : PyTuple_Size (word);
  if ((size_t) length > room)
    return -1;
  for (ptrdiff_t i = 0; i < length; i++) {
    PyObject *symbol = list ? PyList_GetItem (word, i) : PyTuple_GetItem (word, i);
    const long number = symbol ? number_cached (c, table, symbol) : -1;
    if (number < 0 || number > UINT16_MAX)
      return -1;
    numbers[i] = (uint16_t) number;
  }
  return length;
}

ptrdiff_t papni_python_number (void *words, void *table, uint16_t *numbers, size_t room)
{
  const PyGILState_STATE state = PyGILState_Ensure ();
  cache *c = PyMem_Malloc (sizeof *c);
  ptrdiff_t count = c ? 0 : -1;
  if (c)
    memset (c, 0, sizeof *c);
  for (ptrdiff_t i = 0; count >= 0 && i < PyList_Size (words); i++) {
    PyObject *word = PyList_GetItem (words, i);
    const ptrdiff_t length = word ? number_word (c, table, word, numbers + count, room - (size_t) count) : -1;
    count = length < 0 ? -1 : count + length;
  }
  PyMem_Free (c);
  PyErr_Clear (); /* Python tries again, and raises */
  PyGILState_Release (state);
  return count;
}

/* ---- words over the stack-aware alphabet ---- */

/* Encodes one word; false if it is not well-matched. */
static bool encode_word (const papni_words *words, const papni_python_stack *s, size_t word, uint32_t *ids)
{
  size_t depth = 0;
  for (uint64_t i = words->offsets[word]; i < words->offsets[word + 1]; i++, ids++) {
    const uint32_t id = (uint32_t) id_at (words, i);
    *ids = id;
    if (s->kinds[id] == PAPNI_CALL)
      s->open[depth++] = s->slots[id];
    if (s->kinds[id] != PAPNI_RETURN)
      continue;
    if (!depth)
      return false;
    *ids = (uint32_t) (words->name_count + s->slots[id] * s->calls + s->open[--depth]);
  }
  return !depth;
}

size_t papni_python_encode (const papni_words *words, const papni_python_stack *s)
{
  size_t kept = 0;
  s->offsets[0] = 0;
  for (size_t i = 0; i < words->count; i++) {
    if (!encode_word (words, s, i, s->ids + s->offsets[kept]))
      continue;
    s->accepted[kept] = words->accepted[i];
    s->offsets[kept + 1] = s->offsets[kept] + words->offsets[i + 1] - words->offsets[i];
    kept++;
  }
  return kept;
}

/* ---- questions ---- */

static PyObject *new_word (const papni_question *question, PyObject *symbols)
{
  PyObject *word = PyTuple_New ((Py_ssize_t) question->length);
  for (size_t i = 0; word && i < question->length; i++) {
    PyObject *symbol = PyList_GetItem (symbols, question->symbols[i]);
    Py_XINCREF (symbol);
    if (!symbol || PyTuple_SetItem (word, (Py_ssize_t) i, symbol))
      Py_CLEAR (word);
  }
  return word;
}

bool papni_python_words (const papni_question *questions, size_t count, void *symbols, void *words)
{
  const PyGILState_STATE state = PyGILState_Ensure ();
  bool added = true;
  for (size_t i = 0; added && i < count; i++) {
    PyObject *word = new_word (questions + i, symbols);
    added = word && !PyList_Append (words, word);
    Py_XDECREF (word);
  }
  PyErr_Clear ();
  PyGILState_Release (state);
  return added;
}

/* False: an item is not True, False or None; Python then reads it as a label. */
bool papni_python_answers (void *list, papni_answer *answers, size_t count)
{
  const PyGILState_STATE state = PyGILState_Ensure ();
  bool read = (size_t) PyList_Size (list) == count;
  for (size_t i = 0; read && i < count; i++) {
    PyObject *answer = PyList_GetItem (list, (Py_ssize_t) i);
    answers[i] = answer == Py_None ? PAPNI_UNANSWERED : answer == Py_True ? PAPNI_YES : PAPNI_NO;
    read = answer == Py_None || answer == Py_True || answer == Py_False;
  }
  PyErr_Clear ();
  PyGILState_Release (state);
  return read;
}
