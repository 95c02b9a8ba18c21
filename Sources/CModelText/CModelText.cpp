#include "CModelText.h"
