/* tree_join.c - merges files of trees while they are read.
 *
 * All parts have their nodes in depth-first order. At each node of the result, some of the
 * parts have this node, and are at its first child; the least symbol among these is the
 * next child, and the parts that have it go on together. Several threads merge groups of
 * parts, whose results are merged in turn. */
#include "io/models/tree_file.h"

#include "base/workers.h"

#include <string.h>

enum
{
  GROUP = 32 /* parts that are read at once; more if there are more than 1,024 */
};

typedef struct tree_stream
{
  tree_reader *reader;
  symbol *numbers; /* of its symbols, in the result */
  size_t symbol_count;
  tree_item next;
  bool ended;
} tree_stream;

/* The parts that have the node at each depth of the path are a row of `members`. */
typedef struct tree_join
{
  allocator memory;
  tree_stream *streams;
  size_t count;
  papni_tree *head;
  size_t *rows; /* rows[d]: where the row of depth d begins */
  uint32_t *members;
  size_t row_room, member_room;
} tree_join;

static status stream_advance (tree_stream *s, error *e)
{
  const status failed = tree_reader_next (s->reader, &s->next, &s->ended, e);
  if (!failed && !s->ended && s->next.depth)
    s->next.symbol = s->numbers[s->next.symbol];
  return failed;
}

/* Adds the node that the streams of the last row have, and moves them past it. */
static status stream_node (tree_join *j, size_t depth, size_t begin, size_t end, tree_writer *w, error *e)
{
  tree_item item = { .depth = depth };
  for (size_t i = begin; i < end; i++) {
    tree_stream *s = &j->streams[j->members[i]];
    item.symbol = s->next.symbol;
    item.label |= s->next.label;
    item.accepted = tree_count_sum (item.accepted, s->next.accepted);
    item.other = tree_count_sum (item.other, s->next.other);
    const status failed = stream_advance (s, e);
    if (failed)
      return failed;
  }
  tree_writer_add (w, item);
  return PAPNI_OK;
}

/* The streams of the row from `begin` to `end` that have the least next child make the row
 * after it. Returns its end, `end` if there is no child; there is room for it. */
static size_t stream_choose (tree_join *j, size_t depth, size_t begin, size_t end)
{
  uint32_t least = UINT32_MAX;
  size_t last = end;
  for (size_t i = begin; i < end; i++) {
    const tree_stream *s = &j->streams[j->members[i]];
    if (s->ended || s->next.depth != depth + 1 || s->next.symbol > least)
      continue;
    if (s->next.symbol < least)
      last = end;
    least = s->next.symbol;
    j->members[last++] = j->members[i];
  }
  return last;
}

static status stream_nodes (tree_join *j, tree_writer *w, error *e)
{
  size_t depth = 0, end = j->count;
  if (!reserve (&j->memory, &j->rows, &j->row_room, 1, sizeof *j->rows)
      || !reserve (&j->memory, &j->members, &j->member_room, 2 * end, sizeof *j->members))
    return no_memory (e);
  j->rows[0] = 0;
  for (size_t i = 0; i < end; i++)
    j->members[i] = (uint32_t) i;
  status s = stream_node (j, 0, 0, end, w, e);
  while (!s) {
    const size_t begin = j->rows[depth];
    if (!reserve (&j->memory, &j->members, &j->member_room, end + (end - begin), sizeof *j->members)
        || !reserve (&j->memory, &j->rows, &j->row_room, depth + 2, sizeof *j->rows))
      return no_memory (e);
    const size_t last = stream_choose (j, depth, begin, end);
    if (last > end) {
      j->rows[++depth] = end;
      s = stream_node (j, depth, end, last, w, e);
      end = last;
    } else if (depth)
      end = j->rows[depth--];
    else
      break;
  }
  return s;
}

/* ---- heads ---- */

static status open_streams (tree_join *j, const papni_tree_part *parts, error *e)
{
  for (size_t i = 0; i < j->count; i++) {
    tree_stream *s = &j->streams[i];
    s->reader = tree_reader_new (&parts[i], &j->memory, e);
    if (!s->reader)
      return e->code;
    if (tree_reader_counts (s->reader) != tree_reader_counts (j->streams[0].reader))
      return fail_at (e, PAPNI_USAGE, (position){ parts[i].path, 0, 0 },
                      "one tree counts equal words and the other does not (--count words)");
    if (!i)
      continue;
    papni_tree *both =
        tree_merge_heads (i > 1 ? j->head : tree_reader_head (j->streams[0].reader), tree_reader_head (s->reader), e);
    papni_tree_free (j->head);
    j->head = both;
    if (!both)
      return e->code;
  }
  return PAPNI_OK;
}

static status number_streams (tree_join *j, const papni_tree *head, error *e)
{
  for (size_t i = 0; i < j->count; i++) {
    tree_stream *s = &j->streams[i];
    const papni_tree *from = tree_reader_head (s->reader);
    s->symbol_count = from->symbol_count;
    s->numbers = allocate (&j->memory, s->symbol_count, sizeof *s->numbers);
    if (!s->numbers)
      return no_memory (e);
    tree_numbers_in (from, head, s->numbers);
    const status failed = stream_advance (s, e);
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

static status join_parts (const papni_tree_part *parts, size_t count, papni_writer to, papni_tree_sizes *sizes,
                          error *e)
{
  error own;
  e = e ? e : &own;
  tree_join j = { .memory = allocator_or_libc (NULL), .count = count };
  j.streams = allocate_zeroed (&j.memory, count, sizeof *j.streams);
  status s = j.streams ? open_streams (&j, parts, e) : no_memory (e);
  const papni_tree *head = s ? NULL : j.head ? j.head : tree_reader_head (j.streams[0].reader);
  if (!s)
    s = number_streams (&j, head, e);
  if (!s) {
    tree_writer *w = tree_writer_new (head, tree_reader_counts (j.streams[0].reader), to, e);
    s = w ? tree_writer_end (w, stream_nodes (&j, w, e), sizes, e) : PAPNI_MEMORY;
  }
  for (size_t i = 0; j.streams && i < count; i++) {
    tree_reader_free (j.streams[i].reader);
    release (&j.memory, j.streams[i].numbers, j.streams[i].symbol_count, sizeof *j.streams[i].numbers);
  }
  papni_tree_free (j.head);
  release (&j.memory, j.streams, count, sizeof *j.streams);
  release (&j.memory, j.rows, j.row_room, sizeof *j.rows);
  release (&j.memory, j.members, j.member_room, sizeof *j.members);
  return s;
}

/* ---- groups ---- */

/* The result of a group, in memory. */
typedef struct tree_page
{
  allocator memory;
  char *bytes;
  size_t size, room;
  status status;
  error error;
} tree_page;

typedef struct tree_groups
{
  const papni_tree_part *parts;
  size_t count;
  tree_page *pages;
  size_t page_count;
} tree_groups;

static bool page_write (void *context, const char *bytes, size_t size)
{
  tree_page *p = context;
  if (!reserve (&p->memory, &p->bytes, &p->room, p->size + size, 1))
    return false;
  memcpy (p->bytes + p->size, bytes, size);
  p->size += size;
  return true;
}

static void join_group (void *context, size_t index, unsigned thread)
{
  tree_groups *g = context;
  tree_page *p = &g->pages[index];
  const size_t begin = g->count * index / g->page_count, end = g->count * (index + 1) / g->page_count;
  (void) thread;
  p->memory = allocator_or_libc (NULL);
  p->status = join_parts (g->parts + begin, end - begin, (papni_writer){ page_write, p }, NULL, &p->error);
  if (p->status == PAPNI_SYSTEM) /* the page could not grow */
    p->status = no_memory (&p->error);
}

/* Merges groups into pages, with which `parts` is filled. */
static status join_groups (tree_groups *g, unsigned threads, papni_tree_part *parts, error *e)
{
  const allocator a = allocator_or_libc (NULL);
  workers *w = workers_new (&a, threads, e);
  if (!w)
    return PAPNI_MEMORY;
  workers_do (w, g->page_count, join_group, g);
  workers_free (w);
  for (size_t i = 0; i < g->page_count; i++) {
    const tree_page *p = &g->pages[i];
    if (p->status) {
      if (e)
        *e = p->error;
      return p->status;
    }
    parts[i] = (papni_tree_part){ .path = "the merged trees", .bytes = p->bytes, .size = p->size };
  }
  return PAPNI_OK;
}

papni_status papni_tree_merge_parts (const papni_tree_part *parts, size_t count, unsigned threads, papni_writer writer,
                                     papni_tree_sizes *sizes, papni_error *e)
{
  const allocator a = allocator_or_libc (NULL);
  const size_t least = (count + GROUP - 1) / GROUP, wanted = threads ? threads : cores ();
  if (!count)
    return fail (e, PAPNI_USAGE, "no trees to merge");
  if (count <= GROUP && (wanted == 1 || count < 2 * wanted))
    return join_parts (parts, count, writer, sizes, e);
  const size_t most = wanted > least ? wanted : least, groups = most < GROUP ? most : GROUP;
  tree_groups g = { .parts = parts, .count = count, .page_count = groups };
  papni_tree_part *merged = allocate_zeroed (&a, groups, sizeof *merged);
  g.pages = allocate_zeroed (&a, groups, sizeof *g.pages);
  status s = merged && g.pages ? join_groups (&g, (unsigned) wanted, merged, e) : no_memory (e);
  if (!s)
    s = join_parts (merged, groups, writer, sizes, e);
  for (size_t i = 0; g.pages && i < groups; i++)
    release (&a, g.pages[i].bytes, g.pages[i].room, 1);
  release (&a, g.pages, groups, sizeof *g.pages);
  release (&a, merged, groups, sizeof *merged);
  return s;
}
