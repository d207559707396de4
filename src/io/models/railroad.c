/* railroad.c - draws a grammar as railroad diagrams, in SVG.
 *
 * Every part has a width, and heights above and below its line. These are found from the
 * inside out, and then parts are drawn from the outside in. Alternatives stand below each
 * other; what can be left out or repeated stands below a line that passes it. */
#include "io/models/writer.h"

#include "base/list.h"
#include "data/character_names.h"
#include "io/models/picture.h"
#include "model/class_sets.h"

#include <stdio.h>
#include <string.h>

enum
{
  LETTER = 8, /* the width of a character */
  BOX = 13,   /* half the height of a box */
  PAD = 10,   /* between the text of a box and its ends */
  GAP = 12,   /* between parts */
  BEND = 10,  /* the radius of curves */
  ROW = 10    /* between alternatives */
};

enum
{
  BOX_RANGES = 12,               /* of a class; the others are dots */
  BOX_TEXT = 11 * BOX_RANGES + 8 /* two characters with backslashes, a dash */
};

typedef struct part_extent
{
  uint32_t width, up, down;
  bool known;
} part_extent;

typedef struct railroad
{
  writer *writer;
  const grammar *grammar;
  part_extent *extents; /* of parts */
  list work;            /* parts that wait for their extent */
  list tasks;           /* what is to be drawn: part, x, y */
  list alternatives;    /* of a choice */
} railroad;

static void railroad_push (railroad *r, list *l, uint32_t item)
{
  if (!r->writer->failed && !list_add (&r->grammar->memory, l, item))
    r->writer->failed = no_memory (r->writer->error);
}

/* ---- texts ---- */

/* A character of a class; one that means something there has a backslash. */
static char *put_box_character (uint32_t character, char *to)
{
  if (character < 0x80 && strchr ("[]-^\\", (int) character))
    *to++ = '\\';
  return to + put_utf8 (character, to);
}

/* The name of a symbol, or its class, as in [a-z], in `own`. */
static const char *symbol_text (const railroad *r, symbol s, char own[BOX_TEXT])
{
  symbol first;
  class_range ranges[BOX_RANGES];
  const papni_model *model = r->grammar->model;
  if (!r->grammar->classes || !class_is_set (model, s, &first))
    return model->alphabet->letters[s].name;
  const size_t count = class_ranges (model, s, ranges, BOX_RANGES);
  char *to = own;
  *to++ = '[';
  for (size_t i = 0; i < count && i < BOX_RANGES; i++) {
    to = put_box_character (ranges[i].from, to);
    if (ranges[i].to > ranges[i].from + 1)
      *to++ = '-';
    if (ranges[i].to > ranges[i].from)
      to = put_box_character (ranges[i].to, to);
  }
  memcpy (to, count > BOX_RANGES ? "…]" : "]", count > BOX_RANGES ? sizeof "…]" : sizeof "]");
  return own;
}

static uint32_t text_width (const char *text)
{
  const uint32_t letters = picture_letters (text);
  return (letters ? letters : 1) * LETTER + 2 * PAD;
}

/* ---- extents ---- */

/* The alternatives of a choice; a repetition has none and the repeated part, in `plus`. */
static void list_alternatives (railroad *r, uint32_t what)
{
  list open = { 0 };
  r->alternatives.count = 0;
  railroad_push (r, &open, what);
  while (open.count && !r->writer->failed) {
    const uint32_t at = open.items[--open.count];
    const part *p = &r->grammar->parts[at];
    if (p->kind == PART_CHOICE) {
      railroad_push (r, &open, p->other);
      railroad_push (r, &open, p->one);
    } else if (p->kind == PART_EMPTY) { /* first, on the line */
      railroad_push (r, &r->alternatives, at);
      if (!r->writer->failed) {
        uint32_t *items = r->alternatives.items;
        memmove (items + 1, items, (r->alternatives.count - 1) * sizeof *items);
        items[0] = at;
      }
    } else
      railroad_push (r, &r->alternatives, at);
  }
  list_release (&r->grammar->memory, &open);
}

static part_extent extent_of_choice (railroad *r, uint32_t what)
{
  part_extent all = { .known = true };
  list_alternatives (r, what);
  for (size_t i = 0; i < r->alternatives.count; i++) {
    const part_extent own = r->extents[r->alternatives.items[i]];
    all.width = own.width > all.width ? own.width : all.width;
    if (i)
      all.down += ROW + own.up + own.down;
    else
      all.up = own.up, all.down = own.down;
  }
  all.width += 4 * BEND;
  return all;
}

static uint32_t larger (uint32_t x, uint32_t y)
{
  return x > y ? x : y;
}

/* Of a part whose parts are known. */
static part_extent find_extent (railroad *r, uint32_t what)
{
  const part *p = &r->grammar->parts[what];
  const part_extent one = p->kind >= PART_SEQUENCE ? r->extents[p->one] : (part_extent){ 0 };
  char name[GRAMMAR_NAME], text[BOX_TEXT];
  switch (p->kind) {
  case PART_SYMBOL:
    return (part_extent){ text_width (symbol_text (r, (symbol) p->one, text)), BOX, BOX, true };
  case PART_RULE:
    grammar_name (r->grammar, p->one, name);
    return (part_extent){ text_width (name), BOX, BOX, true };
  case PART_SEQUENCE: {
    const part_extent other = r->extents[p->other];
    return (part_extent){ one.width + GAP + other.width, larger (one.up, other.up), larger (one.down, other.down),
                          true };
  }
  case PART_CHOICE:
    return extent_of_choice (r, what);
  case PART_PLUS:
    return (part_extent){ one.width + 2 * BEND, one.up, one.down + ROW, true };
  case PART_REPEAT:
    return (part_extent){ one.width + 6 * BEND, 0, one.up + one.down + 2 * ROW, true };
  default:
    return (part_extent){ 0, 0, 0, true };
  }
}

static void find_extents (railroad *r, uint32_t body)
{
  railroad_push (r, &r->work, body);
  while (r->work.count && !r->writer->failed) {
    const uint32_t at = r->work.items[r->work.count - 1];
    const part *p = &r->grammar->parts[at];
    const bool two = p->kind == PART_SEQUENCE || p->kind == PART_CHOICE;
    const bool one_waits = p->kind >= PART_SEQUENCE && !r->extents[p->one].known;
    const bool other_waits = two && !r->extents[p->other].known;
    if (one_waits)
      railroad_push (r, &r->work, p->one);
    if (other_waits)
      railroad_push (r, &r->work, p->other);
    if (!one_waits && !other_waits) {
      r->extents[at] = find_extent (r, at);
      r->work.count--;
    }
  }
}

/* ---- drawing ---- */

static void put_path (railroad *r, const char *format, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
  char text[160];
  snprintf (text, sizeof text, format, (unsigned) a, (unsigned) b, (unsigned) c, (unsigned) d);
  put (&r->writer->output, "<path d=\"");
  put (&r->writer->output, text);
  put (&r->writer->output, "\"/>\n");
}

static void put_rail (railroad *r, uint32_t from, uint32_t to, uint32_t y)
{
  if (to > from)
    put_path (r, "M%u %uH%u", from, y, to, 0);
}

static void draw_box (railroad *r, const char *text, bool rule, uint32_t x, uint32_t y)
{
  output *o = &r->writer->output;
  char shape[160];
  const unsigned width = text_width (text);
  snprintf (shape, sizeof shape,
            "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"%u\"/>\n<text x=\"%u\" y=\"%u\">",
            rule ? "rule" : "symbol", (unsigned) x, (unsigned) (y - BOX), width, 2u * BOX, rule ? 2u : (unsigned) BOX,
            (unsigned) (x + width / 2), (unsigned) (y + 5));
  put (o, shape);
  picture_put_xml (o, text);
  put (o, "</text>\n");
}

static void draw_later (railroad *r, uint32_t what, uint32_t x, uint32_t y)
{
  railroad_push (r, &r->tasks, what);
  railroad_push (r, &r->tasks, x);
  railroad_push (r, &r->tasks, y);
}

static void draw_choice (railroad *r, uint32_t what, uint32_t x, uint32_t y)
{
  const uint32_t width = r->extents[what].width, inside = x + 2 * BEND, end = x + width;
  uint32_t at = y;
  list_alternatives (r, what);
  for (size_t i = 0; i < r->alternatives.count; i++) {
    const uint32_t own = r->alternatives.items[i];
    const part_extent size = r->extents[own];
    if (i) {
      at += ROW + size.up;
      put_path (r, "M%u %uq10 0 10 10V%uq0 10 10 10", x, y, at - BEND, 0);
      put_path (r, "M%u %uq10 0 10 -10V%uq0 -10 10 -10", end - 2 * BEND, at, y + BEND, 0);
    } else {
      put_rail (r, x, inside, y);
      put_rail (r, end - 2 * BEND, end, y);
    }
    put_rail (r, inside + size.width, end - 2 * BEND, at);
    draw_later (r, own, inside, at);
    at += size.down;
  }
}

/* A loop below a part that stands from x on. */
static void draw_loop (railroad *r, part_extent one, uint32_t x, uint32_t y)
{
  const uint32_t low = y + one.down + ROW, end = x + one.width + 2 * BEND;
  put_rail (r, x, x + BEND, y);
  put_rail (r, end - BEND, end, y);
  put_path (r, "M%u %uq10 0 10 10V%uq0 10 -10 10", end - BEND, y, low - BEND, 0);
  put_path (r, "M%u %uH%uq-10 0 -10 -10", end - BEND, low, x + BEND, 0);
  put_path (r, "M%u %uV%uq0 -10 10 -10", x, low - BEND, y + BEND, 0);
}

static void draw_part (railroad *r, uint32_t what, uint32_t x, uint32_t y)
{
  const part *p = &r->grammar->parts[what];
  const part_extent one = p->kind >= PART_SEQUENCE ? r->extents[p->one] : (part_extent){ 0 };
  char name[GRAMMAR_NAME], text[BOX_TEXT];
  switch (p->kind) {
  case PART_SYMBOL:
    draw_box (r, symbol_text (r, (symbol) p->one, text), false, x, y);
    break;
  case PART_RULE:
    grammar_name (r->grammar, p->one, name);
    draw_box (r, name, true, x, y);
    break;
  case PART_SEQUENCE:
    put_rail (r, x + one.width, x + one.width + GAP, y);
    draw_later (r, p->other, x + one.width + GAP, y);
    draw_later (r, p->one, x, y);
    break;
  case PART_CHOICE:
    draw_choice (r, what, x, y);
    break;
  case PART_PLUS:
    draw_loop (r, one, x, y);
    draw_later (r, p->one, x + BEND, y);
    break;
  case PART_REPEAT: {
    const uint32_t low = y + ROW + one.up, end = x + r->extents[what].width;
    put_rail (r, x, end, y);
    put_path (r, "M%u %uq10 0 10 10V%uq0 10 10 10", x, y, low - BEND, 0);
    put_path (r, "M%u %uq10 0 10 -10V%uq0 -10 10 -10", end - 2 * BEND, low, y + BEND, 0);
    draw_loop (r, one, x + 2 * BEND, low);
    draw_later (r, p->one, x + 3 * BEND, low);
    break;
  }
  default:
    break;
  }
}

/* ---- the whole ---- */

static void draw_rule (railroad *r, uint32_t rule, uint32_t top)
{
  output *o = &r->writer->output;
  const uint32_t body = r->grammar->rules[rule].body;
  const part_extent all = r->extents[body];
  const uint32_t y = top + 30 + all.up, end = 50 + all.width;
  char name[GRAMMAR_NAME], place[64];
  grammar_name (r->grammar, rule, name);
  snprintf (place, sizeof place, "<text class=\"name\" x=\"20\" y=\"%u\">", (unsigned) top + 14);
  put (o, place);
  picture_put_xml (o, name);
  put (o, "</text>\n");
  put_path (r, "M25 %uV%uM25 %uH%u", y - 7, y + 7, y, 50);
  put_path (r, "M%u %uH%uV%u", end, y, end + 25, y - 7);
  put_path (r, "M%u %uV%u", end + 25, y, y + 7, 0);
  draw_later (r, body, 50, y);
  while (r->tasks.count && !r->writer->failed) {
    const uint32_t *task = &r->tasks.items[r->tasks.count -= 3];
    draw_part (r, task[0], task[1], task[2]);
  }
}

static void put_railroad (railroad *r)
{
  writer *w = r->writer;
  const grammar *g = r->grammar;
  uint32_t width = 200, height = 10;
  char head[160];
  for (uint32_t i = 0; i < g->count && !w->failed; i++)
    if (g->rules[i].kept) {
      find_extents (r, g->rules[i].body);
      const part_extent all = r->extents[g->rules[i].body];
      width = larger (width, all.width + 100);
      height += all.up + all.down + 50;
    }
  if (w->failed)
    return;
  snprintf (head, sizeof head,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n",
            (unsigned) width, (unsigned) height, (unsigned) width, (unsigned) height);
  put (&w->output, head);
  put (&w->output, "<style>\n"
                   "  path { fill: none; stroke: #444; stroke-width: 1.5 }\n"
                   "  rect { stroke: #444; stroke-width: 1.2 }\n"
                   "  rect.symbol { fill: #e3f0e3 }\n"
                   "  rect.rule { fill: #e6ecf7 }\n"
                   "  text { font: 13px monospace; text-anchor: middle }\n"
                   "  text.name { font-weight: bold; text-anchor: start }\n"
                   "</style>\n<rect width=\"100%\" height=\"100%\" style=\"fill: #fff; stroke: none\"/>\n");
  uint32_t top = 10;
  for (uint32_t i = 0; i < g->count && !w->failed; i++)
    if (g->rules[i].kept) {
      const part_extent all = r->extents[g->rules[i].body];
      draw_rule (r, i, top);
      top += all.up + all.down + 50;
    }
  put (&w->output, "</svg>\n");
}

void writer_railroad (writer *w)
{
  railroad r = { .writer = w, .grammar = w->grammar };
  const allocator *a = &w->grammar->memory;
  r.extents = allocate_zeroed (a, w->grammar->part_count, sizeof *r.extents);
  if (!r.extents)
    w->failed = no_memory (w->error);
  else
    put_railroad (&r);
  release (a, r.extents, w->grammar->part_count, sizeof *r.extents);
  list_release (a, &r.work);
  list_release (a, &r.tasks);
  list_release (a, &r.alternatives);
}
