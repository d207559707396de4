/* grammar_names.c - names of rules by what they are, numbered where they repeat. */
#include "io/models/grammar.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum
{
  BASE_NAME = 24,
  OWN_NAME = 16
};

/* The letters and digits of a symbol. */
static bool name_letters (const char *symbol, char name[OWN_NAME])
{
  size_t length = 0;
  for (; *symbol && length + 1 < OWN_NAME; symbol++)
    if (isalnum ((unsigned char) *symbol) && (unsigned char) *symbol < 0x80)
      name[length++] = (char) tolower ((unsigned char) *symbol);
  name[length] = '\0';
  return length;
}

/* The name of the inside of a call, or of the block. */
static void base_name (const grammar *g, symbol call, bool block, char name[BASE_NAME])
{
  static const struct
  {
    const char *symbol, *inside, *block;
  } known[] = { { "(", "in_paren", "group" },
                { "[", "in_bracket", "array" },
                { "{", "in_brace", "object" },
                { "<", "in_angle", "angle" } };
  const char *symbol = g->model->alphabet->letters[call].name;
  char own[OWN_NAME];
  symbol += strspn (symbol, " "); /* see text_model.h */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (symbol, known[i].symbol)) {
      snprintf (name, BASE_NAME, "%s", block ? known[i].block : known[i].inside);
      return;
    }
  const bool letters = name_letters (symbol, own);
  if (!block)
    snprintf (name, BASE_NAME, "in_%s", letters ? own : "call");
  else if (letters)
    snprintf (name, BASE_NAME, "%s_%s", own, *symbol == '<' ? "element" : "block");
  else
    snprintf (name, BASE_NAME, "block");
}

void grammar_name (const grammar *g, uint32_t r, char name[GRAMMAR_NAME])
{
  static const char *const names[] = {
    [RULE_REST] = "rest", [RULE_INSIDE] = "content", [RULE_BLOCK] = "block", [RULE_CHOICE] = "value"
  };
  if (g->large_form) {
    large_name (g->large_form, r, '_', name);
    return;
  }
  const rule *own = &g->rules[r];
  char base[BASE_NAME];
  if (own->call == PAPNI_NO_SYMBOL || !r)
    snprintf (base, sizeof base, "%s", r ? names[own->kind] : "start");
  else
    base_name (g, own->call, own->kind == RULE_BLOCK, base);
  if (own->number > 1)
    snprintf (name, GRAMMAR_NAME, "%s_%u", base, (unsigned) own->number);
  else
    snprintf (name, GRAMMAR_NAME, "%s", base);
}

/* ---- numbers ---- */

/* The names of insides and of blocks, by call; then the other kinds. */
typedef struct named
{
  char name[BASE_NAME];
  uint32_t index;
} named;

static int by_base_name (const void *left, const void *right)
{
  const named *x = left, *y = right;
  const int order = strcmp (x->name, y->name);
  return order ? order : compare (x->index, y->index);
}

/* Finds for each name the first that is the same. */
static bool find_base_names (grammar *g)
{
  const size_t size = 2 * g->model->alphabet->size;
  named *all = allocate (&g->memory, size, sizeof *all);
  g->base_names = allocate (&g->memory, size, sizeof *g->base_names);
  const bool room = all && g->base_names;
  for (size_t i = 0; room && i < size; i++) {
    base_name (g, (symbol) (i / 2), i % 2, all[i].name);
    all[i].index = (uint32_t) i;
  }
  if (room)
    sort_items (all, size, sizeof *all, by_base_name);
  for (size_t i = 0; room && i < size; i++)
    g->base_names[all[i].index] =
        i && !strcmp (all[i - 1].name, all[i].name) ? g->base_names[all[i - 1].index] : all[i].index;
  release (&g->memory, all, size, sizeof *all);
  return room;
}

void grammar_number_names (grammar *g)
{
  const size_t size = 2 * g->model->alphabet->size, kinds = RULE_CHOICE + 1;
  uint32_t *counts = allocate_zeroed (&g->memory, size + kinds, sizeof *counts);
  if (!counts || !find_base_names (g))
    g->failed = no_memory (g->error);
  for (uint32_t r = 1; !g->failed && r < g->count; r++) {
    const rule *own = &g->rules[r];
    const bool other = own->call == PAPNI_NO_SYMBOL;
    if (own->kept)
      g->rules[r].number =
          ++counts[other ? size + own->kind : g->base_names[2 * (size_t) own->call + (own->kind == RULE_BLOCK)]];
  }
  release (&g->memory, counts, size + kinds, sizeof *counts);
}
