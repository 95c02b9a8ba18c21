// Arithmetic on eight lanes; included once for each instruction set.

#define FHK_INLINE static inline __attribute__((always_inline))

/// Eight numbers.
typedef float lanes __attribute__((ext_vector_type(8)));
/// Eight points or directions.
typedef struct {
  lanes x, y, z;
} points;
typedef int32_t ints __attribute__((ext_vector_type(8)));
typedef uint32_t bits __attribute__((ext_vector_type(8)));

/// The same as they are handed over: aligned as floats are.
typedef float lanes_loose __attribute__((ext_vector_type(8), aligned(4)));
typedef int32_t ints_loose __attribute__((ext_vector_type(8), aligned(4)));

FHK_INLINE lanes load_lanes(const void *lanes_at) { return *(const lanes_loose *)lanes_at; }
FHK_INLINE void store_lanes(void *lanes_at, lanes value) { *(lanes_loose *)lanes_at = value; }

FHK_INLINE points load_points(const void *points_at) {
  const lanes_loose *at = points_at;
  return (points){at[0], at[1], at[2]};
}

FHK_INLINE lanes all(float value) { return (lanes)(value); }
FHK_INLINE bits as_bits(lanes a) { return __builtin_bit_cast(bits, a); }
FHK_INLINE lanes as_lanes(bits a) { return __builtin_bit_cast(lanes, a); }

/// Whether a comparison holds in any lane.
FHK_INLINE bool any(ints mask) { return __builtin_reduce_or(mask) != 0; }

FHK_INLINE lanes least(lanes a, lanes b) { return b < a ? b : a; }
FHK_INLINE lanes most(lanes a, lanes b) { return b > a ? b : a; }

/// The value where it is above 0, else 0.
FHK_INLINE lanes positive(lanes a) { return a > 0.0f ? a : 0.0f; }

FHK_INLINE lanes magnitude(lanes a) { return as_lanes(as_bits(a) & 0x7FFFFFFFu); }

/// 1 where `a` ≥ 0, −1 elsewhere.
FHK_INLINE lanes sign(lanes a) { return as_lanes((as_bits(a) & 0x80000000u) | 0x3F800000u); }

/// 1/√a to five digits for a > 0, a large number for 0: two Newton steps on a guess from the bits.
FHK_INLINE lanes reciprocal_root(lanes a) {
  lanes y = as_lanes(0x5F3759DFu - (as_bits(a) >> 1));
  const lanes half = a * 0.5f;
  y = y * (1.5f - half * y * y);
  y = y * (1.5f - half * y * y);
  return y;
}

/// As reciprocal_root to three digits.
FHK_INLINE lanes rough_reciprocal_root(lanes a) {
  const lanes y = as_lanes(0x5F3759DFu - (as_bits(a) >> 1));
  return y * (1.5f - (a * 0.5f) * y * y);
}

/// √a for a ≥ 0.
FHK_INLINE lanes root(lanes a) { return a * reciprocal_root(a); }

/// `a` kept within 0 … 1.
FHK_INLINE lanes unit(lanes a) { return 1.0f - positive(1.0f - positive(a)); }

/// 0 below 0, 1 above 1, a smooth rise between.
FHK_INLINE lanes smoothed(lanes a) {
  const lanes t = unit(a);
  return t * t * (3.0f - 2.0f * t);
}

/// `a` where `share` is 0, `b` where it is 1.
FHK_INLINE lanes mixed(lanes a, lanes b, lanes share) { return a + (b - a) * share; }

/// A bell of height 1 at 0 that reaches 0 at ±1 with a flat end.
FHK_INLINE lanes bell(lanes a) {
  const lanes w = positive(1.0f - a * a);
  return w * w;
}

/// The smaller of two distances with the crease filled in over a width `k` (`quarter` = 1/(4k)).
FHK_INLINE lanes smooth_least(lanes a, lanes b, float k, float quarter) {
  const lanes gap = a - b;
  const lanes h = positive(k - magnitude(gap));
  return a - positive(gap) - h * h * quarter;
}

FHK_INLINE lanes dot(points a, points b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

FHK_INLINE points everywhere(fhk_vector v) { return (points){all(v.x), all(v.y), all(v.z)}; }

FHK_INLINE points normalized(points a) {
  const lanes scale = reciprocal_root(dot(a, a));
  return (points){a.x * scale, a.y * scale, a.z * scale};
}

/// `a` moved by `distance` along `direction`.
FHK_INLINE points moved(points a, lanes distance, points direction) {
  return (points){
      a.x + direction.x * distance, a.y + direction.y * distance, a.z + direction.z * distance};
}

// MARK: Noise

/// Whole part (as bits that count up with it) and fraction.
FHK_INLINE bits whole(lanes a, lanes *fraction) {
  // Adding 1.5·2²³ leaves the nearest whole number in the low bits of the mantissa.
  const lanes shifted = (a - 0.5f) + 12582912.0f;
  *fraction = unit(a - (shifted - 12582912.0f));
  return as_bits(shifted);
}

/// A hash as a value in 0 ..< 1.
FHK_INLINE lanes corner(bits h) {
  h = h ^ (h >> 15);
  h = h * 0x2C1B3C6Du;
  h = h ^ (h >> 13);
  return as_lanes((h >> 9) | 0x3F800000u) - 1.0f;
}

/// Value noise in 0 … 1 at points of a lattice of unit spacing; |coordinates| < 2²².
FHK_INLINE lanes noise(lanes x, lanes y, lanes z, uint32_t seed) {
  lanes fx, fy, fz;
  const bits ix = whole(x, &fx);
  const bits iy = whole(y, &fy);
  const bits iz = whole(z, &fz);
  const bits hx = ix * 0x8DA6B343u;
  const bits hy = iy * 0xD8163841u;
  const bits hz = (iz * 0xCB1AB31Fu) + seed;
  const bits hx1 = hx + 0x8DA6B343u;
  const bits hy1 = hy + 0xD8163841u;
  const bits hz1 = hz + 0xCB1AB31Fu;
  const lanes sx = fx * fx * (3.0f - 2.0f * fx);
  const lanes sy = fy * fy * (3.0f - 2.0f * fy);
  const lanes sz = fz * fz * (3.0f - 2.0f * fz);
  const lanes near = mixed(
      mixed(corner(hx + hy + hz), corner(hx1 + hy + hz), sx),
      mixed(corner(hx + hy1 + hz), corner(hx1 + hy1 + hz), sx), sy);
  const lanes far = mixed(
      mixed(corner(hx + hy + hz1), corner(hx1 + hy + hz1), sx),
      mixed(corner(hx + hy1 + hz1), corner(hx1 + hy1 + hz1), sx), sy);
  return mixed(near, far, sz);
}
