/* reproduce_csv.c - every run, as CSV. */
#include "reproduce.h"

#include <stdlib.h>

static void write_lines (const results *r, FILE *out)
{
  fprintf (out,
           "language,words,repeat,growth,setting,learning,positive,dropped,tree_nodes,tree_bytes,states,tp,fp,fn,tn,"
           "precision,recall,f1,seconds,peak_rss_bytes,differ,differ_longer,accepted_by\n");
  for (size_t i = 0; i < r->count; i++) {
    const result *x = &r->all[i];
    fprintf (out, "%s,%zu,%u,%d,%s,%zu,%zu,%zu,%zu,%zu,%zu,%zu,%zu,%zu,%zu,%.6f,%.6f,%.6f,%.6f,%zu,\"%s\",\"%s\",%s\n",
             papni_language_name (x->language), x->words, x->repeat, x->growth, settings[x->setting].name, x->learning,
             x->positive, x->dropped, x->tree_nodes, x->tree_bytes, x->states, x->tp, x->fp, x->fn, x->tn,
             precision_of (x), recall_of (x), f1_of (x), x->seconds, x->peak, x->differ ? x->differ : "",
             x->longer ? x->longer : "",
             !x->differ   ? ""
             : x->learned ? "learned"
                          : "truth");
  }
}

static int compare_results (const void *left, const void *right)
{
  const result *x = left, *y = right;
  if (x->growth != y->growth)
    return x->growth ? 1 : -1;
  if (x->language != y->language)
    return x->language < y->language ? -1 : 1;
  if (x->words != y->words)
    return x->words < y->words ? -1 : 1;
  if (x->setting != y->setting)
    return x->setting < y->setting ? -1 : 1;
  return x->repeat < y->repeat ? -1 : x->repeat > y->repeat;
}

void put_in_order (results *r)
{
  if (r->count)
    qsort (r->all, r->count, sizeof *r->all, compare_results);
}

int write_csv (const results *r, const char *folder)
{
  char path[4096];
  output out;
  snprintf (path, sizeof path, "%s/runs.csv", folder);
  const int code = output_open (&out, path);
  if (code)
    return code;
  write_lines (r, out.stream);
  return output_close (&out);
}
