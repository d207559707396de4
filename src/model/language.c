/* language.c - the built-in languages: the paper's thirteen, and four that its automata
 * cannot express.
 *
 * Each is a line of transitions, separated by semicolons, in the notation of model
 * files: `from symbol to`, `from return popped to`, and for a sevpa `from return caller
 * popped to` and `enter call to`. Alternatives are separated by bars. */
#include "model/model.h"

#include <string.h>

typedef struct language
{
  const char *name, *about;
  papni_model_kind kind;
  bool paired; /* the i-th return pops only the i-th call */
  const char *internal, *call, *ret;
  papni_state states;
  const char *accepting; /* states below 10, separated by spaces */
  const char *transitions;
} language;

#define SCALARS "false|null|number|string|true"

static const language languages[] = {
  { "L1", "a^n b^n, n at least 1", PAPNI_VPA, false, "", "a", "b", 2, "1", "0 a 0; 0|1 b a 1" },
  { "L2", "(a or b)^n (c or d)^n, n at least 1; any return pops any call", PAPNI_VPA, false, "", "a b", "c d", 2, "1",
    "0 a|b 0; 0|1 c|d a|b 1" },
  { "L3", "(ab)^n (cd)^n, n at least 1; d pops a, c pops b", PAPNI_VPA, false, "", "a b", "c d", 4, "3",
    "0 a 1; 1 b 0; 0|3 c b 2; 2 d a 3" },
  { "L4", "Dyck words of order 2, not empty: two kinds of brackets", PAPNI_VPA, false, "", "( [", ") ]", 2, "1",
    "0|1 (|[ 1; 1 ) ( 1; 1 ] [ 1" },
  { "L6", "Dyck words of order 3, not empty: three kinds of brackets", PAPNI_VPA, false, "", "( [ {", ") ] }", 2, "1",
    "0|1 (|[|{ 1; 1 ) ( 1; 1 ] [ 1; 1 } { 1" },
  { "L8", "Dyck words of order 4, not empty: four kinds of brackets", PAPNI_VPA, false, "", "( [ { <", ") ] } >", 2,
    "1", "0|1 (|[|{|< 1; 1 ) ( 1; 1 ] [ 1; 1 } { 1; 1 > < 1" },
  { "L9", "nested brackets of two kinds: all open, then all close", PAPNI_VPA, false, "", "( [", ") ]", 2, "1",
    "0 (|[ 0; 0|1 ) ( 1; 0|1 ] [ 1" },
  { "L10", "one kind of brackets, with a, b and c anywhere, not empty", PAPNI_VPA, false, "a b c", "(", ")", 2, "1",
    "0|1 a|b|c|( 1; 1 ) ( 1" },
  { "L11", "two kinds of brackets, with a, b and c anywhere, not empty", PAPNI_VPA, false, "a b c", "( [", ") ]", 2,
    "1", "0|1 a|b|c|(|[ 1; 1 ) ( 1; 1 ] [ 1" },
  { "L12", "one kind of brackets, with the blocks abc and d anywhere, not empty", PAPNI_VPA, false, "a b c d", "(", ")",
    4, "1", "0|1 d|( 1; 0|1 a 2; 2 b 3; 3 c 1; 1 ) ( 1" },
  { "odd", "an odd number of nested parentheses: all open, then all close", PAPNI_VPA, false, "", "(", ")", 3, "2",
    "0 ( 1; 1 ( 0; 1|2 ) ( 2" },
  { "even", "parentheses that open two at a time; groups may follow each other", PAPNI_VPA, false, "", "(", ")", 3, "2",
    "0|2 ( 1; 1 ( 2; 2 ) ( 2" },
  { "arith", "sums of 1, with parentheses", PAPNI_VPA, false, "1 +", "(", ")", 2, "1", "0 1 1; 0 ( 0; 1 + 0; 1 ) ( 1" },
  { "json", "JSON, one symbol per token; beyond the paper's automata", PAPNI_SEVPA, true,
    ", : false null number string true", "[ {", "] }", 10, "1",
    "enter [ 2; enter { 3;"
    "0 " SCALARS " 1; 2|6 " SCALARS " 4; 7 " SCALARS " 8; 4 , 6; 3|9 string 5; 5 : 7; 8 , 9;"
    "2|4 ] 0 [ 1; 2|4 ] 2|6 [ 4; 2|4 ] 7 [ 8; 3|8 } 0 { 1; 3|8 } 2|6 { 4; 3|8 } 7 { 8" },
  { "xml2", "one element with elements and text inside, two tags; beyond the paper's automata", PAPNI_SEVPA, true,
    "text", "<a> <b>", "</a> </b>", 4, "1",
    "enter <a> 2; enter <b> 3; 2 text 2; 3 text 3;"
    "2 </a> 0 <a> 1; 2 </a> 2 <a> 2; 2 </a> 3 <a> 3; 3 </b> 0 <b> 1; 3 </b> 2 <b> 2; 3 </b> 3 <b> 3" },
  { "root", "one outermost pair of parentheses, any inside it; beyond the paper's automata", PAPNI_SEVPA, false, "",
    "(", ")", 3, "1", "enter ( 2; 2 ) 0 ( 1; 2 ) 2 ( 2" },
  { "restore",
    "letters and blocks; a block is followed by the letter before it, x ( ... ) x; beyond the paper's automata",
    PAPNI_SEVPA, false, "a b", "(", ")", 5, "1 2",
    "enter ( 0; 0|1|2 a 1; 0|1|2 b 2; 3 a 1; 4 b 2; 0|1|2 ) 1 ( 3; 0|1|2 ) 2 ( 4" },
};

enum
{
  LANGUAGES = sizeof languages / sizeof *languages,
  MOST_FIELDS = 5,
  MOST_CHOICES = 5, /* per field */
  MOST_TRANSITIONS = 128
};

size_t papni_language_count (void)
{
  return LANGUAGES;
}

const char *papni_language_name (size_t index)
{
  return languages[index].name;
}

const char *papni_language_about (size_t index)
{
  return languages[index].about;
}

size_t papni_language_find (const char *name)
{
  size_t index = 0;
  while (index < LANGUAGES && strcmp (languages[index].name, name) != 0)
    index++;
  return index;
}

/* ---- reading the lines ---- */

/* One of the alternatives in a field. */
typedef struct language_choice
{
  const char *text;
  size_t length;
} language_choice;

typedef struct language_field
{
  language_choice choices[MOST_CHOICES];
  size_t count;
} language_field;

/* Reads the fields up to a semicolon or the end. */
static const char *read_fields (const char *text, language_field *fields, size_t *count)
{
  for (*count = 0; *(text += strspn (text, " ")) && *text != ';'; (*count)++) {
    language_field *f = &fields[*count];
    for (f->count = 0;; text++) {
      const size_t length = strcspn (text, " |;");
      f->choices[f->count++] = (language_choice){ text, length };
      text += length;
      if (*text != '|')
        break;
    }
  }
  return *text ? text + 1 : text;
}

static papni_state language_state_of (const language_field *f, size_t choice)
{
  papni_state q = 0;
  for (size_t i = 0; i < f->choices[choice].length; i++)
    q = 10 * q + (papni_state) (f->choices[choice].text[i] - '0');
  return q;
}

static symbol symbol_of (const papni_alphabet *alphabet, const language_field *f, size_t choice)
{
  return papni_alphabet_find (alphabet, f->choices[choice].text, f->choices[choice].length);
}

/* Adds all transitions that one part of the line denotes. */
static size_t language_expand (const papni_alphabet *alphabet, const language_field *fields, size_t count,
                               transition *out)
{
  size_t made = 0, place[MOST_FIELDS] = { 0 };
  for (bool more = true; more;) {
    const bool pops = count > 3, looks = count > 4;
    out[made++] =
        (transition){ .from = language_state_of (&fields[0], place[0]),
                      .symbol = symbol_of (alphabet, &fields[1], place[1]),
                      .caller = looks ? language_state_of (&fields[2], place[2]) : PAPNI_NO_STATE,
                      .popped = pops ? symbol_of (alphabet, &fields[count - 2], place[count - 2]) : PAPNI_NO_SYMBOL,
                      .to = language_state_of (&fields[count - 1], place[count - 1]) };
    size_t i = 0;
    while (i < count && ++place[i] == fields[i].count)
      place[i++] = 0;
    more = i < count;
  }
  return made;
}

static size_t language_enter (const papni_alphabet *alphabet, const language *l, const language_field *fields,
                              transition *out)
{
  for (size_t q = 0; q < l->states; q++)
    out[q] = (transition){ (papni_state) q, PAPNI_NO_STATE, language_state_of (&fields[2], 0),
                           symbol_of (alphabet, &fields[1], 0), PAPNI_NO_SYMBOL };
  return l->states;
}

static size_t language_read_transitions (const papni_alphabet *alphabet, const language *l, transition *out)
{
  size_t made = 0, count;
  language_field fields[MOST_FIELDS];
  for (const char *text = l->transitions; *text;) {
    text = read_fields (text, fields, &count);
    if (count < 3)
      continue;
    made += *fields[0].choices[0].text == 'e' ? language_enter (alphabet, l, fields, out + made)
                                              : language_expand (alphabet, fields, count, out + made);
  }
  return made;
}

static status declare_all (papni_alphabet *alphabet, papni_kind kind, const char *names, error *e)
{
  status s = PAPNI_OK;
  while (!s && *names) {
    const size_t length = strcspn (names, " ");
    s = alphabet_declare (alphabet, kind, names, length, (position){ NULL, 0, 0 }, e);
    names += length + (names[length] == ' ');
  }
  return s;
}

static status pair_all (papni_alphabet *alphabet, const char *calls, const char *returns, error *e)
{
  status s = PAPNI_OK;
  while (!s && *calls) {
    const size_t call = strcspn (calls, " "), ret = strcspn (returns, " ");
    s = alphabet_pair (alphabet, (text_span){ calls, call }, (text_span){ returns, ret }, (position){ NULL, 0, 0 }, e);
    calls += call + (calls[call] == ' ');
    returns += ret + (returns[ret] == ' ');
  }
  return s;
}

static status declare_language (papni_alphabet *alphabet, const language *l, error *e)
{
  status s = declare_all (alphabet, PAPNI_INTERNAL, l->internal, e);
  if (!s)
    s = declare_all (alphabet, PAPNI_CALL, l->call, e);
  if (!s)
    s = declare_all (alphabet, PAPNI_RETURN, l->ret, e);
  return s || !l->paired ? s : pair_all (alphabet, l->call, l->ret, e);
}

papni_model *papni_language_model (size_t index, const papni_allocator *memory, papni_error *e)
{
  if (index >= LANGUAGES) {
    fail (e, PAPNI_USAGE, "there are %d built-in languages", LANGUAGES);
    return NULL;
  }
  const language *l = &languages[index];
  papni_model *model = NULL;
  papni_alphabet *alphabet = papni_alphabet_new (memory, e);
  if (alphabet && !declare_language (alphabet, l, e)) {
    bool accepting[16] = { false };
    transition transitions[MOST_TRANSITIONS];
    for (const char *q = l->accepting; *q; q++)
      if (*q != ' ')
        accepting[*q - '0'] = true;
    const size_t count = language_read_transitions (alphabet, l, transitions);
    model = papni_model_new (&(papni_parts){ l->kind, alphabet, l->states, accepting, transitions, count }, e);
  }
  papni_alphabet_free (alphabet);
  return model;
}
