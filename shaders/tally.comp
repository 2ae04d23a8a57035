#version 450 core
// How many pixels of each tile of 16 × 16 wait for which stage, and whether the lower covers one. One invocation a
// row of a tile; the first of a tile adds them up.
#include "parameters.glsl"
layout(local_size_x = 16, local_size_y = 4) in;  // four tiles
layout(binding = 0) uniform usampler2D waits;
// Pixels of a tile that wait for pass 1 | pass 2 << 16, overlap | layers << 16, layers with an open state | covered << 16.
layout(std430, binding = 0) writeonly buffer Tiles { uint tiles[]; };

shared uvec3 rows[4][16];

uvec3 tally_of_row(ivec2 first, int end) {
  uvec3 row = uvec3(0u);
  for (int x = first.x; x < end; ++x) {
    const uint waiting = texelFetch(waits, ivec2(x, first.y), 0).r;
    const uint for_layers = waiting / waits_layers & 1u;
    const bool undecided = (waiting & no_state) == 0u;
    const bool covered = waiting != 0u && (waiting & lower_alone) != no_state;
    row += uvec3((waiting & waits_pass1) | (waiting & waits_pass2) << 15,
                 (waiting & waits_overlap) >> 2 | for_layers << 16, (undecided ? for_layers : 0u) | uint(covered) << 16);
  }
  return row;
}

void main() {
  const ivec2 size = textureSize(waits, 0);
  const int across = (size.x + 15) / 16;
  const int tile = int(gl_WorkGroupID.x * 4u + gl_LocalInvocationID.y);
  const ivec2 first = ivec2(tile % across * 16, tile / across * 16 + int(gl_LocalInvocationID.x));
  rows[gl_LocalInvocationID.y][gl_LocalInvocationID.x] =
      first.y < size.y ? tally_of_row(first, min(first.x + 16, size.x)) : uvec3(0u);
  barrier();
  if (gl_LocalInvocationID.x != 0u || first.y >= size.y) return;
  uvec3 sum = uvec3(0u);
  for (int row = 0; row < 16; ++row) sum += rows[gl_LocalInvocationID.y][row];
  for (int i = 0; i < 3; ++i) tiles[3 * tile + i] = sum[i];
}
