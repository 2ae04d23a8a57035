// Landmarks of teeth: cusp tips, contact points, points of the facial axis, of the gum's margin and of the incisal edge, each
// with a radius of doubt, which tests/landmarks/landmarks.py measures on generated patients.
//
// A cusp tip is a summit along the tooth's long axis. A contact point is where a crown reaches farthest along the arch at the height
// where neighbours meet; where they touch it is hidden between them. The width of a crown is the distance of the two. The facial axis point is half-way up the clinical crown (Andrews 1989, *Straight Wire*), from the middle of
// the gum's facial margin to the end of the crown: the incisal edge's middle, the tip of the (buccal) cusp, or of molars the
// groove between the mesiobuccal and the next buccal cusp.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/tooth_axes.h"

namespace intercusp {

struct Case;

enum class LandmarkName {
  cusp_mb,
  cusp_db,
  cusp_ml,
  cusp_dl,
  cusp_d,
  cusp_b,
  cusp_l,
  cusp,
  contact_mesial,
  contact_distal,
  facial_axis,
  gum_facial,
  gum_lingual,
  incisal_middle,
  groove_mb
};

[[nodiscard]] constexpr auto names_of(LandmarkName) {
  using enum LandmarkName;
  return enum_table<LandmarkName>({{cusp_mb, "cusp_mb"},
                                   {cusp_db, "cusp_db"},
                                   {cusp_ml, "cusp_ml"},
                                   {cusp_dl, "cusp_dl"},
                                   {cusp_d, "cusp_d"},
                                   {cusp_b, "cusp_b"},
                                   {cusp_l, "cusp_l"},
                                   {cusp, "cusp"},
                                   {contact_mesial, "contact_mesial"},
                                   {contact_distal, "contact_distal"},
                                   {facial_axis, "facial_axis"},
                                   {gum_facial, "gum_facial"},
                                   {gum_lingual, "gum_lingual"},
                                   {incisal_middle, "incisal_middle"},
                                   {groove_mb, "groove_mb"}});
}

struct ToothLandmark {
  LandmarkName name = LandmarkName::cusp;
  int fdi = 0;
  Eigen::Vector3d position_mm{0, 0, 0};
  double radius_mm = 0;  //!< of doubt, 95 %
  //! Of a contact point that was found: its doubt along the arch, 95 %, which is much less than across and up. Else 0.
  double along_arch_mm = 0;
  //! Of a contact point: the crown's mesiodistal axis, unit; zero where it is not known.
  Eigen::Vector3d along_arch{0, 0, 0};

  [[nodiscard]] double doubt_along_arch_mm() const { return along_arch_mm > 0 ? along_arch_mm : radius_mm; }
};

//! Landmarks of a jaw's labelled teeth, tooth by tooth in their order and each name once. What a crown does not show (a cusp that
//! is no summit, an end under gum) is left out.
//! \param jaw with labels  \param teeth of the jaw in this pose  \return in the jaw's own frame
[[nodiscard]] std::vector<ToothLandmark> find_landmarks(const Solid& jaw, std::span<const ToothAxes> teeth,
                                                        const Eigen::Isometry3d& case_from_jaw);

//! nullptr if it is not among them.
[[nodiscard]] const ToothLandmark* landmark_named(std::span<const ToothLandmark> landmarks, int fdi,
                                                  LandmarkName name);

struct CrownWidth {
  double mm = 0;
  double doubt_mm = 0;  //!< half of the 95 % interval
};

//! Distance of a tooth's contact points along the crown's mesiodistal axis (Moorrees 1959), straight where the axis is not
//! known; empty if one of them is missing.
[[nodiscard]] std::optional<CrownWidth> crown_width(std::span<const ToothLandmark> landmarks, int fdi);

//! Radius of a landmark that a person has placed, where the file states none: our choice.
inline constexpr double given_radius_mm = 0.3;

//! `found` with those of `given`, which replace the ones of their tooth and name. One without a tooth (fdi 0) replaces the
//! nearest of its name, any cusp for `cusp`, at most 3 mm away; without one it is left out.
//! \pre both are in the frames of their scans
[[nodiscard]] std::vector<ToothLandmark> with_given(std::vector<ToothLandmark> found,
                                                    std::vector<ToothLandmark> given);

//! The landmarks of both jaws, those given instead of those found, in the case frame.
[[nodiscard]] std::vector<ToothLandmark> landmarks_of(const Case& bite_case,
                                                      std::vector<ToothLandmark> given = {});

}  // namespace intercusp
