#include "CHDF5Shim.h"
