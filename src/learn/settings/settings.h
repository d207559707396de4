/* settings.h - the table of settings, and the plain struct that learning uses.
 *
 * A new setting is one line of SETTINGS. The fields of `settings`, papni_options, the
 * options of `papni learn` and the keyword arguments of Python's learn are generated
 * from it. */
#ifndef LEARN_SETTINGS_SETTINGS_H
#define LEARN_SETTINGS_SETTINGS_H

#include "base/watch.h"

#define SEARCH_BUDGET 10      /* of --search without a number, and of the model auto */
#define NOISE_ONE 1000000000u /* rates of wrong labels are in billionths */
#define NOISE_AUTO UINT32_MAX /* the rate is unknown */
#define SETTINGS_TEXT(number) SETTINGS_TEXT_OF (number)
#define SETTINGS_TEXT_OF(number) #number

/* SETTING (field, papni_setting). A value that is one of several names is stored as its
 * index. */
#define SETTINGS(SETTING)                                                                                              \
  SETTING (model, .name = "model", .values = "dfa|vpa|sevpa|auto|general|moore|mealy|mc|mdp|smm|vpt",                  \
           .defaults = "vpa",                                                                                          \
           .help = "vpa: the stack holds calls; sevpa, general: the stack holds calls and states; dfa: no stack; "     \
                   "auto: the best fit; "                                                                              \
                   "moore, mealy: machines with outputs, from words of input/output; vpt: the same with a stack; "     \
                   "mc, mdp, smm: Markov chains and decision processes; "                                              \
                   "without rejected words, general (dfa if nothing nests) is the default")                            \
  SETTING (method, .name = "method", .values = "edsm|rpni|contexts|k-tails|alergia",                                   \
           .defaults = "edsm; general: contexts; mc: alergia; mdp: alergia; smm: alergia",                             \
           .models = "dfa|vpa|sevpa|general|moore|mealy|mc|mdp|smm|vpt",                                               \
           .help = "edsm: the merge with the most evidence first; rpni: the first possible merge; contexts: what "     \
                   "follows what, by description length (dfa, general); "                                              \
                   "k-tails: states that agree to depth k (dfa); alergia: by frequencies (mc, mdp, smm)")              \
  SETTING (evidence, .name = "evidence", .values = "states|labels|bits",                                               \
           .defaults = "states; dfa: labels; moore: labels; mealy: labels; vpt: labels",                               \
           .models = "dfa|vpa|sevpa|moore|mealy|vpt",                                                                  \
           .help =                                                                                                     \
               "count merged states, or pairs of equal labels or outputs, or bits saved in describing accepted words") \
  SETTING (count, .name = "count", .values = "distinct|words", .defaults = "distinct", .models = "dfa|vpa|sevpa",      \
           .help = "for bits: count equal words once, or as often as they occur")                                      \
  SETTING (focus, .name = "focus", .values = "positive|all",                                                           \
           .defaults = "positive; dfa: all; moore: all; mealy: all; mc: all; mdp: all; smm: all; vpt: all",            \
           .models = "dfa|vpa|sevpa", .help = "learn only states on paths of accepted words, or all states")           \
  SETTING (modules, .name = "modules", .values = "call|one", .defaults = "call", .models = "sevpa",                    \
           .help = "sevpa: one module per call, or one module for all calls")                                          \
  SETTING (search, .name = "search", .values = "N", .most = 1000000, .defaults = "0",                                  \
           .bare = SETTINGS_TEXT (SEARCH_BUDGET), .models = "dfa|vpa|sevpa|moore|mealy|vpt",                           \
           .help = "search for a smaller model; N: budget as a multiple of the learning cost, 0: no search")           \
  SETTING (k, .name = "k", .values = "N", .most = 1000, .defaults = "2", .letter = 'k', .models = "dfa",               \
           .help = "k-tails: states are merged if they agree on the next N symbols")                                   \
  SETTING (alpha, .name = "alpha", .values = "PROBABILITY", .most = 2000000000, .defaults = "0.05",                    \
           .models = "mc|mdp|smm",                                                                                     \
           .help = "alergia: the risk of the test, above 0 and at most 2, or auto: ten divided by all steps; smaller " \
                   "merges more")                                                                                      \
  SETTING (max_states, .name = "max-states", .values = "N", .most = 1000000, .defaults = "0",                          \
           .help = "at most N states, 0: no limit; evidence bits and contexts give up bits for it")                    \
  SETTING (classes, .name = "classes", .values = "none|auto|declared", .defaults = "none; auto: auto",                 \
           .help = "learn symbols that do the same as one: auto finds them by bits, a file lists them, one class per " \
                   "line; for 16 or more single characters, auto is the default")                                      \
  SETTING (noise, .name = "noise", .values = "RATE", .most = NOISE_ONE / 2 - 1, .defaults = "0",                       \
           .help = "labels may be wrong: the share of wrong ones that is expected, below 0.5, or auto: estimate it")   \
  SETTING (threads, .name = "threads", .values = "N", .most = 1024, .defaults = "0", .letter = 'j',                    \
           .help = "number of threads, 0: all cores; the result does not depend on it")

/* The values, in the order of the table. The first three models are numbered as a
 * papni_model_kind. */
enum
{
  MODEL_AUTO = 3,
  MODEL_GENERAL = 4,
  MODEL_MOORE = 5,
  MODEL_MEALY = 6,
  MODEL_MC = 7,
  MODEL_MDP = 8,
  MODEL_SMM = 9,
  MODEL_VPT = 10,
  METHOD_EDSM = 0,
  METHOD_RPNI = 1,
  METHOD_CONTEXTS = 2,
  METHOD_K_TAILS = 3,
  METHOD_ALERGIA = 4,
  EVIDENCE_STATES = 0, /* all pairs of states that meet */
  EVIDENCE_LABELS = 1, /* pairs of equal labels that meet */
  EVIDENCE_BITS = 2,   /* bits saved */
  COUNT_DISTINCT = 0,
  COUNT_WORDS = 1,
  FOCUS_POSITIVE = 0, /* only states on paths of accepted words */
  FOCUS_ALL = 1,      /* every state is merged or promoted */
  CLASSES_NONE = 0,
  CLASSES_AUTO = 1,
  CLASSES_DECLARED = 2, /* those of the alphabet */
  MODULES_CALL = 0,
  MODULES_ONE = 1
};

#define SETTINGS_FIELD(field, ...) unsigned field;

/* What the method contexts has learned from words, and the length of its tests and rules. */
typedef struct known_model
{
  papni_model *model;
  uint64_t described;
} known_model;

typedef struct settings
{
  SETTINGS (SETTINGS_FIELD)
  papni_watch watch;
  until until;
  struct papni_story *story; /* receives the log of merges; may be NULL */
  bool both_labels;          /* a tree may have words that are both accepted and rejected */
  const uint32_t *times;     /* how often each word is accepted, for --count words; NULL: once */
  known_model *known;        /* what contexts learn from these words, to be taken once; NULL: not known */
} settings;

/* Is a machine learned, from traces? */
static inline bool settings_learn_machine (const settings *s)
{
  return s->model == MODEL_MOORE || s->model == MODEL_MEALY || s->model == MODEL_VPT;
}

/* Is it a Markov chain or a decision process? */
static inline bool settings_learn_chain (const settings *s)
{
  return s->model >= MODEL_MC && s->model <= MODEL_SMM;
}

/* All settings as numbers, with `threads` resolved. Options and watch may be NULL. */
status settings_of (const papni_options *options, const papni_watch *watch, settings *result, error *e);

/* Options in which every setting of the model is set. */
papni_options *settings_options (const settings *s, const allocator *memory, error *e);

#endif
