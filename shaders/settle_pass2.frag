#version 450 core
// Stage 2, for the pixels that wait for it: the lower's layers in front of the upper's nearest depth are counted, SC2.
// Inside the lower where the line enters the upper: interference. SC2 = SC1: the lower has no layer within the upper's
// reach, free. The upper pi-convex: part of the lower lies inside it, interference. The order of layers decides the
// rest.
#include "parameters.glsl"
layout(location = 0) out uvec4 map_pixel;
#include "map_out.glsl"
#include "kept_upper.glsl"
layout(binding = 0) uniform usampler2D kept_upper;
layout(binding = 6) uniform usampler2D lower_layers_stencil;
layout(binding = 7) uniform sampler2D counts_pass1;
layout(binding = 8) uniform usampler2D counts_pass1_stencil;
layout(binding = 9) uniform sampler2D counts_pass2;
layout(binding = 10) uniform usampler2D counts_pass2_stencil;
layout(binding = 0, r8ui) uniform uimage2D waits;

const int is_free = 0, interferes = 1, goes_on = 2;

int verdict(uint count1, uint count2, int winding2, uint upper_count) {
  if (form == form_signed) {
    if (winding2 >= 1) return interferes;
  } else if ((count2 & 1u) == 1u) {
    return interferes;
  }
  // The simplified version has one bit: it knows neither that counts are equal nor that the upper is convex.
  if (form == form_simplified) return goes_on;
  if (count1 == count2) return is_free;
  return upper_count == 2u || form == form_basic ? interferes : goes_on;
}

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint waiting = imageLoad(waits, pixel).r;
  if ((waiting & waits_pass2) == 0u) discard;

  const Upper upper = unpacked_upper(texelFetch(kept_upper, pixel, 0));
  const uint lower_count = min(texelFetch(lower_layers_stencil, pixel, 0).r, counter_limit);
  uint count1, count2;
  int winding2 = 0;
  if (form == form_signed) {
    const vec2 count = texelFetch(counts_pass2, pixel, 0).rg;
    count1 = uint(texelFetch(counts_pass1, pixel, 0).r);
    count2 = uint(count.x);
    winding2 = int(count.y);
  } else {
    count1 = texelFetch(counts_pass1_stencil, pixel, 0).r;
    count2 = texelFetch(counts_pass2_stencil, pixel, 0).r;
  }
  const int found = verdict(count1, count2, winding2, upper.layers);
  const bool convex = (upper.layers == 2u && lower_count == 2u) || form == form_basic;
  // All of the lower counted: it lies in front of (above) the upper. Otherwise part of it lies behind, and the layers
  // decide the gap between the two.
  const bool all_in_front = count1 == lower_count && lower_count < counter_limit || form == form_basic;
  waiting &= ~waits_pass2;
  if (found == is_free) {
    waiting |= decided_pass2 | (all_in_front ? has_value : waits_layers);
  } else if (found == interferes) {
    waiting |= decided_pass2 | is_interfering | (convex ? waits_overlap : waits_layers);
  } else {
    waiting |= waits_layers;
  }
  imageStore(waits, pixel, uvec4(waiting));
  if (found != is_free) discard;
  // If a live map does not list the layers, counts only show whether there is one interval.
  const uint lower_intervals = live == 0u || lower_count == 2u || form == form_basic ? 1u : 0u;
  write_unlimited(stage_pass2, upper.intervals, lower_intervals);
}
