/* signature.c - rules out most failing merges by short words.
 *
 * The signature of a state says which of the first 64 words in shortlex order it is
 * known to accept and to reject, one bit per word. If one state accepts what another
 * rejects, a merge must fail, so two bit operations rule out most pairs without a
 * trial.
 *
 * Merging only adds labels and children, so a signature stays valid but may become
 * incomplete; then a trial decides. So signatures are not updated at every step: a few
 * are recomputed at each, in turn. */
#include "learn/tree/merge.h"
#include "learn/tree/merge_walk.h"

enum
{
  REFRESHED = 2 /* per step */
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

/* Word i is word (i - 1) / width followed by one symbol. */
static signature signature_at (const merger *m, uint32_t place)
{
  uint32_t places[SIGNATURE_WORDS] = { place };
  signature s = { 0, 0 };
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
    s.accepted |= (uint64_t) (label == PAPNI_ACCEPT) << i;
    s.rejected |= (uint64_t) (label == PAPNI_REJECT) << i;
  }
  return s;
}

/* To be called after each step; false if out of memory. */
static bool signature_update (signatures *s, const merger *m)
{
  const size_t reds = m->engine.reds;
  if (!reserve (&m->engine.memory, &s->reds, &s->capacity, reds, sizeof *s->reds))
    return false;
  for (; s->count < reds; s->count++)
    s->reds[s->count] = signature_at (m, RED | (uint32_t) s->count);
  for (size_t i = 0; i < REFRESHED; i++) {
    s->next = s->next + 1 < s->count ? s->next + 1 : 0;
    s->reds[s->next] = signature_at (m, RED | (uint32_t) s->next);
  }
  return true;
}

bool signatures_refuse (merger *m, uint32_t red, uint32_t blue, status *trouble)
{
  signatures *s = &m->signatures;
  if (!s->count || s->blue_state != blue || s->step != m->engine.steps) {
    if (!signature_update (s, m)) {
      *trouble = PAPNI_MEMORY;
      return true;
    }
    s->blue = signature_at (m, m->blues[blue].node);
    s->blue_state = blue;
    s->step = m->engine.steps;
  }
  return (s->blue.accepted & s->reds[red].rejected) | (s->blue.rejected & s->reds[red].accepted);
}
