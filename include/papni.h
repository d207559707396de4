/* papni.h - learn visibly pushdown automata from labelled words.
 *
 *     samples --> papni_learn --> model --> run, write
 *
 * Everything is an opaque handle made by a `_new`, `_read` or `_learn` function
 * and released by the `_free` function of its type (which takes NULL in its
 * stride). A function that can fail takes a `papni_error *`, which may be NULL,
 * and returns a status, or NULL instead of a handle. Nothing is global: handles
 * may be used from any thread, one thread at a time; const ones from many.
 *
 * Reading JSON and compressed files goes through jansson, zlib and zstd, which
 * have memory of their own; all else uses the allocator that it is given. */
#ifndef PAPNI_H
#define PAPNI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PAPNI_API __attribute__ ((visibility ("default")))
#else
#define PAPNI_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PAPNI_VERSION "0.1.0"

/* The version of the library that is linked, as PAPNI_VERSION is of the header. */
PAPNI_API const char *papni_version (void);

/* ---- errors ------------------------------------------------------------- */

typedef enum papni_status
{
  PAPNI_OK,
  PAPNI_USAGE,         /* arguments that make no sense together */
  PAPNI_INPUT,         /* text that cannot be read or understood */
  PAPNI_CONTRADICTION, /* the same word, accepted and rejected */
  PAPNI_SYSTEM,        /* the system refused: a file, an output */
  PAPNI_MEMORY,        /* the allocator returned NULL */
  PAPNI_CANCELLED      /* the progress callback said so */
} papni_status;

/* `file` is empty and `line` and `column` are 0 where they mean nothing. Lines
 * and columns count from 1, columns in bytes. */
typedef struct papni_error
{
  papni_status code;
  size_t line, column;
  char file[512];
  char message[512];
} papni_error;

/* ---- memory ------------------------------------------------------------- */

/* Resizes `block` (NULL when old_size is 0) to new_size bytes, or frees it when
 * new_size is 0. Returns NULL when it cannot, and the old block stays valid.
 * May be called from several threads when learning runs on several. Wherever
 * an allocator is asked for, NULL stands for libc's; it is copied. */
typedef struct papni_allocator
{
  void *(*resize) (void *context, void *block, size_t old_size, size_t new_size);
  void *context;
} papni_allocator;

/* ---- alphabet ----------------------------------------------------------- */

typedef uint16_t papni_symbol;
#define PAPNI_NO_SYMBOL ((papni_symbol) 0xffff)
#define PAPNI_MAX_SYMBOLS ((size_t) 65000)

/* Calls push, returns pop, internal symbols leave the stack alone. */
typedef enum papni_kind
{
  PAPNI_INTERNAL,
  PAPNI_CALL,
  PAPNI_RETURN
} papni_kind;

typedef struct papni_alphabet papni_alphabet;

PAPNI_API papni_alphabet *papni_alphabet_new (const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_alphabet_free (papni_alphabet *alphabet);

/* Says what a symbol is. A symbol that was read before and not declared is
 * internal until then; one that was declared to be something else is PAPNI_INPUT.
 * Once an internal symbol is declared, only declared symbols may occur. A name
 * is UTF-8 without control characters, and not empty. */
PAPNI_API papni_status papni_alphabet_declare (papni_alphabet *alphabet, papni_kind kind, const char *name,
                                               papni_error *error);

/* Declares a call and a return, and that this return pops only the calls it is
 * paired with. A return without pairs pops any call. */
PAPNI_API papni_status papni_alphabet_pair (papni_alphabet *alphabet, const char *call, const char *ret,
                                            papni_error *error);

/* Symbols are the numbers below the size, in the order of their first mention. */
PAPNI_API size_t papni_alphabet_size (const papni_alphabet *alphabet);
PAPNI_API const char *papni_alphabet_name (const papni_alphabet *alphabet, papni_symbol symbol);
PAPNI_API papni_kind papni_alphabet_kind (const papni_alphabet *alphabet, papni_symbol symbol);
PAPNI_API bool papni_alphabet_pops (const papni_alphabet *alphabet, papni_symbol ret, papni_symbol call);
PAPNI_API papni_symbol papni_alphabet_find (const papni_alphabet *alphabet, const char *name, size_t length);

/* ---- text --------------------------------------------------------------- */

/* The bytes of a file: mapped, or decompressed when its name ends in .gz or .zst.
 * The name "-" is standard input. */
typedef struct papni_text papni_text;

PAPNI_API papni_text *papni_text_open (const char *path, const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_text_free (papni_text *text);
PAPNI_API const char *papni_text_bytes (const papni_text *text);
PAPNI_API size_t papni_text_size (const papni_text *text);

/* ---- samples ------------------------------------------------------------ */

typedef enum papni_label
{
  PAPNI_UNKNOWN,
  PAPNI_REJECT,
  PAPNI_ACCEPT
} papni_label;

/* `symbols` belongs to the samples and lives until they change. `file` is NULL
 * and `line` 0 for a word that was added and not read. */
typedef struct papni_word
{
  const papni_symbol *symbols;
  size_t length;
  papni_label label;
  const char *file;
  size_t line;
} papni_word;

typedef struct papni_samples papni_samples;
typedef struct papni_lexer papni_lexer;

/* The samples enter the symbols that they meet into the alphabet, which must
 * outlive them. */
PAPNI_API papni_samples *papni_samples_new (papni_alphabet *alphabet, papni_error *error);
PAPNI_API void papni_samples_free (papni_samples *samples);
PAPNI_API papni_status papni_samples_add (papni_samples *samples, const char *const *symbols, size_t length,
                                          papni_label label, papni_error *error);

/* Words as numbers, many at once. Word i is ids[offsets[i]] up to ids[offsets[i + 1]],
 * that one left out, and each id is the place of a name in `names`. Nothing is kept
 * of these arrays. */
typedef struct papni_words
{
  const void *ids;
  size_t id_bytes; /* of an id: 1, 2, 4 or 8 */
  size_t id_count;
  const uint64_t *offsets; /* count + 1 of them, ascending */
  const bool *accepted;    /* count of them; NULL: every label is PAPNI_UNKNOWN */
  size_t count;
  const char *const *names;
  size_t name_count;
  const char *origin; /* stands for a file's name in messages, a word's place for its line; may be NULL */
} papni_words;

/* A name enters the alphabet when a word first uses it. After a failure the samples
 * hold the words before the bad one. */
PAPNI_API papni_status papni_samples_add_many (papni_samples *samples, const papni_words *words, papni_error *error);

typedef enum papni_format
{
  PAPNI_AUTO,
  PAPNI_TOKENS,
  PAPNI_CHARS,
  PAPNI_ABBADINGO,
  PAPNI_CSV,
  PAPNI_JSONL
} papni_format;

typedef struct papni_reading
{
  papni_format format;
  bool unlabelled;          /* a word a line, no labels, no comments; every label is PAPNI_UNKNOWN */
  bool chars;               /* csv: a word is split into characters, not at blanks */
  const char *word_column;  /* csv; NULL: "word" */
  const char *label_column; /* csv; NULL: "label" */
  papni_lexer *lexer;       /* may be NULL: else a line is a document for it, after its label; format: PAPNI_AUTO */
} papni_reading;

/* Reads words. `name` is the file's name for messages; it is copied. `reading`
 * may be NULL. After a failure the samples hold the words before the bad one. */
PAPNI_API papni_status papni_samples_read (papni_samples *samples, const char *bytes, size_t size, const char *name,
                                           const papni_reading *reading, papni_error *error);

/* PAPNI_INPUT where the alphabet is closed (an internal symbol was declared) and
 * a word uses a symbol that nobody declared; the error says where. To be called
 * once everything is read: declarations may come in any order. */
PAPNI_API papni_status papni_samples_check (const papni_samples *samples, papni_error *error);

/* A word that is both accepted and rejected: where it first occurs, and where it first
 * occurs with the other label. */
typedef struct papni_contradiction
{
  papni_word first, second;
} papni_contradiction;

/* Counts the words with two labels, each once, and writes the first `room` of them to
 * `list`, in the order of their second places. With `well_matched`, only well-matched
 * words count. */
PAPNI_API papni_status papni_samples_contradictions (const papni_samples *samples, bool well_matched,
                                                     papni_contradiction *list, size_t room, size_t *count,
                                                     papni_error *error);

PAPNI_API size_t papni_samples_size (const papni_samples *samples);
PAPNI_API papni_alphabet *papni_samples_alphabet (const papni_samples *samples);

/* Goes through the words in the order in which they came: start with a cursor
 * that is all zero; false after the last. */
typedef struct papni_cursor
{
  size_t offset, word, run;
} papni_cursor;

PAPNI_API bool papni_samples_next (const papni_samples *samples, papni_cursor *cursor, papni_word *word);

/* ---- documents ---------------------------------------------------------- */

/* A lexer turns a document into symbols. `name` is one of
 *     json                  { } [ ] : , string number true false null
 *     xml, xml:attributes   <a> </a> <a/> @attribute text comment cdata doctype <?name?>
 *     chars, words          characters, or what stands between blanks
 *     rules:FILE            names and PCRE2 patterns
 * or "rules:" with a newline and then the rules themselves. It uses the allocator
 * for all but the machine code of patterns. */
PAPNI_API papni_lexer *papni_lexer_new (const char *name, const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_lexer_free (papni_lexer *lexer);

/* Begin a document; what was left of the one before is forgotten. A file ("-" is
 * standard input, .gz and .zst are unpacked) is read in pieces as its tokens are
 * asked for, and never as a whole. Bytes must stay until the last token; `line` is
 * the number of their first line, `name` the document's name for messages. */
PAPNI_API papni_status papni_lexer_open (papni_lexer *lexer, const char *path, papni_error *error);
PAPNI_API papni_status papni_lexer_bytes (papni_lexer *lexer, const char *bytes, size_t size, const char *name,
                                          size_t line, papni_error *error);

/* The texts live until the lexer is used again. */
typedef struct papni_token
{
  const char *name;    /* of its symbol; NULL after the last token */
  papni_kind kind;     /* what the lexer takes it for */
  const char *partner; /* of a call that is paired, the return; the other way round; or NULL */
  const char *problem; /* why this is no token, the name being "#unlexed"; else NULL */
  size_t line, column; /* where it begins, or where the document ends */
} papni_token;

PAPNI_API papni_status papni_lexer_next (papni_lexer *lexer, papni_token *token, papni_error *error);

/* Adds what is left of the document as a word, and declares its calls, returns and
 * pairs. PAPNI_INPUT where it is to be accepted and something in it does not lex. */
PAPNI_API papni_status papni_samples_add_document (papni_samples *samples, papni_lexer *lexer, papni_label label,
                                                   papni_error *error);

/* What papni_lexer_new makes the lexer from whose documents the words came, or NULL.
 * The alphabet of a model learned from them has it too, and keeps it in its file. */
PAPNI_API const char *papni_alphabet_lexer (const papni_alphabet *alphabet);

/* The documents of a folder, in the order of their names: those in its folders pos
 * and neg with their labels, or all that are in it where it has neither; or those
 * that a file lists, a name a line, with + or - and a blank before it if it has a
 * label. Files and folders that begin with a dot do not count. */
typedef struct papni_documents papni_documents;

PAPNI_API papni_documents *papni_documents_open (const char *path, const papni_allocator *allocator,
                                                 papni_error *error);
PAPNI_API void papni_documents_free (papni_documents *documents);
PAPNI_API size_t papni_documents_size (const papni_documents *documents);
PAPNI_API const char *papni_documents_path (const papni_documents *documents, size_t index);
PAPNI_API papni_label papni_documents_label (const papni_documents *documents, size_t index);
PAPNI_API size_t papni_documents_line (const papni_documents *documents, size_t index); /* in the list; 0: a folder */

/* How many files are in the folder, but neither in pos nor in neg, where it has one of these. */
PAPNI_API size_t papni_documents_left_out (const papni_documents *documents);

/* ---- encoding (Algorithms 1 and 2 of the paper) ------------------------- */

typedef enum papni_mismatch
{
  PAPNI_MATCHED,
  PAPNI_NOTHING_TO_POP, /* a return with no call open */
  PAPNI_NOT_A_PAIR,     /* a return that is not paired with the open call */
  PAPNI_LEFT_OPEN       /* the word ends with a call open */
} papni_mismatch;

/* `popped[i]` is the call that symbol i pops, PAPNI_NO_SYMBOL unless it is a
 * return; valid up to `at`, until the encoder is used again. `at` is the symbol
 * that broke the match (for PAPNI_LEFT_OPEN, the innermost open call), or the
 * word's length. `open` is the call that was open there, or PAPNI_NO_SYMBOL. */
typedef struct papni_encoding
{
  papni_mismatch mismatch;
  size_t at;
  papni_symbol open;
  const papni_symbol *popped;
} papni_encoding;

typedef struct papni_encoder papni_encoder;

/* The alphabet must outlive the encoder and not change meanwhile. */
PAPNI_API papni_encoder *papni_encoder_new (const papni_alphabet *alphabet, papni_error *error);
PAPNI_API void papni_encoder_free (papni_encoder *encoder);
PAPNI_API papni_status papni_encode (papni_encoder *encoder, const papni_symbol *symbols, size_t length,
                                     papni_encoding *encoding, papni_error *error);

/* ---- learning ----------------------------------------------------------- */

typedef enum papni_model_kind
{
  PAPNI_DFA,    /* no stack: regular languages */
  PAPNI_VPA,    /* the stack keeps the call: the paper's class */
  PAPNI_SEVPA,  /* the stack keeps the call and the state before it; a call leads to one state, wherever it is made */
  PAPNI_GENERAL /* the stack keeps both; calls lead anywhere, and returns may look at both */
} papni_model_kind;

PAPNI_API const char *papni_model_kind_name (papni_model_kind kind); /* "dfa", "vpa", "sevpa", "general" */

typedef enum papni_method
{
  PAPNI_RPNI,
  PAPNI_EDSM
} papni_method;

typedef enum papni_evidence
{
  PAPNI_LABELS, /* pairs of equal labels that met */
  PAPNI_STATES  /* all pairs of states that met */
} papni_evidence;

typedef enum papni_focus
{
  PAPNI_ALL,     /* every state is merged or promoted */
  PAPNI_POSITIVE /* only states that an accepted word passes */
} papni_focus;

/* sevpa: does each call lead to a state of its own, or all to the start? */
typedef enum papni_modules
{
  PAPNI_MODULES_CALL,
  PAPNI_MODULES_ONE
} papni_modules;

typedef enum papni_phase
{
  PAPNI_ENCODING,
  PAPNI_TREE,
  PAPNI_MERGING,
  PAPNI_COMPARING, /* the total is not known: 0 */
  PAPNI_SEARCHING, /* for a smaller model */
  PAPNI_TRYING     /* settings, in papni_learn_auto */
} papni_phase;

/* Called at the start of each phase with done = 0 and now and then after that,
 * by the thread that learns. Returning false cancels. */
typedef bool (*papni_progress) (void *context, papni_phase phase, size_t done, size_t total);

#define PAPNI_SEARCH 10 /* what the command's --search and papni_learn_auto spend */

typedef struct papni_options
{
  papni_model_kind model;
  papni_method method;
  papni_evidence evidence;
  papni_focus focus;
  papni_modules modules;
  unsigned search;           /* for a smaller model: for so many times the work of learning, or a second; 0: no */
  unsigned threads;          /* 0: one; the result does not depend on it */
  papni_progress progress;   /* may be NULL */
  void *context;             /* for progress */
  struct papni_story *story; /* is told what was done, and why; may be NULL */
} papni_options;

/* EDSM; states and positive for vpa, labels and all for dfa; one thread. */
PAPNI_API papni_options papni_default_options (papni_model_kind model);

typedef struct papni_statistics
{
  size_t words, positive, negative;
  size_t dropped_positive, dropped_negative; /* not well-matched */
  size_t tree_nodes, tree_bytes, states, merges;
} papni_statistics;

typedef struct papni_model papni_model;

/* The model depends on the set of labelled words alone. `statistics` may be NULL. */
PAPNI_API papni_model *papni_learn (const papni_samples *samples, const papni_options *options,
                                    papni_statistics *statistics, papni_error *error);

/* What papni_learn_auto has tried: a way to learn, and how it did on words that were
 * held back: how many accepted words its models accepted, and so on, without a search.
 * `states` and `bits` are of the model of all words after a search: how many states it
 * has, and how many bits it takes to write it down (docs/definitions.md); 0 where it was
 * not needed. */
typedef struct papni_attempt
{
  papni_options options;
  size_t true_positive, false_positive, false_negative, true_negative;
  size_t states;
  double bits;
  bool chosen;
} papni_attempt;

#define PAPNI_ATTEMPTS 9 /* settings that are tried */

/* Tries the sensible settings of vpa and sevpa in five-fold cross-validation. Those that
 * come near the best F1 then learn from all words, with a search. Few bits and a good F1
 * win (docs/definitions.md). Of `options`, threads, progress and context count.
 * `attempts`, if not NULL, has room for PAPNI_ATTEMPTS. */
PAPNI_API papni_model *papni_learn_auto (const papni_samples *samples, const papni_options *options,
                                         papni_attempt *attempts, papni_statistics *statistics, papni_error *error);

/* Why a model has the states that it has: hand a story to the options, and learning tells
 * it what it merged and what it did not. That takes time and memory of its own, after the
 * model is learned. */
typedef struct papni_story papni_story;

PAPNI_API papni_story *papni_story_new (const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_story_free (papni_story *story);

/* ---- prefix trees, for samples that come in pieces ----------------------- */

/* papni_learn is papni_tree_new, then papni_tree_learn. A tree holds all that is
 * learned from, in 8 bytes a node; it has an alphabet of its own and needs neither
 * samples nor words any more. */
typedef struct papni_tree papni_tree;

PAPNI_API papni_tree *papni_tree_new (const papni_samples *samples, const papni_options *options,
                                      papni_statistics *statistics, papni_error *error);
PAPNI_API void papni_tree_free (papni_tree *tree);
PAPNI_API size_t papni_tree_nodes (const papni_tree *tree);

/* The tree of all words of two trees, which stay as they are. PAPNI_INPUT where
 * they take a symbol for different things, PAPNI_CONTRADICTION where they label a
 * word differently. */
PAPNI_API papni_tree *papni_tree_merge (const papni_tree *one, const papni_tree *other, papni_error *error);

/* Uses the tree up: it can only be freed afterwards. It must have been made for
 * the model that the options ask for. */
PAPNI_API papni_model *papni_tree_learn (papni_tree *tree, const papni_options *options, papni_statistics *statistics,
                                         papni_error *error);

/* ---- models ------------------------------------------------------------- */

typedef uint32_t papni_state;
#define PAPNI_NO_STATE UINT32_MAX

/* `popped` is the call that a return pops, PAPNI_NO_SYMBOL on other symbols (and
 * on every symbol of a dfa). `caller` is the state in which that call was made,
 * PAPNI_NO_STATE where the transition does not look at it. */
typedef struct papni_transition
{
  papni_state from, caller, to;
  papni_symbol symbol, popped;
} papni_transition;

/* Copies what it is given and checks it; state 0 is the start. The alphabet's
 * symbols are renumbered into symbol order: ask the model for its own alphabet. */
PAPNI_API papni_model *papni_model_new (papni_model_kind kind, const papni_alphabet *alphabet, size_t states,
                                        const bool *accepting, const papni_transition *transitions, size_t count,
                                        papni_error *error);
PAPNI_API void papni_model_free (papni_model *model);

PAPNI_API papni_model_kind papni_model_kind_of (const papni_model *model);
PAPNI_API const papni_alphabet *papni_model_alphabet (const papni_model *model);
PAPNI_API size_t papni_model_states (const papni_model *model);
PAPNI_API bool papni_model_accepting (const papni_model *model, papni_state state);

/* Can an accepting state be reached from here, whatever is on the stack? */
PAPNI_API bool papni_model_hopeful (const papni_model *model, papni_state state);

/* Transitions are ordered by from, symbol, popped, caller. */
PAPNI_API size_t papni_model_transitions (const papni_model *model);
PAPNI_API papni_transition papni_model_transition (const papni_model *model, size_t index);

/* ---- running a word ----------------------------------------------------- */

typedef enum papni_verdict
{
  PAPNI_ACCEPTS,
  PAPNI_ENDS_IN_REJECTING_STATE,
  PAPNI_ENDS_WITH_OPEN_CALLS,
  PAPNI_NO_TRANSITION,  /* none on this symbol in this state */
  PAPNI_LEADS_NOWHERE,  /* from where the symbol leads, nothing is accepted */
  PAPNI_NO_CALL_TO_POP, /* a return on an empty stack */
  PAPNI_WRONG_CALL,     /* a return that does not pop the open call here */
  PAPNI_UNKNOWN_SYMBOL  /* not in the model's alphabet */
} papni_verdict;

typedef struct papni_run papni_run;

/* The model must outlive the run. */
PAPNI_API papni_run *papni_run_new (const papni_model *model, papni_error *error);
PAPNI_API void papni_run_free (papni_run *run);
PAPNI_API void papni_run_restart (papni_run *run);

/* From now on the run stops at the first symbol after which no rest could make the
 * word an accepted one, whatever is on the stack; otherwise it may notice that later.
 * To be called before the first symbol, or before a restart. The first call has work to
 * do; for a model so large that it would take more than about a second, nothing changes. */
PAPNI_API papni_status papni_run_look_ahead (papni_run *run, papni_error *error);

/* Reads one symbol of the model's alphabet (PAPNI_NO_SYMBOL for one that is not
 * in it). A symbol that cannot be read ends the run in its place: what follows is
 * ignored. Fails only when there is no memory for the stack. */
PAPNI_API papni_status papni_run_step (papni_run *run, papni_symbol symbol, papni_error *error);

/* The verdict if the word ended here. */
PAPNI_API papni_verdict papni_run_verdict (const papni_run *run);
PAPNI_API size_t papni_run_position (const papni_run *run); /* symbols read */
PAPNI_API papni_state papni_run_state (const papni_run *run);
PAPNI_API size_t papni_run_depth (const papni_run *run);      /* open calls */
PAPNI_API papni_symbol papni_run_open (const papni_run *run); /* the innermost, or PAPNI_NO_SYMBOL */

/* Can this symbol be read next, and the word still be completed (as far as the run
 * looks ahead)? */
PAPNI_API bool papni_run_expects (const papni_run *run, papni_symbol symbol);

/* ---- built-in languages --------------------------------------------------- */

/* The languages of the paper's evaluation, in its order, then some that its
 * automata cannot express. They are numbered from 0; papni_language_find gives
 * the count for a name that is none of theirs. */
PAPNI_API size_t papni_language_count (void);
PAPNI_API const char *papni_language_name (size_t index);
PAPNI_API const char *papni_language_about (size_t index); /* a sentence */
PAPNI_API size_t papni_language_find (const char *name);
PAPNI_API papni_model *papni_language_model (size_t index, const papni_allocator *allocator, papni_error *error);

/* ---- counting and drawing words ------------------------------------------- */

/* Random numbers: the same seed gives the same ones everywhere. */
typedef struct papni_random
{
  uint64_t state[4];
} papni_random;

PAPNI_API papni_random papni_random_begin (uint64_t seed);

/* The accepted words of a model, counted by length up to max_length, which may be
 * 1,000 for two symbols, 500 for up to sixteen, 125 for any alphabet (PAPNI_USAGE
 * says what can be). The model must outlive them. */
typedef struct papni_counter papni_counter;

PAPNI_API papni_counter *papni_counter_new (const papni_model *model, size_t max_length, papni_error *error);
PAPNI_API void papni_counter_free (papni_counter *counter);

/* How many there are: exact below 2^53, and beyond that to twelve digits; infinity
 * where a double ends. */
PAPNI_API double papni_counter_count (const papni_counter *counter, size_t length);

/* Writes one of them to `symbols`, each as likely as the others. Of a length that
 * has none, PAPNI_USAGE. */
PAPNI_API papni_status papni_counter_draw (papni_counter *counter, size_t length, papni_random *random,
                                           papni_symbol *symbols, papni_error *error);

/* ---- generating and splitting samples -------------------------------------- */

typedef struct papni_generation
{
  size_t positive, negative; /* so many words of each label */
  size_t least, most;        /* symbols in a word */
  uint64_t seed;
  bool replace;                   /* a word may come more than once */
  double uniform, matched, edits; /* the mixture of rejected words; all 0: thirds */
} papni_generation;

/* Adds words, labelled as the model has it; its symbols are declared in the
 * samples' alphabet. The length of an accepted word is drawn from those that still
 * have words, then the word from all of that length. A rejected word is drawn from
 * all words, or from the well-matched ones, or is an accepted one after one or two
 * edits that leave it well-matched; where one kind has no more, the others fill up. PAPNI_INPUT, and no word,
 * where there are not as many; the message says how many there are. */
PAPNI_API papni_status papni_generate (const papni_model *model, const papni_generation *how, papni_samples *samples,
                                       papni_error *error);

/* Puts this part of the words of each label into `one` and the rest into `other`,
 * both of which have alphabets of their own. Equal words stay together. Which words
 * go where depends on the set of words and the seed alone. */
PAPNI_API papni_status papni_split (const papni_samples *samples, double part, uint64_t seed, papni_samples *one,
                                    papni_samples *other, papni_error *error);

/* ---- comparing and combining models --------------------------------------- */

typedef enum papni_operation
{
  PAPNI_UNION,
  PAPNI_INTERSECTION,
  PAPNI_DIFFERENCE, /* the first and not the second */
  PAPNI_EITHER,     /* one of them and not both: where they differ */
  PAPNI_COMPLEMENT  /* the well-matched words that the first does not accept */
} papni_operation;

/* The words that a combination of two models accepts, the shortest first, words of
 * one length in symbol order. Each model is taken to know the symbols of both. Where a
 * dfa is compared (PAPNI_EITHER) with a model that has a stack, words that are not
 * well-matched count, since the dfa may accept them. The models must outlive it. */
typedef struct papni_least papni_least;

/* `other` may be NULL: a model that accepts nothing. PAPNI_INPUT where the models do not
 * agree on what a symbol does to the stack. */
PAPNI_API papni_least *papni_least_new (const papni_model *one, const papni_model *other, papni_operation operation,
                                        papni_error *error);
PAPNI_API void papni_least_free (papni_least *least);

/* Called now and then while words are looked for; it may cancel. */
PAPNI_API void papni_least_watch (papni_least *least, papni_progress progress, void *context);

/* The symbols of both models, in symbol order. */
PAPNI_API const papni_alphabet *papni_least_alphabet (const papni_least *least);

/* `symbols` is NULL for a word longer than was asked for, of which only the length is
 * known; UINT64_MAX stands for lengths that are still greater. */
typedef struct papni_least_word
{
  const papni_symbol *symbols; /* of papni_least_alphabet; until the next call */
  uint64_t length;
  bool first, second; /* which of the models accept it */
} papni_least_word;

/* The next word; *found is false after the last. A word longer than `longest` is the last
 * one, and only its length is told. Two models are equal if PAPNI_EITHER finds no word:
 * that takes polynomial time, though the word may be exponentially long. */
PAPNI_API papni_status papni_least_next (papni_least *least, uint64_t longest, papni_least_word *word, bool *found,
                                         papni_error *error);

/* A model of the words that the combination accepts: of the models' kind if both are of
 * one kind, a vpa of a dfa and a vpa, otherwise general. Of a dfa beside a model with a
 * stack, only the well-matched words count. `other` may be NULL, as above, `progress` as
 * well. */
PAPNI_API papni_model *papni_combine (const papni_model *one, const papni_model *other, papni_operation operation,
                                      papni_progress progress, void *context, papni_error *error);

/* The smallest model of the same kind that accepts the same words: without all that no
 * accepted word takes, and with states that behave alike joined. For a dfa and a vpa
 * it is the smallest over the stack-aware alphabet, for a sevpa the smallest for its
 * modules. `progress` may be NULL. */
PAPNI_API papni_model *papni_minimise (const papni_model *model, papni_progress progress, void *context,
                                       papni_error *error);

/* Adds the `count` least accepted words of a model to samples, or all if there are fewer,
 * but none of more than `longest` symbols; its symbols are declared in their alphabet. */
PAPNI_API papni_status papni_shortest (const papni_model *model, size_t count, uint64_t longest, papni_samples *samples,
                                       papni_error *error);

/* Adds accepted words that together take every transition that accepted words take, each
 * the least for a transition that those before do not take. PAPNI_INPUT where one needs
 * more than `longest` symbols. *useless is how many transitions no accepted word takes; it
 * and `progress` may be NULL. */
PAPNI_API papni_status papni_cover (const papni_model *model, uint64_t longest, papni_samples *samples, size_t *useless,
                                    papni_progress progress, void *context, papni_error *error);

/* ---- writing and reading ------------------------------------------------ */

/* Takes bytes; returns false when it cannot, which ends the writing with
 * PAPNI_SYSTEM. */
typedef struct papni_writer
{
  bool (*write) (void *context, const char *bytes, size_t size);
  void *context;
} papni_writer;

PAPNI_API papni_status papni_write_json (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_table (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_dot (const papni_model *model, papni_writer writer, papni_error *error);

/* As a grammar that accepts the same words: EBNF as the W3C writes it, ANTLR 4, GBNF (for
 * constrained decoding), Lark. A symbol with a blank in its name is PAPNI_INPUT. */
PAPNI_API papni_status papni_write_ebnf (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_antlr (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_gbnf (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_lark (const papni_model *model, papni_writer writer, papni_error *error);

/* For other programs: AALpy's DOT (a dfa or a vpa), AutomataLib's DOT (a dfa), a Mermaid
 * flowchart, and C: one file, tables and two small functions. What a form cannot express
 * is PAPNI_INPUT, with the reason. */
PAPNI_API papni_status papni_write_aalpy (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_automatalib (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_mermaid (const papni_model *model, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_write_c (const papni_model *model, papni_writer writer, papni_error *error);

/* Models from elsewhere: AALpy's DOT (a dfa, or a vpa, which may become general), what
 * papni_write_table writes, FlexFringe's JSON. The alphabet says what is known of the
 * symbols; those that the model has are entered into it. `name` is for messages. */
typedef enum papni_foreign
{
  PAPNI_FROM_AALPY,
  PAPNI_FROM_TABLE,
  PAPNI_FROM_FLEXFRINGE
} papni_foreign;

PAPNI_API papni_model *papni_import (papni_foreign from, const char *bytes, size_t size, const char *name,
                                     papni_alphabet *alphabet, papni_error *error);

/* A line for each merge and each promotion, and under a promotion, for each state that was
 * there before, two samples of different labels that would end in one state if the new
 * state were that one. */
PAPNI_API papni_status papni_write_story (const papni_story *story, papni_writer writer, papni_error *error);

/* A symbol's name for output that separates by blanks: " " becomes \x20, "\" becomes \\. */
PAPNI_API papni_status papni_write_name (const char *name, papni_writer writer, papni_error *error);

/* Reads what papni_write_json wrote; `name` is the file's name for messages. */
PAPNI_API papni_model *papni_read_json (const char *bytes, size_t size, const char *name,
                                        const papni_allocator *allocator, papni_error *error);

/* A tree's file is for machines of one byte order, and is mapped: opening it reads
 * it once, to check it, and changes to it in memory stay there. */
PAPNI_API papni_status papni_tree_write (const papni_tree *tree, papni_writer writer, papni_error *error);
PAPNI_API papni_tree *papni_tree_open (const char *path, const papni_allocator *allocator, papni_error *error);

#ifdef __cplusplus
}
#endif

#endif
