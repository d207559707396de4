/* rename.c - renamed models compared with all words: a word is accepted if and only if
 * it is the renamed form of an accepted word. */
#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

static const papni_model_kind kinds[] = { PAPNI_DFA, PAPNI_VPA, PAPNI_SEVPA, PAPNI_GENERAL };

enum
{
  MOST_SYMBOLS = 6,
  LONGEST = 6
};

/* The i-th word of a length, as digits in base `size`. */
static void word_of (size_t i, size_t size, size_t length, papni_symbol *word)
{
  for (size_t k = length; k > 0; k--, i /= size)
    word[k - 1] = (papni_symbol) (i % size);
}

static size_t number_of (const papni_symbol *word, size_t size, size_t length)
{
  size_t i = 0;
  for (size_t k = 0; k < length; k++)
    i = i * size + word[k];
  return i;
}

static size_t power (size_t base, size_t exponent)
{
  size_t result = 1;
  while (exponent--)
    result *= base;
  return result;
}

/* All words of a length, renamed one by one. */
static void compare_words (const papni_model *model, const papni_model *renamed, const char *const *names,
                           size_t length)
{
  const papni_alphabet *from = papni_model_alphabet (model), *to = papni_model_alphabet (renamed);
  const size_t old = papni_alphabet_size (from), new = papni_alphabet_size (to);
  papni_symbol image[MOST_SYMBOLS], word[LONGEST];
  for (size_t k = 0; k < old; k++) {
    const char *name = names[k] ? names[k] : papni_alphabet_name (from, (papni_symbol) k);
    image[k] = papni_alphabet_find (to, name, strlen (name));
    assert_int_not_equal (image[k], PAPNI_NO_SYMBOL);
  }
  bool *accepted = calloc (power (new, length), sizeof *accepted);
  assert_non_null (accepted);
  for (size_t i = 0; i < power (old, length); i++) {
    word_of (i, old, length, word);
    const bool right = slow_accepts_word (model, word, length);
    for (size_t k = 0; k < length; k++)
      word[k] = image[word[k]];
    accepted[number_of (word, new, length)] |= right;
  }
  for (size_t i = 0; i < power (new, length); i++) {
    word_of (i, new, length, word);
    assert_int_equal (slow_accepts_word (renamed, word, length), accepted[i]);
  }
  free (accepted);
}

/* New names for some symbols, of the same kind or new. */
static void choose_names (random_source *source, const papni_alphabet *alphabet, const char **names)
{
  static const char *const fresh[][2] = { { "x", "y" }, { "{", "<<" }, { "}", ">>" } };
  for (size_t k = 0; k < papni_alphabet_size (alphabet); k++) {
    const papni_kind kind = papni_alphabet_kind (alphabet, (papni_symbol) k);
    const size_t other = random_below (source, papni_alphabet_size (alphabet));
    names[k] = NULL;
    if (random_below (source, 3) == 0)
      names[k] = fresh[kind][random_below (source, 2)];
    else if (papni_alphabet_kind (alphabet, (papni_symbol) other) == kind)
      names[k] = papni_alphabet_name (alphabet, (papni_symbol) other);
  }
}

static papni_model *random_model (random_source *source, papni_model_kind kind, papni_alphabet *alphabet)
{
  draft d = draft_random (source, kind, alphabet, 1 + random_below (source, 3), 20 + random_below (source, 60));
  papni_model *model = draft_model (&d);
  draft_free (&d);
  return model;
}

static void against_all_words (void **state)
{
  (void) state;
  random_source source = { 21 };
  for (size_t i = 0; i < test_count (400); i++) {
    papni_error error = { 0 };
    const char *names[MOST_SYMBOLS];
    papni_alphabet *alphabet = models_alphabet (i % 3, 1 + i % 2, i / 4 % 2);
    papni_model *model = random_model (&source, kinds[i % 4], alphabet);
    choose_names (&source, papni_model_alphabet (model), names);
    papni_model *renamed = papni_rename (model, names, NULL, &error);
    if (!renamed)
      fail_msg ("not renamed: %s", error.message);
    for (size_t length = 0; length <= (papni_alphabet_size (papni_model_alphabet (model)) < 5 ? LONGEST : 5); length++)
      compare_words (model, renamed, names, length);
    papni_model_free (renamed);
    papni_model_free (model);
    papni_alphabet_free (alphabet);
  }
}

/* Swapping two names twice restores the model, byte for byte. */
static void there_and_back (void **state)
{
  (void) state;
  random_source source = { 22 };
  for (size_t i = 0; i < test_count (100); i++) {
    papni_error error = { 0 };
    papni_alphabet *alphabet = models_alphabet (2, 2, i % 2);
    papni_model *drawn = random_model (&source, kinds[i % 4], alphabet);
    const char *const names[] = { "b", "a", "[", "(", "]", ")" }, *const same[MOST_SYMBOLS] = { NULL };
    papni_model *model = papni_rename (drawn, same, NULL, &error); /* reachable states, in canonical numbering */
    assert_non_null (model);
    papni_model *swapped = papni_rename (model, names, NULL, &error);
    assert_non_null (swapped);
    papni_model *back = papni_rename (swapped, names, NULL, &error);
    assert_non_null (back);
    assert_int_equal (papni_model_kind_of (swapped), papni_model_kind_of (model));
    page x = test_json (model), y = test_json (back);
    assert_string_equal (x.bytes, y.bytes);
    free (x.bytes);
    free (y.bytes);
    papni_model_free (back);
    papni_model_free (swapped);
    papni_model_free (model);
    papni_model_free (drawn);
    papni_alphabet_free (alphabet);
  }
}

static void two_things (void **state)
{
  (void) state;
  papni_error error = { 0 };
  papni_alphabet *alphabet = models_alphabet (1, 1, false);
  random_source source = { 23 };
  papni_model *model = random_model (&source, PAPNI_VPA, alphabet);
  const char *const names[] = { "(", NULL, NULL };
  assert_null (papni_rename (model, names, NULL, &error));
  assert_int_equal (error.code, PAPNI_INPUT);
  assert_string_equal (error.message, "'(' cannot be both internal and call");
  papni_model_free (model);
  papni_alphabet_free (alphabet);
}

/* Every allocation fails in turn. */
static void without_memory (void **state)
{
  (void) state;
  papni_error error = { 0 };
  ledger books = { 0 };
  const papni_allocator memory = ledger_allocator (&books);
  const char *const names[] = { NULL, "(", NULL, ")" };
  bool done = false;
  papni_model *model = papni_language_model (papni_language_find ("L9"), &memory, &error);
  assert_non_null (model);
  const size_t before = books.bytes;
  for (size_t n = 1; !done; n++) {
    books.fail_at = books.calls + n;
    papni_model *renamed = papni_rename (model, names, NULL, &error);
    done = renamed;
    assert_true (done || error.code == PAPNI_MEMORY);
    papni_model_free (renamed);
    assert_int_equal (books.bytes, before);
  }
  papni_model_free (model);
  assert_int_equal (books.bytes, 0);
  assert_false (books.wrong);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (against_all_words),
    cmocka_unit_test (there_and_back),
    cmocka_unit_test (two_things),
    cmocka_unit_test (without_memory),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
