#include "CVectorScan.h"
