/* tree.c - bytes as the file of a prefix tree, and trees that are merged.
 *
 * The first byte selects: 0 the other bytes are the file; 1 they are words (words.h) and
 * changes to the content of the file of their tree, which is compressed again; 2 they are
 * words, of which three trees are made; 3 they are the content of a file. What can be opened
 * can be learned from, merged with itself, and written back. Merging in any order and way
 * gives the tree of all words. */
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static bool append_byte (void *context, const char *bytes, size_t size)
{
  text *t = context;
  t->bytes = realloc (t->bytes, t->size + size + 1);
  MUST (t->bytes);
  memcpy (t->bytes + t->size, bytes, size);
  t->size += size;
  return true;
}

static text file_of (const papni_tree *tree)
{
  text t = { 0 };
  papni_error error;
  MUST (!papni_tree_write (tree, (papni_writer){ append_byte, &t }, &error));
  return t;
}

static papni_options *options_for (papni_model_kind kind)
{
  papni_error error;
  papni_options *options = papni_options_new (NULL, &error);
  MUST (options && !papni_options_set (options, "model", papni_model_kind_name (kind), &error));
  MUST (!papni_options_set (options, "threads", "1", &error));
  return options;
}

/* ---- files ---- */

static void must_be_usable (const papni_tree *tree)
{
  static const papni_model_kind kinds[] = { PAPNI_DFA, PAPNI_VPA, PAPNI_SEVPA };
  papni_error error;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    papni_options *options = options_for (kinds[i]);
    papni_model *model = papni_tree_learn (tree, options, NULL, NULL, &error);
    if (model)
      must_round_trip (model);
    else
      MUST (error.code == PAPNI_CONTRADICTION || (error.code == PAPNI_USAGE && kinds[i] == PAPNI_DFA));
    papni_model_free (model);
    papni_options_free (options);
  }
}

static text merged_files (const text *files, size_t count)
{
  papni_tree_part parts[3];
  papni_error error;
  text result = { 0 };
  for (size_t i = 0; i < count; i++)
    parts[i] = (papni_tree_part){ "part", files[i].bytes, files[i].size };
  MUST (!papni_tree_merge_parts (parts, count, 1, (papni_writer){ append_byte, &result }, NULL, &error));
  return result;
}

/* The statistics of the head may say anything, but the same to all. */
static void must_merge_with_itself (const papni_tree *tree, text file)
{
  papni_error error;
  papni_tree *twice = papni_tree_merge (tree, tree, &error);
  MUST (twice);
  const text one = file_of (twice), other = merged_files ((text[]){ file, file }, 2);
  MUST (same_text (one, other));
  text_free (one);
  text_free (other);
  papni_tree_free (twice);
}

static void open_file (const uint8_t *bytes, size_t size)
{
  papni_error error = { 0 };
  papni_tree *tree = papni_tree_open (as_file (bytes, size, ".tree"), NULL, &error);
  if (!tree) {
    MUST (error.code == PAPNI_INPUT || error.code == PAPNI_FILE);
    MUST (error.message[0]);
    return;
  }
  const text once = file_of (tree);
  papni_tree *again = papni_tree_open (as_file ((uint8_t *) once.bytes, once.size, ".tree"), NULL, &error);
  MUST (again);
  const text twice = file_of (again);
  MUST (same_text (once, twice));
  must_be_usable (tree);
  must_merge_with_itself (tree, once);
  papni_tree_free (tree);
  papni_tree_free (again);
  text_free (once);
  text_free (twice);
}

/* ---- trees ---- */

static papni_tree *tree_of (const words *w, uint8_t how, size_t first, size_t step)
{
  papni_error error;
  papni_alphabet *alphabet = make_alphabet (how);
  papni_samples *samples = make_samples (alphabet);
  papni_options *options = options_for (how & 1 ? PAPNI_VPA : PAPNI_DFA);
  if (how & 4)
    MUST (!papni_options_set (options, "count", "words", &error));
  for (size_t i = first; i < w->count; i += step)
    add_word (samples, w, i);
  papni_tree *tree = papni_tree_new (samples, options, NULL, NULL, &error);
  MUST (tree);
  papni_options_free (options);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return tree;
}

static text merged (const papni_tree *x, const papni_tree *y, const papni_tree *z)
{
  papni_error error;
  papni_tree *two = papni_tree_merge (x, y, &error);
  MUST (two);
  papni_tree *all = papni_tree_merge (z, two, &error);
  MUST (all);
  const text file = file_of (all);
  papni_tree_free (two);
  papni_tree_free (all);
  return file;
}

/* A word that is in two trees is counted in both, so words are spread, not repeated. */
static void merge_trees (const words *w, uint8_t how)
{
  papni_tree *all = tree_of (w, how, 0, 1), *parts[3];
  for (size_t i = 0; i < 3; i++)
    parts[i] = tree_of (w, how, i, 3);
  static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
  const text first = merged (parts[0], parts[1], parts[2]);
  for (size_t i = 1; i < 6; i++) {
    const text other = merged (parts[orders[i][0]], parts[orders[i][1]], parts[orders[i][2]]);
    MUST (same_text (first, other));
    text_free (other);
  }
  const text expected = file_of (all);
  MUST (same_text (first, expected));
  const text files[] = { file_of (parts[0]), file_of (parts[1]), file_of (parts[2]) };
  const text streamed = merged_files (files, 3);
  MUST (same_text (streamed, expected));
  text_free (streamed);
  for (size_t i = 0; i < 3; i++)
    text_free (files[i]);
  text_free (expected);
  text_free (first);
  papni_tree_free (all);
  for (size_t i = 0; i < 3; i++)
    papni_tree_free (parts[i]);
}

enum
{
  HEAD = 16, /* the name and the version */
  MOST_CONTENT = 1 << 16
};

/* The file with this content. */
static void open_content (const text *file, const char *content, size_t size)
{
  const size_t room = ZSTD_compressBound (size);
  char *bytes = malloc (HEAD + room);
  MUST (bytes);
  memcpy (bytes, file->bytes, HEAD);
  const size_t packed = ZSTD_compress (bytes + HEAD, room, content, size, 1);
  MUST (!ZSTD_isError (packed));
  open_file ((uint8_t *) bytes, HEAD + packed);
  free (bytes);
}

/* The first bytes are changes: where, how far from there, and the new byte. */
static void change_file (const words *w, uint8_t how, const uint8_t *changes, size_t count)
{
  papni_tree *tree = tree_of (w, how, 0, 1);
  text file = file_of (tree);
  static char content[MOST_CONTENT];
  const size_t size = ZSTD_decompress (content, sizeof content, file.bytes + HEAD, file.size - HEAD);
  MUST (!ZSTD_isError (size));
  for (size_t i = 0; i < count; i++)
    content[(changes[3 * i] * 256u + changes[3 * i + 1]) % size] = (char) changes[3 * i + 2];
  open_content (&file, content, size);
  text_free (file);
  papni_tree_free (tree);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  enum
  {
    CHANGES = 4
  };
  words w;
  if (size < 2)
    return 0;
  if (bytes[0] % 4 == 0)
    open_file (bytes + 1, size - 1);
  else if (bytes[0] % 4 == 1 && size > 3 * CHANGES + 2) {
    read_words (&w, bytes + 2 + 3 * CHANGES, size - 2 - 3 * CHANGES);
    change_file (&w, bytes[1], bytes + 2, (size_t) bytes[1] / 8 % (CHANGES + 1));
  } else if (bytes[0] % 4 == 2) {
    read_words (&w, bytes + 2, size - 2);
    merge_trees (&w, bytes[1]);
  } else if (bytes[0] % 4 == 3) {
    text name = { 0 };
    append_byte (&name, "papni-tree\n\0\4\0\0", HEAD);
    open_content (&name, (const char *) bytes + 1, size - 1);
    text_free (name);
  }
  return 0;
}
