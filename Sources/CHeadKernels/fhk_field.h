// Distances to a head and the ways of rays; included once for each instruction set.

/// The lowest block of a set, which it loses.
FHK_INLINE const fhk_block *next_block(fhk_blocks blocks, uint64_t *set) {
  const fhk_block *block = blocks.first + __builtin_ctzll(*set);
  *set &= *set - 1;
  return block;
}

/// The points in the ellipsoid's own coordinates, where the surface is the unit sphere.
FHK_INLINE points local(const fhk_block *b, points p) {
  // Products with zeros change nothing but the sign of a zero, which is squared away.
  if (b->straight)
    return (points){
        b->row_x.x * p.x + b->offset.x, b->row_y.y * p.y + b->offset.y,
        b->row_z.z * p.z + b->offset.z};
  return (points){
      b->row_x.x * p.x + b->row_x.y * p.y + b->row_x.z * p.z + b->offset.x,
      b->row_y.x * p.x + b->row_y.y * p.y + b->row_y.z * p.z + b->offset.y,
      b->row_z.x * p.x + b->row_z.y * p.y + b->row_z.z * p.z + b->offset.z};
}

/// Distance to the surface, < 0 inside, to first order: (|q| − 1) over the slope of |q|.
FHK_INLINE lanes block_distance(const fhk_block *b, points p) {
  const points q = local(b, p);
  const lanes square = dot(q, q);
  const lanes gx = q.x * b->inverse.x;
  const lanes gy = q.y * b->inverse.y;
  const lanes gz = q.z * b->inverse.z;
  // The slope only scales the way to the surface, so a rough root of it is enough.
  return (square - root(square)) * rough_reciprocal_root(gx * gx + gy * gy + gz * gz);
}

/// Distances with the chosen blocks melted onto them, in order; `count` groups of eight points.
FHK_INLINE void melt(
    fhk_blocks blocks, uint64_t set, const points *p, lanes *distances, const int count) {
  while (set) {
    const fhk_block *b = next_block(blocks, &set);
    for (int i = 0; i < count; i++)
      distances[i] = smooth_least(distances[i], block_distance(b, p[i]), b->blend, b->quarter);
  }
}

/// Distances less what the chosen swellings lift the skin.
FHK_INLINE void swell(
    fhk_blocks blocks, uint64_t set, const points *p, lanes *distances, const int count) {
  while (set) {
    const fhk_block *b = next_block(blocks, &set);
    for (int i = 0; i < count; i++) {
      const points q = local(b, p[i]);
      // 1 at the center, 0 at and beyond the surface, flat at both.
      const lanes w = positive(1.0f - dot(q, q));
      distances[i] -= w * w * b->height;
    }
  }
}

/// The points in the evenly built head.
FHK_INLINE points evened(const fhk_field *f, points p) {
  return (points){p.x + p.y * f->lean_x, p.y + p.x * f->lean_y, p.z};
}

/// The same points on the side x ≥ 0, without a crease in the middle.
FHK_INLINE points folded(points p) { return (points){root(p.x * p.x + 0.0004f), p.y, p.z}; }

/// > 0 inside the region that the face keeps free of hair.
///
/// Seen from the front the region has the shape of x⁴ + y⁴ = 1: flat above, straight at the
/// temples.
FHK_INLINE lanes hairline_front(const fhk_hairline *h, points p) {
  const points q = local(&h->face, p);
  const lanes x2 = q.x * q.x;
  const lanes y2 = q.y * q.y;
  const lanes reach = root(root(x2 * x2 + y2 * y2) + q.z * q.z);
  return (1.0f - reach) * 0.8f;
}

/// > 0 near the ear on the side x ≥ 0.
FHK_INLINE lanes hairline_around_ear(const fhk_hairline *h, points p) {
  const lanes y = p.y - h->ear.y;
  const lanes z = p.z - h->ear.z;
  // Hair lies close over the ear and is wide of it below.
  return h->ear_radius - root(y * y * 0.8f + z * z);
}

/// > 0 below the lower edge.
FHK_INLINE lanes hairline_below(const fhk_hairline *h, points p) {
  return (h->lower_edge + h->lower_slope * p.z - p.y) * 0.9f;
}

/// Distance to the outline of the lens in its plane, < 0 within the lens.
FHK_INLINE lanes lens_distance(const fhk_glasses *g, points p) {
  const lanes dx = magnitude(p.x - g->center.x) - (g->half_width - g->corner);
  const lanes dy = magnitude(p.y - g->center.y) - (g->half_height - g->corner);
  const lanes ox = positive(dx);
  const lanes oy = positive(dy);
  return root(ox * ox + oy * oy) + least(most(dx, dy), all(0)) - g->corner;
}

/// Distance to the straight line between two points.
FHK_INLINE lanes segment_distance(points p, fhk_vector a, fhk_vector b) {
  const fhk_vector bone = {b.x - a.x, b.y - a.y, b.z - a.z};
  const float square = bone.x * bone.x + bone.y * bone.y + bone.z * bone.z;
  const lanes px = p.x - a.x;
  const lanes py = p.y - a.y;
  const lanes pz = p.z - a.z;
  const lanes share = unit((px * bone.x + py * bone.y + pz * bone.z) * (1 / square));
  const lanes dx = px - share * bone.x;
  const lanes dy = py - share * bone.y;
  const lanes dz = pz - share * bone.z;
  return root(dx * dx + dy * dy + dz * dz);
}

/// Distance to the glasses from points on the side x ≥ 0.
FHK_INLINE lanes glasses_distance(const fhk_glasses *g, points p) {
  // The lenses bend back a little towards the temples.
  const lanes z = p.z - g->center.z + 0.22f * p.x * p.x;
  const lanes ring = magnitude(lens_distance(g, p));
  const lanes rim = root(ring * ring + z * z);
  const lanes arm = segment_distance(p, g->hinge, g->ear);
  const lanes bridge_y = p.y - g->center.y - 0.35f * g->half_height;
  const lanes overhang = positive(p.x - (g->center.x - g->half_width));
  const lanes bridge = root(bridge_y * bridge_y + z * z + overhang * overhang);
  // Arms are flat and look thick from the side.
  return least(least(rim, arm - 0.010f), bridge) - g->tube;
}

/// Distances of eight points to the parts of a head.
typedef struct {
  lanes skin, cloth, hair, frame;
} field_sample;

/// Distances of `count` groups of eight points to the parts of a head.
FHK_INLINE void sample_groups(
    const fhk_field *f, const fhk_mask *mask, const points *p, field_sample *result,
    const int count) {
  points even[2], half[2];
  lanes skin[2], cloth[2], hair[2], frame[2];
  for (int i = 0; i < count; i++) {
    even[i] = evened(f, p[i]);
    half[i] = folded(even[i]);
    skin[i] = cloth[i] = hair[i] = frame[i] = all(FHK_NOWHERE);
  }
  melt(f->skin, mask->skin, half, skin, count);
  swell(f->swellings, mask->swellings, half, skin, count);
  melt(f->lids, mask->lids, half, skin, count);
  melt(f->neck, mask->neck, p, skin, count);
  melt(f->cloth, mask->cloth, p, cloth, count);
  if (f->hairline.present && (mask->cap | mask->fall)) {
    const fhk_hairline *h = &f->hairline;
    melt(f->cap, mask->cap, half, hair, count);
    for (int i = 0; i < count; i++) {
      hair[i] = most(hair[i], hairline_below(h, even[i]));
      if (h->ear_radius > 0) hair[i] = most(hair[i], hairline_around_ear(h, half[i]));
    }
    melt(f->fall, mask->fall, half, hair, count);
    // Rounded where the hair ends, so that it has an edge and not a cut.
    for (int i = 0; i < count; i++)
      hair[i] = 0.0f - smooth_least(
          0.0f - hair[i], 0.0f - hairline_front(h, even[i]), 0.12f, 2.0833f);
  }
  if (f->glasses.present && mask->glasses)
    for (int i = 0; i < count; i++) frame[i] = glasses_distance(&f->glasses, half[i]);
  for (int i = 0; i < count; i++)
    result[i] = (field_sample){skin[i], cloth[i], hair[i], frame[i]};
}

FHK_INLINE lanes nearest(const field_sample *s) {
  return least(least(s->skin, s->cloth), least(s->hair, s->frame));
}

static __attribute__((noinline)) void sample(
    const fhk_field *f, const fhk_mask *mask, const void *points_at, void *four_lanes) {
  const points p = load_points(points_at);
  field_sample found;
  sample_groups(f, mask, &p, &found, 1);
  lanes_loose *result = four_lanes;
  result[0] = found.skin;
  result[1] = found.cloth;
  result[2] = found.hair;
  result[3] = found.frame;
}

/// Distances of eight points to the head.
static __attribute__((noinline)) void near_one(
    const fhk_field *f, const fhk_mask *mask, const points *p, lanes *distances) {
  field_sample found;
  sample_groups(f, mask, p, &found, 1);
  *distances = nearest(&found);
}

/// Distances of twice eight points to the head: each block is fetched once for both.
static __attribute__((noinline)) void near_two(
    const fhk_field *f, const fhk_mask *mask, const points *p, lanes *distances) {
  field_sample found[2];
  sample_groups(f, mask, p, found, 2);
  distances[0] = nearest(&found[0]);
  distances[1] = nearest(&found[1]);
}

/// Outward directions of the surface at eight points, from four taps around each.
FHK_INLINE points normal(const fhk_field *f, const fhk_mask *mask, points p, float tap) {
  const points taps[4] = {
      {p.x + tap, p.y - tap, p.z - tap},
      {p.x - tap, p.y - tap, p.z + tap},
      {p.x - tap, p.y + tap, p.z - tap},
      {p.x + tap, p.y + tap, p.z + tap},
  };
  lanes d[4];
  near_two(f, mask, taps, d);
  near_two(f, mask, taps + 2, d + 2);
  return normalized((points){
      d[0] - d[1] - d[2] + d[3], d[2] + d[3] - d[0] - d[1], d[1] + d[3] - d[0] - d[2]});
}

static void approach(
    const fhk_field *f, const fhk_mask *mask, fhk_vector origin, const void *directions,
    float near, float far, float spread, void *distances) {
  const points direction = load_points(directions);
  lanes t = all(near);
  for (int turn = 0; turn < 12; turn++) {
    const points at = moved(everywhere(origin), t, direction);
    lanes d;
    near_one(f, mask, &at, &d);
    const lanes free = d - t * (spread * 1.15f);
    const lanes step = positive(free * 0.88f);
    t += step;
    if (!any(step > 0.04f) || !any(t < far)) break;
  }
  store_lanes(distances, t);
}

static void march(
    const fhk_field *f, const fhk_mask *mask, fhk_vector origin, const void *directions,
    const void *near, const void *far, float detail, void *distances, void *met) {
  const points from = everywhere(origin);
  const points direction = load_points(directions);
  const lanes end = load_lanes(far);
  const float tolerance = 0.12f * detail + 0.001f;
  const float shortest = 0.5f * detail;
  const float grazing = 3 * detail;
  lanes t = load_lanes(near);
  lanes hit = all(0);
  lanes before = all(FHK_NOWHERE);
  lanes step = all(0);
  lanes open = all(1);
  for (int turn = 0; turn < 56; turn++) {
    const points at = moved(from, t, direction);
    lanes d;
    near_one(f, mask, &at, &d);
    const lanes close = d < tolerance ? open : 0.0f;
    hit += close;
    open -= close;
    const lanes shorter = before - d < step * 0.4f ? all(grazing) : all(shortest);
    step = most(d * 0.88f, shorter);
    before = d;
    t += step * open;
    open = t > end ? all(0) : open;
    if (!any(open > 0.0f)) break;
  }
  const points at = moved(from, t, direction);
  lanes d;
  near_one(f, mask, &at, &d);
  t += d * hit;
  store_lanes(distances, t);
  store_lanes(met, hit);
}
