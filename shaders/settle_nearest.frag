#version 450 core
// Stage 1, first half: a pixel whose nearest lower layer lies behind all of the upper is free, and the gap is
// known (the seed's test (1)). Says of all others what they wait for. Writes every pixel of the map.
#include "parameters.glsl"
#include "map_out.glsl"
#include "kept_upper.glsl"
#include "tally.glsl"
layout(location = 5) out uint waits;
layout(binding = 0) uniform usampler2D kept_upper;
layout(binding = 4) uniform sampler2D lower_near;
layout(binding = 5) uniform isampler2D lower_near_face;
layout(binding = 6) uniform usampler2D lower_layers_stencil;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const Upper upper = unpacked_upper(texelFetch(kept_upper, pixel, 0));
  const uint lower_count = min(texelFetch(lower_layers_stencil, pixel, 0).r, counter_limit);
  write_nothing();
  waits = 0u;
  if (upper.layers == 0u && lower_count == 0u) return;

  const bool lower_convex = lower_count == 2u || form == form_basic;
  const uint coverage = (upper.layers > 0u ? 1u : 0u) | (lower_count > 0u ? 2u : 0u);
  if (lower_count > 0u && !lower_convex) waits = waits_layers;
  if (coverage != covers_both) {
    flags = packed_flags(coverage, state_outside, stage_none, stage_none, upper.intervals, min(lower_count, 1u));
  } else {
    const float lower_depth = texelFetch(lower_near, pixel, 0).r;
    if (lower_depth < upper.far_depth - tolerance) {
      flags = packed_flags(coverage, state_outside, stage_none, stage_none, upper.intervals, 1u);
      waits |= waits_pass1;
      tally(tally_pass1, pixel);
    } else {
      write_gap((lower_depth - upper.far_depth) * depth_mm, upper.far_face,
                texelFetch(lower_near_face, pixel, 0).r, stage_pass1, upper.intervals, 1u);
      waits |= decided_pass1 | has_value;
    }
  }
  if ((waits & waits_layers) != 0u) tally_for_layers(pixel, lower_count);
}
