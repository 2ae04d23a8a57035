#include "viewer/scene/map_colours.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

#include "io/picture/contours.h"
#include "io/picture/jaw_shading.h"
#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {
namespace {

constexpr double strength = 0.6;  //!< of the shading: colours must still look like those of the scale

}  // namespace

MapRelief upper_relief(const Solid& upper, const View& view) {
  const PixelGrid& grid = view.grid;
  // The view of a picture is that of the map: x and y along u and v, away from the viewer where depth grows.
  const FirstHits hits = first_hits(upper, view.view_from_case,
                                    {grid.width, grid.height, grid.u0_mm, grid.v0_mm, grid.pixel_mm});
  const std::vector<Eigen::Vector3d> normals = vertex_normals(upper.mesh.vertices, upper.mesh.faces);
  MapRelief relief{std::vector<float>(grid.size(), 1.0F),
                   std::vector<std::int32_t>(grid.size(), nothing_scanned)};
  for_all(std::size_t{0}, grid.size(), [&](std::size_t i) {
    const std::int32_t face = hits.face[i];
    if (face == no_face) return;
    const Face& corners = upper.mesh.faces[static_cast<std::size_t>(face)];
    const double b = hits.second_weight[i], c = hits.third_weight[i];
    const Eigen::Vector3d normal =
        (1 - b - c) * normals[corners[0]] + b * normals[corners[1]] + c * normals[corners[2]];
    const Eigen::Vector3d seen = view.view_from_case.linear() * normal.stableNormalized();
    relief.light[i] = static_cast<float>(1 - strength + strength * brightness(seen));
    const std::size_t nearest = b > 0.5 ? 1 : c > 0.5 ? 2 : 0;
    relief.tooth[i] = upper.labels.empty() ? 0 : upper.labels[corners[nearest]];
  });
  return relief;
}

std::vector<char> scanned_pixels(const Solid& solid, const Eigen::Isometry3d& view_from_solid,
                                 const PixelGrid& grid) {
  std::vector<Eigen::Vector2d> places(solid.mesh.vertices.size());  // in pixels, from the centre of the first
  for_all(std::size_t{0}, places.size(), [&](std::size_t v) {
    const Eigen::Vector2d at = (view_from_solid * solid.mesh.vertices[v]).head<2>();
    places[v] = ((at - Eigen::Vector2d(grid.u0_mm, grid.v0_mm)) / grid.pixel_mm).array() - 0.5;
  });
  const auto cross = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
  };
  const auto mark = [&](std::vector<char>& scanned, std::size_t face) {
    const Face& corners = solid.mesh.faces[face];
    const Eigen::Vector2d &a = places[corners[0]], &b = places[corners[1]], &c = places[corners[2]];
    const Eigen::Array2d least = a.cwiseMin(b).cwiseMin(c).array().ceil().max(0.0);
    const Eigen::Array2d most =
        a.cwiseMax(b).cwiseMax(c).array().floor().min(Eigen::Array2d(grid.width - 1, grid.height - 1));
    const double turn = cross(b - a, c - a) < 0 ? -1 : 1;
    for (int row = static_cast<int>(least.y()); row <= static_cast<int>(most.y()); ++row) {
      for (int column = static_cast<int>(least.x()); column <= static_cast<int>(most.x()); ++column) {
        const Eigen::Vector2d p(column, row);
        if (turn * cross(b - a, p - a) >= 0 && turn * cross(c - b, p - b) >= 0 &&
            turn * cross(a - c, p - c) >= 0)
          scanned[grid.index(column, row)] = 1;
      }
    }
  };
  std::vector<char> scanned(grid.size(), 0), half(grid.size(), 0);
  const auto mark_all = [&](std::vector<char>& into, std::size_t from, std::size_t to) {
    for (std::size_t face = from; face < to; ++face) mark(into, face);
  };
  const std::size_t middle = solid.anatomy_faces / 2;
  run_both([&] { mark_all(half, 0, middle); }, [&] { mark_all(scanned, middle, solid.anatomy_faces); });
  for (std::size_t i = 0; i < scanned.size(); ++i)
    if (half[i] != 0) scanned[i] = 1;
  return scanned;
}

namespace {

constexpr Rgb outline_ink{24, 24, 28};
constexpr double beside_mm = 0.5;  // paint ends between pixels

bool has_upper(Coverage coverage) { return coverage == Coverage::upper_only || coverage == Coverage::both; }
bool has_lower(Coverage coverage) { return coverage == Coverage::lower_only || coverage == Coverage::both; }

class MapPainter {
 public:
  MapPainter(const ClearanceMap& map, std::span<const float> values_mm, const MapColours& colours,
             const MapRelief* relief, std::vector<Texel>& texels)
      : map_(map),
        grid_(map.view.grid),
        colours_(colours),
        relief_(relief),
        values_mm_(values_mm),
        field_(values_mm, grid_.width, grid_.height),
        light_(relief ? std::span<const float>(relief->light) : values_mm, grid_.width, grid_.height),
        texels_(texels) {
    if (colours.contours && !colours.by_stage && colours.paint.paint == Paint::distance) {
      for (const double usual : usual_contours_mm) lines_.push_back({usual, 0.12 * colours.texels, 0.45});
      lines_.push_back({colours.paint.threshold_mm, 0.28 * colours.texels, 0.9});
    }
  }

  void paint_row(int row) const {
    const std::vector<ContourField::Range> ranges =
        lines_.empty() ? std::vector<ContourField::Range>() : field_.ranges_around(row);
    std::vector<ContourLine> near;
    for (int column = 0; column < grid_.width; ++column) {
      near.clear();
      if (!lines_.empty() && !std::isnan(values_mm_[grid_.index(column, row)]))
        std::ranges::copy_if(lines_, std::back_inserter(near), [&](const ContourLine& line) {
          return ranges[static_cast<std::size_t>(column)].holds(line.at_mm);
        });
      paint(column, row, near);
    }
  }

 private:
  //! \param near lines that may run through the pixel
  void paint(int column, int row, std::span<const ContourLine> near) const {
    const std::size_t i = grid_.index(column, row);
    if (scanned(i) == Coverage::none) return;
    const Rgb ground = ground_colour(i);
    const Rim rim = rim_at(column, row);
    const int k = colours_.texels;
    for (int y = 0; y < k; ++y) {
      for (int x = 0; x < k; ++x) {
        const double across = column + (x + 0.5) / k, down = row + (y + 0.5) / k;
        Rgb here = lit_at(painted(ground, i, across, down), i, across, down);
        if (!near.empty()) here = field_.with_lines(here, near, across, down, k);
        if (rim.covers(x, y, k)) here = blend(here, outline_ink, rim.of_jaw ? 0.75 : 0.45);
        texels_[(static_cast<std::size_t>(row) * k + y) * grid_.width * k +
                static_cast<std::size_t>(column) * k + x] = {here.red, here.green, here.blue, 255};
      }
    }
  }

  //! Without what import added.
  [[nodiscard]] Coverage scanned(std::size_t i) const {
    const Coverage any = map_.coverage[i];
    const bool upper = has_upper(any) && (!relief_ || relief_->tooth[i] != nothing_scanned);
    const bool lower = has_lower(any) && (colours_.lower_scanned.empty() || colours_.lower_scanned[i] != 0);
    if (upper && lower) return Coverage::both;
    return upper ? Coverage::upper_only : lower ? Coverage::lower_only : Coverage::none;
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

  [[nodiscard]] Rgb ground_colour(std::size_t i) const {
    const Coverage here = scanned(i);
    if (here == Coverage::lower_only) return lower_only_;
    if (here == Coverage::upper_only) return upper_only_;
    if (colours_.by_stage) return stage_colours[map_.resolved_by[i]];
    return map_.state[i] == PixelState::not_anatomy ? not_anatomy_ : upper_only_;
  }

  //! A value of the field at a place, or the pixel's own beside pixels without one.
  [[nodiscard]] double between(const ContourField& field, double own, double across, double down) const {
    if (colours_.texels == 1) return own;
    const double value = field.at(across, down);
    return std::isnan(value) ? own : value;
  }

  [[nodiscard]] Rgb painted(Rgb ground, std::size_t i, double across, double down) const {
    const auto own = static_cast<double>(values_mm_[i]);
    if (colours_.by_stage || !(own <= painted_to_mm_)) return ground;
    const Coat coat = colours_.paint.at(between(field_, own, across, down));
    return coat.opacity > 0 ? coat.colour : ground;
  }

  [[nodiscard]] Rgb lit_at(Rgb colour, std::size_t i, double across, double down) const {
    if (relief_ == nullptr) return colour;
    return lit(colour, between(light_, static_cast<double>(relief_->light[i]), across, down));
  }

  [[nodiscard]] bool outline_between(std::size_t own, int column, int row) const {
    const Coverage inside = scanned(own);
    const bool beside = column < 0 || row < 0 || column >= grid_.width || row >= grid_.height;
    const Coverage outside = beside ? Coverage::none : scanned(grid_.index(column, row));
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
  std::span<const float> values_mm_;
  ContourField field_, light_;
  std::vector<ContourLine> lines_;
  Rgb upper_only_ = colours_.paint.colours.upper_only(), lower_only_ = colours_.paint.colours.lower_only(),
      not_anatomy_ = colours_.paint.colours.not_anatomy();
  double painted_to_mm_ = colours_.paint.end_mm() + beside_mm;
  std::vector<Texel>& texels_;
};

int levels_of(int width, int height) {
  constexpr int most = 4;
  return std::min(most, 1 + static_cast<int>(std::log2(std::max(width, height))));
}

//! With mipmaps, so that fine lines stay whole when the map is shown reduced.
gl::Name<gl::delete_texture> smooth_texture(int width, int height, int levels) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  glTextureStorage2D(name, levels, GL_RGBA8, width, height);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, levels > 1 ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return gl::Name<gl::delete_texture>(name);
}

//! Half as wide and high, each texel the mean of four.
std::vector<Texel> halved(const std::vector<Texel>& texels, int width, int height) {
  const int half_width = std::max(1, width / 2), half_height = std::max(1, height / 2);
  std::vector<Texel> half(static_cast<std::size_t>(half_width) * static_cast<std::size_t>(half_height));
  for_all(0, half_height, [&](int row) {
    const auto line = [&](int y) {
      return &texels[static_cast<std::size_t>(std::min(y, height - 1)) * static_cast<std::size_t>(width)];
    };
    const Texel *const above = line(2 * row), *const below = line(2 * row + 1);
    Texel* const into = &half[static_cast<std::size_t>(row) * static_cast<std::size_t>(half_width)];
    for (int column = 0; column < half_width; ++column) {
      const int left = 2 * column, right = std::min(left + 1, width - 1);
      for (std::size_t k = 0; k < 4; ++k)
        into[column][k] = static_cast<std::uint8_t>(
            (above[left][k] + above[right][k] + below[left][k] + below[right][k] + 2) / 4);
    }
  });
  return half;
}

//! Mipmaps are reduced here: software OpenGL takes twenty times as long for it.
void upload(GLuint texture, std::vector<Texel> texels, int width, int height, int levels) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  for (int level = 0; level < levels; ++level) {
    if (level > 0) {
      texels = halved(texels, width, height);
      width = std::max(1, width / 2);
      height = std::max(1, height / 2);
    }
    glTextureSubImage2D(texture, level, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  }
}

}  // namespace

std::vector<Texel> map_texels(const ClearanceMap& map, std::span<const float> values_mm,
                              const MapColours& colours, const MapRelief* relief) {
  const PixelGrid& grid = map.view.grid;
  std::vector<Texel> texels(grid.size() * static_cast<std::size_t>(colours.texels * colours.texels), Texel{});
  const MapPainter painter(map, values_mm, colours, relief, texels);
  for_all(0, grid.height, [&](int row) { painter.paint_row(row); });
  return texels;
}

void MapPicture::follow(const AppState& state, const std::shared_ptr<LiveBite>& live,
                        const PaintValues& values, bool quick) {
  values_ = &values;
  live_ = live;
  meshes_ = state.meshes;
  const bool present = live == state.live;
  const bool by_stage = present && state.view.map_colouring == MapColouring::resolved_by;
  stages_ = by_stage ? state.stages : nullptr;
  wanted_ = {};
  if (!live_) return;
  const PixelGrid& grid = live_->map().view.grid;
  // Several texels per pixel give fine lines at rest; one per pixel is enough in motion.
  constexpr int most_texels = 3, largest_px = 4096;
  const int fitting = largest_px / std::max({1, grid.width, grid.height});
  wanted_ = {.map = stages_ ? static_cast<const void*>(stages_.get()) : live_.get(),
             .version = stages_ ? 0 : values.version(),
             .paint = state.view.paint_scale(state.document.threshold_mm),
             .contours = state.view.contours && !quick,
             .by_stage = by_stage,
             .texels = quick ? 1 : std::clamp(fitting, 1, most_texels),
             .quick = quick,
             .meshes = meshes_.get()};
}

//! Null while it is made in the background.
const MapRelief* MapPicture::relief(const View& view) {
  const std::shared_ptr<const Solid>& upper = live_->loaded().bite.upper;
  if (relief_of_ == upper && same_view(relief_view_, view)) return relief_.get();
  if (meshes_ && !meshes_->shaded) return nullptr;
  const bool is_made =
      meshes_ && meshes_->relief && meshes_->bite.upper == upper && same_view(meshes_->relief_view, view);
  relief_ = is_made ? meshes_->relief : std::make_shared<const MapRelief>(upper_relief(*upper, view));
  relief_of_ = upper;
  relief_view_ = view;
  return relief_.get();
}

GLuint MapPicture::texture() {
  Drawn& drawn = wanted_.quick ? quick_ : fine_;
  if (live_ == nullptr || wanted_ == made_) return drawn.texture.get();
  if (stages_ && !same_view(stages_->map.view, live_->map().view)) stages_.reset();
  const ClearanceMap& map = stages_ ? stages_->map : live_->map();
  const PixelGrid& grid = map.view.grid;
  if (grid.size() == 0) return drawn.texture.get();
  const Solid& lower = *live_->loaded().bite.lower;
  std::vector<char> lower_scanned;
  if (!stages_ && lower.anatomy_faces < lower.mesh.faces.size())
    lower_scanned = scanned_pixels(lower, map.view.view_from_case * live_->reading().upper_from_lower, grid);
  std::vector<Texel> texels = map_texels(map, stages_ ? map.clearance_mm : values_->mm(),
                                         {.paint = wanted_.paint,
                                          .contours = wanted_.contours,
                                          .by_stage = wanted_.by_stage,
                                          .texels = wanted_.texels,
                                          .lower_scanned = lower_scanned},
                                         wanted_.by_stage ? nullptr : relief(map.view));
  const int width = grid.width * wanted_.texels, height = grid.height * wanted_.texels;
  const int levels = wanted_.quick ? 1 : levels_of(width, height);
  if (drawn.width != width || drawn.height != height)
    drawn = {.texture = smooth_texture(width, height, levels), .width = width, .height = height};
  upload(drawn.texture.get(), std::move(texels), width, height, levels);
  made_ = wanted_;
  return drawn.texture.get();
}

}  // namespace intercusp::viewer
