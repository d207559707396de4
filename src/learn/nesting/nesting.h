/* nesting.h - finds out which symbols call and which return, from the words alone.
 *
 * A nest is a set of calls and a set of returns under which every accepted word is
 * well-matched. In every accepted word, its calls are as many as its returns, which is a
 * linear relation between the numbers of symbols; no part of a nest has this property.
 * relations.c lists the nests, parts.c those that a few broken words hide. choose.c chooses
 * nests that save bits (score.c). docs/nesting.md has the definition. */
#ifndef LEARN_NESTING_NESTING_H
#define LEARN_NESTING_NESTING_H

#include "base/watch.h"
#include "data/sample.h"

enum
{
  MOST_NESTS = 1000,    /* candidates */
  LEAST_WORDS = 2,      /* a symbol that fewer accepted words have is rare */
  MOST_RELATED = 200,   /* symbols between which relations of more than two are looked for */
  MOST_FREE = 9,        /* dimensions of a space of relations in which all are tried */
  RELATED_WORDS = 5000, /* words that relations are computed from */
  BROKEN_PART = 10      /* at most one of so many accepted words may be broken */
};

/* The different words, by their offsets; or some of the accepted ones. */
typedef struct nesting_words
{
  allocator memory;
  const struct nesting_words *whole; /* all words */
  size_t tolerated;                  /* accepted words that may be broken by a nest */
  const papni_samples *samples;
  uint64_t *right, *wrong;
  size_t right_count, wrong_count;
  uint32_t *occurs;         /* symbol -> accepted words that have it */
  symbol *order;            /* from alphabet_order */
  const papni_watch *watch; /* asked by passes over the words; may be NULL */
} nesting_words;

typedef struct nest
{
  const papni_alphabet *alphabet;
  symbol *symbols; /* its calls, then its returns, each in symbol order */
  size_t calls, size;
  size_t span;   /* symbols between calls and their returns, in all accepted words together */
  size_t depth;  /* calls of the nest that are open at once, at most */
  size_t words;  /* accepted words that have it */
  size_t broken; /* rejected words that are not well-matched with it */
  size_t missed; /* accepted words that are not */
  uint64_t bits; /* with it alone, or when it was tried last; 0: it was not tried */
  papni_nest_state state;
  char *pattern; /* the forms of its names, with a tab between; "" for brackets; or NULL */
} nest;

typedef struct nest_list
{
  nest *items;
  size_t size, capacity;
  bool more; /* not all are listed */
} nest_list;

/* Must be released in any case. */
status nesting_words_init (nesting_words *w, const papni_samples *samples, const papni_watch *watch, error *e);
void nesting_words_release (nesting_words *w);

/* How many accepted words may be broken: none, or one of BROKEN_PART. */
void nesting_tolerate (nesting_words *w, bool some);

/* Counts the accepted words that have each symbol. */
status nesting_count_words (nesting_words *w, error *e);

/* For a pass over the words. */
static inline watch nesting_watch (const nesting_words *w)
{
  return watch_begin (w->watch, PAPNI_PHASE_TRYING);
}

/* A number that depends only on the names of a word's symbols, which are reported. */
status nesting_word_key (const papni_samples *samples, uint64_t offset, uint64_t *key, watch *asked, error *e);

/* Adds the nest of these symbols, if it is new and if enough of all accepted words are
 * well-matched with it. */
status nest_add (nest_list *list, const nesting_words *w, const symbol *symbols, size_t calls, size_t size, error *e);
void nest_list_release (const allocator *a, nest_list *list);

/* Lists the candidates. */
status nesting_relations (const nesting_words *w, nest_list *list, const papni_watch *watch, error *e);

/* Adds those that hold in parts of the accepted words, and in nearly all of these. */
status nesting_parts (const nesting_words *w, nest_list *list, const papni_watch *watch, error *e);

/* Marks the pairs whose names look as if they belong together, and adds the rare ones. */
status nesting_groups (const nesting_words *w, nest_list *list, error *e);

/* Owners: symbol -> 1 + its nest for a call, the same negative for a return, or 0. A word is
 * straight if each return pops a call of its own nest, and all calls are closed. The stack
 * has room for the word, and *depth becomes the number of open calls, at most. */
bool word_is_straight (const symbol *word, const int32_t *owners, uint32_t *stack, size_t *depth);
void nests_own (const nest *const *nests, size_t count, int32_t *owners);
size_t nests_own_chosen (const nest_list *list, int32_t *owners); /* returns how many were chosen */

/* How nests lie in the accepted words. */
typedef struct together
{
  size_t missed; /* words that are not straight; the count ends with the first that is not tolerated */
  size_t depth;  /* open calls, at most, in those that are */
} together;

status nests_together (const nesting_words *w, const nest *const *nests, size_t count, together *t, error *e);

/* Is a call of one of these nests ever inside the nest? */
status nest_encloses (const nesting_words *w, const nest *n, const nest *const *nests, size_t count, bool *encloses,
                      error *e);

/* Chooses among the candidates, which are put in order. *flat is the bits without any, *best
 * those with the chosen ones. */
status nesting_choose (const nesting_words *w, nest_list *list, const papni_watch *watch, uint64_t *flat,
                       uint64_t *best, error *e);

/* An accepted word that is not well-matched with the chosen nests, and where. */
typedef struct broken_word
{
  papni_word word;
  papni_encoding encoding;
} broken_word;

typedef struct broken_list
{
  broken_word *items;
  size_t size, capacity;
} broken_list;

status nesting_broken (const nesting_words *w, const nest_list *list, broken_list *result, error *e);

/* What declares the chosen nests. */
typedef enum declaration_kind
{
  DECLARE_CALL,
  DECLARE_RETURN,
  DECLARE_PAIR,
  DECLARE_PATTERN
} declaration_kind;

typedef struct declaration
{
  declaration_kind kind;
  symbol one, other;   /* of a pair; `one` of a call or a return */
  const char *pattern; /* of a nest */
} declaration;

typedef struct declaration_list
{
  declaration *items;
  size_t size, capacity;
} declaration_list;

status nesting_declarations (const nesting_words *w, const nest_list *list, declaration_list *result, error *e);

/* The same as lines of a file; the caller releases the text. */
status nesting_lines (const nesting_words *w, const declaration_list *list, char **lines, error *e);

#endif
