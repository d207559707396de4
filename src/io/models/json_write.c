/* json_write.c - writes a model file: JSON with a format name and a version, symbols by
 * name, one transition per line. */
#include "base/output.h"
#include "io/models/json.h"
#include "io/models/write.h"
#include "model/counts.h"

#include <stdio.h>

static void json_put_string (output *o, const char *text)
{
  put (o, "\"");
  for (; *text; text++) {
    char escape[8];
    if ((unsigned char) *text >= 0x20) {
      put (o, *text == '"' || *text == '\\' ? "\\" : "");
      put_bytes (o, text, 1);
    } else { /* names have no control characters, but lexer rules have line breaks */
      snprintf (escape, sizeof escape, *text == '\n' ? "\\n" : "\\u%04x", (unsigned) *text);
      put (o, escape);
    }
  }
  put (o, "\"");
}

static void put_symbols (output *o, const papni_model *model, papni_kind kind)
{
  const char *separator = "";
  put (o, "    \"");
  put (o, kind_name (kind));
  put (o, "\": [");
  for (size_t i = 0; i < model->alphabet->size; i++)
    if (model->alphabet->letters[i].kind == kind) {
      put (o, separator);
      json_put_string (o, model->alphabet->letters[i].name);
      separator = ", ";
    }
  put (o, "],\n");
}

static void put_lexer (output *o, const papni_alphabet *alphabet)
{
  if (!alphabet->lexer)
    return;
  put (o, "    \"lexer\": ");
  json_put_string (o, alphabet->lexer);
  put (o, ",\n");
}

static void json_put_classes (output *o, const papni_alphabet *alphabet)
{
  const char *before = "    \"classes\": [[";
  for (size_t class = 1; class <= alphabet->classes; class ++) {
    for (size_t i = 0; i < alphabet->size; i++)
      if (alphabet->letters[i].alike == class) {
        put (o, before);
        json_put_string (o, alphabet->letters[i].name);
        before = ", ";
      }
    before = class < alphabet->classes ? "], [" : "]],\n";
  }
  put (o, alphabet->classes ? before : "");
}

static void json_put_pairs (output *o, const papni_alphabet *alphabet)
{
  const char *separator = "";
  put (o, "    \"pairs\": [");
  for (size_t c = 0; c < alphabet->size; c++)
    for (size_t r = 0; r < alphabet->size && alphabet->letters[c].kind == PAPNI_CALL; r++) {
      if (!alphabet->letters[r].paired || !map_find (&alphabet->pairs, pair_key ((symbol) r, (symbol) c)))
        continue;
      put (o, separator);
      put (o, "[");
      json_put_string (o, alphabet->letters[c].name);
      put (o, ", ");
      json_put_string (o, alphabet->letters[r].name);
      put (o, "]");
      separator = ", ";
    }
  put (o, "]\n");
}

static void json_put_transition (output *o, const papni_model *model, const transition *t)
{
  put (o, "    [");
  put_number (o, t->from);
  put (o, ", ");
  json_put_string (o, model->alphabet->letters[t->symbol].name);
  if (t->caller != PAPNI_NO_STATE) {
    put (o, ", ");
    put_number (o, t->caller);
  }
  if (t->popped != PAPNI_NO_SYMBOL) {
    put (o, ", ");
    json_put_string (o, model->alphabet->letters[t->popped].name);
  }
  put (o, ", ");
  put_number (o, t->to);
  put (o, "]");
}

static void json_put_entries (output *o, const papni_model *model)
{
  const char *separator = "";
  put (o, ",\n  \"enter\": [");
  for (size_t c = 0; c < model->alphabet->size; c++) {
    const papni_state entry = model_entry (model, (symbol) c);
    if (model->alphabet->letters[c].kind != PAPNI_CALL || entry == PAPNI_NO_STATE)
      continue;
    put (o, separator);
    put (o, "[");
    json_put_string (o, model->alphabet->letters[c].name);
    put (o, ", ");
    put_number (o, entry);
    put (o, "]");
    separator = ", ";
  }
  put (o, "]");
}

static void json_put_transitions (output *o, const papni_model *model)
{
  const char *separator = "\n";
  put (o, ",\n  \"transitions\": [");
  for (size_t i = 0; i < model->count; i++) {
    if (model_enters (model, &model->transitions[i]))
      continue;
    put (o, separator);
    json_put_transition (o, model, &model->transitions[i]);
    separator = ",\n";
  }
  put (o, *separator == ',' ? "\n  ]" : "]");
}

static void json_put_entry_counts (output *o, const papni_model *model)
{
  const char *separator = "[";
  put (o, "    \"enter\": [");
  for (size_t c = 0; c < model->alphabet->size; c++) {
    if (model->alphabet->letters[c].kind != PAPNI_CALL || model_entry (model, (symbol) c) == PAPNI_NO_STATE)
      continue;
    for (size_t q = 0; q < model->states; q++) {
      const transition *t = model_find (model, (papni_state) q, (symbol) c, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
      put (o, q ? ", " : separator);
      put_number (o, model->counts->taken[t - model->transitions]);
    }
    put (o, "]");
    separator = ", [";
  }
  put (o, "],\n");
}

/* The counts of the states, then those of the transitions, in the order in which they are
 * written. For each call of a sevpa, a list with the counts of its states. */
static void json_put_counts (output *o, const papni_model *model)
{
  const model_counts *counts = model->counts;
  const char *separator = "";
  put (o, ",\n  \"counts\": {\n    \"end\": [");
  for (size_t q = 0; q < model->states; q++) {
    put (o, q ? ", " : "");
    put_number (o, counts->ends[q]);
  }
  put (o, "],\n");
  if (model->kind == PAPNI_SEVPA)
    json_put_entry_counts (o, model);
  put (o, "    \"transitions\": [");
  for (size_t i = 0; i < model->count; i++) {
    if (model_enters (model, &model->transitions[i]))
      continue;
    put (o, separator);
    put_number (o, counts->taken[i]);
    separator = ", ";
  }
  put (o, "]\n  }");
}

papni_status model_write_json (const papni_model *model, papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  const char *separator = "";
  put (&o, "{\n  \"format\": \"" MODEL_FORMAT "\",\n  \"version\": ");
  put_number (&o, MODEL_VERSION);
  put (&o, ",\n  \"model\": \"");
  put (&o, papni_model_type (model));
  put (&o, "\",\n  \"alphabet\": {\n");
  put_lexer (&o, model->alphabet);
  put_symbols (&o, model, PAPNI_INTERNAL);
  put_symbols (&o, model, PAPNI_CALL);
  put_symbols (&o, model, PAPNI_RETURN);
  json_put_classes (&o, model->alphabet);
  json_put_pairs (&o, model->alphabet);
  put (&o, "  },\n  \"states\": ");
  put_number (&o, model->states);
  if (model->outputs && model->outputs[0]) {
    put (&o, ",\n  \"output\": ");
    json_put_string (&o, model->outputs[0]);
  }
  put (&o, ",\n  \"accept\": [");
  for (size_t q = 0; q < model->states; q++)
    if (model->accepting[q]) {
      put (&o, separator);
      put_number (&o, q);
      separator = ", ";
    }
  put (&o, "]");
  if (model->kind == PAPNI_SEVPA)
    json_put_entries (&o, model);
  json_put_transitions (&o, model);
  if (model->counts)
    json_put_counts (&o, model);
  put (&o, "\n}\n");
  return output_end (&o, e);
}
