/* lex.h - documents to symbols: what the lexers share.
 *
 * A lexer goes through the bytes at hand until it has a token or wants more of
 * them. More are put behind those that it has not passed, so that what must be
 * looked at in one piece (a name, an escape, the token of a rule) is in one piece,
 * and what has been passed is forgotten: a string of a gigabyte takes no memory. */
#ifndef LEX_LEX_H
#define LEX_LEX_H

#include "data/sample.h"

#define UNLEXED "#unlexed"
enum
{
  LONGEST_NAME = 1024 /* of a tag or a word, in bytes */
};

/* Where the bytes of a document come from. `read` says 0 at the end. */
typedef struct byte_source
{
  status (*read) (void *context, char *bytes, size_t size, size_t *count, error *e);
  void (*close) (void *context);
  void *context;
} byte_source;

typedef enum scanned
{
  SCANNED_TOKEN, /* it is in lexer->token */
  SCANNED_ALL,   /* wants more bytes; after the last, there is no token left */
  SCANNED_WRONG  /* the error is filled, and lexer->failed says with what */
} scanned;

typedef struct lexer_kind
{
  scanned (*scan) (papni_lexer *lexer, error *e);
  void (*restart) (papni_lexer *lexer);                                             /* before each document */
  void (*drop) (papni_lexer *lexer);                                                /* frees what is its own */
  status (*declare) (const papni_lexer *lexer, papni_alphabet *alphabet, error *e); /* NULL: nothing to declare */
} lexer_kind;

struct papni_lexer
{
  allocator memory;
  const lexer_kind *kind;
  void *own;         /* what this kind of lexer remembers */
  char *description; /* makes the same lexer again */

  char *file; /* the document's name */
  byte_source source;
  bool fresh;             /* no byte has been read */
  bool last;              /* nothing comes after the bytes at hand */
  const char *at, *end;   /* the bytes at hand */
  const char *begin;      /* where the piece that they are in begins */
  char *piece;            /* its memory, if it is ours */
  size_t capacity;        /* of that */
  size_t line, line_from; /* the line that `at` is in, and how many bytes before the piece (or in it) it begins */

  papni_token token;
  bool unlexed; /* the token before did not lex: what follows of it is left out */
  bool spoilt;  /* words: the rest of this one is passed over */
  status failed;
  char name[LONGEST_NAME + 8], partner[LONGEST_NAME + 8];
};

/* Begins a document. The source is closed with it, or at once where this fails. */
status lexer_begin (papni_lexer *lexer, byte_source source, position first, error *e);
status lexer_begin_bytes (papni_lexer *lexer, const char *bytes, size_t size, position first, error *e);

/* Writes the document's symbols behind the samples' words and the *length symbols
 * that already follow them, and tells the alphabet what they are. One that does not
 * lex is an error where the label says that the document is good. */
status lexer_word (papni_lexer *lexer, papni_samples *samples, papni_label label, size_t *length, error *e);

/* ---- for the lexers ---- */

/* The kinds. `make` gives the lexer what is its own. */
typedef struct lexer_maker
{
  const char *name;
  status (*make) (papni_lexer *lexer, const char *argument, error *e); /* argument: what follows "name:", or NULL */
} lexer_maker;

status make_json (papni_lexer *lexer, const char *argument, error *e);
status make_xml (papni_lexer *lexer, const char *argument, error *e);
status make_chars (papni_lexer *lexer, const char *argument, error *e);
status make_words (papni_lexer *lexer, const char *argument, error *e);

/* A place in the document; it stays right when the bytes are gone. */
typedef struct place
{
  size_t line, column;
} place;

static inline place place_of (const papni_lexer *l, const char *byte)
{
  return (place){ l->line, (size_t) (byte - l->begin) - l->line_from + 1 };
}

/* To be called for each newline that is passed. */
static inline void pass_newline (papni_lexer *l, const char *newline)
{
  l->line++;
  l->line_from = (size_t) (newline - l->begin) + 1;
}

static inline size_t bytes_left (const papni_lexer *l, const char *from)
{
  return (size_t) (l->end - from);
}

/* The length of the character at `byte`; 0: it is none; CUT: more bytes may tell. */
#define CUT ((size_t) -1)
size_t character_at (const papni_lexer *l, const char *byte, uint32_t *character);

scanned give (papni_lexer *l, const char *name, papni_kind kind, const char *partner, place at);
scanned give_unlexed (papni_lexer *l, const char *problem, place at);

#define NOT_UTF8 "not UTF-8: save the document as UTF-8"
#define CONTROL_CHARACTER "control character"

#endif
