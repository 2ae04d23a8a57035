#version 450 core
// How many pixels of each tile of 16 × 16 wait for which stage. One invocation a tile: nothing is shared, so
// nothing is locked.
#include "parameters.glsl"
layout(local_size_x = 8, local_size_y = 4) in;
layout(binding = 0) uniform usampler2D waits;
// Pixels of a tile that wait for pass 1 | pass 2 << 16, overlap | layers << 16, layers with an open state.
layout(std430, binding = 0) writeonly buffer Tiles { uint tiles[]; };

void main() {
  const ivec2 size = textureSize(waits, 0);
  const ivec2 tile = ivec2(gl_GlobalInvocationID.xy);
  const ivec2 first = tile * 16;
  if (any(greaterThanEqual(first, size))) return;
  const ivec2 last = min(first + 16, size);
  uint passes = 0u;
  uint settled = 0u;
  uint undecided = 0u;
  for (int y = first.y; y < last.y; ++y) {
    for (int x = first.x; x < last.x; ++x) {
      const uint waiting = texelFetch(waits, ivec2(x, y), 0).r;
      const uint for_layers = waiting / waits_layers & 1u;
      passes += (waiting & waits_pass1) | (waiting & waits_pass2) << 15;
      settled += (waiting & waits_overlap) >> 2 | for_layers << 16;
      undecided += (waiting & (decided_pass1 | decided_pass2)) == 0u ? for_layers : 0u;
    }
  }
  const int place = 3 * (tile.y * ((size.x + 15) / 16) + tile.x);
  tiles[place] = passes;
  tiles[place + 1] = settled;
  tiles[place + 2] = undecided;
}
