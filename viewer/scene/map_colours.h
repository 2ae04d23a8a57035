// The map view's picture: the clearance map in colours, with contours and the outlines of both jaws.
#pragma once

#include <epoxy/gl.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "viewer/app/app_state.h"
#include "viewer/scene/map_relief.h"

namespace intercusp::viewer {

//! Fine contour lines wherever clearance is painted; the threshold's own line is bold.
constexpr std::array<double, 3> usual_contours_mm = {0.2, 0.5, 1.0};

//! Colour of a stage in the map view and its legend.
[[nodiscard]] Rgb stage_colour(Stage stage);

struct MapColours {
  ColourScale scale;
  double threshold_mm = 0.1;
  bool contours = true;
  bool by_stage = false;  //!< colours by deciding stage instead of clearance
  int texels = 1;         //!< per pixel and axis; more make finer lines
};

using Texel = std::array<std::uint8_t, 4>;  //!< sRGB and alpha, which is 0 where there is no jaw

//! Row by row from the map's top left, width × height × texels². Clearances beyond the scale have the colour of the upper
//! alone, as on the jaws. The same bits for any number of threads.
//! \param relief shades the colours and gives the outlines of teeth; null for flat colours
[[nodiscard]] std::vector<Texel> map_texels(const ClearanceMap& map, const MapColours& colours,
                                            const MapRelief* relief = nullptr);

//! The same as a texture, updated when something that it shows has changed.
class MapPicture {
 public:
  void follow(const AppState& state);
  [[nodiscard]] GLuint texture();

 private:
  struct Key {
    const void* map = nullptr;
    Eigen::Matrix4d pose = Eigen::Matrix4d::Zero();
    Palette palette = Palette::classic;
    ColourRange range;
    double threshold_mm = 0;
    bool contours = false, by_stage = false;
    int texels = 1;
    bool operator==(const Key&) const = default;
  };
  std::shared_ptr<LiveBite> live_;
  std::shared_ptr<const StagesResult> stages_;
  Key wanted_, made_;
  std::shared_ptr<const Solid> relief_of_;
  View relief_view_;
  MapRelief relief_;
  gl::Name<gl::delete_texture> texture_;
  int width_ = 0, height_ = 0;
};

}  // namespace intercusp::viewer
