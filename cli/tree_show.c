/* tree_show.c - papni tree show: draws the plain prefix tree of samples and the
 * stack-aware one, as in the paper's figure. */
#include "tree.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char *const picture_forms[] = { "dot", "svg", "png", "pdf" }; /* in the order of --to */

enum
{
  DOT,
  SVG,
  PNG,
  MANY = 1000 /* nodes */
};

typedef struct drawn
{
  papni_tree *trees[2];
  const char *titles[2];
  size_t count;
} drawn;

static int add_tree (drawn *d, const papni_samples *samples, const char *model, const char *title)
{
  papni_error error;
  papni_options *options = papni_options_new (NULL, &error);
  int code = options && !papni_options_set (options, "model", model, &error) ? EXIT_DONE : complain_error (&error);
  if (!code) {
    d->trees[d->count] = papni_tree_new (samples, options, NULL, NULL, &error);
    code = d->trees[d->count] ? EXIT_DONE : complain_contradictions (samples, !strcmp (model, "vpa"), &error);
  }
  if (!code)
    d->titles[d->count++] = title;
  papni_options_free (options);
  return code;
}

static int trees_of_samples (const arguments *a, drawn *d)
{
  input in;
  const char *model = value_of (a, "model", NULL);
  int code = input_begin (&in, a, NULL);
  if (!code && model && strcmp (model, "dfa") != 0 && strcmp (model, "vpa") != 0)
    code = complain (EXIT_USAGE, "tree: --model must be dfa (the plain tree) or vpa (the stack-aware one), got '%s'",
                     model);
  if (!code)
    code = input_read_all (&in, a->operands + 1, a->operand_count - 1);
  if (!code && (!model || !strcmp (model, "dfa")))
    code = add_tree (d, in.samples, "dfa", "plain");
  if (!code && (!model || !strcmp (model, "vpa")))
    code = add_tree (d, in.samples, "vpa", "stack-aware");
  report_left_out (&in);
  input_free (&in);
  return code;
}

/* Trees from files have been built for one model. */
static int trees_of_files (const arguments *a, drawn *d)
{
  int code = EXIT_DONE;
  for (size_t i = 1; !code && i < a->operand_count; i++)
    code = read_tree (&d->trees[0], a->operands[i]);
  d->count = d->trees[0] ? 1 : 0;
  return code;
}

static int draw (const drawn *d, int form, output *out)
{
  papni_error error;
  FILE *dot = form == DOT ? out->stream : tmpfile ();
  if (!dot)
    return complain (EXIT_SYSTEM, "cannot create a temporary file: %s", strerror (errno));
  const papni_status status =
      papni_trees_draw ((const papni_tree *const *) d->trees, d->titles, d->count, stream_writer (dot), &error);
  if (form == DOT)
    return output_written (out, status, &error);
  const bool failed = status || fflush (dot) || fseek (dot, 0, SEEK_SET);
  const int code = failed ? complain (EXIT_SYSTEM, "cannot write a temporary file: %s", strerror (errno))
                          : run_dot (picture_forms[form], dot, out->stream);
  fclose (dot);
  return code;
}

/* The requested form, or the one that the file name ends in, or DOT. */
static int form_of (const arguments *a, const char *path)
{
  const char *dot = path ? strrchr (path, '.') : NULL;
  if (is_given (a, "to"))
    return choice_of (a, "to", "dot");
  for (int i = 0; dot && i < (int) (sizeof picture_forms / sizeof *picture_forms); i++)
    if (!strcmp (dot + 1, picture_forms[i]))
      return i;
  return DOT;
}

int show_trees (const arguments *a)
{
  const char *path = value_of (a, "output", NULL);
  const int form = form_of (a, path);
  drawn d = { .count = 0 };
  output out;
  if (form >= PNG && (!path || !strcmp (path, "-")) && isatty (STDOUT_FILENO))
    return complain (EXIT_USAGE, "tree: cannot write %s to a terminal: use -o FILE.%s", picture_forms[form],
                     picture_forms[form]);
  int code = check_output (a, 1, path);
  if (!code)
    code = papni_tree_is_file (a->operands[1]) ? trees_of_files (a, &d) : trees_of_samples (a, &d);
  size_t nodes = 0;
  for (size_t i = 0; i < d.count; i++)
    nodes += papni_tree_nodes (d.trees[i]);
  if (!code && form != DOT && nodes > MANY)
    warn ("drawing %zu nodes: dot will be slow, and the picture hard to read", nodes);
  if (!code)
    code = output_open (&out, path);
  if (!code) {
    code = draw (&d, form, &out);
    if (code)
      output_drop (&out);
    else
      code = output_close (&out);
  }
  papni_tree_free (d.trees[0]);
  papni_tree_free (d.trees[1]);
  return code;
}
