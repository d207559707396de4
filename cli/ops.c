/* ops.c - papni ops: union, intersection, difference, complement and renaming of models,
 * emptiness, and counting words. */
#include "rename.h"

#include <stdlib.h>
#include <string.h>

typedef struct operation
{
  const char *name;
  size_t models;
  int (*ask) (const arguments *arguments, const papni_model *model); /* for a question */
  papni_operation operation;
  bool renames;
} operation;

/* ---- questions ---- */

static int ask_empty (const arguments *a, const papni_model *model)
{
  papni_error error;
  papni_least_word word;
  bool found;
  progress line;
  uint64_t longest;
  if (!number_of (a, "longest", 1000, &longest))
    return EXIT_USAGE;
  const papni_watch watch = progress_begin (&line, is_given (a, "quiet"));
  papni_least *least = papni_least_new (model, NULL, PAPNI_UNION, &watch, &error);
  const papni_status status = least ? papni_least_next (least, longest, &word, &found, &error) : error.code;
  progress_end (&line);
  if (!least)
    return complain_error (&error);
  int code = status ? complain_error (&error) : found ? EXIT_NO : EXIT_DONE;
  if (!status && !found)
    puts ("empty");
  else if (!status && word.symbols) {
    print_word (stdout, papni_least_alphabet (least), word.symbols, (size_t) word.length);
    printf ("\nnot empty: this is the shortest word%s\n", word.length ? "" : ", the empty word");
  } else if (!status && word.length == UINT64_MAX)
    puts ("not empty: the shortest word has more symbols than fit in 64 bits");
  else if (!status)
    printf ("not empty: the shortest word has %llu symbols; --longest %llu prints it\n",
            (unsigned long long) word.length, (unsigned long long) word.length);
  papni_least_free (least);
  return code;
}

static int ask_count (const arguments *a, const papni_model *model)
{
  papni_error error;
  uint64_t most;
  if (!number_of (a, "length", 10, &most))
    return EXIT_USAGE;
  progress line;
  const papni_watch watch = progress_begin (&line, is_given (a, "quiet"));
  papni_counter *counter = papni_counter_new (model, (size_t) most, &watch, &error);
  progress_end (&line);
  if (!counter)
    return complain_error (&error);
  for (size_t n = 0; n <= most; n++) {
    const double count = papni_counter_count (counter, n);
    printf (count < 9007199254740992.0 ? "%zu %.0f\n" : "%zu %.11e\n", n, count);
  }
  papni_counter_free (counter);
  return EXIT_DONE;
}

/* ---- operations ---- */

/* Warns that a dfa may accept words that are not well-matched. */
static void warn_of_dfa (const arguments *a, papni_model *const models[2])
{
  if (!models[1] && papni_model_kind_of (models[0]) == PAPNI_DFA)
    warn ("%s is a dfa: its complement contains all other words, not only the well-matched ones", a->operands[1]);
  for (int i = 0; models[1] && i < 2; i++)
    if (papni_model_kind_of (models[i]) == PAPNI_DFA && papni_model_kind_of (models[!i]) != PAPNI_DFA)
      warn ("%s is a dfa: combined with a model with a stack, only its well-matched words count", a->operands[1 + i]);
}

static void warn_of_lexers (papni_model *const models[2])
{
  const char *one = papni_alphabet_lexer (papni_model_alphabet (models[0]));
  const char *other = models[1] ? papni_alphabet_lexer (papni_model_alphabet (models[1])) : NULL;
  if (one && other && strcmp (one, other) != 0)
    warn ("the models were learned with different lexers: the result has none, so papni check needs --lexer");
}

static papni_model *combine (const arguments *a, papni_model *const models[2], papni_operation operation, int *code)
{
  papni_error error;
  progress line;
  const papni_watch watch = progress_begin (&line, is_given (a, "quiet"));
  papni_model *result = papni_combine (models[0], models[1], operation, &watch, &error);
  progress_end (&line);
  *code = result ? EXIT_DONE : complain_error (&error);
  return result;
}

static papni_model *result_of (const arguments *a, papni_model *const models[2], const operation *o, int *code)
{
  if (!o->renames) {
    warn_of_dfa (a, models);
    warn_of_lexers (models);
  }
  papni_model *result = o->renames ? rename_model (a, models[0], code) : combine (a, models, o->operation, code);
  if (!result || is_given (a, "as-is"))
    return result;
  papni_model *smallest = minimise_watched (result, is_given (a, "quiet"), code);
  papni_model_free (result);
  return smallest;
}

static int operate (const arguments *a, papni_model *const models[2], const operation *o)
{
  int code;
  const char *path = value_of (a, "output", NULL);
  papni_model *result = result_of (a, models, o, &code);
  if (!result)
    return code;
  if (models[1] && !is_given (a, "quiet"))
    compare_alphabets ((const char *const[]){ a->operands[1], a->operands[2] }, models);
  code = write_model (result, path);
  const size_t states = papni_model_states (result), transitions = papni_model_transitions (result);
  if (!code && !is_given (a, "quiet"))
    fprintf (stderr, "%s with %zu state%s and %zu transition%s%s%s\n",
             papni_model_kind_name (papni_model_kind_of (result)), states, plural (states), transitions,
             plural (transitions), path ? ", written to " : "; save the model with -o FILE", path ? shown (path) : "");
  papni_model_free (result);
  return code;
}

/* ---- the command ---- */

static const operation operations[] = {
  { "union", 2, NULL, PAPNI_UNION, false },           { "intersection", 2, NULL, PAPNI_INTERSECTION, false },
  { "difference", 2, NULL, PAPNI_DIFFERENCE, false }, { "complement", 1, NULL, PAPNI_COMPLEMENT, false },
  { "rename", 1, NULL, PAPNI_UNION, true },           { "empty", 1, ask_empty, PAPNI_UNION, false },
  { "count", 1, ask_count, PAPNI_UNION, false },
};

static const operation *find_operation (const char *name)
{
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (!strcmp (operations[i].name, name))
      return &operations[i];
  return NULL;
}

static int ops (const arguments *a)
{
  const operation *o = find_operation (a->operands[0]);
  if (!o)
    return complain (
        EXIT_USAGE,
        "ops: unknown operation '%s': expected union, intersection, difference, complement, rename, empty or count",
        a->operands[0]);
  if (a->operand_count != 1 + o->models)
    return complain (EXIT_USAGE, "ops: %s takes %s", o->name, o->models == 1 ? "one model" : "two models");
  if (is_given (a, "map") && !o->renames)
    return complain (EXIT_USAGE, "ops: --map is only for rename");
  papni_model *models[2] = { NULL, NULL };
  int code = o->ask ? EXIT_DONE : check_output (a, 1, value_of (a, "output", NULL));
  for (size_t i = 0; !code && i < o->models; i++)
    models[i] = read_model (a->operands[1 + i], &code);
  if (!code)
    code = o->ask ? o->ask (a, models[0]) : operate (a, models, o);
  papni_model_free (models[0]);
  papni_model_free (models[1]);
  return code;
}

static const option options[] = {
  { "output", 'o', "FILE", "output file (default: print the model)" },
  { "map", 0, "'OLD NEW'", "rename: rename the symbol OLD to NEW; can be repeated" },
  { "as-is", 0, NULL, "do not minimize the result" },
  { "length", 0, "N", "count: maximum word length (default: 10; at most 1000, less for large alphabets)" },
  { "longest", 0, "N", "empty: print only the length of a word of more than N symbols (default: 1000)" },
  { "quiet", 'q', NULL, "no progress bar, no summary" },
  { NULL, 0, NULL, NULL },
};

const command ops_command = {
  .name = "ops",
  .summary = "combine models: union, intersection, difference, complement, rename; test for emptiness, count words",
  .operands = "OPERATION MODEL [MODEL]",
  .least = 2,
  .most = 3,
  .about = "Makes a new model: 'union', 'intersection', 'difference' (words of the first model that the\n"
           "second rejects) or 'complement' (well-matched words that the model rejects; for a dfa, all\n"
           "words that it rejects). Models of the same kind give a model of that kind; otherwise the\n"
           "result is a 'general' model, which works with every command. 'rename' gives symbols new\n"
           "names; several symbols may get the same name if they are of one kind. The result is\n"
           "minimized.\n"
           "\n"
           "Two operations answer a question: 'empty' prints 'empty', or the shortest accepted word with\n"
           "exit code 1; 'count' prints the number of accepted words of each length.",
  .options = { options },
  .example = "papni ops intersection L4 L9 -o both.json\n"
             "papni ops complement both.json -o rest.json\n"
             "papni ops rename L4 --map '[ (' --map '] )' -o one.json\n"
             "papni ops empty both.json\n"
             "papni ops count L4 --length 8",
  .run = ops,
};
