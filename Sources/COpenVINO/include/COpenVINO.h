// C face of COpenVINO.
#ifndef COpenVINO_H
#define COpenVINO_H

#endif
