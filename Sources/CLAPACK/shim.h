// CBLAS and LAPACKE as Debian's libopenblas-dev and liblapacke-dev declare them.
#pragma once
#include <cblas.h>
#include <lapacke.h>
