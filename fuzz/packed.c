/* packed.c - bytes as a compressed file.
 *
 * The first byte selects: bit 0 zstd instead of gzip; bit 1: the other bytes are the file
 * itself. Otherwise they are compressed, in as many members as the second byte says, and
 * the third says what is damaged: nothing, a byte, or the end, to which bytes are added. An
 * undamaged file has its text; gzip detects every damage. */
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum
{
  ROOM = 1 << 18
};

static size_t pack_gzip (uint8_t *to, const uint8_t *bytes, size_t size)
{
  z_stream z = { 0 };
  MUST (deflateInit2 (&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  z.next_in = (Bytef *) (uintptr_t) bytes;
  z.avail_in = (unsigned) size;
  z.next_out = to;
  z.avail_out = ROOM;
  MUST (deflate (&z, Z_FINISH) == Z_STREAM_END);
  deflateEnd (&z);
  return ROOM - z.avail_out;
}

static size_t pack (uint8_t *to, bool zstd, const uint8_t *bytes, size_t size)
{
  if (!zstd)
    return pack_gzip (to, bytes, size);
  const size_t packed = ZSTD_compress (to, ROOM, bytes, size, 1);
  MUST (!ZSTD_isError (packed));
  return packed;
}

static papni_text *opened (const uint8_t *bytes, size_t size, bool zstd)
{
  papni_error error = { 0 };
  papni_text *text = papni_text_open (as_file (bytes, size, zstd ? ".zst" : ".gz"), NULL, &error);
  MUST (text || error.code == PAPNI_INPUT);
  MUST (text || error.message[0]);
  return text;
}

static bool has_text (const papni_text *text, const uint8_t *bytes, size_t size)
{
  return papni_text_size (text) == size && (!size || !memcmp (papni_text_bytes (text), bytes, size));
}

static void try_packed (bool zstd, const uint8_t *bytes, size_t size, size_t members, uint8_t damage)
{
  static uint8_t file[2 * ROOM];
  size_t length = 0;
  for (size_t i = 0; i < members; i++) {
    const size_t begin = size * i / members, end = size * (i + 1) / members;
    MUST (length < ROOM);
    length += pack (file + length, zstd, bytes + begin, end - begin);
  }
  if (damage % 3 == 1)
    file[damage * 7919u % length] ^= (uint8_t) (1 + damage / 3 % 255);
  else if (damage % 3 == 2)
    for (size_t i = 0; i <= damage; i++)
      file[length++] = (uint8_t) (damage / 4 % 3 ? i : 0);
  papni_text *text = opened (file, length, zstd);
  MUST (text || damage % 3);
  if (text && (damage % 3 == 0 || (!zstd && file[0] == 0x1f)))
    MUST (has_text (text, bytes, size));
  papni_text_free (text);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (size < 3)
    return 0;
  if (bytes[0] & 2)
    papni_text_free (opened (bytes + 1, size - 1, bytes[0] & 1));
  else
    try_packed (bytes[0] & 1, bytes + 3, size - 3, 1 + bytes[1] % 4, bytes[2]);
  return 0;
}
