// From floats to codes, sketches and levels.
#include "VectorScanInternal.h"

#include <math.h>
#include <string.h>

static float largest_magnitude(const float *values, size_t dims) {
    float largest = 0;
    for (size_t i = 0; i < dims; i++) {
        float magnitude = fabsf(values[i]);
        if (magnitude > largest) largest = magnitude;
    }
    return largest;
}

float vscan_quantise(const float *vector, size_t dims, int8_t *codes) {
    float largest = largest_magnitude(vector, dims);
    float scale = largest / 127;
    float inverse = 127 / largest;
    if (!(scale > 0) || !isfinite(scale) || !isfinite(inverse)) {
        memset(codes, 0, dims);
        return 0;
    }
    float squares = 0;
    int64_t code_squares = 0;
    for (size_t i = 0; i < dims; i++) {
        codes[i] = (int8_t)lrintf(vector[i] * inverse);
        squares += vector[i] * vector[i];
        code_squares += codes[i] * codes[i];
    }
    // The scale that gives the codes the vector's own length: closer than the rounding step itself.
    float fitted = sqrtf(squares / (float)code_squares);
    return isfinite(fitted) && fitted > 0 ? fitted : scale;
}

float vscan_quantise_query(const float *query, size_t dims, int16_t *codes) {
    // 127 * dims * widest must stay below 2^31.
    double room = 2147483647.0 / (127.0 * (double)(dims ? dims : 1));
    float widest = room < 32767 ? (float)floor(room) : 32767;
    float largest = largest_magnitude(query, dims);
    float scale = largest / widest;
    float inverse = widest / largest;
    if (!(scale > 0) || !isfinite(scale) || !isfinite(inverse)) {
        memset(codes, 0, dims * sizeof *codes);
        return 0;
    }
    for (size_t i = 0; i < dims; i++) {
        long code = lrintf(query[i] * inverse);
        if (code > (long)widest) code = (long)widest;
        if (code < -(long)widest) code = -(long)widest;
        codes[i] = (int16_t)code;
    }
    return scale;
}

void vscan_sketch(
    const int8_t *codes, float scale, const float *centre, size_t dims, uint64_t *sketches, float *corrections,
    size_t position) {
    size_t words = (dims + 63) / 64, block = position >> 3, lane = position & 7;
    uint64_t *sketch = sketches + block * words * 8 + lane;
    float squares = 0, magnitudes = 0, along = 0;
    for (size_t w = 0; w < words; w++) {
        uint64_t bits = 0;
        size_t start = w * 64, end = start + 64 < dims ? start + 64 : dims;
        for (size_t i = start; i < end; i++) {
            float value = (float)codes[i] * scale;
            float centred = value - centre[i];
            bits |= (uint64_t)(centred >= 0) << (i - start);
            squares += centred * centred;
            magnitudes += fabsf(centred);
            along += value * centre[i];
        }
        sketch[w * 8] = bits;
    }
    corrections[block * 16 + lane] = magnitudes > 0 ? squares / magnitudes : 0;
    corrections[block * 16 + 8 + lane] = along;
}

void vscan_prepare(const float *query, const float *centre, size_t dims, vscan_query *out) {
    size_t words = (dims + 63) / 64;
    memset(out->planes, 0, words * 4 * sizeof *out->planes);
    memset(out->signs, 0, words * sizeof *out->signs);
    float largest = 0, base = 0;
    for (size_t i = 0; i < dims; i++) {
        float centred = query[i] - centre[i];
        float magnitude = fabsf(centred);
        if (magnitude > largest) largest = magnitude;
        base += centre[i] * centred;
    }
    // The few largest components are cut off at 0.8 of the greatest, in favour of finer levels for the rest.
    float inverse = largest > 0 && isfinite(15 / (0.8f * largest)) ? 15 / (0.8f * largest) : 0;
    float along = 0, squares = 0;
    for (size_t i = 0; i < dims; i++) {
        float centred = query[i] - centre[i];
        long level = lrintf((centred * inverse + 15) / 2);
        level = level < 0 ? 0 : level > 15 ? 15 : level;
        float value = (float)(2 * level - 15);
        along += value * centred;
        squares += value * value;
        size_t w = i >> 6, bit = i & 63;
        for (unsigned plane = 0; plane < 4; plane++) {
            out->planes[plane * words + w] |= (uint64_t)(level >> plane & 1) << bit;
        }
        out->signs[w] |= (uint64_t)(centred >= 0) << bit;
    }
    // The step that fits the levels best in the least squares.
    out->step = squares > 0 ? along / squares : 0;
    out->base = base;
    out->dims = (int32_t)dims;
}
