#include "occlusion/motion/tracks/pose_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/case/teeth.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/contact_rows.h"
#include "occlusion/maps/least_clearance.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

constexpr int band_rows = 32;  // one task's: sums are made in bands, so that their order is fixed

void add_numbers(const std::vector<int>& of_faces, std::size_t anatomy_faces, std::vector<int>& teeth) {
  for (std::size_t face = 0; face < anatomy_faces; ++face) {
    if (of_faces[face] != 0) teeth.push_back(of_faces[face]);
  }
}

void add(const PoseContacts& part, PoseContacts& sum) {
  sum += part;
  sum.interference |= part.interference;
  sum.left_mm2 += part.left_mm2;
  sum.right_mm2 += part.right_mm2;
  sum.left_surface_mm2 += part.left_surface_mm2;
  sum.right_surface_mm2 += part.right_surface_mm2;
}

bool any_interfering(const PixelState* states, int count) {
  int found = 0;
  for (int i = 0; i < count; ++i) found |= states[i] == PixelState::interfering;
  return found != 0;
}

}  // namespace

struct ContactReader::Scene {
  const ClearanceMap& map;
  std::span<const float> gap_mm;
  ViewedMesh upper, lower;
};

//! A pixel that may be in contact, and how much of it is.
struct ContactReader::SharedPixel {
  int column, row;
  double share;
};

struct ContactReader::Band {
  int first_row, end_row;
  PoseContacts sum;
  std::array<float, band_rows + 2>
      least{};  // of the row before the first, and so on to the one after the last

  [[nodiscard]] float least_of_row(int row) const {
    return least[static_cast<std::size_t>(row - (first_row - 1))];
  }
  void find_least(const Scene& scene) {
    const PixelGrid& grid = scene.map.view.grid;
    for (int row = first_row - 1; row <= end_row; ++row) {
      const bool in_map = row >= 0 && row < grid.height;
      least[static_cast<std::size_t>(row - (first_row - 1))] =
          in_map ? least_clearance(
                       scene.gap_mm.subspan(grid.index(0, row), static_cast<std::size_t>(grid.width)))
                 : unlimited_clearance;
    }
  }
};

ContactReader::ContactReader(const Bite& bite, const View& view, double threshold_mm,
                             const std::optional<ArchSides>& arch)
    : bite_(bite),
      threshold_mm_(threshold_mm),
      arch_(arch),
      near_(view.grid.size(), 0),
      row_is_near_(static_cast<std::size_t>(view.grid.height), 0) {
  const std::vector<int> upper = face_teeth(*bite.upper), lower = face_teeth(*bite.lower);
  std::vector<int> teeth;
  add_numbers(upper, bite.upper->anatomy_faces, teeth);
  add_numbers(lower, bite.lower->anatomy_faces, teeth);
  slots_ = ToothSlots(std::move(teeth), upper, lower);
}

PoseContacts ContactReader::read(const ClearanceMap& map, std::span<const float> gap_mm,
                                 const Eigen::Isometry3d& upper_from_lower) {
  const PixelGrid& grid = map.view.grid;
  const Scene scene{.map = map,
                    .gap_mm = gap_mm,
                    .upper = {*bite_.upper, Eigen::Isometry3d::Identity(), map.view.view_from_case},
                    .lower = {*bite_.lower, upper_from_lower, map.view.view_from_case}};
  PoseContacts empty;
  empty.teeth.resize(slots_.teeth.size());
  std::vector<Band> bands;
  for (int row = 0; row < grid.height; row += band_rows)
    bands.push_back({row, std::min(row + band_rows, grid.height), empty});
  for_all(std::size_t{0}, bands.size(), [&](std::size_t i) {
    bands[i].find_least(scene);
    mark_near(scene, bands[i]);
    read_band(scene, bands[i]);
  });
  PoseContacts sum = empty;
  for (const Band& band : bands) add(band.sum, sum);
  any_near_ = sum.least_mm <= threshold_mm_;
  return sum;
}

//! Only pixels beside one in contact can be in contact in part. Most rows have none and stay as they were.
void ContactReader::mark_near(const Scene& scene, const Band& band) {
  const PixelGrid& grid = scene.map.view.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  // Rounded up, so that no pixel is left out: single pixels are compared in double precision.
  const float threshold = std::nextafter(static_cast<float>(threshold_mm_), unlimited_clearance);
  std::vector<std::uint8_t> within(width + 2);
  for (int row = band.first_row; row < band.end_row; ++row) {
    std::uint8_t* const near = near_.data() + grid.index(0, row);
    std::uint8_t& is_near = row_is_near_[static_cast<std::size_t>(row)];
    const bool was_near = is_near != 0;
    is_near = 0;
    for (int r = row - 1; r <= row + 1; ++r) is_near |= band.least_of_row(r) <= threshold ? 1 : 0;
    if (is_near == 0) {
      if (was_near) std::fill_n(near, width, std::uint8_t{0});
      continue;
    }
    std::fill(within.begin(), within.end(), std::uint8_t{0});
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, grid.height - 1); ++r) {
      const float* const values = scene.gap_mm.data() + grid.index(0, r);
      for (std::size_t i = 0; i < width; ++i)
        within[i + 1] |= static_cast<std::uint8_t>(values[i] <= threshold);
    }
    for (std::size_t i = 0; i < width; ++i)
      near[i] = static_cast<std::uint8_t>(within[i] | within[i + 1] | within[i + 2]);
  }
}

void ContactReader::read_band(const Scene& scene, Band& band) const {
  const PixelGrid& grid = scene.map.view.grid;
  const ContactRows rows(grid, scene.gap_mm, threshold_mm_, band.first_row, band.end_row);
  for (int row = band.first_row; row < band.end_row; ++row) {
    const std::size_t first = grid.index(0, row);
    const float least = band.least_of_row(row);
    band.sum.least_mm = std::min(band.sum.least_mm, static_cast<double>(least));
    // An overlap is a clearance below zero.
    if (least < 0) band.sum.interference |= any_interfering(scene.map.state.data() + first, grid.width);
    if (row_is_near_[static_cast<std::size_t>(row)] == 0) continue;
    rows.for_each_pixel(row, [&](int column, double share) {
      add_pixel(scene, {column, row, share}, band.sum);
    });
  }
}

void ContactReader::add_pixel(const Scene& scene, const SharedPixel& shared, PoseContacts& sum) const {
  const ClearanceMap& map = scene.map;
  const auto [column, row, share] = shared;
  const PixelGrid& grid = map.view.grid;
  const std::size_t pixel = grid.index(column, row);
  const auto clearance = static_cast<double>(scene.gap_mm[pixel]);
  if (!(share > 0 || clearance <= threshold_mm_)) return;
  const double projected = share * grid.pixel_area_mm2();
  const std::int32_t upper = map.upper_face[pixel], lower = map.lower_face[pixel];
  const Eigen::Vector2d uv = grid.centre(column, row);
  double surface = 0, depth = 0;
  if (lower != no_face) {
    const Corners corners = scene.lower.corners(static_cast<std::size_t>(lower));
    const double cosine = cosine_of(corners);
    if (cosine >= steep_cosine) surface = projected / cosine;
    depth = plane_depth(corners, uv.x(), uv.y(), grid.pixel_mm);
  } else if (upper != no_face) {
    depth = plane_depth(scene.upper.corners(static_cast<std::size_t>(upper)), uv.x(), uv.y(), grid.pixel_mm);
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  sum.add(slots_, upper, lower, {projected, surface, clearance <= threshold_mm_ ? clearance : infinity});
  if (arch_) {
    const Sides sides = sides_of(*arch_, map.view.case_point(column, row, depth), 0, 0);
    sum.left_mm2 += projected * sides.left;
    sum.right_mm2 += projected * (1 - sides.left);
    sum.left_surface_mm2 += surface * sides.left;
    sum.right_surface_mm2 += surface * (1 - sides.left);
  }
}

}  // namespace intercusp
