/* pattern.h - regular expressions as trees.
 *
 * The trees of all patterns share one array of parts. A set of characters is a run of
 * ranges of code points, sorted and apart. Read from the part of PCRE2's syntax that
 * denotes regular languages: no assertions but a last (?!SET), no lazy or possessive
 * quantifiers, no options, no back references. */
#ifndef IO_TERMINALS_PATTERN_H
#define IO_TERMINALS_PATTERN_H

#include "base/base.h"

enum
{
  LAST_CHARACTER = 0x10ffff
};

typedef enum part_kind
{
  PART_EMPTY,
  PART_SYMBOL,   /* one; in rules of grammars */
  PART_RULE,     /* one; in rules of grammars */
  PART_SET,      /* the ranges from `one`, `other` of them */
  PART_SEQUENCE, /* one, then other */
  PART_CHOICE,   /* one or other */
  PART_REPEAT,   /* one, any number of times */
  PART_PLUS      /* one, at least once */
} part_kind;

typedef struct part
{
  part_kind kind;
  uint32_t one, other; /* parts, or what the kind says */
} part;

typedef struct character_range
{
  uint32_t from, to;
} character_range;

typedef struct patterns
{
  allocator memory;
  part *parts; /* the first is PART_EMPTY */
  size_t count, capacity;
  character_range *ranges;
  size_t range_count, range_capacity;
} patterns;

bool patterns_begin (patterns *p, const allocator *a);
void patterns_release (patterns *p);

#define NO_PART UINT32_MAX

/* NO_PART: out of memory, here and where a part is passed on. */
uint32_t pattern_part (patterns *p, part_kind kind, uint32_t one, uint32_t other);
uint32_t pattern_literal (patterns *p, const char *text, size_t length);

/* The set of the ranges that were added from `first` on, in any order. */
uint32_t pattern_set (patterns *p, size_t first, bool negated);
bool pattern_range (patterns *p, uint32_t from, uint32_t to);

bool set_has (const patterns *p, uint32_t set, uint32_t character);
bool sets_meet (const patterns *p, uint32_t one, uint32_t other);

typedef struct read_pattern
{
  uint32_t part;
  uint32_t bar;        /* the set of a last (?!SET), or 0 */
  const char *problem; /* why it cannot be read; NULL: it was */
  size_t at;           /* where */
} read_pattern;

/* False: out of memory. */
bool pattern_read (patterns *p, const char *text, size_t length, read_pattern *result);

#endif
