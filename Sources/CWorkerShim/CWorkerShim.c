#include "CWorkerShim.h"
