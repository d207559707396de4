/* c_text.c - a model as a C file that reads texts: the automaton of the terminals and
 * that of the model as tables, and the code of c_reader.c. */
#include "io/models/c.h"
#include "io/terminals/scanner.h"

#include <string.h>

typedef struct c_tables
{
  output output;
  const papni_model *model;
  scanner scanner;
  size_t ascii; /* the number of atoms below 0x80 */
} c_tables;

static const char text_head[] =
    "/* Made by papni export --to c (C11, or C++11): decides whether a text is accepted.\n"
    " *\n"
    " *     papni_accepts (text, length)\n"
    " *\n"
    " * reads it at once. To read it in pieces: papni_reader_begin, papni_reader_read for each piece,\n"
    " * papni_reader_end; if the text is rejected, the reader then has the place and the reason. Only the\n"
    " * stack is allocated, and where a symbol can go on far beyond a place where it could have ended,\n"
    " * what was read since. With -DMAIN it is a program that reads standard input (--lines: one text\n"
    " * per line) and prints 'accept' or 'reject' with line, column and reason; it ends\n"
    " * with 1 if any text is rejected. */\n"
    "#include <limits.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
    "#define ANY UINT_MAX\n#define SKIPPED (UINT_MAX - 1)\n\n";

static void put_define (output *o, const char *name, size_t value)
{
  put (o, "#define ");
  put (o, name);
  put (o, " ");
  put_number (o, value);
  put (o, "u\n");
}

/* An element of an array, with a line end now and then. */
static void put_item (output *o, size_t index, size_t value)
{
  put (o, index % 24 ? " " : "\n  ");
  put_number (o, value);
  put (o, ",");
}

/* ---- terminals ---- */

static uint32_t scan_to (const scanner *s, size_t from, uint32_t character)
{
  return s->next[from * s->atoms + scanner_atom (s, character)];
}

/* 10 or 16 in a state where the scanner is in the digits of a numeric reference in XML: nothing
 * else goes on with digits and ; alone. Otherwise 0. */
static size_t number_base (const scanner *s, size_t q)
{
  const bool digits = s->terminals->xml && scan_to (s, q, '0') && scan_to (s, q, ';');
  if (!digits || scan_to (s, q, 'g') || scan_to (s, q, ' '))
    return 0;
  return scan_to (s, q, 'a') ? 16 : 10;
}

/* The scanner's states by byte; bytes of other than ASCII characters stop it, and so does the ; behind
 * a number, which has to be checked. */
static void put_scans (c_tables *c)
{
  const scanner *s = &c->scanner;
  output *o = &c->output;
  put (o, s->states < 256 ? "typedef unsigned char scan_state;\n" : "typedef unsigned short scan_state;\n");
  put (o, "/* The next state of the scanner, by state and byte; 0: it stops. */\nstatic const scan_state scans[][256] "
          "= {\n");
  for (size_t q = 0; q < s->states; q++) {
    put (o, "  {");
    for (uint32_t byte = 0; byte < 256; byte++)
      put_item (o, byte, byte < 0x80 && !(byte == ';' && number_base (s, q)) ? scan_to (s, q, byte) : 0);
    put (o, " },\n");
  }
  put (o, "};\n\n/* The classes of ASCII characters. */\nstatic const unsigned short classes[] = {");
  for (uint32_t byte = 0; byte < 0x80; byte++)
    put_item (o, byte, scanner_atom (s, byte));
  put (o, "\n};\n\n/* The first characters of the other classes, and the next state by state and class. */\n"
          "static const unsigned long bounds[] = {");
  for (size_t i = c->ascii; i <= s->atoms; i++)
    put_item (o, i - c->ascii, s->bounds[i]);
  put (o, "\n};\nstatic const scan_state beyond[] = {");
  for (size_t q = 0, k = 0; q < s->states; q++)
    for (size_t i = c->ascii; i < s->atoms; i++)
      put_item (o, k++, s->next[q * s->atoms + i]);
  put (o, "\n};\n\n/* Which terminal ends, plus 1, by state and following class; the last column is the end. */\n"
          "static const unsigned short ends[] = {");
  for (size_t i = 0; i < s->states * (s->atoms + 1); i++)
    put_item (o, i, s->ends[i]);
  put (o, "\n};\n\n");
}

static void put_numbers (c_tables *c)
{
  const scanner *s = &c->scanner;
  output *o = &c->output;
  put (o, "/* By state: the base of the number that is read, or 0; and the state behind its semicolon. */\n"
          "static const struct\n{\n  unsigned char base;\n  scan_state behind;\n} numbers[] = {\n");
  for (size_t q = 0; q < s->states; q++) {
    const size_t base = number_base (s, q);
    put (o, "  { ");
    put_number (o, base);
    put (o, ", ");
    put_number (o, base ? scan_to (s, q, ';') : 0);
    put (o, " },\n");
  }
  put (o, "};\n\n");
}

static void put_terminals (c_tables *c)
{
  const terminals *t = c->scanner.terminals;
  output *o = &c->output;
  for (size_t i = 0; i < t->count; i++)
    c_put_long_name (o, t->list[i].name, "terminal_name_", i);
  put (o, "/* The terminals, and their symbols. */\nstatic const char *const names[] = {\n");
  for (size_t i = 0; i < t->count; i++) {
    put (o, "  ");
    c_put_name (o, t->list[i].name, "terminal_name_", i);
    put (o, ",\n");
  }
  put (o, "  0\n};\nstatic const unsigned symbols[] = {");
  for (size_t i = 0; i < t->count; i++)
    if (t->list[i].skipped || t->list[i].symbol == PAPNI_NO_SYMBOL)
      put (o, t->list[i].skipped ? " SKIPPED," : " ANY,");
    else
      put_item (o, i, t->list[i].symbol);
  put (o, " 0\n};\n\n");
}

/* ---- the model ---- */

static void put_symbol_tables (c_tables *c)
{
  const papni_alphabet *alphabet = c->model->alphabet;
  output *o = &c->output;
  size_t returns = 0;
  for (size_t i = 0; i < alphabet->size; i++)
    c_put_long_name (o, alphabet->letters[i].name, "symbol_name_", i);
  put (o, "static const char *const names_of_symbols[] = {\n");
  for (size_t i = 0; i < alphabet->size; i++) {
    put (o, "  ");
    c_put_name (o, alphabet->letters[i].name, "symbol_name_", i);
    put (o, ",\n");
  }
  put (o, "  0\n};\nstatic const unsigned char is_call[] = {");
  for (size_t i = 0; i < alphabet->size; i++)
    put_item (o, i, model_symbol_kind (c->model, (symbol) i) == PAPNI_CALL);
  put (o, " 0 };\n/* The number of a return. */\nstatic const unsigned return_of[] = {");
  for (size_t i = 0; i < alphabet->size; i++)
    if (model_symbol_kind (c->model, (symbol) i) == PAPNI_RETURN)
      put_item (o, i, returns++);
    else
      put (o, " ANY,");
  put (o, " 0 };\n");
  put_define (o, "RETURNS", returns);
  put_define (o, "SYMBOLS", alphabet->size);
  put (o, "\n");
}

static void put_steps (c_tables *c)
{
  const papni_model *m = c->model;
  output *o = &c->output;
  put (o, "/* The next state, plus 1, by state and symbol. */\nstatic const unsigned steps[] = {");
  for (size_t q = 0, k = 0; q < m->states; q++) {
    size_t i = m->first[q];
    for (size_t s = 0; s < m->alphabet->size; s++) {
      while (i < m->first[q + 1] && m->transitions[i].symbol < s)
        i++;
      const transition *t = i < m->first[q + 1] ? &m->transitions[i] : NULL;
      put_item (o, k++, t && t->symbol == s && t->popped == PAPNI_NO_SYMBOL ? (size_t) t->to + 1 : 0);
    }
  }
  put (o, " 0\n};\n\n");
}

static void put_pops (c_tables *c)
{
  const papni_model *m = c->model;
  output *o = &c->output;
  put (o, "/* What returns do, by the call they pop and the state of that call (ANY: any state). */\n"
          "static const struct\n{\n  unsigned call, caller, to;\n} pops[] = {\n");
  for (size_t i = 0; i < m->count; i++) {
    const transition *t = &m->transitions[i];
    if (t->popped == PAPNI_NO_SYMBOL)
      continue;
    put (o, "  { ");
    c_put_pop (o, t);
  }
  put (o, "  { ANY, ANY, 0 }\n};\n/* Where they begin, by state and return. */\nstatic const unsigned pops_from[] = {");
  size_t k = 0, before = 0;
  for (size_t q = 0; q < m->states; q++) {
    size_t i = m->first[q];
    for (size_t s = 0; s < m->alphabet->size; s++) {
      if (model_symbol_kind (m, (symbol) s) != PAPNI_RETURN)
        continue;
      put_item (o, k++, before);
      for (; i < m->first[q + 1] && m->transitions[i].symbol <= s; i++)
        before += m->transitions[i].popped != PAPNI_NO_SYMBOL;
    }
  }
  put_item (o, k, before);
  put (o, "\n};\n\n");
}

static void put_all (c_tables *c)
{
  const scanner *s = &c->scanner;
  output *o = &c->output;
  put (o, text_head);
  c->ascii = scanner_atom (s, 0x80);
  put_define (o, "START", SCANNER_START);
  put_define (o, "CLASSES", c->ascii);
  put_define (o, "ALL_CLASSES", s->atoms);
  put_define (o, "BEYOND", s->atoms - c->ascii);
  put_define (o, "ENDS", s->atoms + 1);
  put (o, "\n");
  put_scans (c);
  if (s->terminals->xml)
    put_numbers (c);
  put_terminals (c);
  put_symbol_tables (c);
  put_steps (c);
  put_pops (c);
  c_put_accepting (o, c->model);
  c_put_reader (o, s->terminals->xml);
  c_put_stream (o, s->terminals->xml);
}

status model_write_c_text (const papni_model *model, papni_writer writer, error *e)
{
  terminals t;
  c_tables c = { .output = { .writer = writer }, .model = model, .scanner = { .terminals = &t } };
  status failed = terminals_begin (&t, model->alphabet, false, e);
  if (!failed)
    failed = scanner_begin (&c.scanner, &t, e);
  if (!failed)
    put_all (&c);
  const status written = failed ? failed : output_end (&c.output, e);
  scanner_release (&c.scanner);
  terminals_release (&t);
  return written;
}
