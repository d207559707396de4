/* generate.c - generated and split samples: the right numbers, lengths and labels,
 * without duplicates. */
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

static papni_model *language (const char *name)
{
  papni_error error;
  papni_model *model = papni_language_model (papni_language_find (name), NULL, &error);
  assert_non_null (model);
  return model;
}

static papni_samples *empty_samples (void)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  assert_non_null (samples);
  return samples;
}

static papni_samples *generated (const char *name, papni_generation how)
{
  papni_error error;
  papni_model *model = language (name);
  papni_samples *samples = empty_samples ();
  expect_ok (papni_generate (model, &how, samples, NULL, &error), &error);
  papni_model_free (model);
  return samples;
}

/* The words as text, one per line. */
static page lines_of (const papni_samples *samples)
{
  page p = { 0 };
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  page_print (&p, "%s", "");
  while (papni_samples_next (samples, &cursor, &word)) {
    page_print (&p, "%c", "?-+"[word.label]);
    for (size_t i = 0; i < word.length; i++)
      page_print (&p, " %s", papni_alphabet_name (papni_samples_alphabet (samples), word.symbols[i]));
    page_print (&p, "\n");
  }
  return p;
}

static int compare_lines (const void *x, const void *y)
{
  return strcmp (*(char *const *) x, *(char *const *) y);
}

/* The lines of a text, in order. Free what is returned. */
static char **sorted_lines (page *p, size_t *count)
{
  *count = 0;
  char **lines = malloc ((p->size + 1) * sizeof *lines), *rest = NULL;
  for (char *line = strtok_r (p->bytes, "\n", &rest); line; line = strtok_r (NULL, "\n", &rest))
    lines[(*count)++] = line;
  qsort (lines, *count, sizeof *lines, compare_lines);
  return lines;
}

static void expect_different (const papni_samples *samples)
{
  page p = lines_of (samples);
  size_t count;
  char **lines = sorted_lines (&p, &count);
  for (size_t i = 1; i < count; i++)
    if (!strcmp (lines[i - 1] + 1, lines[i] + 1))
      fail_msg ("a word comes twice: %s", lines[i]);
  free (lines);
  free (p.bytes);
}

static void expect_right (const papni_samples *samples, const char *name, papni_generation how)
{
  papni_error error;
  papni_model *model = language (name);
  papni_run *run = papni_run_new (model, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t counts[PAPNI_ACCEPT + 1] = { 0 };
  while (papni_samples_next (samples, &cursor, &word)) {
    counts[word.label]++;
    assert_in_range (word.length, how.least, how.most);
    assert_int_equal (test_run (run, word.symbols, word.length) == PAPNI_VERDICT_ACCEPT, word.label == PAPNI_ACCEPT);
  }
  assert_int_equal (counts[PAPNI_ACCEPT], how.positive);
  assert_int_equal (counts[PAPNI_REJECT], how.negative);
  papni_run_free (run);
  papni_model_free (model);
}

static void numbers_lengths_labels (void **state)
{
  (void) state;
  static const char *const names[] = { "L1", "L3", "L8", "even", "json", "restore" };
  for (size_t k = 0; k < COUNT (names); k++) {
    const papni_generation how = { .positive = k < 2 ? 10 : 300, .negative = 500, .least = 4, .most = 50, .seed = k };
    papni_samples *samples = generated (names[k], how), *again = generated (names[k], how);
    expect_right (samples, names[k], how);
    expect_different (samples);
    page one = lines_of (samples), two = lines_of (again);
    assert_string_equal (one.bytes, two.bytes);
    free (one.bytes);
    free (two.bytes);
    test_drop (samples);
    test_drop (again);
  }
}

/* A seed gives the same words forever: these. */
static void same_everywhere (void **state)
{
  (void) state;
  papni_samples *samples =
      generated ("arith", (papni_generation){ .positive = 3, .negative = 3, .least = 3, .most = 7, .seed = 2026 });
  page p = lines_of (samples);
  assert_string_equal (p.bytes, "- 1 ( ( ) 1 )\n"
                                "- ) + ( ) ) +\n"
                                "+ ( 1 ) + 1 + 1\n"
                                "+ ( 1 ) + 1\n"
                                "- ( ) ( 1 )\n"
                                "+ ( ( 1 ) )\n");
  free (p.bytes);
  test_drop (samples);
}

/* All words of both labels. */
static void every_word (void **state)
{
  (void) state;
  /* even: (()) of up to 4 symbols, so 30 of the 31 words are rejected; three of them are well-matched. */
  const papni_generation all = { .positive = 1, .negative = 30, .most = 4 };
  papni_samples *samples = generated ("even", all);
  expect_right (samples, "even", all);
  expect_different (samples);
  test_drop (samples);
  const papni_generation matched = { .positive = 1, .negative = 3, .most = 4, .matched = 1 };
  samples = generated ("even", matched); /* the empty word, () and ()() */
  expect_right (samples, "even", matched);
  test_drop (samples);
}

static papni_error refusal (const char *name, papni_generation how)
{
  papni_error error = { 0 };
  papni_model *model = language (name);
  papni_samples *samples = empty_samples ();
  assert_int_not_equal (papni_generate (model, &how, samples, NULL, &error), PAPNI_OK);
  assert_int_equal (papni_samples_size (samples), 0);
  papni_model_free (model);
  test_drop (samples);
  return error;
}

static void too_many (void **state)
{
  (void) state;
  papni_error error = refusal ("L3", (papni_generation){ .positive = 13, .least = 4, .most = 50 });
  assert_int_equal (error.code, PAPNI_INPUT);
  assert_string_equal (error.message, "there are only 12 accepted words of 4 to 50 symbols, requested 13");
  error = refusal ("odd", (papni_generation){ .negative = 7, .most = 2 });
  assert_string_equal (error.message, "there are only 6 rejected words of 0 to 2 symbols, requested 7");
  error = refusal ("even", (papni_generation){ .negative = 4, .most = 4, .matched = 1 });
  assert_int_equal (error.code, PAPNI_INPUT);
  assert_string_equal (error.message, "found only 3 rejected words of 0 to 4 symbols, requested 4");
  error = refusal ("L1", (papni_generation){ .positive = 1, .least = 3, .most = 3, .replace = true });
  assert_string_equal (error.message, "there are only 0 accepted words of 3 to 3 symbols, requested 1");
  error = refusal ("L1", (papni_generation){ .positive = 1, .least = 3, .most = 2 });
  assert_int_equal (error.code, PAPNI_USAGE);
  error = refusal ("L1", (papni_generation){ .positive = 1, .most = 4, .edits = -1 });
  assert_int_equal (error.code, PAPNI_USAGE);
  error = refusal ("L1", (papni_generation){ .positive = 1, .most = 4000 });
  assert_int_equal (error.code, PAPNI_USAGE);
}

/* Two thirds are well-matched; of the others, almost none. */
static void mixture (void **state)
{
  (void) state;
  papni_error error;
  papni_samples *samples =
      generated ("L8", (papni_generation){ .negative = 300, .least = 20, .most = 30, .matched = 2, .uniform = 1 });
  papni_encoder *encoder = papni_encoder_new (papni_samples_alphabet (samples), &error);
  papni_encoding encoding;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t matched = 0;
  while (papni_samples_next (samples, &cursor, &word)) {
    expect_ok (papni_encode (encoder, word.symbols, word.length, &encoding, &error), &error);
    matched += !encoding.mismatch;
  }
  assert_in_range (matched, 200, 205);
  papni_encoder_free (encoder);
  test_drop (samples);
}

/* ---- splitting -------------------------------------------------------------------- */

static void split_text (const char *text, double part, uint64_t seed, page *one, page *other)
{
  papni_error error;
  papni_samples *samples = test_read (text), *parts[] = { empty_samples (), empty_samples () };
  expect_ok (papni_split (samples, part, seed, parts[0], parts[1], &error), &error);
  *one = lines_of (parts[0]);
  *other = lines_of (parts[1]);
  for (size_t i = 0; i < 2; i++) { /* the declarations are in both */
    const papni_alphabet *alphabet = papni_samples_alphabet (parts[i]);
    assert_int_equal (papni_alphabet_kind (alphabet, test_symbol (alphabet, "(")), PAPNI_CALL);
    assert_false (papni_alphabet_pops (alphabet, test_symbol (alphabet, ")"), test_symbol (alphabet, "[")));
    test_drop (parts[i]);
  }
  test_drop (samples);
}

static size_t count_of (const char *text, char c)
{
  size_t count = 0;
  for (; *text; text++)
    count += *text == c && (text[1] == ' ' || text[1] == '\n');
  return count;
}

static void splits (void **state)
{
  (void) state;
  page text = { 0 }, turned = { 0 };
  page_print (&text, "%%call [\n%%pair ( )\n");
  page_print (&turned, "%%pair ( )\n%%call [\n");
  for (int i = 0; i < 40; i++) {
    page_print (&text, "%c x%d y\n", i < 10 ? '+' : '-', i);
    page_print (&turned, "%c x%d y\n", 39 - i < 10 ? '+' : '-', 39 - i);
  }
  page one, other, one_turned, other_turned;
  split_text (text.bytes, .7, 5, &one, &other);
  split_text (turned.bytes, .7, 5, &one_turned, &other_turned);
  assert_int_equal (count_of (one.bytes, '+'), 7);
  assert_int_equal (count_of (one.bytes, '-'), 21);
  assert_int_equal (count_of (other.bytes, '+'), 3);
  assert_int_equal (count_of (other.bytes, '-'), 9);
  size_t count, again;
  char **lines = sorted_lines (&one, &count), **others = sorted_lines (&one_turned, &again);
  assert_int_equal (count, again);
  for (size_t i = 0; i < count; i++) {
    assert_string_equal (lines[i], others[i]);
    assert_null (strstr (other.bytes, lines[i]));
  }
  free (lines);
  free (others);
  page first, second;
  split_text (text.bytes, .7, 6, &first, &second);
  assert_string_not_equal (second.bytes, other.bytes);
  page *const pages[] = { &text, &turned, &one, &other, &one_turned, &other_turned, &first, &second };
  for (size_t i = 0; i < COUNT (pages); i++)
    free (pages[i]->bytes);
}

/* Equal words stay together, even if their labels contradict each other. */
static void repeats_stay_together (void **state)
{
  (void) state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    page one, other;
    split_text ("%call [\n%pair ( )\n+ a\n+ b\n+ a\n- c\n- a\n+ a\n- d\n+ e\n", .5, seed, &one, &other);
    const size_t together = strstr (one.bytes, " a\n") ? 1 : 0;
    assert_null (strstr (together ? other.bytes : one.bytes, " a\n"));
    assert_int_equal (count_of (one.bytes, 'a') + count_of (other.bytes, 'a'), 4);
    free (one.bytes);
    free (other.bytes);
  }
  papni_error error;
  papni_samples *samples = empty_samples (), *one = empty_samples (), *other = empty_samples ();
  expect_ok (papni_split (samples, .5, 1, one, other, &error), &error);
  assert_int_equal (papni_split (samples, 1.5, 1, one, other, &error), PAPNI_USAGE);
  test_drop (samples);
  test_drop (one);
  test_drop (other);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (numbers_lengths_labels),
    cmocka_unit_test (same_everywhere),
    cmocka_unit_test (every_word),
    cmocka_unit_test (too_many),
    cmocka_unit_test (mixture),
    cmocka_unit_test (splits),
    cmocka_unit_test (repeats_stay_together),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
