/* reproduce_chart.c - SVG charts, narrow enough for a phone, with light and dark
 * colours. */
#include "reproduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  WIDTH = 440,
  LEFT = 52,
  RIGHT = 16
};

/* Blue is RPNI, orange PAPNI, green ours; hollow marks are the paper's. */
static const char style[] =
    "<style>"
    ".c{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',Arial,sans-serif}"
    ".c text{fill:#1d2430}.c .soft{fill:#5b6472}.c .grid{stroke:#dfe3e8}.c .band{fill:#f3f4f1}"
    ".c .rpni{--k:#2f6fb0}.c .papni{--k:#c8641b}.c .first{--k:#b04a86}.c .vpa{--k:#1d8a63}.c .sevpa{--k:#7a5bc0}"
    ".c .mark{fill:var(--k);stroke:var(--k)}.c .hollow{fill:#fff;stroke:var(--k);stroke-width:1.6}"
    ".c .bar{stroke:var(--k);stroke-width:1.6}.c .curve{fill:none;stroke:var(--k);stroke-width:2}"
    ".c .dashed{stroke-dasharray:4 4}"
    "@media(prefers-color-scheme:dark){.c text{fill:#e6e9ee}.c .soft{fill:#a3adba}.c .grid{stroke:#323a45}"
    ".c .band{fill:#222831}.c .hollow{fill:#1b2027}"
    ".c .rpni{--k:#6aaeea}.c .papni{--k:#f0a05c}.c .first{--k:#e58fc2}.c .vpa{--k:#5fd0a5}.c .sevpa{--k:#b59cf0}}"
    "</style>\n";

static void begin (FILE *out, double height, const char *title)
{
  fprintf (out,
           "<svg class=\"c\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" role=\"img\">\n"
           "<title>%s</title>\n%s",
           WIDTH, height, title, style);
}

static void mark (FILE *out, double x, double y, bool hollow)
{
  if (hollow)
    fprintf (out, "<path class=\"hollow\" d=\"M%.1f %.1fl4 4l-4 4l-4 -4z\"/>", x, y - 4);
  else
    fprintf (out, "<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\"/>", x, y);
}

/* ---- F1 ---- */

enum
{
  LANES = 6,
  LANE = 9,
  ROW = LANES * LANE + 8,
  TOP = 92
};

static double place_of (double f1)
{
  return LEFT + f1 * (WIDTH - LEFT - RIGHT);
}

static void lane (FILE *out, double y, const char *class_name, double mean, double deviation, bool hollow)
{
  const double low = mean - deviation < 0 ? 0 : mean - deviation, high = mean + deviation > 1 ? 1 : mean + deviation;
  fprintf (out, "<g class=\"%s\"><path class=\"bar\" d=\"M%.1f %.1fH%.1f\"/>", class_name, place_of (low), y,
           place_of (high));
  mark (out, place_of (mean), y, hollow);
  fputs ("</g>\n", out);
}

static void legend (FILE *out)
{
  static const struct
  {
    const char *class_name, *text;
    bool hollow;
  } entries[] = { { "rpni", "RPNI, paper", true },      { "rpni", "RPNI, here", false },
                  { "papni", "PAPNI, paper", true },    { "papni", "PAPNI with EDSM, here", false },
                  { "vpa", "vpa, our default", false }, { "sevpa", "sevpa", false } };
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
    const double x = i % 2 ? 210 : LEFT, y = 18 + 18 * floor ((double) i / 2);
    fprintf (out, "<g class=\"%s\">", entries[i].class_name);
    mark (out, x, y, entries[i].hollow);
    fprintf (out, "</g><text x=\"%.0f\" y=\"%.0f\">%s</text>\n", x + 10, y + 4, entries[i].text);
  }
}

static void f1_axis (FILE *out, double bottom)
{
  for (int i = 0; i <= 4; i++) {
    const double x = place_of (i / 4.);
    fprintf (out,
             "<path class=\"grid\" d=\"M%.1f %dV%.0f\"/>"
             "<text class=\"soft\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>"
             "<text class=\"soft\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%g</text>\n",
             x, TOP - 4, bottom, x, TOP - 10, i / 4., x, bottom + 15, i / 4.);
  }
}

char *chart_f1 (const results *r)
{
  static const size_t shown[] = { RPNI, PAPNI_BEST, VPA_BEST, SEVPA_BEST };
  static const char *const classes[] = { "rpni", "papni", "vpa", "sevpa" };
  static const int lanes[] = { 1, 3, 4, 5 };
  size_t rows = 0, size;
  for (size_t l = 0; l < PAPER_ROWS; l++)
    rows += r->chosen[l];
  char *svg = NULL;
  FILE *out = open_memstream (&svg, &size);
  if (!out)
    return NULL;
  const double bottom = TOP + (double) rows * ROW;
  begin (out, bottom + 24, "Mean F1 and its deviation, the paper's and ours");
  legend (out);
  double y = TOP;
  for (size_t l = 0, place = 0; l < PAPER_ROWS; l++, place += r->chosen[l - 1], y += r->chosen[l - 1] ? ROW : 0)
    if (r->chosen[l] && place % 2 == 0)
      fprintf (out, "<rect class=\"band\" x=\"0\" y=\"%.0f\" width=\"%d\" height=\"%d\"/>\n", y, WIDTH, ROW);
  f1_axis (out, bottom);
  y = TOP;
  for (size_t l = 0; l < PAPER_ROWS; l++) {
    if (!r->chosen[l])
      continue;
    fprintf (out, "<text x=\"8\" y=\"%.0f\" font-weight=\"600\">%s</text>\n", y + ROW / 2. + 4,
             papni_language_name (l));
    const double first = y + 4 + LANE / 2.;
    lane (out, first, "rpni", paper_rows[l].rpni.mean, paper_rows[l].rpni.deviation, true);
    lane (out, first + 2 * LANE, "papni", paper_rows[l].papni.mean, paper_rows[l].papni.deviation, true);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
      const summary s = summarise_f1 (r, l, shown[i]);
      if (s.count)
        lane (out, first + lanes[i] * LANE, classes[i], s.mean, s.deviation, false);
    }
    y += ROW;
  }
  fputs ("</svg>\n", out);
  return fclose (out) ? free (svg), NULL : svg;
}

/* ---- growth ---- */

enum
{
  GROWTH_TOP = 44,
  GROWTH_HEIGHT = 230
};

/* The powers of ten around all values. */
static void range_of (const line *lines, size_t count, int *low, int *high)
{
  double least = 1e300, most = 1e-300;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < PAPER_SIZES; k++)
      if (lines[i].values[k] > 0) {
        least = lines[i].values[k] < least ? lines[i].values[k] : least;
        most = lines[i].values[k] > most ? lines[i].values[k] : most;
      }
  *low = (int) floor (log10 (least));
  *high = (int) ceil (log10 (most));
  *high += *high == *low;
}

static double growth_x (size_t place)
{
  return LEFT + (double) (place + 1) * (WIDTH - LEFT - RIGHT - 14) / PAPER_SIZES;
}

static void growth_axes (FILE *out, int low, int high)
{
  const double bottom = GROWTH_TOP + GROWTH_HEIGHT;
  for (int e = low; e <= high; e++) {
    const double y = bottom - (double) (e - low) * GROWTH_HEIGHT / (high - low);
    fprintf (out,
             "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"soft\" x=\"%d\" y=\"%.1f\" "
             "text-anchor=\"end\">%g</text>\n",
             LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, pow (10, e));
  }
  for (size_t k = 1; k < PAPER_SIZES; k += 2)
    fprintf (out, "<text class=\"soft\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%zu,000</text>\n", growth_x (k),
             bottom + 16, (k + 1) * GROWTH_STEP / 1000);
  fprintf (out, "<text class=\"soft\" x=\"%d\" y=\"%.0f\" text-anchor=\"end\">words</text>\n", WIDTH - RIGHT,
           bottom + 32);
}

char *chart_growth (const char *title, const char *unit, const line *lines, size_t count)
{
  int low, high;
  size_t size;
  char *svg = NULL;
  FILE *out = open_memstream (&svg, &size);
  if (!out)
    return NULL;
  range_of (lines, count, &low, &high);
  const double bottom = GROWTH_TOP + GROWTH_HEIGHT, legend_top = bottom + 52;
  begin (out, legend_top + 18 * ceil ((double) count / 2) + 2, title);
  fprintf (out,
           "<text x=\"%d\" y=\"20\" font-weight=\"600\">%s</text><text class=\"soft\" x=\"%d\" y=\"36\">%s</text>\n",
           LEFT, title, LEFT, unit);
  growth_axes (out, low, high);
  for (size_t i = 0; i < count; i++) {
    const line *l = &lines[i];
    fprintf (out, "<g class=\"%s\"><path class=\"curve%s\" d=\"", l->class_name, l->dashed ? " dashed" : "");
    for (size_t k = 0; k < PAPER_SIZES; k++)
      fprintf (out, "%c%.1f %.1f", k ? 'L' : 'M', growth_x (k),
               bottom - (log10 (l->values[k]) - low) * GROWTH_HEIGHT / (high - low));
    const double x = i % 2 ? 236 : 12, y = legend_top + 18 * floor ((double) i / 2);
    fprintf (out, "\"/><path class=\"curve%s\" d=\"M%.0f %.0fh22\"/></g><text x=\"%.0f\" y=\"%.0f\">%s</text>\n",
             l->dashed ? " dashed" : "", x, y - 4, x + 28, y, l->title);
  }
  fputs ("</svg>\n", out);
  return fclose (out) ? free (svg), NULL : svg;
}
