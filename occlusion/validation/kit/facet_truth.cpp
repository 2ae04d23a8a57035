#include "occlusion/validation/kit/facet_truth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace intercusp::kit {
namespace {

using Point = Eigen::Vector2d;

double cross(const Point& u, const Point& v) { return u.x() * v.y() - u.y() * v.x(); }

//! The part of a convex polygon where a linear function is at most 0 (Sutherland & Hodgman 1974).
template <class Function>
std::vector<Point> kept_part(const std::vector<Point>& polygon, Function function) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point& p = polygon[i];
    const Point& q = polygon[(i + 1) % polygon.size()];
    const double at_p = function(p);
    const double at_q = function(q);
    if (at_p <= 0) kept.push_back(p);
    if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) kept.push_back(p + at_p / (at_p - at_q) * (q - p));
  }
  return kept;
}

double area_of(const std::vector<Point>& polygon) {
  double twice = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    twice += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  }
  return 0.5 * twice;
}

}  // namespace

bool FacetTruth::Facet::holds(const Point& p) const {
  return cross(b - a, p - a) >= 0 && cross(c - b, p - b) >= 0 && cross(a - c, p - c) >= 0;
}

int FacetTruth::column_of(double x) const {
  return std::clamp(static_cast<int>(std::floor((x - corner_.x()) / cell_mm_)), 0, columns_ - 1);
}
int FacetTruth::row_of(double y) const {
  return std::clamp(static_cast<int>(std::floor((y - corner_.y()) / cell_mm_)), 0, rows_ - 1);
}

template <class Visit>
void FacetTruth::for_cells(const Facet& facet, Visit visit) const {
  const auto [x_min, x_max] = std::minmax({facet.a.x(), facet.b.x(), facet.c.x()});
  const auto [y_min, y_max] = std::minmax({facet.a.y(), facet.b.y(), facet.c.y()});
  for (int row = row_of(y_min); row <= row_of(y_max); ++row) {
    for (int column = column_of(x_min); column <= column_of(x_max); ++column) visit(cell(column, row));
  }
}

//! \param looks +1: faces that look up; −1: faces that look down
FacetTruth::Layer FacetTruth::layer_of(const TriangleMesh& mesh, double looks) const {
  Layer layer;
  layer.cells.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  const Point far = corner_ + cell_mm_ * Point(columns_, rows_);
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    const Eigen::Vector3d normal = face_normal_twice_area(mesh, i);
    if (normal.z() * looks <= 0) continue;
    const Eigen::Vector3d& a = mesh.vertices[mesh.faces[i][0]];
    const Eigen::Vector3d& b = mesh.vertices[mesh.faces[i][looks > 0 ? 1 : 2]];
    const Eigen::Vector3d& c = mesh.vertices[mesh.faces[i][looks > 0 ? 2 : 1]];
    const Point least = a.head<2>().cwiseMin(b.head<2>()).cwiseMin(c.head<2>());
    const Point most = a.head<2>().cwiseMax(b.head<2>()).cwiseMax(c.head<2>());
    if ((most.array() < corner_.array()).any() || (least.array() > far.array()).any()) continue;
    layer.facets.push_back(
        {a.head<2>(), b.head<2>(), c.head<2>(), a.z(), -normal.x() / normal.z(), -normal.y() / normal.z()});
    const auto number = static_cast<std::uint32_t>(layer.facets.size() - 1);
    for_cells(layer.facets.back(), [&](std::size_t place) { layer.cells[place].push_back(number); });
  }
  return layer;
}

FacetTruth::FacetTruth(const TriangleMesh& upper, const TriangleMesh& lower) {
  const Bounds a = bounds_of(upper), b = bounds_of(lower);
  corner_ = a.min.cwiseMax(b.min).head<2>();
  const Point size = a.max.cwiseMin(b.max).head<2>() - corner_;
  if (!(size.array() > 0).all()) return;
  cell_mm_ = std::max(0.1, size.maxCoeff() / 200);
  columns_ = static_cast<int>(std::ceil(size.x() / cell_mm_)) + 1;
  rows_ = static_cast<int>(std::ceil(size.y() / cell_mm_)) + 1;
  upper_ = layer_of(upper, -1);
  lower_ = layer_of(lower, +1);
}

//! \param sign +1: the highest facet at the point; −1: the lowest
const FacetTruth::Facet* FacetTruth::facet_at(const Layer& layer, const Point& p, double sign) const {
  const Facet* best = nullptr;
  for (const std::uint32_t number : layer.cells[cell(column_of(p.x()), row_of(p.y()))]) {
    const Facet& facet = layer.facets[number];
    if (!facet.holds(p)) continue;
    if (best == nullptr || sign * facet.height(p) > sign * best->height(p)) best = &facet;
  }
  return best;
}

std::optional<FacetTruth::Reading> FacetTruth::at(double x, double y) const {
  if (columns_ == 0) return std::nullopt;
  const Point p(x, y);
  const Facet* const upper = facet_at(upper_, p, -1);
  const Facet* const lower = facet_at(lower_, p, +1);
  if (upper == nullptr || lower == nullptr) return std::nullopt;
  return Reading{upper->height(p) - lower->height(p),
                 std::hypot(upper->z_x, upper->z_y) + std::hypot(lower->z_x, lower->z_y)};
}

double FacetTruth::common_area(const Facet& upper, const Facet& lower, double threshold_mm) {
  if (upper.lowest - lower.highest > threshold_mm) return 0;
  std::vector<Point> polygon = {upper.a, upper.b, upper.c};
  for (const auto& [from, to] :
       {std::pair(lower.a, lower.b), std::pair(lower.b, lower.c), std::pair(lower.c, lower.a)}) {
    polygon = kept_part(polygon, [&](const Point& p) { return -cross(to - from, p - from); });
    if (polygon.size() < 3) return 0;
  }
  return area_of(
      kept_part(polygon, [&](const Point& p) { return upper.height(p) - lower.height(p) - threshold_mm; }));
}

double FacetTruth::contact_area_mm2(double threshold_mm) const {
  double area = 0;
  double top = -std::numeric_limits<double>::infinity();
  for (const Facet& lower : lower_.facets) top = std::max(top, lower.highest);
  std::vector<std::uint32_t> partners;
  for (const Facet& upper : upper_.facets) {
    if (upper.lowest - top > threshold_mm) continue;
    partners.clear();
    for_cells(upper, [&](std::size_t place) {
      partners.insert(partners.end(), lower_.cells[place].begin(), lower_.cells[place].end());
    });
    std::ranges::sort(partners);
    const auto repeated = std::ranges::unique(partners);
    partners.erase(repeated.begin(), repeated.end());
    for (const std::uint32_t number : partners)
      area += common_area(upper, lower_.facets[number], threshold_mm);
  }
  return area;
}

}  // namespace intercusp::kit
