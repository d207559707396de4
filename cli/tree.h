/* tree.h - the parts of papni tree. */
#ifndef TREE_H
#define TREE_H

#include "cli.h"

/* papni tree show (tree_show.c) */
int show_trees (const arguments *arguments);

#endif
