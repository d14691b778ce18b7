// C face of CJSON.
#ifndef CJSON_H
#define CJSON_H

#endif
