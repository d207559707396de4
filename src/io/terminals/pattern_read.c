/* pattern_read.c - reads patterns in the syntax of PCRE2.
 *
 * An open group is a frame: its earlier alternatives, and what has been read of the last
 * one. Frames are kept in an array, so that patterns of any depth can be read. */
#include "io/terminals/pattern.h"

#include <string.h>

typedef struct pattern_frame
{
  uint32_t choice; /* NO_PART: no alternatives before */
  uint32_t sequence;
} pattern_frame;

typedef struct pattern_reader
{
  patterns *patterns;
  const char *begin, *at, *end;
  pattern_frame *frames;
  size_t depth, capacity;
  uint32_t bar;
  const char *problem;
  bool full; /* out of memory */
} pattern_reader;

enum
{
  MOST_COPIES = 256 /* of a part that is repeated a given number of times */
};

static bool not_regular (pattern_reader *r, const char *problem)
{
  if (!r->problem)
    r->problem = problem;
  return false;
}

static bool next_is (const pattern_reader *r, const char *text)
{
  const size_t length = strlen (text);
  return (size_t) (r->end - r->at) >= length && !memcmp (r->at, text, length);
}

static bool take_text (pattern_reader *r, const char *text)
{
  const bool found = next_is (r, text);
  r->at += found ? strlen (text) : 0;
  return found;
}

static uint32_t take_character (pattern_reader *r)
{
  uint32_t c = 0;
  const size_t size = utf8_character (r->at, (size_t) (r->end - r->at), &c);
  r->at += size ? size : 1;
  return c;
}

/* ---- escapes ---- */

static int digit_of (char c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : 16;
}

/* After \x: two digits at most, or any number in braces. */
static uint32_t take_code (pattern_reader *r)
{
  uint32_t code = 0;
  const bool braces = take_text (r, "{");
  for (int i = 0; r->at < r->end && (braces ? i < 8 : i < 2) && digit_of (*r->at) < 16; i++)
    code = 16 * code + (uint32_t) digit_of (*r->at++);
  if (braces && !take_text (r, "}"))
    not_regular (r, "unknown escape");
  return code;
}

static bool add_class (pattern_reader *r, const char *pairs, bool negated)
{
  patterns *p = r->patterns;
  uint32_t from = 0;
  bool room = true;
  for (; room && *pairs; pairs += 2) { /* in ascending order */
    const uint32_t first = (unsigned char) pairs[0], last = (unsigned char) pairs[1];
    if (!negated)
      room = pattern_range (p, first, last);
    else if (first > from)
      room = pattern_range (p, from, first - 1);
    from = last + 1;
  }
  if (room && negated)
    room = pattern_range (p, from, LAST_CHARACTER);
  r->full |= !room;
  return room;
}

/* Adds the ranges of a class such as \d. False: it is none. */
static bool take_class (pattern_reader *r)
{
  static const struct
  {
    char letter;
    const char *pairs;
  } classes[] = { { 'd', "09" }, { 's', "\t\r  " }, { 'w', "09AZ__az" }, { 'h', "\t\t  " } };
  if (r->at + 1 >= r->end || *r->at != '\\')
    return false;
  if (r->at[1] == 'N' && (r->end - r->at < 4 || memcmp (r->at + 2, "{U", 2) != 0)) { /* \N{U+e9} is a character */
    r->at += 2;
    return add_class (r, "\n\n", true);
  }
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    const bool negated = r->at[1] == classes[i].letter - 'a' + 'A';
    if (r->at[1] != classes[i].letter && !negated)
      continue;
    if (classes[i].letter == 'h')
      break; /* has members beyond ASCII */
    r->at += 2;
    return add_class (r, classes[i].pairs, negated);
  }
  return false;
}

/* A character, which may be escaped. */
static uint32_t take_literal (pattern_reader *r)
{
  static const char letters[] = "ntrfae", codes[] = "\n\t\r\f\a\033";
  if (*r->at != '\\')
    return take_character (r);
  r->at++;
  if (r->at == r->end)
    return not_regular (r, "\\ at the end");
  const char *known = strchr (letters, *r->at);
  if (known) {
    r->at++;
    return (unsigned char) codes[known - letters];
  }
  if (take_text (r, "x"))
    return take_code (r);
  if ((*r->at >= '0' && *r->at <= '9') || (*r->at >= 'a' && *r->at <= 'z') || (*r->at >= 'A' && *r->at <= 'Z'))
    return not_regular (r, "this escape has no counterpart in a grammar");
  return take_character (r);
}

/* ---- sets ---- */

static bool take_posix_class (pattern_reader *r)
{
  static const struct
  {
    const char *name, *pairs;
  } classes[] = { { "[:alpha:]", "AZaz" },    { "[:digit:]", "09" },     { "[:alnum:]", "09AZaz" },
                  { "[:upper:]", "AZ" },      { "[:lower:]", "az" },     { "[:space:]", "\t\r  " },
                  { "[:xdigit:]", "09AFaf" }, { "[:word:]", "09AZ__az" } };
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (take_text (r, classes[i].name))
      return add_class (r, classes[i].pairs, false);
  return false;
}

/* After [. */
static uint32_t take_set (pattern_reader *r)
{
  patterns *p = r->patterns;
  const size_t first = p->range_count;
  const bool negated = take_text (r, "^");
  for (bool begins = true; !r->problem && !r->full && (begins || !next_is (r, "]")); begins = false) {
    if (r->at == r->end)
      return not_regular (r, "] is missing"), 0;
    if (take_posix_class (r) || take_class (r))
      continue;
    if (next_is (r, "[:"))
      return not_regular (r, "this class has no counterpart in a grammar"), 0;
    const uint32_t from = take_literal (r);
    uint32_t to = from;
    if (r->at + 1 < r->end && *r->at == '-' && r->at[1] != ']') {
      r->at++;
      if (r->at + 1 < r->end && *r->at == '\\' && strchr ("dDsSwW", r->at[1]))
        return not_regular (r, "range that ends in a class"), 0;
      to = take_literal (r);
    }
    r->full |= !pattern_range (p, from, to);
  }
  if (!take_text (r, "]"))
    return 0;
  const uint32_t set = pattern_set (p, first, negated);
  if (set != NO_PART && !p->parts[set].other)
    not_regular (r, "a set without characters");
  return set;
}

static uint32_t set_of_one (pattern_reader *r, uint32_t from, uint32_t to, bool negated)
{
  const size_t first = r->patterns->range_count;
  return pattern_range (r->patterns, from, to) ? pattern_set (r->patterns, first, negated) : NO_PART;
}

/* ---- groups and quantifiers ---- */

static uint32_t close_frame (pattern_reader *r)
{
  const pattern_frame f = r->frames[--r->depth];
  return f.choice == NO_PART ? f.sequence : pattern_part (r->patterns, PART_CHOICE, f.choice, f.sequence);
}

static void open_frame (pattern_reader *r)
{
  if (!reserve (&r->patterns->memory, &r->frames, &r->capacity, r->depth + 1, sizeof *r->frames))
    r->full = true;
  else
    r->frames[r->depth++] = (pattern_frame){ NO_PART, 0 };
}

/* least times, then up to most; most 0: without a limit. */
static uint32_t repeated (patterns *p, uint32_t what, uint32_t least, uint32_t most)
{
  uint32_t whole = most ? 0 : pattern_part (p, least ? PART_PLUS : PART_REPEAT, what, 0);
  for (uint32_t i = least; i < most; i++) /* from the last */
    whole = pattern_part (p, PART_CHOICE, pattern_part (p, PART_SEQUENCE, what, whole), 0);
  for (uint32_t i = most || !least ? 0 : 1; i < least; i++)
    whole = pattern_part (p, PART_SEQUENCE, what, whole);
  return whole;
}

/* {2}, {2,} or {2,5}; false: a brace that is none of these stands for itself. */
static bool take_counts (pattern_reader *r, uint32_t *least, uint32_t *most)
{
  const char *from = r->at;
  uint32_t values[2] = { 0, 0 };
  bool digits[2] = { false, false }, comma = false;
  for (r->at++; r->at < r->end && *r->at != '}'; r->at++) {
    if (*r->at == ',' && !comma)
      comma = true;
    else if (*r->at >= '0' && *r->at <= '9' && values[comma] <= MOST_COPIES) {
      values[comma] = 10 * values[comma] + (uint32_t) (*r->at - '0');
      digits[comma] = true;
    } else
      break;
  }
  if (!digits[0] || r->at == r->end || *r->at != '}') {
    r->at = from;
    return false;
  }
  r->at++;
  *least = values[0];
  *most = !comma ? values[0] : digits[1] ? values[1] : 0;
  if (*least > MOST_COPIES || *most > MOST_COPIES || (!*most && !comma))
    not_regular (r, "a count of 0 or of more than 256");
  return true;
}

static uint32_t with_quantifier (pattern_reader *r, uint32_t what)
{
  uint32_t least = 1, most = 1;
  if (take_text (r, "*"))
    least = most = 0;
  else if (take_text (r, "+"))
    most = 0;
  else if (take_text (r, "?"))
    least = 0;
  else if (!next_is (r, "{") || !take_counts (r, &least, &most))
    return what;
  if (next_is (r, "?") || next_is (r, "+"))
    not_regular (r, "lazy and possessive quantifiers have no counterpart in a grammar");
  else if (next_is (r, "*") || next_is (r, "{"))
    not_regular (r, "two quantifiers");
  return least == 1 && most == 1 ? what : repeated (r->patterns, what, least, most);
}

static void append (pattern_reader *r, uint32_t what)
{
  pattern_frame *f = &r->frames[r->depth - 1];
  f->sequence = pattern_part (r->patterns, PART_SEQUENCE, f->sequence, with_quantifier (r, what));
  r->full |= f->sequence == NO_PART;
}

/* (?!SET) at the end of the whole pattern. */
static void take_bar (pattern_reader *r)
{
  if (take_text (r, "["))
    r->bar = take_set (r);
  else {
    const size_t first = r->patterns->range_count;
    if (take_class (r))
      r->bar = pattern_set (r->patterns, first, false);
    else if (r->at < r->end && !strchr ("()|.*+?^$", *r->at)) {
      const uint32_t c = take_literal (r);
      r->bar = set_of_one (r, c, c, false);
    } else
      not_regular (r, "only a set of characters can be looked ahead for");
  }
  if (!r->problem && (!take_text (r, ")") || r->at < r->end || r->depth > 1 || r->frames[0].choice != NO_PART))
    not_regular (r, "a grammar can look ahead only at the end of a pattern, for one character");
}

static void take_group (pattern_reader *r)
{
  if (take_text (r, "?!")) {
    take_bar (r);
    return;
  }
  if (!take_text (r, "?:") && (next_is (r, "?") || next_is (r, "*")))
    not_regular (r, "options, assertions and special groups have no counterpart in a grammar");
  open_frame (r);
}

static void take_item (pattern_reader *r)
{
  const size_t first = r->patterns->range_count;
  pattern_frame *f = &r->frames[r->depth - 1];
  if (take_text (r, "("))
    take_group (r);
  else if (next_is (r, ")")) {
    r->at++;
    if (r->depth > 1)
      append (r, close_frame (r));
    else
      not_regular (r, ") without (");
  } else if (take_text (r, "|")) {
    f->choice = f->choice == NO_PART ? f->sequence : pattern_part (r->patterns, PART_CHOICE, f->choice, f->sequence);
    f->sequence = 0;
  } else if (take_text (r, "["))
    append (r, take_set (r));
  else if (take_text (r, "."))
    append (r, set_of_one (r, '\n', '\n', true));
  else if (strchr ("^$", *r->at))
    not_regular (r, "^ and $ have no counterpart in a grammar");
  else if (strchr ("*+?", *r->at))
    not_regular (r, "a quantifier without anything before it");
  else if (take_class (r))
    append (r, pattern_set (r->patterns, first, false));
  else {
    const uint32_t c = take_literal (r);
    append (r, set_of_one (r, c, c, false));
  }
}

bool pattern_read (patterns *p, const char *text, size_t length, read_pattern *result)
{
  pattern_reader r = { .patterns = p, .begin = text, .at = text, .end = text + length };
  open_frame (&r);
  while (!r.full && !r.problem && r.at < r.end) {
    result->at = (size_t) (r.at - text);
    take_item (&r);
  }
  if (!r.full && !r.problem && r.depth > 1)
    not_regular (&r, ") is missing");
  result->part = r.full || r.problem ? 0 : close_frame (&r);
  result->bar = r.bar;
  result->problem = r.problem;
  release (&p->memory, r.frames, r.capacity, sizeof *r.frames);
  return !r.full && result->part != NO_PART && r.bar != NO_PART;
}
