/* layout.h - where a file has its words and labels: the settings of a papni_layout. */
#ifndef IO_SAMPLES_LAYOUT_H
#define IO_SAMPLES_LAYOUT_H

#include "base/base.h"

enum
{
  LAYOUT_EVENTS = 8 /* columns that an event can be made of */
};

typedef enum layout_setting
{
  LAYOUT_FORMAT,
  LAYOUT_WORD,
  LAYOUT_LABEL,
  LAYOUT_CHARS,
  LAYOUT_ACCEPT,
  LAYOUT_REJECT,
  LAYOUT_LABELS,
  LAYOUT_CASE,
  LAYOUT_EVENT,
  LAYOUT_ORDER,
  LAYOUT_REGEX,
  LAYOUT_OUTPUTS,
  LAYOUT_TRACES,
  LAYOUT_SETTINGS
} layout_setting;

enum
{
  LABEL_VALUES = 12, /* that are noted, at most */
  LABEL_VALUE = 40   /* bytes of one, at most */
};

/* Different values of labels, in the order in which they were read. */
typedef struct label_values
{
  struct
  {
    char text[LABEL_VALUE];
    papni_label label;
  } list[LABEL_VALUES];
  size_t count;
} label_values;

struct papni_layout
{
  allocator memory;
  char *values[LAYOUT_SETTINGS]; /* NULL: not set */
  papni_format format;
  papni_lexer *lexer;
  size_t ignored;     /* what the last file has that is in no word */
  label_values *seen; /* that --accept or --reject gave a meaning */
};

/* The value of a setting, or `otherwise`. */
static inline const char *layout_get (const papni_layout *layout, layout_setting setting, const char *otherwise)
{
  return layout && layout->values[setting] ? layout->values[setting] : otherwise;
}

/* The column or key of outputs; NULL: words are no traces. It may be missing if no name was given. */
static inline const char *layout_outputs (const papni_layout *layout)
{
  return layout_get (layout, LAYOUT_OUTPUTS, layout_get (layout, LAYOUT_TRACES, NULL) ? "output" : NULL);
}

/* Are words made of events in rows, one row each? */
static inline bool layout_has_events (const papni_layout *layout)
{
  return layout && (layout->values[LAYOUT_CASE] || layout->values[LAYOUT_EVENT]);
}

/* Are the meanings of labels given? Then there must be labels. */
static inline bool layout_names_labels (const papni_layout *layout)
{
  return layout && (layout->values[LAYOUT_ACCEPT] || layout->values[LAYOUT_REJECT]) && !layout->values[LAYOUT_LABELS];
}

/* The label of all words, PAPNI_UNKNOWN if `labels` is not set. */
papni_label layout_labels (const papni_layout *layout);

/* Splits a list at commas: item k, without blanks around it; false after the last. */
bool layout_item (const char *list, size_t k, text_span *item);

/* What a label means: by --accept and --reject, or + - 1 0 true false. */
bool layout_label (const papni_layout *layout, text_span text, papni_label *label);

/* What labels there are, for a message. */
typedef struct label_advice
{
  char text[160];
} label_advice;

label_advice layout_advice (const papni_layout *layout, const char *otherwise);

/* The format of a file by its name or its first bytes; PAPNI_FORMAT_AUTO if it is not a log. */
papni_format log_by_name (const char *name);
papni_format log_by_bytes (const char *bytes, size_t size);

#endif
