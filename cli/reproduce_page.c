/* reproduce_page.c - one text as Markdown and as a self-contained HTML page: charts are
 * inline SVG, pictures are data URLs. */
#include "reproduce.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{--ink:#1d2430;--soft:#5b6472;--page:#fbfbf9;--card:#fff;--line:#dfe3e8;--accent:#1f6f5c;color-scheme:light "
    "dark}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adba;--page:#14181d;--card:#1b2027;--line:#323a45;"
    "--accent:#6ccbb0}.picture img{filter:invert(1) hue-rotate(180deg);mix-blend-mode:screen}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:70rem;padding:1.2rem 1rem "
    "4rem;background:var(--page);color:var(--ink);font:16px/1.55 "
    "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.9rem;line-height:1.2;margin:.6rem 0 1rem}h2{margin:2.6rem 0 .6rem;padding-top:.6rem;border-top:1px "
    "solid var(--line);font-size:1.35rem}h3{margin:1.6rem 0 .4rem;font-size:1.05rem}\n"
    "p,ul{max-width:46rem}li{margin:.25rem 0}code{font:.88em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;"
    "background:var(--card);border:1px solid var(--line);border-radius:4px;padding:.05em .3em;overflow-wrap:anywhere}\n"
    ".table{overflow-x:auto;margin:1rem 0;border:1px solid var(--line);border-radius:8px;background:var(--card)}\n"
    "table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;width:100%}\n"
    "th,td{padding:.34rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}"
    "th{color:var(--soft);font-weight:600}tr:last-child td{border-bottom:0}\n"
    "th:first-child,td:first-child{position:sticky;left:0;background:var(--card);font-weight:600}"
    "td.word{white-space:normal;min-width:14rem}\n"
    "summary{cursor:pointer;color:var(--accent)}figure{margin:1.2rem "
    "0}figcaption{color:var(--soft);font-size:.88rem;max-width:46rem;margin-top:.3rem}\n"
    "figure.chart svg{display:block;width:100%;height:auto;max-width:44rem;background:var(--card);border:1px solid "
    "var(--line);border-radius:8px}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:0 1rem}\n"
    ".pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.8rem;margin:.5rem "
    "0 1.2rem}\n"
    ".picture{margin:0;padding:.6rem;background:var(--card);border:1px solid var(--line);border-radius:8px;overflow-x:"
    "auto}.picture img{display:block;max-width:100%;max-height:26rem;height:auto;margin:auto;background:#fff}\n";

/* ---- text ---- */

static void put_plain (FILE *out, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (text[i] == '<')
      fputs ("&lt;", out);
    else if (text[i] == '&')
      fputs ("&amp;", out);
    else if (text[i] == '>')
      fputs ("&gt;", out);
    else
      fputc (text[i], out);
}

/* Converts `code` and **bold** to elements; a missing end mark is implied at the end. */
static void put_html (FILE *out, const char *text)
{
  while (*text) {
    const size_t length = strcspn (text, "`*");
    put_plain (out, text, length);
    text += length;
    const bool code = *text == '`', bold_text = text[0] == '*' && text[1] == '*';
    if (!code && !bold_text) {
      if (*text)
        fputc (*text++, out);
      continue;
    }
    const char *mark = code ? "`" : "**", *begin = text + strlen (mark), *end = strstr (begin, mark);
    const size_t inner = end ? (size_t) (end - begin) : strlen (begin);
    fprintf (out, code ? "<code>" : "<strong>");
    put_plain (out, begin, inner);
    fprintf (out, code ? "</code>" : "</strong>");
    text = begin + inner + (end ? strlen (mark) : 0);
  }
}

static void put (const page *p, const char *text)
{
  if (p->html)
    put_html (p->out, text);
  else
    fputs (text, p->out);
}

static void put_formatted (const page *p, const char *format, va_list arguments)
{
  char text[4096];
  vsnprintf (text, sizeof text, format, arguments);
  put (p, text);
}

/* ---- blocks ---- */

void page_begin (page *p, const char *title)
{
  if (!p->html) {
    fprintf (p->out, "# %s\n", title);
    return;
  }
  fprintf (
      p->out,
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>\n",
      title, style, title);
}

void page_end (page *p)
{
  if (p->html)
    fputs ("</body>\n</html>\n", p->out);
}

void page_heading (page *p, int level, const char *text)
{
  if (p->html)
    fprintf (p->out, "<h%d>", level);
  else
    fprintf (p->out, "\n%.*s ", level, "####");
  put (p, text);
  if (p->html)
    fprintf (p->out, "</h%d>", level);
  fputc ('\n', p->out);
}

void page_text (page *p, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fputs (p->html ? "<p>" : "\n", p->out);
  put_formatted (p, format, arguments);
  fputs (p->html ? "</p>\n" : "\n", p->out);
  va_end (arguments);
}

void page_list (page *p, bool begin)
{
  fputs (p->html ? (begin ? "<ul>\n" : "</ul>\n") : begin ? "\n" : "", p->out);
}

void page_item (page *p, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fputs (p->html ? "<li>" : "- ", p->out);
  put_formatted (p, format, arguments);
  fputs (p->html ? "</li>\n" : "\n", p->out);
  va_end (arguments);
}

/* ---- tables ---- */

void page_table (page *p, const char *columns)
{
  size_t count = 1;
  fputs (p->html ? "<div class=\"table\"><table>\n<thead><tr>" : "\n|", p->out);
  for (const char *at = columns;; count++) {
    const size_t length = strcspn (at, "|");
    char name[64];
    snprintf (name, sizeof name, "%.*s", (int) length, at);
    fputs (p->html ? "<th>" : " ", p->out);
    put (p, name);
    fputs (p->html ? "</th>" : " |", p->out);
    if (!at[length])
      break;
    at += length + 1;
  }
  fputs (p->html ? "</tr></thead>\n<tbody>\n<tr>" : "\n|", p->out);
  for (size_t i = 0; !p->html && i < count; i++)
    fputs ("---|", p->out);
  if (!p->html)
    fputs ("\n|", p->out);
}

void page_cell (page *p, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  const bool word = format[0] == '`';
  fputs (p->html ? (word ? "<td class=\"word\">" : "<td>") : " ", p->out);
  put_formatted (p, format, arguments);
  fputs (p->html ? "</td>" : " |", p->out);
  va_end (arguments);
}

/* Begins the next row, which may stay empty. */
void page_row (page *p)
{
  fputs (p->html ? "</tr>\n<tr>" : "\n|", p->out);
}

void page_table_end (page *p)
{
  fputs (p->html ? "</tr>\n</tbody></table></div>\n" : "\n", p->out);
}

void page_details (page *p, const char *title)
{
  fprintf (p->out, "\n<details>\n<summary>%s</summary>\n", title);
}

void page_details_end (page *p)
{
  fputs ("\n</details>\n", p->out);
}

/* ---- pictures ---- */

void page_chart (page *p, const char *name, const char *svg, const char *caption)
{
  if (!p->html) {
    fprintf (p->out, "\n![%s](images/%s.svg)\n\n*%s*\n", name, name, caption);
    return;
  }
  fprintf (p->out, "<figure class=\"chart\">\n%s<figcaption>", svg);
  put (p, caption);
  fputs ("</figcaption></figure>\n", p->out);
}

void page_pictures (page *p, bool begin)
{
  if (p->html)
    fputs (begin ? "<div class=\"pictures\">\n" : "</div>\n", p->out);
  else
    fputs (begin ? "\n" : "", p->out);
}

void page_charts (page *p, bool begin)
{
  if (p->html)
    fputs (begin ? "<div class=\"charts\">\n" : "</div>\n", p->out);
}

static void put_base64 (FILE *out, const unsigned char *bytes, size_t size)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    const unsigned more = i + 1 < size ? bytes[i + 1] : 0, last = i + 2 < size ? bytes[i + 2] : 0;
    const unsigned bits = (unsigned) bytes[i] << 16 | more << 8 | last;
    fputc (digits[bits >> 18 & 63], out);
    fputc (digits[bits >> 12 & 63], out);
    fputc (i + 1 < size ? digits[bits >> 6 & 63] : '=', out);
    fputc (i + 2 < size ? digits[bits & 63] : '=', out);
  }
}

void page_picture (page *p, const char *name, const char *svg, size_t size, const char *caption)
{
  if (!p->html) {
    fprintf (p->out, "![%s](images/%s.svg)\n*%s*\n\n", name, name, caption);
    return;
  }
  fprintf (p->out, "<figure class=\"picture\"><img alt=\"%s\" src=\"data:image/svg+xml;base64,", name);
  put_base64 (p->out, (const unsigned char *) svg, size);
  fputs ("\"><figcaption>", p->out);
  put (p, caption);
  fputs ("</figcaption></figure>\n", p->out);
}
