// C face of CICU.
#ifndef CICU_H
#define CICU_H

#endif
