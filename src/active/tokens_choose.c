/* tokens_choose.c - chooses the call in x and its return in y.
 *
 * Every pair of parts is tried, brackets that mirror each other first, then the simplest. A
 * pair is valid if all texts known to
 * be accepted are well-matched with it, and it explains one more pattern: x leaves
 * calls open that y closes. */
#include "active/tokens_choose.h"

#include <stdlib.h>
#include <string.h>

enum
{
  TOKEN_LENGTH = 8
};

void chooser_release (token_chooser *c)
{
  release (&c->answers->memory, c->patterns, c->capacity, sizeof *c->patterns);
}

const text_token *token_at (const answers *a, const token_list *tokens, const symbol *text, size_t length)
{
  for (size_t i = 0; i < tokens->count; i++) {
    const text_token *t = &tokens->list[i];
    if (t->text.length <= length && !memcmp (word_of (a, t->text), text, t->text.length * sizeof *text))
      return t;
  }
  return NULL;
}

/* ---- balance ---- */

typedef struct token_balance
{
  size_t closed, open; /* returns without a call, calls without a return */
} token_balance;

static token_balance balance_of (const answers *a, const token_list *tokens, factor text)
{
  const symbol *at = word_of (a, text), *end = at + text.length;
  token_balance b = { 0, 0 };
  while (at < end) {
    const text_token *t = token_at (a, tokens, at, (size_t) (end - at));
    at += t ? t->text.length : 1;
    if (t && t->kind == PAPNI_CALL)
      b.open++;
    else if (t && t->kind == PAPNI_RETURN)
      *(b.open ? &b.open : &b.closed) += b.open ? (size_t) -1 : 1;
  }
  return b;
}

bool tokens_balanced (const answers *a, const token_list *tokens, factor text)
{
  const token_balance b = balance_of (a, tokens, text);
  return !b.open && !b.closed;
}

bool chooser_balanced (const token_chooser *c, factor text)
{
  return tokens_balanced (c->answers, &c->tokens, text);
}

/* The number of patterns that the tokens explain, or -1 if an accepted text is not
 * well-matched. */
static int explained (const token_chooser *c, const token_list *tokens)
{
  const answers *a = c->answers;
  int count = 0;
  for (size_t i = 0; i < a->asked; i++) {
    if (a->list[i].answer != PAPNI_YES)
      continue;
    const token_balance b = balance_of (a, tokens, a->list[i].word);
    if (b.open || b.closed)
      return -1;
  }
  for (size_t i = 0; i < c->count; i++) {
    const token_balance x = balance_of (a, tokens, c->patterns[i].x), y = balance_of (a, tokens, c->patterns[i].y);
    count += !x.closed && !y.open && x.open && x.open == y.closed;
  }
  return count;
}

/* ---- candidates ---- */

/* A part of x and a part of y. */
typedef struct token_pair
{
  factor call, ret;
  bool mirrored; /* brackets such as [ and ] */
  int rank;      /* 0: characters, 1: runs, 2: others; of the worse part */
  int ranks;     /* the sum of both */
  size_t length, call_at, ret_at;
} token_pair;

static int simpler_pair (const void *left, const void *right)
{
  const token_pair *p = left, *q = right;
  int order = compare (q->mirrored, p->mirrored);
  order = order ? order : compare ((uint64_t) p->rank, (uint64_t) q->rank);
  order = order ? order : compare ((uint64_t) p->ranks, (uint64_t) q->ranks);
  order = order ? order : compare (p->length, q->length);
  order = order ? order : compare (p->call_at, q->call_at);
  order = order ? order : compare (q->ret_at, p->ret_at);
  return order ? order : compare (p->call.length, q->call.length);
}

static bool is_run (const token_chooser *c, factor text, size_t begin, size_t end)
{
  const symbol *w = word_of (c->answers, text);
  const uint8_t *classes = c->search->classes, class = classes[w[begin]];
  for (size_t i = begin; i < end; i++)
    if (!class || classes[w[i]] != class)
      return false;
  return (!begin || classes[w[begin - 1]] != class) && (end == text.length || classes[w[end]] != class);
}

static int part_rank (const token_chooser *c, factor text, size_t begin, size_t length)
{
  if (length == 1 && !c->search->classes[word_of (c->answers, text)[begin]])
    return 0;
  return is_run (c, text, begin, begin + length) ? 1 : 2;
}

static bool is_mirrored (const token_chooser *c, factor call, factor ret)
{
  return call.length == 1 && ret.length == 1
         && c->search->mirrors[*word_of (c->answers, call)] == *word_of (c->answers, ret);
}

static size_t count_parts (size_t length)
{
  size_t count = 0;
  for (size_t i = 0; i < length; i++)
    count += length - i < TOKEN_LENGTH ? length - i : TOKEN_LENGTH;
  return count;
}

/* All pairs, in the order in which they are tried. */
static token_pair *list_pairs (const token_chooser *c, const pumping *p, size_t *count)
{
  const size_t all = count_parts (p->x.length) * count_parts (p->y.length);
  token_pair *list = allocate (&c->answers->memory, all, sizeof *list);
  *count = 0;
  for (size_t i = 0; list && i < p->x.length; i++)
    for (size_t m = 1; m <= TOKEN_LENGTH && i + m <= p->x.length; m++)
      for (size_t j = 0; j < p->y.length; j++)
        for (size_t n = 1; n <= TOKEN_LENGTH && j + n <= p->y.length; n++) {
          const int one = part_rank (c, p->x, i, m), other = part_rank (c, p->y, j, n);
          const factor call = { p->x.begin + i, m }, ret = { p->y.begin + j, n };
          list[(*count)++] = (token_pair){ .call = call,
                                           .ret = ret,
                                           .mirrored = is_mirrored (c, call, ret),
                                           .rank = one > other ? one : other,
                                           .ranks = one + other,
                                           .length = m + n,
                                           .call_at = i,
                                           .ret_at = j };
        }
  if (list && all)
    qsort (list, all, sizeof *list, simpler_pair);
  return list;
}

/* Inserts a token in order; false if there is one with the same text and another kind,
 * or no room. */
static bool list_token (const answers *a, token_list *tokens, factor text, papni_kind kind)
{
  size_t at = tokens->count;
  for (size_t i = 0; i < tokens->count; i++)
    if (tokens->list[i].text.length == text.length
        && !memcmp (word_of (a, tokens->list[i].text), word_of (a, text), text.length * sizeof (symbol)))
      return tokens->list[i].kind == kind;
  if (tokens->count == MOST_TOKENS)
    return false;
  for (; at && tokens->list[at - 1].text.length < text.length; at--)
    tokens->list[at] = tokens->list[at - 1];
  tokens->list[at] = (text_token){ text, kind };
  tokens->count++;
  return true;
}

static bool with_pair (const token_chooser *c, const token_pair *p, token_list *tokens)
{
  return list_token (c->answers, tokens, p->call, PAPNI_CALL) && list_token (c->answers, tokens, p->ret, PAPNI_RETURN);
}

/* ---- choosing ---- */

static void take_tokens (token_chooser *c, const token_list *tokens, const token_pair *p, const pumping *why)
{
  const text_token call = { p->call, PAPNI_CALL }, ret = { p->ret, PAPNI_RETURN };
  c->tokens = *tokens;
  if (c->search->note)
    c->search->note (c->search->context, &call, &ret, why);
}

static bool choose_plain (token_chooser *c, const token_pair *p, const pumping *why, int best)
{
  token_list tokens = c->tokens;
  const bool chosen = with_pair (c, p, &tokens) && explained (c, &tokens) > best;
  if (chosen)
    take_tokens (c, &tokens, p, why);
  return chosen;
}

/* One of the two also occurs in a token of two characters that is neither call nor
 * return. */
static bool choose_guarded (token_chooser *c, const token_pair *p, const pumping *why, int best)
{
  const answers *a = c->answers;
  const symbol call = *word_of (a, p->call), ret = *word_of (a, p->ret);
  for (size_t i = 0; i < c->search->seed_count; i++)
    for (size_t k = 0; k + 1 < c->search->seeds[i].length; k++) {
      const factor two = { c->search->seeds[i].begin + k, 2 };
      const symbol *w = word_of (a, two);
      if (w[0] != call && w[0] != ret && w[1] != call && w[1] != ret)
        continue;
      token_list tokens = c->tokens;
      if (list_token (a, &tokens, two, PAPNI_INTERNAL) && with_pair (c, p, &tokens) && explained (c, &tokens) > best) {
        take_tokens (c, &tokens, p, why);
        return true;
      }
    }
  return false;
}

/* Finds tokens that explain the pattern in addition to the earlier ones. *chosen is
 * false if there are none; false if out of memory. */
static bool choose_for (token_chooser *c, const pumping *p, bool *chosen)
{
  size_t count;
  const int best = explained (c, &c->tokens);
  token_pair *list = list_pairs (c, p, &count);
  *chosen = false;
  size_t brackets = 0;
  while (list && brackets < count && list[brackets].mirrored)
    brackets++;
  for (size_t i = 0; list && !*chosen && i < 2 * brackets; i++)
    *chosen = i < brackets ? choose_plain (c, &list[i], p, best) : choose_guarded (c, &list[i - brackets], p, best);
  for (size_t i = brackets; list && !*chosen && i < count; i++)
    *chosen = choose_plain (c, &list[i], p, best);
  for (size_t i = brackets; list && !*chosen && i < count && list[i].rank == 0; i++)
    *chosen = choose_guarded (c, &list[i], p, best);
  release (&c->answers->memory, list, count_parts (p->x.length) * count_parts (p->y.length), sizeof *list);
  return list;
}

bool chooser_check (token_chooser *c)
{
  bool chosen;
  if (explained (c, &c->tokens) >= 0)
    return true;
  c->tokens.count = 0;
  for (size_t i = 0; i < c->count; i++)
    if (chooser_balanced (c, c->patterns[i].x) && !choose_for (c, &c->patterns[i], &chosen))
      return false;
  return true;
}

bool chooser_add (token_chooser *c, const pumping *p)
{
  bool chosen;
  if (!reserve (&c->answers->memory, &c->patterns, &c->capacity, c->count + 1, sizeof *c->patterns))
    return false;
  c->patterns[c->count++] = *p;
  if (!chooser_check (c) || (chooser_balanced (c, p->x) && !choose_for (c, p, &chosen)))
    return false;
  return true;
}
