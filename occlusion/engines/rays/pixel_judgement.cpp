#include "occlusion/engines/rays/pixel_judgement.h"

#include <algorithm>

namespace intercusp::rays {
namespace {

//! A gap or an overlap and the faces that bound it.
struct Stretch {
  double length_mm = 0;
  std::int32_t upper_face = no_face;
  std::int32_t lower_face = no_face;
  bool between_anatomy = false;
};

//! The findings while the intervals of a pixel are visited.
struct Findings {
  bool any = false;      //!< anything at all, between anatomy or not
  bool overlap = false;  //!< an overlap between anatomy
  bool gap = false;      //!< a gap between anatomy
  Stretch longest_overlap, smallest_gap;
  double overlap_sum_mm = 0;
};

bool is_anatomy(const JawOnLine& jaw, std::int32_t face) {
  return jaw.solid.is_anatomy(static_cast<std::size_t>(face));
}

//! Ui ∩ Lj: it begins where the later of the two begins and ends where the earlier one ends.
Stretch overlap_of(const JawOnLine& upper, const InsideInterval& u, const JawOnLine& lower,
                   const InsideInterval& l) {
  const bool upper_begins_it = u.start >= l.start;
  const bool lower_ends_it = l.end <= u.end;
  Stretch overlap{.length_mm = std::min(u.end, l.end) - std::max(u.start, l.start)};
  overlap.upper_face = upper_begins_it ? u.start_face : (lower_ends_it ? no_face : u.end_face);
  overlap.lower_face = lower_ends_it ? l.end_face : (upper_begins_it ? no_face : l.start_face);
  overlap.between_anatomy =
      (upper_begins_it ? is_anatomy(upper, u.start_face) : is_anatomy(lower, l.start_face)) &&
      (lower_ends_it ? is_anatomy(lower, l.end_face) : is_anatomy(upper, u.end_face));
  return overlap;
}

void find_overlaps(const JawOnLine& upper, const JawOnLine& lower, double tolerance_mm, Findings& findings) {
  for (const InsideInterval& u : upper.intervals) {
    for (const InsideInterval& l : lower.intervals) {
      const Stretch overlap = overlap_of(upper, u, lower, l);
      if (overlap.length_mm <= tolerance_mm) continue;
      findings.any = true;
      if (!overlap.between_anatomy) continue;
      findings.overlap_sum_mm += overlap.length_mm;
      if (!findings.overlap || overlap.length_mm > findings.longest_overlap.length_mm) {
        findings.longest_overlap = overlap;
      }
      findings.overlap = true;
    }
  }
}

//! For each interval of the upper, finds the last of the lower that ends before it; a gap if the space between is free.
void find_gaps(const JawOnLine& upper, const JawOnLine& lower, double tolerance_mm, Findings& findings) {
  for (std::size_t i = 0; i < upper.intervals.size(); ++i) {
    const InsideInterval& u = upper.intervals[i];
    const auto next =
        std::partition_point(lower.intervals.begin(), lower.intervals.end(),
                             [&](const InsideInterval& l) { return l.end <= u.start + tolerance_mm; });
    if (next == lower.intervals.begin()) continue;
    const InsideInterval& l = *(next - 1);
    const bool lower_between = next != lower.intervals.end() && next->start < u.start - tolerance_mm;
    const bool upper_between = i > 0 && upper.intervals[i - 1].end > l.end + tolerance_mm;
    if (lower_between || upper_between) continue;

    findings.any = true;
    if (!is_anatomy(upper, u.start_face) || !is_anatomy(lower, l.end_face)) continue;
    const double gap_mm = u.start - l.end;
    if (!findings.gap || gap_mm < findings.smallest_gap.length_mm) {
      findings.smallest_gap = {
          .length_mm = gap_mm, .upper_face = u.start_face, .lower_face = l.end_face, .between_anatomy = true};
    }
    findings.gap = true;
  }
}

Coverage coverage_of(bool upper, bool lower) {
  if (upper) return lower ? Coverage::both : Coverage::upper_only;
  return lower ? Coverage::lower_only : Coverage::none;
}

std::uint8_t up_to_255(std::size_t count) {
  return static_cast<std::uint8_t>(std::min<std::size_t>(count, 255));
}

void take_faces(PixelResult& pixel, const Stretch& stretch) {
  pixel.upper_face = stretch.upper_face;
  pixel.lower_face = stretch.lower_face;
}

}  // namespace

PixelResult judge_pixel(const JawOnLine& upper, const JawOnLine& lower, double depth_tolerance_mm) {
  PixelResult pixel;
  pixel.coverage = coverage_of(!upper.intervals.empty(), !lower.intervals.empty());
  pixel.upper_intervals = up_to_255(upper.intervals.size());
  pixel.lower_intervals = up_to_255(lower.intervals.size());
  if (pixel.coverage != Coverage::both) return pixel;

  Findings findings;
  find_overlaps(upper, lower, depth_tolerance_mm, findings);
  find_gaps(upper, lower, depth_tolerance_mm, findings);
  if (findings.overlap) {
    pixel.state = PixelState::interfering;
    pixel.clearance_mm = static_cast<float>(-findings.longest_overlap.length_mm);
    pixel.overlap_mm = static_cast<float>(findings.overlap_sum_mm);
    take_faces(pixel, findings.longest_overlap);
  } else if (findings.gap) {
    pixel.state = PixelState::free;
    pixel.clearance_mm = static_cast<float>(findings.smallest_gap.length_mm);
    take_faces(pixel, findings.smallest_gap);
  } else if (findings.any) {
    pixel.state = PixelState::not_anatomy;
  } else {
    pixel.state = PixelState::free;  // the upper lies below the lower everywhere
    pixel.clearance_mm = unlimited_clearance;
  }
  return pixel;
}

}  // namespace intercusp::rays
