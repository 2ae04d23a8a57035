#version 450 core
// Copies the listed tiles of a map to memory of the host, each pixel to its place in the map. One group copies one tile.
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) uniform usampler2D map_pixel;
layout(binding = 1) uniform sampler2D overlap;
layout(std430, binding = 0) readonly buffer Tiles { uint tiles[]; };  // row << 16 | column
layout(std430, binding = 1) writeonly buffer Pixels { uvec4 pixels[]; };
layout(std430, binding = 2) writeonly buffer Overlaps { float overlaps_mm[]; };
uniform uint tiles_asked;
uniform int has_overlaps;

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (group >= tiles_asked) return;
  const ivec2 size = textureSize(map_pixel, 0);
  const uint tile = tiles[group];
  const ivec2 pixel = ivec2(tile & 0xFFFFu, tile >> 16) * 16 + ivec2(gl_LocalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  const int place = pixel.y * size.x + pixel.x;
  pixels[place] = texelFetch(map_pixel, pixel, 0);
  if (has_overlaps != 0) overlaps_mm[place] = texelFetch(overlap, pixel, 0).r;
}
