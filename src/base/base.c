/* base.c - errors, memory, hashing and UTF-8. */
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *papni_version (void)
{
  return PAPNI_VERSION;
}

/* ---- errors ---- */

/* Messages may quote input: replaces invalid UTF-8 and control characters by "?". */
static void clean (char *text)
{
  uint32_t c = 0;
  for (size_t size; *text; text += size) {
    size = utf8_character (text, strlen (text), &c);
    const bool good = size && c >= 0x20 && (c < 0x7f || c >= 0xa0);
    size += !size;
    for (size_t i = 0; !good && i < size; i++)
      text[i] = '?';
  }
}

static void say (error *e, status code, position at, const char *format, va_list arguments)
{
  e->code = code;
  e->number = 0;
  /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): the callers have started it */
  if (vsnprintf (e->message, sizeof e->message, format, arguments) < 0)
    e->message[0] = 0;
  clean (e->message);
  e->line = at.line;
  e->column = at.column;
  snprintf (e->file, sizeof e->file, "%s", at.file ? at.file : "");
  clean (e->file);
}

status fail (error *e, status code, const char *format, ...)
{
  if (!e)
    return code;
  va_list arguments;
  va_start (arguments, format);
  say (e, code, (position){ 0 }, format, arguments);
  va_end (arguments);
  return code;
}

status fail_at (error *e, status code, position at, const char *format, ...)
{
  if (!e)
    return code;
  va_list arguments;
  va_start (arguments, format);
  say (e, code, at, format, arguments);
  va_end (arguments);
  return code;
}

/* ---- progress ---- */

const char *papni_phase_name (papni_phase phase)
{
  static const char *const names[PAPNI_PHASES] = { "encoding", "tree",     "merging",    "comparing", "searching",
                                                   "trying",   "counting", "generating", "asking",    "voting" };
  return (unsigned) phase < PAPNI_PHASES ? names[phase] : NULL;
}

/* ---- memory ---- */

static void *libc_resize (void *context, void *block, size_t old_size, size_t new_size)
{
  (void) context;
  (void) old_size;
  if (new_size)
    return realloc (block, new_size);
  free (block);
  return NULL;
}

allocator allocator_or_libc (const allocator *a)
{
  return a ? *a : (allocator){ libc_resize, NULL };
}

void *resize (const allocator *a, void *block, size_t old, size_t count, size_t item)
{
  if (count > PTRDIFF_MAX / item)
    return NULL;
  return a->resize (a->context, block, old * item, count * item);
}

void *allocate (const allocator *a, size_t count, size_t item)
{
  return resize (a, NULL, 0, count ? count : 1, item);
}

void *allocate_zeroed (const allocator *a, size_t count, size_t item)
{
  void *block = allocate (a, count, item);
  return block ? memset (block, 0, count * item) : NULL;
}

void release (const allocator *a, void *block, size_t count, size_t item)
{
  if (block)
    a->resize (a->context, block, (count ? count : 1) * item, 0);
}

typedef union sized_block
{
  size_t size;
  max_align_t aligned;
} sized_block;

void *allocate_sized (const allocator *a, size_t size)
{
  sized_block *b = size > SIZE_MAX - sizeof *b ? NULL : allocate (a, size + sizeof *b, 1);
  if (!b)
    return NULL;
  b->size = size;
  return b + 1;
}

void release_sized (const allocator *a, void *block)
{
  sized_block *b = block;
  if (b)
    release (a, b - 1, b[-1].size + sizeof *b, 1);
}

bool reserve (const allocator *a, void *array, size_t *capacity, size_t wanted, size_t item)
{
  if (wanted <= *capacity)
    return true;
  size_t room = *capacity + *capacity / 2;
  if (room < wanted)
    room = wanted;
  if (room < 8)
    room = 8;
  void *block;
  memcpy (&block, array, sizeof block);
  block = resize (a, block, *capacity, room, item);
  if (!block)
    return false;
  memcpy (array, &block, sizeof block);
  *capacity = room;
  return true;
}

bool copy_items (const allocator *a, void *array, size_t *capacity, const void *items, size_t count, size_t item)
{
  void *copy = count ? allocate (a, count, item) : NULL;
  if (count && !copy)
    return false;
  if (count)
    memcpy (copy, items, count * item);
  memcpy (array, &copy, sizeof copy);
  *capacity = count;
  return true;
}

char *copy_text (const allocator *a, const char *text, size_t length)
{
  char *copy = allocate (a, length + 1, 1);
  if (copy) {
    memcpy (copy, text, length);
    copy[length] = 0;
  }
  return copy;
}

void release_text (const allocator *a, char *text)
{
  if (text)
    release (a, text, strlen (text) + 1, 1);
}

/* ---- hashing ---- */

void sort_items (void *array, size_t count, size_t size, int (*order) (const void *, const void *))
{
  const char *items = array;
  for (size_t i = 1; i < count; i++)
    if (order (items + (i - 1) * size, items + i * size) > 0) {
      qsort (array, count, size, order);
      return;
    }
}

size_t sort_unique (void *array, size_t count, size_t size, int (*order) (const void *, const void *))
{
  char *items = array;
  size_t kept = 0;
  sort_items (array, count, size, order);
  for (size_t i = 0; i < count; i++)
    if (!kept || order (items + (kept - 1) * size, items + i * size) != 0) {
      if (kept < i)
        memcpy (items + kept * size, items + i * size, size);
      kept++;
    }
  return kept;
}

uint64_t hash_bytes (const char *bytes, size_t length)
{
  uint64_t hash = length;
  for (; length >= 8; bytes += 8, length -= 8) {
    uint64_t word;
    memcpy (&word, bytes, 8);
    hash = mix (hash ^ word);
  }
  uint64_t word = 0;
  memcpy (&word, bytes, length);
  return mix (hash ^ word);
}

/* What hash_bytes gives on a machine that stores the low byte first. */
uint64_t hash_symbols (const symbol *symbols, size_t length)
{
  uint64_t hash = length * sizeof *symbols;
  size_t i = 0;
  for (; length - i >= 4; i += 4)
    hash = mix (hash
                ^ (symbols[i] | (uint64_t) symbols[i + 1] << 16 | (uint64_t) symbols[i + 2] << 32
                   | (uint64_t) symbols[i + 3] << 48));
  uint64_t word = 0;
  for (size_t shift = 0; i < length; i++, shift += 16)
    word |= (uint64_t) symbols[i] << shift;
  return mix (hash ^ word);
}

/* The two halves of a product, combined. */
static uint64_t fold_product (uint64_t x, uint64_t y)
{
#if defined(__SIZEOF_INT128__)
  __extension__ typedef unsigned __int128 wide;
  const wide product = (wide) x * y;
  return (uint64_t) product ^ (uint64_t) (product >> 64);
#else
  const uint64_t low = UINT32_MAX, x0 = x & low, x1 = x >> 32, y0 = y & low, y1 = y >> 32;
  const uint64_t middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (middle & low);
  return (x * y) ^ (x1 * y1 + (middle >> 32) + (other >> 32));
#endif
}

/* From the time and from an address, which the system chooses at random. */
hash_key hash_key_new (const void *table)
{
  struct timespec time = { 0 };
  const uint64_t here = (uint64_t) (uintptr_t) table, there = (uint64_t) (uintptr_t) &time;
  timespec_get (&time, TIME_UTC);
  const uint64_t begin = mix (mix (here) ^ (uint64_t) time.tv_nsec << 32 ^ (uint64_t) time.tv_sec);
  return (hash_key){ begin, mix (mix (begin) ^ there) | 1 };
}

uint64_t hash_keyed (hash_key key, const char *bytes, size_t length)
{
  uint64_t hash = key.begin ^ length;
  for (; length >= 8; bytes += 8, length -= 8) {
    uint64_t word;
    memcpy (&word, bytes, 8);
    hash = fold_product (hash ^ word, key.factor) + key.begin;
  }
  uint64_t word = 0;
  memcpy (&word, bytes, length);
  return fold_product (hash ^ word, key.factor);
}

/* Doubles the size; only current entries are copied. */
bool map_grow (const allocator *a, map *m)
{
  const size_t capacity = m->capacity ? 2 * m->capacity : 16;
  map_entry *entries = allocate_zeroed (a, capacity, sizeof *entries);
  if (!entries)
    return false;
  for (size_t i = 0; i < m->capacity; i++) {
    if (m->entries[i].age != m->age)
      continue;
    size_t k = (size_t) mix (m->entries[i].key) & (capacity - 1);
    while (entries[k].age)
      k = (k + 1) & (capacity - 1);
    entries[k] = m->entries[i];
    entries[k].age = 1;
  }
  release (a, m->entries, m->capacity, sizeof *m->entries);
  m->entries = entries;
  m->capacity = capacity;
  m->age = 1;
  return true;
}

void map_clear (map *m)
{
  m->count = 0;
  if (++m->age)
    return;
  if (m->entries)
    memset (m->entries, 0, m->capacity * sizeof *m->entries);
  m->age = 1;
}

void map_release (const allocator *a, map *m)
{
  release (a, m->entries, m->capacity, sizeof *m->entries);
  *m = (map){ 0 };
}

/* ---- text ---- */

size_t utf8_character (const char *text, size_t length, uint32_t *character)
{
  const unsigned char *byte = (const unsigned char *) text;
  if (!length)
    return 0;
  if (byte[0] < 0x80) {
    *character = byte[0];
    return 1;
  }
  size_t size = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
  if (byte[0] < 0xc2 || byte[0] > 0xf4 || size > length)
    return 0;
  uint32_t value = byte[0] & (0x7fu >> size);
  for (size_t i = 1; i < size; i++) {
    if ((byte[i] & 0xc0) != 0x80)
      return 0;
    value = value << 6 | (byte[i] & 0x3fu);
  }
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
    return 0;
  *character = value;
  return size;
}

bool ends_in (const char *text, const char *ending)
{
  const size_t length = strlen (text), wanted = strlen (ending);
  return length >= wanted && !memcmp (text + length - wanted, ending, wanted);
}

size_t byte_order_mark (const char *text, size_t length)
{
  return length >= 3 && !memcmp (text, "\xef\xbb\xbf", 3) ? 3 : 0;
}
