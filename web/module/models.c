/* models.c - learning, and what can be done with a model. */
#include "module.h"

/* ---- learning ------------------------------------------------------------- */

/* The table of settings: [{"name": ..., "values": ..., ...}...] */
papni_status web_settings (web *w)
{
  const papni_setting *s;
  web_begin (w);
  web_print (w, "[");
  for (size_t i = 0; (s = papni_setting_at (i)); i++) {
    const char *const fields[] = { "name", s->name, "values", s->values, "defaults", s->defaults,
                                   "bare", s->bare, "models", s->models, "help",     s->help };
    web_print (w, i ? ",{" : "{");
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f += 2) {
      web_print (w, f ? ",\"%s\":" : "\"%s\":", fields[f]);
      web_print_string (w, fields[f + 1]);
    }
    web_print (w, ",\"most\":%u}", s->most);
  }
  web_print (w, "]");
  return web_end (w, PAPNI_OK);
}

/* Writes the statistics. */
papni_model *web_learn (web *w, const papni_samples *samples, const papni_options *options)
{
  web_begin (w);
  papni_report *report = papni_report_new (NULL, &w->error);
  papni_model *model = report ? papni_learn (samples, options, &web_watch, report, &w->error) : NULL;
  if (model) {
    const papni_statistics *s = papni_report_statistics (report);
    web_print (w, "{\"words\":%zu,\"positive\":%zu,\"negative\":%zu,", s->words, s->positive, s->negative);
    web_print (w, "\"droppedPositive\":%zu,\"droppedNegative\":%zu}", s->dropped_positive, s->dropped_negative);
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

papni_status web_write (web *w, const papni_model *model, const char *format, int terminals)
{
  web_begin (w);
  return web_end (w, papni_model_export (model, format, (papni_terminals) terminals, (papni_writer){ web_put, w },
                                         &web_watch, &w->error));
}

/* [[from, symbol, popped, caller]...], in the order of the model; -1: none */
papni_status web_transitions (web *w, const papni_model *model)
{
  const size_t count = papni_model_transitions (model);
  web_begin (w);
  web_print (w, "[");
  for (size_t i = 0; i < count; i++) {
    const papni_transition t = papni_model_transition (model, i);
    web_print (w, i ? ",[%lu,%d,%d,%ld]" : "[%lu,%d,%d,%ld]", (unsigned long) t.from, (int) t.symbol,
               t.popped == PAPNI_NO_SYMBOL ? -1 : (int) t.popped, t.caller == PAPNI_NO_STATE ? -1L : (long) t.caller);
  }
  web_print (w, "]");
  return web_end (w, PAPNI_OK);
}

papni_model *web_import (web *w, const char *bytes, size_t size, const char *format, papni_alphabet *alphabet)
{
  web_begin (w);
  return papni_model_import (bytes, size, "model", format, alphabet, &w->error);
}

papni_model *web_minimize (web *w, const papni_model *model)
{
  web_begin (w);
  return papni_minimize (model, &web_watch, &w->error);
}

papni_model *web_combine (web *w, const papni_model *one, const papni_model *other, int operation)
{
  web_begin (w);
  return papni_combine (one, other, (papni_operation) operation, &web_watch, &w->error);
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
  web_print (w, "[");
  for (size_t i = 0; i < size; i++)
    if (papni_run_expects (run, (papni_symbol) i)) {
      web_print (w, "%s%zu", separator, i);
      separator = ",";
    }
  web_print (w, "]");
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
    web_print (w, "{\"verdict\":\"%s\",\"read\":%zu,", names[papni_run_verdict (run)], papni_run_position (run));
    web_print (w, "\"expected\":");
    print_expected (w, run, model);
    web_print (w, ",\"end\":%s}",
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
  web_print (w, "[");
  for (size_t i = 0; !status && papni_run_position (run) == i; i++) {
    web_print (w, i ? ",[%lu,%zu]" : "[%lu,%zu]", (unsigned long) papni_run_state (run), papni_run_depth (run));
    if (i == length)
      break;
    status = papni_run_step (run, symbols[i], &w->error);
  }
  web_print (w, "]");
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
  papni_least *least = papni_least_new (one, other, (papni_operation) operation, &web_watch, &w->error);
  if (!least)
    return w->error.code;
  const papni_alphabet *alphabet = papni_least_alphabet (least);
  web_print (w, "{\"symbols\":[");
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
    web_print (w, i ? "," : "");
    web_print_string (w, papni_alphabet_name (alphabet, (papni_symbol) i));
  }
  web_print (w, "],\"words\":[");
  papni_status status = PAPNI_OK;
  for (unsigned i = 0; !status && found && i < count; i++) {
    status = papni_least_next (least, longest, &word, &found, &w->error);
    if (status || !found)
      break;
    web_print (w, i ? ",[%.0f,%d,%d," : "[%.0f,%d,%d,", (double) word.length, word.first, word.second);
    if (word.symbols)
      web_print_symbols (w, word.symbols, (size_t) word.length);
    else
      web_print (w, "null");
    web_print (w, "]");
    found = word.symbols != NULL;
  }
  web_print (w, "]}");
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
  return papni_generate (model, &how, samples, &web_watch, &w->error);
}

papni_status web_cover (web *w, const papni_model *model, papni_samples *samples, unsigned longest)
{
  web_begin (w);
  return papni_cover (model, longest, samples, NULL, &web_watch, &w->error);
}
