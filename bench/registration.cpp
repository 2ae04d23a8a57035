// Registration of two scans of one generated jaw beside the ICP of VTK and, where they are installed, of CloudCompare and
// Open3D, and the bite of two jaws: greatest error of a vertex, and time.
//
//     intercusp_registration_bench [TRIANGLES]
//
// The second scan has another triangulation and 10 µm of noise, and starts 1 mm and 3° off, as VTK's ICP needs a start
// near the truth; ours is timed from there and without any start.
#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkIterativeClosestPointTransform.h>
#include <vtkLandmarkTransform.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <array>
#include <memory>
#include <span>
#include <string>

#include "bench/peers/icp_programs.h"
#include "bench/timed.h"
#include "occlusion/registration/compare_scans.h"
#include "occlusion/registration/find_bite.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/buccal_scan.h"
#include "tests/support/dentitions.h"

namespace intercusp::bench {
namespace {

constexpr int repeats = 3;

void fill(vtkPolyData& data, const TriangleMesh& mesh) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (const Eigen::Vector3d& vertex : mesh.vertices) points->InsertNextPoint(vertex.data());
  vtkNew<vtkCellArray> faces;
  for (const Face& face : mesh.faces) faces->InsertNextCell({face[0], face[1], face[2]});
  data.SetPoints(points);
  data.SetPolys(faces);
}

//! \param landmarks of the moving scan that VTK matches; 200 unless asked otherwise
Eigen::Isometry3d pose_of_vtk(vtkPolyData& fixed, vtkPolyData& moving, int landmarks) {
  vtkNew<vtkIterativeClosestPointTransform> icp;
  icp->SetSource(&moving);
  icp->SetTarget(&fixed);
  icp->GetLandmarkTransform()->SetModeToRigidBody();
  icp->SetMaximumNumberOfIterations(100);
  icp->SetMaximumNumberOfLandmarks(landmarks);
  icp->Update();
  Eigen::Isometry3d pose;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) pose(row, column) = icp->GetMatrix()->GetElement(row, column);
  }
  return pose;
}

template <class Work>
void report(const char* method, const LabelledMesh& after, const Eigen::Isometry3d& truth,
            const Work& pose_of) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  const Times times = timed(repeats, [&] { pose = pose_of(); });
  fmt::print("{:34} {:10.4f} mm {:8.0f} ms\n", method, testing::greatest_error_mm(after.mesh, pose, truth),
             times.median);
}

void run(std::size_t triangles) {
  const LabelledMesh before = testing::noisy(testing::scanned_teeth(triangles, 1, 1).upper, 0.01, 11);
  const Eigen::Isometry3d truth = testing::small_motion(3, 1, 3, {0, 0, 0});
  const LabelledMesh after = testing::moved(
      testing::noisy(testing::scanned_teeth(triangles, 1, 2).upper, 0.01, 12), truth.inverse());
  const JawScan fixed{before.mesh, {}}, moving{after.mesh, {}};
  report("ours, from the start", after, truth, [&] {
    return register_scans(fixed, moving, {.start = Eigen::Isometry3d::Identity()}).fixed_from_moving();
  });
  report("ours, from anywhere", after, truth,
         [&] { return register_scans(fixed, moving).fixed_from_moving(); });
  vtkNew<vtkPolyData> fixed_data, moving_data;
  fill(*fixed_data, before.mesh);
  fill(*moving_data, after.mesh);
  for (const int landmarks : {200, 5000}) {
    const std::string name = fmt::format("vtkIterativeClosestPoint, {}", landmarks);
    report(name.c_str(), after, truth, [&] { return pose_of_vtk(*fixed_data, *moving_data, landmarks); });
  }
  for (const IcpProgram& program : icp_programs(before.mesh, after.mesh))
    report(program.title.c_str(), after, truth, program.pose);
  const auto first = std::make_shared<const JawScan>(testing::scan_of(before));
  const auto second = std::make_shared<const JawScan>(testing::scan_of(after));
  report("compare_scans", after, truth, [&] { return compare_scans(first, second).before_from_after(); });
}

//! Of jaws that were exported without their bite.
void run_bites(std::size_t triangles) {
  const Dentition& teeth = testing::scanned_teeth(triangles, 1, 1);
  const Eigen::Isometry3d truth = random_pose(4);
  const LabelledMesh lower = testing::moved(teeth.lower, truth.inverse());
  const Bite jaws{testing::labelled_solid(teeth.upper), testing::labelled_solid(lower)};
  const Dentition& again = testing::scanned_teeth(triangles, 1, 3);
  const std::array scans = {
      testing::scan_of(testing::moved(buccal_scan(again, {.side = BuccalSide::right}), random_pose(5))),
      testing::scan_of(testing::moved(buccal_scan(again, {.side = BuccalSide::left}), random_pose(6)))};
  const auto bite_by = [&](std::span<const JawScan> buccal) {
    const FoundBite found = find_bite(jaws, buccal);
    return found.candidates.empty() ? Eigen::Isometry3d::Identity()
                                    : found.candidates.front().upper_from_lower;
  };
  report("find_bite, arches", lower, truth, [&] { return bite_by({}); });
  report("find_bite, two buccal scans", lower, truth, [&] { return bite_by(scans); });
}

}  // namespace
}  // namespace intercusp::bench

int main(int count, char** words) {
  const std::size_t triangles = count > 1 ? std::stoul(words[1]) : 200000;
  intercusp::bench::run(triangles);
  intercusp::bench::run_bites(triangles);
}
