/* json_syntax.c - what is valid JSON, compared with jansson. */
#include "io/jansson.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

static void agree (const char *text, size_t size)
{
  json_error_t wrong = { 0 };
  json_t *root = json_loadb (text, size, 0, &wrong);
  const enum json_error_code code = json_error_code (&wrong);
  const bool valid = json_is_valid (text, size);
  json_decref (root);
  if (root ? !valid
           : valid
                 && (code == json_error_invalid_syntax || code == json_error_premature_end_of_input
                     || code == json_error_end_of_input_expected || code == json_error_unknown))
    fail_msg ("jansson %s this, but it is %s: %.*s", root ? "reads" : "refuses", valid ? "valid" : "not valid",
              (int) size, text);
}

static void some_texts (void **state)
{
  (void) state;
  static const char *const texts[] = { "",
                                       "[]",
                                       " [ ] ",
                                       "{}",
                                       "{ }",
                                       "[1]",
                                       "[1,]",
                                       "[,1]",
                                       "[1 2]",
                                       "[1,2]",
                                       "[[],{},[[]]]",
                                       "{\"a\":1}",
                                       "{\"a\":1,}",
                                       "{\"a\" 1}",
                                       "{\"a\":}",
                                       "{a:1}",
                                       "{\"a\":{\"b\":[1,{\"c\":null}]}}",
                                       "[01]",
                                       "[-0]",
                                       "[-]",
                                       "[1.]",
                                       "[.1]",
                                       "[1.5e+3]",
                                       "[1e]",
                                       "[1E-2]",
                                       "[true,false,null]",
                                       "[truex]",
                                       "[nul]",
                                       "[\"\\n\\u00e9\\ud83d\\ude00\"]",
                                       "[\"\\ud800\"]",
                                       "[\"\\udc00\"]",
                                       "[\"\\ud800\\u0041\"]",
                                       "[\"\\x\"]",
                                       "[\"\\u12\"]",
                                       "[\"a",
                                       "[\"a\n\"]",
                                       "[\"\xc3\xa9\"]",
                                       "[\"\xff\"]",
                                       "[}",
                                       "[]]",
                                       "[][]",
                                       "1",
                                       "\"a\"",
                                       "[1]x" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    agree (texts[i], strlen (texts[i]));
}

/* Random changes of a valid text. */
static void random_texts (void **state)
{
  (void) state;
  static const char good[] = "{\"a\": [1, -2.5e3, \"x\\u00e9\\\"\", true, null, {}], \"b\": {\"c\": [[]]}}";
  static const char bytes[] = "[]{},:\"\\u0e1.-+ \ntrue\xc3";
  random_source source = { 7 };
  for (size_t i = 0; i < test_count (20000); i++) {
    char text[sizeof good];
    size_t size = sizeof good - 1;
    memcpy (text, good, sizeof good);
    for (size_t k = 0; k <= random_below (&source, 3); k++)
      if (random_below (&source, 4))
        text[random_below (&source, size)] = bytes[random_below (&source, sizeof bytes - 1)];
      else
        size -= random_below (&source, 4);
    agree (text, size);
  }
}

/* Deep texts need no stack. */
static void deep_texts (void **state)
{
  (void) state;
  static char text[20000];
  for (size_t depth = 1; depth <= 10000; depth = depth * 3 / 2 + 1) {
    memset (text, '[', depth);
    memset (text + depth, ']', depth);
    assert_int_equal (json_is_valid (text, 2 * depth), depth <= 4096);
    assert_false (json_is_valid (text, 2 * depth - 1));
    assert_false (json_is_valid (text, depth));
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (some_texts),
    cmocka_unit_test (random_texts),
    cmocka_unit_test (deep_texts),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
