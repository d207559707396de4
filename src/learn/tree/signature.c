/* signature.c - rules out most failing merges by short words.
 *
 * Two bit operations on signatures rule out most pairs without a trial. Signatures that are
 * incomplete leave it to a trial. So they are not updated at every step: at each, a few are
 * completed in turn, from those of the states that follow. */
#include "learn/tree/merge.h"
#include "learn/tree/merge_walk.h"

enum
{
  REFRESHED = 4 /* per step */
};

static inline uint32_t place_after (const merger *m, uint32_t place, symbol s)
{
  if (place == NOWHERE)
    return NOWHERE;
  if (!is_red (place))
    return find_child (m, place, s);
  const uint32_t to = m->rows[(place & ~RED) * m->width + s];
  return is_red (to) ? to /* or NOWHERE */ : m->blues[to].node;
}

static inline unsigned signature_label_at (const merger *m, uint32_t place)
{
  if (place == NOWHERE)
    return PAPNI_UNKNOWN;
  return is_red (place) ? m->reds[place & ~RED].label : m->nodes[place].label;
}

/* Of more than two labels, one bit is enough to tell some from others. */
static inline void note_label (signature *s, unsigned label, size_t i)
{
  s->words[ACCEPTED] |= (uint64_t) (label && !(label & 1)) << i;
  s->words[REJECTED] |= (uint64_t) (label & 1) << i;
}

/* Word i is word (i - 1) / width followed by one symbol. */
static signature signature_at (const merger *m, uint32_t place)
{
  uint32_t places[SIGNATURE_WORDS] = { place };
  signature s = { { 0, 0 } };
  size_t parent = 0;
  symbol next = 0;
  for (size_t i = 0; i < SIGNATURE_WORDS; i++) {
    if (i) {
      places[i] = place_after (m, places[parent], next);
      if (++next == m->width) {
        next = 0;
        parent++;
      }
    }
    const unsigned label = signature_label_at (m, places[i]);
    note_label (&s, label, i);
  }
  return s;
}

/* The same for a node below which there are no red states. */
static signature signature_of_node (const merger *m, node q)
{
  word_place found[SIGNATURE_WORDS];
  const size_t count = known_find (m, q, SIGNATURE_WORDS, found);
  signature s = { { 0, 0 } };
  for (size_t i = 0; i < count; i++)
    note_label (&s, m->nodes[found[i].node].label, found[i].word);
  return s;
}

/* The output of the transition on a symbol of a place, for which place_after is `next`. */
static unsigned signature_output_at (const merger *m, uint32_t place, symbol s, uint32_t next)
{
  if (next == NOWHERE)
    return PAPNI_UNKNOWN;
  return is_red (next) ? m->row_outputs[(place & ~RED) * m->width + s] : m->nodes[next].label;
}

/* The same where outputs belong to transitions; the empty word has none. */
static signature edge_signature_at (const merger *m, uint32_t place)
{
  uint32_t places[SIGNATURE_WORDS] = { place };
  signature s = { { 0, 0 } };
  size_t parent = 0;
  symbol next = 0;
  for (size_t i = 1; i < SIGNATURE_WORDS; i++) {
    places[i] = place_after (m, places[parent], next);
    note_label (&s, signature_output_at (m, places[parent], next, places[i]), i);
    if (++next == m->width) {
      next = 0;
      parent++;
    }
  }
  return s;
}

static signature signature_of (const merger *m, uint32_t place)
{
  return m->edges_speak ? edge_signature_at (m, place) : signature_at (m, place);
}

/* Adds what the signatures of the next red states say. */
static void signature_refresh (signatures *all, const merger *m, uint32_t red)
{
  signature *s = &all->reds[red];
  if (!m->edges_speak)
    note_label (s, m->reds[red].label, 0);
  for (size_t a = 0; a < m->width && a + 1 < SIGNATURE_WORDS; a++) {
    const uint32_t to = place_after (m, RED | red, (symbol) a);
    note_label (s, m->edges_speak ? signature_output_at (m, RED | red, (symbol) a, to) : signature_label_at (m, to),
                a + 1);
    if (to != NOWHERE && is_red (to) && (to & ~RED) < all->count)
      signature_extend (s, &all->reds[to & ~RED], a, m->width);
  }
}

/* To be called after each step; false if out of memory. */
static bool signature_update (signatures *s, const merger *m)
{
  const size_t reds = m->engine.reds;
  if (!reserve (&m->engine.memory, &s->reds, &s->capacity, reds, sizeof *s->reds))
    return false;
  for (; s->count < reds; s->count++) {
    const bool was_blue = s->count && s->count + 1 == reds && m->reds[s->count].node == s->node;
    s->reds[s->count] = was_blue ? s->blue : signature_of (m, RED | (uint32_t) s->count);
  }
  for (size_t i = 0; i < REFRESHED; i++) {
    s->next = s->next + 1 < s->count ? s->next + 1 : 0;
    signature_refresh (s, m, (uint32_t) s->next);
  }
  return true;
}

/* Makes sure that the signatures are those of this step and this blue state. */
static status signatures_look (merger *m, uint32_t blue)
{
  signatures *s = &m->signatures;
  if (s->count && s->blue_state == blue && s->step == m->engine.steps)
    return PAPNI_OK;
  if (!signature_update (s, m))
    return PAPNI_MEMORY;
  s->node = m->blues[blue].node;
  s->blue = signature_of_node (m, s->node);
  s->blue_state = blue;
  s->step = m->engine.steps;
  return PAPNI_OK;
}

bool signatures_refuse (merger *m, uint32_t red, uint32_t blue, status *trouble)
{
  *trouble = signatures_look (m, blue);
  return *trouble || signatures_differ (&m->signatures.blue, &m->signatures.reds[red]);
}

uint32_t signatures_next (merger *m, uint32_t red, uint32_t blue, status *trouble)
{
  *trouble = signatures_look (m, blue);
  const signature own = m->signatures.blue;
  while (!*trouble && red < m->engine.reds && signatures_differ (&own, &m->signatures.reds[red]))
    red++;
  return red;
}
