/* support.h - what the fuzzing harnesses share: laws that hold for any input, and
 * that end the program where they do not. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <papni.h>

#define MUST(law) ((law) ? (void) 0 : broken (#law, __FILE__, __LINE__))
_Noreturn void broken (const char *law, const char *file, int line);

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size);

/* A model as it is written in a format. */
typedef struct text
{
  char *bytes;
  size_t size, capacity;
} text;

text written (const papni_model *model, const char *format);
bool same_text (text x, text y);
void text_free (text t);

/* An error says what is wrong, in one line, and not in a line that is not there. */
void must_explain (papni_status status, const papni_error *error, const uint8_t *bytes, size_t size);

/* How to learn; NULL: the default. */
typedef struct way
{
  const char *model, *method, *evidence, *focus, *modules, *threads;
} way;

/* Learns, and checks that the model agrees with every word that was kept, and that
 * it is the same after it was written and read. NULL: the samples contradict each
 * other, or use what was not declared. */
papni_model *must_learn (const papni_samples *samples, way how);

/* Learns and forgets the model; its JSON stays. */
text learned (const papni_samples *samples, way how);

/* write(read(write(model))) = write(model) */
void must_round_trip (const papni_model *model);

#endif
