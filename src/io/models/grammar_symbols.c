/* grammar_symbols.c - symbols and names in a grammar. */
#include "io/models/writer.h"

#include <string.h>

const terminal *writer_terminal (const writer *w, symbol s, const text_symbol **how)
{
  const letter *own = &w->grammar->model->alphabet->letters[s];
  const terminals *t = w->scanner->terminals;
  *how = &w->texts->symbols[papni_alphabet_find (w->texts->alphabet, own->name, own->length)];
  for (size_t i = 0; i < t->count; i++)
    if (!t->list[i].skipped && t->list[i].symbol == (*how)->from)
      return &t->list[i];
  return NULL;
}

bool writer_scans (const writer *w)
{
  return (w->notation == ANTLR || w->notation == LARK) && !w->generates;
}

bool writer_shows_blanks (const writer *w)
{
  return w->texts && (w->notation == GBNF || (w->notation == EBNF && !w->texts->usual));
}

/* BLANK in GBNF is any number of blanks, in EBNF one. */
static void put_blanks_before (writer *w, const text_symbol *how)
{
  const bool may = how->form == BLANKS_MAY, gbnf = w->notation == GBNF;
  if (!how->blank || how->form == BLANKS_MUST_NOT || (may && !writer_shows_blanks (w)))
    return;
  if (how->whole) {
    put (&w->output, writer_blanks (w, how));
    put (&w->output, may ? "? " : " ");
  } else if (how->blank != w->texts->blank) {
    put (&w->output, may ? "(" : "");
    put (&w->output, writer_blanks (w, how));
    put (&w->output, w->generates ? "" : gbnf ? " BLANK" : " BLANK*");
    put (&w->output, may ? ")? " : " ");
  } else if (!writer_shows_blanks (w))
    put (&w->output, "BLANK ");
  else if (gbnf)
    put (&w->output, may ? "BLANK " : "BLANKS ");
  else
    put (&w->output, may ? "BLANK* " : "BLANK+ ");
}

static void put_text_symbol (writer *w, symbol s)
{
  const text_symbol *how;
  const terminal *t = writer_terminal (w, s, &how);
  if (!t)
    return;
  put_blanks_before (w, how);
  w->written[t - w->scanner->terminals->list] = true;
  const char *name =
      how->part ? writer_variant (w, how->from, how->part) : w->terminal_names[t - w->scanner->terminals->list];
  if (*name)
    put (&w->output, name);
  else if (!writer_class (w, s))
    writer_literal (w, t->literal);
}

void writer_symbol (writer *w, symbol s)
{
  if (w->scanner)
    put_text_symbol (w, s);
  else if (!writer_class (w, s))
    writer_literal (w, w->grammar->model->alphabet->letters[s].name);
}

void writer_rule_name (writer *w, uint32_t r)
{
  char name[GRAMMAR_NAME];
  if (w->grammar->large_form && r) { /* in place, since there may be hundreds of millions of them */
    char *to = output_room (&w->output, GRAMMAR_NAME);
    w->output.used += large_name (w->grammar->large_form, r, w->notation == GBNF ? '-' : '_', to);
    return;
  }
  grammar_name (w->grammar, r, name);
  for (char *c = name; w->notation == GBNF && (c = strchr (c, '_'));)
    *c = '-';
  if (w->notation == GBNF && !r && !w->scanner)
    put (&w->output, "root");
  else if (w->notation == ANTLR && !strcmp (name, "object"))
    put (&w->output, "object_"); /* ANTLR reserves the other */
  else
    put (&w->output, name);
}
