#include "bench/peers/whole_process.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "io/mesh/write_ply.h"

namespace intercusp::bench {

namespace fs = std::filesystem;

bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

WorkFolder::WorkFolder() {
  std::string name = (fs::temp_directory_path() / "intercusp-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
  path_ = name;
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

WholeProcess::WholeProcess(const BenchCase& bench_case) : lower_(bench_case.bite.lower) {
  write_ply(file("upper.ply"), bench_case.bite.upper->mesh);
}

void WholeProcess::run(const Eigen::Isometry3d& pose, const std::string& command,
                       const std::string& answer) const {
  TriangleMesh points;
  points.vertices.reserve(lower_->mesh.vertices.size());
  for (const Eigen::Vector3d& vertex : lower_->mesh.vertices) points.vertices.push_back(pose * vertex);
  write_ply(file("lower.ply"), points);
  fs::remove(file(answer));  // that of the previous pose
  const std::string in_folder = "cd '" + folder_.path().string() + "' && " + command + " >log.txt 2>&1";
  if (std::system(in_folder.c_str()) != 0 || !fs::exists(file(answer)))
    throw std::runtime_error("failed: " + command);
}

void WholeProcess::expect_one_per_vertex(std::span<const float> distances) const {
  if (distances.size() != lower_->mesh.vertices.size()) {
    throw std::runtime_error(std::to_string(distances.size()) + " distances for " +
                             std::to_string(lower_->mesh.vertices.size()) + " vertices");
  }
}

}  // namespace intercusp::bench
