/* grammar_names.c - names of rules: start, in_CALL and rest, numbered where they repeat. */
#include "io/models/grammar.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum
{
  BASE_NAME = 24
};

/* A name for a call: letters and digits of its symbol, or a description. */
static void name_call (const char *symbol, char *name, size_t room)
{
  static const struct
  {
    const char *symbol, *name;
  } known[] = { { "(", "paren" }, { "[", "bracket" }, { "{", "brace" }, { "<", "angle" } };
  size_t length = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (symbol, known[i].symbol)) {
      snprintf (name, room, "%s", known[i].name);
      return;
    }
  for (; *symbol && length + 1 < room; symbol++)
    if (isalnum ((unsigned char) *symbol) && (unsigned char) *symbol < 0x80)
      name[length++] = (char) tolower ((unsigned char) *symbol);
  name[length] = '\0';
  if (!length)
    snprintf (name, room, "call");
}

/* The name of the rules for the inside of a call. */
static void base_name (const grammar *g, symbol call, char name[BASE_NAME])
{
  char own[16];
  name_call (g->model->alphabet->letters[call].name, own, sizeof own);
  snprintf (name, BASE_NAME, "in_%s", own);
}

void grammar_name (const grammar *g, uint32_t r, char name[GRAMMAR_NAME])
{
  const rule *own = &g->rules[r];
  char base[BASE_NAME];
  if (own->call == PAPNI_NO_SYMBOL || !r)
    snprintf (base, sizeof base, "%s", r ? "rest" : "start");
  else
    base_name (g, own->call, base);
  if (own->number > 1)
    snprintf (name, GRAMMAR_NAME, "%s_%u", base, (unsigned) own->number);
  else
    snprintf (name, GRAMMAR_NAME, "%s", base);
}

/* ---- numbers ---- */

typedef struct named_call
{
  char name[BASE_NAME];
  symbol call;
} named_call;

static int by_base_name (const void *left, const void *right)
{
  const named_call *x = left, *y = right;
  const int order = strcmp (x->name, y->name);
  return order ? order : compare (x->call, y->call);
}

/* Finds the calls with the same base name. */
static bool find_base_names (grammar *g)
{
  const size_t size = g->model->alphabet->size;
  named_call *calls = allocate (&g->memory, size, sizeof *calls);
  g->base_names = allocate (&g->memory, size, sizeof *g->base_names);
  const bool room = calls && g->base_names;
  for (size_t i = 0; room && i < size; i++) {
    base_name (g, (symbol) i, calls[i].name);
    calls[i].call = (symbol) i;
  }
  if (room)
    sort_items (calls, size, sizeof *calls, by_base_name);
  for (size_t i = 0; room && i < size; i++)
    g->base_names[calls[i].call] =
        i && !strcmp (calls[i - 1].name, calls[i].name) ? g->base_names[calls[i - 1].call] : calls[i].call;
  release (&g->memory, calls, size, sizeof *calls);
  return room;
}

void grammar_number_names (grammar *g)
{
  const size_t size = g->model->alphabet->size;
  uint32_t *counts = allocate_zeroed (&g->memory, size + 1, sizeof *counts);
  if (!counts || !find_base_names (g))
    g->failed = no_memory (g->error);
  for (uint32_t r = 1; !g->failed && r < g->count; r++) {
    const symbol call = g->rules[r].call;
    if (g->rules[r].kept)
      g->rules[r].number = ++counts[call == PAPNI_NO_SYMBOL ? size : g->base_names[call]];
  }
  release (&g->memory, counts, size + 1, sizeof *counts);
}
