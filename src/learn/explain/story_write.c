/* story_write.c - writes the log of merges, one line per step. */
#include "base/output.h"
#include "learn/explain/story.h"

typedef struct teller
{
  output output;
  const papni_story *story;
  symbol *word;
  size_t capacity;
  status failed;
  error *error;
} teller;

static void put_word (teller *t, const char *before, term what)
{
  size_t length = 0;
  if (!t->failed)
    t->failed = story_word (t->story, what, &t->word, &t->capacity, &length, t->error);
  put (&t->output, before);
  for (size_t i = 0; !t->failed && i < length; i++) {
    put (&t->output, " ");
    put_name (&t->output, t->story->alphabet->letters[t->word[i]].name);
  }
}

/* The number of a red state in the model, and the call that it is inside. */
static void put_red (teller *t, uint32_t red)
{
  const papni_story *s = t->story;
  const symbol module = s->shapes[s->reds[red]].module;
  if (s->numbers[red] == PAPNI_NO_STATE)
    put (&t->output, "a state that is not in the model");
  else {
    put (&t->output, "state ");
    put_number (&t->output, s->numbers[red]);
  }
  if (!module)
    return;
  put (&t->output, ", inside ");
  if (s->calls[module] == PAPNI_NO_SYMBOL)
    put (&t->output, "calls");
  else
    put_name (&t->output, s->alphabet->letters[s->calls[module]].name);
}

static void put_line (teller *t, const char *what, uint32_t red, term word)
{
  put (&t->output, what);
  put_red (t, red);
  put_word (t, ":", word);
  put (&t->output, "\n");
}

/* The conflict with each earlier red state. */
static void story_write_put_pairs (teller *t, const told_step *step)
{
  const papni_story *s = t->story;
  bool others = false;
  for (uint32_t red = 0; red < step->red; red++) {
    const conflict *pair = &s->pairs[step->first + red];
    if (s->shapes[s->reds[red]].module != s->shapes[step->what].module) {
      others = true;
      continue;
    }
    put (&t->output, "  not  ");
    put_red (t, red);
    if (pair->accepted == NO_TERM) {
      put (&t->output, ": ");
      put (&t->output, s->otherwise);
    } else {
      put_word (t, ": +", pair->accepted);
      put_word (t, " | -", pair->rejected);
    }
    put (&t->output, "\n");
  }
  if (others)
    put (&t->output, "  not  a state of another module\n");
}

papni_status papni_story_write (const papni_story *story, papni_writer writer, papni_error *e)
{
  teller t = { .output = { .writer = writer }, .story = story, .error = e };
  size_t first = story->red_count;
  for (size_t i = 0; i < story->step_count; i++)
    first -= story->steps[i].promoted;
  put (&t.output, "# Log of merges. Each state is followed by a word that leads to it. Under a new state, each\n"
                  "# older state is listed with two samples that conflict if the two states are merged.\n");
  for (uint32_t red = 0; red < first; red++)
    put_line (&t, "start  ", red, story->reds[red]);
  for (size_t i = 0; !t.failed && i < story->step_count; i++) {
    const told_step *step = &story->steps[i];
    put_line (&t, step->promoted ? "new    " : "merge  ", step->red, step->what);
    if (step->promoted)
      story_write_put_pairs (&t, step);
  }
  const status written = output_end (&t.output, e);
  release (&story->memory, t.word, t.capacity, sizeof *t.word);
  return t.failed ? t.failed : written;
}
