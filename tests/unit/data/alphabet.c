/* alphabet.c - symbols are declared once, pairs restrict what a return pops, and a
 * closed alphabet refuses undeclared symbols. */
#include "oracle/support.h"

#include <stdio.h>
#include <string.h>

static papni_alphabet *empty_alphabet (void)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  assert_int_equal (papni_alphabet_size (alphabet), 0);
  return alphabet;
}

static void expect_status (papni_status expected, papni_status status, const papni_error *error)
{
  assert_int_equal (status, expected);
  assert_int_equal (error->code, expected);
  assert_true (error->message[0] != '\0');
}

static void declaring (void **state)
{
  (void) state;
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  assert_int_equal (papni_alphabet_find (alphabet, "(", 1), PAPNI_NO_SYMBOL);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "(", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, ")", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "begin", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "(", &error), &error);
  assert_int_equal (papni_alphabet_size (alphabet), 3);
  static const char *const names[] = { "(", ")", "begin" };
  static const papni_kind kinds[] = { PAPNI_CALL, PAPNI_RETURN, PAPNI_INTERNAL };
  for (papni_symbol s = 0; s < 3; s++) {
    assert_string_equal (papni_alphabet_name (alphabet, s), names[s]);
    assert_int_equal (papni_alphabet_kind (alphabet, s), kinds[s]);
    assert_int_equal (papni_alphabet_find (alphabet, names[s], strlen (names[s])), s);
  }
  assert_int_equal (papni_alphabet_find (alphabet, "begin", 3), PAPNI_NO_SYMBOL);
  assert_int_equal (papni_alphabet_find (alphabet, "beginning", 5), 2);
  assert_int_equal (papni_alphabet_find (alphabet, "", 0), PAPNI_NO_SYMBOL);
  papni_alphabet_free (alphabet);
  papni_alphabet_free (NULL);
}

static void conflicts (void **state)
{
  (void) state;
  static const papni_kind kinds[] = { PAPNI_INTERNAL, PAPNI_CALL, PAPNI_RETURN };
  for (size_t i = 0; i < COUNT (kinds); i++)
    for (size_t k = 0; k < COUNT (kinds); k++) {
      papni_alphabet *alphabet = empty_alphabet ();
      papni_error error;
      expect_ok (papni_alphabet_declare (alphabet, kinds[i], "x", &error), &error);
      papni_status status = papni_alphabet_declare (alphabet, kinds[k], "x", &error);
      if (i == k)
        expect_ok (status, &error);
      else
        expect_status (PAPNI_INPUT, status, &error);
      assert_int_equal (papni_alphabet_kind (alphabet, 0), kinds[i]);
      assert_int_equal (papni_alphabet_declare (alphabet, kinds[k], "x", NULL), i == k ? PAPNI_OK : PAPNI_INPUT);
      papni_alphabet_free (alphabet);
    }
}

/* A symbol used in a word is internal until it is declared otherwise. */
static void declared_after_use (void **state)
{
  (void) state;
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  papni_samples *samples = papni_samples_new (alphabet, &error);
  const char *const word[] = { "(", ")" };
  expect_ok (papni_samples_add (samples, word, 2, PAPNI_ACCEPT, &error), &error);
  assert_int_equal (papni_alphabet_kind (alphabet, 0), PAPNI_INTERNAL);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "(", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, ")", &error), &error);
  assert_int_equal (papni_alphabet_kind (alphabet, 0), PAPNI_CALL);
  assert_int_equal (papni_alphabet_kind (alphabet, 1), PAPNI_RETURN);
  expect_status (PAPNI_INPUT, papni_alphabet_declare (alphabet, PAPNI_CALL, ")", &error), &error);
  test_drop (samples);
}

static void pairs (void **state)
{
  (void) state;
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "(", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, ")", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, "end", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "[", &error), &error);
  papni_symbol round = test_symbol (alphabet, "("), close = test_symbol (alphabet, ")");
  papni_symbol end = test_symbol (alphabet, "end"), square = test_symbol (alphabet, "[");
  assert_true (papni_alphabet_pops (alphabet, close, round));
  assert_true (papni_alphabet_pops (alphabet, close, square));
  expect_ok (papni_alphabet_pair (alphabet, "(", ")", &error), &error);
  assert_true (papni_alphabet_pops (alphabet, close, round));
  assert_false (papni_alphabet_pops (alphabet, close, square));
  assert_true (papni_alphabet_pops (alphabet, end, round));
  assert_true (papni_alphabet_pops (alphabet, end, square));
  expect_ok (papni_alphabet_pair (alphabet, "[", ")", &error), &error);
  expect_ok (papni_alphabet_pair (alphabet, "[", ")", &error), &error);
  assert_true (papni_alphabet_pops (alphabet, close, round));
  assert_true (papni_alphabet_pops (alphabet, close, square));
  expect_ok (papni_alphabet_pair (alphabet, "begin", "stop", &error), &error);
  papni_symbol begin = test_symbol (alphabet, "begin"), stop = test_symbol (alphabet, "stop");
  assert_int_equal (papni_alphabet_kind (alphabet, begin), PAPNI_CALL);
  assert_int_equal (papni_alphabet_kind (alphabet, stop), PAPNI_RETURN);
  assert_true (papni_alphabet_pops (alphabet, stop, begin));
  assert_false (papni_alphabet_pops (alphabet, stop, round));
  assert_false (papni_alphabet_pops (alphabet, close, begin));
  expect_status (PAPNI_INPUT, papni_alphabet_pair (alphabet, ")", "(", &error), &error);
  expect_status (PAPNI_INPUT, papni_alphabet_pair (alphabet, "x", "x", &error), &error);
  papni_alphabet_free (alphabet);
}

/* Once an internal symbol is declared, only declared symbols may occur, whatever came first. */
static void closed_alphabets (void **state)
{
  (void) state;
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  papni_samples *samples = papni_samples_new (alphabet, &error);
  const char *const words[] = { "a", "(", "b" };
  expect_ok (papni_samples_add (samples, words, 1, PAPNI_ACCEPT, &error), &error);
  expect_ok (papni_samples_check (samples, &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "(", &error), &error);
  expect_ok (papni_samples_check (samples, &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "b", &error), &error);
  expect_status (PAPNI_INPUT, papni_samples_check (samples, &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "a", &error), &error);
  expect_ok (papni_samples_check (samples, &error), &error);
  expect_ok (papni_samples_add (samples, words, 3, PAPNI_ACCEPT, &error), &error);
  expect_ok (papni_samples_check (samples, &error), &error);
  test_drop (samples);
}

/* An alphabet may outlive its samples, so it must not refer to them. */
static void closed_after_the_samples_are_gone (void **state)
{
  (void) state;
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  static const char bytes[] = "+ a b\n";
  papni_samples *samples = papni_samples_new (alphabet, &error);
  expect_ok (papni_samples_read (samples, bytes, sizeof bytes - 1, "first.txt", NULL, &error), &error);
  papni_samples_free (samples);
  samples = papni_samples_new (alphabet, &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "a", &error), &error);
  papni_status status = papni_samples_check (samples, &error);
  assert_true (status == PAPNI_OK || status == PAPNI_INPUT);
  expect_ok (papni_samples_read (samples, "\n+ b\n", 5, "second.txt", NULL, &error), &error);
  expect_status (PAPNI_INPUT, papni_samples_check (samples, &error), &error);
  test_drop (samples);
}

static void invalid_names (void **state)
{
  (void) state;
  static const char *const bad[] = {
    "",
    "\x01",
    "a\tb",
    "a\n",
    "\x7f",
    "\xc2\x85",         /* a control character above ASCII */
    "\xff",             /* not UTF-8 */
    "\x80",             /* a continuation byte without a beginning */
    "\xc3",             /* truncated */
    "\xc0\xaf",         /* overlong */
    "\xe0\x80\xaf",     /* overlong */
    "\xed\xa0\x80",     /* a surrogate */
    "\xf4\x90\x80\x80", /* beyond the last character */
    "ok\xf0\x9f\x98",   /* truncated */
  };
  static const char *const good[] = { "a", "\xc3\xa9", "\xf0\x9f\x98\x80", "\xef\xbf\xbd", "<C-v>", "\"", "\\", "a b",
                                      "%", "#" };
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  papni_samples *samples = papni_samples_new (alphabet, &error);
  for (size_t i = 0; i < COUNT (bad); i++) {
    expect_status (PAPNI_INPUT, papni_alphabet_declare (alphabet, PAPNI_CALL, bad[i], &error), &error);
    expect_status (PAPNI_INPUT, papni_alphabet_pair (alphabet, bad[i], "z", &error), &error);
    expect_status (PAPNI_INPUT, papni_samples_add (samples, &bad[i], 1, PAPNI_ACCEPT, &error), &error);
  }
  assert_int_equal (papni_alphabet_size (alphabet), 0);
  assert_int_equal (papni_samples_size (samples), 0);
  for (size_t i = 0; i < COUNT (good); i++)
    expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, good[i], &error), &error);
  assert_int_equal (papni_alphabet_size (alphabet), COUNT (good));
  test_drop (samples);
}

static void too_many_symbols (void **state)
{
  (void) state;
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  char name[16];
  for (size_t i = 0; i < PAPNI_MAX_SYMBOLS; i++) {
    snprintf (name, sizeof name, "s%zu", i);
    expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, name, &error), &error);
  }
  assert_int_equal (papni_alphabet_size (alphabet), PAPNI_MAX_SYMBOLS);
  papni_status status = papni_alphabet_declare (alphabet, PAPNI_CALL, "more", &error);
  assert_true (status == PAPNI_INPUT || status == PAPNI_USAGE);
  assert_int_equal (error.code, status);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "s7", &error), &error);
  assert_int_equal (papni_alphabet_size (alphabet), PAPNI_MAX_SYMBOLS);
  assert_int_equal (test_symbol (alphabet, name), PAPNI_MAX_SYMBOLS - 1);
  papni_alphabet_free (alphabet);
}

/* Numbers follow the first mention; names of any length stay apart. */
static void many_names (void **state)
{
  (void) state;
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  char name[128];
  memset (name, 'x', sizeof name);
  for (size_t length = 1; length < sizeof name; length++) {
    name[length] = '\0';
    expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, name, &error), &error);
    name[length] = 'x';
  }
  for (size_t length = 1; length < sizeof name; length++)
    assert_int_equal (papni_alphabet_find (alphabet, name, length), length - 1);
  papni_alphabet_free (alphabet);
}

/* The lexer is recorded once, and rules must be in its name. */
static void recorded_lexers (void **state)
{
  (void) state;
  static const char rules[] = "rules:\nnumber [0-9]+\n";
  papni_alphabet *alphabet = empty_alphabet ();
  papni_error error;
  assert_null (papni_alphabet_lexer (alphabet));
  expect_status (PAPNI_INPUT, papni_alphabet_record_lexer (alphabet, "rules:a file", &error), &error);
  assert_null (papni_alphabet_lexer (alphabet));
  expect_ok (papni_alphabet_record_lexer (alphabet, rules, &error), &error);
  expect_ok (papni_alphabet_record_lexer (alphabet, rules, &error), &error);
  assert_string_equal (papni_alphabet_lexer (alphabet), rules);
  expect_status (PAPNI_USAGE, papni_alphabet_record_lexer (alphabet, "json", &error), &error);
  assert_string_equal (papni_alphabet_lexer (alphabet), rules);
  papni_alphabet_free (alphabet);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (declaring),          cmocka_unit_test (conflicts),
    cmocka_unit_test (declared_after_use), cmocka_unit_test (pairs),
    cmocka_unit_test (closed_alphabets),   cmocka_unit_test (closed_after_the_samples_are_gone),
    cmocka_unit_test (invalid_names),      cmocka_unit_test (too_many_symbols),
    cmocka_unit_test (many_names),         cmocka_unit_test (recorded_lexers),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
