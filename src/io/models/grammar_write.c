/* grammar_write.c - writes a model as a grammar.
 *
 * In EBNF, ANTLR and Lark a symbol is a token, and tokens may be separated by
 * whitespace. GBNF works on characters, so each symbol is followed by a space unless
 * all symbols are single characters. */
#include "base/output.h"
#include "io/models/grammar.h"
#include "io/models/write.h"

#include <stdio.h>
#include <string.h>

typedef enum notation
{
  EBNF,
  ANTLR,
  GBNF,
  LARK
} notation;

typedef struct writer
{
  output output;
  const grammar *grammar;
  notation notation;
  bool characters; /* all symbols are single characters */
  status failed;
  error *error;
} writer;

/* ---- symbols ---- */

static void put_code (writer *w, const char *format, uint32_t character)
{
  char text[16];
  snprintf (text, sizeof text, format, (unsigned) character);
  put (&w->output, text);
}

/* W3C EBNF: literals have no escapes; other characters are codes. */
static void put_ebnf (writer *w, const char *name)
{
  const char quote = strchr (name, '"') ? '\'' : '"';
  if (!strchr (name, quote)) {
    put_bytes (&w->output, &quote, 1);
    put (&w->output, name);
    put_bytes (&w->output, &quote, 1);
    return;
  }
  const size_t length = strlen (name);
  put (&w->output, "(");
  for (size_t i = 0, size; i < length; i += size) {
    uint32_t character = 0;
    size = utf8_character (name + i, length - i, &character);
    put (&w->output, i ? " " : "");
    put_code (w, "#x%X", character);
  }
  put (&w->output, ")");
}

/* With backslashes. */
static void put_escaped (writer *w, const char *name, char quote)
{
  put_bytes (&w->output, &quote, 1);
  for (; *name; name++) {
    if (*name == quote || *name == '\\')
      put (&w->output, "\\");
    put_bytes (&w->output, name, 1);
  }
  if (w->notation == GBNF && !w->characters)
    put (&w->output, " ");
  put_bytes (&w->output, &quote, 1);
}

static void put_symbol (writer *w, symbol s)
{
  const char *name = w->grammar->model->alphabet->letters[s].name;
  if (w->notation == EBNF)
    put_ebnf (w, name);
  else
    put_escaped (w, name, w->notation == ANTLR ? '\'' : '"');
}

static void put_rule_name (writer *w, uint32_t r)
{
  char own[GRAMMAR_NAME], *name = own;
  grammar_name (w->grammar, r, own);
  if (w->notation != GBNF) {
    put (&w->output, name);
    return;
  }
  if (!r) {
    put (&w->output, "root");
    return;
  }
  for (; *name; name++)
    put (&w->output, *name == '_' ? "-" : (char[]){ *name, 0 });
}

/* ---- bodies ---- */

/* What remains to be written: a part, or text. */
typedef struct grammar_write_task
{
  uint32_t part;
  int level; /* of what needs parentheses: 0 nothing, 1 in a sequence, 2 before a sign */
  const char *text;
} grammar_write_task;

typedef struct tasks
{
  grammar_write_task *list;
  size_t count, capacity;
} tasks;

static void grammar_write_push (writer *w, tasks *t, uint32_t what, int level, const char *text)
{
  if (!w->failed && !reserve (&w->grammar->memory, &t->list, &t->capacity, t->count + 1, sizeof *t->list))
    w->failed = no_memory (w->error);
  if (!w->failed)
    t->list[t->count++] = (grammar_write_task){ what, level, text };
}

static bool is_empty (const writer *w, uint32_t what)
{
  return w->grammar->parts[what].kind == PART_EMPTY;
}

/* In reverse order, as the last task comes first. */
static void put_choice (writer *w, tasks *t, const part *p, int level)
{
  if (is_empty (w, p->one) || is_empty (w, p->other)) {
    grammar_write_push (w, t, 0, 0, "?");
    grammar_write_push (w, t, is_empty (w, p->one) ? p->other : p->one, 2, NULL);
    return;
  }
  if (level)
    grammar_write_push (w, t, 0, 0, ")");
  grammar_write_push (w, t, p->other, 0, NULL);
  grammar_write_push (w, t, 0, 0, " | ");
  grammar_write_push (w, t, p->one, 0, NULL);
  if (level)
    grammar_write_push (w, t, 0, 0, "(");
}

static void put_part (writer *w, tasks *t, const part *p, int level)
{
  switch (p->kind) {
  case PART_EMPTY:
    put (&w->output, w->notation == EBNF || w->notation == GBNF ? "\"\"" : "");
    break;
  case PART_SYMBOL:
    put_symbol (w, (symbol) p->one);
    break;
  case PART_RULE:
    put_rule_name (w, p->one);
    break;
  case PART_SEQUENCE:
    if (level == 2)
      grammar_write_push (w, t, 0, 0, ")");
    grammar_write_push (w, t, p->other, 1, NULL);
    grammar_write_push (w, t, 0, 0, " ");
    grammar_write_push (w, t, p->one, 1, NULL);
    if (level == 2)
      grammar_write_push (w, t, 0, 0, "(");
    break;
  case PART_CHOICE:
    put_choice (w, t, p, level);
    break;
  case PART_REPEAT:
    grammar_write_push (w, t, 0, 0, "*");
    grammar_write_push (w, t, p->one, 2, NULL);
    break;
  }
}

static void put_body (writer *w, uint32_t body)
{
  tasks t = { 0 };
  grammar_write_push (w, &t, body, 0, NULL);
  while (!w->failed && t.count) {
    const grammar_write_task next = t.list[--t.count];
    if (next.text)
      put (&w->output, next.text);
    else
      put_part (w, &t, &w->grammar->parts[next.part], next.level);
  }
  release (&w->grammar->memory, t.list, t.capacity, sizeof *t.list);
}

/* ---- grammars ---- */

static void put_rule (writer *w, uint32_t r)
{
  put_rule_name (w, r);
  put (&w->output, w->notation == ANTLR ? "\n  : " : w->notation == LARK ? ": " : " ::= ");
  put_body (w, w->grammar->rules[r].body);
  put (&w->output, w->notation == ANTLR ? "\n  ;\n\n" : "\n");
}

static bool only_characters (const papni_alphabet *alphabet)
{
  for (size_t i = 0; i < alphabet->size; i++) {
    uint32_t ignored;
    if (utf8_character (alphabet->letters[i].name, alphabet->letters[i].length, &ignored)
        != alphabet->letters[i].length)
      return false;
  }
  return true;
}

static status grammar_write_check_names (const papni_alphabet *alphabet, error *e)
{
  for (size_t i = 0; i < alphabet->size; i++)
    if (strchr (alphabet->letters[i].name, ' '))
      return fail (e, PAPNI_INPUT, "'%s' contains a space: a grammar could not tell where the symbol ends",
                   alphabet->letters[i].name);
  return PAPNI_OK;
}

static status write_grammar (const papni_model *model, papni_writer to, notation notation, const papni_watch *caller,
                             error *e)
{
  grammar g;
  error own;
  e = e ? e : &own;
  watch counted = watch_begin (caller, PAPNI_PHASE_GENERATING);
  status failed = grammar_write_check_names (model->alphabet, e);
  papni_model *smallest = failed ? NULL : papni_minimize (model, caller, e);
  if (!smallest)
    return failed ? failed : e->code;
  failed = grammar_begin (&g, smallest, &counted, e);
  if (!failed && !g.rules[0].productive)
    failed = fail (e, PAPNI_INPUT, "the model accepts no word, so it has no grammar");
  writer w = { .output = { .writer = to },
               .grammar = &g,
               .notation = notation,
               .characters = only_characters (model->alphabet),
               .error = e };
  if (!failed) {
    put (&w.output, notation == ANTLR ? "grammar Papni;\n\nword\n  : start EOF\n  ;\n\n" : "");
    for (uint32_t i = 0; !w.failed && i < g.count; i++) {
      if (g.rules[i].kept)
        put_rule (&w, i);
      if (!w.failed)
        w.failed = watch_spend (&counted, 1 + g.rules[i].count, e);
    }
    put (&w.output, notation == ANTLR  ? "BLANK : [ \\t\\r\\n]+ -> skip ;\n"
                    : notation == LARK ? "%ignore /[ \\t\\r\\n]+/\n"
                                       : "");
    failed = w.failed;
  }
  const status written = output_end (&w.output, e);
  grammar_release (&g);
  papni_model_free (smallest);
  return failed ? failed : written;
}

status model_write_ebnf (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e)
{
  return write_grammar (model, writer, EBNF, watch, e);
}

status model_write_antlr (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e)
{
  return write_grammar (model, writer, ANTLR, watch, e);
}

status model_write_gbnf (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e)
{
  return write_grammar (model, writer, GBNF, watch, e);
}

status model_write_lark (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e)
{
  return write_grammar (model, writer, LARK, watch, e);
}
