/* generate_edit.c - edits that keep a word well-matched. */
#include "base/random.h"
#include "ops/generate.h"

#include <string.h>

/* The effect of a symbol on the stack. */
static papni_kind generate_edit_kind_of (const editor *e, symbol s)
{
  return e->model->kind == PAPNI_DFA ? PAPNI_INTERNAL : e->model->alphabet->letters[s].kind;
}

/* A random symbol of a kind, or PAPNI_NO_SYMBOL; for a return, one that pops `call`. */
static symbol draw_symbol (editor *e, papni_kind kind, symbol call)
{
  const papni_alphabet *alphabet = e->model->alphabet;
  size_t count = 0;
  for (size_t s = 0; s < alphabet->size; s++)
    count += generate_edit_kind_of (e, (symbol) s) == kind
             && (kind != PAPNI_RETURN || alphabet_pops (alphabet, (symbol) s, call));
  if (!count)
    return PAPNI_NO_SYMBOL;
  size_t place = (size_t) random_below (e->random, count);
  for (size_t s = 0;; s++)
    if (generate_edit_kind_of (e, (symbol) s) == kind
        && (kind != PAPNI_RETURN || alphabet_pops (alphabet, (symbol) s, call)) && place-- == 0)
      return (symbol) s;
}

/* partner[i]: the position of a return's call or a call's return; otherwise i. */
static void find_partners (editor *e, size_t length)
{
  size_t open = SIZE_MAX; /* the innermost open call, whose entry links to the next one */
  for (size_t i = 0; i < length; i++) {
    const papni_kind kind = generate_edit_kind_of (e, e->word[i]);
    e->partner[i] = i;
    if (kind == PAPNI_CALL) {
      e->partner[i] = open;
      open = i;
    } else if (kind == PAPNI_RETURN) {
      e->partner[i] = open;
      const size_t next = e->partner[open];
      e->partner[open] = i;
      open = next;
    }
  }
}

static void insert (editor *e, size_t *length, size_t at, symbol s)
{
  memmove (e->word + at + 1, e->word + at, (*length - at) * sizeof *e->word);
  e->word[at] = s;
  ++*length;
}

static void erase (editor *e, size_t *length, size_t at)
{
  memmove (e->word + at, e->word + at + 1, (*length - at - 1) * sizeof *e->word);
  --*length;
}

/* Adds an internal symbol, or a call and a return around some of what follows. */
static void generate_edit_add (editor *e, size_t *length)
{
  const size_t at = (size_t) random_below (e->random, *length + 1);
  const symbol some = (symbol) random_below (e->random, e->model->alphabet->size);
  if (generate_edit_kind_of (e, some) == PAPNI_INTERNAL) {
    insert (e, length, at, some);
    return;
  }
  const symbol call = generate_edit_kind_of (e, some) == PAPNI_CALL ? some : draw_symbol (e, PAPNI_CALL, 0);
  const symbol ret = call == PAPNI_NO_SYMBOL ? call : draw_symbol (e, PAPNI_RETURN, call);
  if (ret == PAPNI_NO_SYMBOL)
    return;
  size_t end = at;
  while (end < *length && e->partner[end] >= end && random_below (e->random, 2))
    end = e->partner[end] + 1;
  insert (e, length, end, ret);
  insert (e, length, at, call);
}

static void swap (symbol *word, size_t x, size_t y)
{
  const symbol moved = word[x];
  word[x] = word[y];
  word[y] = moved;
}

/* Swaps a symbol with the next one; for two calls or two returns, also their partners. */
static void exchange (editor *e, size_t length, size_t at)
{
  const size_t next = at + 1;
  if (next >= length || e->partner[at] == next)
    return;
  if (e->partner[at] != at && generate_edit_kind_of (e, e->word[at]) == generate_edit_kind_of (e, e->word[next]))
    swap (e->word, e->partner[at], e->partner[next]);
  swap (e->word, at, next);
}

/* Replaces an internal symbol, or a call and its return. */
static void replace (editor *e, size_t at)
{
  symbol *word = e->word;
  if (e->partner[at] == at) {
    word[at] = draw_symbol (e, PAPNI_INTERNAL, 0);
    return;
  }
  const bool calls = at < e->partner[at];
  const size_t first = calls ? at : e->partner[at], last = calls ? e->partner[at] : at;
  const symbol call = draw_symbol (e, PAPNI_CALL, 0), ret = draw_symbol (e, PAPNI_RETURN, call);
  if (ret == PAPNI_NO_SYMBOL)
    return;
  word[first] = call;
  word[last] = ret;
}

static void discard (editor *e, size_t *length, size_t at)
{
  const size_t other = e->partner[at];
  erase (e, length, at > other ? at : other);
  if (at != other)
    erase (e, length, at < other ? at : other);
}

/* One edit: a symbol is added, removed, replaced, or swapped with the next. A call and
 * its return are edited together, so that the word stays well-matched: other words are
 * rejected without learning, and most uniform words are like that. */
size_t edit_word (editor *e, size_t length)
{
  const uint64_t way = length ? random_below (e->random, 4) : 0;
  const size_t at = length ? (size_t) random_below (e->random, length) : 0;
  find_partners (e, length);
  if (way == 0)
    generate_edit_add (e, &length);
  else if (way == 1)
    discard (e, &length, at);
  else if (way == 2)
    replace (e, at);
  else
    exchange (e, length, at);
  return length;
}
