// C face of CStemmer.
#ifndef CStemmer_H
#define CStemmer_H

#endif
