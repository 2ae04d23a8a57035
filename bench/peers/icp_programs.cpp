#include "bench/peers/icp_programs.h"

#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "bench/peers/whole_process.h"
#include "io/mesh/write_ply.h"

namespace intercusp::bench {
namespace {

constexpr const char* cloudcompare =
    "QT_QPA_PLATFORM=offscreen CloudCompare -SILENT -NO_TIMESTAMP -O moving.ply -O fixed.ply "
    "-ICP -MIN_ERROR_DIFF 1e-10 -ITER 100 -RANDOM_SAMPLING_LIMIT 50000";
constexpr const char* python = "/usr/bin/python3";
//! Point to plane with normals of the mesh; pairs farther than 3 mm do not count.
constexpr const char* open3d_script = R"(import open3d as o3d, numpy as np
def cloud(name):
    mesh = o3d.io.read_triangle_mesh(name)
    mesh.compute_vertex_normals()
    made = o3d.geometry.PointCloud(mesh.vertices)
    made.normals = mesh.vertex_normals
    return made
icp = o3d.pipelines.registration
found = icp.registration_icp(cloud("moving.ply"), cloud("fixed.ply"), 3.0, np.eye(4),
                             icp.TransformationEstimationPointToPlane(),
                             icp.ICPConvergenceCriteria(1e-10, 1e-10, 100))
np.savetxt("pose.txt", found.transformation)
)";

//! Runs a command in the folder and reads the matrix that it leaves in a file.
Eigen::Isometry3d matrix_of(const WorkFolder& folder, const std::string& command, const char* answer) {
  const std::filesystem::path file = folder.path() / answer;
  std::filesystem::remove(file);
  const std::string in_folder = "cd '" + folder.path().string() + "' && " + command + " >log.txt 2>&1";
  if (std::system(in_folder.c_str()) != 0) throw std::runtime_error("failed: " + command);
  std::ifstream text(file);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) text >> pose(row, column);
  if (!text) throw std::runtime_error("no matrix: " + command);
  return pose;
}

}  // namespace

std::vector<IcpProgram> icp_programs(const TriangleMesh& fixed, const TriangleMesh& moving) {
  const auto folder = std::make_shared<const WorkFolder>();
  write_ply(folder->path() / "fixed.ply", fixed);
  write_ply(folder->path() / "moving.ply", moving);
  std::ofstream(folder->path() / "icp.py") << open3d_script;
  std::vector<IcpProgram> programs;
  if (in_path("CloudCompare"))
    programs.push_back({"CloudCompare's ICP, whole process",
                        [=] { return matrix_of(*folder, cloudcompare, "moving_REGISTRATION_MATRIX.txt"); }});
  const std::string has_open3d = std::string(python) + " -c 'import open3d' >/dev/null 2>&1";
  if (std::system(has_open3d.c_str()) == 0)
    programs.push_back({"Open3D's ICP, whole process",
                        [=] { return matrix_of(*folder, std::string(python) + " icp.py", "pose.txt"); }});
  return programs;
}

}  // namespace intercusp::bench
