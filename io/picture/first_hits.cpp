#include "io/picture/jaw_shading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {
namespace {

//! Faces are drawn wider by this, so that rounding leaves no gap between neighbours. Neighbours cover faces
//! that appear thinner than this.
constexpr double slack_mm = 1e-9;

//! Number of rows that one thread draws at a time.
constexpr int band_rows = 64;

constexpr double infinity = std::numeric_limits<double>::infinity();

FirstHits nothing_seen(const PictureGrid& grid) {
  const std::size_t n = grid.size();
  return {.grid = grid,
          .face = std::vector<std::int32_t>(n, no_face),
          .second_weight = std::vector<float>(n, 0.0F),
          .third_weight = std::vector<float>(n, 0.0F),
          .depth_mm = std::vector<float>(n, std::numeric_limits<float>::infinity())};
}

using Seen = std::array<Eigen::Vector3d, 3>;  //!< corners of a face in the view's frame

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

struct Range {
  double low = infinity, high = -infinity;

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

//! Pixels of a line from `first` up to, but not including, `end`.
struct Pixels {
  int first, end;
};

//! The pixels whose centres lie within a range, on a line of `count` pixels.
Pixels centres_within(const Range& range, double start_mm, double pixel_mm, int count) {
  // The number of centres before a position. Avoids std::ceil, which is a function call.
  const auto before = [&](double place) {
    const double bounded = std::clamp(place, 0.0, static_cast<double>(count));
    const int whole = static_cast<int>(bounded);
    return whole + (whole < bounded ? 1 : 0);
  };
  return {before((range.low - slack_mm - start_mm) / pixel_mm - 0.5),
          before((range.high + slack_mm - start_mm) / pixel_mm - 0.5)};
}

//! Extent of a face along the row at y.
Range along_row(const Seen& corners, double y) {
  Range x;
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector3d &a = corners[i], &b = corners[(i + 1) % 3];
    if (y < std::min(a.y(), b.y()) - slack_mm || y > std::max(a.y(), b.y()) + slack_mm) continue;
    if (a.y() == b.y()) {
      x.add(a.x());
      x.add(b.x());
    } else {
      x.add(a.x() + std::clamp((y - a.y()) / (b.y() - a.y()), 0.0, 1.0) * (b.x() - a.x()));
    }
  }
  return x;
}

//! In the given rows, draws a face where it is nearest so far. Faces that look away are skipped.
void draw(const Seen& corners, std::int32_t face, Pixels rows, FirstHits& hits) {
  const PictureGrid& grid = hits.grid;
  const Eigen::Vector2d a = corners[0].head<2>();
  const Eigen::Vector2d ab = corners[1].head<2>() - a, ac = corners[2].head<2>() - a;
  const double twice_area = cross(ab, ac);  // negative if the face looks at the viewer
  if (twice_area >= -slack_mm * std::max(ab.norm(), ac.norm())) return;
  for (int row = rows.first; row < rows.end; ++row) {
    const double y = grid.y0_mm + (row + 0.5) * grid.pixel_mm;
    const Pixels columns = centres_within(along_row(corners, y), grid.x0_mm, grid.pixel_mm, grid.width);
    for (int column = columns.first; column < columns.end; ++column) {
      const Eigen::Vector2d aside(grid.x0_mm + (column + 0.5) * grid.pixel_mm - a.x(), y - a.y());
      const double second = std::clamp(cross(aside, ac) / twice_area, 0.0, 1.0);
      const double third = std::clamp(cross(ab, aside) / twice_area, 0.0, 1.0 - second);
      const auto depth = static_cast<float>((1 - second - third) * corners[0].z() + second * corners[1].z() +
                                            third * corners[2].z());
      const std::size_t i = grid.index(column, row);
      if (!(depth < hits.depth_mm[i])) continue;
      hits.face[i] = face;
      hits.second_weight[i] = static_cast<float>(second);
      hits.third_weight[i] = static_cast<float>(third);
      hits.depth_mm[i] = depth;
    }
  }
}

}  // namespace

FirstHits first_hits(const Solid& solid, const Eigen::Isometry3d& view_from_solid, const PictureGrid& grid) {
  if (grid.width < 0 || grid.height < 0 || !(grid.pixel_mm > 0)) {
    throw std::invalid_argument("a picture needs a size of at least 0 and a pixel of more than 0 mm");
  }
  std::vector<Eigen::Vector3d> vertices;
  vertices.reserve(solid.mesh.vertices.size());
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) vertices.emplace_back(view_from_solid * vertex);
  const std::span<const Face> faces = std::span(solid.mesh.faces).first(solid.anatomy_faces);
  std::vector<Pixels> rows_of_faces;
  rows_of_faces.reserve(faces.size());
  for (const Face& face : faces) {
    Range y;
    for (const std::uint32_t vertex : face) y.add(vertices[vertex].y());
    rows_of_faces.push_back(centres_within(y, grid.y0_mm, grid.pixel_mm, grid.height));
  }
  FirstHits hits = nothing_seen(grid);
  for_all(0, (grid.height + band_rows - 1) / band_rows, [&](int band) {
    const int top = band * band_rows, bottom = std::min(top + band_rows, grid.height);
    for (std::size_t face = 0; face < faces.size(); ++face) {
      const Pixels rows{std::max(rows_of_faces[face].first, top), std::min(rows_of_faces[face].end, bottom)};
      if (rows.first >= rows.end) continue;
      const auto& [a, b, c] = faces[face];
      draw({vertices[a], vertices[b], vertices[c]}, static_cast<std::int32_t>(face), rows, hits);
    }
  });
  return hits;
}

}  // namespace intercusp
