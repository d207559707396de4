/* support.h - shared by the unit tests: samples in both forms, output in memory, and an
 * allocator that counts and can fail.
 *
 * With PAPNI_TEST_SMALL in the environment every test does about a twentieth of its
 * work, for slow tools such as valgrind. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "learn/settings/settings.h" /* before cmocka, which has a macro `fail` */

#include "random.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT(array) (sizeof (array) / sizeof *(array))

bool test_is_small (void);

/* `count`, or a twentieth of it. */
size_t test_count (size_t count);

/* Fails the test with the error's message. */
void expect_ok (papni_status status, const papni_error *error);

/* ---- pages in memory ----------------------------------------------------- */

/* Always followed by a NUL that is not counted. Initially all zeros; free `bytes`. */
typedef struct page
{
  char *bytes;
  size_t size, room;
} page;

void page_add (page *p, const char *bytes, size_t size);
void page_print (page *p, const char *format, ...);
papni_writer page_writer (page *p);

page test_table (const papni_model *model);
page test_json (const papni_model *model);
page test_dot (const papni_model *model);

/* ---- counting allocator --------------------------------------------------- */

typedef struct ledger
{
  size_t bytes, blocks; /* allocated */
  size_t calls;         /* allocations */
  size_t fail_at;       /* this one fails; 0: none */
  bool failed;          /* an allocation has failed */
  bool wrong;           /* a block was resized or freed with the wrong size */
} ledger;

/* May be used from several threads. */
papni_allocator ledger_allocator (ledger *l);

/* The same for callers that do not pass the size. */
void *ledger_malloc (ledger *l, size_t size);
void ledger_free (ledger *l, void *block);

/* ---- samples ------------------------------------------------------------- */

papni_alphabet *test_alphabet (const twin_alphabet *alphabet, const papni_allocator *allocator);

/* The samples have their own alphabet; test_drop frees both. */
papni_samples *test_samples (const twin_sample *sample, const papni_allocator *allocator);
papni_samples *test_read (const char *bytes);
void test_drop (papni_samples *samples);

/* All settings: model, method, evidence, focus and modules from a number below 48. The
 * first 24 learn from a prefix tree, dfa and vpa in turn, the others a sevpa; the last 8
 * of these and of those with evidence in bits. */
#define LABEL_OPTIONS 16
#define TREE_OPTIONS 24
#define ALL_OPTIONS 48
settings test_setting (unsigned number);

/* The defaults of a model, on one thread. */
settings test_settings (papni_model_kind model);

/* The result of the twin with these settings. */
twin_model *test_twin (const twin_sample *sample, settings options);

/* Fails the test if learning fails. */
papni_model *test_learn (const papni_samples *samples, settings options, papni_statistics *statistics);

/* The public functions, with settings as a plain struct. Statistics and error may be NULL. */
papni_model *test_learn_with (const papni_samples *samples, const settings *s, papni_statistics *statistics,
                              papni_error *error);
papni_tree *test_tree (const papni_samples *samples, const settings *s, papni_error *error);
papni_model *test_tree_learn (papni_tree *tree, const settings *s, papni_error *error);

/* Runs a word of symbols of the model's alphabet. */
papni_verdict test_run (papni_run *run, const papni_symbol *symbols, size_t length);

/* The number that a symbol of the twin has in an alphabet of the library. */
papni_symbol test_symbol (const papni_alphabet *alphabet, const char *name);

#endif
