/* settings.c - options: settings by name, with defaults by model. */
#include "learn/settings/settings.h"

#include "base/workers.h"

#include <stdio.h>
#include <string.h>

#define SETTINGS_ROW(field, ...) { __VA_ARGS__ },
#define SETTINGS_PLACE(field, ...) offsetof (settings, field),

static const papni_setting table[] = { SETTINGS (SETTINGS_ROW) };
static const size_t places[] = { SETTINGS (SETTINGS_PLACE) };

enum
{
  SETTING_COUNT = sizeof table / sizeof *table,
  LONGEST_VALUE = 23
};

typedef struct setting_value
{
  bool given;
  unsigned number;
  char text[LONGEST_VALUE + 1]; /* the default, unless set */
} setting_value;

struct papni_options
{
  allocator memory;
  until until;
  setting_value values[SETTING_COUNT];
};

const papni_setting *papni_setting_at (size_t index)
{
  return index < SETTING_COUNT ? &table[index] : NULL;
}

/* ---- names and values ---- */

static size_t settings_find (const char *name)
{
  size_t i = 0;
  while (i < SETTING_COUNT && strcmp (table[i].name, name) != 0)
    i++;
  return i;
}

/* Is the value one of "a|b|c", and which? */
static bool settings_among (const char *names, const char *value, size_t length, unsigned *place)
{
  for (*place = 0;; ++*place) {
    const size_t size = strcspn (names, "|");
    if (size == length && !memcmp (names, value, size))
      return true;
    if (!names[size])
      return false;
    names += size + 1;
  }
}

static bool settings_number (const char *text, size_t length, unsigned most, unsigned *number)
{
  uint64_t read = 0;
  for (size_t i = 0; i < length && read <= most; i++) {
    if (text[i] < '0' || text[i] > '9')
      return false;
    read = 10 * read + (uint64_t) (text[i] - '0');
  }
  *number = (unsigned) read;
  return length && read <= most;
}

/* A decimal number, in billionths. */
static bool settings_decimal (const char *text, size_t length, unsigned most, unsigned *number)
{
  uint64_t read = 0;
  size_t digits = 0, places = 0;
  bool point = false;
  for (size_t i = 0; i < length && places < 9 && read <= most; i++) {
    if (text[i] == '.' && !point)
      point = true;
    else if (text[i] < '0' || text[i] > '9')
      return false;
    else {
      read = 10 * read + (uint64_t) (text[i] - '0');
      digits++;
      places += point;
    }
  }
  if (digits + point < length)
    return false;
  for (; places < 9 && read <= most; places++)
    read *= 10;
  *number = (unsigned) read;
  return digits && read <= most;
}

/* A setting whose value is a decimal number or auto. */
static bool settings_is_decimal (const papni_setting *s)
{
  return !strcmp (s->values, "PROBABILITY") || !strcmp (s->values, "RATE");
}

/* What auto is stored as. A probability is never 0, a rate may be. */
static unsigned settings_auto (const papni_setting *s)
{
  return strcmp (s->values, "RATE") ? 0 : NOISE_AUTO;
}

static bool settings_decimal_or_auto (const papni_setting *s, const char *text, size_t length, unsigned *number)
{
  if (length != 4 || memcmp (text, "auto", 4) != 0)
    return settings_decimal (text, length, s->most, number) && *number != settings_auto (s);
  *number = settings_auto (s);
  return true;
}

/* Sets the value, if the setting allows it. */
static bool settings_take (const papni_setting *s, const char *text, size_t length, setting_value *value)
{
  unsigned number;
  const bool known = strchr (s->values, '|')   ? settings_among (s->values, text, length, &number)
                     : settings_is_decimal (s) ? settings_decimal_or_auto (s, text, length, &number)
                                               : settings_number (text, length, s->most, &number);
  if (!known || length > LONGEST_VALUE)
    return false;
  value->number = number;
  memcpy (value->text, text, length);
  value->text[length] = 0;
  return true;
}

/* ---- defaults ---- */

/* The part of "a; kind: b; other: c" for a model. */
static const char *settings_default (const char *defaults, const char *model, size_t *length)
{
  const size_t named = strlen (model);
  const char *found = defaults;
  for (const char *next = strchr (defaults, ';'); next; next = strchr (next + 1, ';'))
    if (!strncmp (next + 2, model, named) && next[2 + named] == ':')
      found = next + 2 + named + 2;
  *length = strcspn (found, ";");
  return found;
}

/* The model without a choice: some methods have one of their own. */
static const char *default_model (const papni_options *o)
{
  const setting_value *method = &o->values[settings_find ("method")];
  const bool chosen = method->given;
  return chosen && method->number == METHOD_ALERGIA ? "mc" : chosen && method->number == METHOD_K_TAILS ? "dfa" : "vpa";
}

/* Gives all other settings their defaults; the model comes first. */
static void settings_fill (papni_options *o)
{
  for (size_t i = 0; i < SETTING_COUNT; i++)
    if (!o->values[i].given) {
      size_t length;
      const char *text = settings_default (i ? table[i].defaults : default_model (o), o->values[0].text, &length);
      settings_take (&table[i], text, length, &o->values[i]);
    }
}

/* ---- options ---- */

papni_options *papni_options_new (const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_options *o = allocate_zeroed (&a, 1, sizeof *o);
  if (!o) {
    no_memory (e);
    return NULL;
  }
  o->memory = a;
  settings_fill (o);
  return o;
}

papni_options *papni_options_copy (const papni_options *options, papni_error *e)
{
  papni_options *o = allocate (&options->memory, 1, sizeof *o);
  if (o)
    *o = *options;
  else
    no_memory (e);
  return o;
}

void papni_options_free (papni_options *o)
{
  if (!o)
    return;
  const allocator a = o->memory;
  release (&a, o, 1, sizeof *o);
}

papni_status papni_options_set (papni_options *o, const char *name, const char *value, papni_error *e)
{
  const size_t i = settings_find (name);
  if (i == SETTING_COUNT)
    return fail (e, PAPNI_USAGE, "unknown setting '%s'", name);
  const papni_setting *s = &table[i];
  if (value && !settings_take (s, value, strlen (value), &o->values[i])) {
    if (strchr (s->values, '|'))
      return fail (e, PAPNI_USAGE, "%s: expected one of %s, got '%s'", name, s->values, value);
    if (!strcmp (s->values, "PROBABILITY"))
      return fail (e, PAPNI_USAGE,
                   "%s: expected auto, or a number above 0 and at most 2 with up to nine decimal places, got '%s'",
                   name, value);
    if (!strcmp (s->values, "RATE"))
      return fail (e, PAPNI_USAGE,
                   "%s: expected auto, or a number from 0 to below 0.5 with up to nine decimal places, got '%s'", name,
                   value);
    return fail (e, PAPNI_USAGE, "%s: expected a number from 0 to %u, got '%s'", name, s->most, value);
  }
  o->values[i].given = value;
  settings_fill (o);
  return PAPNI_OK;
}

const char *papni_options_get (const papni_options *o, const char *name)
{
  const size_t i = settings_find (name);
  return i < SETTING_COUNT ? o->values[i].text : NULL;
}

bool papni_options_is_set (const papni_options *o, const char *name)
{
  const size_t i = settings_find (name);
  return i < SETTING_COUNT && o->values[i].given;
}

void papni_options_until (papni_options *o, bool (*enough) (void *context), void *context)
{
  o->until = (until){ enough, context };
}

/* Does a model have this setting? */
static bool settings_apply (const papni_setting *s, const char *model)
{
  unsigned place;
  return !s->models || settings_among (s->models, model, strlen (model), &place);
}

papni_status papni_options_check (const papni_options *o, papni_error *e)
{
  const char *model = o->values[0].text;
  for (size_t i = 0; i < SETTING_COUNT; i++) {
    const papni_setting *s = &table[i];
    if (!o->values[i].given || settings_apply (s, model))
      continue;
    if (o->values[0].number == MODEL_AUTO)
      return fail (e, PAPNI_USAGE, "%s: the model auto chooses it: omit one of them", s->name);
    return fail (e, PAPNI_USAGE, "%s: only for the model %s, not for %s", s->name, s->models, model);
  }
  const bool contexts = o->values[settings_find ("method")].number == METHOD_CONTEXTS;
  if (contexts && o->values[0].number != PAPNI_DFA && o->values[0].number != MODEL_GENERAL
      && o->values[0].number != MODEL_AUTO)
    return fail (e, PAPNI_USAGE, "method: contexts is for the models dfa and general, not for %s", model);
  const unsigned wanted = o->values[0].number;
  const bool machine = wanted == MODEL_MOORE || wanted == MODEL_MEALY || wanted == MODEL_VPT;
  if (machine && o->values[settings_find ("evidence")].number == EVIDENCE_BITS)
    return fail (e, PAPNI_USAGE, "evidence: bits is for words that are accepted, not for the outputs of %s", model);
  const unsigned method = o->values[settings_find ("method")].number;
  const bool chain = o->values[0].number >= MODEL_MC && o->values[0].number <= MODEL_SMM;
  if ((method == METHOD_ALERGIA) != chain && o->values[0].number != MODEL_AUTO)
    return fail (e, PAPNI_USAGE,
                 chain ? "method: the model %s needs the method alergia"
                       : "method: alergia is for the models mc, mdp and smm, not for %s",
                 model);
  if (method == METHOD_K_TAILS && o->values[0].number != PAPNI_DFA)
    return fail (e, PAPNI_USAGE, "method: k-tails is for the model dfa, not for %s", model);
  if (method == METHOD_K_TAILS && o->values[settings_find ("search")].number)
    return fail (e, PAPNI_USAGE, "search: k-tails has no search: omit one of them");
  const bool noise = o->values[settings_find ("noise")].number;
  if (noise && o->values[0].number > MODEL_GENERAL)
    return fail (e, PAPNI_USAGE, "noise: only for models of accepted and rejected words, not for %s", model);
  if (noise && method == METHOD_K_TAILS)
    return fail (e, PAPNI_USAGE, "noise: k-tails does not use rejected words: omit one of them");
  if (!contexts && o->values[0].number == MODEL_GENERAL)
    return fail (e, PAPNI_USAGE, "method: the model general needs the method contexts");
  return PAPNI_OK;
}

/* ---- the plain struct ---- */

status settings_of (const papni_options *options, const papni_watch *watch, settings *result, error *e)
{
  papni_options defaults = { .values = { { 0 } } };
  const papni_options *o = options ? options : &defaults;
  settings_fill (&defaults);
  *result = (settings){ .story = NULL };
  const status s = papni_options_check (o, e);
  for (size_t i = 0; !s && i < SETTING_COUNT; i++)
    memcpy ((char *) result + places[i], &o->values[i].number, sizeof (unsigned));
  result->until = o->until;
  if (watch)
    result->watch = *watch;
  if (!result->threads)
    result->threads = cores ();
  return s;
}

papni_options *settings_options (const settings *s, const allocator *memory, error *e)
{
  papni_options *o = papni_options_new (memory, e);
  for (size_t i = 0; o && i < SETTING_COUNT; i++) {
    unsigned number;
    memcpy (&number, (const char *) s + places[i], sizeof number);
    setting_value *value = &o->values[i];
    const char *text = table[i].values;
    if (strchr (text, '|')) {
      for (unsigned k = 0; k < number; k++)
        text += strcspn (text, "|") + 1;
      settings_take (&table[i], text, strcspn (text, "|"), value);
    } else {
      value->number = number;
      if (settings_is_decimal (&table[i]) && number == settings_auto (&table[i]))
        snprintf (value->text, sizeof value->text, "auto");
      else if (settings_is_decimal (&table[i]) && number)
        snprintf (value->text, sizeof value->text, "%u.%09u", number / NOISE_ONE, number % NOISE_ONE);
      else
        snprintf (value->text, sizeof value->text, "%u", number);
    }
    value->given = settings_apply (&table[i], o->values[0].text) && (!i || table[i].models || number);
  }
  if (o)
    settings_fill (o);
  return o;
}
