/* module.c - libpapni as a WebAssembly module.
 *
 * Functions of papni.h that take numbers and strings alone are exported as they are
 * (exports.txt). This file wraps the others: those that take or return structures, and
 * those that write. A wrapper writes its result into one buffer, as JSON (or, for
 * exports of a model, as the text itself), which the caller reads before the next call. */
#include <papni.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct web
{
  papni_error error; /* first: a web is what functions of papni.h take for a papni_error */
  char *output;
  size_t size, capacity;
  bool failed; /* no memory for the output */
} web;

/* The host's: returns 0 to cancel. */
__attribute__ ((import_module ("papni"), import_name ("progress"))) int host_progress (int phase, double done,
                                                                                       double total);

static bool watch_progress (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) context;
  return host_progress ((int) phase, (double) done, (double) total) != 0;
}

static const papni_watch watch = { watch_progress, NULL };

/* ---- errors and output ---------------------------------------------------- */

web *web_new (void)
{
  return calloc (1, sizeof (web));
}

/* What kind of error it was. */
const char *web_code (const web *w)
{
  static const char *const names[] = { [PAPNI_OK] = "ok",
                                       [PAPNI_USAGE] = "usage",
                                       [PAPNI_INPUT] = "input",
                                       [PAPNI_FILE] = "file",
                                       [PAPNI_CONTRADICTION] = "contradiction",
                                       [PAPNI_SYSTEM] = "system",
                                       [PAPNI_MEMORY] = "memory",
                                       [PAPNI_CANCELLED] = "cancelled" };
  return names[w->error.code];
}

size_t web_line (const web *w)
{
  return w->error.line;
}

size_t web_column (const web *w)
{
  return w->error.column;
}

const char *web_message (const web *w)
{
  return w->error.message;
}

const char *web_output (const web *w)
{
  return w->output;
}

size_t web_size (const web *w)
{
  return w->size;
}

static void web_begin (web *w)
{
  w->size = 0;
  w->failed = false;
  w->error.code = PAPNI_OK;
}

static bool put (void *context, const char *bytes, size_t size)
{
  web *w = context;
  if (size > w->capacity - w->size && !w->failed) {
    size_t capacity = w->capacity ? w->capacity : 4096;
    while (capacity < w->size + size)
      capacity *= 2;
    char *grown = realloc (w->output, capacity);
    w->failed = !grown;
    if (grown) {
      w->output = grown;
      w->capacity = capacity;
    }
  }
  if (w->failed)
    return false;
  if (size)
    memcpy (w->output + w->size, bytes, size);
  w->size += size;
  return true;
}

/* Room for what is printed here: numbers, and names of fields. */
static void print (web *w, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start (arguments, format);
  const int length = vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  put (w, text, (size_t) length);
}

static void print_string (web *w, const char *text)
{
  if (!text) {
    put (w, "null", 4);
    return;
  }
  put (w, "\"", 1);
  for (; *text; text++)
    if (*text == '"' || *text == '\\' || (unsigned char) *text < 0x20)
      print (w, "\\u%04x", (unsigned) (unsigned char) *text);
    else
      put (w, text, 1);
  put (w, "\"", 1);
}

static void print_symbols (web *w, const papni_symbol *symbols, size_t length)
{
  put (w, "[", 1);
  for (size_t i = 0; i < length; i++)
    print (w, i ? ",%u" : "%u", (unsigned) symbols[i]);
  put (w, "]", 1);
}

/* PAPNI_MEMORY where the output did not fit, else the status. */
static papni_status web_end (web *w, papni_status status)
{
  if (!status && w->failed) {
    status = w->error.code = PAPNI_MEMORY;
    snprintf (w->error.message, sizeof w->error.message, "out of memory");
  }
  return status;
}

/* ---- alphabets, samples, documents ---------------------------------------- */

/* {"symbols": [[name, kind]...], "lexer": name} */
papni_status web_alphabet (web *w, const papni_alphabet *alphabet)
{
  const size_t size = papni_alphabet_size (alphabet);
  web_begin (w);
  print (w, "{\"symbols\":[");
  for (size_t i = 0; i < size; i++) {
    print (w, i ? ",[" : "[");
    print_string (w, papni_alphabet_name (alphabet, (papni_symbol) i));
    print (w, ",%d]", (int) papni_alphabet_kind (alphabet, (papni_symbol) i));
  }
  print (w, "],\"lexer\":");
  print_string (w, papni_alphabet_lexer (alphabet));
  print (w, "}");
  return web_end (w, PAPNI_OK);
}

/* `lexer` may be NULL; a format that is not known is "auto". */
papni_status web_read (web *w, papni_samples *samples, const char *bytes, size_t size, const char *format,
                       papni_lexer *lexer)
{
  static const char *const names[] = { [PAPNI_FORMAT_TOKENS] = "tokens",
                                       [PAPNI_FORMAT_CHARS] = "chars",
                                       [PAPNI_FORMAT_ABBADINGO] = "abbadingo",
                                       [PAPNI_FORMAT_CSV] = "csv" };
  papni_reading reading = { .format = PAPNI_FORMAT_AUTO, .lexer = lexer };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i] && !strcmp (names[i], format))
      reading.format = (papni_format) i;
  web_begin (w);
  return papni_samples_read (samples, bytes, size, "words", &reading, &w->error);
}

papni_status web_add_document (web *w, papni_samples *samples, papni_lexer *lexer, const char *bytes, size_t size,
                               int label)
{
  web_begin (w);
  const papni_status status = papni_lexer_bytes (lexer, bytes, size, "words", 1, &w->error);
  return status ? status : papni_samples_add_document (samples, lexer, (papni_label) label, &w->error);
}

/* [[label, line, [symbol...]]...] */
papni_status web_words (web *w, const papni_samples *samples)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  web_begin (w);
  print (w, "[");
  for (bool first = true; papni_samples_next (samples, &cursor, &word); first = false) {
    print (w, first ? "[%d,%zu," : ",[%d,%zu,", (int) word.label, word.line);
    print_symbols (w, word.symbols, word.length);
    print (w, "]");
  }
  print (w, "]");
  return web_end (w, PAPNI_OK);
}

/* [[name, kind, partner, problem, line, column]...], the last one for the document's end */
papni_status web_tokens (web *w, papni_lexer *lexer, const char *bytes, size_t size)
{
  papni_token token = { .name = "" };
  web_begin (w);
  papni_status status = papni_lexer_bytes (lexer, bytes, size, "words", 1, &w->error);
  print (w, "[");
  for (bool first = true; !status && token.name; first = false) {
    status = papni_lexer_next (lexer, &token, &w->error);
    if (status)
      break;
    print (w, first ? "[" : ",[");
    print_string (w, token.name);
    print (w, ",%d,", (int) token.kind);
    print_string (w, token.partner);
    print (w, ",");
    print_string (w, token.problem);
    print (w, ",%zu,%zu]", token.line, token.column);
  }
  print (w, "]");
  return web_end (w, status);
}

/* [[word, at, mismatch]...]: the words that are not well-matched, and the symbol where */
papni_status web_mismatches (web *w, const papni_samples *samples)
{
  static const char *const names[] = { [PAPNI_MISMATCH_NO_CALL] = "no call",
                                       [PAPNI_MISMATCH_WRONG_CALL] = "wrong call",
                                       [PAPNI_MISMATCH_OPEN_CALLS] = "open calls" };
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  web_begin (w);
  papni_encoder *encoder = papni_encoder_new (papni_samples_alphabet (samples), &w->error);
  papni_status status = encoder ? PAPNI_OK : w->error.code;
  const char *separator = "";
  print (w, "[");
  for (size_t i = 0; !status && papni_samples_next (samples, &cursor, &word); i++) {
    status = papni_encode (encoder, word.symbols, word.length, &encoding, &w->error);
    if (status || encoding.mismatch == PAPNI_MISMATCH_NONE)
      continue;
    print (w, "%s[%zu,%zu,\"%s\"]", separator, i, encoding.at, names[encoding.mismatch]);
    separator = ",";
  }
  print (w, "]");
  papni_encoder_free (encoder);
  return web_end (w, status);
}

/* ---- learning ------------------------------------------------------------- */

/* The table of settings: [{"name": ..., "values": ..., ...}...] */
papni_status web_settings (web *w)
{
  const papni_setting *s;
  web_begin (w);
  print (w, "[");
  for (size_t i = 0; (s = papni_setting_at (i)); i++) {
    const char *const fields[] = { "name", s->name, "values", s->values, "defaults", s->defaults,
                                   "bare", s->bare, "models", s->models, "help",     s->help };
    print (w, i ? ",{" : "{");
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f += 2) {
      print (w, f ? ",\"%s\":" : "\"%s\":", fields[f]);
      print_string (w, fields[f + 1]);
    }
    print (w, ",\"most\":%u}", s->most);
  }
  print (w, "]");
  return web_end (w, PAPNI_OK);
}

/* Writes the statistics. */
papni_model *web_learn (web *w, const papni_samples *samples, const papni_options *options)
{
  web_begin (w);
  papni_report *report = papni_report_new (NULL, &w->error);
  papni_model *model = report ? papni_learn (samples, options, &watch, report, &w->error) : NULL;
  if (model) {
    const papni_statistics *s = papni_report_statistics (report);
    print (w, "{\"words\":%zu,\"positive\":%zu,\"negative\":%zu,", s->words, s->positive, s->negative);
    print (w, "\"droppedPositive\":%zu,\"droppedNegative\":%zu}", s->dropped_positive, s->dropped_negative);
  }
  papni_report_free (report);
  return model;
}

/* ---- models --------------------------------------------------------------- */

/* Symbols are those of the alphabet; `lexer` may be NULL, and becomes the model's. */
papni_status web_use_lexer (web *w, papni_alphabet *alphabet, papni_lexer *lexer)
{
  web_begin (w);
  papni_samples *samples = papni_samples_new (alphabet, &w->error);
  papni_status status = samples ? papni_lexer_bytes (lexer, "", 0, "", 1, &w->error) : w->error.code;
  if (!status)
    status = papni_samples_add_document (samples, lexer, PAPNI_UNKNOWN, &w->error);
  papni_samples_free (samples);
  return status;
}

papni_status web_write (web *w, const papni_model *model, const char *format)
{
  web_begin (w);
  return web_end (w, papni_model_write (model, format, (papni_writer){ put, w }, &w->error));
}

papni_model *web_import (web *w, const char *bytes, size_t size, const char *format, papni_alphabet *alphabet)
{
  web_begin (w);
  return papni_model_import (bytes, size, "model", format, alphabet, &w->error);
}

papni_model *web_minimize (web *w, const papni_model *model)
{
  web_begin (w);
  return papni_minimize (model, &watch, &w->error);
}

papni_model *web_combine (web *w, const papni_model *one, const papni_model *other, int operation)
{
  web_begin (w);
  return papni_combine (one, other, (papni_operation) operation, &watch, &w->error);
}

static papni_status read_word (papni_run *run, const papni_symbol *symbols, size_t length, web *w)
{
  papni_status status = PAPNI_OK;
  papni_run_restart (run);
  for (size_t i = 0; !status && i < length && papni_run_position (run) == i; i++)
    status = papni_run_step (run, symbols[i], &w->error);
  return status;
}

static void print_expected (web *w, papni_run *run, const papni_model *model)
{
  const size_t size = papni_alphabet_size (papni_model_alphabet (model));
  const char *separator = "";
  print (w, "[");
  for (size_t i = 0; i < size; i++)
    if (papni_run_expects (run, (papni_symbol) i)) {
      print (w, "%s%zu", separator, i);
      separator = ",";
    }
  print (w, "]");
}

/* {"verdict": ..., "read": ..., "expected": [symbol...], "end": could the word end there}
 * Looks ahead where the word is rejected: an accepted one need not. */
papni_status web_check (web *w, const papni_model *model, const papni_symbol *symbols, size_t length)
{
  static const char *const names[] = {
    [PAPNI_VERDICT_ACCEPT] = "accept",         [PAPNI_VERDICT_REJECTING_STATE] = "rejecting state",
    [PAPNI_VERDICT_OPEN_CALLS] = "open calls", [PAPNI_VERDICT_NO_TRANSITION] = "no transition",
    [PAPNI_VERDICT_DEAD_END] = "dead end",     [PAPNI_VERDICT_NO_CALL] = "no call",
    [PAPNI_VERDICT_WRONG_CALL] = "wrong call", [PAPNI_VERDICT_UNKNOWN_SYMBOL] = "unknown symbol"
  };
  web_begin (w);
  papni_run *run = papni_run_new (model, &w->error);
  papni_status status = run ? read_word (run, symbols, length, w) : w->error.code;
  if (!status && papni_run_verdict (run) != PAPNI_VERDICT_ACCEPT) {
    status = papni_run_look_ahead (run, &w->error);
    status = status ? status : read_word (run, symbols, length, w);
  }
  if (!status) {
    print (w, "{\"verdict\":\"%s\",\"read\":%zu,", names[papni_run_verdict (run)], papni_run_position (run));
    print (w, "\"expected\":");
    print_expected (w, run, model);
    print (w, ",\"end\":%s}",
           !papni_run_depth (run) && papni_model_accepting (model, papni_run_state (run)) ? "true" : "false");
  }
  papni_run_free (run);
  return web_end (w, status);
}

/* [[state, depth]...]: after each symbol that can be read, and before the first */
papni_status web_trace (web *w, const papni_model *model, const papni_symbol *symbols, size_t length)
{
  web_begin (w);
  papni_run *run = papni_run_new (model, &w->error);
  papni_status status = run ? PAPNI_OK : w->error.code;
  print (w, "[");
  for (size_t i = 0; !status && papni_run_position (run) == i; i++) {
    print (w, i ? ",[%lu,%zu]" : "[%lu,%zu]", (unsigned long) papni_run_state (run), papni_run_depth (run));
    if (i == length)
      break;
    status = papni_run_step (run, symbols[i], &w->error);
  }
  print (w, "]");
  papni_run_free (run);
  return web_end (w, status);
}

/* {"symbols": [name...], "words": [[length, first accepts, second accepts, [symbol...]]...]}:
 * at most `count` words; null instead of the symbols of one that is longer than `longest`.
 * `other` may be NULL. */
papni_status web_least (web *w, const papni_model *one, const papni_model *other, int operation, unsigned count,
                        unsigned longest)
{
  papni_least_word word;
  bool found = true;
  web_begin (w);
  papni_least *least = papni_least_new (one, other, (papni_operation) operation, &watch, &w->error);
  if (!least)
    return w->error.code;
  const papni_alphabet *alphabet = papni_least_alphabet (least);
  print (w, "{\"symbols\":[");
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
    print (w, i ? "," : "");
    print_string (w, papni_alphabet_name (alphabet, (papni_symbol) i));
  }
  print (w, "],\"words\":[");
  papni_status status = PAPNI_OK;
  for (unsigned i = 0; !status && found && i < count; i++) {
    status = papni_least_next (least, longest, &word, &found, &w->error);
    if (status || !found)
      break;
    print (w, i ? ",[%.0f,%d,%d," : "[%.0f,%d,%d,", (double) word.length, word.first, word.second);
    if (word.symbols)
      print_symbols (w, word.symbols, (size_t) word.length);
    else
      print (w, "null");
    print (w, "]");
    found = word.symbols != NULL;
  }
  print (w, "]}");
  papni_least_free (least);
  return web_end (w, status);
}

/* `lengths` are the least and the most symbols, `seed` its low and its high half. */
papni_status web_generate (web *w, const papni_model *model, papni_samples *samples, const unsigned *counts,
                           const unsigned *lengths, const unsigned *seed)
{
  const papni_generation how = { .positive = counts[0],
                                 .negative = counts[1],
                                 .least = lengths[0],
                                 .most = lengths[1],
                                 .seed = (uint64_t) seed[1] << 32 | seed[0] };
  web_begin (w);
  return papni_generate (model, &how, samples, &watch, &w->error);
}

papni_status web_cover (web *w, const papni_model *model, papni_samples *samples, unsigned longest)
{
  web_begin (w);
  return papni_cover (model, longest, samples, NULL, &watch, &w->error);
}
