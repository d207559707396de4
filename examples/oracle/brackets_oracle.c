/* An oracle that stays running: LENGTH, newline and a text in; yes or no, newline out. */
#include <stdio.h>

int main (void)
{
  size_t length;
  while (scanf ("%zu", &length) == 1 && getchar () == '\n') {
    long depth = 0, least = 0;
    for (; length; length--) {
      const int c = getchar ();
      depth += c == '(' ? 1 : c == ')' ? -1 : -1000000;
      least = depth < least ? depth : least;
    }
    puts (depth == 0 && least == 0 ? "yes" : "no");
    fflush (stdout);
  }
  return 0;
}
