/* alphabet.h - the names, numbers and kinds of symbols.
 *
 * A symbol gets its number when it is first mentioned. Results do not depend on these
 * numbers: `alphabet_order` gives the symbol order, which defines them. */
#ifndef DATA_ALPHABET_H
#define DATA_ALPHABET_H

#include "data/patterns.h"

typedef struct letter
{
  char *name;
  size_t length;
  uint64_t hash;
  position first; /* where a word first used it; line 0: not used yet */
  uint8_t kind;
  bool declared;
  bool paired;  /* a return that pops only the calls it is paired with */
  symbol alike; /* the number of its class, from 1; 0: none */
} letter;

struct papni_alphabet
{
  allocator memory;
  letter *letters;
  size_t size, capacity;
  symbol *slots; /* hash table: symbol or PAPNI_NO_SYMBOL */
  size_t slot_count;
  hash_key key;
  map pairs; /* return << 16 | call */
  bool closed;
  char **files; /* names of files that contain symbols and words */
  size_t file_count, file_capacity;
  symbol byte[256]; /* symbols with a one-byte name */
  char *lexer;      /* description of the lexer, or NULL */
  pattern *patterns;
  size_t pattern_count, pattern_capacity;
  size_t classes; /* of symbols that do the same */
};

/* The alphabet's copy of a file name; NULL if out of memory. */
const char *alphabet_file (papni_alphabet *alphabet, const char *name);

/* The number of a name, which is inserted if it is new. at.file must come from
 * alphabet_file. */
status alphabet_intern (papni_alphabet *alphabet, const char *name, size_t length, position at, symbol *result,
                        error *e);

static inline text_span letter_name (const letter *l)
{
  return (text_span){ l->name, l->length };
}

/* Like papni_alphabet_declare and its sisters, with a position for the message. */
status alphabet_declare (papni_alphabet *alphabet, papni_kind kind, const char *name, size_t length, position at,
                         error *e);
status alphabet_pair (papni_alphabet *alphabet, text_span call, text_span ret, position at, error *e);
status alphabet_pattern (papni_alphabet *alphabet, text_span call, text_span ret, position at, error *e);

/* Declares a symbol that matches a pattern of the alphabet (patterns.c). */
status patterns_apply (papni_alphabet *alphabet, symbol s, position at, error *e);

/* order[i] is the i-th symbol in symbol order: internal, call, return, each by name.
 * NULL if out of memory; release it with the size of the alphabet. */
symbol *alphabet_order (const papni_alphabet *alphabet);

/* Declares the pairs of another alphabet as well. */
status alphabet_add_pairs (papni_alphabet *to, const papni_alphabet *from, error *e);

/* Declares that these symbols do the same. They must be internal, and in no class yet. */
status alphabet_join (papni_alphabet *alphabet, const symbol *members, size_t count, position at, error *e);

/* Declares the classes of another alphabet, of which `to` has the symbols in this order. */
status alphabet_copy_classes (papni_alphabet *to, const papni_alphabet *from, const symbol *order, error *e);

papni_alphabet *alphabet_copy (const papni_alphabet *alphabet, const symbol *order, error *e);

/* Sets the lexer that the symbols come from. There can be only one. */
status alphabet_use_lexer (papni_alphabet *alphabet, const char *description, error *e);

/* The same, of a file that records its lexer: rules must be in it. Otherwise a file could
 * make papni open any other. */
status alphabet_recorded_lexer (papni_alphabet *alphabet, const char *description, position at, error *e);

/* Sets the lexer of a combination of two alphabets (`other` may be NULL): their common
 * lexer, or that of the only one that has one; none if they differ. */
status alphabet_share_lexer (papni_alphabet *to, const papni_alphabet *one, const papni_alphabet *other, error *e);

const char *kind_name (papni_kind kind);

static inline uint32_t pair_key (symbol ret, symbol call)
{
  return (uint32_t) ret << 16 | call;
}

static inline bool alphabet_pops (const papni_alphabet *alphabet, symbol ret, symbol call)
{
  return !alphabet->letters[ret].paired || map_find (&alphabet->pairs, pair_key (ret, call));
}

#endif
