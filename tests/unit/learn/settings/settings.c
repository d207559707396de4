/* settings.c - options by name: values, defaults by model, what excludes what; and the
 * files that are read and written in one call. */
#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static papni_options *new_options (void)
{
  papni_error error = { 0 };
  papni_options *o = papni_options_new (NULL, &error);
  expect_ok (error.code, &error);
  assert_non_null (o);
  return o;
}

static void set (papni_options *o, const char *name, const char *value)
{
  papni_error error = { 0 };
  expect_ok (papni_options_set (o, name, value, &error), &error);
}

static void refused (papni_options *o, const char *name, const char *value, const char *message)
{
  papni_error error = { 0 };
  assert_int_equal (papni_options_set (o, name, value, &error), PAPNI_USAGE);
  assert_string_equal (error.message, message);
  assert_int_equal (papni_options_set (o, name, value, NULL), PAPNI_USAGE);
}

static void defaults_follow_the_model (void **state)
{
  (void) state;
  papni_options *o = new_options ();
  assert_string_equal (papni_options_get (o, "model"), "vpa");
  assert_string_equal (papni_options_get (o, "evidence"), "states");
  set (o, "model", "dfa");
  assert_string_equal (papni_options_get (o, "evidence"), "labels");
  assert_string_equal (papni_options_get (o, "focus"), "all");
  set (o, "evidence", "states");
  assert_true (papni_options_is_set (o, "evidence"));
  assert_false (papni_options_is_set (o, "focus"));
  set (o, "model", "sevpa");
  set (o, "model", "dfa");
  assert_string_equal (papni_options_get (o, "evidence"), "states");
  set (o, "evidence", NULL);
  assert_string_equal (papni_options_get (o, "evidence"), "labels");
  assert_null (papni_options_get (o, "nothing"));
  assert_false (papni_options_is_set (o, "nothing"));
  papni_options_free (o);
  papni_options_free (NULL);
}

static void wrong_values (void **state)
{
  (void) state;
  papni_options *o = new_options ();
  refused (o, "colour", "red", "unknown setting 'colour'");
  refused (o, "method", "", "method: expected one of edsm|rpni|contexts|k-tails|alergia, got ''");
  refused (o, "method", "edsm|rpni", "method: expected one of edsm|rpni|contexts|k-tails|alergia, got 'edsm|rpni'");
  refused (o, "threads", "1025", "threads: expected a number from 0 to 1024, got '1025'");
  refused (o, "threads", "99999999999999999999999",
           "threads: expected a number from 0 to 1024, got "
           "'99999999999999999999999'");
  refused (o, "threads", "", "threads: expected a number from 0 to 1024, got ''");
  refused (o, "threads", "-1", "threads: expected a number from 0 to 1024, got '-1'");
  set (o, "threads", "1024");
  set (o, "threads", "980");
  assert_string_equal (papni_options_get (o, "threads"), "980");
  set (o, "threads", "7");
  refused (o, "threads", "x", "threads: expected a number from 0 to 1024, got 'x'");
  assert_string_equal (papni_options_get (o, "threads"), "7"); /* as it was */
  papni_options_free (o);
}

static void settings_that_a_model_lacks (void **state)
{
  (void) state;
  papni_error error = { 0 };
  papni_samples *samples = test_read ("+ a\n- b\n");
  papni_options *o = new_options ();
  set (o, "modules", "one");
  assert_int_equal (papni_options_check (o, &error), PAPNI_USAGE);
  assert_string_equal (error.message, "modules: only for the model sevpa, not for vpa");
  assert_null (papni_learn (samples, o, NULL, NULL, &error));
  assert_int_equal (error.code, PAPNI_USAGE);
  set (o, "model", "sevpa");
  expect_ok (papni_options_check (o, &error), &error);
  set (o, "model", "auto");
  assert_int_equal (papni_options_check (o, &error), PAPNI_USAGE);
  assert_string_equal (error.message, "modules: the model auto chooses it: omit one of them");
  papni_options_free (o);
  test_drop (samples);
}

static void copies (void **state)
{
  (void) state;
  papni_options *o = new_options ();
  set (o, "search", "3");
  papni_options *copy = papni_options_copy (o, NULL);
  set (o, "search", "4");
  assert_string_equal (papni_options_get (copy, "search"), "3");
  papni_options_free (o);
  papni_options_free (copy);
}

/* Each row can be set to what it offers, and says what it is for. */
static void the_table (void **state)
{
  (void) state;
  const papni_setting *s;
  size_t count = 0;
  for (; (s = papni_setting_at (count)); count++) {
    papni_options *o = new_options ();
    assert_true (s->help[0] && s->defaults[0]);
    assert_non_null (papni_options_get (o, s->name));
    char values[128];
    const char *numbers = !strcmp (s->values, "PROBABILITY") ? "auto|0.000000001|2"
                          : !strcmp (s->values, "RATE")      ? "auto|0|0.499999999"
                                                             : "0|1";
    snprintf (values, sizeof values, "%s", strchr (s->values, '|') ? s->values : numbers);
    for (const char *value = strtok (values, "|"); value; value = strtok (NULL, "|")) {
      set (o, s->name, value);
      assert_string_equal (papni_options_get (o, s->name), value);
    }
    if (s->bare)
      set (o, s->name, s->bare);
    papni_options_free (o);
  }
  assert_true (count >= 7);
}

/* Settings to options and back. */
static void plain_structs (void **state)
{
  (void) state;
  const allocator libc = allocator_or_libc (NULL);
  for (unsigned number = 0; number < ALL_OPTIONS; number++) {
    const settings s = test_setting (number);
    settings again;
    papni_error error = { 0 };
    papni_options *o = settings_options (&s, &libc, &error);
    expect_ok (settings_of (o, NULL, &again, &error), &error);
    assert_int_equal (s.model, again.model);
    assert_int_equal (s.method, again.method);
    assert_int_equal (s.evidence, again.evidence);
    assert_int_equal (s.focus, again.focus);
    assert_int_equal (again.modules, s.model == PAPNI_SEVPA ? s.modules : MODULES_CALL);
    assert_int_equal (s.threads, again.threads);
    papni_options_free (o);
  }
  settings s;
  expect_ok (settings_of (NULL, NULL, &s, NULL), &(papni_error){ 0 });
  assert_int_equal (s.model, PAPNI_VPA);
  assert_true (s.threads >= 1);
}

/* ---- files in one call ------------------------------------------------------- */

static void files (void **state)
{
  (void) state;
  char folder[] = "/tmp/papni-settings-XXXXXX", model_path[64], tree_path[64], missing[64];
  assert_non_null (mkdtemp (folder));
  snprintf (model_path, sizeof model_path, "%s/model.json", folder);
  snprintf (tree_path, sizeof tree_path, "%s/tree", folder);
  snprintf (missing, sizeof missing, "%s/no/file", folder);
  papni_error error = { 0 };
  papni_samples *samples = test_read ("%call (\n%return )\n+ ( )\n+ ( ( ) )\n-\n");
  papni_model *model = papni_learn (samples, NULL, NULL, NULL, &error);
  assert_non_null (model);
  for (int i = 0; i < 2; i++) { /* a new file, and an old one */
    expect_ok (papni_model_write_file (model, model_path, NULL, &error), &error);
    papni_model *again = papni_model_read_file (model_path, NULL, &error);
    assert_non_null (again);
    page one = test_json (model), other = test_json (again);
    assert_string_equal (one.bytes, other.bytes);
    free (one.bytes);
    free (other.bytes);
    papni_model_free (again);
    assert_int_equal (chmod (model_path, 0600), 0);
  }
  struct stat about;
  assert_int_equal (stat (model_path, &about), 0);
  assert_int_equal (about.st_mode & 0777, 0600); /* kept */
  assert_int_equal (papni_model_write_file (model, model_path, "pdf", &error), PAPNI_USAGE);
  assert_int_equal (papni_model_write_file (model, missing, NULL, &error), PAPNI_SYSTEM);
  assert_int_equal (error.number, 2); /* ENOENT */
  assert_int_equal (papni_model_write_file (model, "/dev/full", NULL, &error), PAPNI_SYSTEM);
  assert_int_equal (papni_model_write_file (model, "x.gz", NULL, &error), PAPNI_USAGE);
  assert_null (papni_model_read_file (missing, NULL, &error));
  assert_int_equal (error.code, PAPNI_FILE);
  assert_int_equal (papni_samples_read_file (samples, missing, NULL, NULL), PAPNI_FILE);
  papni_tree *tree = papni_tree_new (samples, NULL, NULL, NULL, &error);
  expect_ok (papni_tree_write_file (tree, tree_path, &error), &error);
  papni_tree *mapped = papni_tree_open (tree_path, NULL, &error);
  assert_int_equal (papni_tree_nodes (mapped), papni_tree_nodes (tree));
  papni_tree_free (tree);
  papni_tree_free (mapped);
  papni_model_free (model);
  test_drop (samples);
  unlink (model_path);
  unlink (tree_path);
  assert_int_equal (rmdir (folder), 0); /* nothing else was left there */
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (defaults_follow_the_model),
    cmocka_unit_test (wrong_values),
    cmocka_unit_test (settings_that_a_model_lacks),
    cmocka_unit_test (copies),
    cmocka_unit_test (the_table),
    cmocka_unit_test (plain_structs),
    cmocka_unit_test (files),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
