/* lex.h - documents to symbols: what the lexers share.
 *
 * A lexer scans the available bytes until it has a token or needs more bytes. New bytes
 * are appended to those it has not consumed, so a name, an escape or the token of a
 * rule is contiguous. Consumed bytes are discarded: a string of a gigabyte takes no
 * memory. */
#ifndef LEX_LEX_H
#define LEX_LEX_H

#include "data/sample.h"

#define UNLEXED "#unlexed"
enum
{
  LONGEST_NAME = 1024 /* of a tag or a word, in bytes */
};

/* The source of a document's bytes. `read` returns 0 bytes at the end. */
typedef struct byte_source
{
  status (*read) (void *context, char *bytes, size_t size, size_t *count, error *e);
  void (*close) (void *context);
  void *context;
} byte_source;

typedef enum scanned
{
  SCANNED_TOKEN, /* the token is in lexer->token */
  SCANNED_ALL,   /* needs more bytes; at the end of the document, no token is left */
  SCANNED_WRONG  /* the error is set, and its code in lexer->failed */
} scanned;

typedef struct lexer_kind
{
  scanned (*scan) (papni_lexer *lexer, error *e);
  void (*restart) (papni_lexer *lexer);                                             /* before each document */
  void (*drop) (papni_lexer *lexer);                                                /* frees its own data */
  status (*declare) (const papni_lexer *lexer, papni_alphabet *alphabet, error *e); /* NULL: nothing to declare */
} lexer_kind;

struct papni_lexer
{
  allocator memory;
  const lexer_kind *kind;
  void *own;         /* data of this kind of lexer */
  char *description; /* creates an equal lexer */
  char *skipped;     /* names of symbols that are left out, separated by spaces; or NULL */

  char *file; /* the document's name */
  byte_source source;
  bool fresh;             /* nothing has been read yet */
  bool last;              /* no bytes follow the available ones */
  const char *at, *end;   /* the available bytes */
  const char *begin;      /* the beginning of the chunk they are in */
  char *piece;            /* its memory, if owned */
  size_t capacity;        /* of that */
  size_t line, line_from; /* the line of `at`, and its beginning, in bytes before the chunk (or in it) */

  papni_token token;
  bool unlexed; /* the previous token was invalid: skip the rest of it */
  bool spoilt;  /* words: skip the rest of this word */
  status failed;
  char name[LONGEST_NAME + 8], partner[LONGEST_NAME + 8];
};

/* Begins a document. Closes the source at its end, or at once on failure. */
status lexer_begin (papni_lexer *lexer, byte_source source, position first, error *e);
status lexer_begin_bytes (papni_lexer *lexer, const char *bytes, size_t size, position first, error *e);

/* Writes the symbols of the document after the words of the samples and the *length
 * symbols already written, and declares them. An invalid token is an error if the
 * document is labelled as accepted. */
status lexer_word (papni_lexer *lexer, papni_samples *samples, papni_label label, size_t *length, error *e);

/* ---- for the lexers ---- */

/* The kinds of lexers. `make` sets up the data of a lexer. */
typedef struct lexer_maker
{
  const char *name;
  status (*make) (papni_lexer *lexer, const char *argument, error *e); /* argument: the text after "name:", or NULL */
} lexer_maker;

status make_json (papni_lexer *lexer, const char *argument, error *e);
status make_xml (papni_lexer *lexer, const char *argument, error *e);
status make_chars (papni_lexer *lexer, const char *argument, error *e);
status make_words (papni_lexer *lexer, const char *argument, error *e);

/* A position in the document that stays valid when the bytes are discarded. */
typedef struct place
{
  size_t line, column;
} place;

static inline place place_of (const papni_lexer *l, const char *byte)
{
  return (place){ l->line, (size_t) (byte - l->begin) - l->line_from + 1 };
}

/* Must be called for each newline that is consumed. */
static inline void pass_newline (papni_lexer *l, const char *newline)
{
  l->line++;
  l->line_from = (size_t) (newline - l->begin) + 1;
}

static inline size_t bytes_left (const papni_lexer *l, const char *from)
{
  return (size_t) (l->end - from);
}

/* The length of the character at `byte`; 0: invalid; CUT: needs more bytes. */
#define CUT ((size_t) -1)
size_t character_at (const papni_lexer *l, const char *byte, uint32_t *character);

scanned give (papni_lexer *l, const char *name, papni_kind kind, const char *partner, place at);
scanned give_unlexed (papni_lexer *l, const char *problem, place at);

#define NOT_UTF8 "not UTF-8: save the document as UTF-8"
#define CONTROL_CHARACTER "control character"

#endif
