// The planes of the finished map; see map_planes.h for the flags.
layout(location = 0) out float clearance_mm;
layout(location = 1) out float overlap_mm;
layout(location = 2) out int upper_face;
layout(location = 3) out int lower_face;
layout(location = 4) out uint flags;

uint packed_flags(uint coverage, uint state, uint resolved_by, uint valued_by, uint upper_count, uint lower_count) {
  return coverage | state << 2 | resolved_by << 4 | valued_by << 7 | min(upper_count, 255u) << 10 |
         min(lower_count, 255u) << 18;
}

void write_nothing() {
  clearance_mm = not_a_number();
  overlap_mm = 0.0;
  upper_face = no_face;
  lower_face = no_face;
  flags = 0u;
}

// A pixel of both jaws with one gap or none, whose state is free: the gap lies between the upper's last exit
// and the lower's first entry as the view meets them.
void write_gap(float gap_mm, int upper, int lower, uint stage, uint upper_count, uint lower_count) {
  const bool counts = upper < upper_anatomy && lower < lower_anatomy;
  clearance_mm = counts ? gap_mm : not_a_number();
  overlap_mm = 0.0;
  upper_face = counts ? upper : no_face;
  lower_face = counts ? lower : no_face;
  flags = packed_flags(covers_both, counts ? state_free : state_not_anatomy, stage, counts ? stage : stage_none,
                       upper_count, lower_count);
}

// A pixel of both jaws where the lower lies above the upper everywhere.
void write_unlimited(uint stage, uint upper_count, uint lower_count) {
  clearance_mm = infinity();
  overlap_mm = 0.0;
  upper_face = no_face;
  lower_face = no_face;
  flags = packed_flags(covers_both, state_free, stage, stage, upper_count, lower_count);
}
