/* stack_name.c - writes and reads names of the stack-aware alphabet. */
#include "data/stack_name.h"

#include <string.h>

static const char push_mark[] = "/push", pop_mark[] = "/pop/";

/* A slash that could begin a mark, also together with what follows the name. */
static bool is_ambiguous (const char *at)
{
  return !strncmp (at, "/push", 5) || !strncmp (at, "/pop", 4);
}

static char *write_escaped (const char *name, char *out)
{
  for (; *name; name++) {
    const char *escaped = *name == ' '                          ? "\\x20"
                          : *name == '\\'                       ? "\\\\"
                          : *name == '/' && is_ambiguous (name) ? "\\x2f"
                                                                : NULL;
    for (const char *c = escaped; c && *c; c++)
      *out++ = *c;
    if (!escaped)
      *out++ = *name;
  }
  return out;
}

size_t stack_name_room (const letter *l, const letter *popped)
{
  return 4 * (l->length + (popped ? popped->length : 0)) + sizeof push_mark + sizeof pop_mark;
}

size_t write_stack_name (const letter *l, const letter *popped, char *out)
{
  char *end = write_escaped (l->name, out);
  if (popped) {
    memcpy (end, pop_mark, sizeof pop_mark - 1);
    end = write_escaped (popped->name, end + sizeof pop_mark - 1);
  } else if (l->kind == PAPNI_CALL) {
    memcpy (end, push_mark, sizeof push_mark - 1);
    end += sizeof push_mark - 1;
  }
  return (size_t) (end - out);
}

stack_name read_stack_name (text_span written)
{
  const size_t push = sizeof push_mark - 1, pop = sizeof pop_mark - 1;
  for (size_t i = 0; i + pop <= written.length; i++)
    if (!memcmp (written.text + i, pop_mark, pop))
      return (stack_name){ PAPNI_RETURN, { written.text, i }, { written.text + i + pop, written.length - i - pop } };
  if (written.length > push && !memcmp (written.text + written.length - push, push_mark, push))
    return (stack_name){ PAPNI_CALL, { written.text, written.length - push }, { 0 } };
  return (stack_name){ PAPNI_INTERNAL, written, { 0 } };
}

size_t unescape_name (text_span name, char *out)
{
  size_t length = 0;
  for (size_t i = 0; i < name.length; i++) {
    const char *at = name.text + i;
    const size_t left = name.length - i;
    if (left >= 4 && !memcmp (at, "\\x20", 4)) {
      out[length++] = ' ';
      i += 3;
    } else if (left >= 4 && !memcmp (at, "\\x2f", 4)) {
      out[length++] = '/';
      i += 3;
    } else {
      out[length++] = *at;
      i += left >= 2 && at[0] == '\\' && at[1] == '\\';
    }
  }
  return length;
}
