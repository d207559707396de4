/* find.c - the public functions: candidates, the choice, and declaring it. */
#include "learn/nesting/nesting.h"

#include <string.h>

struct papni_nesting
{
  allocator memory;
  nest_list list;
  papni_nest *shown; /* one for each of the list */
  declaration_list declarations;
  broken_list broken;
  const papni_alphabet *alphabet; /* of the samples */
  uint64_t flat, best;
  char *lines;
};

/* ---- finding ---- */

static papni_nest shown_nest (const nest *n)
{
  return (papni_nest){ .symbols = n->symbols,
                       .calls = n->calls,
                       .size = n->size,
                       .depth = n->depth,
                       .words = n->words,
                       .broken = n->broken,
                       .bits = (double) n->bits / 65536,
                       .state = n->state };
}

static status nesting_fill (papni_nesting *n, const papni_samples *samples, const papni_watch *watch, error *e)
{
  nesting_words w;
  status s = nesting_words_init (&w, samples, watch, e);
  if (!s)
    s = nesting_relations (&w, &n->list, watch, e);
  nesting_tolerate (&w, true);
  if (!s)
    s = nesting_parts (&w, &n->list, watch, e);
  if (!s)
    s = nesting_groups (&w, &n->list, e);
  if (!s)
    s = nesting_choose (&w, &n->list, watch, &n->flat, &n->best, e);
  if (!s)
    s = nesting_declarations (&w, &n->list, &n->declarations, e);
  if (!s)
    s = nesting_lines (&w, &n->declarations, &n->lines, e);
  if (!s)
    s = nesting_broken (&w, &n->list, &n->broken, e);
  nesting_words_release (&w);
  if (s)
    return s;
  n->shown = allocate (&n->memory, n->list.size, sizeof *n->shown);
  for (size_t i = 0; n->shown && i < n->list.size; i++)
    n->shown[i] = shown_nest (&n->list.items[i]);
  return n->shown ? PAPNI_OK : no_memory (e);
}

papni_nesting *papni_find_nesting (const papni_samples *samples, const papni_watch *watch, papni_error *e)
{
  error own;
  e = e ? e : &own;
  papni_nesting *n = allocate_zeroed (&samples->memory, 1, sizeof *n);
  if (!n) {
    no_memory (e);
    return NULL;
  }
  n->memory = samples->memory;
  n->alphabet = samples->alphabet;
  if (!nesting_fill (n, samples, watch, e))
    return n;
  papni_nesting_free (n);
  return NULL;
}

void papni_nesting_free (papni_nesting *n)
{
  if (!n)
    return;
  const allocator a = n->memory;
  release (&a, n->shown, n->list.size, sizeof *n->shown);
  nest_list_release (&a, &n->list);
  release (&a, n->declarations.items, n->declarations.capacity, sizeof *n->declarations.items);
  release (&a, n->broken.items, n->broken.capacity, sizeof *n->broken.items);
  release_text (&a, n->lines);
  release (&a, n, 1, sizeof *n);
}

/* ---- asking ---- */

const papni_nest *papni_nesting_at (const papni_nesting *n, size_t index)
{
  return index < n->list.size ? &n->shown[index] : NULL;
}

size_t papni_nesting_missed (const papni_nesting *n, size_t index)
{
  return index < n->list.size ? n->list.items[index].missed : 0;
}

double papni_nesting_flat_bits (const papni_nesting *n)
{
  return (double) n->flat / 65536;
}

double papni_nesting_bits (const papni_nesting *n)
{
  return (double) n->best / 65536;
}

const char *papni_nesting_lines (const papni_nesting *n)
{
  return n->lines;
}

bool papni_nesting_is_whole (const papni_nesting *n)
{
  return !n->list.more;
}

bool papni_nesting_broken (const papni_nesting *n, size_t index, papni_word *word, papni_encoding *encoding)
{
  if (index >= n->broken.size)
    return false;
  *word = n->broken.items[index].word;
  *encoding = n->broken.items[index].encoding;
  return true;
}

/* ---- declaring ---- */

static status nesting_declare_one (const papni_nesting *n, const declaration *d, papni_alphabet *alphabet, error *e)
{
  const position nowhere = { NULL, 0, 0 };
  if (d->kind == DECLARE_PATTERN) {
    const size_t length = strcspn (d->pattern, "\t");
    const char *rest = d->pattern + length + 1;
    return alphabet_pattern (alphabet, (text_span){ d->pattern, length }, (text_span){ rest, strlen (rest) }, nowhere,
                             e);
  }
  const text_span one = letter_name (&n->alphabet->letters[d->one]);
  if (d->kind == DECLARE_PAIR)
    return alphabet_pair (alphabet, one, letter_name (&n->alphabet->letters[d->other]), nowhere, e);
  return alphabet_declare (alphabet, d->kind == DECLARE_CALL ? PAPNI_CALL : PAPNI_RETURN, one.text, one.length, nowhere,
                           e);
}

papni_status papni_nesting_declare (const papni_nesting *n, papni_alphabet *alphabet, papni_error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < n->declarations.size; i++)
    s = nesting_declare_one (n, &n->declarations.items[i], alphabet, e);
  return s;
}
