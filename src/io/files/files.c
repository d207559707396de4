/* files.c - bytes, samples, models and trees from a file and to a file, in one call. */
#include "base/output.h"
#include "data/sample.h"
#include "io/source.h"
#include "io/target.h"
#include "model/model.h"

papni_status papni_samples_read_file (papni_samples *samples, const char *path, const papni_reading *reading,
                                      papni_error *e)
{
  papni_error own;
  e = e ? e : &own;
  papni_text *text = papni_text_open (path, &samples->memory, e);
  if (!text)
    return e->code;
  const status s =
      papni_samples_read (samples, papni_text_bytes (text), papni_text_size (text), shown_name (path), reading, e);
  papni_text_free (text);
  return s;
}

papni_model *papni_model_read_file (const char *path, const papni_allocator *memory, papni_error *e)
{
  papni_text *text = papni_text_open (path, memory, e);
  papni_model *model = NULL;
  if (text)
    model = papni_model_read (papni_text_bytes (text), papni_text_size (text), shown_name (path), memory, e);
  papni_text_free (text);
  return model;
}

papni_model *papni_model_import_file (const char *path, const char *format, papni_alphabet *alphabet, papni_error *e)
{
  papni_text *text = papni_text_open (path, &alphabet->memory, e);
  papni_model *model = NULL;
  if (text)
    model =
        papni_model_import (papni_text_bytes (text), papni_text_size (text), shown_name (path), format, alphabet, e);
  papni_text_free (text);
  return model;
}

papni_status papni_write_file (const char *path, const char *bytes, size_t size, papni_error *e)
{
  target to;
  const status s = target_open (&to, path, NULL, e);
  if (s)
    return s;
  output o = { .writer = target_writer (&to) };
  put_bytes (&o, bytes, size);
  return target_close (&to, output_end (&o, e), e);
}

papni_status papni_model_write_file (const papni_model *model, const char *path, const char *format, papni_error *e)
{
  target to;
  const status s = target_open (&to, path, &model->memory, e);
  return s ? s : target_close (&to, papni_model_write (model, format, target_writer (&to), e), e);
}

papni_status papni_tree_write_file (const papni_tree *tree, const char *path, papni_error *e)
{
  target to;
  const status s = target_open (&to, path, NULL, e);
  return s ? s : target_close (&to, papni_tree_write (tree, target_writer (&to), e), e);
}
