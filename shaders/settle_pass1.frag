#version 450 core
// Stage 1, second half, for the pixels that wait for it. SC1 counts the lower's layers in front of the
// upper's farthest depth. If there are none, the pixel is free. If the line is inside the lower where it
// leaves the upper, the pixel interferes. Otherwise stage 2 follows.
#include "parameters.glsl"
layout(location = 0) out uvec4 map_pixel;
#include "map_out.glsl"
#include "kept_upper.glsl"
#include "nearest_layer.glsl"
layout(binding = 0) uniform usampler2D kept_upper;
layout(binding = 6) uniform usampler2D lower_layers_stencil;
layout(binding = 7) uniform sampler2D counts;
layout(binding = 0, r8ui) uniform uimage2D waits;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint waiting = imageLoad(waits, pixel).r;
  if ((waiting & waits_pass1) == 0u) discard;

  const Upper upper = unpacked_upper(texelFetch(kept_upper, pixel, 0));
  const uint lower_count = texelFetch(lower_layers_stencil, pixel, 0).r;
  const vec2 count = texelFetch(counts, pixel, 0).rg;
  const bool is_free = count.x == 0.0;
  waiting &= ~waits_pass1;
  if (is_free) {
    waiting |= decided_pass1 | has_value;
  } else if (count.y >= 1.0) {
    const bool convex = upper.layers == 2u && lower_count == 2u;
    waiting |= decided_pass1 | is_interfering | (convex ? waits_overlap : waits_layers);
  } else {
    waiting |= waits_pass2;
  }
  imageStore(waits, pixel, uvec4(waiting));
  if (!is_free) discard;
  // If a live map does not list the layers, counts only tell whether there is one interval.
  const uint lower_intervals = live == 0u || lower_count == 2u ? 1u : 0u;
  // Only rounding let the nearest layer pass the test.
  const uint place = uint(pixel.y * textureSize(kept_upper, 0).x + pixel.x);
  const float gap = nearest_depth(place) - upper.far_depth;
  write_gap(max(gap, -tolerance) * depth_mm, upper.far_face, nearest_face(place), stage_pass1, upper.intervals, lower_intervals);
}
