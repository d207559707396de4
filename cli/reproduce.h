/* reproduce.h - the paper's evaluation: tasks, results and report. */
#ifndef REPRODUCE_H
#define REPRODUCE_H

#include "cli.h"

/* ---- what the paper says (reproduce_paper.c) ---- */

/* A row of its table, for one learner; then the mean and deviation of F1 over 20
 * repeats, from its figure. */
typedef struct paper_result
{
  unsigned size;
  double precision, recall, f1, mean, deviation;
} paper_result;

typedef struct paper_row
{
  const char *language;
  size_t learning, evaluation; /* accepted words */
  paper_result rpni, papni;
} paper_row;

enum
{
  PAPER_ROWS = 13,
  PAPER_SIZES = 10
};

extern const paper_row paper_rows[PAPER_ROWS];

/* Its cost figure: seconds and megabytes for 5,000, 10,000 ... 50,000 words. */
extern const double paper_rpni_seconds[PAPER_SIZES], paper_papni_seconds[PAPER_SIZES];
extern const double paper_rpni_memory[PAPER_SIZES], paper_papni_memory[PAPER_SIZES];

/* ---- what is run here (reproduce_run.c) ---- */

typedef struct setting
{
  const char *name, *title;                      /* in files; in the report */
  const char *model, *method, *evidence, *focus; /* NULL: the default */
} setting;

enum
{
  RPNI,        /* the paper's baseline */
  PAPNI_FIRST, /* the paper's learner, with either method */
  PAPNI_BEST,
  VPA_FIRST, /* the same with --focus positive */
  VPA_BEST,  /* our default */
  SEVPA_BEST,
  AUTO, /* not in the cost figure */
  SETTINGS
};

extern const setting settings[SETTINGS];

/* Words of a language, to learn a model in every setting. */
typedef struct task
{
  size_t language; /* for papni_language_model */
  size_t words, positive;
  unsigned repeat; /* from 1; the seed */
  bool growth;     /* for the cost figure: all words are for learning, none are held out */
} task;

enum
{
  LEAST_LENGTH = 4,
  MOST_LENGTH = 50,
  BEYOND_LENGTH = 20,
  WORDS = 10000,
  BEYOND_WORDS = 8000, /* of the languages that the paper's automata cannot express */
  GROWTH_STEP = 5000
};

extern const char growth_language[];

/* The result of one setting on the words of a task. */
typedef struct result
{
  size_t language, words, setting;
  unsigned repeat;
  bool growth;
  size_t learning, positive, dropped, tree_nodes, tree_bytes, states;
  size_t tp, fp, fn, tn;
  double seconds; /* CPU time */
  size_t peak;    /* bytes */
  char *differ;   /* the least word on which it differs from the true automaton, or NULL */
  char *longer;   /* the least such word with at least LEAST_LENGTH symbols; NULL: none found */
  bool learned;   /* whether the learned automaton accepts `differ` */
} result;

double f1_of (const result *r);
double precision_of (const result *r);
double recall_of (const result *r);

/* The number of accepted words of a task: as in the paper, or all that exist. */
int positive_words (size_t language, size_t *positive);

/* The minimum and maximum word length of a language: 4 to 50 symbols as in the paper; 0
 * to 20 for the other languages. */
size_t least_length (size_t language);
size_t most_length (size_t language);

/* Runs in a process of its own: generates the words, writes a line for each setting
 * whose bit is set in `wanted`, and exits. */
void do_task (const task *t, unsigned wanted, int out);

/* The model of a setting, from the words of the first repeat; NULL and *code on
 * failure. */
papni_model *learn_first (const task *t, size_t setting, int *code);

void write_result (const result *r, FILE *out);
bool read_result (const char *line, result *r); /* false: incomplete */

/* ---- the report (reproduce_report.c) ---- */

typedef struct results
{
  result *all;
  size_t count, capacity;
  unsigned repeats;
  bool chosen[PAPER_ROWS + 4]; /* languages */
} results;

/* Also sorts the results. */
int write_report (results *r, const char *folder);

/* The mean and deviation of a figure over the repeats of a setting. */
typedef struct summary
{
  size_t count;
  double mean, deviation, least;
} summary;

summary summarise_f1 (const results *r, size_t language, size_t setting);
summary summarise_growth (const results *r, size_t words, size_t setting, double (*figure) (const result *));

/* ---- pages in two languages (reproduce_page.c) ---- */

/* One text, written as Markdown and as HTML. `code` in back quotes and **bold** are
 * supported. */
typedef struct page
{
  FILE *out;
  bool html;
} page;

void page_begin (page *p, const char *title);
void page_end (page *p);
void page_heading (page *p, int level, const char *text);
void page_text (page *p, const char *format, ...) PRINTS (2, 3);
void page_item (page *p, const char *format, ...) PRINTS (2, 3); /* of a list */
void page_list (page *p, bool begin);

/* A table: columns as "Name|Name"; cells row by row. */
void page_table (page *p, const char *columns);
void page_cell (page *p, const char *format, ...) PRINTS (2, 3);
void page_row (page *p);
void page_table_end (page *p);

/* A collapsible section. */
void page_details (page *p, const char *title);
void page_details_end (page *p);

/* A chart, embedded in the page and in a file of its own. */
void page_chart (page *p, const char *name, const char *svg, const char *caption);

/* Pictures side by side. */
void page_pictures (page *p, bool begin);
void page_charts (page *p, bool begin);
void page_picture (page *p, const char *name, const char *svg, size_t size, const char *caption);

/* The automata of all chosen languages, in both pages (reproduce_pictures.c). */
int write_automata (page *pages, const results *r, const char *folder);

/* Writes a picture to the folder of images. */
int write_image (const char *folder, const char *name, const char *svg);

/* All runs, sorted by language, words, setting and repeat (reproduce_csv.c). */
void put_in_order (results *r);
int write_csv (const results *r, const char *folder);

/* What the paper got wrong, and the method (reproduce_remarks.c). */
int write_remarks (page *p);

/* ---- charts (reproduce_chart.c) ---- */

/* Each returns SVG, to be freed; NULL if out of memory. */
char *chart_f1 (const results *r);

typedef struct line
{
  const char *title, *class_name;
  bool dashed;
  double values[PAPER_SIZES];
} line;

char *chart_growth (const char *title, const char *unit, const line *lines, size_t count);

#endif
