/* learn.c - learning by questions: the oracle is a model, run by the slow twin.
 *
 * Every answer is written down, and the learned model must agree with all of them; no word
 * is asked twice but for the sample of repeats. */
#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* ---- an oracle that records questions ------------------------------------------ */

typedef struct entry
{
  papni_symbol *word; /* of the model's alphabet */
  size_t length;
  papni_answer answer;
} entry;

typedef struct teacher
{
  const papni_model *model;
  papni_symbol *inside; /* the model's number of each symbol of the seeds */
  entry *entries;
  size_t count, room;
  papni_answer (*answer) (struct teacher *teacher, const papni_symbol *word, size_t length); /* NULL: the model's */
  size_t stop_at; /* after so many questions, `status`; 0: never */
  papni_status status;
  bool one_by_one; /* leaves the rest of a batch for the next call */
} teacher;

static papni_answer model_answer (teacher *t, const papni_symbol *word, size_t length)
{
  papni_run *run = papni_run_new (t->model, NULL);
  const papni_verdict verdict = test_run (run, word, length);
  papni_run_free (run);
  return verdict == PAPNI_VERDICT_ACCEPT ? PAPNI_YES : PAPNI_NO;
}

static papni_status teach (void *context, const papni_question *questions, size_t count, papni_answer *answers,
                           papni_error *error)
{
  teacher *t = context;
  for (size_t i = 0; i < count; i++) {
    if (t->stop_at && t->count >= t->stop_at) {
      error->code = t->status;
      strcpy (error->message, "the oracle has had enough");
      return t->status;
    }
    if (t->count == t->room) {
      t->room = 2 * t->room + 64;
      t->entries = realloc (t->entries, t->room * sizeof *t->entries);
      assert_non_null (t->entries);
    }
    entry *e = &t->entries[t->count++];
    e->length = questions[i].length;
    e->word = malloc ((e->length + 1) * sizeof *e->word);
    assert_non_null (e->word);
    for (size_t k = 0; k < e->length; k++)
      e->word[k] = t->inside[questions[i].symbols[k]];
    assert_int_equal (answers[i], PAPNI_UNANSWERED);
    e->answer = answers[i] = t->answer ? t->answer (t, e->word, e->length) : model_answer (t, e->word, e->length);
  }
  return PAPNI_OK;
}

static void teacher_free (teacher *t)
{
  for (size_t i = 0; i < t->count; i++)
    free (t->entries[i].word);
  free (t->entries);
  free (t->inside);
}

static teacher teacher_of (const papni_model *model, const papni_samples *seeds)
{
  const papni_alphabet *outside = papni_samples_alphabet (seeds), *inside = papni_model_alphabet (model);
  teacher t = { .model = model };
  t.inside = calloc (papni_alphabet_size (outside) + 1, sizeof *t.inside);
  assert_non_null (t.inside);
  for (size_t i = 0; i < papni_alphabet_size (outside); i++)
    t.inside[i] = test_symbol (inside, papni_alphabet_name (outside, (papni_symbol) i));
  return t;
}

static size_t total (const papni_asked *asked)
{
  size_t sum = 0;
  for (size_t i = 0; i < PAPNI_PURPOSES; i++)
    sum += asked->questions[i];
  return sum;
}

static int by_word (const void *left, const void *right)
{
  const entry *x = left, *y = right;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return memcmp (x->word, y->word, x->length * sizeof *x->word);
}

/* The learned model agrees with all answers; returns how many words were asked again. */
static size_t check_books (teacher *t, const papni_model *learned)
{
  const papni_alphabet *theirs = papni_model_alphabet (t->model), *ours = papni_model_alphabet (learned);
  size_t again = 0;
  qsort (t->entries, t->count, sizeof *t->entries, by_word);
  papni_symbol word[1000];
  papni_run *run = papni_run_new (learned, NULL);
  for (size_t i = 0; i < t->count; i++) {
    const entry *e = &t->entries[i];
    assert_in_range (e->length, 0, COUNT (word));
    for (size_t k = 0; k < e->length; k++)
      word[k] = test_symbol (ours, papni_alphabet_name (theirs, e->word[k]));
    if (e->answer != PAPNI_UNANSWERED)
      assert_int_equal (test_run (run, word, e->length) == PAPNI_VERDICT_ACCEPT, e->answer == PAPNI_YES);
    again += i && by_word (e - 1, e) == 0;
  }
  papni_run_free (run);
  return again;
}

/* ---- seeds ------------------------------------------------------------------- */

/* An alphabet with all symbols of a model, declared in an order of its own, and words of it
 * without labels. */
static papni_samples *seeds_of (const papni_model *model, size_t count, uint64_t seed, bool backwards)
{
  papni_error error;
  papni_alphabet *own = papni_alphabet_new (NULL, &error), *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *words = papni_samples_new (own, &error), *seeds = papni_samples_new (alphabet, &error);
  papni_generation how = { .positive = count, .most = 12, .seed = seed };
  while (papni_generate (model, &how, words, NULL, &error)) {
    how.most += 4;
    if (how.most > 60) { /* it has fewer words */
      how.most = 12;
      how.positive--;
    }
  }
  const papni_alphabet *all = papni_model_alphabet (model);
  const size_t size = papni_alphabet_size (all);
  for (size_t i = 0; i < size; i++) {
    const papni_symbol s = (papni_symbol) (backwards ? size - 1 - i : i);
    expect_ok (papni_alphabet_declare (alphabet, papni_alphabet_kind (all, s), papni_alphabet_name (all, s), &error),
               &error);
    for (papni_symbol c = 0; c < size; c++) /* pairs, where a return does not pop every call */
      if (papni_alphabet_kind (all, s) == PAPNI_RETURN && papni_alphabet_kind (all, c) == PAPNI_CALL
          && papni_alphabet_pops (all, s, c) && strcmp (papni_alphabet_name (all, c), "<none>") != 0) {
        bool pops_all = true;
        for (papni_symbol d = 0; d < size; d++)
          pops_all = pops_all && (papni_alphabet_kind (all, d) != PAPNI_CALL || papni_alphabet_pops (all, s, d));
        if (!pops_all)
          expect_ok (papni_alphabet_pair (alphabet, papni_alphabet_name (all, c), papni_alphabet_name (all, s), &error),
                     &error);
      }
  }
  const char *names[100];
  for (size_t i = 0; i < papni_samples_size (words); i++) {
    papni_cursor cursor = { 0 };
    papni_word word;
    const size_t wanted = backwards ? papni_samples_size (words) - 1 - i : i;
    for (size_t k = 0; k <= wanted; k++)
      assert_true (papni_samples_next (words, &cursor, &word));
    for (size_t k = 0; k < word.length; k++)
      names[k] = papni_alphabet_name (own, word.symbols[k]);
    expect_ok (papni_samples_add (seeds, names, word.length, PAPNI_UNKNOWN, &error), &error);
  }
  test_drop (words);
  return seeds;
}

static bool same_language (const papni_model *one, const papni_model *other)
{
  papni_error error;
  papni_least *least = papni_least_new (one, other, PAPNI_EITHER, NULL, &error);
  papni_least_word word;
  bool found = true;
  assert_non_null (least);
  expect_ok (papni_least_next (least, 1000, &word, &found, &error), &error);
  papni_least_free (least);
  return !found;
}

/* ---- tests ------------------------------------------------------------------- */

static void languages (void **state)
{
  (void) state;
  for (size_t i = 0; i < papni_language_count (); i++) {
    papni_error error;
    papni_model *model = papni_language_model (i, NULL, &error);
    papni_samples *seeds = seeds_of (model, 10, 1, false);
    teacher t = teacher_of (model, seeds);
    papni_asking how = papni_default_asking (teach, &t);
    papni_asked asked;
    papni_model *learned = papni_learn_oracle (seeds, &how, &asked, &error);
    assert_non_null (learned);
    if (!same_language (model, learned))
      fail_msg ("%s is not learned", papni_language_name (i));
    assert_true (asked.complete);
    assert_int_equal (asked.disagreements, 0);
    assert_int_equal (asked.contradictions, 0);
    assert_int_equal (total (&asked), t.count);
    assert_in_range (t.count, 1, 2000);
    assert_int_equal (check_books (&t, learned), asked.questions[PAPNI_ASK_AGAIN]);
    papni_model_free (learned);
    teacher_free (&t);
    test_drop (seeds);
    papni_model_free (model);
  }
}

/* Models with holes everywhere, whose calls lead to the start: what is learned need not be all, but it agrees with
 * every answer. */
static void random_models (void **state)
{
  (void) state;
  random_source source = { 16 };
  for (size_t round = 0; round < test_count (60); round++) {
    papni_alphabet *alphabet = models_alphabet (1 + round % 3, round % 4, round % 2);
    draft d = draft_random (&source, round % 4 ? PAPNI_SEVPA : PAPNI_DFA, alphabet, 2 + round % 7, 50);
    for (size_t i = 0; i < d.count; i++)
      if (papni_alphabet_kind (alphabet, d.transitions[i].symbol) == PAPNI_CALL)
        d.transitions[i].to = 0;
    papni_model *model = draft_model (&d);
    papni_samples *seeds = seeds_of (model, 8, round + 1, false);
    teacher t = teacher_of (model, seeds);
    papni_asking how = papni_default_asking (teach, &t);
    papni_asked asked;
    papni_error error;
    papni_model *learned = papni_learn_oracle (seeds, &how, &asked, &error);
    assert_non_null (learned);
    assert_true (asked.complete);
    assert_int_equal (asked.disagreements, 0);
    assert_int_equal (check_books (&t, learned), asked.questions[PAPNI_ASK_AGAIN]);
    papni_model_free (learned);
    teacher_free (&t);
    test_drop (seeds);
    papni_model_free (model);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
}

/* With an equivalence oracle, learning is exact, and needs no seeds. */
typedef struct exact
{
  teacher teacher;
  papni_alphabet *alphabet; /* of the seeds */
  papni_symbol word[1000];
  size_t rounds;
} exact;

static papni_status teach_exactly (void *context, const papni_question *questions, size_t count, papni_answer *answers,
                                   papni_error *error)
{
  return teach (&((exact *) context)->teacher, questions, count, answers, error);
}

static papni_status compare_models (void *context, const papni_model *model, papni_question *word, bool *found,
                                    papni_error *error)
{
  exact *x = context;
  papni_least_word least_word;
  papni_least *least = papni_least_new (x->teacher.model, model, PAPNI_EITHER, NULL, error);
  assert_non_null (least);
  expect_ok (papni_least_next (least, COUNT (x->word), &least_word, found, error), error);
  for (size_t i = 0; *found && i < least_word.length; i++)
    x->word[i] = test_symbol (x->alphabet, papni_alphabet_name (papni_least_alphabet (least), least_word.symbols[i]));
  *word = (papni_question){ x->word, *found ? (size_t) least_word.length : 0 };
  papni_least_free (least);
  x->rounds++;
  return PAPNI_OK;
}

static void equivalence (void **state)
{
  (void) state;
  random_source source = { 17 };
  for (size_t round = 0; round < test_count (60); round++) {
    papni_alphabet *alphabet = models_alphabet (1 + round % 3, round % 4, round % 2);
    draft d = draft_random (&source, round % 4 ? PAPNI_SEVPA : PAPNI_DFA, alphabet, 2 + round % 7, 80);
    for (size_t i = 0; i < d.count; i++)
      if (papni_alphabet_kind (alphabet, d.transitions[i].symbol) == PAPNI_CALL)
        d.transitions[i].to = 0;
    papni_model *model = draft_model (&d);
    papni_samples *seeds = seeds_of (model, 0, 1, false);
    exact x = { .teacher = teacher_of (model, seeds), .alphabet = papni_samples_alphabet (seeds) };
    papni_asking how = papni_default_asking (teach_exactly, &x);
    how.equivalence = compare_models;
    papni_asked asked;
    papni_error error;
    papni_model *learned = papni_learn_oracle (seeds, &how, &asked, &error);
    assert_non_null (learned);
    assert_true (asked.complete && same_language (model, learned));
    assert_int_equal (check_books (&x.teacher, learned), 0);
    papni_model_free (learned);
    teacher_free (&x.teacher);
    test_drop (seeds);
    papni_model_free (model);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
}

static void same_for_any_order (void **state)
{
  (void) state;
  for (size_t i = 0; i < papni_language_count (); i++) {
    papni_error error;
    papni_model *model = papni_language_model (i, NULL, &error);
    page pages[2];
    size_t questions[2];
    for (int backwards = 0; backwards < 2; backwards++) {
      papni_samples *seeds = seeds_of (model, 10, 2, backwards);
      teacher t = teacher_of (model, seeds);
      papni_asking how = papni_default_asking (teach, &t);
      papni_asked asked;
      papni_model *learned = papni_learn_oracle (seeds, &how, &asked, &error);
      assert_non_null (learned);
      pages[backwards] = test_json (learned);
      questions[backwards] = total (&asked);
      papni_model_free (learned);
      teacher_free (&t);
      test_drop (seeds);
    }
    assert_int_equal (questions[0], questions[1]);
    assert_string_equal (pages[0].bytes, pages[1].bytes);
    free (pages[0].bytes);
    free (pages[1].bytes);
    papni_model_free (model);
  }
}

/* The JSON language, some seeds, and an oracle that may be told how to behave. */
static papni_model *learn_json (teacher *behaviour, size_t most, papni_asked *asked, papni_error *error)
{
  papni_model *model = papni_language_model (papni_language_find ("json"), NULL, error);
  papni_samples *seeds = seeds_of (model, 10, 3, false);
  teacher t = teacher_of (model, seeds);
  t.answer = behaviour->answer;
  t.stop_at = behaviour->stop_at;
  t.status = behaviour->status;
  papni_asking how = papni_default_asking (teach, &t);
  how.most = most;
  papni_model *learned = papni_learn_oracle (seeds, &how, asked, error);
  behaviour->count = t.count;
  teacher_free (&t);
  test_drop (seeds);
  papni_model_free (model);
  return learned;
}

static void limits (void **state)
{
  (void) state;
  const size_t limits[] = { 1, 2, 15, 60, 200, 500, 900 };
  for (size_t i = 0; i < COUNT (limits); i++) {
    teacher t = { 0 };
    papni_asked asked;
    papni_error error = { 0 };
    papni_model *learned = learn_json (&t, limits[i], &asked, &error);
    assert_int_equal (t.count, limits[i]);
    assert_false (asked.complete);
    if (!learned) /* not even the empty word was asked */
      assert_int_equal (error.code, PAPNI_CANCELLED);
    assert_true (learned || limits[i] < 15);
    papni_model_free (learned);
  }
}

static void trouble (void **state)
{
  (void) state;
  for (size_t stop = 1; stop < 1000; stop += test_is_small () ? 150 : 7) {
    papni_asked asked;
    papni_error error = { 0 };
    teacher broken = { .stop_at = stop, .status = PAPNI_SYSTEM },
            tired = { .stop_at = stop, .status = PAPNI_CANCELLED };
    assert_null (learn_json (&broken, 0, &asked, &error));
    assert_int_equal (error.code, PAPNI_SYSTEM);
    papni_model *learned = learn_json (&tired, 0, &asked, &error);
    assert_true (learned || stop <= 11);
    assert_false (asked.complete);
    papni_model_free (learned);
  }
}

static papni_answer at_random (teacher *t, const papni_symbol *word, size_t length)
{
  (void) word, (void) length;
  uint64_t x = (t->count + 1) * 0x9e3779b97f4a7c15u;
  return (x ^ x >> 31) % 3 == 0 ? PAPNI_YES : PAPNI_NO;
}

static papni_answer changing (teacher *t, const papni_symbol *word, size_t length)
{
  const papni_answer truth = model_answer (t, word, length);
  return t->count < 800 ? truth : truth == PAPNI_YES ? PAPNI_NO : PAPNI_YES;
}

static papni_answer silent_on_objects (teacher *t, const papni_symbol *word, size_t length)
{
  const papni_symbol call = test_symbol (papni_model_alphabet (t->model), "{");
  for (size_t i = 0; i < length; i++)
    if (word[i] == call)
      return PAPNI_UNANSWERED;
  return model_answer (t, word, length);
}

static void hostile (void **state)
{
  (void) state;
  papni_asked asked;
  papni_error error = { 0 };
  teacher t = { .answer = at_random };
  papni_model *learned = learn_json (&t, 5000, &asked, &error);
  assert_non_null (learned);
  assert_int_equal (t.count, 5000);
  assert_false (asked.complete);
  assert_true (asked.contradictions > 0);
  papni_model_free (learned);

  t = (teacher){ .answer = changing };
  learned = learn_json (&t, 20000, &asked, &error);
  assert_non_null (learned);
  assert_true (asked.contradictions > 0);
  papni_model_free (learned);

  t = (teacher){ .answer = silent_on_objects };
  learned = learn_json (&t, 0, &asked, &error);
  assert_non_null (learned);
  assert_true (asked.complete);
  assert_true (asked.unanswered > 0);
  papni_run *run = papni_run_new (learned, &error);
  const papni_alphabet *alphabet = papni_model_alphabet (learned);
  const papni_symbol object[] = { test_symbol (alphabet, "{"), test_symbol (alphabet, "}") };
  const papni_symbol array[] = { test_symbol (alphabet, "["), test_symbol (alphabet, "]") };
  assert_int_not_equal (test_run (run, object, 2), PAPNI_VERDICT_ACCEPT);
  assert_int_equal (test_run (run, array, 2), PAPNI_VERDICT_ACCEPT);
  papni_run_free (run);
  papni_model_free (learned);
}

/* Labels are answers: nobody is asked about them, and the model agrees with them. */
static papni_status refuse (void *context, const papni_question *questions, size_t count, papni_answer *answers,
                            papni_error *error)
{
  (void) context, (void) error;
  for (size_t i = 0; i < count; i++) {
    assert_true (questions[i].length != 2); /* ( ) and ( ( ) are labelled below */
    answers[i] = PAPNI_NO;
  }
  return PAPNI_OK;
}

static void labels (void **state)
{
  (void) state;
  papni_samples *seeds = test_read ("%call (\n%return )\n%internal a\n+ ( )\n- a a\n- ( ( )\n+ a )\n");
  papni_asking how = papni_default_asking (refuse, NULL);
  papni_asked asked;
  papni_error error;
  how.agree = 0;
  papni_model *learned = papni_learn_oracle (seeds, &how, &asked, &error);
  assert_non_null (learned);
  assert_int_equal (asked.dropped, 2);
  papni_run *run = papni_run_new (learned, &error);
  const papni_alphabet *alphabet = papni_model_alphabet (learned);
  const papni_symbol pair[] = { test_symbol (alphabet, "("), test_symbol (alphabet, ")") };
  assert_int_equal (test_run (run, pair, 2), PAPNI_VERDICT_ACCEPT);
  papni_run_free (run);
  papni_model_free (learned);
  test_drop (seeds);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (languages),   cmocka_unit_test (random_models),
                                      cmocka_unit_test (equivalence), cmocka_unit_test (same_for_any_order),
                                      cmocka_unit_test (limits),      cmocka_unit_test (trouble),
                                      cmocka_unit_test (hostile),     cmocka_unit_test (labels) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
