#include "tests/changes/break_tooth.h"

#include <vtkCellArray.h>
#include <vtkDelaunay2D.h>
#include <vtkImplicitPolyDataDistance.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/scan_changes.h"

namespace intercusp::testing {
namespace {

using Edge = std::array<std::uint32_t, 2>;

//! The plane, and what of the crown lies beyond it.
class Break {
 public:
  Break(LabelledMesh& surface, int fdi, const Eigen::Vector3d& direction, double depth_mm)
      : surface_(surface), fdi_(fdi), up_(direction), u_(direction.unitOrthogonal()), w_(up_.cross(u_)) {
    double top_mm = -std::numeric_limits<double>::infinity();
    for (std::size_t v = 0; v < surface.labels.size(); ++v) {
      if (surface.labels[v] == fdi) top_mm = std::max(top_mm, up_.dot(surface.mesh.vertices[v]));
    }
    level_mm_ = top_mm - depth_mm;
  }

  //! \return the vertices that are lost
  std::vector<Eigen::Vector3d> cut() {
    std::vector<Eigen::Vector3d> lost;
    for (std::uint32_t v = 0; v < surface_.labels.size(); ++v) {
      if (is_beyond(v)) lost.push_back(surface_.mesh.vertices[v]);
    }
    std::vector<Face> kept;
    for (const Face& face : surface_.mesh.faces) {
      const auto count = std::ranges::count_if(face, [&](std::uint32_t v) { return is_beyond(v); });
      if (count == 0) kept.push_back(face);
      if (count == 1 || count == 2) split(face, count == 1, kept);
    }
    surface_.mesh.faces = std::move(kept);
    return lost;
  }

  void close() {
    if (rim_crosses_itself()) throw std::runtime_error("the rim crosses itself");  // VTK would not end
    const std::vector<std::uint32_t> points = cap_points();
    vtkNew<vtkPoints> places;
    for (const std::uint32_t v : points) {
      const Eigen::Vector2d at = across(v);
      places->InsertNextPoint(at.x(), at.y(), 0);
    }
    vtkNew<vtkPolyData> cloud;
    cloud->SetPoints(places);
    vtkNew<vtkDelaunay2D> delaunay;
    delaunay->SetInputData(cloud);
    const vtkSmartPointer<vtkPolyData> rims = rim_polygons(points, places);
    delaunay->SetSourceData(rims);
    vtkObject::GlobalWarningDisplayOff();  // edges that it cannot keep are found below
    delaunay->Update();
    std::size_t closed = 0;
    double cap_mm2 = 0;
    vtkNew<vtkIdList> corners;
    vtkCellArray* const cells = delaunay->GetOutput()->GetPolys();
    for (cells->InitTraversal(); cells->GetNextCell(corners);) {
      Face face = {points[corners->GetId(0)], points[corners->GetId(1)], points[corners->GetId(2)]};
      const auto at = [&](std::size_t i) { return across(face[i]); };
      const Eigen::Vector2d b = at(1) - at(0), c = at(2) - at(0);
      if (b.x() * c.y() - b.y() * c.x() < 0) std::swap(face[1], face[2]);
      if (!is_inside((at(0) + at(1) + at(2)) / 3)) continue;
      surface_.mesh.faces.push_back(face);
      cap_mm2 += 0.5 * std::abs(b.x() * c.y() - b.y() * c.x());
      for (std::size_t i = 0; i < 3; ++i) {
        const auto next = rim_.find(face[i]);
        closed += next != rim_.end() && next->second == face[(i + 1) % 3] ? 1 : 0;
      }
    }
    if (closed != rim_.size() || std::abs(cap_mm2 - rim_mm2()) > 1e-6)
      throw std::runtime_error("the break cannot be closed");
  }

 private:
  [[nodiscard]] double height_mm(std::uint32_t v) const {
    return up_.dot(surface_.mesh.vertices[v]) - level_mm_;
  }
  [[nodiscard]] bool is_beyond(std::uint32_t v) const {
    return surface_.labels[v] == fdi_ && height_mm(v) > 0;
  }
  [[nodiscard]] Eigen::Vector2d across(std::uint32_t v) const {
    return {u_.dot(surface_.mesh.vertices[v]), w_.dot(surface_.mesh.vertices[v])};
  }
  std::uint32_t vertex_on(std::uint32_t below, std::uint32_t beyond) {
    const auto [found, is_new] =
        on_edge_.try_emplace({below, beyond}, static_cast<std::uint32_t>(surface_.labels.size()));
    if (!is_new) return found->second;
    const double from = height_mm(below), to = height_mm(beyond);
    if (from > 0) return found->second = below;  // the plane leaves the crown: it breaks along its margin
    // Not so near the vertices that faces of the break become needles.
    const double part = std::clamp(from / (from - to), 0.05, 0.95);
    surface_.mesh.vertices.push_back((1 - part) * surface_.mesh.vertices[below] +
                                     part * surface_.mesh.vertices[beyond]);
    surface_.labels.push_back(fdi_);
    return found->second;
  }

  void add_rim(std::uint32_t from, std::uint32_t to) {
    if (from != to && !rim_.emplace(from, to).second) throw std::runtime_error("the rim crosses itself");
  }

  //! Keeps what of a face lies below the plane.
  void split(const Face& face, bool one_beyond, std::vector<Face>& kept) {
    std::size_t lone = 0;
    while (is_beyond(face[lone]) != one_beyond) ++lone;
    const std::uint32_t a = face[lone], b = face[(lone + 1) % 3], c = face[(lone + 2) % 3];
    const auto keep = [&](const Face& part) {
      if (part[0] != part[1] && part[1] != part[2] && part[2] != part[0]) kept.push_back(part);
    };
    const std::uint32_t ab = one_beyond ? vertex_on(b, a) : vertex_on(a, b),
                        ca = one_beyond ? vertex_on(c, a) : vertex_on(a, c);
    if (one_beyond) {
      keep({ab, b, c});
      keep({ab, c, ca});
      add_rim(ab, ca);
    } else {
      keep({a, ab, ca});
      add_rim(ca, ab);
    }
  }

  //! The curves that the faces of the break must keep.
  vtkSmartPointer<vtkPolyData> rim_polygons(const std::vector<std::uint32_t>& points,
                                            vtkPoints* places) const {
    std::map<std::uint32_t, vtkIdType> place_of;
    for (std::size_t i = 0; i < points.size(); ++i) place_of[points[i]] = static_cast<vtkIdType>(i);
    vtkNew<vtkCellArray> polygons;
    std::map<std::uint32_t, std::uint32_t> rest = rim_;
    while (!rest.empty()) {
      std::vector<vtkIdType> corners;
      for (auto edge = rest.begin(); edge != rest.end();) {
        corners.push_back(place_of.at(edge->first));
        const std::uint32_t next = edge->second;
        rest.erase(edge);
        edge = rest.find(next);
      }
      polygons->InsertNextCell(static_cast<vtkIdType>(corners.size()), corners.data());
    }
    auto rims = vtkSmartPointer<vtkPolyData>::New();
    rims->SetPoints(places);
    rims->SetPolys(polygons);
    return rims;
  }

  //! Also where two of its edges come as near as a hundredth of an edge.
  [[nodiscard]] bool rim_crosses_itself() const {
    const auto side = [](const Eigen::Vector2d& p, const Eigen::Vector2d& q, const Eigen::Vector2d& r) {
      const Eigen::Vector2d along = q - p, to = r - p;
      return along.x() * to.y() - along.y() * to.x();
    };
    for (const auto& [a, b] : rim_) {
      for (const auto& [c, d] : rim_) {
        if (a >= c || a == d || b == c) continue;
        const Eigen::Vector2d p = across(a), q = across(b), r = across(c), t = across(d);
        const double least = 1e-4 * (q - p).squaredNorm();
        if ((p - r).squaredNorm() < least) return true;
        if (side(p, q, r) * side(p, q, t) <= 0 && side(r, t, p) * side(r, t, q) <= 0) return true;
      }
    }
    return false;
  }

  //! The area within the rim, across the plane.
  [[nodiscard]] double rim_mm2() const {
    double area_mm2 = 0;
    for (const auto& [from, to] : rim_) {
      const Eigen::Vector2d a = across(from), b = across(to);
      area_mm2 += 0.5 * (a.x() * b.y() - a.y() * b.x());
    }
    return area_mm2;
  }

  //! Whether a place of the plane lies within the crown.
  [[nodiscard]] bool is_inside(const Eigen::Vector2d& at) const {
    bool inside = false;
    for (const auto& [from, to] : rim_) {
      const Eigen::Vector2d a = across(from), b = across(to);
      if ((a.y() > at.y()) == (b.y() > at.y())) continue;
      if (at.x() < a.x() + (at.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x())) inside = !inside;
    }
    return inside;
  }

  //! The rim, and new vertices within it as far apart as those of the rim.
  std::vector<std::uint32_t> cap_points() {
    std::vector<std::uint32_t> points;
    double length_mm = 0, height_mm = 0;
    Eigen::AlignedBox2d box;
    for (const auto& [from, to] : rim_) {
      points.push_back(from);
      length_mm += (across(to) - across(from)).norm();
      height_mm += up_.dot(surface_.mesh.vertices[from]) / static_cast<double>(rim_.size());
      box.extend(across(from));
    }
    if (rim_.empty()) throw std::runtime_error("the plane misses the crown");
    constexpr double off_rim = 0.7;
    const double apart_mm =
        1.5 * length_mm / static_cast<double>(rim_.size());  // planes cut edges, and corners between them
    bool odd = false;
    for (double y = box.min().y(); y < box.max().y(); y += apart_mm * std::sqrt(0.75), odd = !odd) {
      for (double x = box.min().x() + (odd ? apart_mm / 2 : 0); x < box.max().x(); x += apart_mm) {
        const Eigen::Vector2d at(x, y);
        if (!is_inside(at) || std::ranges::any_of(rim_, [&](const auto& edge) {
              return (across(edge.first) - at).norm() < off_rim * apart_mm;
            }))
          continue;
        points.push_back(static_cast<std::uint32_t>(surface_.labels.size()));
        surface_.mesh.vertices.push_back(x * u_ + y * w_ + height_mm * up_);
        surface_.labels.push_back(fdi_);
      }
    }
    return points;
  }

  LabelledMesh& surface_;
  int fdi_;
  Eigen::Vector3d up_, u_, w_;
  double level_mm_ = 0;
  std::map<Edge, std::uint32_t> on_edge_;
  std::map<std::uint32_t, std::uint32_t> rim_;  // to the next vertex, as the faces of the break have them
};

}  // namespace

double depth_of(std::span<const Eigen::Vector3d> lost, const LabelledMesh& surface, int fdi) {
  vtkNew<vtkPoints> places;
  for (const Eigen::Vector3d& place : surface.mesh.vertices) places->InsertNextPoint(place.data());
  vtkNew<vtkCellArray> faces;
  for (const Face& face : surface.mesh.faces) {
    if (std::ranges::any_of(face, [&](std::uint32_t v) { return surface.labels[v] != fdi; })) continue;
    const std::array<vtkIdType, 3> corners = {face[0], face[1], face[2]};
    faces->InsertNextCell(3, corners.data());
  }
  vtkNew<vtkPolyData> crown;
  crown->SetPoints(places);
  crown->SetPolys(faces);
  vtkNew<vtkImplicitPolyDataDistance> distance;
  distance->SetInput(crown);
  double depth_mm = 0;
  for (Eigen::Vector3d place : lost)
    depth_mm = std::max(depth_mm, std::abs(distance->EvaluateFunction(place.data())));
  return depth_mm;
}

BrokenTooth break_tooth(LabelledMesh& surface, int fdi, const Eigen::Vector3d& direction, double depth_mm) {
  const Eigen::Vector3d point = surface.mesh.vertices.front();
  const double before_mm3 = volume_from(point, surface.mesh);
  Break tooth(surface, fdi, direction, depth_mm);
  const std::vector<Eigen::Vector3d> lost = tooth.cut();
  tooth.close();
  drop_unused_vertices(surface);
  return {before_mm3 - volume_from(point, surface.mesh), depth_of(lost, surface, fdi)};
}

}  // namespace intercusp::testing
