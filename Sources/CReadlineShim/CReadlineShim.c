#include "CReadlineShim.h"
