#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>

#define CALL(name) SCMP_SYS(name)
#define COUNT(list) (sizeof(list) / sizeof *(list))

/// Memory, time, the end of the process, and messages on descriptors that are open already.
static const int computing[] = {
    CALL(read),          CALL(write),          CALL(readv),           CALL(writev),
    CALL(recvfrom),      CALL(sendto),         CALL(recvmsg),         CALL(sendmsg),
    CALL(poll),          CALL(ppoll),          CALL(close),           CALL(shutdown),
    CALL(munmap),        CALL(mremap),         CALL(madvise),         CALL(brk),
    CALL(futex),         CALL(sched_yield),    CALL(sched_getaffinity), CALL(getrandom),
    CALL(clock_gettime), CALL(clock_getres),   CALL(gettimeofday),    CALL(clock_nanosleep),
    CALL(nanosleep),     CALL(getrusage),      CALL(sysinfo),         CALL(getpid),
    CALL(gettid),        CALL(tgkill),         CALL(getrlimit),       CALL(setrlimit),
    CALL(rt_sigaction),  CALL(rt_sigprocmask), CALL(rt_sigreturn),    CALL(sigaltstack),
    CALL(restart_syscall), CALL(exit),         CALL(exit_group),
};

/// Reading from descriptors that are open already.
static const int reading[] = {
    CALL(lseek), CALL(pread64), CALL(preadv), CALL(fstat),   CALL(newfstatat),
    CALL(fcntl), CALL(flock),   CALL(statx),  CALL(fadvise64), CALL(dup),
};

/// Threads, and what a camera's driver is asked with.
static const int streaming[] = {
    CALL(ioctl),  CALL(select), CALL(pselect6), CALL(set_robust_list), CALL(rseq),
    CALL(membarrier), CALL(sched_setaffinity), CALL(sched_getparam), CALL(sched_getscheduler),
    CALL(epoll_wait), CALL(eventfd2),
};

static int allow(scmp_filter_ctx filter, const int *calls, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    int failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0);
    if (failure < 0) return failure;
  }
  return 0;
}

/// Memory may be mapped and protected, but never become code.
static int allow_memory(scmp_filter_ctx filter) {
  int failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(mmap), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  if (failure < 0) return failure;
  failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(mprotect), 1,
                             SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  if (failure < 0) return failure;
  // Limits of this process only; the hard ones can but fall.
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(prlimit64), 1, SCMP_A0(SCMP_CMP_EQ, 0));
}

static int allow_threads(scmp_filter_ctx filter) {
  // A filter cannot look into clone3's argument; told that there is none, the C library uses clone.
  int failure = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), CALL(clone3), 0);
  if (failure < 0) return failure;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
}

static int allow_opening(scmp_filter_ctx filter) {
  const int changes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  int failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(open), 1,
                                 SCMP_A1(SCMP_CMP_MASKED_EQ, changes, 0));
  if (failure < 0) return failure;
  failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(openat), 1,
                             SCMP_A2(SCMP_CMP_MASKED_EQ, changes, 0));
  if (failure < 0) return failure;
  const int looking[] = {CALL(stat), CALL(lstat), CALL(access), CALL(faccessat),
                         CALL(readlink), CALL(getcwd)};
  return allow(filter, looking, COUNT(looking));
}

static int rules(scmp_filter_ctx filter, enum fsb_duty duty) {
  int failure = allow(filter, computing, COUNT(computing));
  if (!failure) failure = allow_memory(filter);
  // Codecs look at what a descriptor is (standard error, their input) even when all is in memory.
  if (!failure) failure = allow(filter, reading, COUNT(reading));
  if (!failure && (duty == FSB_STREAM || duty == FSB_OPEN_AND_STREAM)) {
    failure = allow(filter, streaming, COUNT(streaming));
    if (!failure) failure = allow_threads(filter);
  }
  if (!failure && (duty == FSB_OPEN_AND_READ || duty == FSB_OPEN_AND_STREAM)) {
    failure = allow_opening(filter);
    // So that a narrower filter can follow.
    if (!failure) failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(seccomp), 0);
    if (!failure) failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(prctl), 0);
  }
  return failure;
}

int fsb_keep_calls(enum fsb_duty duty) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return -ENOMEM;
  // All threads at once: a codec may have made some while it warmed up.
  int failure = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  if (!failure) failure = rules(filter, duty);
  if (!failure) failure = seccomp_load(filter);
  seccomp_release(filter);
  return failure < 0 ? failure : 0;
}
