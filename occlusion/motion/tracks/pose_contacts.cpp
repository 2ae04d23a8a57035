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
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

// The rows of one task. Sums are formed in bands, so that their order is fixed.
constexpr int band_rows = NearContact::block_rows;

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

//! A pixel that may be in contact, and the share of it that is.
struct ContactReader::SharedPixel {
  int column, row;
  double share;
};

struct ContactReader::Band {
  int first_row, end_row;
  PoseContacts sum;
  std::vector<float> least;  //!< per stretch, from the row before the first to the one after the last

  //! \param row from first_row − 1 to end_row
  [[nodiscard]] std::span<const float> least_of_row(int row, int across) const {
    return std::span(least).subspan(static_cast<std::size_t>((row - (first_row - 1)) * across),
                                    static_cast<std::size_t>(across));
  }
  void find_least(const Scene& scene, int across) {
    const PixelGrid& grid = scene.map.view.grid;
    least.assign(static_cast<std::size_t>((end_row - first_row + 2) * across), unlimited_clearance);
    auto place = least.begin();
    for (int row = first_row - 1; row <= end_row; ++row) {
      if (row < 0 || row >= grid.height) {
        place += across;
        continue;
      }
      for (int column = 0; column < grid.width; column += NearContact::stretch_columns) {
        const int count = std::min(NearContact::stretch_columns, grid.width - column);
        *place++ =
            least_clearance(scene.gap_mm.subspan(grid.index(column, row), static_cast<std::size_t>(count)));
      }
    }
  }
};

NearContact::NearContact(const PixelGrid& grid)
    : pixels(grid.size(), 0), across((grid.width + stretch_columns - 1) / stretch_columns) {
  stretches.assign(static_cast<std::size_t>(grid.height) * static_cast<std::size_t>(across), 0);
  blocks.assign(block(grid.height - 1, 0) + static_cast<std::size_t>(across), 0);
}

bool NearContact::any_in(const PixelGrid& grid, int first_column, int first_row, int last_column,
                         int last_row) const {
  const int first = first_column / stretch_columns, last = last_column / stretch_columns;
  const auto any = [&](const std::vector<std::uint8_t>& marks, std::size_t row_begin) {
    const auto begin = marks.begin() + static_cast<std::ptrdiff_t>(row_begin);
    return std::find(begin + first, begin + last + 1, std::uint8_t{1}) != begin + last + 1;
  };
  for (int row = first_row; row <= last_row; ++row) {
    const bool enters_block = row == first_row || row % block_rows == 0;
    if (enters_block && !any(blocks, block(row, 0))) {
      row += block_rows - 1 - row % block_rows;
      continue;
    }
    if (!any(stretches, stretch(row, 0))) continue;
    const auto begin = pixels.begin() + static_cast<std::ptrdiff_t>(grid.index(first_column, row));
    const auto end = begin + (last_column - first_column + 1);
    if (std::find(begin, end, std::uint8_t{1}) != end) return true;
  }
  return false;
}

ContactReader::ContactReader(const Bite& bite, const View& view, double threshold_mm,
                             const std::optional<ArchSides>& arch)
    : bite_(bite), threshold_mm_(threshold_mm), arch_(arch), near_(view.grid) {
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
    bands.push_back({row, std::min(row + band_rows, grid.height), empty, {}});
  for_all(std::size_t{0}, bands.size(), [&](std::size_t i) {
    bands[i].find_least(scene, near_.across);
    mark_near(scene, bands[i]);
    read_band(scene, bands[i]);
  });
  PoseContacts sum = empty;
  for (const Band& band : bands) add(band.sum, sum);
  any_near_ = sum.least_mm <= threshold_mm_;
  return sum;
}

//! Marks the pixels near contact. Only neighbours of a pixel in contact can be partly in contact. Most
//! stretches have none and stay unchanged.
void ContactReader::mark_near(const Scene& scene, const Band& band) {
  const PixelGrid& grid = scene.map.view.grid;
  const int across = near_.across;
  // Rounded up, so that no pixel is missed: single pixels are compared in double precision.
  const float threshold = std::nextafter(static_cast<float>(threshold_mm_), unlimited_clearance);
  const auto may_be_near = [&](int row, int number) {
    for (int r = row - 1; r <= row + 1; ++r) {
      const std::span<const float> least = band.least_of_row(r, across);
      for (int n = std::max(number - 1, 0); n <= std::min(number + 1, across - 1); ++n) {
        if (least[static_cast<std::size_t>(n)] <= threshold) return true;
      }
    }
    return false;
  };
  const auto block = near_.blocks.begin() + static_cast<std::ptrdiff_t>(near_.block(band.first_row, 0));
  std::fill_n(block, across, std::uint8_t{0});
  for (int row = band.first_row; row < band.end_row; ++row) {
    for (int number = 0; number < across; ++number) {
      std::uint8_t& is_near = near_.stretches[near_.stretch(row, number)];
      const bool was_near = is_near != 0;
      is_near = may_be_near(row, number) ? 1 : 0;
      block[number] |= is_near;
      const int first = number * NearContact::stretch_columns;
      const int end = std::min(first + NearContact::stretch_columns, grid.width);
      if (is_near != 0) {
        mark_stretch(scene, row, first, end, threshold);
      } else if (was_near) {
        std::fill_n(near_.pixels.data() + grid.index(first, row), end - first, std::uint8_t{0});
      }
    }
  }
}

void ContactReader::mark_stretch(const Scene& scene, int row, int first_column, int end_column,
                                 float threshold) {
  const PixelGrid& grid = scene.map.view.grid;
  std::array<std::uint8_t, NearContact::stretch_columns + 2> within{};  // from the column before the first
  const int before = std::max(first_column - 1, 0), after = std::min(end_column + 1, grid.width);
  for (int r = std::max(row - 1, 0); r <= std::min(row + 1, grid.height - 1); ++r) {
    const float* const values = scene.gap_mm.data() + grid.index(before, r);
    std::uint8_t* const to = within.data() + (before - (first_column - 1));
    for (int i = 0; i < after - before; ++i) to[i] |= static_cast<std::uint8_t>(values[i] <= threshold);
  }
  std::uint8_t* const near = near_.pixels.data() + grid.index(first_column, row);
  for (int i = 0; i < end_column - first_column; ++i) {
    const auto at = static_cast<std::size_t>(i);
    near[i] = static_cast<std::uint8_t>(within[at] | within[at + 1] | within[at + 2]);
  }
}

void ContactReader::read_band(const Scene& scene, Band& band) const {
  const PixelGrid& grid = scene.map.view.grid;
  const ContactRows rows(grid, scene.gap_mm, threshold_mm_, band.first_row, band.end_row);
  for (int row = band.first_row; row < band.end_row; ++row) {
    const std::size_t first = grid.index(0, row);
    const std::span<const float> stretches = band.least_of_row(row, near_.across);
    const float least = *std::ranges::min_element(stretches);
    band.sum.least_mm = std::min(band.sum.least_mm, static_cast<double>(least));
    // An overlap is a negative clearance.
    if (least < 0) band.sum.interference |= any_interfering(scene.map.state.data() + first, grid.width);
    const auto near = near_.stretches.begin() + static_cast<std::ptrdiff_t>(near_.stretch(row, 0));
    if (std::find(near, near + near_.across, std::uint8_t{1}) == near + near_.across) continue;
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
