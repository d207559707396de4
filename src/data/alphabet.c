/* alphabet.c - the names, numbers and kinds of symbols. */
#include "data/alphabet.h"

#include <stdlib.h>
#include <string.h>

static const position nowhere = { NULL, 0, 0 };

papni_alphabet *papni_alphabet_new (const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_alphabet *alphabet = allocate_zeroed (&a, 1, sizeof *alphabet);
  if (!alphabet) {
    no_memory (e);
    return NULL;
  }
  alphabet->memory = a;
  alphabet->key = hash_key_new (alphabet);
  for (size_t i = 0; i < 256; i++)
    alphabet->byte[i] = PAPNI_NO_SYMBOL;
  return alphabet;
}

void papni_alphabet_free (papni_alphabet *alphabet)
{
  if (!alphabet)
    return;
  const allocator a = alphabet->memory;
  for (size_t i = 0; i < alphabet->size; i++)
    release (&a, alphabet->letters[i].name, alphabet->letters[i].length + 1, 1);
  release (&a, alphabet->letters, alphabet->capacity, sizeof *alphabet->letters);
  release (&a, alphabet->slots, alphabet->slot_count, sizeof *alphabet->slots);
  map_release (&a, &alphabet->pairs);
  for (size_t i = 0; i < alphabet->file_count; i++)
    release_text (&a, alphabet->files[i]);
  release (&a, alphabet->files, alphabet->file_capacity, sizeof *alphabet->files);
  release_text (&a, alphabet->lexer);
  for (size_t i = 0; i < alphabet->pattern_count; i++)
    pattern_release (&a, &alphabet->patterns[i]);
  release (&a, alphabet->patterns, alphabet->pattern_capacity, sizeof *alphabet->patterns);
  release (&a, alphabet, 1, sizeof *alphabet);
}

const char *alphabet_file (papni_alphabet *alphabet, const char *name)
{
  const size_t last = alphabet->file_count - 1; /* comparing with all names would be slow if there are many */
  if (alphabet->file_count && !strcmp (alphabet->files[last], name))
    return alphabet->files[last];
  if (!reserve (&alphabet->memory, &alphabet->files, &alphabet->file_capacity, alphabet->file_count + 1,
                sizeof *alphabet->files))
    return NULL;
  char *copy = copy_text (&alphabet->memory, name, strlen (name));
  if (copy)
    alphabet->files[alphabet->file_count++] = copy;
  return copy;
}

/* ---- names ---- */

/* The slot of a name, or the empty slot where it belongs. */
static symbol *slot_of (const papni_alphabet *alphabet, const char *name, size_t length, uint64_t hash)
{
  for (size_t i = (size_t) hash & (alphabet->slot_count - 1);; i = (i + 1) & (alphabet->slot_count - 1)) {
    symbol *slot = &alphabet->slots[i];
    if (*slot == PAPNI_NO_SYMBOL)
      return slot;
    const letter *l = &alphabet->letters[*slot];
    if (l->hash == hash && l->length == length && !memcmp (l->name, name, length))
      return slot;
  }
}

static bool grow_slots (papni_alphabet *alphabet)
{
  const size_t count = alphabet->slot_count ? 2 * alphabet->slot_count : 64;
  symbol *slots = allocate (&alphabet->memory, count, sizeof *slots);
  if (!slots)
    return false;
  release (&alphabet->memory, alphabet->slots, alphabet->slot_count, sizeof *slots);
  memset (slots, 0xff, count * sizeof *slots);
  alphabet->slots = slots;
  alphabet->slot_count = count;
  for (size_t i = 0; i < alphabet->size; i++) {
    const letter *l = &alphabet->letters[i];
    *slot_of (alphabet, l->name, l->length, l->hash) = (symbol) i;
  }
  return true;
}

/* The offset of the first invalid byte of a name, or its length if it is valid. */
static size_t good_length (const char *name, size_t length)
{
  for (size_t i = 0; i < length;) {
    uint32_t c = 0;
    const size_t size = utf8_character (name + i, length - i, &c);
    if (!size || c < 0x20 || (c >= 0x7f && c < 0xa0))
      return i;
    i += size;
  }
  return length;
}

static status bad_name (const char *name, size_t length, size_t good, position at, error *e)
{
  if (!length)
    return fail_at (e, PAPNI_INPUT, at, "the name of a symbol must not be empty");
  uint32_t c = 0;
  at.column += at.column ? good : 0;
  if (!utf8_character (name + good, length - good, &c))
    return fail_at (e, PAPNI_INPUT, at, "byte 0x%02x is not UTF-8%s", (unsigned char) name[good],
                    at.file ? ": save the file as UTF-8" : "");
  return fail_at (e, PAPNI_INPUT, at, "control character 0x%02x in the name of a symbol", (unsigned) c);
}

static status alphabet_enter (papni_alphabet *alphabet, text_span span, uint64_t hash, position at, symbol *result,
                              error *e)
{
  const char *name = span.text;
  const size_t length = span.length;
  const allocator *a = &alphabet->memory;
  const size_t good = good_length (name, length);
  if (good < length || !length)
    return bad_name (name, length, good, at, e);
  if (alphabet->size == PAPNI_MAX_SYMBOLS)
    return fail_at (e, PAPNI_INPUT, at, "more than %zu different symbols: is this the right format?",
                    PAPNI_MAX_SYMBOLS);
  if (2 * alphabet->size >= alphabet->slot_count && !grow_slots (alphabet))
    return no_memory (e);
  if (!reserve (a, &alphabet->letters, &alphabet->capacity, alphabet->size + 1, sizeof *alphabet->letters))
    return no_memory (e);
  char *copy = copy_text (a, name, length);
  if (!copy)
    return no_memory (e);
  *result = (symbol) alphabet->size++;
  alphabet->letters[*result] = (letter){ .name = copy, .length = length, .hash = hash };
  *slot_of (alphabet, name, length, hash) = *result;
  if (length == 1)
    alphabet->byte[(unsigned char) name[0]] = *result;
  return alphabet->pattern_count ? patterns_apply (alphabet, *result, at, e) : PAPNI_OK;
}

papni_symbol papni_alphabet_find (const papni_alphabet *alphabet, const char *name, size_t length)
{
  return alphabet->slot_count ? *slot_of (alphabet, name, length, hash_keyed (alphabet->key, name, length))
                              : PAPNI_NO_SYMBOL;
}

static status find_or_enter (papni_alphabet *alphabet, const char *name, size_t length, position at, symbol *result,
                             error *e)
{
  const uint64_t hash = hash_keyed (alphabet->key, name, length);
  *result = alphabet->slot_count ? *slot_of (alphabet, name, length, hash) : PAPNI_NO_SYMBOL;
  return *result == PAPNI_NO_SYMBOL ? alphabet_enter (alphabet, (text_span){ name, length }, hash, at, result, e)
                                    : PAPNI_OK;
}

status alphabet_intern (papni_alphabet *alphabet, const char *name, size_t length, position at, symbol *result,
                        error *e)
{
  const status s = find_or_enter (alphabet, name, length, at, result, e);
  if (!s && !alphabet->letters[*result].first.line)
    alphabet->letters[*result].first = at;
  return s;
}

/* ---- declarations ---- */

const char *kind_name (papni_kind kind)
{
  return kind == PAPNI_CALL ? "call" : kind == PAPNI_RETURN ? "return" : "internal";
}

static status alphabet_set_kind (papni_alphabet *alphabet, papni_kind kind, text_span name, position at, symbol *result,
                                 error *e)
{
  const status s = find_or_enter (alphabet, name.text, name.length, at, result, e);
  if (s)
    return s;
  letter *l = &alphabet->letters[*result];
  if (l->declared && l->kind != kind)
    return fail_at (e, PAPNI_INPUT, at, "'%s' is declared both %s and %s", l->name, kind_name (l->kind),
                    kind_name (kind));
  l->kind = (uint8_t) kind;
  l->declared = true;
  alphabet->closed |= kind == PAPNI_INTERNAL;
  return PAPNI_OK;
}

status alphabet_declare (papni_alphabet *alphabet, papni_kind kind, const char *name, size_t length, position at,
                         error *e)
{
  symbol ignored;
  return alphabet_set_kind (alphabet, kind, (text_span){ name, length }, at, &ignored, e);
}

status alphabet_pair (papni_alphabet *alphabet, text_span call, text_span ret, position at, error *e)
{
  symbol c, r;
  status s = alphabet_set_kind (alphabet, PAPNI_CALL, call, at, &c, e);
  if (!s)
    s = alphabet_set_kind (alphabet, PAPNI_RETURN, ret, at, &r, e);
  if (s)
    return s;
  bool fresh;
  if (!map_enter (&alphabet->memory, &alphabet->pairs, pair_key (r, c), 0, &fresh))
    return no_memory (e);
  alphabet->letters[r].paired = true;
  return PAPNI_OK;
}

papni_status papni_alphabet_declare (papni_alphabet *alphabet, papni_kind kind, const char *name, papni_error *e)
{
  return alphabet_declare (alphabet, kind, name, strlen (name), nowhere, e);
}

papni_status papni_alphabet_pair (papni_alphabet *alphabet, const char *call, const char *ret, papni_error *e)
{
  return alphabet_pair (alphabet, (text_span){ call, strlen (call) }, (text_span){ ret, strlen (ret) }, nowhere, e);
}

status alphabet_use_lexer (papni_alphabet *alphabet, const char *description, error *e)
{
  if (alphabet->lexer && !strcmp (alphabet->lexer, description))
    return PAPNI_OK;
  if (alphabet->lexer)
    return fail (e, PAPNI_USAGE, "words from two different lexers");
  alphabet->lexer = copy_text (&alphabet->memory, description, strlen (description));
  return alphabet->lexer ? PAPNI_OK : no_memory (e);
}

status alphabet_recorded_lexer (papni_alphabet *alphabet, const char *description, position at, error *e)
{
  if (!strncmp (description, "rules:", 6) && description[6] != '\n')
    return fail_at (e, PAPNI_INPUT, at, "\"lexer\" must contain its rules, not the name of a file");
  return alphabet_use_lexer (alphabet, description, e);
}

papni_status papni_alphabet_record_lexer (papni_alphabet *alphabet, const char *name, papni_error *e)
{
  return alphabet_recorded_lexer (alphabet, name, nowhere, e);
}

status alphabet_share_lexer (papni_alphabet *to, const papni_alphabet *one, const papni_alphabet *other, error *e)
{
  const char *first = one->lexer, *second = other ? other->lexer : NULL;
  if (first && second && strcmp (first, second) != 0)
    return PAPNI_OK;
  return first || second ? alphabet_use_lexer (to, first ? first : second, e) : PAPNI_OK;
}

/* ---- asking ---- */

const char *papni_alphabet_lexer (const papni_alphabet *alphabet)
{
  return alphabet->lexer;
}

size_t papni_alphabet_size (const papni_alphabet *alphabet)
{
  return alphabet->size;
}

const char *papni_alphabet_name (const papni_alphabet *alphabet, papni_symbol s)
{
  return alphabet->letters[s].name;
}

papni_kind papni_alphabet_kind (const papni_alphabet *alphabet, papni_symbol s)
{
  return alphabet->letters[s].kind;
}

bool papni_alphabet_pops (const papni_alphabet *alphabet, papni_symbol ret, papni_symbol call)
{
  return alphabet_pops (alphabet, ret, call);
}

/* ---- order ---- */

static int compare_letters (const letter *x, const letter *y)
{
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  const int order = memcmp (x->name, y->name, x->length < y->length ? x->length : y->length);
  return order ? order : compare (x->length, y->length);
}

/* Bottom-up merge sort, because the comparison of qsort has no context. */
symbol *alphabet_order (const papni_alphabet *alphabet)
{
  const size_t size = alphabet->size;
  symbol *from = allocate (&alphabet->memory, size, sizeof *from);
  symbol *to = allocate (&alphabet->memory, size, sizeof *to);
  if (!from || !to) {
    release (&alphabet->memory, from, size, sizeof *from);
    release (&alphabet->memory, to, size, sizeof *to);
    return NULL;
  }
  for (size_t i = 0; i < size; i++)
    from[i] = (symbol) i;
  for (size_t width = 1; width < size; width *= 2) {
    for (size_t i = 0; i < size; i += 2 * width) {
      const size_t middle = i + width < size ? i + width : size, end = middle + width < size ? middle + width : size;
      for (size_t left = i, right = middle, k = i; k < end; k++) {
        const bool take_left =
            left < middle
            && (right == end || compare_letters (&alphabet->letters[from[left]], &alphabet->letters[from[right]]) <= 0);
        to[k] = take_left ? from[left++] : from[right++];
      }
    }
    symbol *swap = from;
    from = to;
    to = swap;
  }
  release (&alphabet->memory, to, size, sizeof *to);
  return from;
}

status alphabet_add_pairs (papni_alphabet *to, const papni_alphabet *from, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < from->pairs.capacity; i++) {
    const map_entry *pair = &from->pairs.entries[i];
    if (pair->age != from->pairs.age)
      continue;
    const letter *r = &from->letters[pair->key >> 16], *c = &from->letters[pair->key & 0xffff];
    s = alphabet_pair (to, letter_name (c), letter_name (r), nowhere, e);
  }
  return s;
}

papni_alphabet *alphabet_copy (const papni_alphabet *alphabet, const symbol *order, error *e)
{
  papni_alphabet *copy = papni_alphabet_new (&alphabet->memory, e);
  status s = copy ? PAPNI_OK : PAPNI_MEMORY;
  for (size_t i = 0; !s && i < alphabet->size; i++) {
    const letter *l = &alphabet->letters[order[i]];
    s = alphabet_declare (copy, l->kind, l->name, l->length, nowhere, e);
  }
  if (!s)
    s = alphabet_add_pairs (copy, alphabet, e);
  if (!s && alphabet->lexer)
    s = alphabet_use_lexer (copy, alphabet->lexer, e);
  if (!s)
    s = alphabet_copy_classes (copy, alphabet, order, e);
  if (!s)
    return copy;
  papni_alphabet_free (copy);
  return NULL;
}
