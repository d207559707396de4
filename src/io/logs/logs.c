/* logs.c - reads samples with a layout: logs in pieces, other formats as a whole. */
#include "io/logs/logs.h"

#include "io/source.h"

#include <string.h>

/* ---- bytes ---- */

bool log_fill (log_reader *r)
{
  log_input *in = &r->input;
  if (in->ended || in->failed)
    return false;
  in->failed = in->from.read (in->from.context, in->bytes, LOG_PIECE, &in->size, r->error);
  in->at = 0;
  in->ended = in->failed || !in->size;
  if (in->ended)
    in->size = 0;
  return !in->ended;
}

typedef struct log_bytes
{
  const char *at;
  size_t left;
} log_bytes;

static status read_log_bytes (void *context, char *bytes, size_t size, size_t *count, error *e)
{
  log_bytes *from = context;
  (void) e;
  *count = from->left < size ? from->left : size;
  if (*count)
    memcpy (bytes, from->at, *count);
  from->at += *count;
  from->left -= *count;
  return PAPNI_OK;
}

static void keep_log_bytes (void *context)
{
  (void) context;
}

/* ---- names and words ---- */

status log_names_enter (log_reader *r, log_names *n, text_span text, uint32_t *number)
{
  static const log_name fresh = { PAPNI_NO_SYMBOL, PAPNI_NO_SYMBOL, PAPNI_NO_SYMBOL };
  *number = names_enter (&r->memory, &n->texts, (piece){ text.text, text.text + text.length });
  if (*number == NO_NAME || !reserve (&r->memory, &n->symbols, &n->capacity, n->texts.count, sizeof *n->symbols))
    return no_memory (r->error);
  for (; n->count < n->texts.count; n->count++)
    n->symbols[n->count] = fresh;
  return PAPNI_OK;
}

void log_names_release (const log_reader *r, log_names *n)
{
  names_release (&r->memory, &n->texts);
  release (&r->memory, n->symbols, n->capacity, sizeof *n->symbols);
}

text_span log_names_text (const log_names *n, uint32_t number)
{
  const name *known = &n->texts.list[number];
  return (text_span){ n->texts.text + known->begin, known->length };
}

static status log_declare (log_reader *r, log_names *n, uint32_t number, position at)
{
  papni_alphabet *alphabet = r->samples->alphabet;
  const text_span text = log_names_text (n, number);
  char *call = allocate (&r->memory, 2 * text.length + 5, 1);
  if (!call)
    return no_memory (r->error);
  char *ret = call + text.length + 2;
  call[0] = ret[0] = '<';
  ret[1] = '/';
  memcpy (call + 1, text.text, text.length);
  memcpy (ret + 2, text.text, text.length);
  call[text.length + 1] = ret[text.length + 2] = '>';
  const text_span call_text = { call, text.length + 2 }, ret_text = { ret, text.length + 3 };
  log_name *symbols = &n->symbols[number];
  status s = alphabet_pair (alphabet, call_text, ret_text, at, r->error);
  if (!s)
    s = alphabet_intern (alphabet, call_text.text, call_text.length, at, &symbols->call, r->error);
  if (!s)
    s = alphabet_intern (alphabet, ret_text.text, ret_text.length, at, &symbols->ret, r->error);
  release (&r->memory, call, 2 * text.length + 5, 1);
  return s;
}

status log_symbol (log_reader *r, log_names *n, uint32_t number, papni_kind kind, position at, symbol *result)
{
  log_name *symbols = &n->symbols[number];
  const text_span text = log_names_text (n, number);
  status s = PAPNI_OK;
  if (kind != PAPNI_INTERNAL && symbols->call == PAPNI_NO_SYMBOL)
    s = log_declare (r, n, number, at);
  else if (kind == PAPNI_INTERNAL && symbols->internal == PAPNI_NO_SYMBOL)
    s = alphabet_intern (r->samples->alphabet, text.text, text.length, at, &symbols->internal, r->error);
  *result = kind == PAPNI_CALL ? symbols->call : kind == PAPNI_RETURN ? symbols->ret : symbols->internal;
  return s;
}

status log_word_add (log_reader *r, log_word *w, symbol s)
{
  if (!reserve (&r->memory, &w->symbols, &w->capacity, w->length + 1, sizeof *w->symbols))
    return no_memory (r->error);
  w->symbols[w->length++] = s;
  return PAPNI_OK;
}

status log_word_end (log_reader *r, log_word *w, papni_label label, size_t line)
{
  papni_samples *samples = r->samples;
  if (!samples_reserve (samples, w->length))
    return no_memory (r->error);
  if (w->length)
    memcpy (samples->flat + samples->used, w->symbols, w->length * sizeof *w->symbols);
  const size_t length = w->length;
  w->length = 0;
  return samples_end_word (samples, length, label, r->file, line, r->error);
}

/* ---- labels ---- */

status log_needs_label (log_reader *r, const char *part)
{
  const char *label = layout_get (r->layout, LAYOUT_LABEL, NULL);
  if (!label || layout_labels (r->layout))
    return PAPNI_OK;
  return fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 },
                  "no %s has the attribute '%s': name the one with the labels with --label", part,
                  quote ((span){ label, label + strlen (label) }).text);
}

/* ---- reading ---- */

static papni_format format_of (const papni_layout *layout, const char *name)
{
  return layout->format != PAPNI_FORMAT_AUTO || layout->lexer ? layout->format : log_by_name (name);
}

static bool is_log (papni_format format)
{
  return format >= PAPNI_FORMAT_XES;
}

static status read_by_format (log_reader *r, papni_format format)
{
  if (format == PAPNI_FORMAT_CHROME && layout_names_labels (r->layout))
    return fail (r->error, PAPNI_USAGE,
                 "a Chrome trace has no labels: use --right or --wrong instead of --accept and "
                 "--reject");
  if (format != PAPNI_FORMAT_LOG && layout_names_labels (r->layout) && !r->layout->values[LAYOUT_LABEL])
    return fail (r->error, PAPNI_USAGE, "--accept and --reject need --label, the attribute with the labels");
  switch (format) {
  case PAPNI_FORMAT_XES:
    return read_xes (r);
  case PAPNI_FORMAT_CHROME:
    return read_chrome (r);
  case PAPNI_FORMAT_OTLP:
    return read_otlp (r);
  default:
    return read_log (r);
  }
}

/* Skips a byte order mark at the beginning. */
static void skip_log_mark (log_reader *r)
{
  if (log_peek (r) >= 0)
    r->input.at += byte_order_mark (r->input.bytes, r->input.size);
}

static status read_log_from (papni_layout *layout, papni_samples *samples, byte_source from, const char *name,
                             papni_format format, error *e)
{
  error own;
  log_reader r = { .memory = samples->memory,
                   .input = { .from = from, .line = 1, .column = 1 },
                   .samples = samples,
                   .layout = layout,
                   .file = alphabet_file (samples->alphabet, name),
                   .error = e ? e : &own };
  r.input.bytes = allocate (&r.memory, LOG_PIECE, 1);
  status s = r.file && r.input.bytes ? PAPNI_OK : no_memory (e);
  if (!s && format != PAPNI_FORMAT_XES) /* there, it says how the XML is encoded */
    skip_log_mark (&r);
  if (!s)
    s = read_by_format (&r, format);
  release (&r.memory, r.input.bytes, LOG_PIECE, 1);
  from.close (from.context);
  return s;
}

papni_status papni_layout_read (papni_layout *layout, papni_samples *samples, const char *bytes, size_t size,
                                const char *name, papni_error *e)
{
  name = name ? name : "";
  papni_format format = format_of (layout, name);
  layout->ignored = 0;
  if (format == PAPNI_FORMAT_AUTO && !layout->lexer)
    format = log_by_bytes (bytes, size);
  log_bytes from = { bytes, size };
  if (is_log (format))
    return read_log_from (layout, samples, (byte_source){ read_log_bytes, keep_log_bytes, &from }, name, format, e);
  if (layout->lexer && format != PAPNI_FORMAT_AUTO)
    return fail (e, PAPNI_USAGE, "a format cannot be combined with a lexer");
  const papni_reading reading = { .format = format,
                                  .unlabelled = layout->values[LAYOUT_LABELS],
                                  .chars = layout->values[LAYOUT_CHARS],
                                  .word_column = layout->values[LAYOUT_WORD],
                                  .label_column = layout->values[LAYOUT_LABEL],
                                  .lexer = layout->lexer };
  return read_samples (samples, (text_span){ bytes, size }, name, &reading, layout, e);
}

papni_status papni_layout_read_file (papni_layout *layout, papni_samples *samples, const char *path, papni_error *e)
{
  papni_error own;
  e = e ? e : &own;
  const papni_format format = format_of (layout, path);
  if (is_log (format)) {
    source *from = source_open (path, &samples->memory, e);
    layout->ignored = 0;
    return from ? read_log_from (layout, samples, (byte_source){ source_read, source_close, from }, shown_name (path),
                                 format, e)
                : e->code;
  }
  papni_text *text = papni_text_open (path, &samples->memory, e);
  if (!text)
    return e->code;
  const status s =
      papni_layout_read (layout, samples, papni_text_bytes (text), papni_text_size (text), shown_name (path), e);
  papni_text_free (text);
  return s;
}
