#include "COpenCVShim.h"
