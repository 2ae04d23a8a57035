// What a picture of the scene shows, on the GPU: both jaws, the map painted on them, its colours, the section.
//
// Everything that does not change with the camera is kept: meshes once per case, the map's texture once per reading.
#pragma once

#include <memory>
#include <optional>

#include "viewer/app/app_state.h"
#include "viewer/scene/extra_surface.h"
#include "viewer/scene/gpu_jaw.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/painted_map.h"
#include "viewer/scene/surface_paint.h"

namespace intercusp::viewer {

//! A ball in the case frame, mm.
struct Ball {
  Eigen::Vector3d centre{0, 0, 0};
  double radius_mm = 1;
};

struct ShownJaw {
  Jaw jaw = Jaw::lower;
  GpuJaw full, quick;
  JawColours full_colours, quick_colours;
  Eigen::Isometry3d case_from_jaw = Eigen::Isometry3d::Identity();
  JawLook look;
  Rgb cut{};                    //!< colour of its cut face
  double opacity = 0.38;        //!< where it is transparent
  bool is_sheet = false;        //!< open, and seen from both sides
  bool is_before_jaws = false;  //!< drawn just before them: the same teeth scanned again

  void paint(std::span<const GpuJaw::Paint> of_solid_vertices) {
    full.paint(of_solid_vertices);
    quick.paint(of_solid_vertices);
  }
};

[[nodiscard]] const looks::Background& background_of(const AppState& state);

class ShownScene {
 public:
  //! Takes over whatever of the state is new since the last call. Cheap where nothing is.
  //! \param values of this state.  \return whether a picture drawn before is out of date
  bool follow(const AppState& state, const PaintValues& values);

  [[nodiscard]] const LoadedCase* loaded() const { return loaded_.get(); }
  [[nodiscard]] bool is_empty() const { return !loaded_ && !unmeasured_.upper && !unmeasured_.lower; }
  [[nodiscard]] const ShownJaw& upper() const { return upper_; }
  [[nodiscard]] const ShownJaw& lower() const { return lower_; }
  [[nodiscard]] const std::vector<ShownJaw>& extras() const { return extras_; }  //!< of tools
  [[nodiscard]] std::size_t faces() const { return upper_.full.faces() + lower_.full.faces(); }
  [[nodiscard]] Ball ball() const;  //!< holds both jaws

  //! What of the state a picture depends on besides jaws, map, camera and size.
  struct Look {
    Eigen::Matrix4d upper_from_lower = Eigen::Matrix4d::Zero(), section = Eigen::Matrix4d::Zero();
    const looks::Background* background = &looks::dark_background;
    bool cuts = false, contours = true, surface_paint = false, teeth = false;
    double threshold_mm = 0;
    JawLook upper, lower;
    bool operator==(const Look&) const = default;
  };
  [[nodiscard]] const Look& look() const { return look_; }
  [[nodiscard]] const SectionPlane& section() const { return *section_; }  //!< \pre look().cuts

  [[nodiscard]] bool has_map() const { return map_version_.has_value(); }
  [[nodiscard]] const View& map_frame() const { return map_view_; }
  [[nodiscard]] const gl::Texture& map() const { return map_; }  //!< PaintedMap's texels
  [[nodiscard]] const PaintScale& paint() const { return paint_; }
  [[nodiscard]] const gl::Texture& colours() const {
    return colours_;
  }  //!< with opacity; below `zero_mm` in the left half, above right
  [[nodiscard]] double zero_mm() const { return paint_.paint == Paint::foil ? paint_.threshold_mm : 0; }

 private:
  bool follow_case(const AppState& state);
  bool follow_meshes(const AppState& state);
  bool follow_unmeasured(const AppState& state);
  void follow_labels(const Bite& before);
  bool follow_extras(const AppState& state);
  bool follow_scan_colours(const AppState& state);
  bool follow_map(const AppState& state, const PaintValues& values);
  bool follow_colours(const AppState& state);
  bool follow_surface_paint(const AppState& state);
  bool follow_teeth(const AppState& state);
  void upload_map(const PixelBox& box);

  std::shared_ptr<const LoadedCase> loaded_;
  Bite unmeasured_;  // shown without a case
  std::shared_ptr<const SceneMeshes> meshes_;
  ShownJaw upper_{.jaw = Jaw::upper, .cut = looks::upper_section}, lower_{.cut = looks::lower_section};
  Bounds upper_bounds_, lower_bounds_;  // what the meshes fill, in their frames
  std::vector<ShownJaw> extras_;
  std::vector<ExtraSurface> extras_shown_;  // the visible ones among extras_
  std::optional<PaintedMap> painted_map_;
  Look look_;
  std::optional<SectionPlane> section_;

  std::shared_ptr<LiveBite> live_;
  std::optional<std::size_t> map_version_;  // version of the values in map_
  View map_view_;
  gl::Texture map_, colours_;
  bool colours_are_made_ = false;
  std::shared_ptr<const SurfacePaint> surface_paint_;
  PaintScale paint_;
  std::optional<bool> scan_colours_;  // whether they are shown; nothing yet for a new case
  std::shared_ptr<const EditedTeeth> upper_teeth_, lower_teeth_;  // whose colours are painted
  std::optional<ToothName> selected_tooth_;
};

}  // namespace intercusp::viewer
