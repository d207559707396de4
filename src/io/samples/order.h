/* order.h - values that events are sorted by: numbers, or times in ISO 8601. They are
 * exact: no floating point decides an order. */
#ifndef IO_SAMPLES_ORDER_H
#define IO_SAMPLES_ORDER_H

#include "base/base.h"

/* `whole` plus `part` times 10^-18; a time is in seconds since 1970. */
typedef struct order_value
{
  int64_t whole;
  uint64_t part;
} order_value;

/* Values of different kinds cannot be compared. */
typedef enum order_kind
{
  ORDER_NONE, /* nothing that can be ordered */
  ORDER_NUMBER,
  ORDER_TIME,
  ORDER_ZONED_TIME, /* with an offset from UTC */
  ORDER_MISSING     /* an empty text */
} order_kind;

order_kind read_order (text_span text, order_value *value);

/* "a number", "a time" ... */
const char *order_kind_name (order_kind kind);

static inline int compare_order (order_value x, order_value y)
{
  if (x.whole != y.whole)
    return x.whole < y.whole ? -1 : 1;
  return compare (x.part, y.part);
}

/* The sum; false if it is too large. */
bool add_order (order_value x, order_value y, order_value *sum);

#endif
