// Our side of reading: starts the reading process and asks it.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fh5_reading.h"

/// Processor seconds that one file may cost: reading 4 GiB takes two.
static const rlim_t processor_seconds = 10;

static void limit(int resource, rlim_t value) {
  struct rlimit both = {value, value};
  setrlimit(resource, &both);
}

/// Bytes of address space in use.
static size_t used_memory(void) {
  size_t pages = 0;
  FILE *status = fopen("/proc/self/statm", "re");
  if (status) {
    if (fscanf(status, "%zu", &pages) != 1) pages = 0;
    fclose(status);
  }
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/// The child's life. Only the shim's own C code and HDF5 run in it: another thread may have held
/// any other lock when the process was copied.
static void live(int socket, const char *path, char *slots, size_t memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Descriptors of others must not stay open because of us.
  if (dup2(socket, 3) < 0) _exit(1);
  close_range(4, ~0U, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, processor_seconds);
  if (memory > 0) limit(RLIMIT_AS, memory);
  fh5_serve(3, path, slots);
  _exit(0);
}

static int said(fh5_problem *problem, const char *words) {
  if (problem) snprintf(problem->message, sizeof problem->message, "%s", words);
  return 0;
}

fh5_file *fh5_open(const char *path, size_t memory, fh5_problem *problem) {
  // Before the process is copied: loading in the child would do it for every file anew.
  if (!fh5_prepare(problem)) return NULL;
  int pair[2];
  fh5_file *file = calloc(1, sizeof *file);
  if (!file || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    free(file);
    said(problem, "no socket could be made");
    return NULL;
  }
  void *slots = mmap(NULL, FH5_SLOTS * FH5_SLOT_BYTES, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (slots == MAP_FAILED) {
    close(pair[0]);
    close(pair[1]);
    free(file);
    said(problem, "memory is out");
    return NULL;
  }
  file->slots = slots;
  size_t used = used_memory();
  size_t most = used > 0 ? used + memory : 0;
  // The child keeps every signal blocked: handlers of the program are not meant for it, and those
  // that a crash raises end it all the same.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child == 0) live(pair[1], path, file->slots, most);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(pair[1]);
  file->id = -1;
  file->socket = pair[0];
  file->child = child;
  fh5_answer answer;
  memset(&answer, 0, sizeof answer);
  if (child < 0) {
    said(problem, "no process could be started");
  } else if (!fh5_receive(file->socket, &answer, sizeof answer)) {
    said(problem, "reading it ended the reading process: it is damaged");
  } else if (!answer.good) {
    *problem = answer.problem;
  } else {
    return file;
  }
  fh5_close(file);
  return NULL;
}

void fh5_close(fh5_file *file) {
  if (!file) return;
  if (file->id >= 0 && H5Fclose(file->id) < 0) H5Eclear2(H5E_DEFAULT);
  if (file->socket >= 0) close(file->socket);
  if (file->child > 0) {
    while (waitpid(file->child, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  if (file->slots) munmap(file->slots, FH5_SLOTS * FH5_SLOT_BYTES);
  free(file);
}

void fh5_free_text(char *text) { free(text); }

/// Asks and takes the head of the answer; 0 when the child is gone or the answer is no.
static int asked(fh5_file *file, const fh5_request *request, fh5_answer *answer,
                 fh5_problem *problem) {
  memset(answer, 0, sizeof *answer);
  if (!fh5_send(file->socket, request, sizeof *request) ||
      !fh5_receive(file->socket, answer, sizeof *answer)) {
    return said(problem, "reading it ended the reading process: it is damaged");
  }
  if (!answer->good && problem) *problem = answer->problem;
  return answer->good;
}

static int made(fh5_request *request, enum fh5_question question, const char *object,
                const char *name) {
  memset(request, 0, sizeof *request);
  request->question = question;
  if (strlen(object) >= sizeof request->object || strlen(name) >= sizeof request->name) return 0;
  strcpy(request->object, object);
  strcpy(request->name, name);
  return 1;
}

/// The reading process is not believed any more: it is hung up on.
static int hung_up(fh5_file *file, fh5_problem *problem) {
  shutdown(file->socket, SHUT_RDWR);
  return said(problem, "the reading process gave no whole answer");
}

/// Takes a payload of exactly `expected` bytes; a child that says otherwise is not believed.
static int taken(fh5_file *file, const fh5_answer *answer, void *out, size_t expected,
                 fh5_problem *problem) {
  if (answer->bytes != expected || !fh5_receive(file->socket, out, expected)) {
    return hung_up(file, problem);
  }
  return 1;
}

int fh5_has(fh5_file *file, const char *path) {
  fh5_request request;
  fh5_answer answer;
  return made(&request, FH5_ASK_HAS, path, "") && asked(file, &request, &answer, NULL);
}

int fh5_describe(fh5_file *file, const char *path, fh5_shape *shape, fh5_problem *problem) {
  fh5_request request;
  fh5_answer answer;
  if (!made(&request, FH5_ASK_SHAPE, path, "") || !asked(file, &request, &answer, problem)) {
    return 0;
  }
  *shape = answer.shape;
  return 1;
}

/// Gives back the pages under `bytes` at `out`, which are to be filled, and asks for large ones.
///
/// Memory that was in use before is shared with the reading process since that was made: every page
/// of it would be copied before it is written. A fault for every small page costs as much as filling
/// it.
static void expect_much(void *out, size_t bytes) {
  const uintptr_t page = 2 << 20;
  const uintptr_t start = ((uintptr_t)out + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)out + bytes) / page * page;
  if (start >= end || madvise((void *)start, end - start, MADV_DONTNEED) != 0) return;
  // Kernels without large pages say no, and small ones come.
  (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}

static int numbers(fh5_file *file, enum fh5_question question, const char *path, void *out,
                   size_t count, size_t size, fh5_problem *problem) {
  fh5_request request;
  fh5_answer answer;
  if (!made(&request, question, path, "")) return 0;
  request.count = count;
  if (!asked(file, &request, &answer, problem)) return 0;
  char *at = out;
  size_t left = count * size;
  expect_much(out, left);
  for (size_t part = 0;; ++part) {
    if (answer.bytes > left || answer.bytes > FH5_SLOT_BYTES || (answer.bytes == 0 && left > 0)) {
      return hung_up(file, problem);
    }
    if (answer.bytes > 0) {
      memcpy(at, file->slots + part % FH5_SLOTS * FH5_SLOT_BYTES, answer.bytes);
    }
    at += answer.bytes;
    left -= answer.bytes;
    if (!fh5_send(file->socket, "", 1)) return hung_up(file, problem);
    if (left == 0) return 1;
    if (!fh5_receive(file->socket, &answer, sizeof answer)) {
      return said(problem, "reading it ended the reading process: it is damaged");
    }
    if (!answer.good) {
      if (problem) *problem = answer.problem;
      return 0;
    }
  }
}

int fh5_read_doubles(fh5_file *file, const char *path, double *out, size_t count,
                     fh5_problem *problem) {
  return numbers(file, FH5_ASK_DOUBLES, path, out, count, sizeof *out, problem);
}

int fh5_read_floats(fh5_file *file, const char *path, float *out, size_t count,
                    fh5_problem *problem) {
  return numbers(file, FH5_ASK_FLOATS, path, out, count, sizeof *out, problem);
}

int fh5_read_integers(fh5_file *file, const char *path, int32_t *out, size_t count,
                      fh5_problem *problem) {
  return numbers(file, FH5_ASK_INTEGERS, path, out, count, sizeof *out, problem);
}

/// Takes a payload of texts, at most `most` bytes; NULL on failure, else freed by the caller.
static char *texts_taken(fh5_file *file, const fh5_answer *answer, size_t most,
                         fh5_problem *problem) {
  char *all = answer->bytes > 0 && answer->bytes <= most ? malloc(answer->bytes) : NULL;
  if (!all || !taken(file, answer, all, answer->bytes, problem) || all[answer->bytes - 1] != 0) {
    if (!all) shutdown(file->socket, SHUT_RDWR);
    free(all);
    said(problem, "the texts are larger than the file");
    return NULL;
  }
  return all;
}

int fh5_read_texts(fh5_file *file, const char *path, char **out, size_t count, size_t most,
                   fh5_problem *problem) {
  memset(out, 0, count * sizeof *out);
  if (count == 0) return 1;
  fh5_request request;
  fh5_answer answer;
  if (!made(&request, FH5_ASK_TEXTS, path, "")) return 0;
  request.count = count;
  request.most = most;
  if (!asked(file, &request, &answer, problem)) return 0;
  char *all = texts_taken(file, &answer, most + count, problem);
  if (!all) return 0;
  const char *at = all;
  const char *end = all + answer.bytes;
  for (size_t i = 0; i < count && at < end; ++i) {
    out[i] = strdup(at);
    at += strlen(at) + 1;
  }
  free(all);
  return 1;
}

int fh5_get_text(fh5_file *file, const char *object, const char *name, char **out) {
  fh5_request request;
  fh5_answer answer;
  *out = NULL;
  if (!made(&request, FH5_ASK_TEXT, object, name) || !asked(file, &request, &answer, NULL)) {
    return 0;
  }
  *out = texts_taken(file, &answer, 1 << 20, NULL);
  return *out != NULL;
}

int fh5_get_integer(fh5_file *file, const char *object, const char *name, int64_t *out) {
  fh5_request request;
  fh5_answer answer;
  if (!made(&request, FH5_ASK_INTEGER, object, name) || !asked(file, &request, &answer, NULL)) {
    return 0;
  }
  *out = answer.integer;
  return 1;
}

int fh5_get_double(fh5_file *file, const char *object, const char *name, double *out) {
  fh5_request request;
  fh5_answer answer;
  if (!made(&request, FH5_ASK_DOUBLE, object, name) || !asked(file, &request, &answer, NULL)) {
    return 0;
  }
  *out = answer.real;
  return 1;
}

int fh5_root_member(fh5_file *file, size_t index, char *out, size_t capacity) {
  fh5_request request;
  fh5_answer answer;
  made(&request, FH5_ASK_MEMBER, "/", "");
  request.count = index;
  if (!asked(file, &request, &answer, NULL)) return 0;
  char *name = texts_taken(file, &answer, 256, NULL);
  if (!name) return 0;
  snprintf(out, capacity, "%s", name);
  free(name);
  return 1;
}
