/* grammar_regex.c - patterns as regular expressions of Python and JavaScript. */
#include "io/models/writer.h"

typedef struct regex_task
{
  uint32_t part;
  bool group; /* a sign follows */
  const char *text;
} regex_task;

typedef struct regex_tasks
{
  regex_task *list;
  size_t count, capacity;
} regex_tasks;

static void regex_push (writer *w, regex_tasks *t, uint32_t what, bool group, const char *text)
{
  if (!w->failed && !reserve (&w->grammar->memory, &t->list, &t->capacity, t->count + 1, sizeof *t->list))
    w->failed = no_memory (w->error);
  if (!w->failed)
    t->list[t->count++] = (regex_task){ what, group, text };
}

static void put_regex_part (writer *w, regex_tasks *t, const part *p, bool group)
{
  const patterns *all = &w->scanner->terminals->patterns;
  uint32_t of;
  const char *sign = writer_sign (all->parts, p, &of);
  if (p->kind == PART_SET)
    writer_regex_set (w, &all->ranges[p->one], p->other);
  else if (sign) {
    regex_push (w, t, 0, false, sign);
    regex_push (w, t, of, true, NULL);
  } else if (p->kind == PART_CHOICE || p->kind == PART_SEQUENCE) {
    const bool parentheses = group || p->kind == PART_CHOICE;
    if (parentheses)
      regex_push (w, t, 0, false, ")");
    regex_push (w, t, p->other, false, NULL);
    if (p->kind == PART_CHOICE)
      regex_push (w, t, 0, false, "|");
    regex_push (w, t, p->one, false, NULL);
    if (parentheses)
      regex_push (w, t, 0, false, "(?:");
  }
}

void writer_regex (writer *w, uint32_t what)
{
  regex_tasks t = { 0 };
  regex_push (w, &t, what, false, NULL);
  while (!w->failed && t.count) {
    const regex_task next = t.list[--t.count];
    if (next.text)
      put (&w->output, next.text);
    else
      put_regex_part (w, &t, &w->scanner->terminals->patterns.parts[next.part], next.group);
  }
  release (&w->grammar->memory, t.list, t.capacity, sizeof *t.list);
}
