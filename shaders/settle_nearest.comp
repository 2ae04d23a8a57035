#version 450 core
// The first half of stage 1. Each group handles four tiles, so that it writes long parts of a row. A tile in
// which no pixel waits is sent to the host at once if the host needs it. Pixels of other tiles are written
// for later stages.
layout(local_size_x = INVOCATIONS) in;
#include "parameters.glsl"
uvec4 map_pixel;
#include "map_out.glsl"
#include "kept_upper.glsl"
#include "nearest_layer.glsl"
#include "tally.glsl"
#include "send_pixels.glsl"
// Stage 1, first half. If the nearest layer of the lower lies behind the whole upper, the pixel is free, and
// its gap is known (the paper's test (1)). For all other pixels, marks what they wait for.
layout(binding = 0) uniform usampler2D kept_upper;
layout(binding = 6) uniform usampler2D lower_layers_stencil;

uint waits;

void settle(ivec2 pixel, uint place) {
  const Upper upper = unpacked_upper(texelFetch(kept_upper, pixel, 0));
  const float lower_depth = nearest_depth(place);
  const uint coverage = (upper.layers > 0u ? 1u : 0u) | (lower_depth < 1.0 ? 2u : 0u);
  if (coverage == 0u) {
    write_without_clearance(0u);
    return;
  }

  uint lower_intervals = 0u;
  if (live == 0u) {  // in live maps they are not counted
    const uint lower_count = texelFetch(lower_layers_stencil, pixel, 0).r;
    lower_intervals = min(lower_count, 1u);
    if (lower_count > 0u && lower_count != 2u) waits = waits_layers;
  }
  if (coverage != covers_both) {
    waits |= coverage == 2u ? lower_alone : no_state;
    write_without_clearance(
        packed_flags(coverage, state_outside, stage_none, stage_none, upper.intervals, lower_intervals));
  } else if (lower_depth < upper.far_depth - tolerance) {
    write_without_clearance(0u);  // a later stage writes the pixel
    waits |= waits_pass1;
  } else {
    write_gap((lower_depth - upper.far_depth) * depth_mm, upper.far_face, nearest_face(place), stage_pass1,
              upper.intervals, lower_intervals);
    waits |= decided_pass1 | has_value;
  }
}
layout(binding = 0, r8ui) writeonly uniform uimage2D waits_of_pixels;
layout(binding = 1, rgba32ui) writeonly uniform uimage2D map_pixels;
uniform uint first_row;  // first row of tiles

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
    // Beyond the map nothing is stored.
    if ((waiting & tile_bit) != 0u) imageStore(map_pixels, ivec2(pixel_of_group(i)), pixels[i]);
  }
  for (uint i = gl_LocalInvocationIndex; i < flag_planes * area / 4u; i += INVOCATIONS) {
    const uint place = i % (area / 4u) * 4u;
    if ((sending >> place % width / 16u & 1u) == 0u) continue;
    send_flags(i / (area / 4u), pixel_of_group(place),
               uvec4(pixels[place].w, pixels[place + 1u].w, pixels[place + 2u].w, pixels[place + 3u].w));
  }
}
