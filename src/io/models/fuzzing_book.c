/* fuzzing_book.c - writes a grammar as a dictionary of Python, for the tools of the Fuzzing
 * Book: a nonterminal is in angle brackets, and its expansions are strings.
 *
 * Choices and repetitions inside an expansion become nonterminals of their own, numbered. Of
 * large sets of characters, only printable ASCII is taken. */
#include "io/models/writer.h"

#include "base/list.h"

#include <stdio.h>
#include <string.h>

typedef struct book
{
  writer *writer;
  list work;  /* parts that need an entry; those of patterns are odd: 2 * part + 1 */
  map known;  /* those that were listed */
  list items; /* of one expansion, the last first */
  bool less;  /* < was written */
} book;

static const part *part_at (const book *b, uint32_t key)
{
  return &(key % 2 ? b->writer->scanner->terminals->patterns.parts : b->writer->grammar->parts)[key / 2];
}

static void book_full (book *b)
{
  if (!b->writer->failed)
    b->writer->failed = no_memory (b->writer->error);
}

/* ---- strings ---- */

/* Inside a string of Python. < is a nonterminal, so that nothing can look like one. */
static void put_book_text (book *b, const char *text)
{
  output *o = &b->writer->output;
  char code[8];
  for (; *text; text++) {
    const unsigned char c = (unsigned char) *text;
    b->less |= c == '<';
    if (c == '<')
      put (o, "<less>");
    else if (c == '"' || c == '\\') {
      put (o, "\\");
      put_bytes (o, text, 1);
    } else if (c < 0x20 || c == 0x7f) {
      snprintf (code, sizeof code, "\\x%02x", c);
      put (o, code);
    } else
      put_bytes (o, text, 1);
  }
}

static void put_nonterminal (book *b, uint32_t key)
{
  char name[24];
  bool fresh = false;
  if (!map_enter (&b->writer->grammar->memory, &b->known, key, 0, &fresh)
      || (fresh && !list_add (&b->writer->grammar->memory, &b->work, key)))
    book_full (b);
  snprintf (name, sizeof name, "<%s-%u>", key % 2 ? "text" : "part", (unsigned) (key / 2));
  put (&b->writer->output, name);
}

static void put_book_symbol (book *b, symbol s)
{
  writer *w = b->writer;
  const text_symbol *how;
  if (!w->scanner) {
    put_book_text (b, w->grammar->model->alphabet->letters[s].name);
    put (&w->output, w->characters ? "" : " ");
    return;
  }
  const terminal *t = writer_terminal (w, s, &how);
  if (how->form == BLANKS_MUST)
    put_nonterminal (b, 2 * how->blank + 1);
  if (t && t->literal && !how->part)
    put_book_text (b, t->literal);
  else if (t)
    put_nonterminal (b, 2 * (how->part ? how->part : t->part) + 1);
}

/* ---- expansions ---- */

static void put_expansion (book *b, uint32_t what)
{
  writer *w = b->writer;
  const uint32_t arena = what % 2;
  b->items.count = 0;
  if (!list_add (&w->grammar->memory, &b->items, what))
    book_full (b);
  while (!w->failed && b->items.count) {
    const uint32_t key = b->items.items[--b->items.count];
    const part *p = part_at (b, key);
    const character_range *one = p->kind == PART_SET ? &w->scanner->terminals->patterns.ranges[p->one] : NULL;
    if (p->kind == PART_SYMBOL)
      put_book_symbol (b, (symbol) p->one);
    else if (p->kind == PART_RULE) {
      put (&w->output, "<");
      writer_rule_name (w, p->one);
      put (&w->output, ">");
    } else if (one && p->other == 1 && one->from == one->to && one->from && one->from < 0x80)
      put_book_text (b, (char[]){ (char) one->from, 0 });
    else if (p->kind == PART_SEQUENCE) {
      if (!list_add (&w->grammar->memory, &b->items, 2 * p->other + arena)
          || !list_add (&w->grammar->memory, &b->items, 2 * p->one + arena))
        book_full (b);
    } else if (p->kind != PART_EMPTY)
      put_nonterminal (b, key);
  }
}

static void put_string (book *b, uint32_t what, uint32_t again)
{
  put (&b->writer->output, "\"");
  put_expansion (b, what);
  if (again != NO_PART)
    put_nonterminal (b, again);
  put (&b->writer->output, "\"");
}

/* One string for each character, those in printable ASCII if there are any. */
static void put_characters_of (book *b, const part *set)
{
  writer *w = b->writer;
  const character_range *all = &w->scanner->terminals->patterns.ranges[set->one];
  bool any = false;
  for (uint32_t c = 0x20; c < 0x7f; c++)
    for (size_t i = 0; i < set->other; i++)
      if (c >= all[i].from && c <= all[i].to) {
        put (&w->output, any ? ", \"" : "\"");
        put_book_text (b, (char[]){ (char) c, 0 });
        put (&w->output, "\"");
        any = true;
      }
  for (size_t i = 0; !any && i < set->other; i++) {
    char code[16];
    snprintf (code, sizeof code, "%s\"\\U%08x\"", i ? ", " : "", (unsigned) all[i].from);
    put (&w->output, code);
  }
}

/* The alternatives of a choice, and of choices in it. */
static void put_choices (book *b, uint32_t what)
{
  const allocator *a = &b->writer->grammar->memory;
  list open = { 0 };
  bool any = false, room = list_add (a, &open, what);
  while (room && open.count && !b->writer->failed) {
    const uint32_t key = open.items[--open.count];
    const part *p = part_at (b, key);
    if (p->kind == PART_CHOICE) {
      room = list_add (a, &open, 2 * p->other + key % 2) && list_add (a, &open, 2 * p->one + key % 2);
      continue;
    }
    put (&b->writer->output, any ? ", " : "");
    put_string (b, key, NO_PART);
    any = true;
  }
  if (!room)
    book_full (b);
  list_release (a, &open);
}

/* The expansions of a part. */
static void put_alternatives (book *b, uint32_t what)
{
  writer *w = b->writer;
  const part *p = part_at (b, what);
  const uint32_t arena = what % 2;
  if (p->kind == PART_SET)
    put_characters_of (b, p);
  else if (p->kind == PART_CHOICE)
    put_choices (b, what);
  else if (p->kind == PART_REPEAT || p->kind == PART_PLUS) {
    if (p->kind == PART_PLUS)
      put_string (b, 2 * p->one + arena, NO_PART);
    else
      put (&w->output, "\"\"");
    put (&w->output, ", ");
    put_string (b, 2 * p->one + arena, what);
  } else
    put_string (b, what, NO_PART);
}

/* ---- the whole ---- */

static void put_entries (book *b)
{
  writer *w = b->writer;
  grammar *g = w->grammar;
  put (&w->output, "# Made by papni export --to fuzzingbook.\nGRAMMAR = {\n");
  for (uint32_t r = 0; r < g->count && !w->failed && !w->output.failed; r++) {
    const uint32_t body = grammar_body (g, r);
    w->failed = w->failed ? w->failed : g->failed;
    if (body == NO_PART)
      continue;
    put (&w->output, "    \"<");
    writer_rule_name (w, r);
    put (&w->output, ">\": [");
    const bool joins_only = writer_joins_only (w, body);
    if (!joins_only)
      put_alternatives (b, 2 * body);
    writer_joins (w, &(join_form){ "\"<", "><", ">\"", '_' }, ", ", !joins_only);
    put (&w->output, "],\n");
  }
  for (size_t i = 0; i < b->work.count && !w->failed; i++) {
    const uint32_t key = b->work.items[i];
    put (&w->output, "    \"");
    put_nonterminal (b, key);
    put (&w->output, "\": [");
    put_alternatives (b, key);
    put (&w->output, "],\n");
  }
  put (&w->output, b->less ? "    \"<less>\": [\"<\"],\n}\n" : "}\n");
}

void writer_fuzzing_book (writer *w)
{
  book b = { .writer = w };
  put_entries (&b);
  list_release (&w->grammar->memory, &b.work);
  list_release (&w->grammar->memory, &b.items);
  map_release (&w->grammar->memory, &b.known);
}
