#version 450 core
// Sends the listed tiles of the map, one per group.
layout(local_size_x = INVOCATIONS) in;
#include "send_pixels.glsl"
layout(binding = 0) uniform usampler2D map_pixels;
layout(binding = 1) uniform sampler2D overlap;
layout(std430, binding = 0) readonly buffer Tiles { uint tiles[]; };
uniform uint tiles_asked;
uniform int has_overlaps;

uvec4 map_pixel(uvec2 pixel) { return texelFetch(map_pixels, ivec2(pixel), 0); }

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (group >= tiles_asked) return;
  const uvec2 size = uvec2(textureSize(map_pixels, 0));
  const uint across = (size.x + 15u) / 16u;
  const uvec2 first = uvec2(tiles[group] % across, tiles[group] / across) * 16u;
  for (uint i = gl_LocalInvocationIndex; i < 256u; i += INVOCATIONS) {
    const uvec2 pixel = first + uvec2(i % 16u, i / 16u);
    if (any(greaterThanEqual(pixel, size))) continue;
    send_pixel(pixel, map_pixel(pixel));
    if (has_overlaps != 0) send_overlap(pixel, texelFetch(overlap, ivec2(pixel), 0).r);
  }
  for (uint i = gl_LocalInvocationIndex; i < flag_planes * 64u; i += INVOCATIONS) {
    const uvec2 pixel = first + uvec2(i % 4u * 4u, i % 64u / 4u);
    if (any(greaterThanEqual(pixel, size))) continue;
    uvec4 flags = uvec4(0u);
    for (uint k = 0u; k < 4u; ++k) {
      if (pixel.x + k < size.x) flags[k] = map_pixel(pixel + uvec2(k, 0u)).w;
    }
    send_flags(i / 64u, pixel, flags);
  }
}
