/* write.c - files that are written as a whole or not at all. */
#include "oracle/support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/papni-write-XXXXXX";

enum
{
  LONG = 100000 /* bytes: more than any buffer */
};

/* The path of a file in the folder, until the next call. */
static const char *path_of (const char *name)
{
  static char path[256];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file (const char *name, const char *bytes, size_t size)
{
  papni_error error = { 0 };
  expect_ok (papni_write_file (path_of (name), bytes, size, &error), &error);
}

static void expect_file (const char *name, const char *bytes, size_t size)
{
  papni_error error = { 0 };
  papni_text *text = papni_text_open (path_of (name), NULL, &error);
  expect_ok (error.code, &error);
  assert_int_equal (papni_text_size (text), size);
  assert_memory_equal (papni_text_bytes (text), bytes, size);
  papni_text_free (text);
}

static mode_t permissions (const char *name)
{
  struct stat about;
  assert_int_equal (lstat (path_of (name), &about), 0);
  return about.st_mode;
}

static void expect_refused (const char *path, const char *bytes, size_t size, int number)
{
  papni_error error = { 0 };
  assert_int_equal (papni_write_file (path, bytes, size, &error), PAPNI_SYSTEM);
  assert_int_equal (error.number, number);
  assert_string_equal (error.file, path);
  assert_int_equal (papni_write_file (path, bytes, size, NULL), PAPNI_SYSTEM);
}

static void new_and_old_files (void **state)
{
  (void) state;
  char *bytes = twin_allocate (LONG, 1);
  memset (bytes, 'x', LONG);
  write_file ("file", NULL, 0);
  expect_file ("file", "", 0);
  write_file ("file", bytes, LONG);
  expect_file ("file", bytes, LONG);
  free (bytes);
  assert_int_equal (chmod (path_of ("file"), 0640), 0);
  write_file ("file", "a\0b", 3);
  expect_file ("file", "a\0b", 3);
  assert_int_equal (permissions ("file") & 0777, 0640);
}

/* A link stays one: its file is replaced, or made. */
static void links (void **state)
{
  (void) state;
  write_file ("file", "old", 3);
  assert_int_equal (symlink ("file", path_of ("link")), 0);
  assert_int_equal (symlink ("made", path_of ("dangling")), 0);
  write_file ("link", "new", 3);
  write_file ("dangling", "new", 3);
  expect_file ("file", "new", 3);
  expect_file ("made", "new", 3);
  assert_true (S_ISLNK (permissions ("link")) && S_ISLNK (permissions ("dangling")));
}

static void pipes (void **state)
{
  (void) state;
  char read_back[8] = "";
  assert_int_equal (mkfifo (path_of ("pipe"), 0600), 0);
  const int file = open (path_of ("pipe"), O_RDWR);
  assert_true (file >= 0);
  write_file ("pipe", "abc", 3);
  assert_int_equal (read (file, read_back, sizeof read_back), 3);
  assert_string_equal (read_back, "abc");
  assert_true (S_ISFIFO (permissions ("pipe")));
  const int standard = dup (STDOUT_FILENO);
  papni_error error = { 0 };
  assert_int_equal (fflush (stdout), 0);
  assert_true (dup2 (file, STDOUT_FILENO) == STDOUT_FILENO);
  const papni_status status = papni_write_file ("-", "def", 3, &error);
  assert_true (dup2 (standard, STDOUT_FILENO) == STDOUT_FILENO);
  close (standard);
  expect_ok (status, &error);
  assert_int_equal (read (file, read_back, sizeof read_back), 3);
  assert_string_equal (read_back, "def");
  close (file);
}

static void what_cannot_be_written (void **state)
{
  (void) state;
  char *bytes = twin_allocate (LONG, 1);
  papni_error error = { 0 };
  expect_refused ("/dev/full", "abc", 3, ENOSPC);
  expect_refused ("/dev/full", bytes, LONG, ENOSPC);
  expect_refused (path_of ("no/file"), "abc", 3, ENOENT);
  expect_refused (folder, "abc", 3, EISDIR);
  expect_refused ("", "abc", 3, ENOENT);
  assert_int_equal (papni_write_file (path_of ("file.gz"), "abc", 3, &error), PAPNI_USAGE);
  assert_int_equal (papni_write_file (path_of ("file.zst"), "abc", 3, &error), PAPNI_USAGE);
  free (bytes);
}

/* The folder would allow for replacing it. */
static void read_only_files (void **state)
{
  (void) state;
  write_file ("file", "old", 3);
  assert_int_equal (chmod (path_of ("file"), 0444), 0);
  const uid_t user = getuid ();
  if (!user && setreuid (65534, 0)) /* root may write it: access asks for the real user */
    skip ();
  papni_error error = { 0 };
  const papni_status status = papni_write_file (path_of ("file"), "new", 3, &error);
  if (!user)
    assert_int_equal (setreuid (0, 0), 0);
  assert_int_equal (status, PAPNI_SYSTEM);
  assert_int_equal (error.number, EACCES);
  expect_file ("file", "old", 3);
}

static int make_folder (void **state)
{
  (void) state;
  return mkdtemp (folder) ? 0 : -1;
}

static int remove_folder (void **state)
{
  (void) state;
  static const char *const names[] = { "file", "link", "dangling", "made", "pipe" };
  for (size_t i = 0; i < COUNT (names); i++)
    unlink (path_of (names[i]));
  return rmdir (folder); /* nothing else was left there */
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (new_and_old_files),      cmocka_unit_test (links),           cmocka_unit_test (pipes),
    cmocka_unit_test (what_cannot_be_written), cmocka_unit_test (read_only_files),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
