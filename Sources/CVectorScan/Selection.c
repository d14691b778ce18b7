#include "VectorScanInternal.h"

#include <math.h>

VSCAN_INLINE bool better(const vscan_candidate *a, const vscan_candidate *b) {
    if (a->score != b->score) return a->score > b->score;
    if (a->segment != b->segment) return a->segment < b->segment;
    return a->position < b->position;
}

VSCAN_INLINE void swap(vscan_candidate *a, vscan_candidate *b) {
    vscan_candidate kept = *a;
    *a = *b;
    *b = kept;
}

void vscan_trim(vscan_selection *selection) {
    vscan_candidate *items = selection->items;
    size_t keep = selection->keep;
    if (selection->count < keep || keep == 0) return;
    // Quickselect: afterwards the best `keep` stand first, the worst of them at keep - 1.
    size_t low = 0, high = selection->count - 1, target = keep - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (better(&items[middle], &items[low])) swap(&items[middle], &items[low]);
        if (better(&items[high], &items[low])) swap(&items[high], &items[low]);
        if (better(&items[high], &items[middle])) swap(&items[high], &items[middle]);
        vscan_candidate pivot = items[middle];
        size_t i = low, j = high;
        for (;;) {
            while (better(&items[i], &pivot)) i++;
            while (better(&pivot, &items[j])) j--;
            if (i >= j) break;
            swap(&items[i++], &items[j--]);
        }
        if (target <= j) {
            high = j;
        } else {
            low = j + 1;
        }
    }
    selection->count = keep;
    selection->threshold = items[target].score;
}

void vscan_offer(
    const vscan_segment *segment, size_t block, uint32_t hits, const float *scores, vscan_selection *selection) {
    while (hits) {
        unsigned lane = (unsigned)__builtin_ctz(hits);
        hits &= hits - 1;
        size_t position = block * 8 + lane;
        if (segment->filter) {
            uint32_t row = segment->rows[position];
            size_t word = row >> 6;
            if (word >= segment->filter_words || !(segment->filter[word] >> (row & 63) & 1)) continue;
        }
        if (!(scores[lane] > selection->threshold)) continue;
        selection->items[selection->count++]
            = (vscan_candidate){scores[lane], segment->segment, (uint32_t)position};
        if (selection->count == selection->capacity) vscan_trim(selection);
    }
}
