/* order.c - values to order by: exact numbers and times. Random numbers are compared with
 * their text, written with leading and trailing zeros so that its bytes have their order. */
#include "io/samples/order.h"

#include "oracle/support.h"

#include <stdio.h>
#include <string.h>

static order_kind kind_of (const char *text, order_value *value)
{
  return read_order ((text_span){ text, strlen (text) }, value);
}

/* Each is smaller than the next. */
static void ascending (void **state)
{
  (void) state;
  static const char *const numbers[] = { "-9223372036854775807",
                                         "-12.5",
                                         "-12.49999999999999999",
                                         "-1e0",
                                         "-0.000000000000000001",
                                         "0",
                                         "1e-18",
                                         "0.1",
                                         "0.10000000000000001",
                                         "1",
                                         "+1.5",
                                         "1e3" };
  static const char *const times[] = { "1969-12-31T23:59:59Z",      "1970-01-01T00:00:00Z",
                                       "2000-02-29T23:59:59.999Z",  "2000-03-01T00:00:00+00:00",
                                       "2024-05-17T09:00:00+02:00", "2024-05-17 07:00:00.000001Z",
                                       "2024-05-17T07:00Z",         "9999-12-31T23:59:59,5-0130" };
  order_value x, y;
  for (size_t i = 0; i + 1 < COUNT (numbers); i++) {
    assert_int_equal (kind_of (numbers[i], &x), ORDER_NUMBER);
    assert_int_equal (kind_of (numbers[i + 1], &y), ORDER_NUMBER);
    if (compare_order (x, y) >= 0)
      fail_msg ("%s is not below %s", numbers[i], numbers[i + 1]);
  }
  for (size_t i = 0; i + 1 < COUNT (times); i++) {
    assert_int_equal (kind_of (times[i], &x), ORDER_ZONED_TIME);
    assert_int_equal (kind_of (times[i + 1], &y), ORDER_ZONED_TIME);
    const int wanted = i == 5 ? 1 : -1; /* a microsecond after seven */
    if (compare_order (x, y) != wanted)
      fail_msg ("%s and %s are in the wrong order", times[i], times[i + 1]);
  }
}

static void kinds (void **state)
{
  (void) state;
  order_value value;
  static const char *const bad[] = {
    "x",         "1.2.3",      "1e",         "--1",        "2024-13-01",           "2024-05-17T9:00",
    "17.5.2024", "1 2",        ".",          "-",          "99999999999999999999", "2024-05-17T09:00:00+1",
    "1e400",     "2023-02-29", "2024-04-31", "2024-12-32", "2024-05-17T24:01"
  };
  for (size_t i = 0; i < COUNT (bad); i++)
    if (kind_of (bad[i], &value) != ORDER_NONE)
      fail_msg ("'%s' has a value", bad[i]);
  assert_int_equal (kind_of ("", &value), ORDER_MISSING);
  assert_int_equal (kind_of ("2024-05-17", &value), ORDER_TIME);
  assert_int_equal (kind_of ("2024-02-29", &value), ORDER_TIME);
  assert_int_equal (kind_of ("2024-12-31T24:00", &value), ORDER_TIME);
  assert_int_equal (kind_of ("2024-05-17T09:30", &value), ORDER_TIME);
  assert_int_equal (value.whole, 1715938200);
  assert_int_equal (kind_of ("1715938200.25", &value), ORDER_NUMBER);
  assert_int_equal (value.whole, 1715938200);
  assert_true (value.part == 250000000000000000u);
}

static void random_numbers (void **state)
{
  (void) state;
  random_source source = { 5 };
  for (size_t i = 0; i < test_count (20000); i++) {
    char texts[2][64], padded[2][64];
    order_value values[2];
    for (size_t k = 0; k < 2; k++) {
      const unsigned whole = (unsigned) random_below (&source, 300), part = (unsigned) random_below (&source, 1000);
      const size_t exponent = random_below (&source, 3); /* the point moves to the left */
      snprintf (texts[k], sizeof texts[k], "%u%03ue-%zu", whole, part, 3 + exponent);
      snprintf (padded[k], sizeof padded[k], "%012llu",
                (unsigned long long) (whole * 1000 + part)
                    * (exponent == 0   ? 100
                       : exponent == 1 ? 10
                                       : 1));
      assert_int_equal (kind_of (texts[k], &values[k]), ORDER_NUMBER);
    }
    const int wanted = strcmp (padded[0], padded[1]);
    if (compare_order (values[0], values[1]) != (wanted > 0) - (wanted < 0))
      fail_msg ("%s and %s are in the wrong order", texts[0], texts[1]);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (ascending),
    cmocka_unit_test (kinds),
    cmocka_unit_test (random_numbers),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
