/* grammar_classes.c - classes of characters in grammars whose terminals are names.
 *
 * The first member of a class stands for all. It is written as a set of characters; in Lark and
 * ANTLR as a terminal, which is defined after the rules. */
#include "io/models/writer.h"
#include "model/class_sets.h"

#include <stdio.h>
#include <string.h>

static bool is_scanned (notation n)
{
  return n == LARK || n == ANTLR;
}

/* The first member, if the grammar has the class of this symbol as one. */
static bool class_first (const writer *w, symbol s, symbol *first)
{
  return w->grammar->classes && !w->grammar->large_form && class_is_set (w->grammar->model, s, first);
}

/* The characters of a class; NULL if out of memory. To be released with the size of the alphabet. */
static character_range *class_characters (writer *w, symbol s, size_t *count)
{
  const papni_model *model = w->grammar->model;
  const size_t size = model->alphabet->size;
  class_range *own = allocate (&w->grammar->memory, size, sizeof *own);
  character_range *ranges = allocate (&w->grammar->memory, size, sizeof *ranges);
  *count = own && ranges ? class_ranges (model, s, own, size) : 0;
  for (size_t i = 0; i < *count; i++)
    ranges[i] = (character_range){ own[i].from, own[i].to };
  release (&w->grammar->memory, own, size, sizeof *own);
  if (!*count && !w->failed)
    w->failed = no_memory (w->error);
  return ranges;
}

static void put_class_characters (writer *w, symbol s)
{
  size_t count;
  character_range *ranges = class_characters (w, s, &count);
  const bool regex = w->notation == LARK || w->notation == TREE_SITTER;
  put (&w->output, regex ? "/" : "");
  if (count && regex)
    writer_regex_set (w, ranges, count);
  else if (count)
    writer_set (w, ranges, count);
  put (&w->output, w->notation == TREE_SITTER ? "/u" : regex ? "/" : "");
  release (&w->grammar->memory, ranges, w->grammar->model->alphabet->size, sizeof *ranges);
}

/* ---- terminals ---- */

static bool is_within (const papni_alphabet *alphabet, symbol s, const char *characters)
{
  for (size_t i = 0; i < alphabet->size; i++)
    if (alphabet->letters[i].alike == alphabet->letters[s].alike
        && (alphabet->letters[i].length != 1 || !strchr (characters, *alphabet->letters[i].name)))
      return false;
  return true;
}

static const char *class_base_name (const papni_alphabet *alphabet, symbol s)
{
  return is_within (alphabet, s, "0123456789")                                             ? "DIGIT"
         : is_within (alphabet, s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") ? "LETTER"
                                                                                           : "CHARACTER";
}

/* LETTER, LETTER_2, ... */
static void put_class_name (writer *w, symbol first)
{
  const papni_alphabet *alphabet = w->grammar->model->alphabet;
  const char *base = class_base_name (alphabet, first);
  size_t number = 1;
  symbol other;
  for (symbol i = 0; i < first; i++)
    number += class_first (w, i, &other) && other == i && !strcmp (class_base_name (alphabet, i), base);
  put (&w->output, base);
  if (number > 1) {
    put (&w->output, "_");
    put_number (&w->output, number);
  }
}

bool writer_class (writer *w, symbol s)
{
  symbol first;
  if (!class_first (w, s, &first))
    return false;
  if (is_scanned (w->notation))
    put_class_name (w, first);
  else
    put_class_characters (w, first);
  return true;
}

void writer_class_terminals (writer *w)
{
  symbol first;
  for (symbol i = 0; is_scanned (w->notation) && i < w->grammar->model->alphabet->size && !w->failed; i++)
    if (class_first (w, i, &first) && first == i) {
      put_class_name (w, i);
      put (&w->output, w->notation == LARK ? ": " : " : ");
      put_class_characters (w, i);
      put (&w->output, w->notation == LARK ? "\n" : " ;\n");
    }
}
