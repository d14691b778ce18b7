// C face of CXapian.
#ifndef CXapian_H
#define CXapian_H

#endif
