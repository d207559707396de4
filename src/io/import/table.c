/* table.c - reads the output of export --to table and keeps its state numbers.
 *
 * A table does not declare its symbols. What pops is a return; what is popped or
 * entered is a call; other symbols are as declared in the alphabet, or internal. It
 * declares its kind only if the transitions do not show it (`model vpa`): a vpa has returns
 * without callers, a sevpa has 'enter' lines, and if nothing pops it is a dfa. But if it
 * reads calls or returns, although nothing pops, it must declare which it is: with a stack, no
 * accepted word could contain a call. */
#include "io/import/import.h"

enum
{
  IMPORT_TABLE_FREE_STATES = 1 << 16, /* beyond this, states are limited by the file size, to bound memory */
  IMPORT_TABLE_FREE_CALLS = 1 << 20,  /* transitions that 'enter' lines expand to; more in larger files */
  IMPORT_TABLE_CALLS_A_BYTE = 256
};

typedef struct import_table_table
{
  lines lines;
  papni_alphabet *alphabet;
  allocator memory;
  transition *list;
  size_t count, capacity;
  bool *accepting;
  size_t size, states;   /* bytes of the file */
  size_t entries;        /* the first transitions, each to be expanded to all states */
  bool named, anonymous; /* whether returns with and without a caller occur */
  papni_model_kind kind; /* that a line declares, */
  bool declared;         /* if there is one */
  char *name;            /* the name that is read, without escapes */
  size_t name_capacity;
  error *error;
} import_table_table;

static status import_table_bad (import_table_table *t, const char *byte, const char *what)
{
  return fail_at (t->error, PAPNI_INPUT, import_at (&t->lines, byte), "%s", what);
}

static status import_table_read_state (import_table_table *t, piece word, papni_state *q)
{
  size_t number = 0;
  for (const char *digit = word.begin; digit < word.end; digit++) {
    if (*digit < '0' || *digit > '9' || number > UINT32_MAX)
      return import_table_bad (t, word.begin, "a state must be a number");
    number = 10 * number + (size_t) (*digit - '0');
  }
  if (number >= t->states)
    return import_table_bad (t, word.begin, "the state is not below the number of states in the first line");
  *q = (papni_state) number;
  return PAPNI_OK;
}

/* A name as written by line-based output: \x20 is a space, \\ a backslash. */
static status read_name (import_table_table *t, piece word, papni_kind kind, symbol *s)
{
  size_t length = 0;
  if (!reserve (&t->memory, &t->name, &t->name_capacity, (size_t) (word.end - word.begin), 1))
    return no_memory (t->error);
  for (const char *c = word.begin; c < word.end; c++) {
    const bool blank = word.end - c >= 4 && !memcmp (c, "\\x20", 4),
               slash = word.end - c >= 2 && !memcmp (c, "\\\\", 2);
    t->name[length++] = blank ? ' ' : *c;
    c += blank ? 3 : slash;
  }
  const position at = import_at (&t->lines, word.begin);
  const status failed =
      kind == PAPNI_INTERNAL ? PAPNI_OK : alphabet_declare (t->alphabet, kind, t->name, length, at, t->error);
  return failed ? failed : alphabet_intern (t->alphabet, t->name, length, at, s, t->error);
}

static status import_table_add (import_table_table *t, transition new)
{
  if (!reserve (&t->memory, &t->list, &t->capacity, t->count + 1, sizeof *t->list))
    return no_memory (t->error);
  t->list[t->count++] = new;
  return PAPNI_OK;
}

static const transition import_table_nothing = { .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE };

/* `enter ( 2` */
static status import_table_read_entry (import_table_table *t, const piece *words)
{
  transition new = import_table_nothing;
  status failed = read_name (t, words[1], PAPNI_CALL, &new.symbol);
  if (!failed)
    failed = import_table_read_state (t, words[2], &new.to);
  if (!failed && t->entries != t->count)
    return import_table_bad (t, words[0].begin, "'enter' lines must come before the transitions");
  t->entries++;
  return failed ? failed : import_table_add (t, new);
}

/* `0 a 1`, `0 ) pop ( 1` or `0 ) pop 2 ( 1` */
static status import_table_read_transition (import_table_table *t, const piece *words, size_t count)
{
  transition new = import_table_nothing;
  const bool pops = count > 3;
  status failed = import_table_read_state (t, words[0], &new.from);
  if (!failed)
    failed = read_name (t, words[1], pops ? PAPNI_RETURN : PAPNI_INTERNAL, &new.symbol);
  if (!failed && pops)
    failed = read_name (t, words[count - 2], PAPNI_CALL, &new.popped);
  if (!failed && count == 6)
    failed = import_table_read_state (t, words[3], &new.caller);
  if (!failed)
    failed = import_table_read_state (t, words[count - 1], &new.to);
  t->named |= count == 6;
  t->anonymous |= count == 5;
  return failed ? failed : import_table_add (t, new);
}

/* `model vpa`, for a model with a stack that does not use it; `model dfa`, if it reads calls without a stack */
static status import_table_read_kind (import_table_table *t, piece word)
{
  for (papni_model_kind kind = PAPNI_DFA; kind <= PAPNI_GENERAL; kind++)
    if (piece_is (word, papni_model_kind_name (kind))) {
      t->kind = kind;
      t->declared = true;
      return PAPNI_OK;
    }
  return import_table_bad (t, word.begin, "expected dfa, vpa, sevpa or general");
}

static status import_table_read_line (import_table_table *t, piece line)
{
  enum
  {
    MOST = 6
  };
  piece words[MOST], rest = line;
  size_t count = 0;
  while (count < MOST && import_word (&rest, &words[count]))
    count++;
  if (count && rest.begin == rest.end) {
    if (count == 2 && piece_is (words[0], "model"))
      return import_table_read_kind (t, words[1]);
    if (count == 3 && piece_is (words[0], "enter"))
      return import_table_read_entry (t, words);
    if (count == 3 || (count > 4 && piece_is (words[2], "pop")))
      return import_table_read_transition (t, words, count);
  }
  return import_table_bad (t, line.begin,
                           "expected 'STATE SYMBOL STATE', 'STATE RETURN pop CALL STATE', 'STATE RETURN pop STATE CALL "
                           "STATE' or 'enter CALL STATE'");
}

/* `states N` and `accept q ...` */
static status import_table_read_head (import_table_table *t)
{
  piece line, word, number = { 0 };
  if (!import_line (&t->lines, &line) || !import_word (&line, &word) || !piece_is (word, "states")
      || !import_word (&line, &number) || number.end - number.begin > 8)
    return import_table_bad (t, t->lines.begin, "the first line must be 'states N'");
  t->states = SIZE_MAX; /* not known yet */
  papni_state states;
  status failed = import_table_read_state (t, number, &states);
  t->states = failed ? 0 : states;
  if (failed || !states)
    return failed ? failed : import_table_bad (t, number.begin, "a model must have at least one state");
  if (t->states > IMPORT_TABLE_FREE_STATES && t->states > t->size) {
    t->states = 0;
    return import_table_bad (t, number.begin, "more states than a file of this size can have");
  }
  t->accepting = allocate_zeroed (&t->memory, t->states, sizeof *t->accepting);
  if (!t->accepting)
    return no_memory (t->error);
  if (!import_line (&t->lines, &line) || !import_word (&line, &word) || !piece_is (word, "accept"))
    return import_table_bad (t, t->lines.begin, "the second line must be 'accept' and the accepting states");
  while (!failed && import_word (&line, &word)) {
    papni_state q = 0;
    failed = import_table_read_state (t, word, &q);
    if (!failed)
      t->accepting[q] = true;
  }
  return failed;
}

/* Expands an 'enter' line to a transition from every state. */
static status spread_entries (import_table_table *t)
{
  status failed = PAPNI_OK;
  if (t->entries && t->states > (t->size * IMPORT_TABLE_CALLS_A_BYTE + IMPORT_TABLE_FREE_CALLS) / t->entries)
    return fail_at (t->error, PAPNI_INPUT, (position){ t->lines.at.file, 0, 0 },
                    "more states and calls than a file of this size can have");
  for (size_t i = 0; i < t->entries; i++)
    for (size_t q = 1; !failed && q < t->states; q++) {
      transition copy = t->list[i];
      copy.from = (papni_state) q;
      failed = import_table_add (t, copy);
    }
  return failed;
}

static papni_model_kind import_table_kind_of (const import_table_table *t)
{
  if (t->declared)
    return t->kind;
  if (t->entries)
    return t->anonymous ? PAPNI_GENERAL : PAPNI_SEVPA;
  return t->named ? PAPNI_GENERAL : t->anonymous ? PAPNI_VPA : PAPNI_DFA;
}

/* Refuses a dfa that reads calls or returns without saying that it is one. */
static status import_table_check_kind (const import_table_table *t)
{
  if (t->entries && import_table_kind_of (t) == PAPNI_DFA)
    return fail_at (t->error, PAPNI_INPUT, (position){ t->lines.at.file, 0, 0 }, "'enter' lines, but 'model dfa'");
  const bool clear = t->declared || import_table_kind_of (t) != PAPNI_DFA;
  for (size_t i = 0; !clear && i < t->count; i++) {
    const letter *l = &t->alphabet->letters[t->list[i].symbol];
    if (l->kind != PAPNI_INTERNAL)
      return fail_at (t->error, PAPNI_INPUT, (position){ t->lines.at.file, 0, 0 },
                      "nothing pops, but '%s' is declared as a %s: add returns ('STATE RETURN pop CALL STATE'), or a "
                      "line 'model dfa' (no stack) or 'model vpa'",
                      l->name, l->kind == PAPNI_CALL ? "call" : "return");
  }
  return PAPNI_OK;
}

papni_model *import_table (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet, error *e)
{
  import_table_table t = { .lines = { bytes, bytes + size, bytes, { file, 0, 0 } },
                           .alphabet = alphabet,
                           .memory = alphabet->memory,
                           .size = size,
                           .error = e };
  status failed = import_table_read_head (&t);
  piece line;
  while (!failed && import_line (&t.lines, &line))
    if (line.begin < line.end)
      failed = import_table_read_line (&t, line);
  if (!failed)
    failed = spread_entries (&t);
  if (!failed)
    failed = import_table_check_kind (&t);
  papni_model *model =
      failed ? NULL
             : papni_model_new (
                 &(papni_parts){ import_table_kind_of (&t), alphabet, t.states, t.accepting, t.list, t.count }, e);
  release (&t.memory, t.accepting, t.states, sizeof *t.accepting);
  release (&t.memory, t.list, t.capacity, sizeof *t.list);
  release (&t.memory, t.name, t.name_capacity, 1);
  return model;
}
