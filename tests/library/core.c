/* core.c - learns from a text and writes the model, with the core alone. */
#include <papni.h>
#include <stdio.h>
#include <string.h>

static bool write_out (void *context, const char *bytes, size_t size)
{
  return fwrite (bytes, 1, size, context) == size;
}

int main (int count, char **words)
{
  char text[4096];
  papni_error error = { 0 };
  const size_t size = fread (text, 1, sizeof text, stdin);
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, &error) : NULL;
  papni_options *options = papni_options_new (NULL, &error);
  papni_model *model = NULL;
  if (samples && options && !papni_options_set (options, "model", count > 1 ? words[1] : NULL, &error)
      && !papni_samples_read (samples, text, size, "text", NULL, &error))
    model = papni_learn (samples, options, NULL, NULL, &error);
  if (!model || papni_model_write (model, "json", (papni_writer){ write_out, stdout }, &error))
    fprintf (stderr, "%s\n", error.message);
  const int code = error.code;
  papni_model_free (model);
  papni_options_free (options);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return code;
}
