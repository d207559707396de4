/* text.c - learning from texts: tokens are found, and the model reads texts by its own rules.
 *
 * The oracles are recognisers by hand. All answers are kept, and the model must agree. */
#include "oracle/support.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- recognisers: each reads as far as it can, NULL where the text is wrong ---- */

typedef const char *(*reader) (const char *text);

/* item: x, or begin item* end, with blanks behind the words */
static const char *read_blocks (const char *t)
{
  if (*t == 'x')
    return t + 1;
  if (strncmp (t, "begin ", 6) != 0)
    return NULL;
  for (t += 6; strncmp (t, "end", 3) != 0; t++) {
    t = read_blocks (t);
    if (!t || *t != ' ')
      return NULL;
  }
  return t + 3;
}

/* sums of digits and brackets */
static const char *read_sum (const char *t)
{
  while (true) {
    if (*t == '(') {
      t = read_sum (t + 1);
      if (!t || *t++ != ')')
        return NULL;
    } else if (*t >= '0' && *t <= '9')
      while (*t >= '0' && *t <= '9')
        t++;
    else
      return NULL;
    if (*t != '+')
      return t;
    t++;
  }
}

/* types: A or A<type,type>, with -> between */
static const char *read_type (const char *t)
{
  while (*t == 'A') {
    if (*++t == '<') {
      do
        t = read_type (t + 1);
      while (t && *t == ',');
      if (!t || *t++ != '>')
        return NULL;
    }
    if (strncmp (t, "->", 2) != 0)
      return t;
    t += 2;
  }
  return NULL;
}

/* <a>...</a> and <b>...</b>, letters inside */
static const char *read_tags (const char *t)
{
  const char tag = t[0] ? t[1] : 0;
  if (t[0] != '<' || (tag != 'a' && tag != 'b') || t[2] != '>')
    return NULL;
  for (t += 3; strncmp (t, "</", 2) != 0;) {
    if (*t == '<')
      t = read_tags (t);
    else
      t = *t >= 'a' && *t <= 'z' ? t + 1 : NULL;
    if (!t)
      return NULL;
  }
  return t[2] == tag && t[3] == '>' ? t + 4 : NULL;
}

/* no nesting: words with blanks between */
static const char *read_words (const char *t)
{
  while (true) {
    if (*t < 'a' || *t > 'z')
      return NULL;
    while (*t >= 'a' && *t <= 'z')
      t++;
    if (*t != ' ')
      return t;
    t++;
  }
}

/* lines and tabs, and letters beyond ASCII */
static const char *read_lines (const char *t)
{
  while (*t) {
    if (*t != '\t' || strncmp (t + 1, "\xc3\xa9\n", 3) != 0)
      return NULL;
    t += 4;
  }
  return t;
}

static bool is_right (reader read, const char *text)
{
  const char *end = read (text);
  return end && !*end;
}

/* ---- an oracle that records questions ------------------------------------------ */

typedef struct teacher
{
  reader read;
  char **texts;
  size_t count, room;
  page notes;
  size_t stop_at;
} teacher;

static papni_status teach (void *context, const papni_string *texts, size_t count, papni_answer *answers,
                           papni_error *error)
{
  teacher *t = context;
  for (size_t i = 0; i < count; i++) {
    if (t->stop_at && t->count == t->stop_at) {
      error->code = PAPNI_CANCELLED;
      return PAPNI_CANCELLED;
    }
    char *copy = malloc (texts[i].size + 1);
    assert_non_null (copy);
    if (texts[i].size)
      memcpy (copy, texts[i].bytes, texts[i].size);
    copy[texts[i].size] = 0;
    if (t->count == t->room) {
      t->room = 2 * t->room + 64;
      t->texts = realloc (t->texts, t->room * sizeof *t->texts);
      assert_non_null (t->texts);
    }
    t->texts[t->count++] = copy;
    answers[i] = is_right (t->read, copy) ? PAPNI_YES : PAPNI_NO;
  }
  return PAPNI_OK;
}

static void note (void *context, const char *message)
{
  page_print (&((teacher *) context)->notes, "%s\n", message);
}

static void teacher_free (teacher *t)
{
  for (size_t i = 0; i < t->count; i++)
    free (t->texts[i]);
  free (t->texts);
  free (t->notes.bytes);
}

/* Seeds are separated by bars. */
static papni_model *learn (teacher *t, const char *seeds, bool backwards, papni_asked *asked, papni_error *error)
{
  papni_string list[32];
  size_t count = 0;
  for (const char *at = seeds;; at += list[count - 1].size + 1) {
    assert_in_range (count, 0, COUNT (list) - 1);
    list[count++] = (papni_string){ at, strcspn (at, "|") };
    if (!at[list[count - 1].size])
      break;
  }
  for (size_t i = 0; backwards && i < count / 2; i++) {
    const papni_string kept = list[i];
    list[i] = list[count - 1 - i];
    list[count - 1 - i] = kept;
  }
  papni_text_asking how = papni_default_text_asking (teach, t);
  how.note = note;
  return papni_learn_text (list, count, &how, asked, error);
}

/* Runs a text through the model's own lexer. */
static bool accepts (const papni_model *model, papni_lexer *lexer, const char *text)
{
  papni_error error;
  papni_token token;
  papni_run *run = papni_run_new (model, &error);
  expect_ok (papni_lexer_bytes (lexer, text, strlen (text), "text", 1, &error), &error);
  while (!papni_lexer_next (lexer, &token, &error) && token.name)
    expect_ok (papni_run_step (run, test_symbol (papni_model_alphabet (model), token.name), &error), &error);
  const bool accepted = papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
  papni_run_free (run);
  return accepted;
}

typedef struct lesson
{
  reader read;
  const char *seeds, *notes; /* what is found begins with this */
  const char *right[4], *wrong[4];
} lesson;

static const lesson lessons[] = {
  { read_blocks,
    "x|begin end|begin x end|begin x x end|begin begin x end end|begin begin end x end",
    "'begin' and 'end' nest: ",
    { "begin begin begin end x end x x end" },
    { "begin x", "begin x endend", "begin end end", "xx" } },
  { read_sum,
    "1|20|3+4|(5)|6+(7+8)|9",
    "'(' and ')' nest: ",
    { "((12+3)+4)", "((((0))))+123+(4+(5))" },
    { "(1", "1+", "()", "1)" } },
  { read_tags,
    "<a></a>|<b></b>|<a>x</a>|<b>yz</b>|<a><b></b></a>|<b>q<a>r</a></b>|<a><a></a><b></b></a>",
    "'<' and '</' nest: ",
    { "<b><b><a>abc</a>d<b></b></b></b>" },
    { "<a></b>", "<a><b></a></b>", "<a>", "<a></a><a></a>" } },
  { read_type,
    "A|A<A>|A->A|A<A,A>|A<A->A>->A|A<A<A>>",
    "'<' and '>' nest: ",
    { "A<A->A<A,A>,A>->A<A>" },
    { "A->", "A<>", "A<A", "A>A" } },
  { read_words, "a|bc|d e|fgh ij k", "", { "some more words here" }, { " a", "a ", "a  b", "a1" } },
  { read_lines,
    "\t\xc3\xa9\n|\t\xc3\xa9\n\t\xc3\xa9\n|",
    "",
    { "\t\xc3\xa9\n\t\xc3\xa9\n\t\xc3\xa9\n" },
    { "\t", "\n" } },
};

static void texts (void **state)
{
  (void) state;
  for (size_t i = 0; i < COUNT (lessons); i++) {
    const lesson *l = &lessons[i];
    teacher t = { .read = l->read };
    papni_asked asked;
    papni_error error = { 0 };
    papni_model *model = learn (&t, l->seeds, false, &asked, &error);
    assert_non_null (model);
    assert_true (asked.complete);
    assert_int_equal (asked.disagreements + asked.dropped + asked.rejected, 0);
    page_print (&t.notes, "%s", "");
    if (strncmp (t.notes.bytes, l->notes, strlen (l->notes)) != 0 || !*l->notes != !*t.notes.bytes)
      fail_msg ("found: %s", t.notes.bytes);
    papni_lexer *lexer = papni_lexer_new (papni_alphabet_lexer (papni_model_alphabet (model)), NULL, &error);
    assert_non_null (lexer);
    for (size_t k = 0; k < t.count; k++)
      if (accepts (model, lexer, t.texts[k]) != is_right (l->read, t.texts[k]))
        fail_msg ("disagrees on '%s'", t.texts[k]);
    for (size_t k = 0; k < COUNT (l->right); k++)
      if (l->right[k] && !accepts (model, lexer, l->right[k]))
        fail_msg ("rejects '%s'", l->right[k]);
    for (size_t k = 0; k < COUNT (l->wrong); k++)
      if (l->wrong[k] && accepts (model, lexer, l->wrong[k]))
        fail_msg ("accepts '%s'", l->wrong[k]);
    papni_lexer_free (lexer);
    papni_model_free (model);
    teacher_free (&t);
  }
}

static void same_for_any_order (void **state)
{
  (void) state;
  for (size_t i = 0; i < COUNT (lessons); i++) {
    page pages[2];
    for (int backwards = 0; backwards < 2; backwards++) {
      teacher t = { .read = lessons[i].read };
      papni_error error;
      papni_model *model = learn (&t, lessons[i].seeds, backwards, NULL, &error);
      assert_non_null (model);
      pages[backwards] = test_json (model);
      papni_model_free (model);
      teacher_free (&t);
    }
    assert_string_equal (pages[0].bytes, pages[1].bytes);
    free (pages[0].bytes);
    free (pages[1].bytes);
  }
}

static void trouble (void **state)
{
  (void) state;
  papni_asked asked;
  papni_error error = { 0 };
  for (size_t stop = 10; stop < 500; stop += test_is_small () ? 97 : 13) {
    teacher t = { .read = read_sum, .stop_at = stop };
    papni_model *model = learn (&t, lessons[1].seeds, false, &asked, &error);
    assert_false (asked.complete);
    papni_model_free (model);
    teacher_free (&t);
  }
  teacher t = { .read = read_sum };
  assert_null (learn (&t, "1|\xff", false, &asked, &error));
  assert_int_equal (error.code, PAPNI_INPUT);
  papni_model *model = learn (&t, "1|1+|)", false, &asked, &error); /* the oracle says no to two of them */
  assert_non_null (model);
  assert_int_equal (asked.rejected, 2);
  papni_model_free (model);
  teacher_free (&t);
}

/* ---- what the caller says ---------------------------------------------------- */

static bool stop_after (void *context, papni_phase phase, size_t done, size_t total)
{
  size_t *calls = context;
  assert_int_equal (phase, PAPNI_PHASE_ASKING);
  assert_true (!total || done <= total);
  *calls -= *calls > 0;
  return *calls > 0;
}

/* Labelled texts are not asked about, and the model agrees with them. */
static void labels (void **state)
{
  (void) state;
  papni_error error;
  papni_asked asked;
  teacher t = { .read = read_sum };
  const papni_string list[] = { { "1", 1 }, { "1+1", 3 }, { "1+", 2 }, { "(1)", 3 }, { "2", 1 } };
  const papni_label known[] = { PAPNI_UNKNOWN, PAPNI_UNKNOWN, PAPNI_REJECT, PAPNI_ACCEPT, PAPNI_UNKNOWN };
  papni_text_asking how = papni_default_text_asking (teach, &t);
  how.note = note;
  how.labels = known;
  papni_model *model = papni_learn_text (list, COUNT (list), &how, &asked, &error);
  assert_non_null (model);
  for (size_t i = 0; i < t.count; i++)
    assert_true (strcmp (t.texts[i], "1+") != 0 && strcmp (t.texts[i], "(1)") != 0);
  assert_int_equal (asked.disagreements, 0);
  papni_model_free (model);
  teacher_free (&t);
}

/* A watch ends learning with the model so far. Structs of an older header are shorter. */
static void watched (void **state)
{
  (void) state;
  papni_error error;
  const papni_string list[] = { { "1", 1 }, { "1+1", 3 }, { "(1)", 3 } };
  for (size_t calls = 2; calls < 20; calls += 6) {
    teacher t = { .read = read_sum };
    papni_asked asked;
    size_t left = calls;
    papni_text_asking how = papni_default_text_asking (teach, &t);
    how.note = note;
    how.watch = (papni_watch){ stop_after, &left };
    papni_model *model = papni_learn_text (list, COUNT (list), &how, &asked, &error);
    assert_true (model || error.code == PAPNI_CANCELLED); /* before the first state */
    assert_false (asked.complete);
    papni_model_free (model);
    teacher_free (&t);
  }
  teacher t = { .read = read_sum };
  papni_asked asked;
  memset (&asked, 0x5a, sizeof asked);
  papni_text_asking how = papni_default_text_asking (teach, &t);
  how.note = note;
  how.size = offsetof (papni_text_asking, watch);
  how.report_size = offsetof (papni_asked, complete);
  papni_model *model = papni_learn_text (list, COUNT (list), &how, &asked, &error);
  assert_non_null (model);
  assert_true (asked.questions[PAPNI_ASK_CHECK] > 0);
  assert_int_equal (*((const unsigned char *) &asked + how.report_size), 0x5a); /* left alone */
  papni_model_free (model);
  teacher_free (&t);
  how.size = 0;
  assert_null (papni_learn_text (list, COUNT (list), &how, &asked, &error));
  assert_int_equal (error.code, PAPNI_USAGE);
  papni_asking words = { 0 };
  assert_null (papni_learn_oracle (NULL, &words, NULL, &error));
  assert_int_equal (error.code, PAPNI_USAGE);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (texts), cmocka_unit_test (same_for_any_order),
                                      cmocka_unit_test (trouble), cmocka_unit_test (labels),
                                      cmocka_unit_test (watched) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
