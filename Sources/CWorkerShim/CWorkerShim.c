#define _GNU_SOURCE
#include "CWorkerShim.h"

#include <CSandbox.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int fwk_memory_create(size_t size) {
  int memory = memfd_create("facebench", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -errno;
  // Sealed, so that a helper gone wrong cannot cut the memory under its parent's feet (SIGBUS).
  if (ftruncate(memory, (off_t)size) < 0 ||
      fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
    int failure = errno;
    close(memory);
    return -failure;
  }
  return memory;
}

int fwk_channel_create(int *parent_end, int *child_end) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  *parent_end = ends[0];
  *child_end = ends[1];
  return 0;
}

// One request at a time passes through `order`; the spawner thread answers it.
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int running, waiting, answered;
  const char *path, *mode;
  int channel, memory, file;
  pid_t pid;
  int result;
} order = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static pthread_mutex_t one_caller = PTHREAD_MUTEX_INITIALIZER;

static int spawn_now(void) {
  // dup2 onto the same number would leave close-on-exec set, so lift everything out of the way.
  int channel = fcntl(order.channel, F_DUPFD_CLOEXEC, 16);
  int memory = order.memory < 0 ? -1 : fcntl(order.memory, F_DUPFD_CLOEXEC, 16);
  int file = order.file < 0 ? -1 : fcntl(order.file, F_DUPFD_CLOEXEC, 16);
  if (channel < 0 || (order.memory >= 0 && memory < 0) || (order.file >= 0 && file < 0)) {
    int failure = errno;
    if (channel >= 0) close(channel);
    if (memory >= 0) close(memory);
    return failure;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, channel, FWK_CHANNEL);
  if (memory >= 0) posix_spawn_file_actions_adddup2(&actions, memory, FWK_MEMORY);
  if (file >= 0) posix_spawn_file_actions_adddup2(&actions, file, FWK_FILE);
  const int given = file >= 0 ? FWK_FILE : memory >= 0 ? FWK_MEMORY : FWK_CHANNEL;
  posix_spawn_file_actions_addclosefrom_np(&actions, given + 1);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  // A group of its own: Ctrl-C at the terminal is for the parent, which decides what to do.
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                            POSIX_SPAWN_SETPGROUP);
  char parent[24];
  snprintf(parent, sizeof parent, "%d", (int)getpid());
  char *arguments[] = {(char *)order.path, (char *)order.mode, parent, NULL};
  // No setting of the user reaches the codecs; one thread each, so that no pool is started; GDAL, which
  // OpenCV brings along, looks for no drivers beside its own.
  char *environment[] = {"LC_ALL=C", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1",
                         "OPENCV_LOG_LEVEL=SILENT", "GDAL_DRIVER_PATH=disable", NULL};
  int failure =
      posix_spawn(&order.pid, order.path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(channel);
  if (memory >= 0) close(memory);
  if (file >= 0) close(file);
  return failure;
}

static void *serve_orders(void *unused) {
  (void)unused;
  pthread_mutex_lock(&order.lock);
  for (;;) {
    while (!order.waiting) pthread_cond_wait(&order.changed, &order.lock);
    order.result = spawn_now();
    order.waiting = 0;
    order.answered = 1;
    pthread_cond_broadcast(&order.changed);
  }
  return NULL;
}

static int start_spawner(void) {
  if (order.running) return 0;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, serve_orders, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure) return failure;
  pthread_detach(thread);
  order.running = 1;
  return 0;
}

int fwk_spawn(const char *path, const char *mode, int channel, int memory, int file, pid_t *pid) {
  pthread_mutex_lock(&one_caller);
  pthread_mutex_lock(&order.lock);
  int failure = start_spawner();
  if (!failure) {
    order.path = path;
    order.mode = mode;
    order.channel = channel;
    order.memory = memory;
    order.file = file;
    order.waiting = 1;
    order.answered = 0;
    pthread_cond_broadcast(&order.changed);
    while (!order.answered) pthread_cond_wait(&order.changed, &order.lock);
    failure = order.result;
    *pid = order.pid;
  }
  pthread_mutex_unlock(&order.lock);
  pthread_mutex_unlock(&one_caller);
  return -failure;
}

// One byte and two descriptors: all that a request for a copy says.
union descriptors {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(2 * sizeof(int))];
};

int fwk_request_copy(int origin, int channel, int memory) {
  char word = 1;
  struct iovec part = {&word, sizeof word};
  union descriptors given = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = &given, .msg_controllen = sizeof given};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(2 * sizeof(int));
  const int both[2] = {channel, memory};
  memcpy(CMSG_DATA(header), both, sizeof both);
  ssize_t sent;
  do {
    sent = sendmsg(origin, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}

// Waits for the next request: 1, or 0 when the parent has gone.
static int await_request(int *channel, int *memory) {
  char word = 0;
  struct iovec part = {&word, sizeof word};
  union descriptors given = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = &given, .msg_controllen = sizeof given};
  ssize_t received;
  do {
    received = recvmsg(FWK_CHANNEL, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received == 0 || (received < 0 && errno == ECONNRESET)) return 0;
  if (received < 0) return -errno;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(2 * sizeof(int)))
    return -EPROTO;
  int both[2];
  memcpy(both, CMSG_DATA(header), sizeof both);
  *channel = both[0];
  *memory = both[1];
  return 1;
}

// Returns 0 in the copy, its pid in the original.
static int32_t copy_self(int channel, int memory) {
  // fork() would make a child of this process; its parent must be the one that reaps it and that it
  // dies with. What fork() does about other threads is not needed where there are none.
  long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
  if (pid != 0) {
    int failure = errno;
    close(channel);
    close(memory);
    return pid < 0 ? -failure : (int32_t)pid;
  }
  // What was received may lie where it belongs, or `channel` where `memory` belongs.
  if (dup2(channel, FWK_CHANNEL) < 0 || dup2(memory, FWK_MEMORY) < 0) _exit(1);
  if (channel > FWK_MEMORY) close(channel);
  if (memory > FWK_MEMORY) close(memory);
  return 0;
}

int fwk_become_copy(void) {
  for (;;) {
    int channel, memory;
    int request = await_request(&channel, &memory);
    if (request != 1) return request;
    int32_t copy = copy_self(channel, memory);
    if (copy == 0) return 1;
    if (send(FWK_CHANNEL, &copy, sizeof copy, MSG_NOSIGNAL) < 0) return -errno;
  }
}

int fwk_reap(pid_t pid, int *code, int *ended_by) {
  int status = 0;
  pid_t reaped;
  do {
    reaped = waitpid(pid, &status, 0);
  } while (reaped < 0 && errno == EINTR);
  if (reaped < 0) return -errno;
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  *ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return 0;
}

int fwk_bind_to_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    return -errno;
  // The parent may have gone before the first call took effect.
  if (getppid() != parent) return -ESRCH;
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) < 0 ? -errno : 0;
}

int fwk_capture_errors(void) {
  int ends[2];
  // Non-blocking at both ends: a codec that floods the pipe loses words instead of hanging.
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
  if (dup2(ends[1], 2) < 0) return -errno;
  close(ends[1]);
  setvbuf(stderr, NULL, _IONBF, 0);
  return ends[0];
}

static size_t mapped_bytes(void) {
  FILE *statistics = fopen("/proc/self/statm", "re");
  unsigned long pages = 0;
  if (statistics) {
    if (fscanf(statistics, "%lu", &pages) != 1) pages = 0;
    fclose(statistics);
  }
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

int fwk_limit_resources(size_t extra) {
  size_t mapped = mapped_bytes();
  struct rlimit memory = {mapped + extra, mapped + extra};
  struct rlimit none = {0, 0};
  if (mapped == 0 || setrlimit(RLIMIT_AS, &memory) < 0 || setrlimit(RLIMIT_FSIZE, &none) < 0 ||
      setrlimit(RLIMIT_NOFILE, &none) < 0)
    return errno ? -errno : -EIO;
  return 0;
}

int fwk_keep_calls(enum fwk_duty duty) {
  switch (duty) {
    case FWK_DECODE: return fsb_keep_calls(FSB_COMPUTE);
    case FWK_OPEN_VIDEO: return fsb_keep_calls(FSB_OPEN_AND_STREAM);
    case FWK_READ_VIDEO: return fsb_keep_calls(FSB_STREAM);
  }
  return -EINVAL;
}

int fwk_limit_processor(unsigned seconds) {
  // Set for every file, and the same as before for most.
  static struct rlimit set;
  struct rlimit limit = set;
  if (set.rlim_max == 0 && getrlimit(RLIMIT_CPU, &limit) < 0) return -errno;
  limit.rlim_cur = limit.rlim_max;
  if (seconds > 0) {
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) < 0) return -errno;
    limit.rlim_cur = (rlim_t)used.tv_sec + 1 + seconds;
  }
  if (set.rlim_max != 0 && set.rlim_cur == limit.rlim_cur) return 0;
  if (setrlimit(RLIMIT_CPU, &limit) < 0) return -errno;
  set = limit;
  return 0;
}

const char *fwk_image_path(void) {
  Dl_info image;
  return dladdr((const void *)fwk_image_path, &image) ? image.dli_fname : NULL;
}
