// Packs a pixel of the finished map into one texel (RGBA32UI): the bits of the clearance, the two faces
// and the flags (see settle_passes.h). The functions below write it to `map_pixel`, which a shader must
// declare before it includes this file. The length of an overlap has its own plane, which is written only
// where the jaws overlap.

uint packed_flags(uint coverage, uint state, uint resolved_by, uint valued_by, uint upper_count, uint lower_count) {
  return coverage | state << 2 | resolved_by << 4 | valued_by << 7 | min(upper_count, 255u) << 10 |
         min(lower_count, 255u) << 18;
}

void write_pixel(float clearance_mm, int upper_face, int lower_face, uint flags) {
  map_pixel = uvec4(floatBitsToUint(clearance_mm), uint(upper_face), uint(lower_face), flags);
}

void write_without_clearance(uint flags) { write_pixel(not_a_number(), no_face, no_face, flags); }

// Writes a free pixel of both jaws with at most one gap, which lies between the upper's last exit and the
// lower's first entry along the view.
void write_gap(float gap_mm, int upper, int lower, uint stage, uint upper_count, uint lower_count) {
  if (upper < upper_anatomy && lower < lower_anatomy) {
    write_pixel(gap_mm, upper, lower, packed_flags(covers_both, state_free, stage, stage, upper_count, lower_count));
  } else {
    write_without_clearance(
        packed_flags(covers_both, state_not_anatomy, stage, stage_none, upper_count, lower_count));
  }
}

// Writes a pixel of both jaws at which the lower lies above the upper everywhere.
void write_unlimited(uint stage, uint upper_count, uint lower_count) {
  write_pixel(infinity(), no_face, no_face,
              packed_flags(covers_both, state_free, stage, stage, upper_count, lower_count));
}
