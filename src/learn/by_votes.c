/* by_votes.c - learning from words some of whose labels are wrong.
 *
 * Models that are learned from halves of the words vote on the words that they have not seen. A
 * word that most of them judge otherwise is left out of the next round, in which the votes are better.
 * Of all rounds, that one wins whose model takes the fewest bits, together with the list of the labels
 * that it gets wrong (label_bits.h); none of them, if there seem to be no wrong labels. At
 * last, words come back if a model that has them right takes fewer bits: they are rare, not wrong. */
#include "learn/learn.h"

#include "base/team.h"
#include "learn/noise/label_bits.h"
#include "learn/noise/noisy_words.h"
#include "learn/suspects.h"

#include <string.h>

enum
{
  VOTERS = 16,        /* in a round: both halves of eight splits */
  VOTING_ROUNDS = 12, /* in which words are left out */
  IDLE_ROUNDS = 4,    /* without fewer bits: the end */
  AT_A_TIME = 8,      /* words that are tried at a time */
  MOST_TRIED = 256,   /* to be brought back */
  WRONG_PRICE = 2,    /* the bits of wrong labels count so many times */
  NOISY_PART = 3,     /* with auto, no label is wrong unless the bits fall to this part */
  OF_PARTS = 4
};

/* The bits of wrong labels where most words of a label would have the wrong one. */
#define IMPLAUSIBLE (UINT64_MAX / 8)

/* A model that is learned from some words, and what it says of all of them. */
typedef struct judgement
{
  bool *chosen, *accepted; /* by word */
  uint64_t model, wrong;   /* bits of the model, and of the labels that it gets wrong */
} judgement;

typedef struct ballot
{
  allocator memory;
  const settings *options;
  settings voter; /* how models are learned that vote */
  noisy_words words;
  size_t labelled, with_label[3]; /* words that have a label, and each one */
  logs logs;
  judgement tried[VOTERS], best;
  bool *kept; /* in this round */
  uint32_t *order;
  uint64_t plain; /* the bits of a model of all words */
  bool clean;     /* no label is wrong */
  atomic_size_t done;
  atomic_bool enough; /* continue with the best so far */
  team team;
} ballot;

/* ---- learning and judging ---- */

static bool is_right (const ballot *b, const judgement *j, size_t word)
{
  const papni_label label = b->words.words[word].label;
  return label != PAPNI_UNKNOWN && j->accepted[word] == (label == PAPNI_ACCEPT);
}

static bool is_wrong (const ballot *b, const judgement *j, size_t word)
{
  return b->words.words[word].label != PAPNI_UNKNOWN && !is_right (b, j, word);
}

static void measure_labels (const ballot *b, const papni_model *model, judgement *j)
{
  size_t wrong[3] = { 0 };
  for (size_t i = 0; i < b->words.count; i++)
    wrong[b->words.words[i].label] += is_wrong (b, j, i);
  const size_t all = wrong[PAPNI_ACCEPT] + wrong[PAPNI_REJECT];
  const bool most =
      2 * wrong[PAPNI_ACCEPT] > b->with_label[PAPNI_ACCEPT] || 2 * wrong[PAPNI_REJECT] > b->with_label[PAPNI_REJECT];
  j->model = label_model_bits (model);
  j->wrong = most && b->options->noise == NOISE_AUTO
                 ? IMPLAUSIBLE
                 : label_exception_bits (&b->logs, b->labelled, all, b->options->noise);
}

static uint64_t bits_of (const judgement *j)
{
  return j->model + WRONG_PRICE * j->wrong;
}

static bool votes_enough (void *context)
{
  const ballot *b = context;
  return atomic_load (&b->enough);
}

/* A task: learns from the chosen words. */
static status votes_judge (void *context, size_t index, team_member *member)
{
  ballot *b = context;
  judgement *j = &b->tried[index];
  settings how = b->voter;
  how.watch = (papni_watch){ team_goes_on, member };
  how.until = (until){ votes_enough, b };
  papni_samples *part = noisy_words_choose (&b->words, j->chosen, false, &how.watch, &member->error);
  papni_model *model = part ? learn_by_classes (part, &how, NULL, &member->error) : NULL;
  status s = model ? noisy_words_judge (&b->words, model, j->accepted, &how.watch, &member->error) : member->error.code;
  if (!s)
    measure_labels (b, model, j);
  papni_model_free (model);
  papni_samples_free (part);
  atomic_fetch_add (&b->done, 1);
  return s;
}

static bool votes_go_on (void *context)
{
  ballot *b = context;
  if (!atomic_load (&b->enough) && until_reached (&b->options->until))
    atomic_store (&b->enough, true);
  const size_t total = (size_t) VOTING_ROUNDS * (VOTERS + 1), done = atomic_load (&b->done);
  return watch_goes_on (&b->options->watch, PAPNI_PHASE_VOTING, done < total ? done : total, total);
}

static status votes_judge_all (ballot *b, size_t count, error *e)
{
  const status s = team_do (&b->team, count, votes_judge, b, e);
  return s || votes_go_on (b) ? s : fail (e, PAPNI_CANCELLED, "cancelled");
}

/* ---- rounds ---- */

static void take_best (ballot *b, const judgement *j)
{
  memcpy (b->best.chosen, j->chosen, b->words.count * sizeof *j->chosen);
  memcpy (b->best.accepted, j->accepted, b->words.count * sizeof *j->accepted);
  b->best.model = j->model;
  b->best.wrong = j->wrong;
}

static void choose_halves (const ballot *b, size_t round)
{
  for (size_t v = 0; v < VOTERS; v++)
    for (size_t i = 0; i < b->words.count; i++)
      b->tried[v].chosen[i] = b->kept[i] && noisy_word_in_half (&b->words.words[i], round, v);
}

/* Counts the votes; words with most votes against them are not kept. */
static void count_votes (ballot *b)
{
  for (size_t i = 0; i < b->words.count; i++) {
    noisy_word *w = &b->words.words[i];
    noisy_word now = { .label = w->label };
    for (size_t v = 0; v < VOTERS; v++)
      if (!b->tried[v].chosen[i]) {
        now.votes++;
        now.accepts += b->tried[v].accepted[i];
      }
    b->kept[i] = w->label != PAPNI_UNKNOWN && 2 * noisy_word_against (&now, w->label) <= now.votes;
    w->votes += now.votes;
    w->accepts += now.accepts;
  }
}

/* Learns from the words that are kept. */
static status judge_kept (ballot *b, error *e)
{
  memcpy (b->tried[0].chosen, b->kept, b->words.count * sizeof *b->kept);
  return votes_judge_all (b, 1, e);
}

static void keep_all (const ballot *b)
{
  for (size_t i = 0; i < b->words.count; i++)
    b->kept[i] = b->words.words[i].label != PAPNI_UNKNOWN;
}

static status vote_in_rounds (ballot *b, error *e)
{
  keep_all (b);
  status s = judge_kept (b, e);
  uint64_t least = b->tried[0].model + b->tried[0].wrong;
  if (!s) {
    take_best (b, &b->tried[0]);
    b->plain = bits_of (&b->best);
  }
  for (size_t round = 0, idle = 0; !s && round < VOTING_ROUNDS && idle < IDLE_ROUNDS && !votes_enough (b); round++) {
    choose_halves (b, round);
    s = votes_judge_all (b, VOTERS, e);
    if (s || votes_enough (b))
      break;
    count_votes (b);
    s = judge_kept (b, e);
    const uint64_t bits = b->tried[0].model + b->tried[0].wrong;
    idle = bits < least ? 0 : idle + 1;
    least = bits < least ? bits : least;
    if (!s && bits_of (&b->tried[0]) < bits_of (&b->best))
      take_best (b, &b->tried[0]);
  }
  return s;
}

/* ---- words that come back ---- */

typedef struct candidate_word
{
  const noisy_word *word;
  uint32_t against, number;
} candidate_word;

static int by_suspicion (const void *left, const void *right)
{
  const candidate_word *x = left, *y = right;
  const int order = noisy_word_order (x->word, x->against, y->word, y->against);
  return order ? order : compare (x->number, y->number);
}

/* Lists the words that the best model gets wrong, the least suspicious first. */
static status list_candidates (const ballot *b, size_t *count, error *e)
{
  candidate_word *list = allocate (&b->memory, b->words.count, sizeof *list);
  if (!list)
    return no_memory (e);
  *count = 0;
  for (size_t i = 0; i < b->words.count; i++) {
    const noisy_word *w = &b->words.words[i];
    if (is_wrong (b, &b->best, i))
      list[(*count)++] = (candidate_word){ w, noisy_word_against (w, w->label), (uint32_t) i };
  }
  sort_items (list, *count, sizeof *list, by_suspicion);
  for (size_t i = 0; i < *count; i++)
    b->order[i] = list[i].number;
  release (&b->memory, list, b->words.count, sizeof *list);
  return PAPNI_OK;
}

/* Learns from the words that the best model gets right, and one more each; takes the model with the
 * fewest bits, if they are fewer. */
static status try_group (ballot *b, const uint32_t *words, size_t count, error *e)
{
  size_t least = 0;
  for (size_t k = 0; k < count; k++) {
    for (size_t i = 0; i < b->words.count; i++)
      b->tried[k].chosen[i] = is_right (b, &b->best, i);
    b->tried[k].chosen[words[k]] = true;
  }
  const status s = votes_judge_all (b, count, e);
  if (s || votes_enough (b))
    return s;
  for (size_t k = 0; k < count; k++) {
    const judgement *j = &b->tried[k];
    const uint64_t bits = bits_of (j), best = bits_of (&b->best);
    if (bits > best && j->wrong < IMPLAUSIBLE && is_right (b, j, words[k]))
      b->words.words[words[k]].extra = bits - best;
    least = bits < bits_of (&b->tried[least]) ? k : least;
  }
  if (bits_of (&b->tried[least]) < bits_of (&b->best))
    take_best (b, &b->tried[least]);
  return PAPNI_OK;
}

static status bring_back (ballot *b, error *e)
{
  size_t count = 0, tried = 0;
  for (size_t i = 0; i < b->words.count; i++)
    b->kept[i] = is_right (b, &b->best, i);
  status s = judge_kept (b, e);
  if (!s && bits_of (&b->tried[0]) <= bits_of (&b->best))
    take_best (b, &b->tried[0]);
  if (!s)
    s = list_candidates (b, &count, e);
  for (size_t i = 0; !s && i < count && tried < MOST_TRIED && !votes_enough (b);) {
    uint32_t group[AT_A_TIME];
    size_t size = 0;
    for (; i < count && size < AT_A_TIME; i++)
      if (is_wrong (b, &b->best, b->order[i]))
        group[size++] = b->order[i];
    tried += size;
    if (size)
      s = try_group (b, group, size, e);
  }
  const bool estimates = b->options->noise == NOISE_AUTO;
  b->clean = bits_of (&b->best) >= (estimates ? b->plain / OF_PARTS * NOISY_PART : b->plain);
  return s;
}

/* ---- all of it ---- */

static bool votes_have_calls (const papni_samples *samples)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (papni_samples_next (samples, &cursor, &word))
    for (size_t i = 0; word.label == PAPNI_ACCEPT && i < word.length; i++)
      if (samples->alphabet->letters[word.symbols[i]].kind == PAPNI_CALL)
        return true;
  return false;
}

/* Models that vote are learned by merging, without a search. */
static settings voter_settings (const settings *options, bool nested)
{
  settings s = *options;
  if (s.model == MODEL_AUTO || s.method == METHOD_CONTEXTS) {
    s.model = nested ? PAPNI_SEVPA : PAPNI_DFA;
    s.method = METHOD_EDSM;
    s.evidence = nested ? EVIDENCE_STATES : EVIDENCE_LABELS;
    s.focus = nested ? FOCUS_POSITIVE : FOCUS_ALL;
  }
  s.classes = s.classes == CLASSES_DECLARED ? CLASSES_DECLARED : CLASSES_NONE;
  s.search = s.max_states = 0;
  s.threads = 1;
  s.story = NULL;
  return s;
}

static status ballot_begin (ballot *b, const papni_samples *samples, error *e)
{
  status s = noisy_words_init (&b->words, samples, &b->options->watch, e);
  if (!s)
    s = team_init (&b->team, &b->memory, b->options->threads, votes_go_on, b, e);
  if (s)
    return s;
  const size_t count = b->words.count;
  bool room = logs_fill (&b->memory, &b->logs, count + 1);
  for (size_t i = 0; i <= VOTERS; i++) {
    judgement *j = i < VOTERS ? &b->tried[i] : &b->best;
    j->chosen = allocate_zeroed (&b->memory, count, sizeof *j->chosen);
    j->accepted = allocate_zeroed (&b->memory, count, sizeof *j->accepted);
    room = room && j->chosen && j->accepted;
  }
  b->kept = allocate_zeroed (&b->memory, count, sizeof *b->kept);
  b->order = allocate (&b->memory, count, sizeof *b->order);
  for (size_t i = 0; i < count; i++)
    b->with_label[b->words.words[i].label]++;
  b->labelled = b->with_label[PAPNI_ACCEPT] + b->with_label[PAPNI_REJECT];
  return room && b->kept && b->order ? PAPNI_OK : no_memory (e);
}

static void ballot_release (ballot *b)
{
  const size_t count = b->words.count;
  team_release (&b->team);
  for (size_t i = 0; i <= VOTERS; i++) {
    judgement *j = i < VOTERS ? &b->tried[i] : &b->best;
    release (&b->memory, j->chosen, count, sizeof *j->chosen);
    release (&b->memory, j->accepted, count, sizeof *j->accepted);
  }
  release (&b->memory, b->kept, count, sizeof *b->kept);
  release (&b->memory, b->order, count, sizeof *b->order);
  logs_release (&b->memory, &b->logs);
  noisy_words_release (&b->words);
}

/* Learns, with the settings that were asked for, from the words whose labels are right. */
static papni_model *learn_right (const ballot *b, papni_report *report, error *e)
{
  for (size_t i = 0; i < b->words.count; i++)
    b->kept[i] = b->clean ? b->words.words[i].label != PAPNI_UNKNOWN : is_right (b, &b->best, i);
  papni_samples *right = noisy_words_choose (&b->words, b->kept, true, &b->options->watch, e);
  papni_model *model = right ? learn_by_classes (right, b->options, report, e) : NULL;
  papni_samples_free (right);
  if (model
      && (noisy_words_judge (&b->words, model, b->best.accepted, &b->options->watch, e)
          || report_suspects (report, &b->words, model, b->best.accepted, e))) {
    papni_model_free (model);
    model = NULL;
  }
  return model;
}

papni_model *learn_by_votes (const papni_samples *samples, const settings *options, papni_report *report, error *e)
{
  error own;
  ballot b = { .memory = samples->memory, .options = options };
  papni_model *model = NULL;
  e = e ? e : &own;
  b.voter = voter_settings (options, votes_have_calls (samples));
  status s = ballot_begin (&b, samples, e);
  if (!s)
    s = noisy_words_check (&b.words, e);
  if (!s)
    s = vote_in_rounds (&b, e);
  if (!s)
    s = bring_back (&b, e);
  if (!s)
    model = learn_right (&b, report, e);
  ballot_release (&b);
  return model;
}
