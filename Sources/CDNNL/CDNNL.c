#include "CDNNL.h"
