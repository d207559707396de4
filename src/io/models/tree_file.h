/* tree_file.h - the file of a prefix tree. */
#ifndef IO_MODELS_TREE_FILE_H
#define IO_MODELS_TREE_FILE_H

#include "learn/tree/tree.h"

/* The tree in a file that was read, which belongs to the tree then, or is freed if it is
 * not valid. The path is for messages. */
papni_tree *tree_of_file (papni_text *file, const char *path, const allocator *a, error *e);

#endif
