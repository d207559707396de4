/* support.h - shared by the fuzzing harnesses: invariants that hold for any input. A
 * violation aborts the program. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <papni.h>

#define MUST(law) ((law) ? (void) 0 : broken (#law, __FILE__, __LINE__))
_Noreturn void broken (const char *law, const char *file, int line);

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size);

/* Numbers from bytes: below `most`, 0 when the bytes are used up. */
typedef struct feed
{
  const uint8_t *at, *end;
} feed;

size_t take (feed *f, size_t most);

/* A file of these bytes, whose name has this ending; valid until the next call. */
const char *as_file (const uint8_t *bytes, size_t size, const char *ending);

/* A model as it is written in a format. */
typedef struct text
{
  char *bytes;
  size_t size, capacity;
} text;

text written (const papni_model *model, const char *format);
bool same_text (text x, text y);
void text_free (text t);

/* An error message is one line, and its position exists. */
void must_explain (papni_status status, const papni_error *error, const uint8_t *bytes, size_t size);

/* How to learn; NULL: the default. */
typedef struct way
{
  const char *model, *method, *evidence, *focus, *modules, *threads;
} way;

/* Learns, and checks that the model agrees with every sample that was kept and is
 * unchanged after writing and reading. NULL if the samples contradict each other or use
 * undeclared symbols. */
papni_model *must_learn (const papni_samples *samples, way how);

/* The JSON of the learned model. */
text learned (const papni_samples *samples, way how);

/* write(read(write(model))) = write(model) */
void must_round_trip (const papni_model *model);

#endif
