// The counts of a tile of 16 × 16 pixels. The four numbers are: pixels that wait for pass 1 | pass 2 << 16;
// overlap | layers << 16; layers with an open state | whether the lower covers a pixel << 16; and, from the
// host, 1 if it needs the tile even if the lower does not cover it. Needs parameters.glsl.
layout(std430, binding = 0) buffer Tiles { uvec4 tiles[]; };

uvec3 tally_of(uint waiting) {
  const uint for_layers = waiting / waits_layers & 1u;
  const bool undecided = (waiting & no_state) == 0u;
  return uvec3((waiting & waits_pass1) | (waiting & waits_pass2) << 15,
               (waiting & waits_overlap) >> 2 | for_layers << 16, undecided ? for_layers : 0u);
}
bool is_covered(uint waiting) { return waiting != 0u && (waiting & lower_alone) != no_state; }
const uint covered_bit = 0x10000u;  // in the third number

const uint most_tiles = 4u;  // per group
shared uint counts[3u * most_tiles];

// Starts counting. All invocations must call this and wait at a barrier before they count.
void clear_counts() {
  for (uint i = gl_LocalInvocationIndex; i < 3u * most_tiles; i += INVOCATIONS) counts[i] = 0u;
}

void count(uint tile_of_group, uvec3 tally, bool covers) {
  for (uint i = 0u; i < 3u; ++i) {
    if (tally[i] != 0u) atomicAdd(counts[3u * tile_of_group + i], tally[i]);
  }
  if (covers) atomicOr(counts[3u * tile_of_group + 2u], covered_bit);
}

uvec3 counted(uint tile_of_group) {
  return uvec3(counts[3u * tile_of_group], counts[3u * tile_of_group + 1u], counts[3u * tile_of_group + 2u]);
}
