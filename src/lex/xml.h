/* xml.h - what the two halves of the XML lexer share: what is between tags, and
 * what is inside of one. */
#ifndef LEX_XML_H
#define LEX_XML_H

#include "lex/lex.h"

typedef enum xml_state
{
  BETWEEN,
  IN_TEXT,
  IN_SECTION, /* a comment, a CDATA section, an instruction */
  IN_DOCTYPE,
  IN_TAG,
  IN_VALUE,     /* of an attribute */
  IN_BROKEN_TAG /* which is skipped */
} xml_state;

typedef struct attribute
{
  size_t name; /* where in xml.names it begins */
  place at;
} attribute;

typedef struct xml
{
  xml_state state;
  place from;          /* where it begins */
  const char *closing; /* of a section, or of what is quoted in a document type: what ends it */
  const char *name;    /* of a section: its symbol */
  bool spoilt;         /* the section or document type has been reported */
  bool in_subset;      /* in the brackets of a document type */

  bool returns;     /* the tag is a closing one */
  bool after_blank; /* an attribute can begin here */
  char wants;       /* of an attribute: '=', then '"'; or 0 */
  char quote;       /* around the value */

  bool with_attributes;
  attribute *attributes; /* of the tag; given after it */
  size_t count, given, capacity;
  char *names;
  size_t used, room;
} xml;

/* The length of the name at `from`; 0: there is none; CUT: more bytes may tell. */
#define TOO_LONG ((size_t) -2)
size_t xml_name (const papni_lexer *l, const char *from);

/* before + name + after, where there is room for LONGEST_NAME + 8 bytes */
void xml_compose (char *out, const char *before, const char *name, size_t length, const char *after);

bool xml_is_blank (char c);
bool xml_begins (const papni_lexer *l, const char *text);
bool xml_may_begin (const papni_lexer *l, const char *text); /* once more bytes are there */
bool xml_skip_blanks (papni_lexer *l);                       /* false: there may be more to come */

/* Reports what stands at `at` and passes `size` bytes of it. */
scanned xml_complain (papni_lexer *l, const char *problem, size_t size);

/* At the end of the bytes that are here: where there are no more, what began never ends. */
scanned xml_no_end (papni_lexer *l, xml *x, const char *problem);

/* Pass a character, or a reference such as &amp;. What is wrong is given; else the
 * result is SCANNED_ALL, and `at` stays where it is if more bytes are needed. */
scanned xml_pass_character (papni_lexer *l);
scanned xml_pass_reference (papni_lexer *l);

/* lex_xml_tag.c: from the < of a tag, and from there on. */
scanned xml_begin_tag (papni_lexer *l, xml *x);
scanned xml_scan_tag (papni_lexer *l, xml *x, error *e);
scanned xml_scan_broken_tag (papni_lexer *l, xml *x);

/* The next attribute of the tag that was given, if there is one. */
bool xml_give_attribute (papni_lexer *l, xml *x);

#endif
