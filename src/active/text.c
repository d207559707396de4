/* text.c - learning from texts: characters, tokens that nest, then words of symbols.
 *
 * All answers that the search for tokens gets are passed on as labels. A word of
 * symbols whose text would be read as other symbols (i, f where if is a token) is
 * rejected without asking. */
#include "active/text_names.h"
#include "active/tokens.h"
#include "base/output.h"
#include "data/sample.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_learner
{
  allocator memory;
  const papni_text_asking *how;
  character_set characters;
  symbol *same; /* 0, 1, 2, ... */
  answers answers;
  factor *seeds; /* the accepted ones */
  size_t seed_count, seed_capacity;
  token_list tokens;
  token_names names;
  papni_alphabet *alphabet;
  papni_samples *samples;
  factor *texts; /* of the alphabet's symbols */
  char *bytes;   /* of a batch of texts */
  size_t used, byte_capacity;
  papni_string *strings;
  size_t string_capacity;
  size_t *places; /* of the questions of a batch that were asked */
  size_t place_capacity;
  papni_answer *replies;
  size_t reply_capacity;
} text_learner;

/* ---- asking about texts ---- */

/* Adds a text to the batch; its position in `bytes` is known when all are added. */
static bool put_text (text_learner *l, const symbol *text, size_t length, size_t number)
{
  if (!reserve (&l->memory, &l->bytes, &l->byte_capacity, l->used + 4 * length + 1, 1)
      || !reserve (&l->memory, &l->strings, &l->string_capacity, number + 1, sizeof *l->strings))
    return false;
  const size_t begin = l->used;
  for (size_t i = 0; i < length; i++)
    l->used += character_bytes (&l->characters, text[i], l->bytes + l->used);
  l->strings[number] = (papni_string){ NULL, l->used - begin };
  return true;
}

static status send_texts (text_learner *l, size_t count, papni_answer *replies, error *e)
{
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    l->strings[i].bytes = l->bytes + at;
    at += l->strings[i].size;
  }
  return count ? l->how->oracle (l->how->context, l->strings, count, replies, e) : PAPNI_OK;
}

/* Asks about words of characters. */
static papni_status ask_characters (void *context, const papni_question *questions, size_t count, papni_answer *replies,
                                    papni_error *e)
{
  text_learner *l = context;
  l->used = 0;
  for (size_t i = 0; i < count; i++)
    if (!put_text (l, questions[i].symbols, questions[i].length, i))
      return no_memory (e);
  return send_texts (l, count, replies, e);
}

/* The characters of a word become the draft; *same: whether they are read as this word
 * again. */
static bool draft_word_text (text_learner *l, const papni_question *q, bool *same)
{
  answers *a = &l->answers;
  draft_begin (a);
  for (size_t i = 0; i < q->length; i++)
    if (!draft_factor (a, l->texts[q->symbols[i]]))
      return false;
  size_t at = 0;
  *same = true;
  for (size_t i = 0; *same && i < q->length; i++) {
    const text_token *t = token_at (a, &l->tokens, a->draft + at, a->draft_length - at);
    const size_t length = l->texts[q->symbols[i]].length;
    *same = (t ? t->text.length : 1) == length;
    at += length;
  }
  return true;
}

/* Asks about words of symbols. */
static papni_status ask_symbols (void *context, const papni_question *questions, size_t count, papni_answer *replies,
                                 papni_error *e)
{
  text_learner *l = context;
  size_t asked = 0;
  l->used = 0;
  if (!reserve (&l->memory, &l->places, &l->place_capacity, count, sizeof *l->places)
      || !reserve (&l->memory, &l->replies, &l->reply_capacity, count, sizeof *l->replies))
    return no_memory (e);
  for (size_t i = 0; i < count; i++) {
    bool same;
    if (!draft_word_text (l, &questions[i], &same))
      return no_memory (e);
    replies[i] = PAPNI_NO;
    if (!same)
      continue;
    if (!put_text (l, l->answers.draft, l->answers.draft_length, asked))
      return no_memory (e);
    l->replies[asked] = PAPNI_UNANSWERED;
    l->places[asked++] = i;
  }
  const status s = send_texts (l, asked, l->replies, e);
  for (size_t i = 0; !s && i < asked; i++)
    replies[l->places[i]] = l->replies[i];
  return s;
}

/* ---- seeds ---- */

static bool draft_text (text_learner *l, papni_string text)
{
  draft_begin (&l->answers);
  for (size_t k = 0; k < text.size;) {
    uint32_t c;
    k += utf8_character (text.bytes + k, text.size - k, &c);
    if (!draft_symbol (&l->answers, character_find (&l->characters, c)))
      return false;
  }
  return true;
}

/* Enters the seeds with a label, and asks about the others. */
static bool enter_seeds (text_learner *l, const papni_string *seeds, size_t count)
{
  answers *a = &l->answers;
  const papni_label *labels = l->how->labels;
  for (int known = 1; known >= 0; known--)
    for (size_t i = 0; i < count; i++) {
      uint32_t index;
      const papni_label label = labels ? labels[i] : PAPNI_UNKNOWN;
      if ((label != PAPNI_UNKNOWN) != known)
        continue;
      if (!draft_text (l, seeds[i])
          || !(known ? answers_enter (a, label == PAPNI_ACCEPT ? PAPNI_YES : PAPNI_NO) : answers_queue (a, &index)))
        return false;
    }
  return true;
}

/* Asks about all seeds, and keeps the accepted ones, sorted. */
static bool ask_seeds (text_learner *l, const papni_string *seeds, size_t count)
{
  answers *a = &l->answers;
  if (!enter_seeds (l, seeds, count))
    return false;
  const size_t end = a->count;
  if (!answers_flush (a))
    return false;
  if (!reserve (&l->memory, &l->seeds, &l->seed_capacity, end + 1, sizeof *l->seeds)) {
    a->failed = no_memory (a->e);
    return false;
  }
  for (size_t i = 0; i < end; i++) {
    if (a->list[i].answer == PAPNI_YES)
      l->seeds[l->seed_count++] = a->list[i].word;
    else
      a->report->rejected += a->list[i].answer == PAPNI_NO && !a->list[i].given;
  }
  if (!sort_texts (a, l->seeds, l->seed_count)) {
    a->failed = no_memory (a->e);
    return false;
  }
  return true;
}

/* ---- symbols and samples ---- */

/* The symbol of a token or a character, or of a plain text. */
static status declare_symbols (text_learner *l, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < l->names.count; i++) {
    symbol number;
    s = papni_alphabet_declare (l->alphabet, l->names.list[i].kind, l->names.list[i].name, e);
    if (!s) {
      number = papni_alphabet_find (l->alphabet, l->names.list[i].name, strlen (l->names.list[i].name));
      l->texts[number] = l->names.list[i].text;
    }
  }
  return s ? s : alphabet_use_lexer (l->alphabet, l->names.rules, e);
}

/* An answer as a labelled word. */
static status add_answer (text_learner *l, const answer *b, error *e)
{
  const answers *a = &l->answers;
  const symbol *at = word_of (a, b->word), *end = at + b->word.length;
  size_t length = 0;
  if (!samples_reserve (l->samples, b->word.length))
    return no_memory (e);
  while (at < end) {
    const text_token *t = token_at (a, &l->tokens, at, (size_t) (end - at));
    const char *name = token_name (&l->names, &l->tokens, t, *at);
    l->samples->flat[l->samples->used + length++] = papni_alphabet_find (l->alphabet, name, strlen (name));
    at += t ? t->text.length : 1;
  }
  return samples_end_word (l->samples, length, b->answer == PAPNI_YES ? PAPNI_ACCEPT : PAPNI_REJECT, NULL, 0, e);
}

static status make_samples (text_learner *l, error *e)
{
  l->alphabet = papni_alphabet_new (&l->memory, e);
  l->samples = l->alphabet ? papni_samples_new (l->alphabet, e) : NULL;
  l->texts = allocate (&l->memory, l->names.count, sizeof *l->texts);
  status s = l->samples && l->texts ? declare_symbols (l, e) : no_memory (e);
  for (size_t i = 0; !s && i < l->answers.asked; i++)
    if (l->answers.list[i].answer != PAPNI_UNANSWERED
        && tokens_balanced (&l->answers, &l->tokens, l->answers.list[i].word))
      s = add_answer (l, &l->answers.list[i], e);
  return s;
}

/* ---- notes ---- */

static void put_texts (const text_learner *l, output *o, const factor *parts, size_t count)
{
  enum
  {
    LONGEST_SHOWN = 60
  };
  size_t shown = 0;
  char bytes[8];
  put (o, "'");
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < parts[i].length && shown++ < LONGEST_SHOWN; k++)
      put_bytes (o, bytes, character_bytes (&l->characters, word_of (&l->answers, parts[i])[k], bytes));
  put (o, shown > LONGEST_SHOWN ? "...'" : "'");
}

typedef struct sentence
{
  char text[1024];
  size_t length;
} sentence;

static bool add_to_sentence (void *context, const char *bytes, size_t size)
{
  sentence *s = context;
  const size_t room = sizeof s->text - 1 - s->length, taken = size < room ? size : room;
  memcpy (s->text + s->length, bytes, taken);
  s->length += taken;
  s->text[s->length] = 0;
  return true;
}

static void note_tokens (void *context, const text_token *call, const text_token *ret, const pumping *p)
{
  const text_learner *l = context;
  sentence s = { .length = 0 };
  output o = { .writer = { add_to_sentence, &s } };
  if (!l->how->note)
    return;
  put_texts (l, &o, &call->text, 1);
  put (&o, " and ");
  put_texts (l, &o, &ret->text, 1);
  put (&o, " nest: ");
  put_texts (l, &o, (const factor[]){ p->u, p->x, p->x, p->z, p->y, p->y, p->v }, 7);
  put (&o, " is accepted, ");
  put_texts (l, &o, (const factor[]){ p->u, p->x, p->x, p->z, p->y, p->v }, 6);
  put (&o, " and ");
  put_texts (l, &o, (const factor[]){ p->u, p->x, p->z, p->y, p->y, p->v }, 6);
  put (&o, " are rejected");
  if (!output_end (&o, NULL))
    l->how->note (l->how->context, s.text);
}

/* ---- all ---- */

static bool find_tokens (text_learner *l, uint8_t *classes, symbol *mirrors)
{
  answers *a = &l->answers;
  for (size_t i = 0; i < l->characters.count; i++) {
    classes[i] = character_class (&l->characters, (symbol) i);
    mirrors[i] = character_mirror (&l->characters, (symbol) i);
  }
  const token_search search = { a, classes, mirrors, l->seeds, l->seed_count, note_tokens, l };
  return tokens_find (&search, &l->tokens);
}

static bool find_all (text_learner *l, const papni_string *seeds, size_t count)
{
  answers *a = &l->answers;
  const size_t size = l->characters.count;
  a->purpose = PAPNI_ASK_TOKENS;
  if (!ask_seeds (l, seeds, count))
    return false;
  uint8_t *classes = allocate (&l->memory, size, sizeof *classes);
  symbol *mirrors = allocate (&l->memory, size, sizeof *mirrors);
  bool ok = classes && mirrors;
  if (ok)
    ok = find_tokens (l, classes, mirrors);
  else
    a->failed = no_memory (a->e);
  release (&l->memory, classes, size, sizeof *classes);
  release (&l->memory, mirrors, size, sizeof *mirrors);
  return ok;
}

static papni_model *learn_symbols (text_learner *l, papni_asked *report, error *e)
{
  const size_t tokens = report->questions[PAPNI_ASK_TOKENS], again = report->questions[PAPNI_ASK_AGAIN];
  const papni_asked first = *report;
  papni_asking how = papni_default_asking (ask_symbols, l);
  how.most = l->how->most;
  how.agree = l->how->agree;
  how.seed = l->how->seed;
  how.watch = l->how->watch;
  if (how.most)
    how.most = how.most > tokens + again ? how.most - tokens - again : 1;
  papni_model *model = papni_learn_oracle (l->samples, &how, report, e);
  report->questions[PAPNI_ASK_TOKENS] = tokens;
  report->questions[PAPNI_ASK_AGAIN] += again;
  report->unanswered += first.unanswered;
  report->contradictions += first.contradictions;
  report->rejected = first.rejected;
  for (size_t i = 0; i < l->seed_count; i++)
    report->dropped += !tokens_balanced (&l->answers, &l->tokens, l->seeds[i]);
  return model;
}

static papni_model *learn_text (text_learner *l, const papni_string *seeds, size_t count, papni_asked *report)
{
  error *e = l->answers.e;
  status s = characters_collect (&l->characters, &l->memory, seeds, count, l->how->alphabet, e);
  l->same = s ? NULL : allocate (&l->memory, l->characters.count, sizeof *l->same);
  if (!s && !l->same)
    s = no_memory (e);
  for (size_t i = 0; !s && i < l->characters.count; i++)
    l->same[i] = (symbol) i;
  l->answers.outside = l->same;
  if (!s && !find_all (l, seeds, count) && l->answers.failed != PAPNI_CANCELLED)
    s = l->answers.failed;
  l->answers.failed = PAPNI_OK;
  if (!s)
    s = text_names_make (&l->names, &l->memory, &l->characters, &l->tokens, &l->answers, e);
  if (!s)
    s = make_samples (l, e);
  return s ? NULL : learn_symbols (l, report, e);
}

/* With all fields of this version. */
static papni_model *learn_text_asking (const papni_string *seeds, size_t count, const papni_text_asking *how,
                                       papni_asked *report, error *e)
{
  text_learner l = { .memory = allocator_or_libc (how->allocator), .how = how };
  papni_asking asking = papni_default_asking (ask_characters, &l);
  asking.most = how->most;
  asking.watch = how->watch;
  l.answers = (answers){
    .memory = l.memory, .how = &asking, .report = report, .e = e, .random = papni_random_begin (how->seed + 2)
  };
  papni_model *model = learn_text (&l, seeds, count, report);
  papni_samples_free (l.samples);
  papni_alphabet_free (l.alphabet);
  release (&l.memory, l.texts, l.names.count, sizeof *l.texts);
  text_names_release (&l.names, &l.memory);
  release (&l.memory, l.same, l.characters.count, sizeof *l.same);
  characters_release (&l.characters, &l.memory);
  answers_release (&l.answers);
  release (&l.memory, l.seeds, l.seed_capacity, sizeof *l.seeds);
  release (&l.memory, l.bytes, l.byte_capacity, 1);
  release (&l.memory, l.strings, l.string_capacity, sizeof *l.strings);
  release (&l.memory, l.places, l.place_capacity, sizeof *l.places);
  release (&l.memory, l.replies, l.reply_capacity, sizeof *l.replies);
  return model;
}

papni_model *papni_learn_text (const papni_string *seeds, size_t count, const papni_text_asking *how,
                               papni_asked *report, papni_error *e)
{
  papni_text_asking all = { 0 };
  papni_asked asked = { 0 };
  if (how->size < offsetof (papni_text_asking, watch)) {
    fail (e, PAPNI_USAGE, "papni_text_asking: the size is not set: begin with papni_default_text_asking");
    return NULL;
  }
  memcpy (&all, how, how->size < sizeof all ? how->size : sizeof all);
  papni_model *model = learn_text_asking (seeds, count, &all, &asked, e);
  if (report)
    memcpy (report, &asked, how->report_size < sizeof asked ? how->report_size : sizeof asked);
  return model;
}
