#include "CHeadKernels.h"
#include "fhk_internal.h"

#include <stddef.h>

#pragma STDC FP_CONTRACT OFF

const fhk_kernels *fhk_kernels_for(int32_t instructions) {
  switch (instructions) {
    case FHK_BASELINE: return &fhk_kernels_baseline;
#if defined(__x86_64__)
    case FHK_AVX2: return __builtin_cpu_supports("x86-64-v3") ? &fhk_kernels_avx2 : NULL;
    case FHK_AVX512: return __builtin_cpu_supports("x86-64-v4") ? &fhk_kernels_avx512 : NULL;
#endif
    default: return NULL;
  }
}

// MARK: What rays can meet

typedef struct {
  float near, far;
} span;

static fhk_vector scaled(fhk_vector v, float scale) {
  return (fhk_vector){v.x * scale, v.y * scale, v.z * scale};
}
static fhk_vector difference(fhk_vector a, fhk_vector b) {
  return (fhk_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}
static float dot(fhk_vector a, fhk_vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// `v` on the other side of the face when `side` is −1, itself when it is 1.
static inline fhk_vector sided(fhk_vector v, float side) {
  return (fhk_vector){side * v.x, v.y, v.z};
}

/// Distance from the center to the tangent plane across a direction of length 1.
static inline float reach_towards(const fhk_bounds *bounds, fhk_vector direction) {
  const float a = dot(bounds->x, direction);
  const float b = dot(bounds->y, direction);
  const float c = dot(bounds->z, direction);
  return __builtin_sqrtf(a * a + b * b + c * c);
}

/// Whether the cone comes within `margin` of a block, mirrored when `side` is −1, and how far
/// along.
static inline bool meets(
    const fhk_cone *cone, const fhk_bounds *block, float side, float margin, span *where) {
  const fhk_vector offset = difference(sided(block->center, side), cone->origin);
  const float along = dot(offset, cone->axis);
  const fhk_vector away = difference(offset, scaled(cone->axis, along));
  const float square = dot(away, away);
  const float wide = margin + block->blend + cone->spread * (along > 0 ? along : 0);
  const float loose = wide + block->reach;
  if (!(square < loose * loose)) return false;
  // How far the ellipsoid reaches towards the axis is less than its largest half length.
  if (square > 1e-6f) {
    const float distance = __builtin_sqrtf(square);
    const float limit = wide + reach_towards(block, sided(scaled(away, 1 / distance), side));
    if (!(distance < limit)) return false;
  }
  const float depth = margin + block->blend + reach_towards(block, sided(cone->axis, side));
  if (!(along + depth > 0)) return false;
  *where = (span){along - depth, along + depth};
  return true;
}

static void extend(fhk_view *view, span where) {
  if (where.near < view->near) view->near = where.near;
  if (where.far > view->far) view->far = where.far;
}

/// The blocks larger than `size` that the cone meets on either side, and where along the cone.
static uint64_t chosen(
    fhk_blocks blocks, const fhk_cone *cone, float margin, bool both_sides, float size,
    fhk_view *view) {
  uint64_t set = 0;
  for (int32_t i = 0; i < blocks.count; i++) {
    const fhk_bounds *bounds = &blocks.first[i].bounds;
    if (!(bounds->reach > size)) continue;
    span where;
    if (meets(cone, bounds, 1, margin, &where)) {
      set |= (uint64_t)1 << i;
      if (view) extend(view, where);
    }
    if (both_sides && bounds->center.x != 0) {
      // A set needs to know of one side only, a view how far both reach.
      if (!view && (set >> i & 1)) continue;
      if (meets(cone, bounds, -1, margin, &where)) {
        set |= (uint64_t)1 << i;
        if (view) extend(view, where);
      }
    }
  }
  return set;
}

void fhk_field_view(
    const fhk_field *field, const fhk_cone *cone, float margin, fhk_view *view) {
  *view = (fhk_view){.near = FHK_NOWHERE, .far = 0};
  view->mask.skin = chosen(field->skin, cone, margin, true, 0, view);
  view->mask.lids = chosen(field->lids, cone, margin, true, 0, view);
  view->mask.neck = chosen(field->neck, cone, margin, false, 0, view);
  view->mask.cloth = chosen(field->cloth, cone, margin, false, 0, view);
  view->mask.cap = chosen(field->cap, cone, margin, true, 0, view);
  view->mask.fall = chosen(field->fall, cone, margin, true, 0, view);
  view->mask.swellings = chosen(field->swellings, cone, margin, true, 0, NULL);
  if (!field->glasses.present) return;
  const fhk_bounds *balls[2] = {&field->glasses.lens_bounds, &field->glasses.arm_bounds};
  for (int i = 0; i < 4; i++) {
    span where;
    if (!meets(cone, balls[i / 2], i % 2 ? -1 : 1, margin, &where)) continue;
    view->mask.glasses = true;
    extend(view, where);
  }
}

void fhk_field_shadowers(
    const fhk_field *field, fhk_vector center, float radius, fhk_vector light, fhk_mask *mask) {
  // The penumbra widens on the way to the light.
  const fhk_cone cone = {center, light, 0.09f};
  const float margin = radius + 0.15f;
  *mask = (fhk_mask){0};
  mask->skin = chosen(field->skin, &cone, margin, true, 0.17f, NULL);
  mask->neck = chosen(field->neck, &cone, margin, false, 0, NULL);
  mask->cap = chosen(field->cap, &cone, margin, true, 0, NULL);
  mask->fall = chosen(field->fall, &cone, margin, true, 0, NULL);
  // Sockets belong to it: without them an eye would lie inside the skull, in the dark.
  mask->swellings = chosen(field->swellings, &cone, margin, true, 0.2f, NULL);
}

static uint64_t first(int32_t count) { return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1; }

void fhk_field_everything(const fhk_field *field, fhk_mask *mask) {
  *mask = (fhk_mask){
      first(field->skin.count), first(field->swellings.count), first(field->lids.count),
      first(field->neck.count), first(field->cloth.count),     first(field->cap.count),
      first(field->fall.count), field->glasses.present};
}
