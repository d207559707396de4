/* grammar_comments.c - how often words use a rule, as a comment.
 *
 * The start is used by every word, and a block whenever its call is read. The counts are
 * those of the model that is exported: the grammar comes from a smaller one without counts.
 * They are kept by symbol, so a call that has several rules gets no comment. */
#include "io/models/writer.h"
#include "model/counts.h"

#include <string.h>

/* The name of a symbol in the exported model, without the spaces of text_model.h. */
static const char *plain_name (const writer *w, symbol s)
{
  const char *name = w->grammar->model->alphabet->letters[s].name;
  return name + (w->scanner ? strspn (name, " ") : 0);
}

static bool is_only_block (const writer *w, uint32_t r)
{
  const grammar *g = w->grammar;
  if (g->large_form || g->rules[r].kind != RULE_BLOCK)
    return false;
  for (uint32_t i = 0; i < g->count; i++) {
    const rule *other = &g->rules[i];
    if (i != r && other->call != PAPNI_NO_SYMBOL && (other->kept || other->kind == RULE_BLOCK)
        && !strcmp (plain_name (w, other->call), plain_name (w, g->rules[r].call)))
      return false;
  }
  return true;
}

/* How often words take the transitions on a symbol. */
static uint64_t times_read (const papni_model *counted, const char *name)
{
  uint64_t count = 0;
  for (size_t i = 0; i < counted->count; i++)
    if (!strcmp (counted->alphabet->letters[counted->transitions[i].symbol].name, name))
      count += counted->counts->taken[i];
  return count;
}

static uint64_t words_counted (const papni_model *counted)
{
  uint64_t count = 0;
  for (size_t q = 0; q < counted->states; q++)
    count += counted->counts->ends[q];
  return count;
}

void writer_comment (writer *w, uint32_t r)
{
  const papni_model *counted = w->counted;
  if (!counted || !counted->counts || (r && !is_only_block (w, r)))
    return;
  put (&w->output, w->notation == EBNF ? "  /* " : w->notation == GBNF ? "  # " : "  // ");
  if (r)
    put (&w->output, "used ");
  put_number (&w->output,
              r ? times_read (counted, plain_name (w, w->grammar->rules[r].call)) : words_counted (counted));
  put (&w->output, r ? " times" : " words");
  put (&w->output, w->notation == EBNF ? " */" : "");
}
