/* user.c - the smallest program that uses papni: makes an alphabet and prints the
 * version. */
#include <papni.h>
#include <stdio.h>

int main (void)
{
  papni_alphabet *alphabet = papni_alphabet_new (NULL, NULL);
  if (alphabet == NULL || papni_alphabet_pair (alphabet, "(", ")", NULL) != PAPNI_OK)
    return 1;
  papni_alphabet_free (alphabet);
  puts (papni_version ());
  return 0;
}
