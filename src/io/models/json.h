/* json.h - the name and version of a model file. */
#ifndef IO_MODELS_JSON_H
#define IO_MODELS_JSON_H

#define MODEL_FORMAT "papni-model"
#define MODEL_VERSION 1

#endif
