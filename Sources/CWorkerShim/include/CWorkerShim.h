// What the helper process and its parent need from the kernel and Swift cannot say itself.
// Every function returns 0 or a non-negative result on success, -errno on failure.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Descriptor numbers under which a helper finds what its parent gave it.
enum { FWK_CHANNEL = 3, FWK_MEMORY = 4, FWK_FILE = 5 };

/// Anonymous memory of `size` bytes that neither side can shrink or grow afterwards.
int fwk_memory_create(size_t size);

/// Two connected ends that keep message boundaries; neither survives an exec.
int fwk_channel_create(int *parent_end, int *child_end);

/// Starts `path mode parent-pid` with the descriptors above (`memory` and `file` may be -1), nothing
/// else open, and returns its pid. Started by one permanent thread: Linux sends the parent-death signal when
/// the *thread* that made the child ends, and pool threads come and go.
int fwk_spawn(const char *path, const char *mode, int channel, int memory, int file, pid_t *pid);

/// Asks the process at the other end of `origin`, which is in `fwk_become_copy`, for a copy of itself
/// that finds `channel` and `memory` under the numbers above. Returns before it is made; the answer
/// is an int32_t, the copy's pid or -errno.
int fwk_request_copy(int origin, int channel, int memory);

/// In the process that copies are made of, which has one thread: answers requests on FWK_CHANNEL.
/// Returns 1 in every copy, whose parent is the parent of this process; 0 in this one when its parent
/// has gone.
int fwk_become_copy(void);

/// Waits for `pid`; writes its exit code (or -1) and the signal that ended it (or 0).
int fwk_reap(pid_t pid, int *code, int *signal);

/// In the helper: die with `parent`, gain no rights, dump no core.
int fwk_bind_to_parent(pid_t parent);

/// In the helper: makes standard error a pipe that ends in this process; returns its reading end.
int fwk_capture_errors(void);

/// In the helper: bounds memory to `extra` bytes above what is mapped now, files to none.
int fwk_limit_resources(size_t extra);

/// What a helper still has to do.
enum fwk_duty { FWK_DECODE, FWK_OPEN_VIDEO, FWK_READ_VIDEO };

/// In the helper: refuses every system call but those of `duty` from now on. The last step before a
/// stranger's bytes are touched.
int fwk_keep_calls(enum fwk_duty duty);

/// In the helper: allows `seconds` more of processor time from now, 0 for no limit.
int fwk_limit_processor(unsigned seconds);

/// Path of the program or library that this code was linked into; NULL when unknown.
const char *fwk_image_path(void);

#ifdef __cplusplus
}
#endif
