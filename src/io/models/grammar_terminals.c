/* grammar_terminals.c - the terminals of a grammar of texts: their names and definitions. */
#include "io/models/writer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- names ---- */

/* Can another terminal begin like this one? */
static bool shares_first (const scanner *s, size_t own)
{
  for (size_t i = 0; i < s->terminals->count; i++)
    for (size_t c = 0; i != own && c < s->atoms; c++)
      if (s->first[own * s->atoms + c] && s->first[i * s->atoms + c])
        return true;
  return false;
}

static bool needs_name (const writer *w, size_t i)
{
  const terminal *t = &w->scanner->terminals->list[i];
  const bool scans = writer_scans (w);
  return !t->literal || (scans && (shares_first (w->scanner, i) || (t->bar && w->notation == LARK)));
}

/* Is it a name of ours, or one that ANTLR keeps for itself? */
static bool is_taken (const char *name, bool scans)
{
  static const char *const ours[] = { "BLANK", "BLANKS" };
  static const char *const taken[] = { "END",         "EOF", "BAD", "SKIP", "MORE", "HIDDEN", "DEFAULT_TOKEN_CHANNEL",
                                       "DEFAULT_MODE" };
  bool found = false;
  for (size_t i = 0; !scans && i < sizeof ours / sizeof *ours; i++)
    found |= !strcmp (name, ours[i]);
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    found |= !strcmp (name, taken[i]);
  return found;
}

static void base_terminal_name (const terminal *t, bool scans, char name[TERMINAL_NAME])
{
  const size_t length = strlen (t->name);
  const char *before = !strncmp (t->name, "</", 2)                          ? "END_"
                       : length > 2 && !strcmp (t->name + length - 2, "/>") ? "EMPTY_"
                       : !strncmp (t->name, "<?", 2)                        ? "INSTRUCTION_"
                                                                            : "";
  size_t used = (size_t) snprintf (name, TERMINAL_NAME, "%s", before);
  const size_t letters = used;
  for (const char *c = t->name; *c && used < 24; c++)
    if (isalnum ((unsigned char) *c) && (unsigned char) *c < 0x80 && (used || !isdigit ((unsigned char) *c)))
      name[used++] = (char) toupper ((unsigned char) *c);
    else if (strchr ("_-.", *c) && used > letters && name[used - 1] != '_')
      name[used++] = '_';
  while (used > letters && name[used - 1] == '_')
    used--;
  name[used] = 0;
  if (used == letters || is_taken (name, scans))
    snprintf (name, TERMINAL_NAME, "TOKEN");
}

/* Terminals with the name of another are one, except for skipped ones. */
static size_t first_of_name (const terminals *t, size_t i)
{
  for (size_t k = 0; k < i; k++)
    if (!strcmp (t->list[k].name, t->list[i].name))
      return k;
  return i;
}

/* A name like this that no other terminal has. */
static void take_terminal_name (writer *w, const char *base, char *name)
{
  const size_t count = w->scanner->terminals->count;
  unsigned number = 2;
  snprintf (name, TERMINAL_NAME, "%s", base);
  for (size_t k = 0; k < count + w->variant_count; k++) {
    const char *other = k < count ? w->terminal_names[k] : w->variants[k - count].name;
    if (other != name && !strcmp (other, name)) {
      snprintf (name, TERMINAL_NAME, "%.30s_%u", base, number++);
      k = SIZE_MAX; /* from the beginning */
    }
  }
}

static bool is_used (const writer *w, size_t i)
{
  const papni_model *m = w->grammar->model;
  const text_symbol *how;
  for (size_t k = 0; k < m->count; k++)
    if (writer_terminal (w, m->transitions[k].symbol, &how) == &w->scanner->terminals->list[i] && !how->part)
      return true;
  return false;
}

const char *writer_variant (const writer *w, symbol from, uint32_t part)
{
  for (size_t i = 0; i < w->variant_count; i++)
    if (w->variants[i].from == from && w->variants[i].part == part)
      return w->variants[i].name;
  return "";
}

const char *writer_blanks (const writer *w, const text_symbol *how)
{
  return writer_variant (w, how->whole ? WHOLE_BLANKS : FIRST_BLANK, how->blank);
}

static void add_variant (writer *w, symbol from, uint32_t part, const char *base)
{
  if (w->failed || *writer_variant (w, from, part))
    return;
  if (!reserve (&w->grammar->memory, &w->variants, &w->variant_capacity, w->variant_count + 1, sizeof *w->variants)) {
    w->failed = no_memory (w->error);
    return;
  }
  variant *own = &w->variants[w->variant_count++];
  *own = (variant){ .part = part, .from = from };
  take_terminal_name (w, base, own->name);
}

/* Texts of a symbol that may stand only in certain places, and blanks likewise. */
static void name_variants (writer *w)
{
  const papni_model *m = w->grammar->model;
  for (size_t k = 0; k < m->count; k++) {
    const text_symbol *how;
    char base[TERMINAL_NAME];
    const terminal *t = writer_terminal (w, m->transitions[k].symbol, &how);
    if (t && how->part) {
      base_terminal_name (t, false, base);
      add_variant (w, how->from, how->part, base);
    }
    if (t && how->whole)
      add_variant (w, WHOLE_BLANKS, how->blank, "BLANKS_BEFORE");
    else if (t && how->blank != w->texts->blank && how->form != BLANKS_MUST_NOT)
      add_variant (w, FIRST_BLANK, how->blank, "BLANK_FIRST");
  }
}

static void name_terminal (writer *w, size_t i)
{
  const terminals *t = w->scanner->terminals;
  const bool scans = writer_scans (w);
  const size_t first = first_of_name (t, i);
  char base[TERMINAL_NAME];
  if (first < i && !t->list[i].skipped) {
    base_terminal_name (&t->list[first], scans, base);
    if (!*w->terminal_names[first] && (scans || is_used (w, first))) /* several texts: a name */
      take_terminal_name (w, base, w->terminal_names[first]);
  } else if ((t->list[i].skipped || needs_name (w, i)) && (scans || is_used (w, i))) {
    base_terminal_name (&t->list[i], scans, base);
    take_terminal_name (w, base, w->terminal_names[i]);
  }
}

bool writer_name_terminals (writer *w)
{
  const terminals *t = w->scanner->terminals;
  for (size_t i = 0; i < t->count; i++)
    name_terminal (w, i);
  if (!writer_scans (w))
    name_variants (w);
  for (size_t i = 0; w->notation == GBNF && i < t->count + w->variant_count; i++)
    for (char *c = i < t->count ? w->terminal_names[i] : w->variants[i - t->count].name; *c; c++)
      *c = *c == '_' ? '-' : *c;
  return !w->failed;
}

/* ---- definitions ---- */

static void put_terminal_pattern (writer *w, size_t i)
{
  const patterns *p = &w->scanner->terminals->patterns;
  const terminal *own = &w->scanner->terminals->list[i];
  if (w->notation == LARK)
    writer_regex (w, own->part);
  else if (own->literal)
    writer_literal (w, own->literal);
  else
    writer_part (w, (part_list){ p->parts, p->ranges }, own->part);
}

static void put_terminal (writer *w, size_t first)
{
  const terminals *t = w->scanner->terminals;
  const bool antlr = w->notation == ANTLR;
  const bool apart = antlr && t->list[first].skipped && t->patterns.parts[t->list[first].part].kind == PART_CHOICE;
  put (&w->output, w->terminal_names[first]);
  put (&w->output, apart ? " : (" : antlr ? " : " : " ::= ");
  for (size_t i = first; i < t->count; i++)
    if (i == first || (!t->list[i].skipped && !strcmp (t->list[i].name, t->list[first].name))) {
      put (&w->output, i == first ? "" : " | ");
      put_terminal_pattern (w, i);
    }
  put (&w->output, apart ? ")" : "");
  put (&w->output, !antlr ? "\n" : t->list[first].skipped ? " -> skip ;\n" : " ;\n");
}

/* ANTLR takes the longest match: what is barred makes a longer one that is not a token. */
static void put_bad (writer *w)
{
  const terminals *t = w->scanner->terminals;
  bool any = false;
  for (size_t i = 0; i < t->count; i++) {
    const part *bar = &t->patterns.parts[t->list[i].bar];
    if (bar->kind != PART_SET)
      continue;
    put (&w->output, any ? " | (" : "BAD : (");
    put_terminal_pattern (w, i);
    put (&w->output, ") ");
    writer_set (w, &t->patterns.ranges[bar->one], bar->other);
    any = true;
  }
  put (&w->output, any ? " ;\n" : "");
}

/* ---- blanks ---- */

static void put_own_part (writer *w, uint32_t what)
{
  const patterns *p = &w->scanner->terminals->patterns;
  writer_part (w, (part_list){ p->parts, p->ranges }, what);
}

/* What may stand at the end of the text: blanks, and then one that nothing needs to follow. */
static void put_last (writer *w)
{
  const texts *t = w->texts;
  put (&w->output, !t->blank ? "END ::=" : w->notation == GBNF ? "END ::= BLANK" : "END ::= BLANK*");
  if (t->last) {
    put (&w->output, " (");
    put_own_part (w, t->last);
    put (&w->output, ")?");
  }
  put (&w->output, "\n");
}

/* BLANK in EBNF is one of them; in GBNF it is any number. */
static void put_blanks (writer *w)
{
  const texts *t = w->texts;
  if (t->blank) {
    put (&w->output, w->notation == GBNF ? "BLANKS ::= (" : "BLANK ::= ");
    put_own_part (w, t->blank);
    put (&w->output, w->notation == GBNF ? ")+\nBLANK ::= BLANKS?\n" : "\n");
  }
  if (t->last || (t->blank && (w->notation == GBNF || !t->usual)))
    put_last (w);
}

static void put_variants (writer *w)
{
  for (size_t i = 0; i < w->variant_count && !w->failed; i++) {
    put (&w->output, w->variants[i].name);
    put (&w->output, w->notation == ANTLR ? " : " : " ::= ");
    put_own_part (w, w->variants[i].part);
    put (&w->output, w->notation == ANTLR ? " ;\n" : "\n");
  }
}

void writer_terminals (writer *w)
{
  const terminals *t = w->scanner->terminals;
  const bool scans = writer_scans (w);
  for (size_t i = 0; i < t->count && !w->failed; i++) {
    if (!*w->terminal_names[i])
      continue;
    if (w->notation == LARK)
      writer_lark_terminal (w, i);
    else
      put_terminal (w, i);
  }
  put_variants (w);
  if (w->notation == ANTLR && scans)
    put_bad (w);
  else if (w->generates) {
    put (&w->output, w->texts->blank ? "BLANK : " : "");
    put_own_part (w, w->texts->blank);
    put (&w->output, w->texts->blank ? " ;\n" : "");
  } else if (!scans && !w->failed)
    put_blanks (w);
}
