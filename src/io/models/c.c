/* c.c - a model as a C file: tables, and functions that read a word symbol by symbol or
 * all at once. Only the stack is allocated. */
#include "io/models/c.h"
#include "io/models/write.h"

#include <stdlib.h>
#include <string.h>

/* A byte of a name; special characters are octal codes of three digits, which cannot run into
 * what follows. */
static void c_put_byte (output *o, unsigned char c)
{
  const char byte[] = { (char) c, 0 };
  const char code[] = { '\\', (char) ('0' + c / 64), (char) ('0' + c / 8 % 8), (char) ('0' + c % 8), 0 };
  put (o, c < 0x20 || c >= 0x7f || strchr ("\"'\\?", c) ? code : byte);
}

/* C11 promises that a string may have 4,095 bytes. */
static bool is_long (const char *name)
{
  return strlen (name) > 4095;
}

void c_put_long_name (output *o, const char *name, const char *array, size_t number)
{
  if (!is_long (name))
    return;
  put (o, "static const char ");
  put (o, array);
  put_number (o, number);
  put (o, "[] = {");
  for (size_t i = 0; name[i]; i++) {
    put (o, i % 16 ? " '" : "\n  '");
    c_put_byte (o, (unsigned char) name[i]);
    put (o, "',");
  }
  put (o, " 0\n};\n");
}

void c_put_name (output *o, const char *name, const char *array, size_t number)
{
  if (is_long (name)) {
    put (o, array);
    put_number (o, number);
    return;
  }
  put (o, "\"");
  for (; *name; name++)
    c_put_byte (o, (unsigned char) *name);
  put (o, "\"");
}

typedef struct c_named
{
  const char *name;
  size_t symbol;
} c_named;

static int by_name (const void *left, const void *right)
{
  const c_named *x = left, *y = right;
  return strcmp (x->name, y->name);
}

/* The names sorted for binary search, each with the number of its symbol. */
static status put_names (output *o, const papni_model *model, error *e)
{
  const papni_alphabet *alphabet = model->alphabet;
  c_named *order = allocate (&model->memory, alphabet->size, sizeof *order);
  if (!order)
    return no_memory (e);
  for (size_t i = 0; i < alphabet->size; i++)
    order[i] = (c_named){ alphabet->letters[i].name, i };
  if (alphabet->size)
    qsort (order, alphabet->size, sizeof *order, by_name);
  for (size_t i = 0; i < alphabet->size; i++)
    c_put_long_name (o, order[i].name, "name_", i);
  put (o, "/* The symbols by name: 0 is internal, 1 a call, 2 a return. */\n"
          "static const struct\n{\n  const char *name;\n  unsigned symbol;\n  int kind;\n} symbols[] = {\n");
  for (size_t i = 0; i < alphabet->size; i++) {
    put (o, "  { ");
    c_put_name (o, order[i].name, "name_", i);
    put (o, ", ");
    put_number (o, order[i].symbol);
    put (o, ", ");
    put_number (o, model->kind == PAPNI_DFA ? 0 : alphabet->letters[order[i].symbol].kind);
    put (o, " },\n");
  }
  put (o, "  { 0, 0, 0 } /* the end */\n};\n\n");
  release (&model->memory, order, alphabet->size, sizeof *order);
  return PAPNI_OK;
}

static void put_or_any (output *o, bool any, size_t number)
{
  if (any)
    put (o, "ANY, ");
  else {
    put_number (o, number);
    put (o, ", ");
  }
}

void c_put_pop (output *o, const transition *t)
{
  put_or_any (o, t->popped == PAPNI_NO_SYMBOL, t->popped);
  put_or_any (o, t->caller == PAPNI_NO_STATE, t->caller);
  put_number (o, t->to);
  put (o, " },\n");
}

static void c_put_transitions (output *o, const papni_model *model)
{
  put (o, "/* Sorted. For a return: the call it pops and the state of that call (ANY: any state). */\n"
          "static const struct transition\n{\n  unsigned from, symbol, popped, caller, to;\n} transitions[] = {\n");
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    put (o, "  { ");
    put_number (o, t->from);
    put (o, ", ");
    put_number (o, t->symbol);
    put (o, ", ");
    c_put_pop (o, t);
  }
  put (o, "  { ANY, ANY, ANY, ANY, ANY } /* the end */\n};\n\n");
}

void c_put_accepting (output *o, const papni_model *model)
{
  put (o, "static const unsigned char accepting[] = { ");
  for (size_t q = 0; q < model->states; q++) {
    put (o, q ? ", " : "");
    put (o, model->accepting[q] ? "1" : "0");
  }
  put (o, " };\n\n");
}

static void put_size (output *o, const char *name, size_t size)
{
  put (o, "  ");
  put (o, name);
  put (o, " = ");
  put_number (o, size);
}

static const char c_head[] =
    "/* Made by papni export --to c (C11, or C++11): decides whether a word is accepted. All at once:\n"
    " *\n"
    " *     accepts (symbols, n)\n"
    " *\n"
    " * or symbol by symbol: reader_begin, reader_read for each, reader_accepts whenever you like,\n"
    " * reader_end. Only the stack is allocated. With -DMAIN it is a program that reads one word per\n"
    " * line, symbols separated by spaces, and prints 'accept' or 'reject' for each; it ends with 1 if\n"
    " * any word is rejected, and with 2 if it cannot read on. */\n"
    "#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
    "#define ANY UINT_MAX\n\n";

static const char body[] =
    "typedef struct open_call\n{\n  unsigned call, made_in;\n} open_call;\n\n"
    "typedef struct reader\n{\n"
    "  unsigned state;\n"
    "  bool stopped; /* the word is rejected, whatever follows */\n"
    "  open_call *stack;\n"
    "  size_t depth, capacity;\n"
    "} reader;\n\n"
    "bool accepts (const char *const *symbols, size_t n);\n"
    "void reader_begin (reader *r);\n"
    "bool reader_read (reader *r, const char *symbol); /* false: rejected, whatever follows */\n"
    "bool reader_accepts (const reader *r);\n"
    "void reader_end (reader *r);\n\n"
    "static int find_symbol (const char *name)\n{\n"
    "  int low = 0, high = SYMBOLS;\n"
    "  while (low < high) {\n"
    "    const int middle = low + (high - low) / 2, order = strcmp (name, symbols[middle].name);\n"
    "    if (!order)\n      return middle;\n"
    "    if (order < 0)\n      high = middle;\n    else\n      low = middle + 1;\n"
    "  }\n  return -1;\n}\n\n"
    "static int compare (unsigned x, unsigned y)\n{\n  return (x > y) - (x < y);\n}\n\n"
    "/* The transition with this key, or with any caller; NULL: there is none. */\n"
    "static const struct transition *find (unsigned from, unsigned symbol, unsigned popped, unsigned caller)\n{\n"
    "  size_t low = 0, high = TRANSITIONS;\n"
    "  while (low < high) {\n"
    "    const size_t middle = low + (high - low) / 2;\n"
    "    const struct transition *t = &transitions[middle];\n"
    "    int order = compare (t->from, from);\n"
    "    order = order ? order : compare (t->symbol, symbol);\n"
    "    order = order ? order : compare (t->popped, popped);\n"
    "    order = order ? order : compare (t->caller, caller);\n"
    "    if (order < 0)\n      low = middle + 1;\n    else\n      high = middle;\n"
    "  }\n"
    "  const struct transition *t = &transitions[low];\n"
    "  const bool fits = t->from == from && t->symbol == symbol && t->popped == popped;\n"
    "  return fits && (t->caller == caller || t->caller == ANY) ? t : NULL;\n}\n\n"
    "void reader_begin (reader *r)\n{\n  memset (r, 0, sizeof *r);\n}\n\n"
    "void reader_end (reader *r)\n{\n  free (r->stack);\n  memset (r, 0, sizeof *r);\n}\n\n"
    "static bool push (reader *r, unsigned call)\n{\n"
    "  if (r->depth == r->capacity) {\n"
    "    const size_t capacity = r->capacity ? 2 * r->capacity : 64;\n"
    "    open_call *stack = (open_call *) realloc (r->stack, capacity * sizeof *stack);\n"
    "    if (!stack)\n      return false;\n"
    "    r->stack = stack;\n    r->capacity = capacity;\n"
    "  }\n"
    "  r->stack[r->depth].call = call;\n  r->stack[r->depth++].made_in = r->state;\n  return true;\n}\n\n"
    "bool reader_read (reader *r, const char *symbol)\n{\n"
    "  const int place = r->stopped ? -1 : find_symbol (symbol);\n"
    "  const int kind = place < 0 ? 0 : symbols[place].kind;\n"
    "  const struct transition *t = NULL;\n"
    "  if (place >= 0 && kind != 2)\n"
    "    t = find (r->state, symbols[place].symbol, ANY, ANY);\n"
    "  else if (place >= 0 && r->depth)\n"
    "    t = find (r->state, symbols[place].symbol, r->stack[r->depth - 1].call, r->stack[r->depth - 1].made_in);\n"
    "  r->stopped = !t || (kind == 1 && !push (r, symbols[place].symbol));\n"
    "  if (r->stopped)\n    return false;\n"
    "  r->depth -= kind == 2;\n  r->state = t->to;\n  return true;\n}\n\n"
    "bool reader_accepts (const reader *r)\n{\n  return !r->stopped && !r->depth && accepting[r->state];\n}\n\n"
    "bool accepts (const char *const *word, size_t n)\n{\n"
    "  reader r;\n  reader_begin (&r);\n"
    "  for (size_t i = 0; i < n && reader_read (&r, word[i]); i++)\n    ;\n"
    "  const bool result = reader_accepts (&r);\n  reader_end (&r);\n  return result;\n}\n\n";

static const char program[] =
    "#ifdef MAIN\n#include <stdio.h>\n\n"
    "/* Reads a line of any length, without its line end; false after the last. */\n"
    "static bool read_line (char **line, size_t *capacity, unsigned long number)\n{\n"
    "  size_t length = 0;\n  int c = getchar ();\n"
    "  if (c == EOF)\n    return false;\n"
    "  for (;; c = getchar ()) {\n"
    "    if (length == *capacity) {\n"
    "      *capacity = *capacity ? 2 * *capacity : 1024;\n"
    "      *line = (char *) realloc (*line, *capacity);\n"
    "      if (!*line) {\n        fputs (\"out of memory\\n\", stderr);\n        exit (2);\n      }\n"
    "    }\n"
    "    if (c == EOF || c == '\\n')\n      break;\n"
    "    if (!c) {\n      fflush (stdout);\n"
    "      fprintf (stderr, \"line %lu, column %lu: a NUL byte in the name of a symbol\\n\", number,\n"
    "               (unsigned long) length + 1);\n"
    "      exit (2);\n"
    "    }\n"
    "    (*line)[length++] = (char) c;\n"
    "  }\n"
    "  (*line)[length] = 0;\n  return true;\n}\n\n"
    "int main (void)\n{\n"
    "  char *line = NULL;\n  size_t capacity = 0;\n  unsigned long number = 1;\n  bool all = true;\n"
    "  for (; read_line (&line, &capacity, number); number++) {\n"
    "    reader r;\n    reader_begin (&r);\n"
    "    for (char *symbol = strtok (line, \" \\t\\r\"); symbol; symbol = strtok (NULL, \" \\t\\r\"))\n"
    "      reader_read (&r, symbol);\n"
    "    const bool accepted = reader_accepts (&r);\n"
    "    puts (accepted ? \"accept\" : \"reject\");\n"
    "    all = all && accepted;\n"
    "    reader_end (&r);\n"
    "  }\n  free (line);\n  return !all;\n}\n#endif\n";

papni_status model_write_c (const papni_model *model, papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  put (&o, c_head);
  put (&o, "enum\n{\n");
  put_size (&o, "SYMBOLS", model->alphabet->size);
  put (&o, ",\n");
  put_size (&o, "TRANSITIONS", model->count);
  put (&o, "\n};\n\n");
  const status failed = put_names (&o, model, e);
  c_put_transitions (&o, model);
  c_put_accepting (&o, model);
  put (&o, body);
  put (&o, program);
  const status written = output_end (&o, e);
  return failed ? failed : written;
}
