// Calls of Linux that Swift's own module of the C library does not show.
#pragma once

/// Brings everything written to the file system of `descriptor` to the disk.
///
/// Returns 0, or −1 with errno; since Linux 5.8 also for data that could not be written before and
/// that nobody has been told of yet.
int ffs_filesystem_synchronize(int descriptor);

/// Opens the folder at `path` as a place to look names up from: no right to list it is needed.
///
/// Returns a descriptor, or −1 with errno.
int ffs_folder_open(const char *path);
