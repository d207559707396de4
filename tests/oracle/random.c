/* random.c - random samples.
 *
 * A language is given by rules that shorten a word: a word is in the language if the
 * rules reduce it to `end` and its shape is right. The rules are confluent. Applied
 * backwards, they derive words from `end`. */
#include "random.h"

#include <stdlib.h>
#include <string.h>

#define MAX_RULES 8
#define MAX_TEXT 256

typedef struct rule
{
  const char *from, *to;
} rule;

/* A symbol is a character; the i-th closing character of a paired language closes the i-th opening one. */
typedef struct grammar
{
  const char *name, *internal, *call, *ret;
  bool paired;
  bool nest;   /* nothing opens after something has closed */
  bool blocks; /* a, b and c occur only as abc */
  const char *end;
  rule rules[MAX_RULES];
} grammar;

static const grammar languages[LANGUAGES] = {
  { "L1", "", "a", "b", true, true, false, "", { { "ab", "" } } },
  { "L2", "", "ab", "cd", false, true, false, "", { { "ac", "" }, { "ad", "" }, { "bc", "" }, { "bd", "" } } },
  { "L3", "", "ab", "dc", true, true, false, "", { { "abcd", "" } } },
  { "L4", "", "([", ")]", true, false, false, "", { { "()", "" }, { "[]", "" } } },
  { "L6", "", "([{", ")]}", true, false, false, "", { { "()", "" }, { "[]", "" }, { "{}", "" } } },
  { "L8", "", "([{<", ")]}>", true, false, false, "", { { "()", "" }, { "[]", "" }, { "{}", "" }, { "<>", "" } } },
  { "L9", "", "([", ")]", true, true, false, "", { { "()", "" }, { "[]", "" } } },
  { "L10", "abc", "(", ")", true, false, false, "", { { "()", "" }, { "a", "" }, { "b", "" }, { "c", "" } } },
  { "L11",
    "abc",
    "([",
    ")]",
    true,
    false,
    false,
    "",
    { { "()", "" }, { "[]", "" }, { "a", "" }, { "b", "" }, { "c", "" } } },
  { "L12", "abcd", "(", ")", true, false, true, "", { { "()", "" }, { "abc", "" }, { "d", "" } } },
  { "odd", "", "(", ")", true, true, false, "()", { { "(())", "" } } },
  { "even", "", "(", ")", true, false, false, "", { { "(())", "" } } },
  { "arith", "1+", "(", ")", true, false, false, "1", { { "(1)", "1" }, { "1+1", "1" } } },
};

/* ---- numbers ------------------------------------------------------------- */

/* splitmix64 */
uint64_t random_bits (random_source *source)
{
  uint64_t z = source->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

size_t random_below (random_source *source, size_t bound)
{
  return (size_t) (random_bits (source) % bound);
}

static bool one_in (random_source *source, size_t n)
{
  return random_below (source, n) == 0;
}

/* ---- languages ----------------------------------------------------------- */

const char *language_name (int language)
{
  return languages[language].name;
}

static bool shape_is_right (const grammar *l, const char *text)
{
  bool closed = false;
  for (const char *at = text; *at; at++) {
    closed = closed || strchr (l->ret, *at);
    if (l->nest && closed && strchr (l->call, *at))
      return false;
    if (l->blocks && *at == 'a' && (at[1] != 'b' || at[2] != 'c'))
      return false;
    if (l->blocks && *at == 'b' && (at == text || at[-1] != 'a'))
      return false;
    if (l->blocks && *at == 'c' && (at == text || at[-1] != 'b'))
      return false;
  }
  return true;
}

/* Puts `to` in the place of `length` characters. */
static void replace (char *text, char *at, size_t length, const char *to)
{
  char rest[MAX_TEXT];
  strcpy (rest, at + length);
  *at = '\0';
  strcat (text, to);
  strcat (text, rest);
}

static bool text_is_in (const grammar *l, const char *word)
{
  char text[MAX_TEXT];
  strcpy (text, word);
  for (size_t i = 0; i < MAX_RULES && l->rules[i].from;) {
    char *at = strstr (text, l->rules[i].from);
    if (at)
      replace (text, at, strlen (l->rules[i].from), l->rules[i].to);
    i = at ? 0 : i + 1;
  }
  return *word && shape_is_right (l, word) && strcmp (text, l->end) == 0;
}

bool language_accepts (int language, const twin_alphabet *alphabet, const int *word, size_t length)
{
  char text[MAX_TEXT] = "";
  for (size_t i = 0; i < length; i++)
    text[i] = alphabet->names[word[i]][0];
  return text_is_in (&languages[language], text);
}

/* Applies rules backwards until the word has about this length. */
static void derive (random_source *source, const grammar *l, size_t about, char *text)
{
  size_t rules = 0;
  while (rules < MAX_RULES && l->rules[rules].from)
    rules++;
  strcpy (text, l->end);
  for (size_t tries = 0; tries < 4 * about && strlen (text) < about; tries++) {
    char before[MAX_TEXT];
    const rule *r = &l->rules[random_below (source, rules)];
    char *at = text + (l->nest ? strlen (text) / 2 : random_below (source, strlen (text) + 1));
    strcpy (before, text);
    at = strstr (at, r->to);
    if (at)
      replace (text, at, strlen (r->to), r->from);
    if (!shape_is_right (l, text))
      strcpy (text, before);
  }
}

static void add_symbols (twin_alphabet *alphabet, const char *symbols, papni_kind kind)
{
  static const char *const names[] = { "a", "b", "c", "d", "1", "+", "(", ")", "[", "]", "{", "}", "<", ">" };
  for (; *symbols; symbols++)
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (*names[i] == *symbols) {
        alphabet->names[alphabet->size] = names[i];
        alphabet->kinds[alphabet->size++] = kind;
      }
}

static int symbol_of (const twin_alphabet *alphabet, char c)
{
  int a = 0;
  while (alphabet->names[a][0] != c)
    a++;
  return a;
}

/* ---- words --------------------------------------------------------------- */

static int *uniform_word (random_source *source, const twin_alphabet *alphabet, size_t length)
{
  int *word = twin_allocate (length, sizeof *word);
  for (size_t i = 0; i < length; i++)
    word[i] = (int) random_below (source, (size_t) alphabet->size);
  return word;
}

/* At least this many symbols; then open calls are closed, if some return can. */
static int *matched_word (random_source *source, const twin_alphabet *alphabet, size_t least, size_t *length)
{
  int *word = twin_allocate (2 * least, sizeof *word), *stack = twin_allocate (least, sizeof *stack);
  size_t depth = 0, stuck = 0;
  for (*length = 0; (*length < least || depth > 0) && stuck < 100; stuck++) {
    int a = (int) random_below (source, (size_t) alphabet->size);
    papni_kind kind = alphabet->kinds[a];
    if (kind == PAPNI_RETURN ? !depth || !twin_pops (alphabet, a, stack[depth - 1]) : *length >= least)
      continue;
    if (kind == PAPNI_CALL)
      stack[depth++] = a;
    else if (kind == PAPNI_RETURN)
      depth--;
    word[(*length)++] = a;
    stuck = 0;
  }
  free (stack);
  return word;
}

/* Replaces, removes, repeats or swaps a symbol. `word` has room for one more. */
static void mutate (random_source *source, const twin_alphabet *alphabet, int *word, size_t *length)
{
  if (*length == 0)
    return;
  size_t at = random_below (source, *length), way = random_below (source, 4);
  int other = (int) random_below (source, (size_t) alphabet->size), old = word[at];
  if (way == 0)
    word[at] = other;
  else if (way == 1)
    memmove (word + at, word + at + 1, (--*length - at) * sizeof *word);
  else if (way == 2)
    memmove (word + at + 1, word + at, ((*length)++ - at) * sizeof *word);
  else if (at > 0) {
    word[at] = word[at - 1];
    word[at - 1] = old;
  }
}

int *random_word (random_source *source, const twin_alphabet *alphabet, size_t max_length, size_t *length)
{
  *length = random_below (source, max_length + 1);
  return one_in (source, 2) ? matched_word (source, alphabet, *length / 2, length)
                            : uniform_word (source, alphabet, *length);
}

/* ---- samples ------------------------------------------------------------- */

static twin_sample *new_sample (size_t words)
{
  twin_sample *sample = twin_allocate (1, sizeof *sample);
  sample->words = twin_allocate (words, sizeof *sample->words);
  return sample;
}

static void add_word (twin_sample *sample, int *symbols, size_t length, papni_label label)
{
  sample->words[sample->count++] = (twin_word){ symbols, length, label };
}

void random_sample_free (twin_sample *sample)
{
  for (size_t w = 0; w < sample->count; w++)
    free (sample->words[w].symbols);
  free (sample->words);
  free (sample);
}

void random_shuffle (random_source *source, twin_sample *sample)
{
  for (size_t w = sample->count; w > 1; w--) {
    size_t other = random_below (source, w);
    twin_word word = sample->words[w - 1];
    sample->words[w - 1] = sample->words[other];
    sample->words[other] = word;
  }
}

static int *derived_word (random_source *source, const grammar *l, const twin_alphabet *alphabet, size_t max_length,
                          size_t *length)
{
  char text[MAX_TEXT];
  derive (source, l, 1 + random_below (source, max_length), text);
  *length = strlen (text);
  int *word = twin_allocate (*length + 1, sizeof *word);
  for (size_t i = 0; i < *length; i++)
    word[i] = symbol_of (alphabet, text[i]);
  return word;
}

twin_sample *random_language_sample (random_source *source, int language, size_t words, size_t max_length, bool paired)
{
  const grammar *l = &languages[language];
  twin_sample *sample = new_sample (words);
  twin_alphabet *alphabet = &sample->alphabet;
  add_symbols (alphabet, l->internal, PAPNI_INTERNAL);
  add_symbols (alphabet, l->ret, PAPNI_RETURN);
  add_symbols (alphabet, l->call, PAPNI_CALL);
  for (size_t i = 0; paired && l->paired && l->call[i]; i++)
    alphabet->pairs[symbol_of (alphabet, l->ret[i])][symbol_of (alphabet, l->call[i])] = true;
  while (sample->count < words) {
    size_t length, way = random_below (source, 6);
    int *word;
    if (way < 4) {
      word = derived_word (source, l, alphabet, max_length, &length);
      if (way == 3)
        mutate (source, alphabet, word, &length);
    } else
      word = random_word (source, alphabet, max_length, &length);
    bool accepted = language_accepts (language, alphabet, word, length);
    add_word (sample, word, length, accepted ? PAPNI_ACCEPT : PAPNI_REJECT);
  }
  return sample;
}

/* The label that a random function, determined by the seed, gives to a word. */
static papni_label label_of (uint64_t seed, const int *word, size_t length)
{
  random_source source = { seed + length };
  for (size_t i = 0; i < length; i++)
    source.state = random_bits (&source) + (uint64_t) word[i];
  uint64_t chance = random_bits (&source) % 10;
  return chance == 0 ? PAPNI_UNKNOWN : chance < 5 ? PAPNI_ACCEPT : PAPNI_REJECT;
}

twin_sample *random_chaos_sample (random_source *source, size_t words, size_t max_length)
{
  static const char *const names[] = { "b", "a", "ab", "Z", "<x>", "\xc3\xa9", "\"", "&", "z10", "z9" };
  twin_sample *sample = new_sample (words);
  twin_alphabet *alphabet = &sample->alphabet;
  size_t counts[3], shift = random_below (source, 10);
  counts[PAPNI_INTERNAL] = 1 + random_below (source, 3);
  counts[PAPNI_CALL] = random_below (source, 3);
  counts[PAPNI_RETURN] = random_below (source, 4);
  for (size_t kind = 0; kind < 3; kind++)
    for (size_t i = 0; i < counts[kind]; i++, alphabet->size++) {
      alphabet->names[alphabet->size] = names[((size_t) alphabet->size + shift) % 10];
      alphabet->kinds[alphabet->size] = (papni_kind) kind;
    }
  bool paired = one_in (source, 2);
  for (int r = 0; paired && r < alphabet->size; r++)
    for (int c = 0; c < alphabet->size; c++)
      if (alphabet->kinds[r] == PAPNI_RETURN && alphabet->kinds[c] == PAPNI_CALL)
        alphabet->pairs[r][c] = one_in (source, 2);
  uint64_t seed = random_bits (source);
  while (sample->count < words) {
    size_t length;
    int *word = random_word (source, alphabet, max_length, &length);
    add_word (sample, word, length, label_of (seed, word, length));
  }
  return sample;
}

twin_sample *random_regular_sample (random_source *source, size_t words, size_t max_length, int states)
{
  twin_sample *sample = new_sample (words);
  int *next = uniform_word (source, &(twin_alphabet){ .size = states }, 2 * (size_t) states);
  uint64_t accepting = random_bits (source);
  add_symbols (&sample->alphabet, "ba", PAPNI_INTERNAL);
  while (sample->count < words) {
    size_t length = random_below (source, max_length + 1);
    int *word = uniform_word (source, &sample->alphabet, length), state = 0;
    for (size_t i = 0; i < length; i++)
      state = next[2 * state + word[i]];
    add_word (sample, word, length, accepting >> (state % 64) & 1 ? PAPNI_ACCEPT : PAPNI_REJECT);
  }
  free (next);
  return sample;
}

twin_sample *random_sample (random_source *source, size_t index, size_t words, size_t max_length)
{
  size_t kind = index % (LANGUAGES + 2);
  if (kind < LANGUAGES)
    return random_language_sample (source, (int) kind, words, max_length, one_in (source, 4));
  if (kind == LANGUAGES)
    return random_chaos_sample (source, words, max_length);
  return random_regular_sample (source, words, max_length, 2 + (int) random_below (source, 7));
}
