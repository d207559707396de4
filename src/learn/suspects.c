/* suspects.c - reports the words whose labels are taken for wrong, the most suspicious first, with
 * reasons. */
#include "learn/suspects.h"

#include "base/logs.h"
#include "data/encode.h"

#include <stdio.h>

typedef struct suspicion
{
  const noisy_word *word;
  papni_label label;
  uint32_t against;
  size_t number; /* of the word */
} suspicion;

static int most_suspicious (const void *left, const void *right)
{
  const suspicion *x = left, *y = right;
  int order = noisy_word_order (y->word, y->against, x->word, x->against);
  if (!order)
    order = compare (y->word->extra, x->word->extra);
  return order ? order : compare (x->number, y->number);
}

/* A word has at most one label that the model contradicts. */
static size_t list_suspicions (const noisy_words *words, const bool *accepted, suspicion *list)
{
  size_t count = 0;
  for (size_t i = 0; i < words->count; i++) {
    const noisy_word *w = &words->words[i];
    const papni_label other = accepted[i] ? PAPNI_REJECT : PAPNI_ACCEPT;
    if (w->times[other])
      list[count++] = (suspicion){ w, other, noisy_word_against (w, other), i };
  }
  sort_items (list, count, sizeof *list, most_suspicious);
  return count;
}

static size_t add_reason (suspect_entry *entry, size_t length, const char *text)
{
  const size_t room = sizeof entry->reason - length;
  const int added = snprintf (entry->reason + length, room, "%s%s", length ? "; " : "", text);
  return added > 0 && (size_t) added < room ? length + (size_t) added : length;
}

static void give_reason (suspect_entry *entry, const suspicion *s, bool matched)
{
  char text[128];
  size_t length = 0;
  const papni_label right = s->label == PAPNI_ACCEPT ? PAPNI_REJECT : PAPNI_ACCEPT;
  const char *otherwise = right == PAPNI_ACCEPT ? "accept" : "reject";
  if (!matched)
    length = add_reason (entry, length, "not well-matched, so no model accepts it");
  if (s->word->times[right]) {
    const papni_word *place = &s->word->places[right];
    if (place->file)
      snprintf (text, sizeof text, "%sed at %.60s:%zu", otherwise, place->file, place->line);
    else
      snprintf (text, sizeof text, "also %sed", otherwise);
    length = add_reason (entry, length, text);
  }
  if (matched && s->word->votes) {
    snprintf (text, sizeof text, "%u of %u models learned without it %s it", (unsigned) s->against,
              (unsigned) s->word->votes, otherwise);
    length = add_reason (entry, length, text);
  }
  if (matched && s->word->extra >= (uint64_t) ONE_BIT) {
    snprintf (text, sizeof text, "a model that %ss it takes %llu more bits",
              s->label == PAPNI_ACCEPT ? "accept" : "reject", (unsigned long long) (s->word->extra >> LOG_FRACTION));
    length = add_reason (entry, length, text);
  }
  if (!length)
    add_reason (entry, length, right == PAPNI_ACCEPT ? "the model accepts it" : "the model rejects it");
}

static status tell_suspicion (suspect_entry *entry, const suspicion *s, papni_encoder *encoder, error *e)
{
  papni_encoding encoding = { .mismatch = PAPNI_MISMATCH_NONE };
  const papni_word *word = &s->word->places[s->label];
  const status failed = encoder && s->label == PAPNI_ACCEPT
                            ? papni_encode (encoder, word->symbols, word->length, &encoding, e)
                            : PAPNI_OK;
  entry->suspect = (papni_suspect){ .word = *word,
                                    .times = s->word->times[s->label],
                                    .against = s->against,
                                    .votes = s->word->votes,
                                    .bits = (double) s->word->extra / (double) ONE_BIT,
                                    .reason = entry->reason };
  if (!failed)
    give_reason (entry, s, encoding.mismatch == PAPNI_MISMATCH_NONE);
  return failed;
}

static status tell_suspicions (papni_report *r, const suspicion *list, size_t count, papni_encoder *encoder, error *e)
{
  r->suspects = allocate_zeroed (&r->memory, count, sizeof *r->suspects);
  if (!r->suspects)
    return no_memory (e);
  r->suspect_count = count;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < count; i++)
    s = tell_suspicion (&r->suspects[i], &list[i], encoder, e);
  return s;
}

/* Learning has counted the words that it was given. */
static status count_all_words (papni_report *r, const papni_samples *samples, bool stack, error *e)
{
  encoded words;
  papni_statistics all = { 0 };
  const status s = encoded_init (&words, samples, stack, &all, e);
  if (s)
    return s;
  encoded_release (&words);
  r->statistics.words = all.words;
  r->statistics.positive = all.positive;
  r->statistics.negative = all.negative;
  r->statistics.dropped_positive = all.dropped_positive;
  r->statistics.dropped_negative = all.dropped_negative;
  return PAPNI_OK;
}

status report_suspects (papni_report *r, const noisy_words *words, const papni_model *model, const bool *accepted,
                        error *e)
{
  if (!r)
    return PAPNI_OK;
  const bool stack = model->kind != PAPNI_DFA;
  papni_encoder *encoder = stack ? papni_encoder_new (words->samples->alphabet, e) : NULL;
  suspicion *list = allocate (&words->memory, words->count, sizeof *list);
  status s = (stack && !encoder) || !list ? no_memory (e) : PAPNI_OK;
  if (!s)
    s = tell_suspicions (r, list, list_suspicions (words, accepted, list), encoder, e);
  if (!s)
    s = count_all_words (r, words->samples, stack, e);
  r->statistics.suspects = r->suspect_count;
  papni_encoder_free (encoder);
  release (&words->memory, list, words->count, sizeof *list);
  return s;
}
