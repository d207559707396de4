/* samples.c - every sample format, read from memory: valid input, and invalid input
 * with its position. */
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* Bytes that may hold a NUL. */
#define BYTES(text) text, sizeof (text) - 1

static papni_samples *new_samples (void)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  assert_non_null (samples);
  return samples;
}

/* One word per line: its line in the file, its label, its symbols. */
static page listing (const papni_samples *samples)
{
  static const char labels[] = { '?', '-', '+' };
  page p = { 0 };
  papni_cursor cursor = { 0 };
  papni_word word;
  page_add (&p, "", 0);
  while (papni_samples_next (samples, &cursor, &word)) {
    page_print (&p, "%zu%c", word.line, labels[word.label]);
    for (size_t i = 0; i < word.length; i++)
      page_print (&p, " %s", papni_alphabet_name (papni_samples_alphabet (samples), word.symbols[i]));
    page_add (&p, "\n", 1);
  }
  return p;
}

/* ---- valid input ---------------------------------------------------------- */

typedef struct good_case
{
  papni_reading reading;
  const char *bytes;
  size_t size;
  const char *listing;
} good_case;

static const good_case good_cases[] = {
  /* tokens */
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a b\n- b\n"), "1+ a b\n2- b\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+ a b\n- b\n"), "1+ a b\n2- b\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+ a b\n- b"), "1+ a b\n2- b\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+ a b\r\n- b\r\n"), "1+ a b\n2- b\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+ a b\r\n- b\r"), "1+ a b\n2- b\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+\ta\tb\n-\t\tb \t\n"), "1+ a b\n2- b\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+\n-\n"), "1+\n2-\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+"), "1+\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("-"), "1-\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+ \n- \r\n"), "1+\n2-\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("+ + -\n- -\n"), "1+ + -\n2- -\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("\xef\xbb\xbf+ a\n"), "1+ a\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("\xef\xbb\xbf# a comment\n+ a\n"), "2+ a\n" },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("# one\n#two\n+ a\n#+ b\n- c #\n"), "3+ a\n5- c #\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("\n+ a\n\n\r\n- b\n\n"), "2+ a\n5- b\n" },
  { { .format = PAPNI_FORMAT_AUTO },
    BYTES ("+ \xc3\xa9t\xc3\xa9 \xf0\x9f\x98\x80\n"),
    "1+ \xc3\xa9t\xc3\xa9 \xf0\x9f\x98\x80\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("%call (\n%return )\n+ ( % )\n"), "3+ ( % )\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("%format tokens\n+ ab\n"), "2+ ab\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("%call (\n"), "" },
  /* chars */
  { { .format = PAPNI_FORMAT_CHARS }, BYTES ("+ (())\n- )(\n"), "1+ ( ( ) )\n2- ) (\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("%format chars\n%call (\n+ ((a\n-\n"), "3+ ( ( a\n4-\n" },
  { { .format = PAPNI_FORMAT_CHARS }, BYTES ("+\t\xc3\xa9(\r\n-"), "1+ \xc3\xa9 (\n2-\n" },
  { { .format = PAPNI_FORMAT_CHARS }, BYTES ("\xef\xbb\xbf+ +\n- -+\n# no\n- #\n"), "1+ +\n2- - +\n4- #\n" },
  /* abbadingo */
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("3 2\n1 3 0 1 0\n0 1 1\n-1 0\n"), "2+ 0 1 0\n3- 1\n4?\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("3 2\n1 3 0 1 0\n0 1 1\n-1 0\n"), "2+ 0 1 0\n3- 1\n4?\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("2 2\r\n1 2 0  1 \r\n0 0"), "2+ 0 1\n3-\n" },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 3\n1 2 a b\n"), "2+ a b\n" },
  /* csv */
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,label\na b,+\nb,-\n"), "2+ a b\n3- b\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("word,label\na b,1\nb,0\n,true\na,false"), "2+ a b\n3- b\n4+\n5- a\n" },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("\xef\xbb\xbfid,label,word\r\n7,+,a b\r\n8,-,\r\n"), "2+ a b\n3-\n" },
  { { .format = PAPNI_FORMAT_CSV },
    BYTES ("\"word\",\"label\"\n\"a \"\"b\"\", c\",\"+\"\n\"\",-\n"),
    "2+ a \"b\", c\n3-\n" },
  { { .format = PAPNI_FORMAT_CSV, .word_column = "w", .label_column = "good?" },
    BYTES ("label,w,word,good?\n-,a b,x,+\n+,b,y,-\n"),
    "2+ a b\n3- b\n" },
  { { .format = PAPNI_FORMAT_CSV, .chars = true },
    BYTES ("word,label\n(\xc3\xa9),+\n\",\"\"\",-\n,+\n"),
    "2+ ( \xc3\xa9 )\n3- , \"\n4+\n" },
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,label\n"), "" },
  /* jsonl */
  { { .format = PAPNI_FORMAT_JSONL, .chars = false },
    BYTES ("{\"word\": [\"(\", \")\"], \"label\": true}\n{\"word\": [], \"label\": false}\n"),
    "1+ ( )\n2-\n" },
  { { .format = PAPNI_FORMAT_AUTO, .chars = false },
    BYTES ("{\"text\": \"(\xc3\xa9)\", \"label\": true}\r\n\n{\"label\":false,\"text\":\"\"}"),
    "1+ ( \xc3\xa9 )\n3-\n" },
  { { .format = PAPNI_FORMAT_JSONL, .chars = false },
    BYTES ("{\"word\": [\"a b\", \"\\\\\", \"\\u00e9\"], \"label\": true, \"more\": 1}\n"),
    "1+ a b \\ \xc3\xa9\n" },
  /* words without labels */
  { { .format = PAPNI_FORMAT_TOKENS, .unlabelled = true },
    BYTES ("a b\n\n+ a\n# b\n"),
    "1? a b\n2?\n3? + a\n4? # b\n" },
  { { .format = PAPNI_FORMAT_TOKENS, .unlabelled = true }, BYTES ("\r\na"), "1?\n2? a\n" },
  { { .format = PAPNI_FORMAT_CHARS, .unlabelled = true }, BYTES ("(())\n\n#\n"), "1? ( ( ) )\n2?\n3? #\n" },
  { { .format = PAPNI_FORMAT_TOKENS, .unlabelled = true }, BYTES ("\xef\xbb\xbf\t a\t\tb \n"), "1? a b\n" },
  { { .format = PAPNI_FORMAT_TOKENS, .unlabelled = true }, BYTES ("\n"), "1?\n" },
  { { .format = PAPNI_FORMAT_TOKENS, .unlabelled = true }, BYTES (""), "" },
};

static void good_input (void **state)
{
  (void) state;
  for (size_t i = 0; i < COUNT (good_cases); i++) {
    const good_case *c = &good_cases[i];
    papni_samples *samples = new_samples ();
    papni_error error;
    papni_status status = papni_samples_read (samples, c->bytes, c->size, "file.txt", &c->reading, &error);
    if (status)
      fail_msg ("case %zu (%s): %zu:%zu: %s", i, c->bytes, error.line, error.column, error.message);
    page p = listing (samples);
    if (strcmp (p.bytes, c->listing) != 0)
      fail_msg ("case %zu: read %s as %s, not as %s", i, c->bytes, p.bytes, c->listing);
    free (p.bytes);
    test_drop (samples);
  }
}

/* A copy in which sanitizers detect reads beyond the end. */
static void no_byte_too_far (void **state)
{
  (void) state;
  for (size_t i = 0; i < COUNT (good_cases); i++)
    for (size_t size = 0; size < good_cases[i].size; size++) {
      char *bytes = malloc (size ? size : 1);
      assert_non_null (bytes);
      memcpy (bytes, good_cases[i].bytes, size);
      papni_samples *samples = new_samples ();
      papni_error error;
      papni_status status = papni_samples_read (samples, bytes, size, "file", &good_cases[i].reading, &error);
      assert_true (status == PAPNI_OK || status == PAPNI_INPUT);
      test_drop (samples);
      free (bytes);
    }
}

/* ---- directives ---------------------------------------------------------- */

static void directives (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("# alphabet\n%call ( [\n%return\t) ] end\r\n%internal a b\n\n%pair { }\n"
                                      "%pair ( )\n%pair [ ]\n+ ( a )\n");
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_error error;
  static const struct
  {
    const char *name;
    papni_kind kind;
  } kinds[] = { { "(", PAPNI_CALL },     { "[", PAPNI_CALL },     { ")", PAPNI_RETURN }, { "]", PAPNI_RETURN },
                { "a", PAPNI_INTERNAL }, { "b", PAPNI_INTERNAL }, { "{", PAPNI_CALL },   { "}", PAPNI_RETURN } };
  assert_int_equal (papni_alphabet_size (alphabet), 9);
  for (size_t i = 0; i < COUNT (kinds); i++)
    assert_int_equal (papni_alphabet_kind (alphabet, test_symbol (alphabet, kinds[i].name)), kinds[i].kind);
  papni_symbol round = test_symbol (alphabet, "("), end = test_symbol (alphabet, "end");
  assert_true (papni_alphabet_pops (alphabet, test_symbol (alphabet, ")"), round));
  assert_false (papni_alphabet_pops (alphabet, test_symbol (alphabet, "]"), round));
  assert_true (papni_alphabet_pops (alphabet, end, round));
  expect_ok (papni_samples_check (samples, &error), &error);
  test_drop (samples);
}

/* Two files make one alphabet; the second may declare what the first used. */
static void two_files (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("+ ( a )\n");
  papni_error error;
  expect_ok (papni_samples_read (samples, BYTES ("%call (\n%return )\n\n- a\n"), "other", NULL, &error), &error);
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  assert_int_equal (papni_alphabet_kind (alphabet, test_symbol (alphabet, "(")), PAPNI_CALL);
  assert_int_equal (papni_alphabet_kind (alphabet, test_symbol (alphabet, ")")), PAPNI_RETURN);
  papni_cursor cursor = { 0 };
  papni_word word;
  assert_true (papni_samples_next (samples, &cursor, &word));
  assert_string_equal (word.file, "text");
  assert_int_equal (word.line, 1);
  assert_true (papni_samples_next (samples, &cursor, &word));
  assert_string_equal (word.file, "other");
  assert_int_equal (word.line, 4);
  assert_false (papni_samples_next (samples, &cursor, &word));
  assert_false (papni_samples_next (samples, &cursor, &word));
  assert_int_equal (papni_samples_read (samples, BYTES ("%return (\n+ a\n"), "third", NULL, &error), PAPNI_INPUT);
  assert_string_equal (error.file, "third");
  assert_int_equal (error.line, 1);
  assert_int_equal (error.column, 9);
  test_drop (samples);
}

static void closed_alphabet (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("%internal a\n+ a\n- a  strange a\n- strange\n");
  papni_error error;
  assert_int_equal (papni_samples_check (samples, &error), PAPNI_INPUT);
  assert_int_equal (error.code, PAPNI_INPUT);
  assert_string_equal (error.file, "text");
  assert_int_equal (error.line, 3);
  assert_int_equal (error.column, 6);
  assert_non_null (strstr (error.message, "strange"));
  expect_ok (papni_samples_read (samples, BYTES ("%internal strange\n"), "later", NULL, &error), &error);
  expect_ok (papni_samples_check (samples, &error), &error);
  test_drop (samples);
}

/* ---- invalid input -------------------------------------------------------- */

typedef struct bad_case
{
  papni_reading reading;
  const char *bytes;
  size_t size;
  size_t line, column; /* 0: any */
  size_t words;        /* that are kept */
} bad_case;

static const bad_case bad_cases[] = {
  /* tokens: labels */
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\na b\n"), 2, 1, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n- b\n* c\n+ d\n"), 3, 1, 2 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n++ b\n"), 2, 1, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+a\n"), 1, 1, 0 },
  { { .format = PAPNI_FORMAT_CHARS }, BYTES ("+ a\n1 a\n"), 2, 1, 1 },
  /* tokens: bytes that are no text */
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n- b \xff\n"), 2, 5, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n- ab\xc3(\n"), 2, 5, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n- b\0c\n"), 2, 4, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n- \0\n"), 2, 3, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n- b \x1b\n"), 2, 5, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n- b \x7f"), 2, 5, 1 },
  { { .format = PAPNI_FORMAT_CHARS }, BYTES ("+ a\n- ab\xff\n"), 2, 5, 1 },
  { { .format = PAPNI_FORMAT_CHARS }, BYTES ("+ a\n- \xc3\xa9\0\n"), 2, 5, 1 },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("\0"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("\xff\xfe+\0 \0a\0\n\0"), 1, 0, 0 },
  /* directives */
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("%call (\n%return (\n+ a\n"), 2, 9, 0 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("%call ( [\n%return ) [\n"), 2, 11, 0 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("%call (\n%pair x (\n"), 2, 0, 0 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("%pair (\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("%pair ( ) x\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("# a\n%calls (\n"), 2, 1, 0 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("%\n"), 1, 1, 0 },
  { { .format = PAPNI_FORMAT_AUTO }, BYTES ("%format runes\n+ a\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("+ a\n%call (\n"), 2, 1, 1 },
  { { .format = PAPNI_FORMAT_TOKENS }, BYTES ("%call \xff\n"), 1, 7, 0 },
  { { .format = PAPNI_FORMAT_CHARS }, BYTES ("+ a\n%call (\n"), 2, 1, 1 },
  /* abbadingo */
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("3 2\n1 1 a\n0 0\n"), 1, 0, 2 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1 1 a\n0 0\n"), 1, 0, 2 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1 2 a\n"), 2, 0, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("2 2\n1 1 a\n1 1 a b\n"), 3, 0, 1 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 1\n1 2 a b\n"), 1, 0, 1 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("2 2\n1 1 a\n2 1 a\n"), 3, 1, 1 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\nyes 1 a\n"), 2, 1, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1 x a\n"), 2, 3, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1 -1\n"), 2, 3, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1 99999999999999999999 a\n"), 2, 0, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1 18446744073709551615 a\n"), 2, 0, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("99999999999999999999 2\n1 1 a\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("x 2\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1\n1 1 a\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1 1 \xff\n"), 2, 5, 0 },
  { { .format = PAPNI_FORMAT_ABBADINGO }, BYTES ("1 2\n1\n"), 2, 0, 0 },
  /* csv */
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("words,label\na,+\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,labels\na,+\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_CSV, .word_column = "w" }, BYTES ("word,label\na,+\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,label\na,+\nb,yes\n"), 3, 3, 1 },
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,label\na,+\nb\n"), 3, 0, 1 },
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,label\n\"a,+\n"), 2, 0, 0 },
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,label\n\"a\"b,+\n"), 2, 0, 0 },
  { { .format = PAPNI_FORMAT_CSV }, BYTES ("word,label\na \xff,+\n"), 2, 3, 0 },
  /* jsonl */
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [], \"label\": true}\n{\"word\": [\n"), 2, 0, 1 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [], \"label\": true} x\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("[]\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("3\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": []}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [], \"text\": \"\", \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": \"a\", \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"text\": [\"a\"], \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [1.5], \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [\"\"], \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [\"a\\n\"], \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [\"a\\u0000\"], \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"text\": \"a\\u0000\", \"label\": true}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [], \"label\": \"maybe\"}\n"), 1, 0, 0 },
  { { .format = PAPNI_FORMAT_JSONL }, BYTES ("{\"word\": [\"\xff\"], \"label\": true}\n"), 1, 0, 0 },
};

static void bad_input (void **state)
{
  (void) state;
  for (size_t i = 0; i < COUNT (bad_cases); i++) {
    const bad_case *c = &bad_cases[i];
    papni_samples *samples = new_samples ();
    papni_error error = { 0 };
    papni_status status = papni_samples_read (samples, c->bytes, c->size, "file.txt", &c->reading, &error);
    if (status != PAPNI_INPUT || error.code != PAPNI_INPUT)
      fail_msg ("case %zu (%s): status %d, code %d", i, c->bytes, (int) status, (int) error.code);
    if ((c->line && error.line != c->line) || (c->column && error.column != c->column))
      fail_msg ("case %zu (%s): at %zu:%zu, not %zu:%zu: %s", i, c->bytes, error.line, error.column, c->line, c->column,
                error.message);
    if (papni_samples_size (samples) != c->words)
      fail_msg ("case %zu (%s): %zu words kept", i, c->bytes, papni_samples_size (samples));
    assert_string_equal (error.file, "file.txt");
    assert_true (error.line > 0);
    assert_true (error.message[0] != '\0');
    test_drop (samples);
  }
}

/* A file without words is an error, unless it declares symbols. */
static void no_words (void **state)
{
  (void) state;
  static const char *const texts[] = { "", "\n", "# nothing\n\n", "\xef\xbb\xbf", " \t\r\n" };
  static const papni_format formats[] = { PAPNI_FORMAT_AUTO,      PAPNI_FORMAT_TOKENS, PAPNI_FORMAT_CHARS,
                                          PAPNI_FORMAT_ABBADINGO, PAPNI_FORMAT_CSV,    PAPNI_FORMAT_JSONL };
  for (size_t i = 0; i < COUNT (texts); i++)
    for (size_t f = 0; f < COUNT (formats); f++) {
      papni_samples *samples = new_samples ();
      papni_reading reading = { .format = formats[f] };
      papni_error error;
      assert_int_equal (papni_samples_read (samples, texts[i], strlen (texts[i]), "file", &reading, &error),
                        PAPNI_INPUT);
      assert_string_equal (error.file, "file");
      assert_int_equal (papni_samples_size (samples), 0);
      test_drop (samples);
    }
}

/* The words before an invalid one are kept, and reading can continue. */
static void after_a_failure (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("+ a\n");
  papni_error error;
  assert_int_equal (papni_samples_read (samples, BYTES ("- b c\n- c \x01\n+ d\n"), "bad", NULL, &error), PAPNI_INPUT);
  expect_ok (papni_samples_read (samples, BYTES ("+ e\n"), "good", NULL, &error), &error);
  assert_int_equal (
      papni_samples_read (samples, BYTES ("oh no\n"), "bad", &(papni_reading){ .format = PAPNI_FORMAT_TOKENS }, NULL),
      PAPNI_INPUT);
  page p = listing (samples);
  assert_string_equal (p.bytes, "1+ a\n1- b c\n1+ e\n");
  free (p.bytes);
  assert_int_equal (papni_samples_size (samples), 3);
  test_drop (samples);
}

/* ---- adding -------------------------------------------------------------- */

static void adding (void **state)
{
  (void) state;
  papni_samples *samples = new_samples ();
  papni_error error;
  const char *const word[] = { "a", "long one", "a" };
  expect_ok (papni_samples_add (samples, word, 3, PAPNI_ACCEPT, &error), &error);
  expect_ok (papni_samples_add (samples, NULL, 0, PAPNI_REJECT, &error), &error);
  expect_ok (papni_samples_add (samples, word, 1, PAPNI_UNKNOWN, NULL), &error);
  page p = listing (samples);
  assert_string_equal (p.bytes, "0+ a long one a\n0-\n0? a\n");
  free (p.bytes);
  papni_cursor cursor = { 0 };
  papni_word first;
  assert_true (papni_samples_next (samples, &cursor, &first));
  assert_null (first.file);
  assert_int_equal (first.symbols[0], first.symbols[2]);
  assert_int_equal (papni_samples_size (samples), 3);
  test_drop (samples);
  papni_samples_free (NULL);
}

/* Ids of every width give the same words; unused names are not added. */
static void adding_many (void **state)
{
  (void) state;
  static const char *const names[] = { "a", "unused", "long one" };
  static const uint8_t one[] = { 0, 2, 0, 2 };
  static const uint16_t two[] = { 0, 2, 0, 2 };
  static const uint32_t four[] = { 0, 2, 0, 2 };
  static const uint64_t eight[] = { 0, 2, 0, 2 };
  const void *const ids[] = { one, two, four, eight };
  static const uint64_t offsets[] = { 0, 3, 3, 4 };
  static const uint8_t accepted[] = { 1, 0, 0x80 }; /* any byte but 0 */
  papni_error error;
  for (size_t i = 0; i < COUNT (ids); i++) {
    papni_words words = { ids[i], (size_t) 1 << i, 4, offsets, accepted, 3, names, COUNT (names), "words" };
    papni_samples *samples = new_samples ();
    expect_ok (papni_samples_add_many (samples, &words, &error), &error);
    words.accepted = NULL;
    words.origin = NULL;
    words.count = 1;
    expect_ok (papni_samples_add_many (samples, &words, &error), &error);
    words.count = 0;
    expect_ok (papni_samples_add_many (samples, &words, &error), &error);
    page p = listing (samples);
    assert_string_equal (p.bytes, "1+ a long one a\n2-\n3+ long one\n0? a long one a\n");
    free (p.bytes);
    assert_int_equal (papni_alphabet_size (papni_samples_alphabet (samples)), 2);
    papni_cursor cursor = { 0 };
    papni_word first;
    assert_true (papni_samples_next (samples, &cursor, &first));
    assert_string_equal (first.file, "words");
    test_drop (samples);
  }
}

static void adding_many_badly (void **state)
{
  (void) state;
  static const char *const names[] = { "a", "b", "" };
  static const uint8_t ids[] = { 0, 1, 2, 3 };
  static const struct
  {
    uint64_t offsets[3];
    size_t id_bytes, line;
    papni_status status;
    const char *message;
  } cases[] = {
    { { 0, 1, 2 }, 3, 0, PAPNI_USAGE, "ids must have 1, 2, 4 or 8 bytes, got 3" },
    { { 0, 2, 1 }, 1, 2, PAPNI_USAGE, "the offsets 2 and 1 of this word are out of order or beyond the 4 ids" },
    { { 0, 1, 5 }, 1, 2, PAPNI_USAGE, "the offsets 1 and 5 of this word are out of order or beyond the 4 ids" },
    { { 0, 1, 4 }, 1, 2, PAPNI_INPUT, "the name of a symbol must not be empty" },
    { { 0, 1, 1 }, 1, 0, PAPNI_OK, "" },
    { { 1, 2, 2 }, 1, 0, PAPNI_OK, "" },
    { { 0, 0, 0 }, 8, 0, PAPNI_OK, "" },
    { { 3, 4, 4 }, 1, 1, PAPNI_USAGE, "symbol 1 of this word has id 3, but there are only 3 names" },
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    papni_samples *samples = new_samples ();
    papni_error error = { .message = "" };
    const papni_words words = { ids, cases[i].id_bytes, 4, cases[i].offsets, NULL, 2, names, COUNT (names), "words" };
    assert_int_equal (papni_samples_add_many (samples, &words, &error), cases[i].status);
    assert_string_equal (error.message, cases[i].message);
    assert_int_equal (error.line, cases[i].line);
    assert_string_equal (error.file, cases[i].line ? "words" : "");
    assert_int_equal (papni_samples_size (samples), cases[i].status ? cases[i].line - (cases[i].line > 0) : 2);
    test_drop (samples);
  }
}

/* Random samples are unchanged after writing and reading, in every format that can hold
 * them. */
static void random_words (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 300 + i };
    twin_sample *sample = random_sample (&source, i, 1 + random_below (&source, 30), 20);
    papni_samples *expected = test_samples (sample, NULL);
    page tokens = { 0 }, abbadingo = { 0 }, jsonl = { 0 };
    page_print (&abbadingo, "%zu %d\n", sample->count, sample->alphabet.size);
    for (size_t w = 0; w < sample->count; w++) {
      const twin_word *word = &sample->words[w];
      if (word->label == PAPNI_UNKNOWN)
        sample->words[w].label = PAPNI_REJECT;
      bool accepted = word->label == PAPNI_ACCEPT;
      page_print (&tokens, "%c", accepted ? '+' : '-');
      page_print (&abbadingo, "%d %zu", accepted, word->length);
      page_print (&jsonl, "{\"label\": %s, \"word\": [", accepted ? "true" : "false");
      for (size_t k = 0; k < word->length; k++) {
        const char *name = sample->alphabet.names[word->symbols[k]];
        page_print (&tokens, " %s", name);
        page_print (&abbadingo, " %s", name);
        page_print (&jsonl, "%s\"%s%s\"", k ? "," : "", *name == '"' ? "\\" : "", name);
      }
      page_print (&tokens, "\n");
      page_print (&abbadingo, "\n");
      page_print (&jsonl, "]}\n");
    }
    test_drop (expected);
    expected = test_samples (sample, NULL);
    page wanted = listing (expected);
    const page *pages[] = { &tokens, &abbadingo, &jsonl };
    for (size_t f = 0; f < COUNT (pages); f++) {
      papni_samples *samples = test_read (pages[f]->bytes);
      page got = { 0 };
      page raw = listing (samples);
      for (const char *line = raw.bytes; *line; line = strchr (line, '\n') + 1) {
        line += strspn (line, "0123456789");
        page_add (&got, "0", 1);
        page_add (&got, line, (size_t) (strchr (line, '\n') + 1 - line));
      }
      assert_string_equal (got.bytes, wanted.bytes);
      free (raw.bytes);
      free (got.bytes);
      test_drop (samples);
      free (pages[f]->bytes);
    }
    free (wanted.bytes);
    test_drop (expected);
    random_sample_free (sample);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (good_input),  cmocka_unit_test (no_byte_too_far),   cmocka_unit_test (directives),
    cmocka_unit_test (two_files),   cmocka_unit_test (closed_alphabet),   cmocka_unit_test (bad_input),
    cmocka_unit_test (no_words),    cmocka_unit_test (after_a_failure),   cmocka_unit_test (adding),
    cmocka_unit_test (adding_many), cmocka_unit_test (adding_many_badly), cmocka_unit_test (random_words),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
