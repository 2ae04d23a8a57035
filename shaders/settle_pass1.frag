#version 450 core
// Stage 1, second half, for the pixels that wait for it: the lower's layers in front of the upper's farthest
// depth are counted, SC1. None: free. The line is then inside the lower where it leaves the upper (signed
// count >= 1; by parity: odd): interference. Neither: stage 2.
#include "parameters.glsl"
layout(location = 0) out uvec4 map_pixel;
#include "map_out.glsl"
#include "kept_upper.glsl"
#include "nearest_layer.glsl"
layout(binding = 0) uniform usampler2D kept_upper;
layout(binding = 6) uniform usampler2D lower_layers_stencil;
layout(binding = 7) uniform sampler2D counts;           // signed form
layout(binding = 8) uniform usampler2D counts_stencil;  // the seed's forms
layout(binding = 0, r8ui) uniform uimage2D waits;

const int is_free = 0, interferes = 1, goes_on = 2, clamped = 3;

int verdict(ivec2 pixel) {
  if (form == form_signed) {
    const vec2 count = texelFetch(counts, pixel, 0).rg;
    if (count.x >= float(counter_limit)) return clamped;
    return count.x == 0.0 ? is_free : (count.y >= 1.0 ? interferes : goes_on);
  }
  const uint count = min(texelFetch(counts_stencil, pixel, 0).r, counter_limit);
  // Simplified: SP is the lowest bit and SO is set, as the lower covers the pixel. An even count may be 0, but
  // then settle_nearest found the pixel free, unless by rounding.
  if (form == form_simplified) return (count & 1u) == 1u ? interferes : goes_on;
  if (count == counter_limit) return clamped;
  return count == 0u ? is_free : ((count & 1u) == 1u ? interferes : goes_on);
}

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint waiting = imageLoad(waits, pixel).r;
  if ((waiting & waits_pass1) == 0u) discard;

  const Upper upper = unpacked_upper(texelFetch(kept_upper, pixel, 0));
  const uint lower_count = min(texelFetch(lower_layers_stencil, pixel, 0).r, counter_limit);
  const bool convex = (upper.layers == 2u && lower_count == 2u) || form == form_basic;
  const int found = verdict(pixel);
  waiting &= ~waits_pass1;
  if (found == is_free) {
    waiting |= decided_pass1 | has_value;
  } else if (found == interferes) {
    waiting |= decided_pass1 | is_interfering | (convex ? waits_overlap : waits_layers);
  } else if (found == goes_on) {
    waiting |= waits_pass2;
  } else {
    waiting |= waits_layers;
  }
  imageStore(waits, pixel, uvec4(waiting));
  if (found != is_free) discard;
  // If a live map does not list the layers, counts only show whether there is one interval.
  const uint lower_intervals = live == 0u || lower_count == 2u || form == form_basic ? 1u : 0u;
  // The nearest layer passed the test only by rounding.
  const uint place = uint(pixel.y * textureSize(kept_upper, 0).x + pixel.x);
  const float gap = nearest_depth(place) - upper.far_depth;
  write_gap(max(gap, -tolerance) * depth_mm, upper.far_face, nearest_face(place), stage_pass1, upper.intervals, lower_intervals);
}
