// From points of a head to light: tones of skin, eyes, lips, hair and cloth, and how they shine;
// included once for each instruction set.

/// What the surfaces at eight points do with light.
typedef struct {
  lanes albedo;
  /// Strength of the highlight.
  lanes gloss;
  points normal;
  /// 1 on the wet eye, whose highlight is small and bright.
  lanes wet;
  /// 1 on hair, whose highlight is a band across the strands.
  lanes hair;
} surface;

/// 1 inside an edge, 0 outside, as soft as a pixel.
FHK_INLINE lanes inside(const fhk_paint *k, lanes distance) {
  return unit(distance * (1 / k->footprint) + 0.5f);
}

/// A soft spot: 1 at (x, y, z), 0 beyond `radii`.
FHK_INLINE lanes spot(points p, fhk_vector center, fhk_vector radii) {
  const lanes x = (p.x - center.x) * (1 / radii.x);
  const lanes y = (p.y - center.y) * (1 / radii.y);
  const lanes z = (p.z - center.z) * (1 / radii.z);
  const lanes w = positive(1.0f - (x * x + y * y + z * z));
  return w * w;
}

#define FHK_AT(x, y, z) ((fhk_vector){(x), (y), (z)})

/// Thin hair between the hairline and the bare skin.
FHK_INLINE void paint_roots(
    const fhk_field *f, const fhk_paint *k, lanes *albedo, points point, points even) {
  const fhk_hairline *h = &f->hairline;
  const lanes bare = most(
      most(hairline_front(h, even), hairline_below(h, even) * 0.7f),
      h->ear_radius > 0 ? hairline_around_ear(h, folded(even)) : all(-1));
  const lanes near = smoothed(1.0f - bare * (1 / 0.10f));
  if (!any(near > 0.0f)) return;
  const lanes strands = noise(
      point.x * 34.0f + 70.0f, point.y * 9.0f + 70.0f, point.z * 18.0f + 70.0f, k->grain + 8);
  const lanes cover =
      smoothed((near - 0.75f * strands) * 2.2f) * smoothed((even.y + 0.45f) * 5.0f);
  *albedo = mixed(*albedo, k->hair_tone * (0.6f + 0.6f * strands), cover);
}

FHK_INLINE void paint_brows(const fhk_paint *k, lanes *albedo, points p, lanes front) {
  const lanes along = (p.x - 0.29f) * (1 / 0.22f);
  const lanes center = k->brow + k->brow_slope * 0.55f * (p.x - 0.24f)
      + k->brow_arch * (1.0f - along * along);
  const lanes thickness = k->brow_thickness * (1.0f - 0.55f * smoothed(along));
  const lanes body =
      smoothed((thickness - magnitude(p.y - center)) * (1 / (0.022f + k->footprint)) + 0.5f);
  const lanes ends = smoothed((p.x - 0.07f) * 16.0f) * smoothed((0.535f - p.x) * 10.0f);
  const lanes strands = noise(
      p.x * 30.0f + p.y * 12.0f + 90.0f, p.y * 24.0f + 90.0f, p.z * 5.0f + 90.0f, k->grain + 2);
  const float dark = 0.5f * k->skin_tone;
  const float tone = (dark < k->hair_tone ? dark : k->hair_tone) * 0.8f + 0.012f;
  *albedo = mixed(
      *albedo, all(tone), unit(body * ends * front * k->brow_density * (0.65f + 0.6f * strands)));
}

FHK_INLINE void paint_mouth(
    const fhk_paint *k, lanes *albedo, lanes *gloss, points p, lanes front) {
  const lanes u = p.x * (1 / k->mouth_width);
  const lanes width = positive(1.0f - u * u);
  const lanes v = p.y - k->mouth.y - k->smile * u * u;
  const lanes gap = k->gap * width;
  const lanes bow = 1.0f - 0.30f * bell(p.x * (1 / 0.055f));
  const lanes top = gap + (k->upper_lip * bow) * width;
  const lanes bottom = (0.0f - gap) - k->lower_lip * width * (0.7f + 0.3f * width);
  const lanes ahead = smoothed((p.z - k->mouth.z + 0.34f) * 12.0f) * front;
  const lanes lips =
      inside(k, least(top - v, v - bottom)) * smoothed((1.02f - u) * 14.0f) * ahead;
  const lanes tone = k->lip_darkness * (1.0f + 0.12f * smoothed(v * -20.0f));
  *albedo *= 1.0f - (1.0f - tone) * lips;
  *gloss += 0.12f * lips;
  const lanes seam =
      bell(v * (1 / (0.017f + 0.6f * k->footprint))) * smoothed((1.08f - u) * 8.0f);
  *albedo *= 1.0f - 0.72f * seam * ahead;
  if (k->gap > 0.004f) {
    const lanes within = inside(k, gap - magnitude(v)) * ahead;
    const lanes teeth = smoothed((v + 0.2f * k->gap) * 60.0f) * smoothed((0.72f - u) * 6.0f);
    *albedo = mixed(*albedo, 0.02f + 0.42f * teeth, within);
  }
}

FHK_INLINE void paint_eyes(
    const fhk_paint *k, surface *s, points p, points even, lanes front) {
  const fhk_vector eye = k->eye;
  s->albedo *= 1.0f - (0.10f + 0.10f * k->age)
      * spot(p, FHK_AT(eye.x - 0.03f, eye.y - 0.09f, eye.z + 0.1f), FHK_AT(0.20f, 0.12f, 0.3f));
  s->albedo *= 1.0f - 0.12f
      * spot(p, FHK_AT(eye.x - 0.05f, eye.y + 0.07f, eye.z + 0.1f), FHK_AT(0.22f, 0.10f, 0.3f));
  const lanes dx = p.x - eye.x;
  const lanes u = dx * (1 / k->eye_width);
  const lanes width = positive(1.0f - u * u);
  const lanes v = p.y - eye.y - k->eye_tilt * dx;
  const lanes upper = k->upper_lid * width * (1.0f - 0.18f * u);
  const lanes lower = -k->lower_lid * width * (1.0f + 0.15f * u);
  const lanes near = smoothed((0.30f - magnitude(dx)) * 20.0f) * front;
  const lanes opening =
      inside(k, least(upper - v, v - lower)) * smoothed((1.02f - magnitude(u)) * 14.0f) * near;
  // The fold above, the lashes on both rims.
  const lanes crease =
      bell((v - upper - 0.050f) * (1 / 0.024f)) * smoothed((1.25f - magnitude(u)) * 4.0f);
  s->albedo *= 1.0f - 0.30f * crease * near;
  const lanes reach = smoothed((1.10f - magnitude(u)) * 10.0f);
  const lanes lash = bell((v - upper) * (1 / (0.020f + 0.5f * k->footprint))) * reach;
  const lanes lower_lash = bell((v - lower) * (1 / (0.014f + 0.5f * k->footprint))) * reach;
  const points ball = normalized((points){dx, p.y - eye.y, p.z - eye.z});
  const lanes gaze_x = ball.x * 0.12f;
  const lanes gaze_y = ball.y * 0.12f - 0.004f;
  const lanes radius = root(gaze_x * gaze_x + gaze_y * gaze_y);
  const lanes iris = inside(k, 0.060f - radius) * smoothed(ball.z * 8.0f);
  const lanes pupil = inside(k, 0.024f - radius) * smoothed(ball.z * 8.0f);
  const lanes ring = bell((radius - 0.057f) * (1 / 0.016f));
  lanes tone = mixed(all(0.56f), k->iris_tone * (1.0f - 0.5f * ring), iris);
  tone = mixed(tone, all(0.012f), pupil);
  tone *= 1.0f - 0.45f * smoothed((v - upper + 0.030f) * 40.0f);
  tone *= 1.0f - 0.25f * u * u;
  s->albedo = mixed(s->albedo, tone, opening);
  s->albedo *= 1.0f - 0.78f * lash * near;
  s->albedo *= 1.0f - 0.30f * lower_lash * near;
  s->wet = opening;
  const lanes side = sign(even.x);
  s->normal = normalized((points){
      mixed(s->normal.x, ball.x * side, opening), mixed(s->normal.y, ball.y, opening),
      mixed(s->normal.z, ball.z, opening)});
}

FHK_INLINE void paint_beard(
    const fhk_paint *k, lanes *albedo, points p, points even, lanes grain) {
  if (k->beard == 0) return;
  // From the sideburns along the cheek to the corner of the mouth, and up to the nose.
  const lanes cheek = k->mouth.y + 0.10f + positive(p.x - 0.24f) * 1.05f;
  const lanes upper = most(cheek, (k->nose_base - 0.065f) - positive(p.x - 0.16f) * 1.2f);
  const lanes top = smoothed((upper - p.y) * 14.0f + 0.3f);
  const lanes bottom = smoothed((p.y - k->chin.y + 0.02f) * 12.0f);
  const lanes ahead = smoothed((even.z + 0.02f) * 8.0f);
  lanes region = top * bottom * ahead;
  float density = 0.92f;
  if (k->beard == 1) {
    density = 0.38f;
  } else if (k->beard == 2) {
    region *= smoothed((p.y - k->mouth.y) * 30.0f)
        * smoothed((k->mouth_width * 1.15f - p.x) * 14.0f);
  } else if (k->beard == 3) {
    region *= smoothed((k->mouth_width * 1.05f - p.x + 0.3f * (p.y - k->mouth.y)) * 9.0f);
  } else {
    density = 0.95f;
  }
  const lanes strands = noise(
      p.x * 52.0f + 70.0f, p.y * 20.0f + 70.0f, p.z * 34.0f + 70.0f, k->grain + 3);
  const lanes tone = k->hair_tone * (0.5f + strands) + 0.01f;
  const lanes cover = unit(region * density * (0.8f + 0.4f * grain));
  *albedo = mixed(*albedo, most(tone, all(0.01f)), cover);
}

/// Skin with all that is painted on it: lips, brows, eyes, nostrils, beard, lines.
static __attribute__((noinline)) void paint_skin(
    const fhk_field *f, const fhk_paint *k, const points *at, const points *facing, surface *s) {
  const points point = *at;
  const points even = evened(f, point);
  const points p = folded(even);
  const lanes coarse = noise(
      point.x * 2.6f + 40.0f, point.y * 2.6f + 40.0f, point.z * 2.6f + 40.0f, k->grain);
  const lanes fine = noise(
      point.x * 15.0f + 80.0f, point.y * 15.0f + 80.0f, point.z * 15.0f + 80.0f, k->grain + 1);
  lanes albedo = k->skin_tone * (1.0f + 0.14f * (coarse - 0.5f) + 0.08f * (fine - 0.5f));
  lanes gloss = all(0.10f);
  // Blood lies under cheeks, nose and ears; the forehead is lighter and shines.
  albedo *= 1.0f - 0.09f * spot(p, FHK_AT(0.40f, -0.36f, 0.62f), FHK_AT(0.28f, 0.26f, 0.4f));
  albedo *= 1.0f - 0.07f * spot(p, k->nose_tip, FHK_AT(0.16f, 0.15f, 0.2f));
  albedo *= 1.0f + 0.06f * spot(p, FHK_AT(0, 0.45f, 0.85f), FHK_AT(0.45f, 0.25f, 0.5f));
  albedo *= 1.0f - 0.35f * spot(p, k->ear_hollow, FHK_AT(0.16f, 0.18f, 0.10f));
  gloss += 0.08f * spot(p, k->nose_tip, FHK_AT(0.10f, 0.10f, 0.15f));
  gloss += 0.05f * spot(p, FHK_AT(0.1f, 0.45f, 0.85f), FHK_AT(0.4f, 0.25f, 0.4f));
  if (f->hairline.present) paint_roots(f, k, &albedo, point, even);
  const lanes front = smoothed((even.z - 0.25f) * 8.0f);
  *s = (surface){.normal = *facing, .wet = all(0), .hair = all(0)};
  if (!any(front > 0.0f)) {
    paint_beard(k, &albedo, p, even, fine);
    s->albedo = albedo;
    s->gloss = gloss;
    return;
  }
  // Lines of the forehead.
  for (int line = 1; line <= 3; line++) {
    const float height = k->brow + 0.04f + 0.085f * (float)line;
    const lanes wave = (coarse - 0.5f) * 0.08f;
    albedo *= 1.0f - 0.16f * k->age * bell((p.y - height - wave) * (1 / 0.018f))
        * smoothed((0.42f - p.x) * 6.0f) * front;
  }
  albedo *= 1.0f - 0.92f * unit(1.7f * spot(p, k->nostril, FHK_AT(0.050f, 0.034f, 0.075f)));
  paint_beard(k, &albedo, p, even, fine);
  paint_brows(k, &albedo, p, front);
  paint_mouth(k, &albedo, &gloss, p, front);
  s->albedo = albedo;
  s->gloss = gloss;
  paint_eyes(k, s, p, even, front);
}

/// Strands that run down at the sides and from front to back on top; curls have no direction.
FHK_INLINE lanes strands(points q, float fine, float run, float scale, lanes flat, uint32_t seed) {
  const lanes sides = noise(
      q.x * (fine * scale) + 200.0f, q.y * (run * scale) + 200.0f, q.z * (fine * scale) + 200.0f,
      seed);
  const lanes top = noise(
      q.x * (fine * scale) + 300.0f, q.y * (fine * scale) + 300.0f, q.z * (run * scale) + 300.0f,
      seed);
  return mixed(sides, top, flat);
}

/// Tone of hair and its surface roughened by strands.
static __attribute__((noinline)) void paint_hair(
    const fhk_paint *k, const points *at, const points *facing, lanes *albedo, points *bumped) {
  const points p = *at;
  const points n = *facing;
  const float run = k->curly ? 7 : 3.2f;
  const float fine = k->curly ? 8 : 24;
  const lanes flat = unit(n.y * n.y * 1.6f);
  const float step = 0.02f;
  const uint32_t seed = k->grain + 4;
  const lanes locks = strands(p, fine, run, 0.35f, flat, seed);
  const lanes hairs = strands(p, fine, run, 1, flat, k->grain + 5);
  const lanes dx =
      strands((points){p.x + step, p.y, p.z}, fine, run, 0.35f, flat, seed) - locks;
  const lanes dy =
      strands((points){p.x, p.y + step, p.z}, fine, run, 0.35f, flat, seed) - locks;
  const lanes dz =
      strands((points){p.x, p.y, p.z + step}, fine, run, 0.35f, flat, seed) - locks;
  const float rough = (k->curly ? 0.14f : 0.08f) / step;
  *bumped = normalized((points){n.x - dx * rough, n.y - dy * rough, n.z - dz * rough});
  *albedo = k->hair_tone * (0.25f + 0.85f * locks + 0.60f * hairs) + 0.003f;
}

/// Tone of the clothes: plain, striped, with a dark opening, or woven.
FHK_INLINE lanes cloth_tone(const fhk_paint *k, points p) {
  const lanes weave = noise(
      p.x * 9.0f + 60.0f, p.y * 9.0f + 60.0f, p.z * 9.0f + 60.0f, k->grain + 6);
  lanes tone = k->cloth_tone * (0.85f + 0.3f * weave);
  switch (k->cloth_pattern) {
    case 1: {
      const lanes phase = p.y * 3.5f + 50.0f;
      const lanes stripe =
          magnitude(phase - 50.0f - ((phase + 12582912.0f) - 12582912.0f - 50.0f));
      return tone * (1.0f - 0.55f * smoothed((stripe - 0.2f) * 8.0f));
    }
    case 2:
      return mixed(
          tone, all(0.75f),
          smoothed((0.20f - magnitude(p.x)) * 10.0f) * smoothed(p.z * 4.0f));
    case 3: {
      const lanes checks = noise(
          p.x * 3.0f + 20.0f, p.y * 3.0f + 20.0f, p.z * 3.0f + 20.0f, k->grain + 7);
      return tone * (0.6f + 0.8f * checks);
    }
    default: return tone;
  }
}

FHK_INLINE float lowest(lanes a) {
  float found = a[0];
  for (int i = 1; i < 8; i++) found = a[i] < found ? a[i] : found;
  return found;
}

FHK_INLINE float highest(lanes a) {
  float found = a[0];
  for (int i = 1; i < 8; i++) found = a[i] > found ? a[i] : found;
  return found;
}

/// How much of the key light arrives, 0 … 1, with soft edges.
FHK_INLINE lanes shadowing(const fhk_field *f, const fhk_paint *k, points p, points normal) {
  // A ball that holds the eight points says which parts can be in the way.
  const fhk_vector low = {lowest(p.x), lowest(p.y), lowest(p.z)};
  const fhk_vector high = {highest(p.x), highest(p.y), highest(p.z)};
  const fhk_vector size = {high.x - low.x, high.y - low.y, high.z - low.z};
  const fhk_vector center = {
      (low.x + high.x) * 0.5f, (low.y + high.y) * 0.5f, (low.z + high.z) * 0.5f};
  const float length = __builtin_sqrtf(size.x * size.x + size.y * size.y + size.z * size.z);
  fhk_mask mask;
  fhk_field_shadowers(f, center, length * 0.5f, k->light, &mask);
  const points to_light = everywhere(k->light);
  const points start = moved(p, all(0.06f), normal);
  lanes t = all(0.05f);
  lanes share = all(1);
  for (int turn = 0; turn < 6; turn++) {
    const points at = moved(start, t, to_light);
    lanes d;
    near_one(f, &mask, &at, &d);
    share = least(share, d * 7.0f / t + 0.35f);
    t += most(d, all(0.06f));
  }
  const lanes open = unit(share);
  return open * open * (3.0f - 2.0f * open);
}

FHK_INLINE lanes lit(
    const fhk_field *f, const fhk_mask *mask, const fhk_paint *k, const surface *s, points point,
    points normal, points direction) {
  const points to_light = everywhere(k->light);
  const points n = s->normal;
  const lanes facing = dot(n, to_light);
  // Wrapped a little beyond the terminator: light scatters under skin.
  const lanes diffuse = positive(facing + 0.18f) * (1 / 1.18f);
  const lanes shadow = any(facing > -0.18f) ? shadowing(f, k, point, normal) : all(0);
  const points above[2] = {moved(point, all(0.08f), normal), moved(point, all(0.30f), normal)};
  lanes room[2];
  near_two(f, mask, above, room);
  const lanes open = unit(room[0] * (1 / 0.08f)) * 0.45f + unit(room[1] * (1 / 0.30f)) * 0.55f;
  const lanes key = diffuse * shadow * (1.30f * (1 - k->ambient));
  const lanes sky =
      (0.62f + 0.38f * dot(n, everywhere(k->up))) * open * (0.95f * k->ambient + 0.10f);
  const points view = {0.0f - direction.x, 0.0f - direction.y, 0.0f - direction.z};
  const lanes fill = positive(dot(n, view)) * open * 0.12f;
  const points between =
      normalized((points){to_light.x + view.x, to_light.y + view.y, to_light.z + view.z});
  const lanes aligned = positive(dot(n, between));
  const lanes p4 = aligned * aligned * aligned * aligned;
  const lanes p16 = p4 * p4 * p4 * p4;
  const lanes p64 = p16 * p16 * p16 * p16;
  // Strands shine where the half-way direction lies across them.
  const points upward = everywhere(k->up);
  const lanes rise = dot(n, upward);
  const points strand = normalized((points){
      upward.x - n.x * rise, upward.y - n.y * rise, upward.z - n.z * rise + 0.001f});
  const lanes along = dot(strand, between);
  const lanes band = positive(1.0f - along * along * 1.2f);
  const lanes band4 = band * band * band * band;
  const lanes highlight = s->gloss * p16 * (1.0f - s->wet) + s->wet * p64 * p64 * 0.9f
      + s->hair * band4 * band4 * (0.035f + 0.25f * k->hair_tone);
  const lanes edge = 1.0f - positive(dot(n, view));
  const lanes rim = edge * edge * edge * edge * 0.05f * open;
  return s->albedo * (key + sky + fill) + highlight * shadow * (1.25f - k->ambient)
      + rim * k->ambient;
}

static void shade(
    const fhk_field *f, const fhk_mask *mask, const fhk_paint *k, const void *at,
    const void *directions, void *light, int32_t *kinds) {
  const points point = load_points(at);
  field_sample found;
  sample(f, mask, at, &found);
  const lanes close = nearest(&found);
  const ints is_frame = found.frame <= close;
  const ints is_hair = ~is_frame & (found.hair <= close);
  const ints is_cloth = ~is_frame & ~is_hair & (found.cloth <= close);
  *(ints_loose *)kinds = is_frame ? (ints)(FHK_FRAME)
      : is_hair     ? (ints)(FHK_HAIR)
      : is_cloth    ? (ints)(FHK_CLOTH)
                    : (ints)(FHK_SKIN);
  const float wanted = k->footprint * 0.6f;
  const float tap = wanted < 0.008f ? 0.008f : wanted > 0.02f ? 0.02f : wanted;
  const points n = normal(f, mask, point, tap);
  surface s;
  paint_skin(f, k, &point, &n, &s);
  if (any(is_cloth)) {
    s.albedo = is_cloth ? cloth_tone(k, point) : s.albedo;
    s.gloss = is_cloth ? all(0.02f) : s.gloss;
    s.wet = is_cloth ? all(0) : s.wet;
  }
  if (any(is_hair)) {
    lanes albedo;
    points bumped;
    paint_hair(k, &point, &n, &albedo, &bumped);
    s.albedo = is_hair ? albedo : s.albedo;
    s.gloss = is_hair ? all(0) : s.gloss;
    s.wet = is_hair ? all(0) : s.wet;
    s.hair = is_hair ? all(1) : s.hair;
    s.normal.x = is_hair ? bumped.x : s.normal.x;
    s.normal.y = is_hair ? bumped.y : s.normal.y;
    s.normal.z = is_hair ? bumped.z : s.normal.z;
  }
  if (any(is_frame)) {
    s.albedo = is_frame ? all(0.04f) : s.albedo;
    s.gloss = is_frame ? all(0.4f) : s.gloss;
    s.wet = is_frame ? all(0) : s.wet;
  }
  store_lanes(light, lit(f, mask, k, &s, point, n, load_points(directions)));
}
