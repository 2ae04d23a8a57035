#version 450 core
// Stage 2, for the pixels that wait for it. SC2 counts the lower's layers in front of the upper's nearest
// depth. If the line is inside the lower where it enters the upper, the pixel interferes. If SC2 = SC1, the
// lower has no layer between the upper's two depths, and the pixel is free. If the upper is pi-convex, a part
// of the lower lies inside it, and the pixel interferes. The order of layers decides all other pixels.
#include "parameters.glsl"
layout(location = 0) out uvec4 map_pixel;
#include "map_out.glsl"
#include "kept_upper.glsl"
layout(binding = 0) uniform usampler2D kept_upper;
layout(binding = 6) uniform usampler2D lower_layers_stencil;
layout(binding = 7) uniform sampler2D counts_pass1;
layout(binding = 8) uniform sampler2D counts_pass2;
layout(binding = 0, r8ui) uniform uimage2D waits;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint waiting = imageLoad(waits, pixel).r;
  if ((waiting & waits_pass2) == 0u) discard;

  const Upper upper = unpacked_upper(texelFetch(kept_upper, pixel, 0));
  const uint lower_count = texelFetch(lower_layers_stencil, pixel, 0).r;
  const float count1 = texelFetch(counts_pass1, pixel, 0).r;
  const vec2 count2 = texelFetch(counts_pass2, pixel, 0).rg;
  const bool starts_inside = count2.y >= 1.0;
  const bool is_free = !starts_inside && count1 == count2.x;
  const bool interferes = starts_inside || (!is_free && upper.layers == 2u);
  // If all layers of the lower are counted, the lower lies in front of (above) the upper. Otherwise a part of
  // it lies behind, and the layers decide the gap between the two.
  const bool all_in_front = count1 == float(lower_count) && lower_count < counter_limit;
  waiting &= ~waits_pass2;
  if (is_free) {
    waiting |= decided_pass2 | (all_in_front ? has_value : waits_layers);
  } else if (interferes) {
    const bool convex = upper.layers == 2u && lower_count == 2u;
    waiting |= decided_pass2 | is_interfering | (convex ? waits_overlap : waits_layers);
  } else {
    waiting |= waits_layers;
  }
  imageStore(waits, pixel, uvec4(waiting));
  if (!is_free) discard;
  // If a live map does not list the layers, counts only tell whether there is one interval.
  const uint lower_intervals = live == 0u || lower_count == 2u ? 1u : 0u;
  write_unlimited(stage_pass2, upper.intervals, lower_intervals);
}
