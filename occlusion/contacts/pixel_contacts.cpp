#include "occlusion/contacts/pixel_contacts.h"

#include <algorithm>
#include <cmath>

#include "occlusion/contacts/areas.h"

namespace intercusp {
namespace {

//! Mean of the finite values; at least one is finite.
struct FiniteMean {
  double sum = 0;
  int count = 0;

  void add(double value) {
    if (!std::isfinite(value)) return;
    sum += value;
    ++count;
  }
  [[nodiscard]] double value() const { return sum / count; }
};

}  // namespace

PixelField PixelField::at(const ClearanceMap& map, int column, int row) {
  const PixelGrid& grid = map.view.grid;
  const auto clearance = [&](int c, int r) -> double {
    const bool in_window = c >= 0 && r >= 0 && c < grid.width && r < grid.height;
    return in_window ? map.clearance_mm[grid.index(c, r)] : no_clearance;
  };
  constexpr std::array<std::array<int, 2>, 8> around = {
      {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}};
  std::array<double, 8> neighbours;
  for (std::size_t i = 0; i < 8; ++i) neighbours[i] = clearance(column + around[i][0], row + around[i][1]);

  PixelField field{.centre = clearance(column, row), .rim = {}};
  double sum = field.centre;
  for (const double neighbour : neighbours) sum += neighbour;
  if (std::isfinite(sum)) {  // the usual case, which gives the same means
    for (std::size_t i = 0; i < 8; i += 2) {
      field.rim[i] = (field.centre + neighbours[i] + neighbours[(i + 7) % 8] + neighbours[i + 1]) / 4;
      field.rim[i + 1] = (field.centre + neighbours[i + 1]) / 2;
    }
    return field;
  }
  for (std::size_t i = 0; i < 8; ++i) {
    FiniteMean mean;
    mean.add(field.centre);
    mean.add(neighbours[i]);
    if (i % 2 == 0) {  // at a corner, the two pixels beside the diagonal one meet as well
      mean.add(neighbours[(i + 7) % 8]);
      mean.add(neighbours[(i + 1) % 8]);
    }
    field.rim[i] = mean.value();
  }
  return field;
}

ClippedTriangle PixelField::clip(double threshold_mm) const {
  ClippedTriangle square;
  double sum = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const ClippedTriangle triangle = clip_triangle(centre, rim[i], rim[(i + 1) % 8], threshold_mm);
    square.share += triangle.share / 8;
    sum += triangle.share / 8 * triangle.mean;
  }
  if (square.share > 0) square.mean = sum / square.share;
  return square;
}

std::vector<PixelContact> pixel_contacts(const CountedMap& counted, std::span<const float> surface_mm2,
                                         double threshold_mm) {
  const ClearanceMap& map = counted.map;
  const std::vector<float> shares = contact_shares(map, threshold_mm);
  const PixelGrid& grid = map.view.grid;
  std::vector<PixelContact> contacts;
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      if (!counted.count(pixel)) continue;
      const double share = static_cast<double>(shares[pixel]);
      const double clearance = static_cast<double>(map.clearance_mm[pixel]);
      if (!(share > 0 || clearance <= threshold_mm)) continue;
      contacts.push_back({.pixel = pixel,
                          .share = share,
                          .surface_mm2 = share * static_cast<double>(surface_mm2[pixel]),
                          .mean_mm = share > 0 ? PixelField::at(map, column, row).clip(threshold_mm).mean : 0,
                          .least_mm = std::min(clearance, threshold_mm),
                          .upper_face = map.upper_face[pixel],
                          .lower_face = map.lower_face[pixel]});
    }
  }
  return contacts;
}

}  // namespace intercusp
