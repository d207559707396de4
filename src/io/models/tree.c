/* tree.c - writes the file of a prefix tree (tree_file.h). */
#include "io/models/tree_file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum
{
  TREE_PIECE = 1 << 16,
  LONGEST_NUMBER = 10 /* bytes of a number */
};

struct tree_writer
{
  allocator memory;
  papni_writer to;
  ZSTD_CCtx *zstd;
  bool failed, starved; /* the output failed; zstd, for lack of memory: nothing else can go wrong there */
  bool counts, begun;
  papni_model_kind kind;
  tree_item last;                        /* written when it is known whether it is a leaf */
  size_t nodes, labels[BOTH_LABELS + 1]; /* how many have each label */
  size_t used;
  char raw[TREE_PIECE], packed[TREE_PIECE];
};

static void tree_writer_flush (tree_writer *w, ZSTD_EndDirective how)
{
  ZSTD_inBuffer in = { w->raw, w->used, 0 };
  size_t left = 1;
  while (!w->failed && (how == ZSTD_e_end ? left > 0 : in.pos < in.size)) {
    ZSTD_outBuffer out = { w->packed, sizeof w->packed, 0 };
    left = ZSTD_compressStream2 (w->zstd, &out, &in, how);
    w->starved = w->starved || ZSTD_isError (left);
    w->failed = w->starved || (out.pos && !w->to.write (w->to.context, w->packed, out.pos));
  }
  w->used = 0;
}

static void tree_put_number (tree_writer *w, uint64_t number)
{
  if (w->used + LONGEST_NUMBER > sizeof w->raw)
    tree_writer_flush (w, ZSTD_e_continue);
  for (; number >> 7; number >>= 7)
    w->raw[w->used++] = (char) (number | 0x80);
  w->raw[w->used++] = (char) number;
}

static void tree_put_text (tree_writer *w, const char *text, size_t length)
{
  tree_put_number (w, length);
  for (size_t i = 0; i < length; i++) {
    if (w->used == sizeof w->raw)
      tree_writer_flush (w, ZSTD_e_continue);
    w->raw[w->used++] = text[i];
  }
}

/* ---- the head ---- */

static void tree_put_alphabet (tree_writer *w, const papni_alphabet *alphabet)
{
  tree_put_number (w, alphabet->size);
  for (size_t i = 0; i < alphabet->size; i++) {
    tree_put_number (w, alphabet->letters[i].kind);
    tree_put_text (w, alphabet->letters[i].name, alphabet->letters[i].length);
  }
  tree_put_text (w, alphabet->lexer, alphabet->lexer ? strlen (alphabet->lexer) : 0);
  tree_put_number (w, alphabet->pairs.count);
  for (size_t r = 0; r < alphabet->size; r++)
    for (size_t c = 0; c < alphabet->size && alphabet->letters[r].paired; c++)
      if (map_find (&alphabet->pairs, pair_key ((symbol) r, (symbol) c))) {
        tree_put_number (w, r);
        tree_put_number (w, c);
      }
}

static void tree_put_head (tree_writer *w, const papni_tree *head)
{
  const papni_statistics *s = &head->statistics;
  const uint64_t counts[] = { s->words,  s->positive, s->negative, s->dropped_positive, s->dropped_negative,
                              s->pruned, head->kept };
  tree_put_number (w, head->kind);
  tree_put_number (w, (w->counts ? TREE_FILE_COUNTS : 0) | (head->nested ? TREE_FILE_NESTED : 0));
  tree_put_alphabet (w, head->alphabet);
  tree_put_number (w, head->symbol_count);
  for (size_t i = 0; i < head->symbol_count; i++) {
    tree_put_number (w, head->symbols[i].symbol);
    tree_put_number (w, (symbol) (head->symbols[i].popped + 1)); /* 0: nothing */
  }
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    tree_put_number (w, counts[i]);
  for (size_t i = 0; i < 2; i++) {
    const tree_word *word = &head->dropped[i];
    tree_put_number (w, word->exists ? word->length + 1 : 0);
    for (size_t k = 0; word->exists && k < word->length; k++)
      tree_put_number (w, word->symbols[k]);
  }
}

tree_writer *tree_writer_new (const papni_tree *head, bool counts, papni_writer to, error *e)
{
  const unsigned char version[] = { TREE_FILE_VERSION, 0, 0, 0 };
  tree_writer *w = allocate (&head->memory, 1, sizeof *w);
  ZSTD_CCtx *zstd = w ? ZSTD_createCCtx () : NULL;
  if (!zstd) {
    release (&head->memory, w, 1, sizeof *w);
    no_memory (e);
    return NULL;
  }
  w->memory = head->memory;
  w->to = to;
  w->zstd = zstd;
  w->begun = false;
  w->kind = head->kind;
  w->counts = counts || head->ends;
  w->nodes = w->used = 0;
  memset (w->labels, 0, sizeof w->labels);
  w->starved = ZSTD_isError (ZSTD_CCtx_setParameter (zstd, ZSTD_c_checksumFlag, 1))
               || ZSTD_isError (ZSTD_CCtx_setParameter (zstd, ZSTD_c_windowLog, TREE_FILE_WINDOW));
  w->failed = w->starved || !to.write (to.context, TREE_FILE_NAME, sizeof TREE_FILE_NAME)
              || !to.write (to.context, (const char *) version, sizeof version);
  tree_put_head (w, head);
  return w;
}

/* ---- the nodes ---- */

static void tree_put_last (tree_writer *w, size_t next_depth)
{
  const tree_item *x = &w->last;
  const bool leaf = next_depth <= x->depth;
  tree_put_number (w, (uint64_t) x->symbol << 3 | (uint64_t) leaf << 2 | x->label);
  if (w->counts && x->label & PAPNI_ACCEPT)
    tree_put_number (w, x->accepted);
  if (w->counts)
    tree_put_number (w, x->other);
  if (leaf)
    tree_put_number (w, x->depth - next_depth);
  w->nodes++;
  w->labels[x->label]++;
}

void tree_writer_add (tree_writer *w, tree_item item)
{
  if (w->begun)
    tree_put_last (w, item.depth);
  w->begun = true;
  w->last = item;
}

status tree_writer_end (tree_writer *w, status failed, papni_tree_sizes *sizes, error *e)
{
  const allocator a = w->memory;
  if (!failed) {
    tree_put_last (w, 0);
    tree_put_number (w, w->nodes);
    tree_writer_flush (w, ZSTD_e_end);
    if (w->starved)
      failed = no_memory (e);
    else if (w->failed)
      failed = fail (e, PAPNI_SYSTEM, "cannot write all output");
  }
  if (sizes)
    *sizes = (papni_tree_sizes){ w->kind, w->nodes, w->labels[PAPNI_ACCEPT], w->labels[PAPNI_REJECT],
                                 w->labels[BOTH_LABELS] };
  ZSTD_freeCCtx (w->zstd);
  release (&a, w, 1, sizeof *w);
  return failed;
}

/* ---- a tree in memory ---- */

static tree_item tree_item_of (const papni_tree *t, node q, size_t depth)
{
  const tree_node *n = &t->nodes[q];
  tree_item item = { .depth = depth, .symbol = q ? n->symbol : 0, .label = n->label };
  if (t->ends) {
    item.accepted = t->ends[q];
    item.other = t->others[q];
  }
  return item;
}

papni_status papni_tree_write (const papni_tree *t, papni_writer writer, papni_error *e)
{
  node *path = NULL; /* the nodes above the current one */
  size_t depth = 0, room = 0;
  tree_writer *w = tree_writer_new (t, false, writer, e);
  if (!w)
    return PAPNI_MEMORY;
  for (node q = 0;;) {
    tree_writer_add (w, tree_item_of (t, q, depth));
    if (t->nodes[q].first < t->nodes[q + 1].first) {
      if (!reserve (&t->memory, &path, &room, depth + 1, sizeof *path)) {
        release (&t->memory, path, room, sizeof *path);
        return tree_writer_end (w, no_memory (e), NULL, e);
      }
      path[depth++] = q;
      q = t->nodes[q].first;
      continue;
    }
    while (depth && q + 1 == t->nodes[path[depth - 1] + 1].first)
      q = path[--depth];
    if (!depth)
      break;
    q++;
  }
  release (&t->memory, path, room, sizeof *path);
  return tree_writer_end (w, PAPNI_OK, NULL, e);
}

bool papni_tree_is_file (const char *path)
{
  char name[sizeof TREE_FILE_NAME];
  struct stat about;
  if (stat (path, &about) || !S_ISREG (about.st_mode))
    return false;
  const int file = open (path, O_RDONLY | O_CLOEXEC);
  const bool is = file >= 0 && read (file, name, sizeof name) == (ssize_t) sizeof name
                  && !memcmp (name, TREE_FILE_NAME, sizeof name);
  if (file >= 0)
    close (file);
  return is;
}
