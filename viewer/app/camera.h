// Camera of the 3D view: orthographic, so that the scale bar is valid everywhere in the picture.
//
// The view's frame has x to the right, y down and z away from the viewer, mm (as JawView).
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string_view>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/anatomy.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

struct Camera {
  Eigen::Quaterniond view_from_case = Eigen::Quaterniond::Identity();  //!< rotation
  Eigen::Vector3d target{0, 0, 0};  //!< case point shown at the centre of the picture
  double height_mm = 80;            //!< height of the picture in the case

  //! x right, y down, z away; the target at the origin.
  [[nodiscard]] Eigen::Isometry3d pose() const;
  bool operator==(const Camera& other) const {
    return view_from_case.coeffs() == other.view_from_case.coeffs() && target == other.target &&
           height_mm == other.height_mm;
  }
};

//! What a picture leaves for the jaws: margins have what is written beside them, as shares of its width and height.
struct ViewRoom {
  double width_over_height = 1;
  double left = 0.155, right = 0.155, top = 0.1, bottom = 0.1;
  bool operator==(const ViewRoom&) const = default;
};

//! The views that have a name and a key. `upper_occlusal` looks at the upper from below, `lower_occlusal` at
//! the lower from above; in both and in the frontal view the patient's right is on the left of the picture.
enum class StandardView { frontal, right, left, upper_occlusal, lower_occlusal };
[[nodiscard]] constexpr auto names_of(StandardView) {
  return enum_table<StandardView>({{StandardView::frontal, "frontal"},
                                   {StandardView::right, "right"},
                                   {StandardView::left, "left"},
                                   {StandardView::upper_occlusal, "upper_occlusal"},
                                   {StandardView::lower_occlusal, "lower_occlusal"}});
}

[[nodiscard]] constexpr StandardView occlusal_view(Jaw jaw) {
  return jaw == Jaw::upper ? StandardView::upper_occlusal : StandardView::lower_occlusal;
}
[[nodiscard]] Eigen::Quaterniond rotation_of(StandardView view, const AnatomicalAxes& axes);

//! Looks in a direction with the jaws named as large as the room allows; with both where none is named.
//! \param bite one jaw may be null
[[nodiscard]] Camera fitted(const Bite& bite, const Eigen::Isometry3d& upper_from_lower,
                            const Eigen::Quaterniond& view_from_case, bool upper, bool lower,
                            const ViewRoom& room);

//! The standard view of a camera, within one degree; nothing for other cameras.
[[nodiscard]] std::optional<StandardView> view_of(const Camera& camera, const AnatomicalAxes& axes);

// Mouse control as in mesh tools: the left button rotates about the target (Bell's trackball, without pole or jump), the
// right or middle button pans, the wheel zooms to the cursor. Positions are pixels of a picture of the given size.
struct PictureSize {
  int width_px = 1, height_px = 1;
};
[[nodiscard]] Camera orbited(const Camera& camera, const PictureSize& size, const Eigen::Vector2d& from,
                             const Eigen::Vector2d& to);
[[nodiscard]] Camera panned(const Camera& camera, const PictureSize& size, const Eigen::Vector2d& from,
                            const Eigen::Vector2d& to);
//! \param factor above 1 zooms in; the point under the cursor stays there
[[nodiscard]] Camera zoomed(const Camera& camera, const PictureSize& size, const Eigen::Vector2d& at,
                            double factor);

[[nodiscard]] Eigen::Vector2d pixel_of(const Camera& camera, const PictureSize& size,
                                       const Eigen::Vector3d& case_point);
//! The line of sight through a pixel: a point far in front of the case, and the unit direction away from the
//! viewer.
[[nodiscard]] Eigen::ParametrizedLine<double, 3> pick_ray_through(const Camera& camera,
                                                                  const PictureSize& size,
                                                                  const Eigen::Vector2d& pixel);

}  // namespace intercusp::viewer
