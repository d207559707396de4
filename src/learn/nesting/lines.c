/* lines.c - the lines that declare the chosen nests. */
#include "learn/nesting/nesting.h"

#include <string.h>

typedef struct declaring
{
  const nesting_words *words;
  const nest_list *list;
  int32_t *owners; /* of the symbols of the chosen nests */
  bool *seen;      /* symbol -> does it occur in a straight word? */
  map pairs;       /* that occur in these: pair_key (return, call) */
  declaration_list *result;
  bool room;
} declaring;

static void lines_put (declaring *d, declaration item)
{
  declaration_list *l = d->result;
  d->room = d->room && reserve (&d->words->memory, &l->items, &l->capacity, l->size + 1, sizeof item);
  if (d->room)
    l->items[l->size++] = item;
}

/* Which call each return pops in a straight word. */
static void lines_read_word (declaring *d, const symbol *word, uint32_t *stack)
{
  size_t depth;
  bool fresh;
  if (!word_is_straight (word, d->owners, stack, &depth))
    return;
  depth = 0;
  for (; d->room && !is_end (*word); word++) {
    d->seen[*word] = true;
    if (d->owners[*word] > 0)
      stack[depth++] = *word;
    else if (d->owners[*word] < 0)
      d->room = map_enter (&d->words->memory, &d->pairs, pair_key (*word, (symbol) stack[--depth]), 0, &fresh);
  }
}

static void lines_find_pairs (declaring *d)
{
  const nesting_words *w = d->words;
  uint32_t *stack = allocate (&w->memory, w->samples->longest, sizeof *stack);
  d->room = d->room && stack;
  for (size_t i = 0; d->room && i < w->right_count; i++)
    lines_read_word (d, w->samples->flat + w->right[i], stack);
  release (&w->memory, stack, w->samples->longest, sizeof *stack);
}

/* Does the pattern declare nothing but the chosen nests of this form? */
static bool lines_fits (declaring *d, const char *forms)
{
  const allocator *a = &d->words->memory;
  const size_t length = strcspn (forms, "\t");
  const char *rest = forms + length + 1;
  pattern p;
  if (strchr (forms, ' ')) /* no file can declare it */
    return false;
  d->room = d->room
            && !pattern_init (a, &p, (text_span){ forms, length }, (text_span){ rest, strlen (rest) },
                              (position){ NULL, 0, 0 }, NULL);
  if (!d->room)
    return false;
  bool fits = true;
  for (size_t i = 0; fits && d->room && i < d->words->samples->alphabet->size; i++) {
    papni_kind kind;
    char *partner;
    if (!d->seen[i] || !pattern_match (a, &p, letter_name (&d->words->samples->alphabet->letters[i]), &kind, &partner))
      continue;
    d->room = partner;
    fits = kind == (d->owners[i] > 0 ? PAPNI_CALL : d->owners[i] < 0 ? PAPNI_RETURN : PAPNI_INTERNAL);
    release_text (a, partner);
  }
  pattern_release (a, &p);
  return fits;
}

/* A single nest in which every return pops every call needs no pairs. */
static void lines_put_nest (declaring *d, const nest *n, bool single)
{
  size_t found = 0;
  for (size_t c = 0; c < n->calls; c++)
    for (size_t r = n->calls; r < n->size; r++)
      found += map_find (&d->pairs, pair_key (n->symbols[r], n->symbols[c])) != NULL;
  if (single && n->size > 2 && found == n->calls * (n->size - n->calls)) {
    for (size_t i = 0; i < n->size; i++)
      lines_put (d, (declaration){ .kind = i < n->calls ? DECLARE_CALL : DECLARE_RETURN, .one = n->symbols[i] });
    return;
  }
  for (size_t c = 0; c < n->calls; c++)
    for (size_t r = n->calls; r < n->size; r++)
      if (map_find (&d->pairs, pair_key (n->symbols[r], n->symbols[c])))
        lines_put (d, (declaration){ .kind = DECLARE_PAIR, .one = n->symbols[c], .other = n->symbols[r] });
}

/* Was a pattern written for an earlier nest of this form? */
static bool lines_had (const declaring *d, size_t index)
{
  for (size_t i = 0; i < index; i++) {
    const nest *n = &d->list->items[i];
    if (n->state == PAPNI_NEST_CHOSEN && n->pattern && !strcmp (n->pattern, d->list->items[index].pattern))
      return true;
  }
  return false;
}

status nesting_declarations (const nesting_words *w, const nest_list *list, declaration_list *result, error *e)
{
  declaring d = { .words = w, .list = list, .result = result };
  size_t chosen = 0;
  const size_t letters = w->samples->alphabet->size;
  d.owners = allocate_zeroed (&w->memory, letters, sizeof *d.owners);
  d.seen = allocate_zeroed (&w->memory, letters, sizeof *d.seen);
  d.room = d.owners && d.seen;
  if (d.room)
    chosen = nests_own_chosen (list, d.owners);
  lines_find_pairs (&d);
  for (size_t i = 0; d.room && i < list->size; i++) {
    const nest *n = &list->items[i];
    if (n->state != PAPNI_NEST_CHOSEN)
      continue;
    if (!n->pattern || !*n->pattern || !lines_fits (&d, n->pattern))
      lines_put_nest (&d, n, chosen == 1);
    else if (!lines_had (&d, i))
      lines_put (&d, (declaration){ .kind = DECLARE_PATTERN, .pattern = n->pattern });
  }
  release (&w->memory, d.owners, letters, sizeof *d.owners);
  release (&w->memory, d.seen, letters, sizeof *d.seen);
  map_release (&w->memory, &d.pairs);
  return d.room ? PAPNI_OK : no_memory (e);
}

/* ---- as text ---- */

static const char *const titles[] = { "%call", "%return", "%pair", "%pattern " };

typedef struct line_text
{
  const nesting_words *words;
  char *bytes;
  size_t size, capacity;
  bool room;
} line_text;

static void lines_write (line_text *t, const char *text, size_t length)
{
  t->room = t->room && reserve (&t->words->memory, &t->bytes, &t->capacity, t->size + length + 1, 1);
  if (!t->room)
    return;
  memcpy (t->bytes + t->size, text, length);
  t->size += length;
}

static void lines_write_name (line_text *t, symbol s)
{
  const letter *l = &t->words->samples->alphabet->letters[s];
  lines_write (t, " ", 1);
  lines_write (t, l->name, l->length);
}

/* The calls are on one line, and the returns. */
static void lines_write_item (line_text *t, const declaration *item, const declaration *next)
{
  const bool same = item->kind <= DECLARE_RETURN && next && next->kind == item->kind;
  if (item->kind == DECLARE_PATTERN) {
    const char *tab = strchr (item->pattern, '\t');
    lines_write (t, item->pattern, (size_t) (tab - item->pattern));
    lines_write (t, " ", 1);
    lines_write (t, tab + 1, strlen (tab + 1));
  } else
    lines_write_name (t, item->one);
  if (item->kind == DECLARE_PAIR)
    lines_write_name (t, item->other);
  if (same)
    return;
  lines_write (t, "\n", 1);
  if (next)
    lines_write (t, titles[next->kind], strlen (titles[next->kind]));
}

status nesting_lines (const nesting_words *w, const declaration_list *list, char **lines, error *e)
{
  line_text t = { .words = w, .room = true };
  if (list->size)
    lines_write (&t, titles[list->items[0].kind], strlen (titles[list->items[0].kind]));
  for (size_t i = 0; i < list->size; i++)
    lines_write_item (&t, &list->items[i], i + 1 < list->size ? &list->items[i + 1] : NULL);
  *lines = t.room ? copy_text (&w->memory, t.size ? t.bytes : "", t.size) : NULL;
  release (&w->memory, t.bytes, t.capacity, 1);
  return *lines ? PAPNI_OK : no_memory (e);
}
