/* text_names.c - characters of texts as numbers, symbols as names, a lexer as rules. */
#include "active/text_names.h"

#include "data/character_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- characters ---- */

static int compare_characters (const void *left, const void *right)
{
  return compare (*(const uint32_t *) left, *(const uint32_t *) right);
}

static status add_character (character_set *c, const allocator *memory, uint32_t character, error *e)
{
  if (!reserve (memory, &c->list, &c->capacity, c->count + 1, sizeof *c->list))
    return no_memory (e);
  c->list[c->count++] = character;
  return PAPNI_OK;
}

static void sort_characters (character_set *c)
{
  size_t kept = 0;
  if (c->count)
    qsort (c->list, c->count, sizeof *c->list, compare_characters);
  for (size_t i = 0; i < c->count; i++)
    if (!kept || c->list[kept - 1] != c->list[i])
      c->list[kept++] = c->list[i];
  c->count = kept;
}

static status add_characters (character_set *c, const allocator *memory, papni_string text, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < text.size;) {
    uint32_t character;
    const size_t size = utf8_character (text.bytes + i, text.size - i, &character);
    s = size ? add_character (c, memory, character, e)
             : fail (e, PAPNI_INPUT, "a seed is not UTF-8: byte 0x%02x", (unsigned char) text.bytes[i]);
    i += size;
  }
  if (c->count > 100000)
    sort_characters (c);
  return s;
}

/* Adds all characters from first to last, if one of them occurs. */
static status complete_range (character_set *c, const allocator *memory, const char *range, error *e)
{
  bool some = false;
  status s = PAPNI_OK;
  for (size_t i = 0; i < c->count; i++)
    some = some || (c->list[i] < 128 && strchr (range, (char) c->list[i]));
  return some ? add_characters (c, memory, (papni_string){ range, strlen (range) }, e) : s;
}

status characters_collect (character_set *c, const allocator *memory, const papni_string *seeds, size_t count,
                           const char *more, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < count; i++)
    s = add_characters (c, memory, seeds[i], e);
  sort_characters (c);
  if (!s && more)
    s = add_characters (c, memory, (papni_string){ more, strlen (more) }, e);
  if (!s && !more)
    s = complete_range (c, memory, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", e);
  if (!s && !more)
    s = complete_range (c, memory, "0123456789", e);
  if (!s && !more)
    s = add_character (c, memory, ' ', e);
  sort_characters (c);
  if (!s && c->count + MOST_TOKENS > PAPNI_MAX_SYMBOLS)
    s = fail (e, PAPNI_INPUT, "the seeds have %zu different characters: at most %zu are possible", c->count,
              PAPNI_MAX_SYMBOLS - MOST_TOKENS);
  return s;
}

void characters_release (character_set *c, const allocator *memory)
{
  release (memory, c->list, c->capacity, sizeof *c->list);
}

symbol character_find (const character_set *c, uint32_t character)
{
  const uint32_t *found = bsearch (&character, c->list, c->count, sizeof *c->list, compare_characters);
  return (symbol) (found - c->list);
}

size_t character_bytes (const character_set *c, symbol number, char *bytes)
{
  return put_utf8 (c->list[number], bytes);
}

uint8_t character_class (const character_set *c, symbol number)
{
  const uint32_t x = c->list[number];
  return x >= '0' && x <= '9' ? 2 : (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x >= 0xc0;
}

symbol character_mirror (const character_set *c, symbol number)
{
  static const char left[] = "([{<", right[] = ")]}>";
  const uint32_t x = c->list[number];
  const char *at = x && x < 128 ? strchr (left, (char) x) : NULL;
  if (!at)
    return PAPNI_NO_SYMBOL;
  const uint32_t other = (unsigned char) right[at - left];
  const uint32_t *found = bsearch (&other, c->list, c->count, sizeof *c->list, compare_characters);
  return found ? (symbol) (found - c->list) : PAPNI_NO_SYMBOL;
}

/* ---- texts in order ---- */

typedef struct sorted_text
{
  factor text;
  const symbol *symbols;
} sorted_text;

static int compare_texts (const void *left, const void *right)
{
  const sorted_text *x = left, *y = right;
  int order = compare (x->text.length, y->text.length);
  for (size_t i = 0; !order && i < x->text.length; i++)
    order = compare (x->symbols[i], y->symbols[i]);
  return order;
}

bool sort_texts (const answers *a, factor *texts, size_t count)
{
  sorted_text *list = allocate (&a->memory, count, sizeof *list);
  for (size_t i = 0; list && i < count; i++)
    list[i] = (sorted_text){ texts[i], word_of (a, texts[i]) };
  if (list && count)
    qsort (list, count, sizeof *list, compare_texts);
  for (size_t i = 0; list && i < count; i++)
    texts[i] = list[i].text;
  const bool ok = list;
  release (&a->memory, list, count, sizeof *list);
  return ok;
}

/* ---- names ---- */

static char *name_of_text (const allocator *memory, const character_set *c, const answers *a, factor text)
{
  char *bytes = allocate (memory, text.length * LONGEST_CHARACTER + 1, 1), *name = NULL;
  size_t used = 0;
  for (size_t i = 0; bytes && i < text.length; i++)
    used += put_character_name (c->list[word_of (a, text)[i]], bytes + used);
  if (bytes)
    name = copy_text (memory, bytes, used);
  release (memory, bytes, text.length * LONGEST_CHARACTER + 1, 1);
  return name;
}

static bool write_lexer_rules (token_names *n, const allocator *memory, const character_set *c, const answers *a)
{
  size_t room = 64, used;
  for (size_t i = 0; i < n->count; i++)
    room += 2 * strlen (n->list[i].name) + n->list[i].text.length * LONGEST_CHARACTER + 8;
  char *text = allocate (memory, room, 1);
  if (!text)
    return false;
  used = (size_t) sprintf (text, "rules:\n");
  for (size_t i = 0; i < n->count; i++) {
    const factor own = n->list[i].text;
    used += (size_t) sprintf (text + used, "%s ", n->list[i].name);
    for (size_t k = 0; k < own.length; k++)
      used += put_character_pattern (c->list[word_of (a, own)[k]], text + used);
    text[used++] = '\n';
  }
  static const char *const lines[] = { [PAPNI_CALL] = "%call", [PAPNI_RETURN] = "%return" };
  for (papni_kind kind = PAPNI_CALL; kind <= PAPNI_RETURN; kind++) {
    bool some = false;
    for (size_t i = 0; i < n->count; i++)
      if (n->list[i].kind == kind) {
        used += (size_t) sprintf (text + used, "%s %s", some ? "" : lines[kind], n->list[i].name);
        some = true;
      }
    if (some)
      text[used++] = '\n';
  }
  n->rules = copy_text (memory, text, used);
  release (memory, text, room, 1);
  return n->rules;
}

/* One character's word in the pool. */
static bool keep_character (answers *a, symbol number, factor *text)
{
  draft_begin (a);
  return draft_symbol (a, number) && draft_keep (a, text);
}

status text_names_make (token_names *n, const allocator *memory, const character_set *c, const token_list *tokens,
                        answers *a, error *e)
{
  size_t longer = 0;
  while (longer < tokens->count && tokens->list[longer].text.length > 1)
    longer++;
  n->list = allocate_zeroed (memory, c->count + longer, sizeof *n->list);
  if (!n->list)
    return no_memory (e);
  n->count = c->count + longer;
  for (size_t i = 0; i < n->count; i++) {
    named_text *new = &n->list[i];
    if (i >= c->count) {
      new->text = tokens->list[i - c->count].text;
      new->kind = tokens->list[i - c->count].kind;
    } else if (!keep_character (a, (symbol) i, &new->text))
      return no_memory (e);
    new->name = name_of_text (memory, c, a, new->text);
    if (!new->name)
      return no_memory (e);
  }
  for (size_t i = longer; i < tokens->count; i++)
    n->list[*word_of (a, tokens->list[i].text)].kind = tokens->list[i].kind;
  return write_lexer_rules (n, memory, c, a) ? PAPNI_OK : no_memory (e);
}

void text_names_release (token_names *n, const allocator *memory)
{
  for (size_t i = 0; i < n->count; i++)
    release_text (memory, n->list[i].name);
  release (memory, n->list, n->count, sizeof *n->list);
  release_text (memory, n->rules);
}

const char *token_name (const token_names *n, const token_list *tokens, const text_token *token, symbol character)
{
  if (!token || token->text.length == 1)
    return n->list[character].name;
  const size_t longer = (size_t) (token - tokens->list);
  size_t characters = n->count;
  for (size_t i = 0; i < tokens->count && tokens->list[i].text.length > 1; i++)
    characters--;
  return n->list[characters + longer].name;
}
