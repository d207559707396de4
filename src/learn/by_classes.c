/* by_classes.c - learning with classes of symbols.
 *
 * In the words, every symbol of a class is replaced by its first member; what is learned from them is
 * expanded again: each transition on the first member is one on all members. Candidates for
 * classes come from the neighbours of symbols. A class of few members, whose neighbours may be equal by
 * chance, is kept only if the accepted words take fewer bits with it, in what is learned from them by
 * contexts. */
#include "learn/learn.h"

#include "base/logs.h"
#include "data/distinct.h"
#include "data/encode.h"
#include "learn/classes/candidates.h"
#include "learn/contexts/learn_contexts.h"
#include "learn/expand.h"
#include "learn/tried.h"
#include "model/total.h"

#include <string.h>

enum
{
  MOST_SYMBOLS = 1 << 20, /* of the words that classes are chosen with */
  MOST_PASSES = 2,        /* over the classes */
  SURE_CLASS = 8          /* members: a class of so many is kept */
};

typedef struct by_classes
{
  allocator memory;
  const papni_samples *samples;
  const settings *options;
  symbol *of;        /* symbol -> first member of its class */
  symbol *found;     /* the candidates */
  uint64_t *offsets; /* accepted, well-matched words, each once */
  size_t count;
  bool all;            /* models are learned from these alone */
  tried_classes tried; /* what the words take with the classes tried so far */
  symbol *flat;        /* of the words with classes */
  papni_samples words; /* the samples, with other symbols; not to be freed */
} by_classes;

/* ---- words with classes ---- */

static void replace_symbols (by_classes *c)
{
  for (size_t i = 0; i < c->samples->used; i++)
    c->flat[i] = is_end (c->samples->flat[i]) ? c->samples->flat[i] : c->of[c->samples->flat[i]];
  c->words = *c->samples;
  c->words.flat = c->flat;
}

static bool any_class (const by_classes *c)
{
  for (size_t i = 0; i < c->samples->alphabet->size; i++)
    if (c->of[i] != i)
      return true;
  return false;
}

/* ---- bits ---- */

/* Each internal symbol names its class. */
static uint64_t naming_bits (const by_classes *c)
{
  const papni_alphabet *alphabet = c->samples->alphabet;
  size_t symbols = 0, classes = 0;
  for (size_t i = 0; i < alphabet->size; i++)
    if (alphabet->letters[i].kind == PAPNI_INTERNAL) {
      symbols++;
      classes += c->of[i] == i;
    }
  return any_class (c) ? symbols * log_of (classes > 2 ? classes : 2) : 0;
}

/* Of the model, by its automaton, or as for `auto` by its tests and rules if these are shorter, and of the words. */
static status bits_with (const by_classes *c, const known_model *known, uint64_t *bits, error *e)
{
  const papni_model *model = known->model;
  const papni_alphabet *alphabet = c->samples->alphabet;
  uint32_t *members = allocate_zeroed (&c->memory, model->alphabet->size, sizeof *members);
  if (!members)
    return no_memory (e);
  for (size_t i = 0; i < alphabet->size; i++) {
    const letter *l = &alphabet->letters[c->of[i]];
    const symbol s = papni_alphabet_find (model->alphabet, l->name, l->length);
    if (s != PAPNI_NO_SYMBOL)
      members[s]++;
  }
  const word_list words = { &c->words, c->offsets, c->count, &c->options->watch };
  total_length length;
  const status s = total_lengths_of_classes (model, &words, members, &length, e);
  release (&c->memory, members, model->alphabet->size, sizeof *members);
  if (c->options->model == MODEL_AUTO && known->described < length.model)
    length.model = known->described;
  *bits = length.model + length.words + naming_bits (c);
  return s;
}

/* What is learned from the accepted words alone, and its bits. */
static status try_words (by_classes *c, bool nested, tried_class *to, error *e)
{
  encoded words;
  papni_statistics counts = { 0 };
  replace_symbols (c);
  const settings s = { .model = nested ? MODEL_GENERAL : PAPNI_DFA,
                       .method = METHOD_CONTEXTS,
                       .threads = 1,
                       .watch = c->options->watch,
                       .until = c->options->until };
  status failed = encoded_init (&words, &c->words, nested, &counts, e);
  if (failed)
    return failed;
  words.size = c->count;
  memcpy (words.offsets, c->offsets, c->count * sizeof *words.offsets);
  to->known.model = learn_contexts (&words, &s, &to->known.described, e);
  encoded_release (&words);
  failed = to->known.model ? bits_with (c, &to->known, &to->bits, e) : e->code;
  if (!failed && !c->all) {
    papni_model_free (to->known.model);
    to->known.model = NULL;
  }
  return failed;
}

/* The same, once for each choice of classes. */
static status try_classes (by_classes *c, bool nested, uint64_t *bits, error *e)
{
  status s = PAPNI_OK;
  tried_class *to = tried_find (&c->tried, c->of);
  if (!to) {
    to = tried_add (&c->tried, &c->memory, c->of, c->samples->alphabet->size);
    s = to ? try_words (c, nested, to, e) : no_memory (e);
  }
  *bits = to ? to->bits : 0;
  return s;
}

/* ---- choosing ---- */

/* Without the class of this first member, or with it again. */
static void set_class (by_classes *c, size_t first, bool in)
{
  for (size_t i = 0; i < c->samples->alphabet->size; i++)
    if (c->found[i] == first)
      c->of[i] = in ? (symbol) first : (symbol) i;
}

/* Does a class of few members begin with this one? */
static bool is_doubtful (const by_classes *c, size_t first)
{
  size_t members = 0;
  for (size_t i = 0; i < c->samples->alphabet->size; i++)
    members += c->of[i] == first;
  return members > 1 && members < SURE_CLASS;
}

/* Is this so much more that a class is worth it? Less than a part in 64 may be chance. */
static bool is_more (uint64_t without, uint64_t with)
{
  return with + with / 64 < without;
}

/* Removes each class that does not save enough bits. */
static status remove_classes (by_classes *c, const symbol *order, bool nested, uint64_t *best, error *e)
{
  status s = PAPNI_OK;
  bool changed = true;
  for (size_t pass = 0; !s && changed && pass < MOST_PASSES; pass++) {
    changed = false;
    for (size_t i = 0; !s && i < c->samples->alphabet->size; i++) {
      uint64_t bits;
      if (!is_doubtful (c, order[i]))
        continue;
      set_class (c, order[i], false);
      s = try_classes (c, nested, &bits, e);
      if (!s && !is_more (bits, *best)) {
        *best = bits;
        changed = true;
      } else
        set_class (c, order[i], true);
    }
  }
  return s;
}

static status choose_classes (by_classes *c, bool nested, error *e)
{
  uint64_t with = 0, without = 0;
  bool doubt = false;
  const papni_alphabet *alphabet = c->samples->alphabet;
  for (size_t i = 0; i < alphabet->size; i++)
    doubt |= is_doubtful (c, i);
  if (!doubt)
    return PAPNI_OK;
  symbol *order = alphabet_order (alphabet);
  status s = order ? try_classes (c, nested, &with, e) : no_memory (e);
  if (!s)
    s = remove_classes (c, order, nested, &with, e);
  memcpy (c->found, c->of, alphabet->size * sizeof *c->of);
  for (size_t i = 0; i < alphabet->size; i++)
    if (is_doubtful (c, i))
      set_class (c, i, false);
  if (!s)
    s = try_classes (c, nested, &without, e);
  if (!s && is_more (without, with))
    memcpy (c->of, c->found, alphabet->size * sizeof *c->of);
  release (&alphabet->memory, order, alphabet->size, sizeof *order);
  return s;
}

/* With many words, every second of them, every third, and so on. */
static void take_fewer (by_classes *c)
{
  size_t symbols = 0;
  for (size_t i = 0; i < c->count; i++)
    for (const symbol *s = c->samples->flat + c->offsets[i]; !is_end (*s); s++)
      symbols++;
  const size_t stride = symbols / MOST_SYMBOLS + 1;
  c->all = c->all && stride == 1;
  size_t kept = 0;
  for (size_t i = 0; i < c->count; i += stride)
    c->offsets[kept++] = c->offsets[i];
  c->count = kept;
}

static status list_accepted (by_classes *c, bool *nested, error *e)
{
  encoded words;
  papni_statistics counts = { 0 };
  *nested = c->options->model != PAPNI_DFA;
  status s = encoded_init (&words, c->samples, *nested, &counts, e);
  if (s)
    return s;
  c->count = words.size;
  if (words.size)
    memcpy (c->offsets, words.offsets, words.size * sizeof *c->offsets);
  encoded_release (&words);
  c->all = !counts.negative && !c->options->max_states;
  s = distinct_words (c->samples, PAPNI_ACCEPT, c->offsets, &c->count, e);
  if (!s)
    take_fewer (c);
  return s;
}

static status find_classes (by_classes *c, error *e)
{
  bool nested;
  watch w = watch_begin (&c->options->watch, PAPNI_PHASE_MERGING);
  status s = list_accepted (c, &nested, e);
  if (s || !c->count)
    return s;
  s = find_candidates (c->samples, c->offsets, c->count, &w, c->found, e);
  memcpy (c->of, c->found, c->samples->alphabet->size * sizeof *c->of);
  return s || !any_class (c) ? s : choose_classes (c, nested, e);
}

/* The classes of the alphabet. */
static status take_declared (by_classes *c, error *e)
{
  const papni_alphabet *alphabet = c->samples->alphabet;
  symbol *order = alphabet_order (alphabet);
  if (!order)
    return no_memory (e);
  for (size_t i = 0; i < alphabet->size; i++) {
    const symbol class = alphabet->letters[order[i]].alike;
    c->of[order[i]] = order[i];
    for (size_t k = 0; class && k < i; k++)
      if (alphabet->letters[order[k]].alike == class) {
        c->of[order[i]] = order[k];
        break;
      }
  }
  release (&alphabet->memory, order, alphabet->size, sizeof *order);
  return PAPNI_OK;
}

/* ---- the model ---- */

/* Expands the models of a report, too. */
static papni_model *expand_all (const by_classes *c, papni_model *model, papni_report *report, error *e)
{
  papni_model *expanded = expand_classes (model, c->samples->alphabet, c->of, e);
  papni_model_free (model);
  for (size_t i = 0; expanded && report && i < report->attempt_count; i++) {
    papni_attempt *attempt = &report->attempts[i];
    if (!attempt->model)
      continue;
    papni_model *own = expand_classes (attempt->model, c->samples->alphabet, c->of, e);
    if (!own) {
      papni_model_free (expanded);
      return NULL;
    }
    papni_model_free ((papni_model *) attempt->model);
    attempt->model = own;
  }
  return expanded;
}

static papni_model *learn_plain (const papni_samples *samples, const settings *options, papni_report *report, error *e)
{
  return options->model == MODEL_AUTO ? learn_auto (samples, options, report, e)
                                      : learn_samples (samples, options, report ? &report->statistics : NULL, e);
}

/* What was tried with the chosen classes need not be learned again. */
static papni_model *learn_chosen (by_classes *c, const papni_samples *words, papni_report *report, error *e)
{
  tried_class *tried = tried_find (&c->tried, c->of);
  settings options = *c->options;
  options.known = tried ? &tried->known : NULL;
  return learn_plain (words, &options, report, e);
}

static status by_classes_begin (by_classes *c, error *e)
{
  const size_t letters = c->samples->alphabet->size;
  c->of = allocate (&c->memory, letters, sizeof *c->of);
  c->found = allocate (&c->memory, letters, sizeof *c->found);
  c->offsets = allocate (&c->memory, c->samples->size, sizeof *c->offsets);
  c->flat = allocate (&c->memory, c->samples->used, sizeof *c->flat);
  if (!c->of || !c->found || !c->offsets || !c->flat)
    return no_memory (e);
  for (size_t i = 0; i < letters; i++)
    c->of[i] = (symbol) i;
  return PAPNI_OK;
}

static papni_model *refuse_classes (const papni_contradiction *first, error *e)
{
  const papni_word *one = &first->first, *other = &first->second;
  const bool accepted = other->label == PAPNI_ACCEPT;
  const char *is = accepted ? "accepted" : "rejected", *was = accepted ? "a rejected" : "an accepted";
  const position at = { other->file, other->line, other->file ? 1 : 0 };
  if (!one->file)
    fail_at (e, PAPNI_CONTRADICTION, at, "with the declared classes, this %s word equals %s one before", is, was);
  else
    fail_at (
        e, PAPNI_CONTRADICTION, at,
        "with the declared classes, this %s word equals %s one at %s:%zu: change the classes, or remove one of them",
        is, was, one->file, one->line);
  return NULL;
}

/* Learns with the classes, or without them if words of different labels become equal. */
static papni_model *learn_with (by_classes *c, papni_report *report, error *e)
{
  size_t contradictions = 0;
  papni_contradiction first;
  const bool stack = c->options->model != PAPNI_DFA;
  replace_symbols (c);
  if (papni_samples_contradictions (&c->words, stack, &first, 1, &contradictions, e))
    return NULL;
  if (contradictions && c->options->classes == CLASSES_DECLARED)
    return refuse_classes (&first, e);
  if (contradictions)
    return learn_plain (c->samples, c->options, report, e);
  papni_model *model = learn_chosen (c, &c->words, report, e);
  return model ? expand_all (c, model, report, e) : NULL;
}

papni_model *learn_by_classes (const papni_samples *samples, const settings *options, papni_report *report, error *e)
{
  error own;
  e = e ? e : &own;
  if (options->classes == CLASSES_NONE || options->story || options->model > MODEL_GENERAL || !samples->alphabet->size)
    return learn_plain (samples, options, report, e);
  by_classes c = { .memory = samples->memory, .samples = samples, .options = options };
  papni_model *model = NULL;
  status s = by_classes_begin (&c, e);
  if (!s)
    s = options->classes == CLASSES_DECLARED ? take_declared (&c, e) : find_classes (&c, e);
  if (!s)
    model = any_class (&c) ? learn_with (&c, report, e) : learn_chosen (&c, samples, report, e);
  tried_release (&c.tried, &c.memory);
  release (&c.memory, c.of, samples->alphabet->size, sizeof *c.of);
  release (&c.memory, c.found, samples->alphabet->size, sizeof *c.found);
  release (&c.memory, c.offsets, samples->size, sizeof *c.offsets);
  release (&c.memory, c.flat, samples->used, sizeof *c.flat);
  return model;
}
