/* xml.h - shared by the two halves of the XML lexer: between tags, and inside a tag. */
#ifndef LEX_XML_H
#define LEX_XML_H

#include "lex/lex.h"

typedef enum xml_state
{
  BETWEEN,
  IN_TEXT,
  IN_SECTION, /* a comment, a CDATA section or a processing instruction */
  IN_DOCTYPE,
  IN_TAG,
  IN_VALUE,     /* of an attribute */
  IN_BROKEN_TAG /* to be skipped */
} xml_state;

typedef struct attribute
{
  size_t name; /* offset in xml.names */
  place at;
} attribute;

typedef struct xml
{
  xml_state state;
  place from;          /* where it begins */
  const char *closing; /* the end mark of a section, or of something quoted in a document type */
  const char *name;    /* of a section: its symbol */
  bool spoilt;         /* an error in the section or document type has been reported */
  bool in_subset;      /* inside the brackets of a document type */

  bool returns;     /* a closing tag */
  bool after_blank; /* an attribute may begin here */
  char wants;       /* expected in an attribute: '=', then '"'; or 0 */
  char quote;       /* around the value */

  bool with_attributes;
  attribute *attributes; /* of the tag; returned after it */
  size_t count, given, capacity;
  char *names;
  size_t used, room;
} xml;

/* The length of the name at `from`; 0: none; CUT: needs more bytes. */
#define TOO_LONG ((size_t) -2)
size_t xml_name (const papni_lexer *l, const char *from);

/* before + name + after; `out` has room for LONGEST_NAME + 8 bytes */
void xml_compose (char *out, const char *before, const char *name, size_t length, const char *after);

bool xml_is_blank (char c);
bool xml_begins (const papni_lexer *l, const char *text);
bool xml_may_begin (const papni_lexer *l, const char *text); /* with more bytes */
bool xml_skip_blanks (papni_lexer *l);                       /* false: needs more bytes */

/* Reports the text at `at` and skips `size` bytes of it. */
scanned xml_complain (papni_lexer *l, const char *problem, size_t size);

/* At the end of the available bytes: reports an unterminated construct if there are no
 * more. */
scanned xml_no_end (papni_lexer *l, xml *x, const char *problem);

/* Skip a character, or a reference such as &amp;. Errors are reported; otherwise the
 * result is SCANNED_ALL, and `at` does not move if more bytes are needed. */
scanned xml_pass_character (papni_lexer *l);
scanned xml_pass_reference (papni_lexer *l);

/* xml_tag.c: from the < of a tag, and within it. */
scanned xml_begin_tag (papni_lexer *l, xml *x);
scanned xml_scan_tag (papni_lexer *l, xml *x, error *e);
scanned xml_scan_broken_tag (papni_lexer *l, xml *x);

/* The next attribute of the tag, if there is one. */
bool xml_give_attribute (papni_lexer *l, xml *x);

#endif
