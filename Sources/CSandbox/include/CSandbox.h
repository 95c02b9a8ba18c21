// The system calls that a process keeps once it reads a stranger's bytes. Used by the C code of the
// processes that do; no Swift target imports it.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// What a process still has to do.
enum fsb_duty {
  /// Turns bytes in memory into other bytes in memory and talks through one socket.
  FSB_COMPUTE,
  /// The same with threads of its own, an open file to read from and an open device to ask.
  FSB_STREAM,
  /// The same, and files may still be opened for reading.
  FSB_OPEN_AND_STREAM,
  /// Opens one file for reading and reads from it.
  FSB_OPEN_AND_READ,
  /// Reads from a file that is open.
  FSB_READ
};

/// Refuses every other system call from now on, for all threads and for good; a refused call fails
/// with EPERM. Needs "no new privileges" to be set. A second call can only narrow the first.
///
/// Returns 0, or -errno when the kernel took no filter: then nothing has changed.
int fsb_keep_calls(enum fsb_duty duty);

#ifdef __cplusplus
}
#endif
