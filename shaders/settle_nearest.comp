#version 450 core
// The first half of stage 1: four tiles per group, so that it writes long stretches of a row. A tile in which
// no pixel waits is sent to the host at once if it is needed there; the pixels of the others are written for later
// stages.
layout(local_size_x = INVOCATIONS) in;
#include "parameters.glsl"
uvec4 map_pixel;
#include "map_out.glsl"
#include "kept_upper.glsl"
#include "nearest_layer.glsl"
#include "tally.glsl"
#include "send_pixels.glsl"
#include "settle_nearest.glsl"
layout(binding = 0, r8ui) writeonly uniform uimage2D waits_of_pixels;
layout(binding = 1, rgba32ui) writeonly uniform uimage2D map_pixels;
uniform uint first_row;  // of tiles

const uint width = 16u * most_tiles, area = 16u * width;
shared uvec4 pixels[area];

uvec2 pixel_of_group(uint i) {
  return uvec2(gl_WorkGroupID.x * width, (first_row + gl_WorkGroupID.y) * 16u) + uvec2(i % width, i / width);
}

void main() {
  clear_counts();
  barrier();
  const ivec2 size = textureSize(kept_upper, 0);
  for (uint i = gl_LocalInvocationIndex; i < area; i += INVOCATIONS) {
    const ivec2 pixel = ivec2(pixel_of_group(i));
    map_pixel = uvec4(0u);
    waits = 0u;
    if (all(lessThan(pixel, size))) {
      settle(pixel, uint(pixel.y * size.x + pixel.x));
      imageStore(waits_of_pixels, pixel, uvec4(waits));
      count(i % width / 16u, tally_of(waits), is_covered(waits));
    }
    pixels[i] = map_pixel;
  }
  barrier();

  const uint across = uint(size.x + 15) / 16u;
  uint waiting = 0u, sending = 0u;  // one bit per tile
  for (uint k = 0u; k < most_tiles; ++k) {
    const uint column = gl_WorkGroupID.x * most_tiles + k, tile = (first_row + gl_WorkGroupID.y) * across + column;
    const uvec3 tally = counted(k);
    if (column >= across) break;
    if (tally.x != 0u || tally.y != 0u) {
      waiting |= 1u << k;
    } else if ((tally.z & covered_bit) != 0u || tiles[tile].w != 0u) {
      sending |= 1u << k;
    }
    if (gl_LocalInvocationIndex == k) tiles[tile].xyz = tally;
  }
  for (uint i = gl_LocalInvocationIndex; i < area; i += INVOCATIONS) {
    const uint tile_bit = 1u << i % width / 16u;
    if ((sending & tile_bit) != 0u) send_pixel(pixel_of_group(i), pixels[i]);
    if ((waiting & tile_bit) != 0u) imageStore(map_pixels, ivec2(pixel_of_group(i)), pixels[i]);  // beyond the map: nothing
  }
  for (uint i = gl_LocalInvocationIndex; i < flag_planes * area / 4u; i += INVOCATIONS) {
    const uint place = i % (area / 4u) * 4u;
    if ((sending >> place % width / 16u & 1u) == 0u) continue;
    send_flags(i / (area / 4u), pixel_of_group(place),
               uvec4(pixels[place].w, pixels[place + 1u].w, pixels[place + 2u].w, pixels[place + 3u].w));
  }
}
