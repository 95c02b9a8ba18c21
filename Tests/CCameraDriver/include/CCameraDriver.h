// A camera for tests on machines that have none: preloaded into a program, it answers what the V4L2
// driver of one device would, and writes down what it was asked to set. Nothing calls or links it.
//
// FACEBENCH_TEST_CAMERA names a file that stands for the device. Its first page holds settings, a line
// each: `device PATH`, `size WIDTH HEIGHT`, `control NUMBER MIN MAX VALUE`, `exposure PLAIN` (at which
// the scene is as bright as it is), `focus BEST`, `busy WHEN` (open or buffers), `silent 1`. From
// CDR_LOG on the library writes a line for every control that is set, `NUMBER VALUE ok` or
// `NUMBER VALUE refused`. The scene's grey levels lie at CDR_SCENE, buffers behind it, each
// CDR_ROOM bytes long.
#pragma once

enum { CDR_LOG = 4096, CDR_SCENE = 65536, CDR_ROOM = 131072, CDR_BUFFERS = 4 };
