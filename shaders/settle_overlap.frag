#version 450 core
// Settles interfering pixels at which both jaws have one interval. The overlap lies between the later of the
// two starts and the earlier of the two ends, which are four kept depths.
#include "parameters.glsl"
layout(location = 0) out uvec4 map_pixel;
#include "map_out.glsl"
#include "nearest_layer.glsl"
layout(location = 1) out float overlap_mm;
layout(binding = 0) uniform sampler2D upper_near;
layout(binding = 1) uniform isampler2D upper_near_face;
layout(binding = 2) uniform sampler2D upper_far;
layout(binding = 3) uniform isampler2D upper_far_face;
layout(binding = 6) uniform sampler2D lower_far;
layout(binding = 7) uniform isampler2D lower_far_face;
layout(binding = 8) uniform usampler2D waits;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const uint waiting = texelFetch(waits, pixel, 0).r;
  if ((waiting & waits_overlap) == 0u) discard;

  const uint stage = (waiting & decided_pass1) != 0u ? stage_pass1 : stage_pass2;
  const float upper_top = texelFetch(upper_near, pixel, 0).r;
  const float upper_bottom = texelFetch(upper_far, pixel, 0).r;
  const uint place = uint(pixel.y * textureSize(waits, 0).x + pixel.x);
  const float lower_top = nearest_depth(place);
  const float lower_bottom = texelFetch(lower_far, pixel, 0).r;
  const int upper_top_face = texelFetch(upper_near_face, pixel, 0).r;
  const int upper_bottom_face = texelFetch(upper_far_face, pixel, 0).r;
  const int lower_top_face = nearest_face(place);
  const int lower_bottom_face = texelFetch(lower_far_face, pixel, 0).r;

  const bool upper_begins = upper_bottom <= lower_bottom;  // along pi: the upper starts later
  const bool lower_ends = lower_top >= upper_top;          // along pi: the lower ends earlier
  overlap_mm = 0.0;
  const float overlap = min(upper_bottom, lower_bottom) - max(upper_top, lower_top);
  if (overlap <= tolerance) {
    // The counts put one jaw inside the other, but too thinly for an overlap: one of the solids
    // is a sliver here.
    if (upper_begins && lower_ends) {
      write_gap(-overlap * depth_mm, upper_bottom_face, lower_top_face, stage, 1u, 1u);
    } else {
      write_unlimited(stage, 1u, 1u);
    }
    return;
  }
  const bool start_counts =
      upper_begins ? upper_bottom_face < upper_anatomy : lower_bottom_face < lower_anatomy;
  const bool end_counts = lower_ends ? lower_top_face < lower_anatomy : upper_top_face < upper_anatomy;
  if (!start_counts || !end_counts) {
    write_without_clearance(packed_flags(covers_both, state_not_anatomy, stage, stage_none, 1u, 1u));
    return;
  }
  overlap_mm = overlap * depth_mm;
  // If one jaw bounds both ends, its outer face is named.
  const int upper_face = upper_begins ? upper_bottom_face : (lower_ends ? no_face : upper_top_face);
  const int lower_face = lower_ends ? lower_top_face : (upper_begins ? no_face : lower_bottom_face);
  write_pixel(-overlap_mm, upper_face, lower_face,
              packed_flags(covers_both, state_interfering, stage, stage, 1u, 1u));
}
