/* tokens.c - one word per line: its label, then its symbols (tokens separated by
 * spaces, characters, or what a lexer finds); without labels, only the symbols. */
#include "io/samples/reader.h"

#include <string.h>

/* What the file may be instead. */
static const char *label_hint (const reader *r, span token)
{
  const size_t length = (size_t) (token.end - token.begin);
  if (memchr (token.begin, ',', length) && *token.begin != '[')
    return "; a csv file needs a header with the columns word and label (or use --word and --label)";
  if (*token.begin == '[')
    return "; JSON is read with one object per line, as in {\"word\": [\"a\"], \"label\": true}, or with --lexer json";
  if (*token.begin == '<')
    return "; use --lexer xml for documents";
  if (r->line == 1 && length > 1 && token.begin[0] == 'P' && token.begin[1] == 'K')
    return "; this looks like a spreadsheet or an archive: save it as csv";
  return "; name other labels with --accept and --reject, or use --right FILE if the words have none and are accepted";
}

static status read_label_of_line (reader *r, span *rest, papni_label *label)
{
  span token;
  next_token (rest, &token);
  if (layout_get (r->layout, LAYOUT_ACCEPT, NULL) || layout_get (r->layout, LAYOUT_REJECT, NULL))
    return read_label (r, token, label) ? PAPNI_OK
                                        : reader_fail (r, token.begin, "'%s' is not a label: %s", quote (token).text,
                                                       layout_advice (r->layout, "").text);
  if (token.end - token.begin == 1 && (*token.begin == '+' || *token.begin == '-')) {
    *label = *token.begin == '+' ? PAPNI_ACCEPT : PAPNI_REJECT;
    return PAPNI_OK;
  }
  if (*token.begin == '%')
    return reader_fail (r, token.begin, "'%s' must come before the first word", quote (token).text);
  if (*token.begin == '+' || *token.begin == '-')
    return reader_fail (r, token.begin, "'%s' is not a label: put a space between the label and the word",
                        quote (token).text);
  const char *hint = r->reading->lexer
                         ? "; put documents in separate files into folders pos and neg, or use --format list"
                         : label_hint (r, token);
  return reader_fail (r, token.begin, "'%s' is not a label: expected + or - at the start of the line%s",
                      quote (token).text, hint);
}

static status tokens_read_line (reader *r, span line, bool chars)
{
  papni_label label = layout_labels (r->layout);
  size_t length = 0;
  if (label && trim (line).begin == trim (line).end)
    return PAPNI_OK;
  if (!r->reading->unlabelled) {
    const span text = trim (line);
    if (text.begin == text.end || *text.begin == '#')
      return PAPNI_OK;
    const status s = read_label_of_line (r, &line, &label);
    if (s)
      return s;
  }
  status s;
  if (r->reading->lexer) {
    line.begin += !r->reading->unlabelled
                  && line.begin < line.end; /* the blank after the label; the document may begin with others */
    s = read_document (r, line, reader_at (r, line.begin), label, &length);
  } else
    s = chars ? read_characters (r, line, &length) : read_tokens (r, line, &length);
  return s ? s : samples_end_word (r->samples, length, label, r->file, r->line, r->error);
}

status read_lines (reader *r, bool chars)
{
  status s = PAPNI_OK;
  for (span line; !s && next_line (r, &line);)
    s = tokens_read_line (r, line, chars);
  return s;
}
