/* papni.h - learn visibly pushdown automata from labelled words.
 *
 *     samples --> papni_learn --> model --> run, write
 *
 * Handles are opaque. A function whose name ends in _new, _open, _read_file, _copy or
 * that returns a pointer without const gives the caller a handle; the caller frees it
 * with the _free function of its type. Freeing NULL is a no-op. A pointer to const
 * belongs to the handle that returned it and is valid as long as that handle.
 *
 * A function that can fail takes a `papni_error *`, which may be NULL, and returns a
 * status, or NULL instead of a handle. There are no globals. A handle may be used by
 * one thread at a time; handles that are only passed as const may be shared.
 *
 * Structures that the library returns (papni_statistics, papni_attempt,
 * papni_setting) may get more fields at their end in later versions: use them through
 * the pointer.
 *
 * Sections: version, errors, memory, progress, output, alphabet, text, samples, documents,
 * encoding, finding calls and returns, options, learning, trees, models, runs, languages,
 * counting, generating, comparing, reading and writing models.
 *
 * jansson, zlib, zstd, expat and PCRE2's compiler use their own allocators; everything else
 * uses the allocator that it was given. */
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

/* ---- version ------------------------------------------------------------ */

#define PAPNI_VERSION_MAJOR 0
#define PAPNI_VERSION_MINOR 1
#define PAPNI_VERSION_PATCH 0
#define PAPNI_VERSION "0.1.0"

/* The version of the library at run time; PAPNI_VERSION is that of the header. */
PAPNI_API const char *papni_version (void);

/* ---- errors ------------------------------------------------------------- */

typedef enum papni_status
{
  PAPNI_OK,
  PAPNI_USAGE,         /* invalid arguments, or arguments that exclude each other */
  PAPNI_INPUT,         /* malformed input */
  PAPNI_FILE,          /* a file that cannot be opened or read */
  PAPNI_CONTRADICTION, /* the same word is labelled accepted and rejected */
  PAPNI_SYSTEM,        /* a file or an output cannot be written */
  PAPNI_MEMORY,        /* the allocator returned NULL */
  PAPNI_CANCELLED      /* the progress callback returned false */
} papni_status;

/* `file` is empty, and `line` and `column` are 0, if there is no position. Lines and
 * columns count from 1, columns in bytes. */
typedef struct papni_error
{
  papni_status code;
  int number; /* errno, if it is the reason; otherwise 0 */
  size_t line, column;
  char file[512];
  char message[512];
} papni_error;

/* ---- memory ------------------------------------------------------------- */

/* Resizes `block` (NULL when old_size is 0) to new_size bytes, or frees it when
 * new_size is 0. Returns NULL on failure, and the old block stays valid. It may be
 * called from several threads at once when learning uses several. Wherever a function
 * takes an allocator, NULL means malloc's; the struct is copied. */
typedef struct papni_allocator
{
  void *(*resize) (void *context, void *block, size_t old_size, size_t new_size);
  void *context;
} papni_allocator;

/* ---- progress and cancellation ------------------------------------------- */

typedef enum papni_phase
{
  PAPNI_PHASE_ENCODING,
  PAPNI_PHASE_TREE,
  PAPNI_PHASE_MERGING,
  PAPNI_PHASE_COMPARING,
  PAPNI_PHASE_SEARCHING, /* for a smaller model */
  PAPNI_PHASE_TRYING,    /* settings, with the model "auto" */
  PAPNI_PHASE_COUNTING,
  PAPNI_PHASE_GENERATING,
  PAPNI_PHASE_ASKING, /* an oracle: questions asked, of the maximum */
  PAPNI_PHASE_VOTING  /* about wrong labels, with the setting "noise" */
} papni_phase;

#define PAPNI_PHASES 10

/* "encoding", "tree" and so on; NULL for a phase that does not exist. */
PAPNI_API const char *papni_phase_name (papni_phase phase);

/* `progress` is called at the start of each phase with done = 0 and then repeatedly, by
 * the thread that called the library. The total is 0 if it is not known. Returning
 * false cancels: the call ends with PAPNI_CANCELLED. Wherever a function takes a watch,
 * NULL means none; the struct is copied. */
typedef struct papni_watch
{
  bool (*progress) (void *context, papni_phase phase, size_t done, size_t total);
  void *context;
} papni_watch;

/* ---- output -------------------------------------------------------------- */

/* Receives bytes; returns false on failure, which ends the writing with PAPNI_SYSTEM. */
typedef struct papni_writer
{
  bool (*write) (void *context, const char *bytes, size_t size);
  void *context;
} papni_writer;

/* Writes a file as a whole or not at all: the bytes go to a new file next to it, which then
 * replaces it. A device or a pipe is written in place; "-" is standard output. A name that ends
 * in .gz or .zst is PAPNI_USAGE. */
PAPNI_API papni_status papni_write_file (const char *path, const char *bytes, size_t size, papni_error *error);

/* ---- alphabet ----------------------------------------------------------- */

typedef uint16_t papni_symbol;
#define PAPNI_NO_SYMBOL ((papni_symbol) 0xffff)
#define PAPNI_MAX_SYMBOLS ((size_t) 65000)

/* Calls push, returns pop, internal symbols do not use the stack. */
typedef enum papni_kind
{
  PAPNI_INTERNAL,
  PAPNI_CALL,
  PAPNI_RETURN
} papni_kind;

typedef struct papni_alphabet papni_alphabet;

PAPNI_API papni_alphabet *papni_alphabet_new (const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_alphabet_free (papni_alphabet *alphabet);

/* Declares the kind of a symbol. Symbols that are not declared are internal. Declaring a
 * symbol with two kinds is PAPNI_INPUT. Once an internal symbol is
 * declared, only declared symbols may occur. A name is UTF-8 without control
 * characters, and not empty. */
PAPNI_API papni_status papni_alphabet_declare (papni_alphabet *alphabet, papni_kind kind, const char *name,
                                               papni_error *error);

/* Declares a call and a return, and that this return pops only the calls it is
 * paired with. A return without pairs pops any call. */
PAPNI_API papni_status papni_alphabet_pair (papni_alphabet *alphabet, const char *call, const char *ret,
                                            papni_error *error);

/* Declares calls and returns by the form of their names, as in "enter_*" and "exit_*": the
 * star stands for one or more characters, and a call is paired with the return that has the
 * same characters there. Applies to the symbols of the alphabet and to those added later. A
 * name that has both forms belongs to the longer one. PAPNI_INPUT if a symbol is declared otherwise or matches two
 * patterns. */
PAPNI_API papni_status papni_alphabet_pattern (papni_alphabet *alphabet, const char *call, const char *ret,
                                               papni_error *error);

/* Declares a class: internal symbols that do the same, such as letters or digits. With the setting
 * "classes" = "declared", they are learned as one symbol, so what one of them shows holds for all,
 * even for those that no word has. PAPNI_INPUT if one is not internal, or is in a class already. */
PAPNI_API papni_status papni_alphabet_class (papni_alphabet *alphabet, const char *const *names, size_t count,
                                             papni_error *error);

/* The number of the class of a symbol, from 1; 0: none. The alphabet of a model has the classes
 * that it was learned with. */
PAPNI_API size_t papni_alphabet_class_of (const papni_alphabet *alphabet, papni_symbol symbol);

/* Symbols are numbered from 0 in the order of their first mention. papni_alphabet_find
 * returns PAPNI_NO_SYMBOL for an unknown name. */
PAPNI_API size_t papni_alphabet_size (const papni_alphabet *alphabet);
PAPNI_API const char *papni_alphabet_name (const papni_alphabet *alphabet, papni_symbol symbol);
PAPNI_API papni_kind papni_alphabet_kind (const papni_alphabet *alphabet, papni_symbol symbol);
PAPNI_API bool papni_alphabet_pops (const papni_alphabet *alphabet, papni_symbol ret, papni_symbol call);
PAPNI_API papni_symbol papni_alphabet_find (const papni_alphabet *alphabet, const char *name, size_t length);

/* ---- text --------------------------------------------------------------- */

/* The bytes of a file, decompressed if its name ends in .gz or .zst. The name "-" is
 * standard input. */
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

/* `symbols` belongs to the samples and is valid until they change. `file` is NULL and
 * `line` 0 for a word that was not read from a file. */
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

/* New symbols are added to the alphabet, which must outlive the samples. */
PAPNI_API papni_samples *papni_samples_new (papni_alphabet *alphabet, papni_error *error);
PAPNI_API void papni_samples_free (papni_samples *samples);
PAPNI_API papni_status papni_samples_add (papni_samples *samples, const char *const *symbols, size_t length,
                                          papni_label label, papni_error *error);

/* Many words as numbers. Word i is ids[offsets[i]] up to but not including
 * ids[offsets[i + 1]], and each id is an index into `names`. The arrays are not kept. */
typedef struct papni_words
{
  const void *ids;
  size_t id_bytes; /* of an id: 1, 2, 4 or 8 */
  size_t id_count;
  const uint64_t *offsets; /* count + 1 of them, ascending */
  const uint8_t *accepted; /* count of them: 0 rejected, any other byte accepted; NULL: every label is unknown */
  size_t count;
  const char *const *names;
  size_t name_count;
  const char *origin; /* used as the file's name in messages, with a word's index + 1 as its line; may be NULL */
} papni_words;

/* A name is added to the alphabet when a word first uses it. After a failure the samples
 * hold the words before the bad one. */
PAPNI_API papni_status papni_samples_add_many (papni_samples *samples, const papni_words *words, papni_error *error);

typedef enum papni_format
{
  PAPNI_FORMAT_AUTO,
  PAPNI_FORMAT_TOKENS,
  PAPNI_FORMAT_CHARS,
  PAPNI_FORMAT_ABBADINGO,
  PAPNI_FORMAT_CSV,
  PAPNI_FORMAT_JSONL,
  PAPNI_FORMAT_XES, /* this and the following: logs, for a papni_layout */
  PAPNI_FORMAT_CHROME,
  PAPNI_FORMAT_OTLP,
  PAPNI_FORMAT_LOG
} papni_format;

typedef struct papni_reading
{
  papni_format format;
  bool unlabelled;          /* one word per line, no labels, no comments; every label is PAPNI_UNKNOWN */
  bool chars;               /* csv: split words into characters instead of at spaces */
  const char *word_column;  /* csv; NULL: "word" */
  const char *label_column; /* csv; NULL: "label" */
  papni_lexer *lexer;       /* if not NULL, each line is a label and a document; format: PAPNI_FORMAT_AUTO */
} papni_reading;

/* Reads words from a file ("-" is standard input, .gz and .zst are decompressed), or from
 * bytes, with a name for messages, which is copied. `reading` may be NULL. After a
 * failure the samples hold the words before the bad one. */
PAPNI_API papni_status papni_samples_read_file (papni_samples *samples, const char *path, const papni_reading *reading,
                                                papni_error *error);
PAPNI_API papni_status papni_samples_read (papni_samples *samples, const char *bytes, size_t size, const char *name,
                                           const papni_reading *reading, papni_error *error);

/* Where a file has its words and labels, as settings with a name and a value:
 *
 *     format          as papni_format: "auto" (default), "tokens", ... "xes", "chrome", "otlp", "log"
 *     word, label     csv: the columns; label also: an attribute (xes, otlp) or a group (log)
 *     chars           csv: anything but NULL: split words into characters
 *     accept, reject  what labels mean, separated by commas: "yes,PASS"; with one of these two
 *                     settings, every other label means the other
 *     labels          "accept" or "reject": all words have this label, the file has none
 *     case, event, order  csv: the columns of a table of events, one per row. The events of a
 *                     case are a word, ordered by a number or an ISO 8601 time; equal ones
 *                     keep the order of the file. `event` may list columns, whose values are
 *                     joined by +. log: the groups of these; xes: attributes of an event
 *                     (default: concept:name). chrome: case is "event" (default), a word for
 *                     every outermost event, or "thread"
 *     regex           log: a PCRE2 pattern with the groups case, event, order and label
 *     outputs         for machines: the column of the outputs (csv: one for each symbol of the
 *                     column input; events: of the event), or the key beside "input" in jsonl
 *                     (`word` names another than input). It must be there
 *     traces          anything but NULL: the same for "output", which may be missing; then symbols
 *                     are input/output
 *
 * In chrome and otlp, begin and end become a call <name> and a return </name>. Without
 * labels, the words of logs are accepted. */
typedef struct papni_layout papni_layout;

PAPNI_API papni_layout *papni_layout_new (const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_layout_free (papni_layout *layout);

/* PAPNI_USAGE for an unknown name or an invalid value; NULL restores the default. */
PAPNI_API papni_status papni_layout_set (papni_layout *layout, const char *name, const char *value, papni_error *error);

/* Each line is a label and a document; format: "auto". The lexer must outlive the layout. */
PAPNI_API void papni_layout_use_lexer (papni_layout *layout, papni_lexer *lexer);

/* Like papni_samples_read_file and papni_samples_read. Logs are read in pieces. */
PAPNI_API papni_status papni_layout_read_file (papni_layout *layout, papni_samples *samples, const char *path,
                                               papni_error *error);
PAPNI_API papni_status papni_layout_read (papni_layout *layout, papni_samples *samples, const char *bytes, size_t size,
                                          const char *name, papni_error *error);

/* How many lines or events of the last file are in no word: lines that the regex does not
 * match, ends without a begin, begins without an end, events of no trace. */
PAPNI_API size_t papni_layout_ignored (const papni_layout *layout);

/* The values of labels that `accept` or `reject` gave a meaning, in the order in which they were read, up
 * to a dozen; NULL after the last. */
PAPNI_API const char *papni_layout_label (const papni_layout *layout, size_t index, papni_label *label);

/* PAPNI_INPUT if an internal symbol was declared and a word uses a symbol that was not
 * declared; the error says where. Call it after everything is read: declarations may
 * come in any order. Learning calls it too. */
PAPNI_API papni_status papni_samples_check (const papni_samples *samples, papni_error *error);

/* A word that is both accepted and rejected: where it first occurs, and where it first
 * occurs with the other label. */
typedef struct papni_contradiction
{
  papni_word first, second;
} papni_contradiction;

/* Counts the words with two labels, each once, and writes the first `room` of them to
 * `list`, ordered by their second occurrences. With `well_matched`, only counts
 * well-matched words. */
PAPNI_API papni_status papni_samples_contradictions (const papni_samples *samples, bool well_matched,
                                                     papni_contradiction *list, size_t room, size_t *count,
                                                     papni_error *error);

PAPNI_API size_t papni_samples_size (const papni_samples *samples);
PAPNI_API papni_alphabet *papni_samples_alphabet (const papni_samples *samples);

/* Iterates over the words in the order in which they were added. Start with a cursor
 * that is all zero; false after the last word. */
typedef struct papni_cursor
{
  size_t offset, word, run;
} papni_cursor;

PAPNI_API bool papni_samples_next (const papni_samples *samples, papni_cursor *cursor, papni_word *word);

/* ---- documents ---------------------------------------------------------- */

/* A lexer splits a document into symbols. `name` is one of
 *     json                  { } [ ] : , string number true false null
 *     xml, xml:attributes   <a> </a> <a/> @attribute text comment cdata doctype <?name?>
 *     chars, words          characters, or words separated by whitespace
 *     rules:FILE            names and PCRE2 patterns
 * or "rules:" followed by a newline and the rules themselves. "xml skip comment <?*?>" leaves
 * out these internal symbols; rules have %skip for that. */
PAPNI_API papni_lexer *papni_lexer_new (const char *name, const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_lexer_free (papni_lexer *lexer);

/* Begin a document; the rest of the previous one is discarded. A file ("-" is standard
 * input, .gz and .zst are decompressed) is read in chunks as tokens are taken, never as a
 * whole. Bytes must be valid until the last token; `line` is the number of their first line,
 * `name` the document's name for messages. */
PAPNI_API papni_status papni_lexer_open (papni_lexer *lexer, const char *path, papni_error *error);
PAPNI_API papni_status papni_lexer_bytes (papni_lexer *lexer, const char *bytes, size_t size, const char *name,
                                          size_t line, papni_error *error);

/* The strings are valid until the lexer is used again. */
typedef struct papni_token
{
  const char *name; /* of its symbol; NULL after the last token */
  papni_kind kind;
  const char *partner; /* the return that is paired with this call, or the call with this return; or NULL */
  const char *problem; /* why this is not a valid token, whose name is then "#unlexed"; or NULL */
  size_t line, column; /* where it begins, or where the document ends */
} papni_token;

PAPNI_API papni_status papni_lexer_next (papni_lexer *lexer, papni_token *token, papni_error *error);

/* Adds the rest of the document as a word, and declares its calls, returns and pairs.
 * PAPNI_INPUT if the label is PAPNI_ACCEPT and the document has an invalid token. */
PAPNI_API papni_status papni_samples_add_document (papni_samples *samples, papni_lexer *lexer, papni_label label,
                                                   papni_error *error);

/* The name of the lexer whose documents the words came from (for papni_lexer_new), or
 * NULL. A model learned from them keeps it in its alphabet and in its file. */
PAPNI_API const char *papni_alphabet_lexer (const papni_alphabet *alphabet);

/* Sets it, for those who read models from files of their own: the name need not be one that
 * papni_lexer_new knows here. Rules are "rules:", a newline and the rules. PAPNI_USAGE if
 * there is another lexer, PAPNI_INPUT for the name of a file with rules. */
PAPNI_API papni_status papni_alphabet_record_lexer (papni_alphabet *alphabet, const char *name, papni_error *error);

/* The documents of a folder, in the order of their names: those in its folders pos/ and
 * neg/ with their labels, or all of them if it has neither. Or the documents that a file
 * lists, one name per line, preceded by + or - and a space if it has a label. Files
 * and folders that begin with a dot are ignored. */
typedef struct papni_documents papni_documents;

PAPNI_API papni_documents *papni_documents_open (const char *path, const papni_allocator *allocator,
                                                 papni_error *error);
PAPNI_API void papni_documents_free (papni_documents *documents);
PAPNI_API size_t papni_documents_size (const papni_documents *documents);
PAPNI_API const char *papni_documents_path (const papni_documents *documents, size_t index);
PAPNI_API papni_label papni_documents_label (const papni_documents *documents, size_t index);
PAPNI_API size_t papni_documents_line (const papni_documents *documents, size_t index); /* in the list, or 0 */

/* The number of files outside pos/ and neg/, in a folder that has one of these. */
PAPNI_API size_t papni_documents_ignored (const papni_documents *documents);

/* ---- encoding (Algorithms 1 and 2 of the paper) ------------------------- */

typedef enum papni_mismatch
{
  PAPNI_MISMATCH_NONE,
  PAPNI_MISMATCH_NO_CALL,    /* a return while no call is open */
  PAPNI_MISMATCH_WRONG_CALL, /* a return that is not paired with the open call */
  PAPNI_MISMATCH_OPEN_CALLS  /* the word ends while a call is open */
} papni_mismatch;

/* `popped[i]` is the call that symbol i pops, PAPNI_NO_SYMBOL unless it is a return; it
 * is valid up to `at`, until the encoder is used again. `at` is the symbol that does not
 * match (for PAPNI_MISMATCH_OPEN_CALLS, the innermost open call), or the word's length.
 * `open` is the call that is open there, or PAPNI_NO_SYMBOL. */
typedef struct papni_encoding
{
  papni_mismatch mismatch;
  size_t at;
  papni_symbol open;
  const papni_symbol *popped;
} papni_encoding;

typedef struct papni_encoder papni_encoder;

/* The alphabet must outlive the encoder and must not change. */
PAPNI_API papni_encoder *papni_encoder_new (const papni_alphabet *alphabet, papni_error *error);
PAPNI_API void papni_encoder_free (papni_encoder *encoder);
PAPNI_API papni_status papni_encode (papni_encoder *encoder, const papni_symbol *symbols, size_t length,
                                     papni_encoding *encoding, papni_error *error);

/* Adds the well-matched words to other samples, which have their own alphabet, as words
 * over the stack-aware alphabet, for any learner of regular languages. A call ( becomes
 * the symbol "(/push", a return ) that pops it ")/pop/(", and other symbols keep their
 * names. (A space becomes \x20, a backslash \\, and a slash before push or pop \x2f.)
 * *dropped is the number of words that are not well-matched; it may be NULL. */
PAPNI_API papni_status papni_samples_encode (const papni_samples *samples, papni_samples *encoded, size_t *dropped,
                                             papni_error *error);

/* Adds the inputs of traces, without outputs, to samples that are empty and have their own alphabet, where
 * calls and returns are then declared too. `traces` must outlive them: they share the names of files. */
PAPNI_API papni_status papni_samples_inputs (const papni_samples *traces, papni_samples *inputs, papni_error *error);

/* ---- finding calls and returns -------------------------------------------- */

/* A set of calls and returns under which every accepted word is well-matched, or nearly every one. */
typedef enum papni_nest_state
{
  PAPNI_NEST_CHOSEN,
  PAPNI_NEST_FLAT,          /* never inside itself, nor around a chosen one: no stack is needed for it */
  PAPNI_NEST_SHARES,        /* has a symbol of a chosen one, or of a smaller one that saves no bits */
  PAPNI_NEST_CROSSES,       /* its calls and returns cross those of the chosen ones */
  PAPNI_NEST_SAVES_NOTHING, /* the words take no fewer bits with it */
  PAPNI_NEST_UNTRIED        /* there were too many */
} papni_nest_state;

typedef struct papni_nest
{
  const papni_symbol *symbols; /* calls, then returns */
  size_t calls, size;          /* how many calls; how many of both */
  size_t depth;                /* calls that are open at once, at most */
  size_t words;                /* accepted words that have it */
  size_t broken;               /* rejected words that are not well-matched with it */
  double bits;                 /* total bits with it and those chosen before it; 0 if it was not tried */
  papni_nest_state state;
} papni_nest;

/* Finds out which symbols call and which return, from the words alone; how symbols are
 * declared does not matter. Candidates are minimal sets under which every accepted word is
 * well-matched, or all but a few; those are chosen that save bits in what is learned with them
 * (docs/nesting.md). The result depends only on the set of labelled words. The samples must
 * outlive it. */
typedef struct papni_nesting papni_nesting;

PAPNI_API papni_nesting *papni_find_nesting (const papni_samples *samples, const papni_watch *watch,
                                             papni_error *error);
PAPNI_API void papni_nesting_free (papni_nesting *nesting);

/* The candidates; NULL after the last. papni_nesting_is_whole is false if some are missing
 * because there are too many. */
PAPNI_API const papni_nest *papni_nesting_at (const papni_nesting *nesting, size_t index);
PAPNI_API size_t papni_nesting_missed (const papni_nesting *nesting, size_t index); /* accepted words that it breaks */
PAPNI_API bool papni_nesting_is_whole (const papni_nesting *nesting);

/* The total bits without any, and with the chosen ones: equal if none is chosen. */
PAPNI_API double papni_nesting_flat_bits (const papni_nesting *nesting);
PAPNI_API double papni_nesting_bits (const papni_nesting *nesting);

/* The lines that declare the chosen ones in a file ("%pair ( )\n"), or "". */
PAPNI_API const char *papni_nesting_lines (const papni_nesting *nesting);

/* The accepted words that are not well-matched with the chosen ones, and where; false after the last.
 * They are probably broken, and were written out in full when bits were counted. */
PAPNI_API bool papni_nesting_broken (const papni_nesting *nesting, size_t index, papni_word *word,
                                     papni_encoding *encoding);

/* Declares the chosen ones, usually in the alphabet of the samples. */
PAPNI_API papni_status papni_nesting_declare (const papni_nesting *nesting, papni_alphabet *alphabet,
                                              papni_error *error);

/* In words of characters (the lexer chars), calls and returns may be texts such as <a> and
 * </a>, or begin and end. `characters` is what papni_find_nesting found. If tokens of several
 * characters save bits, *tokens has the words with these tokens as symbols, in an alphabet of
 * its own, which has their calls and returns and a lexer of rules that reads them, and
 * *nesting is what was found in these words. The caller frees the nesting, the samples and
 * their alphabet. Otherwise both are NULL. */
PAPNI_API papni_status papni_find_tokens (const papni_samples *samples, const papni_nesting *characters,
                                          const papni_watch *watch, papni_samples **tokens, papni_nesting **nesting,
                                          papni_error *error);

/* If no call or return is declared: are there names that look as if they nest, such as
 * brackets, tags, or enter_f and exit_f? */
PAPNI_API bool papni_looks_nested (const papni_samples *samples, papni_symbol *call, papni_symbol *ret);

/* Are there other pairs of the same form? Then `pattern` is the form of calls and returns,
 * as in "enter_* exit_*". */
enum
{
  PAPNI_PATTERN_SIZE = 512
};
PAPNI_API bool papni_looks_like_pattern (const papni_samples *samples, char pattern[PAPNI_PATTERN_SIZE]);

/* ---- options ------------------------------------------------------------ */

/* How to learn, as settings with a name and a value:
 *
 *     papni_options *options = papni_options_new (NULL, &error);
 *     papni_options_set (options, "model", "sevpa", &error);
 *     papni_options_set (options, "search", "10", &error);
 *
 * A setting that was not set has its default, which may depend on the model. */
typedef struct papni_options papni_options;

PAPNI_API papni_options *papni_options_new (const papni_allocator *allocator, papni_error *error);
PAPNI_API papni_options *papni_options_copy (const papni_options *options, papni_error *error);
PAPNI_API void papni_options_free (papni_options *options);

/* PAPNI_USAGE for an unknown name or an invalid value. The value NULL restores the
 * default. */
PAPNI_API papni_status papni_options_set (papni_options *options, const char *name, const char *value,
                                          papni_error *error);

/* The value, or the default for the model; NULL for an unknown name. The string is valid
 * until the options change. */
PAPNI_API const char *papni_options_get (const papni_options *options, const char *name);
PAPNI_API bool papni_options_is_set (const papni_options *options, const char *name);

/* PAPNI_USAGE if a setting was set that the model does not have. Learning calls it too. */
PAPNI_API papni_status papni_options_check (const papni_options *options, papni_error *error);

/* Chooses the model for samples, unless it or the method is set: if no word is rejected,
 * "general", or "dfa" if no accepted word has a call, with the method "contexts". Chooses
 * "classes" = "auto", unless set, if the internal symbols are 16 or more single characters. Learning
 * calls it too. */
PAPNI_API papni_status papni_options_suit (papni_options *options, const papni_samples *samples, papni_error *error);

typedef struct papni_tree papni_tree;

/* The same for a tree; here learning does not call it. */
PAPNI_API papni_status papni_options_suit_tree (papni_options *options, const papni_tree *tree, papni_error *error);

/* Learning asks `enough` now and then, on the calling thread. Once it returns true, learning
 * ends soon, with the best model so far: of a search, the smallest one; of the model "auto",
 * the best of those that are learned; in the middle of merging, the states that are not
 * merged yet remain as they are. NULL: never. A copy of the options asks the same. */
PAPNI_API void papni_options_until (papni_options *options, bool (*enough) (void *context), void *context);

/* The table of settings. The command's options and Python's keyword arguments come from
 * it. */
typedef struct papni_setting
{
  const char *name;     /* "evidence" */
  const char *values;   /* "states|labels|bits": one of these; without a bar: what the number means, such as "N" */
  const char *defaults; /* "states; dfa: labels": states, but labels for the model dfa */
  const char *bare;     /* what the name alone means, for those that need no value; or NULL */
  const char *models;   /* "dfa|vpa": only these models have it; NULL: all have it */
  const char *help;
  unsigned most; /* the largest number */
  char letter;   /* of the command's short option, or 0 */
} papni_setting;

/* NULL after the last. */
PAPNI_API const papni_setting *papni_setting_at (size_t index);

/* ---- learning ----------------------------------------------------------- */

typedef struct papni_model papni_model;

typedef enum papni_model_kind
{
  PAPNI_DFA,    /* no stack: regular languages */
  PAPNI_VPA,    /* the stack holds calls: the paper's class */
  PAPNI_SEVPA,  /* the stack holds calls and the states before them; a call leads to one state from everywhere */
  PAPNI_GENERAL /* the stack holds both; calls lead anywhere, and returns may depend on both */
} papni_model_kind;

PAPNI_API const char *papni_model_kind_name (papni_model_kind kind); /* "dfa", "vpa", "sevpa", "general" */

/* What learning reports in addition to the model. Each call that takes a report fills it;
 * its contents are valid until the next such call. */
typedef struct papni_report papni_report;

PAPNI_API papni_report *papni_report_new (const papni_allocator *allocator, papni_error *error);
PAPNI_API void papni_report_free (papni_report *report);

typedef struct papni_statistics
{
  size_t words, positive, negative;
  size_t dropped_positive, dropped_negative; /* not well-matched */
  size_t tree_nodes, tree_bytes, states, merges;
  size_t pruned;    /* words that papni_tree_prune removed */
  size_t ambiguous; /* k-tails: states in which a symbol leads to states that do not agree */
  size_t suspects;  /* with the setting "noise": words whose labels are taken for wrong */
} papni_statistics;

PAPNI_API const papni_statistics *papni_report_statistics (const papni_report *report);

/* A setting that the model "auto" tried: the states of its model, the total bits of the model
 * and of the accepted words (docs/definitions.md), and how many rejected words it accepts. */
typedef struct papni_attempt
{
  const papni_options *options;
  size_t states;
  double bits;
  size_t accepted_wrongly;
  bool chosen;
  const papni_model *model; /* NULL for the chosen one, which learning returns */
} papni_attempt;

/* Their number (0 unless the model is "auto"), and each of them; NULL after the last. */
PAPNI_API size_t papni_report_attempts (const papni_report *report);
PAPNI_API const papni_attempt *papni_report_attempt (const papni_report *report, size_t index);

/* With the setting "noise": a word whose label is taken for wrong. */
typedef struct papni_suspect
{
  papni_word word;       /* where it first has this label; of the samples, which must outlive it */
  size_t times;          /* how often it has this label */
  size_t against, votes; /* of so many models that were learned without it, so many judge it otherwise */
  double bits;           /* so many bits more takes a model that has it right; 0: not computed */
  const char *reason;    /* all of this in words */
} papni_suspect;

/* Their number, and each of them, the most suspicious one first; NULL after the last. */
PAPNI_API size_t papni_report_suspects (const papni_report *report);
PAPNI_API const papni_suspect *papni_report_suspect (const papni_report *report, size_t index);

/* The log of merges: which states were merged, and which samples rule out the other merges.
 * Ask for it before learning; it takes time and memory after the model is learned.
 * papni_report_story is NULL if there is none. */
typedef struct papni_story papni_story;

PAPNI_API void papni_report_want_story (papni_report *report);
PAPNI_API const papni_story *papni_report_story (const papni_report *report);

/* Learns a model from labelled words. It depends only on the set of labelled words, not
 * on their order or the number of threads. `options` may be NULL for the defaults, `watch`
 * and `report` may be NULL too.
 *
 * The model "auto" tries nine settings of vpa and sevpa in five-fold cross-validation.
 * Those near the best F1 then learn from all words, with a search, and the length in bits
 * and the F1 decide (docs/definitions.md). */
PAPNI_API papni_model *papni_learn (const papni_samples *samples, const papni_options *options,
                                    const papni_watch *watch, papni_report *report, papni_error *error);

/* ---- prefix trees -------------------------------------------------------- */

/* For samples that arrive in parts: papni_learn is papni_tree_new, then papni_tree_learn.
 * A tree replaces the samples it was made from, which can be freed. It takes 8 bytes per
 * node and has its own alphabet. There are two kinds: for the models dfa, auto, moore and
 * mealy, the tree of all words; for vpa, sevpa and general, the tree of the well-matched ones.
 * Any model is learned from the first; from the second, those that need all words only if no
 * word was dropped. */
PAPNI_API papni_tree *papni_tree_new (const papni_samples *samples, const papni_options *options,
                                      const papni_watch *watch, papni_report *report, papni_error *error);

/* The same, but a word that is both accepted and rejected is no failure: the tree keeps both
 * labels, until it is learned from. */
PAPNI_API papni_tree *papni_tree_gather (const papni_samples *samples, const papni_options *options,
                                         const papni_watch *watch, papni_report *report, papni_error *error);
PAPNI_API void papni_tree_free (papni_tree *tree);
PAPNI_API papni_model_kind papni_tree_kind_of (const papni_tree *tree); /* PAPNI_DFA: all words; PAPNI_VPA */
PAPNI_API const papni_alphabet *papni_tree_alphabet (const papni_tree *tree);
PAPNI_API size_t papni_tree_nodes (const papni_tree *tree);
PAPNI_API size_t papni_tree_words (const papni_tree *tree, papni_label label); /* different words with this label */
PAPNI_API size_t papni_tree_contradictions (const papni_tree *tree);           /* words with both labels */
PAPNI_API bool papni_tree_counts (const papni_tree *tree);                     /* was it made with "count": "words"? */

/* Counts of all words that the tree was made of, equal ones too; states and merges are 0. */
PAPNI_API const papni_statistics *papni_tree_statistics (const papni_tree *tree);

/* The least word with this label that was dropped, over papni_tree_alphabet; false if there
 * is none. */
PAPNI_API bool papni_tree_dropped (const papni_tree *tree, papni_label label, papni_word *example);

/* Adds the different words of a tree to samples, one with both labels twice. A word without a
 * label is added only if it is no beginning of another. */
PAPNI_API papni_status papni_tree_samples (const papni_tree *tree, papni_samples *samples, papni_error *error);

/* The tree of all words of two trees, which do not change. PAPNI_INPUT if a symbol has
 * different kinds in them. A word that has different labels in them keeps both. */
PAPNI_API papni_tree *papni_tree_merge (const papni_tree *one, const papni_tree *other, papni_error *error);

/* The tree of the words that at least so many words begin with, themselves included. The tree
 * must count equal words ("count": "words"), otherwise PAPNI_USAGE. Prune the tree of all
 * words, not those of parts: what is rare in each part may not be rare. */
PAPNI_API papni_tree *papni_tree_prune (const papni_tree *tree, size_t least, papni_error *error);

/* Learns the model that the options name. PAPNI_USAGE if the tree does not have the words or
 * the counts for it, PAPNI_CONTRADICTION if a word has both labels. Learning changes a copy of
 * the tree; papni_tree_learn_and_free saves the memory of the copy, and frees the tree in any
 * case. */
PAPNI_API papni_model *papni_tree_learn (const papni_tree *tree, const papni_options *options, const papni_watch *watch,
                                         papni_report *report, papni_error *error);
PAPNI_API papni_model *papni_tree_learn_and_free (papni_tree *tree, const papni_options *options,
                                                  const papni_watch *watch, papni_report *report, papni_error *error);

/* The file of a tree is compressed and has a checksum; opening validates it. The same words
 * give the same content on every machine (the compression is that of the installed zstd). */
PAPNI_API papni_status papni_tree_write (const papni_tree *tree, papni_writer writer, papni_error *error);
PAPNI_API papni_status papni_tree_write_file (const papni_tree *tree, const char *path, papni_error *error);
PAPNI_API papni_tree *papni_tree_open (const char *path, const papni_allocator *allocator, papni_error *error);
PAPNI_API papni_tree *papni_tree_read (const char *bytes, size_t size, const char *name,
                                       const papni_allocator *allocator, papni_error *error);
PAPNI_API bool papni_tree_is_file (const char *path); /* does this file begin as a tree does? */

/* The file of a tree: a path, or bytes with a name for messages. */
typedef struct papni_tree_part
{
  const char *path;  /* the file, or the name */
  const char *bytes; /* NULL: read the file */
  size_t size;
} papni_tree_part;

typedef struct papni_tree_sizes
{
  papni_model_kind kind;                            /* as papni_tree_kind_of */
  size_t nodes, accepted, rejected, contradictions; /* different words with one label, or both */
} papni_tree_sizes;

/* Merges files of trees into one file, which is the file of the tree of all their words. The
 * parts are read and the result is written in pieces: with one thread, memory does not depend
 * on the number of nodes. More threads (0: all cores) first merge groups of parts, in memory,
 * compressed. `sizes` may be NULL. */
PAPNI_API papni_status papni_tree_merge_parts (const papni_tree_part *parts, size_t count, unsigned threads,
                                               papni_writer writer, papni_tree_sizes *sizes, papni_error *error);

/* Writes trees as one picture, in DOT: each with its title, accepted words green, rejected
 * words red, as in the paper. A title may be NULL. */
PAPNI_API papni_status papni_trees_draw (const papni_tree *const *trees, const char *const *titles, size_t count,
                                         papni_writer writer, papni_error *error);

/* ---- models ------------------------------------------------------------- */

typedef uint32_t papni_state;
#define PAPNI_NO_STATE UINT32_MAX

/* `popped` is the call that a return pops, PAPNI_NO_SYMBOL for other symbols (and for
 * every symbol of a dfa). `caller` is the state in which that call was made,
 * PAPNI_NO_STATE if the transition does not depend on it. */
typedef struct papni_transition
{
  papni_state from, caller, to;
  papni_symbol symbol, popped;
} papni_transition;

/* Machines have outputs. A Mealy machine is a dfa over symbols named input/output (the last
 * slash separates; an output that is not known is ?), with at most one output for each
 * input in each state; it accepts its traces. In a Moore machine, moreover, all transitions
 * to a state have the same output, that of the state. A vpa can be a Mealy machine, too: a
 * visibly pushdown transducer ("vpt"), with at most one output for each input in each state
 * and for each call that it pops. There, a symbol without a slash has no known output. */
typedef enum papni_machine
{
  PAPNI_ACCEPTOR, /* not a machine: words are accepted or rejected */
  PAPNI_MOORE,
  PAPNI_MEALY,
  PAPNI_MC,  /* a Markov chain: symbols are outputs, and each state has that of the transitions to it */
  PAPNI_MDP, /* a Markov decision process: input/output, several outputs for an input, states as in a Moore machine */
  PAPNI_SMM  /* a stochastic Mealy machine: the same, with outputs of transitions */
} papni_machine;

/* What a model is made of; state 0 is the start. */
typedef struct papni_parts
{
  papni_model_kind kind;
  const papni_alphabet *alphabet;
  size_t states;
  const bool *accepting; /* for each state */
  const papni_transition *transitions;
  size_t count; /* transitions */
} papni_parts;

/* Copies the parts and checks them. The symbols are renumbered into symbol order: ask the
 * model for its own alphabet. */
PAPNI_API papni_model *papni_model_new (const papni_parts *parts, papni_error *error);
PAPNI_API void papni_model_free (papni_model *model);

/* A dfa as a machine, or a vpa as a Mealy machine. `start` is the output of the start of a Moore machine; NULL if it is
 * unknown, or that of the transitions to the start. PAPNI_INPUT if it is no such machine. */
PAPNI_API papni_model *papni_machine_new (const papni_parts *parts, papni_machine machine, const char *start,
                                          papni_error *error);

PAPNI_API papni_machine papni_model_machine (const papni_model *model);

/* "dfa", "vpa" and so on, or of a machine "moore", "mealy", "mc", "mdp", "smm" or "vpt". */
PAPNI_API const char *papni_model_type (const papni_model *model);

/* The output of a state of a Moore machine; NULL if it is unknown, or it is no such machine. */
PAPNI_API const char *papni_model_output (const papni_model *model, papni_state state);

/* The probability of a transition of a Markov chain (among those of its state) or a decision
 * process (among those of its state on the same input), from the model's counts; as a
 * fraction, *taken of *all. False if there is none: another model, or one without counts. */
PAPNI_API bool papni_machine_fraction (const papni_model *model, size_t index, uint64_t *taken, uint64_t *all);
PAPNI_API bool papni_machine_probability (const papni_model *model, size_t index, double *probability);

/* One step of a Moore or Mealy machine without a stack: the transition of *state on an input. Sets *state
 * and *output (NULL: unknown); false, and no change, if there is none. See also papni_run_answer. */
PAPNI_API bool papni_machine_step (const papni_model *model, papni_state *state, const char *input,
                                   const char **output);

PAPNI_API papni_model_kind papni_model_kind_of (const papni_model *model);
PAPNI_API const papni_alphabet *papni_model_alphabet (const papni_model *model);
PAPNI_API size_t papni_model_states (const papni_model *model);
PAPNI_API bool papni_model_accepting (const papni_model *model, papni_state state);

/* Can an accepting state be reached from here, with some stack (is it co-accessible)? */
PAPNI_API bool papni_model_hopeful (const papni_model *model, papni_state state);

/* Transitions are ordered by from, symbol, popped, caller. */
PAPNI_API size_t papni_model_transitions (const papni_model *model);
PAPNI_API papni_transition papni_model_transition (const papni_model *model, size_t index);

/* A model can keep counts: how many words end in each state, and how often words take each
 * transition. They make it probabilistic: see papni_run_bits and papni_generate_likely. Its file
 * keeps them; operations that make another model drop them. */
PAPNI_API bool papni_model_has_counts (const papni_model *model);
PAPNI_API uint64_t papni_model_ended (const papni_model *model, papni_state state); /* 0 without counts */
PAPNI_API uint64_t papni_model_taken (const papni_model *model, size_t index);      /* the same */

/* A copy of the model with the counts of the accepted words of samples; equal words count as
 * often as they occur. Words that the model rejects do not count; *rejected is their number, and
 * may be NULL. */
PAPNI_API papni_model *papni_model_count (const papni_model *model, const papni_samples *samples, size_t *rejected,
                                          papni_error *error);

/* A copy with these counts: one per state, one per transition. NULL: without counts. PAPNI_INPUT if
 * words end in a state that does not accept, or if the sum exceeds 2^53. */
PAPNI_API papni_model *papni_model_with_counts (const papni_model *model, const uint64_t *ended, const uint64_t *taken,
                                                papni_error *error);

/* ---- active learning ------------------------------------------------------- */

/* An oracle knows the language: a program, a service, a person. */
typedef enum papni_answer
{
  PAPNI_NO,
  PAPNI_YES,
  PAPNI_UNANSWERED /* no answer: never counts as yes, and the model need not agree with it */
} papni_answer;

typedef struct papni_question
{
  const papni_symbol *symbols; /* of the seeds' alphabet; valid until the oracle returns */
  size_t length;
} papni_question;

/* Answers membership queries. They are independent and may be answered in parallel. All
 * `answers` are initially PAPNI_UNANSWERED. PAPNI_CANCELLED ends learning with the model so
 * far; any other status but PAPNI_OK is an error and gives no model. */
typedef papni_status (*papni_oracle) (void *context, const papni_question *questions, size_t count,
                                      papni_answer *answers, papni_error *error);

/* The purposes of questions. */
typedef enum papni_purpose
{
  PAPNI_ASK_TOKENS,  /* finding the calls and returns of texts */
  PAPNI_ASK_SEEDS,   /* the seeds and their states */
  PAPNI_ASK_SYMBOLS, /* symbols in states where no accepted word has shown them */
  PAPNI_ASK_BLOCKS,  /* blocks, likewise */
  PAPNI_ASK_PIECES,  /* replacing one piece of a word by another */
  PAPNI_ASK_STEPS,   /* transitions, in other contexts */
  PAPNI_ASK_CHECK,   /* the approximate equivalence test and its counterexamples */
  PAPNI_ASK_AGAIN,   /* repeated questions, to detect inconsistent answers */
  PAPNI_PURPOSES
} papni_purpose;

#define PAPNI_AGREE 300

/* An equivalence oracle: looks for a word that the model judges wrongly. Sets *found, and
 * *word (its symbols are numbers of the seeds' alphabet, and stay valid until the next
 * call). The status is as for papni_oracle. */
typedef papni_status (*papni_equivalence) (void *context, const papni_model *model, papni_question *word, bool *found,
                                           papni_error *error);

/* `size` and `report_size` are those of the caller's header, so that both structs can get more
 * fields at their end in later versions; papni_default_asking sets them. The watch is called
 * before each batch of questions; if it returns false, the result is the model so far. */
typedef struct papni_asking
{
  size_t size, report_size;
  papni_oracle oracle;
  void *context;                 /* for the oracle */
  size_t most;                   /* maximum number of questions; 0: no limit. Then the result is the model so far */
  size_t agree;                  /* number of checks in a row that must agree at the end */
  uint64_t seed;                 /* of the random words */
  papni_equivalence equivalence; /* asked instead of probing and checks; may be NULL */
  papni_watch watch;
} papni_asking;

typedef struct papni_asked
{
  size_t questions[16]; /* by purpose */
  size_t unanswered;
  size_t contradictions; /* repeated questions with different answers */
  size_t disagreements;  /* answers that the model disagrees with; 0 if complete */
  size_t dropped;        /* seeds that are not well-matched */
  size_t rejected;       /* seeds of papni_learn_text that the oracle rejects */
  size_t states, transitions;
  size_t guesses; /* transitions supported by only one answer */
  bool complete;  /* the checks agreed at the end */
} papni_asked;

static inline papni_asking papni_default_asking (papni_oracle oracle, void *context)
{
  papni_asking how = { sizeof (papni_asking), sizeof (papni_asked), oracle, context, 0, PAPNI_AGREE, 1, NULL,
                       { NULL, NULL } };
  return how;
}

/* Learns from seeds and answers: a sevpa in which all calls lead to the start, or a dfa if
 * the alphabet has no calls. Labelled seeds count as answered; the others are asked. All
 * symbols of the alphabet are tried, even if no seed contains them. The result depends only
 * on the set of seeds, the answers and the random seed. The report may be NULL. */
PAPNI_API papni_model *papni_learn_oracle (const papni_samples *seeds, const papni_asking *how, papni_asked *report,
                                           papni_error *error);

/* The same for texts, in which the calls and returns are not known: an oracle that
 * answers for texts. */
typedef struct papni_string
{
  const char *bytes;
  size_t size;
} papni_string;

typedef papni_status (*papni_text_oracle) (void *context, const papni_string *texts, size_t count,
                                           papni_answer *answers, papni_error *error);

typedef struct papni_text_asking
{
  size_t size, report_size; /* as in papni_asking */
  papni_text_oracle oracle;
  void *context;        /* for the oracle and the note */
  const char *alphabet; /* characters to try, besides those of the seeds; NULL: a space, all ASCII letters if the
                           seeds have one, all digits if they have one */
  size_t most, agree;
  uint64_t seed;                                     /* as in papni_asking */
  void (*note) (void *context, const char *message); /* a call and a return were found, and why; may be NULL */
  const papni_allocator *allocator;
  papni_watch watch;
  const papni_label *labels; /* of the seeds, known or PAPNI_UNKNOWN; NULL: none is known */
} papni_text_asking;

static inline papni_text_asking papni_default_text_asking (papni_text_oracle oracle, void *context)
{
  papni_text_asking how = { sizeof (papni_text_asking),
                            sizeof (papni_asked),
                            oracle,
                            context,
                            NULL,
                            0,
                            PAPNI_AGREE,
                            1,
                            NULL,
                            NULL,
                            { NULL, NULL },
                            NULL };
  return how;
}

/* Every character is a symbol, except for calls and returns of several characters. These
 * are found by pumping. Seeds are UTF-8. The model's lexer is a list of rules, so that it
 * can be run on texts. */
PAPNI_API papni_model *papni_learn_text (const papni_string *seeds, size_t count, const papni_text_asking *how,
                                         papni_asked *report, papni_error *error);

/* ---- running a word ----------------------------------------------------- */

typedef enum papni_verdict
{
  PAPNI_VERDICT_ACCEPT,
  PAPNI_VERDICT_REJECTING_STATE, /* the word ends in a state that does not accept */
  PAPNI_VERDICT_OPEN_CALLS,      /* the word ends while a call is open */
  PAPNI_VERDICT_NO_TRANSITION,   /* none on this symbol in this state */
  PAPNI_VERDICT_DEAD_END,        /* from the state after this symbol nothing is accepted */
  PAPNI_VERDICT_NO_CALL,         /* a return while no call is open */
  PAPNI_VERDICT_WRONG_CALL,      /* a return that does not pop the open call here */
  PAPNI_VERDICT_UNKNOWN_SYMBOL   /* not in the model's alphabet */
} papni_verdict;

typedef struct papni_run papni_run;

/* The model must outlive the run. */
PAPNI_API papni_run *papni_run_new (const papni_model *model, papni_error *error);
PAPNI_API void papni_run_free (papni_run *run);
PAPNI_API void papni_run_restart (papni_run *run);

/* From now on the run stops at the first symbol after which no continuation is accepted,
 * with the stack taken into account; otherwise it may stop later. Call it before the first
 * symbol, or before a restart. The first call is expensive; for a model so large that it would
 * take more than about a second, it has no effect. */
PAPNI_API papni_status papni_run_look_ahead (papni_run *run, papni_error *error);

/* Reads one symbol of the model's alphabet (PAPNI_NO_SYMBOL for one that is not in it).
 * A symbol that cannot be read stops the run: what follows is ignored. Fails only if there
 * is no memory for the stack. */
PAPNI_API papni_status papni_run_step (papni_run *run, papni_symbol symbol, papni_error *error);

/* The verdict if the word ended here. */
PAPNI_API papni_verdict papni_run_verdict (const papni_run *run);
PAPNI_API size_t papni_run_position (const papni_run *run); /* symbols read */
PAPNI_API papni_state papni_run_state (const papni_run *run);
PAPNI_API size_t papni_run_depth (const papni_run *run);      /* open calls */
PAPNI_API papni_symbol papni_run_open (const papni_run *run); /* the innermost, or PAPNI_NO_SYMBOL */

/* Can this symbol be read next, and the word still be completed (as far as the run looks
 * ahead)? The run caches what look-ahead computes, so it is not const. */
PAPNI_API bool papni_run_expects (papni_run *run, papni_symbol symbol);

/* The symbol that a Moore or Mealy machine, with or without a stack, reads next for this input: the input with
 * its output. If it cannot be read here, any symbol with this input; PAPNI_NO_SYMBOL if there is none. */
PAPNI_API papni_symbol papni_run_answer (papni_run *run, const char *input, size_t length);

/* The bits of this symbol next, and of the end of the word here: the negative logarithm, to
 * base 2, of the probability that the model's counts give it. Infinite if it is not possible, or
 * if the model has no counts. The bits of a word are the sum over its symbols and its end. They are
 * the same on every machine. */
PAPNI_API double papni_run_bits (papni_run *run, papni_symbol symbol);
PAPNI_API double papni_run_end_bits (const papni_run *run);

/* ---- built-in languages --------------------------------------------------- */

/* The languages of the paper's evaluation, in its order, then some that its automata
 * cannot express. They are numbered from 0; papni_language_find returns the count for an
 * unknown name. */
PAPNI_API size_t papni_language_count (void);
PAPNI_API const char *papni_language_name (size_t index);
PAPNI_API const char *papni_language_about (size_t index); /* a sentence */
PAPNI_API size_t papni_language_find (const char *name);
PAPNI_API papni_model *papni_language_model (size_t index, const papni_allocator *allocator, papni_error *error);

/* ---- counting and drawing words ------------------------------------------- */

/* Random numbers: the same seed gives the same numbers everywhere. */
typedef struct papni_random
{
  uint64_t state[4];
} papni_random;

PAPNI_API papni_random papni_random_begin (uint64_t seed);

/* The accepted words of a model, counted by length up to max_length, which may be
 * 1,000 for two symbols, 500 for up to sixteen, 125 for any alphabet (otherwise
 * PAPNI_USAGE, with the limit). The model must outlive them. */
typedef struct papni_counter papni_counter;

PAPNI_API papni_counter *papni_counter_new (const papni_model *model, size_t max_length, const papni_watch *watch,
                                            papni_error *error);
PAPNI_API void papni_counter_free (papni_counter *counter);

/* The number of words of a length: exact below 2^53, to twelve digits beyond; infinity
 * if it exceeds a double. */
PAPNI_API double papni_counter_count (const papni_counter *counter, size_t length);

/* Draws a word of this length, each with the same probability. PAPNI_USAGE if there is
 * none. */
PAPNI_API papni_status papni_counter_draw (papni_counter *counter, size_t length, papni_random *random,
                                           papni_symbol *symbols, papni_error *error);

/* ---- generating and splitting samples -------------------------------------- */

typedef struct papni_generation
{
  size_t positive, negative; /* the number of words with each label */
  size_t least, most;        /* symbols in a word */
  uint64_t seed;
  bool replace;                   /* a word may be drawn more than once */
  double uniform, matched, edits; /* the mixture of rejected words; all 0: one third each */
} papni_generation;

/* Adds words, labelled by the model; its symbols are declared in the samples' alphabet.
 * The length of an accepted word is drawn from those that still have words, then the word
 * from all of that length. A rejected word is drawn from all words, or from the
 * well-matched ones, or is an accepted word with one or two edits that keep it
 * well-matched; if one kind runs out of words, the others replace it. PAPNI_INPUT, and no
 * words are added, if there are not enough; the message says how many there are. */
PAPNI_API papni_status papni_generate (const papni_model *model, const papni_generation *how, papni_samples *samples,
                                       const papni_watch *watch, papni_error *error);

/* Adds `positive` accepted words, drawn by the probabilities of the model's counts; words may repeat,
 * and words of other lengths are drawn again. `negative` must be 0, and only the lengths and the seed
 * are used besides. PAPNI_INPUT if the model has no counts, or if nearly no word has such a length. */
PAPNI_API papni_status papni_generate_likely (const papni_model *model, const papni_generation *how,
                                              papni_samples *samples, const papni_watch *watch, papni_error *error);

/* Puts this fraction of the words of each label into `one` and the rest into `other`, both of
 * which have their own alphabets. Equal words stay together. The split depends only on
 * the set of words and the seed. */
PAPNI_API papni_status papni_split (const papni_samples *samples, double part, uint64_t seed, papni_samples *one,
                                    papni_samples *other, papni_error *error);

/* ---- comparing and combining models --------------------------------------- */

typedef enum papni_operation
{
  PAPNI_UNION,
  PAPNI_INTERSECTION,
  PAPNI_DIFFERENCE, /* the first but not the second */
  PAPNI_EITHER,     /* exactly one of them: the symmetric difference */
  PAPNI_COMPLEMENT  /* the well-matched words that the first does not accept */
} papni_operation;

/* The words that a combination of two models accepts, in order of length, words of equal
 * length in symbol order. Both models have the symbols of both. When a dfa is compared
 * (PAPNI_EITHER) with a model that has a stack, words that are not well-matched count,
 * since the dfa may accept them. The models must outlive it. */
typedef struct papni_least papni_least;

/* `other` may be NULL: a model that accepts nothing. PAPNI_INPUT if a symbol has different
 * kinds in the models. The watch is used by papni_least_next too. */
PAPNI_API papni_least *papni_least_new (const papni_model *one, const papni_model *other, papni_operation operation,
                                        const papni_watch *watch, papni_error *error);
PAPNI_API void papni_least_free (papni_least *least);

/* The symbols of both models, in symbol order. */
PAPNI_API const papni_alphabet *papni_least_alphabet (const papni_least *least);

/* `symbols` is NULL for a word longer than requested: only its length is known, and
 * UINT64_MAX means that length or more. */
typedef struct papni_least_word
{
  const papni_symbol *symbols; /* of papni_least_alphabet; until the next call */
  uint64_t length;
  bool first, second; /* which of the models accept it */
} papni_least_word;

/* The next word; *found is false after the last. A word longer than `longest` is the last
 * one, and only its length is given. Two models are equivalent if PAPNI_EITHER finds no word: that
 * takes polynomial time, although the word may be exponentially long. */
PAPNI_API papni_status papni_least_next (papni_least *least, uint64_t longest, papni_least_word *word, bool *found,
                                         papni_error *error);

/* A model of the words that the combination accepts: of the models' kind if both have the
 * same, a vpa for a dfa and a vpa, otherwise general. For a dfa and a model with a stack,
 * only the well-matched words count. `other` may be NULL, as above. */
PAPNI_API papni_model *papni_combine (const papni_model *one, const papni_model *other, papni_operation operation,
                                      const papni_watch *watch, papni_error *error);

/* The same words with other names: symbol k of the model's alphabet is called names[k], or
 * keeps its name if that is NULL. Symbols keep their kind. If no two symbols get the same
 * name, the model keeps its kind and its states; otherwise a model with a stack becomes a
 * general one, with up to exponentially many states. The result has no lexer. PAPNI_INPUT
 * if symbols of different kinds get the same name. */
PAPNI_API papni_model *papni_rename (const papni_model *model, const char *const *names, const papni_watch *watch,
                                     papni_error *error);

/* The minimal equivalent model of the same kind: without states and transitions that no
 * accepted word uses, and with equivalent states joined. For a dfa and a vpa it is minimal
 * over the stack-aware alphabet, for a sevpa for its modules. */
PAPNI_API papni_model *papni_minimize (const papni_model *model, const papni_watch *watch, papni_error *error);

/* The vpa of a dfa that was learned from words of papni_samples_encode: the names of its
 * symbols say what pushes and what pops. The alphabet may declare symbols and pairs; those of
 * the model are added. It may be NULL. PAPNI_INPUT if nothing pushes or pops. */
PAPNI_API papni_model *papni_model_with_stack (const papni_model *dfa, papni_alphabet *alphabet, papni_error *error);

/* Words whose labels would tell most. Models: those that are equivalent to an earlier one,
 * and those that misjudge more of the labelled samples than others, are left out. Suggested
 * are the shortest words on which the others disagree, and unlabelled samples on which they do,
 * but no labelled ones: first the word that separates the most pairs of models, then the word
 * that separates the most of the remaining pairs, and so on. Words that all models judge for
 * the same reason (the states in which they end) are represented by the least.
 *
 * A single model is compared with those that differ from it by one change and do not misjudge
 * more samples than it does: a state accepts or not, a transition is missing or cannot follow
 * another, or an internal symbol more can be read.
 *
 * The samples may be NULL. The models are needed only during the call. */
typedef struct papni_suggestions papni_suggestions;

typedef struct papni_suggestion
{
  const papni_symbol *symbols; /* of papni_suggestions_alphabet */
  size_t length;
  size_t accepting; /* how many of papni_suggestions_models accept it */
} papni_suggestion;

PAPNI_API papni_suggestions *papni_suggest (const papni_model *const *models, size_t count,
                                            const papni_samples *samples, size_t most, const papni_watch *watch,
                                            papni_error *error);
PAPNI_API void papni_suggestions_free (papni_suggestions *suggestions);
PAPNI_API const papni_alphabet *papni_suggestions_alphabet (const papni_suggestions *suggestions);
PAPNI_API size_t papni_suggestions_models (const papni_suggestions *suggestions); /* compared */
PAPNI_API size_t papni_suggestions_size (const papni_suggestions *suggestions);
PAPNI_API papni_suggestion papni_suggestions_at (const papni_suggestions *suggestions, size_t index);

/* Which parts of a model the accepted words of samples take: where the samples are thin.
 * Words that the model rejects do not count. The model and the samples must outlive it. */
typedef struct papni_coverage papni_coverage;

typedef struct papni_taken
{
  size_t times, words; /* how often it is taken, and by how many words */
  bool single;         /* all of these words are the same one, `first` */
  papni_word first;
} papni_taken;

PAPNI_API papni_coverage *papni_coverage_new (const papni_model *model, const papni_samples *samples,
                                              papni_error *error);
PAPNI_API void papni_coverage_free (papni_coverage *coverage);
PAPNI_API size_t papni_coverage_words (const papni_coverage *coverage);    /* accepted words */
PAPNI_API size_t papni_coverage_rejected (const papni_coverage *coverage); /* those that the model rejects */
PAPNI_API papni_taken papni_coverage_transition (const papni_coverage *coverage, size_t index);
PAPNI_API papni_taken papni_coverage_symbol (const papni_coverage *coverage, papni_symbol symbol);
PAPNI_API size_t papni_coverage_places (const papni_coverage *coverage, papni_symbol symbol); /* states that read it */

/* The pairs of a call and a return in the model's transitions, numbered from 0. */
PAPNI_API size_t papni_coverage_pairs (const papni_coverage *coverage);
PAPNI_API papni_taken papni_coverage_pair (const papni_coverage *coverage, size_t index, papni_symbol *call,
                                           papni_symbol *ret);

/* Adds the `count` least accepted words of a model to samples, or all if there are fewer,
 * but none of more than `longest` symbols; its symbols are declared in their alphabet. */
PAPNI_API papni_status papni_shortest (const papni_model *model, size_t count, uint64_t longest, papni_samples *samples,
                                       const papni_watch *watch, papni_error *error);

/* Adds accepted words that together use every transition that any accepted word uses, each
 * the least word for a transition that the previous ones do not use. PAPNI_INPUT if one
 * needs more than `longest` symbols. *useless is the number of transitions that no accepted
 * word uses; it may be NULL. */
PAPNI_API papni_status papni_cover (const papni_model *model, uint64_t longest, papni_samples *samples, size_t *useless,
                                    const papni_watch *watch, papni_error *error);

/* ---- reading and writing models ------------------------------------------- */

/* Reads papni's JSON, from a file ("-" is standard input) or from bytes with a name for
 * messages. */
PAPNI_API papni_model *papni_model_read_file (const char *path, const papni_allocator *allocator, papni_error *error);
PAPNI_API papni_model *papni_model_read (const char *bytes, size_t size, const char *name,
                                         const papni_allocator *allocator, papni_error *error);

/* Reads a model of another program; format is
 *     aalpy       AALpy's DOT: a dfa, a Moore or Mealy machine, or a vpa, which may become general;
 *                 AutomataLib's DOT: a dfa or a Mealy machine
 *     table       what papni_model_write writes as "table"
 *     flexfringe  FlexFringe's JSON
 * The alphabet may declare symbols; those of the model are added. */
PAPNI_API papni_model *papni_model_import_file (const char *path, const char *format, papni_alphabet *alphabet,
                                                papni_error *error);
PAPNI_API papni_model *papni_model_import (const char *bytes, size_t size, const char *name, const char *format,
                                           papni_alphabet *alphabet, papni_error *error);

/* Writes a model; format is
 *     json                      papni's own; NULL means this one
 *     table                     one transition per line
 *     dot, mermaid              pictures
 *     ebnf, antlr, gbnf, lark   grammars: the W3C's EBNF, ANTLR 4, GBNF for constrained
 *                               decoding, Lark; a symbol with a space is PAPNI_INPUT
 *     tree-sitter, grammarinator, fuzzingbook   the same for these programs
 *     railroad                  a grammar as railroad diagrams, in SVG
 *     aalpy, automatalib        DOT of AALpy (a dfa or a vpa) or AutomataLib (a dfa)
 *     prism, jani               a Markov chain or decision process for model checkers
 *     c                         one C file: tables and two small functions
 * PAPNI_INPUT, with the reason, if the format cannot express the model. A file is written
 * as a whole or not at all; "-" is standard output. */
PAPNI_API papni_status papni_model_write_file (const papni_model *model, const char *path, const char *format,
                                               papni_error *error);
PAPNI_API papni_status papni_model_write (const papni_model *model, const char *format, papni_writer writer,
                                          papni_error *error);

/* The same with a watch. Only grammars take long. */
PAPNI_API papni_status papni_model_write_watched (const papni_model *model, const char *format, papni_writer writer,
                                                  const papni_watch *watch, papni_error *error);

/* What the terminals of a grammar, or the input of a C file, are. */
typedef enum papni_terminals
{
  PAPNI_TERMINALS_AUTO,  /* text if the model has a lexer, otherwise names */
  PAPNI_TERMINALS_TEXT,  /* what the lexer reads: the grammar is one of texts */
  PAPNI_TERMINALS_NAMES, /* the names of symbols */
} papni_terminals;

/* The same with a choice of terminals; papni_model_write chooses PAPNI_TERMINALS_AUTO. If
 * the lexer has something that a grammar cannot express, such as a look back, text is
 * PAPNI_INPUT; the message names the rule. */
PAPNI_API papni_status papni_model_export (const papni_model *model, const char *format, papni_terminals terminals,
                                           papni_writer writer, const papni_watch *watch, papni_error *error);

/* Writes one line for each merge and each promotion, and below a promotion, for each
 * earlier state, two samples with different labels that would end in one state if the two
 * states were merged. */
PAPNI_API papni_status papni_story_write (const papni_story *story, papni_writer writer, papni_error *error);

/* Writes the name of a symbol for output in which spaces separate: " " becomes \x20, "\"
 * becomes \\. */
PAPNI_API papni_status papni_write_name (const char *name, papni_writer writer, papni_error *error);

#ifdef __cplusplus
}
#endif

#endif
