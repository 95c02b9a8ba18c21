#define _GNU_SOURCE
#include "CFileSystemShim.h"

#include <fcntl.h>
#include <unistd.h>

int ffs_filesystem_synchronize(int descriptor) { return syncfs(descriptor); }

int ffs_folder_open(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }
