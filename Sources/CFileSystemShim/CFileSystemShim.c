#define _GNU_SOURCE
#include "CFileSystemShim.h"

#include <unistd.h>

int ffs_filesystem_synchronize(int descriptor) { return syncfs(descriptor); }
