/* character_names.h - characters in the rules of a lexer: as names of symbols, and as
 * patterns.
 *
 * A character is its own name, except for those that names and rules cannot contain:
 * whitespace and control characters become \x20 and the like, and so do #, % and the
 * backslash. */
#ifndef DATA_CHARACTER_NAMES_H
#define DATA_CHARACTER_NAMES_H

#include "base/base.h"

enum
{
  LONGEST_CHARACTER = 16 /* bytes of a character's name or pattern */
};

/* As UTF-8, at most 4 bytes. Returns how many. */
size_t put_utf8 (uint32_t character, char *to);

/* Each writes at most LONGEST_CHARACTER bytes, and returns how many. */
size_t put_character_name (uint32_t character, char *to);
size_t put_character_pattern (uint32_t character, char *to);

#endif
