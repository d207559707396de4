/* tree_reader.h - what the two parts of the reader of tree files share. */
#ifndef IO_MODELS_TREE_READER_H
#define IO_MODELS_TREE_READER_H

#include "io/models/tree_file.h"
#include "io/source.h"

enum
{
  TREE_READ_PIECE = 1 << 16
};

struct tree_reader
{
  allocator memory;
  const papni_tree_part *part;
  source *file; /* NULL: the bytes of the part */
  size_t taken; /* of these bytes */
  struct ZSTD_DCtx_s *zstd;
  papni_tree *head;
  bool counts;
  bool frame_ended;
  uint64_t nodes;
  size_t depth; /* of the next node */
  bool sibling; /* is it the next sibling of the one at its depth? */
  bool ended;
  symbol *path;   /* path[d]: the symbol of the node at depth d, for d > 0 */
  uint32_t *open; /* open[d]: the depth at which the innermost open call was made, or 0 */
  size_t path_room, open_room;
  size_t at, size, packed_at, packed_size;
  char raw[TREE_READ_PIECE], packed[TREE_READ_PIECE];
};

#define TREE_DAMAGED "the tree is damaged: build it again"

status tree_read_bad (const tree_reader *r, error *e, const char *what);

/* A number up to `most`. */
status tree_read_number (tree_reader *r, uint64_t most, uint64_t *number, error *e);

/* Nothing may follow; checks the checksum. */
status tree_read_end (tree_reader *r, error *e);

#endif
