#include "COpenCVOracle.h"
