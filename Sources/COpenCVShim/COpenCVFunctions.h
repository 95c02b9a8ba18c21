// The table through which the program reaches libfacebench-opencv.so.
#pragma once
#include "COpenCVShim.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Every function of COpenCVShim.h under its own name; the first member tells the layout.
typedef struct {
  size_t size;
  void (*start)(void);
  int (*resize)(fcv_picture, int, uint8_t *, int, int, char *, size_t);
  int (*equalize)(fcv_picture, uint8_t *, char *, size_t);
  int (*clahe)(fcv_picture, double, int, uint8_t *, char *, size_t);
  int (*blur)(const double *, int, int, double, double *, char *, size_t);
  int (*warp)(fcv_picture, const double *, uint8_t *, int, int, char *, size_t);
  int (*sharpness)(fcv_picture, double *, char *, size_t);
  int (*write)(uint8_t *, int, int, const char *, int, int, int, char *, size_t);
  fcv_cascade *(*cascade_read)(const char *, size_t, char *, size_t);
  void (*cascade_free)(fcv_cascade *);
  void (*cascade_window)(const fcv_cascade *, int *, int *);
  int (*cascade_search)(fcv_cascade *, fcv_picture, double, int, int, fcv_box **, size_t *, char *,
                        size_t);
  int (*cascade_plain_search)(fcv_cascade *, fcv_picture, double, int, int, int, fcv_box **,
                              size_t *, char *, size_t);
  void (*boxes_free)(fcv_box *);
} fcv_functions;

/// The one name that the library exports.
const fcv_functions *fcv_engine(void);

#ifdef __cplusplus
}
#endif
