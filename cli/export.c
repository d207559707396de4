/* export.c - papni export: writes a model in other formats, and draws it. */
#include "cli.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* In the order of --to. Pictures are DOT drawn by Graphviz. */
static const struct
{
  const char *name;
  bool picture, binary, grammar;
  const char *ending; /* of file names, if different from the name */
} forms[] = {
  { .name = "table" },
  { .name = "dot" },
  { .name = "svg", .picture = true },
  { .name = "png", .picture = true, .binary = true },
  { .name = "pdf", .picture = true, .binary = true },
  { .name = "json" },
  { .name = "ebnf", .grammar = true },
  { .name = "antlr", .grammar = true, .ending = "g4" },
  { .name = "gbnf", .grammar = true },
  { .name = "lark", .grammar = true },
  { .name = "tree-sitter", .grammar = true, .ending = "js" },
  { .name = "grammarinator", .grammar = true },
  { .name = "fuzzingbook", .grammar = true, .ending = "py" },
  { .name = "railroad", .grammar = true },
  { .name = "aalpy" },
  { .name = "automatalib" },
  { .name = "prism" },
  { .name = "jani" },
  { .name = "mermaid", .ending = "mmd" },
  { .name = "c", .grammar = true },
};

enum
{
  FORMS = sizeof forms / sizeof *forms
};

/* A grammar that is being written. If it is going to be large, the user is told so. */
typedef struct sized
{
  papni_writer writer;
  papni_watch watch;
  uint64_t bytes;
  bool known; /* how large it is going to be */
} sized;

static bool sized_write (void *context, const char *bytes, size_t size)
{
  sized *s = context;
  s->bytes += size;
  return s->writer.write (s->writer.context, bytes, size);
}

static bool sized_progress (void *context, papni_phase phase, size_t done, size_t total)
{
  enum
  {
    LARGE = 100, /* MB */
    PART = 64    /* of the whole, after which its size is estimated */
  };
  sized *s = context;
  if (!s->known && s->bytes && total && done >= total / PART) {
    const double size = (double) s->bytes / 1e6 * (double) total / (double) done;
    s->known = true;
    if (size >= LARGE)
      warn (size < 1e3 ? "a large grammar: about %.0f MB" : "a large grammar: about %.1f GB",
            size < 1e3 ? size : size / 1e3);
  }
  return s->watch.progress (s->watch.context, phase, done, total);
}

/* Watched, since a grammar may take a while; no progress line where the output appears. */
static papni_status write_grammar (const papni_model *model, int form, const arguments *a, output *out,
                                   papni_error *error)
{
  progress line;
  const char *path = value_of (a, "output", NULL);
  const papni_terminals terminals = is_given (a, "terminals")
                                        ? PAPNI_TERMINALS_TEXT + (papni_terminals) choice_of (a, "terminals", NULL)
                                        : PAPNI_TERMINALS_AUTO;
  const bool shows = (!path || !strcmp (path, "-")) && isatty (STDOUT_FILENO);
  sized s = { .writer = output_writer (out), .watch = progress_begin (&line, shows) };
  const papni_writer writer = { sized_write, &s };
  const papni_watch watch = { sized_progress, &s };
  const papni_status status = papni_model_export (model, forms[form].name, terminals, writer, &watch, error);
  progress_end (&line);
  return status;
}

static int write_plain (const papni_model *model, int form, const arguments *a, output *out)
{
  papni_error error;
  const papni_status status = forms[form].grammar
                                  ? write_grammar (model, form, a, out, &error)
                                  : papni_model_write (model, forms[form].name, output_writer (out), &error);
  return output_replace (out, status, &error);
}

/* ---- pictures ---- */

/* Runs Graphviz on a model: form "svg", "png" or "pdf". */
static int draw_model (const papni_model *model, const char *form, FILE *to)
{
  enum
  {
    MANY = 500
  };
  papni_error error;
  FILE *dot = tmpfile ();
  if (!dot)
    return complain (EXIT_SYSTEM, "cannot create a temporary file: %s", strerror (errno));
  if (papni_model_states (model) > MANY)
    warn ("drawing %zu states: dot will be slow, and the picture hard to read", papni_model_states (model));
  const bool failed =
      papni_model_write (model, "dot", stream_writer (dot), &error) || fflush (dot) || fseek (dot, 0, SEEK_SET);
  int code = EXIT_DONE;
  if (failed)
    code = complain (EXIT_SYSTEM, "cannot write a temporary file: %s", strerror (errno));
  else
    code = run_dot (form, dot, to);
  fclose (dot);
  return code;
}

static int write_picture (const papni_model *model, const char *form, output *out)
{
  const int code = draw_model (model, form, out->stream);
  if (!code)
    return output_close (out);
  output_drop (out);
  return code;
}

/* ---- the command ---- */

/* The index of the requested format, or of the one that the file name ends in; -1:
 * none. */
static int find_form (const arguments *a, const char *path)
{
  const char *dot = path ? strrchr (path, '.') : NULL;
  if (is_given (a, "to"))
    return choice_of (a, "to", NULL);
  for (int i = 0; dot && i < FORMS; i++)
    if (!strcmp (dot + 1, forms[i].name) || (forms[i].ending && !strcmp (dot + 1, forms[i].ending)))
      return i;
  return -1;
}

static int export(const arguments *a)
{
  const char *path = value_of (a, "output", NULL);
  const int form = find_form (a, path);
  if (form < 0)
    return complain (EXIT_USAGE, "export: no format given: use --to; papni export --help lists the formats");
  if (is_given (a, "terminals") && !forms[form].grammar)
    return complain (EXIT_USAGE, "export: --terminals is for grammars and for c, not for %s", forms[form].name);
  if (forms[form].binary && (!path || !strcmp (path, "-")) && isatty (STDOUT_FILENO))
    return complain (EXIT_USAGE, "export: cannot write %s to a terminal: use -o FILE.%s", forms[form].name,
                     forms[form].name);
  const bool model_again = !strcmp (forms[form].name, "json"); /* safe: a temporary file replaces the old one */
  int code = model_again ? EXIT_DONE : check_output (a, 0, path);
  if (code)
    return code;
  papni_model *model = read_model (a->operands[0], &code);
  if (!model)
    return code;
  output out;
  code = output_open (&out, path);
  if (!code)
    code = forms[form].picture ? write_picture (model, forms[form].name, &out) : write_plain (model, form, a, &out);
  papni_model_free (model);
  return code;
}

static const option options[] = {
  { "to", 0,
    "table|dot|svg|png|pdf|json|ebnf|antlr|gbnf|lark|tree-sitter|grammarinator|fuzzingbook|railroad|aalpy|automatalib|"
    "prism|jani|"
    "mermaid|c",
    "format (default: by the ending of FILE; .g4 is antlr, .js tree-sitter, .py fuzzingbook, .mmd mermaid)" },
  { "terminals", 0, "text|names",
    "terminals of a grammar, input of a C file: text, as the lexer reads it, or names of symbols (default: text if "
    "the model was learned through a lexer)" },
  { "output", 'o', "FILE", "output file (default: standard output)" },
  { NULL, 0, NULL, NULL },
};

const command export_command = {
  .name = "export",
  .summary = "write a model in another format, or draw it",
  .operands = "MODEL",
  .least = 1,
  .most = 1,
  .about = "Writes a model in another format:\n"
           "\n"
           "  table               one transition per line, easy to compare and to process\n"
           "  dot, svg, png, pdf  a picture, drawn by Graphviz; accepting states have a double border,\n"
           "                      and states that only reject are faint\n"
           "  mermaid             a picture for Markdown\n"
           "  json                papni's own format\n"
           "  ebnf, antlr, lark   a grammar: W3C EBNF, ANTLR 4, Lark\n"
           "  gbnf                a grammar for constrained decoding\n"
           "  tree-sitter         a grammar.js\n"
           "  grammarinator, fuzzingbook  a grammar for generators of texts\n"
           "  railroad            the grammar as railroad diagrams, in SVG\n"
           "  aalpy, automatalib  DOT for AALpy (a dfa, a vpa or a machine) or AutomataLib (a dfa, moore or mealy)\n"
           "  prism, jani         a Markov chain or decision process for model checkers\n"
           "  c                   a C file that decides whether a text or a word is accepted\n"
           "\n"
           "If the model was learned through a lexer, grammars and C files are about texts: terminals are\n"
           "what the lexer reads, with blanks between them. With --terminals names, and for models without\n"
           "a lexer, terminals are the names of symbols.",
  .options = { options },
  .example = "papni learn examples/paper.txt -o paper.json\n"
             "papni export paper.json --to table\n"
             "papni export paper.json -o paper.svg\n"
             "papni export json --to ebnf",
  .run = export,
};
