/* reproduce_pictures.c - the automata, true and learned, side by side. */
#include "reproduce.h"

#include <stdlib.h>

typedef struct picture
{
  char *svg;
  size_t size;
} picture;

int write_image (const char *folder, const char *name, const char *svg)
{
  char path[4096];
  output out;
  snprintf (path, sizeof path, "%s/images/%s.svg", folder, name);
  int code = output_open (&out, path);
  if (code)
    return code;
  fputs (svg, out.stream);
  return output_close (&out);
}

/* Draws a model and saves the picture; EXIT_SYSTEM without `dot`. */
static int make_picture (const papni_model *model, const char *folder, const char *name, picture *result)
{
  FILE *out = open_memstream (&result->svg, &result->size);
  if (!out)
    return complain (EXIT_SYSTEM, "out of memory");
  int code = draw_model (model, "svg", out);
  if (fclose (out) && !code)
    code = complain (EXIT_SYSTEM, "out of memory");
  return code ? code : write_image (folder, name, result->svg);
}

static const result *first_result (const results *r, size_t language, size_t which)
{
  for (size_t i = 0; i < r->count; i++) {
    const result *one = &r->all[i];
    if (one->language == language && one->setting == which && !one->growth && one->repeat == 1)
      return one;
  }
  return NULL;
}

static int draw_language (page *pages, const results *r, size_t language, const char *folder)
{
  char name[64], caption[1024];
  picture truth = { 0 }, learned = { 0 };
  papni_error error;
  const size_t which = language < PAPER_ROWS ? VPA_BEST : SEVPA_BEST;
  size_t positive;
  int code = positive_words (language, &positive);
  const task t = { language, language < PAPER_ROWS ? WORDS : BEYOND_WORDS, positive, 1, false };
  papni_model *model = papni_language_model (language, NULL, &error);
  papni_model *first = code ? NULL : learn_first (&t, which, &code);
  snprintf (name, sizeof name, "%s-truth", papni_language_name (language));
  if (!code && model)
    code = make_picture (model, folder, name, &truth);
  snprintf (name, sizeof name, "%s-learned", papni_language_name (language));
  if (!code)
    code = make_picture (first, folder, name, &learned);
  const result *one = first_result (r, language, which);
  for (size_t i = 0; !code && one && i < 2; i++) {
    page *p = &pages[i];
    snprintf (caption, sizeof caption, "%s: %s", papni_language_name (language), papni_language_about (language));
    page_heading (p, 3, caption);
    page_pictures (p, true);
    snprintf (name, sizeof name, "%s-truth", papni_language_name (language));
    page_picture (p, name, truth.svg, truth.size, "The true automaton.");
    snprintf (name, sizeof name, "%s-learned", papni_language_name (language));
    snprintf (caption, sizeof caption, "Learned in the first run, %s, F1 %.3f: %s%.200s%s.", settings[which].title,
              f1_of (one),
              !one->differ   ? "the same language"
              : *one->differ ? "they differ on `"
                             : "they differ on the ",
              !one->differ   ? ""
              : *one->differ ? one->differ
                             : "empty word",
              one->differ && *one->differ ? "`" : "");
    page_picture (p, name, learned.svg, learned.size, caption);
    page_pictures (p, false);
  }
  free (truth.svg);
  free (learned.svg);
  papni_model_free (model);
  papni_model_free (first);
  return code;
}

int write_automata (page *pages, const results *r, const char *folder)
{
  for (size_t i = 0; i < 2; i++) {
    page_heading (&pages[i], 2, "The automata");
    page_text (&pages[i], "Accepting states have a double border; states that only reject are faint.");
  }
  int code = EXIT_DONE;
  for (size_t l = 0; !code && l < papni_language_count (); l++)
    if (r->chosen[l])
      code = draw_language (pages, r, l, folder);
  if (code == EXIT_SYSTEM)
    for (size_t i = 0; i < 2; i++)
      page_text (&pages[i], "The pictures could not be drawn. Is Graphviz installed?");
  return code == EXIT_SYSTEM ? EXIT_DONE : code;
}
