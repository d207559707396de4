/* json_read.c - reads a model file. Every number, name and reference is validated. */
#include "io/jansson.h"
#include "io/models/json.h"
#include "model/counts.h"

#include <stdio.h>
#include <string.h>

enum
{
  JSON_FREE_STATES = 1 << 16, /* beyond this, states are limited by the file size, to bound memory */
  JSON_FREE_CALLS = 1 << 20,  /* transitions that "enter" expands to; more in larger files */
  JSON_CALLS_A_BYTE = 256
};

typedef struct json_source
{
  const char *file;
  size_t size; /* in bytes */
  allocator memory;
  papni_alphabet *alphabet;
  bool *accepting;
  size_t states;
  transition *transitions;
  size_t count, capacity;
  size_t entered; /* transitions that "enter" expanded to, which come first */
  error *error;
} json_source;

static status json_bad (json_source *s, const char *what)
{
  return fail_at (s->error, PAPNI_INPUT, (position){ s->file, 0, 0 }, "%s", what);
}

static status bad_item (json_source *s, const char *list, size_t index, const char *what)
{
  return fail_at (s->error, PAPNI_INPUT, (position){ s->file, 0, 0 }, "%s %zu: %s", list, index + 1, what);
}

static status read_names (json_source *s, const json_t *alphabet, papni_kind kind)
{
  const json_t *names = json_object_get (alphabet, kind_name (kind));
  if (!json_is_array (names))
    return json_bad (s, "\"alphabet\" needs the arrays \"internal\", \"call\" and \"return\"");
  for (size_t i = 0; i < json_array_size (names); i++) {
    const json_t *name = json_array_get (names, i);
    if (!json_is_string (name))
      return bad_item (s, kind_name (kind), i, "a symbol must be a string");
    const status failed = alphabet_declare (s->alphabet, kind, json_string_value (name), json_string_length (name),
                                            (position){ s->file, 0, 0 }, s->error);
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

/* The symbol that a JSON string names, or PAPNI_NO_SYMBOL. */
static symbol json_named (const json_source *s, const json_t *name)
{
  return json_is_string (name) ? papni_alphabet_find (s->alphabet, json_string_value (name), json_string_length (name))
                               : PAPNI_NO_SYMBOL;
}

static status json_read_pairs (json_source *s, const json_t *alphabet)
{
  const json_t *pairs = json_object_get (alphabet, "pairs");
  if (!json_is_array (pairs))
    return json_bad (s, "\"alphabet\" needs the array \"pairs\", which may be empty");
  for (size_t i = 0; i < json_array_size (pairs); i++) {
    const json_t *pair = json_array_get (pairs, i);
    const symbol c = json_named (s, json_array_get (pair, 0)), r = json_named (s, json_array_get (pair, 1));
    if (json_array_size (pair) != 2 || c == PAPNI_NO_SYMBOL || r == PAPNI_NO_SYMBOL)
      return bad_item (s, "pair", i, "a pair must be a call and a return of the alphabet");
    const letter *call = &s->alphabet->letters[c], *ret = &s->alphabet->letters[r];
    const status failed =
        alphabet_pair (s->alphabet, letter_name (call), letter_name (ret), (position){ s->file, 0, 0 }, s->error);
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

static status read_lexer (json_source *s, const json_t *alphabet)
{
  const json_t *lexer = json_object_get (alphabet, "lexer");
  if (!lexer)
    return PAPNI_OK;
  const char *name = json_string_value (lexer);
  if (!name)
    return json_bad (s, "\"lexer\" must be a string");
  return alphabet_recorded_lexer (s->alphabet, name, (position){ s->file, 0, 0 }, s->error);
}

/* A list of symbols that do the same; there is room for all symbols. */
static status json_read_class (json_source *s, const json_t *names, size_t index, symbol *members)
{
  const size_t size = json_array_size (names);
  if (size < 2 || size > s->alphabet->size)
    return bad_item (s, "class", index, "expected at least two symbols, each once");
  for (size_t i = 0; i < size; i++) {
    members[i] = json_named (s, json_array_get (names, i));
    if (members[i] == PAPNI_NO_SYMBOL)
      return bad_item (s, "class", index, "no such symbol in the alphabet");
    for (size_t k = 0; k < i; k++)
      if (members[k] == members[i])
        return bad_item (s, "class", index, "expected at least two symbols, each once");
  }
  return alphabet_join (s->alphabet, members, size, (position){ s->file, 0, 0 }, s->error);
}

static status json_read_classes (json_source *s, const json_t *alphabet)
{
  const json_t *classes = json_object_get (alphabet, "classes");
  if (!classes)
    return PAPNI_OK;
  symbol *members = allocate (&s->memory, s->alphabet->size, sizeof *members);
  status failed = members ? PAPNI_OK : no_memory (s->error);
  if (!failed && !json_is_array (classes))
    failed = json_bad (s, "\"classes\" must be an array of arrays of symbols");
  for (size_t i = 0; !failed && i < json_array_size (classes); i++)
    failed = json_read_class (s, json_array_get (classes, i), i, members);
  release (&s->memory, members, s->alphabet->size, sizeof *members);
  return failed;
}

static status read_alphabet (json_source *s, const json_t *root)
{
  const json_t *alphabet = json_object_get (root, "alphabet");
  if (!json_is_object (alphabet))
    return json_bad (s, "\"alphabet\" is missing or not an object");
  s->alphabet = papni_alphabet_new (&s->memory, s->error);
  status failed = s->alphabet ? PAPNI_OK : PAPNI_MEMORY;
  for (papni_kind kind = PAPNI_INTERNAL; !failed && kind <= PAPNI_RETURN; kind++)
    failed = read_names (s, alphabet, kind);
  if (!failed)
    failed = read_lexer (s, alphabet);
  if (!failed)
    failed = json_read_classes (s, alphabet);
  return failed ? failed : json_read_pairs (s, alphabet);
}

/* A state of the model, or PAPNI_NO_STATE. */
static papni_state json_state_of (const json_source *s, const json_t *number)
{
  if (!json_is_integer (number) || json_integer_value (number) < 0
      || (uint64_t) json_integer_value (number) >= s->states)
    return PAPNI_NO_STATE;
  return (papni_state) json_integer_value (number);
}

static status read_states (json_source *s, const json_t *root)
{
  const json_t *states = json_object_get (root, "states"), *accept = json_object_get (root, "accept");
  if (!json_is_integer (states) || json_integer_value (states) < 1)
    return json_bad (s, "\"states\" must be a number, at least 1");
  if ((uint64_t) json_integer_value (states) > s->size + JSON_FREE_STATES)
    return json_bad (s, "more states than a file of this size can have");
  s->states = (size_t) json_integer_value (states);
  s->accepting = allocate_zeroed (&s->memory, s->states, sizeof *s->accepting);
  if (!s->accepting)
    return no_memory (s->error);
  if (!json_is_array (accept))
    return json_bad (s, "\"accept\" must be an array of states");
  for (size_t i = 0; i < json_array_size (accept); i++) {
    const papni_state q = json_state_of (s, json_array_get (accept, i));
    if (q == PAPNI_NO_STATE)
      return bad_item (s, "accept", i, "no such state");
    s->accepting[q] = true;
  }
  return PAPNI_OK;
}

/* [from, symbol, to], [from, return, popped call, to] or [from, return, caller, popped call, to] */
static status json_read_transition (json_source *s, const json_t *item, size_t index)
{
  const size_t size = json_array_size (item);
  if (size < 3 || size > 5)
    return bad_item (s, "transition", index,
                     "expected [state, symbol, state], [state, return, popped call, state] or "
                     "[state, return, state of the call, popped call, state]");
  const transition t = { .from = json_state_of (s, json_array_get (item, 0)),
                         .symbol = json_named (s, json_array_get (item, 1)),
                         .popped = size > 3 ? json_named (s, json_array_get (item, size - 2)) : PAPNI_NO_SYMBOL,
                         .caller = size == 5 ? json_state_of (s, json_array_get (item, 2)) : PAPNI_NO_STATE,
                         .to = json_state_of (s, json_array_get (item, size - 1)) };
  if (t.from == PAPNI_NO_STATE || t.to == PAPNI_NO_STATE || (size == 5 && t.caller == PAPNI_NO_STATE))
    return bad_item (s, "transition", index, "no such state");
  if (t.symbol == PAPNI_NO_SYMBOL || (size > 3 && t.popped == PAPNI_NO_SYMBOL))
    return bad_item (s, "transition", index, "no such symbol in the alphabet");
  s->transitions[s->count++] = t;
  return PAPNI_OK;
}

static status json_read_transitions (json_source *s, const json_t *root)
{
  const json_t *transitions = json_object_get (root, "transitions");
  if (!json_is_array (transitions))
    return json_bad (s, "\"transitions\" must be an array");
  const size_t size = json_array_size (transitions);
  s->entered = s->count;
  if (!reserve (&s->memory, &s->transitions, &s->capacity, s->count + size, sizeof *s->transitions))
    return no_memory (s->error);
  for (size_t i = 0; i < size; i++) {
    const status failed = json_read_transition (s, json_array_get (transitions, i), i);
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

/* [call, state]: expands to a transition from every state. */
static status json_read_entry (json_source *s, const json_t *item, size_t index)
{
  const symbol c = json_named (s, json_array_get (item, 0));
  const papni_state entry = json_state_of (s, json_array_get (item, 1));
  if (json_array_size (item) != 2 || c == PAPNI_NO_SYMBOL || entry == PAPNI_NO_STATE
      || s->alphabet->letters[c].kind != PAPNI_CALL)
    return bad_item (s, "enter", index, "expected [call, state]");
  for (size_t q = 0; q < s->states; q++)
    s->transitions[s->count++] = (transition){
      .from = (papni_state) q, .symbol = c, .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE, .to = entry
    };
  return PAPNI_OK;
}

static status read_entries (json_source *s, const json_t *root)
{
  const json_t *entries = json_object_get (root, "enter");
  if (!json_is_array (entries))
    return json_bad (s, "a sevpa needs the array \"enter\", which may be empty");
  const size_t size = json_array_size (entries);
  if (size && s->states > (s->size * JSON_CALLS_A_BYTE + JSON_FREE_CALLS) / size)
    return json_bad (s, "more states and calls than a file of this size can have");
  if (!reserve (&s->memory, &s->transitions, &s->capacity, size * s->states, sizeof *s->transitions))
    return no_memory (s->error);
  for (size_t i = 0; i < size; i++) {
    const status failed = json_read_entry (s, json_array_get (entries, i), i);
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

static status json_read_kind (json_source *s, const json_t *root, papni_model_kind *kind, papni_machine *machine)
{
  const json_t *format = json_object_get (root, "format"), *version = json_object_get (root, "version");
  const json_t *model = json_object_get (root, "model");
  if (!json_is_string (format) || strcmp (json_string_value (format), MODEL_FORMAT) != 0)
    return json_bad (s, "not a papni model: \"format\" is not \"" MODEL_FORMAT "\"");
  if (!json_is_integer (version))
    return json_bad (s, "\"version\" must be a number");
  if (json_integer_value (version) > MODEL_VERSION)
    return json_bad (s, "the model's version is not 1: it needs a newer papni");
  if (json_integer_value (version) < MODEL_VERSION)
    return json_bad (s, "invalid version: expected 1");
  const char *name = json_is_string (model) ? json_string_value (model) : "";
  static const char *const machines[] = { "", "moore", "mealy", "mc", "mdp", "smm" };
  for (*machine = PAPNI_SMM; *machine && strcmp (name, machines[*machine]) != 0;)
    --*machine;
  const bool nested = !strcmp (name, "vpt");
  *kind = nested ? PAPNI_VPA : PAPNI_DFA;
  *machine = nested ? PAPNI_MEALY : *machine;
  if (*machine)
    return PAPNI_OK;
  for (; *kind <= PAPNI_GENERAL; ++*kind)
    if (!strcmp (name, papni_model_kind_name (*kind)))
      return PAPNI_OK;
  return json_bad (s, "\"model\" must be \"dfa\", \"vpa\", \"sevpa\", \"general\", or a machine: \"moore\", \"mealy\", "
                      "\"mc\", \"mdp\", \"smm\" or \"vpt\"");
}

/* The output of the start of a Moore machine, or NULL. */
static status json_read_output (json_source *s, const json_t *root, papni_machine machine, const char **output)
{
  const json_t *value = json_object_get (root, "output");
  *output = json_string_value (value);
  const bool states = machine == PAPNI_MOORE || machine == PAPNI_MC || machine == PAPNI_MDP;
  if (value && (!states || !*output || strlen (*output) != json_string_length (value)))
    return json_bad (s, "\"output\" must be a string, and is for machines whose states have outputs");
  return PAPNI_OK;
}

/* ---- counts ---- */

/* A count in a list. */
static status json_read_count (json_source *s, const json_t *list, size_t index, uint64_t *count)
{
  const json_t *number = json_array_get (list, index);
  if (!json_is_integer (number) || json_integer_value (number) < 0)
    return bad_item (s, "count", index, "expected a number, at least 0");
  *count = (uint64_t) json_integer_value (number);
  return PAPNI_OK;
}

/* Reads the count of a transition of the file, and stores it at its place in the model. */
static status json_place_count (json_source *s, const papni_model *model, size_t transition_index, const json_t *list,
                                size_t index, uint64_t *taken)
{
  const transition *t = &s->transitions[transition_index];
  const letter *l = &s->alphabet->letters[t->symbol];
  const letter *popped = t->popped == PAPNI_NO_SYMBOL ? NULL : &s->alphabet->letters[t->popped];
  const transition *found = model_find (
      model, t->from, papni_alphabet_find (model->alphabet, l->name, l->length),
      popped ? papni_alphabet_find (model->alphabet, popped->name, popped->length) : PAPNI_NO_SYMBOL, t->caller);
  return json_read_count (s, list, index, &taken[found - model->transitions]);
}

static status json_read_taken (json_source *s, const json_t *counts, const papni_model *model, uint64_t *taken)
{
  const json_t *enter = json_object_get (counts, "enter"), *list = json_object_get (counts, "transitions");
  const size_t listed = s->count - s->entered, entered = s->entered;
  status failed = PAPNI_OK;
  if (json_array_size (list) != listed || json_array_size (enter) * s->states != entered)
    return json_bad (s, "\"counts\" needs a count for each transition, and for each state and call of a sevpa");
  for (size_t i = 0; !failed && i < entered; i++) {
    const json_t *states = json_array_get (enter, i / s->states);
    if (json_array_size (states) != s->states)
      return json_bad (s, "\"counts\" needs a count for each state and call of a sevpa");
    failed = json_place_count (s, model, i, states, i % s->states, taken);
  }
  for (size_t i = 0; !failed && i < listed; i++)
    failed = json_place_count (s, model, entered + i, list, i, taken);
  return failed;
}

static status json_fill_counts (json_source *s, const json_t *counts, papni_model *model, uint64_t *ends,
                                uint64_t *taken)
{
  const json_t *end = json_object_get (counts, "end");
  if (json_array_size (end) != s->states)
    return json_bad (s, "\"counts\" needs the array \"end\" with a count for each state");
  status failed = PAPNI_OK;
  for (size_t q = 0; !failed && q < s->states; q++)
    failed = json_read_count (s, end, q, &ends[q]);
  if (!failed)
    failed = json_read_taken (s, counts, model, taken);
  return failed ? failed : model_take_counts (model, ends, taken, s->error);
}

/* Reads the counts of the model, if there are any. */
static status json_read_counts (json_source *s, const json_t *root, papni_model *model)
{
  const json_t *counts = json_object_get (root, "counts");
  if (!counts)
    return PAPNI_OK;
  uint64_t *ends = allocate_zeroed (&s->memory, model->states, sizeof *ends);
  uint64_t *taken = allocate_zeroed (&s->memory, model->count, sizeof *taken);
  const status failed = ends && taken ? json_fill_counts (s, counts, model, ends, taken) : no_memory (s->error);
  release (&s->memory, ends, model->states, sizeof *ends);
  release (&s->memory, taken, model->count, sizeof *taken);
  return failed;
}

static papni_model *read_model (json_source *s, const json_t *root)
{
  papni_model_kind kind;
  papni_machine machine;
  const char *output;
  if (json_read_kind (s, root, &kind, &machine) || json_read_output (s, root, machine, &output)
      || read_alphabet (s, root) || read_states (s, root) || (kind == PAPNI_SEVPA && read_entries (s, root))
      || json_read_transitions (s, root))
    return NULL;
  papni_model *model =
      papni_machine_new (&(papni_parts){ kind, s->alphabet, s->states, s->accepting, s->transitions, s->count },
                         machine, output, s->error);
  if (model && json_read_counts (s, root, model)) {
    papni_model_free (model);
    model = NULL;
  }
  if (!model && s->error)
    snprintf (s->error->file, sizeof s->error->file, "%s", s->file);
  return model;
}

papni_model *papni_model_read (const char *bytes, size_t size, const char *name, const papni_allocator *memory,
                               papni_error *e)
{
  json_source s = { .file = name ? name : "", .size = size, .memory = allocator_or_libc (memory), .error = e };
  json_error_t wrong = { 0 };
  const size_t mark = byte_order_mark (bytes, size);
  json_t *root = json_loadb (bytes + mark, size - mark, JSON_REJECT_DUPLICATES, &wrong);
  papni_model *model = NULL;
  if (root)
    model = read_model (&s, root);
  else if (json_lacks_memory (&wrong, bytes + mark, size - mark))
    no_memory (e);
  else
    fail_at (
        e, PAPNI_INPUT,
        (position){ s.file, wrong.line > 0 ? (size_t) wrong.line : 1, wrong.column > 0 ? (size_t) wrong.column : 1 },
        "not a papni model: invalid JSON: %s", json_complaint (&wrong));
  json_decref (root);
  papni_alphabet_free (s.alphabet);
  release (&s.memory, s.accepting, s.states, sizeof *s.accepting);
  release (&s.memory, s.transitions, s.capacity, sizeof *s.transitions);
  return model;
}
