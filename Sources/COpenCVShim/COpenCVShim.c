#define _GNU_SOURCE
#include "COpenCVFunctions.h"

#include <dlfcn.h>
#include <limits.h>
#include <opencv2/core/version.hpp>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The library around OpenCV: loading it takes as long as everything else at the start together.
static const char library_name[] = "libfacebench-opencv.so";

static const fcv_functions *engine;

/// Why there is none: where it was looked for, or what the loader said.
static char absence[2 * PATH_MAX];

/// Adds `words` to what is known about the absence.
static void note(const char *before, const char *words) {
  size_t used = strlen(absence);
  snprintf(absence + used, sizeof absence - used, "%s%s", before, words);
}

/// Opens the library in the folder of the file at `image`, or in ../libexec/facebench from there.
static void *opened_beside(const char *image) {
  static const char *const inside[] = {"", "/libexec/facebench"};
  char real[PATH_MAX], folder[PATH_MAX + 32], path[PATH_MAX + 96];
  if (!image || !realpath(image, real)) return NULL;
  for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
    char *slash = strrchr(real, '/');
    if (!slash) return NULL;
    *slash = 0;
    snprintf(folder, sizeof folder, "%s%s", real, inside[i]);
    snprintf(path, sizeof path, "%s/%s", folder, library_name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
    if (access(path, F_OK) == 0) {
      const char *words = dlerror();
      absence[0] = 0;
      note("", words ? words : path);
      return NULL;
    }
    if (strstr(absence, folder)) continue;
    if (!absence[0]) note(library_name, " is not");
    note(strstr(absence, " in ") ? " or " : " in ", folder);
  }
  return NULL;
}

static void load(void) {
  // Beside the program, or beside the test bundle that this code was linked into.
  Dl_info image;
  void *library = opened_beside("/proc/self/exe");
  if (!library && dladdr(library_name, &image)) library = opened_beside(image.dli_fname);
  if (!library) return;
  absence[0] = 0;
  note(library_name, " is of another version than the program");
  const fcv_functions *(*functions)(void);
  *(void **)(&functions) = dlsym(library, "fcv_engine");
  const fcv_functions *found = functions ? functions() : NULL;
  if (found && found->size == sizeof *found) engine = found;
}

/// OpenCV's functions; NULL, with words about it, where the library is absent.
static const fcv_functions *started(char *message, size_t size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!engine && message && size > 0) {
    snprintf(message, size, "%s", absence);
  }
  return engine;
}

const char *fcv_version(void) { return CV_VERSION; }

int fcv_available(char *message, size_t size) { return started(message, size) ? 0 : 1; }

void fcv_start(void) {
  if (started(NULL, 0)) engine->start();
}

int fcv_resize(fcv_picture from, int averaging, uint8_t *to, int width, int height, char *message,
               size_t size) {
  return started(message, size)
             ? engine->resize(from, averaging, to, width, height, message, size)
             : 1;
}

int fcv_equalize(fcv_picture from, uint8_t *to, char *message, size_t size) {
  return started(message, size) ? engine->equalize(from, to, message, size) : 1;
}

int fcv_clahe(fcv_picture from, double clip_limit, int tiles, uint8_t *to, char *message,
              size_t size) {
  return started(message, size) ? engine->clahe(from, clip_limit, tiles, to, message, size) : 1;
}

int fcv_blur(const double *from, int width, int height, double sigma, double *to, char *message,
             size_t size) {
  return started(message, size) ? engine->blur(from, width, height, sigma, to, message, size) : 1;
}

int fcv_warp(fcv_picture from, const double matrix[6], uint8_t *to, int width, int height,
             char *message, size_t size) {
  return started(message, size) ? engine->warp(from, matrix, to, width, height, message, size) : 1;
}

int fcv_sharpness(fcv_picture from, double *variance, char *message, size_t size) {
  return started(message, size) ? engine->sharpness(from, variance, message, size) : 1;
}

int fcv_write(uint8_t *levels, int width, int height, const char *text, int x, int baseline,
              int capital, char *message, size_t size) {
  return started(message, size)
             ? engine->write(levels, width, height, text, x, baseline, capital, message, size)
             : 1;
}

fcv_cascade *fcv_cascade_read(const char *text, size_t count, char *message, size_t size) {
  return started(message, size) ? engine->cascade_read(text, count, message, size) : NULL;
}

void fcv_cascade_free(fcv_cascade *cascade) {
  if (cascade) engine->cascade_free(cascade);
}

void fcv_cascade_window(const fcv_cascade *cascade, int *width, int *height) {
  engine->cascade_window(cascade, width, height);
}

int fcv_cascade_search(fcv_cascade *cascade, fcv_picture picture, double scale, int min_size,
                       int max_size, fcv_box **boxes, size_t *count, char *message, size_t size) {
  return engine->cascade_search(cascade, picture, scale, min_size, max_size, boxes, count, message,
                                size);
}

int fcv_cascade_plain_search(fcv_cascade *cascade, fcv_picture picture, double scale,
                             int neighbors, int min_size, int max_size, fcv_box **boxes,
                             size_t *count, char *message, size_t size) {
  return engine->cascade_plain_search(cascade, picture, scale, neighbors, min_size, max_size,
                                      boxes, count, message, size);
}

void fcv_boxes_free(fcv_box *boxes) {
  if (boxes) engine->boxes_free(boxes);
}
