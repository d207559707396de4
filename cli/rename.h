/* rename.h - papni ops rename. */
#ifndef RENAME_H
#define RENAME_H

#include "cli.h"

/* The model with the names that --map gives; NULL, and a complaint, where that cannot be. */
papni_model *rename_model (const arguments *arguments, const papni_model *model, int *code);

#endif
