/* term.c - the terms of a sample, compared with a plain list of all factors from an
 * open call to a position. */
#include "learn/terms/term.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* What stands there, as ranks of symbols, and in which module: the call's rank + 1, or 0. */
typedef struct piece
{
  size_t *ranks;
  size_t length, module;
  papni_label label;
  bool positive;
} piece;

typedef struct pieces
{
  piece *list;
  size_t count;
} pieces;

static void free_pieces (pieces *p)
{
  for (size_t i = 0; i < p->count; i++)
    free (p->list[i].ranks);
  free (p->list);
}

static int by_word_then_module (const void *left, const void *right)
{
  const piece *x = left, *y = right;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  for (size_t i = 0; i < x->length; i++)
    if (x->ranks[i] != y->ranks[i])
      return x->ranks[i] < y->ranks[i] ? -1 : 1;
  return (x->module > y->module) - (x->module < y->module);
}

/* Names by kind, then bytes: how many symbols come before this one. */
static size_t rank_of (const papni_alphabet *alphabet, papni_symbol symbol)
{
  size_t rank = 0;
  for (papni_symbol other = 0; other < papni_alphabet_size (alphabet); other++) {
    papni_kind kind = papni_alphabet_kind (alphabet, symbol), others = papni_alphabet_kind (alphabet, other);
    rank += others < kind
            || (others == kind
                && strcmp (papni_alphabet_name (alphabet, other), papni_alphabet_name (alphabet, symbol)) < 0);
  }
  return rank;
}

/* Adds what each place of a well-matched word ends. */
static void add_pieces (pieces *p, const papni_alphabet *alphabet, papni_word word, unsigned modules)
{
  size_t *begin = twin_allocate (word.length + 1, sizeof *begin), depth = 0;
  for (size_t i = 0; i <= word.length; i++) {
    piece piece = { .length = i - begin[depth], .positive = word.label == PAPNI_ACCEPT };
    piece.ranks = twin_allocate (piece.length, sizeof *piece.ranks);
    for (size_t k = 0; k < piece.length; k++)
      piece.ranks[k] = rank_of (alphabet, word.symbols[begin[depth] + k]);
    if (depth && modules == MODULES_CALL)
      piece.module = 1 + rank_of (alphabet, word.symbols[begin[depth] - 1]);
    if (i == word.length)
      piece.label = word.label;
    if (!(p->count & (p->count + 1))) /* room for 1, 3, 7, 15, ... */
      p->list = realloc (p->list, (2 * p->count + 1) * sizeof *p->list);
    assert_non_null (p->list);
    p->list[p->count++] = piece;
    papni_kind kind = i < word.length ? papni_alphabet_kind (alphabet, word.symbols[i]) : PAPNI_INTERNAL;
    if (kind == PAPNI_CALL)
      begin[++depth] = i + 1;
    else if (kind == PAPNI_RETURN)
      depth--;
  }
  free (begin);
}

/* Without duplicates, in order. */
static void sort_pieces (pieces *p)
{
  size_t count = p->count;
  qsort (p->list, count, sizeof *p->list, by_word_then_module);
  p->count = 0;
  for (size_t i = 0; i < count; i++) {
    piece *last = p->count ? &p->list[p->count - 1] : NULL;
    if (!last || by_word_then_module (last, &p->list[i]) != 0) {
      p->list[p->count++] = p->list[i];
      continue;
    }
    last->positive = last->positive || p->list[i].positive;
    last->label = last->label ? last->label : p->list[i].label;
    free (p->list[i].ranks);
  }
}

static pieces pieces_of (const papni_samples *samples, unsigned modules)
{
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_error error;
  papni_encoder *encoder = papni_encoder_new (alphabet, &error);
  papni_cursor cursor = { 0 };
  papni_word word = { 0 };
  pieces p = { 0 };
  add_pieces (&p, alphabet, word, modules);
  while (papni_samples_next (samples, &cursor, &word)) {
    papni_encoding encoding;
    expect_ok (papni_encode (encoder, word.symbols, word.length, &encoding, &error), &error);
    if (encoding.mismatch == PAPNI_MISMATCH_NONE)
      add_pieces (&p, alphabet, word, modules);
  }
  papni_encoder_free (encoder);
  sort_pieces (&p);
  return p;
}

/* The word of a term, put together from those of its parts, which come before it. */
static piece word_of (const terms *t, const encoded *words, const pieces *earlier, term number)
{
  const papni_alphabet *alphabet = words->samples->alphabet;
  const shape *s = &t->shapes[number];
  piece p = { .label = (papni_label) s->label, .positive = s->positive };
  if (s->module > 0)
    for (papni_symbol c = 0; c < t->letters; c++)
      if (t->entry[c] == s->module)
        p.module = 1 + rank_of (alphabet, c);
  if (s->before == NO_TERM) {
    assert_int_equal (s->inside, NO_TERM);
    p.ranks = twin_allocate (1, sizeof *p.ranks);
    return p;
  }
  assert_true (s->before < number && (s->inside == NO_TERM || s->inside < number));
  const piece *before = &earlier->list[s->before], *inside = s->inside == NO_TERM ? NULL : &earlier->list[s->inside];
  const stack_symbol last = words->stack.symbols[s->symbol];
  assert_int_equal (before->module, p.module);
  p.ranks = twin_allocate (before->length + (inside ? inside->length + 2 : 1), sizeof *p.ranks);
  memcpy (p.ranks, before->ranks, before->length * sizeof *p.ranks);
  p.length = before->length;
  if (inside) {
    p.ranks[p.length++] = rank_of (alphabet, last.popped);
    memcpy (p.ranks + p.length, inside->ranks, inside->length * sizeof *p.ranks);
    p.length += inside->length;
    assert_int_equal (t->shapes[s->inside].module, t->entry[last.popped]);
  }
  p.ranks[p.length++] = rank_of (alphabet, last.symbol);
  return p;
}

/* Returns the number of terms. */
static size_t expect_pieces (const papni_samples *samples, unsigned modules, unsigned threads)
{
  papni_error error;
  papni_statistics statistics = { 0 };
  encoded words;
  terms t;
  expect_ok (encoded_init (&words, samples, true, &statistics, &error), &error);
  expect_ok (terms_init (&t, &words, &(settings){ .modules = modules, .threads = threads }, &error), &error);
  pieces expected = pieces_of (samples, modules), actual = { 0 };
  assert_int_equal (t.size, expected.count);
  actual.list = twin_allocate (t.size, sizeof *actual.list);
  for (term i = 0; i < t.size; i++) {
    actual.list[i] = word_of (&t, &words, &actual, i);
    actual.count++;
    assert_true (t.rank[i] < t.size);
    const piece *same = &expected.list[t.rank[i]];
    assert_int_equal (by_word_then_module (&actual.list[i], same), 0);
    assert_int_equal (actual.list[i].label, same->label);
    assert_int_equal (actual.list[i].positive, same->positive);
    assert_int_equal (i < t.entries, same->length == 0);
  }
  free_pieces (&expected);
  free_pieces (&actual);
  terms_release (&t);
  encoded_release (&words);
  return expected.count;
}

/* Words longer than a sort key, many with the same beginning. */
static void every_part_once_and_in_order (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 20000 + i };
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 60), 1 + random_below (&source, 80));
    papni_samples *samples = test_samples (sample, NULL);
    expect_pieces (samples, MODULES_CALL, 1);
    expect_pieces (samples, MODULES_ONE, 1);
    test_drop (samples);
    random_sample_free (sample);
  }
}

/* The same text in different modules, and pieces that differ far from their beginnings. */
static void modules_and_late_differences (void **state)
{
  (void) state;
  page p = { 0 };
  page_print (&p, "%%call ( [\n%%return ) ]\n+ ( ) [ ]\n- [ ( ) ] ( [ ] )\n+ ( [ ( a ] ) ] [ ( [ a ) ] )\n");
  for (int last = 0; last < 8; last++) {
    page_print (&p, last & 1 ? "+" : "-");
    for (int i = 0; i < 100; i++)
      page_print (&p, i % 2 ? " )" : " (");
    page_print (&p, " %s%s ( %s ( a ) a ) a\n", last & 1 ? "a" : "b", last & 2 ? " a" : " b", last & 4 ? "a" : "b");
  }
  papni_samples *samples = test_read (p.bytes);
  expect_pieces (samples, MODULES_CALL, 1);
  expect_pieces (samples, MODULES_ONE, 1);
  test_drop (samples);
  free (p.bytes);
}

/* So many terms of each length that threads share them. */
static void threads_sort_the_same (void **state)
{
  (void) state;
  papni_error error;
  random_source source = { 5 };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  expect_ok (papni_alphabet_pair (alphabet, "(", ")", &error), &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  assert_non_null (samples);
  for (size_t i = 0; i < 5000; i++) {
    const char *word[60];
    size_t length = 0, depth = 0;
    while (length + depth < 30) {
      const size_t next = random_below (&source, 6);
      if (next == 0) {
        word[length++] = "(";
        depth++;
      } else if (next == 1 && depth) {
        word[length++] = ")";
        depth--;
      } else
        word[length++] = next < 4 ? "a" : "b";
    }
    for (; depth; depth--)
      word[length++] = ")";
    expect_ok (papni_samples_add (samples, word, length, PAPNI_ACCEPT, &error), &error);
  }
  assert_true (expect_pieces (samples, MODULES_CALL, 3) >= 1 << 15);
  test_drop (samples);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (every_part_once_and_in_order),
    cmocka_unit_test (modules_and_late_differences),
    cmocka_unit_test (threads_sort_the_same),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
