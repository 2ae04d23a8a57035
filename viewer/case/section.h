// Both jaws cut in one plane, in that plane: outlines, filled areas, the narrowest gaps and deepest overlaps.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! Directions that a section is usually cut in.
enum class SectionKind { sagittal, frontal, horizontal, across_arch };
[[nodiscard]] constexpr auto names_of(SectionKind) {
  return enum_table<SectionKind>({{SectionKind::sagittal, "sagittal"},
                                  {SectionKind::frontal, "frontal"},
                                  {SectionKind::horizontal, "horizontal"},
                                  {SectionKind::across_arch, "across_arch"}});
}

//! A plane of the case with its axes: z is the normal, x right and y down in the section view. Its origin is the
//! requested place.
struct SectionPlane {
  Eigen::Isometry3d case_from_plane = Eigen::Isometry3d::Identity();
  std::optional<SectionKind> kind = {};  //!< empty: any other direction

  [[nodiscard]] Eigen::Vector3d normal() const { return case_from_plane.linear().col(2); }
  [[nodiscard]] double offset_mm() const { return normal().dot(case_from_plane.translation()); }
};

//! \param place the plane passes through it (case frame). Sagittal: x anterior, y inferior. Frontal: x to the
//! patient's left, y inferior. Horizontal: x to the patient's left, y posterior. Across the arch: at right
//! angles to the arch's curve at `place`, x outwards from the arch's middle, y inferior; on the patient's
//! right x inwards, so that the right is on the left of the drawing, as in frontal views. What lies before
//! the plane (normal · p below its offset) is what a cut takes away.
[[nodiscard]] SectionPlane section_through(const LoadedCase& loaded, SectionKind kind,
                                           const Eigen::Vector3d& place);

//! Lines run so that the jaw is on the side of y where x lies of them: rings around it count +1 (winding number, from
//! x towards y).
struct SectionLine {
  Eigen::Vector2d from, to;  //!< mm in the plane
  bool anatomy = true;       //!< false: cap, skirt or base that import added
  bool base = false;         //!< skirt or base
};

struct SectionOutline {
  std::vector<SectionLine> upper, lower;
};

//! One surface's.
[[nodiscard]] std::vector<SectionLine> outline_of(const Solid& solid,
                                                  const Eigen::Isometry3d& plane_from_solid);

//! Every face that the plane crosses gives one line; faces that lie in it give none.
[[nodiscard]] SectionOutline cut(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                                 const SectionPlane& plane);

//! The lines without skirt and base: each stretch of these becomes one straight line between the edges of the scan.
[[nodiscard]] std::vector<SectionLine> closed_at_margins(const std::vector<SectionLine>& lines);

//! A stretch of one row.
struct SectionSpan {
  double from = 0, to = 0;
};

//! What the lines enclose (winding number at least 1) in the rows y = top + (i + 1/2) · step, from left to right.
[[nodiscard]] std::vector<std::vector<SectionSpan>> filled_rows(const std::vector<SectionLine>& lines,
                                                                double top, double step, std::size_t rows);

//! What lies in both, row by row.  \pre as many rows
[[nodiscard]] std::vector<std::vector<SectionSpan>> in_both(const std::vector<std::vector<SectionSpan>>& a,
                                                            const std::vector<std::vector<SectionSpan>>& b);

//! A place where the scanned surfaces come nearest or overlap deepest.
struct SectionGap {
  Eigen::Vector2d upper, lower;  //!< on the outlines
  double distance_mm = 0;        //!< between them, in the plane; negative: overlap
};

//! What the section view shows.
struct CrossSection {
  std::vector<SectionLine> upper, lower;  //!< closed_at_margins
  std::vector<SectionGap> gaps;           //!< up to widest_gap_mm, the narrowest first
  std::vector<SectionLine> extra = {};    //!< of a surface shown with one of the jaws; empty: none
  Jaw extra_of = Jaw::upper;              //!< which
};
constexpr double widest_gap_mm = 3;

[[nodiscard]] CrossSection section_of(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                                      const SectionPlane& plane);

//! The nearest point of the scanned outlines; empty if none is that near.
[[nodiscard]] std::optional<Eigen::Vector2d> nearest_on_outline(const CrossSection& section,
                                                                const Eigen::Vector2d& place,
                                                                double within_mm);

//! The nearest point of these lines, scanned or not; empty if none is that near.
[[nodiscard]] std::optional<Eigen::Vector2d> nearest_on_lines(const std::vector<SectionLine>& lines,
                                                              const Eigen::Vector2d& place, double within_mm);

//! Two teeth about the plane's origin, where the jaws are nearest to each other.
[[nodiscard]] Eigen::AlignedBox2d window_of(const CrossSection& section);

}  // namespace intercusp::viewer
