// The few functions of OpenVINO's C interface that we call, from a library opened at run time.
//
// Nothing here needs OpenVINO to build. Every function that can fail takes a buffer for a message of `capacity`
// bytes, which it ends with NUL, and returns NULL or false.
#ifndef ALMAGEST_COPENVINO_H
#define ALMAGEST_COPENVINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct almagest_ov_library almagest_ov_library;
typedef struct almagest_ov_encoder almagest_ov_encoder;
typedef struct almagest_ov_request almagest_ov_request;

/// Opens the library in a folder that holds one libopenvino_c.so.*. It stays open until the process ends.
almagest_ov_library *almagest_ov_open(const char *folder, char *message, size_t capacity);

/// Reads a model with inputs `ids` and `mask` (int64, [batch, length]) and compiles it for the processor.
/// `precision` is `bf16` or `f32`; as many as `streams` requests may run at the same time, each on its caller's thread.
almagest_ov_encoder *almagest_ov_load(
    const almagest_ov_library *library, const char *xml, const char *weights, const char *precision, int streams,
    char *message, size_t capacity);
/// Frees the model; its requests must have been freed.
void almagest_ov_unload(almagest_ov_encoder *encoder);

/// One inference at a time; several requests of one encoder share its weights.
almagest_ov_request *almagest_ov_request_make(almagest_ov_encoder *encoder, char *message, size_t capacity);
void almagest_ov_request_free(almagest_ov_request *request);

/// Sets the shape and gives where `batch` × `length` values of each input are to be written.
bool almagest_ov_request_inputs(
    almagest_ov_request *request, size_t batch, size_t length, int64_t **ids, int64_t **mask, char *message,
    size_t capacity);
/// Computes; gives `count` floats of the output, valid until the request is used again.
bool almagest_ov_request_run(
    almagest_ov_request *request, const float **output, size_t *count, char *message, size_t capacity);

/// Whether the processor multiplies bf16 natively (AVX512_BF16, AMX).
bool almagest_ov_native_bf16(void);

/// Gives back the pages of files below `path` that are mapped and never change: they are read again when touched.
void almagest_ov_release_pages(const char *path);
/// Gives back what malloc keeps.
void almagest_ov_release_heap(void);

#endif
