/* token_pairs.c - texts that could be a call and its return.
 *
 * A call and its return occur equally often in every accepted word; where one is part of the
 * other, as do is of done, what is left of it does. Such pairs of repeats are tried on the
 * words: each return must follow its call, and the call must be nested in itself. Pairs whose
 * names say it, such as tags, need not. */
#include "learn/nesting/tokens.h"

#include "data/alike.h"

#include <string.h>

enum
{
  LONGEST_OUTER = 16,    /* characters of a text of which the other may be a part */
  TOKEN_PART_WORDS = 40, /* of a part, at least */
  TOKEN_PARTS = 6,
  MOST_EQUAL = 40 /* repeats that occur equally often, among which all pairs are tried */
};

typedef struct pairing
{
  const repeats *repeats;
  const int8_t *weights;
  token_candidates *list;
  map tags; /* those that were tried, by their hashes */
  size_t scans;
  error *error;
} pairing;

/* ---- one pair ---- */

/* Of `;done`, the word alone, if it occurs nowhere else. */
static token trim_to_word (const repeats *r, const repeat *whole)
{
  const papni_alphabet *alphabet = r->words->samples->alphabet;
  token t = whole->text;
  while (t.length && !symbol_is_letter (alphabet, t.at[0])) {
    t.at++;
    t.length--;
  }
  while (t.length && !symbol_is_letter (alphabet, t.at[t.length - 1]))
    t.length--;
  for (size_t i = 0; i < t.length; i++)
    if (!symbol_is_letter (alphabet, t.at[i]))
      return whole->text;
  return t.length > 1 && repeats_find (r, t).count == whole->count ? t : whole->text;
}

/* How many characters at the end of x are the beginning of y? Not all of either. */
static size_t overlap (token x, token y)
{
  const size_t shorter = x.length < y.length ? x.length : y.length;
  for (size_t k = shorter; --k;)
    if (!memcmp (x.at + x.length - k, y.at, k * sizeof *y.at))
      return k;
  return 0;
}

/* Cuts off the characters that two texts may share, where they say nothing new. */
static void cut_overlap (const repeats *r, token *x, token *y)
{
  for (size_t k; (k = overlap (*x, *y));) {
    const token shorter = { x->at, x->length - k }, later = { y->at + k, y->length - k };
    if (repeats_find (r, later).count == repeats_find (r, *y).count)
      *y = later;
    else if (repeats_find (r, shorter).count == repeats_find (r, *x).count)
      *x = shorter;
    else
      return;
  }
}

static bool is_part (token x, token y)
{
  for (size_t i = 0; i + x.length <= y.length; i++)
    if (!memcmp (x.at, y.at + i, x.length * sizeof *x.at))
      return true;
  return false;
}

/* Are the characters that nest by themselves well-matched in it? */
static bool pairing_splits (const pairing *p, token t)
{
  int64_t depth = 0;
  for (size_t i = 0; depth >= 0 && i < t.length; i++)
    depth += p->weights[t.at[i]];
  return depth != 0;
}

static status pairing_try (pairing *p, token call, token ret, bool named)
{
  token_set set = { .list = { call, ret }, .count = 2 };
  token_fit fit;
  if (call.length + ret.length <= 2 || tokens_equal (call, ret) || pairing_splits (p, call) || pairing_splits (p, ret)
      || p->scans == MOST_SCANS)
    return PAPNI_OK;
  p->scans++;
  const status s = tokens_fit (&set, p->repeats, &fit, p->error);
  if (s || !fit.fits || fit.depth < (named ? 1 : 2))
    return s;
  token_candidates *l = p->list;
  if (!reserve (&p->repeats->words->memory, &l->items, &l->capacity, l->size + 1, sizeof *l->items))
    return no_memory (p->error);
  l->items[l->size++] = (token_candidate){ .alphabet = p->repeats->words->samples->alphabet,
                                           .call = call,
                                           .ret = ret,
                                           .named = named,
                                           .inside = is_part (call, ret) || is_part (ret, call),
                                           .span = fit.span };
  return PAPNI_OK;
}

/* ---- pairs by name ---- */

/* The characters of a text as symbols; false if one of them does not occur. */
static bool spell (const papni_alphabet *alphabet, const char *text, symbol *symbols, size_t *length)
{
  uint32_t c;
  *length = 0;
  for (size_t size; *text; text += size) {
    size = utf8_character (text, strlen (text), &c);
    const symbol s = papni_alphabet_find (alphabet, text, size);
    if (s == PAPNI_NO_SYMBOL || *length == MOST_CHARACTERS)
      return false;
    symbols[(*length)++] = s;
  }
  return true;
}

static status pairing_try_names (pairing *p, const char *call, const char *ret)
{
  const papni_alphabet *alphabet = p->repeats->words->samples->alphabet;
  symbol one[MOST_CHARACTERS], other[MOST_CHARACTERS];
  size_t length, other_length;
  if (!spell (alphabet, call, one, &length) || !spell (alphabet, ret, other, &other_length))
    return PAPNI_OK;
  const repeat first = repeats_find (p->repeats, (token){ one, length });
  const repeat second = repeats_find (p->repeats, (token){ other, other_length });
  return first.count && second.count ? pairing_try (p, first.text, second.text, true) : PAPNI_OK;
}

/* A tag that begins at a place of a repeat: up to the first >, without another <. */
static status pairing_try_tag (pairing *p, const repeat *whole, size_t from, const symbol ends[2])
{
  const papni_alphabet *alphabet = p->repeats->words->samples->alphabet;
  const symbol *at = whole->text.at + from;
  size_t length = 1, bytes = 1;
  char name[ALIKE_NAME + 1] = "<";
  bool fresh;
  alike a;
  while (from + length < whole->text.length && at[length] != ends[0] && at[length - 1] != ends[1]) {
    const letter *l = &alphabet->letters[at[length++]];
    memcpy (name + bytes, l->name, l->length);
    bytes += l->length;
  }
  name[bytes] = 0;
  if (at[length - 1] != ends[1] || !alike_as_call (name, ALIKE_BRACKETS, &a))
    return PAPNI_OK;
  if (!map_enter (&p->repeats->words->memory, &p->tags, hash_symbols (at, length), 0, &fresh))
    return no_memory (p->error);
  return fresh ? pairing_try_names (p, name, a.partner) : PAPNI_OK;
}

static status pairing_names (pairing *p)
{
  const repeats *r = p->repeats;
  const papni_alphabet *alphabet = r->words->samples->alphabet;
  const symbol ends[2] = { papni_alphabet_find (alphabet, "<", 1), papni_alphabet_find (alphabet, ">", 1) };
  status s = PAPNI_OK;
  for (size_t k = 0; !s && k < ALIKE_BRACKETS; k++)
    s = pairing_try_names (p, alike_bracket (k, true), alike_bracket (k, false));
  for (size_t i = 0; !s && ends[0] != PAPNI_NO_SYMBOL && ends[1] != PAPNI_NO_SYMBOL && i < r->count; i++)
    for (size_t k = 0; !s && k < r->list[i].text.length; k++)
      if (r->list[i].text.at[k] == ends[0])
        s = pairing_try_tag (p, &r->list[i], k, ends);
  return s;
}

/* ---- pairs by how often they occur ---- */

static int compare_repeats (const void *left, const void *right)
{
  const repeat *x = left, *y = right;
  if (x->count != y->count)
    return compare (y->count, x->count);
  if (x->vector != y->vector)
    return compare (x->vector, y->vector);
  return x->text.length == y->text.length ? compare (x->key, y->key) : compare (y->text.length, x->text.length);
}

/* All pairs of some repeats that occur equally often in every word. */
static status pairing_try_equal (pairing *p, const repeat *list, size_t count)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < count; i++)
    for (size_t k = 0; !s && k < count; k++) {
      token call = trim_to_word (p->repeats, &list[i]), ret = trim_to_word (p->repeats, &list[k]);
      const size_t known = p->list->size;
      s = i == k ? PAPNI_OK : pairing_try (p, call, ret, false);
      if (s || i == k || p->list->size > known)
        continue;
      cut_overlap (p->repeats, &call, &ret);
      cut_overlap (p->repeats, &ret, &call);
      s = pairing_try (p, call, ret, false);
    }
  return s;
}

/* A part of a repeat that occurs once outside for each time that it occurs inside. */
static status pairing_try_parts (pairing *p, const repeat *outer)
{
  status s = PAPNI_OK;
  const token whole = trim_to_word (p->repeats, outer);
  for (size_t from = 0; !s && from < whole.length; from++)
    for (size_t length = 1; !s && from + length <= whole.length; length++) {
      const token part = { whole.at + from, length };
      if (length == whole.length)
        continue;
      const repeat inner = repeats_find (p->repeats, part);
      size_t times = 1;
      for (size_t i = 0; i + length <= whole.length; i++)
        times += !memcmp (whole.at + i, part.at, length * sizeof *part.at);
      if (inner.vector != times * outer->vector)
        continue;
      s = pairing_try (p, inner.text, whole, false);
      if (!s)
        s = pairing_try (p, whole, inner.text, false);
    }
  return s;
}

static status pairing_counts (pairing *p, repeats *r)
{
  status s = PAPNI_OK;
  if (r->count)
    sort_items (r->list, r->count, sizeof *r->list, compare_repeats);
  for (size_t i = 0, next; !s && i < r->count; i = next) {
    for (next = i + 1; next < r->count && r->list[next].vector == r->list[i].vector;)
      next++;
    const size_t equal = next - i < MOST_EQUAL ? next - i : MOST_EQUAL;
    if (r->list[i].most > 1)
      s = pairing_try_equal (p, r->list + i, equal);
    for (size_t k = i; !s && k < i + equal && r->list[i].most > 1; k++)
      if (r->list[k].text.length <= LONGEST_OUTER)
        s = pairing_try_parts (p, &r->list[k]);
  }
  return s;
}

/* ---- the order ---- */

static int compare_tokens (const papni_alphabet *alphabet, token x, token y)
{
  int order = compare (y.length, x.length);
  for (size_t i = 0; !order && i < x.length; i++)
    order = strcmp (alphabet->letters[x.at[i]].name, alphabet->letters[y.at[i]].name);
  return order;
}

/* Wide pairs come first: if and fi rather than then and fi. */
static int compare_wide (const token_candidate *x, const token_candidate *y)
{
  if (x->inside != y->inside)
    return x->inside ? 1 : -1;
  if (x->span != y->span)
    return compare (y->span, x->span);
  const int order = compare_tokens (x->alphabet, x->call, y->call);
  return order ? order : compare_tokens (x->alphabet, x->ret, y->ret);
}

static int compare_candidates (const void *left, const void *right)
{
  const token_candidate *x = left, *y = right;
  return x->named == y->named ? compare_wide (x, y) : x->named ? -1 : 1;
}

/* Of \begin{a} and \end{a}, begin and end are parts: what else is there may matter. */
static void demote_parts (token_candidates *list)
{
  for (size_t i = 0; i < list->size; i++) {
    token_candidate *x = &list->items[i];
    for (size_t k = 0; x->named && k < list->size; k++) {
      const token_candidate *y = &list->items[k];
      x->named = y->named || y->inside || !is_part (x->call, y->call) || !is_part (x->ret, y->ret);
    }
  }
}

/* The same where a few words are broken: in parts of the words, of which one is likely to have
 * none of them. */
static status pairing_parts (pairing *p, repeats *r)
{
  const size_t parts = r->read_count / TOKEN_PART_WORDS < TOKEN_PARTS ? r->read_count / TOKEN_PART_WORDS : TOKEN_PARTS;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < parts; i++) {
    repeats_weigh (r, parts, i);
    p->scans = 0;
    s = pairing_counts (p, r);
  }
  if (parts)
    repeats_weigh (r, 1, 0);
  return s;
}

status token_pairs_find (repeats *r, const int8_t *weights, token_candidates *list, error *e)
{
  pairing p = { .repeats = r, .weights = weights, .list = list, .error = e };
  status s = pairing_names (&p);
  if (!s)
    s = pairing_counts (&p, r);
  if (!s && r->words->tolerated)
    s = pairing_parts (&p, r);
  demote_parts (list);
  if (!s && list->size)
    sort_items (list->items, list->size, sizeof *list->items, compare_candidates);
  map_release (&r->words->memory, &p.tags);
  return s;
}
