/* learn.h - learning with settings as a plain struct. */
#ifndef LEARN_LEARN_H
#define LEARN_LEARN_H

#include "data/sample.h"
#include "learn/report.h"

/* With these settings, whose model is not auto. Statistics may be NULL. */
papni_model *learn_samples (const papni_samples *samples, const settings *options, papni_statistics *statistics,
                            error *e);

/* Chooses the settings; the report may be NULL. */
papni_model *learn_auto (const papni_samples *samples, const settings *options, papni_report *report, error *e);

#endif
