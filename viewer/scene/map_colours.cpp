#include "viewer/scene/map_colours.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "io/picture/contours.h"
#include "io/picture/jaw_shading.h"

namespace intercusp::viewer {
namespace {

constexpr Rgb outline_ink{24, 24, 28};
constexpr std::uint8_t faint = 40;  //!< opacity of what import added

bool has_upper(Coverage coverage) { return coverage == Coverage::upper_only || coverage == Coverage::both; }
bool has_lower(Coverage coverage) { return coverage == Coverage::lower_only || coverage == Coverage::both; }

class MapPainter {
 public:
  MapPainter(const ClearanceMap& map, const MapColours& colours, const MapRelief* relief,
             std::vector<Texel>& texels)
      : map_(map),
        grid_(map.view.grid),
        colours_(colours),
        relief_(relief),
        field_(map.clearance_mm, grid_.width, grid_.height),
        texels_(texels) {
    if (colours.contours && !colours.by_stage) {
      for (const double usual : usual_contours_mm) lines_.push_back({usual, 0.12 * colours.texels, 0.45});
      lines_.push_back({colours.threshold_mm, 0.28 * colours.texels, 0.9});
    }
  }

  void paint(int column, int row) const {
    const std::size_t i = grid_.index(column, row);
    if (map_.coverage[i] == Coverage::none) return;
    const Rgb colour = relief_ ? lit(base_colour(i), static_cast<double>(relief_->light[i])) : base_colour(i);
    const std::uint8_t opacity = is_added(i) ? faint : 255;
    const std::vector<ContourLine> near = lines_through(column, row);
    const Rim rim = rim_at(column, row);
    const int k = colours_.texels;
    for (int y = 0; y < k; ++y) {
      for (int x = 0; x < k; ++x) {
        Rgb here = colour;
        if (!near.empty())
          here = field_.with_lines(here, near, column + (x + 0.5) / k, row + (y + 0.5) / k, k);
        if (rim.covers(x, y, k)) here = blend(here, outline_ink, rim.of_jaw ? 0.75 : 0.45);
        texels_[(static_cast<std::size_t>(row) * k + y) * grid_.width * k +
                static_cast<std::size_t>(column) * k + x] = {here.red, here.green, here.blue, opacity};
      }
    }
  }

 private:
  //! Import closed the upper with faces that nothing else lies before.
  [[nodiscard]] bool is_added(std::size_t i) const {
    return relief_ && map_.coverage[i] == Coverage::upper_only && relief_->tooth[i] == nothing_scanned;
  }

  //! Edges of a pixel along which a jaw's outline runs, inside the jaw and half a pixel wide.
  struct Rim {
    bool left = false, right = false, top = false, bottom = false;
    bool of_jaw = false;  //!< not of a tooth
    [[nodiscard]] bool covers(int x, int y, int k) const {
      const int wide = (k + 1) / 2;
      return (left && x < wide) || (right && x >= k - wide) || (top && y < wide) || (bottom && y >= k - wide);
    }
  };

  [[nodiscard]] Rgb base_colour(std::size_t i) const {
    if (!colours_.by_stage) {
      const bool beyond = map_.clearance_mm[i] > colours_.scale.farthest_mm;
      return beyond ? colours_.scale.upper_only() : pixel_colour(colours_.scale, map_, i);
    }
    if (map_.coverage[i] == Coverage::upper_only) return colours_.scale.upper_only();
    if (map_.coverage[i] == Coverage::lower_only) return colours_.scale.lower_only();
    return stage_colour(map_.resolved_by[i]);
  }

  [[nodiscard]] std::vector<ContourLine> lines_through(int column, int row) const {
    std::vector<ContourLine> near;
    if (lines_.empty() || std::isnan(map_.clearance_mm[grid_.index(column, row)])) return near;
    const ContourField::Range range = field_.range_around(column, row);
    for (const ContourLine& line : lines_) {
      if (range.holds(line.at_mm)) near.push_back(line);
    }
    return near;
  }

  [[nodiscard]] bool outline_between(std::size_t own, int column, int row) const {
    const Coverage inside = map_.coverage[own];
    const bool beside = column < 0 || row < 0 || column >= grid_.width || row >= grid_.height;
    const Coverage outside = beside ? Coverage::none : map_.coverage[grid_.index(column, row)];
    return (has_upper(inside) && !has_upper(outside)) || (has_lower(inside) && !has_lower(outside));
  }

  [[nodiscard]] Rim rim_at(int column, int row) const {
    const std::size_t i = grid_.index(column, row);
    const Rim jaw{outline_between(i, column - 1, row), outline_between(i, column + 1, row),
                  outline_between(i, column, row - 1), outline_between(i, column, row + 1), true};
    if (!relief_ || jaw.left || jaw.right || jaw.top || jaw.bottom) return jaw;
    // On one side of the border only: right and below.
    return {false, other_tooth(i, column + 1, row), false, other_tooth(i, column, row + 1), false};
  }

  [[nodiscard]] bool other_tooth(std::size_t own, int column, int row) const {
    return column < grid_.width && row < grid_.height &&
           relief_->tooth[own] != relief_->tooth[grid_.index(column, row)];
  }

  const ClearanceMap& map_;
  const PixelGrid& grid_;
  const MapColours& colours_;
  const MapRelief* relief_;
  ContourField field_;
  std::vector<ContourLine> lines_;
  std::vector<Texel>& texels_;
};

//! With mipmaps, so that fine lines stay whole when the map is shown reduced.
gl::Name<gl::delete_texture> smooth_texture(int width, int height) {
  constexpr int levels = 4;
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  glTextureStorage2D(name, std::min(levels, 1 + static_cast<int>(std::log2(std::max(width, height)))),
                     GL_RGBA8, width, height);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return gl::Name<gl::delete_texture>(name);
}

}  // namespace

Rgb stage_colour(Stage stage) {
  switch (stage) {
    case Stage::pass1:
      return {142, 190, 220};
    case Stage::pass2:
      return {120, 178, 112};
    case Stage::layers:
      return {240, 180, 60};
    case Stage::rays:
      return {206, 64, 80};
    case Stage::none:
      break;
  }
  return {238, 230, 214};
}

std::vector<Texel> map_texels(const ClearanceMap& map, const MapColours& colours, const MapRelief* relief) {
  const PixelGrid& grid = map.view.grid;
  std::vector<Texel> texels(grid.size() * static_cast<std::size_t>(colours.texels * colours.texels), Texel{});
  const MapPainter painter(map, colours, relief, texels);
  tbb::parallel_for(0, grid.height, [&](int row) {
    for (int column = 0; column < grid.width; ++column) painter.paint(column, row);
  });
  return texels;
}

void MapPicture::follow(const AppState& state) {
  live_ = state.live;
  const bool by_stage = state.view.map_colouring == MapColouring::resolved_by;
  stages_ = by_stage ? state.stages : nullptr;
  wanted_ = {};
  if (!live_) return;
  const PoseReading& reading = live_->reading();
  const PixelGrid& grid = live_->map().view.grid;
  // Several texels per pixel give fine lines at rest; one per pixel is enough in motion.
  constexpr int most_texels = 3, largest_px = 4096;
  const int fitting = largest_px / std::max({1, grid.width, grid.height});
  wanted_ = {.map = stages_ ? static_cast<const void*>(stages_.get()) : live_.get(),
             .pose = stages_ ? stages_->upper_from_lower.matrix() : reading.upper_from_lower.matrix(),
             .palette = state.view.palette,
             .range = state.view.range,
             .threshold_mm = state.document.threshold_mm,
             .contours = state.view.contours,
             .by_stage = by_stage,
             .texels = state.moving() ? 1 : std::clamp(fitting, 1, most_texels)};
}

GLuint MapPicture::texture() {
  if (live_ == nullptr || wanted_ == made_) return texture_.get();
  const ClearanceMap& map = stages_ ? stages_->map : live_->map();
  const PixelGrid& grid = map.view.grid;
  if (grid.size() == 0) return texture_.get();
  const std::shared_ptr<const Solid>& upper = live_->loaded().bite.upper;
  if (relief_of_ != upper || !same_view(relief_view_, map.view)) {
    relief_ = upper_relief(*upper, map.view);
    relief_of_ = upper;
    relief_view_ = map.view;
  }
  const std::vector<Texel> texels =
      map_texels(map,
                 {.scale = {wanted_.palette, wanted_.range.deepest_mm, wanted_.range.farthest_mm},
                  .threshold_mm = wanted_.threshold_mm,
                  .contours = wanted_.contours,
                  .by_stage = wanted_.by_stage,
                  .texels = wanted_.texels},
                 wanted_.by_stage ? nullptr : &relief_);
  const int width = grid.width * wanted_.texels, height = grid.height * wanted_.texels;
  if (width_ != width || height_ != height) {
    texture_ = smooth_texture(width, height);
    width_ = width, height_ = height;
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTextureSubImage2D(texture_.get(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glGenerateTextureMipmap(texture_.get());
  made_ = wanted_;
  return texture_.get();
}

}  // namespace intercusp::viewer
