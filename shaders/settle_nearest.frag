#version 450 core
// Stage 1, first half: a pixel whose nearest lower layer lies behind all of the upper is free, and the gap is
// known (the seed's test (1)). Says of all others what they wait for. Writes every pixel of the map.
#include "parameters.glsl"
#include "map_out.glsl"
#include "tally.glsl"
layout(location = 5) out uint waits;
layout(binding = 0) uniform sampler2D upper_far;
layout(binding = 1) uniform isampler2D upper_far_face;
layout(binding = 2) uniform usampler2D upper_layers;
layout(binding = 3) uniform usampler2D upper_intervals;
layout(binding = 4) uniform sampler2D lower_near;
layout(binding = 5) uniform isampler2D lower_near_face;
layout(binding = 6) uniform usampler2D lower_layers_stencil;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const uint upper_count = texelFetch(upper_layers, pixel, 0).r;
  const uint lower_count = min(texelFetch(lower_layers_stencil, pixel, 0).r, counter_limit);
  write_nothing();
  waits = 0u;
  if (upper_count == 0u && lower_count == 0u) return;

  const uint intervals = texelFetch(upper_intervals, pixel, 0).r;
  const bool lower_convex = lower_count == 2u || form == form_basic;
  const uint coverage = (upper_count > 0u ? 1u : 0u) | (lower_count > 0u ? 2u : 0u);
  if (lower_count > 0u && !lower_convex) waits = waits_layers;
  if (coverage != covers_both) {
    flags = packed_flags(coverage, state_outside, stage_none, stage_none, intervals, min(lower_count, 1u));
  } else {
    const float upper_depth = texelFetch(upper_far, pixel, 0).r;
    const float lower_depth = texelFetch(lower_near, pixel, 0).r;
    if (lower_depth < upper_depth - tolerance) {
      flags = packed_flags(coverage, state_outside, stage_none, stage_none, intervals, 1u);
      waits |= waits_pass1;
      tally(tally_pass1, pixel);
    } else {
      write_gap((lower_depth - upper_depth) * depth_mm, texelFetch(upper_far_face, pixel, 0).r,
                texelFetch(lower_near_face, pixel, 0).r, stage_pass1, intervals, 1u);
      waits |= decided_pass1 | has_value;
    }
  }
  if ((waits & waits_layers) != 0u) tally_for_layers(pixel, lower_count);
}
