// C face of CVectorScan.
#ifndef CVectorScan_H
#define CVectorScan_H

#endif
