// C face of CCLD2.
#ifndef CCLD2_H
#define CCLD2_H

#endif
