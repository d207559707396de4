/* tokens.h - calls and returns that are texts of several characters.
 *
 * In words of characters, <a> and </a>, or begin and end, may be what nests. repeats.c lists
 * the texts that occur repeatedly, token_pairs.c those that could be a call and its return,
 * and tokens.c chooses among them. docs/nesting.md has the definition. */
#ifndef LEARN_NESTING_TOKENS_H
#define LEARN_NESTING_TOKENS_H

#include "data/character_names.h"
#include "learn/nesting/nesting.h"

enum
{
  MOST_CHARACTERS = 31, /* characters */
  TOKEN_NAME_SIZE = MOST_CHARACTERS * LONGEST_CHARACTER + 1,
  READ_CHARACTERS = 200000, /* of the accepted words, at most */
  NESTED_TOKENS = 64,       /* at once */
  MOST_SCANS = 4000         /* pairs that are looked at */
};

/* Some characters of a word. */
typedef struct token
{
  const symbol *at;
  size_t length;
} token;

bool tokens_equal (token x, token y);

/* A symbol whose name is a letter of any script. */
bool symbol_is_letter (const papni_alphabet *alphabet, symbol s);

/* Writes the name of a token, or a pattern that matches it; returns the length. */
size_t put_token (token t, const papni_alphabet *alphabet, bool pattern, char *to);

/* ---- repeats ---- */

typedef struct suffix
{
  const symbol *at;
  uint32_t word;
} suffix;

/* A text that occurs at least twice, and is not always part of the same longer text. */
typedef struct repeat
{
  token text;
  size_t count, most; /* how often it occurs, and at most in one word */
  uint64_t vector;    /* equal for texts that occur equally often in every word */
  uint64_t key;       /* depends only on the names of its characters */
} repeat;

typedef struct repeats
{
  const nesting_words *words;
  suffix *suffixes; /* of the words that are read, in order */
  size_t size;
  uint64_t *sums; /* of the words' weights: size + 1 of them */
  uint64_t *read; /* offsets of the words that are read */
  size_t read_count;
  repeat *list;
  size_t count, capacity;
} repeats;

/* Must be released in any case. */
status repeats_init (repeats *r, const nesting_words *w, error *e);
void repeats_release (repeats *r);

/* Their vectors are of one of some parts of the words alone; of 1 part: of all words. */
void repeats_weigh (repeats *r, size_t parts, size_t number);

/* What is known about any text; its count is 0 if it does not occur. */
repeat repeats_find (const repeats *r, token text);

/* ---- tokens ---- */

/* Calls at even places, the return of each behind it. Where two begin at the same
 * place, the longer one counts. */
typedef struct token_set
{
  token list[NESTED_TOKENS];
  size_t count;
} token_set;

/* The token at a place of a word: its number, or `count` if there is none. */
size_t tokens_at (const token_set *set, const symbol *at);

/* How the last pair of a set lies in the words. */
typedef struct token_fit
{
  bool fits;          /* every return follows a call of its own pair, and no call stays open; in enough words */
  size_t missed;      /* words in which this is not so */
  size_t depth, span; /* calls of the last pair that are open at once; characters from call to return */
} token_fit;

status tokens_fit (const token_set *set, const repeats *r, token_fit *fit, error *e);

/* ---- candidates ---- */

typedef struct token_candidate
{
  const papni_alphabet *alphabet;
  token call, ret;
  bool named;  /* looks like a call and a return, and no longer candidate contains it */
  bool inside; /* one is part of the other */
  size_t span;
} token_candidate;

typedef struct token_candidates
{
  token_candidate *items;
  size_t size, capacity;
} token_candidates;

/* Lists the candidates, the best first. `weights` are of characters that nest by themselves:
 * 1 for a call, -1 for a return; a token must not contain one without the other. */
status token_pairs_find (repeats *r, const int8_t *weights, token_candidates *list, error *e);

/* ---- the result ---- */

/* The words with tokens as symbols, in an alphabet of their own. */
papni_samples *tokens_samples (const token_set *set, const papni_samples *samples, error *e);

/* The rules of a lexer for these tokens and the other characters of the words that were read
 * with them, with the lines of a nesting; the caller releases the text. */
char *tokens_rules (const token_set *set, const papni_samples *samples, const papni_samples *words, const char *lines,
                    error *e);

#endif
