#version 450 core
// The first half of stage 1 in software, for a live map: the lower's layers are not counted yet. Writes every pixel of the map.
#include "parameters.glsl"
layout(location = 0) out uvec4 map_pixel;
layout(location = 1) out uint waits_of_pixel;
#include "map_out.glsl"
#include "kept_upper.glsl"
#include "software/read_nearest_layer.glsl"
const bool is_live = true;
#include "settle_nearest.glsl"

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  waits = 0u;
  settle(pixel, uint(pixel.y * textureSize(kept_upper, 0).x + pixel.x));
  waits_of_pixel = waits;
}
