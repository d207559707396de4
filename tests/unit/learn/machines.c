/* machines.c - Moore and Mealy machines, with and without a stack: a slow twin of RPNI and EDSM on
 * random traces, and what cannot be learned. The twin keeps every state's transitions in a table,
 * copies it for each trial, and scores every pair at each step.
 *
 * With a stack, the twin's inputs are a, the calls b and c, and the return z as d or e: it pops b or
 * c. So the twin knows no stack. */
#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  INPUTS = 3,
  NESTED_INPUTS = 5,
  OUTPUTS = 3,
  LONGEST = 7,
  MOST_NODES = 2000,
  NONE = -1
};

typedef struct twin_machine
{
  bool mealy;
  int width; /* inputs */
  int count;
  int next[MOST_NODES][NESTED_INPUTS];
  int output[MOST_NODES][NESTED_INPUTS]; /* of transitions */
  int own[MOST_NODES];                   /* of states */
  int parent[MOST_NODES], by[MOST_NODES];
  int number[MOST_NODES]; /* the least of those that were merged into it */
  char name[MOST_NODES][LONGEST + 1];
} twin_machine;

/* ---- traces ---- */

typedef struct trace
{
  int length, start, inputs[LONGEST], outputs[LONGEST];
} trace;

typedef struct hidden
{
  int states, next[16][NESTED_INPUTS], output[16][NESTED_INPUTS], own[16];
} hidden;

typedef enum machine_kind
{
  MOORE,
  MEALY,
  VPT
} machine_kind;

static const char *const kind_names[] = { "moore", "mealy", "vpt" };

static int below (papni_random *random, int n)
{
  random->state[0] = random->state[0] * 6364136223846793005u + 1442695040888963407u;
  return (int) ((random->state[0] >> 33) % (uint64_t) n);
}

static hidden draw_machine (papni_random *random)
{
  hidden h = { .states = 2 + below (random, 5) };
  for (int q = 0; q < h.states; q++) {
    h.own[q] = below (random, OUTPUTS);
    for (int a = 0; a < NESTED_INPUTS; a++) {
      h.next[q][a] = below (random, h.states);
      h.output[q][a] = below (random, OUTPUTS);
    }
  }
  return h;
}

/* The next input of a well-matched trace; `open` has the open calls. */
static int draw_nested (papni_random *random, int left, int *open, int *depth)
{
  const bool may_call = left >= *depth + 2, must_return = left == *depth;
  int choice = below (random, 3);
  if (must_return || (choice == 2 && *depth))
    return open[--*depth] + 2;
  if (choice == 1 && may_call)
    return open[(*depth)++] = 1 + below (random, 2);
  return 0;
}

/* Some outputs are unknown, if `gaps`. */
static trace draw_trace (papni_random *random, const hidden *h, machine_kind kind, bool gaps)
{
  const bool mealy = kind != MOORE;
  trace t = { .length = below (random, LONGEST + 1), .start = mealy || below (random, 2) ? NONE : h->own[0] };
  int q = 0, depth = 0, open[LONGEST];
  for (int i = 0; i < t.length; i++) {
    const int a = t.inputs[i] = kind == VPT ? draw_nested (random, t.length - i, open, &depth) : below (random, INPUTS);
    const int to = h->next[q][a];
    t.outputs[i] = gaps && !below (random, 3) ? NONE : mealy ? h->output[q][a] : h->own[to];
    q = to;
  }
  return t;
}

/* The input as it is written. */
static char input_letter (int a)
{
  return "abczz"[a];
}

static void add_trace (papni_samples *samples, const trace *t, bool nested)
{
  char names[LONGEST + 1][8];
  const char *list[LONGEST + 1];
  size_t count = 0;
  if (t->start != NONE)
    snprintf (names[count++], sizeof *names, "/%d", t->start);
  for (int i = 0; i < t->length; i++) {
    const char letter = nested ? input_letter (t->inputs[i]) : (char) ('a' + t->inputs[i]);
    if (t->outputs[i] == NONE)
      snprintf (names[count++], sizeof *names, "%c", letter);
    else
      snprintf (names[count++], sizeof *names, "%c/%d", letter, t->outputs[i]);
  }
  for (size_t i = 0; i < count; i++)
    list[i] = names[i];
  assert_int_equal (papni_samples_add (samples, list, count, PAPNI_UNKNOWN, NULL), PAPNI_OK);
}

/* ---- the twin ---- */

static int machine_add (twin_machine *m, int parent, int by)
{
  const int q = m->count++;
  assert_true (q < MOST_NODES);
  for (int a = 0; a < m->width; a++)
    m->next[q][a] = m->output[q][a] = NONE;
  m->own[q] = NONE;
  m->parent[q] = parent;
  m->by[q] = by;
  snprintf (m->name[q], sizeof *m->name, "%s%c", parent == NONE ? "" : m->name[parent], parent == NONE ? 0 : 'a' + by);
  return q;
}

static void machine_put (twin_machine *m, const trace *t)
{
  int q = 0;
  if (t->start != NONE)
    m->own[0] = t->start;
  for (int i = 0; i < t->length; i++) {
    const int a = t->inputs[i];
    if (m->next[q][a] == NONE)
      m->next[q][a] = machine_add (m, q, a);
    if (t->outputs[i] != NONE) {
      if (m->mealy)
        m->output[q][a] = t->outputs[i];
      else
        m->own[m->next[q][a]] = t->outputs[i];
    }
    q = m->next[q][a];
  }
}

static twin_machine *sorting;

static int shortlex (const void *left, const void *right)
{
  const char *x = sorting->name[*(const int *) left], *y = sorting->name[*(const int *) right];
  return strlen (x) != strlen (y) ? (strlen (x) < strlen (y) ? -1 : 1) : strcmp (x, y);
}

static void machine_number (twin_machine *m)
{
  int order[MOST_NODES];
  for (int q = 0; q < m->count; q++)
    order[q] = q;
  sorting = m;
  qsort (order, (size_t) m->count, sizeof *order, shortlex);
  for (int i = 0; i < m->count; i++)
    m->number[order[i]] = i;
}

/* Folds `from` into `to`; false on a conflict. *evidence: pairs of equal outputs. */
static bool machine_fold (twin_machine *m, int to, int from, int *evidence)
{
  if (m->own[to] != NONE && m->own[from] != NONE) {
    if (m->own[to] != m->own[from])
      return false;
    ++*evidence;
  }
  if (m->own[to] == NONE)
    m->own[to] = m->own[from];
  if (m->number[from] < m->number[to])
    m->number[to] = m->number[from];
  for (int a = 0; a < m->width; a++) {
    const int other = m->output[from][a];
    if (m->next[from][a] == NONE)
      continue;
    if (m->next[to][a] == NONE) {
      m->next[to][a] = m->next[from][a];
      m->output[to][a] = other;
      m->parent[m->next[from][a]] = to;
      continue;
    }
    if (m->output[to][a] != NONE && other != NONE) {
      if (m->output[to][a] != other)
        return false;
      ++*evidence;
    }
    if (m->output[to][a] == NONE)
      m->output[to][a] = other;
    if (!machine_fold (m, m->next[to][a], m->next[from][a], evidence))
      return false;
  }
  return true;
}

/* The machine after a merge, in `result`; false on a conflict. */
static bool machine_merge (const twin_machine *m, int red, int blue, twin_machine *result, int *evidence)
{
  *result = *m;
  *evidence = 0;
  result->next[m->parent[blue]][m->by[blue]] = red;
  return machine_fold (result, red, blue, evidence);
}

typedef struct learner_run
{
  twin_machine *now, *trial, *best;
  int reds[MOST_NODES], count;
  bool red[MOST_NODES];
} learner_run;

/* The blue state with the next number after `last`, or NONE. */
static int next_blue (const learner_run *r, int last)
{
  const twin_machine *m = r->now;
  int found = NONE;
  for (int i = 0; i < r->count; i++)
    for (int a = 0; a < m->width; a++) {
      const int q = m->next[r->reds[i]][a];
      if (q != NONE && !r->red[q] && m->number[q] > last && (found == NONE || m->number[q] < m->number[found]))
        found = q;
    }
  return found;
}

static void machine_promote (learner_run *r, int q)
{
  r->red[q] = true;
  r->reds[r->count++] = q;
}

/* One step; false if no state is blue. */
static bool machine_step (learner_run *r, bool rpni)
{
  int best = NONE;
  for (int blue = next_blue (r, NONE); blue != NONE; blue = next_blue (r, r->now->number[blue])) {
    bool merges = false;
    for (int i = 0; i < r->count && !(rpni && merges); i++) {
      int evidence;
      if (!machine_merge (r->now, r->reds[i], blue, r->trial, &evidence))
        continue;
      merges = true;
      if (evidence > best) {
        best = evidence;
        *r->best = *r->trial;
      }
    }
    if (!merges) {
      machine_promote (r, blue);
      return true;
    }
    if (rpni)
      break;
  }
  if (best != NONE)
    *r->now = *r->best;
  return best != NONE;
}

/* Prints the machine as papni_model_write does a table of its own: number, input, output, target. */
static void machine_print (const learner_run *r, char *text, size_t size)
{
  int number[MOST_NODES], queue[MOST_NODES], count = 1;
  const twin_machine *m = r->now;
  size_t used = (size_t) snprintf (text, size, "start %d\n", m->mealy ? NONE : m->own[0]);
  for (int q = 0; q < m->count; q++)
    number[q] = NONE;
  number[queue[0] = 0] = 0;
  for (int i = 0; i < count; i++)
    for (int a = 0; a < m->width; a++) {
      const int q = queue[i], to = m->next[q][a];
      if (to == NONE)
        continue;
      if (number[to] == NONE) {
        number[to] = count;
        queue[count++] = to;
      }
      used += (size_t) snprintf (text + used, size - used, "%d %c %d %d\n", i, 'a' + a,
                                 m->mealy ? m->output[q][a] : m->own[to], number[to]);
    }
}

static void print_machine (const papni_model *model, char *text, size_t size)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  const char *start = papni_model_output (model, 0);
  size_t used = (size_t) snprintf (text, size, "start %s\n", start ? start : "-1");
  for (size_t i = 0; i < papni_model_transitions (model); i++) {
    const papni_transition t = papni_model_transition (model, i);
    const char *name = papni_alphabet_name (alphabet, t.symbol);
    used += (size_t) snprintf (text + used, size - used, "%u %c %s %u\n", (unsigned) t.from, *name,
                               name[2] == '?' ? "-1" : name + 2, (unsigned) t.to);
  }
}

/* A model with a stack as a machine of the twin: returns that pop different outputs of a call are
 * one, and there is one for each output that the call has. */
static void flatten_machine (const papni_model *model, twin_machine *m)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  int calls[2] = { 0, 0 }, found[MOST_NODES][2] = { { 0 } };
  *m = (twin_machine){ .mealy = true, .width = NESTED_INPUTS };
  while (m->count < (int) papni_model_states (model))
    machine_add (m, NONE, 0);
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) == PAPNI_CALL)
      calls[*papni_alphabet_name (alphabet, (papni_symbol) i) - 'b']++;
  for (size_t i = 0; i < papni_model_transitions (model); i++) {
    const papni_transition t = papni_model_transition (model, i);
    const char *name = papni_alphabet_name (alphabet, t.symbol);
    const int output = name[1] ? atoi (name + 2) : NONE;
    const int call = t.popped == PAPNI_NO_SYMBOL ? NONE : *papni_alphabet_name (alphabet, t.popped) - 'b';
    const int a = call == NONE ? *name - 'a' : 3 + call;
    if (call != NONE && found[t.from][call]++) {
      assert_int_equal (m->next[t.from][a], t.to);
      assert_int_equal (m->output[t.from][a], output);
    }
    m->next[t.from][a] = (int) t.to;
    m->output[t.from][a] = output;
  }
  for (size_t q = 0; q < papni_model_states (model); q++)
    for (int call = 0; call < 2; call++)
      assert_true (!found[q][call] || found[q][call] == calls[call]);
}

static papni_model *learn_machine (const papni_samples *samples, machine_kind kind, bool rpni, const char *threads)
{
  papni_error error = { 0 };
  papni_options *options = papni_options_new (NULL, NULL);
  assert_int_equal (papni_options_set (options, "model", kind_names[kind], NULL), PAPNI_OK);
  assert_int_equal (papni_options_set (options, "method", rpni ? "rpni" : "edsm", NULL), PAPNI_OK);
  assert_int_equal (papni_options_set (options, "threads", threads, NULL), PAPNI_OK);
  papni_model *model = papni_learn (samples, options, NULL, NULL, &error);
  if (!model)
    fail_msg ("%s", error.message);
  papni_options_free (options);
  return model;
}

/* A run of the machine gives every output of a trace. */
static void agrees (const papni_model *model, const trace *t, bool nested)
{
  papni_state state = 0;
  papni_run *run = papni_run_new (model, NULL);
  for (int i = 0; i < t->length; i++) {
    const char letter = nested ? input_letter (t->inputs[i]) : (char) ('a' + t->inputs[i]);
    const char input[] = { letter, 0 }, *output = NULL;
    const papni_symbol s = papni_run_answer (run, input, 1);
    assert_int_not_equal (s, PAPNI_NO_SYMBOL);
    assert_int_equal (papni_run_step (run, s, NULL), PAPNI_OK);
    assert_int_equal (papni_run_position (run), i + 1);
    assert_int_equal (papni_machine_step (model, &state, input, &output), !nested);
    const char *name = papni_alphabet_name (papni_model_alphabet (model), s);
    if (t->outputs[i] != NONE) {
      assert_int_equal (atoi (name + 2), t->outputs[i]);
      assert_true (nested || *output - '0' == t->outputs[i]);
    }
  }
  assert_int_equal (papni_run_verdict (run), PAPNI_VERDICT_ACCEPT);
  papni_run_free (run);
}

static void one_system (uint64_t seed, learner_run *run)
{
  static char expected[1 << 16], found[1 << 16];
  papni_random random = papni_random_begin (seed);
  const machine_kind kind = (machine_kind) below (&random, 3);
  const bool mealy = kind != MOORE, nested = kind == VPT, rpni = below (&random, 2), gaps = below (&random, 2);
  const hidden h = draw_machine (&random);
  papni_alphabet *alphabet = papni_alphabet_new (NULL, NULL);
  papni_samples *samples = papni_samples_new (alphabet, NULL);
  trace traces[40];
  const int count = 2 + below (&random, 38);
  run->now->count = run->count = 0;
  run->now->mealy = mealy;
  run->now->width = nested ? NESTED_INPUTS : INPUTS;
  memset (run->red, 0, sizeof run->red);
  machine_add (run->now, NONE, 0);
  if (nested) {
    assert_int_equal (papni_alphabet_declare (alphabet, PAPNI_CALL, "b", NULL), PAPNI_OK);
    assert_int_equal (papni_alphabet_declare (alphabet, PAPNI_CALL, "c", NULL), PAPNI_OK);
    assert_int_equal (papni_alphabet_declare (alphabet, PAPNI_RETURN, "z", NULL), PAPNI_OK);
  }
  for (int i = 0; i < count; i++) {
    traces[i] = draw_trace (&random, &h, kind, gaps);
    if (!i)
      traces[i] = (trace){
        .length = 1, .start = NONE, .inputs = { 0 }, .outputs = { mealy ? h.output[0][0] : h.own[h.next[0][0]] }
      };
    add_trace (samples, &traces[i], nested);
    machine_put (run->now, &traces[i]);
  }
  machine_number (run->now);
  machine_promote (run, 0);
  while (machine_step (run, rpni))
    ;
  machine_print (run, expected, sizeof expected);
  papni_model *model = learn_machine (samples, kind, rpni, seed % 2 ? "1" : "3");
  assert_string_equal (papni_model_type (model), kind_names[kind]);
  if (nested) {
    flatten_machine (model, run->now);
    machine_print (run, found, sizeof found);
  } else
    print_machine (model, found, sizeof found);
  if (strcmp (expected, found) != 0)
    fail_msg ("seed %llu, %s, %s:\n%s\n%s", (unsigned long long) seed, kind_names[kind], rpni ? "rpni" : "edsm",
              expected, found);
  for (int i = 0; i < count; i++)
    agrees (model, &traces[i], nested);
  papni_model_free (model);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
}

static void twins_agree (void **state)
{
  (void) state;
  learner_run *run = calloc (1, sizeof *run);
  twin_machine *machines = calloc (3, sizeof *machines);
  assert_true (run && machines);
  run->now = machines;
  run->trial = machines + 1;
  run->best = machines + 2;
  for (uint64_t seed = 1; seed <= (test_is_small () ? 20 : 400); seed++)
    one_system (seed, run);
  free (machines);
  free (run);
}

/* ---- messages ---- */

static void fails (const char *text, const char *model, papni_status code, size_t line, const char *message)
{
  papni_error error = { 0 };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, NULL);
  papni_samples *samples = papni_samples_new (alphabet, NULL);
  papni_layout *layout = papni_layout_new (NULL, NULL);
  papni_options *options = papni_options_new (NULL, NULL);
  assert_int_equal (papni_layout_set (layout, "labels", "accept", NULL), PAPNI_OK);
  assert_int_equal (papni_layout_read (layout, samples, text, strlen (text), "traces", NULL), PAPNI_OK);
  assert_int_equal (papni_options_set (options, "model", model, NULL), PAPNI_OK);
  assert_null (papni_learn (samples, options, NULL, NULL, &error));
  assert_int_equal (error.code, code);
  assert_int_equal (error.line, line);
  if (!strstr (error.message, message))
    fail_msg ("%s", error.message);
  papni_options_free (options);
  papni_layout_free (layout);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
}

static void wrong_traces (void **state)
{
  (void) state;
  fails ("a/x b/y\na/x b/z\n", "mealy", PAPNI_CONTRADICTION, 2,
         "the output is 'z' here, but 'y' after the same inputs at traces:1");
  fails ("b/y\na/x\na/z b/y\n", "moore", PAPNI_CONTRADICTION, 3, "after 1 input ");
  fails ("/s a/x\n/t a/x\n", "moore", PAPNI_CONTRADICTION, 2, "after 0 inputs the output is 't' here");
  fails ("a/x\na/x b/\n", "mealy", PAPNI_INPUT, 2, "symbol 2 of this word, 'b/', has no output after the slash");
  fails ("a/x\na/x /y\n", "moore", PAPNI_INPUT, 2, "has no input");
  fails ("/x\n", "mealy", PAPNI_INPUT, 1, "has no input before the slash");
  fails ("a b\nb\n", "mealy", PAPNI_INPUT, 1, "no symbol has an output");
  fails ("%call f\n%return g\nf x/1 g\nf x/2 g\n", "vpt", PAPNI_CONTRADICTION, 4, "the output is '2' here, but '1'");
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (twins_agree), cmocka_unit_test (wrong_traces) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
