// The map view's picture: the map in the colours of the paint, with contours and the outlines of both jaws.
#pragma once

#include <epoxy/gl.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"
#include "viewer/app/app_state.h"
#include "viewer/scene/painted_map.h"

namespace intercusp::viewer {

// What lies under the map's colours: the upper jaw's surface as lit from the side that the map is seen from, and its teeth.

constexpr std::int32_t nothing_scanned = -1;

//! Per pixel of a map.
struct MapRelief {
  std::vector<float> light;         //!< 1 where no scanned surface is seen
  std::vector<std::int32_t> tooth;  //!< FDI; 0 for gum, `nothing_scanned` where no scanned surface is seen
};

//! \param upper in the case frame, as everywhere
[[nodiscard]] MapRelief upper_relief(const Solid& upper, const View& view);

//! 1 for each pixel whose line meets a face of the solid that was scanned.
[[nodiscard]] std::vector<char> scanned_pixels(const Solid& solid, const Eigen::Isometry3d& view_from_solid,
                                               const PixelGrid& grid);

//! Fine contour lines wherever all distances are painted; the threshold's own line is bold.
constexpr std::array<double, 3> usual_contours_mm = {0.2, 0.5, 1.0};

//! Colours of the stages in the map view and its legend.
constexpr auto stage_colours = enum_table<Stage, Rgb>({{Stage::none, {238, 230, 214}},
                                                       {Stage::pass1, {142, 190, 220}},
                                                       {Stage::pass2, {120, 178, 112}},
                                                       {Stage::layers, {240, 180, 60}},
                                                       {Stage::rays, {206, 64, 80}}});
constexpr auto stage_words = enum_table<Stage, Wording>({{Stage::none, Text("none")},
                                                         {Stage::pass1, Text("first pass")},
                                                         {Stage::pass2, Text("second pass")},
                                                         {Stage::layers, Text("sorted layers")},
                                                         {Stage::rays, Text("rays")}});

struct MapColours {
  PaintScale paint;
  bool contours = true;   //!< where all distances are painted
  bool by_stage = false;  //!< colours by deciding stage instead
  int texels = 1;         //!< per pixel and axis; more make finer lines
  //! 1 where something scanned of the lower is (scanned_pixels); empty: everywhere. Nothing else of it is drawn.
  std::span<const char> lower_scanned = {};
};

using Texel = std::array<std::uint8_t, 4>;  //!< sRGB and alpha, which is 0 where there is no jaw

//! Row by row from the map's top left, width × height × texels². What is not painted has the colour of the upper alone. Only
//! what was scanned is drawn. With
//! several texels a pixel, values are those between the centres of pixels. The same bits for any number of threads.
//! \param values_mm one a pixel, as PaintValues.  \param relief shades the colours and gives the outlines of teeth; null for flat
//! colours, and for all of the upper as if it was scanned
[[nodiscard]] std::vector<Texel> map_texels(const ClearanceMap& map, std::span<const float> values_mm,
                                            const MapColours& colours, const MapRelief* relief = nullptr);

//! The map's colours as a texture, updated when something that it shows has changed.
class MapPicture {
 public:
  //! \param live of the state or of the pose compared with.  \param values of it, used until the next call
  //! \param quick coarse: while the jaw moves
  void follow(const AppState& state, const std::shared_ptr<LiveBite>& live, const PaintValues& values,
              bool quick);
  [[nodiscard]] GLuint texture();

 private:
  struct Key {
    const void* map = nullptr;
    std::size_t version = 0;  //!< grows with every change of the values
    PaintScale paint;
    bool contours = false, by_stage = false;
    int texels = 1;
    bool quick = false;
    const void* meshes = nullptr;
    bool operator==(const Key&) const = default;
  };
  const PaintValues* values_ = nullptr;
  std::shared_ptr<LiveBite> live_;
  std::shared_ptr<const StagesResult> stages_;
  Key wanted_, made_;
  [[nodiscard]] const MapRelief* relief(const View& view);

  std::shared_ptr<const SceneMeshes> meshes_;
  std::shared_ptr<const Solid> relief_of_;
  View relief_view_;
  std::shared_ptr<const MapRelief> relief_;
  struct Drawn {
    gl::Name<gl::delete_texture> texture;
    int width = 0, height = 0;
  };
  Drawn fine_, quick_;  // two textures: a large one takes long to make
};

}  // namespace intercusp::viewer
