#include "bench/peers/vtk.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <vtkCellArray.h>
#include <vtkCollisionDetectionFilter.h>
#include <vtkGenericCell.h>
#include <vtkImplicitPolyDataDistance.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStaticCellLocator.h>

#include <cmath>
#include <limits>
#include <memory>

#include "bench/agreement.h"

namespace intercusp::bench {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr double limit_mm = 2;

vtkSmartPointer<vtkPolyData> poly_data(const TriangleMesh& mesh) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(mesh.vertices.size()));
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    points->SetPoint(static_cast<vtkIdType>(i), mesh.vertices[i].data());
  vtkNew<vtkCellArray> faces;
  for (const Face& face : mesh.faces) faces->InsertNextCell({face[0], face[1], face[2]});
  auto result = vtkSmartPointer<vtkPolyData>::New();
  result->SetPoints(points);
  result->SetPolys(faces);
  return result;
}

//! Signed distances on all threads. Every thread has its own copy of the mesh, because signs are wrong with a shared
//! one.
class Distances {
 public:
  explicit Distances(const BenchCase& bench_case)
      : lower_(bench_case.bite.lower), distance_mm_(lower_->mesh.vertices.size()) {
    const auto upper = poly_data(bench_case.bite.upper->mesh);
    for (int i = 0; i < tbb::this_task_arena::max_concurrency(); ++i) {
      vtkNew<vtkPolyData> copy;
      copy->DeepCopy(upper);
      auto function = vtkSmartPointer<vtkImplicitPolyDataDistance>::New();
      function->SetInput(copy);
      functions_.push_back(function);
    }
  }

  std::span<const float> compute(const Eigen::Isometry3d& pose) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, distance_mm_.size(), 512), [&](const auto& part) {
      vtkImplicitPolyDataDistance& function =
          *functions_[static_cast<std::size_t>(tbb::this_task_arena::current_thread_index())];
      for (std::size_t i = part.begin(); i < part.end(); ++i) {
        Eigen::Vector3d point = pose * lower_->mesh.vertices[i];
        distance_mm_[i] = static_cast<float>(function.EvaluateFunction(point.data()));
      }
    });
    return distance_mm_;
  }

 private:
  std::shared_ptr<const Solid> lower_;
  std::vector<vtkSmartPointer<vtkImplicitPolyDataDistance>> functions_;
  std::vector<float> distance_mm_;
};

//! Distances without sign, up to 2 mm.
class NearPoints {
 public:
  explicit NearPoints(const BenchCase& bench_case)
      : lower_(bench_case.bite.lower), distance_mm_(lower_->mesh.vertices.size()) {
    locator_->SetDataSet(poly_data(bench_case.bite.upper->mesh));
    locator_->BuildLocator();
  }

  std::span<const float> compute(const Eigen::Isometry3d& pose) {
    tbb::enumerable_thread_specific<vtkSmartPointer<vtkGenericCell>> cells(
        [] { return vtkSmartPointer<vtkGenericCell>::New(); });
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, distance_mm_.size(), 512), [&](const auto& part) {
      vtkGenericCell* cell = cells.local();
      for (std::size_t i = part.begin(); i < part.end(); ++i) {
        Eigen::Vector3d point = pose * lower_->mesh.vertices[i];
        Eigen::Vector3d closest;
        vtkIdType cell_id = -1;
        int sub_id = 0;
        double squared = 0;
        int inside = 0;
        const bool found =
            locator_->FindClosestPointWithinRadius(point.data(), limit_mm, closest.data(), cell, cell_id,
                                                   sub_id, squared, inside) != 0;
        distance_mm_[i] = static_cast<float>(found ? std::sqrt(squared) : unlimited);
      }
    });
    return distance_mm_;
  }

 private:
  std::shared_ptr<const Solid> lower_;
  vtkNew<vtkStaticCellLocator> locator_;
  std::vector<float> distance_mm_;
};

//! Without skirt and base, which have no contacts and whose long faces make VTK's tree of boxes 15 times as slow.
vtkSmartPointer<vtkPolyData> scanned_faces(const Solid& solid) {
  TriangleMesh mesh = solid.mesh;
  mesh.faces.resize(solid.anatomy_faces);
  return poly_data(mesh);
}

class Collision {
 public:
  explicit Collision(const BenchCase& bench_case) {
    filter_->SetInputData(0, scanned_faces(*bench_case.bite.lower));
    filter_->SetInputData(1, scanned_faces(*bench_case.bite.upper));
    filter_->SetMatrix(0, pose_);
    filter_->SetMatrix(1, vtkNew<vtkMatrix4x4>());
    filter_->SetBoxTolerance(0);
    filter_->SetCellTolerance(0);
    filter_->SetCollisionModeToAllContacts();
    filter_->GenerateScalarsOff();
  }

  int contacts(const Eigen::Isometry3d& pose) {
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 4; ++column) pose_->SetElement(row, column, pose.matrix()(row, column));
    }
    filter_->Modified();
    filter_->Update();
    return filter_->GetNumberOfContacts();
  }

 private:
  vtkNew<vtkCollisionDetectionFilter> filter_;
  vtkNew<vtkMatrix4x4> pose_;
};

template <typename Peer>
Prepared prepare_distances(const BenchCase& bench_case, double limit, bool is_signed) {
  const auto peer = std::make_shared<Peer>(bench_case);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)peer->compute(pose); };
  result.agreement = [=, &bench_case] {
    return compare_distances(bench_case, peer->compute(distance_pose(bench_case)), limit, is_signed);
  };
  return result;
}

Prepared prepare_collision(const BenchCase& bench_case, const View& view) {
  const auto peer = std::make_shared<Collision>(bench_case);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)peer->contacts(pose); };
  result.agreement = [=, &bench_case] {
    std::vector<Eigen::Isometry3d> poses;
    for (const std::size_t i : five_poses) poses.push_back(bench_case.poses[i]);
    return compare_interference(bench_case, view, poses,
                                [&](const Eigen::Isometry3d& pose) { return peer->contacts(pose) > 0; });
  };
  return result;
}

}  // namespace

std::vector<Method> vtk_methods() {
  Method distances;
  distances.id = "vtk_distance";
  distances.title = "VTK implicit distance";
  distances.answer = "distances";
  distances.poses = PoseChoice::five;
  distances.most_triangles = 300'000;
  distances.prepare = [](const BenchCase& bench_case, const View&) {
    return prepare_distances<Distances>(bench_case, unlimited, true);
  };

  Method near;
  near.id = "vtk_locator_2mm";
  near.title = "VTK static cell locator, 2 mm, no sign";
  near.answer = "distances";
  near.poses = PoseChoice::five;
  near.most_triangles = 2'000'000;
  near.prepare = [](const BenchCase& bench_case, const View&) {
    return prepare_distances<NearPoints>(bench_case, limit_mm, false);
  };

  Method collision;
  collision.id = "vtk_collision";
  collision.title = "VTK collision filter, all contacts";
  collision.answer = "pairs";
  collision.poses = PoseChoice::five;
  collision.most_triangles = 300'000;
  collision.prepare = prepare_collision;
  return {distances, near, collision};
}

}  // namespace intercusp::bench
