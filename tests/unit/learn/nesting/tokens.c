/* tokens.c - repeats are those of a slow twin, which tries every text; tokens of several
 * characters that nest are found, whatever the order of the words. */
#include "learn/nesting/tokens.h"

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MOST_WORDS = 12,
  MOST_LENGTH = 128
};

typedef struct texts
{
  char list[MOST_WORDS][MOST_LENGTH + 1];
  size_t count;
} texts;

static papni_samples *samples_of (const texts *t, const size_t *order)
{
  papni_error error = { 0 };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  for (size_t i = 0; i < t->count; i++) {
    const char *text = t->list[order ? order[i] : i];
    char names[MOST_LENGTH][2];
    const char *symbols[MOST_LENGTH];
    const size_t length = strlen (text);
    for (size_t k = 0; k < length; k++) {
      names[k][0] = text[k];
      names[k][1] = 0;
      symbols[k] = names[k];
    }
    expect_ok (papni_samples_add (samples, symbols, length, PAPNI_ACCEPT, &error), &error);
  }
  return samples;
}

/* ---- the slow twin ---- */

static bool is_known (const texts *t, size_t index)
{
  for (size_t i = 0; i < index; i++)
    if (!strcmp (t->list[i], t->list[index]))
      return true;
  return false;
}

typedef struct twin_repeat
{
  size_t count, most;
  bool before, after; /* is it always preceded, followed by the same character? */
} twin_repeat;

/* How a text occurs in the different words. */
static twin_repeat twin_look (const texts *t, const char *text, size_t length)
{
  twin_repeat found = { .before = true, .after = true };
  int before = -1, after = -1;
  for (size_t i = 0; i < t->count; i++) {
    const char *word = t->list[i];
    size_t here = 0;
    for (size_t k = 0; !is_known (t, i) && k + length <= strlen (word); k++) {
      if (strncmp (word + k, text, length) != 0)
        continue;
      const int left = k ? (unsigned char) word[k - 1] : 0, right = (unsigned char) word[k + length];
      found.before &= left && (before < 0 || before == left);
      found.after &= right && (after < 0 || after == right);
      before = left;
      after = right;
      here++;
    }
    found.count += here;
    found.most = here > found.most ? here : found.most;
  }
  return found;
}

/* Has the text occurred at an earlier place? */
static bool is_first (const texts *t, size_t word, size_t at, size_t length)
{
  for (size_t i = 0; i <= word; i++)
    for (size_t k = 0; k + length <= strlen (t->list[i]) && (i < word || k < at); k++)
      if (!strncmp (t->list[i] + k, t->list[word] + at, length))
        return false;
  return true;
}

static size_t compare_repeats_of (const texts *t)
{
  papni_error error = { 0 };
  papni_samples *samples = samples_of (t, NULL);
  nesting_words w;
  repeats r;
  size_t expected = 0;
  expect_ok (nesting_words_init (&w, samples, NULL, &error), &error);
  expect_ok (repeats_init (&r, &w, &error), &error);
  for (size_t i = 0; i < t->count; i++)
    for (size_t at = 0; t->list[i][at]; at++)
      for (size_t length = 1; length <= MOST_CHARACTERS && at + length <= strlen (t->list[i]); length++) {
        const twin_repeat twin = twin_look (t, t->list[i] + at, length);
        expected += twin.count > 1 && !twin.before && !twin.after && is_first (t, i, at, length);
      }
  assert_int_equal (r.count, expected);
  for (size_t i = 0; i < r.count; i++) {
    char text[MOST_CHARACTERS + 1];
    const repeat *one = &r.list[i];
    text[put_token (one->text, samples->alphabet, false, text)] = 0;
    const twin_repeat twin = twin_look (t, text, one->text.length);
    const repeat again = repeats_find (&r, one->text);
    assert_true (twin.count > 1 && !twin.before && !twin.after);
    assert_true (one->count == twin.count && one->most == twin.most);
    assert_true (again.count == one->count && again.vector == one->vector);
  }
  repeats_release (&r);
  nesting_words_release (&w);
  test_drop (samples);
  return expected;
}

static void repeated_texts (void **state)
{
  (void) state;
  random_source source = { 7 };
  size_t total = 0;
  for (size_t i = 0; i < test_count (300); i++) {
    texts t = { .count = random_below (&source, MOST_WORDS + 1) };
    const size_t letters = 1 + random_below (&source, 4);
    for (size_t k = 0; k < t.count; k++) {
      const size_t length = random_below (&source, 41);
      for (size_t j = 0; j < length; j++)
        t.list[k][j] = (char) ('a' + random_below (&source, letters));
    }
    total += compare_repeats_of (&t);
  }
  assert_true (total > test_count (300));
}

/* ---- what is found ---- */

typedef struct grammar
{
  const char *pairs[3][2], *leaves[3];
  const char *lines;
} grammar;

static void append (char *text, const char *more)
{
  memcpy (text + strlen (text), more, strlen (more) + 1);
}

/* At most 21 parts of at most five characters. */
static void draw_text (random_source *source, const grammar *g, char *text)
{
  size_t open[4], level = 0, count = 0;
  while (count < 3 && g->pairs[count][0])
    count++;
  *text = 0;
  for (size_t steps = 2 + random_below (source, 15); steps; steps--)
    switch (random_below (source, 3)) {
    case 0:
      if (level < COUNT (open)) {
        open[level] = random_below (source, count);
        append (text, g->pairs[open[level++]][0]);
      }
      break;
    case 1:
      if (level)
        append (text, g->pairs[open[--level]][1]);
      break;
    default:
      append (text, g->leaves[random_below (source, 3)]);
    }
  while (level)
    append (text, g->pairs[open[--level]][1]);
}

enum
{
  DRAWN = 200
};

/* The lines that are found in nested texts in some order, or "" if there are no tokens. */
static char *found_lines (const grammar *g, uint64_t order)
{
  papni_error error = { 0 };
  random_source source = { 3 }, shuffle = { order };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error), *tokens;
  texts *t = calloc (DRAWN, sizeof *t);
  for (size_t i = 0; i < DRAWN; i++)
    draw_text (&source, g, t[i].list[0]);
  for (size_t i = DRAWN; i > 1; i--) {
    const size_t other = random_below (&shuffle, i);
    const texts swap = t[i - 1];
    t[i - 1] = t[other];
    t[other] = swap;
  }
  for (size_t i = 0; i < DRAWN; i++) {
    char names[MOST_LENGTH][2] = { { 0 } };
    const char *symbols[MOST_LENGTH];
    const size_t length = strlen (t[i].list[0]);
    for (size_t k = 0; k < length; k++) {
      names[k][0] = t[i].list[0][k];
      symbols[k] = names[k];
    }
    expect_ok (papni_samples_add (samples, symbols, length, PAPNI_ACCEPT, &error), &error);
  }
  papni_nesting *characters = papni_find_nesting (samples, NULL, &error), *nesting;
  expect_ok (papni_find_tokens (samples, characters, NULL, &tokens, &nesting, &error), &error);
  char *lines = strdup (tokens ? papni_alphabet_lexer (papni_samples_alphabet (tokens)) : "");
  if (tokens)
    test_drop (tokens);
  papni_nesting_free (nesting);
  papni_nesting_free (characters);
  test_drop (samples);
  free (t);
  return lines;
}

static void tokens_that_nest (void **state)
{
  (void) state;
  static const grammar cases[] = {
    { { { "<a>", "</a>" }, { "<b>", "</b>" } }, { "x", "y", "zz" }, "rules:\n%pattern <*> </*>\n" },
    { { { "begin", "end" } }, { "x;", "y;", "ned;" }, "rules:\n%pair begin end\n" },
    { { { "do", "done" }, { "if", "fi" } }, { "x;", "y;", "z;" }, "rules:\n%pair " },
    { { { "[b]", "[/b]" } }, { "x", "y", "b" }, "rules:\n%pair [b] [/b]\n" },
    { { { "(", ")" } }, { "x", "y", "zz" }, "" }, /* single characters do */
    { { { "#-%", "%-#" } }, { "x", "y", "z" }, "rules:\n%pair \\x23-\\x25 \\x25-\\x23\n" },
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    char *one = found_lines (&cases[i], 1), *other = found_lines (&cases[i], 2);
    assert_string_equal (one, other);
    assert_int_equal (strncmp (one, cases[i].lines, strlen (cases[i].lines)), 0);
    assert_true (*cases[i].lines || !*one);
    free (one);
    free (other);
  }
}

static bool stop (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) phase;
  (void) done;
  (void) total;
  return --*(size_t *) context;
}

static void cancelling (void **state)
{
  (void) state;
  const texts t = { { "<a><a>x</a></a>", "<a>x</a>", "<a><a><a></a></a>x</a>", "<a>x</a><a></a>", "x" }, 5 };
  papni_samples *samples = samples_of (&t, NULL);
  papni_error error = { 0 };
  papni_nesting *characters = papni_find_nesting (samples, NULL, &error);
  for (size_t i = 1;; i++) {
    size_t left = i;
    papni_samples *tokens;
    papni_nesting *nesting;
    const papni_status s =
        papni_find_tokens (samples, characters, &(papni_watch){ stop, &left }, &tokens, &nesting, &error);
    if (tokens)
      test_drop (tokens);
    papni_nesting_free (nesting);
    if (!s)
      break;
    assert_int_equal (s, PAPNI_CANCELLED);
    assert_null (tokens);
  }
  papni_nesting_free (characters);
  test_drop (samples);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (repeated_texts),
    cmocka_unit_test (tokens_that_nest),
    cmocka_unit_test (cancelling),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
