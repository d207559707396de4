/* alike.c - names that look as if they belong together. */
#include "data/alike.h"

#include <stdio.h>
#include <string.h>

typedef struct two_names
{
  const char *call, *ret;
} two_names;

static const two_names brackets[ALIKE_BRACKETS] = {
  { "(", ")" },       { "[", "]" },   { "{", "}" },   { "<", ">" },     { "((", "))" },     { "[[", "]]" },
  { "{{", "}}" },     { "<<", ">>" }, { "/*", "*/" }, { "(*", "*)" },   { "<!--", "-->" },  { "«", "»" },
  { "‹", "›" },       { "“", "”" },   { "‘", "’" },   { "⟨", "⟩" },     { "⟦", "⟧" },       { "「", "」" },
  { "begin", "end" }, { "if", "fi" }, { "do", "od" }, { "do", "done" }, { "case", "esac" }, { "BEGIN", "END" },
};

static const two_names alike_words[ALIKE_WORDS] = {
  { "enter", "exit" }, { "enter", "leave" }, { "entry", "exit" },   { "begin", "end" },
  { "start", "end" },  { "start", "stop" },  { "start", "finish" }, { "open", "close" },
  { "push", "pop" },   { "call", "return" }, { "call", "ret" },
};

static bool is_capital (char c)
{
  return c >= 'A' && c <= 'Z';
}

static bool is_alphanumeric (char c)
{
  return is_capital (c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char) c >= 0x80;
}

/* A word as written: enter, Enter or ENTER. */
static void write_word (const char *word, size_t spelling, char *out)
{
  size_t i = 0;
  for (; word[i]; i++)
    out[i] = (char) (spelling == 2 || (spelling == 1 && !i) ? word[i] - 'a' + 'A' : word[i]);
  out[i] = 0;
}

/* enter_f: the word and a separator, then anything. */
static bool alike_at_start (const char *name, const two_names *form, alike *a)
{
  const size_t length = strlen (form->call);
  if (strncmp (name, form->call, length) != 0 || !name[length])
    return false;
  const bool separated = !is_alphanumeric (name[length]);
  if (separated ? !name[length + 1] : !is_capital (name[length]) || is_capital (name[length - 1]))
    return false;
  const char separator[2] = { (char) (separated ? name[length] : 0), 0 };
  snprintf (a->call_form, sizeof a->call_form, "%s%s*", form->call, separator);
  snprintf (a->ret_form, sizeof a->ret_form, "%s%s*", form->ret, separator);
  snprintf (a->partner, sizeof a->partner, "%s%s", form->ret, name + length);
  return true;
}

/* f_enter */
static bool alike_at_end (const char *name, const two_names *form, alike *a)
{
  const size_t all = strlen (name), length = strlen (form->call);
  if (all < length + 2 || strcmp (name + all - length, form->call) != 0 || is_alphanumeric (name[all - length - 1]))
    return false;
  char before[ALIKE_NAME + 1];
  memcpy (before, name, all - length);
  before[all - length] = 0;
  snprintf (a->call_form, sizeof a->call_form, "*%c%s", name[all - length - 1], form->call);
  snprintf (a->ret_form, sizeof a->ret_form, "*%c%s", name[all - length - 1], form->ret);
  snprintf (a->partner, sizeof a->partner, "%s%s", before, form->ret);
  return true;
}

static bool alike_tag (const char *name, alike *a)
{
  const size_t length = strlen (name);
  if (length < 3 || name[0] != '<' || name[1] == '/' || name[1] == '?' || name[1] == '!' || name[length - 1] != '>'
      || name[length - 2] == '/')
    return false;
  memcpy (a->call_form, "<*>", 4);
  memcpy (a->ret_form, "</*>", 5);
  snprintf (a->partner, sizeof a->partner, "</%s", name + 1);
  return true;
}

const char *alike_bracket (size_t k, bool call)
{
  return call ? brackets[k].call : brackets[k].ret;
}

bool alike_as_call (const char *name, size_t k, alike *a)
{
  if (strlen (name) > ALIKE_NAME)
    return false;
  if (k < ALIKE_BRACKETS) {
    if (strcmp (name, brackets[k].call) != 0)
      return false;
    a->call_form[0] = a->ret_form[0] = 0;
    snprintf (a->partner, sizeof a->partner, "%s", brackets[k].ret);
    return true;
  }
  k -= ALIKE_BRACKETS;
  if (!k)
    return alike_tag (name, a);
  k--;
  char call[16], ret[16];
  write_word (alike_words[k / 6].call, k / 2 % 3, call);
  write_word (alike_words[k / 6].ret, k / 2 % 3, ret);
  const two_names form = { call, ret };
  return k % 2 ? alike_at_end (name, &form, a) : alike_at_start (name, &form, a);
}
