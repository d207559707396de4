/* reproduce.h - the paper's evaluation: what is run, what came out, and the report. */
#ifndef REPRODUCE_H
#define REPRODUCE_H

#include "cli.h"

/* ---- what the paper says (reproduce_paper.c) ---- */

/* A line of its table, for one learner; then the mean and the deviation of F1 over
 * 20 repeats, as its figure shows them. */
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

/* Its figure of cost: seconds and megabytes for 5,000, 10,000 ... 50,000 words. */
extern const double paper_rpni_seconds[PAPER_SIZES], paper_papni_seconds[PAPER_SIZES];
extern const double paper_rpni_memory[PAPER_SIZES], paper_papni_memory[PAPER_SIZES];

/* ---- what is run here (reproduce_run.c) ---- */

typedef struct setting
{
  const char *name, *title; /* in files, and for people */
  papni_model_kind model;
  papni_method method;
  papni_evidence evidence;
  papni_focus focus;
} setting;

enum
{
  RPNI,        /* the paper's baseline */
  PAPNI_FIRST, /* the paper's learner, with either method */
  PAPNI_BEST,
  VPA_FIRST, /* the same with --focus positive */
  VPA_BEST,  /* our default */
  SEVPA_BEST,
  AUTO, /* what cross-validation chooses; not for the figure of cost */
  SETTINGS
};

extern const setting settings[SETTINGS];

/* Words of a language, from which models are learned in every setting. */
typedef struct task
{
  size_t language; /* as papni_language_model has it */
  size_t words, positive;
  unsigned repeat; /* from 1; the seed */
  bool growth;     /* for the figure of cost: all words are learned from, none kept back */
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

/* What came out of one setting on one task's words. */
typedef struct result
{
  size_t language, words, setting;
  unsigned repeat;
  bool growth;
  size_t learning, positive, dropped, tree_nodes, tree_bytes, states;
  size_t tp, fp, fn, tn;
  double seconds; /* of processor time */
  size_t peak;    /* bytes */
  char *differ;   /* the least word on which it and the truth differ, or NULL */
  char *longer;   /* the least of those with LEAST_LENGTH symbols or more; NULL: none was found */
  bool learned;   /* it is the learned automaton that accepts `differ` */
} result;

double f1_of (const result *r);
double precision_of (const result *r);
double recall_of (const result *r);

/* How many accepted words the task of a language has: as many as in the paper, or all that exist. */
int positive_words (size_t language, size_t *positive);

/* The shortest and the longest words of a language's task: 4 to 50 symbols, as in the
 * paper; of the languages that are not the paper's, up to 20. */
size_t least_length (size_t language);
size_t most_length (size_t language);

/* In a process of its own: makes the words and writes a line for each setting whose
 * bit is set in `wanted`. Ends the process. */
void do_task (const task *t, unsigned wanted, int out);

/* A setting's model of the words of a language's first repeat; *code says why not. */
papni_model *learn_first (const task *t, size_t setting, int *code);

void write_result (const result *r, FILE *out);
bool read_result (const char *line, result *r); /* false: it is not whole */

/* ---- the report (reproduce_report.c) ---- */

typedef struct results
{
  result *all;
  size_t count, capacity;
  unsigned repeats;
  bool chosen[PAPER_ROWS + 4]; /* languages */
} results;

/* Puts the results in order as well. */
int write_report (results *r, const char *folder);

/* The mean and the deviation of some figure over the repeats of a setting. */
typedef struct summary
{
  size_t count;
  double mean, deviation, least;
} summary;

summary summarise_f1 (const results *r, size_t language, size_t setting);
summary summarise_growth (const results *r, size_t words, size_t setting, double (*figure) (const result *));

/* ---- pages in two languages (reproduce_page.c) ---- */

/* One text, as Markdown and as HTML. `code` in back quotes and **bold** may be used. */
typedef struct page
{
  FILE *out;
  bool html;
} page;

void page_begin (page *p, const char *title);
void page_end (page *p);
void page_heading (page *p, int level, const char *text);
void page_text (page *p, const char *format, ...) PRINTS (2, 3);
void page_item (page *p, const char *format, ...) PRINTS (2, 3); /* of a list; page_list ends it */
void page_list (page *p, bool begin);

/* A table: columns as "Name|Name"; cells one after the other. */
void page_table (page *p, const char *columns);
void page_cell (page *p, const char *format, ...) PRINTS (2, 3);
void page_row (page *p);
void page_table_end (page *p);

/* What is shown to those who ask for it. */
void page_details (page *p, const char *title);
void page_details_end (page *p);

/* A chart that stands inside the page, and in a file of its own. */
void page_chart (page *p, const char *name, const char *svg, const char *caption);

/* Pictures side by side, from files in the folder. */
void page_pictures (page *p, bool begin);
void page_charts (page *p, bool begin);
void page_picture (page *p, const char *name, const char *svg, size_t size, const char *caption);

/* The automata of all languages that were chosen, in both pages (reproduce_pictures.c). */
int write_automata (page *pages, const results *r, const char *folder);

/* Puts a picture into the folder of images. */
int write_image (const char *folder, const char *name, const char *svg);

/* Every run, by language, words, setting and repeat (reproduce_csv.c). */
void put_in_order (results *r);
int write_csv (const results *r, const char *folder);

/* What the paper got wrong, and how all was done (reproduce_remarks.c). */
int write_remarks (page *p);

/* ---- charts (reproduce_chart.c) ---- */

/* Each is SVG in memory, to be freed; NULL for no memory. */
char *chart_f1 (const results *r);

typedef struct line
{
  const char *title, *class_name;
  bool dashed;
  double values[PAPER_SIZES];
} line;

char *chart_growth (const char *title, const char *unit, const line *lines, size_t count);

#endif
