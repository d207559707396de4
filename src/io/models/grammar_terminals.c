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
  static const char *const taken[] = { "END", "EOF", "BAD", "SKIP", "MORE", "HIDDEN" };
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

bool writer_name_terminals (writer *w)
{
  const terminals *t = w->scanner->terminals;
  const bool scans = writer_scans (w);
  for (size_t i = 0; i < t->count; i++) {
    const size_t first = first_of_name (t, i);
    if (first < i && !t->list[i].skipped) {
      if (!*w->terminal_names[first]) /* several texts: a name */
        base_terminal_name (&t->list[first], scans, w->terminal_names[first]);
      continue;
    }
    if (!t->list[i].skipped && !needs_name (w, i))
      continue;
    char base[TERMINAL_NAME];
    base_terminal_name (&t->list[i], scans, base);
    snprintf (w->terminal_names[i], TERMINAL_NAME, "%s", base);
    for (unsigned number = 2, k = 0; k < t->count; k++)
      if (k != i && !strcmp (w->terminal_names[k], w->terminal_names[i])) {
        snprintf (w->terminal_names[i], TERMINAL_NAME, "%.24s_%u", base, number++);
        k = (unsigned) -1; /* from the beginning */
      }
  }
  if (w->notation == GBNF)
    for (size_t i = 0; i < t->count; i++)
      for (char *c = w->terminal_names[i]; *c; c++)
        *c = *c == '_' ? '-' : *c;
  return true;
}

/* ---- sets ---- */

character_range *scanner_ranges (const scanner *s, const bool *row, size_t *count)
{
  character_range *ranges = allocate (&s->terminals->patterns.memory, s->atoms, sizeof *ranges);
  *count = 0;
  for (size_t c = 0; ranges && c < s->atoms; c++) {
    if (!row[c])
      continue;
    if (*count && ranges[*count - 1].to + 1 == s->bounds[c])
      ranges[*count - 1].to = s->bounds[c + 1] - 1;
    else
      ranges[(*count)++] = (character_range){ s->bounds[c], s->bounds[c + 1] - 1 };
  }
  return ranges;
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

/* Lark takes the first terminal that matches, so each must refuse to end where another could go on. */
static void put_lark_end (writer *w, size_t i)
{
  const scanner *s = w->scanner;
  size_t count = 0;
  character_range *ranges = scanner_ranges (s, &s->overruns[i * s->atoms], &count);
  if (!ranges)
    w->failed = no_memory (w->error);
  else if (count) {
    put (&w->output, "(?!");
    writer_regex_set (w, ranges, count);
    put (&w->output, ")");
  }
  release (&s->terminals->patterns.memory, ranges, s->atoms, sizeof *ranges);
}

static void put_lark_terminal (writer *w, size_t first)
{
  const terminals *t = w->scanner->terminals;
  put (&w->output, w->terminal_names[first]);
  put (&w->output, ".");
  put_number (&w->output, t->count - first);
  put (&w->output, ": /");
  for (size_t i = first; i < t->count; i++)
    if (i == first || (!t->list[i].skipped && !strcmp (t->list[i].name, t->list[first].name))) {
      put (&w->output, i == first ? "" : "|");
      put_terminal_pattern (w, i);
      put_lark_end (w, i);
    }
  put (&w->output, "/\n");
  if (t->list[first].skipped) {
    put (&w->output, "%ignore ");
    put (&w->output, w->terminal_names[first]);
    put (&w->output, "\n");
  }
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

bool ends_before_some (const scanner *s, size_t i)
{
  for (size_t k = 0; k < s->terminals->count; k++)
    for (size_t c = 0; !s->terminals->list[k].skipped && c < s->atoms; c++)
      if (s->first[k * s->atoms + c] && s->extends[i * s->atoms + c])
        return true;
  return false;
}

void writer_end_of_line (writer *w, size_t i)
{
  const scanner *s = w->scanner;
  const allocator *a = &s->terminals->patterns.memory;
  bool *row = allocate_zeroed (a, s->atoms, sizeof *row);
  size_t count = 0;
  for (size_t k = 0; row && k < s->terminals->count; k++)
    for (size_t c = 0; c < s->atoms; c++)
      row[c] |= s->terminals->list[k].skipped && s->first[k * s->atoms + c] && !s->extends[i * s->atoms + c];
  character_range *ranges = row ? scanner_ranges (s, row, &count) : NULL;
  if (!ranges)
    w->failed = no_memory (w->error);
  else if (w->notation == TREE_SITTER)
    writer_regex_set (w, ranges, count);
  else {
    put (&w->output, " ");
    writer_set (w, ranges, count);
  }
  release (a, ranges, s->atoms, sizeof *ranges);
  release (a, row, s->atoms, sizeof *row);
}

/* May the text end in a skipped terminal that otherwise ends only before certain characters? */
static bool has_last (const writer *w)
{
  const terminals *t = w->scanner->terminals;
  for (size_t i = 0; i < t->count; i++)
    if (t->list[i].skipped && ends_before_some (w->scanner, i))
      return true;
  return false;
}

/* What may stand at the end of the text: blanks, and then one that nothing needs to follow. */
static void put_last (writer *w)
{
  const terminals *t = w->scanner->terminals;
  put (&w->output, w->notation == GBNF ? "END ::= BLANK" : "END ::= BLANK*");
  for (size_t i = 0; i < t->count; i++)
    if (t->list[i].skipped && ends_before_some (w->scanner, i)) {
      put (&w->output, " (");
      put_terminal_pattern (w, i);
      put (&w->output, ")?");
    }
  put (&w->output, "\n");
}

/* BLANK in EBNF is one of them; in GBNF it is any number. */
static void put_blanks (writer *w)
{
  const terminals *t = w->scanner->terminals;
  bool any = false;
  put (&w->output, w->notation == GBNF ? "BLANKS ::= (" : "BLANK ::= ");
  for (size_t i = 0; i < t->count; i++)
    if (t->list[i].skipped) {
      put (&w->output, any ? " | " : "");
      put_terminal_pattern (w, i);
      if (ends_before_some (w->scanner, i))
        writer_end_of_line (w, i);
      any = true;
    }
  put (&w->output, w->notation == GBNF ? ")+\nBLANK ::= BLANKS?\n" : "\n");
  if (w->notation == GBNF || has_last (w))
    put_last (w);
}

const terminal *writer_blank (const writer *w)
{
  const terminals *t = w->scanner->terminals;
  for (size_t i = 0; i < t->count; i++)
    if (t->list[i].skipped && !ends_before_some (w->scanner, i))
      return &t->list[i];
  return NULL;
}

static bool is_used (const writer *w, size_t i)
{
  const papni_model *m = w->grammar->model;
  bool blank;
  for (size_t k = 0; k < m->count; k++)
    if (writer_terminal (w, m->transitions[k].symbol, &blank) == &w->scanner->terminals->list[i])
      return true;
  return false;
}

void writer_terminals (writer *w)
{
  const terminals *t = w->scanner->terminals;
  const bool scans = writer_scans (w);
  for (size_t i = 0; i < t->count && !w->failed; i++) {
    if (!*w->terminal_names[i] || (t->list[i].skipped && !scans) || (!scans && !is_used (w, i)))
      continue;
    if (w->notation == LARK)
      put_lark_terminal (w, i);
    else
      put_terminal (w, i);
  }
  const terminal *blank = writer_blank (w);
  if (w->notation == ANTLR && scans)
    put_bad (w);
  else if (w->generates && blank) {
    put (&w->output, "BLANK : ");
    put_terminal_pattern (w, (size_t) (blank - t->list));
    put (&w->output, " ;\n");
  } else if (!scans && writer_has_blanks (w) && !w->failed)
    put_blanks (w);
}
