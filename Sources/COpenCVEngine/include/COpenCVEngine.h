// OpenCV's filters and cascades behind an exception barrier, built as a library of its own,
// libfacebench-opencv.so, which COpenCVShim loads when the first picture is worked on. It exports
// one name, `fcv_engine`, which COpenCVFunctions.h declares.
#pragma once
