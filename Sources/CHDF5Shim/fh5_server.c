// The reading process: it owns one file and answers questions about it.

#include <CSandbox.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "fh5_reading.h"

int fh5_send(int socket, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    ssize_t sent = send(socket, at, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return 0;
    at += sent;
    count -= (size_t)sent;
  }
  return 1;
}

int fh5_receive(int socket, void *bytes, size_t count) {
  char *at = bytes;
  while (count > 0) {
    ssize_t got = recv(socket, at, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    at += got;
    count -= (size_t)got;
  }
  return 1;
}

static int reply(int socket, fh5_answer *answer, const void *payload) {
  return fh5_send(socket, answer, sizeof *answer) &&
         (answer->bytes == 0 || fh5_send(socket, payload, answer->bytes));
}

/// Parts travel through the slots. A slot is filled again once the other side has taken it.
static int serve_numbers(int socket, fh5_read_file *file, char *slots, const fh5_request *request,
                         fh5_answer *answer) {
  const int question = request->question;
  const hid_t type = question == FH5_ASK_DOUBLES  ? H5T_NATIVE_DOUBLE
                     : question == FH5_ASK_FLOATS ? H5T_NATIVE_FLOAT
                                                  : H5T_NATIVE_INT32;
  const size_t size = question == FH5_ASK_DOUBLES ? sizeof(double) : sizeof(float);
  fh5_numbers numbers;
  int good = fh5r_begin_numbers(file, request->object, type, size, request->count, FH5_SLOT_BYTES,
                                &numbers, &answer->problem);
  size_t left = request->count * size;
  size_t sent = 0, taken = 0;
  int going = 1;
  char byte;
  do {
    if (sent >= taken + FH5_SLOTS) {
      going = fh5_receive(socket, &byte, 1);
      taken += 1;
    }
    size_t bytes = 0;
    if (good && going && left > 0) {
      char *slot = slots + sent % FH5_SLOTS * FH5_SLOT_BYTES;
      bytes = fh5r_next_numbers(&numbers, slot, FH5_SLOT_BYTES, &answer->problem);
      good = bytes > 0 && bytes <= left;
    }
    answer->good = good;
    answer->bytes = good ? bytes : 0;
    left -= answer->bytes;
    going = going && fh5_send(socket, answer, sizeof *answer);
    sent += good;
  } while (going && good && left > 0);
  for (; going && taken < sent; taken += 1) going = fh5_receive(socket, &byte, 1);
  fh5r_end_numbers(&numbers);
  return going;
}

/// Texts travel one after the other, each with its zero byte.
static int serve_texts(int socket, fh5_read_file *file, const fh5_request *request,
                       fh5_answer *answer) {
  size_t count = request->count;
  char **texts = calloc(count > 0 ? count : 1, sizeof *texts);
  if (!texts) {
    fh5_failed(&answer->problem, "memory is out");
    return reply(socket, answer, NULL);
  }
  answer->good =
      fh5r_read_texts(file, request->object, texts, count, request->most, &answer->problem);
  for (size_t i = 0; answer->good && i < count; ++i) {
    answer->bytes += (texts[i] ? strlen(texts[i]) : 0) + 1;
  }
  int going = fh5_send(socket, answer, sizeof *answer);
  for (size_t i = 0; going && answer->good && i < count; ++i) {
    const char *text = texts[i] ? texts[i] : "";
    going = fh5_send(socket, text, strlen(text) + 1);
  }
  for (size_t i = 0; i < count; ++i) H5free_memory(texts[i]);
  free(texts);
  return going;
}

static int serve_one(int socket, fh5_read_file *file, char *slots, fh5_request *request) {
  fh5_answer answer;
  memset(&answer, 0, sizeof answer);
  request->object[sizeof request->object - 1] = 0;
  request->name[sizeof request->name - 1] = 0;
  const char *object = request->object;
  switch (request->question) {
    case FH5_ASK_HAS:
      answer.good = fh5r_has(file, object);
      return reply(socket, &answer, NULL);
    case FH5_ASK_SHAPE:
      answer.good = fh5r_describe(file, object, &answer.shape, &answer.problem);
      return reply(socket, &answer, NULL);
    case FH5_ASK_DOUBLES:
    case FH5_ASK_FLOATS:
    case FH5_ASK_INTEGERS:
      return serve_numbers(socket, file, slots, request, &answer);
    case FH5_ASK_TEXTS:
      return serve_texts(socket, file, request, &answer);
    case FH5_ASK_TEXT: {
      char *text = NULL;
      answer.good = fh5r_get_text(file, object, request->name, &text);
      answer.bytes = answer.good ? strlen(text) + 1 : 0;
      int going = reply(socket, &answer, text);
      H5free_memory(text);
      return going;
    }
    case FH5_ASK_INTEGER:
      answer.good = fh5r_get_integer(file, object, request->name, &answer.integer);
      return reply(socket, &answer, NULL);
    case FH5_ASK_DOUBLE:
      answer.good = fh5r_get_double(file, object, request->name, &answer.real);
      return reply(socket, &answer, NULL);
    case FH5_ASK_MEMBER: {
      char name[256] = "";
      answer.good = fh5r_root_member(file, request->count, name, sizeof name);
      answer.bytes = answer.good ? strlen(name) + 1 : 0;
      return reply(socket, &answer, name);
    }
    default:
      return 0;
  }
}

void fh5_serve(int socket, const char *path, char *slots) {
  fh5_answer answer;
  memset(&answer, 0, sizeof answer);
  fh5_read_file *file = NULL;
  if (fsb_keep_calls(FSB_OPEN_AND_READ) == 0) file = fh5r_open(path, &answer.problem);
  answer.good = file && fsb_keep_calls(FSB_READ) == 0;
  if (!answer.good && answer.problem.message[0] == 0) {
    snprintf(answer.problem.message, sizeof answer.problem.message,
             "the kernel takes no filter around the process that would read it");
  }
  if (!reply(socket, &answer, NULL) || !answer.good) return;
  fh5_request request;
  while (fh5_receive(socket, &request, sizeof request) &&
         serve_one(socket, file, slots, &request)) {
  }
  // The file is not closed: closing has crashed on crafted files, and the process ends anyway.
}
