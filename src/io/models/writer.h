/* writer.h - writing a grammar in one of several notations. */
#ifndef IO_MODELS_WRITER_H
#define IO_MODELS_WRITER_H

#include "base/output.h"
#include "io/models/grammar.h"
#include "io/models/text_model.h"
#include "io/models/write.h"
#include "io/terminals/scanner.h"

enum
{
  TERMINAL_NAME = 40
};

/* The first of several blanks, and all of them. */
#define FIRST_BLANK PAPNI_NO_SYMBOL
#define WHOLE_BLANKS ((symbol) (PAPNI_NO_SYMBOL - 1))

/* Some texts of a symbol, or blanks that may follow only certain symbols. */
typedef struct variant
{
  uint32_t part;
  symbol from; /* or FIRST_BLANK, or WHOLE_BLANKS */
  char name[TERMINAL_NAME];
} variant;

typedef struct writer
{
  output output;
  grammar *grammar;
  const scanner *scanner;     /* NULL: terminals are names */
  const texts *texts;         /* likewise */
  regulars *regulars;         /* in which expressions are made */
  const papni_model *counted; /* the exported model, which may have counts */
  notation notation;
  bool generates;  /* the grammar is for making texts: nothing is skipped, and characters are printable ASCII */
  bool characters; /* all symbols are single characters */
  char (*terminal_names)[TERMINAL_NAME]; /* by terminal; empty: it stands as its text */
  bool *written;                         /* by terminal: do rules have it? */
  variant *variants;
  size_t variant_count, variant_capacity;
  watch *watch;
  status failed;
  error *error;
} writer;

/* Parts are those of the grammar, or of patterns. */
typedef struct part_list
{
  const part *parts;
  const character_range *ranges; /* NULL: of the grammar */
} part_list;

/* Writes a part with the operators of the notation. */
void writer_part (writer *w, part_list all, uint32_t what);

/* The sign of a part, with those of what it follows: (x+)? is x*. *of is what is left;
 * NULL: it has none. */
const char *writer_sign (const part *parts, const part *p, uint32_t *of);

/* Has the last body of a large grammar alternatives of two rules, and no others? */
bool writer_joins_only (const writer *w, uint32_t body);

/* Writes them. `others`: there are others before them. */
void writer_joins (writer *w, const join_form *how, const char *separator, bool others);

void writer_symbol (writer *w, symbol s);

/* A class of characters, as a set or as a terminal; false if the symbol stands for itself. Terminals are defined after
 * the rules. */
bool writer_class (writer *w, symbol s);
void writer_class_terminals (writer *w);

void writer_rule_name (writer *w, uint32_t rule);

/* The terminal of a symbol of the grammar, and how it is written. */
const terminal *writer_terminal (const writer *w, symbol s, const text_symbol **how);

/* The name of a variant; empty: there is none. */
const char *writer_variant (const writer *w, symbol from, uint32_t part);

/* Likewise of the blanks before a symbol; empty: they are the usual ones. */
const char *writer_blanks (const writer *w, const text_symbol *how);

/* A text in quotes, as the notation has them. */
void writer_literal (writer *w, const char *text);

/* A set of characters in brackets; in EBNF, GBNF and ANTLR. */
void writer_set (writer *w, const character_range *ranges, size_t count);

/* The regular expression of a part: Python's and JavaScript's common syntax. */
void writer_regex (writer *w, uint32_t what);
void writer_regex_set (writer *w, const character_range *ranges, size_t count);

/* Does the reader of the grammar have a scanner? */
bool writer_scans (const writer *w);

/* Are blanks part of the grammar, before each symbol? */
bool writer_shows_blanks (const writer *w);

/* The names of terminals that need one, and their definitions after the rules. */
bool writer_name_terminals (writer *w);
void writer_terminals (writer *w);
void writer_lark_terminal (writer *w, size_t first);

/* How often words use a rule, if the model has counts; in EBNF, GBNF, ANTLR and Lark. */
void writer_comment (writer *w, uint32_t rule);

void writer_tree_sitter (writer *w);
void writer_fuzzing_book (writer *w);
void writer_railroad (writer *w);

#endif
