/* show.c - papni show: prints a model as text. */
#include "cli.h"

#include <string.h>

static size_t characters (const char *name)
{
  size_t count = 0;
  for (; *name; name++)
    count += *name == ' ' ? 4 : *name == '\\' ? 2 : (*name & 0xc0) != 0x80;
  return count;
}

static void print_symbols (FILE *out, const papni_alphabet *alphabet, papni_kind kind, const char *title)
{
  bool any = false;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) != kind)
      continue;
    fprintf (out, any ? " " : "%-10s", title);
    any = true;
    print_name (out, papni_alphabet_name (alphabet, (papni_symbol) i));
  }
  fprintf (out, any ? "\n" : "");
}

static void print_alphabet (FILE *out, const papni_model *model)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  if (papni_model_kind_of (model) == PAPNI_DFA) {
    fprintf (out, "symbols  ");
    for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
      fputc (' ', out);
      print_name (out, papni_alphabet_name (alphabet, (papni_symbol) i));
    }
    fputc ('\n', out);
    return;
  }
  print_symbols (out, alphabet, PAPNI_INTERNAL, "internal");
  print_symbols (out, alphabet, PAPNI_CALL, "call");
  print_symbols (out, alphabet, PAPNI_RETURN, "return");
}

/* Is this a call of a sevpa, which is printed once for all states? */
static bool enters (const papni_model *model, papni_transition t)
{
  return papni_model_kind_of (model) == PAPNI_SEVPA
         && papni_alphabet_kind (papni_model_alphabet (model), t.symbol) == PAPNI_CALL;
}

static void print_entries (FILE *out, const papni_model *model)
{
  bool any = false;
  for (size_t i = 0; i < papni_model_transitions (model) && !papni_model_transition (model, i).from; i++) {
    const papni_transition t = papni_model_transition (model, i);
    if (!enters (model, t))
      continue;
    fprintf (out, any ? ", " : "%-10s", "enter");
    any = true;
    print_name (out, papni_alphabet_name (papni_model_alphabet (model), t.symbol));
    fprintf (out, " -> %u", (unsigned) t.to);
  }
  fprintf (out, any ? "\n" : "");
}

static void print_state (FILE *out, const papni_model *model, papni_state q)
{
  fprintf (out, "\n%sstate %u%s", bold (out), (unsigned) q, plain (out));
  if (!q)
    fprintf (out, ", start");
  if (papni_model_output (model, q)) {
    fprintf (out, ", output ");
    print_name (out, papni_model_output (model, q));
  } else if (has_traces (model))
    ;
  else if (papni_model_accepting (model, q))
    fprintf (out, ", accepts");
  else if (!papni_model_hopeful (model, q))
    fprintf (out, ", only rejects");
  fputc ('\n', out);
}

/* Prints the text to the left of the arrow and returns its width. */
static size_t print_reading (FILE *out, const papni_model *model, papni_transition t, bool really)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  const char *name = papni_alphabet_name (alphabet, t.symbol);
  const bool pops = t.popped != PAPNI_NO_SYMBOL, looks = t.caller != PAPNI_NO_STATE;
  const bool pushes =
      papni_model_kind_of (model) != PAPNI_DFA && papni_alphabet_kind (alphabet, t.symbol) == PAPNI_CALL;
  if (really) {
    print_name (out, name);
    fprintf (out, "%s", pops ? " / pop " : pushes ? " / push" : "");
    if (pops)
      print_name (out, papni_alphabet_name (alphabet, t.popped));
    if (looks)
      fprintf (out, " from %u", (unsigned) t.caller);
  }
  return characters (name) + (pops || pushes ? 7 : 0)
         + (pops ? characters (papni_alphabet_name (alphabet, t.popped)) : 0)
         + (looks ? (size_t) snprintf (NULL, 0, " from %u", (unsigned) t.caller) : 0);
}

void print_model (FILE *out, const papni_model *model)
{
  const size_t states = papni_model_states (model), count = papni_model_transitions (model);
  size_t widest = 0;
  fprintf (out, "%s%s with %zu state%s and %zu transition%s%s\n", bold (out), papni_model_type (model), states,
           plural (states), count, plural (count), plain (out));
  print_alphabet (out, model);
  print_entries (out, model);
  for (size_t i = 0; i < count; i++) {
    const papni_transition t = papni_model_transition (model, i);
    const size_t width = enters (model, t) ? 0 : print_reading (out, model, t, false);
    widest = width > widest ? width : widest;
  }
  widest = widest > 40 ? 40 : widest;
  for (size_t q = 0, i = 0; q < states; q++) {
    print_state (out, model, (papni_state) q);
    for (; i < count && papni_model_transition (model, i).from == q; i++) {
      const papni_transition t = papni_model_transition (model, i);
      if (enters (model, t))
        continue;
      fprintf (out, "  ");
      const size_t width = print_reading (out, model, t, true);
      double probability;
      fprintf (out, "%*s  -> %u", width < widest ? (int) (widest - width) : 0, "", (unsigned) t.to);
      if (papni_machine_probability (model, i, &probability))
        fprintf (out, "  %.6g", probability);
      fputc ('\n', out);
    }
  }
}

static int show (const arguments *a)
{
  int code;
  papni_model *model = read_model (a->operands[0], &code);
  if (model)
    print_model (stdout, model);
  papni_model_free (model);
  return code;
}

static const option options[] = { { NULL, 0, NULL, NULL } };

const command show_command = {
  .name = "show",
  .summary = "print a model as text",
  .operands = "MODEL",
  .least = 1,
  .most = 1,
  .about = "Prints a model: its kind and alphabet, then each state with its transitions.\n"
           "'( / push -> 2': the call ( is pushed, and the next state is 2.\n"
           "') / pop ( -> 1': the return ), if the open call is (; with ') / pop ( from 3 -> 1', if it\n"
           "was also made in state 3.\n"
           "'enter ( -> 2' in a sevpa: the call ( leads to state 2 from every state.\n"
           "'coin/tea -> 2' in a Moore or Mealy machine: the input coin has the output tea.",
  .options = { options },
  .example = "papni learn examples/paper.txt -o paper.json\npapni show paper.json",
  .run = show,
};
