/* memory.c - every allocation fails in turn.
 *
 * A job is repeated with an allocator whose n-th call fails, for n = 1, 2, 3 ... until
 * the job succeeds. Each time the library must return PAPNI_MEMORY and leak nothing.
 * jansson uses the same allocator. */
#include "oracle/models.h"
#include "oracle/support.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* jansson's hooks have no context. */
static ledger *books;
static bool json_failed;

static void *json_allocate (size_t size)
{
  void *block = ledger_malloc (books, size);
  json_failed = json_failed || !block;
  return block;
}

static void json_release (void *block)
{
  ledger_free (books, block);
}

/* Uses this allocator and frees everything; returns the status. */
typedef papni_status (*job) (const papni_allocator *allocator, const void *argument, papni_error *error);

/* If jansson is out of memory for a string, it reports a syntax error or nothing. */
static bool json_said_so (papni_status status, const papni_error *error)
{
  size_t length = strlen (error->message);
  return json_failed && status == PAPNI_INPUT && length > 0 && error->message[length - 1] != ' ';
}

/* If several threads need too much memory, learning goes on with fewer, or begins again with one. */
static bool may_do_with_less;

static void fail_in_turn (job work, const void *argument)
{
  bool failed = true;
  for (size_t n = 1; failed; n += test_is_small () ? 1 + n / 8 : 1) {
    ledger l = { .fail_at = n };
    papni_allocator allocator = ledger_allocator (&l);
    papni_error error = { 0 };
    books = &l;
    json_failed = false;
    papni_status status = work (&allocator, argument, &error);
    failed = l.failed;
    bool right = status == (failed ? PAPNI_MEMORY : PAPNI_OK) || json_said_so (status, &error)
                 || (may_do_with_less && status == PAPNI_OK);
    if (!right || error.code != status)
      fail_msg ("allocation %zu: status %d, code %d: %s", n, (int) status, (int) error.code, error.message);
    if (l.bytes || l.blocks)
      fail_msg ("allocation %zu: %zu bytes in %zu blocks are left", n, l.bytes, l.blocks);
    if (l.wrong)
      fail_msg ("allocation %zu: a size that was not the block's", n);
  }
}

/* ---- words --------------------------------------------------------------- */

static papni_status add_words (papni_samples *samples, papni_error *error)
{
  static const char *const words[][4] = { { "(", "a", ")", "b" }, { "[", "a", "a", "]" }, { "c", "d", "e", "f" } };
  papni_status status = PAPNI_OK;
  for (size_t round = 0; !status && round < 20; round++)
    for (size_t i = 0; !status && i < COUNT (words); i++)
      status = papni_samples_add (samples, words[i], 4, round % 2 ? PAPNI_ACCEPT : PAPNI_REJECT, error);
  return status;
}

static papni_status add_many (papni_samples *samples, papni_error *error)
{
  static const char *const names[] = { "x", "(", ")" };
  static const uint16_t ids[] = { 1, 0, 2, 1, 2 };
  static const uint64_t offsets[] = { 0, 3, 5 };
  const papni_words words = { ids, 2, 5, offsets, (uint8_t[]){ 1, 0 }, 2, names, COUNT (names), "words" };
  return papni_samples_add_many (samples, &words, error);
}

static papni_status adding_words (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  (void) argument;
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  if (!alphabet)
    return error->code;
  papni_samples *samples = papni_samples_new (alphabet, error);
  papni_status status = samples ? PAPNI_OK : error->code;
  if (!status)
    status = papni_alphabet_declare (alphabet, PAPNI_CALL, "(", error);
  if (!status)
    status = papni_alphabet_declare (alphabet, PAPNI_RETURN, ")", error);
  if (!status)
    status = papni_alphabet_pair (alphabet, "[", "]", error);
  if (!status)
    status = add_words (samples, error);
  if (!status)
    status = add_many (samples, error);
  if (!status)
    status = papni_samples_check (samples, error);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return status;
}

static void adding (void **state)
{
  (void) state;
  fail_in_turn (adding_words, NULL);
}

typedef struct input
{
  papni_reading reading;
  page bytes;
} input;

/* Reads; if that fails, reading again must work, and nothing before it is lost. */
static papni_status reading_words (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const input *in = argument;
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  if (!alphabet)
    return error->code;
  papni_samples *samples = papni_samples_new (alphabet, error);
  papni_status status = samples ? PAPNI_OK : error->code;
  if (!status) {
    status = papni_samples_read (samples, in->bytes.bytes, in->bytes.size, "file", &in->reading, error);
    size_t before = papni_samples_size (samples);
    if (status) {
      papni_error again;
      expect_ok (papni_samples_read (samples, in->bytes.bytes, in->bytes.size, "again", &in->reading, &again), &again);
      assert_in_range (papni_samples_size (samples), before + 1, 2 * before + 40);
    }
  }
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return status;
}

/* 30 words with many different symbols: of one letter each, and longer. */
static void fill_input (input *in, const char *top, const char *begin, const char *piece, const char *end)
{
  page_print (&in->bytes, "%s", top);
  for (int w = 0; w < 30; w++) {
    page_print (&in->bytes, "%s", begin);
    page_print (&in->bytes, piece, 'a' + w % 26, w, 'A' + w % 26, 29 - w);
    page_print (&in->bytes, "%s", end);
  }
}

static void reading (void **state)
{
  (void) state;
  static const struct
  {
    papni_reading reading;
    const char *top, *begin, *piece, *end;
  } cases[] = {
    { { .format = PAPNI_FORMAT_TOKENS },
      "%call ( [\n%return )\n%pair < >\n%pattern x* y*\n",
      "+",
      " %c%d %c x%d",
      "\n" },
    { { .format = PAPNI_FORMAT_CHARS }, "%call (\n", "- ", "%c%d%c\xc3\xa9%d", "\n" },
    { { .format = PAPNI_FORMAT_ABBADINGO }, "30 200\n", "1 3", " %c%d %c x%d", "\n" },
    { { .format = PAPNI_FORMAT_CSV }, "word,label\n", "\"", "%c%d %c \"\"%d", "\",+\n" },
    { { .format = PAPNI_FORMAT_CSV, .chars = true }, "word,label\n", "\"", "%c%d%c\"\"%d", "\",+\n" },
    { { .format = PAPNI_FORMAT_JSONL }, "", "{\"label\": true, \"word\": [", "\"%c%d\", \"%c\", \"x%d\"", "]}\n" },
    { { .format = PAPNI_FORMAT_JSONL }, "", "{\"label\": true, \"text\": \"", "%c%d%c\xc3\xa9%d", "\"}\n" },
    { { .format = PAPNI_FORMAT_AUTO }, "# comment\n", "+", " %c%d %c x%d", "\n" },
    { { .format = PAPNI_FORMAT_TOKENS, .unlabelled = true }, "", "", "%c%d %c x%d", "\n" },
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    input in = { .reading = cases[i].reading };
    fill_input (&in, cases[i].top, cases[i].begin, cases[i].piece, cases[i].end);
    fail_in_turn (reading_words, &in);
    free (in.bytes.bytes);
  }
}

/* ---- logs ---------------------------------------------------------------- */

typedef struct log_case
{
  const char *settings[8];
  const char *bytes;
} log_case;

static papni_status reading_log (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const log_case *in = argument;
  papni_layout *layout = papni_layout_new (allocator, error);
  papni_alphabet *alphabet = layout ? papni_alphabet_new (allocator, error) : NULL;
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, error) : NULL;
  papni_status status = samples ? PAPNI_OK : error->code;
  for (size_t i = 0; !status && i < COUNT (in->settings) && in->settings[i]; i += 2)
    status = papni_layout_set (layout, in->settings[i], in->settings[i + 1], error);
  if (!status)
    status = papni_layout_read (layout, samples, in->bytes, strlen (in->bytes), "log", error);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  papni_layout_free (layout);
  return status;
}

static void reading_logs (void **state)
{
  (void) state;
  static const log_case cases[] = {
    { { "case", "id", "event", "what,how", "order", "when", "accept", "yes" },
      "id,what,how,when,label\n1,\"a \"\"b\"\"\",x,2,yes\n2,b,y,1,no\n1,c,z,1,yes\n" },
    { { "format", "xes", "order", "time:timestamp", "label", "outcome", "accept", "ok" },
      "<log><trace><string key='outcome' value='ok'/><event><string key='concept:name' value='a'/><date "
      "key='time:timestamp' value='2024-05-17T09:00:00Z'/></event></trace><trace/></log>" },
    { { "format", "chrome" },
      "[{\"name\":\"a\",\"ph\":\"B\",\"ts\":1},{\"name\":\"c\",\"ph\":\"i\",\"ts\":2},{\"ph\":\"E\",\"ts\":3},"
      "{\"name\":\"b\",\"ph\":\"X\",\"ts\":5,\"dur\":2,\"args\":{\"x\":[1,{}]}}]" },
    { { "format", "otlp", "label", "k", "accept", "v" },
      "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"1\",\"spanId\":\"2\",\"name\":\"a\","
      "\"startTimeUnixNano\":\"5\",\"attributes\":[{\"key\":\"k\",\"value\":{\"stringValue\":\"v\"}}]},"
      "{\"traceId\":\"1\",\"spanId\":\"3\",\"parentSpanId\":\"2\",\"name\":\"b\",\"startTimeUnixNano\":6,"
      "\"events\":[{\"name\":\"e\",\"timeUnixNano\":7}]}]}]}]}" },
    { { "regex", "(?<case>\\d) (?<event>\\w)", "format", "log" }, "1 a\nx\n2 b\n1 c\n" },
    { { "labels", "accept" }, "%call (\n( )\n" },
  };
  for (size_t i = 0; i < COUNT (cases); i++)
    fail_in_turn (reading_log, &cases[i]);
}

/* ---- documents ----------------------------------------------------------- */

typedef struct document
{
  const char *lexer, *text;
} document;

/* Makes a lexer, reads a document from memory and from a file, and keeps the model's lexer. */
static papni_status lexing (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const document *d = argument;
  papni_lexer *lexer = papni_lexer_new (d->lexer, allocator, error);
  papni_alphabet *alphabet = lexer ? papni_alphabet_new (allocator, error) : NULL;
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, error) : NULL;
  papni_status status = samples ? PAPNI_OK : error->code;
  if (!status)
    status = papni_lexer_bytes (lexer, d->text, strlen (d->text), "document", 1, error);
  if (!status)
    status = papni_samples_add_document (samples, lexer, PAPNI_ACCEPT, error);
  if (!status)
    status = papni_lexer_open (lexer, "/dev/null", error);
  if (!status)
    status = papni_samples_add_document (samples, lexer, PAPNI_REJECT, error);
  papni_model *model = NULL;
  if (!status) {
    model = papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, 1, (bool[]){ true }, NULL, 0 }, error);
    status = model ? PAPNI_OK : error->code;
  }
  papni_model_free (model);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  papni_lexer_free (lexer);
  return status;
}

static void documents (void **state)
{
  (void) state;
  static const document cases[] = {
    { "json", "{\"a\": [1, 2, {}], \"b\": null}" },
    { "xml", "<a><b x='1'/>text<c></c><!-- d --></a>" },
    { "xml:attributes", "<a u='1' v='2' w='3'><b x='1' y='2'/></a>" },
    { "words", "a list of words" },
    { "rules:\nopen \\(\nclose \\)\n%pattern o*n cl*se\n%pair open close\nname [a-z]+|\\d(?=x)\nblank \\s+\n%skip "
      "blank\n",
      "(a (b c) d)" },
  };
  for (size_t i = 0; i < COUNT (cases); i++)
    fail_in_turn (lexing, &cases[i]);
}

static papni_status listing (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  papni_documents *list = papni_documents_open (argument, allocator, error);
  papni_status status = list ? PAPNI_OK : error->code;
  papni_documents_free (list);
  return status;
}

static void folders (void **state)
{
  (void) state;
  char folder[] = "/tmp/papni-memory-XXXXXX", path[64];
  assert_non_null (mkdtemp (folder));
  static const char *const folders[] = { "pos", "pos/deep", "neg" }, *const files[] = { "pos/deep/a", "neg/b", "list" };
  for (size_t i = 0; i < COUNT (folders); i++) {
    snprintf (path, sizeof path, "%s/%s", folder, folders[i]);
    assert_int_equal (mkdir (path, 0700), 0);
  }
  for (size_t i = 0; i < COUNT (files); i++) {
    snprintf (path, sizeof path, "%s/%s", folder, files[i]);
    FILE *file = fopen (path, "w");
    assert_non_null (file);
    fputs ("+ pos/deep/a\n- neg/b\n", file);
    assert_int_equal (fclose (file), 0);
  }
  fail_in_turn (listing, path);
  fail_in_turn (listing, folder);
  for (size_t i = COUNT (files); i-- > 0;) {
    snprintf (path, sizeof path, "%s/%s", folder, files[i]);
    assert_int_equal (remove (path), 0);
  }
  for (size_t i = COUNT (folders); i-- > 0;) {
    snprintf (path, sizeof path, "%s/%s", folder, folders[i]);
    assert_int_equal (remove (path), 0);
  }
  assert_int_equal (remove (folder), 0);
}

/* ---- learning ------------------------------------------------------------ */

typedef struct lesson
{
  const twin_sample *sample;
  settings options;
} lesson;

/* The samples are there; every allocation of learning fails in turn. */
static papni_status learning_words (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const lesson *l = argument;
  size_t fail_at = books->fail_at;
  books->fail_at = 0;
  papni_samples *samples = test_samples (l->sample, allocator);
  books->fail_at = books->calls + fail_at;
  papni_statistics statistics;
  papni_model *model = test_learn_with (samples, &l->options, &statistics, error);
  papni_status status = model ? PAPNI_OK : error->code;
  papni_model_free (model);
  test_drop (samples);
  return status;
}

static void learning (void **state)
{
  (void) state;
  random_source source = { 42 };
  twin_sample *samples[] = { random_language_sample (&source, 3, 100, 16, true),
                             random_language_sample (&source, 12, 100, 16, false),
                             random_regular_sample (&source, 120, 8, 12) };
  for (size_t i = 0; i < COUNT (samples); i++) {
    for (unsigned number = 0; number < ALL_OPTIONS; number++) {
      lesson l = { samples[i], test_setting (number) };
      l.options.threads = number / 4 % 2 ? 3 : 1;
      may_do_with_less = l.options.model == PAPNI_SEVPA && l.options.threads > 1;
      fail_in_turn (learning_words, &l);
      may_do_with_less = false;
    }
    random_sample_free (samples[i]);
  }
}

/* ---- a limit ---- */

/* An allocator with so much memory. */
typedef struct budget
{
  pthread_mutex_t lock;
  size_t used, peak, most;
} budget;

static void *spend (void *context, void *block, size_t old_size, size_t new_size)
{
  budget *b = context;
  void *result = NULL;
  pthread_mutex_lock (&b->lock);
  if (!new_size)
    free (block);
  else if (b->used - old_size + new_size <= b->most)
    result = realloc (block, new_size);
  if (result || !new_size)
    b->used += new_size - old_size;
  b->peak = b->used > b->peak ? b->used : b->peak;
  pthread_mutex_unlock (&b->lock);
  return result;
}

/* Learns with so much memory; returns how much was used at once. */
static size_t learn_within (const lesson *l, unsigned threads, size_t most)
{
  budget b = { .lock = PTHREAD_MUTEX_INITIALIZER, .most = most };
  const papni_allocator allocator = { spend, &b };
  settings options = l->options;
  papni_error error = { 0 };
  papni_statistics statistics;
  options.threads = threads;
  papni_samples *samples = test_samples (l->sample, &allocator);
  papni_model *model = test_learn_with (samples, &options, &statistics, &error);
  if (!model)
    fail_msg ("%u threads, %zu bytes: %s", threads, most, error.message);
  papni_model_free (model);
  test_drop (samples);
  assert_int_equal (b.used, 0);
  return b.peak;
}

/* What is enough for one thread is enough for several, apart from their stacks. */
static void learning_within_a_limit (void **state)
{
  (void) state;
  enum
  {
    FEW_BYTES = 4096 /* for starting threads */
  };
  random_source source = { 45 };
  twin_sample *sample = random_language_sample (&source, 12, 3000, 30, true);
  for (unsigned number = 0; number < ALL_OPTIONS; number++) {
    const lesson l = { sample, test_setting (number) };
    if (l.options.model != PAPNI_SEVPA)
      continue;
    const size_t peak = learn_within (&l, 1, SIZE_MAX);
    for (unsigned threads = 2; threads <= 8; threads *= 2)
      learn_within (&l, threads, peak + FEW_BYTES);
  }
  random_sample_free (sample);
}

/* A search on a tree, by a caller who does not ask what went wrong. */
static papni_status learning_from_a_tree (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  size_t fail_at = books->fail_at;
  books->fail_at = 0;
  papni_samples *samples = test_samples (argument, allocator);
  papni_options *options = papni_options_new (allocator, error);
  expect_ok (papni_options_set (options, "model", "vpa", error), error);
  expect_ok (papni_options_set (options, "search", "2", error), error);
  papni_tree *tree = papni_tree_new (samples, options, NULL, NULL, error);
  assert_non_null (tree);
  books->fail_at = books->calls + fail_at;
  papni_model *model = papni_tree_learn (tree, options, NULL, NULL, NULL);
  error->code = model ? PAPNI_OK : PAPNI_MEMORY;
  papni_model_free (model);
  papni_tree_free (tree);
  papni_options_free (options);
  test_drop (samples);
  return error->code;
}

static void learning_in_silence (void **state)
{
  (void) state;
  random_source source = { 43 };
  twin_sample *sample = random_language_sample (&source, 3, 60, 14, true);
  fail_in_turn (learning_from_a_tree, sample);
  random_sample_free (sample);
}

/* By description length, with a stack and without one. */
static void learning_by_contexts (void **state)
{
  (void) state;
  random_source source = { 44 };
  twin_sample *samples[] = { random_language_sample (&source, 12, 60, 16, true),
                             random_regular_sample (&source, 60, 8, 6) };
  for (size_t i = 0; i < COUNT (samples); i++) {
    lesson l = { samples[i], test_setting (0) };
    l.options.model = i ? PAPNI_DFA : MODEL_GENERAL;
    l.options.method = METHOD_CONTEXTS;
    fail_in_turn (learning_words, &l);
    random_sample_free (samples[i]);
  }
}

/* With copies of the engine. */
static void searching (void **state)
{
  (void) state;
  random_source source = { 43 };
  twin_sample *sample = random_language_sample (&source, 12, 40, 10, true);
  for (unsigned number = 0; number < ALL_OPTIONS; number += 5) {
    lesson l = { sample, test_setting (number) };
    l.options.search = 1;
    l.options.threads = number % 2 ? 3 : 1;
    fail_in_turn (learning_words, &l);
  }
  random_sample_free (sample);
}

/* ---- questions ----------------------------------------------------------- */

/* Brackets around a or b, or the two of them. */
static papni_status answering (void *context, const papni_question *questions, size_t count, papni_answer *answers,
                               papni_error *error)
{
  (void) context, (void) error;
  for (size_t i = 0; i < count; i++) {
    const size_t length = questions[i].length;
    const papni_symbol *w = questions[i].symbols;
    size_t open = 0;
    while (open < length && w[open] == 0)
      open++;
    bool right = length > 2 * open && length <= 2 * open + 2;
    for (size_t k = open; right && k < length; k++)
      right = k < length - open ? w[k] > 1 && (k == open || w[k] != w[k - 1]) : w[k] == 1;
    answers[i] = right ? PAPNI_YES : PAPNI_NO;
  }
  return PAPNI_OK;
}

static papni_status asking_questions (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  (void) argument;
  static const char *const words[][3] = { { "a" }, { "(", "b", ")" }, { "a", "b" } };
  static const size_t lengths[] = { 1, 3, 2 };
  size_t fail_at = books->fail_at;
  books->fail_at = 0;
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  papni_samples *samples = papni_samples_new (alphabet, error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, "(", error), error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, ")", error), error);
  for (size_t i = 0; i < COUNT (words); i++)
    expect_ok (papni_samples_add (samples, words[i], lengths[i], i ? PAPNI_UNKNOWN : PAPNI_ACCEPT, error), error);
  books->fail_at = books->calls + fail_at;
  papni_asking how = papni_default_asking (answering, NULL);
  how.agree = 30;
  papni_model *model = papni_learn_oracle (samples, &how, NULL, error);
  papni_status status = model ? PAPNI_OK : error->code;
  papni_model_free (model);
  test_drop (samples);
  return status;
}

/* Nests of <a and a>. */
static papni_status answering_texts (void *context, const papni_string *texts, size_t count, papni_answer *answers,
                                     papni_error *error)
{
  (void) context, (void) error;
  for (size_t i = 0; i < count; i++) {
    const size_t pairs = texts[i].size / 4;
    bool right = pairs && texts[i].size == 4 * pairs;
    for (size_t k = 0; right && k < 4 * pairs; k++)
      right = texts[i].bytes[k] == (k < 2 * pairs ? "<a" : "a>")[k % 2];
    answers[i] = right ? PAPNI_YES : PAPNI_NO;
  }
  return PAPNI_OK;
}

static papni_status asking_about_texts (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  (void) argument;
  const papni_string seeds[] = { { "<aa>", 4 }, { "<a<aa>a>", 8 } };
  papni_text_asking how = papni_default_text_asking (answering_texts, NULL);
  how.agree = 10;
  how.allocator = allocator;
  papni_model *model = papni_learn_text (seeds, COUNT (seeds), &how, NULL, error);
  papni_status status = model ? PAPNI_OK : error->code;
  papni_model_free (model);
  return status;
}

static void questions (void **state)
{
  (void) state;
  fail_in_turn (asking_questions, NULL);
  fail_in_turn (asking_about_texts, NULL);
}

static papni_status encoding_words (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  size_t fail_at = books->fail_at;
  books->fail_at = 0;
  papni_samples *samples = test_samples (argument, allocator);
  books->fail_at = books->calls + fail_at;
  papni_encoder *encoder = papni_encoder_new (papni_samples_alphabet (samples), error);
  papni_status status = encoder ? PAPNI_OK : error->code;
  papni_cursor cursor = { 0 };
  papni_word word;
  papni_encoding encoding;
  while (!status && papni_samples_next (samples, &cursor, &word))
    status = papni_encode (encoder, word.symbols, word.length, &encoding, error);
  papni_encoder_free (encoder);
  test_drop (samples);
  return status;
}

/* Samples over the stack-aware alphabet, and a dfa over it that becomes a vpa. */
static papni_status encoding_samples (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  static const bool accepting[] = { true };
  size_t fail_at = books->fail_at;
  books->fail_at = 0;
  papni_samples *samples = test_samples (argument, allocator);
  books->fail_at = books->calls + fail_at;
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  papni_samples *encoded = alphabet ? papni_samples_new (alphabet, error) : NULL;
  papni_status status = encoded ? papni_samples_encode (samples, encoded, NULL, error) : error->code;
  const papni_transition loop = { 0, PAPNI_NO_STATE, 0, 0, PAPNI_NO_SYMBOL };
  papni_model *dfa =
      status ? NULL : papni_model_new (&(papni_parts){ PAPNI_DFA, alphabet, 1, accepting, &loop, 1 }, error);
  papni_model *vpa = dfa ? papni_model_with_stack (dfa, NULL, error) : NULL;
  papni_coverage *coverage = vpa ? papni_coverage_new (vpa, samples, error) : NULL;
  status = coverage ? PAPNI_OK : error->code;
  papni_coverage_free (coverage);
  papni_model_free (vpa);
  papni_model_free (dfa);
  papni_samples_free (encoded);
  papni_alphabet_free (alphabet);
  test_drop (samples);
  return status;
}

static void encoding (void **state)
{
  (void) state;
  random_source source = { 43 };
  twin_sample *sample = random_language_sample (&source, 4, 100, 60, true);
  fail_in_turn (encoding_words, sample);
  fail_in_turn (encoding_samples, sample);
  random_sample_free (sample);
}

/* ---- models -------------------------------------------------------------- */

/* Reads a model, runs a deep word on it, looks ahead, writes it in every way. */
static papni_status using_a_model (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const page *json = argument;
  papni_model *model = papni_model_read (json->bytes, json->size, "model", allocator, error);
  papni_run *run = model ? papni_run_new (model, error) : NULL;
  papni_status status = run ? PAPNI_OK : error->code;
  for (size_t i = 0; !status && i < 1000; i++)
    status = papni_run_step (run, test_symbol (papni_model_alphabet (model), "("), error);
  if (!status)
    status = papni_run_look_ahead (run, error);
  static const char *const formats[] = { "json", "table", "dot",   "ebnf",    "antlr",
                                         "gbnf", "lark",  "aalpy", "mermaid", "c" };
  for (size_t i = 0; !status && i < COUNT (formats); i++) {
    page p = { 0 };
    status = papni_model_write (model, formats[i], page_writer (&p), error);
    free (p.bytes);
  }
  papni_run_free (run);
  papni_model_free (model);
  return status;
}

static void models (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("%pair ( )\n%pair [ ]\n%internal a b c\n-\n+ ( )\n+ ( ( a ) )\n- ( ) ( )\n"
                                      "- ( ) ( ( ) )\n+ [ b ]\n- [ c ]\n");
  settings options = test_settings (PAPNI_VPA);
  options.focus = FOCUS_ALL;
  options.method = METHOD_RPNI;
  papni_model *model = test_learn (samples, options, NULL);
  page json = test_json (model);
  papni_model_free (model);
  test_drop (samples);
  fail_in_turn (using_a_model, &json);
  free (json.bytes);
}

/* Learns, and tells why. */
static papni_status telling_stories (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const lesson *l = argument;
  size_t fail_at = books->fail_at;
  books->fail_at = 0;
  papni_samples *samples = test_samples (l->sample, allocator);
  books->fail_at = books->calls + fail_at;
  papni_report *report = papni_report_new (allocator, error);
  papni_options *options = report ? settings_options (&l->options, allocator, error) : NULL;
  if (report)
    papni_report_want_story (report);
  papni_model *model = options ? papni_learn (samples, options, NULL, report, error) : NULL;
  papni_status status = model ? PAPNI_OK : error->code;
  page p = { 0 };
  if (!status)
    status = papni_story_write (papni_report_story (report), page_writer (&p), error);
  free (p.bytes);
  papni_options_free (options);
  papni_report_free (report);
  papni_model_free (model);
  test_drop (samples);
  return status;
}

static void telling (void **state)
{
  (void) state;
  random_source source = { 46 };
  twin_sample *sample = random_language_sample (&source, 3, 30, 8, true);
  for (papni_model_kind kind = PAPNI_DFA; kind <= PAPNI_SEVPA; kind++) {
    const lesson l = { sample, test_settings (kind) };
    fail_in_turn (telling_stories, &l);
  }
  random_sample_free (sample);
}

/* Finds where two models differ, a few words of it. */
static papni_status comparing_models (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const page *json = argument;
  papni_model *one = papni_model_read (json[0].bytes, json[0].size, "one", allocator, error);
  papni_model *other = one ? papni_model_read (json[1].bytes, json[1].size, "other", allocator, error) : NULL;
  papni_least *least = other ? papni_least_new (one, other, PAPNI_EITHER, NULL, error) : NULL;
  papni_status status = least ? PAPNI_OK : error->code;
  bool found = true;
  for (int i = 0; !status && found && i < 20; i++) {
    papni_least_word word;
    status = papni_least_next (least, 100, &word, &found, error);
  }
  papni_least_free (least);
  papni_model_free (one);
  papni_model_free (other);
  return status;
}

static papni_status suggest_words (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const size_t *count = argument;
  papni_model *one = papni_language_model (papni_language_find ("arith"), allocator, error);
  papni_model *other = one ? papni_language_model (papni_language_find ("odd"), allocator, error) : NULL;
  const papni_model *both[] = { one, other };
  papni_suggestions *s = other ? papni_suggest (both, *count, NULL, 5, NULL, error) : NULL;
  const papni_status status = s ? PAPNI_OK : error->code;
  papni_suggestions_free (s);
  papni_model_free (one);
  papni_model_free (other);
  return status;
}

/* With random models of each kind beside random sevpas, as JSON. */
static void fail_on_two_models (job work, random_source source, size_t internals, size_t states, size_t density)
{
  papni_alphabet *alphabet = models_alphabet (1, internals, true);
  for (papni_model_kind kind = PAPNI_DFA; kind <= PAPNI_GENERAL; kind++) {
    draft one = draft_random (&source, kind, alphabet, states, density);
    draft other = draft_random (&source, PAPNI_SEVPA, alphabet, states, density);
    papni_model *models[] = { draft_model (&one), draft_model (&other) };
    page json[] = { test_json (models[0]), test_json (models[1]) };
    fail_in_turn (work, json);
    for (int i = 0; i < 2; i++) {
      papni_model_free (models[i]);
      free (json[i].bytes);
    }
    draft_free (&one);
    draft_free (&other);
  }
  papni_alphabet_free (alphabet);
}

static void comparing (void **state)
{
  (void) state;
  fail_on_two_models (comparing_models, (random_source){ 44 }, 2, 4, 80);
}

/* Combines two models in every way, makes the results small, and renames a symbol. */
static papni_status combining_models (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const page *json = argument;
  papni_model *one = papni_model_read (json[0].bytes, json[0].size, "one", allocator, error);
  papni_model *other = one ? papni_model_read (json[1].bytes, json[1].size, "other", allocator, error) : NULL;
  papni_status status = other ? PAPNI_OK : error->code;
  for (papni_operation operation = PAPNI_UNION; !status && operation <= PAPNI_COMPLEMENT; operation++) {
    papni_model *both = papni_combine (one, other, operation, NULL, error);
    papni_model *small = both ? papni_minimize (both, NULL, error) : NULL;
    status = small ? PAPNI_OK : error->code;
    papni_model_free (both);
    papni_model_free (small);
  }
  const char *const names[8] = { "another" }; /* the other symbols keep theirs */
  papni_model *renamed = status ? NULL : papni_rename (one, names, NULL, error);
  status = status ? status : renamed ? PAPNI_OK : error->code;
  papni_model_free (renamed);
  papni_model_free (one);
  papni_model_free (other);
  return status;
}

static void combining (void **state)
{
  (void) state;
  fail_on_two_models (combining_models, (random_source){ 45 }, 1, 2, 90);
}

/* Reads models of others. */
typedef struct foreign
{
  const char *from;
  page text;
} foreign;

static papni_status importing_models (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const foreign *f = argument;
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  papni_model *model =
      alphabet ? papni_model_import (f->text.bytes, f->text.size, "text", f->from, alphabet, error) : NULL;
  const papni_status status = model ? PAPNI_OK : error->code;
  papni_model_free (model);
  papni_alphabet_free (alphabet);
  return status;
}

static void importing (void **state)
{
  (void) state;
  papni_error error;
  papni_model *model = papni_language_model (papni_language_find ("root"), NULL, &error);
  foreign table = { "table", test_table (model) }, dot = { .from = "aalpy" };
  expect_ok (papni_model_write (model, "aalpy", page_writer (&dot.text), &error), &error);
  foreign json = { .from = "flexfringe" };
  page_print (&json.text, "{\"nodes\": [{\"id\": 0}], \"edges\": [{\"source\": 0, \"target\": 0, \"name\": \"a\"}]}");
  fail_in_turn (importing_models, &table);
  fail_in_turn (importing_models, &dot);
  fail_in_turn (importing_models, &json);
  static const char *const machines[] = {
    "digraph g {\ns0 [label=\"s0|x\", shape=record];\ns0 -> s0 [label=\"a\"];\n__start0 -> s0;\n}\n",
    "digraph g {\ns0 [label=\"s0\"];\ns0 -> s0 [label=\"a / x\"];\n__start0 -> s0;\n}\n",
  };
  for (size_t i = 0; i < COUNT (machines); i++) {
    foreign machine = { .from = "aalpy" };
    page_print (&machine.text, "%s", machines[i]);
    fail_in_turn (importing_models, &machine);
    free (machine.text.bytes);
  }
  free (table.text.bytes);
  free (dot.text.bytes);
  free (json.text.bytes);
  papni_model_free (model);
}

/* Finds the shortest words and a cover. */
static papni_status showing_models (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const page *json = argument;
  papni_model *model = papni_model_read (json->bytes, json->size, "model", allocator, error);
  papni_alphabet *alphabet = model ? papni_alphabet_new (allocator, error) : NULL;
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, error) : NULL;
  papni_status status = samples ? PAPNI_OK : error->code;
  if (!status)
    status = papni_shortest (model, 5, 100, samples, NULL, error);
  if (!status)
    status = papni_cover (model, 100, samples, NULL, NULL, error);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  papni_model_free (model);
  return status;
}

static void showing (void **state)
{
  (void) state;
  papni_error error;
  papni_model *model = papni_language_model (papni_language_find ("root"), NULL, &error);
  page json = test_json (model);
  fail_in_turn (showing_models, &json);
  free (json.bytes);
  papni_model_free (model);
}

static int count_jansson (void **state)
{
  (void) state;
  static ledger before_and_after;
  books = &before_and_after;
  json_set_alloc_funcs (json_allocate, json_release);
  return 0;
}

static int leave_jansson_alone (void **state)
{
  (void) state;
  json_set_alloc_funcs (malloc, free);
  return 0;
}

/* ---- made words ------------------------------------------------------------ */

static papni_status making_words (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const papni_generation how = { .positive = 20, .negative = 40, .most = 9 };
  papni_alphabet *alphabets[3] = { NULL };
  papni_samples *samples[3] = { NULL };
  papni_status status = PAPNI_OK;
  for (size_t i = 0; !status && i < 3; i++) {
    alphabets[i] = papni_alphabet_new (allocator, error);
    samples[i] = alphabets[i] ? papni_samples_new (alphabets[i], error) : NULL;
    status = samples[i] ? PAPNI_OK : PAPNI_MEMORY;
  }
  papni_model *model = NULL;
  if (!status) {
    model = papni_language_model (papni_language_find (argument), allocator, error);
    status = model ? papni_generate (model, &how, samples[0], NULL, error) : PAPNI_MEMORY;
  }
  if (!status)
    status = papni_split (samples[0], .5, 1, samples[1], samples[2], error);
  papni_model_free (model);
  for (size_t i = 0; i < 3; i++) {
    papni_samples_free (samples[i]);
    papni_alphabet_free (alphabets[i]);
  }
  return status;
}

static void making (void **state)
{
  (void) state;
  fail_in_turn (making_words, "L12");
  fail_in_turn (making_words, "json");
}

static void suggesting (void **state)
{
  (void) state;
  fail_in_turn (suggest_words, &(size_t){ 2 });
  if (!test_is_small ())
    fail_in_turn (suggest_words, &(size_t){ 1 });
}

/* ---- finding calls and returns -------------------------------------------- */

static papni_status finding_nesting (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, error) : NULL;
  papni_status status =
      samples ? papni_samples_read (samples, argument, strlen (argument), "words", NULL, error) : error->code;
  papni_nesting *found = status ? NULL : papni_find_nesting (samples, NULL, error);
  status = found ? papni_nesting_declare (found, alphabet, error) : error->code;
  papni_nesting_free (found);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return status;
}

static papni_status finding_tokens (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, error) : NULL, *tokens = NULL;
  const papni_reading how = { .format = PAPNI_FORMAT_CHARS };
  papni_status status =
      samples ? papni_samples_read (samples, argument, strlen (argument), "words", &how, error) : error->code;
  papni_nesting *found = status ? NULL : papni_find_nesting (samples, NULL, error), *nesting = NULL;
  status = found ? papni_find_tokens (samples, found, NULL, &tokens, &nesting, error) : error->code;
  papni_nesting_free (nesting);
  papni_nesting_free (found);
  if (tokens) {
    papni_alphabet *own = papni_samples_alphabet (tokens);
    papni_samples_free (tokens);
    papni_alphabet_free (own);
  }
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return status;
}

static void nesting (void **state)
{
  (void) state;
  fail_in_turn (finding_tokens,
                "+ <a><a>x</a></a>\n+ <a>x</a>\n+ <a><a><a></a></a>x</a>\n+ <a>x</a><a></a>\n+ x\n- <a\n");
  fail_in_turn (finding_nesting, "+ a c\n+ a a d d\n+ b b d c\n+ b d\n+ a b a c d d\n+ b a c c\n- a\n");
  fail_in_turn (finding_nesting,
                "+ <a> <b> </b> </a>\n+ <b> <a> </a> <b> </b> </b>\n+ <a> x </a>\n+ <b> </b> <a> </a>\n");
}

/* ---- machines --------------------------------------------------------------- */

typedef struct machine_case
{
  const char *model, *format, *text, *method;
} machine_case;

static papni_status taking_inputs (const papni_allocator *allocator, const papni_samples *traces, papni_error *error)
{
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  papni_samples *inputs = alphabet ? papni_samples_new (alphabet, error) : NULL;
  const papni_status status = inputs ? papni_samples_inputs (traces, inputs, error) : PAPNI_MEMORY;
  papni_samples_free (inputs);
  papni_alphabet_free (alphabet);
  return status;
}

static papni_status learning_machines (const papni_allocator *allocator, const void *argument, papni_error *error)
{
  const machine_case *c = argument;
  papni_alphabet *alphabet = papni_alphabet_new (allocator, error);
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, error) : NULL;
  papni_layout *layout = papni_layout_new (allocator, error);
  papni_options *options = papni_options_new (allocator, error);
  papni_model *model = NULL, *small = NULL;
  papni_status status = samples && layout && options ? PAPNI_OK : PAPNI_MEMORY;
  if (!status)
    status = papni_layout_set (layout, "labels", "accept", error);
  if (!status)
    status = papni_layout_set (layout, "outputs", "output", error);
  if (!status)
    status = papni_layout_set (layout, "format", c->format, error);
  if (!status)
    status = papni_layout_read (layout, samples, c->text, strlen (c->text), "traces", error);
  if (!status)
    status = papni_options_set (options, "model", c->model, error);
  if (!status && c->method)
    status = papni_options_set (options, "method", c->method, error);
  if (!status && !strcmp (c->model, "vpt"))
    status = taking_inputs (allocator, samples, error);
  if (!status) {
    model = papni_learn (samples, options, NULL, NULL, error);
    const bool chain = model && papni_model_machine (model) >= PAPNI_MC;
    small = model && !chain ? papni_minimize (model, NULL, error) : NULL;
    status = small || chain ? PAPNI_OK : error->code;
  }
  papni_model_free (model);
  papni_model_free (small);
  papni_options_free (options);
  papni_layout_free (layout);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return status;
}

static void machines (void **state)
{
  (void) state;
  static const machine_case cases[] = {
    { "mealy", "tokens", "a/x b/y a/z\nb/x a/y\na/x a/x b b/z\n", NULL },
    { "moore", "tokens", "/s a/x b/y a/z\na/x a/x b b/z\n", NULL },
    { "mealy", "csv", "input,output\na b,x y\nb a,x y\n", NULL },
    { "moore", "jsonl", "{\"input\": [\"a\", \"b\"], \"output\": [\"s\", \"x\", null]}\n", NULL },
    { "dfa", "tokens", "a b a\nb a b\na b\n", "k-tails" },
    { "mc", "tokens", "/a a b\n/a b b a\n/a a b\n", NULL },
    { "mdp", "tokens", "/s i/x j/y\n/s i/y i/x\n/s i/x j/y i/x\n", NULL },
    { "smm", "tokens", "i/x j/y\ni/y i/x\ni/x j/y i/x\n", NULL },
    { "vpt", "tokens", "%pair f g\n%pattern h* k*\nf/x i/x g/x\ni/y f g h1/x i/z k1/x\nf/x f/y g g/y\nf\n", NULL },
  };
  for (size_t i = 0; i < COUNT (cases); i++)
    fail_in_turn (learning_machines, &cases[i]);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (adding),
    cmocka_unit_test (reading),
    cmocka_unit_test (reading_logs),
    cmocka_unit_test (learning),
    cmocka_unit_test (learning_within_a_limit),
    cmocka_unit_test (learning_in_silence),
    cmocka_unit_test (searching),
    cmocka_unit_test (questions),
    cmocka_unit_test (encoding),
    cmocka_unit_test (models),
    cmocka_unit_test (making),
    cmocka_unit_test (comparing),
    cmocka_unit_test (documents),
    cmocka_unit_test (folders),
    cmocka_unit_test (combining),
    cmocka_unit_test (telling),
    cmocka_unit_test (importing),
    cmocka_unit_test (showing),
    cmocka_unit_test (learning_by_contexts),
    cmocka_unit_test (suggesting),
    cmocka_unit_test (nesting),
    cmocka_unit_test (machines),
  };
  return cmocka_run_group_tests (tests, count_jansson, leave_jansson_alone);
}
