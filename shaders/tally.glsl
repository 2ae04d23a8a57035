// How many pixels wait for a stage, and the rectangle around them. One counter answers both what an occlusion
// query would (is the next stage needed?) and where, without a pass of its own.
struct Tally {
  uint pixels;
  int min_x, min_y, max_x, max_y;
};
// The undecided are those of tally_layers whose state depends on the layers.
const int tally_pass1 = 0, tally_pass2 = 1, tally_overlap = 2, tally_layers = 3, tally_undecided = 4;
layout(std430, binding = 0) buffer Tallies {
  Tally tallies[5];
  uint lower_layers;  // sum of the lower's layers over the pixels that wait for layers
  uint max_layers;    // largest number of layers, both jaws, at a pixel
  uint overflowed;    // undecided pixels with more layers than the code holds
};
// The first max_listed pixels that wait for layers, then as many that overflowed the code: row << 16 | column.
layout(std430, binding = 3) buffer Listed { uint listed[]; };
// Per tile of 16 × 16 pixels, row by row: bit `stage` is set where a pixel waits for that stage. Parts of a jaw
// over other tiles need not be drawn for it.
layout(std430, binding = 4) buffer Tiles { uint tiles[]; };

uint tally(int stage, ivec2 pixel) {
  // Reading first keeps most pixels away from the contended counters; a stale value only costs an atomic.
  if (pixel.x < tallies[stage].min_x) atomicMin(tallies[stage].min_x, pixel.x);
  if (pixel.y < tallies[stage].min_y) atomicMin(tallies[stage].min_y, pixel.y);
  if (pixel.x > tallies[stage].max_x) atomicMax(tallies[stage].max_x, pixel.x);
  if (pixel.y > tallies[stage].max_y) atomicMax(tallies[stage].max_y, pixel.y);
  const int tile = (pixel.y >> 4) * tiles_across + (pixel.x >> 4);
  if ((tiles[tile] >> stage & 1u) == 0u) atomicOr(tiles[tile], 1u << stage);
  return atomicAdd(tallies[stage].pixels, 1u);
}

void tally_for_layers(ivec2 pixel, uint lower_count) {
  const uint place = tally(tally_layers, pixel);
  if (place < max_listed) listed[place] = uint(pixel.y) << 16 | uint(pixel.x);
  atomicAdd(lower_layers, lower_count);
}
