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
    for (; hits; hits &= hits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(hits);
        if (vscan_allows(segment, block * 8 + lane)) vscan_enter(segment, block * 8 + lane, scores[lane], selection);
    }
}

void vscan_merge(vscan_selection *selection, const vscan_selection *other) {
    for (size_t i = 0; i < other->count; i++) vscan_take(selection, other->items[i]);
}

static void sink(vscan_candidate *items, size_t count, size_t parent) {
    for (;;) {
        size_t child = 2 * parent + 1;
        if (child >= count) return;
        if (child + 1 < count && better(&items[child + 1], &items[child])) child++;
        if (!better(&items[child], &items[parent])) return;
        swap(&items[child], &items[parent]);
        parent = child;
    }
}

void vscan_order(vscan_selection *selection) {
    for (size_t parent = selection->count / 2; parent-- > 0;) sink(selection->items, selection->count, parent);
}

vscan_candidate vscan_pop(vscan_selection *selection) {
    vscan_candidate best = selection->items[0];
    selection->items[0] = selection->items[--selection->count];
    sink(selection->items, selection->count, 0);
    return best;
}
