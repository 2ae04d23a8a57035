// Stage 1, first half: a pixel whose nearest lower layer lies behind all of the upper is free, and the gap is known
// (the seed's test (1)). Marks what all others wait for.
layout(binding = 0) uniform usampler2D kept_upper;
layout(binding = 6) uniform usampler2D lower_layers_stencil;

uint waits;

void settle(ivec2 pixel, uint place) {
  const Upper upper = unpacked_upper(texelFetch(kept_upper, pixel, 0));
  const float lower_depth = nearest_depth(place);
  const uint coverage = (upper.layers > 0u ? 1u : 0u) | (lower_depth < 1.0 ? 2u : 0u);
  if (coverage == 0u) {
    write_without_clearance(0u);
    return;
  }

  uint lower_intervals = 0u;
  if (live == 0u) {  // live, they are not counted
    const uint lower_count = texelFetch(lower_layers_stencil, pixel, 0).r;
    lower_intervals = min(lower_count, 1u);
    if (lower_count > 0u && lower_count != 2u) waits = waits_layers;
  }
  if (coverage != covers_both) {
    waits |= coverage == 2u ? lower_alone : no_state;
    write_without_clearance(
        packed_flags(coverage, state_outside, stage_none, stage_none, upper.intervals, lower_intervals));
  } else if (lower_depth < upper.far_depth - tolerance) {
    write_without_clearance(0u);  // a later stage writes the pixel
    waits |= waits_pass1;
  } else {
    write_gap((lower_depth - upper.far_depth) * depth_mm, upper.far_face, nearest_face(place), stage_pass1,
              upper.intervals, lower_intervals);
    waits |= decided_pass1 | has_value;
  }
}
