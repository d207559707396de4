/* encode_samples.c - samples over the stack-aware alphabet, for learners of regular
 * languages: each stack-aware symbol becomes a symbol of its own, whose name says what it
 * does to the stack. */
#include "data/encode.h"
#include "data/stack_name.h"

typedef struct encoding_samples
{
  const papni_samples *from;
  papni_samples *to;
  map numbers; /* pair_key (symbol, popped) -> symbol of `to` */
  char *name;  /* room for a name */
  size_t room;
  const char *file, *file_copy; /* the file of the last word, and the copy that `to` has */
  error *error;
} encoding_samples;

static status new_stack_symbol (encoding_samples *s, symbol read, symbol popped, symbol *result)
{
  const letter *letters = s->from->alphabet->letters, *call = popped == PAPNI_NO_SYMBOL ? NULL : &letters[popped];
  bool fresh;
  if (!reserve (&s->to->memory, &s->name, &s->room, stack_name_room (&letters[read], call), 1))
    return no_memory (s->error);
  const size_t length = write_stack_name (&letters[read], call, s->name);
  const position nowhere = { "", 0, 0 };
  const status failed = alphabet_intern (s->to->alphabet, s->name, length, nowhere, result, s->error);
  if (failed)
    return failed;
  return map_enter (&s->to->memory, &s->numbers, pair_key (read, popped), *result, &fresh) ? PAPNI_OK
                                                                                           : no_memory (s->error);
}

static status add_encoded (encoding_samples *s, const papni_word *word, const symbol *popped)
{
  papni_samples *to = s->to;
  if (!samples_reserve (to, word->length))
    return no_memory (s->error);
  for (size_t i = 0; i < word->length; i++) {
    symbol *out = &to->flat[to->used + i];
    const uint32_t *known = map_find (&s->numbers, pair_key (word->symbols[i], popped[i]));
    const status failed = known ? PAPNI_OK : new_stack_symbol (s, word->symbols[i], popped[i], out);
    if (failed)
      return failed;
    if (known)
      *out = (symbol) *known;
  }
  if (word->file && word->file != s->file) {
    s->file = word->file;
    s->file_copy = alphabet_file (to->alphabet, word->file);
    if (!s->file_copy)
      return no_memory (s->error);
  }
  return samples_end_word (to, word->length, word->label, word->file ? s->file_copy : NULL, word->line, s->error);
}

papni_status papni_samples_encode (const papni_samples *samples, papni_samples *encoded, size_t *dropped,
                                   papni_error *e)
{
  encoding_samples s = { .from = samples, .to = encoded, .error = e };
  papni_encoder *encoder = papni_encoder_new (samples->alphabet, e);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  size_t left_out = 0;
  status failed = encoder ? PAPNI_OK : PAPNI_MEMORY;
  while (!failed && papni_samples_next (samples, &cursor, &word)) {
    failed = papni_encode (encoder, word.symbols, word.length, &encoding, e);
    if (!failed && encoding.mismatch)
      left_out++;
    else if (!failed)
      failed = add_encoded (&s, &word, encoding.popped);
  }
  if (dropped)
    *dropped = left_out;
  map_release (&encoded->memory, &s.numbers);
  release (&encoded->memory, s.name, s.room, 1);
  papni_encoder_free (encoder);
  return failed;
}
