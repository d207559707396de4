/* base.h - errors, memory, hashing, text: used by every other file.
 *
 * Memory comes from the allocator that an object was made with. `reserve` grows an
 * array and its capacity, because the allocator hook receives the old size. Every
 * function that can fail reports it in its return value. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include "papni.h"

typedef papni_allocator allocator;
typedef papni_error error;
typedef papni_status status;
typedef papni_symbol symbol;

/* ---- errors ---- */

#if defined(__GNUC__)
#define PRINTS(at, first) __attribute__ ((format (printf, at, first)))
#define ALWAYS_INLINE inline __attribute__ ((always_inline)) /* where the compiler's choice is slower */
#else
#define PRINTS(at, first)
#define ALWAYS_INLINE inline
#endif

/* What is there will be read soon. */
static inline void prefetch (const void *where)
{
#if defined(__GNUC__)
  __builtin_prefetch (where);
#else
  (void) where;
#endif
}

/* A position in a text. */
typedef struct position
{
  const char *file;
  size_t line, column;
} position;

/* Fill `e` (unless it is NULL) and return `code`. */
status fail (error *e, status code, const char *format, ...) PRINTS (3, 4);
status fail_at (error *e, status code, position at, const char *format, ...) PRINTS (4, 5);

static inline status no_memory (error *e)
{
  fail (e, PAPNI_MEMORY, "out of memory");
  return PAPNI_MEMORY; /* a constant, for static analysis */
}

/* ---- memory ---- */

allocator allocator_or_libc (const allocator *a);

/* NULL if out of memory or if the size overflows. `old` and `count` are in items. */
void *resize (const allocator *a, void *block, size_t old, size_t count, size_t item);
void *allocate (const allocator *a, size_t count, size_t item);
void *allocate_zeroed (const allocator *a, size_t count, size_t item);
void release (const allocator *a, void *block, size_t count, size_t item);

/* For libraries that do not pass the size of what they free: it is kept in front of the
 * block. NULL is a no-op for release_sized. */
void *allocate_sized (const allocator *a, size_t size);
void release_sized (const allocator *a, void *block);

/* Grows the array at *array to at least `wanted` items; false if out of memory. */
bool reserve (const allocator *a, void *array, size_t *capacity, size_t wanted, size_t item);

/* Makes a copy of an array, NULL if it is empty; false if out of memory. */
bool copy_items (const allocator *a, void *array, size_t *capacity, const void *items, size_t count, size_t item);

char *copy_text (const allocator *a, const char *text, size_t length);
void release_text (const allocator *a, char *text);

/* ---- order and hashing ---- */

/* Negative, 0 or positive, for comparison functions of qsort. */
static inline int compare (uint64_t x, uint64_t y)
{
  return (x > y) - (x < y);
}

/* Sorts like qsort, but takes one comparison per item if they are already in order. */
void sort_items (void *array, size_t count, size_t size, int (*order) (const void *, const void *));

/* Sorts and removes duplicates. Returns the number of items left. */
size_t sort_unique (void *array, size_t count, size_t size, int (*order) (const void *, const void *));

static inline uint64_t mix (uint64_t x)
{
  x ^= x >> 32;
  x *= 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

uint64_t hash_bytes (const char *bytes, size_t length);

/* The same on every machine, for choices that results depend on. `symbols` may be NULL if
 * there are none. */
uint64_t hash_symbols (const symbol *symbols, size_t length);

/* A hash for names and words that an adversary may choose: without knowing the key, nobody
 * can choose many with the same hash. A key differs from run to run and from table to table:
 * no result may depend on the order of hashes. */
typedef struct hash_key
{
  uint64_t begin, factor;
} hash_key;

hash_key hash_key_new (const void *table);
uint64_t hash_keyed (hash_key key, const char *bytes, size_t length);

/* A map from 64-bit keys to 32-bit values. It is cleared in constant time: an entry is
 * valid only if its age is the map's. */
typedef struct map_entry
{
  uint64_t key;
  uint32_t value, age;
} map_entry;

typedef struct map
{
  map_entry *entries;
  size_t capacity; /* a power of two, or 0 */
  size_t count;
  uint32_t age;
} map;

bool map_grow (const allocator *a, map *m);
void map_clear (map *m);
void map_release (const allocator *a, map *m);

static inline uint32_t *map_find (const map *m, uint64_t key)
{
  if (!m->capacity)
    return NULL;
  for (size_t i = (size_t) mix (key) & (m->capacity - 1);; i = (i + 1) & (m->capacity - 1)) {
    map_entry *entry = &m->entries[i];
    if (entry->age != m->age)
      return NULL;
    if (entry->key == key)
      return &entry->value;
  }
}

/* The value of the key, inserted with `value` if it is new; NULL if out of memory. */
static inline uint32_t *map_enter (const allocator *a, map *m, uint64_t key, uint32_t value, bool *fresh)
{
  if (2 * m->count >= m->capacity && !map_grow (a, m))
    return NULL;
  for (size_t i = (size_t) mix (key) & (m->capacity - 1);; i = (i + 1) & (m->capacity - 1)) {
    map_entry *entry = &m->entries[i];
    *fresh = entry->age != m->age;
    if (*fresh) {
      *entry = (map_entry){ key, value, m->age };
      m->count++;
      return &entry->value;
    }
    if (entry->key == key)
      return &entry->value;
  }
}

/* ---- text ---- */

/* Some bytes of a text. */
typedef struct text_span
{
  const char *text;
  size_t length;
} text_span;

/* The length in bytes of the UTF-8 character at `text`, 0 if it is invalid. Stores its
 * code point in *character. */
size_t utf8_character (const char *text, size_t length, uint32_t *character);

bool ends_in (const char *text, const char *ending);

/* The length of a UTF-8 byte-order mark at the beginning of a text: 3, or 0. */
size_t byte_order_mark (const char *text, size_t length);

#endif
