/* tree_dot.c - prefix trees as a picture: Graphviz DOT, as in the paper's figure. Accepted
 * words are green and have a double border, rejected ones are red. */
#include "base/output.h"
#include "io/models/picture.h"
#include "learn/tree/tree.h"

#include <string.h>

static void tree_dot_node (output *o, size_t tree, size_t node)
{
  put (o, "t");
  put_number (o, tree);
  put (o, "_");
  put_number (o, node);
}

/* "(", or ") / pop (". */
static void tree_dot_edge (output *o, const papni_tree *t, const tree_node *child)
{
  const stack_symbol *s = &t->symbols[child->symbol];
  put (o, " [label=\" ");
  picture_put_dot (o, letter_name (&t->alphabet->letters[s->symbol]));
  if (s->popped != PAPNI_NO_SYMBOL) {
    put (o, " / pop ");
    picture_put_dot (o, letter_name (&t->alphabet->letters[s->popped]));
  }
  put (o, " \"];\n");
}

static void tree_dot_tree (output *o, const papni_tree *t, size_t number)
{
  for (size_t q = 0; q < t->size; q++) {
    put (o, "    ");
    tree_dot_node (o, number, q);
    if (t->nodes[q].label == PAPNI_ACCEPT)
      put (o, " [fillcolor=\"#9ad69a\", shape=doublecircle]");
    else if (t->nodes[q].label == PAPNI_REJECT)
      put (o, " [fillcolor=\"#f2a3a3\"]");
    put (o, ";\n");
  }
  for (size_t q = 0; q < t->size; q++)
    for (size_t child = t->nodes[q].first; child < t->nodes[q + 1].first; child++) {
      put (o, "    ");
      tree_dot_node (o, number, q);
      put (o, " -> ");
      tree_dot_node (o, number, child);
      tree_dot_edge (o, t, &t->nodes[child]);
    }
}

papni_status papni_trees_draw (const papni_tree *const *trees, const char *const *titles, size_t count,
                               papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  put (&o, "digraph trees {\n"
           "  graph [rankdir=TB, bgcolor=transparent, fontname=\"sans-serif\", fontsize=12, nodesep=0.3];\n"
           "  node [shape=circle, label=\"\", width=0.26, fixedsize=true, style=filled, fillcolor=white];\n"
           "  edge [fontname=\"sans-serif\", fontsize=11, arrowsize=0.6];\n");
  for (size_t i = 0; i < count; i++) {
    put (&o, "  subgraph cluster_");
    put_number (&o, i);
    put (&o, " {\n    color=transparent;\n");
    if (titles[i]) {
      put (&o, "    label=\"");
      picture_put_dot (&o, (text_span){ titles[i], strlen (titles[i]) });
      put (&o, "\";\n");
    }
    tree_dot_tree (&o, trees[i], i);
    put (&o, "  }\n");
  }
  put (&o, "}\n");
  return output_end (&o, e);
}
