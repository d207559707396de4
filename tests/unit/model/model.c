/* model.c - which models are valid, made by hand or read from a file. */
#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The automaton of the paper's example, as it is written. */
static const char paper[] = "{\n"
                            "  \"format\": \"papni-model\",\n"
                            "  \"version\": 1,\n"
                            "  \"model\": \"vpa\",\n"
                            "  \"alphabet\": {\n"
                            "    \"internal\": [],\n"
                            "    \"call\": [\"(\"],\n"
                            "    \"return\": [\")\"],\n"
                            "    \"pairs\": []\n"
                            "  },\n"
                            "  \"states\": 3,\n"
                            "  \"accept\": [1],\n"
                            "  \"transitions\": [\n"
                            "    [0, \"(\", 0],\n"
                            "    [0, \")\", \"(\", 1],\n"
                            "    [1, \"(\", 2],\n"
                            "    [1, \")\", \"(\", 1],\n"
                            "    [2, \"(\", 2],\n"
                            "    [2, \")\", \"(\", 2]\n"
                            "  ]\n"
                            "}\n";

enum
{
  Z,
  CLOSE,
  OPEN,
  A,
  SQUARE,
  SYMBOLS
};
#define NO_STATE PAPNI_NO_STATE
#define NO_SYMBOL PAPNI_NO_SYMBOL

/* z and a are internal, ( and [ calls; ) pops only (. Not in symbol order. */
static papni_alphabet *some_alphabet (void)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "z", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, ")", &error), &error);
  expect_ok (papni_alphabet_pair (alphabet, "(", ")", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "a", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "[", &error), &error);
  assert_int_equal (papni_alphabet_size (alphabet), SYMBOLS);
  return alphabet;
}

/* ---- made by hand -------------------------------------------------------- */

/* Symbols are renumbered in symbol order, and transitions are sorted. */
static void made (void **state)
{
  (void) state;
  papni_alphabet *alphabet = some_alphabet ();
  const bool accepting[] = { false, true, false };
  const papni_transition transitions[] = {
    { 1, NO_STATE, 2, OPEN, NO_SYMBOL }, { 1, NO_STATE, 1, CLOSE, OPEN }, { 0, NO_STATE, 1, Z, NO_SYMBOL },
    { 0, NO_STATE, 0, A, NO_SYMBOL },    { 0, NO_STATE, 1, CLOSE, OPEN }, { 0, NO_STATE, 2, SQUARE, NO_SYMBOL },
  };
  papni_error error;
  papni_model *model =
      papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, 3, accepting, transitions, COUNT (transitions) }, &error);
  assert_non_null (model);
  papni_alphabet_free (alphabet);
  static const char *const names[] = { "a", "z", "(", "[", ")" };
  const papni_alphabet *own = papni_model_alphabet (model);
  assert_int_equal (papni_alphabet_size (own), SYMBOLS);
  for (papni_symbol s = 0; s < SYMBOLS; s++)
    assert_string_equal (papni_alphabet_name (own, s), names[s]);
  assert_int_equal (papni_alphabet_kind (own, 4), PAPNI_RETURN);
  assert_true (papni_alphabet_pops (own, 4, 2));
  assert_false (papni_alphabet_pops (own, 4, 3));
  static const papni_transition expected[] = {
    { 0, NO_STATE, 0, 0, NO_SYMBOL }, { 0, NO_STATE, 1, 1, NO_SYMBOL }, { 0, NO_STATE, 2, 3, NO_SYMBOL },
    { 0, NO_STATE, 1, 4, 2 },         { 1, NO_STATE, 2, 2, NO_SYMBOL }, { 1, NO_STATE, 1, 4, 2 },
  };
  assert_int_equal (papni_model_transitions (model), COUNT (expected));
  for (size_t i = 0; i < COUNT (expected); i++) {
    papni_transition t = papni_model_transition (model, i);
    assert_int_equal (t.from, expected[i].from);
    assert_int_equal (t.symbol, expected[i].symbol);
    assert_int_equal (t.popped, expected[i].popped);
    assert_int_equal (t.caller, expected[i].caller);
    assert_int_equal (t.to, expected[i].to);
  }
  assert_int_equal (papni_model_kind_of (model), PAPNI_VPA);
  assert_int_equal (papni_model_states (model), 3);
  static const bool hopeful[] = { true, true, false };
  for (papni_state q = 0; q < 3; q++) {
    assert_int_equal (papni_model_accepting (model, q), accepting[q]);
    assert_int_equal (papni_model_hopeful (model, q), hopeful[q]);
  }
  page table = test_table (model);
  assert_string_equal (table.bytes, "states 3\naccept 1\n0 a 0\n0 z 1\n0 [ 2\n0 ) pop ( 1\n1 ( 2\n1 ) pop ( 1\n");
  free (table.bytes);
  papni_model_free (model);
  papni_model_free (NULL);
}

/* A valid transition, next to which an invalid one is put. */
static const papni_transition good = { 0, NO_STATE, 1, Z, NO_SYMBOL };

static void refused (void **state)
{
  (void) state;
  static const struct
  {
    papni_model_kind kind;
    papni_transition bad;
  } cases[] = {
    { PAPNI_VPA, { 2, NO_STATE, 0, A, NO_SYMBOL } }, /* states that are not there */
    { PAPNI_VPA, { 0, NO_STATE, 2, A, NO_SYMBOL } },
    { PAPNI_VPA, { NO_STATE, NO_STATE, 0, A, NO_SYMBOL } },
    { PAPNI_DFA, { 0, NO_STATE, NO_STATE, A, NO_SYMBOL } },
    { PAPNI_VPA, { 0, NO_STATE, 0, SYMBOLS, NO_SYMBOL } }, /* symbols that are not there */
    { PAPNI_VPA, { 0, NO_STATE, 0, NO_SYMBOL, NO_SYMBOL } },
    { PAPNI_VPA, { 0, NO_STATE, 0, CLOSE, SYMBOLS } },
    { PAPNI_VPA, { 0, NO_STATE, 0, A, SYMBOLS } },
    { PAPNI_VPA, { 0, NO_STATE, 0, Z, NO_SYMBOL } }, /* not deterministic */
    { PAPNI_VPA, { 0, NO_STATE, 1, Z, NO_SYMBOL } },
    { PAPNI_DFA, { 0, NO_STATE, 0, Z, NO_SYMBOL } },
    { PAPNI_VPA, { 0, NO_STATE, 0, A, OPEN } }, /* only returns pop */
    { PAPNI_VPA, { 0, NO_STATE, 0, OPEN, OPEN } },
    { PAPNI_DFA, { 0, NO_STATE, 0, CLOSE, OPEN } },
    { PAPNI_VPA, { 0, NO_STATE, 0, CLOSE, NO_SYMBOL } }, /* and they pop calls */
    { PAPNI_VPA, { 0, NO_STATE, 0, CLOSE, A } },
    { PAPNI_VPA, { 0, NO_STATE, 0, CLOSE, CLOSE } },
    { PAPNI_VPA, { 0, NO_STATE, 0, CLOSE, SQUARE } }, /* that they are paired with */
    { PAPNI_VPA, { 0, 0, 0, CLOSE, OPEN } },          /* wherever those were made */
    { PAPNI_VPA, { 0, 0, 0, A, NO_SYMBOL } },
    { PAPNI_SEVPA, { 0, NO_STATE, 0, CLOSE, OPEN } }, /* in a sevpa they look at that */
    { PAPNI_SEVPA, { 0, 2, 0, CLOSE, OPEN } },
    { PAPNI_SEVPA, { 0, NO_STATE, 1, OPEN, NO_SYMBOL } }, /* where calls lead from all states */
    { PAPNI_GENERAL, { 0, 2, 0, CLOSE, OPEN } },
    { PAPNI_GENERAL, { 0, 0, 0, A, NO_SYMBOL } },
    { PAPNI_GENERAL, { 0, NO_STATE, 0, Z, NO_SYMBOL } },
  };
  papni_alphabet *alphabet = some_alphabet ();
  const bool accepting[] = { false, true };
  for (size_t i = 0; i < COUNT (cases); i++)
    for (int order = 0; order < 2; order++) {
      const papni_transition transitions[] = { order ? good : cases[i].bad, order ? cases[i].bad : good };
      papni_error error = { 0 };
      papni_model *model =
          papni_model_new (&(papni_parts){ cases[i].kind, alphabet, 2, accepting, transitions, 2 }, &error);
      if (model)
        fail_msg ("case %zu was taken", i);
      assert_true (error.code == PAPNI_INPUT || error.code == PAPNI_USAGE);
      assert_true (error.message[0] != '\0');
      assert_null (papni_model_new (&(papni_parts){ cases[i].kind, alphabet, 2, accepting, transitions, 2 }, NULL));
    }
  papni_error error = { 0 };
  assert_null (papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, 0, accepting, NULL, 0 }, &error));
  assert_true (error.code == PAPNI_INPUT || error.code == PAPNI_USAGE);
  papni_alphabet_free (alphabet);
}

static void expect_round_trip (const papni_model *model)
{
  papni_error error = { 0 };
  page before = test_json (model);
  papni_model *copy = papni_model_read (before.bytes, before.size, "copy", NULL, &error);
  if (!copy)
    fail_msg ("%s cannot be read again: %s", before.bytes, error.message);
  page after = test_json (copy), left = test_table (model), right = test_table (copy);
  assert_string_equal (after.bytes, before.bytes);
  assert_string_equal (right.bytes, left.bytes);
  assert_int_equal (papni_model_kind_of (copy), papni_model_kind_of (model));
  for (size_t q = 0; q < papni_model_states (model); q++)
    assert_int_equal (papni_model_hopeful (copy, (papni_state) q), papni_model_hopeful (model, (papni_state) q));
  papni_model_free (copy);
  free (before.bytes);
  free (after.bytes);
  free (left.bytes);
  free (right.bytes);
}

/* States that nothing leads to, and a model without transitions. */
static void unreachable_states (void **state)
{
  (void) state;
  papni_alphabet *alphabet = some_alphabet ();
  const bool accepting[] = { false, false, true, false };
  const papni_transition transitions[] = { { 3, NO_STATE, 2, A, NO_SYMBOL } };
  for (size_t count = 0; count < 2; count++) {
    papni_error error = { 0 };
    papni_model *model =
        papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, 4, accepting, transitions, count }, &error);
    expect_ok (error.code, &error);
    assert_false (papni_model_hopeful (model, 0));
    assert_true (papni_model_hopeful (model, 2));
    assert_int_equal (papni_model_hopeful (model, 3), count == 1);
    expect_round_trip (model);
    papni_model_free (model);
  }
  papni_alphabet_free (alphabet);
}

/* Every return of a sevpa depends on the caller, and some of a general model; of two
 * returns that differ in nothing else, one may not depend on it. */
static void callers (void **state)
{
  (void) state;
  papni_alphabet *alphabet = some_alphabet ();
  const bool accepting[] = { false, true };
  const papni_transition sevpa[] = {
    { 0, NO_STATE, 1, OPEN, NO_SYMBOL },
    { 1, NO_STATE, 1, OPEN, NO_SYMBOL },
    { 1, 1, 0, CLOSE, OPEN },
    { 1, 0, 1, CLOSE, OPEN },
    { 0, NO_STATE, 1, Z, NO_SYMBOL },
  };
  const papni_transition general[] = {
    { 0, NO_STATE, 1, OPEN, NO_SYMBOL },
    { 1, NO_STATE, 0, OPEN, NO_SYMBOL },
    { 1, NO_STATE, 0, CLOSE, OPEN },
    { 0, 1, 1, CLOSE, OPEN },
    { 0, 0, 0, CLOSE, OPEN },
    { 0, NO_STATE, 0, CLOSE, OPEN },
  };
  static const char *const tables[] = {
    "states 2\naccept 1\nenter ( 1\n0 z 1\n1 ) pop 0 ( 1\n1 ) pop 1 ( 0\n",
    "states 2\naccept 1\n0 ( 1\n0 ) pop 0 ( 0\n0 ) pop 1 ( 1\n1 ( 0\n1 ) pop ( 0\n",
  };
  for (int i = 0; i < 2; i++) {
    papni_error error = { 0 };
    papni_model *model =
        papni_model_new (&(papni_parts){ i ? PAPNI_GENERAL : PAPNI_SEVPA, alphabet, 2, accepting, i ? general : sevpa,
                                         i ? COUNT (general) - 1 : COUNT (sevpa) },
                         &error);
    expect_ok (error.code, &error);
    page table = test_table (model);
    assert_string_equal (table.bytes, tables[i]);
    expect_round_trip (model);
    free (table.bytes);
    papni_model_free (model);
  }
  assert_null (
      papni_model_new (&(papni_parts){ PAPNI_GENERAL, alphabet, 2, accepting, general, COUNT (general) }, NULL));
  papni_alphabet_free (alphabet);
}

/* Any name that a symbol can have. */
static void strange_names (void **state)
{
  (void) state;
  static const char *const names[] = { "\"",    "\\", "<&>", "a b",    "\xc3\xa9", "\xf0\x9f\x98\x80",
                                       "\\x20", "'",  "/",   "\\u0041" };
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_transition transitions[COUNT (names)];
  for (size_t i = 0; i < COUNT (names); i++) {
    bool ret = i + 1 == COUNT (names);
    expect_ok (papni_alphabet_declare (alphabet, ret ? PAPNI_RETURN : PAPNI_CALL, names[i], &error), &error);
    transitions[i] = (papni_transition){ 0, NO_STATE, 0, (papni_symbol) i, ret ? 3 : NO_SYMBOL };
  }
  papni_model *model =
      papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, 1, &(bool){ true }, transitions, COUNT (names) }, &error);
  assert_non_null (model);
  expect_round_trip (model);
  page table = test_table (model);
  assert_string_equal (table.bytes, "states 1\naccept 0\n0 \" 0\n0 ' 0\n0 / 0\n0 <&> 0\n0 \\\\ 0\n0 \\\\x20 0\n"
                                    "0 a\\x20b 0\n0 \xc3\xa9 0\n0 \xf0\x9f\x98\x80 0\n0 \\\\u0041 pop a\\x20b 0\n");
  free (table.bytes);
  papni_model_free (model);
  papni_alphabet_free (alphabet);
}

/* ---- writing ------------------------------------------------------------- */

static papni_model *paper_model (void)
{
  papni_error error = { 0 };
  papni_model *model = papni_model_read (paper, strlen (paper), "paper", NULL, &error);
  expect_ok (error.code, &error);
  assert_non_null (model);
  return model;
}

static void written (void **state)
{
  (void) state;
  papni_model *model = paper_model ();
  page json = test_json (model), table = test_table (model);
  assert_string_equal (json.bytes, paper);
  assert_string_equal (table.bytes, "states 3\naccept 1\n0 ( 0\n0 ) pop ( 1\n1 ( 2\n1 ) pop ( 1\n2 ( 2\n2 ) pop ( 2\n");
  free (json.bytes);
  free (table.bytes);
  papni_model_free (model);
}

/* Accepts a limited number of bytes. */
static bool write_a_little (void *context, const char *bytes, size_t size)
{
  size_t *room = context;
  (void) bytes;
  if (size > *room)
    return false;
  *room -= size;
  return true;
}

static void full_disk (void **state)
{
  (void) state;
  static const char *const formats[] = { "json", "table", "dot" };
  papni_model *model = paper_model ();
  for (size_t w = 0; w < COUNT (formats); w++)
    for (size_t room = 0; room < 60; room += 7) {
      size_t left = room;
      papni_error error = { 0 };
      assert_int_equal (papni_model_write (model, formats[w], (papni_writer){ write_a_little, &left }, &error),
                        PAPNI_SYSTEM);
      assert_int_equal (error.code, PAPNI_SYSTEM);
      left = room;
      assert_int_equal (papni_model_write (model, formats[w], (papni_writer){ write_a_little, &left }, NULL),
                        PAPNI_SYSTEM);
    }
  papni_model_free (model);
  size_t none = 0;
  assert_int_equal (papni_write_name ("name", (papni_writer){ write_a_little, &none }, NULL), PAPNI_SYSTEM);
}

static void names_between_blanks (void **state)
{
  (void) state;
  static const char *const cases[][2] = {
    { "a", "a" },     { "a b", "a\\x20b" },   { " ", "\\x20" },
    { "\\", "\\\\" }, { "\\x20", "\\\\x20" }, { "\xc3\xa9\"<&>", "\xc3\xa9\"<&>" }
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    page p = { 0 };
    papni_error error;
    expect_ok (papni_write_name (cases[i][0], page_writer (&p), &error), &error);
    assert_string_equal (p.bytes, cases[i][1]);
    free (p.bytes);
  }
}

/* ---- reading ------------------------------------------------------------- */

static void expect_refused (const char *bytes, size_t size)
{
  papni_error error = { 0 };
  papni_model *model = papni_model_read (bytes, size, "hostile.json", NULL, &error);
  if (model)
    fail_msg ("taken: %.*s", (int) size, bytes);
  if (error.code != PAPNI_INPUT)
    fail_msg ("code %d (%s) for: %.*s", (int) error.code, error.message, (int) size, bytes);
  assert_string_equal (error.file, "hostile.json");
  assert_true (error.message[0] != '\0');
  assert_null (papni_model_read (bytes, size, "hostile.json", NULL, NULL));
}

/* A prefix of the file, in a block that ends where it ends. */
static void truncated (void **state)
{
  (void) state;
  for (size_t size = 0; size + 2 < sizeof paper; size++) {
    char *bytes = malloc (size ? size : 1);
    assert_non_null (bytes);
    memcpy (bytes, paper, size);
    expect_refused (bytes, size);
    free (bytes);
  }
}

/* The paper's model with one piece replaced. */
static void hostile (void **state)
{
  (void) state;
  static const char *const cases[][2] = {
    { "papni-model", "papni" },
    { "\"papni-model\"", "7" },
    { "\"format\": \"papni-model\",", "" },
    { "\"version\": 1", "\"version\": 99" },
    { "\"version\": 1", "\"version\": 0" },
    { "\"version\": 1", "\"version\": \"1\"" },
    { "\"version\": 1", "\"version\": 1.0" },
    { "\"version\": 1,", "" },
    { "\"vpa\"", "\"pda\"" },
    { "\"vpa\"", "\"dfa\"" },
    { "\"vpa\"", "null" },
    { "\"model\": \"vpa\",", "" },
    { "\"internal\": []", "\"internal\": [\"(\"]" },
    { "\"internal\": []", "\"internal\": [1]" },
    { "\"internal\": []", "\"internal\": [\"\"]" },
    { "\"internal\": []", "\"internal\": [\"\\n\"]" },
    { "\"internal\": []", "\"internal\": [\"\\u0000\"]" },
    { "\"internal\": []", "\"internal\": [\"a\\u0000b\"]" },
    { "\"internal\": []", "\"internal\": {}" },
    { "\"internal\": [],", "" },
    { "[\"(\"]", "[\"[\"]" },
    { "\"pairs\": []", "\"pairs\": [[\"(\", \"x\"]]" },
    { "\"pairs\": []", "\"pairs\": [[\")\", \"(\"]]" },
    { "\"pairs\": []", "\"pairs\": [[\"(\"]]" },
    { "\"pairs\": []", "\"pairs\": [[\"(\", \")\", \")\"]]" },
    { "\"pairs\": []", "\"pairs\": [7]" },
    { "\"pairs\": []", "\"pairs\": 7" },
    { "\"call\": [\"(\"]", "\"call\": \"(\"" },
    { "\"states\": 3", "\"states\": 0" },
    { "\"states\": 3", "\"states\": -3" },
    { "\"states\": 3", "\"states\": 2" },
    { "\"states\": 3", "\"states\": 3.5" },
    { "\"states\": 3", "\"states\": \"3\"" },
    { "\"states\": 3", "\"states\": 4294967295" },
    { "\"states\": 3", "\"states\": 4294967299" },
    { "\"states\": 3", "\"states\": 1000000000000" },
    { "\"states\": 3", "\"states\": 9223372036854775807" },
    { "\"states\": 3", "\"states\": 99999999999999999999" },
    { "\"states\": 3", "\"states\": 1e99" },
    { "\"states\": 3,", "" },
    { "[1]", "[3]" },
    { "[1]", "[-1]" },
    { "[1]", "[4294967297]" },
    { "[1]", "[1.0]" },
    { "[1]", "1" },
    { "\"accept\": [1],", "" },
    { "[2, \"(\", 2]", "[2, \"(\", 3]" },
    { "[2, \"(\", 2]", "[3, \"(\", 2]" },
    { "[2, \"(\", 2]", "[-1, \"(\", 2]" },
    { "[2, \"(\", 2]", "[4294967298, \"(\", 2]" },
    { "[2, \"(\", 2]", "[2, \"x\", 2]" },
    { "[2, \"(\", 2]", "[2, \"(\", \"(\", 2]" },
    { "[2, \"(\", 2]", "[2, 0, 2]" },
    { "[2, \"(\", 2]", "[2, \"(\"]" },
    { "[2, \"(\", 2]", "[]" },
    { "[2, \"(\", 2]", "{}" },
    { "[2, \"(\", 2]", "[2, \"(\", 2, 2]" },
    { "[2, \"(\", 2]", "[2, \"(\", 2, 2, 2]" },
    { "[2, \"(\", 2]", "[1, \"(\", 2]" },
    { "[2, \")\", \"(\", 2]", "[2, \")\", 2]" },
    { "[2, \")\", \"(\", 2]", "[2, \")\", \")\", 2]" },
    { "[2, \")\", \"(\", 2]", "[2, \")\", \"x\", 2]" },
    { "[2, \")\", \"(\", 2]", "[2, \")\", null, 2]" },
    { "\"transitions\": [", "\"transitions\": 7, \"other\": [" },
    { "]\n}\n", "]\n}\n}\n" },
    { "]\n}\n", "]\n}\nmore" },
    { "\"states\": 3", "\"states\": 3, \"states\": 3" },
    { "\"(\"", "\"\xff\"" },
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    const char *at = strstr (paper, cases[i][0]);
    page p = { 0 };
    assert_non_null (at);
    page_add (&p, paper, (size_t) (at - paper));
    page_add (&p, cases[i][1], strlen (cases[i][1]));
    page_add (&p, at + strlen (cases[i][0]), strlen (at + strlen (cases[i][0])));
    expect_refused (p.bytes, p.size);
    free (p.bytes);
  }
  static const char *const whole[] = {
    "", " ", "{}", "[]", "3", "null", "\"papni-model\"", "{\"format\": \"papni-model\"}", "\xef\xbb\xbf", "+ a b\n"
  };
  for (size_t i = 0; i < COUNT (whole); i++)
    expect_refused (whole[i], strlen (whole[i]));
  expect_refused ("{}\0", 3);
  expect_refused ("\0", 1);
}

/* Deeply nested brackets. */
static void nested (void **state)
{
  (void) state;
  static const char *const pieces[] = { "[", "{\"a\":", "{\"transitions\":[" };
  for (size_t i = 0; i < COUNT (pieces); i++) {
    page p = { 0 };
    for (size_t n = 0; n < test_count (1000000); n++)
      page_add (&p, pieces[i], strlen (pieces[i]));
    papni_error error = { 0 };
    assert_null (papni_model_read (p.bytes, p.size, "nested", NULL, &error));
    assert_int_equal (error.code, PAPNI_INPUT);
    free (p.bytes);
  }
}

/* Invalid JSON is reported with line and column. */
static void place_of_broken_json (void **state)
{
  (void) state;
  static const char bytes[] = "{\n  \"format\": \"papni-model\",\n  \"version\": oops\n}\n";
  papni_error error = { 0 };
  assert_null (papni_model_read (bytes, sizeof bytes - 1, "broken", NULL, &error));
  assert_int_equal (error.code, PAPNI_INPUT);
  assert_int_equal (error.line, 3);
  assert_true (error.column >= 14);
}

/* Random bytes changed: refused, or a valid model. */
static void mutated (void **state)
{
  (void) state;
  static const char pieces[] = "0123456789\"[]{},:()\\xvpadf -.en\xff";
  random_source source = { 77 };
  for (size_t i = 0; i < test_count (20000); i++) {
    char bytes[sizeof paper];
    memcpy (bytes, paper, sizeof paper);
    for (size_t changes = 1 + random_below (&source, 3); changes > 0; changes--)
      bytes[random_below (&source, sizeof paper - 1)] = pieces[random_below (&source, sizeof pieces - 1)];
    papni_error error = { 0 };
    papni_model *model = papni_model_read (bytes, sizeof paper - 1, "mutant", NULL, &error);
    if (model)
      expect_round_trip (model);
    else
      assert_int_equal (error.code, PAPNI_INPUT);
    papni_model_free (model);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (made),
    cmocka_unit_test (refused),
    cmocka_unit_test (unreachable_states),
    cmocka_unit_test (callers),
    cmocka_unit_test (strange_names),
    cmocka_unit_test (written),
    cmocka_unit_test (full_disk),
    cmocka_unit_test (names_between_blanks),
    cmocka_unit_test (truncated),
    cmocka_unit_test (hostile),
    cmocka_unit_test (nested),
    cmocka_unit_test (place_of_broken_json),
    cmocka_unit_test (mutated),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
