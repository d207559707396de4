/* answers.c - looks up questions, and asks new ones in batches.
 *
 * Some words are asked a second time, to detect an inconsistent oracle; the first
 * answer stays. A word without an answer counts as rejected while learning, but the
 * model need not agree with it. */
#include "active/answers.h"
#include "base/random.h"
#include "base/watch.h"

#include <string.h>

enum
{
  REPEAT = 128 /* one question in this many is a repeat */
};

void answers_release (answers *a)
{
  release (&a->memory, a->pool, a->pool_capacity, sizeof *a->pool);
  release (&a->memory, a->list, a->capacity, sizeof *a->list);
  map_release (&a->memory, &a->index);
  release (&a->memory, a->draft, a->draft_capacity, sizeof *a->draft);
  release (&a->memory, a->batch, a->batch_capacity, sizeof *a->batch);
  release (&a->memory, a->questions, a->question_capacity, sizeof *a->questions);
  release (&a->memory, a->replies, a->reply_capacity, sizeof *a->replies);
}

static bool out_of_memory (answers *a)
{
  a->failed = no_memory (a->e);
  return false;
}

/* ---- drafts ---- */

void draft_begin (answers *a)
{
  a->draft_length = 0;
}

bool draft_symbols (answers *a, const symbol *symbols, size_t length)
{
  if (!reserve (&a->memory, &a->draft, &a->draft_capacity, a->draft_length + length + 1, sizeof *a->draft))
    return out_of_memory (a);
  if (length)
    memcpy (a->draft + a->draft_length, symbols, length * sizeof *symbols);
  a->draft_length += length;
  return true;
}

bool draft_factor (answers *a, factor part)
{
  return draft_symbols (a, a->pool + part.begin, part.length);
}

bool draft_keep (answers *a, factor *word)
{
  *word = (factor){ a->used, a->draft_length };
  if (!reserve (&a->memory, &a->pool, &a->pool_capacity, a->used + a->draft_length + 1, sizeof *a->pool))
    return out_of_memory (a);
  if (a->draft_length)
    memcpy (a->pool + a->used, a->draft, a->draft_length * sizeof *a->draft);
  a->used += a->draft_length;
  return true;
}

/* ---- the index ---- */

static uint64_t hash_question (const symbol *symbols, size_t length)
{
  return hash_symbols (symbols, length);
}

static uint32_t find_hashed (const answers *a, uint64_t hash, const symbol *symbols, size_t length)
{
  const uint32_t *first = map_find (&a->index, hash);
  uint32_t i = first ? *first : NO_ANSWER;
  while (i != NO_ANSWER
         && (a->list[i].word.length != length
             || (length && memcmp (word_of (a, a->list[i].word), symbols, length * sizeof *symbols) != 0)))
    i = a->list[i].next;
  return i;
}

uint32_t answers_find (const answers *a, const symbol *symbols, size_t length)
{
  return find_hashed (a, hash_question (symbols, length), symbols, length);
}

/* The number of the draft, which is inserted if it is new. */
static bool answers_intern (answers *a, uint32_t *index, bool *fresh)
{
  const uint64_t hash = hash_question (a->draft, a->draft_length);
  *index = find_hashed (a, hash, a->draft, a->draft_length);
  *fresh = *index == NO_ANSWER;
  if (!*fresh)
    return true;
  answer new = { .answer = PAPNI_UNANSWERED };
  if (!draft_keep (a, &new.word))
    return false;
  if (a->count == NO_ANSWER || !reserve (&a->memory, &a->list, &a->capacity, a->count + 1, sizeof *a->list))
    return out_of_memory (a);
  bool first;
  *index = (uint32_t) a->count;
  uint32_t *slot = map_enter (&a->memory, &a->index, hash, *index, &first);
  if (!slot)
    return out_of_memory (a);
  new.next = first ? NO_ANSWER : *slot;
  *slot = *index;
  a->list[a->count++] = new;
  return true;
}

/* ---- asking ---- */

static size_t questions_so_far (const answers *a)
{
  size_t total = 0;
  for (size_t i = 0; i < PAPNI_PURPOSES; i++)
    total += a->report->questions[i];
  return total;
}

/* Writes a word to the batch, in the caller's symbol numbers. */
static void put_question (answers *a, size_t *used, papni_question *question, factor word)
{
  question->symbols = a->batch + *used;
  question->length = word.length;
  for (size_t i = 0; i < word.length; i++)
    a->batch[(*used)++] = a->outside[a->pool[word.begin + i]];
}

/* Chooses the earlier answers that are asked again with this batch: one in REPEAT. */
static size_t choose_repeats (answers *a, size_t count, uint32_t *repeats, size_t most)
{
  size_t chosen = 0;
  for (size_t i = 0; i < count && chosen < most && a->asked && !a->how->equivalence; i++)
    if (random_below (&a->random, REPEAT) == 0) {
      const uint32_t again = (uint32_t) random_below (&a->random, a->asked);
      if (!a->list[again].given)
        repeats[chosen++] = again;
    }
  return chosen;
}

static bool send_batch (answers *a, size_t count, const uint32_t *repeats, size_t repeat_count)
{
  size_t length = 0, used = 0;
  for (size_t i = 0; i < count; i++)
    length += a->list[a->asked + i].word.length;
  for (size_t i = 0; i < repeat_count; i++)
    length += a->list[repeats[i]].word.length;
  const size_t all = count + repeat_count;
  if (!reserve (&a->memory, &a->batch, &a->batch_capacity, length + 1, sizeof *a->batch)
      || !reserve (&a->memory, &a->questions, &a->question_capacity, all, sizeof *a->questions)
      || !reserve (&a->memory, &a->replies, &a->reply_capacity, all, sizeof *a->replies))
    return out_of_memory (a);
  for (size_t i = 0; i < count; i++)
    put_question (a, &used, &a->questions[i], a->list[a->asked + i].word);
  for (size_t i = 0; i < repeat_count; i++)
    put_question (a, &used, &a->questions[count + i], a->list[repeats[i]].word);
  for (size_t i = 0; i < all; i++)
    a->replies[i] = PAPNI_UNANSWERED;
  a->failed = a->how->oracle (a->how->context, a->questions, all, a->replies, a->e);
  return !a->failed;
}

bool answers_flush (answers *a)
{
  enum
  {
    MOST = 16 /* repeats per batch */
  };
  uint32_t repeats[MOST];
  size_t count = a->count - a->asked;
  if (!count || a->failed)
    return !a->failed;
  const size_t left = a->how->most ? a->how->most - questions_so_far (a) : SIZE_MAX;
  const bool enough = count <= left;
  count = enough ? count : left;
  const size_t again = enough ? choose_repeats (a, count, repeats, left - count < MOST ? left - count : MOST) : 0;
  if (!watch_goes_on (&a->how->watch, PAPNI_PHASE_ASKING, questions_so_far (a), a->how->most)) {
    a->failed = fail (a->e, PAPNI_CANCELLED, "cancelled");
    return false;
  }
  if (count && !send_batch (a, count, repeats, again))
    return false;
  for (size_t i = 0; i < again; i++) {
    const answer *first = &a->list[repeats[i]];
    const papni_answer reply = a->replies[count + i];
    a->report->contradictions +=
        first->answer != PAPNI_UNANSWERED && reply != PAPNI_UNANSWERED && reply != first->answer;
  }
  for (size_t i = 0; i < count; i++) {
    a->list[a->asked + i].answer = (uint8_t) a->replies[i];
    a->report->unanswered += a->replies[i] == PAPNI_UNANSWERED;
  }
  a->report->questions[a->purpose] += count;
  a->report->questions[PAPNI_ASK_AGAIN] += again;
  a->asked += count;
  if (!enough)
    a->failed = PAPNI_CANCELLED;
  return enough;
}

bool answers_queue (answers *a, uint32_t *index)
{
  bool fresh;
  return !a->failed && answers_intern (a, index, &fresh);
}

bool answers_ask (answers *a, bool *right)
{
  uint32_t index;
  if (!answers_queue (a, &index) || (index >= a->asked && !answers_flush (a)))
    return false;
  *right = a->list[index].answer == PAPNI_YES;
  return true;
}

bool answers_enter (answers *a, papni_answer reply)
{
  bool fresh;
  uint32_t index;
  if (!answers_flush (a) || !answers_intern (a, &index, &fresh))
    return false;
  if (fresh) {
    a->list[index].answer = (uint8_t) reply;
    a->list[index].given = true;
    a->asked = a->count;
  }
  return true;
}
