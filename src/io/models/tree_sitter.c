/* tree_sitter.c - writes a grammar.js for tree-sitter.
 *
 * There, only the start may derive the empty word. So a rule that does becomes a rule
 * without it, and is optional where it is used. */
#include "io/models/writer.h"

#include <stdio.h>
#include <string.h>

typedef struct sitter_task
{
  uint32_t part;
  bool nonempty;    /* write what remains without the empty word */
  part_kind inside; /* a sequence in a sequence, and a choice in a choice, need no function */
  const char *text;
} sitter_task;

typedef struct sitter
{
  writer *writer;
  bool *parts, *rules; /* which derive the empty word */
  bool *hollow;        /* rules that derive nothing else, and are left out */
  size_t part_capacity;
  bool apart; /* blanks are required somewhere, so that they cannot be extras */
  sitter_task *tasks;
  size_t count, capacity;
} sitter;

/* ---- the empty word ---- */

static bool derives_empty (const sitter *s, const part *p)
{
  switch (p->kind) {
  case PART_EMPTY:
  case PART_REPEAT:
    return true;
  case PART_RULE:
    return s->rules[p->one];
  case PART_SEQUENCE:
    return s->parts[p->one] && s->parts[p->other];
  case PART_CHOICE:
    return s->parts[p->one] || s->parts[p->other];
  case PART_PLUS:
    return s->parts[p->one];
  default:
    return false;
  }
}

static void find_empty (sitter *s)
{
  const grammar *g = s->writer->grammar;
  for (uint32_t r = 0; g->large_form && r < g->count; r++)
    s->rules[r] = large_is_nullable (g->large_form, r);
  for (bool changed = !g->large_form; changed;) {
    changed = false;
    for (size_t i = 0; i < g->part_count; i++)
      if (!s->parts[i] && derives_empty (s, &g->parts[i]))
        changed = s->parts[i] = true;
    for (size_t r = 0; r < g->count; r++)
      if (g->rules[r].kept && !s->rules[r] && s->parts[g->rules[r].body])
        changed = s->rules[r] = true;
  }
}

/* The same for the parts of one body, in which parts come before what they are in. */
static void find_empty_parts (sitter *s)
{
  writer *w = s->writer;
  const grammar *g = w->grammar;
  if (!reserve (&g->memory, &s->parts, &s->part_capacity, g->part_count, sizeof *s->parts))
    w->failed = no_memory (w->error);
  for (size_t i = 0; i < g->part_count && !w->failed; i++)
    s->parts[i] = derives_empty (s, &g->parts[i]);
}

static bool is_hollow (const sitter *s, uint32_t what)
{
  const part *p = &s->writer->grammar->parts[what];
  return p->kind == PART_EMPTY || (p->kind == PART_RULE && s->hollow[p->one]);
}

/* Is anything left without the empty word? */
static bool has_words (const sitter *s, uint32_t what)
{
  const part *all = s->writer->grammar->parts;
  while (all[what].kind == PART_CHOICE && is_hollow (s, all[what].one))
    what = all[what].other;
  return !is_hollow (s, what);
}

static void find_hollow (sitter *s)
{
  writer *w = s->writer;
  grammar *g = w->grammar;
  for (uint32_t r = (uint32_t) g->count; r-- && !w->failed;) { /* the start is the last */
    const uint32_t body = s->rules[r] ? grammar_body (g, r) : NO_PART;
    w->failed = w->failed ? w->failed : g->failed;
    s->hollow[r] = body != NO_PART && !has_words (s, body) && !(g->large_form && large_joins (g->large_form));
  }
}

/* ---- parts ---- */

static void sitter_push (sitter *s, uint32_t what, bool nonempty, const char *text)
{
  writer *w = s->writer;
  if (!w->failed && !reserve (&w->grammar->memory, &s->tasks, &s->capacity, s->count + 1, sizeof *s->tasks))
    w->failed = no_memory (w->error);
  if (!w->failed)
    s->tasks[s->count++] = (sitter_task){ what, nonempty, PART_EMPTY, text };
}

static void sitter_push_inside (sitter *s, uint32_t what, bool nonempty, part_kind inside)
{
  sitter_push (s, what, nonempty, NULL);
  if (!s->writer->failed)
    s->tasks[s->count - 1].inside = inside;
}

/* A sequence or a choice, in reverse order. */
static void push_two (sitter *s, const part *p, bool one_nonempty, bool other_nonempty, bool bare)
{
  if (!bare)
    sitter_push (s, 0, false, ")");
  sitter_push_inside (s, p->other, other_nonempty, p->kind);
  sitter_push (s, 0, false, ", ");
  sitter_push_inside (s, p->one, one_nonempty, p->kind);
  if (!bare)
    sitter_push (s, 0, false, p->kind == PART_SEQUENCE ? "seq(" : "choice(");
}

static void push_one (sitter *s, const char *name, uint32_t what)
{
  sitter_push (s, 0, false, ")");
  sitter_push (s, what, true, NULL);
  sitter_push (s, 0, false, name);
}

/* near(x), apart(x), or the same with blanks of which the first is special. */
static void put_sitter_blanks_before (writer *w, const text_symbol *how)
{
  put (&w->output, how->form == BLANKS_MUST ? "apart" : "near");
  if (how->whole || how->blank != w->texts->blank) {
    put (&w->output, "_");
    put (&w->output, writer_blanks (w, how));
  }
  put (&w->output, "(");
}

static void put_sitter_symbol (const sitter *own, symbol s)
{
  writer *w = own->writer;
  const text_symbol *how;
  if (!w->scanner) {
    if (!writer_class (w, s))
      writer_literal (w, w->grammar->model->alphabet->letters[s].name);
    return;
  }
  const terminal *t = writer_terminal (w, s, &how);
  if (!t)
    return;
  const bool blanks = own->apart && how->blank && how->form != BLANKS_MUST_NOT;
  const char *name =
      how->part ? writer_variant (w, how->from, how->part) : w->terminal_names[t - w->scanner->terminals->list];
  if (blanks)
    put_sitter_blanks_before (w, how);
  if (*name) {
    put (&w->output, "T.");
    put (&w->output, name);
  } else if (!writer_class (w, s))
    writer_literal (w, t->literal);
  put (&w->output, blanks ? ")" : "");
}

static void put_sitter_part (sitter *s, const part *p, bool nonempty, part_kind inside)
{
  writer *w = s->writer;
  switch (p->kind) {
  case PART_SYMBOL:
    put_sitter_symbol (s, (symbol) p->one);
    break;
  case PART_RULE:
    put (&w->output, s->rules[p->one] && !nonempty ? "optional($." : "$.");
    writer_rule_name (w, p->one);
    put (&w->output, s->rules[p->one] && !nonempty ? ")" : "");
    break;
  case PART_SEQUENCE:
    if (is_hollow (s, p->one) || is_hollow (s, p->other))
      sitter_push_inside (s, is_hollow (s, p->one) ? p->other : p->one, nonempty, inside);
    else if (nonempty && s->parts[p->one] && s->parts[p->other]) { /* a b without the empty word: a' b, or b' */
      sitter_push (s, 0, false, ")");
      sitter_push (s, p->other, true, NULL);
      sitter_push (s, 0, false, ", ");
      push_two (s, p, true, false, false);
      sitter_push (s, 0, false, "choice(");
    } else
      push_two (s, p, false, false, inside == PART_SEQUENCE);
    break;
  case PART_CHOICE:
    if (is_hollow (s, p->one) || is_hollow (s, p->other)) {
      const uint32_t other = is_hollow (s, p->one) ? p->other : p->one;
      if (nonempty)
        sitter_push (s, other, true, NULL);
      else
        push_one (s, "optional(", other);
    } else if (!nonempty && (s->parts[p->one] || s->parts[p->other])) {
      sitter_push (s, 0, false, ")");
      push_two (s, p, true, true, false);
      sitter_push (s, 0, false, "optional(");
    } else
      push_two (s, p, true, true, inside == PART_CHOICE);
    break;
  case PART_REPEAT:
  case PART_PLUS:
    push_one (s, nonempty || p->kind == PART_PLUS ? "repeat1(" : "repeat(", p->one);
    break;
  default:
    put (&w->output, "blank()");
  }
}

static void put_sitter_body (sitter *s, uint32_t what, bool nonempty, part_kind inside)
{
  writer *w = s->writer;
  sitter_push_inside (s, what, nonempty && has_words (s, what), inside);
  while (!w->failed && s->count) {
    const sitter_task next = s->tasks[--s->count];
    if (next.text)
      put (&w->output, next.text);
    else
      put_sitter_part (s, &w->grammar->parts[next.part], next.nonempty, next.inside);
  }
}

/* With alternatives of two rules behind it, which do not derive the empty word. */
static void put_sitter_rule (sitter *s, uint32_t body, bool nonempty)
{
  writer *w = s->writer;
  const size_t joins = w->grammar->large_form ? large_joins (w->grammar->large_form) : 0;
  const bool joins_only = writer_joins_only (w, body), several = joins > joins_only;
  put (&w->output, several ? "choice(" : "");
  if (!joins_only)
    put_sitter_body (s, body, nonempty, several ? PART_CHOICE : PART_EMPTY);
  writer_joins (w, &(join_form){ "seq($.", ", $.", ")", '_' }, ", ", !joins_only);
  put (&w->output, several ? ")" : "");
}

/* ---- terminals ---- */

static void put_sitter_regex (writer *w, const char *before, uint32_t what, const char *after)
{
  put (&w->output, before);
  put (&w->output, "/");
  writer_regex (w, what);
  put (&w->output, "/u");
  put (&w->output, after);
}

/* How blanks stand before symbols, where they are not extras. */
static void put_sitter_spaces (writer *w)
{
  if (w->texts->blank)
    put_sitter_regex (w, "const space = ", w->texts->blank,
                      ";\nconst near = x => token(seq(repeat(space), x)); // blanks may stand before it\n"
                      "const apart = x => token(seq(repeat1(space), x)); // blanks must stand before it\n");
  for (size_t i = 0; i < w->variant_count; i++) {
    const variant *own = &w->variants[i];
    const char *others = own->from == WHOLE_BLANKS ? ", x)" : ", repeat(space), x)";
    if (own->from < WHOLE_BLANKS)
      continue;
    put (&w->output, "const apart_");
    put (&w->output, own->name);
    put_sitter_regex (w, " = x => token(seq(", own->part, others);
    put (&w->output, ");\nconst near_");
    put (&w->output, own->name);
    put_sitter_regex (w, " = x => token(choice(x, seq(", own->part, others);
    put (&w->output, "));\n");
  }
}

static void put_sitter_terminals (const sitter *s)
{
  writer *w = s->writer;
  const terminals *t = w->scanner->terminals;
  if (s->apart)
    put_sitter_spaces (w);
  put (&w->output, "const T = {\n");
  for (size_t i = 0; i < t->count; i++) {
    if (!*w->terminal_names[i] || t->list[i].skipped)
      continue;
    put (&w->output, "  ");
    put (&w->output, w->terminal_names[i]);
    put (&w->output, ": /");
    for (size_t k = i; k < t->count; k++)
      if (k == i || (!t->list[k].skipped && !strcmp (t->list[k].name, t->list[i].name))) {
        put (&w->output, k == i ? "" : "|");
        writer_regex (w, t->list[k].part);
      }
    put (&w->output, "/u,\n");
  }
  for (size_t i = 0; i < w->variant_count; i++)
    if (w->variants[i].from < WHOLE_BLANKS) {
      put (&w->output, "  ");
      put (&w->output, w->variants[i].name);
      put_sitter_regex (w, ": ", w->variants[i].part, ",\n");
    }
  put (&w->output, "};\n\n");
}

/* What is skipped. tree-sitter ends a bare expression anywhere, but a rule that is a token only at the end of its
 * longest match: `rules` writes those. */
static void put_sitter_skipped (writer *w, bool rules)
{
  const terminals *t = w->scanner->terminals;
  unsigned number = 0;
  for (size_t i = 0; i < t->count; i++) {
    char name[24];
    if (!t->list[i].skipped)
      continue;
    snprintf (name, sizeof name, "skipped_%u", ++number);
    put (&w->output, rules ? "    " : number > 1 ? ", $." : "$.");
    put (&w->output, name);
    if (rules)
      put_sitter_regex (w, ": $ => token(", t->list[i].part, "),\n");
  }
}

/* Blanks at the end. */
static void put_sitter_end (writer *w)
{
  const texts *t = w->texts;
  if (t->blank && t->last) {
    put_sitter_regex (w, ", optional(token(choice(seq(repeat1(space), optional(", t->last, ")), ");
    put_sitter_regex (w, "", t->last, "))))");
  } else if (t->last)
    put_sitter_regex (w, ", optional(token(", t->last, ")))");
  else
    put (&w->output, t->blank ? ", optional(token(repeat1(space))))" : ")");
}

/* ---- the whole ---- */

static void put_sitter_rules (sitter *s)
{
  writer *w = s->writer;
  grammar *g = w->grammar;
  if (w->scanner)
    put_sitter_terminals (s);
  const bool skipped = w->scanner && !s->apart;
  put (&w->output, "module.exports = grammar({\n  name: 'papni',\n  extras: $ => [");
  put (&w->output, w->scanner ? "" : "/[ \\t\\r\\n]+/");
  if (skipped)
    put_sitter_skipped (w, false);
  put (&w->output, "],\n  rules: {\n    source_file: $ => ");
  put (&w->output, s->apart ? "seq(" : "");
  put (&w->output, s->hollow[0] ? "optional(/[ ]/)" : s->rules[0] ? "optional($.start)" : "$.start");
  if (s->apart)
    put_sitter_end (w);
  put (&w->output, ",\n");
  if (skipped)
    put_sitter_skipped (w, true);
  for (uint32_t r = 0; r < g->count && !w->failed && !w->output.failed; r++) {
    const uint32_t body = s->hollow[r] ? NO_PART : grammar_body (g, r);
    w->failed = w->failed ? w->failed : g->failed;
    if (body == NO_PART)
      continue;
    if (g->large_form)
      find_empty_parts (s);
    put (&w->output, "    ");
    writer_rule_name (w, r);
    put (&w->output, ": $ => ");
    put_sitter_rule (s, body, s->rules[r]);
    put (&w->output, ",\n");
  }
  put (&w->output, "  },\n});\n");
}

void writer_tree_sitter (writer *w)
{
  grammar *g = w->grammar;
  const allocator *a = &g->memory;
  sitter s = { .writer = w,
               .rules = allocate_zeroed (a, g->count, sizeof *s.rules),
               .hollow = allocate_zeroed (a, g->count, sizeof *s.hollow) };
  if (!s.rules || !s.hollow || !reserve (a, &s.parts, &s.part_capacity, g->part_count, sizeof *s.parts))
    w->failed = no_memory (w->error);
  else {
    memset (s.parts, 0, g->part_count * sizeof *s.parts);
    s.apart = w->texts && (w->texts->required || !w->texts->usual);
    find_empty (&s);
    find_hollow (&s);
    put_sitter_rules (&s);
  }
  release (a, s.parts, s.part_capacity, sizeof *s.parts);
  release (a, s.rules, g->count, sizeof *s.rules);
  release (a, s.hollow, g->count, sizeof *s.hollow);
  release (a, s.tasks, s.capacity, sizeof *s.tasks);
}
