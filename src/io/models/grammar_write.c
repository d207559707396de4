/* grammar_write.c - writes a model as a grammar.
 *
 * If the terminals are names: in EBNF, ANTLR and Lark a symbol is a token, and tokens may be
 * separated by whitespace; GBNF works on characters, so each symbol is followed by a space
 * unless all symbols are single characters. If they are texts: ANTLR and Lark have a scanner;
 * in the others, blanks are part of the grammar. */
#include "io/models/writer.h"

#include <string.h>

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
  part_list all;
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

/* The sign of a part alone: ?, * or +, and what it follows; NULL: it has none. */
static const char *own_sign (const part *parts, const part *p, uint32_t *of)
{
  const bool first = p->kind == PART_CHOICE && parts[p->one].kind == PART_EMPTY;
  if (p->kind == PART_CHOICE && !first && parts[p->other].kind != PART_EMPTY)
    return NULL;
  *of = first ? p->other : p->one;
  return p->kind == PART_CHOICE ? "?" : p->kind == PART_REPEAT ? "*" : p->kind == PART_PLUS ? "+" : NULL;
}

const char *writer_sign (const part *parts, const part *p, uint32_t *of)
{
  const char *sign = own_sign (parts, p, of), *next;
  for (uint32_t inner; sign && (next = own_sign (parts, &parts[*of], &inner)); *of = inner)
    sign = *next == *sign ? sign : "*";
  return sign;
}

static void put_sign (writer *w, tasks *t, uint32_t what, const char *sign)
{
  grammar_write_push (w, t, 0, 0, sign);
  grammar_write_push (w, t, what, 2, NULL);
}

/* In reverse order, as the last task comes first. */
static void put_two (writer *w, tasks *t, const part *p, const char *between, bool parentheses)
{
  const int level = p->kind == PART_SEQUENCE;
  if (parentheses)
    grammar_write_push (w, t, 0, 0, ")");
  grammar_write_push (w, t, p->other, level, NULL);
  grammar_write_push (w, t, 0, 0, between);
  grammar_write_push (w, t, p->one, level, NULL);
  if (parentheses)
    grammar_write_push (w, t, 0, 0, "(");
}

/* A sequence of single characters, as a literal. */
static bool put_characters (writer *w, const tasks *t, const part *p)
{
  char text[64];
  size_t from = sizeof text - 1;
  text[from] = 0;
  for (bool more = t->all.ranges; more;) { /* from the last */
    const part *last = p->kind == PART_SEQUENCE ? &t->all.parts[p->other] : p;
    const character_range *own = last->kind == PART_SET ? &t->all.ranges[last->one] : NULL;
    if (!own || last->other != 1 || own->from != own->to || own->from <= 0x20 || own->from >= 0x7f || !from)
      return false;
    text[--from] = (char) own->from;
    more = p->kind == PART_SEQUENCE;
    p = &t->all.parts[p->one];
  }
  if (text[from])
    writer_literal (w, text + from);
  return text[from];
}

static void put_part (writer *w, tasks *t, const part *p, int level)
{
  uint32_t of;
  const char *sign = writer_sign (t->all.parts, p, &of);
  if (sign) {
    put_sign (w, t, of, sign);
    return;
  }
  switch (p->kind) {
  case PART_EMPTY:
    put (&w->output, w->notation == EBNF || w->notation == GBNF ? "\"\"" : "");
    break;
  case PART_SYMBOL: {
    const bool several = level == 2 && w->scanner && !writer_scans (w);
    put (&w->output, several ? "(" : ""); /* there may be blanks before it */
    writer_symbol (w, (symbol) p->one);
    put (&w->output, several ? ")" : "");
    break;
  }
  case PART_RULE:
    writer_rule_name (w, p->one);
    break;
  case PART_SET:
    writer_set (w, &t->all.ranges[p->one], p->other);
    break;
  case PART_SEQUENCE:
    if (level == 2 || !put_characters (w, t, p))
      put_two (w, t, p, " ", level == 2);
    break;
  case PART_CHOICE:
    put_two (w, t, p, " | ", level);
    break;
  case PART_REPEAT:
  case PART_PLUS: /* have a sign */
    break;
  }
}

void writer_part (writer *w, part_list all, uint32_t what)
{
  tasks t = { .all = all };
  grammar_write_push (w, &t, what, 0, NULL);
  while (!w->failed && t.count) {
    const grammar_write_task next = t.list[--t.count];
    if (next.text)
      put (&w->output, next.text);
    else
      put_part (w, &t, &all.parts[next.part], next.level);
  }
  release (&w->grammar->memory, t.list, t.capacity, sizeof *t.list);
}

/* ---- grammars ---- */

bool writer_joins_only (const writer *w, uint32_t body)
{
  const large *l = w->grammar->large_form;
  return !body && l && large_joins (l);
}

void writer_joins (writer *w, const join_form *how, const char *separator, bool others)
{
  const large *l = w->grammar->large_form;
  for (size_t i = 0, count = l ? large_joins (l) : 0; i < count; i++) {
    if (i || others)
      put (&w->output, separator);
    char *to = output_room (&w->output, JOIN_TEXT);
    w->output.used += large_join_text (l, i, how, to);
  }
}

static void put_rule (writer *w, uint32_t r)
{
  const uint32_t body = grammar_body (w->grammar, r);
  w->failed = w->failed ? w->failed : w->grammar->failed;
  if (body == NO_PART)
    return;
  writer_rule_name (w, r);
  if (w->notation == ANTLR)
    writer_comment (w, r);
  put (&w->output, w->notation == ANTLR ? "\n  : " : w->notation == LARK ? ": " : " ::= ");
  const bool joins_only = writer_joins_only (w, body);
  const join_form how = { "", " ", "", w->notation == GBNF ? '-' : '_' };
  if (!joins_only)
    writer_part (w, (part_list){ w->grammar->parts, NULL }, body);
  writer_joins (w, &how, " | ", !joins_only);
  if (w->notation != ANTLR)
    writer_comment (w, r);
  put (&w->output, w->notation == ANTLR ? "\n  ;\n\n" : "\n");
}

static void put_beginning (writer *w)
{
  if (w->notation == ANTLR)
    put (&w->output, "grammar Papni;\n\nword\n  : start EOF\n  ;\n\n");
  if (w->notation == GBNF && w->scanner)
    put (&w->output, w->texts->blank || w->texts->last ? "root ::= start END\n" : "root ::= start\n");
  if (w->notation == EBNF && w->texts && (w->texts->blank || w->texts->last))
    put (&w->output, !w->texts->usual || !w->texts->blank ? "/* END stands at the end. */\n"
                     : w->texts->last ? "/* BLANK* may stand before a terminal, and END stands at the end. */\n"
                                      : "/* BLANK* may stand before a terminal and at the end. */\n");
}

static void put_grammar (writer *w)
{
  const grammar *g = w->grammar;
  put_beginning (w);
  for (uint32_t i = 0; !w->failed && !w->output.failed && i < g->count; i++) {
    put_rule (w, i);
    if (!w->failed)
      w->failed = watch_spend (w->watch, 8, w->error);
  }
  if (!w->failed)
    writer_class_terminals (w);
  if (w->scanner && !w->failed)
    writer_terminals (w);
  else
    put (&w->output, !writer_scans (w)      ? ""
                     : w->notation == ANTLR ? "BLANK : [ \\t\\r\\n]+ -> skip ;\n"
                     : w->notation == LARK  ? "%ignore /[ \\t\\r\\n]+/\n"
                                            : "");
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

/* Are classes of characters written as such? Blanks between symbols must not be members. */
static bool shows_classes (const papni_alphabet *alphabet, notation n)
{
  if (!alphabet->classes || !only_characters (alphabet) || n == FUZZING_BOOK)
    return false;
  for (size_t i = 0; i < alphabet->size && n != EBNF && n != GBNF && n != RAILROAD; i++)
    if ((unsigned char) *alphabet->letters[i].name <= ' ')
      return false;
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

/* Where terminals come from: all NULL if they are names. */
typedef struct grammar_source
{
  const scanner *scanner;
  const texts *texts;
  regulars *regulars;
} grammar_source;

static status write_rules (const papni_model *model, const grammar_source *source, const grammar_export *how,
                           papni_writer to, error *e)
{
  const scanner *s = source->scanner;
  grammar g;
  watch counted = watch_begin (how->watch, PAPNI_PHASE_GENERATING);
  grammar_options options = { .begins = how->notation == ANTLR  ? SYMBOLS_FIRST
                                        : how->notation == GBNF ? RULES_FIRST
                                                                : LEFT_RECURSION,
                              .drawn = how->notation == RAILROAD,
                              .classes =
                                  (!s || s->terminals->characters) && shows_classes (model->alphabet, how->notation) };
  status failed = grammar_begin (&g, model, options, &counted, e);
  if (!failed && !g.large_form && !g.rules[0].productive)
    failed = fail (e, PAPNI_INPUT, "the model accepts no word, so it has no grammar");
  writer w = { .output = { .writer = to },
               .grammar = &g,
               .scanner = s,
               .texts = source->texts,
               .regulars = source->regulars,
               .counted = how->counted,
               .notation = how->notation == GRAMMARINATOR ? ANTLR : how->notation,
               .generates = how->notation == GRAMMARINATOR || how->notation == FUZZING_BOOK,
               .characters = only_characters (model->alphabet),
               .watch = &counted,
               .error = e };
  const size_t names = s ? s->terminals->count : 0;
  if (!failed && s) {
    w.terminal_names = allocate_zeroed (&g.memory, names, sizeof *w.terminal_names);
    w.written = allocate_zeroed (&g.memory, names, sizeof *w.written);
    failed = w.terminal_names && w.written && writer_name_terminals (&w) ? PAPNI_OK : no_memory (e);
  }
  if (!failed) {
    g.joins_apart = true;
    if (w.notation == TREE_SITTER)
      writer_tree_sitter (&w);
    else if (w.notation == FUZZING_BOOK)
      writer_fuzzing_book (&w);
    else if (w.notation == RAILROAD)
      writer_railroad (&w);
    else
      put_grammar (&w);
    failed = w.failed;
  }
  if (!failed)
    failed = output_end (&w.output, e);
  if (failed == PAPNI_SYSTEM && watch_ask (&counted, e)) /* a signal that cancels may also end a write */
    failed = PAPNI_CANCELLED;
  release (&g.memory, w.terminal_names, names, sizeof *w.terminal_names);
  release (&g.memory, w.written, names, sizeof *w.written);
  release (&g.memory, w.variants, w.variant_capacity, sizeof *w.variants);
  grammar_release (&g);
  return failed;
}

/* The terminals are texts. */
static status write_text_grammar (const papni_model *model, const grammar_export *how, papni_writer to, error *e)
{
  terminals t;
  texts texts = { 0 };
  scanner s = { .terminals = &t };
  munch m = { .scanner = &s, .regulars.patterns = &t.patterns };
  papni_model *smallest = NULL;
  const bool scans = how->notation == ANTLR || how->notation == LARK || how->notation == RAILROAD;
  const bool generates = how->notation == GRAMMARINATOR || how->notation == FUZZING_BOOK;
  status failed = terminals_begin (&t, model->alphabet, generates, e);
  if (!failed)
    failed = scanner_begin (&s, &t, e);
  if (!failed)
    failed = munch_begin (&m, &s, &t.patterns, model->alphabet->size, e);
  if (!failed)
    failed = texts_begin (&texts, model, &s, scans ? NULL : &m, e);
  if (!failed) {
    smallest = papni_minimize (texts.model, how->watch, e);
    failed = smallest ? write_rules (smallest, &(grammar_source){ &s, &texts, &m.regulars }, how, to, e) : e->code;
  }
  texts_release (&texts);
  papni_model_free (smallest);
  munch_release (&m);
  scanner_release (&s);
  terminals_release (&t);
  return failed;
}

status model_write_grammar (const papni_model *model, const grammar_export *how, papni_writer to, error *e)
{
  error own;
  e = e ? e : &own;
  if (model->machine >= PAPNI_MC)
    return fail (e, PAPNI_INPUT, "a model with probabilities (%s) has no grammar: use table, dot, prism or jani",
                 papni_model_type (model));
  if (how->text)
    return write_text_grammar (model, how, to, e);
  const status failed = grammar_write_check_names (model->alphabet, e);
  papni_model *smallest = failed ? NULL : papni_minimize (model, how->watch, e);
  if (!smallest)
    return failed ? failed : e->code;
  const status written = write_rules (smallest, &(grammar_source){ 0 }, how, to, e);
  papni_model_free (smallest);
  return written;
}
