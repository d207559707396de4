/* lex.c - lexers compared with tokens written by hand, and chunks with the whole. */
#include "lex/lex.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RULES                                                                                           \
  "rules:\n# a language of lists\nopen \\(\nclose \\)\n%pair open close\nlet let\nword [a-z]+\nnumber " \
  "[0-9]+(?:\\.[0-9]+)?\n"                                                                              \
  "text \"(?:[^\"\\\\]|\\\\.)*\"\nline ^---$\nblank \\s+\nnote /\\*(?s:.*?)\\*/\n%skip blank note\n"

/* ---- a document in pieces -------------------------------------------------- */

typedef struct cut
{
  const char *bytes;
  size_t left;
  size_t piece; /* 0: of random sizes */
  random_source source;
} cut;

static papni_status read_cut (void *context, char *bytes, size_t size, size_t *count, papni_error *error)
{
  (void) error;
  cut *c = context;
  size_t most = c->piece ? c->piece : 1 + random_below (&c->source, 9);
  *count = most < c->left ? most : c->left;
  *count = *count < size ? *count : size;
  memcpy (bytes, c->bytes, *count);
  c->bytes += *count;
  c->left -= *count;
  return PAPNI_OK;
}

/* The tokens that are left, as "name@line:column ..."; calls have a ( before them, returns a ). */
static page tokens_of (papni_lexer *lexer)
{
  page p = { 0 };
  papni_token t;
  papni_error error;
  page_add (&p, "", 0);
  do {
    expect_ok (papni_lexer_next (lexer, &t, &error), &error);
    if (t.name)
      page_print (&p, "%s%s@%zu:%zu ",
                  t.kind == PAPNI_CALL     ? "("
                  : t.kind == PAPNI_RETURN ? ")"
                                           : "",
                  t.name, t.line, t.column);
    assert_true (!t.problem == (!t.name || strcmp (t.name, UNLEXED) != 0));
  } while (t.name);
  page_print (&p, "@%zu:%zu", t.line, t.column);
  return p;
}

static page lex_whole (papni_lexer *lexer, const char *bytes, size_t size)
{
  papni_error error;
  char *copy = twin_allocate (size, 1); /* of exactly this size, so that reads beyond it are detected */
  memcpy (copy, bytes, size);
  expect_ok (papni_lexer_bytes (lexer, copy, size, "document", 1, &error), &error);
  page p = tokens_of (lexer);
  free (copy);
  return p;
}

static page lex_pieces (papni_lexer *lexer, const char *bytes, size_t size, size_t piece)
{
  papni_error error;
  cut c = { bytes, size, piece, { size } };
  expect_ok (lexer_begin (lexer, (byte_source){ read_cut, NULL, &c }, (position){ "document", 1, 1 }, &error), &error);
  return tokens_of (lexer);
}

static void expect_same_in_pieces (papni_lexer *lexer, const char *bytes, size_t size)
{
  static const size_t sizes[] = { 1, 2, 3, 5, 64, 0 };
  page whole = lex_whole (lexer, bytes, size);
  for (size_t i = 0; i < COUNT (sizes); i++) {
    page pieces = lex_pieces (lexer, bytes, size, sizes[i]);
    if (strcmp (whole.bytes, pieces.bytes) != 0)
      fail_msg ("in pieces of %zu:\n%.*s\n%s\n%s", sizes[i], (int) size, bytes, whole.bytes, pieces.bytes);
    free (pieces.bytes);
  }
  free (whole.bytes);
}

static papni_lexer *make (const char *name)
{
  papni_error error = { 0 };
  papni_lexer *lexer = papni_lexer_new (name, NULL, &error);
  if (!lexer)
    fail_msg ("%s: %s", name, error.message);
  return lexer;
}

/* ---- by hand --------------------------------------------------------------- */

typedef struct example
{
  const char *lexer, *document, *tokens;
} example;

static const example examples[] = {
  { "json", "", "@1:1" },
  { "json", " \n\t\r\n ", "@3:2" },
  { "json", "\xef\xbb\xbf{}", "({@1:1 )}@1:2 @1:3" },
  { "json", "{\"a\": [1, true]}", "({@1:1 string@1:2 :@1:5 ([@1:7 number@1:8 ,@1:9 true@1:11 )]@1:15 )}@1:16 @1:17" },
  { "json", "[null,\nfalse\n,\"\"]", "([@1:1 null@1:2 ,@1:6 false@2:1 ,@3:1 string@3:2 )]@3:4 @3:5" },
  { "json", "-0.5e+10", "number@1:1 @1:9" },
  { "json", "0 -0 1E5 12 1.0", "number@1:1 number@1:3 number@1:6 number@1:10 number@1:13 @1:16" },
  { "json", "01", "#unlexed@1:1 @1:3" },
  { "json", "[1.,2]", "([@1:1 #unlexed@1:2 ,@1:4 number@1:5 )]@1:6 @1:7" },
  { "json", "[- , +1]", "([@1:1 #unlexed@1:2 ,@1:4 #unlexed@1:6 )]@1:8 @1:9" },
  { "json", "nul", "#unlexed@1:1 @1:4" },
  { "json", "nulls True", "#unlexed@1:1 @1:11" },
  { "json", "{'a':1}", "({@1:1 #unlexed@1:2 :@1:5 number@1:6 )}@1:7 @1:8" },
  { "json", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"", "string@1:1 @1:25" },
  { "json", "\"\\x\", 1", "#unlexed@1:2 ,@1:5 number@1:7 @1:8" },
  { "json", "\"\\u12g4\"", "#unlexed@1:2 @1:9" },
  { "json", "\"\\u12", "#unlexed@1:2 @1:6" },
  { "json", "\"a", "#unlexed@1:1 @1:3" },
  { "json", "\"a\\", "#unlexed@1:3 @1:4" },
  { "json", "[\"a\n]", "([@1:1 #unlexed@1:4 )]@2:1 @2:2" },
  { "json", "\"a\tb\"", "#unlexed@1:3 @1:6" },
  { "json", "\"\xc3\xa9\xe2\x82\xac\"", "string@1:1 @1:8" },
  { "json", "\"\xc3(\" 1", "#unlexed@1:2 number@1:6 @1:7" },
  { "json", "\"\xe2\x82", "#unlexed@1:2 @1:4" },
  { "json", "\"\\x\",1", "#unlexed@1:2 ,@1:5 number@1:6 @1:7" },
  { "json", "\xff\xfe[\x01", "#unlexed@1:1 ([@1:3 #unlexed@1:4 @1:5" },
  { "json", "[1]//x", "([@1:1 number@1:2 )]@1:3 #unlexed@1:4 @1:7" },

  { "xml", "", "@1:1" },
  { "xml", "<a/>", "<a/>@1:1 @1:5" },
  { "xml", "<a>\n  <b>x</b>\n</a >", "(<a>@1:1 (<b>@2:3 text@2:6 )</b>@2:7 )</a>@3:1 @3:6" },
  { "xml", "<a x='1' y = \"<\">", "#unlexed@1:15 @1:18" },
  { "xml", "<a x='1' y = \"&lt;\n\"/>t", "<a/>@1:1 text@2:4 @2:5" },
  { "xml:attributes", "<a x='1' y=\"2\">t</a>", "(<a>@1:1 @x@1:4 @y@1:10 text@1:16 )</a>@1:17 @1:21" },
  { "xml:attributes", "<a x='1'/><b/>", "<a/>@1:1 @x@1:4 <b/>@1:11 @1:15" },
  { "xml", "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e \"]>\"> <!-- ]> --> <?x ]>?>]>\n<a/>",
    "<?xml?>@1:1 doctype@2:1 <a/>@3:1 @3:5" },
  { "xml", "<!DOCTYPE a \x01><a/>", "#unlexed@1:13 <a/>@1:15 @1:19" },
  { "xml", "<!-- a - b -->", "comment@1:1 @1:15" },
  { "xml", "<!-- a -- b --><a/>", "#unlexed@1:8 <a/>@1:16 @1:20" },
  { "xml", "<!---->", "comment@1:1 @1:8" },
  { "xml", "<![CDATA[ <a> ]] ]]>", "cdata@1:1 @1:21" },
  { "xml", "<!-- a", "#unlexed@1:1 @1:7" },
  { "xml", "a &amp; &#8364; &#x20aC;", "text@1:1 @1:25" },
  { "xml", "a & b", "text@1:1 #unlexed@1:3 @1:6" },
  { "xml", "&nobody", "text@1:1 #unlexed@1:1 @1:8" },
  { "xml", "a ]]> b", "text@1:1 #unlexed@1:3 @1:8" },
  { "xml", "a < b", "text@1:1 #unlexed@1:3 text@1:5 @1:6" },
  { "xml", "<a b>c</a>", "#unlexed@1:5 text@1:6 )</a>@1:7 @1:11" },
  { "xml", "<a b=c>", "#unlexed@1:6 @1:8" },
  { "xml", "<a b='c'd='e'>", "#unlexed@1:9 @1:15" },
  { "xml", "<a b='c' b2 ='e' >", "(<a>@1:1 @1:19" },
  { "xml", "<a / >", "#unlexed@1:4 @1:7" },
  { "xml", "</a b>", "#unlexed@1:5 @1:7" },
  { "xml", "<a", "#unlexed@1:1 @1:3" },
  { "xml", "<a b='", "#unlexed@1:1 @1:7" },
  { "xml", "<", "#unlexed@1:1 @1:2" },
  { "xml", "<!ELEMENT a>", "#unlexed@1:1 text@1:3 @1:13" },
  { "xml", "<? x?>", "#unlexed@1:1 text@1:4 @1:7" },
  { "xml", "<unlexed/>", "<unlexed/>@1:1 @1:11" },
  { "xml", "<\xc3\xa9l\xc3\xa9ment.-1:_/>", "<\xc3\xa9l\xc3\xa9ment.-1:_/>@1:1 @1:18" },
  { "xml", "<1a/>", "#unlexed@1:1 text@1:2 @1:6" },
  { "xml", "<a>\x01</a>", "(<a>@1:1 text@1:4 #unlexed@1:4 )</a>@1:5 @1:9" },
  { "xml", "<a>\xff</a>", "(<a>@1:1 text@1:4 #unlexed@1:4 )</a>@1:5 @1:9" },

  { "chars", "(a \n\xc3\xa9)\x01", "(@1:1 a@1:2 \xc3\xa9@2:1 )@2:3 #unlexed@2:4 @2:5" },
  { "chars", "\xc3", "#unlexed@1:1 @1:2" },
  { "words", " if x\n\tthen \xe2\x82\xac ", "if@1:2 x@1:5 then@2:2 \xe2\x82\xac@2:7 @2:11" },
  { "words",
    "a\x01"
    "b c",
    "#unlexed@1:2 c@1:5 @1:6" },
  { "words", "#unlexed b", "#unlexed@1:1 b@1:10 @1:11" },

  { RULES, "", "@1:1" },
  { RULES, "(let letter 1.5)", "(open@1:1 let@1:2 word@1:6 number@1:13 )close@1:16 @1:17" },
  { RULES, "a /* ( \n */ 12.x", "word@1:1 number@2:5 #unlexed@2:7 word@2:8 @2:9" },
  { RULES, "\"a\\\"b\" \"c", "text@1:1 #unlexed@1:8 word@1:9 @1:10" },
  { RULES, "a\n---\nb---", "word@1:1 line@2:1 word@3:1 #unlexed@3:2 @3:5" },
  { RULES,
    "a\xff\xff"
    "b\xc3",
    "word@1:1 #unlexed@1:2 word@1:4 #unlexed@1:5 @1:6" },
  { RULES, "\xc3\xa9 ?", "#unlexed@1:1 @1:5" },
};

static void by_hand (void **state)
{
  (void) state;
  for (size_t i = 0; i < COUNT (examples); i++) {
    papni_lexer *lexer = make (examples[i].lexer);
    page got = lex_whole (lexer, examples[i].document, strlen (examples[i].document));
    if (strcmp (got.bytes, examples[i].tokens) != 0)
      fail_msg ("%s: %s\n%s\n%s", examples[i].lexer, examples[i].document, examples[i].tokens, got.bytes);
    free (got.bytes);
    expect_same_in_pieces (lexer, examples[i].document, strlen (examples[i].document));
    papni_lexer_free (lexer);
  }
}

/* ---- pieces ---------------------------------------------------------------- */

static const char *const lexers[] = { "json", "xml", "xml:attributes", "chars", "words", RULES };

/* An example with some bytes changed, doubled or removed, for any lexer. */
static page random_document (random_source *source)
{
  static const char bytes[] = "{}[]:,\"\\u0eE+-.<>/!?=&;#'@-- \n\t\xc3\xa9\xff\x01nulltruefalse](ab)*";
  page p = { 0 };
  page_add (&p, "", 0);
  for (size_t parts = 1 + random_below (source, 3); parts--;) {
    const char *from = examples[random_below (source, COUNT (examples))].document;
    for (; *from; from++) {
      size_t what = random_below (source, 24);
      if (what == 1)
        page_add (&p, &bytes[random_below (source, sizeof bytes - 1)], 1);
      if (what)
        page_add (&p, from, 1);
    }
  }
  return p;
}

static void pieces_give_the_same (void **state)
{
  (void) state;
  random_source source = { 11 };
  for (size_t k = 0; k < COUNT (lexers); k++) {
    papni_lexer *lexer = make (lexers[k]);
    for (size_t i = 0; i < test_count (1500); i++) {
      page document = random_document (&source);
      expect_same_in_pieces (lexer, document.bytes, document.size);
      free (document.bytes);
    }
    papni_lexer_free (lexer);
  }
}

/* Longer than a chunk of a file. */
static void long_tokens (void **state)
{
  (void) state;
  enum
  {
    LENGTH = 300000
  };
  static const struct
  {
    const char *lexer, *before, *inside, *after;
    const char *tokens;
  } cases[] = {
    { "json", "[\"", "x", "\" ]", "([@1:1 string@1:2 )]@1:300005 @1:300006" },
    { "json", "[", "7", " ]", "([@1:1 number@1:2 )]@1:300003 @1:300004" },
    { "json", "[", " ", "]", "([@1:1 )]@1:300002 @1:300003" },
    { "xml", "<a><!--", "x", "--></a>", "(<a>@1:1 comment@1:4 )</a>@1:300011 @1:300015" },
    { "xml", "<a b='", "x", "'/>", "<a/>@1:1 @1:300010" },
    { "xml", "<a>", "x", "</a>", "(<a>@1:1 text@1:4 )</a>@1:300004 @1:300008" },
    { "xml", "<", "x", "/> <b/>", "#unlexed@1:1 text@1:2 #unlexed@1:300003 @1:300006" },
    { "words", "a ", "x", " b", "a@1:1 #unlexed@1:1027 b@1:300004 @1:300005" },
    { RULES, "(\"", "x", "\")", "(open@1:1 text@1:2 )close@1:300004 @1:300005" },
    { RULES, "a ", " ", "b", "word@1:1 word@1:300003 @1:300004" },
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    page document = { 0 };
    page_add (&document, cases[i].before, strlen (cases[i].before));
    for (size_t k = 0; k < LENGTH; k++)
      page_add (&document, cases[i].inside, 1);
    page_add (&document, cases[i].after, strlen (cases[i].after));
    papni_lexer *lexer = make (cases[i].lexer);
    page whole = lex_whole (lexer, document.bytes, document.size);
    page pieces = lex_pieces (lexer, document.bytes, document.size, 1000);
    assert_string_equal (whole.bytes, pieces.bytes);
    if (i != 6)
      assert_string_equal (whole.bytes, cases[i].tokens);
    free (whole.bytes);
    free (pieces.bytes);
    free (document.bytes);
    papni_lexer_free (lexer);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (by_hand),
    cmocka_unit_test (pieces_give_the_same),
    cmocka_unit_test (long_tokens),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
