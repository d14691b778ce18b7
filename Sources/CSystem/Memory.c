#include "CSystem.h"

#include <malloc.h>

void almagest_release_heap(void) { malloc_trim(0); }
