/* term_layout.h - where terms are kept, so that those of one word are close together. */
#ifndef LEARN_TERMS_TERM_LAYOUT_H
#define LEARN_TERMS_TERM_LAYOUT_H

#include "learn/terms/term.h"

/* Renumbers the terms, which are listed in order, and notes their ranks. */
status terms_lay_out (terms *t, const term *ranked, watch *w, error *e);

#endif
