/* token_words.c - how tokens lie in words of characters, the words with tokens as symbols,
 * and the rules of a lexer that reads them. */
#include "learn/nesting/tokens.h"

#include <stdio.h>
#include <string.h>

/* ---- tokens in words ---- */

static bool has_token (const symbol *at, token t)
{
  size_t k = 0;
  while (k < t.length && at[k] == t.at[k])
    k++;
  return k == t.length;
}

size_t tokens_at (const token_set *set, const symbol *at)
{
  size_t found = set->count;
  for (size_t i = 0; i < set->count; i++)
    if (*at == *set->list[i].at && (found == set->count || set->list[i].length > set->list[found].length)
        && has_token (at, set->list[i]))
      found = i;
  return found;
}

typedef struct open_token
{
  size_t pair, place;
} open_token;

/* Adds what one word shows, if the tokens fit. */
static bool tokens_fit_word (const token_set *set, const symbol *word, open_token *stack, token_fit *fit)
{
  const size_t last = set->count / 2 - 1;
  size_t depth = 0, own = 0, deepest = 0, span = 0;
  for (size_t i = 0; !is_end (word[i]);) {
    const size_t t = tokens_at (set, word + i);
    i += t < set->count ? set->list[t].length : 1;
    if (t == set->count)
      continue;
    if (t % 2 == 0) {
      stack[depth++] = (open_token){ t / 2, i };
      own += t / 2 == last;
      deepest = own > deepest ? own : deepest;
      continue;
    }
    if (!depth || stack[--depth].pair != t / 2)
      return false;
    own -= t / 2 == last;
    span += t / 2 == last ? i - stack[depth].place : 0;
  }
  if (depth)
    return false;
  fit->depth = deepest > fit->depth ? deepest : fit->depth;
  fit->span += span;
  return true;
}

status tokens_fit (const token_set *set, const repeats *r, token_fit *fit, error *e)
{
  const papni_samples *samples = r->words->samples;
  open_token *stack = allocate (&r->words->memory, samples->longest, sizeof *stack);
  *fit = (token_fit){ .fits = true };
  if (!stack)
    return no_memory (e);
  for (size_t i = 0; fit->missed <= r->words->tolerated && i < r->words->right_count; i++)
    fit->missed += !tokens_fit_word (set, samples->flat + r->words->right[i], stack, fit);
  fit->fits = fit->missed <= r->words->tolerated && fit->depth;
  release (&r->words->memory, stack, samples->longest, sizeof *stack);
  return PAPNI_OK;
}

/* ---- names ---- */

/* The code point of a symbol, 0 if it is no character. */
static uint32_t character_of (const papni_alphabet *alphabet, symbol s)
{
  uint32_t c;
  const letter *l = &alphabet->letters[s];
  return utf8_character (l->name, l->length, &c) == l->length ? c : 0;
}

bool symbol_is_letter (const papni_alphabet *alphabet, symbol s)
{
  const uint32_t c = character_of (alphabet, s);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0xc0;
}

size_t put_token (token t, const papni_alphabet *alphabet, bool pattern, char *to)
{
  size_t used = 0;
  for (size_t i = 0; i < t.length; i++) {
    const uint32_t c = character_of (alphabet, t.at[i]);
    used += pattern ? put_character_pattern (c, to + used) : put_character_name (c, to + used);
  }
  return used;
}

/* ---- the words with tokens ---- */

typedef struct respelling
{
  const token_set *set;
  const papni_samples *from;
  papni_samples *to;
  symbol tokens[NESTED_TOKENS];
  symbol *characters; /* symbol of the words -> of the new alphabet, or PAPNI_NO_SYMBOL */
} respelling;

static status respell_symbol (respelling *r, const symbol *at, size_t token_index, symbol *s, error *e)
{
  const papni_alphabet *alphabet = r->from->alphabet;
  symbol *known = token_index < r->set->count ? &r->tokens[token_index] : &r->characters[*at];
  char name[TOKEN_NAME_SIZE];
  status failed = PAPNI_OK;
  if (*known == PAPNI_NO_SYMBOL) {
    const token one = token_index < r->set->count ? r->set->list[token_index] : (token){ at, 1 };
    const letter *l = &alphabet->letters[*at];
    const bool is_text = character_of (alphabet, *at); /* or what is not a token */
    const size_t length = is_text ? put_token (one, alphabet, false, name) : l->length;
    failed = alphabet_intern (r->to->alphabet, is_text ? name : l->name, length, l->first, known, e);
  }
  *s = *known;
  return failed;
}

static status respell_word (respelling *r, const papni_word *word, error *e)
{
  size_t length = 0;
  status failed = samples_reserve (r->to, word->length) ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !failed && i < word->length;) {
    const size_t t = tokens_at (r->set, word->symbols + i);
    failed = respell_symbol (r, word->symbols + i, t, &r->to->flat[r->to->used + length], e);
    length++;
    i += t < r->set->count ? r->set->list[t].length : 1;
  }
  const char *file = !failed && word->file ? alphabet_file (r->to->alphabet, word->file) : NULL;
  if (!failed && word->file && !file)
    failed = no_memory (e);
  return failed ? failed : samples_end_word (r->to, length, word->label, file, word->line, e);
}

papni_samples *tokens_samples (const token_set *set, const papni_samples *samples, error *e)
{
  const allocator *a = &samples->memory;
  const size_t letters = samples->alphabet->size;
  papni_alphabet *alphabet = papni_alphabet_new (a, e);
  respelling r = { .set = set, .from = samples, .to = alphabet ? papni_samples_new (alphabet, e) : NULL };
  r.characters = allocate (a, letters, sizeof *r.characters);
  status failed = r.to && r.characters ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !failed && i < letters; i++)
    r.characters[i] = PAPNI_NO_SYMBOL;
  for (size_t i = 0; i < set->count; i++)
    r.tokens[i] = PAPNI_NO_SYMBOL;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (!failed && papni_samples_next (samples, &cursor, &word))
    failed = respell_word (&r, &word, e);
  release (a, r.characters, letters, sizeof *r.characters);
  if (!failed)
    return r.to;
  papni_samples_free (r.to);
  papni_alphabet_free (alphabet);
  return NULL;
}

/* ---- the rules ---- */

/* A rule for each token, then for each character of the words. */
static size_t put_token_rule (token t, const papni_alphabet *alphabet, const papni_alphabet *known, char *to)
{
  if (!character_of (alphabet, *t.at))
    return 0;
  size_t used = put_token (t, alphabet, false, to);
  if (papni_alphabet_find (known, to, used) == PAPNI_NO_SYMBOL)
    return 0;
  to[used++] = ' ';
  used += put_token (t, alphabet, true, to + used);
  to[used++] = '\n';
  return used;
}

char *tokens_rules (const token_set *set, const papni_samples *samples, const papni_samples *words, const char *lines,
                    error *e)
{
  static const char head[] = "rules:\n", blanks[] = "%skip \\s\n\\s [ \\t\\r\\n]+\n";
  const papni_alphabet *alphabet = samples->alphabet;
  const allocator *a = &alphabet->memory;
  const size_t room = strlen (head) + strlen (lines) + strlen (blanks)
                      + (set->count * MOST_CHARACTERS + alphabet->size) * 2 * (LONGEST_CHARACTER + 2) + 1;
  char *text = allocate (a, room, 1), *copy = NULL;
  symbol *order = alphabet_order (alphabet);
  if (text && order) {
    size_t used = (size_t) sprintf (text, "%s%s%s", head, lines, blanks);
    for (size_t i = 0; i < set->count; i++)
      used += put_token_rule (set->list[i], alphabet, words->alphabet, text + used);
    for (size_t i = 0; i < alphabet->size; i++)
      used += put_token_rule ((token){ &order[i], 1 }, alphabet, words->alphabet, text + used);
    copy = copy_text (a, text, used);
  }
  release (a, text, room, 1);
  release (a, order, alphabet->size, sizeof *order);
  if (!copy)
    no_memory (e);
  return copy;
}
