#include "COpenCVCodecsShim.h"
