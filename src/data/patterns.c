/* patterns.c - calls and returns by the form of their names. */
#include "data/patterns.h"

#include "data/alphabet.h"

#include <string.h>

/* ---- one pattern ---- */

static status pattern_read_side (const allocator *a, pattern_side *side, text_span text, position at, error *e)
{
  const char *star = memchr (text.text, '*', text.length);
  if (!star || text.length == 1 || memchr (star + 1, '*', text.length - (size_t) (star + 1 - text.text))) {
    fail_at (e, PAPNI_INPUT, at, "a pattern has one star and something beside it, as in enter_* exit_*; got '%.*s'",
             (int) (text.length < 80 ? text.length : 80), text.text);
    return PAPNI_INPUT; /* a constant, for static analysis */
  }
  side->text = copy_text (a, text.text, text.length);
  side->before = (size_t) (star - text.text);
  side->after = text.length - side->before - 1;
  return side->text ? PAPNI_OK : no_memory (e);
}

status pattern_init (const allocator *a, pattern *p, text_span call, text_span ret, position at, error *e)
{
  *p = (pattern){ .call = { .text = NULL } };
  status s = pattern_read_side (a, &p->call, call, at, e);
  if (!s)
    s = pattern_read_side (a, &p->ret, ret, at, e);
  if (!s && !strcmp (p->call.text, p->ret.text))
    s = fail_at (e, PAPNI_INPUT, at, "the calls and the returns of a pattern have the same form: '%s'", p->call.text);
  if (s)
    pattern_release (a, p);
  return s;
}

void pattern_release (const allocator *a, pattern *p)
{
  release_text (a, p->call.text);
  release_text (a, p->ret.text);
  *p = (pattern){ .call = { .text = NULL } };
}

static bool pattern_fits (const pattern_side *side, text_span name)
{
  return name.length > side->before + side->after && !memcmp (name.text, side->text, side->before)
         && !memcmp (name.text + name.length - side->after, side->text + side->before + 1, side->after);
}

/* The side that a name belongs to, or NULL. */
static const pattern_side *pattern_side_of (const pattern *p, text_span name)
{
  const bool call = pattern_fits (&p->call, name), ret = pattern_fits (&p->ret, name);
  const size_t call_size = p->call.before + p->call.after, ret_size = p->ret.before + p->ret.after;
  if (call && ret)
    return call_size == ret_size ? NULL : call_size > ret_size ? &p->call : &p->ret;
  return call ? &p->call : ret ? &p->ret : NULL;
}

bool pattern_match (const allocator *a, const pattern *p, text_span name, papni_kind *kind, char **partner)
{
  const pattern_side *own = pattern_side_of (p, name), *other = own == &p->call ? &p->ret : &p->call;
  *partner = NULL;
  if (!own)
    return false;
  const size_t star = name.length - own->before - own->after, length = other->before + star + other->after;
  *kind = own == &p->call ? PAPNI_CALL : PAPNI_RETURN;
  char *text = allocate (a, length + 1, 1);
  if (!text)
    return true;
  memcpy (text, other->text, other->before);
  memcpy (text + other->before, name.text + own->before, star);
  memcpy (text + other->before + star, other->text + other->before + 1, other->after);
  text[length] = 0;
  const bool mutual = pattern_side_of (p, (text_span){ text, length }) == other;
  if (mutual)
    *partner = text;
  else
    release_text (a, text);
  return mutual;
}

/* ---- the patterns of an alphabet ---- */

status patterns_apply (papni_alphabet *alphabet, symbol s, position at, error *e)
{
  const allocator *a = &alphabet->memory;
  const pattern *first = NULL;
  status result = PAPNI_OK;
  for (size_t i = 0; !result && i < alphabet->pattern_count; i++) {
    const pattern *p = &alphabet->patterns[i];
    const text_span name = letter_name (&alphabet->letters[s]);
    papni_kind kind;
    char *partner;
    if (!pattern_match (a, p, name, &kind, &partner))
      continue;
    if (!partner)
      return no_memory (e);
    const text_span other = { partner, strlen (partner) };
    if (first)
      result = fail_at (e, PAPNI_INPUT, at, "'%s' matches two patterns: '%s %s' and '%s %s'", name.text,
                        first->call.text, first->ret.text, p->call.text, p->ret.text);
    else
      result = alphabet_pair (alphabet, kind == PAPNI_CALL ? name : other, kind == PAPNI_CALL ? other : name, at, e);
    first = p;
    release_text (a, partner);
  }
  return result;
}

/* A pattern that is already there changes nothing: files and the command line may repeat it. */
static bool patterns_know (const papni_alphabet *alphabet, const pattern *p)
{
  for (size_t i = 0; i < alphabet->pattern_count; i++)
    if (!strcmp (alphabet->patterns[i].call.text, p->call.text)
        && !strcmp (alphabet->patterns[i].ret.text, p->ret.text))
      return true;
  return false;
}

status alphabet_pattern (papni_alphabet *alphabet, text_span call, text_span ret, position at, error *e)
{
  const allocator *a = &alphabet->memory;
  pattern p;
  status s = pattern_init (a, &p, call, ret, at, e);
  if (s)
    return s;
  const bool known = patterns_know (alphabet, &p);
  if (known
      || !reserve (a, &alphabet->patterns, &alphabet->pattern_capacity, alphabet->pattern_count + 1,
                   sizeof *alphabet->patterns)) {
    pattern_release (a, &p);
    return known ? PAPNI_OK : no_memory (e);
  }
  alphabet->patterns[alphabet->pattern_count++] = p;
  for (size_t i = 0; !s && i < alphabet->size; i++) /* pairing may add symbols, which have their patterns then */
    s = patterns_apply (alphabet, (symbol) i, at, e);
  return s;
}

papni_status papni_alphabet_pattern (papni_alphabet *alphabet, const char *call, const char *ret, papni_error *e)
{
  return alphabet_pattern (alphabet, (text_span){ call, strlen (call) }, (text_span){ ret, strlen (ret) },
                           (position){ NULL, 0, 0 }, e);
}
