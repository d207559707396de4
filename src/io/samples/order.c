/* order.c - numbers and times as exact values. */
#include "io/samples/order.h"

#define ORDER_UNIT ((uint64_t) 1000000000000000000) /* 10^18 parts are a whole */

enum
{
  ORDER_DIGITS = 18, /* of a part */
  ORDER_MOST_DIGITS = 400
};

typedef struct digits
{
  const char *at, *end;
} digits;

static bool order_is_digit (const digits *d)
{
  return d->at < d->end && *d->at >= '0' && *d->at <= '9';
}

static bool order_take (digits *d, char c)
{
  const bool found = d->at < d->end && *d->at == c;
  d->at += found;
  return found;
}

/* Exactly `count` digits. */
static bool order_take_number (digits *d, int count, int64_t *number)
{
  *number = 0;
  for (int i = 0; i < count; i++, d->at++) {
    if (!order_is_digit (d))
      return false;
    *number = 10 * *number + (*d->at - '0');
  }
  return true;
}

/* The digits after the point; those beyond the 18th do not count. */
static uint64_t order_take_part (digits *d)
{
  uint64_t part = 0, unit = ORDER_UNIT;
  for (; order_is_digit (d); d->at++) {
    unit /= 10;
    part += unit * (uint64_t) (*d->at - '0');
  }
  return part;
}

static order_value order_negative (order_value v)
{
  return v.part ? (order_value){ -v.whole - 1, ORDER_UNIT - v.part } : (order_value){ -v.whole, 0 };
}

/* ---- numbers ---- */

static bool order_take_exponent (digits *d, int *exponent)
{
  *exponent = 0;
  if (!order_take (d, 'e') && !order_take (d, 'E'))
    return true;
  const bool minus = order_take (d, '-');
  if (!minus)
    order_take (d, '+');
  if (!order_is_digit (d))
    return false;
  for (; order_is_digit (d); d->at++)
    *exponent = *exponent < ORDER_MOST_DIGITS ? 10 * *exponent + (*d->at - '0') : *exponent;
  *exponent = minus ? -*exponent : *exponent;
  return true;
}

/* Digit k of a number whose point is after `point` digits adds to the whole or the part. */
static bool order_add_digit (order_value *v, int64_t place, int64_t digit)
{
  if (place >= 0) { /* before the point */
    for (; place && digit; place--) {
      if (digit > INT64_MAX / 10)
        return false;
      digit *= 10;
    }
    if (v->whole > INT64_MAX - digit)
      return false;
    v->whole += digit;
  } else if (place >= -ORDER_DIGITS) {
    uint64_t unit = ORDER_UNIT;
    for (; place; place++)
      unit /= 10;
    v->part += unit * (uint64_t) digit;
  }
  return true;
}

static bool order_read_decimal (text_span text, order_value *v)
{
  digits d = { text.text, text.text + text.length };
  const bool minus = order_take (&d, '-');
  if (!minus)
    order_take (&d, '+');
  const char *first = d.at;
  int64_t point = -1, count = 0;
  for (; d.at < d.end && (order_is_digit (&d) || (*d.at == '.' && point < 0)); d.at++)
    if (*d.at == '.')
      point = count;
    else
      count++;
  const char *last = d.at;
  int exponent;
  if (!count || count > ORDER_MOST_DIGITS || !order_take_exponent (&d, &exponent) || d.at != d.end)
    return false;
  int64_t place = (point < 0 ? count : point) + exponent - 1;
  *v = (order_value){ 0, 0 };
  for (const char *c = first; c < last; c++)
    if (*c != '.' && !order_add_digit (v, place--, *c - '0'))
      return false;
  *v = minus ? order_negative (*v) : *v;
  return true;
}

/* ---- times ---- */

/* Days since 1970 of a day in the Gregorian calendar. Years begin in March, so that a leap
 * day is the last of its year; 400 years have 146097 days. */
static int64_t days_since_1970 (int64_t year, int64_t month, int64_t day)
{
  year -= month <= 2;
  const int64_t era = year / 400, of_era = year % 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719468;
}

static bool is_day (int64_t year, int64_t month, int64_t day)
{
  return month >= 1 && month <= 12 && day >= 1
         && days_since_1970 (year, month, day) < days_since_1970 (year + month / 12, month % 12 + 1, 1);
}

/* Z, +01:00, +0100 or +01, in seconds. */
static bool order_take_zone (digits *d, int64_t *offset, bool *zoned)
{
  int64_t hours, minutes = 0;
  *offset = 0;
  *zoned = true;
  if (order_take (d, 'Z') || order_take (d, 'z'))
    return true;
  const bool east = order_take (d, '+');
  *zoned = east || order_take (d, '-');
  if (!*zoned)
    return true;
  if (!order_take_number (d, 2, &hours))
    return false;
  order_take (d, ':');
  if (order_is_digit (d) && !order_take_number (d, 2, &minutes))
    return false;
  *offset = (hours * 60 + minutes) * (east ? 60 : -60);
  return hours < 24 && minutes < 60;
}

static bool order_take_clock (digits *d, int64_t *seconds, uint64_t *part)
{
  int64_t hour, minute, second = 0;
  *part = 0;
  if (!order_take_number (d, 2, &hour) || !order_take (d, ':') || !order_take_number (d, 2, &minute))
    return false;
  if (order_take (d, ':')) {
    if (!order_take_number (d, 2, &second))
      return false;
    if (order_take (d, '.') || order_take (d, ','))
      *part = order_take_part (d);
  }
  *seconds = (hour * 60 + minute) * 60 + second;
  return minute < 60 && second < 61 && *seconds <= 86400; /* 24:00, 23:59:60 */
}

static bool order_read_time (text_span text, order_value *v, bool *zoned)
{
  digits d = { text.text, text.text + text.length };
  int64_t year, month, day, seconds = 0, offset = 0;
  *zoned = false;
  v->part = 0;
  if (!order_take_number (&d, 4, &year) || !order_take (&d, '-') || !order_take_number (&d, 2, &month)
      || !order_take (&d, '-') || !order_take_number (&d, 2, &day) || !is_day (year, month, day))
    return false;
  if (order_take (&d, 'T') || order_take (&d, 't') || order_take (&d, ' ')) {
    if (!order_take_clock (&d, &seconds, &v->part))
      return false;
    order_take (&d, ' ');
    if (!order_take_zone (&d, &offset, zoned))
      return false;
  }
  v->whole = days_since_1970 (year, month, day) * 86400 + seconds - offset;
  return d.at == d.end;
}

order_kind read_order (text_span text, order_value *value)
{
  bool zoned;
  if (!text.length)
    return ORDER_MISSING;
  if (order_read_time (text, value, &zoned))
    return zoned ? ORDER_ZONED_TIME : ORDER_TIME;
  return order_read_decimal (text, value) ? ORDER_NUMBER : ORDER_NONE;
}

const char *order_kind_name (order_kind kind)
{
  static const char *const names[] = { "nothing", "a number", "a time without an offset from UTC",
                                       "a time with an offset from UTC", "nothing" };
  return names[kind];
}

bool add_order (order_value x, order_value y, order_value *sum)
{
  const bool carry = x.part + y.part >= ORDER_UNIT;
  if (x.whole > INT64_MAX / 2 || y.whole > INT64_MAX / 2 || x.whole < INT64_MIN / 2 || y.whole < INT64_MIN / 2)
    return false;
  *sum = (order_value){ x.whole + y.whole + carry, x.part + y.part - (carry ? ORDER_UNIT : 0) };
  return true;
}
