// dlsym finds the functions that these stand before.
#define _GNU_SOURCE
#include "CCameraDriver.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The settings; every process that the library is loaded into reads them anew.
static struct control {
  uint32_t number;
  int minimum, maximum, value;
} controls[4];
static char device[256];
static int width, height, plain_exposure, best_focus, busy_at_open, busy_at_buffers, silent;

// The file that stands for the device, mapped.
static const char *file;
static struct stat identity;
static uint8_t *camera;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void read_setting(const char *line, int *count) {
  struct control *next = &controls[*count];
  char word[16];
  if (sscanf(line, "device %255s", device) == 1) return;
  if (sscanf(line, "size %d %d", &width, &height) == 2) return;
  if (sscanf(line, "exposure %d", &plain_exposure) == 1) return;
  if (sscanf(line, "focus %d", &best_focus) == 1) return;
  if (sscanf(line, "silent %d", &silent) == 1) return;
  if (sscanf(line, "busy %15s", word) == 1) {
    busy_at_open = strcmp(word, "open") == 0;
    busy_at_buffers = strcmp(word, "buffers") == 0;
  } else if (*count < 4 && sscanf(line, "control %u %d %d %d", &next->number, &next->minimum,
                                  &next->maximum, &next->value) == 4) {
    ++*count;
  }
}

__attribute__((constructor)) static void begin(void) {
  file = getenv("FACEBENCH_TEST_CAMERA");
  if (!file) return;
  int descriptor = REAL(open)(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *bytes = MAP_FAILED;
  if (fstat(descriptor, &identity) == 0)
    bytes =
        mmap(NULL, (size_t)identity.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (bytes == MAP_FAILED) return;
  char settings[CDR_LOG + 1] = {0};
  memcpy(settings, bytes, CDR_LOG);
  int count = 0;
  for (char *line = strtok(settings, "\n"); line; line = strtok(NULL, "\n"))
    read_setting(line, &count);
  camera = bytes;
}

static int is_device(const char *path) { return camera && path && strcmp(path, device) == 0; }

static int is_camera(int descriptor) {
  struct stat facts;
  return camera && fstat(descriptor, &facts) == 0 && facts.st_dev == identity.st_dev &&
         facts.st_ino == identity.st_ino;
}

// The file system's side: the path is a character device.

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (!is_device(path)) return REAL(open)(path, flags, mode);
  if (busy_at_open) {
    errno = EBUSY;
    return -1;
  }
  return REAL(open)(file, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

int stat(const char *restrict path, struct stat *restrict facts) {
  if (!is_device(path)) return REAL(stat)(path, facts);
  int result = REAL(stat)(file, facts);
  facts->st_mode = (facts->st_mode & ~(mode_t)S_IFMT) | S_IFCHR;
  return result;
}

int access(const char *path, int mode) {
  return REAL(access)(is_device(path) ? file : path, mode);
}

// Helpers start with an environment of their own; the camera goes with them.
int posix_spawn(pid_t *restrict pid, const char *restrict path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                char *const environment[restrict]) {
  char *wider[64];
  char passed[2][4200];
  const char *names[] = {"LD_PRELOAD", "FACEBENCH_TEST_CAMERA"};
  int count = 0;
  for (; environment && environment[count] && count < 60; ++count) wider[count] = environment[count];
  for (int name = 0; name < 2; ++name) {
    const char *value = getenv(names[name]);
    if (!value) continue;
    snprintf(passed[name], sizeof passed[name], "%s=%s", names[name], value);
    wider[count++] = passed[name];
  }
  wider[count] = NULL;
  return REAL(posix_spawn)(pid, path, actions, attributes, arguments, wider);
}

// The driver's side.

static struct control *control(uint32_t number) {
  for (int i = 0; i < 4; ++i)
    if (number && controls[i].number == number) return &controls[i];
  return NULL;
}

static int value_of(uint32_t number, int otherwise) {
  struct control *found = control(number);
  return found ? found->value : otherwise;
}

static int refuse(int number) {
  errno = number;
  return -1;
}

static int set_control(const struct v4l2_control *wish) {
  struct control *found = control(wish->id);
  int refused = !found || wish->value < found->minimum || wish->value > found->maximum;
  char *log = (char *)camera + CDR_LOG;
  size_t used = strlen(log), room = CDR_SCENE - CDR_LOG;
  snprintf(log + used, room - used, "%u %d %s\n", wish->id, wish->value,
           refused ? "refused" : "ok");
  if (refused) return refuse(found ? ERANGE : EINVAL);
  found->value = wish->value;
  return 0;
}

// The scene through the lens: the further from the best position the more blurred, as bright as the
// time of exposure makes it.
static void take_picture(uint8_t *out) {
  static int frames;
  const uint8_t *scene = camera + CDR_SCENE;
  int far = abs(value_of(V4L2_CID_FOCUS_ABSOLUTE, best_focus) - best_focus);
  int reach = far / 16 > 5 ? 5 : far / 16;
  double light = plain_exposure > 0 ? value_of(V4L2_CID_EXPOSURE_ABSOLUTE, plain_exposure) /
                                          (double)plain_exposure
                                    : 1;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      long sum = 0, count = 0;
      for (int v = y - reach; v <= y + reach; ++v)
        for (int u = x - reach; u <= x + reach; ++u)
          if (v >= 0 && u >= 0 && v < height && u < width) sum += scene[v * width + u], ++count;
      double level = light * (double)sum / (double)count;
      // A little noise, so that no frame is the copy of the one before.
      level += (double)((x * 7 + y * 13 + frames * 29) % 5) - 2;
      out[y * width + x] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
    }
  ++frames;
}

static void describe(struct v4l2_pix_format *format) {
  format->width = (uint32_t)width;
  format->height = (uint32_t)height;
  format->pixelformat = V4L2_PIX_FMT_GREY;
  format->field = V4L2_FIELD_NONE;
  format->bytesperline = (uint32_t)width;
  format->sizeimage = (uint32_t)(width * height);
}

static int next_buffer;

static int answer(unsigned long request, void *data) {
  switch (request) {
    case VIDIOC_QUERYCAP: {
      struct v4l2_capability *facts = data;
      memset(facts, 0, sizeof *facts);
      strcpy((char *)facts->driver, "test");
      strcpy((char *)facts->card, "Test camera");
      facts->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
      facts->capabilities = facts->device_caps | V4L2_CAP_DEVICE_CAPS;
      return 0;
    }
    case VIDIOC_ENUMINPUT: {
      struct v4l2_input *input = data;
      return input->index == 0 ? 0 : refuse(EINVAL);
    }
    case VIDIOC_G_INPUT: *(int *)data = 0; return 0;
    case VIDIOC_S_INPUT: return *(int *)data == 0 ? 0 : refuse(EINVAL);
    case VIDIOC_ENUM_FMT: {
      struct v4l2_fmtdesc *format = data;
      if (format->index > 0) return refuse(EINVAL);
      format->pixelformat = V4L2_PIX_FMT_GREY;
      return 0;
    }
    case VIDIOC_G_FMT:
    case VIDIOC_TRY_FMT:
    case VIDIOC_S_FMT: describe(&((struct v4l2_format *)data)->fmt.pix); return 0;
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
      struct v4l2_streamparm *stream = data;
      stream->parm.capture.timeperframe.numerator = 1;
      stream->parm.capture.timeperframe.denominator = 30;
      return 0;
    }
    case VIDIOC_REQBUFS: {
      struct v4l2_requestbuffers *buffers = data;
      if (busy_at_buffers) return refuse(EBUSY);
      if (buffers->memory != V4L2_MEMORY_MMAP) return refuse(EINVAL);
      if (buffers->count > CDR_BUFFERS) buffers->count = CDR_BUFFERS;
      next_buffer = 0;
      return 0;
    }
    case VIDIOC_QUERYBUF: {
      struct v4l2_buffer *buffer = data;
      if (buffer->index >= CDR_BUFFERS) return refuse(EINVAL);
      buffer->length = CDR_ROOM;
      buffer->m.offset = CDR_SCENE + (buffer->index + 1) * CDR_ROOM;
      return 0;
    }
    case VIDIOC_QBUF:
    case VIDIOC_STREAMON:
    case VIDIOC_STREAMOFF: return 0;
    case VIDIOC_DQBUF: {
      struct v4l2_buffer *buffer = data;
      if (silent) return refuse(EAGAIN);
      buffer->index = (uint32_t)next_buffer;
      next_buffer = (next_buffer + 1) % CDR_BUFFERS;
      buffer->bytesused = (uint32_t)(width * height);
      buffer->length = CDR_ROOM;
      take_picture(camera + CDR_SCENE + (buffer->index + 1) * CDR_ROOM);
      return 0;
    }
    case VIDIOC_QUERYCTRL: {
      struct v4l2_queryctrl *query = data;
      struct control *found = control(query->id);
      if (!found) return refuse(EINVAL);
      query->type = V4L2_CTRL_TYPE_INTEGER;
      query->minimum = found->minimum;
      query->maximum = found->maximum;
      query->step = 1;
      query->default_value = found->value;
      query->flags = 0;
      return 0;
    }
    case VIDIOC_G_CTRL: {
      struct v4l2_control *wish = data;
      struct control *found = control(wish->id);
      if (!found) return refuse(EINVAL);
      wish->value = found->value;
      return 0;
    }
    case VIDIOC_S_CTRL: return set_control(data);
    default: return refuse(ENOTTY);
  }
}

// A camera that gives nothing never becomes readable.
int select(int count, fd_set *restrict readable, fd_set *restrict writable,
           fd_set *restrict failed, struct timeval *restrict limit) {
  for (int descriptor = 0; silent && readable && limit && descriptor < count; ++descriptor)
    if (FD_ISSET(descriptor, readable) && is_camera(descriptor)) {
      struct timespec wait = {limit->tv_sec, limit->tv_usec * 1000};
      nanosleep(&wait, NULL);
      FD_ZERO(readable);
      return 0;
    }
  return REAL(select)(count, readable, writable, failed, limit);
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *data = va_arg(rest, void *);
  va_end(rest);
  if (_IOC_TYPE(request) == 'V' && is_camera(descriptor)) return answer(request & 0xFFFFFFFF, data);
  return REAL(ioctl)(descriptor, request, data);
}
