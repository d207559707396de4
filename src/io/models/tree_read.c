/* tree_read.c - reads the file of a prefix tree (tree_file.h), in pieces: bytes, and the
 * head. */
#include "io/models/tree_reader.h"

#include <string.h>
#include <zstd.h>

status tree_read_bad (const tree_reader *r, error *e, const char *what)
{
  return fail_at (e, PAPNI_INPUT, (position){ r->part->path, 0, 0 }, "%s", what);
}

static const char incomplete[] = "the tree is incomplete: the file was cut off";

/* ---- bytes ---- */

/* More packed bytes; none at the end. */
static status tree_read_packed (tree_reader *r, error *e)
{
  r->packed_at = r->packed_size = 0;
  if (r->file)
    return source_read (r->file, r->packed, sizeof r->packed, &r->packed_size, e);
  const size_t left = r->part->size - r->taken;
  r->packed_size = left < sizeof r->packed ? left : sizeof r->packed;
  if (r->packed_size)
    memcpy (r->packed, r->part->bytes + r->taken, r->packed_size);
  r->taken += r->packed_size;
  return PAPNI_OK;
}

static status tree_read_raw (tree_reader *r, error *e)
{
  ZSTD_outBuffer out = { r->raw, sizeof r->raw, 0 };
  while (!out.pos && !r->frame_ended) {
    if (r->packed_at == r->packed_size) {
      const status s = tree_read_packed (r, e);
      if (s)
        return s;
      if (!r->packed_size)
        return tree_read_bad (r, e, incomplete);
    }
    ZSTD_inBuffer in = { r->packed, r->packed_size, r->packed_at };
    const size_t left = ZSTD_decompressStream (r->zstd, &out, &in);
    if (ZSTD_isError (left))
      return tree_read_bad (r, e, TREE_DAMAGED);
    r->packed_at = in.pos;
    r->frame_ended = !left;
  }
  r->at = 0;
  r->size = out.pos;
  return PAPNI_OK;
}

static status tree_read_byte (tree_reader *r, unsigned char *byte, error *e)
{
  if (r->at == r->size) {
    const status s = tree_read_raw (r, e);
    if (s)
      return s;
    if (!r->size)
      return tree_read_bad (r, e, TREE_DAMAGED);
  }
  *byte = (unsigned char) r->raw[r->at++];
  return PAPNI_OK;
}

status tree_read_number (tree_reader *r, uint64_t most, uint64_t *number, error *e)
{
  unsigned char byte = 0x80;
  *number = 0;
  for (unsigned shift = 0; byte & 0x80; shift += 7) {
    const status s = tree_read_byte (r, &byte, e);
    if (s)
      return s;
    if (shift > 56 || (shift && !byte))
      return tree_read_bad (r, e, TREE_DAMAGED);
    *number |= (uint64_t) (byte & 0x7f) << shift;
  }
  return *number > most ? tree_read_bad (r, e, TREE_DAMAGED) : PAPNI_OK;
}

static status tree_read_size (tree_reader *r, size_t *size, error *e)
{
  uint64_t number;
  const status s = tree_read_number (r, SIZE_MAX / 2, &number, e);
  *size = s ? 0 : (size_t) number;
  return s;
}

static status tree_read_symbol (tree_reader *r, size_t most, symbol *result, error *e)
{
  uint64_t number;
  if (!most)
    return tree_read_bad (r, e, TREE_DAMAGED);
  const status s = tree_read_number (r, most - 1, &number, e);
  *result = s ? 0 : (symbol) number;
  return s;
}

/* A text with a NUL, to be released with its length + 1; nothing may be hidden behind a NUL
 * in it. */
static status tree_read_text (tree_reader *r, char **text, size_t *length, error *e)
{
  size_t room = 0;
  *text = NULL;
  status s = tree_read_size (r, length, e);
  for (size_t i = 0; !s && i <= *length; i++) {
    unsigned char byte = 0;
    if (i < *length)
      s = tree_read_byte (r, &byte, e);
    if (!s && i < *length && !byte)
      s = tree_read_bad (r, e, TREE_DAMAGED);
    if (!s && !reserve (&r->memory, text, &room, i + 1, 1))
      s = no_memory (e);
    if (!s)
      (*text)[i] = (char) byte;
  }
  if (!s) {
    char *copy = copy_text (&r->memory, *text, *length);
    release (&r->memory, *text, room, 1);
    *text = copy;
    return copy ? PAPNI_OK : no_memory (e);
  }
  release (&r->memory, *text, room, 1);
  *text = NULL;
  return s;
}

/* ---- the head ---- */

static status tree_read_letters (tree_reader *r, papni_alphabet *alphabet, error *e)
{
  const position at = { r->part->path, 0, 0 };
  uint64_t letters, kind;
  status s = tree_read_number (r, PAPNI_MAX_SYMBOLS, &letters, e);
  for (size_t i = 0; !s && i < letters; i++) {
    char *name = NULL;
    size_t length;
    s = tree_read_number (r, PAPNI_RETURN, &kind, e);
    if (!s)
      s = tree_read_text (r, &name, &length, e);
    if (!s)
      s = alphabet_declare (alphabet, (papni_kind) kind, name, length, at, e);
    release_text (&r->memory, name);
  }
  if (!s && alphabet->size != letters)
    s = tree_read_bad (r, e, TREE_DAMAGED);
  return s;
}

static status tree_read_lexer (tree_reader *r, papni_alphabet *alphabet, error *e)
{
  char *lexer;
  size_t length;
  status s = tree_read_text (r, &lexer, &length, e);
  if (!s && length)
    s = alphabet_recorded_lexer (alphabet, lexer, (position){ r->part->path, 0, 0 }, e);
  release_text (&r->memory, lexer);
  return s;
}

static status tree_read_pairs (tree_reader *r, papni_alphabet *alphabet, error *e)
{
  size_t count;
  status s = tree_read_size (r, &count, e);
  for (size_t i = 0; !s && i < count; i++) {
    symbol one = 0, other = 0;
    s = tree_read_symbol (r, alphabet->size, &one, e);
    if (!s)
      s = tree_read_symbol (r, alphabet->size, &other, e);
    if (!s)
      s = alphabet_pair (alphabet, letter_name (&alphabet->letters[other]), letter_name (&alphabet->letters[one]),
                         (position){ r->part->path, 0, 0 }, e);
  }
  if (!s && alphabet->pairs.count != count)
    s = tree_read_bad (r, e, TREE_DAMAGED);
  return s;
}

/* Each symbol pops what it may pop, and they are sorted. */
static status tree_read_symbols (tree_reader *r, error *e)
{
  papni_tree *t = r->head;
  const papni_alphabet *alphabet = t->alphabet;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < t->symbol_count; i++) {
    stack_symbol it = { 0, 0 };
    s = tree_read_symbol (r, alphabet->size, &it.symbol, e);
    if (!s)
      s = tree_read_symbol (r, alphabet->size + 1, &it.popped, e);
    if (s)
      return s;
    it.popped = (symbol) (it.popped - 1);
    const stack_symbol before = i ? t->symbols[i - 1] : it;
    const bool pops = t->kind != PAPNI_DFA && alphabet->letters[it.symbol].kind == PAPNI_RETURN;
    const bool right = pops ? it.popped < alphabet->size && alphabet->letters[it.popped].kind == PAPNI_CALL
                                  && alphabet_pops (alphabet, it.symbol, it.popped)
                            : it.popped == PAPNI_NO_SYMBOL;
    const bool after = it.symbol > before.symbol || (it.symbol == before.symbol && it.popped > before.popped);
    if (!right || (i && !after))
      return tree_read_bad (r, e, TREE_DAMAGED);
    t->symbols[i] = it;
  }
  return s;
}

static status tree_read_statistics (tree_reader *r, error *e)
{
  papni_tree *t = r->head;
  papni_statistics *n = &t->statistics;
  size_t *const counts[] = { &n->words,  &n->positive, &n->negative, &n->dropped_positive, &n->dropped_negative,
                             &n->pruned, &t->kept };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < sizeof counts / sizeof *counts; i++)
    s = tree_read_size (r, counts[i], e);
  return s;
}

static status tree_read_dropped (tree_reader *r, tree_word *word, error *e)
{
  const allocator *a = &r->memory;
  symbol *symbols = NULL;
  size_t length, room = 0;
  status s = tree_read_size (r, &length, e);
  if (s || !length)
    return s;
  length--;
  for (size_t i = 0; !s && i < length; i++)
    s = reserve (a, &symbols, &room, i + 1, sizeof *symbols)
            ? tree_read_symbol (r, r->head->alphabet->size, &symbols[i], e)
            : no_memory (e);
  if (!s) {
    word->symbols = allocate (a, length, sizeof *symbols);
    if (!word->symbols)
      s = no_memory (e);
    else if (length)
      memcpy (word->symbols, symbols, length * sizeof *symbols);
    word->length = s ? 0 : length;
    word->exists = !s;
  }
  release (a, symbols, room, sizeof *symbols);
  return s;
}

static status tree_read_alphabet (tree_reader *r, papni_model_kind kind, error *e)
{
  uint64_t symbols = 0;
  papni_alphabet *alphabet = papni_alphabet_new (&r->memory, e);
  if (!alphabet)
    return PAPNI_MEMORY;
  status s = tree_read_letters (r, alphabet, e);
  if (!s)
    s = tree_read_lexer (r, alphabet, e);
  if (!s)
    s = tree_read_pairs (r, alphabet, e);
  if (!s)
    s = tree_read_number (r, END - 1, &symbols, e);
  if (s) {
    papni_alphabet_free (alphabet);
    return s;
  }
  r->head = tree_new (&r->memory, kind, alphabet, (size_t) symbols, e);
  return r->head ? PAPNI_OK : PAPNI_MEMORY;
}

static status tree_read_head (tree_reader *r, error *e)
{
  uint64_t kind, flags = 0;
  status s = tree_read_number (r, PAPNI_VPA, &kind, e);
  if (!s)
    s = tree_read_number (r, TREE_FILE_COUNTS | TREE_FILE_NESTED, &flags, e);
  if (!s)
    s = tree_read_alphabet (r, (papni_model_kind) kind, e);
  if (!s)
    s = tree_read_symbols (r, e);
  if (!s)
    s = tree_read_statistics (r, e);
  for (size_t i = 0; !s && i < 2; i++)
    s = tree_read_dropped (r, &r->head->dropped[i], e);
  if (s)
    return s;
  r->head->nested = flags & TREE_FILE_NESTED;
  r->counts = flags & TREE_FILE_COUNTS;
  return PAPNI_OK;
}

/* ---- the reader ---- */

/* The name and the version, which come before the frame. */
static status tree_read_name (tree_reader *r, error *e)
{
  enum
  {
    VERSION_BYTES = 4
  };
  unsigned char name[sizeof TREE_FILE_NAME + VERSION_BYTES];
  size_t count = 0;
  for (; count < sizeof name; count++) {
    const status s = r->packed_at == r->packed_size ? tree_read_packed (r, e) : PAPNI_OK;
    if (s)
      return s;
    if (!r->packed_size)
      break;
    name[count] = (unsigned char) r->packed[r->packed_at++];
  }
  const size_t known = count < sizeof TREE_FILE_NAME ? count : sizeof TREE_FILE_NAME;
  if (!count || memcmp (name, TREE_FILE_NAME, known) != 0)
    return tree_read_bad (r, e, "not a papni tree");
  if (count < sizeof name)
    return tree_read_bad (r, e, incomplete);
  uint32_t version = 0;
  for (size_t i = VERSION_BYTES; i-- > 0;)
    version = version << 8 | name[sizeof TREE_FILE_NAME + i];
  if (version < TREE_FILE_VERSION)
    return tree_read_bad (r, e, "the tree was written by an earlier version of papni: build it again");
  if (version > TREE_FILE_VERSION)
    return fail_at (e, PAPNI_INPUT, (position){ r->part->path, 0, 0 },
                    "the tree has version %u, but this papni reads version %u: use a newer papni", (unsigned) version,
                    (unsigned) TREE_FILE_VERSION);
  return PAPNI_OK;
}

tree_reader *tree_reader_new (const papni_tree_part *part, const allocator *a, error *e)
{
  tree_reader *r = allocate_zeroed (a, 1, sizeof *r);
  if (!r) {
    no_memory (e);
    return NULL;
  }
  r->memory = *a;
  r->part = part;
  r->file = part->bytes ? NULL : source_open (part->path, a, e);
  status s = part->bytes || r->file ? PAPNI_OK : PAPNI_FILE;
  if (!s
      && (!(r->zstd = ZSTD_createDCtx ())
          || ZSTD_isError (ZSTD_DCtx_setParameter (r->zstd, ZSTD_d_windowLogMax, TREE_FILE_WINDOW))))
    s = no_memory (e);
  if (!s)
    s = tree_read_name (r, e);
  if (!s)
    s = tree_read_head (r, e);
  if (!s)
    return r;
  tree_reader_free (r);
  return NULL;
}

void tree_reader_free (tree_reader *r)
{
  if (!r)
    return;
  const allocator a = r->memory;
  if (r->file)
    source_close (r->file);
  ZSTD_freeDCtx (r->zstd);
  papni_tree_free (r->head);
  release (&a, r->path, r->path_room, sizeof *r->path);
  release (&a, r->open, r->open_room, sizeof *r->open);
  release (&a, r, 1, sizeof *r);
}

status tree_read_end (tree_reader *r, error *e)
{
  if (r->at < r->size)
    return tree_read_bad (r, e, TREE_DAMAGED);
  status s = r->frame_ended ? PAPNI_OK : tree_read_raw (r, e); /* the checksum */
  if (!s && r->at < r->size)
    s = tree_read_bad (r, e, TREE_DAMAGED);
  if (!s && r->packed_at == r->packed_size)
    s = tree_read_packed (r, e);
  if (!s && r->packed_at < r->packed_size)
    s = tree_read_bad (r, e, "there are bytes after the tree");
  return s;
}
