/* class_sets.c - classes of single characters as sets of ranges. */
#include "model/class_sets.h"

static bool single_character (const letter *l, uint32_t *c)
{
  return utf8_character (l->name, l->length, c) == l->length;
}

/* Do the two symbols lead to the same states from everywhere? */
static bool same_steps (const papni_model *model, symbol x, symbol y)
{
  for (size_t q = 0; q < model->states; q++) {
    const transition *one = model_find (model, (papni_state) q, x, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    const transition *other = model_find (model, (papni_state) q, y, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    if (!one != !other || (one && one->to != other->to))
      return false;
  }
  return true;
}

bool class_is_set (const papni_model *model, symbol s, symbol *first)
{
  const papni_alphabet *alphabet = model->alphabet;
  const symbol class = alphabet->letters[s].alike;
  size_t members = 0;
  uint32_t ignored;
  *first = s;
  if (!class)
    return false;
  for (size_t i = 0; i < alphabet->size; i++) {
    if (alphabet->letters[i].alike != class)
      continue;
    *first = members++ ? *first : (symbol) i;
    if (!single_character (&alphabet->letters[i], &ignored) || !same_steps (model, *first, (symbol) i))
      return false;
  }
  return members > 1;
}

size_t class_ranges (const papni_model *model, symbol s, class_range *ranges, size_t room)
{
  const papni_alphabet *alphabet = model->alphabet;
  size_t count = 0;
  for (size_t i = 0; i < alphabet->size; i++) { /* names ascend, and UTF-8 has the order of characters */
    uint32_t c;
    if (alphabet->letters[i].alike != alphabet->letters[s].alike || !single_character (&alphabet->letters[i], &c))
      continue;
    if (count && ranges[count - 1].to + 1 == c)
      ranges[count - 1].to = c;
    else if (count == room)
      return room + 1;
    else
      ranges[count++] = (class_range){ c, c };
  }
  return count;
}
