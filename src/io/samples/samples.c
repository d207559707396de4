/* samples.c - reading a file of samples: the directives at its top, then the words with
 * the reader of the format. */
#include "io/samples/reader.h"

#include <string.h>

/* ---- the top of the file ---- */

static const struct
{
  const char *name;
  papni_format format;
} format_names[] = { { "auto", PAPNI_FORMAT_AUTO },   { "tokens", PAPNI_FORMAT_TOKENS },
                     { "chars", PAPNI_FORMAT_CHARS }, { "abbadingo", PAPNI_FORMAT_ABBADINGO },
                     { "csv", PAPNI_FORMAT_CSV },     { "jsonl", PAPNI_FORMAT_JSONL } };

static status read_format (reader *r, span rest, papni_format *format)
{
  const span name = trim (rest);
  for (size_t i = 0; i < sizeof format_names / sizeof *format_names; i++)
    if (span_is (name, format_names[i].name)) {
      *format = *format == PAPNI_FORMAT_AUTO ? format_names[i].format : *format;
      return PAPNI_OK;
    }
  return reader_fail (r, name.begin, "unknown format '%s': expected tokens, chars, abbadingo, csv or jsonl",
                      quote (name).text);
}

/* %pair or %pattern: two names. */
static status read_pair (reader *r, span rest, bool pattern)
{
  span call, ret, more;
  if (!next_token (&rest, &call) || !next_token (&rest, &ret) || next_token (&rest, &more))
    return reader_fail (r, r->line_text,
                        pattern ? "%%pattern takes the forms of calls and returns: %%pattern enter_* exit_*"
                                : "%%pair takes a call and a return: %%pair ( )");
  const text_span one = { call.begin, (size_t) (call.end - call.begin) },
                  other = { ret.begin, (size_t) (ret.end - ret.begin) };
  const position at = reader_at (r, call.begin);
  return pattern ? alphabet_pattern (r->samples->alphabet, one, other, at, r->error)
                 : alphabet_pair (r->samples->alphabet, one, other, at, r->error);
}

static status samples_read_kind (reader *r, papni_kind kind, span rest)
{
  for (span name; next_token (&rest, &name);) {
    const status s = alphabet_declare (r->samples->alphabet, kind, name.begin, (size_t) (name.end - name.begin),
                                       reader_at (r, name.begin), r->error);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

static status samples_read_directive (reader *r, span line, papni_format *format)
{
  span word;
  next_token (&line, &word);
  if (span_is (word, "%call"))
    return samples_read_kind (r, PAPNI_CALL, line);
  if (span_is (word, "%return"))
    return samples_read_kind (r, PAPNI_RETURN, line);
  if (span_is (word, "%internal"))
    return samples_read_kind (r, PAPNI_INTERNAL, line);
  if (span_is (word, "%pair") || span_is (word, "%pattern"))
    return read_pair (r, line, span_is (word, "%pattern"));
  if (span_is (word, "%format"))
    return read_format (r, line, format);
  return reader_fail (r, word.begin,
                      "unknown directive '%s': expected %%call, %%return, %%internal, %%pair, %%pattern or %%format",
                      quote (word).text);
}

/* Reads comments and directives up to the first line that is neither, which is not
 * consumed. `first` is that line; *found says whether there is one. */
static status read_top (reader *r, papni_format *format, span *first, bool *found, bool *directives)
{
  *found = *directives = false;
  for (reader before = *r; next_line (r, first); before = *r) {
    const span text = trim (*first);
    if (text.begin == text.end || *text.begin == '#')
      continue;
    if (*text.begin != '%') {
      *found = true;
      before.error = r->error;
      *r = before;
      return PAPNI_OK;
    }
    *directives = true;
    const status s = samples_read_directive (r, *first, format);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

/* ---- finding the format ---- */

/* Words without labels can begin with anything, so the file name decides. */
static papni_format format_by_name (const char *name)
{
  static const char *const packed[] = { "", ".gz", ".zst" };
  static const char *const csv[] = { ".csv", ".csv.gz", ".csv.zst" };
  static const char *const jsonl[] = { ".jsonl", ".jsonl.gz", ".jsonl.zst" };
  for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
    if (ends_in (name, csv[i]))
      return PAPNI_FORMAT_CSV;
    if (ends_in (name, jsonl[i]))
      return PAPNI_FORMAT_JSONL;
  }
  return PAPNI_FORMAT_TOKENS;
}

/* Two numbers; FlexFringe writes 2:0 for the second. */
static bool is_abbadingo_header (span line)
{
  span token;
  size_t tokens = 0;
  for (; next_token (&line, &token); tokens++) {
    bool colon = !tokens;
    for (const char *c = token.begin; c < token.end; c++) {
      if (!colon && *c == ':' && c > token.begin && c + 1 < token.end)
        colon = true;
      else if (*c < '0' || *c > '9')
        return false;
    }
  }
  return tokens == 2;
}

static papni_format format_by_line (const reader *r, span line)
{
  const span text = trim (line);
  if (*text.begin == '{')
    return PAPNI_FORMAT_JSONL;
  if (is_abbadingo_header (text))
    return PAPNI_FORMAT_ABBADINGO;
  const bool labelled = (*text.begin == '+' || *text.begin == '-')
                        && (text.begin + 1 == text.end || text.begin[1] == ' ' || text.begin[1] == '\t');
  if (!labelled && format_by_name (r->file) == PAPNI_FORMAT_CSV)
    return PAPNI_FORMAT_CSV;
  return is_csv_header (r, text) ? PAPNI_FORMAT_CSV : PAPNI_FORMAT_TOKENS;
}

static status read_words (reader *r, papni_format format)
{
  switch (format) {
  case PAPNI_FORMAT_ABBADINGO:
    return read_abbadingo (r);
  case PAPNI_FORMAT_CSV:
    return read_csv (r);
  case PAPNI_FORMAT_JSONL:
#ifdef PAPNI_CORE
    return reader_fail (r, r->line_text, "this build of papni does not read jsonl: use tokens, chars or csv");
#else
    return read_jsonl (r);
#endif
  default:
    return read_lines (r, format == PAPNI_FORMAT_CHARS);
  }
}

static status read_labelled (reader *r)
{
  papni_format format = r->reading->format;
  span first;
  bool found, directives;
  const status s = read_top (r, &format, &first, &found, &directives);
  if (s)
    return s;
  if (!found)
    return directives ? PAPNI_OK : fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 }, "no words");
  if (r->reading->lexer)
    format = PAPNI_FORMAT_TOKENS;
  if (format == PAPNI_FORMAT_AUTO && layout_has_events (r->layout))
    format = PAPNI_FORMAT_CSV;
  return read_words (r, format == PAPNI_FORMAT_AUTO ? format_by_line (r, first) : format);
}

static bool begins_with (const char *bytes, size_t size, const char *mark)
{
  return size >= strlen (mark) && !memcmp (bytes, mark, strlen (mark));
}

/* Without labels, there is a top only if the layout has the label. */
static status read_unlabelled (reader *r)
{
  papni_format format = r->reading->format;
  if (layout_labels (r->layout)) {
    span first;
    bool found, directives;
    const status s = read_top (r, &format, &first, &found, &directives);
    if (s || !found)
      return s;
  }
  if (r->reading->lexer)
    format = PAPNI_FORMAT_TOKENS;
  if (format == PAPNI_FORMAT_AUTO && layout_has_events (r->layout))
    format = PAPNI_FORMAT_CSV;
  return read_words (r, format == PAPNI_FORMAT_AUTO ? format_by_name (r->file) : format);
}

status read_samples (papni_samples *samples, text_span bytes, const char *name, const papni_reading *reading,
                     const papni_layout *layout, error *e)
{
  const char *file = alphabet_file (samples->alphabet, name);
  if (!file)
    return no_memory (e);
  reader r = { .samples = samples,
               .reading = reading,
               .layout = layout,
               .file = file,
               .next = bytes.text,
               .end = bytes.text + bytes.length,
               .line_text = bytes.text,
               .error = e };
  r.next += byte_order_mark (bytes.text, bytes.length);
  if (begins_with (bytes.text, bytes.length, "\x1f\x8b") || begins_with (bytes.text, bytes.length, "\x28\xb5\x2f\xfd"))
    return fail_at (e, PAPNI_INPUT, (position){ file, 1, 1 },
                    "compressed data: rename the file to end in .gz or .zst, or decompress it");
  if (begins_with (bytes.text, bytes.length, "\xff\xfe") || begins_with (bytes.text, bytes.length, "\xfe\xff"))
    return fail_at (e, PAPNI_INPUT, (position){ file, 1, 1 }, "UTF-16 text: save the file as UTF-8");
  const status s = reading->unlabelled ? read_unlabelled (&r) : read_labelled (&r);
  release (&samples->memory, r.pair, r.pair_capacity, 1);
  return s;
}

papni_status papni_samples_read (papni_samples *samples, const char *bytes, size_t size, const char *name,
                                 const papni_reading *reading, papni_error *e)
{
  static const papni_reading as_default = { 0 };
  const papni_reading *how = reading ? reading : &as_default;
  if (how->format > PAPNI_FORMAT_JSONL)
    return fail (e, PAPNI_USAGE, "unknown format");
  if (how->lexer && how->format != PAPNI_FORMAT_AUTO)
    return fail (e, PAPNI_USAGE, "a format cannot be combined with a lexer");
  return read_samples (samples, (text_span){ bytes, size }, name ? name : "", how, NULL, e);
}
