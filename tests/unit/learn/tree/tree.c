/* tree.c - the prefix tree: numbered in shortlex order, with contiguous children,
 * labels and flags. Each node's word is computed and searched in the samples. */
#include "learn/tree/tree.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The words of all nodes, spelled out from the root. */
typedef struct spelled
{
  symbol *symbols;
  size_t length;
} spelled;

static spelled *spell (const papni_tree *t)
{
  spelled *words = twin_allocate (t->size, sizeof *words);
  for (size_t q = 0; q < t->size; q++)
    for (node c = t->nodes[q].first; c < t->nodes[q + 1].first; c++) {
      assert_true (c > q && c < t->size);
      words[c].length = words[q].length + 1;
      words[c].symbols = twin_allocate (words[c].length, sizeof (symbol));
      memcpy (words[c].symbols, words[q].symbols ? words[q].symbols : words[c].symbols,
              words[q].length * sizeof (symbol));
      words[c].symbols[words[c].length - 1] = t->nodes[c].symbol;
    }
  return words;
}

static int shortlex (const spelled *x, const spelled *y)
{
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  for (size_t i = 0; i < x->length; i++)
    if (x->symbols[i] != y->symbols[i])
      return x->symbols[i] < y->symbols[i] ? -1 : 1;
  return 0;
}

/* Walks a word of the samples: its end has its label, and an accepted word marks its
 * path. */
static void find_word (const papni_tree *t, const encoded *words, const papni_word *word)
{
  papni_encoding encoding = { .popped = NULL };
  papni_error error;
  if (words->encoder)
    expect_ok (papni_encode (words->encoder, word->symbols, word->length, &encoding, &error), &error);
  if (encoding.mismatch)
    return;
  node q = 0;
  for (size_t i = 0; i < word->length; i++) {
    const symbol popped = encoding.popped ? encoding.popped[i] : PAPNI_NO_SYMBOL;
    const symbol s = stack_number (&words->stack, word->symbols[i], popped);
    node c = t->nodes[q].first;
    while (c < t->nodes[q + 1].first && t->nodes[c].symbol != s)
      c++;
    assert_true (c < t->nodes[q + 1].first);
    assert_true (word->label != PAPNI_ACCEPT || t->nodes[q].flags & NODE_POSITIVE);
    q = c;
  }
  assert_true (!word->label || t->nodes[q].label == word->label);
}

/* Every node leads to a labelled one or to a leaf, so every node belongs to a word. */
static void no_idle_nodes (const papni_tree *t)
{
  bool *needed = twin_allocate (t->size, sizeof *needed), *positive = twin_allocate (t->size, sizeof *positive);
  for (size_t q = t->size; q-- > 0;) {
    const bool leaf = t->nodes[q].first == t->nodes[q + 1].first;
    needed[q] = leaf || t->nodes[q].label;
    positive[q] = t->nodes[q].label == PAPNI_ACCEPT;
    for (node c = t->nodes[q].first; c < t->nodes[q + 1].first; c++) {
      needed[q] |= needed[c];
      positive[q] |= positive[c];
    }
    assert_true (needed[q]);
    assert_int_equal (positive[q], !!(t->nodes[q].flags & NODE_POSITIVE));
  }
  free (needed);
  free (positive);
}

static void check (const twin_sample *sample, bool with_stack, unsigned threads)
{
  papni_samples *samples = test_samples (sample, NULL);
  papni_statistics statistics = { 0 };
  papni_error error;
  encoded words;
  expect_ok (encoded_init (&words, samples, with_stack, &statistics, &error), &error);
  workers *w = workers_new (&samples->memory, threads, &error);
  papni_tree *t = tree_of_words (&words, &(settings){ .count = COUNT_DISTINCT }, w, &error);
  workers_free (w);
  assert_non_null (t);
  spelled *nodes = spell (t);
  for (size_t q = 1; q < t->size; q++)
    assert_true (shortlex (&nodes[q - 1], &nodes[q]) < 0);
  for (size_t q = 1; q < t->size; q++)
    free (nodes[q].symbols);
  free (nodes);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (papni_samples_next (samples, &cursor, &word))
    find_word (t, &words, &word);
  no_idle_nodes (t);
  papni_tree_free (t);
  encoded_release (&words);
  test_drop (samples);
}

static void random_samples (void **state)
{
  (void) state;
  random_source source = { 11 };
  for (size_t i = 0; i < test_count (400); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 200), 20);
    check (sample, true, (unsigned) (1 + i % 3));
    check (sample, false, (unsigned) (1 + i % 3));
    random_sample_free (sample);
  }
}

/* No words, only the empty word, and a deep word. */
static void odd_samples (void **state)
{
  (void) state;
  static int deep[5000];
  twin_word words[] = { { NULL, 0, PAPNI_ACCEPT }, { deep, COUNT (deep), PAPNI_REJECT }, { deep, 10, PAPNI_UNKNOWN } };
  twin_sample sample = { .alphabet = { .size = 1, .names = { "a" } }, .words = words };
  for (sample.count = 0; sample.count <= COUNT (words); sample.count++)
    check (&sample, true, 2);
}

/* ---- merging, writing, mapping ---- */

static page written (const papni_tree *t)
{
  page p = { 0 };
  papni_error error;
  expect_ok (papni_tree_write (t, page_writer (&p), &error), &error);
  return p;
}

static void assert_same_page (page x, page y)
{
  assert_int_equal (x.size, y.size);
  assert_memory_equal (x.bytes, y.bytes, x.size);
  free (x.bytes);
  free (y.bytes);
}

static settings random_setting (random_source *source)
{
  settings options = test_setting ((unsigned) random_below (source, TREE_OPTIONS));
  options.count = (unsigned) random_below (source, 2);
  return options;
}

static papni_tree *tree_of (const twin_sample *sample, settings options)
{
  papni_samples *samples = test_samples (sample, NULL);
  papni_error error;
  papni_tree *t = test_tree (samples, &options, &error);
  assert_non_null (t);
  test_drop (samples);
  return t;
}

/* The trees of two parts, merged, are the tree of the whole. */
static void parts_make_the_whole (void **state)
{
  (void) state;
  random_source source = { 21 };
  for (size_t i = 0; i < test_count (400); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 200), 20);
    const settings options = random_setting (&source);
    papni_tree *whole = tree_of (sample, options);
    const size_t count = sample->count, cut = random_below (&source, count + 1);
    twin_sample part = *sample;
    part.count = cut;
    papni_tree *one = tree_of (&part, options);
    part.words += cut;
    part.count = count - cut;
    papni_tree *other = tree_of (&part, options);
    papni_error error;
    papni_tree *both = papni_tree_merge (one, other, &error);
    assert_non_null (both);
    assert_same_page (written (whole), written (both));
    papni_tree_free (whole);
    papni_tree_free (one);
    papni_tree_free (other);
    papni_tree_free (both);
    random_sample_free (sample);
  }
}

static papni_tree *tree_of_text (const char *text)
{
  papni_samples *samples = test_read (text);
  const settings options = test_settings (PAPNI_VPA);
  papni_error error;
  papni_tree *t = test_tree (samples, &options, &error);
  assert_non_null (t);
  test_drop (samples);
  return t;
}

static void different_alphabets_join (void **state)
{
  (void) state;
  papni_tree *one = tree_of_text ("%call (\n%return )\n+ ( z )\n- z\n");
  papni_tree *other = tree_of_text ("%call [ (\n%return ) ]\n- [ a ]\n+ ( ]\n- ( a )\n");
  papni_tree *whole = tree_of_text ("%call [ (\n%return ) ]\n+ ( z )\n- z\n- [ a ]\n+ ( ]\n- ( a )\n");
  papni_error error;
  papni_tree *both = papni_tree_merge (one, other, &error);
  assert_non_null (both);
  assert_same_page (written (whole), written (both));
  papni_tree_free (whole);
  papni_tree_free (one);
  papni_tree_free (other);
  papni_tree_free (both);
}

static papni_tree *tree_of_document (const char *lexer_name, const char *document)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  papni_lexer *lexer = papni_lexer_new (lexer_name, NULL, &error);
  const settings options = test_settings (PAPNI_VPA);
  assert_int_equal (papni_lexer_bytes (lexer, document, strlen (document), "text", 1, &error), PAPNI_OK);
  assert_int_equal (papni_samples_add_document (samples, lexer, PAPNI_ACCEPT, &error), PAPNI_OK);
  papni_tree *t = test_tree (samples, &options, &error);
  assert_non_null (t);
  papni_lexer_free (lexer);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return t;
}

static void the_lexer_stays (void **state)
{
  (void) state;
  static const struct
  {
    const char *other, *both;
  } cases[] = { { "json", "json" }, { NULL, "json" }, { "words", NULL } };
  for (size_t i = 0; i < COUNT (cases); i++) {
    const settings options = test_settings (PAPNI_VPA);
    papni_error error;
    papni_tree *one = tree_of_document ("json", "[1]");
    papni_tree *other = cases[i].other ? tree_of_document (cases[i].other, "true") : tree_of_text ("+ true\n");
    papni_tree *both = papni_tree_merge (one, other, &error);
    assert_non_null (both);
    papni_model *model = test_tree_learn (both, &options, &error);
    const char *lexer = papni_alphabet_lexer (papni_model_alphabet (model));
    if (cases[i].both)
      assert_string_equal (lexer, cases[i].both);
    else
      assert_null (lexer);
    papni_model_free (model);
    papni_tree_free (one);
    papni_tree_free (other);
    papni_tree_free (both);
  }
}

static void what_cannot_be_merged (void **state)
{
  (void) state;
  static const struct
  {
    const char *one, *other;
    papni_status status;
  } cases[] = {
    { "%call (\n+ a\n", "%return (\n+ a\n", PAPNI_INPUT },
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    papni_tree *one = tree_of_text (cases[i].one), *other = tree_of_text (cases[i].other);
    papni_error error;
    assert_null (papni_tree_merge (one, other, &error));
    assert_int_equal (error.code, cases[i].status);
    papni_tree_free (one);
    papni_tree_free (other);
  }
}

/* Opens a file that holds these bytes. Then the file loses them: a tree does not depend on
 * what becomes of its file. */
static papni_tree *opened (const char *bytes, size_t size, papni_error *error)
{
  char path[] = "/tmp/papni-tree-XXXXXX";
  const int file = mkstemp (path);
  assert_true (file >= 0);
  assert_int_equal (write (file, bytes, size), (ssize_t) size);
  close (file);
  papni_tree *t = papni_tree_open (path, NULL, error);
  assert_int_equal (truncate (path, 0), 0);
  unlink (path);
  return t;
}

static void a_file_gives_the_same_tree (void **state)
{
  (void) state;
  random_source source = { 22 };
  for (size_t i = 0; i < test_count (100); i++) {
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 60), 20);
    const settings options = random_setting (&source);
    papni_tree *t = tree_of (sample, options);
    papni_error error;
    page bytes = written (t);
    papni_tree *again = opened (bytes.bytes, bytes.size, &error);
    assert_non_null (again);
    assert_same_page (bytes, written (again));
    papni_model *x = test_tree_learn (t, &options, &error);
    papni_model *y = test_tree_learn (again, &options, &error);
    assert_non_null (x);
    assert_non_null (y);
    assert_same_page (test_json (x), test_json (y));
    papni_model_free (x);
    papni_model_free (y);
    papni_tree_free (t);
    papni_tree_free (again);
    random_sample_free (sample);
  }
}

/* A truncated file is refused; a file with changed bytes is refused or usable. */
static void a_broken_file_does_no_harm (void **state)
{
  (void) state;
  random_source source = { 23 };
  papni_tree *t = tree_of_text ("%pair ( )\n%call [\n%return ]\n+ ( a [ ] )\n- a a\n+ ( ( b ) )\n-\n");
  page good = written (t);
  papni_error error;
  for (size_t size = 0; size < good.size; size++)
    assert_null (opened (good.bytes, size, &error));
  for (size_t i = 0; i < test_count (4000); i++) {
    char *bad = twin_allocate (good.size, 1);
    memcpy (bad, good.bytes, good.size);
    for (size_t k = 0; k <= random_below (&source, 3); k++)
      bad[random_below (&source, good.size)] = (char) random_bits (&source);
    papni_tree *again = opened (bad, good.size, &error);
    const settings options = test_settings (PAPNI_VPA);
    papni_model *model = again ? test_tree_learn (again, &options, &error) : NULL;
    papni_model_free (model);
    papni_tree_free (again);
    free (bad);
  }
  free (good.bytes);
  papni_tree_free (t);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (random_samples),
    cmocka_unit_test (odd_samples),
    cmocka_unit_test (parts_make_the_whole),
    cmocka_unit_test (different_alphabets_join),
    cmocka_unit_test (the_lexer_stays),
    cmocka_unit_test (what_cannot_be_merged),
    cmocka_unit_test (a_file_gives_the_same_tree),
    cmocka_unit_test (a_broken_file_does_no_harm),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
