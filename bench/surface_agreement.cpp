// Surface distances of a pair of scans, or of a generated dentition: their time, and their differences from VTK's
// closest points and CGAL's side at the same vertices.
//
//     intercusp_surface_agreement UPPER LOWER | TRIANGLES
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkGenericCell.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStaticCellLocator.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <span>
#include <string>

#include "bench/bench_case.h"
#include "bench/method.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/case/teeth.h"
#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/distance/surface_distance.h"

namespace intercusp::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Surface>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;
using Side = CGAL::Side_of_triangle_mesh<Surface, Kernel, CGAL::Default, Tree>;

template <typename Work>
auto timed(const char* name, const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  auto result = work();
  fmt::print("{:<22}{:8.1f} ms\n", name, ms_since(start));
  return result;
}

//! CGAL's side of a closed surface. For overlapping parts it is parity, not the winding number.
class CgalSide {
 public:
  explicit CgalSide(const TriangleMesh& mesh) {
    std::vector<Surface::Vertex_index> vertices;
    for (const Eigen::Vector3d& v : mesh.vertices) {
      vertices.push_back(surface_.add_vertex({v.x(), v.y(), v.z()}));
    }
    for (const Face& face : mesh.faces) {
      const auto added = surface_.add_face(vertices[face[0]], vertices[face[1]], vertices[face[2]]);
      if (added == Surface::null_face()) ++refused_;
    }
    tree_.insert(faces(surface_).begin(), faces(surface_).end(), surface_);
    tree_.build();
    side_ = std::make_unique<Side>(tree_);
  }
  [[nodiscard]] bool inside(const Eigen::Vector3d& p) const {
    return (*side_)({p.x(), p.y(), p.z()}) == CGAL::ON_BOUNDED_SIDE;
  }
  [[nodiscard]] std::size_t refused() const { return refused_; }

 private:
  Surface surface_;
  Tree tree_;
  std::unique_ptr<Side> side_;
  std::size_t refused_ = 0;
};

//! VTK's distance to the anatomy, in double.
class VtkDistance {
 public:
  explicit VtkDistance(const Solid& solid) {
    vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    for (const Eigen::Vector3d& v : solid.mesh.vertices) points->InsertNextPoint(v.data());
    vtkNew<vtkCellArray> faces;
    for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
      const auto& [a, b, c] = solid.mesh.faces[face];
      faces->InsertNextCell({a, b, c});
    }
    data_->SetPoints(points);
    data_->SetPolys(faces);
    locator_->SetDataSet(data_);
    locator_->BuildLocator();
  }
  [[nodiscard]] double distance_mm(Eigen::Vector3d point) const {
    Eigen::Vector3d closest;
    vtkIdType cell_id = -1;
    int sub_id = 0;
    double squared = 0;
    locator_->FindClosestPoint(point.data(), closest.data(), cell_, cell_id, sub_id, squared);
    return std::sqrt(squared);
  }

 private:
  vtkNew<vtkPolyData> data_;
  vtkNew<vtkStaticCellLocator> locator_;
  vtkNew<vtkGenericCell> cell_;
};

void compare(const char* name, const Solid& jaw, const Eigen::Isometry3d& other_from_jaw, const Solid& other,
             const VertexDistances& ours) {
  const VtkDistance vtk(other);
  const CgalSide cgal(other.mesh);
  double greatest = 0;
  std::size_t signs = 0, compared = 0;
  for (std::size_t vertex = 0; vertex < jaw.mesh.vertices.size(); ++vertex) {
    if (std::isnan(ours.mm[vertex])) continue;
    ++compared;
    const Eigen::Vector3d point = other_from_jaw * jaw.mesh.vertices[vertex];
    const auto mm = static_cast<double>(ours.mm[vertex]);
    greatest = std::max(greatest, std::abs(std::abs(mm) - vtk.distance_mm(point)));
    if (std::abs(mm) > 1e-5 && cgal.inside(point) != (mm < 0)) ++signs;
  }
  fmt::print(
      "{}: {} vertices, {} undecided, {} at the rim; against VTK at most {:.2e} mm, against CGAL {} signs "
      "differ "
      "above 1e-5 mm ({} faces that CGAL refused)\n",
      name, compared, ours.undecided, ours.at_rim_count, greatest, signs, cgal.refused());
}

void print_areas(const char* name, const std::vector<AreaTotal>& areas) {
  for (const AreaTotal& area : areas) {
    fmt::print("{} within {:.3f} mm: {:9.4f} ± {:.4f} mm² ({:.2f} %), {:9.4f} projected, {} contacts\n", name,
               area.threshold_mm, area.surface_mm2, area.error_mm2.value(),
               100 * area.error_mm2.value() / area.surface_mm2, area.projected_mm2, area.contacts);
  }
}

void run(const BenchCase& bench_case, const Eigen::Isometry3d& pose) {
  const Bite bite = bench_case.posed(pose);
  const std::size_t before = resident_bytes();
  const auto start = std::chrono::steady_clock::now();
  const PreparedJaws jaws = timed("trees", [&] { return prepare_jaws(bite); });
  const SurfaceDistances distances = timed("vertices", [&] { return surface_distances(bite, jaws); });
  const auto least = timed("least distance", [&] { return least_distance(bite, jaws, distances); });
  SurfaceContactOptions options;
  options.direction = bench_case.view_from_case.linear().row(2).transpose();
  const SurfaceContacts contacts = timed("contacts", [&] {
    return surface_contacts(bite, jaws, distances, face_teeth(*bite.upper), face_teeth(*bite.lower), options);
  });
  fmt::print("{:<22}{:8.1f} ms\n", "together", ms_since(start));
  fmt::print("resident {:.1f} MB more than without\n",
             (static_cast<double>(resident_bytes()) - static_cast<double>(before)) / 1e6);
  if (least) {
    fmt::print("least distance {:.6f} mm, none below {:.6f}; on the {}\n", least->distance_mm,
               least->bound_mm, least->on_lower ? "lower" : "upper");
  }
  print_areas("lower", contacts.lower.areas);
  print_areas("upper", contacts.upper);
  compare("lower", *bite.lower, bite.upper_from_lower, *bite.upper, distances.lower);
  compare("upper", *bite.upper, bite.upper_from_lower.inverse(Eigen::Isometry), *bite.lower, distances.upper);
}

}  // namespace
}  // namespace intercusp::bench

int main(int argc, char** argv) {
  using namespace intercusp::bench;
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  try {
    if (arguments.size() == 2) {
      const BenchCase generated = generated_case(std::stoul(arguments[1]));
      run(generated, generated.poses[closing_poses - 3]);  // 0.2 mm into each other
    } else if (arguments.size() == 3) {
      run(scanned_case(arguments[1], arguments[2]), Eigen::Isometry3d::Identity());
    } else {
      fmt::print(stderr, "usage: intercusp_surface_agreement UPPER LOWER | TRIANGLES\n");
      return 2;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
