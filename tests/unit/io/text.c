/* text.c - the contents of files: plain, compressed, empty, corrupt, missing. */
#include "oracle/support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

static char folder[] = "/tmp/papni-text-XXXXXX";

/* The path of a file in the folder, until the next call. */
static const char *path_of (const char *name)
{
  static char path[256];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file (const char *name, const void *bytes, size_t size)
{
  FILE *file = fopen (path_of (name), "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (bytes, 1, size, file), size);
  assert_int_equal (fclose (file), 0);
}

static void write_gzip (const char *name, const char *bytes, size_t size)
{
  gzFile file = gzopen (path_of (name), "wb");
  assert_non_null (file);
  assert_int_equal (gzwrite (file, bytes, (unsigned) size), size);
  assert_int_equal (gzclose (file), Z_OK);
}

static void write_zstd (const char *name, const char *bytes, size_t size)
{
  const size_t room = ZSTD_compressBound (size);
  void *packed = twin_allocate (room, 1);
  const size_t length = ZSTD_compress (packed, room, bytes, size, 3);
  assert_false (ZSTD_isError (length));
  write_file (name, packed, length);
  free (packed);
}

/* Truncates a file to its first half. */
static void cut (const char *name)
{
  struct stat about;
  assert_int_equal (stat (path_of (name), &about), 0);
  assert_int_equal (truncate (path_of (name), about.st_size / 2), 0);
}

/* A text that compresses. */
static page some_text (size_t words)
{
  page p = { 0 };
  random_source source = { 5 };
  page_add (&p, "", 0);
  for (size_t i = 0; i < words; i++)
    page_print (&p, "+ %zu\n", random_below (&source, 100000));
  return p;
}

static void expect_text (const char *name, page expected)
{
  ledger books = { 0 };
  papni_allocator allocator = ledger_allocator (&books);
  papni_error error = { 0 };
  papni_text *text = papni_text_open (path_of (name), &allocator, &error);
  if (!text)
    fail_msg ("%s: %s", name, error.message);
  assert_int_equal (papni_text_size (text), expected.size);
  assert_memory_equal (papni_text_bytes (text), expected.bytes, expected.size);
  papni_text_free (text);
  assert_int_equal (books.bytes, 0);
  assert_false (books.wrong);
}

static void expect_refused (const char *name, papni_status code)
{
  ledger books = { 0 };
  papni_allocator allocator = ledger_allocator (&books);
  papni_error error = { 0 };
  if (papni_text_open (path_of (name), &allocator, &error))
    fail_msg ("%s was opened", name);
  assert_int_equal (error.code, code);
  assert_string_equal (error.file, path_of (name));
  assert_true (error.message[0] != '\0');
  assert_int_equal (books.bytes, 0);
  assert_null (papni_text_open (path_of (name), NULL, NULL));
}

static void whole_files (void **state)
{
  (void) state;
  static const size_t sizes[] = { 0, 1, 1000, 50000 };
  for (size_t i = 0; i < COUNT (sizes); i++) {
    page p = some_text (sizes[i]);
    write_file ("plain", p.bytes, p.size);
    write_gzip ("packed.gz", p.bytes, p.size);
    write_zstd ("packed.zst", p.bytes, p.size);
    expect_text ("plain", p);
    expect_text ("packed.gz", p);
    expect_text ("packed.zst", p);
    free (p.bytes);
  }
  papni_text_free (NULL);
}

/* Concatenated compressed files are one text. */
static void joined_files (void **state)
{
  (void) state;
  static const char *const names[] = { "joined.gz", "joined.zst" };
  page once = some_text (3000), twice = some_text (3000);
  page_add (&twice, once.bytes, once.size);
  write_gzip (names[0], once.bytes, once.size);
  write_zstd (names[1], once.bytes, once.size);
  for (size_t i = 0; i < COUNT (names); i++) {
    struct stat about;
    assert_int_equal (stat (path_of (names[i]), &about), 0);
    size_t size = (size_t) about.st_size;
    char *packed = twin_allocate (2 * size, 1);
    FILE *file = fopen (path_of (names[i]), "rb");
    assert_non_null (file);
    assert_int_equal (fread (packed, 1, size, file), size);
    fclose (file);
    memcpy (packed + size, packed, size);
    write_file (names[i], packed, 2 * size);
    free (packed);
    expect_text (names[i], twice);
  }
  free (once.bytes);
  free (twice.bytes);
}

static void broken_files (void **state)
{
  (void) state;
  page p = some_text (5000);
  write_gzip ("cut.gz", p.bytes, p.size);
  write_zstd ("cut.zst", p.bytes, p.size);
  write_file ("plain.zst", p.bytes, p.size);
  cut ("cut.gz");
  cut ("cut.zst");
  expect_refused ("cut.gz", PAPNI_INPUT);
  expect_refused ("cut.zst", PAPNI_INPUT);
  expect_refused ("plain.zst", PAPNI_INPUT);
  expect_refused ("not-there", PAPNI_FILE);
  expect_refused ("not-there.gz", PAPNI_FILE);
  expect_refused ("no/such/folder", PAPNI_FILE);
  expect_refused ("", PAPNI_FILE);
  free (p.bytes);
}

/* A pipe cannot be mapped. */
static void pipes (void **state)
{
  (void) state;
  page p = some_text (20);
  assert_int_equal (mkfifo (path_of ("pipe"), 0600), 0);
  const int file = open (path_of ("pipe"), O_RDWR);
  assert_true (file >= 0);
  const int reader = open (path_of ("pipe"), O_RDONLY);
  assert_true (reader >= 0);
  assert_int_equal (write (file, p.bytes, p.size), p.size);
  const int standard = dup (STDIN_FILENO);
  assert_true (dup2 (reader, STDIN_FILENO) == STDIN_FILENO);
  close (reader);
  close (file);
  papni_error error = { 0 };
  papni_text *text = papni_text_open ("-", NULL, &error);
  dup2 (standard, STDIN_FILENO);
  close (standard);
  expect_ok (error.code, &error);
  assert_int_equal (papni_text_size (text), p.size);
  assert_memory_equal (papni_text_bytes (text), p.bytes, p.size);
  papni_text_free (text);
  free (p.bytes);
}

/* Every allocation fails in turn. */
static void out_of_memory (void **state)
{
  (void) state;
  static const char *const names[] = { "plain", "packed.gz", "packed.zst" };
  page p = some_text (50000);
  write_file ("plain", p.bytes, p.size);
  write_gzip ("packed.gz", p.bytes, p.size);
  write_zstd ("packed.zst", p.bytes, p.size);
  for (size_t i = 0; i < COUNT (names); i++) {
    bool failed = true;
    for (size_t n = 1; failed; n++) {
      ledger books = { .fail_at = n };
      papni_allocator allocator = ledger_allocator (&books);
      papni_error error = { 0 };
      papni_text *text = papni_text_open (path_of (names[i]), &allocator, &error);
      failed = books.failed;
      assert_int_equal (error.code, failed ? PAPNI_MEMORY : PAPNI_OK);
      assert_int_equal (text == NULL, failed);
      papni_text_free (text);
      assert_int_equal (books.bytes, 0);
      assert_false (books.wrong);
    }
  }
  free (p.bytes);
}

static int make_folder (void **state)
{
  (void) state;
  return mkdtemp (folder) ? 0 : -1;
}

static int remove_folder (void **state)
{
  (void) state;
  static const char *const names[] = { "plain",  "packed.gz", "packed.zst", "joined.gz", "joined.zst",
                                       "cut.gz", "cut.zst",   "plain.zst",  "pipe" };
  for (size_t i = 0; i < COUNT (names); i++)
    unlink (path_of (names[i]));
  return rmdir (folder);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (whole_files), cmocka_unit_test (joined_files),  cmocka_unit_test (broken_files),
    cmocka_unit_test (pipes),       cmocka_unit_test (out_of_memory),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
