/* twin.c - the twin's symbol order, encoder, table and run. */
#include "twin.h"

#include "base/logs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *twin_allocate (size_t count, size_t size)
{
  void *block = calloc (count ? count : 1, size);
  if (!block)
    abort ();
  return block;
}

void twin_model_free (twin_model *model)
{
  if (!model)
    return;
  free (model->accepting);
  free (model->edges);
  free (model);
}

/* ---- symbol order -------------------------------------------------------- */

static bool comes_before (const twin_alphabet *alphabet, int a, int b)
{
  if (alphabet->kinds[a] != alphabet->kinds[b])
    return alphabet->kinds[a] < alphabet->kinds[b];
  return strcmp (alphabet->names[a], alphabet->names[b]) < 0;
}

void twin_symbol_order (const twin_alphabet *alphabet, int *order)
{
  for (int a = 0; a < alphabet->size; a++) {
    int i = a;
    for (; i > 0 && comes_before (alphabet, a, order[i - 1]); i--)
      order[i] = order[i - 1];
    order[i] = a;
  }
}

/* ---- encoding ------------------------------------------------------------ */

bool twin_pops (const twin_alphabet *alphabet, int ret, int call)
{
  bool any = false;
  for (int c = 0; c < alphabet->size; c++)
    any = any || alphabet->pairs[ret][c];
  return alphabet->kinds[ret] == PAPNI_RETURN && alphabet->kinds[call] == PAPNI_CALL
         && (!any || alphabet->pairs[ret][call]);
}

papni_mismatch twin_encode (const twin_alphabet *alphabet, const int *word, size_t length, int *popped, size_t *at,
                            int *open)
{
  size_t *stack = twin_allocate (length, sizeof *stack), depth = 0; /* where the open calls are */
  papni_mismatch mismatch = PAPNI_MISMATCH_NONE;
  for (*at = 0; *at < length && mismatch == PAPNI_MISMATCH_NONE; *at += mismatch == PAPNI_MISMATCH_NONE) {
    int a = word[*at];
    popped[*at] = TWIN_NONE;
    if (alphabet->kinds[a] == PAPNI_CALL)
      stack[depth++] = *at;
    else if (alphabet->kinds[a] == PAPNI_RETURN && depth == 0)
      mismatch = PAPNI_MISMATCH_NO_CALL;
    else if (alphabet->kinds[a] == PAPNI_RETURN && !twin_pops (alphabet, a, word[stack[depth - 1]]))
      mismatch = PAPNI_MISMATCH_WRONG_CALL;
    else if (alphabet->kinds[a] == PAPNI_RETURN)
      popped[*at] = word[stack[--depth]];
  }
  if (mismatch == PAPNI_MISMATCH_NONE && depth > 0) {
    mismatch = PAPNI_MISMATCH_OPEN_CALLS;
    *at = stack[depth - 1];
  }
  *open = mismatch != PAPNI_MISMATCH_NONE && depth > 0 ? word[stack[depth - 1]] : TWIN_NONE;
  free (stack);
  return mismatch;
}

/* ---- table and run ------------------------------------------------------- */

/* Is this a call of a sevpa, which is the same in all states? */
static bool enters (const twin_model *model, const twin_edge *e)
{
  return model->kind == PAPNI_SEVPA && model->alphabet.kinds[e->symbol] == PAPNI_CALL;
}

/* It has a stack, but no edge shows it, or none, but edges with calls or returns. */
static bool is_unclear (const twin_model *model)
{
  for (size_t i = 0; model->kind == PAPNI_DFA && i < model->edge_count; i++)
    if (model->alphabet.kinds[model->edges[i].symbol] != PAPNI_INTERNAL)
      return true;
  bool stack = false;
  for (int a = 0; a < model->alphabet.size; a++)
    stack |= model->alphabet.kinds[a] != PAPNI_INTERNAL;
  for (size_t i = 0; i < model->edge_count; i++)
    if (model->edges[i].popped != TWIN_NONE || enters (model, &model->edges[i]))
      return false;
  return stack && model->kind != PAPNI_DFA;
}

char *twin_table (const twin_model *model)
{
  size_t longest = 0;
  for (int a = 0; a < model->alphabet.size; a++)
    if (strlen (model->alphabet.names[a]) > longest)
      longest = strlen (model->alphabet.names[a]);
  char *text = twin_allocate (64 + 16 * (size_t) model->states + model->edge_count * (60 + 2 * longest), 1);
  char *end = text + sprintf (text, "states %d\naccept", model->states);
  for (int q = 0; q < model->states; q++)
    if (model->accepting[q])
      end += sprintf (end, " %d", q);
  end += sprintf (end, "\n");
  if (is_unclear (model))
    end += sprintf (end, "model %s\n", papni_model_kind_name (model->kind));
  for (size_t i = 0; i < model->edge_count && model->edges[i].from == 0; i++)
    if (enters (model, &model->edges[i]))
      end += sprintf (end, "enter %s %d\n", model->alphabet.names[model->edges[i].symbol], model->edges[i].to);
  for (size_t i = 0; i < model->edge_count; i++) {
    const twin_edge *e = &model->edges[i];
    if (enters (model, e))
      continue;
    end += sprintf (end, "%d %s ", e->from, model->alphabet.names[e->symbol]);
    if (e->popped != TWIN_NONE)
      end += sprintf (end, "pop ");
    if (e->caller != TWIN_NONE)
      end += sprintf (end, "%d ", e->caller);
    if (e->popped != TWIN_NONE)
      end += sprintf (end, "%s ", model->alphabet.names[e->popped]);
    end += sprintf (end, "%d\n", e->to);
  }
  return text;
}

/* Does some path lead to an accepting state, whatever the stack? */
static bool is_hopeful (const twin_model *model, int state)
{
  bool *reached = twin_allocate ((size_t) model->states, sizeof *reached), hope = false;
  reached[state] = true;
  for (int round = 0; round < model->states; round++)
    for (size_t i = 0; i < model->edge_count; i++)
      if (reached[model->edges[i].from])
        reached[model->edges[i].to] = true;
  for (int q = 0; q < model->states; q++)
    hope = hope || (reached[q] && model->accepting[q]);
  free (reached);
  return hope;
}

/* An open call, and the state in which it was made. */
typedef struct frame
{
  int call, caller;
} frame;

/* The state after this symbol, or TWIN_NONE and the reason. */
static int step (const twin_model *model, int state, int symbol, frame open, papni_verdict *why)
{
  if (symbol == TWIN_NONE) {
    *why = PAPNI_VERDICT_UNKNOWN_SYMBOL;
    return TWIN_NONE;
  }
  int to = TWIN_NONE;
  bool any = false, pops = model->kind != PAPNI_DFA && model->alphabet.kinds[symbol] == PAPNI_RETURN;
  for (size_t i = 0; i < model->edge_count; i++) {
    const twin_edge *e = &model->edges[i];
    if (e->from != state || e->symbol != symbol)
      continue;
    any = true;
    if (!pops || (e->popped == open.call && (e->caller == TWIN_NONE || e->caller == open.caller)))
      to = e->to;
  }
  if (to != TWIN_NONE && is_hopeful (model, to))
    return to;
  if (to != TWIN_NONE)
    *why = PAPNI_VERDICT_DEAD_END;
  else
    *why = pops && open.call == TWIN_NONE ? PAPNI_VERDICT_NO_CALL
           : any                          ? PAPNI_VERDICT_WRONG_CALL
                                          : PAPNI_VERDICT_NO_TRANSITION;
  return TWIN_NONE;
}

papni_verdict twin_run (const twin_model *model, const int *word, size_t length, size_t *position)
{
  frame *stack = twin_allocate (length + 1, sizeof *stack); /* stack[0]: no open call */
  int state = 0;
  size_t depth = 0;
  papni_verdict verdict = PAPNI_VERDICT_ACCEPT;
  stack[0] = (frame){ TWIN_NONE, TWIN_NONE };
  for (*position = 0; *position < length; ++*position) {
    int a = word[*position];
    int to = step (model, state, a, stack[depth], &verdict);
    if (to == TWIN_NONE)
      break;
    if (model->kind != PAPNI_DFA && model->alphabet.kinds[a] == PAPNI_CALL)
      stack[++depth] = (frame){ a, state };
    else if (model->kind != PAPNI_DFA && model->alphabet.kinds[a] == PAPNI_RETURN)
      depth--;
    state = to;
  }
  if (verdict == PAPNI_VERDICT_ACCEPT && depth > 0)
    verdict = PAPNI_VERDICT_OPEN_CALLS;
  else if (verdict == PAPNI_VERDICT_ACCEPT && !model->accepting[state])
    verdict = PAPNI_VERDICT_REJECTING_STATE;
  free (stack);
  return verdict;
}

/* ---- evidence in bits ---------------------------------------------------- */

static int size_of (int set)
{
  int size = 0;
  for (int i = 0; i <= TWIN_END; i++)
    size += set >> i & 1;
  return size;
}

/* Computed once: tests ask for it millions of times. */
static long log_factorial (int n)
{
  static long known[TWIN_END + 2];
  if (n > 1 && !known[n])
    known[n] = log_factorial (n - 1) + (long) log_of ((uint64_t) n);
  return known[n];
}

long twin_event_bits (int passes, int events, int all_events)
{
  int k = size_of (events), all = size_of (all_events);
  return k ? log_factorial (all) - log_factorial (k) - log_factorial (all - k) + passes * (long) log_of ((uint64_t) k)
           : 0;
}

bool twin_counts (const twin_word *words, size_t index, unsigned count)
{
  const twin_word *word = &words[index];
  for (size_t i = 0; i < index && count == COUNT_DISTINCT; i++) {
    bool equal = words[i].length == word->length && words[i].label == word->label;
    for (size_t k = 0; equal && k < word->length; k++)
      equal = words[i].symbols[k] == word->symbols[k];
    if (equal)
      return false;
  }
  return word->label == PAPNI_ACCEPT;
}

bool twin_pays (unsigned evidence, long found, bool positive)
{
  return evidence != EVIDENCE_BITS || found > 0 || (found == 0 && !positive);
}
