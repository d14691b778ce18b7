#include "CCLD2.h"
