/* jsonl.c - one JSON object per line: {"word": ["(", ")"], "label": true}, or {"text":
 * "()", "label": true} for a word of characters. */
#include "io/jansson.h"
#include "io/samples/reader.h"

#include <stdio.h>
#include <string.h>

/* The parser does not report the position of a name within the line. */
static status jsonl_intern (reader *r, const char *name, size_t length, symbol *result)
{
  const position at = reader_at (r, r->line_text);
  const status s = alphabet_intern (r->samples->alphabet, name, length, at, result, r->error);
  if (s == PAPNI_INPUT && r->error)
    r->error->column = at.column;
  return s;
}

/* A symbol is a string, or an integer, whose name is its digits. */
static status jsonl_read_symbol (reader *r, const json_t *item, symbol *result)
{
  char digits[32];
  const char *name = digits;
  size_t length;
  if (json_is_string (item)) {
    name = json_string_value (item);
    length = json_string_length (item);
  } else if (json_is_integer (item))
    length = (size_t) snprintf (digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value (item));
  else
    return reader_fail (r, r->line_text, "a symbol in \"word\" must be a string");
  return jsonl_intern (r, name, length, result);
}

static status read_array (reader *r, const json_t *word, size_t *length)
{
  *length = json_array_size (word);
  if (!samples_reserve (r->samples, *length))
    return no_memory (r->error);
  for (size_t i = 0; i < *length; i++) {
    const status s = jsonl_read_symbol (r, json_array_get (word, i), &r->samples->flat[r->samples->used + i]);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

/* The characters of a text; here a space is a symbol. */
static status jsonl_read_text (reader *r, const json_t *text, size_t *length)
{
  const char *at = json_string_value (text), *end = at + json_string_length (text);
  if (!samples_reserve (r->samples, (size_t) (end - at)))
    return no_memory (r->error);
  symbol *out = r->samples->flat + r->samples->used;
  *length = 0;
  for (size_t size; at < end; at += size) {
    uint32_t c;
    size = utf8_character (at, (size_t) (end - at), &c); /* jansson accepts only UTF-8 */
    const status s = jsonl_intern (r, at, size, &out[(*length)++]);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

/* A symbol, or an output, as a text; null is an output that is unknown. */
static status jsonl_text (reader *r, const json_t *item, char digits[static 32], span *text)
{
  const char *name = json_is_null (item) ? "?" : json_string_value (item);
  size_t length = json_is_string (item) ? json_string_length (item) : 1;
  if (json_is_integer (item)) {
    length = (size_t) snprintf (digits, 32, "%" JSON_INTEGER_FORMAT, json_integer_value (item));
    name = digits;
  }
  if (!name)
    return reader_fail (r, r->line_text, "an item of \"input\" or \"output\" must be a string or an integer");
  *text = (span){ name, name + length };
  return PAPNI_OK;
}

/* The key of the inputs of a trace. */
static const char *input_key (const reader *r)
{
  return r->reading->word_column ? r->reading->word_column : "input";
}

static quoted quote_key (const char *key)
{
  return quote ((span){ key, key + strlen (key) });
}

/* {"input": ["coin", "tea"], "output": ["ok", "tea"]} */
static status jsonl_read_pairs (reader *r, const json_t *inputs, const json_t *outputs, size_t *length)
{
  const size_t given = json_array_size (inputs), results = json_array_size (outputs), first = results > given;
  char digits[32], other[32];
  span input = { digits, digits }, output;
  status s = PAPNI_OK;
  if (!json_is_array (outputs) || (results != given && results != given + 1))
    return json_is_array (outputs)
               ? pairs_differ (r, given, results)
               : reader_fail (r, r->line_text, "\"%s\" must be an array, as \"%s\" is",
                              quote_key (layout_outputs (r->layout)).text, quote_key (input_key (r)).text);
  for (size_t i = 0; !s && i < results; i++) {
    if (i >= first)
      s = jsonl_text (r, json_array_get (inputs, i - first), digits, &input);
    if (!s)
      s = jsonl_text (r, json_array_get (outputs, i), other, &output);
    if (!s)
      s = read_pair_symbol (r, input, output, length);
  }
  return s;
}

/* Does a trace have its inputs and outputs apart? Outputs that are there, or that were asked for,
 * are never ignored. */
static status jsonl_are_apart (reader *r, const json_t *object, bool *apart)
{
  const char *key = layout_outputs (r->layout), *from = input_key (r);
  const bool asked = layout_get (r->layout, LAYOUT_OUTPUTS, NULL), own = r->reading->word_column;
  const json_t *outputs = key ? json_object_get (object, key) : NULL, *inputs = json_object_get (object, from);
  const bool whole = json_object_get (object, "text") || (!own && json_object_get (object, "word"));
  *apart = key && (outputs || asked || (inputs && !own && !whole));
  if (!*apart)
    return PAPNI_OK;
  if (!strcmp (key, from))
    return reader_fail (r, r->line_text, "the inputs and the outputs must have two keys, not both \"%s\"",
                        quote_key (key).text);
  if (!outputs && asked)
    return reader_fail (r, r->line_text,
                        "\"%s\" is missing, which --outputs names: add it, or leave out --outputs if symbols are "
                        "input/output",
                        quote_key (key).text);
  if (!json_is_array (inputs) || whole)
    return reader_fail (
        r, r->line_text,
        "\"%s\" needs its inputs in an array \"%s\", and neither \"word\" nor \"text\" beside them: name "
        "the key of the inputs with --word, or remove \"%s\" if symbols are input/output",
        quote_key (key).text, quote_key (from).text, quote_key (key).text);
  return PAPNI_OK;
}

static status read_json_label (reader *r, const json_t *value, papni_label *label)
{
  *label = json_is_true (value) ? PAPNI_ACCEPT : json_is_false (value) ? PAPNI_REJECT : PAPNI_UNKNOWN;
  const bool named = layout_get (r->layout, LAYOUT_ACCEPT, NULL) || layout_get (r->layout, LAYOUT_REJECT, NULL);
  if (json_is_null (value) || (json_is_boolean (value) && !named))
    return PAPNI_OK;
  char digits[32];
  const char *text = json_is_string (value) ? json_string_value (value) : json_is_true (value) ? "true" : "false";
  if (json_is_integer (value)) {
    snprintf (digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value (value));
    text = digits;
  }
  const bool simple = json_is_string (value) || json_is_integer (value) || json_is_boolean (value);
  if (simple && read_label (r, (span){ text, text + strlen (text) }, label))
    return PAPNI_OK;
  if (named && simple)
    return reader_fail (r, r->line_text, "\"label\": '%s' is not a label: %s",
                        quote ((span){ text, text + strlen (text) }).text, layout_advice (r->layout, "").text);
  return reader_fail (r, r->line_text,
                      "\"label\" must be true or false, or name its values with --accept and --reject");
}

static status read_object (reader *r, const json_t *object)
{
  const char *word_key = r->reading->word_column ? r->reading->word_column : "word";
  const char *label_key = r->reading->label_column ? r->reading->label_column : "label";
  const json_t *word = json_object_get (object, word_key), *text = json_object_get (object, "text");
  const json_t *label_value = json_object_get (object, label_key);
  papni_label label = layout_labels (r->layout);
  size_t length = 0;
  bool apart;
  if (!json_is_object (object))
    return reader_fail (r, r->line_text, "expected one JSON object per line");
  status s = jsonl_are_apart (r, object, &apart);
  if (s)
    return s;
  if (apart)
    s = jsonl_read_pairs (r, json_object_get (object, input_key (r)),
                          json_object_get (object, layout_outputs (r->layout)), &length);
  else if (json_is_array (word) && !text)
    s = read_array (r, word, &length);
  else if (json_is_string (text) && !word)
    s = jsonl_read_text (r, text, &length);
  else
    s = reader_fail (r, r->line_text, "expected either \"word\", an array of strings, or \"text\", a string");
  if (s)
    return s;
  if (!r->reading->unlabelled) {
    s = label_value ? read_json_label (r, label_value, &label)
                    : reader_fail (r, r->line_text, "\"%s\" is missing: expected true or false%s",
                                   quote ((span){ label_key, label_key + strlen (label_key) }).text,
                                   r->reading->label_column ? "" : ", or name the key of the labels with --label");
    if (s)
      return s;
  }
  return samples_end_word (r->samples, length, label, r->file, r->line, r->error);
}

/* A model of papni, perhaps over several lines. */
static bool is_model (const reader *r)
{
  static const char mark[] = "\"papni-model\"";
  const size_t size = (size_t) (r->end - r->next) < 200 ? (size_t) (r->end - r->next) : 200;
  for (size_t i = 0; i + sizeof mark - 1 <= size; i++)
    if (!memcmp (r->next + i, mark, sizeof mark - 1))
      return true;
  return false;
}

status read_jsonl (reader *r)
{
  status s = PAPNI_OK;
  if (is_model (r))
    return fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 },
                    "this is a model, not a file of words: 'papni show' prints it, 'papni generate' makes words of it, "
                    "and commands such as check and eval take it before the words");
  for (span line; !s && next_line (r, &line);) {
    if (trim (line).begin == trim (line).end)
      continue;
    json_error_t wrong = { 0 };
    json_t *object = json_loadb (line.begin, (size_t) (line.end - line.begin), JSON_REJECT_DUPLICATES, &wrong);
    if (object)
      s = read_object (r, object);
    else if (json_lacks_memory (&wrong, line.begin, (size_t) (line.end - line.begin)))
      s = no_memory (r->error);
    else
      s = reader_fail (r, line.begin + (wrong.position > 0 ? wrong.position - 1 : 0), "invalid JSON: %s",
                       json_complaint (&wrong));
    json_decref (object);
  }
  return s;
}
