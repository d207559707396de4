/* picture.c - see picture.h. XML allows neither U+FFFE nor U+FFFF, not even as a reference:
 * they are spelled out. */
#include "io/models/picture.h"

#include <string.h>

/* What stands for the character that a text begins with, or NULL. */
static const char *picture_spelled (const char *text, size_t left)
{
  if (left < 3 || memcmp (text, "\xef\xbf", 2) != 0)
    return NULL;
  return text[2] == '\xbe' ? "U+FFFE" : text[2] == '\xbf' ? "U+FFFF" : NULL;
}

void picture_put_dot (output *o, text_span text)
{
  for (size_t i = 0; i < text.length; i++) {
    const char c = text.text[i], *spelled = picture_spelled (text.text + i, text.length - i);
    if (spelled) {
      put (o, spelled);
      i += 2;
      continue;
    }
    if (c == ' ') { /* a visible sign for a space */
      put (o, "\xe2\x90\xa3");
      continue;
    }
    if (c == '"' || c == '\\')
      put (o, "\\");
    put_bytes (o, &c, 1);
    if (c == '&') /* otherwise Graphviz would draw &lt; as < */
      put (o, "amp;");
  }
}

void picture_put_xml (output *o, const char *text)
{
  for (size_t left = strlen (text); left; text++, left--) {
    const unsigned char c = (unsigned char) *text;
    const char *spelled = picture_spelled (text, left);
    const char *escape = c == '<'                ? "&lt;"
                         : c == '>'              ? "&gt;"
                         : c == '&'              ? "&amp;"
                         : c == '"'              ? "&quot;"
                         : c < 0x20 || c == 0x7f ? "\xe2\x90\xa3" /* a visible blank */
                                                 : spelled;
    if (escape)
      put (o, escape);
    else
      put_bytes (o, text, 1);
    text += spelled ? 2 : 0;
    left -= spelled ? 2 : 0;
  }
}

uint32_t picture_letters (const char *text)
{
  uint32_t letters = 0;
  for (size_t left = strlen (text); left; text++, left--) {
    const char *spelled = picture_spelled (text, left);
    letters += spelled ? (uint32_t) strlen (spelled) : ((unsigned char) *text & 0xc0) != 0x80;
  }
  return letters;
}
