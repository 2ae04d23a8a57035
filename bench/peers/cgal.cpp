#include "bench/peers/cgal.h"

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <limits>
#include <memory>

#include "bench/agreement.h"

namespace intercusp::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Surface>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;
using Side = CGAL::Side_of_triangle_mesh<Surface, Kernel, CGAL::Default, Tree>;

Surface surface_of(const TriangleMesh& mesh) {
  Surface surface;
  std::vector<Surface::Vertex_index> vertices;
  for (const Eigen::Vector3d& v : mesh.vertices)
    vertices.push_back(surface.add_vertex({v.x(), v.y(), v.z()}));
  for (const Face& face : mesh.faces)
    surface.add_face(vertices[face[0]], vertices[face[1]], vertices[face[2]]);
  return surface;
}

class Distances {
 public:
  explicit Distances(const BenchCase& bench_case)
      : lower_(bench_case.bite.lower),
        surface_(surface_of(bench_case.bite.upper->mesh)),
        tree_(faces(surface_).begin(), faces(surface_).end(), surface_),
        distance_mm_(lower_->mesh.vertices.size()) {
    tree_.build();
    tree_.accelerate_distance_queries();
    side_ = std::make_unique<Side>(tree_);
  }

  std::span<const float> compute(const Eigen::Isometry3d& pose) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, distance_mm_.size(), 512), [&](const auto& part) {
      for (std::size_t i = part.begin(); i < part.end(); ++i) {
        const Eigen::Vector3d p = pose * lower_->mesh.vertices[i];
        const Point point(p.x(), p.y(), p.z());
        const double distance = std::sqrt(tree_.squared_distance(point));
        const bool inside = (*side_)(point) == CGAL::ON_BOUNDED_SIDE;
        distance_mm_[i] = static_cast<float>(inside ? -distance : distance);
      }
    });
    return distance_mm_;
  }

 private:
  std::shared_ptr<const Solid> lower_;
  Surface surface_;
  Tree tree_;
  std::unique_ptr<Side> side_;
  std::vector<float> distance_mm_;
};

Prepared prepare(const BenchCase& bench_case, const View&) {
  const auto peer = std::make_shared<Distances>(bench_case);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)peer->compute(pose); };
  result.agreement = [=, &bench_case] {
    return compare_distances(bench_case, peer->compute(distance_pose(bench_case)),
                             std::numeric_limits<double>::infinity(), true);
  };
  return result;
}

}  // namespace

std::vector<Method> cgal_methods() {
  Method method;
  method.id = "cgal_distance";
  method.title = "CGAL AABB tree, closest point and side";
  method.answer = "distances";
  method.poses = PoseChoice::five;
  method.most_triangles = 300'000;
  method.prepare = prepare;
  return {method};
}

}  // namespace intercusp::bench
