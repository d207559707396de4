/* tree.c - the file of a prefix tree: a header, the alphabet, the stack-aware symbols,
 * and the array of nodes as in memory, which is used where it was read. In version 3, the
 * number of equal accepted words that end in each node follows. */
#include "learn/tree/tree.h"
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct tree_file_head
{
  char name[12]; /* NAME */
  uint32_t version;
  uint32_t byte_order; /* BYTE_ORDER in the byte order of this machine */
  uint32_t kind;
  uint64_t letters, pairs, symbols, nodes;
  uint64_t names; /* bytes of all names, each preceded by its kind and followed by a NUL */
  uint64_t lexer; /* bytes of the lexer's description, which follows the names, with its NUL; 0: none */
} tree_file_head;

#define NAME "papni-tree\n"
#define TREE_BYTE_ORDER 0x01020304u

enum
{
  TREE_FILE_VERSION = 2,
  TREE_FILE_COUNTS = 3, /* with counts */
  ALIGNMENT = 8
};

static size_t padding (uint64_t size)
{
  return (size_t) (ALIGNMENT - size % ALIGNMENT) % ALIGNMENT;
}

/* ---- writing ---- */

static void tree_file_put_pairs (output *o, const papni_alphabet *alphabet)
{
  for (size_t r = 0; r < alphabet->size; r++)
    for (size_t c = 0; c < alphabet->size && alphabet->letters[r].paired; c++)
      if (map_find (&alphabet->pairs, pair_key ((symbol) r, (symbol) c))) {
        const symbol pair[] = { (symbol) r, (symbol) c };
        put_bytes (o, (const char *) pair, sizeof pair);
      }
}

papni_status papni_tree_write (const papni_tree *t, papni_writer writer, papni_error *e)
{
  static const char zeros[ALIGNMENT] = { 0 };
  const papni_alphabet *alphabet = t->alphabet;
  output o = { .writer = writer };
  tree_file_head h = { .name = NAME,
                       .version = t->ends ? TREE_FILE_COUNTS : TREE_FILE_VERSION,
                       .byte_order = TREE_BYTE_ORDER,
                       .kind = t->kind };
  h.letters = alphabet->size;
  h.pairs = alphabet->pairs.count;
  h.symbols = t->symbol_count;
  h.nodes = t->size;
  for (size_t i = 0; i < alphabet->size; i++)
    h.names += alphabet->letters[i].length + 2;
  h.lexer = alphabet->lexer ? strlen (alphabet->lexer) + 1 : 0;
  put_bytes (&o, (const char *) &h, sizeof h);
  for (size_t i = 0; i < alphabet->size; i++) {
    put_bytes (&o, (const char *) &alphabet->letters[i].kind, 1);
    put_bytes (&o, alphabet->letters[i].name, alphabet->letters[i].length + 1);
  }
  put_bytes (&o, alphabet->lexer, (size_t) h.lexer);
  put_bytes (&o, zeros, padding (h.names + h.lexer));
  tree_file_put_pairs (&o, alphabet);
  put_bytes (&o, (const char *) t->symbols, t->symbol_count * sizeof *t->symbols);
  put_bytes (&o, zeros, padding ((h.pairs + h.symbols) * sizeof *t->symbols));
  put_bytes (&o, (const char *) t->nodes, (t->size + 1) * sizeof *t->nodes);
  if (t->ends)
    put_bytes (&o, (const char *) t->ends, t->size * sizeof *t->ends);
  return output_end (&o, e);
}

/* ---- reading: everything is validated ---- */

typedef struct tree_file_source
{
  const char *path;
  const char *bytes;
  size_t size;
  tree_file_head head;
  uint64_t names, pairs, nodes, ends; /* where these begin */
  error *error;
} tree_file_source;

static status tree_file_bad (const tree_file_source *s, const char *what)
{
  return fail_at (s->error, PAPNI_INPUT, (position){ s->path, 0, 0 }, "%s", what);
}

static status tree_file_read_head (tree_file_source *s)
{
  tree_file_head *h = &s->head;
  if (s->size < sizeof *h)
    return tree_file_bad (s, "not a papni tree: the file is too short");
  memcpy (h, s->bytes, sizeof *h);
  if (memcmp (h->name, NAME, sizeof NAME) != 0)
    return tree_file_bad (s, "not a papni tree");
  if (h->byte_order != TREE_BYTE_ORDER)
    return tree_file_bad (s, "the tree was written on a machine with another byte order");
  if (h->version != TREE_FILE_VERSION && h->version != TREE_FILE_COUNTS)
    return tree_file_bad (s, "the tree was written by another version of papni: build it again");
  if (h->kind > PAPNI_VPA || h->letters > PAPNI_MAX_SYMBOLS || h->symbols >= END || h->nodes > MAX_NODES || !h->nodes
      || h->pairs > s->size || h->names > s->size || h->lexer > s->size)
    return tree_file_bad (s, "the tree's header is invalid");
  s->names = sizeof *h;
  s->pairs = s->names + h->names + h->lexer + padding (h->names + h->lexer);
  const uint64_t symbols = (h->pairs + h->symbols) * sizeof (stack_symbol);
  s->nodes = s->pairs + symbols + padding (symbols);
  s->ends = s->nodes + (h->nodes + 1) * sizeof (tree_node);
  if (s->ends + (h->version == TREE_FILE_COUNTS ? h->nodes * sizeof (uint32_t) : 0) != s->size)
    return tree_file_bad (s, "the file's size does not match its header");
  return PAPNI_OK;
}

static status read_letters (const tree_file_source *s, papni_alphabet *alphabet)
{
  const char *at = s->bytes + s->names, *end = at + s->head.names;
  for (size_t i = 0; i < s->head.letters; i++) {
    const char *stop = at < end ? memchr (at + 1, 0, (size_t) (end - at - 1)) : NULL;
    if (!stop || (unsigned char) *at > PAPNI_RETURN)
      return tree_file_bad (s, "the tree's alphabet is invalid");
    const status failed = alphabet_declare (alphabet, (papni_kind) *at, at + 1, (size_t) (stop - at - 1),
                                            (position){ s->path, 0, 0 }, s->error);
    if (failed)
      return failed;
    at = stop + 1;
  }
  return at == end && alphabet->size == s->head.letters ? PAPNI_OK
                                                        : tree_file_bad (s, "the tree's alphabet is invalid");
}

static status read_recorded_lexer (const tree_file_source *s, papni_alphabet *alphabet)
{
  const char *lexer = s->bytes + s->names + s->head.names;
  if (!s->head.lexer)
    return PAPNI_OK;
  if (memchr (lexer, 0, (size_t) s->head.lexer) != lexer + s->head.lexer - 1)
    return tree_file_bad (s, "the tree's lexer is invalid");
  return alphabet_recorded_lexer (alphabet, lexer, (position){ s->path, 0, 0 }, s->error);
}

static status tree_file_read_pairs (const tree_file_source *s, papni_alphabet *alphabet)
{
  for (size_t i = 0; i < s->head.pairs; i++) {
    symbol pair[2];
    memcpy (pair, s->bytes + s->pairs + i * sizeof pair, sizeof pair);
    if (pair[0] >= alphabet->size || pair[1] >= alphabet->size)
      return tree_file_bad (s, "the tree's pairs are invalid");
    const letter *r = &alphabet->letters[pair[0]], *c = &alphabet->letters[pair[1]];
    const status failed =
        alphabet_pair (alphabet, letter_name (c), letter_name (r), (position){ s->path, 0, 0 }, s->error);
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

/* Each symbol pops what it may pop, and they are sorted. */
static status read_symbols (const tree_file_source *s, papni_tree *t)
{
  const papni_alphabet *alphabet = t->alphabet;
  if (t->symbol_count)
    memcpy (t->symbols, s->bytes + s->pairs + s->head.pairs * sizeof *t->symbols, t->symbol_count * sizeof *t->symbols);
  for (size_t i = 0; i < t->symbol_count; i++) {
    const stack_symbol it = t->symbols[i], before = t->symbols[i ? i - 1 : 0];
    if (it.symbol >= alphabet->size)
      return tree_file_bad (s, "the tree's symbols are invalid");
    const bool pops = t->kind != PAPNI_DFA && alphabet->letters[it.symbol].kind == PAPNI_RETURN;
    const bool right = pops ? it.popped < alphabet->size && alphabet->letters[it.popped].kind == PAPNI_CALL
                                  && alphabet_pops (alphabet, it.symbol, it.popped)
                            : it.popped == PAPNI_NO_SYMBOL;
    const bool after = it.symbol > before.symbol || (it.symbol == before.symbol && it.popped > before.popped);
    if (!right || (i && !after))
      return tree_file_bad (s, "the tree's symbols are invalid");
  }
  return PAPNI_OK;
}

/* Links lead forward and cover all nodes, siblings are sorted, labels are valid. */
static status check_nodes (const tree_file_source *s, const papni_tree *t)
{
  const tree_node *nodes = t->nodes;
  if (nodes[0].first != 1 || nodes[t->size].first != t->size || nodes[t->size].flags)
    return tree_file_bad (s, "the tree's links are invalid");
  for (size_t q = 0; q < t->size; q++) {
    const node first = nodes[q].first, end = nodes[q + 1].first;
    if (first <= q || end < first || end > t->size)
      return tree_file_bad (s, "the tree's links are invalid");
    if (nodes[q].label > PAPNI_ACCEPT || nodes[q].flags & ~NODE_POSITIVE || (q && nodes[q].symbol >= t->symbol_count))
      return tree_file_bad (s, "the tree's nodes are invalid");
    if (t->ends && !t->ends[q] != (nodes[q].label != PAPNI_ACCEPT))
      return tree_file_bad (s, "the tree's counts are invalid");
    for (node c = first; c + 1 < end; c++)
      if (nodes[c].symbol >= nodes[c + 1].symbol)
        return tree_file_bad (s, "the tree's nodes are out of order");
  }
  return PAPNI_OK;
}

static papni_tree *read_tree (tree_file_source *s, const allocator *a)
{
  if (tree_file_read_head (s))
    return NULL;
  papni_alphabet *alphabet = papni_alphabet_new (a, s->error);
  if (!alphabet)
    return NULL;
  if (read_letters (s, alphabet) || read_recorded_lexer (s, alphabet) || tree_file_read_pairs (s, alphabet)) {
    papni_alphabet_free (alphabet);
    return NULL;
  }
  return tree_new (a, (papni_model_kind) s->head.kind, alphabet, (size_t) s->head.symbols, s->error);
}

/* The file belongs to the tree then, or is freed if it is not valid. */
static papni_tree *tree_of_file (papni_text *file, const char *path, const allocator *a, error *e)
{
  tree_file_source s = { .path = path, .bytes = papni_text_bytes (file), .size = papni_text_size (file), .error = e };
  papni_tree *t = read_tree (&s, a);
  if (!t) {
    papni_text_free (file);
    return NULL;
  }
  t->file = file;
  t->free_file = papni_text_free;
  t->nodes = (tree_node *) (uintptr_t) (s.bytes + s.nodes);
  t->size = (size_t) s.head.nodes;
  if (s.head.version == TREE_FILE_COUNTS)
    t->ends = (uint32_t *) (uintptr_t) (s.bytes + s.ends);
  if (!read_symbols (&s, t) && !check_nodes (&s, t))
    return t;
  papni_tree_free (t);
  return NULL;
}

bool papni_tree_is_file (const char *path)
{
  char name[sizeof NAME];
  struct stat about;
  if (stat (path, &about) || !S_ISREG (about.st_mode))
    return false;
  const int file = open (path, O_RDONLY | O_CLOEXEC);
  const bool is =
      file >= 0 && read (file, name, sizeof name) == (ssize_t) sizeof name && !memcmp (name, NAME, sizeof name);
  if (file >= 0)
    close (file);
  return is;
}

papni_tree *papni_tree_open (const char *path, const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_text *file = papni_text_open (path, memory, e);
  return file ? tree_of_file (file, path, &a, e) : NULL;
}
