// The loops that render heads, compiled for several instruction sets.
//
// Eight pixels, or eight points in space, are computed together. Only +, −, ×, ÷, comparisons and
// operations on bits are used on them, in a fixed order and never fused: each is exact to IEEE 754,
// so every instruction set gives the same bytes, on any machine.
//
// Lengths are decimetres, x to the picture's right, y up, z towards the camera.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// A point or direction.
typedef struct {
  float x, y, z;
} fhk_vector;

/// What a point of a picture shows.
enum fhk_material {
  FHK_NOTHING = 0,
  FHK_SKIN = 1,
  FHK_CLOTH = 2,
  FHK_HAIR = 3,
  FHK_FRAME = 4,
};

/// The ellipsoid that a block fills, for finding out what rays can meet it.
typedef struct {
  fhk_vector center;
  /// Half axes.
  fhk_vector x, y, z;
  /// Width over which the block melts into others beyond its surface.
  float blend;
  /// The largest half length.
  float reach;
} fhk_bounds;

/// An ellipsoid that melts into its neighbours, or that the skin swells inside of.
typedef struct {
  /// Rows of the map that makes the ellipsoid a unit ball, and that map's offset.
  fhk_vector row_x, row_y, row_z, offset;
  /// Inverse half lengths.
  fhk_vector inverse;
  float blend;
  /// 1/(4·blend).
  float quarter;
  /// How far the skin rises at the middle of a swelling; < 0 for a hollow.
  float height;
  /// Whether the axes are those of the head: a third of the map is then zeros.
  bool straight;
  fhk_bounds bounds;
} fhk_block;

/// Up to 64 blocks of a kind, in the order in which they melt together.
typedef struct {
  const fhk_block *first;
  int32_t count;
} fhk_blocks;

/// Where the hair ends: an ellipsoid in front that keeps the face free, and a slope below.
typedef struct {
  bool present;
  fhk_block face;
  /// Height of the lower edge at z = 0, and its rise per z.
  float lower_edge, lower_slope;
  /// The ball around an ear that hair keeps out of; radius 0 when it covers the ears.
  fhk_vector ear;
  float ear_radius;
} fhk_hairline;

/// A pair of glasses: two rims with rounded corners, a bridge and two arms.
typedef struct {
  bool present;
  /// Middle of a lens on the side x ≥ 0.
  fhk_vector center;
  float half_width, half_height;
  /// Radius of the corners.
  float corner;
  /// Half thickness of the frame.
  float tube;
  /// Where an arm meets the rim and the ear.
  fhk_vector hinge, ear;
  /// Around the lens and around the arm, on the side x ≥ 0.
  fhk_bounds lens_bounds, arm_bounds;
} fhk_glasses;

/// A head with shoulders as an implicit surface in the head's own space.
///
/// The face is built for x ≥ 0 and mirrored by a smooth |x|; people's asymmetry is a shear of space
/// before that. Neck, clothes and the hairline know left from right.
typedef struct {
  /// Mirrored blocks of the head.
  fhk_blocks skin;
  /// Mirrored swellings and hollows of the skin.
  fhk_blocks swellings;
  /// Mirrored eyeballs under their lids, put into the sockets that the swellings made.
  fhk_blocks lids;
  /// Not mirrored.
  fhk_blocks neck, cloth;
  /// Mirrored blocks of hair that end at the hairline, and that hang down.
  fhk_blocks cap, fall;
  fhk_hairline hairline;
  fhk_glasses glasses;
  /// Shear that makes a face uneven: x += lean_x·y, y += lean_y·x.
  float lean_x, lean_y;
} fhk_field;

/// The blocks of a head that some rays can meet: bit i stands for block i.
typedef struct {
  uint64_t skin, swellings, lids, neck, cloth, cap, fall;
  bool glasses;
} fhk_mask;

/// The rays of one tile.
typedef struct {
  fhk_vector origin;
  /// Length 1.
  fhk_vector axis;
  /// Radius per distance.
  float spread;
} fhk_cone;

/// The part of a head that the rays of a cone can meet, between two distances; `far` is 0 if none.
typedef struct {
  fhk_mask mask;
  float near, far;
} fhk_view;

/// What the kernels know of a person's colours and of where they go.
typedef struct {
  /// Towards the key light, and up, in the head's space.
  fhk_vector light, up;
  /// Share of the light that comes from everywhere, 0 … 1.
  float ambient;
  /// Decimetres that one pixel covers: painted edges are as soft as a pixel.
  float footprint;
  /// Tones: share of the light sent back, 0 … 1.
  float skin_tone, hair_tone, iris_tone, cloth_tone;
  int32_t cloth_pattern;
  bool curly;
  /// 0 none, 1 stubble, 2 moustache, 3 goatee, 4 full.
  int32_t beard;
  float age, brow_slope, brow_arch, brow_thickness, brow_density, lip_darkness;
  /// Seeds the fine structure of skin and hair.
  uint32_t grain;
  // Where the parts of the face lie; as in the renderer's own marks.
  fhk_vector eye, nose_tip, nostril, mouth, chin, ear_hollow;
  float eye_width, eye_tilt, upper_lid, lower_lid;
  float brow, nose_base, mouth_width, gap, smile, upper_lip, lower_lip;
} fhk_paint;

/// The loops for one instruction set.
///
/// Swift imports no structure of vectors, so lanes are handed over by address: `lanes` are eight
/// floats, `points` and directions eight x, eight y and eight z.
typedef struct {
  /// Distances of eight points; first order near the surface, short of it elsewhere.
  ///
  /// Gives back four lanes: distances to skin, cloth, hair and frame.
  void (*sample)(
      const fhk_field *field, const fhk_mask *mask, const void *points, void *four_lanes);

  /// How far eight bundles of rays run, from `near`, before one of their rays can meet anything.
  ///
  /// `spread` is the radius of each bundle per distance.
  void (*approach)(
      const fhk_field *field, const fhk_mask *mask, fhk_vector origin, const void *directions,
      float near, float far, float spread, void *lanes);

  /// The first surface along eight rays, from distances `near_lanes` to `far_lanes`.
  ///
  /// Rays that graze a surface would creep along it, so a ray whose distance hardly falls takes
  /// steps of at least three `detail`s, the size of what need not be told apart: a pixel. What is
  /// met is approached once more from where it ended up.
  ///
  /// Gives back the distances, and 1 in the lanes that met something, else 0.
  void (*march)(
      const fhk_field *field, const fhk_mask *mask, fhk_vector origin, const void *directions,
      const void *near_lanes, const void *far_lanes, float detail, void *distance_lanes,
      void *met_lanes);

  /// Linear light that leaves eight points towards the camera, and what they show.
  ///
  /// 1 is what a white surface facing the key light sends back. `mask` holds the blocks near these
  /// points; the eight `kinds` are numbers of fhk_material.
  void (*shade)(
      const fhk_field *field, const fhk_mask *mask, const fhk_paint *paint, const void *points,
      const void *directions, void *light_lanes, int32_t *kinds);
} fhk_kernels;

/// Instruction sets, from the least to the most.
enum fhk_instructions {
  /// What every processor of the kind has.
  FHK_BASELINE = 0,
  /// x86-64-v3: AVX2.
  FHK_AVX2 = 1,
  /// x86-64-v4: AVX-512 on vectors of 256 bits.
  FHK_AVX512 = 2,
};

/// The loops for an instruction set, or null where the processor lacks it.
const fhk_kernels *fhk_kernels_for(int32_t instructions);

/// Everything within `margin` of the cone.
///
/// Blocks that no ray comes near cannot change where a ray ends, so leaving them out keeps the
/// picture and saves most of the work. The margin covers the shear and the taps around a surface.
void fhk_field_view(
    const fhk_field *field, const fhk_cone *cone, float margin, fhk_view *view);

/// Every block of the head.
void fhk_field_everything(const fhk_field *field, fhk_mask *mask);
