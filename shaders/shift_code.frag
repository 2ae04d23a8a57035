#version 450 core
// Stage 3: codes the next layer of each undecided pixel, as the paper's alpha blending does. With alpha = 1/4, each
// layer adds two bits to a float component: new/4 + old/4. After m <= 12 layers the component is
// sum(digit_i · 4^(i - m - 1)), i = 1 … m: at most 24 bits after the point, which a float below 1 holds exactly. The
// four components together hold 48 layers.
//
// The paper sorts the polygons and draws them once per layer. Here the sorted chains are drawn once per layer, so
// each draw is a rectangle of pixels instead of both jaws.
#include "parameters.glsl"
#include "layers.glsl"
#include "kept_upper.glsl"
#include "both_jaws.glsl"
layout(binding = 0, r32ui) uniform uimage2D upper_cursor;
layout(binding = 1, r32ui) uniform uimage2D lower_cursor;
layout(location = 0) out vec4 digit;
uniform int is_first;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const uint waiting = texelFetch(waits, pixel, 0).r;
  if ((waiting & waits_layers) == 0u || (waiting & (decided_pass1 | decided_pass2)) != 0u) discard;
  uint upper_place = is_first == 1 ? upper_first(pixel) : imageLoad(upper_cursor, pixel).r;
  uint lower_place = is_first == 1 ? lower_first(pixel) : imageLoad(lower_cursor, pixel).r;
  if (upper_place == 0u && lower_place == 0u) discard;

  // The lower is moved away by the tolerance, as in every test of earlier stages.
  const bool upper_comes = upper_is_next(pixel, upper_place, lower_place, tolerance);
  bool enters;
  if (upper_comes) {
    enters = upper_layer(pixel, upper_place).enters;
    upper_place = upper_next(upper_place);
  } else {
    enters = lower_layer(lower_place).enters;
    lower_place = lower_next(lower_place);
  }
  imageStore(upper_cursor, pixel, uvec4(upper_place));
  imageStore(lower_cursor, pixel, uvec4(lower_place));
  digit = vec4(float((upper_comes ? 0u : 2u) + (enters ? 1u : 0u)) / 4.0);
}
