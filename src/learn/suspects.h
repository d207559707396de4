/* suspects.h - reports the words whose labels are taken for wrong. */
#ifndef LEARN_SUSPECTS_H
#define LEARN_SUSPECTS_H

#include "learn/noise/noisy_words.h"
#include "learn/report.h"
#include "model/model.h"

/* Those that the model judges otherwise: `accepted` says which words it accepts. Corrects the counts
 * of words, which are those of all samples. The report may be NULL. */
status report_suspects (papni_report *r, const noisy_words *words, const papni_model *model, const bool *accepted,
                        error *e);

#endif
